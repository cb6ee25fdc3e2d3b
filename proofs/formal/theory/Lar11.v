(** * W^2 and W^3 in closed form (Lar11, Theorem 1.1)

    - [lar11_W2]: the palaces of W^2 are (0,0), {n, 2n + 1}, and (2u + 2, 2v + 2) for the palaces (u, v) of W^1, which
      is Wythoff Nim;
    - [lar11_W3]: the palaces of W^3 are (0,0), {n, 2n + 1} and {n, 2n + 2}.

    The proofs count the palaces that the queen sees: a row, a column or a diagonal holds only a few of them, which are
    known. *)

From Coq Require Import ZArith List Lia Bool Arith ZifyNat Permutation.
From Wythoff Require Import Game Queen Heaps Beatty WythoffNim.
Import ListNotations.

(** ** Counting *)

(** A set of numbers that is the list [points]: how many of them are below x. *)
Lemma count_points (f : nat -> bool) (points : list nat) (x : nat) :
  NoDup points -> (forall i, f i = true <-> In i points) -> count f (seq 0 x) = count (fun i => i <? x) points.
Proof.
  intros D Spec. unfold count. apply Permutation_length. apply NoDup_Permutation.
  - apply NoDup_filter. apply seq_NoDup.
  - apply NoDup_filter. assumption.
  - intros i. rewrite !filter_In, in_seq, Nat.ltb_lt, Spec. intuition lia.
Qed.

(** The palaces that the queen sees from (x, x + d), d >= 0, in her row, her column and her diagonal. *)
Definition in_row (R : cell -> bool) (x y : nat) : nat := count (fun i => R (i, y)) (seq 0 x).
Definition in_column (R : cell -> bool) (x y : nat) : nat := count (fun j => R (x, j)) (seq 0 y).
Definition in_diagonal (R : cell -> bool) (x d : nat) : nat := count (fun n => R (n, n + d)) (seq 0 x).

Lemma count_queen_moves (R : cell -> bool) (x d : nat) :
  count R (queen_moves (x, x + d)) = in_row R x (x + d) + in_column R x (x + d) + in_diagonal R x d.
Proof.
  simpl queen_moves. unfold to_the_left, upwards, along_the_diagonal. rewrite !count_app, !count_map, Nat.add_assoc.
  f_equal. rewrite Nat.min_l by lia. unfold in_diagonal.
  rewrite (count_ext nat _ (fun i => R (x - i, x - i + d))).
  - rewrite <- (count_map nat nat (fun n => R (n, n + d)) (fun i => x - i)). apply count_permutation.
    apply NoDup_Permutation.
    + apply NoDup_map_on; [apply seq_NoDup|]. intros i j Hi Hj. apply in_seq in Hi, Hj. lia.
    + apply seq_NoDup.
    + intros n. rewrite in_map_iff, in_seq. split.
      * intros (i & <- & Hi). apply in_seq in Hi. lia.
      * intros H. exists (x - n). rewrite in_seq. lia.
  - intros i Hi. apply in_seq in Hi. do 2 f_equal. lia.
Qed.

(** A symmetric set of cells is that of the palaces of W^k if it satisfies the recursion for y = x + d. *)
Lemma palaces_from_upper_half (k : nat) (R : cell -> bool) :
  (forall x y, R (x, y) = R (y, x)) ->
  (forall x d, R (x, x + d) = (in_row R x (x + d) + in_column R x (x + d) + in_diagonal R x d <? k)) ->
  forall x y, palace k x y = R (x, y).
Proof.
  intros Sym Upper x y. apply (P_positions_are_unique queen k _ R (P_positions_exist queen k)). clear x y.
  assert (U : forall x y, x <= y -> R (x, y) = (count R (queen_moves (x, y)) <? k)).
  { intros x y L. replace y with (x + (y - x)) by lia. rewrite count_queen_moves. apply Upper. }
  intros [x y]. destruct (Nat.le_ge_cases x y) as [L|L]; [apply U; assumption|].
  rewrite Sym, U by assumption. f_equal. change (y, x) with (mirror (x, y)).
  rewrite (count_permutation _ _ _ _ (mirrored_moves (x, y))), count_map. apply count_ext. intros [i j] _. apply Sym.
