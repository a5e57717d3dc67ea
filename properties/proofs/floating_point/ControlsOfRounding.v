(* Negative controls of the theorems about single operations and sums: a hypothesis left out, or more said,
  and the
   proof that what remains is false. Most of them turn on 2^-1080, which is no double and rounds to 0. *)
From Coq Require Import Reals ZArith Lra Lia List.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath Fraction Quotients.
Import ListNotations.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

Lemma tiny_rounds_to_0 : RN (2^(-1080)) = 0 /\ 0 < 2^(-1080).
Proof.
  split; [| apply bpow_gt_0]. apply round_N_small_pos with (-1079)%Z; [| unfold FLT_exp; lia].
  split; [apply Rle_refl | apply bpow_lt; lia].
Qed.

Lemma zero_rounds_to_0 : RN 0 = 0.
Proof. apply round_id, double_0. Qed.

(* Control of two_product_is_exact: of a product near the subnormals the rest is no double. *)
Theorem control_rest_of_a_product_near_the_subnormals :
  ~ (forall x y, double x -> double y -> RN (x * y - RN (x * y)) = x * y - RN (x * y)).
Proof.
  intros H. assert (F := double_power (-540) ltac:(lia)). specialize (H _ _ F F).
  destruct tiny_rounds_to_0 as (Z & P).
  rewrite <- bpow_plus in H. change (-540 + -540)%Z with (-1080)%Z in H. rewrite Z, Rminus_0_r, Z in H. lra.
Qed.

(* Control of rounding_keeps_order: what is less may round to the same. *)
Theorem control_rounding_keeps_no_strict_order : ~ (forall x y, x < y -> RN x < RN y).
Proof.
  intros H. destruct tiny_rounds_to_0 as (Z & P). specialize (H 0 _ P). rewrite Z, zero_rounds_to_0 in H. lra.
Qed.

(* Control of rounded_quotients_keep_order: what rounds to the same may be in the other order. *)
Theorem control_equal_quotients_tell_no_order : ~ (forall x y, RN x <= RN y -> x <= y).
Proof.
  intros H. destruct tiny_rounds_to_0 as (Z & P). specialize (H (2^(-1080)) 0).
  rewrite Z, zero_rounds_to_0 in H. specialize (H (Rle_refl 0)). lra.
Qed.

(* Control of clamping_may_follow_rounding: the bounds must be doubles. *)
Theorem control_bounds_must_be_doubles :
  ~ (forall x l u, l <= u -> RN (clamp x l u) = clamp (RN x) l u).
Proof.
  intros H. destruct tiny_rounds_to_0 as (Z & P). specialize (H 0 (2^(-1080)) 1).
  assert (L : 2^(-1080) <= 1) by (change 1 with (2^0); apply bpow_le; lia).
  rewrite zero_rounds_to_0, !clamp_low, Z in H by lra. specialize (H L). lra.
Qed.

(* Control of numerator_less_product_is_exact: the numerator must be a double. *)
Theorem control_numerator_must_be_a_double :
  ~ (forall n d, 1 <= n <= 2 -> 1 <= d <= 2 -> let product := RN (RN (n / d) * d) in
       RN (n - product) = n - product).
Proof.
  intros H. set (t := 2^(-60) + 2^(-120)).
  assert (P : 0 < 2^(-60) < / 1000) by (split; [apply bpow_gt_0 | simpl; lra]).
  assert (Q : 0 < 2^(-120) < 2^(-60)) by (split; [apply bpow_gt_0 | apply bpow_lt; lia]).
  specialize (H (1 + t) 1 ltac:(unfold t; lra) ltac:(lra)). cbv zeta in H.
  replace ((1 + t) / 1) with (1 + t) in H by field.
  assert (R1 : RN (1 + t) = 1).
  { apply absorbs; [apply double_1 |]. rewrite Rabs_pos_eq by (unfold t; lra).
    change 1 with (2^0). rewrite ulp_of_power by lia.
    assert (E : 2^(0 - 52) = 256 * 2^(-60)) by (change 256 with (2^8);
      now rewrite <- bpow_plus). unfold t. lra. }
  rewrite R1, Rmult_1_r, (round_id 1 double_1) in H. replace (1 + t - 1) with t in H by ring.
  assert (R2 : RN t = 2^(-60)).
  { apply absorbs; [apply double_power; lia |]. rewrite Rabs_pos_eq, ulp_of_power by (lia || apply bpow_ge_0).
    change 4 with (2^2). rewrite <- bpow_plus. apply bpow_lt. lia. }
  rewrite R2 in H. unfold t in H. lra.
