(* Cuts between any two numbers, as `without_decided` and `partition` of reference/ make them: numbers below 0, infinities,
   and what is no number. Each that matters decides as a cut between two ratios that are at least 0, of which
   partition_is_right and Flat.v say what it decides.

   A maximum of infinity is one of at least 2^3300 here, beyond all products. *)
From Coq Require Import Reals ZArith Lra Lia List Bool.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath Overflow Infinity.
Import ListNotations.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

Definition n_eq (a b : number) := a = b /\ a <> NoNumber.

(* ---- The code. `clamped` is n_clamp and `tests_moves` is true; the controls change them. *)

(* Where `decide` has the claimant, unless it leaves it open. *)
Definition n_decided (clamped : number -> claimant -> number) (c : claimant) (low high : number) (s : place) :=
  let least := n_times (made (weight c)) low in
  let most := n_times (made (weight c)) high in
  let share := clamped least c in
  let share_at_high := clamped most c in
  (n_eq share share_at_high /\ exists v, share = Finite v /\ s = Fixed v) \/
  (~ n_eq share share_at_high /\ n_eq share least /\ n_eq share_at_high most /\ s = Moving).

Definition shows_moves (low high : number) := n_lt (n_times low (Finite (1 + without_decided_margin))) high.

(* What the answer must be inside of, after the cuts: the latest is the first. *)
Inductive after (tests_moves : bool) : list (number * number) -> number * number -> Prop :=
| after_none : after tests_moves [] (Finite 0, Finite 2^1000)
| after_cut : forall cuts within low high l h, after tests_moves cuts within ->
    (n_le low (fst within) /\ l = fst within \/ ~ n_le low (fst within) /\ l = low) ->
    (n_le (snd within) high /\ h = snd within \/ ~ n_le (snd within) high /\ h = high) ->
    (shows_moves low high \/ tests_moves = false) -> after tests_moves ((low, high) :: cuts) (l, h)
| after_none_moves : forall cuts within low high, after tests_moves cuts within ->
    ~ shows_moves low high -> tests_moves = true -> after tests_moves ((low, high) :: cuts) (Finite 1, Finite 0).

Definition n_is_inside (within : number * number) (h : R) :=
  n_lt (n_times (fst within) (Finite (1 + check_line_margin))) (Finite h) /\
  n_lt (Finite h) (n_times (snd within) (Finite (1 - check_line_margin))).

Definition n_is_between (within : number * number) (h : R) :=
  n_le (fst within) (Finite h) /\ n_le (Finite h) (snd within).

(* ---- What the cuts leave *)

Lemma le_of_finite : forall x y, n_le (Finite x) (Finite y) <-> x <= y.
Proof.
  intros x y. unfold n_le, n_lt. split.
  - intros [H | (E & _)]; [lra | injection E as ->; lra].
  - intros H. destruct (Req_dec x y) as [-> | N]; [right; now split | left; lra].
Qed.

Lemma made_is_below : forall x y, n_lt (made x) (Finite y) -> - 2^1024 < x -> x < y.
Proof.
  intros x y H L. destruct (made_of_positive x L) as [E | (E & _)]; rewrite E in H; [exact H | contradiction].
Qed.

Lemma moves_are_between_numbers : forall low high, shows_moves low high ->
  ((exists x, low = Finite x) \/ low = Infinite true) /\ ((exists y, high = Finite y) \/ high = Infinite false).
