(* Products, quotients and rounding of the fast path, in pairs of doubles, for the functions of reference/
  that
   are named here, which docs/numerics.md explains. As in Sums.v overflow is not modelled (see
   Overflow.v); underflow is. *)
From Coq Require Import Reals ZArith Lra Lia List Psatz.
From Flocq Require Import Core Relative Sterbenz Plus_error Mult_error Pff2Flocq.
Require Import Rounding Constants Sums.
Import ListNotations.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

(* Half the least number above 0: all that underflow takes from one operation. *)
Definition eta := 2^(-1075).

Lemma eta_pos : 0 < eta.
Proof. apply bpow_gt_0. Qed.

Lemma any_rounds : forall x, Rabs (RN x - x) <= u * Rabs x + eta.
Proof.
  intros x.
  destruct (relative_error_N_FLT'_ex radix2 (-1074) 53 eq_refl (fun n => negb (Z.even n)) x)
    as (eps & et & He & Ht & _ & E).
  rewrite E. replace (x * (1 + eps) + et - x) with (eps * x + et) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_mult. apply Rplus_le_compat.
  - apply Rmult_le_compat_r; [apply Rabs_pos |]. apply Rle_trans with (1 := He).
    rewrite <- unit_of_flocq. apply u_rod1pu_ro_le_u_ro.
  - apply Rle_trans with (1 := Ht). change (/ 2) with (2^(-1)). rewrite <- bpow_plus. apply Rle_refl.
Qed.

(* `product_rest`: what rounding took from w * r; by a fused operation, or by Dekker's halves. *)
Definition fused_rest (w r : R) : R := RN (w * r - RN (w * r)).

Definition upper_half (x : R) : R := let scaled := RN (x * splitter) in RN (scaled - RN (scaled - x)).
Definition lower_half (x : R) : R := RN (x - upper_half x).

Definition split_rest (w r : R) : R :=
  RN (RN (RN (RN (RN (upper_half w * upper_half r) - RN (w * r)) + RN (upper_half w * lower_half r))
    + RN (lower_half w * upper_half r)) + RN (lower_half w * lower_half r)).

Definition is_product_rest (w r z : R) := z = fused_rest w r \/ z = split_rest w r.

(* a * b + c, with one rounding or with two. *)
Definition is_multiply_add (a b c z : R) := z = RN (a * b + c) \/ z = RN (RN (a * b) + c).

Lemma split_rest_of_flocq : forall w r, double w -> double r ->
  (w * r = 0 \/ 2^(-969) <= Rabs (w * r) -> w * r = RN (w * r) + split_rest w r) /\
  Rabs (w * r - (RN (w * r) + split_rest w r)) <= 7 / 2 * 2^(-1074).
Proof.
  intros w r Fw Fr.
  assert (D := Dekker radix2 (-1074) 53 (fun n => negb (Z.even n)) ltac:(lia) ltac:(lia) w r Fw Fr
    (or_introl eq_refl)).
  cbv zeta in D. change (-1074 + 2 * 53 - 1)%Z with (-969)%Z in D.
  replace (split_rest w r) with
    (RN (RN (RN (RN (- RN (w * r) + RN (RN (RN (w - RN (w * splitter)) + RN (w * splitter)) *
      RN (RN (r - RN (r * splitter)) + RN (r * splitter)))) +
     RN (RN (RN (w - RN (w * splitter)) + RN (w * splitter)) *
       RN (r - RN (RN (r - RN (r * splitter)) + RN (r * splitter))))) +
     RN (RN (w - RN (RN (w - RN (w * splitter)) + RN (w * splitter))) *
       RN (RN (r - RN (r * splitter)) + RN (r * splitter)))) +
     RN (RN (w - RN (RN (w - RN (w * splitter)) + RN (w * splitter))) *
       RN (r - RN (RN (r - RN (r * splitter)) + RN (r * splitter)))))).
  { exact D. }
  assert (H : forall x, RN (RN (x - RN (x * splitter)) + RN (x * splitter)) = upper_half x).
  { intros x. unfold upper_half. cbv zeta. f_equal.
    replace (RN (x * splitter) - x) with (- (x - RN (x * splitter))) by ring. rewrite (round_opp (x - RN (x
      * splitter))). lra. }
  rewrite !H. unfold split_rest, lower_half.
  now replace (- RN (w * r) + RN (upper_half w * upper_half r)) with
    (RN (upper_half w * upper_half r) - RN (w * r)) by ring.
Qed.

(* The rest of a product is exact, unless the product is near the subnormals: then it is off by less than
   4 * 2^-1074. *)
Theorem product_rest_is_exact : forall w r z, double w -> double r -> is_product_rest w r z ->
  (2^(-969) <= Rabs (w * r) -> z = w * r - RN (w * r)) /\ Rabs (w * r - RN (w * r) - z) <= 4 * 2^(-1074).
Proof.
  intros w r z Fw Fr [-> | ->].
  - split.
    + intros H. now apply two_product_is_exact.
    + destruct (Rle_lt_dec (2^(-969)) (Rabs (w * r))) as [H | H].
      * unfold fused_rest. rewrite two_product_is_exact by assumption.
        rewrite Rminus_eq_0, Rabs_R0. assert (P := bpow_gt_0 radix2 (-1074)). lra.
      * unfold fused_rest. set (x := w * r - RN (w * r)).
        assert (B := any_rounds (w * r)). fold x in B. rewrite <- Rabs_Ropp in B.
        replace (- (RN (w * r) - w * r)) with x in B by (unfold x; ring).
        assert (A := any_rounds x). rewrite <- Rabs_Ropp in A.
        replace (- (RN x - x)) with (x - RN x) in A by ring.
        assert (E : 2^(-1074) = 2 * eta).
        { unfold eta. change 2 with (2^1). now rewrite <- bpow_plus. }
        assert (E' : u * (u * 2^(-969)) <= eta).
        { rewrite <- u_is. unfold eta. rewrite <- !bpow_plus. apply bpow_le. lia. }
        assert (u * Rabs (w * r) <= u * 2^(-969)) by (apply Rmult_le_compat_l; [unfold u; lra | lra]).
        assert (P := eta_pos). assert (Pw := Rabs_pos (w * r)).
        rewrite E. unfold u in *. lra.
  - destruct (split_rest_of_flocq w r Fw Fr) as (A & B). split.
    + intros H. specialize (A (or_intror H)). lra.
    + replace (w * r - RN (w * r) - split_rest w r) with (w * r - (RN (w * r) + split_rest w r)) by ring.
      assert (P := bpow_gt_0 radix2 (-1074)). lra.
Qed.

Lemma product_rest_double : forall w r z, is_product_rest w r z -> double z.
Proof. intros w r z [-> | ->]; apply double_round. Qed.

Lemma multiply_add_double : forall a b c z, is_multiply_add a b c z -> double z.
Proof. intros a b c z [-> | ->]; apply double_round. Qed.

Lemma multiply_add_rounds : forall a b c z, double c -> is_multiply_add a b c z ->
  Rabs (z - (a * b + c)) <= u * (1 + u) * (2 * Rabs (a * b) + Rabs c) + 2 * eta.
Proof.
  intros a b c z Fc Hz. assert (P := eta_pos). assert (P1 := Rabs_pos (a * b)). assert (P2 := Rabs_pos c).
  destruct Hz as [-> | ->].
  - assert (A := any_rounds (a * b + c)). assert (T := Rabs_triang (a * b) c). unfold u in *. lra.
  - assert (A := any_rounds (a * b)). set (p := RN (a * b)) in *.
    assert (B := plus_rounds p c (double_round _) Fc).
    replace (RN (p + c) - (a * b + c)) with ((RN (p + c) - (p + c)) + (p - a * b)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _).
    assert (T : Rabs (p + c) <= Rabs (a * b) + Rabs (p - a * b) + Rabs c).
    { replace (p + c) with (a * b + ((p - a * b) + c)) by ring.
      apply Rle_trans with (1 := Rabs_triang _ _). assert (T := Rabs_triang (p - a * b) c). lra. }
    unfold u in *. lra.
Qed.

(* `product_of`, of a weight and a ratio h + t: p + l is off by less than 2^-104 of the product (and
   2^-1070, by underflow), with a fused operation or without one. *)
Definition is_product_of (w : R) (ratio product : pair) :=
  high product = RN (w * high ratio) /\
  exists rest, is_product_rest w (high ratio) rest /\ is_multiply_add w (low ratio) rest (low product).

Definition much_underflow := 2^(-1070).

Theorem product_is_within : forall w ratio product, double w -> 0 <= w ->
  is_pair ratio -> 0 < high ratio -> is_product_of w ratio product ->
  double (high product) /\ double (low product) /\
  Rabs (w * (high ratio + low ratio) - (high product + low product)) <=
    (1 - / 16) * 2^(-104) * (w * high ratio) + much_underflow.
Proof.
  intros w ratio product Fw Hw Pr Hh (Ep & rest & Hr & Hl).
  assert (Lt := low_is_small _ Pr). destruct Pr as (Fh & Ft & _).
  set (h := high ratio) in *. set (t := low ratio) in *. set (l := low product) in *.
  rewrite Ep. set (p := RN (w * h)) in *.
  destruct (product_rest_is_exact w h rest Fw Fh Hr) as (_ & X). fold p in X.
  assert (Dr := product_rest_double _ _ _ Hr).
  assert (Dl := multiply_add_double _ _ _ _ Hl).
  assert (M := multiply_add_rounds _ _ _ _ Dr Hl).
  rewrite (Rabs_pos_eq h) in Lt by lra.
  assert (Pwh : 0 <= w * h) by (apply Rmult_le_pos; lra).
  assert (Wt : Rabs (w * t) <= u * (1 + 4 * u) * (w * h)).
  { rewrite Rabs_mult, (Rabs_pos_eq w) by lra.
    replace (u * (1 + 4 * u) * (w * h)) with (w * (u * (1 + 4 * u) * h)) by ring.
    apply Rmult_le_compat_l; assumption. }
  assert (A := any_rounds (w * h)). fold p in A. rewrite (Rabs_pos_eq _ Pwh) in A.
  assert (E : 2^(-1074) = 2 * eta).
  { unfold eta. change 2 with (2^1). now rewrite <- bpow_plus. }
  assert (E' : much_underflow = 32 * eta).
  { unfold eta, much_underflow. change 32 with (2^5). now rewrite <- bpow_plus. }
  assert (Pe := eta_pos).
  split; [apply double_round | split; [assumption |]].
  assert (Z : Rabs rest <= u * (w * h) + 9 * eta).
  { replace rest with (- (p - w * h) - (w * h - p - rest)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite !Rabs_Ropp. lra. }
  replace (w * (h + t) - (p + l)) with ((w * h - p - rest) - (l - (w * t + rest))) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp.
  change (-104)%Z with (-53 + -53 + 2)%Z. rewrite !bpow_plus, u_is. change (2^2) with 4.
  set (x := w * h) in *. clearbody x. unfold u in *. lra.
Qed.

(* ---- `ratio_of` *)

Definition is_ratio_of (rest weight ratio : pair) :=
  let estimate := RN (high rest / high weight) in
  let product := RN (high weight * estimate) in
  exists lost product_low,
    is_product_rest (high weight) estimate lost /\
    is_multiply_add estimate (low weight) lost product_low /\
    let correction :=
      RN (RN (RN (high rest - product) + RN (low rest - product_low)) / high weight) in
    ratio = renormalised {| high := estimate; low := correction |}.

Lemma abs_sum3 : forall a b c, Rabs (a + b + c) <= Rabs a + Rabs b + Rabs c.
Proof.
  intros a b c. assert (H := Rabs_triang (a + b) c). assert (G := Rabs_triang a b). lra.
Qed.

Lemma near_abs : forall x y e, Rabs (x - y) <= e -> Rabs x <= Rabs y + e.
Proof.
  intros x y e H. replace x with ((x - y) + y) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.

Lemma u_powers : 2^(-104) = 4 * (u * u) /\ 2^(-99) = 128 * (u * u) /\ 2^(-100) = 64 * (u * u).
Proof.
  change (-104)%Z with (-53 + -53 + 2)%Z. change (-99)%Z with (-53 + -53 + 7)%Z.
  change (-100)%Z with (-53 + -53 + 6)%Z. rewrite !bpow_plus, !u_is.
  change (2^2) with 4. change (2^7) with 128. change (2^6) with 64. repeat split; ring.
Qed.

Section Ratio.
  Variables n w r : pair.
  Hypothesis Pn : is_pair n.
  Hypothesis Pw : is_pair w.
  Hypothesis Hn : ordinary_total_least <= high n.
  Hypothesis Hw : ordinary_least <= high w.
  Hypothesis Hr : ordinary_least <= high r.

  Lemma ratio_of_pairs : is_ratio_of n w r ->
    is_pair r /\
    Rabs ((high r + low r) * (high w + low w) - (high n + low n)) <= 33 * (u * u) * high n.
  Proof.
    unfold is_ratio_of. set (a := high n) in *. set (b := high w) in *. set (nl := low n) in *.
    set (wl := low w) in *. set (q := RN (a / b)). set (p := RN (b * q)).
    intros (lost & pl & Hl & Hpl & Er).
    set (s1 := RN (a - p)) in *. set (s2 := RN (nl - pl)) in *. set (s := RN (s1 + s2)) in *.
    set (c := RN (s / b)) in *.
    assert (Ln := low_is_small _ Pn). assert (Lw := low_is_small _ Pw). fold a nl in Ln. fold b wl in Lw.
    destruct Pn as (Fa & Fnl & _). destruct Pw as (Fb & Fwl & _). fold a in Fa. fold b in Fb.
    fold nl in Fnl. fold wl in Fwl.
    assert (P700 := bpow_gt_0 radix2 (-700)). assert (P960 := bpow_gt_0 radix2 (-960)).
    assert (Pa : 0 < a) by lra. assert (Pb : 0 < b) by lra.
    rewrite (Rabs_pos_eq a) in Ln by lra. rewrite (Rabs_pos_eq b) in Lw by lra.
    assert (Pe := eta_pos).
    assert (Ea : eta <= u * u * u * a).
    { apply Rle_trans with (u * u * u * 2^(-700)).
      - rewrite <- u_is. unfold eta. rewrite <- !bpow_plus. apply bpow_le. lia.
      - apply Rmult_le_compat_l; [unfold u; lra | assumption]. }
    set (x := a / b) in *. assert (Ex : x * b = a) by (unfold x; field; lra).
    assert (Px : 0 < x) by (unfold x; apply Rdiv_lt_0_compat; lra).
    assert (Q0 := any_rounds x). fold q in Q0. rewrite (Rabs_pos_eq x) in Q0 by lra.
    assert (Pq : 0 <= q) by (apply round_pos; lra).
    set (Q := b * q) in *. assert (PQ : 0 <= Q) by (apply Rmult_le_pos; lra).
    set (y := eta * b). assert (Py : 0 < y) by (apply Rmult_lt_0_compat; lra).
    assert (Q1 : Rabs (Q - a) <= u * a + y).
    { replace (Q - a) with (b * (q - x)) by (unfold Q; rewrite <- Ex; ring).
      rewrite Rabs_mult, (Rabs_pos_eq b) by lra.
      replace (u * a + y) with (b * (u * x + eta)) by (unfold y; rewrite <- Ex; ring).
      apply Rmult_le_compat_l; lra. }
    assert (P0 := any_rounds Q). fold p in P0. rewrite (Rabs_pos_eq Q) in P0 by lra.
    assert (Fq : double q) by apply double_round.
    destruct (product_rest_is_exact b q lost Fb Fq Hl) as (X1 & X2). fold Q p in X1, X2.
    assert (E74 : 2^(-1074) = 2 * eta).
    { unfold eta. change 2 with (2^1). now rewrite <- bpow_plus. }
    assert (Flost := product_rest_double _ _ _ Hl). assert (Fpl := multiply_add_double _ _ _ _ Hpl).
    assert (M := multiply_add_rounds _ _ _ _ Flost Hpl).
    assert (Qw : Rabs (q * wl) <= u * (1 + 4 * u) * Q).
    { rewrite Rabs_mult, (Rabs_pos_eq q) by lra.
      replace (u * (1 + 4 * u) * Q) with (q * (u * (1 + 4 * u) * b)) by (unfold Q; ring).
      apply Rmult_le_compat_l; assumption. }
    assert (S1 := minus_rounds a p Fa (double_round _)). fold s1 in S1.
    assert (S2 := minus_rounds nl pl Fnl Fpl). fold s2 in S2.
    assert (S0 := plus_rounds s1 s2 (double_round _) (double_round _)). fold s in S0.
    assert (C0 := any_rounds (s / b)). fold c in C0.
    assert (Es : Rabs (s / b) * b = Rabs s).
    { unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ b)); [field; lra |].
      apply Rlt_le, Rinv_0_lt_compat; lra. }
    assert (Zl : Rabs lost <= u * Q + 9 * eta).
    { replace lost with (- (p - Q) - (Q - p - lost)) by ring.
      apply Rle_trans with (1 := Rabs_triang _ _). rewrite !Rabs_Ropp. lra. }
    assert (Zpl : Rabs (pl - (q * wl + lost)) <= 4 * u * u * Q + 3 * eta).
    { unfold u in *. lra. }
    assert (Zpl' : Rabs pl <= 3 * u * Q + 13 * eta).
    { assert (T := near_abs _ _ _ Zpl). assert (T' := Rabs_triang (q * wl) lost).
      unfold u in *. lra. }
    assert (Zs1 : Rabs (a - p) <= u * a + y + u * Q + eta).
    { replace (a - p) with (- (Q - a) - (p - Q)) by ring.
      apply Rle_trans with (1 := Rabs_triang _ _). rewrite !Rabs_Ropp. lra. }
    assert (Zs2 : Rabs (nl - pl) <= u * (1 + 4 * u) * a + 3 * u * Q + 13 * eta).
    { apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra. }
    assert (S1' := near_abs _ _ _ S1). assert (S2' := near_abs _ _ _ S2).
    assert (S0' := near_abs _ _ _ S0). assert (T0 := Rabs_triang s1 s2).
    assert (UQ := Rabs_le_inv _ _ Q1).
    assert (Zs : Rabs s <= 8 * u * a + 2 * y).
    { unfold u in *. lra. }
    assert (C1 := near_abs _ _ _ C0).
    assert (Big : 2^(-962) <= x).
    { destruct (Rle_lt_dec (2^(-962)) x) as [L | L]; [assumption |]. exfalso.
      assert (K : Rabs (s / b) <= 8 * u * x + 2 * eta).
      { apply Rmult_le_reg_r with b; [assumption |]. rewrite Es.
        replace ((8 * u * x + 2 * eta) * b) with (8 * u * (x * b) + 2 * y) by (unfold y; ring).
        rewrite Ex. assumption. }
      assert (E1 : 2^(-960) = 4 * 2^(-962)).
      { change 4 with (2^2). now rewrite <- bpow_plus. }
      assert (E2 : eta <= / 100 * 2^(-962)).
      { apply Rle_trans with (2^(-7) * 2^(-962)).
        - rewrite <- bpow_plus. apply bpow_le. lia.
        - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. simpl. lra. }
      assert (H := Hr). rewrite Er in H. cbn [high renormalised] in H.
      assert (R9 := plus_rounds q c Fq (double_round _)).
      cbn [renormalised high low] in H.
      assert (R9' := near_abs _ _ _ R9). assert (T9 := Rabs_triang q c).
      rewrite (Rabs_pos_eq q) in T9 by lra. assert (T8 := Rabs_le_inv _ _ Q0).
      assert (T7 := RRle_abs (RN (q + c))). unfold u in *. lra. }
    assert (Yb : y <= / 64 * (u * u) * a).
    { unfold y. rewrite <- Ex. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [lra |].
      apply Rle_trans with (/ 64 * (u * u) * 2^(-962)).
      - rewrite <- u_is. change (/ 64) with (2^(-6)). unfold eta. rewrite <- !bpow_plus. apply bpow_le. lia.
      - apply Rmult_le_compat_l; [unfold u; lra | assumption]. }
    assert (LQ : 2^(-969) <= Rabs Q).
    { rewrite Rabs_pos_eq by lra. apply Rle_trans with (/ 2 * 2^(-700)).
      - change (/ 2) with (2^(-1)). rewrite <- bpow_plus. apply bpow_le. lia.
      - unfold u in *. lra. }
    specialize (X1 LQ).
    (* Everything that follows is a multiple of a. *)
    assert (D1 : Rabs (s - (s1 + s2)) <= u * Rabs (s1 + s2)) by exact S0.
    assert (Zs3 : Rabs s <= 7 * u * a) by (unfold u in *; lra).
    assert (Zlost : Rabs lost <= u * Q + eta).
    { rewrite X1. rewrite <- Rabs_Ropp. replace (- (Q - p)) with (p - Q) by ring. lra. }
    assert (D2 : Rabs (s - (a + nl - (Q + q * wl))) <= 18 * (u * u) * a).
    { replace (s - (a + nl - (Q + q * wl))) with
        ((s - (s1 + s2)) + ((s1 - (a - p)) + (s2 - (nl - pl))) + - (pl - (q * wl + lost)))
        by (rewrite X1; ring).
      apply Rle_trans with (1 := abs_sum3 _ _ _). rewrite Rabs_Ropp.
      assert (T := Rabs_triang (s1 - (a - p)) (s2 - (nl - pl))).
      unfold u in *. lra. }
    assert (Cb : Rabs (b * c - s) <= u * Rabs s + y).
    { replace (b * c - s) with (b * (c - s / b)) by (field; lra).
      rewrite Rabs_mult, (Rabs_pos_eq b) by lra.
      replace (u * Rabs s + y) with (b * (u * Rabs (s / b) + eta)) by (rewrite <- Es; unfold y; ring).
      apply Rmult_le_compat_l; lra. }
    assert (Cb' := near_abs _ _ _ Cb).
    assert (Cw : Rabs (c * wl) <= u * (1 + 4 * u) * Rabs (b * c)).
    { rewrite !Rabs_mult, (Rabs_pos_eq b) by lra.
      replace (u * (1 + 4 * u) * (b * Rabs c)) with (Rabs c * (u * (1 + 4 * u) * b)) by ring.
      apply Rmult_le_compat_l; [apply Rabs_pos | assumption]. }
    assert (OK : Rabs c <= Rabs q).
    { apply Rmult_le_reg_l with b; [assumption |].
      rewrite (Rabs_pos_eq q) by lra. rewrite Rabs_mult, (Rabs_pos_eq b) in Cb' by lra.
      fold Q. unfold u in *. lra. }
    destruct (normalised_is_pair {| high := q; low := c |} Fq (double_round _) (or_introl OK)) as (IP & Eqc).
    rewrite <- Er in IP, Eqc. cbn [high low] in Eqc.
    split; [assumption |]. rewrite Eqc.
    replace ((q + c) * (b + wl) - (a + nl)) with
      ((s - (a + nl - (Q + q * wl))) + (b * c - s) + c * wl) by (unfold Q; ring).
    apply Rle_trans with (1 := abs_sum3 _ _ _). unfold u in *. lra.
  Qed.
End Ratio.

(* The bound that `ratio_of` gives: 1.01 (rest.error / |rest.high| + weight.error / weight.high) + 2^-99, as
   it is computed. *)
Definition is_ratio_error (rest_error rest_high weight_error weight_high error : R) :=
  is_multiply_add (RN ratio_of_factor)
    (RN (RN (rest_error / Rabs rest_high) + RN (weight_error / weight_high))) quotient_error error.

Lemma eta_is_tiny : 0 < eta <= / 1000000 * (u * u * u).
Proof.
  split; [apply eta_pos |]. apply Rle_trans with (2^(-20) * (u * u * u)).
  - rewrite <- u_is. unfold eta. rewrite <- !bpow_plus. apply bpow_le. lia.
  - apply Rmult_le_compat_r; [unfold u; lra |]. simpl. lra.
Qed.

Lemma double_99 : double (2^(-99)).
Proof. apply generic_format_FLT_bpow; [reflexivity | lia]. Qed.

Lemma ratio_error_max_is : ratio_error_max = / 8 * u.
Proof.
  change (-56)%Z with (-53 + -3)%Z. rewrite bpow_plus, u_is.
  change (2^(-3)) with (/ 8). ring.
Qed.

Lemma ratio_error_covers : forall ne nh we wh e, 0 <= ne -> 0 < nh -> 0 <= we -> 0 < wh ->
  is_ratio_error ne nh we wh e ->
  let en := ne / nh in let ew := we / wh in
  0 <= en /\ 0 <= ew /\ (1 + / 128) * (en + ew) + 127 * (u * u) <= e.
Proof.
  intros ne nh we wh e Hne Hnh Hwe Hwh He en ew.
  assert (Pn : 0 <= en) by (apply Rmult_le_pos; [assumption | apply Rlt_le, Rinv_0_lt_compat, Hnh]).
  assert (Pw : 0 <= ew) by (apply Rmult_le_pos; [assumption | apply Rlt_le, Rinv_0_lt_compat, Hwh]).
  unfold is_ratio_error in He. rewrite (Rabs_pos_eq nh) in He by lra. fold en ew in He.
  assert (A := any_rounds en). assert (B := any_rounds ew).
  assert (C := plus_rounds (RN en) (RN ew) (double_round _) (double_round _)).
  assert (Qn := round_pos en Pn). assert (Qw := round_pos ew Pw).
  set (s := RN (RN en + RN ew)) in *.
  assert (Ps : 0 <= s) by (apply round_pos; lra).
  assert (K := any_rounds (101 / 100)). set (k := RN (101 / 100)) in *.
  rewrite (Rabs_pos_eq (101 / 100)) in K by lra.
  rewrite (Rabs_pos_eq en) in A by lra. rewrite (Rabs_pos_eq ew) in B by lra.
  rewrite (Rabs_pos_eq (_ + _)) in C by lra.
  assert (A' := Rabs_le_inv _ _ A). assert (B' := Rabs_le_inv _ _ B). assert (C' := Rabs_le_inv _ _ C).
  assert (K' := Rabs_le_inv _ _ K). assert (T := eta_is_tiny).
  assert (M := multiply_add_rounds k s (2^(-99)) e double_99 He).
  assert (Pk : 1 + / 101 <= k <= 1 + / 99) by (unfold u in *; lra).
  assert (Pks : (1 + / 101) * s <= k * s <= (1 + / 99) * s) by (split; apply Rmult_le_compat_r; lra).
  rewrite (Rabs_pos_eq (k * s)) in M by lra.
  destruct u_powers as (_ & U99 & _). rewrite U99 in M.
  rewrite (Rabs_pos_eq (128 * (u * u))) in M by (unfold u; lra).
  assert (M' := Rabs_le_inv _ _ M).
  repeat split; trivial. unfold u in *. lra.
Qed.

(* The quotient of the true sums, which the pairs are within their errors of (and of 64 times what
   underflow takes), is within `error` of the pair that `ratio_of` makes, relative to it; 2^-100 of that is
   not used. *)
Theorem ratio_is_within : forall rest weight ratio rest_error weight_error error exact_rest exact_weight,
  is_pair rest -> is_pair weight -> is_ratio_of rest weight ratio ->
  ordinary_total_least <= high rest -> ordinary_least <= high weight ->
  ordinary_least <= high ratio ->
  0 <= rest_error -> 0 <= weight_error ->
  is_ratio_error rest_error (high rest) weight_error (high weight) error -> error <= ratio_error_max ->
  Rabs (exact_rest - (high rest + low rest)) <= rest_error + 64 * eta ->
  Rabs (exact_weight - (high weight + low weight)) <= weight_error + 64 * eta ->
  is_pair ratio /\ 0 < exact_weight /\ 0 < high ratio + low ratio /\
  Rabs (exact_rest / exact_weight - (high ratio + low ratio)) <=
    (error - 2^(-100)) * (high ratio + low ratio).
Proof.
  intros n w r ne we e N W Pn Pw Ir Hn Hw Hr Hne Hwe He Hmax HN HW.
  destruct (ratio_of_pairs n w r Pn Pw Hn Hw Hr Ir) as (Pr & D).
  assert (P700 := bpow_gt_0 radix2 (-700)). assert (P960 := bpow_gt_0 radix2 (-960)).
  assert (Ln := low_is_small _ Pn). assert (Lw := low_is_small _ Pw). assert (Lr := low_is_small _ Pr).
  rewrite Rabs_pos_eq with (x := high n) in Ln by lra.
  rewrite Rabs_pos_eq with (x := high w) in Lw by lra.
  rewrite Rabs_pos_eq with (x := high r) in Lr by lra.
  assert (Ln' := Rabs_le_inv _ _ Ln). assert (Lw' := Rabs_le_inv _ _ Lw). assert (Lr' := Rabs_le_inv _ _ Lr).
  destruct (ratio_error_covers ne (high n) we (high w) e Hne ltac:(lra) Hwe ltac:(lra) He) as (Pen & Pew & E).
  set (en := ne / high n) in *. set (ew := we / high w) in *.
  assert (Ene : ne = en * high n) by (unfold en; field; lra).
  assert (Ewe : we = ew * high w) by (unfold ew; field; lra).
  destruct u_powers as (_ & _ & U100). rewrite U100. rewrite ratio_error_max_is in Hmax.
  set (nh := high n) in *. set (wh := high w) in *. set (T := high r + low r) in *.
  assert (PT : 0 < T) by (unfold T, u in *; lra).
  set (Wx := wh + low w) in *. set (Nx := nh + low n) in *.
  assert (EW : 64 * eta <= u * u * wh).
  { apply Rle_trans with (u * u * 2^(-960)).
    - rewrite <- u_is. change 64 with (2^6). unfold eta. rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat_l; [unfold u; lra | assumption]. }
  assert (EN : 64 * eta <= u * u * nh).
  { apply Rle_trans with (u * u * 2^(-700)).
    - rewrite <- u_is. change 64 with (2^6). unfold eta. rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat_l; [unfold u; lra | assumption]. }
  assert (Bx : wh <= (1 + 2 * u) * Wx) by (unfold Wx, u in *; lra).
  assert (PW : 0 < Wx) by (unfold Wx, u in *; lra).
  set (Z := T * Wx) in *.
  assert (PZ : 0 < Z) by (apply Rmult_lt_0_compat; lra).
  assert (BN : nh <= (1 + 4 * u) * Z).
  { assert (Q := Rabs_le_inv _ _ D). unfold Nx, u in *. lra. }
  (* T |Wx - W| and ne, as multiples of Z *)
  set (g := (ew + u * u) * (1 + 2 * u)).
  assert (Pg : 0 <= g) by (unfold g, u in *; nra).
  assert (BW : Rabs (T * (Wx - W)) <= g * Z).
  { rewrite Rabs_mult, (Rabs_pos_eq T), Rabs_minus_sym by lra.
    unfold Z. replace (g * (T * Wx)) with (T * ((ew + u * u) * ((1 + 2 * u) * Wx))) by (unfold g; ring).
    apply Rmult_le_compat_l; [lra |]. apply Rle_trans with (1 := HW).
    apply Rle_trans with ((ew + u * u) * wh); [rewrite Ewe; lra |].
    apply Rmult_le_compat_l; [unfold u; lra | assumption]. }
  assert (BNe : ne + 64 * eta + 33 * (u * u) * nh <= (en + 34 * (u * u)) * (1 + 4 * u) * Z).
  { rewrite Ene, !Rmult_assoc. apply Rle_trans with ((en + 34 * (u * u)) * nh); [lra |].
    apply Rmult_le_compat_l; [unfold u; lra | assumption]. }
  assert (TW : (1 - u) * Z <= T * W).
  { replace (T * W) with (Z - T * (Wx - W)) by (unfold Z; ring).
    assert (Q := Rabs_le_inv _ _ BW).
    assert (g * Z <= u * Z) by (apply Rmult_le_compat_r; [lra | unfold g, u in *; lra]).
    lra. }
  assert (PTW : 0 < T * W) by (unfold u in *; lra).
  assert (PW' : 0 < W) by (apply Rmult_lt_reg_l with T; lra).
  split; [assumption | split; [assumption | split; [assumption |]]].
  replace (N / W - T) with ((N - T * W) / W) by (field; lra).
  unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ W)) by (apply Rlt_le, Rinv_0_lt_compat; assumption).
  apply Rmult_le_reg_r with W; [assumption |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  replace (N - T * W) with ((N - Nx) + - (Z - Nx) + T * (Wx - W)) by (unfold Z; ring).
  apply Rle_trans with (1 := abs_sum3 _ _ _). rewrite Rabs_Ropp.
  apply Rle_trans with (((en + 34 * (u * u)) * (1 + 4 * u) + g) * Z); [lra |].
  apply Rle_trans with ((e - 64 * (u * u)) * ((1 - u) * Z)).
  - replace ((e - 64 * (u * u)) * ((1 - u) * Z)) with ((e - 64 * (u * u)) * (1 - u) * Z) by ring.
    apply Rmult_le_compat_r; [lra |].
    assert (e * u <= / 8 * u * u) by (apply Rmult_le_compat_r; unfold u in *; lra).
    unfold g, u in *. lra.
  - replace ((e - 64 * (u * u)) * T * W) with ((e - 64 * (u * u)) * (T * W)) by ring.
    apply Rmult_le_compat_l; [unfold u in *; lra | assumption].
Qed.

(* ---- Rounding: `rounded` and `share_of` *)

(* The ratio's error, and what its product with a weight adds, as it is computed. *)
Definition tolerance (error : R) := RN (error + product_error).

Lemma tolerance_is : forall e, double e -> 0 <= e ->
  (1 - u) * (e + 128 * (u * u)) <= tolerance e <= (1 + u) * (e + 128 * (u * u)).
Proof.
  intros e Fe He. unfold tolerance.
  assert (A := plus_rounds e (2^(-99)) Fe double_99).
  destruct u_powers as (_ & -> & _).
  destruct u_powers as (_ & E & _). rewrite E in A.
  rewrite (Rabs_pos_eq (e + _)) in A by (unfold u; lra).
  assert (A' := Rabs_le_inv _ _ A). lra.
Qed.

(* `rounded`: where the two sums are the same double, this is nearest to every number that
   is within the error of the pair. *)
Theorem ratio_is_nearest : forall ratio error exact, is_pair ratio -> ordinary_least <= high ratio ->
  double error -> 0 <= error <= ratio_error_max ->
  Rabs (exact - (high ratio + low ratio)) <= error * (high ratio + low ratio) ->
  let off := RN (high ratio * tolerance error) in
  RN (high ratio + RN (low ratio + off)) = RN (high ratio + RN (low ratio - off)) ->
  RN exact = RN (high ratio + RN (low ratio + off)).
Proof.
  intros r e x Pr Hr Fe He Hx off E.
  assert (P960 := bpow_gt_0 radix2 (-960)).
  assert (L := low_is_small _ Pr). rewrite (Rabs_pos_eq (high r)) in L by lra.
  destruct Pr as (Fh & Fl & _). rewrite ratio_error_max_is in He.
  destruct (tolerance_is e Fe (proj1 He)) as (T1 & T2).
  set (h := high r) in *. set (l := low r) in *. set (f := tolerance e) in *.
  assert (Pf : 0 <= f) by (unfold u in *; lra).
  assert (Ff : (1 - u) * (e * h + 128 * (u * u) * h) <= h * f <= (1 + u) * (e * h + 128 * (u * u) * h)).
  { replace (e * h + 128 * (u * u) * h) with ((e + 128 * (u * u)) * h) by ring. rewrite <- !Rmult_assoc.
    rewrite (Rmult_comm h f). split; apply Rmult_le_compat_r; lra. }
  assert (EX : 0 <= e * h <= / 8 * u * h).
  { split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]. }
  assert (Et : eta <= u * u * h).
  { apply Rle_trans with (u * u * 2^(-960)).
    - rewrite <- u_is. unfold eta. rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat_l; [unfold u; lra | assumption]. }
  assert (A := any_rounds (h * f)). fold off in A.
  rewrite (Rabs_pos_eq (h * f)) in A by (apply Rmult_le_pos; lra).
  assert (Fo : double off) by apply double_round.
  assert (B := plus_rounds l off Fl Fo). assert (C := minus_rounds l off Fl Fo).
  assert (A' := Rabs_le_inv _ _ A). assert (L' := Rabs_le_inv _ _ L).
  assert (Po : 0 <= off) by (apply round_pos; apply Rmult_le_pos; lra).
  assert (TB := Rabs_triang l off).
  assert (TC : Rabs (l - off) <= Rabs l + Rabs off).
  { unfold Rminus. apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra. }
  rewrite (Rabs_pos_eq off) in TB, TC by lra.
  assert (B' : Rabs (RN (l + off) - (l + off)) <= u * (Rabs l + off)) by (unfold u in *; lra).
  assert (C' : Rabs (RN (l - off) - (l - off)) <= u * (Rabs l + off)) by (unfold u in *; lra).
  assert (B'' := Rabs_le_inv _ _ B'). assert (C'' := Rabs_le_inv _ _ C').
  assert (EL : Rabs (e * l) <= u * u * h).
  { rewrite Rabs_mult, (Rabs_pos_eq e) by lra.
    apply Rle_trans with (/ 8 * u * (u * (1 + 4 * u) * h)).
    - apply Rmult_le_compat; try lra. apply Rabs_pos.
    - unfold u in *. lra. }
  assert (EL' := Rabs_le_inv _ _ EL).
  rewrite Rmult_plus_distr_l in Hx. assert (X := Rabs_le_inv _ _ Hx).
  replace x with (h + (x - h)) by ring.
  rewrite E. apply rounding_test with (RN (l + off)); [| now symmetry].
  unfold u in *. lra.
Qed.

(* `share_of`: a share that it does not doubt is the double nearest to the exact share, clamped. *)
Theorem share_is_nearest : forall w least most ratio product error error_max exact,
  double w -> 0 <= w -> double least -> double most -> least <= most ->
  is_pair ratio -> 0 < high ratio -> is_product_of w ratio product ->
  double error -> 0 <= error <= ratio_error_max ->
  Rabs (exact - (high ratio + low ratio)) <= error * (high ratio + low ratio) ->
  is_multiply_add (high product) (tolerance error) share_of_underflow error_max ->
  let above := RN (high product + RN (low product + error_max)) in
  let below := RN (high product + RN (low product - error_max)) in
  clamp above least most = clamp below least most ->
  clamp above least most = RN (clamp (w * exact) least most).
Proof.
  intros w lo hi r p e m x Fw Hw Flo Fhi Hlh Pr Hr Hp Fe He Hx Hm above below E.
  destruct (product_is_within w r p Fw Hw Pr Hr Hp) as (Fp & Fl & D).
  assert (Lr := low_is_small _ Pr). rewrite (Rabs_pos_eq (high r)) in Lr by lra.
  assert (Ep : high p = RN (w * high r)) by apply Hp.
  destruct (tolerance_is e Fe (proj1 He)) as (T1 & T2).
  rewrite ratio_error_max_is in He.
  set (h := high r) in *. set (t := low r) in *. set (ph := high p) in *. set (pl := low p) in *.
  set (f := tolerance e) in *. set (v := w * h) in *.
  assert (Pv : 0 <= v) by (apply Rmult_le_pos; lra).
  assert (Pe := eta_pos).
  assert (Pp : 0 <= ph) by (rewrite Ep; now apply round_pos).
  assert (F950 : double (2^(-950))) by (apply generic_format_FLT_bpow; [reflexivity | lia]).
  assert (M := multiply_add_rounds ph f (2^(-950)) m F950 Hm).
  assert (E50 : 1000 * eta <= u * 2^(-950)).
  { apply Rle_trans with (2^10 * eta).
    - apply Rmult_le_compat_r; [lra |]. simpl. lra.
    - rewrite <- u_is. unfold eta. rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (E70 : much_underflow = 32 * eta).
  { unfold eta, much_underflow. change 32 with (2^5). now rewrite <- bpow_plus. }
  rewrite E70 in D. destruct u_powers as (U104 & _). rewrite U104 in D.
  set (big := 2^(-950)) in *. assert (Pbig : 0 < big) by apply bpow_gt_0.
  assert (A := any_rounds v). rewrite <- Ep in A. rewrite (Rabs_pos_eq v Pv) in A.
  assert (A' := Rabs_le_inv _ _ A).
  assert (Pf : 0 <= f <= u) by (unfold u in *; lra).
  assert (X0 : 0 <= v * e <= / 8 * u * v).
  { split; [apply Rmult_le_pos; lra |]. rewrite (Rmult_comm v e). apply Rmult_le_compat_r; lra. }
  assert (Vf : (1 - u) * (v * e + 128 * (u * u) * v) <= v * f).
  { replace ((1 - u) * (v * e + 128 * (u * u) * v)) with (v * ((1 - u) * (e + 128 * (u * u)))) by ring.
    apply Rmult_le_compat_l; lra. }
  assert (Vf' : v * f <= (1 + u) * (v * e + 128 * (u * u) * v)).
  { replace ((1 + u) * (v * e + 128 * (u * u) * v)) with (v * ((1 + u) * (e + 128 * (u * u)))) by ring.
    apply Rmult_le_compat_l; lra. }
  assert (Pf0 : Rabs (ph * f - v * f) <= u * (v * f) + eta).
  { replace (ph * f - v * f) with ((ph - v) * f) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq f) by lra.
    apply Rle_trans with ((u * v + eta) * f); [apply Rmult_le_compat_r; lra |].
    replace ((u * v + eta) * f) with (u * (v * f) + eta * f) by ring.
    assert (eta * f <= eta * 1) by (apply Rmult_le_compat_l; unfold u in *; lra). lra. }
  assert (Pf' := Rabs_le_inv _ _ Pf0).
  rewrite (Rabs_pos_eq (ph * f)), (Rabs_pos_eq big) in M by (try apply Rmult_le_pos; lra).
  assert (M' := Rabs_le_inv _ _ M).
  (* the exact product *)
  assert (W1 : Rabs (w * x - w * (h + t)) <= (1 + 2 * u) * (v * e)).
  { replace (w * x - w * (h + t)) with (w * (x - (h + t))) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq w) by lra.
    apply Rle_trans with (w * (e * (h + t))); [now apply Rmult_le_compat_l |].
    replace ((1 + 2 * u) * (v * e)) with (w * (e * ((1 + 2 * u) * h))) by (unfold v; ring).
    apply Rmult_le_compat_l; [assumption |]. apply Rmult_le_compat_l; [lra |].
    assert (Q := Rabs_le_inv _ _ Lr). unfold u in *. lra. }
  assert (Off : Rabs (w * x - (ph + pl)) <= (1 + 2 * u) * (v * e) + 4 * (u * u) * v + 32 * eta).
  { replace (w * x - (ph + pl)) with ((w * x - w * (h + t)) + (w * (h + t) - (ph + pl))) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). unfold u in *. lra. }
  assert (Hpl : Rabs pl <= 3 * u * v + 33 * eta).
  { assert (Wt : Rabs (w * t) <= u * (1 + 4 * u) * v).
    { rewrite Rabs_mult, (Rabs_pos_eq w) by lra.
      replace (u * (1 + 4 * u) * v) with (w * (u * (1 + 4 * u) * h)) by (unfold v; ring).
      now apply Rmult_le_compat_l. }
    replace pl with (- (w * (h + t) - (ph + pl)) + (v - ph + w * t)) by (unfold v; ring).
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp.
    assert (T := Rabs_triang (v - ph) (w * t)). rewrite (Rabs_minus_sym v ph) in T.
    unfold u in *. lra. }
  assert (Fm : double m) by (eapply multiply_add_double; eassumption).
  assert (Pm : 0 <= m) by (unfold u in *; lra).
  assert (B := plus_rounds pl m Fl Fm). assert (C := minus_rounds pl m Fl Fm).
  assert (TB := Rabs_triang pl m).
  assert (TC : Rabs (pl - m) <= Rabs pl + Rabs m).
  { unfold Rminus. apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra. }
  rewrite (Rabs_pos_eq m) in TB, TC by lra.
  assert (B' : Rabs (RN (pl + m) - (pl + m)) <= u * (Rabs pl + m)) by (unfold u in *; lra).
  assert (C' : Rabs (RN (pl - m) - (pl - m)) <= u * (Rabs pl + m)) by (unfold u in *; lra).
  assert (B'' := Rabs_le_inv _ _ B'). assert (C'' := Rabs_le_inv _ _ C').
  assert (Off' := Rabs_le_inv _ _ Off).
  assert (Low : below <= RN (w * x)).
  { apply rounding_keeps_order. unfold u in *. lra. }
  assert (Up : RN (w * x) <= above).
  { apply rounding_keeps_order. unfold u in *. lra. }
  rewrite clamping_may_follow_rounding by assumption.
  apply Rle_antisym; [rewrite E |]; now apply clamp_keeps_order.
Qed.
