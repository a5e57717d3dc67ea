(* What schedulers do: the base rule, bisection, rounding down, and why a piece without a breakpoint
   inside is a straight line.

   The base rule pays the minimum first and divides what is left, min (max, min + weight * R). It is
   the definition with every minimum moved to 0. *)
From Coq Require Import List QArith Qminmax Qround Lqa.
From Fairshare Require Import Fairness Uniqueness Sweep.
Import ListNotations.
Open Scope Q_scope.

Definition base_share (c : claimant) (R : Q) : Q :=
  let raised := min_share c + weight c * R in
  match max_share c with Some u => Qmin u raised | None => raised end.

Definition moved_to_zero (c : claimant) : claimant :=
  Claimant (weight c) 0 (option_map (fun u => u - min_share c) (max_share c)).

Lemma moved_to_zero_defect_free : forall c, defect_free c -> defect_free (moved_to_zero c).
Proof.
  intros c (Hw & _ & Hlu). repeat split; cbn; trivial; [lra|].
  destruct (max_share c); simpl in *; trivial. lra.
Qed.

Lemma base_share_of_one : forall c R, defect_free c -> 0 <= R ->
  base_share c R == min_share c + share (moved_to_zero c) R.
Proof.
  intros c R Hd HR. pose proof Hd as (Hw & _ & Hlu).
  assert (Hp : 0 <= weight c * R) by nra.
  destruct (share_stands _ R (moved_to_zero_defect_free c Hd)) as [A B|A B C|u Eu A B];
    cbn in *; unfold base_share; destruct (max_share c) as [v|]; cbn in *;
    try discriminate; try lra.
  - destruct (Q.min_spec v (min_share c + weight c * R)) as [[D E]|[D E]]; lra.
  - destruct (Q.min_spec v (min_share c + weight c * R)) as [[D E]|[D E]]; lra.
  - injection Eu as <-.
    destruct (Q.min_spec v (min_share c + weight c * R)) as [[D E]|[D E]]; lra.
Qed.

(* Theorem: the base rule is the definition, moved. Shares by the base rule at some ratio add up to
   the total exactly when, with every minimum taken off, they are fair for what is then left. *)
Theorem base_rule_is_moved :
  forall T cs R, Forall defect_free cs -> 0 <= R ->
    (sum (map (fun c => base_share c R) cs) == T
     <-> fair_at R (T - minimums cs) (map moved_to_zero cs)
           (map (fun c => base_share c R - min_share c) cs)).
Proof.
  intros T cs R Hd HR.
  assert (S : sum (map (fun c => base_share c R - min_share c) cs)
              == sum (map (fun c => base_share c R) cs) - minimums cs).
  { unfold minimums. clear. induction cs as [|c cs IH]; simpl; lra. }
  assert (E : Forall2 Qeq (map (fun c => base_share c R - min_share c) cs)
                (shares_at (map moved_to_zero cs) R)).
  { induction Hd as [|c cs Hc Hcs IH]; simpl; constructor.
    - rewrite (base_share_of_one c R Hc HR). lra.
    - apply IH. clear. unfold minimums. induction cs as [|c cs IH]; simpl; lra. }
  unfold fair_at. rewrite S.
  split; [intros H; repeat split; trivial; lra | intros (_ & _ & H); lra].
Qed.

Lemma pos_above : forall x, 0 <= x -> pos x == x.
Proof. intros x H. destruct (pos_cases x) as [[I E]|[I E]]; rewrite E; lra. Qed.

Lemma pos_below : forall x, x <= 0 -> pos x == 0.
Proof. intros x H. destruct (pos_cases x) as [[I E]|[I E]]; rewrite E; lra. Qed.

(* Theorem: where no breakpoint lies strictly between two ratios, the sum of all shares is a
   straight line from the one to the other. *)
Theorem affine_between_breakpoints :
  forall cs A B R, Forall defect_free cs -> 0 <= A -> A <= R -> R <= B ->
    Forall (fun b => ratio_of b <= A \/ B <= ratio_of b) (breakpoints cs) ->
    sum_at cs R * (B - A) == sum_at cs A * (B - R) + sum_at cs B * (R - A).
Proof.
  intros cs A B R Hd HA HR HB Hb.
  rewrite (sum_events cs R), (sum_events cs A), (sum_events cs B) by (trivial; lra).
  assert (E : events (breakpoints cs) R * (B - A)
    == events (breakpoints cs) A * (B - R) + events (breakpoints cs) B * (R - A)).
  { induction Hb as [|b bs H Hbs IH]; unfold events in *; cbn [map sum]; [lra|].
    assert (P : pos (R - ratio_of b) * (B - A)
      == pos (A - ratio_of b) * (B - R) + pos (B - ratio_of b) * (R - A)).
    { destruct H as [H|H].
      - rewrite !pos_above by lra. ring.
      - rewrite !pos_below by lra. ring. }
    transitivity (slope_change b * (pos (R - ratio_of b) * (B - A))
                  + sum (map (fun e => slope_change e * pos (R - ratio_of e)) bs) * (B - A));
      [ring|].
    rewrite P, IH. ring. }
  transitivity (minimums cs * (B - A) + events (breakpoints cs) R * (B - A)); [ring|].
  rewrite E. ring.