Proof.
  assert (M : 1 + without_decided_margin <> 0) by (assert (P := bpow_gt_0 radix2 (-44)); lra).
  assert (M' : ~ 1 + without_decided_margin < 0) by (assert (P := bpow_gt_0 radix2 (-44)); lra).
  intros low high H. unfold shows_moves in H. split.
  - destruct low as [x | [|] |]; [left; now exists x | now right | exfalso | now elim H].
    cbn [n_times] in H. unfold times_infinity in H. destruct Req_EM_T; [contradiction |].
    destruct Rlt_dec; [contradiction |]. now elim H.
  - destruct high as [y | [|] |]; [left; now exists y | exfalso | now right | exfalso].
    + destruct (n_times low _) as [z | [|] |]; now elim H.
    + destruct (n_times low _) as [z | [|] |]; now elim H.
Qed.

Lemma after_cuts : forall cuts within, after true cuts within -> exists l u, within = (Finite l, Finite u) /\
  0 <= l /\ u <= 2^1000 /\ (u <= 0 \/
    forall low high, In (low, high) cuts -> shows_moves low high /\ n_le low (Finite l) /\ n_le (Finite u) high).
Proof.
  intros cuts within H. induction H as [| cuts within low high l h H IH Hl Hh Hm | cuts within low high H IH Hm Ht].
  - exists 0, (2^1000). split; [reflexivity |]. split; [lra |]. split; [lra |]. right. intros low high [].
  - destruct IH as (l0 & u0 & -> & Pl & Pu & IH). cbn [fst snd] in *. destruct Hm as [Hm | Hm]; [| discriminate].
    destruct (moves_are_between_numbers _ _ Hm) as (Klow & Khigh).
    assert (L : exists l', l = Finite l' /\ l0 <= l' /\ n_le low (Finite l')).
    { destruct Hl as [(A & ->) | (A & ->)]; [exists l0; repeat split; [lra | assumption] |].
      destruct Klow as [(x & ->) | ->]; [| exfalso; apply A; now left].
      exists x. rewrite le_of_finite in A. repeat split; [lra |]. apply le_of_finite. lra. }
    assert (U : exists u', h = Finite u' /\ u' <= u0 /\ n_le (Finite u') high).
    { destruct Hh as [(A & ->) | (A & ->)]; [exists u0; repeat split; [lra | assumption] |].
      destruct Khigh as [(y & ->) | ->]; [| exfalso; apply A; now left].
      exists y. rewrite le_of_finite in A. repeat split; [lra |]. apply le_of_finite. lra. }
    destruct L as (l' & -> & L1 & L2), U as (u' & -> & U1 & U2).
    exists l', u'. split; [reflexivity |]. split; [lra |]. split; [lra |].
    destruct IH as [IH | IH]; [left; lra |]. right. intros low' high' [E | I].
    + injection E as <- <-. now split.
    + destruct (IH _ _ I) as (A & B & C). split; [assumption |]. split.
      * destruct low' as [x | [|] |]; [| now left | |]; [| destruct B as [B | (B & _)]; [now elim B | discriminate B]..].
        rewrite le_of_finite in *. lra.
      * destruct high' as [y | [|] |]; [| | now left |]; [| destruct C as [C | (C & _)]; [now elim C | discriminate C]..].
        rewrite le_of_finite in *. lra.
  - exists 1, 0. split; [reflexivity |]. split; [lra |]. split; [assert (P := bpow_ge_0 radix2 1000); lra |]. left. lra.
Qed.

(* ---- What a cut decides *)

Definition has_doubles (c : claimant) :=
  is_claimant c /\ weight c < 2^1024 /\ min_share c < 2^1024 /\ (max_share c < 2^1024 \/ 2^3300 <= max_share c).

(* Clamping a product at least 0, of any size, is clamping what it stands for. *)
Lemma clamp_of_made : forall x c, has_doubles c -> 0 <= x <= 2^3300 ->
  n_clamp (made x) c = made (clamp x (min_share c) (max_share c)).
