(** * Strips: answers at any size where columns have types (docs/STRIPS.md, section 6)

    The word u of types of the columns X, ..., R - 1, and for each type a word of types, the columns of the rows that it
    writes, tell the types of all columns: the blocks u, s(u), s(s(u)), ... one behind the other ([types_follow]). The
    length of each part of a block follows from additions, so the type of a column with d digits takes O(d) steps.
    [types_answer]: if there is an answer it is right. *)

From Coq Require Import NArith ZArith List Lia Bool Arith FMapPositive ZifyN ZifyNat ZifyBool.
From Wythoff Require Import Game Queen Columns StripColumns Strips.
Import ListNotations.

(** A type: the machine's window, the letter that it reads, and the types that it writes, by their numbers. *)
Record kind : Set := Kind { kind_window : window; kind_letter : N; image : list nat }.
Record types : Set := Types { kinds : list kind; first_types : list nat }.

Section Types.
Variable c : certificate.
Variable T : types.
Let k : nat := game_k c.
Let X : nat := first_column c.

Definition kind_of (t : nat) : kind := nth t (kinds T) (Kind (Window 0 0 [] []) 0 []).
Definition images (w : list nat) : list nat := flat_map (fun t => image (kind_of t)) w.
Definition letters (w : list nat) : list N := map (fun t => kind_letter (kind_of t)) w.

(** ** Types that are right *)

(** Neighbours: those in u and in the words of types, and those that follow from neighbours. *)
Fixpoint neighbours (w : list nat) : list (nat * nat) :=
  match w with
  | a :: rest => match rest with b :: _ => [(a, b)] | [] => [] end ++ neighbours rest
  | [] => []
  end.
Definition first_of (t : nat) : nat := hd 0 (image (kind_of t)).
Definition last_of (t : nat) : nat := last (image (kind_of t)) 0.
Definition is_pair (pairs : list (nat * nat)) (a b : nat) : bool :=
  existsb (fun pair => (fst pair =? a) && (snd pair =? b)) pairs.

Fixpoint more_pairs (fuel : nat) (pairs fresh : list (nat * nat)) : list (nat * nat) :=
  match fuel, fresh with
  | S less, (a, b) :: rest =>
      if is_pair pairs a b then more_pairs less pairs rest
      else more_pairs less ((a, b) :: pairs) ((last_of a, first_of b) :: rest)
  | _, _ => pairs
  end.
Definition all_pairs : list (nat * nat) :=
  let u := first_types T in
  let given := (last u 0, first_of (hd 0 u)) :: neighbours u ++ flat_map (fun a => neighbours (image a)) (kinds T) in
  more_pairs (2 * length given + length (kinds T) * length (kinds T)) [] given.

(** (start), (image) and (next). *)
Definition are_right : bool :=
  let u := first_types T in
  let pairs := all_pairs in
  match starting_window c (board c) (first_frame c) (strips c) with
  | Some w => window_eqb w (kind_window (kind_of (hd 0 u)))
  | None => false
  end
  && negb (length u =? 0) && numbers_eqb (first_word c (board c)) (letters u)
  && forallb (fun t => t <? length (kinds T)) u
  && forallb (fun a =>
       negb (length (image a) =? 0) && forallb (fun t => t <? length (kinds T)) (image a)
       && match step c (kind_window a) (kind_letter a) with
          | Some result => numbers_eqb (passed_rows result) (letters (image a))
          | None => false
          end
       && forallb (fun '(b, b') => is_pair pairs b b') (neighbours (image a))) (kinds T)
  && is_pair pairs (last u 0) (first_of (hd 0 u)) && forallb (fun '(b, b') => is_pair pairs b b') (neighbours u)
  && forallb (fun '(a, b) =>
       is_pair pairs (last_of a) (first_of b)
       && match step c (kind_window (kind_of a)) (kind_letter (kind_of a)) with
          | Some result => window_eqb (next_window result) (kind_window (kind_of b))
          | None => false
          end) pairs.

(** ** The types of columns *)

(** The types of the columns whose letters are written and still to be read, n columns from X on. *)
Fixpoint unread_types (n : nat) : list nat :=
  match n with
  | O => first_types T
  | S m => match unread_types m with t :: rest => rest ++ image (kind_of t) | [] => [] end
  end.

Section Right.
Hypothesis right : are_right = true.

Lemma right_parts :
  let u := first_types T in
  run c 0 = (kind_window (kind_of (hd 0 u)), letters u) /\ u <> [] /\ (forall t, In t u -> t < length (kinds T)) /\
  (forall t, t < length (kinds T) -> image (kind_of t) <> [] /\
    (forall t', In t' (image (kind_of t)) -> t' < length (kinds T)) /\
    (exists result, step c (kind_window (kind_of t)) (kind_letter (kind_of t)) = Some result /\
      passed_rows result = letters (image (kind_of t))) /\
    (forall a b, In (a, b) (neighbours (image (kind_of t))) -> is_pair all_pairs a b = true)) /\
  is_pair all_pairs (last u 0) (first_of (hd 0 u)) = true /\
  (forall a b, In (a, b) (neighbours u) -> is_pair all_pairs a b = true) /\
  (forall a b, is_pair all_pairs a b = true -> is_pair all_pairs (last_of a) (first_of b) = true /\
    forall result, step c (kind_window (kind_of a)) (kind_letter (kind_of a)) = Some result ->
      next_window result = kind_window (kind_of b)).
Proof.
  cbv zeta. assert (H := right). unfold are_right in H. cbv zeta in H. rewrite !andb_true_iff in H.
  destruct H as [[[[[[[Start Some_type] Word] First] Kinds] Pair] Neighbours] Closed].
  rewrite negb_true_iff, Nat.eqb_neq in Some_type. apply numbers_eqb_eq in Word.
  rewrite forallb_forall in First, Kinds, Neighbours, Closed.
  split; [|split; [|split; [|split; [|split; [exact Pair | split]]]]].
  - cbn [run]. destruct (starting_window _ _ _ _) as [w|]; [|discriminate].
    apply window_eqb_eq in Start. rewrite Word, Start. reflexivity.
  - intros E. rewrite E in Some_type. apply Some_type. reflexivity.
  - intros t Ht. apply Nat.ltb_lt, First, Ht.
  - intros t Ht. specialize (Kinds (kind_of t) (nth_In _ _ Ht)). rewrite !andb_true_iff in Kinds.
    destruct Kinds as [[[Some_image Images] Step] Inside]. rewrite negb_true_iff, Nat.eqb_neq in Some_image.
    rewrite forallb_forall in Images, Inside. split; [|split; [|split]].
    + intros E. rewrite E in Some_image. apply Some_image. reflexivity.
    + intros t' H. apply Nat.ltb_lt, Images, H.
    + destruct (step c _ _) as [result|]; [|discriminate]. exists result. split; [reflexivity|].
      apply numbers_eqb_eq. exact Step.
    + intros a b H. exact (Inside _ H).
  - intros a b H. exact (Neighbours _ H).
  - intros a b H. unfold is_pair in H. apply existsb_exists in H. destruct H as ([a' b'] & H & E). simpl in E.
    rewrite andb_true_iff, !Nat.eqb_eq in E. destruct E as [-> ->]. specialize (Closed _ H). cbv beta iota in Closed.
    rewrite andb_true_iff in Closed. destruct Closed as [Next Step]. split; [exact Next|]. intros result E.
    rewrite E in Step. apply window_eqb_eq. exact Step.
Qed.

Lemma neighbours_app (v w : list nat) : v <> [] -> w <> [] ->
  forall a b, In (a, b) (neighbours (v ++ w)) ->
    In (a, b) (neighbours v) \/ In (a, b) (neighbours w) \/ (a = last v 0 /\ b = hd 0 w).
Proof.
  induction v as [|c0 v IH]; intros V W a b; [congruence|]. destruct v as [|d v].
  - destruct w as [|d w]; [congruence|]. simpl.
    intros [[= <- <-]|H]; [right; right; split; reflexivity | right; left; exact H].
  - cbn [app neighbours]. intros [[= <- <-]|H]; [left; left; reflexivity|].
    destruct (IH ltac:(discriminate) W a b H) as [L|[R|E]].
    + left. right. exact L.
    + right. left. exact R.
    + right. right. exact E.
Qed.

Lemma last_app (v w : list nat) : w <> [] -> last (v ++ w) 0 = last w 0.
Proof.
  intros W. induction v as [|a v IH]; [reflexivity|]. simpl. rewrite IH. destruct (v ++ w) eqn:E; [|reflexivity].
  apply app_eq_nil in E. destruct E. congruence.
Qed.
Lemma hd_app (v w : list nat) : v <> [] -> hd 0 (v ++ w) = hd 0 v.
Proof. destruct v; [congruence | reflexivity]. Qed.

(** The machine follows the types. *)
Lemma types_follow (n : nat) : exists t rest,
  unread_types n = t :: rest /\ run c n = (kind_window (kind_of t), letters (t :: rest)) /\
  (forall t', In t' (t :: rest) -> t' < length (kinds T)) /\
  (forall a b, In (a, b) (neighbours (t :: rest)) -> is_pair all_pairs a b = true) /\
  is_pair all_pairs (last (t :: rest) 0) (first_of t) = true.
Proof.
  destruct right_parts as (Start & Some_type & First & Kinds & Pair & Neighbours & Closed).
  induction n as [|n (t & rest & Unread & Run & Known & Inside & Border)].
  - destruct (first_types T) as [|t rest] eqn:E; [congruence|]. exists t, rest. cbn [unread_types].
    repeat split; assumption.
  - destruct (Kinds t (Known t (or_introl eq_refl))) as (Some_image & Images & (result & Step & Written) & Within).
    assert (Hd : hd 0 (rest ++ image (kind_of t)) = match rest with [] => first_of t | t' :: _ => t' end)
      by (destruct rest; reflexivity).
    assert (Next : is_pair all_pairs t (hd 0 (rest ++ image (kind_of t))) = true).
    { rewrite Hd. destruct rest as [|t' rest]; [exact Border|]. apply Inside. left. reflexivity. }
    destruct (Closed _ _ Next) as [Border' Window]. specialize (Window _ Step).
    cbn [unread_types run]. rewrite Unread, Run. cbn [next letters map]. rewrite Step, Window, Written.
    assert (Some_next : rest ++ image (kind_of t) <> []) by (intros E; apply app_eq_nil in E; destruct E; congruence).
    assert (Inside' : forall a b, In (a, b) (neighbours (rest ++ image (kind_of t))) -> is_pair all_pairs a b = true).
    { intros a b H. destruct rest as [|t' rest]; [exact (Within a b H)|].
      apply neighbours_app in H; [|discriminate | exact Some_image]. destruct H as [H|[H|[-> ->]]].
      - apply Inside. right. exact H.
      - exact (Within a b H).
      - exact Border. }
    assert (Known' : forall t', In t' (rest ++ image (kind_of t)) -> t' < length (kinds T)).
    { intros t' H. apply in_app_iff in H. destruct H as [H|H]; [apply Known; right; exact H | apply Images; exact H]. }
    assert (Last : last (rest ++ image (kind_of t)) 0 = last_of t) by (apply last_app; exact Some_image).
    destruct (rest ++ image (kind_of t)) as [|t1 rest1] eqn:E; [congruence|]. exists t1, rest1.
    split; [reflexivity|]. split.
    + assert (L : letters (t1 :: rest1) = letters rest ++ letters (image (kind_of t))) by (rewrite <- E; apply map_app).
      transitivity (kind_window (kind_of t1), letters (t1 :: rest1)); [rewrite L|]; reflexivity.
    + split; [exact Known'|]. split; [exact Inside'|]. rewrite Last. exact Border'.
Qed.

(** ** Blocks: u, then what it writes, and so on *)

(** The types that these columns write after n rounds. *)
Fixpoint expand (n : nat) (w : list nat) : list nat :=
  match n with
  | O => w
  | S m => expand m (images w)
  end.

Lemma images_app (v w : list nat) : images (v ++ w) = images v ++ images w.
Proof. apply flat_map_app. Qed.
Lemma expand_app (n : nat) : forall v w, expand n (v ++ w) = expand n v ++ expand n w.
Proof. induction n as [|n IH]; intros v w; [reflexivity|]. cbn [expand]. rewrite images_app. apply IH. Qed.
Lemma expand_nil (n : nat) : expand n [] = [].
Proof. induction n as [|n IH]; [reflexivity | exact IH]. Qed.
Lemma images_expand (n : nat) : forall w, images (expand n w) = expand (S n) w.
Proof. induction n as [|n IH]; intros w; [reflexivity|]. cbn [expand]. rewrite IH. reflexivity. Qed.

(** Types that are read are replaced by what they write. *)
Lemma read_types (v : list nat) : forall n rest, unread_types n = v ++ rest ->
  unread_types (n + length v) = rest ++ images v.
Proof.
  induction v as [|t v IH]; intros n rest H.
  - rewrite Nat.add_0_r, H. simpl. rewrite app_nil_r. reflexivity.
  - replace (n + length (t :: v)) with (S n + length v) by (simpl; lia).
    rewrite (IH _ (rest ++ image (kind_of t))).
    + rewrite <- app_assoc. reflexivity.
    + cbn [unread_types]. rewrite H. cbn [app]. rewrite app_assoc. reflexivity.
Qed.

(** *** The lengths of blocks and their parts *)

(** For each type the number of columns after n rounds; those for n + 1, n, ..., 0. *)
Definition sum_over (lengths : list N) (w : list nat) : N :=
  fold_right (fun t sum => (nth t lengths 0 + sum)%N) 0%N w.
Definition next_lengths (lengths : list N) : list N := map (fun a => sum_over lengths (image a)) (kinds T).
Fixpoint lengths_to (n : nat) : list (list N) :=
  match n with
  | O => let ones := map (fun _ => 1%N) (kinds T) in [next_lengths ones; ones]
  | S m => next_lengths (hd [] (lengths_to m)) :: lengths_to m
  end.

(** The type of column o of these words after n rounds, by the lengths; and how many columns those before it write. *)
Fixpoint find_type (lengths : list (list N)) (w : list nat) (o passed : N) : option (nat * N) :=
  match lengths with
  | written :: (here :: below) as rest =>
      (fix through (w : list nat) (o passed : N) : option (nat * N) :=
        match w with
        | [] => None
        | t :: others =>
            if (o <? nth t here 0)%N then
              match below with
              | [] => Some (t, passed)
              | _ => find_type rest (image (kind_of t)) o passed
              end
            else through others (o - nth t here 0)%N (passed + nth t written 0)%N
        end) w o passed
  | _ => None
  end.

Definition counts (lengths : list N) (n : nat) : Prop :=
  forall t, t < length (kinds T) -> nth t lengths 0%N = N.of_nat (length (expand n [t])).

Lemma sum_over_is_right (lengths : list N) (n : nat) : counts lengths n ->
  forall w, (forall t, In t w -> t < length (kinds T)) -> sum_over lengths w = N.of_nat (length (expand n w)).
Proof.
  intros Counts. induction w as [|t w IH]; intros Known.
  - rewrite expand_nil. reflexivity.
  - cbn [sum_over fold_right]. fold (sum_over lengths w). rewrite IH by (intros t' H; apply Known; right; exact H).
    rewrite Counts by (apply Known; left; reflexivity). change (t :: w) with ([t] ++ w).
    rewrite expand_app, app_length. lia.
Qed.

Lemma next_lengths_are_right (lengths : list N) (n : nat) : counts lengths n -> counts (next_lengths lengths) (S n).
Proof.
  intros Counts t Ht. destruct right_parts as (_ & _ & _ & Kinds & _). destruct (Kinds t Ht) as (_ & Images & _).
  unfold next_lengths. rewrite (nth_indep _ 0%N (sum_over lengths (image (Kind (Window 0 0 [] []) 0 []))))
    by (rewrite map_length; exact Ht).
  rewrite (map_nth (fun a => sum_over lengths (image a))). fold (kind_of t).
  rewrite (sum_over_is_right _ n Counts) by exact Images.
  cbn [expand images flat_map]. rewrite app_nil_r. reflexivity.
Qed.

Lemma lengths_are_right (n : nat) : exists written here below, lengths_to n = written :: here :: below /\
  counts written (S n) /\ counts here n.
Proof.
  induction n as [|n (written & here & below & E & Written & Here)].
  - exists (next_lengths (map (fun _ => 1%N) (kinds T))), (map (fun _ => 1%N) (kinds T)), [].
    assert (Ones : counts (map (fun _ => 1%N) (kinds T)) 0).
    { intros t Ht. rewrite (nth_indep _ 0%N 1%N) by (rewrite map_length; exact Ht).
      exact (map_nth (fun _ : kind => 1%N) (kinds T) (kind_of 0) t). }
    split; [reflexivity|]. split; [apply next_lengths_are_right; exact Ones | exact Ones].
  - exists (next_lengths written), written, (here :: below). cbn [lengths_to]. rewrite E.
    split; [reflexivity|]. split; [apply next_lengths_are_right; exact Written | exact Written].
Qed.

Lemma find_type_is_right (n : nat) : forall w o passed t passed',
  (forall t', In t' w -> t' < length (kinds T)) ->
  find_type (lengths_to n) w (N.of_nat o) passed = Some (t, passed') ->
  exists v rest, expand n w = v ++ t :: rest /\ length v = o /\
    passed' = (passed + N.of_nat (length (images v)))%N.
Proof.
  induction n as [|n IH].
  - destruct (lengths_are_right 0) as (written & here & below & E & Written & Here). rewrite E.
    assert (Below : below = []) by (injection E as _ _ <-; reflexivity). subst below. clear E.
    induction w as [|t0 w IHw]; intros o passed t passed' Known; [discriminate|].
    cbn [find_type]. rewrite (Here t0), (Written t0) by (apply Known; left; reflexivity).
    cbn [expand length]. destruct (N.ltb_spec (N.of_nat o) (N.of_nat 1)) as [L|L].
    + intros [= <- <-]. exists [], w. repeat split; simpl; lia.
    + intros H. replace (N.of_nat o - N.of_nat 1)%N with (N.of_nat (o - 1)) in H by lia.
      destruct (IHw _ _ _ _ (fun t' Ht' => Known t' (or_intror Ht')) H) as (v & rest & Ev & Len & Passed).
      exists (t0 :: v), rest. cbn [expand] in Ev. rewrite Ev. split; [reflexivity|]. split; [simpl; lia|].
      rewrite Passed. cbn [images flat_map]. rewrite app_nil_r, app_length. unfold images. lia.
  - destruct (lengths_are_right (S n)) as (written & here & below & E & Written & Here).
    assert (Below : lengths_to n = here :: below).
    { cbn [lengths_to] in E. injection E as _ E. exact E. }
    assert (Some_below : below <> []).
    { intros ->. destruct (lengths_are_right n) as (? & ? & ? & E' & _). rewrite Below in E'. discriminate. }
    rewrite E. destruct right_parts as (_ & _ & _ & Kinds & _).
    induction w as [|t0 w IHw]; intros o passed t passed' Known; [discriminate|].
    assert (Known0 : t0 < length (kinds T)) by (apply Known; left; reflexivity).
    cbn [find_type]. rewrite (Here t0), (Written t0) by exact Known0.
    assert (Split : expand (S n) (t0 :: w) = expand (S n) [t0] ++ expand (S n) w)
      by (change (t0 :: w) with ([t0] ++ w); apply expand_app).
    destruct (N.ltb_spec (N.of_nat o) (N.of_nat (length (expand (S n) [t0])))) as [L|L].
    + intros H. assert (H' : find_type (lengths_to n) (image (kind_of t0)) (N.of_nat o) passed = Some (t, passed')).
      { rewrite Below. destruct below; [congruence | exact H]. }
      destruct (Kinds t0 Known0) as (_ & Images & _).
      destruct (IH _ _ _ _ _ Images H') as (v & rest & Ev & Len & Passed).
      exists v, (rest ++ expand (S n) w). rewrite Split. cbn [expand images flat_map] in *. rewrite app_nil_r, Ev.
      split; [rewrite <- app_assoc; reflexivity|]. split; assumption.
    + intros H. replace (N.of_nat o - N.of_nat (length (expand (S n) [t0])))%N
        with (N.of_nat (o - length (expand (S n) [t0]))) in H by lia.
      destruct (IHw _ _ _ _ (fun t' Ht' => Known t' (or_intror Ht')) H) as (v & rest & Ev & Len & Passed).
      exists (expand (S n) [t0] ++ v), rest. rewrite Split, Ev. split; [rewrite <- app_assoc; reflexivity|].
      split; [rewrite app_length; lia|]. rewrite Passed, images_app, app_length, images_expand. lia.
Qed.

(** *** The block of a column *)

(** The type of column x, and r(x); [begin] is where the block begins whose lengths come first. *)
Fixpoint find_in_blocks (fuel : nat) (lengths : list (list N)) (begin x : N) : option (nat * N) :=
  match fuel with
  | O => None
  | S less =>
      let beyond := (begin + sum_over (hd [] (tl lengths)) (first_types T))%N in
      if (x <? beyond)%N then
        match find_type lengths (first_types T) (x - begin) 0 with
        | Some (t, passed) => Some (t, (beyond + passed)%N)
        | None => None
        end
      else find_in_blocks less (next_lengths (hd [] lengths) :: lengths) beyond x
  end.

Lemma find_in_blocks_is_right (x : nat) : forall fuel n b t r, X <= b <= x ->
  unread_types (b - X) = expand n (first_types T) ->
  find_in_blocks fuel (lengths_to n) (N.of_nat b) (N.of_nat x) = Some (t, r) ->
  exists rest, unread_types (x - X) = t :: rest /\ N.to_nat r = x + length (t :: rest).
Proof.
  destruct right_parts as (_ & _ & Known & _).
  induction fuel as [|fuel IH]; intros n b t r Hb Block; [discriminate|].
  destruct (lengths_are_right n) as (written & here & below & E & Written & Here).
  assert (Size : sum_over (hd [] (tl (lengths_to n))) (first_types T) = N.of_nat (length (expand n (first_types T))))
    by (rewrite E; apply (sum_over_is_right _ n Here); exact Known).
  cbn [find_in_blocks]. rewrite Size. set (s := length (expand n (first_types T))) in *.
  destruct (N.ltb_spec (N.of_nat x) (N.of_nat b + N.of_nat s)) as [L|L].
  - destruct (find_type _ _ _ _) as [[t' passed]|] eqn:Find; [|discriminate]. intros [= <- <-].
    replace (N.of_nat x - N.of_nat b)%N with (N.of_nat (x - b)) in Find by lia.
    destruct (find_type_is_right n _ _ _ _ _ Known Find) as (v & rest & Ev & Len & Passed).
    rewrite Ev in Block. apply read_types in Block. cbn [app] in Block.
    exists (rest ++ images v).
    split; [rewrite <- Block; f_equal; lia|]. rewrite Passed. simpl. rewrite app_length.
    assert (s = length v + S (length rest)) by (unfold s; rewrite Ev, app_length; reflexivity). lia.
  - intros Find. replace (N.of_nat b + N.of_nat s)%N with (N.of_nat (b + s)) in * by lia.
    apply (IH (S n) (b + s)); [lia | | exact Find].
    rewrite <- (app_nil_r (expand n (first_types T))) in Block. apply read_types in Block.
    replace (b + s - X) with (b - X + s) by lia. unfold s. rewrite Block. apply images_expand.
Qed.

(** ** Answers *)

(** The frame of a strip, and the palaces of a strip that repeats itself, in a column far out. *)
Definition far_frame (s : strip) (x : N) : N := (fst (slope s) * x / snd (slope s) - offset s)%N.
Definition far_marks (s : strip) (beyond : list strip) (x : N) : list bool :=
  marks_of_strip c s beyond (X + N.to_nat ((x - N.of_nat X) mod N.of_nat (period s))).
Fixpoint far_in_strips (x y r : N) (here : list bool) (beyond : list strip) : bool :=
  match beyond with
  | s :: others =>
      if (y <? far_frame s x)%N then marked here (y - r)
      else far_in_strips x y (far_frame s x) (far_marks s others x) others
  | [] => marked here (y - r)
  end.

Definition upper_answer (x y : N) : option bool :=
  if (x <? N.of_nat X)%N then Some (marked (early_palaces k (N.to_nat x)) (y - x))
  else
    match find_in_blocks (S (N.size_nat x)) (lengths_to 0) (N.of_nat X) x with
    | Some (t, r) =>
        match step c (kind_window (kind_of t)) (kind_letter (kind_of t)) with
        | Some result => Some ((r <=? y)%N && far_in_strips x y r (marks result) (strips c))
        | None => None
        end
    | None => None
    end.
Definition answer (x y : N) : option bool := upper_answer (N.min x y) (N.max x y).

Hypothesis accepted : accepts c = true.

Lemma marks_repeat (s : strip) (beyond : list strip) (x m : nat) : is_strip c s beyond -> X <= x ->
  marks_of_strip c s beyond (x + m * period s) = marks_of_strip c s beyond x.
Proof.
  intros H Hx. induction m as [|m IH]; [f_equal; simpl; lia|]. rewrite <- IH.
  replace (x + S m * period s) with (x + m * period s + period s) by (simpl; lia).
  assert (Hy : X <= x + m * period s) by lia. generalize dependent (x + m * period s). intros y _ Hy.
  unfold marks_of_strip. fold X. replace (y + period s - X) with (y - X + period s) by lia.
  rewrite (outer_window_repeats c accepted s beyond _ H). destruct (outer_window c s beyond _) as [w|]; [|reflexivity].
  rewrite (outer_step_repeats c accepted s beyond y w H Hy). reflexivity.
Qed.

Lemma far_marks_are_right (s : strip) (beyond : list strip) (x : nat) : is_strip c s beyond -> X <= x ->
  far_marks s beyond (N.of_nat x) = marks_of_strip c s beyond x.
Proof.
  intros H Hx. unfold far_marks. set (n := (N.of_nat x - N.of_nat X)%N).
  rewrite <- (marks_repeat s beyond _ (N.to_nat (n / N.of_nat (period s))) H) by lia. f_equal.
  pose proof (N.div_mod' n (N.of_nat (period s))) as E. subst n. nia.
Qed.

Lemma far_frame_is_frame (s : strip) (x : nat) : N.to_nat (far_frame s (N.of_nat x)) = frame s x.
Proof. reflexivity. Qed.

Lemma far_in_strips_is_right (x : nat) (y : N) : X <= x -> forall beyond r here, are_outer c beyond ->
  far_in_strips (N.of_nat x) y r here beyond = in_strips c x (N.to_nat y) (N.to_nat r) here beyond.
Proof.
  intros Hx. induction beyond as [|s beyond IH]; intros r here Outer; cbn [far_in_strips in_strips].
  - rewrite marked_spec. f_equal. lia.
  - pose proof (far_frame_is_frame s x) as Frame.
    destruct (N.ltb_spec y (far_frame s (N.of_nat x))), (Nat.ltb_spec (N.to_nat y) (frame s x)); try lia.
    + rewrite marked_spec. f_equal. lia.
    + rewrite far_marks_are_right by assumption. rewrite IH by exact (beyond_are_outer c s beyond Outer).
      rewrite Frame. reflexivity.
Qed.

Lemma answer_is_right (x y : N) (b : bool) : answer x y = Some b -> palace k (N.to_nat x) (N.to_nat y) = b.
Proof.
  rewrite (strips_write_the_board c accepted). unfold answer, written_by.
  rewrite <- N2Nat.inj_min, <- N2Nat.inj_max. assert (Order : (N.min x y <= N.max x y)%N) by lia.
  revert Order. generalize (N.min x y), (N.max x y). clear x y. intros x y Order. unfold upper_answer, in_column.
  destruct (N.ltb_spec x (N.of_nat X)) as [L|L].
  - destruct (Nat.ltb_spec (N.to_nat x) (first_column c)); [|unfold X in L; lia]. intros [= <-]. rewrite marked_spec.
    unfold k. f_equal. lia.
  - destruct (Nat.ltb_spec (N.to_nat x) (first_column c)); [unfold X in L; lia|].
    destruct (find_in_blocks _ _ _ x) as [[t r]|] eqn:Find; [|discriminate].
    rewrite <- (N2Nat.id x) in Find at 2.
    destruct (find_in_blocks_is_right (N.to_nat x) (S (N.size_nat x)) 0 X t r) as (rest & Unread & Frame);
      [lia | rewrite Nat.sub_diag; reflexivity | exact Find|].
    destruct (types_follow (N.to_nat x - X)) as (t' & rest' & Unread' & Run & _).
    rewrite Unread in Unread'. injection Unread' as <- <-.
    assert (Frame' : machine_frame c (N.to_nat x) = N.to_nat r).
    { unfold machine_frame. fold X. rewrite Run. unfold letters. cbn [snd]. rewrite map_length. symmetry. exact Frame. }
    assert (Marks : marks_of_machine c (N.to_nat x) =
      match step c (kind_window (kind_of t)) (kind_letter (kind_of t)) with
      | Some result => marks result
      | None => []
      end).
    { unfold marks_of_machine, machine_window. fold X. rewrite Run. reflexivity. }
    rewrite Frame', Marks. destruct (step c _ _) as [result|]; [|discriminate]. intros [= <-].
    rewrite <- (N2Nat.id x) at 2. rewrite far_in_strips_is_right by (lia || (exists []; reflexivity)). f_equal.
    destruct (N.leb_spec r y), (Nat.leb_spec (N.to_nat r) (N.to_nat y)); lia || reflexivity.
Qed.

End Right.

(** The answer for one position, of any size. *)
Definition winner_by (x y : Z) : option player :=
  match answer (Z.to_N x) (Z.to_N y) with
  | Some true => Some Previous
  | Some false => Some Next
  | None => None
  end.

End Types.

Theorem types_answer (c : certificate) (T : types) : accepts c = true -> are_right c T = true ->
  forall (winner : player) (x y : Z), winner_by c T x y = Some winner ->
  @wins queen (game_k c - 1) winner (Z.to_nat x, Z.to_nat y).
Proof.
  intros Accepted Right winner x y H.
  destruct (palace_iff_previous_wins (game_k c) (Z.to_nat x) (Z.to_nat y)) as [P N].
  { assert (Proper := Accepted). unfold accepts, frame_is_proper in Proper.
    rewrite !andb_true_iff, Nat.leb_le in Proper. apply Proper. }
  unfold winner_by in H. destruct (answer c T (Z.to_N x) (Z.to_N y)) as [b|] eqn:A; [|discriminate].
  apply (answer_is_right c T Right Accepted) in A. rewrite !Z_N_nat in A.
  destruct b; injection H as <-; [apply P | apply N]; exact A.
Qed.

(** ** How types are found

    From what the first columns show. Nothing has to be proved about this, since [are_right] checks what is found. *)

Section Find.
Variable c : certificate.

(** The machine in some columns: its window, the letter, and how many rows it writes. What is still to be read is
    [front] and then [back], the last number first. *)
Fixpoint show (columns : nat) (w : window) (front back : list N) : list (window * N * nat) :=
  match columns with
  | O => []
  | S less =>
      match front with
      | h :: rest =>
          match step c w h with
          | Some result =>
              (w, h, length (passed_rows result))
              :: show less (next_window result) rest (rev_append (passed_rows result) back)
          | None => []
          end
      | [] => show less w (rev back) []
      end
  end.

(** Things, by their keys, are numbered in the order in which they come. *)
Fixpoint names_of (known : PositiveMap.t nat) (fresh : nat) (keys : list positive) : list nat :=
  match keys with
  | [] => []
  | a :: rest =>
      match PositiveMap.find a known with
      | Some n => n :: names_of known fresh rest
      | None => fresh :: names_of (PositiveMap.add a fresh known) (S fresh) rest
      end
  end.

(** The names of the columns of the rows that each column writes, as far as they are known. *)
Fixpoint words_of (sizes : list nat) (names : list nat) : list (list nat) :=
  match sizes with
  | s :: rest =>
      let word := firstn s names in
      if length word <? s then [] else word :: words_of rest (skipn s names)
  | [] => []
  end.

(** Columns are told apart by what they write, until this tells no more of them apart. *)
Fixpoint refine (rounds : nat) (looks : list positive) (sizes names : list nat) : list (nat * list nat) :=
  match rounds with
  | O => []
  | S less =>
      let words := words_of sizes (skipn (first_frame c - first_column c) names) in
      let key_of '(look, word) := key look (fold_right (fun n => key (Pos.of_succ_nat n)) 1%positive word) in
      let finer := names_of (PositiveMap.empty _) 0 (map key_of (combine looks words)) in
      if list_max finer =? list_max (firstn (length words) names) then combine names words
      else refine less looks sizes finer
  end.

Definition found_types (columns : nat) : types :=
  let (w, unread) := run c 0 in
  let shown := show columns w unread [] in
  let looks := map (fun '(w, h, _) => key (key_of_window w) (N.succ_pos h)) shown in
  let told := refine 8 looks (map snd shown) (names_of (PositiveMap.empty _) 0 looks) in
  let of_name n :=
    match find (fun '(_, (name, _)) => name =? n) (combine shown told) with
    | Some (w, h, _, (_, word)) => Kind w h word
    | None => Kind (Window 0 0 [] []) 0 []
    end in
  Types (map of_name (seq 0 (S (list_max (map fst told)))))
    (firstn (first_frame c - first_column c) (map fst told)).

End Find.

