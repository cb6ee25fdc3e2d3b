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
