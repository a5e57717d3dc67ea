(* Negative controls of the theorems about what a line's passes find, of Least.v, Flat.v, Infinity.v,
   InfiniteSums.v and Passes.v: a hypothesis left out, or a test, or more said, and the proof that what remains is false. *)
From Coq Require Import Reals ZArith Lra Lia List Bool Psatz Permutation.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath Fraction Quotients Overflow Controls Least Flat Infinity
  InfiniteSums Passes.
Import ListNotations.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

(* 2^-52, of which the numbers here are multiples. *)
Definition unit52 := / 4503599627370496.

Lemma unit52_is : 2^(-52) = unit52.
Proof. reflexivity. Qed.

(* What is nearer to a multiple of 2^-52 than to any other, and lies in [1, 2), rounds to it. *)
Lemma rounds_to : forall m z, (2 ^ 52 <= m <= 2 ^ 53)%Z -> 4503599627370496 <= z < 9007199254740992 ->
  Rabs (z - IZR m) < / 2 -> double (IZR m * unit52) /\ RN (z * unit52) = IZR m * unit52.
Proof.
  intros m z Hm Hz H. rewrite <- unit52_is. apply near_integer; trivial; [lia |].
  change (2^52) with 4503599627370496. change (2^53) with 9007199254740992. lra.
Qed.

(* 11/8 times 1 + 2^-52 *)
Lemma eleven_eighths : double (11 / 8 + unit52) /\ RN (11 / 8 * (1 + unit52)) = 11 / 8 + unit52.
Proof.
  destruct (rounds_to 6192449487634433 (6192449487634432 + 11 / 8)) as (F & E); [lia | lra | apply Rabs_lt; lra |].
  replace (11 / 8 * (1 + unit52)) with ((6192449487634432 + 11 / 8) * unit52) by (unfold unit52; lra).
  replace (11 / 8 + unit52) with (IZR 6192449487634433 * unit52) by (unfold unit52; lra). now split.
Qed.

(* Control of least_addends_are_least: without its margin it may miss a maximum: 11/8 times 1 + 2^-52 rounds to less than
   one that is reached at 1 + 2^-52 + 2^-53. *)
Theorem control_least_addends_need_their_margin :
  ~ (forall claimants ratio m c s r wide,
       least_between ratio ratio claimants m -> at_most find_fraction_least (least_product m) ->
       In c claimants -> is_claimant c -> ordinary_least <= ratio -> Rabs (ratio - r) <= 2 * u * ratio -> 0 < wide ->
       (forall x, Rabs (x - r) <= wide * r -> share x c = line_of s (weight c) x) ->
       match s with
       | Fixed b => 0 < b -> reaches (least_fixed m) b
       | Moving => 0 < weight c -> reaches (least_weight m) (weight c)
       end).
Proof.
  intros H. destruct eleven_eighths as (_ & E).
  set (most := 11 / 8 + 2 * unit52). set (h := 1 + unit52) in *. set (r := 1 + 3 / 2 * unit52).
  assert (D11 : double (11 / 8)).
  { replace (11 / 8) with (IZR 11 * 2^(-3)) by (simpl; lra). apply double_integer; lia. }
  assert (Dm : double most).
  { replace most with (IZR 6192449487634434 * 2^(-52)) by (unfold most; rewrite unit52_is; unfold unit52; lra).
    apply double_integer; lia. }
  set (c := {| weight := 11 / 8; min_share := 0; max_share := most |}).
  assert (Hc : is_claimant c).
  { unfold is_claimant, c. cbn [weight min_share max_share]. assert (D0 := double_0). unfold most, unit52.
    repeat split; trivial; lra. }
  set (m := {| least_fixed := seen_fixed h h c; least_weight := seen_weight h h c; least_product := seen_product h c |}).
  assert (Ef : seen_fixed h h c = None).
  { unfold seen_fixed, c. cbn [weight min_share max_share]. rewrite E.
    destruct Rle_dec as [L | _]; [exfalso; unfold unit52 in L; lra |].
    destruct Rle_dec as [L | _]; [exfalso; unfold most, unit52 in L; lra | reflexivity]. }
  assert (Ep : at_most find_fraction_least (least_product m)).
  { unfold m, seen_product, if_can_move, c. cbn [least_product weight min_share max_share].
    destruct Rlt_dec; [| exact I]. destruct Rlt_dec; [| exact I]. cbn [at_most]. rewrite E.
    apply Rle_trans with (2^0); [apply bpow_le; lia | change (2^0) with 1; unfold unit52; lra]. }
  assert (Hm : least_between h h [c] m).
  { exists 0%nat. repeat split; apply minimum_of_one. }
  specialize (H [c] h m c (Fixed most) r (2^(-60)) Hm Ep (or_introl eq_refl) Hc).
  assert (E60 : 2^(-60) = / 256 * unit52).
  { change (-60)%Z with (-8 + -52)%Z. rewrite bpow_plus, unit52_is. reflexivity. }
  cbv beta iota in H. unfold m in H. cbn [least_fixed] in H. rewrite Ef in H. cbn [reaches] in H. apply H.
  - apply Rle_trans with (2^0); [apply bpow_le; lia | change (2^0) with 1; unfold h, unit52; lra].
  - apply Rabs_le. unfold h, r, unit52, u. lra.
  - apply bpow_gt_0.
  - intros x Hx. rewrite E60 in Hx. apply Rabs_le_inv in Hx. unfold share, c. cbn [weight min_share max_share line_of].
    apply clamp_high; unfold most, r, unit52 in *; lra.
  - unfold most, unit52. lra.
Qed.

(* ---- Sums of two numbers of one lane *)

