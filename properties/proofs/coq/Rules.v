(* What schedulers do: the base rule, bisection, rounding down, and why a piece without a breakpoint
   inside is a straight line.

   The base rule pays the minimum first and divides what is left, min (max, min + weight * R). It is
   the definition with every minimum moved to 0. *)
From Coq Require Import List Bool QArith Qminmax Qround Lqa Permutation.
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

(* Theorem: a cut of the breakpoints is the sum. Where all below a ratio are passed and none above
   it is, in any order, and any of those at it, the line of those passed goes through the sum of all
   shares at that ratio. *)
Theorem cut_is_the_sum :
  forall cs R passed left, Forall defect_free cs -> 0 <= R ->
    Permutation (passed ++ left) (breakpoints cs) ->
    Forall (fun b => ratio_of b <= R) passed -> Forall (fun b => R <= ratio_of b) left ->
    sum_at cs R
    == minimums cs - sum (map (fun b => slope_change b * ratio_of b) passed)
       + sum (map slope_change passed) * R.
Proof.
  intros cs R passed left Hd HR Hp Hpassed Hleft.
  rewrite (sum_events cs R) by trivial. rewrite <- (events_permutation _ _ R Hp), events_app.
  rewrite (events_before left R Hleft). clear Hp Hleft. unfold events.
  induction Hpassed as [|b bs H Hbs IH]; cbn [map sum]; [lra|].
  rewrite (pos_above (R - ratio_of b)) by lra. lra.
Qed.

(* Hadoop's search: a ratio is doubled until what is used there reaches the total, and then the
   bracket below it is halved. What is used at a ratio is any function of it. Releases since
   YARN-1923 stop at a middle that uses the total and no more. *)
Fixpoint double (tries : nat) (used : Q -> Q) (T R : Q) : option Q :=
  match tries with
  | O => None
  | S tries' => if Qlt_le_dec (used R) T then double tries' used T (2 * R) else Some R
  end.

Fixpoint bisect (stops_early : bool) (steps : nat) (used : Q -> Q) (T lower upper : Q) : Q * Q :=
  match steps with
  | O => (lower, upper)
  | S steps' =>
      let middle := (lower + upper) / 2 in
      if stops_early && Qeq_bool (used middle) T then (lower, middle)
      else if Qlt_le_dec (used middle) T then bisect stops_early steps' used T middle upper
      else bisect stops_early steps' used T lower middle
  end.

Fixpoint half_of (steps : nat) (width : Q) : Q :=
  match steps with O => width | S steps' => half_of steps' (width / 2) end.

(* Theorem: bisection's invariant. However many halvings, and also where it stops early, what is
   used at the upper end stays at least the total; what is used at the lower end is below the total,
   unless that end has never moved. *)
Theorem bisection_invariant :
  forall early steps used T lower upper, T <= used upper ->
    let (a, b) := bisect early steps used T lower upper in
    T <= used b /\ (a = lower \/ used a < T).
Proof.
  intros early steps used T. induction steps as [|steps IH]; intros lower upper Hu; simpl; auto.
  destruct (early && Qeq_bool (used ((lower + upper) / 2)) T) eqn:E.
  - apply andb_prop in E. destruct E as (_ & E). apply Qeq_bool_iff in E. split; [lra | auto].
  - destruct (Qlt_le_dec (used ((lower + upper) / 2)) T) as [L|L].
    + specialize (IH ((lower + upper) / 2) upper Hu).
      destruct (bisect early steps used T _ upper) as [a b]. destruct IH as (IH & [->|H]); auto.
    + apply IH. trivial.
Qed.

Lemma half_of_eq : forall steps a b, a == b -> half_of steps a == half_of steps b.
Proof.
  induction steps; intros a b E; simpl; trivial. apply IHsteps. rewrite E. reflexivity.
Qed.

Lemma bisection_width : forall steps used T lower upper,
  let (a, b) := bisect false steps used T lower upper in b - a == half_of steps (upper - lower).
Proof.
  intros steps used T. induction steps as [|steps IH]; intros lower upper; simpl; [reflexivity|].
  destruct (Qlt_le_dec (used ((lower + upper) / 2)) T).
  - specialize (IH ((lower + upper) / 2) upper).
    destruct (bisect _ _ _ _ _) as [a b]. rewrite IH. apply half_of_eq. field.
  - specialize (IH lower ((lower + upper) / 2)).
    destruct (bisect _ _ _ _ _) as [a b]. rewrite IH. apply half_of_eq. field.
Qed.

