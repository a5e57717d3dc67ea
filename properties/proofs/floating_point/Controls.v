(* Negative controls of the fast path's theorems: a constant made smaller, or a hypothesis left out, and the
   proof that what remains is false. And that what the last theorem asks for can be met. *)
From Coq Require Import Reals ZArith Lra Lia List Psatz Permutation.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath Fraction Quotients.
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

(* The sum of the two parts of a pair is the pair, and its error no more than 2^-98 of it. *)
Lemma summed_parts : forall p, is_pair p -> 0 <= high p -> 0 <= low p ->
  exists part, 0 <= part <= 2^(-98) /\
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
  exists (computed_error (INR 2) (INR 1)). split.
  { destruct (computed_error_is 2 1 Small) as (-> & Pc & _). split; [assumption |].
    unfold compensated_error. change (-98)%Z with (-106 + 8)%Z. rewrite bpow_plus.
    apply Rmult_le_compat_l; [apply bpow_ge_0 | simpl; lra]. }
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
  assert (Rp : RN part <= 2^(-98)).
  { rewrite <- (round_id (2^(-98))) by (apply double_power; lia). now apply rounding_keeps_order. }
  assert (E60 : 2^(-60) = / 32 * 2^(-55)) by (change (/ 32) with (2^(-5)); now rewrite <- bpow_plus).
  assert (E111 : 2^(-111) * 2^55 = / 2 * 2^(-55)).
  { change (/ 2) with (2^(-1)). now rewrite <- !bpow_plus. }
  assert (L98 : 2^(-98) <= 2^(-60)) by (apply bpow_le; lia).
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

(* ---- Certificates *)

Lemma round_le_power : forall x e, (-1074 <= e)%Z -> x <= 2^e -> RN x <= 2^e.
Proof.
  intros x e He H. rewrite <- (round_id (2^e)) by now apply double_power. now apply rounding_keeps_order.
Qed.

Definition proportional : claimant := {| weight := 1; min_share := 0; max_share := 4 |}.

(* The line of one entry and of a claimant of weight 1, to which it leaves 1 + t; the pair is (1, t). *)
Definition beside (first : entry) (t : R) : list entry :=
  [first; {| claim := proportional; place_of := Moving; how := Checked {| high := 1; low := t |} false |}].

Lemma proportional_is_claimant : is_claimant proportional.
Proof.
  assert (D1 := double_power 0 ltac:(lia)). assert (D4 := double_power 2 ltac:(lia)).
  unfold is_claimant. cbn [proportional weight min_share max_share]. change (2^0) with 1 in D1.
  change (2^2) with 4 in D4. assert (D0 := double_0). repeat split; trivial; lra.
Qed.

Lemma a_certificate : forall T b t first,
  double T -> ordinary_total_least <= T <= 4 -> T = b + (1 + t) ->
  double b -> 0 <= b <= 4 -> double t -> RN (1 + t) = 1 ->
  place_of first = Fixed b -> near_of first = 0 ->
  (forall tol, accepted 1 {| high := 1; low := t |} tol first) ->
  exists wide, certified T (beside first t) {| high := 1; low := t |} wide.