Lemma sum_of_two : forall additions a b, (5 <= additions)%Z -> double a -> 0 <= a -> double b -> 0 <= b -> double (a + b) ->
  exists e, summed_with additions 1 {| value := {| high := a + b; low := 0 |}; error := e |} [a; b].
Proof.
  intros additions a b Ha Fa Pa Fb Pb Fab. assert (I0 := round_id 0 double_0).
  assert (S : renormalised (run (all_lanes [[[[a; b]]]])) = {| high := a + b; low := 0 |}).
  { unfold all_lanes, lane, group, block. cbn [length Nat.pred map by_halves in_turn fold_left run]. unfold add_to. cbn [high low].
    rewrite !two_sum_low_is by (assumption || apply double_0 || apply double_round).
    rewrite !Rplus_0_l, (round_id a Fa), Rminus_eq_0, I0, (round_id (a + b) Fab), Rplus_0_l, Rminus_eq_0, I0.
    unfold renormalised. cbn [high low].
    now rewrite Rplus_0_r, (round_id (a + b) Fab), Rminus_eq_0, I0, Rminus_0_r, I0. }
  assert (F := with_lanes additions [[[[a; b]]]] 2 1 1). cbv zeta in F. rewrite S in F. eexists. apply F.
  - intros groups [<- | []]. split; [simpl; lia |]. intros blocks [<- | []]. split; [simpl; lia |].
    intros xs [<- | []]. simpl. lia.
  - intros x [<- | [<- | []]]; now split.
  - simpl. lia.
  - lia.
  - lia.
  - simpl. lra.
  - simpl. lia.
Qed.

Lemma what_is_left : forall T f e, double T -> double f ->
  Rabs (high (value (rest_of T {| value := {| high := f; low := 0 |}; error := e |})) +
        low (value (rest_of T {| value := {| high := f; low := 0 |}; error := e |})) - (T - f)) <=
    plus_error * (Rabs T + Rabs f) /\
  is_pair (value (rest_of T {| value := {| high := f; low := 0 |}; error := e |})).
Proof.
  intros T f e FT Ff.
  assert (Pair : forall x, double x -> is_pair {| high := x; low := 0 |}).
  { intros x Fx. split; [assumption | split; [apply double_0 |]]. cbn [high low]. rewrite Rplus_0_r. symmetry.
    now apply round_id. }
  unfold rest_of, plus_sums. cbn [value high low]. rewrite Ropp_0.
  destruct (plus_is_within _ _ (Pair T FT) (Pair (- f) (double_opp f Ff)) (or_intror eq_refl)) as (P & W).
  cbn [high low] in W. rewrite Rabs_Ropp in W. split; [| exact P].
  replace (T + 0 + (- f + 0)) with (T - f) in W by ring. apply Rle_trans with (1 := W).
  rewrite <- (Rmult_1_l (plus_error * _)), Rmult_assoc. apply Rmult_le_compat_r; [| lra].
  apply Rmult_le_pos; [apply bpow_ge_0 |]. assert (A := Rabs_pos T). assert (B := Rabs_pos f). lra.
Qed.

(* Control of found_fraction_is_the_ratio: the sum must be that of the weights on the line. *)
Theorem control_the_weights_must_be_those_of_the_line :
  ~ (forall T entries ratio wide columns n fixed fixed_addends weights weight_addends m,
       certified T entries ratio wide -> (forall e, In e entries -> is_claimant (claim e)) -> double T ->
       Permutation columns (map claim entries) -> (Z.of_nat (length columns) <= 2 ^ 31)%Z ->
       let additions := additions_max (Z.of_nat (length columns)) in (n <= 32)%nat ->
       summed_with additions n fixed fixed_addends -> holds fixed_addends (parts fixed_part entries) ->
       summed_with additions n weights weight_addends ->
       ordinary_least <= high (value weights) ->
       plain_sum (parts near entries) 0 -> least_addends columns (high ratio) m ->
       is_fraction_found T (high (value weights)) columns m ->
       let rest := value (rest_of T fixed) in
       let claimed := high (value weights) + low (value weights) in
       total (map (fun e => share ((high rest + low rest) / claimed) (claim e)) entries) = T).
