(* The certificate checker: find_flaw of properties/certificate.h, step by step over lists.

   Certificate.v has what a certificate proves. There `check` reads less than this: no interval of
   ratios, and no branches where there is no allocation. Here the function accepts exactly the
   certificates that certify what they say, and what it finds wrong with others is so. The names are
   those of the C++. A list of branches of another length, which the C++ asserts away, is a wrong
   branch. *)
From Coq Require Import List Bool QArith Qminmax Qreduction Lqa Lia.
From Fairshare Require Import Fairness Uniqueness Sweep Existence Certificate Intervals Violation.
Import ListNotations.
Open Scope Q_scope.

(* All ratios that give the shares; None: there is no greatest. *)
Record ratios := Ratios { least : Q; greatest : option Q }.

Inductive claim :=
  | Says_divided (ratio : Q) (all : option ratios)
  | Says_overcommitted (excess : Q)
  | Says_surplus (unclaimed : Q).

Record statement := Statement { says : claim; branches : list branch }.

Inductive flaw :=
  | Negative_ratio
  | Wrong_branch (claimant : nat)
  | Wrong_sum (sum : Q)
  | Wrong_end (is_greatest : bool).

Definition has_no_weight (c : claimant) : bool := Qeq_bool (weight c) 0.

Definition stands_at (c : claimant) (R : Q) (b : branch) : bool :=
  let p := weight c * R in
  match b with
  | at_min => has_no_weight c || Qle_bool p (min_share c)
  | proportional =>
      negb (has_no_weight c) && Qle_bool (min_share c) p && at_most_bool p (max_share c)
  | at_max =>
      negb (has_no_weight c) && match max_share c with Some u => Qle_bool u p | None => false end
  end.

Definition max_or_0 (c : claimant) : Q := match max_share c with Some u => u | None => 0 end.

Definition branch_share (c : claimant) (R : Q) (b : branch) : Q :=
  match b with
  | at_min => min_share c
  | proportional => Qred (weight c * R)
  | at_max => max_or_0 c
  end.

Definition shares_of (cs : list claimant) (R : Q) (bs : list branch) : list Q :=
  map (fun p => branch_share (fst p) R (snd p)) (combine cs bs).

Definition gets (R : Q) (p : claimant * Q) : bool :=
  let (c, x) := p in
  if has_no_weight c then Qeq_bool x (min_share c) else Qeq_bool x (share c R).
Definition less_below (R : Q) (p : claimant * Q) : bool :=
  let (c, x) := p in less (min_share c) x && Qeq_bool x (weight c * R).
Definition is_at_its_end (p : claimant * Q) : bool :=
  let (c, x) := p in
  has_no_weight c || match max_share c with Some u => Qeq_bool u x | None => false end.
Definition more_above (R : Q) (p : claimant * Q) : bool :=
  let (c, x) := p in negb (is_at_its_end (c, x)) && Qeq_bool x (weight c * R).

Definition is_right_least (low : Q) (given : list (claimant * Q)) : bool :=
  forallb (gets low) given && (Qeq_bool low 0 || existsb (less_below low) given).
Definition is_right_greatest (high : option Q) (given : list (claimant * Q)) : bool :=
  match high with
  | Some h => forallb (gets h) given && existsb (more_above h) given
  | None => forallb is_at_its_end given
  end.

Definition find_wrong_end (all : ratios) (given : list (claimant * Q)) : option flaw :=
  if negb (is_right_least (least all) given) then Some (Wrong_end false)
  else if negb (is_right_greatest (greatest all) given) then Some (Wrong_end true)
  else None.

(* From claimant i on: what those at a bound have, and the weights of those that are proportional;
   or the first that does not stand where its branch says. *)
Fixpoint add_up (R : Q) (i : nat) (clamped weights : Q) (cs : list claimant) (bs : list branch)
  : flaw + Q * Q :=
  match cs, bs with
  | [], [] => inr (clamped, weights)
  | c :: cs', b :: bs' =>
      if negb (stands_at c R b) then inl (Wrong_branch i)
      else
        match b with
        | at_min => add_up R (S i) (Qred (clamped + min_share c)) weights cs' bs'
        | proportional => add_up R (S i) clamped (Qred (weights + weight c)) cs' bs'
        | at_max => add_up R (S i) (Qred (clamped + max_or_0 c)) weights cs' bs'
        end
  | _, _ => inl (Wrong_branch i)
  end.

Definition find_flaw_of_divided (T : Q) (cs : list claimant) (bs : list branch) (R : Q)
    (all : option ratios) : option flaw :=
  if less R 0 then Some Negative_ratio
  else
    match add_up R 0 0 0 cs bs with
    | inl wrong => Some wrong
    | inr (clamped, weights) =>
        let total := Qred (clamped + weights * R) in
        if Qeq_bool total T then
          match all with
          | Some r => find_wrong_end r (combine cs (shares_of cs R bs))
          | None => None
          end
        else Some (Wrong_sum total)
    end.

(* Without an allocation: the sum of what each claimant has where its branch is the right one. *)
Fixpoint sum_of_bounds (has : claimant -> branch -> option Q) (i : nat) (total : Q)
    (cs : list claimant) (bs : list branch) : flaw + Q :=
  match cs, bs with
  | [], [] => inr total
  | c :: cs', b :: bs' =>
      match has c b with
      | Some x => sum_of_bounds has (S i) (Qred (total + x)) cs' bs'
      | None => inl (Wrong_branch i)
      end
  | _, _ => inl (Wrong_branch i)
  end.

Definition has_its_minimum (c : claimant) (b : branch) : option Q :=
  match b with at_min => Some (min_share c) | _ => None end.

Definition has_its_end (c : claimant) (b : branch) : option Q :=
  if has_no_weight c then has_its_minimum c b
  else match b with at_max => max_share c | _ => None end.

