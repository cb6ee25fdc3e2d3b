(** * What a valid table proves (docs/SELF-SIMILAR.md, sections 1, 3 and 4)

    A table says of which blocks the board of W^k is made, level after level. It is valid if finitely many conditions
    hold ([valid]). Then it is right about the whole infinite board ([valid_table_gives_the_board]). *)

From Coq Require Import ZArith List Lia Bool Arith.
From Wythoff Require Import Game Queen Automaton Numeration.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Two rows and two columns are enough

    f on the w × h cells from (X, Y) on is the same as g on those from (0, 0) on, if both obey the automaton there and
    agree on the two rows above and the two columns to the left. *)

Definition obeys (f : Z -> Z -> Z) (X Y w h : Z) : Prop :=
  forall x y, 0 <= x < w -> 0 <= y < h -> f (X + x) (Y + y) = automaton f (X + x) (Y + y).

Lemma two_rows_and_two_columns (f g : Z -> Z -> Z) (X Y w h : Z) :
  obeys f X Y w h ->
  (forall x y, 0 <= x < w -> 0 <= y < h -> g x y = automaton g x y) ->
  (forall x y, -2 <= x < w -> -2 <= y < h -> x < 0 \/ y < 0 -> f (X + x) (Y + y) = g x y) ->
  forall x y, -2 <= x < w -> -2 <= y < h -> f (X + x) (Y + y) = g x y.
Proof.
  intros Hf Hg Border.
  (* By induction on the number of the row, and in a row on the number of the column. *)
  assert (Rows : forall m : nat, forall x y, -2 <= x < w -> -2 <= y < h -> y < Z.of_nat m ->
    f (X + x) (Y + y) = g x y).
  { induction m as [|m Above]; [intros; apply Border; lia|].
    assert (Columns : forall l : nat, forall x y, -2 <= x < w -> -2 <= y < h -> y < Z.of_nat (S m) -> x < Z.of_nat l ->
      f (X + x) (Y + y) = g x y).
    { induction l as [|l Before]; intros x y Hx Hy Hm Hl; [apply Border; lia|].
      destruct (Z.ltb_spec x 0) as [|Px]; [apply Border; lia|].
      destruct (Z.ltb_spec y 0) as [|Py]; [apply Border; lia|].
      rewrite Hf, Hg by lia. unfold automaton. rewrite <- !Z.add_sub_assoc.
      rewrite (Above (x - 2) (y - 2)), (Above (x - 1) (y - 2)), (Above (x - 2) (y - 1)), (Above (x - 1) (y - 1)),
        (Above x (y - 1)), (Before (x - 1) y) by lia. reflexivity. }
    intros x y Hx Hy Hm. apply (Columns (Z.to_nat (x + 1))); lia. }
  intros x y Hx Hy. apply (Rows (Z.to_nat (y + 1))); lia.
Qed.

(** ** Tables *)

(** A block that is next to another one: one of the board, of some type, or one outside, with the same value
    everywhere: k in K, 0 in Z. *)
Inductive neighbour : Set :=
| Outside (value : Z)
| Block (type : positive).

(** (NW, N, W) -> T. *)
Definition rule : Set := (neighbour * neighbour * neighbour * positive)%type.

(** Classes of levels are 0, ..., classes - 1, and [above i] is i⁺. *)
Record table : Type := Table {
  blocked_k : nat;
  numbers : numeration;
  classes : nat;
  above : nat -> nat;
  (** The symbols of the rows and of the columns of a type of a class. *)
  shape : nat -> positive -> option (symbol * symbol);
  origin : nat -> positive;
  rules : nat -> list rule;
  (** The cells (column, row) of a type of class 0. *)
  content : positive -> Z -> Z -> Z;
  (** [child i t r c], for t of class i⁺: the type of class i in row r and column c of s_i(t). *)
  child : nat -> positive -> nat -> nat -> positive
}.

Section Values.
Variable T : table.

(** The class of a level. *)
Fixpoint class_of (j : nat) : nat := match j with O => O | S below => above T (class_of below) end.

Definition rows (i : nat) (t : positive) : list symbol :=
  match shape T i t with Some (s, _) => word (numbers T) s | None => [] end.
Definition columns (i : nat) (t : positive) : list symbol :=
  match shape T i t with Some (_, s) => word (numbers T) s | None => [] end.

