(* Divisor methods: whole units by weight, each claimant between its bounds, by one ratio.

     d k        the signpost of k units, k >= 1: weight * R may round to k from d k on
     divides    a ratio R gives a claimant x units: weight * R, rounded, clamped to its bounds
     fair       one ratio R >= 0 gives every claimant its units, and they add up to the total

   D'Hondt rounds down (d k = k), Webster, or Sainte-Lague, to the nearest (k - 1/2), and Adams up
   (k - 1). At a signpost both neighbours are allowed: that is a tie. Most of what follows asks of
   signposts only that they are not negative and grow. So it is about Hill's too,
   sqrt (k * (k - 1)), with signposts, weights and ratio squared, which makes them rationals.

   Every claimant has bounds in all of this, so minimums and maximums keep it: existence, uniqueness
   up to ties, monotony in the total and in the weights, and that two claimants show what is unfair.

   A weight is above 0. One of weight 0 gets its minimum: a maximum equal to the minimum, with any
   weight, says so. A claimant without a maximum has one that is at least the total. Weights are
   rationals, bounds and units are integers, and lists have any length. Ratios are compared by
   cross-multiplication, so that nothing is divided. *)
From Coq Require Import List ZArith QArith Qround Lqa Lia.
From Fairshare Require Import Fairness Uniqueness Rules.
Import ListNotations.
Open Scope Q_scope.

Record unit_claimant := UnitClaimant { unit_weight : Q; lower : Z; upper : Z }.

Definition well_formed (c : unit_claimant) : Prop :=
  0 < unit_weight c /\ (0 <= lower c <= upper c)%Z.

Definition within (c : unit_claimant) (x : Z) : Prop := (lower c <= x <= upper c)%Z.

Definition signposts (d : Z -> Q) : Prop :=
  forall k, (1 <= k)%Z -> 0 <= d k /\ d k < d (k + 1)%Z.

Definition divides (d : Z -> Q) (R : Q) (c : unit_claimant) (x : Z) : Prop :=
  within c x
  /\ (x = lower c \/ d x <= unit_weight c * R)
  /\ (x = upper c \/ unit_weight c * R <= d (x + 1)%Z).

Fixpoint units (xs : list Z) : Z := match xs with [] => 0%Z | x :: rest => (x + units rest)%Z end.

Definition lowers (cs : list unit_claimant) : Z := units (map lower cs).
Definition uppers (cs : list unit_claimant) : Z := units (map upper cs).

Definition fair_units (d : Z -> Q) (T : Z) (cs : list unit_claimant) (xs : list Z) : Prop :=
  units xs = T /\ exists R, 0 <= R /\ Forall2 (divides d R) cs xs.

(* Signposts. *)

(* Signposts of a way to round: those of k units are from k - 1 to k. *)
Definition rounding_signposts (d : Z -> Q) : Prop :=
  forall k, (1 <= k)%Z -> inject_Z k - 1 <= d k /\ d k <= inject_Z k /\ d k < d (k + 1)%Z.

