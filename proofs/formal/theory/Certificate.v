(** * Certificates: a checker as a function, and what its verdict proves

    A [certificate] is what a file of crates/wythoff/proofs/ says, number by number. [accepts c] computes whether it is
    valid. [accepted_certificate_solves]: if [accepts c = true], then [value_at c] is the deviation at each cell of the
    infinite board of W^k, and so says who wins there. *)

From Coq Require Import String ZArith NArith List Lia Bool Arith PArith FMapPositive.
From Wythoff Require Import Game Queen Automaton Numeration Blocks.
Import ListNotations.
Module Map := PositiveMap.

(** ** What a file says (docs/SELF-SIMILAR.md, section 9) *)

(** Types have the file's numbers: 0 is K, 1 is Z, and blocks are numbered from 2 on. *)
Record level : Set := Level {
  level_shapes : list (symbol * symbol);       (* of types 2, 3, ... *)
  level_origin : positive;
  level_rules : list (N * N * N * positive)    (* NW, N, W, T *)
}.

Record certificate : Set := Certificate {
  source : string;                             (* the file, and its SHA-256 *)
  cert_k : nat;
  word_of_A : list symbol;
  word_of_B : list symbol;
  length_of_A : Z;
  length_of_B : Z;
  pre_period : nat;
  levels : list level;                         (* for each class *)
  contents : list (list (list Z));             (* of types 2, 3, ... of class 0, row by row *)
  children : list (list (list (list positive)))  (* for each class i, of types 2, 3, ... of class i⁺, row by row *)
}.

(** ** The file as a table

    Lists become maps, once, so that entries are found fast. *)

Record class : Type := Class {
  class_shapes : Map.t (symbol * symbol);
  class_origin : positive;
  class_rules : list rule;
  class_children : Map.t (list (list positive))
}.

Record index : Type := Index {
  index_k : nat;
  index_numeration : numeration;
  index_pre_period : nat;
  index_classes : list class;
  index_contents : Map.t (list (list Z))
}.

Fixpoint map_from {X : Type} (type : positive) (l : list X) : Map.t X :=
  match l with
  | [] => Map.empty X
  | a :: rest => Map.add type a (map_from (Pos.succ type) rest)
  end.

Definition neighbour_of (k : nat) (type : N) : neighbour :=
  match type with
  | 0%N => Outside (Z.of_nat k)
  | 1%N => Outside 0
  | Npos t => Block t
  end.
Definition rule_of (k : nat) (r : N * N * N * positive) : rule :=
  let '(nw, n, w, t) := r in (neighbour_of k nw, neighbour_of k n, neighbour_of k w, t).

Definition class_of_level (k : nat) (l : level) (kids : list (list (list positive))) : class :=
  Class (map_from 2 (level_shapes l)) (level_origin l) (map (rule_of k) (level_rules l)) (map_from 2 kids).

Definition index_of (c : certificate) : index :=
  Index (cert_k c)
    (Numeration (fun s => match s with A => word_of_A c | B => word_of_B c end)
      (fun s => match s with A => length_of_A c | B => length_of_B c end))
    (pre_period c)
    (map (fun e => class_of_level (cert_k c) (fst e) (snd e)) (combine (levels c) (children c)))
    (map_from 2 (contents c)).

Section Checker.
Variable I : index.

Definition no_class : class := Class (Map.empty _) 1 [] (Map.empty _).
Definition class_at (i : nat) : class := nth i (index_classes I) no_class.

Definition grid_entry {X : Type} (d : X) (g : option (list (list X))) (row column : nat) : X :=
  match g with Some rows => nth column (nth row rows []) d | None => d end.

Definition table_of : table := {|
  blocked_k := index_k I;
  numbers := index_numeration I;
  classes := length (index_classes I);
  above := fun i => if S i <? length (index_classes I) then S i else index_pre_period I;
  shape := fun i t => Map.find t (class_shapes (class_at i));
  origin := fun i => class_origin (class_at i);
  rules := fun i => class_rules (class_at i);
  content := fun t x y => grid_entry 0%Z (Map.find t (index_contents I)) (Z.to_nat y) (Z.to_nat x);
  child := fun i t r c => grid_entry 1%positive (Map.find t (class_children (class_at i))) r c
|}.

Let T : table := table_of.

(** ** Sets of rules *)

Definition neighbour_eqb (a b : neighbour) : bool :=
  match a, b with
  | Outside v, Outside w => Z.eqb v w
  | Block t, Block u => Pos.eqb t u
  | _, _ => false
  end.
Definition rule_eqb (a b : rule) : bool :=
  let '(nw, n, w, t) := a in
  let '(nw', n', w', t') := b in
  Pos.eqb t t' && neighbour_eqb w w' && neighbour_eqb n n' && neighbour_eqb nw nw'.

(** A number for each rule, so that rules can be looked up. Two rules may have the same; then they are in one list. *)
Definition code (b : neighbour) : positive := match b with Outside _ => 1 | Block t => t end.
Definition key (r : rule) : positive :=
  let '(nw, n, w, t) := r in (code nw * 12347 + code n * 1009 + code w * 31 + t)%positive.

Definition rule_set : Type := Map.t (list rule).
Definition with_key (q : positive) (set : rule_set) : list rule :=
  match Map.find q set with Some l => l | None => [] end.
Definition set_of (l : list rule) : rule_set :=
  fold_right (fun r set => Map.add (key r) (r :: with_key (key r) set) set) (Map.empty _) l.
Definition member (r : rule) (set : rule_set) : bool := existsb (rule_eqb r) (with_key (key r) set).

Lemma neighbour_eqb_eq (a b : neighbour) : neighbour_eqb a b = true -> a = b.
Proof.
  destruct a, b; simpl; intros H; try discriminate; [apply Z.eqb_eq in H | apply Pos.eqb_eq in H]; congruence.
Qed.
Lemma rule_eqb_eq (a b : rule) : rule_eqb a b = true -> a = b.
Proof.
  destruct a as [[[nw n] w] t], b as [[[nw' n'] w'] t']. simpl. rewrite !andb_true_iff, Pos.eqb_eq.
  intros [[[E1 E2] E3] E4]. apply neighbour_eqb_eq in E2, E3, E4. congruence.
Qed.
Lemma set_of_sound (l : list rule) (q : positive) (r : rule) : In r (with_key q (set_of l)) -> In r l.
Proof.
  unfold with_key. revert q. induction l as [|a l IH]; intros q; simpl.
  - rewrite Map.gempty. intros [].
  - destruct (Pos.eq_dec q (key a)) as [->|N].
    + rewrite Map.gss. intros [E|H]; [left; assumption | right; exact (IH _ H)].
    + rewrite Map.gso by assumption. intros H. right. exact (IH _ H).
Qed.
Lemma member_sound (l : list rule) (r : rule) : member r (set_of l) = true -> In r l.
Proof.
  unfold member. rewrite existsb_exists. intros (r' & H & E). apply rule_eqb_eq in E. subst r'.
  eapply set_of_sound. eassumption.
Qed.

(** ** The conditions, computed: each of them is one of [valid] *)

Definition up_to (n : nat) : list nat := seq 0 n.
Definition up_to_Z (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).

Definition numeration_is_proper_b : bool :=
  let N := index_numeration I in
  (2 <=? length0 N A)%Z && (2 <=? length0 N B)%Z
  && match word N A with A :: _ :: _ => true | _ => false end
  && match word N B with [] => false | _ => true end.

Definition symbol_eqb (s u : symbol) : bool := match s, u with A, A | B, B => true | _, _ => false end.

Definition is_type_b (i : nat) (b : neighbour) : bool :=
  match b with Outside _ => true | Block t => match shape T i t with Some _ => true | None => false end end.
Definition has_columns_b (i : nat) (b : neighbour) (s : symbol) : bool :=
  match b with
  | Outside _ => true
  | Block t => match shape T i t with Some (_, s') => symbol_eqb s' s | None => false end
  end.
Definition has_rows_b (i : nat) (b : neighbour) (s : symbol) : bool :=
  match b with
  | Outside _ => true
  | Block t => match shape T i t with Some (s', _) => symbol_eqb s' s | None => false end
  end.
Definition rule_fits_b (i : nat) (r : rule) : bool :=
  let '(nw, n, w, t) := r in
  match shape T i t with
  | Some (rs, cs) => is_type_b i nw && has_columns_b i n cs && has_rows_b i w rs
  | None => false
  end.

Definition children_fit_b (i : nat) (e : positive * (symbol * symbol)) : bool :=
  let '(t, (rs, cs)) := e in
  let rows := word (numbers T) rs in
  let columns := word (numbers T) cs in
  forallb (fun r => forallb (fun c =>
    match shape T i (child T i t r c) with
    | Some (s, s') => symbol_eqb s (letter rows r) && symbol_eqb s' (letter columns c)
    | None => false
    end) (up_to (length columns))) (up_to (length rows)).

Definition base_b (r : rule) : bool :=
  let '(nw, n, w, t) := r in
  let patch := patchwork T nw n w t in
  forallb (fun y => forallb (fun x => Z.eqb (patch x y) (automaton patch x y))
    (up_to_Z (width T 0 (Block t)))) (up_to_Z (height T 0 (Block t))).

Definition induction_b (i : nat) (set : rule_set) (r : rule) : bool :=
  let '(nw, n, w, t) := r in
  let at_place := filled T i nw n w t in
  forallb (fun r => forallb (fun c =>
    member (at_place r c, at_place r (S c), at_place (S r) c, child T i t r c) set)
    (up_to (length (columns T (above T i) t)))) (up_to (length (rows T (above T i) t))).

Definition origin_b (i : nat) (set : rule_set) : bool :=
  member (Outside (Z.of_nat (blocked_k T)), Outside 0, Outside 0, origin T i) set
  && match shape T i (origin T i) with Some (A, A) => true | _ => false end.

Definition class_is_valid_b (i : nat) : bool :=
  let set := set_of (rules T i) in
  forallb (rule_fits_b i) (rules T i)
  && forallb (children_fit_b i) (Map.elements (class_shapes (class_at (above T i))))
  && forallb (induction_b i set) (rules T (above T i))
  && origin_b i set.

Definition valid_b : bool :=
  numeration_is_proper_b
  && (index_pre_period I <? classes T)
  && forallb base_b (rules T 0)
  && forallb class_is_valid_b (up_to (classes T)).

(** ** The checker is right *)

Lemma in_up_to (n m : nat) : m < n -> In m (up_to n).
Proof. intros H. apply in_seq. lia. Qed.
Lemma in_up_to_Z (n m : Z) : (0 <= m < n)%Z -> In m (up_to_Z n).
Proof. intros H. apply in_map_iff. exists (Z.to_nat m). rewrite in_seq. split; lia. Qed.

Lemma symbol_eqb_eq (s u : symbol) : symbol_eqb s u = true -> s = u.
Proof. destruct s, u; simpl; congruence. Qed.

Lemma numeration_is_proper_sound : numeration_is_proper_b = true -> numeration_is_proper (numbers T).
Proof.
  unfold numeration_is_proper_b. simpl numbers. destruct (index_numeration I) as [word length0].
  cbn [Numeration.word Numeration.length0].
  rewrite !andb_true_iff, !Z.leb_le. intros [[[HA HB] WA] WB]. split; simpl.
  - intros []; assumption.
  - intros []; [destruct (word A) | destruct (word B)]; congruence.
  - destruct (word A) as [|[|] [|u w]]; try discriminate. exists u, w. reflexivity.
Qed.

Lemma is_type_sound (i : nat) (b : neighbour) : is_type_b i b = true -> is_type T i b.
Proof. destruct b as [v|t]; simpl; [trivial|]. destruct (Map.find t _); congruence. Qed.
Lemma has_columns_sound (i : nat) (b : neighbour) (s : symbol) : has_columns_b i b s = true -> has_columns T i b s.
Proof.
  destruct b as [v|t]; unfold has_columns_b, has_columns; [trivial|].
  destruct (shape T i t) as [[s1 s2]|]; [|discriminate].
  intros E. apply symbol_eqb_eq in E. subst. eauto.
Qed.
Lemma has_rows_sound (i : nat) (b : neighbour) (s : symbol) : has_rows_b i b s = true -> has_rows T i b s.
Proof.
  destruct b as [v|t]; unfold has_rows_b, has_rows; [trivial|]. destruct (shape T i t) as [[s1 s2]|]; [|discriminate].
  intros E. apply symbol_eqb_eq in E. subst. eauto.
Qed.

Theorem valid_b_sound : valid_b = true -> valid T.
Proof.
  unfold valid_b. rewrite !andb_true_iff. intros [[[Proper Period] Base] Classes].
  apply Nat.ltb_lt in Period. rewrite forallb_forall in Base, Classes.
  assert (Class : forall i, i < classes T ->
    (forall r, In r (rules T i) -> rule_fits_b i r = true) /\
    (forall e, In e (Map.elements (class_shapes (class_at (above T i)))) -> children_fit_b i e = true) /\
    (forall r, In r (rules T (above T i)) -> induction_b i (set_of (rules T i)) r = true) /\
    origin_b i (set_of (rules T i)) = true).
  { intros i Hi. specialize (Classes i (in_up_to _ _ Hi)). unfold class_is_valid_b in Classes.
    rewrite !andb_true_iff, !forallb_forall in Classes. tauto. }
  split.
  - apply numeration_is_proper_sound. assumption.
  - lia.
  - intros i Hi. simpl. simpl in Hi, Period. destruct (Nat.ltb_spec (S i) (length (index_classes I))); lia.
  - intros i nw n w t Hi Rule. destruct (Class i Hi) as [Fits _]. specialize (Fits _ Rule). unfold rule_fits_b in Fits.
    destruct (shape T i t) as [[rs cs]|]; [|discriminate]. rewrite !andb_true_iff in Fits.
    destruct Fits as [[Hnw Hn] Hw]. exists rs, cs.
    repeat split; [apply is_type_sound | apply has_columns_sound | apply has_rows_sound]; assumption.
  - intros i t rs cs Hi Shape r c Hr Hc. destruct (Class i Hi) as (_ & Fit & _).
    specialize (Fit (t, (rs, cs)) (Map.elements_correct _ _ Shape)). unfold children_fit_b in Fit.
    rewrite forallb_forall in Fit. specialize (Fit r (in_up_to _ _ Hr)).
    rewrite forallb_forall in Fit. specialize (Fit c (in_up_to _ _ Hc)).
    destruct (shape T i (child T i t r c)) as [[s s']|]; [|discriminate]. rewrite andb_true_iff in Fit.
    destruct Fit as [E E']. apply symbol_eqb_eq in E, E'. congruence.
  - intros nw n w t Rule x y Hx Hy. specialize (Base _ Rule). unfold base_b in Base.
    rewrite forallb_forall in Base. specialize (Base y (in_up_to_Z _ _ Hy)).
    rewrite forallb_forall in Base. specialize (Base x (in_up_to_Z _ _ Hx)). apply Z.eqb_eq in Base. exact Base.
  - intros i nw n w t Hi Rule r c Hr Hc at_place. destruct (Class i Hi) as (_ & _ & Filling & _).
    specialize (Filling _ Rule). unfold induction_b in Filling.
    rewrite forallb_forall in Filling. specialize (Filling r (in_up_to _ _ Hr)).
    rewrite forallb_forall in Filling. specialize (Filling c (in_up_to _ _ Hc)). apply member_sound in Filling.
    exact Filling.
  - intros i Hi. destruct (Class i Hi) as (_ & _ & _ & Origin). unfold origin_b in Origin.
    rewrite andb_true_iff in Origin. destruct Origin as [Rule Shape]. split; [apply member_sound; exact Rule|].
    destruct (shape T i (origin T i)) as [[[|] [|]]|]; congruence.
Qed.

(** ** Answers at any size (section 5)

    The lowest level whose origin block holds a coordinate m. Levels are tried one after the other, at most m + 1 of
    them. That number is written in binary, so that it costs nothing. *)

Fixpoint try {State Answer : Type} (step : State -> State + Answer) (times : positive) (s : State) : State + Answer :=
  let twice half s := match try step half s with inl s' => try step half s' | inr a => inr a end in
  match times with
  | xH => step s
  | xO half => twice half s
  | xI half => match step s with inl s' => twice half s' | inr a => inr a end
  end.

Lemma try_spec {State Answer : Type} (step : State -> State + Answer) (invariant : nat -> State -> Prop)
    (right : Answer -> Prop) :
  (forall n s, invariant n s -> match step s with inl s' => invariant (S n) s' | inr a => right a end) ->
  forall times n s, invariant n s ->
  match try step times s with inl s' => invariant (n + Pos.to_nat times) s' | inr a => right a end.
Proof.
  intros Step. induction times as [half IH|half IH|]; intros n s Inv; cbn [try].
  - specialize (Step n s Inv). destruct (step s) as [s1|a]; [|assumption].
    pose proof (IH _ _ Step) as H1. destruct (try step half s1) as [s2|a]; [|assumption].
    pose proof (IH _ _ H1) as H2. destruct (try step half s2) as [s3|a]; [|assumption].
    rewrite Pos2Nat.inj_xI. replace (n + S (2 * Pos.to_nat half)) with (S n + Pos.to_nat half + Pos.to_nat half) by lia.
    assumption.
  - pose proof (IH _ _ Inv) as H1. destruct (try step half s) as [s2|a]; [|assumption].
    pose proof (IH _ _ H1) as H2. destruct (try step half s2) as [s3|a]; [|assumption].
    rewrite Pos2Nat.inj_xO. replace (n + 2 * Pos.to_nat half) with (n + Pos.to_nat half + Pos.to_nat half) by lia.
    assumption.
  - rewrite Pos2Nat.inj_1, Nat.add_1_r. apply Step. assumption.
Qed.

Definition next_lengths (pair : Z * Z) : Z * Z :=
  (sum_over pair (word (numbers T) A), sum_over pair (word (numbers T) B)).
Definition try_level (m : Z) (s : nat * (Z * Z)) : nat * (Z * Z) + nat :=
  let (j, pair) := s in if (m <? fst pair)%Z then inr j else inl (S j, next_lengths pair).
Definition level_that_holds (m : Z) : nat :=
  match try (try_level m) (Z.to_pos (m + 1)) (0, lengths (numbers T) 0) with inr j => j | inl _ => 0 end.

Lemma level_that_holds_does (m : Z) :
  numeration_is_proper (numbers T) -> (0 <= m)%Z -> (m < length_of (numbers T) (level_that_holds m) A)%Z.
Proof.
  intros Proper Hm. unfold level_that_holds.
  pose (invariant := fun n s =>
    s = (n, lengths (numbers T) n) /\ forall i, i < n -> (length_of (numbers T) i A <= m)%Z).
  pose proof (try_spec (try_level m) invariant (fun j => m < length_of (numbers T) j A)%Z) as Spec.
  specialize (fun H => Spec H (Z.to_pos (m + 1)) 0 (0, lengths (numbers T) 0)). cbv beta in Spec.
  destruct (try (try_level m) (Z.to_pos (m + 1)) (0, lengths (numbers T) 0)) as [s|j].
  - exfalso. destruct Spec as [_ Less].
    + intros n s' [-> Less]. unfold try_level.
      destruct (Z.ltb_spec m (fst (lengths (numbers T) n))) as [L|L]; [exact L|].
      split; [reflexivity|]. intros i Hi. destruct (Nat.eq_dec i n) as [->|]; [exact L | apply Less; lia].
    + split; [reflexivity | intros i Hi; lia].
    + specialize (Less (Z.to_nat m)). pose proof (axiom_grows (numbers T) Proper (Z.to_nat m)). lia.
  - apply Spec.
    + intros n s' [-> Less]. unfold try_level.
      destruct (Z.ltb_spec m (fst (lengths (numbers T) n))) as [L|L]; [exact L|].
      split; [reflexivity|]. intros i Hi. destruct (Nat.eq_dec i n) as [->|]; [exact L | apply Less; lia].
    + split; [reflexivity | intros i Hi; lia].
Qed.

(** What the table says of the cell (x, y). *)
Definition value_at_cell (x y : Z) : Z :=
  let j := level_that_holds (Z.max x y) in value T j (origin T (class_of T j)) x y.

Theorem value_at_cell_is_right : valid_b = true ->
  forall x y, (0 <= x)%Z -> (0 <= y)%Z -> deviation (blocked_k T) x y = value_at_cell x y.
Proof.
  intros V x y Hx Hy. apply valid_b_sound in V. unfold value_at_cell.
  pose proof (level_that_holds_does (Z.max x y) (numeration_proper T V)) as Holds.
  apply valid_table_gives_the_board; [assumption | lia | lia].
Qed.
End Checker.

(** ** The theorem *)

(** The verdict on a certificate. *)
Definition accepts (c : certificate) : bool := valid_b (index_of c).

(** What a certificate says of the cell (x, y): how many palaces a queen there sees, less k. *)
Definition value_at (c : certificate) (x y : Z) : Z := value_at_cell (index_of c) x y.

(** A function is the deviation of W^k on the whole board. So it says how many palaces are seen from each cell, and who
    wins there, when at most k - 1 options may be blocked. *)
Definition solves_blocking_queen (k : nat) (f : Z -> Z -> Z) : Prop :=
  forall x y : nat,
    Z.of_nat (palaces_seen k x y) = (f (Z.of_nat x) (Z.of_nat y) + Z.of_nat k)%Z /\
    (@wins queen (k - 1) Previous (x, y) <-> (f (Z.of_nat x) (Z.of_nat y) < 0)%Z) /\
    (@wins queen (k - 1) Next (x, y) <-> (0 <= f (Z.of_nat x) (Z.of_nat y))%Z).

Theorem accepted_certificate_gives_the_board (c : certificate) : accepts c = true ->
  forall x y, (0 <= x)%Z -> (0 <= y)%Z -> deviation (cert_k c) x y = value_at c x y.
Proof. intros H x y. exact (value_at_cell_is_right (index_of c) H x y). Qed.

Theorem accepted_certificate_solves (c : certificate) :
  accepts c = true -> 1 <= cert_k c -> solves_blocking_queen (cert_k c) (value_at c).
Proof.
  intros H Hk x y. rewrite <- (accepted_certificate_gives_the_board c H) by lia.
  destruct (palace_iff_previous_wins (cert_k c) x y Hk) as [P N].
  pose proof (deviation_tells_palaces (cert_k c) x y) as D. split; [rewrite deviation_on_the_board; lia|]. split.
  - rewrite P. exact D.
  - rewrite N. destruct (palace (cert_k c) x y); split; intros E; try congruence.
    + pose proof (proj1 D eq_refl). lia.
    + destruct (Z.lt_ge_cases (deviation (cert_k c) (Z.of_nat x) (Z.of_nat y)) 0) as [L|L]; [|assumption].
      apply D in L. discriminate.
Qed.

(** The answer for one position, of any size: the sign of what the certificate says. *)
Definition winner_by (c : certificate) (x y : Z) : player := if (value_at c x y <? 0)%Z then Previous else Next.

Theorem accepted_certificate_answers (c : certificate) : accepts c = true -> 1 <= cert_k c ->
  forall (winner : player) (x y : Z), (0 <= x)%Z -> (0 <= y)%Z -> winner_by c x y = winner ->
  @wins queen (cert_k c - 1) winner (Z.to_nat x, Z.to_nat y).
Proof.
  intros H Hk winner x y Hx Hy. destruct (accepted_certificate_solves c H Hk (Z.to_nat x) (Z.to_nat y)) as (_ & P & N).
  rewrite !Z2Nat.id in P, N by assumption. unfold winner_by.
  destruct (Z.ltb_spec (value_at c x y) 0); intros <-; [apply P | apply N]; assumption.
Qed.