Qed.

(** What is left is arithmetic of inequalities that are true or false; most combinations of them cannot be. *)
Ltac decide_all := repeat match goal with
  | |- context [?u <? ?v] => destruct (Nat.ltb_spec u v); try (exfalso; lia)
  end.

Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Ltac apply_NoDup := repeat (apply NoDup_cons; [cbn [In]; lia|]); apply NoDup_nil.

(** ** W^3 *)

Definition R3 (c : cell) : bool :=
  let (x, y) := c in
  (x =? 0) && (y =? 0) || (y =? 2 * x + 1) || (x =? 2 * y + 1) || (y =? 2 * x + 2) || (x =? 2 * y + 2).

Lemma R3_spec (x y : nat) : R3 (x, y) = true <->
  x = 0 /\ y = 0 \/ y = 2 * x + 1 \/ x = 2 * y + 1 \/ y = 2 * x + 2 \/ x = 2 * y + 2.
Proof. unfold R3. rewrite !orb_true_iff, !andb_true_iff, !Nat.eqb_eq. tauto. Qed.

Lemma R3_mirror (x y : nat) : R3 (x, y) = R3 (y, x).
Proof. apply eq_true_iff_eq. rewrite !R3_spec. tauto. Qed.

(** Each row and each column holds three. *)
Lemma R3_row (x y : nat) : in_row R3 x y = count (fun i => i <? x) [(y - 1) / 2; 2 * y + 1; 2 * y + 2].
Proof.
  apply count_points.
  - apply_NoDup.
  - intros i. rewrite R3_spec. cbn [In]. lia.
Qed.

Lemma R3_column (x y : nat) : in_column R3 x y = in_row R3 y x.
Proof. apply count_ext. intros j _. apply R3_mirror. Qed.

(** Each diagonal d holds two for d >= 2, and one for d = 0 and d = 1. *)
Lemma R3_diagonal (x d : nat) :
  in_diagonal R3 x d = count (fun i => i <? x) ((d - 1) :: if d <? 2 then [] else [d - 2]).
Proof.
  apply count_points.
  - destruct (Nat.ltb_spec d 2); apply_NoDup.
  - intros i. rewrite R3_spec. destruct (Nat.ltb_spec d 2); cbn [In]; lia.
Qed.

Lemma R3_solves (x d : nat) : R3 (x, x + d) = (in_row R3 x (x + d) + in_column R3 x (x + d) + in_diagonal R3 x d <? 3).
Proof.
  apply eq_true_iff_eq. rewrite R3_column, !R3_row, R3_diagonal, R3_spec, Nat.ltb_lt.
  assert (G : exists g, (x + d - 1) / 2 = g /\ (2 * g = x + d - 1 \/ 2 * g + 1 = x + d - 1))
    by (eexists; split; [reflexivity|lia]).
  assert (H : exists h, (x - 1) / 2 = h /\ (2 * h = x - 1 \/ 2 * h + 1 = x - 1))
    by (eexists; split; [reflexivity|lia]).
  destruct G as (g & -> & G), H as (h & -> & H).
  destruct (Nat.ltb_spec d 2); rewrite !count_cons; unfold count; cbn [filter]; decide_all; cbn [length]; lia.
Qed.

Theorem lar11_W3 (x y : nat) : palace 3 x y = true <->
  x = 0 /\ y = 0 \/ y = 2 * x + 1 \/ x = 2 * y + 1 \/ y = 2 * x + 2 \/ x = 2 * y + 2.
Proof. rewrite <- R3_spec, (palaces_from_upper_half 3 R3 R3_mirror R3_solves). reflexivity. Qed.

(** ** W^2 *)

Notation lower := (a 1 1).

Lemma lower_increases (i j : nat) : i <= j -> lower i <= lower j.
Proof. apply a_increases; lia. Qed.

Lemma index_le_lower (n : nat) : n <= lower n.
Proof. pose proof (x_le_a 1 1 (le_n _) (le_n _) n) as H. rewrite Nat.mul_1_l in H. exact H. Qed.

