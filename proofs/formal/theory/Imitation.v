(** * Imitation Nim, and its theorem (Lar09, Theorem 19, for every m; docs/THEOREMS.md, Theorem 3)

    Nim on two heaps with a memory. Suppose that the previous player took t tokens from a heap that before was no larger
    than the other one: then that removal is _armed_, and taking t, ..., t + m - 1 tokens from the other heap is an
    _imitation_. A player who has made p - 1 imitations in a row may not make another one. So each player has a _credit_
    of imitations, which is p - 1 at the start; an imitation uses one, every other move fills it to p - 1 again.

    - [theorem_19]: who wins a state of play, in terms of the P-positions of (m,p)-Wythoff Nim (WythoffBlocking.v);
    - [corollary_20]: as starting positions, both games have the same P-positions;
    - [corollary_7]: Imitation Nim and Wythoff Nim, m = p = 1. *)

From Coq Require Import List Lia Bool Arith Permutation.
From Wythoff Require Import Game Queen Heaps WythoffNim ClassBlocking Pairs WythoffBlocking.
Import ListNotations.

(** ** The rules *)

Inductive heap : Type := First | Second.
Definition other (h : heap) : heap := match h with First => Second | Second => First end.

(** The most recent removal. *)
Record removal : Type := Removal { from_heap : heap; taken : nat; armed : bool }.

(** The heaps, the most recent removal if there was one, and how many imitations the player to move and the one who has
    just moved may still make in a row. *)
Record state : Type := State { first : nat; second : nat; last : option removal; own : nat; opp : nat }.

Definition size_of (s : state) (h : heap) : nat := match h with First => first s | Second => second s end.

Section Rules.
Variables m p : nat.

Definition start (x y : nat) : state := State x y None (p - 1) (p - 1).

(** Whether it is an imitation to take r tokens from the heap h. *)
Definition imitates (s : state) (h : heap) (r : nat) : bool :=
  match last s, h with
  | Some (Removal First t true), Second | Some (Removal Second t true), First => (t <=? r) && (r <? t + m)
  | _, _ => false
  end.

(** The credit that a player has after taking r tokens from the heap h; [None] if he may not. *)
Definition credit_after (s : state) (h : heap) (r : nat) : option nat :=
  if imitates s h r then match own s with O => None | S c => Some c end else Some (p - 1).

(** The state after that. *)
Definition after (s : state) (h : heap) (r : nat) : option state :=
  let made := Removal h r (size_of s h <=? size_of s (other h)) in
  match credit_after s h r with
  | None => None
  | Some credit =>
    Some match h with
    | First => State (first s - r) (second s) (Some made) (opp s) credit
    | Second => State (first s) (second s - r) (Some made) (opp s) credit
    end
  end.

(** All states to which a player can move: he takes at least one token, and at most the heap. *)
Definition next_states (s : state) : list state :=
  flat_map (fun h =>
    flat_map (fun r => match after s h r with Some t => [t] | None => [] end) (seq 1 (size_of s h)))
    [First; Second].

Theorem next_states_spec (s t : state) :
  In t (next_states s) <-> exists h r, 1 <= r /\ r <= size_of s h /\ after s h r = Some t.
Proof.
  unfold next_states. rewrite in_flat_map. split.
  - intros (h & _ & H). apply in_flat_map in H. destruct H as (r & Hr & H). apply in_seq in Hr. exists h, r.
    destruct (after s h r); [destruct H as [->|[]]|destruct H]. repeat split; lia.
  - intros (h & r & L & U & E). exists h. split; [destruct h; simpl; auto|]. apply in_flat_map. exists r.
    rewrite in_seq, E. split; [lia|left; reflexivity].
Qed.

(** What a move does to each part of the state. *)
Lemma after_spec (s t : state) (h : heap) (r : nat) : after s h r = Some t ->
  credit_after s h r = Some (opp t) /\ own t = opp s /\
  size_of t h = size_of s h - r /\ size_of t (other h) = size_of s (other h) /\
  last t = Some (Removal h r (size_of s h <=? size_of s (other h))).
Proof.
  unfold after. destruct (credit_after s h r) as [c|]; [|discriminate]. intros [= <-]. destruct h; auto.
Qed.

