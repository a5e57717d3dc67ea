(* Where no claimant moves: what `settle_flat` of reference/ accepts is right. *)
From Coq Require Import Reals ZArith Lra Lia List Psatz Permutation.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath Fraction Least.
Import ListNotations.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

(* ---- The line *)

(* A claimant on the line of one ratio: placed there, or decided between two ratios with that one between them. *)
Record standing := { of : claimant; at_place : place; cut : option (R * R) }.

Definition stands_at (placed_at : R) (e : standing) :=
  match cut e with
  | None => placed (of e) placed_at (at_place e)
  | Some (lower, upper) =>
      0 <= lower <= placed_at /\ placed_at <= upper /\ double upper /\
      RN (lower * (1 + without_decided_margin)) < upper /\ decided (of e) lower upper (at_place e)
  end.

Definition bound_of (e : standing) : R := match at_place e with Fixed b => b | Moving => 0 end.
Definition weight_of (e : standing) : R := match at_place e with Fixed _ => 0 | Moving => weight (of e) end.

(* ---- The breakpoints next to it *)

(* The greatest of numbers, and of 0 where there are none: in any order and grouping. *)
Inductive maximum : list R -> R -> Prop :=
| maximum_of_none : maximum [] 0
| maximum_of_one : forall x, maximum [x] x
| maximum_of_both : forall xs ys x y, maximum xs x -> maximum ys y -> maximum (xs ++ ys) (Rmax x y)
| maximum_in_another_order : forall xs ys x, Permutation xs ys -> maximum xs x -> maximum ys x.

Definition breakpoint_at_max (placed_at : R) (c : claimant) : R :=
  if Rle_dec (max_share c) (RN (weight c * placed_at)) then
    if Rlt_dec (min_share c) (max_share c) then max_share c / weight c else 0
  else 0.

Definition breakpoint_at_min (placed_at : R) (c : claimant) : option R :=
  if Rle_dec (RN (weight c * placed_at)) (min_share c) then if_can_move c (Some (min_share c / weight c)) else None.

Definition breakpoint_below (claimants : list claimant) (placed_at below : R) := exists zeros,
  maximum (map (fun c => RN (breakpoint_at_max placed_at c)) (claimants ++ repeat padding zeros)) below.

Definition breakpoint_above (claimants : list claimant) (placed_at : R) (above : option R) := exists zeros,
  minimum (map (fun c => option_map (fun x => RN x) (breakpoint_at_min placed_at c)) (claimants ++ repeat padding
    zeros)) above.

(* What the code has computed and compared where `settle_flat` answers; it gives `below` as the ratio. *)
Inductive settled_flat (T placed_at : R) (standings : list standing) (columns : list claimant) (below : R) : Prop :=
| settled_flat_by : forall n fixed fixed_addends weights weight_addends m above,
    let additions := additions_max (Z.of_nat (length columns)) in (n <= 32)%nat ->
    summed_with additions n fixed fixed_addends -> holds fixed_addends (map bound_of standings) ->
    summed_with additions n weights weight_addends -> holds weight_addends (map weight_of standings) ->
    high (value weights) = 0 ->
    (forall e, In e standings -> stands_at placed_at e) ->
    (* the sums are exact, and equal to the total *)
    ordinary_total_least <= T -> high (value (rest_of T fixed)) = 0 ->
    least_addends columns placed_at m -> is_fraction_found T 0 columns m ->
    (* some ratio lies between all breakpoints *)
    breakpoint_below columns placed_at below -> breakpoint_above columns placed_at above ->
    match above with Some a => below < a | None => True end ->
    settled_flat T placed_at standings columns below.

(* ---- Maximums *)

Lemma maximum_is_above : forall xs m, maximum xs m -> forall x, In x xs -> x <= m.
Proof.
  intros xs m H. induction H as [| x | xs ys x y Hx IHx Hy IHy | xs ys x P H IH]; intros z I.
  - destruct I.
  - destruct I as [-> | []]. lra.
  - assert (A := Rmax_l x y). assert (B := Rmax_r x y). apply in_app_or in I.
    destruct I as [I | I]; [specialize (IHx z I) | specialize (IHy z I)]; lra.
  - apply IH. now apply Permutation_in with (1 := Permutation_sym P).
Qed.

