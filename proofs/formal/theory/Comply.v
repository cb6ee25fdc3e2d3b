(** * Comply games (Lar11, Propositions 3.1 and 3.2)

    Instead of blocking, the previous player _proposes_ options, and the next player has to move to one of them. A
    proposal has to hold an option outside the class, or at least k options of the class; who has none to make loses. If
    every option is of the class, these are Lar11's comply games G_k (Definition 7).

    - [comply_is_the_reverse]: it is the blocking game of ClassBlocking.v with the winners exchanged.
    - [comply_any]: the same for all options, and the blocking game of Game.v. *)

From Coq Require Import List Lia Bool Arith.
From Wythoff Require Import Game ClassBlocking.
Import ListNotations.

Section Comply.
Variable g : game.
Variable in_class : position g -> position g -> bool.
Variable k : nat.

(** What may be proposed at p. *)
Definition proposal (p : position g) (proposed : list (position g)) : Prop :=
  NoDup proposed /\ incl proposed (options p) /\
  ((exists q, In q proposed /\ in_class p q = false) \/ k <= length (filter (in_class p) proposed)).

(** Who wins, before anything is proposed. *)
Inductive wins_comply : player -> position g -> Prop :=
| by_proposing : forall p proposed, proposal p proposed ->
    (forall q, In q proposed -> wins_comply Next q) -> wins_comply Previous p
| by_complying : forall p,
    (forall proposed, proposal p proposed -> exists q, In q proposed /\ wins_comply Previous q) -> wins_comply Next p.

Hypothesis distinct : options_are_distinct g.

Lemma one_comply_winner_at_most (p : position g) : wins_comply Next p -> wins_comply Previous p -> False.
Proof.
  induction p as [p IH] using (well_founded_induction (well_founded_ltof _ (@size g))).
  intros N P. inversion N as [|? Moves]; subst. inversion P as [? proposed Prop_ Next_|]; subst.
  destruct (Moves proposed Prop_) as (q & Hq & W).
  apply (IH q); [apply options_are_smaller, Prop_; assumption | apply Next_; assumption | assumption].
Qed.

(** The recursion: the proposer wins where the blocker does not. *)
Lemma comply_recursion (p : position g) :
  (wins_comply Previous p <-> P_in_class g in_class k p = false) /\
  (wins_comply Next p <-> P_in_class g in_class k p = true).
Proof.
  assert (Wins : forall p, if P_in_class g in_class k p then wins_comply Next p else wins_comply Previous p).
  { clear p. intros p. induction p as [p IH] using (well_founded_induction (well_founded_ltof _ (@size g))).
    pose proof (class_recursion_has_a_solution g in_class k p) as E. unfold few_in_class in E.
    set (P := P_in_class g in_class k) in *. destruct (P p); symmetry in E.
    - (* Among what is proposed there is an option that the blocker does not win. *)
      apply andb_true_iff in E. destruct E as [Outside Inside]. rewrite forallb_forall in Outside.
      apply Nat.ltb_lt in Inside. unfold count in Inside. apply by_complying. intros proposed (D & Incl & Enough).
      destruct (existsb (fun q => negb (P q)) proposed) eqn:X.
      + apply existsb_exists in X. destruct X as (q & Hq & N). exists q. split; [assumption|].
        specialize (IH q (options_are_smaller p q (Incl q Hq))). destruct (P q); [discriminate|assumption].
      + exfalso. assert (All : forall q, In q proposed -> P q = true).
        { intros q Hq. destruct (P q) eqn:Pq; [reflexivity|].
          rewrite (proj2 (existsb_exists _ _)) in X; [discriminate|]. exists q. rewrite Pq. auto. }
        destruct Enough as [(q & Hq & C)|Many].
        * specialize (Outside q (Incl q Hq)). rewrite C, (All q Hq) in Outside. discriminate.
        * assert (L : length (filter (in_class p) proposed) <=
                      length (filter (fun q => in_class p q && P q) (options p))).
          { apply NoDup_incl_length; [apply NoDup_filter; assumption|]. intros q Hq. apply filter_In in Hq.
            apply filter_In. split; [apply Incl, Hq|]. rewrite (All q) by apply Hq. rewrite andb_true_r. apply Hq. }
          lia.
    - (* All options that the blocker wins are proposed. *)
      apply (by_proposing p (filter P (options p))).
      + split; [apply NoDup_filter, distinct|]. split; [intros q Hq; apply filter_In in Hq; apply Hq|].
        apply andb_false_iff in E. destruct E as [Outside|Inside].
        * left. destruct (existsb (fun q => negb (in_class p q || negb (P q))) (options p)) eqn:X.
          -- apply existsb_exists in X. destruct X as (q & Hq & X). exists q. rewrite filter_In.
             destruct (in_class p q), (P q); try discriminate. auto.
          -- exfalso. rewrite (proj2 (forallb_forall _ _)) in Outside; [discriminate|]. intros q Hq.
             destruct (in_class p q || negb (P q)) eqn:Y; [reflexivity|].
             rewrite (proj2 (existsb_exists _ _)) in X; [discriminate|]. exists q. rewrite Y. auto.
        * right. apply Nat.ltb_ge in Inside. unfold count in Inside. apply (Nat.le_trans _ _ _ Inside).
          apply NoDup_incl_length; [apply NoDup_filter, distinct|]. intros q Hq. rewrite !filter_In in *.
          rewrite andb_true_iff in Hq. tauto.
      + intros q Hq. apply filter_In in Hq. destruct Hq as [Hq Pq].
        specialize (IH q (options_are_smaller p q Hq)). rewrite Pq in IH. assumption. }
  specialize (Wins p). pose proof (one_comply_winner_at_most p) as One.
  destruct (P_in_class g in_class k p); split; split; intros H; try assumption; try congruence; exfalso; auto.
Qed.

Hypothesis discrete : positions_are_discrete g.
Hypothesis k_positive : 1 <= k.

Theorem comply_is_the_reverse (p : position g) :
  (wins_comply Previous p <-> wins_in_class g in_class (k - 1) Next p) /\
  (wins_comply Next p <-> wins_in_class g in_class (k - 1) Previous p).
Proof.
  destruct (comply_recursion p) as [P N].
  destruct (class_play_is_decided g in_class k distinct discrete k_positive p) as [P' N'].
  rewrite P, N, P', N'. tauto.
Qed.
End Comply.

(** If all options are of the class, that is the blocking game of Game.v. *)
Lemma class_of_all (g : game) (k : nat) (p : position g) : P_in_class g (fun _ _ => true) k p = P_position k p.
Proof.
  apply (P_positions_are_unique g k (P_in_class g (fun _ _ => true) k)); [|apply P_positions_exist]. clear p. intros p.
  rewrite (class_recursion_has_a_solution g (fun _ _ => true) k p). unfold few_in_class.
  rewrite (proj2 (forallb_forall _ _)) by reflexivity. reflexivity.
Qed.

Theorem comply_any (g : game) (k : nat) : options_are_distinct g -> positions_are_discrete g -> 1 <= k ->
  forall p : position g,
    (wins_comply g (fun _ _ => true) k Previous p <-> wins (k - 1) Next p) /\
    (wins_comply g (fun _ _ => true) k Next p <-> wins (k - 1) Previous p).
Proof.
  intros Distinct Discrete Hk p. destruct (comply_recursion g (fun _ _ => true) k Distinct p) as [P N].
  destruct (play_is_decided g k Distinct Discrete Hk p) as [P' N'].
  rewrite P, N, P', N', class_of_all. tauto.
Qed.
