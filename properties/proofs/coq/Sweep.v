(* The sweep over the sorted breakpoints, as exact/sweep.h does it: sound and complete.

   A share is its minimum and two events: it begins to grow at min / weight and ends to grow at
   max / weight,
       share R = min + weight * pos (R - min / weight) - weight * pos (R - max / weight),
   where pos x is x above 0, else 0. So the sum of all shares is a sum over a list of events, of
   which the order does not matter, and the sweep may walk through them in sorted order. *)
From Coq Require Import List QArith Qminmax Qreduction Lqa Permutation Sorted Sorting.Mergesort.
From Coq Require Import Orders.
From Fairshare Require Import Fairness Uniqueness.
Import ListNotations.
Open Scope Q_scope.

(* simpl would open its algorithm. *)
#[global] Arguments Qred : simpl never.

Record breakpoint := Breakpoint { ratio_of : Q; slope_change : Q }.

(* Fractions are reduced wherever one is made, for they would grow without end. *)
Definition breakpoints_of (c : claimant) : list breakpoint :=
  if Qeq_bool (weight c) 0 then []
  else
    Breakpoint (Qred (min_share c / weight c)) (weight c)
    :: match max_share c with
       | Some u => [Breakpoint (Qred (u / weight c)) (- weight c)]
       | None => []
       end.

Definition breakpoints (cs : list claimant) : list breakpoint := flat_map breakpoints_of cs.

Module ByRatio <: TotalLeBool.
  Definition t := breakpoint.
  Definition leb (a b : breakpoint) : bool := Qle_bool (ratio_of a) (ratio_of b).
  Theorem leb_total : forall a b, leb a b = true \/ leb b a = true.
  Proof.
    intros a b. unfold leb. rewrite !Qle_bool_iff.
    destruct (Qlt_le_dec (ratio_of a) (ratio_of b)); [left; lra | right; trivial].
  Qed.
End ByRatio.
Module SortByRatio := Sort ByRatio.

(* From a ratio at which the sum is known, and with the slope that holds from there to the next
   breakpoint: the least ratio that reaches the total T, if one does. *)
Fixpoint walk (T ratio sum_here slope : Q) (bs : list breakpoint) : option Q :=
  let hit := Qred (ratio + (T - sum_here) / slope) in
  match bs with
  | [] => if Qle_bool slope 0 then None else Some hit
  | b :: rest =>
      let sum_there := Qred (sum_here + slope * (ratio_of b - ratio)) in
      if Qle_bool T sum_there then Some hit
      else walk T (ratio_of b) sum_there (Qred (slope + slope_change b)) rest
  end.

Definition sum_red (xs : list Q) : Q := fold_right (fun x s => Qred (x + s)) 0 xs.

(* The least ratio at which the shares add up to T. None where T is out of reach. *)
Definition sweep (T : Q) (cs : list claimant) : option Q :=
  let sum_of_mins := sum_red (map min_share cs) in
  if Qle_bool sum_of_mins T then
    if Qle_bool T sum_of_mins then Some 0
    else walk T 0 sum_of_mins 0 (SortByRatio.sort (breakpoints cs))
  else None.

(* The event form. *)

Definition pos (x : Q) : Q := if Qle_bool x 0 then 0 else x.

Definition events (bs : list breakpoint) (R : Q) : Q :=
  sum (map (fun b => slope_change b * pos (R - ratio_of b)) bs).

Lemma pos_cases : forall x, (x <= 0 /\ pos x = 0) \/ (0 < x /\ pos x = x).
Proof.
  intros x. unfold pos. destruct (Qle_bool x 0) eqn:E.
  - left. apply Qle_bool_iff in E. auto.
  - right. split; trivial. destruct (Qlt_le_dec 0 x) as [H|H]; trivial.
    apply Qle_bool_iff in H. congruence.
Qed.

Lemma sum_red_eq : forall xs, sum_red xs == sum xs.
Proof.
  induction xs as [|x xs IH]; [reflexivity|]. cbn [sum_red fold_right sum].
  fold (sum_red xs). rewrite Qred_correct, IH. reflexivity.
Qed.

Lemma sum_permutation : forall xs ys, Permutation xs ys -> sum xs == sum ys.
Proof. induction 1; simpl; lra. Qed.

Lemma events_permutation : forall bs bs' R, Permutation bs bs' -> events bs R == events bs' R.
Proof. intros. apply sum_permutation, Permutation_map. assumption. Qed.

Lemma events_app : forall bs bs' R, events (bs ++ bs') R == events bs R + events bs' R.
Proof. intros. unfold events. rewrite map_app. apply sum_app. Qed.

(* Multiplying by the weight keeps the order, which is all that is needed of the division. *)
Lemma weighted_pos : forall w x q, 0 < w -> q == x / w ->
  forall R, w * pos (R - q) == pos (w * R - x).
