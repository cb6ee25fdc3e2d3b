(** * The other games are those that are meant

    As in Sanity.v: small corners of boards as the program's reference engine draws them, and who wins after some moves
    of an imitation game, are what the rules of Heaps.v, ClassBlocking.v, Imitation.v ... say, by computing from them. If a rule were wrong there, these would fail. *)

From Coq Require Import String List Lia Bool Arith.
From Wythoff Require Import Game Queen Heaps WythoffNim BlockingNim Modulo ClassBlocking WythoffBlocking RookBlocking
  Shifted Comply Imitation ReferenceBoards Sanity.
Import ListNotations.
Local Open Scope nat_scope.

(** The previous player wins where a drawn board of 5 × 5 cells has a #. *)
Definition drawn (board : list string) (previous_wins : cell -> Prop) : Prop :=
  forall x y, x < 5 -> y < 5 -> (previous_wins (x, y) <-> is_drawn board x y = true).

Lemma drawn_by_computation (board : list string) (previous_wins : cell -> Prop) (P : cell -> bool) :
  (forall c, previous_wins c <-> P c = true) ->
  forallb (fun x => forallb (fun y => Bool.eqb (P (x, y)) (is_drawn board x y)) (seq 0 5)) (seq 0 5) = true ->
  drawn board previous_wins.
Proof.
  intros Recursion H x y Hx Hy. rewrite Recursion. rewrite forallb_forall in H.
  specialize (H x). rewrite in_seq in H. specialize (H ltac:(lia)). rewrite forallb_forall in H.
  specialize (H y). rewrite in_seq in H. specialize (H ltac:(lia)). apply Bool.eqb_prop in H. rewrite H. reflexivity.
Qed.

(** m-Wythoff Nim, m = 2. *)
Theorem corner_of_m_wythoff : drawn board_of_m_wythoff (@wins (two_heaps (wythoff 2)) 0 Previous).
Proof.
  apply (drawn_by_computation _ _ (@P_position (two_heaps (wythoff 2)) 1)).
  - intros c. apply normal_play_and_recursion.
  - vm_compute. reflexivity.
Qed.

(** Blocking-k Nim, k = 3. *)
Theorem corner_of_blocking_nim : drawn board_of_blocking_nim (@wins nim (3 - 1) Previous).
Proof.
  apply (drawn_by_computation _ _ (@P_position nim 3)).
  - intros c. apply (play_is_decided nim 3 (moves_are_distinct rook) (heaps_are_discrete rook)). lia.
  - vm_compute. reflexivity.
Qed.

(** Modulo games, m = l = 2, p = 4. *)
Theorem corner_of_modulo : drawn board_of_modulo (@wins (two_heaps (modulo 2 2 4)) 0 Previous).
Proof.
  apply (drawn_by_computation _ _ (@P_position (two_heaps (modulo 2 2 4)) 1)).
  - intros c. apply normal_play_and_recursion.
  - vm_compute. reflexivity.
Qed.

(** (m,p)-Wythoff Nim, m = p = 2. *)
Theorem corner_of_diagonal_blocking :
  drawn board_of_diagonal_blocking (wins_in_class (W 2) on_diagonal (2 - 1) Previous).
Proof.
  apply (drawn_by_computation _ _ (P_in_W 2 2)).
  - intros c. apply P_in_W_is_play. lia.
  - vm_compute. reflexivity.
Qed.

(** Blocked rook moves of length m or more, m = p = 2. *)
Theorem corner_of_rook_blocking :
  drawn board_of_rook_blocking (wins_in_class (two_heaps (wythoff 2)) (long_rook_move 2) (2 - 1) Previous).
Proof.
  apply (drawn_by_computation _ _ (P_in_class (two_heaps (wythoff 2)) (long_rook_move 2) 2)).
  - intros c. apply (class_play_is_decided _ _ 2 (moves_are_distinct _) (heaps_are_discrete _)). lia.
  - vm_compute. reflexivity.
Qed.

(** Boards without some cells, where l may be chosen, m = 1, p = 3. *)
Theorem corner_of_choice : drawn board_of_choice
  (fun c => exists l, l < 3 /\ there 1 3 l c = true /\ @wins (shifted_game 1 3 l) 0 Previous c).
Proof.
  apply (drawn_by_computation _ _
    (fun c => existsb (fun l => there 1 3 l c && @P_position (shifted_game 1 3 l) 1 c) (seq 0 3))).
  - intros c. rewrite existsb_exists. split; intros (l & H).
    + exists l. rewrite in_seq, andb_true_iff. split; [lia|]. split; [apply H|].
      apply normal_play_and_recursion. apply H.
    + rewrite in_seq, andb_true_iff in H. exists l. split; [lia|]. split; [apply H|].
      apply normal_play_and_recursion. apply H.
  - vm_compute. reflexivity.
Qed.

(** The comply game of the queen, k = 2. *)
Theorem corner_of_comply : drawn board_of_comply (wins_comply queen (fun _ _ => true) 2 Previous).
Proof.
  apply (drawn_by_computation _ _ (fun c => negb (P_in_class queen (fun _ _ => true) 2 c))).
  - intros c. destruct (comply_recursion queen (fun _ _ => true) 2 queen_moves_are_distinct c) as [-> _].
    split; [intros -> | destruct (P_in_class _ _ _ _)]; (reflexivity || discriminate).
  - vm_compute. reflexivity.
Qed.

(** (m,p)-Imitation Nim, m = p = 2: starts. *)
Theorem corner_of_imitation :
  drawn board_of_imitation (fun c => @wins (imitation_nim 2 2) 0 Previous (start 2 (fst c) (snd c))).
Proof.
  apply (drawn_by_computation _ _ (fun c => @P_position (imitation_nim 2 2) 1 (start 2 (fst c) (snd c)))).
  - intros c. apply normal_play_and_recursion.
  - vm_compute. reflexivity.
Qed.

(** And after some moves. *)
Definition play_on (s : option state) (move : bool * nat) : option state :=
  match s with Some s => Imitation.after 2 2 s (if fst move then First else Second) (snd move) | None => None end.
Definition after_moves (moves : list (bool * nat)) : option state :=
  fold_left play_on moves (Some (start 2 (fst start_of_plays) (snd start_of_plays))).

Theorem imitation_after_moves (moves : list (bool * nat)) (P : bool) : In (moves, P) plays_of_imitation ->
  exists s, after_moves moves = Some s /\ (@wins (imitation_nim 2 2) 0 Previous s <-> P = true).
Proof.
  assert (All : forallb (fun e => match after_moves (fst e) with
    | Some s => Bool.eqb (@P_position (imitation_nim 2 2) 1 s) (snd e)
    | None => false
    end) plays_of_imitation = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in All. intros H. specialize (All _ H). cbn [fst snd] in All.
  destruct (after_moves moves) as [s|]; [|discriminate]. exists s. split; [reflexivity|].
  apply Bool.eqb_prop in All. rewrite <- All. apply normal_play_and_recursion.
Qed.
