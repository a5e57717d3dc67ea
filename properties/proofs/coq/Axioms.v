(* Fairness without a ratio, and how it is decided.

   A claimant above its minimum needs a ratio of at least share / weight, one below its end allows
   at most share / weight. Shares within their bounds come from one ratio exactly when no need
   exceeds an allowance; then the highest of all needs (0 where there is none) is such a ratio. So
   two claimants are enough of a witness, and fairness is decided in one pass without solving. *)
From Coq Require Import List Bool QArith Qminmax Qreduction Lqa.
From Fairshare Require Import Fairness Uniqueness Sweep Existence Certificate.
Import ListNotations.
Open Scope Q_scope.

Definition needs (c : claimant) (x R : Q) : Prop := min_share c < x -> x <= weight c * R.
Definition allows (c : claimant) (x R : Q) : Prop := below x (end_of c) -> weight c * R <= x.

Definition highest_need (reported : list (claimant * Q)) : Q :=
  fold_right
    (fun p R =>
       if Qle_bool (snd p) (min_share (fst p)) then R
       else
         let own := Qred (snd p / weight (fst p)) in
         if Qle_bool own R then R else own)
    0 reported.

Fixpoint same_shares (cs : list claimant) (R : Q) (xs : list Q) : bool :=
  match cs, xs with
  | [], [] => true
  | c :: cs', x :: xs' => Qeq_bool x (share c R) && same_shares cs' R xs'
  | _, _ => false
  end.

(* The decision: whether exact shares are the fair ones. *)
Definition is_fair (T : Q) (cs : list claimant) (xs : list Q) : bool :=
  Qeq_bool (sum_red xs) T && same_shares cs (highest_need (combine cs xs)) xs.

(* One claimant. *)

Lemma above_min_has_weight : forall c x, defect_free c -> in_bounds c x -> min_share c < x ->
  0 < weight c.
Proof.
  intros c x (Hw & _) (_ & He) H. destruct (Qle_lt_or_eq _ _ Hw) as [|E]; trivial.
  rewrite (end_of_weightless c) in He by lra. simpl in He. lra.
Qed.

(* Theorem: the ratios that give a claimant a share within its bounds are those from its need to
   its allowance. *)
Theorem ratios_of_a_share :
  forall c x R, defect_free c -> in_bounds c x -> 0 <= R ->
    (x == share c R <-> needs c x R /\ allows c x R).
Proof.
  intros c x R Hd (Hmin & Hend) HR. unfold needs, allows. split.
  - intros E. pose proof (share_stands c R Hd) as Hs.
    destruct (Qeq_dec (weight c) 0) as [W|W].
    + rewrite (end_of_weightless c W) in *. simpl in *. rewrite (share_weight_zero c R Hd W) in E.
      split; lra.
    + rewrite (end_of_weighted c W) in *.
      destruct Hs as [A B|A B C|u Hu A B]; split; intros; try lra.
      rewrite Hu in *. simpl in *. lra.
  - intros (Hneed & Hallow). apply stands_share; trivial.
    destruct (Qlt_le_dec (min_share c) x) as [L|L].
    + assert (Hw : 0 < weight c) by (apply (above_min_has_weight c x); trivial; split; trivial).
      specialize (Hneed L). rewrite (end_of_weighted c) in * by lra.
      destruct (max_share c) as [u|] eqn:Hu; simpl in *.
      * destruct (Qlt_le_dec x u) as [M|M].
        -- specialize (Hallow M). apply stands_proportional; rewrite ?Hu; simpl; lra.
        -- apply (stands_at_max c R x u); trivial; lra.
      * specialize (Hallow I). apply stands_proportional; rewrite ?Hu; simpl; trivial; lra.
    + assert (E : x == min_share c) by lra.
      destruct (Qlt_le_dec (min_share c) (weight c * R)) as [M|M].
      * assert (Hw : 0 < weight c).
        { destruct Hd as (Hw & Hl & _). destruct (Qle_lt_or_eq _ _ Hw) as [|W]; trivial.
          rewrite <- W in M. lra. }
        rewrite (end_of_weighted c) in * by lra. destruct Hd as (_ & _ & Hlu).
        destruct (max_share c) as [u|] eqn:Hu; simpl in *.
        -- destruct (Qlt_le_dec x u) as [N|N]; [specialize (Hallow N); lra|].
           apply (stands_at_max c R x u); trivial; lra.
        -- specialize (Hallow I). lra.
      * apply stands_at_min; lra.
