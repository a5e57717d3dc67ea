(* Negative controls: theorems with one hypothesis or one clause less, and the proof that they are
   false. So what the theorems ask for is needed, and what they say is not empty. *)
From Coq Require Import List Bool QArith Qminmax Lqa.
From Fairshare Require Import Fairness Uniqueness Sweep Existence Certificate Axioms Consequences.
Import ListNotations.
Open Scope Q_scope.

(* Small numbers are decided by computing. *)
Ltac computed := repeat (split || constructor); try (vm_compute; (reflexivity || congruence)).

Lemma unfair_by_decision : forall T cs xs,
  Forall defect_free cs -> is_fair T cs xs = false -> ~ fair T cs xs.
Proof. intros T cs xs Hd H F. apply is_fair_iff in F; trivial. congruence. Qed.

(* Control: with a negative weight and a negative minimum, shares are not unique: (0, 0) at the
   ratio 0, and (-1, 1) at the ratio 1. *)
Theorem control_negative_weight_breaks_uniqueness :
  ~ (forall T cs xs ys, Forall (fun c => at_most (min_share c) (max_share c)) cs ->
       fair T cs xs -> fair T cs ys -> Forall2 Qeq xs ys).
Proof.
  intros H.
  specialize (H 0 [Claimant (-1) (-1) None; Claimant 1 0 None] [0; 0] [-1; 1]).
  assert (F : Forall2 Qeq [0; 0] [-1; 1]).
  { apply H; [repeat constructor | exists 0; computed | exists 1; computed]. }
  inversion F; subst. lra.
Qed.

(* Control: with a negative weight and a minimum of 0, a maximum of 10 is out of reach, and so are
   the 5 between them. *)
Theorem control_negative_weight_breaks_existence :
  ~ (forall T cs,
       Forall (fun c => 0 <= min_share c /\ at_most (min_share c) (max_share c)) cs ->
       possible T cs -> exists xs, fair T cs xs).
Proof.
  intros H. specialize (H 5 [Claimant (-1) 0 (Some 10)]).
  destruct H as (xs & R & HR & Hx & Hs); [computed | computed |].
  inversion Hx as [|x ? l ? E Hl]; subst. inversion Hl; subst. simpl in Hs.
  unfold share in E. cbn in E.
  destruct (Q.max_spec 0 (-1 * R)) as [[A B]|[A B]]; [lra|].
  destruct (Q.min_spec 10 (Qmax 0 (-1 * R))) as [[C D]|[C D]]; lra.
Qed.

(* Control: a negative minimum without a weight is never given: the share is 0. *)
Theorem control_negative_minimum_breaks_existence :
  ~ (forall T cs,
       Forall (fun c => 0 <= weight c /\ at_most (min_share c) (max_share c)) cs ->
       possible T cs -> exists xs, fair T cs xs).
Proof.
  intros H. specialize (H (-1) [Claimant 0 (-1) None]).
  destruct H as (xs & R & HR & Hx & Hs); [computed | computed |].
  inversion Hx as [|x ? l ? E Hl]; subst. inversion Hl; subst. simpl in Hs.
  unfold share in E. cbn in E.
  destruct (Q.max_spec (-1) (0 * R)) as [[A B]|[A B]]; lra.
Qed.

(* Control: with a maximum below its minimum a claimant stands in two places at one ratio. *)
Theorem control_max_below_min_breaks_uniqueness :
  ~ (forall c R s t, 0 <= weight c -> 0 <= min_share c -> stands c R s -> stands c R t -> s == t).
Proof.
  intros H. assert (E : 5 == 3).
  { apply (H (Claimant 1 5 (Some 3)) 4); cbn; try lra.
    - apply stands_at_min; cbn; lra.
    - apply (stands_at_max _ _ _ 3); cbn; trivial; lra. }
  lra.
Qed.

(* Control: with a maximum below its minimum the fair share is below the minimum, so that the range
   of possible totals is wrong. *)
Theorem control_max_below_min_breaks_existence :
  ~ (forall T cs xs, Forall (fun c => 0 <= weight c /\ 0 <= min_share c) cs ->
       fair T cs xs -> possible T cs).
Proof.
  intros H. assert (P : possible 3 [Claimant 1 5 (Some 3)]).
  { apply (H 3 _ [3]); [computed | exists 0; computed]. }
  destruct P as (P & _). vm_compute in P. congruence.
Qed.

(* Control: the sum of all maximums is not what can be claimed, where a claimant has no weight. *)
Theorem control_all_maximums_are_too_high_an_end :
  ~ (forall T cs, Forall defect_free cs -> Forall (fun c => max_share c <> None) cs ->
       minimums cs <= T ->
       T <= sum (map (fun c => match max_share c with Some u => u | None => 0 end) cs) ->
       exists xs, fair T cs xs).
Proof.
  intros H. specialize (H 8 [Claimant 1 0 (Some 5); Claimant 0 0 (Some 5)]).
  assert (Hd : Forall defect_free [Claimant 1 0 (Some 5); Claimant 0 0 (Some 5)]) by computed.
  assert (P : possible 8 [Claimant 1 0 (Some 5); Claimant 0 0 (Some 5)]).
  { apply exists_iff; trivial. apply H; trivial; [|computed..].
    repeat constructor; cbn; discriminate. }
  destruct P as (_ & P). vm_compute in P. congruence.