Proof.
  intros x c Hc Hx. assert (Hc' := Hc). destruct Hc' as ((_ & _ & _ & _ & Hlm) & _ & Hl & Hm).
  assert (P := bpow_gt_0 radix2 1024).
  destruct (made_of_positive x ltac:(lra)) as [Ex | (Ex & Bx)].
  - assert (Lx : x < 2^1024).
    { unfold made in Ex. destruct Rlt_dec as [L |]; [| discriminate Ex]. rewrite Rabs_pos_eq in L; lra. }
    rewrite Ex. rewrite clamp_of_finite.
    + symmetry. apply made_finite. unfold clamp. rewrite Rabs_pos_eq.
      * apply Rle_lt_trans with (Rmax x (min_share c)); [apply Rmin_l | now apply Rmax_lub_lt].
      * apply Rmin_glb; [| lra]. apply Rle_trans with x; [lra | apply Rmax_l].
    + apply Hc.
    + assumption.
    + now rewrite Rabs_pos_eq.
  - rewrite Ex. unfold n_clamp. rewrite (made_finite (min_share c)) by (rewrite Rabs_pos_eq; lra). cbn [n_max].
    destruct Hm as [Hm | Hm].
    + rewrite (made_finite (max_share c)) by (rewrite Rabs_pos_eq; lra). cbn [n_min].
      rewrite clamp_high by lra. symmetry. apply made_finite. rewrite Rabs_pos_eq; lra.
    + rewrite clamp_id by lra. rewrite Ex.
      destruct (made_of_positive (max_share c) ltac:(lra)) as [E | (-> & _)]; [| reflexivity].
      exfalso. unfold made in E. destruct Rlt_dec as [L |]; [| discriminate E].
      rewrite Rabs_pos_eq in L by lra. assert (2^1024 <= 2^3300) by (apply bpow_le; lia). lra.
Qed.

Lemma clamp_of_little : forall n c, has_doubles c -> n = NoNumber \/ n = Infinite true \/ (exists x, n = Finite x /\ x <= 0) ->
  n_clamp n c = Finite (min_share c).
Proof.
  intros n c ((_ & _ & _ & _ & Hlm) & _ & Hl & Hm) Hn. assert (P := bpow_gt_0 radix2 1024).
  assert (E : n_max n (made (min_share c)) = Finite (min_share c)).
  { rewrite (made_finite (min_share c)) by (rewrite Rabs_pos_eq; lra).
    destruct Hn as [-> | [-> | (x & -> & Hx)]]; [reflexivity | reflexivity |]. cbn [n_max]. now rewrite Rmax_right by lra. }
  unfold n_clamp. rewrite E. destruct (made_of_positive (max_share c) ltac:(lra)) as [-> | (-> & _)]; [| reflexivity].
  cbn [n_min]. now rewrite Rmin_left by lra.
Qed.

(* A ratio at least 0 that stands for the number: 2^2200 for infinity, and for numbers below 0 it is 0. *)
Definition stands_for (n : number) (x : R) :=
  (n = Finite x /\ 0 <= x < 2^1024) \/ (n = Infinite false /\ x = 2^2200) \/
  (x = 0 /\ (n = Infinite true \/ exists y, n = Finite y /\ y <= 0)).

Lemma product_of_weight : forall c x, has_doubles c -> 0 <= x <= 2^2200 -> 0 <= RN (weight c * x) <= 2^3300.
Proof.
  intros c x ((_ & Hw & _) & Lw & _) Hx. split; [apply round_pos, Rmult_le_pos; lra |].
  assert (B : weight c * x <= 2^3224).
  { replace (2^3224) with (2^1024 * 2^2200) by (now rewrite <- bpow_plus). apply Rmult_le_compat; lra. }
  apply Rle_trans with (2^3224); [| apply bpow_le; lia].
  rewrite <- (round_id (2^3224)) by (apply double_power; lia). now apply rounding_keeps_order.
Qed.

Lemma least_double : forall x, double x -> 0 < x -> 2^(-1074) <= x.
Proof.
  intros x Fx Hx. apply generic_format_ge_bpow with (fexp := fexp); [| assumption | assumption].
  intros e. unfold fexp, FLT_exp. lia.
Qed.

(* The product of the processor is what the ratio gives, or it is clamped to the minimum, as the ratio's is. *)
Lemma product_stands : forall c n x, has_doubles c -> stands_for n x ->
  n_times (made (weight c)) n = made (RN (weight c * x)) \/
  ((n_times (made (weight c)) n = NoNumber \/ n_times (made (weight c)) n = Infinite true \/
    exists y, n_times (made (weight c)) n = Finite y /\ y <= 0) /\ RN (weight c * x) = 0).
Proof.
  intros c n x ((Fw & Hw & _) & Lw & _) Hn. assert (P := bpow_gt_0 radix2 1024).
  rewrite (made_finite (weight c)) by (rewrite Rabs_pos_eq; lra).
  destruct Hn as [(-> & Hx) | [(-> & ->) | (-> & Hn)]].
  - now left.
  - cbn [n_times]. unfold times_infinity. destruct Req_EM_T as [Z | Z].
    + right. split; [now left |]. rewrite Z, Rmult_0_l. apply round_id, double_0.
    + destruct Rlt_dec as [L | L]; [lra |]. left. simpl xorb.
      assert (W : 2^(-1074) <= weight c) by (apply least_double; [assumption | lra]).
      assert (B : 2^1126 <= RN (weight c * 2^2200)).
      { rewrite <- (round_id (2^1126)) by (apply double_power; lia). apply rounding_keeps_order.
        replace (2^1126) with (2^(-1074) * 2^2200) by (now rewrite <- bpow_plus).
        apply Rmult_le_compat_r; [apply bpow_ge_0 | assumption]. }
      assert (2^1024 < 2^1126) by (apply bpow_lt; lia).
      destruct (made_of_positive (RN (weight c * 2^2200)) ltac:(lra)) as [E | (E & _)]; [| now rewrite E].
      exfalso. unfold made in E. destruct Rlt_dec as [L' |]; [| discriminate E]. rewrite Rabs_pos_eq in L'; lra.
  - right. rewrite Rmult_0_r, (round_id 0 double_0). split; [| reflexivity].
    destruct Hn as [-> | (y & -> & Hy)].
    + cbn [n_times]. unfold times_infinity. destruct Req_EM_T; [now left |].
      destruct Rlt_dec; [lra |]. right. now left.
    + cbn [n_times]. assert (N : RN (weight c * y) <= 0).
      { rewrite <- (round_id 0 double_0). apply rounding_keeps_order.
        replace 0 with (weight c * 0) by ring. now apply Rmult_le_compat_l. }
      unfold made. destruct Rlt_dec; [right; right; eexists; now split |].
      right. left. destruct Rlt_dec as [| L]; [reflexivity |]. exfalso.
      assert (Z : RN (weight c * y) = 0) by lra. rewrite Z, Rabs_R0 in *. contradiction.
Qed.

Lemma share_stands : forall c n x, has_doubles c -> stands_for n x ->
  n_clamp (n_times (made (weight c)) n) c = made (share_at x c) /\
  (n_eq (n_clamp (n_times (made (weight c)) n) c) (n_times (made (weight c)) n) -> share_at x c = RN (weight c * x)).
Proof.
  intros c n x Hc Hn. assert (Hc' := Hc). destruct Hc' as ((Fw & Hw & _ & _ & Hlm) & Lw & Hl & Hm).
  assert (P := bpow_gt_0 radix2 1024).
  assert (Hx : 0 <= x <= 2^2200).
  { assert (2^1024 <= 2^2200) by (apply bpow_le; lia).
    destruct Hn as [(_ & Q) | [(_ & ->) | (-> & _)]]; lra. }
  assert (Hp := product_of_weight c x Hc Hx). set (p := RN (weight c * x)) in *.
  unfold share_at. fold p.
  destruct (product_stands c n x Hc Hn) as [E | (E & Z)]; fold p in E || fold p in Z.
  - rewrite E. split; [now apply clamp_of_made |]. rewrite clamp_of_made by assumption. intros (Q & _).
    destruct (clamp_cases p (min_share c) (max_share c) ltac:(lra)) as [(A & B) | [(A & B) | (A & B)]]; [| assumption |].
    + rewrite B in *. rewrite (made_finite (min_share c)) in Q by (rewrite Rabs_pos_eq; lra).
      symmetry. symmetry in Q. now apply made_is in Q.
    + rewrite B in *. destruct Hm as [Hm | Hm].
      * rewrite (made_finite (max_share c)) in Q by (rewrite Rabs_pos_eq; lra). symmetry in Q. now apply made_is in Q.
      * lra.
  - fold p in Z. assert (C : clamp p (min_share c) (max_share c) = min_share c) by (apply clamp_low; lra).
    rewrite C, (clamp_of_little _ c Hc E). split; [symmetry; apply made_finite; rewrite Rabs_pos_eq; lra |].
    intros (Q & _). rewrite Z. destruct E as [E | [E | (y & E & Hy)]]; rewrite E in Q; [discriminate Q | discriminate Q |].
    injection Q as Q. lra.
Qed.

Lemma decided_stands : forall c low high lower upper s, has_doubles c -> stands_for low lower -> stands_for high upper ->
  n_decided n_clamp c low high s -> decided c lower upper s.
Proof.
  intros c low high lower upper s Hc Hl Hh D. unfold n_decided in D. cbv zeta in D.
  destruct (share_stands c low lower Hc Hl) as (El & Ml), (share_stands c high upper Hc Hh) as (Eh & Mh).
  destruct D as [((Q & _) & v & Ev & ->) | (N & A & B & ->)].
  - left. rewrite Q, Eh in Ev. rewrite El, Eh in Q. rewrite Ev in Q. apply made_is in Ev. apply made_is in Q.
    now subst.
  - right. repeat split; [| now apply Ml | now apply Mh].
    intros E. apply N. rewrite El, Eh, E. split; [reflexivity |].
    unfold made. destruct Rlt_dec; discriminate.
Qed.

(* Cuts between any two numbers: whatever they are, an answer that is inside of them all, or lies between them all where no
   claimant moves, has each claimant where a cut between two ratios at least 0 would have it, inside of which, or
   between which, the answer lies. Left out is the answer 0 after a cut from below 0 to 0. *)
Theorem cuts_decide_between_ratios : forall cuts within low high c s h,
  after true cuts within -> In (low, high) cuts -> has_doubles c -> n_decided n_clamp c low high s ->
  (forall x, low = Finite x \/ high = Finite x -> Rabs x < 2^1024) ->
  0 < h \/ n_lt (Finite 0) (snd within) -> n_is_inside within h \/ n_is_between within h ->
  exists lower upper, 0 <= lower /\ 0 <= upper /\ decided c lower upper s /\
    RN (lower * (1 + without_decided_margin)) < upper /\
    (n_is_inside within h -> is_inside lower upper h) /\ (n_is_between within h -> lower <= h <= upper).
Proof.
  intros cuts within low high c s h A I Hc D Hf Ph Hin.
  destruct (after_cuts cuts within A) as (l & u & -> & Pl & Pu & K).
  assert (Pm := bpow_gt_0 radix2 (-45)). assert (Pm' := bpow_gt_0 radix2 (-44)).
  assert (M1 : 2^(-45) <= 1) by (change 1 with (2^0); apply bpow_le; lia).
  assert (M2 : 2^(-44) <= 1) by (change 1 with (2^0); apply bpow_le; lia).
  assert (P1024 : 2^1000 < 2^1024) by (apply bpow_lt; lia). assert (P1000 := bpow_gt_0 radix2 1000).
  assert (P2200 : 2^1026 <= 2^2200) by (apply bpow_le; lia).
  assert (E1026 : 2^1026 = 4 * 2^1024) by (change 4 with (2^2); now rewrite <- bpow_plus).
  unfold n_is_inside, n_is_between in *. cbn [fst snd n_times] in *.
  assert (Inside : n_lt (made (RN (l * (1 + check_line_margin)))) (Finite h) -> RN (l * (1 + check_line_margin)) < h).
  { intros H. apply made_is_below in H; [assumption |].
    assert (0 <= RN (l * (1 + check_line_margin))); [apply round_pos, Rmult_le_pos; lra | lra]. }
  assert (Below : n_lt (Finite h) (made (RN (u * (1 - check_line_margin)))) -> h < RN (u * (1 - check_line_margin))).
  { intros H. unfold made in H. destruct Rlt_dec as [L | L]; [exact H |]. destruct Rlt_dec as [N | N]; [contradiction |].
    exfalso. apply L. assert (U : RN (u * (1 - check_line_margin)) <= 2^1000).
    { rewrite <- (round_id (2^1000)) by (apply double_power; lia). apply rounding_keeps_order.
      destruct (Rle_lt_dec 0 u); [apply Rle_trans with (u * 1); [apply Rmult_le_compat_l; lra | lra] |].
      apply Rle_trans with 0; [| lra].
      replace 0 with (0 * (1 - check_line_margin)) by ring. apply Rmult_le_compat_r; lra. }
    rewrite Rabs_pos_eq; lra. }
  assert (U0 : 0 < u).
  { destruct Ph as [Ph | Ph]; [| exact Ph]. destruct Hin as [(_ & H) | (_ & H)].
    - apply Below in H. destruct (Rle_lt_dec u 0) as [N |]; [exfalso | assumption].
      assert (RN (u * (1 - check_line_margin)) <= 0); [| lra]. rewrite <- (round_id 0 double_0).
      apply rounding_keeps_order. replace 0 with (0 * (1 - check_line_margin)) by ring. apply Rmult_le_compat_r; lra.
    - apply le_of_finite in H. lra. }
  destruct K as [K | K]; [lra |]. destruct (K _ _ I) as (Hm & Hlow & Hhigh).
  destruct (moves_are_between_numbers _ _ Hm) as (Klow & Khigh).
  assert (L : exists lower, stands_for low lower /\ 0 <= lower <= l /\
    (low = Finite lower \/ lower = 0)).
  { destruct Klow as [(x & ->) | ->].
    - apply le_of_finite in Hlow. specialize (Hf x (or_introl eq_refl)).
      destruct (Rle_lt_dec x 0) as [N | N].
      + exists 0. split; [right; right; split; [reflexivity | right; exists x; now split] | split; [lra | now right]].
      + exists x. rewrite Rabs_pos_eq in Hf by lra. split; [left; split; [reflexivity | lra] | split; [lra | now left]].
    - exists 0. split; [right; right; split; [reflexivity | now left] | split; [lra | now right]]. }
  assert (U : exists upper, stands_for high upper /\ u <= upper /\ (high = Finite upper \/ upper = 2^2200)).
  { destruct Khigh as [(y & ->) | ->].
    - apply le_of_finite in Hhigh. specialize (Hf y (or_intror eq_refl)). rewrite Rabs_pos_eq in Hf by lra.
      exists y. split; [left; split; [reflexivity | lra] | split; [lra | now left]].
    - exists (2^2200). split; [right; left; now split | split; [lra | now right]]. }
  destruct L as (lower & Sl & Bl & Cl), U as (upper & Su & Bu & Cu). exists lower, upper.
  split; [lra |]. split; [lra |]. split; [now apply decided_stands with low high |].
  assert (Rl : RN (lower * (1 + check_line_margin)) <= RN (l * (1 + check_line_margin)))
    by (apply rounding_keeps_order, Rmult_le_compat_r; lra).
  assert (Ru : RN (u * (1 - check_line_margin)) <= RN (upper * (1 - check_line_margin)))
    by (apply rounding_keeps_order, Rmult_le_compat_r; lra).
  split; [| split].
  - destruct Cl as [Cl | ->]; [| rewrite Rmult_0_l, (round_id 0 double_0); lra].
    unfold shows_moves in Hm. rewrite Cl in Hm. cbn [n_times] in Hm.
    assert (P0 : 0 <= RN (lower * (1 + without_decided_margin))) by (apply round_pos, Rmult_le_pos; lra).
    destruct Cu as [Cu | ->].
    + rewrite Cu in Hm. apply made_is_below in Hm; [assumption | lra].
    + assert (Ll : lower < 2^1024).
      { destruct Sl as [(_ & H) | [(H & _) | (H & _)]]; [lra | rewrite Cl in H; discriminate H | lra]. }
      assert (B : RN (lower * (1 + without_decided_margin)) <= 2^1025).
      { rewrite <- (round_id (2^1025)) by (apply double_power; lia). apply rounding_keeps_order.
        change 1025%Z with (1024 + 1)%Z. rewrite bpow_plus. change (2^1) with 2.
        apply Rmult_le_compat; lra. }
      assert (2^1025 < 2^1026) by (apply bpow_lt; lia). lra.
  - intros (H1 & H2). apply Inside in H1. apply Below in H2. split; lra.
  - intros (H1 & H2). apply le_of_finite in H1. apply le_of_finite in H2. lra.
Qed.
