(* Products of words and the comparison of two: facts about integers, for reference/exact_product.h, with any
   number of words. What a word of 64 bits or a sum of 128 cuts off is cut off here too. *)
From Coq Require Import ZArith Lia Bool.
Open Scope Z_scope.

Definition base := 2 ^ 64.
Definition as_word (x : Z) := x mod base.
Definition as_double_word (x : Z) := x mod 2 ^ 128.
Definition is_word (x : Z) := 0 <= x < base.

(* The words below 2^64 of a number, least significant first: those from `begin` to before `finish`, which
   the code calls `end`. What the array holds elsewhere is undefined. *)
Record product := { word : Z -> Z; begin : Z; finish : nat }.

Definition is_product (p : product) :=
  0 <= begin p <= Z.of_nat (finish p) /\ forall k, begin p <= k < Z.of_nat (finish p) -> is_word (word p k).

(* `word_at`: asks for k below the end. *)
Definition word_at (p : product) (k : Z) := if k <? begin p then 0 else word p k.

Fixpoint value_below (p : product) (n : nat) : Z :=
  match n with
  | O => 0
  | S k => value_below p k + word_at p (Z.of_nat k) * 2 ^ (64 * Z.of_nat k)
  end.

(* The number that the words stand for. *)
Definition value (p : product) := value_below p (finish p).

Lemma base_pos : 0 < base.
Proof. reflexivity. Qed.

Lemma word_at_is_word : forall p k, is_product p -> k < Z.of_nat (finish p) -> is_word (word_at p k).
Proof.
  intros p k (B & W) H. unfold word_at. case Z.ltb_spec; intros L.
  - split; [lia | reflexivity].
  - apply W. lia.
Qed.

Lemma power_pos : forall n, 0 < 2 ^ n \/ n < 0.
Proof. intros n. destruct (Z.lt_ge_cases n 0); [now right | left]. apply Z.pow_pos_nonneg; lia. Qed.

Lemma power_split : forall a b, 0 <= a -> 0 <= b -> 2 ^ (a + b) = 2 ^ a * 2 ^ b.
Proof. intros. now apply Z.pow_add_r. Qed.

Lemma value_below_fits : forall p n, is_product p -> (n <= finish p)%nat ->
  0 <= value_below p n < 2 ^ (64 * Z.of_nat n).
Proof.
  intros p n H. induction n as [| n IH]; intros Hn.
  - simpl. lia.
  - assert (W := word_at_is_word p (Z.of_nat n) H ltac:(lia)). unfold is_word in W.
    assert (P := IH ltac:(lia)). cbn [value_below].
    replace (64 * Z.of_nat (S n)) with (64 * Z.of_nat n + 64) by lia.
    rewrite power_split by lia. fold base.
    assert (0 < 2 ^ (64 * Z.of_nat n)) by (apply Z.pow_pos_nonneg; lia).
    nia.
Qed.

Lemma word_of_value : forall p n k, is_product p -> (n <= finish p)%nat -> 0 <= k < Z.of_nat n ->
  (value_below p n / 2 ^ (64 * k)) mod base = word_at p k.
Proof.
  intros p n k H. induction n as [| n IH]; intros Hn Hk; [lia |]. cbn [value_below].
  assert (P := value_below_fits p n H ltac:(lia)).
  assert (W := word_at_is_word p (Z.of_nat n) H ltac:(lia)).
  destruct (Z.eq_dec k (Z.of_nat n)) as [-> | N].
  - rewrite Z.div_add by (apply Z.pow_nonzero; lia).
    rewrite Z.div_small, Z.add_0_l by assumption. apply Z.mod_small, W.
  - replace (64 * Z.of_nat n) with ((64 * (Z.of_nat n - k - 1) + 64) + 64 * k) by lia.
    rewrite (power_split _ (64 * k)), Z.mul_assoc by lia.
    rewrite Z.div_add by (apply Z.pow_nonzero; lia).
    rewrite power_split, Z.mul_assoc by lia. fold base.
    rewrite Z.mod_add by (unfold base; lia). apply IH; lia.
Qed.

(* ---- `length` *)

Definition bit_width (x : Z) := if x =? 0 then 0 else Z.log2 x + 1.