Proof.
  intros H. assert (D1 : double 1) by (apply (double_power 0); lia). assert (D0 := double_0).
  assert (D2 : double (1 + 1)) by (replace (1 + 1) with (2^1) by (simpl; lra); apply double_power; lia).
  assert (I0 := round_id 0 D0). assert (I1 := round_id 1 D1).
  assert (L : ordinary_total_least <= 1) by (change 1 with (2^0); apply bpow_le; lia).
  assert (L960 : 2^(-960) <= 1 + 1).
  { apply Rle_trans with (2^1); [apply bpow_le; lia | simpl; lra]. }
  destruct (a_certificate_beside_a_bound 1 0 0) as (wide & C); try lra; trivial.
  { rewrite Rplus_0_r. now apply round_id. }
  assert (Hc := beside_a_bound_are_claimants 0 0 D0 (Rle_refl 0)).
  set (entries := beside (bounded 0) 0) in *. set (columns := map claim entries).
  assert (Enough : (5 <= additions_max (Z.of_nat (length columns)))%Z) by (unfold additions_max; simpl; lia).
  destruct (sum_of_two _ 0 0 Enough D0 (Rle_refl 0) D0 (Rle_refl 0) ltac:(now rewrite Rplus_0_r)) as (ef & Sf).
  destruct (sum_of_two _ 1 1 Enough D1 Rle_0_1 D1 Rle_0_1 D2) as (ew & Sw). rewrite Rplus_0_r in Sf.
  set (lower := RN (1 * (1 - least_addends_margin))). set (upper := RN (1 * (1 + least_addends_margin))).
  set (see := fun f : claimant -> option R => lesser (f (claim (bounded 0))) (f proportional)).
  set (m := {| least_fixed := see (seen_fixed lower upper); least_weight := see (seen_weight lower upper);
               least_product := see (seen_product lower) |}).
  assert (Hm : least_addends columns 1 m).
  { exists 0%nat. fold lower upper. unfold columns, entries, beside. cbn [map claim app repeat].
    repeat split; apply (minimum_of_both [_] [_]); apply minimum_of_one. }
  assert (P48 : 0 < find_fraction_unit <= / 1000000).
  { split; [apply bpow_gt_0 | simpl; lra]. }
  assert (Low : / 2 <= lower).
  { unfold lower. rewrite Rmult_1_l.
    replace (/ 2) with (2^(-1)) by (simpl; lra). rewrite <- (round_id (2^(-1))) by (apply double_power; lia).
    apply rounding_keeps_order. replace (2^(-1)) with (/ 2) by (simpl; lra). lra. }
  assert (Unit : forall x, 0 <= x <= 2 -> RN (find_fraction_unit * IZR (additions_max (Z.of_nat (length columns))) *
    x) <= / 2).
  { intros x Hx. replace (/ 2) with (2^(-1)) by (simpl; lra). rewrite <- (round_id (2^(-1))) by (apply double_power; lia).
    apply rounding_keeps_order. replace (2^(-1)) with (/ 2) by (simpl; lra).
    replace (IZR (additions_max (Z.of_nat (length columns)))) with 66 by reflexivity. nra. }
  assert (Test : is_fraction_found 1 (1 + 1) columns m).
  { unfold is_fraction_found, m, see. cbn [least_fixed least_weight least_product].
    assert (No : forall x, if_can_move (claim (bounded 0)) x = None).
    { intros x. unfold if_can_move, bounded. cbn [claim min_share max_share]. destruct Rlt_dec; [lra | reflexivity]. }
    assert (Yes : forall x, if_can_move proportional x = x).
    { intros x. unfold if_can_move, proportional. cbn [weight min_share max_share].
      destruct Rlt_dec; [| lra]. destruct Rlt_dec; [reflexivity | lra]. }
    split; [| split].
    - assert (None0 : forall f, f = claim (bounded 0) \/ f = proportional -> at_most (/ 2) (seen_fixed lower upper f)).
      { intros f Hf. unfold seen_fixed, above_0. destruct Hf as [-> | ->];
        cbn [bounded claim proportional weight min_share max_share];
          repeat (destruct Rle_dec || destruct Rlt_dec); cbn [at_most]; try exact I; lra. }
      assert (A := None0 _ (or_introl eq_refl)). assert (B := None0 _ (or_intror eq_refl)).
      assert (U := Unit 1 ltac:(lra)).
      destruct (seen_fixed lower upper (claim (bounded 0))), (seen_fixed lower upper proportional);
        cbn [lesser at_most] in *; unfold Rmin; try destruct Rle_dec; try exact I; lra.
    - unfold seen_weight. rewrite No, Yes. cbn [lesser proportional weight]. assert (U := Unit (1 + 1) ltac:(lra)).
      repeat destruct Rle_dec; cbn [at_most]; try exact I; lra.
    - unfold seen_product. rewrite No, Yes. cbn [lesser at_most proportional weight].
      rewrite Rmult_1_l. unfold lower. rewrite (round_id (RN _)) by apply double_round. fold lower.
      apply Rle_trans with (2^(-1)); [apply bpow_le; lia | simpl; lra]. }
  assert (Z : plain_sum (parts near entries) 0).
  { exists (Add (Add Zero 0) 0). split; [exists 0%nat; apply Permutation_refl |].
    split; [repeat split; trivial; lra |]. split; [simpl; lra |].
    cbn [run]. unfold add_to. cbn [high]. now rewrite !Rplus_0_r, !I0. }
  assert (Hlen : (Z.of_nat (length columns) <= 2 ^ 31)%Z) by (simpl; lia).
  assert (Held : holds [0; 0] (parts fixed_part entries)).
  { exists 0%nat. apply Permutation_refl. }
  specialize (H 1 entries _ wide columns 1%nat _ _ _ _ m C Hc D1 (Permutation_refl _) Hlen ltac:(lia) Sf Held Sw L960 Z
    Hm Test).
  cbv zeta in H. cbn [value high low] in H.
  destruct (what_is_left 1 0 ef D1 D0) as (W & _).
  set (left := value (rest_of 1 _)) in *. rewrite Rminus_0_r, Rabs_R1, Rabs_R0 in W.
  assert (P104 : plus_error <= / 1000) by (apply Rle_trans with (2^(-10)); [apply bpow_le; lia | simpl; lra]).
  apply Rabs_le_inv in W. unfold entries in H. rewrite shares_beside_a_bound in H by lra. lra.
Qed.

(* Control of flat_answer_is_nearest: without the test that some ratio lies between all breakpoints. At 1 + 2^-52 the
   products of 13/16 and 11/8 round to a maximum and a minimum, though the one is less and the other more. *)
Theorem control_breakpoints_must_be_apart :
  ~ (forall T placed_at standings columns n fixed fixed_addends weights weight_addends m,
       let additions := additions_max (Z.of_nat (length columns)) in (n <= 32)%nat ->
       summed_with additions n fixed fixed_addends -> holds fixed_addends (map bound_of standings) ->
       summed_with additions n weights weight_addends -> holds weight_addends (map weight_of standings) ->
       high (value weights) = 0 -> (forall e, In e standings -> stands_at placed_at e) ->
       ordinary_total_least <= T -> high (value (rest_of T fixed)) = 0 ->
       least_addends columns placed_at m -> is_fraction_found T 0 columns m ->
       (forall c, In c columns -> is_claimant c) -> double T -> double placed_at -> 0 <= placed_at ->
       Permutation columns (map of standings) -> (Z.of_nat (length columns) <= 2 ^ 31)%Z ->
       exists exact, total (map (share exact) columns) = T /\
         forall c, In c columns -> share_at placed_at c = RN (share exact c)).
