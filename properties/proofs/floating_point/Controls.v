(* Negative controls of the fast path's theorems: a constant made smaller, or a hypothesis left out, and the
   proof that what remains is false. And that what the last theorem asks for can be met. *)
From Coq Require Import Reals ZArith Lra Lia List Psatz Permutation.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath.
Import ListNotations.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

Lemma power_absorbs : forall e f, (-1022 <= e)%Z -> (f + 54 < e)%Z ->
  RN (2^e + 2^f) = 2^e /\ RN (2^e - 2^f) = 2^e.
Proof.
  intros e f He Hf. assert (L : 4 * 2^f < 2^(e - 52)).
  { change 4 with (2^2). rewrite <- bpow_plus. apply bpow_lt. lia. }
  assert (P := bpow_ge_0 radix2 f).
  split; [| unfold Rminus]; apply absorbs; try (apply double_power; lia);
    rewrite ?Rabs_Ropp, Rabs_pos_eq, ulp_of_power by (lia || assumption); assumption.
Qed.

Lemma one_is : 1 = 2^0.
Proof. reflexivity. Qed.

Lemma pair_of : forall e f, (-1022 <= e)%Z -> (-1074 <= f)%Z -> (f + 54 < e)%Z ->
  is_pair {| high := 2^e; low := 2^f |}.
Proof.
  intros e f He Hf H. split; [apply double_power; lia | split; [apply double_power; lia |]].
  simpl. symmetry. now apply power_absorbs.
Qed.

(* Control of product_rest_is_exact: a rest of a product below 2^-969 may be lost altogether: 2^-540 squared is rounded to 0. *)
Theorem control_rest_of_a_tiny_product_is_lost :
  ~ (forall w r z, double w -> double r -> is_product_rest w r z -> z = w * r - RN (w * r)).
Proof.
  intros H. assert (F := double_power (-540) ltac:(lia)).
  specialize (H (2^(-540)) (2^(-540)) _ F F (or_introl eq_refl)).
  assert (Z : RN (2^(-540) * 2^(-540)) = 0).
  { rewrite <- bpow_plus. apply round_N_small_pos with (-1079)%Z; [| unfold FLT_exp; lia].
    split; [apply Rle_refl | apply bpow_lt; lia]. }
  unfold fused_rest in H. rewrite Z, Rminus_0_r, Z in H.
  assert (P := Rmult_lt_0_compat _ _ (bpow_gt_0 radix2 (-540)) (bpow_gt_0 radix2 (-540))). lra.
Qed.

(* Control of plus_is_within: the bound of `plus` cannot be 2^-112 in place of 2^-104: 1 + 2^-55 and 1 + 2^-110. *)
Theorem control_plus_needs_its_bound :
  ~ (forall a b, is_pair a -> is_pair b -> 0 <= high a -> 0 <= high b ->
       let s := plus a b in
       Rabs (high s + low s - (high a + low a + (high b + low b))) <=
         2^(-112) * (Rabs (high a) + Rabs (high b))).
Proof.
  intros H.
  specialize (H {| high := 2^0; low := 2^(-55) |} {| high := 2^0; low := 2^(-110) |}
    (pair_of 0 (-55) ltac:(lia) ltac:(lia) ltac:(lia)) (pair_of 0 (-110) ltac:(lia) ltac:(lia) ltac:(lia))
    (bpow_ge_0 _ _) (bpow_ge_0 _ _)).
  cbv zeta in H. unfold plus, renormalised in H. cbn [high low] in H.
  assert (E2 : 2^0 + 2^0 = 2^1) by (simpl; lra).
  assert (D0 := double_power 0 ltac:(lia)).
  rewrite two_sum_low_is in H by assumption. rewrite E2 in H.
  rewrite (round_id (2^1)) in H by (apply double_power; lia).
  rewrite Rminus_eq_0, Rplus_0_l in H.
  destruct (power_absorbs (-55) (-110) ltac:(lia) ltac:(lia)) as (A & _). rewrite A in H.
  rewrite (round_id (2^(-55))) in H by (apply double_power; lia).
  destruct (power_absorbs 1 (-55) ltac:(lia) ltac:(lia)) as (B & _). rewrite B in H.
  rewrite Rminus_eq_0, (round_id 0 double_0), Rminus_0_r in H.
  rewrite (round_id (2^(-55))) in H by (apply double_power; lia).
  replace (2^1 + 2^(-55) - (2^0 + 2^(-55) + (2^0 + 2^(-110)))) with (- 2^(-110)) in H by (rewrite <- E2;
    ring).
  rewrite Rabs_Ropp, !Rabs_pos_eq, E2, <- bpow_plus in H by apply bpow_ge_0.
  apply le_bpow in H. lia.