Fixpoint length_below (p : product) (n : nat) : Z :=
  match n with
  | O => 0
  | S k => if Z.of_nat k <? begin p then 0
           else if word p (Z.of_nat k) =? 0 then length_below p k
           else 64 * Z.of_nat k + bit_width (word p (Z.of_nat k))
  end.

Definition length (p : product) := length_below p (finish p).

Lemma zeros_below_begin : forall p n, Z.of_nat n <= begin p -> value_below p n = 0.
Proof.
  intros p n. induction n as [| n IH]; intros H; [reflexivity |]. cbn [value_below].
  rewrite IH by lia. unfold word_at. destruct (Z.ltb_spec (Z.of_nat n) (begin p)); lia.
Qed.

Lemma length_below_is : forall p n, is_product p -> (n <= finish p)%nat ->
  length_below p n = bit_width (value_below p n).
Proof.
  intros p n H. induction n as [| n IH]; intros Hn; [reflexivity |]. cbn [length_below].
  case Z.ltb_spec; intros L.
  - now rewrite zeros_below_begin by lia.
  - cbn [value_below]. unfold word_at. replace (Z.of_nat n <? begin p) with false by (symmetry; lia).
    assert (W := word_at_is_word p (Z.of_nat n) H ltac:(lia)). unfold word_at in W.
    replace (Z.of_nat n <? begin p) with false in W by (symmetry; lia). unfold is_word in W.
    set (w := word p (Z.of_nat n)) in *.
    assert (P := value_below_fits p n H ltac:(lia)). set (v := value_below p n) in *.
    case Z.eqb_spec; intros E.
    + rewrite E, Z.mul_0_l, Z.add_0_r. apply IH. lia.
    + assert (0 < w) by lia. assert (Q : 0 < 2 ^ (64 * Z.of_nat n)) by (apply Z.pow_pos_nonneg; lia).
      unfold bit_width at 1. destruct (Z.eqb_spec w 0); [lia |].
      unfold bit_width. destruct (Z.eqb_spec (v + w * 2 ^ (64 * Z.of_nat n)) 0); [nia |].
      rewrite Z.add_assoc. f_equal. symmetry. apply Z.log2_unique;
        [assert (0 <= Z.log2 w) by apply Z.log2_nonneg; lia |].
      assert (S := Z.log2_spec w ltac:(lia)). rewrite Z.pow_succ_r in S by apply Z.log2_nonneg.
      assert (0 <= Z.log2 w) by apply Z.log2_nonneg.
      rewrite Z.pow_succ_r by lia. rewrite power_split by lia. nia.
Qed.

Lemma length_is : forall p, is_product p -> length p = bit_width (value p).
Proof. intros p H. now apply length_below_is. Qed.

Lemma length_fits : forall p, is_product p -> 0 <= length p <= 64 * Z.of_nat (finish p).
Proof.
  intros p H. rewrite length_is by assumption. assert (V := value_below_fits p (finish p) H (le_n _)).
  fold (value p) in V. unfold bit_width. destruct (Z.eqb_spec (value p) 0); [lia |].
  assert (L := Z.log2_nonneg (value p)).
  assert (Z.log2 (value p) < 64 * Z.of_nat (finish p)); [| lia].
  apply Z.log2_lt_pow2; lia.
Qed.

(* ---- `bits_below` *)

Definition bits_below (p : product) (end_bit : Z) :=
  let k := Z.shiftr (end_bit - 64) 6 in
  let shift := Z.land end_bit 63 in
  if shift =? 0 then word_at p k
  else Z.lor (Z.shiftr (word_at p k) shift) (as_word (Z.shiftl (word_at p (k + 1)) (64 - shift))).


Lemma or_is_plus : forall a b s, 0 <= s -> 0 <= a < 2 ^ s -> 0 <= b -> Z.lor a (b * 2 ^ s) = a + b * 2 ^ s.
Proof.
  intros a b s Hs Ha Hb.
  assert (E : Z.land a (b * 2 ^ s) = 0).
  { apply Z.bits_inj'. intros i Hi. rewrite Z.land_spec, Z.bits_0.
    destruct (Z.lt_ge_cases i s) as [L | L].
    - rewrite Z.mul_pow2_bits_low by assumption. apply andb_false_r.
    - replace (Z.testbit a i) with false; [reflexivity |]. symmetry. apply Z.testbit_false; [assumption |].
      rewrite Z.div_small; [reflexivity |].
      split; [lia |]. apply Z.lt_le_trans with (1 := proj2 Ha). apply Z.pow_le_mono_r; lia. }
  rewrite <- Z.lxor_lor by assumption. symmetry. now apply Z.add_nocarry_lxor.