Definition d_hondt (k : Z) : Q := inject_Z k.
Definition webster (k : Z) : Q := inject_Z k - (1 # 2).
Definition adams (k : Z) : Q := inject_Z k - 1.

(* The squares of Hill's signposts, sqrt (k * (k - 1)). *)
Definition hill_squared (k : Z) : Q := inject_Z k * (inject_Z k - 1).

(* What a number rounds to. *)
Definition rounds_to (d : Z -> Q) (v : Q) (k : Z) : Prop :=
  (0 <= k)%Z /\ (k = 0%Z \/ d k <= v) /\ v <= d (k + 1)%Z.

Definition clamp (c : unit_claimant) (k : Z) : Z := Z.max (lower c) (Z.min (upper c) k).

Lemma successor : forall k, inject_Z (k + 1) == inject_Z k + 1.
Proof. intros k. rewrite inject_Z_plus. reflexivity. Qed.

Lemma whole_at_least : forall k l, (l <= k)%Z -> inject_Z l <= inject_Z k.
Proof. intros k l H. rewrite <- Zle_Qle. trivial. Qed.

(* Theorem: D'Hondt's, Webster's and Adams's signposts of k units are from k - 1 to k and grow; all
   that are so are not negative and grow; and so do the squares of Hill's. *)
Theorem signposts_of_the_methods :
  rounding_signposts d_hondt /\ rounding_signposts webster /\ rounding_signposts adams
  /\ (forall d, rounding_signposts d -> signposts d) /\ signposts hill_squared.
Proof.
  assert (N : forall k, (1 <= k)%Z -> 1 <= inject_Z k).
  { intros k H. apply (whole_at_least k 1 H). }
  repeat split; unfold d_hondt, webster, adams, hill_squared; try rewrite successor; try lra.
  - destruct (H k H0) as (A & _). specialize (N k H0). lra.
  - apply H. trivial.
  - specialize (N k H). nra.
  - specialize (N k H). nra.
Qed.

Lemma later_signpost : forall d j k, signposts d -> (1 <= j)%Z -> (j < k)%Z -> d j < d k.
Proof.
  intros d j k Hd Hj Hk. replace k with (j + 1 + Z.of_nat (Z.to_nat (k - j - 1)))%Z by lia.
  induction (Z.to_nat (k - j - 1)) as [|n IH].
  - rewrite Z.add_0_r. apply Hd. trivial.
  - destruct (Hd (j + 1 + Z.of_nat n)%Z ltac:(lia)) as (_ & L).
    replace (j + 1 + Z.of_nat (S n))%Z with (j + 1 + Z.of_nat n + 1)%Z by lia. lra.
Qed.

Lemma no_earlier_signpost : forall d j k, signposts d -> (1 <= j)%Z -> (j <= k)%Z -> d j <= d k.
Proof.
  intros d j k Hd Hj Hk. destruct (Z.eq_dec j k) as [->|N]; [lra|].
  apply Qlt_le_weak, later_signpost; trivial. lia.
Qed.

Lemma rounds_to_some : forall d v, rounding_signposts d -> 0 <= v -> exists k, rounds_to d v k.
Proof.
  intros d v Hd Hv. destruct (floor_bounds v) as (F & G). set (f := Qfloor v) in *.
  assert (Hf : (0 <= f)%Z).
  { change 0%Z with (Qfloor (inject_Z 0)). apply Qfloor_resp_le. exact Hv. }
  destruct (Qlt_le_dec (d (f + 1)%Z) v) as [L|L].
  - exists (f + 1)%Z. split; [lia|]. split; [right; lra|].
    destruct (Hd (f + 1 + 1)%Z ltac:(lia)) as (A & _). rewrite !successor in A. lra.
  - exists f. split; trivial. split; trivial. destruct (Z.eq_dec f 0) as [E|N]; [auto|].
    right. destruct (Hd f ltac:(lia)) as (_ & A & _). lra.
Qed.

(* Theorem: a ratio gives a claimant whose weight is above 0 the units to which weight times ratio
   rounds by the signposts, clamped to its bounds, and no others. *)
Theorem divides_iff_rounded_and_clamped :
  forall d R c x, rounding_signposts d -> well_formed c -> 0 <= R ->
    (divides d R c x <-> exists k, rounds_to d (unit_weight c * R) k /\ x = clamp c k).
Proof.
  intros d R c x Hr (Hw & Hl & Hu) HR.
  assert (Hd : signposts d) by (apply signposts_of_the_methods; trivial).
  assert (Hv : 0 <= unit_weight c * R) by nra. set (v := unit_weight c * R) in *.
  unfold divides, within, clamp. fold v. split.
  - intros ((A & B) & C & D). destruct (rounds_to_some d v Hr Hv) as (k & K).
    destruct (Z.lt_trichotomy k x) as [L|[E|L]].
    + destruct C as [C|C]; [exists k; split; trivial; lia|]. exists x. split; [|lia].
      destruct K as (K & _ & J). pose proof (no_earlier_signpost d (k + 1) x Hd).
      pose proof (Hd x ltac:(lia)). specialize (H ltac:(lia) ltac:(lia)).
      repeat split; [lia | right; trivial | lra].
    + exists k. split; trivial. lia.
    + destruct D as [D|D]; [exists k; split; trivial; lia|]. exists x. split; [|lia].
      destruct K as (K & [J|J] & _); [lia|]. pose proof (no_earlier_signpost d (x + 1) k Hd).
      specialize (H ltac:(lia) ltac:(lia)). repeat split; trivial; [lia|].
      destruct (Z.eq_dec x 0) as [->|N]; [auto|]. pose proof (Hd x ltac:(lia)). right. lra.
  - intros (k & (K & I & J) & ->). repeat split; [lia | lia | |].
    + destruct (Z.eq_dec (Z.max (lower c) (Z.min (upper c) k)) (lower c)) as [E|N]; [auto|].
      right. destruct I as [I|I]; [lia|].
      pose proof (no_earlier_signpost d (Z.max (lower c) (Z.min (upper c) k)) k Hd).
      specialize (H ltac:(lia) ltac:(lia)). lra.
    + destruct (Z.eq_dec (Z.max (lower c) (Z.min (upper c) k)) (upper c)) as [E|N]; [auto|].
      right.
      pose proof (no_earlier_signpost d (k + 1) (Z.max (lower c) (Z.min (upper c) k) + 1) Hd).
      specialize (H ltac:(lia) ltac:(lia)). lra.
Qed.

(* Lists. *)

Lemma forall2_combine : forall (A B : Type) (P : A -> B -> Prop) xs ys, length xs = length ys ->
  (Forall2 P xs ys <-> forall x y, In (x, y) (combine xs ys) -> P x y).
Proof.
  intros A B P. induction xs as [|x xs IH]; intros [|y ys] L; cbn in *; try discriminate.
  - split; [intros _ ? ? [] | constructor].
  - split.
    + intros H a b [E|E]; inversion H; subst; [injection E as <- <-; trivial|].
      apply (IH ys ltac:(lia)); trivial.
    + intros H. constructor; [auto|]. apply IH; auto.
Qed.

Lemma forall2_implies : forall (A B : Type) (P S : A -> B -> Prop) xs ys,
  (forall x y, P x y -> S x y) -> Forall2 P xs ys -> Forall2 S xs ys.
Proof. intros A B P S xs ys I. induction 1; constructor; auto. Qed.

Lemma in_forall2 : forall (A B : Type) (P : A -> B -> Prop) xs ys x y, Forall2 P xs ys ->
  In (x, y) (combine xs ys) -> P x y.
Proof.
  intros A B P xs ys x y H. apply forall2_combine; trivial. eapply forall2_length, H.
Qed.

Lemma in_three : forall (A : Type) (cs : list A) (xs ys : list Z) c x y,
  In (c, (x, y)) (combine cs (combine xs ys)) ->
  In (c, x) (combine cs xs) /\ In (c, y) (combine cs ys) /\ In (x, y) (combine xs ys).
Proof.
  intros A. induction cs as [|a cs IH]; intros [|b xs] [|e ys] c x y H; cbn in *; try tauto.
  destruct H as [E|H]; [injection E as <- <- <-; auto|]. apply IH in H. tauto.
Qed.

Lemma three_in : forall (A : Type) (cs : list A) (xs ys : list Z) x y,
  length cs = length xs -> In (x, y) (combine xs ys) ->
  exists c, In (c, (x, y)) (combine cs (combine xs ys)).
Proof.
  intros A. induction cs as [|a cs IH]; intros [|b xs] [|e ys] x y L H; cbn in *; try tauto;
    try discriminate.
  destruct H as [E|H]; [injection E as <- <-; eauto|].
  destruct (IH xs ys x y ltac:(lia) H) as (c & K). eauto.
Qed.

Lemma units_mono : forall xs ys, Forall2 Z.le xs ys -> (units xs <= units ys)%Z.
Proof. induction 1; cbn; lia. Qed.

Lemma equal_units : forall xs ys, Forall2 Z.le xs ys -> (units ys <= units xs)%Z -> xs = ys.
Proof.
  induction 1 as [|x y xs ys H Hs IH]; cbn; intros L; trivial. pose proof (units_mono _ _ Hs).
  f_equal; [lia | apply IH; lia].
Qed.

Lemma units_app : forall xs ys, units (xs ++ ys) = (units xs + units ys)%Z.
Proof. induction xs as [|x xs IH]; intros ys; cbn; rewrite ?IH; lia. Qed.

Lemma all_le_refl : forall xs, Forall2 Z.le xs xs.
Proof. induction xs; constructor; trivial; lia. Qed.

Lemma well_formed_in : forall (A : Type) cs (xs : list A) c x, Forall well_formed cs ->
  In (c, x) (combine cs xs) -> well_formed c.
Proof. intros A cs xs c x H I. rewrite Forall_forall in H. eapply H, in_combine_l, I. Qed.

(* Two claimants show that units are not fair. *)

(* A unit of the giver, which is above its minimum, would take the receiver, which is below its
   maximum, past a lower ratio than the giver took for it:
   d (giver's units) / weight > d (receiver's units + 1) / weight. *)
Definition transfer_pair (d : Z -> Q) (giver receiver : unit_claimant * Z) : Prop :=
  (lower (fst giver) < snd giver)%Z /\ (snd receiver < upper (fst receiver))%Z
  /\ d (snd receiver + 1)%Z * unit_weight (fst giver)
     < d (snd giver) * unit_weight (fst receiver).

(* The least ratio that gives everyone above its minimum so much. *)
Lemma least_ratio : forall d cs xs, signposts d -> Forall well_formed cs -> Forall2 within cs xs ->
  exists R, 0 <= R
    /\ (forall c x, In (c, x) (combine cs xs) -> x = lower c \/ d x <= unit_weight c * R)
    /\ (R == 0 \/ exists c x, In (c, x) (combine cs xs) /\ (lower c < x)%Z
          /\ unit_weight c * R == d x).
Proof.
  intros d cs xs Hd Hw H. induction H as [|c x cs xs Hx Hs IH]; cbn.
  - exists 0. split; [lra|]. split; [intros ? ? [] | left; reflexivity].
  - inversion Hw as [|? ? (Wc & Bc) Hw']; subst. destruct (IH Hw') as (R & HR & Hall & Hsome).
    unfold within in Hx.
    assert (E : unit_weight c * (d x / unit_weight c) == d x) by (field; lra).
    destruct (Z.eq_dec x (lower c)) as [Ex|Nx]; [|destruct (Qlt_le_dec R (d x / unit_weight c))].
    + exists R. split; trivial. split.
      * intros c' x' [F|F]; [injection F as <- <-; auto | auto].
      * destruct Hsome as [Z|(c' & x' & I & J)]; eauto 7.
    + exists (d x / unit_weight c). split; [lra|]. split.
      * intros c' x' [F|F]; [injection F as <- <-; right; lra|].
        destruct (Hall c' x' F) as [G|G]; [auto|]. right.
        destruct (well_formed_in _ _ _ _ _ Hw' F) as (W & _). nra.
      * right. exists c, x. repeat split; auto. lia.
    + exists R. split; trivial. split.
      * intros c' x' [F|F]; [injection F as <- <-; right; nra | auto].
      * destruct Hsome as [Z|(c' & x' & I & J)]; eauto 7.
Qed.

Lemma exists_pair_dec : forall (A : Type) (P : A -> A -> Prop) (ps : list A),
  (forall a b, {P a b} + {~ P a b}) ->
  (exists a b, In a ps /\ In b ps /\ P a b) \/ (forall a b, In a ps -> In b ps -> ~ P a b).
Proof.
  intros A P ps D. destruct (Exists_dec (fun a => Exists (P a) ps) ps) as [F|F].
  { intros a. apply Exists_dec. intros b. apply D. }
  - left. apply Exists_exists in F. destruct F as (a & Ha & F). apply Exists_exists in F.
    destruct F as (b & Hb & F). eauto.
  - right. intros a b Ha Hb H. apply F, Exists_exists. exists a. split; trivial.
    apply Exists_exists. eauto.
Qed.

Lemma transfer_pair_dec : forall d p q, {transfer_pair d p q} + {~ transfer_pair d p q}.
Proof.
  intros d p q. unfold transfer_pair.
  destruct (Z_lt_le_dec (lower (fst p)) (snd p)) as [A|A]; [|right; lia].
  destruct (Z_lt_le_dec (snd q) (upper (fst q))) as [B|B]; [|right; lia].
  destruct (Qlt_le_dec (d (snd q + 1)%Z * unit_weight (fst p)) (d (snd p) * unit_weight (fst q)));
    [left | right; intros (_ & _ & C)]; [auto | lra].
Qed.

Lemma no_pair_of_fair : forall d R cs xs giver receiver, signposts d -> Forall well_formed cs ->
  Forall2 (divides d R) cs xs -> In giver (combine cs xs) -> In receiver (combine cs xs) ->
  ~ transfer_pair d giver receiver.
Proof.
  intros d R cs xs [c x] [e y] Hd Hw H Hg Hr (A & B & C). cbn in *.
  destruct (in_forall2 _ _ _ _ _ _ _ H Hg) as (_ & [D|D] & _); [lia|].
  destruct (in_forall2 _ _ _ _ _ _ _ H Hr) as (_ & _ & [E|E]); [lia|].
  destruct (well_formed_in _ _ _ _ _ Hw Hg) as (Wc & _).
  destruct (well_formed_in _ _ _ _ _ Hw Hr) as (We & _).
  assert (F : d x * unit_weight e <= unit_weight c * R * unit_weight e) by nra.
  assert (G : unit_weight e * R * unit_weight c <= d (y + 1)%Z * unit_weight c) by nra. lra.
Qed.

Lemma fair_without_pairs : forall d cs xs, signposts d -> Forall well_formed cs ->
  Forall2 within cs xs ->
  (forall giver receiver, In giver (combine cs xs) -> In receiver (combine cs xs) ->
     ~ transfer_pair d giver receiver) ->
  exists R, 0 <= R /\ Forall2 (divides d R) cs xs.
Proof.
  intros d cs xs Hd Hw Hb H. destruct (least_ratio d cs xs Hd Hw Hb) as (R & HR & Hall & Hsome).
  exists R. split; trivial. apply forall2_combine; [eapply forall2_length, Hb|]. intros e y I.
  pose proof (in_forall2 _ _ _ _ _ _ _ Hb I) as B. split; trivial. split; [auto|].
  destruct (Z.eq_dec y (upper e)) as [E|N]; [auto|]. right.
  destruct (well_formed_in _ _ _ _ _ Hw I) as (We & Be & _). unfold within in B.
  destruct Hsome as [Z|(c & x & J & L & F)].
  - rewrite Z. destruct (Hd (y + 1)%Z ltac:(lia)). lra.
  - destruct (well_formed_in _ _ _ _ _ Hw J) as (Wc & _).
    destruct (Qlt_le_dec (d (y + 1)%Z) (unit_weight e * R)) as [G|G]; trivial. exfalso.
    apply (H (c, x) (e, y) J I). unfold transfer_pair. cbn. split; trivial. split; [lia|].
    rewrite <- F. assert (d (y + 1)%Z * unit_weight c < unit_weight e * R * unit_weight c) by nra.
    lra.
Qed.

(* Theorem: where all weights are above 0, units within their bounds that add up to the total are
   fair, given by one ratio that is, exactly when no two claimants are a transfer pair: the one
   above its minimum, the other below its maximum, and the signpost of the one's units per weight
   above that of the other's units and one more. Where they are not fair, two claimants show it. *)
Theorem transfer_pair_exists :
  forall d T cs xs, signposts d -> Forall well_formed cs -> Forall2 within cs xs -> units xs = T ->
    (fair_units d T cs xs <-> forall giver receiver, In giver (combine cs xs) ->
       In receiver (combine cs xs) -> ~ transfer_pair d giver receiver)
    /\ (~ fair_units d T cs xs -> exists giver receiver, In giver (combine cs xs)
         /\ In receiver (combine cs xs) /\ transfer_pair d giver receiver).
Proof.
  intros d T cs xs Hd Hw Hb HT. split; [split|].
  - intros (_ & R & HR & H) giver receiver. apply (no_pair_of_fair d R); trivial.
  - intros H. split; trivial. apply fair_without_pairs; trivial.
  - intros H.
    destruct (exists_pair_dec _ _ (combine cs xs) (transfer_pair_dec d)) as [E|E]; trivial.
    exfalso. apply H. split; trivial. apply fair_without_pairs; trivial.
Qed.

(* A higher total. *)

Lemma least_of : forall (A : Type) (f : A -> Q) (P : A -> Prop), (forall a, {P a} + {~ P a}) ->
  forall l, Exists P l -> exists a, In a l /\ P a /\ forall b, In b l -> P b -> f a <= f b.
Proof.
  intros A f P D. induction l as [|a l IH]; intros H; [inversion H|].
  destruct (Exists_dec P l D) as [E|N].
  - destruct (IH E) as (m & Hm & Pm & L). destruct (D a) as [Pa|Na].
    + destruct (Qlt_le_dec (f a) (f m)) as [G|G].
      * exists a. split; [left; trivial|]. split; trivial. intros b [<-|Hb] Pb; [lra|].
        specialize (L b Hb Pb). lra.
      * exists m. split; [right; trivial|]. split; trivial. intros b [<-|Hb] Pb; auto.
    + exists m. split; [right; trivial|]. split; trivial.
      intros b [<-|Hb] Pb; [contradiction | auto].
  - inversion H as [? ? Pa|? ? F]; subst; [|contradiction]. exists a. split; [left; trivial|].
    split; trivial. intros b [<-|Hb] Pb; [lra|]. exfalso. apply N, Exists_exists. eauto.
Qed.

Lemma combine_split : forall (cs : list unit_claimant) (xs : list Z) c x,
  length cs = length xs -> In (c, x) (combine cs xs) ->
  exists cs1 cs2 xs1 xs2, cs = cs1 ++ c :: cs2 /\ xs = xs1 ++ x :: xs2 /\ length cs1 = length xs1
    /\ length cs2 = length xs2.
Proof.
  induction cs as [|a cs IH]; intros [|b xs] c x L H; cbn in *; try tauto; try discriminate.
  destruct H as [E|H].
  - injection E as <- <-. exists [], cs, [], xs. repeat split. lia.
  - destruct (IH xs c x ltac:(lia) H) as (cs1 & cs2 & xs1 & xs2 & -> & -> & L1 & L2).
    exists (a :: cs1), cs2, (b :: xs1), xs2. cbn. repeat split; lia.
Qed.

Lemma combine_in_three : forall (cs1 cs2 : list unit_claimant) (xs1 xs2 : list Z) c x p,
  length cs1 = length xs1 ->
  (In p (combine (cs1 ++ c :: cs2) (xs1 ++ x :: xs2))
   <-> p = (c, x) \/ In p (combine cs1 xs1) \/ In p (combine cs2 xs2)).
Proof.
  induction cs1 as [|a cs1 IH]; intros cs2 [|b xs1] xs2 c x p L; cbn in *; try discriminate.
  - intuition congruence.
  - rewrite IH by lia. tauto.
Qed.

Lemma some_below_its_maximum : forall cs xs, Forall2 within cs xs -> (units xs < uppers cs)%Z ->
  Exists (fun p => (snd p < upper (fst p))%Z) (combine cs xs).
Proof.
  intros cs xs H. unfold uppers. induction H as [|c x cs xs (A & B) Hs IH]; cbn; intros L; [lia|].
  destruct (Z.eq_dec x (upper c)) as [E|N]; [right; apply IH; lia | left; cbn; lia].
Qed.

Lemma all_within : forall d R cs xs, Forall2 (divides d R) cs xs -> Forall2 within cs xs.
Proof. intros d R cs xs H. eapply forall2_implies; [|exact H]. intros c x (A & _). exact A. Qed.

(* One unit more: it goes to a claimant that takes it at the lowest ratio. *)
Lemma one_unit_more : forall d R cs xs, signposts d -> Forall well_formed cs -> 0 <= R ->
  Forall2 (divides d R) cs xs -> (units xs < uppers cs)%Z ->
  exists S ys, R <= S /\ Forall2 (divides d S) cs ys /\ Forall2 Z.le xs ys
    /\ units ys = (units xs + 1)%Z.
Proof.
  intros d R cs xs Hd Hw HR H L. pose proof (all_within _ _ _ _ H) as Hb.
  destruct (least_of _ (fun p => d (snd p + 1)%Z / unit_weight (fst p)) _
              (fun p => Z_lt_dec (snd p) (upper (fst p))) _ (some_below_its_maximum _ _ Hb L))
    as ((c & x) & I & U & Hleast).
  cbn [fst snd] in *. set (S := d (x + 1)%Z / unit_weight c) in *.
  destruct (well_formed_in _ _ _ _ _ Hw I) as (Wc & Bc).
  assert (ES : unit_weight c * S == d (x + 1)%Z) by (unfold S; field; lra).
  destruct (in_forall2 _ _ _ _ _ _ _ H I) as ((Lx & Ux) & _ & Dx).
  assert (RS : R <= S).
  { destruct Dx as [Dx|Dx]; [lia|]. destruct (Qlt_le_dec S R) as [G|G]; trivial. exfalso. nra. }
  pose proof (forall2_length _ _ _ _ _ H) as HL.
  destruct (combine_split cs xs c x HL I) as (cs1 & cs2 & xs1 & xs2 & -> & -> & L1 & L2).
  exists S, (xs1 ++ (x + 1)%Z :: xs2). split; trivial. split; [|split].
  - apply forall2_combine; [rewrite !app_length in *; cbn in *; lia|]. intros e y J.
    apply combine_in_three in J; trivial. destruct J as [E|J].
    + injection E as -> ->. split; [unfold within; lia|]. split; [right; lra|]. right.
      destruct (Hd (x + 1)%Z ltac:(lia)). lra.
    + assert (J' : In (e, y) (combine (cs1 ++ c :: cs2) (xs1 ++ x :: xs2))).
      { apply combine_in_three; tauto. }
      destruct (in_forall2 _ _ _ _ _ _ _ H J') as (B & Dy & Ey).
      destruct (well_formed_in _ _ _ _ _ Hw J') as (We & Be). split; trivial. split.
      * destruct Dy as [Dy|Dy]; [auto | right; nra].
      * destruct (Z.eq_dec y (upper e)) as [E|N]; [auto|]. right. unfold within in B.
        specialize (Hleast (e, y) J' ltac:(cbn; lia)). cbn in Hleast.
        assert (F : unit_weight e * (d (y + 1)%Z / unit_weight e) == d (y + 1)%Z) by (field; lra).
        nra.
  - apply Forall2_app; [apply all_le_refl|]. constructor; [lia | apply all_le_refl].
  - rewrite !units_app. cbn. lia.
Qed.

Lemma all_le_trans : forall xs ys zs,
  Forall2 Z.le xs ys -> Forall2 Z.le ys zs -> Forall2 Z.le xs zs.
Proof.
  intros xs ys zs H. revert zs. induction H; intros zs H'; inversion H'; subst; constructor; auto.
  lia.
Qed.

(* Theorem: house monotone. Where all weights are above 0, to every fair division of a total there
   is, of each higher total that the maximums allow, a fair one that gives no claimant less. *)
Theorem house_monotone :
  forall d T T' cs xs, signposts d -> Forall well_formed cs -> fair_units d T cs xs ->
    (T <= T')%Z -> (T' <= uppers cs)%Z ->
    exists ys, fair_units d T' cs ys /\ Forall2 Z.le xs ys.
Proof.
  intros d T T' cs xs Hd Hw Hf HT. replace T' with (T + Z.of_nat (Z.to_nat (T' - T)))%Z by lia.
  induction (Z.to_nat (T' - T)) as [|n IH]; intros HU.
  - exists xs. rewrite Z.add_0_r. split; trivial. apply all_le_refl.
  - destruct IH as (ys & (E & R & HR & H) & G); [lia|].
    destruct (one_unit_more d R cs ys Hd Hw HR H ltac:(lia)) as (S & zs & RS & I & J & K).
    exists zs. split; [|apply (all_le_trans _ ys); trivial]. split; [lia|].
    exists S. split; [lra | trivial].
Qed.

Lemma within_sums : forall cs xs, Forall2 within cs xs ->
  (lowers cs <= units xs)%Z /\ (units xs <= uppers cs)%Z.
Proof.
  unfold lowers, uppers. induction 1 as [|c x cs xs (A & B) Hs IH]; cbn; lia.
Qed.

(* Theorem: where all weights are above 0, fair units exist exactly when the total is from the sum of
   the minimums to the sum of the maximums, by any signposts that are not negative and grow. *)
Theorem units_exist :
  forall d T cs, signposts d -> Forall well_formed cs ->
    ((exists xs, fair_units d T cs xs) <-> (lowers cs <= T <= uppers cs)%Z).
Proof.
  intros d T cs Hd Hw. split.
  - intros (xs & <- & R & HR & H). apply within_sums, (all_within d R). trivial.
  - intros (L & U).
    assert (F : fair_units d (lowers cs) cs (map lower cs)).
    { split; trivial. exists 0. split; [lra|].
      clear L U. induction Hw as [|c cs (W & B) Hc IH]; cbn; constructor; trivial.
      split; [unfold within; lia|]. split; [auto|]. right.
      destruct (Hd (lower c + 1)%Z ltac:(lia)). lra. }
    destruct (house_monotone d _ T cs _ Hd Hw F L U) as (ys & H & _). eauto.
Qed.

(* Two divisions of the same claimants. *)

Lemma lower_ratio_gives_no_more : forall d R S c x y, signposts d -> well_formed c -> R < S ->
  divides d R c x -> divides d S c y -> (x <= y)%Z.
Proof.
  intros d R S c x y Hd (W & B) L ((A1 & A2) & D & _) ((B1 & B2) & _ & E).
  destruct (Z_lt_le_dec y x) as [G|G]; trivial. exfalso.
  destruct D as [D|D]; [lia|]. destruct E as [E|E]; [lia|].
  pose proof (no_earlier_signpost d (y + 1) x Hd ltac:(lia) ltac:(lia)). nra.
Qed.

Lemma same_ratio_gives_a_tie : forall d R c x y, signposts d -> well_formed c ->
  divides d R c x -> divides d R c y -> (y < x)%Z -> x = (y + 1)%Z /\ d x == unit_weight c * R.
Proof.
  intros d R c x y Hd (W & B) ((A1 & A2) & D & _) ((B1 & B2) & _ & E) G.
  destruct D as [D|D]; [lia|]. destruct E as [E|E]; [lia|].
  destruct (Z.eq_dec x (y + 1)) as [->|N]; [split; trivial; lra|].
  pose proof (later_signpost d (y + 1) x Hd ltac:(lia) ltac:(lia)). lra.
Qed.

Lemma divides_same : forall d R S c x, R == S -> divides d S c x -> divides d R c x.
Proof. intros d R S c x E H. unfold divides in *. rewrite E. exact H. Qed.

Lemma all_lower_ratio : forall d R S cs xs ys, signposts d -> Forall well_formed cs -> R < S ->
  Forall2 (divides d R) cs xs -> Forall2 (divides d S) cs ys -> Forall2 Z.le xs ys.
Proof.
  intros d R S cs xs ys Hd Hw L H. revert ys.
  induction H as [|c x cs xs Hx Hs IH]; intros ys H'; inversion H'; subst; constructor;
    inversion Hw; subst; auto.
  apply (lower_ratio_gives_no_more d R S c); trivial.
Qed.

(* Theorem: house monotone, of any two fair divisions where all weights are above 0. The one of the
   higher total gives no claimant less, or one ratio gives both, and where they differ, they do by
   one unit, at a tie: weight times that ratio is the signpost of the larger share. *)
Theorem house_monotone_up_to_ties :
  forall d T T' cs xs ys, signposts d -> Forall well_formed cs ->
    fair_units d T cs xs -> fair_units d T' cs ys -> (T <= T')%Z ->
    Forall2 Z.le xs ys
    \/ exists R, 0 <= R /\ Forall2 (divides d R) cs xs /\ Forall2 (divides d R) cs ys
       /\ forall c x y, In (c, (x, y)) (combine cs (combine xs ys)) ->
            x = y \/ (x = (y + 1)%Z /\ d x == unit_weight c * R)
            \/ (y = (x + 1)%Z /\ d y == unit_weight c * R).
Proof.
  intros d T T' cs xs ys Hd Hw (Ex & R & HR & Hx) (Ey & S & HS & Hy) HT.
  destruct (Q_dec R S) as [[L|L]|E].
  - left. apply (all_lower_ratio d R S cs); trivial.
  - left. pose proof (all_lower_ratio d S R cs ys xs Hd Hw L Hy Hx) as G.
    rewrite (equal_units ys xs G) by lia. apply all_le_refl.
  - right. assert (Hy' : Forall2 (divides d R) cs ys).
    { eapply forall2_implies; [|exact Hy]. intros c y. apply divides_same. trivial. }
    exists R. split; [trivial|]. split; [trivial|]. split; [trivial|]. intros c x y I.
    apply in_three in I. destruct I as (Ix & Iy & _).
    pose proof (in_forall2 _ _ _ _ _ _ _ Hx Ix) as Dx.
    pose proof (in_forall2 _ _ _ _ _ _ _ Hy' Iy) as Dy.
    pose proof (well_formed_in _ _ _ _ _ Hw Ix) as W.
    destruct (Z.lt_trichotomy x y) as [G|[G|G]]; [right; right | left | right; left]; trivial;
      eapply same_ratio_gives_a_tie; eauto.
Qed.

(* Theorem: where all weights are above 0, fair units are unique up to ties. Two fair divisions of a
   total have a ratio that gives both, and where they differ, they do by one unit, at a tie: weight
   times that ratio is the signpost of the larger share. *)
Theorem units_are_unique_up_to_ties :
  forall d T cs xs ys, signposts d -> Forall well_formed cs ->
    fair_units d T cs xs -> fair_units d T cs ys ->
    exists R, 0 <= R /\ Forall2 (divides d R) cs xs /\ Forall2 (divides d R) cs ys
      /\ forall c x y, In (c, (x, y)) (combine cs (combine xs ys)) ->
           x = y \/ (x = (y + 1)%Z /\ d x == unit_weight c * R)
           \/ (y = (x + 1)%Z /\ d y == unit_weight c * R).
Proof.
  intros d T cs xs ys Hd Hw Hx Hy.
  destruct (house_monotone_up_to_ties d T T cs xs ys Hd Hw Hx Hy ltac:(lia)) as [L|H]; trivial.
  destruct Hx as (Ex & R & HR & Hx). destruct Hy as (Ey & _).
  rewrite <- (equal_units xs ys L) by lia. exists R. repeat split; trivial.
  intros c x y I. left. apply in_three in I. destruct I as (_ & _ & I). clear - I.
  induction xs as [|a xs IH]; cbn in I; [tauto|].
  destruct I as [E|I]; [injection E as <- <-; trivial | auto].
Qed.

(* Theorem: without a tie there is one fair division. Where all weights are above 0, a ratio gives a
   division, and weight times ratio is, of each claimant below its maximum, below the signpost of
   one unit more, no other division of that total is fair. *)
Theorem units_are_unique_without_a_tie :
  forall d R T cs xs ys, signposts d -> Forall well_formed cs -> 0 <= R -> units xs = T ->
    Forall2 (divides d R) cs xs ->
    Forall2 (fun c x => x = upper c \/ unit_weight c * R < d (x + 1)%Z) cs xs ->
    fair_units d T cs ys -> xs = ys.
Proof.
  intros d R T cs xs ys Hd Hw HR Ex Hx Hn (Ey & S & HS & Hy).
  destruct (Qlt_le_dec R S) as [L|L].
  - apply equal_units; [|lia]. apply (all_lower_ratio d R S cs); trivial.
  - symmetry. apply equal_units; [|lia]. clear Ex Ey. revert ys Hy.
    induction Hx as [|c x cs xs Dx Hx IH]; intros ys Hy; inversion Hy as [|? y ? ? Dy Hy']; subst;
      constructor; inversion Hn; subst; inversion Hw as [|? ? W Hw']; subst; auto.
    destruct W as (W & B), Dx as ((A1 & A2) & D & _), Dy as ((B1 & B2) & E & _).
    destruct (Z_lt_le_dec x y) as [G|G]; trivial. exfalso.
    destruct E as [E|E]; [lia|]. destruct H2 as [F|F]; [lia|].
    pose proof (no_earlier_signpost d (x + 1) y Hd ltac:(lia) ltac:(lia)). nra.
Qed.

(* Weights. *)

Lemma signpost_zero : forall d k, signposts d -> (1 <= k)%Z -> d k == 0 -> k = 1%Z.
Proof.
  intros d k Hd Hk E. destruct (Z.eq_dec k 1) as [H|N]; trivial.
  pose proof (later_signpost d 1 k Hd ltac:(lia) ltac:(lia)). destruct (Hd 1%Z ltac:(lia)). lra.
Qed.

(* Theorem: population monotone, where all weights are above 0. Let a claimant's weight not fall
   against another's, that is, weight' / other' >= weight / other, its bounds not fall, and the
   other's bounds not rise, whatever else changes. Then it is not so that the one gets less and the
   other more, but for a tie in both problems, where each changes by one unit. Where the weight
   rises against the other's, that unit is the first of each, of a signpost of 0. *)
Theorem units_population_monotone :
  forall d T T' cs cs' xs ys one one' other other' x x' y y', signposts d ->
    Forall well_formed cs -> Forall well_formed cs' ->
    fair_units d T cs xs -> fair_units d T' cs' ys ->
    In (one, x) (combine cs xs) -> In (one', x') (combine cs' ys) ->
    In (other, y) (combine cs xs) -> In (other', y') (combine cs' ys) ->
    unit_weight one * unit_weight other' <= unit_weight one' * unit_weight other ->
    (lower one <= lower one')%Z -> (upper one <= upper one')%Z ->
    (lower other' <= lower other)%Z -> (upper other' <= upper other)%Z ->
    (x' < x)%Z -> (y < y')%Z ->
    x = (x' + 1)%Z /\ y' = (y + 1)%Z
    /\ (exists R S, 0 <= R /\ Forall2 (divides d R) cs xs /\ 0 <= S /\ Forall2 (divides d S) cs' ys
        /\ d x == unit_weight one * R /\ d x == unit_weight one' * S
        /\ d y' == unit_weight other * R /\ d y' == unit_weight other' * S)
    /\ (unit_weight one * unit_weight other' < unit_weight one' * unit_weight other ->
        d 1%Z == 0 /\ x = 1%Z /\ y' = 1%Z).
Proof.
  intros d T T' cs cs' xs ys one one' other other' x x' y y' Hd Hw Hw' (_ & R & HR & HX)
    (_ & S & HS & HY) Ix Ix' Iy Iy' Wt L1 U1 L2 U2 Gx Gy.
  destruct (well_formed_in _ _ _ _ _ Hw Ix) as (W1 & B1).
  destruct (well_formed_in _ _ _ _ _ Hw' Ix') as (W1' & B1').
  destruct (well_formed_in _ _ _ _ _ Hw Iy) as (W2 & B2).
  destruct (well_formed_in _ _ _ _ _ Hw' Iy') as (W2' & B2').
  destruct (in_forall2 _ _ _ _ _ _ _ HX Ix) as ((A1 & A2) & D1 & _).
  destruct (in_forall2 _ _ _ _ _ _ _ HY Ix') as ((A3 & A4) & _ & D2).
  destruct (in_forall2 _ _ _ _ _ _ _ HX Iy) as ((A5 & A6) & _ & D3).
  destruct (in_forall2 _ _ _ _ _ _ _ HY Iy') as ((A7 & A8) & D4 & _).
  destruct D1 as [D1|D1]; [lia|]. destruct D2 as [D2|D2]; [lia|].
  destruct D3 as [D3|D3]; [lia|]. destruct D4 as [D4|D4]; [lia|].
  pose proof (no_earlier_signpost d (x' + 1) x Hd ltac:(lia) ltac:(lia)) as P1.
  pose proof (no_earlier_signpost d (y + 1) y' Hd ltac:(lia) ltac:(lia)) as P2.
  set (w1 := unit_weight one) in *. set (w1' := unit_weight one') in *.
  set (w2 := unit_weight other) in *. set (w2' := unit_weight other') in *.
  assert (C1 : w1' * S <= w1 * R) by lra. assert (C2 : w2 * R <= w2' * S) by lra.
  assert (M1 : w1' * S * w2 <= w1 * R * w2) by nra.
  assert (M2 : w2 * R * w1 <= w2' * S * w1) by nra.
  assert (M3 : w1 * w2' * S <= w1' * w2 * S) by nra.
  assert (E1 : w1' * S == w1 * R).
  { assert (E : (w1 * R - w1' * S) * w2 == 0) by nra.
    destruct (Qlt_le_dec (w1' * S) (w1 * R)); [|lra]. exfalso. nra. }
  assert (E2 : w2 * R == w2' * S).
  { assert (E : (w2' * S - w2 * R) * w1 == 0) by nra.
    destruct (Qlt_le_dec (w2 * R) (w2' * S)); [|lra]. exfalso. nra. }
  assert (F1 : x = (x' + 1)%Z).
  { destruct (Z.eq_dec x (x' + 1)) as [E|N]; trivial.
    pose proof (later_signpost d (x' + 1) x Hd ltac:(lia) ltac:(lia)). lra. }
  assert (F2 : y' = (y + 1)%Z).
  { destruct (Z.eq_dec y' (y + 1)) as [E|N]; trivial.
    pose proof (later_signpost d (y + 1) y' Hd ltac:(lia) ltac:(lia)). lra. }
  split; [trivial|]. split; [trivial|]. split.
  - exists R, S. repeat split; trivial; lra.
  - intros Ws. assert (ES : S == 0).
    { destruct (Qlt_le_dec 0 S); [|lra]. exfalso.
      assert (w1 * w2' * S < w1' * w2 * S) by nra. lra. }
    assert (Zx : d x == 0) by nra. assert (Zy : d y' == 0) by nra.
    pose proof (signpost_zero d x Hd ltac:(lia) Zx) as X.
    pose proof (signpost_zero d y' Hd ltac:(lia) Zy) as Y. rewrite X in Zx. auto.
Qed.

(* Theorem: in one fair division, where all weights are above 0 and neither bound of a claimant is
   below another's: of no less weight it gets at most one unit less, and of more weight it gets no
   less, unless it gets nothing, the other one unit, and the first signpost is 0. *)
Theorem larger_weight_gets_no_less :
  forall d T cs xs one other x y, signposts d -> Forall well_formed cs -> fair_units d T cs xs ->
    In (one, x) (combine cs xs) -> In (other, y) (combine cs xs) ->
    (lower other <= lower one)%Z -> (upper other <= upper one)%Z ->
    (unit_weight other <= unit_weight one -> (y <= x + 1)%Z)
    /\ (unit_weight other < unit_weight one ->
        (y <= x)%Z \/ (x = 0%Z /\ y = 1%Z /\ d 1%Z == 0)).
Proof.
  intros d T cs xs one other x y Hd Hw (_ & R & HR & H) Ix Iy L U.
  destruct (well_formed_in _ _ _ _ _ Hw Ix) as (W1 & B1).
  destruct (well_formed_in _ _ _ _ _ Hw Iy) as (W2 & B2).
  destruct (in_forall2 _ _ _ _ _ _ _ H Ix) as ((A1 & A2) & _ & D).
  destruct (in_forall2 _ _ _ _ _ _ _ H Iy) as ((A3 & A4) & E & _).
  split; intros Wt.
  - destruct (Z_lt_le_dec (x + 1) y) as [G|G]; trivial. exfalso.
    destruct D as [D|D]; [lia|]. destruct E as [E|E]; [lia|].
    pose proof (later_signpost d (x + 1) y Hd ltac:(lia) ltac:(lia)). nra.
  - destruct (Z_lt_le_dec x y) as [G|G]; [|auto]. right.
    destruct D as [D|D]; [lia|]. destruct E as [E|E]; [lia|].
    pose proof (no_earlier_signpost d (x + 1) y Hd ltac:(lia) ltac:(lia)).
    assert (ER : R == 0) by (destruct (Qlt_le_dec 0 R); [exfalso; nra | lra]).
    assert (N : 0 <= d y) by (apply Hd; lia).
    assert (Zy : d y == 0) by nra. pose proof (signpost_zero d y Hd ltac:(lia) Zy) as Y.
    rewrite Y in Zy. split; [lia | auto].
Qed.

Lemma some_gets_more : forall cs xs ys, length cs = length xs -> length xs = length ys ->
  (units xs < units ys)%Z ->
  exists (c : unit_claimant) x y, In (c, x) (combine cs xs) /\ In (c, y) (combine cs ys)
    /\ (x < y)%Z.
Proof.
  induction cs as [|c cs IH]; intros [|x xs] [|y ys] L1 L2 H; cbn in *; try discriminate; try lia.
  destruct (Z_lt_le_dec x y) as [G|G]; [exists c, x, y; auto|].
  destruct (IH xs ys ltac:(lia) ltac:(lia) ltac:(lia)) as (e & a & b & I & J & K).
  exists e, a, b. auto.
Qed.

(* Theorem: where all weights are above 0, a claimant that asks for more, by its weight, its minimum
   or its maximum, gets no less, but for a tie, where it gets one unit less; where the weight rises,
   that unit is its first, of a signpost of 0. *)
Theorem asking_for_more_units_gives_no_less :
  forall d T c c' cs x xs y ys, signposts d -> Forall well_formed (c :: cs) -> well_formed c' ->
    unit_weight c <= unit_weight c' -> (lower c <= lower c')%Z -> (upper c <= upper c')%Z ->
    fair_units d T (c :: cs) (x :: xs) -> fair_units d T (c' :: cs) (y :: ys) ->
    (y < x)%Z ->
    x = (y + 1)%Z
    /\ (exists R S, 0 <= R /\ Forall2 (divides d R) (c :: cs) (x :: xs)
        /\ 0 <= S /\ Forall2 (divides d S) (c' :: cs) (y :: ys)
        /\ d x == unit_weight c * R /\ d x == unit_weight c' * S)
    /\ (unit_weight c < unit_weight c' -> d 1%Z == 0 /\ x = 1%Z).
Proof.
  intros d T c c' cs x xs y ys Hd Hw Hc' Wt L U Hx Hy G.
  assert (Hw' : Forall well_formed (c' :: cs)) by (inversion Hw; constructor; trivial).
  assert (more : exists e a b, In (e, a) (combine cs xs) /\ In (e, b) (combine cs ys)
                   /\ (a < b)%Z).
  { destruct Hx as (Ex & R & _ & HX), Hy as (Ey & S & _ & HY).
    apply forall2_length in HX. apply forall2_length in HY. cbn in *.
    apply some_gets_more; lia. }
  destruct more as (e & a & b & I & J & K).
  assert (We : 0 < unit_weight e).
  { apply (well_formed_in _ (c :: cs) (x :: xs) e a Hw). right. trivial. }
  destruct (units_population_monotone d T T (c :: cs) (c' :: cs) (x :: xs) (y :: ys) c c' e e
              x y a b) as (A & B & (R & S & C) & D);
    trivial; try (cbn; auto; fail); try lia; [nra|].
  split; trivial. split; [exists R, S; tauto|]. intros Ws. destruct D as (D & E & _); [nra|]. auto.
Qed.

(* Largest remainders, Hamilton's way, without bounds: quotas are rounded down, and the units that
   are missing go, one each, to the largest fractions, as whole_units of Rules.v says. *)

Definition quotas (T : Q) (ws : list Q) : list Q := map (fun w => T * w / sum ws) ws.

Definition units_of (ps : list (Q * bool)) : list Z :=
  map (fun p : Q * bool => (Qfloor (fst p) + (if snd p then 1 else 0))%Z) ps.

Definition largest_remainders (T : Q) (ws : list Q) (xs : list Z) : Prop :=
  exists ps, map fst ps = quotas T ws
    /\ sum (map (fun p => unit_of (snd p)) ps) == sum (map fst ps) - sum (floors (map fst ps))
    /\ (forall x y, In (x, true) ps -> In (y, false) ps -> fraction y <= fraction x)
    /\ xs = units_of ps.

Lemma units_of_in_units : forall p : Q * bool,
  inject_Z (Qfloor (fst p) + (if snd p then 1 else 0))
  == inject_Z (Qfloor (fst p)) + unit_of (snd p).
Proof. intros (q & [|]); cbn [fst snd unit_of]; rewrite inject_Z_plus; reflexivity. Qed.

(* Theorem: largest remainders add up to the total, and each is less than one unit from its quota,
   where the weights do not add up to 0. *)
Theorem largest_remainders_stay_within_a_unit :
  forall T ws xs, ~ sum ws == 0 -> largest_remainders (inject_Z T) ws xs ->
    units xs = T
    /\ Forall2 (fun q x => q - 1 < inject_Z x /\ inject_Z x < q + 1) (quotas (inject_Z T) ws) xs.
Proof.
  intros T ws xs Hs (ps & Eq & Em & Hl & ->).
  destruct (whole_units ps Em Hl) as (A & B). rewrite Eq in A. split.
  - assert (E : inject_Z (units (units_of ps)) == sum (in_units ps)).
    { clear. unfold units_of, in_units. induction ps as [|p ps IH]; cbn [map units sum];
        [reflexivity|]. rewrite inject_Z_plus, IH, units_of_in_units. reflexivity. }
    assert (S : sum (quotas (inject_Z T) ws) == inject_Z T).
    { assert (F : forall vs, sum (map (fun w => inject_Z T * w / sum ws) vs)
                    == inject_Z T * sum vs / sum ws).
      { induction vs as [|v vs IH]; cbn [map sum]; [field; trivial|]. rewrite IH. field. trivial. }
      unfold quotas. rewrite F. field. trivial. }
    rewrite A, S in E. unfold Qeq in E. cbn in E. lia.
  - rewrite <- Eq. clear - B. unfold units_of.
    induction ps as [|(q & g) ps IH]; cbn [map]; constructor.
    + specialize (B q g (or_introl eq_refl)). cbv zeta in B. rewrite units_of_in_units.
      cbn [fst snd]. tauto.
    + apply IH. intros x given I. apply B. right. trivial.
Qed.

(* Small largest remainders are decided by computing: which of three pairs may be given a unit. *)
Ltac decide_pairs ps E M :=
  destruct ps as [|(? & []) [|(? & []) [|(? & []) [|? ?]]]]; try discriminate E;
  injection E as -> -> ->; try (vm_compute in M; discriminate M); try reflexivity; exfalso.

Ltac smaller_fraction L p q :=
  specialize (L p q ltac:(cbn; auto 6) ltac:(cbn; auto 6)); vm_compute in L; apply L; reflexivity.

Ltac each_pair Hx Hy :=
  cbn in Hx, Hy;
  repeat match goal with H : _ \/ _ |- _ => destruct H as [H|H]; try discriminate H end;
  try contradiction; injection Hx as <-; injection Hy as <-; vm_compute; discriminate.

(* Found by trying all whole weights of three claimants with a sum below 60, without ties: no lower
   total has such weights, and this one has none of a lower sum. *)

(* Theorem (n = 3): largest remainders are not house monotone. Of 3 units, weights 1, 3 and 3 get 1,
   1 and 1; of 4 units they get 0, 2 and 2; and neither can be given in another way. *)
Theorem largest_remainders_are_not_house_monotone :
  (forall xs, largest_remainders 3 [1; 3; 3] xs <-> xs = [1; 1; 1]%Z)
  /\ (forall xs, largest_remainders 4 [1; 3; 3] xs <-> xs = [0; 2; 2]%Z).
Proof.
  split; intros xs; split.
  - intros (ps & E & M & L & ->). decide_pairs ps E M;
      smaller_fraction L (3 * 3 / sum [1; 3; 3]) (3 * 1 / sum [1; 3; 3]).
  - intros ->. exists (combine (quotas 3 [1; 3; 3]) [true; false; false]).
    split; [reflexivity|]. split; [reflexivity|]. split; [|reflexivity].
    intros x y Hx Hy. each_pair Hx Hy.
  - intros (ps & E & M & L & ->). decide_pairs ps E M;
      smaller_fraction L (4 * 1 / sum [1; 3; 3]) (4 * 3 / sum [1; 3; 3]).
  - intros ->. exists (combine (quotas 4 [1; 3; 3]) [false; true; true]).
    split; [reflexivity|]. split; [reflexivity|]. split; [|reflexivity].
    intros x y Hx Hy. each_pair Hx Hy.
Qed.

(* Divisor methods break quota. A claimant without bounds has a minimum of 0, and the total for its
   maximum. *)
Definition unbounded (T : Z) (w : Q) : unit_claimant := UnitClaimant w 0 T.

Lemma unbounded_well_formed : forall T ws, (0 <= T)%Z -> Forall (fun w => 0 < w) ws ->
  Forall well_formed (map (unbounded T) ws).
Proof.
  intros T ws HT. induction 1 as [|w ws H Hs IH]; cbn; constructor; trivial.
  split; cbn; [trivial | lia].
Qed.

Lemma only_fair_units : forall d R T cs xs, signposts d -> Forall well_formed cs -> 0 <= R ->
  units xs = T -> Forall2 (divides d R) cs xs ->
  Forall2 (fun c x => x = upper c \/ unit_weight c * R < d (x + 1)%Z) cs xs ->
  forall ys, fair_units d T cs ys <-> ys = xs.
Proof.
  intros d R T cs xs Hd Hw HR E H N ys. split.
  - intros F. symmetry. apply (units_are_unique_without_a_tie d R T cs); trivial.
  - intros ->. split; trivial. exists R. auto.
Qed.

(* One claimant in numbers: of the choices, those that numbers decide. *)
Ltac decided :=
  first [ vm_compute; (reflexivity || discriminate)
        | left; vm_compute; reflexivity
        | right; vm_compute; (reflexivity || discriminate) ].

Ltac only_fair R :=
  apply (only_fair_units _ R);
    [ apply signposts_of_the_methods; apply signposts_of_the_methods
    | apply unbounded_well_formed; [lia | repeat constructor]
    | lra
    | reflexivity
    | repeat constructor; decided
    | repeat constructor; decided ].

(* Found by trying whole weights with a sum below 24, and totals below 10, without ties: the first
   of each method, fewest claimants first, then the lowest total, then the lowest sum of weights. *)

(* Theorem (n = 3, 4): divisor methods break quota. Of 3 units, the quota of weight 4 beside 1 and 1
   is 2: D'Hondt's way gives it 3, Adams's gives it 1. Of 3 units, the quota of weight 6 beside 1, 1
   and 1 is 2: Webster's way gives it 3. Of 5 units, the quota of weight 9 beside 2, 2 and 2 is 3:
   Webster's way gives it 2. No other division of any of these is fair. *)
Theorem divisor_methods_break_quota :
  (Forall2 Qeq (quotas 3 [1; 1; 4]) [1 # 2; 1 # 2; 2]
   /\ (forall xs, fair_units d_hondt 3 (map (unbounded 3) [1; 1; 4]) xs <-> xs = [0; 0; 3]%Z)
   /\ (forall xs, fair_units adams 3 (map (unbounded 3) [1; 1; 4]) xs <-> xs = [1; 1; 1]%Z))
  /\ (Forall2 Qeq (quotas 3 [1; 1; 1; 6]) [1 # 3; 1 # 3; 1 # 3; 2]
      /\ forall xs, fair_units webster 3 (map (unbounded 3) [1; 1; 1; 6]) xs
                    <-> xs = [0; 0; 0; 3]%Z)
  /\ (Forall2 Qeq (quotas 5 [2; 2; 2; 9]) [2 # 3; 2 # 3; 2 # 3; 3]
      /\ forall xs, fair_units webster 5 (map (unbounded 5) [2; 2; 2; 9]) xs
                    <-> xs = [1; 1; 1; 2]%Z).
Proof.
  split; [split; [|split]|split; split].
  - repeat constructor.
  - only_fair (3 # 4).
  - only_fair 0.
  - repeat constructor.
  - only_fair (5 # 12).
  - repeat constructor.
  - only_fair (1 # 4).
Qed.