Lemma after_exists (s : state) (h : heap) (r c : nat) : credit_after s h r = Some c -> exists t,
  after s h r = Some t /\ opp t = c /\ own t = opp s /\
  size_of t h = size_of s h - r /\ size_of t (other h) = size_of s (other h) /\
  last t = Some (Removal h r (size_of s h <=? size_of s (other h))).
Proof. intros E. unfold after. rewrite E. destruct h; eexists; split; eauto; simpl; auto. Qed.

Definition tokens_left (s : state) : nat := first s + second s.

Lemma next_states_are_smaller (s t : state) : In t (next_states s) -> tokens_left t < tokens_left s.
Proof.
  rewrite next_states_spec. intros (h & r & L & U & E). apply after_spec in E. unfold tokens_left.
  destruct h; simpl in *; lia.
Qed.

Definition imitation_nim : game := Game state next_states tokens_left next_states_are_smaller.

(** The states of play. *)
Inductive reachable : state -> Prop :=
| at_the_start : forall x y, reachable (start x y)
| after_a_move : forall s t, reachable s -> In t (next_states s) -> reachable t.

(** ** What holds in all states of play *)

(** docs/THEOREMS.md, Lemma (armed). *)
Definition sound (s : state) : Prop :=
  opp s <= p - 1 /\ own s <= p - 1 /\
  forall h t, last s = Some (Removal h t true) ->
    1 <= t /\ size_of s h + t <= size_of s (other h) /\ opp s = p - 1.

Lemma imitates_spec (s : state) (h : heap) (r : nat) : imitates s (other h) r = true <->
  exists t, last s = Some (Removal h t true) /\ t <= r /\ r < t + m.