Qed.

(* The number's bits from end_bit - 64 to before end_bit, those below bit 0 being zeros: where end_bit is at
   most the length, no word from the end on is read. *)
Lemma bits_below_are : forall p end_bit up, is_product p -> end_bit <= 64 * Z.of_nat (finish p) -> 0 <= up ->
  0 <= end_bit - 64 + up ->
  bits_below p end_bit = (value p * 2 ^ up / 2 ^ (end_bit - 64 + up)) mod base.
Proof.
  intros p e up H He Hup Hlow. unfold bits_below.
  assert (Land : Z.land e 63 = e mod 64) by (change 63 with (Z.ones 6); now rewrite Z.land_ones by lia).
  rewrite Land, Z.shiftr_div_pow2 by lia. change (2 ^ 6) with 64.
  assert (D := Z.div_mod e 64 ltac:(lia)). assert (M := Z.mod_pos_bound e 64 ltac:(lia)).
  replace ((e - 64) / 64) with (e / 64 - 1) by
    (replace (e - 64) with (e + (-1) * 64) by ring; rewrite Z.div_add by lia; ring).
  set (q := e / 64) in *. set (s := e mod 64) in *.
  assert (At : forall k, k < Z.of_nat (finish p) -> 0 <= 64 * k + up ->
    word_at p k = (value p * 2 ^ up / 2 ^ (64 * k + up)) mod base).
  { intros k Hk Hku. destruct (Z.lt_ge_cases k 0) as [L | L].
    - unfold word_at. replace (k <? begin p) with true by (symmetry; destruct H as ((B & _) & _); lia).
      symmetry. replace (value p * 2 ^ up) with (value p * 2 ^ (64 * (- k - 1)) * base * 2 ^ (64 * k + up)).
      + rewrite Z.div_mul by (apply Z.pow_nonzero; lia). apply Z.mod_mul. unfold base. lia.
      + rewrite <- !Z.mul_assoc. f_equal. unfold base. rewrite <- !power_split by lia. f_equal. lia.
    - rewrite (power_split (64 * k)), Z.div_mul_cancel_r by (try apply Z.pow_nonzero; lia).
      symmetry. apply word_of_value; trivial; lia. }
  assert (V := value_below_fits p (finish p) H (le_n _)). fold (value p) in V.
  destruct (Z.eqb_spec s 0) as [E | E].
  - rewrite At by lia. f_equal. f_equal. f_equal. lia.
  - destruct (Z.lt_ge_cases (64 * (q - 1) + up) 0) as [Low | Low].
    + (* The lower word lies below all bits, also of the shifted number. *)
      assert (Hq : q <= 0) by lia.
      assert (A0 : word_at p (q - 1) = 0).
      { unfold word_at. replace (q - 1 <? begin p) with true by (symmetry; destruct H as ((B & _) & _); lia).
        reflexivity. }
      rewrite A0, Z.shiftr_0_l, Z.lor_0_l. replace (q - 1 + 1) with q by ring.
      rewrite At by lia. unfold as_word. rewrite Z.shiftl_mul_pow2 by lia.
      set (x := value p * 2 ^ up) in *.
      assert (X : x = x / 2 ^ (64 * q + up) * 2 ^ (64 * q + up) + x mod 2 ^ (64 * q + up)).
      { rewrite Z.mul_comm. apply Z.div_mod. apply Z.pow_nonzero; lia. }
      assert (Zero : x mod 2 ^ (64 * q + up) = 0).
      { unfold x. replace up with ((- 64 * q) + (64 * q + up)) at 1 by ring.
        rewrite power_split, Z.mul_assoc by lia. apply Z.mod_mul. apply Z.pow_nonzero; lia. }
      set (y := x / 2 ^ (64 * q + up)) in *. rewrite X, Zero, Z.add_0_r.
      replace (64 * q + up) with ((64 - s) + (e - 64 + up)) by lia.
      rewrite (power_split (64 - s)), Z.mul_assoc, Z.div_mul by (try apply Z.pow_nonzero; lia).
      rewrite Z.mul_mod_idemp_l by (unfold base; lia). reflexivity.
    + rewrite (At (q - 1)) by lia. replace (q - 1 + 1) with q by ring. rewrite (At q) by lia.
      set (x := value p * 2 ^ up) in *. assert (Px : 0 <= x) by (apply Z.mul_nonneg_nonneg;
        [lia | apply Z.pow_nonneg; lia]).
      replace (64 * q + up) with (64 * (q - 1) + up + 64) by ring.
      rewrite (power_split (64 * (q - 1) + up) 64) by lia. fold base.
      rewrite <- Z.div_div by (try apply Z.pow_nonzero; try reflexivity; lia).
      replace (e - 64 + up) with (64 * (q - 1) + up + s) by lia.
      rewrite (power_split (64 * (q - 1) + up) s) by lia.
      rewrite <- (Z.div_div x) by (try apply Z.pow_nonzero; try apply Z.pow_pos_nonneg; lia).
      set (y := x / 2 ^ (64 * (q - 1) + up)).
      assert (Py : 0 <= y) by (apply Z.div_pos; [assumption | apply Z.pow_pos_nonneg; lia]).
      clearbody y. clear - M E Py.
      rewrite Z.shiftr_div_pow2 by lia. unfold as_word. rewrite Z.shiftl_mul_pow2 by lia.
      assert (Bs : base = 2 ^ s * 2 ^ (64 - s)).
      { unfold base. rewrite <- power_split by lia. f_equal. lia. }
      assert (P1 : 0 < 2 ^ s) by (apply Z.pow_pos_nonneg; lia).
      assert (P2 : 0 < 2 ^ (64 - s)) by (apply Z.pow_pos_nonneg; lia).
      assert (D1 := Z.div_mod y base ltac:(unfold base; lia)).
      assert (M1 := Z.mod_pos_bound y base ltac:(reflexivity)).
      set (h := y / base) in *. set (l := y mod base) in *.
      rewrite Z.mul_mod_idemp_l by (unfold base; lia).
      rewrite Bs at 1. rewrite Z.mul_mod_distr_r by lia.
      rewrite or_is_plus; [| lia | | apply Z.mod_pos_bound; lia].
      * replace (y / 2 ^ s) with (l / 2 ^ s + h * 2 ^ (64 - s)).
        -- assert (D2 := Z.div_mod h (2 ^ s) ltac:(lia)). set (a := h mod 2 ^ s) in *.
           rewrite D2. replace ((2 ^ s * (h / 2 ^ s) + a) * 2 ^ (64 - s)) with
             (a * 2 ^ (64 - s) + (h / 2 ^ s) * base) by (rewrite Bs; ring).
           rewrite Z.add_assoc, Z.mod_add by (unfold base; lia). symmetry. apply Z.mod_small.
           assert (Ma := Z.mod_pos_bound h (2 ^ s) P1). fold a in Ma.
           assert (0 <= l / 2 ^ s) by (apply Z.div_pos; lia).
           assert (l / 2 ^ s < 2 ^ (64 - s)) by (apply Z.div_lt_upper_bound; lia). nia.
        -- rewrite D1, Bs. replace (2 ^ s * 2 ^ (64 - s) * h + l) with (l + h * 2 ^ (64 - s) * 2 ^ s) by ring.
           rewrite Z.div_add by lia. reflexivity.
      * split; [apply Z.div_pos; lia |]. apply Z.div_lt_upper_bound; lia.
