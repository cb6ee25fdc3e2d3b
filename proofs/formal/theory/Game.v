(** * Games that end, played with blocking

    Two players move in turn; who cannot move loses. Before each move the other player, who has just moved, may block
    some of the options: at most k - 1 of them, anew each time (Lar11; CLN15). With k = 1 nothing can be blocked: that
    is normal play.

    This file says what such play is, who wins it, and proves:

    - [play_is_decided]: at each position exactly one of the two players wins, and the positions that the previous
      player wins are those with fewer than k options of that kind;
    - [P_positions_exist], [P_positions_are_unique]: this recursion has one solution;
    - [normal_play_is_decided]: the usual way to prove that a set is the set of P-positions, for k = 1;
    - [symmetry]: what maps options to options keeps the winner. *)

From Coq Require Import List Lia Bool Arith Permutation.
Import ListNotations.

(** ** What a game is *)

(** Positions, the options of each as a list, and a size that falls with each move, so that play ends. *)
Record game : Type := Game {
  position : Type;
  options : position -> list position;
  size : position -> nat;
  options_are_smaller : forall p q, In q (options p) -> size q < size p
}.
Arguments options {g} p.
Arguments size {g} p.
Arguments options_are_smaller {g} p q _.

(** No option is listed twice. Needed where options are counted. *)
Definition options_are_distinct (g : game) : Prop := forall p : position g, NoDup (options p).

(** Whether two positions are equal can be decided. *)
Definition positions_are_discrete (g : game) : Type := forall p q : position g, {p = q} + {p <> q}.

(** ** Play *)

(** The player who is to move, and the one who has just moved. *)
Inductive player : Type := Next | Previous.

(** Who wins at a position, before anything is blocked, if at most [most] options may be blocked each time:

    - [Previous] wins if he can block some options so that, whatever is left is moved to, the player who has then just
      moved, his opponent, does not win: the one who is to move, he himself, does. If nothing is left to move to he has
      won.
    - [Next] wins if, whatever is blocked, he can move to a position that is left, where he is then the previous
      player and wins. *)
Inductive wins {g : game} (most : nat) : player -> position g -> Prop :=
| by_blocking : forall (p : position g) (blocked : list (position g)),
    incl blocked (options p) -> length blocked <= most ->
    (forall q, In q (options p) -> ~ In q blocked -> wins most Next q) ->
    wins most Previous p
| by_moving : forall p : position g,
    (forall blocked : list (position g), incl blocked (options p) -> length blocked <= most ->
      exists q, In q (options p) /\ ~ In q blocked /\ wins most Previous q) ->
    wins most Next p.

(** ** The recursion of P-positions *)

(** How many entries of a list are in a set. *)
Definition count {A : Type} (P : A -> bool) (l : list A) : nat := length (filter P l).

(** P is the set of positions with fewer than k options in P. *)
Definition solves (g : game) (k : nat) (P : position g -> bool) : Prop :=
  forall p, P p = (count P (options p) <? k).

Lemma count_ext (A : Type) (P Q : A -> bool) (l : list A) :
  (forall a, In a l -> P a = Q a) -> count P l = count Q l.
Proof. intros H. unfold count. f_equal. apply filter_ext_in. assumption. Qed.

Lemma count_app (A : Type) (P : A -> bool) (l m : list A) : count P (l ++ m) = count P l + count P m.
Proof. unfold count. rewrite filter_app, app_length. reflexivity. Qed.

Lemma count_cons (A : Type) (P : A -> bool) (a : A) (l : list A) :
  count P (a :: l) = (if P a then 1 else 0) + count P l.
Proof. unfold count. simpl. destruct (P a); reflexivity. Qed.

Lemma count_map (A B : Type) (P : B -> bool) (f : A -> B) (l : list A) :
  count P (map f l) = count (fun a => P (f a)) l.
Proof. induction l as [|a l IH]; [reflexivity|]. simpl map. rewrite !count_cons, IH. reflexivity. Qed.

Lemma count_permutation (A : Type) (P : A -> bool) (l m : list A) : Permutation l m -> count P l = count P m.
Proof. intros H. induction H; rewrite ?count_cons; lia. Qed.

(** Two sets that solve the recursion agree wherever they agree on all options, and so on each set of positions that is
    closed under moves: there it is enough that the recursion holds. *)
Lemma solutions_agree (g : game) (k : nat) (P Q : position g -> bool) (D : position g -> Prop) :
  (forall p q, D p -> In q (options p) -> D q) ->
  (forall p, D p -> P p = (count P (options p) <? k)) ->
  (forall p, D p -> Q p = (count Q (options p) <? k)) ->
  forall p, D p -> P p = Q p.
