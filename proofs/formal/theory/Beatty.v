(** * Wythoff's sequences, in integers

    For alpha > 0 let phi = phi_alpha = (2 - alpha + sqrt (alpha^2 + 4)) / 2, the positive root of
    phi^2 + (alpha - 2) phi = alpha. For m, q >= 1 Lar15 defines

      a_n = floor (n phi / q)  with alpha = m q,    b_n = a_n + m n.

    For q = 1 these are the coordinates of the P-positions of m-Wythoff Nim (Fraenkel), for m = q = 1 those of Wythoff
    Nim. No real number is needed: floor ((u + sqrt v) / w) is what integer square root and division make of u, v, w.

    - [le_a]: x <= a_n iff q x^2 + m q x n <= 2 x n + m n^2, which is x <= n phi / q without the root;
    - [duality]: b_n < x iff x <= a_(qx - n);
    - [each_residue_occurs], [each_residue_occurs_once]: each x is q of the a_i (i >= 0) and b_j (j >= 1), and the
      residues of these i and -j modulo q are all residues (docs/THEOREMS.md, Lemma (residues)). *)

From Coq Require Import ZArith Lia Arith.
Local Open Scope Z_scope.

(** floor ((u + sqrt v) / w). *)
Definition floor_root (u v w : Z) : Z := (u + Z.sqrt v) / w.

(** n phi / q = ((2 - m q) n + sqrt (n^2 (m^2 q^2 + 4))) / (2 q). *)
Definition a_Z (m q n : Z) : Z := floor_root ((2 - m * q) * n) (n * n * (m * q * (m * q) + 4)) (2 * q).

Definition a (m q n : nat) : nat := Z.to_nat (a_Z (Z.of_nat m) (Z.of_nat q) (Z.of_nat n)).
Definition b (m q n : nat) : nat := (a m q n + m * n)%nat.

(** ** The square root goes *)

Lemma le_floor_root (u v w x : Z) : 0 <= v -> 0 < w ->
  (x <= floor_root u v w <-> w * x <= u \/ (w * x - u) * (w * x - u) <= v).
Proof.
  intros Hv Hw. unfold floor_root. pose proof (Z.sqrt_spec v Hv) as [L U]. pose proof (Z.sqrt_nonneg v) as S.
  assert (E : x <= (u + Z.sqrt v) / w <-> w * x <= u + Z.sqrt v).
  { split; intros H.
    - pose proof (Z.mul_div_le (u + Z.sqrt v) w Hw). nia.
    - apply Z.div_le_lower_bound; lia. }
  rewrite E. split; intros H.
  - destruct (Z.le_gt_cases (w * x) u); [left; lia | right; nia].
  - destruct H as [H|H]; [lia|]. nia.
Qed.

(** x <= n phi / q iff F x n <= 0. *)
Definition F (m q x n : Z) : Z := q * x * x + (m * q - 2) * x * n - m * n * n.

Lemma le_a_Z (m q x n : Z) : 1 <= m -> 1 <= q -> 0 <= x -> 0 <= n -> (x <= a_Z m q n <-> F m q x n <= 0).
Proof.
  intros Hm Hq Hx Hn. unfold a_Z. rewrite le_floor_root by nia.
  assert (E : (2 * q * x - (2 - m * q) * n) * (2 * q * x - (2 - m * q) * n) - n * n * (m * q * (m * q) + 4) =
              4 * q * F m q x n) by (unfold F; ring).
  split.
  - intros [H|H]; [|nia]. unfold F.
    (* Only for m q = 1, or for x = 0 and m q = 2, is the left side that small. *)
    assert (C : m * q = 1 \/ m * q = 2 \/ 3 <= m * q) by nia. destruct C as [C|[C|C]].
    + assert (m = 1 /\ q = 1) as [-> ->] by nia; nia.
    + rewrite C in *. assert (x = 0) as -> by nia. nia.
    + assert (x = 0) as -> by nia. nia.
  - intros H. right. nia.
Qed.

Lemma a_Z_nonneg (m q n : Z) : 1 <= m -> 1 <= q -> 0 <= n -> 0 <= a_Z m q n.
Proof. intros. apply le_a_Z; try lia. unfold F. nia. Qed.

