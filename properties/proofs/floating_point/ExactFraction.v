(* What `whole` of reference/exact_fraction.cpp makes of a fraction that `find_fraction` found: integers of 128 bits, and
   what is compared of their products with doubles and midpoints, of three words each. *)
From Coq Require Import Reals ZArith Lra Lia List.
From Flocq Require Import Core.
Require Import Words Rounding Constants Sums Ratio FastPath Fraction Least.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

(* ---- The code *)

(* `to_binary` of a finite double at least 0: significand * 2^exponent. *)
Definition is_stored (x : R) (s e : Z) :=
  x = IZR s * 2^e /\ (0 <= s < 2 ^ 53)%Z /\ (-1074 <= e)%Z /\ ((2 ^ 52 <= s)%Z \/ e = (-1074)%Z).

(* `std::countr_zero` *)
Definition ends_in_zeros (s zeros : Z) := (0 <= zeros)%Z /\ exists k, s = ((2 * k + 1) * 2 ^ zeros)%Z.

(* `whole`, of what is stored of the halves. *)
Definition whole_shift (e f zeros : Z) : Z := (e - (f + zeros))%Z.

Definition whole_number (is_below : bool) (s e l f zeros : Z) : Z :=
  if (l =? 0)%Z then s else
    let part := (l / 2 ^ zeros)%Z in
    let all := as_double_word (s * 2 ^ whole_shift e f zeros) in
    as_double_word (if is_below then all - part else all + part).

Definition whole_exponent (e l f zeros : Z) : Z := if (l =? 0)%Z then e else (f + zeros)%Z.

Definition words_of (number : Z) : product :=
  {| word := fun k => if (k =? 0)%Z then as_word number else as_word (number / 2 ^ whole_word); begin := 0; finish := 2 |}.

(* `whole` of a pair is the sum of its halves, and what it asserts holds. *)
Definition is_whole (p : pair) := forall s e l f zeros, is_stored (high p) s e -> is_stored (Rabs (low p)) l f ->
  (l <> 0%Z -> ends_in_zeros l zeros) ->
  let number := whole_number (if Rlt_dec (low p) 0 then true else false) s e l f zeros in
  (l <> 0%Z -> (0 < whole_shift e f zeros < whole_bits - whole_significand)%Z) /\ is_product (words_of number) /\
  IZR (Words.value (words_of number)) * 2^(whole_exponent e l f zeros) = high p + low p.

(* ---- Two words hold it *)

Lemma words_of_is : forall n, (0 <= n < 2 ^ 128)%Z -> is_product (words_of n) /\ Words.value (words_of n) = n.
Proof.
  intros n H. split.
  - split; [cbn; lia |]. intros k _. unfold words_of, is_word, as_word. cbn [word].
    destruct (k =? 0)%Z; apply Z.mod_pos_bound; reflexivity.
  - unfold Words.value, words_of, word_at, as_word, base. cbn -[Z.modulo Z.div Z.pow Z.mul].
    change (2 ^ (64 * 0))%Z with 1%Z. change (64 * 1)%Z with 64%Z.
    rewrite (Z.mod_small (n / 2 ^ 64)).
    + assert (D := Z.div_mod n (2 ^ 64) ltac:(lia)). lia.
    + split; [apply Z.div_pos; lia |]. apply Z.div_lt_upper_bound; lia.
Qed.