Proof.
  intros Closed HP HQ p. induction p as [p IH] using (well_founded_induction (well_founded_ltof _ (@size g))).
  intros Dp. rewrite HP, HQ by assumption. f_equal. apply count_ext. intros q Hq. apply IH.
  - apply options_are_smaller. assumption.
  - eapply Closed; eassumption.
Qed.

Theorem P_positions_are_unique (g : game) (k : nat) (P Q : position g -> bool) :
  solves g k P -> solves g k Q -> forall p, P p = Q p.
Proof. intros HP HQ p. apply (solutions_agree g k P Q (fun _ => True)); auto. Qed.

(** The recursion as a function: correct for positions of size less than [fuel]. *)
Fixpoint P_within {g : game} (k fuel : nat) (p : position g) : bool :=
  match fuel with
  | O => false
  | S less => count (P_within k less) (options p) <? k
  end.

(** The P-positions: [P_position k p] says whether p has fewer than k P-positions among its options. *)
Definition P_position {g : game} (k : nat) (p : position g) : bool := P_within k (S (size p)) p.

Lemma P_within_enough (g : game) (k : nat) (fuel fuel' : nat) (p : position g) :
  size p < fuel -> size p < fuel' -> P_within k fuel p = P_within k fuel' p.
Proof.
  revert fuel' p. induction fuel as [|fuel IH]; intros [|fuel'] p; try lia.
  intros H H'. simpl. f_equal. apply count_ext. intros q Hq. apply options_are_smaller in Hq. apply IH; lia.
Qed.

Theorem P_positions_exist (g : game) (k : nat) : solves g k (P_position k).
Proof.
  intros p. unfold P_position at 1. simpl. f_equal. apply count_ext. intros q Hq.
  apply options_are_smaller in Hq. apply P_within_enough; lia.
Qed.

(** ** Play and the recursion *)

(** The players cannot both win. *)
Lemma one_winner_at_most (g : game) (most : nat) (p : position g) : wins most Next p -> wins most Previous p -> False.
Proof.
  induction p as [p IH] using (well_founded_induction (well_founded_ltof _ (@size g))).
  intros N P. inversion N as [|? Moves]; subst. inversion P as [? blocked Incl Few Blocks|]; subst.
  destruct (Moves blocked Incl Few) as (q & Hq & Free & W).
  apply (IH q); [apply options_are_smaller; assumption | apply Blocks; assumption | assumption].
Qed.

(** More different things than can be blocked: one of them is free. *)
Lemma one_is_free (A : Type) (eq : forall a b : A, {a = b} + {a <> b}) (l blocked : list A) :
  NoDup l -> length blocked < length l -> exists a, In a l /\ ~ In a blocked.
Proof.
  intros Distinct Few.
  destruct (Exists_dec (fun a => ~ In a blocked) l) as [E|E].
  - intros a. destruct (in_dec eq a blocked); [right|left]; auto.
  - apply Exists_exists in E. exact E.
  - exfalso. assert (incl l blocked); [|pose proof (NoDup_incl_length Distinct H); lia].
    intros a Ha. destruct (in_dec eq a blocked) as [|Free]; [assumption|].
    exfalso. apply E. apply Exists_exists. exists a. split; assumption.
Qed.

(** Play in which at most k - 1 options may be blocked: someone wins at each position, and it is the previous player
    exactly at the positions of the recursion, those with fewer than k P-positions among their options. *)
Theorem play_is_decided (g : game) (k : nat) :
  options_are_distinct g -> positions_are_discrete g -> 1 <= k ->
  forall p : position g,
    (wins (k - 1) Previous p <-> P_position k p = true) /\ (wins (k - 1) Next p <-> P_position k p = false).
Proof.
  intros Distinct Eq Hk.
  assert (Wins : forall p : position g,
    if P_position k p then wins (k - 1) Previous p else wins (k - 1) Next p).
  { induction p as [p IH] using (well_founded_induction (well_founded_ltof _ (@size g))).
    pose proof (P_positions_exist g k p) as E. destruct (P_position k p).
    - (* Block the P-positions among the options: there are fewer than k. *)
      symmetry in E. apply Nat.ltb_lt in E.
      apply (by_blocking _ p (filter (P_position k) (options p))).
      + intros q Hq. apply filter_In in Hq. apply Hq.
      + unfold count in E. lia.
      + intros q Hq Free. specialize (IH q (options_are_smaller p q Hq)).
        destruct (P_position k q) eqn:Pq; [|assumption]. exfalso. apply Free. apply filter_In. split; assumption.
    - (* Not all P-positions among the options can be blocked. *)
      symmetry in E. apply Nat.ltb_ge in E. apply by_moving. intros blocked Incl Few.
      destruct (one_is_free _ Eq (filter (P_position k) (options p)) blocked) as (q & Hq & Free).
      + apply NoDup_filter. apply Distinct.
      + unfold count in E. lia.
      + apply filter_In in Hq. destruct Hq as [Hq Pq]. exists q. split; [assumption|]. split; [assumption|].
        specialize (IH q (options_are_smaller p q Hq)). rewrite Pq in IH. assumption. }
  intros p. specialize (Wins p). pose proof (one_winner_at_most g (k - 1) p) as One.
  destruct (P_position k p); split; split; intros H; try assumption; try congruence; exfalso; apply One; assumption.
