(* Negative controls: theorems with one hypothesis or one clause less, or with a stronger
   conclusion, and the proof that they are false. So that hypothesis or clause is needed, and what
   the theorem says is not empty. Every theorem has at least one; check.sh sees to it. Not every
   hypothesis has been dropped. *)
From Coq Require Import List Bool ZArith QArith Qminmax Qround Lqa Lia Permutation.
From Fairshare Require Import Fairness Uniqueness Sweep Existence Certificate Axioms Consequences.
From Fairshare Require Import Intervals Violation Flaw TreeFlaw Oracle Rules Units.
Import ListNotations.
Open Scope Q_scope.

(* Small numbers are decided by computing. *)
Ltac computed := repeat (split || constructor); try (vm_compute; (reflexivity || congruence)).

(* What the hypotheses of a control say of small numbers, of fair shares at the ratio R. *)
Ltac met R :=
  match goal with
  | |- fair _ _ _ => exists R; computed
  | |- _ => cbn; first [exact I | lra | tauto | reflexivity | computed]
  end.

(* What is false of small numbers. *)
Ltac absurd H := vm_compute in H; first [congruence | tauto | intuition congruence].

(* A claimant of weight 1 without bounds, one that has no more than 3, one whose bounds are crossed,
   and one that loses as the ratio grows. *)
Definition plain := Claimant 1 0 None.
Definition up_to_3 := Claimant 1 0 (Some 3).
Definition crossed := Claimant 1 5 (Some 3).
Definition losing := Claimant (-1) (-1) None.

Lemma unfair_by_decision : forall T cs xs,
  Forall defect_free cs -> is_fair T cs xs = false -> ~ fair T cs xs.
Proof. intros T cs xs Hd H F. apply is_fair_iff in F; trivial. congruence. Qed.

(* Control of shares_unique: with a negative weight and a negative minimum, shares are not unique:
   (0, 0) at the ratio 0, and (-1, 1) at the ratio 1. *)
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

(* Control of exists_iff: with a negative weight and a minimum of 0, a maximum of 10 is out of
   reach, and so are the 5 between them. *)
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

(* Control of exists_iff: a negative minimum without a weight is never given: the share is 0. *)
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

(* Control of exists_iff: with a maximum below its minimum the fair share is below the minimum, so
   that the range of possible totals is wrong. *)
Theorem control_max_below_min_breaks_existence :
  ~ (forall T cs xs, Forall (fun c => 0 <= weight c /\ 0 <= min_share c) cs ->
       fair T cs xs -> possible T cs).
Proof.
  intros H. assert (P : possible 3 [Claimant 1 5 (Some 3)]).
  { apply (H 3 _ [3]); [computed | exists 0; computed]. }
  destruct P as (P & _). vm_compute in P. congruence.
Qed.

(* Control of exists_iff: the sum of all maximums is not what can be claimed, where a claimant has
   no weight. *)
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

(* Control of axioms_iff_fair: without the clause on weight 0 the axioms allow what no ratio gives:
   a share between the bounds of a claimant without weight. *)
Theorem control_axioms_need_the_clause_on_weight_zero :
  ~ (forall T cs xs, Forall defect_free cs -> sum xs == T ->
       Forall2 (fun c x => min_share c <= x /\ at_most x (max_share c)) cs xs ->
       without_pairs cs xs -> fair T cs xs).
Proof.
  intros H. apply (unfair_by_decision 5 [Claimant 0 0 (Some 5)] [5]); [computed | computed |].
  apply H; [computed | computed | computed |].
  intros p q [<-|[]] [<-|[]] (U & _). vm_compute in U. congruence.
Qed.

(* Control of axioms_iff_fair: without the pairs the axioms say too little. *)
Theorem control_axioms_need_the_pairs :
  ~ (forall T cs xs, Forall defect_free cs -> sum xs == T -> Forall2 in_bounds cs xs ->
       fair T cs xs).
Proof.
  intros H.
  apply (unfair_by_decision 3 [Claimant 1 0 None; Claimant 1 0 None] [1; 2]);
    [computed | computed |].
  apply H; computed.
Qed.

(* Control of shares_unique: the ratio is not unique, only the shares are. *)
Theorem control_ratios_are_not_unique :
  ~ (forall T cs xs R S, Forall defect_free cs -> fair_at R T cs xs -> fair_at S T cs xs -> R == S).
Proof.
  intros H. assert (E : 3 == 4).
  { apply (H 3 [Claimant 1 0 (Some 3)] [3]); computed. }
  lra.
Qed.

(* Control of certificate_sound: a checker that believed the branches would accept what is not fair:
   the ratio 5 with both at their minimum gives 1 and 1, of which the sum is right. *)
Theorem control_a_wrong_branch_does_not_pass :
  check 2 [Claimant 1 1 None; Claimant 1 1 None] (Allocation 5 [at_min; at_min]) = false
  /\ check 2 [Claimant 1 1 None; Claimant 1 1 None] (Allocation 1 [at_min; at_min]) = true.
Proof. split; reflexivity. Qed.

(* Control of sharing_incentive: without its condition there is no sharing incentive: beside a
   minimum of 8, an equal claimant gets 2 of 10. *)
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

(* Control of no_envy: a claimant at its minimum may be envied. *)
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

(* Control of own_min_monotone: reports of a minimum are not strategy-proof: with a higher one a
   claimant gets more. *)
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

(* Control of least_squares: the sum of the squares, without the weights, is not what fair shares
   make least. *)
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

(* Uniqueness.v *)

(* Control of share_monotone: with a negative weight a share falls. *)
Theorem control_share_monotone : ~ (forall c R S, R <= S -> share c R <= share c S).
Proof. intros H. specialize (H losing 0 1 ltac:(lra)). absurd H. Qed.

(* Control of share_lipschitz: from a higher ratio to a lower one, a share need not fall. *)
Theorem control_share_lipschitz :
  ~ (forall c R S, defect_free c -> share c S - share c R <= weight c * (S - R)).
Proof. intros H. specialize (H up_to_3 5 4 ltac:(computed)). absurd H. Qed.

(* Control of sum_monotone: with a negative weight the sum falls. *)
Theorem control_sum_monotone : ~ (forall cs R S, R <= S -> sum_at cs R <= sum_at cs S).
Proof. intros H. specialize (H [losing] 0 1 ltac:(lra)). absurd H. Qed.

(* Control of sum_lipschitz: from a higher ratio to a lower one, the sum need not fall. *)
Theorem control_sum_lipschitz :
  ~ (forall cs R S, Forall defect_free cs ->
       sum_at cs S - sum_at cs R <= sum (map weight cs) * (S - R)).
Proof. intros H. specialize (H [up_to_3] 5 4 ltac:(computed)). absurd H. Qed.

(* Sweep.v *)

(* Control of share_events: with a maximum below its minimum a share is not its events. *)
Theorem control_share_events :
  ~ (forall c R, 0 <= R -> share c R == min_share c + events (breakpoints_of c) R).
Proof. intros H. specialize (H crossed 0 ltac:(lra)). absurd H. Qed.

(* Control of sum_of_events: none of the breakpoints may be left out. *)
Theorem control_sum_of_events :
  ~ (forall cs bs R, Forall defect_free cs -> 0 <= R -> incl bs (breakpoints cs) ->
       sum_at cs R == minimums cs + events bs R).
Proof.
  intros H. specialize (H [plain] [] 1 ltac:(computed) ltac:(lra) ltac:(intros b [])). absurd H.
Qed.

(* Control of sweep_sound: with a negative weight the sweep finds a negative ratio. *)
Theorem control_sweep_sound :
  ~ (forall T cs found, sweep T cs = Some found -> 0 <= found /\ sum_at cs found == T).
Proof.
  intros H. specialize (H 5 [Claimant (-1) 0 (Some 10)] (-5) ltac:(vm_compute; reflexivity)).
  destruct H as (F & _). absurd F.
Qed.

(* Control of sweep_complete: what the sweep finds is the least ratio, not any. *)
Theorem control_sweep_complete :
  ~ (forall T cs R, Forall defect_free cs -> 0 <= R -> sum_at cs R == T ->
       exists found, sweep T cs = Some found /\ found == R).
Proof.
  intros H. destruct (H 3 [up_to_3] 4) as (found & F & E); [met 0 | met 0 | met 0 |].
  vm_compute in F. injection F as <-. absurd E.
