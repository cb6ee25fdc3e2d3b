(** * Nim with blocking (Lar11, Proposition 1.4)

    Two heaps; a player takes any number of tokens from one of them; at most k - 1 options may be blocked before each
    move. The P-positions are the (x, y) with x + y < k, or with |y - x| < k and y - x = k - 1 modulo 2. Each row and
    each column holds k of them. *)

From Coq Require Import ZArith List Lia Bool Arith ZifyNat Permutation.
From Wythoff Require Import Game Queen Heaps Lar11.
Import ListNotations.

Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Definition nim : game := two_heaps rook.

Lemma count_nim_moves (R : cell -> bool) (x y : nat) :
  count R (@options nim (x, y)) = in_row R x y + in_column R x y.
Proof.
  rewrite <- (count_map nat cell R (fun i => (i, y)) (seq 0 x) : _ = in_row R x y).
  rewrite <- (count_map nat cell R (fun j => (x, j)) (seq 0 y) : _ = in_column R x y).
  rewrite <- count_app. apply count_permutation. apply NoDup_Permutation.
  - apply moves_are_distinct.
  - apply NoDup_app.
    + apply NoDup_map_on; [apply seq_NoDup|]. intros i j _ _ [= ->]. reflexivity.
    + apply NoDup_map_on; [apply seq_NoDup|]. intros i j _ _ [= ->]. reflexivity.
    + intros c Hc Hd. apply in_map_iff in Hc, Hd. destruct Hc as (i & <- & Hi), Hd as (j & [= E _] & _).
      apply in_seq in Hi. lia.
  - intros [i j]. change (@options nim (x, y)) with (moves rook (x, y)). rewrite moves_spec, in_app_iff, !in_map_iff.
    unfold rook. rewrite orb_true_iff, !Nat.eqb_eq. split.
    + intros (Hi & Hj & T & [E|E]).
      * right. exists j. rewrite in_seq. split; [f_equal; lia|lia].
      * left. exists i. rewrite in_seq. split; [f_equal; lia|lia].
    + intros [(u & [= <- <-] & H)|(u & [= <- <-] & H)]; apply in_seq in H; lia.
Qed.

Section Nim.
Variable k : nat.
Hypothesis k_positive : 1 <= k.

Definition in_nim (c : cell) : bool :=
  let (x, y) := c in (x + y <? k) || (x <? y + k) && (y <? x + k) && ((x + y + k) mod 2 =? 1).

Lemma in_nim_spec (x y : nat) : in_nim (x, y) = true <->
  x + y < k \/ x < y + k /\ y < x + k /\ (x + y + k) mod 2 = 1.
Proof. unfold in_nim. rewrite orb_true_iff, !andb_true_iff, !Nat.ltb_lt, Nat.eqb_eq. tauto. Qed.

Lemma in_nim_mirror (x y : nat) : in_nim (x, y) = in_nim (y, x).
Proof. apply eq_true_iff_eq. rewrite !in_nim_spec, (Nat.add_comm y x). tauto. Qed.

(** The first x cells of row y. The whole row holds k. *)
Lemma nim_row (x y : nat) :
  in_row in_nim x y = if x + y <=? k then x else Nat.min k ((x + k - y) / 2).
Proof.
  induction x as [|x IH].
  - unfold in_row. cbn [seq]. unfold count. cbn [filter length]. destruct (Nat.leb_spec (0 + y) k); lia.
  - unfold in_row in *. rewrite seq_S, count_app, IH, count_cons. change (count _ []) with 0.
    cbv beta. rewrite Nat.add_0_l.
    pose proof (in_nim_spec x y) as Spec. destruct (in_nim (x, y)).
    + assert (H : x + y < k \/ x < y + k /\ y < x + k /\ (x + y + k) mod 2 = 1) by (apply Spec; reflexivity).
      cbv iota. destruct (Nat.leb_spec (x + y) k), (Nat.leb_spec (S x + y) k); cbv iota; lia.
    + assert (H : ~ (x + y < k \/ x < y + k /\ y < x + k /\ (x + y + k) mod 2 = 1)) by (rewrite <- Spec; discriminate).
      destruct (Nat.leb_spec (x + y) k), (Nat.leb_spec (S x + y) k); lia.
Qed.

Lemma nim_column (x y : nat) : in_column in_nim x y = in_row in_nim y x.
Proof. apply count_ext. intros j _. apply in_nim_mirror. Qed.

Lemma in_nim_solves : solves nim k in_nim.
Proof.
  intros [x y]. apply eq_true_iff_eq. rewrite count_nim_moves, nim_column, !nim_row, in_nim_spec, Nat.ltb_lt.
  rewrite (Nat.add_comm y x). destruct (Nat.leb_spec (x + y) k); lia.
Qed.

(** Lar11, Proposition 1.4, as play: the previous player wins iff ... *)
Theorem lar11_blocking_nim (x y : nat) : @wins nim (k - 1) Previous (x, y) <->
  x + y < k \/ (x < y + k /\ y < x + k /\ (x + y + k) mod 2 = 1).
Proof.
  rewrite (proj1 (play_is_decided nim k (moves_are_distinct rook) (heaps_are_discrete rook) k_positive (x, y))).
  rewrite (P_positions_are_unique nim k _ in_nim (P_positions_exist nim k) in_nim_solves). apply in_nim_spec.
Qed.
End Nim.
