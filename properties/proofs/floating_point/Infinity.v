(* A product of any size: what a processor computes for a claimant whose weight times the ratio overflows, or whose
   weight cannot be split. Here infinity and no number are told apart, as in IEEE 754. *)
From Coq Require Import Reals ZArith Lra Lia List Bool.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath Overflow.
Import ListNotations.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

(* ---- Numbers as a processor has them; zeros have no sign *)

Inductive number := Finite (x : R) | Infinite (is_negative : bool) | NoNumber.

Definition made (x : R) : number :=
  if Rlt_dec (Rabs x) (2^1024) then Finite x else Infinite (if Rlt_dec x 0 then true else false).

Definition n_plus (a b : number) : number :=
  match a, b with
  | NoNumber, _ | _, NoNumber => NoNumber
  | Finite x, Finite y => made (RN (x + y))
  | Infinite s, Infinite s' => if eqb s s' then Infinite s else NoNumber
  | Infinite s, Finite _ | Finite _, Infinite s => Infinite s
  end.

Definition n_opposite (a : number) : number :=
  match a with Finite x => Finite (- x) | Infinite s => Infinite (negb s) | NoNumber => NoNumber end.

Definition n_minus (a b : number) : number := n_plus a (n_opposite b).

Definition times_infinity (x : R) (s : bool) : number :=
  if Req_EM_T x 0 then NoNumber else Infinite (xorb s (if Rlt_dec x 0 then true else false)).

Definition n_times (a b : number) : number :=
  match a, b with
  | NoNumber, _ | _, NoNumber => NoNumber
  | Finite x, Finite y => made (RN (x * y))
  | Infinite s, Infinite s' => Infinite (xorb s s')
  | Finite x, Infinite s | Infinite s, Finite x => times_infinity x s
  end.

Definition n_fused (a b c : number) : number :=
  match a, b, c with
  | Finite x, Finite y, Finite z => made (RN (x * y + z))
  | Finite x, Finite y, _ => c
  | _, _, _ => n_plus (n_times a b) c
  end.

(* No division is made for a claimant. *)
Fixpoint processor (c : computation) : number :=
  match c with
  | Given x => made x
  | Plus a b => n_plus (processor a) (processor b)
  | Minus a b => n_minus (processor a) (processor b)
  | Times a b => n_times (processor a) (processor b)
  | Fused a b c => n_fused (processor a) (processor b) (processor c)
  | Over a b => NoNumber
  end.

Lemma made_finite : forall x, Rabs x < 2^1024 -> made x = Finite x.
Proof. intros x H. unfold made. now destruct Rlt_dec. Qed.

Lemma made_is : forall x y, made x = Finite y -> y = x.
Proof. intros x y. unfold made. destruct Rlt_dec; [now intros [= <-] | discriminate]. Qed.

(* What is not far below 0 is made what it is, or infinity where it is beyond all doubles. *)
Lemma made_of_positive : forall x, - 2^1024 < x -> made x = Finite x \/ (made x = Infinite false /\ 2^1024 <= x).
Proof.
  intros x H. unfold made. destruct Rlt_dec as [L | L]; [now left | right].
  assert (P := bpow_gt_0 radix2 1024).
  assert (B : 2^1024 <= x) by (unfold Rabs in L; destruct Rcase_abs; lra).
  split; [| assumption]. destruct Rlt_dec; [lra | reflexivity].
Qed.

