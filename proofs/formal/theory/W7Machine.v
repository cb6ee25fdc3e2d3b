(** * The columns of W^7, written by a machine

    The board of W^7 has no certificate: two of its threads drift away from their line for ever. But its columns are
    written by a machine with few states that reads its own output (crates/wythoff/src/certificate/drift.rs tells why).
    Here is the machine, [step], and the proof that it is right ([step_is_right]): if the board at column x is as a
    window says, then column x is what the machine writes, and at column x + 1 the board is as the next window says.
    W7.v follows the machine for ever. *)

From Coq Require Import List Lia Bool Arith ZifyNat ZifyBool.
From Wythoff Require Import Game Queen Automaton.
Import ListNotations.

Ltac Zify.zify_post_hook ::= PreOmega.Z.to_euclidean_division_equations.

(** ** The board, column by column *)

(** How many palaces (x, y) sees to its left and above it; diagonal d holds the cells (x, x + d). *)
Definition left (x y : nat) : nat := seen_left 7 x y.
Definition above (x y : nat) : nat := seen_up 7 x y.
Definition diagonal (x d : nat) : nat := seen_diagonally 7 x (x + d).

Definition one_if (b : bool) : nat := if b then 1 else 0.

Lemma palace_by_lines (x y : nat) :
  x <= y -> palace 7 x y = (left x y + above x y + diagonal x (y - x) <? 7).
Proof.
  intros H. rewrite palace_sees_fewer_than_k, palaces_seen_by_lines. unfold left, above, diagonal.
  replace (x + (y - x)) with y by lia. reflexivity.
Qed.

Lemma left_S (x y : nat) : left (S x) y = left x y + one_if (palace 7 x y).
Proof. apply seen_left_S. Qed.
Lemma above_S (x y : nat) : above x (S y) = above x y + one_if (palace 7 x y).
Proof. apply seen_up_S. Qed.
Lemma diagonal_S (x d : nat) : diagonal (S x) d = diagonal x d + one_if (palace 7 x (x + d)).
Proof. unfold diagonal. apply seen_diagonally_S. Qed.

(** Column x begins, at the main diagonal, with as many palaces as row x has to the left of it. *)
Lemma above_main_diagonal (x : nat) : above x x = left x x.
Proof.
  unfold above, left, seen_up, seen_left, palaces_among, upwards, to_the_left. rewrite !count_map. apply count_ext.
  intros i _. apply palaces_mirror.
Qed.

(** ** The outer threads

    y = ⌊5x/2⌋ + 3, 4, 5. They leave [outer y] palaces in row y. *)

Definition outer_begin (x : nat) : nat := 5 * x / 2 + 3.
Definition outer (y : nat) : nat := if y mod 5 =? 0 then 2 else 1.

(** ** The inner threads: a window

    At column x rows from x to r - 1 are finished: no later column has a palace there. The window lists what counts from
    row r and from diagonal r - x - margin on, beyond what the outer threads leave. *)

Record window : Set := Window {
  margin : nat;
  diagonals : list nat;
  rows : list nat
}.

Definition at_least_one (l : list nat) : bool := forallb (fun n => 1 <=? n) l.

(** The board at column x is as the window says; [finished y] is what a finished row y holds. *)
Record is_at (finished : nat -> nat) (x r : nat) (w : window) : Prop := {
  ahead : x < r;
  margin_on_board : margin w <= r - x;
  finished_rows : forall y, x <= y < r -> left x y = finished y;
  inner_rows : forall y, r <= y < outer_begin x -> left x y = outer y + nth (y - r) (rows w) 0;
  outer_rows : forall y, outer_begin x <= y ->
    left x y = if (y =? outer_begin x) && Nat.odd x then 1 else 0;
  full_diagonals : forall d, d + margin w < r - x -> 3 <= diagonal x d;
  inner_diagonals : forall d, r - x <= d + margin w -> x + d < outer_begin x ->
    diagonal x d = 2 + nth (d + margin w - (r - x)) (diagonals w) 0;
  outer_diagonals : forall d, outer_begin x <= x + d ->
    diagonal x d = if (x + d =? outer_begin x) || (x + d =? outer_begin x + 1) && Nat.odd x then 1 else 0
}.

