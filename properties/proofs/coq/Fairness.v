(* What fairness is: the definition, and nothing that solves.

     share c R = clamp (weight c * R) between min_share c and max_share c
     fair:       one ratio R >= 0 gives every share, and the shares add up to the total

   Numbers are rationals, a problem is a total and a list of claimants of any length, and a
   claimant without a maximum has max_share None. Equality of rationals is ==, since 1/2 and 2/4
   are two ways to write one number. Everything else in this folder rests on this file. *)
From Coq Require Import List QArith Qminmax Lqa.
Import ListNotations.
Open Scope Q_scope.

Record claimant := Claimant { weight : Q; min_share : Q; max_share : option Q }.

(* Below and at most a number that may be absent; absent is higher than every number. *)
Definition at_most (s : Q) (limit : option Q) : Prop :=
  match limit with Some u => s <= u | None => True end.
Definition below (s : Q) (limit : option Q) : Prop :=
  match limit with Some u => s < u | None => True end.

(* The inputs that are problems: those in which find_defect of model/problem.h finds none. *)
Definition defect_free (c : claimant) : Prop :=
  0 <= weight c /\ 0 <= min_share c /\ at_most (min_share c) (max_share c).

Definition share (c : claimant) (R : Q) : Q :=
  let at_least_min := Qmax (min_share c) (weight c * R) in
  match max_share c with Some u => Qmin u at_least_min | None => at_least_min end.

Definition shares_at (cs : list claimant) (R : Q) : list Q := map (fun c => share c R) cs.

Fixpoint sum (xs : list Q) : Q := match xs with [] => 0 | x :: rest => x + sum rest end.

Definition sum_at (cs : list claimant) (R : Q) : Q := sum (shares_at cs R).

Definition fair_at (R T : Q) (cs : list claimant) (xs : list Q) : Prop :=
  0 <= R /\ Forall2 Qeq xs (shares_at cs R) /\ sum xs == T.

Definition fair (T : Q) (cs : list claimant) (xs : list Q) : Prop := exists R, fair_at R T cs xs.

(* The most that any ratio gives a claimant: nothing beyond the minimum where there is no weight. *)
Definition end_of (c : claimant) : option Q :=
  if Qeq_bool (weight c) 0 then Some (min_share c) else max_share c.

Definition in_bounds (c : claimant) (x : Q) : Prop := min_share c <= x /\ at_most x (end_of c).

Definition minimums (cs : list claimant) : Q := sum (map min_share cs).

(* The most that can be claimed; None where there is no end. *)
Fixpoint most (cs : list claimant) : option Q :=
  match cs with
  | [] => Some 0
  | c :: rest =>
      match end_of c, most rest with Some e, Some m => Some (e + m) | _, _ => None end
  end.

(* Fairness without a ratio: the richer of two claimants holds more per unit of weight than the
   poorer, is above its minimum, and the poorer is below its end. Levels are compared by
   cross-multiplication, so that weight 0 divides nothing. *)
Definition unequal (richer poorer : claimant * Q) : Prop :=
  snd poorer * weight (fst richer) < snd richer * weight (fst poorer)
  /\ min_share (fst richer) < snd richer
  /\ below (snd poorer) (end_of (fst poorer)).

Definition obeys_axioms (T : Q) (cs : list claimant) (xs : list Q) : Prop :=
  sum xs == T
  /\ Forall2 in_bounds cs xs
  /\ (forall richer poorer,
        In richer (combine cs xs) -> In poorer (combine cs xs) -> ~ unequal richer poorer).

(* What share is, case by case: where a claimant stands at a ratio. *)

Inductive stands (c : claimant) (R s : Q) : Prop :=
  | stands_at_min : s == min_share c -> weight c * R <= min_share c -> stands c R s
  | stands_proportional :
      s == weight c * R -> min_share c <= s -> at_most s (max_share c) -> stands c R s
  | stands_at_max : forall u, max_share c = Some u -> s == u -> u <= weight c * R -> stands c R s.