(* A pair whose halves are multiples of some 2^g, and which is below 2^95 of them, is such a number. *)
Theorem whole_is_exact : forall g p x, is_exactly g p x -> (-1074 <= g)%Z -> 0 < high p < 2^(g + 95) -> is_whole p.
Proof.
  intros g p x (Pp & (_ & Ml) & _) Hg (Ph & Hh) s e l f zeros (Es & Hs & He & Ns) (El & Hl & Hf & _) Hz number.
  assert (Ps : (0 < s)%Z).
  { destruct (Z.eq_dec s 0) as [-> | N]; [rewrite Rmult_0_l in Es; lra | lia]. }
  destruct (Z.eq_dec l 0) as [Zl | Nl].
  - subst l. rewrite Rmult_0_l in El. assert (L0 : low p = 0) by (destruct (Req_dec (low p) 0); trivial; now apply
      Rabs_pos_lt in H; lra).
    split; [intros N; now elim N |]. unfold number, whole_number, whole_exponent. rewrite Z.eqb_refl.
    destruct (words_of_is s ltac:(lia)) as (W & ->). split; [exact W | rewrite L0; lra].
  - destruct (Hz Nl) as (Pz & k & Ek). set (t := (f + zeros)%Z) in *.
    assert (Pk : (0 <= k)%Z).
    { assert (P := Z.pow_pos_nonneg 2 zeros ltac:(lia) Pz). nia. }
    assert (Part : (l / 2 ^ zeros = 2 * k + 1)%Z).
    { rewrite Ek. apply Z.div_mul. apply Z.pow_nonzero; lia. }
    assert (Kl : (2 * k + 1 < 2 ^ 53)%Z).
    { assert (P := Z.pow_pos_nonneg 2 zeros ltac:(lia) Pz). nia. }
    assert (Low : Rabs (low p) = IZR (2 * k + 1) * 2^t).
    { rewrite El, Ek, mult_IZR, (IZR_Zpower radix2) by assumption. unfold t. rewrite Z.add_comm, bpow_plus. ring. }
    (* the low half is less than what the last bit of the high one stands for *)
    assert (Half : Rabs (low p) <= 2^(e - 1)).
    { apply Rle_trans with (1 := low_of_pair p Pp). rewrite ulp_neq_0 by lra.
      change (/ 2) with (2^(-1)). rewrite <- bpow_plus. apply bpow_le.
      assert (M : (mag radix2 (high p) <= e + 53)%Z).
      { apply mag_le_bpow; [lra |]. rewrite Rabs_pos_eq, Es, Z.add_comm, bpow_plus by lra.
        apply Rmult_lt_compat_r; [apply bpow_gt_0 |]. change (2^53) with (IZR (2 ^ 53)). apply IZR_lt. lia. }
      unfold cexp, FLT_exp. lia. }
    assert (T1 : (t <= e - 1)%Z).
    { apply (le_bpow radix2). apply Rle_trans with (2 := Half). rewrite Low. rewrite <- (Rmult_1_l (2^t)) at 1.
      apply Rmult_le_compat_r; [apply bpow_ge_0 |]. apply IZR_le. lia. }
    (* its own last bit is not below 2^g *)
    assert (T2 : (g <= t)%Z).
    { apply Z.nlt_ge. intros L. destruct Ml as (n & En).
      assert (E : IZR (2 * k + 1) = IZR (Z.abs n * 2 ^ (g - t))).
      { apply Rmult_eq_reg_r with (2^t); [| apply Rgt_not_eq, bpow_gt_0]. rewrite <- Low, En, Rabs_mult.
        rewrite (Rabs_pos_eq (2^g)) by apply bpow_ge_0. rewrite <- abs_IZR, mult_IZR, (IZR_Zpower radix2) by lia.
        rewrite Rmult_assoc, <- bpow_plus. do 2 f_equal. lia. }
      apply eq_IZR in E. replace (g - t)%Z with (Z.succ (g - t - 1)) in E by lia.
      rewrite Z.pow_succ_r in E by lia. lia. }
    assert (T3 : (e < g + 43)%Z).
    { destruct Ns as [Ns | ->]; [| lia]. assert (B : 2^(e + 52) < 2^(g + 95)).
      { apply Rle_lt_trans with (2 := Hh). rewrite Es, Z.add_comm, bpow_plus.
        apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (2^52) with (IZR (2 ^ 52)). now apply IZR_le. }
      apply (lt_bpow radix2) in B. lia. }
    assert (Shift : (0 < whole_shift e f zeros <= 43)%Z) by (unfold whole_shift; fold t; lia).
    split; [intros _; lia |].
    unfold number, whole_number, whole_exponent. destruct (Z.eqb_spec l 0) as [| _]; [contradiction |]. cbv zeta.
    fold t. rewrite Part. set (h := whole_shift e f zeros) in *.
    assert (Ph2 : (2 <= 2 ^ h <= 2 ^ 43)%Z).
    { split; [change 2%Z with (2 ^ 1)%Z at 1 |]; apply Z.pow_le_mono_r; lia. }
    assert (All : (2 ^ h <= s * 2 ^ h < 2 ^ 96)%Z).
    { split; [nia |]. change (2 ^ 96)%Z with (2 ^ 53 * 2 ^ 43)%Z. nia. }
    assert (High : high p = IZR (s * 2 ^ h) * 2^t).
    { rewrite Es, mult_IZR, (IZR_Zpower radix2), Rmult_assoc, <- bpow_plus by lia. do 2 f_equal.
      unfold h, whole_shift. fold t. ring. }
    assert (Less : (2 * k + 1 < 2 ^ h)%Z).
    { apply lt_IZR. rewrite (IZR_Zpower radix2) by lia. apply Rmult_lt_reg_r with (2^t); [apply bpow_gt_0 |].
      rewrite <- Low, <- bpow_plus. apply Rle_lt_trans with (1 := Half). apply bpow_lt. unfold h, whole_shift. fold t. lia. }
    assert (Fit : forall n, (0 <= n < 2 ^ 128)%Z -> as_double_word n = n) by (intros n Hn; now apply Z.mod_small).
    rewrite (Fit (s * 2 ^ h)%Z) by lia.
    destruct (Rlt_dec (low p) 0) as [N | N]; rewrite Fit by lia.
    + destruct (words_of_is (s * 2 ^ h - (2 * k + 1)) ltac:(lia)) as (W & ->). split; [exact W |].
      rewrite minus_IZR, Rmult_minus_distr_r, <- High, <- Low, Rabs_left by assumption. ring.
    + destruct (words_of_is (s * 2 ^ h + (2 * k + 1)) ltac:(lia)) as (W & ->). split; [exact W |].
      rewrite plus_IZR, Rmult_plus_distr_r, <- High, <- Low, Rabs_pos_eq by lra. ring.
