(* Why the theorems of Amount.v say no more: each control is what one of them does not say, and false. *)
From Coq Require Import Reals ZArith Lra Lia List Psatz.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath Fraction Amount.
Import ListNotations.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

(* Control of amount_is_nearest: the exact amount must be within the error of the pair. *)
Theorem control_an_amount_needs_the_error :
  ~ (forall difference difference_error ratio error exact,
       is_pair difference -> 0 <= difference_error -> ordinary_total_least <= high difference ->
       is_ratio_of difference one ratio ->
       is_ratio_error difference_error (high difference) 0 1 error -> error <= ratio_error_max ->
       let off := RN (high ratio * tolerance error) in
       RN (high ratio + RN (low ratio + off)) = RN (high ratio + RN (low ratio - off)) ->
       RN exact = RN (high ratio + RN (low ratio + off))).
Proof.
  intros H. assert (D1 := double_1). assert (D0 := double_0). assert (I1 := round_id 1 D1).
  assert (I0 : RN 0 = 0) by now apply round_id.
  set (e := 2^(-99)).
  assert (De : double e) by (apply double_power; lia).
  assert (Q : is_ratio_of one one one).
  { exists 0, 0. cbn [one high low]. rewrite over_one, I1, Rmult_1_l, I1. split; [| split].
    - left. unfold fused_rest. rewrite Rmult_1_l, I1, Rminus_eq_0. now symmetry.
    - left. rewrite Rmult_0_r, Rplus_0_r. now symmetry.
    - rewrite !Rminus_eq_0, I0, Rplus_0_r, I0, over_one, I0. unfold renormalised. cbn [high low].
      rewrite Rplus_0_r, I1, Rminus_eq_0, I0, Rminus_eq_0, I0. reflexivity. }
  assert (Re : is_ratio_error 0 (high one) 0 1 e).
  { left. cbn [one high]. rewrite Rabs_R1, over_one, I0, Rplus_0_r, I0, Rmult_0_r, Rplus_0_l. now rewrite round_id. }
  specialize (H one 0 one e 2 one_is_pair (Rle_refl 0)). cbn [one high low] in H.
  specialize (H ltac:(change 1 with (2^0); apply bpow_le; lia) Q Re ltac:(apply bpow_le; lia)).
  assert (F : 0 <= RN (1 * tolerance e) <= 2^(-97)).
  { assert (G : forall x k, (-1074 <= k)%Z -> 0 <= x <= 2^k -> 0 <= RN x <= 2^k).
    { intros x k Hk Hx. split; [now apply round_pos |]. rewrite <- (round_id (2^k)) by (apply double_power; lia).
      now apply rounding_keeps_order. }
    assert (E : 2^(-98) = 2^(-99) + 2^(-99)).
    { replace (2^(-99) + 2^(-99)) with (2 * 2^(-99)) by ring. change 2 with (2^1). now rewrite <- bpow_plus. }
    assert (P := bpow_gt_0 radix2 (-99)). assert (L : 2^(-98) <= 2^(-97)) by (apply bpow_le; lia).
    assert (T : 0 <= tolerance e <= 2^(-98)) by (apply G; [lia | unfold e; lra]).
    apply G; [lia | lra]. }
  assert (E97 : 4 * 2^(-97) < 2^(0 - 52)) by (change 4 with (2^2); rewrite <- bpow_plus; apply bpow_lt; lia).
  assert (Near : forall x, Rabs x <= 2^(-97) -> RN (1 + x) = 1).
  { intros x Hx. apply absorbs; [assumption |]. change 1 with (2^0). rewrite ulp_of_power by lia. lra. }
  assert (Fr : forall x, double (RN x)) by (intros x; apply double_round).
  rewrite Rplus_0_l, Rminus_0_l, round_opp, (round_id (RN _)) in H by apply Fr.
  rewrite !Near in H by (rewrite ?Rabs_Ropp, Rabs_pos_eq; lra).
  specialize (H eq_refl). rewrite round_id in H; [lra |]. change 2 with (2^1). apply double_power. lia.
Qed.

(* 2^55 + 1, and eight addends of 2^-55, each of which a compensated sum loses. *)
Definition ten := block [2^55; 2^0; 2^(-55); 2^(-55); 2^(-55); 2^(-55); 2^(-55); 2^(-55); 2^(-55); 2^(-55)].

Lemma ten_addends : addends addend ten /\ depth ten = 10 /\ sum_of ten = 2^55 + 1 + 2^(-52) /\
  renormalised (run ten) = {| high := 2^55; low := 1 |}.
