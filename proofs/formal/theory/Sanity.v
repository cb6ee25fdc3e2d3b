(** * The game that was defined is the game that is meant

    The corners of some boards, as the program's reference engine draws them (it knows the rules and nothing else), are
    the boards of the game in Game.v and Queen.v: cell by cell, by computing the recursion from the definitions. If a
    rule were wrong there (moves away from the corner, k options blocked instead of k - 1), these would fail. *)

From Coq Require Import String Ascii List Lia Bool Arith.
From Wythoff Require Import Game Queen ReferenceBoards.
Import ListNotations.
Local Open Scope nat_scope.

(** A drawn board: rows of characters, # at the palaces. *)
Definition is_drawn (board : list string) (x y : nat) : bool :=
  match String.get x (nth y board EmptyString) with
  | Some c => Ascii.eqb c "#"%char
  | None => false
  end.

(** The n × n corner of a drawn board obeys the recursion of W^k. *)
Definition corner_obeys (k n : nat) (board : list string) : bool :=
  forallb (fun x => forallb (fun y =>
    Bool.eqb (is_drawn board x y) (count (fun c => is_drawn board (fst c) (snd c)) (queen_moves (x, y)) <? k))
    (seq 0 n)) (seq 0 n).

Lemma corner_is_the_board (k n : nat) (board : list string) : corner_obeys k n board = true ->
  forall x y, x < n -> y < n -> palace k x y = is_drawn board x y.
Proof.
  intros H x y Hx Hy. unfold palace.
  apply (solutions_agree queen k (P_position k) (fun c => is_drawn board (fst c) (snd c))
    (fun c => fst c < n /\ snd c < n)) with (p := (x, y)).
  - intros [i j] [i' j'] [Hi Hj] Move. simpl in *. apply queen_moves_spec in Move.
    destruct Move as [[? ->]|[[-> ?]|(d & ?)]]; lia.
  - intros p _. apply P_positions_exist.
  - intros [i j] [Hi Hj]. simpl in Hi, Hj. unfold corner_obeys in H. rewrite forallb_forall in H.
    specialize (H i). rewrite in_seq in H. specialize (H ltac:(lia)). rewrite forallb_forall in H.
    specialize (H j). rewrite in_seq in H. specialize (H ltac:(lia)). apply Bool.eqb_prop in H. exact H.
  - split; assumption.
Qed.

(** The winner of each position of a corner, in play where at most k - 1 options may be blocked. *)
Definition corner_is (k n : nat) (board : list string) : Prop :=
  forall x y, x < n -> y < n -> (@wins queen (k - 1) Previous (x, y) <-> is_drawn board x y = true).

Lemma corner_of_play (k n : nat) (board : list string) :
  1 <= k -> corner_obeys k n board = true -> corner_is k n board.
Proof.
  intros Hk H x y Hx Hy. rewrite <- (corner_is_the_board k n board H x y Hx Hy).
  apply palace_iff_previous_wins. assumption.
Qed.

Theorem corner_of_W1 : corner_is 1 24 board_of_W1.
Proof. apply corner_of_play; [lia | vm_compute; reflexivity]. Qed.
Theorem corner_of_W2 : corner_is 2 24 board_of_W2.
Proof. apply corner_of_play; [lia | vm_compute; reflexivity]. Qed.
Theorem corner_of_W3 : corner_is 3 24 board_of_W3.
Proof. apply corner_of_play; [lia | vm_compute; reflexivity]. Qed.
Theorem corner_of_W7 : corner_is 7 24 board_of_W7.
Proof. apply corner_of_play; [lia | vm_compute; reflexivity]. Qed.

(** ** Who blocks how much, without the recursion

    One step of play, by hand. With k = 1 nothing is blocked: the next player moves from (0, 1) to the corner, and wins.
    With k = 2 one option is: the only one of (0, 1), so that the previous player wins; but one of the two of (0, 2). *)

Lemma who_cannot_move_loses (most : nat) : @wins queen most Previous (0, 0).
Proof. apply (@by_blocking queen most (0, 0) []); simpl; [intros ? [] | lia | intros ? []]. Qed.

Theorem nothing_is_blocked_in_W1 : @wins queen 0 Next (0, 1).
Proof.
  apply by_moving. intros [|c blocked] _ Few; [|simpl in Few; lia].
  exists (0, 0). split; [left; reflexivity|]. split; [intros []|]. apply who_cannot_move_loses.
Qed.

Theorem one_is_blocked_in_W2 : @wins queen 1 Previous (0, 1).
Proof.
  apply (@by_blocking queen 1 (0, 1) [(0, 0)]); simpl; [intros c; auto | lia|].
  intros c [<-|[]] Free. destruct Free. left. reflexivity.
Qed.

Theorem only_one_is_blocked_in_W2 : @wins queen 1 Next (0, 2).
Proof.
  apply by_moving. intros blocked _ Few.
  destruct (in_dec cells_are_discrete (0, 0) blocked) as [Blocked|Free].
  - exists (0, 1). split; [right; left; reflexivity|]. split; [|exact one_is_blocked_in_W2].
    destruct blocked as [|c [|]]; simpl in *; [contradiction | | lia]. intros [E|[]].
    destruct Blocked as [E'|[]]. congruence.
  - exists (0, 0). split; [left; reflexivity|]. split; [exact Free | apply who_cannot_move_loses].
Qed.