Definition find_flaw (T : Q) (cs : list claimant) (s : statement) : option flaw :=
  match says s with
  | Says_divided R all => find_flaw_of_divided T cs (branches s) R all
  | Says_overcommitted excess =>
      match sum_of_bounds has_its_minimum 0 0 cs (branches s) with
      | inl wrong => Some wrong
      | inr total =>
          if less 0 excess && Qeq_bool total (T + excess) then None else Some (Wrong_sum total)
      end
  | Says_surplus unclaimed =>
      match sum_of_bounds has_its_end 0 0 cs (branches s) with
      | inl wrong => Some wrong
      | inr total =>
          if less 0 unclaimed && Qeq_bool (total + unclaimed) T then None
          else Some (Wrong_sum total)
      end
  end.

(* What a certificate says. *)

(* Where a claimant stands. One without weight is at its minimum and nowhere else. *)
Definition stands_where (R : Q) (c : claimant) (b : branch) : Prop :=
  match b with
  | at_min => weight c == 0 \/ weight c * R <= min_share c
  | proportional =>
      ~ weight c == 0 /\ min_share c <= weight c * R /\ at_most (weight c * R) (max_share c)
  | at_max => ~ weight c == 0 /\ exists u, max_share c = Some u /\ u <= weight c * R
  end.

Definition branch_is_right (says : claim) (c : claimant) (b : branch) : Prop :=
  match says with
  | Says_divided R _ => stands_where R c b
  | Says_overcommitted _ => b = at_min
  | Says_surplus _ =>
      weight c == 0 /\ b = at_min \/ ~ weight c == 0 /\ b = at_max /\ max_share c <> None
  end.

(* What the shares, the minimums, or all that can be claimed, add up to. *)
Definition is_the_sum (cs : list claimant) (says : claim) (s : Q) : Prop :=
  match says with
  | Says_divided R _ => sum_at cs R == s
  | Says_overcommitted _ => minimums cs == s
  | Says_surplus _ => match most cs with Some m => m == s | None => False end
  end.

Definition sum_is_right (T : Q) (says : claim) (s : Q) : Prop :=
  match says with
  | Says_divided _ _ => s == T
  | Says_overcommitted excess => 0 < excess /\ s == T + excess
  | Says_surplus unclaimed => 0 < unclaimed /\ s + unclaimed == T
  end.

Definition same_at (cs : list claimant) (R S : Q) : Prop :=
  Forall2 Qeq (shares_at cs S) (shares_at cs R).

Definition is_least (cs : list claimant) (R low : Q) : Prop :=
  0 <= low /\ same_at cs R low /\ forall S, 0 <= S -> same_at cs R S -> low <= S.
Definition is_greatest (cs : list claimant) (R : Q) (high : option Q) : Prop :=
  match high with
  | Some h => 0 <= h /\ same_at cs R h /\ forall S, 0 <= S -> same_at cs R S -> S <= h
  | None => forall S, R <= S -> same_at cs R S
  end.

(* The interval has all ratios that give the shares which R gives, and no other. *)
Definition are_the_ratios (cs : list claimant) (R : Q) (all : ratios) : Prop :=
  0 <= least all
  /\ forall S, 0 <= S -> (same_at cs R S <-> least all <= S /\ at_most S (greatest all)).

Definition certifies (T : Q) (cs : list claimant) (s : statement) : Prop :=
  Forall2 (branch_is_right (says s)) cs (branches s)
  /\ (exists t, is_the_sum cs (says s) t /\ sum_is_right T (says s) t)
  /\ match says s with
     | Says_divided R all =>
         0 <= R /\ match all with Some r => are_the_ratios cs R r | None => True end
     | _ => True
     end.

(* One claimant. *)

Lemma has_no_weight_iff : forall c, has_no_weight c = true <-> weight c == 0.
Proof. intros c. apply Qeq_bool_iff. Qed.

Lemma has_weight_iff : forall c, has_no_weight c = false <-> ~ weight c == 0.
Proof. intros c. rewrite <- has_no_weight_iff. apply iff_sym, not_true_iff_false. Qed.

Lemma stands_at_iff : forall c R b, stands_at c R b = true <-> stands_where R c b.
Proof.
  intros c R [| |]; cbn; rewrite ?orb_true_iff, ?andb_true_iff, ?negb_true_iff, ?has_no_weight_iff,
    ?has_weight_iff, ?Qle_bool_iff.
  - reflexivity.
  - destruct (max_share c); cbn; rewrite ?Qle_bool_iff; tauto.
  - destruct (max_share c) as [u|]; rewrite ?Qle_bool_iff; split; intros (W & H).
    + split; trivial. eauto.
    + destruct H as (v & E & H). injection E as ->. auto.
    + discriminate.
    + destruct H as (v & E & H). discriminate.
Qed.

Lemma branch_share_is : forall c R b, defect_free c -> stands_where R c b ->
  branch_share c R b == share c R.
Proof.
  intros c R [| |] Hd H; cbn in *.
  - destruct H as [W|H]; [symmetry; apply share_weight_zero; trivial|].
    apply stands_share; trivial. apply stands_at_min; trivial. reflexivity.
  - rewrite Qred_correct. destruct H as (_ & A & B). apply stands_share; trivial.
    apply stands_proportional; trivial. reflexivity.
  - destruct H as (_ & u & E & H). unfold max_or_0. rewrite E. apply stands_share; trivial.
    apply (stands_at_max c R u u); trivial. reflexivity.
Qed.

Lemma gets_iff : forall c R x, defect_free c -> (gets R (c, x) = true <-> x == share c R).
Proof.
  intros c R x Hd. cbn [gets]. destruct (has_no_weight c) eqn:W; rewrite Qeq_bool_iff.
  - apply has_no_weight_iff in W. rewrite (share_weight_zero c R Hd W). reflexivity.
  - reflexivity.
Qed.

(* What keeps a ratio from being the least, or the greatest: each claimant leaves room. *)

