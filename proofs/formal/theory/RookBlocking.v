(** * m-Wythoff Nim with blocked rook moves (Lar15, Theorem 2.1 (i))

    mWN^p: the rook and the m-bishop, where at most p - 1 options may be blocked before each move, all of them rook
    moves of a length of at least m. [rook_blocking]: the P-positions are the pairs {a_n, b_n} of Beatty.v, q = p. *)

From Coq Require Import List Lia Bool Arith.
From Wythoff Require Import Game Queen Heaps Beatty Modulo WythoffNim ClassBlocking.
Import ListNotations.

(** A rook move of length m or more. *)
Definition long_rook_move (m : nat) (c d : cell) : bool :=
  (fst c - fst d =? 0) && (m <=? snd c - snd d) || (snd c - snd d =? 0) && (m <=? fst c - fst d).

Section RookBlocking.
Variables m p : nat.
Hypothesis m_positive : 1 <= m.
Hypothesis p_positive : 1 <= p.
Notation a := (a m p).
Notation b := (b m p).

Definition pair_b (c : cell) : bool :=
  let (x, y) := c in
  existsb (fun n => (x =? a n) && (y =? b n) || (x =? b n) && (y =? a n)) (seq 0 (S (x + y))).

Lemma index_le_b (n : nat) : n <= b n.
Proof. unfold Beatty.b. nia. Qed.

Lemma pair_b_spec (x y : nat) : pair_b (x, y) = true <->
  exists n, x = a n /\ y = b n \/ x = b n /\ y = a n.
Proof.
  unfold pair_b. rewrite existsb_exists. split.
  - intros (n & _ & H). exists n. rewrite orb_true_iff, !andb_true_iff, !Nat.eqb_eq in H. exact H.
  - intros (n & H). exists n. rewrite in_seq, orb_true_iff, !andb_true_iff, !Nat.eqb_eq. split; [|exact H].
    pose proof (index_le_b n). lia.
Qed.

Lemma pair_b_mirror (c : cell) : pair_b (mirror c) = pair_b c.
Proof.
  destruct c as [x y]. unfold mirror. cbn [fst snd]. apply eq_true_iff_eq. rewrite !pair_b_spec.
  split; intros (n & H); exists n; tauto.
Qed.

(** ** A column *)

(** The pairs (x, b_i) and (x, a_j) of column x: there is one for each residue of i and -j modulo p. *)
Definition residue (x y : nat) : nat := (y + m * (p * x) - x) / m mod p.

Lemma in_a_column (x y : nat) : pair_b (x, y) = true <->
  (exists i, a i = x /\ y = b i) \/ (exists j, 1 <= j /\ b j = x /\ y = a j).
Proof.
  rewrite pair_b_spec. split.
  - intros (n & [[-> ->]|[-> ->]]); [left; exists n; auto|].
    destruct (Nat.eq_dec n 0) as [->|]; [left; exists 0; unfold Beatty.b; lia|right; exists n; split; [lia|auto]].
  - intros [(i & <- & ->)|(j & _ & <- & ->)]; [exists i|exists j]; auto.
Qed.

Lemma x_le (x : nat) : x <= m * (p * x).
Proof. assert (1 * x <= m * p * x) by (apply Nat.mul_le_mono_r; nia). lia. Qed.

Lemma residue_of_upper (i : nat) : residue (a i) (b i) = i mod p.
Proof.
  unfold residue, Beatty.b. pose proof (x_le (a i)).
  replace (a i + m * i + m * (p * a i) - a i) with ((i + a i * p) * m) by lia.
  rewrite Nat.div_mul, Nat.mod_add by lia. reflexivity.
Qed.

Lemma residue_of_lower (j : nat) : 1 <= j -> (residue (b j) (a j) + j) mod p = 0 /\ residue (b j) (a j) < p.
Proof.
  intros J. pose proof (index_le_b j). assert (j <= p * b j) by nia. unfold residue.
  assert (E : a j + m * (p * b j) - b j = (p * b j - j) * m).
  { rewrite Nat.mul_sub_distr_r. unfold Beatty.b at 2. lia. }
  rewrite E, Nat.div_mul by lia. split; [|apply Nat.mod_upper_bound; lia].
  rewrite Nat.add_mod_idemp_l by lia. replace (p * b j - j + j) with (b j * p) by lia. apply Nat.mod_mul. lia.