(** Height and width of a block on level j. (Outside any number from 2 on would do.) *)
Definition height (j : nat) (b : neighbour) : Z :=
  match b with
  | Outside _ => 2
  | Block t => match shape T (class_of j) t with Some (s, _) => length_of (numbers T) j s | None => 2 end
  end.
Definition width (j : nat) (b : neighbour) : Z :=
  match b with
  | Outside _ => 2
  | Block t => match shape T (class_of j) t with Some (_, s) => length_of (numbers T) j s | None => 2 end
  end.

(** The value |t|_j of a type on a level, cell by cell: its content on level 0, else that of the child which holds the
    cell. *)
Fixpoint value (j : nat) (t : positive) (x y : Z) : Z :=
  match j with
  | O => content T t x y
  | S below =>
      let lengths := lengths (numbers T) below in
      let (r, y') := locate lengths (rows (class_of j) t) y in
      let (c, x') := locate lengths (columns (class_of j) t) x in
      value below (child T (class_of below) t r c) x' y'
  end.

Definition value_of (j : nat) (b : neighbour) (x y : Z) : Z :=
  match b with Outside v => v | Block t => value j t x y end.

(** The children of class i of a rule's blocks, of class i⁺, as one grid: row 0 holds the last row of s(N), column 0
    the last column of s(W), the corner the last child of s(NW), and the rest is s(T). *)
Definition last_place (w : list symbol) : nat := pred (length w).
Definition last_child (i : nat) (b : neighbour) : neighbour :=
  match b with
  | Outside v => Outside v
  | Block t => Block (child T i t (last_place (rows (above T i) t)) (last_place (columns (above T i) t)))
  end.
Definition child_in_last_row (i : nat) (b : neighbour) (c : nat) : neighbour :=
  match b with
  | Outside v => Outside v
  | Block t => Block (child T i t (last_place (rows (above T i) t)) c)
  end.
Definition child_in_last_column (i : nat) (b : neighbour) (r : nat) : neighbour :=
  match b with
  | Outside v => Outside v
  | Block t => Block (child T i t r (last_place (columns (above T i) t)))
  end.
Definition filled (i : nat) (nw n w : neighbour) (t : positive) (r c : nat) : neighbour :=
  match r, c with
  | O, O => last_child i nw
  | O, S c' => child_in_last_row i n c'
  | S r', O => child_in_last_column i w r'
  | S r', S c' => Block (child T i t r' c')
  end.

(** Four blocks of level 0 as a function of the cell, where (0, 0) is the first cell of t. *)
Definition patchwork (nw n w : neighbour) (t : positive) (x y : Z) : Z :=
  if y <? 0 then
    if x <? 0 then value_of 0 nw (width 0 nw + x) (height 0 nw + y) else value_of 0 n x (height 0 n + y)
  else if x <? 0 then value_of 0 w (width 0 w + x) y else value 0 t x y.

(** ** Valid tables *)

Definition is_type (i : nat) (b : neighbour) : Prop :=
  match b with Outside _ => True | Block t => shape T i t <> None end.
Definition has_columns (i : nat) (b : neighbour) (s : symbol) : Prop :=
  match b with Outside _ => True | Block t => exists s', shape T i t = Some (s', s) end.
Definition has_rows (i : nat) (b : neighbour) (s : symbol) : Prop :=
  match b with Outside _ => True | Block t => exists s', shape T i t = Some (s, s') end.

(** Section 3's conditions. Not needed for the theorem, and so not here: that s_i(O_{i⁺}) begins with O_i (this
    follows); that a key has one rule; that NW has N's rows and W's columns. *)