Proof.
  unfold imitates. destruct (last s) as [[[|] t [|]]|], h; simpl;
    rewrite ?andb_true_iff, ?Nat.leb_le, ?Nat.ltb_lt; split;
    first [ discriminate | intros (t' & E & _); discriminate E | intros H; exists t; auto | idtac ].
  all: intros (t' & [= <-] & H); exact H.
Qed.

Lemma other_other (h : heap) : other (other h) = h.
Proof. destruct h; reflexivity. Qed.

(** A removal from a heap that is no larger than the other one is no imitation. *)
Lemma from_the_smaller_heap (s : state) (h : heap) (r : nat) :
  sound s -> size_of s h <= size_of s (other h) -> imitates s h r = false.
Proof.
  intros (_ & _ & A) L. destruct (imitates s h r) eqn:I; [|reflexivity]. exfalso.
  rewrite <- (other_other h) in I. apply imitates_spec in I. destruct I as (t & E & _).
  destruct (A _ _ E) as (T & H & _). rewrite other_other in H. lia.
Qed.

Lemma moves_keep_sound (s t : state) : sound s -> In t (next_states s) -> sound t.
Proof.
  rewrite next_states_spec. intros Sound (h & r & L & U & E). apply after_spec in E.
  destruct E as (C & Own & H & O & Last). pose proof Sound as (Opp & Own' & A).
  assert (opp t <= p - 1).
  { unfold credit_after in C. destruct (imitates s h r); [destruct (own s); [discriminate|]|]; injection C; lia. }
  split; [assumption|]. split; [lia|]. intros h' t' E. rewrite E in Last. injection Last as -> -> B. symmetry in B.
  apply Nat.leb_le in B. split; [assumption|]. split; [lia|].
  unfold credit_after in C. rewrite from_the_smaller_heap in C by assumption. injection C. lia.
Qed.

Lemma reachable_is_sound (s : state) : reachable s -> sound s.
Proof.
  intros R. induction R as [x y|s t _ IH Move]; [|exact (moves_keep_sound s t IH Move)].
  repeat split; simpl; try lia; discriminate.
Qed.

(** ** The good states *)

Hypothesis m_positive : 1 <= m.
Hypothesis p_positive : 1 <= p.
Notation lower := (lower m p).
Notation upper := (upper m p).
Notation pair := (pair m p).

(** (I) and (II), for the pair number n, if h is the smaller heap. *)
Definition good_by_pair (s : state) (h : heap) (n : nat) : Prop :=
  size_of s h = lower n /\ size_of s (other h) = upper n /\ n mod p <= opp s.
Definition good_by_imitation (s : state) (h : heap) (n : nat) : Prop :=
  size_of s h = lower n /\ upper n < size_of s (other h) /\
  imitates s (other h) (size_of s (other h) - upper n) = true /\ own s <= n mod p.
Definition good (s : state) : Prop := exists h n, good_by_pair s h n \/ good_by_imitation s h n.

Lemma upper_is (n : nat) : upper n = lower n + m * (n / p).
Proof. reflexivity. Qed.

Lemma index_is (n : nat) : n = p * (n / p) + n mod p /\ n mod p < p.
Proof. pose proof (Nat.div_mod n p). pose proof (Nat.mod_upper_bound n p). lia. Qed.

(** A heap and its partner: whoever takes from one heap leaves no pair, if there was one. *)
Lemma good_by_pair_is_pair (s : state) (h : heap) (n : nat) : good_by_pair s h n -> pair (first s) (second s).
Proof. intros (A & B & _). exists n. destruct h; simpl in *; auto. Qed.

Lemma no_pair_after_pair (s t : state) :
  pair (first s) (second s) -> In t (next_states s) -> ~ pair (first t) (second t).
Proof.
  rewrite next_states_spec. intros Ps (h & r & L & U & E) Pt. apply after_spec in E. destruct E as (_ & _ & H & O & _).
  destruct h; simpl in *.
  - rewrite O in Pt. apply pair_symmetric in Ps, Pt. pose proof (one_partner_only m p p_positive _ _ _ Ps Pt). lia.
  - rewrite O in Pt. pose proof (one_partner_only m p p_positive _ _ _ Ps Pt). lia.
Qed.

(** docs/THEOREMS.md, ( * ): when a removal of r tokens from h makes a state good by imitation. *)
Lemma made_good_by_imitation (s t : state) (h h' : heap) (r k : nat) :
  after s h r = Some t -> 1 <= r -> r <= size_of s h -> good_by_imitation t h' k ->
  h' = h /\ size_of s h <= size_of s (other h) /\ lower k + r = size_of s h /\ opp s <= k mod p /\
  size_of s h + m * (k / p) <= size_of s (other h) /\ size_of s (other h) < size_of s h + m * (k / p) + m.
Proof.
  intros E R U (A & B & I & O). apply after_spec in E. destruct E as (_ & Own & H & Ho & Last).
  apply imitates_spec in I. destruct I as (t' & E & I). rewrite E in Last. injection Last as -> -> Armed.
  symmetry in Armed. apply Nat.leb_le in Armed. rewrite upper_is in *. split; [reflexivity|]. lia.
Qed.

Lemma makes_good_by_imitation (s : state) (h : heap) (k : nat) :
  sound s -> size_of s h <= size_of s (other h) -> lower k < size_of s h -> opp s <= k mod p ->
  size_of s h + m * (k / p) <= size_of s (other h) -> size_of s (other h) < size_of s h + m * (k / p) + m ->
  exists t, In t (next_states s) /\ good t.
Proof.
  intros Sound L A O B B'. set (r := size_of s h - lower k).
  destruct (after_exists s h r (p - 1)) as (t & E & Opp & Own & H & Ho & Last).
  { unfold credit_after. rewrite from_the_smaller_heap by assumption. reflexivity. }
  exists t. split; [apply next_states_spec; exists h, r; repeat split; try assumption; unfold r; lia|].
  exists h, k. right. unfold good_by_imitation. rewrite H, Ho, upper_is. split; [unfold r; lia|]. split; [lia|].
  split; [|lia]. apply imitates_spec. exists r. rewrite Last. split; [|unfold r; lia].
  do 2 f_equal. apply Nat.leb_le. assumption.
Qed.

(** No move leads from a good state to a good state. *)
Lemma good_is_stable (s t : state) : sound s -> good s -> In t (next_states s) -> ~ good t.
Proof.
  intros Sound (h & n & [G|G]) Move (h'' & k & T).
  - (* (I) *)
    pose proof (no_pair_after_pair s t (good_by_pair_is_pair s h n G) Move) as N.
    destruct T as [T|T]; [exact (N (good_by_pair_is_pair t h'' k T))|].
    apply next_states_spec in Move. destruct Move as (h' & r & R & U & E). destruct G as (A & B & O).
    destruct (made_good_by_imitation s t h' h'' r k E R U T) as (_ & L & Ek & Ok & D & D').
    rewrite upper_is in B.
    assert (S : size_of s h' = lower n /\ size_of s (other h') = lower n + m * (n / p)).
    { destruct h, h'; simpl in *; lia. }
    destruct S as [S S']. rewrite S, S' in *.
    assert (k < n) by (apply (lower_order m p); lia). assert (n / p = k / p) as Q by nia.
    pose proof (index_is n). pose proof (index_is k). rewrite Q in *. lia.
  - (* (II) *)
    destruct G as (A & B & I & O). pose proof I as J. apply imitates_spec in J. destruct J as (t0 & Last & J).
    destruct Sound as (_ & _ & Armed). destruct (Armed h t0 Last) as (T0 & Room & Full).
    apply next_states_spec in Move. destruct Move as (h' & r & R & U & E).
    assert (C : h' = other h \/ h' = h) by (destruct h, h'; auto). destruct C as [->| ->].
    + (* from the larger heap *)
      destruct T as [T|T].
      * apply after_spec in E. destruct E as (C & _ & H & Ho & _). rewrite other_other in Ho.
        assert (Pt : pair (size_of t h) (size_of t (other h))).
        { apply good_by_pair_is_pair in T. destruct h; [|apply pair_symmetric]; exact T. }
        assert (Pn : pair (size_of t h) (upper n)) by (exists n; left; split; [congruence|reflexivity]).
        pose proof (one_partner_only m p p_positive _ _ _ Pt Pn) as X.
        assert (r = size_of s (other h) - upper n) as -> by lia.
        destruct T as (A' & B' & O').
        assert (k = n) as ->.
        { apply (in_one_pair_only m p p_positive (lower n)); [|left; reflexivity]. unfold is_member.
          rewrite <- A', <- B', <- A, <- Ho. destruct h, h''; simpl; auto. }
        unfold credit_after in C. rewrite I in C. destruct (own s) as [|c]; [discriminate|]. injection C as ->. lia.
      * destruct (made_good_by_imitation s t (other h) h'' r k E R U T) as (_ & L & _). rewrite other_other in L.
        rewrite upper_is in B. lia.
    + (* from the smaller heap *)
      destruct T as [T|T].
      * apply after_spec in E. destruct E as (_ & _ & H & Ho & _).
        assert (Pt : pair (size_of t h) (size_of t (other h))).
        { apply good_by_pair_is_pair in T. destruct h; [|apply pair_symmetric]; exact T. }
        rewrite upper_is in B. assert (Lt : size_of t h <= size_of t (other h)) by lia.
        destruct (pair_in_order m p p_positive _ _ Lt Pt) as (j & X & Y).
        rewrite upper_is in Y. assert (j < n) by (apply (lower_order m p); lia).
        pose proof (differences_grow m p p_positive j n ltac:(lia)). lia.
      * destruct (made_good_by_imitation s t h h'' r k E R U T) as (_ & _ & Ek & Ok & D & D').
        assert (k < n) by (apply (lower_order m p); lia).
        pose proof (index_is n). pose proof (index_is k). assert (k / p < n / p) by nia. rewrite upper_is in B. nia.
Qed.

(** From each other state a move leads to a good one. *)
Lemma good_is_absorbing (s : state) : sound s -> ~ good s -> exists t, In t (next_states s) /\ good t.
Proof.
  intros Sound N. pose proof Sound as (Opp & Own & Armed).
  assert (H : exists h, size_of s h <= size_of s (other h)).
  { destruct (Nat.le_ge_cases (first s) (second s)); [exists First|exists Second]; assumption. }
  destruct H as [h L]. destruct (each_has_a_partner m p (size_of s h)) as [z Z].
  (* The move that leaves the smaller heap, and z in the other one. *)
  set (r := size_of s (other h) - z).
  assert (Larger : z < size_of s (other h) -> forall c, credit_after s (other h) r = Some c ->
    exists t, In t (next_states s) /\ opp t = c /\ size_of t h = size_of s h /\ size_of t (other h) = z).
  { intros Lz c C. destruct (after_exists s (other h) r c C) as (t & E & Ot & _ & H & Ho & _).
    rewrite other_other in Ho. exists t.
    split; [apply next_states_spec; exists (other h), r; unfold r; repeat split; try lia; assumption|].
    unfold r in H. repeat split; try assumption. lia. }
  destruct (Nat.lt_trichotomy z (size_of s (other h))) as [Lz|[Ez|Gz]].
  - destruct (Nat.lt_ge_cases z (size_of s h)) as [Below|Above].
    + (* z is the smaller member of the pair *)
      apply pair_symmetric in Z. destruct (pair_in_order m p p_positive z (size_of s h) ltac:(lia) Z) as (n & Ez & Eh).
      rewrite upper_is in Eh. destruct (Larger Lz (p - 1)) as (t & Move & Ot & H & Ho).
      { unfold credit_after. destruct (imitates s (other h) r) eqn:I; [|reflexivity]. exfalso.
        apply imitates_spec in I. destruct I as (t0 & Last & I). destruct (Armed h t0 Last) as (T0 & Room & _).
        unfold r in I. assert (m * (n / p) < m) by lia. assert (n / p = 0) as Q by nia. rewrite Q in *. lia. }
      exists t. split; [assumption|]. exists (other h), n. left. unfold good_by_pair. rewrite other_other, upper_is.
      pose proof (index_is n). lia.
    + (* the pair is on this side *)
      destruct (pair_in_order m p p_positive _ _ Above Z) as (n & Eh & Ez).
      destruct (imitates s (other h) r) eqn:I.
      * destruct (own s) as [|c] eqn:Eown.
        -- exfalso. apply N. exists h, n. right. unfold good_by_imitation. rewrite <- Ez, Eown.
           repeat split; try assumption. lia.
        -- destruct (Larger Lz c) as (t & Move & Ot & H & Ho); [unfold credit_after; rewrite I, Eown; reflexivity|].
           exists t. split; [assumption|]. exists h, n. left. unfold good_by_pair.
           assert (~ own s <= n mod p).
           { intros O. apply N. exists h, n. right. unfold good_by_imitation. rewrite <- Ez. auto. }
           lia.
      * destruct (Larger Lz (p - 1)) as (t & Move & Ot & H & Ho); [unfold credit_after; rewrite I; reflexivity|].
        exists t. split; [assumption|]. exists h, n. left. unfold good_by_pair. pose proof (index_is n). lia.
  - (* a pair, for which the credit is too small *)
    destruct (pair_in_order m p p_positive (size_of s h) z ltac:(lia) Z) as (n & Eh & En).
    assert (O : ~ n mod p <= opp s). { intros O. apply N. exists h, n. left. unfold good_by_pair. lia. }
    pose proof (index_is n) as [Dn Un]. assert (1 <= n) by lia.
    destruct (index_of_difference p p_positive (n / p) (n mod p - 1) ltac:(lia)) as [Q M].
    assert (Ek : p * (n / p) + (n mod p - 1) = n - 1) by lia. rewrite Ek in Q, M. rewrite upper_is in En.
    apply (makes_good_by_imitation s h (n - 1) Sound L); rewrite ?Q, ?M; try lia.
    rewrite Eh. apply lower_increases. lia.
  - (* the partner is above *)
    destruct (pair_in_order m p p_positive (size_of s h) z ltac:(lia) Z) as (n & Eh & En).
    pose proof (last_pair_of_difference m p p_positive _ _ n m_positive Eh L ltac:(lia)) as Last. cbv zeta in Last.
    set (d := (size_of s (other h) - size_of s h) / m) in *.
    pose proof (Nat.div_mod (size_of s (other h) - size_of s h) m ltac:(lia)) as D. fold d in D.
    pose proof (Nat.mod_upper_bound (size_of s (other h) - size_of s h) m ltac:(lia)).
    destruct (index_of_difference p p_positive d (p - 1) ltac:(lia)) as [Q M].
    apply (makes_good_by_imitation s h (p * d + (p - 1)) Sound L); rewrite ?Q, ?M; lia.
Qed.

Lemma good_is_decidable (s : state) : good s \/ ~ good s.
Proof.
  (* The index of a pair is at most its lower member, a heap. *)
  set (is_good h n := good_by_pair s h n \/ good_by_imitation s h n).
  assert (D : forall h n, {is_good h n} + {~ is_good h n}).
  { intros h n. unfold is_good, good_by_pair, good_by_imitation.
    destruct (Nat.eq_dec (size_of s h) (lower n)); [|right; lia].
    destruct (Nat.eq_dec (size_of s (other h)) (upper n)), (le_dec (n mod p) (opp s)),
      (lt_dec (upper n) (size_of s (other h))), (bool_dec (imitates s (other h) (size_of s (other h) - upper n)) true),
      (le_dec (own s) (n mod p)); first [left; tauto | right; tauto]. }
  assert (X : forall h, (exists n, is_good h n) \/ ~ exists n, is_good h n).
  { intros h. destruct (Exists_dec (is_good h) (seq 0 (S (size_of s h))) (D h)) as [E|E].
    - left. apply Exists_exists in E. destruct E as (n & _ & G). exists n. exact G.
    - right. intros (n & G). apply E. apply Exists_exists. exists n. split; [|exact G]. apply in_seq.
      pose proof (index_le_lower m p n). destruct G as [(A & _)|(A & _)]; lia. }
  destruct (X First) as [(n & G)|N1]; [left; exists First, n; exact G|].
  destruct (X Second) as [(n & G)|N2]; [left; exists Second, n; exact G|].
  right. intros (h & n & G). destruct h; [apply N1|apply N2]; exists n; exact G.
Qed.

Lemma good_is_won (s : state) : sound s -> (@wins imitation_nim 0 Previous s <-> good s).
Proof.
  intros Sound. apply (play_within_is_decided imitation_nim sound good); [| | | |exact Sound].
  - exact moves_keep_sound.
  - intros t _. apply good_is_decidable.
  - exact good_is_stable.
  - exact good_is_absorbing.
Qed.

(** ** In the words of Lar09 *)

(** xi(a, b), Definition 17: the P-positions (i, j) of (m,p)-Wythoff Nim with j - i = b - a and i < a. *)
Definition xi (a b : nat) : nat := count (fun i => P_in_W m p (i, i + (b - a))) (seq 0 a).

Lemma xi_of_a_pair (n : nat) : xi (lower n) (upper n) = n mod p.
Proof.
  transitivity (length (map lower (seq (p * (n / p)) (n mod p)))); [|rewrite map_length; apply seq_length].
  unfold xi, count. apply Permutation_length.
  pose proof (index_is n) as [Dn Un]. replace (upper n - lower n) with (m * (n / p)) by (rewrite upper_is; lia).
  apply NoDup_Permutation.
  - apply NoDup_filter, seq_NoDup.
  - apply NoDup_map_on; [apply seq_NoDup|]. intros i j _ _. apply lower_injective.
  - intros x. rewrite filter_In, in_map_iff, in_seq, P_positions_of_W by assumption. split.
    + intros [[_ Hx] Px]. destruct (pair_in_order m p p_positive x (x + m * (n / p)) ltac:(lia) Px) as (j & -> & E).
      exists j. split; [reflexivity|]. assert (j < n) by (apply (lower_order m p); lia). pose proof (index_is j).
      rewrite upper_is in E. assert (Q : j / p = n / p) by nia. rewrite in_seq, Q in *. lia.
    + intros (j & <- & Hj). apply in_seq in Hj. split.
      * split; [lia|]. apply lower_increases. lia.
      * exists j. left. split; [reflexivity|]. rewrite upper_is. do 2 f_equal. pose proof (index_is j).
        assert (n / p <= j / p) by (apply Nat.div_le_lower_bound; lia).
        assert (j / p <= n / p) by (apply Nat.div_le_mono; lia). lia.
Qed.

(** Theorem 19, for the heaps a <= b of a state of play. The credit in (II) is the one that the mover would have at
    (a, c); for a forbidden imitation Lar09 writes -1, which is less than any number. *)
Theorem theorem_19 (s : state) (h : heap) :
  reachable s -> let a := size_of s h in let b := size_of s (other h) in a <= b ->
  (@wins imitation_nim 0 Previous s <->
   P_in_W m p (a, b) = true /\ xi a b <= opp s \/
   exists c, a <= c < b /\ P_in_W m p (a, c) = true /\
     match credit_after s (other h) (b - c) with None => True | Some credit => credit < xi a c end).
Proof.
  intros R a b L. pose proof (reachable_is_sound s R) as Sound. rewrite good_is_won by assumption.
  assert (Credit : forall n r,
    match credit_after s (other h) r with None => True | Some credit => credit < n mod p end <->
    imitates s (other h) r = true /\ own s <= n mod p).
  { intros n r. unfold credit_after. pose proof (index_is n).
    destruct (imitates s (other h) r); [destruct (own s)|]; split; intuition (try discriminate; lia). }
  split.
  - intros (h' & n & G).
    (* It is for h, too, if both heaps are equal; else h' is h. *)
    assert (H : good_by_pair s h n \/ good_by_imitation s h n).
    { unfold good_by_pair, good_by_imitation in *. unfold a, b in *. pose proof (upper_is n) as U.
      destruct h, h'; simpl other in *; try exact G; destruct G as [(A & B & O)|(A & B & _)]; lia. }
    destruct H as [(A & B & O)|(A & B & I & O)]; fold a in A; fold b in B.
    + left. rewrite A, B, xi_of_a_pair, P_positions_of_W by assumption. split; [exists n; auto|assumption].
    + right. exists (upper n). fold b in I. rewrite A, xi_of_a_pair, P_positions_of_W, Credit by assumption.
      split; [rewrite upper_is in *; lia|]. split; [exists n; auto|]. auto.
  - intros [[P X]|(c & Hc & P & X)]; apply P_positions_of_W in P; try assumption.
    + destruct (pair_in_order m p p_positive a b L P) as (n & A & B). exists h, n. left.
      rewrite A, B, xi_of_a_pair in X. unfold good_by_pair. auto.
    + destruct (pair_in_order m p p_positive a c ltac:(lia) P) as (n & A & C). exists h, n. right.
      rewrite A, C, xi_of_a_pair, Credit in X. rewrite C in Hc. unfold good_by_imitation. fold a. fold b. tauto.
Qed.

(** Corollary 20. *)
Theorem corollary_20 (x y : nat) : @wins imitation_nim 0 Previous (start x y) <-> P_in_W m p (x, y) = true.
Proof.
  rewrite good_is_won, P_positions_of_W by (assumption || apply reachable_is_sound; constructor). split.
  - intros (h & n & [G|(_ & _ & I & _)]); [exact (good_by_pair_is_pair _ h n G)|]. destruct h; discriminate I.
  - intros (n & [[-> ->]|[-> ->]]); [exists First, n|exists Second, n]; left; pose proof (index_is n);
      unfold good_by_pair; cbn [size_of other start first second opp]; repeat split; lia.
Qed.

End Rules.

(** And Imitation Nim, as Lar09 first has it, with Wythoff Nim: the queen alone, and nothing blocked. *)
Theorem corollary_7 (x y : nat) : @wins (imitation_nim 1 1) 0 Previous (start 1 x y) <-> palace 1 x y = true.
Proof.
  rewrite corollary_20 by lia. unfold P_in_W. rewrite class_of_normal_play, queen_is_rook_and_bishop. reflexivity.
Qed.

(** ** Examples of Lar09, from the rules by computation *)

Definition previous_wins (m p : nat) (s : option state) : option bool :=
  match s with Some s => Some (@P_position (imitation_nim m p) 1 s) | None => None end.

(** Example 10, (1,2)-Imitation Nim: (1, 2) is N as a start; but if Alice comes there from (2, 2), it is P. *)
Example example_10 :
  previous_wins 1 2 (Some (start 2 1 2)) = Some false /\
  previous_wins 1 2 (after 1 2 (start 2 2 2) First 1) = Some true.
Proof. vm_compute. auto. Qed.

(** Example 12, (2,1)-Imitation Nim: after (1, 2) -> (0, 2) the opponent cannot move. *)
Example example_12 : exists s, after 2 1 (start 1 1 2) First 1 = Some s /\ next_states 2 1 s = [].
Proof. eexists. split; reflexivity. Qed.

(** Corollary 20 on a small board, both sides by computation. *)
Example small_starts : forallb (fun m => forallb (fun p => forallb (fun c =>
  Bool.eqb (@P_position (imitation_nim m p) 1 (start p (fst c) (snd c))) (P_in_W m p c))
  (list_prod (seq 0 4) (seq 0 4))) [1; 2; 3]) [1; 2; 3] = true.
Proof. vm_compute. reflexivity. Qed.