Qed.

(* Control of compensated_lane_is_within: the bound of a compensated sum cannot be made 2^10 smaller: 1 + 2^-55 + 2^-110. *)
Theorem control_compensated_sum_needs_its_bound :
  ~ (forall xs, (forall x, In x xs -> double x /\ 0 <= x) -> INR (length xs) + 1 <= 2^40 ->
       let s := renormalised (run (block xs)) in
       Rabs (total xs - (high s + low s)) <=
         2^(-13) * compensated_error (INR (length xs)) 1 * high s).
Proof.
  intros H. specialize (H [2^0; 2^(-55); 2^(-110)]).
  assert (D0 := double_power 0 ltac:(lia)). assert (D55 := double_power (-55) ltac:(lia)).
  assert (D110 := double_power (-110) ltac:(lia)).
  assert (P : forall x, In x [2^0; 2^(-55); 2^(-110)] -> double x /\ 0 <= x).
  { intros x [<- | [<- | [<- | []]]]; split; trivial; apply bpow_ge_0. }
  specialize (H P). clear P.
  destruct (power_absorbs 0 (-55) ltac:(lia) ltac:(lia)) as (A & _).
  destruct (power_absorbs 0 (-110) ltac:(lia) ltac:(lia)) as (B & _).
  destruct (power_absorbs (-55) (-110) ltac:(lia) ltac:(lia)) as (C & _).
  assert (R0 : RN (0 + 2^0) = 2^0) by (rewrite Rplus_0_l; now apply round_id).
  assert (L0 : two_sum_low 0 (2^0) = 0).
  { rewrite two_sum_low_is by (assumption || apply double_0). rewrite R0. ring. }
  assert (L1 : two_sum_low (2^0) (2^(-55)) = 2^(-55)).
  { rewrite two_sum_low_is by assumption. rewrite A. ring. }
  assert (L2 : two_sum_low (2^0) (2^(-110)) = 2^(-110)).
  { rewrite two_sum_low_is by assumption. rewrite B. ring. }
  cbv zeta in H. unfold block in H. cbn [fold_left run] in H. unfold add_to in H. cbn [high low] in H.
  rewrite R0, L0, Rplus_0_l, (round_id 0 double_0), A, L1, Rplus_0_l, (round_id _ D55), B, L2, C in H.
  unfold renormalised in H. cbn [high low] in H.
  rewrite A, Rminus_eq_0, (round_id 0 double_0), Rminus_0_r, (round_id _ D55) in H.
  cbn [total fold_right length] in H. rewrite !S_INR in H. change (INR 0) with 0 in H.
  replace (0 + 1 + 1 + 1) with 3 in H by ring.
  replace (2^0 + (2^(-55) + (2^(-110) + 0)) - (2^0 + 2^(-55))) with (2^(-110)) in H by ring.
  rewrite Rabs_pos_eq in H by apply bpow_ge_0.
  unfold compensated_error in H.
  replace (2^(-13) * (compensated_unit * (3 * 3 + 2 * 1 * (1 + 3) + 32 * 3 + 64)) * 2^0)
    with (2^(-119) * 177) in H.
  - replace (2^(-110)) with (2^(-119) * 512) in H.
    + assert (P := bpow_gt_0 radix2 (-119)). assert (L : 3 + 1 <= 2^40) by (simpl; lra). specialize (H L).
      lra.
    + change 512 with (2^9). now rewrite <- bpow_plus.
  - change (2^0) with 1. change (-119)%Z with (-13 + -106)%Z. rewrite bpow_plus. ring.
Qed.

(* The sum of the two parts of a pair is the pair, and its error no more than 2^-60 of it. *)
Lemma summed_parts : forall p, is_pair p -> 0 <= high p -> 0 <= low p ->
  exists part, 0 <= part <= 2^(-60) /\
    summed 1 {| value := p; error := RN (part * high p) |} [high p; low p].