Lemma room_below : forall c x low, defect_free c -> 0 < low -> x == share c low ->
  less_below low (c, x) = false ->
  exists S, 0 <= S /\ S < low /\ forall R, S <= R -> R <= low -> share c R == x.
Proof.
  intros c x low Hd HL Hx H. cbn [less_below] in H.
  assert (N : min_share c < x -> ~ x == weight c * low).
  { intros A B. apply less_iff in A. apply Qeq_bool_iff in B. rewrite A, B in H. discriminate. }
  clear H. pose proof Hd as (Hw & Hl & Hlu).
  assert (at_its_min : x == min_share c -> weight c * low <= min_share c ->
    exists S, 0 <= S /\ S < low /\ forall R, S <= R -> R <= low -> share c R == x).
  { intros E L. exists 0. repeat split; try lra. intros R A B. rewrite E. symmetry.
    apply stands_share; trivial. apply stands_at_min; [reflexivity | nra]. }
  destruct (share_stands c low Hd) as [A B|A B C|u Hu A B].
  - apply at_its_min; lra.
  - destruct (Qlt_le_dec (min_share c) x) as [L|L]; [destruct (N L); lra|]. apply at_its_min; lra.
  - rewrite Hu in Hlu. cbn in Hlu.
    destruct (Qlt_le_dec u (weight c * low)) as [L|L].
    + assert (W : 0 < weight c).
      { destruct (has_weight c Hd) as [W|W]; trivial. rewrite W in L. lra. }
      assert (Q : weight c * (u / weight c) == u) by (field; lra).
      exists (u / weight c). repeat split; try nra. intros R C D. rewrite Hx, A. symmetry.
      apply stands_share; trivial. apply (stands_at_max c R u u); trivial; [reflexivity | nra].
    + destruct (Qlt_le_dec (min_share c) x) as [M|M]; [destruct (N M); lra|]. apply at_its_min; lra.
Qed.

Lemma stays_at_max : forall c u R S, defect_free c -> max_share c = Some u -> share c R == u ->
  R <= S -> share c S == u.
Proof.
  intros c u R S Hd Hu E H. pose proof (share_monotone c R S Hd H).
  destruct (share_stands c S Hd) as [A B|A B C|v Hv A B].
  - pose proof (share_min c R Hd). lra.
  - rewrite Hu in C. cbn in C. lra.
  - congruence.
Qed.

Lemma room_above : forall c x high, defect_free c -> x == share c high ->
  more_above high (c, x) = false ->
  exists S, high < S /\ forall R, high <= R -> R <= S -> share c R == x.