Record valid : Prop := {
  numeration_proper : numeration_is_proper (numbers T);
  some_class : (0 < classes T)%nat;
  class_above : forall i, (i < classes T)%nat -> (above T i < classes T)%nat;

  rules_fit : forall i nw n w t, (i < classes T)%nat -> In (nw, n, w, t) (rules T i) ->
    exists rs cs, shape T i t = Some (rs, cs) /\ is_type i nw /\ has_columns i n cs /\ has_rows i w rs;
  children_fit : forall i t rs cs, (i < classes T)%nat -> shape T (above T i) t = Some (rs, cs) ->
    forall r c, (r < length (word (numbers T) rs))%nat -> (c < length (word (numbers T) cs))%nat ->
    shape T i (child T i t r c) = Some (letter (word (numbers T) rs) r, letter (word (numbers T) cs) c);

  (** (base) The automaton, run from the contents of NW, N, W, gives the content of T. *)
  base : forall nw n w t, In (nw, n, w, t) (rules T 0) ->
    forall x y, 0 <= x < width 0 (Block t) -> 0 <= y < height 0 (Block t) ->
    patchwork nw n w t x y = automaton (patchwork nw n w t) x y;

  (** (induction) In each place of s_i(T) the rule of R_i for its three neighbours gives the child that stands there. *)
  induction : forall i nw n w t, (i < classes T)%nat -> In (nw, n, w, t) (rules T (above T i)) ->
    forall r c, (r < length (rows (above T i) t))%nat -> (c < length (columns (above T i) t))%nat ->
    let at_place := filled i nw n w t in
    In (at_place r c, at_place r (S c), at_place (S r) c, child T i t r c) (rules T i);

  (** (origin) (K, Z, Z) -> O_i is a rule, and O_i has the shape (A, A). *)
  origins : forall i, (i < classes T)%nat ->
    In (Outside (Z.of_nat (blocked_k T)), Outside 0, Outside 0, origin T i) (rules T i) /\
    shape T i (origin T i) = Some (A, A)
}.
End Values.

(** ** The lemma *)

Section Lemma.
Variable T : table.
Hypothesis V : valid T.

Let proper : numeration_is_proper (numbers T) := numeration_proper T V.
Notation length_of := (length_of (numbers T)).
Notation length_of_word := (length_of_word (numbers T)).
Notation offset := (offset (numbers T)).
Notation word := (word (numbers T)).

Lemma class_of_is_class (j : nat) : (class_of T j < classes T)%nat.
Proof.
  induction j as [|j IH]; [exact (some_class T V)|]. simpl. apply class_above; assumption.
Qed.

(** [shows f X Y j b w h]: the w × h cells of f that end before column X and row Y are the last w × h cells of the
    block b of level j. *)
Definition shows (f : Z -> Z -> Z) (X Y : Z) (j : nat) (b : neighbour) (w h : Z) : Prop :=
  forall dx dy, 1 <= dx <= w -> 1 <= dy <= h ->
  f (X - dx) (Y - dy) = value_of T j b (width T j b - dx) (height T j b - dy).

Lemma shows_less (f : Z -> Z -> Z) (X Y : Z) (j : nat) (b : neighbour) (w h w' h' : Z) :
  shows f X Y j b w h -> w' <= w -> h' <= h -> shows f X Y j b w' h'.
Proof. intros H Hw Hh dx dy Hx Hy. apply H; lia. Qed.

Lemma shows_outside (f : Z -> Z -> Z) (X Y : Z) (i j : nat) (v w h : Z) :
  shows f X Y i (Outside v) w h -> shows f X Y j (Outside v) w h.
Proof. intros H. exact H. Qed.

(** What a block of level j + 1 has in the place (r, c): cells counted from the end of that place. *)
Lemma value_in_place (j : nat) (t : positive) (rs cs : symbol) (r c : nat) (dx dy : Z) :
  shape T (class_of T (S j)) t = Some (rs, cs) -> (r < length (word rs))%nat -> (c < length (word cs))%nat ->
  1 <= dx <= length_of j (letter (word cs) c) -> 1 <= dy <= length_of j (letter (word rs) r) ->
  let here := Block (child T (class_of T j) t r c) in
  value_of T (S j) (Block t) (offset j (word cs) (S c) - dx) (offset j (word rs) (S r) - dy) =
  value_of T j here (width T j here - dx) (height T j here - dy).
Proof.
  intros S Hr Hc Hx Hy here. unfold here. clear here. simpl value_of. unfold width, height, rows, columns.
  change (above T (class_of T j)) with (class_of T (Datatypes.S j)).
  rewrite (children_fit T V _ _ _ _ (class_of_is_class j) S r c Hr Hc). rewrite S.
  rewrite !offset_S by assumption. rewrite <- !Z.add_sub_assoc.
  rewrite !(locate_at_offset (numbers T) proper) by (assumption || lia). reflexivity.
Qed.

