(** * CLN15's automaton (docs/SELF-SIMILAR.md, section 1)

    The _deviation_ of a cell is the number of palaces that a queen there sees, less k. It is negative at the palaces
    and nowhere else. CLN15 Theorem 1: it is a function of six deviations nearby ([automaton_of_the_game]), once it has
    the right values off the board. *)

From Coq Require Import ZArith List Lia Bool Arith.
From Wythoff Require Import Game Queen.
Import ListNotations.

(** ** Palaces seen along each line *)

Definition palaces_among (k : nat) : list cell -> nat := count (fun c => palace k (fst c) (snd c)).
Definition seen_left (k x y : nat) : nat := palaces_among k (to_the_left x y).
Definition seen_up (k x y : nat) : nat := palaces_among k (upwards x y).
Definition seen_diagonally (k x y : nat) : nat := palaces_among k (along_the_diagonal x y).

(** 1 at a palace, 0 elsewhere. *)
Definition one_if_palace (k x y : nat) : nat := if palace k x y then 1 else 0.

Lemma palaces_seen_by_lines (k x y : nat) :
  palaces_seen k x y = seen_left k x y + seen_up k x y + seen_diagonally k x y.
Proof.
  unfold palaces_seen, seen_left, seen_up, seen_diagonally, palaces_among, queen_moves. rewrite !count_app.
  apply Nat.add_assoc.
Qed.

Lemma seen_left_0 (k y : nat) : seen_left k 0 y = 0.
Proof. reflexivity. Qed.
Lemma seen_up_0 (k x : nat) : seen_up k x 0 = 0.
Proof. reflexivity. Qed.
Lemma seen_diagonally_from_the_left_edge (k y : nat) : seen_diagonally k 0 y = 0.
Proof. reflexivity. Qed.
Lemma seen_diagonally_from_the_upper_edge (k x : nat) : seen_diagonally k x 0 = 0.
Proof. unfold seen_diagonally, along_the_diagonal. rewrite Nat.min_0_r. reflexivity. Qed.

(** One step away from the corner one sees one cell more. *)
Lemma seen_left_S (k x y : nat) : seen_left k (S x) y = seen_left k x y + one_if_palace k x y.
Proof.
  unfold seen_left, palaces_among, to_the_left. rewrite seq_S, map_app, count_app. simpl map.
  rewrite count_cons. apply f_equal. unfold one_if_palace. destruct (palace k x y) eqn:E; simpl; rewrite E; reflexivity.
Qed.
Lemma seen_up_S (k x y : nat) : seen_up k x (S y) = seen_up k x y + one_if_palace k x y.
Proof.
  unfold seen_up, palaces_among, upwards. rewrite seq_S, map_app, count_app. simpl map.
  rewrite count_cons. apply f_equal. unfold one_if_palace. destruct (palace k x y) eqn:E; simpl; rewrite E; reflexivity.
Qed.
Lemma seen_diagonally_S (k x y : nat) :
  seen_diagonally k (S x) (S y) = seen_diagonally k x y + one_if_palace k x y.
Proof.
  unfold seen_diagonally, palaces_among, along_the_diagonal. rewrite <- Nat.succ_min_distr.
  rewrite <- cons_seq, <- seq_shift, map_cons, map_map, count_cons. simpl. rewrite !Nat.sub_0_r.
  unfold one_if_palace. lia.
Qed.

(** ** The deviation on the plane *)

Local Open Scope Z_scope.

Definition deviation (k : nat) (x y : Z) : Z :=
  if x <? 0 then (if y <? 0 then Z.of_nat k else 0)
  else if y <? 0 then 0
  else Z.of_nat (palaces_seen k (Z.to_nat x) (Z.to_nat y)) - Z.of_nat k.

Lemma deviation_on_the_board (k x y : nat) :
  deviation k (Z.of_nat x) (Z.of_nat y) = Z.of_nat (palaces_seen k x y) - Z.of_nat k.
Proof.
  unfold deviation. destruct (Z.ltb_spec (Z.of_nat x) 0); [lia|]. destruct (Z.ltb_spec (Z.of_nat y) 0); [lia|].
  rewrite !Nat2Z.id. reflexivity.