Lemma half_of_not_negative : forall steps a, 0 <= a -> 0 <= half_of steps a.
Proof. induction steps; intros a H; simpl; trivial. apply IHsteps. apply Qle_shift_div_l; lra. Qed.

Lemma bisection_inside : forall early steps used T lower upper, lower <= upper ->
  let (a, b) := bisect early steps used T lower upper in lower <= a /\ a <= b /\ b <= upper.
Proof.
  intros early steps used T. induction steps as [|steps IH]; intros lower upper H; simpl; [lra|].
  assert (M : lower <= (lower + upper) / 2 /\ (lower + upper) / 2 <= upper)
    by (split; [apply Qle_shift_div_l | apply Qle_shift_div_r]; lra).
  destruct (early && Qeq_bool (used ((lower + upper) / 2)) T); [lra|].
  destruct (Qlt_le_dec (used ((lower + upper) / 2)) T).
  - specialize (IH ((lower + upper) / 2) upper ltac:(lra)).
    destruct (bisect early steps used T _ upper) as [a b]. lra.
  - specialize (IH lower ((lower + upper) / 2) ltac:(lra)).
    destruct (bisect early steps used T lower _) as [a b]. lra.
Qed.

(* Theorem: bisection closes in. Over the sum of all shares, the width of the bracket halves at
   every step, and the least ratio that reaches the total stays inside. *)
Theorem bisection_closes_in :
  forall steps T cs lower upper, Forall defect_free cs -> lower <= upper ->
    T <= sum_at cs upper ->
    let (a, b) := bisect false steps (sum_at cs) T lower upper in
    b - a == half_of steps (upper - lower)
    /\ (forall least, lower <= least -> T <= sum_at cs least ->
         (forall R, lower <= R -> T <= sum_at cs R -> least <= R) -> a <= least /\ least <= b).
Proof.
  intros steps T cs lower upper Hd H Hu.
  pose proof (bisection_invariant false steps (sum_at cs) T lower upper Hu) as I.
  pose proof (bisection_width steps (sum_at cs) T lower upper) as W.
  pose proof (bisection_inside false steps (sum_at cs) T lower upper H) as J.
  destruct (bisect false steps (sum_at cs) T lower upper) as [a b]. destruct I as (Hb & Ha).
  split; trivial. intros least Hl HT Hleast. split; [|apply Hleast; trivial; lra].
  destruct Ha as [->|Ha]; trivial. destruct (Qlt_le_dec least a) as [L|L]; trivial.
  pose proof (sum_monotone cs least a Hd ltac:(lra)). lra.
Qed.

(* Theorem: bisection's excess. Where a bracket begins with less than the total at its lower end, and
   not less at its upper one, the excess of the upper end is less than the sum of the weights times
   the width that is left, which halves at every step. *)
Theorem bisection_excess :
  forall steps T cs lower upper, Forall defect_free cs -> lower <= upper ->
    sum_at cs lower < T -> T <= sum_at cs upper ->
    sum_at cs (snd (bisect false steps (sum_at cs) T lower upper)) - T
    < sum (map weight cs) * half_of steps (upper - lower).