Qed.

(* Control of rounding_test: it says nothing of what lies outside. *)
Theorem control_rounding_test_needs_its_range :
  ~ (forall p low high x, x <= high -> RN (p + low) = RN (p + high) -> RN (p + x) = RN (p + low)).
Proof.
  intros H. specialize (H 0 0 0 (-1) ltac:(lra) eq_refl).
  rewrite !Rplus_0_l, zero_rounds_to_0, (round_id (-1)) in H by (apply double_opp, double_1). lra.
Qed.

(* Control of rounded_sum_is_monotone: no weight may be negative. *)
Theorem control_weights_must_not_be_negative :
  ~ (forall claimants ratio ratio', ratio <= ratio' -> rounded_sum ratio claimants <= rounded_sum ratio'
    claimants).
Proof.
  intros H. specialize (H [{| weight := -1; min_share := -2; max_share := 2 |}] 0 1 ltac:(lra)).
  unfold rounded_sum, rounded_share in H. cbn [fold_left weight min_share max_share] in H.
  assert (M := round_id (-1) (double_opp _ double_1)).
  rewrite Rmult_0_r, Rmult_1_r, zero_rounds_to_0, M, !clamp_id, !Rplus_0_l, zero_rounds_to_0, M in H by lra.
  lra.
Qed.

(* Control of two_sum_is_exact: of what is no double it finds nothing. *)
Theorem control_two_sum_needs_doubles : ~ (forall a b, RN (a + b) + two_sum_low a b = a + b).
Proof.
  intros H. destruct tiny_rounds_to_0 as (Z & P). specialize (H (2^(-1080)) 0). unfold two_sum_low in H.
  assert (N : RN (0 - 2^(-1080)) = 0) by (rewrite Rminus_0_l, round_opp, Z; ring).
  repeat first [rewrite Rplus_0_r in H | rewrite Z in H | rewrite N in H | rewrite Rminus_0_r in H |
    rewrite zero_rounds_to_0 in H]. lra.
Qed.

(* Control of partial_sums_are_bounded: not by half the sum. *)
Theorem control_partial_sums_exceed_half_the_sum :
  ~ (forall g, addends addend g -> depth g <= deepest -> high (run g) <= / 2 * sum_of g).
Proof.
  intros H. specialize (H (Add Zero 1)). simpl in H. rewrite Rplus_0_l, (round_id 1 double_1) in H.
  assert (A : True /\ addend 1) by (split; [exact I | split; [apply double_1 | lra]]).
  specialize (H A ltac:(unfold deepest; lra)). lra.
Qed.

(* Control of product_is_within: what underflow takes is more than the rest of the bound. *)
Theorem control_product_needs_its_underflow :
  ~ (forall w ratio product, double w -> 0 <= w -> is_pair ratio -> 0 < high ratio -> is_product_of w ratio
    product ->
       Rabs (w * (high ratio + low ratio) - (high product + low product)) <= 2^(-104) * (w * high ratio)).
Proof.
  intros H. assert (F := double_power (-540) ltac:(lia)). destruct tiny_rounds_to_0 as (Z & P).
  assert (E : 2^(-540) * 2^(-540) = 2^(-1080)) by (now rewrite <- bpow_plus).
  specialize (H (2^(-540)) {| high := 2^(-540); low := 0 |} {| high := 0; low := 0 |} F (bpow_ge_0 _ _)).
  cbn [high low] in H. rewrite !Rplus_0_r, E, Rminus_0_r, Rabs_pos_eq in H by lra.
  assert (Q : 2^(-1080) <= 2^(-104) * 2^(-1080)).
  { apply H.
    - split; [assumption | split; [apply double_0 |]]. cbn [high low]. rewrite Rplus_0_r. symmetry.
    now apply round_id.
    - apply bpow_gt_0.
    - split; cbn [high low]; [now rewrite E, Z |]. exists 0. split.
      + left. unfold fused_rest. rewrite E, Z, Rminus_0_r. now symmetry.
      + left. rewrite Rmult_0_r, Rplus_0_r. symmetry. apply zero_rounds_to_0. }
  assert (S : 2^(-104) < 1) by (change 1 with (2^0); apply bpow_lt; lia).
  assert (2^(-104) * 2^(-1080) < 1 * 2^(-1080)) by (apply Rmult_lt_compat_r; lra). lra.