Proof.
  intros w x q Hw Hq R.
  assert (H : w * q == x) by (rewrite Hq; field; lra).
  destruct (pos_cases (R - q)) as [[I E]|[I E]]; destruct (pos_cases (w * R - x)) as [[J F]|[J F]];
    rewrite E, F; try nra.
Qed.

(* Theorem: a share is its minimum, and the events at its two breakpoints. *)
Theorem share_events :
  forall c R, defect_free c -> 0 <= R -> share c R == min_share c + events (breakpoints_of c) R.
Proof.
  intros c R Hd HR. unfold breakpoints_of. destruct (Qeq_bool (weight c) 0) eqn:EW.
  - apply Qeq_bool_iff in EW. rewrite (share_weight_zero c R Hd EW).
    unfold events. simpl. lra.
  - assert (Hw : 0 < weight c).
    { destruct Hd as (Hw & _). destruct (Qle_lt_or_eq _ _ Hw) as [|E]; trivial.
      symmetry in E. apply Qeq_bool_iff in E. congruence. }
    pose proof (share_stands c R Hd) as Hs. destruct Hd as (_ & Hl & Hlu).
    pose proof (weighted_pos _ _ _ Hw (Qred_correct (min_share c / weight c)) R) as Hmin.
    destruct (pos_cases (weight c * R - min_share c)) as [[I E]|[I E]]; rewrite E in Hmin;
      (destruct (max_share c) as [u|] eqn:Hu; unfold events; simpl in *;
       [ pose proof (weighted_pos _ _ _ Hw (Qred_correct (u / weight c)) R) as Hmax;
         destruct (pos_cases (weight c * R - u)) as [[J F]|[J F]]; rewrite F in Hmax
       | ]);
      destruct Hs as [A B|A B C|v Hv A B]; rewrite ?Hu in *; simpl in *;
      try (injection Hv as <-); try discriminate; try lra.
Qed.

Lemma sum_events : forall cs R, Forall defect_free cs -> 0 <= R ->
  sum_at cs R == minimums cs + events (breakpoints cs) R.
Proof.
  intros cs R Hd HR. induction Hd as [|c cs Hc Hcs IH]; unfold sum_at, minimums in *; simpl.
  - unfold events. simpl. lra.
  - rewrite events_app, IH, (share_events c R Hc HR). lra.
Qed.

(* The walk. Its invariant: the sum at every R from `ratio` on is `beyond`. *)

Definition beyond (ratio sum_here slope : Q) (bs : list breakpoint) (R : Q) : Q :=
  sum_here + slope * (R - ratio) + events bs R.

Definition sorted (bs : list breakpoint) : Prop :=
  StronglySorted (fun a b => ratio_of a <= ratio_of b) bs.

(* Theorem: the sum of all shares is the sum of the minimums and of the events at all breakpoints,
   in whatever order. *)
Theorem sum_of_events :
  forall cs bs R, Forall defect_free cs -> 0 <= R -> Permutation bs (breakpoints cs) ->
    sum_at cs R == minimums cs + events bs R.
Proof.
  intros cs bs R Hd HR Hp. rewrite (events_permutation bs _ R Hp). apply sum_events; trivial.
Qed.

Lemma events_before : forall bs R, Forall (fun b => R <= ratio_of b) bs -> events bs R == 0.
Proof.
  intros bs R H. induction H as [|b bs Hb Hbs IH]; unfold events in *; simpl; [reflexivity|].
  rewrite IH. destruct (pos_cases (R - ratio_of b)) as [[I E]|[I E]]; rewrite E; [lra|lra].
Qed.

Lemma events_before_sorted : forall b bs R, sorted (b :: bs) -> R <= ratio_of b ->
  events (b :: bs) R == 0.
Proof.
  intros b bs R Hs H. apply events_before. inversion Hs as [|? ? _ Hall]; subst.
  constructor; trivial. eapply Forall_impl; [|exact Hall]. simpl. intros. lra.
Qed.

Lemma beyond_step : forall b bs ratio sum_here slope sum_there R,
  ratio_of b <= R -> sum_there == sum_here + slope * (ratio_of b - ratio) ->
  beyond ratio sum_here slope (b :: bs) R
  == beyond (ratio_of b) sum_there (Qred (slope + slope_change b)) bs R.
Proof.
  intros b bs ratio sum_here slope sum_there R H E. unfold beyond, events. simpl.
  rewrite Qred_correct, E.
  destruct (pos_cases (R - ratio_of b)) as [[I F]|[I F]]; rewrite F; [|lra].
  assert (R == ratio_of b) by lra. rewrite H0. lra.
Qed.

