(* Certificates: a ratio and where each claimant stands at it, or by how much the total is missed.

   `check` reads one in O(n), without solving anything; it accepts only certificates of the fair
   shares (sound), and every problem has one that it accepts: what `solve` answers (complete). So
   a user who does not trust a solver may ask it for a certificate and trust `check` instead. *)
From Coq Require Import List Bool QArith Qminmax Qreduction Lqa.
From Fairshare Require Import Fairness Uniqueness Sweep Existence.
Import ListNotations.
Open Scope Q_scope.

Inductive branch := at_min | proportional | at_max.

Inductive certificate :=
  | Allocation (ratio : Q) (branches : list branch)
  | Overcommitted (excess : Q)
  | Surplus (unclaimed : Q).

Definition at_most_bool (s : Q) (limit : option Q) : bool :=
  match limit with Some u => Qle_bool s u | None => true end.

(* The share of a claimant that stands where its branch says; None where it does not. *)
Definition certified_share (c : claimant) (R : Q) (b : branch) : option Q :=
  let p := weight c * R in
  match b with
  | at_min => if Qle_bool p (min_share c) then Some (min_share c) else None
  | proportional =>
      if Qle_bool (min_share c) p && at_most_bool p (max_share c) then Some p else None
  | at_max =>
      match max_share c with
      | Some u => if Qle_bool u p then Some u else None
      | None => None
      end
  end.

Fixpoint certified_shares (cs : list claimant) (R : Q) (bs : list branch) : option (list Q) :=
  match cs, bs with
  | [], [] => Some []
  | c :: cs', b :: bs' =>
      match certified_share c R b, certified_shares cs' R bs' with
      | Some x, Some xs => Some (x :: xs)
      | _, _ => None
      end
  | _, _ => None
  end.

(* `most`, with every fraction reduced. *)
Fixpoint most_red (cs : list claimant) : option Q :=
  match cs with
  | [] => Some 0
  | c :: rest =>
      match end_of c, most_red rest with Some e, Some m => Some (Qred (e + m)) | _, _ => None end
  end.

Definition check (T : Q) (cs : list claimant) (answer : certificate) : bool :=
  match answer with
  | Allocation R bs =>
      Qle_bool 0 R
      && match certified_shares cs R bs with
         | Some xs => Qeq_bool (sum_red xs) T
         | None => false
         end
  | Overcommitted excess =>
      negb (Qle_bool excess 0) && Qeq_bool (sum_red (map min_share cs)) (T + excess)
  | Surplus unclaimed =>
      negb (Qle_bool unclaimed 0)
      && match most_red cs with Some m => Qeq_bool (m + unclaimed) T | None => false end
  end.

Definition branch_at (R : Q) (c : claimant) : branch :=
  let p := weight c * R in
  if Qle_bool p (min_share c) then at_min
  else
    match max_share c with
    | Some u => if Qle_bool u p then at_max else proportional
    | None => proportional
    end.

Definition solve (T : Q) (cs : list claimant) : certificate :=
  match sweep T cs with
  | Some R => Allocation R (map (branch_at R) cs)
  | None =>
      let sum_of_mins := sum_red (map min_share cs) in
      if Qle_bool sum_of_mins T then
        Surplus (match most_red cs with Some m => Qred (T - m) | None => 0 end)
      else Overcommitted (Qred (sum_of_mins - T))
  end.

(* Comparisons that failed. *)

Lemma not_le : forall a b, Qle_bool a b = false -> b < a.
Proof.
  intros a b H. destruct (Qlt_le_dec b a) as [|L]; trivial. apply Qle_bool_iff in L. congruence.
Qed.

Lemma lt_not_le : forall a b, b < a -> Qle_bool a b = false.
Proof.
  intros a b H. destruct (Qle_bool a b) eqn:E; trivial. apply Qle_bool_iff in E. lra.
Qed.

Lemma most_red_eq : forall cs,
  match most_red cs, most cs with Some a, Some b => a == b | None, None => True | _, _ => False end.
