(* What the extracted program answers: every line that it prints has passed the proved checker. *)
From Coq Require Import List Bool QArith Qreduction Lqa.
From Fairshare Require Import Fairness Uniqueness Sweep Existence Certificate Axioms.
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
