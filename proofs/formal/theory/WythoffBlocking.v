(** * (m,p)-Wythoff Nim (Lar09, Proposition 14 (a))

    m-Wythoff Nim in which at most p - 1 options may be blocked before each move, all of them on the exact diagonal:
    those that take the same number from both heaps. [P_positions_of_W]: the P-positions are the pairs of Pairs.v. *)

From Coq Require Import List Lia Bool Arith Permutation.
From Wythoff Require Import Game Queen Heaps WythoffNim ClassBlocking Pairs.
Import ListNotations.

Definition W (m : nat) : game := two_heaps (wythoff m).

Definition on_diagonal (c d : cell) : bool := fst c - fst d =? snd c - snd d.

(** Whether a cell is a P-position, by the recursion. *)
Definition P_in_W (m p : nat) (c : cell) : bool := P_in_class (W m) on_diagonal p c.

(** By play: the previous player wins. *)
Theorem P_in_W_is_play (m p : nat) (c : cell) : 1 <= p ->
  (wins_in_class (W m) on_diagonal (p - 1) Previous c <-> P_in_W m p c = true) /\
  (wins_in_class (W m) on_diagonal (p - 1) Next c <-> P_in_W m p c = false).
Proof.
  intros Hp. exact (class_play_is_decided (W m) on_diagonal p (moves_are_distinct _) (heaps_are_discrete _) Hp c).
Qed.

Section W.
Variables m p : nat.
Hypothesis m_positive : 1 <= m.
Hypothesis p_positive : 1 <= p.
Notation lower := (lower m p).
Notation upper := (upper m p).
Notation pair := (pair m p).

Definition pair_b (c : cell) : bool :=
  let (x, y) := c in
  existsb (fun n => (x =? lower n) && (y =? upper n) || (x =? upper n) && (y =? lower n)) (seq 0 (S (x + y))).

Lemma pair_b_spec (x y : nat) : pair_b (x, y) = true <-> pair x y.
Proof.
  unfold pair_b. rewrite existsb_exists. unfold Pairs.pair. split.
  - intros (n & _ & H). exists n. rewrite orb_true_iff, !andb_true_iff, !Nat.eqb_eq in H. exact H.
  - intros (n & H). exists n. rewrite in_seq, orb_true_iff, !andb_true_iff, !Nat.eqb_eq. split; [|exact H].
    pose proof (index_le_lower m p n). unfold Pairs.upper in H. lia.
Qed.

Lemma pair_b_mirror (c : cell) : pair_b (mirror c) = pair_b c.
Proof.
  destruct c as [x y]. unfold mirror. simpl fst. simpl snd. apply eq_true_iff_eq. rewrite !pair_b_spec.
  split; apply pair_symmetric.
Qed.

Lemma W_move (x y x' y' : nat) : In (x', y') (moves (wythoff m) (x, y)) <->
  x' <= x /\ y' <= y /\ x' + y' < x + y /\
  (x' = x \/ y' = y \/ x - x' < y - y' + m /\ y - y' < x - x' + m).
Proof.
  rewrite moves_spec. unfold wythoff, rook, bishop.
  rewrite !orb_true_iff, andb_true_iff, !Nat.eqb_eq, !Nat.ltb_lt. lia.
Qed.

Notation few := (few (wythoff m) on_diagonal pair_b p).

(** A pair sees no pair but those on its diagonal, of which there are fewer than p. *)
Lemma pairs_see_few (i : nat) : few (lower i, upper i) = true.
Proof.
  unfold ClassBlocking.few. apply andb_true_iff. split.
  - apply forallb_forall. intros [x' y'] Move. destruct (pair_b (x', y')) eqn:P; [|apply orb_true_r].
    apply orb_true_iff. left. apply pair_b_spec in P. apply W_move in Move. destruct Move as (Hx & Hy & T & R).
    unfold on_diagonal. apply Nat.eqb_eq. cbn [fst snd].
    assert (Here : pair (lower i) (upper i)) by (exists i; auto).
    destruct R as [->|[->|R]].
    + pose proof (one_partner_only m p p_positive _ _ _ P Here). lia.
    + apply pair_symmetric in P, Here. pose proof (one_partner_only m p p_positive _ _ _ P Here). lia.
    + destruct P as (j & [[-> ->]|[-> ->]]); unfold Pairs.upper in *.
      * assert (i / p = j / p) by nia. nia.
      * assert (i / p = 0 /\ j / p = 0) as [Zi Zj] by nia. rewrite Zi, Zj in *. lia.
  - apply Nat.ltb_lt. unfold count.
    set (c := (lower i, upper i)).
    enough (L : length (filter (fun q => on_diagonal c q && pair_b q) (moves (wythoff m) c)) <=
                length (map (fun j => (lower j, upper j)) (seq (p * (i / p)) (i mod p)))).
    { apply (Nat.le_lt_trans _ _ _ L). rewrite map_length, seq_length. apply Nat.mod_upper_bound. lia. }
    apply NoDup_incl_length; [apply NoDup_filter, moves_are_distinct|]. intros [x' y'] H.
    apply filter_In in H. destruct H as [Move H]. apply andb_true_iff in H. destruct H as [D P].
    unfold c in *.
    apply pair_b_spec in P. unfold on_diagonal in D. apply Nat.eqb_eq in D. cbn [fst snd] in D.
    apply W_move in Move. unfold Pairs.upper in *.
    destruct (pair_in_order m p p_positive x' y' ltac:(lia) P) as (j & -> & ->). unfold Pairs.upper in *.
    apply in_map_iff. exists j. split; [reflexivity|]. assert (j < i) by (apply (lower_order m p); lia).
    assert (E : i / p = j / p) by nia. pose proof (Nat.div_mod i p ltac:(lia)). pose proof (Nat.div_mod j p ltac:(lia)).
    apply in_seq. rewrite E in *. lia.
