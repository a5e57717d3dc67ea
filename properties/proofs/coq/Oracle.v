(* What the extracted program answers: shares that have passed a proved checker, and what the proved
   checkers say of shares and certificates of others. *)
From Coq Require Import List Bool Arith QArith Qreduction Lqa Lia.
From Fairshare Require Import Fairness Uniqueness Sweep Existence Certificate Axioms.
From Fairshare Require Import Intervals Violation Flaw TreeFlaw.
Import ListNotations.
Open Scope Q_scope.

Inductive report :=
  | Fair_shares (ratio : Q) (shares : list Q)
  | Too_little (excess : Q)
  | Too_much (unclaimed : Q)
  | Defective   (* not a problem: a negative number, or a maximum below the minimum *)
  | Unchecked.  (* an answer that did not pass; never_unchecked says that there is none *)

Inductive judgement := Is_fair | Is_unfair | Not_a_problem.

Definition defect_free_bool (c : claimant) : bool :=
  Qle_bool 0 (weight c) && Qle_bool 0 (min_share c) && at_most_bool (min_share c) (max_share c).

Definition is_problem (T : Q) (cs : list claimant) : bool :=
  Qle_bool 0 T && forallb defect_free_bool cs.

Definition report_on (T : Q) (cs : list claimant) : report :=
  if is_problem T cs then
    let answer := solve T cs in
    if check T cs answer then
      match answer with
      | Allocation R bs =>
          match certified_shares cs R bs with
          | Some xs => Fair_shares R (map Qred xs)
          | None => Unchecked
          end
      | Overcommitted excess => Too_little excess
      | Surplus unclaimed => Too_much unclaimed
      end
    else Unchecked
  else Defective.

Definition judge (T : Q) (cs : list claimant) (xs : list Q) : judgement :=
  if is_problem T cs then if is_fair T cs xs then Is_fair else Is_unfair else Not_a_problem.

Lemma is_problem_iff : forall T cs,
  is_problem T cs = true <-> 0 <= T /\ Forall defect_free cs.
Proof.
  intros T cs. unfold is_problem.
  rewrite andb_true_iff, Qle_bool_iff, forallb_forall, Forall_forall.
  assert (each : forall c, defect_free_bool c = true <-> defect_free c).
  { intros c. unfold defect_free_bool, defect_free. rewrite !andb_true_iff, !Qle_bool_iff.
    destruct (max_share c); simpl; rewrite ?Qle_bool_iff; tauto. }
  split; intros (H & G); split; trivial; intros c Hc; apply each; auto.
Qed.

Lemma all_reduced : forall xs, Forall2 Qeq (map Qred xs) xs.
Proof. induction xs; cbn; constructor; trivial. apply Qred_correct. Qed.

(* Theorem: what the oracle reports is so: shares are the fair ones at the reported ratio, and no
   shares are fair where it reports none. *)
Theorem report_is_sound :
  forall T cs,
    match report_on T cs with
    | Fair_shares R xs => fair_at R T cs xs
    | Too_little excess => minimums cs - T == excess /\ 0 < excess /\ forall xs, ~ fair T cs xs
    | Too_much unclaimed =>
        (exists m, most cs = Some m /\ T - m == unclaimed) /\ 0 < unclaimed
        /\ forall xs, ~ fair T cs xs
    | Defective => ~ (0 <= T /\ Forall defect_free cs)
    | Unchecked => False
    end.
Proof.
  intros T cs. unfold report_on. pose proof (is_problem_iff T cs) as P.
  destruct (is_problem T cs); [|intros H; apply P in H; discriminate].
  destruct (proj1 P eq_refl) as (_ & Hd). pose proof (solve_is_certified T cs Hd) as H.
  rewrite H. destruct (solve T cs) as [R bs|e|e].
  - apply check_allocation in H; trivial. destruct H as (xs & E & HR & Hx & Hs). rewrite E.
    repeat split; trivial; [|rewrite <- Hs; apply sum_eq, all_reduced].
    eapply all_eq_trans; [apply all_reduced | trivial].
  - pose proof H as G. apply overcommitted_sound in G; trivial.
    apply check_overcommitted in H. tauto.
  - pose proof H as G. apply surplus_sound in G; trivial. apply check_surplus in H. tauto.
Qed.

(* Theorem: what the oracle judges is so. *)
Theorem judgement_is_right :
  forall T cs xs,
    match judge T cs xs with
    | Is_fair => fair T cs xs
    | Is_unfair => ~ fair T cs xs
    | Not_a_problem => ~ (0 <= T /\ Forall defect_free cs)
    end.