Proof.
  intros H. destruct eleven_eighths as (Fl & El). assert (D0 := double_0). assert (I0 := round_id 0 D0).
  set (p := 1 + unit52) in *. set (l := 11 / 8 + unit52) in *.
  set (k := 13 / 16 + unit52).
  assert (Fk : double k).
  { replace k with (IZR 3659174697238529 * 2^(-52)) by (unfold k; rewrite unit52_is; unfold unit52; lra).
    apply double_integer; lia. }
  assert (Ek : RN (13 / 16 * p) = k).
  { (* in units of 2^-53 *)
    destruct (near_integer 7318349394477058 (-53) (7318349394477056 + 13 / 8)) as (_ & Q); [lia | lia
      | apply Rabs_lt; lra | |].
    - change (2^52) with 4503599627370496. change (2^53) with 9007199254740992. lra.
    - assert (E53 : 2^(-53) = / 2 * unit52) by (change (-53)%Z with (-1 + -52)%Z; now rewrite bpow_plus, unit52_is).
      rewrite E53 in Q. replace (13 / 16 * p) with ((7318349394477056 + 13 / 8) * (/ 2 * unit52)) by
        (unfold p, unit52; lra). rewrite Q. unfold k, unit52. lra. }
  assert (FT : double (k + l)).
  { replace (k + l) with (IZR 4925812092436481 * 2^(-51)).
    - apply double_integer; lia.
    - change (-51)%Z with (1 + -52)%Z. rewrite bpow_plus, unit52_is. change (2^1) with 2. unfold k, l, unit52. lra. }
  assert (Fp : double p).
  { replace p with (IZR 4503599627370497 * 2^(-52)) by (unfold p; rewrite unit52_is; unfold unit52; lra).
    apply double_integer; lia. }
  assert (D13 : double (13 / 16)).
  { replace (13 / 16) with (IZR 13 * 2^(-4)) by (simpl; lra). apply double_integer; lia. }
  assert (D11 : double (11 / 8)).
  { replace (11 / 8) with (IZR 11 * 2^(-3)) by (simpl; lra). apply double_integer; lia. }
  assert (D4 : double 4) by (change 4 with (2^2); apply double_power; lia).
  assert (Bk : / 2 <= k <= 1) by (unfold k, unit52; lra). assert (Bl : 1 <= l <= 2) by (unfold l, unit52; lra).
  set (a := {| weight := 13 / 16; min_share := 0; max_share := k |}).
  set (b := {| weight := 11 / 8; min_share := l; max_share := 4 |}).
  set (standings := [{| of := a; at_place := Fixed k; cut := None |}; {| of := b; at_place := Fixed l; cut := None |}]).
  set (columns := [a; b]).
  assert (Enough : (5 <= additions_max (Z.of_nat (length columns)))%Z) by (unfold additions_max; simpl; lia).
  destruct (sum_of_two _ k l Enough Fk ltac:(lra) Fl ltac:(lra) FT) as (ef & Sf).
  destruct (sum_of_two _ 0 0 Enough D0 (Rle_refl 0) D0 (Rle_refl 0) ltac:(now rewrite Rplus_0_r)) as (ew & Sw).
  rewrite Rplus_0_r in Sw.
  set (lower := RN (p * (1 - least_addends_margin))). set (upper := RN (p * (1 + least_addends_margin))).
  set (see := fun f : claimant -> option R => lesser (f a) (f b)).
  set (m := {| least_fixed := see (seen_fixed lower upper); least_weight := see (seen_weight lower upper);
               least_product := see (seen_product lower) |}).
  assert (Hm : least_addends columns p m).
  { exists 0%nat. fold lower upper. unfold columns. cbn [map app repeat].
    repeat split; apply (minimum_of_both [_] [_]); apply minimum_of_one. }
  assert (P48 : 0 < find_fraction_unit <= / 1000000) by (split; [apply bpow_gt_0 | simpl; lra]).
  assert (At : forall x y z, at_most x y -> at_most x z -> at_most x (lesser y z)).
  { intros x [y |] [z |]; simpl; trivial. intros A B. unfold Rmin. now destruct Rle_dec. }
  assert (Low : / 2 <= lower).
  { unfold lower. replace (/ 2) with (2^(-1)) by (simpl; lra). rewrite <- (round_id (2^(-1))) by (apply double_power; lia).
    apply rounding_keeps_order. replace (2^(-1)) with (/ 2) by (simpl; lra). unfold p, unit52. lra. }
  assert (Unit : forall x, 0 <= x <= 4 -> RN (find_fraction_unit * IZR (additions_max (Z.of_nat (length columns))) *
    x) <= / 2).
  { intros x Hx. replace (/ 2) with (2^(-1)) by (simpl; lra). rewrite <- (round_id (2^(-1))) by (apply double_power; lia).
    apply rounding_keeps_order. replace (2^(-1)) with (/ 2) by (simpl; lra).
    replace (IZR (additions_max (Z.of_nat (length columns)))) with 66 by reflexivity. nra. }
  assert (Test : is_fraction_found (k + l) 0 columns m).
  { unfold is_fraction_found, m. cbn [least_fixed least_weight least_product].
    assert (U := Unit (k + l) ltac:(lra)). rewrite Rmult_0_r, I0.
    split; [| split]; apply At.
    - unfold seen_fixed, above_0. cbn [a weight min_share max_share].
      repeat (destruct Rle_dec || destruct Rlt_dec); cbn [at_most]; try exact I; lra.
    - unfold seen_fixed, above_0. cbn [b weight min_share max_share].
      repeat (destruct Rle_dec || destruct Rlt_dec); cbn [at_most]; try exact I; lra.
    - unfold seen_weight, if_can_move. cbn [a weight min_share max_share].
      repeat (destruct Rle_dec || destruct Rlt_dec); cbn [at_most]; try exact I; lra.
    - unfold seen_weight, if_can_move. cbn [b weight min_share max_share].
      repeat (destruct Rle_dec || destruct Rlt_dec); cbn [at_most]; try exact I; lra.
    - unfold seen_product, if_can_move. cbn [a weight min_share max_share].
      repeat (destruct Rle_dec || destruct Rlt_dec); cbn [at_most]; try exact I.
      apply Rle_trans with (2^(-2)); [apply bpow_le; lia |]. rewrite <- (round_id (2^(-2))) by (apply double_power; lia).
      apply rounding_keeps_order. replace (2^(-2)) with (/ 4) by (simpl; lra). lra.
    - unfold seen_product, if_can_move. cbn [b weight min_share max_share].
      repeat (destruct Rle_dec || destruct Rlt_dec); cbn [at_most]; try exact I.
      apply Rle_trans with (2^(-2)); [apply bpow_le; lia |]. rewrite <- (round_id (2^(-2))) by (apply double_power; lia).
      apply rounding_keeps_order. replace (2^(-2)) with (/ 4) by (simpl; lra). lra. }
  assert (Rest : high (value (rest_of (k + l) {| value := {| high := k + l; low := 0 |}; error := ef |})) = 0).
  { unfold rest_of, plus_sums, plus, renormalised. cbn [value high low].
    rewrite two_sum_low_is by (assumption || now apply double_opp).
    repeat first [rewrite Ropp_0 | rewrite Rplus_opp_r | rewrite Rplus_0_r | rewrite Rminus_0_r | rewrite I0].
    reflexivity. }
  assert (Hst : forall e, In e standings -> stands_at p e).
  { intros e [<- | [<- | []]]; unfold stands_at, placed; cbn [cut of at_place]; right;
      cbn [a b weight min_share max_share]; rewrite ?Ek, ?El.
    - rewrite clamp_id by lra. split; [lra | reflexivity].
    - rewrite clamp_id by lra. split; [lra | reflexivity]. }
  assert (Hc : forall c, In c columns -> is_claimant c).
  { intros c [<- | [<- | []]]; unfold is_claimant; cbn [a b weight min_share max_share]; repeat split; trivial; lra. }
  assert (L : ordinary_total_least <= k + l).
  { apply Rle_trans with (2^0); [apply bpow_le; lia | change (2^0) with 1; lra]. }
  destruct (H (k + l) p standings columns 1%nat _ _ _ _ m ltac:(lia) Sf (ex_intro _ 0%nat (Permutation_refl _)) Sw
    (ex_intro _ 0%nat (Permutation_refl _)) eq_refl Hst L Rest Hm Test Hc FT Fp ltac:(unfold p, unit52; lra)
    (Permutation_refl _) ltac:(simpl; lia)) as (x & Sum & Share).
  assert (Sa := Share a (or_introl eq_refl)). clear Share.
  unfold columns in Sum. cbn [map total fold_right] in Sum. unfold share_at, share in *.
  cbn [a b weight min_share max_share] in *. rewrite Ek, (clamp_id k) in Sa by lra.
  assert (Near : k - / 4 * unit52 <= clamp (13 / 16 * x) 0 k).
  { assert (N := round_N_pt radix2 fexp (fun n => negb (Z.even n)) (clamp (13 / 16 * x) 0 k)).
    destruct N as (_ & N).
    assert (Fg : double (k - / 2 * unit52)).
    { replace (k - / 2 * unit52) with (IZR 7318349394477057 * 2^(-53)).
      - apply double_integer; lia.
      - change (-53)%Z with (-1 + -52)%Z. rewrite bpow_plus, unit52_is. replace (2^(-1)) with (/ 2) by (simpl; lra).
        unfold k, unit52. lra. }
    specialize (N _ Fg). rewrite <- Sa in N. unfold unit52 in *.
    unfold Rabs in N; repeat destruct Rcase_abs in N; lra. }
  destruct (clamp_cases (13 / 16 * x) 0 k ltac:(lra)) as [(Q & E) | [(Q & E) | (Q & E)]]; rewrite E in *;
    destruct (clamp_cases (11 / 8 * x) l 4 ltac:(lra)) as [(Q' & E') | [(Q' & E') | (Q' & E')]]; rewrite E' in *;
    unfold k, l, unit52 in *; lra.
