(** * The whole board of W^7

    W7.v says what columns hold between the events. Here is the rest, the six columns from an event on and those before
    column 40, and a function that decides each position, of any size: [palaces_of_W7]. *)

From Coq Require Import ZArith List Lia Bool Arith ZifyNat ZifyBool.
From Wythoff Require Import Game Queen Automaton W7Machine W7.
Import ListNotations.

Ltac Zify.zify_post_hook ::= PreOmega.Z.to_euclidean_division_equations.

Local Open Scope Z_scope.

(** ** The function *)

(** The number of the last event up to column x, and its column, if event n at column e is up to x: events are tried one
    after the other. *)
Fixpoint last_event (fuel : nat) (n e x : Z) : Z * Z :=
  match fuel with
  | O => (n, e)
  | S less =>
      let next := 5 * ((e - n + 1) / 2) + 1 in
      if x <? next then (n, e) else last_event less (n + 1) next x
  end.

(** The rows of the two inner threads in the six columns from an event on, counted from the upper one's line before it.
    There are two kinds of events. *)
Definition rows_at_event (kind : Z) : list (list Z) :=
  if kind =? 0 then [[0]; [2; 4]; [5; 6]; [7; 9]; [9; 11]; [10; 14]]
  else [[4]; [0; 3]; [5; 7]; [8; 9]; [10; 12]; [12; 14]].

(** The palaces of column x from the main diagonal on (in the first 40 columns: all). *)
Definition rows_of_column (x : Z) : list Z :=
  if x <? 40 then map Z.of_nat (nth (Z.to_nat x) first_columns [])
  else
    let (n, e) := last_event (Z.to_nat (Z.log2 x)) 0 26 x in
    let inner :=
      if x <? e + 6 then
        map (fun row => 5 * (e - n) / 2 - 8 + row) (nth (Z.to_nat (x - e)) (rows_at_event ((e - n) mod 2)) [])
      else [5 * (x - (n + 1)) / 2 - 8; 5 * (x - (n + 1)) / 2 - 4] in
    inner ++ [5 * x / 2 + 3; 5 * x / 2 + 4; 5 * x / 2 + 5].

Definition in_W7 (x y : Z) : bool := existsb (Z.eqb (Z.max x y)) (rows_of_column (Z.min x y)).

(** ** It is right *)

Lemma event_grows (n : nat) :
  Z.of_nat (event (S n)) >= 2 * Z.of_nat (event n) /\ Z.of_nat (event n) >= 26 + 5 * Z.of_nat n.
Proof.
  induction n as [|n [G B]]; [change (event 1) with 66%nat; simpl event; lia|].
  assert (B' : Z.of_nat (event (S n)) >= 26 + 5 * Z.of_nat (S n)) by lia. split; [|exact B'].
  change (event (S (S n))) with (5 * ((event (S n) - S n + 1) / 2) + 1)%nat. lia.
Qed.

Lemma last_event_is_right (x : nat) : forall fuel m,
  (event m <= x)%nat -> Z.of_nat x < 26 * 2 ^ Z.of_nat (m + fuel) ->
  (forall i, 26 * 2 ^ Z.of_nat i <= Z.of_nat (event i)) ->
  exists n, last_event fuel (Z.of_nat m) (Z.of_nat (event m)) (Z.of_nat x) = (Z.of_nat n, Z.of_nat (event n)) /\
    (event n <= x < event (S n))%nat.
Proof.
  induction fuel as [|fuel IH]; intros m Hm Big Grow; cbn [last_event].
  - exfalso. specialize (Grow m). rewrite Nat.add_0_r in Big. lia.
  - pose proof (event_grows m) as [_ B].
    replace (5 * ((Z.of_nat (event m) - Z.of_nat m + 1) / 2) + 1) with (Z.of_nat (event (S m)))
      by (change (event (S m)) with (5 * ((event m - m + 1) / 2) + 1)%nat; lia).
    destruct (Z.ltb_spec (Z.of_nat x) (Z.of_nat (event (S m)))) as [L|L].
    + exists m. split; [reflexivity | lia].
    + replace (Z.of_nat m + 1) with (Z.of_nat (S m)) by lia. apply IH; [lia | | exact Grow].
      replace (S m + fuel)%nat with (m + S fuel)%nat by lia. exact Big.
Qed.

Lemma last_event_of_column (x : nat) : (40 <= x)%nat -> exists n,
  last_event (Z.to_nat (Z.log2 (Z.of_nat x))) 0 26 (Z.of_nat x) = (Z.of_nat n, Z.of_nat (event n)) /\
  (event n <= x < event (S n))%nat.
