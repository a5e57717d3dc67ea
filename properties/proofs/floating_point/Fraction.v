(* Where the fast path's sums are exact: what `find_fraction` of reference/ rests on, for a sum that is
  made in
   one part. *)
From Coq Require Import Reals ZArith Lra Lia List Psatz.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

Definition multiple (e : Z) (x : R) := exists n : Z, x = IZR n * 2^e.

Lemma multiple_plus : forall e x y, multiple e x -> multiple e y -> multiple e (x + y).
Proof. intros e x y (n & ->) (m & ->). exists (n + m)%Z. rewrite plus_IZR. ring. Qed.

Lemma multiple_minus : forall e x y, multiple e x -> multiple e y -> multiple e (x - y).
Proof. intros e x y (n & ->) (m & ->). exists (n - m)%Z. rewrite minus_IZR. ring. Qed.

Lemma small_multiple : forall e x, (-1074 <= e)%Z -> multiple e x -> Rabs x < 2^(e + 53) -> double x.
Proof.
  intros e x He (n & ->) H. apply double_integer; [| assumption].
  rewrite Rabs_mult, (Rabs_pos_eq (2^e)) in H by apply bpow_ge_0.
  rewrite Z.add_comm, bpow_plus in H. apply Rmult_lt_reg_r in H; [| apply bpow_gt_0].
  rewrite <- abs_IZR in H. change (2^53) with (IZR (2 ^ 53)) in H. now apply lt_IZR in H.
Qed.

Lemma multiple_round : forall e x, (-1074 <= e)%Z -> multiple e x -> multiple e (RN x).
Proof.
  intros e x He Hm. destruct (Rlt_le_dec (Rabs x) (2^(e + 53))) as [L | L].
  - rewrite round_id; [assumption |]. now apply (small_multiple e).
  - apply mag_gt_bpow in L.
    assert (C : (e <= cexp radix2 fexp x)%Z) by (unfold cexp, FLT_exp; lia).
    exists (ZnearestE (scaled_mantissa radix2 fexp x) * 2 ^ (cexp radix2 fexp x - e))%Z.
    rewrite mult_IZR, (IZR_Zpower radix2) by lia. rewrite Rmult_assoc, <- bpow_plus.
    replace (cexp radix2 fexp x - e + e)%Z with (cexp radix2 fexp x) by lia. reflexivity.
Qed.

(* All of a grouping: its addends are multiples of 2^e, and what is kept beside its sums is less than 2^53 of
   them. *)
Lemma run_is_exact : forall e D M, (-1074 <= e)%Z -> D <= deepest -> 0 <= D ->
  D * u1 * M < 2^(e + 53) ->
  forall g, addends addend g -> addends (multiple e) g -> depth g <= D -> sum_of g <= M ->
  multiple e (high (run g)) /\ multiple e (low (run g)) /\ high (run g) + low (run g) = sum_of g.
