(** * Shifted m-Wythoff Nim, and the choice of a shift (Lar15, Theorem 2.1 (iii))

    m x p WN_l: the rook and the m p-bishop on a board without the cells x < m l, y < m (p - l). Let a and b be those of
    Beatty.v with q = p.

    - [shifted]: the P-positions are the (a_i, b_i) with i = - l, and the (b_j, a_j) with j = l, modulo p. (Lar15 has
      the coordinates the other way.)
    - [choice]: if the second player chooses l, 0 <= l < p, before the first move, but none without the cell where play
      begins, then he wins iff play begins at a pair {a_n, b_n}. *)

From Coq Require Import List Lia Bool Arith.
From Wythoff Require Import Game Queen Heaps Beatty Modulo WythoffNim ClassBlocking.
Import ListNotations.

(** ** Boards without some cells *)

Definition moves_on (rule : nat -> nat -> bool) (there : cell -> bool) (c : cell) : list cell :=
  filter there (moves rule c).

Lemma moves_on_take_tokens (rule : nat -> nat -> bool) (there : cell -> bool) (c d : cell) :
  In d (moves_on rule there c) -> tokens d < tokens c.
Proof. unfold moves_on. rewrite filter_In. intros [H _]. exact (moves_take_tokens rule c d H). Qed.

(** Two heaps, where only some of the cells are there. *)
Definition board_of (rule : nat -> nat -> bool) (there : cell -> bool) : game :=
  Game cell (moves_on rule there) tokens (moves_on_take_tokens rule there).

Section Shifted.
Variables m p : nat.
Hypothesis m_positive : 1 <= m.
Hypothesis p_positive : 1 <= p.
Notation a := (a m p).
Notation b := (b m p).

Definition there (l : nat) (c : cell) : bool := (m * l <=? fst c) || (m * (p - l) <=? snd c).
Definition shifted_game (l : nat) : game := board_of (wythoff (m * p)) (there l).

Lemma there_spec (l x y : nat) : there l (x, y) = true <-> m * l <= x \/ m * (p - l) <= y.
Proof. unfold there. rewrite orb_true_iff, !Nat.leb_le. reflexivity. Qed.

Definition above (l : nat) (c : cell) : Prop := exists i, (i + l) mod p = 0 /\ c = (a i, b i).
Definition below (l : nat) (c : cell) : Prop := exists j, j mod p = l mod p /\ c = (b j, a j).
Definition solution (l : nat) (c : cell) : Prop := above l c \/ below l c.

Lemma b_is (n : nat) : b n = a n + m * n.
Proof. reflexivity. Qed.

Lemma multiple (k : nat) : k mod p = 0 -> exists s, k = p * s.
Proof. intros H. apply Nat.mod_divides in H; [exact H|lia]. Qed.

Lemma same_class (l i j : nat) : (i + l) mod p = 0 -> j mod p = l mod p -> (i + j) mod p = 0.
Proof. intros I J. rewrite <- Nat.add_mod_idemp_r, J, Nat.add_mod_idemp_r by lia. exact I. Qed.

(** Everything again with the heaps exchanged, and p - l for l. *)
Lemma above_mirror (l : nat) (c : cell) : l <= p -> (above l c <-> below (p - l) (mirror c)).
Proof.
  intros Hl. assert (E : forall i, (i + l) mod p = 0 <-> i mod p = (p - l) mod p).
  { intros i. pose proof (Nat.div_mod i p ltac:(lia)) as D. pose proof (Nat.mod_upper_bound i p ltac:(lia)) as U. split.
    - intros H. apply multiple in H. destruct H as [s H]. assert (s <> 0 \/ i = 0 /\ l = 0) as [S|[-> ->]] by nia.
      + replace i with (p - l + (s - 1) * p) by nia. apply Nat.mod_add. lia.
      + rewrite Nat.sub_0_r, Nat.mod_same, Nat.mod_0_l by lia. reflexivity.
    - intros H. rewrite <- Nat.add_mod_idemp_l, H, Nat.add_mod_idemp_l by lia.
      replace (p - l + l) with p by lia. apply Nat.mod_same. lia. }
  unfold above, below. destruct c as [x y]. unfold mirror. cbn [fst snd].
  split; intros (i & H & [= -> ->]); exists i; rewrite E in *; auto.