Proof.
  intros [h l] (Fh & Fl & E) Ph Pl. cbn [high low] in *. symmetry in E.
  assert (I0 := round_id 0 double_0).
  assert (S : renormalised (run (block [h; l])) = {| high := h; low := l |}).
  { unfold block. cbn [fold_left run]. unfold add_to. cbn [high low].
    rewrite !two_sum_low_is by (assumption || apply double_0 || apply double_round).
    rewrite !Rplus_0_l, (round_id h Fh), Rminus_eq_0, I0, Rplus_0_l, E.
    assert (L : RN (h + l - h) = l) by (replace (h + l - h) with l by ring; now apply round_id).
    unfold renormalised. cbn [high low]. rewrite L, E, Rminus_eq_0, I0, Rminus_0_r, (round_id l Fl).
    reflexivity. }
  assert (Small : INR 2 * INR 2 + 2 * INR 1 * (INR 1 + INR 2) + 32 * INR 2 + 64 <= 2^46) by (simpl; lra).
  destruct (computed_error_is 2 1 Small) as (Ec & Bc). rewrite <- Ec in Bc.
  exists (computed_error (INR 2) (INR 1)). split; [assumption |].
  assert (F := summed_alone [h; l]). cbv zeta in F. rewrite S in F. apply F; [| exact Small].
  intros x [<- | [<- | []]]; now split.
Qed.

(* Control of rest_is_within: the error of the fixed shares is not enough, nor with 2^-111 in place of the 2^-104 that
   `plus` adds: 2^55 less 1 and 2^-55. *)
Theorem control_rest_needs_the_error_of_plus :
  ~ (forall n T fixed xs, summed n fixed xs -> (n <= 32)%nat -> double T -> ordinary_total_least <= T ->
       let rest := rest_of T fixed in
       Rabs (T - total xs - (high (value rest) + low (value rest))) <=
         error fixed + 2^(-111) * (Rabs T + Rabs (high (value fixed))) + 64 * eta).
Proof.
  intros H.
  assert (D0 := double_power 0 ltac:(lia)). assert (D55 := double_power (-55) ltac:(lia)).
  assert (D := double_power 55 ltac:(lia)).
  destruct (power_absorbs 55 0 ltac:(lia) ltac:(lia)) as (_ & A).
  destruct (power_absorbs 0 (-55) ltac:(lia) ltac:(lia)) as (B & _).
  destruct (summed_parts {| high := 2^0; low := 2^(-55) |} (pair_of 0 (-55) ltac:(lia) ltac:(lia) ltac:(lia))
    (bpow_ge_0 _ _) (bpow_ge_0 _ _)) as (part & P & S).
  cbn [high low] in S. specialize (H 1%nat (2^55) _ _ S ltac:(lia) D ltac:(apply bpow_le; lia)).
  unfold rest_of, plus_sums, plus in H. cbn [value error high low] in H.
  rewrite two_sum_low_is in H by (assumption || now apply double_opp).
  replace (2^55 + - 2^0) with (2^55 - 2^0) in H by ring. rewrite A in H.
  replace (2^55 - 2^0 - 2^55) with (- 2^0) in H by ring.
  rewrite Rplus_0_l, (round_id (- 2^(-55))) in H by now apply double_opp.
  replace (- 2^0 + - 2^(-55)) with (- (2^0 + 2^(-55))) in H by ring. rewrite round_opp, B in H.
  unfold renormalised in H. cbn [high low] in H.
  replace (2^55 + - 2^0) with (2^55 - 2^0) in H by ring.
  rewrite A, Rminus_eq_0, (round_id 0 double_0), Rminus_0_r, (round_id (- 2^0)) in H by now apply double_opp.
  cbn [total fold_right] in H.
  replace (2^55 - (2^0 + (2^(-55) + 0)) - (2^55 + - 2^0)) with (- 2^(-55)) in H by ring.
  rewrite Rabs_Ropp, !Rabs_pos_eq in H by apply bpow_ge_0.
  change (2^0) with 1 in H. rewrite Rmult_1_r in H.
  assert (Rp : RN part <= 2^(-60)).
  { rewrite <- (round_id (2^(-60))) by (apply double_power; lia). now apply rounding_keeps_order. }
  assert (E60 : 2^(-60) = / 32 * 2^(-55)) by (change (/ 32) with (2^(-5)); now rewrite <- bpow_plus).
  assert (E111 : 2^(-111) * 2^55 = / 2 * 2^(-55)).
  { change (/ 2) with (2^(-1)). now rewrite <- !bpow_plus. }
  assert (L111 : 2^(-111) <= 2^(-60)) by (apply bpow_le; lia).
  assert (Le : eta <= 2^(-66)) by (unfold eta; apply bpow_le; lia).
  assert (E66 : 64 * 2^(-66) = 2^(-60)) by (change 64 with (2^6); now rewrite <- bpow_plus).
  assert (P55 := bpow_gt_0 radix2 (-55)). lra.
Qed.

(* Control of ratio_is_within: the bound of the quotient cannot be 2^-111 in place of 2^-99, with sums that have no errors:
   (1 + 2^-55) / (1 + 2^-110). *)
