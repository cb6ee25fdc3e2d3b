(** * A strip in a column (docs/STRIPS.md, section 1, and the walk through column x of section 3)

    If the board before column x is, from the frame of a strip on up to the next strip, as the strip's window and the
    words of the strips beyond it say, and the walk comes to it with a known V, then the walk finds its palaces, and the
    board before column x + 1 is as its next window says: [strip_in_column]. *)

From Coq Require Import NArith ZArith List Lia Bool Arith ZifyN ZifyNat ZifyBool.
From Wythoff Require Import Game Queen Columns.
Import ListNotations.

(** ** Strips, levels, and what strips leave *)

(** A strip beyond the first one. *)
Record strip : Set := Strip {
  slope : N * N;               (* p and q *)
  offset : N;                  (* c *)
  thickness : N;               (* d: its palaces in each column *)
  period : nat;                (* L *)
  rows_left : list N;          (* A: what it and those beyond it leave in rows, *)
  diagonals_left : list N      (* B: and on diagonals *)
}.

(** The entry at y of the sequence that a list stands for. *)
Definition cyclic (l : list N) (y : nat) : N := nth (y mod length l) l 0%N.

(** r(x), the first row of a strip in column x; and how many rows it moves down in one period. *)
Definition frame (s : strip) (x : nat) : nat :=
  N.to_nat (fst (slope s) * N.of_nat x / snd (slope s) - offset s).
Definition down_in_period (s : strip) : nat := N.to_nat (fst (slope s) * N.of_nat (period s) / snd (slope s)).

(** What the strips beyond a strip leave; [beyond] lists them, the next one first. *)
Definition rows_beyond (beyond : list strip) : list N := match beyond with [] => [0%N] | s :: _ => rows_left s end.
Definition diagonals_beyond (beyond : list strip) : list N :=
  match beyond with [] => [0%N] | s :: _ => diagonals_left s end.

(** A window: where it begins in the lists A and B of what lies beyond, and what stands there beyond A and B. *)
Record window : Set := Window {
  row_phase : nat;
  diagonal_phase : nat;
  rows : list N;
  diagonals : list N
}.

(** The walk in a strip, from V = [seen] to V = t, on rows from [row] and diagonals from [diagonal] on. It says where it
    met palaces, and what the window holds then. *)
Fixpoint walk_in_strip (k : N) (A B : list N) (t : N) (fuel : nat) (seen : N) (row diagonal : nat) (hs ds : list N)
    : option (list bool * (list N * list N)) :=
  match fuel with
  | O => None
  | S less =>
      if (seen =? t)%N then Some ([], (hs, ds))
      else
        let h := hd 0%N hs in
        let d := hd 0%N ds in
        if (seen + (cyclic A row + h) + (cyclic B diagonal + d) <? k)%N then
          match walk_in_strip k A B t less (N.succ seen) (S row) (S diagonal) (tl hs) (tl ds) with
          | Some (marks, (hs', ds')) => Some (true :: marks, (N.succ h :: hs', N.succ d :: ds'))
          | None => None
          end
        else
          match walk_in_strip k A B t less seen (S row) (S diagonal) (tl hs) (tl ds) with
          | Some (marks, (hs', ds')) => Some (false :: marks, (h :: hs', d :: ds'))
          | None => None
          end
  end.

(** V has to come to t before this place. *)
Definition places : nat := 4096.

Definition window_eqb (v w : window) : bool :=
  (row_phase v =? row_phase w) && (diagonal_phase v =? diagonal_phase w)
  && numbers_eqb (rows v) (rows w) && numbers_eqb (diagonals v) (diagonals w).
Lemma window_eqb_eq (v w : window) : window_eqb v w = true -> v = w.
Proof.
  destruct v, w. unfold window_eqb. simpl. rewrite !andb_true_iff, !Nat.eqb_eq. intros [[[-> ->] R] D].
  apply numbers_eqb_eq in R, D. congruence.
Qed.

(** ** Words *)

Lemma nth_map_seq (f : nat -> N) (n i : nat) : i < n -> nth i (map f (seq 0 n)) 0%N = f i.
Proof.
  intros H. rewrite (nth_indep _ 0%N (f 0)) by (rewrite map_length, seq_length; exact H).
  rewrite map_nth, seq_nth by exact H. reflexivity.
