(* Negative controls of the theorems about integers, of Words.v, Quotients.v and ExactFraction.v: a hypothesis made
   weaker, or more said, and the proof that what remains is false. *)
From Coq Require Import Reals ZArith Lra Lia.
From Flocq Require Import Core.
Require Import Rounding Constants Sums FastPath Fraction Words Quotients ExactFraction.
Open Scope Z_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

Definition one_word (x : Z) : product := {| word := fun _ => x; begin := 0; finish := 1 |}.

Lemma one_word_is_product : forall x, is_word x -> is_product (one_word x).
Proof. intros x H. split; [cbn; lia | intros k _; exact H]. Qed.

Lemma is_word_1 : is_word 1.
Proof. unfold is_word, base. lia. Qed.

(* Control of multiply_is_exact: a factor of more than 64 bits loses some. *)
Theorem control_multiply_needs_a_word :
  ~ (forall number factor, is_product number -> 0 <= factor <= 2 ^ 128 ->
       value (multiply number factor) = value number * factor).
Proof.
  intros H. specialize (H (one_word 1) (2 ^ 128) (one_word_is_product 1 is_word_1) ltac:(lia)).
  vm_compute in H. discriminate.
Qed.

(* Control of compare_is_right: a word of more than 64 bits, here 2^65, lets it read one beyond the end, which
   may hold anything. *)
Theorem control_compare_needs_words :
  ~ (forall a b, 0 <= begin a <= Z.of_nat (finish a) -> 0 <= begin b <= Z.of_nat (finish b) ->
       (forall k, 0 <= word a k < 2 ^ 66) -> (forall k, 0 <= word b k < 2 ^ 66) ->
       compare a 0 b 0 = Z.sgn (value a - value b)).
Proof.
  intros H.
  specialize (H {| word := fun k => if k =? 0 then 2 ^ 65 else 1; begin := 0; finish := 1 |}
                {| word := fun k => if k =? 1 then 2 else 0; begin := 0; finish := 2 |}).
  cbn [begin finish word] in H. specialize (H ltac:(lia) ltac:(lia)).
  assert (A : forall k, 0 <= (if k =? 0 then 2 ^ 65 else 1) < 2 ^ 66) by (intros k; destruct (k =? 0); lia).
  assert (B : forall k, 0 <= (if k =? 1 then 2 else 0) < 2 ^ 66) by (intros k; destruct (k =? 1); lia).
  specialize (H A B). vm_compute in H. discriminate.
Qed.

(* Control of compare_products_is_right: nor may a significand have more than 64 bits. *)
Theorem control_compare_products_needs_words :
  ~ (forall a x b y, is_product a -> 0 <= x <= 2 ^ 128 -> is_product b -> is_word y ->
       compare (multiply a x) 0 (multiply b y) 0 = Z.sgn (value a * x - value b * y)).
Proof.
  intros H. assert (W := one_word_is_product 1 is_word_1).
  specialize (H (one_word 1) (2 ^ 128) (one_word 1) 1 W ltac:(lia) W is_word_1).
  vm_compute in H. discriminate.
Qed.

(* Control of ratio_key_keeps_order: the upper word alone does not tell ratios apart: 1 and 1 + 2^-52. *)
Theorem control_a_key_needs_its_lower_word :
  ~ (forall b eb w ew b' eb' w' ew', is_binary b eb -> is_binary w ew -> is_binary b' eb' -> is_binary w'
    ew' ->
       key_high (ratio_key b eb w ew) = key_high (ratio_key b' eb' w' ew') ->
       (IZR b * 2^eb / (IZR w * 2^ew) = IZR b' * 2^eb' / (IZR w' * 2^ew'))%R).
Proof.
  intros H. specialize (H 1 0 1 0 4503599627370497 0 4503599627370496 0).
  assert (B : forall s, 0 < s < 2 ^ 53 -> is_binary s 0) by (intros s Hs; split; lia).
  specialize (H (B 1 ltac:(lia)) (B 1 ltac:(lia)) (B 4503599627370497 ltac:(lia))
    (B 4503599627370496 ltac:(lia)) eq_refl).
  change (2^0)%R with 1%R in H. lra.
Qed.

(* Control of rounded_quotient_is_nearest: leading bits that are 20 units too small are not enough. *)
Theorem control_leading_bits_are_off_by_less_than_one :
  ~ (forall left a b m e, 2 ^ 63 <= a < 2 ^ 64 -> (IZR a <= left < IZR a + 32)%R -> 2 ^ 63 <= b < 2 ^ 64 ->
       rounded_quotient a 0 b 0 0 0 = Some (m, e) -> RN (left / IZR b) = (IZR m * 2^e)%R).