Lemma maximum_is_one : forall xs m, maximum xs m -> m = 0 \/ In m xs.
Proof.
  intros xs m H. induction H as [| x | xs ys x y Hx IHx Hy IHy | xs ys x P H IH].
  - now left.
  - right. now left.
  - unfold Rmax. destruct Rle_dec; [destruct IHy | destruct IHx]; try (now left); right; apply in_or_app; auto.
  - destruct IH as [A | A]; [now left | right]. now apply Permutation_in with (1 := P).
Qed.

Lemma maximum_is_positive : forall xs m, maximum xs m -> (forall x, In x xs -> 0 <= x) -> 0 <= m.
Proof. intros xs m H P. destruct (maximum_is_one _ _ H) as [-> | I]; [lra | now apply P]. Qed.

Definition greatest (xs : list R) : R := fold_right Rmax 0 xs.

Lemma greatest_is : forall xs, 0 <= greatest xs /\ (greatest xs = 0 \/ In (greatest xs) xs) /\
  forall x, In x xs -> x <= greatest xs.
Proof.
  induction xs as [| x xs (P & O & A)]; simpl; [repeat split; [lra | now left | intros x []] |].
  fold (greatest xs) in *. assert (B := Rmax_l x (greatest xs)). assert (C := Rmax_r x (greatest xs)).
  split; [lra | split].
  - unfold Rmax. destruct Rle_dec; tauto.
  - intros y [-> | I]; [lra |]. specialize (A y I). lra.
Qed.

(* ---- No weight *)

Lemma zero_pair : forall p, is_pair p -> high p = 0 -> low p = 0.
Proof.
  intros p P Z. assert (L := low_is_small _ P). rewrite Z, Rabs_R0, Rmult_0_r in L.
  apply Rabs_le_inv in L. lra.
Qed.

Lemma joined_is_zero : forall first others,
  (forall g, g = first \/ In g others -> addends addend g /\ depth g <= 2^32) ->
  let s := joined first others in
  is_pair s /\ 0 <= high s /\ (high s = 0 -> sum_of_parts first others = 0).
Proof.
  intros first others. change (2^32) with 4294967296.
  assert (One : forall g, addends addend g -> depth g <= 4294967296 ->
    let s := renormalised (run g) in is_pair s /\ 0 <= high s /\ (high s = 0 -> sum_of g = 0)).
  { intros g A D s. assert (Dd : depth g <= deepest) by (unfold deepest; lra).
    destruct (normalised_grouping g A Dd) as (P & H). fold s in P, H. split; [assumption | split; [assumption |]].
    intros Z. destruct (small_parts g A Dd) as (L & B & C & Fh & Flo & PS).
    assert (Ph : 0 <= high (run g)) by (assert (Q := Rabs_pos (low (run g))); lra).
    assert (E := renormalising_is_exact (run g) Fh Flo ltac:(now rewrite (Rabs_pos_eq (high (run g))))).
    fold s in E. rewrite Z, (zero_pair s P Z) in E. apply Rabs_le_inv in C. lra. }
  induction others as [| g others IH]; intros H s.
  - destruct (H first (or_introl eq_refl)) as (A & D). exact (One first A D).
  - destruct IH as (P1 & P2 & P3).
    { intros h [I | I]; apply H; [now left | right; now right]. }
    destruct (H g (or_intror (or_introl eq_refl))) as (A & D). destruct (One g A D) as (Q1 & Q2 & Q3).
    unfold s. cbn [joined sum_of_parts fold_right]. fold (sum_of_parts first others).
    set (a := joined first others) in *. set (b := renormalised (run g)) in *.
    destruct (plus_is_within a b P1 Q1 (or_introl (conj P2 Q2))) as (Ps & W).
    destruct u_powers as (U104 & _). rewrite U104 in W.
    assert (La := low_is_small _ P1). assert (Lb := low_is_small _ Q1).
    rewrite (Rabs_pos_eq (high a)) in * by assumption. rewrite (Rabs_pos_eq (high b)) in * by assumption.
    apply Rabs_le_inv in La. apply Rabs_le_inv in Lb. apply Rabs_le_inv in W.
    split; [assumption | split].
    + destruct Ps as (_ & _ & ->). apply round_pos. unfold u in *. lra.
    + intros Z. rewrite Z, (zero_pair _ Ps Z) in W.
      rewrite P3, Q3 by (unfold u in *; lra). ring.
Qed.

(* ---- Where each claimant is *)