Qed.

Lemma solution_mirror (l : nat) (c : cell) : l <= p -> (solution l c <-> solution (p - l) (mirror c)).
Proof.
  intros Hl. unfold solution. rewrite (above_mirror l c Hl).
  pose proof (above_mirror (p - l) (mirror c) ltac:(lia)) as M. replace (p - (p - l)) with l in M by lia.
  replace (mirror (mirror c)) with c in M by (destruct c; reflexivity). tauto.
Qed.

(** ** Each column holds one *)

Lemma column_holds (l x : nat) : l <= p -> exists y, solution l (x, y).
Proof.
  intros Hl. destruct (each_residue_occurs m p m_positive p_positive x (p - l)) as [(i & <- & E)|(j & J & <- & E)].
  - exists (b i). apply solution_mirror; [assumption|]. right. exists i. split; [assumption|reflexivity].
  - exists (a j). apply solution_mirror; [assumption|]. left. exists j. split; [assumption|reflexivity].
Qed.

(** No two of them are in a row, in a column, or within the bishop's reach. *)
Definition near (c d : cell) : Prop :=
  fst c = fst d \/ snd c = snd d \/
  (fst c + snd d < snd c + fst d + m * p /\ snd c + fst d < fst c + snd d + m * p).

Lemma congruent (i j r : nat) : i mod p = r -> j mod p = r -> m * i < m * j + m * p -> m * j < m * i + m * p -> i = j.
Proof.
  intros I J L U. pose proof (Nat.div_mod i p ltac:(lia)). pose proof (Nat.div_mod j p ltac:(lia)).
  assert (i < j + p) by nia. assert (j < i + p) by nia. assert (i / p = j / p) by nia. nia.
Qed.

Lemma two_below (l : nat) (c d : cell) : below l c -> below l d -> near c d -> c = d.
Proof.
  intros (i & Hi & ->) (j & Hj & ->) N. assert (i = j) as ->; [|reflexivity]. unfold near in N. cbn [fst snd] in N.
  rewrite !b_is in N. destruct N as [E|[E|[L U]]].
  - destruct (Nat.lt_trichotomy i j) as [L|[L|L]]; [|assumption|];
    apply (b_increases m p m_positive p_positive) in L; rewrite !b_is in L; lia.
  - apply (each_residue_occurs_once m p m_positive p_positive); [assumption|congruence].
  - apply (congruent i j (l mod p)); lia.
Qed.

Lemma near_mirror (c d : cell) : near c d <-> near (mirror c) (mirror d).
Proof. unfold near, mirror. cbn [fst snd]. lia. Qed.

Lemma mirror_injective (c d : cell) : mirror c = mirror d -> c = d.
Proof. destruct c, d. unfold mirror. cbn [fst snd]. intros [= -> ->]. reflexivity. Qed.

Lemma above_and_below (l : nat) (c d : cell) : above l c -> below l d -> near c d -> c = d.
Proof.
  intros (i & Hi & ->) (j & Hj & ->) N. pose proof (same_class l i j Hi Hj) as Z. pose proof Z as M.
  apply multiple in M. destruct M as [s M].
  destruct (Nat.eq_dec (i + j) 0) as [Zero|Some].
  { assert (i = 0) as -> by lia. assert (j = 0) as -> by lia. rewrite b_is. f_equal; lia. }
  exfalso. assert (p <= i + j) by (destruct s; nia).
  assert (A0 : forall k, a k = a 0 -> k mod p = 0 -> k = 0).
  { intros k E K. apply (each_residue_occurs_once m p m_positive p_positive); [assumption|].
    rewrite K, Nat.mod_0_l; lia. }
  assert (B0 : b 0 = a 0) by (rewrite b_is; lia).
  unfold near in N. cbn [fst snd] in N. destruct N as [E|[E|[L U]]].
  - destruct (Nat.eq_dec j 0) as [->|J].
    + rewrite B0 in E. rewrite Nat.add_0_r in Z. specialize (A0 i E Z). lia.
    + exact (residues_differ m p m_positive p_positive i j ltac:(lia) E Z).
  - destruct (Nat.eq_dec i 0) as [->|I].
    + rewrite B0 in E. specialize (A0 j (eq_sym E) Z). lia.
    + rewrite Nat.add_comm in Z. exact (residues_differ m p m_positive p_positive j i ltac:(lia) (eq_sym E) Z).
  - rewrite !b_is in *. assert (m * p <= m * i + m * j) by nia. lia.
Qed.

Lemma solution_is_sparse (l : nat) (c d : cell) : l <= p -> solution l c -> solution l d -> near c d -> c = d.
Proof.
  intros Hl [C|C] [D|D] N.
  - apply mirror_injective. apply above_mirror in C, D; try assumption. apply near_mirror in N.
    exact (two_below (p - l) _ _ C D N).
  - exact (above_and_below l c d C D N).
  - symmetry. apply (above_and_below l d c D C). unfold near in *. lia.
  - exact (two_below l c d C D N).
Qed.

Lemma wythoff_move (x y x' y' : nat) : In (x', y') (moves (wythoff (m * p)) (x, y)) <->
  x' <= x /\ y' <= y /\ x' + y' < x + y /\
  (x' = x \/ y' = y \/ x - x' < y - y' + m * p /\ y - y' < x - x' + m * p).
Proof.
  rewrite moves_spec. unfold wythoff, rook, bishop.
  rewrite !orb_true_iff, andb_true_iff, !Nat.eqb_eq, !Nat.ltb_lt. lia.
Qed.

Lemma solution_is_stable (l : nat) (c d : cell) : l <= p -> solution l c ->
  In d (moves_on (wythoff (m * p)) (there l) c) -> ~ solution l d.
Proof.
  intros Hl C Move D. unfold moves_on in Move. apply filter_In in Move. destruct Move as [Move _].
  destruct c as [x y], d as [x' y']. apply wythoff_move in Move.
  assert (E : (x, y) = (x', y')); [|injection E; lia].
  apply (solution_is_sparse l); try assumption. unfold near. cbn [fst snd]. lia.
Qed.

(** ** The solution is on the board, and is reached from everywhere else *)

Lemma solution_is_there (l : nat) (c : cell) : l <= p -> solution l c -> there l c = true.
Proof.
  intros Hl H. destruct c as [x y]. apply there_spec. destruct H as [(i & E & [= -> ->])|(j & E & [= -> ->])].
  - destruct (Nat.eq_dec l 0) as [->|]; [left; lia|]. right. apply multiple in E. destruct E as [s E].
    assert (p - l <= i) by (destruct s; nia). rewrite b_is. nia.
  - destruct (Nat.eq_dec l p) as [->|].
    + right. rewrite Nat.sub_diag. lia.
    + left. rewrite (Nat.mod_small l) in E by lia. pose proof (Nat.mod_le j p ltac:(lia)). rewrite b_is. nia.
Qed.

Lemma a_small (i : nat) : i < p -> a i = 0.
Proof.
  intros H. assert (~ 1 <= a i); [|lia]. replace i with (p * 1 - (p - i)) by lia. rewrite <- duality by lia.
  rewrite b_is. nia.
Qed.

Lemma reached_upper (l x y : nat) : l <= p -> x <= y -> there l (x, y) = true -> ~ solution l (x, y) ->
  exists d, In d (moves_on (wythoff (m * p)) (there l) (x, y)) /\ solution l d.
Proof.
  intros Hl L There N.
  assert (Go : forall x' y', In (x', y') (moves (wythoff (m * p)) (x, y)) -> solution l (x', y') ->
    exists d, In d (moves_on (wythoff (m * p)) (there l) (x, y)) /\ solution l d).
  { intros x' y' Move S. exists (x', y'). split; [|assumption]. apply filter_In. split; [assumption|].
    apply solution_is_there; assumption. }
  assert (Differ : forall x' y', solution l (x', y') -> x' <= x -> y' <= y -> x' + y' < x + y).
  { intros x' y' S X Y. destruct (Nat.eq_dec (x' + y') (x + y)) as [E|]; [|lia]. exfalso. apply N.
    assert (x' = x) as <- by lia. assert (y' = y) as <- by lia. exact S. }
  destruct (column_holds l x Hl) as (z & Z).
  destruct (Nat.lt_trichotomy z y) as [Lz|[->|Gz]]; [|contradiction|].
  - apply (Go x z); [apply wythoff_move; lia|assumption].
  - (* The pair of the column is (x, z) = (a_t, b_t), with a larger difference than y - x. *)
    destruct Z as [(t & Ht & [= Ex Ez])|(t & _ & [= Ex Ez])]; [|rewrite b_is in Ex; lia].
    pose proof (Nat.div_mod (y - x) m ltac:(lia)) as D. pose proof (Nat.mod_upper_bound (y - x) m ltac:(lia)) as U.
    set (d := (y - x) / m) in *.
    pose proof (Nat.div_mod (d + l) p ltac:(lia)) as K. pose proof (Nat.mod_upper_bound (d + l) p ltac:(lia)) as V.
    set (k := (d + l) / p) in *. destruct (Nat.le_gt_cases l (p * k)) as [Big|Small].
    + (* i is the last index of the right class with m i <= y - x. *)
      set (i := p * k - l). assert (Hi : (i + l) mod p = 0).
      { unfold i. replace (p * k - l + l) with (k * p) by lia. apply Nat.mod_mul. lia. }
      assert (S : solution l (a i, b i)) by (left; exists i; auto).
      assert (m * i <= m * d) by (apply Nat.mul_le_mono_l; unfold i; lia).
      assert (m * d + m <= m * i + m * p) by (unfold i; nia).
      assert (I : i <= t). { rewrite b_is in Ez. assert (m * i < m * t) by lia. nia. }
      pose proof (a_increases m p m_positive p_positive i t I). pose proof (b_is i) as Bi.
      specialize (Differ _ _ S ltac:(lia) ltac:(lia)). refine (Go _ _ _ S). apply wythoff_move. lia.
    + (* (x, y) is in the strip of the hole, beyond it. *)
      assert (k = 0) as Zk by nia. rewrite Zk, Nat.mul_0_r in K. assert (d + l < p) by lia.
      assert (m * d + m <= m * (p - l)) by nia. assert (E : m * (p - l) + m * l = m * p) by nia.
      apply there_spec in There. destruct There as [X|Y].
      * assert (S : solution l (m * l, 0)).
        { right. exists l. split; [reflexivity|]. rewrite b_is, a_small by lia. reflexivity. }
        specialize (Differ _ _ S ltac:(lia) ltac:(lia)). refine (Go _ _ _ S). apply wythoff_move. lia.
      * assert (S : solution l (0, m * (p - l))).
        { left. exists (p - l). split; [replace (p - l + l) with p by lia; apply Nat.mod_same; lia|].
          rewrite b_is, a_small by lia. reflexivity. }
        specialize (Differ _ _ S ltac:(lia) ltac:(lia)). refine (Go _ _ _ S). apply wythoff_move. lia.
Qed.

Lemma there_mirror (l : nat) (c : cell) : l <= p -> there (p - l) (mirror c) = there l c.
Proof.
  intros Hl. unfold there, mirror. cbn [fst snd]. replace (p - (p - l)) with l by lia. apply orb_comm.
Qed.

Lemma solution_is_absorbing (l : nat) (c : cell) : l <= p -> there l c = true -> ~ solution l c ->
  exists d, In d (moves_on (wythoff (m * p)) (there l) c) /\ solution l d.
Proof.
  intros Hl There N. destruct c as [x y]. destruct (Nat.le_ge_cases x y) as [L|L]; [apply reached_upper; assumption|].
  destruct (reached_upper (p - l) y x) as (d & Move & S); [lia|assumption| | |].
  - change (y, x) with (mirror (x, y)). rewrite there_mirror; assumption.
  - intros H. apply N. apply solution_mirror; assumption.
  - exists (mirror d). assert (M : mirror (mirror d) = d) by (destruct d; reflexivity).
    split; [|apply solution_mirror; [assumption|rewrite M; assumption]].
    unfold moves_on in *. rewrite filter_In in *. destruct Move as [Move T]. split.
    + destruct d as [x' y']. apply wythoff_move in Move. apply wythoff_move. cbn [fst snd]. lia.
    + rewrite <- there_mirror, M by assumption. exact T.
Qed.

Lemma solution_is_decidable (l : nat) (c : cell) : l <= p -> solution l c \/ ~ solution l c.
Proof.
  intros Hl. destruct c as [x y]. destruct (column_holds l x Hl) as (z & Z).
  destruct (Nat.eq_dec y z) as [->|N]; [left; assumption|]. right. intros Y. apply N.
  assert (E : (x, y) = (x, z)); [|injection E; auto]. apply (solution_is_sparse l); try assumption. left. reflexivity.
Qed.

(** Lar15, Theorem 2.1 (iii a). *)
Theorem shifted (l : nat) (c : cell) : l <= p -> there l c = true ->
  (@wins (shifted_game l) 0 Previous c <-> solution l c).
Proof.
  intros Hl There.
  apply (play_within_is_decided (shifted_game l) (fun d => there l d = true) (solution l)); [| | | |exact There].
  - intros d e _ Move. unfold moves_on in Move. apply filter_In in Move. apply Move.
  - intros d _. apply solution_is_decidable. assumption.
  - intros d e _ S Move. exact (solution_is_stable l d e Hl S Move).
  - intros d T N. exact (solution_is_absorbing l d Hl T N).
Qed.

(** Lar15, Theorem 2.1 (iii b). *)
Theorem choice (c : cell) :
  (exists l, l < p /\ there l c = true /\ @wins (shifted_game l) 0 Previous c) <-> is_pair m p c.
Proof.
  split.
  - intros (l & Hl & There & W). apply shifted in W; [|lia|assumption].
    destruct W as [(i & _ & E)|(j & _ & E)]; [exists i|exists j]; auto.
  - assert (Choose : forall l, l < p -> solution l c -> exists l, l < p /\ there l c = true /\
      @wins (shifted_game l) 0 Previous c).
    { intros l Hl S. exists l. pose proof (solution_is_there l c ltac:(lia) S) as T. split; [assumption|].
      split; [assumption|]. apply shifted; [lia|assumption|assumption]. }
    intros (n & [E|E]); pose proof (Nat.mod_upper_bound n p ltac:(lia)) as U;
      pose proof (Nat.div_mod n p ltac:(lia)) as D.
    + destruct (Nat.eq_dec (n mod p) 0) as [Z|Z].
      * apply (Choose 0); [lia|]. left. exists n. rewrite Nat.add_0_r. auto.
      * apply (Choose (p - n mod p)); [lia|]. left. exists n. split; [|assumption].
        replace (n + (p - n mod p)) with ((n / p + 1) * p) by nia. apply Nat.mod_mul. lia.
    + apply (Choose (n mod p)); [lia|]. right. exists n. rewrite Nat.mod_mod by lia. auto.
Qed.
End Shifted.

(** The rules and the solution, each by computation: m = 2, p = 3, and each l, on a small board. *)
Definition in_solution (m p l : nat) (c : cell) : bool :=
  existsb (fun n => (((n + l) mod p =? 0) && (fst c =? a m p n) && (snd c =? b m p n)) ||
                    ((n mod p =? l mod p) && (fst c =? b m p n) && (snd c =? a m p n))) (seq 0 (S (fst c + snd c))).
Example small_shifted_games : forallb (fun l => forallb (fun c =>
  Bool.eqb (@P_position (shifted_game 2 3 l) 1 c) (in_solution 2 3 l c))
  (filter (there 2 3 l) (list_prod (seq 0 6) (seq 0 6)))) [0; 1; 2; 3] = true.
Proof. vm_compute. reflexivity. Qed.