Proof.
  intros steps T cs lower upper Hd H Hl Hu.
  pose proof (bisection_invariant false steps (sum_at cs) T lower upper Hu) as I.
  pose proof (bisection_width steps (sum_at cs) T lower upper) as W.
  destruct (bisect false steps (sum_at cs) T lower upper) as [a b]. destruct I as (Hb & Ha). simpl.
  assert (Ha' : sum_at cs a < T) by (destruct Ha as [->|Ha]; trivial).
  pose proof (half_of_not_negative steps (upper - lower) ltac:(lra)) as N.
  pose proof (sum_lipschitz cs a b Hd ltac:(lra)) as L. rewrite <- W. lra.
Qed.

(* Rounding down. *)

Definition floors (xs : list Q) : list Q := map (fun x => inject_Z (Qfloor x)) xs.

Definition count {A : Type} (xs : list A) : Q := sum (map (fun _ => 1) xs).

Lemma floor_bounds : forall x, inject_Z (Qfloor x) <= x /\ x - 1 < inject_Z (Qfloor x).
Proof.
  intros x. pose proof (Qfloor_le x). pose proof (Qlt_floor x) as H1.
  rewrite inject_Z_plus in H1. change (inject_Z 1) with 1 in H1. split; lra.
Qed.

(* Theorem: shares rounded down add up to no more than the total, and, unless there are no
   claimants, to more than the total less one unit a claimant. *)
Theorem rounding_down_loses_less_than_n :
  forall T cs xs, fair T cs xs ->
    sum (floors xs) <= T /\ (xs <> [] -> T - count xs < sum (floors xs)).
Proof.
  intros T cs xs (R & _ & _ & E). rewrite <- E. clear.
  unfold count, floors. induction xs as [|x xs (IH1 & IH2)]; cbn [map sum].
  - split; [lra | tauto].
  - destruct (floor_bounds x). split; [lra|]. intros _. destruct xs as [|y ys].
    + cbn [map sum]. lra.
    + specialize (IH2 ltac:(discriminate)). lra.
Qed.

(* What a release of Hadoop uses at a ratio, in exact numbers: the shares, rounded down. *)
Definition units_at (cs : list claimant) (R : Q) : Q := sum (floors (shares_at cs R)).

(* Theorem: Hadoop's search, in exact numbers, never allocates too little. Where the doubling of a
   ratio ends, the shares at the upper end, rounded down, add up to at least the total, after
   however many halvings, and also where it stops early. *)
Theorem hadoop_never_under_allocates :
  forall early tries steps T cs R upper, double tries (units_at cs) T R = Some upper ->
    T <= units_at cs (snd (bisect early steps (units_at cs) T 0 upper)).
Proof.
  intros early tries steps T cs R upper H.
  assert (Hu : T <= units_at cs upper).
  { revert R H. induction tries as [|tries IH]; intros R H; simpl in H; [discriminate|].
    destruct (Qlt_le_dec (units_at cs R) T) as [L|L]; [eauto|]. injection H as <-. trivial. }
  pose proof (bisection_invariant early steps (units_at cs) T 0 upper Hu) as I.
  destruct (bisect early steps (units_at cs) T 0 upper) as [a b]. apply I.
Qed.

Lemma units_are_whole : forall cs R, exists z, units_at cs R == inject_Z z.
Proof.
  intros cs R. unfold units_at, floors.
  induction (shares_at cs R) as [|x xs (z & IH)]; cbn [map sum].
  - exists 0%Z. reflexivity.
  - exists (Qfloor x + z)%Z. rewrite IH, inject_Z_plus. reflexivity.
Qed.

Lemma less_by_one : forall x y T, x == inject_Z y ->
  forall t, T == inject_Z t -> x < T -> x <= T - 1.
Proof.
  intros x y T Ex t Et H. rewrite Ex, Et in *. rewrite <- Zlt_Qlt in H.
  assert (L : (y + 1 <= t)%Z) by (apply Z.le_succ_l in H; exact H).
  rewrite Zle_Qle, inject_Z_plus in L. change (inject_Z 1) with 1 in L. lra.
Qed.

(* Theorem: shares rounded down exceed a whole total by little. Where they use less than it at the
   lower end of a bracket, they exceed it at the upper end by less than n - 1 units and the sum of
   the weights times the width, unless there are no claimants; where none of the n gains more than a
   unit, by n - 1 at most. *)
Theorem excess_of_rounded_shares :
  forall cs T t a b, Forall defect_free cs -> T == inject_Z t -> a <= b -> units_at cs a < T ->
    (cs <> [] -> units_at cs b - T < count cs - 1 + sum (map weight cs) * (b - a))
    /\ (Forall (fun c => inject_Z (Qfloor (share c b)) <= inject_Z (Qfloor (share c a)) + 1) cs ->
        units_at cs b - T <= count cs - 1).
Proof.
  intros cs T t a b Hd Et Hab H. destruct (units_are_whole cs a) as (z & Ez).
  pose proof (less_by_one _ z T Ez t Et H) as L. clear z Ez t Et H.
  assert (gain : cs <> [] ->
            units_at cs b - units_at cs a < count cs + sum (map weight cs) * (b - a)).
  { intros N. clear L. revert N. unfold units_at, floors, count, shares_at.
    induction Hd as [|c cs Hc Hcs IH]; cbn [map sum]; intros N; [congruence|].
    pose proof (share_lipschitz c a b Hc Hab). destruct (floor_bounds (share c a)).
    destruct (floor_bounds (share c b)). destruct cs as [|d cs]; [cbn [map sum]; lra|].
    specialize (IH ltac:(discriminate)). lra. }
  split.
  - intros N. specialize (gain N). lra.
  - intros G. assert (K : units_at cs b - units_at cs a <= count cs).
    { clear - G. unfold units_at, floors, count, shares_at.
      induction G; cbn [map sum]; lra. }
    lra.
Qed.

(* Whole units. *)

Definition fraction (x : Q) : Q := x - inject_Z (Qfloor x).

(* Shares, and whether each is given one of the units that are missing when all are rounded down. *)
Definition unit_of (given : bool) : Q := if given then 1 else 0.
Definition in_units (ps : list (Q * bool)) : list Q :=
  map (fun p => inject_Z (Qfloor (fst p)) + unit_of (snd p)) ps.

Lemma given_and_fractions : forall ps : list (Q * bool),
  (forall p, In p ps -> snd p = false -> fraction (fst p) <= 0) ->
  sum (map (fun p => fraction (fst p)) ps) <= sum (map (fun p => unit_of (snd p)) ps)
  /\ (forall x, In (x, true) ps ->
       sum (map (fun p => fraction (fst p)) ps) < sum (map (fun p => unit_of (snd p)) ps)).
Proof.
  induction ps as [|[y g] ps IH]; cbn [map sum fst snd]; intros H; [split; [lra | contradiction]|].
  destruct IH as (I & J); [intros p Hp; apply H; right; trivial|].
  pose proof (floor_bounds y). assert (F : fraction y < 1) by (unfold fraction; lra).
  assert (K : g = false -> fraction y <= 0) by (intros G; apply (H (y, g)); [left|]; trivial).
  split.
  - destruct g; cbn [unit_of]; [lra | specialize (K eq_refl); lra].
  - intros x [E|E].
    + injection E as _ ->. cbn [unit_of]. lra.
    + specialize (J x E). destruct g; cbn [unit_of]; [lra | specialize (K eq_refl); lra].
Qed.

(* Theorem: whole units. Where all shares are rounded down, and the missing units go, one each, to
   the largest fractions, the sum stays. Each result is less than one unit from its share, leaves a
   whole share alone, and keeps each whole bound. *)
Theorem whole_units :
  forall ps : list (Q * bool),
    sum (map (fun p => unit_of (snd p)) ps) == sum (map fst ps) - sum (floors (map fst ps)) ->
    (forall x y, In (x, true) ps -> In (y, false) ps -> fraction y <= fraction x) ->
    sum (in_units ps) == sum (map fst ps)
    /\ (forall x given, In (x, given) ps ->
         let units := inject_Z (Qfloor x) + unit_of given in
         x - 1 < units /\ units < x + 1 /\ (x == inject_Z (Qfloor x) -> units == x)
         /\ (forall l, inject_Z l <= x -> inject_Z l <= units)
         /\ (forall u, x <= inject_Z u -> units <= inject_Z u)).
Proof.
  intros ps Hs Hlargest. split.
  { assert (E : sum (in_units ps)
                == sum (floors (map fst ps)) + sum (map (fun p => unit_of (snd p)) ps)).
    { clear. unfold in_units, floors. induction ps as [|p ps IH]; cbn [map sum]; lra. }
    rewrite E, Hs. lra. }
  assert (E : sum (map (fun p => fraction (fst p)) ps)
              == sum (map fst ps) - sum (floors (map fst ps))).
  { clear. unfold floors, fraction. induction ps as [|p ps IH]; cbn [map sum]; lra. }
  intros x given Hin. cbv zeta. destruct (floor_bounds x) as (F & G).
  assert (above : given = true -> 0 < fraction x).
  { intros ->. destruct (Qlt_le_dec 0 (fraction x)) as [L|L]; trivial. exfalso.
    destruct (given_and_fractions ps) as (_ & J).
    - intros [y g] Hy Hg. cbn in Hg. subst g. cbn. specialize (Hlargest x y Hin Hy). lra.
    - specialize (J x Hin). lra. }
  unfold fraction in above. repeat split.
  - destruct given; cbn [unit_of]; lra.
  - destruct given; cbn [unit_of]; [specialize (above eq_refl)|]; lra.
  - intros W. destruct given; cbn [unit_of]; [specialize (above eq_refl)|]; lra.
  - intros l Hl. assert (K : inject_Z l <= inject_Z (Qfloor x)).
    { rewrite <- Zle_Qle. apply Qfloor_resp_le in Hl. rewrite Qfloor_Z in Hl. trivial. }
    destruct given; cbn [unit_of]; lra.
  - intros u Hu. destruct given; cbn [unit_of]; [|lra]. specialize (above eq_refl).
    assert (K : inject_Z (Qfloor x) < inject_Z u) by lra.
    pose proof (less_by_one _ (Qfloor x) _ (Qeq_refl _) u (Qeq_refl _) K). lra.
Qed.