Theorem control_quotient_needs_its_bound :
  ~ (forall rest weight ratio, is_pair rest -> is_pair weight -> is_ratio_of rest weight ratio ->
       ordinary_total_least <= high rest -> ordinary_least <= high weight -> ordinary_least <= high ratio ->
       Rabs ((high rest + low rest) / (high weight + low weight) - (high ratio + low ratio)) <=
         2^(-111) * (high ratio + low ratio)).
Proof.
  intros H.
  assert (D0 := double_power 0 ltac:(lia)). assert (D55 := double_power (-55) ltac:(lia)).
  assert (D110 := double_power (-110) ltac:(lia)).
  assert (R1 : is_ratio_of {| high := 2^0; low := 2^(-55) |} {| high := 2^0; low := 2^(-110) |}
                 {| high := 2^0; low := 2^(-55) |}).
  { unfold is_ratio_of. cbn [high low]. exists 0, (2^(-110)).
    assert (Q : 2^0 / 2^0 = 2^0) by (simpl; lra). rewrite Q, (round_id _ D0).
    assert (M : 2^0 * 2^0 = 2^0) by (simpl; lra). rewrite M, (round_id _ D0).
    split; [| split].
    - left. unfold fused_rest. rewrite M, (round_id _ D0), Rminus_eq_0. symmetry. apply round_id, double_0.
    - left. rewrite Rplus_0_r. change (2^0) with 1 at 1. rewrite Rmult_1_l. symmetry. now apply round_id.
    - rewrite Rminus_eq_0, (round_id 0 double_0), Rplus_0_l.
      destruct (power_absorbs (-55) (-110) ltac:(lia) ltac:(lia)) as (_ & A). rewrite A.
      rewrite (round_id _ D55). replace (2^(-55) / 2^0) with (2^(-55)) by (change (2^0) with 1; field).
      rewrite (round_id _ D55). unfold renormalised. cbn [high low].
      destruct (power_absorbs 0 (-55) ltac:(lia) ltac:(lia)) as (B & _). rewrite B.
      rewrite Rminus_eq_0, (round_id 0 double_0), Rminus_0_r, (round_id _ D55). reflexivity. }
  specialize (H _ _ _ (pair_of 0 (-55) ltac:(lia) ltac:(lia) ltac:(lia))
    (pair_of 0 (-110) ltac:(lia) ltac:(lia) ltac:(lia)) R1).
  cbn [high low] in H.
  specialize (H ltac:(apply bpow_le; lia) ltac:(apply bpow_le; lia) ltac:(apply bpow_le; lia)).
  change (2^0) with 1 in H.
  assert (P55 : 0 < 2^(-55) < / 1000) by (split; [apply bpow_gt_0 | simpl; lra]).
  assert (E : 2^(-111) = / 2 * 2^(-110)).
  { change (/ 2) with (2^(-1)). now rewrite <- bpow_plus. }
  assert (P110 : 0 < 2^(-110) < / 1000).
  { split; [apply bpow_gt_0 |]. apply Rlt_trans with (2^(-55)); [apply bpow_lt; lia | lra]. }
  rewrite E in H. set (x := 2^(-110)) in *. set (y := 2^(-55)) in *.
  replace ((1 + y) / (1 + x) - (1 + y)) with (- ((1 + y) * x / (1 + x))) in H by (field; lra).
  rewrite Rabs_Ropp, Rabs_pos_eq in H.
  - assert (K : (1 + y) * x <= / 2 * x * (1 + y) * (1 + x)).
    { apply Rmult_le_reg_r with (/ (1 + x)); [apply Rinv_0_lt_compat; lra |].
      replace (/ 2 * x * (1 + y) * (1 + x) * / (1 + x)) with (/ 2 * x * (1 + y)) by (field; lra). exact H. }
    assert (Pxy : 0 < (1 + y) * x) by (apply Rmult_lt_0_compat; lra).
    replace (/ 2 * x * (1 + y) * (1 + x)) with (((1 + y) * x) * (/ 2 * (1 + x))) in K by ring.
    assert ((1 + y) * x * (/ 2 * (1 + x)) < (1 + y) * x * 1) by (apply Rmult_lt_compat_l; lra). lra.
  - apply Rmult_le_pos; [apply Rmult_le_pos; lra |]. apply Rlt_le, Rinv_0_lt_compat. lra.
Qed.

(* Control of partition_is_right: without its margin the partition is wrong: at the upper ratio itself a product may have been
   rounded down to a minimum that it exceeds. *)
