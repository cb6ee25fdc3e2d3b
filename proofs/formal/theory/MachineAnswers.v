(** * Machines: answers at any size (docs/MACHINES.md, section 5)

    Machine.v runs a machine from column X on, column after column. Far out that would take too long. But which window a
    column has depends, as it turns out, on few numbers that were read before; these were written by columns that are
    smaller by the factor q/p, and so on. So a position with d digits takes O(d) steps. Nothing has to be proved about
    how few numbers suffice: if more than one window remains there is no answer.

    [machine_answers]: if there is an answer it is right. *)

From Coq Require Import NArith ZArith List Lia Bool Arith ZifyN ZifyNat ZifyBool.
From Wythoff Require Import Game Queen Columns Machine.
Import ListNotations.

Section Answers.
Variable M : machine.
Let X : nat := first_column M.

(** ** What the machine does in column x: the number of its window, and the number that it reads *)

Definition state_at (x : nat) : N * N := let (w, unread) := run M (x - X) in (w, hd 0%N unread).
Definition letter_at (x : nat) : N := snd (state_at x).

(** Lists that say this of the columns, or rows, from x on. *)
Definition are_states (x : nat) (l : list (N * N)) : Prop :=
  forall i, i < length l -> nth i l (0%N, 0%N) = state_at (x + i).
Definition are_letters (x : nat) (l : list N) : Prop := forall i, i < length l -> nth i l 0%N = letter_at (x + i).