Proof.
  assert (D55 := double_power 55 ltac:(lia)). assert (D0 := double_power 0 ltac:(lia)).
  assert (Dt := double_power (-55) ltac:(lia)).
  assert (Keeps : forall e f, (-1022 <= e)%Z -> (f + 54 < e)%Z -> RN (2^e + 2^f) = 2^e).
  { intros e f He Hf. apply absorbs; [apply double_power; lia |]. rewrite Rabs_pos_eq by apply bpow_ge_0.
    rewrite ulp_of_power by assumption. change 4 with (2^2). rewrite <- bpow_plus. apply bpow_lt. lia. }
  assert (A := Keeps 55%Z 0%Z ltac:(lia) ltac:(lia)). assert (B := Keeps 55%Z (-55)%Z ltac:(lia) ltac:(lia)).
  assert (C := Keeps 0%Z (-55)%Z ltac:(lia) ltac:(lia)).
  assert (I0 : RN 0 = 0) by apply round_id, double_0.
  assert (F : add_to {| high := 0; low := 0 |} (2^55) = {| high := 2^55; low := 0 |}).
  { unfold add_to. cbn [high low]. rewrite two_sum_low_is by (assumption || apply double_0).
    rewrite Rplus_0_l, (round_id (2^55)), Rminus_eq_0, Rplus_0_l, I0 by assumption. reflexivity. }
  assert (G : add_to {| high := 2^55; low := 0 |} (2^0) = {| high := 2^55; low := 2^0 |}).
  { unfold add_to. cbn [high low]. rewrite two_sum_low_is, A by assumption.
    replace (2^55 + 2^0 - 2^55) with (2^0) by ring. rewrite Rplus_0_l, (round_id (2^0)) by assumption. reflexivity. }
  assert (S : add_to {| high := 2^55; low := 2^0 |} (2^(-55)) = {| high := 2^55; low := 2^0 |}).
  { unfold add_to. cbn [high low]. rewrite two_sum_low_is, B by assumption.
    replace (2^55 + 2^(-55) - 2^55) with (2^(-55)) by ring. rewrite C. reflexivity. }
  assert (E52 : 2^(-52) = 8 * 2^(-55)) by (change 8 with (2^3); now rewrite <- bpow_plus).
  assert (P := bpow_ge_0 radix2 (-55)). assert (Q := bpow_ge_0 radix2 55). assert (T := bpow_ge_0 radix2 0).
  unfold ten, block. cbn [fold_left addends depth sum_of run]. rewrite F, G, !S.
  split; [unfold addend; repeat split; trivial |]. split; [lra |]. split.
  - rewrite E52. change (2^0) with 1. lra.
  - unfold renormalised. cbn [high low]. rewrite A. replace (2^55 - 2^55) with 0 by ring.
    rewrite I0, Rminus_0_r, (round_id (2^0)) by assumption. reflexivity.
Qed.

(* Control of exact_amount_is_nearest: without the test of the sum it may be another double. *)
Theorem control_an_exact_amount_needs_the_test :
  ~ (forall T g k, addends addend g -> depth g <= k -> 1 <= k <= 2^32 -> double T -> ordinary_total_least <= T ->
       let rest := plus {| high := T; low := 0 |}
         {| high := - high (renormalised (run g)); low := - low (renormalised (run g)) |} in
       - high rest = RN (sum_of g - T)).
Proof.
  intros H. destruct ten_addends as (A & D & S & R). specialize (H (2^55) ten 10 A).
  assert (I0 : RN 0 = 0) by apply round_id, double_0. assert (I1 := round_id 1 double_1).
  assert (Fr : double (2^55)) by (apply double_power; lia).
  rewrite S, R in H. cbn [high low] in H.
  specialize (H ltac:(lra) ltac:(change (2^32) with 4294967296; lra) Fr ltac:(apply bpow_le; lia)).
  assert (P : plus {| high := 2^55; low := 0 |} {| high := - 2^55; low := - (1) |} = {| high := - (1); low := 0 |}).
  { unfold plus. cbn [high low]. rewrite two_sum_low_is by (try apply double_opp; assumption).
    replace (2^55 + - 2^55) with 0 by ring. rewrite I0, Rminus_0_r, !Rplus_0_l, round_opp, I1, round_opp, I1.
    unfold renormalised. cbn [high low]. rewrite Rplus_0_l, round_opp, I1, Rminus_0_r, round_opp, I1, Rminus_eq_0, I0.
    reflexivity. }
  rewrite P in H. cbn [high] in H. rewrite Ropp_involutive in H.
  replace (2^55 + 1 + 2^(-52) - 2^55) with (1 + 2^(-52)) in H by ring.
  rewrite round_id in H.
  - assert (Q := bpow_gt_0 radix2 (-52)). lra.
  - replace (1 + 2^(-52)) with (IZR (2 ^ 52 + 1) * 2^(-52)); [apply double_integer; lia |].
    rewrite plus_IZR, Rmult_plus_distr_r, Rmult_1_l. f_equal.
    change (2 ^ 52)%Z with (radix2 ^ 52)%Z. rewrite (IZR_Zpower radix2 52) by lia. now rewrite <- bpow_plus.
Qed.
