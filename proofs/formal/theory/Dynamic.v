(** * Which positions of Imitation Nim are dynamic (Lar09, after Corollary 20)

    A position is _dynamic_ if it depends on what was played before who wins it. Let a <= b.

    - [dynamic_positions]: (a, b) is dynamic iff it is a P-position of (m,p)-Wythoff Nim with xi(a, b) > 0, or an
      N-position of it with a P-position (a, c), a <= c < b;
    - [always_P]: (a, b) is P after each history iff it is a P-position of (m,p)-Wythoff Nim with xi(a, b) = 0. *)

From Coq Require Import List Lia Bool Arith.
From Wythoff Require Import Game Queen Heaps ClassBlocking Pairs WythoffBlocking Imitation.
Import ListNotations.

Section Dynamic.
Variables m p : nat.
Hypothesis m_positive : 1 <= m.
Hypothesis p_positive : 1 <= p.

Notation good := (good m p).

(** The states of play with a tokens in the heap h and b in the other one. *)
Definition at_heaps (h : heap) (a b : nat) (s : state) : Prop :=
  reachable m p s /\ size_of s h = a /\ size_of s (other h) = b.

Definition won_by (who : player) (h : heap) (a b : nat) : Prop :=
  exists s, at_heaps h a b s /\ @wins (imitation_nim m p) 0 who s.
Definition dynamic (h : heap) (a b : nat) : Prop := won_by Previous h a b /\ won_by Next h a b.

Lemma next_wins (s : state) : sound p s -> (@wins (imitation_nim m p) 0 Next s <-> ~ good s).
Proof.
  intros Sound. apply (play_within_is_decided (imitation_nim m p) (sound p) good); [| | | |exact Sound].
  - exact (moves_keep_sound m p).
  - intros t _. apply good_is_decidable; assumption.
  - exact (good_is_stable m p m_positive p_positive).
  - exact (good_is_absorbing m p m_positive p_positive).
Qed.

Lemma not_won_by_both (s : state) :
  @wins (imitation_nim m p) 0 Previous s -> @wins (imitation_nim m p) 0 Next s -> False.
Proof. intros P N. exact (one_winner_at_most (imitation_nim m p) 0 s N P). Qed.

(** ** Histories *)

(** A start. *)
Lemma a_start (h : heap) (a b : nat) : exists s, at_heaps h a b s /\
  (@wins (imitation_nim m p) 0 Previous s <-> P_in_W m p (a, b) = true).
Proof.
  destruct h; [exists (start p a b)|exists (start p b a)]; (split; [repeat split; constructor|]);
    rewrite corollary_20, !P_positions_of_W by assumption; split; auto using pair_symmetric.
Qed.

(** The players take one token j times each, first from the smaller heap, then from the larger one: the second player
    imitates each time. *)
Lemma imitated_j_times (h : heap) (j : nat) : j <= p - 1 -> forall a b, a <= b ->
  exists s, at_heaps h a b s /\ opp s = p - 1 - j /\ own s = p - 1 /\ forall h' r, imitates m s h' r = false.
Proof.
  induction j as [|j IH]; intros Hj a b L.
  - rewrite Nat.sub_0_r. destruct h; [exists (start p a b)|exists (start p b a)]; repeat split; constructor.
  - destruct (IH ltac:(lia) (S a) (S b) ltac:(lia)) as (s & (R & A & B) & Opp & Own & Plain).
    destruct (after_exists m p s h 1 (p - 1)) as (t & E & Ot & Wt & At & Bt & Last).
    { unfold credit_after. rewrite Plain. reflexivity. }
    assert (Rt : reachable m p t).
    { apply (after_a_move m p s); [assumption|]. apply next_states_spec.
       exists h, 1. repeat split; [lia|lia|assumption]. }
    assert (Im : imitates m t (other h) 1 = true).
    { apply imitates_spec. exists 1. rewrite Last, A, B. split; [|lia]. do 2 f_equal. apply Nat.leb_le. lia. }
    destruct (after_exists m p t (other h) 1 (p - 1 - S j)) as (u & E' & Ou & Wu & Au & Bu & Last').
    { unfold credit_after. rewrite Im, Wt, Opp. replace (p - 1 - j) with (S (p - 1 - S j)) by lia. reflexivity. }
    rewrite other_other in *. exists u. split; [|split; [assumption|split; [congruence|]]].
    + split; [|lia]. apply (after_a_move m p t); [assumption|]. apply next_states_spec. exists (other h), 1.
      repeat split; [lia|lia|assumption].
    + intros h' r. unfold imitates. rewrite Last'.
      assert (Unarmed : size_of t (other h) <=? size_of t h = false) by (apply Nat.leb_gt; lia). rewrite Unarmed.
      destruct h, h'; reflexivity.
Qed.

Lemma xi_of_P (a c : nat) : a <= c -> P_in_W m p (a, c) = true -> xi m p a c <= p - 1.
Proof.
  intros L P. apply P_positions_of_W in P; try assumption.
  destruct (pair_in_order m p p_positive a c L P) as (n & -> & ->). rewrite xi_of_a_pair by assumption.
  pose proof (Nat.mod_upper_bound n p). lia.
Qed.

