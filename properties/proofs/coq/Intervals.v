(* Rounded shares: a reported share stands for an interval, whose ends may be open.

   Each claimant's interval allows some ratios. If every two claimants have a ratio in common, all
   of them have one: the ratios that are high enough for one claimant, and those that are low
   enough, have no gaps, since a share never falls. So two claimants whose ratios do not meet are a
   witness, and where there is no such pair there is no unfairness but in the total. *)
From Coq Require Import List QArith Lqa.
From Fairshare Require Import Fairness Uniqueness.
Import ListNotations.
Open Scope Q_scope.

Record interval := Interval { low : Q; high : Q; low_open : bool; high_open : bool }.

Definition high_enough (I : interval) (x : Q) : Prop :=
  if low_open I then low I < x else low I <= x.
Definition low_enough (I : interval) (x : Q) : Prop :=
  if high_open I then x < high I else x <= high I.

(* A ratio gives a claimant a share within what was reported for it. *)
Definition fits (R : Q) (reported : claimant * interval) : Prop :=
  let x := share (fst reported) R in
  high_enough (snd reported) x /\ low_enough (snd reported) x.

Lemma higher_is_high_enough : forall I x y, high_enough I x -> x <= y -> high_enough I y.
Proof. intros I x y. unfold high_enough. destruct (low_open I); lra. Qed.

Lemma lower_is_low_enough : forall I x y, low_enough I x -> y <= x -> low_enough I y.
Proof. intros I x y. unfold low_enough. destruct (high_open I); lra. Qed.

Definition high_enough_for (R : Q) (p : claimant * interval) : Prop :=
  high_enough (snd p) (share (fst p) R).
Definition low_enough_for (R : Q) (p : claimant * interval) : Prop :=
  low_enough (snd p) (share (fst p) R).

Lemma one_against_all : forall p qs, Forall (fun q => defect_free (fst q)) qs ->
  (exists R, 0 <= R /\ fits R p) ->
  (forall q, In q qs -> exists R, 0 <= R /\ fits R p /\ fits R q) ->
  exists R, 0 <= R /\ high_enough_for R p /\ Forall (low_enough_for R) qs.
Proof.
  intros p qs Hd Hown Hpairs. induction Hd as [|q qs Hq Hqs IH].
  - destruct Hown as (R & H & A & _). exists R. auto.
  - destruct IH as (R & HR & A & B); [intros; apply Hpairs; right; trivial|].
    destruct (Hpairs q (or_introl eq_refl)) as (S & HS & (A' & _) & (_ & B')).
    destruct (Qlt_le_dec S R) as [L|L].
    + exists S. repeat split; trivial. constructor; trivial. rewrite Forall_forall in *.
      intros r Hr. apply (lower_is_low_enough _ (share (fst r) R)); [apply B; trivial|].
      apply share_monotone; [auto | lra].
    + exists R. repeat split; trivial. constructor; trivial.
      apply (lower_is_low_enough _ (share (fst q) S)); trivial. apply share_monotone; trivial.
Qed.

Lemma all_against_all : forall ps qs,
  Forall (fun p => defect_free (fst p)) ps -> Forall (fun q => defect_free (fst q)) qs ->
  (exists R, 0 <= R /\ Forall (low_enough_for R) qs) ->
  (forall p, In p ps -> exists R, 0 <= R /\ high_enough_for R p /\ Forall (low_enough_for R) qs) ->
  exists R, 0 <= R /\ Forall (high_enough_for R) ps /\ Forall (low_enough_for R) qs.
Proof.
  intros ps qs Hps Hqs Hlow Heach. induction Hps as [|p ps Hp Hps IH].
  - destruct Hlow as (R & H & A). exists R. auto.
  - destruct IH as (R & HR & A & B); [intros; apply Heach; right; trivial|].
    destruct (Heach p (or_introl eq_refl)) as (S & HS & A' & B').
    destruct (Qlt_le_dec S R) as [L|L].
    + exists R. repeat split; trivial. constructor; trivial.
      apply (higher_is_high_enough _ (share (fst p) S)); trivial.
      apply share_monotone; [trivial | lra].
    + exists S. repeat split; trivial. constructor; trivial. rewrite Forall_forall in *.
      intros r Hr. apply (higher_is_high_enough _ (share (fst r) R)); [apply A; trivial|].
      apply share_monotone; auto.
Qed.

(* Theorem: two intervals of ratios that do not meet suffice as a witness. One ratio fits all
   reported intervals exactly when each two claimants have a ratio that fits both. *)
Theorem two_intervals_suffice :
  forall reported, Forall (fun p => defect_free (fst p)) reported ->
    ((exists R, 0 <= R /\ Forall (fits R) reported)
     <-> (forall p q, In p reported -> In q reported -> exists R, 0 <= R /\ fits R p /\ fits R q)).
Proof.
  intros reported Hd. split.
  - intros (R & HR & H) p q Hp Hq. rewrite Forall_forall in H. exists R. auto.
  - intros H.
    assert (each : forall p, In p reported ->
      exists R, 0 <= R /\ high_enough_for R p /\ Forall (low_enough_for R) reported).
    { intros p Hp. apply one_against_all; trivial; [|auto].
      destruct (H p p Hp Hp) as (R & HR & F & _). eauto. }
    assert (low : exists R, 0 <= R /\ Forall (low_enough_for R) reported).
    { destruct reported as [|p rest]; [exists 0; split; [lra | constructor]|].
      destruct (each p (or_introl eq_refl)) as (R & HR & _ & G). eauto. }
    destruct (all_against_all reported reported Hd Hd low each) as (R & HR & A & B).
    exists R. split; trivial. rewrite Forall_forall in *. intros p Hp. split; [apply A | apply B];
      trivial.
Qed.

(* Theorem: what rounded shares stand for includes the fair shares of the total exactly when some
   ratio that fits all of them gives the total. *)
Theorem rounded_shares_are_fair_iff :
  forall T reported, Forall (fun p => defect_free (fst p)) reported ->
    ((exists xs, fair T (map fst reported) xs
       /\ Forall2 (fun p x => high_enough (snd p) x /\ low_enough (snd p) x) reported xs)
     <-> exists R, 0 <= R /\ Forall (fits R) reported /\ sum_at (map fst reported) R == T).
Proof.
  intros T reported Hd. split.
  - intros (xs & (R & HR) & Hin). pose proof (fair_sum_at _ _ _ _ HR) as Hs.
    destruct HR as (H0 & Hx & _). exists R. repeat split; trivial. clear Hs Hd.
    revert Hx. induction Hin as [|p x ps xs (A & B) Hin IH]; intros Hx; inversion Hx; subst;
      constructor; auto.
    split; [apply (higher_is_high_enough _ x) | apply (lower_is_low_enough _ x)]; trivial; lra.
  - intros (R & HR & F & E). exists (shares_at (map fst reported) R).
    split; [apply shares_at_is_fair; trivial|]. clear - F.
    induction F as [|p ps (A & B) F IH]; simpl; constructor; auto.
Qed.