Qed.

Lemma cyclic_nil (y : nat) : cyclic [] y = 0%N.
Proof. unfold cyclic. destruct (y mod length []); reflexivity. Qed.
Lemma cyclic_phase (l : list N) (y i : nat) : cyclic l (y mod length l + i) = cyclic l (y + i).
Proof.
  destruct l as [|a l]; [rewrite !cyclic_nil; reflexivity|]. unfold cyclic.
  rewrite Nat.add_mod_idemp_l by discriminate. reflexivity.
Qed.
Lemma next_phase (l : list N) (y i : nat) : (y mod length l + i) mod length l = (y + i) mod length l.
Proof. destruct l as [|a l]; [reflexivity|]. apply Nat.add_mod_idemp_l. discriminate. Qed.
Lemma cyclic_after (l : list N) (y n : nat) : n mod length l = 0 -> cyclic l (y + n) = cyclic l y.
Proof.
  intros H. destruct l as [|a l]; [rewrite !cyclic_nil; reflexivity|].
  unfold cyclic. rewrite Nat.add_mod, H, Nat.add_0_r, Nat.mod_mod by discriminate. reflexivity.
Qed.

(** ** Frames of the strips that repeat themselves *)

Lemma frame_on_line (s : strip) (x : nat) : (1 <= snd (slope s))%N -> 1 <= frame s x ->
  let p := Z.of_N (fst (slope s)) in
  let q := Z.of_N (snd (slope s)) in
  let y := (Z.of_nat (frame s x) + Z.of_N (offset s))%Z in
  (q * y <= p * Z.of_nat x < q * y + q)%Z.
Proof.
  intros Q. unfold frame. destruct (slope s) as [p q]. simpl fst in *. simpl snd in *. cbv zeta.
  pose proof (N.mul_div_le (p * N.of_nat x) q ltac:(lia)) as Low.
  pose proof (N.mul_succ_div_gt (p * N.of_nat x) q ltac:(lia)) as High.
  set (u := (p * N.of_nat x / q)%N) in *. intros F.
  replace (Z.of_nat (N.to_nat (u - offset s)) + Z.of_N (offset s))%Z with (Z.of_N u) by lia.
  split; nia.
Qed.

Lemma frame_grows (s : strip) (x : nat) : (1 <= snd (slope s) <= fst (slope s))%N -> 1 <= frame s x ->
  frame s x < frame s (S x).
Proof.
  unfold frame. destruct (slope s) as [p q]. simpl fst. simpl snd. intros Q F.
  assert (p * N.of_nat x / q + 1 <= p * N.of_nat (S x) / q)%N; [|lia].
  rewrite <- N.div_add by lia. apply N.div_le_mono; [lia|]. rewrite Nat2N.inj_succ. nia.
Qed.

Lemma frame_after_period (s : strip) (x : nat) : (1 <= snd (slope s) <= fst (slope s))%N -> 1 <= frame s x ->
  (N.of_nat (period s) mod snd (slope s) = 0)%N ->
  frame s (x + period s) = frame s x + down_in_period s /\ period s <= down_in_period s.
