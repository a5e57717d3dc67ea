(* What follows from the definition: nothing is wasted, no claimant envies without a reason, none
   gains by asking for more than it can use, and so on. Each theorem is about lists of any length,
   absent maximums and zero weights included where it does not say otherwise.

   Controls.v has a control of each: with one hypothesis less, or saying more, it would be false. *)
From Coq Require Import List Bool QArith Qminmax Lqa Permutation.
From Fairshare Require Import Fairness Uniqueness Sweep Existence Certificate Axioms.
Import ListNotations.
Open Scope Q_scope.

(* Lists, and what a ratio gives them. *)

Lemma all_eq_is_le : forall xs ys, Forall2 Qeq xs ys -> Forall2 Qle xs ys.
Proof. induction 1; constructor; trivial. lra. Qed.

Lemma from_higher_ratio : forall cs xs ys R S, Forall defect_free cs -> R <= S ->
  Forall2 Qeq xs (shares_at cs R) -> Forall2 Qeq ys (shares_at cs S) -> Forall2 Qle xs ys.
Proof.
  intros cs xs ys R S Hd H Hx Hy. eapply all_le_eq; [|apply all_eq_sym, Hy].
  eapply all_eq_le; [apply Hx|]. apply shares_monotone; trivial.
Qed.

Lemma fair_total : forall T T' cs xs, T == T' -> fair T cs xs -> fair T' cs xs.
Proof. intros T T' cs xs E (R & H & Hx & Hs). exists R. repeat split; trivial. lra. Qed.

Lemma forall2_split : forall (A B : Type) (P : A -> B -> Prop) xs1 xs2 ys1 ys2,
  length xs1 = length ys1 -> Forall2 P (xs1 ++ xs2) (ys1 ++ ys2) ->
  Forall2 P xs1 ys1 /\ Forall2 P xs2 ys2.
Proof.
  intros A B P xs1. induction xs1 as [|x xs1 IH]; intros xs2 [|y ys1] ys2 L H; try discriminate.
  - split; [constructor | trivial].
  - inversion H; subst. injection L as L. destruct (IH xs2 ys1 ys2 L) as (G1 & G2); trivial.
    split; trivial. constructor; trivial.
Qed.

Lemma shares_at_length : forall cs R, length (shares_at cs R) = length cs.
Proof. intros. apply map_length. Qed.

(* A problem around one claimant. *)
Lemma around_one : forall R T before c after xs1 x xs2, length xs1 = length before ->
  (fair_at R T (before ++ c :: after) (xs1 ++ x :: xs2) <->
   0 <= R /\ Forall2 Qeq xs1 (shares_at before R) /\ x == share c R
   /\ Forall2 Qeq xs2 (shares_at after R) /\ sum xs1 + x + sum xs2 == T).