Proof.
  intros H. apply (last_event_is_right x _ 0); [simpl event; lia | |].
  - rewrite Nat.add_0_l, Z2Nat.id by apply Z.log2_nonneg.
    pose proof (Z.log2_spec (Z.of_nat x) ltac:(lia)) as [_ L]. rewrite Z.pow_succ_r in L by apply Z.log2_nonneg. lia.
  - induction i as [|i IH]; [reflexivity|]. pose proof (event_grows i).
    rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. lia.
Qed.

(** The first columns, by their table. *)
Lemma early_column (x y : nat) : (x < 40)%nat ->
  in_first_columns x y = existsb (Z.eqb (Z.of_nat y)) (map Z.of_nat (nth x first_columns [])).
Proof.
  intros Hx.
  assert (Column : nth x first_table [] = map (fun y => existsb (Nat.eqb y) (nth x first_columns [])) (seq 0 106)).
  { assert (Table : first_table = map (fun c => map (fun y => existsb (Nat.eqb y) c) (seq 0 106)) first_columns)
      by reflexivity.
    rewrite Table, (nth_indep _ [] (map (fun y => existsb (Nat.eqb y) []) (seq 0 106))) by exact Hx.
    apply (map_nth (fun c => map (fun y => existsb (Nat.eqb y) c) (seq 0 106))). }
  assert (Same : existsb (Z.eqb (Z.of_nat y)) (map Z.of_nat (nth x first_columns []))
    = existsb (Nat.eqb y) (nth x first_columns [])).
  { clear Column. induction (nth x first_columns []) as [|a l IH]; [reflexivity|]. simpl. rewrite IH. f_equal. lia. }
  rewrite Same. unfold in_first_columns. rewrite Column. destruct (Nat.lt_ge_cases y 106) as [L|L].
  - rewrite (nth_indep _ false (existsb (Nat.eqb 0) (nth x first_columns []))) by (rewrite map_length, seq_length; lia).
    rewrite (map_nth (fun y => existsb (Nat.eqb y) (nth x first_columns []))), seq_nth by assumption. reflexivity.
  - rewrite nth_overflow by (rewrite map_length, seq_length; lia). symmetry.
    destruct (existsb (Nat.eqb y) _) eqn:E; [|reflexivity]. apply existsb_exists in E. destruct E as (a & Ha & E).
    apply Nat.eqb_eq in E. subst a.
    assert (Low : forallb (forallb (fun a => (a <? 106)%nat)) first_columns = true) by reflexivity.
    rewrite forallb_forall in Low. specialize (Low _ (nth_In first_columns [] Hx)).
    rewrite forallb_forall in Low. specialize (Low _ Ha). lia.
Qed.

(** Marks as a list of rows. *)
Definition rows_marked (row : Z) (marks : list bool) : list Z :=
  map (fun i => row + Z.of_nat i) (filter (fun i => nth i marks false) (seq 0 (length marks))).

Lemma in_rows_marked (row : nat) (marks : list bool) (y : nat) :
  existsb (Z.eqb (Z.of_nat y)) (rows_marked (Z.of_nat row) marks) = (row <=? y)%nat && nth (y - row) marks false.
Proof.
  apply eq_true_iff_eq. rewrite existsb_exists, andb_true_iff, Nat.leb_le. unfold rows_marked. split.
  - intros (z & H & E). apply in_map_iff in H. destruct H as (i & <- & H). apply filter_In in H.
    apply Z.eqb_eq in E. replace (y - row)%nat with i by lia. split; [lia | apply H].
  - intros [L H]. exists (Z.of_nat y). split; [|apply Z.eqb_refl]. apply in_map_iff. exists (y - row)%nat.
    split; [lia|]. apply filter_In. split; [|exact H]. apply in_seq.
    destruct (Nat.lt_ge_cases (y - row) (length marks)); [lia|]. rewrite nth_overflow in H by assumption. discriminate.
Qed.

(** A column that has these marks and the outer threads. *)
Lemma column_as_rows (x row : nat) (marks : list bool) (y : nat) : column_has x row marks -> (x <= y)%nat ->
  palace 7 x y = existsb (Z.eqb (Z.of_nat y)) (rows_marked (Z.of_nat row) marks ++
    [5 * Z.of_nat x / 2 + 3; 5 * Z.of_nat x / 2 + 4; 5 * Z.of_nat x / 2 + 5]).
Proof.
  intros Column Hy. rewrite (Column y Hy), existsb_app, in_rows_marked. f_equal. unfold outer_begin. cbn [existsb].
  rewrite orb_false_r. lia.
Qed.