Qed.

(* ---- `multiply` *)

(* What is carried into word n. *)
Fixpoint carry (number : product) (factor : Z) (n : nat) : Z :=
  match n with
  | O => 0
  | S k => if Z.of_nat k <? begin number then 0
           else as_double_word (carry number factor k + word number (Z.of_nat k) * factor) / base
  end.

Definition multiply (number : product) (factor : Z) : product :=
  {| word := fun k =>
       if k =? Z.of_nat (finish number) then as_word (carry number factor (finish number))
       else as_word (as_double_word (carry number factor (Z.to_nat k) + word number k * factor));
     begin := begin number; finish := S (finish number) |}.

Lemma carry_is : forall p f n, is_product p -> is_word f -> (n <= finish p)%nat ->
  is_word (carry p f n) /\
  value_below (multiply p f) n + carry p f n * 2 ^ (64 * Z.of_nat n) = value_below p n * f.
Proof.
  intros p f n H Hf. induction n as [| n IH]; intros Hn; [split; [split; reflexivity | reflexivity] |].
  destruct (IH ltac:(lia)) as (Hc & E). cbn [carry value_below].
  assert (W := word_at_is_word p (Z.of_nat n) H ltac:(lia)).
  replace (64 * Z.of_nat (S n)) with (64 * Z.of_nat n + 64) by lia. rewrite power_split by lia. fold base.
  assert (Q : 0 < 2 ^ (64 * Z.of_nat n)) by (apply Z.pow_pos_nonneg; lia).
  set (v := value_below (multiply p f) n) in *. unfold word_at in *. cbn [multiply begin word] in *.
  destruct (Z.ltb_spec (Z.of_nat n) (begin p)) as [L | L].
  - split; [split; reflexivity |]. rewrite zeros_below_begin in E |- * by lia.
    unfold is_word in Hc. assert (0 <= v).
    { unfold v. clear - H. assert (Z : forall m, Z.of_nat m <= begin p -> value_below (multiply p f) m = 0).
      { intros m Hm. now apply zeros_below_begin. }
      destruct (Z.le_gt_cases (Z.of_nat n) (begin p)) as [A | A]; [rewrite Z by assumption; lia | ].
      clear Z. induction n as [| n IH]; [simpl; lia |]. cbn [value_below].
      assert (0 <= value_below (multiply p f) n).
      { destruct (Z.le_gt_cases (Z.of_nat n) (begin p)); [rewrite zeros_below_begin by assumption;
        lia | apply IH; lia]. }
      assert (0 <= word_at (multiply p f) (Z.of_nat n) * 2 ^ (64 * Z.of_nat n)); [| lia].
      apply Z.mul_nonneg_nonneg; [| apply Z.pow_nonneg; lia].
      unfold word_at, multiply, as_word. cbn [begin word].
      destruct (Z.of_nat n <? begin p); [lia |].
      destruct (Z.of_nat n =? Z.of_nat (finish p)); apply Z.mod_pos_bound; reflexivity. }
    nia.
  - replace (Z.of_nat n =? Z.of_nat (finish p)) with false by (symmetry; lia).
    rewrite Nat2Z.id. set (c := carry p f n) in *. set (w := word p (Z.of_nat n)) in *.
    unfold is_word in *.
    assert (S : 0 <= c + w * f < 2 ^ 128).
    { replace (2 ^ 128) with (base * base) by reflexivity. assert (w * f <= (base - 1) * (base - 1)) by nia.
      split; [nia |]. unfold base in *. lia. }
    unfold as_double_word. rewrite (Z.mod_small _ _ S). unfold as_word.
    assert (D := Z.div_mod (c + w * f) base ltac:(unfold base; lia)).
    assert (Hd : 0 <= (c + w * f) / base < base).
    { split; [apply Z.div_pos; [lia | reflexivity] |]. apply Z.div_lt_upper_bound; [reflexivity |].
      replace (base * base) with (2 ^ 128) by reflexivity. lia. }
    split; [assumption |].
    replace (v + (c + w * f) mod base * 2 ^ (64 * Z.of_nat n) + (c + w * f) / base * (2 ^ (64 * Z.of_nat n)
      * base))
      with (v + (base * ((c + w * f) / base) + (c + w * f) mod base) * 2 ^ (64 * Z.of_nat n)) by ring.
    rewrite <- D. nia.
