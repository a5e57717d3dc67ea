(* Overflow. The other files compute without a largest double;
  here what a processor does beyond it is modelled:
   a result of 2^1024 or more is infinity, and what is made of infinity or of no number is one of these again,
   except by a division, by a comparison, and by the least and the greatest of two. *)
From Coq Require Import Reals ZArith Lra Lia List.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath.
Import ListNotations.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

(* ---- What is computed by additions, products and divisions *)

Inductive computation :=
| Given (x : R)
| Plus (a b : computation)
| Minus (a b : computation)
| Times (a b : computation)
| Fused (a b c : computation)   (* a * b + c, rounded once *)
| Over (a b : computation).

(* As the other files have it. *)
Fixpoint unbounded (c : computation) : R :=
  match c with
  | Given x => x
  | Plus a b => RN (unbounded a + unbounded b)
  | Minus a b => RN (unbounded a - unbounded b)
  | Times a b => RN (unbounded a * unbounded b)
  | Fused a b d => RN (unbounded a * unbounded b + unbounded d)
  | Over a b => RN (unbounded a / unbounded b)
  end.

(* A double, or None: infinity or no number. *)
Definition finite (x : R) : option R := if Rlt_dec (Rabs x) (2^1024) then Some x else None.

Definition of_two (f : R -> R -> R) (a b : option R) : option R :=
  match a, b with Some x, Some y => finite (RN (f x y)) | _, _ => None end.

(* What a processor may find. A finite number divided by infinity is 0: it may be anything here. *)
Inductive finds : computation -> option R -> Prop :=
| finds_given : forall x, finds (Given x) (finite x)
| finds_sum : forall a b x y, finds a x -> finds b y -> finds (Plus a b) (of_two Rplus x y)
| finds_difference : forall a b x y, finds a x -> finds b y -> finds (Minus a b) (of_two Rminus x y)
| finds_product : forall a b x y, finds a x -> finds b y -> finds (Times a b) (of_two Rmult x y)
| finds_fused : forall a b c x y z, finds a x -> finds b y -> finds c z ->
    finds (Fused a b c)
      (match x, y, z with Some p, Some q, Some r => finite (RN (p * q + r)) | _, _, _ => None end)
| finds_quotient : forall a b x y, finds a x -> finds b (Some y) ->
    finds (Over a b) (of_two Rdiv x (Some y))
| finds_any_quotient : forall a b x z, finds a x -> finds b None -> finds (Over a b) z.

(* What is divided by is finite, wherever a division is. *)
Fixpoint divides_by_finite (c : computation) : Prop :=
  match c with
  | Given _ => True
  | Plus a b | Minus a b | Times a b => divides_by_finite a /\ divides_by_finite b
  | Fused a b d => divides_by_finite a /\ divides_by_finite b /\ divides_by_finite d
  | Over a b => divides_by_finite a /\ divides_by_finite b /\ forall z, finds b z -> z <> None
  end.

Fixpoint part (p c : computation) : Prop :=
  p = c \/
  match c with
  | Given _ => False
  | Plus a b | Minus a b | Times a b | Over a b => part p a \/ part p b
  | Fused a b d => part p a \/ part p b \/ part p d
  end.

Lemma finite_is : forall x y, finite x = Some y -> y = x /\ Rabs x < 2^1024.
Proof. intros x y. unfold finite. destruct Rlt_dec; [intros [= <-]; now split | discriminate]. Qed.

(* Where the result is finite nothing has overflowed on the way: it is what the other files say, and so is
  each
   number that it was made of, all of them below 2^1024. *)
Theorem finite_result_had_no_overflow : forall c x, finds c (Some x) -> divides_by_finite c ->
  x = unbounded c /\ forall p, part p c -> Rabs (unbounded p) < 2^1024.
