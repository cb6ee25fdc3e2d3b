(** * Columns that are written by a machine (docs/MACHINES.md)

    Some boards W^k don't repeat themselves in blocks, but a machine with few states writes their columns: it reads how
    many palaces each row holds, which it has written itself, long before. A [machine] is what a file of
    crates/wythoff/proofs/machines/ says. [accepted_machine_writes_the_board]: if [accepts M = true], then [written_by
    M] is the whole infinite board, by the rules. Sections have the numbers of docs/MACHINES.md. *)

From Coq Require Import String NArith List Lia Bool Arith ZifyN ZifyNat ZifyBool.
From Wythoff Require Import Game Queen Columns.
Import ListNotations.

(** ** 2. The frame, the window, the language *)

Record window : Set := Window {
  phase : nat;
  rows : list N;
  diagonals : list N
}.

(** ** 3. Certificates *)

Record machine : Set := Machine {
  source : string;                   (* the file, and its SHA-256 *)
  machine_k : nat;
  slope : nat * nat;                 (* p and q *)
  offset : nat;                      (* c *)
  least_in_row : N;                  (* a *)
  least_on_diagonal : N;             (* g *)
  first_column : nat;                (* X *)
  word : list N;                     (* u *)
  language : list (list (N * N));    (* of each state, letters and states *)
  windows : list window;
  steps : list (N * N * N);          (* window, letter, next window *)
  states : list (N * N * N)          (* window, reader, writer *)
}.

Section Machine.
Variable M : machine.
Let k : nat := machine_k M.
Let p : nat := fst (slope M).
Let q : nat := snd (slope M).

(** r(x), and how far it moves in a phase. *)
Definition frame (x : nat) : nat := p * x / q - offset M.
Definition shift (phase : nat) : nat := p * S phase / q - p * phase / q.

Record step_result : Set := Step { palaces : list bool; written : list N; moved_to : window }.

(** A step: the palaces, from row r(x) on; what is written; the next window. *)
Definition step (w : window) (letter : N) : option step_result :=
  match walk (N.of_nat k) fuel letter (rows w) (diagonals w) with
  | None => None
  | Some (marks, (hs, ds)) =>
      let s := shift (phase w) in
      if (1 <=? s) && at_least (least_in_row M) (first s hs) && at_least (least_on_diagonal M) (first (s - 1) ds) then
        Some (Step marks (first s hs) (Window (S (phase w) mod q) (skipn s hs) (skipn (s - 1) ds)))
      else None
  end.

