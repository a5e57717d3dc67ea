(* Where there is no ratio: the amounts that `find_no_ratio` of reference/ gives are right. *)
From Coq Require Import Reals ZArith Lra Lia List Psatz.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath Fraction.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

Definition one := {| high := 1; low := 0 |}.

Lemma over_one : forall x, x / 1 = x.
Proof. intros x. field. Qed.

Lemma one_is_pair : is_pair one.
Proof.
  split; [apply double_1 | split; [apply double_0 |]]. cbn [one high low].
  rewrite Rplus_0_r. symmetry. apply round_id, double_1.
Qed.

(* `ratio_of` leaves a pair as it is where the other sum is 1. *)
Lemma ratio_to_one : forall d ratio, is_pair d -> 2^(-700) <= high d -> is_ratio_of d one ratio -> ratio = d.
Proof.
  intros d r Pd Hd (lost & l & Hlost & Hl & ->). assert (P := Pd). destruct P as (Fh & Fl & E).
  assert (P700 := bpow_gt_0 radix2 (-700)).
  cbn [one high low] in *. set (h := high d) in *.
  assert (Q : RN (h / 1) = h) by (rewrite over_one; now apply round_id).
  rewrite Q in *.
  assert (M : RN (1 * h) = h) by (rewrite Rmult_1_l; now apply round_id).
  rewrite M in *.
  assert (L0 : lost = 0).
  { destruct (product_rest_is_exact 1 h lost double_1 Fh Hlost) as (X & _).
    rewrite X, M; [ring |]. rewrite Rmult_1_l, Rabs_pos_eq by lra.
    apply Rle_trans with (2 := Hd). apply bpow_le. lia. }
  assert (R0 : RN 0 = 0) by (apply round_id, double_0).
  assert (l0 : l = 0).
  { subst lost. unfold is_multiply_add in Hl. rewrite Rmult_0_r, Rplus_0_r, R0, Rplus_0_r, R0 in Hl. tauto. }
  rewrite l0, Rminus_eq_0, R0, Rminus_0_r, (round_id (low d)), Rplus_0_l, (round_id (low d)), over_one,
    (round_id (low d)) by assumption.
  unfold renormalised. cbn [high low].
  rewrite <- E, Rminus_eq_0, R0, Rminus_0_r, (round_id (low d)) by assumption.
  unfold h. now destruct d.
Qed.

(* `find_amount`: where both roundings agree, they are the double nearest to what the pair is within
   `difference_error` of. *)
Theorem amount_is_nearest : forall difference difference_error ratio error exact,
  is_pair difference -> 0 <= difference_error -> ordinary_total_least <= high difference ->
  Rabs (exact - (high difference + low difference)) <= difference_error + 64 * eta ->
  is_ratio_of difference one ratio ->
  is_ratio_error difference_error (high difference) 0 1 error -> error <= ratio_error_max ->
  let off := RN (high ratio * tolerance error) in
  RN (high ratio + RN (low ratio + off)) = RN (high ratio + RN (low ratio - off)) ->
  RN exact = RN (high ratio + RN (low ratio + off)).
Proof.
  intros d de r e x Pd Hde Hd Hx Hr He Hmax off E.
  assert (Er := ratio_to_one d r Pd Hd Hr).
  assert (P960 : 2^(-960) <= 2^(-700)) by (apply bpow_le; lia).
  assert (Q960 : 2^(-960) <= 1) by (change 1 with (2^0); apply bpow_le; lia).
  assert (T := eta_pos).
  destruct (ratio_is_within d one r de 0 e x 1) as (Pr & _ & Hs & D); trivial.
  - apply one_is_pair.
  - rewrite Er. lra.
  - lra.
  - cbn [one high low]. rewrite Rplus_0_r, Rminus_eq_0, Rabs_R0. lra.
  - rewrite over_one in D.
    assert (Fe : double e) by (eapply multiply_add_double; exact He).
    assert (Pe : 0 <= e).
    { destruct (ratio_error_covers de (high d) 0 1 e) as (A & B & C); trivial; try lra.
      - assert (P700 := bpow_gt_0 radix2 (-700)). lra.
      - assert (0 <= u * u) by (unfold u; lra). lra. }
    apply ratio_is_nearest with (error := e); trivial.
    + rewrite Er. lra.
    + split; assumption.
    + apply Rle_trans with (1 := D). apply Rmult_le_compat_r; [lra |].
      assert (P100 := bpow_gt_0 radix2 (-100)). lra.
