(* What `least_addends` of reference/ finds, so that the tests of `find_fraction` say what Fraction.v asks for. *)
From Coq Require Import Reals ZArith Lra Lia List Psatz Permutation.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath Fraction.
Import ListNotations.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

(* ---- Minimums *)

(* None is infinity. *)
Definition lesser (a b : option R) : option R :=
  match a, b with
  | Some x, Some y => Some (Rmin x y)
  | Some x, None | None, Some x => Some x
  | None, None => None
  end.

(* In any order and any grouping into vectors and lanes. *)
Inductive minimum : list (option R) -> option R -> Prop :=
| minimum_of_none : minimum [] None
| minimum_of_one : forall x, minimum [x] x
| minimum_of_both : forall xs ys x y, minimum xs x -> minimum ys y -> minimum (xs ++ ys) (lesser x y)
| minimum_in_another_order : forall xs ys x, Permutation xs ys -> minimum xs x -> minimum ys x.

Definition at_most (x : R) (m : option R) := match m with Some y => x <= y | None => True end.
Definition reaches (m : option R) (x : R) := match m with Some y => y <= x | None => False end.

Lemma reaches_more : forall m x y, reaches m x -> x <= y -> reaches m y.
Proof. intros [z |] x y H L; simpl in *; [lra | assumption]. Qed.

Lemma minimum_reaches : forall xs m, minimum xs m -> forall x, In (Some x) xs -> reaches m x.
Proof.
  intros xs m H. induction H as [| x | xs ys x y Hx IHx Hy IHy | xs ys x P H IH]; intros z I.
  - destruct I.
  - destruct I as [-> | []]. simpl. lra.
  - apply in_app_or in I. destruct I as [I | I].
    + specialize (IHx z I). destruct x as [a |]; [| destruct IHx].
      destruct y as [b |]; simpl in *; [| assumption]. assert (M := Rmin_l a b). lra.
    + specialize (IHy z I). destruct y as [b |]; [| destruct IHy].
      destruct x as [a |]; simpl in *; [| assumption]. assert (M := Rmin_r a b). lra.
  - apply IH. now apply Permutation_in with (1 := Permutation_sym P).
Qed.

Lemma minimum_is_one : forall xs m, minimum xs m -> forall y, m = Some y -> In (Some y) xs.
Proof.
  intros xs m H. induction H as [| x | xs ys x y Hx IHx Hy IHy | xs ys x P H IH]; intros z E.
  - discriminate.
  - subst x. now left.
  - apply in_or_app. destruct x as [a |], y as [b |]; simpl in E; try discriminate; injection E as <-; auto.
    unfold Rmin. destruct Rle_dec; auto.
  - apply Permutation_in with (1 := P). now apply IH.
Qed.

(* ---- What it sees of a claimant, between a ratio a little lower and one a little higher *)

Definition above_0 (x : R) : option R := if Rlt_dec 0 x then Some x else None.

Definition if_can_move (c : claimant) (x : option R) : option R :=
  if Rlt_dec (min_share c) (max_share c) then if Rlt_dec 0 (weight c) then x else None else None.

Definition seen_fixed (lower upper : R) (c : claimant) : option R :=
  if Rle_dec (RN (weight c * lower)) (min_share c) then above_0 (min_share c)
  else if Rle_dec (max_share c) (RN (weight c * upper)) then above_0 (max_share c) else None.

Definition seen_weight (lower upper : R) (c : claimant) : option R :=
  if_can_move c
    (if Rle_dec (min_share c) (RN (weight c * upper)) then
       if Rle_dec (RN (weight c * lower)) (max_share c) then Some (weight c) else None
     else None).

Definition seen_product (lower : R) (c : claimant) : option R := if_can_move c (Some (RN (weight c * lower))).

Record least := { least_fixed : option R; least_weight : option R; least_product : option R }.

(* What the lanes beyond the end hold. *)
Definition padding : claimant := {| weight := 0; min_share := 0; max_share := 0 |}.

Definition least_between (lower upper : R) (claimants : list claimant) (m : least) :=
  exists zeros, let all := claimants ++ repeat padding zeros in
  minimum (map (seen_fixed lower upper) all) (least_fixed m) /\
  minimum (map (seen_weight lower upper) all) (least_weight m) /\
  minimum (map (seen_product lower) all) (least_product m).

Definition least_addends (claimants : list claimant) (ratio : R) (m : least) :=
  least_between (RN (ratio * (1 - least_addends_margin))) (RN (ratio * (1 + least_addends_margin))) claimants m.

Lemma seen_product_is : forall lower upper claimants m c, least_between lower upper claimants m -> In c claimants ->
  at_most find_fraction_least (least_product m) -> min_share c < max_share c -> 0 < weight c ->
  find_fraction_least <= RN (weight c * lower).
Proof.
  intros lower upper cs m c (zeros & _ & _ & Mp) I Hp L Pw.
  assert (S : In (Some (RN (weight c * lower))) (map (seen_product lower) (cs ++ repeat padding zeros))).
  { apply in_map_iff. exists c. split; [| apply in_or_app; now left].
    unfold seen_product, if_can_move. destruct Rlt_dec; [| contradiction]. now destruct Rlt_dec. }
  assert (R0 := minimum_reaches _ _ Mp _ S). destruct (least_product m) as [y |]; simpl in *; [lra | destruct R0].