Qed.

(* Control: without the clause on weight 0 the axioms allow what no ratio gives: a share between
   the bounds of a claimant without weight. *)
Theorem control_axioms_need_the_clause_on_weight_zero :
  ~ (forall T cs xs, Forall defect_free cs -> sum xs == T ->
       Forall2 (fun c x => min_share c <= x /\ at_most x (max_share c)) cs xs ->
       without_pairs cs xs -> fair T cs xs).
Proof.
  intros H. apply (unfair_by_decision 5 [Claimant 0 0 (Some 5)] [5]); [computed | computed |].
  apply H; [computed | computed | computed |].
  intros p q [<-|[]] [<-|[]] (U & _). vm_compute in U. congruence.
Qed.

(* Control: without the pairs the axioms say too little. *)
Theorem control_axioms_need_the_pairs :
  ~ (forall T cs xs, Forall defect_free cs -> sum xs == T -> Forall2 in_bounds cs xs ->
       fair T cs xs).
Proof.
  intros H.
  apply (unfair_by_decision 3 [Claimant 1 0 None; Claimant 1 0 None] [1; 2]);
    [computed | computed |].
  apply H; computed.
Qed.

(* Control: the ratio is not unique, only the shares are. *)
Theorem control_ratios_are_not_unique :
  ~ (forall T cs xs R S, Forall defect_free cs -> fair_at R T cs xs -> fair_at S T cs xs -> R == S).
Proof.
  intros H. assert (E : 3 == 4).
  { apply (H 3 [Claimant 1 0 (Some 3)] [3]); computed. }
  lra.
Qed.

(* Control: a checker that believed the branches would accept what is not fair: the ratio 5 with
   both at their minimum gives 1 and 1, of which the sum is right. *)
Theorem control_a_wrong_branch_does_not_pass :
  check 2 [Claimant 1 1 None; Claimant 1 1 None] (Allocation 5 [at_min; at_min]) = false
  /\ check 2 [Claimant 1 1 None; Claimant 1 1 None] (Allocation 1 [at_min; at_min]) = true.
Proof. split; reflexivity. Qed.

(* Control: without its condition there is no sharing incentive: beside a minimum of 8, an equal
   claimant gets 2 of 10. *)
Theorem control_sharing_incentive_needs_its_condition :
  ~ (forall T cs xs c x, Forall defect_free cs -> fair T cs xs -> 0 < sum (map weight cs) ->
       In (c, x) (combine cs xs) ->
       T * weight c <= x * sum (map weight cs) \/ ~ below x (max_share c)).
Proof.
  intros H.
  destruct (H 10 [Claimant 1 0 None; Claimant 1 8 None] [2; 8] (Claimant 1 0 None) 2) as [F|F].
  - computed.
  - exists 2. computed.
  - reflexivity.
  - cbn. auto.
  - vm_compute in F. congruence.
  - apply F. exact I.
Qed.

(* Control: a claimant at its minimum may be envied. *)
Theorem control_no_envy_needs_the_minimum :
  ~ (forall T cs xs one other, Forall defect_free cs -> fair T cs xs ->
       In one (combine cs xs) -> In other (combine cs xs) ->
       below (snd one) (end_of (fst one)) ->
       snd other * weight (fst one) <= snd one * weight (fst other)).
Proof.
  intros H.
  assert (F : 8 * 1 <= 2 * 1).
  { apply (H 10 [Claimant 1 0 None; Claimant 1 8 None] [2; 8] (Claimant 1 0 None, 2)
             (Claimant 1 8 None, 8)); [computed | exists 2; computed | cbn; auto | cbn; auto |].
    exact I. }
  lra.
Qed.

(* Control: reports of a minimum are not strategy-proof: with a higher one a claimant gets more. *)
Theorem control_a_higher_minimum_can_gain :
  ~ (forall T w l l' u after x xs y ys, Forall defect_free (Claimant w l u :: after) -> l <= l' ->
       at_most l' u -> fair T (Claimant w l u :: after) (x :: xs) ->
       fair T (Claimant w l' u :: after) (y :: ys) -> y <= x).
Proof.
  intros H. assert (F : 8 <= 5).
  { apply (H 10 1 0 8 None [Claimant 1 0 None] 5 [5] 8 [2]).
    - computed.
    - lra.
    - exact I.
    - exists 5. computed.
    - exists 2. computed. }
  lra.
Qed.

(* Control: the sum of the squares, without the weights, is not what fair shares make least. *)
Theorem control_least_squares_need_the_weights :
  ~ (forall T cs xs ys, Forall defect_free cs -> Forall (fun c => 0 < weight c) cs ->
       fair T cs xs -> Forall2 in_bounds cs ys -> sum ys == T ->
       sum (map (fun x => x * x) xs) <= sum (map (fun y => y * y) ys)).
Proof.
  intros H.
  assert (F : sum (map (fun x => x * x) [1; 2]) <= sum (map (fun y => y * y) [3 # 2; 3 # 2])).
  { apply (H 3 [Claimant 1 0 None; Claimant 2 0 None]).
    - computed.
    - computed.
    - exists 1. computed.
    - computed.
    - reflexivity. }
  vm_compute in F. congruence.
Qed.
