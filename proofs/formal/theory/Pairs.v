(** * The pairs of (m,p)-Wythoff Nim (Lar09, Definition 13)

    a_n = mex {a_i, b_i : i < n},  b_n = a_n + m floor (n / p).

    - [lower_is_mex]: the function below does that;
    - [each_number_is_in_a_pair], [in_one_pair_only]: every number is a member of exactly one pair;
    - [lower_increases]: a_n increases strictly. *)

From Coq Require Import List Lia Bool Arith.
Import ListNotations.

(** ** The least number that is not in a list *)

Fixpoint from (tries x : nat) (l : list nat) : nat :=
  match tries with
  | O => x
  | S less => if in_dec Nat.eq_dec x l then from less (S x) l else x
  end.
Definition mex (l : list nat) : nat := from (length l) 0 l.

Lemma from_spec (tries x : nat) (l : list nat) : (forall y, y < x -> In y l) ->
  (forall y, y < from tries x l -> In y l) /\ (In (from tries x l) l -> from tries x l = x + tries).
Proof.
  revert x. induction tries as [|tries IH]; intros x Below; simpl; [split; [assumption|lia]|].
  destruct (in_dec Nat.eq_dec x l) as [I|N].
  - destruct (IH (S x)) as [B E].
    + intros y Hy. destruct (Nat.eq_dec y x) as [->|]; [assumption|]. apply Below. lia.
    + split; [assumption|]. intros H. rewrite E by assumption. lia.
  - split; [assumption|]. contradiction.
Qed.

Theorem mex_spec (l : list nat) : ~ In (mex l) l /\ forall y, y < mex l -> In y l.
Proof.
  destruct (from_spec (length l) 0 l) as [B E]; [lia|]. fold (mex l) in B, E. split; [|assumption].
  intros I. specialize (E I). simpl in E.
  assert (L : length (seq 0 (S (mex l))) <= length l); [|rewrite seq_length in L; lia].
  apply NoDup_incl_length; [apply seq_NoDup|]. intros y Hy. apply in_seq in Hy.
  destruct (Nat.eq_dec y (mex l)) as [->|]; [assumption|]. apply B. lia.
Qed.

(** ** The sequences *)

Section Pairs.
Variables m p : nat.

(** The members of the first n pairs. *)
Fixpoint members (n : nat) : list nat :=
  match n with
  | O => []
  | S i => let x := mex (members i) in x :: x + m * (i / p) :: members i
  end.

Definition lower (n : nat) : nat := mex (members n).
Definition upper (n : nat) : nat := lower n + m * (n / p).

Definition is_member (x n : nat) : Prop := x = lower n \/ x = upper n.

Lemma in_members (n x : nat) : In x (members n) <-> exists i, i < n /\ is_member x i.
Proof.
  unfold is_member. induction n as [|n IH]; [simpl; split; [tauto|intros (i & H & _); lia]|].
  simpl. fold (lower n). fold (upper n). rewrite IH. split.
  - intros [<-|[<-|(i & L & H)]]; [exists n; auto | exists n; auto | exists i; split; [lia|assumption]].
  - intros (i & L & H). destruct (Nat.eq_dec i n) as [->|]; [destruct H; auto|].
    right. right. exists i. split; [lia|assumption].
Qed.

Theorem lower_is_mex (n : nat) :
  ~ (exists i, i < n /\ is_member (lower n) i) /\ forall x, x < lower n -> exists i, i < n /\ is_member x i.
Proof.
  destruct (mex_spec (members n)) as [N B]. rewrite in_members in N. split; [exact N|].
  intros x H. apply in_members. apply B. exact H.
Qed.

Theorem lower_increases (i j : nat) : i < j -> lower i < lower j.
Proof.
  intros H. destruct (lower_is_mex i) as [_ Bi], (lower_is_mex j) as [Nj _].
  destruct (Nat.lt_trichotomy (lower i) (lower j)) as [L|[E|G]]; [assumption| |].
  - exfalso. apply Nj. exists i. split; [assumption|]. left. symmetry. exact E.
  - exfalso. apply Nj. destruct (Bi _ G) as (k & L & M). exists k. split; [lia|assumption].
Qed.

Lemma lower_order (i j : nat) : lower i < lower j <-> i < j.
Proof.
  split; [|apply lower_increases]. intros H. destruct (Nat.lt_trichotomy i j) as [L|[->|L]]; [assumption|lia|].
  pose proof (lower_increases j i L). lia.
Qed.