(** A word of the language from a state leads to a state. *)
Fixpoint read (state : N) (letters : list N) : option N :=
  match letters with
  | [] => Some state
  | h :: rest =>
      match find (fun edge => (fst edge =? h)%N) (nth (N.to_nat state) (language M) []) with
      | Some (_, state') => read state' rest
      | None => None
      end
  end.

Definition window_eqb (v w : window) : bool :=
  (phase v =? phase w) && numbers_eqb (rows v) (rows w) && numbers_eqb (diagonals v) (diagonals w).

Definition window_at (w : N) : window := nth (N.to_nat w) (windows M) (Window 0 [] []).

(** An entry of the table of steps, if there is one and it is right: the number of the next window, and the step. *)
Definition entry (w letter : N) : option (N * step_result) :=
  match find (fun e => let '(v, h, _) := e in (v =? w)%N && (h =? letter)%N) (steps M) with
  | Some (_, _, w') =>
      match step (window_at w) letter with
      | Some result => if window_eqb (moved_to result) (window_at w') then Some (w', result) else None
      | None => None
      end
  | None => None
  end.

(** The machine, as it runs from column X on: the number of its window, and what rows x, ..., r(x) - 1 hold, which is
    written already and is still to be read. It reads the first of these numbers, writes new ones behind the last, and
    the table says which is the next window. *)
Definition next (now : N * list N) : N * list N :=
  match now with
  | (w, h :: rest) => match entry w h with Some (w', result) => (w', rest ++ written result) | None => now end
  | (w, []) => now
  end.
Fixpoint run (n : nat) : N * list N :=
  match n with
  | O => (0%N, word M)
  | S m => next (run m)
  end.

(** What it writes in column x, from row r(x) on; and in the columns before X, from row x on, what the rules say. *)
Definition palaces_of (now : N * list N) : list bool :=
  match now with
  | (w, h :: _) => match entry w h with Some (_, result) => palaces result | None => [] end
  | (_, []) => []
  end.
Definition in_column (x y : nat) : bool :=
  if x <? first_column M then nth (y - x) (early_palaces k x) false
  else (frame x <=? y) && nth (y - frame x) (palaces_of (run (x - first_column M))) false.

(** The whole board: the upper palaces, and their mirror images. *)
Definition written_by (x y : nat) : bool := in_column (Nat.min x y) (Nat.max x y).

(** The conditions of a valid certificate. *)
Definition frame_is_proper : bool :=
  (1 <=? k) && (1 <=? q) && (1 <=? least_in_row M)%N
  && (N.of_nat k <=? 2 * least_in_row M + least_on_diagonal M)%N
  && (first_column M <? frame (first_column M)).

Definition starts : bool :=
  match before (N.of_nat k) fuel (first_column M) with
  | Some (hs, ds) =>
      let n := frame (first_column M) - first_column M in
      numbers_eqb (first n hs) (word M) && at_least (least_in_row M) (word M)
      && at_least (least_on_diagonal M) (first n ds)
      && window_eqb (Window (first_column M mod q) (skipn n hs) (skipn n ds)) (window_at 0)
  | None => false
  end.

Definition is_state (w s t : N) : bool :=
  existsb (fun e => let '(w', s', t') := e in (w =? w')%N && (s =? s')%N && (t =? t')%N) (states M).

Definition is_closed : bool :=
  match read 0 (word M) with Some t => is_state 0 0 t | None => false end
  && forallb (fun e => let '(w, s, t) := e in
       forallb (fun edge : N * N => let (h, s') := edge in
         match entry w h with
         | Some (w', result) => match read t (written result) with Some t' => is_state w' s' t' | None => false end
         | None => false
         end) (nth (N.to_nat s) (language M) [])) (states M).

(** The verdict on a certificate. *)
Definition accepts : bool := frame_is_proper && starts && is_closed.

(** ** 4. The theorem *)

Lemma window_eqb_eq (v w : window) : window_eqb v w = true -> v = w.
Proof.
  destruct v, w. unfold window_eqb. simpl. rewrite !andb_true_iff, Nat.eqb_eq. intros [[-> R] D].
  apply numbers_eqb_eq in R, D. congruence.
Qed.

Lemma read_app (u v : list N) : forall s,
  read s (u ++ v) = match read s u with Some t => read t v | None => None end.
Proof.
  induction u as [|h u IH]; intros s; [reflexivity|]. simpl.
  destruct (find _ _) as [[? s']|]; [apply IH | reflexivity].
Qed.

Lemma entry_spec (w h w' : N) (result : step_result) : entry w h = Some (w', result) ->
  step (window_at w) h = Some result /\ moved_to result = window_at w'.
Proof.
  unfold entry. destruct (find _ _) as [[[? ?] w'']|]; [|discriminate].
  destruct (step (window_at w) h) as [result'|]; [|discriminate].
  destruct (window_eqb _ _) eqn:E; [|discriminate]. intros [= <- <-]. apply window_eqb_eq in E. split; congruence.
Qed.

(** The frame moves by the phase alone. *)
Lemma frame_S (x : nat) : 1 <= q -> 1 <= frame x -> frame (S x) = frame x + shift (x mod q).
Proof.
  intros Q. unfold frame, shift. intros F.
  assert (D : forall r, p * (q * (x / q) + r) / q = p * (x / q) + p * r / q).
  { intros r. replace (p * (q * (x / q) + r)) with (p * (x / q) * q + p * r) by ring. apply Nat.div_add_l. lia. }
  pose proof (Nat.div_mod x q ltac:(lia)) as E.
  assert (Here : p * x / q = p * (x / q) + p * (x mod q) / q) by (rewrite <- D, <- E; reflexivity).
  assert (There : p * S x / q = p * (x / q) + p * S (x mod q) / q).
  { rewrite <- D. f_equal. f_equal. rewrite Nat.add_succ_r, <- E. reflexivity. }
  assert (p * (x mod q) / q <= p * S (x mod q) / q) by (apply Nat.div_le_mono; nia).
  lia.
Qed.

(** The board at column x is as a window says, and as what is still to be read says. *)
Record is_at (x : nat) (w : window) (unread : list N) : Prop := {
  ahead : x < frame x;
  unread_rows : unread = map (left k x) (seq x (frame x - x));
  full_rows : forall y, x <= y < frame x -> (least_in_row M <= left k x y)%N;
  full_diagonals : forall d, d < frame x - x -> (least_on_diagonal M <= diagonal k x d)%N;
  same_phase : phase w = x mod q;
  as_window : as_listed k x (frame x) (rows w) (diagonals w)
}.

Lemma step_is_right (x : nat) (w : window) (h : N) (rest : list N) (result : step_result) :
  frame_is_proper = true -> is_at x w (h :: rest) -> step w h = Some result ->
  (forall y, x <= y ->
    palace k x y = (frame x <=? y) && nth (y - frame x) (palaces result) false) /\
  is_at (S x) (moved_to result) (rest ++ written result).
Proof.
  unfold frame_is_proper. rewrite !andb_true_iff, !Nat.leb_le, !N.leb_le. intros [[[[_ Q] _] Enough] _].
  intros [Ahead Unread Rows Diagonals Phase Listed]. unfold step. rewrite Phase.
  destruct (walk _ fuel h (rows w) (diagonals w)) as [[marks [hs ds]]|] eqn:Walk; [|discriminate]. cbv zeta.
  pose proof (frame_S x Q ltac:(lia)) as Frame. set (s := shift (x mod q)) in *.
  destruct ((1 <=? s) && at_least (least_in_row M) (first s hs) && at_least (least_on_diagonal M) (first (s - 1) ds))
    eqn:Checks; [|discriminate].
  rewrite !andb_true_iff, Nat.leb_le in Checks. destruct Checks as [[S1 Rows'] Diagonals']. intros [= <-].
  cbn [palaces written moved_to].
  assert (U : frame x - x = S (frame x - S x)) by lia. rewrite U in Unread. cbn [seq map] in Unread.
  injection Unread as H Rest.
  destruct (nothing_before_frame k x (frame x) _ _ Enough Ahead Rows Diagonals) as [Above None]. rewrite <- H in Above.
  destruct (walk_is_right k _ _ _ _ _ _ _ Walk x (frame x) ltac:(lia) Above Listed) as (Palaces & Left & Diagonal).
  assert (Kept : forall y, x <= y < frame x -> left k (S x) y = left k x y).
  { intros y Hy. rewrite left_S, None by assumption. simpl. lia. }
  split.
  - intros y Hy. destruct (Nat.leb_spec (frame x) y) as [L|L].
    + rewrite <- Palaces. simpl. f_equal. lia.
    + simpl. apply None. lia.
  - split; rewrite ?Frame; cbn [phase rows diagonals].
    + lia.
    + replace (frame x + s - S x) with ((frame x - S x) + s) by lia. rewrite seq_app, map_app, Rest. f_equal.
      * apply map_ext_in. intros y Hy. apply in_seq in Hy. symmetry. apply Kept. lia.
      * replace (S x + (frame x - S x)) with (frame x + 0) by lia. unfold first.
        rewrite (seq_from (frame x + 0)), map_map. apply map_ext. intros i. symmetry. rewrite Nat.add_0_r. apply Left.
    + intros y Hy. destruct (Nat.lt_ge_cases y (frame x)) as [L|L].
      * rewrite Kept by lia. apply Rows. lia.
      * replace y with (frame x + (y - frame x)) by lia. rewrite Left. apply (at_least_first _ s); [assumption|lia].
    + intros d Hd. destruct (Nat.lt_ge_cases d (frame x - x)) as [L|L].
      * rewrite diagonal_S. pose proof (Diagonals d L). lia.
      * replace d with (frame x - x + (d - (frame x - x))) by lia. rewrite Diagonal.
        apply (at_least_first _ (s - 1)); [assumption|lia].
    + rewrite <- Nat.add_1_r, Nat.add_mod_idemp_l by lia. f_equal. lia.
    + split; intros i; rewrite nth_skipn.
      * rewrite <- Left. f_equal. lia.
      * rewrite <- Diagonal. f_equal. lia.
Qed.

Lemma window_0 : accepts = true -> is_at (first_column M) (window_at 0) (word M).
Proof.
  unfold accepts, starts. rewrite !andb_true_iff. intros [[Proper Start] _].
  unfold frame_is_proper in Proper. rewrite !andb_true_iff, Nat.ltb_lt in Proper. destruct Proper as [_ Ahead].
  destruct (before _ fuel _) as [[hs ds]|] eqn:Before; [|discriminate]. cbv zeta in Start.
  set (x := first_column M) in *. set (n := frame x - x) in *. rewrite !andb_true_iff in Start.
  destruct Start as [[[Word Rows] Diagonals] Window]. apply numbers_eqb_eq in Word. apply window_eqb_eq in Window.
  destruct (before_is_right k _ _ _ _ Before) as [Left Diagonal].
  split; fold n.
  - exact Ahead.
  - rewrite <- Word. unfold first. rewrite (seq_from x), map_map. apply map_ext. intros i. symmetry. apply Left.
  - intros y Hy. replace y with (x + (y - x)) by lia. rewrite Left. apply (at_least_first _ n); [|lia].
    rewrite Word. exact Rows.
  - intros d Hd. specialize (Diagonal d). rewrite Nat.sub_diag in Diagonal. simpl in Diagonal. rewrite Diagonal.
    apply (at_least_first _ n); assumption.
  - rewrite <- Window. reflexivity.
  - rewrite <- Window. cbn [rows diagonals]. split; intros i; rewrite nth_skipn.
    + rewrite <- Left. f_equal. unfold n. lia.
    + rewrite <- Diagonal. f_equal. lia.
Qed.

Lemma is_state_in (w s t : N) : is_state w s t = true -> In (w, s, t) (states M).
Proof.
  unfold is_state. rewrite existsb_exists. intros ([[w' s'] t'] & H & E).
  rewrite !andb_true_iff, !N.eqb_eq in E. destruct E as [[-> ->] ->]. exact H.
Qed.

(** The machine follows the board: in each column its window is that of the column, what is still to be read is what the
    rows hold, and the table has an entry for the window and the first of these numbers. *)
Lemma run_is_right : accepts = true -> forall n,
  exists w h rest w' result,
    run n = (w, h :: rest) /\ entry w h = Some (w', result) /\
    is_at (first_column M + n) (window_at w) (h :: rest) /\
    exists s t s' t', is_state w s t = true /\ read s (h :: rest) = Some t /\
      is_state w' s' t' = true /\ read s' (rest ++ written result) = Some t'.
Proof.
  intros Accepted. assert (Checks := Accepted). unfold accepts, is_closed in Checks.
  rewrite !andb_true_iff, forallb_forall in Checks. destruct Checks as [[Proper _] [First Closed]].
  (* Where the reader and the writer are in the language, there is an entry. *)
  assert (Entry : forall x w unread s t, is_at x (window_at w) unread -> is_state w s t = true ->
    read s unread = Some t -> exists h rest w' result, unread = h :: rest /\ entry w h = Some (w', result) /\
      exists s' t', is_state w' s' t' = true /\ read s' (rest ++ written result) = Some t').
  { intros x w unread s t At State Read. destruct unread as [|h rest].
    { destruct At as [Ahead Unread _ _ _ _]. replace (frame x - x) with (S (frame x - S x)) in Unread by lia.
      discriminate. }
    simpl in Read.
    destruct (find _ _) as [[h0 s']|] eqn:Edge; [|discriminate].
    apply find_some in Edge. destruct Edge as [Edge H]. apply N.eqb_eq in H. simpl in H. subst h0.
    specialize (Closed _ (is_state_in _ _ _ State)). cbv beta iota in Closed. rewrite forallb_forall in Closed.
    specialize (Closed _ Edge). cbv beta iota in Closed.
    destruct (entry w h) as [[w' result]|] eqn:E; [|discriminate].
    destruct (read t (written result)) as [t'|] eqn:Read'; [|discriminate].
    exists h, rest, w', result. split; [reflexivity|]. split; [exact E|]. exists s', t'. split; [exact Closed|].
    rewrite read_app, Read. exact Read'. }
  induction n as [|n (w & h & rest & w' & result & Run & E & At & s & t & s' & t' & _ & _ & State & Read)].
  - destruct (read 0 (word M)) as [t|] eqn:Read; [|discriminate].
    pose proof (window_0 Accepted) as At.
    destruct (Entry _ _ _ _ _ At First Read) as (h & rest & w' & result & Word & E & s' & t' & State' & Read').
    rewrite Word in *. exists 0%N, h, rest, w', result.
    rewrite Nat.add_0_r. simpl run. rewrite Word. split; [reflexivity|]. split; [exact E|].
    split; [exact At|]. exists 0%N, t, s', t'. repeat split; assumption.
  - destruct (entry_spec _ _ _ _ E) as [Step Moved].
    destruct (step_is_right _ _ _ _ _ Proper At Step) as [_ At']. rewrite Moved in At'.
    destruct (Entry _ _ _ _ _ At' State Read) as (h1 & rest1 & w1 & result1 & Unread & E1 & s1 & t1 & State1 & Read1).
    rewrite Unread in *. exists w', h1, rest1, w1, result1. rewrite Nat.add_succ_r.
    split; [|split; [|split]]; try assumption.
    + cbn [run]. rewrite Run. cbn [next]. rewrite E, Unread. reflexivity.
    + exists s', t', s1, t1. repeat split; assumption.
Qed.

Lemma early_palaces_are_right (x i : nat) : accepts = true -> x < first_column M ->
  palace k x (x + i) = nth i (early_palaces k x) false.
Proof.
  intros Accepted. apply early_palaces_of. unfold accepts, starts in Accepted. rewrite !andb_true_iff in Accepted.
  destruct Accepted as [[_ Start] _]. intros E. rewrite E in Start. discriminate.
Qed.

(** The whole board. (For a column from X on [run_is_right] says more: its window is one of the certificate's.) *)
Theorem accepted_machine_writes_the_board : accepts = true -> forall x y, palace k x y = written_by x y.
Proof.
  intros Accepted.
  assert (Upper : forall x y, x <= y -> palace k x y = in_column x y).
  { intros x y Hy. unfold in_column. destruct (Nat.ltb_spec x (first_column M)) as [L|L].
    - rewrite <- early_palaces_are_right by assumption. f_equal. lia.
    - destruct (run_is_right Accepted (x - first_column M)) as (w & h & rest & w' & result & Run & E & At & _).
      replace (first_column M + (x - first_column M)) with x in At by lia. rewrite Run. cbn [palaces_of]. rewrite E.
      destruct (entry_spec _ _ _ _ E) as [Step _].
      unfold accepts in Accepted. rewrite !andb_true_iff in Accepted.
      apply (step_is_right _ _ _ _ _ (proj1 (proj1 Accepted)) At Step). exact Hy. }
  intros x y. unfold written_by. destruct (Nat.le_ge_cases x y) as [L|L].
  - rewrite Nat.min_l, Nat.max_r by assumption. apply Upper. assumption.
  - rewrite Nat.min_r, Nat.max_l, palaces_mirror by assumption. apply Upper. assumption.
Qed.

End Machine.

Theorem accepted_machine_solves (M : machine) : accepts M = true -> is_the_board (machine_k M) (written_by M).
Proof.
  intros Accepted. apply palaces_are_the_board; [|exact (accepted_machine_writes_the_board M Accepted)].
  unfold accepts, frame_is_proper in Accepted. rewrite !andb_true_iff, Nat.leb_le in Accepted. apply Accepted.
Qed.