(** ** A step: column x

    [scan] goes down column x from row r on, whose number modulo 5 is c, with [seen] palaces above; it stops when 4 are
    seen and nothing else is left, and says which cells are palaces. *)
Definition outer_mod (c : nat) : nat := if c =? 0 then 2 else 1.
Definition next_mod (c : nat) : nat := if c =? 4 then 0 else S c.

Fixpoint scan (fuel c seen : nat) (ds rs : list nat) : option (list bool) :=
  match fuel with
  | O => None
  | S less =>
      if (length ds =? 0) && (length rs =? 0) && (seen =? 4) then Some []
      else
        let b := (outer_mod c + nth 0 rs 0) + seen + (2 + nth 0 ds 0) <? 7 in
        match scan less (next_mod c) (seen + one_if b) (tl ds) (tl rs) with
        | Some marks => Some (b :: marks)
        | None => None
        end
  end.

(** Adds marks to counts. *)
Definition add (l : list nat) (marks : list bool) : list nat :=
  map (fun i => nth i l 0 + one_if (nth i marks false)) (seq 0 (length marks)).

(** How many rows are finished then: they hold 2 palaces or more, and the diagonals that they still meet 3 or more. *)
Fixpoint newly_finished (c : nat) (ds rs : list nat) : nat :=
  match ds, rs with
  | d :: ds', n :: rs' =>
      if 2 <=? outer_mod c + n then if 1 <=? d then S (newly_finished (next_mod c) ds' rs') else 1 else 0
  | _, _ => 0
  end.

Fixpoint without_zeros_at_the_end (l : list nat) : list nat :=
  match l with
  | [] => []
  | a :: rest => match a, without_zeros_at_the_end rest with 0, [] => [] | _, rest' => a :: rest' end
  end.

(** So many diagonals before r - x are kept. *)
Definition kept : nat := 6.

Record result : Set := Result {
  marks : list bool;       (* the palaces from row r on, before the outer threads *)
  advance : nat;           (* so many rows are finished *)
  written : list nat;      (* what they hold *)
  after : window
}.

(** Column x reads h, the palaces of row x. *)
Definition newly_written (c advance : nat) (rs : list nat) : list nat :=
  map (fun i => outer_mod ((c + i) mod 5) + nth i rs 0) (seq 0 advance).