Proof.
  assert (Two : forall (f : R -> R -> R) a b x y r c, of_two f x y = Some r ->
    (forall v, x = Some v -> v = unbounded a /\ forall p, part p a -> Rabs (unbounded p) < 2^1024) ->
    (forall v, y = Some v -> v = unbounded b /\ forall p, part p b -> Rabs (unbounded p) < 2^1024) ->
    unbounded c = RN (f (unbounded a) (unbounded b)) ->
    (forall p, part p c -> p = c \/ part p a \/ part p b) ->
    r = unbounded c /\ forall p, part p c -> Rabs (unbounded p) < 2^1024).
  { intros f a b [x |] [y |] r c E A B U Q; try discriminate E.
    destruct (A x eq_refl) as (-> & Pa). destruct (B y eq_refl) as (-> & Pb).
    destruct (finite_is _ _ E) as (-> & L). rewrite U. split; [reflexivity |].
    intros p H. destruct (Q p H) as [-> | [H' | H']]; auto. now rewrite U. }
  induction c as [x0 | a IHa b IHb | a IHa b IHb | a IHa b IHb | a IHa b IHb d IHd | a IHa b IHb];
    intros r F D; inversion F; subst; cbn [divides_by_finite] in D.
  - match goal with E : finite _ = Some _ |- _ => destruct (finite_is _ _ E) as (-> & L) end.
    split; [reflexivity |]. intros p [-> | []]. exact L.
  - eapply (Two Rplus a b); try eassumption; try reflexivity; try tauto; intros v ->;
    [apply IHa | apply IHb]; tauto.
  - eapply (Two Rminus a b); try eassumption; try reflexivity; try tauto; intros v ->;
    [apply IHa | apply IHb]; tauto.
  - eapply (Two Rmult a b); try eassumption; try reflexivity; try tauto; intros v ->;
    [apply IHa | apply IHb]; tauto.
  - destruct D as (D1 & D2 & D3). destruct x as [x |], y as [y |], z as [z |]; try discriminate.
    destruct (IHa x ltac:(assumption) D1) as (-> & Pa). destruct (IHb y ltac:(assumption) D2) as (-> & Pb).
    destruct (IHd z ltac:(assumption) D3) as (-> & Pd).
    match goal with E : finite _ = Some _ |- _ => destruct (finite_is _ _ E) as (-> & L) end.
    split; [reflexivity |]. intros p [-> | [H' | [H' | H']]]; auto.
  - eapply (Two Rdiv a b); try eassumption; try reflexivity; try tauto; intros v E.
    + subst; apply IHa; tauto.
    + injection E as <-. apply IHb; tauto.
  - destruct D as (_ & _ & D3). exfalso. now apply (D3 None).
Qed.

(* ---- The ratio of a line, as it is computed: the pairs of Sums.v and Ratio.v *)

Record computed_pair := { c_high : computation; c_low : computation }.

Definition means (c : computed_pair) (p : pair) := unbounded (c_high c) = high p /\ unbounded (c_low c)
  = low p.

Definition c_two_sum_low (a b : computation) : computation :=
  let sum := Plus a b in
  let of_b := Minus sum a in
  Plus (Minus a (Minus sum of_b)) (Minus b of_b).

Definition c_add_to (s : computed_pair) (x : computation) : computed_pair :=
  {| c_high := Plus (c_high s) x; c_low := Plus (c_low s) (c_two_sum_low (c_high s) x) |}.

Definition c_merge (s t : computed_pair) : computed_pair :=
  {| c_high := Plus (c_high s) (c_high t);
     c_low := Plus (Plus (c_low s) (c_two_sum_low (c_high s) (c_high t))) (c_low t) |}.

Fixpoint c_run (g : grouping) : computed_pair :=
  match g with
  | Zero => {| c_high := Given 0; c_low := Given 0 |}
  | Add g x => c_add_to (c_run g) (Given x)
  | Merge g g' => c_merge (c_run g) (c_run g')
  end.

Definition c_renormalised (s : computed_pair) : computed_pair :=
  let h := Plus (c_high s) (c_low s) in {| c_high := h; c_low := Minus (c_low s) (Minus h (c_high s)) |}.

Definition c_plus (a b : computed_pair) : computed_pair :=
  c_renormalised {| c_high := Plus (c_high a) (c_high b);
                    c_low := Plus (c_two_sum_low (c_high a) (c_high b)) (Plus (c_low a) (c_low b)) |}.

(* The same sums in up to any number of parts, one added to the other. *)
Fixpoint c_sum (first : grouping) (others : list grouping) : computed_pair :=
  match others with
  | [] => c_renormalised (c_run first)
  | g :: others => c_plus (c_sum first others) (c_renormalised (c_run g))
  end.

Fixpoint sum_in_parts (first : grouping) (others : list grouping) : pair :=
  match others with
  | [] => renormalised (run first)
  | g :: others => plus (sum_in_parts first others) (renormalised (run g))
  end.

(* No sign changes anything: - x is 0 - x, without a rounding. *)
Definition c_rest (T : R) (fixed : computed_pair) : computed_pair :=
  c_plus {| c_high := Given T; c_low := Given 0 |}
         {| c_high := Minus (Given 0) (c_high fixed); c_low := Minus (Given 0) (c_low fixed) |}.

Definition c_product_rest (fused : bool) (w r : computation) : computation :=
  if fused then Fused w r (Minus (Given 0) (Times w r))
  else
    let upper x := let scaled := Times x (Given splitter) in Minus scaled (Minus scaled x) in
    let lower x := Minus x (upper x) in
    Plus (Plus (Plus (Minus (Times (upper w) (upper r)) (Times w r)) (Times (upper w) (lower r)))
      (Times (lower w) (upper r))) (Times (lower w) (lower r)).

Definition c_multiply_add (fused : bool) (a b c : computation) : computation :=
  if fused then Fused a b c else Plus (Times a b) c.

Definition c_ratio (fused : bool) (rest weight : computed_pair) : computed_pair :=
  let estimate := Over (c_high rest) (c_high weight) in
  let product := Times (c_high weight) estimate in
  let product_low :=
    c_multiply_add fused estimate (c_low weight) (c_product_rest fused (c_high weight) estimate) in
  let off := Plus (Minus (c_high rest) product) (Minus (c_low rest) product_low) in
  c_renormalised {| c_high := estimate; c_low := Over off (c_high weight) |}.

Lemma run_means : forall g, means (c_run g) (run g).
Proof.
  induction g as [| g (H1 & H2) x | g (H1 & H2) g' (H1' & H2')]; split; simpl;
    unfold two_sum_low; now rewrite ?H1, ?H2, ?H1', ?H2'.
Qed.

Lemma renormalised_means : forall c p, means c p -> means (c_renormalised c) (renormalised p).
Proof. intros c p (H1 & H2). split; simpl; now rewrite ?H1, ?H2. Qed.

Lemma plus_means : forall c p d q, means c p -> means d q -> means (c_plus c d) (plus p q).
Proof.
  intros c p d q (H1 & H2) (H3 & H4). apply renormalised_means.
  split; simpl; unfold two_sum_low; now rewrite ?H1, ?H2, ?H3, ?H4.
Qed.

Lemma sum_means : forall first others, means (c_sum first others) (sum_in_parts first others).
Proof.
  intros first. induction others as [| g others IH].
  - apply renormalised_means, run_means.
  - apply plus_means; [assumption | apply renormalised_means, run_means].
Qed.

Lemma rest_means : forall T c f, means c (value f) -> double (high (value f)) -> double (low (value f)) ->
  means (c_rest T c) (value (rest_of T f)).
Proof.
  intros T c f (H1 & H2) F1 F2. apply plus_means; [now split |].
  split; cbn [unbounded c_high c_low high low]; rewrite ?H1, ?H2, Rminus_0_l; apply round_id;
    now apply double_opp.
Qed.

Lemma product_rest_means : forall fused w r,
  is_product_rest (unbounded w) (unbounded r) (unbounded (c_product_rest fused w r)).
Proof.
  intros [] w r; [left | right]; [| reflexivity]. unfold fused_rest. simpl. f_equal.
  rewrite Rminus_0_l, round_opp, (round_id (RN _)) by apply double_round. ring.
Qed.

Lemma multiply_add_means : forall fused a b c,
  is_multiply_add (unbounded a) (unbounded b) (unbounded c) (unbounded (c_multiply_add fused a b c)).
Proof. intros [] a b c; [left | right]; reflexivity. Qed.

Lemma ratio_means : forall fused n rest w weight, means n rest -> means w weight ->
  exists ratio, means (c_ratio fused n w) ratio /\ is_ratio_of rest weight ratio.
Proof.
  intros fused n rest w weight (N1 & N2) (W1 & W2).
  set (c := c_ratio fused n w). exists {| high := unbounded (c_high c); low := unbounded (c_low c) |}.
  split; [now split |].
  exists (unbounded (c_product_rest fused (c_high w) (Over (c_high n) (c_high w)))).
  exists (unbounded (c_multiply_add fused (Over (c_high n) (c_high w)) (c_low w)
    (c_product_rest fused (c_high w) (Over (c_high n) (c_high w))))).
  assert (Es : unbounded (Over (c_high n) (c_high w)) = RN (high rest / high weight)).
  { cbn [unbounded]. now rewrite N1, W1. }
  rewrite <- Es. split; [rewrite <- W1; apply product_rest_means | split].
  - rewrite <- W2. apply multiply_add_means.
  - unfold c, c_ratio, c_renormalised, renormalised. cbn [unbounded c_high c_low high low].
    now rewrite <- N1, <- N2, <- W1.
Qed.

Lemma something_is_found : forall c, exists z, finds c z.
Proof.
  induction c as [x | a (x & A) b (y & B) | a (x & A) b (y & B) | a (x & A) b (y & B)
    | a (x & A) b (y & B) d (z & D) | a (x & A) b ([y |] & B)].
  7: exists None; now apply finds_any_quotient with x.
  all: eexists; econstructor; eassumption.
Qed.

Lemma sums_divide_nothing : forall g, divides_by_finite (c_high (c_run g))
  /\ divides_by_finite (c_low (c_run g)).
Proof.
  induction g as [| g (H1 & H2) x | g (H1 & H2) g' (H1' & H2')]; simpl; tauto.
Qed.

Lemma parts_divide_nothing : forall first others,
  divides_by_finite (c_high (c_sum first others)) /\ divides_by_finite (c_low (c_sum first others)).
Proof.
  intros first. induction others as [| g others (H1 & H2)].
  - destruct (sums_divide_nothing first). simpl. tauto.
  - destruct (sums_divide_nothing g). simpl. tauto.
Qed.

(* The sums of a line, in any grouping and number of parts, what they leave of a total, and the ratio: where
  the
   sum of the weights and the ratio are finite, nothing overflowed in any of them, and all are what the other
   files say. *)
Theorem finite_ratio_had_no_overflow : forall fused T fixed more_fixed weights more_weights w x,
  let f := c_sum fixed more_fixed in let g := c_sum weights more_weights in
  let ratio := c_ratio fused (c_rest T f) g in
  double (high (sum_in_parts fixed more_fixed)) -> double (low (sum_in_parts fixed more_fixed)) ->
  (forall z, finds (c_high g) z -> z = Some w) -> finds (c_high ratio) (Some x) ->
  w = high (sum_in_parts weights more_weights) /\
  (exists r, x = high r /\ is_ratio_of
     (value (rest_of T {| value := sum_in_parts fixed more_fixed; error := 0 |}))
     (sum_in_parts weights more_weights) r) /\
  forall p, part p (c_high ratio) -> Rabs (unbounded p) < 2^1024.
Proof.
  intros fused T fixed fs weights ws w x f g ratio F1 F2 Hw Hx.
  destruct (parts_divide_nothing fixed fs) as (D1 & D2). destruct (parts_divide_nothing weights ws)
    as (D3 & D4).
  fold f in D1, D2. fold g in D3, D4.
  assert (Mg := sum_means weights ws). fold g in Mg. assert (Mf := sum_means fixed fs). fold f in Mf.
  split.
  - destruct (something_is_found (c_high g)) as (z & Hz). assert (E := Hw z Hz). subst z.
    destruct (finite_result_had_no_overflow _ _ Hz D3) as (-> & _). apply Mg.
  - assert (N : forall z, finds (c_high g) z -> z <> None) by (intros z Hz; rewrite (Hw z Hz); discriminate).
    assert (D : divides_by_finite (c_high ratio)).
    { unfold ratio, c_ratio. destruct fused; simpl; tauto. }
    destruct (finite_result_had_no_overflow _ _ Hx D) as (-> & P). split; [| exact P].
    destruct (ratio_means fused (c_rest T f) (value (rest_of T {| value := sum_in_parts fixed fs;
      error := 0 |}))
      g (sum_in_parts weights ws)) as (r & (R1 & _) & R2); [now apply rest_means | assumption |].
    exists r. now split.
Qed.

(* ---- A product for each claimant *)

Definition c_product (fused : bool) (w : computation) (ratio : computed_pair) : computed_pair :=
  {| c_high := Times w (c_high ratio);
     c_low := c_multiply_add fused w (c_low ratio) (c_product_rest fused w (c_high ratio)) |}.

(* What `check`, `look_closely` and `share_of` compute from it, with a tolerance and with an error. *)
Definition from_product (fused : bool) (product : computed_pair) (tolerance : computation)
  : list computation :=
  let rounded := Plus (c_high product) (c_low product) in
  let unclear := Times rounded tolerance in
  let error_max := c_multiply_add fused (c_high product) tolerance (Given share_of_underflow) in
  [Plus (Minus (c_high product) rounded) (c_low product); Times unclear (Given clear_of_tolerance);
   Plus (c_high product) (Plus (c_low product) error_max);
   Plus (c_high product) (Minus (c_low product) error_max)].

(* Every number of the computation is at most K, and its result at most v. *)
Definition within (K v : R) (c : computation) :=
  Rabs (unbounded c) <= v /\ v <= K /\ forall p, part p c -> Rabs (unbounded p) <= K.

Lemma round_grows_little : forall x v, Rabs x <= v -> Rabs (RN x) <= 2 * v + 1.
Proof.
  intros x v H. assert (A := any_rounds x). assert (T := eta_is_tiny). assert (P := Rabs_pos x).
  replace (RN x) with ((RN x - x) + x) by ring. apply Rle_trans with (1 := Rabs_triang _ _). unfold u in *.
  lra.
Qed.

Lemma within_given : forall K v x, Rabs x <= v -> v <= K -> within K v (Given x).
Proof.
  intros K v x H HK. split; [assumption | split; [assumption |]]. intros p [-> | []]. simpl. lra.
Qed.

Lemma within_less : forall K v v' c, within K v c -> Rabs (unbounded c) <= v' -> v' <= K -> within K v' c.
Proof. intros K v v' c (A & B & C) H HK. now split. Qed.

Lemma within_sum : forall K v v' a b, within K v a -> within K v' b -> 2 * (v + v') + 1 <= K ->
  within K (2 * (v + v') + 1) (Plus a b) /\ within K (2 * (v + v') + 1) (Minus a b).
Proof.
  intros K v v' a b (A1 & A2 & A3) (B1 & B2 & B3) H.
  assert (P := round_grows_little (unbounded a + unbounded b) (v + v')).
  assert (M := round_grows_little (unbounded a - unbounded b) (v + v')).
  assert (TP := Rabs_triang (unbounded a) (unbounded b)). assert (TM := Rabs_triang (unbounded a)
    (- unbounded b)).
  rewrite Rabs_Ropp in TM. fold (unbounded a - unbounded b) in TM.
  split; (split; [simpl; lra | split; [assumption |]]); intros p [-> | [Q | Q]]; simpl; auto; lra.
Qed.

Lemma within_product : forall K v v' most a b, within K v a -> within K v' b ->
  Rabs (unbounded a * unbounded b) <= most -> 2 * most + 1 <= K -> within K (2 * most + 1) (Times a b).
Proof.
  intros K v v' most a b (A1 & A2 & A3) (B1 & B2 & B3) M H.
  assert (P := round_grows_little _ _ M).
  split; [exact P | split; [assumption |]]. intros p [-> | [Q | Q]]; simpl; auto; lra.
Qed.

Lemma within_multiply_add : forall fused K v v' v'' most a b c, within K v a -> within K v' b -> within K
  v'' c ->
  Rabs (unbounded a * unbounded b) <= most -> 4 * most + 2 * v'' + 3 <= K -> 0 <= v'' ->
  within K (4 * most + 2 * v'' + 3) (c_multiply_add fused a b c).
Proof.
  intros [] K v v' v'' most a b c A B C M H Pv; unfold c_multiply_add.
  - destruct A as (A1 & A2 & A3), B as (B1 & B2 & B3), C as (C1 & C2 & C3).
    assert (T := Rabs_triang (unbounded a * unbounded b) (unbounded c)).
    assert (Pm := Rabs_pos (unbounded a * unbounded b)).
    assert (P := round_grows_little (unbounded a * unbounded b + unbounded c) (most + v'') ltac:(lra)).
    split; [simpl; lra | split; [assumption |]]. intros p [-> | [Q | [Q | Q]]]; simpl; auto; lra.
  - assert (Pm := Rabs_pos (unbounded a * unbounded b)).
    assert (P := within_product K v v' most a b A B M ltac:(lra)).
    destruct (within_sum K _ _ _ _ P C ltac:(lra)) as (S & _).
    now replace (4 * most + 2 * v'' + 3) with (2 * (2 * most + 1 + v'') + 1) by ring.
Qed.

(* Dekker's halves of x: their products with 2^27 + 1 are the largest numbers. *)
Lemma halves_are_within : forall K v x, within K v x -> 0 <= v -> 2^33 * (v + 1) <= K ->
  let upper := let scaled := Times x (Given splitter) in Minus scaled (Minus scaled x) in
  within K (2 * v + 1) upper /\ within K (6 * v + 3) (Minus x upper).
Proof.
  intros K v x W Pv HK upper. change (2^33) with 8589934592 in HK.
  assert (Sp : splitter = 134217729) by (simpl; lra).
  assert (G : within K 134217729 (Given splitter)).
  { apply within_given; [rewrite Sp, Rabs_pos_eq; lra | lra]. }
  assert (X1 := proj1 W).
  assert (S : within K (2 * (134217729 * v) + 1) (Times x (Given splitter))).
  { apply within_product with (1 := W) (2 := G); [| lra]. cbn [unbounded]. rewrite Sp, Rabs_mult.
    rewrite (Rabs_pos_eq 134217729) by lra. lra. }
  destruct (within_sum _ _ _ _ _ S W ltac:(lra)) as (_ & D).
  destruct (within_sum _ _ _ _ _ S D ltac:(lra)) as (_ & U). fold upper in U.
  assert (V : Rabs (unbounded upper) <= 2 * v + 1).
  { unfold upper. cbn [unbounded]. set (y := unbounded x) in *. set (s := RN (y * splitter)).
    assert (A := any_rounds (s - y)). set (d := RN (s - y)) in *. assert (B := any_rounds (s - d)).
    assert (C := any_rounds (y * splitter)). fold s in C. rewrite Sp in C. assert (T := eta_is_tiny).
    apply Rabs_le. apply Rabs_le_inv in X1.
    assert (Q : Rabs (y * 134217729) <= 134217729 * v).
    { apply Rabs_le. lra. }
    assert (C' : Rabs (s - y * 134217729) <= u * (134217729 * v) + eta) by (unfold u in *; lra).
    apply Rabs_le_inv in C'.
    assert (E1 : Rabs (s - y) <= 134217730 * v + 1) by (apply Rabs_le; unfold u in *; lra).
    assert (A' : Rabs (d - (s - y)) <= u * (134217730 * v + 1) + eta) by (unfold u in *; lra).
    apply Rabs_le_inv in A'.
    assert (E2 : Rabs (s - d) <= (1 + / 8) * v + / 8) by (apply Rabs_le; unfold u in *; lra).
    assert (B' : Rabs (RN (s - d) - (s - d)) <= u * ((1 + / 8) * v + / 8) + eta) by (unfold u in *; lra).
    apply Rabs_le_inv in B'. apply Rabs_le_inv in E2. unfold u in *. lra. }
  assert (U' := within_less _ _ _ _ U V ltac:(lra)).
  split; [assumption |]. destruct (within_sum _ _ _ _ _ W U' ltac:(lra)) as (_ & L).
  now replace (6 * v + 3) with (2 * (v + (2 * v + 1)) + 1) by ring.
Qed.

Lemma product_of_bounds : forall x y v v', Rabs x <= v -> Rabs y <= v' -> Rabs (x * y) <= v * v'.
Proof. intros x y v v' Hx Hy. rewrite Rabs_mult. apply Rmult_le_compat; trivial; apply Rabs_pos. Qed.

(* Where a weight and the ratio are at most 2^980, and their product at most 2^990, nothing overflows in the
   product as a pair, with a fused operation or without, nor in what it is compared and rounded with. *)
Theorem ordinary_products_do_not_overflow : forall fused w ratio tol c, 0 <= w <= 2^980 ->
  is_pair ratio -> 0 <= high ratio <= 2^980 -> w * high ratio <= 2^990 -> 0 <= tol <= 1 ->
  let pair := {| c_high := Given (high ratio); c_low := Given (low ratio) |} in
  In c (from_product fused (c_product fused (Given w) pair) (Given tol)) ->
  forall p, part p c -> Rabs (unbounded p) < 2^1024.
Proof.
  intros fused w ratio tol c Hw Hr Hh Hwh Ht pair I.
  assert (L := low_is_small _ Hr). rewrite (Rabs_pos_eq (high ratio)) in L by lra.
  set (h := high ratio) in *. set (t := low ratio) in *.
  set (X := 2^980) in *.
  assert (PX : 2^60 <= X) by (apply bpow_le; lia). change (2^60) with 1152921504606846976 in PX.
  assert (E990 : 2^990 = 1024 * X) by (change 1024 with (2^10); unfold X; now rewrite <- bpow_plus).
  assert (E1023 : 2^1023 = 8796093022208 * X).
  { change 8796093022208 with (2^43). unfold X. now rewrite <- bpow_plus. }
  assert (K1024 : 2^1023 < 2^1024) by (apply bpow_lt; lia).
  assert (Small : 0 <= share_of_underflow <= 1).
  { split; [apply bpow_ge_0 | change 1 with (2^0); apply bpow_le; lia]. }
  rewrite E990 in Hwh. set (K := 2^1023) in *. clearbody X K.
  assert (Rt : Rabs t <= h) by (unfold u in *; lra).
  assert (Gw : within K X (Given w)) by (apply within_given; [rewrite Rabs_pos_eq |]; lra).
  assert (Gh : within K X (Given h)) by (apply within_given; [rewrite Rabs_pos_eq |]; lra).
  assert (Gt : within K X (Given t)) by (apply within_given; lra).
  assert (Gtol : within K 1 (Given tol)) by (apply within_given; [rewrite Rabs_pos_eq |]; lra).
  assert (Gu : within K 1 (Given share_of_underflow)) by (apply within_given; [rewrite Rabs_pos_eq |]; lra).
  assert (Gc : within K 4096 (Given clear_of_tolerance)).
  { apply within_given; [change clear_of_tolerance with 4096; rewrite Rabs_pos_eq |]; lra. }
  assert (Wh : 0 <= w * h) by (apply Rmult_le_pos; lra).
  assert (Pwh : Rabs (unbounded (Given w) * unbounded (Given h)) <= 1024 * X).
  { cbn [unbounded]. now rewrite Rabs_pos_eq. }
  assert (Pwt : Rabs (unbounded (Given w) * unbounded (Given t)) <= 1024 * X).
  { cbn [unbounded]. apply Rle_trans with (w * h); [| assumption].
    apply product_of_bounds; [rewrite Rabs_pos_eq |]; lra. }
  assert (Hp : within K (2 * (1024 * X) + 1) (Times (Given w) (Given h))).
  { apply within_product with (1 := Gw) (2 := Gh); lra. }
  assert (R0 : within K (4194304 * X) (c_product_rest fused (Given w) (Given h))).
  { destruct fused; unfold c_product_rest.
    - assert (Z : within K 0 (Given 0)) by (apply within_given; [rewrite Rabs_R0 |]; lra).
      destruct (within_sum _ _ _ _ _ Z Hp ltac:(lra)) as (_ & N).
      assert (F := within_multiply_add true _ _ _ _ _ _ _ _ Gw Gh N Pwh ltac:(lra) ltac:(lra)).
      apply within_less with (1 := F); [| lra]. apply Rle_trans with (1 := proj1 F). lra.
    - assert (Gw' : within K w (Given w)) by (apply within_given; [rewrite Rabs_pos_eq |]; lra).
      assert (Gh' : within K h (Given h)) by (apply within_given; [rewrite Rabs_pos_eq |]; lra).
      assert (B33 : forall v, v <= X -> 2^33 * (v + 1) <= K) by (intros v V; change (2^33) with 8589934592;
        lra).
      destruct (halves_are_within K w _ Gw' (proj1 Hw) (B33 w (proj2 Hw))) as (Uw & Lw).
      destruct (halves_are_within K h _ Gh' (proj1 Hh) (B33 h (proj2 Hh))) as (Uh & Lh).
      set (uw := Minus (Times (Given w) (Given splitter)) (Minus (Times (Given w) (Given splitter))
        (Given w))) in *.
      set (uh := Minus (Times (Given h) (Given splitter)) (Minus (Times (Given h) (Given splitter))
        (Given h))) in *.
      assert (B : (6 * w + 3) * (6 * h + 3) <= 37000 * X) by lra.
      assert (Halves : forall a b v v', within K v a -> within K v' b -> v <= 6 * w + 3 -> v' <= 6 * h + 3 ->
        within K (2 * (37000 * X) + 1) (Times a b)).
      { intros a b v v' A A' V V'. apply within_product with (1 := A) (2 := A'); [| lra].
        apply Rle_trans with (2 := B).
        apply product_of_bounds; [apply Rle_trans with (1 := proj1 A) | apply Rle_trans with (1 := proj1 A')];
          assumption. }
      assert (P1 := Halves _ _ _ _ Uw Uh ltac:(lra) ltac:(lra)).
      assert (P2 := Halves _ _ _ _ Uw Lh ltac:(lra) ltac:(lra)).
      assert (P3 := Halves _ _ _ _ Lw Uh ltac:(lra) ltac:(lra)).
      assert (P4 := Halves _ _ _ _ Lw Lh ltac:(lra) ltac:(lra)).
      destruct (within_sum _ _ _ _ _ P1 Hp ltac:(lra)) as (_ & S1).
      destruct (within_sum _ _ _ _ _ S1 P2 ltac:(lra)) as (S2 & _).
      destruct (within_sum _ _ _ _ _ S2 P3 ltac:(lra)) as (S3 & _).
      destruct (within_sum _ _ _ _ _ S3 P4 ltac:(lra)) as (S4 & _).
      apply within_less with (1 := S4); [| lra]. apply Rle_trans with (1 := proj1 S4). lra. }
  assert (Low := within_multiply_add fused _ _ _ _ _ _ _ _ Gw Gt R0 Pwt ltac:(lra) ltac:(lra)).
  set (low := c_multiply_add fused (Given w) (Given t) _) in *.
  destruct (within_sum _ _ _ _ _ Hp Low ltac:(lra)) as (Rounded & _).
  destruct (within_sum _ _ _ _ _ Hp Rounded ltac:(lra)) as (_ & Off).
  destruct (within_sum _ _ _ _ _ Off Low ltac:(lra)) as (Off' & _).
  set (rounded := Plus (Times (Given w) (Given h)) low) in *.
  assert (Unclear : within K (2 * (67108864 * X) + 1) (Times rounded (Given tol))).
  { apply within_product with (1 := Rounded) (2 := Gtol); [| lra].
    apply Rle_trans with (67108864 * X * 1); [| lra].
    apply product_of_bounds; [apply Rle_trans with (1 := proj1 Rounded); lra | apply (proj1 Gtol)]. }
  assert (Clear : within K (2 * (2199023255552 * X) + 1) (Times (Times rounded (Given tol))
    (Given clear_of_tolerance))).
  { apply within_product with (1 := Unclear) (2 := Gc); [| lra].
    apply Rle_trans with ((2 * (67108864 * X) + 1) * 4096); [| lra].
    apply product_of_bounds; [apply (proj1 Unclear) | apply (proj1 Gc)]. }
  assert (Most : within K (16384 * X) (c_multiply_add fused (Times (Given w) (Given h)) (Given tol)
      (Given share_of_underflow))).
  { assert (M : Rabs (unbounded (Times (Given w) (Given h)) * unbounded (Given tol)) <= 2049 * X).
    { apply Rle_trans with (2049 * X * 1); [| lra].
      apply product_of_bounds; [apply Rle_trans with (1 := proj1 Hp); lra | apply (proj1 Gtol)]. }
    assert (F := within_multiply_add fused _ _ _ _ _ _ _ _ Hp Gtol Gu M ltac:(lra) ltac:(lra)).
    apply within_less with (1 := F); [| lra]. apply Rle_trans with (1 := proj1 F). lra. }
  destruct (within_sum _ _ _ _ _ Low Most ltac:(lra)) as (Above & Below).
  destruct (within_sum _ _ _ _ _ Hp Above ltac:(lra)) as (Above' & _).
  destruct (within_sum _ _ _ _ _ Hp Below ltac:(lra)) as (Below' & _).
  intros p Hpart. apply Rle_lt_trans with (2 := K1024).
  destruct I as [<- | [<- | [<- | [<- | []]]]];
    [apply Off' | apply Clear | apply Above' | apply Below']; exact Hpart.
Qed.

(* ---- Placing: the product is clamped, so that infinity counts as the greatest *)

(* The least and the greatest of two take infinity for more than every double: a product of a weight and a
  ratio that
   has overflowed is clamped to the maximum, as that of the other files is, where the maximum is a double. *)
Definition clamped_found (product : option R) (least most : R) : R :=
  match product with Some x => clamp x least most | None => most end.

Theorem placing_may_overflow : forall w x least most, 0 <= w -> 0 <= x -> 0 <= least <= most -> most <
  2^1024 ->
  clamped_found (finite (RN (w * x))) least most = clamp (RN (w * x)) least most.
Proof.
  intros w x l m Hw Hx Hl Hm. unfold finite. destruct Rlt_dec as [L | L]; [reflexivity |]. simpl.
  assert (P := round_pos (w * x) ltac:(now apply Rmult_le_pos)). rewrite Rabs_pos_eq in L by assumption.
  symmetry. apply clamp_high; lra.
Qed.

(* What may be divided by in `add_near`, from a rest of up to 2^900: it does not overflow. *)
Theorem proportional_shares_do_not_overflow : forall rest weight ratio, is_pair rest -> is_pair weight ->
  is_ratio_of rest weight ratio ->
  ordinary_total_least <= high rest <= 2^900 -> ordinary_least <= high weight -> ordinary_least <= high
    ratio ->
  RN (high weight * high ratio) <= 2^902 /\
  RN (RN (high weight * high ratio) * (1 - add_near_margin)) <= 2^902.
Proof.
  intros n w r Pn Pw Ir Hn Hw Hr.
  destruct (ratio_of_pairs n w r Pn Pw ltac:(lra) Hw Hr Ir) as (Pr & D).
  assert (P700 := bpow_gt_0 radix2 (-700)). assert (P960 := bpow_gt_0 radix2 (-960)).
  assert (Ln := low_is_small _ Pn). assert (Lw := low_is_small _ Pw). assert (Lr := low_is_small _ Pr).
  rewrite Rabs_pos_eq with (x := high n) in Ln by lra.
  rewrite Rabs_pos_eq with (x := high w) in Lw by lra.
  rewrite Rabs_pos_eq with (x := high r) in Lr by lra.
  apply Rabs_le_inv in Ln. apply Rabs_le_inv in Lw. apply Rabs_le_inv in Lr. apply Rabs_le_inv in D.
  set (x := high r) in *. set (y := high w) in *.
  assert (L : (1 - 2 * u) * x * ((1 - 2 * u) * y) <= (x + low r) * (y + low w)).
  { apply Rmult_le_compat; try (apply Rmult_le_pos); unfold u in *; lra. }
  assert (Pxy : 0 < x * y) by (apply Rmult_lt_0_compat; lra).
  assert (E901 : 2^901 = 2 * 2^900) by (change 2 with (2^1); now rewrite <- bpow_plus).
  assert (B : y * x <= 2^901).
  { replace ((1 - 2 * u) * x * ((1 - 2 * u) * y)) with ((1 - 2 * u) * (1 - 2 * u) * (x * y)) in L by ring.
    rewrite Rmult_comm. unfold u in *. lra. }
  assert (L902 : 2^901 <= 2^902) by (apply bpow_le; lia).
  assert (R1 : RN (y * x) <= 2^901).
  { rewrite <- (round_id (2^901)) by (apply double_power; lia). now apply rounding_keeps_order. }
  assert (R0 : 0 <= RN (y * x)) by (apply round_pos; lra).
  assert (C : 0 < add_near_margin <= 1) by (split; [apply bpow_gt_0 | change 1 with (2^0); apply bpow_le;
    lia]).
  split; [lra |]. apply Rle_trans with (2 := L902).
  rewrite <- (round_id (2^901)) by (apply double_power; lia). apply rounding_keeps_order.
  apply Rle_trans with (RN (y * x) * 1); [apply Rmult_le_compat_l; lra | lra].
Qed.
