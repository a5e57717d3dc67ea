(* The compensated sums of the fast path: facts about doubles, for the functions of reference/ that are named
   here, which docs/numerics.md explains. RN, double and what is assumed: see Rounding.v.

   Overflow is not modelled here: Overflow.v says why what is accepted had none. *)
From Coq Require Import Reals ZArith Lra Lia List.
From Flocq Require Import Core Relative Sterbenz Plus_error Mult_error Pff2Flocq.
From Coq Require Import Psatz.
Require Import Rounding Constants.
Import ListNotations.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

(* Half a unit in the last place of a number in [1, 2). *)
Definition u := / 9007199254740992.

Lemma u_is : 2^(-53) = u.
Proof. reflexivity. Qed.

Lemma unit_of_flocq : u_ro radix2 53 = u.
Proof. rewrite <- u_is. apply unit_of_the_library. Qed.

Lemma u_pos : 0 < u.
Proof. unfold u. lra. Qed.

Lemma double_round : forall x, double (RN x).
Proof. intros x. apply generic_format_round; auto with typeclass_instances. Qed.

Lemma double_0 : double 0.
Proof. apply generic_format_0. Qed.

Lemma double_opp : forall x, double x -> double (- x).
Proof. intros x. apply generic_format_opp. Qed.

Lemma round_id : forall x, double x -> RN x = x.
Proof. intros x H. apply round_generic; [apply valid_rnd_N | assumption]. Qed.

Lemma round_opp : forall x, RN (- x) = - RN x.
Proof. intros x. apply round_NE_opp. Qed.

Lemma round_pos : forall x, 0 <= x -> 0 <= RN x.
Proof. intros x H. rewrite <- (round_id 0 double_0). now apply rounding_keeps_order. Qed.

(* An addition never underflows. *)
Lemma plus_rounds : forall x y, double x -> double y ->
  Rabs (RN (x + y) - (x + y)) <= u * Rabs (x + y).
Proof.
  intros x y Hx Hy.
  destruct (FLT_plus_error_N_ex radix2 (-1074) 53 (fun n => negb (Z.even n)) x y Hx Hy)
    as (eps & He & E).
  rewrite E. replace ((x + y) * (1 + eps) - (x + y)) with (eps * (x + y)) by ring.
  rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos |].
  apply Rle_trans with (1 := He). rewrite <- unit_of_flocq. apply u_rod1pu_ro_le_u_ro.
Qed.

Lemma minus_rounds : forall x y, double x -> double y ->
  Rabs (RN (x - y) - (x - y)) <= u * Rabs (x - y).
Proof. intros x y Hx Hy. apply (plus_rounds x (- y)); [assumption | now apply double_opp]. Qed.

(* What Knuth's TwoSum finds beside the rounded sum: `two_sum`. *)
Definition two_sum_low (a b : R) : R :=
  let sum := RN (a + b) in
  let of_b := RN (sum - a) in
  RN (RN (a - RN (sum - of_b)) + RN (b - of_b)).

(* The rounded sum and the rest add up to a + b. *)
Theorem two_sum_is_exact : forall a b, double a -> double b -> RN (a + b) + two_sum_low a b = a + b.
Proof.
  intros a b Ha Hb. unfold two_sum_low.
  apply (TwoSum_correct (-1074) 53 (fun n => negb (Z.even n))); try assumption; try lia.
  exact ties_are_symmetric.
Qed.

Lemma two_sum_low_double : forall a b, double (two_sum_low a b).
Proof. intros. apply double_round. Qed.

(* high + low, as a sum is kept. *)
Record pair := { high : R; low : R }.

Definition add_to (s : pair) (x : R) : pair :=
  {| high := RN (high s + x); low := RN (low s + two_sum_low (high s) x) |}.

Definition merge (s t : pair) : pair :=
  {| high := RN (high s + high t); low := RN (RN (low s + two_sum_low (high s) (high t)) + low t) |}.

(* How addends >= 0 were put together: one by one, and one sum to another (both `Compensated::add`). Any tree of these is
   a grouping. *)
Inductive grouping :=
| Zero
| Add (g : grouping) (x : R)
| Merge (g g' : grouping).

Fixpoint run (g : grouping) : pair :=
  match g with
  | Zero => {| high := 0; low := 0 |}
  | Add g x => add_to (run g) x
  | Merge g g' => merge (run g) (run g')
  end.

Fixpoint sum_of (g : grouping) : R :=
  match g with
  | Zero => 0
  | Add g x => sum_of g + x
  | Merge g g' => sum_of g + sum_of g'
  end.

Fixpoint addends (P : R -> Prop) (g : grouping) : Prop :=
  match g with
  | Zero => True
  | Add g x => addends P g /\ P x
  | Merge g g' => addends P g /\ addends P g'
  end.

(* Additions on the longest way from an addend to the sum; and the bound on the error in units of u^2. *)
Fixpoint depth (g : grouping) : R :=
  match g with
  | Zero => 0
  | Add g _ => depth g + 1
  | Merge g g' => Rmax (depth g) (depth g') + 1
  end.

