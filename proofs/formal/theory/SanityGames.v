(** * The other games are those that are meant

    As in Sanity.v: small corners of boards as the program's reference engine draws them, and who wins after some moves
    of an imitation game, are what the rules of Heaps.v, ClassBlocking.v, Imitation.v ... say, by computing from them.
    If a rule were wrong there, these would fail. At last some steps of play are made by hand: what may be blocked if
    only a class may be, and what has to be proposed. *)

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

(** ** Who blocks what, without the recursion

    The queen's moves; those along the diagonal may be blocked, one each time. So the only option of (0, 1) can't be;
    at (1, 1) the corner is blocked, and (0, 1) and (1, 0) are left; but at (2, 2) only one of (0, 0) and (1, 1) is. *)

Notation wins_by_blocking_diagonals := (wins_in_class queen on_diagonal 1).

Lemma who_cannot_move_loses_in_class : wins_by_blocking_diagonals Previous (0, 0).
Proof.
  apply (by_blocking_in_class queen on_diagonal 1 (0, 0) []); simpl; [intros ? [] | intros ? [] | lia | intros ? []].
Qed.

Lemma beside_the_corner (c : cell) : c = (0, 1) \/ c = (1, 0) -> wins_by_blocking_diagonals Next c.
Proof.
  intros E. apply by_moving_past_blocks. intros blocked _ Class _. exists (0, 0).
  split; [destruct E as [-> | ->]; left; reflexivity|]. split; [|exact who_cannot_move_loses_in_class].
  intros Blocked. specialize (Class _ Blocked). destruct E as [-> | ->]; discriminate Class.
Qed.

Theorem only_the_class_is_blocked : wins_by_blocking_diagonals Next (0, 1).
Proof. apply beside_the_corner. left. reflexivity. Qed.

Theorem one_of_the_class_is_blocked : wins_by_blocking_diagonals Previous (1, 1).
Proof.
  apply (by_blocking_in_class queen on_diagonal 1 (1, 1) [(0, 0)]); simpl.
  - intros c [<-|[]]. simpl. auto.
  - intros c [<-|[]]. reflexivity.
  - lia.
  - intros c Move Free. apply beside_the_corner. intuition.
Qed.

Theorem only_one_of_the_class_is_blocked : wins_by_blocking_diagonals Next (2, 2).
Proof.
  apply by_moving_past_blocks. intros blocked _ _ Few.
  destruct (in_dec cells_are_discrete (0, 0) blocked) as [Blocked|Free].
  - exists (1, 1). split; [simpl; auto 8|]. split; [|exact one_of_the_class_is_blocked].
    destruct blocked as [|c [|]]; simpl in *; [contradiction | | lia]. intros [E|[]].
    destruct Blocked as [E'|[]]. congruence.
  - exists (0, 0). split; [simpl; auto 8|]. split; [exact Free | exact who_cannot_move_loses_in_class].
Qed.

(** ** Who proposes what, without the recursion

    At the corner nothing can be proposed, and so the next player wins. At (0, 1) the corner is proposed, and the next
    player has to go there. That is enough if one option has to be proposed, not if two have to be; but it is if only
    those along the diagonal are counted, since the corner is not along it. *)

Definition all_options (_ _ : cell) : bool := true.

Lemma who_cannot_propose_loses (in_class : cell -> cell -> bool) (k : nat) : 1 <= k ->
  wins_comply queen in_class k Next (0, 0).
Proof.
  intros Hk. apply by_complying. intros [|c proposed] (_ & Incl & Enough).
  - destruct Enough as [(_ & [] & _)|Many]. simpl in Many. lia.
  - destruct (Incl c). left. reflexivity.
Qed.

Lemma by_proposing_the_corner (in_class : cell -> cell -> bool) (k : nat) : 1 <= k ->
  proposal queen in_class k (0, 1) [(0, 0)] -> wins_comply queen in_class k Previous (0, 1).
Proof.
  intros Hk Proposal. apply (by_proposing _ _ _ _ _ Proposal). intros c [<-|[]].
  exact (who_cannot_propose_loses in_class k Hk).
Qed.

Lemma the_corner_is_an_option : NoDup [(0, 0)] /\ incl [(0, 0)] (queen_moves (0, 1)).
Proof. split; [repeat constructor; intros [] | intros c [<-|[]]; left; reflexivity]. Qed.

Theorem one_is_proposed : wins_comply queen all_options 1 Previous (0, 1).
Proof.
  apply by_proposing_the_corner; [lia|]. split; [apply the_corner_is_an_option|].
  split; [apply the_corner_is_an_option | right; simpl; lia].
Qed.

Theorem one_is_not_two : wins_comply queen all_options 2 Next (0, 1).
Proof.
  apply by_complying. intros proposed (Distinct & Incl & [(c & _ & Outside)|Many]); [discriminate|]. exfalso.
  assert (Short : length (filter (all_options (0, 1)) proposed) <= length [(0, 0)]); [|simpl in Short, Many; lia].
  apply NoDup_incl_length; [apply NoDup_filter; exact Distinct|]. intros c H. apply Incl. apply filter_In in H. apply H.
Qed.

Theorem one_outside_the_class_is_enough : wins_comply queen on_diagonal 2 Previous (0, 1).
Proof.
  apply by_proposing_the_corner; [lia|]. split; [apply the_corner_is_an_option|].
  split; [apply the_corner_is_an_option|]. left. exists (0, 0). split; [left|]; reflexivity.
Qed.
