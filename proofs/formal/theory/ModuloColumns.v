(** * How many P-positions a column of a modulo game holds (docs/THEOREMS.md, Theorem 2)

    For 1 <= l <= p and m >= 1 each column of mWN^(l,p), the game of Modulo.v, holds at least p / l and at most
    p - l + 1 P-positions: [columns_of_modulo_games]; and so does each row: [rows_of_modulo_games]. *)

From Coq Require Import List Lia Bool Arith.
From Wythoff Require Import Game Queen Heaps Modulo.
Import ListNotations.

Section Columns.
Variables m l p : nat.
Hypothesis m_positive : 1 <= m.
Hypothesis l_positive : 1 <= l.
Hypothesis l_le_p : l <= p.

Definition P (x y : nat) : bool := @P_position (two_heaps (modulo m l p)) 1 (x, y).

Lemma modulo_move (x y x' y' : nat) : In (x', y') (moves (modulo m l p) (x, y)) <->
  x' <= x /\ y' <= y /\ x' + y' < x + y /\
  ((y' = y /\ (x - x') mod p < l \/ x' = x /\ (y - y') mod p < l) \/ (x - x' < y - y' + m /\ y - y' < x - x' + m)).
Proof.
  rewrite moves_spec. unfold modulo, rook_modulo, bishop.
  rewrite !orb_true_iff, !andb_true_iff, !Nat.eqb_eq, !Nat.ltb_lt. intuition lia.
Qed.

Lemma P_spec (x y : nat) : P x y = true <-> forall q, In q (moves (modulo m l p) (x, y)) -> P (fst q) (snd q) = false.
Proof.
  unfold P. rewrite P_position_1. split; intros H [x' y'] Move; exact (H (x', y') Move).
Qed.

Lemma N_spec (x y : nat) : P x y = false ->
  exists x' y', In (x', y') (moves (modulo m l p) (x, y)) /\ P x' y' = true.
Proof.
  intros N. destruct (existsb (fun q => P (fst q) (snd q)) (moves (modulo m l p) (x, y))) eqn:E.
  - apply existsb_exists in E. destruct E as ([x' y'] & Move & H). exists x', y'. auto.
  - exfalso. assert (T : P x y = true); [|congruence]. apply P_spec. intros q Move.
    destruct (P (fst q) (snd q)) eqn:Pq; [|reflexivity].
    rewrite (proj2 (existsb_exists _ _)) in E; [discriminate|]. exists q. auto.
Qed.

(** ** At most p - l + 1 *)

(** The rook does not go from one P-position of a column to another one. *)
Lemma two_in_a_column (x y' y : nat) : y' < y -> P x y' = true -> P x y = true -> l <= (y - y') mod p.
Proof.
  intros L P' Py. apply Nat.nlt_ge. intros R. rewrite P_spec in Py. specialize (Py (x, y')). cbn [fst snd] in Py.
  rewrite P' in Py. discriminate Py. apply modulo_move. split; [lia|]. split; [lia|]. split; [lia|]. auto.
Qed.

Lemma same_residue (u v r : nat) : r < p -> (u + r) mod p = v mod p -> u + r <= v -> (v - u) mod p = r.
Proof.
  intros R E L. pose proof (Nat.div_mod (u + r) p ltac:(lia)) as Du. pose proof (Nat.div_mod v p ltac:(lia)) as Dv.
  rewrite E in Du. assert ((u + r) / p <= v / p) by (apply Nat.div_le_mono; lia).
  assert (D : v - u = r + (v / p - (u + r) / p) * p) by (rewrite Nat.mul_sub_distr_r; lia).
  rewrite D, Nat.mod_add, Nat.mod_small by lia. reflexivity.
Qed.

Lemma same_residue_far (u v : nat) : u mod p = v mod p -> u < v -> p <= v - u.
Proof.
  intros E L. apply Nat.nlt_ge. intros H.
  pose proof (same_residue u v 0 ltac:(lia) ltac:(rewrite Nat.add_0_r; exact E) ltac:(lia)) as R.
  rewrite Nat.mod_small in R by lia. lia.