Lemma lower_injective (i j : nat) : lower i = lower j -> i = j.
Proof.
  intros E. destruct (Nat.lt_trichotomy i j) as [L|[L|L]]; [|assumption|]; apply lower_increases in L; lia.
Qed.

Lemma index_le_lower (n : nat) : n <= lower n.
Proof. induction n as [|n IH]; [lia|]. pose proof (lower_increases n (S n)). lia. Qed.

Theorem each_number_is_in_a_pair (x : nat) : exists n, is_member x n.
Proof.
  destruct (lower_is_mex (S x)) as [_ B]. destruct (B x) as (i & _ & M); [|exists i; assumption].
  pose proof (index_le_lower (S x)). lia.
Qed.

Hypothesis p_positive : 1 <= p.

Lemma differences_grow (i j : nat) : i <= j -> m * (i / p) <= m * (j / p).
Proof. intros H. apply Nat.mul_le_mono_l. apply Nat.div_le_mono; lia. Qed.

Theorem in_one_pair_only (x i j : nat) : is_member x i -> is_member x j -> i = j.
Proof.
  assert (H : forall i j, i < j -> is_member x i -> is_member x j -> False).
  { clear i j. intros i j L Mi Mj. pose proof (lower_increases i j L) as A.
    pose proof (differences_grow i j ltac:(lia)) as D. destruct (lower_is_mex j) as [N _].
    destruct Mj as [->|Uj]; [apply N; exists i; auto|]. destruct Mi as [Li|Ui]; unfold upper in *; lia. }
  intros Mi Mj. destruct (Nat.lt_trichotomy i j) as [L|[E|L]]; [exfalso; eauto | assumption | exfalso; eauto].
Qed.

(** (x, y) is a pair, in one order or in the other. *)
Definition pair (x y : nat) : Prop := exists n, x = lower n /\ y = upper n \/ x = upper n /\ y = lower n.

Lemma pair_symmetric (x y : nat) : pair x y -> pair y x.
Proof. intros (n & H). exists n. tauto. Qed.

Lemma each_has_a_partner (x : nat) : exists y, pair x y.
Proof.
  destruct (each_number_is_in_a_pair x) as (n & [H|H]); [exists (upper n)|exists (lower n)]; exists n; auto.
Qed.

Lemma one_partner_only (x y z : nat) : pair x y -> pair x z -> y = z.
Proof.
  intros (i & Hi) (j & Hj). assert (i = j) as ->.
  { apply (in_one_pair_only x); unfold is_member; tauto. }
  lia.
Qed.

(** In order: x <= y is a pair iff x = a_n and y = b_n for some n. *)
Lemma pair_in_order (x y : nat) : x <= y -> pair x y -> exists n, x = lower n /\ y = upper n.
Proof. intros L (n & [H|H]); exists n; [assumption|]. unfold upper in *. lia. Qed.

Lemma pair_is_decidable (x y : nat) : pair x y \/ ~ pair x y.
Proof.
  destruct (each_has_a_partner x) as [z Z]. destruct (Nat.eq_dec y z) as [->|N]; [left; assumption|].
  right. intros Y. apply N. exact (one_partner_only x y z Y Z).
Qed.

(** docs/THEOREMS.md, Lemma (upwards): the last pair with the difference m d, if a's partner is above b. *)
Lemma last_pair_of_difference (x y n : nat) : 1 <= m -> x = lower n -> x <= y -> y < upper n ->
  let d := (y - x) / m in lower (p * d + (p - 1)) < x.
Proof.
  intros Hm -> L U d. apply lower_increases. unfold upper in U.
  pose proof (Nat.div_mod (y - lower n) m ltac:(lia)) as D. fold d in D.
  pose proof (Nat.div_mod n p ltac:(lia)). assert (d < n / p) by nia. nia.
Qed.

Lemma index_of_difference (d r : nat) : r < p -> (p * d + r) / p = d /\ (p * d + r) mod p = r.
Proof.
  intros H. rewrite Nat.mul_comm, Nat.add_comm, Nat.div_add, Nat.mod_add by lia.
  rewrite Nat.div_small, Nat.mod_small by assumption. lia.
Qed.
End Pairs.

(** m = 2, p = 3 (Lar09, Example 15). *)
Example pairs_2_3 : map (fun n => (lower 2 3 n, upper 2 3 n)) (seq 0 10) =
  [(0, 0); (1, 1); (2, 2); (3, 5); (4, 6); (7, 9); (8, 12); (10, 14); (11, 15); (13, 19)].
Proof. vm_compute. reflexivity. Qed.