Qed.

(* ---- Of no number nothing follows *)

(* A claimant of weight 2^600 and a maximum of 1, at the ratio 2^600: its product overflows, and what is made of that is
   no number, of which clamping makes its minimum. *)
Definition heavy : claimant := {| weight := 2^600; min_share := 0; max_share := 1 |}.
Definition steep : pair := {| high := 2^600; low := 0 |}.

Lemma heavy_is_claimant : is_claimant heavy.
Proof.
  assert (D1 : double 1) by (apply (double_power 0); lia).
  unfold is_claimant, heavy. cbn [weight min_share max_share]. repeat split; try lra; trivial;
    [apply double_power; lia | apply bpow_ge_0 | apply double_0].
Qed.

Lemma steep_is_pair : is_pair steep.
Proof.
  assert (D6 := double_power 600 ltac:(lia)). split; [assumption | split; [apply double_0 |]].
  cbn [steep high low]. rewrite Rplus_0_r. symmetry. now apply round_id.
Qed.

Lemma steep_is_ordinary : ordinary_least <= high steep <= ordinary_most.
Proof. split; apply bpow_le; lia. Qed.

Lemma heavy_product_overflows : let product := c_product true (Given (weight heavy)) (given_pair steep) in
  processor (c_high product) = Infinite false /\ processor (c_low product) = Infinite true.
