(** * W^k: Wythoff Nim with blocking, as a queen on a board

    The queen stands on (x, y); x counts columns to the right, y rows downwards. She moves any distance to the left, up,
    or along the diagonal to the left and up: that is, a player takes any number of tokens from one heap, or the same
    number from both. W^k is this game in which at most k - 1 options may be blocked before each move (Lar11; CLN15).

    A _palace_ is a position that the previous player wins.

    - [palace_iff_previous_wins]: (x, y) is a palace iff fewer than k palaces are among its options, by play;
    - [palaces_mirror]: the board is symmetric. *)

From Coq Require Import List Lia Bool Arith Permutation.
From Wythoff Require Import Game.
Import ListNotations.

Definition cell : Type := (nat * nat)%type.

(** The cells that the queen can go to. *)
Definition to_the_left (x y : nat) : list cell := map (fun i => (i, y)) (seq 0 x).
Definition upwards (x y : nat) : list cell := map (fun j => (x, j)) (seq 0 y).
Definition along_the_diagonal (x y : nat) : list cell := map (fun i => (x - i, y - i)) (seq 1 (Nat.min x y)).

Definition queen_moves (c : cell) : list cell :=
  let (x, y) := c in to_the_left x y ++ upwards x y ++ along_the_diagonal x y.

