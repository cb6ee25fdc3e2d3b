(** * Palaces that keep to strips (docs/STRIPS.md)

    The palaces of some boards W^k lie in strips of bounded width. The outer strips repeat themselves along lines of
    rational slope; the innermost one, strip 1, is written by a finite machine that reads its own output, whichever word
    of a language that is. A [certificate] is what a file of crates/wythoff/proofs/strips/ says. If [accepts c = true],
    then [keeps_to_strips c x] holds for all columns x from X on, by the rules ([accepted_strips_hold_the_palaces]).
    Sections have the numbers of docs/STRIPS.md. *)

From Coq Require Import String NArith ZArith List Lia Bool Arith FMapPositive ZifyN ZifyNat ZifyBool.
From Wythoff Require Import Game Queen Columns StripColumns.
Import ListNotations.

(** ** 2. Certificates *)

Record certificate : Set := Certificate {
  source : string;                   (* the file, and its SHA-256 *)
  game_k : nat;
  first_column : nat;                (* X *)
  first_frame : nat;                 (* R *)
  least_in_row : N;                  (* a *)
  least_on_diagonal : N;             (* g *)
  kept : nat;                        (* e *)
  strips : list strip;               (* strips 2, ..., n *)
  language : list (list (N * N))     (* of each state, letters and states *)
}.

(** Numbers in one key of a map. *)
Fixpoint key (a b : positive) : positive :=
  match a with
  | xH => xO b
  | xO a' => xI (xO (key a' b))
  | xI a' => xI (xI (key a' b))
  end.

(** A step of the machine as a table has it: the numbers of its window and of the next one, and what it does. *)
Record entry : Set := Entry {
  from : positive;
  letter : N;
  to : positive;
  word : list N;
  longest : nat
}.

(** Windows by their numbers, steps, and states (window, reader, writer), each with the greatest sum of q s - p along a
    way to it. The first window has the number 1. *)
Record table : Type := Table {
  windows : PositiveMap.t window;
  steps : PositiveMap.t entry;
  states : PositiveMap.t (positive * positive * positive * Z)
}.

Section Strips.
Variable c : certificate.
Let k : nat := game_k c.
Let X : nat := first_column c.

(** The strips of the certificate from one of them on; strip s, and those beyond it. *)
Definition are_outer (l : list strip) : Prop := exists inner, strips c = inner ++ l.
Definition is_strip (s : strip) (beyond : list strip) : Prop := are_outer (s :: beyond).

(** *** A step *)

(** The machine: f, which rows are finished behind a walk, counted from i on; its step with a letter. *)
Fixpoint finished (fuel i : nat) (w : window) (hs ds : list N) : nat :=
  match fuel with
  | O => i
  | S less =>
      let row := (cyclic (rows_beyond (strips c)) (row_phase w + i) + nth i hs 0)%N in
      let diagonal := (cyclic (diagonals_beyond (strips c)) (diagonal_phase w + (i - 1)) + nth (i - 1) ds 0)%N in
      if (least_in_row c <=? row)%N && ((i =? 0) || (least_on_diagonal c <=? diagonal)%N)
      then finished less (S i) w hs ds else i
  end.

Definition rows_to_move (w : window) (hs ds : list N) : option nat :=
  let f := finished 1024 0 w hs ds in
  if (1 <=? f) && (f <? 1024) then Some (Nat.max 1 (f - kept c)) else None.

Definition step (w : window) (letter : N) : option step_result :=
  walk_and_move k (strips c) w letter (rows_to_move w).

(** Another strip in column x: it leaves what its words say. *)
Definition part (l : list N) (y n : nat) : list N := map (fun i => cyclic l (y + i)) (seq 0 n).
Definition outer_step (s : strip) (beyond : list strip) (x : nat) (w : window) : option step_result :=
  let r := frame s x in
  let down := frame s (S x) - r in
  match walk_and_move k beyond w (level k (s :: beyond)) (fun _ _ => Some down) with
  | Some result =>
      if numbers_eqb (passed_rows result) (part (rows_left s) r down)
         && numbers_eqb (passed_diagonals result) (part (diagonals_left s) (r - x) (down - 1))
      then Some result else None
  | None => None
  end.

(** *** The windows of column X *)

(** The board before column X, from row X and the main diagonal on. *)
Definition board : list N * list N :=
  match before (N.of_nat k) fuel X with Some lists => lists | None => ([], []) end.

(** What numbers have more than A, up to the last one that is not 0; nothing if one has less. *)
Fixpoint more_than (A : list N) (y : nat) (l : list N) : option (list N) :=
  match l with
  | [] => Some []
  | n :: rest =>
      match more_than A (S y) rest with
      | Some more =>
          if (n <? cyclic A y)%N then None
          else match (n - cyclic A y)%N, more with 0%N, [] => Some [] | d, _ => Some (d :: more) end
      | None => None
      end
  end.

(** The window of a strip whose frame is r; it is cut where the next strip begins. *)
Definition starting_window (lists : list N * list N) (r : nat) (beyond : list strip) : option window :=
  let A := rows_beyond beyond in
  let B := diagonals_beyond beyond in
  let cut l := match beyond with [] => l | s :: _ => first (frame s X - r) l end in
  match more_than A r (cut (skipn (r - X) (fst lists))), more_than B (r - X) (cut (skipn (r - X) (snd lists))) with
  | Some hs, Some ds => Some (Window (r mod length A) ((r - X) mod length B) hs ds)
  | _, _ => None
  end.

(** *** The strips that repeat themselves *)

(** Strip s in n columns from X on, having this window there: its longest list, and its last window. *)
Fixpoint columns_of (s : strip) (beyond : list strip) (w : window) (n : nat) : option (nat * window) :=
  match n with
  | O => Some (0, w)
  | S m =>
      match columns_of s beyond w m with
      | Some (longest, v) =>
          match outer_step s beyond (X + m) v with
          | Some result => Some (Nat.max longest (reach result), next_window result)
          | None => None
          end
      | None => None
      end
  end.

(** W: the length of its longest list. *)
Definition width_from (lists : list N * list N) (s : strip) (beyond : list strip) : nat :=
  match starting_window lists (frame s X) beyond with
  | Some w => match columns_of s beyond w (period s) with Some (longest, _) => longest | None => 0 end
  | None => 0
  end.
Definition width : strip -> list strip -> nat := width_from board.

Definition strip_is_proper (s : strip) : bool :=
  let (p, q) := slope s in
  (1 <=? q)%N && (q <=? p)%N && (N.gcd p q =? 1)%N && (1 <=? thickness s)%N && (1 <=? period s)
  && negb (length (rows_left s) =? 0) && negb (length (diagonals_left s) =? 0) && (X <? frame s X).

(** (between) Behind a strip, with V = t, there is no room. *)
Definition nothing_between (beyond : list strip) : bool :=
  forallb (fun A => forallb (fun B => (N.of_nat k <=? level k beyond + A + B)%N) (diagonals_beyond beyond))
    (rows_beyond beyond).

(** (strips) *)
Definition repeats (lists : list N * list N) (s : strip) (beyond : list strip) : bool :=
  let (p, q) := slope s in
  let down := down_in_period s in
  (N.of_nat (period s) mod q =? 0)%N
  && (down mod length (rows_left s) =? 0) && ((down - period s) mod length (diagonals_left s) =? 0)
  && match starting_window lists (frame s X) beyond with
     | Some w => match columns_of s beyond w (period s) with Some (_, v) => window_eqb v w | None => false end
     | None => false
     end.

