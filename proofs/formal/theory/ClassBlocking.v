(** * Play with blocking within a class of moves

    In Game.v any option may be blocked. Here only some of them may be, those of a class: for example, the moves along a
    diagonal. Otherwise it is the same play, and the same is proved:

    - [class_play_is_decided]: the positions that the previous player wins are those with no such position among the
      options outside the class, and fewer than k among those in it;
    - [class_recursion_is_unique], [class_recursion_has_a_solution].

    For two heaps, [upper_half_is_enough]: what treats both heaps alike has to be looked at for x <= y only.
    And [play_within_is_decided]: normal play from some positions only, those that play can reach. *)

From Coq Require Import List Lia Bool Arith Permutation.
From Wythoff Require Import Game Queen Heaps.
Import ListNotations.

Section Class.
Variable g : game.

(** [may_block p q]: when the next player is to move from p, the previous one may block q. *)
Variable may_block : position g -> position g -> bool.

(** Who wins, if at most [most] options of the class may be blocked each time. As [wins] of Game.v. *)
Inductive wins_in_class (most : nat) : player -> position g -> Prop :=
| by_blocking_in_class : forall (p : position g) (blocked : list (position g)),
    incl blocked (options p) -> (forall q, In q blocked -> may_block p q = true) -> length blocked <= most ->
    (forall q, In q (options p) -> ~ In q blocked -> wins_in_class most Next q) ->
    wins_in_class most Previous p
| by_moving_past_blocks : forall p : position g,
    (forall blocked : list (position g),
      incl blocked (options p) -> (forall q, In q blocked -> may_block p q = true) -> length blocked <= most ->
      exists q, In q (options p) /\ ~ In q blocked /\ wins_in_class most Previous q) ->
    wins_in_class most Next p.

(** ** The recursion *)

(** No position of P among the options that cannot be blocked, and fewer than k among the others. *)
Definition few_in_class (k : nat) (P : position g -> bool) (p : position g) : bool :=
  forallb (fun q => may_block p q || negb (P q)) (options p) &&
  (count (fun q => may_block p q && P q) (options p) <? k).

Definition solves_in_class (k : nat) (P : position g -> bool) : Prop := forall p, P p = few_in_class k P p.

Lemma few_in_class_ext (k : nat) (P Q : position g -> bool) (p : position g) :
  (forall q, In q (options p) -> P q = Q q) -> few_in_class k P p = few_in_class k Q p.
Proof.
  intros H. unfold few_in_class. f_equal.
  - assert (E : forall l, incl l (options p) -> forallb (fun q => may_block p q || negb (P q)) l =
                                                forallb (fun q => may_block p q || negb (Q q)) l).
    { induction l as [|q l IH]; intros I; [reflexivity|]. simpl.
      rewrite IH by (intros a Ha; apply I; right; assumption). rewrite H by (apply I; left; reflexivity). reflexivity. }
    apply E. apply incl_refl.
  - f_equal. apply count_ext. intros q Hq. rewrite H by assumption. reflexivity.
Qed.

Theorem class_recursion_is_unique (k : nat) (P Q : position g -> bool) :
  solves_in_class k P -> solves_in_class k Q -> forall p, P p = Q p.
Proof.
  intros HP HQ p. induction p as [p IH] using (well_founded_induction (well_founded_ltof _ (@size g))).
  rewrite HP, HQ. apply few_in_class_ext. intros q Hq. apply IH. apply options_are_smaller. assumption.
Qed.

Fixpoint class_within (k fuel : nat) (p : position g) : bool :=
  match fuel with
  | O => false
  | S less => few_in_class k (class_within k less) p
  end.

(** Whether p is a P-position of this play, by the recursion. *)
Definition P_in_class (k : nat) (p : position g) : bool := class_within k (S (size p)) p.