Qed.

(* Bisection between a ratio whose sum is below the total and one whose sum is not. *)
Fixpoint bisect (steps : nat) (T : Q) (cs : list claimant) (lower upper : Q) : Q * Q :=
  match steps with
  | O => (lower, upper)
  | S steps' =>
      let middle := (lower + upper) / 2 in
      if Qlt_le_dec (sum_at cs middle) T then bisect steps' T cs middle upper
      else bisect steps' T cs lower middle
  end.

Fixpoint half_of (steps : nat) (width : Q) : Q :=
  match steps with O => width | S steps' => half_of steps' (width / 2) end.

(* Theorem: bisection's invariant. However many steps, the sum at the lower end stays below the
   total and that at the upper end does not: an upper end never allocates too little. *)
Theorem bisection_invariant :
  forall steps T cs lower upper, sum_at cs lower < T -> T <= sum_at cs upper ->
    let (a, b) := bisect steps T cs lower upper in sum_at cs a < T /\ T <= sum_at cs b.
Proof.
  induction steps as [|steps IH]; intros T cs lower upper Hl Hu; simpl; auto.
  destruct (Qlt_le_dec (sum_at cs ((lower + upper) / 2)) T); apply IH; trivial.
Qed.

Lemma half_of_eq : forall steps a b, a == b -> half_of steps a == half_of steps b.
Proof.
  induction steps; intros a b E; simpl; trivial. apply IHsteps. rewrite E. reflexivity.
Qed.

Lemma bisection_width : forall steps T cs lower upper,
  let (a, b) := bisect steps T cs lower upper in b - a == half_of steps (upper - lower).
Proof.
  induction steps as [|steps IH]; intros T cs lower upper; simpl; [reflexivity|].
  destruct (Qlt_le_dec (sum_at cs ((lower + upper) / 2)) T).
  - specialize (IH T cs ((lower + upper) / 2) upper).
    destruct (bisect _ _ _ _ _) as [a b]. rewrite IH. apply half_of_eq. field.
  - specialize (IH T cs lower ((lower + upper) / 2)).
    destruct (bisect _ _ _ _ _) as [a b]. rewrite IH. apply half_of_eq. field.
Qed.

Lemma half_of_not_negative : forall steps a, 0 <= a -> 0 <= half_of steps a.
Proof. induction steps; intros a H; simpl; trivial. apply IHsteps. apply Qle_shift_div_l; lra. Qed.

(* Theorem: the excess of bisection's upper end is less than the sum of the weights times the width
   that is left, which halves at every step. *)
Theorem bisection_excess :
  forall steps T cs lower upper, Forall defect_free cs -> lower <= upper ->
    sum_at cs lower < T -> T <= sum_at cs upper ->
    sum_at cs (snd (bisect steps T cs lower upper)) - T
    < sum (map weight cs) * half_of steps (upper - lower).
Proof.
  intros steps T cs lower upper Hd H Hl Hu.
  pose proof (bisection_invariant steps T cs lower upper Hl Hu) as I.
  pose proof (bisection_width steps T cs lower upper) as W.
  destruct (bisect steps T cs lower upper) as [a b]. destruct I as (Ha & Hb). simpl.
  pose proof (half_of_not_negative steps (upper - lower) ltac:(lra)) as N.
  pose proof (sum_lipschitz cs a b Hd ltac:(lra)) as L. rewrite <- W. lra.
Qed.

(* Rounding down. *)

Definition floors (xs : list Q) : list Q := map (fun x => inject_Z (Qfloor x)) xs.

Definition count (xs : list Q) : Q := sum (map (fun _ => 1) xs).

(* Theorem: shares rounded down add up to no more than the total, and, unless there are no
   claimants, to more than the total less one unit a claimant. *)
Theorem rounding_down_loses_less_than_n :
  forall T cs xs, fair T cs xs ->
    sum (floors xs) <= T /\ (xs <> [] -> T - count xs < sum (floors xs)).
Proof.
  intros T cs xs (R & _ & _ & E). rewrite <- E. clear.
  assert (one : forall x, inject_Z (Qfloor x) <= x /\ x - 1 < inject_Z (Qfloor x)).
  { intros x. pose proof (Qfloor_le x). pose proof (Qlt_floor x) as H1.
    rewrite inject_Z_plus in H1. change (inject_Z 1) with 1 in H1. split; lra. }
  unfold count, floors. induction xs as [|x xs (IH1 & IH2)]; cbn [map sum].
  - split; [lra | tauto].
  - destruct (one x). split; [lra|]. intros _. destruct xs as [|y ys].
    + cbn [map sum]. lra.
    + specialize (IH2 ltac:(discriminate)). lra.
Qed.