(** (apart), and lines are at least as steep as those before; strip s has the width W. *)
Definition apart (s : strip) (W : nat) (beyond : list strip) : bool :=
  match beyond with
  | [] => true
  | s' :: _ =>
      let (p, q) := slope s in
      let (p', q') := slope s' in
      (p * q' <=? p' * q)%N && (frame s X <=? frame s' X)
      && (Z.of_nat W * Z.of_N (q * q') <=?
          (Z.of_N (p' * q) - Z.of_N (p * q')) * Z.of_nat X
          + (Z.of_N (offset s) - Z.of_N (offset s')) * Z.of_N (q * q'))%Z
  end.

Definition strip_is_right (lists : list N * list N) (s : strip) (beyond : list strip) : bool :=
  strip_is_proper s && nothing_between beyond && repeats lists s beyond && apart s (width_from lists s beyond) beyond.
Fixpoint strips_are_right (lists : list N * list N) (l : list strip) : bool :=
  match l with [] => true | s :: beyond => strip_is_right lists s beyond && strips_are_right lists beyond end.

(** *** The machine *)

(** The states of the language, numbered from 1 on, with their edges. *)
Definition add_state (built : positive * PositiveMap.t (list (N * positive))) (l : list (N * N)) :=
  let (n, m) := built in
  (Pos.succ n, PositiveMap.add n (map (fun edge => (fst edge, N.succ_pos (snd edge))) l) m).
Definition edges : PositiveMap.t (list (N * positive)) :=
  snd (fold_left add_state (language c) (1%positive, PositiveMap.empty _)).
Definition edges_from (m : PositiveMap.t (list (N * positive))) (state : positive) : list (N * positive) :=
  match PositiveMap.find state m with Some l => l | None => [] end.

(** A word of the language from a state leads to a state. *)
Fixpoint read (m : PositiveMap.t (list (N * positive))) (state : positive) (letters : list N) : option positive :=
  match letters with
  | [] => Some state
  | h :: rest =>
      match find (fun edge => (fst edge =? h)%N) (edges_from m state) with
      | Some (_, state') => read m state' rest
      | None => None
      end
  end.

Definition entry_of (T : table) (w : positive) (h : N) : option entry :=
  match PositiveMap.find (key w (N.succ_pos h)) (steps T) with
  | Some e => if (from e =? w)%positive && (letter e =? h)%N then Some e else None
  | None => None
  end.
Definition sum_of (T : table) (w reader writer : positive) : option Z :=
  match PositiveMap.find (key w (key reader writer)) (states T) with
  | Some (w', reader', writer', sum) =>
      if (w' =? w)%positive && (reader' =? reader)%positive && (writer' =? writer)%positive then Some sum else None
  | None => None
  end.

(** What a step that moves the frame by s rows adds to the sum: q s - p, of strip 2. *)
Definition gain (s : nat) : Z :=
  match strips c with
  | [] => 0
  | s2 :: _ => (Z.of_N (snd (slope s2)) * Z.of_nat s - Z.of_N (fst (slope s2)))%Z
  end.

(** The table is found by going to one state after the other, and again when a greater sum is found. Nothing has to be
    proved about this, since what is found is checked afterwards. *)
Definition key_of_window (w : window) : positive :=
  key (Pos.of_succ_nat (row_phase w)) (key (Pos.of_succ_nat (diagonal_phase w)) (key (Pos.of_succ_nat (length (rows w)))
    (fold_right (fun n => key (N.succ_pos n)) 1%positive (rows w ++ diagonals w)))).

Record search : Type := Search {
  numbers : PositiveMap.t positive;     (* of windows, by their keys *)
  fresh : positive;
  known_table : table;
  queue : list (positive * positive * positive);
  back : list (positive * positive * positive)
}.

Definition number_of (w : window) (now : search) : positive * search :=
  match PositiveMap.find (key_of_window w) (numbers now) with
  | Some n => (n, now)
  | None =>
      (fresh now, Search (PositiveMap.add (key_of_window w) (fresh now) (numbers now)) (Pos.succ (fresh now))
        (Table (PositiveMap.add (fresh now) w (windows (known_table now))) (steps (known_table now))
          (states (known_table now)))
        (queue now) (back now))
  end.

Definition find_entry (w : positive) (h : N) (now : search) : option entry * search :=
  match entry_of (known_table now) w h with
  | Some e => (Some e, now)
  | None =>
      match PositiveMap.find w (windows (known_table now)) with
      | None => (None, now)
      | Some v =>
          match step v h with
          | None => (None, now)
          | Some result =>
              let (n, now') := number_of (next_window result) now in
              let e := Entry w h n (passed_rows result) (reach result) in
              let T := known_table now' in
              (Some e, Search (numbers now') (fresh now')
                (Table (windows T) (PositiveMap.add (key w (N.succ_pos h)) e (steps T)) (states T))
                (queue now') (back now'))
          end
      end
  end.

Definition find_state (w reader writer : positive) (sum : Z) (now : search) : search :=
  let better :=
    let T := known_table now in
    Search (numbers now) (fresh now)
      (Table (windows T) (steps T) (PositiveMap.add (key w (key reader writer)) (w, reader, writer, sum) (states T)))
      (queue now) ((w, reader, writer) :: back now) in
  match sum_of (known_table now) w reader writer with
  | Some best => if (sum <=? best)%Z then now else better
  | None => better
  end.

Definition follow (m : PositiveMap.t (list (N * positive))) (w writer : positive) (sum : Z) (now : search)
    (edge : N * positive) : search :=
  match find_entry w (fst edge) now with
  | (Some e, now') =>
      match read m writer (word e) with
      | Some writer' => find_state (to e) (snd edge) writer' (sum + gain (length (word e))) now'
      | None => now'
      end
  | (None, now') => now'
  end.

Fixpoint explore (m : PositiveMap.t (list (N * positive))) (fuel : nat) (now : search) : table :=
  match fuel with
  | O => known_table now
  | S less =>
      match queue now with
      | (w, reader, writer) :: rest =>
          let sum := match sum_of (known_table now) w reader writer with Some sum => sum | None => 0%Z end in
          explore m less (fold_left (follow m w writer sum) (edges_from m reader)
            (Search (numbers now) (fresh now) (known_table now) rest (back now)))
      | [] =>
          match back now with
          | [] => known_table now
          | _ => explore m less (Search (numbers now) (fresh now) (known_table now) (rev (back now)) [])
          end
      end
  end.

Definition found_table (m : PositiveMap.t (list (N * positive))) (w : window) (writer : positive) : table :=
  let none := Search (PositiveMap.empty _) 1 (Table (PositiveMap.empty _) (PositiveMap.empty _) (PositiveMap.empty _))
    [] [] in
  explore m (2000 * 1000) (find_state 1 1 writer 0 (snd (number_of w none))).

(** The word H(X), ..., H(R - 1), and the table, if the machine can start. *)
Definition first_word (lists : list N * list N) : list N := first (first_frame c - X) (fst lists).
Definition table_from (lists : list N * list N) (m : PositiveMap.t (list (N * positive))) : option table :=
  match starting_window lists (first_frame c) (strips c), read m 1 (first_word lists) with
  | Some w, Some writer => Some (found_table m w writer)
  | _, _ => None
  end.

(** W of the machine: the length of the longest list in the table. *)
Definition width_in (T : table) : nat :=
  fold_left (fun W e => Nat.max W (longest (snd e))) (PositiveMap.elements (steps T)) 0.

(** Each step of a table is one of the machine, and all have a width of at most W. *)
Definition steps_are_right (T : table) (W : nat) : bool :=
  forallb (fun '(_, e) =>
    match PositiveMap.find (from e) (windows T), PositiveMap.find (to e) (windows T) with
    | Some v, Some v' =>
        match step v (letter e) with
        | Some result =>
            window_eqb (next_window result) v' && numbers_eqb (passed_rows result) (word e) && (reach result <=? W)
        | None => false
        end
    | _, _ => false
    end) (PositiveMap.elements (steps T)).

(** (apart) of strips 1 and 2, for a way with this sum. *)
Definition machine_apart (W : nat) (sum : Z) : bool :=
  match strips c with
  | [] => true
  | s2 :: _ =>
      let (p, q) := slope s2 in
      (Z.of_nat W * Z.of_N q <=?
        Z.of_N p * Z.of_nat X - Z.of_N q * Z.of_nat (first_frame c) - sum - Z.of_N (offset s2) * Z.of_N q)%Z
  end.

(** (closed), (apart): from each state all edges of the reader lead to states; no way to it has a greater sum. *)
Definition states_are_closed (m : PositiveMap.t (list (N * positive))) (T : table) (W : nat) : bool :=
  forallb (fun '(_, (w, reader, writer, sum)) =>
    machine_apart W sum
    && forallb (fun '(h, reader') =>
         match entry_of T w h with
         | Some e =>
             match read m writer (word e) with
             | Some writer' =>
                 match sum_of T (to e) reader' writer' with
                 | Some sum' => (sum + gain (length (word e)) <=? sum')%Z
                 | None => false
                 end
             | None => false
             end
         | None => false
         end) (edges_from m reader)) (PositiveMap.elements (states T)).

(** (table) Letters lie between a and t. *)
Definition letters_are_proper : bool :=
  forallb (forallb (fun edge => (least_in_row c <=? fst edge)%N && (fst edge <=? level k (strips c))%N)) (language c).

Definition frame_is_proper : bool :=
  (1 <=? k) && (1 <=? least_in_row c)%N && (N.of_nat k <=? 2 * least_in_row c + least_on_diagonal c)%N
  && (X <? first_frame c) && (least_in_row c <=? level k (strips c))%N
  && match strips c with [] => true | s :: _ => first_frame c <=? frame s X end.

(** (start): what lies before the machine's frame is finished. *)
Definition starts (lists : list N * list N) : bool :=
  at_least (least_in_row c) (first_word lists)
  && at_least (least_on_diagonal c) (first (first_frame c - X) (snd lists)).

(** The first state is one, and the table is right. *)
Definition machine_is_right (lists : list N * list N) (m : PositiveMap.t (list (N * positive))) : bool :=
  match starting_window lists (first_frame c) (strips c), read m 1 (first_word lists), table_from lists m with
  | Some w, Some writer, Some T =>
      match PositiveMap.find 1%positive (windows T), sum_of T 1 1 writer with
      | Some v, Some sum => window_eqb w v && (0 <=? sum)%Z
      | _, _ => false
      end
      && steps_are_right T (width_in T) && states_are_closed m T (width_in T)
  | _, _, _ => false
  end.

(** The verdict on a certificate. *)
Definition accepts : bool :=
  frame_is_proper && letters_are_proper && nothing_between (strips c)
  && match before (N.of_nat k) fuel X with
     | Some lists => starts lists && strips_are_right lists (strips c) && machine_is_right lists edges
     | None => false
     end.

(** *** What the certificate says of the columns from X on *)

(** The machine's windows and W, from its table. *)
Definition machine_table : table :=
  match table_from board edges with
  | Some T => T
  | None => Table (PositiveMap.empty _) (PositiveMap.empty _) (PositiveMap.empty _)
  end.
Definition machine_windows : list window := map snd (PositiveMap.elements (windows machine_table)).
Definition machine_width : nat := width_in machine_table.

(** The machine, as it runs from column X on: its window, and what rows x, ..., r(x) - 1 hold, which is written already
    and is still to be read. It reads the first of these numbers, and writes new ones behind the last. *)
Definition next (now : window * list N) : window * list N :=
  match now with
  | (w, h :: rest) =>
      match step w h with Some result => (next_window result, rest ++ passed_rows result) | None => now end
  | (w, []) => now
  end.
Fixpoint run (n : nat) : window * list N :=
  match n with
  | O =>
      (match starting_window board (first_frame c) (strips c) with Some w => w | None => Window 0 0 [] [] end,
       first_word board)
  | S m => next (run m)
  end.
Definition machine_window (x : nat) : window := fst (run (x - X)).
Definition machine_frame (x : nat) : nat := x + length (snd (run (x - X))).

(** The window of strip s in column X + n. *)
Fixpoint outer_window (s : strip) (beyond : list strip) (n : nat) : option window :=
  match n with
  | O => starting_window board (frame s X) beyond
  | S m =>
      match outer_window s beyond m with
      | Some w =>
          match outer_step s beyond (X + m) w with Some result => Some (next_window result) | None => None end
      | None => None
      end
  end.

Definition is_letter (h : N) : Prop := exists state edge, In state (language c) /\ In edge state /\ fst edge = h.

(** How many palaces are in n rows of column x, from row y on. *)
Definition palaces_in (x y n : nat) : nat := count (palace k x) (seq y n).

(** The theorem about column x. The machine is strip 1: its rows are those from [machine_frame x] on, [machine_width] of
    them; another strip has the rows from [frame s x] on, [width s beyond] of them. Strips have no row in common, and
    all palaces from the main diagonal on are theirs. *)
Record keeps_to_strips (x : nat) : Prop := {
  (* 1 *)
  reads_a_letter : is_letter (left k x x) /\ (least_in_row c <= left k x x <= level k (strips c))%N;
  palaces_of_machine : N.of_nat (palaces_in x (machine_frame x) machine_width) = (level k (strips c) - left k x x)%N;
  palaces_of_strip : forall s beyond, is_strip s beyond ->
    N.of_nat (palaces_in x (frame s x) (width s beyond)) = thickness s;
  no_other_palaces : forall y, x <= y -> palace k x y = true ->
    machine_frame x <= y < machine_frame x + machine_width \/
    exists s beyond, is_strip s beyond /\ frame s x <= y < frame s x + width s beyond;
  strips_are_apart : has_room (strips c) x (machine_frame x) machine_width /\
    forall s beyond, is_strip s beyond -> has_room beyond x (frame s x) (width s beyond);
  (* 2 *)
  strip_repeats : forall s beyond, is_strip s beyond ->
    frame s (x + period s) = frame s x + down_in_period s /\
    forall y, frame s x <= y < frame s x + width s beyond ->
      palace k (x + period s) (y + down_in_period s) = palace k x y;
  (* 3 *)
  machine_goes_on : In (machine_window x) machine_windows /\
    exists result, step (machine_window x) (left k x x) = Some result /\
      (forall i, i < machine_width -> palace k x (machine_frame x + i) = nth i (marks result) false) /\
      next_window result = machine_window (S x) /\
      machine_frame (S x) = machine_frame x + length (passed_rows result);
  machine_moves : x < machine_frame x /\ 1 <= machine_frame (S x) - machine_frame x < 1024
}.

(** The whole board: the upper palaces, and their mirror images. A row of column x belongs to the last strip that has
    begun; the columns before X are as the rules say. *)
Definition marks_of_machine (x : nat) : list bool :=
  match step (machine_window x) (hd 0%N (snd (run (x - X)))) with Some result => marks result | None => [] end.
Definition marks_of_strip (s : strip) (beyond : list strip) (x : nat) : list bool :=
  match outer_window s beyond (x - X) with
  | Some w => match outer_step s beyond x w with Some result => marks result | None => [] end
  | None => []
  end.
Fixpoint in_strips (x y r : nat) (here : list bool) (beyond : list strip) : bool :=
  match beyond with
  | s :: others =>
      if y <? frame s x then nth (y - r) here false else in_strips x y (frame s x) (marks_of_strip s others x) others
  | [] => nth (y - r) here false
  end.
Definition in_column (x y : nat) : bool :=
  if x <? X then nth (y - x) (early_palaces k x) false
  else (machine_frame x <=? y) && in_strips x y (machine_frame x) (marks_of_machine x) (strips c).
Definition written_by (x y : nat) : bool := in_column (Nat.min x y) (Nat.max x y).

(** ** 3. The theorem *)

Lemma more_than_spec (A : list N) : forall l y more, more_than A y l = Some more ->
  (forall i, i < length l -> nth i l 0%N = (cyclic A (y + i) + nth i more 0)%N) /\ length more <= length l.
Proof.
  induction l as [|n l IH]; intros y more; cbn [more_than length].
  - intros [= <-]. split; [intros i Hi; lia | reflexivity].
  - destruct (more_than A (S y) l) as [more'|] eqn:More; [|discriminate].
    destruct (IH _ _ More) as [Nth Len].
    destruct (N.ltb_spec n (cyclic A y)) as [|Enough]; [discriminate|]. intros H.
    assert (Shape : (forall i, nth i more 0 = nth i ((n - cyclic A y) :: more') 0)%N /\
      length more <= S (length more')).
    { destruct (n - cyclic A y)%N, more' as [|d more']; injection H as <-; split; try reflexivity; try (simpl; lia).
      intros [|[|i]]; reflexivity. }
    destruct Shape as [Shape Len']. split; [|lia]. intros i Hi. rewrite Shape. destruct i as [|i]; cbn [nth].
    + rewrite Nat.add_0_r. lia.
    + rewrite Nat.add_succ_r. apply Nth. lia.
Qed.

(** *** The windows of the strips that repeat themselves *)

Lemma beyond_are_outer (s : strip) (beyond : list strip) : is_strip s beyond -> are_outer beyond.
Proof. intros [inner E]. exists (inner ++ [s]). rewrite E, <- app_assoc. reflexivity. Qed.

Section Accepted.
Hypothesis accepted : accepts = true.

Lemma accepted_parts : frame_is_proper = true /\ letters_are_proper = true /\ nothing_between (strips c) = true /\
  before (N.of_nat k) fuel X = Some board /\ starts board = true /\ strips_are_right board (strips c) = true /\
  machine_is_right board edges = true.
Proof.
  assert (H := accepted). unfold accepts in H. unfold board.
  destruct (before _ fuel X) as [lists|]; rewrite !andb_true_iff in H; [|destruct H; discriminate].
  repeat split; apply H.
Qed.

Lemma strip_accepted (s : strip) (beyond : list strip) : is_strip s beyond -> strip_is_right board s beyond = true.
Proof.
  destruct accepted_parts as (_ & _ & _ & _ & _ & Right & _). intros [inner E]. rewrite E in Right. clear E.
  induction inner as [|s' inner IH]; cbn [strips_are_right app] in Right; rewrite andb_true_iff in Right.
  - apply Right.
  - apply IH, Right.
Qed.

Lemma strip_proper (s : strip) (beyond : list strip) : is_strip s beyond ->
  (1 <= snd (slope s) <= fst (slope s))%N /\ (1 <= thickness s)%N /\ 1 <= period s /\
  rows_left s <> [] /\ diagonals_left s <> [] /\ X < frame s X.
Proof.
  intros H. apply strip_accepted in H. unfold strip_is_right, strip_is_proper in H.
  destruct (slope s) as [p q]. simpl fst. simpl snd.
  rewrite !andb_true_iff, !negb_true_iff, !N.leb_le, !Nat.leb_le, !Nat.eqb_neq, Nat.ltb_lt in H.
  destruct H as [[[[[[[[[[Q P] _] T] L] A] B] F] _] _] _].
  repeat split; try assumption; intros E; rewrite E in *; [apply A | apply B]; reflexivity.
Qed.

Lemma lists_are_not_empty (beyond : list strip) : are_outer beyond ->
  rows_beyond beyond <> [] /\ diagonals_beyond beyond <> [].
Proof.
  intros H. destruct beyond as [|s beyond]; [split; discriminate|]. apply strip_proper in H. split; apply H.
Qed.

Lemma no_room (beyond : list strip) : are_outer beyond -> nothing_between beyond = true -> no_room_behind k beyond.
Proof.
  intros Outer Nothing y d. destruct (lists_are_not_empty beyond Outer) as [A B].
  unfold nothing_between in Nothing. rewrite forallb_forall in Nothing.
  assert (In_list : forall (l : list N) n, l <> [] -> In (cyclic l n) l).
  { intros l n H. apply nth_In. apply Nat.mod_upper_bound. destruct l; [congruence | discriminate]. }
  specialize (Nothing _ (In_list _ y A)). rewrite forallb_forall in Nothing.
  specialize (Nothing _ (In_list _ d B)). apply N.leb_le in Nothing. exact Nothing.
Qed.

Lemma no_room_behind_strip (s : strip) (beyond : list strip) : is_strip s beyond -> no_room_behind k beyond.
Proof.
  intros H. apply no_room; [exact (beyond_are_outer _ _ H)|]. apply strip_accepted in H. unfold strip_is_right in H.
  rewrite !andb_true_iff in H. apply H.
Qed.

Lemma frame_ahead (s : strip) (beyond : list strip) (x : nat) : is_strip s beyond -> X <= x -> x < frame s x.
Proof.
  intros H. apply strip_proper in H. induction x as [|x IH]; intros Hx.
  - replace 0 with X by lia. apply H.
  - destruct (Nat.eq_dec X (S x)) as [E|]; [rewrite <- E; apply H|]. specialize (IH ltac:(lia)).
    pose proof (frame_grows s x). lia.
Qed.

Lemma strip_moves_down (s : strip) (beyond : list strip) (x : nat) : is_strip s beyond -> X <= x ->
  frame s x < frame s (S x).
Proof.
  intros H Hx. pose proof (frame_ahead _ _ _ H Hx). apply strip_proper in H. apply frame_grows; [apply H | lia].
Qed.

Lemma strips_apart (s s' : strip) (beyond : list strip) (x : nat) : is_strip s (s' :: beyond) -> X <= x ->
  frame s x + width s (s' :: beyond) <= frame s' x.
Proof.
  intros H Hx. assert (H' : is_strip s' beyond) by exact (beyond_are_outer _ _ H).
  pose proof (frame_ahead _ _ _ H Hx) as Ahead. pose proof (frame_ahead _ _ _ H' Hx) as Ahead'.
  pose proof (strip_proper _ _ H) as [[Q _] _]. pose proof (strip_proper _ _ H') as [[Q' _] _].
  pose proof (frame_on_line s x Q ltac:(lia)) as Line. pose proof (frame_on_line s' x Q' ltac:(lia)) as Line'.
  apply strip_accepted in H. unfold strip_is_right in H. rewrite !andb_true_iff in H. destruct H as [_ Apart].
  unfold apart in Apart. destruct (slope s) as [p q]. destruct (slope s') as [p' q'].
  simpl fst in *. simpl snd in *. cbv zeta in Line, Line'.
  rewrite !andb_true_iff, N.leb_le, Nat.leb_le, Z.leb_le in Apart. destruct Apart as [[Steeper _] Apart].
  fold (width s (s' :: beyond)) in Apart. set (W := width s (s' :: beyond)) in *. rewrite !N2Z.inj_mul in Apart.
  assert (Steeper' : (Z.of_N p * Z.of_N q' <= Z.of_N p' * Z.of_N q)%Z) by lia.
  set (r := (Z.of_nat (frame s x) + Z.of_N (offset s))%Z) in *.
  set (r' := (Z.of_nat (frame s' x) + Z.of_N (offset s'))%Z) in *.
  set (P := Z.of_N p) in *. set (Q1 := Z.of_N q) in *. set (P' := Z.of_N p') in *. set (Q2 := Z.of_N q') in *.
  assert (Positive : (1 <= Q1 /\ 1 <= Q2)%Z) by lia. clearbody P P' Q1 Q2 W.
  assert (Here : (Q2 * (Q1 * r) <= Q2 * (P * Z.of_nat x))%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (There : (Q1 * (P' * Z.of_nat x) < Q1 * (Q2 * r' + Q2))%Z) by (apply Z.mul_lt_mono_pos_l; lia).
  assert (Grows : ((P' * Q1 - P * Q2) * Z.of_nat X <= (P' * Q1 - P * Q2) * Z.of_nat x)%Z)
    by (apply Z.mul_le_mono_nonneg_l; lia).
  set (gap := (r' - r + Z.of_N (offset s) - Z.of_N (offset s') + 1)%Z).
  assert (Gap : (Q1 * Q2 * Z.of_nat W < Q1 * Q2 * gap)%Z) by (unfold gap; lia).
  apply Z.mul_lt_mono_pos_l in Gap; [unfold gap in Gap; lia | apply Z.mul_pos_pos; lia].
Qed.

Lemma outer_step_spec (s : strip) (beyond : list strip) (x : nat) (w : window) (result : step_result) :
  outer_step s beyond x w = Some result ->
  walk_and_move k beyond w (level k (s :: beyond)) (fun _ _ => Some (frame s (S x) - frame s x)) = Some result /\
  length (passed_rows result) = frame s (S x) - frame s x /\
  passed_rows result = part (rows_left s) (frame s x) (frame s (S x) - frame s x) /\
  passed_diagonals result = part (diagonals_left s) (frame s x - x) (frame s (S x) - frame s x - 1).
Proof.
  unfold outer_step. destruct (walk_and_move k _ _ _ _) as [result'|]; [|discriminate].
  destruct (_ && _) eqn:E; [|discriminate]. intros [= ->]. apply andb_true_iff in E. destruct E as [Rows Diagonals].
  apply numbers_eqb_eq in Rows, Diagonals. split; [reflexivity|]. split; [|split; assumption].
  rewrite Rows. unfold part. rewrite map_length. apply seq_length.
Qed.

(** *** They repeat themselves *)

Lemma outer_repeats (s : strip) (beyond : list strip) : is_strip s beyond ->
  (N.of_nat (period s) mod snd (slope s) = 0)%N /\ down_in_period s mod length (rows_left s) = 0 /\
  (down_in_period s - period s) mod length (diagonals_left s) = 0 /\
  exists w, starting_window board (frame s X) beyond = Some w /\
    columns_of s beyond w (period s) = Some (width s beyond, w).
Proof.
  intros H. apply strip_accepted in H. unfold strip_is_right, repeats in H. unfold width, width_from.
  destruct (slope s) as [p q]. simpl fst. simpl snd. rewrite !andb_true_iff, N.eqb_eq, !Nat.eqb_eq in H.
  destruct H as [[_ [[[L A] B] Windows]] _].
  destruct (starting_window _ _ _) as [w|]; [|discriminate].
  destruct (columns_of s beyond w (period s)) as [[W v]|] eqn:Columns; [|discriminate].
  apply window_eqb_eq in Windows. subst v. repeat split; try assumption. exists w. split; [reflexivity | exact Columns].
Qed.

Lemma columns_of_spec (s : strip) (beyond : list strip) (w : window) : outer_window s beyond 0 = Some w ->
  forall n W v, columns_of s beyond w n = Some (W, v) ->
  outer_window s beyond n = Some v /\
  forall m, m < n -> exists v' result,
    outer_window s beyond m = Some v' /\ outer_step s beyond (X + m) v' = Some result /\ reach result <= W.
Proof.
  intros Start. induction n as [|n IH]; intros W v; cbn [columns_of].
  - intros [= <- <-]. split; [exact Start | intros; lia].
  - destruct (columns_of s beyond w n) as [[W' v']|]; [|discriminate].
    destruct (IH _ _ eq_refl) as [Window Steps].
    destruct (outer_step s beyond (X + n) v') as [result|] eqn:Step; [|discriminate]. intros [= <- <-]. split.
    + cbn [outer_window]. rewrite Window, Step. reflexivity.
    + intros m Hm. destruct (Nat.eq_dec m n) as [->|].
      * exists v', result. repeat split; try assumption. lia.
      * destruct (Steps m ltac:(lia)) as (u & result' & Hu & Hr & L). exists u, result'. repeat split; try assumption.
        lia.
Qed.

Lemma outer_step_repeats (s : strip) (beyond : list strip) (x : nat) (w : window) : is_strip s beyond -> X <= x ->
  outer_step s beyond (x + period s) w = outer_step s beyond x w.
Proof.
  intros H Hx. pose proof (frame_ahead _ _ _ H Hx) as Ahead. pose proof (strip_moves_down _ _ _ H Hx) as Moves.
  destruct (outer_repeats _ _ H) as (L & A & B & _). apply strip_proper in H. destruct H as [Q _].
  destruct (frame_after_period s x Q ltac:(lia) L) as [Frame Down].
  destruct (frame_after_period s (S x) Q ltac:(lia) L) as [FrameS _]. unfold outer_step.
  replace (S (x + period s)) with (S x + period s) by lia. rewrite Frame, FrameS.
  replace (frame s (S x) + down_in_period s - (frame s x + down_in_period s)) with (frame s (S x) - frame s x) by lia.
  replace (frame s x + down_in_period s - (x + period s)) with (frame s x - x + (down_in_period s - period s)) by lia.
  destruct (walk_and_move k _ _ _ _) as [result|]; [|reflexivity].
  assert (Parts : forall l y d n, d mod length l = 0 -> part l (y + d) n = part l y n).
  { intros l y d n Hd. apply map_ext. intros i. replace (y + d + i) with (y + i + d) by lia.
    apply cyclic_after. exact Hd. }
  rewrite !Parts by assumption. reflexivity.
Qed.

Lemma outer_window_repeats (s : strip) (beyond : list strip) (n : nat) : is_strip s beyond ->
  outer_window s beyond (n + period s) = outer_window s beyond n.
Proof.
  intros H. destruct (outer_repeats _ _ H) as (_ & _ & _ & w & Start & Columns).
  induction n as [|n IH].
  - simpl. rewrite Start. apply (columns_of_spec s beyond w Start _ _ _ Columns).
  - cbn [Nat.add outer_window]. rewrite IH. destruct (outer_window s beyond n) as [v|]; [|reflexivity].
    rewrite Nat.add_assoc, outer_step_repeats by (assumption || lia). reflexivity.
Qed.

Lemma outer_always_steps (s : strip) (beyond : list strip) : is_strip s beyond -> forall n, exists w result,
  outer_window s beyond n = Some w /\ outer_step s beyond (X + n) w = Some result /\ reach result <= width s beyond.
Proof.
  intros H n. destruct (outer_repeats _ _ H) as (_ & _ & _ & w & Start & Columns).
  pose proof (proj2 (columns_of_spec s beyond w Start _ _ _ Columns)) as Steps.
  assert (L : 1 <= period s) by apply (strip_proper _ _ H).
  induction n as [n IH] using lt_wf_ind. destruct (Nat.lt_ge_cases n (period s)) as [Less|Less]; [apply Steps, Less|].
  destruct (IH (n - period s) ltac:(lia)) as (v & result & Window & Step & Reach). exists v, result.
  replace n with (n - period s + period s) by lia. rewrite outer_window_repeats by exact H.
  rewrite Nat.add_assoc, outer_step_repeats by (assumption || lia). repeat split; assumption.
Qed.

(** *** The start *)

Lemma board_before_X : as_listed k X X (fst board) (snd board).
Proof.
  destruct accepted_parts as (_ & _ & _ & Before & _). destruct board as [hs ds].
  exact (before_is_right k _ _ _ _ Before).
Qed.

Lemma starting_window_stands (r : nat) (beyond : list strip) (w : window) : X <= r ->
  starting_window board r beyond = Some w -> stands k X r w beyond.
Proof.
  intros Hr. destruct board_before_X as [Left Diagonal]. unfold starting_window.
  destruct (more_than (rows_beyond beyond) r _) as [hs|] eqn:Rows; [|discriminate].
  destruct (more_than (diagonals_beyond beyond) (r - X) _) as [ds|] eqn:Diagonals; [|discriminate]. intros [= <-].
  destruct (more_than_spec _ _ _ _ Rows) as [NthRow LenRow].
  destruct (more_than_spec _ _ _ _ Diagonals) as [NthDiagonal LenDiagonal].
  split; [reflexivity | reflexivity|]. cbn [rows diagonals]. intros i Hi.
  assert (L : left k X (r + i) = nth i (skipn (r - X) (fst board)) 0%N).
  { rewrite nth_skipn, <- Left. f_equal. lia. }
  assert (D : diagonal k X (r - X + i) = nth i (skipn (r - X) (snd board)) 0%N).
  { rewrite nth_skipn, <- Diagonal. f_equal. lia. }
  unfold as_said. rewrite L, D. destruct beyond as [|s beyond]; cbn [is_before] in *.
  - assert (Zero : forall y, cyclic [0%N] y = 0%N)
      by (intros y; unfold cyclic; cbn [length]; rewrite Nat.mod_1_r; reflexivity).
    cbn [rows_beyond diagonals_beyond] in *. split.
    + destruct (Nat.lt_ge_cases i (length (skipn (r - X) (fst board)))) as [I|I]; [apply NthRow, I|].
      rewrite Zero, !nth_overflow by lia. reflexivity.
    + destruct (Nat.lt_ge_cases i (length (skipn (r - X) (snd board)))) as [I|I]; [apply NthDiagonal, I|].
      rewrite Zero, !nth_overflow by lia. reflexivity.
  - rewrite first_length in *. specialize (NthRow i ltac:(lia)). specialize (NthDiagonal i ltac:(lia)).
    rewrite nth_first in NthRow, NthDiagonal by lia. split; assumption.
Qed.

(** *** Column x of the strips that repeat themselves *)

(** (b) for these strips. *)
Definition outer_strips_stand (x : nat) : Prop :=
  forall s beyond, is_strip s beyond ->
    exists w, outer_window s beyond (x - X) = Some w /\ stands k x (frame s x) w beyond.

Lemma outer_strips_start : outer_strips_stand X.
Proof.
  intros s beyond H. destruct (outer_repeats _ _ H) as (_ & _ & _ & w & Start & _). exists w.
  rewrite Nat.sub_diag. split; [exact Start|]. apply starting_window_stands; [|exact Start].
  apply Nat.lt_le_incl. apply (strip_proper _ _ H).
Qed.

Lemma has_room_of_width (s : strip) (beyond : list strip) (x n : nat) : is_strip s beyond -> X <= x ->
  n <= width s beyond -> has_room beyond x (frame s x) n.
Proof.
  intros H Hx Hn. destruct beyond as [|s' beyond]; [exact I|]. pose proof (strips_apart _ _ _ _ H Hx). simpl. lia.
Qed.

Section Column.
Variable x : nat.
Hypothesis from_X : X <= x.
Hypothesis stand : outer_strips_stand x.
Hypothesis begins : match strips c with [] => True | s :: _ => above k x (frame s x) = level k (strips c) end.

(** What happens to strip s, once V is known where it begins. *)
Lemma column_of_strip (s : strip) (beyond : list strip) : is_strip s beyond ->
  above k x (frame s x) = level k (s :: beyond) ->
  exists w result, outer_window s beyond (x - X) = Some w /\ outer_step s beyond x w = Some result /\
  (forall i, is_before beyond x (frame s x + i) -> palace k x (frame s x + i) = nth i (marks result) false) /\
  (forall i, width s beyond <= i -> has_room beyond x (frame s x) i -> above k x (frame s x + i) = level k beyond) /\
  (next_hands_over k beyond x -> hands_over k s x /\ stands k (S x) (frame s (S x)) (next_window result) beyond).
Proof.
  intros H Seen. destruct (stand _ _ H) as (w & Window & Stands).
  destruct (outer_always_steps _ _ H (x - X)) as (w' & result & Window' & Step & Reach).
  rewrite Window in Window'. injection Window' as <-. replace (X + (x - X)) with x in Step by lia.
  exists w, result. split; [exact Window|]. split; [exact Step|].
  destruct (outer_step_spec _ _ _ _ _ Step) as (Walk & Length & Rows & Diagonals).
  pose proof (frame_ahead _ _ _ H from_X) as Ahead. pose proof (strip_moves_down _ _ _ H from_X) as Down.
  destruct (strip_in_column k x (frame s x) w beyond _ _ result ltac:(lia) (no_room_behind_strip _ _ H) Stands Seen
    Walk) as (Palaces & Above & Next); [apply has_room_of_width; assumption|].
  split; [exact Palaces|]. split; [intros i Hi; apply Above; lia|].
  cbv zeta in Next. rewrite Length in Next. intros Handed.
  replace (frame s x + (frame s (S x) - frame s x)) with (frame s (S x)) in Next by lia.
  destruct Next as (Stands' & Left & Diagonal); [exact Handed | lia | |].
  { pose proof (has_room_of_width _ _ (S x) 0 H ltac:(lia) ltac:(lia)) as Room.
    destruct beyond; [exact I|]. simpl in *. lia. }
  split; [|exact Stands']. rewrite Rows in Left. rewrite Diagonals in Diagonal. split.
  - intros y Hy. replace y with (frame s x + (y - frame s x)) by lia. rewrite Left by lia.
    unfold part. rewrite nth_map_seq by lia. reflexivity.
  - intros d Hd. replace d with (frame s x - x + (d - (frame s x - x))) by lia. rewrite Diagonal by lia.
    unfold part. rewrite nth_map_seq by lia. reflexivity.
Qed.

(** The walk comes to each strip with the V that is its level. *)
Lemma walk_comes_to_strip (s : strip) (beyond : list strip) : is_strip s beyond ->
  above k x (frame s x) = level k (s :: beyond).
Proof.
  intros [inner E]. revert s beyond E. induction inner as [|s0 inner IH] using rev_ind; intros s beyond E.
  - rewrite E in begins. exact begins.
  - rewrite <- app_assoc in E. specialize (IH s0 (s :: beyond) E).
    assert (H : is_strip s0 (s :: beyond)) by (exists inner; exact E).
    destruct (column_of_strip _ _ H IH) as (w & result & _ & _ & _ & Above & _).
    pose proof (strips_apart _ _ _ _ H from_X) as Apart.
    replace (frame s x) with (frame s0 x + (frame s x - frame s0 x)) by lia. apply Above; [lia|]. simpl. lia.
Qed.

(** From the outermost strip to the innermost one, each leaves what its words say. *)
Lemma all_hand_over (beyond : list strip) : are_outer beyond -> next_hands_over k beyond x.
Proof.
  induction beyond as [|s beyond IH]; intros H; [exact I|].
  destruct (column_of_strip _ _ H (walk_comes_to_strip _ _ H)) as (w & result & _ & _ & _ & _ & Next).
  apply Next, IH, (beyond_are_outer _ _ H).
Qed.

Lemma outer_strips_go_on : outer_strips_stand (S x).
Proof.
  intros s beyond H.
  destruct (column_of_strip _ _ H (walk_comes_to_strip _ _ H)) as (w & result & Window & Step & _ & _ & Next).
  exists (next_window result). split.
  - replace (S x - X) with (S (x - X)) by lia. cbn [outer_window]. rewrite Window.
    replace (X + (x - X)) with x by lia. rewrite Step. reflexivity.
  - apply Next, all_hand_over, (beyond_are_outer _ _ H).
Qed.
End Column.

(** *** The machine *)

Lemma finished_spec (w : window) (hs ds : list N) : forall fuel i,
  let f := finished fuel i w hs ds in
  i <= f /\ forall j, i <= j < f ->
    (least_in_row c <= cyclic (rows_beyond (strips c)) (row_phase w + j) + nth j hs 0)%N /\
    (j = 0 \/ (least_on_diagonal c <=
      cyclic (diagonals_beyond (strips c)) (diagonal_phase w + (j - 1)) + nth (j - 1) ds 0)%N).
Proof.
  induction fuel as [|fuel IH]; intros i; cbn [finished]; [split; intros; lia|].
  destruct (_ && _) eqn:E; [|cbv zeta; split; intros; lia].
  rewrite andb_true_iff, orb_true_iff, !N.leb_le, Nat.eqb_eq in E. destruct (IH (S i)) as [Far Finished].
  split; [cbv zeta in *; lia|]. intros j Hj. destruct (Nat.eq_dec j i) as [->|]; [exact E|].
  apply Finished. cbv zeta in Hj. lia.
Qed.

Lemma step_spec (w : window) (h : N) (result : step_result) : step w h = Some result ->
  let s := length (passed_rows result) in
  1 <= s < 1024 /\
  (forall i, i < s -> (least_in_row c <= nth i (passed_rows result) 0)%N) /\
  (forall i, i < s - 1 -> (least_on_diagonal c <= nth i (passed_diagonals result) 0)%N).
Proof.
  unfold step, walk_and_move. destruct (walk_in_strip _ _ _ _ _ _ _ _ _ _) as [[m [hs ds]]|]; [|discriminate].
  unfold rows_to_move. pose proof (finished_spec w hs ds 1024 0) as Finished. cbv zeta in Finished.
  set (f := finished 1024 0 w hs ds) in *. clearbody f.
  destruct ((1 <=? f) && (f <? 1024)) eqn:F; [|discriminate]. rewrite andb_true_iff, Nat.leb_le, Nat.ltb_lt in F.
  set (s := Nat.max 1 (f - kept c)) in *. intros [= <-]. cbn [passed_rows passed_diagonals].
  rewrite with_base_length. cbv zeta. destruct Finished as [_ Finished]. split; [lia|]. split; intros i Hi.
  - unfold with_base. rewrite nth_map_seq by exact Hi. apply Finished. lia.
  - unfold with_base. rewrite nth_map_seq by exact Hi. destruct (Finished (S i) ltac:(lia)) as [_ [|D]]; [lia|].
    replace (S i - 1) with i in D by lia. exact D.
Qed.

Lemma read_app (m : PositiveMap.t (list (N * positive))) (u v : list N) : forall s,
  read m s (u ++ v) = match read m s u with Some t => read m t v | None => None end.
Proof.
  induction u as [|h u IH]; intros s; [reflexivity|]. simpl.
  destruct (find _ _) as [[? s']|]; [apply IH | reflexivity].
Qed.

Lemma entry_of_in (T : table) (w : positive) (h : N) (e : entry) : entry_of T w h = Some e ->
  from e = w /\ letter e = h /\ exists n, In (n, e) (PositiveMap.elements (steps T)).
Proof.
  unfold entry_of. destruct (PositiveMap.find _ _) as [e'|] eqn:Find; [|discriminate].
  destruct (_ && _) eqn:E; [|discriminate]. intros [= <-]. rewrite andb_true_iff, Pos.eqb_eq, N.eqb_eq in E.
  split; [apply E|]. split; [apply E|]. eexists. apply PositiveMap.elements_correct. exact Find.
Qed.

Lemma sum_of_in (T : table) (w reader writer : positive) (sum : Z) : sum_of T w reader writer = Some sum ->
  exists n, In (n, (w, reader, writer, sum)) (PositiveMap.elements (states T)).
Proof.
  unfold sum_of. destruct (PositiveMap.find _ _) as [[[[w' reader'] writer'] sum']|] eqn:Find; [|discriminate].
  destruct (_ && _) eqn:E; [|discriminate]. intros [= ->]. rewrite !andb_true_iff, !Pos.eqb_eq in E.
  destruct E as [[-> ->] ->]. eexists. apply PositiveMap.elements_correct. exact Find.
Qed.

Lemma letters_of_language (state : positive) (edge : N * positive) : In edge (edges_from edges state) ->
  is_letter (fst edge).
Proof.
  assert (Built : forall l n m, incl l (language c) ->
    (forall i edge, In edge (edges_from m i) -> is_letter (fst edge)) ->
    forall i edge, In edge (edges_from (snd (fold_left add_state l (n, m))) i) -> is_letter (fst edge)).
  { induction l as [|here l IH]; intros n m Incl Before i e; [apply Before|]. cbn [fold_left].
    apply IH; [intros a Ha; apply Incl; right; exact Ha|]. clear i e. intros i e.
    unfold edges_from. rewrite PositiveMapAdditionalFacts.gsspec. destruct (PositiveMap.E.eq_dec i n) as [_|_].
    - intros H. apply in_map_iff in H. destruct H as (e0 & <- & H). exists here, e0.
      split; [apply Incl; left; reflexivity|]. split; [exact H | reflexivity].
    - apply Before. }
  apply (Built (language c) 1%positive); [apply incl_refl|]. intros i e H. unfold edges_from in H.
  rewrite PositiveMap.gempty in H. destruct H.
Qed.

Lemma letter_is_proper (h : N) : is_letter h -> (least_in_row c <= h <= level k (strips c))%N.
Proof.
  destruct accepted_parts as (_ & Letters & _). intros (state & edge & State & Edge & <-).
  unfold letters_are_proper in Letters. rewrite forallb_forall in Letters. specialize (Letters _ State).
  rewrite forallb_forall in Letters. specialize (Letters _ Edge). rewrite andb_true_iff, !N.leb_le in Letters.
  exact Letters.
Qed.

(** The table is right. *)
Lemma table_is_right :
  steps_are_right machine_table machine_width = true /\
  states_are_closed edges machine_table machine_width = true /\
  exists w writer sum, starting_window board (first_frame c) (strips c) = Some w /\
    read edges 1 (first_word board) = Some writer /\
    PositiveMap.find 1%positive (windows machine_table) = Some w /\
    sum_of machine_table 1 1 writer = Some sum /\ (0 <= sum)%Z.
Proof.
  destruct accepted_parts as (_ & _ & _ & _ & _ & _ & Machine). unfold machine_is_right in Machine.
  unfold machine_width, machine_table.
  destruct (starting_window _ _ _) as [w|]; [|discriminate].
  destruct (read edges 1 (first_word board)) as [writer|]; [|discriminate].
  destruct (table_from board edges) as [T|]; [|discriminate]. rewrite !andb_true_iff in Machine.
  destruct Machine as [[First Steps] Closed]. split; [exact Steps|]. split; [exact Closed|].
  destruct (PositiveMap.find 1%positive (windows T)) as [v|]; [|discriminate].
  destruct (sum_of T 1 1 writer) as [sum|] eqn:State; [|discriminate]. rewrite andb_true_iff, Z.leb_le in First.
  destruct First as [Same Sum]. apply window_eqb_eq in Same. subst v. exists w, writer, sum. repeat split; assumption.
Qed.

(** The sum of q s - p along the way to column x, where the frame is r. *)
Definition way (x r : nat) : Z :=
  match strips c with
  | [] => 0
  | s2 :: _ =>
      (Z.of_N (snd (slope s2)) * (Z.of_nat r - Z.of_nat (first_frame c))
       - Z.of_N (fst (slope s2)) * (Z.of_nat x - Z.of_nat X))%Z
  end.

Lemma way_S (x r s : nat) : way (S x) (r + s) = (way x r + gain s)%Z.
Proof. unfold way, gain. destruct (strips c); [reflexivity|]. rewrite Nat2Z.inj_succ, Nat2Z.inj_add. ring. Qed.

(** (c) of the proof: there is a state with this window and a way to it; what is unread leads from reader to writer. *)
Definition in_table (x : nat) (w : window) (unread : list N) : Prop :=
  exists v reader writer sum,
    PositiveMap.find v (windows machine_table) = Some w /\ sum_of machine_table v reader writer = Some sum /\
    read edges reader unread = Some writer /\ (way x (x + length unread) <= sum)%Z.

(** (apart) keeps the machine's strip away from strip 2. *)
Lemma machine_has_room (x : nat) (w : window) (unread : list N) : X <= x -> in_table x w unread ->
  has_room (strips c) x (x + length unread) machine_width.
Proof.
  intros Hx (v & reader & writer & sum & _ & Sum & _ & Way).
  destruct table_is_right as (_ & Closed & _). unfold states_are_closed in Closed. rewrite forallb_forall in Closed.
  destruct (sum_of_in _ _ _ _ _ Sum) as [n In]. specialize (Closed _ In). cbv beta iota in Closed.
  rewrite andb_true_iff in Closed. destruct Closed as [Apart _]. clear In Sum.
  unfold way in Way. unfold machine_apart in Apart. unfold has_room.
  destruct (strips c) as [|s2 beyond] eqn:E; [exact I|].
  assert (H : is_strip s2 beyond) by (exists []; exact E).
  pose proof (frame_ahead _ _ _ H Hx) as Ahead. pose proof (strip_proper _ _ H) as [[Q _] _].
  pose proof (frame_on_line s2 x Q ltac:(lia)) as Line. destruct (slope s2) as [p q]. simpl fst in *. simpl snd in *.
  cbv zeta in Line. apply Z.leb_le in Apart.
  set (r := x + length unread) in *. clearbody r.
  set (gap := (Z.of_nat (frame s2 x) + 1 - Z.of_nat r - Z.of_nat machine_width)%Z).
  assert (Gap : (0 < Z.of_N q * gap)%Z) by (unfold gap; lia).
  apply Z.mul_pos_cancel_l in Gap; [unfold gap in Gap; lia | lia].
Qed.

(** Where the reader and the writer are in the language, there is a step. *)
Lemma table_goes_on (x : nat) (w : window) (unread : list N) : in_table x w unread -> unread <> [] ->
  exists h rest result, unread = h :: rest /\ is_letter h /\ step w h = Some result /\
    reach result <= machine_width /\ in_table (S x) (next_window result) (rest ++ passed_rows result).
Proof.
  intros (v & reader & writer & sum & Window & Sum & Read & Way) Some_unread.
  destruct unread as [|h rest]; [congruence|]. exists h, rest.
  destruct table_is_right as (Steps & Closed & _). unfold states_are_closed in Closed. unfold steps_are_right in Steps.
  rewrite forallb_forall in Closed, Steps. destruct (sum_of_in _ _ _ _ _ Sum) as [n In_states].
  specialize (Closed _ In_states). cbv beta iota in Closed. rewrite andb_true_iff in Closed.
  destruct Closed as [_ Closed]. rewrite forallb_forall in Closed. simpl in Read.
  destruct (find _ _) as [[h0 reader']|] eqn:Edge; [|discriminate].
  apply find_some in Edge. destruct Edge as [Edge H]. apply N.eqb_eq in H. simpl in H. subst h0.
  specialize (Closed _ Edge). cbv beta iota in Closed.
  destruct (entry_of machine_table v h) as [e|] eqn:Entry; [|discriminate].
  destruct (read edges writer (word e)) as [writer'|] eqn:Read'; [|discriminate].
  destruct (sum_of machine_table (to e) reader' writer') as [sum'|] eqn:Sum'; [|discriminate].
  apply Z.leb_le in Closed.
  destruct (entry_of_in _ _ _ _ Entry) as (From & Letter & n' & In_steps).
  specialize (Steps _ In_steps). cbv beta iota in Steps. rewrite From, Window, Letter in Steps.
  destruct (PositiveMap.find (to e) (windows machine_table)) as [v'|] eqn:To; [|discriminate].
  destruct (step w h) as [result|]; [|discriminate]. rewrite !andb_true_iff, Nat.leb_le in Steps.
  destruct Steps as [[Next Word] Reach]. apply window_eqb_eq in Next. apply numbers_eqb_eq in Word.
  exists result. split; [reflexivity|]. split; [exact (letters_of_language _ _ Edge)|]. split; [reflexivity|].
  split; [exact Reach|]. exists (to e), reader', writer', sum'. rewrite Next, Word. split; [exact To|].
  split; [exact Sum'|]. split.
  - rewrite read_app, Read. exact Read'.
  - rewrite app_length. replace (S x + (length rest + length (word e))) with (x + length (h :: rest) + length (word e))
      by (simpl; lia). rewrite way_S. lia.
Qed.

(** (a), and (b) for the machine: the board before column x, as its window and what is still to be read say. *)
Record machine_stands (x : nat) (w : window) (unread : list N) : Prop := {
  some_unread : unread <> [];
  unread_rows : unread = map (left k x) (seq x (length unread));
  full_rows : forall y, x <= y < x + length unread -> (least_in_row c <= left k x y)%N;
  full_diagonals : forall d, d < length unread -> (least_on_diagonal c <= diagonal k x d)%N;
  as_machine_window : stands k x (x + length unread) w (strips c)
}.

Lemma machine_column (x : nat) (w : window) (h : N) (rest : list N) (result : step_result) : X <= x ->
  machine_stands x w (h :: rest) -> outer_strips_stand x -> step w h = Some result -> reach result <= machine_width ->
  let r := x + length (h :: rest) in
  has_room (strips c) x r machine_width -> has_room (strips c) (S x) (r + length (passed_rows result)) 0 ->
  h = left k x x /\
  (above k x r = h /\ forall y, x <= y < r -> palace k x y = false) /\
  (forall i, is_before (strips c) x (r + i) -> palace k x (r + i) = nth i (marks result) false) /\
  (forall i, machine_width <= i -> has_room (strips c) x r i -> above k x (r + i) = level k (strips c)) /\
  machine_stands (S x) (next_window result) (rest ++ passed_rows result) /\ outer_strips_stand (S x).
Proof.
  intros Hx [_ Unread Rows Diagonals Stands] Outer Step Reach r Room RoomS. fold r in Rows, Stands.
  assert (Ahead : x < r) by (unfold r; simpl; lia). cbn [length seq map] in Unread. injection Unread as H Rest.
  destruct accepted_parts as (Proper & _ & Between & _).
  unfold frame_is_proper in Proper. rewrite !andb_true_iff, !N.leb_le in Proper.
  destruct Proper as [[[[_ Enough] _] _] _].
  destruct (nothing_before_frame k x r _ _ Enough Ahead Rows) as [Above Nothing].
  { intros d Hd. apply Diagonals. unfold r in Hd. lia. }
  rewrite <- H in Above.
  destruct (strip_in_column k x r w (strips c) h _ result ltac:(lia) (no_room _ (ex_intro _ [] eq_refl) Between)
    Stands Above Step) as (Palaces & Full & Next).
  { unfold has_room in *. destruct (strips c); [exact I | lia]. }
  cbv zeta in Next. destruct (step_spec _ _ _ Step) as (S1 & Rows' & Diagonals').
  set (s := length (passed_rows result)) in *.
  assert (Begins : match strips c with [] => True | s2 :: _ => above k x (frame s2 x) = level k (strips c) end).
  { unfold has_room in *. destruct (strips c) as [|s2 beyond]; [exact I|].
    replace (frame s2 x) with (r + (frame s2 x - r)) by lia. apply Full; lia. }
  assert (Handed : next_hands_over k (strips c) x)
    by (apply (all_hand_over x Hx Outer Begins); exists []; reflexivity).
  destruct (Next Handed ltac:(lia)) as (Stands' & Left & Diagonal).
  { unfold has_room in *. destruct (strips c); [exact I | lia]. }
  split; [exact H|]. split; [split; [exact Above | exact Nothing]|]. split; [exact Palaces|].
  split; [intros i Hi; apply Full; lia|]. split; [|exact (outer_strips_go_on x Hx Outer Begins)].
  assert (Kept : forall y, x <= y < r -> left k (S x) y = left k x y).
  { intros y Hy. rewrite left_S, Nothing by exact Hy. simpl. lia. }
  assert (Frame : S x + length (rest ++ passed_rows result) = r + s) by (rewrite app_length; unfold r, s; simpl; lia).
  split; rewrite ?Frame.
  - intros E. apply (f_equal (@length N)) in E. rewrite app_length in E. simpl in E. lia.
  - rewrite app_length, seq_app, map_app. f_equal.
    + rewrite Rest at 1. apply map_ext_in. intros y Hy. apply in_seq in Hy. symmetry. apply Kept. unfold r. simpl. lia.
    + replace (S x + length rest) with r by (unfold r; simpl; lia). rewrite seq_from, map_map.
      apply (nth_ext _ _ 0%N 0%N); [rewrite map_length, seq_length; reflexivity|]. intros i Hi.
      rewrite nth_map_seq by exact Hi. symmetry. apply Left. exact Hi.
  - intros y Hy. destruct (Nat.lt_ge_cases y r) as [L|L].
    + rewrite Kept by lia. apply Rows. lia.
    + replace y with (r + (y - r)) by lia. rewrite Left by lia. apply Rows'. lia.
  - intros d Hd. rewrite app_length in Hd. destruct (Nat.lt_ge_cases d (r - x)) as [L|L].
    + rewrite diagonal_S. specialize (Diagonals d ltac:(unfold r in L; lia)). lia.
    + replace d with (r - x + (d - (r - x))) by lia.
      rewrite Diagonal; [apply Diagonals'|]; unfold r, s in *; simpl in *; lia.
  - exact Stands'.
Qed.

(** *** All columns from X on *)

Lemma machine_starts : exists w, run 0 = (w, first_word board) /\ machine_stands X w (first_word board) /\
  in_table X w (first_word board) /\ X + length (first_word board) = first_frame c.
Proof.
  destruct accepted_parts as (Proper & _ & _ & _ & Starts & _). unfold frame_is_proper in Proper.
  rewrite !andb_true_iff, Nat.ltb_lt in Proper. destruct Proper as [[[_ Ahead] _] _].
  destruct table_is_right as (_ & _ & w & writer & sum & Start & Read & Window & Sum & Positive).
  assert (Length : X + length (first_word board) = first_frame c) by (unfold first_word; rewrite first_length; lia).
  destruct board_before_X as [Left Diagonal]. unfold starts in Starts. rewrite andb_true_iff in Starts.
  destruct Starts as [Rows Diagonals]. exists w. split; [cbn [run]; rewrite Start; reflexivity|].
  split; [|split; [|exact Length]].
  - split; rewrite ?Length.
    + intros E. rewrite E in Length. simpl in Length. lia.
    + unfold first_word. rewrite first_length. unfold first. rewrite (seq_from X), map_map. apply map_ext. intros i.
      symmetry. apply Left.
    + intros y Hy. replace y with (X + (y - X)) by lia. rewrite Left.
      unfold first_word in Rows. apply (at_least_first _ (first_frame c - X)); [exact Rows | lia].
    + intros d Hd. specialize (Diagonal d). rewrite Nat.sub_diag in Diagonal. simpl in Diagonal. rewrite Diagonal.
      apply (at_least_first _ (first_frame c - X)); [exact Diagonals | lia].
    + apply starting_window_stands; [lia | exact Start].
  - exists 1%positive, 1%positive, writer, sum. repeat split; try assumption. rewrite Length. unfold way.
    destruct (strips c); lia.
Qed.

(** What section 3 proves by induction: (a), (b) and (c) hold before each column. *)
Lemma all_stand (x : nat) : X <= x ->
  machine_stands x (machine_window x) (snd (run (x - X))) /\
  in_table x (machine_window x) (snd (run (x - X))) /\ outer_strips_stand x.
Proof.
  unfold machine_window. intros Hx. replace x with (X + (x - X)) by lia.
  replace (X + (x - X) - X) with (x - X) by lia. generalize (x - X). clear x Hx. induction n as [|n IH].
  - destruct machine_starts as (w & Run & Stands & In & _). rewrite Run, Nat.add_0_r.
    split; [exact Stands|]. split; [exact In | exact outer_strips_start].
  - cbn [run]. destruct (run n) as [w unread]. cbn [fst snd] in *. destruct IH as (Stands & In & Outer).
    destruct (table_goes_on _ _ _ In (some_unread _ _ _ Stands))
      as (h & rest & result & -> & _ & Step & Reach & In').
    cbn [next]. rewrite Step. cbn [fst snd]. rewrite Nat.add_succ_r.
    pose proof (machine_has_room (X + n) _ _ ltac:(lia) In) as Room.
    pose proof (machine_has_room (S (X + n)) _ _ ltac:(lia) In') as Room'.
    destruct (machine_column (X + n) w h rest result ltac:(lia) Stands Outer Step Reach Room) as (_ & _ & _ & _ & Next).
    { unfold has_room in *. destruct (strips c); [exact I|]. rewrite app_length in Room'. simpl in *. lia. }
    destruct Next as [Stands' Outer']. split; [exact Stands'|]. split; [exact In' | exact Outer'].
Qed.

(** Palaces in some rows, by what V is before and behind them. *)
Lemma count_palaces (x y n : nat) : (above k x y + N.of_nat (palaces_in x y n) = above k x (y + n))%N.
Proof.
  unfold palaces_in. induction n as [|n IH].
  - unfold count. simpl. rewrite Nat.add_0_r. lia.
  - rewrite seq_S, count_app, Nat.add_succ_r, above_S, <- IH. unfold count, one_if. simpl.
    destruct (palace k x (y + n)); simpl; lia.
Qed.
Lemma no_palace_between (x y : nat) : above k x (S y) = above k x y -> palace k x y = false.
Proof. rewrite above_S. destruct (palace k x y); [simpl; lia | reflexivity]. Qed.

Lemma level_of_strip (s : strip) (beyond : list strip) : is_strip s beyond ->
  (level k beyond = level k (s :: beyond) + thickness s)%N.
Proof.
  intros [inner E]. destruct accepted_parts as (Proper & _). unfold frame_is_proper in Proper.
  rewrite !andb_true_iff, !N.leb_le in Proper. destruct Proper as [[[[[_ Least] _] _] Level] _].
  unfold level in *. rewrite E, fold_right_app in Level. cbn [fold_right] in *.
  set (sum := (thickness s + _)%N) in *.
  assert (sum <= fold_right (fun s sum => thickness s + sum) sum inner)%N; [|subst sum; lia].
  clearbody sum. clear. induction inner as [|s inner IH]; simpl; lia.
Qed.

(** The machine's strip in column x. *)
Lemma machine_in_column (x : nat) : X <= x -> exists h result,
  h = left k x x /\ is_letter h /\ step (machine_window x) h = Some result /\
  next_window result = machine_window (S x) /\ x < machine_frame x /\
  machine_frame (S x) = machine_frame x + length (passed_rows result) /\
  has_room (strips c) x (machine_frame x) machine_width /\ above k x (machine_frame x) = h /\
  (forall y, x <= y < machine_frame x -> palace k x y = false) /\
  (forall i, is_before (strips c) x (machine_frame x + i) ->
    palace k x (machine_frame x + i) = nth i (marks result) false) /\
  (forall i, machine_width <= i -> has_room (strips c) x (machine_frame x) i ->
    above k x (machine_frame x + i) = level k (strips c)) /\
  hd 0%N (snd (run (x - X))) = h.
Proof.
  intros Hx. destruct (all_stand x Hx) as (Stands & In & Outer).
  destruct (all_stand (S x) ltac:(lia)) as (_ & In' & _).
  destruct (table_goes_on _ _ _ In (some_unread _ _ _ Stands))
    as (h & rest & result & Unread & Letter & Step & Reach & _).
  pose proof (machine_has_room _ _ _ Hx In) as Room. pose proof (machine_has_room (S x) _ _ ltac:(lia) In') as Room'.
  assert (Next : run (S x - X) = (next_window result, rest ++ passed_rows result)).
  { replace (S x - X) with (S (x - X)) by lia. cbn [run]. unfold machine_window in Step. clear - Unread Step.
    destruct (run (x - X)) as [w unread]. simpl in *. subst unread. simpl. rewrite Step. reflexivity. }
  rewrite Unread in Stands, Room. rewrite Next in Room'. cbn [snd] in Room'.
  assert (Frame : machine_frame x = x + length (h :: rest)) by (unfold machine_frame; rewrite Unread; reflexivity).
  destruct (machine_column x _ h rest result Hx Stands Outer Step Reach Room)
    as (H & [Above Nothing] & Palaces & Full & _).
  { unfold has_room in *. destruct (strips c); [exact I|]. rewrite app_length in Room'. simpl in *. lia. }
  rewrite <- Frame in *. exists h, result. repeat split; try assumption.
  - unfold machine_window. rewrite Next. reflexivity.
  - rewrite Frame. simpl. lia.
  - unfold machine_frame. rewrite Next, Unread. cbn [snd]. rewrite app_length. simpl. lia.
  - rewrite Unread. reflexivity.
Qed.

(** Another strip in column x. *)
Lemma strip_in_each_column (x : nat) (s : strip) (beyond : list strip) : X <= x -> is_strip s beyond ->
  above k x (frame s x) = level k (s :: beyond) /\
  exists w result, outer_window s beyond (x - X) = Some w /\ outer_step s beyond x w = Some result /\
    (forall i, is_before beyond x (frame s x + i) -> palace k x (frame s x + i) = nth i (marks result) false) /\
    (forall i, width s beyond <= i -> has_room beyond x (frame s x) i -> above k x (frame s x + i) = level k beyond).
Proof.
  intros Hx H. destruct (all_stand x Hx) as (_ & _ & Outer).
  assert (Begins : match strips c with [] => True | s2 :: _ => above k x (frame s2 x) = level k (strips c) end).
  { destruct (machine_in_column x Hx) as (h & result & _ & _ & _ & _ & _ & _ & Room & _ & _ & _ & Full & _).
    unfold has_room in *. destruct (strips c) as [|s2 beyond2]; [exact I|].
    replace (frame s2 x) with (machine_frame x + (frame s2 x - machine_frame x)) by lia. apply Full; lia. }
  pose proof (walk_comes_to_strip x Hx Outer Begins _ _ H) as Seen. split; [exact Seen|].
  destruct (column_of_strip x Hx Outer _ _ H Seen) as (w & result & Window & Step & Palaces & Behind & _).
  exists w, result. repeat split; assumption.
Qed.

(** Behind the palaces of a strip, up to the next one, there are none. *)
Lemma nothing_behind (x r W y : nat) (beyond : list strip) :
  (forall i, W <= i -> has_room beyond x r i -> above k x (r + i) = level k beyond) ->
  r + W <= y -> is_before beyond x y -> palace k x y = false.
Proof.
  intros Behind Hy Before. apply no_palace_between. replace (S y) with (r + S (y - r)) by lia.
  replace y with (r + (y - r)) at 2 by lia.
  rewrite !Behind; [reflexivity | lia | | lia |]; unfold has_room, is_before in *; (destruct beyond; [exact I | lia]).
Qed.

(** A palace that is not before strip s is one of its palaces, or of a strip beyond it. *)
Lemma palace_of_strips (x y : nat) : X <= x -> palace k x y = true ->
  forall beyond s, is_strip s beyond -> frame s x <= y ->
  exists s' beyond', is_strip s' beyond' /\ frame s' x <= y < frame s' x + width s' beyond'.
Proof.
  intros Hx Palace. induction beyond as [|s' beyond IH]; intros s H Hy;
    destruct (strip_in_each_column x s _ Hx H) as (_ & _ & _ & _ & _ & _ & Behind).
  - destruct (Nat.lt_ge_cases y (frame s x + width s [])) as [L|L]; [exists s, []; repeat split; assumption|].
    rewrite (nothing_behind _ _ _ _ _ Behind L I) in Palace. discriminate.
  - destruct (Nat.lt_ge_cases y (frame s x + width s (s' :: beyond))) as [L|L];
      [exists s, (s' :: beyond); repeat split; assumption|].
    destruct (Nat.lt_ge_cases y (frame s' x)) as [B|B].
    + rewrite (nothing_behind _ _ _ _ _ Behind L B) in Palace. discriminate.
    + exact (IH s' (beyond_are_outer _ _ H) B).
Qed.

Lemma each_column_keeps_to_strips (x : nat) : X <= x -> keeps_to_strips x.
Proof.
  intros Hx. destruct (machine_in_column x Hx)
    as (h & result & H & Letter & Step & Next & Ahead & FrameS & Room & Above & Nothing & Palaces & Full & _).
  split; rewrite <- ?H.
  - split; [exact Letter | apply letter_is_proper; exact Letter].
  - pose proof (count_palaces x (machine_frame x) machine_width) as Count.
    rewrite Above, Full in Count by (reflexivity || exact Room). lia.
  - intros s beyond Is. destruct (strip_in_each_column x s beyond Hx Is) as (Seen & _ & _ & _ & _ & _ & Behind).
    pose proof (count_palaces x (frame s x) (width s beyond)) as Count. pose proof (level_of_strip _ _ Is).
    rewrite Seen, Behind in Count; [lia | reflexivity|]. apply has_room_of_width; [exact Is | exact Hx | reflexivity].
  - intros y Hy P. destruct (Nat.lt_ge_cases y (machine_frame x)) as [L|L].
    { rewrite Nothing in P by lia. discriminate. }
    destruct (Nat.lt_ge_cases y (machine_frame x + machine_width)) as [B|B]; [left; lia | right].
    destruct (strips c) as [|s2 beyond] eqn:E.
    + rewrite (nothing_behind _ _ _ _ _ Full B I) in P. discriminate.
    + destruct (Nat.lt_ge_cases y (frame s2 x)) as [F|F].
      * rewrite (nothing_behind _ _ _ _ _ Full B F) in P. discriminate.
      * apply (palace_of_strips x y Hx P beyond s2); [exists []; exact E | exact F].
  - split; [exact Room|]. intros s beyond Is. apply has_room_of_width; [exact Is | exact Hx | reflexivity].
  - intros s beyond Is. pose proof (frame_ahead _ _ _ Is Hx) as Before.
    destruct (outer_repeats _ _ Is) as (L & _). destruct (strip_proper _ _ Is) as [Q _].
    destruct (frame_after_period s x Q ltac:(lia) L) as [Later _]. split; [exact Later|]. intros y Hy.
    destruct (strip_in_each_column x s beyond Hx Is) as (_ & w & here & Window & Step1 & Here & _).
    destruct (strip_in_each_column (x + period s) s beyond ltac:(lia) Is)
      as (_ & w' & there & Window' & Step2 & There & _).
    replace (x + period s - X) with (x - X + period s) in Window' by lia.
    rewrite outer_window_repeats, Window in Window' by exact Is. injection Window' as <-.
    rewrite outer_step_repeats, Step1 in Step2 by assumption. injection Step2 as <-.
    replace y with (frame s x + (y - frame s x)) at 2 by lia. rewrite Here.
    + replace (y + down_in_period s) with (frame s (x + period s) + (y - frame s x)) by lia. apply There.
      pose proof (has_room_of_width _ _ (x + period s) _ Is ltac:(lia) (le_n _)).
      unfold has_room, is_before in *. destruct beyond; [exact I | lia].
    + pose proof (has_room_of_width _ _ x _ Is Hx (le_n _)).
      unfold has_room, is_before in *. destruct beyond; [exact I | lia].
  - split; [|exists result; split; [exact Step | split; [|split; [exact Next | exact FrameS]]]].
    + destruct (all_stand x Hx) as (_ & (v & _ & _ & _ & Window & _) & _). apply in_map_iff.
      exists (v, machine_window x). split; [reflexivity|]. apply PositiveMap.elements_correct. exact Window.
    + intros i Hi. apply Palaces. unfold has_room, is_before in *. destruct (strips c); [exact I | lia].
  - pose proof (step_spec _ _ _ Step) as (S1 & _). rewrite FrameS. lia.
Qed.

(** *** The whole board *)

Lemma in_strips_is_right (x y : nat) : X <= x -> forall beyond r here, are_outer beyond -> r <= y ->
  (forall i, is_before beyond x (r + i) -> palace k x (r + i) = nth i here false) ->
  palace k x y = in_strips x y r here beyond.
Proof.
  intros Hx. induction beyond as [|s beyond IH]; intros r here Outer Hy Here; cbn [in_strips].
  - rewrite <- (Here (y - r) I). f_equal. lia.
  - destruct (Nat.ltb_spec y (frame s x)) as [L|L].
    + rewrite <- (Here (y - r)) by (simpl; lia). f_equal. lia.
    + apply IH; [exact (beyond_are_outer _ _ Outer) | exact L|].
      destruct (strip_in_each_column x s beyond Hx Outer) as (_ & w & result & Window & Step & There & _).
      unfold marks_of_strip. rewrite Window, Step. exact There.
Qed.

Lemma strips_write_the_board (x y : nat) : palace k x y = written_by x y.
Proof.
  assert (Upper : forall x y, x <= y -> palace k x y = in_column x y).
  { clear x y. intros x y Hy. unfold in_column. destruct (Nat.ltb_spec x X) as [L|L].
    - destruct accepted_parts as (_ & _ & _ & Before & _). replace y with (x + (y - x)) at 1 by lia.
      apply (early_palaces_of k X); [rewrite Before; discriminate | exact L].
    - destruct (machine_in_column x L)
        as (h & result & _ & _ & Step & _ & _ & _ & _ & _ & Nothing & Palaces & _ & Unread).
      destruct (Nat.leb_spec (machine_frame x) y) as [F|F]; [|apply Nothing; lia]. simpl andb.
      apply in_strips_is_right; [exact L | exists []; reflexivity | exact F|].
      unfold marks_of_machine. rewrite Unread, Step. exact Palaces. }
  unfold written_by. destruct (Nat.le_ge_cases x y) as [L|L].
  - rewrite Nat.min_l, Nat.max_r by assumption. apply Upper. assumption.
  - rewrite Nat.min_r, Nat.max_l, palaces_mirror by assumption. apply Upper. assumption.
Qed.

End Accepted.
End Strips.

(** All that [keeps_to_strips] mentions is defined above; [palace] says who wins in play, by
    [palace_iff_previous_wins] of Queen.v. *)
Theorem accepted_strips_hold_the_palaces (c : certificate) : accepts c = true ->
  forall x, first_column c <= x -> keeps_to_strips c x.
Proof. intros Accepted x Hx. exact (each_column_keeps_to_strips c Accepted x Hx). Qed.

(** And so the certificate says who wins at each cell. *)
Theorem accepted_strips_solve (c : certificate) : accepts c = true -> is_the_board (game_k c) (written_by c).
Proof.
  intros Accepted. apply palaces_are_the_board; [|exact (strips_write_the_board c Accepted)].
  unfold accepts, frame_is_proper in Accepted. rewrite !andb_true_iff, Nat.leb_le in Accepted. apply Accepted.
Qed.