(** A P-position of W with xi > 0 may be N: the mover's opponent has used up his credit. *)
Lemma pair_may_be_lost (h : heap) (a b : nat) : a <= b -> P_in_W m p (a, b) = true -> 0 < xi m p a b ->
  won_by Next h a b.
Proof.
  intros L P X. destruct (imitated_j_times h (p - 1) (le_n _) a b L) as (s & At & Opp & _ & Plain).
  exists s. split; [assumption|]. destruct At as (R & A & B). apply next_wins.
  { apply (reachable_is_sound m p). assumption. }
  rewrite <- (good_is_won m p m_positive p_positive) by (apply (reachable_is_sound m p); assumption).
  rewrite (theorem_19 m p m_positive p_positive s h R) by lia. rewrite A, B, Opp.
  intros [[_ O]|(c & Hc & Pc & C)]; [lia|]. unfold credit_after in C. rewrite Plain in C.
  pose proof (xi_of_P a c ltac:(lia) Pc). lia.
Qed.

(** An N-position above a P-position of W may be P: the mover has used up his credit, and would have to imitate. *)
Lemma above_pair_may_be_won (h : heap) (a b c : nat) : a <= c < b -> P_in_W m p (a, c) = true ->
  won_by Previous h a b.
Proof.
  intros Hc P. set (t := b - c).
  destruct (imitated_j_times h (p - 1) (le_n _) (a + t) b ltac:(lia)) as (s & (R & A & B) & Opp & _ & Plain).
  destruct (after_exists m p s h t (p - 1)) as (u & E & _ & Own & Au & Bu & Last).
  { unfold credit_after. rewrite Plain. reflexivity. }
  assert (Ru : reachable m p u).
  { apply (after_a_move m p s); [assumption|]. apply next_states_spec.
       exists h, t. repeat split; [lia|lia|assumption]. }
  exists u. split; [split; [assumption|lia]|]. apply (theorem_19 m p m_positive p_positive u h Ru); [lia|].
  right. exists c. assert (Ha : size_of u h = a) by lia. assert (Hb : size_of u (other h) = b) by lia.
  rewrite Ha, Hb. split; [lia|]. split; [assumption|]. unfold credit_after.
  assert (Im : imitates m u (other h) (b - c) = true).
  { apply imitates_spec. exists t. rewrite Last, A, B. split; [|lia]. do 2 f_equal. apply Nat.leb_le. lia. }
  rewrite Im, Own, Opp, Nat.sub_diag. exact I.
Qed.

(** ** The theorems *)

Theorem dynamic_positions (h : heap) (a b : nat) : a <= b ->
  (dynamic h a b <->
   P_in_W m p (a, b) = true /\ 0 < xi m p a b \/
   P_in_W m p (a, b) = false /\ exists c, a <= c < b /\ P_in_W m p (a, c) = true).
Proof.
  intros L. destruct (a_start h a b) as (s0 & At & Start). split.
  - intros [(s & (R & A & B) & Won) (t & (Rt & At' & Bt) & Lost)].
    apply (theorem_19 m p m_positive p_positive s h R) in Won; [|lia]. rewrite A, B in Won.
    apply next_wins in Lost; [|apply (reachable_is_sound m p); assumption].
    rewrite <- (good_is_won m p m_positive p_positive) in Lost by (apply (reachable_is_sound m p); assumption).
    rewrite (theorem_19 m p m_positive p_positive t h Rt) in Lost by lia. rewrite At', Bt in Lost.
    destruct (P_in_W m p (a, b)) eqn:P.
    + left. split; [reflexivity|]. apply Nat.nle_gt. intros Z. apply Lost. left. split; [reflexivity|lia].
    + right. split; [reflexivity|]. destruct Won as [[D _]|(c & Hc & Pc & _)]; [discriminate|]. exists c. auto.
  - intros [[P X]|[P (c & Hc & Pc)]].
    + split; [exists s0; split; [assumption|apply Start; assumption]|]. apply pair_may_be_lost; assumption.
    + split; [apply (above_pair_may_be_won h a b c); assumption|]. exists s0. split; [assumption|].
      destruct At as (R & _). apply next_wins; [apply (reachable_is_sound m p); assumption|].
      rewrite <- (good_is_won m p m_positive p_positive) by (apply (reachable_is_sound m p); assumption).
      rewrite Start, P. discriminate.
Qed.

Theorem always_P (h : heap) (a b : nat) : a <= b ->
  ((forall s, at_heaps h a b s -> @wins (imitation_nim m p) 0 Previous s) <->
    P_in_W m p (a, b) = true /\ xi m p a b = 0).
Proof.
  intros L. destruct (a_start h a b) as (s0 & At & Start). split.
  - intros All. assert (P : P_in_W m p (a, b) = true) by (apply Start, All; assumption). split; [assumption|].
    destruct (Nat.eq_dec (xi m p a b) 0) as [|N]; [assumption|]. exfalso.
    destruct (pair_may_be_lost h a b L P ltac:(lia)) as (s & Hs & Lost).
    exact (not_won_by_both s (All s Hs) Lost).
  - intros [P X] s (R & A & B). apply (theorem_19 m p m_positive p_positive s h R); [lia|]. rewrite A, B, X.
    left. split; [assumption|lia].
Qed.

End Dynamic.