(** ** No equality: the root is irrational *)

Lemma descent (t : Z) : 1 <= t -> forall u n, 0 < u -> 0 <= n -> u * u + t * u * n - n * n <> 0.
Proof.
  intros Ht u. pattern u. apply (well_founded_induction (Z.lt_wf 0)). clear u. intros u IH n Hu Hn E.
  assert (0 < n) by nia. assert (t * u < n) by nia. assert (n - t * u < u) by nia.
  apply (IH (n - t * u)) with (n := u); lia.
Qed.

Lemma F_not_0 (m q x n : Z) : 1 <= m -> 1 <= q -> 0 < x -> 0 <= n -> F m q x n <> 0.
Proof.
  intros Hm Hq Hx Hn E. assert (Q : q * F m q x n = 0) by (rewrite E; ring).
  apply (descent (m * q) ltac:(nia) (q * x - n) n); [|assumption|rewrite <- Q; unfold F; ring].
  destruct (Z.le_gt_cases (q * x) n) as [L|]; [|lia]. exfalso. unfold F in E.
  assert (n = 0 \/ 0 < n) as [->|] by lia; [nia|].
  assert (m * n * (q * x - n) <= 0) by nia. assert (x * (q * x - 2 * n) < 0) by nia. nia.
Qed.

(** ** Duality *)

Lemma F_dual (m q x n : Z) : F m q x (q * x - n) = - F m q (x - m * n) n.
Proof. unfold F. ring. Qed.

Lemma F_far (m q x n : Z) : 1 <= m -> 1 <= q -> 0 < x -> x <= m * n -> n <= q * x -> 0 < F m q x (q * x - n).
Proof.
  intros Hm Hq Hx L H. remember (q * x - n) as k eqn:K. assert (0 <= k) by lia.
  assert (M : m * k <= (m * q - 1) * x) by (subst k; nia).
  assert (P : 0 < m * F m q x k); [|nia].
  assert (E : m * F m q x k = m * q * x * x + m * k * ((m * q - 2) * x - m * k)) by (unfold F; ring).
  rewrite E. assert (- x <= (m * q - 2) * x - m * k) by nia. assert (0 <= m * k) by nia.
  assert (- (m * k * x) <= m * k * ((m * q - 2) * x - m * k)) by nia. nia.
Qed.

Local Close Scope Z_scope.

Section Sequences.
Variables m q : nat.
Hypothesis m_positive : 1 <= m.
Hypothesis q_positive : 1 <= q.
Notation a := (a m q).
Notation b := (b m q).

Lemma a_is_a_Z (n : nat) : Z.of_nat (a n) = a_Z (Z.of_nat m) (Z.of_nat q) (Z.of_nat n).
Proof. unfold Beatty.a. rewrite Z2Nat.id; [reflexivity|]. apply a_Z_nonneg; lia. Qed.

Lemma le_a_F (x n : nat) : x <= a n <-> (F (Z.of_nat m) (Z.of_nat q) (Z.of_nat x) (Z.of_nat n) <= 0)%Z.
Proof. rewrite <- le_a_Z by lia. rewrite <- a_is_a_Z. lia. Qed.

Theorem le_a (x n : nat) : x <= a n <-> q * x * x + m * q * x * n <= 2 * x * n + m * n * n.
Proof. rewrite le_a_F. unfold F. nia. Qed.

Theorem duality (x n : nat) : 1 <= n <= q * x -> (b n < x <-> x <= a (q * x - n)).
Proof.
  intros [Hn Hx]. assert (0 < x) by (destruct x; lia). rewrite le_a_F. unfold Beatty.b.
  rewrite Nat2Z.inj_sub, Nat2Z.inj_mul by assumption. destruct (Nat.le_gt_cases x (m * n)) as [L|G].
  - pose proof (F_far (Z.of_nat m) (Z.of_nat q) (Z.of_nat x) (Z.of_nat n)). split; [lia|]. nia.
  - pose proof (F_not_0 (Z.of_nat m) (Z.of_nat q) (Z.of_nat x) (Z.of_nat q * Z.of_nat x - Z.of_nat n)) as N.
    pose proof (le_a_F (x - m * n) n) as L. rewrite Nat2Z.inj_sub, Nat2Z.inj_mul in L by lia.
    rewrite F_dual in *. split; intros H0.
    + assert (~ x - m * n <= a n) by lia. lia.
    + assert (~ x - m * n <= a n); [|lia]. rewrite L. nia.