Proof.
  intros e D M He HD PD HM.
  assert (Fine : forall x g, multiple e x -> depth g <= D -> sum_of g <= M -> 0 <= sum_of g ->
    Rabs x <= depth g * u1 * sum_of g -> RN x = x).
  { intros x g Hx Hg HS PS H. apply round_id, (small_multiple e); trivial.
    apply Rle_lt_trans with (1 := H). apply Rle_lt_trans with (2 := HM).
    assert (P := depth_pos g).
    apply Rmult_le_compat; trivial; [apply Rmult_le_pos; [assumption | unfold u1, u; lra] |].
    apply Rmult_le_compat_r; [unfold u1, u; lra | assumption]. }
  assert (Two : forall g g', addends addend g -> addends addend g' -> Rmax (depth g) (depth g') + 1 <= D ->
    sum_of g + sum_of g' <= M ->
    multiple e (high (run g)) -> multiple e (low (run g)) -> high (run g) + low (run g) = sum_of g ->
    multiple e (high (run g')) -> multiple e (low (run g')) -> high (run g') + low (run g') = sum_of g' ->
    let h := RN (high (run g) + high (run g')) in
    let t := two_sum_low (high (run g)) (high (run g')) in
    multiple e h /\ multiple e t /\ t = high (run g) + high (run g') - h /\
    Rabs (low (run g)) + Rabs t <= (Rmax (depth g) (depth g') + 1) * u1 * (sum_of g + sum_of g') /\
    Rabs (low (run g')) + Rabs t <= (Rmax (depth g) (depth g') + 1) * u1 * (sum_of g + sum_of g')).
  { intros g g' A A' Hd HS H1 H2 H3 H1' H2' H3' h t.
    assert (M1 := Rmax_l (depth g) (depth g')). assert (M2 := Rmax_r (depth g) (depth g')).
    destruct (small_parts g A ltac:(lra)) as (_ & B & _ & F & _ & PS).
    destruct (small_parts g' A' ltac:(lra)) as (_ & B' & _ & F' & _ & PS').
    destruct (run_is_within g A ltac:(lra)) as (_ & _ & Ph & _ & W & _).
    destruct (run_is_within g' A' ltac:(lra)) as (_ & _ & Ph' & _ & W' & _).
    assert (Et : t = high (run g) + high (run g') - h) by (now apply two_sum_low_is).
    assert (Mh : multiple e h) by (apply multiple_round; [assumption | now apply multiple_plus]).
    assert (Mt : multiple e t).
    { rewrite Et. apply multiple_minus; [now apply multiple_plus | assumption]. }
    assert (R0 := plus_rounds _ _ F F'). fold h in R0. rewrite (Rabs_pos_eq (_ + _)) in R0 by lra.
    assert (Bt : Rabs t <= u1 * (sum_of g + sum_of g')).
    { rewrite Et, <- Rabs_Ropp. replace (- (high (run g) + high (run g') - h)) with
        (h - (high (run g) + high (run g'))) by ring.
      assert (X := Rabs_le_inv _ _ B). assert (X' := Rabs_le_inv _ _ B').
      apply Rle_trans with (1 := R0). unfold u1, u in *. lra. }
    replace (sum_of g - high (run g)) with (low (run g)) in W by lra.
    replace (sum_of g' - high (run g')) with (low (run g')) in W' by lra.
    set (d := Rmax (depth g) (depth g')) in *.
    assert (K : forall dd s, dd <= d -> 0 <= s -> dd * u1 * s <= d * u1 * s).
    { intros dd s Hdd Hs. apply Rmult_le_compat_r; [assumption |].
      apply Rmult_le_compat_r; [unfold u1, u; lra | assumption]. }
    assert (K1 := K _ _ M1 PS). assert (K2 := K _ _ M2 PS').
    assert (Pd : 0 <= d * u1) by (apply Rmult_le_pos; [assert (P := depth_pos g); lra | unfold u1, u; lra]).
    assert (K3 := Rmult_le_pos _ _ Pd PS). assert (K4 := Rmult_le_pos _ _ Pd PS').
    split; [assumption | split; [assumption | split; [assumption |]]].
    split; lra. }
  induction g as [| g IH x | g IH g' IH' | g IH g' IH']; intros A Hm Hd HS.
  - simpl. assert (Z : multiple e 0) by (exists 0%Z; ring). repeat split; trivial. lra.
  - simpl in A, Hm, Hd, HS. destruct A as (A & Fx & Px). destruct Hm as (Hm & Hx).
    destruct (IH A Hm ltac:(lra) ltac:(lra)) as (H1 & H2 & H3).
    assert (W0 := run_is_within (Add g x) (conj A (conj Fx Px)) ltac:(simpl; lra)).
    destruct W0 as (_ & _ & _ & PS & W & _). cbn [run add_to high low] in *. unfold add_to in *. cbn [high
      low] in *.
    assert (Fh : double (high (run g))) by (apply (run_is_within g A); lra).
    rewrite two_sum_low_is by assumption.
    set (h := RN (high (run g) + x)) in *.
    assert (Mh : multiple e h) by (apply multiple_round; [assumption | now apply multiple_plus]).
    assert (El : RN (low (run g) + (high (run g) + x - h)) = low (run g) + (high (run g) + x - h)).
    { apply (Fine _ (Add g x)); trivial.
      - apply multiple_plus; [assumption |]. apply multiple_minus; [now apply multiple_plus | assumption].
      - replace (low (run g) + (high (run g) + x - h)) with (sum_of (Add g x) - h) by (simpl; lra). exact W. }
    rewrite El. split; [assumption | split].
    + apply multiple_plus; [assumption |]. apply multiple_minus; [now apply multiple_plus | assumption].
    + simpl. lra.
  - simpl in A, Hm, Hd, HS. destruct A as (A & A'). destruct Hm as (Hm & Hm').
    assert (M1 := Rmax_l (depth g) (depth g')). assert (M2 := Rmax_r (depth g) (depth g')).
    assert (W0 := run_is_within (Merge g g') (conj A A') ltac:(simpl; lra)).
    destruct W0 as (_ & _ & _ & PS & W & _).
    assert (PS1 : 0 <= sum_of g) by (apply (run_is_within g A); lra).
    assert (PS2 : 0 <= sum_of g') by (apply (run_is_within g' A'); lra).
    destruct (IH A Hm ltac:(lra) ltac:(lra)) as (H1 & H2 & H3).
    destruct (IH' A' Hm' ltac:(lra) ltac:(lra)) as (H1' & H2' & H3').
    destruct (Two g g' A A' Hd HS H1 H2 H3 H1' H2' H3') as (Mh & Mt & Et & B1 & B2).
    cbn [run] in *. unfold merge in *. cbn [high low] in *.
    set (h := RN (high (run g) + high (run g'))) in *. set (t := two_sum_low (high (run g)) (high (run
      g'))) in *.
    assert (E1 : RN (low (run g) + t) = low (run g) + t).
    { apply (Fine _ (Merge g g')); trivial; [now apply multiple_plus |].
      apply Rle_trans with (1 := Rabs_triang _ _). exact B1. }
    rewrite E1.
    assert (E2 : RN (low (run g) + t + low (run g')) = low (run g) + t + low (run g')).
    { apply (Fine _ (Merge g g')); trivial; [apply multiple_plus; [now apply multiple_plus | assumption] |].
      replace (low (run g) + t + low (run g')) with (sum_of (Merge g g') - h) by (simpl; lra). exact W. }
    rewrite E2. split; [assumption | split].
    + apply multiple_plus; [now apply multiple_plus | assumption].
    + simpl. lra.
  - simpl in A, Hm, Hd, HS. destruct A as (A & A'). destruct Hm as (Hm & Hm').
    assert (M1 := Rmax_l (depth g) (depth g')). assert (M2 := Rmax_r (depth g) (depth g')).
    assert (W0 := run_is_within (Lane g g') (conj A A') ltac:(simpl; lra)).
    destruct W0 as (_ & _ & _ & PS & W & _).
    assert (PS1 : 0 <= sum_of g) by (apply (run_is_within g A); lra).
    assert (PS2 : 0 <= sum_of g') by (apply (run_is_within g' A'); lra).
    destruct (IH A Hm ltac:(lra) ltac:(lra)) as (H1 & H2 & H3).
    destruct (IH' A' Hm' ltac:(lra) ltac:(lra)) as (H1' & H2' & H3').
    destruct (Two g g' A A' Hd HS H1 H2 H3 H1' H2' H3') as (Mh & Mt & Et & B1 & B2).
    cbn [run] in *. unfold next_lane in *. cbn [high low] in *.
    set (h := RN (high (run g) + high (run g'))) in *. set (t := two_sum_low (high (run g)) (high (run
      g'))) in *.
    assert (E1 : RN (t + low (run g')) = t + low (run g')).
    { apply (Fine _ (Lane g g')); trivial; [now apply multiple_plus |].
      apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rplus_comm. exact B2. }
    rewrite E1.
    assert (E2 : RN (low (run g) + (t + low (run g'))) = low (run g) + (t + low (run g'))).
    { apply (Fine _ (Lane g g')); trivial; [apply multiple_plus; [assumption | now apply multiple_plus] |].
      replace (low (run g) + (t + low (run g'))) with (sum_of (Lane g g') - h) by (simpl; lra). exact W. }
    rewrite E2. split; [assumption | split].
    + apply multiple_plus; [assumption | now apply multiple_plus].
    + simpl. lra.
Qed.

Lemma multiple_of_last_place : forall least x, double least -> 0 < least -> double x -> x = 0 \/ least <= x ->
  multiple (cexp radix2 fexp least) x.
Proof.
  intros l x Fl Hl Fx [-> | H]; [exists 0%Z; ring |].
  assert (C : (cexp radix2 fexp l <= cexp radix2 fexp x)%Z).
  { apply monotone_exp; auto with typeclass_instances. apply mag_le; assumption. }
  exists (Ztrunc (scaled_mantissa radix2 fexp x) * 2 ^ (cexp radix2 fexp x - cexp radix2 fexp l))%Z.
  rewrite mult_IZR, (IZR_Zpower radix2) by lia. rewrite Rmult_assoc, <- bpow_plus.
  replace (cexp radix2 fexp x - cexp radix2 fexp l + cexp radix2 fexp l)%Z with (cexp radix2 fexp x) by lia.
  exact Fx.
Qed.

(* The test of `find_fraction`: where 2^-48 times the additions times the total (or the weight) is no more
  than
   the least addend above 0, the compensated sum, however it is grouped, is exact. *)
Theorem sum_of_find_fraction_is_exact : forall g least additions most,
  addends addend g -> addends (fun x => x = 0 \/ least <= x) g -> double least -> 0 < least ->
  depth g <= additions -> additions <= 2^32 -> double most -> 2^(-900) <= most -> sum_of g <= 2 * most ->
  1 <= additions -> double (find_fraction_unit * additions) ->
  RN (find_fraction_unit * additions * most) <= least ->
  let s := renormalised (run g) in high s + low s = sum_of g.
Proof.
  intros g l a m A Al Fl Hl Hd Ha Fm Hm HS Ha1 Fu H s.
  change (2^32) with 4294967296 in Ha.
  assert (Dd : depth g <= deepest) by (unfold deepest; lra).
  destruct (small_parts g A Dd) as (L & _ & _ & Fh & Flo & PS).
  assert (Ph : 0 <= high (run g)) by (assert (P := Rabs_pos (low (run g))); lra).
  assert (E : high s + low s = high (run g) + low (run g)).
  { apply renormalising_is_exact; trivial. now rewrite (Rabs_pos_eq (high (run g))). }
  rewrite E.
  assert (Pm : 0 < m) by (assert (P := bpow_gt_0 radix2 (-900)); lra).
  assert (U48 : find_fraction_unit = 32 * u).
  { change (2^(-48)) with (2^(-53 + 5)). rewrite bpow_plus, u_is. change (2^5) with 32. ring. }
  assert (Et : eta <= u * u * m).
  { apply Rle_trans with (u * u * 2^(-900)).
    - rewrite <- u_is. unfold eta. rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat_l; [unfold u; lra | assumption]. }
  rewrite U48 in H.
  assert (Pam : m <= a * m) by (rewrite <- (Rmult_1_l m) at 1; apply Rmult_le_compat_r; lra).
  assert (R0 := any_rounds (32 * u * a * m)).
  replace (32 * u * a * m) with (32 * u * (a * m)) in * by ring.
  rewrite (Rabs_pos_eq (32 * u * (a * m))) in R0 by (unfold u; lra).
  assert (R0' := Rabs_le_inv _ _ R0).
  assert (Big : 31 * u * (a * m) <= l) by (unfold u in *; lra).
  set (e := cexp radix2 fexp l).
  assert (He : (-1074 <= e)%Z) by (unfold e, cexp, FLT_exp; lia).
  assert (Top : l < 2^(e + 53)).
  { apply Rlt_le_trans with (2^(mag radix2 l)).
    - assert (G := bpow_mag_gt radix2 l). rewrite (Rabs_pos_eq l) in G by lra. exact G.
    - apply bpow_le. unfold e, cexp, FLT_exp. lia. }
  assert (Mult : addends (multiple e) g).
  { clear - A Al Fl Hl. unfold e. induction g; simpl in *; trivial.
    - destruct A as (A & Fx & Px). destruct Al as (Al & Hx). split; [now apply IHg |].
      now apply multiple_of_last_place.
    - destruct A, Al. split; [now apply IHg1 | now apply IHg2].
    - destruct A, Al. split; [now apply IHg1 | now apply IHg2]. }
  apply (run_is_exact e a (2 * m)); trivial; try (unfold deepest; lra).
  apply Rle_lt_trans with (2 := Top). apply Rle_trans with (2 := Big).
  replace (a * u1 * (2 * m)) with (2 * u1 * (a * m)) by ring.
  apply Rmult_le_compat_r; [lra |]. unfold u1, u. lra.
Qed.