Proof.
  unfold frame, down_in_period. destruct (slope s) as [p q]. simpl fst. simpl snd. intros Q F Multiple.
  apply N.mod_divide in Multiple; [|lia]. destruct Multiple as [m L].
  assert (E : (p * N.of_nat (period s) / q = p * m)%N).
  { rewrite L. replace (p * (m * q))%N with (p * m * q)%N by ring. apply N.div_mul. lia. }
  assert (E' : (p * N.of_nat (x + period s) / q = p * N.of_nat x / q + p * m)%N).
  { rewrite Nat2N.inj_add, N.mul_add_distr_l, L. replace (p * (m * q))%N with (p * m * q)%N by ring.
    apply N.div_add. lia. }
  rewrite E, E'. split; [lia|]. assert (q * m <= p * m)%N by (apply N.mul_le_mono_r; lia). nia.
Qed.

Section Strip.
Variable k : nat.

(** t: what V is behind a strip, when these strips lie beyond it. *)
Definition level (beyond : list strip) : N :=
  (N.of_nat k - fold_right (fun s sum => thickness s + sum) 0 beyond)%N.

(** What a walk and the move of the frame behind it do. *)
Record step_result : Set := Step {
  marks : list bool;              (* the palaces, from the first row of the frame on *)
  reach : nat;                    (* the length of the longer list after the walk *)
  passed_rows : list N;           (* what the rows and diagonals hold that the frame passes *)
  passed_diagonals : list N;
  next_window : window
}.

(** The first n rows (or diagonals), with A (or B). *)
Definition with_base (A : list N) (phase n : nat) (l : list N) : list N :=
  map (fun i => cyclic A (phase + i) + nth i l 0)%N (seq 0 n).

(** A walk through a strip with V = [seen]; [move] says how far the frame moves. *)
Definition walk_and_move (beyond : list strip) (w : window) (seen : N) (move : list N -> list N -> option nat)
    : option step_result :=
  let A := rows_beyond beyond in
  let B := diagonals_beyond beyond in
  match walk_in_strip (N.of_nat k) A B (level beyond) (S places) seen (row_phase w) (diagonal_phase w)
          (rows w) (diagonals w) with
  | None => None
  | Some (marks, (hs, ds)) =>
      match move hs ds with
      | None => None
      | Some s =>
          Some (Step marks (Nat.max (length hs) (length ds))
            (with_base A (row_phase w) s hs) (with_base B (diagonal_phase w) (s - 1) ds)
            (Window ((row_phase w + s) mod length A) ((diagonal_phase w + (s - 1)) mod length B)
              (skipn s hs) (skipn (s - 1) ds)))
      end
  end.

(** ** A walk through a strip *)

(** Before column x the i-th row from r on and the i-th diagonal from d on are as A and B and these lists say. *)
Definition as_said (x r d i : nat) (A B hs ds : list N) : Prop :=
  left k x (r + i) = (cyclic A (r + i) + nth i hs 0)%N /\ diagonal k x (d + i) = (cyclic B (d + i) + nth i ds 0)%N.

Lemma walk_extends_lists (A B : list N) (t : N) : forall fuel seen row diagonal hs ds marks hs' ds',
  walk_in_strip (N.of_nat k) A B t fuel seen row diagonal hs ds = Some (marks, (hs', ds')) ->
  length marks <= length hs' /\ length marks <= length ds'.
Proof.
  induction fuel as [|fuel IH]; intros seen row diagonal hs ds marks hs' ds'; cbn [walk_in_strip]; [discriminate|].
  destruct (seen =? t)%N; [intros [= <- <- <-]; simpl; lia|]. cbv zeta.
  destruct (_ <? _)%N; (destruct (walk_in_strip _ _ _ _ fuel) as [[marks' [hs1 ds1]]|] eqn:Walk; [|discriminate]);
    intros [= <- <- <-]; apply IH in Walk; simpl; lia.
Qed.

Lemma walk_in_strip_is_right (A B : list N) (t : N) :
  (forall y d, (N.of_nat k <= t + cyclic A y + cyclic B d)%N) ->
  forall fuel seen row diag hs ds marks hs' ds',
  walk_in_strip (N.of_nat k) A B t fuel seen row diag hs ds = Some (marks, (hs', ds')) ->
  forall x y n, x <= y -> above k x y = seen -> length marks <= n ->
  (forall i, cyclic A (row + i) = cyclic A (y + i)) -> (forall i, cyclic B (diag + i) = cyclic B (y - x + i)) ->
  (forall i, i < n -> as_said x y (y - x) i A B hs ds) ->
  (forall i, i < n -> palace k x (y + i) = nth i marks false) /\
  (forall i, i < n -> as_said (S x) y (y - x) i A B hs' ds') /\
  (forall i, length marks <= i <= n -> above k x (y + i) = t).
Proof.
  intros Between. induction fuel as [|fuel IH]; intros seen row diag hs ds marks hs' ds'; cbn [walk_in_strip];
    [discriminate|].
  destruct (N.eqb_spec seen t) as [Full|_].
  - intros [= <- <- <-] x y n Hx Seen _ Row Diag Said.
    assert (None : forall i, i <= n -> above k x (y + i) = t /\ forall j, j < i -> palace k x (y + j) = false).
    { induction i as [|i IHi]; intros Hi.
      - rewrite Nat.add_0_r. split; [congruence | intros; lia].
      - destruct (IHi ltac:(lia)) as [Above None]. destruct (Said i ltac:(lia)) as [L D].
        assert (P : palace k x (y + i) = false).
        { rewrite palace_by_lines by lia. replace (y + i - x) with (y - x + i) by lia. rewrite Above, L, D.
          apply N.ltb_ge. specialize (Between (y + i) (y - x + i)). lia. }
        split.
        + rewrite Nat.add_succ_r, above_S, P, Above. simpl. lia.
        + intros j Hj. destruct (Nat.eq_dec j i) as [->|]; [exact P | apply None; lia]. }
    split; [|split].
    + intros i Hi. rewrite (proj2 (None n (le_n n))) by exact Hi. destruct i; reflexivity.
    + intros i Hi. pose proof (proj2 (None n (le_n n)) i Hi) as P. destruct (Said i Hi) as [L D]. split.
      * rewrite left_S, P, L. simpl. lia.
      * rewrite diagonal_S. replace (x + (y - x + i)) with (y + i) by lia. rewrite P, D. simpl. lia.
    + intros i Hi. apply None. lia.
  - cbv zeta. set (b := (seen + (cyclic A row + hd 0 hs) + (cyclic B diag + hd 0 ds) <? N.of_nat k)%N).
    intros Walk x y n Hx Seen Long Row Diag Said.
    assert (Rest : exists marks' hs1 ds1,
      walk_in_strip (N.of_nat k) A B t fuel (seen + one_if b) (S row) (S diag) (tl hs) (tl ds)
        = Some (marks', (hs1, ds1)) /\
      marks = b :: marks' /\ hs' = (hd 0 hs + one_if b)%N :: hs1 /\ ds' = (hd 0 ds + one_if b)%N :: ds1).
    { destruct b; unfold one_if; rewrite ?N.add_0_r, ?N.add_1_r;
        (destruct (walk_in_strip _ _ _ _ fuel) as [[marks' [hs1 ds1]]|]; [|discriminate]);
        injection Walk as <- <- <-; exists marks', hs1, ds1; repeat split; reflexivity. }
    destruct Rest as (marks' & hs1 & ds1 & Walk' & -> & -> & ->). cbn [length] in Long.
    destruct n as [|n]; [lia|].
    destruct (Said 0 ltac:(lia)) as [L0 D0]. rewrite !Nat.add_0_r, !nth_0 in L0, D0.
    assert (P : palace k x y = b).
    { rewrite palace_by_lines, Seen, L0, D0 by exact Hx. specialize (Row 0). specialize (Diag 0).
      rewrite !Nat.add_0_r in Row, Diag. unfold b. rewrite Row, Diag. reflexivity. }
    destruct (IH _ _ _ _ _ _ _ _ Walk' x (S y) n) as (P' & After & Above'); try lia.
    + rewrite above_S, Seen, P. reflexivity.
    + intros i. specialize (Row (S i)). rewrite <- Nat.add_succ_comm in Row. rewrite Row. f_equal. lia.
    + intros i. specialize (Diag (S i)). rewrite <- Nat.add_succ_comm in Diag. rewrite Diag. f_equal. lia.
    + intros i Hi. destruct (Said (S i) ltac:(lia)) as [L D]. unfold as_said. rewrite !nth_tl.
      replace (S y + i) with (y + S i) by lia. replace (S y - x + i) with (y - x + S i) by lia. split; assumption.
    + split; [|split].
      * intros [|i] Hi; [rewrite Nat.add_0_r; exact P|]. cbn [nth]. rewrite <- P' by lia. f_equal. lia.
      * intros [|i] Hi.
        -- unfold as_said. rewrite !Nat.add_0_r. cbn [nth]. split.
           ++ rewrite left_S, P, L0. lia.
           ++ rewrite diagonal_S. replace (x + (y - x)) with y by lia. rewrite P, D0. lia.
        -- destruct (After i ltac:(lia)) as [L D]. unfold as_said. cbn [nth].
           replace (S y + i) with (y + S i) in L by lia. replace (S y - x + i) with (y - x + S i) in D by lia.
           split; assumption.
      * cbn [length]. intros [|i] Hi; [lia|]. rewrite <- (Above' i) by lia. f_equal. lia.
Qed.

(** ** A strip in a column *)

(** Row y lies before the next strip; n rows from row r on do. *)
Definition is_before (beyond : list strip) (x y : nat) : Prop :=
  match beyond with [] => True | s :: _ => y < frame s x end.
Definition has_room (beyond : list strip) (x r n : nat) : Prop :=
  match beyond with [] => True | s :: _ => r + n <= frame s x end.

(** (b) of the proof: before column x the board is as a window says, from row r on up to the next strip. *)
Record stands (x r : nat) (w : window) (beyond : list strip) : Prop := {
  at_row : row_phase w = r mod length (rows_beyond beyond);
  at_diagonal : diagonal_phase w = (r - x) mod length (diagonals_beyond beyond);
  as_window : forall i, is_before beyond x (r + i) ->
    as_said x r (r - x) i (rows_beyond beyond) (diagonals_beyond beyond) (rows w) (diagonals w)
}.

(** The rows and diagonals that the frame of strip s passes in column x hold what its words say. *)
Definition hands_over (s : strip) (x : nat) : Prop :=
  (forall y, frame s x <= y < frame s (S x) -> left k (S x) y = cyclic (rows_left s) y) /\
  (forall d, frame s x - x <= d < frame s (S x) - S x -> diagonal k (S x) d = cyclic (diagonals_left s) d).
Definition next_hands_over (beyond : list strip) (x : nat) : Prop :=
  match beyond with [] => True | s :: _ => hands_over s x end.

(** (between), as it is used. *)
Definition no_room_behind (beyond : list strip) : Prop :=
  forall y d, (N.of_nat k <= level beyond + cyclic (rows_beyond beyond) y + cyclic (diagonals_beyond beyond) d)%N.

Lemma with_base_length (A : list N) (phase n : nat) (l : list N) : length (with_base A phase n l) = n.
Proof. unfold with_base. rewrite map_length. apply seq_length. Qed.

Lemma strip_in_column (x r : nat) (w : window) (beyond : list strip) (seen : N)
    (move : list N -> list N -> option nat) (result : step_result) :
  x <= r -> no_room_behind beyond -> stands x r w beyond -> above k x r = seen ->
  walk_and_move beyond w seen move = Some result -> has_room beyond x r (reach result) ->
  (forall i, is_before beyond x (r + i) -> palace k x (r + i) = nth i (marks result) false) /\
  (forall i, reach result <= i -> has_room beyond x r i -> above k x (r + i) = level beyond) /\
  let s := length (passed_rows result) in
  (next_hands_over beyond x -> 1 <= s -> has_room beyond (S x) r s ->
    stands (S x) (r + s) (next_window result) beyond /\
    (forall i, i < s -> left k (S x) (r + i) = nth i (passed_rows result) 0%N) /\
    (forall i, i < s - 1 -> diagonal k (S x) (r - x + i) = nth i (passed_diagonals result) 0%N)).
Proof.
  intros Hx Between [Row Diagonal Said] Seen. unfold walk_and_move.
  set (A := rows_beyond beyond) in *. set (B := diagonals_beyond beyond) in *.
  destruct (walk_in_strip _ A B _ _ _ _ _ _ _) as [[m [hs ds]]|] eqn:Walk; [|discriminate].
  destruct (move hs ds) as [s|]; [|discriminate]. intros [= <-].
  cbn [marks reach passed_rows passed_diagonals next_window]. intros Room.
  destruct (walk_extends_lists _ _ _ _ _ _ _ _ _ _ _ _ Walk) as [LongRows LongDiagonals].
  assert (RowPhase : forall i, cyclic A (row_phase w + i) = cyclic A (r + i))
    by (intros i; rewrite Row; apply cyclic_phase).
  assert (DiagonalPhase : forall i, cyclic B (diagonal_phase w + i) = cyclic B (r - x + i))
    by (intros i; rewrite Diagonal; apply cyclic_phase).
  (* The walk, for as many rows as there are before the next strip. *)
  assert (Walked : forall i, has_room beyond x r i ->
    (forall j, j < i -> palace k x (r + j) = nth j m false /\ as_said (S x) r (r - x) j A B hs ds) /\
    (length m <= i -> above k x (r + i) = level beyond)).
  { intros i Hi.
    assert (Rows : exists n, i <= n /\ length m <= n /\ forall j, j < n -> is_before beyond x (r + j)).
    { unfold has_room, is_before in *. destruct beyond as [|s' beyond'].
      - exists (Nat.max i (length m)). repeat split; lia.
      - exists (frame s' x - r). repeat split; intros; lia. }
    destruct Rows as (n & Hn & Hm & Before).
    destruct (walk_in_strip_is_right A B (level beyond) Between _ _ _ _ _ _ _ _ _ Walk x r n) as (P & After & Above);
      try assumption.
    { intros j Hj. apply Said, Before, Hj. }
    split; [intros j Hj; split; [apply P | apply After]; lia | intros; apply Above; lia]. }
  assert (Here : forall i, is_before beyond x (r + i) ->
    palace k x (r + i) = nth i m false /\ as_said (S x) r (r - x) i A B hs ds).
  { intros i Hi. apply (Walked (S i)); [|lia]. unfold has_room, is_before in *. destruct beyond; [exact I | lia]. }
  split; [intros i Hi; apply Here, Hi|]. split; [intros i Hi Free; apply Walked; [exact Free | lia]|].
  rewrite with_base_length. cbv zeta. intros Next S1 Room'.
  (* What the next strip has passed is as A and B say. *)
  assert (AllRows : forall i, is_before beyond (S x) (r + i) ->
    left k (S x) (r + i) = (cyclic A (r + i) + nth i hs 0)%N).
  { intros i Hi. unfold is_before, has_room, next_hands_over in *. subst A B. destruct beyond as [|s' beyond'].
    - apply (Here i I).
    - destruct (Nat.lt_ge_cases (r + i) (frame s' x)) as [L|L]; [apply (Here i L)|].
      destruct Next as [Next _]. rewrite Next by lia. rewrite (nth_overflow hs) by lia. simpl. lia. }
  assert (AllDiagonals : forall i, is_before beyond (S x) (S (r + i)) ->
    diagonal k (S x) (r - x + i) = (cyclic B (r - x + i) + nth i ds 0)%N).
  { intros i Hi. unfold is_before, has_room, next_hands_over in *. subst A B. destruct beyond as [|s' beyond'].
    - apply (Here i I).
    - destruct (Nat.lt_ge_cases (r + i) (frame s' x)) as [L|L]; [apply (Here i L)|].
      destruct Next as [_ Next]. rewrite Next by lia. rewrite (nth_overflow ds) by lia. simpl. lia. }
  split; [split; cbn [row_phase diagonal_phase rows diagonals]|split].
  - fold A. rewrite Row. apply next_phase.
  - fold B. rewrite Diagonal, next_phase. f_equal. lia.
  - intros i Hi. fold A B. unfold as_said.
    rewrite !nth_skipn, <- Nat.add_assoc, AllRows by (rewrite Nat.add_assoc; exact Hi). split; [reflexivity|].
    replace (r + s - S x + i) with (r - x + (s - 1 + i)) by lia.
    rewrite AllDiagonals; [reflexivity|]. replace (S (r + (s - 1 + i))) with (r + s + i) by lia. exact Hi.
  - intros i Hi. unfold with_base. rewrite nth_map_seq, RowPhase by exact Hi. apply AllRows.
    unfold is_before, has_room in *. destruct beyond; [exact I | lia].
  - intros i Hi. unfold with_base. rewrite nth_map_seq, DiagonalPhase by exact Hi. apply AllDiagonals.
    unfold is_before, has_room in *. destruct beyond; [exact I | lia].
Qed.

End Strip.