Qed.

Lemma a_0 : a 0 = 0.
Proof. destruct (Nat.eq_dec (a 0) 0) as [|N]; [assumption|]. assert (1 <= a 0) as H by lia. apply le_a in H. nia. Qed.

Lemma a_increases (i j : nat) : i <= j -> a i <= a j.
Proof.
  intros H. apply le_a. pose proof (proj1 (le_a (a i) i) (le_n _)) as L. remember (a i) as x eqn:E. clear E.
  destruct (Nat.eq_dec i j) as [->|]; [assumption|]. assert (D : exists d, j = i + d) by (exists (j - i); lia).
  destruct D as [d ->]. (* The difference is m q x d <= 2 x d + 2 m i d + m d d. *)
  assert (B : m * q * x <= 2 * x + 2 * m * i).
  { destruct (Nat.eq_dec i 0) as [->|]; [assert (x = 0) as -> by nia; lia|]. apply Nat.nlt_ge. intros G.
    assert (i * (2 * x + 2 * m * i) < i * (m * q * x)) by (apply Nat.mul_lt_mono_pos_l; lia). nia. }
  assert (d * (m * q * x) <= d * (2 * x + 2 * m * i)) by (apply Nat.mul_le_mono_l; assumption). nia.
Qed.

Lemma a_steps (n : nat) : S (a n) <= a (n + q).
Proof.
  apply le_a. pose proof (proj1 (le_a (a n) n) (le_n _)) as L. remember (a n) as x eqn:E. clear E.
  assert (B : m * q * (q * x) <= m * q * n + 2 * n + q).
  { destruct (Nat.eq_dec n 0) as [->|]; [assert (x = 0) as -> by nia; lia|]. apply Nat.nlt_ge. intros G.
    assert (n * (m * q * n + 2 * n + q) < n * (m * q * (q * x))) by (apply Nat.mul_lt_mono_pos_l; lia).
    assert (q * (q * x * x + m * q * x * n) <= q * (2 * x * n + m * n * n)) by (apply Nat.mul_le_mono_l; assumption).
    assert (2 * (q * x) * n <= q * x * (q * x) + n * n) by nia. nia. }
  nia.
Qed.

Lemma a_steps_far (n k : nat) : a n + k <= a (n + q * k).
Proof.
  induction k as [|k IH]; [rewrite Nat.mul_0_r, !Nat.add_0_r; lia|].
  pose proof (a_steps (n + q * k)). replace (n + q * S k) with (n + q * k + q) by lia. lia.
Qed.

Lemma x_le_a (x : nat) : x <= a (q * x).
Proof. pose proof (a_steps_far 0 x) as H. rewrite a_0 in H. exact H. Qed.

Lemma b_increases (i j : nat) : i < j -> b i < b j.
Proof. intros H. unfold Beatty.b. pose proof (a_increases i j). nia. Qed.

(** ** Who represents a number *)

(** The least index with a_i >= x. *)
Lemma first_index (x : nat) : exists i, i <= q * x /\ x <= a i /\ forall j, j < i -> a j < x.
Proof.
  assert (H : forall n, (exists i, i <= n /\ x <= a i /\ forall j, j < i -> a j < x) \/ (forall j, j <= n -> a j < x)).
  { induction n as [|n IH].
    - destruct (Nat.le_gt_cases x (a 0)) as [L|G]; [left|right].
      + exists 0. split; [lia|]. split; [assumption|]. intros j Hj. lia.
      + intros j Hj. replace j with 0 by lia. assumption.
    - destruct IH as [(i & Hi & L & Before)|Before]; [left; exists i; auto|].
      destruct (Nat.le_gt_cases x (a (S n))) as [L|G]; [left|right].
      + exists (S n). split; [lia|]. split; [assumption|]. intros j Hj. apply Before. lia.
      + intros j Hj. destruct (Nat.eq_dec j (S n)) as [->|]; [assumption|]. apply Before. lia. }
  destruct (H (q * x)) as [|B]; [assumption|]. pose proof (x_le_a x). specialize (B (q * x) (le_n _)). lia.
