(* Negative controls of the theorems about overflow, of Overflow.v: a hypothesis left out, and the proof
  that what
   remains is false. *)
From Coq Require Import Reals ZArith Lra Lia List Psatz.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath Overflow.
Import ListNotations.
Open Scope R_scope.
Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

(* Control of finite_result_had_no_overflow: divided by infinity anything may come out. *)
Theorem control_a_divisor_must_be_finite :
  ~ (forall c x, finds c (Some x) -> x = unbounded c).
Proof.
  intros H. set (big := Times (Given (2^600)) (Given (2^600))).
  assert (N : finds big None).
  { assert (F : finite (2^600) = Some (2^600)).
    { unfold finite. destruct Rlt_dec as [| L]; [reflexivity |]. exfalso. apply L.
      rewrite Rabs_pos_eq by apply bpow_ge_0. apply bpow_lt. lia. }
    assert (E : of_two Rmult (Some (2^600)) (Some (2^600)) = None).
    { unfold of_two, finite. rewrite <- bpow_plus, round_id by (apply double_power; lia).
      destruct Rlt_dec as [L |]; [| reflexivity]. rewrite Rabs_pos_eq in L by apply bpow_ge_0.
      apply lt_bpow in L. lia. }
    rewrite <- E. apply finds_product; rewrite <- F; apply finds_given. }
  assert (A := finds_any_quotient (Given 0) big (finite 0) (Some 1) (finds_given 0) N).
  apply H in A. cbn [unbounded] in A. unfold Rdiv in A. rewrite Rmult_0_l, (round_id 0 double_0) in A. lra.
Qed.

(* Control of finite_ratio_had_no_overflow: where the weights overflow the ratio may be finite all the same.
*)
Theorem control_the_weights_must_be_finite :
  ~ (forall fixed weights x, let g := c_sum weights [] in
       let ratio := c_ratio true (c_rest 1 (c_sum fixed [])) g in
       finds (c_high ratio) (Some x) -> forall p, part p (c_high ratio) -> Rabs (unbounded p) < 2^1024).
Proof.
  intros H. set (g := Add (Add Zero (2^1023)) (2^1023)). specialize (H Zero g 0). cbv zeta in H.
  assert (E1 : 2^1023 + 2^1023 = 2^1024).
  { replace (2^1023 + 2^1023) with (2 * 2^1023) by ring. change 2 with (2^1). now rewrite <- bpow_plus. }
  set (w := c_high (c_sum g [])) in *.
  assert (F : finite (2^1023) = Some (2^1023)).
  { unfold finite. destruct Rlt_dec as [| L]; [reflexivity |]. exfalso. apply L.
    rewrite Rabs_pos_eq by apply bpow_ge_0. apply bpow_lt. lia. }
  assert (F0 : finite 0 = Some 0).
  { unfold finite. destruct Rlt_dec as [| L]; [reflexivity |]. exfalso. apply L. rewrite Rabs_R0.
  apply bpow_gt_0. }
  assert (N : finds w None).
  { unfold w. destruct (something_is_found (c_low (c_run g))) as (z & Hz).
    change None with (of_two Rplus None z). cbn [c_sum c_renormalised c_high]. apply finds_sum; [| exact Hz].
    assert (E : of_two Rplus (Some (2^1023)) (Some (2^1023)) = None).
    { unfold of_two. rewrite E1, round_id by (apply double_power; lia). unfold finite.
      destruct Rlt_dec as [L |]; [| reflexivity]. rewrite Rabs_pos_eq in L by apply bpow_ge_0. lra. }
    rewrite <- E. unfold g. cbn [c_run c_add_to c_high]. apply finds_sum; [| rewrite <- F; apply finds_given].
    assert (E0 : of_two Rplus (Some 0) (Some (2^1023)) = Some (2^1023)).
    { unfold of_two. rewrite Rplus_0_l, round_id by (apply double_power; lia). exact F. }
    rewrite <- E0. apply finds_sum; [rewrite <- F0 | rewrite <- F]; apply finds_given. }
  assert (A : finds (c_high (c_ratio true (c_rest 1 (c_sum Zero [])) (c_sum g []))) (Some 0)).
  { assert (E : of_two Rplus (Some 0) (Some 0) = Some 0).
    { unfold of_two. now rewrite Rplus_0_l, (round_id 0 double_0). }
    rewrite <- E. unfold c_ratio, c_renormalised. cbn [c_high c_low]. apply finds_sum.
    - destruct (something_is_found (c_high (c_rest 1 (c_sum Zero [])))) as (z & Hz).
      now apply finds_any_quotient with (x := z).
    - match goal with |- finds (Over ?a _) _ => destruct (something_is_found a) as (z & Hz) end.
      now apply finds_any_quotient with (x := z). }
  specialize (H A w). 
  assert (P : Rabs (unbounded w) < 2^1024).
  { apply H. simpl. tauto. }
  destruct (sum_means g []) as (M & _). fold w in M. rewrite M in P. clear - P E1.
  assert (R1 : RN (0 + 2^1023) = 2^1023) by (rewrite Rplus_0_l; apply round_id, double_power; lia).
  assert (T0 : two_sum_low 0 (2^1023) = 0).
  { rewrite two_sum_low_is, R1 by (try apply double_0; apply double_power; lia). ring. }
  assert (T1 : two_sum_low (2^1023) (2^1023) = 0).
  { rewrite two_sum_low_is, E1, round_id by (apply double_power; lia). ring. }
  unfold g, sum_in_parts, renormalised in P. cbn [run add_to high low] in P. unfold add_to in P.
  cbn [high low] in P.
  assert (R2 : RN (2^1024) = 2^1024) by (apply round_id, double_power; lia).
  rewrite R1, T0, T1, E1 in P.
  repeat first [rewrite Rplus_0_r in P | rewrite (round_id 0 double_0) in P | rewrite R2 in P].
  rewrite Rabs_pos_eq in P by apply bpow_ge_0. lra.
