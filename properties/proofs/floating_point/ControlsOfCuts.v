(* Negative controls of Cuts.v: a part of the code left out or changed, and the proof that what remains is false. *)
From Coq Require Import Reals ZArith Lra Lia List.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath Overflow Infinity Cuts.
Import ListNotations.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

Definition of_weight (w : R) : claimant := {| weight := w; min_share := 0; max_share := 8 |}.

Lemma small_integer : forall z, (0 <= z <= 8)%Z -> double (IZR z).
Proof. intros z H. replace (IZR z) with (IZR z * 2^0) by (simpl; lra). apply double_integer; lia. Qed.

Lemma of_weight_has_doubles : forall z, (0 <= z <= 8)%Z -> has_doubles (of_weight (IZR z)).
Proof.
  intros z H. assert (P : 16 <= 2^1024) by (change 16 with (2^4); apply bpow_le; lia).
  assert (0 <= IZR z <= 8) by (split; apply IZR_le; lia).
  unfold has_doubles, is_claimant, of_weight. cbn [weight min_share max_share].
  repeat split; try lra; [now apply small_integer | apply (small_integer 0); lia | apply (small_integer 8); lia].
Qed.

Lemma margin_is_small : 0 < check_line_margin <= / 2.
Proof.
  split; [apply bpow_gt_0 |]. change (/ 2) with (/ (2^1)). rewrite <- bpow_opp. apply bpow_le. lia.
Qed.

(* Control of cuts_decide_between_ratios: a cut at what is no number leaves a belief that the next cut replaces. So
   without the test that two ratios show a move, everyone would be at its minimum. *)
Theorem control_a_cut_must_show_moves :
  ~ (forall cuts within low high c s h, after false cuts within -> In (low, high) cuts -> has_doubles c ->
       n_decided n_clamp c low high s -> 0 < h -> n_is_inside within h ->
       exists lower upper, decided c lower upper s /\ is_inside lower upper h).
Proof.
  intros H. assert (M := margin_is_small). assert (D1 := small_integer 1 ltac:(lia)).
  assert (P : 16 <= 2^1024) by (change 16 with (2^4); apply bpow_le; lia).
  assert (D2 := small_integer 2 ltac:(lia)). assert (D4 := small_integer 4 ltac:(lia)).
  assert (Dh : double (3 / 4)).
  { replace (3 / 4) with (IZR 3 * 2^(-2)) by (simpl; lra). apply double_integer; lia. }
  destruct (H [(Finite (/ 2), Finite 4); (NoNumber, NoNumber)] (Finite (/ 2), Finite 4) NoNumber NoNumber
    (of_weight 1) (Fixed 0) 1) as (lower & upper & D & _ & I).
  - apply after_cut with (within := (NoNumber, NoNumber)).
    + apply after_cut with (within := (Finite 0, Finite 2^1000)); [apply after_none | | | now right];
        right; (split; [intros [N | (N & _)]; [exact N | discriminate N] | reflexivity]).
    + right. split; [intros [N | (N & _)]; [exact N | discriminate N] | reflexivity].
    + right. split; [intros [N | (N & _)]; [exact N | discriminate N] | reflexivity].
    + now right.
  - right. now left.
  - now apply (of_weight_has_doubles 1).
  - left. cbv zeta. replace (n_times (made (weight (of_weight 1))) NoNumber) with NoNumber.
    + rewrite (clamp_of_little NoNumber); [| now apply (of_weight_has_doubles 1) | now left].
      split; [now split |]. now exists 0.
    + unfold of_weight. cbn [weight]. now rewrite (made_finite 1) by (rewrite Rabs_pos_eq; lra).
  - lra.
  - split; cbn [fst snd n_times].
    + assert (A : 0 <= RN (/ 2 * (1 + check_line_margin)) <= 3 / 4).
      { split; [apply round_pos; lra |]. rewrite <- (round_id _ Dh). apply rounding_keeps_order. lra. }
      rewrite made_finite by (rewrite Rabs_pos_eq; lra). cbn [n_lt]. lra.
    + assert (A : 2 <= RN (4 * (1 - check_line_margin)) <= 4).
      { split; [rewrite <- (round_id 2 D2) | rewrite <- (round_id 4 D4) at 2]; apply rounding_keeps_order; lra. }
      rewrite made_finite by (rewrite Rabs_pos_eq; lra). cbn [n_lt]. lra.
  - destruct D as [(E & F) | (_ & _ & _ & F)]; [| discriminate F]. injection F as F. rewrite E in F.
    assert (U : 1 < RN (1 * upper)).
    { apply Rlt_le_trans with (1 := I). apply rounding_keeps_order.
      destruct (Rle_lt_dec 0 upper) as [N | N]; [| exfalso].
      - replace (1 * upper) with (upper * 1) by ring. apply Rmult_le_compat_l; lra.
      - assert (RN (upper * (1 - check_line_margin)) <= 0); [| lra]. rewrite <- (round_id 0 double_0).
        apply rounding_keeps_order. replace 0 with (0 * (1 - check_line_margin)) by ring. apply Rmult_le_compat_r; lra. }
    unfold share_at, of_weight in F. cbn [weight min_share max_share] in F.
    destruct (clamp_cases (RN (1 * upper)) 0 8 ltac:(lra)) as [(A & B) | [(A & B) | (A & B)]]; rewrite B in F; lra.