Lemma between : forall a slope lower upper x, lower <= x -> x <= upper ->
  forall T, a < T -> a + slope * (upper - lower) < T -> a + slope * (x - lower) < T.
Proof. intros. destruct (Qlt_le_dec slope 0); nra. Qed.

Lemma hit_reaches : forall T ratio sum_here slope, 0 < slope ->
  sum_here + slope * (Qred (ratio + (T - sum_here) / slope) - ratio) == T.
Proof. intros. rewrite Qred_correct. field. lra. Qed.

Lemma walk_finds : forall bs T ratio sum_here slope,
  sorted bs -> Forall (fun b => ratio <= ratio_of b) bs -> sum_here < T ->
  match walk T ratio sum_here slope bs with
  | Some found => ratio <= found /\ beyond ratio sum_here slope bs found == T
      /\ forall R, ratio <= R -> R < found -> beyond ratio sum_here slope bs R < T
  | None => forall R, ratio <= R -> beyond ratio sum_here slope bs R < T
  end.
Proof.
  induction bs as [|b bs IH]; intros T ratio sum_here slope Hs Hall Hlt; simpl walk;
    set (hit := Qred (ratio + (T - sum_here) / slope)).
  - destruct (Qle_bool slope 0) eqn:E.
    + apply Qle_bool_iff in E. intros R HR. unfold beyond, events. simpl. nra.
    + assert (Hp : 0 < slope).
      { destruct (Qlt_le_dec 0 slope) as [H|H]; trivial. apply Qle_bool_iff in H. congruence. }
      pose proof (hit_reaches T ratio sum_here slope Hp) as Hh. fold hit in Hh.
      unfold beyond, events. simpl. repeat split; try nra.
      intros R H1 H2. nra.
  - assert (Hb : ratio <= ratio_of b) by (inversion Hall; trivial).
    set (sum_there := Qred (sum_here + slope * (ratio_of b - ratio))).
    assert (Et : sum_there == sum_here + slope * (ratio_of b - ratio)) by apply Qred_correct.
    destruct (Qle_bool T sum_there) eqn:E.
    + apply Qle_bool_iff in E. assert (Hp : 0 < slope) by nra.
      pose proof (hit_reaches T ratio sum_here slope Hp) as Hh. fold hit in Hh.
      assert (hit <= ratio_of b) by nra. unfold beyond. repeat split.
      * nra.
      * rewrite (events_before_sorted b bs hit) by trivial. lra.
      * intros R H1 H2. rewrite (events_before_sorted b bs R); trivial; [nra | lra].
    + assert (Hlow : sum_there < T).
      { destruct (Qlt_le_dec sum_there T) as [H|H]; trivial.
        apply Qle_bool_iff in H. congruence. }
      assert (before : forall R, ratio <= R -> R <= ratio_of b ->
                beyond ratio sum_here slope (b :: bs) R < T).
      { intros R H1 H2. unfold beyond. rewrite (events_before_sorted b bs R) by trivial.
        pose proof (between sum_here slope ratio (ratio_of b) R H1 H2 T Hlt). lra. }
      inversion Hs as [|? ? Hs' Hall']; subst.
      specialize (IH T (ratio_of b) sum_there (Qred (slope + slope_change b)) Hs' Hall' Hlow).
      destruct (walk T (ratio_of b) sum_there (Qred (slope + slope_change b)) bs) as [found|].
      * destruct IH as (H1 & H2 & H3). repeat split; [lra | |].
        -- rewrite (beyond_step b bs ratio sum_here slope sum_there found); trivial.
        -- intros R HR HS. destruct (Qlt_le_dec R (ratio_of b)); [apply before; lra|].
           rewrite (beyond_step b bs ratio sum_here slope sum_there R); trivial. apply H3; trivial.
      * intros R HR. destruct (Qlt_le_dec R (ratio_of b)); [apply before; lra|].
        rewrite (beyond_step b bs ratio sum_here slope sum_there R); trivial. apply IH; trivial.
Qed.