Qed.

(** From any other cell one sees a pair elsewhere, or p pairs on the diagonal. *)
Lemma others_see_many (x y : nat) : x <= y -> ~ pair x y -> few (x, y) = false.
Proof.
  intros L N. unfold ClassBlocking.few.
  (* A pair among the options that is not on the diagonal. *)
  assert (Elsewhere : forall x' y', In (x', y') (moves (wythoff m) (x, y)) -> pair x' y' -> x - x' <> y - y' ->
    forallb (fun q => on_diagonal (x, y) q || negb (pair_b q)) (moves (wythoff m) (x, y)) = false).
  { intros x' y' Move P D. destruct (forallb _ _) eqn:A; [|reflexivity]. rewrite forallb_forall in A.
    specialize (A _ Move). apply pair_b_spec in P. rewrite P, orb_false_r in A. unfold on_diagonal in A.
    apply Nat.eqb_eq in A. contradiction. }
  destruct (each_has_a_partner m p x) as [z Z]. assert (z <> y) by (intros ->; contradiction).
  destruct (Nat.lt_ge_cases z y) as [Lz|Gz].
  - rewrite (Elsewhere x z); [reflexivity|apply W_move; lia|assumption|lia].
  - destruct (pair_in_order m p p_positive x z ltac:(lia) Z) as (n & Ex & Ez).
    pose proof (last_pair_of_difference m p p_positive x y n m_positive Ex L ltac:(lia)) as Last. cbv zeta in Last.
    set (d := (y - x) / m) in *.
    pose proof (Nat.div_mod (y - x) m ltac:(lia)) as D.
    pose proof (Nat.mod_upper_bound (y - x) m ltac:(lia)). fold d in D.
    (* All p pairs with the difference m d are options. *)
    assert (Pairs : forall r, r < p -> let j := p * d + r in
      lower j < x /\ upper j = lower j + m * d /\ In (lower j, upper j) (moves (wythoff m) (x, y))).
    { intros r Hr j. assert (U : upper j = lower j + m * d).
      { unfold Pairs.upper, j. rewrite (proj1 (index_of_difference p p_positive d r Hr)). reflexivity. }
      assert (lower j < x).
      { destruct (Nat.eq_dec r (p - 1)) as [->|]; [assumption|].
        pose proof (lower_increases m p j (p * d + (p - 1)) ltac:(unfold j; lia)). lia. }
      split; [assumption|]. split; [assumption|]. apply W_move. rewrite U. lia. }
    destruct (Nat.eq_dec ((y - x) mod m) 0) as [Zero|Nonzero].
    + apply andb_false_iff. right. apply Nat.ltb_ge. unfold count.
      rewrite <- (seq_length p 0) at 1. rewrite <- (map_length (fun r => (lower (p * d + r), upper (p * d + r)))).
      apply NoDup_incl_length.
      * apply NoDup_map_on; [apply seq_NoDup|]. intros r s _ _ [= E _]. apply lower_injective in E. lia.
      * intros c Hc. apply in_map_iff in Hc. destruct Hc as (r & <- & Hr). apply in_seq in Hr.
        destruct (Pairs r ltac:(lia)) as (Below & U & Move). apply filter_In. split; [assumption|].
        apply andb_true_iff. split; [|apply pair_b_spec; exists (p * d + r); auto].
        unfold on_diagonal. apply Nat.eqb_eq. cbn [fst snd]. lia.
    + destruct (Pairs (p - 1) ltac:(lia)) as (Below & U & Move).
      rewrite (Elsewhere _ _ Move); [reflexivity | exists (p * d + (p - 1)); auto | lia].
Qed.

Lemma pairs_solve : solves_in_class (W m) on_diagonal p pair_b.
Proof.
  apply upper_half_is_enough.
  - apply wythoff_symmetric.
  - intros c d. apply Nat.eqb_sym.
  - exact pair_b_mirror.
  - intros x y L. destruct (pair_b (x, y)) eqn:P.
    + apply pair_b_spec in P. destruct (pair_in_order m p p_positive x y L P) as (i & -> & ->).
      symmetry. apply pairs_see_few.
    + symmetry. apply others_see_many; [assumption|]. intros H. apply pair_b_spec in H. congruence.
Qed.

Theorem P_positions_of_W (x y : nat) : P_in_W m p (x, y) = true <-> pair x y.
Proof.
  rewrite <- pair_b_spec. unfold P_in_W.
  rewrite (class_recursion_is_unique _ _ p _ _ (class_recursion_has_a_solution (W m) on_diagonal p) pairs_solve).
  reflexivity.
Qed.
End W.

(** The rules and the pairs, each by computation, on a small board; m, p = 1, 2, 3. *)
Example small_diagonal_blocking : forallb (fun m => forallb (fun p => forallb (fun c =>
  Bool.eqb (P_in_W m p c) (pair_b m p c)) (list_prod (seq 0 4) (seq 0 4))) [1; 2; 3]) [1; 2; 3] = true.
Proof. vm_compute. reflexivity. Qed.