Qed.

Lemma margin_of_addends : least_addends_margin = 32 * u.
Proof. change (2^(-48)) with (2^(-53 + 5)). rewrite bpow_plus, u_is. change (2^5) with 32. ring. Qed.

(* The two ratios lie on either side of all that is within a unit in the last place of the ratio. *)
Lemma ratios_around : forall ratio r, ordinary_least <= ratio -> Rabs (ratio - r) <= 2 * u * ratio ->
  0 < RN (ratio * (1 - least_addends_margin)) <= r /\ r <= RN (ratio * (1 + least_addends_margin)) /\ 0 < r.
Proof.
  intros h r Hh Hr. assert (P960 := bpow_gt_0 radix2 (-960)). destruct (eta_of_ratio h Hh) as (Pe & Eh).
  rewrite margin_of_addends. apply Rabs_le_inv in Hr.
  assert (A := any_rounds (h * (1 - 32 * u))). assert (B := any_rounds (h * (1 + 32 * u))).
  rewrite (Rabs_pos_eq (h * (1 - 32 * u))) in A by (apply Rmult_le_pos; unfold u; lra).
  rewrite (Rabs_pos_eq (h * (1 + 32 * u))) in B by (apply Rmult_le_pos; unfold u; lra).
  apply Rabs_le_inv in A. apply Rabs_le_inv in B. unfold u in *. repeat split; lra.
Qed.

(* Where a claimant is on the line what it is at every ratio near r, what it adds to the line is no less than what was
   found. *)
Theorem least_addends_are_least : forall claimants ratio m c s r wide,
  least_addends claimants ratio m -> at_most find_fraction_least (least_product m) ->
  In c claimants -> is_claimant c -> ordinary_least <= ratio -> Rabs (ratio - r) <= 2 * u * ratio -> 0 < wide ->
  (forall x, Rabs (x - r) <= wide * r -> share x c = line_of s (weight c) x) ->
  match s with
  | Fixed b => 0 < b -> reaches (least_fixed m) b
  | Moving => 0 < weight c -> reaches (least_weight m) (weight c)
  end.