Qed.

(* Another way to clamp: what is no number is at its maximum. *)
Definition clamped_to_maximum (n : number) (c : claimant) :=
  match n with NoNumber => made (max_share c) | _ => n_clamp n c end.

(* Control of cuts_decide_between_ratios: weight 0 times infinity is no number, and must be clamped to the minimum. *)
Theorem control_no_number_is_clamped_to_the_minimum :
  ~ (forall cuts within low high c s h, after true cuts within -> In (low, high) cuts -> has_doubles c ->
       n_decided clamped_to_maximum c low high s -> 0 < h -> n_is_inside within h ->
       exists lower upper, decided c lower upper s /\ is_inside lower upper h).
Proof.
  intros H. assert (M := margin_is_small). assert (P : 16 <= 2^1024) by (change 16 with (2^4); apply bpow_le; lia).
  assert (D2 := small_integer 2 ltac:(lia)). assert (P1000 : 4 <= 2^1000) by (change 4 with (2^2); apply bpow_le; lia).
  assert (Z : n_times (made (weight (of_weight 0))) (Infinite true) = NoNumber /\
              n_times (made (weight (of_weight 0))) (Infinite false) = NoNumber).
  { unfold of_weight. cbn [weight]. rewrite (made_finite 0) by (rewrite Rabs_R0; lra). cbn [n_times].
    unfold times_infinity. destruct Req_EM_T as [_ | N]; [now split | now elim N]. }
  destruct (H [(Infinite true, Infinite false)] (Finite 0, Finite 2^1000) (Infinite true) (Infinite false)
    (of_weight 0) (Fixed 8) 1) as (lower & upper & D & _).
  - apply after_cut with (within := (Finite 0, Finite 2^1000)); [apply after_none | left; split; [now left | reflexivity] |
      left; split; [now left | reflexivity] | left].
    unfold shows_moves. cbn [n_times]. unfold times_infinity.
    assert (P44 := bpow_gt_0 radix2 (-44)).
    destruct Req_EM_T; [lra |]. destruct Rlt_dec; [lra |]. exact I.
  - now left.
  - now apply (of_weight_has_doubles 0).
  - left. cbv zeta. destruct Z as (-> & ->). unfold clamped_to_maximum, of_weight. cbn [max_share].
    rewrite (made_finite 8) by (rewrite Rabs_pos_eq; lra). split; [now split |]. now exists 8.
  - lra.
  - split; cbn [fst snd n_times].
    + rewrite Rmult_0_l, (round_id 0 double_0), made_finite by (rewrite Rabs_R0; lra). cbn [n_lt]. lra.
    + assert (A : 2 <= RN (2^1000 * (1 - check_line_margin)) <= 2^1000).
      { split.
        - rewrite <- (round_id 2 D2). apply rounding_keeps_order.
          apply Rle_trans with (2^1000 * / 2); [lra |]. apply Rmult_le_compat_l; lra.
        - rewrite <- (round_id (2^1000)) at 2 by (apply double_power; lia). apply rounding_keeps_order.
          rewrite <- (Rmult_1_r (2^1000)) at 2. apply Rmult_le_compat_l; lra. }
      assert (2^1000 < 2^1024) by (apply bpow_lt; lia).
      rewrite made_finite by (rewrite Rabs_pos_eq; lra). cbn [n_lt]. lra.
  - destruct D as [(_ & F) | (_ & _ & _ & F)]; [| discriminate F]. injection F as F.
    unfold share_at, of_weight in F. cbn [weight min_share max_share] in F.
    rewrite Rmult_0_l, (round_id 0 double_0), clamp_id in F by lra. lra.
Qed.