Qed.

Lemma opposite_pair : forall a, is_pair a -> is_pair {| high := - high a; low := - low a |}.
Proof.
  intros a (F1 & F2 & F3). split; [now apply double_opp | split; [now apply double_opp |]]. cbn [high low].
  rewrite <- Ropp_plus_distr, round_opp. now rewrite <- F3.
Qed.

(* What `rest_of` leaves of the total is as near as `amount_is_nearest` asks; so is its opposite. *)
Lemma rests_are_amounts : forall n T ends xs,
  summed n ends xs -> (n <= 32)%nat -> double T -> ordinary_total_least <= T ->
  let rest := rest_of T ends in
  let missing := {| high := - high (value rest); low := - low (value rest) |} in
  is_pair (value rest) /\ is_pair missing /\ 0 <= error rest /\
  Rabs (T - total xs - (high (value rest) + low (value rest))) <= error rest + 64 * eta /\
  Rabs (total xs - T - (high missing + low missing)) <= error rest + 64 * eta.
Proof.
  intros n T ends xs Hs Hn FT HT rest missing.
  destruct (rest_is_within n T ends xs Hs Hn FT HT) as (P & E & D). fold rest in P, E, D.
  split; [assumption | split; [now apply opposite_pair | split; [assumption | split; [assumption |]]]].
  unfold missing. cbn [high low]. rewrite <- Rabs_Ropp.
  replace (- (total xs - T - (- high (value rest) + - low (value rest)))) with
    (T - total xs - (high (value rest) + low (value rest))) by ring.
  exact D.
Qed.

(* Where the test of `is_exact` holds of the total and the sum, whichever is greater, and of the least addend, which the
   total counts as: the high half is the amount rounded to nearest. *)
Theorem exact_amount_is_nearest : forall T g least k most,
  addends addend g -> addends (fun x => x = 0 \/ least <= x) g -> depth g <= k -> 1 <= k <= 2^32 ->
  double least -> 0 < least <= T -> double T -> ordinary_total_least <= T <= most ->
  high (renormalised (run g)) <= most -> RN (find_fraction_unit * k * most) <= least ->
  let rest := plus {| high := T; low := 0 |}
    {| high := - high (renormalised (run g)); low := - low (renormalised (run g)) |} in
  high rest = RN (T - sum_of g) /\ - high rest = RN (sum_of g - T).
Proof.
  intros T g lf k m A Al Hd Hk Ff Pf FT HT Hsm Tf rest.
  assert (Hk' := Hk). change (2^32) with 4294967296 in Hk'.
  assert (Dd : depth g <= deepest) by (unfold deepest; lra).
  destruct (normalised_grouping g A Dd) as (Pg & Hg).
  assert (Sm : sum_of g <= 2 * m).
  { assert (D0 := depth_pos g). assert (C := cost_bounds g).
    assert (K2 : depth g * depth g <= k * k) by (apply Rmult_le_compat; lra).
    assert (Kk : k * k <= 4294967296 * 4294967296) by (apply Rmult_le_compat; lra).
    assert (W := normalised_sum g (2 * (k * k)) A Dd ltac:(lra)). cbv zeta in W.
    assert (L := low_is_small _ Pg). set (s := renormalised (run g)) in *.
    rewrite (Rabs_pos_eq (high s)) in L by assumption.
    apply Rabs_le_inv in L. apply Rabs_le_inv in W.
    assert (Z : 2 * (k * k) * (u * u) * (1 + / 128) * high s <= / 1000 * high s).
    { apply Rmult_le_compat_r; [assumption |]. unfold u. lra. }
    unfold u in *. lra. }
  destruct (rest_is_exact T m g nil lf k 0) as (Ps & _ & E); trivial.
  - intros h [-> | []]. repeat split; assumption.
  - unfold rest_of, plus_sums in Ps, E. cbn [value joined] in Ps, E. fold rest in Ps, E.
    cbn [sum_of_parts fold_right] in E. destruct Ps as (_ & _ & Hr). rewrite E in Hr.
    split; [exact Hr |]. rewrite Hr. replace (sum_of g - T) with (- (T - sum_of g)) by ring. now rewrite round_opp.
Qed.
