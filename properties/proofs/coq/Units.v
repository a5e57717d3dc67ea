(* Divisor methods: whole units by weight, each claimant between its bounds, by one ratio.

     d k        the signpost of k units, k >= 1: weight * R rounds to k or more from d k on
     divides    one ratio R gives a claimant x units: weight * R, rounded, clamped to its bounds
     fair       one ratio R >= 0 gives every claimant its units, and they add up to the total

   D'Hondt rounds down (d k = k), Webster or Sainte-Lague to the nearest (k - 1/2), Adams up (k - 1).
   At a signpost both neighbours are allowed: that is a tie. Most of what follows asks of signposts
   only that they are not negative and grow. So it holds for Hill's too, sqrt (k * (k - 1)), where
   signposts, weights and ratio are squared to be rationals.

   A weight is above 0. One of weight 0 gets its minimum: it is modelled by a maximum equal to its
   minimum, with whatever weight. A claimant without a maximum has one that is at least the total.
   A weight is a rational, bounds and units are integers; lists have any length. Ratios are
   compared by cross-multiplication, so that nothing is divided. *)
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

(* What a number rounds to. *)
Definition rounds_to (d : Z -> Q) (v : Q) (k : Z) : Prop :=
  (0 <= k)%Z /\ (k = 0%Z \/ d k <= v) /\ v <= d (k + 1)%Z.

Definition clamp (c : unit_claimant) (k : Z) : Z := Z.max (lower c) (Z.min (upper c) k).

Lemma successor : forall k, inject_Z (k + 1) == inject_Z k + 1.
Proof. intros k. rewrite inject_Z_plus. reflexivity. Qed.

Lemma whole_at_least : forall k l, (l <= k)%Z -> inject_Z l <= inject_Z k.
Proof. intros k l H. rewrite <- Zle_Qle. trivial. Qed.

(* Theorem: D'Hondt's, Webster's and Adams's signposts of k units are from k - 1 to k and grow, and
   all that are so are not negative and grow. *)
Theorem signposts_of_the_methods :
  rounding_signposts d_hondt /\ rounding_signposts webster /\ rounding_signposts adams
  /\ (forall d, rounding_signposts d -> signposts d).
Proof.
  repeat split; unfold d_hondt, webster, adams; try (rewrite successor); try lra;
    destruct (H k H0) as (A & B & C); trivial.
  pose proof (whole_at_least k 1 H0) as D. change (inject_Z 1) with 1 in D. lra.
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

(* Theorem: a ratio gives a claimant the units to which weight times ratio rounds, clamped to its
   bounds, and no others. *)
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
      right. pose proof (no_earlier_signpost d (k + 1) (Z.max (lower c) (Z.min (upper c) k) + 1) Hd).
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

(* Theorem: units within their bounds that add up to the total are fair exactly when no two
   claimants are a transfer pair; where they are not fair, two claimants show it. *)
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
  - intros H. destruct (exists_pair_dec _ _ (combine cs xs) (transfer_pair_dec d)) as [E|E]; trivial.
    exfalso. apply H. split; trivial. apply fair_without_pairs; trivial.
Qed.
