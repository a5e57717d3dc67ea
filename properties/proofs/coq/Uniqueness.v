(* Fair shares are unique, whatever ratio gives them.

   One item at a time: a share never falls as R grows, and it grows by at most weight times the
   growth of R. So it is with the sum of all shares. Two ratios that give one total then give one
   share each, since no share can fall to make up for another that grew. *)
From Coq Require Import List QArith Qminmax Lqa.
From Fairshare Require Import Fairness.
Import ListNotations.
Open Scope Q_scope.

(* Lists of numbers, compared one by one. *)

Lemma sum_app : forall xs ys, sum (xs ++ ys) == sum xs + sum ys.
Proof. induction xs as [|x xs IH]; intros ys; simpl; [lra | rewrite IH; lra]. Qed.

Lemma forall2_length : forall (A B : Type) (P : A -> B -> Prop) xs ys,
  Forall2 P xs ys -> length xs = length ys.
Proof. induction 1; simpl; congruence. Qed.

Lemma sum_mono : forall xs ys, Forall2 Qle xs ys -> sum xs <= sum ys.
Proof. induction 1; simpl; lra. Qed.

Lemma sum_eq : forall xs ys, Forall2 Qeq xs ys -> sum xs == sum ys.
Proof. induction 1; simpl; lra. Qed.

Lemma equal_sums : forall xs ys, Forall2 Qle xs ys -> sum ys <= sum xs -> Forall2 Qeq xs ys.
Proof.
  induction 1 as [|x y xs ys Hxy Hs IH]; intros Hsum; constructor;
    pose proof (sum_mono _ _ Hs); simpl in Hsum; [lra | apply IH; lra].
Qed.

Lemma all_eq_sym : forall xs ys, Forall2 Qeq xs ys -> Forall2 Qeq ys xs.
Proof. induction 1; constructor; [symmetry |]; assumption. Qed.

Lemma all_eq_trans : forall xs ys zs, Forall2 Qeq xs ys -> Forall2 Qeq ys zs -> Forall2 Qeq xs zs.
Proof.
  intros xs ys zs H. revert zs. induction H; intros zs H'; inversion H'; subst; constructor; eauto.
  etransitivity; eassumption.
Qed.

Lemma all_eq_refl : forall xs, Forall2 Qeq xs xs.
Proof. induction xs; constructor; trivial; reflexivity. Qed.

Lemma all_le_eq : forall xs ys zs, Forall2 Qle xs ys -> Forall2 Qeq ys zs -> Forall2 Qle xs zs.
Proof.
  intros xs ys zs H. revert zs. induction H; intros zs H'; inversion H'; subst; constructor; eauto.
  lra.
Qed.

Lemma all_eq_le : forall xs ys zs, Forall2 Qeq xs ys -> Forall2 Qle ys zs -> Forall2 Qle xs zs.
Proof.
  intros xs ys zs H. revert zs. induction H; intros zs H'; inversion H'; subst; constructor; eauto.
  lra.
Qed.

(* One claimant. *)

(* Theorem: a share never falls as the ratio grows. *)
Theorem share_monotone :
  forall c R S, defect_free c -> R <= S -> share c R <= share c S.