Qed.

(* A product word by word is the product: no carry is lost, for any number of words. *)
Theorem multiply_is_exact : forall number factor, is_product number -> is_word factor ->
  is_product (multiply number factor) /\ value (multiply number factor) = value number * factor.
Proof.
  intros p f H Hf. destruct (carry_is p f (finish p) H Hf (le_n _)) as (Hc & E).
  split.
  - destruct H as (B & _). split; [cbn [multiply begin finish]; lia |]. intros k _.
    unfold multiply, as_word, is_word. cbn [word].
    destruct (k =? Z.of_nat (finish p)); apply Z.mod_pos_bound; reflexivity.
  - unfold value at 1. cbn [multiply finish value_below]. fold (multiply p f). unfold word_at.
    replace (Z.of_nat (finish p) <? begin (multiply p f)) with false
      by (symmetry; destruct H as (B & _); cbn [multiply begin]; lia).
    unfold multiply at 2. cbn [word]. rewrite Z.eqb_refl. unfold as_word. rewrite Z.mod_small by exact Hc.
    exact E.
Qed.

(* ---- `compare` *)

(* The loop: at most `steps` more of it. *)
Fixpoint look (a b : product) (bits done : Z) (steps : nat) : Z :=
  match steps with
  | O => 0
  | S fewer =>
      if done <? bits then
        let a_bits := bits_below a (length a - done) in
        let b_bits := bits_below b (length b - done) in
        if a_bits =? b_bits then look a b bits (done + 64) fewer
        else if a_bits <? b_bits then -1 else 1
      else 0
  end.