Proof.
  induction cs as [|c cs IH]; cbn [most_red most]; [reflexivity|].
  destruct (end_of c); destruct (most_red cs); destruct (most cs); trivial.
  rewrite Qred_correct, IH. reflexivity.
Qed.

(* One claimant. *)

Lemma certified_share_sound : forall c R b x, defect_free c ->
  certified_share c R b = Some x -> x == share c R.
Proof.
  intros c R b x Hd H. apply stands_share; trivial. destruct b; cbn in H.
  - destruct (Qle_bool (weight c * R) (min_share c)) eqn:E; [|discriminate].
    injection H as <-. apply Qle_bool_iff in E. apply stands_at_min; [reflexivity | trivial].
  - destruct (Qle_bool (min_share c) (weight c * R)) eqn:E; [|discriminate].
    destruct (at_most_bool (weight c * R) (max_share c)) eqn:F; [|discriminate].
    injection H as <-. apply Qle_bool_iff in E. apply stands_proportional; trivial; [reflexivity|].
    destruct (max_share c); simpl in *; trivial. apply Qle_bool_iff. trivial.
  - destruct (max_share c) as [u|] eqn:Hu; [|discriminate].
    destruct (Qle_bool u (weight c * R)) eqn:E; [|discriminate].
    injection H as <-. apply Qle_bool_iff in E.
    apply (stands_at_max c R u u); trivial. reflexivity.
Qed.

Lemma branch_at_certified : forall c R, exists x, certified_share c R (branch_at R c) = Some x.
Proof.
  intros c R. unfold branch_at. destruct (Qle_bool (weight c * R) (min_share c)) eqn:E.
  - exists (min_share c). cbn. rewrite E. reflexivity.
  - apply not_le in E.
    assert (L : Qle_bool (min_share c) (weight c * R) = true) by (apply Qle_bool_iff; lra).
    destruct (max_share c) as [u|] eqn:Hu.
    + destruct (Qle_bool u (weight c * R)) eqn:F.
      * exists u. cbn. rewrite Hu, F. reflexivity.
      * apply not_le in F. exists (weight c * R). cbn. rewrite Hu, L. cbn.
        assert (M : Qle_bool (weight c * R) u = true) by (apply Qle_bool_iff; lra).
        rewrite M. reflexivity.
    + exists (weight c * R). cbn. rewrite Hu, L. reflexivity.
Qed.

(* All of them. *)

Lemma certified_shares_sound : forall cs R bs xs, Forall defect_free cs ->
  certified_shares cs R bs = Some xs -> Forall2 Qeq xs (shares_at cs R).