Qed.

(* Control of share_without_weight_is_its_minimum: with one it has more. *)
Theorem control_with_a_weight_it_has_more : ~ (forall c x, is_claimant c -> RN (share x c) = min_share c).
Proof.
  intros H. specialize (H {| weight := 1; min_share := 0; max_share := 1 |} 1).
  unfold share in H. cbn [weight min_share max_share] in H. rewrite Rmult_1_l, clamp_id in H by lra.
  rewrite (round_id 1 double_1) in H.
  assert (C : is_claimant {| weight := 1; min_share := 0; max_share := 1 |}).
  { unfold is_claimant. cbn. assert (D := double_1). assert (D0 := double_0). repeat split; trivial;
    lra. }
  specialize (H C). lra.
Qed.

(* Of these three addends a compensated sum loses the last. *)
Definition three := block [2^0; 2^(-55); 2^(-110)].

Lemma three_addends : addends addend three /\ depth three = 3 /\ sum_of three = 1 + 2^(-55) + 2^(-110) /\
  high (run three) = 1 /\ low (run three) = 2^(-55).
Proof.
  assert (D0 := double_power 0 ltac:(lia)). assert (D55 := double_power (-55) ltac:(lia)).
  assert (D110 := double_power (-110) ltac:(lia)).
  assert (Keeps : forall e f, (-1022 <= e)%Z -> (f + 54 < e)%Z -> RN (2^e + 2^f) = 2^e).
  { intros e f He Hf. apply absorbs; [apply double_power; lia |]. rewrite Rabs_pos_eq by apply bpow_ge_0.
    rewrite ulp_of_power by assumption. change 4 with (2^2). rewrite <- bpow_plus. apply bpow_lt. lia. }
  assert (A := Keeps 0%Z (-55)%Z ltac:(lia) ltac:(lia)). assert (B := Keeps 0%Z (-110)%Z ltac:(lia)
    ltac:(lia)).
  assert (C := Keeps (-55)%Z (-110)%Z ltac:(lia) ltac:(lia)).
  assert (R0 : RN (0 + 2^0) = 2^0) by (rewrite Rplus_0_l; now apply round_id).
  assert (L0 : two_sum_low 0 (2^0) = 0).
  { rewrite two_sum_low_is by (assumption || apply double_0). rewrite R0. ring. }
  assert (L1 : two_sum_low (2^0) (2^(-55)) = 2^(-55)) by (rewrite two_sum_low_is, A by assumption; ring).
  assert (L2 : two_sum_low (2^0) (2^(-110)) = 2^(-110)) by (rewrite two_sum_low_is, B by assumption; ring).
  unfold three, block. cbn [fold_left run addends depth sum_of]. unfold add_to. cbn [high low].
  assert (Z : RN (0 + 0) = 0) by (rewrite Rplus_0_l; apply zero_rounds_to_0).
  assert (Z55 : RN (0 + 2^(-55)) = 2^(-55)) by (rewrite Rplus_0_l; now apply round_id).
  rewrite R0, L0, Z, A, L1, Z55, B, L2, C.
  assert (P := bpow_ge_0 radix2 (-55)). assert (Q := bpow_ge_0 radix2 (-110)).
  assert (T := bpow_ge_0 radix2 0).
  change (2^0) with 1 in *. repeat split; trivial; lra.
Qed.

(* Control of any_grouping_is_within: it loses something. *)
Theorem control_a_grouping_is_not_exact :
  ~ (forall g, addends addend g -> depth g <= deepest -> high (run g) + low (run g) = sum_of g).