Qed.

(* So 128 bits hold both sums of a fraction that was found. *)
Theorem found_fraction_is_whole : forall T entries ratio wide columns n fixed fixed_addends weights weight_addends m,
  finds_fraction T entries ratio wide columns n fixed fixed_addends weights weight_addends m ->
  ordinary_total_least <= high (value (rest_of T fixed)) ->
  is_whole (value (rest_of T fixed)) /\ is_whole (value weights).
Proof.
  intros T entries ratio wide columns n fixed fxs weights wxs m H Hr.
  assert (P700 := bpow_gt_0 radix2 (-700)). assert (P960 := bpow_gt_0 radix2 (-960)).
  assert (Hw : ordinary_least <= high (value weights)) by apply H.
  assert (FT : double T) by apply H.
  destruct (found_fraction_is_exact _ _ _ _ _ _ _ _ _ _ _ H) as (_ & _ & (g & Hg & E & PF & LT) & (g' & Hg' & E' & L')).
  split; [apply (whole_is_exact g _ _ E Hg) | apply (whole_is_exact g' _ _ E' Hg'); lra].
  split; [lra |]. apply Rle_lt_trans with (2 := LT). destruct E as ((_ & _ & E1) & _ & E2). rewrite E1, E2.
  rewrite <- (round_id T FT) at 2. apply rounding_keeps_order. lra.
Qed.

(* ---- Three words hold a product, and tell on which side of a midpoint it is *)

(* `midpoint_above` *)
Definition midpoint (s : Z) : Z := (2 * s + 1)%Z.

(* `compare` of exact_fraction.cpp: a factor times N / W against the midpoint above a double, both as `to_binary` has
   them. Words end after the third. *)
Theorem midpoint_is_compared_exactly : forall N n W m factor s e number z k,
  is_product (words_of N) -> is_product (words_of W) -> is_stored factor s e -> is_stored number z k ->
  (0 < Words.value (words_of W))%Z ->
  let product := multiply (words_of N) s in let below := multiply (words_of W) (midpoint z) in
  let side := compare product (n + e) below (m + (k - 1)) in
  let share := factor * (IZR (Words.value (words_of N)) * 2^n / (IZR (Words.value (words_of W)) * 2^m)) in
  is_product product /\ is_product below /\ finish product = 3%nat /\ finish below = 3%nat /\
  ((side < 0)%Z <-> share < number + 2^(k - 1)) /\ (side = 0%Z <-> share = number + 2^(k - 1)).
Proof.
  intros N n W m factor s e number z k PN PW (-> & Hs & _) (-> & Hz & _) P product below side share.
  assert (Ws : is_word s) by (unfold is_word, base; lia).
  assert (Wz : is_word (midpoint z)) by (unfold is_word, base, midpoint; lia).
  destruct (multiply_is_exact (words_of N) s PN Ws) as (P1 & V1).
  destruct (multiply_is_exact (words_of W) (midpoint z) PW Wz) as (P2 & V2).
  fold product in P1, V1. fold below in P2, V2.
  split; [exact P1 | split; [exact P2 | split; [reflexivity | split; [reflexivity |]]]].
  set (least := Z.min (n + e) (m + (k - 1))).
  assert (C := compare_is_right product (n + e) below (m + (k - 1)) least P1 P2 ltac:(lia) ltac:(lia)).
  fold side in C. rewrite V1, V2 in C. set (a := Words.value (words_of N)) in *. set (b := Words.value (words_of W)) in *.
  set (d := (a * s * 2 ^ (n + e - least) - b * midpoint z * 2 ^ (m + (k - 1) - least))%Z) in *.
  apply IZR_lt in P. assert (Pm := bpow_gt_0 radix2 m). assert (Pb : 0 < IZR b * 2^m) by now apply Rmult_lt_0_compat.
  assert (D : (share - (IZR z * 2^k + 2^(k - 1))) * (IZR b * 2^m) = IZR d * 2^least).
  { assert (Pow : forall i, (least <= i)%Z -> 2^i = IZR (2 ^ (i - least)) * 2^least).
    { intros i Hi. rewrite (IZR_Zpower radix2), <- bpow_plus by lia. f_equal. ring. }
    assert (E1 := Pow (n + e)%Z ltac:(lia)). assert (E2 := Pow (m + (k - 1))%Z ltac:(lia)).
    unfold d. rewrite minus_IZR, !mult_IZR.
    replace ((IZR a * IZR s * IZR (2 ^ (n + e - least)) - IZR b * IZR (midpoint z) * IZR (2 ^ (m + (k - 1) - least))) *
      2^least) with (IZR a * IZR s * 2^(n + e) - IZR b * IZR (midpoint z) * 2^(m + (k - 1))) by (rewrite E1, E2; ring).
    assert (K : 2^k = 2 * 2^(k - 1)).
    { replace k with (1 + (k - 1))%Z at 1 by ring. now rewrite bpow_plus. }
    unfold share, midpoint. rewrite plus_IZR, mult_IZR, (bpow_plus radix2 n), (bpow_plus radix2 m), K. field. lra. }
  assert (Pl := bpow_gt_0 radix2 least). set (r := share - (IZR z * 2^k + 2^(k - 1))) in *.
  assert (Sign : (IZR d < 0 <-> r < 0) /\ (IZR d = 0 <-> r = 0)).
  { assert (Q : 0 < 2^least / (IZR b * 2^m)) by now apply Rdiv_lt_0_compat.
    assert (E : r = IZR d * (2^least / (IZR b * 2^m))).
    { apply Rmult_eq_reg_r with (IZR b * 2^m); [| lra]. rewrite D. field. lra. }
    set (q := 2^least / (IZR b * 2^m)) in *. rewrite E. split; split; intros H.
    - nra.
    - apply Rnot_le_lt. intros H'. assert (0 <= IZR d * q) by (apply Rmult_le_pos; lra). lra.
    - rewrite H. ring.
    - apply Rmult_integral in H. lra. }
  assert (Side : ((side < 0)%Z <-> (d < 0)%Z) /\ (side = 0%Z <-> d = 0%Z)).
  { rewrite C. destruct (Z.sgn_spec d) as [(A & ->) | [(A & ->) | (A & ->)]]; lia. }
  rewrite (proj1 Side), (proj2 Side). unfold r in Sign. split; split; intros H.
  - apply IZR_lt, Sign in H. lra.
  - apply lt_IZR, Sign. lra.
  - apply IZR_eq, Sign in H. lra.
  - apply eq_IZR, Sign. lra.
Qed.