Proof.
  assert (M6 : made (2^600) = Finite (2^600)).
  { apply made_finite. rewrite Rabs_pos_eq by apply bpow_ge_0. apply bpow_lt. lia. }
  assert (M0 : made 0 = Finite 0) by (apply made_finite; rewrite Rabs_R0; apply bpow_gt_0).
  assert (M : made (RN (2^600 * 2^600)) = Infinite false).
  { rewrite <- bpow_plus, round_id by (apply double_power; lia). unfold made.
    destruct Rlt_dec as [L | _]; [rewrite Rabs_pos_eq in L by apply bpow_ge_0; apply lt_bpow in L; lia |].
    destruct Rlt_dec as [L | _]; [| reflexivity]. assert (P := bpow_ge_0 radix2 (600 + 600)). lra. }
  cbv zeta. unfold c_product, c_multiply_add, c_product_rest, given_pair, heavy, steep.
  cbn [c_high c_low weight high low processor]. rewrite M6, M0. cbn [n_times n_fused]. rewrite M. now split.
Qed.

Lemma clamp_of_no_number : n_clamp NoNumber heavy = Finite 0.
Proof.
  unfold n_clamp, heavy. cbn [min_share max_share]. assert (P : 1 < 2^1024) by (apply (bpow_lt radix2 0 1024); lia).
  rewrite !made_finite by (rewrite ?Rabs_R0, ?Rabs_R1; lra). cbn [n_max n_min]. now rewrite Rmin_left by lra.
Qed.

(* Control of share_of_any_size_is_nearest: it is not enough that both sides are clamped to the same. *)
Theorem control_no_number_is_in_doubt :
  ~ (forall fused c ratio wide exact, is_claimant c ->
       weight c < 2^1024 -> min_share c < 2^1024 -> is_pair ratio -> ordinary_least <= high ratio <= ordinary_most ->
       double wide -> 0 <= wide <= ratio_error_max ->
       Rabs (exact - (high ratio + low ratio)) <= wide * (high ratio + low ratio) ->
       share exact c <= ordinary_total_most ->
       let product := c_product fused (Given (weight c)) (given_pair ratio) in
       let above := processor (c_above fused product (tolerance wide)) in
       let below := processor (c_below fused product (tolerance wide)) in
       n_clamp above c = n_clamp below c -> n_clamp above c = Finite (RN (share exact c))).
Proof.
  intros H. destruct heavy_product_overflows as (Eh & El).
  assert (B : 2^600 < 2^1024) by (apply bpow_lt; lia). assert (P := bpow_gt_0 radix2 600).
  assert (P1024 := bpow_gt_0 radix2 1024).
  assert (W : share (2^600) heavy = 1).
  { unfold share, heavy. cbn [weight min_share max_share]. rewrite <- bpow_plus. apply clamp_high; [| lra].
    apply Rle_trans with (2^0); [right; reflexivity | apply bpow_le; lia]. }
  specialize (H true heavy steep (2^(-56)) (2^600) heavy_is_claimant B P1024 steep_is_pair steep_is_ordinary).
  assert (D1 : double 1) by (apply (double_power 0); lia).
  rewrite W, (round_id 1 D1) in H. cbv zeta in H. unfold c_above, c_below in H. cbn [processor] in H.
  rewrite Eh, El in H.
  assert (F56 : double (2^(-56))) by (apply double_power; lia).
  assert (P56 : 0 <= 2^(-56) <= 1) by (split; [apply bpow_ge_0 | apply (bpow_le radix2 (-56) 0); lia]).
  destruct (tolerance_is (2^(-56)) F56 (proj1 P56)) as (T1 & T2). set (tol := tolerance (2^(-56))) in *.
  assert (Ht : 0 < tol <= 2).
  { assert (E56 := ratio_error_max_is). rewrite E56 in T1, T2. unfold u in *. lra. }
  assert (P2 : 2 < 2^1024) by (apply (bpow_lt radix2 1 1024); lia).
  assert (Ee : processor (c_multiply_add true (c_high (c_product true (Given (weight heavy)) (given_pair steep)))
    (Given tol) (Given share_of_underflow)) = Infinite false).
  { assert (Mt : made tol = Finite tol) by (apply made_finite; rewrite Rabs_pos_eq; lra).
    assert (Mu : made share_of_underflow = Finite share_of_underflow).
    { apply made_finite. rewrite Rabs_pos_eq by apply bpow_ge_0. apply bpow_lt. lia. }
    unfold c_multiply_add. cbn [processor]. rewrite Eh, Mt, Mu. cbn [n_fused n_times]. unfold times_infinity.
    destruct Req_EM_T; [lra |]. destruct Rlt_dec; [lra | reflexivity]. }
  rewrite Ee in H. unfold n_minus in H. cbn [n_opposite n_plus negb eqb] in H.
  rewrite clamp_of_no_number in H.
  assert (X : Finite 0 = Finite 1).
  { apply H; trivial.
    - split; [apply bpow_ge_0 | lra].
    - cbn [steep high low]. rewrite Rplus_0_r, Rminus_eq_0, Rabs_R0. apply Rmult_le_pos; lra.
    - apply (bpow_le radix2 0 900). lia. }
  injection X. lra.
Qed.

(* Control of acceptance_of_any_size_is_acceptance: without the test of no number the check takes the claimant for one at
   its minimum. *)