(** What these lists hold: a queen's moves. *)
Theorem queen_moves_spec (x y x' y' : nat) :
  In (x', y') (queen_moves (x, y)) <->
  x' < x /\ y' = y \/ x' = x /\ y' < y \/ exists i, 1 <= i /\ i <= x /\ i <= y /\ x' = x - i /\ y' = y - i.
Proof.
  unfold queen_moves, to_the_left, upwards, along_the_diagonal. rewrite !in_app_iff, !in_map_iff. split.
  - intros [(i & [= <- <-] & Hi)|[(j & [= <- <-] & Hj)|(i & [= <- <-] & Hi)]].
    + apply in_seq in Hi. lia.
    + apply in_seq in Hj. lia.
    + apply in_seq in Hi. right. right. exists i. lia.
  - intros [[H ->]|[[-> H]|(i & H & Hx & Hy & -> & ->)]].
    + left. exists x'. rewrite in_seq. split; [reflexivity|lia].
    + right. left. exists y'. rewrite in_seq. split; [reflexivity|lia].
    + right. right. exists i. rewrite in_seq. split; [reflexivity|lia].
Qed.

Definition tokens (c : cell) : nat := fst c + snd c.

Lemma queen_moves_take_tokens (p q : cell) : In q (queen_moves p) -> tokens q < tokens p.
Proof.
  destruct p as [x y], q as [x' y']. rewrite queen_moves_spec. unfold tokens. simpl.
  intros [[H ->]|[[-> H]|(i & H)]]; lia.
Qed.

Definition queen : game := Game cell queen_moves tokens queen_moves_take_tokens.

Lemma NoDup_map_on (A B : Type) (f : A -> B) (l : list A) :
  NoDup l -> (forall a b, In a l -> In b l -> f a = f b -> a = b) -> NoDup (map f l).
Proof.
  induction l as [|a l IH]; intros D Inj; [constructor|]. inversion D as [|? ? Out D']; subst. simpl. constructor.
  - rewrite in_map_iff. intros (b & E & Hb). assert (b = a); [|subst; contradiction].
    apply Inj; [right; assumption | left; reflexivity | assumption].
  - apply IH; [assumption|]. intros b c Hb Hc. apply Inj; right; assumption.
Qed.

Lemma NoDup_app (A : Type) (l m : list A) :
  NoDup l -> NoDup m -> (forall a, In a l -> ~ In a m) -> NoDup (l ++ m).
Proof.
  induction l as [|a l IH]; intros Dl Dm Apart; [assumption|].
  inversion Dl as [|? ? Out Dl']; subst. simpl. constructor.
  - rewrite in_app_iff. intros [H|H]; [contradiction|]. apply (Apart a); [left; reflexivity|assumption].
  - apply IH; try assumption. intros b Hb. apply Apart. right. assumption.
Qed.

Theorem queen_moves_are_distinct : options_are_distinct queen.
Proof.
  intros [x y]. simpl. unfold to_the_left, upwards, along_the_diagonal. repeat apply NoDup_app.
  - apply NoDup_map_on; [apply seq_NoDup|]. intros a b _ _ [= ->]. reflexivity.
  - apply NoDup_map_on; [apply seq_NoDup|]. intros a b _ _ [= ->]. reflexivity.
  - apply NoDup_map_on; [apply seq_NoDup|]. intros a b Ha Hb [= E _]. apply in_seq in Ha, Hb. lia.
  - intros c Hc Hd. apply in_map_iff in Hc, Hd. destruct Hc as (j & <- & Hj), Hd as (i & [= E _] & Hi).
    apply in_seq in Hj, Hi. lia.
  - intros c Hc. apply in_map_iff in Hc. destruct Hc as (a & <- & Ha). apply in_seq in Ha.
    rewrite in_app_iff, !in_map_iff. intros [(j & [= E _] & Hj)|(i & [= E F] & Hi)].
    + lia.
    + apply in_seq in Hi. lia.
Qed.

Lemma cells_are_discrete : positions_are_discrete queen.
Proof. intros [x y] [x' y']. destruct (Nat.eq_dec x x'), (Nat.eq_dec y y'); (left + right); congruence. Defined.

(** ** Palaces *)

(** [palace k x y]: (x, y) is a P-position of W^k, by the recursion. *)
Definition palace (k x y : nat) : bool := @P_position queen k (x, y).

(** The number of palaces that a queen on (x, y) sees. *)
Definition palaces_seen (k x y : nat) : nat := count (fun c => palace k (fst c) (snd c)) (queen_moves (x, y)).

Theorem palace_sees_fewer_than_k (k x y : nat) : palace k x y = (palaces_seen k x y <? k).
Proof.
  unfold palace at 1. rewrite (P_positions_exist queen k (x, y)). f_equal. apply count_ext. intros [i j] _. reflexivity.
Qed.

(** The palaces are the cells that the previous player wins in play where at most k - 1 options may be blocked. *)
Theorem palace_iff_previous_wins (k x y : nat) : 1 <= k ->
  (@wins queen (k - 1) Previous (x, y) <-> palace k x y = true) /\
  (@wins queen (k - 1) Next (x, y) <-> palace k x y = false).
Proof.
  intros Hk. exact (play_is_decided queen k queen_moves_are_distinct cells_are_discrete Hk (x, y)).
Qed.

(** A set of cells is the board of W^k: it says who wins at each cell, by play. *)
Definition is_the_board (k : nat) (board : nat -> nat -> bool) : Prop :=
  forall x y : nat,
    (@wins queen (k - 1) Previous (x, y) <-> board x y = true) /\
    (@wins queen (k - 1) Next (x, y) <-> board x y = false).

Lemma palaces_are_the_board (k : nat) (board : nat -> nat -> bool) :
  1 <= k -> (forall x y, palace k x y = board x y) -> is_the_board k board.
Proof. intros Hk H x y. rewrite <- H. apply palace_iff_previous_wins. assumption. Qed.

(** ** The board is symmetric *)

Definition mirror (c : cell) : cell := (snd c, fst c).

Lemma mirrored_moves (p : cell) : Permutation (queen_moves (mirror p)) (map mirror (queen_moves p)).
Proof.
  destruct p as [x y]. unfold mirror at 1. simpl. unfold to_the_left, upwards, along_the_diagonal.
  rewrite !map_app, !map_map. simpl. rewrite (Nat.min_comm y x). rewrite !app_assoc. apply Permutation_app_tail.
  apply Permutation_app_comm.
Qed.

Theorem palaces_mirror (k x y : nat) : palace k x y = palace k y x.
Proof. symmetry. exact (symmetry queen k mirror mirrored_moves (x, y)). Qed.
