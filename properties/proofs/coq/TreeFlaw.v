(* The certificate checker of trees: the second find_flaw of properties/certificate.h, step by step
   over lists.

   Flaw.v has the check of one division. A tree has a list of certificates: of the tree itself, then
   of the nodes with children, in their order; it ends where there is no allocation. What a
   certificate gives a node is the total of that node's children. The names are those of the C++. *)
From Coq Require Import List Bool Arith QArith Qreduction Sorted Lqa Lia.
From Fairshare Require Import Fairness Uniqueness Sweep Existence Certificate Intervals Violation.
From Fairshare Require Import Flaw.
Import ListNotations.
Open Scope Q_scope.

(* Who divides: a node, or (None) the tree itself. *)
Definition divider := option nat.

Record node := Node { claims : claimant; parent : divider }.
Record tree := Tree { total : Q; nodes : list node }.

Definition same_divider (a b : divider) : bool :=
  match a, b with
  | None, None => true
  | Some i, Some j => Nat.eqb i j
  | _, _ => false
  end.

(* Of the nodes from i on, those whose parent is d, with their indices. *)
Fixpoint children_from (d : divider) (i : nat) (ns : list node) : list (nat * claimant) :=
  match ns with
  | [] => []
  | n :: rest =>
      if same_divider (parent n) d then (i, claims n) :: children_from d (S i) rest
      else children_from d (S i) rest
  end.

Definition children (t : tree) (d : divider) : list (nat * claimant) :=
  children_from d 0 (nodes t).
Definition indices (t : tree) (d : divider) : list nat := map fst (children t d).
Definition claimants (t : tree) (d : divider) : list claimant := map snd (children t d).

Definition has_children (t : tree) (i : nat) : bool :=
  match children t (Some i) with [] => false | _ => true end.

Definition dividers (t : tree) : list divider :=
  None :: map Some (filter (has_children t) (seq 0 (length (nodes t)))).

Definition is_divided (s : statement) : bool :=
  match says s with Says_divided _ _ => true | _ => false end.

(* Whether there are certificates as the dividers need them, each with its branches. *)
Fixpoint fit_from (t : tree) (ds : list divider) (ss : list statement) : bool :=
  match ds, ss with
  | [], [] => true
  | d :: ds', s :: ss' =>
      Nat.eqb (length (branches s)) (length (children t d))
      && (if is_divided s then fit_from t ds' ss' else match ss' with [] => true | _ => false end)
  | _, _ => false
  end.

Definition fit (t : tree) (ss : list statement) : bool := fit_from t (dividers t) ss.

Inductive fault :=
  | In_division (f : flaw)
  | Wrong_share (claimant : nat) (certified : Q)  (* reported, and not what the certificate gives *)
  | Shares_of_nothing.                            (* reported, of no allocation *)

(* Where, and what is divided there. *)
Record tree_flaw := Tree_flaw { flaw_at : divider; flaw_total : Q; flaw_is : fault }.

(* The share of node i among those that were given: of nodes, by their indices. *)
Fixpoint given (certified : list (nat * Q)) (i : nat) : Q :=
  match certified with
  | [] => 0
  | (j, x) :: rest => if Nat.eqb i j then x else given rest i
  end.

(* What d divides, where x is each node's share. *)
Definition total_of (t : tree) (x : nat -> Q) (d : divider) : Q :=
  match d with Some i => x i | None => total t end.

(* What is reported of node i: one share a node, as the C++ asserts and the oracle sees to. *)
Definition share_in (ys : list Q) (i : nat) : Q := nth i ys 0.

Fixpoint find_wrong_share (ys : list Q) (k : nat) (certified : list (nat * Q)) : option fault :=
  match certified with
  | [] => None
  | (i, x) :: rest =>
      if Qeq_bool (share_in ys i) x then find_wrong_share ys (S k) rest
      else Some (Wrong_share k x)
  end.

(* What the certificate gives the children of d; None where it is of no allocation. *)
Definition certified_by (t : tree) (d : divider) (s : statement) : option (list (nat * Q)) :=
  match says s with
  | Says_divided R _ => Some (combine (indices t d) (shares_of (claimants t d) R (branches s)))
  | _ => None
  end.

(* One division, of T. *)
Definition find_fault (t : tree) (reported : option (list Q)) (T : Q) (d : divider) (s : statement)
  : option fault :=
  match find_flaw T (claimants t d) s with
  | Some f => Some (In_division f)
  | None =>
      match reported, certified_by t d s with
      | None, _ => None
      | Some _, None => Some Shares_of_nothing
      | Some ys, Some xs => find_wrong_share ys 0 xs
      end
  end.

Fixpoint find_flaw_from (t : tree) (reported : option (list Q)) (certified : list (nat * Q))
    (ds : list divider) (ss : list statement) : option tree_flaw :=
  match ds, ss with
  | d :: ds', s :: ss' =>
      let T := total_of t (given certified) d in
      match find_fault t reported T d s with
      | Some f => Some (Tree_flaw d T f)
      | None =>
          match certified_by t d s with
          | Some more => find_flaw_from t reported (certified ++ more) ds' ss'
          | None => None
          end
      end
  | _, _ => None
  end.

Definition find_tree_flaw (t : tree) (reported : option (list Q)) (ss : list statement)
  : option tree_flaw :=
  find_flaw_from t reported [] (dividers t) ss.

(* What the certificates of a tree say. *)

(* The inputs that are trees: every parent stands before its children, no claimant has a defect. *)
Definition parents_first (t : tree) : Prop :=
  forall i n p, nth_error (nodes t) i = Some n -> parent n = Some p -> (p < i)%nat.
Definition defect_free_tree (t : tree) : Prop :=
  parents_first t /\ Forall (fun n => defect_free (claims n)) (nodes t).

Definition divides (t : tree) (d : divider) : Prop := d = None \/ children t d <> [].

(* x is each node's share: the children of each divider have the fair ones of what it divides. *)
Definition fair_tree (t : tree) (x : nat -> Q) : Prop :=
  forall d, divides t d -> fair (total_of t x d) (claimants t d) (map x (indices t d)).

Definition are_fair (t : tree) (reported : option (list Q)) : Prop :=
  match reported with Some ys => fair_tree t (share_in ys) | None => True end.

(* The certificate of what d divides certifies what it says, and x has what it gives. *)
Definition holds_at (t : tree) (x : nat -> Q) (d : divider) (s : statement) : Prop :=
  certifies (total_of t x d) (claimants t d) s
  /\ match says s with
     | Says_divided R _ => Forall2 Qeq (map x (indices t d)) (shares_at (claimants t d) R)
     | _ => True
     end.

(* One for each divider, in their order, up to one that is of no allocation. *)
Fixpoint certify_from (t : tree) (x : nat -> Q) (ds : list divider) (ss : list statement) : Prop :=
  match ds, ss with
  | [], [] => True
  | d :: ds', s :: ss' =>
      holds_at t x d s /\ (if is_divided s then certify_from t x ds' ss' else ss' = [])
  | _, _ => False
  end.

Definition certify (t : tree) (ss : list statement) : Prop :=
  exists x, certify_from t x (dividers t) ss.

(* What is wrong with one of them, and with what is reported beside it. *)

Definition are_reported (t : tree) (reported : option (list Q)) (x : nat -> Q) (d : divider)
  : Prop :=
  match reported with
  | Some ys => Forall (fun i => share_in ys i == x i) (indices t d)
  | None => True
  end.

(* The k-th has y of xs and is reported to have another share, and all before it have theirs. *)
Definition first_other (ys : list Q) (ids : list nat) (xs : list Q) (k : nat) (y : Q) : Prop :=
  Forall2 (fun i x => share_in ys i == x) (firstn k ids) (firstn k xs)
  /\ match nth_error ids k, nth_error xs k with
     | Some i, Some x => y == x /\ ~ share_in ys i == x
     | _, _ => False
     end.

Definition is_a_fault (t : tree) (reported : option (list Q)) (T : Q) (d : divider) (s : statement)
    (g : fault) : Prop :=
  match g with
  | In_division f => is_a_flaw T (claimants t d) s f
  | Wrong_share k y =>
      certifies T (claimants t d) s
      /\ exists ys R all, reported = Some ys /\ says s = Says_divided R all
           /\ first_other ys (indices t d) (shares_at (claimants t d) R) k y
  | Shares_of_nothing =>
      certifies T (claimants t d) s /\ is_divided s = false /\ reported <> None
  end.

(* All that stand before it hold, divide and give what is reported; and they give the total that is
   divided where the fault is. *)
Definition is_a_tree_flaw (t : tree) (reported : option (list Q)) (ss : list statement)
    (f : tree_flaw) : Prop :=
  exists x earlier later before s after,
    dividers t = earlier ++ flaw_at f :: later
    /\ ss = before ++ s :: after
    /\ Forall2
         (fun d s => holds_at t x d s /\ is_divided s = true /\ are_reported t reported x d)
         earlier before
    /\ flaw_total f == total_of t x (flaw_at f)
    /\ is_a_fault t reported (flaw_total f) (flaw_at f) s (flaw_is f).

(* Lists. *)

Lemma map_fst_combine : forall (A B : Type) (xs : list A) (ys : list B), length xs = length ys ->
  map fst (combine xs ys) = xs.
Proof.
  intros A B xs. induction xs as [|x xs IH]; intros [|y ys] L; cbn in *; try discriminate; trivial.
  f_equal. apply IH. congruence.
Qed.

Lemma given_known : forall a b i, In i (map fst a) -> given (a ++ b) i = given a i.
Proof.
  induction a as [|(j, x) a IH]; cbn; intros b i H; [contradiction|].
  destruct (Nat.eqb i j) eqn:E; trivial. apply IH. destruct H as [H|H]; trivial.
  subst. rewrite Nat.eqb_refl in E. discriminate.
Qed.

Lemma given_new : forall a b i, ~ In i (map fst a) -> given (a ++ b) i = given b i.
Proof.
  induction a as [|(j, x) a IH]; cbn; intros b i H; trivial.
  destruct (Nat.eqb i j) eqn:E.
  - apply Nat.eqb_eq in E. subst. destruct H. left. reflexivity.
  - apply IH. tauto.
Qed.

Lemma given_combined : forall ids xs, NoDup ids -> length ids = length xs ->
  map (given (combine ids xs)) ids = xs.
Proof.
  induction ids as [|i ids IH]; intros [|x xs] N L; cbn in L; try discriminate; trivial.
  inversion N as [|? ? Hi N']; subst. cbn [map combine].
  replace (given ((i, x) :: combine ids xs) i) with x by (cbn; rewrite Nat.eqb_refl; trivial).
  f_equal. transitivity (map (given (combine ids xs)) ids); [|apply IH; trivial; congruence].
  apply map_ext_in. intros j Hj. cbn. destruct (Nat.eqb j i) eqn:E; trivial.
  apply Nat.eqb_eq in E. subst. contradiction.
Qed.

Lemma same_in_map : forall (x y : nat -> Q) ids, Forall2 Qeq (map x ids) (map y ids) ->
  forall i, In i ids -> x i == y i.
Proof.
  induction ids as [|j ids IH]; intros H i Hi; [contradiction|].
  cbn in H. inversion H; subst. destruct Hi as [<-|Hi]; auto.
Qed.

Lemma map_same : forall (x y : nat -> Q) ids, (forall i, In i ids -> x i == y i) ->
  Forall2 Qeq (map x ids) (map y ids).
Proof.
  induction ids as [|j ids IH]; intros H; cbn; constructor; [apply H; left; trivial|].
  apply IH. intros i Hi. apply H. right. trivial.
Qed.

Lemma find_wrong_share_finds : forall ys ids xs k, length ids = length xs ->
  match find_wrong_share ys k (combine ids xs) with
  | None => Forall2 (fun i x => share_in ys i == x) ids xs
  | Some g => exists j y, g = Wrong_share (k + j) y /\ first_other ys ids xs j y
  end.
Proof.
  intros ys ids. induction ids as [|i ids IH]; intros [|x xs] k L; cbn in L; try discriminate;
    cbn [combine find_wrong_share]; [constructor|].
  destruct (Qeq_bool (share_in ys i) x) eqn:E.
  - apply Qeq_bool_iff in E. assert (L' : length ids = length xs) by congruence.
    specialize (IH xs (S k) L'). destruct (find_wrong_share _ _ _) as [g|]; [|constructor; trivial].
    destruct IH as (j & y & -> & A & B). exists (S j), y. rewrite Nat.add_succ_r.
    split; trivial. split; trivial. constructor; trivial.
  - apply Qeq_bool_neq in E. exists 0%nat, x. rewrite Nat.add_0_r. split; trivial.
    split; [constructor|]. cbn. split; [reflexivity | trivial].
Qed.

Lemma finds_no_wrong_share : forall ys ids xs k,
  Forall2 (fun i x => share_in ys i == x) ids xs -> find_wrong_share ys k (combine ids xs) = None.
Proof.
  intros ys ids xs k H. revert k. induction H as [|i x ids xs E H IH]; intros k; trivial.
  cbn [combine find_wrong_share]. apply Qeq_bool_iff in E. rewrite E. apply IH.
Qed.

Lemma first_other_eq : forall ys xs zs, Forall2 Qeq xs zs -> forall ids k y,
  first_other ys ids xs k y -> first_other ys ids zs k y.
Proof.
  intros ys xs zs H. induction H as [|x z xs zs E H IH]; intros ids k y (A & B).
  - split; trivial.
  - destruct k as [|k]; destruct ids as [|i ids]; cbn in A, B; try contradiction.
    + split; [constructor|]. cbn. rewrite <- E. trivial.
    + inversion A; subst. destruct (IH ids k y) as (A' & B'); [split; trivial|].
      split; trivial. cbn. constructor; trivial. lra.
Qed.

Lemma reported_are : forall ys (x : nat -> Q) ids zs,
  Forall (fun i => share_in ys i == x i) ids -> Forall2 Qeq (map x ids) zs ->
  Forall2 (fun i z => share_in ys i == z) ids zs.
Proof.
  intros ys x ids. induction ids as [|i ids IH]; intros zs H G; cbn in G; inversion G; subst;
    constructor; inversion H; subst; auto. lra.
Qed.

Lemma are_as_reported : forall ys (x : nat -> Q) ids,
  Forall2 (fun i z => share_in ys i == z) ids (map x ids) ->
  Forall (fun i => share_in ys i == x i) ids.
Proof.
  intros ys x ids. induction ids as [|i ids IH]; intros H; cbn in H; inversion H; subst;
    constructor; auto.
Qed.

(* The tree. *)

Lemma same_divider_iff : forall a b, same_divider a b = true <-> a = b.
Proof. intros [i|] [j|]; cbn; rewrite ?Nat.eqb_eq; split; congruence. Qed.

Lemma in_children_from : forall d ns i j c,
  In (j, c) (children_from d i ns)
  <-> exists k n, j = (i + k)%nat /\ nth_error ns k = Some n /\ parent n = d /\ claims n = c.
Proof.
  intros d ns. induction ns as [|n ns IH]; intros i j c; cbn [children_from].
  - split; [intros [] | intros (k & n & _ & H & _); destruct k; discriminate].
  - assert (later : In (j, c) (children_from d (S i) ns)
            <-> exists k m, j = (i + S k)%nat /\ nth_error ns k = Some m /\ parent m = d
                  /\ claims m = c).
    { rewrite IH. split; intros (k & m & E & H); exists k, m; split; trivial; lia. }
    destruct (same_divider (parent n) d) eqn:P.
    + apply same_divider_iff in P. cbn [In]. rewrite later. split.
      * intros [E|(k & m & E & H)].
        -- injection E as <- <-. exists 0%nat, n. repeat split; trivial.
        -- exists (S k), m. split; trivial.
      * intros ([|k] & m & E & H & Q & C).
        -- left. cbn in H. injection H as <-. f_equal; [lia | trivial].
        -- right. exists k, m. auto.
    + rewrite later. split.
      * intros (k & m & E & H). exists (S k), m. split; trivial.
      * intros ([|k] & m & E & H & Q & C).
        -- cbn in H. injection H as <-. apply same_divider_iff in Q. congruence.
        -- exists k, m. auto.
Qed.

Lemma in_indices : forall t d i,
  In i (indices t d) <-> exists n, nth_error (nodes t) i = Some n /\ parent n = d.
Proof.
  intros t d i. unfold indices, children. rewrite in_map_iff. split.
  - intros ((j, c) & E & H). cbn in E. subst j. apply in_children_from in H.
    destruct H as (k & n & -> & H & P & _). exists n. split; [exact H | exact P].
  - intros (n & H & P). exists (i, claims n). split; trivial. apply in_children_from.
    exists i, n. repeat split; trivial.
Qed.

Lemma indices_from : forall d ns i, Forall (fun j => (i <= j)%nat) (map fst (children_from d i ns)).
Proof.
  intros d ns. induction ns as [|n ns IH]; intros i; cbn [children_from]; [constructor|].
  assert (later : Forall (fun j => (i <= j)%nat) (map fst (children_from d (S i) ns))).
  { eapply Forall_impl; [|apply IH]. cbn. intros. lia. }
  destruct (same_divider (parent n) d); trivial. constructor; trivial.
Qed.

Lemma indices_differ : forall t d, NoDup (indices t d).
Proof.
  intros t d. unfold indices, children. generalize 0%nat.
  induction (nodes t) as [|n ns IH]; intros i; cbn [children_from]; [constructor|].
  destruct (same_divider (parent n) d); [|apply IH]. cbn [map fst]. constructor; [|apply IH].
  intros H. pose proof (indices_from d ns (S i)) as L. rewrite Forall_forall in L.
  apply L in H. lia.
Qed.

Lemma claimants_length : forall t d, length (claimants t d) = length (indices t d).
Proof. intros. unfold claimants, indices. rewrite !map_length. trivial. Qed.

Definition comes_before (a b : divider) : Prop :=
  match a, b with
  | Some i, Some j => (i < j)%nat
  | None, Some _ => True
  | _, None => False
  end.

Lemma comes_before_irrefl : forall d, ~ comes_before d d.
Proof. intros [i|] H; cbn in H; [lia | trivial]. Qed.

Lemma comes_before_asym : forall a b, comes_before a b -> ~ comes_before b a.
Proof. intros [i|] [j|] H G; cbn in *; try contradiction; lia. Qed.

Lemma dividers_in_order : forall t, StronglySorted comes_before (dividers t).
Proof.
  intros t. unfold dividers. constructor.
  - generalize 0%nat. induction (length (nodes t)) as [|len IH]; intros start; cbn; [constructor|].
    destruct (has_children t start); [|apply IH]. cbn [map]. constructor; [apply IH|].
    apply Forall_forall. intros d H. apply in_map_iff in H. destruct H as (j & <- & H).
    apply filter_In in H. destruct H as (H & _). apply in_seq in H. cbn. lia.
  - apply Forall_forall. intros d H. apply in_map_iff in H. destruct H as (j & <- & _). exact I.
Qed.

Lemma sorted_around : forall done d ds, StronglySorted comes_before (done ++ d :: ds) ->
  Forall (fun e => comes_before e d) done /\ Forall (comes_before d) ds.
Proof.
  induction done as [|e done IH]; intros d ds H; cbn in H; inversion H as [|? ? S F]; subst.
  - split; [constructor | trivial].
  - destruct (IH d ds S). split; trivial. constructor; trivial.
    rewrite Forall_forall in F. apply F, in_or_app. right. left. reflexivity.
Qed.

Lemma in_dividers : forall t d, parents_first t -> (In d (dividers t) <-> divides t d).
Proof.
  intros t d Ht. unfold dividers, divides. cbn [In]. rewrite in_map_iff. split.
  - intros [<-|(i & <- & H)]; [left; reflexivity|]. right. apply filter_In in H.
    destruct H as (_ & H). unfold has_children in H. intros E. rewrite E in H. discriminate.
  - intros [->|H]; [left; reflexivity|]. destruct d as [i|]; [|left; reflexivity]. right.
    exists i. split; trivial. apply filter_In. unfold has_children.
    destruct (children t (Some i)) as [|(j, c) rest] eqn:E; [contradiction|].
    split; trivial. apply in_seq.
    assert (C : In (j, c) (children t (Some i))) by (rewrite E; left; reflexivity).
    apply in_children_from in C. destruct C as (k & n & _ & N & P & _).
    pose proof (Ht _ _ _ N P).
    assert (k < length (nodes t))%nat by (apply nth_error_Some; congruence). lia.
Qed.

(* Certificates. *)

Lemma certifies_eq : forall T U cs s, T == U -> certifies T cs s -> certifies U cs s.
Proof.
  intros T U cs s E (A & (u & B & C) & D). split; trivial. split; trivial. exists u.
  split; trivial. destruct (says s); cbn in *; lra.
Qed.

Lemma fair_eq : forall T U cs xs ys, T == U -> Forall2 Qeq xs ys -> fair T cs xs -> fair U cs ys.
Proof.
  intros T U cs xs ys E H (R & HR & Hx & Hs). exists R. repeat split; trivial.
  - eapply all_eq_trans; [apply all_eq_sym|]; eauto.
  - rewrite <- (sum_eq _ _ H). lra.
Qed.

Lemma branches_length : forall T cs s, certifies T cs s -> length (branches s) = length cs.
Proof. intros T cs s (H & _). apply forall2_length in H. auto. Qed.

Lemma shares_of_length : forall cs R bs, length bs = length cs ->
  length (shares_of cs R bs) = length cs.
Proof.
  intros cs R bs L. unfold shares_of. rewrite map_length, combine_length, L. apply Nat.min_id.
Qed.

Lemma shares_of_is : forall T cs s R all, Forall defect_free cs -> certifies T cs s ->
  says s = Says_divided R all -> Forall2 Qeq (shares_of cs R (branches s)) (shares_at cs R).
Proof.
  intros T cs s R all Hd (H & _) E. rewrite E in H. apply (given_shares cs R (branches s) Hd H).
Qed.

Section Tree.

Variable t : tree.
Hypothesis Ht : defect_free_tree t.

Lemma claimants_defect_free : forall d, Forall defect_free (claimants t d).
Proof.
  intros d. unfold claimants. apply Forall_forall. intros c H. apply in_map_iff in H.
  destruct H as ((j, c') & E & H). cbn in E. subst c'. apply in_children_from in H.
  destruct H as (k & n & _ & N & _ & <-). apply nth_error_In in N. pose proof (proj2 Ht) as F.
  rewrite Forall_forall in F. apply (F n N).
Qed.

(* The certificates of the dividers in `done` have given their children these shares. *)
Definition knows (done : list divider) (certified : list (nat * Q)) : Prop :=
  map fst certified = flat_map (indices t) done.

Lemma parent_is_done : forall done i ds, dividers t = done ++ Some i :: ds ->
  In i (flat_map (indices t) done).
Proof.
  intros done i ds E. apply in_flat_map.
  assert (D : In (Some i) (dividers t)) by (rewrite E; apply in_or_app; right; left; reflexivity).
  assert (L : (i < length (nodes t))%nat).
  { unfold dividers in D. destruct D as [D|D]; [discriminate|]. apply in_map_iff in D.
    destruct D as (j & J & D). injection J as ->. apply filter_In in D. destruct D as (D & _).
    apply in_seq in D. lia. }
  destruct (nth_error (nodes t) i) as [n|] eqn:N; [|apply nth_error_None in N; lia].
  exists (parent n). split; [|apply in_indices; eauto].
  assert (B : comes_before (parent n) (Some i)).
  { destruct (parent n) as [p|] eqn:P; [|exact I]. apply (proj1 Ht _ _ _ N P). }
  assert (P : In (parent n) (dividers t)).
  { apply in_dividers; [apply Ht|]. destruct (parent n) as [p|] eqn:P; [right|left; reflexivity].
    intros C. assert (J : In i (indices t (Some p))) by (apply in_indices; eauto).
    unfold indices in J. rewrite C in J. contradiction. }
  rewrite E in P. apply in_app_or in P. destruct P as [P|[P|P]]; trivial; exfalso.
  - rewrite <- P in B. apply (comes_before_irrefl _ B).
  - pose proof (dividers_in_order t) as S. rewrite E in S. apply sorted_around in S.
    destruct S as (_ & S). rewrite Forall_forall in S. apply S in P.
    apply (comes_before_asym _ _ B P).
Qed.

Lemma children_are_new : forall done d ds i, dividers t = done ++ d :: ds -> In i (indices t d) ->
  ~ In i (flat_map (indices t) done).
Proof.
  intros done d ds i E H G. apply in_flat_map in G. destruct G as (e & He & G).
  apply in_indices in H, G. destruct H as (n & N & <-). destruct G as (m & M & <-).
  assert (m = n) as -> by congruence.
  pose proof (dividers_in_order t) as S. rewrite E in S. apply sorted_around in S.
  destruct S as (S & _). rewrite Forall_forall in S. apply (comes_before_irrefl _ (S _ He)).
Qed.

Lemma knows_more : forall done certified d T s R all, knows done certified ->
  certifies T (claimants t d) s -> says s = Says_divided R all ->
  knows (done ++ [d])
    (certified ++ combine (indices t d) (shares_of (claimants t d) R (branches s))).
Proof.
  intros done certified d T s R all K C E. unfold knows. rewrite map_app, flat_map_app.
  rewrite map_fst_combine.
  - cbn. rewrite app_nil_r, K. trivial.
  - apply branches_length in C. rewrite shares_of_length by trivial. symmetry.
    apply claimants_length.
Qed.

Lemma total_stays : forall done certified d ds more, dividers t = done ++ d :: ds ->
  knows done certified -> total_of t (given (certified ++ more)) d = total_of t (given certified) d.
Proof.
  intros done certified [i|] ds more E K; trivial. apply given_known. rewrite K.
  apply (parent_is_done done i ds E).
Qed.

Lemma children_get_theirs : forall done certified d ds T s R all more,
  dividers t = done ++ d :: ds -> knows done certified -> certifies T (claimants t d) s ->
  says s = Says_divided R all ->
  let new := combine (indices t d) (shares_of (claimants t d) R (branches s)) in
  map (given (certified ++ new ++ more)) (indices t d)
  = shares_of (claimants t d) R (branches s).
Proof.
  intros done certified d ds T s R all more E K C Es new.
  assert (L : length (indices t d) = length (shares_of (claimants t d) R (branches s))).
  { apply branches_length in C. rewrite shares_of_length by trivial. symmetry.
    apply claimants_length. }
  transitivity (map (given new) (indices t d));
    [|apply given_combined; [apply indices_differ | trivial]].
  apply map_ext_in. intros i Hi. rewrite given_new.
  - apply given_known. unfold new. rewrite map_fst_combine; trivial.
  - rewrite K. apply (children_are_new done d ds); trivial.
Qed.

Lemma holds_with_what_it_gives : forall done certified d ds s R all more,
  dividers t = done ++ d :: ds -> knows done certified ->
  certifies (total_of t (given certified) d) (claimants t d) s -> says s = Says_divided R all ->
  let new := combine (indices t d) (shares_of (claimants t d) R (branches s)) in
  holds_at t (given (certified ++ new ++ more)) d s.
Proof.
  intros done certified d ds s R all more E K C Es new. split.
  - rewrite (total_stays done certified d ds); trivial.
  - pose proof (children_get_theirs _ _ _ _ _ _ _ _ more E K C Es) as X. cbv zeta in X.
    rewrite Es. unfold new. rewrite X.
    apply (shares_of_is _ _ _ _ _ (claimants_defect_free d) C Es).
Qed.

(* What the function finds. *)

Lemma find_fault_finds : forall reported T d s,
  match find_fault t reported T d s with
  | Some g => is_a_fault t reported T d s g
  | None =>
      certifies T (claimants t d) s
      /\ match reported with
         | None => True
         | Some ys =>
             exists R all, says s = Says_divided R all
               /\ Forall2 (fun i x => share_in ys i == x) (indices t d)
                    (shares_of (claimants t d) R (branches s))
         end
  end.
Proof.
  intros reported T d s. unfold find_fault. pose proof (claimants_defect_free d) as Hd.
  destruct (find_flaw T (claimants t d) s) as [f|] eqn:F; [apply flaw_is_so; trivial|].
  apply no_flaw_iff in F; trivial. destruct reported as [ys|]; [|split; trivial].
  unfold certified_by. destruct (says s) as [R all|e|e] eqn:Es.
  - assert (L : length (indices t d) = length (shares_of (claimants t d) R (branches s))).
    { rewrite shares_of_length by (apply (branches_length T); trivial). symmetry.
      apply claimants_length. }
    pose proof (find_wrong_share_finds ys _ _ 0 L) as W.
    destruct (find_wrong_share _ _ _) as [g|]; [|split; trivial; exists R, all; split; trivial].
    destruct W as (k & y & -> & W). split; trivial. exists ys, R, all. repeat split; trivial;
      apply (first_other_eq ys _ _ (shares_of_is T _ s R all Hd F Es) _ _ _ W).
  - split; trivial. unfold is_divided. rewrite Es. split; [trivial | discriminate].
  - split; trivial. unfold is_divided. rewrite Es. split; [trivial | discriminate].
Qed.

Lemma find_flaw_from_finds : forall reported ds done certified ss,
  dividers t = done ++ ds -> knows done certified -> fit_from t ds ss = true ->
  exists more,
    let x := given (certified ++ more) in
    match find_flaw_from t reported certified ds ss with
    | Some f =>
        exists earlier later before s after,
          ds = earlier ++ flaw_at f :: later
          /\ ss = before ++ s :: after
          /\ Forall2
               (fun d s => holds_at t x d s /\ is_divided s = true /\ are_reported t reported x d)
               earlier before
          /\ flaw_total f == total_of t x (flaw_at f)
          /\ is_a_fault t reported (flaw_total f) (flaw_at f) s (flaw_is f)
    | None =>
        certify_from t x ds ss
        /\ (reported <> None ->
              forallb is_divided ss = true /\ Forall (are_reported t reported x) ds)
    end.
Proof.
  intros reported ds. induction ds as [|d ds IH]; intros done certified [|s ss] E K F; cbn in F;
    try discriminate.
  - exists []. cbn. split; [exact I|]. intros _. split; [trivial | constructor].
  - apply andb_true_iff in F. destruct F as (_ & F). cbn [find_flaw_from].
    pose proof (find_fault_finds reported (total_of t (given certified) d) d s) as P.
    destruct (find_fault _ _ _ _ _) as [g|].
    + exists []. rewrite app_nil_r. exists [], ds, [], s, ss. cbn. repeat split; trivial.
    + destruct P as (C & P). unfold certified_by. destruct (is_divided s) eqn:V.
      * assert (exists R all, says s = Says_divided R all) as (R & all & Es).
        { unfold is_divided in V. destruct (says s) as [R all|e|e]; try discriminate. eauto. }
        rewrite Es. set (new := combine _ _).
        destruct (IH (done ++ [d]) (certified ++ new) ss) as (more & H);
          [rewrite <- app_assoc; trivial | apply (knows_more _ _ _ _ _ _ _ K C Es) | trivial |].
        exists (new ++ more). cbv zeta in H |- *. rewrite <- app_assoc in H.
        pose proof (holds_with_what_it_gives _ _ _ _ _ _ _ more E K C Es) as G.
        pose proof (children_get_theirs _ _ _ _ _ _ _ _ more E K C Es) as X.
        cbv zeta in G, X. fold new in G, X.
        assert (Y : are_reported t reported (given (certified ++ new ++ more)) d).
        { destruct reported as [ys|]; [|exact I]. destruct P as (R' & all' & Es' & P).
          rewrite Es in Es'. injection Es' as <- <-. apply are_as_reported. rewrite X. trivial. }
        destruct (find_flaw_from _ _ _ _ _) as [f|].
        -- destruct H as (earlier & later & before & s' & after & A & B & H & I' & J).
           exists (d :: earlier), later, (s :: before), s', after. cbn. rewrite <- A, <- B.
           repeat split; trivial. constructor; trivial. repeat split; trivial; apply G.
        -- destruct H as (A & B). cbn [certify_from forallb]. rewrite V. split; [split; trivial|].
           intros N. destruct (B N) as (B1 & B2). split; trivial. constructor; trivial.
      * assert (Es : match says s with Says_divided _ _ => False | _ => True end).
        { unfold is_divided in V. destruct (says s); [discriminate | trivial | trivial]. }
        exists []. rewrite app_nil_r. cbn [certify_from]. rewrite V. unfold holds_at.
        assert (N : reported = None).
        { destruct reported as [ys|]; trivial. destruct P as (R & all & Es' & _).
          rewrite Es' in Es. contradiction. }
        assert (G : ss = []) by (destruct ss; [trivial | discriminate]).
        destruct (says s); [contradiction | |]; cbv zeta; rewrite N;
          (split; [split; [split|]; trivial | congruence]).
Qed.

Lemma certify_fit : forall x ds ss, certify_from t x ds ss -> fit_from t ds ss = true.
Proof.
  intros x ds. induction ds as [|d ds IH]; intros [|s ss] C; cbn in C; try contradiction; trivial.
  destruct C as ((C & _) & D). cbn [fit_from]. apply andb_true_iff. split.
  - apply Nat.eqb_eq. rewrite (branches_length _ _ _ C). apply map_length.
  - destruct (is_divided s); [auto|]. rewrite D. trivial.
Qed.

Lemma finds_nothing_from : forall reported x ds done certified ss,
  dividers t = done ++ ds -> knows done certified ->
  (forall i, In i (map fst certified) -> given certified i == x i) ->
  certify_from t x ds ss ->
  (reported <> None -> forallb is_divided ss = true /\ Forall (are_reported t reported x) ds) ->
  find_flaw_from t reported certified ds ss = None.
Proof.
  intros reported x ds. induction ds as [|d ds IH]; intros done certified [|s ss] E K A C P;
    cbn in C; try contradiction; trivial.
  destruct C as ((C & G) & D). pose proof (claimants_defect_free d) as Hd. cbn [find_flaw_from].
  assert (T : total_of t x d == total_of t (given certified) d).
  { destruct d as [i|]; cbn; [|reflexivity]. symmetry. apply A. rewrite K.
    apply (parent_is_done done i ds E). }
  apply (certifies_eq _ _ _ _ T) in C.
  unfold find_fault. rewrite (proj2 (no_flaw_iff _ _ s Hd) C). unfold certified_by, is_divided in *.
  destruct (says s) as [R all|e|e] eqn:Es;
    [|destruct reported; trivial; destruct P as (P & _); [discriminate|]; cbn in P;
      rewrite Es in P; discriminate ..].
  pose proof (all_eq_trans _ _ _ G (all_eq_sym _ _ (shares_of_is _ _ _ _ _ Hd C Es))) as X.
  assert (W : match reported with
              | Some ys =>
                  find_wrong_share ys 0
                    (combine (indices t d) (shares_of (claimants t d) R (branches s)))
              | None => None
              end = None).
  { destruct reported as [ys|]; trivial. destruct P as (_ & P); [discriminate|].
    inversion P as [|? ? Y _]; subst. apply finds_no_wrong_share, (reported_are ys x); trivial. }
  rewrite W. apply (IH (done ++ [d])); trivial.
  - rewrite <- app_assoc. trivial.
  - apply (knows_more _ _ _ _ _ _ _ K C Es).
  - intros i. rewrite map_app, in_app_iff. intros [Hi|Hi].
    + rewrite given_known by trivial. auto.
    + rewrite map_fst_combine in Hi.
      * symmetry. revert i Hi. apply same_in_map.
        pose proof (children_get_theirs _ _ _ _ _ _ _ _ [] E K C Es) as Y. cbv zeta in Y.
        rewrite app_nil_r in Y. rewrite Y. trivial.
      * rewrite shares_of_length by (apply (branches_length _ _ _ C)). symmetry.
        apply claimants_length.
  - intros N. destruct (P N) as (P1 & P2). cbn in P1. apply andb_true_iff in P1.
    inversion P2; subst. split; trivial. apply P1.
Qed.

(* Fair shares. *)

Lemma certified_is_fair : forall x ds ss, certify_from t x ds ss -> forallb is_divided ss = true ->
  forall d, In d ds -> fair (total_of t x d) (claimants t d) (map x (indices t d)).
Proof.
  intros x ds. induction ds as [|e ds IH]; intros [|s ss] C V d H; cbn in C; try contradiction.
  destruct C as ((C & G) & D). cbn in V. apply andb_true_iff in V. destruct V as (V & V').
  rewrite V in D. destruct H as [<-|H]; [|eauto].
  unfold is_divided in V. destruct C as (_ & (u & B & S) & W).
  destruct (says s) as [R all|a|a]; try discriminate. exists R. cbn in B, S.
  repeat split; trivial; [apply W|]. rewrite (sum_eq _ _ G). fold (sum_at (claimants t e) R). lra.
Qed.

Lemma fair_tree_iff : forall x,
  fair_tree t x
  <-> forall d, In d (dividers t) -> fair (total_of t x d) (claimants t d) (map x (indices t d)).
Proof.
  intros x. unfold fair_tree.
  split; intros H d D; apply H; apply (in_dividers t d (proj1 Ht)); trivial.
Qed.

Lemma total_eq : forall x y d, In d (dividers t) ->
  (forall e i, In e (dividers t) -> In i (indices t e) -> x i == y i) ->
  total_of t x d == total_of t y d.
Proof.
  intros x y [i|] D H; cbn; [|reflexivity]. apply in_split in D. destruct D as (done & ds & E).
  pose proof (parent_is_done done i ds E) as P. apply in_flat_map in P. destruct P as (e & He & P).
  apply (H e); trivial. rewrite E. apply in_or_app. left. trivial.
Qed.

Lemma fair_tree_eq : forall x y,
  (forall d i, In d (dividers t) -> In i (indices t d) -> x i == y i) -> fair_tree t x ->
  fair_tree t y.
Proof.
  intros x y H F. rewrite fair_tree_iff in *. intros d D.
  apply (fair_eq (total_of t x d) _ _ (map x (indices t d))); auto.
  - apply total_eq; trivial.
  - apply map_same. intros i Hi. apply (H d); trivial.
Qed.

Lemma fair_shares_are_certified : forall x y ds done ss, dividers t = done ++ ds ->
  (forall i, In i (flat_map (indices t) done) -> x i == y i) -> certify_from t x ds ss ->
  (forall d, In d ds -> fair (total_of t y d) (claimants t d) (map y (indices t d))) ->
  forallb is_divided ss = true /\ forall d i, In d ds -> In i (indices t d) -> x i == y i.
Proof.
  intros x y ds. induction ds as [|d ds IH]; intros done [|s ss] E A C F; cbn in C;
    try contradiction; [split; [trivial | intros d i []]|].
  destruct C as ((C & G) & D). pose proof (claimants_defect_free d) as Hd.
  assert (T : total_of t x d == total_of t y d).
  { destruct d as [i|]; cbn; [|reflexivity]. apply A, (parent_is_done done i ds E). }
  apply (certifies_eq _ _ _ _ T) in C. pose proof (F d (or_introl eq_refl)) as Fd.
  pose proof (proj2 (no_flaw_iff _ _ s Hd) C) as N.
  pose proof (accepted_certificate_decides _ _ s Hd N) as U. cbn [forallb].
  unfold is_divided in D |- * at 1. destruct (says s) as [R all|e|e] eqn:Es;
    [|destruct U as (_ & U); destruct (U _ Fd) ..].
  destruct U as (_ & U). apply U in Fd.
  assert (X : forall i, In i (indices t d) -> x i == y i).
  { apply same_in_map. apply (all_eq_trans _ _ _ G), all_eq_sym, (all_eq_trans _ _ _ Fd).
    apply (shares_of_is _ _ _ _ _ Hd C Es). }
  destruct (IH (done ++ [d]) ss) as (V & H); trivial.
  - rewrite <- app_assoc. trivial.
  - intros i. rewrite flat_map_app, in_app_iff. cbn. rewrite app_nil_r. intros [Hi|Hi]; auto.
  - intros e He. apply F. right. trivial.
  - split; trivial. intros e i [<-|He] Hi; eauto.
Qed.

Lemma has_certificates : forall ds certified, exists ss,
  fit_from t ds ss = true /\ find_flaw_from t None certified ds ss = None.
Proof.
  induction ds as [|d ds IH]; intros certified; [exists []; split; trivial|].
  pose proof (claimants_defect_free d) as Hd.
  destruct (every_problem_has_a_certificate (total_of t (given certified) d) _ Hd) as (s & H).
  pose proof (proj1 (no_flaw_iff _ _ s Hd) H) as L. apply branches_length in L.
  assert (L' : Nat.eqb (length (branches s)) (length (children t d)) = true).
  { apply Nat.eqb_eq. rewrite L. apply map_length. }
  destruct (certified_by t d s) as [more|] eqn:G.
  - destruct (IH (certified ++ more)) as (ss & A & B). exists (s :: ss).
    cbn [fit_from find_flaw_from]. unfold find_fault. rewrite H, L', G. split; trivial.
    unfold certified_by in G. unfold is_divided. destruct (says s); [trivial | discriminate ..].
  - exists [s]. cbn [fit_from find_flaw_from]. unfold find_fault. rewrite H, L', G.
    split; trivial. destruct ds; trivial; unfold certified_by in G; unfold is_divided;
      destruct (says s); trivial; discriminate.
Qed.

End Tree.

(* Theorem: what the certificate checker finds wrong with a tree's certificates is so, and it is the
   first. All before it hold, divide and give what is reported; they give the total that it tells;
   and the certificate there does not hold, as it says, or a share beside it is reported that it
   does not give. *)
Theorem tree_flaw_is_so :
  forall t reported ss f, defect_free_tree t -> fit t ss = true ->
    find_tree_flaw t reported ss = Some f -> is_a_tree_flaw t reported ss f.
Proof.
  intros t reported ss f Ht F H.
  destruct (find_flaw_from_finds t Ht reported (dividers t) [] [] ss) as (more & G); trivial;
    [reflexivity|].
  unfold find_tree_flaw in H. cbv zeta in G. rewrite H in G. exists (given ([] ++ more)).
  trivial.
Qed.

(* Theorem: the certificate checker accepts exactly the certificates that fit the tree and certify
   what they say, from the top down, each of the share that those above give its node; and, where
   shares are reported, exactly where they are the fair ones. *)
Theorem no_tree_flaw_iff :
  forall t reported ss, defect_free_tree t ->
    (fit t ss = true /\ find_tree_flaw t reported ss = None
     <-> certify t ss /\ are_fair t reported).
Proof.
  intros t reported ss Ht. unfold find_tree_flaw. split.
  - intros (F & H).
    destruct (find_flaw_from_finds t Ht reported (dividers t) [] [] ss) as (more & G); trivial;
      [reflexivity|].
    cbv zeta in G. rewrite H in G. destruct G as (C & P). split; [eexists; exact C|].
    destruct reported as [ys|]; [|exact I]. destruct P as (V & P); [discriminate|].
    apply (fair_tree_eq t Ht (given ([] ++ more))).
    + intros d i D Hi. rewrite Forall_forall in P. specialize (P d D). cbn in P.
      rewrite Forall_forall in P. symmetry. auto.
    + apply fair_tree_iff; trivial. intros d D. apply (certified_is_fair t _ _ ss C V d D).
  - intros ((x & C) & P). split; [apply (certify_fit t x); trivial|].
    apply (finds_nothing_from t Ht reported x (dividers t) [] []); trivial;
      [reflexivity | intros i [] |].
    intros N. destruct reported as [ys|]; [|congruence]. clear N. cbn in P.
    destruct (fair_shares_are_certified t Ht x (share_in ys) (dividers t) [] ss) as (V & H);
      trivial; [intros i [] | apply (fair_tree_iff t Ht); trivial |].
    split; trivial. apply Forall_forall. intros d D. apply Forall_forall. intros i Hi.
    symmetry. apply (H d i D Hi).
Qed.

(* Theorem: accepted certificates of a tree decide. Where all are of an allocation, the shares that
   they give, from the top down, are the fair ones of the tree, and no others are; where one is of
   none, no shares of the tree are fair. *)
Theorem accepted_certificates_decide :
  forall t ss, defect_free_tree t -> fit t ss = true -> find_tree_flaw t None ss = None ->
    exists x, certify_from t x (dividers t) ss
      /\ if forallb is_divided ss
         then fair_tree t x
              /\ forall y, fair_tree t y -> forall i, (i < length (nodes t))%nat -> y i == x i
         else forall y, ~ fair_tree t y.
Proof.
  intros t ss Ht F H.
  destruct (proj1 (no_tree_flaw_iff t None ss Ht) (conj F H)) as ((x & C) & _).
  exists x. split; trivial.
  assert (U : forall y, fair_tree t y -> forallb is_divided ss = true
            /\ forall d i, In d (dividers t) -> In i (indices t d) -> x i == y i).
  { intros y Fy. apply (fair_shares_are_certified t Ht x y (dividers t) []); trivial;
      [intros i [] | apply (fair_tree_iff t Ht); trivial]. }
  destruct (forallb is_divided ss) eqn:V.
  - assert (Fx : fair_tree t x).
    { apply fair_tree_iff; trivial. intros d D. apply (certified_is_fair t _ _ ss C V d D). }
    split; trivial. intros y Fy i L. destruct (U y Fy) as (_ & E). symmetry.
    destruct (nth_error (nodes t) i) as [n|] eqn:N; [|apply nth_error_None in N; lia].
    apply (E (parent n)); [|apply in_indices; eauto]. apply in_dividers; [apply Ht|].
    destruct (parent n) as [p|] eqn:P; [right|left; reflexivity]. intros A.
    assert (J : In i (indices t (Some p))) by (apply in_indices; eauto).
    unfold indices in J. rewrite A in J. contradiction.
  - intros y Fy. destruct (U y Fy). discriminate.
Qed.

(* Theorem: every tree has certificates that are accepted, whichever outcome its divisions have. *)
Theorem every_tree_has_certificates :
  forall t, defect_free_tree t ->
    exists ss, fit t ss = true /\ find_tree_flaw t None ss = None.
Proof. intros t Ht. apply (has_certificates t Ht). Qed.