Definition step (c h : nat) (w : window) : option result :=
  if (2 <=? h) && (margin w <=? length (diagonals w)) && at_least_one (firstn (margin w) (diagonals w)) then
    match scan 40 c h (skipn (margin w) (diagonals w)) (rows w) with
    | None => None
    | Some marks =>
        let rs := add (rows w) marks in
        let ds := add (skipn (margin w) (diagonals w)) marks in
        let advance := newly_finished c ds rs in
        let margin' := margin w + advance - 1 in
        let all := firstn (margin w) (diagonals w) ++ ds in
        let dropped := margin' - kept in
        if (1 <=? margin w + advance) && (advance <=? length marks) && (dropped <=? length all)
           && at_least_one (firstn dropped all) then
          Some (Result marks advance (newly_written c advance rs)
            (Window (margin' - dropped) (without_zeros_at_the_end (skipn dropped all))
              (without_zeros_at_the_end (skipn advance rs))))
        else None
    end
  else None.

(** The palaces of column x from the main diagonal on. *)
Definition column_has (x r : nat) (marks : list bool) : Prop :=
  forall y, x <= y -> palace 7 x y =
    (r <=? y) && nth (y - r) marks false
    || (outer_begin x <=? y) && (y <=? outer_begin x + 2).

(** ** A step is right *)

Lemma outer_by_residue (y : nat) : outer y = outer_mod (y mod 5).
Proof. reflexivity. Qed.
Lemma next_residue (y : nat) : S y mod 5 = next_mod (y mod 5).
Proof. unfold next_mod. destruct (Nat.eqb_spec (y mod 5) 4); lia. Qed.
Lemma nth_tl (i : nat) (l : list nat) : nth i (tl l) 0 = nth (S i) l 0.
Proof. destruct l; [destruct i|]; reflexivity. Qed.

Lemma scan_is_right (fuel : nat) : forall c seen ds rs marks, scan fuel c seen ds rs = Some marks ->
  forall x y, x <= y -> y mod 5 = c -> above x y = seen ->
  (forall i, i < length marks -> left x (y + i) = outer (y + i) + nth i rs 0) ->
  (forall i, i < length marks -> diagonal x (y + i - x) = 2 + nth i ds 0) ->
  (forall i, i < length marks -> palace 7 x (y + i) = nth i marks false) /\
  above x (y + length marks) = 4 /\ length ds <= length marks /\ length rs <= length marks.
Proof.
  induction fuel as [|fuel IH]; intros c seen ds rs marks; [discriminate|]. cbn [scan].
  destruct ((length ds =? 0) && (length rs =? 0) && (seen =? 4)) eqn:Done.
  - intros [= <-] x y Hx Hc Seen _ _. simpl. rewrite Nat.add_0_r. split; [intros; lia|]. lia.
  - set (b := _ <? 7).
    destruct (scan fuel (next_mod c) (seen + one_if b) (tl ds) (tl rs)) as [rest|] eqn:E; [|discriminate].
    intros [= <-] x y Hx Hc Seen Left Diagonal. simpl length in *.
    assert (B : palace 7 x y = b).
    { rewrite palace_by_lines, Seen by assumption. specialize (Left 0 ltac:(lia)). specialize (Diagonal 0 ltac:(lia)).
      rewrite Nat.add_0_r in Left, Diagonal. rewrite Left, Diagonal, outer_by_residue, Hc. reflexivity. }
    destruct (IH _ _ _ _ _ E x (S y)) as (P & A & Ld & Lr).
    + lia.
    + rewrite next_residue, Hc. reflexivity.
    + rewrite above_S, Seen, B. reflexivity.
    + intros i Hi. rewrite nth_tl. replace (S y + i) with (y + S i) by lia. apply Left. lia.
    + intros i Hi. rewrite nth_tl. replace (S y + i) with (y + S i) by lia. apply Diagonal. lia.
    + split; [|split; [|split]].
      * intros [|i] Hi; [rewrite Nat.add_0_r; exact B|]. replace (y + S i) with (S y + i) by lia. apply P. lia.
      * replace (y + S (length rest)) with (S y + length rest) by lia. exact A.
      * destruct ds; simpl in *; lia.
      * destruct rs; simpl in *; lia.
Qed.

Lemma nth_map_seq (f : nat -> nat) (n i : nat) : i < n -> nth i (map f (seq 0 n)) 0 = f i.
Proof.
  intros H. rewrite (nth_indep _ 0 (f 0)) by (rewrite map_length, seq_length; assumption).
  rewrite map_nth, seq_nth by assumption. reflexivity.
Qed.

Lemma nth_add (l : list nat) (marks : list bool) (i : nat) :
  length l <= length marks -> nth i (add l marks) 0 = nth i l 0 + one_if (nth i marks false).
Proof.
  intros H. unfold add. destruct (Nat.lt_ge_cases i (length marks)) as [L|L].
  - rewrite nth_map_seq by assumption. reflexivity.
  - rewrite !nth_overflow; rewrite ?map_length, ?seq_length; try lia; try reflexivity.
Qed.

Lemma nth_without_zeros (l : list nat) : forall i, nth i (without_zeros_at_the_end l) 0 = nth i l 0.
Proof.
  induction l as [|a l IH]; intros i; [reflexivity|]. cbn [without_zeros_at_the_end].
  destruct a as [|a].
  - destruct (without_zeros_at_the_end l) as [|b m] eqn:E.
    + destruct i as [|i]; [reflexivity|]. simpl. rewrite <- IH. destruct i; reflexivity.
    + destruct i as [|i]; [reflexivity|]. simpl. apply IH.
  - destruct i as [|i]; [reflexivity|]. simpl. apply IH.
Qed.

Lemma nth_skipn (n i : nat) (l : list nat) : nth i (skipn n l) 0 = nth (n + i) l 0.
Proof.
  revert l. induction n as [|n IH]; intros l; [reflexivity|]. destruct l; [destruct i; reflexivity | apply IH].
Qed.

Lemma at_least_one_nth (l : list nat) (i n : nat) :
  at_least_one (firstn n l) = true -> n <= length l -> i < n -> 1 <= nth i l 0.
Proof.
  unfold at_least_one. rewrite forallb_forall. intros H Hn Hi. apply Nat.leb_le. apply H.
  assert (E : nth i l 0 = nth i (firstn n l) 0).
  { rewrite <- (firstn_skipn n l) at 1. apply app_nth1. rewrite firstn_length. lia. }
  rewrite E. apply nth_In. rewrite firstn_length. lia.
Qed.

(** What column x holds: nothing in the finished rows, where it sees 2 + 2 + 3 palaces or more; what [scan] says;
    nothing more until the outer threads, where it sees 4 above, 1 to the left and 2 on the diagonal; and three palaces
    there. *)
Lemma column_is_right (finished : nat -> nat) (x r : nat) (w : window) (marks : list bool) :
  is_at finished x r w -> (forall y, 2 <= finished y) ->
  margin w <= length (diagonals w) -> at_least_one (firstn (margin w) (diagonals w)) = true ->
  scan 40 (r mod 5) (finished x) (skipn (margin w) (diagonals w)) (rows w) = Some marks ->
  r + length marks <= outer_begin x ->
  column_has x r marks /\
  length (skipn (margin w) (diagonals w)) <= length marks /\ length (rows w) <= length marks.
Proof.
  intros [Ahead Margin Finished InnerRows OuterRows Full InnerDiagonals OuterDiagonals] Two Long Ones Scan Reach.
  assert (Below : forall y, x <= y < r -> above x y = finished x -> palace 7 x y = false).
  { intros y Hy A. rewrite palace_by_lines, A, Finished by lia. pose proof (Two x). pose proof (Two y).
    apply Nat.ltb_ge. assert (3 <= diagonal x (y - x)); [|lia].
    destruct (Nat.lt_ge_cases (y - x + margin w) (r - x)) as [L|L]; [apply Full; assumption|].
    rewrite InnerDiagonals by lia.
    pose proof (at_least_one_nth _ (y - x + margin w - (r - x)) _ Ones Long ltac:(lia)). lia. }
  assert (UpToR : forall d, x + d <= r -> above x (x + d) = finished x).
  { induction d as [|d IH]; intros Hd.
    - rewrite Nat.add_0_r, above_main_diagonal. apply Finished. lia.
    - rewrite Nat.add_succ_r, above_S, IH, Below by (try apply IH; lia). simpl. lia. }
  assert (AtR : above x r = finished x) by (replace r with (x + (r - x)) by lia; apply UpToR; lia).
  destruct (scan_is_right _ _ _ _ _ _ Scan x r) as (Palaces & Four & Ld & Lr); try lia.
  { intros i Hi. rewrite InnerRows by lia. replace (r + i - r) with i by lia. reflexivity. }
  { intros i Hi. rewrite InnerDiagonals by lia. rewrite nth_skipn. do 2 f_equal. lia. }
  split; [|split; assumption].
  assert (Between : forall y, r + length marks <= y < outer_begin x -> above x y = 4 -> palace 7 x y = false).
  { intros y Hy A. rewrite palace_by_lines, A, InnerRows, InnerDiagonals by lia. apply Nat.ltb_ge.
    assert (1 <= outer y) by (unfold outer; destruct (y mod 5 =? 0); lia). lia. }
  assert (UpToOuter : forall d, r + length marks + d <= outer_begin x -> above x (r + length marks + d) = 4).
  { induction d as [|d IH]; intros Hd; [rewrite Nat.add_0_r; exact Four|].
    rewrite Nat.add_succ_r, above_S, IH, Between by (try apply IH; lia). reflexivity. }
  set (t := outer_begin x) in *.
  assert (A0 : above x t = 4).
  { replace t with (r + length marks + (t - r - length marks)) by lia. apply UpToOuter. lia. }
  assert (Outer : forall j y, y = t + j -> left x y = (if (j =? 0) && Nat.odd x then 1 else 0) /\
    diagonal x (y - x) = if (j =? 0) || (j =? 1) && Nat.odd x then 1 else 0).
  { intros j y ->. rewrite OuterRows, OuterDiagonals by lia. replace (x + (t + j - x)) with (t + j) by lia.
    replace (t + j =? t) with (j =? 0) by lia. replace (t + j =? t + 1) with (j =? 1) by lia. split; reflexivity. }
  assert (P0 : palace 7 x t = true).
  { rewrite palace_by_lines, A0 by lia. destruct (Outer 0 t) as [-> ->]; [lia|]. destruct (Nat.odd x); reflexivity. }
  assert (A1 : above x (S t) = 5) by (rewrite above_S, A0, P0; reflexivity).
  assert (P1 : palace 7 x (S t) = true).
  { rewrite palace_by_lines, A1 by lia.
    destruct (Outer 1 (S t)) as [-> ->]; [lia|]. destruct (Nat.odd x); reflexivity. }
  assert (A2 : above x (S (S t)) = 6) by (rewrite above_S, A1, P1; reflexivity).
  assert (P2 : palace 7 x (S (S t)) = true).
  { rewrite palace_by_lines, A2 by lia.
    destruct (Outer 2 (S (S t))) as [-> ->]; [lia|]. destruct (Nat.odd x); reflexivity. }
  assert (A3 : forall d, 7 <= above x (S (S (S t)) + d)).
  { induction d as [|d IH]; [rewrite Nat.add_0_r, above_S, A2, P2; simpl; lia|].
    rewrite Nat.add_succ_r, above_S. lia. }
  unfold column_has. fold t. intros y Hy. destruct (Nat.lt_ge_cases y r) as [L1|L1].
  { replace (r <=? y) with false by lia. replace (t <=? y) with false by lia. simpl andb. simpl orb.
    apply Below; [lia|]. replace y with (x + (y - x)) by lia. apply UpToR. lia. }
  replace (r <=? y) with true by lia. rewrite andb_true_l. destruct (Nat.lt_ge_cases y t) as [L2|L2].
  - replace (t <=? y) with false by lia. rewrite andb_false_l, orb_false_r.
    destruct (Nat.lt_ge_cases y (r + length marks)) as [L3|L3].
    + rewrite <- Palaces by lia. f_equal. lia.
    + rewrite nth_overflow by lia. apply Between; [lia|].
      replace y with (r + length marks + (y - r - length marks)) by lia. apply UpToOuter. lia.
  - replace (t <=? y) with true by lia. rewrite andb_true_l, nth_overflow by lia. rewrite orb_false_l.
    destruct (Nat.lt_ge_cases (t + 2) y) as [L3|L3].
    + replace (y <=? t + 2) with false by lia. rewrite palace_by_lines by lia. apply Nat.ltb_ge.
      specialize (A3 (y - 3 - t)). replace (S (S (S t)) + (y - 3 - t)) with y in A3 by lia. lia.
    + replace (y <=? t + 2) with true by lia.
      assert (y = t \/ y = S t \/ y = S (S t)) as [->|[->| ->]] by lia; assumption.
Qed.

(** The outer threads up to column x have all their palaces in the rows before they begin in the next column. *)
Lemma outer_rows_complete (x y : nat) :
  outer_begin x <= y < outer_begin (S x) ->
  (if (y =? outer_begin x) && Nat.odd x then 1 else 0) + 1 = outer y.
Proof.
  intros H. destruct (Nat.Even_or_Odd x) as [[m E]|[m E]].
  - replace (Nat.odd x) with false by (rewrite E, Nat.odd_mul; reflexivity). rewrite andb_false_r.
    unfold outer, outer_begin in *. destruct (Nat.eqb_spec (y mod 5) 0); lia.
  - replace (Nat.odd x) with true by (rewrite E, Nat.odd_add, Nat.odd_mul; reflexivity). rewrite andb_true_r.
    unfold outer, outer_begin in *. destruct (Nat.eqb_spec (y mod 5) 0), (Nat.eqb_spec y (5 * x / 2 + 3)); lia.
Qed.

Lemma odd_S (x : nat) : Nat.odd (S x) = negb (Nat.odd x).
Proof. rewrite Nat.odd_succ, <- Nat.negb_odd. reflexivity. Qed.

Lemma outer_begin_S (x : nat) : outer_begin (S x) = if Nat.odd x then outer_begin x + 3 else outer_begin x + 2.
Proof.
  destruct (Nat.Even_or_Odd x) as [[m E]|[m E]].
  - replace (Nat.odd x) with false by (rewrite E, Nat.odd_mul; reflexivity). unfold outer_begin. lia.
  - replace (Nat.odd x) with true by (rewrite E, Nat.odd_add, Nat.odd_mul; reflexivity). unfold outer_begin. lia.
Qed.

(** Numbers that are compared somewhere in the goal are compared, in every way. *)
Local Ltac by_cases :=
  rewrite ?andb_true_r, ?andb_false_r;
  repeat match goal with
  | |- context [?a =? ?b] => destruct (Nat.eqb_spec a b)
  | |- context [?a <=? ?b] => destruct (Nat.leb_spec a b)
  end; cbn [andb orb negb one_if]; lia.

Lemma step_is_right (finished : nat -> nat) (x r c : nat) (w : window) (res : result) :
  is_at finished x r w -> (forall y, 2 <= finished y) -> r mod 5 = c -> step c (finished x) w = Some res ->
  r + length (marks res) <= outer_begin x ->
  S x < r + advance res ->
  (forall i, i < advance res -> finished (r + i) = nth i (written res) 0) ->
  column_has x r (marks res) /\ is_at finished (S x) (r + advance res) (after res).
Proof.
  intros At Two Hc. unfold step.
  destruct ((2 <=? finished x) && (margin w <=? length (diagonals w)) && at_least_one (firstn (margin w) (diagonals w)))
    eqn:Checks; [|discriminate].
  rewrite !andb_true_iff, !Nat.leb_le in Checks. destruct Checks as [[_ Long] Ones].
  destruct (scan 40 c (finished x) (skipn (margin w) (diagonals w)) (rows w)) as [marked|] eqn:Scan; [|discriminate].
  set (rs := add (rows w) marked). set (ds := add (skipn (margin w) (diagonals w)) marked).
  set (a := newly_finished c ds rs). set (margin' := margin w + a - 1).
  set (all := firstn (margin w) (diagonals w) ++ ds). set (dropped := margin' - kept).
  destruct ((1 <=? margin w + a) && (a <=? length marked) && (dropped <=? length all)
    && at_least_one (firstn dropped all)) eqn:Checks; [|discriminate].
  rewrite !andb_true_iff, !Nat.leb_le in Checks. destruct Checks as [[[Some_margin Few] Drop] Ones'].
  intros [= <-]. cbn [W7Machine.marks advance written after margin diagonals rows]. intros Reach Ahead' Written.
  destruct (column_is_right finished x r w marked At Two Long Ones ltac:(rewrite Hc; exact Scan) Reach)
    as (Column & Ld & Lr).
  split; [exact Column|].
  destruct At as [Ahead Margin Finished InnerRows OuterRows Full InnerDiagonals OuterDiagonals].
  (* The column, said for each of its parts. *)
  assert (Below : forall y, x <= y < r -> palace 7 x y = false).
  { intros y Hy. rewrite Column by lia. replace (r <=? y) with false by lia.
    replace (outer_begin x <=? y) with false by lia. reflexivity. }
  assert (Inside : forall i, r + i < outer_begin x -> palace 7 x (r + i) = nth i marked false).
  { intros i Hi. rewrite Column by lia. replace (r <=? r + i) with true by lia.
    replace (outer_begin x <=? r + i) with false by lia. replace (r + i - r) with i by lia. rewrite orb_false_r.
    reflexivity. }
  assert (Outside : forall y, outer_begin x <= y -> palace 7 x y = (y <=? outer_begin x + 2)).
  { intros y Hy. rewrite Column by lia. rewrite (nth_overflow marked) by lia. rewrite andb_false_r.
    replace (outer_begin x <=? y) with true by lia. reflexivity. }
  assert (NthAll : forall d, r - x <= d + margin w -> x + d < outer_begin x ->
    diagonal (S x) d = 2 + nth (d + margin w - (r - x)) all 0).
  { intros d Hd Ho. rewrite diagonal_S, InnerDiagonals by assumption. unfold all.
    destruct (Nat.lt_ge_cases (x + d) r) as [L|L].
    - rewrite Below by lia. rewrite app_nth1 by (rewrite firstn_length; lia).
      rewrite <- (firstn_skipn (margin w) (diagonals w)) at 1.
      rewrite app_nth1 by (rewrite firstn_length; lia). simpl. lia.
    - replace (x + d) with (r + (x + d - r)) by lia. rewrite Inside by lia.
      rewrite app_nth2 by (rewrite firstn_length; lia). rewrite firstn_length.
      unfold ds. rewrite nth_add, nth_skipn by assumption.
      replace (d + margin w - (r - x) - Nat.min (margin w) (length (diagonals w))) with (x + d - r) by lia.
      replace (margin w + (x + d - r)) with (d + margin w - (r - x)) by lia. lia. }
  assert (LengthAll : length all = margin w + length marked).
  { unfold all, ds, add. rewrite app_length, firstn_length, map_length, seq_length. lia. }
  pose proof (outer_begin_S x) as Begin.
  split; cbn [margin diagonals rows].
  - lia.
  - unfold dropped, margin', kept. lia.
  - intros y Hy. rewrite left_S. destruct (Nat.lt_ge_cases y r) as [L|L].
    + rewrite Finished, Below by lia. simpl. lia.
    + replace y with (r + (y - r)) by lia. rewrite InnerRows, Inside, Written by lia.
      unfold newly_written. rewrite nth_map_seq by lia. unfold rs. rewrite nth_add by assumption.
      rewrite outer_by_residue. replace (r + (y - r) - r) with (y - r) by lia.
      rewrite <- Hc, Nat.add_mod_idemp_l by lia. symmetry. apply Nat.add_assoc.
  - intros y Hy. rewrite nth_without_zeros, nth_skipn. replace (a + (y - (r + a))) with (y - r) by lia.
    rewrite left_S. unfold rs. rewrite nth_add by assumption.
    destruct (Nat.lt_ge_cases y (outer_begin x)) as [L|L].
    + rewrite InnerRows by lia. replace (palace 7 x y) with (nth (y - r) marked false); [lia|].
      rewrite <- Inside by lia. f_equal. lia.
    + rewrite OuterRows, Outside by assumption. rewrite !nth_overflow by lia. cbn [one_if].
      replace (y <=? outer_begin x + 2) with true by (destruct (Nat.odd x); lia). simpl.
      rewrite Nat.add_0_r. apply (outer_rows_complete x y); lia.
  - intros y Hy. rewrite left_S, OuterRows, Outside by (destruct (Nat.odd x); lia). rewrite odd_S, Begin in *.
    destruct (Nat.odd x); by_cases.
  - intros d Hd. destruct (Nat.lt_ge_cases (d + margin w) (r - x)) as [L|L].
    + rewrite diagonal_S. pose proof (Full d L). lia.
    + rewrite NthAll by (unfold dropped, margin', kept in *; lia).
      pose proof (at_least_one_nth all (d + margin w - (r - x)) dropped Ones' Drop) as One.
      unfold dropped, margin', kept in *. lia.
  - intros d Hd Ho. destruct (Nat.lt_ge_cases (x + d) (outer_begin x)) as [L|L].
    + rewrite NthAll by (unfold dropped, margin', kept in *; lia). rewrite nth_without_zeros, nth_skipn. do 2 f_equal.
      unfold dropped, margin', kept in *. lia.
    + rewrite nth_without_zeros, nth_skipn, nth_overflow by (unfold dropped, margin', kept in *; lia).
      rewrite diagonal_S, OuterDiagonals, Outside by lia.
      destruct (Nat.odd x); by_cases.
  - intros d Hd. rewrite diagonal_S, OuterDiagonals, Outside by (destruct (Nat.odd x); lia). rewrite odd_S, Begin in *.
    destruct (Nat.odd x); by_cases.
Qed.