Qed.
Lemma deviation_above_left (k : nat) (x y : Z) : x < 0 -> y < 0 -> deviation k x y = Z.of_nat k.
Proof. intros. unfold deviation. destruct (Z.ltb_spec x 0), (Z.ltb_spec y 0); lia. Qed.
Lemma deviation_above (k : nat) (x y : Z) : 0 <= x -> y < 0 -> deviation k x y = 0.
Proof. intros. unfold deviation. destruct (Z.ltb_spec x 0), (Z.ltb_spec y 0); lia. Qed.
Lemma deviation_left (k : nat) (x y : Z) : x < 0 -> 0 <= y -> deviation k x y = 0.
Proof. intros. unfold deviation. destruct (Z.ltb_spec x 0), (Z.ltb_spec y 0); lia. Qed.

(** [is_negative z] is 1 if z < 0, else 0. *)
Definition is_negative (z : Z) : Z := if z <? 0 then 1 else 0.

Lemma deviation_tells_palaces (k x y : nat) :
  palace k x y = true <-> deviation k (Z.of_nat x) (Z.of_nat y) < 0.
Proof. rewrite deviation_on_the_board, palace_sees_fewer_than_k, Nat.ltb_lt. lia. Qed.

Lemma is_negative_deviation (k x y : nat) :
  is_negative (deviation k (Z.of_nat x) (Z.of_nat y)) = Z.of_nat (one_if_palace k x y).
Proof.
  pose proof (deviation_tells_palaces k x y) as T. unfold is_negative, one_if_palace.
  destruct (palace k x y), (Z.ltb_spec (deviation k (Z.of_nat x) (Z.of_nat y)) 0) as [L|L]; try reflexivity.
  - apply proj1 in T. specialize (T eq_refl). lia.
  - apply proj2 in T. specialize (T L). discriminate.
Qed.

(** ** The automaton *)

Definition automaton (g : Z -> Z -> Z) (x y : Z) : Z :=
  let a := g (x - 2) (y - 2) in
  let b := g (x - 1) (y - 2) in
  let c := g (x - 2) (y - 1) in
  let d := g (x - 1) (y - 1) in
  let e := g x (y - 1) in
  let f := g (x - 1) y in
  a - b - c + e + f + 3 * is_negative a - 2 * is_negative b - 2 * is_negative c - is_negative d
  + is_negative e + is_negative f.

(** CLN15 Theorem 1. *)
Theorem automaton_of_the_game (k : nat) (x y : Z) :
  0 <= x -> 0 <= y -> deviation k x y = automaton (deviation k) x y.
Proof.
  intros Hx Hy. rewrite <- (Z2Nat.id x), <- (Z2Nat.id y) by assumption.
  generalize (Z.to_nat x) (Z.to_nat y). clear x y Hx Hy. intros x y. unfold automaton. cbn zeta.
  assert (K : is_negative (Z.of_nat k) = 0) by (unfold is_negative; destruct (Z.ltb_spec (Z.of_nat k) 0); lia).
  assert (Zero : is_negative 0 = 0) by reflexivity.
  assert (Less1 : forall n, Z.of_nat (S n) - 1 = Z.of_nat n) by lia.
  assert (Less2 : forall n, Z.of_nat (S (S n)) - 2 = Z.of_nat n) by lia.
  (* The first two rows and columns have neighbours off the board; elsewhere all six cells are on it. *)
  destruct x as [|[|x]]; destruct y as [|[|y]]; rewrite ?Less1, ?Less2;
    repeat match goal with
    | |- context [deviation k ?a ?b] =>
        first [ rewrite (deviation_above_left k a b) by lia
              | rewrite (deviation_above k a b) by lia
              | rewrite (deviation_left k a b) by lia ]
    end;
    rewrite ?K, ?Zero, ?is_negative_deviation, ?deviation_on_the_board, ?palaces_seen_by_lines;
    repeat rewrite ?seen_left_S, ?seen_up_S, ?seen_diagonally_S, ?seen_left_0, ?seen_up_0,
      ?seen_diagonally_from_the_left_edge, ?seen_diagonally_from_the_upper_edge;
    lia.
Qed.