Proof.
  intros T b t first FT HT ET Fb Hb Ft R1 Place Far Acc. set (ratio := {| high := 1; low := t |}) in *.
  assert (D1 : double 1) by (change 1 with (2^0); apply double_power; lia).
  assert (D0 := double_0). assert (I1 := round_id 1 D1). assert (I0 := round_id 0 D0).
  assert (It := round_id t Ft).
  assert (Pair : forall x, double x -> is_pair {| high := x; low := 0 |}).
  { intros x Fx. split; [assumption | split; [assumption |]]. cbn [high low]. rewrite Rplus_0_r. symmetry.
    now apply round_id. }
  destruct (summed_parts _ (Pair b Fb) (proj1 Hb) (Rle_refl 0)) as (fp & Hfp & Sf).
  destruct (summed_parts _ (Pair 1 D1) Rle_0_1 (Rle_refl 0)) as (wp & Hwp & Sw).
  cbn [high low] in Sf, Sw. rewrite Rmult_1_r in Sw.
  set (fixed := {| value := {| high := b; low := 0 |}; error := RN (fp * b) |}) in *.
  set (weights := {| value := {| high := 1; low := 0 |}; error := RN wp |}) in *.
  assert (E98 : 4 * 2^(-98) = 2^(-96)) by (change 4 with (2^2); now rewrite <- bpow_plus).
  assert (E96 : 2 * 2^(-96) = 2^(-95)) by (change 2 with (2^1) at 1; now rewrite <- bpow_plus).
  assert (E95 : 2 * 2^(-95) = 2^(-94)) by (change 2 with (2^1) at 1; now rewrite <- bpow_plus).
  assert (P98 := bpow_gt_0 radix2 (-98)).
  assert (Bf : 0 <= RN (fp * b) <= 2^(-96)).
  { assert (0 <= fp * b) by (apply Rmult_le_pos; lra). split; [now apply round_pos |].
    apply round_le_power; [lia |]. rewrite <- E98, (Rmult_comm 4). apply Rmult_le_compat; lra. }
  assert (Bw : 0 <= RN wp <= 2^(-95)) by (split; [apply round_pos | apply round_le_power; [lia |]]; lra).
  assert (V : value (rest_of T fixed) = ratio).
  { unfold rest_of, plus_sums, plus, fixed. cbn [value high low].
    rewrite two_sum_low_is by (assumption || now apply double_opp).
    replace (T + - b) with (1 + t) by lra. rewrite R1. replace (1 + t - 1) with t by ring.
    rewrite Ropp_0, Rplus_0_l, I0, Rplus_0_r, It. unfold renormalised. cbn [high low].
    rewrite R1, Rminus_eq_0, I0, Rminus_0_r, It. reflexivity. }
  assert (P700 := bpow_gt_0 radix2 (-700)).
  assert (Br : 0 <= error (rest_of T fixed) <= 2^(-95)).
  { unfold rest_of, plus_sums, fixed. cbn [value error high low].
    rewrite Rplus_0_l, (round_id (RN (fp * b))) by apply double_round.
    rewrite Rabs_Ropp, !Rabs_pos_eq by lra.
    assert (A : 0 <= RN (T + b)) by (apply round_pos; lra).
    assert (B : RN (T + b) <= 2^3) by (apply round_le_power; [lia | simpl; lra]).
    assert (P104 := bpow_ge_0 radix2 (-104)).
    assert (C : 0 <= 2^(-104) * RN (T + b)) by now apply Rmult_le_pos.
    assert (D : RN (2^(-104) * RN (T + b)) <= 2^(-96)).
    { apply round_le_power; [lia |]. apply Rle_trans with (2^(-104) * 2^3).
      - now apply Rmult_le_compat_l.
      - rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (G := round_pos _ C). split; [apply round_pos; lra |]. apply round_le_power; [lia | lra]. }
  set (s := RN (RN (error (rest_of T fixed) / Rabs 1) + RN (RN wp / 1))).
  assert (Bs : 0 <= s <= 2^(-94)).
  { unfold s, Rdiv. rewrite Rabs_R1, Rinv_1, !Rmult_1_r, (round_id (RN wp)) by apply double_round.
    assert (G := round_pos _ (proj1 Br)).
    assert (K : RN (error (rest_of T fixed)) <= 2^(-95)) by (apply round_le_power; [lia | apply Br]).
    split; [apply round_pos; lra |]. apply round_le_power; [lia | lra]. }
  set (before := RN (RN ratio_of_factor * s + quotient_error)).
  assert (Bb : before <= ratio_error_max).
  { apply round_le_power; [lia |].
    assert (K : RN ratio_of_factor <= 2^1) by (apply round_le_power; [lia | simpl; lra]).
    assert (K0 : 0 <= RN ratio_of_factor) by (apply round_pos; lra).
    assert (L : RN ratio_of_factor * s <= 2^1 * 2^(-94)) by (apply Rmult_le_compat; lra).
    rewrite <- bpow_plus in L. change (1 + -94)%Z with (-93)%Z in L.
    assert (E57 : 2 * 2^(-57) = 2^(-56)) by (change 2 with (2^1) at 1; now rewrite <- bpow_plus).
    assert (L93 : 2^(-93) <= 2^(-57)) by (apply bpow_le; lia).
    assert (L99 : 2^(-99) <= 2^(-57)) by (apply bpow_le; lia). lra. }
  assert (Plain : forall g, parts g (beside first t) = [0; 0] -> plain_sum (parts g (beside first t)) 0).
  { intros g ->. exists (Add (Add Zero 0) 0). split; [exists 0%nat; apply Permutation_refl |].
    split; [repeat split; trivial; lra |]. split; [simpl; lra |].
    cbn [run]. unfold add_to. cbn [high]. now rewrite !Rplus_0_r, !I0. }
  exists before.
  apply certified_by with (placed_at := 1) (n := 1%nat) (fixed := fixed) (weights := weights)
    (fixed_addends := [b; 0]) (weight_addends := [1; 0]) (before := before) (nears := 0) (movings := 0); trivial.
  - lia.
  - exists 0%nat. unfold parts, fixed_part, item_of. cbn [beside map stand place_of]. rewrite Place.
    apply Permutation_refl.
  - exists 0%nat. unfold parts, slope, item_of. cbn [beside map stand place_of who claim proportional weight].
    rewrite Place. apply perm_swap.
  - rewrite V. unfold is_ratio_of, weights, ratio. cbn [value high low].
    assert (Q : forall x, x / 1 = x) by (intros x; field).
    rewrite !Q, I1, Rmult_1_r, I1. exists 0, 0. split; [| split].
    + left. unfold fused_rest. now rewrite Rmult_1_r, I1, Rminus_eq_0.
    + left. now rewrite Rmult_0_r, Rplus_0_r.
    + unfold renormalised. cbn [high low].
      rewrite Rminus_eq_0, I0, Rminus_0_r, It, Rplus_0_l, It, Q, It, R1, Rminus_eq_0, I0, Rminus_0_r, It.
      reflexivity.
  - rewrite V. left. reflexivity.
  - apply HT.
  - rewrite V. change (2^(-700) <= 1). change 1 with (2^0). apply bpow_le. lia.
  - change (2^(-960) <= 1). change 1 with (2^0). apply bpow_le. lia.
  - change (2^(-960) <= 1). change 1 with (2^0). apply bpow_le. lia.
  - intros e [<- | [<- | []]]; [apply Acc |]. unfold accepted. cbn [how claim place_of]. split; [| split].
    + left. cbn [proportional weight min_share max_share]. rewrite Rmult_1_r, I1. split; [lra | reflexivity].
    + split; [cbn [proportional weight ratio high]; now rewrite Rmult_1_r, I1 |].
      exists 0. cbn [proportional weight ratio high low]. split.
      * left. unfold fused_rest. now rewrite Rmult_1_r, I1, Rminus_eq_0.
      * left. now rewrite Rmult_1_l, Rplus_0_r.
    + unfold checked. cbn [proportional high low min_share max_share]. rewrite R1. split.
      * symmetry. apply clamp_id. lra.
      * left. split; [| reflexivity]. intros ([Z | Z] & _); lra.
  - apply Plain. unfold parts, item_of, beside. cbn [map near]. rewrite Far. reflexivity.
  - apply Plain. unfold parts, near_moving, item_of, beside. cbn [map stand place_of near]. rewrite Place.
    reflexivity.
  - left. split; reflexivity.
Qed.

(* A claimant without weight, whose bounds are b. *)
Definition bounded (b : R) : entry :=
  {| claim := {| weight := 0; min_share := b; max_share := b |}; place_of := Fixed b;
     how := Checked {| high := 0; low := 0 |} false |}.

Lemma a_certificate_beside_a_bound : forall T b t,
  double T -> ordinary_total_least <= T <= 4 -> T = b + (1 + t) ->
  double b -> 0 <= b <= 4 -> double t -> RN (1 + t) = 1 ->
  exists wide, certified T (beside (bounded b) t) {| high := 1; low := t |} wide.
Proof.
  intros T b t FT HT ET Fb Hb Ft R1. assert (I0 := round_id 0 double_0).
  apply a_certificate with b; trivial.
  intros tol. unfold accepted, bounded. cbn [how claim place_of]. split; [| split].
  - right. cbn [weight min_share max_share]. rewrite Rmult_0_l, I0. split; [lra |].
    unfold clamp. now rewrite Rmin_right by apply Rmax_r.
  - split; [cbn [weight high]; now rewrite Rmult_0_l |]. exists 0. cbn [weight high low]. split.
    + left. unfold fused_rest. now rewrite Rmult_0_l, I0, Rminus_eq_0.
    + left. now rewrite Rmult_0_l, Rplus_0_l.
  - unfold checked. cbn [high low min_share max_share]. split.
    + unfold clamp. now rewrite Rmin_right by apply Rmax_r.
    + left. split; [| reflexivity]. intros (_ & Z). lra.
Qed.

Lemma beside_a_bound_are_claimants : forall b t, double b -> 0 <= b ->
  forall e, In e (beside (bounded b) t) -> is_claimant (claim e).
Proof.
  intros b t Fb Pb e [<- | [<- | []]]; [| apply proportional_is_claimant].
  unfold is_claimant. cbn [bounded claim weight min_share max_share]. assert (D0 := double_0).
  repeat split; trivial; lra.
Qed.

Lemma shares_beside_a_bound : forall b t x, 0 <= b -> 0 <= x <= 4 ->
  total (map (fun e => share x (claim e)) (beside (bounded b) t)) = b + x.
Proof.
  intros b t x Pb Px. cbn [beside map total fold_right bounded claim]. unfold share.
  cbn [proportional weight min_share max_share]. rewrite (clamp_id (1 * x)) by lra.
  unfold clamp. rewrite Rmin_right by apply Rmax_r. ring.
Qed.

(* A claimant whose share is 0, one of weight 1, with a maximum of 4, and a total of 1: what the theorems about a
   certificate ask for can be met. *)
Theorem a_certificate_exists : exists entries ratio wide,
  certified 1 entries ratio wide /\ (forall e, In e entries -> is_claimant (claim e)) /\
  total (map (fun e => share 1 (claim e)) entries) = 1 /\ entries <> [].
Proof.
  assert (D1 := double_power 0 ltac:(lia)). change (2^0) with 1 in D1. assert (D0 := double_0).
  assert (L : ordinary_total_least <= 1) by (change 1 with (2^0); apply bpow_le; lia).
  destruct (a_certificate_beside_a_bound 1 0 0) as (wide & C); try lra; trivial.
  - rewrite Rplus_0_r. now apply round_id.
  - exists (beside (bounded 0) 0), {| high := 1; low := 0 |}, wide. split; [assumption |]. split; [| split].
    + apply beside_a_bound_are_claimants; [assumption | lra].
    + rewrite shares_beside_a_bound; lra.
    + discriminate.
Qed.

(* Control of certified_ratio_is_within: it is not enough that the sum of the shares rounds to the total: of a total of 1
   the ratio 1 + 2^-55 is too far from the pair. *)
Theorem control_the_exact_shares_must_add_up :
  ~ (forall T entries ratio wide exact, certified T entries ratio wide ->
       (forall e, In e entries -> is_claimant (claim e)) -> INR (length entries) <= 2^32 -> double T ->
       RN (total (map (fun e => share exact (claim e)) entries)) = T ->
       Rabs (exact - (high ratio + low ratio)) <= wide * (high ratio + low ratio)).
Proof.
  intros H.
  assert (D1 := double_power 0 ltac:(lia)). change (2^0) with 1 in D1. assert (D0 := double_0).
  assert (L : ordinary_total_least <= 1) by (change 1 with (2^0); apply bpow_le; lia).
  assert (N : INR 2 <= 2^32) by (simpl; lra).
  destruct (a_certificate_beside_a_bound 1 0 0) as (wide & C); try lra; trivial.
  { rewrite Rplus_0_r. now apply round_id. }
  assert (Hc := beside_a_bound_are_claimants 0 0 D0 (Rle_refl 0)).
  destruct (certified_ratio_is_within _ _ _ _ 1 C Hc N D1) as (_ & _ & _ & Hw & _).
  { rewrite shares_beside_a_bound; lra. }
  assert (P : 0 < 2^(-55) < 1) by (split; [apply bpow_gt_0 | simpl; lra]).
  specialize (H _ _ _ _ (1 + 2^(-55)) C Hc N D1). rewrite shares_beside_a_bound, Rplus_0_l in H by lra.
  destruct (power_absorbs 0 (-55) ltac:(lia) ltac:(lia)) as (A & _). change (2^0) with 1 in A.
  specialize (H A). cbn [high low] in H. rewrite Rplus_0_r, Rmult_1_r in H.
  replace (1 + 2^(-55) - 1) with (2^(-55)) in H by ring. rewrite Rabs_pos_eq in H by lra.
  assert (G : 2^(-56) < 2^(-55)) by (apply bpow_lt; lia). lra.
Qed.

(* Control of certified_answer_is_nearest: a share that `share_of` doubts may be the other of the two doubles: what a
   total of 1 + 2^-52 leaves beside 2^-53 + 2^-102 is nearer to 1. *)
Theorem control_a_doubted_share_is_not_nearest :
  ~ (forall T entries ratio wide exact, certified T entries ratio wide ->
       (forall e, In e entries -> is_claimant (claim e)) -> INR (length entries) <= 2^32 -> double T ->
       total (map (fun e => share exact (claim e)) entries) = T ->
       forall e product error_max, In e entries -> is_product_of (weight (claim e)) ratio product ->
         is_multiply_add (high product) (tolerance wide) share_of_underflow error_max ->
         let c := claim e in
         let above := RN (high product + RN (low product + error_max)) in
         clamp above (min_share c) (max_share c) = RN (share exact c)).
Proof.
  intros H.
  set (k := 2^(-102)). assert (Pk : 0 < k) by apply bpow_gt_0.
  assert (E53 : 2^(-53) = 562949953421312 * k).
  { unfold k. change 562949953421312 with (2^49). now rewrite <- bpow_plus. }
  assert (E52 : 2^(-52) = 1125899906842624 * k).
  { unfold k. change 1125899906842624 with (2^50). now rewrite <- bpow_plus. }
  assert (Small : 2^(-52) = / 4503599627370496) by reflexivity.
  assert (D : forall n, (Z.abs n < 2 ^ 53)%Z -> double (IZR n * k)) by (intros n Hn; apply double_integer; lia).
  set (b := 562949953421313 * k). assert (Fb : double b) by (apply D; lia).
  set (t := 562949953421311 * k). assert (Ft : double t) by (apply D; lia).
  set (T := 1 + 2^(-52)).
  assert (FT : double T).
  { replace T with (IZR 4503599627370497 * 2^(-52)) by (unfold T; simpl; lra). apply double_integer; lia. }
  (* 1 and 1 + 2^-52, and what is nearer to the one and to the other *)
  assert (Down : forall x, 0 <= x < 2^(-53) -> RN (1 + x) = 1).
  { intros x Hx. destruct (near_integer (2 ^ 52) (-52) ((1 + x) * 2^52) ltac:(lia) ltac:(lia)) as (_ & Q).
    - change (IZR (2 ^ 52)) with 4503599627370496. change (2^52) with 4503599627370496. apply Rabs_lt. lra.
    - change (2^52) with 4503599627370496. change (2^53) with 9007199254740992. lra.
    - rewrite Rmult_assoc, <- bpow_plus in Q. change (2^(52 + -52)) with 1 in Q.
      rewrite Rmult_1_r in Q. rewrite Q. change (IZR (2 ^ 52)) with (2^52). now rewrite <- bpow_plus. }
  assert (Up : forall x, 2^(-53) < x <= 2^(-52) -> RN (1 + x) = T).
  { intros x Hx.
    destruct (near_integer (2 ^ 52 + 1) (-52) ((1 + x) * 2^52) ltac:(lia) ltac:(lia)) as (_ & Q).
    - change (IZR (2 ^ 52 + 1)) with 4503599627370497. change (2^52) with 4503599627370496. apply Rabs_lt. lra.
    - change (2^52) with 4503599627370496. change (2^53) with 9007199254740992. lra.
    - rewrite Rmult_assoc, <- bpow_plus in Q. change (2^(52 + -52)) with 1 in Q.
      rewrite Rmult_1_r in Q. rewrite Q. change (IZR (2 ^ 52 + 1)) with 4503599627370497.
      unfold T. rewrite Small. field. }
  assert (L : ordinary_total_least <= T).
  { apply Rle_trans with (2^0); [apply bpow_le; lia | change (2^0) with 1; unfold T; lra]. }
  assert (R1 : RN (1 + t) = 1) by (apply Down; unfold t; lra).
  assert (ET : T = b + (1 + t)) by (unfold T, b, t; lra).
  assert (Hb : 0 <= b <= 4) by (unfold b; lra).
  destruct (a_certificate_beside_a_bound T b t) as (wide & C); trivial; [unfold T in *; lra |].
  assert (Hc := beside_a_bound_are_claimants b t Fb (proj1 Hb)).
  assert (N : INR 2 <= 2^32) by (simpl; lra).
  assert (Sum : total (map (fun e => share (1 + t) (claim e)) (beside (bounded b) t)) = T).
  { rewrite shares_beside_a_bound by (unfold t; lra). now symmetry. }
  destruct (certified_ratio_is_within _ _ _ _ (1 + t) C Hc N FT Sum) as (_ & _ & Fw & Hw & _).
  destruct (tolerance_is wide Fw (proj1 Hw)) as (T1 & T2). set (tol := tolerance wide) in *.
  set (m := RN (1 * tol + 2^(-950))).
  assert (D1 : double 1) by (change 1 with (2^0); apply double_power; lia).
  specialize (H T _ _ wide (1 + t) C Hc N FT Sum _ {| high := 1; low := t |} m (or_intror (or_introl eq_refl))).
  cbn [claim proportional weight min_share max_share high low] in H. unfold share in H.
  cbn [proportional weight min_share max_share] in H. rewrite Rmult_1_l, (clamp_id (1 + t)) in H by (unfold t; lra).
  assert (B : 4 * k <= m <= / 4 * 2^(-53)).
  { assert (E100 : 4 * k = 2^(-100)) by (unfold k; change 4 with (2^2); now rewrite <- bpow_plus).
    assert (E99 : 128 * (u * u) = 8 * k).
    { destruct u_powers as (_ & <- & _). unfold k. change 8 with (2^3). now rewrite <- bpow_plus. }
    assert (E55 : / 4 * 2^(-53) = 2^(-55)) by (change (/ 4) with (2^(-2)); now rewrite <- bpow_plus).
    assert (E56 : 2 * 2^(-56) = 2^(-55)) by (change 2 with (2^1) at 1; now rewrite <- bpow_plus).
    assert (P950 := bpow_gt_0 radix2 (-950)).
    assert (L950 : 2^(-950) <= k) by (unfold k; apply bpow_le; lia).
    rewrite E99 in T1, T2. split.
    - rewrite E100, <- (round_id (2^(-100))) by (apply double_power; lia). apply rounding_keeps_order.
      unfold u in *. lra.
    - rewrite E55. apply round_le_power; [lia |]. unfold u in *. lra. }
  assert (A : RN (1 + RN (t + m)) = T).
  { apply Up. split.
    - apply Rlt_le_trans with b; [unfold b; lra |]. rewrite <- (round_id b Fb). apply rounding_keeps_order.
      unfold b, t. lra.
    - apply round_le_power; [lia | unfold t; lra]. }
  rewrite A, R1, (clamp_id T) in H by (unfold T; lra).
  assert (Z : T = 1); [| unfold T in Z; lra].
  apply H.
  - split; [cbn [high]; rewrite Rmult_1_l; symmetry; now apply round_id |]. exists 0. cbn [high low]. split.
    + left. unfold fused_rest. now rewrite Rmult_1_l, (round_id 1 D1), Rminus_eq_0, (round_id 0 double_0).
    + left. rewrite Rmult_1_l, Rplus_0_r. symmetry. now apply round_id.
  - now left.
Qed.

(* What is nearer to the least double above 0 than to its neighbours rounds to it. *)
Lemma rounds_to_the_least : forall z, / 2 < z < 3 / 2 -> RN (z * 2^(-1074)) = 2^(-1074).
Proof.
  intros z Hz. assert (P := bpow_gt_0 radix2 (-1074)).
  assert (E : cexp radix2 fexp (z * 2^(-1074)) = (-1074)%Z).
  { assert (M : (mag radix2 (z * 2^(-1074)) <= -1073)%Z).
    { apply mag_le_bpow; [apply Rmult_integral_contrapositive_currified; lra |].
      change (-1073)%Z with (1 + -1074)%Z. rewrite bpow_plus. change (2^1) with 2.
      rewrite Rabs_pos_eq by (apply Rmult_le_pos; lra). apply Rmult_lt_compat_r; lra. }
    unfold cexp, FLT_exp. lia. }
  unfold round, F2R, scaled_mantissa. cbn [Fnum Fexp]. rewrite E, Rmult_assoc, <- bpow_plus.
  change (2^(-1074 + - -1074)) with 1. rewrite Rmult_1_r.
  replace (ZnearestE z) with 1%Z; [ring |]. symmetry. apply Znearest_imp. apply Rabs_lt. lra.
Qed.

(* Control of fraction_is_the_ratio: the least product cannot be 2^-1074, the least double above 0, in place of 2^-900: a
   weight of 2^-1074 claims 2^-1074, rounded, at 3/4 and at 5/4, and less at the quotient. *)
Theorem control_the_least_product :
  ~ (forall T entries ratio wide, certified T entries ratio wide ->
       (forall e, In e entries -> is_claimant (claim e)) -> double T ->
       (forall e product, In e entries -> how e = Checked product true -> cannot_move e) ->
       (forall e, In e entries -> cannot_move e \/
          2^(-1074) <= RN (weight (claim e) * RN (high ratio * (1 - least_addends_margin)))) ->
       let rest := T - total (parts fixed_part entries) in let weight := total (parts slope entries) in
       total (map (fun e => share (rest / weight) (claim e)) entries) = T).
Proof.
  intros H.
  assert (Pd : 0 < 2^(-1074) < 1) by (split; [apply bpow_gt_0 | change 1 with (2^0); apply bpow_lt; lia]).
  assert (Fd := double_power (-1074) ltac:(lia)).
  assert (Least := rounds_to_the_least).
  set (d := 2^(-1074)) in *.
  assert (D1 : double 1) by (change 1 with (2^0); apply double_power; lia). assert (D0 := double_0).
  destruct (power_absorbs 0 (-1074) ltac:(lia) ltac:(lia)) as (_ & A). change (2^0) with 1 in A. fold d in A.
  set (tiny := {| weight := d; min_share := 0; max_share := 1 |}).
  set (first := {| claim := tiny; place_of := Fixed d; how := Decided (3 / 4) (5 / 4) |}).
  assert (S : forall z, / 2 < z < 3 / 2 -> share_at z tiny = d).
  { intros z Hz. unfold share_at, tiny. cbn [weight min_share max_share].
    rewrite Rmult_comm, Least by assumption. apply clamp_id. lra. }
  assert (E45 : 2^(-45) = / 35184372088832) by reflexivity.
  destruct (a_certificate 1 d (- d) first) as (wide & C); trivial; try lra.
  - assert (L : 2^(-700) <= 1) by (change 1 with (2^0); apply bpow_le; lia). lra.
  - now apply double_opp.
  - intros tol. unfold accepted, first. cbn [how claim place_of high]. split; [lra |]. split; [lra |]. split.
    + left. now rewrite !S by lra.
    + unfold is_inside. rewrite E45. split.
      * apply Rle_lt_trans with (7 / 8); [| lra].
        rewrite <- (round_id (7 / 8)); [apply rounding_keeps_order; lra |].
        replace (7 / 8) with (IZR 7 * 2^(-3)) by (simpl; lra). apply double_integer; lia.
      * apply Rlt_le_trans with (9 / 8); [lra |].
        rewrite <- (round_id (9 / 8)); [apply rounding_keeps_order; lra |].
        replace (9 / 8) with (IZR 9 * 2^(-3)) by (simpl; lra). apply double_integer; lia.
  - assert (E48 : 2^(-48) = / 281474976710656) by reflexivity.
    assert (R48 : RN (1 * (1 - least_addends_margin)) = 1 - 2^(-48)).
    { rewrite Rmult_1_l. apply round_id.
      replace (1 - 2^(-48)) with (IZR 281474976710655 * 2^(-48)) by (rewrite E48; lra).
      apply double_integer; lia. }
    specialize (H _ _ _ _ C). cbv zeta in H. cbn [high] in H. rewrite R48 in H.
    assert (K : total (map (fun e => share (1 - d) (claim e)) (beside first (- d))) = 1).
    { replace (1 - d) with ((1 - total (parts fixed_part (beside first (- d)))) /
        total (parts slope (beside first (- d)))).
      - apply H; trivial.
        + intros e [<- | [<- | []]]; [| apply proportional_is_claimant].
          unfold is_claimant. cbn [first claim tiny weight min_share max_share]. repeat split; trivial; lra.
        + intros e product [<- | [<- | []]]; discriminate.
        + intros e [<- | [<- | []]]; right; cbn [first claim tiny proportional weight].
          * rewrite Rmult_comm, Least by (rewrite E48; lra). lra.
          * rewrite Rmult_1_l, <- (round_id d Fd). apply rounding_keeps_order.
            apply Rle_trans with (2^(-1)); [apply bpow_le; lia | rewrite E48; simpl; lra].
      - unfold parts, fixed_part, slope, item_of.
        cbn [beside first map stand place_of who claim proportional weight total fold_right]. field. }
    cbn [beside map total fold_right first claim] in K. unfold share in K.
    cbn [tiny proportional weight min_share max_share] in K.
    assert (Pdd : 0 < d * d < d).
    { split; [apply Rmult_lt_0_compat | rewrite <- (Rmult_1_r d) at 3; apply Rmult_lt_compat_l]; lra. }
    rewrite !clamp_id in K by lra. lra.
Qed.