Lemma lower_is_injective (i j : nat) : lower i = lower j -> i = j.
Proof. intros E. apply (each_residue_occurs_once 1 1); [lia|lia|assumption|]. rewrite !Nat.mod_1_r. reflexivity. Qed.

Lemma lower_is_not_upper (i j : nat) : lower i = lower j + j -> j = 0.
Proof.
  intros E. destruct (Nat.eq_dec j 0) as [|N]; [assumption|]. exfalso.
  apply (residues_differ 1 1 (le_n _) (le_n _) i j); [lia| |apply Nat.mod_1_r]. unfold b. lia.
Qed.

Lemma wythoff_pairs (u v : nat) : palace 1 u v = true <->
  exists n, u = lower n /\ v = lower n + n \/ v = lower n /\ u = lower n + n.
Proof.
  rewrite wythoff_1907. split; intros (n & H); exists n; rewrite floor_n_phi_is_a in *; exact H.
Qed.

(** Wythoff Nim: each row holds one palace, ... *)
Lemma wythoff_partner (v : nat) : exists u, (forall i, palace 1 i v = true <-> i = u) /\
  u <= 2 * v /\ v <= 2 * u /\ (v <= u -> v = lower (u - v)).
Proof.
  destruct (each_residue_occurs 1 1 (le_n _) (le_n _) v 0) as [(n & E & _)|(n & N & E & _)].
  - exists (v + n). pose proof (index_le_lower n).
    split; [|repeat split; try lia; intros _; rewrite <- E; f_equal; lia].
    intros i. rewrite wythoff_pairs. split.
    + intros (k & [[Hi Hv]|[Hv Hi]]).
      * assert (k = 0) as -> by (apply (lower_is_not_upper n); lia). rewrite Nat.add_0_r in Hv.
        assert (n = 0) by (apply lower_is_injective; lia). lia.
      * assert (k = n) by (apply lower_is_injective; lia). lia.
    + intros ->. exists n. right. lia.
  - exists (lower n). unfold b in E. pose proof (index_le_lower n). split; [|repeat split; lia].
    intros i. rewrite wythoff_pairs. split.
    + intros (k & [[Hi Hv]|[Hv Hi]]).
      * assert (k = n); [|lia]. destruct (Nat.lt_trichotomy k n) as [L|[L|L]]; [|assumption|].
        -- pose proof (lower_increases k n). lia.
        -- pose proof (lower_increases n k). lia.
      * exfalso. assert (n = 0); [|lia]. apply (lower_is_not_upper k). lia.
    + intros ->. exists n. left. lia.
Qed.

(** ... and so does each diagonal. *)
Lemma wythoff_diagonal (u n : nat) : palace 1 u (u + n) = true <-> u = lower n.
Proof.
  rewrite wythoff_pairs. split.
  - intros (k & [[-> H]|[H E]]); [f_equal; lia|]. assert (k = 0) as -> by lia. assert (n = 0) as -> by lia. lia.
  - intros ->. exists n. left. lia.
Qed.

Definition R2 (c : cell) : bool :=
  let (x, y) := c in
  (x =? 0) && (y =? 0) || (y =? 2 * x + 1) || (x =? 2 * y + 1) ||
  (x =? 2 * ((x - 2) / 2) + 2) && (y =? 2 * ((y - 2) / 2) + 2) && palace 1 ((x - 2) / 2) ((y - 2) / 2).

Lemma R2_spec (x y : nat) : R2 (x, y) = true <->
  x = 0 /\ y = 0 \/ y = 2 * x + 1 \/ x = 2 * y + 1 \/
  exists u v, x = 2 * u + 2 /\ y = 2 * v + 2 /\ palace 1 u v = true.