Lemma sorted_sort : forall bs, sorted (SortByRatio.sort bs).
Proof.
  intros bs. unfold sorted.
  assert (H : StronglySorted (fun a b => is_true (ByRatio.leb a b)) (SortByRatio.sort bs)).
  { apply SortByRatio.StronglySorted_sort. intros a b c. unfold is_true, ByRatio.leb.
    rewrite !Qle_bool_iff. intros. lra. }
  induction H as [|b bs' H IH Hall]; constructor; trivial.
  eapply Forall_impl; [|exact Hall]. unfold is_true, ByRatio.leb. intros a.
  rewrite Qle_bool_iff. trivial.
Qed.

Lemma breakpoint_not_negative : forall c, defect_free c ->
  Forall (fun b => 0 <= ratio_of b) (breakpoints_of c).
Proof.
  intros c (Hw & Hl & Hlu). unfold breakpoints_of. destruct (Qeq_bool (weight c) 0) eqn:E.
  { constructor. }
  assert (H : 0 < weight c).
  { destruct (Qle_lt_or_eq _ _ Hw) as [|F]; trivial. symmetry in F. apply Qeq_bool_iff in F.
    congruence. }
  assert (D : forall x, 0 <= x -> 0 <= Qred (x / weight c)).
  { intros x Hx. rewrite Qred_correct. apply Qle_shift_div_l; trivial. lra. }
  constructor; [apply D; trivial|]. destruct (max_share c) as [u|]; constructor; trivial.
  apply D. simpl in Hlu. lra.
Qed.

Lemma breakpoints_not_negative : forall cs, Forall defect_free cs ->
  Forall (fun b => 0 <= ratio_of b) (SortByRatio.sort (breakpoints cs)).
Proof.
  intros cs Hd. eapply Permutation_Forall; [apply SortByRatio.Permuted_sort|].
  induction Hd as [|c cs Hc Hcs IH]; simpl; [constructor|].
  apply Forall_app. split; trivial. apply breakpoint_not_negative. trivial.
Qed.

Lemma beyond_is_sum : forall cs R, Forall defect_free cs -> 0 <= R ->
  sum_at cs R == beyond 0 (sum_red (map min_share cs)) 0 (SortByRatio.sort (breakpoints cs)) R.
Proof.
  intros cs R Hd HR. rewrite (sum_events cs R Hd HR). unfold beyond, minimums.
  rewrite sum_red_eq, (events_permutation _ _ R (SortByRatio.Permuted_sort (breakpoints cs))). lra.
Qed.

Lemma sweep_walks : forall T cs, Forall defect_free cs ->
  match sweep T cs with
  | Some found => 0 <= found /\ sum_at cs found == T
      /\ forall R, 0 <= R -> R < found -> sum_at cs R < T
  | None => T < minimums cs \/ forall R, 0 <= R -> sum_at cs R < T
  end.
Proof.
  intros T cs Hd. unfold sweep.
  pose proof (sum_red_eq (map min_share cs)) as Em. fold (minimums cs) in Em.
  destruct (Qle_bool (sum_red (map min_share cs)) T) eqn:E.
  - apply Qle_bool_iff in E. destruct (Qle_bool T (sum_red (map min_share cs))) eqn:E'.
    + apply Qle_bool_iff in E'. rewrite (minimums_at_zero cs Hd). repeat split; try lra.
      intros. lra.
    + assert (Hlt : sum_red (map min_share cs) < T).
      { destruct (Qlt_le_dec (sum_red (map min_share cs)) T) as [H|H]; trivial.
        apply Qle_bool_iff in H. congruence. }
      pose proof (walk_finds (SortByRatio.sort (breakpoints cs)) T 0 _ 0 (sorted_sort _)
        (breakpoints_not_negative cs Hd) Hlt) as H.
      destruct (walk _ _ _ _ _) as [found|].
      * destruct H as (H1 & H2 & H3). rewrite (beyond_is_sum cs found Hd H1). repeat split; trivial.
        intros R HR HS. rewrite (beyond_is_sum cs R Hd HR). auto.
      * right. intros R HR. rewrite (beyond_is_sum cs R Hd HR). auto.
  - left. destruct (Qlt_le_dec T (minimums cs)) as [H|H]; trivial.
    rewrite <- Em in H. apply Qle_bool_iff in H. congruence.
Qed.

(* Theorem: the sweep is sound. The ratio that it finds is not negative and gives the total. *)
Theorem sweep_sound :
  forall T cs found, Forall defect_free cs -> sweep T cs = Some found ->
    0 <= found /\ sum_at cs found == T.
Proof.
  intros T cs found Hd E. pose proof (sweep_walks T cs Hd) as H. rewrite E in H.
  destruct H as (H1 & H2 & _). auto.
Qed.

(* Theorem: the sweep is complete, and what it finds is the least. Wherever a ratio gives the total,
   the sweep finds one, which is not above it. *)
Theorem sweep_complete :
  forall T cs R, Forall defect_free cs -> 0 <= R -> sum_at cs R == T ->
    exists found, sweep T cs = Some found /\ found <= R.
Proof.
  intros T cs R Hd HR E. pose proof (sweep_walks T cs Hd) as H.
  destruct (sweep T cs) as [found|].
  - exists found. split; trivial. destruct H as (_ & _ & H).
    destruct (Qlt_le_dec R found) as [L|L]; trivial. specialize (H R HR L). lra.
  - exfalso. destruct H as [H|H].
    + pose proof (minimums_least cs R Hd). lra.
    + specialize (H R HR). lra.
Qed.
