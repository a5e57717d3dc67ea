(* Sums that overflow, where no claimant moves: they are told from those that are 0, with the numbers of Infinity.v. *)
From Coq Require Import Reals ZArith Lra Lia List Bool.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath Fraction Least Flat Overflow Infinity.
Import ListNotations.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

Definition is_not_negative (n : number) (x : R) := (n = Finite x /\ double x /\ 0 <= x) \/ n = Infinite false.

(* TwoSum of numbers >= 0: of doubles, or of infinities, which leave no number. *)
Lemma two_sum_by_processor : forall a b x y, is_not_negative (processor a) x -> is_not_negative (processor b) y ->
  (x = unbounded a) -> (y = unbounded b) ->
  (processor (Plus a b) = Finite (RN (x + y)) /\ processor (c_two_sum_low a b) = Finite (two_sum_low x y) /\
   processor a = Finite x /\ processor b = Finite y /\ 0 <= RN (x + y) < 2^1024) \/
  (processor (Plus a b) = Infinite false /\ processor (c_two_sum_low a b) = NoNumber).
Proof.
  intros a b x y Ha Hb Ex Ey. unfold c_two_sum_low. cbn [processor].
  destruct Ha as [(Ea & Fx & Px) | Ea], Hb as [(Eb & Fy & Py) | Eb]; rewrite Ea, Eb.
  2, 3, 4: right; split; reflexivity.
  set (s := RN (x + y)). assert (Fs : double s) by apply double_round.
  assert (Ps : 0 <= s) by (apply round_pos; lra).
  unfold n_minus. cbn [n_plus]. fold s.
  assert (P1024 := bpow_gt_0 radix2 1024).
  destruct (made_of_positive s ltac:(lra)) as [M | (M & Big)]; rewrite M; [left | right; split; reflexivity].
  assert (Ls : s < 2^1024).
  { unfold made in M. destruct Rlt_dec as [L |]; [| discriminate]. rewrite Rabs_pos_eq in L; lra. }
  assert (Lx : x <= s) by (rewrite <- (round_id x Fx); apply rounding_keeps_order; lra).
  assert (Ly : y <= s) by (rewrite <- (round_id y Fy); apply rounding_keeps_order; lra).
  assert (In_s : forall z, - s <= z <= s -> - s <= RN z <= s).
  { intros z Hz. rewrite <- (round_id s Fs) at 2. rewrite <- (round_id (- s) (double_opp s Fs)).
    split; apply rounding_keeps_order; lra. }
  assert (Pos : forall z, 0 <= z <= s -> 0 <= RN z <= s).
  { intros z Hz. split; [apply round_pos; lra | apply In_s; lra]. }
  assert (Mk : forall z, - s <= z <= s -> made z = Finite z) by (intros z Hz; apply made_finite, Rabs_lt; lra).
  cbn [n_opposite n_plus]. fold (s - x). assert (B1 := Pos (s - x) ltac:(lra)). set (ob := RN (s - x)) in *.
  rewrite (Mk ob) by lra. cbn [n_opposite n_plus]. fold (s - ob) (y - ob).
  assert (B2 := Pos (s - ob) ltac:(lra)). assert (B3 := In_s (y - ob) ltac:(lra)).
  set (oa := RN (s - ob)) in *. set (db := RN (y - ob)) in *.
  rewrite (Mk oa), (Mk db) by lra. cbn [n_opposite n_plus]. fold (x - oa).
  assert (B4 := In_s (x - oa) ltac:(lra)). set (da := RN (x - oa)) in *. rewrite (Mk da) by lra. cbn [n_plus].
  assert (Et : RN (da + db) = two_sum_low x y) by reflexivity.
  assert (Bt : - s <= two_sum_low x y <= s).
  { rewrite two_sum_low_is by assumption. fold s.
    assert (R0 := plus_rounds x y Fx Fy). fold s in R0. rewrite (Rabs_pos_eq (x + y)) in R0 by lra.
    apply Rabs_le_inv in R0. unfold u in R0. lra. }
  rewrite Et, (Mk _ Bt). repeat split; trivial; lra.
Qed.

(* A sum as it is kept: finite, or with no number beside it. *)
Definition is_kept (c : computed_pair) (p : pair) :=
  (processor (c_high c) = Finite (high p) /\ processor (c_low c) = Finite (low p)) \/
  (processor (c_high c) = Infinite false /\ processor (c_low c) = NoNumber).