Proof.
  unfold R2. rewrite !orb_true_iff, !andb_true_iff, !Nat.eqb_eq. split.
  - intros [[[H|H]|H]|[[Hx Hy] P]]; [auto|auto|auto|]. right. right. right. eexists _, _. eauto.
  - intros [H|[H|[H|(u & v & Hx & Hy & P)]]]; [auto|auto|auto|]. right.
    assert (Eu : (x - 2) / 2 = u) by lia. assert (Ev : (y - 2) / 2 = v) by lia. rewrite Eu, Ev. auto.
Qed.

Lemma R2_mirror (x y : nat) : R2 (x, y) = R2 (y, x).
Proof.
  apply eq_true_iff_eq. rewrite !R2_spec.
  split; (intros [H|[H|[H|(u & v & H & H' & P)]]]; [tauto|tauto|tauto|];
    do 3 right; exists v, u; rewrite palaces_mirror; auto).
Qed.

(** Each row and each column y holds two: 2 y + 1, and g. *)
Definition first_in_row (y g : nat) : Prop :=
  y = 0 /\ g = 0 \/ y = 2 * g + 1 \/
  exists v u, y = 2 * v + 2 /\ g = 2 * u + 2 /\ u <= 2 * v /\ v <= 2 * u /\ (v <= u -> v = lower (u - v)).

Lemma R2_row (y : nat) : exists g, first_in_row y g /\ (forall i, R2 (i, y) = true <-> i = g \/ i = 2 * y + 1) /\
  forall x, in_row R2 x y = count (fun i => i <? x) [g; 2 * y + 1].
Proof.
  assert (S : y = 0 \/ (exists g, y = 2 * g + 1) \/ exists v, y = 2 * v + 2).
  { destruct (Nat.Even_or_Odd y) as [[v V]|[v V]]; [|right; left; exists v; lia].
    destruct (Nat.eq_dec y 0); [auto|]. right. right. exists (v - 1). lia. }
  assert (G : exists g, first_in_row y g /\ g <> 2 * y + 1 /\ forall i, R2 (i, y) = true <-> i = g \/ i = 2 * y + 1).
  { destruct S as [->|[(g & ->)|(v & ->)]].
    - exists 0. split; [left; auto|]. split; [lia|]. intros i. rewrite R2_spec.
      split; [intros [H|[H|[H|(u & v & _ & H & _)]]]; lia | lia].
    - exists g. split; [right; left; reflexivity|]. split; [lia|]. intros i. rewrite R2_spec.
      split; [intros [H|[H|[H|(u & v & _ & H & _)]]]; lia | lia].
    - destruct (wythoff_partner v) as (u & P & U & V & L). exists (2 * u + 2).
      split; [do 2 right; exists v, u; auto|]. split; [lia|]. intros i. rewrite R2_spec. split.
      + intros [H|[H|[H|(u' & v' & -> & H & P')]]]; [lia|lia|lia|]. assert (v' = v) as -> by lia.
        apply P in P'. lia.
      + intros [->| ->]; [|lia]. do 3 right. exists u, v. rewrite P. auto. }
  destruct G as (g & F & N & Spec). exists g. split; [assumption|]. split; [assumption|].
  intros x. apply count_points; [apply_NoDup|].
  intros i. rewrite Spec. cbn [In]. intuition lia.
Qed.

Lemma R2_column (x y : nat) : in_column R2 x y = in_row R2 y x.
Proof. apply count_ext. intros j _. apply R2_mirror. Qed.

(** Each diagonal 2 e holds two, each diagonal 2 e + 1 one. *)
Definition points_in_diagonal (d : nat) : list nat :=
  (d - 1) :: if Nat.even d then [2 * lower (d / 2) + 2] else [].

Lemma R2_in_diagonal (n d : nat) : R2 (n, n + d) = true <-> In n (points_in_diagonal d).
Proof.
  rewrite R2_spec. unfold points_in_diagonal. assert (L0 : lower 0 = 0) by (apply a_0; lia).
  destruct (Nat.even d) eqn:Even.
  - apply Nat.even_spec in Even. destruct Even as [e ->]. assert (E : 2 * e / 2 = e) by lia. rewrite E. cbn [In]. split.
    + intros [H|[H|[H|(u & v & Hu & Hv & P)]]]; [lia|lia|lia|]. right. left.
      assert (v = u + e) as -> by lia. apply wythoff_diagonal in P. lia.
    + intros [H|[H|[]]].
      * destruct (Nat.eq_dec e 0) as [->|]; [left; lia|]. right. left. lia.
      * do 3 right. exists (lower e), (lower e + e). rewrite wythoff_diagonal. lia.
  - assert (O : Nat.odd d = true) by (rewrite <- Nat.negb_even, Even; reflexivity).
    apply Nat.odd_spec in O. destruct O as [e ->]. cbn [In]. split.
    + intros [H|[H|[H|(u & v & Hu & Hv & P)]]]; lia.
    + intros [H|[]]. right. left. lia.
Qed.

Lemma R2_diagonal (x d : nat) : in_diagonal R2 x d = count (fun i => i <? x) (points_in_diagonal d).
Proof.
  apply count_points; [|intros n; apply R2_in_diagonal]. unfold points_in_diagonal.
  assert (L0 : lower 0 = 0) by (apply a_0; lia). destruct (Nat.even d) eqn:Even; [|apply_NoDup].
  apply Nat.even_spec in Even. destruct Even as [e ->]. assert (E : 2 * e / 2 = e) by lia. rewrite E.
  destruct (Nat.eq_dec e 0) as [->|]; [rewrite L0|]; apply_NoDup.
Qed.

Lemma R2_solves (x d : nat) : R2 (x, x + d) = (in_row R2 x (x + d) + in_column R2 x (x + d) + in_diagonal R2 x d <? 2).
Proof.
  apply eq_true_iff_eq. rewrite R2_column, R2_diagonal, R2_in_diagonal, Nat.ltb_lt.
  destruct (R2_row (x + d)) as (g & G & Row & ->), (R2_row x) as (h & H & Column & ->).
  specialize (Row x). specialize (Column (x + d)). rewrite R2_mirror in Column.
  rewrite R2_in_diagonal in Row, Column. revert Row Column.
  assert (L0 : lower 0 = 0) by (apply a_0; lia). unfold points_in_diagonal. destruct (Nat.even d) eqn:Even.
  - apply Nat.even_spec in Even. destruct Even as [e ->]. assert (E : 2 * e / 2 = e) by lia. rewrite E. clear E.
    pose proof (index_le_lower e) as I. assert (Z : e = 0 -> lower e = 0) by (intros ->; exact L0).
    (* Beside the diagonal's two palaces there is one in the row or in the column, where it is needed. *)
    assert (M : forall u v, (v <= u -> v = lower (u - v)) -> v < lower e -> u < v + e).
    { intros u v L V. apply Nat.nle_gt. intros W. pose proof (lower_increases e (u - v) ltac:(lia)). lia. }
    remember (lower e) as le eqn:Ele. clear Ele.
    destruct H as [[-> ->]|[->|(v & u & -> & -> & U & V & L)]]; [| |specialize (M u v L)];
    destruct G as [[G ->]|[G|(v' & u' & G & -> & U' & V' & _)]];
    try (exfalso; lia); rewrite !count_cons; unfold count; cbn [filter length In]; decide_all; intros Row Column; lia.
  - assert (O : Nat.odd d = true) by (rewrite <- Nat.negb_even, Even; reflexivity).
    apply Nat.odd_spec in O. destruct O as [e ->].
    destruct H as [[-> ->]|[->|(v & u & -> & -> & U & V & L)]];
    destruct G as [[G ->]|[G|(v' & u' & G & -> & U' & V' & L')]];
    try (exfalso; lia); rewrite !count_cons; unfold count; cbn [filter length In]; decide_all; intros Row Column; lia.
Qed.

Theorem lar11_W2 (x y : nat) : palace 2 x y = true <->
  x = 0 /\ y = 0 \/ y = 2 * x + 1 \/ x = 2 * y + 1 \/
  exists u v, x = 2 * u + 2 /\ y = 2 * v + 2 /\ palace 1 u v = true.
Proof. rewrite <- R2_spec, (palaces_from_upper_half 2 R2 R2_mirror R2_solves). reflexivity. Qed.
