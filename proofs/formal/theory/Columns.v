(** * Columns of W^k, one after the other (docs/MACHINES.md, section 1)

    What rows and diagonals hold before a column decides where its palaces are, by a walk down the column
    ([walk_is_right]). So the board can be written column by column ([before_is_right]). *)

From Coq Require Import NArith List Lia Bool Arith ZifyN ZifyNat ZifyBool.
From Wythoff Require Import Game Queen Automaton.
Import ListNotations.

(** ** The board *)

(** How many palaces (x, y) sees to its left and above it, and diagonal d, the cells (x, x + d), before column x. *)
Definition left (k x y : nat) : N := N.of_nat (seen_left k x y).
Definition above (k x y : nat) : N := N.of_nat (seen_up k x y).
Definition diagonal (k x d : nat) : N := N.of_nat (seen_diagonally k x (x + d)).

Definition one_if (b : bool) : N := if b then 1%N else 0%N.

Lemma palace_by_lines (k x y : nat) : x <= y ->
  palace k x y = (above k x y + left k x y + diagonal k x (y - x) <? N.of_nat k)%N.
Proof.
  intros H. rewrite palace_sees_fewer_than_k, palaces_seen_by_lines. unfold left, above, diagonal.
  replace (x + (y - x)) with y by lia. lia.
Qed.

Lemma left_S (k x y : nat) : left k (S x) y = (left k x y + one_if (palace k x y))%N.
Proof. unfold left. rewrite seen_left_S. unfold one_if_palace, one_if. destruct (palace k x y); lia. Qed.
Lemma above_S (k x y : nat) : above k x (S y) = (above k x y + one_if (palace k x y))%N.
Proof. unfold above. rewrite seen_up_S. unfold one_if_palace, one_if. destruct (palace k x y); lia. Qed.
Lemma diagonal_S (k x d : nat) : diagonal k (S x) d = (diagonal k x d + one_if (palace k x (x + d)))%N.
Proof.
  unfold diagonal. change (S x + d) with (S (x + d)). rewrite seen_diagonally_S. unfold one_if_palace, one_if.
  destruct (palace k x (x + d)); lia.
Qed.

(** Column x begins, at the main diagonal, with as many palaces as row x has to the left of it. *)
Lemma above_main_diagonal (k x : nat) : above k x x = left k x x.
Proof.
  unfold above, left, seen_up, seen_left, palaces_among, upwards, to_the_left. rewrite !count_map. f_equal.
  apply count_ext. intros i _. apply palaces_mirror.
Qed.

(** A walk down column x from row y on, with [seen] palaces above. The lists say what rows y, y + 1, ... hold and what
    their diagonals hold, 0 beyond the ends. The walk ends where k palaces are seen; it says where it met palaces, and
    what rows and diagonals hold then. *)
Fixpoint walk (k : N) (fuel : nat) (seen : N) (hs ds : list N) : option (list bool * (list N * list N)) :=
  match fuel with
  | O => None
  | S less =>
      if (seen =? k)%N then Some ([], (hs, ds))
      else
        let h := hd 0%N hs in
        let d := hd 0%N ds in
        if (seen + h + d <? k)%N then
          match walk k less (N.succ seen) (tl hs) (tl ds) with
          | Some (marks, (hs', ds')) => Some (true :: marks, (N.succ h :: hs', N.succ d :: ds'))
          | None => None
          end
        else
          match walk k less seen (tl hs) (tl ds) with
          | Some (marks, (hs', ds')) => Some (false :: marks, (h :: hs', d :: ds'))
          | None => None
          end
  end.

Lemma above_grows (k x y i : nat) : (above k x y <= above k x (y + i))%N.
Proof.
  induction i as [|i IH]; [rewrite Nat.add_0_r; lia|]. rewrite Nat.add_succ_r, above_S. lia.
Qed.