Definition compare (a : product) (a_exponent : Z) (b : product) (b_exponent : Z) : Z :=
  if (length a =? 0) || (length b =? 0) then Z.b2z (negb (length a =? 0)) - Z.b2z (negb (length b =? 0))
  else if length a + a_exponent =? length b + b_exponent then
    let bits := Z.max (length a - 64 * begin a) (length b - 64 * begin b) in
    look a b bits 0 (Z.to_nat bits)
  else if length a + a_exponent <? length b + b_exponent then -1 else 1.

Lemma multiple_of_begin : forall p n, is_product p -> (2 ^ (64 * begin p) | value_below p n).
Proof.
  intros p n H. induction n as [| n IH]; [exists 0; reflexivity |]. cbn [value_below].
  apply Z.divide_add_r; [assumption |]. unfold word_at. case Z.ltb_spec; intros L; [exists 0; reflexivity |].
  apply Z.divide_mul_r. exists (2 ^ (64 * (Z.of_nat n - begin p))). destruct H as ((B & _) & _).
  rewrite <- power_split by lia. f_equal. lia.
Qed.

Lemma look_is_right : forall a b up_a up_b bits N, is_product a -> is_product b -> 0 <= up_a -> 0 <= up_b ->
  length a + up_a = N -> length b + up_b = N -> bits + 64 <= N ->
  N - bits <= 64 * begin a + up_a -> N - bits <= 64 * begin b + up_b ->
  let A := value a * 2 ^ up_a in let B := value b * 2 ^ up_b in
  forall steps done, 0 <= done -> done <= N -> bits <= done + 64 * Z.of_nat steps -> 
    A / 2 ^ (N - done) = B / 2 ^ (N - done) ->
    look a b bits done steps = Z.sgn (A - B).