Proof.
  intros H.
  specialize (H (IZR (2 ^ 63 + 1035)) (2 ^ 63 + 1015) (2 ^ 63) (2 ^ 52) (-52) ltac:(lia)).
  assert (L : (IZR (2 ^ 63 + 1015) <= IZR (2 ^ 63 + 1035) < IZR (2 ^ 63 + 1015) + 32)%R).
  { rewrite <- plus_IZR. split; [apply IZR_le | apply IZR_lt]; lia. }
  specialize (H L ltac:(lia) eq_refl).
  destruct (near_integer (2 ^ 52 + 1) (-52) (IZR (2 ^ 63 + 1035) / 2048) ltac:(lia) ltac:(lia)) as (_ & R).
  - change (IZR (2 ^ 63 + 1035)) with 9223372036854776843%R. change (IZR (2 ^ 52 + 1))
    with 4503599627370497%R.
    apply Rabs_lt. lra.
  - change (IZR (2 ^ 63 + 1035)) with 9223372036854776843%R. change (2^52)%R with 4503599627370496%R.
    change (2^53)%R with 9007199254740992%R. lra.
  - replace (IZR (2 ^ 63 + 1035) / 2048 * 2^(-52))%R with (IZR (2 ^ 63 + 1035) / IZR (2 ^ 63))%R in R.
    + rewrite H in R. apply Rmult_eq_reg_r in R; [apply eq_IZR in R; lia | apply Rgt_not_eq, bpow_gt_0].
    + change (IZR (2 ^ 63)) with 9223372036854775808%R. change (2^(-52))%R with (/ 4503599627370496)%R. field.
Qed.

Definition far_apart : pair := {| high := 2^200; low := 2^0 |}.

Lemma far_apart_is_exactly : is_exactly 0 far_apart (2^200 + 2^0)%R.
Proof.
  assert (F1 : double (2^200)) by (apply double_power; lia). assert (F0 : double (2^0)) by (apply double_power; lia).
  split; [split; [exact F1 | split; [exact F0 |]] | split; [split |]]; cbn [far_apart high low].
  - symmetry. apply absorbs; [assumption |]. rewrite ulp_of_power by lia. rewrite Rabs_pos_eq by apply bpow_ge_0.
    change 4%R with (2^2). rewrite <- bpow_plus. apply bpow_lt. lia.
  - exists (2 ^ 200). now rewrite (IZR_Zpower radix2), <- bpow_plus by lia.
  - exists 1. ring.
  - reflexivity.
Qed.

Lemma far_apart_is_not_whole : ~ is_whole far_apart.
Proof.
  intros H. destruct (H (2 ^ 52) 148 (2 ^ 52) (-52) 52) as (A & _); cbn [far_apart high low].
  - split; [| split; [lia | split; [lia | left; lia]]]. now rewrite (IZR_Zpower radix2), <- bpow_plus by lia.
  - split; [| split; [lia | split; [lia | left; lia]]].
    rewrite (IZR_Zpower radix2), <- bpow_plus by lia. apply Rabs_pos_eq, bpow_ge_0.
  - intros _. split; [lia |]. exists 0. reflexivity.
  - specialize (A ltac:(lia)). unfold whole_shift in A. lia.
Qed.

(* Control of whole_is_exact: a sum of more than 128 bits. *)
Theorem control_a_sum_must_not_be_long :
  ~ (forall g p x, is_exactly g p x -> -1074 <= g -> (0 < high p)%R -> is_whole p).
Proof.
  intros H. apply far_apart_is_not_whole, (H 0 _ _ far_apart_is_exactly); [lia | apply bpow_gt_0].
Qed.

(* Control of found_fraction_is_whole: a sum may be exact and within the range, and yet too long, where the tests of
   `find_fraction` do not hold. *)
Theorem control_exact_sums_need_the_tests :
  ~ (forall weights x, is_exactly 0 (FastPath.value weights) x ->
       (ordinary_least <= high (FastPath.value weights) <= ordinary_most)%R -> is_whole (FastPath.value weights)).
Proof.
  intros H. apply far_apart_is_not_whole, (H {| FastPath.value := far_apart; error := 0 |} _ far_apart_is_exactly).
  cbn [FastPath.value far_apart high]. split; apply bpow_le; lia.
Qed.

(* Control of midpoint_is_compared_exactly: nothing can be said of a ratio whose denominator is 0. *)
Theorem control_a_denominator_is_not_0 :
  ~ (forall N n W m factor s e number z k,
       is_product (words_of N) -> is_product (words_of W) -> is_stored factor s e -> is_stored number z k ->
       let side := compare (multiply (words_of N) s) (n + e) (multiply (words_of W) (midpoint z)) (m + (k - 1)) in
       let share := (factor * (IZR (value (words_of N)) * 2^n / (IZR (value (words_of W)) * 2^m)))%R in
       (share < number + 2^(k - 1))%R -> side < 0).
Proof.
  intros H. destruct (words_of_is 0 ltac:(lia)) as (W & V).
  assert (S : is_stored 0 0 (-1074)) by (split; [ring | repeat split; try lia; now right]).
  specialize (H 0 0 0 0 0%R 0 (-1074) 0%R 0 (-1074) W W S S). cbv zeta in H. rewrite Rmult_0_l, Rplus_0_l in H.
  specialize (H (bpow_gt_0 _ _)). vm_compute in H. discriminate.
Qed.