Lemma height_S (j : nat) (t : positive) (rs cs : symbol) :
  shape T (class_of T (S j)) t = Some (rs, cs) -> height T (S j) (Block t) = offset j (word rs) (length (word rs)).
Proof. intros H. unfold height. rewrite H, length_of_S, offset_length. reflexivity. Qed.
Lemma width_S (j : nat) (t : positive) (rs cs : symbol) :
  shape T (class_of T (S j)) t = Some (rs, cs) -> width T (S j) (Block t) = offset j (word cs) (length (word cs)).
Proof. intros H. unfold width. rewrite H, length_of_S, offset_length. reflexivity. Qed.

Lemma last_place_is_last (s : symbol) : length (word s) = S (last_place (word s)).
Proof.
  pose proof (words_are_not_empty _ proper s). unfold last_place. destruct (word s); [congruence|reflexivity].
Qed.

Lemma rows_of (i : nat) (t : positive) (rs cs : symbol) : shape T i t = Some (rs, cs) -> rows T i t = word rs.
Proof. intros H. unfold rows. rewrite H. reflexivity. Qed.
Lemma columns_of (i : nat) (t : positive) (rs cs : symbol) : shape T i t = Some (rs, cs) -> columns T i t = word cs.
Proof. intros H. unfold columns. rewrite H. reflexivity. Qed.

(** Below, f shows blocks NW, N, W of level j + 1 around a block that begins at (X, Y). So it shows their last
    children. *)
Lemma shows_last_child (f : Z -> Z -> Z) (X Y : Z) (j : nat) (b : neighbour) :
  is_type T (class_of T (S j)) b -> shows f X Y (S j) b 2 2 ->
  shows f X Y j (last_child T (class_of T j) b) 2 2.
Proof.
  destruct b as [v|t]; [intros _; apply shows_outside|]. unfold is_type.
  destruct (shape T (class_of T (S j)) t) as [[rs cs]|] eqn:Shape; [intros _|congruence].
  intros H dx dy Hx Hy. rewrite H by assumption. unfold last_child.
  change (above T (class_of T j)) with (class_of T (S j)).
  rewrite (rows_of _ _ _ _ Shape), (columns_of _ _ _ _ Shape), (width_S _ _ _ _ Shape), (height_S _ _ _ _ Shape).
  rewrite (last_place_is_last rs), (last_place_is_last cs).
  pose proof (length_of_2 _ proper j (letter (word cs) (last_place (word cs)))).
  pose proof (length_of_2 _ proper j (letter (word rs) (last_place (word rs)))).
  apply (value_in_place j t rs cs); try assumption; try rewrite last_place_is_last; lia.
Qed.

Lemma shows_last_row (f : Z -> Z -> Z) (X Y : Z) (j : nat) (b : neighbour) (cs : symbol) (c : nat) :
  has_columns T (class_of T (S j)) b cs -> (c < length (word cs))%nat ->
  shows f (X + length_of (S j) cs) Y (S j) b (length_of (S j) cs) 2 ->
  shows f (X + offset j (word cs) (S c)) Y j (child_in_last_row T (class_of T j) b c)
    (length_of j (letter (word cs) c)) 2.
