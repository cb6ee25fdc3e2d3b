(** * W^7: two of its threads drift away from their line

    Three threads of W^7 keep to the line y = 5x/2, and two fall behind it by 5/2 rows at each event; the events are the
    columns 26, 66, 166, 411, 1021, 2546, ... The proof is that of crates/wythoff/src/certificate/drift.rs.

    - [threads_of_W7]: the palaces of the columns between events;
    - [threads_of_W7_drift]: some are as far behind the line as you like. *)

From Coq Require Import List Lia Bool Arith ZifyNat ZifyBool.
From Wythoff Require Import Game Queen Automaton W7Machine.
Import ListNotations.

Ltac Zify.zify_post_hook ::= PreOmega.Z.to_euclidean_division_equations.

(** ** Between events, and over an event *)

(** The rows that hold 3 palaces to the left of the main diagonal, from row 40 on; the others hold 2. *)
Fixpoint event (n : nat) : nat :=
  match n with
  | O => 26
  | S m => 5 * ((event m - m + 1) / 2) + 1
  end.
Definition three_at (e y : nat) : nat := if y =? e then 3 else 2.

(** The two forms of the window between events, by turns, and r modulo 5 in them. *)
Definition form (f : nat) : window :=
  match f with
  | O => Window 6 [2; 1; 1; 2; 1; 1; 1; 1; 0; 1] [0; 0; 1]
  | _ => Window 6 [1; 2; 1; 1; 2; 1; 0; 1; 1] [0; 1]
  end.
Definition residue (f : nat) : nat := match f with O => 4 | _ => 2 end.

(** Column x, after n events, with the window in form f at row r. *)
Record is_regular (n x r f : nat) : Prop := {
  form_number : f <= 1;
  some_event : 1 <= n;
  height : 2 * r + 5 * n + 17 = 5 * x + f;
  lead : x + 49 <= r;
  no_event_yet : x <= event n < r;
  in_form : is_at (three_at (event n)) x r (form f)
}.

Lemma residue_of_r (n x r f : nat) : is_regular n x r f -> r mod 5 = residue f.
Proof. intros [F N H _ _ _]. destruct f as [|[|f]]; simpl residue; lia. Qed.

(** The palaces of the inner threads where they are regular. *)
Definition pair_of_rows : list bool := [true; false; false; false; true].

Lemma is_at_ext (g h : nat -> nat) (x r : nat) (w : window) :
  is_at g x r w -> (forall y, x <= y < r -> g y = h y) -> is_at h x r w.
Proof.
  intros [? ? Finished ? ? ? ? ?] E. split; try assumption. intros y Hy. rewrite Finished by assumption. auto.
Qed.

Lemma nth_repeat_in (a i n : nat) : i < n -> nth i (repeat a n) 0 = a.
Proof.
  revert i. induction n as [|n IH]; intros i H; [lia|]. destruct i as [|i]; [reflexivity|]. apply IH. lia.
Qed.

Lemma three_at_2 (e y : nat) : 2 <= three_at e y.
Proof. unfold three_at. destruct (y =? e); lia. Qed.

(** What the theorem says of column x after n events. *)
Definition on_its_lines (n x : nat) : Prop := column_has x (5 * (x - n) / 2 - 8) pair_of_rows.

Lemma regular_is_on_its_lines (n x r f : nat) :
  f <= 1 -> 2 * r + 5 * n + 17 = 5 * x + f -> column_has x r pair_of_rows -> on_its_lines n x.
Proof.
  intros F H Column. unfold on_its_lines. replace (5 * (x - n) / 2 - 8) with r by lia. exact Column.
Qed.

(** Several columns: those from x + i on read [hs]; the window of the first begins at row r + a. The result: for each
    column its first row, counted from r, with the palaces from there on; what is written; the window after them. It is
    checked that no row of the outer threads is looked at, and that rows are finished before they are read, if
    2r + 21 <= 5x and x + 49 <= r. *)