Proof.
  intros R T before c after xs1 x xs2 L. unfold fair_at, shares_at. rewrite map_app. cbn [map].
  fold (shares_at before R). fold (shares_at after R). rewrite sum_app. cbn [sum].
  assert (L' : length xs1 = length (shares_at before R)) by (rewrite shares_at_length; trivial).
  split.
  - intros (H & Hx & Hs). destruct (forall2_split _ _ _ _ _ _ _ L' Hx) as (H1 & H2).
    inversion H2; subst. repeat split; trivial. lra.
  - intros (H & H1 & Hx & H2 & Hs). repeat split; trivial; [|lra].
    apply Forall2_app; trivial. constructor; trivial.
Qed.

Lemma defect_free_around : forall before c after,
  Forall defect_free (before ++ c :: after) <->
  Forall defect_free before /\ defect_free c /\ Forall defect_free after.
Proof. intros. rewrite Forall_app, Forall_cons_iff. tauto. Qed.

(* Theorem: Pareto. Shares which give no claimant less than the fair ones, of no higher a total, are
   the fair ones: no claimant can have more unless another has less. *)
Theorem pareto :
  forall T cs xs ys, fair T cs xs -> Forall2 Qle xs ys -> sum ys <= T -> Forall2 Qeq xs ys.
Proof. intros T cs xs ys (R & _ & _ & E) H Hs. apply equal_sums; trivial. lra. Qed.

(* Theorem: no envy up to weights. A claimant below its end holds no less per unit of weight than
   any other that is above its minimum. *)
Theorem no_envy :
  forall T cs xs one other, Forall defect_free cs -> fair T cs xs ->
    In one (combine cs xs) -> In other (combine cs xs) ->
    below (snd one) (end_of (fst one)) -> min_share (fst other) < snd other ->
    snd other * weight (fst one) <= snd one * weight (fst other).
Proof.
  intros T cs xs one other Hd Hf H1 H2 Hbelow Habove. apply axioms_iff_fair in Hf; trivial.
  destruct Hf as (_ & _ & Hp). specialize (Hp other one H2 H1). unfold unequal in Hp.
  destruct (Qlt_le_dec (snd one * weight (fst other)) (snd other * weight (fst one))) as [L|L];
    trivial.
  exfalso. auto.
Qed.

(* Theorem: monotone in the total. Of a higher total no claimant gets less. *)
Theorem total_monotone :
  forall T T' cs xs ys, Forall defect_free cs -> T <= T' -> fair T cs xs -> fair T' cs ys ->
    Forall2 Qle xs ys.
Proof.
  intros T T' cs xs ys Hd H Hx Hy. pose proof Hx as (R & HR & Ex & Sx).
  pose proof Hy as (S & HS & Ey & Sy). destruct (Qlt_le_dec S R) as [L|L].
  - assert (Hyx : Forall2 Qle ys xs) by (apply (from_higher_ratio cs ys xs S R); trivial; lra).
    apply all_eq_is_le, all_eq_sym, equal_sums; trivial. lra.
  - eapply from_higher_ratio; eassumption.
Qed.

(* Theorem: shares change no more than the total. Where it grows, no share grows by more. *)
Theorem shares_change_no_more_than_the_total :
  forall T T' cs xs ys, Forall defect_free cs -> T <= T' -> fair T cs xs -> fair T' cs ys ->
    Forall2 (fun x y => y - x <= T' - T) xs ys.
Proof.
  intros T T' cs xs ys Hd H Hx Hy. pose proof (total_monotone T T' cs xs ys Hd H Hx Hy) as M.
  destruct Hx as (R & _ & _ & Sx). destruct Hy as (S & _ & _ & Sy).
  assert (G : sum ys - sum xs <= T' - T) by lra. clear - M G. revert G. generalize (T' - T).
  induction M as [|x y xs ys L M IH]; intros d G; constructor; cbn in G;
    pose proof (sum_mono _ _ M); [lra | apply IH; lra].
Qed.

(* Theorem: the ratios of the same shares. A ratio S that is not below R gives the same shares as R
   exactly where weight * S is at most the share, of each claimant that has a weight and is below
   its maximum. *)
Theorem ratios_of_the_same_shares :
  forall cs R S, Forall defect_free cs -> 0 <= R -> R <= S ->
    (Forall2 Qeq (shares_at cs R) (shares_at cs S)
     <-> Forall (fun c => 0 < weight c -> below (share c R) (max_share c) ->
                   weight c * S <= share c R) cs).
Proof.
  intros cs R S Hd HR HS.
  assert (one : forall c, defect_free c -> (share c R == share c S <->
            (0 < weight c -> below (share c R) (max_share c) -> weight c * S <= share c R))).
  { intros c Hc. pose proof Hc as (Hw & Hl & Hlu).
    pose proof (share_monotone c R S Hc HS) as M. split.
    - intros E W B. destruct (share_stands c S Hc) as [A1 A2|A1 A2 A3|u Eu A1 A2]; try lra.
      rewrite Eu in B. simpl in B. lra.
    - intros H. destruct (Qlt_le_dec 0 (weight c)) as [W|W].
      + destruct (max_share c) as [u|] eqn:Eu.
        * pose proof (share_end c R Hc) as N. pose proof (share_end c S Hc) as N'.
          rewrite (end_of_weighted c), Eu in N, N' by lra. simpl in N, N'.
          destruct (Qlt_le_dec (share c R) u) as [B|B]; [|lra]. specialize (H W B).
          pose proof (share_min c R Hc).
          destruct (share_stands c S Hc); lra.
        * specialize (H W I). pose proof (share_min c R Hc).
          destruct (share_stands c S Hc); lra.
      + assert (Z : weight c == 0) by lra.
        rewrite (share_weight_zero c R Hc Z), (share_weight_zero c S Hc Z). reflexivity. }
  unfold shares_at. induction Hd as [|c cs Hc Hcs IH]; cbn [map]; [split; constructor|].
  rewrite Forall_cons_iff, <- IH, <- (one c Hc). split; intros H.
  - inversion H; subst. auto.
  - destruct H. constructor; trivial.
Qed.

(* Theorem: the ratios of a total have no gap. Any ratio between two that give it gives it too. *)
Theorem ratios_have_no_gap :
  forall T cs R S Q, Forall defect_free cs -> R <= S -> S <= Q ->
    sum_at cs R == T -> sum_at cs Q == T -> sum_at cs S == T.
Proof.
  intros T cs R S Q Hd H1 H2 E1 E2. pose proof (sum_monotone cs R S Hd H1).
  pose proof (sum_monotone cs S Q Hd H2). lra.
Qed.

(* One claimant asks for more. *)

Definition limit_le (u v : option Q) : Prop :=
  match u, v with _, None => True | Some a, Some b => a <= b | None, Some _ => False end.

Definition asks_no_more (c c' : claimant) : Prop :=
  weight c <= weight c' /\ min_share c <= min_share c' /\ limit_le (max_share c) (max_share c').

Lemma asks_no_more_share : forall c c' R, defect_free c -> defect_free c' -> asks_no_more c c' ->
  0 <= R -> share c R <= share c' R.
Proof.
  intros c c' R Hd Hd' (Hw & Hl & Hu) HR.
  assert (HW : weight c * R <= weight c' * R) by nra.
  pose proof (share_min c' R Hd'). pose proof Hd as (_ & _ & Hlu). pose proof Hd' as (_ & _ & Hlu').
  destruct (share_stands c R Hd) as [A B|A B C|u Eu A B]; try lra;
    destruct (share_stands c' R Hd') as [A' B'|A' B' C'|u' Eu' A' B']; try lra;
    rewrite ?Eu, ?Eu' in *; simpl in *; try lra;
    destruct (max_share c) as [v|]; simpl in *; try lra; try contradiction.
Qed.

(* Theorem: a claimant that asks for more, by its weight, its minimum or its maximum, gets no less;
   and no other gets more. *)
Theorem asking_for_more_gives_no_less :
  forall T before c c' after xs1 x xs2 ys1 y ys2,
    Forall defect_free (before ++ c :: after) -> defect_free c' -> asks_no_more c c' ->
    length xs1 = length before -> length ys1 = length before ->
    fair T (before ++ c :: after) (xs1 ++ x :: xs2) ->
    fair T (before ++ c' :: after) (ys1 ++ y :: ys2) ->
    x <= y /\ Forall2 Qle ys1 xs1 /\ Forall2 Qle ys2 xs2.
Proof.
  intros T before c c' after xs1 x xs2 ys1 y ys2 Hd Hc' Hask L1 L2 (R & HR) (S & HS).
  apply defect_free_around in Hd. destruct Hd as (Hb & Hc & Ha).
  apply around_one in HR; trivial. destruct HR as (R0 & X1 & X & X2 & XT).
  apply around_one in HS; trivial. destruct HS as (S0 & Y1 & Y & Y2 & YT).
  destruct (Qlt_le_dec S R) as [H|H].
  - assert (SR : S <= R) by lra.
    assert (M1 : Forall2 Qle ys1 xs1) by (apply (from_higher_ratio before ys1 xs1 S R); trivial).
    assert (M2 : Forall2 Qle ys2 xs2) by (apply (from_higher_ratio after ys2 xs2 S R); trivial).
    pose proof (sum_mono _ _ M1). pose proof (sum_mono _ _ M2). repeat split; trivial. lra.
  - assert (M1 : Forall2 Qle xs1 ys1) by (apply (from_higher_ratio before xs1 ys1 R S); trivial).
    assert (M2 : Forall2 Qle xs2 ys2) by (apply (from_higher_ratio after xs2 ys2 R S); trivial).
    pose proof (sum_mono _ _ M1). pose proof (sum_mono _ _ M2).
    pose proof (share_monotone c R S Hc H). pose proof (asks_no_more_share c c' S Hc Hc' Hask S0).
    repeat split; [lra | |]; apply all_eq_is_le, all_eq_sym, equal_sums; trivial; lra.
Qed.

(* Theorem: monotone in one's own weight. With a higher weight a claimant gets no less. *)
Theorem own_weight_monotone :
  forall T before w w' l u after xs1 x xs2 ys1 y ys2,
    Forall defect_free (before ++ Claimant w l u :: after) -> w <= w' ->
    length xs1 = length before -> length ys1 = length before ->
    fair T (before ++ Claimant w l u :: after) (xs1 ++ x :: xs2) ->
    fair T (before ++ Claimant w' l u :: after) (ys1 ++ y :: ys2) -> x <= y.
Proof.
  intros T before w w' l u after xs1 x xs2 ys1 y ys2 Hd H L1 L2 Hx Hy.
  pose proof Hd as G. apply defect_free_around in G. destruct G as (_ & (A & B & C) & _).
  cbn in A, B, C.
  apply (asking_for_more_gives_no_less T before (Claimant w l u) (Claimant w' l u) after
           xs1 x xs2 ys1 y ys2); trivial; repeat split; cbn; trivial; try lra.
  destruct u; simpl; trivial; lra.
Qed.

(* Theorem: monotone in one's own minimum. With a higher minimum a claimant gets no less. *)
Theorem own_min_monotone :
  forall T before w l l' u after xs1 x xs2 ys1 y ys2,
    Forall defect_free (before ++ Claimant w l u :: after) -> l <= l' -> at_most l' u ->
    length xs1 = length before -> length ys1 = length before ->
    fair T (before ++ Claimant w l u :: after) (xs1 ++ x :: xs2) ->
    fair T (before ++ Claimant w l' u :: after) (ys1 ++ y :: ys2) -> x <= y.
Proof.
  intros T before w l l' u after xs1 x xs2 ys1 y ys2 Hd H Hu L1 L2 Hx Hy.
  pose proof Hd as G. apply defect_free_around in G. destruct G as (_ & (A & B & C) & _).
  cbn in A, B, C.
  apply (asking_for_more_gives_no_less T before (Claimant w l u) (Claimant w l' u) after
           xs1 x xs2 ys1 y ys2); trivial; repeat split; cbn; trivial; try lra.
  destruct u; simpl; trivial; lra.
Qed.

(* Theorem: monotone in one's own maximum. With a higher maximum, or none, a claimant gets no
   less. *)
Theorem own_max_monotone :
  forall T before w l u u' after xs1 x xs2 ys1 y ys2,
    Forall defect_free (before ++ Claimant w l u :: after) -> limit_le u u' ->
    length xs1 = length before -> length ys1 = length before ->
    fair T (before ++ Claimant w l u :: after) (xs1 ++ x :: xs2) ->
    fair T (before ++ Claimant w l u' :: after) (ys1 ++ y :: ys2) -> x <= y.
Proof.
  intros T before w l u u' after xs1 x xs2 ys1 y ys2 Hd H L1 L2 Hx Hy.
  pose proof Hd as G. apply defect_free_around in G. destruct G as (_ & (A & B & C) & _).
  cbn in A, B, C.
  apply (asking_for_more_gives_no_less T before (Claimant w l u) (Claimant w l u') after
           xs1 x xs2 ys1 y ys2); trivial; repeat split; cbn; trivial; try lra.
  destruct u; destruct u'; simpl in *; trivial; try lra; contradiction.
Qed.

(* A demand caps both bounds, and leaves them as they are where it is absent. *)
Definition lesser_limit (u v : option Q) : option Q :=
  match u, v with Some a, Some b => Some (Qmin a b) | Some a, None => Some a | None, _ => v end.

Definition capped (demand : option Q) (c : claimant) : claimant :=
  Claimant (weight c)
    (match demand with Some d => Qmin (min_share c) d | None => min_share c end)
    (lesser_limit (max_share c) demand).

(* By cases: which of two numbers is the lesser, which the greater. *)
Ltac split_at spec number :=
  let m := fresh "m" in
  pose proof spec as S; set (m := number) in *; clearbody m; destruct S as [[? ?]|[? ?]].
Ltac by_cases :=
  repeat match goal with
    | |- context [Qmin ?a ?b] => split_at (Q.min_spec a b) (Qmin a b)
    | |- context [Qmax ?a ?b] => split_at (Q.max_spec a b) (Qmax a b)
    | _ : context [Qmin ?a ?b] |- _ => split_at (Q.min_spec a b) (Qmin a b)
    | _ : context [Qmax ?a ?b] |- _ => split_at (Q.max_spec a b) (Qmax a b)
    end.

Lemma capped_defect_free : forall d c, at_most 0 d -> defect_free c -> defect_free (capped d c).
Proof.
  intros d c H (Hw & Hl & Hlu). unfold defect_free, capped.
  destruct d as [d|]; destruct (max_share c) as [u|]; simpl in *; repeat split; trivial;
    by_cases; lra.
Qed.

(* The share is capped as the bounds are. *)
Lemma capped_share : forall d c R, defect_free c ->
  share (capped (Some d) c) R == Qmin (share c R) d.
Proof.
  intros d c R (Hw & Hl & Hlu). unfold share, capped.
  destruct (max_share c) as [u|]; simpl in *; by_cases; lra.
Qed.

(* Theorem: strategy-proof in the demand. Where a claimant's demand caps both its bounds, one that
   reports another demand than its own, d, or none, gets no more of what it can use, which is at
   most d. *)
Theorem strategy_proof_in_demand :
  forall T before c d reported after xs1 x xs2 ys1 y ys2,
    Forall defect_free (before ++ c :: after) -> 0 <= d -> at_most 0 reported ->
    length xs1 = length before -> length ys1 = length before ->
    fair T (before ++ capped (Some d) c :: after) (xs1 ++ x :: xs2) ->
    fair T (before ++ capped reported c :: after) (ys1 ++ y :: ys2) -> Qmin y d <= x.
Proof.
  intros T before c d reported after xs1 x xs2 ys1 y ys2 Hd H0 H1 L1 L2 (R & HR) (S & HS).
  apply defect_free_around in Hd. destruct Hd as (Hb & Hc & Ha).
  apply around_one in HR; trivial. destruct HR as (R0 & X1 & X & X2 & XT).
  apply around_one in HS; trivial. destruct HS as (S0 & Y1 & Y & Y2 & YT).
  pose proof (Q.le_min_l y d) as My. pose proof (Q.le_min_r y d) as Md.
  destruct (Qlt_le_dec R S) as [H|H].
  - assert (RS : R <= S) by lra.
    assert (M1 : Forall2 Qle xs1 ys1) by (apply (from_higher_ratio before xs1 ys1 R S); trivial).
    assert (M2 : Forall2 Qle xs2 ys2) by (apply (from_higher_ratio after xs2 ys2 R S); trivial).
    pose proof (sum_mono _ _ M1). pose proof (sum_mono _ _ M2). lra.
  - assert (E : y <= share c S).
    { destruct reported as [r|].
      - rewrite (capped_share r c S Hc) in Y. rewrite Y. apply Q.le_min_l.
      - rewrite Y. unfold capped, share. cbn. destruct (max_share c); apply Qle_refl. }
    pose proof (share_monotone c S R Hc H) as M. rewrite (capped_share d c R Hc) in X.
    rewrite X. apply Q.min_glb; lra.
Qed.

(* Theorem: consistent. A claimant that leaves with its fair share leaves the others with theirs. *)
Theorem consistent :
  forall T cs1 cs2 xs1 xs2, length xs1 = length cs1 -> fair T (cs1 ++ cs2) (xs1 ++ xs2) ->
    fair (T - sum xs1) cs2 xs2.
Proof.
  intros T cs1 cs2 xs1 xs2 L (R & H & Hx & Hs). exists R. split; trivial.
  unfold shares_at in Hx. rewrite map_app in Hx. rewrite sum_app in Hs.
  destruct (forall2_split _ _ _ _ _ _ _ (eq_trans L (eq_sym (shares_at_length cs1 R))) Hx).
  split; trivial. lra.
Qed.

(* Theorem: population monotone. With one claimant more, no claimant that was there before gets
   more. *)
Theorem population_monotone :
  forall T c cs x xs ys, Forall defect_free (c :: cs) ->
    fair T (c :: cs) (x :: xs) -> fair T cs ys -> Forall2 Qle xs ys.
Proof.
  intros T c cs x xs ys Hd Hx Hy. inversion Hd as [|? ? Hc Hcs]; subst.
  assert (H : 0 <= x).
  { destruct Hx as (R & _ & Hx & _). inversion Hx; subst. pose proof (share_min c R Hc).
    destruct Hc as (_ & Hl & _). lra. }
  apply (total_monotone (T - sum [x]) T cs); trivial; [simpl; lra|].
  apply (consistent T [c] cs [x] xs); trivial.
Qed.

(* Theorem: order-preserving. A claimant that has no more weight, minimum or maximum than another
   gets no more. *)
Theorem order_preserving :
  forall T cs xs c d x y, Forall defect_free cs -> fair T cs xs ->
    In (c, x) (combine cs xs) -> In (d, y) (combine cs xs) -> asks_no_more c d -> x <= y.
Proof.
  intros T cs xs c d x y Hd (R & HR & H & _) Hx Hy Hask. apply from_ratio in H.
  destruct H as (_ & H). pose proof (H _ Hx) as Ex. pose proof (H _ Hy) as Ey. cbn in Ex, Ey.
  pose proof (defect_free_in cs xs (c, x) Hd Hx). pose proof (defect_free_in cs xs (d, y) Hd Hy).
  rewrite Ex, Ey. apply asks_no_more_share; trivial.
Qed.

(* Equal numbers, 1/2 and 2/4 too. *)
Definition asks_the_same (c d : claimant) : Prop :=
  weight c == weight d /\ min_share c == min_share d
  /\ match max_share c, max_share d with
     | Some u, Some v => u == v | None, None => True | _, _ => False
     end.

(* Theorem: symmetric. Any two claimants of equal weights, minimums and maximums get equal shares.
   *)
Theorem symmetric :
  forall T cs xs c d x y, Forall defect_free cs -> fair T cs xs ->
    In (c, x) (combine cs xs) -> In (d, y) (combine cs xs) -> asks_the_same c d -> x == y.
Proof.
  intros T cs xs c d x y Hd Hf Hx Hy (W & L & U).
  assert (one : asks_no_more c d).
  { repeat split; [lra | lra |]. destruct (max_share c), (max_share d); simpl; trivial. lra. }
  assert (other : asks_no_more d c).
  { repeat split; [lra | lra |]. destruct (max_share c), (max_share d); simpl; trivial. lra. }
  apply Qle_antisym.
  - apply (order_preserving T cs xs c d x y); trivial.
  - apply (order_preserving T cs xs d c y x); trivial.
Qed.

Lemma fair_equal : forall T cs xs ys, fair T cs xs -> Forall2 Qeq ys xs -> fair T cs ys.
Proof.
  intros T cs xs ys (R & H & Hx & Hs) E. exists R. repeat split; trivial.
  - eapply all_eq_trans; eassumption.
  - rewrite <- Hs. apply sum_eq. trivial.
Qed.

(* Theorem: the order of the claimants does not matter. Where claimants are put into another order,
   the fair shares are those from before, in that order, and no others. *)
Theorem order_does_not_matter :
  forall T (ps qs : list (claimant * Q)), Forall defect_free (map fst qs) -> Permutation ps qs ->
    fair T (map fst ps) (map snd ps) ->
    forall ys, fair T (map fst qs) ys <-> Forall2 Qeq ys (map snd qs).
Proof.
  intros T ps qs Hd Hp (R & H & Hx & Hs).
  assert (F : fair T (map fst qs) (map snd qs)).
  { exists R. split; trivial. split.
    - assert (each : forall rs : list (claimant * Q),
        Forall2 Qeq (map snd rs) (shares_at (map fst rs) R)
        <-> Forall (fun p => snd p == share (fst p) R) rs).
      { induction rs as [|r rs IH]; simpl; split; intros G; constructor; inversion G; subst;
          trivial; apply IH; trivial. }
      apply each. apply each in Hx. eapply Permutation_Forall; eassumption.
    - rewrite <- Hs. symmetry. apply sum_permutation, Permutation_map. trivial. }
  intros ys. split; intros G.
  - apply (shares_unique T (map fst qs)); trivial.
  - apply (fair_equal T _ (map snd qs)); trivial.
Qed.

(* What may be left out. *)

Lemma shares_not_negative : forall cs R, Forall defect_free cs -> 0 <= sum_at cs R.
Proof.
  intros cs R Hd. unfold sum_at. induction Hd as [|c cs Hc Hcs IH]; simpl; [lra|].
  pose proof (share_min c R Hc). destruct Hc as (_ & Hl & _). lra.
Qed.

Lemma nothing_stays_nothing : forall cs xs R S, Forall defect_free cs -> S <= R ->
  Forall2 Qeq xs (shares_at cs R) -> sum xs <= 0 -> Forall2 Qeq xs (shares_at cs S).
Proof.
  intros cs xs R S Hd H Hx Hs. apply all_eq_sym, equal_sums.
  - apply (from_higher_ratio cs (shares_at cs S) xs S R); trivial. apply all_eq_refl.
  - pose proof (shares_not_negative cs S Hd) as N. unfold sum_at in N. lra.
Qed.

(* Theorem: a maximum that is no less than the total may be left out. With it and without it the
   same shares are fair. *)
Theorem maximum_above_total :
  forall T before w l u after xs1 x xs2,
    Forall defect_free (before ++ Claimant w l (Some u) :: after) -> T <= u ->
    length xs1 = length before ->
    (fair T (before ++ Claimant w l (Some u) :: after) (xs1 ++ x :: xs2)
     <-> fair T (before ++ Claimant w l None :: after) (xs1 ++ x :: xs2)).
Proof.
  intros T before w l u after xs1 x xs2 Hd HT L. apply defect_free_around in Hd.
  destruct Hd as (Hb & Hc & Ha). pose proof Hc as (Hw & Hl & Hlu). cbn in Hw, Hl, Hlu.
  assert (Hc' : defect_free (Claimant w l None)) by (repeat split; cbn; trivial).
  assert (parts : forall R, Forall2 Qeq xs1 (shares_at before R) ->
    Forall2 Qeq xs2 (shares_at after R) -> 0 <= sum xs1 /\ 0 <= sum xs2).
  { intros R X1 X2. pose proof (shares_not_negative before R Hb) as N1.
    pose proof (shares_not_negative after R Ha) as N2. unfold sum_at in N1, N2.
    rewrite (sum_eq _ _ X1), (sum_eq _ _ X2). auto. }
  split; intros (R & HR); apply around_one in HR; trivial;
    destruct HR as (R0 & X1 & X & X2 & XT); destruct (parts R X1 X2) as (N1 & N2).
  - destruct (share_stands _ R Hc) as [A B|A B C|v E A B]; cbn in *.
    + exists R. apply around_one; trivial. repeat split; trivial. apply stands_share; trivial.
      apply stands_at_min; cbn; lra.
    + exists R. apply around_one; trivial. repeat split; trivial. apply stands_share; trivial.
      apply stands_proportional; cbn; trivial; lra.
    + injection E as <-. destruct (Qeq_dec w 0) as [W|W].
      * exists R. apply around_one; trivial. repeat split; trivial. apply stands_share; trivial.
        apply stands_at_min; cbn; rewrite W in *; lra.
      * (* It has all of the total: the others have nothing, and at u / w they have nothing too. *)
        assert (E : w * (u / w) == u) by (field; trivial).
        assert (S0 : 0 <= u / w) by (apply Qle_shift_div_l; lra).
        assert (SR : u / w <= R) by (apply Qle_shift_div_r; lra).
        exists (u / w). apply around_one; trivial. repeat split; trivial.
        -- apply (nothing_stays_nothing before xs1 R); trivial. lra.
        -- apply stands_share; trivial. apply stands_proportional; cbn; trivial; lra.
        -- apply (nothing_stays_nothing after xs2 R); trivial. lra.
  - exists R. apply around_one; trivial. repeat split; trivial. apply stands_share; trivial.
    destruct (share_stands _ R Hc') as [A B|A B C|v E A B]; cbn in *; [| |discriminate].
    + apply stands_at_min; cbn; lra.
    + apply stands_proportional; cbn; lra.
Qed.

(* Theorem: an idle claimant may be left out. One of weight 0 and minimum 0 gets nothing, and with
   it and without it the same shares of the others are fair. *)
Theorem idle_claimant :
  forall T before c after xs1 x xs2, defect_free c -> weight c == 0 -> min_share c == 0 ->
    length xs1 = length before ->
    (fair T (before ++ c :: after) (xs1 ++ x :: xs2)
     <-> x == 0 /\ fair T (before ++ after) (xs1 ++ xs2)).
Proof.
  intros T before c after xs1 x xs2 Hc Hw Hl L.
  assert (Z : forall R, share c R == 0).
  { intros R. rewrite (share_weight_zero c R Hc Hw). trivial. }
  assert (L' : forall R, length xs1 = length (shares_at before R))
    by (intros R; rewrite shares_at_length; trivial).
  split.
  - intros (R & HR). apply around_one in HR; trivial. destruct HR as (R0 & X1 & X & X2 & XT).
    rewrite (Z R) in X. split; trivial. exists R. split; trivial. split.
    + unfold shares_at. rewrite map_app. apply Forall2_app; trivial.
    + rewrite sum_app. lra.
  - intros (X & R & R0 & Hx & Hs). unfold shares_at in Hx. rewrite map_app in Hx.
    destruct (forall2_split _ _ _ _ _ _ _ (L' R) Hx) as (X1 & X2). rewrite sum_app in Hs.
    exists R. apply around_one; trivial. repeat split; trivial; [|lra]. rewrite (Z R). trivial.
Qed.

(* Scales. *)

Definition scale_weight (k : Q) (c : claimant) : claimant :=
  Claimant (k * weight c) (min_share c) (max_share c).

Definition scale_unit (k : Q) (c : claimant) : claimant :=
  Claimant (weight c) (k * min_share c) (option_map (Qmult k) (max_share c)).

Lemma scaled_weight_share : forall k c R, 0 < k -> defect_free c ->
  share c R == share (scale_weight k c) (R / k).
Proof.
  intros k c R Hk Hd. pose proof Hd as (Hw & Hl & Hlu).
  assert (E : k * weight c * (R / k) == weight c * R) by (field; lra).
  apply stands_share; [repeat split; cbn; trivial; nra|].
  destruct (share_stands c R Hd) as [A B|A B C|u Eu A B].
  - apply stands_at_min; cbn; lra.
  - apply stands_proportional; cbn; trivial; lra.
  - apply (stands_at_max _ _ _ u); cbn; trivial; lra.
Qed.

Lemma scaled_unit_share : forall k c R, 0 < k -> defect_free c ->
  k * share c R == share (scale_unit k c) (k * R).
Proof.
  intros k c R Hk Hd. pose proof Hd as (Hw & Hl & Hlu). apply stands_share.
  - repeat split; cbn; trivial; [nra|]. destruct (max_share c); simpl in *; trivial. nra.
  - destruct (share_stands c R Hd) as [A B|A B C|u Eu A B].
    + apply stands_at_min; cbn; nra.
    + apply stands_proportional; cbn; [nra | nra |]. destruct (max_share c); simpl in *; trivial.
      nra.
    + apply (stands_at_max _ _ _ (k * u)); cbn; [rewrite Eu; reflexivity | nra | nra].
Qed.

(* Theorem: only how the weights compare matters. All of them times one number k > 0 changes no
   share. *)
Theorem weights_are_relative :
  forall T k cs xs, Forall defect_free cs -> 0 < k -> fair T cs xs ->
    fair T (map (scale_weight k) cs) xs.
Proof.
  intros T k cs xs Hd Hk (R & H & Hx & Hs). exists (R / k). split.
  { apply Qle_shift_div_l; trivial. lra. }
  split; trivial. clear Hs. revert xs Hx. induction Hd as [|c cs Hc Hcs IH]; intros xs Hx;
    inversion Hx; subst; cbn; constructor; [|apply IH; trivial].
  rewrite <- (scaled_weight_share k c R Hk Hc). trivial.
Qed.

(* Theorem: the unit does not matter. Total, minimums and maximums times k > 0 multiply each share
   by k. *)
Theorem unit_does_not_matter :
  forall T k cs xs, Forall defect_free cs -> 0 < k -> fair T cs xs ->
    fair (k * T) (map (scale_unit k) cs) (map (Qmult k) xs).
Proof.
  intros T k cs xs Hd Hk (R & H & Hx & Hs). exists (k * R). split; [nra|]. split.
  - clear Hs. revert xs Hx. induction Hd as [|c cs Hc Hcs IH]; intros xs Hx;
      inversion Hx; subst; cbn; constructor; [|apply IH; trivial].
    rewrite <- (scaled_unit_share k c R Hk Hc). nra.
  - rewrite <- Hs. clear. induction xs as [|x xs IH]; simpl; lra.
Qed.

(* Other shares of the same total, within the bounds. *)

Definition beside (cs : list claimant) (xs ys : list Q) : list (claimant * (Q * Q)) :=
  combine cs (combine xs ys).

Lemma some_gets_less : forall cs xs ys c x y,
  length xs = length cs -> length ys = length cs -> sum ys <= sum xs ->
  In (c, (x, y)) (beside cs xs ys) -> x < y ->
  exists d x' y', In (d, (x', y')) (beside cs xs ys) /\ y' < x'.
Proof.
  intros cs xs ys c x y Lx Ly Hs Hin Hlt.
  destruct (Exists_dec (fun p => snd (snd p) < fst (snd p)) (beside cs xs ys)) as [E|E].
  { intros [d [a b]]. cbn. destruct (Qlt_le_dec b a); [left | right]; lra. }
  - apply Exists_exists in E. destruct E as ((d & a & b) & H & L). cbn in L. eauto.
  - exfalso.
    assert (G : forall p, In p (beside cs xs ys) -> fst (snd p) <= snd (snd p)).
    { intros p Hp. destruct (Qlt_le_dec (snd (snd p)) (fst (snd p))) as [L|L]; trivial.
      exfalso. apply E, Exists_exists. eauto. }
    clear E. assert (K : sum xs < sum ys).
    { revert xs ys Lx Ly Hs Hin G. unfold beside.
      induction cs as [|d cs IH]; intros [|a xs] [|b ys] Lx Ly Hs Hin G; try discriminate; cbn in *;
        [contradiction|].
      pose proof (G (d, (a, b)) (or_introl eq_refl)) as Hab. cbn in Hab.
      assert (Hrest : sum xs <= sum ys).
      { apply sum_mono. injection Lx as Lx. injection Ly as Ly. clear - Lx Ly G.
        revert xs ys Lx Ly G.
        induction cs as [|e cs IH]; intros [|a' xs] [|b' ys] Lx Ly G; try discriminate;
          constructor.
        - apply (G (e, (a', b'))). cbn. auto.
        - injection Lx as Lx. injection Ly as Ly. apply IH; trivial. intros p Hp. apply G. cbn in *.
          tauto. }
      destruct Hin as [E|Hin].
      - injection E as -> -> ->. lra.
      - injection Lx as Lx. injection Ly as Ly.
        destruct (Qlt_le_dec (sum xs) (sum ys)) as [|L]; [lra|].
        specialize (IH xs ys Lx Ly L Hin). assert (sum xs < sum ys) by auto. lra. }
    lra.
Qed.

Lemma beside_in : forall cs xs ys c x y, In (c, (x, y)) (beside cs xs ys) ->
  In (c, x) (combine cs xs) /\ In (c, y) (combine cs ys).
Proof.
  unfold beside. induction cs as [|d cs IH]; intros [|a xs] [|b ys] c x y H; cbn in *; try tauto.
  destruct H as [E|H].
  - injection E as -> -> ->. auto.
  - destruct (IH xs ys c x y H). auto.
Qed.

(* Theorem: weighted max-min. A claimant that has more in other shares, within the bounds and of no
   higher total, has it from another that has less there, and that by the fair shares holds no more
   per unit of weight. *)
Theorem weighted_max_min :
  forall T cs xs ys c x y, Forall defect_free cs -> fair T cs xs ->
    Forall2 in_bounds cs ys -> sum ys <= T ->
    In (c, (x, y)) (beside cs xs ys) -> x < y ->
    exists d x' y', In (d, (x', y')) (beside cs xs ys) /\ y' < x'
      /\ x' * weight c <= x * weight d.
Proof.
  intros T cs xs ys c x y Hd Hf Hb Hs Hin Hlt. pose proof (fair_length T cs xs Hf) as Lx.
  pose proof (forall2_length _ _ _ _ _ Hb) as Ly.
  destruct (some_gets_less cs xs ys c x y) as (d & x' & y' & Hin' & Hless); auto.
  { destruct Hf as (R & _ & _ & E). lra. }
  exists d, x', y'. repeat split; trivial.
  apply beside_in in Hin. destruct Hin as (Hx & Hy).
  apply beside_in in Hin'. destruct Hin' as (Hx' & Hy').
  apply forall2_combine in Hb. destruct Hb as (_ & Hb).
  apply (no_envy T cs xs (c, x) (d, x') Hd Hf Hx Hx'); cbn.
  - destruct (Hb _ Hy) as (_ & H). cbn in H. destruct (end_of c); simpl in *; trivial. lra.
  - destruct (Hb _ Hy') as (H & _). cbn in H. lra.
Qed.

(* The cost of which fair shares are the minimum: the sum of share^2 / (2 * weight). *)
Definition cost (cs : list claimant) (xs : list Q) : Q :=
  sum (map (fun p => snd p * snd p / (2 * weight (fst p))) (combine cs xs)).

(* The first-order condition of one claimant, which is the tangent at its share and what is left. *)
Lemma cost_of_one : forall c R y, defect_free c -> 0 < weight c -> in_bounds c y -> 0 <= R ->
  let x := share c R in
  x * x / (2 * weight c) + R * (y - x) + (y - x) * (y - x) / (2 * weight c)
  <= y * y / (2 * weight c).
Proof.
  intros c R y Hd Hw Hb HR. cbv zeta. set (x := share c R).
  assert (K : R * (y - x) <= x / weight c * (y - x)).
  { assert (Ex : weight c * (x / weight c) == x) by (field; lra).
    destruct Hb as (Hmin & Hend). rewrite (end_of_weighted c) in Hend by lra.
    assert (Hs : stands c R x) by (apply share_stands; trivial).
    destruct Hs as [A B|A B C|u Eu A B].
    - assert (R <= x / weight c) by nra. nra.
    - assert (R == x / weight c) by nra. nra.
    - rewrite Eu in Hend. simpl in Hend. assert (x / weight c <= R) by nra. nra. }
  assert (E : y * y / (2 * weight c) == x * x / (2 * weight c) + x / weight c * (y - x)
              + (y - x) * (y - x) / (2 * weight c)) by (field; lra).
  lra.
Qed.

Definition square_distance (cs : list claimant) (xs ys : list Q) : Q :=
  cost cs (map (fun p => snd p - fst p) (combine xs ys)).

Lemma cost_at_ratio : forall cs xs ys R, Forall defect_free cs ->
  Forall (fun c => 0 < weight c) cs -> Forall2 in_bounds cs ys -> 0 <= R ->
  Forall2 Qeq xs (shares_at cs R) ->
  cost cs xs + R * (sum ys - sum xs) + square_distance cs xs ys <= cost cs ys.
Proof.
  intros cs xs ys R Hd Hw Hb HR Hx. revert xs Hx. unfold square_distance, cost.
  induction Hb as [|c y cs ys Hcy Hb IH]; intros xs Hx; inversion Hx; subst; cbn; [lra|].
  inversion Hd; inversion Hw; subst. rename x into z.
  pose proof (cost_of_one c R y) as K. cbv zeta in K.
  specialize (IH ltac:(trivial) ltac:(trivial) l ltac:(trivial)).
  specialize (K ltac:(trivial) ltac:(trivial) Hcy HR).
  assert (E : z == share c R) by trivial. rewrite <- E in K. cbn in IH. lra.
Qed.

Lemma square_not_negative : forall c z, 0 < weight c -> 0 <= z * z / (2 * weight c).
Proof. intros c z H. apply Qle_shift_div_l; nra. Qed.

Lemma no_distance : forall cs xs ys, Forall (fun c => 0 < weight c) cs ->
  length xs = length cs -> length ys = length cs ->
  0 <= square_distance cs xs ys
  /\ (square_distance cs xs ys <= 0 -> Forall2 Qeq xs ys).
Proof.
  intros cs xs ys Hw. revert xs ys. unfold square_distance, cost.
  induction Hw as [|c cs Hc Hcs IH]; intros [|x xs] [|y ys] Lx Ly; try discriminate; cbn.
  - split; [lra | constructor].
  - injection Lx as Lx. injection Ly as Ly. destruct (IH xs ys Lx Ly) as (H0 & H1).
    pose proof (square_not_negative c (y - x) Hc) as S. cbn in *. split; [lra|]. intros H.
    constructor; [|apply H1; lra].
    assert (E : (y - x) * (y - x) == 2 * weight c * ((y - x) * (y - x) / (2 * weight c)))
      by (field; lra).
    assert (Z : (y - x) * (y - x) / (2 * weight c) == 0) by lra. rewrite Z in E.
    assert ((y - x) * (y - x) == 0) by lra. nra.
Qed.

(* Theorem: where all weights are above 0, the fair shares are the least of the sum of
   share^2 / (2 * weight) among all shares within the bounds and of the same total; and no others
   are. *)
Theorem least_squares :
  forall T cs xs ys, Forall defect_free cs -> Forall (fun c => 0 < weight c) cs ->
    fair T cs xs -> Forall2 in_bounds cs ys -> sum ys == T ->
    cost cs xs <= cost cs ys /\ (cost cs ys <= cost cs xs -> Forall2 Qeq xs ys).
Proof.
  intros T cs xs ys Hd Hw Hf Hb Hs. pose proof (fair_length T cs xs Hf) as Lx.
  pose proof (forall2_length _ _ _ _ _ Hb) as Ly. destruct Hf as (R & HR & Hx & E).
  pose proof (cost_at_ratio cs xs ys R Hd Hw Hb HR Hx) as H.
  assert (Z : sum ys - sum xs == 0) by lra. rewrite Z in H.
  destruct (no_distance cs xs ys Hw Lx (eq_sym Ly)) as (H0 & H1).
  split; [lra|]. intros L. apply H1. lra.
Qed.

(* Theorem: sharing incentive. Where no minimum is above its claimant's part of the total by weight,
   everyone gets that part, or its maximum. *)
Theorem sharing_incentive :
  forall T cs xs c x, Forall defect_free cs -> fair T cs xs ->
    let W := sum (map weight cs) in
    0 < W -> Forall (fun d => min_share d * W <= T * weight d) cs ->
    In (c, x) (combine cs xs) -> T * weight c <= x * W \/ ~ below x (max_share c).
Proof.
  intros T cs xs c x Hd Hf W HW Hmin Hin. destruct Hf as (R & HR & Hx & Hs).
  pose proof Hx as Hx'. apply from_ratio in Hx'. destruct Hx' as (_ & Hx').
  pose proof (Hx' _ Hin) as E. cbn in E.
  assert (Hc : defect_free c) by (apply (defect_free_in cs xs (c, x)); trivial).
  destruct (Qlt_le_dec (R * W) T) as [L|L].
  - (* Each share is at most its part by weight, and together they are the total: it is that. *)
    left.
    assert (each : Forall2 Qle (map (Qmult W) xs) (map (fun d => T * weight d) cs)).
    { assert (HW' : 0 < W) by trivial. clear Hin Hx' E Hs Hc. clearbody W. revert xs Hx.
      induction cs as [|d cs IH]; intros xs Hx; inversion Hx; subst; cbn; constructor;
        inversion Hd; inversion Hmin; subst; [|apply IH; trivial].
      assert (Hd' : defect_free d) by trivial. pose proof (share_stands d R Hd') as Hs.
      pose proof (proj1 Hd'). destruct Hs as [A B|A B C|u Eu A B]; nra. }
    assert (scaled : forall k zs, sum (map (Qmult k) zs) == k * sum zs)
      by (intros k zs; induction zs as [|z zs IH]; simpl; lra).
    assert (weighted : forall ds, sum (map (fun d => T * weight d) ds) == T * sum (map weight ds))
      by (intros ds; induction ds as [|d ds IH]; simpl; lra).
    assert (same : Forall2 Qeq (map (Qmult W) xs) (map (fun d => T * weight d) cs)).
    { apply equal_sums; trivial. rewrite scaled, weighted. fold W. rewrite Hs. lra. }
    clear - same Hin. clearbody W. revert xs same Hin.
    induction cs as [|d cs IH]; intros [|z xs] same Hin; cbn in *; try contradiction.
    inversion same; subst. destruct Hin as [Z|Hin]; [injection Z as -> ->; lra | eauto].
  - pose proof (proj1 Hc). destruct (share_stands c R Hc) as [A B|A B C|u Eu A B].
    + left. nra.
    + left. nra.
    + right. rewrite Eu. simpl. lra.
Qed.