Proof.
  intros T cs xs. unfold judge. pose proof (is_problem_iff T cs) as P.
  destruct (is_problem T cs); [|intros H; apply P in H; discriminate].
  destruct (proj1 P eq_refl) as (_ & Hd). pose proof (is_fair_iff T cs xs Hd) as F.
  destruct (is_fair T cs xs); [tauto|]. intros H. apply F in H. discriminate.
Qed.

(* What the checker says of shares that stand for intervals. *)

Inductive opinion :=
  | Nothing_wrong
  | Violates (v : violation)
  | Not_reported.   (* not of a problem, or an interval without a number *)

Definition proper_bool (I : interval) : bool :=
  less (low I) (high I)
  || Qeq_bool (low I) (high I) && negb (low_open I) && negb (high_open I).

Definition judge_reported (total : interval) (reported : list (claimant * interval)) : opinion :=
  if is_problem 0 (map fst reported) && proper_bool total
     && forallb (fun p => proper_bool (snd p)) reported
  then
    match find_violation reported total with Some v => Violates v | None => Nothing_wrong end
  else Not_reported.

Definition is_reported (total : interval) (reported : list (claimant * interval)) : Prop :=
  of_problem reported /\ proper total /\ Forall (fun p => proper (snd p)) reported.

Lemma proper_bool_iff : forall I, proper_bool I = true <-> proper I.
Proof.
  intros I. unfold proper_bool, proper.
  rewrite orb_true_iff, !andb_true_iff, !negb_true_iff, less_iff, Qeq_bool_iff. tauto.
Qed.

Lemma of_problem_iff : forall reported,
  is_problem 0 (map fst reported) = true <-> of_problem reported.
Proof.
  intros reported. rewrite is_problem_iff. unfold of_problem. rewrite Forall_map.
  split; [tauto|]. intros H. split; trivial. lra.
Qed.

(* Theorem: what the oracle says of reported shares is so: some ratio gives a share in every
   interval and a possible total, or what it names keeps each from it. *)
Theorem opinion_is_right :
  forall total reported,
    match judge_reported total reported with
    | Nothing_wrong => some_ratio_fits reported total
    | Violates v => is_a_witness reported total v /\ ~ some_ratio_fits reported total
    | Not_reported => ~ is_reported total reported
    end.
Proof.
  intros total reported. unfold judge_reported, is_reported.
  pose proof (of_problem_iff reported) as P. pose proof (proper_bool_iff total) as Q.
  assert (A : forallb (fun p => proper_bool (snd p)) reported = true
              <-> Forall (fun p : claimant * interval => proper (snd p)) reported).
  { rewrite forallb_forall, Forall_forall. split; intros H p Hp; apply proper_bool_iff; auto. }
  destruct (is_problem 0 (map fst reported)); cbn [andb];
    [|intros (H & _); apply P in H; discriminate].
  destruct (proper_bool total); cbn [andb]; [|intros (_ & H & _); apply Q in H; discriminate].
  destruct (forallb _ reported); [|intros (_ & _ & H); apply A in H; discriminate].
  pose proof (finds_nothing_iff reported total (proj1 P eq_refl) (proj1 Q eq_refl)) as F.
  destruct (find_violation reported total) as [v|] eqn:E; [|apply F; trivial].
  split; [apply violation_is_a_witness; trivial; apply P; trivial|].
  intros H. apply F in H. discriminate.
Qed.

(* What the certificate checker says. *)

Inductive certified := Holds | Refused (f : flaw) | Of_no_problem.

Definition judge_certificate (T : Q) (cs : list claimant) (s : statement) : certified :=
  if is_problem T cs then match find_flaw T cs s with Some f => Refused f | None => Holds end
  else Of_no_problem.

(* Theorem: what the oracle says of a certificate is so: it certifies what it says, or what the
   oracle finds wrong with it is wrong. *)
Theorem certificate_judgement_is_right :
  forall T cs s,
    match judge_certificate T cs s with
    | Holds => certifies T cs s
    | Refused f => is_a_flaw T cs s f /\ ~ certifies T cs s
    | Of_no_problem => ~ (0 <= T /\ Forall defect_free cs)
    end.