(** From a window on, as letters are read. *)
Fixpoint states_from (w : N) (letters : list N) : list (N * N) :=
  match letters with
  | [] => []
  | h :: rest => (w, h) :: match entry M w h with Some (w', _) => states_from w' rest | None => [] end
  end.

(** What columns write. *)
Definition written_in (columns : list (N * N)) : list N :=
  flat_map (fun e => match entry M (fst e) (snd e) with Some (_, result) => written result | None => [] end) columns.

(** The first columns: those that read the certificate's word, and those that read what these have written. *)
Definition first_states : list (N * N) :=
  states_from 0 (word M ++ written_in (states_from 0 (word M))).

(** The windows that some letters may lead to. *)
Fixpoint survivors (ws : list N) (letters : list N) : list N :=
  match letters with
  | [] => ws
  | h :: rest =>
      let moved w := match entry M w h with Some (w', _) => [w'] | None => [] end in
      survivors (nodup N.eq_dec (flat_map moved ws)) rest
  end.
Definition windows_of_column (x : N) : list N :=
  let here := N.to_nat (x mod N.of_nat (snd (slope M))) in
  filter (fun w => phase (window_at M w) =? here) (nodup N.eq_dec (map (fun e => fst (fst e)) (steps M))).

(** ** A stretch of columns, far out: n of them, from x on; [early] are the first states, computed once *)

(** r(x) for large numbers, and how many letters before a column are looked at. *)
Definition far_frame (x : N) : N :=
  (N.of_nat (fst (slope M)) * x / N.of_nat (snd (slope M)) - N.of_nat (offset M))%N.
Definition remembered : nat := 64.

Fixpoint stretch (early : list (N * N)) (level : nat) (x n : N) : option (list (N * N)) :=
  match level with
  | O => None
  | S less =>
      if (x + n <=? N.of_nat (X + length early))%N then Some (skipn (N.to_nat x - X) early)
      else
        let y := (x - N.of_nat remembered)%N in
        let factor m := (N.of_nat (snd (slope M)) * m / N.of_nat (fst (slope M)))%N in
        let x' := factor (y + N.of_nat (offset M))%N in
        match stretch early less x' (factor (n + N.of_nat remembered)%N + 3)%N with
        | Some columns =>
            let letters := skipn (N.to_nat (y - far_frame x')) (written_in columns) in
            if (N.of_nat X <=? x')%N && (far_frame x' <=? y)%N && (N.of_nat remembered <=? x)%N
               && (remembered <=? length letters)
            then
              match survivors (windows_of_column y) (firstn remembered letters) with
              | [w] => Some (states_from w (firstn (N.to_nat n) (skipn remembered letters)))
              | _ => None
              end
            else None
        | None => None
        end
  end.

(** ** It is right *)

Hypothesis accepted : accepts M = true.

Lemma far_frame_is_frame (x : nat) : far_frame (N.of_nat x) = N.of_nat (frame M x).
Proof. unfold far_frame, frame. rewrite Nat2N.inj_sub, Nat2N.inj_div, Nat2N.inj_mul. reflexivity. Qed.

(** What is still to be read is what will be read. *)
Lemma unread_letters (i : nat) : forall n, i < length (snd (run M n)) ->
  nth i (snd (run M n)) 0%N = letter_at (X + n + i).
Proof.
  induction i as [|i IH]; intros n Hi.
  - unfold letter_at, state_at. replace (X + n + 0 - X) with n by lia.
    destruct (run M n) as [w [|h rest]]; reflexivity.
  - destruct (run_is_right M accepted n) as (w & h & rest & w' & result & Run & E & _). rewrite Run in Hi |- *.
    cbn [snd nth length] in *. replace (X + n + S i) with (X + S n + i) by lia.
    rewrite <- IH; cbn [run]; rewrite Run; cbn [next]; rewrite E; cbn [snd].
    + rewrite app_nth1 by lia. reflexivity.
    + rewrite app_length. lia.
Qed.

(** Each column has an entry, which leads to the next one, and writes the rows from r(x) on. *)
Lemma entry_of_column (x : nat) : X <= x -> exists w' result,
  entry M (fst (state_at x)) (snd (state_at x)) = Some (w', result) /\ w' = fst (state_at (S x)) /\
  are_letters (frame M x) (written result) /\ frame M (S x) = frame M x + length (written result).
Proof.
  intros Hx.
  destruct (run_is_right M accepted (x - X)) as (w & h & rest & w' & result & Run & E & At & _).
  destruct (run_is_right M accepted (S (x - X))) as (w1 & h1 & rest1 & _ & _ & Run1 & _ & At1 & _).
  fold X in At, At1. replace (X + (x - X)) with x in At by lia. replace (X + S (x - X)) with (S x) in At1 by lia.
  cbn [run] in Run1. rewrite Run in Run1. cbn [next] in Run1. rewrite E in Run1.
  injection Run1 as W1 Next.
  assert (Here : state_at x = (w, h)) by (unfold state_at; rewrite Run; reflexivity).
  assert (Lengths : length rest = frame M x - S x /\ frame M (S x) = frame M x + length (written result)).
  { pose proof (ahead _ _ _ _ At). pose proof (ahead _ _ _ _ At1).
    pose proof (f_equal (@length N) (unread_rows _ _ _ _ At)) as L.
    pose proof (f_equal (@length N) (unread_rows _ _ _ _ At1)) as L1.
    rewrite <- Next, app_length, map_length, seq_length in L1.
    rewrite map_length, seq_length in L. simpl in L. lia. }
  exists w', result. rewrite Here. split; [exact E|]. split; [|split; [|apply Lengths]].
  - unfold state_at. replace (S x - X) with (S (x - X)) by lia. cbn [run]. rewrite Run. cbn [next]. rewrite E.
    reflexivity.
  - intros i Hi. pose proof (unread_letters (length rest + i) (S (x - X))) as Unread.
    cbn [run] in Unread. rewrite Run in Unread.
    cbn [next] in Unread. rewrite E in Unread. cbn [snd] in Unread.
    rewrite app_length, app_nth2 in Unread by lia. replace (length rest + i - length rest) with i in Unread by lia.
    rewrite Unread by lia. f_equal. pose proof (ahead _ _ _ _ At). lia.
Qed.

Lemma letters_app (x : nat) (l m : list N) :
  are_letters x l -> are_letters (x + length l) m -> are_letters x (l ++ m).
Proof.
  intros Hl Hm i Hi. rewrite app_length in Hi. destruct (Nat.lt_ge_cases i (length l)) as [L|L].
  - rewrite app_nth1 by assumption. apply Hl. assumption.
  - rewrite app_nth2 by assumption. rewrite Hm by lia. f_equal. lia.
Qed.
Lemma letters_skipn (x n : nat) (l : list N) : are_letters x l -> are_letters (x + n) (skipn n l).
Proof.
  intros H i Hi. rewrite nth_skipn. rewrite skipn_length in Hi. rewrite H by lia. f_equal. lia.
Qed.
Lemma nth_states_skipn (n i : nat) (l : list (N * N)) : nth i (skipn n l) (0%N, 0%N) = nth (n + i) l (0%N, 0%N).
Proof.
  revert l. induction n as [|n IH]; intros l; [reflexivity|]. destruct l; [destruct i; reflexivity | apply IH].
Qed.
Lemma letters_firstn (x n : nat) (l : list N) : are_letters x l -> are_letters x (firstn n l).
Proof.
  intros H i Hi. rewrite firstn_length in Hi. rewrite <- H by lia. rewrite <- (firstn_skipn n l) at 2.
  rewrite app_nth1; [reflexivity | rewrite firstn_length; lia].
Qed.

Lemma are_states_from (letters : list N) : forall x w, X <= x -> w = fst (state_at x) -> are_letters x letters ->
  are_states x (states_from w letters).
Proof.
  induction letters as [|h rest IH]; intros x w Hx W Letters i Hi; cbn [states_from] in *; [simpl in Hi; lia|].
  assert (H : h = snd (state_at x)).
  { specialize (Letters 0 ltac:(simpl; lia)). rewrite Nat.add_0_r in Letters. exact Letters. }
  destruct i as [|i]; cbn [nth].
  - rewrite Nat.add_0_r, W, H. destruct (state_at x). reflexivity.
  - destruct (entry_of_column x Hx) as (w' & result & E & W' & _). rewrite <- W, <- H in E. rewrite E in *.
    rewrite Nat.add_succ_r. apply (IH (S x)); [lia | exact W' | | simpl in Hi; lia].
    intros j Hj. specialize (Letters (S j) ltac:(simpl; lia)). rewrite Nat.add_succ_r in Letters. exact Letters.
Qed.

Lemma are_letters_written (columns : list (N * N)) : forall x, X <= x -> are_states x columns ->
  are_letters (frame M x) (written_in columns).
Proof.
  induction columns as [|e columns IH]; intros x Hx States; [intros i Hi; simpl in Hi; lia|].
  assert (Here : e = state_at x).
  { specialize (States 0 ltac:(simpl; lia)). rewrite Nat.add_0_r in States. exact States. }
  destruct (entry_of_column x Hx) as (w' & result & E & _ & Letters & Frame).
  unfold written_in. cbn [flat_map]. rewrite Here, E. apply letters_app; [exact Letters|].
  rewrite <- Frame. apply IH; [lia|]. intros i Hi. specialize (States (S i) ltac:(simpl; lia)).
  rewrite Nat.add_succ_r in States. exact States.
Qed.

Lemma first_states_are_states : are_states X first_states.
Proof.
  destruct (run_is_right M accepted 0) as (w & h & rest & w' & result & Run & E & At & _).
  assert (Word : are_letters X (word M)).
  { intros i Hi. pose proof (unread_letters i 0 Hi) as Read. rewrite Nat.add_0_r in Read. exact Read. }
  assert (W : 0%N = fst (state_at X)) by (unfold state_at; rewrite Nat.sub_diag; reflexivity).
  apply are_states_from; [lia | exact W|]. apply letters_app; [exact Word|].
  replace (X + length (word M)) with (frame M X).
  - apply are_letters_written; [lia|]. apply are_states_from; [lia | exact W | exact Word].
  - rewrite Nat.add_0_r in At. fold X in At. pose proof (ahead _ _ _ _ At).
    pose proof (f_equal (@length N) (unread_rows _ _ _ _ At)) as L. rewrite map_length, seq_length in L.
    simpl in Run. injection Run as _ Run. rewrite Run. lia.
Qed.

(** The right window survives. *)
Lemma survivors_hold (letters : list N) : forall x ws, X <= x -> are_letters x letters ->
  In (fst (state_at x)) ws -> In (fst (state_at (x + length letters))) (survivors ws letters).
Proof.
  induction letters as [|h rest IH]; intros x ws Hx Letters Held; cbn [survivors length].
  - rewrite Nat.add_0_r. exact Held.
  - rewrite Nat.add_succ_r. apply (IH (S x)); [lia | |].
    + intros i Hi. specialize (Letters (S i) ltac:(simpl; lia)). rewrite Nat.add_succ_r in Letters. exact Letters.
    + apply nodup_In, in_flat_map. exists (fst (state_at x)). split; [exact Held|].
      destruct (entry_of_column x Hx) as (w' & result & E & W' & _).
      specialize (Letters 0 ltac:(simpl; lia)). rewrite Nat.add_0_r in Letters. simpl in Letters. rewrite Letters.
      unfold letter_at. rewrite E. left. exact W'.
Qed.
Lemma windows_of_column_hold (y : N) : X <= N.to_nat y -> In (fst (state_at (N.to_nat y))) (windows_of_column y).
Proof.
  intros Hy. destruct (entry_of_column _ Hy) as (w' & result & E & _).
  destruct (run_is_right M accepted (N.to_nat y - X)) as (w & h & rest & _ & _ & Run & _ & At & _).
  pose proof (same_phase _ _ _ _ At) as Phase. fold X in Phase.
  replace (X + (N.to_nat y - X)) with (N.to_nat y) in Phase by lia.
  assert (Here : fst (state_at (N.to_nat y)) = w) by (unfold state_at; rewrite Run; reflexivity).
  apply filter_In. rewrite Here in *. split.
  - unfold entry in E. destruct (find _ (steps M)) as [[[v h'] v']|] eqn:Found; [|discriminate].
    apply find_some in Found. destruct Found as [Found Same]. rewrite andb_true_iff, N.eqb_eq in Same.
    apply nodup_In, in_map_iff. exists (v, h', v'). split; [apply Same | exact Found].
  - rewrite Phase, N2Nat.inj_mod, Nat2N.id. apply Nat.eqb_refl.
Qed.

Lemma stretch_is_right (level : nat) : forall x n l,
  X <= N.to_nat x -> stretch first_states level x n = Some l -> are_states (N.to_nat x) l.
Proof.
  induction level as [|level IH]; intros x n l Hx; [discriminate|]. cbn [stretch].
  destruct (N.leb_spec (x + n) (N.of_nat (X + length first_states))) as [_|_].
  - intros [= <-] i Hi. rewrite skipn_length in Hi. rewrite (nth_states_skipn (N.to_nat x - X)).
    rewrite first_states_are_states by lia. f_equal. lia.
  - cbv zeta. set (y := (x - N.of_nat remembered)%N). set (x' := (_ * (y + _) / _)%N).
    destruct (stretch first_states level x' _) as [columns|] eqn:Columns; [|discriminate].
    set (letters := skipn _ (written_in columns)).
    destruct ((N.of_nat X <=? x')%N && (far_frame x' <=? y)%N && (N.of_nat remembered <=? x)%N
      && (remembered <=? length letters)) eqn:Checks; [|discriminate].
    rewrite !andb_true_iff, !N.leb_le, Nat.leb_le in Checks. destruct Checks as [[[HX Below] Far] Enough].
    assert (Letters : are_letters (N.to_nat y) letters).
    { assert (HX' : X <= N.to_nat x') by lia.
      pose proof (are_letters_written _ _ HX' (IH _ _ _ HX' Columns)) as Written.
      apply (letters_skipn _ (N.to_nat (y - far_frame x'))) in Written. fold letters in Written.
      pose proof (far_frame_is_frame (N.to_nat x')) as Frame. rewrite N2Nat.id in Frame.
      replace (frame M (N.to_nat x') + N.to_nat (y - far_frame x')) with (N.to_nat y) in Written by lia.
      exact Written. }
    clearbody letters.
    assert (Early : X <= N.to_nat y).
    { pose proof (far_frame_is_frame (N.to_nat x')) as Frame. rewrite N2Nat.id in Frame.
      destruct (run_is_right M accepted (N.to_nat x' - X)) as (? & ? & ? & ? & ? & _ & _ & At & _).
      pose proof (ahead _ _ _ _ At) as Ahead. fold X in Ahead.
      replace (X + (N.to_nat x' - X)) with (N.to_nat x') in Ahead by lia. lia. }
    pose proof (survivors_hold (firstn remembered letters) (N.to_nat y) (windows_of_column y) Early
      (letters_firstn _ _ _ Letters) (windows_of_column_hold y Early)) as Held.
    assert (There : N.to_nat y + remembered = N.to_nat x) by lia.
    rewrite firstn_length, Nat.min_l, There in Held by assumption.
    destruct (survivors _ _) as [|w [|? ?]]; try discriminate. destruct Held as [W|[]]. intros [= <-].
    apply are_states_from; [exact Hx | exact W|]. apply letters_firstn. rewrite <- There.
    exact (letters_skipn _ remembered _ Letters).
Qed.

(** ** Whether (x, y) is a palace, if there is an answer *)

Definition upper_answer (x y : N) : option bool :=
  if (x <? N.of_nat X)%N then Some (marked (early_palaces (machine_k M) (N.to_nat x)) (y - x))
  else
    match stretch first_states (N.size_nat x) x 1 with
    | Some ((w, h) :: _) =>
        match entry M w h with
        | Some (_, result) => Some ((far_frame x <=? y)%N && marked (palaces result) (y - far_frame x))
        | None => None
        end
    | _ => None
    end.
Definition answer (x y : N) : option bool := upper_answer (N.min x y) (N.max x y).

Lemma answer_is_right (x y : N) (b : bool) : answer x y = Some b ->
  palace (machine_k M) (N.to_nat x) (N.to_nat y) = b.
Proof.
  intros H. rewrite (accepted_machine_writes_the_board M accepted). unfold written_by.
  rewrite <- N2Nat.inj_min, <- N2Nat.inj_max. unfold answer in H. revert H.
  generalize (N.min x y) (N.max x y). clear x y. intros x y. unfold upper_answer, in_column. fold X.
  destruct (N.ltb_spec x (N.of_nat X)) as [L|L].
  - destruct (Nat.ltb_spec (N.to_nat x) X); [|lia]. intros [= <-]. rewrite marked_spec. f_equal. lia.
  - destruct (Nat.ltb_spec (N.to_nat x) X); [lia|].
    destruct (stretch _ _ x 1) as [[|[w h] l]|] eqn:Stretch; try discriminate.
    assert (Hx : X <= N.to_nat x) by lia.
    pose proof (stretch_is_right _ _ _ _ Hx Stretch 0 ltac:(simpl; lia)) as Here.
    rewrite Nat.add_0_r in Here. cbn [nth] in Here.
    destruct (entry M w h) as [[w' result]|] eqn:E; [|discriminate]. intros [= <-]. rewrite marked_spec.
    pose proof (far_frame_is_frame (N.to_nat x)) as Frame. rewrite N2Nat.id in Frame. rewrite Frame.
    assert (Palaces : palaces_of M (run M (N.to_nat x - X)) = palaces result).
    { destruct (run_is_right M accepted (N.to_nat x - X)) as (w0 & h0 & rest & w0' & result0 & Run & E0 & _).
      unfold state_at in Here. rewrite Run in Here |- *. injection Here as -> ->. cbn [palaces_of].
      rewrite E0 in E |- *. congruence. }
    rewrite Palaces. f_equal; [lia|]. f_equal. lia.
Qed.
End Answers.

(** The answer for one position, of any size. *)
Definition winner_by (M : machine) (x y : Z) : option player :=
  match answer M (Z.to_N x) (Z.to_N y) with
  | Some true => Some Previous
  | Some false => Some Next
  | None => None
  end.

Theorem machine_answers (M : machine) : accepts M = true ->
  forall (winner : player) (x y : Z), winner_by M x y = Some winner ->
  @wins queen (machine_k M - 1) winner (Z.to_nat x, Z.to_nat y).
Proof.
  intros Accepted winner x y H. destruct (palace_iff_previous_wins (machine_k M) (Z.to_nat x) (Z.to_nat y)) as [P N].
  { assert (Proper := Accepted). unfold accepts, frame_is_proper in Proper.
    rewrite !andb_true_iff, Nat.leb_le in Proper. apply Proper. }
  unfold winner_by in H. destruct (answer M (Z.to_N x) (Z.to_N y)) as [b|] eqn:A; [|discriminate].
  apply (answer_is_right M Accepted) in A. rewrite !Z_N_nat in A.
  destruct b; injection H as <-; [apply P | apply N]; exact A.
Qed.
