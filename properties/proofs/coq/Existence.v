(* When fair shares exist at all: exactly when the total is at least the sum of the minimums and at
   most what can be claimed, where a claimant without weight can claim its minimum only, and one
   with weight and without a maximum has no end.

   That the sum passes over no total needs no intermediate value theorem: the sweep is complete, so
   where it finds nothing, every sum is below the total; but some ratio reaches it. *)
From Coq Require Import List QArith Qminmax Lqa.
From Fairshare Require Import Fairness Uniqueness Sweep.
Import ListNotations.
Open Scope Q_scope.

Definition possible (T : Q) (cs : list claimant) : Prop := minimums cs <= T /\ at_most T (most cs).

(* From some ratio on, a claimant stands at its end, or, where it has none, is above any number. *)
Lemma claimant_reaches : forall c T, defect_free c -> exists B, 0 <= B /\
  forall R, B <= R -> match end_of c with Some e => share c R == e | None => T <= share c R end.
Proof.
  intros c T Hd. destruct (Qeq_dec (weight c) 0) as [W|W].
  - exists 0. split; [lra|]. intros R _. rewrite (end_of_weightless c W).
    apply share_weight_zero; trivial.
  - rewrite (end_of_weighted c W).
    assert (Hw : 0 < weight c) by (destruct Hd as (Hw & _); lra).
    assert (reach : forall x, exists B, 0 <= B /\ forall R, B <= R -> x <= weight c * R).
    { intros x. exists (Qmax 0 (x / weight c)). split; [apply Q.le_max_l|]. intros R H.
      pose proof (Q.le_max_r 0 (x / weight c)).
      assert (weight c * (x / weight c) == x) by (field; lra). nra. }
    destruct (max_share c) as [u|] eqn:Hu.
    + destruct (reach u) as (B & HB & H). exists B. split; trivial. intros R HR.
      symmetry. apply stands_share; trivial. apply (stands_at_max c R u u); trivial; [lra | auto].
    + destruct (reach T) as (B & HB & H). exists B. split; trivial. intros R HR.
      specialize (H R HR).
      destruct (share_stands c R Hd) as [E I|E I J|u' Hu' E I]; try lra. congruence.
Qed.

Lemma sum_reaches : forall cs T, Forall defect_free cs -> exists B, 0 <= B /\
  forall R, B <= R -> match most cs with Some m => sum_at cs R == m | None => T <= sum_at cs R end.
Proof.
  intros cs T Hd. induction Hd as [|c cs Hc Hcs IH]; unfold sum_at in *; simpl.
  - exists 0. split; [lra|]. intros. lra.
  - destruct (claimant_reaches c T Hc) as (B & HB & H). destruct IH as (B' & HB' & H').
    exists (Qmax B B'). split; [pose proof (Q.le_max_l B B'); lra|]. intros R HR.
    pose proof (Q.le_max_l B B'). pose proof (Q.le_max_r B B').
    specialize (H R ltac:(lra)). specialize (H' R ltac:(lra)).
    pose proof (share_min c R Hc). destruct Hc as (_ & Hl & _).
    assert (not_negative : 0 <= sum (shares_at cs R)).
    { clear - Hcs. induction Hcs as [|d cs Hd Hcs IH]; simpl; [lra|].
      pose proof (share_min d R Hd). destruct Hd as (_ & Hl & _). lra. }
    destruct (end_of c); destruct (most cs); lra.
Qed.

Lemma sum_at_most : forall cs R, Forall defect_free cs -> at_most (sum_at cs R) (most cs).
Proof.
  intros cs R Hd. induction Hd as [|c cs Hc Hcs IH]; unfold sum_at in *; simpl; [lra|].
  pose proof (share_end c R Hc). destruct (end_of c); destruct (most cs); simpl in *; trivial. lra.
Qed.

(* Theorem: fair shares exist exactly when the total is from the sum of the minimums to what can be
   claimed. *)
Theorem exists_iff :
  forall T cs, Forall defect_free cs -> ((exists xs, fair T cs xs) <-> possible T cs).
Proof.
  intros T cs Hd. split.
  - intros (xs & R & HR). pose proof (fair_sum_at _ _ _ _ HR) as E. split.
    + rewrite <- E. apply minimums_least. trivial.
    + pose proof (sum_at_most cs R Hd) as H. destruct (most cs); simpl in *; trivial. lra.
  - intros (Hmin & Hmost). pose proof (sweep_walks T cs Hd) as H. destruct (sweep T cs) as [found|].
    + destruct H as (H1 & H2 & _). exists (shares_at cs found). apply shares_at_is_fair; trivial.
    + exfalso. destruct H as [H|H]; [lra|].
      destruct (sum_reaches cs T Hd) as (B & HB & Hr). specialize (H B HB).
      specialize (Hr B ltac:(lra)). destruct (most cs); simpl in *; lra.
Qed.

(* Theorem: the sweep finds a ratio exactly when the total is in that range. *)
Theorem sweep_finds_iff :
  forall T cs, Forall defect_free cs -> (possible T cs <-> exists found, sweep T cs = Some found).
Proof.
  intros T cs Hd. rewrite <- (exists_iff T cs Hd). split.
  - intros (xs & R & HR). pose proof (fair_sum_at _ _ _ _ HR) as E. destruct HR as (HR & _).
    destruct (sweep_complete T cs R Hd HR E) as (found & HS & _). eauto.
  - intros (found & HS). destruct (sweep_sound T cs found Hd HS).
    exists (shares_at cs found). apply shares_at_is_fair; trivial.
Qed.

(* The three outcomes, by their conditions. *)
Definition overcommitted (T : Q) (cs : list claimant) : Prop := T < minimums cs.
Definition surplus (T : Q) (cs : list claimant) : Prop :=
  match most cs with Some m => m < T | None => False end.

(* Theorem: every problem has one of the three outcomes. *)
Theorem one_outcome_holds :
  forall T cs, possible T cs \/ overcommitted T cs \/ surplus T cs.
Proof.
  intros T cs. unfold possible, overcommitted, surplus.
  destruct (Qlt_le_dec T (minimums cs)); auto.
  destruct (most cs) as [m|]; simpl; auto. destruct (Qlt_le_dec m T); auto.
Qed.

(* Theorem: no problem has two of the three outcomes. *)
Theorem outcomes_exclude_each_other :
  forall T cs, Forall defect_free cs ->
    ~ (possible T cs /\ overcommitted T cs) /\ ~ (possible T cs /\ surplus T cs)
    /\ ~ (overcommitted T cs /\ surplus T cs).
Proof.
  intros T cs Hd. unfold possible, overcommitted, surplus.
  pose proof (sum_at_most cs 0 Hd) as H. rewrite <- (minimums_at_zero cs Hd).
  destruct (most cs) as [m|]; simpl in *; repeat split; intros; intuition lra.
Qed.

(* Theorem: where the minimums exceed the total, and where the total exceeds what can be claimed,
   no shares are fair. *)
Theorem no_shares_without_a_possible_total :
  forall T cs xs, Forall defect_free cs -> overcommitted T cs \/ surplus T cs -> ~ fair T cs xs.
Proof.
  intros T cs xs Hd H Hf. destruct (outcomes_exclude_each_other T cs Hd) as (A & B & _).
  assert (possible T cs) by (apply exists_iff; eauto). tauto.
Qed.
