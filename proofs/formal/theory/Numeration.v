(** * Numerations (docs/SELF-SIMILAR.md, section 2)

    Symbols, a word for each, and lengths on level 0. On level j + 1 a symbol is as long as the letters of its word are
    on level j. So an interval of level j + 1 is cut into intervals of level j. *)

From Coq Require Import ZArith List Lia Bool Arith.
Import ListNotations.
Local Open Scope Z_scope.

(** Two symbols are enough for all certificates; A is the axiom. *)
Inductive symbol : Set := A | B.

Record numeration : Set := Numeration {
  word : symbol -> list symbol;
  length0 : symbol -> Z
}.

(** What section 2 asks for. *)
Record numeration_is_proper (N : numeration) : Prop := {
  lengths_are_2_at_least : forall s, 2 <= length0 N s;
  words_are_not_empty : forall s, word N s <> [];
  axiom_begins_with_itself : exists u w, word N A = A :: u :: w
}.

Section Lengths.
Variable N : numeration.

(** The lengths of both symbols on level j, together, so that they are computed once. *)
Definition choose (pair : Z * Z) (s : symbol) : Z := match s with A => fst pair | B => snd pair end.
Definition sum_over (pair : Z * Z) (w : list symbol) : Z := fold_right (fun u total => choose pair u + total) 0 w.
Fixpoint lengths (j : nat) : Z * Z :=
  match j with
  | O => (length0 N A, length0 N B)
  | S below => let pair := lengths below in (sum_over pair (word N A), sum_over pair (word N B))
  end.

(** The length of a symbol on level j, and of a word. *)
Definition length_of (j : nat) (s : symbol) : Z := choose (lengths j) s.
Definition length_of_word (j : nat) (w : list symbol) : Z := sum_over (lengths j) w.

Lemma length_of_0 (s : symbol) : length_of 0 s = length0 N s.
Proof. destruct s; reflexivity. Qed.
Lemma length_of_S (j : nat) (s : symbol) : length_of (S j) s = length_of_word j (word N s).
Proof. destruct s; reflexivity. Qed.
Lemma length_of_word_cons (j : nat) (u : symbol) (w : list symbol) :
  length_of_word j (u :: w) = length_of j u + length_of_word j w.
Proof. reflexivity. Qed.
Lemma length_of_word_app (j : nat) (v w : list symbol) :
  length_of_word j (v ++ w) = length_of_word j v + length_of_word j w.
Proof. induction v as [|u v IH]; [reflexivity|]. simpl app. rewrite !length_of_word_cons, IH. lia. Qed.

(** The letter in a place of a word, and where its interval begins. *)
Definition letter (w : list symbol) (i : nat) : symbol := nth i w A.
Definition offset (j : nat) (w : list symbol) (i : nat) : Z := length_of_word j (firstn i w).

Lemma offset_0 (j : nat) (w : list symbol) : offset j w 0 = 0.
Proof. reflexivity. Qed.
Lemma offset_S (j : nat) (w : list symbol) (i : nat) :
  (i < length w)%nat -> offset j w (S i) = offset j w i + length_of j (letter w i).
Proof.
  unfold offset, letter. revert w. induction i as [|i IH]; intros [|u w] Hi; simpl in Hi; try lia.
  - simpl firstn. rewrite length_of_word_cons. simpl. unfold length_of_word. simpl. lia.
  - change (firstn (S (S i)) (u :: w)) with (u :: firstn (S i) w).
    change (firstn (S i) (u :: w)) with (u :: firstn i w).
    rewrite !length_of_word_cons, IH by lia. simpl nth. lia.
Qed.
Lemma offset_length (j : nat) (w : list symbol) : offset j w (length w) = length_of_word j w.
Proof. unfold offset. rewrite firstn_all. reflexivity. Qed.

(** ** Lengths in a proper numeration *)

Hypothesis proper : numeration_is_proper N.