Theorem control_partition_needs_its_margin :
  ~ (forall c lower upper s x, is_claimant c -> 0 <= lower -> 0 <= upper -> decided c lower upper s ->
       lower <= x <= upper -> Rabs (share x c - line_of s (weight c) x) <= eta).
Proof.
  intros H.
  assert (Fx : double (1 + 2^(-52))).
  { replace (1 + 2^(-52)) with (IZR 4503599627370497 * 2^(-52)) by (simpl; lra).
    apply double_integer; lia. }
  assert (Fm : double (1 + 2^(-51))).
  { replace (1 + 2^(-51)) with (IZR 2251799813685249 * 2^(-51)) by (simpl; lra).
    apply double_integer; lia. }
  set (x := 1 + 2^(-52)) in *. set (m := 1 + 2^(-51)) in *.
  assert (P104 : 0 < 2^(-104)) by apply bpow_gt_0.
  assert (XX : x * x = m + 2^(-104)).
  { unfold x, m. replace (2^(-104)) with (2^(-52) * 2^(-52)) by (now rewrite <- bpow_plus).
    replace (2^(-51)) with (2 * 2^(-52)) by (change 2 with (2^1) at 1; now rewrite <- bpow_plus). ring. }
  assert (Pm : 1 <= m <= 2) by (unfold m; simpl; lra). assert (Px : 1 <= x) by (unfold x; simpl; lra).
  assert (R1 : RN (x * x) = m).
  { rewrite XX. apply absorbs; [assumption |]. rewrite Rabs_pos_eq by lra.
    apply Rlt_le_trans with (2^(-52)).
    - change 4 with (2^2). rewrite <- bpow_plus. apply bpow_lt. lia.
    - change (2^(-52)) with (2^(0 - 52)). rewrite <- (ulp_of_power 0) by lia.
      apply ulp_le_pos; auto with typeclass_instances; [apply bpow_ge_0 | simpl; lra]. }
  set (c := {| weight := x; min_share := m; max_share := 4 |}).
  assert (F4 : double 4) by (change 4 with (2^2); apply double_power; lia).
  assert (Hc : is_claimant c) by (unfold is_claimant, c; simpl; repeat split; trivial; lra).
  assert (S : share_at x c = m).
  { unfold share_at, c. cbn [weight min_share max_share]. rewrite R1. apply clamp_id. lra. }
  assert (D : decided c x x (Fixed m)) by (left; rewrite S; now split).
  specialize (H c x x (Fixed m) x Hc ltac:(lra) ltac:(lra) D ltac:(lra)).
  unfold share, c in H. cbn [weight min_share max_share line_of] in H. rewrite XX in H.
  assert (L104 : 2^(-104) <= 1) by (change 1 with (2^0); apply bpow_le; lia).
  rewrite clamp_id in H by lra.
  replace (m + 2^(-104) - m) with (2^(-104)) in H by ring. rewrite Rabs_pos_eq in H by lra.
  unfold eta in H. apply le_bpow in H. lia.
Qed.

(* Control of near_shares_add_so_much: what is near a bound adds to the error. Of two claimants of weight 1 that the line has as
   proportional one is near its maximum of 1; the total is 9/4, the quotient 9/8, and the exact ratio 5/4,
   twice as far from the pair. *)
Theorem control_near_shares_add_to_the_error :
  ~ (forall r rho kappa items T quotient delta exact, 0 < r -> 0 <= kappa -> 0 <= delta <= 1 -> delta <=
    rho ->
       (forall i, In i items -> 0 <= weight (who i) /\ stands r rho kappa (who i) (stand i) (near i)) ->
       over fixed_part items + over slope items * quotient = T -> Rabs (quotient - r) <= delta * r ->
       over (fun i => share exact (who i)) items = T -> 0 <= over slope items ->
       Rabs (exact - r) <= delta * r).
Proof.
  intros H.
  set (a := {| weight := 1; min_share := 0; max_share := 8 |}).
  set (b := {| weight := 1; min_share := 0; max_share := 1 |}).
  set (items := [{| who := a; stand := Moving; near := 0 |}; {| who := b; stand := Moving; near := 1 |}]).
  assert (P := crumb_pos).
  specialize (H 1 (/ 8) 0 items (9 / 4) (9 / 8) (/ 8) (5 / 4)).
  assert (K : Rabs (5 / 4 - 1) <= / 8 * 1).
  { apply H; try lra.
    - intros i [<- | [<- | []]]; cbn [who stand near weight a b]; (split; [lra |]).
      + apply stands_sure. intros x Hx. assert (X := Rabs_le_inv _ _ Hx). unfold share, a, line_of.
        cbn [weight min_share max_share]. rewrite clamp_id by lra. rewrite Rminus_eq_0, Rabs_R0. lra.
      + apply stands_near; unfold share, b, line_of; cbn [weight min_share max_share]; try lra.
        rewrite clamp_id by lra. rewrite Rminus_eq_0, Rabs_R0. lra.
    - unfold over, items, fixed_part, slope. simpl. lra.
    - rewrite Rabs_pos_eq; lra.
    - unfold over, items, share. cbn [map total fold_right who weight min_share max_share a b].
      rewrite (clamp_id (1 * (5 / 4)) 0 8), (clamp_high (1 * (5 / 4)) 0 1) by lra. lra.
    - unfold over, items, slope. simpl. lra. }
  rewrite Rabs_pos_eq in K; lra.