Qed.

(* All of them. *)

Lemma forall2_combine : forall (A B : Type) (P : A -> B -> Prop) xs ys,
  Forall2 P xs ys <-> length xs = length ys /\ forall p, In p (combine xs ys) -> P (fst p) (snd p).
Proof.
  intros A B P xs. induction xs as [|x xs IH]; intros [|y ys]; simpl; split.
  - intros _. split; trivial. intros p [].
  - constructor.
  - intros H. inversion H.
  - intros (H & _). discriminate.
  - intros H. inversion H.
  - intros (H & _). discriminate.
  - intros H. inversion H as [|? ? ? ? Hxy Hrest]; subst. apply IH in Hrest.
    destruct Hrest as (L & Hrest). split; [congruence|].
    intros p [<-|Hp]; [exact Hxy | auto].
  - intros (L & H). constructor; [apply (H (x, y)); auto|]. apply IH. split; [congruence|]. auto.
Qed.

Lemma from_ratio : forall cs R xs,
  Forall2 Qeq xs (shares_at cs R) <->
  length cs = length xs /\ forall p, In p (combine cs xs) -> snd p == share (fst p) R.
Proof.
  intros cs R xs. rewrite <- (forall2_combine _ _ (fun c x => x == share c R)). split.
  - revert xs. induction cs as [|c cs IH]; intros xs H; inversion H; subst; constructor; auto.
  - intros H. induction H; simpl; constructor; auto.
Qed.

Lemma defect_free_in : forall cs (xs : list Q) p, Forall defect_free cs -> In p (combine cs xs) ->
  defect_free (fst p).
Proof.
  intros cs xs [c x] Hd Hp. apply in_combine_l in Hp. rewrite Forall_forall in Hd. auto.
Qed.

Lemma highest_need_not_negative : forall ps, 0 <= highest_need ps.
Proof.
  induction ps as [|p ps IH]; cbn [highest_need fold_right]; [lra|]. fold (highest_need ps).
  destruct (Qle_bool (snd p) _); trivial. cbv zeta.
  destruct (Qle_bool _ (highest_need ps)) eqn:E; trivial. apply not_le in E. lra.
Qed.

Lemma highest_need_is : forall ps : list (claimant * Q),
  (forall p, In p ps -> defect_free (fst p) /\ in_bounds (fst p) (snd p)) ->
  let H := highest_need ps in
  0 <= H
  /\ (forall p, In p ps -> needs (fst p) (snd p) H)
  /\ (H == 0 \/ exists p, In p ps /\ min_share (fst p) < snd p /\ snd p == weight (fst p) * H).