Lemma length_of_2 (j : nat) : forall s, 2 <= length_of j s.
Proof.
  induction j as [|j IH]; intros s.
  - rewrite length_of_0. apply lengths_are_2_at_least. assumption.
  - assert (NotNegative : forall w, 0 <= length_of_word j w).
    { induction w as [|u w IHw]; [reflexivity|]. rewrite length_of_word_cons. specialize (IH u). lia. }
    rewrite length_of_S. pose proof (words_are_not_empty N proper s) as Ne.
    destruct (word N s) as [|u w]; [congruence|].
    rewrite length_of_word_cons. specialize (IH u). specialize (NotNegative w). lia.
Qed.

Lemma length_of_word_0 (j : nat) (w : list symbol) : 0 <= length_of_word j w.
Proof.
  induction w as [|u w IH]; [reflexivity|]. rewrite length_of_word_cons. pose proof (length_of_2 j u). lia.
Qed.

(** The axiom grows beyond all bounds. *)
Lemma axiom_grows (j : nat) : Z.of_nat j < length_of j A.
Proof.
  induction j as [|j IH]; [pose proof (length_of_2 0 A); lia|].
  rewrite length_of_S. destruct (axiom_begins_with_itself N proper) as (u & w & E).
  rewrite E, !length_of_word_cons. pose proof (length_of_2 j u). pose proof (length_of_word_0 j w). lia.
Qed.

Lemma offset_is_not_negative (j : nat) (w : list symbol) (i : nat) : 0 <= offset j w i.
Proof. apply length_of_word_0. Qed.

Lemma offset_is_within (j : nat) (w : list symbol) (i : nat) : offset j w i <= length_of_word j w.
Proof.
  unfold offset. rewrite <- (firstn_skipn i w) at 2. rewrite length_of_word_app.
  pose proof (length_of_word_0 j (skipn i w)). lia.
Qed.

(** ** Digits: which letter of a word holds a coordinate, and where in it *)

Fixpoint locate (pair : Z * Z) (w : list symbol) (p : Z) : nat * Z :=
  match w with
  | [] => (O, p)
  | u :: rest =>
      if p <? choose pair u then (O, p)
      else let (i, q) := locate pair rest (p - choose pair u) in (S i, q)
  end.

Lemma locate_at_offset (j : nat) (w : list symbol) (i : nat) (p : Z) :
  (i < length w)%nat -> 0 <= p < length_of j (letter w i) -> locate (lengths j) w (offset j w i + p) = (i, p).
Proof.
  revert w. induction i as [|i IH]; intros [|u w] Hi Hp; simpl in Hi; try lia; cbn [locate];
    fold (length_of j u); unfold letter in Hp; simpl in Hp.
  - rewrite offset_0, Z.add_0_l. destruct (Z.ltb_spec p (length_of j u)); [reflexivity|lia].
  - change (offset j (u :: w) (S i)) with (length_of j u + offset j w i).
    pose proof (offset_is_not_negative j w i).
    destruct (Z.ltb_spec (length_of j u + offset j w i + p) (length_of j u)); [lia|].
    replace (length_of j u + offset j w i + p - length_of j u) with (offset j w i + p) by lia.
    rewrite IH by (assumption || lia). reflexivity.
Qed.

Lemma in_some_letter (j : nat) (w : list symbol) (p : Z) :
  0 <= p < length_of_word j w ->
  exists i q, (i < length w)%nat /\ 0 <= q < length_of j (letter w i) /\ p = offset j w i + q.
Proof.
  revert p. induction w as [|u w IH]; intros p Hp; [unfold length_of_word in Hp; simpl in Hp; lia|].
  rewrite length_of_word_cons in Hp. destruct (Z.ltb_spec p (length_of j u)) as [L|L].
  - exists O, p. simpl length. rewrite offset_0. unfold letter. simpl nth. lia.
  - destruct (IH (p - length_of j u)) as (i & q & Hi & Hq & E); [lia|]. exists (S i), q.
    change (offset j (u :: w) (S i)) with (length_of j u + offset j w i). unfold letter. simpl.
    split; [lia|]. split; [exact Hq|lia].
Qed.

End Lengths.
