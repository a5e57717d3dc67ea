(* What the correctly rounded solver rests on: facts about doubles, for the C++ of
   reference/exact_search.cpp and reference/rounding.cpp, which docs/numerics.md explains.

   A double is a real of binary64 (53 bits, the least unit 2^-1074); RN is rounding to nearest, ties
   to even. Overflow is not modelled: the code asks for product <= 2^1000, and its scaled operands lie
   near 1. So this covers the C++ as it is compiled: no -ffast-math, no fma but those that are written,
   in the rounding mode that a program starts with. The bound of the quotient is in quotient.g.

   Flocq builds on the axioms of Coq's reals; axioms.txt lists those that may be used, check.sh holds
   the list against what every theorem here uses. *)
From Coq Require Import Reals ZArith Lra Lia List.
From Flocq Require Import Core Relative Sterbenz Mult_error Pff2Flocq.
Require Import Constants.
Import ListNotations.
Open Scope R_scope.

Notation fexp := (FLT_exp (-1074) 53).
Notation double := (generic_format radix2 fexp).
Notation RN := (round radix2 fexp ZnearestE).

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

Lemma ties_are_symmetric : forall z,
  negb (Z.even z) = negb (negb (Z.even (- (z + 1)))).
Proof.
  intros z. rewrite Z.even_opp, Z.add_1_r, Z.even_succ, Bool.negb_involutive.
  apply Z.negb_even.
Qed.

(* `leading_bits` and `divide` end with  sum = x + y; rest = y - (sum - x):  where |y| <= |x|, sum + rest
   is x + y without error. (Instance of a theorem of Flocq for binary64.) *)
Theorem fast_two_sum_is_exact : forall x y, double x -> double y -> Rabs y <= Rabs x ->
  RN (x + y) + RN (y - RN (RN (x + y) - x)) = x + y.
Proof.
  intros x y Hx Hy H.
  replace (RN (x + y) - x) with (- (x - RN (x + y))) by ring.
  rewrite round_NE_opp.
  replace (y - - RN (x - RN (x + y))) with (y + RN (x - RN (x + y))) by ring.
  apply Fast2Sum_correct; try assumption; try lia. exact ties_are_symmetric.
Qed.

(* fma(x, y, -(x * y)), in `divide` and in `find_product`, is the error of the product without error,
   unless the product is near the subnormals: then 2^-969 <= |x y| fails. *)
Theorem two_product_is_exact : forall x y, double x -> double y ->
  bpow radix2 (-969) <= Rabs (x * y) ->
  RN (x * y - RN (x * y)) = x * y - RN (x * y).
Proof.
  intros x y Hx Hy H.
  replace (x * y - RN (x * y)) with (- (RN (x * y) - x * y)) by ring.
  apply round_generic; [apply valid_rnd_N |].
  apply generic_format_opp, mult_error_FLT; auto with typeclass_instances.
Qed.

Lemma rounding_is_relative : forall x, bpow radix2 (-1022) <= Rabs x ->
  Rabs (RN x - x) <= bpow radix2 (-53) * Rabs x.
Proof.
  intros x H. generalize (relative_error_N_FLT radix2 (-1074) 53 eq_refl (fun n => negb (Z.even n)) x H).
  replace (/ 2 * bpow radix2 (- (53) + 1)) with (bpow radix2 (-53)); [trivial |].
  change (- (53) + 1)%Z with (1 + -53)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra.
Qed.
(* Rounding keeps order. *)
Theorem rounding_keeps_order : forall x y, x <= y -> RN x <= RN y.
Proof. intros x y H. apply round_le; auto with typeclass_instances. Qed.

(* `precedes` of reference/exact_search.cpp: breakpoints whose quotients round to different doubles are in the
   order of these; only equal ones need an exact comparison. *)