Proof.
  intros H. destruct three_addends as (A & D & S & Hi & Lo). specialize (H three A).
  rewrite D, S, Hi, Lo in H. specialize (H ltac:(unfold deepest;
    lra)). assert (P := bpow_gt_0 radix2 (-110)). lra.
Qed.

(* Control of sum_of_find_fraction_is_exact: without its test the sum need not be. *)
Theorem control_the_test_of_find_fraction_is_needed :
  ~ (forall g, addends addend g -> depth g <= deepest ->
       let s := renormalised (run g) in high s + low s = sum_of g).
Proof.
  intros H. destruct three_addends as (A & D & S & Hi & Lo). specialize (H three A). cbv zeta in H.
  assert (P := bpow_gt_0 radix2 (-110)).
  assert (P55 : 0 < 2^(-55) < 1) by (split; [apply bpow_gt_0 | change 1 with (2^0); apply bpow_lt; lia]).
  rewrite renormalising_is_exact, D, S, Hi, Lo in H.
  - specialize (H ltac:(unfold deepest; lra)). lra.
  - rewrite Hi. apply double_1.
  - rewrite Lo. apply double_power. lia.
  - rewrite Hi, Lo, !Rabs_pos_eq; lra.
Qed.

(* Control of share_is_nearest: the exact ratio must be within the error of the pair. *)
Theorem control_a_share_needs_the_error :
  ~ (forall w least most ratio product error error_max exact, double w -> 0 <= w -> double least -> double
    most ->
       least <= most -> is_pair ratio -> 0 < high ratio -> is_product_of w ratio product ->
       double error -> 0 <= error <= ratio_error_max ->
       is_multiply_add (high product) (tolerance error) share_of_underflow error_max ->
       let above := RN (high product + RN (low product + error_max)) in
       let below := RN (high product + RN (low product - error_max)) in
       clamp above least most = clamp below least most ->
       clamp above least most = RN (clamp (w * exact) least most)).
Proof.
  intros H. assert (D1 := double_1). assert (D0 := double_0). assert (I1 := round_id 1 D1).
  assert (I0 := zero_rounds_to_0). set (one := {| high := 1; low := 0 |}).
  assert (P1 : is_pair one).
  { split; [assumption | split; [assumption |]]. cbn [one high low]. now rewrite Rplus_0_r. }
  set (m := RN (1 * tolerance 0 + share_of_underflow)).
  specialize (H 1 0 1 one one 0 m 0 D1 ltac:(lra) D0 D1 ltac:(lra) P1 ltac:(cbn [one high]; lra)).
  assert (Ip : is_product_of 1 one one).
  { split; cbn [one high low]; [now rewrite Rmult_1_r |]. exists 0. split.
    - left. unfold fused_rest. rewrite Rmult_1_r, I1, Rminus_eq_0. now symmetry.
    - left. rewrite Rmult_0_r, Rplus_0_r. now symmetry. }
  specialize (H Ip D0 (conj (Rle_refl 0) (bpow_ge_0 _ _)) (or_introl eq_refl)). cbv zeta in H.
  assert (F : 0 <= RN m <= 2^(-97)).
  { assert (G : forall x e, (-1074 <= e)%Z -> 0 <= x <= 2^e -> 0 <= RN x <= 2^e).
    { intros x e He Hx. split; [now apply round_pos |]. rewrite <- (round_id (2^e)) by (apply double_power;
      lia).
      now apply rounding_keeps_order. }
    assert (T : 0 <= tolerance 0 <= 2^(-98)).
    { apply G; [lia |]. rewrite Rplus_0_l. split; [apply bpow_ge_0 | apply bpow_le; lia]. }
    assert (E : 2^(-97) = 2^(-98) + 2^(-98)).
    { replace (2^(-98) + 2^(-98)) with (2 * 2^(-98)) by ring. change 2 with (2^1). now rewrite <- bpow_plus. }
    assert (U : 0 <= share_of_underflow <= 2^(-98)) by (split; [apply bpow_ge_0 | apply bpow_le; lia]).
    apply G; [lia |]. apply G; [lia |]. lra. }
  assert (E97 : 4 * 2^(-97) < 2^(0 - 52)) by (change 4 with (2^2); rewrite <- bpow_plus; apply bpow_lt; lia).
  assert (Near : forall x, Rabs x <= 2^(-97) -> RN (1 + x) = 1).
  { intros x Hx. apply absorbs; [assumption |]. change 1 with (2^0). rewrite ulp_of_power by lia. lra. }
  cbn [one high low] in H. rewrite Rplus_0_l, Rminus_0_l, round_opp, !Near in H by
    (rewrite ?Rabs_Ropp, Rabs_pos_eq; lra).
  specialize (H eq_refl). rewrite Rmult_0_r, !clamp_id, I0 in H by lra. lra.