Qed.

(* Control of ratio_is_nearest: the two sums of the rounding test need the error: 1 - 2^-54 + 2^-58 rounds to 1, but
   1 - 2^-54 - 2^-58, which is as near as the largest error lets it be, does not. *)
Theorem control_rounding_needs_the_error :
  ~ (forall ratio error exact, is_pair ratio -> ordinary_least <= high ratio ->
       double error -> 0 <= error <= ratio_error_max ->
       Rabs (exact - (high ratio + low ratio)) <= error * (high ratio + low ratio) ->
       RN exact = RN (high ratio + low ratio)).
Proof.
  intros H.
  assert (E54 : 2^(-54) = 16 * 2^(-58)) by (change 16 with (2^4); now rewrite <- bpow_plus).
  assert (E53 : 2^(-53) = 32 * 2^(-58)) by (change 32 with (2^5); now rewrite <- bpow_plus).
  assert (E52 : 2^(-52) = 64 * 2^(-58)) by (change 64 with (2^6); now rewrite <- bpow_plus).
  assert (E56 : 2^(-56) = 4 * 2^(-58)) by (change 4 with (2^2); now rewrite <- bpow_plus).
  assert (P : 0 < 2^(-58) < / 1000) by (split; [apply bpow_gt_0 | simpl; lra]).
  set (t := 2^(-58)) in *.
  assert (D0 := double_power 0 ltac:(lia)). change (2^0) with 1 in D0.
  assert (Dl : double (- (15 * t))).
  { replace (- (15 * t)) with (IZR (-15) * 2^(-58)) by (unfold t; ring). apply double_integer; lia. }
  assert (U1 : ulp radix2 fexp 1 = 64 * t).
  { change 1 with (2^0). rewrite ulp_of_power by lia. exact E52. }
  assert (R1 : RN (1 + - (15 * t)) = 1).
  { apply absorbs; [assumption |]. rewrite Rabs_Ropp, Rabs_pos_eq, U1; lra. }
  set (ratio := {| high := 1; low := - (15 * t) |}).
  assert (Pr : is_pair ratio) by (split; [assumption | split; [assumption | now symmetry]]).
  specialize (H ratio ratio_error_max (1 - 17 * t) Pr).
  cbn [high low ratio] in H. rewrite R1 in H.
  assert (K : RN (1 - 17 * t) = 1).
  { apply H.
    - change 1 with (2^0). apply bpow_le. lia.
    - apply double_power. lia.
    - rewrite E56. lra.
    - replace (1 - 17 * t - (1 + - (15 * t))) with (- (2 * t)) by ring.
      rewrite Rabs_Ropp, Rabs_pos_eq, E56 by lra. nra. }
  assert (Dz : double (1 - 32 * t)).
  { replace (1 - 32 * t) with (IZR 9007199254740991 * 2^(-53)); [apply double_integer; lia |].
    rewrite <- E53. simpl. lra. }
  assert (N := round_N_pt radix2 fexp (fun n => negb (Z.even n)) (1 - 17 * t)).
  destruct N as (_ & N). specialize (N _ Dz). rewrite K in N.
  replace (1 - (1 - 17 * t)) with (17 * t) in N by ring.
  replace (1 - 32 * t - (1 - 17 * t)) with (- (15 * t)) in N by ring.
  rewrite Rabs_Ropp, !Rabs_pos_eq in N by lra. lra.
Qed.

(* ---- The hypotheses can be met *)

Lemma sum_of_one : forall x, double x -> renormalised (run (block [x])) = {| high := x; low := 0 |}.
Proof.
  intros x Fx. unfold block. cbn [fold_left run]. unfold add_to, renormalised. cbn [high low].
  rewrite two_sum_low_is by (assumption || apply double_0).
  rewrite !Rplus_0_l, !(round_id x Fx), Rminus_eq_0, (round_id 0 double_0), Rplus_0_r, (round_id x Fx).
  rewrite Rminus_eq_0, (round_id 0 double_0), Rminus_0_r, (round_id 0 double_0). reflexivity.