Qed.

Lemma residue_injective (x y z : nat) : pair_b (x, y) = true -> pair_b (x, z) = true ->
  residue x y = residue x z -> y = z.
Proof.
  assert (Mixed : forall i j, 1 <= j -> a i = b j -> i mod p = residue (b j) (a j) -> False).
  { intros i j J E R. apply (residues_differ m p m_positive p_positive i j J E).
    rewrite <- Nat.add_mod_idemp_l, R by lia. apply residue_of_lower. assumption. }
  rewrite !in_a_column. intros [(i & <- & ->)|(j & J & <- & ->)] [(i' & E & ->)|(j' & J' & E & ->)] R.
  - rewrite residue_of_upper in R. rewrite <- E, residue_of_upper in R. f_equal.
    apply (each_residue_occurs_once m p m_positive p_positive); [congruence|assumption].
  - exfalso. rewrite residue_of_upper, <- E in R. apply (Mixed i j' J'); [congruence|assumption].
  - exfalso. rewrite <- E in R at 2. rewrite residue_of_upper in R. apply (Mixed i' j J); congruence.
  - f_equal. destruct (Nat.lt_trichotomy j j') as [L|[L|L]]; [|assumption|].
    + pose proof (b_increases m p m_positive p_positive j j' L). lia.
    + pose proof (b_increases m p m_positive p_positive j' j L). lia.
Qed.

Lemma residue_surjective (x r : nat) : r < p -> exists y, pair_b (x, y) = true /\ residue x y = r.
Proof.
  intros R. destruct (each_residue_occurs m p m_positive p_positive x r) as [(i & <- & E)|(j & J & <- & E)].
  - exists (b i). split; [apply in_a_column; left; exists i; auto|].
    rewrite residue_of_upper, E. apply Nat.mod_small. assumption.
  - exists (a j). split; [apply in_a_column; right; exists j; auto|].
    destruct (residue_of_lower j J) as [Z U]. set (s := residue (b j) (a j)) in *.
    (* s + j and r + j are 0, and r, s < p *)
    apply Nat.mod_divides in Z; [|lia]. apply Nat.mod_divides in E; [|lia]. destruct Z as [u Z], E as [v E].
    assert (u = v) by nia. nia.
Qed.

Notation few := (few (wythoff m) (long_rook_move m) pair_b p).

Lemma wythoff_move (x y x' y' : nat) : In (x', y') (moves (wythoff m) (x, y)) <->
  x' <= x /\ y' <= y /\ x' + y' < x + y /\
  (x' = x \/ y' = y \/ x - x' < y - y' + m /\ y - y' < x - x' + m).
Proof.
  rewrite moves_spec. unfold wythoff, rook, bishop.
  rewrite !orb_true_iff, andb_true_iff, !Nat.eqb_eq, !Nat.ltb_lt. lia.
Qed.

(** From a pair one goes to another pair only by a long move in the column. *)
Lemma pair_to_pair (i x' y' : nat) : In (x', y') (moves (wythoff m) (a i, b i)) -> pair_b (x', y') = true ->
  x' = a i /\ y' + m <= b i.
Proof.
  intros Move P. apply wythoff_move in Move. destruct Move as (Hx & Hy & T & R). apply pair_b_spec in P.
  assert (Bi : b i = a i + m * i) by reflexivity.
  destruct P as (j & [[-> ->]|[-> ->]]); assert (Bj : b j = a j + m * j) by reflexivity.
  - assert (J : j < i).
    { destruct (Nat.lt_ge_cases j i) as [|L]; [assumption|]. pose proof (a_increases m p m_positive p_positive i j L).
      nia. }
    assert (m * j + m <= m * i) by nia. pose proof (a_increases m p m_positive p_positive j i ltac:(lia)). lia.
  - assert (i = 0 /\ j = 0 \/ m <= m * i + m * j) as [[-> ->]|H] by nia; lia.
Qed.

Lemma pairs_see_few (i : nat) : few (a i, b i) = true.
Proof.
  unfold ClassBlocking.few. set (c := (a i, b i)). apply andb_true_iff. split.
  - apply forallb_forall. intros [x' y'] Move. destruct (pair_b (x', y')) eqn:P; [|apply orb_true_r].
    destruct (pair_to_pair i x' y' Move P) as [-> L]. apply orb_true_iff. left. unfold long_rook_move, c.
    cbn [fst snd]. rewrite Nat.sub_diag. apply orb_true_iff. left. apply Nat.leb_le. lia.
  - apply Nat.ltb_lt. set (seen := filter (fun d => long_rook_move m c d && pair_b d) (moves (wythoff m) c)).
    change (length seen < p).
    assert (Seen : forall d, In d seen -> In d (moves (wythoff m) c) /\ pair_b d = true).
    { intros d H. apply filter_In in H. rewrite andb_true_iff in H. tauto. }
    assert (Len : length (residue (a i) (b i) :: map (fun d => residue (fst d) (snd d)) seen) <= length (seq 0 p)).
    { apply NoDup_incl_length.
      - constructor.
        + rewrite in_map_iff. intros ([x' y'] & E & H). apply Seen in H. destruct H as [Move P].
          destruct (pair_to_pair i x' y' Move P) as [-> L]. cbn [fst snd] in E.
          apply residue_injective in E; [lia|assumption|].
          apply in_a_column. left. exists i. auto.
        + apply NoDup_map_on; [apply NoDup_filter, moves_are_distinct|].
          intros [x y] [x' y'] H H' E. apply Seen in H, H'. destruct H as [Move P], H' as [Move' P'].
          destruct (pair_to_pair i x y Move P) as [-> _], (pair_to_pair i x' y' Move' P') as [-> _].
          cbn [fst snd] in E. f_equal. exact (residue_injective _ _ _ P P' E).
      - intros r [<-|H]; [|apply in_map_iff in H; destruct H as (d & <- & _)]; apply in_seq; unfold residue;
        (split; [lia|apply Nat.mod_upper_bound; lia]). }
    cbn [length] in Len. rewrite map_length, seq_length in Len. exact Len.
Qed.

Lemma others_see_many (x y : nat) : x <= y -> pair_b (x, y) = false -> few (x, y) = false.
Proof.
  intros L N. unfold ClassBlocking.few. set (n := (y - x) / m).
  pose proof (Nat.div_mod (y - x) m ltac:(lia)) as D. fold n in D.
  pose proof (Nat.mod_upper_bound (y - x) m ltac:(lia)) as U. assert (B : b n = a n + m * n) by reflexivity.
  destruct (Nat.le_gt_cases (a n) x) as [A|A].
  - (* The bishop moves to a pair, which cannot be blocked. *)
    assert (P : pair_b (a n, b n) = true) by (apply pair_b_spec; exists n; auto).
    assert (a n + b n <> x + y).
    { intros E. assert (a n = x) as Ex by lia. assert (b n = y) as Ey by lia. rewrite Ex, Ey in P. congruence. }
    apply andb_false_iff. left. destruct (forallb _ _) eqn:All; [|reflexivity]. rewrite forallb_forall in All.
    specialize (All (a n, b n)). rewrite P, orb_false_r in All. unfold long_rook_move in All. cbn [fst snd] in All.
    specialize (All ltac:(apply wythoff_move; lia)).
    rewrite orb_true_iff, !andb_true_iff, !Nat.eqb_eq, !Nat.leb_le in All. lia.
  - (* All p pairs of the column are long rook moves away. *)
    apply andb_false_iff. right. apply Nat.ltb_ge.
    assert (Far : forall y', pair_b (x, y') = true -> y' + m <= y).
    { intros y' P. apply in_a_column in P. destruct P as [(i & E & ->)|(j & J & E & ->)].
      - assert (I : i < n). { destruct (Nat.lt_ge_cases i n) as [|G]; [assumption|].
          pose proof (a_increases m p m_positive p_positive n i G). lia. }
        assert (b i = x + m * i) by (rewrite <- E; reflexivity). assert (m * i + m <= m * n) by nia. lia.
      - assert (x = a j + m * j) by (rewrite <- E; reflexivity). assert (m <= m * j) by nia. lia. }
    set (ys := filter (fun y' => pair_b (x, y')) (seq 0 y)).
    assert (Ys : forall y', In y' ys <-> pair_b (x, y') = true).
    { intros y'. unfold ys. rewrite filter_In, in_seq. split; [tauto|]. intros P. split; [|assumption].
      specialize (Far y' P). lia. }
    assert (Many : length (seq 0 p) <= length (map (residue x) ys)).
    { apply NoDup_incl_length; [apply seq_NoDup|]. intros r Hr. apply in_seq in Hr.
      destruct (residue_surjective x r ltac:(lia)) as (y' & P & E). apply in_map_iff. exists y'.
      split; [assumption|]. apply Ys. assumption. }
    rewrite seq_length, map_length in Many. apply (Nat.le_trans _ _ _ Many). unfold count.
    rewrite <- (map_length (fun y' => (x, y')) ys). apply NoDup_incl_length.
    + apply NoDup_map_on; [apply NoDup_filter, seq_NoDup|]. intros u v _ _ [= ->]. reflexivity.
    + intros d Hd. apply in_map_iff in Hd. destruct Hd as (y' & <- & Hy). apply Ys in Hy.
      pose proof (Far y' Hy). apply filter_In. split; [apply wythoff_move; lia|]. rewrite Hy, andb_true_r.
      unfold long_rook_move. cbn [fst snd]. rewrite Nat.sub_diag. apply orb_true_iff. left. apply Nat.leb_le. lia.
Qed.

Lemma pairs_solve : solves_in_class (two_heaps (wythoff m)) (long_rook_move m) p pair_b.
Proof.
  apply upper_half_is_enough.
  - apply wythoff_symmetric.
  - intros c d. apply orb_comm.
  - exact pair_b_mirror.
  - intros x y L. destruct (pair_b (x, y)) eqn:P; [|symmetry; apply others_see_many; assumption].
    apply pair_b_spec in P. symmetry. destruct P as (n & [[-> ->]|[-> ->]]); [apply pairs_see_few|].
    (* (b_n, a_n) with b_n <= a_n is (a_n, b_n) *)
    assert (n = 0) as -> by (unfold Beatty.b in L; nia). assert (E : b 0 = a 0) by (unfold Beatty.b; lia).
    pose proof (pairs_see_few 0) as F. rewrite E in *. exact F.
Qed.

(** By play. *)
Theorem rook_blocking (x y : nat) :
  wins_in_class (two_heaps (wythoff m)) (long_rook_move m) (p - 1) Previous (x, y) <-> is_pair m p (x, y).
Proof.
  pose proof (class_play_is_decided (two_heaps (wythoff m)) (long_rook_move m) p (moves_are_distinct _)
    (heaps_are_discrete _) p_positive (x, y)) as [-> _].
  rewrite (class_recursion_is_unique (two_heaps (wythoff m)) _ p _ _
    (class_recursion_has_a_solution (two_heaps (wythoff m)) (long_rook_move m) p) pairs_solve).
  rewrite pair_b_spec. unfold is_pair. split; intros (n & H); exists n.
  - destruct H as [[-> ->]|[-> ->]]; auto.
  - destruct H as [[= -> ->]|[= -> ->]]; auto.
Qed.
End RookBlocking.

(** The rules and the pairs, each by computation, on a small board; m, p = 1, 2, 3. *)
Example small_rook_blocking : forallb (fun m => forallb (fun p => forallb (fun c =>
  Bool.eqb (P_in_class (two_heaps (wythoff m)) (long_rook_move m) p c) (pair_b m p c))
  (list_prod (seq 0 4) (seq 0 4))) [1; 2; 3]) [1; 2; 3] = true.
Proof. vm_compute. reflexivity. Qed.