Qed.

(* Control of ordinary_products_do_not_overflow: a product of 2^1200 does. *)
Theorem control_a_product_must_be_ordinary :
  ~ (forall w ratio c, 0 <= w <= 2^980 -> is_pair ratio -> 0 <= high ratio <= 2^980 ->
       let pair := {| c_high := Given (high ratio); c_low := Given (low ratio) |} in
       In c (from_product true (c_product true (Given w) pair) (Given 0)) ->
       forall p, part p c -> Rabs (unbounded p) < 2^1024).
Proof.
  intros H. assert (D6 := double_power 600 ltac:(lia)).
  assert (B : 0 <= 2^600 <= 2^980) by (split; [apply bpow_ge_0 | apply bpow_le; lia]).
  assert (P : is_pair {| high := 2^600; low := 0 |}).
  { split; [assumption | split; [apply double_0 |]]. cbn [high low]. rewrite Rplus_0_r. symmetry.
  now apply round_id. }
  specialize (H (2^600) _ (Plus (Minus (Times (Given (2^600)) (Given (2^600)))
    (Plus (Times (Given (2^600)) (Given (2^600))) (c_low (c_product true (Given (2^600))
      {| c_high := Given (2^600); c_low := Given 0 |}))))
    (c_low (c_product true (Given (2^600)) {| c_high := Given (2^600); c_low := Given 0 |}))) B P B).
  specialize (H (or_introl eq_refl) (Times (Given (2^600)) (Given (2^600)))).
  assert (L : Rabs (unbounded (Times (Given (2^600)) (Given (2^600)))) < 2^1024).
  { apply H. right. left. right. left. left. reflexivity. }
  cbn [unbounded] in L. rewrite <- bpow_plus, round_id in L by (apply double_power; lia).
  rewrite Rabs_pos_eq in L by apply bpow_ge_0. apply lt_bpow in L. lia.
Qed.

(* Control of placing_may_overflow: nor is a product clamped as it should be where the maximum is beyond all
   doubles, which only infinity is. *)
Theorem control_a_maximum_must_be_a_double :
  ~ (forall w x least most, 0 <= w -> 0 <= x -> 0 <= least <= most ->
       clamped_found (finite (RN (w * x))) least most = clamp (RN (w * x)) least most).
Proof.
  intros H. assert (L : 2^1200 < 2^1300) by (apply bpow_lt; lia).
  specialize (H (2^600) (2^600) 0 (2^1300) (bpow_ge_0 _ _) (bpow_ge_0 _ _)
    (conj (Rle_refl 0) (bpow_ge_0 _ _))).
  assert (P := bpow_ge_0 radix2 1200).
  rewrite <- bpow_plus, round_id in H by (apply double_power; lia). change (600 + 600)%Z with 1200%Z in H.
  unfold finite in H. destruct Rlt_dec as [B | B].
  - rewrite Rabs_pos_eq in B by assumption. apply lt_bpow in B. lia.
  - change (2^1300 = clamp (2^1200) 0 (2^1300)) in H. rewrite clamp_id in H; lra.
Qed.

(* Control of proportional_shares_do_not_overflow: of a rest of 2^1023 they are more than 2^902. *)
Theorem control_the_rest_must_be_ordinary :
  ~ (forall rest weight ratio, is_pair rest -> is_pair weight -> is_ratio_of rest weight ratio ->
       ordinary_total_least <= high rest -> ordinary_least <= high weight -> ordinary_least <= high ratio ->
       RN (high weight * high ratio) <= 2^902).
Proof.
  intros H. assert (D := double_power 1023 ltac:(lia)). assert (D1 : double 1) by (apply (double_power 0);
    lia).
  assert (I1 := round_id 1 D1). assert (I0 := round_id 0 double_0). assert (I := round_id _ D).
  assert (P : forall x, double x -> is_pair {| high := x; low := 0 |}).
  { intros x F. split; [assumption | split; [apply double_0 |]]. cbn [high low]. rewrite Rplus_0_r.
    symmetry. now apply round_id. }
  specialize (H _ _ {| high := 2^1023; low := 0 |} (P _ D) (P _ D1)). cbn [high low] in H.
  assert (Ir : is_ratio_of {| high := 2^1023; low := 0 |} {| high := 1; low := 0 |} {| high := 2^1023;
    low := 0 |}).
  { unfold is_ratio_of. cbn [high low]. replace (2^1023 / 1) with (2^1023) by field. rewrite I. exists 0, 0.
    replace (1 * 2^1023) with (2^1023) by ring. rewrite I. split; [| split].
    - left. unfold fused_rest. replace (1 * 2^1023) with (2^1023) by ring. rewrite I, Rminus_eq_0.
    now symmetry.
    - left. rewrite Rmult_0_r, Rplus_0_r. now symmetry.
    - assert (Z1 : 0 / 1 = 0) by field. unfold renormalised. cbn [high low].
      repeat first [rewrite Rplus_0_r | rewrite Rplus_0_l | rewrite Rminus_0_r | rewrite Rminus_eq_0 |
        rewrite I | rewrite I0 | rewrite Z1]. reflexivity. }
  specialize (H Ir ltac:(apply bpow_le; lia)).
  assert (L1 : 2^(-960) <= 1) by (change 1 with (2^0); apply bpow_le; lia).
  specialize (H L1 ltac:(apply bpow_le; lia)). rewrite Rmult_1_l, I in H. apply le_bpow in H. lia.
Qed.
