(** * Two heaps

    A position is two heaps, (x, y). A _rule_ says which removals are moves: [rule i j] is whether a player may take
    i tokens from the first heap and j from the second one. So the game is known by its rule.

    - [moves_spec]: the options are what the rule says;
    - [heaps_may_be_exchanged]: a rule that treats both heaps alike makes a symmetric game;
    - [queen_is_rook_and_bishop]: the queen of Queen.v is the rook and the bishop. *)

From Coq Require Import List Lia Bool Arith Permutation.
From Wythoff Require Import Game Queen.
Import ListNotations.

Section Rule.
Variable rule : nat -> nat -> bool.

(** The removal from the first cell to the second one takes something, and is one of the rule. *)
Definition allowed (p q : cell) : bool :=
  let (x, y) := p in let (x', y') := q in (x' + y' <? x + y) && rule (x - x') (y - y').

Definition moves (p : cell) : list cell :=
  filter (allowed p) (list_prod (seq 0 (S (fst p))) (seq 0 (S (snd p)))).

Theorem moves_spec (x y x' y' : nat) :
  In (x', y') (moves (x, y)) <-> x' <= x /\ y' <= y /\ x' + y' < x + y /\ rule (x - x') (y - y') = true.
Proof.
  unfold moves, allowed. rewrite filter_In, in_prod_iff, !in_seq, andb_true_iff, Nat.ltb_lt. simpl fst. simpl snd.
  intuition lia.
Qed.

Lemma moves_take_tokens (p q : cell) : In q (moves p) -> tokens q < tokens p.
Proof. destruct p as [x y], q as [x' y']. rewrite moves_spec. unfold tokens. simpl. lia. Qed.

Definition two_heaps : game := Game cell moves tokens moves_take_tokens.

Lemma NoDup_list_prod (l m : list nat) : NoDup l -> NoDup m -> NoDup (list_prod l m).
Proof.
  induction l as [|a l IH]; intros Dl Dm; [constructor|]. inversion Dl as [|? ? Out Dl']; subst. simpl.
  apply NoDup_app.
  - apply NoDup_map_on; [assumption|]. intros b c _ _ [= ->]. reflexivity.
  - apply IH; assumption.
  - intros [u v] H F. apply in_map_iff in H. destruct H as (b & [= <- <-] & _). apply in_prod_iff in F.
    apply Out. apply F.
Qed.

Theorem moves_are_distinct : options_are_distinct two_heaps.
Proof. intros [x y]. apply NoDup_filter. apply NoDup_list_prod; apply seq_NoDup. Qed.

Lemma heaps_are_discrete : positions_are_discrete two_heaps.
Proof. exact cells_are_discrete. Qed.

(** A rule that treats the heaps alike makes a symmetric game. *)
Hypothesis symmetric : forall i j, rule i j = rule j i.

Lemma moves_mirrored (p : cell) : Permutation (moves (mirror p)) (map mirror (moves p)).
Proof.
  apply NoDup_Permutation.
  - apply moves_are_distinct.
  - apply NoDup_map_on; [apply moves_are_distinct|]. intros [a b] [c d] _ _ [= -> ->]. reflexivity.
  - intros [a b]. destruct p as [x y]. rewrite in_map_iff. unfold mirror at 1. cbn [fst snd].
    rewrite moves_spec. split.
    + intros (Ha & Hb & T & R). exists (b, a). split; [reflexivity|]. rewrite moves_spec, symmetric.
      repeat split; try assumption. lia.
    + intros ([c d] & [= <- <-] & H). apply moves_spec in H. rewrite symmetric. repeat split; try apply H. lia.
Qed.

Theorem heaps_may_be_exchanged (k x y : nat) : @P_position two_heaps k (x, y) = @P_position two_heaps k (y, x).
Proof. symmetry. exact (symmetry two_heaps k mirror moves_mirrored (x, y)). Qed.
End Rule.

(** ** Usual moves *)

(** The rook takes from one heap. *)
Definition rook (i j : nat) : bool := (i =? 0) || (j =? 0).

(** The m-bishop takes from both heaps; the numbers differ by less than m. *)
Definition bishop (m i j : nat) : bool := (i <? j + m) && (j <? i + m).

(** The queen of Queen.v is the rook and the bishop. *)
Theorem queen_is_rook_and_bishop (k x y : nat) :
  palace k x y = @P_position (two_heaps (fun i j => rook i j || bishop 1 i j)) k (x, y).
Proof.
  pose (heaps := two_heaps (fun i j => rook i j || bishop 1 i j)).
  apply (P_positions_are_unique queen k (@P_position queen k) (fun p => @P_position heaps k p));
    [apply P_positions_exist|].
  intros p. rewrite (P_positions_exist heaps k p). f_equal. apply count_permutation.
  apply NoDup_Permutation; [apply moves_are_distinct | apply queen_moves_are_distinct |].
  intros [x' y']. destruct p as [u v].
  change (options _) with (moves (fun i j => rook i j || bishop 1 i j) (u, v)) at 1.
  change (options _) with (queen_moves (u, v)). rewrite moves_spec, queen_moves_spec. unfold rook, bishop.
  rewrite !orb_true_iff, !andb_true_iff, !Nat.eqb_eq, !Nat.ltb_lt. split.
  - intros (Hx & Hy & T & [[E|E]|E]); [right; left; lia | left; lia |].
    destruct (Nat.eq_dec u x') as [->|]; [lia|]. right. right. exists (u - x'). lia.
  - intros [[H ->]|[[-> H]|(i & H)]]; lia.
Qed.
