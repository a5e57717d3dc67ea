(* Where the fast path's sums are exact, and so the ratio: what `find_fraction` of reference/ rests on. *)
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
  induction g as [| g IH x | g IH g' IH']; intros A Hm Hd HS.
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

(* The test of `find_fraction`, of k additions and a total or a weight m: the least addend's last place is
  such that
   what it compares leaves room. *)
Lemma test_leaves_room : forall least k m, double least -> 0 < least -> 1 <= k <= 2^32 -> 2^(-960) <= m ->
  RN (find_fraction_unit * k * m) <= least ->
  let e := cexp radix2 fexp least in (-1074 <= e)%Z /\ 31 * u * (k * m) <= least < 2^(e + 53).
Proof.
  intros l a m Fl Hl Ha Hm H e. change (2^32) with 4294967296 in Ha.
  assert (Pm : 0 < m) by (assert (P := bpow_gt_0 radix2 (-960)); lra).
  assert (U48 : find_fraction_unit = 32 * u).
  { change (2^(-48)) with (2^(-53 + 5)). rewrite bpow_plus, u_is. change (2^5) with 32. ring. }
  assert (Et : eta <= u * u * m).
  { apply Rle_trans with (u * u * 2^(-960)).
    - rewrite <- u_is. unfold eta. rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat_l; [unfold u; lra | assumption]. }
  rewrite U48 in H.
  assert (Pam : m <= a * m) by (rewrite <- (Rmult_1_l m) at 1; apply Rmult_le_compat_r; lra).
  assert (R0 := any_rounds (32 * u * a * m)).
  replace (32 * u * a * m) with (32 * u * (a * m)) in * by ring.
  rewrite (Rabs_pos_eq (32 * u * (a * m))) in R0 by (unfold u; lra).
  assert (R0' := Rabs_le_inv _ _ R0).
  split; [unfold e, cexp, FLT_exp; lia | split; [unfold u in *; lra |]].
  apply Rlt_le_trans with (2^(mag radix2 l)).
  - assert (G := bpow_mag_gt radix2 l). rewrite (Rabs_pos_eq l) in G by lra. exact G.
  - apply bpow_le. unfold e, cexp, FLT_exp. lia.
Qed.

Definition made_of (e : Z) (p : pair) := multiple e (high p) /\ multiple e (low p).

Lemma renormalised_made_of : forall e p, (-1074 <= e)%Z -> made_of e p -> made_of e (renormalised p).
Proof.
  intros e p He (H1 & H2). assert (H : multiple e (high (renormalised p))).
  { apply multiple_round; [assumption | now apply multiple_plus]. }
  split; [exact H |]. apply multiple_round; [assumption |]. apply multiple_minus; [assumption |].
  apply multiple_round; [assumption |]. now apply multiple_minus.
Qed.

(* One sum, of those that `plus` adds. *)
Lemma one_sum_is_exact : forall g least additions most,
  addends addend g -> addends (fun x => x = 0 \/ least <= x) g -> double least -> 0 < least ->
  depth g <= additions -> 1 <= additions <= 2^32 -> 2^(-960) <= most -> sum_of g <= 2 * most ->
  RN (find_fraction_unit * additions * most) <= least ->
  let s := renormalised (run g) in
  is_pair s /\ 0 <= high s /\ made_of (cexp radix2 fexp least) s /\ high s + low s = sum_of g.
Proof.
  intros g l a m A Al Fl Hl Hd Ha Hm HS H s.
  destruct (test_leaves_room l a m Fl Hl Ha Hm H) as (He & Big & Top). change (2^32) with 4294967296 in Ha.
  assert (Pm : 0 < m) by (assert (P := bpow_gt_0 radix2 (-960)); lra).
  assert (Pam : m <= a * m) by (rewrite <- (Rmult_1_l m) at 1; apply Rmult_le_compat_r; lra).
  set (e := cexp radix2 fexp l) in *.
  assert (Dd : depth g <= deepest) by (unfold deepest; lra).
  destruct (small_parts g A Dd) as (L & _ & _ & Fh & Flo & PS).
  assert (Ph : 0 <= high (run g)) by (assert (P := Rabs_pos (low (run g))); lra).
  destruct (normalised_grouping g A Dd) as (IP & IH). fold s in IP, IH.
  assert (Mult : addends (multiple e) g).
  { clear - A Al Fl Hl. unfold e. induction g; simpl in *; trivial.
    - destruct A as (A & Fx & Px). destruct Al as (Al & Hx). split; [now apply IHg |].
      now apply multiple_of_last_place.
    - destruct A, Al. split; [now apply IHg1 | now apply IHg2]. }
  destruct (run_is_exact e a (2 * m) He ltac:(unfold deepest; lra) ltac:(lra)) with (g := g) as (M1 & M2 & E);
    trivial.
  { apply Rle_lt_trans with (2 := Top). apply Rle_trans with (2 := Big).
    replace (a * u1 * (2 * m)) with (2 * u1 * (a * m)) by ring.
    apply Rmult_le_compat_r; [lra |]. unfold u1, u. lra. }
  split; [assumption | split; [assumption | split; [now apply renormalised_made_of |]]].
  unfold s. rewrite renormalising_is_exact; trivial. now rewrite (Rabs_pos_eq (high (run g))).
Qed.

(* The test of `find_fraction`: where 2^-48 times the additions times the total (or the weight)
  is no more than
   the least addend above 0, the compensated sum, however it is grouped, is exact. *)
Theorem sum_of_find_fraction_is_exact : forall g least additions most,
  addends addend g -> addends (fun x => x = 0 \/ least <= x) g -> double least -> 0 < least ->
  depth g <= additions -> 1 <= additions <= 2^32 -> 2^(-960) <= most -> sum_of g <= 2 * most ->
  RN (find_fraction_unit * additions * most) <= least ->
  let s := renormalised (run g) in high s + low s = sum_of g.
Proof. intros. eapply one_sum_is_exact; eassumption. Qed.

(* ---- `plus` of exact sums *)

(* What is a multiple of 2^e and differs from such a number by less than that is this number. *)
Lemma near_multiples : forall e x y, multiple e x -> multiple e y -> Rabs (x - y) < 2^e -> x = y.
Proof.
  intros e x y (n & ->) (m & ->) H. assert (P := bpow_gt_0 radix2 e).
  rewrite <- Rmult_minus_distr_r, Rabs_mult, (Rabs_pos_eq (2^e)), <- minus_IZR, <- abs_IZR in H by lra.
  assert (L : IZR (Z.abs (n - m)) < 1) by (apply Rmult_lt_reg_r with (2^e); lra).
  apply lt_IZR in L. f_equal. f_equal. lia.
Qed.

Lemma plus_is_exact : forall e a b, (-1074 <= e)%Z -> is_pair a -> is_pair b -> made_of e a -> made_of e b ->
  (0 <= high a /\ 0 <= high b) \/ low a = 0 -> 4 * u * (Rabs (high a) + Rabs (high b)) < 2^(e + 53) ->
  let s := plus a b in
  is_pair s /\ made_of e s /\ high s + low s = high a + low a + (high b + low b).
Proof.
  intros e a b He Pa Pb (A1 & A2) (B1 & B2) C H s.
  destruct (plus_is_within a b Pa Pb C) as (Ps & W). fold s in Ps, W.
  assert (M : made_of e s).
  { apply renormalised_made_of; [assumption |]. split; cbn [high low].
    - apply multiple_round; [assumption | now apply multiple_plus].
    - apply multiple_round; [assumption |]. apply multiple_plus.
      + rewrite two_sum_low_is by (apply Pa || apply Pb). apply multiple_minus; [now apply multiple_plus |].
        apply multiple_round; [assumption | now apply multiple_plus].
      + apply multiple_round; [assumption | now apply multiple_plus]. }
  split; [assumption | split; [assumption |]].
  apply near_multiples with e.
  - destruct M. now apply multiple_plus.
  - apply multiple_plus; now apply multiple_plus.
  - apply Rle_lt_trans with (1 := W). destruct u_powers as (-> & _).
    rewrite Z.add_comm, bpow_plus in H. assert (U : u * 2^53 = 1) by (unfold u; simpl; lra).
    assert (K : 4 * u * (Rabs (high a) + Rabs (high b)) * u < 2^53 * 2^e * u) by (apply Rmult_lt_compat_r;
      [unfold u |]; lra).
    replace (2^53 * 2^e * u) with (2^e) in K by (rewrite <- (Rmult_1_l (2^e)) at 1; rewrite <- U; ring).
    assert (P1 := Rabs_pos (high a)). assert (P2 := Rabs_pos (high b)). unfold u in *. lra.
Qed.

(* The sum in parts: each compensated, and one added to the other. *)
Fixpoint joined (first : grouping) (others : list grouping) : pair :=
  match others with
  | nil => renormalised (run first)
  | cons g others => plus (joined first others) (renormalised (run g))
  end.

Definition sum_of_parts (first : grouping) (others : list grouping) : R :=
  fold_right (fun g sum => sum + sum_of g) (sum_of first) others.

Lemma parts_are_exact : forall first others least additions most,
  (forall g, g = first \/ In g others -> addends addend g /\ addends (fun x => x = 0 \/ least <= x) g /\
     depth g <= additions) ->
  double least -> 0 < least -> 1 <= additions <= 2^32 -> 2^(-960) <= most ->
  sum_of_parts first others <= 2 * most -> RN (find_fraction_unit * additions * most) <= least ->
  let s := joined first others in
  is_pair s /\ 0 <= high s /\ made_of (cexp radix2 fexp least)
    s /\ high s + low s = sum_of_parts first others.
Proof.
  intros first others l a m Hg Fl Hl Ha Hm HS H.
  destruct (test_leaves_room l a m Fl Hl Ha Hm H) as (He & Big & Top).
  assert (Ha' := Ha). change (2^32) with 4294967296 in Ha'.
  assert (Pm : 0 < m) by (assert (P := bpow_gt_0 radix2 (-960)); lra).
  assert (Pam : m <= a * m) by (rewrite <- (Rmult_1_l m) at 1; apply Rmult_le_compat_r; lra).
  assert (Pos : forall g, g = first \/ In g others -> 0 <= sum_of g).
  { intros g I. destruct (Hg g I) as (A & _ & D). apply (small_parts g A). unfold deepest. lra. }
  revert Hg HS Pos. induction others as [| g others IH]; intros Hg HS Pos.
  - destruct (Hg first (or_introl eq_refl)) as (A & Al & D). now apply one_sum_is_exact with (additions :=
    a) (most := m).
  - cbn [joined sum_of_parts fold_right] in *. fold (sum_of_parts first others) in *.
    assert (Pg : 0 <= sum_of g) by (apply Pos; right; now left).
    assert (Po : 0 <= sum_of_parts first others).
    { assert (Q : forall h, h = first \/ In h others -> 0 <= sum_of h) by (intros h [I | I]; apply Pos;
      [now left | right; now right]).
      clear - Q. induction others as [| h others IH]; [apply Q; now left |]. cbn [sum_of_parts fold_right].
      fold (sum_of_parts first others). assert (0 <= sum_of h) by (apply Q; right; now left).
      assert (0 <= sum_of_parts first others) by (apply IH; intros k [I | I]; apply Q; [now left | right;
        now right]). lra. }
    destruct IH as (P1 & P2 & P3 & P4).
    + intros h [I | I]; apply Hg; [now left | right; now right].
    + lra.
    + intros h [I | I]; apply Pos; [now left | right; now right].
    + destruct (Hg g (or_intror (or_introl eq_refl))) as (A & Al & D).
      destruct (one_sum_is_exact g l a m A Al Fl Hl D Ha Hm ltac:(lra) H) as (Q1 & Q2 & Q3 & Q4).
      set (x := joined first others) in *. set (y := renormalised (run g)) in *.
      assert (Lx := low_is_small _ P1). assert (Ly := low_is_small _ Q1).
      rewrite (Rabs_pos_eq (high x)) in Lx by assumption. rewrite (Rabs_pos_eq (high y)) in Ly by assumption.
      apply Rabs_le_inv in Lx. apply Rabs_le_inv in Ly.
      destruct (plus_is_exact (cexp radix2 fexp l) x y He P1 Q1 P3 Q3 (or_introl (conj P2 Q2)))
        as (R1 & R2 & R3).
      * rewrite !Rabs_pos_eq by assumption. apply Rle_lt_trans with (2 := Top).
      apply Rle_trans with (2 := Big).
        assert (high x + high y <= 3 * m) by (unfold u in *; lra).
        apply Rle_trans with (12 * u * m); [unfold u in *; lra |].
        apply Rle_trans with (31 * u * m); [unfold u; lra | apply Rmult_le_compat_l; [unfold u;
          lra | assumption]].
      * split; [assumption | split]; [| split; [assumption | rewrite R3; lra]].
        destruct R1 as (_ & _ & ->). rewrite R3. apply round_pos. lra.
Qed.

(* A pair that is a number without error, both halves of it multiples of 2^e. *)
Definition is_exactly (e : Z) (p : pair) (x : R) := is_pair p /\ made_of e p /\ high p + low p = x.

Lemma rest_is_exact : forall T most fixed more_fixed least_fixed k error,
  (forall g, g = fixed \/ In g more_fixed -> addends addend g /\
     addends (fun x => x = 0 \/ least_fixed <= x) g /\ depth g <= k) ->
  double least_fixed -> 0 < least_fixed <= T -> 1 <= k <= 2^32 ->
  double T -> ordinary_total_least <= T <= most -> sum_of_parts fixed more_fixed <= 2 * most ->
  RN (find_fraction_unit * k * most) <= least_fixed ->
  let rest := rest_of T {| value := joined fixed more_fixed; error := error |} in
  is_exactly (cexp radix2 fexp least_fixed) (value rest) (T - sum_of_parts fixed more_fixed).
Proof.
  intros T m fixed fs lf k er Hf Ff Pf Hk FT (HT & HTm) HSf Tf rest.
  assert (P700 : 2^(-960) <= 2^(-700)) by (apply bpow_le; lia).
  destruct (parts_are_exact fixed fs lf k m Hf Ff (proj1 Pf) Hk ltac:(lra) HSf Tf) as (P1 & P2 & P3 & P4).
  destruct (test_leaves_room lf k m Ff (proj1 Pf) Hk ltac:(lra) Tf) as (He & Big & Top).
  set (e := cexp radix2 fexp lf) in *. set (f := joined fixed fs) in *.
  assert (Lf := low_is_small _ P1). rewrite (Rabs_pos_eq (high f)) in Lf by assumption.
  apply Rabs_le_inv in Lf.
  assert (PT : 0 < T) by (assert (P := bpow_gt_0 radix2 (-700)); lra).
  assert (Pkm : m <= k * m) by (rewrite <- (Rmult_1_l m) at 1; apply Rmult_le_compat_r; lra).
  set (a := {| high := T; low := 0 |}). set (b := {| high := - high f; low := - low f |}).
  assert (Ia : is_pair a).
  { split; [assumption | split; [apply double_0 |]]. cbn [a high low]. rewrite Rplus_0_r. symmetry.
  now apply round_id. }
  assert (Ib : is_pair b).
  { destruct P1 as (F1 & F2 & F3). split; [now apply double_opp | split;
    [now apply double_opp |]]. cbn [b high low].
    rewrite <- Ropp_plus_distr, round_opp. now rewrite <- F3. }
  assert (Opp : forall x, multiple e x -> multiple e (- x)).
  { intros x (n & ->). exists (- n)%Z. rewrite opp_IZR. ring. }
  assert (Ma : made_of e a).
  { split; cbn [a high low]; [apply multiple_of_last_place; trivial; [apply Pf | right;
    apply Pf] |]. exists 0%Z. ring. }
  assert (Mb : made_of e b) by (destruct P3; split; cbn [b high low]; now apply Opp).
  destruct (plus_is_exact e a b He Ia Ib Ma Mb (or_intror eq_refl)) as (Ps & Ms & E).
  - cbn [a b high]. rewrite Rabs_Ropp, !Rabs_pos_eq by lra. apply Rle_lt_trans with (2 := Top).
    apply Rle_trans with (2 := Big). apply Rle_trans with (31 * u * m); [unfold u in *; lra |].
    apply Rmult_le_compat_l; [unfold u; lra | assumption].
  - unfold rest, rest_of, plus_sums. cbn [value]. fold f a b. split; [exact Ps | split; [exact Ms |]].
    rewrite E. cbn [a b high low]. lra.
Qed.

(* Where the test of `find_fraction` holds of the total and of the weights, what the line leaves of the
  total and the
   sum of the weights are exact, in any grouping and number of parts, if these are no more than twice what
     they are
   compared with. (Where there is no addend above 0, any least one will do.) *)
Theorem fraction_is_exact : forall T fixed more_fixed least_fixed weights more_weights least_weight k
  weight_error error,
  (forall g, g = fixed \/ In g more_fixed -> addends addend g /\
     addends (fun x => x = 0 \/ least_fixed <= x) g /\ depth g <= k) ->
  (forall g, g = weights \/ In g more_weights -> addends addend g /\
     addends (fun x => x = 0 \/ least_weight <= x) g /\ depth g <= k) ->
  double least_fixed -> 0 < least_fixed <= T -> double least_weight -> 0 < least_weight -> 1 <= k <= 2^32 ->
  double T -> ordinary_total_least <= T -> sum_of_parts fixed more_fixed <= 2 * T ->
  let weight := {| value := joined weights more_weights; error := weight_error |} in
  sum_of_parts weights more_weights <= 2 * high (value weight) -> ordinary_least <= high (value weight) ->
  RN (find_fraction_unit * k * T) <= least_fixed ->
  RN (find_fraction_unit * k * high (value weight)) <= least_weight ->
  let rest := rest_of T {| value := joined fixed more_fixed; error := error |} in
  is_exactly (cexp radix2 fexp least_fixed) (value rest) (T - sum_of_parts fixed more_fixed) /\
  is_exactly (cexp radix2 fexp least_weight) (value weight) (sum_of_parts weights more_weights).
Proof.
  intros T fixed fs lf weights ws lw k we er Hf Hw Ff Pf Fw Pw Hk FT HT HSf weight HSw Hwh Tf Tw rest.
  destruct (parts_are_exact weights ws lw k (high (joined weights ws)) Hw Fw Pw Hk Hwh HSw Tw)
    as (Pp & _ & Mw & Ew).
  split; [| exact (conj Pp (conj Mw Ew))]. apply rest_is_exact with (most := T) (k := k); trivial.
  split; [assumption | apply Rle_refl].
Qed.

(* ---- Every placement is certain *)

(* `can_move` of `least_addends`, and the least product that it finds. *)
Definition cannot_move (e : entry) :=
  weight (claim e) = 0 \/ (min_share (claim e) = max_share (claim e)
    /\ place_of e = Fixed (min_share (claim e))).

Definition has_product (h : R) (e : entry) :=
  find_fraction_least <= RN (weight (claim e) * RN (h * (1 - least_addends_margin))).

Lemma product_is_large : forall w h, 0 <= w -> 2^(-960) <= h ->
  2^(-900) <= RN (w * RN (h * (1 - least_addends_margin))) -> (1 + 4 * u) * 2^(-900) < w * h.
Proof.
  intros w h Hw Hh H. assert (P960 := bpow_gt_0 radix2 (-960)).
  assert (U48 : least_addends_margin = 32 * u).
  { change (2^(-48)) with (2^(-53 + 5)). rewrite bpow_plus, u_is. change (2^5) with 32. ring. }
  rewrite U48 in H. destruct (eta_of_ratio h Hh) as (Pe & Eh).
  assert (A := any_rounds (h * (1 - 32 * u))). rewrite (Rabs_pos_eq (h * _)) in A by (apply Rmult_le_pos;
    unfold u; lra).
  apply Rabs_le_inv in A. set (k := RN (h * (1 - 32 * u))) in *.
  assert (K : 0 <= k <= h * (1 - 30 * u)) by (unfold u in *; lra).
  assert (Wk : 0 <= w * k <= w * (h * (1 - 30 * u))) by (split;
    [apply Rmult_le_pos | apply Rmult_le_compat_l]; lra).
  assert (B := any_rounds (w * k)). rewrite (Rabs_pos_eq (w * k)) in B by lra. apply Rabs_le_inv in B.
  set (bit := 2^(-900)) in *. assert (Pbit : 0 < bit) by apply bpow_gt_0.
  assert (E : eta <= u * bit).
  { rewrite <- u_is. unfold eta, bit. rewrite <- bpow_plus. apply bpow_le. lia. }
  replace (w * (h * (1 - 30 * u))) with ((1 - 30 * u) * (w * h)) in Wk by ring. unfold u in *. lra.
Qed.

(* The partition, where no product is small: nothing is lost. *)
Lemma decided_is_certain : forall c lower upper s h x, is_claimant c -> 0 <= lower -> 0 <= upper ->
  decided c lower upper s -> is_inside lower upper h -> 2^(-960) <= h -> Rabs (x - h) <= 2^(-51) * h ->
  weight c = 0 \/ 2^(-900) < weight c * h ->
  share x c = line_of s (weight c) x.
Proof.
  intros c lower upper s h x (Fw & Hw & Fl & Fu & Hlu) Pl Pu D (I1 & I2) Hh Hx HP.
  destruct (eta_of_ratio h Hh) as (Pe & Eh). assert (P960 := bpow_gt_0 radix2 (-960)).
  rewrite margin_is in *.
  assert (U51 : 2^(-51) = 4 * u).
  { change (-51)%Z with (-53 + 2)%Z. rewrite bpow_plus, u_is. change (2^2) with 4. ring. }
  rewrite U51 in Hx. assert (X := Rabs_le_inv _ _ Hx).
  assert (A := any_rounds (lower * (1 + 256 * u))).
  assert (PA : 0 <= lower * (1 + 256 * u)) by (apply Rmult_le_pos; unfold u; lra).
  rewrite (Rabs_pos_eq _ PA) in A. assert (A' := Rabs_le_inv _ _ A).
  assert (B := any_rounds (upper * (1 - 256 * u))).
  assert (PB : 0 <= upper * (1 - 256 * u)) by (apply Rmult_le_pos; unfold u; lra).
  rewrite (Rabs_pos_eq _ PB) in B. assert (B' := Rabs_le_inv _ _ B).
  set (w := weight c) in *.
  assert (Between : RN (w * lower) <= w * x <= RN (w * upper)).
  { destruct HP as [Z | Large]; [rewrite Z, !Rmult_0_l, (round_id 0 double_0); lra |].
    assert (L : lower * (1 + 2 * u) <= x - 2 * u * h) by (unfold u in *; lra).
    assert (M : x + 2 * u * h <= upper * (1 - 2 * u)) by (unfold u in *; lra).
    assert (E : eta <= u * (w * h)).
    { apply Rle_trans with (u * 2^(-900)); [| apply Rmult_le_compat_l; unfold u; lra].
      rewrite <- u_is. unfold eta. rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (C := any_rounds (w * lower)). rewrite (Rabs_pos_eq (w * lower)) in C by (apply Rmult_le_pos; lra).
    assert (F := any_rounds (w * upper)). rewrite (Rabs_pos_eq (w * upper)) in F by (apply Rmult_le_pos; lra).
    apply Rabs_le_inv in C. apply Rabs_le_inv in F.
    assert (Pwl : 0 <= w * lower) by (apply Rmult_le_pos; lra).
    assert (Pwu : 0 <= w * upper) by (apply Rmult_le_pos; lra).
    apply (Rmult_le_compat_l w) in L; [| assumption]. apply (Rmult_le_compat_l w) in M; [| assumption].
    replace (w * (lower * (1 + 2 * u))) with ((1 + 2 * u) * (w * lower)) in L by ring.
    replace (w * (x - 2 * u * h)) with (w * x - 2 * u * (w * h)) in L by ring.
    replace (w * (upper * (1 - 2 * u))) with ((1 - 2 * u) * (w * upper)) in M by ring.
    replace (w * (x + 2 * u * h)) with (w * x + 2 * u * (w * h)) in M by ring.
    unfold u in *. lra. }
  unfold decided, share_at in D. unfold share. fold w in D |- *.
  set (l := min_share c) in *. set (m := max_share c) in *.
  set (least := RN (w * lower)) in *. set (most := RN (w * upper)) in *.
  assert (C1 := clamp_keeps_order least (w * x) l m (proj1 Between)).
  assert (C2 := clamp_keeps_order (w * x) most l m (proj2 Between)).
  destruct D as [(E & ->) | (_ & E1 & E2 & ->)]; simpl; [lra |].
  apply clamp_id. rewrite E1 in C1. rewrite E2 in C2.
  assert (l <= least) by (destruct (clamp_cases least l m ltac:(lra)) as [(Q & R0) | [(Q & R0) | (Q & R0)]];
    lra).
  assert (most <= m) by (destruct (clamp_cases most l m ltac:(lra)) as [(Q & R0) | [(Q & R0) | (Q & R0)]];
    lra).
  lra.
Qed.

(* An entry that is accepted, not near, and either cannot move or has no small product is where the line has
  it, without
   an error, at every ratio as near as the pair is. *)
Lemma accepted_is_certain : forall placed_at ratio tol wide e x, is_claimant (claim e) -> is_pair ratio ->
  2^(-960) <= high ratio -> 127 * (u * u) <= tol <= / 4 * u -> 0 <= wide <= / 8 * u -> wide <= 2049 * tol ->
  accepted placed_at ratio tol e -> (forall product, how e = Checked product true -> cannot_move e) ->
  cannot_move e \/ has_product (high ratio) e ->
  Rabs (x - (high ratio + low ratio)) <= wide * (high ratio + low ratio) ->
  share x (claim e) = line_of (place_of e) (weight (claim e)) x.
Proof.
  intros at_ ratio tol wide e x Hc Pr Hh Ht Hw Hw2 Ha Hn HP Hx.
  assert (P960 := bpow_gt_0 radix2 (-960)).
  assert (L := low_is_small _ Pr). rewrite (Rabs_pos_eq (high ratio)) in L by lra. apply Rabs_le_inv in L.
  set (r := high ratio + low ratio) in *.
  assert (Pr' : (1 - 2 * u) * high ratio <= r <= (1 + 2 * u) * high ratio) by (unfold r, u in *; lra).
  assert (Hw0 : 0 <= weight (claim e)) by apply Hc.
  destruct HP as [[Z | (Eq & ->)] | HP].
  - (* without weight *)
    unfold share. rewrite Z, Rmult_0_l. assert (Hb : 0 <= min_share (claim e) <= max_share (claim e))
      by apply Hc.
    destruct e as [c s [product near | lower upper]]; unfold accepted, placed, decided, share_at in Ha;
      cbn [claim place_of how] in *; rewrite ?Z, ?Rmult_0_l, ?(round_id 0 double_0) in *.
    + destruct Ha as ([((A & _) & _) | (_ & ->)] & _); [lra | reflexivity].
    + destruct Ha as (_ & _ & [(_ & ->) | (_ & A & _ & ->)] & _); [reflexivity |].
      simpl. rewrite Rmult_0_l. exact A.
  - simpl. unfold share, clamp. rewrite Eq. apply Rmin_right, Rmax_r.
  - assert (Large := product_is_large _ _ Hw0 Hh HP).
    destruct e as [c s [product near | lower upper]]; unfold accepted in Ha; cbn [claim place_of how] in *.
    + destruct Ha as (Hp & Hprod & Hch).
      destruct (check_is_right c s at_ ratio product tol near wide Hc Hp Pr Hh Hprod Ht Hw Hw2 Hch)
        as (A & _).
      destruct near.
      * destruct (Hn product eq_refl) as [Z | (Eq & Es)]; cbn [claim place_of] in *.
        -- rewrite Z, Rmult_0_l in Large. assert (Q := bpow_gt_0 radix2 (-900)). unfold u in *. lra.
        -- rewrite Es. simpl. unfold share, clamp. rewrite Eq. apply Rmin_right, Rmax_r.
      * apply (A eq_refl x Hx). fold r.
        assert (weight c * ((1 - 2 * u) * high ratio) <= weight c * r) by (apply Rmult_le_compat_l; lra).
        assert (Q := bpow_gt_0 radix2 (-900)).
        replace (weight c * ((1 - 2 * u) * high ratio)) with ((1 - 2 * u) * (weight c * high ratio))
          in * by ring.
        unfold u in *. lra.
    + destruct Ha as (Plo & Phi & D & I). apply (decided_is_certain c lower upper s (high ratio)); trivial.
      * assert (U51 : 2^(-51) = 4 * u).
        { change (-51)%Z with (-53 + 2)%Z. rewrite bpow_plus, u_is. change (2^2) with 4. ring. }
        rewrite U51.
        assert (W : wide * r <= / 8 * u * r) by (apply Rmult_le_compat_r; unfold u in *; lra).
        apply Rabs_le_inv in Hx. apply Rabs_le. unfold r, u in *. lra.
      * right. assert (Q := bpow_gt_0 radix2 (-900)). unfold u in *. lra.
Qed.

(* Where a line is accepted, nothing on it is near a bound that can move, and no product is small, each claimant is on
   it what it is at every ratio as near to the pair as the error says, and the line's own ratio is such a one. *)
Lemma certified_line_is_certain : forall T entries ratio wide,
  certified T entries ratio wide ->
  (forall e, In e entries -> is_claimant (claim e)) -> double T ->
  (forall e product, In e entries -> how e = Checked product true -> cannot_move e) ->
  (forall e, In e entries -> cannot_move e \/ has_product (high ratio) e) ->
  let rest := T - total (parts fixed_part entries) in let claimed := total (parts slope entries) in
  let r := high ratio + low ratio in
  is_pair ratio /\ ordinary_least <= high ratio /\ 127 * (u * u) <= wide <= / 8 * u /\ 0 < claimed /\
  Rabs (rest / claimed - r) <= wide * r /\
  forall e x, In e entries -> Rabs (x - r) <= wide * r ->
    share x (claim e) = line_of (place_of e) (weight (claim e)) x.
Proof.
  intros T entries ratio wide C Hc FT Hn HP rest claimed r.
  destruct C as [placed_at n fixed weights fxs wxs e ns nm Hn32 Hfs Hfh Hws Hwh rest0 Ir Ie HT Hnh Hwhigh Hr
    Hemax Hacc Hns Hnm Hwide Hwmax].
  destruct (rest_is_within n T fixed fxs Hfs Hn32 FT HT) as (Prest & Erest & Crest). fold rest0 in Prest,
    Erest, Crest.
  destruct (sums_are_within n weights wxs Hws Hn32) as (Pw & Hw0 & Ew & _ & _ & Cw).
  assert (Te := eta_is_tiny).
  assert (Cw' : Rabs (total wxs - (high (value weights) + low (value weights))) <= error weights + 64 * eta).
  { apply Rle_trans with (1 := Cw).
    assert (INR n <= 32) by (replace 32 with (INR 32) by (simpl; lra); now apply le_INR).
    assert (INR n * eta <= 32 * eta) by (apply Rmult_le_compat_r; lra). lra. }
  destruct (ratio_is_within (value rest0) (value weights) ratio (error rest0) (error weights) e
    (T - total fxs) (total wxs) Prest Pw Ir Hnh Hwhigh Hr Erest Ew Ie Hemax Crest Cw')
    as (Pr & PW & Pr0 & HQ).
  assert (P700 := bpow_gt_0 radix2 (-700)). assert (P960 := bpow_gt_0 radix2 (-960)).
  destruct (ratio_error_covers (error rest0) (high (value rest0)) (error weights) (high (value weights)) e
    Erest ltac:(lra) Ew ltac:(lra) Ie) as (Pen & Pew & He).
  assert (Fe : double e) by (eapply multiply_add_double; exact Ie).
  rewrite ratio_error_max_is in *.
  destruct u_powers as (_ & _ & U100). rewrite U100 in HQ.
  assert (He0 : 127 * (u * u) <= e) by (unfold u in *; lra).
  destruct (tolerance_is e Fe ltac:(unfold u in *; lra)) as (T1 & T2).
  set (tol := tolerance e) in *.
  assert (Ht : 127 * (u * u) <= tol <= / 4 * u) by (unfold u in *; lra).
  destruct (plain_sum_is_within _ _ Hns) as (PS & Pns & DS).
  destruct (widened_facts tol e ns nm (high (value weights)) (high ratio) wide Fe ltac:(unfold u in *; lra)
    ltac:(unfold u in *; lra) ltac:(lra) Pns Hwide) as (Fwide & Pwide & Wtol).
  assert (Wider : e <= wide).
  { destruct Hwide as [(_ & ->) | (Pn & Pc & Hm & _)]; [lra |].
    set (part := RN (4 * RN (ns / RN (RN (RN (high (value weights) * high ratio) * (1 - 2^(-20))) - nm))))
      in *.
    assert (Pp : 0 <= part).
    { apply round_pos. apply Rmult_le_pos; [lra |]. apply round_pos. apply Rmult_le_pos; [lra |].
      now apply Rlt_le, Rinv_0_lt_compat. }
    assert (Ppt : 0 <= part * tol) by (apply Rmult_le_pos; unfold u in *; lra).
    assert (Ppr := round_pos _ Ppt). rewrite <- (round_id e Fe).
    destruct Hm as [-> | ->]; apply rounding_keeps_order; lra. }
  fold r in Pr0, HQ.
  unfold rest, claimed. rewrite <- (total_of_held _ _ Hfh), <- (total_of_held _ _ Hwh).
  split; [assumption | split; [assumption | split; [lra | split; [exact PW | split]]]].
  - apply Rle_trans with (1 := HQ). apply Rmult_le_compat_r; [lra | unfold u in *; lra].
  - intros en x I Close. now apply (accepted_is_certain placed_at ratio tol wide en x (Hc en I)
      Pr Hr Ht (conj Pwide Hwmax) Wtol (Hacc en I) (fun product => Hn en product I) (HP en I)).
Qed.

(* Where a line is accepted, nothing on it is near a bound that can move, and no product is small, the
  quotient of what
   the line leaves of the total and its weights is an exact ratio: the shares at it add up to the total. *)
Theorem fraction_is_the_ratio : forall T entries ratio wide,
  certified T entries ratio wide ->
  (forall e, In e entries -> is_claimant (claim e)) -> double T ->
  (forall e product, In e entries -> how e = Checked product true -> cannot_move e) ->
  (forall e, In e entries -> cannot_move e \/ has_product (high ratio) e) ->
  let rest := T - total (parts fixed_part entries) in let weight := total (parts slope entries) in
  0 < weight /\ total (map (fun e => share (rest / weight) (claim e)) entries) = T.
Proof.
  intros T entries ratio wide C Hc FT Hn HP rest claimed.
  destruct (certified_line_is_certain T entries ratio wide C Hc FT Hn HP) as (_ & _ & _ & PW & Close & Certain).
  fold rest claimed in PW, Close. split; [exact PW |]. set (Q := rest / claimed) in *.
  assert (Each : forall en, In en entries ->
    share Q (claim en) = fixed_part (item_of en) + slope (item_of en) * Q).
  { intros en I. rewrite (Certain en Q I Close). unfold fixed_part, slope, item_of. cbn [stand who].
    destruct (place_of en); simpl; ring. }
  assert (Sum : forall l, (forall en, In en l -> In en entries) ->
    total (map (fun en => share Q (claim en)) l) = total (parts fixed_part l) + total (parts slope l) * Q).
  { induction l as [| en l IH]; intros Hl; [simpl; ring |]. cbn [map parts total fold_right] in *.
    fold (total (map (fun en => share Q (claim en)) l)).
    unfold parts in *. cbn [map fold_right]. fold (total (map fixed_part (map item_of l))).
    fold (total (map slope (map item_of l))). rewrite (Each en) by (apply Hl; now left).
    rewrite IH by (intros f I; apply Hl; now right). ring. }
  rewrite (Sum entries (fun _ I => I)). fold claimed. unfold Q, rest. field. lra.
Qed.