Proof.
  intros cs R. induction cs as [|c cs IH]; intros [|b bs] xs Hd H; cbn in H; try discriminate.
  - injection H as <-. constructor.
  - destruct (certified_share c R b) as [x|] eqn:E; [|discriminate].
    destruct (certified_shares cs R bs) as [xs'|] eqn:F; [|discriminate].
    injection H as <-. inversion Hd; subst. constructor; eauto.
    eapply certified_share_sound; eauto.
Qed.

Lemma branches_certified : forall cs R,
  exists xs, certified_shares cs R (map (branch_at R) cs) = Some xs.
Proof.
  intros cs R. induction cs as [|c cs (xs & IH)]; cbn; [eauto|].
  destruct (branch_at_certified c R) as (x & E). rewrite E, IH. eauto.
Qed.

Lemma check_allocation : forall T cs R bs, Forall defect_free cs ->
  check T cs (Allocation R bs) = true <->
  exists xs, certified_shares cs R bs = Some xs /\ fair_at R T cs xs.
Proof.
  intros T cs R bs Hd. cbn. rewrite andb_true_iff, Qle_bool_iff.
  destruct (certified_shares cs R bs) as [xs|] eqn:E.
  - rewrite Qeq_bool_iff, sum_red_eq. split.
    + intros (H & F). exists xs. repeat split; trivial. eapply certified_shares_sound; eauto.
    + intros (ys & F & H & _ & G). injection F as ->. auto.
  - split; [intros (_ & H) | intros (xs & H & _)]; discriminate.
Qed.

Lemma check_overcommitted : forall T cs excess,
  check T cs (Overcommitted excess) = true <-> 0 < excess /\ minimums cs == T + excess.
Proof.
  intros T cs excess. cbn. rewrite andb_true_iff, negb_true_iff, Qeq_bool_iff, sum_red_eq.
  split; intros (H & E); split; trivial; [apply not_le | apply lt_not_le]; trivial.
Qed.

Lemma check_surplus : forall T cs unclaimed,
  check T cs (Surplus unclaimed) = true <->
  0 < unclaimed /\ exists m, most cs = Some m /\ m + unclaimed == T.
Proof.
  intros T cs unclaimed. cbn. rewrite andb_true_iff, negb_true_iff.
  pose proof (most_red_eq cs) as M.
  destruct (most_red cs) as [a|]; destruct (most cs) as [b|]; try contradiction.
  - rewrite Qeq_bool_iff. split.
    + intros (H & E). split; [apply not_le; trivial|].
      exists b. split; trivial. rewrite <- M. trivial.
    + intros (H & m & F & E). injection F as <-. split; [apply lt_not_le; trivial|].
      rewrite M. trivial.
  - split; [intros (_ & H); discriminate | intros (_ & m & H & _); discriminate].
Qed.

(* Theorem: a certificate of an allocation that passes gives the fair shares, and no others are. *)
Theorem certificate_sound :
  forall T cs R bs, Forall defect_free cs -> check T cs (Allocation R bs) = true ->
    exists xs, certified_shares cs R bs = Some xs /\ fair T cs xs
      /\ forall ys, fair T cs ys -> Forall2 Qeq ys xs.
Proof.
  intros T cs R bs Hd H. apply check_allocation in H; trivial. destruct H as (xs & E & F).
  assert (G : fair T cs xs) by (exists R; trivial). exists xs. repeat split; trivial.
  intros ys Hy. eapply shares_unique; eauto.
Qed.

(* Theorem: an Overcommitted that passes is right: the minimums exceed the total by so much, and no
   shares are fair. *)
Theorem overcommitted_sound :
  forall T cs excess, Forall defect_free cs -> check T cs (Overcommitted excess) = true ->
    overcommitted T cs /\ minimums cs - T == excess /\ forall xs, ~ fair T cs xs.
Proof.
  intros T cs excess Hd H. apply check_overcommitted in H. destruct H as (H & E).
  assert (O : overcommitted T cs) by (unfold overcommitted; lra). repeat split; trivial; [lra|].
  intros xs. apply no_shares_without_a_possible_total; auto.
Qed.

(* Theorem: a Surplus that passes is right: the total exceeds what can be claimed by so much, and no
   shares are fair. *)
Theorem surplus_sound :
  forall T cs unclaimed, Forall defect_free cs -> check T cs (Surplus unclaimed) = true ->
    surplus T cs /\ (exists m, most cs = Some m /\ T - m == unclaimed) /\ forall xs, ~ fair T cs xs.
Proof.
  intros T cs unclaimed Hd H. apply check_surplus in H. destruct H as (H & m & E & F).
  assert (O : surplus T cs) by (unfold surplus; rewrite E; lra). repeat split; trivial.
  - exists m. split; trivial. lra.
  - intros xs. apply no_shares_without_a_possible_total; auto.
Qed.

(* Theorem: wherever fair shares exist, a certificate of them passes, at any ratio that gives
   them. *)
Theorem certificate_complete :
  forall T cs xs R, Forall defect_free cs -> fair_at R T cs xs ->
    check T cs (Allocation R (map (branch_at R) cs)) = true.
Proof.
  intros T cs xs R Hd Hf. apply check_allocation; trivial.
  destruct (branches_certified cs R) as (ys & E). exists ys. split; trivial.
  pose proof (certified_shares_sound cs R _ ys Hd E) as Hy.
  pose proof (fair_sum_at _ _ _ _ Hf) as Hs. destruct Hf as (H & _).
  repeat split; trivial. rewrite <- Hs. apply sum_eq. trivial.
Qed.

(* Theorem: whatever the problem, the answer of solve is a certificate that passes. *)
Theorem solve_is_certified :
  forall T cs, Forall defect_free cs -> check T cs (solve T cs) = true.
Proof.
  intros T cs Hd. unfold solve. pose proof (sweep_finds_iff T cs Hd) as Hfind.
  destruct (sweep T cs) as [R|] eqn:E.
  - destruct (sweep_sound T cs R Hd E) as (H & Hs).
    apply certificate_complete with (xs := shares_at cs R); trivial.
    repeat split; trivial. apply all_eq_refl.
  - assert (N : ~ possible T cs).
    { rewrite Hfind. intros (R & HR). discriminate. }
    pose proof (sum_red_eq (map min_share cs)) as Em. fold (minimums cs) in Em.
    destruct (Qle_bool (sum_red (map min_share cs)) T) eqn:L.
    + apply Qle_bool_iff in L. apply check_surplus.
      destruct (one_outcome_holds T cs) as [P|[O|S']]; [contradiction | |].
      { unfold overcommitted in O. lra. }
      unfold surplus in S'. pose proof (most_red_eq cs) as M.
      destruct (most cs) as [m|]; [|contradiction].
      destruct (most_red cs) as [a|]; [|contradiction]. rewrite Qred_correct.
      split; [lra|]. exists m. split; trivial. rewrite Qred_correct. lra.
    + apply not_le in L. apply check_overcommitted. rewrite Qred_correct. lra.
Qed.

(* Two answers that say the same thing. *)
Definition agree (cs : list claimant) (a b : certificate) : Prop :=
  match a, b with
  | Allocation R bs, Allocation R' bs' =>
      exists xs ys, certified_shares cs R bs = Some xs /\ certified_shares cs R' bs' = Some ys
        /\ Forall2 Qeq xs ys
  | Overcommitted e, Overcommitted e' => e == e'
  | Surplus e, Surplus e' => e == e'
  | _, _ => False
  end.

(* Theorem: whatever two certificates of one problem pass, they say the same: one outcome, one list
   of shares, one excess. *)
Theorem certificates_agree :
  forall T cs a b, Forall defect_free cs -> check T cs a = true -> check T cs b = true ->
    agree cs a b.
Proof.
  intros T cs a b Hd Ha Hb.
  pose proof (outcomes_exclude_each_other T cs Hd) as (_ & _ & X).
  destruct a as [R bs|e|e]; destruct b as [R' bs'|e'|e']; simpl;
    repeat match goal with
      | H : check _ _ (Allocation _ _) = true |- _ =>
          apply certificate_sound in H; trivial; destruct H as (? & ? & ? & ?)
      | H : check _ _ (Overcommitted _) = true |- _ =>
          apply overcommitted_sound in H; trivial; destruct H as (? & ? & ?)
      | H : check _ _ (Surplus _) = true |- _ =>
          apply surplus_sound in H; trivial; destruct H as (? & (? & ? & ?) & ?)
      end;
    try match goal with
      | F : forall xs, ~ fair T cs xs, G : fair T cs _ |- _ => destruct (F _ G)
      end;
    try tauto.
  - eexists. eexists. repeat split; eauto.
  - lra.
  - match goal with
    | A : most cs = Some _, B : most cs = Some _ |- _ => rewrite A in B; injection B as ->
    end. lra.
Qed.

(* Theorem: the ratio that solve reports is the least of all that give the fair shares. *)
Theorem solve_reports_the_least_ratio :
  forall T cs xs R found bs, Forall defect_free cs -> fair_at R T cs xs ->
    solve T cs = Allocation found bs -> found <= R.
Proof.
  intros T cs xs R found bs Hd Hf H. pose proof (fair_sum_at _ _ _ _ Hf) as E.
  destruct Hf as (HR & _). destruct (sweep_complete T cs R Hd HR E) as (least & F & L).
  unfold solve in H. rewrite F in H. injection H as <- _. trivial.
Qed.
