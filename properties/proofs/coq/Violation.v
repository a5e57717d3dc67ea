(* The checker: find_violation of properties/violation.h, on which every verdict rests, step by step
   over a list. It solves nothing: it asks of each claimant which ratios its interval allows, keeps
   the highest need and the lowest allowance, and compares the sums of all shares at these two with
   the interval of the total.

   The names are those of the C++. Where it asserts that each claimant has an end, this takes 0;
   that this never happens is proved, and so is that nothing is divided by 0. *)
From Coq Require Import List Bool QArith Qminmax Qreduction Lqa Lia.
From Fairshare Require Import Fairness Uniqueness Sweep Existence Certificate Axioms Intervals.
Import ListNotations.
Open Scope Q_scope.

Definition contains (I : interval) (x : Q) : Prop := high_enough I x /\ low_enough I x.

Definition exactly (x : Q) : interval := Interval x x false false.

Definition less (a b : Q) : bool := negb (Qle_bool b a).

Definition reaches_down_to (x : Q) (I : interval) : bool :=
  less (low I) x || (Qeq_bool (low I) x && negb (low_open I)).
Definition reaches_up_to (x : Q) (I : interval) : bool :=
  less x (high I) || (Qeq_bool (high I) x && negb (high_open I)).
Definition ends_before (one other : interval) : bool :=
  less (high one) (low other)
  || (Qeq_bool (high one) (low other) && (high_open one || low_open other)).

Inductive violation :=
  | Below_min (claimant : nat)
  | Above_max (claimant : nat)
  | Unequal (richer poorer : nat) (richer_needs poorer_allows : Q)
  | Wrong_total (totals : interval).

(* What a claimant asks of the ratio: at least this, or at most; more, or less, where it is open. *)
Record bound := Bound { ratio : Q; is_open : bool; asker : nat }.

Definition is_above_end (c : claimant) (J : interval) : bool :=
  match end_of c with Some e => negb (reaches_down_to e J) | None => false end.

Definition own_need (i : nat) (p : claimant * interval) : option bound :=
  let (c, J) := p in
  if reaches_down_to (min_share c) J then None
  else Some (Bound (Qred (low J / weight c)) (low_open J) i).

Definition is_below_end (c : claimant) (J : interval) : bool :=
  match end_of c with Some e => negb (reaches_up_to e J) | None => true end.

Definition own_allowance (i : nat) (p : claimant * interval) : option bound :=
  let (c, J) := p in
  if is_below_end c J then Some (Bound (Qred (high J / weight c)) (high_open J) i) else None.

(* The stricter of two; of two alike the one from before. *)
Definition higher (own need : option bound) : option bound :=
  match own, need with
  | Some o, Some n =>
      if less (ratio n) (ratio o)
         || (Qeq_bool (ratio o) (ratio n) && is_open o && negb (is_open n))
      then own else need
  | Some _, None => own
  | None, _ => need
  end.
Definition lower (own allowance : option bound) : option bound :=
  match own, allowance with
  | Some o, Some a =>
      if less (ratio o) (ratio a)
         || (Qeq_bool (ratio o) (ratio a) && is_open o && negb (is_open a))
      then own else allowance
  | Some _, None => own
  | None, _ => allowance
  end.

(* From claimant i on: one that is out of its bounds, or the highest need and the lowest allowance.
   *)
Fixpoint find_bounds (i : nat) (need allowance : option bound)
    (reported : list (claimant * interval)) : violation + option bound * option bound :=
  match reported with
  | [] => inr (need, allowance)
  | (c, J) :: rest =>
      if negb (reaches_up_to (min_share c) J) then inl (Below_min i)
      else if is_above_end c J then inl (Above_max i)
      else
        find_bounds (S i) (higher (own_need i (c, J)) need)
          (lower (own_allowance i (c, J)) allowance) rest
  end.

Definition find_unequal (need allowance : option bound) : option violation :=
  match need, allowance with
  | Some n, Some a =>
      let met := Qeq_bool (ratio n) (ratio a) && negb (is_open n) && negb (is_open a) in
      if Qle_bool (ratio a) (ratio n) && negb met
      then Some (Unequal (asker n) (asker a) (ratio n) (ratio a))
      else None
  | _, _ => None
  end.

Definition sum_of_ends (cs : list claimant) : Q :=
  match most_red cs with Some m => m | None => 0 end.

Definition totals_of (need allowance : option bound) (cs : list claimant) : interval :=
  {| low := sum_red (shares_at cs (match need with Some n => ratio n | None => 0 end));
     high :=
       match allowance with Some a => sum_red (shares_at cs (ratio a)) | None => sum_of_ends cs end;
     low_open := match need with Some n => is_open n | None => false end;
     high_open := match allowance with Some a => is_open a | None => false end |}.

Definition find_wrong_total (need allowance : option bound) (cs : list claimant) (total : interval)
  : option violation :=
  let totals := totals_of need allowance cs in
  if ends_before totals total || ends_before total totals then Some (Wrong_total totals) else None.

Definition find_violation (reported : list (claimant * interval)) (total : interval)
  : option violation :=
  match find_bounds 0 None None reported with
  | inl found => Some found
  | inr (need, allowance) =>
      match find_unequal need allowance with
      | Some found => Some found
      | None => find_wrong_total need allowance (map fst reported) total
      end
  end.

(* Intervals. *)

Lemma less_iff : forall a b, less a b = true <-> a < b.
Proof.
  intros a b. unfold less. rewrite negb_true_iff. split; [apply not_le | apply lt_not_le].
Qed.

Ltac decide_bools :=
  rewrite ?orb_true_iff, ?andb_true_iff, ?negb_true_iff, ?less_iff, ?Qeq_bool_iff, ?Qle_bool_iff.

Lemma reaches_down_to_iff : forall x I, reaches_down_to x I = true <-> high_enough I x.
Proof.
  intros x I. unfold reaches_down_to, high_enough. decide_bools.
  destruct (low_open I); split; intuition (try discriminate; try lra).
Qed.

Lemma reaches_up_to_iff : forall x I, reaches_up_to x I = true <-> low_enough I x.
Proof.
  intros x I. unfold reaches_up_to, low_enough. decide_bools.
  destruct (high_open I); split; intuition (try discriminate; try lra).