Proof.
  intros a b ua ub bits N Ha Hb Pa Pb Na Nb HN Da Db A B.
  assert (Whole : forall p up, is_product p -> 0 <= up -> N - bits <= 64 * begin p + up -> forall done,
    bits <= done <= N -> value p * 2 ^ up = value p * 2 ^ up / 2 ^ (N - done) * 2 ^ (N - done)).
  { intros p up Hp Hup Dp done Hd. destruct (multiple_of_begin p (finish p) Hp) as (m & E).
    fold (value p) in E. rewrite E. assert (0 <= begin p) by apply Hp.
    replace (m * 2 ^ (64 * begin p) * 2 ^ up) with (m * 2 ^ (64 * begin p + up - (N - done))
      * 2 ^ (N - done)).
    - now rewrite Z.div_mul by (apply Z.pow_nonzero; lia).
    - rewrite <- !Z.mul_assoc, <- !power_split by lia. do 2 f_equal. lia. }
  assert (Win : forall p up done, is_product p -> 0 <= up -> length p + up = N -> 0 <= done < bits ->
    bits_below p (length p - done) = (value p * 2 ^ up / 2 ^ (N - (done + 64))) mod base).
  { intros p up done Hp Hup E Hd. assert (L := length_fits p Hp).
    rewrite (bits_below_are p _ up) by (trivial; lia). do 3 f_equal. lia. }
  induction steps as [| steps IH]; intros done H0 H1 H2 E; cbn [look].
  - assert (X := Whole a ua Ha Pa Da done ltac:(lia)). assert (Y := Whole b ub Hb Pb Db done ltac:(lia)).
    fold A in X. fold B in Y. rewrite X, Y, E, Z.sub_diag. reflexivity.
  - case Z.ltb_spec; intros L.
    + rewrite (Win a ua), (Win b ub) by (trivial; lia). fold A B.
      assert (Div : forall x, x / 2 ^ (N - done) = x / 2 ^ (N - (done + 64)) / base).
      { intros x. replace (N - done) with (N - (done + 64) + 64) by ring.
        rewrite power_split by lia. fold base. symmetry. apply Z.div_div; [apply Z.pow_nonzero;
          lia | reflexivity]. }
      rewrite !Div in E.
      set (x := A / 2 ^ (N - (done + 64))) in *. set (y := B / 2 ^ (N - (done + 64))) in *.
      assert (X := Z.div_mod x base ltac:(unfold base; lia)). assert (Y := Z.div_mod y base ltac:(unfold
        base; lia)).
      case Z.eqb_spec; intros Q.
      * apply IH; fold x y; lia.
      * assert (Less : forall c d, c / 2 ^ (N - (done + 64)) < d / 2 ^ (N - (done + 64)) -> c < d).
        { intros c d Hcd. apply Z.nle_gt. intros H. apply (Z.div_le_mono d c (2 ^ (N - (done + 64)))) in H;
          [lia |].
          apply Z.pow_pos_nonneg; lia. }
        case Z.ltb_spec; intros M.
        -- assert (A < B) by (apply Less; fold x y; lia). symmetry. apply Z.sgn_neg. lia.
        -- assert (B < A) by (apply Less; fold x y; lia). symmetry. apply Z.sgn_pos. lia.
    + assert (X := Whole a ua Ha Pa Da done ltac:(lia)). assert (Y := Whole b ub Hb Pb Db done ltac:(lia)).
      fold A in X. fold B in Y. rewrite X, Y, E, Z.sub_diag. reflexivity.
Qed.

(* Two numbers of any number of words, times powers of two: `compare` gives the sign of their difference.
2^least
   is a unit that makes both whole. *)
Theorem compare_is_right : forall a a_exponent b b_exponent least, is_product a -> is_product b ->
  least <= a_exponent -> least <= b_exponent ->
  compare a a_exponent b b_exponent =
    Z.sgn (value a * 2 ^ (a_exponent - least) - value b * 2 ^ (b_exponent - least)).