Proof.
  induction ps as [|[c x] ps IH]; cbv zeta; cbn [highest_need fold_right fst snd]; intros Hps.
  - repeat split; auto; try lra. intros p [].
  - fold (highest_need ps). destruct IH as (H0 & Hneeds & Hwho).
    { intros p Hp. apply Hps. right. trivial. }
    destruct (Hps (c, x) (or_introl eq_refl)) as (Hd & Hb). cbn [fst snd] in Hd, Hb.
    set (H := highest_need ps) in *.
    destruct (Qle_bool x (min_share c)) eqn:L.
    + apply Qle_bool_iff in L. repeat split; trivial.
      * intros p [<-|Hp]; [|auto]. unfold needs. cbn [fst snd]. lra.
      * destruct Hwho as [|(p & Hp & Hrest)]; auto. right. exists p. simpl. auto.
    + apply not_le in L. pose proof (above_min_has_weight c x Hd Hb L) as Hw.
      assert (E : weight c * Qred (x / weight c) == x) by (rewrite Qred_correct; field; lra).
      destruct (Qle_bool (Qred (x / weight c)) H) eqn:M.
      * apply Qle_bool_iff in M. repeat split; trivial.
        -- intros p [<-|Hp]; [|auto]. unfold needs. cbn [fst snd]. nra.
        -- destruct Hwho as [|(p & Hp & Hrest)]; auto. right. exists p. simpl. auto.
      * apply not_le in M. repeat split; [lra | |].
        -- intros p [<-|Hp]; unfold needs; cbn [fst snd]; [lra|]. intros Hl.
           specialize (Hneeds p Hp Hl). destruct (Hps p (or_intror Hp)) as ((Hw' & _) & _). nra.
        -- right. exists (c, x). cbn [fst snd In]. repeat split; auto. lra.
Qed.

Definition without_pairs (cs : list claimant) (xs : list Q) : Prop :=
  forall richer poorer,
    In richer (combine cs xs) -> In poorer (combine cs xs) -> ~ unequal richer poorer.

Lemma highest_need_fits : forall cs xs, Forall defect_free cs -> Forall2 in_bounds cs xs ->
  without_pairs cs xs ->
  0 <= highest_need (combine cs xs)
  /\ Forall2 Qeq xs (shares_at cs (highest_need (combine cs xs))).
Proof.
  intros cs xs Hd Hb Hpairs. pose proof (proj1 (forall2_combine _ _ _ _ _) Hb) as (L & Hin).
  assert (Hps : forall p, In p (combine cs xs) -> defect_free (fst p) /\ in_bounds (fst p) (snd p)).
  { intros p Hp. split; auto. apply (defect_free_in cs xs); trivial. }
  destruct (highest_need_is _ Hps) as (H0 & Hneeds & Hwho).
  set (H := highest_need (combine cs xs)) in *. split; trivial.
  apply from_ratio. split; trivial. intros p Hp. destruct (Hps p Hp) as (Hdp & Hbp).
  apply ratios_of_a_share; trivial. split; [auto|]. intros Hbelow.
  pose proof (proj1 Hbp) as Hmin. pose proof Hdp as (_ & Hl & _).
  destruct Hwho as [E|(q & Hq & Hlow & E)].
  - rewrite E. lra.
  - destruct (Hps q Hq) as (Hdq & Hbq).
    pose proof (above_min_has_weight _ _ Hdq Hbq Hlow) as Hw.
    destruct (Qlt_le_dec (snd p) (weight (fst p) * H)) as [N|N]; trivial. exfalso.
    apply (Hpairs q p Hq Hp). repeat split; trivial. rewrite E. nra.
Qed.

Lemma one_ratio_leaves_no_pairs : forall cs xs R, Forall defect_free cs -> 0 <= R ->
  Forall2 Qeq xs (shares_at cs R) -> Forall2 in_bounds cs xs /\ without_pairs cs xs.
Proof.
  intros cs xs R Hd HR H. apply from_ratio in H. destruct H as (L & H).
  assert (Hb : forall p, In p (combine cs xs) -> in_bounds (fst p) (snd p)).
  { intros p Hp. pose proof (defect_free_in cs xs p Hd Hp) as Hdp.
    destruct (share_in_bounds (fst p) R Hdp) as (A & B). specialize (H p Hp).
    split; [lra|]. destruct (end_of (fst p)); simpl in *; trivial. lra. }
  split; [apply forall2_combine; auto|].
  intros p q Hp Hq (Hmore & Habove & Hbelow).
  pose proof (defect_free_in cs xs p Hd Hp) as Hdp.
  pose proof (defect_free_in cs xs q Hd Hq) as Hdq.
  destruct (proj1 (ratios_of_a_share _ _ R Hdp (Hb p Hp) HR) (H p Hp)) as (Hneed & _).
  destruct (proj1 (ratios_of_a_share _ _ R Hdq (Hb q Hq) HR) (H q Hq)) as (_ & Hallow).
  specialize (Hneed Habove). specialize (Hallow Hbelow).
  destruct Hdp as (Hwp & _). destruct Hdq as (Hwq & _).
  assert (snd p * weight (fst q) <= weight (fst p) * R * weight (fst q)) by nra.
  assert (weight (fst p) * (weight (fst q) * R) <= weight (fst p) * snd q) by nra.
  lra.
Qed.

(* Theorem: shares within their bounds come from one ratio exactly when there are no two claimants
   of which the richer is above its minimum and the poorer below its end. *)
Theorem common_ratio_iff :
  forall cs xs, Forall defect_free cs -> Forall2 in_bounds cs xs ->
    ((exists R, 0 <= R /\ Forall2 Qeq xs (shares_at cs R)) <-> without_pairs cs xs).
Proof.
  intros cs xs Hd Hb. split.
  - intros (R & HR & H). apply (one_ratio_leaves_no_pairs cs xs R Hd HR H).
  - intros H. exists (highest_need (combine cs xs)). apply highest_need_fits; trivial.
Qed.

(* Theorem: shares are fair exactly when they obey the axioms, which know of no ratio. *)
Theorem axioms_iff_fair :
  forall T cs xs, Forall defect_free cs -> (fair T cs xs <-> obeys_axioms T cs xs).
Proof.
  intros T cs xs Hd. split.
  - intros (R & HR & H & E). destruct (one_ratio_leaves_no_pairs cs xs R Hd HR H).
    repeat split; trivial.
  - intros (E & Hb & Hp). destruct (highest_need_fits cs xs Hd Hb Hp) as (H0 & H).
    exists (highest_need (combine cs xs)). repeat split; trivial.
Qed.

Lemma same_shares_iff : forall cs R xs,
  same_shares cs R xs = true <-> Forall2 Qeq xs (shares_at cs R).
Proof.
  induction cs as [|c cs IH]; intros R [|x xs]; simpl; split; intros H; try discriminate;
    try constructor; try (inversion H; fail).
  - apply andb_true_iff in H. apply Qeq_bool_iff. tauto.
  - apply andb_true_iff in H. apply IH. tauto.
  - inversion H; subst. apply andb_true_iff. split; [apply Qeq_bool_iff | apply IH]; trivial.
Qed.

(* Theorem: the decision procedure says fair exactly where the shares are fair. *)
Theorem is_fair_iff :
  forall T cs xs, Forall defect_free cs -> (is_fair T cs xs = true <-> fair T cs xs).
Proof.
  intros T cs xs Hd. unfold is_fair.
  rewrite andb_true_iff, Qeq_bool_iff, sum_red_eq, same_shares_iff.
  split.
  - intros (E & H). exists (highest_need (combine cs xs)). repeat split; trivial.
    apply highest_need_not_negative.
  - intros H. apply axioms_iff_fair in H; trivial. destruct H as (E & Hb & Hp).
    split; trivial. apply highest_need_fits; trivial.
Qed.

Lemma unequal_dec : forall p q, {unequal p q} + {~ unequal p q}.
Proof.
  intros p q. unfold unequal.
  destruct (Qlt_le_dec (snd q * weight (fst p)) (snd p * weight (fst q))) as [A|A];
    [|right; intros (B & _); lra].
  destruct (Qlt_le_dec (min_share (fst p)) (snd p)) as [B|B]; [|right; intros (_ & C & _); lra].
  destruct (end_of (fst q)) as [e|]; simpl; [|left; auto].
  destruct (Qlt_le_dec (snd q) e) as [C|C]; [left; auto | right; intros (_ & _ & D); lra].
Qed.

(* Theorem: unfair treatment can be shown by two claimants. Where shares within their bounds
   come from no ratio, there is a pair whose intervals of ratios do not meet. *)
Theorem two_claimants_witness_unfairness :
  forall cs xs, Forall defect_free cs -> Forall2 in_bounds cs xs ->
    (~ exists R, 0 <= R /\ Forall2 Qeq xs (shares_at cs R)) ->
    exists richer poorer, In richer (combine cs xs) /\ In poorer (combine cs xs)
      /\ unequal richer poorer.
Proof.
  intros cs xs Hd Hb H. rewrite (common_ratio_iff cs xs Hd Hb) in H. unfold without_pairs in H.
  set (ps := combine cs xs) in *.
  destruct (Exists_dec (fun p => Exists (unequal p) ps) ps) as [F|F].
  { intros p. apply Exists_dec. intros q. apply unequal_dec. }
  - apply Exists_exists in F. destruct F as (p & Hp & F). apply Exists_exists in F.
    destruct F as (q & Hq & F). eauto.
  - exfalso. apply H. intros p q Hp Hq U. apply F. apply Exists_exists. exists p. split; trivial.
    apply Exists_exists. eauto.
Qed.