Proof.
  intros T cs s. unfold judge_certificate. pose proof (is_problem_iff T cs) as P.
  destruct (is_problem T cs); [|intros H; apply P in H; discriminate].
  destruct (proj1 P eq_refl) as (_ & Hd). pose proof (no_flaw_iff T cs s Hd) as F.
  destruct (find_flaw T cs s) as [f|] eqn:E; [|apply F; trivial].
  split; [apply flaw_is_so; trivial|]. intros H. apply F in H. discriminate.
Qed.

(* What the certificate checker says of trees. *)

Inductive certified_tree :=
  | Tree_holds
  | Tree_refused (f : tree_flaw)
  | Does_not_fit
  | Of_no_tree.   (* not a tree, or not one reported share a node *)

(* Of the nodes from i on. *)
Fixpoint parents_first_from (i : nat) (ns : list node) : bool :=
  match ns with
  | [] => true
  | n :: rest =>
      match parent n with Some p => Nat.ltb p i | None => true end && parents_first_from (S i) rest
  end.

Definition is_tree (t : tree) (reported : option (list Q)) : bool :=
  is_problem (total t) (map claims (nodes t)) && parents_first_from 0 (nodes t)
  && match reported with Some ys => Nat.eqb (length ys) (length (nodes t)) | None => true end.

Definition judge_tree (t : tree) (reported : option (list Q)) (ss : list statement)
  : certified_tree :=
  if is_tree t reported then
    if fit t ss then
      match find_tree_flaw t reported ss with Some f => Tree_refused f | None => Tree_holds end
    else Does_not_fit
  else Of_no_tree.

Definition is_reported_tree (t : tree) (reported : option (list Q)) : Prop :=
  0 <= total t /\ defect_free_tree t
  /\ match reported with Some ys => length ys = length (nodes t) | None => True end.

Lemma parents_first_from_iff : forall ns i,
  parents_first_from i ns = true
  <-> forall k n p, nth_error ns k = Some n -> parent n = Some p -> (p < i + k)%nat.
Proof.
  induction ns as [|n ns IH]; intros i; cbn [parents_first_from].
  - split; trivial. intros _ [|k] n p H; discriminate.
  - rewrite andb_true_iff, IH. split.
    + intros (A & B) [|k] m p H P.
      * cbn in H. injection H as <-. rewrite P in A. apply Nat.ltb_lt in A. lia.
      * specialize (B k m p H P). lia.
    + intros H. split.
      * destruct (parent n) as [p|] eqn:P; trivial. apply Nat.ltb_lt.
        specialize (H 0%nat n p eq_refl P). lia.
      * intros k m p N P. specialize (H (S k) m p N P). lia.
Qed.

Lemma is_tree_iff : forall t reported, is_tree t reported = true <-> is_reported_tree t reported.
Proof.
  intros t reported. unfold is_tree, is_reported_tree, defect_free_tree.
  rewrite !andb_true_iff, is_problem_iff, Forall_map, parents_first_from_iff.
  unfold parents_first. cbn [Nat.add].
  destruct reported as [ys|]; [rewrite Nat.eqb_eq|]; tauto.
Qed.

(* Theorem: what the oracle says of a tree's certificates is so: they certify what they say, and any
   shares reported beside them are fair; or the first thing wrong with them is what it finds; or
   they do not fit. *)
Theorem tree_judgement_is_right :
  forall t reported ss,
    match judge_tree t reported ss with
    | Tree_holds => certify t ss /\ are_fair t reported
    | Tree_refused f =>
        is_a_tree_flaw t reported ss f /\ ~ (certify t ss /\ are_fair t reported)
    | Does_not_fit => ~ certify t ss
    | Of_no_tree => ~ is_reported_tree t reported
    end.
Proof.
  intros t reported ss. unfold judge_tree. pose proof (is_tree_iff t reported) as P.
  destruct (is_tree t reported); [|intros H; apply P in H; discriminate].
  destruct (proj1 P eq_refl) as (_ & Ht & _).
  pose proof (no_tree_flaw_iff t reported ss Ht) as N.
  destruct (fit t ss) eqn:F.
  - destruct (find_tree_flaw t reported ss) as [f|] eqn:E; [|apply N; split; trivial].
    split; [apply tree_flaw_is_so; trivial|]. intros H. apply N in H. destruct H. discriminate.
  - intros H. assert (G : certify t ss /\ are_fair t None) by (split; [trivial | exact I]).
    apply (no_tree_flaw_iff t None ss Ht) in G. destruct G. congruence.
Qed.