Fixpoint run (c i a : nat) (hs : list nat) (w : window) : option (list (nat * list bool) * list nat * window) :=
  match hs with
  | [] => Some ([], [], w)
  | h :: rest =>
      match step c h w with
      | Some t =>
          if (2 * (a + length (marks t)) <=? 5 * i + 26) && (i + 2 <=? a + advance t + 49)
             && (length (written t) =? advance t) then
            match run ((c + advance t) mod 5) (S i) (a + advance t) rest (after t) with
            | Some (columns, written', w') => Some ((a, marks t) :: columns, written t ++ written', w')
            | None => None
            end
          else None
      | None => None
      end
  end.

Lemma run_is_right (finished : nat -> nat) (x r : nat) :
  (forall y, 2 <= finished y) -> 2 * r + 21 <= 5 * x -> x + 49 <= r ->
  forall hs c i a w columns written' w', run c i a hs w = Some (columns, written', w') ->
  is_at finished (x + i) (r + a) w -> (r + a) mod 5 = c ->
  (forall j, j < length hs -> finished (x + i + j) = nth j hs 0) ->
  (forall j, j < length written' -> finished (r + a + j) = nth j written' 0) ->
  (forall j, j < length hs -> let (b, marked) := nth j columns (0, []) in column_has (x + i + j) (r + b) marked) /\
  is_at finished (x + i + length hs) (r + a + length written') w'.
Proof.
  intros Two Height Lead. induction hs as [|h hs IH]; intros c i a w columns written' w'; cbn [run].
  - intros [= <- <- <-] At _ _ _. simpl length. rewrite !Nat.add_0_r. split; [intros; lia | exact At].
  - destruct (step c h w) as [t|] eqn:Step; [|discriminate].
    destruct ((2 * (a + length (marks t)) <=? 5 * i + 26) && (i + 2 <=? a + advance t + 49)
      && (length (written t) =? advance t)) eqn:Checks; [|discriminate].
    rewrite !andb_true_iff, !Nat.leb_le, Nat.eqb_eq in Checks. destruct Checks as [[Reach Ahead] Length].
    destruct (run ((c + advance t) mod 5) (S i) (a + advance t) hs (after t)) as [[[rest more] last]|] eqn:Rest;
      [|discriminate].
    intros [= <- <- <-] At C Read Write.
    assert (H : finished (x + i) = h).
    { specialize (Read 0 ltac:(simpl; lia)). rewrite Nat.add_0_r in Read. exact Read. }
    destruct (step_is_right finished (x + i) (r + a) c w t At Two C) as [Column At'].
    + rewrite H. exact Step.
    + unfold outer_begin. lia.
    + lia.
    + intros j Hj. rewrite <- (app_nth1 _ more) by lia. apply Write. rewrite app_length. lia.
    + destruct (IH _ _ _ _ _ _ _ Rest) as [Columns Last].
      * replace (x + S i) with (S (x + i)) by lia. rewrite Nat.add_assoc. exact At'.
      * rewrite <- C, Nat.add_mod_idemp_l by lia. f_equal. lia.
      * intros j Hj. specialize (Read (S j) ltac:(simpl; lia)). rewrite <- Nat.add_succ_comm in Read.
        rewrite Nat.add_succ_r. exact Read.
      * intros j Hj. specialize (Write (advance t + j)). rewrite app_length, app_nth2 in Write by lia.
        replace (advance t + j - length (written t)) with j in Write by lia. rewrite !Nat.add_assoc in *.
        apply Write. lia.
      * rewrite app_length. simpl length.
        replace (x + i + S (length hs)) with (x + S i + length hs) by lia.
        replace (r + a + (length (written t) + length more)) with (r + (a + advance t) + length more) by lia.
        split; [|exact Last].
        intros [|j] Hj; [rewrite Nat.add_0_r; exact Column|]. simpl nth. simpl length in Hj.
        replace (x + i + S j) with (x + S i + j) by lia. apply Columns. lia.
Qed.

(** A column that reads 2. *)
Lemma regular_column (n x r f : nat) : is_regular n x r f -> x < event n ->
  column_has x r pair_of_rows /\ is_regular n (S x) (r + 3 - f) (1 - f).
Proof.
  intros R Before. pose proof (residue_of_r _ _ _ _ R) as C. destruct R as [F N Height Lead Event At].
  rewrite <- (Nat.add_0_r r) in C, At. rewrite <- (Nat.add_0_r x) in At.
  assert (Two : forall y, y <> event n -> three_at (event n) y = 2).
  { intros y Hy. unfold three_at. destruct (Nat.eqb_spec y (event n)); lia. }
  assert (Run : run (residue f) 0 0 [2] (form f) = Some ([(0, pair_of_rows)], repeat 2 (3 - f), form (1 - f))).
  { destruct f as [|[|f]]; [reflexivity | reflexivity | lia]. }
  destruct (run_is_right (three_at (event n)) x r (three_at_2 _) ltac:(lia) Lead _ _ _ _ _ _ _ _ Run At C)
    as [Columns At'].
  - intros [|j] Hj; [|simpl in Hj; lia]. apply Two. lia.
  - intros j Hj. rewrite repeat_length in Hj. rewrite nth_repeat_in by assumption. apply Two. lia.
  - rewrite repeat_length in At'. specialize (Columns 0 ltac:(simpl; lia)).
    simpl nth in Columns. cbv beta iota in Columns. rewrite !Nat.add_0_r in Columns.
    split; [exact Columns|]. simpl length in At'.
    replace (x + 0 + 1) with (S x) in At' by lia. replace (r + 0 + (3 - f)) with (r + 3 - f) in At' by lia.
    split; try lia. exact At'.
Qed.

(** The next event: where the machine writes its 3. *)
Lemma next_event (n r f : nat) : is_regular n (event n) r f -> event (S n) = r + 12 - 3 * f.
Proof.
  intros [F _ Height Lead _ _]. change (event (S n)) with (5 * ((event n - n + 1) / 2) + 1).
  destruct f as [|[|f]]; lia.
Qed.

(** An event, by computation: 11 columns, 25 rows with a 3 in row 12 or 9, and the same form again. *)
Definition columns_of_event (f : nat) : list (nat * list bool) :=
  match run (residue f) 0 0 (3 :: repeat 2 10) (form f) with Some (columns, _, _) => columns | None => [] end.

Lemma event_by_computation (f : nat) : f <= 1 ->
  run (residue f) 0 0 (3 :: repeat 2 10) (form f) =
    Some (columns_of_event f, repeat 2 (12 - 3 * f) ++ 3 :: repeat 2 (12 + 3 * f), form f) /\
  forall i, 6 <= i < 11 -> exists a f', f' <= 1 /\ 2 * a + f + 5 = 5 * i + f' /\
    nth i (columns_of_event f) (0, []) = (a, pair_of_rows).
Proof.
  intros F. assert (Two : f = 0 \/ f = 1) by lia. clear F. destruct Two as [-> | ->]; (split; [reflexivity|]);
    intros i Hi; assert (Which : i = 6 \/ i = 7 \/ i = 8 \/ i = 9 \/ i = 10) by lia;
    destruct Which as [->|[->|[->|[->| ->]]]];
    match goal with
    | |- context [nth ?i ?columns ?d] =>
        let entry := eval vm_compute in (nth i columns d) in
        match entry with (?a, _) => exists a end
    end;
    (exists 0; split; [lia|]; split; [lia | reflexivity]) || (exists 1; split; [lia|]; split; [lia | reflexivity]).
Qed.

(** An event takes 11 columns, after which the window is in the same form again. From the seventh on the inner threads
    are on their new lines. It writes the next 3. *)
Lemma event_passes (n r f : nat) : is_regular n (event n) r f ->
  is_regular (S n) (event n + 11) (r + 25) f /\
  (forall i, i < 11 ->
    let (b, marked) := nth i (columns_of_event f) (0, []) in column_has (event n + i) (r + b) marked) /\
  forall i, 6 <= i < 11 -> on_its_lines (S n) (event n + i).
Proof.
  intros R. pose proof (residue_of_r _ _ _ _ R) as C. pose proof (next_event _ _ _ R) as Next.
  destruct R as [F N Height Lead Event At].
  (* The rows that are read, and those that are written, hold 3 at this event and at the next one. *)
  set (finished := fun y => if (y =? event n) || (y =? event (S n)) then 3 else 2).
  assert (Two : forall y, 2 <= finished y).
  { intros y. unfold finished. destruct ((y =? event n) || (y =? event (S n))); lia. }
  assert (Three : forall y, y = event n \/ y = event (S n) -> finished y = 3).
  { intros y H. unfold finished. destruct (Nat.eqb_spec y (event n)), (Nat.eqb_spec y (event (S n))); tauto. }
  assert (Else : forall y, y <> event n -> y <> event (S n) -> finished y = 2).
  { intros y H H'. unfold finished. destruct (Nat.eqb_spec y (event n)), (Nat.eqb_spec y (event (S n))); tauto. }
  apply (is_at_ext _ finished) in At.
  2: { intros y Hy. unfold finished, three_at.
       destruct (Nat.eqb_spec y (event n)), (Nat.eqb_spec y (event (S n))); simpl; lia. }
  clearbody finished. rewrite <- (Nat.add_0_r r) in C, At. rewrite <- (Nat.add_0_r (event n)) in At.
  destruct (event_by_computation f F) as [Run Lines].
  destruct (run_is_right finished (event n) r Two ltac:(lia) Lead _ _ _ _ _ _ _ _ Run At C) as [Columns At'].
  - intros [|j] Hj; [apply Three; lia|]. cbn [length] in Hj. rewrite repeat_length in Hj.
    change (nth (S j) (3 :: repeat 2 10) 0) with (nth j (repeat 2 10) 0).
    rewrite nth_repeat_in by lia. apply Else; lia.
  - intros j Hj. rewrite app_length in Hj. cbn [length] in Hj. rewrite !repeat_length in Hj.
    destruct (Nat.lt_trichotomy j (12 - 3 * f)) as [L|[->|L]].
    + rewrite app_nth1, nth_repeat_in by (rewrite ?repeat_length; lia). apply Else; lia.
    + rewrite app_nth2, repeat_length, Nat.sub_diag by (rewrite repeat_length; lia). apply Three. lia.
    + rewrite app_nth2, repeat_length by (rewrite repeat_length; lia).
      destruct (j - (12 - 3 * f)) as [|j'] eqn:E; [lia|]. cbn [nth]. rewrite nth_repeat_in by lia. apply Else; lia.
  - split; [|split].
    + rewrite app_length in At'. cbn [length] in At'. rewrite !repeat_length in At'.
      replace (event n + 0 + 11) with (event n + 11) in At' by lia.
      replace (r + 0 + (12 - 3 * f + S (12 + 3 * f))) with (r + 25) in At' by lia.
      split; try lia. apply (is_at_ext _ _ _ _ _ At'). intros y Hy. unfold three_at.
      destruct (Nat.eqb_spec y (event (S n))); [apply Three; lia | apply Else; lia].
    + intros i Hi. specialize (Columns i ltac:(cbn [length]; rewrite repeat_length; lia)).
      rewrite Nat.add_0_r in Columns.
      destruct (nth i (columns_of_event f) (0, [])). exact Columns.
    + intros i Hi. destruct (Lines i Hi) as (a & f' & F' & H & Entry).
      specialize (Columns i ltac:(simpl; lia)). rewrite Entry in Columns. rewrite Nat.add_0_r in Columns.
      apply (regular_is_on_its_lines (S n) _ (r + a) f'); [assumption | lia | exact Columns].
Qed.

(** ** The first columns *)

(** The palaces of the columns before column 40. *)
Definition first_columns : list (list nat) := [
  [0; 1; 2; 3; 4; 5; 6]; [0; 1; 2; 3; 4; 7; 8]; [0; 1; 2; 5; 6; 9; 10]; [0; 1; 4; 7; 8; 11; 12];
  [0; 1; 3; 9; 13; 14; 15]; [0; 2; 7; 11; 15; 16; 17]; [0; 2; 10; 13; 18; 19; 20]; [1; 3; 5; 16; 20; 21; 22];
  [1; 3; 14; 18; 23; 24; 25]; [2; 4; 12; 17; 25; 26; 27]; [2; 6; 19; 21; 28; 29; 30]; [3; 5; 22; 23; 30; 31; 32];
  [3; 9; 24; 26; 33; 34; 35]; [4; 6; 26; 28; 35; 36; 37]; [4; 8; 27; 31; 38; 39; 40]; [4; 5; 29; 33; 40; 41; 42];
  [5; 7; 32; 36; 43; 44; 45]; [5; 9; 34; 38; 45; 46; 47]; [6; 8; 37; 41; 48; 49; 50]; [6; 10; 39; 43; 50; 51; 52];
  [6; 7; 42; 46; 53; 54; 55]; [7; 10; 44; 48; 55; 56; 57]; [7; 11; 47; 51; 58; 59; 60]; [8; 11; 49; 53; 60; 61; 62];
  [8; 12; 52; 56; 63; 64; 65]; [8; 9; 54; 58; 65; 66; 67]; [9; 12; 13; 57; 68; 69; 70]; [9; 14; 59; 61; 70; 71; 72];
  [10; 13; 62; 63; 73; 74; 75]; [10; 15; 64; 66; 75; 76; 77]; [10; 11; 66; 68; 78; 79; 80];
  [11; 14; 67; 71; 80; 81; 82]; [11; 16; 69; 73; 83; 84; 85]; [12; 15; 72; 76; 85; 86; 87];
  [12; 17; 74; 78; 88; 89; 90]; [12; 13; 77; 81; 90; 91; 92]; [13; 16; 79; 83; 93; 94; 95];
  [13; 18; 82; 86; 95; 96; 97]; [14; 17; 84; 88; 98; 99; 100]; [14; 19; 87; 91; 100; 101; 102]
].

(** The same as a table of 40 columns and 106 rows. *)
Definition first_table : list (list bool) :=
  Eval vm_compute in map (fun column => map (fun y => existsb (Nat.eqb y) column) (seq 0 106)) first_columns.
Definition in_first_columns (x y : nat) : bool := nth y (nth x first_table []) false.

(** A set that obeys the recursion on the first columns and rows is the set of palaces there. *)
Definition obeys_recursion (P : nat -> nat -> bool) (columns rows : nat) : bool :=
  forallb (fun x => forallb (fun y =>
    Bool.eqb (P x y) (count (fun c => P (fst c) (snd c)) (queen_moves (x, y)) <? 7)) (seq 0 rows)) (seq 0 columns).

Lemma palaces_by_computation (P : nat -> nat -> bool) (columns rows : nat) : obeys_recursion P columns rows = true ->
  forall x y, x < columns -> y < rows -> palace 7 x y = P x y.
Proof.
  intros H x y Hx Hy. unfold palace.
  apply (solutions_agree queen 7 (P_position 7) (fun c => P (fst c) (snd c))
    (fun c => fst c < columns /\ snd c < rows)) with (p := (x, y)).
  - intros [i j] [i' j'] [Hi Hj] Move. simpl in Hi, Hj |- *. apply queen_moves_spec in Move.
    destruct Move as [[? ->]|[[-> ?]|(d & ?)]]; lia.
  - intros p _. apply P_positions_exist.
  - intros [i j] [Hi Hj]. simpl in Hi, Hj. unfold obeys_recursion in H. rewrite forallb_forall in H.
    specialize (H i). rewrite in_seq in H. specialize (H ltac:(lia)). rewrite forallb_forall in H.
    specialize (H j). rewrite in_seq in H. specialize (H ltac:(lia)). apply Bool.eqb_prop in H. exact H.
  - split; assumption.
Qed.

Lemma first_columns_obey : obeys_recursion in_first_columns 40 106 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma first_columns_up_to_row_106 (x y : nat) : x < 40 -> y < 106 -> palace 7 x y = in_first_columns x y.
Proof. exact (palaces_by_computation in_first_columns 40 106 first_columns_obey x y). Qed.

(** Further down these columns hold nothing: 7 palaces are above. *)
Lemma first_columns_are_full : forallb (fun x => count (in_first_columns x) (seq 0 106) =? 7) (seq 0 40) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma first_columns_below (x y : nat) : x < 40 -> 106 <= y -> palace 7 x y = false.
Proof.
  intros Hx Hy.
  assert (Seven : forall d, 7 <= above x (106 + d)).
  { induction d as [|d IH]; [|rewrite Nat.add_succ_r, above_S; lia].
    pose proof first_columns_are_full as H. rewrite forallb_forall in H. specialize (H x). rewrite in_seq in H.
    specialize (H ltac:(lia)). apply Nat.eqb_eq in H.
    rewrite Nat.add_0_r. unfold above, seen_up, palaces_among, upwards. rewrite count_map. apply Nat.eq_le_incl.
    transitivity (count (in_first_columns x) (seq 0 106)); [symmetry; exact H|].
    apply count_ext. intros i Hi. apply in_seq in Hi. symmetry. apply first_columns_up_to_row_106; lia. }
  specialize (Seven (y - 106)). replace (106 + (y - 106)) with y in Seven by lia.
  rewrite palace_by_lines by lia. apply Nat.ltb_ge. lia.
Qed.

Lemma first_columns_are_right (x y : nat) : x < 40 -> palace 7 x y = in_first_columns x y.
Proof.
  intros Hx. destruct (Nat.lt_ge_cases y 106) as [Hy|Hy]; [apply first_columns_up_to_row_106; assumption|].
  rewrite first_columns_below by assumption. symmetry. unfold in_first_columns. apply nth_overflow.
  assert (Short : forallb (fun column => length column =? 106) first_table = true) by reflexivity.
  rewrite forallb_forall in Short. specialize (Short (nth x first_table [])).
  assert (In (nth x first_table []) first_table) as Column by (apply nth_In; exact Hx).
  apply Short, Nat.eqb_eq in Column. lia.
Qed.

(** What column 40 sees to its left and diagonally, by counting. *)
Definition left_of_40 (y : nat) : nat := count (fun x => in_first_columns x y) (seq 0 40).
Definition before_40_on_diagonal (d : nat) : nat := count (fun x => in_first_columns x (x + d)) (seq 0 40).

Lemma left_40 (y : nat) : left 40 y = left_of_40 y.
Proof.
  unfold left, seen_left, palaces_among, to_the_left. rewrite count_map. apply count_ext. intros x Hx.
  apply in_seq in Hx. apply first_columns_are_right. lia.
Qed.
Lemma diagonal_sum (x d : nat) : x <= 40 -> diagonal x d = count (fun x => in_first_columns x (x + d)) (seq 0 x).
Proof.
  induction x as [|x IH]; intros Hx; [reflexivity|]. rewrite diagonal_S, IH, first_columns_are_right by lia.
  rewrite seq_S, count_app, count_cons. change (0 + x) with x. apply f_equal.
  destruct (in_first_columns x (x + d)); reflexivity.
Qed.

(** The board at column 40, row by row and diagonal by diagonal. *)
Definition as_at_40 : bool :=
  forallb (fun y => left_of_40 y =?
      if y <? 89 then three_at 66 y else if y <? 103 then outer y + nth (y - 89) (rows (form 0)) 0 else 0)
    (seq 40 66)
  && forallb (fun d =>
      if d <? 43 then 3 <=? before_40_on_diagonal d
      else if d <? 63 then before_40_on_diagonal d =? 2 + nth (d - 43) (diagonals (form 0)) 0
      else before_40_on_diagonal d =? (if d =? 63 then 1 else 0))
    (seq 0 106).
Lemma it_is_as_at_40 : as_at_40 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma at_40 : is_at (three_at 66) 40 89 (form 0).
Proof.
  pose proof it_is_as_at_40 as H. unfold as_at_40 in H. rewrite andb_true_iff, !forallb_forall in H.
  destruct H as [Left Diagonal].
  assert (Rows : forall y, 40 <= y -> left 40 y =
    if y <? 89 then three_at 66 y else if y <? 103 then outer y + nth (y - 89) (rows (form 0)) 0 else 0).
  { intros y Hy. rewrite left_40. destruct (Nat.lt_ge_cases y 106) as [L|L].
    - apply Nat.eqb_eq. apply Left. apply in_seq. lia.
    - destruct (Nat.ltb_spec y 89); [lia|]. destruct (Nat.ltb_spec y 103); [lia|]. unfold left_of_40.
      rewrite (count_ext _ _ (fun _ => false)); [reflexivity|]. intros x Hx. apply in_seq in Hx.
      rewrite <- first_columns_are_right by lia. apply first_columns_below; lia. }
  assert (Diagonals : forall d,
    if d <? 43 then 3 <= diagonal 40 d
    else if d <? 63 then diagonal 40 d = 2 + nth (d - 43) (diagonals (form 0)) 0
    else diagonal 40 d = if d =? 63 then 1 else 0).
  { intros d.
    assert (Sum : diagonal 40 d = before_40_on_diagonal d) by (apply diagonal_sum; lia). rewrite Sum. clear Sum.
    destruct (Nat.lt_ge_cases d 106) as [L|L].
    - specialize (Diagonal d). rewrite in_seq in Diagonal. specialize (Diagonal ltac:(lia)).
      destruct (d <? 43); [apply Nat.leb_le; exact Diagonal|].
      destruct (d <? 63); apply Nat.eqb_eq; exact Diagonal.
    - destruct (Nat.ltb_spec d 43); [lia|]. destruct (Nat.ltb_spec d 63); [lia|].
      destruct (Nat.eqb_spec d 63); [lia|].
      unfold before_40_on_diagonal. rewrite (count_ext _ _ (fun _ => false)); [reflexivity|]. intros x Hx.
      apply in_seq in Hx. rewrite <- first_columns_are_right by lia. apply first_columns_below; lia. }
  assert (Begin : outer_begin 40 = 103) by reflexivity.
  split; rewrite ?Begin; change (margin (form 0)) with 6; cbn [Nat.odd Nat.even negb].
  - lia.
  - lia.
  - intros y Hy. rewrite Rows by lia. destruct (Nat.ltb_spec y 89); [reflexivity|lia].
  - intros y Hy. rewrite Rows by lia. destruct (Nat.ltb_spec y 89); [lia|].
    destruct (Nat.ltb_spec y 103); [reflexivity|lia].
  - intros y Hy. rewrite Rows, andb_false_r by lia. destruct (Nat.ltb_spec y 89); [lia|].
    destruct (Nat.ltb_spec y 103); [lia|reflexivity].
  - intros d Hd. specialize (Diagonals d). destruct (Nat.ltb_spec d 43); [exact Diagonals|lia].
  - intros d Hd Ho. specialize (Diagonals d). destruct (Nat.ltb_spec d 43); [lia|].
    destruct (Nat.ltb_spec d 63); [|lia]. rewrite Diagonals. do 2 f_equal. lia.
  - intros d Hd. specialize (Diagonals d). destruct (Nat.ltb_spec d 43); [lia|].
    destruct (Nat.ltb_spec d 63); [lia|]. rewrite Diagonals, andb_false_r, orb_false_r.
    destruct (Nat.eqb_spec d 63), (Nat.eqb_spec (40 + d) 103); lia.
Qed.

Lemma regular_at_40 : is_regular 1 40 89 0.
Proof. split; try lia; [change (event 1) with 66; lia | exact at_40]. Qed.

(** ** The theorem *)

(** From a regular column on, up to the next event, all columns are regular. *)
Lemma until_the_next_event (n : nat) : forall d x r f, is_regular n x r f -> event n = x + d ->
  (exists r' f', is_regular n (event n) r' f') /\ (forall x', x <= x' < event n -> on_its_lines n x').
Proof.
  induction d as [|d IH]; intros x r f R E.
  - rewrite Nat.add_0_r in E. rewrite E in *. split; [exists r, f; assumption | intros; lia].
  - destruct (regular_column n x r f R ltac:(lia)) as [Column R'].
    destruct (IH _ _ _ R' ltac:(lia)) as [Event Lines]. split; [exact Event|].
    intros x' Hx. destruct (Nat.eq_dec x' x) as [->|]; [|apply Lines; lia].
    destruct R as [F _ H _ _ _]. exact (regular_is_on_its_lines n x r f F H Column).
Qed.

Lemma all_events (n : nat) :
  (exists r f, is_regular (S n) (event (S n)) r f) /\
  (forall x, 40 <= x -> event n + 6 <= x < event (S n) -> on_its_lines (S n) x).
Proof.
  induction n as [|n [(r & f & R) _]].
  - change (event 1) with 66. destruct (until_the_next_event 1 26 40 89 0 regular_at_40 eq_refl) as [Event Lines].
    split; [exact Event|]. intros x H40 Hx. apply Lines. change (event 1) with 66. lia.
  - destruct (event_passes (S n) r f R) as (R' & _ & Lines).
    pose proof (no_event_yet _ _ _ _ R') as Next.
    destruct (until_the_next_event (S (S n)) (event (S (S n)) - (event (S n) + 11)) _ _ _ R' ltac:(lia))
      as [Event Lines'].
    split; [exact Event|]. intros x _ Hx. destruct (Nat.lt_ge_cases x (event (S n) + 11)) as [L|L].
    + replace x with (event (S n) + (x - event (S n))) by lia. apply Lines. lia.
    + apply Lines'. lia.
Qed.

(** Heights above 8, so that nothing is cut off where 8 is taken away. *)
Lemma high_enough (n x : nat) : 40 <= x -> event n + 6 <= x -> 8 <= 5 * (x - S n) / 2.
Proof.
  intros H40 Hx. destruct n as [|n]; [lia|].
  destruct (all_events n) as [(r & f & [F _ H L _ _]) _]. lia.
Qed.

(** The cells of a column with these marks. *)
Lemma five_rows (row t y : nat) :
  (row <=? y) && nth (y - row) pair_of_rows false || (t <=? y) && (y <=? t + 2) = true <->
  y = row \/ y = row + 4 \/ y = t \/ y = t + 1 \/ y = t + 2.
Proof.
  unfold pair_of_rows. rewrite orb_true_iff, !andb_true_iff, !Nat.leb_le. split.
  - intros [[H1 H2]|H]; [|lia]. destruct (y - row) as [|[|[|[|[|i]]]]] eqn:E; simpl in H2; try discriminate; try lia.
    destruct i; discriminate.
  - intros [->|[->|H]]; [left|left|right; lia].
    + rewrite Nat.sub_diag. split; [lia|reflexivity].
    + replace (row + 4 - row) with 4 by lia. split; [lia|reflexivity].
Qed.

(** From column 40 on, let [event n] be the last event up to column x, and let it be 6 columns back or more: so there
    were n + 1 of them. Then the palaces of column x from the main diagonal on are these five. *)
Theorem threads_of_W7 (n x y : nat) :
  40 <= x -> event n + 6 <= x < event (n + 1) -> x <= y ->
  (palace 7 x y = true <->
    y = 5 * (x - (n + 1)) / 2 - 8 \/ y = 5 * (x - (n + 1)) / 2 - 4 \/
    y = 5 * x / 2 + 3 \/ y = 5 * x / 2 + 4 \/ y = 5 * x / 2 + 5).
Proof.
  rewrite Nat.add_1_r. intros H40 Hx Hy. pose proof (high_enough n x H40 ltac:(lia)) as High.
  rewrite (proj2 (all_events n) x H40 Hx y Hy), five_rows. unfold outer_begin.
  generalize dependent (5 * (x - S n) / 2). generalize (5 * x / 2). clear. intros t row High.
  split; intros [H|[H|[H|[H|H]]]]; lia.
Qed.

(** ** The drift *)

Lemma events_are_apart (n : nat) : event n + 6 < event (S n) /\ 26 + 5 * n <= event n.
Proof.
  induction n as [|n [A B]]; [change (event 1) with 66; simpl event; lia|].
  assert (B' : 26 + 5 * S n <= event (S n)) by lia. split; [|exact B'].
  change (event (S (S n))) with (5 * ((event (S n) - S n + 1) / 2) + 1). lia.
Qed.

(** However large d is, there is a palace (x, y) with y <= 5x/2 - d/2, and with y >= 2x: it is of no other thread. *)
Theorem threads_of_W7_drift (d : nat) : exists x y, 2 * x <= y /\ palace 7 x y = true /\ 2 * y + d <= 5 * x.
Proof.
  set (n := 8 + d). exists (event n + 6), (5 * (event n + 6 - (n + 1)) / 2 - 8).
  pose proof (events_are_apart n) as [A B]. split; [lia|]. split; [|lia].
  apply (threads_of_W7 n); [lia | rewrite Nat.add_1_r; lia | lia | left; reflexivity].
Qed.