Fixpoint cost (g : grouping) : R :=
  match g with
  | Zero => 0
  | Add g _ => cost g + (depth g + 1)
  | Merge g g' => Rmax (cost g) (cost g') + 2 * (Rmax (depth g) (depth g') + 1)
  end.

Definition u1 := u * (1 + / 1024).
Definition u2 := u * u * (1 + / 256).

Lemma depth_pos : forall g, 0 <= depth g.
Proof.
  induction g; simpl; try lra.
  - assert (H := Rmax_l (depth g1) (depth g2)). lra.
Qed.

Lemma cost_bounds : forall g, 0 <= cost g <= 2 * (depth g * depth g).
Proof.
  assert (G : forall a b d e, 0 <= a <= 2 * (d * d) -> 0 <= b <= 2 * (e * e) -> 0 <= d -> 0 <= e ->
    0 <= Rmax a b + 2 * (Rmax d e + 1) <= 2 * ((Rmax d e + 1) * (Rmax d e + 1))).
  { intros a b d e Ha Hb Hd He.
    assert (L := Rmax_l d e). assert (M := Rmax_r d e). assert (N := Rmax_l a b).
    assert (Rmax a b <= 2 * (Rmax d e * Rmax d e)).
    { apply Rmax_lub.
      - apply Rle_trans with (1 := proj2 Ha). apply Rmult_le_compat_l; [lra |].
        apply Rmult_le_compat; lra.
      - apply Rle_trans with (1 := proj2 Hb). apply Rmult_le_compat_l; [lra |].
        apply Rmult_le_compat; lra. }
    split; [lra |]. nra. }
  induction g; simpl.
  - lra.
  - assert (D := depth_pos g). nra.
  - apply G; auto using depth_pos.
Qed.

(* What holds of the pair (h, l) of a sum S, with d additions deep and a cost of c. *)
Definition is_within (h l S d c : R) : Prop :=
  double h /\ double l /\ 0 <= h /\ 0 <= S /\ Rabs (S - h) <= d * u1 * S /\ Rabs (S - h - l) <= c * u2 * S.

Definition deepest := 1099511627776.  (* 2^40 *)

Lemma is_within_more : forall h l S d c d' c', is_within h l S d c -> d <= d' -> c <= c' ->
  is_within h l S d' c'.
Proof.
  intros h l S d c d' c' (A & B & C & D & E & F) Hd Hc.
  assert (U := u_pos).
  repeat split; trivial.
  - apply Rle_trans with (1 := E). apply Rmult_le_compat_r; [assumption |].
    apply Rmult_le_compat_r; [unfold u1, u; lra | assumption].
  - apply Rle_trans with (1 := F). apply Rmult_le_compat_r; [assumption |].
    apply Rmult_le_compat_r; [unfold u2, u; lra | assumption].
Qed.

(* One addition, of the highs, and what follows for the lows: e is exact, and l is what two roundings
   make of l1 + l2 + e. *)
Lemma step_is_within : forall h1 l1 S1 h2 l2 S2 d c l j, 0 <= d -> d + 1 <= deepest -> 0 <= c <= 2 * (d *
  d) ->
  is_within h1 l1 S1 d c -> is_within h2 l2 S2 d c ->
  let h := RN (h1 + h2) in
  let e := h1 + h2 - h in
  let B := Rabs l1 + Rabs l2 + Rabs e in
  double l -> 0 <= j -> Rabs (l - (l1 + l2 + e)) <= j * (u * (1 + u)) * B ->
  is_within h l (S1 + S2) (d + 1) (c + j * (d + 1)).
Proof.
  intros h1 l1 S1 h2 l2 S2 d c l j Hd Hdeep Hc W1 W2 h e B Dl Hj Hl.
  destruct W1 as (Dh1 & Dl1 & Ph1 & PS1 & E1 & F1).
  destruct W2 as (Dh2 & Dl2 & Ph2 & PS2 & E2 & F2).
  assert (R0 := plus_rounds h1 h2 Dh1 Dh2). fold h in R0.
  rewrite (Rabs_pos_eq (h1 + h2)) in R0 by lra.
  assert (Ph : 0 <= h) by (apply round_pos; lra).
  assert (Ee : Rabs e <= u * (h1 + h2)).
  { unfold e. rewrite <- Rabs_Ropp. replace (- (h1 + h2 - h)) with (h - (h1 + h2)) by ring. exact R0. }
  set (A := d * u1) in *. set (G := c * u2) in *.
  assert (HA : 0 <= A <= / 4096).
  { unfold A, u1, u, deepest in *. lra. }
  assert (HuG : 0 <= u * G <= / 4096 * d * u2).
  { unfold G. split.
    - unfold u2, u in *. lra.
    - assert (c <= 2 * deepest * d). { apply Rle_trans with (1 := proj2 Hc).
        replace (2 * deepest * d) with (2 * (deepest * d)) by ring.
        apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_r; lra. }
      unfold u2, u, deepest in *. lra. }
  assert (HG : 0 <= G). { unfold G, u2, u in *. lra. }
  assert (X1 := Rabs_le_inv _ _ E1). assert (X2 := Rabs_le_inv _ _ E2).
  assert (AS : A * (S1 + S2) <= / 4096 * (S1 + S2)) by (apply Rmult_le_compat_r; lra).
  assert (Hh : h1 + h2 <= (1 + / 4096) * (S1 + S2)) by lra.
  assert (Ee' : Rabs e <= u1 * (S1 + S2)).
  { apply Rle_trans with (1 := Ee). unfold u1, u in *. lra. }
  assert (EB : B <= (A + G + u1) * (S1 + S2)).
  { assert (L1 : Rabs l1 <= A * S1 + G * S1).
    { replace l1 with ((S1 - h1) - (S1 - h1 - l1)) by ring.
      apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra. }
    assert (L2 : Rabs l2 <= A * S2 + G * S2).
    { replace l2 with ((S2 - h2) - (S2 - h2 - l2)) by ring.
      apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra. }
    unfold B. lra. }
  repeat split; trivial.
  - apply double_round.
  - lra.
  - replace (S1 + S2 - h) with ((S1 - h1) + ((S2 - h2) + e)) by (unfold e; ring).
    apply Rle_trans with (1 := Rabs_triang _ _).
    apply Rle_trans with (1 := Rplus_le_compat_l _ _ _ (Rabs_triang _ _)).
    replace ((d + 1) * u1 * (S1 + S2)) with (A * S1 + (A * S2 + u1 * (S1 + S2))) by (unfold A; ring).
    lra.
  - replace (S1 + S2 - h - l) with ((S1 - h1 - l1) + ((S2 - h2 - l2) + - (l - (l1 + l2 + e))))
      by (unfold e; ring).
    apply Rle_trans with (1 := Rabs_triang _ _).
    apply Rle_trans with (1 := Rplus_le_compat_l _ _ _ (Rabs_triang _ _)).
    rewrite Rabs_Ropp.
    assert (K : u * (1 + u) * (A + G + u1) <= (d + 1) * u2).
    { replace (A + G + u1) with ((d + 1) * u1 + G) by (unfold A; ring).
      assert (u * (1 + u) * G <= (1 + u) * (/ 4096 * d * u2)).
      { replace (u * (1 + u) * G) with ((1 + u) * (u * G)) by ring.
        apply Rmult_le_compat_l; [unfold u; lra | lra]. }
      unfold u1, u2, u in *. lra. }
    assert (K' : u * (1 + u) * B <= (d + 1) * u2 * (S1 + S2)).
    { apply Rle_trans with (u * (1 + u) * ((A + G + u1) * (S1 + S2))).
      - apply Rmult_le_compat_l; [unfold u; lra | assumption].
      - rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [lra | assumption]. }
    assert (K'' : j * (u * (1 + u)) * B <= j * ((d + 1) * u2 * (S1 + S2))).
    { rewrite Rmult_assoc. now apply Rmult_le_compat_l. }
    replace ((c + j * (d + 1)) * u2 * (S1 + S2))
      with (G * S1 + (G * S2 + j * ((d + 1) * u2 * (S1 + S2)))) by (unfold G; ring).
    lra.
Qed.

Lemma two_sum_low_is : forall a b, double a -> double b -> two_sum_low a b = a + b - RN (a + b).
Proof. intros a b Ha Hb. assert (E := two_sum_is_exact a b Ha Hb). lra. Qed.

Lemma two_roundings : forall a b c, double a -> double b -> double c ->
  Rabs (RN (RN (a + b) + c) - (a + b + c)) <= 2 * (u * (1 + u)) * (Rabs a + Rabs b + Rabs c).
Proof.
  intros a b c Ha Hb Hc.
  assert (R1 := plus_rounds a b Ha Hb).
  assert (R2 := plus_rounds (RN (a + b)) c (double_round _) Hc).
  assert (T1 := Rabs_triang a b). set (s := RN (a + b)) in *.
  assert (T2 := Rabs_triang s c).
  assert (T3 : Rabs s <= (1 + u) * Rabs (a + b)).
  { replace s with ((s - (a + b)) + (a + b)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  replace (RN (s + c) - (a + b + c)) with ((RN (s + c) - (s + c)) + (s - (a + b))) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _).
  assert (Pa := Rabs_pos a). assert (Pb := Rabs_pos b). assert (Pc := Rabs_pos c).
  unfold u in *. lra.
Qed.

Definition addend x := double x /\ 0 <= x.

Lemma run_is_within : forall g, addends addend g -> depth g <= deepest ->
  is_within (high (run g)) (low (run g)) (sum_of g) (depth g) (cost g).
Proof.
  induction g as [| g IH x | g IH g' IH']; intros Ha Hdeep.
  - simpl. repeat split; try apply double_0; try lra; rewrite ?Rminus_0_r, Rabs_R0; lra.
  - simpl in *. destruct Ha as (Ha & Hx & Hx0).
    assert (W := IH Ha ltac:(lra)).
    assert (Dp := depth_pos g). assert (Cp := cost_bounds g).
    assert (Dh : double (high (run g))) by apply W.
    assert (Dl : double (low (run g))) by apply W.
    replace (cost g + (depth g + 1)) with (cost g + 1 * (depth g + 1)) by ring.
    apply step_is_within with (low (run g)) 0; auto.
    + repeat split; auto; try apply double_0.
      * rewrite Rminus_eq_0, Rabs_R0. apply Rmult_le_pos; [| assumption].
        apply Rmult_le_pos; [assumption | unfold u1, u; lra].
      * rewrite Rminus_eq_0, Rminus_0_r, Rabs_R0. apply Rmult_le_pos; [| assumption].
        apply Rmult_le_pos; [lra | unfold u2, u; lra].
    + apply double_round.
    + lra.
    + rewrite two_sum_low_is by assumption. rewrite Rplus_0_r, Rabs_R0, Rplus_0_r.
      set (e := high (run g) + x - RN (high (run g) + x)).
      assert (De : double e).
      { unfold e. rewrite <- two_sum_low_is by assumption. apply two_sum_low_double. }
      apply Rle_trans with (1 := plus_rounds _ _ Dl De).
      assert (T := Rabs_triang (low (run g)) e).
      assert (P1 := Rabs_pos (low (run g))). assert (P2 := Rabs_pos e). unfold u. lra.
  - simpl in *. destruct Ha as (Ha & Ha').
    assert (M1 := Rmax_l (depth g) (depth g')). assert (M2 := Rmax_r (depth g) (depth g')).
    assert (C1 := Rmax_l (cost g) (cost g')). assert (C2 := Rmax_r (cost g) (cost g')).
    assert (W := IH Ha ltac:(lra)). assert (W' := IH' Ha' ltac:(lra)).
    apply is_within_more with (d' := Rmax (depth g) (depth g')) (c' := Rmax (cost g) (cost g')) in W; trivial.
    apply is_within_more with (d' := Rmax (depth g) (depth g')) (c' := Rmax (cost g) (cost g')) in W';
      trivial.
    assert (Dp := depth_pos g). assert (Cp := cost_bounds g). assert (Cp' := cost_bounds g').
    assert (Dp' := depth_pos g').
    apply step_is_within with (low (run g)) (low (run g')); auto; try lra.
    + split; [lra |]. apply Rmax_lub.
      * apply Rle_trans with (1 := proj2 Cp). apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat; lra.
      * apply Rle_trans with (1 := proj2 Cp'). apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat; lra.
    + apply double_round.
    + destruct W as (Dh & Dl & _). destruct W' as (Dh' & Dl' & _).
      assert (De := two_sum_low_double (high (run g)) (high (run g'))).
      rewrite two_sum_low_is in * by assumption.
      set (e := high (run g) + high (run g') - RN (high (run g) + high (run g'))) in *.
      assert (T := two_roundings (low (run g)) e (low (run g')) Dl De Dl').
      replace (low (run g) + low (run g') + e) with (low (run g) + e + low (run g')) by ring. lra.
Qed.

(* `normalised`: high + low stays what it is, and low becomes small. *)
Definition renormalised (s : pair) : pair :=
  let h := RN (high s + low s) in {| high := h; low := RN (low s - RN (h - high s)) |}.

Lemma renormalising_is_exact : forall s, double (high s) -> double (low s) ->
  Rabs (low s) <= Rabs (high s) ->
  high (renormalised s) + low (renormalised s) = high s + low s.
Proof.
  intros s Hh Hl H. exact (fast_two_sum_is_exact (high s) (low s) Hh Hl H).
Qed.

(* The sum of the first part, to which those of the others are joined in turn. *)
Definition in_turn {A} (part : A -> grouping) (parts : list A) : grouping :=
  match parts with
  | [] => Zero
  | first :: others => fold_left Merge (map part others) (part first)
  end.

(* To each sum of the first list that of the second at the same place. *)
Fixpoint lane_by_lane (gs hs : list grouping) : list grouping :=
  match gs, hs with
  | g :: gs, h :: hs => Merge g h :: lane_by_lane gs hs
  | [], hs => hs
  | gs, [] => gs
  end.

(* `total_of`: the upper half of the sums is added to the lower one, in so many rounds. *)
Fixpoint by_halves (rounds : nat) (gs : list grouping) : grouping :=
  match rounds, gs with
  | S rounds, _ :: _ :: _ =>
      let half := Nat.div2 (S (length gs)) in by_halves rounds (lane_by_lane (firstn half gs) (skipn half gs))
  | _, g :: _ => g
  | _, [] => Zero
  end.

(* A block is a list of addends, a group of blocks, a lane of groups. *)
Definition block (xs : list R) : grouping := fold_left Add xs Zero.
Definition group : list (list R) -> grouping := in_turn block.
Definition lane : list (list (list R)) -> grouping := in_turn group.
Definition all_lanes (lanes : list (list (list (list R)))) : grouping :=
  by_halves (Nat.pred (length lanes)) (map lane lanes).

(* `compensated_error` of reference/error_bounds.h. *)
Definition compensated_error (k m : R) : R := compensated_unit * (k * k + 2 * m * (m + k) + 32 * k + 64).

Lemma block_from : forall xs g, depth (fold_left Add xs g) = depth g + INR (length xs) /\
  cost (fold_left Add xs g) =
    cost g + INR (length xs) * depth g + INR (length xs) * (INR (length xs) + 1) / 2.
Proof.
  induction xs as [| x xs IH]; intros g.
  - simpl. split; lra.
  - cbn [fold_left length]. rewrite S_INR. destruct (IH (Add g x)) as (D & C).
    rewrite D, C. simpl. split; field.
Qed.

Lemma block_costs : forall xs k, INR (length xs) <= k ->
  depth (block xs) <= k /\ cost (block xs) <= k * (k + 1) / 2.
Proof.
  intros xs k H. unfold block. destruct (block_from xs Zero) as (D & C). rewrite D, C. simpl.
  assert (P := pos_INR (length xs)). split; nra.
Qed.

Lemma fold_costs : forall d c, 0 <= d -> forall gs g t, 0 <= t ->
  (forall g', In g' gs -> depth g' <= d /\ cost g' <= c) ->
  depth g <= d + t -> cost g <= c + 2 * d * t + t * (t + 1) ->
  let t' := t + INR (length gs) in
  depth (fold_left Merge gs g) <= d + t' /\ cost (fold_left Merge gs g) <= c + 2 * d * t' + t' * (t' + 1).
Proof.
  intros d c Hd. induction gs as [| g' gs IH]; intros g t Ht Hgs D C.
  - simpl. rewrite Rplus_0_r. now split.
  - cbn [fold_left length]. rewrite S_INR.
    replace (t + (INR (length gs) + 1)) with ((t + 1) + INR (length gs)) by ring.
    assert (H := Hgs g' (or_introl eq_refl)).
    assert (M : Rmax (depth g) (depth g') <= d + t) by (apply Rmax_lub; lra).
    assert (N : Rmax (cost g) (cost g') <= c + 2 * d * t + t * (t + 1)).
    { apply Rmax_lub; [assumption |]. nra. }
    apply IH.
    + lra.
    + intros g'' I. apply Hgs. now right.
    + cbn [depth]. lra.
    + cbn [cost]. nra.
Qed.

(* `others` are the parts but one. *)
Lemma in_turn_costs : forall A (part : A -> grouping) d c others,
  0 <= d -> 0 <= c -> 0 <= others -> forall parts, INR (length parts) <= others + 1 ->
  (forall p, In p parts -> depth (part p) <= d /\ cost (part p) <= c) ->
  depth (in_turn part parts) <= d + others /\
  cost (in_turn part parts) <= c + 2 * d * others + others * (others + 1).
Proof.
  intros A part d c others Hd Hc Ho [| first rest] Hn Hp.
  - simpl. split; nra.
  - cbn [length] in Hn. rewrite S_INR in Hn. cbn [in_turn].
    destruct (Hp first (or_introl eq_refl)) as (D & C).
    destruct (fold_costs d c Hd (map part rest) (part first) 0 (Rle_refl 0)) as (D' & C').
    + intros g I. apply in_map_iff in I. destruct I as (p & <- & I). apply Hp. now right.
    + lra.
    + lra.
    + rewrite map_length, Rplus_0_l in *. assert (P := pos_INR (length rest)). split; [lra |].
      apply Rle_trans with (1 := C'). nra.
Qed.

Lemma in_lane_by_lane : forall (before after : grouping -> Prop),
  (forall g, before g -> after g) -> (forall g h, before g -> before h -> after (Merge g h)) ->
  forall gs hs, (forall g, In g gs -> before g) -> (forall h, In h hs -> before h) ->
  forall g, In g (lane_by_lane gs hs) -> after g.
Proof.
  intros before after Alone Both. induction gs as [| g gs IH]; intros hs Hg Hh x I; [auto |].
  destruct hs as [| h hs]; [auto |]. destruct I as [<- | I].
  - apply Both; [apply Hg | apply Hh]; now left.
  - apply (IH hs); trivial; intros y J; [apply Hg | apply Hh]; now right.
Qed.

(* So one round leaves fewer sums, all of which have the second property if all had the first. *)
Lemma one_round : forall (before after : grouping -> Prop),
  (forall g, before g -> after g) -> (forall g h, before g -> before h -> after (Merge g h)) ->
  forall gs half, (forall g, In g gs -> before g) ->
  forall g, In g (lane_by_lane (firstn half gs) (skipn half gs)) -> after g.
Proof.
  intros before after Alone Both gs half H. apply (in_lane_by_lane before after Alone Both); intros g I; apply H;
    rewrite <- (firstn_skipn half gs); apply in_or_app; [now left | now right].
Qed.

Lemma one_round_leaves : forall g h gs, let all := g :: h :: gs in let half := Nat.div2 (S (length all)) in
  (length (lane_by_lane (firstn half all) (skipn half all)) < length all)%nat.
Proof.
  intros g h gs all half.
  assert (Length : forall gs hs, length (lane_by_lane gs hs) = Nat.max (length gs) (length hs)).
  { induction gs0 as [| x xs IH]; intros [| y ys]; simpl; rewrite ?IH; lia. }
  assert (N : length all = S (S (length gs))) by reflexivity.
  assert (D := Nat.div2_odd (S (length all))). fold half in D.
  assert (B : (Nat.b2n (Nat.odd (S (length all))) <= 1)%nat) by (destruct (Nat.odd _); simpl; lia).
  rewrite Length, firstn_length, skipn_length. lia.
Qed.

Lemma by_halves_costs : forall rounds gs d c, 0 <= d -> 0 <= c -> (length gs <= S rounds)%nat ->
  (forall g, In g gs -> depth g <= d /\ cost g <= c) ->
  depth (by_halves rounds gs) <= d + INR rounds /\
  cost (by_halves rounds gs) <= c + 2 * d * INR rounds + INR rounds * (INR rounds + 1).
Proof.
  induction rounds as [| rounds IH]; intros [| g [| h gs]] d c Hd Hc L H; try (simpl in L; lia).
  - simpl. lra.
  - destruct (H g (or_introl eq_refl)). simpl. lra.
  - assert (P := pos_INR (S rounds)). cbn [by_halves depth cost]. split; nra.
  - destruct (H g (or_introl eq_refl)). assert (P := pos_INR (S rounds)). cbn [by_halves]. split; nra.
  - rewrite S_INR. assert (Fewer := one_round_leaves g h gs). cbv zeta in Fewer. cbn [by_halves].
    set (half := Nat.div2 _) in *.
    assert (Each := one_round (fun x => depth x <= d /\ cost x <= c) (fun x => depth x <= d + 1 /\ cost x <= c + 2 * (d + 1))).
    destruct (IH (lane_by_lane (firstn half (g :: h :: gs)) (skipn half (g :: h :: gs))) (d + 1) (c + 2 * (d + 1)));
      try lra; try lia.
    apply Each; trivial.
    + intros x (X & Y). lra.
    + intros x y (X & Y) (X' & Y'). cbn [depth cost]. assert (Rmax (depth x) (depth y) <= d) by now apply Rmax_lub.
      assert (Rmax (cost x) (cost y) <= c) by now apply Rmax_lub. lra.
Qed.

(* What a sum in `lanes` has at most: k additions into a block, merged blocks of a group but one, later groups of a lane
   but one. *)
Definition sized (k merged later : R) (lanes : list (list (list (list R)))) : Prop :=
  forall groups, In groups lanes -> INR (length groups) <= later + 1 /\
  forall blocks, In blocks groups -> INR (length blocks) <= merged + 1 /\
  forall xs, In xs blocks -> INR (length xs) <= k.

Lemma all_lanes_cost : forall lanes k merged later others, 0 <= k -> 0 <= merged -> 0 <= later -> 0 <= others ->
  sized k merged later lanes -> INR (length lanes) <= others + 1 ->
  depth (all_lanes lanes) <= k + merged + later + others /\
  cost (all_lanes lanes) <= k * (k + 1) / 2 + 2 * k * merged + merged * (merged + 1)
    + 2 * (k + merged) * later + later * (later + 1)
    + 2 * (k + merged + later) * others + others * (others + 1).
Proof.
  intros lanes k merged later others Hk Hm Hl Ho Hs Hn.
  assert (C0 : 0 <= k * (k + 1) / 2) by nra.
  assert (C1 : 0 <= k * (k + 1) / 2 + 2 * k * merged + merged * (merged + 1)) by nra.
  assert (C2 : 0 <= k * (k + 1) / 2 + 2 * k * merged + merged * (merged + 1)
    + 2 * (k + merged) * later + later * (later + 1)) by nra.
  assert (Rounds : INR (Nat.pred (length lanes)) <= others).
  { destruct lanes as [| first rest]; [exact Ho |]. cbn [length Nat.pred] in *. rewrite S_INR in Hn. lra. }
  assert (P := pos_INR (Nat.pred (length lanes))). unfold all_lanes.
  set (d := k + merged + later) in *. match goal with |- _ /\ _ <= ?c + 2 * d * _ + _ => set (most := c) in * end.
  destruct (by_halves_costs (Nat.pred (length lanes)) (map lane lanes) d most) as (D & C); try (unfold d; lra);
    [rewrite map_length; lia | | split; [lra | apply Rle_trans with (1 := C); unfold d in *; nra]].
  intros g K. apply in_map_iff in K. destruct K as (groups & <- & I).
  destruct (Hs groups I) as (G & Hb). apply in_turn_costs; trivial; try lra.
  intros blocks J. destruct (Hb blocks J) as (B & Hx). apply in_turn_costs; trivial.
  intros xs K. apply block_costs. now apply Hx.
Qed.

Lemma addends_of_fold : forall (P : R -> Prop) xs g, addends P g -> (forall x, In x xs -> P x) ->
  addends P (fold_left Add xs g).
Proof.
  induction xs as [| x xs IH]; intros g Hg Hx; simpl; [assumption |].
  apply IH; [split; [assumption | apply Hx; now left] |]. intros y I. apply Hx. now right.
Qed.

Lemma addends_in_turn : forall (P : R -> Prop) A (part : A -> grouping) parts,
  (forall p, In p parts -> addends P (part p)) -> addends P (in_turn part parts).
Proof.
  intros P A part [| first rest] H; [exact I |]. cbn [in_turn].
  assert (First := H first (or_introl eq_refl)). generalize dependent (part first).
  assert (Rest : forall p, In p rest -> addends P (part p)) by (intros p K; apply H; now right). clear H.
  induction rest as [| p rest IH]; intros g Hg; simpl; [assumption |]. apply IH.
  - intros q K. apply Rest. now right.
  - split; [assumption | apply Rest; now left].
Qed.

Lemma addends_by_halves : forall (P : R -> Prop) rounds gs, (forall g, In g gs -> addends P g) ->
  addends P (by_halves rounds gs).
Proof.
  intros P. induction rounds as [| rounds IH]; intros [| g [| h gs]] H; try exact I; try (apply H; now left).
  cbn [by_halves]. apply IH. apply (one_round (addends P)); trivial. now split.
Qed.

Definition flat (lanes : list (list (list (list R)))) : list R := concat (concat (concat lanes)).

Lemma addends_of_lanes : forall (P : R -> Prop) lanes, (forall x, In x (flat lanes) -> P x) ->
  addends P (all_lanes lanes).
Proof.
  intros P lanes H. apply addends_by_halves. intros g G. apply in_map_iff in G. destruct G as (groups & <- & I).
  apply addends_in_turn. intros blocks J. apply addends_in_turn. intros xs K. apply addends_of_fold; [exact Logic.I |].
  intros x L. apply H. unfold flat. apply in_concat. exists xs. split; [| assumption].
  apply in_concat. exists blocks. split; [| assumption]. apply in_concat. now exists groups.
Qed.

Definition total (xs : list R) : R := fold_right Rplus 0 xs.

Lemma total_app : forall xs ys, total (xs ++ ys) = total xs + total ys.
Proof. induction xs as [| x xs IH]; intros ys; simpl; [lra |]. rewrite IH. lra. Qed.

Lemma sum_of_fold : forall xs g, sum_of (fold_left Add xs g) = sum_of g + total xs.
Proof. induction xs as [| x xs IH]; intros g; simpl; [lra |]. rewrite IH. simpl. lra. Qed.

Lemma sum_in_turn : forall A (part : A -> grouping) (addends_of : A -> list R),
  (forall p, sum_of (part p) = total (addends_of p)) ->
  forall parts, sum_of (in_turn part parts) = total (concat (map addends_of parts)).
Proof.
  intros A part addends_of H [| first rest]; [reflexivity |]. cbn [in_turn map concat].
  rewrite total_app, <- H. generalize (part first). induction rest as [| p rest IH]; intros g; simpl; [lra |].
  rewrite IH, total_app. simpl. rewrite H. lra.
Qed.

Lemma sum_by_halves : forall rounds gs, (length gs <= S rounds)%nat ->
  sum_of (by_halves rounds gs) = total (map sum_of gs).
Proof.
  assert (Round : forall gs hs, total (map sum_of (lane_by_lane gs hs)) = total (map sum_of gs) + total (map sum_of hs)).
  { induction gs as [| g gs IH]; intros [| h hs]; simpl; rewrite ?IH; lra. }
  induction rounds as [| rounds IH]; intros [| g [| h gs]] L; try (simpl in L; lia); try (simpl; lra).
  assert (Fewer := one_round_leaves g h gs). cbv zeta in Fewer. cbn [by_halves].
  rewrite IH by lia. rewrite Round, <- total_app, <- map_app. now rewrite firstn_skipn.
Qed.

Lemma concat_of_each : forall A (xsss : list (list (list A))), concat (map (@concat A) xsss) = concat (concat xsss).
Proof. induction xsss as [| xss xsss IH]; simpl; [reflexivity |]. now rewrite concat_app, IH. Qed.

Lemma sum_of_lanes : forall lanes, sum_of (all_lanes lanes) = total (flat lanes).
Proof.
  assert (B : forall xs, sum_of (block xs) = total xs).
  { intros xs. unfold block. rewrite sum_of_fold. simpl. lra. }
  assert (G : forall blocks, sum_of (group blocks) = total (concat blocks)).
  { intros blocks. unfold group. rewrite (sum_in_turn _ _ (fun xs => xs)), map_id; auto. }
  assert (L : forall groups, sum_of (lane groups) = total (concat (concat groups))).
  { intros groups. unfold lane. rewrite (sum_in_turn _ _ (@concat R)); auto. now rewrite concat_of_each. }
  intros lanes. unfold all_lanes, flat. rewrite sum_by_halves by (rewrite map_length; lia).
  induction lanes as [| groups lanes IH]; [reflexivity |].
  cbn [map concat]. rewrite !concat_app, total_app. simpl. now rewrite L, IH.
Qed.

(* A compensated sum, however its addends were grouped, is off by at most cost units of u^2. *)
Theorem any_grouping_is_within : forall g, addends addend g -> depth g <= deepest ->
  Rabs (sum_of g - (high (run g) + low (run g))) <= cost g * (u * u * (1 + / 256)) * sum_of g.
Proof.
  intros g Ha Hd. destruct (run_is_within g Ha Hd) as (_ & _ & _ & _ & _ & F).
  replace (sum_of g - (high (run g) + low (run g))) with (sum_of g - high (run g) - low (run g)) by ring.
  exact F.
Qed.

Lemma small_parts : forall g, addends addend g -> depth g <= deepest ->
  let s := run g in let S := sum_of g in
  Rabs (low s) <= high s /\ Rabs (S - high s) <= / 2048 * S /\ Rabs (S - high s - low s) <= / 4096 * S
  /\ double (high s) /\ double (low s) /\ 0 <= S.
Proof.
  intros g Ha Hd s S. destruct (run_is_within g Ha Hd) as (Dh & Dl & Ph & PS & E & F).
  fold s S in Dh, Dl, Ph, PS, E, F. assert (Dp := depth_pos g). assert (Cp := cost_bounds g).
  assert (E' : Rabs (S - high s) <= / 4096 * S).
  { apply Rle_trans with (1 := E). apply Rmult_le_compat_r; [assumption |].
    unfold u1, u, deepest in *. lra. }
  assert (F' : Rabs (S - high s - low s) <= / 4096 * S).
  { apply Rle_trans with (1 := F). apply Rmult_le_compat_r; [assumption |].
    assert (cost g <= 2 * (deepest * deepest)).
    { apply Rle_trans with (1 := proj2 Cp). apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat; lra. }
    unfold u2, u, deepest in *. lra. }
  assert (X := Rabs_le_inv _ _ E'). assert (Y := Rabs_le_inv _ _ F').
  repeat split; trivial; try lra. apply Rabs_le. lra.
Qed.

Fixpoint part_of (g' g : grouping) : Prop :=
  g' = g \/
  match g with
  | Zero => False
  | Add h _ => part_of g' h
  | Merge h h' => part_of g' h \/ part_of g' h'
  end.

(* No partial sum exceeds twice the sum: where that is below 2^1000, say, no partial sum overflows. *)
Theorem partial_sums_are_bounded : forall g g', addends addend g -> depth g <= deepest -> part_of g' g ->
  0 <= high (run g') <= 2 * sum_of g /\ Rabs (low (run g')) <= 2 * sum_of g.
Proof.
  assert (Self : forall g, addends addend g -> depth g <= deepest ->
    0 <= high (run g) <= 2 * sum_of g /\ Rabs (low (run g)) <= 2 * sum_of g).
  { intros g A D. destruct (small_parts g A D) as (L & B & _ & _ & _ & P).
    assert (B' := Rabs_le_inv _ _ B). assert (Q := Rabs_pos (low (run g))). lra. }
  induction g as [| g IH x | g1 IH1 g2 IH2]; intros g' A D [-> | H]; try (now apply Self);
    simpl in A, D, H.
  - contradiction.
  - destruct A as (A & _ & Px). assert (Q := IH g' A ltac:(lra) H). simpl. lra.
  - destruct A as (A1 & A2). assert (M1 := Rmax_l (depth g1) (depth g2)).
    assert (M2 := Rmax_r (depth g1) (depth g2)).
    destruct (small_parts g1 A1 ltac:(lra)) as (_ & _ & _ & _ & _ & P1).
    destruct (small_parts g2 A2 ltac:(lra)) as (_ & _ & _ & _ & _ & P2). simpl.
    destruct H as [H | H]; [assert (Q := IH1 g' A1 ltac:(lra) H) | assert (Q := IH2 g' A2 ltac:(lra) H)]; lra.
Qed.

Lemma compensated_error_is : forall k m,
  compensated_error k m = u * u * (k * k + 2 * m * (m + k) + 32 * k + 64).
Proof. intros k m. unfold compensated_error. change (-106)%Z with (-53 + -53)%Z. now rewrite bpow_plus,
  u_is. Qed.

Lemma normalised_sum : forall g c, addends addend g -> depth g <= deepest -> cost g <= c ->
  let s := renormalised (run g) in
  Rabs (sum_of g - (high s + low s)) <= c * (u * u) * (1 + / 128) * high s.
Proof.
  intros g c Ha Hd Hc s.
  assert (F := any_grouping_is_within g Ha Hd).
  destruct (small_parts g Ha Hd) as (A & B & C & Dh & Dl & PS).
  assert (Ph : 0 <= high (run g)) by (assert (P := Rabs_pos (low (run g))); lra).
  assert (E : high s + low s = high (run g) + low (run g)).
  { apply renormalising_is_exact; trivial. now rewrite (Rabs_pos_eq (high (run g))). }
  rewrite E.
  assert (R0 := plus_rounds _ _ Dh Dl). fold (high s) in R0. change (RN (high (run g) + low (run g))) with
    (high s) in R0.
  assert (Cp := cost_bounds g).
  set (S := sum_of g) in *. set (v := high (run g) + low (run g)) in *.
  replace (S - high (run g) - low (run g)) with (S - v) in C by (unfold v; ring).
  assert (X := Rabs_le_inv _ _ C).
  assert (Pv : Rabs v = v) by (apply Rabs_pos_eq; lra).
  rewrite Pv in R0. assert (Y := Rabs_le_inv _ _ R0).
  assert (L : (1 - / 1024) * S <= high s) by (unfold u in *; lra).
  apply Rle_trans with (1 := F).
  replace (cost g * (u * u * (1 + / 256)) * S) with (cost g * (u * u * ((1 + / 256) * S))) by ring.
  replace (c * (u * u) * (1 + / 128) * high s) with (c * (u * u * ((1 + / 128) * high s))) by ring.
  apply Rmult_le_compat; try lra.
  - apply Rmult_le_pos; [unfold u; lra |]. lra.
  - apply Rmult_le_compat_l; [unfold u; lra |]. lra.
Qed.

Lemma lanes_within : forall lanes k merged later others, 0 <= k -> 0 <= merged <= 128 -> 0 <= later ->
  0 <= others <= 16 -> sized k merged later lanes -> INR (length lanes) <= others + 1 ->
  (forall x, In x (flat lanes) -> addend x) -> k + merged + later + others <= deepest ->
  let s := renormalised (run (all_lanes lanes)) in
  Rabs (total (flat lanes) - (high s + low s)) <=
    (1 - / 128) * compensated_error (k + merged + others) (later + 1) * high s.
Proof.
  intros lanes k merged later others Hk Hm Hl Ho Hx Hn Hp Hd s.
  destruct (all_lanes_cost lanes k merged later others Hk (proj1 Hm) Hl (proj1 Ho) Hx Hn) as (D & C).
  assert (A : addends addend (all_lanes lanes)) by now apply addends_of_lanes.
  assert (D' : depth (all_lanes lanes) <= deepest) by lra.
  rewrite <- sum_of_lanes.
  apply Rle_trans with (1 := normalised_sum _ _ A D' C). fold s.
  assert (Ph : 0 <= high s).
  { unfold s. simpl. apply round_pos. destruct (small_parts _ A D') as (L & _).
    assert (Q := Rabs_le_inv _ _ L). lra. }
  rewrite compensated_error_is.
  apply Rmult_le_compat_r; [assumption |].
  set (K := k + merged + others).
  replace ((1 - / 128) * (u * u * (K * K + 2 * (later + 1) * (later + 1 + K) + 32 * K + 64)))
    with ((u * u) * ((1 - / 128) * (K * K + 2 * (later + 1) * (later + 1 + K) + 32 * K + 64))) by ring.
  match goal with |- ?c * ?v * ?f <= _ => replace (c * v * f) with (v * (f * c)) by ring end.
  apply Rmult_le_compat_l; [unfold u; lra |]. unfold K.
  assert (k * others <= k * 16) by (apply Rmult_le_compat_l; lra).
  assert (merged * others <= merged * 16) by (apply Rmult_le_compat_l; lra).
  assert (later * others <= later * 16) by (apply Rmult_le_compat_l; lra).
  assert (others * others <= others * 16) by (apply Rmult_le_compat_l; lra).
  assert (k * merged <= k * 128) by (apply Rmult_le_compat_l; lra).
  assert (merged * merged <= merged * 128) by (apply Rmult_le_compat_l; lra).
  assert (merged * later <= 128 * later) by (apply Rmult_le_compat_r; lra).
  assert (0 <= k * others) by (apply Rmult_le_pos; lra).
  assert (0 <= k * merged) by (apply Rmult_le_pos; lra).
  assert (0 <= merged * others) by (apply Rmult_le_pos; lra).
  assert (0 <= later * others) by (apply Rmult_le_pos; lra).
  assert (0 <= merged * later) by (apply Rmult_le_pos; lra).
  assert (0 <= others * others) by (apply Rmult_le_pos; lra).
  assert (Q1 := Rle_0_sqr (k - later)). assert (Q2 := Rle_0_sqr k). assert (Q3 := Rle_0_sqr later).
  assert (Q4 := Rle_0_sqr (later - 1)). unfold Rsqr in *.
  lra.
Qed.

(* Lanes of `m` groups at most, of b blocks at most, of `per_vector` addends at most. *)
Definition arranged (per_vector b m : nat) (lanes : list (list (list (list R)))) : Prop :=
  forall groups, In groups lanes -> (length groups <= m)%nat /\
  forall blocks, In blocks groups -> (length blocks <= b)%nat /\
  forall xs, In xs blocks -> (length xs <= per_vector)%nat.

Lemma arranged_is_sized : forall p b m lanes, arranged p b m lanes -> sized (INR p) (INR b) (INR m - 1) lanes.
Proof.
  intros p b m lanes H groups I. destruct (H groups I) as (X & Y). split; [apply le_INR in X; lra |].
  intros blocks J. destruct (Y blocks J) as (Y' & Z). split; [apply le_INR in Y'; lra |].
  intros xs K. apply le_INR, Z, K.
Qed.

(* The sum that `sum_in_blocks` makes, for lists of any length, of up to 16 lanes. Of its bound a 128th is left for the
   rounding of the bound. *)
Theorem compensated_sum_is_within : forall lanes per_vector b m,
  arranged per_vector b m lanes -> (forall x, In x (flat lanes) -> double x /\ 0 <= x) ->
  (1 <= length lanes <= 16)%nat -> (Z.of_nat b <= group_blocks)%Z -> (1 <= m)%nat -> INR per_vector + INR m + 160 <= 2^40 ->
  let s := renormalised (run (all_lanes lanes)) in
  Rabs (total (flat lanes) - (high s + low s)) <=
    (1 - / 128) * compensated_error (INR (per_vector + b + length lanes)) (INR m) * high s.
Proof.
  intros lanes p b m Hx Hp [N1 N2] Hb Hm Hd s.
  apply le_INR in N1, N2, Hm. apply IZR_le in Hb. rewrite <- INR_IZR_INZ in Hb. assert (Pp := pos_INR p). assert (Pb := pos_INR b). simpl in N1, Hm.
  replace (INR 16) with 16 in N2 by (simpl; lra).
  assert (B := lanes_within lanes (INR p + 1) (INR b) (INR m - 1) (INR (length lanes) - 1)).
  replace (INR p + 1 + INR b + (INR (length lanes) - 1)) with (INR (p + b + length lanes)) in B
    by (rewrite !plus_INR; ring).
  replace (INR m - 1 + 1) with (INR m) in B by ring.
  apply B; try lra; trivial.
  - intros groups I. destruct (arranged_is_sized _ _ _ _ Hx groups I) as (X & Y). split; [assumption |].
    intros blocks J. destruct (Y blocks J) as (Y' & Z). split; [assumption |]. intros xs K. specialize (Z xs K). lra.
  - change (2^40) with 1099511627776 in Hd. unfold deepest. lra.
Qed.

(* The same where every lane is a problem of its own, side by side, and nothing crosses lanes. *)
Theorem compensated_lane_is_within : forall xs, (forall x, In x xs -> double x /\ 0 <= x) ->
  INR (length xs) + 1 <= 2^40 ->
  let s := renormalised (run (block xs)) in
  Rabs (total xs - (high s + low s)) <=
    (1 - / 128) * compensated_error (INR (length xs)) 1 * high s.
Proof.
  intros xs Hp Hd s.
  assert (Pn := pos_INR (length xs)).
  assert (B := lanes_within [[[xs]]] (INR (length xs)) 0 0 0).
  cbv zeta in B. rewrite !Rplus_0_r, Rplus_0_l in B.
  assert (F : flat [[[xs]]] = xs) by (unfold flat; simpl; now rewrite !app_nil_r).
  rewrite F in B. apply B; try lra; trivial.
  - intros groups [<- | []]. simpl. split; [lra |]. intros blocks [<- | []]. simpl. split; [lra |].
    intros ys [<- | []]. lra.
  - simpl. lra.
  - change (2^40) with 1099511627776 in Hd. unfold deepest. lra.
Qed.

(* ---- `plus`, and `rest_of`, which is the same with a.low = 0 *)

Definition plus (a b : pair) : pair :=
  renormalised {| high := RN (high a + high b);
                  low := RN (two_sum_low (high a) (high b) + RN (low a + low b)) |}.

(* A pair of doubles as these functions leave it. *)
Definition is_pair (a : pair) := double (high a) /\ double (low a) /\ high a = RN (high a + low a).

Lemma half_ulp : forall x, double x -> forall y, double y -> x <> y ->
  / 2 * ulp radix2 fexp y <= Rabs (x - y).
Proof.
  assert (P : forall x, double x -> forall y, double y -> 0 < y -> x <> y ->
    / 2 * ulp radix2 fexp y <= Rabs (x - y)).
  { intros x Fx y Fy Hy N. destruct (Rlt_le_dec x y) as [L | L].
    - assert (Q : x <= pred radix2 fexp y) by (apply pred_ge_gt; auto with typeclass_instances).
      rewrite Rabs_left by lra.
      assert (D : pred radix2 fexp y <= y - / 2 * ulp radix2 fexp y).
      { rewrite pred_eq_pos by lra. unfold pred_pos. rewrite ulp_neq_0 by lra. unfold cexp.
        assert (B := bpow_gt_0 radix2 (fexp (mag radix2 y))).
        case Req_bool_spec; intros E; [| lra].
        assert (G : / 2 * bpow radix2 (fexp (mag radix2 y)) <= bpow radix2 (fexp (mag radix2 y - 1))).
        { change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus. apply bpow_le.
          unfold FLT_exp. lia. }
        lra. }
      lra.
    - assert (L' : y < x) by lra.
      assert (Q : succ radix2 fexp y <= x) by (apply succ_le_lt; auto with typeclass_instances).
      rewrite succ_eq_pos in Q by lra.
      assert (U := ulp_ge_0 radix2 fexp y). rewrite Rabs_pos_eq by lra. lra. }
  intros x Fx y Fy N. destruct (Rtotal_order y 0) as [L | [E | L]].
  - rewrite <- ulp_opp, <- Rabs_Ropp. replace (- (x - y)) with (- x - - y) by ring.
    apply P; try (now apply double_opp); lra.
  - subst y. rewrite Rminus_0_r.
    destruct (Rtotal_order x 0) as [L | [E | L]].
    + assert (Q : x <= pred radix2 fexp 0) by (apply pred_ge_gt; auto using double_0 with
      typeclass_instances).
      rewrite pred_0 in Q. rewrite Rabs_left by lra. assert (U := ulp_ge_0 radix2 fexp 0). lra.
    + contradiction.
    + assert (Q : succ radix2 fexp 0 <= x) by (apply succ_le_lt; auto using double_0 with
      typeclass_instances).
      rewrite succ_0 in Q. rewrite Rabs_pos_eq by lra. assert (U := ulp_ge_0 radix2 fexp 0). lra.
  - now apply P.
Qed.

Lemma low_of_pair : forall a, is_pair a -> Rabs (low a) <= / 2 * ulp radix2 fexp (high a).
Proof.
  intros a (H & L & E).
  assert (G := error_le_half_ulp_round radix2 fexp (fun n => negb (Z.even n)) (high a + low a)).
  rewrite <- E in G. replace (high a - (high a + low a)) with (- low a) in G by ring.
  now rewrite Rabs_Ropp in G.
Qed.

Lemma low_is_small : forall a, is_pair a -> Rabs (low a) <= u * (1 + 4 * u) * Rabs (high a).
Proof.
  intros a (H & L & E). assert (R0 := plus_rounds _ _ H L). rewrite <- E in R0.
  replace (high a - (high a + low a)) with (- low a) in R0 by ring. rewrite Rabs_Ropp in R0.
  assert (T := Rabs_triang (high a) (low a)). assert (P := Rabs_pos (high a)). unfold u in *. lra.
Qed.

Lemma normalised_is_pair : forall s, double (high s) -> double (low s) ->
  (Rabs (low s) <= Rabs (high s) \/ high s = 0) ->
  let r := renormalised s in is_pair r /\ high r + low r = high s + low s.
Proof.
  intros s Hh Hl [H | H] r.
  - assert (E := renormalising_is_exact s Hh Hl H). fold r in E. split; [| assumption].
    split; [apply double_round | split; [apply double_round |]]. now rewrite E.
  - unfold r, renormalised. simpl. rewrite H, Rplus_0_l, (round_id _ Hl), Rminus_0_r, (round_id _ Hl).
    rewrite Rminus_eq_0, (round_id _ double_0). split; [| lra].
    split; [assumption | split; [apply double_0 |]]. simpl. rewrite Rplus_0_r. symmetry. now apply round_id.
Qed.

(* `plus`: the pair that it makes differs from the sum of the two by less than 2^-104 of the highs, where
   both are sums of numbers >= 0, or a is one double (the total) and b the fixed shares taken from it. A
   16th of the bound is left for the rounding of the bound. *)
Theorem plus_is_within : forall a b, is_pair a -> is_pair b ->
  (0 <= high a /\ 0 <= high b) \/ low a = 0 ->
  let s := plus a b in
  is_pair s /\
  Rabs (high s + low s - (high a + low a + (high b + low b))) <=
    (1 - / 16) * plus_error * (Rabs (high a) + Rabs (high b)).
Proof.
  intros a b Pa Pb HC s.
  assert (La := low_is_small a Pa). assert (Lb := low_is_small b Pb).
  assert (Hb := low_of_pair b Pb).
  destruct Pa as (Da & Dla & Ea). destruct Pb as (Db & Dlb & Eb).
  set (x := high a) in *. set (y := high b) in *.
  set (sum := RN (x + y)).
  assert (R0 := plus_rounds x y Da Db). fold sum in R0.
  assert (Ee : two_sum_low x y = x + y - sum) by now apply two_sum_low_is.
  set (e := two_sum_low x y) in *.
  assert (De : double e) by apply double_round.
  set (t := RN (low a + low b)).
  assert (R1 := plus_rounds _ _ Dla Dlb). fold t in R1.
  set (l := RN (e + t)).
  assert (R2 := plus_rounds e t De (double_round _)). fold l in R2.
  assert (T0 := Rabs_triang x y). assert (Px := Rabs_pos x). assert (Py := Rabs_pos y).
  assert (T1 := Rabs_triang (low a) (low b)).
  assert (Be : Rabs e <= u * Rabs (x + y)).
  { rewrite Ee, <- Rabs_Ropp. replace (- (x + y - sum)) with (sum - (x + y)) by ring. exact R0. }
  assert (Bt : Rabs t <= (1 + u) * Rabs (low a + low b)).
  { replace t with ((t - (low a + low b)) + (low a + low b)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  assert (T2 := Rabs_triang e t).
  assert (Bl : Rabs l <= (1 + u) * Rabs (e + t)).
  { replace l with ((l - (e + t)) + (e + t)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  assert (OK : Rabs l <= Rabs sum \/ sum = 0).
  { destruct (Rle_lt_dec (Rabs l) (Rabs sum)) as [L | L]; [now left |].
    destruct HC as [(H1 & H2) | H0].
    - exfalso. rewrite !(Rabs_pos_eq x), !(Rabs_pos_eq y), ?(Rabs_pos_eq (x + y)) in * by lra.
      assert (Q := Rabs_le_inv _ _ R0). assert (sum <= Rabs sum) by apply RRle_abs.
      assert (0 < x + y \/ x + y = 0) by lra.
      destruct H0 as [P | P]; [unfold u in *; lra |].
      assert (Rabs t = 0) by (unfold u in *; lra).
      assert (P2 := Rabs_pos sum). assert (P3 := Rabs_pos t). unfold u in *. lra.
    - right. assert (Et : t = low b) by (unfold t; rewrite H0, Rplus_0_l; now apply round_id).
      assert (T3 : (1 - u) * Rabs (x + y) <= Rabs sum).
      { assert (Q := Rabs_triang_inv (x + y) (x + y - sum)).
        replace (x + y - (x + y - sum)) with sum in Q by ring. rewrite Ee in Be. lra. }
      assert (N : Rabs (x + y) <= / 4 * Rabs y).
      { rewrite Et in *. unfold u in *. lra. }
      assert (X : sum = x + y).
      { unfold sum. apply round_id. replace (x + y) with (x - - y) by ring.
        assert (Q := Rabs_le_inv _ _ N).
        destruct (Rle_lt_dec 0 y) as [Y | Y].
        - rewrite (Rabs_pos_eq y) in Q by lra.
          replace (x - - y) with (- (- x - y)) by ring. apply double_opp.
          apply sterbenz; auto with typeclass_instances; [now apply double_opp | lra].
        - rewrite (Rabs_left y) in Q by lra.
          apply sterbenz; auto with typeclass_instances; [now apply double_opp | lra]. }
      destruct (Req_dec (- x) y) as [E | E]; [rewrite X; lra |]. exfalso.
      assert (Z : e = 0) by (rewrite Ee, X; ring).
      assert (El : l = low b) by (unfold l; rewrite Z, Et, Rplus_0_l; now apply round_id).
      assert (W := half_ulp (- x) (double_opp _ Da) y Db E).
      rewrite X in L. rewrite <- Rabs_Ropp in W. replace (- (- x - y)) with (x + y) in W by ring.
      rewrite El in L. lra. }
  destruct (normalised_is_pair {| high := sum; low := l |} (double_round _) (double_round _) OK) as (IP & E).
  change (renormalised {| high := sum; low := l |}) with s in IP, E. cbn [high low] in E.
  split; [assumption |]. rewrite E.
  replace (sum + l - (x + low a + (y + low b))) with ((l - (e + t)) + (t - (low a + low b)))
    by (rewrite Ee; ring).
  apply Rle_trans with (1 := Rabs_triang _ _).
  change (-104)%Z with (-53 + -53 + 2)%Z. rewrite !bpow_plus, u_is. change (2^2) with 4.
  unfold u in *. lra.
Qed.

(* What is added to a double and is less than a quarter of its last place is lost. *)
Lemma absorbs : forall x d, double x -> 4 * Rabs d < ulp radix2 fexp x -> RN (x + d) = x.
Proof.
  intros x d Fx H. destruct (Req_dec (RN (x + d)) x) as [E | E]; [assumption |]. exfalso.
  assert (G := half_ulp (RN (x + d)) (double_round _) x Fx E).
  assert (N := round_N_pt radix2 fexp (fun n => negb (Z.even n)) (x + d)).
  destruct N as (_ & N). specialize (N x Fx).
  replace (x - (x + d)) with (- d) in N by ring. rewrite Rabs_Ropp in N.
  assert (T := Rabs_triang (RN (x + d) - (x + d)) d).
  replace (RN (x + d) - (x + d) + d) with (RN (x + d) - x) in T by ring. lra.
Qed.

Lemma double_power : forall e, (-1074 <= e)%Z -> double (2^e).
Proof. intros e H. now apply generic_format_FLT_bpow. Qed.

Lemma double_1 : double 1.
Proof. apply (double_power 0). lia. Qed.

Lemma ulp_of_power : forall e, (-1022 <= e)%Z -> ulp radix2 fexp (2^e) = 2^(e - 52).
Proof. intros e H. rewrite ulp_bpow. f_equal. unfold FLT_exp. lia. Qed.
