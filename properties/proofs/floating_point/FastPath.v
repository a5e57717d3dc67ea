(* How the fast path decides where each claimant stands, and what that proves: for the functions of reference/
   that certify an answer, `decide`, `check`, `look_closely` and `add_near`, which docs/numerics.md explains.
   The last theorem says what all of them say together.

   A maximum of infinity is any double beyond all products here: the code does no more than compare it. *)
From Coq Require Import Reals ZArith Lra Lia List Psatz Permutation.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio.
Import ListNotations.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

(* ---- Claimants and lines *)

(* Where a line has a claimant: at a bound, or proportional. *)
Inductive place := Fixed (bound : R) | Moving.

Definition line_of (s : place) (w x : R) : R := match s with Fixed b => b | Moving => w * x end.

(* What is well formed: a weight and two bounds, doubles >= 0. *)
Definition is_claimant (c : claimant) :=
  double (weight c) /\ 0 <= weight c /\ double (min_share c) /\ double (max_share c) /\
  0 <= min_share c <= max_share c.

Definition share (x : R) (c : claimant) : R := clamp (weight c * x) (min_share c) (max_share c).

Lemma clamp_id : forall x l h, l <= x <= h -> clamp x l h = x.
Proof. intros x l h H. unfold clamp. rewrite Rmax_left, Rmin_left; lra. Qed.

Lemma clamp_low : forall x l h, x <= l -> l <= h -> clamp x l h = l.
Proof. intros x l h H K. unfold clamp. rewrite Rmax_right, Rmin_left; lra. Qed.

Lemma clamp_high : forall x l h, h <= x -> l <= h -> clamp x l h = h.
Proof. intros x l h H K. unfold clamp. rewrite Rmax_left, Rmin_right; lra. Qed.

Lemma clamp_cases : forall x l h, l <= h ->
  (x <= l /\ clamp x l h = l) \/ (l <= x <= h /\ clamp x l h = x) \/ (h <= x /\ clamp x l h = h).
Proof.
  intros x l h H. destruct (Rle_lt_dec x l) as [A | A].
  - left. split; [assumption |]. now apply clamp_low.
  - destruct (Rle_lt_dec x h) as [B | B].
    + right. left. split; [lra |]. apply clamp_id; lra.
    + right. right. split; [lra |]. apply clamp_high; lra.
Qed.

Lemma clamp_near : forall x y l h, l <= h -> Rabs (clamp x l h - clamp y l h) <= Rabs (x - y).
Proof.
  intros x y l h H.
  destruct (clamp_cases x l h H) as [(A & ->) | [(A & ->) | (A & ->)]];
  destruct (clamp_cases y l h H) as [(B & ->) | [(B & ->) | (B & ->)]];
  unfold Rabs; repeat destruct Rcase_abs; lra.
Qed.

(* What placing may be off by, where products underflow. *)
Definition crumb := 2^(-890).

(* ---- `decide`, of `partition` *)

Definition share_at (x : R) (c : claimant) : R :=
  clamp (RN (weight c * x)) (min_share c) (max_share c).

Definition decided (c : claimant) (lower upper : R) (s : place) :=
  (share_at lower c = share_at upper c /\ s = Fixed (share_at lower c)) \/
  (share_at lower c <> share_at upper c /\ share_at lower c = RN (weight c * lower) /\
   share_at upper c = RN (weight c * upper) /\ s = Moving).

(* `is_inside`: the estimate is inside of both ratios by 2^-45. *)
Definition is_inside (lower upper ratio : R) :=
  RN (lower * (1 + check_line_margin)) < ratio < RN (upper * (1 - check_line_margin)).