Qed.

(* Control of fast_two_sum_is_exact: of what is no double it finds nothing. *)
Theorem control_fast_two_sum_needs_doubles :
  ~ (forall x y, Rabs y <= Rabs x -> RN (x + y) + RN (y - RN (RN (x + y) - x)) = x + y).
Proof.
  intros H. destruct tiny_rounds_to_0 as (Z & P). specialize (H (2^(-1080)) 0).
  assert (N : RN (0 - 2^(-1080)) = 0) by (rewrite Rminus_0_l, round_opp, Z; ring).
  rewrite Rabs_R0, Rabs_pos_eq in H by lra. specialize (H ltac:(lra)).
  repeat first [rewrite Rplus_0_r in H | rewrite Z in H | rewrite N in H | rewrite Rminus_0_r in H |
    rewrite zero_rounds_to_0 in H]. lra.
Qed.

Lemma three_renormalised : let s := renormalised (run three) in high s + low s = 1 + 2^(-55).
Proof.
  destruct three_addends as (_ & _ & _ & Hi & Lo). cbv zeta.
  assert (P55 : 0 < 2^(-55) < 1) by (split; [apply bpow_gt_0 | change 1 with (2^0); apply bpow_lt; lia]).
  rewrite renormalising_is_exact, Hi, Lo; trivial.
  - rewrite Hi. apply double_1.
  - rewrite Lo. apply double_power. lia.
  - rewrite Hi, Lo, !Rabs_pos_eq; lra.
Qed.

Lemma total_of_three : total [2^0; 2^(-55); 2^(-110)] = 1 + 2^(-55) + 2^(-110).
Proof. unfold total. cbn [fold_right]. change (2^0) with 1. ring. Qed.

(* Control of compensated_sum_is_within: the sum in blocks and lanes loses something. *)
Theorem control_a_sum_in_blocks_is_not_exact :
  ~ (forall lanes, (forall x, In x (flat lanes) -> double x /\ 0 <= x) ->
       let s := renormalised (run (all_lanes lanes)) in total (flat lanes) = high s + low s).
Proof.
  intros H. specialize (H [[[[2^0; 2^(-55); 2^(-110)]]]]). cbv zeta in H.
  change (run (all_lanes [[[[2^0; 2^(-55); 2^(-110)]]]])) with (run three) in H.
  change (flat [[[[2^0; 2^(-55); 2^(-110)]]]]) with [2^0; 2^(-55); 2^(-110)] in H.
  rewrite three_renormalised, total_of_three in H. assert (P := bpow_gt_0 radix2 (-110)).
  assert (A : forall x, In x [2^0; 2^(-55); 2^(-110)] -> double x /\ 0 <= x).
  { intros x [<- | [<- | [<- | []]]]; split; try apply bpow_ge_0; apply double_power; lia. }
  specialize (H A). lra.
Qed.

(* Control of sums_are_within: nor is a sum that is kept with its error. *)
Theorem control_a_sum_needs_its_error :
  ~ (forall n s xs, summed n s xs -> total xs = high (value s) + low (value s)).
Proof.
  intros H. assert (S := summed_alone [2^0; 2^(-55); 2^(-110)]). cbv zeta in S.
  assert (A : forall x, In x [2^0; 2^(-55); 2^(-110)] -> double x /\ 0 <= x).
  { intros x [<- | [<- | [<- | []]]]; split; try apply bpow_ge_0; apply double_power; lia. }
  specialize (S A). apply H in S; [| simpl; lra].
  cbn [value] in S. change (run (block [2^0; 2^(-55); 2^(-110)])) with (run three) in S.
  rewrite three_renormalised, total_of_three in S. assert (P := bpow_gt_0 radix2 (-110)). lra.
