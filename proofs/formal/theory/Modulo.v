(** * Modulo games whose P-positions are Wythoff pairs (docs/THEOREMS.md, Theorem 1)

    mWN^(l,p) is Lar15's game with the m-bishop and the (l,p)-rook, which takes from one heap a number of tokens that
    leaves one of the remainders 0, ..., l - 1 modulo p. Let l divide m and p, m = l m', p = l q. Then

    [modulo_games_with_pairs]: the P-positions are the pairs {a_n, b_n} of Beatty.v iff gcd (m', q) = 1. *)

From Coq Require Import List Lia Bool Arith.
From Wythoff Require Import Game Queen Heaps Beatty.
Import ListNotations.

Definition rook_modulo (l p i j : nat) : bool := (j =? 0) && (i mod p <? l) || (i =? 0) && (j mod p <? l).
Definition modulo (m l p i j : nat) : bool := rook_modulo l p i j || bishop m i j.

(** (x, y) is (a_n, b_n) or (b_n, a_n) for some n. *)
Definition is_pair (m q : nat) (c : cell) : Prop :=
  exists n, c = (a m q n, b m q n) \/ c = (b m q n, a m q n).

Section Pairs.
Variables l m' q : nat.
Hypothesis l_positive : 1 <= l.
Hypothesis m'_positive : 1 <= m'.
Hypothesis q_positive : 1 <= q.
Let m := l * m'.
Notation a := (a m q).
Notation b := (b m q).

Lemma m_is_positive : 1 <= m.
Proof. unfold m. nia. Qed.

(** A rule that allows what the two pieces may do. *)
Variable rule : nat -> nat -> bool.
Hypothesis rule_spec : forall i j, rule i j = true <->
  (j = 0 /\ i mod (l * q) < l \/ i = 0 /\ j mod (l * q) < l) \/ (i < j + m /\ j < i + m).

Lemma pairs_are_decidable (c : cell) : is_pair m q c \/ ~ is_pair m q c.
Proof.
  destruct c as [x y].
  destruct (Exists_dec (fun n => (x, y) = (a n, b n) \/ (x, y) = (b n, a n)) (seq 0 (S (x + y)))) as [E|E].
  - intros n. destruct (cells_are_discrete (x, y) (a n, b n)), (cells_are_discrete (x, y) (b n, a n)); auto.
    right. intros [|]; contradiction.
  - left. apply Exists_exists in E. destruct E as (n & _ & H). exists n. exact H.
  - right. intros (n & H). apply E. apply Exists_exists. exists n. split; [|exact H].
    apply in_seq. pose proof m_is_positive. unfold Beatty.b in H. assert (n <= m * n) by nia.
    destruct H as [[= -> ->]|[= -> ->]]; lia.
Qed.

Lemma pairs_mirror (x y : nat) : is_pair m q (x, y) <-> is_pair m q (y, x).
Proof. split; intros (n & [[= -> ->]|[= -> ->]]); exists n; auto. Qed.

Lemma rule_symmetric (i j : nat) : rule i j = true <-> rule j i = true.
Proof. rewrite !rule_spec. tauto. Qed.

Lemma moves_mirror (x y x' y' : nat) : In (x', y') (moves rule (x, y)) <-> In (y', x') (moves rule (y, x)).
Proof. rewrite !moves_spec, (rule_symmetric (x - x')). intuition lia. Qed.

(** A length that is a multiple of m: the rook may take it iff q divides the factor. *)
Lemma rook_takes_multiples (k : nat) : Nat.gcd m' q = 1 -> (m * k) mod (l * q) < l -> k mod q = 0.
Proof.
  intros G H. unfold m in H. rewrite <- Nat.mul_assoc, Nat.mul_mod_distr_l in H by lia.
  assert (Z : (m' * k) mod q = 0) by nia. apply Nat.mod_divide in Z; [|lia].
  apply Nat.mod_divide; [lia|]. apply (Nat.gauss q m'); [assumption|]. rewrite Nat.gcd_comm. assumption.
Qed.

(** (A) No move leads from a pair to a pair. *)
Lemma pair_to_same_side (i j : nat) : Nat.gcd m' q = 1 -> ~ In (a j, b j) (moves rule (a i, b i)).
Proof.
  intros G. rewrite moves_spec, rule_spec. intros (Hx & Hy & T & R). pose proof m_is_positive as Hm.
  assert (J : j < i).
  { destruct (Nat.lt_ge_cases j i) as [|L]; [assumption|]. pose proof (a_increases m q Hm q_positive i j L).
    assert (i = j \/ i < j) as [->|L'] by lia; [lia|].
    pose proof (b_increases m q Hm q_positive i j L'). lia. }
  pose proof (b_increases m q Hm q_positive j i J) as B. pose proof (a_increases m q Hm q_positive j i ltac:(lia)) as A.
  assert (D : b i - b j = a i - a j + m * (i - j)) by (unfold Beatty.b; nia).
  destruct R as [[[Z _]|[Z R]]|[_ R]]; [lia| |].
  - rewrite D, Z in R. apply rook_takes_multiples in R; [|assumption].
    assert (i = j); [|lia]. apply (each_residue_occurs_once m q Hm q_positive); [lia|].
    apply Nat.mod_divides in R; [|lia]. destruct R as [s Hs]. replace i with (j + s * q) by lia.
    apply Nat.mod_add. lia.
  - rewrite D in R. nia.
Qed.

Lemma pair_to_other_side (i j : nat) : Nat.gcd m' q = 1 -> ~ In (b j, a j) (moves rule (a i, b i)).
Proof.
  intros G Move. destruct (Nat.eq_dec j 0) as [->|J].
  { apply (pair_to_same_side i 0 G). replace (a 0) with (b 0) at 1; [replace (b 0) with (a 0) at 2; [assumption|]|];
    unfold Beatty.b; lia. }
  revert Move. rewrite moves_spec, rule_spec. intros (Hx & Hy & T & R). pose proof m_is_positive as Hm.
  assert (Ei : b i = a i + m * i) by reflexivity. assert (Ej : b j = a j + m * j) by reflexivity.
  assert (m <= m * j) by nia.
  destruct R as [[[Z _]|[Z R]]|[_ R]]; [lia| |lia].
  assert (E : a i = b j) by lia. apply (residues_differ m q Hm q_positive i j); [lia|assumption|].
  apply rook_takes_multiples; [assumption|]. replace (m * (i + j)) with (b i - a j); [assumption|].
  rewrite Nat.mul_add_distr_l. lia.
Qed.

Lemma pairs_are_stable (c d : cell) : Nat.gcd m' q = 1 -> is_pair m q c -> In d (moves rule c) -> ~ is_pair m q d.
Proof.
  intros G (i & [->| ->]) Move (j & [->| ->]).
  - exact (pair_to_same_side i j G Move).
  - exact (pair_to_other_side i j G Move).
  - apply moves_mirror in Move. exact (pair_to_other_side i j G Move).
  - apply moves_mirror in Move. exact (pair_to_same_side i j G Move).
Qed.

(** m' is invertible modulo q. *)
Lemma invertible (u : nat) : Nat.gcd m' q = 1 -> exists r, (m' * r) mod q = u mod q.
Proof.
  intros G. destruct (Nat.gcd_bezout_pos m' q ltac:(lia)) as (c & d & E). rewrite G in E.
  exists (c * u). replace (m' * (c * u)) with (u + d * u * q) by nia. apply Nat.mod_add. lia.
Qed.

(** (B) From every other cell a move leads to a pair. *)
Lemma pairs_are_absorbing_upper (x y : nat) : Nat.gcd m' q = 1 -> x <= y -> ~ is_pair m q (x, y) ->
  exists d, In d (moves rule (x, y)) /\ is_pair m q d.
Proof.
  intros G L N. pose proof m_is_positive as Hm.
  set (n := (y - x) / m). pose proof (Nat.div_mod (y - x) m ltac:(lia)) as D. fold n in D.
  pose proof (Nat.mod_upper_bound (y - x) m ltac:(lia)) as U.
  destruct (Nat.le_gt_cases (a n) x) as [A|A].
  - (* The bishop moves. *)
    exists (a n, b n). split; [|exists n; auto].
    assert (B : b n = a n + m * n) by reflexivity.
    assert (a n + b n <> x + y). { intros E. apply N. exists n. left. f_equal; lia. }
    rewrite moves_spec, rule_spec. lia.
  - (* The rook moves. *)
    destruct (invertible ((y - x) / l) G) as [r R].
    pose proof (Nat.div_mod (y - x) l ltac:(lia)) as Dl. pose proof (Nat.mod_upper_bound (y - x) l ltac:(lia)) as Ul.
    set (u := (y - x) / l) in *. set (e := (y - x) mod l) in *.
    (* A length l k + e with q dividing k is one of the rook's. *)
    assert (Rook : forall k, k mod q = 0 -> (l * k + e) mod (l * q) < l).
    { intros k Hk. apply Nat.mod_divides in Hk; [|lia]. destruct Hk as [s ->].
      replace (l * (q * s) + e) with (e + s * (l * q)) by nia. rewrite Nat.mod_add by nia.
      rewrite Nat.mod_small; nia. }
    destruct (each_residue_occurs m q Hm q_positive x r) as [(i & E & Mod)|(j & J & E & Mod)].
    + exists (x, b i). split; [|exists i; left; f_equal; auto].
      assert (I : i < n). { destruct (Nat.lt_ge_cases i n) as [|Ge]; [assumption|].
        pose proof (a_increases m q Hm q_positive n i Ge). lia. }
      assert (B : b i = x + m * i) by (unfold Beatty.b; lia). assert (m * i < m * n) by nia.
      assert (Em : m * i = l * (m' * i)) by (unfold m; lia).
      assert (K : m' * i <= u) by nia. assert (l * (m' * i) <= l * u) by (apply Nat.mul_le_mono_l; assumption).
      rewrite moves_spec, rule_spec. repeat (split; [lia|]). left. right. split; [lia|].
      assert (Len : y - b i = l * (u - m' * i) + e) by (rewrite Nat.mul_sub_distr_l; clearbody m; lia).
      rewrite Len.
      apply Rook. apply Nat.mod_divide; [lia|].
      assert (C : (m' * i) mod q = u mod q).
      { rewrite <- R, <- Nat.mul_mod_idemp_r, Mod, Nat.mul_mod_idemp_r by lia. reflexivity. }
      exists (u / q - m' * i / q).
      pose proof (Nat.div_mod u q ltac:(lia)) as Du. pose proof (Nat.div_mod (m' * i) q ltac:(lia)) as Di.
      rewrite Nat.mul_sub_distr_r. lia.
    + exists (x, a j). split; [|exists j; right; f_equal; auto].
      assert (B : x = a j + m * j) by (rewrite <- E; reflexivity). assert (m <= m * j) by nia.
      assert (Em : m * j = l * (m' * j)) by (unfold m; lia).
      rewrite moves_spec, rule_spec. repeat (split; [lia|]). left. right. split; [lia|].
      assert (Len : y - a j = l * (u + m' * j) + e) by (rewrite Nat.mul_add_distr_l; clearbody m; lia).
      rewrite Len.
      apply Rook. rewrite <- Nat.add_mod_idemp_l, <- R, Nat.add_mod_idemp_l by lia.
      replace (m' * r + m' * j) with (m' * (j + r)) by lia.
      rewrite <- Nat.mul_mod_idemp_r, Mod, Nat.mul_0_r by lia. apply Nat.mod_0_l. lia.
Qed.

Lemma pairs_are_absorbing (c : cell) : Nat.gcd m' q = 1 -> ~ is_pair m q c ->
  exists d, In d (moves rule c) /\ is_pair m q d.
Proof.
  intros G N. destruct c as [x y]. destruct (Nat.le_ge_cases x y) as [L|L].
  - apply pairs_are_absorbing_upper; assumption.
  - destruct (pairs_are_absorbing_upper y x) as ([y' x'] & Move & P); [assumption..| |].
    + rewrite pairs_mirror. assumption.
    + exists (x', y'). split; [apply moves_mirror; assumption|apply pairs_mirror; assumption].
Qed.

Theorem P_positions_are_pairs : Nat.gcd m' q = 1 -> forall c : cell,
  (@wins (two_heaps rule) 0 Previous c <-> is_pair m q c) /\ (@wins (two_heaps rule) 0 Next c <-> ~ is_pair m q c).
Proof.
  intros G. apply (normal_play_is_decided (two_heaps rule) (is_pair m q)).
  - exact pairs_are_decidable.
  - intros c d. exact (pairs_are_stable c d G).
  - intros c. exact (pairs_are_absorbing c G).
Qed.

(** Otherwise two pairs in column 0 are joined by a move of the rook. *)
Lemma two_pairs_in_column_0 : Nat.gcd m' q <> 1 -> exists y, 0 < y /\
  In (0, 0) (moves rule (0, y)) /\ is_pair m q (0, 0) /\ is_pair m q (0, y).
Proof.
  intros G. pose proof m_is_positive as Hm. set (d := Nat.gcd m' q) in *.
  destruct (Nat.gcd_divide_l m' q) as [s Hs], (Nat.gcd_divide_r m' q) as [t Ht]. fold d in Hs, Ht.
  assert (2 <= d) by (destruct d as [|[|]]; lia). assert (1 <= t < q) by nia.
  assert (A : a t = 0).
  { assert (~ 1 <= a t); [|lia]. replace t with (q * 1 - (q - t)) by lia. rewrite <- duality by lia.
    unfold Beatty.b. nia. }
  pose proof (a_0 m q Hm q_positive) as A0.
  exists (m * t). split; [nia|]. split; [|split].
  - rewrite moves_spec, rule_spec. repeat (split; [nia|]). left. right. split; [reflexivity|].
    replace (m * t - 0) with (s * (l * q)) by (unfold m; rewrite Nat.sub_0_r; nia). rewrite Nat.mod_mul by nia. lia.
  - exists 0. left. unfold Beatty.b. rewrite A0. f_equal. lia.
  - exists t. left. unfold Beatty.b. rewrite A. reflexivity.
Qed.

Theorem P_positions_are_not_pairs : Nat.gcd m' q <> 1 ->
  ~ forall c : cell, @wins (two_heaps rule) 0 Previous c <-> is_pair m q c.
Proof.
  intros G All. destruct (two_pairs_in_column_0 G) as (y & _ & Move & P & Py).
  apply All in P, Py. inversion Py as [? blocked _ Few Blocks|]; subst.
  destruct blocked; [|simpl in Few; lia].
  apply (one_winner_at_most (two_heaps rule) 0 (0, 0)); [|assumption]. apply Blocks; [assumption|]. intros [].
Qed.
End Pairs.

Lemma modulo_spec (l m' q i j : nat) : modulo (l * m') l (l * q) i j = true <->
  (j = 0 /\ i mod (l * q) < l \/ i = 0 /\ j mod (l * q) < l) \/ (i < j + l * m' /\ j < i + l * m').
Proof.
  unfold modulo, rook_modulo, bishop. rewrite !orb_true_iff, !andb_true_iff, !Nat.eqb_eq, !Nat.ltb_lt. reflexivity.
Qed.

(** docs/THEOREMS.md, Theorem 1. The case l = 1 is Lar15 Theorem 2.1 (iia), the case m' = 1 is (iib). *)
Theorem modulo_games_with_pairs (l m' q : nat) : 1 <= l -> 1 <= m' -> 1 <= q ->
  let m := l * m' in let p := l * q in
  Nat.gcd m' q = 1 <-> forall c : cell, @wins (two_heaps (modulo m l p)) 0 Previous c <-> is_pair m q c.
Proof.
  intros Hl Hm Hq m p. split.
  - intros G c. exact (proj1 (P_positions_are_pairs l m' q Hl Hm Hq _ (modulo_spec l m' q) G c)).
  - intros All. destruct (Nat.eq_dec (Nat.gcd m' q) 1) as [|N]; [assumption|]. exfalso.
    exact (P_positions_are_not_pairs l m' q Hl Hm Hq _ (modulo_spec l m' q) N All).
Qed.