Theorem control_no_number_is_wrong :
  ~ (forall fused c b ratio tol, is_claimant c -> weight c < 2^1024 -> min_share c < 2^1024 ->
       is_pair ratio -> ordinary_least <= high ratio <= ordinary_most -> 0 < tol <= / 1048576 -> 0 <= b <= 2^905 ->
       let product := c_product fused (Given (weight c)) (given_pair ratio) in
       let v := processor (Plus (c_high product) (c_low product)) in
       made b = n_clamp v c -> v <> made (min_share c) -> v <> made (max_share c) ->
       checked c (Fixed b) {| high := unbounded (c_high product); low := unbounded (c_low product) |} tol false).
Proof.
  intros H. destruct heavy_product_overflows as (Eh & El).
  assert (B : 2^600 < 2^1024) by (apply bpow_lt; lia). assert (P1024 := bpow_gt_0 radix2 1024).
  assert (P905 := bpow_ge_0 radix2 905).
  specialize (H true heavy 0 steep (/ 1048576) heavy_is_claimant B P1024 steep_is_pair steep_is_ordinary ltac:(lra)
    ltac:(lra)).
  cbv zeta in H. cbn [processor] in H. rewrite Eh, El in H. simpl n_plus in H. rewrite clamp_of_no_number in H.
  assert (Made : forall x, NoNumber <> made x) by (intros x; unfold made; destruct Rlt_dec; discriminate).
  destruct (H ltac:(apply made_finite; rewrite Rabs_R0; assumption) (Made _) (Made _)) as (C & _).
  assert (Near := product_is_near true (2^600) steep (double_power 600 ltac:(lia))
    (conj (bpow_ge_0 _ _) B) steep_is_pair steep_is_ordinary).
  change (c_product true (Given (2^600)) {| c_high := Given (high steep); c_low := Given (low steep) |}) with
    (c_product true (Given (weight heavy)) (given_pair steep)) in Near.
  set (product := c_product true (Given (weight heavy)) (given_pair steep)) in *.
  destruct Near as (_ & D & L). cbn [high low] in C. cbn [steep high] in D, L.
  rewrite <- bpow_plus in D, L. set (X := 2^(600 + 600)) in *.
  assert (PX : 2^10 <= X) by (apply bpow_le; lia). change (2^10) with 1024 in PX.
  apply Rabs_le_inv in D. apply Rabs_le_inv in L. assert (T := eta_is_tiny).
  assert (V : 2^1 <= RN (unbounded (c_high product) + unbounded (c_low product))).
  { apply round_at_least; [lia |]. change (2^1) with 2. unfold u in *. lra. }
  change (2^1) with 2 in V. cbn [heavy min_share max_share] in C. rewrite clamp_high in C; lra.
Qed.

(* Control of flat_line_had_no_overflow: without the test of the least weight twice 2^1023 is not above 0, as it is no
   number. *)
Theorem control_no_number_is_not_above_0 :
  ~ (forall T fixed more_fixed weights more_weights,
       (forall g, g = weights \/ In g more_weights ->
          addends addend g /\ addends (fun x => x < 2^1024) g /\ depth g <= 2^32) ->
       double (high (joined fixed more_fixed)) -> double (low (joined fixed more_fixed)) ->
       ~ n_lt (Finite 0) (processor (c_high (c_sum weights more_weights))) ->
       processor (c_high (c_rest T (c_sum fixed more_fixed))) = Finite 0 -> high (joined weights more_weights) = 0).