Qed.

Lemma round_le_power : forall x e, (-1074 <= e)%Z -> x <= 2^e -> RN x <= 2^e.
Proof.
  intros x e He H. rewrite <- (round_id (2^e)) by now apply double_power. now apply rounding_keeps_order.
Qed.

(* A claimant of weight 1, with a minimum of 0 and a maximum of 4, and a total of 1: what the last theorem
   asks for can be met. *)
Theorem a_certificate_exists : exists entries ratio wide,
  certified 1 entries ratio wide /\ (forall e, In e entries -> is_claimant (claim e)) /\
  total (map (fun e => share 1 (claim e)) entries) = 1 /\ entries <> [].
Proof.
  set (c := {| weight := 1; min_share := 0; max_share := 4 |}).
  set (one := {| high := 1; low := 0 |}).
  set (en := {| claim := c; place_of := Moving; how := Checked one false |}).
  assert (D1 : double 1) by (change 1 with (2^0); apply double_power; lia).
  assert (D4 : double 4) by (change 4 with (2^2); apply double_power; lia).
  assert (D0 := double_0).
  assert (I1 := round_id 1 D1). assert (I0 := round_id 0 D0).
  assert (Small : INR 1 * INR 1 + 2 * INR 1 * (INR 1 + INR 1) + 32 * INR 1 + 64 <= 2^46) by (simpl; lra).
  assert (S0 : summed 1 {| value := {| high := 0; low := 0 |}; error := RN (computed_error (INR 1) (INR 1)
    * 0) |} [0]).
  { assert (S := summed_alone [0]). cbv zeta in S. rewrite sum_of_one in S by assumption. apply S.
    - intros x [<- | []]. split; [assumption | lra].
    - exact Small. }
  assert (S1 : summed 1 {| value := one; error := RN (computed_error (INR 1) (INR 1) * 1) |} [1]).
  { assert (S := summed_alone [1]). cbv zeta in S. rewrite sum_of_one in S by assumption. apply S.
    - intros x [<- | []]. split; [assumption | lra].
    - exact Small. }
  rewrite Rmult_0_r, I0 in S0. rewrite Rmult_1_r in S1.
  destruct (computed_error_is 1 1 Small) as (Ec & Bc). rewrite <- Ec in Bc.
  set (fixed := {| value := {| high := 0; low := 0 |}; error := 0 |}) in *.
  set (weights := {| value := one; error := RN (computed_error (INR 1) (INR 1)) |}) in *.
  assert (P104 : 0 < 2^(-104) <= 2^(-60)) by (split; [apply bpow_gt_0 | apply bpow_le; lia]).
  assert (R : rest_of 1 fixed = {| value := one; error := 2^(-104) |}).
  { unfold rest_of, plus_sums, plus, renormalised, fixed. cbn [value error high low].
    rewrite Ropp_0. rewrite two_sum_low_is by assumption.
    repeat first [rewrite Rplus_0_r | rewrite Rplus_0_l | rewrite Rminus_0_r | rewrite Rminus_eq_0 |
      rewrite I1 | rewrite I0].
    rewrite Rabs_R0, Rabs_R1, Rplus_0_r, I1, Rmult_1_r.
    rewrite !(round_id (2^(-104))) by (apply double_power; lia). reflexivity. }
  set (s := RN (RN (2^(-104) / Rabs 1) + RN (RN (computed_error (INR 1) (INR 1)) / 1))).
  set (before := RN (RN ratio_of_factor * s + quotient_error)).
  assert (Bs : 0 <= s <= 2^(-59)).
  { assert (E : 2^(-59) = 2^(-60) + 2^(-60)).
    { replace (2^(-60) + 2^(-60)) with (2 * 2^(-60)) by ring. change 2 with (2^1). now rewrite <- bpow_plus. }
    assert (A1 : RN (2^(-104) / Rabs 1) <= 2^(-60)).
    { apply round_le_power; [lia |]. rewrite Rabs_R1. unfold Rdiv. rewrite Rinv_1. lra. }
    assert (A2 : RN (RN (computed_error (INR 1) (INR 1)) / 1) <= 2^(-60)).
    { apply round_le_power; [lia |]. unfold Rdiv. rewrite Rinv_1, Rmult_1_r. apply round_le_power; [lia |
      lra]. }
    assert (Q1 : 0 <= RN (2^(-104) / Rabs 1)).
    { apply round_pos. rewrite Rabs_R1. unfold Rdiv. rewrite Rinv_1. lra. }
    assert (Q2 : 0 <= RN (RN (computed_error (INR 1) (INR 1)) / 1)).
    { apply round_pos. unfold Rdiv. rewrite Rinv_1, Rmult_1_r. apply round_pos. lra. }
    split; [apply round_pos; lra |]. apply round_le_power; [lia | lra]. }
  assert (Bb : before <= ratio_error_max).
  { assert (K : RN ratio_of_factor <= 2^1) by (apply round_le_power; [lia | simpl; lra]).
    assert (K0 : 0 <= RN ratio_of_factor) by (apply round_pos; lra).
    assert (E : 2^(-56) = 8 * 2^(-59)) by (change 8 with (2^3); now rewrite <- bpow_plus).
    assert (E' : 2^(-99) <= 2^(-59)) by (apply bpow_le; lia).
    apply round_le_power; [lia |].
    assert (RN ratio_of_factor * s <= 2^1 * 2^(-59)) by (apply Rmult_le_compat; lra).
    change (2^1) with 2 in *. assert (P := bpow_gt_0 radix2 (-59)). lra. }
  exists [en], one, before. split; [| split; [| split]].
  - apply certified_by with (placed_at := 1) (n := 1%nat) (fixed := fixed) (weights := weights)
      (fixed_addends := [0]) (weight_addends := [1]) (before := before) (nears := 0) (movings := 0); trivial.
    + lia.
    + exists 0%nat. apply Permutation_refl.
    + exists 0%nat. apply Permutation_refl.
    + rewrite R. unfold is_ratio_of, weights. cbn [value high low one].
      replace (1 / 1) with 1 by field. rewrite I1. exists 0, 0. replace (1 * 1) with 1 by ring. rewrite I1.
      split; [| split].
      * left. unfold fused_rest. replace (1 * 1) with 1 by ring. rewrite I1, Rminus_eq_0. now symmetry.
      * left. rewrite Rmult_0_r, Rplus_0_r. now symmetry.
      * assert (Z1 : 0 / 1 = 0) by field. unfold renormalised. cbn [high low].
        repeat first [rewrite Rplus_0_r | rewrite Rplus_0_l | rewrite Rminus_0_r | rewrite Rminus_eq_0 |
          rewrite I1 | rewrite I0 | rewrite Z1].
        reflexivity.
    + rewrite R. left. reflexivity.
    + change 1 with (2^0). apply bpow_le. lia.
    + rewrite R. change (2^(-700) <= 1). change 1 with (2^0). apply bpow_le. lia.
    + change (2^(-960) <= 1). change 1 with (2^0). apply bpow_le. lia.
    + change (2^(-960) <= 1). change 1 with (2^0). apply bpow_le. lia.
    + intros e [<- | []]. unfold accepted, en. cbn [how claim place_of]. split; [| split].
      * left. unfold c. cbn [weight min_share max_share]. replace (1 * 1) with 1 by ring. rewrite I1.
        split; [lra | reflexivity].
      * unfold is_product_of, c, one. cbn [weight high low]. replace (1 * 1) with 1 by ring. split; [now
        symmetry |].
        exists 0. split; [left; unfold fused_rest; replace (1 * 1) with 1 by ring; rewrite I1, Rminus_eq_0;
          now symmetry |].
        left. rewrite Rmult_0_r, Rplus_0_r. now symmetry.
      * unfold checked, c, one. cbn [high low min_share max_share]. rewrite Rplus_0_r, I1. split.
        -- symmetry. apply clamp_id. lra.
        -- left. split; [| reflexivity]. intros ([Z | Z] & _); lra.
    + exists (Add Zero 0). split; [exists 0%nat; apply Permutation_refl |]. split; [split; [exact I |
      split; [assumption | lra]] |].
      split; [simpl; lra |]. cbn [run]. unfold add_to. cbn [high]. rewrite Rplus_0_r. now symmetry.
    + exists (Add Zero 0). split; [exists 0%nat; apply Permutation_refl |]. split; [split; [exact I |
      split; [assumption | lra]] |].
      split; [simpl; lra |]. cbn [run]. unfold add_to. cbn [high]. rewrite Rplus_0_r. now symmetry.
    + left. split; reflexivity.
  - intros e [<- | []]. unfold is_claimant, en, c. simpl. repeat split; trivial; lra.
  - simpl. unfold share, c. cbn [weight min_share max_share]. rewrite clamp_id by lra. lra.
  - discriminate.
Qed.