Lemma finite_sum : forall a b x, n_plus a b = Finite x -> exists y z, a = Finite y /\ b = Finite z /\ x = RN (y + z).
Proof.
  intros [y | s |] [z | s' |] x E; try discriminate.
  - exists y, z. split; [reflexivity | split; [reflexivity | now apply made_is]].
  - simpl in E. destruct (eqb s s'); discriminate.
Qed.

(* A finite result is what the other files say. *)
Lemma processor_is_finite : forall c x, processor c = Finite x -> x = unbounded c.
Proof.
  assert (Inf : forall y s x, times_infinity y s <> Finite x).
  { intros y s x. unfold times_infinity. destruct Req_EM_T; discriminate. }
  assert (Times' : forall a b x, n_times a b = Finite x -> exists y z, a = Finite y /\ b = Finite z /\ x = RN (y * z)).
  { intros [y | s |] [z | s' |] x E; try discriminate; try (now elim (Inf _ _ _ E)).
    exists y, z. split; [reflexivity | split; [reflexivity | now apply made_is]]. }
  induction c as [y | a IHa b IHb | a IHa b IHb | a IHa b IHb | a IHa b IHb c IHc | a IHa b IHb]; intros x E;
    cbn [processor unbounded] in *.
  - now apply made_is.
  - destruct (finite_sum _ _ _ E) as (y & z & Ea & Eb & ->). now rewrite (IHa y Ea), (IHb z Eb).
  - destruct (finite_sum _ _ _ E) as (y & z & Ea & Eb & ->). destruct (processor b) as [z' | |]; try discriminate.
    injection Eb as <-. now rewrite (IHa y Ea), (IHb z' eq_refl).
  - destruct (Times' _ _ _ E) as (y & z & Ea & Eb & ->). now rewrite (IHa y Ea), (IHb z Eb).
  - destruct (processor a) as [y | s |], (processor b) as [z | s' |], (processor c) as [v | s'' |]; try discriminate;
      try (destruct (finite_sum _ _ _ E) as (y' & z' & E1 & E2 & _); try discriminate; now elim (Inf _ _ _ E1)).
    rewrite <- (IHa y eq_refl), <- (IHb z eq_refl), <- (IHc v eq_refl). now apply made_is.
  - discriminate.
Qed.

Lemma finite_is_below : forall c x, processor c = Finite x -> Rabs x < 2^1024.
Proof.
  assert (Made : forall x y, made x = Finite y -> Rabs y < 2^1024).
  { intros x y. unfold made. destruct Rlt_dec; [now intros [= <-] | discriminate]. }
  assert (Sum : forall a b x, n_plus a b = Finite x -> Rabs x < 2^1024).
  { intros [y | s |] [z | s' |] x E; try discriminate; [now apply Made in E |].
    simpl in E. destruct (eqb s s'); discriminate. }
  assert (Product : forall a b x, n_times a b = Finite x -> Rabs x < 2^1024).
  { intros [y | s |] [z | s' |] x E; try discriminate; cbn [n_times] in E; unfold times_infinity in E;
      try (destruct Req_EM_T; discriminate). now apply Made in E. }
  intros [y | a b | a b | a b | a b c | a b] x E; cbn [processor] in E.
  - now apply Made in E.
  - now apply Sum in E.
  - now apply Sum in E.
  - now apply Product in E.
  - destruct (processor a) as [y | s |], (processor b) as [z | s' |], (processor c) as [v | s'' |]; try discriminate;
      try (now apply Sum in E). now apply Made in E.
  - discriminate.
Qed.

(* What is less than infinity, and stays so. *)
Definition is_sunk (a : number) := a = Infinite true \/ a = NoNumber.

Lemma sunk_plus : forall a b, is_sunk a -> is_sunk (n_plus a b).
Proof. intros a b [-> | ->]; unfold is_sunk; destruct b as [y | [|] |]; simpl; auto. Qed.

Lemma plus_sunk : forall a b, is_sunk b -> is_sunk (n_plus a b).
Proof. intros a b [-> | ->]; unfold is_sunk; destruct a as [y | [|] |]; simpl; auto. Qed.

Lemma sunk_below_infinity : forall a, is_sunk (n_minus a (Infinite false)).
Proof. intros [x | [|] |]; unfold is_sunk, n_minus; simpl; auto. Qed.

Lemma no_number_plus : forall a b, a = NoNumber \/ b = NoNumber -> n_plus a b = NoNumber.
Proof. intros [x | s |] [y | s' |] [E | E]; try discriminate E; reflexivity. Qed.

Lemma no_number_times : forall a b, a = NoNumber \/ b = NoNumber -> n_times a b = NoNumber.
Proof. intros [x | s |] [y | s' |] [E | E]; try discriminate E; reflexivity. Qed.

(* ---- Values that fit *)

Definition fits (c : computation) (v : R) := processor c = Finite (unbounded c) /\ Rabs (unbounded c) <= v.

Lemma fits_given : forall x v, Rabs x <= v -> v < 2^1024 -> fits (Given x) v.
Proof. intros x v H K. split; [apply made_finite; apply Rle_lt_trans with (1 := H); exact K | exact H]. Qed.

Lemma fits_less : forall c v v', fits c v -> Rabs (unbounded c) <= v' -> fits c v'.
Proof. intros c v v' (A & _) H. now split. Qed.

Lemma fits_plus : forall a b v v', fits a v -> fits b v' -> 2 * (v + v') + 1 < 2^1024 ->
  fits (Plus a b) (2 * (v + v') + 1) /\ fits (Minus a b) (2 * (v + v') + 1).
Proof.
  intros a b v v' (A1 & A2) (B1 & B2) H.
  assert (TP := Rabs_triang (unbounded a) (unbounded b)).
  assert (TM := Rabs_triang (unbounded a) (- unbounded b)). rewrite Rabs_Ropp in TM.
  fold (unbounded a - unbounded b) in TM.
  assert (P := round_grows_little (unbounded a + unbounded b) (v + v') ltac:(lra)).
  assert (M := round_grows_little (unbounded a - unbounded b) (v + v') ltac:(lra)).
  unfold fits. cbn [processor unbounded]. rewrite A1, B1. unfold n_minus. cbn [n_opposite n_plus].
  fold (unbounded a - unbounded b).
  split; (split; [apply made_finite |]; lra).
Qed.

Lemma fits_times : forall a b v v' most, fits a v -> fits b v' -> Rabs (unbounded a * unbounded b) <= most ->
  2 * most + 1 < 2^1024 -> fits (Times a b) (2 * most + 1).
Proof.
  intros a b v v' most (A1 & A2) (B1 & B2) M H. assert (P := round_grows_little _ _ M).
  unfold fits. cbn [processor unbounded]. rewrite A1, B1. cbn [n_times]. split; [apply made_finite |]; lra.
Qed.

Lemma fits_multiply_add : forall fused a b c v v' v'' most, fits a v -> fits b v' -> fits c v'' -> 0 <= v'' ->
  Rabs (unbounded a * unbounded b) <= most -> 4 * most + 2 * v'' + 3 < 2^1024 ->
  fits (c_multiply_add fused a b c) (4 * most + 2 * v'' + 3).
Proof.
  intros [] a b c v v' v'' most A B C Pv M H; unfold c_multiply_add.
  - destruct A as (A1 & A2), B as (B1 & B2), C as (C1 & C2).
    assert (T := Rabs_triang (unbounded a * unbounded b) (unbounded c)).
    assert (Pm := Rabs_pos (unbounded a * unbounded b)).
    assert (P := round_grows_little (unbounded a * unbounded b + unbounded c) (most + v'') ltac:(lra)).
    unfold fits. cbn [processor unbounded]. rewrite A1, B1, C1. cbn [n_fused]. split; [apply made_finite |]; lra.
  - assert (Pm := Rabs_pos (unbounded a * unbounded b)).
    assert (P := fits_times a b v v' most A B M ltac:(lra)).
    destruct (fits_plus _ _ _ _ P C ltac:(lra)) as (S & _).
    now replace (4 * most + 2 * v'' + 3) with (2 * (2 * most + 1 + v'') + 1) by ring.
Qed.

(* ---- Dekker's halves *)

Definition c_upper (x : computation) : computation :=
  let scaled := Times x (Given splitter) in Minus scaled (Minus scaled x).
Definition c_lower (x : computation) : computation := Minus x (c_upper x).

Lemma splitter_is : splitter = 134217729.
Proof. simpl. lra. Qed.

(* Either the number is too large to be split, and its upper half is no number; or both are near what they stand for. *)
Lemma halves : forall x, double x -> 0 <= x < 2^1024 ->
  processor (c_upper (Given x)) = NoNumber \/
  (x <= 2^998 /\ 0 <= unbounded (c_upper (Given x)) /\
   Rabs (unbounded (c_upper (Given x)) - x) <= / 1048576 * x + 1 /\
   fits (c_upper (Given x)) (2 * x + 1) /\ fits (c_lower (Given x)) (/ 524288 * x + 2)).
Proof.
  intros x Fx Hx. assert (Sp := splitter_is). assert (Te := eta_is_tiny).
  assert (P1024 : 2^998 < 2^1024) by (apply bpow_lt; lia).
  assert (E1024 : 2^1024 = 67108864 * 2^998) by (change 67108864 with (2^26); now rewrite <- bpow_plus).
  assert (P998 : 1024 <= 2^998) by (change 1024 with (2^10); apply bpow_le; lia).
  assert (Px : processor (Given x) = Finite x) by (apply made_finite; rewrite Rabs_pos_eq; lra).
  assert (Ps : processor (Given splitter) = Finite splitter).
  { apply made_finite. rewrite Sp, Rabs_pos_eq; lra. }
  assert (C := any_rounds (x * splitter)). set (s := RN (x * splitter)) in *.
  assert (Pxs : 0 <= x * splitter) by (rewrite Sp; lra).
  rewrite (Rabs_pos_eq _ Pxs) in C. apply Rabs_le_inv in C. rewrite Sp in C.
  assert (Psx : 0 <= s) by now apply round_pos.
  assert (Les : x <= s).
  { rewrite <- (round_id x Fx). apply rounding_keeps_order. rewrite Sp. lra. }
  destruct (made_of_positive s ltac:(lra)) as [M | (M & Big)]; [right | left].
  - assert (Ls : s < 2^1024).
    { unfold made in M. destruct Rlt_dec as [L |]; [| discriminate]. rewrite Rabs_pos_eq in L; lra. }
    assert (X998 : x <= 2^998) by (unfold u in *; lra).
    assert (Fs : double s) by apply double_round.
    assert (D : 0 <= RN (s - x) <= s).
    { split; [apply round_pos; lra |]. rewrite <- (round_id s Fs) at 2. apply rounding_keeps_order. lra. }
    set (d := RN (s - x)) in *.
    assert (U : 0 <= RN (s - d) <= s).
    { split; [apply round_pos; lra |]. rewrite <- (round_id s Fs) at 2. apply rounding_keeps_order. lra. }
    set (up := RN (s - d)) in *.
    assert (Eu : unbounded (c_upper (Given x)) = up) by reflexivity.
    assert (A := any_rounds (s - x)). fold d in A. rewrite (Rabs_pos_eq (s - x)) in A by lra. apply Rabs_le_inv in A.
    assert (B := any_rounds (s - d)). fold up in B. rewrite (Rabs_pos_eq (s - d)) in B by lra. apply Rabs_le_inv in B.
    assert (Close : Rabs (up - x) <= / 1048576 * x + 1) by (apply Rabs_le; unfold u in *; lra).
    assert (Close' := Rabs_le_inv _ _ Close).
    assert (Fup : fits (c_upper (Given x)) (2 * x + 1)).
    { split; [| rewrite Eu, Rabs_pos_eq; lra]. rewrite Eu. unfold c_upper. cbn [processor] in *. rewrite Px, Ps.
      cbn [n_times]. fold s. rewrite M. unfold n_minus. cbn [n_opposite n_plus]. fold (s - x). fold d.
      rewrite (made_finite d) by (rewrite Rabs_pos_eq; lra). cbn [n_opposite n_plus]. fold (s - d). fold up.
      apply made_finite. rewrite Rabs_pos_eq; lra. }
    split; [assumption | split; [rewrite Eu; lra | split; [rewrite Eu; assumption | split; [assumption |]]]].
    assert (Fx' : fits (Given x) x) by (split; [exact Px | simpl; rewrite Rabs_pos_eq; lra]).
    destruct (fits_plus _ _ _ _ Fx' Fup ltac:(lra)) as (_ & L).
    apply fits_less with (1 := L). unfold c_lower. cbn [unbounded]. fold (c_upper (Given x)).
    change (unbounded (Given x)) with x. rewrite Eu.
    assert (G := any_rounds (x - up)).
    assert (Q : Rabs (x - up) <= / 1048576 * x + 1) by now rewrite Rabs_minus_sym.
    assert (Q' := Rabs_le_inv _ _ Q).
    assert (G' : Rabs (RN (x - up) - (x - up)) <= u * (/ 1048576 * x + 1) + eta) by (unfold u in *; lra).
    apply Rabs_le_inv in G'. apply Rabs_le. unfold u in *. lra.
  - unfold c_upper. cbn [processor] in *. rewrite Px, Ps. cbn [n_times]. fold s. now rewrite M.
Qed.

Lemma processor_of_split : forall w h,
  processor (c_product_rest false (Given w) (Given h)) =
  n_plus (n_plus (n_plus (n_minus (n_times (processor (c_upper (Given w))) (processor (c_upper (Given h))))
      (processor (Times (Given w) (Given h))))
    (n_times (processor (c_upper (Given w))) (processor (c_lower (Given h)))))
    (n_times (processor (c_lower (Given w))) (processor (c_upper (Given h)))))
    (n_times (processor (c_lower (Given w))) (processor (c_lower (Given h)))).
Proof. reflexivity. Qed.

(* ---- The product of a claimant *)

Section Product.
  Variable fused : bool.
  Variable w : R.
  Variable ratio : pair.
  Hypothesis Fw : double w.
  Hypothesis Hw : 0 <= w < 2^1024.
  Hypothesis Hr : is_pair ratio.
  Hypothesis Hh : ordinary_least <= high ratio <= ordinary_most.

  Let h := high ratio.
  Let t := low ratio.
  Let c := c_product fused (Given w) {| c_high := Given h; c_low := Given t |}.
  Let p := unbounded (c_high c).
  Let l := unbounded (c_low c).

  Lemma h_is_positive : 0 < h.
  Proof. assert (P := bpow_gt_0 radix2 (-960)). unfold h. lra. Qed.

  Lemma computed_product_is : is_product_of w ratio {| high := p; low := l |}.
  Proof.
    split; [reflexivity |]. exists (unbounded (c_product_rest fused (Given w) (Given h))). split.
    - apply (product_rest_means fused (Given w) (Given h)).
    - apply (multiply_add_means fused (Given w) (Given t)).
  Qed.

  Lemma product_is_near : 0 <= w * h /\ Rabs (p - w * h) <= u * (w * h) + eta /\ Rabs l <= 4 * u * (w * h) + / 1000.
  Proof.
    assert (Ph := h_is_positive). assert (Pwh : 0 <= w * h) by (apply Rmult_le_pos; lra).
    destruct (product_is_within w ratio _ Fw (proj1 Hw) Hr Ph computed_product_is) as (_ & _ & D).
    cbn [high low] in D. fold h in D. fold t in D.
    assert (L := low_is_small _ Hr). fold h t in L. rewrite (Rabs_pos_eq h) in L by lra. apply Rabs_le_inv in L.
    assert (A := any_rounds (w * h)). rewrite (Rabs_pos_eq _ Pwh) in A. change (RN (w * h)) with p in A.
    split; [assumption | split; [assumption |]].
    destruct u_powers as (U104 & _). rewrite U104 in D.
    assert (M : much_underflow <= / 1000000).
    { unfold much_underflow. apply Rle_trans with (2^(-20)); [apply bpow_le; lia | simpl; lra]. }
    assert (Wt : - (u * (1 + 4 * u)) * (w * h) <= w * t <= u * (1 + 4 * u) * (w * h)).
    { replace (- (u * (1 + 4 * u)) * (w * h)) with (w * - (u * (1 + 4 * u) * h)) by ring.
      replace (u * (1 + 4 * u) * (w * h)) with (w * (u * (1 + 4 * u) * h)) by ring.
      split; apply Rmult_le_compat_l; lra. }
    rewrite Rmult_plus_distr_l in D. assert (Te := eta_is_tiny).
    apply Rabs_le_inv in A. apply Rabs_le_inv in D. apply Rabs_le. unfold u in *. lra.
  Qed.

  Lemma given_ratio : fits (Given w) w /\ fits (Given h) h /\ fits (Given t) h /\ Rabs t <= 2 * u * h.
  Proof.
    assert (Ph := h_is_positive). assert (L960 : 2^960 < 2^1024) by (apply bpow_lt; lia).
    assert (L := low_is_small _ Hr). fold h t in L. rewrite (Rabs_pos_eq h) in L by lra.
    assert (Lt : Rabs t <= 2 * u * h) by (unfold u in *; lra).
    split; [apply fits_given; [rewrite Rabs_pos_eq |]; lra |].
    split; [apply fits_given; [rewrite Rabs_pos_eq |]; fold h in Hh; lra |].
    split; [| exact Lt]. apply fits_given; fold h in Hh; unfold u in *; lra.
  Qed.

  Lemma high_is : (processor (c_high c) = Finite p /\ w * h < 2^1025) \/ processor (c_high c) = Infinite false.
  Proof.
    destruct given_ratio as ((A & _) & (B & _) & _). destruct product_is_near as (Pwh & D & _).
    assert (Pp : 0 <= p) by (apply round_pos; assumption).
    assert (P1024 := bpow_gt_0 radix2 1024).
    unfold c, c_product in *. cbn [c_high processor] in *. rewrite A, B. cbn [n_times unbounded].
    change (RN (w * h)) with p.
    destruct (made_of_positive p ltac:(lra)) as [M | (M & _)]; [left | now right]. split; [assumption |].
    assert (Lp : p < 2^1024).
    { unfold made in M. destruct Rlt_dec as [L |]; [| discriminate]. rewrite Rabs_pos_eq in L; lra. }
    assert (E : 2^1025 = 2 * 2^1024) by (change 2 with (2^1) at 1; now rewrite <- bpow_plus).
    assert (T := eta_is_tiny). assert (P1 : 1 <= 2^1024) by (change 1 with (2^0); apply bpow_le; lia).
    apply Rabs_le_inv in D. unfold u in *. lra.
  Qed.

  (* Where the product has overflowed, what is beside it is less than any number or none. *)
  Lemma low_of_infinity : processor (c_high c) = Infinite false -> is_sunk (processor (c_low c)).
  Proof.
    intros E. unfold c, c_product in *. cbn [c_high c_low] in *.
    destruct given_ratio as ((A & _) & (B & _) & (C & _) & _).
    destruct fused.
    - unfold c_product_rest, c_multiply_add. cbn [processor] in *. rewrite E, A, B, C. cbn [unbounded].
      assert (Z : made 0 = Finite 0) by (apply made_finite; rewrite Rabs_R0; apply bpow_gt_0).
      rewrite Z. left. reflexivity.
    - unfold c_multiply_add. cbn [processor]. apply plus_sunk. fold (processor (c_product_rest false (Given w) (Given h))).
      rewrite processor_of_split, E. apply sunk_plus, sunk_plus, sunk_plus, sunk_below_infinity.
  Qed.

  (* Where it has not, the rest is a double, or no number, or has overflowed upwards, of a huge product. *)
  Lemma low_of_finite : processor (c_high c) = Finite p -> w * h < 2^1025 ->
    processor (c_low c) = Finite l \/ processor (c_low c) = NoNumber \/
    (processor (c_low c) = Infinite false /\ 2^1010 <= w * h).
  Proof.
    intros E Small. destruct given_ratio as (Gw & Gh & Gt & Lt). destruct product_is_near as (Pwh & D & _).
    assert (Ph := h_is_positive). fold h in Hh.
    set (X := 2^998) in *.
    assert (E1010 : 2^1010 = 4096 * X) by (change 4096 with (2^12); unfold X; now rewrite <- bpow_plus).
    assert (E1024 : 2^1024 = 67108864 * X) by (change 67108864 with (2^26); unfold X; now rewrite <- bpow_plus).
    assert (E1025 : 2^1025 = 134217728 * X) by (change 134217728 with (2^27); unfold X; now rewrite <- bpow_plus).
    assert (H960 : 2^960 <= / 1048576 * X).
    { change (/ 1048576) with (2^(-20)). unfold X. rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (PX : 1048576 <= X) by (change 1048576 with (2^20); apply bpow_le; lia).
    assert (Te := eta_is_tiny). assert (D' := Rabs_le_inv _ _ D).
    assert (Pp : 0 <= p) by (apply round_pos; assumption).
    assert (Wt : Rabs (unbounded (Given w) * unbounded (Given t)) <= 2 * u * (w * h)).
    { cbn [unbounded]. rewrite Rabs_mult, (Rabs_pos_eq w) by lra.
      replace (2 * u * (w * h)) with (w * (2 * u * h)) by ring. now apply Rmult_le_compat_l. }
    assert (Ew := proj1 Gw). assert (Eh := proj1 Gh). cbn [processor unbounded] in Ew, Eh.
    assert (Et : n_times (made w) (made h) = Finite p) by exact E.
    assert (Lp : Rabs p < 2^1024).
    { rewrite Ew, Eh in Et. cbn [n_times] in Et. change (RN (w * h)) with p in Et. unfold made in Et.
      now destruct (Rlt_dec (Rabs p) (2^1024)). }
    assert (Fp : fits (c_high c) (67108864 * X)) by (split; [exact E | change (unbounded (c_high c)) with p; lra]).
    unfold c, c_product in *. cbn [c_high c_low] in *. set (P := Times (Given w) (Given h)) in *.
    destruct fused.
    - (* fused *)
      left. assert (Fr : fits (c_product_rest true (Given w) (Given h)) X).
      { assert (Z : made 0 = Finite 0) by (apply made_finite; rewrite Rabs_R0; apply bpow_gt_0).
        assert (Fd : double p) by apply double_round.
        unfold c_product_rest, fits. cbn [processor unbounded]. rewrite Et, Z, Ew, Eh.
        change (RN (w * h)) with p. unfold n_minus. cbn [n_opposite n_plus].
        rewrite Rplus_0_l, Rminus_0_l, round_opp, (round_id p Fd), (made_finite (- p)) by now rewrite Rabs_Ropp.
        cbn [n_fused].
        assert (G := any_rounds (w * h + - p)).
        assert (Q : Rabs (w * h + - p) <= u * (w * h) + eta).
        { rewrite <- Rabs_Ropp. now replace (- (w * h + - p)) with (p - w * h) by ring. }
        assert (Q' := Rabs_le_inv _ _ Q). apply Rabs_le_inv in G.
        assert (B1 : Rabs (RN (w * h + - p)) <= X).
        { assert (G2 : Rabs (w * h + - p) <= X) by (unfold u in *; lra).
          assert (G3 : Rabs (RN (w * h + - p) - (w * h + - p)) <= u * (u * (w * h) + eta) + eta).
          { apply Rle_trans with (1 := any_rounds _). apply Rplus_le_compat_r, Rmult_le_compat_l; [unfold u |]; lra. }
          apply Rabs_le_inv in G3. apply Rabs_le. unfold u in *. lra. }
        split; [apply made_finite; lra | exact B1]. }
      assert (F := fits_multiply_add true _ _ _ _ _ _ _ Gw Gt Fr ltac:(lra) Wt ltac:(unfold u in *; lra)).
      apply F.
    - (* split *)
      destruct (halves w Fw ltac:(lra)) as [N | (W998 & Pu & Cu & Fu & Flo)].
      + right. left. unfold c_multiply_add. cbn [processor].
        fold (processor (c_product_rest false (Given w) (Given h))). rewrite processor_of_split, N.
        apply no_number_plus. now right.
      + assert (Fh : double h) by apply Hr.
        destruct (halves h Fh ltac:(lra)) as [N | (_ & Puh & Cuh & Fuh & Floh)].
        { right. left. unfold c_multiply_add. cbn [processor].
          fold (processor (c_product_rest false (Given w) (Given h))). rewrite processor_of_split, N.
          rewrite (no_number_times _ NoNumber) by now right. apply no_number_plus. now right. }
        fold X in W998.
        set (uw := unbounded (c_upper (Given w))) in *. set (uh := unbounded (c_upper (Given h))) in *.
        set (lw := unbounded (c_lower (Given w))) in *. set (lh := unbounded (c_lower (Given h))) in *.
        destruct Fu as (Eu & Bu), Fuh as (Euh & Buh), Flo as (El & Bl), Floh as (Elh & Blh).
        fold uw in Eu, Bu. fold uh in Euh, Buh. fold lw in El, Bl. fold lh in Elh, Blh.
        assert (Cross : forall a b x y, 0 <= x -> 0 <= y -> Rabs a <= x -> Rabs b <= y -> Rabs (a * b) <= x * y).
        { intros a b x y Px Py Ha Hb. now apply product_of_bounds. }
        assert (B2 : Rabs (uw * lh) <= 4096 * X).
        { apply Rle_trans with ((2 * w + 1) * (/ 524288 * h + 2)); [apply Cross; lra |].
          replace ((2 * w + 1) * (/ 524288 * h + 2)) with (/ 262144 * (w * h) + 4 * w + / 524288 * h + 2) by field.
          lra. }
        assert (B3 : Rabs (lw * uh) <= 4096 * X).
        { apply Rle_trans with ((/ 524288 * w + 2) * (2 * h + 1)); [apply Cross; lra |].
          replace ((/ 524288 * w + 2) * (2 * h + 1)) with (/ 262144 * (w * h) + / 524288 * w + 4 * h + 2) by field.
          lra. }
        assert (B4 : Rabs (lw * lh) <= 4096 * X).
        { apply Rle_trans with ((/ 524288 * w + 2) * (/ 524288 * h + 2)); [apply Cross; lra |].
          replace ((/ 524288 * w + 2) * (/ 524288 * h + 2)) with
            (/ 274877906944 * (w * h) + / 262144 * w + / 262144 * h + 4) by field. lra. }
        assert (Fuw : fits (c_upper (Given w)) (Rabs uw)) by (split; [exact Eu | apply Rle_refl]).
        assert (Fuh : fits (c_upper (Given h)) (Rabs uh)) by (split; [exact Euh | apply Rle_refl]).
        assert (Flw : fits (c_lower (Given w)) (Rabs lw)) by (split; [exact El | apply Rle_refl]).
        assert (Flh : fits (c_lower (Given h)) (Rabs lh)) by (split; [exact Elh | apply Rle_refl]).
        assert (F2 := fits_times _ _ _ _ _ Fuw Flh B2 ltac:(lra)).
        assert (F3 := fits_times _ _ _ _ _ Flw Fuh B3 ltac:(lra)).
        assert (F4 := fits_times _ _ _ _ _ Flw Flh B4 ltac:(lra)).
        assert (Fwt := fits_times _ _ _ _ _ Gw Gt Wt ltac:(unfold u in *; lra)).
        (* the product of the upper halves is near the whole one *)
        assert (Near : Rabs (uw * uh - w * h) <= 4096 * X).
        { replace (uw * uh - w * h) with ((uw - w) * uh + w * (uh - h)) by ring.
          apply Rle_trans with (1 := Rabs_triang _ _).
          assert (N1 : Rabs ((uw - w) * uh) <= (/ 1048576 * w + 1) * (2 * h + 1)) by (apply Cross; lra).
          assert (N2 : Rabs (w * (uh - h)) <= w * (/ 1048576 * h + 1)).
          { apply Cross; try lra. rewrite Rabs_pos_eq; lra. }
          replace ((/ 1048576 * w + 1) * (2 * h + 1)) with
            (/ 524288 * (w * h) + / 1048576 * w + 2 * h + 1) in N1 by field.
          replace (w * (/ 1048576 * h + 1)) with (/ 1048576 * (w * h) + w) in N2 by ring. lra. }
        assert (Near' := Rabs_le_inv _ _ Near).
        assert (Pq : 0 <= uw * uh) by now apply Rmult_le_pos.
        assert (Q := any_rounds (uw * uh)). rewrite (Rabs_pos_eq _ Pq) in Q. apply Rabs_le_inv in Q.
        set (q := RN (uw * uh)) in *. assert (Pqr : 0 <= q) by now apply round_pos.
        set (first := Times (c_upper (Given w)) (c_upper (Given h))).
        assert (Efirst : processor first = made q) by (unfold first; cbn [processor]; now rewrite Eu, Euh).
        destruct (made_of_positive q ltac:(lra)) as [M | (M & Big)].
        * left. assert (Apart : Rabs (q - p) <= 4100 * X) by (apply Rabs_le; unfold u in *; lra).
          assert (G := any_rounds (q - p)). assert (Apart' := Rabs_le_inv _ _ Apart).
          assert (G' : Rabs (RN (q - p) - (q - p)) <= u * (4100 * X) + eta) by (unfold u in *; lra).
          apply Rabs_le_inv in G'.
          assert (F1 : fits (Minus first P) (4200 * X)).
          { assert (B1 : Rabs (RN (q - p)) <= 4200 * X) by (apply Rabs_le; unfold u in *; lra).
            split; [| exact B1]. cbn [processor]. rewrite Efirst, M, E. unfold n_minus. cbn [n_opposite n_plus].
            change (unbounded (Minus first P)) with (RN (q - p)). apply made_finite. lra. }
          destruct (fits_plus _ _ _ _ F1 F2 ltac:(lra)) as (S2 & _).
          destruct (fits_plus _ _ _ _ S2 F3 ltac:(lra)) as (S3 & _).
          destruct (fits_plus _ _ _ _ S3 F4 ltac:(lra)) as (S4 & _).
          destruct (fits_plus _ _ _ _ Fwt S4 ltac:(unfold u in *; lra)) as (S5 & _).
          apply S5.
        * right. right. split; [| unfold u in *; lra].
          unfold c_multiply_add. cbn [processor]. fold (processor (c_product_rest false (Given w) (Given h))).
          rewrite processor_of_split. fold P. rewrite E.
          change (n_times (processor (c_upper (Given w))) (processor (c_upper (Given h)))) with (processor first).
          rewrite Efirst, M.
          change (n_times (processor (c_upper (Given w))) (processor (c_lower (Given h)))) with
            (processor (Times (c_upper (Given w)) (c_lower (Given h)))).
          change (n_times (processor (c_lower (Given w))) (processor (c_upper (Given h)))) with
            (processor (Times (c_lower (Given w)) (c_upper (Given h)))).
          change (n_times (processor (c_lower (Given w))) (processor (c_lower (Given h)))) with
            (processor (Times (c_lower (Given w)) (c_lower (Given h)))).
          change (n_times (made w) (made t)) with (processor (Times (Given w) (Given t))).
          rewrite (proj1 F2), (proj1 F3), (proj1 F4), (proj1 Fwt). reflexivity.
  Qed.

  (* Taken for itself; or for infinity, where it is huge. *)
  Definition is_taken_for (n : number) (x : R) := n = Finite x \/ (n = Infinite false /\ 2^1000 <= x).

  Let rounded := Plus (c_high c) (c_low c).

  Lemma powers_of_products : 2^1000 <= 2^1024 /\ 2^1010 = 1024 * 2^1000 /\ 2^1024 = 16777216 * 2^1000 /\
    2^1025 = 33554432 * 2^1000 /\ 1048576 <= 2^1000.
  Proof.
    split; [apply bpow_le; lia |].
    split; [change 1024 with (2^10); now rewrite <- bpow_plus |].
    split; [change 16777216 with (2^24); now rewrite <- bpow_plus |].
    split; [change 33554432 with (2^25); now rewrite <- bpow_plus |].
    change 1048576 with (2^20). apply bpow_le. lia.
  Qed.

  Lemma round_at_least : forall x e, (-1074 <= e)%Z -> 2^e <= x -> 2^e <= RN x.
  Proof.
    intros x e He H. rewrite <- (round_id (2^e)) by now apply double_power. now apply rounding_keeps_order.
  Qed.

  (* What is somewhat more than nothing below 0 is made itself or infinity. *)
  Lemma made_is_taken : forall x, - 32 <= x -> is_taken_for (made (RN x)) (RN x).
  Proof.
    intros x H. destruct powers_of_products as (P1 & _).
    assert (R0 : - 32 <= RN x).
    { assert (F : double (-32)) by (replace (-32) with (- (2^5)) by (simpl; lra); apply double_opp, double_power; lia).
      rewrite <- (round_id _ F). now apply rounding_keeps_order. }
    assert (P : 32 < 2^1024) by (change 32 with (2^5); apply bpow_lt; lia).
    destruct (made_of_positive (RN x) ltac:(lra)) as [E | (E & L)]; [now left | right]. split; [assumption | lra].
  Qed.

  Lemma rounded_is_taken : processor rounded = NoNumber \/ is_taken_for (processor rounded) (unbounded rounded).
  Proof.
    destruct product_is_near as (Pwh & D & L). apply Rabs_le_inv in D. apply Rabs_le_inv in L.
    assert (Te := eta_is_tiny). destruct powers_of_products as (P1 & E1010 & _ & _ & Large).
    unfold rounded. cbn [processor].
    change (unbounded (Plus (c_high c) (c_low c))) with (RN (p + l)).
    destruct high_is as [(E & Small) | E]; rewrite E.
    - destruct (low_of_finite E Small) as [El | [El | (El & Big)]]; rewrite El.
      + right. cbn [n_plus]. apply made_is_taken. unfold u in *. lra.
      + now left.
      + right. right. split; [reflexivity |]. apply round_at_least; [lia |]. unfold u in *. lra.
    - left. destruct (low_of_infinity E) as [El | El]; now rewrite El.
  Qed.

  Variable tol : R.
  Hypothesis Ht : 0 < tol <= / 1048576.

  Let error_max := c_multiply_add fused (c_high c) (Given tol) (Given share_of_underflow).
  Let above := Plus (c_high c) (Plus (c_low c) error_max).
  Let below := Plus (c_high c) (Minus (c_low c) error_max).

  Lemma error_max_is_near : Rabs (unbounded error_max) <= / 131072 * (w * h) + 6.
  Proof.
    destruct product_is_near as (Pwh & D & _). apply Rabs_le_inv in D. assert (Te := eta_is_tiny).
    assert (Pp : 0 <= p) by (apply round_pos; assumption).
    assert (Small' : 0 <= share_of_underflow <= 1).
    { split; [apply bpow_ge_0 | change 1 with (2^0); apply bpow_le; lia]. }
    assert (M : 0 <= p * tol <= / 1048576 * p).
    { split; [apply Rmult_le_pos; lra |]. rewrite Rmult_comm. apply Rmult_le_compat_r; lra. }
    assert (R1 : forall x v, 0 <= x <= v -> 0 <= RN x <= 2 * v + 1).
    { intros x v Hx. split; [apply round_pos; lra |].
      assert (A := round_grows_little x v ltac:(rewrite Rabs_pos_eq; lra)).
      apply Rle_trans with (2 := A). apply RRle_abs. }
    assert (X : 0 <= unbounded error_max <= 4 * (/ 1048576 * p) + 5).
    { unfold error_max. destruct (multiply_add_means fused (c_high c) (Given tol) (Given share_of_underflow))
        as [-> | ->]; change (unbounded (c_high c)) with p; cbn [unbounded].
      - assert (A := R1 (p * tol + share_of_underflow) (/ 1048576 * p + 1) ltac:(lra)). lra.
      - assert (A := R1 (p * tol) (/ 1048576 * p) M).
        assert (B := R1 (RN (p * tol) + share_of_underflow) (2 * (/ 1048576 * p) + 1 + 1) ltac:(lra)). lra. }
    rewrite Rabs_pos_eq by lra. unfold u in *. lra.
  Qed.

  Lemma error_max_is : processor (c_high c) = Finite p -> w * h < 2^1025 ->
    fits error_max (/ 131072 * (w * h) + 6).
  Proof.
    intros E Small. destruct product_is_near as (Pwh & D & _). apply Rabs_le_inv in D. assert (Te := eta_is_tiny).
    destruct powers_of_products as (P1 & _ & E1024 & E1025 & Big).
    assert (Pp : 0 <= p) by (apply round_pos; assumption).
    assert (Fp : fits (c_high c) p) by (split; [exact E | change (unbounded (c_high c)) with p; rewrite Rabs_pos_eq; lra]).
    assert (Ft : fits (Given tol) 1) by (apply fits_given; [rewrite Rabs_pos_eq |]; lra).
    assert (Small' : 0 <= share_of_underflow <= 1).
    { split; [apply bpow_ge_0 | change 1 with (2^0); apply bpow_le; lia]. }
    assert (Fu : fits (Given share_of_underflow) 1) by (apply fits_given; [rewrite Rabs_pos_eq |]; lra).
    assert (M : Rabs (unbounded (c_high c) * unbounded (Given tol)) <= / 1048576 * p).
    { change (unbounded (c_high c)) with p. cbn [unbounded]. rewrite Rabs_pos_eq by (apply Rmult_le_pos; lra).
      rewrite Rmult_comm. apply Rmult_le_compat_r; lra. }
    assert (F := fits_multiply_add fused _ _ _ _ _ _ _ Fp Ft Fu ltac:(lra) M ltac:(unfold u in *; lra)).
    now apply fits_less with (1 := F), error_max_is_near.
  Qed.

  (* Both sides of the rounding test, without a largest double. *)
  Lemma sides_are_near : forall s, s = unbounded (Plus (c_low c) error_max) \/ s = unbounded (Minus (c_low c) error_max) ->
    Rabs (unbounded error_max) <= / 131072 * (w * h) + 6 -> Rabs s <= / 32768 * (w * h) + 14.
  Proof.
    intros s Hs B. destruct product_is_near as (Pwh & _ & L). apply Rabs_le_inv in L. apply Rabs_le_inv in B.
    fold l in Hs. cbn [unbounded] in Hs. fold l in Hs.
    assert (X : Rabs s <= 2 * (/ 65536 * (w * h) + 6.5) + 1).
    { destruct Hs as [-> | ->]; apply round_grows_little, Rabs_le; unfold u in *; lra. }
    lra.
  Qed.

  Lemma sides_are_taken : processor below = NoNumber \/
    (is_taken_for (processor above) (unbounded above) /\ is_taken_for (processor below) (unbounded below)).
  Proof.
    destruct product_is_near as (Pwh & D & L). apply Rabs_le_inv in D.
    assert (Te := eta_is_tiny). destruct powers_of_products as (P1 & E1010 & E1024 & E1025 & Big).
    assert (Sides := fun s Hs => Rabs_le_inv _ _ (sides_are_near s Hs error_max_is_near)).
    assert (Sa := Sides _ (or_introl eq_refl)). assert (Sb := Sides _ (or_intror eq_refl)).
    unfold above, below. cbn [processor].
    change (unbounded (Plus (c_high c) (Plus (c_low c) error_max))) with
      (RN (p + unbounded (Plus (c_low c) error_max))).
    change (unbounded (Plus (c_high c) (Minus (c_low c) error_max))) with
      (RN (p + unbounded (Minus (c_low c) error_max))).
    destruct high_is as [(E & Small) | E].
    - assert (Fe := error_max_is E Small). destruct Fe as (Ee & Be).
      rewrite E. destruct (low_of_finite E Small) as [El | [El | (El & Huge)]].
      + right.
        assert (Fl : fits (c_low c) (4 * u * (w * h) + / 1000)) by now split.
        destruct (fits_plus _ _ _ _ Fl (conj Ee Be) ltac:(unfold u in *; lra)) as ((A & _) & (B & _)).
        cbn [processor] in A, B. rewrite A, B. cbn [n_plus].
        split; apply made_is_taken; unfold u in *; lra.
      + left. rewrite El. reflexivity.
      + right. rewrite El, Ee. unfold n_minus. cbn [n_opposite n_plus].
        split; right; (split; [reflexivity | apply round_at_least; [lia | unfold u in *; lra]]).
    - left. rewrite E.
      assert (Ee : processor error_max = Infinite false).
      { assert (Mt : made tol = Finite tol) by (apply made_finite; rewrite Rabs_pos_eq; lra).
        assert (Mu : made share_of_underflow = Finite share_of_underflow).
        { apply made_finite. rewrite Rabs_pos_eq by apply bpow_ge_0. apply bpow_lt. lia. }
        assert (Ti : times_infinity tol false = Infinite false).
        { unfold times_infinity. destruct Req_EM_T; [lra |]. destruct Rlt_dec; [lra | reflexivity]. }
        unfold error_max, c_multiply_add. destruct fused; cbn [processor]; rewrite E, Mt, Mu;
          cbn [n_fused n_times]; rewrite Ti; reflexivity. }
      rewrite Ee. destruct (sunk_below_infinity (processor (c_low c))) as [S | S]; rewrite S; reflexivity.
  Qed.

  Lemma sides_of_product : - 32 <= (1 - / 16384) * (w * h) - 15 <= p + unbounded (Plus (c_low c) error_max) /\
    p + unbounded (Plus (c_low c) error_max) <= (1 + / 16384) * (w * h) + 15 /\
    (1 - / 16384) * (w * h) - 15 <= p + unbounded (Minus (c_low c) error_max) /\
    p + unbounded (Minus (c_low c) error_max) <= (1 + / 16384) * (w * h) + 15.
  Proof.
    destruct product_is_near as (Pwh & D & L). apply Rabs_le_inv in D. assert (Te := eta_is_tiny).
    assert (Sides := fun s Hs => Rabs_le_inv _ _ (sides_are_near s Hs error_max_is_near)).
    assert (Sa := Sides _ (or_introl eq_refl)). assert (Sb := Sides _ (or_intror eq_refl)).
    unfold u in *. lra.
  Qed.
End Product.

(* ---- Comparisons *)

Definition n_max (a b : number) : number :=
  match a, b with
  | Finite x, Finite y => Finite (Rmax x y)
  | NoNumber, _ | Infinite true, _ => b
  | _, NoNumber | _, Infinite true => a
  | Infinite false, _ | _, Infinite false => Infinite false
  end.

Definition n_min (a b : number) : number :=
  match a, b with
  | Finite x, Finite y => Finite (Rmin x y)
  | NoNumber, _ | Infinite false, _ => b
  | _, NoNumber | _, Infinite false => a
  | Infinite true, _ | _, Infinite true => Infinite true
  end.

(* Of no number it makes some bound. A maximum beyond all doubles is infinity. *)
Definition n_clamp (x : number) (c : claimant) : number := n_min (n_max x (made (min_share c))) (made (max_share c)).

Definition n_lt (a b : number) : Prop :=
  match a, b with
  | Finite x, Finite y => x < y
  | Infinite true, Finite _ | Infinite true, Infinite false | Finite _, Infinite false => True
  | _, _ => False
  end.

Definition n_le (a b : number) : Prop := n_lt a b \/ (a = b /\ a <> NoNumber).

Definition n_abs (a : number) : number :=
  match a with Finite x => Finite (Rabs x) | Infinite _ => Infinite false | NoNumber => NoNumber end.

Lemma clamp_of_finite : forall x c, is_claimant c -> min_share c < 2^1024 -> Rabs x < 2^1024 ->
  n_clamp (Finite x) c = Finite (clamp x (min_share c) (max_share c)).
Proof.
  intros x c (_ & _ & _ & _ & Hlm) Hl Hx. assert (Hx' := Rabs_def2 _ _ Hx). unfold n_clamp, clamp.
  rewrite (made_finite (min_share c)) by (rewrite Rabs_pos_eq; lra). cbn [n_max].
  destruct (made_of_positive (max_share c) ltac:(lra)) as [-> | (-> & L)]; [reflexivity |]. cbn [n_min].
  rewrite Rmin_left; [reflexivity |]. apply Rmax_lub; lra.
Qed.

(* Above an ordinary maximum everything is clamped to it. *)
Lemma clamp_of_taken : forall n x c, is_claimant c -> max_share c <= x -> max_share c < 2^1000 -> is_taken_for n x ->
  n_clamp n c = Finite (max_share c).
Proof.
  intros n x c (_ & _ & _ & _ & Hlm) Hx Hm Hn. destruct powers_of_products as (P & _).
  unfold n_clamp. rewrite !made_finite by (rewrite Rabs_pos_eq; lra).
  destruct Hn as [-> | (-> & _)]; [| reflexivity]. cbn [n_max n_min]. f_equal. apply Rmin_right.
  apply Rle_trans with (1 := Hx), Rmax_l.
Qed.

(* ---- Shares of any size *)

(* As `share_of` has it: the two sides of the rounding test. *)
Definition c_above (fused : bool) (product : computed_pair) (tol : R) : computation :=
  Plus (c_high product)
    (Plus (c_low product) (c_multiply_add fused (c_high product) (Given tol) (Given share_of_underflow))).
Definition c_below (fused : bool) (product : computed_pair) (tol : R) : computation :=
  Plus (c_high product)
    (Minus (c_low product) (c_multiply_add fused (c_high product) (Given tol) (Given share_of_underflow))).

Definition given_pair (p : pair) : computed_pair := {| c_high := Given (high p); c_low := Given (low p) |}.

Definition is_not_doubtful (above below : number) (c : claimant) :=
  (above = below /\ above <> NoNumber) \/ (below <> NoNumber /\ n_clamp above c = n_clamp below c).

(* Whatever the weight times the ratio is: a share that is not in doubt is the nearest double. *)
Theorem share_of_any_size_is_nearest : forall fused c ratio wide exact, is_claimant c ->
  weight c < 2^1024 -> min_share c < 2^1024 -> is_pair ratio -> ordinary_least <= high ratio <= ordinary_most ->
  double wide -> 0 <= wide <= ratio_error_max ->
  Rabs (exact - (high ratio + low ratio)) <= wide * (high ratio + low ratio) ->
  share exact c <= ordinary_total_most ->
  let product := c_product fused (Given (weight c)) (given_pair ratio) in
  let above := processor (c_above fused product (tolerance wide)) in
  let below := processor (c_below fused product (tolerance wide)) in
  is_not_doubtful above below c -> n_clamp above c = Finite (RN (share exact c)).
Proof.
  intros fused c ratio wide exact Hc Hw Hl Pr Hh Fwide Hwide Hx Hs product above below Hd.
  assert (Hc' := Hc). destruct Hc' as (Fw & Pw & Fl & Fm & Hlm).
  assert (P960 := bpow_gt_0 radix2 (-960)).
  destruct (tolerance_is wide Fwide (proj1 Hwide)) as (T1 & T2). set (tol := tolerance wide) in *.
  rewrite ratio_error_max_is in Hwide.
  assert (Ht : 0 < tol <= / 1048576) by (unfold u in *; lra).
  destruct powers_of_products as (P1 & E1010 & E1024 & _ & Large).
  assert (E990 : 2^1000 = 1024 * 2^990) by (change 1024 with (2^10); now rewrite <- bpow_plus).
  assert (L900 : 1048576 * 2^900 <= 2^990).
  { change 1048576 with (2^20). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (P900 : 1 <= 2^900) by (change 1 with (2^0); apply bpow_le; lia).
  set (w := weight c) in *.
  destruct (sides_of_product fused w ratio Fw (conj Pw Hw) Pr Hh tol Ht) as (S1 & S2 & S3 & S4).
  destruct (sides_are_taken fused w ratio Fw (conj Pw Hw) Pr Hh tol Ht) as [N | (Ta & Tb)].
  { change (below = NoNumber) in N. destruct Hd as [(A & B) | (A & _)]; congruence. }
  change (is_taken_for above (unbounded (c_above fused product tol))) in Ta.
  change (is_taken_for below (unbounded (c_below fused product tol))) in Tb.
  set (h := high ratio) in *.
  change (c_product fused (Given w) {| c_high := Given h; c_low := Given (low ratio) |}) with product in *.
  set (p := unbounded (c_high product)) in *.
  set (up := unbounded (Plus (c_low product) _)) in *. set (down := unbounded (Minus (c_low product) _)) in *.
  assert (Ea : unbounded (c_above fused product tol) = RN (p + up)) by reflexivity.
  assert (Eb : unbounded (c_below fused product tol) = RN (p + down)) by reflexivity.
  rewrite Ea in Ta. rewrite Eb in Tb.
  assert (Pwh : 0 <= w * h) by (apply Rmult_le_pos; lra).
  destruct (Rle_lt_dec (w * h) (2^990)) as [Small | Huge].
  - (* nothing overflows *)
    assert (B : forall x, -32 <= x <= (1 + / 16384) * (w * h) + 15 -> Rabs (RN x) <= 4 * 2^990).
    { intros x X. apply Rle_trans with (2 * (2 * 2^990 - 1) + 1); [| lra]. apply round_grows_little, Rabs_le. lra. }
    assert (Ba := B (p + up) ltac:(lra)). assert (Bb := B (p + down) ltac:(lra)).
    destruct Ta as [Ta | (_ & X)]; [| apply Rabs_le_inv in Ba; lra].
    destruct Tb as [Tb | (_ & X)]; [| apply Rabs_le_inv in Bb; lra].
    rewrite Ta. rewrite Ta, Tb in Hd.
    assert (Same : clamp (RN (p + up)) (min_share c) (max_share c) = clamp (RN (p + down)) (min_share c) (max_share c)).
    { destruct Hd as [([= ->] & _) | (_ & E)]; [reflexivity |].
      rewrite !clamp_of_finite in E by (trivial; lra). now injection E. }
    rewrite clamp_of_finite by (trivial; lra). f_equal. unfold share.
    apply (share_is_nearest w (min_share c) (max_share c) ratio
      {| high := p; low := unbounded (c_low product) |} wide
      (unbounded (c_multiply_add fused (c_high product) (Given tol) (Given share_of_underflow))) exact); trivial.
    + lra.
    + fold h. lra.
    + exact (computed_product_is fused w ratio).
    + rewrite ratio_error_max_is. lra.
    + exact (multiply_add_means fused (c_high product) (Given tol) (Given share_of_underflow)).
  - (* the exact share is the maximum *)
    assert (L := low_is_small _ Pr). fold h in L. rewrite (Rabs_pos_eq h) in L by lra. apply Rabs_le_inv in L.
    apply Rabs_le_inv in Hx.
    assert (Hr0 : (1 - 2 * u) * h <= h + low ratio) by (unfold u in *; lra).
    assert (Pr0 : 0 <= h + low ratio) by (unfold u in *; lra).
    assert (Wr : wide * (h + low ratio) <= / 8 * u * (h + low ratio)) by (apply Rmult_le_compat_r; lra).
    assert (X : / 2 * h <= exact) by (unfold u in *; lra).
    assert (WX : w * (/ 2 * h) <= w * exact) by (apply Rmult_le_compat_l; lra).
    replace (w * (/ 2 * h)) with (/ 2 * (w * h)) in WX by ring.
    assert (Es : share exact c = max_share c /\ max_share c <= 2^900).
    { unfold share in *. fold w in Hs |- *.
      destruct (clamp_cases (w * exact) (min_share c) (max_share c) ltac:(lra)) as [(Q & E) | [(Q & E) | (Q & E)]];
        rewrite E in *; split; lra. }
    destruct Es as (Es & Em). rewrite Es, (round_id _ Fm).
    apply clamp_of_taken with (RN (p + up)); trivial; [| lra].
    apply Rle_trans with (1 := Em). apply round_at_least; [lia | lra].
Qed.

(* ---- The check of products of any size *)

(* `checked` of FastPath.v, as a processor computes and compares. *)
Definition checked_by_processor (fused : bool) (c : claimant) (s : place) (ratio : pair) (tol : R) (is_near : bool) :=
  let product := c_product fused (Given (weight c)) (given_pair ratio) in
  let rounded := Plus (c_high product) (c_low product) in
  let off := processor (Plus (Minus (c_high product) rounded) (c_low product)) in
  let unclear := Times rounded (Given tol) in
  let v := processor rounded in
  let is_close := (v = made (min_share c) \/ v = made (max_share c)) /\ min_share c < max_share c in
  let is_above := n_lt (Finite 0) off in
  let is_beyond := (v = made (max_share c) /\ is_above) \/ (v = made (min_share c) /\ ~ is_above) in
  let is_clear := n_lt (processor (Times unclear (Given clear_of_tolerance))) (n_abs off) in
  v <> NoNumber /\
  match s with Moving => v | Fixed b => made b end = n_clamp v c /\
  (~ is_close /\ is_near = false \/
   is_close /\ n_le (n_abs off) (processor unclear) /\ is_near = true \/
   is_close /\ is_near = false /\ is_clear /\
     match s with Moving => ~ is_beyond | Fixed _ => is_beyond end).

(* Where a claimant's place is one that a line can have, the check says what FastPath.v asks for, whatever the weight
   times the ratio is. *)
Lemma check_of_any_size_is_the_check : forall fused c s ratio tol is_near, is_claimant c ->
  weight c < 2^1024 -> min_share c < 2^1024 -> is_pair ratio -> ordinary_least <= high ratio <= ordinary_most ->
  0 < tol <= / 1048576 ->
  match s with Fixed b => 0 <= b <= 2^905 | Moving => weight c * high ratio <= 2^905 end ->
  checked_by_processor fused c s ratio tol is_near ->
  let product := c_product fused (Given (weight c)) (given_pair ratio) in
  checked c s {| high := unbounded (c_high product); low := unbounded (c_low product) |} tol is_near.
Proof.
  intros fused c s ratio tol near Hc Hw Hl Pr Hh Ht Hs (Hv & Heq & Hch). cbv zeta.
  assert (Hc' := Hc). destruct Hc' as (Fw & Pw & Fl & Fm & Hlm).
  assert (P960 := bpow_gt_0 radix2 (-960)).
  destruct (product_is_near fused (weight c) ratio Fw (conj Pw Hw) Pr Hh) as (Pwh & D & L).
  assert (Taken := rounded_is_taken fused (weight c) ratio Fw (conj Pw Hw) Pr Hh).
  change (c_product fused (Given (weight c)) {| c_high := Given (high ratio); c_low := Given (low ratio) |}) with
    (c_product fused (Given (weight c)) (given_pair ratio)) in *.
  set (product := c_product fused (Given (weight c)) (given_pair ratio)) in *.
  set (p := unbounded (c_high product)) in *. set (l := unbounded (c_low product)) in *.
  destruct powers_of_products as (P1 & E1010 & E1024 & _ & Large).
  assert (E905 : 1048576 * 2^905 <= 2^1000).
  { change 1048576 with (2^20). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (P905 : 1 <= 2^905) by (change 1 with (2^0); apply bpow_le; lia).
  assert (Te := eta_is_tiny).
  assert (Ml : made (min_share c) = Finite (min_share c)) by (apply made_finite; rewrite Rabs_pos_eq; lra).
  set (rounded := Plus (c_high product) (c_low product)) in *.
  set (V := unbounded rounded) in *. assert (EV : V = RN (p + l)) by reflexivity.
  unfold checked. cbn [high low]. rewrite <- EV.
  destruct Taken as [N | [Ev | (Ev & Big)]]; [contradiction | |].
  - (* all of it is finite *)
    assert (Fin := Ev). unfold rounded in Fin. cbn [processor] in Fin.
    destruct (finite_sum _ _ _ Fin) as (y & z & Ey & Ez & _).
    assert (Y := processor_is_finite _ _ Ey). assert (Z := processor_is_finite _ _ Ez). fold p in Y. fold l in Z.
    subst y z.
    assert (Bp := finite_is_below _ _ Ey). assert (BV := finite_is_below _ _ Ev). assert (BV' := Rabs_def2 _ _ BV).
    assert (D' := Rabs_le_inv _ _ D). assert (L' := Rabs_le_inv _ _ L).
    assert (Bp' := Rabs_def2 _ _ Bp).
    assert (Rv := any_rounds (p + l)). rewrite <- EV in Rv.
    assert (Rv' : Rabs (V - (p + l)) <= u * (2 * (weight c * high ratio) + 1) + eta).
    { apply Rle_trans with (1 := Rv). apply Rplus_le_compat_r, Rmult_le_compat_l; [unfold u; lra |].
      apply Rabs_le. unfold u in *. lra. }
    apply Rabs_le_inv in Rv'.
    assert (Off1 : Rabs (p - V) <= 2^1000) by (apply Rabs_le; unfold u in *; lra).
    assert (Fp : fits (c_high product) (Rabs p)) by (split; [exact Ey | apply Rle_refl]).
    assert (Fl' : fits (c_low product) (2^1000)).
    { split; [exact Ez |]. fold l. apply Rabs_le. unfold u in *. lra. }
    assert (FV : fits rounded (Rabs V)) by (split; [exact Ev | apply Rle_refl]).
    assert (F1 : fits (Minus (c_high product) rounded) (2 * 2^1000 + 1)).
    { assert (G := round_grows_little _ _ Off1).
      split; [| exact G]. cbn [processor]. rewrite Ey, Ev. unfold n_minus. cbn [n_opposite n_plus].
      apply made_finite. fold (p - V). change (Rabs (RN (p - V)) < 2^1024). lra. }
    destruct (fits_plus _ _ _ _ F1 Fl' ltac:(lra)) as (F2 & _).
    assert (Ft : fits (Given tol) 1) by (apply fits_given; [rewrite Rabs_pos_eq |]; lra).
    assert (Fc : fits (Given clear_of_tolerance) 4096).
    { apply fits_given; [change clear_of_tolerance with 4096; rewrite Rabs_pos_eq |]; lra. }
    assert (M3 : Rabs (unbounded rounded * unbounded (Given tol)) <= 16 * 2^1000).
    { fold V. cbn [unbounded]. rewrite Rabs_mult, (Rabs_pos_eq tol) by lra.
      apply Rle_trans with (2^1024 * / 1048576); [apply Rmult_le_compat; try lra; apply Rabs_pos | lra]. }
    assert (F3 := fits_times _ _ _ _ _ FV Ft M3 ltac:(lra)).
    assert (M4 : Rabs (unbounded (Times rounded (Given tol)) * unbounded (Given clear_of_tolerance)) <= 262144 * 2^1000).
    { rewrite Rabs_mult. apply Rle_trans with ((2 * (16 * 2^1000) + 1) * 4096); [| lra].
      apply Rmult_le_compat; try apply Rabs_pos; [apply F3 | apply Fc]. }
    assert (F4 := fits_times _ _ _ _ _ F3 Fc M4 ltac:(lra)).
    rewrite Ev in Heq, Hch. rewrite Ml, (proj1 F2), (proj1 F3), (proj1 F4) in Hch.
    change (unbounded (Plus (Minus (c_high product) rounded) (c_low product))) with (RN (RN (p - V) + l)) in Hch.
    change (unbounded (Times (Times rounded (Given tol)) (Given clear_of_tolerance))) with
      (RN (RN (V * tol) * clear_of_tolerance)) in Hch.
    change (unbounded (Times rounded (Given tol))) with (RN (V * tol)) in Hch.
    set (off := RN (RN (p - V) + l)) in *.
    assert (At_max : Finite V = made (max_share c) <-> V = max_share c).
    { split; intros E.
      - symmetry in E. now rewrite (made_is _ _ E).
      - rewrite <- E. now rewrite made_finite. }
    assert (At_min : Finite V = Finite (min_share c) <-> V = min_share c) by (split; [now intros [= ->] | now intros ->]).
    assert (Le : n_le (Finite (Rabs off)) (Finite (RN (V * tol))) <-> Rabs off <= RN (V * tol)).
    { unfold n_le. cbn [n_lt]. split.
      - intros [A | ([= ->] & _)]; lra.
      - intros A. destruct (Req_dec (Rabs off) (RN (V * tol))) as [-> | N]; [right | left; lra].
        split; [reflexivity | discriminate]. }
    rewrite clamp_of_finite in Heq by (trivial; lra).
    cbn [n_abs n_lt] in Hch. rewrite At_max, At_min, Le in Hch.
    split; [| destruct s; rewrite ?At_max, ?At_min in Hch; exact Hch].
    destruct s as [b |]; [| now injection Heq].
    rewrite made_finite in Heq by (rewrite Rabs_pos_eq; lra). now injection Heq.
  - (* rounded to infinity *)
    assert (HV : 2^1000 <= V) by exact Big.
    assert (Bound : V <= 4 * (weight c * high ratio) + 1).
    { apply Rabs_le_inv in D. apply Rabs_le_inv in L. rewrite EV.
      assert (G := round_grows_little (p + l) (2 * (weight c * high ratio))).
      assert (weight c * high ratio >= / 16 * 2^1000).
      { apply Rnot_lt_ge. intros Q. assert (G' := round_grows_little (p + l) (/ 4 * 2^1000)
          ltac:(apply Rabs_le; unfold u in *; lra)). rewrite <- EV in G'. apply Rabs_le_inv in G'. lra. }
      assert (G' := G ltac:(apply Rabs_le; unfold u in *; lra)). apply Rabs_le_inv in G'. lra. }
    destruct s as [b |]; [| lra].
    assert (Em : b = max_share c).
    { rewrite Ev, made_finite in Heq by (rewrite Rabs_pos_eq; lra). unfold n_clamp in Heq. rewrite Ml in Heq.
      cbn [n_max n_min] in Heq. symmetry in Heq. now rewrite (made_is _ _ Heq). }
    subst b. split; [symmetry; apply clamp_high; lra |].
    left. split; [intros ([E | E] & _); lra |].
    assert (Mm : made (max_share c) = Finite (max_share c)) by (apply made_finite; rewrite Rabs_pos_eq; lra).
    rewrite Ev, Ml, Mm in Hch.
    destruct Hch as [(_ & Q) | [(([Q | Q] & _) & _) | (([Q | Q] & _) & _)]]; try discriminate. exact Q.
Qed.

(* ---- The places that a line can have *)

(* Where what is left of the total and the ratio are in their ranges, bounds on the line are at most 2^905, and so are
   proportional claims. *)
Lemma places_of_a_line_are_ordinary : forall T n fixed fixed_addends weights weight_addends ratio entries,
  (n <= 32)%nat -> summed n fixed fixed_addends -> holds fixed_addends (parts fixed_part entries) ->
  summed n weights weight_addends -> holds weight_addends (parts slope entries) ->
  (forall e, In e entries -> is_claimant (claim e)) ->
  double T -> ordinary_total_least <= T <= ordinary_total_most ->
  let rest := rest_of T fixed in is_ratio_of (value rest) (value weights) ratio ->
  ordinary_total_least <= high (value rest) <= ordinary_total_most ->
  error rest <= high (value rest) -> ordinary_least <= high (value weights) -> ordinary_least <= high ratio ->
  (forall e, In e entries -> 0 <= fixed_part (item_of e)) ->
  forall e, In e entries ->
    match place_of e with Fixed b => b <= 2^905 | Moving => weight (claim e) * high ratio <= 2^905 end.
Proof.
  intros T n fixed fxs weights wxs ratio entries Hn Hf Hfh Hw Hwh Hc FT HT rest Ir Hrest Herr Hwh' Hr Hpos e I.
  destruct (rest_is_within n T fixed fxs Hf Hn FT (proj1 HT)) as (Prest & Erest & Crest). fold rest in Prest, Erest, Crest.
  destruct (sums_are_within n weights wxs Hw Hn) as (Pw & Hw0 & Ew & Mw & _ & Cw).
  assert (P700 := bpow_gt_0 radix2 (-700)). assert (P960 := bpow_gt_0 radix2 (-960)).
  assert (Te := eta_pos).
  assert (E905 : 2^905 = 8 * 2^902) by (change 8 with (2^3); now rewrite <- bpow_plus).
  assert (E902 : 2^902 = 4 * 2^900) by (change 4 with (2^2); now rewrite <- bpow_plus).
  assert (P900 : 1 <= 2^900) by (change 1 with (2^0); apply bpow_le; lia).
  assert (E1 : eta <= 2^(-700)) by (unfold eta; apply bpow_le; lia).
  assert (Tiny : 64 * eta <= / 2 * 2^(-700)).
  { change 64 with (2^6). change (/ 2) with (2^(-1)). unfold eta. rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (Lr := low_is_small _ Prest). rewrite (Rabs_pos_eq (high (value rest))) in Lr by lra.
  apply Rabs_le_inv in Lr. apply Rabs_le_inv in Crest.
  assert (One : forall xs x, (forall y, In y xs -> 0 <= y) -> In x xs -> x <= total xs).
  { induction xs as [| y xs IH]; intros x P J; [destruct J |]. change (x <= y + total xs).
    assert (Py := P y (or_introl eq_refl)). assert (Pxs := total_pos xs (fun z K => P z (or_intror K))).
    destruct J as [-> | J]; [lra |]. assert (Q := IH x (fun z K => P z (or_intror K)) J). lra. }
  assert (Fixed_le : fixed_part (item_of e) <= total (parts fixed_part entries)).
  { apply One.
    - intros y J. unfold parts in J. rewrite map_map in J. apply in_map_iff in J. destruct J as (f & <- & J).
      now apply Hpos.
    - unfold parts. rewrite map_map. apply in_map_iff. now exists e. }
  assert (Slope_le : slope (item_of e) <= total (parts slope entries)).
  { apply One.
    - intros y J. unfold parts in J. rewrite map_map in J. apply in_map_iff in J. destruct J as (f & <- & J).
      unfold slope. cbn [stand who item_of]. destruct (place_of f); [lra | apply (Hc f J)].
    - unfold parts. rewrite map_map. apply in_map_iff. now exists e. }
  rewrite <- (total_of_held _ _ Hfh) in Fixed_le. rewrite <- (total_of_held _ _ Hwh) in Slope_le.
  unfold fixed_part, slope in *. cbn [stand who item_of] in *. destruct (place_of e) as [b |].
  - unfold u in *. lra.
  - destruct (proportional_shares_do_not_overflow _ _ _ Prest Pw Ir Hrest Hwh' Hr) as (B & _).
    set (W := high (value weights)) in *. set (h := high ratio) in *.
    assert (N1 : INR n <= 32) by (replace 32 with (INR 32) by (simpl; lra); now apply le_INR).
    assert (L := low_is_small _ Pw). fold W in L. rewrite (Rabs_pos_eq W) in L by assumption.
    destruct small_step as (S1 & _). rewrite S1 in Mw.
    assert (E : eta <= u * u * W) by now apply eta_of_ratio.
    assert (N2 : INR n * eta <= 32 * eta) by (apply Rmult_le_compat_r; lra).
    assert (N3 : (1 + INR n / 64) * (/ 128 * u) * W <= (1 + 32 / 64) * (/ 128 * u) * W).
    { apply Rmult_le_compat_r; [assumption |]. apply Rmult_le_compat_r; [unfold u |]; lra. }
    apply Rabs_le_inv in Cw. apply Rabs_le_inv in L.
    assert (W2 : weight (claim e) <= 2 * W) by (unfold u in *; lra).
    assert (A := any_rounds (W * h)).
    assert (Pwh : 0 <= W * h) by (apply Rmult_le_pos; lra). rewrite (Rabs_pos_eq _ Pwh) in A.
    apply Rabs_le_inv in A. assert (T0 := eta_is_tiny).
    assert (B2 : W * h <= 2 * 2^902) by (unfold u in *; lra).
    apply Rle_trans with (2 * W * h); [apply Rmult_le_compat_r; lra | lra].
Qed.

(* As `accepted` of FastPath.v, by a processor's check. *)
Definition accepted_by_processor (fused : bool) (placed_at : R) (ratio : pair) (tol : R) (e : entry) :=
  match how e with
  | Checked product is_near =>
      placed (claim e) placed_at (place_of e) /\
      (let computed := c_product fused (Given (weight (claim e))) (given_pair ratio) in
       product = {| high := unbounded (c_high computed); low := unbounded (c_low computed) |}) /\
      checked_by_processor fused (claim e) (place_of e) ratio tol is_near
  | Decided lower upper =>
      0 <= lower /\ 0 <= upper /\ decided (claim e) lower upper (place_of e) /\ is_inside lower upper (high ratio)
  end.

(* On a line whose sums, ratio and error are in their ranges, what a processor accepts is accepted as `certified` asks,
   whatever the products are: one that overflows, or whose weight cannot be split, is no number, which is wrong, or is
   beyond every bound, as its claimant is. *)
Theorem acceptance_of_any_size_is_acceptance :
  forall fused T n fixed fixed_addends weights weight_addends placed_at ratio before entries,
  (n <= 32)%nat -> summed n fixed fixed_addends -> holds fixed_addends (parts fixed_part entries) ->
  summed n weights weight_addends -> holds weight_addends (parts slope entries) ->
  (forall e, In e entries ->
     is_claimant (claim e) /\ weight (claim e) < 2^1024 /\ min_share (claim e) < 2^1024) ->
  double T -> ordinary_total_least <= T <= ordinary_total_most ->
  let rest := rest_of T fixed in is_ratio_of (value rest) (value weights) ratio ->
  is_ratio_error (error rest) (high (value rest)) (error weights) (high (value weights)) before ->
  ordinary_total_least <= high (value rest) <= ordinary_total_most -> ordinary_least <= high (value weights) ->
  ordinary_least <= high ratio <= ordinary_most -> before <= ratio_error_max ->
  (forall e, In e entries -> accepted_by_processor fused placed_at ratio (tolerance before) e) ->
  forall e, In e entries -> accepted placed_at ratio (tolerance before) e.
Proof.
  intros fused T n fixed fxs weights wxs at_ ratio before entries Hn Hf Hfh Hw Hwh Hc FT HT rest Ir Ie Hrest Hwhigh Hr
    Hmax Hacc e I.
  destruct (rest_is_within n T fixed fxs Hf Hn FT (proj1 HT)) as (Prest & Erest & _). fold rest in Prest, Erest.
  destruct (sums_are_within n weights wxs Hw Hn) as (Pw & _ & Ew & _).
  assert (P700 := bpow_gt_0 radix2 (-700)). assert (P960 := bpow_gt_0 radix2 (-960)).
  destruct (ratio_of_pairs _ _ _ Prest Pw (proj1 Hrest) Hwhigh (proj1 Hr) Ir) as (Pr & _).
  destruct (ratio_error_covers (error rest) (high (value rest)) (error weights) (high (value weights)) before
    Erest ltac:(lra) Ew ltac:(lra) Ie) as (Pen & Pew & He).
  assert (Fe : double before) by (eapply multiply_add_double; exact Ie).
  rewrite ratio_error_max_is in Hmax.
  assert (He0 : 0 <= before) by (unfold u in *; lra).
  destruct (tolerance_is before Fe He0) as (T1 & T2). set (tol := tolerance before) in *.
  assert (Ht : 0 < tol <= / 1048576) by (unfold u in *; lra).
  assert (Herr : error rest <= high (value rest)).
  { replace (error rest) with (error rest / high (value rest) * high (value rest)) by (field; lra).
    rewrite <- (Rmult_1_l (high (value rest))) at 3. apply Rmult_le_compat_r; unfold u in *; lra. }
  assert (Hpos : forall f, In f entries -> 0 <= fixed_part (item_of f)).
  { intros f J. destruct (Hc f J) as ((_ & _ & _ & _ & Hlm) & _). specialize (Hacc f J).
    unfold fixed_part. cbn [stand item_of].
    assert (Cl : forall x, 0 <= clamp x (min_share (claim f)) (max_share (claim f))).
    { intros x. destruct (clamp_cases x (min_share (claim f)) (max_share (claim f)) ltac:(lra))
        as [(Q & ->) | [(Q & ->) | (Q & ->)]]; lra. }
    unfold accepted_by_processor, placed, decided, share_at in Hacc. destruct (how f) as [product near | lower upper].
    - destruct Hacc as ([(_ & ->) | (_ & ->)] & _); [lra | apply Cl].
    - destruct Hacc as (_ & _ & [(_ & ->) | (_ & _ & _ & ->)] & _); [apply Cl | lra]. }
  assert (Place := places_of_a_line_are_ordinary T n fixed fxs weights wxs ratio entries Hn Hf Hfh Hw Hwh
    (fun f J => proj1 (Hc f J)) FT HT Ir Hrest Herr Hwhigh (proj1 Hr) Hpos e I).
  specialize (Hacc e I). specialize (Hpos e I). destruct (Hc e I) as (He1 & He2 & He3).
  unfold accepted_by_processor in Hacc. unfold accepted. unfold fixed_part in Hpos. cbn [stand item_of] in Hpos.
  destruct (how e) as [product near | lower upper]; [| exact Hacc].
  destruct Hacc as (Hp & -> & Hch). split; [assumption | split].
  - exact (computed_product_is fused (weight (claim e)) ratio).
  - apply check_of_any_size_is_the_check; trivial. destruct (place_of e); [split |]; assumption.
Qed.