Qed.

(* Existence.v *)

(* Control of sweep_finds_iff: with a maximum below its minimum the sweep finds the minimum. *)
Theorem control_sweep_finds_iff :
  ~ (forall T cs, possible T cs <-> exists found, sweep T cs = Some found).
Proof.
  intros H. destruct (H 5 [crossed]) as (_ & F). destruct F as (_ & F).
  { exists 0. vm_compute. reflexivity. }
  absurd F.
Qed.

(* Control of one_outcome_holds: two of the outcomes are not all. *)
Theorem control_one_outcome_holds : ~ (forall T cs, possible T cs \/ overcommitted T cs).
Proof. intros H. destruct (H 4 [up_to_3]) as [(_ & F)|F]; absurd F. Qed.

(* Control of outcomes_exclude_each_other: with a maximum below its minimum a total is too small and
   too large. *)
Theorem control_outcomes_exclude_each_other :
  ~ (forall T cs, ~ (overcommitted T cs /\ surplus T cs)).
Proof. intros H. apply (H 4 [crossed]). split; vm_compute; reflexivity. Qed.

(* Control of no_shares_without_a_possible_total: with a maximum below its minimum there are some.
   *)
Theorem control_no_shares_without_a_possible_total :
  ~ (forall T cs xs, overcommitted T cs \/ surplus T cs -> ~ fair T cs xs).
Proof.
  intros H. apply (H 3 [crossed] [3]); [left; vm_compute; reflexivity | met 0].
Qed.

(* Certificate.v *)

(* Control of certificate_sound: a certificate whose sum is not checked proves nothing. *)
Theorem control_certificate_sound :
  ~ (forall T cs R bs xs, Forall defect_free cs -> 0 <= R -> certified_shares cs R bs = Some xs ->
       fair T cs xs).
Proof.
  intros H. apply (unfair_by_decision 5 [plain] [1]); [computed | reflexivity |].
  apply (H 5 [plain] 1 [proportional]); [computed | lra | reflexivity].
Qed.

(* Control of overcommitted_sound: with an excess of 0 it is not overcommitted. *)
Theorem control_overcommitted_sound :
  ~ (forall T cs excess, Forall defect_free cs -> minimums cs == T + excess -> overcommitted T cs).
Proof. intros H. specialize (H 0 [plain] 0 ltac:(computed) ltac:(reflexivity)). absurd H. Qed.

(* Control of surplus_sound: 0 unclaimed is no surplus. *)
Theorem control_surplus_sound :
  ~ (forall T cs m unclaimed, Forall defect_free cs -> most cs = Some m -> m + unclaimed == T ->
       surplus T cs).
Proof.
  intros H.
  specialize (H 3 [up_to_3] (3 + 0) 0 ltac:(computed) ltac:(reflexivity) ltac:(reflexivity)).
  absurd H.
Qed.

(* Control of certificate_complete: at a ratio that does not give the total none passes. *)
Theorem control_certificate_complete :
  ~ (forall T cs R, Forall defect_free cs -> 0 <= R ->
       check T cs (Allocation R (map (branch_at R) cs)) = true).
Proof. intros H. specialize (H 5 [plain] 1 ltac:(computed) ltac:(lra)). absurd H. Qed.

(* Control of solve_is_certified: with a negative weight the answer does not pass. *)
Theorem control_solve_is_certified : ~ (forall T cs, check T cs (solve T cs) = true).
Proof. intros H. specialize (H 5 [Claimant (-1) 0 (Some 10)]). absurd H. Qed.

(* Control of certificates_agree: one that does not pass may say anything. *)
Theorem control_certificates_agree :
  ~ (forall T cs a b, Forall defect_free cs -> check T cs b = true -> agree cs a b).
Proof.
  intros H.
  specialize (H 1 [plain] (Overcommitted 1) (Allocation 1 [proportional]) ltac:(computed) eq_refl).
  exact H.
Qed.

(* Control of solve_reports_the_least_ratio: it is the least, not each. *)
Theorem control_solve_reports_the_least_ratio :
  ~ (forall T cs xs R found bs, Forall defect_free cs -> fair_at R T cs xs ->
       solve T cs = Allocation found bs -> found == R).
Proof.
  intros H. specialize (H 3 [up_to_3] [3] 4 3 [at_max] ltac:(computed) ltac:(computed) eq_refl).
  absurd H.
Qed.

(* Axioms.v *)

Lemma no_ratio_gives_5_of_3 : ~ exists R, 0 <= R /\ Forall2 Qeq [5] (shares_at [up_to_3] R).
Proof.
  intros (R & _ & F). cbn [shares_at map] in F. inversion F as [|x y ? ? E G]; subst.
  assert (B : share up_to_3 R <= 3) by exact (share_end up_to_3 R ltac:(computed)). lra.
Qed.

(* Control of ratios_of_a_share: a share above the maximum has a need and an allowance, but no
   ratio. *)
Theorem control_ratios_of_a_share :
  ~ (forall c x R, defect_free c -> 0 <= R -> (x == share c R <-> needs c x R /\ allows c x R)).
Proof.
  intros H. assert (F : 5 == share up_to_3 5).
  { apply H; [computed | lra |]. split; unfold needs, allows; cbn; lra. }
  absurd F.
Qed.

(* Control of common_ratio_iff: shares outside of the bounds come from no ratio, with no pair to
   show. *)
Theorem control_common_ratio_iff :
  ~ (forall cs xs, Forall defect_free cs -> length cs = length xs ->
       ((exists R, 0 <= R /\ Forall2 Qeq xs (shares_at cs R)) <-> without_pairs cs xs)).
Proof.
  intros H. apply no_ratio_gives_5_of_3. apply H; [computed | reflexivity |].
  intros p q [<-|[]] [<-|[]] (U & _). absurd U.
Qed.

(* Control of is_fair_iff: with a negative weight fair shares are not recognised. *)
Theorem control_is_fair_iff : ~ (forall T cs xs, is_fair T cs xs = true <-> fair T cs xs).
Proof.
  intros H. destruct (H (-2) [Claimant (-1) (-5) (Some (-2)); plain] [-2; 0]) as (_ & F).
  specialize (F ltac:(met 0)). absurd F.
Qed.

(* Control of two_claimants_witness_unfairness: a share above the maximum needs one claimant, and no
   two show it. *)
Theorem control_two_claimants_witness_unfairness :
  ~ (forall cs xs, Forall defect_free cs -> length cs = length xs ->
       (~ exists R, 0 <= R /\ Forall2 Qeq xs (shares_at cs R)) ->
       exists richer poorer, In richer (combine cs xs) /\ In poorer (combine cs xs)
         /\ unequal richer poorer).
Proof.
  intros H. destruct (H [up_to_3] [5]) as (p & q & [<-|[]] & [<-|[]] & (U & _));
    [computed | reflexivity | apply no_ratio_gives_5_of_3 |].
  absurd U.
Qed.

(* Intervals.v *)

(* Control of two_intervals_suffice: that each interval alone has a ratio does not suffice. *)
Theorem control_two_intervals_suffice :
  ~ (forall reported, Forall (fun p => defect_free (fst p)) reported ->
       ((exists R, 0 <= R /\ Forall (fits R) reported)
        <-> (forall p, In p reported -> exists R, 0 <= R /\ fits R p))).
Proof.
  intros H. destruct (H [(plain, exactly 4); (plain, exactly 5)]) as (_ & F); [computed|].
  destruct F as (R & _ & F).
  - intros p [<-|[<-|[]]]; [exists 4 | exists 5]; computed.
  - inversion F as [|? ? A G]; subst. inversion G as [|? ? B _]; subst.
    destruct A as (A & A'). destruct B as (B & B'). cbn in A, A', B, B'. lra.
Qed.

(* Control of rounded_shares_are_fair_iff: a ratio that fits all of them is not enough: 4, 4 and 4,
   rounded down, are not of 10. *)
Theorem control_rounded_shares_are_fair_iff :
  ~ (forall T reported, Forall (fun p => defect_free (fst p)) reported ->
       ((exists xs, fair T (map fst reported) xs
          /\ Forall2 (fun p x => high_enough (snd p) x /\ low_enough (snd p) x) reported xs)
        <-> exists R, 0 <= R /\ Forall (fits R) reported)).