Proof.
  intros Columns Hc H dx dy Hx Hy.
  (* The same cell, counted from the end of the whole row of children. *)
  set (dx' := length_of (S j) cs - offset j (word cs) (S c) + dx).
  pose proof (offset_is_within _ proper j (word cs) (S c)) as Within. rewrite <- length_of_S in Within.
  assert (Hx' : 1 <= dx' <= length_of (S j) cs).
  { unfold dx'. pose proof (offset_S (numbers T) j (word cs) c Hc).
    pose proof (offset_is_not_negative _ proper j (word cs) c). lia. }
  specialize (H dx' dy Hx' Hy).
  replace (X + length_of (S j) cs - dx') with (X + offset j (word cs) (S c) - dx) in H by (unfold dx'; lia).
  rewrite H. destruct b as [v|t]; [reflexivity|]. destruct Columns as [rs Shape]. unfold child_in_last_row.
  change (above T (class_of T j)) with (class_of T (S j)).
  rewrite (rows_of _ _ _ _ Shape), (width_S _ _ _ _ Shape), (height_S _ _ _ _ Shape).
  rewrite (offset_length _ j (word cs)), <- length_of_S, (last_place_is_last rs).
  replace (length_of (S j) cs - dx') with (offset j (word cs) (S c) - dx) by (unfold dx'; lia).
  pose proof (length_of_2 _ proper j (letter (word rs) (last_place (word rs)))).
  apply (value_in_place j t rs cs); try assumption; try rewrite last_place_is_last; lia.
Qed.

Lemma shows_last_column (f : Z -> Z -> Z) (X Y : Z) (j : nat) (b : neighbour) (rs : symbol) (r : nat) :
  has_rows T (class_of T (S j)) b rs -> (r < length (word rs))%nat ->
  shows f X (Y + length_of (S j) rs) (S j) b 2 (length_of (S j) rs) ->
  shows f X (Y + offset j (word rs) (S r)) j (child_in_last_column T (class_of T j) b r)
    2 (length_of j (letter (word rs) r)).
Proof.
  intros Rows Hr H dx dy Hx Hy.
  set (dy' := length_of (S j) rs - offset j (word rs) (S r) + dy).
  pose proof (offset_is_within _ proper j (word rs) (S r)) as Within. rewrite <- length_of_S in Within.
  assert (Hy' : 1 <= dy' <= length_of (S j) rs).
  { unfold dy'. pose proof (offset_S (numbers T) j (word rs) r Hr).
    pose proof (offset_is_not_negative _ proper j (word rs) r). lia. }
  specialize (H dx dy' Hx Hy').
  replace (Y + length_of (S j) rs - dy') with (Y + offset j (word rs) (S r) - dy) in H by (unfold dy'; lia).
  rewrite H. destruct b as [v|t]; [reflexivity|]. destruct Rows as [cs Shape]. unfold child_in_last_column.
  change (above T (class_of T j)) with (class_of T (S j)).
  rewrite (columns_of _ _ _ _ Shape), (width_S _ _ _ _ Shape), (height_S _ _ _ _ Shape).
  rewrite (offset_length _ j (word rs)), <- length_of_S, (last_place_is_last cs).
  replace (length_of (S j) rs - dy') with (offset j (word rs) (S r) - dy) by (unfold dy'; lia).
  pose proof (length_of_2 _ proper j (letter (word cs) (last_place (word cs)))).
  apply (value_in_place j t rs cs); try assumption; try rewrite last_place_is_last; lia.
Qed.

(** What the lemma says of level j: a rule, applied where f obeys the automaton and shows the rule's three neighbours,
    shows its result. *)
Definition rules_are_right (j : nat) : Prop :=
  forall nw n w t, In (nw, n, w, t) (rules T (class_of T j)) -> forall f X Y,
  let a := width T j (Block t) in
  let b := height T j (Block t) in
  shows f X Y j nw 2 2 -> shows f (X + a) Y j n a 2 -> shows f X (Y + b) j w 2 b ->
  obeys f X Y a b -> shows f (X + a) (Y + b) j (Block t) a b.

(** Level 0: (base), and two rows and two columns are enough. *)
Lemma rules_are_right_on_level_0 : rules_are_right 0.
Proof.
  intros nw n w t Rule f X Y a b HNW HN HW Hf.
  destruct (rules_fit T V _ _ _ _ _ (class_of_is_class 0) Rule) as (rs & cs & St & _ & Cn & Rw).
  assert (Wn : n = Block (match n with Block u => u | _ => t end) -> width T 0 n = a).
  { intros E. rewrite E in *. destruct Cn as [rs' Sn]. unfold a, width. rewrite Sn, St. reflexivity. }
  assert (Hw : w = Block (match w with Block u => u | _ => t end) -> height T 0 w = b).
  { intros E. rewrite E in *. destruct Rw as [cs' Sw]. unfold b, height. rewrite Sw, St. reflexivity. }
  assert (Agree : forall x y, -2 <= x < a -> -2 <= y < b -> f (X + x) (Y + y) = patchwork T nw n w t x y).
  { apply two_rows_and_two_columns; [assumption | apply (base T V nw n w t Rule) |].
    intros x y Hx Hy Before. unfold patchwork. destruct (Z.ltb_spec y 0) as [Ly|Ly], (Z.ltb_spec x 0) as [Lx|Lx].
    - replace (X + x) with (X - - x) by lia. replace (Y + y) with (Y - - y) by lia. rewrite HNW by lia. f_equal; lia.
    - replace (X + x) with (X + a - (a - x)) by lia. replace (Y + y) with (Y - - y) by lia. rewrite HN by lia.
      destruct n as [v|u]; [reflexivity|]. rewrite Wn by reflexivity. f_equal; lia.
    - replace (X + x) with (X - - x) by lia. replace (Y + y) with (Y + b - (b - y)) by lia. rewrite HW by lia.
      destruct w as [v|u]; [reflexivity|]. rewrite Hw by reflexivity. f_equal; lia.
    - lia. }
  intros dx dy Hx Hy. rewrite <- !Z.add_sub_assoc, Agree by lia. unfold patchwork.
  destruct (Z.ltb_spec (b - dy) 0); [lia|]. destruct (Z.ltb_spec (a - dx) 0); [lia|]. reflexivity.
Qed.

(** Level j + 1: the block is filled place by place, row by row. *)
Lemma rules_are_right_on_the_next_level (j : nat) : rules_are_right j -> rules_are_right (S j).
Proof.
  intros Right nw n w t Rule f X Y a b HNW HN HW Hf.
  destruct (rules_fit T V _ _ _ _ _ (class_of_is_class (S j)) Rule) as (rs & cs & Shape & Tnw & Cn & Rw).
  assert (Ea : a = length_of (S j) cs) by (unfold a, width; rewrite Shape; reflexivity).
  assert (Eb : b = length_of (S j) rs) by (unfold b, height; rewrite Shape; reflexivity).
  rewrite Ea in HN. rewrite Eb in HW.
  (* Place (r, c) of the filled grid ends at these offsets; of row 0 and column 0, which belong to the neighbours, only
     two rows or columns count. *)
  set (at_place := filled T (class_of T j) nw n w t).
  set (wide := fun c => match c with O => 2 | S c' => length_of j (letter (word cs) c') end).
  set (high := fun r => match r with O => 2 | S r' => length_of j (letter (word rs) r') end).
  assert (Wide : forall c, 2 <= wide c) by (intros [|c]; [reflexivity | apply (length_of_2 _ proper)]).
  assert (High : forall r, 2 <= high r) by (intros [|r]; [reflexivity | apply (length_of_2 _ proper)]).
  assert (Filled : forall r, (r <= length (word rs))%nat -> forall c, (c <= length (word cs))%nat ->
    shows f (X + offset j (word cs) c) (Y + offset j (word rs) r) j (at_place r c) (wide c) (high r)).
  { induction r as [|r AboveRow]; intros Hr.
    - intros [|c] Hc; rewrite offset_0, Z.add_0_r; unfold at_place, filled, wide, high.
      + rewrite offset_0, Z.add_0_r. apply shows_last_child; assumption.
      + apply shows_last_row; assumption.
    - induction c as [|c Before]; intros Hc.
      + rewrite offset_0, Z.add_0_r. unfold at_place, filled, wide, high. apply shows_last_column; assumption.
      + (* The rule of the level below for the three neighbours of this place. *)
        assert (Place : In (at_place r c, at_place r (S c), at_place (S r) c, child T (class_of T j) t r c)
                           (rules T (class_of T j))).
        { apply (induction T V (class_of T j) nw n w t (class_of_is_class j) Rule);
            change (above T (class_of T j)) with (class_of T (S j));
            [rewrite (rows_of _ _ _ _ Shape) | rewrite (columns_of _ _ _ _ Shape)]; assumption. }
        pose proof (children_fit T V _ _ _ _ (class_of_is_class j) Shape r c Hr Hc) as Fit.
        specialize (Right _ _ _ _ Place f (X + offset j (word cs) c) (Y + offset j (word rs) r)).
        cbn zeta in Right. unfold width, height in Right. rewrite Fit in Right.
        rewrite (offset_S _ j (word cs) c), (offset_S _ j (word rs) r), !Z.add_assoc by assumption.
        change (at_place (S r) (S c)) with (Block (child T (class_of T j) t r c)).
        change (wide (S c)) with (length_of j (letter (word cs) c)).
        change (high (S r)) with (length_of j (letter (word rs) r)).
        apply Right.
        * apply shows_less with (w := wide c) (h := high r); [apply AboveRow; lia | apply Wide | apply High].
        * rewrite <- Z.add_assoc, <- offset_S by assumption.
          apply shows_less with (w := wide (S c)) (h := high r); [apply AboveRow; lia | simpl; lia | apply High].
        * rewrite <- Z.add_assoc, <- offset_S by assumption.
          apply shows_less with (w := wide c) (h := high (S r)); [apply Before; lia | apply Wide | simpl; lia].
        * intros x y Hx Hy. rewrite <- !Z.add_assoc.
          pose proof (offset_is_not_negative _ proper j (word cs) c).
          pose proof (offset_is_not_negative _ proper j (word rs) r).
          pose proof (offset_is_within _ proper j (word cs) (S c)) as Wc. rewrite offset_S in Wc by assumption.
          pose proof (offset_is_within _ proper j (word rs) (S r)) as Wr. rewrite offset_S in Wr by assumption.
          apply Hf; rewrite ?Ea, ?Eb, length_of_S; lia. }
  (* Each cell of the block is in some place. *)
  intros dx dy Hx Hy. fold a b.
  destruct (in_some_letter (numbers T) j (word cs) (a - dx)) as (c & x & Hc & Hxc & Ex).
  { rewrite <- length_of_S, <- Ea. lia. }
  destruct (in_some_letter (numbers T) j (word rs) (b - dy)) as (r & y & Hr & Hyr & Ey).
  { rewrite <- length_of_S, <- Eb. lia. }
  pose proof (Filled (S r) Hr (S c) Hc) as Here.
  specialize (Here (length_of j (letter (word cs) c) - x) (length_of j (letter (word rs) r) - y)).
  unfold wide, high in Here. specialize (Here ltac:(lia) ltac:(lia)).
  unfold at_place, filled in Here. rewrite <- (value_in_place j t rs cs r c) in Here by (assumption || lia).
  rewrite !offset_S in Here by assumption. rewrite <- !Z.add_sub_assoc, Ex, Ey.
  replace (offset j (word cs) c + x) with (offset j (word cs) c + length_of j (letter (word cs) c)
    - (length_of j (letter (word cs) c) - x)) by lia.
  replace (offset j (word rs) r + y) with (offset j (word rs) r + length_of j (letter (word rs) r)
    - (length_of j (letter (word rs) r) - y)) by lia.
  rewrite !Z.add_sub_assoc. exact Here.
Qed.

Lemma rules_are_right_on_all_levels (j : nat) : rules_are_right j.
Proof. induction j; [exact rules_are_right_on_level_0 | apply rules_are_right_on_the_next_level; assumption]. Qed.

(** ** The theorem *)

(** The board on 0 <= x, y < ℓ_j(A) is the value of the origin of level j. *)
Theorem valid_table_gives_the_board (j : nat) (x y : Z) :
  0 <= x < length_of j A -> 0 <= y < length_of j A ->
  deviation (blocked_k T) x y = value T j (origin T (class_of T j)) x y.
Proof.
  intros Hx Hy. destruct (origins T V _ (class_of_is_class j)) as [Rule Shape].
  pose proof (rules_are_right_on_all_levels j _ _ _ _ Rule (deviation (blocked_k T)) 0 0) as Right.
  cbn zeta in Right. unfold width, height in Right. rewrite Shape in Right. rewrite !Z.add_0_l in Right.
  assert (Square : shows (deviation (blocked_k T)) (length_of j A) (length_of j A) j (Block (origin T (class_of T j)))
    (length_of j A) (length_of j A)).
  { apply Right; intros dx dy Hdx Hdy.
    - apply deviation_above_left; lia.
    - apply deviation_above; lia.
    - apply deviation_left; lia.
    - apply automaton_of_the_game; lia. }
  specialize (Square (length_of j A - x) (length_of j A - y) ltac:(lia) ltac:(lia)).
  unfold width, height in Square. rewrite Shape in Square. cbn [value_of] in Square.
  replace (length_of j A - (length_of j A - x)) with x in Square by lia.
  replace (length_of j A - (length_of j A - y)) with y in Square by lia.
  exact Square.
Qed.

(** Every cell lies in one of these squares. *)
Theorem levels_cover_the_board (m : Z) : exists j, m < length_of j A.
Proof. exists (Z.to_nat m). pose proof (axiom_grows _ proper (Z.to_nat m)). lia. Qed.

End Lemma.
