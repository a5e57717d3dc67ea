(* Negative controls of the theorems about what a line's passes find, of Least.v: a hypothesis
   left out, or a test, and the proof that what remains is false. *)
From Coq Require Import Reals ZArith Lra Lia List Bool Psatz Permutation.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath Fraction Quotients Overflow Controls Least.
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

Lemma sum_of_two : forall additions a b, (4 <= additions)%Z -> double a -> 0 <= a -> double b -> 0 <= b -> double (a + b) ->
  exists e, summed_with additions 1 {| value := {| high := a + b; low := 0 |}; error := e |} [a; b].
Proof.
  intros additions a b Ha Fa Pa Fb Pb Fab. assert (I0 := round_id 0 double_0).
  assert (S : renormalised (run (all_lanes [[[a; b]]])) = {| high := a + b; low := 0 |}).
  { unfold all_lanes, lane, block. cbn [map fold_left run]. unfold add_to. cbn [high low].
    rewrite !two_sum_low_is by (assumption || apply double_0 || apply double_round).
    rewrite !Rplus_0_l, (round_id a Fa), Rminus_eq_0, I0, (round_id (a + b) Fab), Rplus_0_l, Rminus_eq_0, I0.
    unfold renormalised. cbn [high low].
    now rewrite Rplus_0_r, (round_id (a + b) Fab), Rminus_eq_0, I0, Rminus_0_r, I0. }
  assert (F := with_lanes additions [[[a; b]]] 2 1). cbv zeta in F. rewrite S in F. eexists. apply F.
  - intros blocks [<- | []]. split; [simpl; lia |]. intros xs [<- | []]. simpl. lia.
  - intros x [<- | [<- | []]]; now split.
  - simpl. lia.
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
  assert (Enough : (4 <= additions_max (Z.of_nat (length columns)))%Z) by (unfold additions_max; simpl; lia).
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
  assert (Unit : forall x, 0 <= x <= 2 -> RN (find_fraction_unit * IZR (additions_max (Z.of_nat (length columns))) * x) <= / 2).
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
      { intros f Hf. unfold seen_fixed, above_0. destruct Hf as [-> | ->]; cbn [bounded claim proportional weight min_share max_share];
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