Proof.
  intros H. assert (I0 := round_id 0 double_0). set (X := 2^1023).
  assert (PX : 0 < X) by apply bpow_gt_0. assert (FX : double X) by (apply double_power; lia).
  assert (LX : X < 2^1024) by (apply bpow_lt; lia).
  assert (E1024 : X + X = 2^1024).
  { replace (X + X) with (2 * X) by ring. unfold X. change 2 with (2^1) at 1. now rewrite <- bpow_plus. }
  set (g := Add (Add Zero X) X).
  assert (A : addends addend g) by (repeat split; trivial; lra).
  assert (L : addends (fun x => x < 2^1024) g) by (repeat split; trivial).
  assert (D : depth g <= 2^32) by (change (2^32) with 4294967296; simpl; lra).
  assert (Hg : forall h, h = g \/ In h [] -> addends addend h /\ addends (fun x => x < 2^1024) h /\ depth h <= 2^32).
  { intros h [-> | []]. split; [exact A | split; [exact L | exact D]]. }
  assert (W : processor (c_high (c_sum g [])) = NoNumber).
  { destruct (run_is_kept g A L) as [(E & _) | (E & E')].
    - change (2^32) with 4294967296 in D. unfold deepest. lra.
    - exfalso. assert (B := finite_is_below _ _ E). unfold g in B. cbn [run] in B. unfold add_to in B. cbn [high] in B.
      rewrite Rplus_0_l, (round_id X FX), E1024, round_id in B by (apply double_power; lia).
      rewrite Rabs_pos_eq in B by apply bpow_ge_0. lra.
    - cbn [c_sum c_renormalised c_high processor]. now rewrite E, E'. }
  assert (Z : high (joined g []) = 0).
  { apply (H 0 Zero [] g [] Hg).
    - cbn [joined run]. apply double_round.
    - cbn [joined run]. apply double_round.
    - rewrite W. intros [].
    - assert (M0 : made 0 = Finite 0) by (apply made_finite; rewrite Rabs_R0; apply bpow_gt_0).
      unfold c_rest, c_plus, c_renormalised, c_two_sum_low. cbn [c_sum c_run c_renormalised c_high c_low processor].
      unfold n_minus.
      repeat first [rewrite M0 | progress cbn [n_plus n_opposite] | rewrite Ropp_0 | rewrite Rplus_0_r | rewrite I0].
      reflexivity. }
  destruct (joined_is_zero g []) as (_ & _ & Sum).
  { intros h I. destruct (Hg h I) as (A1 & _ & D1). now split. }
  specialize (Sum Z). unfold sum_of_parts, g in Sum. cbn [fold_right sum_of] in Sum. lra.
Qed.

(* ---- Loops *)

(* Control of partition_copies_the_open: what the lanes beyond the end hold must not be open. *)
Theorem control_zeros_must_not_be_open :
  ~ (forall (A : Type) zero lanes is_open behind before (xs : list A), (1 <= lanes)%nat ->
       count _ (copied A lanes is_open behind before (one_by_one A zero lanes xs)) = length (filter is_open xs)).
Proof.
  intros H. specialize (H nat 0%nat 2%nat (fun _ => true) (fun _ => 0%nat) (fun _ => 0%nat) [1%nat] ltac:(lia)).
  discriminate.
Qed.

(* Control of every_share_is_written: the last vector must not be written whole. *)
Theorem control_the_last_vector_must_be_cut :
  ~ (forall (A B : Type) zero lanes (g : A -> B) xs, (1 <= lanes)%nat ->
       concat (map (map g) (one_by_one A zero lanes xs)) = map g xs).
Proof. intros H. specialize (H nat nat 0%nat 2%nat (fun k => k) [1%nat] ltac:(lia)). discriminate. Qed.

(* Control of line_leaves_no_claimant_out: claimants are not in their order. *)
Theorem control_claimants_change_their_order :
  ~ (forall cuts ratio cs, (forall c, In c cs -> is_claimant c) -> map of (standings cuts ratio cs) = cs).
Proof.
  intros H. assert (D0 := double_0). assert (D1 : double 1) by (apply (double_power 0); lia).
  assert (D4 : double 4) by (replace 4 with (2^2) by (simpl; lra); apply double_power; lia).
  assert (Dh : double (/ 2)) by (replace (/ 2) with (2^(-1)) by (simpl; lra); apply double_power; lia).
  set (c := {| weight := 1; min_share := 1; max_share := 4 |}).
  assert (Open : is_open (/ 2) 4 c = true).
  { assert (Sl : share_at (/ 2) c = 1).
    { unfold share_at, c. cbn [weight min_share max_share]. rewrite Rmult_1_l, (round_id _ Dh). apply clamp_low; lra. }
    assert (Sh : share_at 4 c = 4).
    { unfold share_at, c. cbn [weight min_share max_share]. rewrite Rmult_1_l, (round_id _ D4). apply clamp_id; lra. }
    unfold is_open, place_between. rewrite Sl, Sh. cbn [c weight]. rewrite Rmult_1_l, (round_id _ Dh).
    destruct Req_EM_T; [lra |]. destruct Req_EM_T; [lra | reflexivity]. }
  assert (Shut : is_open (/ 2) 4 padding = false).
  { unfold is_open. now rewrite (proj1 (place_of_padding (/ 2) 4)). }
  specialize (H [(/ 2, 4)] 1 [c; padding]). cbn [standings filter] in H. rewrite Open, Shut in H.
  unfold decided_between in H. cbn [flat_map] in H. rewrite (proj1 (place_of_padding (/ 2) 4)) in H.
  unfold is_open in Open. destruct (place_between (/ 2) 4 c); [discriminate |].
  cbn [app map of] in H.
  assert (E : [padding; c] = [c; padding]).
  { apply H. intros d [<- | [<- | []]]; unfold is_claimant; cbn [c padding weight min_share max_share];
      repeat split; trivial; lra. }
  injection E. unfold c. intros _ _ W. lra.
Qed.

(* Control of lane_leaves_no_claimant_out: the columns must be as long as each problem. *)
Theorem control_columns_must_be_long_enough :
  ~ (forall lanes size problems k f, (k < lanes)%nat -> (size <= 64)%nat -> let problem := nth k problems [] in
       f padding = 0 -> (forall c, In c problem -> double (f c) /\ 0 <= f c) ->
       let vectors := for_each_vector claimant padding lanes (woven claimant padding lanes size problems) in
       let s := renormalised (run (block (map (fun v => f (nth k v padding)) vectors))) in
       exists addends,
         summed 1 {| value := s; error := RN (computed_error (INR size) (INR 1) * high s) |} addends /\
         holds addends (map f problem)).
Proof.
  intros H. assert (D1 : double 1) by (apply (double_power 0); lia). assert (I0 := round_id 0 double_0).
  destruct (H 1%nat 0%nat [[{| weight := 1; min_share := 0; max_share := 1 |}]] 0%nat weight ltac:(lia) ltac:(lia) eq_refl)
    as (xs & S & Held).
  { intros c [<- | []]. cbn [weight]. split; [assumption | lra]. }
  destruct (sums_are_within _ _ _ S ltac:(lia)) as (_ & _ & _ & _ & _ & W).
  rewrite (total_of_held _ _ Held) in W.
  assert (Z : renormalised (run (block (map (fun v => weight (nth 0 v padding))
    (for_each_vector claimant padding 1 (woven claimant padding 1 0
      [[{| weight := 1; min_share := 0; max_share := 1 |}]]))))) = {| high := 0; low := 0 |}).
  { change (renormalised {| high := 0; low := 0 |} = {| high := 0; low := 0 |}). unfold renormalised. cbn [high low].
    now rewrite Rplus_0_r, I0, Rminus_0_r, I0, Rminus_0_r, I0. }
  cbv zeta in W. cbn [value error] in W. cbn [nth] in W.
  rewrite Z in W. cbn [high low] in W. rewrite Rmult_0_r, I0 in W. cbn [map weight total fold_right] in W.
  change (INR 1) with 1 in W. assert (T := eta_is_tiny). apply Rabs_le_inv in W. unfold u in T. lra.
Qed.