Proof.
  intros cs h m c s r wide Hm Hp I (Fw & Hw & Fl & Fu & Hlu) Hh Hr Hwide Hs.
  destruct (ratios_around h r Hh Hr) as (Lo & Up & Pr). unfold least_addends in Hm.
  set (lower := RN (h * (1 - least_addends_margin))) in *.
  set (upper := RN (h * (1 + least_addends_margin))) in *.
  assert (Prod := fun L P => seen_product_is lower upper cs m c Hm I Hp L P).
  destruct Hm as (zeros & Mf & Mw & _).
  assert (P900 := bpow_gt_0 radix2 (-900)).
  assert (Seen : In c (cs ++ repeat padding zeros)) by (apply in_or_app; now left).
  assert (Pwr : 0 < wide * r) by (apply Rmult_lt_0_compat; lra).
  assert (At_r := Hs r ltac:(rewrite Rminus_eq_0, Rabs_R0; lra)).
  assert (Above := Hs (r + wide * r) ltac:(replace (r + wide * r - r) with (wide * r) by ring;
    rewrite Rabs_pos_eq; lra)).
  unfold share in At_r, Above. set (w := weight c) in *. set (l := min_share c) in *. set (n := max_share c) in *.
  assert (Kl : forall d, double d -> w * r <= d -> RN (w * lower) <= d).
  { intros d Fd H. rewrite <- (round_id d Fd). apply rounding_keeps_order.
    apply Rle_trans with (2 := H). apply Rmult_le_compat_l; lra. }
  assert (Ku : forall d, double d -> d <= w * r -> d <= RN (w * upper)).
  { intros d Fd H. rewrite <- (round_id d Fd). apply rounding_keeps_order.
    apply Rle_trans with (1 := H). apply Rmult_le_compat_l; lra. }
  assert (Up2 : 0 < w -> w * r < w * (r + wide * r)) by (intros P; apply Rmult_lt_compat_l; lra).
  destruct s as [b |]; simpl in At_r, Above |- *.
  - intros Pb.
    assert (See : forall x, seen_fixed lower upper c = Some x -> x <= b -> reaches (least_fixed m) b).
    { intros x E L. apply reaches_more with x; [| assumption]. apply (minimum_reaches _ _ Mf), in_map_iff.
      now exists c. }
    unfold seen_fixed, above_0 in See. fold w l n in See.
    destruct (Rle_lt_dec (w * r) l) as [A | A].
    + rewrite clamp_low in At_r by lra. destruct Rle_dec as [_ | N] in See; [| elim N; now apply Kl].
      destruct Rlt_dec as [_ | N] in See; [| lra]. apply (See l); [reflexivity | lra].
    + destruct (Rle_lt_dec n (w * r)) as [B | B].
      * rewrite clamp_high in At_r by lra. destruct Rle_dec as [L | _] in See.
        -- destruct Rlt_dec as [_ | N] in See; [apply (See l); [reflexivity | lra] |]. exfalso.
           assert (Pw : 0 < w).
           { destruct (Req_dec w 0) as [Z | Z]; [rewrite Z, Rmult_0_l in B |]; lra. }
           assert (Q := Prod ltac:(lra) Pw). lra.
        -- destruct Rle_dec as [_ | N] in See; [| elim N; now apply Ku].
           destruct Rlt_dec as [_ | N] in See; [| lra]. apply (See n); [reflexivity | lra].
      * exfalso. rewrite clamp_id in At_r by lra.
        assert (Pw : 0 < w).
        { destruct (Req_dec w 0) as [Z | Z]; [rewrite Z, Rmult_0_l in A |]; lra. }
        specialize (Up2 Pw).
        destruct (clamp_cases (w * (r + wide * r)) l n ltac:(lra)) as [(Q & E) | [(Q & E) | (Q & E)]]; lra.
  - intros Pw. specialize (Up2 Pw).
    assert (Q : l <= w * r <= n).
    { destruct (clamp_cases (w * r) l n ltac:(lra)) as [(Q & E) | [(Q & E) | (Q & E)]]; lra. }
    assert (Q' : w * (r + wide * r) <= n).
    { destruct (clamp_cases (w * (r + wide * r)) l n ltac:(lra)) as [(Z & E) | [(Z & E) | (Z & E)]]; lra. }
    apply (minimum_reaches _ _ Mw), in_map_iff. exists c. split; [| assumption].
    unfold seen_weight, if_can_move. fold w l n.
    destruct Rlt_dec; [| lra]. destruct Rlt_dec; [| lra].
    destruct Rle_dec as [_ | N]; [| elim N; apply Ku; trivial; lra].
    destruct Rle_dec as [_ | N]; [reflexivity | elim N; apply Kl; trivial; lra].
Qed.

(* What is found is an addend of some claimant. *)
Lemma least_fixed_is_one : forall lower upper claimants m y, least_between lower upper claimants m ->
  (forall c, In c claimants -> is_claimant c) -> least_fixed m = Some y -> double y /\ 0 < y.
Proof.
  intros lower upper cs m y (zeros & Mf & _) Hc E. assert (I := minimum_is_one _ _ Mf y E).
  apply in_map_iff in I. destruct I as (c & Ec & I).
  assert (D : double (min_share c) /\ double (max_share c)).
  { apply in_app_or in I. destruct I as [I | I].
    - destruct (Hc c I) as (_ & _ & F1 & F2 & _). now split.
    - apply repeat_spec in I. subst c. split; apply double_0. }
  unfold seen_fixed, above_0 in Ec. destruct Rle_dec; [| destruct Rle_dec; [| discriminate]];
    (destruct Rlt_dec; [| discriminate]); injection Ec as <-; tauto.
Qed.

Lemma least_weight_is_one : forall lower upper claimants m y, least_between lower upper claimants m ->
  (forall c, In c claimants -> is_claimant c) -> least_weight m = Some y -> double y /\ 0 < y.
Proof.
  intros lower upper cs m y (zeros & _ & Mw & _) Hc E. assert (I := minimum_is_one _ _ Mw y E).
  apply in_map_iff in I. destruct I as (c & Ec & I).
  assert (D : double (weight c)).
  { apply in_app_or in I. destruct I as [I | I]; [apply (Hc c I) |].
    apply repeat_spec in I. subst c. apply double_0. }
  unfold seen_weight, if_can_move in Ec. destruct Rlt_dec; [| discriminate]. destruct Rlt_dec; [| discriminate].
  destruct Rle_dec; [| discriminate]. destruct Rle_dec; [| discriminate]. injection Ec as <-. now split.
Qed.

(* ---- Sums that are made by no more than so many additions *)

Definition additions_max (claimants : Z) : Z :=
  (Z.min claimants additions_max_least + claimants / additions_max_block + additions_max_more)%Z.

Lemma additions_max_is : forall n, (0 <= n <= 2 ^ 31)%Z -> (1 <= additions_max n <= 2 ^ 32)%Z.
Proof.
  intros n Hn. unfold additions_max. assert (A := Z.div_pos n 1024 ltac:(lia) ltac:(lia)).
  assert (B := Z.div_le_mono n (2 ^ 31) 1024 ltac:(lia) ltac:(lia)). change (2 ^ 31 / 1024)%Z with 2097152%Z in B. lia.
Qed.

(* As `summed` of FastPath.v, of one problem; each of the n sums takes no more additions. *)
Inductive summed_with (additions : Z) : nat -> sum -> list R -> Prop :=
| with_none : summed_with additions 1 {| value := {| high := 0; low := 0 |}; error := 0 |} []
| with_lanes : forall lanes per_vector b m, arranged per_vector b m lanes ->
    (forall x, In x (flat lanes) -> double x /\ 0 <= x) ->
    (1 <= length lanes <= 16)%nat -> (Z.of_nat b <= group_blocks)%Z -> (1 <= m)%nat ->
    let k := (per_vector + b + length lanes)%nat in
    INR k * INR k + 2 * INR m * (INR m + INR k) + 32 * INR k + 64 <= 2^46 ->
    (Z.of_nat k + Z.of_nat m <= additions)%Z ->
    let s := renormalised (run (all_lanes lanes)) in
    summed_with additions 1 {| value := s; error := RN (computed_error (INR k) (INR m) * high s) |} (flat lanes)
| with_plus : forall n a xs b ys, summed_with additions n a xs -> summed_with additions 1 b ys ->
    summed_with additions (S n) (plus_sums a b) (xs ++ ys).

Lemma with_is_summed : forall additions n s xs, summed_with additions n s xs -> summed n s xs.
Proof.
  intros a n s xs H. induction H as [| lanes p b m Hl Hp Hn Hg Hm k Hk Ha s0 | n s xs t ys H IH H' IH'].
  - apply summed_none.
  - now apply summed_lanes.
  - now apply summed_plus.
Qed.

Lemma with_is_joined : forall additions n s xs, summed_with additions n s xs -> (1 <= additions)%Z ->
  exists first others, S (length others) = n /\ value s = joined first others /\
  sum_of_parts first others = total xs /\
  forall g, g = first \/ In g others -> addends addend g /\ depth g <= IZR additions /\
    forall P : R -> Prop, (forall x, In x xs -> P x) -> addends P g.
Proof.
  intros a n s xs H Ha. apply IZR_le in Ha.
  induction H as [| lanes p b m Hl Hp Hn Hg Hm k Hk Hadd s0 | n s xs t ys H IH H' IH'].
  - exists Zero, []. split; [reflexivity | split; [| split; [reflexivity |]]].
    + cbn [value joined run]. unfold renormalised. cbn [high low].
      now rewrite Rplus_0_r, (round_id 0 double_0), Rminus_0_r, (round_id 0 double_0), Rminus_0_r,
        (round_id 0 double_0).
    + intros g [-> | []]. split; [exact I | split; [| intros; exact I]]. simpl. lra.
  - exists (all_lanes lanes), []. split; [reflexivity | split; [reflexivity | split; [apply sum_of_lanes |]]].
    intros g [-> | []].
    assert (All : forall P : R -> Prop, (forall x, In x (flat lanes) -> P x) -> addends P (all_lanes lanes)).
    { intros P HP. now apply addends_of_lanes. }
    split; [now apply All | split; [| exact All]].
    assert (Pp : 0 <= INR p) by apply pos_INR. assert (Pb : 0 <= INR b) by apply pos_INR.
    assert (Km : 1 <= INR m) by (apply (le_INR 1); assumption).
    assert (Hn'' : 1 <= INR (length lanes)) by (apply (le_INR 1); lia).
    destruct (all_lanes_cost lanes (INR p) (INR b) (INR m - 1) (INR (length lanes) - 1)) as (D & _); try lra.
    + now apply arranged_is_sized.
    + apply IZR_le in Hadd. rewrite plus_IZR, <- !INR_IZR_INZ in Hadd. unfold k in Hadd. rewrite !plus_INR in Hadd.
      lra.
  - destruct IH as (f & fs & N & V & S0 & G). destruct IH' as (f' & [| x fs'] & N' & V' & S0' & G');
      [| discriminate].
    exists f, (f' :: fs). split; [simpl; lia | split; [| split]].
    + unfold plus_sums. cbn [value joined]. now rewrite V, V'.
    + rewrite total_app, <- S0, <- S0'. reflexivity.
    + intros g [-> | [<- | J]].
      * destruct (G f (or_introl eq_refl)) as (A & D & P). split; [assumption | split; [assumption |]].
        intros Q HQ. apply P. intros x K. apply HQ, in_or_app. now left.
      * destruct (G' f' (or_introl eq_refl)) as (A & D & P). split; [assumption | split; [assumption |]].
        intros Q HQ. apply P. intros x K. apply HQ, in_or_app. now right.
      * destruct (G g (or_intror J)) as (A & D & P). split; [assumption | split; [assumption |]].
        intros Q HQ. apply P. intros x K. apply HQ, in_or_app. now left.
Qed.

(* ---- The fraction *)

(* The tests of `find_fraction`. *)
Definition is_fraction_found (T weight_high : R) (claimants : list claimant) (m : least) :=
  let unit := find_fraction_unit * IZR (additions_max (Z.of_nat (length claimants))) in
  at_most (RN (unit * T)) (least_fixed m) /\ at_most (RN (unit * weight_high)) (least_weight m) /\
  at_most find_fraction_least (least_product m).

Lemma total_of_zeros : forall xs, (forall x, In x xs -> 0 <= x) -> total xs = 0 -> forall x, In x xs -> x = 0.
Proof.
  induction xs as [| y xs IH]; intros P Z x I; [destruct I |]. cbn [total fold_right] in Z. fold (total xs) in Z.
  assert (Py := P y (or_introl eq_refl)). assert (Pxs := total_pos xs (fun z J => P z (or_intror J))).
  destruct I as [<- | I]; [lra |]. apply IH; trivial; [intros z J; apply P; now right | lra].
Qed.

Lemma accepted_can_move_or_not : forall placed_at ratio tol e, is_claimant (claim e) ->
  accepted placed_at ratio tol e ->
  cannot_move e \/ (min_share (claim e) < max_share (claim e) /\ 0 < weight (claim e)).
Proof.
  intros at_ ratio tol e (Fw & Hw & _ & _ & Hlm) Ha.
  destruct (Req_dec (weight (claim e)) 0) as [Z | Z]; [left; now left |].
  destruct (Rlt_le_dec (min_share (claim e)) (max_share (claim e))) as [L | L]; [right; lra |].
  left. right. assert (E : min_share (claim e) = max_share (claim e)) by lra. split; [assumption |].
  assert (Cl : forall x, clamp x (min_share (claim e)) (max_share (claim e)) = min_share (claim e)).
  { intros x. unfold clamp. rewrite <- E. apply Rmin_right, Rmax_r. }
  unfold accepted, placed, decided, share_at in Ha. destruct (how e) as [product near | lower upper].
  - destruct Ha as ([(Q & _) | (_ & ->)] & _); [lra | now rewrite Cl].
  - destruct Ha as (_ & _ & [(_ & ->) | (N & _)] & _); [now rewrite Cl |]. now rewrite !Cl in N.
Qed.

(* Where the sum of the shares near a bound is 0, none of them can move. *)
Lemma near_cannot_move : forall T entries ratio wide, certified T entries ratio wide ->
  (forall e, In e entries -> is_claimant (claim e)) -> double T -> plain_sum (parts near entries) 0 ->
  (forall e, In e entries -> min_share (claim e) < max_share (claim e) -> 0 < weight (claim e) ->
     has_product (high ratio) e) ->
  forall e product, In e entries -> how e = Checked product true -> cannot_move e.
Proof.
  intros T entries ratio wide C Hc FT Hz HP e product I He.
  destruct (plain_sum_is_within _ _ Hz) as (PS & _ & D). rewrite Rminus_0_r, (Rabs_pos_eq _ PS) in D.
  assert (Z : total (parts near entries) = 0) by (change (2^(-21)) with (/ 2097152) in D; lra).
  destruct C as [placed_at n fixed weights fxs wxs before ns nm Hn Hfs Hfh Hws Hwh rest Ir Ie HT Hnh Hwhigh Hr
    Hemax Hacc _ _ _ _].
  assert (P960 := bpow_gt_0 radix2 (-960)). assert (P700 := bpow_gt_0 radix2 (-700)).
  assert (Near : forall x, In x (parts near entries) -> 0 <= x).
  { intros x J. unfold parts in J. rewrite map_map in J. apply in_map_iff in J. destruct J as (f & <- & J).
    cbn [near item_of]. specialize (Hacc f J). unfold accepted, near_of in *.
    destruct (how f) as [p [|] | lo hi]; try lra. destruct Hacc as (_ & _ & Hch). unfold checked in Hch.
    cbv zeta in Hch. destruct Hch as (_ & [(_ & Q) | [((V & _) & _) | (_ & Q & _)]]); try discriminate.
    destruct (Hc f J) as (_ & _ & _ & _ & P). destruct V as [-> | ->]; lra. }
  assert (V0 : near_of e = 0).
  { apply (total_of_zeros _ Near Z). unfold parts. rewrite map_map. apply in_map_iff. exists e. now split. }
  specialize (Hacc e I). unfold accepted in Hacc. unfold near_of in V0. rewrite He in Hacc, V0.
  destruct Hacc as (_ & Hprod & Hch). unfold checked in Hch. cbv zeta in Hch.
  destruct Hch as (_ & [(_ & Q) | [((_ & L) & _) | (_ & Q & _)]]); try discriminate.
  destruct (Hc e I) as (Fw & Hw & _).
  destruct (Req_dec (weight (claim e)) 0) as [W0 | W0]; [now left |]. exfalso.
  assert (Large := product_is_large _ _ Hw Hr (HP e I L ltac:(lra))).
  destruct (rest_is_within n T fixed fxs Hfs Hn FT HT) as (Prest & _).
  destruct (sums_are_within n weights wxs Hws Hn) as (Pw & _).
  destruct (ratio_of_pairs _ _ _ Prest Pw Hnh Hwhigh Hr Ir) as (Pr & _).
  assert (Lr := low_is_small _ Pr). rewrite (Rabs_pos_eq (high ratio)) in Lr by lra. apply Rabs_le_inv in Lr.
  destruct (product_is_within _ ratio product Fw Hw Pr ltac:(lra) Hprod) as (_ & _ & B).
  set (w := weight (claim e)) in *. set (r := high ratio + low ratio) in *.
  assert (Wr : (1 - 2 * u) * (w * high ratio) <= w * r).
  { replace ((1 - 2 * u) * (w * high ratio)) with (w * ((1 - 2 * u) * high ratio)) by ring.
    apply Rmult_le_compat_l; [assumption |]. unfold r, u in *. lra. }
  destruct u_powers as (U104 & _). rewrite U104 in B. apply Rabs_le_inv in B.
  assert (P900 := bpow_gt_0 radix2 (-900)).
  assert (E901 : 2^(-900) = 2 * 2^(-901)) by (change 2 with (2^1) at 1; now rewrite <- bpow_plus).
  assert (M : much_underflow <= / 8 * 2^(-901)).
  { unfold much_underflow. change (/ 8) with (2^(-3)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (V : 2^(-901) <= high product + low product) by (unfold u in *; lra).
  assert (K : 2^(-901) <= RN (high product + low product)).
  { rewrite <- (round_id (2^(-901))) by (apply double_power; lia). now apply rounding_keeps_order. }
  lra.
Qed.

(* A line that is accepted, its sums, and what `least_addends` finds, of which the tests of `find_fraction` hold: near
   shares come to 0. *)
Definition finds_fraction (T : R) (entries : list entry) (ratio : pair) (wide : R) (columns : list claimant) (n : nat)
  (fixed : sum) (fixed_addends : list R) (weights : sum) (weight_addends : list R) (m : least) :=
  let additions := additions_max (Z.of_nat (length columns)) in
  certified T entries ratio wide /\ (forall e, In e entries -> is_claimant (claim e)) /\ double T /\
  Permutation columns (map claim entries) /\ (Z.of_nat (length columns) <= 2 ^ sum_in_blocks_bits)%Z /\
  (* the sums of the line *)
  (n <= 32)%nat /\
  summed_with additions n fixed fixed_addends /\ holds fixed_addends (parts fixed_part entries) /\
  summed_with additions n weights weight_addends /\ holds weight_addends (parts slope entries) /\
  ordinary_least <= high (value weights) /\
  (* the tests *)
  plain_sum (parts near entries) 0 /\ least_addends columns (high ratio) m /\
  is_fraction_found T (high (value weights)) columns m.

Lemma test_bounds_the_sum : forall n x y, (0 <= n <= 2 ^ 31)%Z -> double y -> 0 < y -> 0 < x ->
  RN (find_fraction_unit * IZR (additions_max n) * x) <= y -> x < 2^(cexp radix2 fexp y + 95).
Proof.
  intros n x y Hn Fy Py Px H. set (e := cexp radix2 fexp y).
  assert (L : 64 <= IZR (additions_max n)).
  { apply IZR_le. unfold additions_max. assert (A := Z.div_pos n 1024 ltac:(lia) ltac:(lia)). lia. }
  assert (Top : y < 2^(e + 53)).
  { apply Rlt_le_trans with (2^(mag radix2 y)).
    - assert (G := bpow_mag_gt radix2 y). rewrite (Rabs_pos_eq y) in G by lra. exact G.
    - apply bpow_le. unfold e, cexp, FLT_exp. lia. }
  assert (He : (-1074 <= e)%Z) by (unfold e, cexp, FLT_exp; lia).
  assert (B : find_fraction_unit * IZR (additions_max n) * x < 2^(e + 53)).
  { apply Rnot_le_lt. intros B. apply rounding_keeps_order in B.
    rewrite (round_id (2^(e + 53))) in B by (apply double_power; lia). lra. }
  apply Rmult_lt_reg_l with (2^(-42)); [apply bpow_gt_0 |]. rewrite <- bpow_plus.
  replace (-42 + (e + 95))%Z with (e + 53)%Z by ring. apply Rle_lt_trans with (2 := B).
  apply Rmult_le_compat_r; [lra |]. change (-42)%Z with (-48 + 6)%Z. rewrite bpow_plus.
  apply Rmult_le_compat_l; [apply bpow_ge_0 | exact L].
Qed.

(* Both sums are then exact, and below 2^95 of what their halves are multiples of. *)
Lemma found_fraction_is_exact : forall T entries ratio wide columns n fixed fixed_addends weights weight_addends m,
  finds_fraction T entries ratio wide columns n fixed fixed_addends weights weight_addends m ->
  0 < total (parts slope entries) /\
  total (map (fun e => share ((T - total (parts fixed_part entries)) / total (parts slope entries)) (claim e)) entries)
    = T /\
  (exists g, (-1074 <= g)%Z /\
    is_exactly g (value (rest_of T fixed)) (T - total (parts fixed_part entries)) /\
    0 <= total (parts fixed_part entries) /\ T < 2^(g + 95)) /\
  (exists g, (-1074 <= g)%Z /\ is_exactly g (value weights) (total (parts slope entries)) /\
    high (value weights) < 2^(g + 95)).
Proof.
  intros T entries ratio wide columns n fixed fxs weights wxs m (C & Hc & FT & Hcol & Hlen & Hn & Hf & Hfh & Hw & Hwh &
    Hwhigh & Hnear & Hm & Tf & Tw & Tp).
  set (additions := additions_max (Z.of_nat (length columns))) in *.
  assert (HT : 2^(-700) <= T) by now destruct C.
  assert (Hr : 2^(-960) <= high ratio) by now destruct C.
  assert (P700 := bpow_gt_0 radix2 (-700)). assert (P960 := bpow_gt_0 radix2 (-960)).
  assert (Hadd : (1 <= additions <= 2 ^ 32)%Z) by (apply additions_max_is; lia).
  assert (Hmem : forall e, In e entries -> In (claim e) columns).
  { intros e I. apply Permutation_in with (map claim entries); [now apply Permutation_sym | now apply in_map]. }
  assert (Hcs : forall c, In c columns -> is_claimant c).
  { intros c I. apply (Permutation_in _ Hcol) in I. apply in_map_iff in I. destruct I as (e & <- & I). now apply Hc. }
  assert (Move : forall e, In e entries -> min_share (claim e) < max_share (claim e) -> 0 < weight (claim e) ->
    has_product (high ratio) e).
  { intros e I L P. unfold has_product. unfold least_addends in Hm. eapply seen_product_is; eauto. }
  assert (HN := near_cannot_move T entries ratio wide C Hc FT Hnear Move).
  assert (HP : forall e, In e entries -> cannot_move e \/ has_product (high ratio) e).
  { intros e I. destruct C as [? ? ? ? ? ? ? ? ? ? ? ? ? ? rest0 ? ? ? ? ? ? ? Hacc ? ? ? ?].
    destruct (accepted_can_move_or_not _ _ _ e (Hc e I) (Hacc e I)) as [A | (A & B)]; [now left | right].
    now apply Move. }
  destruct (certified_line_is_certain T entries ratio wide C Hc FT HN HP) as (Pr & _ & Hwide & PW & Close & Certain).
  destruct (fraction_is_the_ratio T entries ratio wide C Hc FT HN HP) as (_ & Sum).
  split; [exact PW | split; [exact Sum |]].
  set (r := high ratio + low ratio) in *.
  assert (Lr := low_is_small _ Pr). rewrite (Rabs_pos_eq (high ratio)) in Lr by lra.
  assert (Hrr : Rabs (high ratio - r) <= 2 * u * high ratio).
  { apply Rabs_le_inv in Lr. apply Rabs_le. unfold r, u in *. lra. }
  assert (Pr0 : 0 < r) by (apply Rabs_le_inv in Hrr; unfold u in *; lra).
  (* what is found is no more than any addend *)
  assert (Least := fun e I => least_addends_are_least columns (high ratio) m (claim e) (place_of e) r wide Hm Tp
    (Hmem e I) (Hc e I) Hr Hrr ltac:(unfold u in *; lra) (fun x => Certain e x I)).
  assert (Two : forall xs f least, holds xs (parts f entries) ->
    (forall e, In e entries -> f (item_of e) = 0 \/ least <= f (item_of e)) ->
    forall x, In x xs -> x = 0 \/ least <= x).
  { intros xs f least (zeros & P) H x I. apply (Permutation_in _ P) in I. apply in_app_or in I.
    destruct I as [I | I]; [| left; now apply repeat_spec in I].
    unfold parts in I. rewrite map_map in I. apply in_map_iff in I. destruct I as (e & <- & I). now apply H. }
  set (lf := match least_fixed m with Some y => Rmin y T | None => T end).
  set (lw := match least_weight m with Some y => y | None => high (value weights) end).
  assert (Ff : double lf /\ 0 < lf <= T).
  { unfold lf. destruct (least_fixed m) as [y |] eqn:E; [| repeat split; trivial; lra].
    destruct (least_fixed_is_one _ _ _ _ y Hm Hcs E) as (Fy & Py). unfold Rmin. destruct Rle_dec; repeat split;
      trivial; lra. }
  destruct (sums_are_within n weights wxs (with_is_summed _ _ _ _ Hw) Hn) as (Pw & Phw & Eew & Mew & _ & Cw).
  assert (Fw : double lw /\ 0 < lw).
  { unfold lw. destruct (least_weight m) as [y |] eqn:E; [now apply (least_weight_is_one _ _ _ _ y Hm Hcs E) |].
    split; [apply Pw | lra]. }
  assert (Hk : 1 <= IZR additions <= 2^32).
  { destruct Hadd as (A & B). apply IZR_le in A, B. change (2^32) with (IZR (2 ^ 32)). now split. }
  assert (Unit : forall x, double x -> 0 <= x -> RN (find_fraction_unit * IZR additions * x) <= x).
  { intros x Fx Px. rewrite <- (round_id x Fx) at 2. apply rounding_keeps_order.
    rewrite <- (Rmult_1_l x) at 2. apply Rmult_le_compat_r; [assumption |].
    apply Rle_trans with (2^(-48) * 2^32); [apply Rmult_le_compat_l; [apply bpow_ge_0 | lra] |].
    rewrite <- bpow_plus. change 1 with (2^0). apply bpow_le. lia. }
  fold additions in Tf, Tw.
  assert (Tf' : RN (find_fraction_unit * IZR additions * T) <= lf).
  { unfold lf. assert (A := Unit T FT ltac:(lra)). destruct (least_fixed m) as [y |]; [| assumption].
    simpl in Tf. unfold Rmin. now destruct Rle_dec. }
  assert (Tw' : RN (find_fraction_unit * IZR additions * high (value weights)) <= lw).
  { unfold lw. destruct (least_weight m) as [y |]; [exact Tw |]. apply Unit; [apply Pw | lra]. }
  assert (Low_f : forall x, In x fxs -> x = 0 \/ lf <= x).
  { apply (Two fxs fixed_part lf Hfh). intros e I. specialize (Least e I). unfold fixed_part. cbn [stand item_of].
    destruct (Hc e I) as (_ & _ & _ & _ & Hlm).
    destruct (place_of e) as [b |] eqn:Ep; [| now left].
    assert (Pb : 0 <= b).
    { assert (A := Certain e r I ltac:(rewrite Rminus_eq_0, Rabs_R0; apply Rmult_le_pos; unfold u in *; lra)).
      rewrite Ep in A. simpl in A. rewrite <- A. unfold share.
      destruct (clamp_cases (weight (claim e) * r) (min_share (claim e)) (max_share (claim e)) (proj2 Hlm))
        as [(Q & ->) | [(Q & ->) | (Q & ->)]]; lra. }
    destruct (Req_dec b 0) as [Z | Z]; [now left | right]. specialize (Least ltac:(lra)). unfold lf.
    destruct (least_fixed m) as [y |]; [| destruct Least]. simpl in Least. assert (Q := Rmin_l y T). lra. }
  assert (Low_w : forall x, In x wxs -> x = 0 \/ lw <= x).
  { apply (Two wxs slope lw Hwh). intros e I. specialize (Least e I). unfold slope. cbn [stand who item_of].
    destruct (Hc e I) as (_ & Pw0 & _).
    destruct (place_of e) as [b |]; [now left |].
    destruct (Req_dec (weight (claim e)) 0) as [Z | Z]; [now left | right]. specialize (Least ltac:(lra)).
    unfold lw. destruct (least_weight m) as [y |]; [exact Least | destruct Least]. }
  (* no sum is much more than what it is compared with *)
  assert (Sf : total fxs <= 2 * T).
  { rewrite (total_of_held _ _ Hfh).
    assert (Q : 0 < (T - total (parts fixed_part entries)) / total (parts slope entries)).
    { apply Rabs_le_inv in Close. assert (wide * r <= / 8 * u * r) by (apply Rmult_le_compat_r; lra).
      unfold u in *. lra. }
    assert (A := Rmult_lt_0_compat _ _ Q PW). unfold Rdiv in A. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in A by lra.
    lra. }
  assert (Sw : total wxs <= 2 * high (value weights)).
  { assert (T0 := eta_pos). assert (N1 : INR n <= 32) by (replace 32 with (INR 32) by (simpl; lra); now apply le_INR).
    assert (L := low_is_small _ Pw). rewrite (Rabs_pos_eq (high (value weights))) in L by assumption.
    destruct small_step as (S1 & _). rewrite S1 in Mew.
    assert (E : eta <= u * u * high (value weights)) by now apply eta_of_ratio.
    assert (N2 : INR n * eta <= 32 * eta) by (apply Rmult_le_compat_r; lra).
    assert (N3 : (1 + INR n / 64) * (/ 128 * u) * high (value weights) <=
      (1 + 32 / 64) * (/ 128 * u) * high (value weights)).
    { apply Rmult_le_compat_r; [assumption |]. apply Rmult_le_compat_r; [unfold u |]; lra. }
    apply Rabs_le_inv in Cw. apply Rabs_le_inv in L. unfold u in *. lra. }
  destruct (with_is_joined _ _ _ _ Hf (proj1 Hadd)) as (f & fs & _ & Vf & Tot_f & Gf).
  destruct (with_is_joined _ _ _ _ Hw (proj1 Hadd)) as (g & gs & _ & Vw & Tot_w & Gw).
  assert (E := fraction_is_exact T f fs lf g gs lw (IZR additions) (error weights) (error fixed)).
  rewrite Tot_f, Tot_w in E. cbn [value] in E. rewrite <- Vf, <- Vw in E.
  destruct E as (E1 & E2); trivial; try tauto.
  - intros h J. destruct (Gf h J) as (A & D & P). split; [assumption | split; [now apply P | assumption]].
  - intros h J. destruct (Gw h J) as (A & D & P). split; [assumption | split; [now apply P | assumption]].
  - assert (Es : {| value := value fixed; error := error fixed |} = fixed) by now destruct fixed.
    rewrite Es, (total_of_held _ _ Hfh) in E1. rewrite (total_of_held _ _ Hwh) in E2.
    assert (Last : forall x, (-1074 <= cexp radix2 fexp x)%Z) by (intros x; unfold cexp, FLT_exp; lia).
    split; [exists (cexp radix2 fexp lf) | exists (cexp radix2 fexp lw)]; (split; [apply Last |]).
    + split; [exact E1 | split; [| now apply (test_bounds_the_sum (Z.of_nat (length columns))); [lia | | | lra |]]].
      rewrite <- (total_of_held _ _ Hfh). apply total_pos. intros x I. destruct (Low_f x I); lra.
    + split; [exact E2 |]. now apply (test_bounds_the_sum (Z.of_nat (length columns))); [lia | | | lra |].
Qed.

(* Where the tests of `find_fraction` hold of what `least_addends` finds, and the near shares come to 0, the fraction is
   exact: what it leaves of the total, divided by its weight, is a ratio at which the shares add up to the total. *)
Theorem found_fraction_is_the_ratio : forall T entries ratio wide columns n fixed fixed_addends weights weight_addends m,
  finds_fraction T entries ratio wide columns n fixed fixed_addends weights weight_addends m ->
  let rest := value (rest_of T fixed) in
  let claimed := high (value weights) + low (value weights) in
  0 < claimed /\
  total (map (fun e => share ((high rest + low rest) / claimed) (claim e)) entries) = T.
Proof.
  intros T entries ratio wide columns n fixed fxs weights wxs m H rest claimed.
  destruct (found_fraction_is_exact _ _ _ _ _ _ _ _ _ _ _ H) as (P & E & (g & _ & (_ & _ & Ef) & _) &
    (g' & _ & (_ & _ & Ew) & _)).
  unfold claimed, rest. rewrite Ef, Ew. now split.
Qed.