Theorem class_recursion_has_a_solution (k : nat) : solves_in_class k (P_in_class k).
Proof.
  assert (Enough : forall fuel fuel' p, size p < fuel -> size p < fuel' ->
    class_within k fuel p = class_within k fuel' p).
  { induction fuel as [|fuel IH]; intros [|fuel'] p; try lia. intros H H'. simpl. apply few_in_class_ext.
    intros q Hq. apply options_are_smaller in Hq. apply IH; lia. }
  intros p. unfold P_in_class at 1. simpl. apply few_in_class_ext. intros q Hq.
  apply options_are_smaller in Hq. apply Enough; lia.
Qed.

(** With k = 1 nothing is blocked, whatever the class is. *)
Lemma class_of_normal_play (p : position g) : P_in_class 1 p = P_position 1 p.
Proof.
  apply (P_positions_are_unique g 1 (P_in_class 1)); [|apply P_positions_exist]. clear p. intros p.
  rewrite class_recursion_has_a_solution. unfold few_in_class, count.
  induction (options p) as [|q l IH]; [reflexivity|]. simpl.
  destruct (may_block p q), (P_in_class 1 q); simpl; rewrite ?andb_false_r; (reflexivity || exact IH).
Qed.

(** ** Play and the recursion *)

Lemma one_class_winner_at_most (most : nat) (p : position g) :
  wins_in_class most Next p -> wins_in_class most Previous p -> False.
Proof.
  induction p as [p IH] using (well_founded_induction (well_founded_ltof _ (@size g))).
  intros N P. inversion N as [|? Moves]; subst. inversion P as [? blocked Incl Class Few Blocks|]; subst.
  destruct (Moves blocked Incl Class Few) as (q & Hq & Free & W).
  apply (IH q); [apply options_are_smaller; assumption | apply Blocks; assumption | assumption].
Qed.

Theorem class_play_is_decided (k : nat) :
  options_are_distinct g -> positions_are_discrete g -> 1 <= k -> forall p : position g,
    (wins_in_class (k - 1) Previous p <-> P_in_class k p = true) /\
    (wins_in_class (k - 1) Next p <-> P_in_class k p = false).
Proof.
  intros Distinct Eq Hk.
  assert (Wins : forall p, if P_in_class k p then wins_in_class (k - 1) Previous p else wins_in_class (k - 1) Next p).
  { induction p as [p IH] using (well_founded_induction (well_founded_ltof _ (@size g))).
    pose proof (class_recursion_has_a_solution k p) as E.
    set (bad := filter (fun q => may_block p q && P_in_class k q) (options p)) in *.
    assert (Bad : forall q, In q bad <-> In q (options p) /\ may_block p q = true /\ P_in_class k q = true).
    { intros q. unfold bad. rewrite filter_In, andb_true_iff. tauto. }
    destruct (P_in_class k p); symmetry in E; unfold few_in_class in E.
    - apply andb_true_iff in E. destruct E as [Outside Inside]. rewrite forallb_forall in Outside.
      apply Nat.ltb_lt in Inside. unfold count in Inside. fold bad in Inside.
      apply (by_blocking_in_class _ p bad); [intros q Hq; apply Bad, Hq | intros q Hq; apply Bad, Hq | lia |].
      intros q Hq Free. specialize (IH q (options_are_smaller p q Hq)). specialize (Outside q Hq).
      destruct (P_in_class k q) eqn:Pq; [|assumption]. exfalso. apply Free, Bad. rewrite orb_false_r in Outside. auto.
    - apply by_moving_past_blocks. intros blocked Incl Class Few. apply andb_false_iff in E.
      assert (F : exists q, In q (options p) /\ ~ In q blocked /\ P_in_class k q = true).
      { destruct E as [Outside|Inside].
        - destruct (existsb (fun q => negb (may_block p q || negb (P_in_class k q))) (options p)) eqn:X.
          + apply existsb_exists in X. destruct X as (q & Hq & X). exists q. split; [assumption|].
            destruct (may_block p q) eqn:M, (P_in_class k q) eqn:Pq; try discriminate. split; [|reflexivity].
            intros B. rewrite Class in M by assumption. discriminate.
          + exfalso. rewrite (proj2 (forallb_forall _ _)) in Outside; [discriminate|]. intros q Hq.
            destruct (may_block p q || negb (P_in_class k q)) eqn:Y; [reflexivity|].
            rewrite (proj2 (existsb_exists _ _)) in X; [discriminate|]. exists q. rewrite Y. auto.
        - apply Nat.ltb_ge in Inside. unfold count in Inside. fold bad in Inside.
          destruct (one_is_free _ Eq bad blocked) as (q & Hq & Free); [apply NoDup_filter, Distinct | lia |].
          apply Bad in Hq. exists q. tauto. }
      destruct F as (q & Hq & Free & Pq). exists q. split; [assumption|]. split; [assumption|].
      specialize (IH q (options_are_smaller p q Hq)). rewrite Pq in IH. assumption. }
  intros p. specialize (Wins p). pose proof (one_class_winner_at_most (k - 1) p) as One.
  destruct (P_in_class k p); split; split; intros H; try assumption; try congruence; exfalso; apply One; assumption.
Qed.
End Class.

(** ** Two heaps *)

Section TwoHeaps.
Variable rule : nat -> nat -> bool.
Variable may_block : cell -> cell -> bool.
Variable P : cell -> bool.
Hypothesis rule_symmetric : forall i j, rule i j = rule j i.
Hypothesis may_block_symmetric : forall c d, may_block (mirror c) (mirror d) = may_block c d.
Hypothesis P_symmetric : forall c, P (mirror c) = P c.

(** [few_in_class], of cells. *)
Definition few (k : nat) (c : cell) : bool :=
  forallb (fun d => may_block c d || negb (P d)) (moves rule c) &&
  (count (fun d => may_block c d && P d) (moves rule c) <? k).

Lemma few_mirror (k : nat) (c : cell) : few k (mirror c) = few k c.
Proof.
  pose proof (moves_mirrored rule rule_symmetric c) as M. unfold few. f_equal.
  - apply eq_true_iff_eq. rewrite !forallb_forall. split.
    + intros H d Hd. rewrite <- may_block_symmetric, <- P_symmetric. apply H.
      apply (Permutation_in _ (Permutation_sym M)). apply in_map. assumption.
    + intros H d Hd. apply (Permutation_in _ M) in Hd. apply in_map_iff in Hd. destruct Hd as (e & <- & He).
      rewrite may_block_symmetric, P_symmetric. apply H. assumption.
  - f_equal. rewrite (count_permutation _ _ _ _ M), count_map. apply count_ext. intros d _.
    rewrite may_block_symmetric, P_symmetric. reflexivity.
Qed.

Lemma upper_half_is_enough (k : nat) : (forall x y, x <= y -> P (x, y) = few k (x, y)) ->
  solves_in_class (two_heaps rule) may_block k P.
Proof.
  intros Upper c. change (P c = few k c). destruct c as [x y].
  destruct (Nat.le_ge_cases x y) as [L|L]; [apply Upper; assumption|].
  rewrite <- P_symmetric, <- few_mirror. apply Upper. assumption.
Qed.
End TwoHeaps.

(** ** Normal play within a part of the game *)

(** As [normal_play_is_decided], if D holds where play begins and after each move. *)
Theorem play_within_is_decided (g : game) (D S : position g -> Prop) :
  (forall p q, D p -> In q (options p) -> D q) ->
  (forall p, D p -> S p \/ ~ S p) ->
  (forall p q, D p -> S p -> In q (options p) -> ~ S q) ->
  (forall p, D p -> ~ S p -> exists q, In q (options p) /\ S q) ->
  forall p : position g, D p -> (wins 0 Previous p <-> S p) /\ (wins 0 Next p <-> ~ S p).
Proof.
  intros Closed Dec Stable Absorbing.
  assert (Wins : forall p, D p -> (S p -> wins 0 Previous p) /\ (~ S p -> wins 0 Next p)).
  { induction p as [p IH] using (well_founded_induction (well_founded_ltof _ (@size g))). intros Dp. split.
    - intros Sp. apply (by_blocking _ p []); [intros q []|simpl; lia|]. intros q Hq _.
      apply IH; [apply options_are_smaller; assumption | eapply Closed; eassumption | eapply Stable; eassumption].
    - intros Np. apply by_moving. intros [|a blocked] _ Few; [|simpl in Few; lia].
      destruct (Absorbing p Dp Np) as (q & Hq & Sq). exists q. split; [assumption|]. split; [intros []|].
      apply IH; [apply options_are_smaller; assumption | eapply Closed; eassumption | assumption]. }
  intros p Dp. destruct (Wins p Dp) as [WP WN]. pose proof (one_winner_at_most g 0 p) as One.
  destruct (Dec p Dp) as [Sp|Np]; split; split; intros H; auto; exfalso; auto.
Qed.
