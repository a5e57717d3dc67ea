(* Two quotients of the Divider, in words of 64 bits and products of 128: facts for `ratio_key` of
   reference/divider/breakpoint_tree.cpp and `find_rounded_quotient` of reference/divider/grid.cpp.
   What a word
   cuts off is cut off here too. RN and double: see Rounding.v. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Words.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

(* ---- `ratio_key` *)

(* A finite double above 0 as `to_binary` gives it: significand * 2^exponent. *)
Definition is_binary (s e : Z) := (0 < s < 2 ^ 53 /\ -1074 <= e <= 971)%Z.

(* `normalised`: shifted by what is missing to 53 bits. *)
Definition shift_of (s : Z) : Z := (64 - bit_width s - 11)%Z.
Definition normalised_significand (s : Z) : Z := as_word (s * 2 ^ shift_of s).
Definition normalised_exponent (s e : Z) : Z := (e - shift_of s)%Z.

Lemma normalised_is : forall s e, is_binary s e ->
  (2 ^ 52 <= normalised_significand s < 2 ^ 53)%Z /\ (-1126 <= normalised_exponent s e <= 971)%Z /\
  IZR s * 2^e = IZR (normalised_significand s) * 2^(normalised_exponent s e).
Proof.
  intros s e ((H1 & H2) & He). unfold normalised_significand, normalised_exponent, shift_of, bit_width.
  destruct (Z.eqb_spec s 0) as [E | _]; [lia |].
  assert (L := Z.log2_spec s H1). assert (P := Z.log2_nonneg s).
  assert (U : (Z.log2 s < 53)%Z) by (apply Z.log2_lt_pow2; lia).
  set (l := Z.log2 s) in *. rewrite Z.pow_succ_r in L by assumption.
  replace (64 - (l + 1) - 11)%Z with (52 - l)%Z by ring.
  assert (Q : (0 < 2 ^ (52 - l))%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (S : (2 ^ l * 2 ^ (52 - l) = 2 ^ 52)%Z) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (B : (2 ^ 52 <= s * 2 ^ (52 - l) < 2 ^ 53)%Z).
  { change (2 ^ 53)%Z with (2 * 2 ^ 52)%Z. nia. }
  assert (W : as_word (s * 2 ^ (52 - l)) = (s * 2 ^ (52 - l))%Z).
  { apply Z.mod_small. unfold base. lia. }
  rewrite W. split; [assumption | split; [lia |]].
  rewrite mult_IZR, (IZR_Zpower radix2) by lia. rewrite Rmult_assoc, <- bpow_plus. do 2 f_equal. lia.
Qed.

Record key := { key_high : Z; key_low : Z }.

Definition ratio_key (bound bound_exponent weight weight_exponent : Z) : key :=
  let below := normalised_significand weight in
  let is_less := (normalised_significand bound <? below)%Z in
  let above := as_word (normalised_significand bound * (if is_less then 2 else 1)) in
  let above_exponent := (normalised_exponent bound bound_exponent - (if is_less then 1 else 0))%Z in
  let first := as_double_word (above * 2 ^ ratio_key_digit) in
  let first_digit := as_word (first / below) in
  let rest := as_word (as_double_word (first - as_double_word (first_digit * below))) in
  let second := as_double_word (rest * 2 ^ ratio_key_digit) in
  let second_digit := as_word (second / below) in
  let exponent := (above_exponent - normalised_exponent weight weight_exponent + ratio_key_bias)%Z in
  let fraction := as_word (first_digit - 2 ^ ratio_key_digit) in
  {| key_high := Z.lor (as_word (exponent * 2 ^ ratio_key_exponent)) (fraction / 2 ^ ratio_key_cut);
     key_low := Z.lor (as_word (fraction * 2 ^ ratio_key_fraction))
       (as_word (second_digit * 2 ^ ratio_key_second)) |}.

Definition precedes (k l : key) :=
  (key_high k < key_high l \/ (key_high k = key_high l /\ key_low k < key_low l))%Z.

Open Scope Z_scope.

Lemma two_digits : forall above below, 2 ^ 52 <= below < 2 ^ 53 -> below <= above < 2 * below ->
  let first := above * 2 ^ 53 in let digit := first / below in
  2 ^ 53 <= digit < 2 ^ 54 /\ 0 <= first - digit * below < below /\
  0 <= (first - digit * below) * 2 ^ 53 / below < 2 ^ 53 /\
  digit * 2 ^ 53 + (first - digit * below) * 2 ^ 53 / below = above * 2 ^ 106 / below.
Proof.
  intros a b Hb Ha first digit.
  assert (D := Z.div_mod first b ltac:(lia)). fold digit in D.
  assert (M := Z.mod_pos_bound first b ltac:(lia)).
  replace (first - digit * b) with (first mod b) by lia. set (r := first mod b) in *.
  assert (Q1 : 2 ^ 53 <= digit) by (apply Z.div_le_lower_bound; unfold first; lia).
  assert (Q2 : digit < 2 ^ 54) by (apply Z.div_lt_upper_bound; unfold first; lia).
  assert (S1 : 0 <= r * 2 ^ 53 / b) by (apply Z.div_pos; lia).
  assert (S2 : r * 2 ^ 53 / b < 2 ^ 53) by (apply Z.div_lt_upper_bound; lia).
  repeat split; try lia.
  replace (a * 2 ^ 106) with (r * 2 ^ 53 + digit * 2 ^ 53 * b).
  - rewrite Z.div_add by lia. ring.
  - replace (a * 2 ^ 106) with (first * 2 ^ 53) by (unfold first; ring). rewrite D. ring.
Qed.

(* A key is a number of 128 bits: the exponent, and the quotient of the significands cut off. *)
Lemma key_is : forall above below exponent, 2 ^ 52 <= below < 2 ^ 53 -> below <= above < 2 * below ->
  0 <= exponent < 2 ^ 13 ->
  let first := as_double_word (above * 2 ^ 53) in
  let first_digit := as_word (first / below) in
  let rest := as_word (as_double_word (first - as_double_word (first_digit * below))) in
  let second := as_double_word (rest * 2 ^ 53) in
  let second_digit := as_word (second / below) in
  let fraction := as_word (first_digit - 2 ^ 53) in
  let high := Z.lor (as_word (exponent * 2 ^ 51)) (fraction / 2 ^ 2) in
  let low := Z.lor (as_word (fraction * 2 ^ 62)) (as_word (second_digit * 2 ^ 9)) in
  is_word high /\ is_word low /\
  high * base + low = exponent * 2 ^ 115 + (above * 2 ^ 106 / below - 2 ^ 106) * 2 ^ 9.
Proof.
  intros a b e Hb Ha He.
  destruct (two_digits a b Hb Ha) as (D1 & D2 & D3 & D4).
  assert (W : forall x, 0 <= x < 2 ^ 64 -> as_word x = x) by (intros x Hx; now apply Z.mod_small).
  assert (WW : forall x, 0 <= x < 2 ^ 128 -> as_double_word x = x) by (intros x Hx; now apply Z.mod_small).
  cbv zeta. rewrite (WW (a * 2 ^ 53)) by lia.
  set (d := a * 2 ^ 53 / b) in *. rewrite (W d) by lia.
  assert (Hdb : 0 <= d * b < 2 ^ 128) by nia.
  rewrite (WW (d * b)) by assumption. set (r := a * 2 ^ 53 - d * b) in *. rewrite (WW r), (W r) by lia.
  rewrite (WW (r * 2 ^ 53)) by lia.
  set (s := r * 2 ^ 53 / b) in *. rewrite (W s) by lia. rewrite (W (d - 2 ^ 53)) by lia.
  rewrite (W (e * 2 ^ 51)), (W (s * 2 ^ 9)) by lia.
  set (f := d - 2 ^ 53) in *.
  assert (F := Z.div_mod f 4 ltac:(lia)). assert (M := Z.mod_pos_bound f 4 ltac:(lia)).
  assert (Wf : as_word (f * 2 ^ 62) = f mod 4 * 2 ^ 62).
  { unfold as_word. replace base with (4 * 2 ^ 62) by reflexivity. rewrite Z.mul_mod_distr_r by lia.
  reflexivity. }
  rewrite Wf. rewrite (Z.lor_comm (e * 2 ^ 51)). change (2 ^ 2) with 4.
  rewrite (or_is_plus (f / 4) e 51) by lia.
  rewrite (Z.lor_comm (f mod 4 * 2 ^ 62)). rewrite (or_is_plus (s * 2 ^ 9) (f mod 4) 62) by lia.
  rewrite <- D4. unfold is_word, base. change (2 ^ 106) with (2 ^ 53 * 2 ^ 53).
  assert (f = d - 2 ^ 53) by reflexivity. repeat split; lia.
Qed.

Lemma cut_quotients_keep_order : forall a b a' b', 2 ^ 52 <= b < 2 ^ 53 -> 2 ^ 52 <= b' < 2 ^ 53 ->
  a * b' < a' * b -> a * 2 ^ 106 / b < a' * 2 ^ 106 / b'.
Proof.
  intros a b a' b' Hb Hb' H.
  assert (D := Z.mul_div_le (a * 2 ^ 106) b ltac:(lia)). 
  assert (D' := Z.mul_succ_div_gt (a' * 2 ^ 106) b' ltac:(lia)).
  set (q := a * 2 ^ 106 / b) in *. set (q' := a' * 2 ^ 106 / b') in *.
  apply Z.nle_gt. intros L.
  assert (b * b' < 2 ^ 106) by (change (2 ^ 106) with (2 ^ 53 * 2 ^ 53); nia).
  assert (X : (a * b' + 1) * 2 ^ 106 <= a' * b * 2 ^ 106) by lia.
  assert (Y : a' * 2 ^ 106 * b < b' * Z.succ q' * b) by (apply Z.mul_lt_mono_pos_r; lia).
  assert (V : b' * Z.succ q' * b <= b' * (q + 1) * b) by (apply Z.mul_le_mono_nonneg_r; [lia |];
    apply Z.mul_le_mono_nonneg_l; lia).
  assert (U : b * q * b' <= a * 2 ^ 106 * b') by (apply Z.mul_le_mono_nonneg_r; lia).
  lia.
Qed.

Lemma cut_quotients_keep_equality : forall a b a' b', 0 < b -> 0 < b' ->
  a * b' = a' * b -> a * 2 ^ 106 / b = a' * 2 ^ 106 / b'.
Proof.
  intros a b a' b' Hb Hb' H.
  rewrite <- (Z.div_mul_cancel_r (a * 2 ^ 106) b b') by lia.
  rewrite <- (Z.div_mul_cancel_r (a' * 2 ^ 106) b' b) by lia.
  replace (a * 2 ^ 106 * b') with (a' * 2 ^ 106 * b) by (transitivity (a' * b * 2 ^ 106);
    [ring | rewrite <- H; ring]).
  now rewrite (Z.mul_comm b b').
Qed.

(* The key of two doubles, and what it stands for: their quotient is above / below * 2^(exponent - 4096). *)
Lemma ratio_key_is : forall b eb w ew, is_binary b eb -> is_binary w ew ->
  exists above below exponent,
  2 ^ 52 <= below < 2 ^ 53 /\ below <= above < 2 * below /\ 0 <= exponent < 2 ^ 13 /\
  (let k := ratio_key b eb w ew in is_word (key_high k) /\ is_word (key_low k) /\
    key_high k * base + key_low k = exponent * 2 ^ 115 + (above * 2 ^ 106 / below - 2 ^ 106) * 2 ^ 9) /\
  (IZR b * 2^eb / (IZR w * 2^ew) = IZR above / IZR below * 2^(exponent - 4096))%R.
Proof.
  intros b eb w ew Hb Hw.
  destruct (normalised_is b eb Hb) as (Sb & Eb & Vb). destruct (normalised_is w ew Hw) as (Sw & Ew & Vw).
  rewrite Vb, Vw. unfold ratio_key.
  set (m := normalised_significand b) in *. set (n := normalised_significand w) in *.
  set (f := normalised_exponent b eb) in *. set (g := normalised_exponent w ew) in *.
  assert (W : forall x, 0 <= x < 2 ^ 64 -> as_word x = x) by (intros x Hx; now apply Z.mod_small).
  destruct (Z.ltb_spec m n) as [L | L].
  - exists (m * 2), n, (f - 1 - g + 4096). rewrite (W (m * 2)) by lia.
    split; [lia | split; [lia | split; [lia | split; [apply key_is; lia |]]]].
    replace (f - 1 - g + 4096 - 4096) with (f + -1 + - g) by ring. rewrite !bpow_plus, bpow_opp, mult_IZR.
    change (2^(-1))%R with (/ 2)%R. field. split; [apply Rgt_not_eq, bpow_gt_0 | apply IZR_neq; lia].
  - exists (m * 1), n, (f - 0 - g + 4096). rewrite (W (m * 1)) by lia.
    split; [lia | split; [lia | split; [lia | split; [apply key_is; lia |]]]].
    replace (f - 0 - g + 4096 - 4096) with (f + - g) by ring. rewrite !bpow_plus, bpow_opp, Z.mul_1_r.
    field. split; [apply Rgt_not_eq, bpow_gt_0 | apply IZR_neq; lia].
Qed.

Lemma same_number_same_words : forall h l h' l', is_word h -> is_word l -> is_word h' -> is_word l' ->
  (h * base + l < h' * base + l' <-> h < h' \/ (h = h' /\ l < l')) /\
  (h * base + l = h' * base + l' <-> h = h' /\ l = l').
Proof. unfold is_word, base. intros. lia. Qed.

(* Keys of finite doubles above 0 are in the order of the exact quotients, and equal where these are. *)
Theorem ratio_key_keeps_order : forall b eb w ew b' eb' w' ew',
  is_binary b eb -> is_binary w ew -> is_binary b' eb' -> is_binary w' ew' ->
  let k := ratio_key b eb w ew in let k' := ratio_key b' eb' w' ew' in
  let x := (IZR b * 2^eb / (IZR w * 2^ew))%R in let x' := (IZR b' * 2^eb' / (IZR w' * 2^ew'))%R in
  (precedes k k' <-> (x < x')%R) /\ (k = k' <-> x = x').
Proof.
  intros b eb w ew b' eb' w' ew' Hb Hw Hb' Hw' k k' x x'.
  destruct (ratio_key_is b eb w ew Hb Hw) as (a & d & e & Hd & Ha & He & (K1 & K2 & K) & X).
  destruct (ratio_key_is b' eb' w' ew' Hb' Hw') as (a' & d' & e' & Hd' & Ha' & He' & (K1' & K2' & K') & X').
  fold k in K1, K2, K. fold k' in K1', K2', K'. fold x in X. fold x' in X'.
  (* it is enough to have one direction of each, for both orders *)
  assert (Cut : forall c f, 2 ^ 52 <= f < 2 ^ 53 -> f <= c < 2 * f -> 2 ^ 106 <= c * 2 ^ 106 / f < 2 ^ 107).
  { intros c f Hf Hc. split; [apply Z.div_le_lower_bound; lia | apply Z.div_lt_upper_bound; lia]. }
  assert (C := Cut a d Hd Ha). assert (C' := Cut a' d' Hd' Ha'). clear Cut.
  assert (Frac : forall c f, 2 ^ 52 <= f < 2 ^ 53 -> f <= c < 2 * f -> (1 <= IZR c / IZR f < 2)%R).
  { intros c f Hf Hc. assert (P : (0 < IZR f)%R) by (apply IZR_lt; lia).
    split; [apply Rmult_le_reg_r with (IZR f) | apply Rmult_lt_reg_r with (IZR f)]; trivial;
      unfold Rdiv; rewrite ?Rmult_assoc, Rinv_l by lra; [apply IZR_le in Hc || idtac |].
    - rewrite Rmult_1_l, Rmult_1_r. apply IZR_le. lia.
    - rewrite Rmult_1_r, <- mult_IZR. apply IZR_lt. lia. }
  assert (G := Frac a d Hd Ha). assert (G' := Frac a' d' Hd' Ha'). clear Frac.
  assert (Apart : forall r r' f f', (1 <= r < 2)%R -> (1 <= r' < 2)%R -> (f < f') ->
    (r * 2^(f - 4096) < r' * 2^(f' - 4096))%R).
  { intros r r' f f' Hr Hr' Hf. assert (P := bpow_gt_0 radix2 (f - 4096)).
    assert (Q : (2^(f - 4096 + 1) <= 2^(f' - 4096))%R) by (apply bpow_le; lia).
    rewrite bpow_plus in Q. change (2^1)%R with 2%R in Q. nra. }
  assert (Same : forall c f c' f', 0 < f -> 0 < f' -> (IZR c / IZR f < IZR c' / IZR f')%R <-> c * f' < c' *
    f).
  { intros c f c' f' Hf Hf'. assert (P : (0 < IZR f)%R) by now apply IZR_lt.
    assert (P' : (0 < IZR f')%R) by now apply IZR_lt.
    assert (PP : (0 < IZR f * IZR f')%R) by now apply Rmult_lt_0_compat.
    split; intros H.
    - apply lt_IZR. rewrite !mult_IZR. apply (Rmult_lt_compat_r _ _ _ PP) in H.
      replace (IZR c / IZR f * (IZR f * IZR f'))%R with (IZR c * IZR f')%R in H by (field; lra).
      replace (IZR c' / IZR f' * (IZR f * IZR f'))%R with (IZR c' * IZR f)%R in H by (field; lra). exact H.
    - apply Rmult_lt_reg_r with (1 := PP).
      replace (IZR c / IZR f * (IZR f * IZR f'))%R with (IZR c * IZR f')%R by (field; lra).
      replace (IZR c' / IZR f' * (IZR f * IZR f'))%R with (IZR c' * IZR f)%R by (field; lra).
      rewrite <- !mult_IZR. now apply IZR_lt. }
  destruct (same_number_same_words _ _ _ _ K1 K2 K1' K2') as (Lt & Eq).
  assert (Eq' : k = k' <-> key_high k = key_high k' /\ key_low k = key_low k').
  { destruct k, k'. cbn [key_high key_low]. split; [now intros [= -> ->] | now intros (-> & ->)]. }
  unfold precedes. rewrite <- Lt, Eq', <- Eq. rewrite K, K', X, X'.
  set (q := a * 2 ^ 106 / d) in *. set (q' := a' * 2 ^ 106 / d') in *.
  destruct (Z.lt_trichotomy e e') as [L | [<- | L]].
  - assert (N : (q - 2 ^ 106) * 2 ^ 9 < 2 ^ 115) by lia.
    assert (A := Apart _ _ _ _ G G' L). split; split; intros; try lia; lra.
  - assert (P := bpow_gt_0 radix2 (e - 4096)).
    destruct (Z.lt_trichotomy (a * d') (a' * d)) as [M | [M | M]].
    + assert (N := cut_quotients_keep_order a d a' d' Hd Hd' M). fold q q' in N.
      apply (Same a d a' d' ltac:(lia) ltac:(lia)) in M.
      assert ((IZR a / IZR d * 2^(e - 4096) < IZR a' / IZR d' * 2^(e - 4096))%R)
        by (now apply Rmult_lt_compat_r).
      split; split; intros; try lia; lra.
    + assert (N := cut_quotients_keep_equality a d a' d' ltac:(lia) ltac:(lia) M). fold q q' in N.
      assert (E : (IZR a / IZR d = IZR a' / IZR d')%R).
      { apply Rle_antisym; apply Rnot_lt_le; intros H; apply Same in H; lia. }
      rewrite E, N. split; split; intros; trivial; try lia; lra.
    + assert (N := cut_quotients_keep_order a' d' a d Hd' Hd M). fold q q' in N.
      apply (Same a' d' a d ltac:(lia) ltac:(lia)) in M.
      assert ((IZR a' / IZR d' * 2^(e - 4096) < IZR a / IZR d * 2^(e - 4096))%R)
        by (now apply Rmult_lt_compat_r).
      split; split; intros; try lia; lra.
  - assert (N : (q' - 2 ^ 106) * 2 ^ 9 < 2 ^ 115) by lia.
    assert (A := Apart _ _ _ _ G' G L). split; split; intros; try lia; lra.
Qed.

(* ---- `find_rounded_quotient` *)

Open Scope R_scope.

(* `leading`: the 64 bits from the highest 1 on; what is cut off is less than one unit of them. For words, see
   leading-bits-of-a-sum in smt-lib/. *)
Definition is_leading (s : Z) (e : Z) (sum : R) :=
  (2 ^ 63 <= s < 2 ^ 64)%Z /\ IZR s * 2^e <= sum < (IZR s + 1) * 2^e.

Definition rounded_quotient (above above_exponent below below_exponent share_unit weight_unit : Z)
    : option (Z * Z) :=
  let cut := as_word (as_double_word (above * 2 ^ 63) / below) in
  let before := (above_exponent - below_exponent + share_unit - weight_unit - 63)%Z in
  let is_short := (cut / 2 ^ 63 =? 0)%Z in
  let quotient := if is_short then as_word (cut * 2) else cut in
  let exponent := if is_short then (before - 1)%Z else before in
  let middle := (2 ^ 10)%Z in
  let rest := Z.land quotient (2 * middle - 1) in
  if andb (middle - rounded_quotient_doubt <=? rest)%Z (rest <=? middle + rounded_quotient_doubt)%Z
  then None
  else if orb (exponent <? - rounded_quotient_least)%Z (rounded_quotient_most <? exponent)%Z then None
  else Some ((quotient / 2 ^ 11 + (if (middle <? rest)%Z then 1 else 0))%Z, (exponent + 11)%Z).

(* The quotient of what is cut off: within two units. *)
Lemma cut_is_near : forall a b l w q, 2^63 <= b < 2^64 -> 0 <= a -> a <= l < a + 1 -> b <= w < b + 1 ->
  0 <= q <= 2^64 -> q * b <= 2^63 * a < (q + 1) * b -> Rabs (2^63 * l / w - q) <= 2.
Proof.
  intros a b l w q Hb Ha Hl Hw Hq H. change (2^63) with 9223372036854775808 in *.
  change (2^64) with 18446744073709551616 in *.
  assert (Pw : 0 < w) by lra.
  assert (E : 9223372036854775808 * l / w * w = 9223372036854775808 * l) by (field; lra).
  set (x := 9223372036854775808 * l / w) in *.
  assert (Qw : q * b <= q * w <= q * b + q).
  { split; [apply Rmult_le_compat_l; lra |]. replace (q * b + q) with (q * (b + 1)) by ring.
    apply Rmult_le_compat_l; lra. }
  apply Rabs_le. split.
  - apply Rnot_lt_le. intros L. assert (x * w < (q - 2) * w) by (apply Rmult_lt_compat_r; lra). lra.
  - apply Rnot_lt_le. intros L. assert ((q + 2) * w < x * w) by (apply Rmult_lt_compat_r; lra). lra.
Qed.

(* Near an integer of 53 bits, in units of 2^e: nearer than half a unit, and a quarter of that where another
   unit begins. *)
Lemma near_integer : forall m e z, (2 ^ 52 <= m <= 2 ^ 53)%Z -> (-1074 <= e)%Z -> Rabs (z - IZR m) < / 2 ->
  (z < 2^52 \/ 2^53 <= z -> Rabs (z - IZR m) <= / 16) ->
  double (IZR m * 2^e) /\ RN (z * 2^e) = IZR m * 2^e.
Proof.
  intros m e z Hm He H1 H2. assert (P := bpow_gt_0 radix2 e).
  assert (F : double (IZR m * 2^e)).
  { destruct (Z.eq_dec m (2 ^ 53)) as [-> | N].
    - change (IZR (2 ^ 53)) with (2^53). rewrite <- bpow_plus. apply double_power. lia.
    - apply generic_format_FLT. exists (Float radix2 m e); [reflexivity | | exact He].
    change (Z.abs m < 2 ^ 53)%Z. lia. }
  split; [assumption |].
  assert (M : 2^52 <= IZR m <= 2^53).
  { change (2^52) with (IZR (2 ^ 52)). change (2^53) with (IZR (2 ^ 53)). split; apply IZR_le; lia. }
  destruct (Rlt_le_dec z (2^52)) as [A | A]; [| destruct (Rlt_le_dec z (2^53)) as [B | B]].
  - replace (z * 2^e) with (IZR m * 2^e + (z - IZR m) * 2^e) by ring. apply absorbs; [assumption |].
    rewrite Rabs_mult, (Rabs_pos_eq (2^e)) by lra. specialize (H2 (or_introl A)).
    assert (K : Rabs (z - IZR m) * 2^e <= / 16 * 2^e) by (apply Rmult_le_compat_r; lra).
    apply Rlt_le_trans with (2^e); [lra |].
    apply Rle_trans with (ulp radix2 fexp (2^(e + 52)));
      [rewrite ulp_bpow; apply bpow_le; unfold FLT_exp; lia |].
    apply ulp_le_pos; auto with typeclass_instances; [apply bpow_ge_0 |].
    rewrite Z.add_comm, bpow_plus. apply Rmult_le_compat_r; lra.
  - assert (Mag : mag radix2 (z * 2^e) = (53 + e)%Z :> Z).
    { rewrite mag_mult_bpow by (change (2^52) with 4503599627370496 in A; lra).
      f_equal. apply mag_unique. rewrite Rabs_pos_eq by (change (2^52) with 4503599627370496 in A; lra).
      split; assumption. }
    unfold round, F2R, scaled_mantissa, cexp. cbn [Fnum Fexp]. rewrite Mag.
    replace (FLT_exp (-1074) 53 (53 + e)) with e by (unfold FLT_exp; lia).
    rewrite Rmult_assoc, <- bpow_plus, Z.add_opp_diag_r, Rmult_1_r.
    do 2 f_equal. apply Znearest_imp. assumption.
  - replace (z * 2^e) with (IZR m * 2^e + (z - IZR m) * 2^e) by ring. apply absorbs; [assumption |].
    rewrite Rabs_mult, (Rabs_pos_eq (2^e)) by lra. specialize (H2 (or_intror B)).
    assert (K : Rabs (z - IZR m) * 2^e <= / 16 * 2^e) by (apply Rmult_le_compat_r; lra).
    apply Rlt_le_trans with (2^e); [lra |].
    apply Rle_trans with (ulp radix2 fexp (2^(e + 52)));
      [rewrite ulp_bpow; apply bpow_le; unfold FLT_exp; lia |].
    apply ulp_le_pos; auto with typeclass_instances; [apply bpow_ge_0 |].
    rewrite Z.add_comm, bpow_plus. apply Rmult_le_compat_r; lra.
Qed.

(* Where it gives a double, this is normal, and nearest to the quotient of the sums. *)
Theorem rounded_quotient_is_nearest : forall left weights a ea b eb share_unit weight_unit m e,
  is_leading a ea left -> is_leading b eb weights ->
  rounded_quotient a ea b eb share_unit weight_unit = Some (m, e) ->
  (2 ^ 52 <= m <= 2 ^ 53)%Z /\ (-1022 <= e <= 970)%Z /\ double (IZR m * 2^e) /\
  RN (left * 2^share_unit / (weights * 2^weight_unit)) = IZR m * 2^e.
Proof.
  intros L W a ea b eb su wu m e (Ha & La) (Hb & Lb).
  unfold rounded_quotient.
  assert (Bd : (0 <= a * 2 ^ 63 < 2 ^ 128)%Z) by lia.
  unfold as_double_word. rewrite (Z.mod_small _ _ Bd).
  assert (D := Z.div_mod (a * 2 ^ 63) b ltac:(lia)). assert (M := Z.mod_pos_bound (a * 2 ^ 63) b ltac:(lia)).
  assert (Q0 : (0 <= a * 2 ^ 63 / b)%Z) by (apply Z.div_pos; lia).
  assert (Q1 : (a * 2 ^ 63 / b < 2 ^ 64)%Z) by (apply Z.div_lt_upper_bound; lia).
  assert (Q2 : (2 ^ 62 <= a * 2 ^ 63 / b)%Z) by (apply Z.div_le_lower_bound; lia).
  set (q := (a * 2 ^ 63 / b)%Z) in *.
  replace (as_word q) with q by (symmetry; apply Z.mod_small; unfold base; lia).
  set (before := (ea - eb + su - wu - 63)%Z).
  set (is_short := (q / 2 ^ 63 =? 0)%Z).
  (* The numbers as they are scaled. *)
  set (l := L / 2^ea). set (w := W / 2^eb).
  assert (Pea := bpow_gt_0 radix2 ea). assert (Peb := bpow_gt_0 radix2 eb).
  assert (El : L = l * 2^ea) by (unfold l; field; lra). assert (Ew : W = w * 2^eb) by (unfold w; field; lra).
  assert (Hl : IZR a <= l < IZR a + 1).
  { rewrite El in La. split; [apply Rmult_le_reg_r with (2^ea) | apply Rmult_lt_reg_r with (2^ea)]; lra. }
  assert (Hw : IZR b <= w < IZR b + 1).
  { rewrite Ew in Lb. split; [apply Rmult_le_reg_r with (2^eb) | apply Rmult_lt_reg_r with (2^eb)]; lra. }
  assert (Rb : 2^63 <= IZR b < 2^64).
  { change (2^63) with (IZR (2 ^ 63)). change (2^64) with (IZR (2 ^ 64)). split;
    [apply IZR_le | apply IZR_lt]; lia. }
  assert (N : Rabs (2^63 * l / w - IZR q) <= 2).
  { apply cut_is_near with (IZR a) (IZR b); trivial.
    - apply IZR_le. lia.
    - change (2^64) with (IZR (2 ^ 64)). split; apply IZR_le; lia.
    - change (2^63) with (IZR (2 ^ 63)). rewrite <- plus_IZR, <- !mult_IZR. split;
      [apply IZR_le | apply IZR_lt]; lia. }
  assert (Pw : 0 < w) by (change (2^63) with 9223372036854775808 in Rb; lra).
  assert (X : L * 2^su / (W * 2^wu) = 2^63 * l / w * 2^before).
  { unfold before. replace (ea - eb + su - wu - 63)%Z with (ea + - eb + su + - wu + - (63))%Z by ring.
    rewrite !bpow_plus, !bpow_opp, El, Ew. field. repeat split; try apply Rgt_not_eq; trivial;
      apply bpow_gt_0. }
  set (z0 := 2^63 * l / w) in *.
  assert (K : exists q' e', (if is_short then as_word (q * 2) else q)%Z = q' /\
    (if is_short then (before - 1)%Z else before) = e' /\ (2 ^ 63 <= q' < 2 ^ 64)%Z /\
    exists y, z0 * 2^before = y * 2^e' /\ Rabs (y - IZR q') <= 4).
  { unfold is_short. destruct (Z.eqb_spec (q / 2 ^ 63) 0) as [Z0 | Z0].
    - assert (q < 2 ^ 63)%Z.
      { assert (D' := Z.div_mod q (2 ^ 63) ltac:(lia)). assert (M' := Z.mod_pos_bound q (2 ^ 63)
        ltac:(lia)). lia. }
      exists (q * 2)%Z, (before - 1)%Z. split; [apply Z.mod_small; unfold base; lia |].
      split; [reflexivity | split; [lia |]]. exists (z0 * 2). split.
      + unfold Z.sub. rewrite bpow_plus. change (2^(-(1))) with (/ 2). field.
      + rewrite mult_IZR. replace (z0 * 2 - IZR q * 2) with (2 * (z0 - IZR q)) by ring.
        rewrite Rabs_mult, (Rabs_pos_eq 2) by lra. lra.
    - assert (2 ^ 63 <= q)%Z.
      { apply Z.nlt_ge. intros H. apply Z0. apply Z.div_small. lia. }
      exists q, before. split; [reflexivity | split; [reflexivity | split; [lia |]]]. exists z0. split;
        [reflexivity | lra]. }
  destruct K as (q' & e' & -> & -> & Hq' & y & Ey & Ny). rewrite X, Ey. clear X Ey.
  cbv zeta. change (2 * 2 ^ 10 - 1)%Z with (Z.ones 11). rewrite Z.land_ones by lia.
  assert (D' := Z.div_mod q' (2 ^ 11) ltac:(lia)). assert (M' := Z.mod_pos_bound q' (2 ^ 11) ltac:(lia)).
  set (t := (q' / 2 ^ 11)%Z) in *. set (r := (q' mod 2 ^ 11)%Z) in *.
  destruct (Z.leb_spec (2 ^ 10 - 8) r) as [R1 | R1]; destruct (Z.leb_spec r (2 ^ 10 + 8)) as [R2 | R2];
    cbn [andb]; try discriminate; try lia;
  destruct (Z.ltb_spec e' (- rounded_quotient_least)) as [E1 | E1]; cbn [orb]; try discriminate;
  destruct (Z.ltb_spec rounded_quotient_most e') as [E2 | E2]; try discriminate; intros Found;
    injection Found as <- <-.
  all: change (Z.pow_pos 2 10) with (2 ^ 10)%Z.
  all: assert (Ty : IZR q' = 2048 * IZR t + IZR r) by (rewrite D', plus_IZR, mult_IZR; reflexivity).
  all: assert (Y := Rabs_le_inv _ _ Ny).
  all: replace (y * 2^e') with (y / 2048 * 2^(e' + 11)) by (rewrite bpow_plus; change (2^11) with 2048;
    field).
  all: assert (Low : IZR r >= 0) by (apply Rle_ge, IZR_le; lia).
  - destruct (Z.ltb_spec (2 ^ 10) r); [| lia].
    assert (Hr : 1033 <= IZR r <= 2047) by (split; apply IZR_le; lia).
    assert (Ht : (2 ^ 52 <= t + 1 <= 2 ^ 53)%Z) by lia.
    assert (Tr : 2^52 <= IZR t <= 2^53 - 1).
    { change (2^52) with (IZR (2 ^ 52)). change (2^53 - 1) with (IZR (2 ^ 53) - 1). rewrite <- minus_IZR.
      split; apply IZR_le; lia. }
    destruct (near_integer (t + 1) (e' + 11) (y / 2048) Ht ltac:(lia)) as (G1 & G2).
    + rewrite plus_IZR. apply Rabs_lt. lra.
    + rewrite plus_IZR. intros [H0 | H0]; [lra |]. apply Rabs_le. lra.
    + split; [lia | split; [lia | split; assumption]].
  - destruct (Z.ltb_spec (2 ^ 10) r); [lia |].
    assert (Hr : 0 <= IZR r <= 1015) by (split; apply IZR_le; lia).
    assert (Ht : (2 ^ 52 <= t <= 2 ^ 53)%Z) by lia.
    assert (Tr : 2^52 <= IZR t <= 2^53 - 1).
    { change (2^52) with (IZR (2 ^ 52)). change (2^53 - 1) with (IZR (2 ^ 53) - 1). rewrite <- minus_IZR.
      split; apply IZR_le; lia. }
    rewrite Z.add_0_r.
    destruct (near_integer t (e' + 11) (y / 2048) Ht ltac:(lia)) as (G1 & G2).
    + apply Rabs_lt. lra.
    + intros [H0 | H0]; [apply Rabs_le; lra | lra].
    + split; [lia | split; [lia | split; assumption]].
Qed.