Theorem rounded_quotients_keep_order : forall x y, RN x < RN y -> x < y.
Proof.
  intros x y H. destruct (Rlt_le_dec x y) as [|H']; [assumption |].
  apply rounding_keeps_order in H'. lra.
Qed.

Definition clamp (x l u : R) := Rmin (Rmax x l) u.

Lemma clamp_keeps_order : forall x y l u, x <= y -> clamp x l u <= clamp y l u.
Proof.
  intros x y l u H. unfold clamp. apply Rle_min_compat_r, Rle_max_compat_r, H.
Qed.

(* `clamped_product`: a share may be rounded first and clamped then, since its bounds are doubles. *)
Theorem clamping_may_follow_rounding : forall x l u, double l -> double u -> l <= u ->
  RN (clamp x l u) = clamp (RN x) l u.
Proof.
  intros x l u Hl Hu H.
  assert (El : RN l = l) by (apply round_generic; [apply valid_rnd_N | assumption]).
  assert (Eu : RN u = u) by (apply round_generic; [apply valid_rnd_N | assumption]).
  unfold clamp. destruct (Rle_lt_dec x l) as [Hx | Hx].
  - assert (RN x <= l) by (rewrite <- El; now apply rounding_keeps_order).
    rewrite (Rmax_right x l), (Rmax_right (RN x) l), Rmin_left; auto.
  - assert (l <= RN x) by (rewrite <- El; apply rounding_keeps_order; lra).
    rewrite (Rmax_left x l), (Rmax_left (RN x) l) by lra.
    destruct (Rle_lt_dec x u) as [Hy | Hy].
    + assert (RN x <= u) by (rewrite <- Eu; now apply rounding_keeps_order).
      now rewrite !Rmin_left.
    + assert (u <= RN x) by (rewrite <- Eu; apply rounding_keeps_order; lra).
      now rewrite !Rmin_right by lra.
Qed.

Lemma rounding_of_a_normal_product : forall x y, 0 < x -> 0 < y -> bpow radix2 (-1022) <= x * y ->
  (1 - bpow radix2 (-53)) * (x * y) <= RN (x * y) <= (1 + bpow radix2 (-53)) * (x * y).
Proof.
  intros x y Hx Hy H. assert (0 < x * y) by now apply Rmult_lt_0_compat.
  generalize (rounding_is_relative (x * y)). rewrite (Rabs_pos_eq (x * y)) by lra.
  intros E. apply Rabs_le_inv in E; lra.
Qed.

Lemma unit_is_small : 0 < bpow radix2 (-53) < / 1000.
Proof. split; [apply bpow_gt_0 | simpl; lra]. Qed.

Lemma normal_of_half : forall x, / 4 <= x -> bpow radix2 (-1022) <= x.
Proof.
  intros x H. apply Rle_trans with (2 := H). change (/ 4) with (bpow radix2 (-2)).
  apply bpow_le. lia.
Qed.

(* `divide`: n.high - product rounds nothing, because product = RN(RN(n / d) * d) is near n (Sterbenz). *)
Theorem numerator_less_product_is_exact : forall n d, double n -> 1 <= n <= 2 -> 1 <= d <= 2 ->
  let product := RN (RN (n / d) * d) in RN (n - product) = n - product.
Proof.
  intros n d Fn Hn Hd product.
  destruct unit_is_small as [U0 U1]. set (U := bpow radix2 (-53)) in *.
  assert (Hi : / 2 <= / d <= 1).
  { split; [| rewrite <- Rinv_1]; apply Rinv_le; lra. }
  assert (E : (1 - U) * (n / d) <= RN (n / d) <= (1 + U) * (n / d)).
  { apply rounding_of_a_normal_product; try lra. apply normal_of_half.
    apply Rle_trans with (1 * / 2); [lra | apply Rmult_le_compat; lra]. }
  assert (D : n / d * d = n) by (field; lra).
  set (q := RN (n / d)) in *.
  assert (P : (1 - U) * n <= q * d <= (1 + U) * n).
  { rewrite <- D, <- !Rmult_assoc. split; apply Rmult_le_compat_r; lra. }
  assert (Q : 0 < q). { apply Rmult_lt_reg_r with d; [lra |]. rewrite Rmult_0_l. nra. }
  assert (F : (1 - U) * (q * d) <= product <= (1 + U) * (q * d)).
  { apply rounding_of_a_normal_product; try lra. apply normal_of_half. nra. }
  apply round_generic; [apply valid_rnd_N |].
  apply sterbenz; auto with typeclass_instances.
  - apply generic_format_round; auto with typeclass_instances.
  - split; nra.
Qed.

(* `find_product` accepts where p + low and p + high round to the same double: then so does all that lies
   between them. *)
Theorem rounding_test : forall p low high x, low <= x <= high ->
  RN (p + low) = RN (p + high) -> RN (p + x) = RN (p + low).
Proof.
  intros p low high x [H1 H2] E. apply Rle_antisym.
  - rewrite E. apply rounding_keeps_order. lra.
  - apply rounding_keeps_order. lra.
Qed.

Lemma unit_of_the_library : u_ro radix2 53 = bpow radix2 (-53).
Proof.
  unfold u_ro. change (- (53) + 1)%Z with (1 + -53)%Z. rewrite bpow_plus.
  change (bpow radix2 1) with 2. lra.
Qed.

Lemma rounding_of_any : forall x m, bpow radix2 (-900) <= m ->
  Rabs (RN x - x) <= bpow radix2 (-53) * Rabs x + bpow radix2 (-106) * m.
Proof.
  intros x m H.
  destruct (relative_error_N_FLT'_ex radix2 (-1074) 53 eq_refl (fun n => negb (Z.even n)) x)
    as (eps & eta & He & Ht & _ & E).
  rewrite E. replace (x * (1 + eps) + eta - x) with (eps * x + eta) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_mult.
  apply Rplus_le_compat.
  - apply Rmult_le_compat_r; [apply Rabs_pos |]. apply Rle_trans with (1 := He).
    rewrite <- unit_of_the_library. apply u_rod1pu_ro_le_u_ro.
  - apply Rle_trans with (1 := Ht).
    apply Rle_trans with (bpow radix2 (-106) * bpow radix2 (-900)).
    + rewrite <- bpow_plus. change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus.
      apply bpow_le. lia.
    + apply Rmult_le_compat_l; [apply bpow_ge_0 | assumption].
Qed.

(* `find_product` as it stands: w is scaled_factor, h + t the quotient, x the exact product, p the rounded
   one. Where h + t is the quotient up to a relative 2^-101 (quotient.g) and the two sums are equal, this
   sum is the double nearest to x. *)
Theorem filter_of_a_product_is_right : forall w h t x, double w -> double h ->
  0 < w -> 0 < h -> Rabs t <= bpow radix2 (-53) * h ->
  let p := RN (w * h) in
  filter_least <= p ->
  Rabs (x - w * (h + t)) <= bpow radix2 (-101) * Rabs (w * (h + t)) ->
  let rest := RN (w * t + RN (w * h - p)) in
  let most := RN (p * filter_error) in
  RN (p + RN (rest - most)) = RN (p + RN (rest + most)) ->
  RN x = RN (p + RN (rest - most)).
Proof.
  intros w h t x Fw Fh Hw Hh Ht p Hp Hx rest most E.
  assert (Hwh : 0 < w * h) by now apply Rmult_lt_0_compat.
  assert (Normal : bpow radix2 (-901) <= w * h).
  { destruct (Rle_lt_dec (bpow radix2 (-901)) (w * h)) as [|L]; [assumption | exfalso].
    assert (p <= bpow radix2 (-901)).
    { rewrite <- (round_generic radix2 fexp ZnearestE (bpow radix2 (-901))).
      - unfold p. apply rounding_keeps_order. lra.
      - apply generic_format_bpow. unfold FLT_exp. lia. }
    assert (bpow radix2 (-901) < bpow radix2 (-900)) by (apply bpow_lt; lia). lra. }
  assert (P : (1 - bpow radix2 (-53)) * (w * h) <= p <= (1 + bpow radix2 (-53)) * (w * h)).
  { apply rounding_of_a_normal_product; try assumption.
    apply Rle_trans with (2 := Normal). apply bpow_le. lia. }
  assert (I : RN (w * h - p) = w * h - p).
  { apply two_product_is_exact; try assumption. rewrite Rabs_pos_eq by lra.
    apply Rle_trans with (2 := Normal). apply bpow_le. lia. }
  assert (Wt : Rabs (w * t) <= bpow radix2 (-53) * (w * h)).
  { rewrite Rabs_mult, (Rabs_pos_eq w) by lra.
    replace (bpow radix2 (-53) * (w * h)) with (w * (bpow radix2 (-53) * h)) by ring.
    apply Rmult_le_compat_l; lra. }
  assert (R0 := rounding_of_any (w * t + RN (w * h - p)) p Hp). fold rest in R0.
  rewrite I in R0.
  assert (M := rounding_of_any (p * bpow radix2 (-98)) p Hp). fold most in M.
  assert (A := rounding_of_any (rest - most) p Hp).
  assert (B := rounding_of_any (rest + most) p Hp).
  replace (w * (h + t)) with (w * h + w * t) in Hx by ring.
  set (low := RN (rest - most)) in *. set (high := RN (rest + most)) in *.
  set (wh := w * h) in *. set (wt := w * t) in *.
  clearbody wh wt rest most low high p.
  replace x with (p + (x - p)) by ring.
  apply rounding_test with high; [| assumption].
  (* From here on it is linear: all bounds are multiples of wh and p. *)
  assert (U : bpow radix2 (-53) = / 9007199254740992) by reflexivity.
  assert (U98 : bpow radix2 (-98) = / 9007199254740992 * / 35184372088832)
    by (rewrite <- U; change (/ 35184372088832) with (bpow radix2 (-45));
        now rewrite <- bpow_plus).
  assert (U101 : bpow radix2 (-101) = / 9007199254740992 * / 281474976710656)
    by (rewrite <- U; change (/ 281474976710656) with (bpow radix2 (-48));
        now rewrite <- bpow_plus).
  assert (U106 : bpow radix2 (-106) = / 9007199254740992 * / 9007199254740992)
    by (rewrite <- U; now rewrite <- bpow_plus).
  rewrite U, ?U98, ?U101, ?U106 in *.
  assert (Wt' := Rabs_le_inv _ _ Wt).
  assert (Z : Rabs (wt + (wh - p)) <= 2 * (/ 9007199254740992 * wh)) by (apply Rabs_le; lra).
  assert (S : Rabs (wh + wt) <= 2 * wh) by (apply Rabs_le; lra).
  assert (Rest := Rabs_le_inv _ _ R0).
  rewrite (Rabs_pos_eq (p * (/ 9007199254740992 * / 35184372088832))) in M by lra.
  assert (Most := Rabs_le_inv _ _ M).
  assert (D : Rabs (rest - most) <= 3 * (/ 9007199254740992 * wh)) by (apply Rabs_le; lra).
  assert (D' : Rabs (rest + most) <= 3 * (/ 9007199254740992 * wh)) by (apply Rabs_le; lra).
  assert (Low := Rabs_le_inv _ _ A). assert (High := Rabs_le_inv _ _ B).
  assert (S' : Rabs (wh + wt) <= (1 + / 9007199254740992) * wh) by (apply Rabs_le; lra).
  assert (X := Rabs_le_inv _ _ Hx).
  clear - P Wt' Z S' Rest Most D D' Low High X Hwh. lra.
Qed.

Record claimant := { weight : R; min_share : R; max_share : R }.

Definition rounded_share (ratio : R) (c : claimant) :=
  clamp (RN (weight c * ratio)) (min_share c) (max_share c).

Definition rounded_sum (ratio : R) (claimants : list claimant) :=
  fold_left (fun sum c => RN (sum + rounded_share ratio c)) claimants 0.

(* A sum of rounded and clamped products, added up from left to right, never falls as R grows, for any
   number of claimants: so a bisection in doubles, as schedulers do it, finds one place only. *)
Theorem rounded_sum_is_monotone : forall claimants ratio ratio',
  (forall c, In c claimants -> 0 <= weight c) -> ratio <= ratio' ->
  rounded_sum ratio claimants <= rounded_sum ratio' claimants.
Proof.
  intros claimants ratio ratio' Hw H. unfold rounded_sum.
  assert (G : forall sum sum', sum <= sum' ->
    fold_left (fun s c => RN (s + rounded_share ratio c)) claimants sum <=
    fold_left (fun s c => RN (s + rounded_share ratio' c)) claimants sum');
    [| apply G, Rle_refl].
  induction claimants as [| c rest IH]; simpl; intros sum sum' Hs; [assumption |].
  apply IH; [intros d Hd; apply Hw; now right |].
  apply rounding_keeps_order, Rplus_le_compat; [assumption |].
  apply clamp_keeps_order, rounding_keeps_order, Rmult_le_compat_l; [| assumption].
  apply Hw. now left.
Qed.