Qed.

(** The highest number of a list. *)
Lemma highest (ys : list nat) : ys <> [] -> exists y, In y ys /\ forall y', In y' ys -> y' <= y.
Proof.
  induction ys as [|y ys IH]; [contradiction|]. intros _. destruct ys as [|z zs].
  - exists y. split; [left; reflexivity|]. intros y' [->|[]]. lia.
  - destruct IH as (h & H & U); [discriminate|]. destruct (Nat.le_ge_cases y h) as [L|L].
    + exists h. split; [right; assumption|]. intros y' [->|I]; [assumption|apply U; assumption].
    + exists y. split; [left; reflexivity|]. intros y' [->|I]; [lia|]. specialize (U y' I). lia.
Qed.

Lemma few_in_a_column (x : nat) (ys : list nat) :
  NoDup ys -> (forall y, In y ys -> P x y = true) -> length ys + l <= p + 1.
Proof.
  intros D Ps. destruct (list_eq_dec Nat.eq_dec ys []) as [->|Some]; [simpl; lia|].
  destruct (highest ys Some) as (h & Hh & U).
  (* The residues of all of them, and those of h - 1, ..., h - (l - 1), written without minus, are different. *)
  set (others := map (fun s => (h + p - s) mod p) (seq 1 (l - 1))).
  assert (Distinct : NoDup (map (fun y => y mod p) ys ++ others)).
  { apply NoDup_app.
    - apply NoDup_map_on; [assumption|].
      assert (H : forall a b, a < b -> In a ys -> In b ys -> a mod p = b mod p -> False).
      { intros a b L Ia Ib E. pose proof (two_in_a_column x a b L (Ps a Ia) (Ps b Ib)) as T.
        rewrite (same_residue a b 0 ltac:(lia) ltac:(rewrite Nat.add_0_r; exact E) ltac:(lia)) in T. lia. }
      intros a b Ia Ib E. destruct (Nat.lt_trichotomy a b) as [L|[L|L]]; [exfalso; eauto|assumption|exfalso; eauto].
    - apply NoDup_map_on; [apply seq_NoDup|].
      assert (H : forall s t, s < t -> In s (seq 1 (l - 1)) -> In t (seq 1 (l - 1)) ->
        (h + p - s) mod p = (h + p - t) mod p -> False).
      { intros s t L Is It E. apply in_seq in Is, It.
        pose proof (same_residue_far (h + p - t) (h + p - s) (eq_sym E) ltac:(lia)). lia. }
      intros s t Is It E. destruct (Nat.lt_trichotomy s t) as [L|[L|L]]; [exfalso; eauto|assumption|exfalso; eauto].
    - intros r Hr Ho. apply in_map_iff in Hr. destruct Hr as (y & <- & Hy). unfold others in Ho.
      apply in_map_iff in Ho. destruct Ho as (s & E & Hs). apply in_seq in Hs.
      (* y + s is h modulo p *)
      assert (E' : (y + s) mod p = h mod p).
      { rewrite <- Nat.add_mod_idemp_l, <- E, Nat.add_mod_idemp_l by lia.
        replace (h + p - s + s) with (h + 1 * p) by lia. apply Nat.mod_add. lia. }
      pose proof (U y Hy) as Le. destruct (Nat.eq_dec y h) as [->|N].
      + pose proof (same_residue_far h (h + s) (eq_sym E') ltac:(lia)). lia.
      + pose proof (two_in_a_column x y h ltac:(lia) (Ps y Hy) (Ps h Hh)) as T.
        destruct (Nat.le_gt_cases (y + s) h) as [L|L].
        * rewrite (same_residue y h s) in T by lia. lia.
        * (* s is more than h - y, and equal to it modulo p *)
          pose proof (same_residue_far h (y + s) (eq_sym E') ltac:(lia)). lia. }
  assert (Len : length (map (fun y => y mod p) ys ++ others) <= length (seq 0 p)).
  { apply NoDup_incl_length; [exact Distinct|]. intros r Hr. apply in_seq. apply in_app_or in Hr.
    unfold others in Hr. destruct Hr as [Hr|Hr]; apply in_map_iff in Hr; destruct Hr as (y & <- & _);
    pose proof (Nat.mod_upper_bound); split; try lia; apply Nat.mod_upper_bound; lia. }
  unfold others in Len. rewrite app_length, !map_length, !seq_length in Len. lia.
Qed.

(** ** Every column ends *)

(** Above [bound] no earlier column holds a P-position. Then high in column x only this column matters. *)
Lemma high_in_a_column (x bound y : nat) :
  (forall x' y', x' < x -> bound <= y' -> P x' y' = false) -> bound + x + m <= y -> P x y = false ->
  exists y', y' < y /\ P x y' = true /\ ((y - y') mod p < l \/ y - y' < m).
Proof.
  intros Before High N. destruct (N_spec x y N) as (x' & y' & Move & H). apply modulo_move in Move.
  destruct (Nat.eq_dec x' x) as [->|]; [exists y'; split; [lia|]; split; [assumption|lia]|].
  exfalso. rewrite Before in H; [discriminate|lia|]. lia.
Qed.

Lemma quiet_forever (x bound z : nat) :
  (forall x' y', x' < x -> bound <= y' -> P x' y' = false) -> bound + x + m <= z ->
  (forall y, z <= y -> y < z + (m + p) -> P x y = false) -> forall y, z <= y -> P x y = false.
Proof.
  intros Before High Quiet y. induction y as [y IH] using (well_founded_induction lt_wf). intros Hz.
  destruct (Nat.lt_ge_cases y (z + (m + p))) as [L|G]; [apply Quiet; assumption|].
  destruct (high_in_a_column x bound (y - p) Before) as (y' & L & H & R); [lia|apply IH; lia|].
  assert (y' < z). { apply Nat.nle_gt. intros A. rewrite IH in H; [discriminate|lia|assumption]. }
  destruct R as [R|R]; [|lia]. destruct (P x y) eqn:Py; [|reflexivity].
  pose proof (two_in_a_column x y' y ltac:(lia) H Py) as T.
  replace (y - y') with (y - p - y' + 1 * p) in T by lia. rewrite Nat.mod_add in T by lia. lia.
Qed.

Lemma column_ends (x bound : nat) :
  (forall x' y', x' < x -> bound <= y' -> P x' y' = false) -> exists top, forall y, top <= y -> P x y = false.
Proof.
  intros Before.
  (* Either it ends, or there are j P-positions, for each j. *)
  assert (H : forall j, (exists top, forall y, top <= y -> P x y = false) \/
    exists z ys, bound + x + m <= z /\ NoDup ys /\ length ys = j /\ forall y, In y ys -> P x y = true /\ y < z).
  { induction j as [|j [E|(z & ys & Hz & D & Len & Ps)]].
    - right. exists (bound + x + m), []. split; [lia|]. split; [constructor|]. split; [reflexivity|]. intros y [].
    - left. exact E.
    - destruct (existsb (P x) (seq z (m + p))) eqn:E.
      + right. apply existsb_exists in E. destruct E as (y & Hy & Py). apply in_seq in Hy.
        exists (z + (m + p)), (y :: ys). split; [lia|]. split; [|split; [simpl; lia|]].
        * constructor; [|assumption]. intros I. specialize (Ps y I). lia.
        * intros y' [<-|I]; [split; [assumption|lia]|]. specialize (Ps y' I). split; [tauto|lia].
      + left. exists z. apply (quiet_forever x bound z Before Hz). intros y L U.
        destruct (P x y) eqn:Py; [|reflexivity]. rewrite (proj2 (existsb_exists _ _)) in E; [discriminate|].
        exists y. split; [apply in_seq; lia|assumption]. }
  destruct (H (p + 2)) as [E|(z & ys & _ & D & Len & Ps)]; [exact E|].
  pose proof (few_in_a_column x ys D ltac:(intros y I; apply Ps; assumption)). lia.
Qed.

Lemma columns_end (x : nat) : exists bound, forall x' y, x' < x -> bound <= y -> P x' y = false.
Proof.
  induction x as [|x (bound & Before)]; [exists 0; lia|].
  destruct (column_ends x bound Before) as (top & Top). exists (bound + top). intros x' y L U.
  destruct (Nat.eq_dec x' x) as [->|]; [apply Top; lia|apply Before; lia].
Qed.

(** ** At least p / l *)

Theorem columns_of_modulo_games (x : nat) : exists ys, NoDup ys /\ (forall y, In y ys <-> P x y = true) /\
  p <= l * length ys /\ length ys <= p - l + 1.
Proof.
  destruct (columns_end (S x)) as (bound & Before). set (ys := filter (P x) (seq 0 bound)).
  assert (Ys : forall y, In y ys <-> P x y = true).
  { intros y. unfold ys. rewrite filter_In, in_seq. split; [tauto|]. intros Py. split; [|assumption].
    split; [lia|]. apply Nat.nle_gt. intros L. rewrite Before in Py; [discriminate|lia|assumption]. }
  assert (D : NoDup ys) by (apply NoDup_filter, seq_NoDup).
  exists ys. split; [exact D|]. split; [exact Ys|]. split.
  - (* High in the column each residue is that of a P-position, or at most l - 1 more. *)
    assert (Len : length (seq 0 p) <= length (flat_map (fun y => map (fun s => (y + s) mod p) (seq 0 l)) ys)).
    { apply NoDup_incl_length; [apply seq_NoDup|]. intros r Hr. apply in_seq in Hr.
      set (y := (bound + x + m) * p + r). assert (bound + x + m <= y) by (unfold y; nia).
      destruct (high_in_a_column x bound y) as (y' & L & H' & R).
      - intros u v Hu Hv. apply Before; lia.
      - assumption.
      - apply Before; lia.
      - apply in_flat_map. exists y'. split; [apply Ys; assumption|]. apply in_map_iff.
        assert (y' < bound) by (apply Nat.nle_gt; intros A; rewrite Before in H'; [discriminate|lia|assumption]).
        destruct R as [R|R]; [|lia]. exists ((y - y') mod p). split; [|apply in_seq; lia].
        rewrite Nat.add_mod_idemp_r by lia.
        replace (y' + (y - y')) with (r + (bound + x + m) * p) by (unfold y in *; lia).
        rewrite Nat.mod_add, Nat.mod_small by lia. reflexivity. }
    rewrite seq_length in Len.
    assert (Sum : forall l', length (flat_map (fun y => map (fun s => (y + s) mod p) (seq 0 l)) l') = l * length l').
    { induction l' as [|y l' IH]; [simpl; lia|]. simpl. rewrite app_length, map_length, seq_length, IH. lia. }
    rewrite Sum in Len. exact Len.
  - pose proof (few_in_a_column x ys D (fun y I => proj1 (Ys y) I)). lia.
Qed.

Theorem rows_of_modulo_games (y : nat) : exists xs, NoDup xs /\ (forall x, In x xs <-> P x y = true) /\
  p <= l * length xs /\ length xs <= p - l + 1.
Proof.
  destruct (columns_of_modulo_games y) as (xs & D & Xs & Bounds). exists xs. split; [assumption|]. split; [|assumption].
  intros x. rewrite Xs. unfold P. rewrite heaps_may_be_exchanged; [reflexivity|]. intros i j.
  unfold modulo, rook_modulo, bishop. f_equal; [|apply andb_comm]. rewrite orb_comm. reflexivity.
Qed.
End Columns.
