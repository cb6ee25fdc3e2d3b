(** * Wythoff's theorem

    m-Wythoff Nim (Fraenkel): a player takes any number of tokens from one heap, or from both heaps numbers that differ
    by less than m; who cannot move loses. With m = 1 this is Wythoff Nim. The P-positions are

      (floor (n phi_m), floor (n phi_m) + m n) and the same exchanged, n >= 0,

    where phi_m = (2 - m + sqrt (m^2 + 4)) / 2, and phi_1 is the golden ratio.

    It is Modulo.v with l = q = 1: there the rook may take any length. *)

From Coq Require Import ZArith List Lia Bool Arith.
From Wythoff Require Import Game Queen Heaps Beatty Modulo.
Import ListNotations.

Definition wythoff (m i j : nat) : bool := rook i j || bishop m i j.

Lemma wythoff_symmetric (m i j : nat) : wythoff m i j = wythoff m j i.
Proof. unfold wythoff, rook, bishop. rewrite (orb_comm (i =? 0)), (andb_comm (i <? j + m)). reflexivity. Qed.

(** floor (n phi_m) = floor (((2 - m) n + sqrt (n^2 (m^2 + 4))) / 2): the floor of half of an integer and a root is that
    of half of the integer and the root's floor. *)
Definition floor_n_phi (m n : nat) : nat :=
  Z.to_nat (((2 - Z.of_nat m) * Z.of_nat n + Z.sqrt (Z.of_nat n * Z.of_nat n * (Z.of_nat m * Z.of_nat m + 4))) / 2).

(** That this is the floor, without a root: x <= n phi_m iff x^2 + m x n <= 2 x n + m n^2, since phi_m is the positive
    root of phi^2 + (m - 2) phi = m. *)
Lemma floor_n_phi_is_a (m n : nat) : floor_n_phi m n = a m 1 n.
Proof. unfold floor_n_phi, a, a_Z, floor_root. rewrite Z.mul_1_r, Z.mul_1_r. reflexivity. Qed.

Theorem le_floor_n_phi (m n x : nat) : 1 <= m ->
  x <= floor_n_phi m n <-> x * x + m * x * n <= 2 * x * n + m * n * n.
Proof. intros Hm. rewrite floor_n_phi_is_a, le_a by lia. rewrite Nat.mul_1_l, Nat.mul_1_r. reflexivity. Qed.

Lemma wythoff_spec (m i j : nat) : wythoff m i j = true <->
  (j = 0 /\ i mod (1 * 1) < 1 \/ i = 0 /\ j mod (1 * 1) < 1) \/ (i < j + 1 * m /\ j < i + 1 * m).
Proof.
  unfold wythoff, rook, bishop. rewrite !orb_true_iff, !andb_true_iff, !Nat.eqb_eq, !Nat.ltb_lt.
  change (1 * 1) with 1. rewrite !Nat.mod_1_r. lia.
Qed.

Theorem wythoff_nim (m x y : nat) : 1 <= m ->
  (@wins (two_heaps (wythoff m)) 0 Previous (x, y) <->
   exists n, x = floor_n_phi m n /\ y = floor_n_phi m n + m * n \/ y = floor_n_phi m n /\ x = floor_n_phi m n + m * n).
Proof.
  intros Hm.
  pose proof (P_positions_are_pairs 1 m 1 (le_n _) Hm (le_n _) _ (wythoff_spec m) (Nat.gcd_1_r m) (x, y)) as [-> _].
  unfold is_pair, b. rewrite Nat.mul_1_l. split; intros (n & H); exists n; rewrite floor_n_phi_is_a in *.
  - destruct H as [[= -> ->]|[= -> ->]]; auto.
  - destruct H as [[-> ->]|[-> ->]]; auto.
Qed.

(** Wythoff's own theorem, for the queen of Queen.v: the palaces of W^1. *)
Theorem wythoff_1907 (x y : nat) : palace 1 x y = true <->
  exists n, x = floor_n_phi 1 n /\ y = floor_n_phi 1 n + n \/ y = floor_n_phi 1 n /\ x = floor_n_phi 1 n + n.
Proof.
  rewrite queen_is_rook_and_bishop.
  rewrite <- (proj1 (normal_play_and_recursion (two_heaps (wythoff 1)) (x, y))), wythoff_nim by lia.
  split; intros (n & H); exists n; rewrite Nat.mul_1_l in *; exact H.
Qed.

(** The first pairs. *)
Example first_pairs : map (fun n => (floor_n_phi 1 n, floor_n_phi 1 n + n)) (seq 0 6) =
  [(0, 0); (1, 2); (3, 5); (4, 7); (6, 10); (8, 13)].
Proof. reflexivity. Qed.

(** The rules and the formula, each by computation: all cells x, y < 6, m = 1, 2, 3. *)
Definition by_formula (m x y : nat) : bool :=
  existsb (fun n =>
    let (u, v) := (floor_n_phi m n, floor_n_phi m n + m * n) in (x =? u) && (y =? v) || (y =? u) && (x =? v)) (seq 0 6).
Example small_boards : forallb (fun m => forallb (fun c =>
  Bool.eqb (@P_position (two_heaps (wythoff m)) 1 c) (by_formula m (fst c) (snd c)))
  (list_prod (seq 0 6) (seq 0 6))) [1; 2; 3] = true.
Proof. vm_compute. reflexivity. Qed.