Qed.

(* Control of fraction_is_exact: nor are the weights of a line, where the test does not hold of them. *)
Theorem control_weights_need_the_test :
  ~ (forall weights, addends addend weights -> depth weights <= deepest ->
       high (joined weights []) + low (joined weights []) = sum_of_parts weights []).
Proof.
  intros H. destruct three_addends as (A & D & S & _). specialize (H three A). rewrite D in H.
  specialize (H ltac:(unfold deepest; lra)). cbn [joined sum_of_parts fold_right] in H.
  rewrite S, three_renormalised in H. assert (P := bpow_gt_0 radix2 (-110)). lra.
Qed.

(* Control of filter_of_a_product_is_right: without its margin it takes 1 for what is just above a midpoint.
*)
Theorem control_the_filter_needs_its_margin :
  ~ (forall w h t x, double w -> double h -> double t -> 0 < w -> 0 < h -> Rabs t <= 2^(-53) * h ->
       Rabs (x - w * (h + t)) <= 2^(-101) * Rabs (w * (h + t)) ->
       let p := RN (w * h) in let rest := RN (w * t + RN (w * h - p)) in RN x = RN (p + rest)).
Proof.
  intros H. assert (D1 := double_1). assert (I1 := round_id 1 D1). assert (I0 := zero_rounds_to_0).
  assert (P53 : 2^(-53) = / 9007199254740992) by reflexivity.
  assert (Powers : forall e f, 2^(e + f) = 2^e * 2^f) by (intros e f; apply bpow_plus).
  assert (P101 : 2^(-101) = / 9007199254740992 * / 281474976710656) by (rewrite <- P53;
    exact (Powers (-53) (-48))%Z).
  set (t := 9007199254740991 * (/ 9007199254740992 * / 9007199254740992)).
  set (x := 1 + / 9007199254740992 + / 9007199254740992 * / 562949953421312).
  assert (Dt : double t).
  { unfold t. replace (/ 9007199254740992 * / 9007199254740992) with (2^(-106)) by exact (Powers (-53)
    (-53))%Z.
    apply double_integer; lia. }
  specialize (H 1 1 t x D1 D1 Dt ltac:(lra) ltac:(lra)). cbv zeta in H.
  rewrite !Rmult_1_l, ?Rmult_1_r, I1, Rminus_eq_0, I0, Rplus_0_r, (round_id _ Dt), P53, P101 in H.
  rewrite !Rabs_pos_eq in H by (unfold x, t; lra). specialize (H ltac:(unfold t; lra) ltac:(unfold x, t;
    lra)).
  change (2^52) with 4503599627370496 in *.
  destruct (near_integer (2 ^ 52 + 1) (-52) (x * 4503599627370496) ltac:(lia) ltac:(lia)) as (_ & R1);
    [change (IZR (2 ^ 52 + 1)) with 4503599627370497; apply Rabs_lt; unfold x; lra
    | change (2^52) with 4503599627370496; change (2^53) with 9007199254740992; unfold x; lra |].
  destruct (near_integer (2 ^ 52) (-52) ((1 + t) * 4503599627370496) ltac:(lia) ltac:(lia)) as (_ & R2);
    [change (IZR (2 ^ 52)) with 4503599627370496; apply Rabs_lt; unfold t; lra
    | change (2^52) with 4503599627370496; change (2^53) with 9007199254740992; unfold t; lra |].
  change (2^(-52)) with (/ 4503599627370496) in R1, R2.
  change (IZR (2 ^ 52 + 1)) with 4503599627370497 in R1. change (IZR (2 ^ 52)) with 4503599627370496 in R2.
  replace (x * 4503599627370496 * / 4503599627370496) with x in R1 by field.
  replace ((1 + t) * 4503599627370496 * / 4503599627370496) with (1 + t) in R2 by field. lra.
Qed.