Qed.

(** ** Normal play: k = 1 *)

(** The set of P-positions is known by two things: no move leads from it to itself, and from each other position a move
    leads to it. No list of options needs to be free of repetitions for this. *)
Theorem normal_play_is_decided (g : game) (S : position g -> Prop) :
  (forall p, S p \/ ~ S p) ->
  (forall p q, S p -> In q (options p) -> ~ S q) ->
  (forall p, ~ S p -> exists q, In q (options p) /\ S q) ->
  forall p : position g, (wins 0 Previous p <-> S p) /\ (wins 0 Next p <-> ~ S p).
Proof.
  intros Dec Stable Absorbing.
  assert (Wins : forall p, (S p -> wins 0 Previous p) /\ (~ S p -> wins 0 Next p)).
  { induction p as [p IH] using (well_founded_induction (well_founded_ltof _ (@size g))). split.
    - intros Sp. apply (by_blocking _ p []); [intros q []|simpl; lia|].
      intros q Hq _. apply IH; [apply options_are_smaller; assumption|]. eapply Stable; eassumption.
    - intros Np. apply by_moving. intros [|a blocked] _ Few; [|simpl in Few; lia].
      destruct (Absorbing p Np) as (q & Hq & Sq). exists q. split; [assumption|]. split; [intros []|].
      apply IH; [apply options_are_smaller; assumption|assumption]. }
  intros p. destruct (Wins p) as [WP WN]. pose proof (one_winner_at_most g 0 p) as One.
  destruct (Dec p) as [Sp|Np]; split; split; intros H; auto; exfalso; auto.
Qed.

(** The same for the recursion with k = 1. *)
Lemma P_position_1 (g : game) (p : position g) :
  P_position 1 p = true <-> forall q, In q (options p) -> P_position 1 q = false.
Proof.
  rewrite (P_positions_exist g 1 p), Nat.ltb_lt. unfold count. split.
  - intros H q Hq. destruct (P_position 1 q) eqn:E; [|reflexivity].
    assert (F : In q (filter (P_position 1) (options p))) by (apply filter_In; split; assumption).
    destruct (filter (P_position 1) (options p)); [destruct F | simpl in H; lia].
  - intros H. destruct (filter (P_position 1) (options p)) as [|q l] eqn:E; [simpl; lia|].
    assert (F : In q (filter (P_position 1) (options p))) by (rewrite E; left; reflexivity).
    apply filter_In in F. destruct F as [Hq Pq]. rewrite (H q Hq) in Pq. discriminate.
Qed.

Theorem normal_play_and_recursion (g : game) (p : position g) :
  (wins 0 Previous p <-> P_position 1 p = true) /\ (wins 0 Next p <-> P_position 1 p = false).
Proof.
  destruct (normal_play_is_decided g (fun p => P_position 1 p = true)) with (p := p) as [HP HN].
  - intros q. destruct (P_position 1 q); [left; reflexivity | right; discriminate].
  - intros q r Pq Hr. rewrite (proj1 (P_position_1 g q) Pq r Hr). discriminate.
  - intros q Nq. destruct (existsb (P_position 1) (options q)) eqn:E.
    + apply existsb_exists in E. exact E.
    + exfalso. apply Nq. apply P_position_1. intros r Hr. destruct (P_position 1 r) eqn:Pr; [|reflexivity].
      assert (T : existsb (P_position 1) (options q) = true) by (apply existsb_exists; exists r; split; assumption).
      congruence.
  - split; [exact HP|]. rewrite HN. destruct (P_position 1 p); split; congruence.
Qed.

(** ** Symmetry *)

(** If f maps the options of each p to those of f p, one to one, then p and f p are won by the same player. *)
Theorem symmetry (g : game) (k : nat) (f : position g -> position g) :
  (forall p, Permutation (options (f p)) (map f (options p))) ->
  forall p, P_position k (f p) = P_position k p.
Proof.
  intros Options. apply (P_positions_are_unique g k (fun p => P_position k (f p))).
  - intros p. rewrite (P_positions_exist g k (f p)). f_equal.
    rewrite (count_permutation _ _ _ _ (Options p)). apply count_map.
  - apply P_positions_exist.
Qed.