Proof.
  intros a ea b eb m Ha Hb Hea Heb. unfold compare.
  assert (La := length_is a Ha). assert (Lb := length_is b Hb). unfold bit_width in La, Lb.
  assert (Va := proj1 (value_below_fits a (finish a) Ha (le_n _))). fold (value a) in Va.
  assert (Vb := proj1 (value_below_fits b (finish b) Hb (le_n _))). fold (value b) in Vb.
  set (K := ea - m). set (L := eb - m).
  assert (PK : 0 < 2 ^ K) by (apply Z.pow_pos_nonneg; unfold K; lia).
  assert (PL : 0 < 2 ^ L) by (apply Z.pow_pos_nonneg; unfold L; lia).
  assert (Ga := Z.log2_nonneg (value a)). assert (Gb := Z.log2_nonneg (value b)).
  destruct (Z.eqb_spec (value a) 0) as [Za | Za]; destruct (Z.eqb_spec (value b) 0) as [Zb | Zb].
  - rewrite La, Lb, Za, Zb. reflexivity.
  - rewrite La, Za, Z.eqb_refl. destruct (Z.eqb_spec (length b) 0); [lia |]. cbn [orb negb Z.b2z].
    symmetry. apply Z.sgn_neg. nia.
  - rewrite Lb, Zb, Z.eqb_refl. destruct (Z.eqb_spec (length a) 0); [lia |]. cbn [orb negb Z.b2z].
    symmetry. apply Z.sgn_pos. nia.
  - destruct (Z.eqb_spec (length a) 0); [lia |]. destruct (Z.eqb_spec (length b) 0); [lia |]. cbn [orb].
    assert (Sa := Z.log2_spec (value a) ltac:(lia)). assert (Sb := Z.log2_spec (value b) ltac:(lia)).
    replace (Z.succ (Z.log2 (value a))) with (length a) in Sa by lia.
    replace (Z.succ (Z.log2 (value b))) with (length b) in Sb by lia.
    replace (Z.log2 (value a)) with (length a - 1) in Sa by lia.
    replace (Z.log2 (value b)) with (length b - 1) in Sb by lia.
    assert (Far : forall x y lx ly k l, 0 <= lx -> 1 <= ly -> 0 <= k -> 0 <= l -> lx + k < ly + l -> x < 2 ^
      lx -> 2 ^ (ly - 1) <= y ->
      x * 2 ^ k < y * 2 ^ l).
    { intros x y lx ly k l Hx Hy Hk Hl Hlt Ux Uy.
      assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia). assert (0 < 2 ^ l) by (apply Z.pow_pos_nonneg;
        lia).
      apply Z.lt_le_trans with (2 ^ lx * 2 ^ k); [nia |]. apply Z.le_trans with (2 ^ (ly - 1) * 2 ^ l);
        [| nia].
      rewrite <- !power_split by lia. apply Z.pow_le_mono_r; lia. }
    destruct (Z.eqb_spec (length a + ea) (length b + eb)) as [E | E].
    + clear Far. set (bits := Z.max (length a - 64 * begin a) (length b - 64 * begin b)).
      set (t := Z.max 0 bits + 64).
      assert (Fa := length_fits a Ha). assert (Fb := length_fits b Hb).
      assert (Pow : 0 < 2 ^ t) by (apply Z.pow_pos_nonneg; unfold t; lia).
      rewrite (look_is_right a b (K + t) (L + t) bits (length a + K + t)); trivial;
        try (unfold K, L, t, bits; lia).
      * rewrite !power_split by (unfold K, L, t; lia). rewrite !Z.mul_assoc, <- Z.mul_sub_distr_r, Z.sgn_mul.
        rewrite (Z.sgn_pos (2 ^ t)) by assumption. ring.
      * rewrite !Z.div_small; [reflexivity | |].
        -- split; [apply Z.mul_nonneg_nonneg; [lia | apply Z.pow_nonneg; lia] |].
           replace (length a + K + t - 0) with (length b + (L + t)) by (unfold K, L; lia).
           rewrite (power_split (length b) (L + t)) by (unfold L, t; lia). apply Z.mul_lt_mono_pos_r;
             [apply Z.pow_pos_nonneg; unfold L, t; lia | lia].
        -- split; [apply Z.mul_nonneg_nonneg; [lia | apply Z.pow_nonneg; lia] |].
           replace (length a + K + t - 0) with (length a + (K + t)) by ring.
           rewrite (power_split (length a) (K + t)) by (unfold K, t; lia). apply Z.mul_lt_mono_pos_r;
             [apply Z.pow_pos_nonneg; unfold K, t; lia | lia].
    + case Z.ltb_spec; intros C.
      * assert (H := Far (value a) (value b) (length a) (length b) K L). symmetry. apply Z.sgn_neg.
        assert (G : value a * 2 ^ K < value b * 2 ^ L) by (apply H; unfold K, L; lia). lia.
      * assert (H := Far (value b) (value a) (length b) (length a) L K). symmetry. apply Z.sgn_pos.
        assert (G : value b * 2 ^ L < value a * 2 ^ K) by (apply H; unfold K, L; lia). lia.
Qed.

(* `compare_products`, and `is_less` of the Divider's grid: a * x * 2^x_exponent against b * y *
  2^y_exponent, for
   numbers of any number of words and significands of up to 64 bits. *)
Theorem compare_products_is_right : forall a x x_exponent b y y_exponent least,
  is_product a -> is_word x -> is_product b -> is_word y -> least <= x_exponent -> least <= y_exponent ->
  compare (multiply a x) x_exponent (multiply b y) y_exponent =
    Z.sgn (value a * x * 2 ^ (x_exponent - least) - value b * y * 2 ^ (y_exponent - least)).
Proof.
  intros a x ex b y ey m Ha Hx Hb Hy Hex Hey.
  destruct (multiply_is_exact a x Ha Hx) as (Pa & Ea). destruct (multiply_is_exact b y Hb Hy) as (Pb & Eb).
  rewrite <- Ea, <- Eb. now apply compare_is_right.
Qed.