Proof.
  intros c x high Hd Hx H. unfold more_above in H.
  destruct (is_at_its_end (c, x)) eqn:E; cbn [negb andb] in H.
  - exists (high + 1). split; [lra|]. intros R A B. cbn [is_at_its_end] in E.
    destruct (has_no_weight c) eqn:W.
    + apply has_no_weight_iff in W. rewrite Hx, !share_weight_zero by trivial. reflexivity.
    + cbn [orb] in E. destruct (max_share c) as [u|] eqn:Hu; [|discriminate].
      apply Qeq_bool_iff in E. rewrite <- E. apply (stays_at_max c u high); trivial. lra.
  - apply Qeq_bool_neq in H. cbn [is_at_its_end] in E. apply orb_false_iff in E.
    destruct E as (W & E). apply has_weight_iff in W.
    assert (W' : 0 < weight c) by (destruct (has_weight c Hd); trivial; contradiction).
    destruct (share_stands c high Hd) as [A B|A B C|u Hu A B].
    + assert (L : weight c * high < min_share c).
      { destruct (Qle_lt_or_eq _ _ B) as [|F]; trivial. destruct H. lra. }
      assert (Q : weight c * (min_share c / weight c) == min_share c) by (field; lra).
      exists (min_share c / weight c). split; [nra|]. intros R C D. rewrite Hx, A. symmetry.
      apply stands_share; trivial. apply stands_at_min; [reflexivity | nra].
    + destruct H. lra.
    + rewrite Hu in E. apply Qeq_bool_neq in E. destruct E. lra.
Qed.

(* All of them. A list of claimants beside the shares that R gives them. *)

Definition gives (R : Q) (given : list (claimant * Q)) : Prop :=
  Forall (fun p => defect_free (fst p) /\ snd p == share (fst p) R) given.

Lemma gets_all_iff : forall given R S, gives R given ->
  (forallb (gets S) given = true <-> same_at (map fst given) R S).
Proof.
  intros given R S H. unfold same_at, shares_at. induction H as [|(c, x) given (Hd & Hx) H IH]; cbn.
  - split; intros; [constructor | trivial].
  - rewrite andb_true_iff, IH. cbn [fst snd] in *. fold (gets S (c, x)).
    rewrite (gets_iff c S x Hd).
    split.
    + intros (A & B). constructor; trivial. lra.
    + intros A. inversion A; subst. split; trivial. lra.
Qed.

Lemma all_room_below : forall given R low, gives R given -> 0 < low ->
  same_at (map fst given) R low -> existsb (less_below low) given = false ->
  exists S, 0 <= S /\ S < low
    /\ forall Q, S <= Q -> Q <= low -> same_at (map fst given) R Q.
Proof.
  intros given R low H HL Hs E. unfold same_at, shares_at in *.
  induction H as [|(c, x) given (Hd & Hx) H IH]; cbn [map fst snd existsb] in *.
  - exists 0. repeat split; try lra. constructor.
  - apply orb_false_iff in E. destruct E as (E1 & E2). inversion Hs; subst.
    destruct IH as (S & A & B & C); trivial.
    destruct (room_below c x low Hd HL) as (S' & A' & B' & C'); trivial; [lra|].
    exists (Qmax S S'). pose proof (Q.max_lub_lt S S' low B B').
    pose proof (Q.le_max_l S S'). pose proof (Q.le_max_r S S').
    repeat split; [lra | lra |]. intros P G G'. constructor; [|apply C; lra].
    rewrite (C' P); lra.
Qed.

Lemma all_room_above : forall given R high, gives R given ->
  same_at (map fst given) R high -> existsb (more_above high) given = false ->
  exists S, high < S /\ forall Q, high <= Q -> Q <= S -> same_at (map fst given) R Q.
Proof.
  intros given R high H Hs E. unfold same_at, shares_at in *.
  induction H as [|(c, x) given (Hd & Hx) H IH]; cbn [map fst snd existsb] in *.
  - exists (high + 1). split; [lra|]. intros. constructor.
  - apply orb_false_iff in E. destruct E as (E1 & E2). inversion Hs; subst.
    destruct IH as (S & A & B); trivial.
    destruct (room_above c x high Hd) as (S' & A' & B'); trivial; [lra|].
    exists (Qmin S S'). pose proof (Q.min_glb_lt S S' high A A').
    pose proof (Q.le_min_l S S'). pose proof (Q.le_min_r S S').
    split; [lra|]. intros P G G'. constructor; [|apply B; lra].
    rewrite (B' P); lra.
Qed.

Lemma same_in : forall given R S p, gives R given -> same_at (map fst given) R S -> In p given ->
  snd p == share (fst p) S.
Proof.
  intros given R S p H. unfold same_at, shares_at.
  induction H as [|q given (Hd & Hx) H IH]; [intros _ []|]. cbn [map].
  intros E. inversion E; subst. intros [->|Hp]; [lra | auto].
Qed.

Lemma given_in : forall given R c x, gives R given -> In (c, x) given -> defect_free c.
Proof.
  intros given R c x H Hp. unfold gives in H. rewrite Forall_forall in H. apply (H _ Hp).
Qed.

Lemma is_right_least_iff : forall given R low, gives R given ->
  (is_right_least low given = true <-> is_least (map fst given) R low).
Proof.
  intros given R low H. unfold is_right_least, is_least.
  rewrite andb_true_iff, orb_true_iff, Qeq_bool_iff, (gets_all_iff given R low H), existsb_exists.
  split.
  - intros (Hs & [E|((c, x) & Hp & E)]); [repeat split; trivial; intros; lra|].
    cbn [less_below] in E. rewrite andb_true_iff, less_iff, Qeq_bool_iff in E.
    destruct E as (L & E). pose proof (given_in _ _ _ _ H Hp) as Hd. pose proof Hd as (Hw & Hl & _).
    assert (P : 0 < weight c).
    { destruct (has_weight c Hd) as [W|W]; trivial. rewrite W in E. lra. }
    repeat split; trivial; [nra|]. intros S HS Ss.
    pose proof (same_in _ _ _ _ H Ss Hp) as Hx. cbn [fst snd] in Hx.
    destruct (share_stands c S Hd) as [A B|A B C|u Hu A B]; nra.
  - intros (H0 & Hs & Hleast). split; trivial.
    destruct (Qlt_le_dec 0 low) as [L|L]; [|left; lra]. right. apply existsb_exists.
    destruct (existsb (less_below low) given) eqn:E; trivial. exfalso.
    destruct (all_room_below given R low H L Hs E) as (S & A & B & C).
    specialize (Hleast S A (C S ltac:(lra) ltac:(lra))). lra.
Qed.

Lemma is_right_greatest_iff : forall given R high, gives R given -> 0 <= R ->
  (is_right_greatest high given = true <-> is_greatest (map fst given) R high).
Proof.
  intros given R [h|] H HR; cbn [is_right_greatest is_greatest].
  - rewrite andb_true_iff, (gets_all_iff given R h H), existsb_exists. split.
    + intros (Hs & ((c, x) & Hp & E)). unfold more_above in E.
      rewrite andb_true_iff, negb_true_iff, Qeq_bool_iff in E. destruct E as (N & E).
      cbn [is_at_its_end] in N. apply orb_false_iff in N. destruct N as (W & N).
      apply has_weight_iff in W. pose proof (given_in _ _ _ _ H Hp) as Hd.
      pose proof Hd as (Hw & Hl & _).
      assert (P : 0 < weight c) by (destruct (has_weight c Hd); trivial; contradiction).
      pose proof (same_in _ _ _ _ H Hs Hp) as Hx. cbn [fst snd] in Hx.
      pose proof (share_min c h Hd). repeat split; trivial; [nra|]. intros S HS Ss.
      pose proof (same_in _ _ _ _ H Ss Hp) as Hx'. cbn [fst snd] in Hx'.
      destruct (share_stands c S Hd) as [A B|A B C|u Hu A B]; [nra | nra |].
      rewrite Hu in N. apply Qeq_bool_neq in N. destruct N. lra.
    + intros (H0 & Hs & Hmost). split; trivial. apply existsb_exists.
      destruct (existsb (more_above h) given) eqn:E; trivial. exfalso.
      destruct (all_room_above given R h H Hs E) as (S & A & B).
      specialize (Hmost S ltac:(lra) (B S ltac:(lra) ltac:(lra))). lra.
  - rewrite forallb_forall. split.
    + intros He S HS. apply (gets_all_iff given R S H). apply forallb_forall. intros (c, x) Hp.
      specialize (He _ Hp). unfold gives in H. rewrite Forall_forall in H.
      destruct (H _ Hp) as (Hd & Hx). cbn [fst snd] in *. apply gets_iff; trivial.
      cbn [is_at_its_end] in He. destruct (has_no_weight c) eqn:W.
      * apply has_no_weight_iff in W. rewrite Hx, !share_weight_zero by trivial. reflexivity.
      * cbn [orb] in He. destruct (max_share c) as [u|] eqn:Hu; [|discriminate].
        apply Qeq_bool_iff in He. rewrite (stays_at_max c u R S); trivial; lra.
    + intros Hs (c, x) Hp. pose proof (given_in _ _ _ _ H Hp) as Hd. cbn [is_at_its_end].
      destruct (has_no_weight c) eqn:W; trivial. apply has_weight_iff in W. cbn [orb].
      assert (P : 0 < weight c) by (destruct (has_weight c Hd); trivial; contradiction).
      assert (Q : weight c * ((x + 1) / weight c) == x + 1) by (field; lra).
      set (far := Qmax R ((x + 1) / weight c)).
      pose proof (Q.le_max_l R ((x + 1) / weight c)).
      pose proof (Q.le_max_r R ((x + 1) / weight c)).
      fold far in H0, H1. pose proof (same_in _ _ _ _ H (Hs far H0) Hp) as Hx. cbn [fst snd] in Hx.
      pose proof (share_min c R Hd).
      destruct (share_stands c far Hd) as [A B|A B C|u Hu A B]; [nra | nra |].
      rewrite Hu. apply Qeq_bool_iff. lra.
Qed.

Lemma same_at_refl : forall cs R, same_at cs R R.
Proof. intros. apply all_eq_refl. Qed.

Lemma same_between : forall cs R low high S, Forall defect_free cs -> same_at cs R low ->
  same_at cs R high -> low <= S -> S <= high -> same_at cs R S.
Proof.
  intros cs R low high S Hd. unfold same_at, shares_at.
  induction Hd as [|c cs Hc Hcs IH]; cbn [map]; intros A B L G; [constructor|].
  inversion A; inversion B; subst. constructor; auto.
  pose proof (share_monotone c low S Hc L). pose proof (share_monotone c S high Hc G). lra.
Qed.

Lemma are_the_ratios_iff : forall cs R all, Forall defect_free cs -> 0 <= R ->
  (are_the_ratios cs R all <-> is_least cs R (least all) /\ is_greatest cs R (greatest all)).
Proof.
  intros cs R (low, high) Hd HR. unfold are_the_ratios, is_least, is_greatest. cbn [least greatest].
  split.
  - intros (H0 & H). destruct (proj1 (H R HR) (same_at_refl cs R)) as (A & B).
    split; [repeat split; trivial|].
    + apply H; trivial. split; [lra|]. destruct high; cbn in *; trivial. lra.
    + intros S HS Ss. apply H; trivial.
    + destruct high as [h|]; cbn in B.
      * repeat split; [lra | apply H; cbn; lra |]. intros S HS Ss. apply H in Ss; trivial. apply Ss.
      * intros S L. apply H; cbn; lra.
  - intros ((H0 & Sl & Hl) & G). split; trivial. intros S HS. split.
    + intros Ss. split; [auto|]. destruct high as [h|]; cbn; trivial. apply G; trivial.
    + intros (A & B). destruct high as [h|]; cbn in B.
      * apply (same_between cs R low h); trivial. apply G.
      * destruct (Qlt_le_dec S R) as [L|L]; [|auto].
        apply (same_between cs R low R); trivial; [apply same_at_refl | lra].
Qed.

(* The loops. *)

(* Claimant i does not stand where its branch says, or lacks one, and all before it do. *)
Definition first_wrong (right : claimant -> branch -> Prop) (cs : list claimant) (bs : list branch)
    (i : nat) : Prop :=
  Forall2 right (firstn i cs) (firstn i bs)
  /\ match nth_error cs i, nth_error bs i with
     | Some c, Some b => ~ right c b
     | None, None => False
     | _, _ => True
     end.

Lemma first_wrong_later : forall (right : claimant -> branch -> Prop) c b cs bs k, right c b ->
  first_wrong right cs bs k -> first_wrong right (c :: cs) (b :: bs) (S k).
Proof. intros right c b cs bs k H (A & B). split; trivial. constructor; trivial. Qed.

Lemma first_wrong_refutes : forall right cs bs i,
  first_wrong right cs bs i -> ~ Forall2 right cs bs.
Proof.
  intros right cs bs i (_ & N) H. revert i N.
  induction H as [|c b cs bs Hc H IH]; intros [|i] N; cbn in N; eauto.
Qed.

Lemma first_wrong_iff : forall (P Q : claimant -> branch -> Prop) cs bs i,
  (forall c b, P c b <-> Q c b) -> first_wrong P cs bs i -> first_wrong Q cs bs i.
Proof.
  intros P Q cs bs i H (A & B). split.
  - induction A; constructor; trivial. apply H. trivial.
  - destruct (nth_error cs i); destruct (nth_error bs i); trivial. rewrite <- H. trivial.
Qed.

Lemma add_up_adds : forall R cs bs i clamped weights k w, Forall defect_free cs ->
  add_up R i clamped weights cs bs = inr (k, w) ->
  Forall2 (stands_where R) cs bs /\ k + w * R == clamped + weights * R + sum_at cs R.
Proof.
  intros R cs. induction cs as [|c cs IH]; intros [|b bs] i clamped weights k w Hd H; cbn in H;
    try discriminate.
  - injection H as <- <-. split; [constructor|]. unfold sum_at. cbn. lra.
  - destruct (stands_at c R b) eqn:E; [|discriminate]. apply stands_at_iff in E.
    inversion Hd; subst. pose proof (branch_share_is c R b H2 E) as Hs. unfold sum_at. cbn.
    fold (shares_at cs R). fold (sum_at cs R).
    destruct b; cbn [negb branch_share] in H, Hs; apply IH in H; trivial; destruct H as (F & G);
      (split; [constructor; trivial|]); rewrite G, Qred_correct; rewrite ?Qred_correct in Hs; lra.
Qed.

Lemma add_up_stops : forall R cs bs i clamped weights f,
  add_up R i clamped weights cs bs = inl f ->
  exists k, f = Wrong_branch (i + k) /\ first_wrong (stands_where R) cs bs k.
Proof.
  intros R cs. induction cs as [|c cs IH]; intros [|b bs] i clamped weights f H; cbn in H;
    try discriminate;
    try (injection H as <-; exists 0%nat; rewrite Nat.add_0_r; split; trivial; split;
         [constructor | exact I]).
  destruct (stands_at c R b) eqn:E.
  - apply stands_at_iff in E.
    destruct b; cbn [negb] in H; apply IH in H; destruct H as (k & -> & W); exists (S k);
      rewrite Nat.add_succ_r; split; trivial; apply first_wrong_later; trivial.
  - injection H as <-. exists 0%nat. rewrite Nat.add_0_r. split; trivial. split; [constructor|].
    cbn. rewrite <- stands_at_iff. congruence.
Qed.

Lemma sum_of_bounds_adds : forall has cs bs i total t, sum_of_bounds has i total cs bs = inr t ->
  exists xs, t == total + sum xs
    /\ Forall2 (fun p x => has (fst p) (snd p) = Some x) (combine cs bs) xs
    /\ Forall2 (fun c b => has c b <> None) cs bs.
Proof.
  intros has cs. induction cs as [|c cs IH]; intros [|b bs] i total t H; cbn in H;
    try discriminate.
  - injection H as <-. exists []. repeat split; try constructor. cbn. lra.
  - destruct (has c b) as [x|] eqn:E; [|discriminate]. apply IH in H.
    destruct H as (xs & Ht & F & G). exists (x :: xs). cbn. rewrite Ht, Qred_correct.
    repeat split; [lra | constructor; trivial | constructor; trivial; congruence].
Qed.

Lemma sum_of_bounds_stops : forall has cs bs i total f, sum_of_bounds has i total cs bs = inl f ->
  exists k, f = Wrong_branch (i + k) /\ first_wrong (fun c b => has c b <> None) cs bs k.
Proof.
  intros has cs. induction cs as [|c cs IH]; intros [|b bs] i total f H; cbn in H;
    try discriminate;
    try (injection H as <-; exists 0%nat; rewrite Nat.add_0_r; split; trivial; split;
         [constructor | exact I]).
  destruct (has c b) as [x|] eqn:E.
  - apply IH in H. destruct H as (k & -> & W). exists (S k). rewrite Nat.add_succ_r.
    split; trivial. apply first_wrong_later; trivial. congruence.
  - injection H as <-. exists 0%nat. rewrite Nat.add_0_r. split; trivial. split; [constructor|].
    cbn. congruence.
Qed.

Lemma has_its_minimum_iff : forall c b, has_its_minimum c b <> None <-> b = at_min.
Proof. intros c [| |]; cbn; split; congruence. Qed.

Lemma has_its_end_iff : forall c b,
  has_its_end c b <> None
  <-> weight c == 0 /\ b = at_min \/ ~ weight c == 0 /\ b = at_max /\ max_share c <> None.
Proof.
  intros c b. unfold has_its_end. destruct (has_no_weight c) eqn:W.
  - apply has_no_weight_iff in W. rewrite has_its_minimum_iff. tauto.
  - apply has_weight_iff in W. destruct b; split; intros H; intuition congruence.
Qed.

Lemma minimums_by_branches : forall cs bs xs,
  Forall2 (fun p x => has_its_minimum (fst p) (snd p) = Some x) (combine cs bs) xs ->
  length cs = length bs -> minimums cs == sum xs.
Proof.
  unfold minimums. induction cs as [|c cs IH]; intros [|b bs] xs H L; cbn in *; try discriminate;
    inversion H; subst; cbn; [lra|].
  rewrite (IH bs l') by (trivial; congruence). cbn [fst snd] in *.
  destruct b; cbn in *; try discriminate. injection H2 as ->. lra.
Qed.

Lemma most_by_branches : forall cs bs xs,
  Forall2 (fun p x => has_its_end (fst p) (snd p) = Some x) (combine cs bs) xs ->
  length cs = length bs -> match most cs with Some m => m == sum xs | None => False end.
Proof.
  induction cs as [|c cs IH]; intros [|b bs] xs H L; cbn in *; try discriminate;
    inversion H; subst; cbn; [lra|].
  specialize (IH bs l'). destruct (most cs) as [m|]; [|destruct IH; trivial; congruence].
  assert (E : end_of c = Some y).
  { cbn [fst snd] in *. unfold has_its_end, has_no_weight in *. unfold end_of.
    destruct (Qeq_bool (weight c) 0); destruct b; cbn in *; congruence. }
  rewrite E. rewrite IH by (trivial; congruence). lra.
Qed.

(* What the function finds. *)

Lemma given_shares : forall cs R bs, Forall defect_free cs -> Forall2 (stands_where R) cs bs ->
  Forall2 Qeq (shares_of cs R bs) (shares_at cs R) /\ gives R (combine cs (shares_of cs R bs))
  /\ map fst (combine cs (shares_of cs R bs)) = cs.
Proof.
  intros cs R bs Hd H. unfold shares_of, gives.
  induction H as [|c b cs bs Hc H IH]; cbn; [repeat split; constructor|].
  inversion Hd; subst. destruct (IH H3) as (A & B & C).
  pose proof (branch_share_is c R b H2 Hc) as E.
  repeat split; try constructor; cbn; trivial; try (split; trivial); congruence.
Qed.

(* What is wrong with a certificate, where the function says that it is. *)
Definition is_a_flaw (T : Q) (cs : list claimant) (s : statement) (f : flaw) : Prop :=
  match f with
  | Negative_ratio => exists R all, says s = Says_divided R all /\ R < 0
  | Wrong_branch i => first_wrong (branch_is_right (says s)) cs (branches s) i
  | Wrong_sum t => is_the_sum cs (says s) t /\ ~ sum_is_right T (says s) t
  | Wrong_end of_greatest =>
      exists R all, says s = Says_divided R (Some all)
        /\ if of_greatest then ~ is_greatest cs R (greatest all) else ~ is_least cs R (least all)
  end.

Lemma find_wrong_end_finds : forall R all given, gives R given -> 0 <= R ->
  Forall defect_free (map fst given) ->
  match find_wrong_end all given with
  | Some (Wrong_end true) => ~ is_greatest (map fst given) R (greatest all)
  | Some (Wrong_end false) => ~ is_least (map fst given) R (least all)
  | Some _ => False
  | None => are_the_ratios (map fst given) R all
  end.
Proof.
  intros R all given H HR Hd. unfold find_wrong_end.
  pose proof (is_right_least_iff given R (least all) H) as L.
  pose proof (is_right_greatest_iff given R (greatest all) H HR) as G.
  destruct (is_right_least _ _); destruct (is_right_greatest _ _); cbn [negb];
    try (rewrite <- L; discriminate); try (rewrite <- G; discriminate).
  apply are_the_ratios_iff; trivial. split; [apply L | apply G]; trivial.
Qed.

Lemma is_the_sum_unique : forall cs w s t, is_the_sum cs w s -> is_the_sum cs w t -> s == t.
Proof.
  intros cs [R all|e|e] s t; cbn; try lra. destruct (most cs); [lra | tauto].
Qed.

Lemma sum_is_right_eq : forall T w s t, s == t -> sum_is_right T w s -> sum_is_right T w t.
Proof. intros T [R all|e|e] s t; cbn; lra. Qed.

Lemma find_flaw_finds : forall T cs s, Forall defect_free cs ->
  match find_flaw T cs s with
  | Some f => is_a_flaw T cs s f
  | None => certifies T cs s
  end.
Proof.
  intros T cs (says, bs) Hd. unfold find_flaw, certifies. cbn [Flaw.says branches].
  destruct says as [R all|e|e].
  - unfold find_flaw_of_divided. destruct (less R 0) eqn:E.
    { apply less_iff in E. cbn. eauto. }
    unfold less in E. apply negb_false_iff, Qle_bool_iff in E.
    destruct (add_up R 0 0 0 cs bs) as [f|(k, w)] eqn:A.
    { apply add_up_stops in A. destruct A as (i & -> & H). exact H. }
    apply add_up_adds in A; trivial. destruct A as (HB & Hs).
    destruct (Qeq_bool (Qred (k + w * R)) T) eqn:F.
    + apply Qeq_bool_iff in F. rewrite Qred_correct in F.
      destruct (given_shares cs R bs Hd HB) as (S & G & C).
      assert (sums : exists t, is_the_sum cs (Says_divided R all) t
                     /\ sum_is_right T (Says_divided R all) t).
      { exists T. cbn. split; [lra | reflexivity]. }
      destruct all as [r|]; [|cbn; auto].
      pose proof (find_wrong_end_finds R r _ G E) as W. rewrite C in W. specialize (W Hd).
      destruct (find_wrong_end _ _) as [[| | |[|]]|]; try contradiction; cbn; eauto.
    + cbn. rewrite Qred_correct. split; [lra|]. intros H. apply Qeq_bool_neq in F.
      rewrite Qred_correct in F. lra.
  - destruct (sum_of_bounds has_its_minimum 0 0 cs bs) as [f|t] eqn:A.
    { apply sum_of_bounds_stops in A. destruct A as (i & -> & H). cbn.
      eapply first_wrong_iff; [|exact H]. intros c b. apply has_its_minimum_iff. }
    apply sum_of_bounds_adds in A. destruct A as (xs & Ht & Hx & HB).
    pose proof (minimums_by_branches cs bs xs Hx (forall2_length _ _ _ _ _ HB)) as M.
    assert (HB' : Forall2 (fun (_ : claimant) b => b = at_min) cs bs).
    { clear - HB. induction HB; constructor; trivial. eapply has_its_minimum_iff; eauto. }
    destruct (less 0 e && Qeq_bool t (T + e)) eqn:F.
    + apply andb_true_iff in F. rewrite less_iff, Qeq_bool_iff in F. cbn.
      split; [exact HB'|]. split; trivial. exists t. lra.
    + cbn. split; [lra|]. intros (P & G). apply less_iff in P. apply Qeq_bool_iff in G.
      rewrite P, G in F. discriminate.
  - destruct (sum_of_bounds has_its_end 0 0 cs bs) as [f|t] eqn:A.
    { apply sum_of_bounds_stops in A. destruct A as (i & -> & H). cbn.
      eapply first_wrong_iff; [|exact H]. intros c b. apply has_its_end_iff. }
    apply sum_of_bounds_adds in A. destruct A as (xs & Ht & Hx & HB).
    pose proof (most_by_branches cs bs xs Hx (forall2_length _ _ _ _ _ HB)) as M.
    assert (HB' : Forall2 (branch_is_right (Says_surplus e)) cs bs).
    { clear - HB. induction HB; constructor; trivial. apply has_its_end_iff. trivial. }
    destruct (most cs) as [m|] eqn:Em; [|contradiction].
    destruct (less 0 e && Qeq_bool (t + e) T) eqn:F.
    + apply andb_true_iff in F. rewrite less_iff, Qeq_bool_iff in F.
      split; [exact HB'|]. split; trivial. exists t. cbn. rewrite Em. lra.
    + cbn. rewrite Em. split; [lra|]. intros (P & G). apply less_iff in P. apply Qeq_bool_iff in G.
      rewrite P, G in F. discriminate.
Qed.

(* Theorem: what the certificate checker finds wrong with a certificate is so: the first claimant
   that does not stand where it says, what the shares really add up to, or which end of the ratios
   is not the least, or not the greatest. *)
Theorem flaw_is_so :
  forall T cs s f, Forall defect_free cs -> find_flaw T cs s = Some f -> is_a_flaw T cs s f.
Proof.
  intros T cs s f Hd H. pose proof (find_flaw_finds T cs s Hd) as G. rewrite H in G. trivial.
Qed.

(* Theorem: the certificate checker accepts exactly the certificates that certify what they say: the
   ratio, where each claimant stands, the total and all ratios that give the shares; or the excess,
   or what is left over. *)
Theorem no_flaw_iff :
  forall T cs s, Forall defect_free cs -> (find_flaw T cs s = None <-> certifies T cs s).
Proof.
  intros T cs s Hd. pose proof (find_flaw_finds T cs s Hd) as H. split; intros G.
  - rewrite G in H. trivial.
  - destruct (find_flaw T cs s) as [f|] eqn:F; trivial. exfalso.
    destruct G as (HB & (t & Ht & Hr) & G).
    destruct f as [|i|u|[|]]; cbn in H.
    + destruct H as (R & all & E & N). rewrite E in G. lra.
    + apply first_wrong_refutes in H. contradiction.
    + destruct H as (A & B). apply B. apply (sum_is_right_eq T _ t); trivial.
      eapply is_the_sum_unique; eauto.
    + destruct H as (R & all & E & N). rewrite E in G. destruct G as (HR & G).
      apply are_the_ratios_iff in G; tauto.
    + destruct H as (R & all & E & N). rewrite E in G. destruct G as (HR & G).
      apply are_the_ratios_iff in G; tauto.
Qed.

(* Theorem: what an accepted certificate gives are the fair shares, and no others are; of one that
   is of no allocation, no shares are fair. *)
Theorem accepted_certificate_decides :
  forall T cs s, Forall defect_free cs -> find_flaw T cs s = None ->
    match says s with
    | Says_divided R _ =>
        fair_at R T cs (shares_of cs R (branches s))
        /\ forall ys, fair T cs ys -> Forall2 Qeq ys (shares_of cs R (branches s))
    | Says_overcommitted _ => overcommitted T cs /\ forall xs, ~ fair T cs xs
    | Says_surplus _ => surplus T cs /\ forall xs, ~ fair T cs xs
    end.
Proof.
  intros T cs (says, bs) Hd H. apply no_flaw_iff in H; trivial.
  destruct H as (HB & (t & Ht & Hr) & G). cbn [Flaw.says branches] in *.
  destruct says as [R all|e|e]; cbn in Ht, Hr.
  - destruct G as (HR & _). destruct (given_shares cs R bs Hd HB) as (A & _).
    assert (F : fair_at R T cs (shares_of cs R bs)).
    { repeat split; trivial. rewrite (sum_eq _ _ A). fold (sum_at cs R). lra. }
    split; trivial. intros ys Hy. apply (shares_unique T cs); trivial. exists R. trivial.
  - assert (O : overcommitted T cs) by (unfold overcommitted; lra). split; trivial.
    intros xs. apply no_shares_without_a_possible_total; auto.
  - assert (O : surplus T cs).
    { unfold surplus. destruct (most cs); [lra | trivial]. }
    split; trivial. intros xs. apply no_shares_without_a_possible_total; auto.
Qed.

Lemma branches_are_right : forall cs R, Forall defect_free cs ->
  Forall2 (stands_where R) cs (map (branch_at R) cs).
Proof.
  intros cs R Hd. induction Hd as [|c cs Hc Hcs IH]; constructor; trivial.
  unfold branch_at. destruct (Qle_bool (weight c * R) (min_share c)) eqn:E.
  - apply Qle_bool_iff in E. cbn. auto.
  - apply not_le in E. assert (W : ~ weight c == 0).
    { intros W. rewrite W in E. destruct Hc as (_ & Hl & _). lra. }
    destruct (max_share c) as [u|] eqn:Hu.
    + destruct (Qle_bool u (weight c * R)) eqn:F.
      * apply Qle_bool_iff in F. cbn. eauto.
      * apply not_le in F. cbn. rewrite Hu. cbn. repeat split; trivial; lra.
    + cbn. rewrite Hu. cbn. repeat split; trivial; lra.
Qed.

(* Theorem: every problem has a certificate that is accepted, whichever of the three outcomes it
   has. *)
Theorem every_problem_has_a_certificate :
  forall T cs, Forall defect_free cs -> exists s, find_flaw T cs s = None.
Proof.
  intros T cs Hd. destruct (one_outcome_holds T cs) as [P|[O|S]].
  - apply exists_iff in P; trivial. destruct P as (xs & R & HR).
    pose proof (fair_sum_at _ _ _ _ HR).
    exists (Statement (Says_divided R None) (map (branch_at R) cs)). apply no_flaw_iff; trivial.
    split; [apply branches_are_right; trivial|]. split.
    + exists T. cbn. split; [trivial | reflexivity].
    + cbn. split; trivial. apply HR.
  - exists (Statement (Says_overcommitted (minimums cs - T)) (map (fun _ => at_min) cs)).
    apply no_flaw_iff; trivial. split; [|split; [|exact I]].
    + cbn. clear. induction cs; constructor; trivial. reflexivity.
    + exists (minimums cs). unfold overcommitted in O. cbn. repeat split; lra.
  - unfold surplus in S. destruct (most cs) as [m|] eqn:Em; [|contradiction].
    exists (Statement (Says_surplus (T - m))
              (map (fun c => if has_no_weight c then at_min else at_max) cs)).
    apply no_flaw_iff; trivial. split; [|split; [|exact I]].
    + cbn [Flaw.says branches branch_is_right]. clear Hd S. revert m Em.
      induction cs as [|c cs IH]; intros m Em; cbn [map]; constructor.
      * cbn in Em. unfold has_no_weight. unfold end_of in Em.
        destruct (Qeq_bool (weight c) 0) eqn:W.
        -- left. apply Qeq_bool_iff in W. auto.
        -- right. apply Qeq_bool_neq in W. repeat split; trivial.
           destruct (max_share c); [discriminate | congruence].
      * cbn in Em. destruct (end_of c); [|discriminate].
        destruct (most cs) as [m'|]; [|discriminate]. apply (IH m'). trivial.
    + exists m. cbn. rewrite Em. repeat split; lra.
Qed.