(** The two kinds of events, by computation. *)
Lemma rows_of_event (f i : nat) (row : Z) : (f <= 1)%nat -> (i < 6)%nat ->
  map (fun r => row + r) (nth i (rows_at_event (Z.of_nat (1 - f))) []) =
  let (b, marks) := nth i (columns_of_event f) (0%nat, []) in rows_marked (row + Z.of_nat b) marks.
Proof.
  intros F Hi. assert (Two : f = 0%nat \/ f = 1%nat) by lia. clear F.
  assert (Six : (i = 0 \/ i = 1 \/ i = 2 \/ i = 3 \/ i = 4 \/ i = 5)%nat) by lia. clear Hi.
  destruct Two as [-> | ->]; destruct Six as [->|[->|[->|[->|[->| ->]]]]];
    cbv -[Z.add]; repeat (f_equal; try lia).
Qed.

Theorem palaces_of_W7 (x y : nat) : palace 7 x y = in_W7 (Z.of_nat x) (Z.of_nat y).
Proof.
  assert (Upper : forall x y, (x <= y)%nat ->
    palace 7 x y = existsb (Z.eqb (Z.of_nat y)) (rows_of_column (Z.of_nat x))).
  { clear x y. intros x y Hy. unfold rows_of_column. destruct (Z.ltb_spec (Z.of_nat x) 40) as [L|L].
    - rewrite Nat2Z.id, first_columns_are_right by lia. apply early_column. lia.
    - destruct (last_event_of_column x ltac:(lia)) as (n & -> & Hn).
      destruct (Z.ltb_spec (Z.of_nat x) (Z.of_nat (event n) + 6)) as [Near|Far].
      + (* An event. *)
        destruct n as [|n]; [simpl event in Near; lia|].
        destruct (all_events n) as [(r & f & R) _].
        destruct (event_passes (S n) r f R) as (_ & Columns & _).
        specialize (Columns (x - event (S n))%nat ltac:(lia)).
        replace (event (S n) + (x - event (S n)))%nat with x in Columns by lia.
        destruct R as [F _ Height _ _ _]. clear L.
        pose proof (event_grows (S n)) as [_ B].
        replace (Z.to_nat (Z.of_nat x - Z.of_nat (event (S n)))) with (x - event (S n))%nat by lia.
        replace ((Z.of_nat (event (S n)) - Z.of_nat (S n)) mod 2) with (Z.of_nat (1 - f)) by lia.
        replace (5 * (Z.of_nat (event (S n)) - Z.of_nat (S n)) / 2 - 8) with (Z.of_nat r) by lia.
        rewrite rows_of_event by lia.
        destruct (nth _ (columns_of_event f) _) as [b marks]. rewrite <- Nat2Z.inj_add.
        apply column_as_rows; assumption.
      + (* Between events. *)
        pose proof (high_enough n x ltac:(lia) ltac:(lia)) as High.
        pose proof (proj2 (all_events n) x ltac:(lia) ltac:(lia)) as Column.
        pose proof (event_grows n) as [_ B].
        rewrite (column_as_rows _ _ _ _ Column Hy). f_equal.
        change (rows_marked _ pair_of_rows) with
          [Z.of_nat (5 * (x - S n) / 2 - 8) + 0; Z.of_nat (5 * (x - S n) / 2 - 8) + 4].
        replace (5 * (Z.of_nat x - (Z.of_nat n + 1)) / 2 - 8) with (Z.of_nat (5 * (x - S n) / 2 - 8) + 0) by lia.
        f_equal. f_equal. f_equal. lia. }
  unfold in_W7. rewrite <- Nat2Z.inj_max, <- Nat2Z.inj_min. destruct (Nat.le_ge_cases x y) as [L|L].
  - rewrite Nat.min_l, Nat.max_r by assumption. apply Upper. assumption.
  - rewrite Nat.min_r, Nat.max_l, palaces_mirror by assumption. apply Upper. assumption.
Qed.

Theorem solved_7 : is_the_board 7 (fun x y => in_W7 (Z.of_nat x) (Z.of_nat y)).
Proof. apply palaces_are_the_board; [lia | exact palaces_of_W7]. Qed.

(** The answer for one position, of any size. *)
Definition winner_in_W7 (x y : Z) : player := if in_W7 x y then Previous else Next.

Theorem W7_answers (winner : player) (x y : Z) : 0 <= x -> 0 <= y -> winner_in_W7 x y = winner ->
  @wins queen (7 - 1) winner (Z.to_nat x, Z.to_nat y).
Proof.
  intros Hx Hy. destruct (solved_7 (Z.to_nat x) (Z.to_nat y)) as [P N]. rewrite !Z2Nat.id in P, N by assumption.
  unfold winner_in_W7. destruct (in_W7 x y); intros <-; [apply P | apply N]; reflexivity.
Qed.