Qed.

(** Every x and every residue r: x = a_i with i = r, or x = b_j, j >= 1, with -j = r, modulo q. *)
Theorem each_residue_occurs (x r : nat) :
  (exists i, a i = x /\ i mod q = r mod q) \/ (exists j, 1 <= j /\ b j = x /\ (j + r) mod q = 0).
Proof.
  destruct (first_index x) as (A & HA & L & Before).
  (* The index t of the q that begin with A which is r modulo q. *)
  assert (T : exists t, A <= t < A + q /\ t mod q = r mod q).
  { pose proof (Nat.mod_upper_bound (q * A + r - A) q).
    exists (A + (q * A + r - A) mod q). split; [lia|].
    rewrite <- Nat.add_mod_idemp_r, Nat.mod_mod, Nat.add_mod_idemp_r by lia.
    replace (A + (q * A + r - A)) with (r + A * q) by nia. apply Nat.mod_add. lia. }
  destruct T as (t & Ht & Mod). destruct (Nat.eq_dec (a t) x) as [E|N]; [left; exists t; auto|]. right.
  assert (x < a t) by (pose proof (a_increases A t); lia).
  assert (t < q * S x) by nia. exists (q * S x - t). split; [lia|]. split.
  - assert (b (q * S x - t) < S x).
    { apply duality; [lia|]. replace (q * S x - (q * S x - t)) with t by lia. lia. }
    assert (x <= b (q * S x - t)); [|lia].
    destruct (Nat.le_gt_cases q t) as [Le|Gt].
    + apply Nat.nlt_ge. rewrite duality by nia. apply Nat.nle_gt. apply Before. nia.
    + unfold Beatty.b. nia.
  - pose proof (Nat.div_mod t q) as Dt. pose proof (Nat.div_mod r q) as Dr. rewrite Mod in Dt.
    replace (q * S x - t + r) with ((S x + r / q - t / q) * q); [apply Nat.mod_mul; lia|].
    assert (t / q <= x) by (apply Nat.lt_succ_r, Nat.div_lt_upper_bound; lia).
    rewrite Nat.mul_sub_distr_r. lia.
Qed.

(** And only once: two indices i. *)
Theorem each_residue_occurs_once (i j : nat) : a i = a j -> i mod q = j mod q -> i = j.
Proof.
  assert (H : forall i j, i < j -> a i = a j -> i mod q = j mod q -> False).
  { clear i j. intros i j L E Mod. pose proof (a_steps_far i 1) as S1.
    assert (i + q * 1 <= j); [|pose proof (a_increases (i + q * 1) j); lia].
    pose proof (Nat.div_mod i q). pose proof (Nat.div_mod j q). assert (i / q < j / q) by nia. nia. }
  intros E Mod. destruct (Nat.lt_trichotomy i j) as [L|[L|L]]; [exfalso; eauto | assumption | exfalso; eauto].
Qed.

(** An index i and a -j. *)
Theorem residues_differ (i j : nat) : 1 <= j -> a i = b j -> (i + j) mod q <> 0.
Proof.
  intros Hj E Mod. apply Nat.mod_divides in Mod; [|lia]. destruct Mod as [s Hs].
  assert (j <= b j) by (unfold Beatty.b; nia).
  assert (b j <= q * b j) by nia. destruct (Nat.le_gt_cases s (b j)) as [L|G].
  - assert (a (q * b j - j) < b j).
    { apply Nat.nle_gt. rewrite <- duality by lia. lia. }
    assert (q * s <= q * b j) by (apply Nat.mul_le_mono_l; assumption).
    pose proof (a_increases i (q * b j - j)). lia.
  - assert (q * S (b j) <= q * s) by (apply Nat.mul_le_mono_l; assumption).
    assert (S (b j) <= a (q * S (b j) - j)) by (apply (proj1 (duality (S (b j)) j ltac:(lia))); lia).
    pose proof (a_increases (q * S (b j) - j) i). lia.
Qed.

End Sequences.