Lemma product_grows : forall w x y, 0 <= w -> 0 <= x -> x * (1 + 2 * u) <= y -> RN (w * x) <= w * y + eta.
Proof.
  intros w x y Hw Hx H. assert (A := any_rounds (w * x)).
  assert (P : 0 <= w * x) by now apply Rmult_le_pos.
  rewrite (Rabs_pos_eq _ P) in A. assert (A' := Rabs_le_inv _ _ A).
  assert (w * (x * (1 + 2 * u)) <= w * y) by now apply Rmult_le_compat_l.
  unfold u in *. lra.
Qed.

Lemma product_falls : forall w x y, 0 <= w -> 0 <= x -> y <= x * (1 - 2 * u) -> w * y - eta <= RN (w * x).
Proof.
  intros w x y Hw Hx H. assert (A := any_rounds (w * x)).
  assert (P : 0 <= w * x) by now apply Rmult_le_pos.
  rewrite (Rabs_pos_eq _ P) in A. assert (A' := Rabs_le_inv _ _ A).
  assert (w * y <= w * (x * (1 - 2 * u))) by now apply Rmult_le_compat_l.
  unfold u in *. lra.
Qed.

Lemma margin_is : check_line_margin = 256 * u.
Proof.
  change (-45)%Z with (-53 + 8)%Z. rewrite bpow_plus, u_is.
  change (2^8) with 256. ring.
Qed.

Lemma eta_of_ratio : forall h, 2^(-960) <= h -> 0 < eta <= u * u * h.
Proof.
  intros h H. split; [apply eta_pos |]. apply Rle_trans with (u * u * 2^(-960)).
  - rewrite <- u_is. unfold eta. rewrite <- !bpow_plus. apply bpow_le. lia.
  - apply Rmult_le_compat_l; [unfold u; lra | assumption].
Qed.

(* The partition: where the estimate is inside by its margin, what was decided between the two ratios is
   right at each ratio within 2^-51 of the estimate, to within half the least number above 0. *)
Theorem partition_is_right : forall c lower upper s h x, is_claimant c ->
  0 <= lower -> 0 <= upper -> decided c lower upper s -> is_inside lower upper h -> 2^(-960) <= h ->
  Rabs (x - h) <= 2^(-51) * h ->
  Rabs (share x c - line_of s (weight c) x) <= eta.
Proof.
  intros c lower upper s h x (Fw & Hw & Fl & Fu & Hlu) Pl Pu D (I1 & I2) Hh Hx.
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
  assert (L : lower * (1 + 2 * u) <= x) by (unfold u in *; lra).
  assert (M : x <= upper * (1 - 2 * u)) by (unfold u in *; lra).
  assert (G := product_grows (weight c) lower x Hw Pl L).
  assert (K := product_falls (weight c) upper x Hw Pu M).
  unfold decided, share_at in D. unfold share. set (w := weight c) in *.
  set (l := min_share c) in *. set (m := max_share c) in *.
  set (least := RN (w * lower)) in *. set (most := RN (w * upper)) in *.
  destruct D as [(E & ->) | (_ & E1 & E2 & ->)]; simpl.
  - assert (C1 := clamp_near (w * x) (least - eta) l m ltac:(lra)).
    assert (Low : clamp least l m - eta <= clamp (w * x) l m).
    { apply Rle_trans with (clamp (least - eta) l m).
      - assert (C := clamp_near least (least - eta) l m ltac:(lra)).
        replace (least - (least - eta)) with eta in C by ring. rewrite (Rabs_pos_eq eta) in C by lra.
        assert (C' := Rabs_le_inv _ _ C). lra.
      - apply clamp_keeps_order. lra. }
    assert (Up : clamp (w * x) l m <= clamp most l m + eta).
    { apply Rle_trans with (clamp (most + eta) l m).
      - apply clamp_keeps_order. lra.
      - assert (C := clamp_near (most + eta) most l m ltac:(lra)).
        replace (most + eta - most) with eta in C by ring. rewrite (Rabs_pos_eq eta) in C by lra.
        assert (C' := Rabs_le_inv _ _ C). lra. }
    apply Rabs_le. rewrite E in *. lra.
  - assert (l <= least) by (destruct (clamp_cases least l m ltac:(lra)) as [(Q & R0) | [(Q & R0) | (Q &
    R0)]]; lra).
    assert (most <= m) by (destruct (clamp_cases most l m ltac:(lra)) as [(Q & R0) | [(Q & R0) | (Q &
      R0)]]; lra).
    destruct (clamp_cases (w * x) l m ltac:(lra)) as [(Q & ->) | [(Q & ->) | (Q & ->)]]; apply Rabs_le; lra.
Qed.

(* ---- `check` and `look_closely` *)

(* The claimant as the line of `placed_at` has it. *)
Definition placed (c : claimant) (placed_at : R) (s : place) :=
  let placing := RN (weight c * placed_at) in
  (min_share c < placing < max_share c /\ s = Moving) \/
  (~ (min_share c < placing < max_share c) /\
   s = Fixed (clamp placing (min_share c) (max_share c))).

(* What is not wrong, and whether it is counted as near: `is_near`. *)
Definition checked (c : claimant) (s : place) (product : pair) (tol : R) (is_near : bool) :=
  let v := RN (high product + low product) in
  let off := RN (RN (high product - v) + low product) in
  let unclear := RN (v * tol) in
  let is_close := (v = min_share c \/ v = max_share c) /\ min_share c < max_share c in
  let is_above := 0 < off in
  let is_beyond := (v = max_share c /\ is_above) \/ (v = min_share c /\ ~ is_above) in
  let is_clear := RN (unclear * clear_of_tolerance) < Rabs off in
  match s with Moving => v | Fixed b => b end = clamp v (min_share c) (max_share c) /\
  (~ is_close /\ is_near = false \/
   is_close /\ Rabs off <= unclear /\ is_near = true \/
   is_close /\ is_near = false /\ is_clear /\
     match s with Moving => ~ is_beyond | Fixed _ => is_beyond end).

(* What a number is from a double to which it does not round. *)
Lemma above_a_double : forall V d, double d -> 0 <= d -> d < RN V -> d * (1 + / 2 * u) <= V.
Proof.
  intros V d Fd Hd H.
  assert (N := round_N_pt radix2 fexp (fun n => negb (Z.even n)) V).
  destruct N as (Fz & N). specialize (N d Fd). set (z := RN V) in *. fold z in N.
  assert (S : succ radix2 fexp d <= z) by (apply succ_le_lt; auto with typeclass_instances).
  rewrite succ_eq_pos in S by assumption.
  assert (G : u * d <= ulp radix2 fexp d).
  { destruct (Req_dec d 0) as [-> | Z]; [rewrite Rmult_0_r; apply ulp_ge_0 |].
    apply Rlt_le. assert (G := ulp_FLT_gt radix2 (-1074) 53 d). change (- (53))%Z with (-53)%Z in G.
      rewrite Rabs_pos_eq, u_is in G by assumption.
    rewrite Rmult_comm. exact G. }
  assert (L : d <= V).
  { destruct (Rle_lt_dec d V) as [L | L]; [assumption |]. exfalso.
    assert (Q : RN V <= RN d) by (apply rounding_keeps_order; lra). rewrite (round_id d Fd) in Q.
    unfold z in *. lra. }
  rewrite (Rabs_left1 (d - V)) in N by lra. assert (T := RRle_abs (z - V)). lra.
Qed.

Lemma below_a_double : forall V d, double d -> 0 <= d -> RN V < d -> V <= d * (1 - / 4 * u).
Proof.
  intros V d Fd Hd H.
  assert (N := round_N_pt radix2 fexp (fun n => negb (Z.even n)) V).
  destruct N as (Fz & N). specialize (N d Fd). set (z := RN V) in *. fold z in N.
  assert (S := half_ulp z Fz d Fd ltac:(lra)).
  assert (G : u * d <= ulp radix2 fexp d).
  { destruct (Req_dec d 0) as [-> | Z]; [rewrite Rmult_0_r; apply ulp_ge_0 |].
    apply Rlt_le. assert (G := ulp_FLT_gt radix2 (-1074) 53 d). change (- (53))%Z with (-53)%Z in G.
      rewrite Rabs_pos_eq, u_is in G by assumption.
    rewrite Rmult_comm. exact G. }
  assert (L : V <= d).
  { destruct (Rle_lt_dec V d) as [L | L]; [assumption |]. exfalso.
    assert (Q : RN d <= RN V) by (apply rounding_keeps_order; lra). rewrite (round_id d Fd) in Q.
    unfold z in *. lra. }
  rewrite (Rabs_pos_eq (d - V)) in N by lra. rewrite (Rabs_left (z - d)) in S by lra.
  assert (T := RRle_abs (V - z)). rewrite Rabs_minus_sym in T. lra.
Qed.

(* The share of what passes the check: on the line it is what it is at every ratio within rho of the pair;
   or it is near v, which is one of its bounds. *)
Lemma check_is_right : forall c s placed_at ratio product tol is_near rho,
  is_claimant c -> placed c placed_at s -> is_pair ratio -> 2^(-960) <= high ratio ->
  is_product_of (weight c) ratio product -> 127 * (u * u) <= tol <= / 4 * u ->
  0 <= rho <= / 8 * u -> rho <= 2049 * tol ->
  checked c s product tol is_near ->
  let r := high ratio + low ratio in
  let v := RN (high product + low product) in
  (is_near = false -> forall x, Rabs (x - r) <= rho * r ->
     Rabs (share x c - line_of s (weight c) x) <= crumb /\
     (2^(-900) < weight c * r -> share x c = line_of s (weight c) x)) /\
  (is_near = true -> 0 <= v /\
     Rabs (share r c - line_of s (weight c) r) <= (1 + / 16) * tol * v + crumb /\
     weight c * r <= v + (1 + / 16) * tol * v + crumb).
Proof.
  intros c s at_ ratio pr tol nr rho Hc Hp Pr Hh Ip Ht Hrho Hrho2 (HC1 & HC2) r v.
  destruct Hc as (Fw & Hw & Fl & Fm & Hlm).
  assert (P960 := bpow_gt_0 radix2 (-960)).
  destruct (product_is_within (weight c) ratio pr Fw Hw Pr ltac:(lra) Ip) as (Fp & Fpl & D).
  fold r in D.
  assert (Lr := low_is_small _ Pr). rewrite (Rabs_pos_eq (high ratio)) in Lr by lra.
  assert (Lr' := Rabs_le_inv _ _ Lr).
  assert (Epr : high pr = RN (weight c * high ratio)) by apply Ip.
  unfold share. set (w := weight c) in *. set (l := min_share c) in *. set (m := max_share c) in *.
  set (h := high ratio) in *. set (ph := high pr) in *. set (pl := low pr) in *.
  set (V := ph + pl) in *. set (y := w * r).
  assert (Hr : 0 < r) by (unfold r, u in *; lra).
  assert (Py : 0 <= y) by (apply Rmult_le_pos; lra).
  assert (Wh : w * h <= (1 + 2 * u) * y).
  { unfold y. replace ((1 + 2 * u) * (w * r)) with (w * ((1 + 2 * u) * r)) by ring.
    apply Rmult_le_compat_l; [assumption |]. unfold r, u in *. lra. }
  assert (Wh' : (1 - 2 * u) * y <= w * h).
  { unfold y. replace ((1 - 2 * u) * (w * r)) with (w * ((1 - 2 * u) * r)) by ring.
    apply Rmult_le_compat_l; [assumption |]. unfold r, u in *. lra. }
  assert (E70 : much_underflow = 32 * eta).
  { unfold eta, much_underflow. change 32 with (2^5). now rewrite <- bpow_plus. }
  destruct u_powers as (U104 & _). rewrite U104, E70 in D. fold y in D.
  assert (Pe := eta_pos).
  assert (Move : forall x, Rabs (x - r) <= rho * r -> Rabs (w * x - y) <= rho * y).
  { intros x Hx. unfold y. replace (w * x - w * r) with (w * (x - r)) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq w) by lra. replace (rho * (w * r)) with (w * (rho * r)) by ring.
    now apply Rmult_le_compat_l. }
  assert (Rn : RN V = v) by reflexivity.
  cbv zeta in HC2. fold ph pl V in HC1, HC2. rewrite Rn in HC1, HC2.
  destruct (Rle_lt_dec y (2^(-900))) as [Small | Large].
  - (* Underflow may have misled the check; but what the claimant has is next to nothing. *)
    set (bit := 2^(-900)) in *. assert (Pbit : 0 < bit) by apply bpow_gt_0.
    assert (Ec : crumb = 1024 * bit).
    { unfold crumb, bit. change 1024 with (2^10). now rewrite <- bpow_plus. }
    assert (Ee : eta <= / 100 * bit).
    { apply Rle_trans with (2^(-7) * bit).
      - unfold eta, bit. rewrite <- bpow_plus. apply bpow_le. lia.
      - apply Rmult_le_compat_r; [lra |]. simpl. lra. }
    assert (Dv := Rabs_le_inv _ _ D).
    assert (VV : Rabs V <= 2 * bit) by (apply Rabs_le; unfold u in *; lra).
    assert (A := any_rounds V). rewrite Rn in A.
    assert (Av := near_abs _ _ _ A).
    assert (Bv : Rabs v <= 4 * bit) by (unfold u in *; lra).
    assert (Bv' := Rabs_le_inv _ _ Bv).
    assert (Line : forall x, 0 <= w * x <= 4 * bit ->
      Rabs (clamp (w * x) l m - line_of s w x) <= 16 * bit).
    { intros x Hx. destruct s as [b |]; simpl.
      - rewrite HC1. apply Rle_trans with (1 := clamp_near _ _ _ _ (proj2 Hlm)).
        apply Rabs_le. lra.
      - assert (l <= v <= m).
        { destruct (clamp_cases v l m ltac:(lra)) as [(Q & R0) | [(Q & R0) | (Q & R0)]]; lra. }
        destruct (clamp_cases (w * x) l m ltac:(lra)) as [(Q & ->) | [(Q & ->) | (Q & ->)]]; apply Rabs_le;
          lra. }
    split.
    + intros _ x Hx. assert (M := Rabs_le_inv _ _ (Move x Hx)).
      assert (rho * y <= / 8 * y) by (apply Rmult_le_compat_r; unfold u in *; lra).
      split; [apply Rle_trans with (16 * bit); [apply Line |]; lra |]. fold y. lra.
    + intros Hn. destruct HC2 as [(_ & Q) | [(Q & _ & _) | (_ & Q & _)]]; try congruence.
      assert (Pv : 0 <= v) by (destruct Q as ([-> | ->] & _); lra).
      assert (T0 : 0 <= (1 + / 16) * tol * v) by (apply Rmult_le_pos; unfold u in *; lra).
      split; [assumption |]. split; [| fold y; lra].
      apply Rle_trans with (16 * bit); [apply Line; fold y |]; lra.
  - set (bit := 2^(-900)) in *. assert (Pbit : 0 < bit) by apply bpow_gt_0.
    assert (Pc : 0 < crumb) by apply bpow_gt_0.
    assert (Ee : eta <= u * u * u * y).
    { apply Rle_trans with (u * u * u * bit).
      - rewrite <- u_is. unfold eta, bit. rewrite <- !bpow_plus. apply bpow_le. lia.
      - apply Rmult_le_compat_l; [unfold u; lra | lra]. }
    assert (Dy : Rabs (y - V) <= 4 * (u * u) * y) by (unfold u in *; lra).
    assert (Dv := Rabs_le_inv _ _ Dy).
    assert (PV : 0 < V) by (unfold u in *; lra).
    assert (Yv : y <= (1 + 5 * (u * u)) * V) by (unfold u in *; lra).
    assert (Ew := any_rounds (w * h)). rewrite <- Epr in Ew. rewrite (Rabs_pos_eq (w * h)) in Ew by (unfold
      u in *; lra).
    assert (Ew' := Rabs_le_inv _ _ Ew).
    assert (Sp : Rabs pl <= Rabs ph).
    { replace pl with (V - ph) by (unfold V; ring). rewrite (Rabs_pos_eq ph) by (unfold u in *; lra).
      apply Rabs_le. unfold u in *. lra. }
    assert (Off : RN (RN (ph - v) + pl) = V - v).
    { assert (F := fast_two_sum_is_exact ph pl Fp Fpl Sp). fold V in F. rewrite Rn in F.
      replace (RN (ph - v) + pl) with (pl - RN (v - ph)); [lra |].
      replace (v - ph) with (- (ph - v)) by ring. rewrite round_opp. ring. }
    rewrite Off in HC2.
    assert (A := plus_rounds ph pl Fp Fpl). fold V in A. rewrite Rn, (Rabs_pos_eq V) in A by lra.
    assert (A' := Rabs_le_inv _ _ A).
    set (tv := tol * V).
    assert (Tv : 127 * (u * u) * V <= tv <= / 4 * u * V).
    { unfold tv. split; apply Rmult_le_compat_r; lra. }
    assert (Tvv : Rabs (v * tol - tv) <= u * tv).
    { unfold tv. replace (v * tol - tol * V) with (tol * (v - V)) by ring.
      rewrite Rabs_mult, (Rabs_pos_eq tol) by (unfold u in *; lra).
      replace (u * (tol * V)) with (tol * (u * V)) by ring.
      apply Rmult_le_compat_l; [unfold u in *; lra | assumption]. }
    assert (Tvv' := Rabs_le_inv _ _ Tvv).
    assert (Un := any_rounds (v * tol)). set (unclear := RN (v * tol)) in *.
    rewrite (Rabs_pos_eq (v * tol)) in Un by (unfold u in *; lra).
    assert (Un' := Rabs_le_inv _ _ Un).
    assert (Near : forall x, Rabs (x - r) <= rho * r ->
      Rabs (w * x - V) <= (/ 8 * u + 6 * (u * u)) * V /\ Rabs (w * x - V) <= 2050 * tv).
    { intros x Hx. assert (M := Move x Hx).
      assert (M' : Rabs (w * x - V) <= rho * y + 4 * (u * u) * y).
      { replace (w * x - V) with ((w * x - y) + (y - V)) by ring.
        apply Rle_trans with (1 := Rabs_triang _ _). lra. }
      assert (R1 : rho * y <= / 8 * u * y) by (apply Rmult_le_compat_r; lra).
      assert (R2 : rho * y <= 2049 * (tol * y)).
      { rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
      assert (R3 : tol * y <= (1 + 5 * (u * u)) * tv).
      { unfold tv. replace ((1 + 5 * (u * u)) * (tol * V)) with (tol * ((1 + 5 * (u * u)) * V)) by ring.
        apply Rmult_le_compat_l; unfold u in *; lra. }
      split; unfold u in *; lra. }
    split.
    + intros Hn x Hx. destruct (Near x Hx) as (N1 & N2).
      assert (N1' := Rabs_le_inv _ _ N1). assert (N2' := Rabs_le_inv _ _ N2).
      assert (G : clamp (w * x) l m = line_of s w x).
      { destruct s as [b |]; simpl.
        - (* at a bound *)
          destruct (Req_dec l m) as [Elm | Nlm].
          { rewrite HC1. unfold clamp. rewrite !Elm.
            rewrite (Rmin_right (Rmax (w * x) m)) by apply Rmax_r.
            rewrite (Rmin_right (Rmax v m)) by apply Rmax_r. reflexivity. }
          destruct Hp as [(_ & Q) | (Out & Q)]; [discriminate |]. injection Q as Q.
          fold w in Out, Q. fold l m in Out, Q. set (pg := RN (w * at_)) in *.
          assert (Lb : b = l \/ b = m).
          { destruct (clamp_cases pg l m ltac:(lra)) as [(Z & ZE) | [(Z & ZE) | (Z & ZE)]]; rewrite Q, ZE;
            auto.
            destruct (Req_dec pg l) as [-> | ?]; auto. destruct (Req_dec pg m) as [-> | ?]; auto.
            exfalso. apply Out. lra. }
          clear Q.
          destruct HC2 as [(NC & _) | [(_ & _ & Q') | (Cl & _ & Clear & Beyond)]]; [| congruence |].
          + destruct Lb as [-> | ->].
            * assert (v <= l) by (destruct (clamp_cases v l m ltac:(lra)) as [(Z & ZE) | [(Z & ZE) | (Z &
              ZE)]]; lra).
              assert (v <> l) by (intros Z; apply NC; split; [now left | lra]).
              assert (B := below_a_double V l Fl ltac:(lra) ltac:(lra)).
              apply clamp_low; unfold u in *; lra.
            * assert (m <= v) by (destruct (clamp_cases v l m ltac:(lra)) as [(Z & ZE) | [(Z & ZE) | (Z &
              ZE)]]; lra).
              assert (v <> m) by (intros Z; apply NC; split; [now right | lra]).
              assert (B := above_a_double V m Fm ltac:(lra) ltac:(lra)).
              apply clamp_high; unfold u in *; lra.
          + assert (Cl2 : 4090 * tv < Rabs (V - v)).
            { apply Rle_lt_trans with (2 := Clear). assert (C := any_rounds (unclear * clear_of_tolerance)).
              change (2^12) with 4096 in *.
              assert (Pu : 0 <= unclear * 4096) by (unfold u in *; lra).
              rewrite (Rabs_pos_eq _ Pu) in C. assert (C' := Rabs_le_inv _ _ C). unfold u in *. lra. }
            destruct Beyond as [(Ev & Above) | (Ev & Above)].
            * assert (Eb : b = m). { rewrite HC1, Ev. apply clamp_high; lra. }
              rewrite Eb. rewrite (Rabs_pos_eq (V - v)) in Cl2 by lra. apply clamp_high; unfold u in *; lra.
            * assert (Eb : b = l). { rewrite HC1, Ev. apply clamp_low; lra. }
              rewrite Eb. rewrite (Rabs_left1 (V - v)) in Cl2 by lra. apply clamp_low; unfold u in *; lra.
        - (* proportional *)
          assert (Vlm : l <= v <= m).
          { destruct (clamp_cases v l m ltac:(lra)) as [(Z & ZE) | [(Z & ZE) | (Z & ZE)]]; lra. }
          assert (Nlm : l < m) by (destruct Hp as [(Q & _) | (_ & Q)]; [fold l m in Q; lra | discriminate]).
          assert (Low : l < v -> l <= w * x).
          { intros Z. assert (B := above_a_double V l Fl ltac:(lra) ltac:(lra)). unfold u in *. lra. }
          assert (Up : v < m -> w * x <= m).
          { intros Z. assert (B := below_a_double V m Fm ltac:(lra) ltac:(lra)). unfold u in *. lra. }
          destruct HC2 as [(NC & _) | [(_ & _ & Q') | (Cl & _ & Clear & Beyond)]]; [| congruence |].
          + assert (v <> l) by (intros Z; apply NC; split; [now left | lra]).
            assert (v <> m) by (intros Z; apply NC; split; [now right | lra]).
            apply clamp_id. split; [apply Low | apply Up]; lra.
          + assert (Cl2 : 4090 * tv < Rabs (V - v)).
            { apply Rle_lt_trans with (2 := Clear). assert (C := any_rounds (unclear * clear_of_tolerance)).
              change (2^12) with 4096 in *.
              assert (Pu : 0 <= unclear * 4096) by (unfold u in *; lra).
              rewrite (Rabs_pos_eq _ Pu) in C. assert (C' := Rabs_le_inv _ _ C). unfold u in *. lra. }
            destruct Cl as ([Ev | Ev] & _).
            * assert (0 < V - v) by (apply Rnot_le_lt; intros Z; apply Beyond; right; split; [assumption |
              lra]).
              rewrite (Rabs_pos_eq (V - v)) in Cl2 by lra.
              apply clamp_id. split; [unfold u in *; lra | apply Up; lra].
            * assert (V - v <= 0) by (apply Rnot_lt_le; intros Z; apply Beyond; left; split; [assumption |
              lra]).
              rewrite (Rabs_left1 (V - v)) in Cl2 by lra.
              apply clamp_id. split; [apply Low; lra | unfold u in *; lra]. }
      split; [rewrite G, Rminus_eq_0, Rabs_R0; lra | now intros _].
    + intros Hn. destruct HC2 as [(_ & Q) | [(Cl & Le & _) | (_ & Q & _)]]; try congruence.
      assert (Pv : 0 <= v) by (unfold u in *; lra).
      assert (K : Rabs (y - v) <= (1 + / 16) * tol * v).
      { replace (y - v) with ((y - V) + (V - v)) by ring. apply Rle_trans with (1 := Rabs_triang _ _).
        replace ((1 + / 16) * tol * v) with ((1 + / 16) * (v * tol)) by ring. unfold u in *. lra. }
      assert (K' := Rabs_le_inv _ _ K).
      split; [assumption |]. split; [| fold y; lra].
      fold y. apply Rle_trans with (Rabs (y - v)); [| lra].
      destruct Cl as (Ev & Nlm).
      destruct s as [b |]; simpl.
      * rewrite HC1. apply clamp_near. lra.
      * fold y. destruct (clamp_cases y l m ltac:(lra)) as [(Z & ->) | [(Z & ->) | (Z & ->)]];
          unfold Rabs; repeat destruct Rcase_abs; destruct Ev; lra.
Qed.

(* ---- What those near a bound may add to the error of the ratio *)

Section Near.
  (* The pair's value, how far the ratio may move, and what near means. *)
  Variables r rho kappa : R.

  Inductive stands (c : claimant) (s : place) : R -> Prop :=
  | stands_sure :
      (forall x, Rabs (x - r) <= rho * r -> Rabs (share x c - line_of s (weight c) x) <= crumb) ->
      stands c s 0
  | stands_near : forall v, 0 <= v ->
      Rabs (share r c - line_of s (weight c) r) <= kappa * v + crumb ->
      weight c * r <= v + kappa * v + crumb -> stands c s v.

  Record item := { who : claimant; stand : place; near : R }.

  Definition slope (i : item) : R := match stand i with Moving => weight (who i) | Fixed _ => 0 end.
  Definition fixed_part (i : item) : R := match stand i with Moving => 0 | Fixed b => b end.
  Definition near_moving (i : item) : R := match stand i with Moving => near i | Fixed _ => 0 end.

  Lemma share_grows : forall c x y, 0 <= weight c -> x <= y -> share x c <= share y c.
  Proof. intros c x y H L. apply clamp_keeps_order. now apply Rmult_le_compat_l. Qed.

  Hypothesis Pr : 0 < r.
  Hypothesis Pk : 0 <= kappa.

  Variable step : R.
  Hypothesis Hstep : 0 <= step <= 1.
  Hypothesis Hrho : step <= rho.

  Lemma crumb_pos : 0 < crumb.
  Proof. apply bpow_gt_0. Qed.

  Lemma step_up : forall i, 0 <= weight (who i) -> stands (who i) (stand i) (near i) ->
    0 <= share (r * (1 + step)) (who i) + -1 * fixed_part i + - (r * (1 + step)) * slope i
         + step * (1 + kappa) * near_moving i + kappa * near i + 4 * crumb.
  Proof.
    intros [c s v] Hw H. unfold slope, fixed_part, near_moving. simpl in *.
    assert (Pc := crumb_pos).
    inversion H as [Q | v' Pv Q1 Q2]; subst.
    - assert (A : Rabs (r * (1 + step) - r) <= rho * r).
      { replace (r * (1 + step) - r) with (step * r) by ring. rewrite Rabs_pos_eq by nra.
        apply Rmult_le_compat_r; lra. }
      specialize (Q _ A). assert (B := Rabs_le_inv _ _ Q). destruct s as [b |]; simpl in *; lra.
    - assert (A : share r c <= share (r * (1 + step)) c) by (apply share_grows; [assumption | nra]).
      assert (B := Rabs_le_inv _ _ Q1).
      assert (Pkv : 0 <= kappa * v) by now apply Rmult_le_pos.
      destruct s as [b |]; simpl in *; [lra |].
      assert (step * (weight c * r) <= step * (v + kappa * v + crumb)) by (apply Rmult_le_compat_l; lra).
      assert (step * crumb <= 1 * crumb) by (apply Rmult_le_compat_r; lra).
      lra.
  Qed.

  Lemma step_down : forall i, 0 <= weight (who i) -> stands (who i) (stand i) (near i) ->
    0 <= -1 * share (r * (1 - step)) (who i) + fixed_part i + r * (1 - step) * slope i
         + step * (1 + kappa) * near_moving i + kappa * near i + 4 * crumb.
  Proof.
    intros [c s v] Hw H. unfold slope, fixed_part, near_moving. simpl in *.
    assert (Pc := crumb_pos).
    inversion H as [Q | v' Pv Q1 Q2]; subst.
    - assert (A : Rabs (r * (1 - step) - r) <= rho * r).
      { replace (r * (1 - step) - r) with (- (step * r)) by ring. rewrite Rabs_Ropp, Rabs_pos_eq by nra.
        apply Rmult_le_compat_r; lra. }
      specialize (Q _ A). assert (B := Rabs_le_inv _ _ Q). destruct s as [b |]; simpl in *; lra.
    - assert (A : share (r * (1 - step)) c <= share r c) by (apply share_grows; [assumption | nra]).
      assert (B := Rabs_le_inv _ _ Q1).
      assert (Pkv : 0 <= kappa * v) by now apply Rmult_le_pos.
      destruct s as [b |]; simpl in *; [lra |].
      assert (step * (weight c * r) <= step * (v + kappa * v + crumb)) by (apply Rmult_le_compat_l; lra).
      assert (step * crumb <= 1 * crumb) by (apply Rmult_le_compat_r; lra).
      lra.
  Qed.

  Definition over (g : item -> R) (items : list item) := total (map g items).

  Lemma over_sum : forall (a b c d e : item -> R) ka kb kc kd ke k items,
    (forall i, In i items -> 0 <= ka * a i + kb * b i + kc * c i + kd * d i + ke * e i + k) ->
    0 <= ka * over a items + kb * over b items + kc * over c items + kd * over d items
         + ke * over e items + INR (length items) * k.
  Proof.
    intros a b c d e ka kb kc kd ke k. induction items as [| i items IH]; intros H.
    - simpl. unfold over. simpl. lra.
    - assert (A := H i (or_introl eq_refl)).
      assert (B := IH (fun j I => H j (or_intror I))). unfold over in *. cbn [map total fold_right length].
      change (fold_right Rplus 0) with total. rewrite S_INR. lra.
  Qed.

  Variables items : list item.
  Hypothesis Hitems : forall i, In i items -> 0 <= weight (who i) /\ stands (who i) (stand i) (near i).

  (* The near/clear lemma: the ratio of the right line differs from the pair by no more than `step`, where
     what claimants that are surely proportional claim outweighs what those near a bound may be off by. *)
  Theorem near_shares_add_so_much : forall T quotient delta exact,
    over fixed_part items + over slope items * quotient = T ->
    Rabs (quotient - r) <= delta * r ->
    over (fun i => share exact (who i)) items = T ->
    delta * (over slope items * r) + kappa * over near items + INR (length items) * (4 * crumb) <
      step * (over slope items * r - (1 + kappa) * over near_moving items) ->
    0 <= over slope items ->
    Rabs (exact - r) <= step * r.
  Proof.
    intros T Q delta x HT HQ Hx Hstep2 PW.
    set (W := over slope items) in *.
    assert (HQ' := Rabs_le_inv _ _ HQ).
    assert (WQ : W * Q <= W * r + delta * (W * r)).
    { replace (W * r + delta * (W * r)) with (W * (r + delta * r)) by ring. apply Rmult_le_compat_l; lra. }
    assert (WQ' : W * r - delta * (W * r) <= W * Q).
    { replace (W * r - delta * (W * r)) with (W * (r - delta * r)) by ring. apply Rmult_le_compat_l; lra. }
    assert (Mono : forall y z, y <= z ->
      over (fun i => share y (who i)) items <= over (fun i => share z (who i)) items).
    { intros y z L. unfold over. clear - L Hitems.
      induction items as [| i rest IH]; simpl; [lra |].
      apply Rplus_le_compat.
      - apply share_grows; [apply Hitems; now left | assumption].
      - apply IH. intros j J. apply Hitems. now right. }
    assert (Up := over_sum (fun i => share (r * (1 + step)) (who i)) fixed_part slope near_moving near
      1 (-1) (- (r * (1 + step))) (step * (1 + kappa)) kappa (4 * crumb) items).
    assert (Down := over_sum (fun i => share (r * (1 - step)) (who i)) fixed_part slope near_moving near
      (-1) 1 (r * (1 - step)) (step * (1 + kappa)) kappa (4 * crumb) items).
    fold W in Up, Down.
    assert (Up' := Up (fun i I => let H := Hitems i I in ltac:(
      destruct H as (A & B); assert (S := step_up i A B); lra))). clear Up.
    assert (Down' := Down (fun i I => let H := Hitems i I in ltac:(
      destruct H as (A & B); assert (S := step_down i A B); lra))). clear Down.
    apply Rabs_le. split.
    - apply Rnot_lt_le. intros L.
      assert (M := Mono x (r * (1 - step)) ltac:(lra)). lra.
    - apply Rnot_lt_le. intros L.
      assert (M := Mono (r * (1 + step)) x ltac:(lra)). lra.
  Qed.
End Near.

(* ---- Sums as the code keeps them, with their error *)

Record sum := { value : pair; error : R }.

Definition plus_sums (a b : sum) : sum :=
  {| value := plus (value a) (value b);
     error := RN (RN (error a + error b) +
                  RN (plus_error * RN (Rabs (high (value a)) + Rabs (high (value b))))) |}.

(* `compensated_error` as it is computed. *)
Definition computed_error (k m : R) : R :=
  RN (compensated_unit * RN (RN (RN (RN (k * k) + RN (RN (2 * m) * RN (m + k))) + RN (32 * k)) + 64)).

Lemma double_integer : forall z e, (Z.abs z < 2 ^ 53)%Z -> (-1074 <= e)%Z -> double (IZR z * 2^e).
Proof.
  intros z e Hz He. apply generic_format_FLT. exists (Float radix2 z e); [reflexivity | exact Hz | exact He].
Qed.

Lemma computed_error_is : forall k m : nat, 
  INR k * INR k + 2 * INR m * (INR m + INR k) + 32 * INR k + 64 <= 2^46 ->
  computed_error (INR k) (INR m) = compensated_error (INR k) (INR m) /\
  0 <= compensated_error (INR k) (INR m) <= 2^(-60).
Proof.
  intros k m H.
  assert (P : 0 <= INR k /\ 0 <= INR m) by (split; apply pos_INR). destruct P as (Pk & Pm).
  rewrite !INR_IZR_INZ in *. set (x := Z.of_nat k) in *. set (y := Z.of_nat m) in *.
  assert (Px : (0 <= x)%Z) by (apply le_IZR; assumption).
  assert (Py : (0 <= y)%Z) by (apply le_IZR; assumption).
  assert (Z46 : (x * x + 2 * y * (y + x) + 32 * x + 64 <= 2 ^ 46)%Z).
  { apply le_IZR. rewrite !plus_IZR, !mult_IZR, plus_IZR. exact H. }
  assert (I : forall z, (Z.abs z < 2 ^ 53)%Z -> RN (IZR z) = IZR z).
  { intros z Hz. apply round_id. replace (IZR z) with (IZR z * 2^0) by (simpl; ring).
    now apply double_integer. }
  assert (B1 : (0 <= x * x)%Z) by nia. assert (B2 : (0 <= 2 * y * (y + x))%Z) by nia.
  assert (B3 : (0 <= x <= 2 ^ 46 /\ 0 <= y <= 2 ^ 46)%Z) by (split; nia).
  split.
  - unfold computed_error, compensated_error.
    rewrite <- (mult_IZR x x), <- (mult_IZR 2 y), <- (plus_IZR y x), <- (mult_IZR 32 x).
    rewrite (I (x * x)%Z), (I (2 * y)%Z), (I (y + x)%Z), (I (32 * x)%Z) by lia.
    rewrite <- (mult_IZR (2 * y)). rewrite (I (2 * y * (y + x))%Z) by lia.
    rewrite <- (plus_IZR (x * x)). rewrite (I (x * x + 2 * y * (y + x))%Z) by lia.
    rewrite <- (plus_IZR _ (32 * x)). rewrite (I (x * x + 2 * y * (y + x) + 32 * x)%Z) by lia.
    rewrite <- (plus_IZR _ 64). rewrite (I (x * x + 2 * y * (y + x) + 32 * x + 64)%Z) by lia.
    apply round_id. rewrite Rmult_comm. apply double_integer; lia.
  - unfold compensated_error.
    rewrite <- (mult_IZR x x), <- (mult_IZR 2 y), <- (plus_IZR y x), <- (mult_IZR 32 x).
    rewrite <- (mult_IZR (2 * y)), <- !plus_IZR.
    apply IZR_le in Z46. split.
    + apply Rmult_le_pos; [apply bpow_ge_0 |]. apply IZR_le. lia.
    + apply Rle_trans with (2^(-106) * 2^46).
      * apply Rmult_le_compat_l; [apply bpow_ge_0 |]. exact Z46.
      * rewrite <- bpow_plus. apply bpow_le. lia.
Qed.

(* How a sum comes about: none; lanes in blocks (`sum_in_blocks`); one lane, side by side with other
  problems; or one of these added to what there is. n counts them. *)
Inductive summed : nat -> sum -> list R -> Prop :=
| summed_none : summed 1 {| value := {| high := 0; low := 0 |}; error := 0 |} []
| summed_lanes : forall lanes per_vector b m, arranged per_vector b m lanes ->
    (forall x, In x (flat lanes) -> double x /\ 0 <= x) ->
    (1 <= length lanes <= 16)%nat -> (Z.of_nat b <= group_blocks)%Z -> (1 <= m)%nat ->
    let k := (per_vector + b + length lanes)%nat in
    INR k * INR k + 2 * INR m * (INR m + INR k) + 32 * INR k + 64 <= 2^46 ->
    let s := renormalised (run (all_lanes lanes)) in
    summed 1 {| value := s; error := RN (computed_error (INR k) (INR m) * high s) |} (flat lanes)
| summed_alone : forall xs, (forall x, In x xs -> double x /\ 0 <= x) ->
    let k := length xs in
    INR k * INR k + 2 * INR 1 * (INR 1 + INR k) + 32 * INR k + 64 <= 2^46 ->
    let s := renormalised (run (block xs)) in
    summed 1 {| value := s; error := RN (computed_error (INR k) (INR 1) * high s) |} xs
| summed_plus : forall n a xs b ys, summed n a xs -> summed 1 b ys ->
    summed (S n) (plus_sums a b) (xs ++ ys).

Lemma small_step : 2^(-60) = / 128 * u /\ 2^(-58) = / 32 * u.
Proof.
  change (-60)%Z with (-53 + -7)%Z. change (-58)%Z with (-53 + -5)%Z. rewrite !bpow_plus, !u_is.
  change (2^(-7)) with (/ 128). change (2^(-5)) with (/ 32). split; ring.
Qed.

(* What holds of the n sums that were added: `allowance` counts what underflow may have taken. *)
Definition covers (n : nat) (s : sum) (x : R) :=
  is_pair (value s) /\ 0 <= high (value s) /\ 0 <= error s /\
  error s <= (1 + INR n / 64) * 2^(-60) * high (value s) + (4 * INR n - 2) * eta /\
  0 <= x /\ Rabs (x - (high (value s) + low (value s))) <= error s + (2 * INR n - 1) * eta.

Lemma one_covers : forall p x ce, is_pair p -> 0 <= high p -> 0 <= x -> 0 <= ce <= 2^(-60) ->
  Rabs (x - (high p + low p)) <= (1 - / 128) * ce * high p ->
  covers 1 {| value := p; error := RN (ce * high p) |} x.
Proof.
  intros p x ce Pp Ph Px Hce H. unfold covers. cbn [value error].
  assert (P := Rmult_le_pos _ _ (proj1 Hce) Ph).
  assert (A := any_rounds (ce * high p)). rewrite (Rabs_pos_eq _ P) in A. assert (A' := Rabs_le_inv _ _ A).
  assert (Q : ce * high p <= 2^(-60) * high p) by (apply Rmult_le_compat_r; lra).
  destruct small_step as (S1 & _). rewrite S1 in *. assert (T := eta_pos).
  replace ((1 - / 128) * ce * high p) with ((1 - / 128) * (ce * high p)) in H by ring.
  change (INR 1) with 1.
  split; [assumption |]. split; [assumption |]. split; [now apply round_pos |].
  split; [| split; [assumption |]]; unfold u in *; lra.
Qed.

Lemma total_pos : forall xs, (forall x, In x xs -> 0 <= x) -> 0 <= total xs.
Proof.
  induction xs as [| x xs IH]; intros H; simpl; [lra |].
  apply Rplus_le_le_0_compat; [apply H; now left | apply IH; intros y I; apply H; now right].
Qed.

Lemma normalised_grouping : forall g, addends addend g -> depth g <= deepest ->
  let p := renormalised (run g) in is_pair p /\ 0 <= high p.
Proof.
  intros g Ha Hd p. destruct (small_parts g Ha Hd) as (A & _ & _ & Dh & Dl & _).
  assert (P : 0 <= high (run g)) by (assert (P := Rabs_pos (low (run g))); lra).
  split.
  - apply normalised_is_pair; trivial. left. now rewrite (Rabs_pos_eq (high (run g))).
  - unfold p. simpl. apply round_pos. assert (B := Rabs_le_inv _ _ A). lra.
Qed.

Lemma plus_covers : forall n a x b y, (1 <= n < 32)%nat -> double (error a) -> double (error b) ->
  covers n a x -> covers 1 b y -> covers (S n) (plus_sums a b) (x + y).
Proof.
  intros n a x b y Hn Da Db (Pa & Ha & Ea & Ma & Px & Ca) (Pb & Hb & Eb & Mb & Py & Cb).
  assert (N1 : 1 <= INR n <= 31).
  { split; [apply (le_INR 1); lia |]. replace 31 with (INR 31) by (simpl; lra). apply le_INR. lia. }
  change (INR 1) with 1 in *. destruct small_step as (S1 & _). rewrite S1 in *.
  destruct (plus_is_within (value a) (value b) Pa Pb (or_introl (conj Ha Hb))) as (Ps & W).
  unfold covers, plus_sums. cbn [value error]. rewrite S_INR, S1.
  set (s := plus (value a) (value b)) in *.
  rewrite (Rabs_pos_eq (high (value a))), (Rabs_pos_eq (high (value b))) in * by assumption.
  set (ha := high (value a)) in *. set (hb := high (value b)) in *.
  destruct u_powers as (U104 & _). rewrite U104 in *.
  assert (Fa : double ha) by apply Pa. assert (Fb : double hb) by apply Pb.
  assert (R1 := plus_rounds ha hb Fa Fb). rewrite (Rabs_pos_eq (ha + hb)) in R1 by lra.
  assert (Q1 : 0 <= RN (ha + hb)) by (apply round_pos; lra).
  assert (R2 := any_rounds (4 * (u * u) * RN (ha + hb))).
  assert (Q2' : 0 <= 4 * (u * u) * RN (ha + hb)) by (unfold u in *; lra).
  rewrite (Rabs_pos_eq _ Q2') in R2.
  assert (Q2 := round_pos _ Q2').
  assert (R3 := plus_rounds (error a) (error b) Da Db). rewrite (Rabs_pos_eq (error a + error b)) in R3 by
    lra.
  assert (Q3 : 0 <= RN (error a + error b)) by (apply round_pos; lra).
  set (t := RN (4 * (u * u) * RN (ha + hb))) in *. set (v := RN (error a + error b)) in *.
  assert (R4 := plus_rounds v t (double_round _) (double_round _)). rewrite (Rabs_pos_eq (v + t)) in R4 by
    lra.
  assert (Q4 : 0 <= RN (v + t)) by (apply round_pos; lra).
  set (e := RN (v + t)) in *.
  assert (R1' := Rabs_le_inv _ _ R1). assert (R2' := Rabs_le_inv _ _ R2).
  assert (R3' := Rabs_le_inv _ _ R3). assert (R4' := Rabs_le_inv _ _ R4).
  assert (La := low_is_small _ Pa). assert (Lb := low_is_small _ Pb).
  fold ha in La. fold hb in Lb.
  rewrite (Rabs_pos_eq ha) in La by assumption. rewrite (Rabs_pos_eq hb) in Lb by assumption.
  assert (La' := Rabs_le_inv _ _ La). assert (Lb' := Rabs_le_inv _ _ Lb).
  assert (W' := Rabs_le_inv _ _ W). assert (Ls := low_is_small _ Ps).
  assert (T := eta_pos).
  assert (Hab : (1 + INR n / 64) * (/ 128 * u) * ha <= (/ 128 * u) * ha + INR n * (/ 8192 * u * ha)) by lra.
  assert (Cap : INR n * (/ 8192 * u * ha) <= 31 * (/ 8192 * u * ha)).
  { apply Rmult_le_compat_r; [| lra]. apply Rmult_le_pos; [unfold u; lra | assumption]. }
  assert (NE : INR n * eta <= 31 * eta) by (apply Rmult_le_compat_r; lra).
  assert (NE0 : 0 <= INR n * eta) by (apply Rmult_le_pos; lra).
  assert (Nh : 0 <= INR n * (/ 8192 * u * ha)) by (apply Rmult_le_pos; [lra |]; apply Rmult_le_pos; [unfold
    u; lra | assumption]).
  assert (Ps' : 0 <= high s).
  { destruct (Rle_lt_dec 0 (high s)) as [P | P]; [assumption |].
    rewrite (Rabs_left (high s)) in Ls by assumption. assert (Ls' := Rabs_le_inv _ _ Ls).
    unfold u in *. lra. }
  rewrite (Rabs_pos_eq (high s)) in Ls by assumption. assert (Ls' := Rabs_le_inv _ _ Ls).
  assert (Hs : (1 - 8 * u) * (ha + hb) <= high s) by (unfold u in *; lra).
  split; [assumption |]. split; [assumption |]. split; [assumption |]. split; [| split; [lra |]].
  - assert (G : (1 + (INR n + 1) / 64) * (/ 128 * u) * ((1 - 8 * u) * (ha + hb)) <=
      (1 + (INR n + 1) / 64) * (/ 128 * u) * high s).
    { apply Rmult_le_compat_l; [unfold u; lra | assumption]. }
    apply Rle_trans with ((1 + (INR n + 1) / 64) * (/ 128 * u) * ((1 - 8 * u) * (ha + hb)) + (4 * (INR n +
      1) - 2) * eta); [| lra].
    assert (Nb : 0 <= INR n * (/ 8192 * u * hb)) by (apply Rmult_le_pos; [lra |]; apply Rmult_le_pos;
      [unfold u; lra | assumption]).
    assert (Nb1 : 1 * (/ 8192 * u * hb) <= INR n * (/ 8192 * u * hb)).
    { apply Rmult_le_compat_r; [| lra]. apply Rmult_le_pos; [unfold u; lra | assumption]. }
    assert (Nb' : INR n * (/ 8192 * u * hb) <= 31 * (/ 8192 * u * hb)).
    { apply Rmult_le_compat_r; [| lra]. apply Rmult_le_pos; [unfold u; lra | assumption]. }
    replace ((1 + (INR n + 1) / 64) * (/ 128 * u) * ((1 - 8 * u) * (ha + hb))) with
      ((1 - 8 * u) * ((/ 128 * u) * (1 + / 64) * (ha + hb) + INR n * (/ 8192 * u * ha) + INR n * (/ 8192 *
        u * hb))) by field.
    unfold u in *. lra.
  - replace (x + y - (high s + low s)) with
      ((x - (ha + low (value a))) + (y - (hb + low (value b))) +
        - (high s + low s - (ha + low (value a) + (hb + low (value b))))) by ring.
    apply Rle_trans with (1 := abs_sum3 _ _ _). rewrite Rabs_Ropp.
    unfold u in *. lra.
Qed.

Lemma summed_double : forall n s xs, summed n s xs -> double (error s).
Proof. intros n s xs [| | |]; try apply double_round. apply double_0. Qed.

Lemma summed_some : forall n s xs, summed n s xs -> (1 <= n)%nat.
Proof. intros n s xs H. induction H; lia. Qed.

(* A sum in up to 32 parts differs from the exact one by no more than its error and what underflow takes,
   at most 63 halves of the least number above 0; the error is less than 2^-59 of it and 126 such halves. *)
Theorem sums_are_within : forall n s xs, summed n s xs -> (n <= 32)%nat -> covers n s (total xs).
Proof.
  intros n s xs H. induction H as [| lanes p b m Hl Hp Hn Hg Hm k Hk s0 | xs Hp k Hk s0 | n a xs b ys Ha IHa Hb
    IHb]; intros Hle.
  - assert (T := eta_pos). unfold covers. cbn [value error high low]. change (INR 1) with 1. simpl total.
    split; [split; [apply double_0 | split; [apply double_0 |]]; cbn [high low]; rewrite Rplus_0_l;
      symmetry; apply round_id, double_0 |].
    rewrite Rplus_0_l, Rminus_0_r, Rabs_R0. repeat split; lra.
  - destruct (computed_error_is k m Hk) as (-> & Hce).
    assert (Kk : 0 <= INR k) by apply pos_INR. assert (Km : 1 <= INR m) by (apply (le_INR 1); assumption).
    assert (Ik : INR k = INR p + INR b + INR (length lanes)) by (unfold k; now rewrite !plus_INR).
    assert (Pp : 0 <= INR p) by apply pos_INR. assert (Pb : 0 <= INR b) by apply pos_INR.
    assert (Hn' : INR (length lanes) <= 16) by (replace 16 with (INR 16) by (simpl; lra); apply le_INR; lia).
    assert (Hn'' : 1 <= INR (length lanes)) by (apply (le_INR 1); lia).
    change (2^46) with 70368744177664 in Hk.
    assert (D : INR p + INR b + INR m + 160 <= 2^40).
    { change (2^40) with 1099511627776. nra. }
    assert (A : addends addend (all_lanes lanes)) by now apply addends_of_lanes.
    assert (Dp : depth (all_lanes lanes) <= deepest).
    { destruct (all_lanes_cost lanes (INR p) (INR b) (INR m - 1) (INR (length lanes) - 1)) as (Dp & _); try lra.
      - now apply arranged_is_sized.
      - change (2^40) with 1099511627776 in D. unfold deepest. lra. }
    destruct (normalised_grouping _ A Dp) as (P1 & P2). fold s0 in P1, P2.
    apply one_covers; trivial.
    + apply total_pos. intros x I. now apply Hp.
    + apply compensated_sum_is_within; trivial. lra.
  - destruct (computed_error_is k 1 Hk) as (-> & Hce).
    assert (Kk : 0 <= INR k) by apply pos_INR. change (INR 1) with 1 in *.
    change (2^46) with 70368744177664 in Hk.
    assert (D : INR (length xs) + 1 <= 2^40).
    { change (2^40) with 1099511627776. fold k. nra. }
    assert (A : addends addend (block xs)).
    { apply addends_of_fold; [exact I |]. intros x J. now apply Hp. }
    assert (Dp : depth (block xs) <= deepest).
    { destruct (block_costs xs (INR (length xs)) (Rle_refl _)) as (Dp & _).
      change (2^40) with 1099511627776 in D. unfold deepest. lra. }
    destruct (normalised_grouping _ A Dp) as (P1 & P2). fold s0 in P1, P2.
    apply one_covers; trivial.
    + apply total_pos. intros x I. now apply Hp.
    + now apply compensated_lane_is_within.
  - rewrite total_app. apply plus_covers; [assert (N := summed_some _ _ _ Ha); lia | eapply summed_double;
    eassumption | eapply summed_double; eassumption | apply IHa; lia | apply IHb; lia].
Qed.

(* What is left of the total: `plus` of it and the fixed shares, negated; `rest_of`, with the same
  arithmetic. *)
Definition rest_of (T : R) (fixed : sum) : sum :=
  plus_sums {| value := {| high := T; low := 0 |}; error := 0 |}
            {| value := {| high := - high (value fixed); low := - low (value fixed) |}; error := error
              fixed |}.

(* What is left of a total of 2^-700 or more is off by no more than its error and 64 halves of the least
   number above 0. *)
Theorem rest_is_within : forall n T fixed xs, summed n fixed xs -> (n <= 32)%nat ->
  double T -> 2^(-700) <= T ->
  let rest := rest_of T fixed in
  is_pair (value rest) /\ 0 <= error rest /\
  Rabs (T - total xs - (high (value rest) + low (value rest))) <= error rest + 64 * eta.
Proof.
  intros n T fixed xs Hs Hn FT HT rest.
  destruct (sums_are_within n fixed xs Hs Hn) as (Pf & Hf & Ef & Mf & Px & Cf).
  assert (De := summed_double _ _ _ Hs).
  assert (P700 := bpow_gt_0 radix2 (-700)).
  assert (N1 : 0 <= INR n <= 32).
  { split; [apply pos_INR |]. replace 32 with (INR 32) by (simpl; lra). now apply le_INR. }
  set (a := {| high := T; low := 0 |}).
  set (b := {| high := - high (value fixed); low := - low (value fixed) |}).
  assert (Pa : is_pair a).
  { split; [assumption | split; [apply double_0 |]]. simpl. rewrite Rplus_0_r. symmetry. now apply round_id. }
  assert (Pb : is_pair b).
  { destruct Pf as (F1 & F2 & F3). split; [now apply double_opp | split; [now apply double_opp |]]. simpl.
    rewrite <- Ropp_plus_distr, round_opp. now rewrite <- F3. }
  destruct (plus_is_within a b Pa Pb (or_intror eq_refl)) as (Ps & W).
  unfold rest, rest_of, plus_sums. cbn [value error]. fold a b.
  set (s := plus a b) in *. unfold a, b in W |- *. cbn [high low] in *.
  rewrite Rabs_Ropp in *. rewrite (Rabs_pos_eq T), (Rabs_pos_eq (high (value fixed))) in * by lra.
  set (f := high (value fixed)) in *. rewrite Rplus_0_l.
  rewrite (round_id (error fixed) De).
  destruct u_powers as (U104 & _). rewrite U104 in *. destruct small_step as (S1 & _). rewrite S1 in *.
  assert (Ff : double f) by apply Pf.
  assert (R1 := plus_rounds T f FT Ff). rewrite (Rabs_pos_eq (T + f)) in R1 by lra.
  assert (Q1 : 0 <= RN (T + f)) by (apply round_pos; lra).
  assert (R2 := any_rounds (4 * (u * u) * RN (T + f))).
  assert (Q2' : 0 <= 4 * (u * u) * RN (T + f)) by (unfold u in *; lra).
  rewrite (Rabs_pos_eq _ Q2') in R2. assert (Q2 := round_pos _ Q2').
  set (t := RN (4 * (u * u) * RN (T + f))) in *.
  assert (R4 := plus_rounds (error fixed) t De (double_round _)).
  rewrite (Rabs_pos_eq (error fixed + t)) in R4 by lra.
  assert (R1' := Rabs_le_inv _ _ R1). assert (R2' := Rabs_le_inv _ _ R2). assert (R4' := Rabs_le_inv _ _ R4).
  assert (Te := eta_pos).
  assert (Et : eta <= / 1000000 * (u * u) * T).
  { apply Rle_trans with (2^(-20) * (u * u) * 2^(-700)).
    - rewrite <- u_is. unfold eta. rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat; try lra.
      + apply Rmult_le_pos; [apply bpow_ge_0 | unfold u; lra].
      + apply Rmult_le_compat_r; [unfold u; lra |]. simpl. lra. }
  assert (Mf' : error fixed <= / 64 * u * f + 128 * eta).
  { assert ((1 + INR n / 64) * (/ 128 * u) * f <= (1 + 32 / 64) * (/ 128 * u) * f).
    { apply Rmult_le_compat_r; [assumption |]. apply Rmult_le_compat_r; [unfold u; lra | lra]. }
    assert (INR n * eta <= 32 * eta) by (apply Rmult_le_compat_r; lra). unfold u in *. lra. }
  assert (Cf' : Rabs (total xs - (f + low (value fixed))) <= error fixed + 63 * eta).
  { apply Rle_trans with (1 := Cf). assert (INR n * eta <= 32 * eta) by (apply Rmult_le_compat_r; lra). lra. }
  split; [assumption |]. split; [apply round_pos; lra |].
  replace (T - total xs - (high s + low s)) with
    (- (total xs - (f + low (value fixed))) + - (high s + low s - (T + 0 + (- f + - low (value fixed)))))
      by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). rewrite !Rabs_Ropp. unfold u in *. lra.
Qed.

(* ---- The certificate *)

Fixpoint terms (g : grouping) : list R :=
  match g with
  | Zero => []
  | Add g x => terms g ++ [x]
  | Merge g g' => terms g ++ terms g'
  end.

Lemma sum_of_terms : forall g, sum_of g = total (terms g).
Proof.
  induction g; simpl; rewrite ?total_app; simpl; lra.
Qed.

(* xs, in any order, with any number of zeros. *)
Definition holds (ys xs : list R) := exists zeros, Permutation ys (xs ++ repeat 0 zeros).

Lemma total_permutation : forall xs ys, Permutation xs ys -> total xs = total ys.
Proof.
  intros xs ys P. induction P as [| z xs ys P IH | y z xs | xs ys zs P IH Q IH']; simpl; lra.
Qed.

Lemma total_of_held : forall ys xs, holds ys xs -> total ys = total xs.
Proof.
  intros ys xs (k & P). rewrite (total_permutation _ _ P), total_app.
  assert (Z : total (repeat 0 k) = 0) by (clear; induction k; simpl; lra). lra.
Qed.

(* A sum in plain doubles, grouped in any way: the highs of the compensated one. *)
Definition plain_sum (xs : list R) (s : R) :=
  exists g, holds (terms g) xs /\ addends addend g /\ depth g <= 2^31 /\ s = high (run g).

Lemma plain_sum_is_within : forall xs s, plain_sum xs s ->
  0 <= total xs /\ 0 <= s /\ Rabs (total xs - s) <= 2^(-21) * total xs.
Proof.
  intros xs s (g & H & A & D & ->). change (2^31) with 2147483648 in D.
  destruct (run_is_within g A) as (_ & _ & Ph & PS & E & _); [unfold deepest; lra |].
  rewrite sum_of_terms, (total_of_held _ _ H) in *. repeat split; trivial.
  apply Rle_trans with (1 := E). apply Rmult_le_compat_r; [assumption |].
  change (2^(-21)) with (/ 2097152). assert (P := depth_pos g). unfold u1, u.
  (* 2^31 u1 is 2^-22 and a little *) lra.
Qed.

Inductive way :=
| Checked (product : pair) (is_near : bool)
| Decided (lower upper : R).

Record entry := { claim : claimant; place_of : place; how : way }.

Definition accepted (placed_at : R) (ratio : pair) (tol : R) (e : entry) :=
  match how e with
  | Checked product is_near =>
      placed (claim e) placed_at (place_of e) /\ is_product_of (weight (claim e)) ratio product /\
      checked (claim e) (place_of e) product tol is_near
  | Decided lower upper =>
      0 <= lower /\ 0 <= upper /\ decided (claim e) lower upper (place_of e) /\
      is_inside lower upper (high ratio)
  end.

Definition near_of (e : entry) : R :=
  match how e with Checked product true => RN (high product + low product) | _ => 0 end.

Definition item_of (e : entry) : item := {| who := claim e; stand := place_of e; near := near_of e |}.

Definition parts (g : item -> R) (entries : list entry) := map g (map item_of entries).

(* `add_near` and `with_near`: the error with what those add who are near a bound. *)
Definition widened (tol error near_shares near_moving weight_high ratio_high wide : R) :=
  near_shares = 0 /\ wide = error \/
  0 < near_shares /\
  let certain := RN (RN (RN (weight_high * ratio_high) * (1 - add_near_margin)) - near_moving) in
  0 < certain /\ is_multiply_add (RN (add_near_factor * RN (near_shares / certain))) tol error wide /\
  wide <= RN (tol * (clear_of_tolerance / add_near_part)).

(* What the code has computed and compared where it accepts a line: `find_line` and `check_line`, and
   `find_lines` side by side. T is the total, `ratio` and `wide` what it goes on with. *)
Inductive certified (T : R) (entries : list entry) (ratio : pair) (wide : R) : Prop :=
| certified_by : forall placed_at n fixed weights fixed_addends weight_addends before nears movings,
    (* the sums, in at most 32 parts, of all that is fixed and all weights that are not *)
    (n <= 32)%nat ->
    summed n fixed fixed_addends -> holds fixed_addends (parts fixed_part entries) ->
    summed n weights weight_addends -> holds weight_addends (parts slope entries) ->
    (* the ratio and its error *)
    let rest := rest_of T fixed in
    is_ratio_of (value rest) (value weights) ratio ->
    is_ratio_error (error rest) (high (value rest)) (error weights) (high (value weights)) before ->
    (* the ranges *)
    ordinary_total_least <= T -> ordinary_total_least <= high (value rest) ->
    ordinary_least <= high (value weights) -> ordinary_least <= high ratio -> before <= ratio_error_max ->
    (* the check of each claimant, and what is near *)
    (forall e, In e entries -> accepted placed_at ratio (tolerance before) e) ->
    plain_sum (parts near entries) nears -> plain_sum (parts near_moving entries) movings ->
    widened (tolerance before) before nears movings (high (value weights)) (high ratio) wide ->
    wide <= ratio_error_max ->
    certified T entries ratio wide.

(* The arithmetic of `add_near`: the error that it gives outweighs what is near. *)
Lemma widened_outweighs : forall tol e S Sm ns nm A Wh h wide w kappa crumbs,
  127 * (u * u) <= tol <= / 4 * u -> 127 * (u * u) <= e -> e <= (1 + 4 * u) * tol ->
  0 <= Sm <= S -> 0 <= ns -> 0 <= nm -> Rabs (S - ns) <= 2^(-21) * S -> Rabs (Sm - nm) <= 2^(-21) * Sm ->
  A = Wh * h -> eta <= u * u * u * A -> 0 < A -> (1 - 8 * u) * A <= w -> w <= (1 + 8 * u) * A ->
  kappa = (1 + / 16) * tol -> 0 <= crumbs -> crumbs <= u * u * w ->
  widened tol e ns nm Wh h wide ->
  (e - 64 * (u * u)) * w + kappa * S + crumbs < wide * (w - (1 + kappa) * Sm).
Proof.
  intros tol e S Sm ns nm A Wh h wide w kappa crumbs Ht He Het HS Hns Hnm HSn HSm EA Hee PA Hw1 Hw2 Ek Pc
    Hc Hwide.
  change (2^(-21)) with (/ 2097152) in *.
  assert (S1 := Rabs_le_inv _ _ HSn). assert (S2 := Rabs_le_inv _ _ HSm).
  assert (Pw : 0 < w) by (unfold u in *; lra).
  assert (Pe := eta_pos).
  destruct Hwide as [(Z & ->) | (Pn & Hc0 & Hm & _)].
  - assert (S = 0) by lra. assert (Sm = 0) by lra. subst S Sm.
    replace (e * (w - (1 + kappa) * 0)) with (e * w) by ring. unfold u in *. lra.
  - cbv zeta in Hc0, Hm. rewrite <- EA in Hc0, Hm. change (2^(-20)) with (/ 1048576) in *.
    set (certain := RN (RN (RN A * (1 - / 1048576)) - nm)) in *.
    assert (R1 := any_rounds A). rewrite (Rabs_pos_eq A) in R1 by lra. set (a1 := RN A) in *.
    assert (R1' := Rabs_le_inv _ _ R1).
    assert (Pa1 : 0 < a1) by (unfold u in *; lra).
    assert (R2 := any_rounds (a1 * (1 - / 1048576))). set (a2 := RN (a1 * (1 - / 1048576))) in *.
    rewrite (Rabs_pos_eq (a1 * (1 - / 1048576))) in R2 by lra. assert (R2' := Rabs_le_inv _ _ R2).
    assert (R3 := any_rounds (a2 - nm)). fold certain in R3.
    assert (Pa2 : nm <= a2).
    { apply Rnot_lt_le. intros L. assert (Q : certain <= RN 0) by (apply rounding_keeps_order; lra).
      rewrite (round_id 0 double_0) in Q. lra. }
    rewrite (Rabs_pos_eq (a2 - nm)) in R3 by lra. assert (R3' := Rabs_le_inv _ _ R3).
    assert (Psm : Sm <= (1 + / 1000) * A) by (unfold u in *; lra).
    set (C0 := w - (1 + kappa) * Sm).
    assert (Kp : 0 <= kappa <= u) by (unfold u in *; lra).
    assert (Ks : 0 <= kappa * Sm <= u * Sm) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r;
      lra]).
    assert (CC : certain <= C0) by (unfold C0, u in *; lra).
    set (q := ns / certain). assert (Pq : 0 < q) by (unfold q; apply Rdiv_lt_0_compat; lra).
    assert (Eq : q * certain = ns) by (unfold q; field; lra).
    fold q in Hm.
    assert (Q1 := any_rounds q). rewrite (Rabs_pos_eq q) in Q1 by lra. assert (Q1' := Rabs_le_inv _ _ Q1).
    assert (P1 := round_pos q ltac:(lra)). set (q1 := RN q) in *.
    assert (Q2 := any_rounds (4 * q1)). rewrite (Rabs_pos_eq (4 * q1)) in Q2 by lra.
    assert (Q2' := Rabs_le_inv _ _ Q2). assert (P2 := round_pos (4 * q1) ltac:(lra)).
    set (part := RN (4 * q1)) in *.
    assert (Hm' : is_multiply_add part tol e wide) by exact Hm.
    assert (Low : e - 2 * (u * u) + 39 / 10 * (q * tol) <= wide).
    { assert (Pp : 0 <= part * tol) by (apply Rmult_le_pos; unfold u in *; lra).
      assert (Pqt : 0 <= q * tol) by (apply Rmult_le_pos; unfold u in *; lra).
      assert (L1 : (4 * (1 - 3 * u) * q - 6 * eta) * tol <= part * tol).
      { apply Rmult_le_compat_r; [unfold u in *; lra |]. unfold u in *. lra. }
      assert (L2 : eta * tol <= eta * 1) by (apply Rmult_le_compat_l; unfold u in *; lra).
      assert (T := eta_is_tiny).
      assert (Fwide : Rabs (wide - (part * tol + e)) <= u * (1 + u) * (2 * (part * tol) + e) + 3 * eta).
      { destruct Hm' as [-> | ->].
        - assert (B := any_rounds (part * tol + e)). rewrite (Rabs_pos_eq (part * tol + e)) in B by (unfold
          u in *; lra).
          unfold u in *. lra.
        - assert (B := any_rounds (part * tol)). rewrite (Rabs_pos_eq (part * tol)) in B by lra.
          assert (B' := Rabs_le_inv _ _ B).
          assert (D := any_rounds (RN (part * tol) + e)).
          assert (P3 := round_pos _ Pp).
          rewrite (Rabs_pos_eq (RN (part * tol) + e)) in D by (unfold u in *; lra).
          assert (D' := Rabs_le_inv _ _ D). apply Rabs_le. unfold u in *. lra. }
      assert (F' := Rabs_le_inv _ _ Fwide). unfold u in *. lra. }
    assert (PC : 0 < C0) by lra.
    apply Rlt_le_trans with ((e - 2 * (u * u) + 39 / 10 * (q * tol)) * C0).
    + assert (G : ns <= q * C0).
      { rewrite <- Eq. apply Rmult_le_compat_l; lra. }
      assert (G' : tol * ns <= tol * (q * C0)) by (apply Rmult_le_compat_l; unfold u in *; lra).
      replace ((e - 2 * (u * u) + 39 / 10 * (q * tol)) * C0) with
        ((e - 2 * (u * u)) * C0 + 39 / 10 * (tol * (q * C0))) by ring.
      replace ((e - 64 * (u * u)) * w) with
        ((e - 64 * (u * u)) * C0 + (e - 64 * (u * u)) * ((1 + kappa) * Sm)) by (unfold C0; ring).
      assert (G1 : (e - 64 * (u * u)) * ((1 + kappa) * Sm) <= (1 + 4 * u) * tol * ((1 + u) * S)).
      { apply Rmult_le_compat; try (unfold u in *; lra). }
      assert (G2 : tol * (S * (1 - / 2097152)) <= tol * ns) by (apply Rmult_le_compat_l; unfold u in *; lra).
      assert (G3 : 127 * (u * u) * S <= tol * S) by (apply Rmult_le_compat_r; lra).
      assert (G4 : kappa * S = (1 + / 16) * (tol * S)) by (rewrite Ek; ring).
      assert (G5 : w = C0 + Sm + kappa * Sm) by (unfold C0; ring).
      clear - G' G1 G2 G3 G4 G5 Hc PC HS Pw Ks. unfold u in *. lra.
    + apply Rmult_le_compat_r; lra.
Qed.

Lemma widened_facts : forall tol e ns nm wh h wide, double e -> 0 <= e -> e <= 2049 * tol ->
  127 * (u * u) <= tol -> 0 <= ns -> widened tol e ns nm wh h wide ->
  double wide /\ 0 <= wide /\ wide <= 2049 * tol.
Proof.
  intros tol e ns nm wh h wide Fe He Het Ht Hns [(_ & ->) | (Pn & Pc & Hm & Hle)].
  - now repeat split.
  - split; [eapply multiply_add_double; eassumption |].
    set (part := RN (4 * RN (ns / RN (RN (RN (wh * h) * (1 - 2^(-20))) - nm)))) in *.
    assert (Pp : 0 <= part).
    { apply round_pos. assert (0 <= RN (ns / RN (RN (RN (wh * h) * (1 - 2^(-20))) - nm))); [| lra].
      apply round_pos. apply Rmult_le_pos; [lra |]. now apply Rlt_le, Rinv_0_lt_compat. }
    assert (Ppt : 0 <= part * tol) by (apply Rmult_le_pos; unfold u in *; lra).
    assert (P0 := round_pos _ Ppt).
    split.
    + destruct Hm as [-> | ->]; apply round_pos; lra.
    + apply Rle_trans with (1 := Hle). change (2^12) with 4096.
      assert (A := any_rounds (tol * (4096 / 2))).
      rewrite (Rabs_pos_eq (tol * (4096 / 2))) in A by (unfold u in *; lra).
      assert (A' := Rabs_le_inv _ _ A). assert (T := eta_is_tiny). unfold u in *. lra.
Qed.

Lemma total_le : forall (g h : entry -> R) entries, (forall e, In e entries -> g e <= h e) ->
  total (map g entries) <= total (map h entries).
Proof.
  intros g h. induction entries as [| e entries IH]; intros H; simpl; [lra |].
  apply Rplus_le_compat; [apply H; now left | apply IH; intros f I; apply H; now right].
Qed.

Lemma accepted_stands : forall placed_at ratio tol wide e, is_claimant (claim e) -> is_pair ratio ->
  2^(-960) <= high ratio -> 127 * (u * u) <= tol <= / 4 * u -> 0 <= wide <= / 8 * u -> wide <= 2049 * tol ->
  accepted placed_at ratio tol e ->
  0 <= near_of e /\
  stands (high ratio + low ratio) wide ((1 + / 16) * tol) (claim e) (place_of e) (near_of e).
Proof.
  intros at_ ratio tol wide [c s [pr nr | lo hi]] Hc Pr Hh Ht Hw Hw2 Ha; unfold accepted, near_of in *;
    cbn [how claim place_of] in *.
  - destruct Ha as (Hp & Hprod & Hch).
    destruct (check_is_right c s at_ ratio pr tol nr wide Hc Hp Pr Hh Hprod Ht Hw Hw2 Hch) as (A & B).
    destruct nr.
    + destruct (B eq_refl) as (B1 & B2 & B3). split; [assumption |]. now apply stands_near.
    + split; [lra |]. apply stands_sure. intros x Hx. now apply (A eq_refl).
  - destruct Ha as (Plo & Phi & D & I). split; [lra |]. apply stands_sure. intros x Hx.
    assert (P960 := bpow_gt_0 radix2 (-960)).
    assert (L := low_is_small _ Pr). rewrite (Rabs_pos_eq (high ratio)) in L by lra.
    assert (L' := Rabs_le_inv _ _ L).
    apply Rle_trans with eta.
    + apply partition_is_right with lo hi (high ratio); trivial.
      assert (U51 : 2^(-51) = 4 * u).
      { change (-51)%Z with (-53 + 2)%Z. rewrite bpow_plus, u_is. change (2^2) with 4. ring. }
      rewrite U51.
      assert (W : wide * (high ratio + low ratio) <= / 8 * u * (high ratio + low ratio)).
      { apply Rmult_le_compat_r; [unfold u in *; lra | lra]. }
      assert (X := Rabs_le_inv _ _ Hx). apply Rabs_le. unfold u in *. lra.
    + unfold eta, crumb. apply bpow_le. lia.
Qed.

(* What is accepted leaves the exact ratio within the error of the pair. *)
Theorem certified_ratio_is_within : forall T entries ratio wide exact,
  certified T entries ratio wide ->
  (forall e, In e entries -> is_claimant (claim e)) -> INR (length entries) <= 2^32 -> double T ->
  total (map (fun e => share exact (claim e)) entries) = T ->
  is_pair ratio /\ 2^(-960) <= high ratio /\ double wide /\ 0 <= wide <= ratio_error_max /\
  Rabs (exact - (high ratio + low ratio)) <= wide * (high ratio + low ratio).
Proof.
  intros T entries ratio wide exact C Hc Hlen FT Hex.
  destruct C as [placed_at n fixed weights fxs wxs e ns nm Hn Hfs Hfh Hws Hwh rest Ir Ie HT Hnh Hwhigh Hr
    Hemax Hacc Hns Hnm Hwide Hwmax].
  destruct (rest_is_within n T fixed fxs Hfs Hn FT HT) as (Prest & Erest & Crest). fold rest in Prest,
    Erest, Crest.
  destruct (sums_are_within n weights wxs Hws Hn) as (Pw & Hw0 & Ew & _ & _ & Cw).
  assert (Te := eta_is_tiny).
  assert (Cw' : Rabs (total wxs - (high (value weights) + low (value weights))) <= error weights + 64 * eta).
  { apply Rle_trans with (1 := Cw).
    assert (INR n <= 32) by (replace 32 with (INR 32) by (simpl; lra); now apply le_INR).
    assert (INR n * eta <= 32 * eta) by (apply Rmult_le_compat_r; lra). lra. }
  destruct (ratio_is_within (value rest) (value weights) ratio (error rest) (error weights) e
    (T - total fxs) (total wxs) Prest Pw Ir Hnh Hwhigh Hr Erest Ew Ie Hemax Crest Cw')
    as (Pr & PW & Pr0 & HQ).
  assert (P700 := bpow_gt_0 radix2 (-700)). assert (P960 := bpow_gt_0 radix2 (-960)).
  destruct (ratio_error_covers (error rest) (high (value rest)) (error weights) (high (value weights)) e
    Erest ltac:(lra) Ew ltac:(lra) Ie) as (Pen & Pew & He).
  assert (Fe : double e) by (eapply multiply_add_double; exact Ie).
  rewrite ratio_error_max_is in *.
  destruct u_powers as (_ & _ & U100). rewrite U100 in HQ.
  assert (He0 : 127 * (u * u) <= e) by (unfold u in *; lra).
  destruct (tolerance_is e Fe ltac:(unfold u in *; lra)) as (T1 & T2).
  set (tol := tolerance e) in *.
  assert (Ht : 127 * (u * u) <= tol <= / 4 * u) by (unfold u in *; lra).
  destruct (plain_sum_is_within _ _ Hns) as (PS & Pns & DS).
  destruct (plain_sum_is_within _ _ Hnm) as (PSm & Pnm & DSm).
  destruct (widened_facts tol e ns nm (high (value weights)) (high ratio) wide Fe ltac:(unfold u in *; lra)
    ltac:(unfold u in *; lra) ltac:(lra) Pns Hwide) as (Fwide & Pwide & Wtol).
  split; [assumption |]. split; [assumption |]. split; [assumption |]. split; [lra |].
  assert (St := fun en I => accepted_stands placed_at ratio tol wide en (Hc en I) Pr Hr Ht (conj Pwide
    Hwmax) Wtol (Hacc en I)).
  set (r := high ratio + low ratio) in *. set (W := total wxs) in *. set (Q := (T - total fxs) / W) in *.
  assert (EW : over slope (map item_of entries) = W).
  { unfold W. rewrite (total_of_held _ _ Hwh). reflexivity. }
  assert (EF : over fixed_part (map item_of entries) = total fxs).
  { rewrite (total_of_held _ _ Hfh). reflexivity. }
  apply near_shares_add_so_much with (kappa := (1 + / 16) * tol) (rho := wide) (items := map item_of entries)
    (T := T) (quotient := Q) (delta := e - 64 * (u * u)); try (unfold u in *; lra); trivial.
  - intros i I. apply in_map_iff in I. destruct I as (en & <- & I). cbn [who stand near item_of].
    destruct (Hc en I) as (_ & P & _). split; [assumption | apply (St en I)].
  - rewrite EW, EF. unfold Q. field. lra.
  - rewrite <- Hex. unfold over. rewrite map_map. reflexivity.
  - rewrite map_length. rewrite EW.
    change (over near (map item_of entries)) with (total (parts near entries)).
    change (over near_moving (map item_of entries)) with (total (parts near_moving entries)).
    assert (Lw := low_is_small _ Pw). rewrite (Rabs_pos_eq (high (value weights))) in Lw by lra.
    assert (Lw' := Rabs_le_inv _ _ Lw).
    assert (Lr := low_is_small _ Pr). rewrite (Rabs_pos_eq (high ratio)) in Lr by lra.
    assert (Lr' := Rabs_le_inv _ _ Lr).
    assert (Ln := low_is_small _ Prest). rewrite (Rabs_pos_eq (high (value rest))) in Ln by lra.
    assert (Ln' := Rabs_le_inv _ _ Ln).
    set (en := error rest / high (value rest)) in *. set (ew := error weights / high (value weights)) in *.
    assert (Een : error rest = en * high (value rest)) by (unfold en; field; lra).
    assert (Eew : error weights = ew * high (value weights)) by (unfold ew; field; lra).
    set (nh := high (value rest)) in *. set (wh := high (value weights)) in *. set (h := high ratio) in *.
    assert (Bn : error rest <= u * nh) by (rewrite Een; apply Rmult_le_compat_r; unfold u in *; lra).
    assert (Bw : error weights <= / 4 * u * wh) by (rewrite Eew; apply Rmult_le_compat_r; unfold u in *; lra).
    assert (E64 : 64 * eta <= u * u * wh).
    { apply Rle_trans with (u * u * 2^(-960)).
      - rewrite <- u_is. change 64 with (2^6). unfold eta. rewrite <- !bpow_plus. apply bpow_le. lia.
      - apply Rmult_le_compat_l; [unfold u; lra | assumption]. }
    assert (E64n : 64 * eta <= u * u * nh).
    { apply Rle_trans with (u * u * 2^(-700)).
      - rewrite <- u_is. change 64 with (2^6). unfold eta. rewrite <- !bpow_plus. apply bpow_le. lia.
      - apply Rmult_le_compat_l; [unfold u; lra | assumption]. }
    assert (CW := Rabs_le_inv _ _ Cw'). assert (CN := Rabs_le_inv _ _ Crest).
    assert (W1 : (1 - 2 * u) * wh <= W <= (1 + 2 * u) * wh) by (unfold u in *; lra).
    assert (R1 : (1 - 2 * u) * h <= r <= (1 + 2 * u) * h) by (unfold r, u in *; lra).
    set (A := wh * h).
    assert (PA : 0 < A) by (apply Rmult_lt_0_compat; lra).
    assert (w1 : (1 - 8 * u) * A <= W * r).
    { apply Rle_trans with (((1 - 2 * u) * wh) * ((1 - 2 * u) * h)).
      - replace (((1 - 2 * u) * wh) * ((1 - 2 * u) * h)) with ((1 - 2 * u) * (1 - 2 * u) * A) by (unfold A;
        ring).
        apply Rmult_le_compat_r; [lra | unfold u; lra].
      - apply Rmult_le_compat; try lra; apply Rmult_le_pos; unfold u; lra. }
    assert (w2 : W * r <= (1 + 8 * u) * A).
    { apply Rle_trans with (((1 + 2 * u) * wh) * ((1 + 2 * u) * h)).
      - apply Rmult_le_compat; lra.
      - replace (((1 + 2 * u) * wh) * ((1 + 2 * u) * h)) with ((1 + 2 * u) * (1 + 2 * u) * A) by (unfold A;
        ring).
        apply Rmult_le_compat_r; [lra | unfold u; lra]. }
    assert (WQ : W * Q = T - total fxs) by (unfold Q; field; lra).
    assert (Q2 : Q <= 2 * r).
    { assert (X := Rabs_le_inv _ _ HQ).
      assert ((e - 64 * (u * u)) * r <= 1 * r) by (apply Rmult_le_compat_r; unfold u in *; lra). lra. }
    assert (NW : T - total fxs <= 2 * (W * r)).
    { rewrite <- WQ. replace (2 * (W * r)) with (W * (2 * r)) by ring. apply Rmult_le_compat_l; lra. }
    assert (Big : / 8 * 2^(-700) <= W * r) by (unfold u in *; lra).
    assert (U3 : eta <= u * u * u * A).
    { apply Rle_trans with (u * u * u * (/ 16 * 2^(-700))).
      - rewrite <- u_is. unfold eta. change (/ 16) with (2^(-4)). rewrite <- !bpow_plus. apply bpow_le. lia.
      - apply Rmult_le_compat_l; [unfold u; lra |]. unfold u in *. lra. }
    apply widened_outweighs with tol ns nm A wh h; trivial.
    + unfold u in *. lra.
    + split; [assumption |]. unfold parts. rewrite !map_map. apply total_le. intros en0 I.
      unfold near_moving, item_of. cbn [stand near].
      destruct (St en0 I) as (P & _). destruct (place_of en0); lra.
    + apply Rmult_le_pos; [apply pos_INR |]. assert (P := bpow_ge_0 radix2 (-890)). unfold crumb. lra.
    + assert (PC : 0 <= 4 * crumb) by (assert (P := bpow_ge_0 radix2 (-890)); unfold crumb; lra).
      apply Rle_trans with (2^32 * (4 * crumb)); [now apply Rmult_le_compat_r |].
      apply Rle_trans with (u * u * (/ 8 * 2^(-700))).
      * rewrite <- u_is. unfold crumb. change 4 with (2^2). change (/ 8) with (2^(-3)).
        rewrite <- !bpow_plus. apply bpow_le. lia.
      * apply Rmult_le_compat_l; [unfold u; lra | assumption].
Qed.

(* A claimant without weight has its minimum, which `share_of` gives it without a doubt. *)
Theorem share_without_weight_is_its_minimum : forall c x, is_claimant c -> weight c = 0 ->
  RN (share x c) = min_share c.
Proof.
  intros c x (_ & _ & Fl & _ & P) Z. unfold share. rewrite Z, Rmult_0_l, clamp_low by lra.
  now apply round_id.
Qed.

(* If the fast path accepts, every share that it does not doubt is the double nearest to the exact share, and
   so is the ratio. *)
Theorem certified_answer_is_nearest : forall T entries ratio wide exact,
  certified T entries ratio wide ->
  (forall e, In e entries -> is_claimant (claim e)) -> INR (length entries) <= 2^32 -> double T ->
  total (map (fun e => share exact (claim e)) entries) = T ->
  (forall e product error_max, In e entries ->
     is_product_of (weight (claim e)) ratio product ->
     is_multiply_add (high product) (tolerance wide) share_of_underflow error_max ->
     let c := claim e in
     let above := RN (high product + RN (low product + error_max)) in
     let below := RN (high product + RN (low product - error_max)) in
     clamp above (min_share c) (max_share c) = clamp below (min_share c) (max_share c) ->
     clamp above (min_share c) (max_share c) = RN (share exact c)) /\
  (let off := RN (high ratio * tolerance wide) in
   RN (high ratio + RN (low ratio + off)) = RN (high ratio + RN (low ratio - off)) ->
   RN (high ratio + RN (low ratio + off)) = RN exact).
Proof.
  intros T entries ratio wide exact C Hc Hlen FT Hex.
  destruct (certified_ratio_is_within T entries ratio wide exact C Hc Hlen FT Hex) as (Pr & Hr & Fw & Hw & D).
  assert (P960 := bpow_gt_0 radix2 (-960)).
  split.
  - intros e product m I Hp Hm c above below E.
    destruct (Hc e I) as (A1 & A2 & A3 & A4 & A5). unfold c, share.
    apply share_is_nearest with (ratio := ratio) (product := product) (error := wide) (error_max := m);
      trivial; lra.
  - intros off E. symmetry. now apply ratio_is_nearest with (error := wide).
Qed.