(* The bound at which it is, which rounding of its product cannot hide. *)
Lemma standing_is : forall placed_at e m columns, is_claimant (of e) -> stands_at placed_at e -> weight_of e = 0 ->
  double placed_at -> 0 <= placed_at ->
  least_addends columns placed_at m -> In (of e) columns -> at_most find_fraction_least (least_product m) ->
  let c := of e in
  at_place e = Fixed (share_at placed_at c) /\
  ~ (min_share c < RN (weight c * placed_at) < max_share c).
Proof.
  intros p e m columns Hc Hs Hw0 Fp Pp Hm I Hp c. destruct e as [c0 s k]. cbn [of at_place cut] in *. subst c.
  rename c0 into c. unfold weight_of in Hw0. cbn [at_place of] in Hw0.
  assert (Hc' := Hc). destruct Hc' as (Fw & Hw & Fl & Fm & Hlm).
  unfold stands_at in Hs. cbn [of at_place cut] in Hs. destruct k as [(lower, upper) |].
  - destruct Hs as (Hlo & Hup & Fup & Apart & D).
    assert (R1 : RN (weight c * lower) <= RN (weight c * p)).
    { apply rounding_keeps_order, Rmult_le_compat_l; lra. }
    assert (R2 : RN (weight c * p) <= RN (weight c * upper)).
    { apply rounding_keeps_order, Rmult_le_compat_l; lra. }
    assert (C1 := clamp_keeps_order _ _ (min_share c) (max_share c) R1).
    assert (C2 := clamp_keeps_order _ _ (min_share c) (max_share c) R2).
    unfold decided, share_at in D. destruct D as [(E & Es) | (N & _ & _ & Es)].
    + assert (Ep : share_at p c = clamp (RN (weight c * lower)) (min_share c) (max_share c)).
      { unfold share_at. lra. }
      split; [now rewrite Ep |]. intros Between.
      assert (At_p : share_at p c = RN (weight c * p)) by (unfold share_at; apply clamp_id; lra).
      assert (Q : clamp (RN (weight c * lower)) (min_share c) (max_share c) = RN (weight c * p) /\
        clamp (RN (weight c * upper)) (min_share c) (max_share c) = RN (weight c * p)) by (split; lra).
      destruct Q as (Q1 & Q2).
      assert (El : RN (weight c * lower) = RN (weight c * p)).
      { destruct (clamp_cases (RN (weight c * lower)) (min_share c) (max_share c) ltac:(lra))
          as [(Z & ZE) | [(Z & ZE) | (Z & ZE)]]; lra. }
      assert (Eu : RN (weight c * upper) = RN (weight c * p)).
      { destruct (clamp_cases (RN (weight c * upper)) (min_share c) (max_share c) ltac:(lra))
          as [(Z & ZE) | [(Z & ZE) | (Z & ZE)]]; lra. }
      assert (Pw : 0 < weight c).
      { destruct (Req_dec (weight c) 0) as [Z | Z]; [| lra].
        rewrite Z, Rmult_0_l, (round_id 0 double_0) in Between. lra. }
      assert (Large := seen_product_is _ _ _ _ _ Hm I Hp ltac:(lra) Pw).
      assert (Less : RN (p * (1 - least_addends_margin)) <= p).
      { rewrite <- (round_id p Fp) at 2. apply rounding_keeps_order. rewrite margin_of_addends.
        rewrite <- (Rmult_1_r p) at 2. apply Rmult_le_compat_l; unfold u; lra. }
      assert (Large' : find_fraction_least <= RN (weight c * p)).
      { apply Rle_trans with (1 := Large). apply rounding_keeps_order, Rmult_le_compat_l; lra. }
      (* the ratios are further apart than two products that round to the same *)
      assert (Apart' : lower * (1 + without_decided_margin) < upper).
      { apply Rnot_le_lt. intros L. assert (K := rounding_keeps_order _ _ L). rewrite (round_id upper Fup) in K. lra. }
      assert (E44 : without_decided_margin = 512 * u).
      { change (2^(-44)) with (2^(-53 + 9)). rewrite bpow_plus, u_is. change (2^9) with 512. ring. }
      rewrite E44 in Apart'.
      assert (Wider : weight c * lower * (1 + 512 * u) < weight c * upper).
      { rewrite Rmult_assoc. now apply Rmult_lt_compat_l. }
      assert (A := any_rounds (weight c * lower)). assert (B := any_rounds (weight c * upper)).
      rewrite El in A. rewrite Eu in B.
      assert (P1 : 0 <= weight c * lower) by (apply Rmult_le_pos; lra).
      assert (P2 : 0 <= weight c * upper) by (apply Rmult_le_pos; lra).
      rewrite (Rabs_pos_eq _ P1) in A. rewrite (Rabs_pos_eq _ P2) in B.
      apply Rabs_le_inv in A. apply Rabs_le_inv in B.
      assert (Ee : eta <= u * 2^(-900)).
      { rewrite <- u_is. unfold eta. rewrite <- bpow_plus. apply bpow_le. lia. }
      unfold u in *. lra.
    + exfalso. subst s. apply N. now rewrite Hw0, !Rmult_0_l.
  - unfold placed in Hs. destruct Hs as [(B & Es) | (B & Es)].
    + exfalso. subst s. rewrite Hw0, Rmult_0_l, (round_id 0 double_0) in B. lra.
    + split; [exact Es | exact B].
Qed.

(* What `least_addends` finds is no more than the bound. *)
Lemma least_of_standing : forall placed_at m columns c, is_claimant c -> double placed_at -> 0 <= placed_at ->
  least_addends columns placed_at m -> In c columns -> at_most find_fraction_least (least_product m) ->
  ~ (min_share c < RN (weight c * placed_at) < max_share c) ->
  0 < share_at placed_at c -> reaches (least_fixed m) (share_at placed_at c).
Proof.
  intros p m columns c (Fw & Hw & Fl & Fm & Hlm) Fp Pp Hm I Hp Out Pb.
  assert (Prod := fun L P => seen_product_is _ _ columns m c Hm I Hp L P).
  destruct Hm as (zeros & Mf & _).
  assert (Seen : In c (columns ++ repeat padding zeros)) by (apply in_or_app; now left).
  set (lower := RN (p * (1 - least_addends_margin))) in *.
  set (upper := RN (p * (1 + least_addends_margin))) in *.
  assert (Lo : lower <= p).
  { rewrite <- (round_id p Fp). apply rounding_keeps_order. rewrite margin_of_addends.
    rewrite <- (Rmult_1_r p) at 2. apply Rmult_le_compat_l; unfold u; lra. }
  assert (Up : p <= upper).
  { rewrite <- (round_id p Fp) at 1. apply rounding_keeps_order. rewrite margin_of_addends.
    rewrite <- (Rmult_1_r p) at 1. apply Rmult_le_compat_l; unfold u; lra. }
  assert (R1 : RN (weight c * lower) <= RN (weight c * p)) by (apply rounding_keeps_order, Rmult_le_compat_l; lra).
  assert (R2 : RN (weight c * p) <= RN (weight c * upper)) by (apply rounding_keeps_order, Rmult_le_compat_l; lra).
  assert (P900 := bpow_gt_0 radix2 (-900)).
  assert (See : forall x, seen_fixed lower upper c = Some x -> x <= share_at p c ->
    reaches (least_fixed m) (share_at p c)).
  { intros x E L. apply reaches_more with x; [| assumption]. apply (minimum_reaches _ _ Mf), in_map_iff.
    now exists c. }
  unfold seen_fixed, above_0 in See. unfold share_at in *.
  destruct (Rle_lt_dec (RN (weight c * p)) (min_share c)) as [A | A].
  - rewrite clamp_low in * by lra. destruct Rle_dec as [_ | N] in See; [| lra].
    destruct Rlt_dec as [_ | N] in See; [| lra]. apply (See (min_share c)); [reflexivity | lra].
  - destruct (Rlt_le_dec (RN (weight c * p)) (max_share c)) as [B | B]; [elim Out; lra |].
    rewrite clamp_high in * by lra. destruct Rle_dec as [L | _] in See.
    + destruct Rlt_dec as [_ | N] in See; [apply (See (min_share c)); [reflexivity | lra] |]. exfalso.
      assert (Pw : 0 < weight c).
      { destruct (Req_dec (weight c) 0) as [Z | Z]; [| lra].
        rewrite Z, Rmult_0_l, (round_id 0 double_0) in A. lra. }
      assert (Q := Prod ltac:(lra) Pw). lra.
    + destruct Rle_dec as [_ | N] in See; [| lra].
      destruct Rlt_dec as [_ | N] in See; [| lra]. apply (See (max_share c)); [reflexivity | lra].
Qed.

(* ---- The answer *)

Lemma total_of_equals : forall (f g : claimant -> R) cs, (forall c, In c cs -> f c = g c) ->
  total (map f cs) = total (map g cs).
Proof. intros f g cs H. f_equal. apply map_ext_in. exact H. Qed.

Lemma total_is_less : forall (f g : claimant -> R) cs, (forall c, In c cs -> f c <= g c) ->
  forall c, In c cs -> f c < g c -> total (map f cs) < total (map g cs).
Proof.
  intros f g. induction cs as [| d cs IH]; intros H c I L; [destruct I |]. cbn [map total fold_right].
  change (f d + total (map f cs) < g d + total (map g cs)). assert (Hd := H d (or_introl eq_refl)).
  assert (Rest : total (map f cs) <= total (map g cs)).
  { clear - H. induction cs as [| e cs IH]; [simpl; lra |].
    change (f e + total (map f cs) <= g e + total (map g cs)).
    assert (A := H e (or_intror (or_introl eq_refl))).
    assert (B : total (map f cs) <= total (map g cs)); [| lra].
    apply IH. intros c [J | J]; apply H; [now left | right; now right]. }
  destruct I as [-> | I]; [lra |].
  assert (A := IH (fun e J => H e (or_intror J)) c I L). lra.
Qed.

(* Where the bounds at which all claimants are add up to the total, as `settle_flat` finds out, its ratio is the least at
   which the shares do, rounded, and what it writes are the shares. *)
Theorem flat_answer_is_nearest : forall T placed_at standings columns below,
  settled_flat T placed_at standings columns below ->
  (forall c, In c columns -> is_claimant c) -> double T -> double placed_at -> 0 <= placed_at ->
  Permutation columns (map of standings) -> (Z.of_nat (length columns) <= 2 ^ sum_in_blocks_bits)%Z ->
  exists exact, 0 <= exact /\ below = RN exact /\
    total (map (share exact) columns) = T /\
    (forall x, 0 <= x -> total (map (share x) columns) = T -> exact <= x) /\
    forall c, In c columns -> share_at placed_at c = RN (share exact c).
Proof.
  intros T p standings columns below S Hc FT Fp Pp Hcol Hlen.
  destruct S as [n fixed fxs weights wxs m above additions Hn Hf Hfh Hw Hwh Hw0 Hst HT Hrest Hm (Tf & _ & Tp) Hbelow
    Habove Hlt].
  fold additions in Tf.
  assert (P700 := bpow_gt_0 radix2 (-700)).
  assert (Hadd : (1 <= additions <= 2 ^ 32)%Z) by (apply additions_max_is; lia).
  assert (Hk : 1 <= IZR additions <= 2^32).
  { destruct Hadd as (A & B). apply IZR_le in A, B. change (2^32) with (IZR (2 ^ 32)). now split. }
  assert (Hmem : forall e, In e standings -> In (of e) columns).
  { intros e I. apply Permutation_in with (map of standings); [now apply Permutation_sym | now apply in_map]. }
  (* nothing moves *)
  assert (W0 : forall e, In e standings -> weight_of e = 0).
  { destruct (with_is_joined _ _ _ _ Hw (proj1 Hadd)) as (g & gs & _ & Vw & Tot & Gw).
    destruct (joined_is_zero g gs) as (_ & _ & Z).
    { intros h J. destruct (Gw h J) as (A & D & _). split; [assumption | lra]. }
    rewrite Vw in Hw0. specialize (Z Hw0). rewrite Tot, (total_of_held _ _ Hwh) in Z.
    intros e I. apply (total_of_zeros (map weight_of standings)); trivial; [| now apply in_map].
    intros x J. apply in_map_iff in J. destruct J as (f & <- & J). unfold weight_of.
    destruct (at_place f); [lra | apply (Hc _ (Hmem f J))]. }
  assert (Stand := fun e I => standing_is p e m columns (Hc _ (Hmem e I)) (Hst e I) (W0 e I) Fp Pp Hm (Hmem e I) Tp).
  cbv zeta in Stand.
  assert (Out : forall c, In c columns -> ~ (min_share c < RN (weight c * p) < max_share c)).
  { intros c I. apply (Permutation_in _ Hcol) in I. apply in_map_iff in I. destruct I as (e & <- & I).
    apply (Stand e I). }
  assert (Bounds : map bound_of standings = map (share_at p) (map of standings)).
  { rewrite map_map. apply map_ext_in. intros e I. unfold bound_of. now rewrite (proj1 (Stand e I)). }
  (* the sum of the bounds is the total *)
  assert (Exact : total (map (share_at p) columns) = T).
  { set (lf := match least_fixed m with Some y => Rmin y T | None => T end).
    assert (Ff : double lf /\ 0 < lf <= T).
    { unfold lf. destruct (least_fixed m) as [y |] eqn:E; [| repeat split; trivial; lra].
      destruct (least_fixed_is_one _ _ _ _ y Hm Hc E) as (Fy & Py). unfold Rmin. destruct Rle_dec; repeat split;
        trivial; lra. }
    assert (Unit : RN (find_fraction_unit * IZR additions * T) <= T).
    { rewrite <- (round_id T FT) at 2. apply rounding_keeps_order.
      rewrite <- (Rmult_1_l T) at 2. apply Rmult_le_compat_r; [lra |].
      apply Rle_trans with (2^(-48) * 2^32); [apply Rmult_le_compat_l; [apply bpow_ge_0 | lra] |].
      rewrite <- bpow_plus. change 1 with (2^0). apply bpow_le. lia. }
    assert (Tf' : RN (find_fraction_unit * IZR additions * T) <= lf).
    { unfold lf. destruct (least_fixed m) as [y |]; [| assumption]. simpl in Tf. unfold Rmin. now destruct Rle_dec. }
    assert (Low : forall x, In x fxs -> x = 0 \/ lf <= x).
    { destruct Hfh as (zeros & P). intros x I. apply (Permutation_in _ P) in I. apply in_app_or in I.
      destruct I as [I | I]; [| left; now apply repeat_spec in I].
      rewrite Bounds in I. apply in_map_iff in I. destruct I as (c & <- & I).
      apply (Permutation_in _ (Permutation_sym Hcol)) in I.
      destruct (Hc c I) as (_ & _ & _ & _ & Hlm).
      assert (Pb : 0 <= share_at p c).
      { unfold share_at. destruct (clamp_cases (RN (weight c * p)) (min_share c) (max_share c) (proj2 Hlm))
          as [(Q & ->) | [(Q & ->) | (Q & ->)]]; lra. }
      destruct (Req_dec (share_at p c) 0) as [Z | Z]; [now left | right].
      assert (L := least_of_standing p m columns c (Hc c I) Fp Pp Hm I Tp (Out c I) ltac:(lra)).
      unfold lf. destruct (least_fixed m) as [y |]; [| destruct L]. simpl in L. assert (Q := Rmin_l y T). lra. }
    destruct (rest_is_within n T fixed fxs (with_is_summed _ _ _ _ Hf) Hn FT HT) as (Prest & _).
    assert (Zrest := zero_pair _ Prest Hrest).
    destruct (sums_are_within n fixed fxs (with_is_summed _ _ _ _ Hf) Hn) as (Pf & Phf & _ & Mf & Px & Cf).
    assert (Sf : total fxs <= 2 * T).
    { set (b := {| high := - high (value fixed); low := - low (value fixed) |}).
      assert (Pa : is_pair {| high := T; low := 0 |}).
      { split; [assumption | split; [apply double_0 |]]. simpl. rewrite Rplus_0_r. symmetry. now apply round_id. }
      assert (Pb : is_pair b).
      { destruct Pf as (F1 & F2 & F3). split; [now apply double_opp | split; [now apply double_opp |]]. simpl.
        rewrite <- Ropp_plus_distr, round_opp. now rewrite <- F3. }
      destruct (plus_is_within _ b Pa Pb (or_intror eq_refl)) as (_ & W).
      unfold rest_of, plus_sums in Hrest, Zrest. cbn [value] in Hrest, Zrest. fold b in Hrest, Zrest.
      rewrite Hrest, Zrest in W. cbn [b high low] in W. destruct u_powers as (U104 & _). rewrite U104 in W.
      rewrite Rabs_Ropp, (Rabs_pos_eq T), (Rabs_pos_eq (high (value fixed))) in W by lra.
      assert (L := low_is_small _ Pf). rewrite (Rabs_pos_eq (high (value fixed))) in L by assumption.
      destruct small_step as (S1 & _). rewrite S1 in Mf.
      assert (T0 := eta_pos). assert (N1 : INR n <= 32) by (replace 32 with (INR 32) by (simpl; lra); now apply le_INR).
      assert (N2 : INR n * eta <= 32 * eta) by (apply Rmult_le_compat_r; lra).
      assert (N3 : (1 + INR n / 64) * (/ 128 * u) * high (value fixed) <=
        (1 + 32 / 64) * (/ 128 * u) * high (value fixed)).
      { apply Rmult_le_compat_r; [assumption |]. apply Rmult_le_compat_r; [unfold u |]; lra. }
      assert (E : eta <= u * T).
      { apply Rle_trans with (u * 2^(-700)); [| apply Rmult_le_compat_l; unfold u; lra].
        rewrite <- u_is. unfold eta. rewrite <- bpow_plus. apply bpow_le. lia. }
      apply Rabs_le_inv in Cf. apply Rabs_le_inv in L. apply Rabs_le_inv in W. unfold u in *. lra. }
    destruct (with_is_joined _ _ _ _ Hf (proj1 Hadd)) as (f & fs & _ & Vf & Tot_f & Gf).
    assert (E := rest_is_exact T T f fs lf (IZR additions) (error fixed)).
    cbv zeta in E. unfold is_exactly in E. rewrite Tot_f, <- Vf in E.
    assert (Es : {| value := value fixed; error := error fixed |} = fixed) by now destruct fixed.
    rewrite Es, Hrest, Zrest, (total_of_held _ _ Hfh), Bounds in E.
    rewrite (total_permutation _ _ (Permutation_map (share_at p) Hcol)).
    enough (0 + 0 = T - total (map (share_at p) (map of standings))) by lra.
    apply E; try tauto.
    - intros h J. destruct (Gf h J) as (A & D & P). split; [assumption | split; [now apply P | assumption]].
    - split; [tauto | apply Rle_refl].
    - rewrite <- Bounds, <- (total_of_held _ _ Hfh). exact Sf. }
  (* the least ratio *)
  set (exact := greatest (map (breakpoint_at_max p) columns)).
  destruct (greatest_is (map (breakpoint_at_max p) columns)) as (Pe & One & All). fold exact in Pe, One, All.
  assert (Pos_w : forall c, In c columns -> max_share c <= RN (weight c * p) -> min_share c < max_share c -> 0 < weight c).
  { intros c I A B. destruct (Hc c I) as (_ & Hw1 & _ & _ & Hlm). destruct (Req_dec (weight c) 0) as [Z | Z]; [| lra].
    rewrite Z, Rmult_0_l, (round_id 0 double_0) in A. lra. }
  assert (Pos : forall c, In c columns -> 0 <= breakpoint_at_max p c).
  { intros c I. unfold breakpoint_at_max. destruct Rle_dec as [A |]; [| lra]. destruct Rlt_dec as [B |]; [| lra].
    destruct (Hc c I) as (_ & _ & _ & _ & Hlm). apply Rmult_le_pos; [lra |].
    apply Rlt_le, Rinv_0_lt_compat. now apply Pos_w. }
  assert (Eb : below = RN exact).
  { destruct Hbelow as (zeros & Mx).
    assert (Pad : breakpoint_at_max p padding = 0).
    { unfold breakpoint_at_max, padding. cbn [weight min_share max_share].
      destruct Rle_dec; [| reflexivity]. destruct Rlt_dec; [lra | reflexivity]. }
    assert (Pos' : forall x, In x (map (fun c => RN (breakpoint_at_max p c)) (columns ++ repeat padding zeros)) -> 0 <= x).
    { intros x I. apply in_map_iff in I. destruct I as (c & <- & I). apply round_pos. apply in_app_or in I.
      destruct I as [I | I]; [now apply Pos |]. apply repeat_spec in I. rewrite I, Pad. lra. }
    apply Rle_antisym.
    - destruct (maximum_is_one _ _ Mx) as [-> | I]; [now apply round_pos |].
      apply in_map_iff in I. destruct I as (c & <- & I). apply rounding_keeps_order. apply in_app_or in I.
      destruct I as [I | I]; [apply All; now apply in_map |]. apply repeat_spec in I. now rewrite I, Pad.
    - destruct One as [-> | I].
      + rewrite (round_id 0 double_0). now apply (maximum_is_positive _ _ Mx).
      + apply in_map_iff in I. destruct I as (c & <- & I). apply (maximum_is_above _ _ Mx), in_map_iff.
        exists c. split; [reflexivity | apply in_or_app; now left]. }
  assert (Share : forall c, In c columns -> share exact c = share_at p c).
  { intros c I. destruct (Hc c I) as (_ & Hw1 & _ & _ & Hlm). assert (O := Out c I). unfold share, share_at.
    destruct (Rlt_le_dec (min_share c) (max_share c)) as [L | L].
    - destruct (Rle_lt_dec (RN (weight c * p)) (min_share c)) as [A | A].
      + (* at its minimum *)
        rewrite (clamp_low (RN _)) by lra. apply clamp_low; [| lra].
        destruct (Req_dec (weight c) 0) as [Z | Z]; [rewrite Z, Rmult_0_l; lra |].
        assert (Le : exact < min_share c / weight c).
        { apply rounded_quotients_keep_order. rewrite <- Eb. destruct Habove as (zeros & Mn).
          assert (Q : reaches above (RN (min_share c / weight c))).
          { apply (minimum_reaches _ _ Mn), in_map_iff. exists c. split; [| apply in_or_app; now left].
            unfold breakpoint_at_min, if_can_move. destruct Rle_dec; [| contradiction].
            destruct Rlt_dec; [| contradiction]. destruct Rlt_dec; [reflexivity | lra]. }
          destruct above as [a |]; [simpl in Q; lra | destruct Q]. }
        apply Rmult_lt_compat_l with (r := weight c) in Le; [| lra].
        replace (weight c * (min_share c / weight c)) with (min_share c) in Le by (field; lra). lra.
      + (* at its maximum *)
        assert (B : max_share c <= RN (weight c * p)) by (apply Rnot_lt_le; intros B; apply O; lra).
        rewrite (clamp_high (RN _)) by lra. apply clamp_high; [| lra].
        assert (Pw := Pos_w c I B L).
        assert (Ge : max_share c / weight c <= exact).
        { replace (max_share c / weight c) with (breakpoint_at_max p c); [apply All; now apply in_map |].
          unfold breakpoint_at_max. destruct Rle_dec; [| contradiction]. now destruct Rlt_dec. }
        apply Rmult_le_compat_l with (r := weight c) in Ge; [| lra].
        replace (weight c * (max_share c / weight c)) with (max_share c) in Ge by (field; lra). lra.
    - assert (E : min_share c = max_share c) by lra. unfold clamp. rewrite E.
      now rewrite !(Rmin_right (Rmax _ (max_share c))) by apply Rmax_r. }
  exists exact. split; [assumption | split; [assumption | split; [| split]]].
  - rewrite <- Exact. now apply total_of_equals.
  - intros x Px Hx. apply Rnot_lt_le. intros L.
    destruct One as [Z | I]; [lra |]. apply in_map_iff in I. destruct I as (c & E & I).
    assert (Hcap := E). unfold breakpoint_at_max in Hcap. destruct Rle_dec as [A |]; [| lra].
    destruct Rlt_dec as [B |]; [| lra]. assert (Pw := Pos_w c I A B).
    assert (Less : total (map (share x) columns) < total (map (share exact) columns)).
    { apply total_is_less with c; trivial.
      - intros d J. apply share_grows; [apply (Hc d J) | lra].
      - rewrite (Share c I). unfold share, share_at. rewrite (clamp_high (RN _)) by lra.
        assert (M : weight c * x < max_share c).
        { apply Rlt_le_trans with (weight c * exact); [now apply Rmult_lt_compat_l |].
          rewrite <- Hcap. right. field. lra. }
        destruct (clamp_cases (weight c * x) (min_share c) (max_share c) ltac:(lra))
          as [(Q & ->) | [(Q & ->) | (Q & ->)]]; lra. }
    rewrite Hx in Less. rewrite (total_of_equals _ _ columns Share), Exact in Less. lra.
  - intros c I. rewrite (Share c I). symmetry. apply round_id. unfold share_at.
    destruct (Hc c I) as (_ & _ & Fl & Fm & Hlm).
    destruct (clamp_cases (RN (weight c * p)) (min_share c) (max_share c) ltac:(lra))
      as [(Q & ->) | [(Q & ->) | (Q & ->)]]; trivial. apply double_round.
Qed.