Lemma nth_tl (i : nat) (l : list N) : nth i (tl l) 0%N = nth (S i) l 0%N.
Proof. destruct l; [destruct i|]; reflexivity. Qed.
Lemma nth_0 (l : list N) : nth 0 l 0%N = hd 0%N l.
Proof. destruct l; reflexivity. Qed.

(** The board of columns before x, from row y on, is as two lists say. *)
Definition as_listed (k x y : nat) (hs ds : list N) : Prop :=
  (forall i, left k x (y + i) = nth i hs 0%N) /\ (forall i, diagonal k x (y - x + i) = nth i ds 0%N).

Lemma walk_is_right (k : nat) : forall fuel seen hs ds marks hs' ds',
  walk (N.of_nat k) fuel seen hs ds = Some (marks, (hs', ds')) ->
  forall x y, x <= y -> above k x y = seen -> as_listed k x y hs ds ->
  (forall i, palace k x (y + i) = nth i marks false) /\
  (forall i, left k (S x) (y + i) = nth i hs' 0%N) /\ (forall i, diagonal k (S x) (y - x + i) = nth i ds' 0%N).
Proof.
  induction fuel as [|fuel IH]; intros seen hs ds marks hs' ds'; [discriminate|]. cbn [walk].
  destruct (N.eqb_spec seen (N.of_nat k)) as [Full|_].
  - intros [= <- <- <-] x y Hx Seen [Left Diagonal].
    assert (None : forall i, palace k x (y + i) = false).
    { intros i. rewrite palace_by_lines by lia. pose proof (above_grows k x y i). apply N.ltb_ge. lia. }
    split; [|split]; intros i.
    + rewrite None. destruct i; reflexivity.
    + rewrite left_S, None, Left. simpl. lia.
    + rewrite diagonal_S, Diagonal. replace (x + (y - x + i)) with (y + i) by lia. rewrite None. simpl. lia.
  - cbv zeta. set (b := (seen + hd 0 hs + hd 0 ds <? N.of_nat k)%N). intros Walk x y Hx Seen [Left Diagonal].
    assert (B : palace k x y = b).
    { rewrite palace_by_lines, Seen by assumption. pose proof (Left 0) as L. pose proof (Diagonal 0) as D.
      rewrite Nat.add_0_r in L, D. rewrite L, D, !nth_0. reflexivity. }
    assert (Rest : exists marks' hs1 ds1,
      walk (N.of_nat k) fuel (seen + one_if b) (tl hs) (tl ds) = Some (marks', (hs1, ds1)) /\
      marks = b :: marks' /\ hs' = (hd 0 hs + one_if b)%N :: hs1 /\ ds' = (hd 0 ds + one_if b)%N :: ds1).
    { clearbody b. destruct b; unfold one_if; rewrite ?N.add_0_r, ?N.add_1_r;
        (destruct (walk _ fuel _ _ _) as [[marks' [hs1 ds1]]|]; [|discriminate]);
        injection Walk as <- <- <-; exists marks', hs1, ds1; repeat split; reflexivity. }
    destruct Rest as (marks' & hs1 & ds1 & Walk' & -> & -> & ->).
    destruct (IH _ _ _ _ _ _ Walk' x (S y)) as (P & L' & D').
    + lia.
    + rewrite above_S, Seen, B. reflexivity.
    + split; intros i; rewrite nth_tl; [rewrite <- Left; f_equal; lia | rewrite <- Diagonal; f_equal; lia].
    + split; [|split]; intros [|i]; rewrite ?Nat.add_0_r.
      * exact B.
      * rewrite Nat.add_succ_r. apply P.
      * rewrite left_S, B. specialize (Left 0). rewrite Nat.add_0_r, nth_0 in Left. rewrite Left. reflexivity.
      * rewrite Nat.add_succ_r. apply L'.
      * rewrite diagonal_S. replace (x + (y - x)) with y by lia. rewrite B. specialize (Diagonal 0).
        rewrite Nat.add_0_r, nth_0 in Diagonal. rewrite Diagonal. reflexivity.
      * cbn [nth]. rewrite <- D'. f_equal. lia.
Qed.

(** Nothing lies between the main diagonal and a frame before which all is finished: 2a + g palaces or more are seen. *)
Lemma nothing_before_frame (k x r : nat) (a g : N) :
  (N.of_nat k <= 2 * a + g)%N -> x < r ->
  (forall y, x <= y < r -> (a <= left k x y)%N) -> (forall d, d < r - x -> (g <= diagonal k x d)%N) ->
  above k x r = left k x x /\ forall y, x <= y < r -> palace k x y = false.
Proof.
  intros Enough Ahead Rows Diagonals.
  assert (Nothing : forall i, x + i <= r ->
    above k x (x + i) = left k x x /\ forall y, x <= y < x + i -> palace k x y = false).
  { pose proof (Rows x ltac:(lia)) as Least. induction i as [|i IH]; intros Hi.
    - rewrite Nat.add_0_r, above_main_diagonal. split; [reflexivity | intros; lia].
    - destruct (IH ltac:(lia)) as [Above None].
      assert (P : palace k x (x + i) = false).
      { rewrite palace_by_lines, Above by lia. apply N.ltb_ge. pose proof (Rows (x + i) ltac:(lia)).
        pose proof (Diagonals (x + i - x) ltac:(lia)). lia. }
      split.
      + rewrite Nat.add_succ_r, above_S, P, Above. simpl. lia.
      + intros y Hy. destruct (Nat.eq_dec y (x + i)) as [->|]; [assumption | apply None; lia]. }
  specialize (Nothing (r - x) ltac:(lia)). replace (x + (r - x)) with r in Nothing by lia. exact Nothing.
Qed.

(** The board before column x, from the main diagonal on, column by column. *)
Fixpoint before (k : N) (fuel x : nat) : option (list N * list N) :=
  match x with
  | O => Some ([], [])
  | S less =>
      match before k fuel less with
      | Some (hs, ds) =>
          match walk k fuel (hd 0%N hs) hs ds with Some (_, (hs', ds')) => Some (tl hs', ds') | None => None end
      | None => None
      end
  end.

Lemma before_is_right (k fuel : nat) : forall x hs ds,
  before (N.of_nat k) fuel x = Some (hs, ds) -> as_listed k x x hs ds.
Proof.
  induction x as [|x IH]; intros hs ds; cbn [before].
  - intros [= <- <-]. split; intros i; destruct i; reflexivity.
  - destruct (before (N.of_nat k) fuel x) as [[hs0 ds0]|]; [|discriminate].
    destruct (walk _ fuel _ hs0 ds0) as [[marks [hs' ds']]|] eqn:Walk; [|discriminate]. intros [= <- <-].
    pose proof (IH _ _ eq_refl) as Listed.
    destruct (walk_is_right k _ _ _ _ _ _ _ Walk x x) as (_ & Left & Diagonal); try assumption; try lia.
    { rewrite above_main_diagonal. destruct Listed as [Left _]. specialize (Left 0).
      rewrite Nat.add_0_r, nth_0 in Left. exact Left. }
    split; intros i.
    + rewrite nth_tl, <- Left. f_equal; lia.
    + rewrite <- Diagonal. f_equal; lia.
Qed.

(** More than any walk needs. *)
Definition fuel : nat := 20 * 1000.

(** The palaces of column x, from row x on. *)
Definition early_palaces (k x : nat) : list bool :=
  match before (N.of_nat k) fuel x with
  | Some (hs, ds) => match walk (N.of_nat k) fuel (hd 0%N hs) hs ds with Some (marks, _) => marks | None => [] end
  | None => []
  end.

Lemma before_earlier (n : N) (f x : nat) : forall x', x' <= x -> before n f x <> None -> before n f x' <> None.
Proof.
  induction x as [|x IH]; intros x' L H.
  - replace x' with 0 by lia. exact H.
  - destruct (Nat.eq_dec x' (S x)) as [->|]; [exact H|]. apply IH; [lia|]. intros E. apply H. simpl. rewrite E.
    reflexivity.
Qed.

Lemma early_palaces_of (k X x i : nat) : before (N.of_nat k) fuel X <> None -> x < X ->
  palace k x (x + i) = nth i (early_palaces k x) false.
Proof.
  intros Board Hx.
  assert (Before : before (N.of_nat k) fuel (S x) <> None) by (apply (before_earlier _ _ X); [lia | exact Board]).
  unfold early_palaces. cbn [before] in Before. destruct (before _ fuel x) as [[hs ds]|] eqn:E; [|congruence].
  destruct (walk _ fuel _ hs ds) as [[marks [hs' ds']]|] eqn:Walk; [|congruence].
  pose proof (before_is_right k _ _ _ _ E) as Listed.
  apply (walk_is_right k _ _ _ _ _ _ _ Walk x x (le_n x)); [|exact Listed].
  rewrite above_main_diagonal. destruct Listed as [Left _]. specialize (Left 0).
  rewrite Nat.add_0_r, nth_0 in Left. exact Left.
Qed.

(** Entry n of a list, for a large n too. *)
Definition marked (marks : list bool) (n : N) : bool :=
  if (n <? N.of_nat (length marks))%N then nth (N.to_nat n) marks false else false.
Lemma marked_spec (marks : list bool) (n : N) : marked marks n = nth (N.to_nat n) marks false.
Proof.
  unfold marked. destruct (N.ltb_spec n (N.of_nat (length marks))); [reflexivity|].
  rewrite nth_overflow by lia. reflexivity.
Qed.

(** ** Lists of numbers *)

Definition at_least (least : N) (l : list N) : bool := forallb (fun n => (least <=? n)%N) l.

(** The first n numbers of a list, 0 beyond its end. *)
Definition first (n : nat) (l : list N) : list N := map (fun i => nth i l 0%N) (seq 0 n).

Fixpoint numbers_eqb (l m : list N) : bool :=
  match l, m with
  | [], [] => true
  | a :: l', b :: m' => (a =? b)%N && numbers_eqb l' m'
  | _, _ => false
  end.

Lemma first_length (n : nat) (l : list N) : length (first n l) = n.
Proof. unfold first. rewrite map_length. apply seq_length. Qed.
Lemma nth_first (n i : nat) (l : list N) : i < n -> nth i (first n l) 0%N = nth i l 0%N.
Proof.
  intros H. unfold first. rewrite (nth_indep _ 0%N (nth 0 l 0%N)) by (rewrite map_length, seq_length; assumption).
  rewrite (map_nth (fun i => nth i l 0%N)), seq_nth by assumption. reflexivity.
Qed.
Lemma seq_from (start n : nat) : seq start n = map (fun i => start + i) (seq 0 n).
Proof.
  revert start. induction n as [|n IH]; intros start; [reflexivity|]. cbn [seq map]. rewrite Nat.add_0_r. f_equal.
  rewrite IH, <- seq_shift, map_map. apply map_ext. intros i. lia.
Qed.
Lemma nth_skipn (n i : nat) (l : list N) : nth i (skipn n l) 0%N = nth (n + i) l 0%N.
Proof.
  revert l. induction n as [|n IH]; intros l; [reflexivity|]. destruct l; [destruct i; reflexivity | apply IH].
Qed.
Lemma at_least_first (least : N) (n i : nat) (l : list N) :
  at_least least (first n l) = true -> i < n -> (least <= nth i l 0)%N.
Proof.
  unfold at_least. rewrite forallb_forall. intros H Hi. apply N.leb_le. apply H. rewrite <- (nth_first n) by assumption.
  apply nth_In. rewrite first_length. assumption.
Qed.

Lemma numbers_eqb_eq (l : list N) : forall m, numbers_eqb l m = true -> l = m.
Proof.
  induction l as [|a l IH]; intros [|b m]; simpl; try discriminate; [reflexivity|].
  rewrite andb_true_iff, N.eqb_eq. intros [-> H]. f_equal. apply IH. assumption.
Qed.