Lemma run_is_kept : forall g, addends addend g -> addends (fun x => x < 2^1024) g -> depth g <= deepest ->
  is_kept (c_run g) (run g).
Proof.
  assert (P1024 := bpow_gt_0 radix2 1024).
  assert (Pos : forall g, addends addend g -> depth g <= deepest -> is_kept (c_run g) (run g) ->
    is_not_negative (processor (c_high (c_run g))) (high (run g))).
  { intros g A D [(E & _) | (E & _)]; [left | now right].
    destruct (run_is_within g A D) as (F & _ & P & _). now repeat split. }
  assert (Low : forall g, addends addend g -> depth g <= deepest -> high (run g) < 2^1024 ->
    Rabs (low (run g)) <= / 1000 * 2^1024 /\ made (low (run g)) = Finite (low (run g))).
  { intros g A D H. destruct (small_parts g A D) as (L & B & C & _ & _ & PS).
    apply Rabs_le_inv in B. apply Rabs_le_inv in C.
    assert (Q : Rabs (low (run g)) <= / 1000 * 2^1024) by (apply Rabs_le; lra).
    split; [exact Q | apply made_finite; lra]. }
  assert (P1 : 2^20 <= 2^1024) by (apply bpow_le; lia). change (2^20) with 1048576 in P1.
  induction g as [| g IH x | g IH g' IH']; intros A L D.
  - left. cbn [c_run c_high c_low processor run high low]. split; apply made_finite; rewrite Rabs_R0; assumption.
  - cbn [addends depth] in A, L, D. destruct A as (A & Fx & Px). destruct L as (L & Lx).
    assert (Dp := depth_pos g).
    assert (K := IH A L ltac:(lra)).
    destruct (run_means g) as (Mh & Ml).
    assert (Nx : is_not_negative (processor (Given x)) x).
    { left. split; [apply made_finite; rewrite Rabs_pos_eq; lra | now split]. }
    destruct (two_sum_by_processor _ _ _ _ (Pos g A ltac:(lra) K) Nx (eq_sym Mh) eq_refl)
      as [(E1 & E2 & E3 & _ & B) | (E1 & E2)].
    + left. split; [exact E1 |].
      destruct K as [(_ & Kl) | (Kh & _)]; [| congruence].
      destruct (Low (Add g x) (conj A (conj Fx Px)) ltac:(cbn [depth]; lra) (proj2 B)) as (_ & M).
      cbn [c_run c_add_to c_low processor]. cbn [processor] in E2. rewrite Kl, E2. exact M.
    + right. split; [exact E1 |]. cbn [c_run c_add_to c_low processor]. cbn [processor] in E2. rewrite E2.
      apply no_number_plus. now right.
  - cbn [addends depth] in A, L, D. destruct A as (A & A'). destruct L as (L & L').
    assert (M1 := Rmax_l (depth g) (depth g')). assert (M2 := Rmax_r (depth g) (depth g')).
    assert (K := IH A L ltac:(lra)). assert (K' := IH' A' L' ltac:(lra)).
    destruct (run_means g) as (Mh & Ml). destruct (run_means g') as (Mh' & Ml').
    destruct (two_sum_by_processor _ _ _ _ (Pos g A ltac:(lra) K) (Pos g' A' ltac:(lra) K') (eq_sym Mh) (eq_sym Mh'))
      as [(E1 & E2 & E3 & E4 & B) | (E1 & E2)].
    + left. split; [exact E1 |].
      destruct K as [(Kh & Kl) | (Kh & _)]; [| congruence]. destruct K' as [(Kh' & Kl') | (Kh' & _)]; [| congruence].
      destruct (Low (Merge g g') (conj A A') ltac:(cbn [depth]; lra) (proj2 B)) as (_ & M).
      destruct (run_is_within g A ltac:(lra)) as (Fh & _ & Ph & _).
      destruct (run_is_within g' A' ltac:(lra)) as (Fh' & _ & Ph' & _).
      set (s := RN (high (run g) + high (run g'))) in *.
      assert (S1 : high (run g) <= s) by (rewrite <- (round_id _ Fh); apply rounding_keeps_order; lra).
      destruct (Low g A ltac:(lra) ltac:(lra)) as (Q & _).
      assert (T := two_sum_low_is _ _ Fh Fh').
      assert (R0 := plus_rounds _ _ Fh Fh'). fold s in R0, T. rewrite (Rabs_pos_eq (_ + _)) in R0 by lra.
      assert (S2 : high (run g') <= s) by (rewrite <- (round_id _ Fh'); apply rounding_keeps_order; lra).
      apply Rabs_le_inv in R0. apply Rabs_le_inv in Q.
      assert (G : Rabs (low (run g) + two_sum_low (high (run g)) (high (run g'))) <= / 100 * 2^1024).
      { apply Rabs_le. unfold u in R0. lra. }
      assert (G' := round_grows_little _ _ G).
      cbn [c_run c_merge c_low processor]. cbn [processor] in E2. rewrite Kl, Kl', E2. cbn [n_plus].
      rewrite (made_finite (RN (low (run g) + two_sum_low (high (run g)) (high (run g'))))) by lra.
      cbn [n_plus]. exact M.
    + right. split; [exact E1 |]. cbn [c_run c_merge c_low processor]. cbn [processor] in E2. rewrite E2.
      rewrite (no_number_plus _ NoNumber) by now right. reflexivity.
Qed.

(* As `plus` and `normalised` leave it: finite, with no number beside it, or just overflowed. *)
Definition is_left (c : computed_pair) (p : pair) :=
  (processor (c_high c) = Finite (high p) /\ processor (c_low c) = Finite (low p)) \/
  (processor (c_high c) = NoNumber /\ processor (c_low c) = NoNumber) \/ processor (c_high c) = Infinite false.

Lemma renormalised_is_left : forall c p, double (high p) -> double (low p) -> 0 <= high p -> Rabs (low p) <= / 2 * high p ->
  is_kept c p -> is_left (c_renormalised c) (renormalised p).
Proof.
  intros c p Fh Fl Ph L [(Eh & El) | (Eh & El)].
  - assert (P1024 := bpow_gt_0 radix2 1024). apply Rabs_le_inv in L.
    assert (Ps : 0 <= RN (high p + low p)) by (apply round_pos; lra).
    unfold is_left, c_renormalised. cbn [c_high c_low processor]. rewrite Eh, El. cbn [n_plus].
    destruct (made_of_positive (RN (high p + low p)) ltac:(lra)) as [M | (M & _)]; rewrite M; [left | now right; right].
    split; [reflexivity |]. set (s := RN (high p + low p)) in *.
    assert (Ls : s < 2^1024).
    { unfold made in M. destruct Rlt_dec as [B |]; [| discriminate]. rewrite Rabs_pos_eq in B; lra. }
    assert (R0 := plus_rounds _ _ Fh Fl). fold s in R0. rewrite (Rabs_pos_eq (high p + low p)) in R0 by lra.
    apply Rabs_le_inv in R0.
    assert (Fs : double s) by apply double_round.
    (* s is at least a third of high, and what is taken off and on again is no more than s *)
    assert (B : high p <= 3 * s) by (unfold u in *; lra).
    assert (G1 : Rabs (s - high p) <= (/ 2 + 3 * u) * high p) by (apply Rabs_le; unfold u in *; lra).
    unfold n_minus. cbn [n_opposite n_plus]. fold (s - high p).
    assert (Hh : high p < 2^1024).
    { assert (Q := finite_is_below _ _ Eh). now rewrite Rabs_pos_eq in Q. }
    assert (D1 : Rabs (RN (s - high p)) <= (/ 2 + 8 * u) * high p).
    { assert (R1 := minus_rounds _ _ Fs Fh).
      apply Rabs_le_inv in G1. assert (R2 : Rabs (RN (s - high p) - (s - high p)) <= u * high p).
      { apply Rle_trans with (1 := R1). apply Rmult_le_compat_l; [unfold u; lra |]. apply Rabs_le. unfold u in *. lra. }
      apply Rabs_le_inv in R2. apply Rabs_le. unfold u in *. lra. }
    rewrite (made_finite (RN (s - high p))) by (unfold u in *; lra).
    cbn [n_opposite n_plus]. fold (low p - RN (s - high p)).
    apply made_finite.
    assert (E : renormalised p = {| high := s; low := RN (low p - RN (s - high p)) |}) by reflexivity.
    assert (Small : Rabs (low p) <= Rabs (high p)) by (rewrite (Rabs_pos_eq (high p)) by lra; apply Rabs_le; lra).
    destruct (normalised_is_pair p Fh Fl (or_introl Small)) as (Pr & _). rewrite E in Pr.
    assert (Q := low_is_small _ Pr). cbn [high low] in Q. rewrite (Rabs_pos_eq s) in Q by lra.
    rewrite E. cbn [low]. unfold u in *. lra.
  - right. left. unfold c_renormalised. cbn [c_high c_low processor]. rewrite Eh, El. now split.
Qed.

Lemma parts_are_joined : forall first others, sum_in_parts first others = joined first others.
Proof.
  intros first. induction others as [| g others IH]; [reflexivity |]. cbn [sum_in_parts joined]. now rewrite IH.
Qed.

Lemma joined_is_left : forall first others,
  (forall g, g = first \/ In g others -> addends addend g /\ addends (fun x => x < 2^1024) g /\ depth g <= 2^32) ->
  is_left (c_sum first others) (joined first others).
Proof.
  intros first others. change (2^32) with 4294967296.
  assert (One : forall g, addends addend g -> addends (fun x => x < 2^1024) g -> depth g <= 4294967296 ->
    is_left (c_renormalised (c_run g)) (renormalised (run g))).
  { intros g A L D. assert (Dd : depth g <= deepest) by (unfold deepest; lra).
    destruct (small_parts g A Dd) as (_ & B & C & Fh & Fl & PS).
    apply Rabs_le_inv in B. apply Rabs_le_inv in C.
    apply renormalised_is_left; trivial; [lra | apply Rabs_le; lra | now apply run_is_kept]. }
  induction others as [| g others IH]; intros H.
  - destruct (H first (or_introl eq_refl)) as (A & L & D). now apply One.
  - assert (H' : forall h, h = first \/ In h others -> addends addend h /\ addends (fun x => x < 2^1024) h /\
      depth h <= 4294967296) by (intros h [I | I]; apply H; [now left | right; now right]).
    assert (Ka := IH H'). destruct (H g (or_intror (or_introl eq_refl))) as (A & L & D). assert (Kb := One g A L D).
    cbn [c_sum joined]. set (ca := c_sum first others) in *. set (cb := c_renormalised (c_run g)) in *.
    destruct (joined_is_zero first others) as (Pa & Ha & _).
    { intros h I. destruct (H' h I) as (A1 & _ & D1). change (2^32) with 4294967296. now split. }
    destruct (normalised_grouping g A ltac:(unfold deepest; lra)) as (Pb & Hb).
    set (a := joined first others) in *. set (b := renormalised (run g)) in *.
    assert (La := low_is_small _ Pa). assert (Lb := low_is_small _ Pb).
    rewrite (Rabs_pos_eq (high a)) in La by assumption. rewrite (Rabs_pos_eq (high b)) in Lb by assumption.
    assert (Ma : unbounded (c_high ca) = high a).
    { unfold ca, a. rewrite <- parts_are_joined. apply sum_means. }
    assert (Mb : unbounded (c_high cb) = high b) by (apply (renormalised_means _ _ (run_means g))).
    unfold c_plus, plus.
    assert (None2 : forall x y, processor y = NoNumber ->
      is_left (c_renormalised {| c_high := x; c_low := y |}) (renormalised {| high := RN (high a + high b);
        low := RN (two_sum_low (high a) (high b) + RN (low a + low b)) |})).
    { intros x y E. right. left. unfold c_renormalised. cbn [c_high c_low processor]. rewrite E. unfold n_minus.
      split; [apply no_number_plus; now right | reflexivity]. }
    assert (Na : is_not_negative (processor (c_high ca)) (high a) \/ processor (c_low ca) = NoNumber).
    { destruct Ka as [(E & _) | [(_ & E) | E]]; [left; left; split; [exact E | split; [apply Pa | exact Ha]]
      | now right | left; now right]. }
    assert (Nb : is_not_negative (processor (c_high cb)) (high b) \/ processor (c_low cb) = NoNumber).
    { destruct Kb as [(E & _) | [(_ & E) | E]]; [left; left; split; [exact E | split; [apply Pb | exact Hb]]
      | now right | left; now right]. }
    destruct Na as [Na | Na].
    2: { apply None2. cbn [processor]. rewrite Na. cbn [n_plus]. apply no_number_plus. now right. }
    destruct Nb as [Nb | Nb].
    2: { apply None2. cbn [processor]. rewrite Nb. apply no_number_plus. right. apply no_number_plus. now right. }
    destruct (two_sum_by_processor _ _ _ _ Na Nb (eq_sym Ma) (eq_sym Mb)) as [(E1 & E2 & E3 & E4 & B) | (E1 & E2)].
    2: { apply None2. cbn [processor] in E2 |- *. rewrite E2. reflexivity. }
    destruct Ka as [(_ & El) | [(E & _) | E]]; [| congruence | congruence].
    destruct Kb as [(_ & El') | [(E & _) | E]]; [| congruence | congruence].
    assert (Fa : double (high a)) by apply Pa. assert (Fb : double (high b)) by apply Pb.
    assert (Sa : high a <= RN (high a + high b)) by (rewrite <- (round_id _ Fa) at 1; apply rounding_keeps_order; lra).
    assert (Sb : high b <= RN (high a + high b)) by (rewrite <- (round_id _ Fb) at 1; apply rounding_keeps_order; lra).
    set (s := RN (high a + high b)) in *.
    assert (R0 := plus_rounds _ _ Fa Fb). fold s in R0. rewrite (Rabs_pos_eq (_ + _)) in R0 by lra.
    assert (T := two_sum_low_is _ _ Fa Fb). fold s in T.
    apply Rabs_le_inv in R0. apply Rabs_le_inv in La. apply Rabs_le_inv in Lb.
    assert (R1 := plus_rounds (low a) (low b) ltac:(apply Pa) ltac:(apply Pb)).
    assert (G1 : Rabs (low a + low b) <= 4 * u * s) by (apply Rabs_le; unfold u in *; lra).
    assert (R1' : Rabs (RN (low a + low b) - (low a + low b)) <= u * (4 * u * s)).
    { apply Rle_trans with (1 := R1). apply Rmult_le_compat_l; [unfold u; lra | exact G1]. }
    apply Rabs_le_inv in G1. apply Rabs_le_inv in R1'.
    assert (G2 : Rabs (two_sum_low (high a) (high b) + RN (low a + low b)) <= 8 * u * s) by (apply Rabs_le;
      unfold u in *; lra).
    assert (R2 := plus_rounds (two_sum_low (high a) (high b)) (RN (low a + low b)) (two_sum_low_double _ _)
      (double_round _)).
    assert (R2' : Rabs (RN (two_sum_low (high a) (high b) + RN (low a + low b)) -
      (two_sum_low (high a) (high b) + RN (low a + low b))) <= u * (8 * u * s)).
    { apply Rle_trans with (1 := R2). apply Rmult_le_compat_l; [unfold u; lra | exact G2]. }
    apply Rabs_le_inv in G2. apply Rabs_le_inv in R2'.
    apply renormalised_is_left; cbn [high low]; try apply double_round; [lra | apply Rabs_le; unfold u in *; lra |].
    left. cbn [c_high c_low high low]. split; [exact E1 |].
    cbn [processor] in E2 |- *. rewrite E2, El, El'. cbn [n_plus].
    rewrite (made_finite (RN (low a + low b))) by (apply Rabs_lt; unfold u in *; lra). cbn [n_plus].
    apply made_finite, Rabs_lt. unfold u in *. lra.
Qed.

(* Where no claimant moves: if the sum of the weights is not above 0, and passes the test that it times a unit is no more
   than the least weight, and what is left of the total is 0, neither has overflowed: both are what the other files say. *)
Theorem flat_line_had_no_overflow : forall T fixed more_fixed weights more_weights unit least_weight,
  (forall g, g = weights \/ In g more_weights ->
     addends addend g /\ addends (fun x => x < 2^1024) g /\ depth g <= 2^32) ->
  double (high (joined fixed more_fixed)) -> double (low (joined fixed more_fixed)) ->
  let w := processor (c_high (c_sum weights more_weights)) in
  ~ n_lt (Finite 0) w -> n_le (n_times (Finite unit) w) least_weight ->
  processor (c_high (c_rest T (c_sum fixed more_fixed))) = Finite 0 ->
  high (joined weights more_weights) = 0 /\
  forall error, high (value (rest_of T {| value := joined fixed more_fixed; error := error |})) = 0.
Proof.
  intros T fixed fs weights ws unit least Hg F1 F2 w Hw Ht Hr.
  split.
  - destruct (joined_is_zero weights ws) as (_ & P & _).
    { intros g I. destruct (Hg g I) as (A & _ & D). now split. }
    destruct (joined_is_left weights ws Hg) as [(E & _) | [(E & _) | E]]; fold w in E; rewrite E in Hw, Ht.
    + cbn [n_lt] in Hw. lra.
    + exfalso. destruct Ht as [B | (_ & N)]; [destruct B | now apply N].
    + exfalso. apply Hw. exact I.
  - intros error. assert (M := sum_means fixed fs). rewrite parts_are_joined in M.
    destruct (rest_means T _ {| value := joined fixed fs; error := error |} M F1 F2) as (M1 & _).
    rewrite <- M1. symmetry. now apply processor_is_finite.
Qed.