(* A known maximum, put into whatever is said of it. *)
Ltac use_max :=
  repeat match goal with
    | H : max_share ?c = Some _, J : context [at_most _ (max_share ?c)] |- _ =>
        rewrite H in J; unfold at_most in J
    | H : max_share ?c = Some _, J : max_share ?c = Some _ |- _ =>
        rewrite H in J; injection J as ->
    end.

Lemma share_stands : forall c R, defect_free c -> stands c R (share c R).
Proof.
  intros c R (_ & _ & Hlu). unfold share.
  destruct (Q.max_spec (min_share c) (weight c * R)) as [[H E]|[H E]];
    destruct (max_share c) as [u|] eqn:Hu; simpl in Hlu.
  - destruct (Q.min_spec u (Qmax (min_share c) (weight c * R))) as [[H' E']|[H' E']].
    + apply (stands_at_max c R _ u); [assumption | assumption | lra].
    + apply stands_proportional; rewrite ?Hu; simpl; lra.
  - apply stands_proportional; rewrite ?Hu; simpl; trivial; lra.
  - destruct (Q.min_spec u (Qmax (min_share c) (weight c * R))) as [[H' E']|[H' E']].
    + apply stands_at_min; lra.
    + apply stands_at_min; lra.
  - apply stands_at_min; lra.
Qed.

Lemma stands_share : forall c R s, defect_free c -> stands c R s -> s == share c R.
Proof.
  intros c R s Hd Hs. pose proof (share_stands c R Hd) as H. destruct Hd as (_ & _ & Hlu).
  destruct Hs as [E I|E I J|u Hu E I]; destruct H as [E' I'|E' I' J'|u' Hu' E' I'];
    repeat match goal with H : max_share c = _ |- _ => rewrite H in *; clear H end;
    repeat match goal with H : Some _ = Some _ |- _ => injection H; intros; subst; clear H end;
    unfold at_most in *; try lra; destruct (max_share c); lra.
Qed.

Lemma share_min : forall c R, defect_free c -> min_share c <= share c R.
Proof.
  intros c R Hd. destruct (share_stands c R Hd) as [E I|E I J|u Hu E I]; try lra.
  destruct Hd as (_ & _ & Hlu). rewrite Hu in Hlu. simpl in Hlu. lra.
Qed.

Lemma share_weight_zero : forall c R, defect_free c -> weight c == 0 -> share c R == min_share c.
Proof.
  intros c R Hd Hw. symmetry. apply stands_share; trivial. apply stands_at_min; try lra.
  destruct Hd as (_ & Hl & _). rewrite Hw. lra.
Qed.

Lemma share_at_zero : forall c, defect_free c -> share c 0 == min_share c.
Proof.
  intros c Hd. symmetry. apply stands_share; trivial. apply stands_at_min; try lra.
  destruct Hd as (_ & Hl & _). lra.
Qed.

Lemma end_of_weightless : forall c, weight c == 0 -> end_of c = Some (min_share c).
Proof.
  intros c H. unfold end_of. apply Qeq_bool_iff in H. rewrite H. reflexivity.
Qed.

Lemma end_of_weighted : forall c, ~ weight c == 0 -> end_of c = max_share c.
Proof.
  intros c H. unfold end_of. destruct (Qeq_bool (weight c) 0) eqn:E; trivial.
  apply Qeq_bool_iff in E. contradiction.
Qed.

Lemma share_end : forall c R, defect_free c -> at_most (share c R) (end_of c).
Proof.
  intros c R Hd. destruct (Qeq_dec (weight c) 0) as [W|W].
  - rewrite (end_of_weightless c W). simpl. rewrite (share_weight_zero c R Hd W). lra.
  - rewrite (end_of_weighted c W).
    destruct (share_stands c R Hd) as [E I|E I J|u Hu E I]; destruct Hd as (_ & _ & Hlu).
    + destruct (max_share c); simpl in *; lra.
    + assumption.
    + rewrite Hu. simpl. lra.
Qed.

Lemma share_in_bounds : forall c R, defect_free c -> in_bounds c (share c R).
Proof. intros. split; [apply share_min | apply share_end]; assumption. Qed.