Proof.
  intros H. set (four := (plain, Interval 4 5 false true)).
  destruct (H 10 [four; four; four]) as (_ & F); [computed|].
  destruct F as (xs & (R & _ & _ & E) & G).
  - exists 4. computed.
  - inversion G as [|? x ? ? (A & _) G1]; subst. inversion G1 as [|? y ? ? (B & _) G2]; subst.
    inversion G2 as [|? z ? ? (C & _) G3]; subst. inversion G3; subst. cbn in A, B, C, E. lra.
Qed.

(* Violation.v *)

(* From 0 to -1/2: what a claimant that loses has at ratios from 0 to 1/2. *)
Definition lost := Interval (-1 # 2) 0 false false.

(* Control of violation_is_a_witness: with a negative weight a need is an allowance, and the checker
   names a claimant that no ratio is denied. *)
Theorem control_violation_is_a_witness :
  ~ (forall reported total v, find_violation reported total = Some v ->
       is_a_witness reported total v).
Proof.
  intros H.
  destruct (H [(losing, lost)] (exactly 0) (Unequal 0 0 (1 # 2) 0) ltac:(vm_compute; reflexivity))
    as (p & q & Hp & Hq & _ & _ & N).
  injection Hp as <-. injection Hq as <-. apply N. exists (1 # 4). computed.
Qed.

(* Control of finds_nothing_iff: a total that stands for no number is not told from one that does.
   *)
Theorem control_finds_nothing_iff :
  ~ (forall reported total, of_problem reported ->
       (find_violation reported total = None <-> some_ratio_fits reported total)).
Proof.
  intros H.
  destruct (H [(plain, Interval 2 5 false false)] (Interval 3 3 true true)) as (F & _);
    [computed|].
  destruct (F ltac:(vm_compute; reflexivity)) as (R & _ & _ & A & B). cbn in A, B. lra.
Qed.

(* Control of finds_nothing_iff: that the total is one of the sums from the low ends to the high
   ends is not enough: 4, 4 and 4, rounded down, add up to less than 15. *)
Theorem control_open_ends_count :
  ~ (forall T reported, of_problem reported -> (exists R, 0 <= R /\ Forall (fits R) reported) ->
       sum (map (fun p => low (snd p)) reported) <= T ->
       T <= sum (map (fun p => high (snd p)) reported) ->
       find_violation reported (exactly T) = None).
Proof.
  intros H. set (four := (plain, Interval 4 5 false true)).
  assert (N : find_violation [four; four; four] (exactly 15) <> None) by (vm_compute; congruence).
  apply N, H; [computed | exists 4; computed | vm_compute; congruence | vm_compute; congruence].
Qed.

(* Control of checker_divides_by_no_zero: a share above the minimum without a weight must be told
   first. *)
Theorem control_checker_divides_by_no_zero :
  ~ (forall c J, defect_free c -> own_need 0 (c, J) <> None -> 0 < weight c).
Proof.
  intros H.
  assert (F := H (Claimant 0 0 None) (exactly 5) ltac:(computed) ltac:(vm_compute; congruence)).
  absurd F.
Qed.

(* Control of fair_shares_lie_in_the_intervals: with a negative weight the checker objects to fair
   shares. *)
Theorem control_fair_shares_lie_in_the_intervals :
  ~ (forall T reported,
       (find_violation reported (exactly T) = None
        <-> exists xs, fair T (map fst reported) xs
              /\ Forall2 (fun p x => contains (snd p) x) reported xs)).
Proof.
  intros H. destruct (H (-1 # 4) [(losing, lost)]) as (_ & F).
  assert (N : find_violation [(losing, lost)] (exactly (-1 # 4)) <> None).
  { vm_compute. congruence. }
  apply N, F. exists [-1 # 4]. split; [exists (1 # 4) |]; computed.
Qed.

(* Control of exact_shares_are_fair_iff: with fewer shares than claimants it looks at fewer. *)
Theorem control_exact_shares_are_fair_iff :
  ~ (forall T cs xs, Forall defect_free cs ->
       (find_violation (combine cs (map exactly xs)) (exactly T) = None <-> fair T cs xs)).
Proof.
  intros H. destruct (H 0 [plain] [] ltac:(computed)) as (F & _).
  specialize (F ltac:(vm_compute; reflexivity)). apply fair_length in F. discriminate.
Qed.

(* Flaw.v *)

(* Control of flaw_is_so: with a maximum below its minimum it adds up what is not the share. *)
Theorem control_flaw_is_so :
  ~ (forall T cs s f, find_flaw T cs s = Some f -> is_a_flaw T cs s f).
Proof.
  intros H.
  destruct (H 3 [crossed] (Statement (Says_divided 0 None) [at_min]) (Wrong_sum 5)) as (F & _);
    [vm_compute; reflexivity |]. absurd F.
Qed.

(* Control of no_flaw_iff: with a maximum below its minimum it accepts what is not so. *)
Theorem control_no_flaw_iff :
  ~ (forall T cs s, find_flaw T cs s = None <-> certifies T cs s).
Proof.
  intros H. destruct (H 5 [crossed] (Statement (Says_divided 0 None) [at_min])) as (F & _).
  destruct (F ltac:(vm_compute; reflexivity)) as (_ & (t & A & B) & _). cbn in A, B.
  rewrite B in A. absurd A.
Qed.

(* Control of no_flaw_iff: ratios of which all give the shares are not accepted where others do. *)
Theorem control_all_ratios_are_asked_for :
  ~ (forall T cs R bs least greatest, Forall defect_free cs ->
       find_flaw T cs (Statement (Says_divided R None) bs) = None ->
       (forall S, least <= S -> S <= greatest -> same_at cs R S) -> least <= R -> R <= greatest ->
       find_flaw T cs (Statement (Says_divided R (Some (Ratios least (Some greatest)))) bs) = None).
Proof.
  intros H.
  assert (F := H 3 [up_to_3] 4 [at_max] 4 5 ltac:(computed) ltac:(vm_compute; reflexivity)).
  assert (N : find_flaw 3 [up_to_3] (Statement (Says_divided 4 (Some (Ratios 4 (Some 5)))) [at_max])
              <> None) by (vm_compute; congruence).
  apply N, F; [|lra|lra]. intros S A _. constructor; [|constructor].
  rewrite (stays_at_max up_to_3 3 4 S) by (computed; trivial). reflexivity.
Qed.

(* Control of accepted_certificate_decides: with a maximum below its minimum the shares that it
   gives are not fair. *)
Theorem control_accepted_certificate_decides :
  ~ (forall T cs R all bs, find_flaw T cs (Statement (Says_divided R all) bs) = None ->
       fair_at R T cs (shares_of cs R bs)).
Proof.
  intros H. destruct (H 5 [crossed] 0 None [at_min] ltac:(vm_compute; reflexivity)) as (_ & F & _).
  inversion F as [|? ? ? ? E _]; subst. absurd E.
Qed.

(* Control of every_problem_has_a_certificate: not each has one of an allocation. *)
Theorem control_every_problem_has_a_certificate :
  ~ (forall T cs, Forall defect_free cs ->
       exists R all bs, find_flaw T cs (Statement (Says_divided R all) bs) = None).
Proof.
  intros H. destruct (H 10 [up_to_3] ltac:(computed)) as (R & all & bs & F).
  apply accepted_certificate_decides in F; [|computed]. cbn [says branches] in F.
  apply (no_shares_without_a_possible_total 10 [up_to_3] (shares_of [up_to_3] R bs));
    [computed | right; vm_compute; reflexivity | exists R; apply F].
Qed.

(* TreeFlaw.v *)

Lemma tree_by_decision : forall t, is_tree t None = true -> defect_free_tree t.
Proof. intros t H. apply is_tree_iff in H. apply H. Qed.

(* The certificate of one claimant that has R, by its weight of 1. *)
Definition of_one (R : Q) := Statement (Says_divided R None) [proportional].

(* A node with a child; and one with a child that has one, with every child before its parent. *)
Definition chain := Tree 10 [Node plain None; Node plain (Some 0%nat)].
Definition reversed :=
  Tree 10 [Node plain (Some 1%nat); Node plain (Some 2%nat); Node plain None].

(* A tree that cannot hand out what it has. *)
Definition too_much := Tree 10 [Node up_to_3 None].

Lemma too_much_is_not_fair : forall x, ~ fair_tree too_much x.
Proof.
  intros x H. specialize (H None (or_introl eq_refl)).
  apply (no_shares_without_a_possible_total 10 [up_to_3] [x 0%nat]);
    [computed | right; vm_compute; reflexivity | exact H].
Qed.

(* Control of tree_flaw_is_so: what is divided where the flaw is, is not what the tree divides. *)
Theorem control_tree_flaw_is_so :
  ~ (forall t reported ss f, defect_free_tree t -> fit t ss = true ->
       find_tree_flaw t reported ss = Some f -> flaw_total f == total t).
Proof.
  intros H.
  specialize (H (Tree 10 [Node plain None; Node plain None; Node plain (Some 1%nat)]) None
                [Statement (Says_divided 5 None) [proportional; proportional]; of_one 10]
                (Tree_flaw (Some 1%nat) 5 (In_division (Wrong_sum 10)))).
  cbn [flaw_total total] in H.
  assert (F : 5 == 10) by (apply H; [apply tree_by_decision | |]; vm_compute; reflexivity).
  lra.
Qed.

(* Control of no_tree_flaw_iff: of a node that stands before its parent, the share is not known. *)
Theorem control_no_tree_flaw_iff :
  ~ (forall t ss, Forall (fun n => defect_free (claims n)) (nodes t) ->
       (fit t ss = true /\ find_tree_flaw t None ss = None <-> certify t ss)).
Proof.
  intros H. destruct (H reversed [of_one 10; of_one 10; of_one 10] ltac:(computed)) as (_ & F).
  destruct F as (_ & F).
  - exists (fun _ => 10). computed; exists 10; computed.
  - vm_compute in F. discriminate.
Qed.

(* Control of no_tree_flaw_iff: where none is wrong, one may be missing. *)
Theorem control_certificates_must_fit :
  ~ (forall t ss, defect_free_tree t -> find_tree_flaw t None ss = None -> certify t ss).
Proof.
  intros H. destruct (H chain [of_one 10]) as (x & _ & F);
    [apply tree_by_decision; vm_compute; reflexivity | vm_compute; reflexivity |].
  exact F.
Qed.

(* Control of accepted_certificates_decide: one of no allocation gives no shares. *)
Theorem control_accepted_certificates_decide :
  ~ (forall t ss, defect_free_tree t -> fit t ss = true -> find_tree_flaw t None ss = None ->
       exists x, fair_tree t x).
Proof.
  intros H.
  destruct (H too_much [Statement (Says_surplus 7) [at_max]]) as (x & F);
    [apply tree_by_decision | | |]; [vm_compute; reflexivity ..|].
  apply (too_much_is_not_fair x F).
Qed.

(* Control of every_tree_has_certificates: not each has those of an allocation. *)
Theorem control_every_tree_has_certificates :
  ~ (forall t, defect_free_tree t ->
       exists ss, fit t ss = true /\ find_tree_flaw t None ss = None
         /\ forallb is_divided ss = true).
Proof.
  intros H.
  assert (Ht : defect_free_tree too_much) by (apply tree_by_decision; vm_compute; reflexivity).
  destruct (H too_much Ht) as (ss & A & B & C).
  destruct (accepted_certificates_decide too_much ss Ht A B) as (x & _ & D). rewrite C in D.
  apply (too_much_is_not_fair x), D.
Qed.

(* Oracle.v *)

(* Control of report_is_sound: a defect is not always a negative total. *)
Theorem control_report_is_sound :
  ~ (forall T cs, match report_on T cs with Defective => ~ 0 <= T | _ => True end).
Proof. intros H. specialize (H 0 [losing]). vm_compute in H. apply H. congruence. Qed.

(* Control of judgement_is_right: where it is not a problem, shares may come from one ratio for all
   that. *)
Theorem control_judgement_is_right :
  ~ (forall T cs xs, match judge T cs xs with Is_fair => True | _ => ~ fair T cs xs end).
Proof. intros H. specialize (H 0 [losing; plain] [0; 0]). apply H. met 0. Qed.

(* Control of opinion_is_right: where it is not reported of a problem, that need not be for the
   claimants. *)
Theorem control_opinion_is_right :
  ~ (forall total reported,
       match judge_reported total reported with
       | Not_reported => ~ of_problem reported
       | _ => True
       end).
Proof. intros H. apply (H (Interval 3 3 true true) []). constructor. Qed.

(* Control of certificate_judgement_is_right: where it is of no problem, it may certify what it says
   for all that. *)
Theorem control_certificate_judgement_is_right :
  ~ (forall T cs s,
       match judge_certificate T cs s with Holds => True | _ => ~ certifies T cs s end).
Proof.
  intros H. apply (H 0 [losing; plain] (Statement (Says_divided 0 None) [proportional; at_min])).
  split; [|split].
  - computed; cbn; lra.
  - exists 0. computed.
  - computed.
Qed.

(* Control of tree_judgement_is_right: of what is no tree, they may certify what they say for all
   that. *)
Theorem control_tree_judgement_is_right :
  ~ (forall t reported ss,
       match judge_tree t reported ss with
       | Tree_holds => True
       | _ => ~ (certify t ss /\ are_fair t reported)
       end).
Proof.
  intros H. apply (H reversed None [of_one 10; of_one 10; of_one 10]). split; [|exact I].
  exists (fun _ => 10). computed; exists 10; computed.
Qed.

(* Rules.v *)

(* Control of base_rule_is_moved: where the minimums are not taken off, it is another rule. *)
Theorem control_base_rule_is_moved :
  ~ (forall T cs R, Forall defect_free cs -> 0 <= R ->
       (sum (map (fun c => base_share c R) cs) == T
        <-> fair_at R T cs (map (fun c => base_share c R) cs))).
Proof.
  intros H. destruct (H 7 [Claimant 1 5 None; plain] 1) as (F & _); [computed | lra |].
  destruct (F ltac:(reflexivity)) as (_ & G & _). inversion G as [|? ? ? ? E _]; subst. absurd E.
Qed.

(* Control of affine_between_breakpoints: past a breakpoint the line bends. *)
Theorem control_affine_between_breakpoints :
  ~ (forall cs A B R, Forall defect_free cs -> 0 <= A -> A <= R -> R <= B ->
       sum_at cs R * (B - A) == sum_at cs A * (B - R) + sum_at cs B * (R - A)).
Proof.
  intros H.
  specialize (H [up_to_3] 0 6 3 ltac:(computed) ltac:(lra) ltac:(lra) ltac:(lra)). absurd H.
Qed.

(* Control of cut_is_the_sum: one that has passed too many is not the sum. *)
Theorem control_cut_is_the_sum :
  ~ (forall cs R passed left, Forall defect_free cs -> 0 <= R ->
       Permutation (passed ++ left) (breakpoints cs) ->
       Forall (fun b => R <= ratio_of b) left ->
       sum_at cs R
       == minimums cs - sum (map (fun b => slope_change b * ratio_of b) passed)
          + sum (map slope_change passed) * R).
Proof.
  intros H. set (c := Claimant 1 2 None).
  specialize (H [c] 1 (breakpoints [c]) [] ltac:(computed) ltac:(lra)).
  rewrite app_nil_r in H. specialize (H (Permutation_refl _) (Forall_nil _)). absurd H.
Qed.

(* Control of bisection_invariant: it must begin with an upper end that uses the total. *)
Theorem control_bisection_invariant :
  ~ (forall early steps used T lower upper,
       T <= used (snd (bisect early steps used T lower upper))).
Proof. intros H. specialize (H false 3%nat (fun _ => 0) 1 0 1). absurd H. Qed.

(* Control of bisection_closes_in: it must begin with an upper end that reaches the total. *)
Theorem control_bisection_closes_in :
  ~ (forall steps T cs lower upper least, Forall defect_free cs -> lower <= upper ->
       lower <= least -> T <= sum_at cs least ->
       (forall R, lower <= R -> T <= sum_at cs R -> least <= R) ->
       least <= snd (bisect false steps (sum_at cs) T lower upper)).
Proof.
  intros H. assert (F : 5 <= 1).
  { apply (H O 5 [plain] 0 1 5); [computed | lra | lra | computed |].
    intros R _ F. unfold sum_at in F. cbn in F.
    destruct (Q.max_spec 0 (1 * R)) as [[A E]|[A E]]; unfold share in F; cbn in F; lra. }
  lra.
Qed.

(* Control of bisection_excess: from a lower end that is above the total it may exceed by more. *)
Theorem control_bisection_excess :
  ~ (forall steps T cs lower upper, Forall defect_free cs -> lower <= upper ->
       T <= sum_at cs upper ->
       sum_at cs (snd (bisect false steps (sum_at cs) T lower upper)) - T
       < sum (map weight cs) * half_of steps (upper - lower)).
Proof.
  intros H. specialize (H 1%nat 1 [Claimant 1 5 None] 0 1). assert (F := H ltac:(computed)).
  specialize (F ltac:(lra) ltac:(computed)). absurd F.
Qed.

(* Control of rounding_down_loses_less_than_n: it does lose something. *)
Theorem control_rounding_down_loses_less_than_n :
  ~ (forall T cs xs, Forall defect_free cs -> fair T cs xs -> sum (floors xs) == T).
Proof.
  intros H. assert (F := H 1 [plain; plain] [1 # 2; 1 # 2] ltac:(computed)).
  specialize (F ltac:(met (1 # 2))). absurd F.
Qed.

(* Control of hadoop_never_under_allocates: an upper end below the one at which doubling ends may.
   *)
Theorem control_hadoop_without_doubling :
  ~ (forall early steps T cs upper,
       T <= units_at cs (snd (bisect early steps (units_at cs) T 0 upper))).
Proof. intros H. specialize (H false 25%nat 5 [plain] 1). absurd H. Qed.

(* Control of hadoop_never_under_allocates: the lower end allocates too little. *)
Theorem control_hadoop_at_the_lower_end :
  ~ (forall early tries steps T cs R upper, double tries (units_at cs) T R = Some upper ->
       T <= units_at cs (fst (bisect early steps (units_at cs) T 0 upper))).
Proof.
  intros H. specialize (H false 4%nat 5%nat 5 [plain] 1 8 ltac:(vm_compute; reflexivity)). absurd H.
Qed.

(* Control of hadoop_never_under_allocates: it may allocate too much. *)
Theorem control_hadoop_gives_the_total :
  ~ (forall early tries steps T cs R upper, double tries (units_at cs) T R = Some upper ->
       units_at cs (snd (bisect early steps (units_at cs) T 0 upper)) <= T).
Proof.
  intros H. specialize (H false 1%nat 5%nat 1 [plain; plain] 1 1 ltac:(vm_compute; reflexivity)).
  absurd H.
Qed.

(* Control of excess_of_rounded_shares: from a lower end that already reached the total it may
   exceed by more. *)
Theorem control_excess_of_rounded_shares :
  ~ (forall cs T t a b, Forall defect_free cs -> T == inject_Z t -> a <= b -> cs <> [] ->
       units_at cs b - T < count cs - 1 + sum (map weight cs) * (b - a)).
Proof.
  intros H.
  specialize (H [Claimant 1 5 None] 1 1%Z 0 1 ltac:(computed) ltac:(reflexivity) ltac:(lra)).
  specialize (H ltac:(discriminate)). absurd H.
Qed.

(* Control of whole_units: a unit that goes to a whole share, not to the largest fraction, is one
   too many there. *)
Theorem control_whole_units :
  ~ (forall ps : list (Q * bool),
       sum (map (fun p => unit_of (snd p)) ps) == sum (map fst ps) - sum (floors (map fst ps)) ->
       forall x given, In (x, given) ps -> inject_Z (Qfloor x) + unit_of given < x + 1).
Proof.
  intros H. specialize (H [(1 # 2, false); (1 # 2, false); (1, true)] ltac:(reflexivity) 1 true).
  specialize (H ltac:(cbn; auto)). absurd H.
Qed.

(* Consequences.v *)

(* Control of pareto: of a higher total each may have more. *)
Theorem control_pareto :
  ~ (forall T cs xs ys, fair T cs xs -> Forall2 Qle xs ys -> Forall2 Qeq xs ys).
Proof.
  intros H. assert (F := H 1 [plain] [1] [2] ltac:(met 1) ltac:(computed)).
  inversion F as [|? ? ? ? E _]; subst. absurd E.
Qed.

(* Control of total_monotone: of a lower total they get less. *)
Theorem control_total_monotone :
  ~ (forall T T' cs xs ys, Forall defect_free cs -> fair T cs xs -> fair T' cs ys ->
       Forall2 Qle xs ys).
Proof.
  intros H. assert (F := H 2 1 [plain] [2] [1] ltac:(computed) ltac:(met 2) ltac:(met 1)).
  inversion F as [|? ? ? ? E _]; subst. absurd E.
Qed.

(* Control of shares_change_no_more_than_the_total: where it falls, each share falls by less. *)
Theorem control_shares_change_no_more_than_the_total :
  ~ (forall T T' cs xs ys, Forall defect_free cs -> fair T cs xs -> fair T' cs ys ->
       Forall2 (fun x y => y - x <= T' - T) xs ys).
Proof.
  intros H.
  assert (F := H 4 2 [plain; plain] [2; 2] [1; 1] ltac:(computed) ltac:(met 2) ltac:(met 1)).
  inversion F as [|? ? ? ? E _]; subst. absurd E.
Qed.

(* Control of ratios_of_the_same_shares: those below R may give other shares. *)
Theorem control_ratios_of_the_same_shares :
  ~ (forall cs R S, Forall defect_free cs -> 0 <= R -> 0 <= S ->
       (Forall2 Qeq (shares_at cs R) (shares_at cs S)
        <-> Forall (fun c => 0 < weight c -> below (share c R) (max_share c) ->
                      weight c * S <= share c R) cs)).
Proof.
  intros H. destruct (H [plain] 2 1) as (_ & F); [computed | lra | lra |].
  assert (G := F ltac:(constructor; [intros _ _; computed | constructor])).
  inversion G as [|? ? ? ? E _]; subst. absurd E.
Qed.

(* Control of ratios_have_no_gap: both ends must give the total. *)
Theorem control_ratios_have_no_gap :
  ~ (forall T cs R S Q, Forall defect_free cs -> R <= S -> S <= Q -> sum_at cs R == T ->
       sum_at cs S == T).
Proof.
  intros H.
  specialize (H 0 [plain] 0 1 2 ltac:(computed) ltac:(lra) ltac:(lra) ltac:(reflexivity)). absurd H.
Qed.

(* Control of asking_for_more_gives_no_less: one that asks for less gets less. *)
Theorem control_asking_for_more_gives_no_less :
  ~ (forall T c c' after x xs y ys, Forall defect_free (c :: after) -> defect_free c' ->
       fair T (c :: after) (x :: xs) -> fair T (c' :: after) (y :: ys) -> x <= y).
Proof.
  intros H.
  assert (F := H 2 plain (Claimant 0 0 None) [plain] 1 [1] 0 [2] ltac:(computed) ltac:(computed)).
  specialize (F ltac:(met 1) ltac:(met 2)). absurd F.
Qed.

(* Control of own_weight_monotone: with a lower weight a claimant gets less. *)
Theorem control_own_weight_monotone :
  ~ (forall T w w' l u after x xs y ys, Forall defect_free (Claimant w l u :: after) -> 0 <= w' ->
       fair T (Claimant w l u :: after) (x :: xs) ->
       fair T (Claimant w' l u :: after) (y :: ys) -> x <= y).
Proof.
  intros H. assert (F := H 2 1 0 0 None [plain] 1 [1] 0 [2] ltac:(computed) ltac:(lra)).
  specialize (F ltac:(met 1) ltac:(met 2)). absurd F.
Qed.

(* Control of own_max_monotone: with a lower maximum a claimant gets less. *)
Theorem control_own_max_monotone :
  ~ (forall T w l u u' after x xs y ys, Forall defect_free (Claimant w l u :: after) ->
       at_most l u' -> fair T (Claimant w l u :: after) (x :: xs) ->
       fair T (Claimant w l u' :: after) (y :: ys) -> x <= y).
Proof.
  intros H. assert (F := H 2 1 0 None (Some 0) [plain] 1 [1] 0 [2] ltac:(computed) ltac:(met 0)).
  specialize (F ltac:(met 1) ltac:(met 2)). absurd F.
Qed.

(* Control of strategy_proof_in_demand: more than it can use, a claimant may well get. *)
Theorem control_strategy_proof_in_demand :
  ~ (forall T c d reported after x xs y ys, Forall defect_free (c :: after) -> 0 <= d ->
       at_most 0 reported -> fair T (capped (Some d) c :: after) (x :: xs) ->
       fair T (capped reported c :: after) (y :: ys) -> y <= x).
Proof.
  intros H. assert (F := H 10 plain 2 (Some 8) [plain] 2 [8] 5 [5] ltac:(computed) ltac:(lra)).
  specialize (F ltac:(met 0) ltac:(met 8) ltac:(met 5)). absurd F.
Qed.

(* Control of strategy_proof_in_demand: where a claimant may report a minimum too, one that can use
   6 gains by reporting that. *)
Theorem control_strategy_proof_needs_a_cap :
  ~ (forall T w l l' d after x xs y ys, Forall defect_free (Claimant w l (Some d) :: after) ->
       0 <= l' -> l' <= d -> fair T (Claimant w l (Some d) :: after) (x :: xs) ->
       fair T (Claimant w l' (Some d) :: after) (y :: ys) -> Qmin y d <= x).
Proof.
  intros H. assert (F := H 10 1 0 6 6 [plain] 5 [5] 6 [4] ltac:(computed) ltac:(lra) ltac:(lra)).
  specialize (F ltac:(met 5) ltac:(met 4)). absurd F.
Qed.

(* Control of consistent: one that leaves and leaves its share there makes the others' too small. *)
Theorem control_consistent :
  ~ (forall T cs1 cs2 xs1 xs2, Forall defect_free (cs1 ++ cs2) -> length xs1 = length cs1 ->
       fair T (cs1 ++ cs2) (xs1 ++ xs2) -> fair T cs2 xs2).
Proof.
  intros H. apply (unfair_by_decision 2 [plain] [1]); [computed | reflexivity |].
  apply (H 2 [plain] [plain] [1] [1]); [computed | reflexivity | met 1].
Qed.

(* Control of population_monotone: one more with a share below 0 gives the others more. *)
Theorem control_population_monotone :
  ~ (forall T c cs x xs ys, Forall defect_free cs -> fair T (c :: cs) (x :: xs) -> fair T cs ys ->
       Forall2 Qle xs ys).
Proof.
  intros H.
  assert (F := H 0 losing [plain] (-1) [1] [0] ltac:(computed) ltac:(met 1) ltac:(met 0)).
  inversion F as [|? ? ? ? E _]; subst. absurd E.
Qed.

(* Control of order_preserving: no more weight is not enough, where the minimum is higher. *)
Theorem control_order_preserving :
  ~ (forall T cs xs c d x y, Forall defect_free cs -> fair T cs xs ->
       In (c, x) (combine cs xs) -> In (d, y) (combine cs xs) -> weight c <= weight d -> x <= y).
Proof.
  intros H. set (c := Claimant 1 8 None).
  assert (F := H 10 [c; plain] [8; 2] c plain 8 2 ltac:(computed) ltac:(met 2)).
  specialize (F ltac:(cbn; auto) ltac:(cbn; auto) ltac:(cbn; lra)). absurd F.
Qed.

(* Control of symmetric: equal weights and minimums are not enough, where a maximum differs. *)
Theorem control_symmetric :
  ~ (forall T cs xs c d x y, Forall defect_free cs -> fair T cs xs ->
       In (c, x) (combine cs xs) -> In (d, y) (combine cs xs) ->
       weight c == weight d -> min_share c == min_share d -> x == y).
Proof.
  intros H. assert (F := H 10 [up_to_3; plain] [3; 7] up_to_3 plain 3 7 ltac:(computed)).
  specialize (F ltac:(met 7) ltac:(cbn; auto) ltac:(cbn; auto)).
  specialize (F ltac:(reflexivity) ltac:(reflexivity)). absurd F.
Qed.

(* Control of order_does_not_matter: shares that stay where they were are those of others. *)
Theorem control_order_does_not_matter :
  ~ (forall T (ps qs : list (claimant * Q)), Forall defect_free (map fst qs) -> Permutation ps qs ->
       fair T (map fst ps) (map snd ps) -> fair T (map fst qs) (map snd ps)).
Proof.
  intros H. apply (unfair_by_decision 10 [plain; up_to_3] [3; 7]); [computed | reflexivity |].
  apply (H 10 [(up_to_3, 3); (plain, 7)] [(plain, 7); (up_to_3, 3)]);
    [computed | apply perm_swap | met 7].
Qed.

(* Control of maximum_above_total: one below the total matters. *)
Theorem control_maximum_above_total :
  ~ (forall T w l u after x xs, Forall defect_free (Claimant w l (Some u) :: after) ->
       (fair T (Claimant w l (Some u) :: after) (x :: xs)
        <-> fair T (Claimant w l None :: after) (x :: xs))).
Proof.
  intros H. apply (unfair_by_decision 10 [plain; plain] [3; 7]); [computed | reflexivity |].
  apply (H 10 1 0 3 [plain] 3 [7]); [computed | met 7].
Qed.

(* Control of idle_claimant: one with a weight is not idle. *)
Theorem control_idle_claimant :
  ~ (forall T c after x xs, defect_free c -> min_share c == 0 -> fair T (c :: after) (x :: xs) ->
       x == 0).
Proof.
  intros H. assert (F := H 2 plain [plain] 1 [1] ltac:(computed) ltac:(reflexivity) ltac:(met 1)).
  absurd F.
Qed.

(* Control of weights_are_relative: times 0 they are gone. *)
Theorem control_weights_are_relative :
  ~ (forall T k cs xs, Forall defect_free cs -> 0 <= k -> fair T cs xs ->
       fair T (map (scale_weight k) cs) xs).
Proof.
  intros H. apply (unfair_by_decision 1 (map (scale_weight 0) [plain]) [1]);
    [computed | reflexivity |].
  apply H; [computed | lra | met 1].
Qed.

(* Control of weights_are_relative: all of them must be scaled, not one alone. *)
Theorem control_one_weight_alone :
  ~ (forall T k c cs xs, Forall defect_free (c :: cs) -> 0 < k -> fair T (c :: cs) xs ->
       fair T (scale_weight k c :: cs) xs).
Proof.
  intros H. apply (unfair_by_decision 2 [scale_weight 2 plain; plain] [1; 1]);
    [computed | reflexivity |].
  apply H; [computed | lra | met 1].
Qed.

(* Control of unit_does_not_matter: times -1 there is no fair share. *)
Theorem control_unit_does_not_matter :
  ~ (forall T k cs xs, Forall defect_free cs -> fair T cs xs ->
       fair (k * T) (map (scale_unit k) cs) (map (Qmult k) xs)).
Proof.
  intros H. apply (unfair_by_decision (-1) [plain] [-1]); [computed | reflexivity |].
  apply (H 1 (-1) [plain] [1]); [computed | met 1].
Qed.

(* Control of weighted_max_min: of a higher total one may gain and none lose. *)
Theorem control_weighted_max_min :
  ~ (forall T cs xs ys c x y, Forall defect_free cs -> fair T cs xs -> Forall2 in_bounds cs ys ->
       In (c, (x, y)) (beside cs xs ys) -> x < y ->
       exists d x' y', In (d, (x', y')) (beside cs xs ys) /\ y' < x').
Proof.
  intros H. destruct (H 1 [plain] [1] [2] plain 1 2) as (d & x & y & [E|[]] & L);
    [computed | met 1 | computed | cbn; auto | lra |].
  injection E as <- <- <-. lra.
Qed.

(* Units.v *)

(* Claimants of whole units without bounds that matter. *)
Definition two_equal := map (unbounded 9) [1; 1].

Ltac well_formed_units := repeat constructor; try (cbn; lia).

(* Units that a ratio gives. *)
Ltac met_units R := split; [reflexivity|]; exists R; split; [lra|]; repeat constructor; decided.

Lemma not_fair_units : forall d T cs xs, signposts d -> Forall well_formed cs ->
  Exists (fun p => Exists (transfer_pair d p) (combine cs xs)) (combine cs xs) ->
  ~ fair_units d T cs xs.
Proof.
  intros d T cs xs Hd Hw H (_ & R & _ & F). apply Exists_exists in H. destruct H as (p & Hp & H).
  apply Exists_exists in H. destruct H as (q & Hq & H).
  apply (no_pair_of_fair d R cs xs p q); trivial.
Qed.

Lemma signposts_of_d_hondt : signposts d_hondt.
Proof. apply signposts_of_the_methods. apply signposts_of_the_methods. Qed.

Lemma signposts_of_adams : signposts adams.
Proof. apply signposts_of_the_methods. apply signposts_of_the_methods. Qed.

(* Control of signposts_of_the_methods: from k - 1 to k is not enough, where two are the same. *)
Theorem control_signposts_of_the_methods :
  ~ (forall d, (forall k, (1 <= k)%Z -> inject_Z k - 1 <= d k /\ d k <= inject_Z k) ->
       signposts d).
Proof.
  intros H. specialize (H (fun k => if Z.even k then inject_Z k - 1 else inject_Z k)).
  assert (F := H ltac:(intros k _; cbv beta; destruct (Z.even k); lra)).
  destruct (F 1%Z ltac:(lia)) as (_ & G). absurd G.
Qed.

(* Control of divides_iff_rounded_and_clamped: without the bounds, 0 rounds to 0 only. *)
Theorem control_divides_iff_rounded_and_clamped :
  ~ (forall d R c x, rounding_signposts d -> well_formed c -> 0 <= R -> divides d R c x ->
       rounds_to d (unit_weight c * R) x).
Proof.
  intros H. destruct (H d_hondt 0 (UnitClaimant 1 2 3) 2%Z) as (_ & [F|F] & _);
    [apply signposts_of_the_methods | split; cbn; [lra | lia] | lra | | discriminate F | absurd F].
  split; [split; cbn; lia | split; [left; reflexivity | right; vm_compute; discriminate]].
Qed.

(* Control of transfer_pair_exists: a giver at its minimum shows nothing. *)
Theorem control_giver_at_its_minimum :
  ~ (forall d T cs xs c x e y, signposts d -> Forall well_formed cs -> fair_units d T cs xs ->
       In (c, x) (combine cs xs) -> In (e, y) (combine cs xs) -> (y < upper e)%Z ->
       d x * unit_weight e <= d (y + 1)%Z * unit_weight c).
Proof.
  intros H. set (cs := [UnitClaimant 1 5 9; UnitClaimant 1 0 9]).
  assert (F := H d_hondt 5%Z cs [5; 0]%Z (UnitClaimant 1 5 9) 5%Z (UnitClaimant 1 0 9) 0%Z
                 signposts_of_d_hondt ltac:(well_formed_units) ltac:(met_units 1)).
  specialize (F ltac:(cbn; auto) ltac:(cbn; auto) ltac:(cbn; lia)). absurd F.
Qed.

(* Control of transfer_pair_exists: units out of their bounds need no pair to be unfair. *)
Theorem control_units_out_of_their_bounds :
  ~ (forall d T cs xs, signposts d -> Forall well_formed cs -> length xs = length cs ->
       units xs = T ->
       (forall giver receiver, In giver (combine cs xs) -> In receiver (combine cs xs) ->
          ~ transfer_pair d giver receiver) -> fair_units d T cs xs).
Proof.
  intros H. destruct (H d_hondt 2%Z [UnitClaimant 1 0 1] [2]%Z) as (_ & R & _ & F);
    [apply signposts_of_d_hondt | well_formed_units | reflexivity | reflexivity | |].
  - intros p q [<-|[]] [<-|[]] (_ & U & _). cbn in U. lia.
  - inversion F as [|? ? ? ? ((_ & U) & _) _]; subst. cbn in U. lia.
Qed.

(* Control of house_monotone: beyond all maximums there is no division. *)
Theorem control_house_monotone :
  ~ (forall d T T' cs xs, signposts d -> Forall well_formed cs -> fair_units d T cs xs ->
       (T <= T')%Z -> exists ys, fair_units d T' cs ys /\ Forall2 Z.le xs ys).
Proof.
  intros H.
  destruct (H d_hondt 0%Z 10%Z (map (unbounded 9) [1]) [0]%Z) as (ys & (E & R & _ & F) & _);
    [apply signposts_of_d_hondt | well_formed_units | met_units 0 | lia |].
  apply all_within, within_sums in F. cbn in F. unfold lowers, uppers in F. cbn in F. lia.
Qed.

(* Control of units_exist: with a maximum below its minimum there is no division. *)
Theorem control_units_exist :
  ~ (forall d T cs, signposts d -> Forall (fun c => 0 < unit_weight c /\ (0 <= lower c)%Z) cs ->
       (lowers cs <= T <= uppers cs)%Z -> exists xs, fair_units d T cs xs).
Proof.
  intros H. destruct (H d_hondt 4%Z [UnitClaimant 1 3 2; UnitClaimant 1 0 5])
    as (xs & _ & R & _ & F); [apply signposts_of_d_hondt | well_formed_units | cbn; lia |].
  inversion F as [|? ? ? ? ((A & B) & _) _]; subst. cbn in A, B. lia.
Qed.

(* Control of house_monotone_up_to_ties: at a tie a claimant may get less of a higher total. *)
Theorem control_house_monotone_up_to_ties :
  ~ (forall d T T' cs xs ys, signposts d -> Forall well_formed cs -> fair_units d T cs xs ->
       fair_units d T' cs ys -> (T < T')%Z -> Forall2 Z.le xs ys).
Proof.
  intros H.
  assert (F := H d_hondt 1%Z 2%Z (map (unbounded 9) [1; 1; 1]) [1; 0; 0]%Z [0; 1; 1]%Z
                 signposts_of_d_hondt ltac:(well_formed_units) ltac:(met_units 1)
                 ltac:(met_units 1) ltac:(lia)).
  inversion F; subst. lia.
Qed.

(* Control of units_are_unique_up_to_ties: they are not unique. *)
Theorem control_units_are_unique_up_to_ties :
  ~ (forall d T cs xs ys, signposts d -> Forall well_formed cs -> fair_units d T cs xs ->
       fair_units d T cs ys -> xs = ys).
Proof.
  intros H.
  assert (F := H d_hondt 1%Z two_equal [1; 0]%Z [0; 1]%Z signposts_of_d_hondt
                 ltac:(well_formed_units) ltac:(met_units 1) ltac:(met_units 1)).
  discriminate F.
Qed.

(* Control of units_are_unique_up_to_ties: by signposts that do not grow, two divisions differ by
   more than one unit. *)
Theorem control_signposts_that_do_not_grow :
  ~ (forall d T cs xs ys c x y, (forall k, (1 <= k)%Z -> 0 <= d k /\ d k <= d (k + 1)%Z) ->
       Forall well_formed cs -> fair_units d T cs xs -> fair_units d T cs ys ->
       In (c, (x, y)) (combine cs (combine xs ys)) -> (x <= y + 1)%Z).
Proof.
  intros H.
  assert (F := H (fun _ => 1) 2%Z two_equal [2; 0]%Z [0; 2]%Z (unbounded 9 1) 2%Z 0%Z
                 ltac:(intros; cbv beta; lra) ltac:(well_formed_units) ltac:(met_units 1)
                 ltac:(met_units 1) ltac:(cbn; auto)).
  lia.
Qed.

(* Control of units_are_unique_without_a_tie: at a tie there is another division. *)
Theorem control_units_are_unique_without_a_tie :
  ~ (forall d R T cs xs ys, signposts d -> Forall well_formed cs -> 0 <= R -> units xs = T ->
       Forall2 (divides d R) cs xs -> fair_units d T cs ys -> xs = ys).
Proof.
  intros H.
  assert (F := H d_hondt 1 1%Z two_equal [1; 0]%Z [0; 1]%Z signposts_of_d_hondt
                 ltac:(well_formed_units) ltac:(lra) ltac:(reflexivity)).
  specialize (F ltac:(repeat constructor; decided) ltac:(met_units 1)). discriminate F.
Qed.

(* Control of units_population_monotone: at a tie one may get less and the other more. *)
Theorem control_units_population_monotone :
  ~ (forall d T cs xs ys one other x x' y y', signposts d -> Forall well_formed cs ->
       fair_units d T cs xs -> fair_units d T cs ys ->
       In (one, x) (combine cs xs) -> In (one, x') (combine cs ys) ->
       In (other, y) (combine cs xs) -> In (other, y') (combine cs ys) -> (x' < x)%Z ->
       (y' <= y)%Z).
Proof.
  intros H. set (c := UnitClaimant 1 0 9). set (e := UnitClaimant 2 0 9).
  assert (F := H d_hondt 2%Z [c; e] [1; 1]%Z [0; 2]%Z c e 1%Z 0%Z 1%Z 2%Z signposts_of_d_hondt
                 ltac:(well_formed_units) ltac:(met_units 1) ltac:(met_units 1)).
  specialize (F ltac:(cbn; auto) ltac:(cbn; auto) ltac:(cbn; auto) ltac:(cbn; auto) ltac:(lia)).
  lia.
Qed.

(* Control of units_population_monotone: where the weight falls against the other's, the one may
   get less and the other more, by more than a unit. *)
Theorem control_a_weight_that_falls :
  ~ (forall d T cs cs' xs ys one one' other other' x x' y y', signposts d ->
       Forall well_formed cs -> Forall well_formed cs' ->
       fair_units d T cs xs -> fair_units d T cs' ys ->
       In (one, x) (combine cs xs) -> In (one', x') (combine cs' ys) ->
       In (other, y) (combine cs xs) -> In (other', y') (combine cs' ys) ->
       (lower one <= lower one')%Z -> (upper one <= upper one')%Z ->
       (lower other' <= lower other)%Z -> (upper other' <= upper other)%Z ->
       (x' < x)%Z -> (y < y')%Z -> x = (x' + 1)%Z).
Proof.
  intros H. set (c := UnitClaimant 1 0 9). set (e := UnitClaimant 4 0 9).
  assert (F := H d_hondt 3%Z [e; c] [c; e] [3; 0]%Z [0; 3]%Z e c c e 3%Z 0%Z 0%Z 3%Z
                 signposts_of_d_hondt ltac:(well_formed_units) ltac:(well_formed_units)
                 ltac:(met_units (3 # 4)) ltac:(met_units (3 # 4))).
  specialize (F ltac:(cbn; auto) ltac:(cbn; auto) ltac:(cbn; auto) ltac:(cbn; auto)).
  specialize (F ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia)).
  specialize (F ltac:(lia) ltac:(lia)). lia.
Qed.

(* Control of larger_weight_gets_no_less: Adams's first signpost is 0, where all tie. *)
Theorem control_larger_weight_gets_no_less :
  ~ (forall d T cs xs one other x y, signposts d -> Forall well_formed cs ->
       fair_units d T cs xs -> In (one, x) (combine cs xs) -> In (other, y) (combine cs xs) ->
       (lower other <= lower one)%Z -> (upper other <= upper one)%Z ->
       unit_weight other < unit_weight one -> (y <= x)%Z).
Proof.
  intros H. set (c := UnitClaimant 2 0 9). set (e := UnitClaimant 1 0 9).
  assert (F := H adams 1%Z [c; e] [0; 1]%Z c e 0%Z 1%Z signposts_of_adams
                 ltac:(well_formed_units) ltac:(met_units 0)).
  specialize (F ltac:(cbn; auto) ltac:(cbn; auto) ltac:(cbn; lia) ltac:(cbn; lia)).
  specialize (F ltac:(cbn; lra)). lia.
Qed.

(* Control of larger_weight_gets_no_less: a higher minimum gives more. *)
Theorem control_larger_weight_beside_a_minimum :
  ~ (forall d T cs xs one other x y, signposts d -> Forall well_formed cs ->
       fair_units d T cs xs -> In (one, x) (combine cs xs) -> In (other, y) (combine cs xs) ->
       (upper other <= upper one)%Z -> unit_weight other < unit_weight one ->
       (y <= x)%Z \/ (x = 0%Z /\ y = 1%Z /\ d 1%Z == 0)).
Proof.
  intros H. set (c := UnitClaimant 2 0 9). set (e := UnitClaimant 1 5 9).
  assert (F := H d_hondt 5%Z [c; e] [0; 5]%Z c e 0%Z 5%Z signposts_of_d_hondt
                 ltac:(well_formed_units) ltac:(met_units 0)).
  specialize (F ltac:(cbn; auto) ltac:(cbn; auto) ltac:(cbn; lia) ltac:(cbn; lra)).
  destruct F as [F|(_ & F & _)]; lia.
Qed.

(* Control of asking_for_more_units_gives_no_less: by Adams's signposts, at the tie of all first
   units, one of a higher weight may get less. *)
Theorem control_asking_for_more_units_gives_no_less :
  ~ (forall d T c c' cs x xs y ys, signposts d -> Forall well_formed (c :: cs) -> well_formed c' ->
       unit_weight c < unit_weight c' -> (lower c <= lower c')%Z -> (upper c <= upper c')%Z ->
       fair_units d T (c :: cs) (x :: xs) -> fair_units d T (c' :: cs) (y :: ys) -> (x <= y)%Z).
Proof.
  intros H. set (c := UnitClaimant 1 0 9). set (e := UnitClaimant 2 0 9).
  assert (F := H adams 1%Z c e [c] 1%Z [0]%Z 0%Z [1]%Z signposts_of_adams
                 ltac:(well_formed_units) ltac:(split; cbn; [lra | lia])).
  specialize (F ltac:(cbn; lra) ltac:(cbn; lia) ltac:(cbn; lia)).
  specialize (F ltac:(met_units 0) ltac:(met_units 0)). lia.
Qed.

(* Control of largest_remainders_stay_within_a_unit: where weights add up to 0, nothing is given. *)
Theorem control_largest_remainders_stay_within_a_unit :
  ~ (forall T ws xs, largest_remainders (inject_Z T) ws xs -> units xs = T).
Proof.
  intros H. assert (F : units [0]%Z = 1%Z); [|discriminate F].
  apply (H 1%Z [0]). exists [(1 * 0 / sum [0], false)]. split; [reflexivity|].
  split; [reflexivity|]. split; [|reflexivity]. intros x y [E|[]]. discriminate E.
Qed.

(* Control of largest_remainders_are_not_house_monotone: where the missing units may go to any, of 4
   units the first may keep its own. *)
Theorem control_largest_remainders_are_not_house_monotone :
  ~ (forall ps, map fst ps = quotas 4 [1; 3; 3] ->
       sum (map (fun p => unit_of (snd p)) ps) == sum (map fst ps) - sum (floors (map fst ps)) ->
       units_of ps = [0; 2; 2]%Z).
Proof.
  intros H. specialize (H (combine (quotas 4 [1; 3; 3]) [true; true; false])).
  specialize (H ltac:(reflexivity) ltac:(reflexivity)). vm_compute in H. discriminate H.
Qed.

(* Control of divisor_methods_break_quota: not every divisor method gives these claimants so much
   above their quotas, or so little. *)
Theorem control_divisor_methods_break_quota :
  ~ (forall d, rounding_signposts d ->
       fair_units d 3 (map (unbounded 3) [1; 1; 4]) [0; 0; 3]%Z)
  /\ ~ (forall d, rounding_signposts d ->
          fair_units d 3 (map (unbounded 3) [1; 1; 4]) [1; 1; 1]%Z)
  /\ ~ (forall d, rounding_signposts d ->
          fair_units d 3 (map (unbounded 3) [1; 1; 1; 6]) [0; 0; 0; 3]%Z)
  /\ ~ (forall d, rounding_signposts d ->
          fair_units d 5 (map (unbounded 5) [2; 2; 2; 9]) [1; 1; 1; 2]%Z).
Proof.
  destruct signposts_of_the_methods as (DH & _ & AD & _ & _).
  repeat split; intros H.
  - specialize (H adams AD). apply not_fair_units in H; trivial;
      [apply signposts_of_adams | well_formed_units |].
    right. right. left. left. vm_compute. auto.
  - specialize (H d_hondt DH). apply not_fair_units in H; trivial;
      [apply signposts_of_d_hondt | well_formed_units |].
    left. right. right. left. vm_compute. auto.
  - specialize (H adams AD). apply not_fair_units in H; trivial;
      [apply signposts_of_adams | well_formed_units |].
    right. right. right. left. left. vm_compute. auto.
  - specialize (H d_hondt DH). apply not_fair_units in H; trivial;
      [apply signposts_of_d_hondt | well_formed_units |].
    left. right. right. right. left. vm_compute. auto.
Qed.