Qed.

Lemma reaches_down_to_not : forall x I,
  reaches_down_to x I = false <-> if low_open I then x <= low I else x < low I.
Proof.
  intros x I. rewrite <- not_true_iff_false, reaches_down_to_iff. unfold high_enough.
  destruct (low_open I); lra.
Qed.

Lemma reaches_up_to_not : forall x I,
  reaches_up_to x I = false <-> if high_open I then high I <= x else high I < x.
Proof.
  intros x I. rewrite <- not_true_iff_false, reaches_up_to_iff. unfold low_enough.
  destruct (high_open I); lra.
Qed.

Lemma apart_where_one_ends_before : forall I J x,
  ends_before I J = true -> contains I x -> contains J x -> False.
Proof.
  intros I J x. unfold ends_before, contains, high_enough, low_enough. decide_bools.
  destruct (high_open I); destruct (low_open J); destruct (low_open I); destruct (high_open J);
    intuition (try discriminate; try lra).
Qed.

Lemma meet_where_none_ends_before : forall I J x y,
  contains I x -> contains J y -> ends_before I J = false -> ends_before J I = false ->
  exists z, contains I z /\ contains J z.
Proof.
  intros I J x y. rewrite <- !not_true_iff_false. unfold ends_before. decide_bools.
  unfold contains, high_enough, low_enough. intros Hx Hy HI HJ.
  pose proof (Q.max_spec (low I) (low J)) as Hl. pose proof (Q.min_spec (high I) (high J)) as Hh.
  set (l := Qmax (low I) (low J)) in *. set (h := Qmin (high I) (high J)) in *.
  exists ((1 # 2) * (l + h)).
  destruct (Qlt_le_dec (high I) (low J)) as [A|A]; [tauto|].
  destruct (Qlt_le_dec (high J) (low I)) as [B|B]; [tauto|].
  assert (A' : high_open I || low_open J = true -> low J < high I).
  { intros O. apply orb_true_iff in O. destruct (Qlt_le_dec (low J) (high I)); trivial.
    destruct HI. right. split; [lra | rewrite ?orb_true_iff; trivial]. }
  assert (B' : high_open J || low_open I = true -> low I < high J).
  { intros O. apply orb_true_iff in O. destruct (Qlt_le_dec (low I) (high J)); trivial.
    destruct HJ. right. split; [lra | rewrite ?orb_true_iff; trivial]. }
  clear HI HJ.
  destruct Hl as [(C & E)|(C & E)]; destruct Hh as [(D & F)|(D & F)];
    destruct (low_open I); destruct (high_open I); destruct (low_open J); destruct (high_open J);
    cbn in A', B'; try specialize (A' eq_refl); try specialize (B' eq_refl); lra.
Qed.

(* What bounds say of a ratio. *)

Definition meets_need (need : option bound) (R : Q) : Prop :=
  match need with
  | Some n => if is_open n then ratio n < R else ratio n <= R
  | None => True
  end.
Definition meets_allowance (allowance : option bound) (R : Q) : Prop :=
  match allowance with
  | Some a => if is_open a then R < ratio a else R <= ratio a
  | None => True
  end.

Lemma meets_higher : forall own need R,
  meets_need (higher own need) R <-> meets_need own R /\ meets_need need R.
Proof.
  intros [o|] [n|] R; cbn; try tauto.
  destruct (_ || _) eqn:E; [apply -> orb_true_iff in E | rewrite orb_false_iff in E];
    cbn [meets_need].
  - rewrite !andb_true_iff, negb_true_iff, less_iff, Qeq_bool_iff in E.
    destruct (is_open o); destruct (is_open n); intuition (try discriminate; try lra).
  - destruct E as (A & B). unfold less in A. rewrite negb_false_iff, Qle_bool_iff in A.
    rewrite !andb_false_iff, negb_false_iff in B.
    rewrite <- (not_true_iff_false (Qeq_bool _ _)) in B.
    rewrite Qeq_bool_iff in B.
    destruct (is_open o); destruct (is_open n); intuition (try discriminate; try lra).
Qed.

Lemma meets_lower : forall own allowance R,
  meets_allowance (lower own allowance) R <-> meets_allowance own R /\ meets_allowance allowance R.
Proof.
  intros [o|] [a|] R; cbn; try tauto.
  destruct (_ || _) eqn:E; [apply -> orb_true_iff in E | rewrite orb_false_iff in E];
    cbn [meets_allowance].
  - rewrite !andb_true_iff, negb_true_iff, less_iff, Qeq_bool_iff in E.
    destruct (is_open o); destruct (is_open a); intuition (try discriminate; try lra).
  - destruct E as (A & B). unfold less in A. rewrite negb_false_iff, Qle_bool_iff in A.
    rewrite !andb_false_iff, negb_false_iff in B.
    rewrite <- (not_true_iff_false (Qeq_bool _ _)) in B.
    rewrite Qeq_bool_iff in B.
    destruct (is_open o); destruct (is_open a); intuition (try discriminate; try lra).
Qed.

(* The loop. *)

(* Neither Below_min nor Above_max. *)
Definition within (p : claimant * interval) : Prop :=
  low_enough (snd p) (min_share (fst p)) /\ is_above_end (fst p) (snd p) = false.

Lemma find_bounds_finds : forall reported i need allowance n a,
  find_bounds i need allowance reported = inr (n, a) ->
  Forall within reported
  /\ (forall R, meets_need n R <->
        meets_need need R /\ Forall (fun p => meets_need (own_need 0 p) R) reported)
  /\ (forall R, meets_allowance a R <->
        meets_allowance allowance R
        /\ Forall (fun p => meets_allowance (own_allowance 0 p) R) reported)
  /\ (n = need \/ exists k p, nth_error reported k = Some p /\ n = own_need (i + k) p)
  /\ (a = allowance \/ exists k p, nth_error reported k = Some p /\ a = own_allowance (i + k) p).
Proof.
  induction reported as [|(c, J) rest IH]; intros i need allowance n a; cbn [find_bounds].
  - intros H. injection H as -> ->. repeat split; auto; try tauto.
  - destruct (reaches_up_to (min_share c) J) eqn:Hmin; [|discriminate].
    destruct (is_above_end c J) eqn:Hend; [discriminate|]. cbn [negb]. intros H.
    destruct (IH _ _ _ _ _ H) as (W & N & A & Hn & Ha). clear IH H.
    apply reaches_up_to_iff in Hmin.
    assert (same_need : forall R k p,
      meets_need (own_need k p) R <-> meets_need (own_need 0 p) R).
    { intros R k (c', J'). cbn [own_need]. destruct (reaches_down_to _ _); reflexivity. }
    assert (same_allowance : forall R k p,
      meets_allowance (own_allowance k p) R <-> meets_allowance (own_allowance 0 p) R).
    { intros R k (c', J'). cbn [own_allowance]. destruct (is_below_end _ _); reflexivity. }
    split; [constructor; trivial; split; trivial|].
    split; [|split; [|split]].
    + intros R. rewrite N, meets_higher, same_need, Forall_cons_iff. tauto.
    + intros R. rewrite A, meets_lower, same_allowance, Forall_cons_iff. tauto.
    + destruct Hn as [->|(k & p & Hk & ->)].
      * assert (own : higher (own_need i (c, J)) need = own_need i (c, J)
                      \/ higher (own_need i (c, J)) need = need).
        { unfold higher. destruct (own_need i (c, J)); destruct need; auto.
          destruct (_ || _); auto. }
        destruct own as [->| ->]; auto. right. exists 0%nat, (c, J).
        rewrite Nat.add_0_r. auto.
      * right. exists (S k), p. cbn [nth_error]. rewrite Nat.add_succ_r. auto.
    + destruct Ha as [->|(k & p & Hk & ->)].
      * assert (own : lower (own_allowance i (c, J)) allowance = own_allowance i (c, J)
                      \/ lower (own_allowance i (c, J)) allowance = allowance).
        { unfold lower. destruct (own_allowance i (c, J)); destruct allowance; auto.
          destruct (_ || _); auto. }
        destruct own as [->| ->]; auto. right. exists 0%nat, (c, J).
        rewrite Nat.add_0_r. auto.
      * right. exists (S k), p. cbn [nth_error]. rewrite Nat.add_succ_r. auto.
Qed.

Lemma find_bounds_stops : forall reported i need allowance v,
  find_bounds i need allowance reported = inl v ->
  exists k c J, nth_error reported k = Some (c, J) /\ Forall within (firstn k reported)
    /\ (v = Below_min (i + k) /\ reaches_up_to (min_share c) J = false
        \/ v = Above_max (i + k) /\ is_above_end c J = true).
Proof.
  induction reported as [|(c, J) rest IH]; intros i need allowance v; cbn [find_bounds].
  - discriminate.
  - destruct (reaches_up_to (min_share c) J) eqn:Hmin; cbn [negb].
    + destruct (is_above_end c J) eqn:Hend.
      * intros H. injection H as <-. exists 0%nat, c, J. rewrite Nat.add_0_r. cbn. auto.
      * intros H. destruct (IH _ _ _ _ H) as (k & c' & J' & Hk & W & Hv).
        exists (S k), c', J'. cbn [nth_error firstn]. rewrite Nat.add_succ_r.
        repeat split; trivial. constructor; trivial. split; trivial.
        apply reaches_up_to_iff. trivial.
    + intros H. injection H as <-. exists 0%nat, c, J. rewrite Nat.add_0_r. cbn. auto.
Qed.

(* One claimant. *)

Lemma has_weight : forall c, defect_free c -> weight c == 0 \/ 0 < weight c.
Proof. intros c (H & _). destruct (Qle_lt_or_eq _ _ H); [right | left]; lra. Qed.

Lemma need_has_weight : forall c J, defect_free c -> within (c, J) ->
  reaches_down_to (min_share c) J = false -> 0 < weight c.
Proof.
  intros c J Hd (_ & He) H. destruct (has_weight c Hd) as [W|W]; trivial. cbn [fst snd] in He.
  unfold is_above_end in He. rewrite (end_of_weightless c W), H in He. discriminate.
Qed.

Lemma allowance_has_weight : forall c J, defect_free c -> within (c, J) ->
  is_below_end c J = true -> 0 < weight c.
Proof.
  intros c J Hd (Hm & _) H. destruct (has_weight c Hd) as [W|W]; trivial. cbn [fst snd] in Hm.
  unfold is_below_end in H. rewrite (end_of_weightless c W) in H.
  apply reaches_up_to_iff in Hm. rewrite Hm in H. discriminate.
Qed.

(* Where the end is above the interval's low end, so is the maximum. *)
Lemma within_max : forall c J u, within (c, J) -> 0 < weight c -> max_share c = Some u ->
  high_enough J u.
Proof.
  intros c J u (_ & He) Hw Hu. cbn [fst snd] in He. unfold is_above_end in He.
  rewrite (end_of_weighted c) in He by lra. rewrite Hu in He. apply negb_false_iff in He.
  apply reaches_down_to_iff. trivial.
Qed.

Lemma below_max : forall c J u, is_below_end c J = true -> 0 < weight c -> max_share c = Some u ->
  if high_open J then high J <= u else high J < u.
Proof.
  intros c J u He Hw Hu. unfold is_below_end in He.
  rewrite (end_of_weighted c) in He by lra. rewrite Hu in He. apply negb_true_iff in He.
  apply reaches_up_to_not. trivial.
Qed.

Lemma quotient : forall x w, 0 < w -> w * Qred (x / w) == x.
Proof. intros x w H. rewrite Qred_correct. field. lra. Qed.

Lemma need_iff : forall c J R, defect_free c -> within (c, J) ->
  (high_enough J (share c R) <-> meets_need (own_need 0 (c, J)) R).
Proof.
  intros c J R Hd W. cbn [own_need].
  destruct (reaches_down_to (min_share c) J) eqn:E; cbn [meets_need].
  - apply reaches_down_to_iff in E. split; trivial. intros _.
    apply (higher_is_high_enough J (min_share c)); trivial. apply share_min. trivial.
  - pose proof (need_has_weight c J Hd W E) as Hw. pose proof (within_max c J) as M.
    apply reaches_down_to_not in E. pose proof (quotient (low J) (weight c) Hw) as Q.
    cbn [ratio is_open]. set (q := Qred (low J / weight c)) in *.
    unfold high_enough in *.
    destruct (share_stands c R Hd) as [A B|A B C|u Hu A B];
      [| |specialize (M u W Hw Hu)];
      destruct (low_open J); rewrite A; split; intros F; nra.
Qed.

Lemma allowance_iff : forall c J R, defect_free c -> within (c, J) ->
  (low_enough J (share c R) <-> meets_allowance (own_allowance 0 (c, J)) R).
Proof.
  intros c J R Hd W. cbn [own_allowance]. destruct (is_below_end c J) eqn:E; cbn [meets_allowance].
  - pose proof (allowance_has_weight c J Hd W E) as Hw. pose proof (below_max c J) as M.
    pose proof (proj1 W) as Hm. cbn [fst snd] in Hm.
    pose proof (quotient (high J) (weight c) Hw) as Q.
    cbn [ratio is_open]. set (q := Qred (high J / weight c)) in *.
    unfold low_enough in *.
    destruct (share_stands c R Hd) as [A B|A B C|u Hu A B];
      [| |specialize (M u E Hw Hu)];
      destruct (high_open J); rewrite A; split; intros F; nra.
  - split; trivial. intros _. unfold is_below_end in E. pose proof (share_end c R Hd) as H.
    destruct (end_of c) as [e|]; [|discriminate]. apply negb_false_iff, reaches_up_to_iff in E.
    apply (lower_is_low_enough J e); trivial.
Qed.

(* An open bound is that of a claimant whose share changes with the ratio there. *)
Lemma need_facts : forall k c J n, defect_free c -> within (c, J) -> own_need k (c, J) = Some n ->
  0 <= ratio n /\ (is_open n = true -> forall R, ratio n < R -> share c (ratio n) < share c R).
Proof.
  intros k c J n Hd W H. cbn [own_need] in H.
  destruct (reaches_down_to (min_share c) J) eqn:E; [discriminate|]. injection H as <-.
  pose proof (need_has_weight c J Hd W E) as Hw. pose proof (within_max c J) as M.
  apply reaches_down_to_not in E. pose proof (quotient (low J) (weight c) Hw) as Q.
  cbn [ratio is_open]. set (q := Qred (low J / weight c)) in *. pose proof Hd as (_ & Hl & _).
  unfold high_enough in *. split; [destruct (low_open J); nra|]. intros O R HR. rewrite O in *.
  destruct (share_stands c q Hd) as [A B|A B C|u Hu A B];
    destruct (share_stands c R Hd) as [A' B'|A' B' C'|u' Hu' A' B'];
    try specialize (M u W Hw Hu); try specialize (M u' W Hw Hu'); rewrite A, A'; nra.
Qed.

Lemma allowance_facts : forall k c J a, defect_free c -> within (c, J) ->
  own_allowance k (c, J) = Some a ->
  0 <= ratio a
  /\ (is_open a = true ->
      0 < ratio a /\ forall R, R < ratio a -> share c R < share c (ratio a)).
Proof.
  intros k c J a Hd W H. cbn [own_allowance] in H.
  destruct (is_below_end c J) eqn:E; [|discriminate]. injection H as <-.
  pose proof (allowance_has_weight c J Hd W E) as Hw. pose proof (below_max c J) as M.
  pose proof (proj1 W) as Hm. cbn [fst snd] in Hm.
  pose proof (quotient (high J) (weight c) Hw) as Q.
  cbn [ratio is_open]. set (q := Qred (high J / weight c)) in *. pose proof Hd as (_ & Hl & _).
  unfold low_enough in *. split; [destruct (high_open J); nra|]. intros O. rewrite O in *.
  split; [nra|]. intros R HR.
  destruct (share_stands c q Hd) as [A B|A B C|u Hu A B];
    destruct (share_stands c R Hd) as [A' B'|A' B' C'|u' Hu' A' B'];
    try specialize (M u E Hw Hu); try specialize (M u' E Hw Hu'); rewrite A, A'; nra.
Qed.

(* All of them. *)

Lemma sum_grows : forall cs c R S, Forall defect_free cs -> In c cs -> R <= S ->
  share c R < share c S -> sum_at cs R < sum_at cs S.
Proof.
  intros cs c R S Hd Hc HR H. destruct (Qlt_le_dec (sum_at cs R) (sum_at cs S)) as [|L]; trivial.
  exfalso. assert (E := equal_sums _ _ (shares_monotone cs R S Hd HR) L).
  revert E. unfold shares_at. clear L Hd. induction cs as [|d cs IH]; [destruct Hc|].
  cbn [map]. intros E. inversion E; subst. destruct Hc as [->|Hc]; [lra | auto].
Qed.

Definition of_problem (reported : list (claimant * interval)) : Prop :=
  Forall (fun p => defect_free (fst p)) reported.

Lemma of_problem_claimants : forall reported, of_problem reported ->
  Forall defect_free (map fst reported).
Proof. intros reported. apply Forall_map. Qed.

Section Bounds.

Variable reported : list (claimant * interval).
Variables need allowance : option bound.
Hypothesis problem : of_problem reported.
Hypothesis found : find_bounds 0 None None reported = inr (need, allowance).

Let cs := map fst reported.

Lemma cs_defect_free : Forall defect_free cs.
Proof. apply of_problem_claimants, problem. Qed.

Lemma all_within : Forall within reported.
Proof. apply (find_bounds_finds _ _ _ _ _ _ found). Qed.

Lemma fits_iff : forall R,
  Forall (fits R) reported <-> meets_need need R /\ meets_allowance allowance R.
Proof.
  intros R. destruct (find_bounds_finds _ _ _ _ _ _ found) as (W & N & A & _).
  rewrite N, A. cbn [meets_need meets_allowance]. clear N A found cs.
  induction W as [|(c, J) rest Wp W IH].
  - split; intros; repeat split; constructor.
  - inversion problem; subst. rewrite !Forall_cons_iff, IH by trivial. unfold fits.
    cbn [fst snd] in *.
    rewrite need_iff, allowance_iff by trivial. tauto.
Qed.

Lemma need_is_somebodys : forall n, need = Some n ->
  exists p, nth_error reported (asker n) = Some p /\ need = own_need (asker n) p.
Proof.
  intros n E.
  destruct (find_bounds_finds _ _ _ _ _ _ found) as (_ & _ & _ & [H|(k & p & Hk & H)] & _).
  - congruence.
  - cbn [plus Nat.add] in H. assert (asker n = k).
    { rewrite E in H. destruct p as (c, J). cbn [own_need] in H.
      destruct (reaches_down_to _ _); [discriminate|]. injection H as ->. reflexivity. }
    subst k. eauto.
Qed.

Lemma allowance_is_somebodys : forall a, allowance = Some a ->
  exists p, nth_error reported (asker a) = Some p /\ allowance = own_allowance (asker a) p.
Proof.
  intros a E.
  destruct (find_bounds_finds _ _ _ _ _ _ found) as (_ & _ & _ & _ & [H|(k & p & Hk & H)]).
  - congruence.
  - cbn [plus Nat.add] in H. assert (asker a = k).
    { rewrite E in H. destruct p as (c, J). cbn [own_allowance] in H.
      destruct (is_below_end _ _); [|discriminate]. injection H as ->. reflexivity. }
    subst k. eauto.
Qed.

Lemma asked_of : forall k c J, nth_error reported k = Some (c, J) ->
  defect_free c /\ within (c, J) /\ In c cs.
Proof.
  intros k c J H. apply nth_error_In in H. pose proof all_within as W. unfold of_problem in problem.
  rewrite Forall_forall in *. split; [apply (problem _ H) | split; [apply (W _ H)|]].
  apply (in_map fst _ _ H).
Qed.

Lemma need_at : forall n, need = Some n ->
  0 <= ratio n
  /\ (is_open n = true -> forall R, ratio n < R -> sum_at cs (ratio n) < sum_at cs R).
Proof.
  intros n E. destruct (need_is_somebodys n E) as ((c, J) & Hk & H).
  destruct (asked_of _ _ _ Hk) as (Hd & W & Hc).
  destruct (need_facts (asker n) c J n Hd W) as (A & B); [congruence|]. split; trivial.
  intros O R HR.
  apply (sum_grows cs c); auto; [apply cs_defect_free | lra].
Qed.

Lemma allowance_at : forall a, allowance = Some a ->
  0 <= ratio a
  /\ (is_open a = true ->
      0 < ratio a /\ forall R, R < ratio a -> sum_at cs R < sum_at cs (ratio a)).
Proof.
  intros a E. destruct (allowance_is_somebodys a E) as ((c, J) & Hk & H).
  destruct (asked_of _ _ _ Hk) as (Hd & W & Hc).
  destruct (allowance_facts (asker a) c J a Hd W) as (A & B); [congruence|]. split; trivial.
  intros O.
  destruct (B O) as (P & S). split; trivial. intros R HR.
  apply (sum_grows cs c); auto; [apply cs_defect_free | lra].
Qed.

(* What the C++ asserts in sum_of_ends. *)
Lemma each_has_an_end : allowance = None -> exists m, most cs = Some m /\ sum_of_ends cs == m.
Proof.
  intros E. unfold sum_of_ends.
  assert (H : exists m, most cs = Some m).
  { destruct (find_bounds_finds _ _ _ _ _ _ found) as (_ & _ & A & _). subst cs.
    rewrite E in A. clear E found problem.
    assert (B : forall R, Forall (fun p => meets_allowance (own_allowance 0 p) R) reported).
    { intros R. apply A. exact I. }
    clear A need allowance. induction reported as [|(c, J) rest IH]; cbn [map fst most]; [eauto|].
    destruct IH as (m & ->); [intros R; specialize (B R); inversion B; trivial|].
    destruct (end_of c) as [e|] eqn:Ee; [eauto|]. exfalso.
    specialize (B (Qred (high J / weight c) + 1)). inversion B as [|? ? M _]; subst.
    cbn [own_allowance] in M. unfold is_below_end in M. rewrite Ee in M. cbn in M.
    destruct (high_open J); lra. }
  destruct H as (m & H). exists m. split; trivial. pose proof (most_red_eq cs) as G.
  rewrite H in G. destruct (most_red cs); [trivial | contradiction].
Qed.

Lemma none_unequal_iff : find_unequal need allowance = None <->
  exists R, 0 <= R /\ meets_need need R /\ meets_allowance allowance R.
Proof.
  pose proof need_at as N. pose proof allowance_at as A. unfold find_unequal.
  destruct need as [n|]; destruct allowance as [a|].
  - destruct (N n eq_refl) as (N0 & _). destruct (A a eq_refl) as (A0 & A1).
    destruct (Qle_bool (ratio a) (ratio n)) eqn:E; [apply Qle_bool_iff in E | apply not_le in E];
      cbn [andb meets_need meets_allowance].
    + destruct (Qeq_bool (ratio n) (ratio a)) eqn:F; [apply Qeq_bool_iff in F|].
      * destruct (is_open n); destruct (is_open a); cbn; split; intros H; try discriminate;
          try (destruct H as (R & H); lra).
        -- exists (ratio n). lra.
        -- reflexivity.
      * cbn. split; [discriminate|]. intros (R & H). apply Qeq_bool_neq in F.
        destruct (is_open n); destruct (is_open a); lra.
    + split; trivial. intros _. exists ((1 # 2) * (ratio n + ratio a)).
      destruct (is_open n); destruct (is_open a); lra.
  - split; trivial. intros _. destruct (N n eq_refl) as (N0 & _). exists (ratio n + 1).
    cbn [meets_need meets_allowance]. destruct (is_open n); repeat split; lra.
  - split; trivial. intros _. destruct (A a eq_refl) as (A0 & A1). exists 0.
    cbn [meets_need meets_allowance]. destruct (is_open a); repeat split; lra.
  - split; trivial. intros _. exists 0. cbn. repeat split; lra.
Qed.

Lemma reaches_any_sum : forall x, minimums cs <= x -> at_most x (most cs) ->
  exists R, 0 <= R /\ sum_at cs R == x.
Proof.
  intros x H G. destruct (proj2 (exists_iff x cs cs_defect_free) (conj H G)) as (xs & R & HR).
  exists R. split; [apply HR | eapply fair_sum_at; eauto].
Qed.

Lemma below_meets_allowance : forall R M, R <= M -> meets_allowance allowance M ->
  meets_allowance allowance R.
Proof. intros R M. destruct allowance as [a|]; cbn; trivial. destruct (is_open a); lra. Qed.

(* The ends of what all shares allow. *)
Definition least_ratio : Q := match need with Some n => ratio n | None => 0 end.

Lemma least_ratio_is : forall R, 0 <= R -> meets_need need R ->
  least_ratio <= R /\ 0 <= least_ratio.
Proof.
  intros R HR H. pose proof need_at as N. unfold least_ratio. destruct need as [n|]; [|lra].
  destruct (N n eq_refl) as (N0 & _). cbn [meets_need] in H. destruct (is_open n); lra.
Qed.

(* A sum that is neither below nor above both ends is that of a ratio between them. *)
Lemma sum_between : forall x M, 0 <= M -> meets_need need M -> meets_allowance allowance M ->
  sum_at cs least_ratio < x ->
  match allowance with
  | Some a => if is_open a then x < sum_at cs (ratio a) else x <= sum_at cs (ratio a)
  | None => x <= sum_of_ends cs
  end ->
  exists R, 0 <= R /\ meets_need need R /\ meets_allowance allowance R /\ sum_at cs R == x.
Proof.
  intros x M HM MN MA HL HH. pose proof cs_defect_free as Hd. pose proof each_has_an_end as Z.
  destruct (least_ratio_is M HM MN) as (B & B0).
  assert (above : forall R, x <= sum_at cs R -> least_ratio < R).
  { intros R H. destruct (Qlt_le_dec least_ratio R) as [|L]; trivial.
    pose proof (sum_monotone cs R least_ratio Hd L). lra. }
  assert (meets : forall R, least_ratio < R -> meets_need need R).
  { intros R H. revert H. unfold least_ratio. clear. destruct need as [n|]; cbn; trivial.
    destruct (is_open n); lra. }
  assert (inside : at_most x (most cs) -> exists R, 0 <= R /\ sum_at cs R == x).
  { apply reaches_any_sum. pose proof (minimums_least cs least_ratio Hd). lra. }
  destruct allowance as [a|].
  - destruct (Qlt_le_dec x (sum_at cs (ratio a))) as [L|L].
    + destruct inside as (R & HR & E).
      { pose proof (sum_at_most cs (ratio a) Hd). destruct (most cs); cbn in *; trivial. lra. }
      assert (R < ratio a).
      { destruct (Qlt_le_dec R (ratio a)) as [|G]; trivial.
        pose proof (sum_monotone cs (ratio a) R Hd G). lra. }
      exists R. repeat split; trivial; [apply meets, above; lra|].
      cbn. destruct (is_open a); lra.
    + destruct (is_open a) eqn:O; [lra|].
      assert (G : least_ratio < ratio a) by (apply above; trivial).
      exists (ratio a). cbn. rewrite O. repeat split; [lra | auto | lra | lra].
  - destruct (Z eq_refl) as (m & Em & Es). destruct inside as (R & HR & E).
    { rewrite Em. cbn. lra. }
    exists R. repeat split; trivial. apply meets, above. lra.
Qed.

(* The interval that is compared with the total: the sums at all ratios that all shares allow. *)
Lemma totals_iff : forall x, find_unequal need allowance = None ->
  (contains (totals_of need allowance cs) x
   <-> exists R, 0 <= R /\ meets_need need R /\ meets_allowance allowance R /\ sum_at cs R == x).
Proof.
  intros x U. apply none_unequal_iff in U. destruct U as (M & HM & MN & MA).
  pose proof cs_defect_free as Hd. pose proof need_at as N. pose proof allowance_at as A.
  pose proof each_has_an_end as Z. destruct (least_ratio_is M HM MN) as (B & B0).
  unfold contains, high_enough, low_enough, totals_of. cbn [low high low_open high_open].
  fold least_ratio. pose proof (sum_red_eq (shares_at cs least_ratio)) as El.
  fold (sum_at cs least_ratio) in El. split.
  - intros (HL & HH). destruct (Qlt_le_dec (sum_at cs least_ratio) x) as [L|L].
    + apply (sum_between x M); trivial. destruct allowance as [a|]; [|trivial].
      pose proof (sum_red_eq (shares_at cs (ratio a))) as Eh. fold (sum_at cs (ratio a)) in Eh.
      destruct (is_open a); lra.
    + exists least_ratio. repeat split; trivial.
      * revert HL. unfold least_ratio in *. destruct need as [n|]; cbn; trivial.
        destruct (is_open n); lra.
      * apply (below_meets_allowance _ M); trivial.
      * destruct (match need with Some n => is_open n | None => false end); lra.
  - intros (R & HR & RN & RA & E). destruct (least_ratio_is R HR RN) as (L & _).
    pose proof (sum_monotone cs least_ratio R Hd L) as S. split.
    + unfold least_ratio in *. destruct need as [n|]; [|lra].
      destruct (N n eq_refl) as (_ & N1). cbn [meets_need] in RN.
      destruct (is_open n); [specialize (N1 eq_refl R RN); lra | lra].
    + destruct allowance as [a|].
      * destruct (A a eq_refl) as (_ & A1). cbn [meets_allowance] in RA.
        pose proof (sum_red_eq (shares_at cs (ratio a))) as Eh. fold (sum_at cs (ratio a)) in Eh.
        destruct (is_open a).
        -- destruct (A1 eq_refl) as (_ & A2). specialize (A2 R RA). lra.
        -- pose proof (sum_monotone cs R (ratio a) Hd RA). lra.
      * destruct (Z eq_refl) as (m & Em & Es). pose proof (sum_at_most cs R Hd) as G.
        rewrite Em in G. cbn in G. lra.
Qed.

End Bounds.

(* What the function finds. *)

Definition proper (I : interval) : Prop :=
  low I < high I \/ (low I == high I /\ low_open I = false /\ high_open I = false).

Lemma proper_iff : forall I, proper I <-> exists x, contains I x.
Proof.
  intros I. unfold proper, contains, high_enough, low_enough. split.
  - intros H. exists ((1 # 2) * (low I + high I)).
    destruct H as [H|(H & -> & ->)]; [destruct (low_open I); destruct (high_open I); lra | lra].
  - intros (x & H). destruct (Qlt_le_dec (low I) (high I)) as [|L]; [left; trivial|].
    right. destruct (low_open I); destruct (high_open I); repeat split; lra.
Qed.

(* The intervals hold the shares of some ratio, of which the sum is one that the total stands for.
   *)
Definition some_ratio_fits (reported : list (claimant * interval)) (total : interval) : Prop :=
  exists R, 0 <= R /\ Forall (fits R) reported /\ contains total (sum_at (map fst reported) R).

Definition is_a_witness (reported : list (claimant * interval)) (total : interval) (v : violation)
  : Prop :=
  match v with
  | Below_min i =>
      exists c I, nth_error reported i = Some (c, I) /\ forall x, contains I x -> x < min_share c
  | Above_max i =>
      exists c I e, nth_error reported i = Some (c, I) /\ end_of c = Some e
        /\ forall x, contains I x -> e < x
  | Unequal richer poorer needs allows =>
      exists p q, nth_error reported richer = Some p /\ nth_error reported poorer = Some q
        /\ (forall R, 0 <= R -> high_enough_for R p -> needs <= R)
        /\ (forall R, 0 <= R -> low_enough_for R q -> R <= allows)
        /\ ~ exists R, 0 <= R /\ high_enough_for R p /\ low_enough_for R q
  | Wrong_total totals =>
      (forall x, contains totals x
         <-> exists R, 0 <= R /\ Forall (fits R) reported /\ sum_at (map fst reported) R == x)
      /\ ~ exists x, contains totals x /\ contains total x
  end.

Lemma witness_of_bounds : forall reported need allowance v, of_problem reported ->
  find_bounds 0 None None reported = inr (need, allowance) ->
  find_unequal need allowance = Some v -> forall total, is_a_witness reported total v.
Proof.
  intros reported need allowance v P F U total.
  pose proof (none_unequal_iff reported need allowance P F) as None_iff. rewrite U in None_iff.
  destruct need as [n|]; [|discriminate]. destruct allowance as [a|]; [|discriminate].
  pose proof U as V. cbn [find_unequal] in V. destruct (_ && _); [|discriminate].
  injection V as <-. cbn [is_a_witness].
  destruct (need_is_somebodys _ _ _ F n eq_refl) as ((c, J) & Hc & En).
  destruct (allowance_is_somebodys _ _ _ F a eq_refl) as ((d, K) & Hd & Ea).
  destruct (asked_of _ _ _ P F _ _ _ Hc) as (Dc & Wc & _).
  destruct (asked_of _ _ _ P F _ _ _ Hd) as (Dd & Wd & _).
  assert (needs : forall R, high_enough_for R (c, J) -> meets_need (Some n) R).
  { intros R H. rewrite En. apply need_iff in H; trivial.
    revert H. cbn [own_need]. destruct (reaches_down_to _ _); trivial. }
  assert (allows : forall R, low_enough_for R (d, K) -> meets_allowance (Some a) R).
  { intros R H. rewrite Ea. apply allowance_iff in H; trivial.
    revert H. cbn [own_allowance]. destruct (is_below_end _ _); trivial. }
  exists (c, J), (d, K). repeat split; trivial.
  - intros R _ H. specialize (needs R H). cbn in needs. destruct (is_open n); lra.
  - intros R _ H. specialize (allows R H). cbn in allows. destruct (is_open a); lra.
  - intros (R & HR & A & B).
    assert (N : Some (Unequal (asker n) (asker a) (ratio n) (ratio a)) = None).
    { apply None_iff. exists R. auto. }
    discriminate.
Qed.

(* Theorem: what the checker finds is so. A claimant it names has no share within its bounds; of
   two, the one needs a higher ratio than the other allows; the totals it tells are exactly those of
   all ratios that fit the shares, and the reported total is not among them. *)
Theorem violation_is_a_witness :
  forall reported total v, of_problem reported -> find_violation reported total = Some v ->
    is_a_witness reported total v.
Proof.
  intros reported total v P H. unfold find_violation in H.
  destruct (find_bounds 0 None None reported) as [stop|(need, allowance)] eqn:F.
  - injection H as ->. destruct (find_bounds_stops _ _ _ _ _ F) as (k & c & I & Hk & _ & Hv).
    destruct Hv as [(-> & Hv)|(-> & Hv)]; cbn [is_a_witness Nat.add].
    + exists c, I. split; trivial. intros x (_ & Hx). apply reaches_up_to_not in Hv.
      unfold low_enough in Hx. destruct (high_open I); lra.
    + unfold is_above_end in Hv. destruct (end_of c) as [e|] eqn:E; [|discriminate].
      exists c, I, e. repeat split; trivial. intros x (Hx & _).
      apply negb_true_iff, reaches_down_to_not in Hv.
      unfold high_enough in Hx. destruct (low_open I); lra.
  - destruct (find_unequal need allowance) as [pair|] eqn:U.
    + injection H as ->. eapply witness_of_bounds; eauto.
    + unfold find_wrong_total in H. destruct (_ || _) eqn:E; [|discriminate]. injection H as <-.
      cbn [is_a_witness]. split.
      * intros x. rewrite (totals_iff reported need allowance P F x U).
        split; intros (R & HR & A); exists R; split; trivial.
        -- rewrite (fits_iff _ _ _ P F). tauto.
        -- rewrite (fits_iff _ _ _ P F) in A. tauto.
      * intros (x & A & B). apply orb_true_iff in E.
        destruct E as [E|E]; eapply apart_where_one_ends_before; eauto.
Qed.

(* Theorem: the checker is sound and complete. Where the reported total stands for any number, it
   finds nothing exactly where some ratio gives a share in every interval and such a total. *)
Theorem finds_nothing_iff :
  forall reported total, of_problem reported -> proper total ->
    (find_violation reported total = None <-> some_ratio_fits reported total).
Proof.
  intros reported total P HT. split.
  - intros H. unfold find_violation in H.
    destruct (find_bounds 0 None None reported) as [stop|(need, allowance)] eqn:F; [discriminate|].
    destruct (find_unequal need allowance) eqn:U; [discriminate|].
    unfold find_wrong_total in H. destruct (_ || _) eqn:E; [discriminate|].
    apply orb_false_iff in E. destruct E as (E1 & E2).
    pose proof (totals_iff reported need allowance P F) as T.
    destruct (proj1 (none_unequal_iff _ _ _ P F) U) as (R & HR & RN & RA).
    assert (C : contains (totals_of need allowance (map fst reported))
                  (sum_at (map fst reported) R)).
    { apply T; trivial. exists R. repeat split; trivial. }
    apply proper_iff in HT. destruct HT as (y & Hy).
    destruct (meet_where_none_ends_before _ _ _ _ C Hy E1 E2) as (z & Hz & Hz').
    apply T in Hz; trivial. destruct Hz as (S & HS & SN & SA & E). exists S. split; trivial.
    split; [apply (fits_iff _ _ _ P F); auto|].
    destruct Hz' as (A & B).
    split; [apply (higher_is_high_enough _ z) | apply (lower_is_low_enough _ z)];
      trivial; lra.
  - intros (R & HR & Fit & C). destruct (find_violation reported total) as [v|] eqn:F; trivial.
    exfalso. pose proof (violation_is_a_witness reported total v P F) as W.
    rewrite Forall_forall in Fit. destruct v as [i|i|richer poorer needs allows|totals]; cbn in W.
    + destruct W as (c & I & Hi & Hx). apply nth_error_In in Hi. specialize (Fit _ Hi).
      specialize (Hx _ Fit). cbn [fst] in Hx.
      unfold of_problem in P. rewrite Forall_forall in P. pose proof (share_min c R (P _ Hi)). lra.
    + destruct W as (c & I & e & Hi & He & Hx). apply nth_error_In in Hi. specialize (Fit _ Hi).
      specialize (Hx _ Fit). cbn [fst] in Hx.
      unfold of_problem in P. rewrite Forall_forall in P. pose proof (share_end c R (P _ Hi)) as G.
      rewrite He in G. cbn in G. lra.
    + destruct W as (p & q & Hp & Hq & _ & _ & N). apply nth_error_In in Hp.
      apply nth_error_In in Hq.
      apply N. exists R. split; trivial. split; [apply (Fit _ Hp) | apply (Fit _ Hq)].
    + destruct W as (T & N). apply N. exists (sum_at (map fst reported) R). split; trivial.
      apply T. exists R. repeat split; trivial. rewrite Forall_forall. trivial.
Qed.

(* Theorem: the checker divides by weights above 0 alone, and where no claimant minds how high the
   ratio is, each has an end. *)
Theorem checker_divides_by_no_zero :
  (forall c J, defect_free c -> within (c, J) ->
     own_need 0 (c, J) <> None \/ own_allowance 0 (c, J) <> None -> 0 < weight c)
  /\ forall reported need, of_problem reported ->
       find_bounds 0 None None reported = inr (need, None) -> most (map fst reported) <> None.
Proof.
  split.
  - intros c J Hd W H. cbn [own_need own_allowance] in H.
    destruct (reaches_down_to (min_share c) J) eqn:A; [|apply (need_has_weight c J); trivial].
    destruct (is_below_end c J) eqn:B; [apply (allowance_has_weight c J); trivial | tauto].
  - intros reported need P F. destruct (each_has_an_end _ _ _ F eq_refl) as (m & E & _). congruence.
Qed.

Lemma exactly_is_proper : forall x, proper (exactly x).
Proof. intros x. right. cbn. repeat split. Qed.

Lemma contains_exactly : forall x y, contains (exactly x) y <-> x == y.
Proof. intros x y. unfold contains, high_enough, low_enough. cbn. lra. Qed.

(* Theorem: of an exact total the checker finds nothing exactly where fair shares lie in the
   intervals. *)
Theorem fair_shares_lie_in_the_intervals :
  forall T reported, of_problem reported ->
    (find_violation reported (exactly T) = None
     <-> exists xs, fair T (map fst reported) xs
           /\ Forall2 (fun p x => contains (snd p) x) reported xs).
Proof.
  intros T reported P. rewrite finds_nothing_iff; trivial; [|apply exactly_is_proper].
  pose proof (rounded_shares_are_fair_iff T reported P) as H. unfold contains at 1. rewrite H.
  unfold some_ratio_fits. split; intros (R & HR & F & E); exists R; split; trivial; split; trivial.
  - apply contains_exactly in E. lra.
  - apply contains_exactly. lra.
Qed.

(* Theorem: of exact shares the checker finds nothing exactly where they are fair. *)
Theorem exact_shares_are_fair_iff :
  forall T cs xs, Forall defect_free cs -> length cs = length xs ->
    (find_violation (combine cs (map exactly xs)) (exactly T) = None <-> fair T cs xs).
Proof.
  intros T cs xs Hd HL.
  assert (Efst : map fst (combine cs (map exactly xs)) = cs).
  { clear Hd. revert xs HL.
    induction cs as [|c cs IH]; intros [|x xs] HL; cbn in *; try discriminate;
      trivial. f_equal. apply IH. congruence. }
  assert (P : of_problem (combine cs (map exactly xs))).
  { apply Forall_map. rewrite Efst. trivial. }
  rewrite (fair_shares_lie_in_the_intervals T _ P), Efst. clear P Efst.
  assert (same : forall ys, Forall2 (fun p y => contains (snd p) y) (combine cs (map exactly xs)) ys
                            <-> Forall2 Qeq xs ys).
  { clear Hd. revert xs HL. induction cs as [|c cs IH]; intros [|x xs] HL ys; cbn in *;
      try discriminate; [split; intros H; inversion H; constructor|].
    split; intros H; inversion H; subst; constructor; try (apply IH; congruence);
      [apply contains_exactly in H2 | apply contains_exactly]; trivial. }
  split.
  - intros (ys & (R & HR & F & E) & C). apply same in C. exists R. repeat split; trivial.
    + eapply all_eq_trans; eauto.
    + rewrite <- E. apply sum_eq. trivial.
  - intros H. exists xs. split; trivial. apply same, all_eq_refl.
Qed.