Proof.
  intros c R S Hd H.
  assert (HW : weight c * R <= weight c * S) by (destruct Hd as (? & _); nra).
  pose proof (share_min c S Hd).
  destruct (share_stands c R Hd) as [E I|E I J|u Hu E I]; try lra;
    destruct (share_stands c S Hd) as [E' I'|E' I' J'|u' Hu' E' I']; use_max; lra.
Qed.

(* Theorem: as the ratio grows by d, a share grows by at most weight * d. *)
Theorem share_lipschitz :
  forall c R S, defect_free c -> R <= S -> share c S - share c R <= weight c * (S - R).
Proof.
  intros c R S Hd H. pose proof (share_min c R Hd). destruct Hd as (Hw & Hl & Hlu).
  assert (Hd : defect_free c) by (unfold defect_free; auto).
  assert (HW : weight c * R <= weight c * S) by nra.
  destruct (share_stands c R Hd) as [E I|E I J|u Hu E I];
    destruct (share_stands c S Hd) as [E' I'|E' I' J'|u' Hu' E' I']; use_max; nra.
Qed.

Lemma shares_monotone : forall cs R S,
  Forall defect_free cs -> R <= S -> Forall2 Qle (shares_at cs R) (shares_at cs S).
Proof.
  intros cs R S Hd H. induction Hd; simpl; constructor; trivial. apply share_monotone; trivial.
Qed.

(* All of them. *)

(* Theorem: the sum of all shares never falls as the ratio grows. *)
Theorem sum_monotone :
  forall cs R S, Forall defect_free cs -> R <= S -> sum_at cs R <= sum_at cs S.
Proof. intros. apply sum_mono, shares_monotone; trivial. Qed.

(* Theorem: as the ratio grows by d, the sum of all shares grows by at most the sum of the weights
   times d. So it is continuous. *)
Theorem sum_lipschitz :
  forall cs R S, Forall defect_free cs -> R <= S ->
    sum_at cs S - sum_at cs R <= sum (map weight cs) * (S - R).
Proof.
  intros cs R S Hd H. induction Hd as [|c cs Hc Hcs IH]; unfold sum_at in *; simpl.
  - lra.
  - pose proof (share_lipschitz c R S Hc H). lra.
Qed.

(* Theorem: shares that two ratios give, and that add up to one total, are the same shares. *)
Theorem shares_unique :
  forall T cs xs ys, Forall defect_free cs -> fair T cs xs -> fair T cs ys -> Forall2 Qeq xs ys.
Proof.
  assert (one_way : forall T cs xs ys R S, Forall defect_free cs ->
            fair_at R T cs xs -> fair_at S T cs ys -> R <= S -> Forall2 Qeq xs ys).
  { intros T cs xs ys R S Hd (_ & Hxs & Tx) (_ & Hys & Ty) H.
    apply equal_sums; [|lra].
    eapply all_le_eq; [|apply all_eq_sym, Hys]. eapply all_eq_le; [apply Hxs|].
    apply shares_monotone; trivial. }
  intros T cs xs ys Hd [R HR] [S HS]. destruct (Qlt_le_dec R S) as [H|H].
  - apply (one_way T cs xs ys R S); trivial. lra.
  - apply all_eq_sym, (one_way T cs ys xs S R); trivial.
Qed.

(* Small facts that later files use. *)

Lemma shares_at_is_fair : forall cs R T, 0 <= R -> sum_at cs R == T -> fair T cs (shares_at cs R).
Proof. intros cs R T H E. exists R. repeat split; trivial. apply all_eq_refl. Qed.

Lemma fair_length : forall T cs xs, fair T cs xs -> length xs = length cs.
Proof.
  intros T cs xs [R (_ & H & _)]. apply forall2_length in H. unfold shares_at in H.
  rewrite map_length in H. trivial.
Qed.

Lemma fair_sum_at : forall R T cs xs, fair_at R T cs xs -> sum_at cs R == T.
Proof. intros R T cs xs (_ & H & E). rewrite <- E. symmetry. apply sum_eq. trivial. Qed.

Lemma minimums_at_zero : forall cs, Forall defect_free cs -> sum_at cs 0 == minimums cs.
Proof.
  intros cs Hd. apply sum_eq. induction Hd; simpl; constructor; trivial.
  apply share_at_zero. trivial.
Qed.

Lemma minimums_least : forall cs R, Forall defect_free cs -> minimums cs <= sum_at cs R.
Proof.
  intros cs R Hd. apply sum_mono. induction Hd; simpl; constructor; trivial.
  apply share_min. trivial.
Qed.
