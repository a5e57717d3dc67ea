(* The loops over columns: that none leaves a claimant out, nor takes one twice. For `for_each_vector` of reference/,
   `sum_in_blocks`, `partition`, which copies those that are open, and what writes shares. *)
From Coq Require Import Reals ZArith Lra Lia List Psatz Permutation.
From Flocq Require Import Core.
Require Import Rounding Constants Sums Ratio FastPath Fraction Least Flat.
Import ListNotations.
Open Scope R_scope.

Local Instance prec_is_positive : Prec_gt_0 53 := eq_refl.

Lemma filter_is_no_longer : forall (A : Type) (f : A -> bool) xs, (length (filter f xs) <= length xs)%nat.
Proof. intros A f. induction xs as [| x xs IH]; simpl; [lia |]. destruct (f x); simpl; lia. Qed.

(* ---- Vectors *)

Section Vectors.
  Variable A : Type.
  Variable zero : A.
  Variable lanes : nat.
  Hypothesis Hlanes : (1 <= lanes)%nat.

  Definition load (xs : list A) (i : nat) : list A := firstn lanes (skipn i xs).
  Definition load_last (xs : list A) (i : nat) : list A := skipn i xs ++ repeat zero (lanes - length (skipn i xs)).

  (* for (; i + 2 * lanes <= size; i += 2 * lanes): what it loads, and where it ends. A step takes some of `fuel`. *)
  Fixpoint by_two (fuel i : nat) (xs : list A) : list (list A) * nat :=
    match fuel with
    | O => ([], i)
    | S fuel =>
        if (i + 2 * lanes <=? length xs)%nat then
          let others := by_two fuel (i + 2 * lanes) xs in
          (load xs i :: load xs (i + lanes) :: fst others, snd others)
        else ([], i)
    end.

  (* for (; i + lanes <= size; i += lanes) *)
  Fixpoint by_one (fuel i : nat) (xs : list A) : list (list A) * nat :=
    match fuel with
    | O => ([], i)
    | S fuel =>
        if (i + lanes <=? length xs)%nat then
          let others := by_one fuel (i + lanes) xs in (load xs i :: fst others, snd others)
        else ([], i)
    end.

  Definition ending (xs : list A) (i : nat) : list (list A) := if (i <? length xs)%nat then [load_last xs i] else [].

  (* The vectors of `for_each_vector`, and of the loops that `partition` and the writing passes have of their own. *)
  Definition for_each_vector (xs : list A) : list (list A) :=
    let (pairs, i) := by_two (length xs) 0 xs in
    if (i + lanes <=? length xs)%nat then pairs ++ [load xs i] ++ ending xs (i + lanes) else pairs ++ ending xs i.
  Definition one_by_one (xs : list A) : list (list A) :=
    let (vectors, i) := by_one (length xs) 0 xs in vectors ++ ending xs i.

  (* Every element once, and zeros in the lanes beyond the end. *)
  Definition are_vectors_of (xs : list A) (vectors : list (list A)) :=
    (exists zeros, concat vectors = xs ++ repeat zero zeros /\ (zeros < lanes)%nat) /\
    forall v, In v vectors -> length v = lanes.

  Lemma skipn_more : forall n m (xs : list A), skipn n (skipn m xs) = skipn (m + n) xs.
  Proof.
    intros n m. induction m as [| m IH]; intros xs; [reflexivity |]. destruct xs as [| x xs]; [now rewrite !skipn_nil |].
    exact (IH xs).
  Qed.

  Lemma load_and_rest : forall xs i, load xs i ++ skipn (i + lanes) xs = skipn i xs.
  Proof. intros xs i. unfold load. rewrite <- skipn_more. apply firstn_skipn. Qed.

  Lemma load_is_full : forall xs i, (i + lanes <= length xs)%nat -> length (load xs i) = lanes.
  Proof. intros xs i H. unfold load. rewrite firstn_length, skipn_length. lia. Qed.

  Definition goes_to (xs : list A) (i step : nat) (found : list (list A) * nat) :=
    (i <= snd found <= length xs)%nat /\ (length xs < snd found + step)%nat /\
    concat (fst found) ++ skipn (snd found) xs = skipn i xs /\ forall v, In v (fst found) -> length v = lanes.

  Lemma by_two_goes : forall xs fuel i, (i <= length xs)%nat -> (length xs <= i + fuel)%nat ->
    goes_to xs i (2 * lanes) (by_two fuel i xs).
  Proof.
    intros xs. induction fuel as [| fuel IH]; intros i Hi Hf.
    - repeat split; simpl; try lia.
    - cbn [by_two]. destruct (Nat.leb_spec (i + 2 * lanes) (length xs)) as [L | L].
      + destruct (IH (i + 2 * lanes)%nat L ltac:(lia)) as (A1 & A2 & A3 & A4). unfold goes_to. cbn [fst snd].
        split; [lia | split; [assumption | split]].
        * cbn [concat]. rewrite <- app_assoc, <- app_assoc, A3.
          replace (i + 2 * lanes)%nat with (i + lanes + lanes)%nat by lia.
          now rewrite load_and_rest, load_and_rest.
        * intros v [<- | [<- | I]]; [apply load_is_full; lia | apply load_is_full; lia | now apply A4].
      + repeat split; simpl; try lia.
  Qed.

  Lemma by_one_goes : forall xs fuel i, (i <= length xs)%nat -> (length xs <= i + fuel)%nat ->
    goes_to xs i lanes (by_one fuel i xs).
  Proof.
    intros xs. induction fuel as [| fuel IH]; intros i Hi Hf.
    - repeat split; simpl; try lia.
    - cbn [by_one]. destruct (Nat.leb_spec (i + lanes) (length xs)) as [L | L].
      + destruct (IH (i + lanes)%nat L ltac:(lia)) as (A1 & A2 & A3 & A4). unfold goes_to. cbn [fst snd].
        split; [lia | split; [assumption | split]].
        * cbn [concat]. now rewrite <- app_assoc, A3, load_and_rest.
        * intros v [<- | I]; [apply load_is_full; lia | now apply A4].
      + repeat split; simpl; try lia.
  Qed.

  Lemma ending_is : forall xs vectors i, (i <= length xs < i + lanes)%nat ->
    concat vectors ++ skipn i xs = xs -> (forall v, In v vectors -> length v = lanes) ->
    are_vectors_of xs (vectors ++ ending xs i).
  Proof.
    intros xs vectors i Hi E Hv. unfold ending. destruct (Nat.ltb_spec i (length xs)) as [L | L].
    - assert (Len : length (skipn i xs) = (length xs - i)%nat) by apply skipn_length. split.
      + exists (lanes - length (skipn i xs))%nat. split; [| lia].
        rewrite concat_app. cbn [concat]. rewrite app_nil_r. unfold load_last. now rewrite app_assoc, E.
      + intros v I. apply in_app_or in I. destruct I as [I | [<- | []]]; [now apply Hv |].
        unfold load_last. rewrite app_length, repeat_length. lia.
    - split.
      + exists 0%nat. split; [| lia]. rewrite skipn_all2, app_nil_r in E by lia. cbn [repeat]. now rewrite !app_nil_r.
      + intros v I. rewrite app_nil_r in I. now apply Hv.
  Qed.

  Lemma one_by_one_is : forall xs, are_vectors_of xs (one_by_one xs).
  Proof.
    intros xs. unfold one_by_one. destruct (by_one_goes xs (length xs) 0 ltac:(lia) ltac:(lia)) as (A1 & A2 & A3 & A4).
    destruct (by_one (length xs) 0 xs) as (vectors, i). cbn [fst snd] in *. apply ending_is; trivial. lia.
  Qed.

  Lemma for_each_vector_is : forall xs, are_vectors_of xs (for_each_vector xs).
  Proof.
    intros xs. unfold for_each_vector.
    destruct (by_two_goes xs (length xs) 0 ltac:(lia) ltac:(lia)) as (A1 & A2 & A3 & A4).
    destruct (by_two (length xs) 0 xs) as (pairs, i). cbn [fst snd] in *.
    destruct (Nat.leb_spec (i + lanes) (length xs)) as [L | L].
    - rewrite app_assoc. apply ending_is; [lia | |].
      + rewrite concat_app. cbn [concat]. now rewrite app_nil_r, <- app_assoc, load_and_rest.
      + intros v I. apply in_app_or in I. destruct I as [I | [<- | []]]; [now apply A4 | now apply load_is_full].
    - apply ending_is; trivial. lia.
  Qed.

  (* ---- What is written vector by vector; of the last one as many as there are *)

  Definition written (B : Type) (g : A -> B) (xs : list A) : list B :=
    let (vectors, i) := by_one (length xs) 0 xs in
    concat (map (map g) vectors) ++
      (if (i <? length xs)%nat then firstn (length xs - i) (map g (load_last xs i)) else []).

  (* Every share is written once, where it belongs. *)
  Theorem every_share_is_written : forall (B : Type) (g : A -> B) xs, written B g xs = map g xs.
  Proof.
    intros B g xs. unfold written. destruct (by_one_goes xs (length xs) 0 ltac:(lia) ltac:(lia)) as (A1 & A2 & A3 & A4).
    destruct (by_one (length xs) 0 xs) as (vectors, i). cbn [fst snd] in *.
    rewrite <- concat_map. change (skipn 0 xs) with xs in A3.
    assert (Tail : (if (i <? length xs)%nat then firstn (length xs - i) (map g (load_last xs i)) else []) =
      map g (skipn i xs)).
    { destruct (Nat.ltb_spec i (length xs)) as [L | L].
      - unfold load_last. rewrite map_app, firstn_app, map_length, skipn_length, Nat.sub_diag. cbn [firstn].
        rewrite app_nil_r, firstn_all2; [reflexivity |]. rewrite map_length, skipn_length. lia.
      - rewrite skipn_all2 by lia. reflexivity. }
    rewrite Tail, <- map_app. now rewrite A3.
  Qed.

  (* ---- Copying together: whole vectors, of which the next one overwrites what is not open *)

  Record residue := { cell : nat -> A; count : nat }.

  (* The open ones at the front; what comes behind them may be anything. *)
  Definition append (is_open : A -> bool) (behind : nat -> A) (r : residue) (v : list A) : residue :=
    let front := filter is_open v in
    {| cell := fun k => if (k <? count r)%nat then cell r k
                        else if (k <? count r + lanes)%nat then nth (k - count r) front (behind k)
                        else cell r k;
       count := (count r + length front)%nat |}.

  Definition copied (is_open : A -> bool) (behind : nat -> A) (before : nat -> A) (vectors : list (list A)) : residue :=
    fold_left (append is_open behind) vectors {| cell := before; count := 0 |}.

  Lemma copied_is : forall is_open behind before vectors, (forall v, In v vectors -> length v = lanes) ->
    let r := copied is_open behind before vectors in
    count r = length (filter is_open (concat vectors)) /\
    (forall k, (k < count r)%nat -> cell r k = nth k (filter is_open (concat vectors)) zero) /\
    forall k, (length (concat vectors) <= k)%nat -> cell r k = before k.
  Proof.
    intros is_open behind before vectors. unfold copied.
    assert (Go : forall vectors done r, (forall v, In v vectors -> length v = lanes) ->
      count r = length (filter is_open done) ->
      (forall k, (k < count r)%nat -> cell r k = nth k (filter is_open done) zero) ->
      (forall k, (length done <= k)%nat -> cell r k = before k) ->
      let r' := fold_left (append is_open behind) vectors r in
      count r' = length (filter is_open (done ++ concat vectors)) /\
      (forall k, (k < count r')%nat -> cell r' k = nth k (filter is_open (done ++ concat vectors)) zero) /\
      forall k, (length (done ++ concat vectors) <= k)%nat -> cell r' k = before k).
    { induction vectors0 as [| v vs IH]; intros done r Hv C1 C2 C3.
      - simpl. rewrite app_nil_r. now repeat split.
      - cbn [fold_left concat]. rewrite app_assoc. apply IH.
        + intros x I. apply Hv. now right.
        + unfold append. cbn [count]. now rewrite filter_app, app_length, C1.
        + intros k Hk. unfold append in *. cbn [count cell] in *. rewrite filter_app.
          assert (Front : (length (filter is_open v) <= lanes)%nat).
          { rewrite <- (Hv v (or_introl eq_refl)). apply filter_is_no_longer. }
          destruct (Nat.ltb_spec k (count r)) as [L | L].
          * rewrite app_nth1 by lia. now apply C2.
          * destruct (Nat.ltb_spec k (count r + lanes)) as [M | M]; [| lia].
            rewrite app_nth2 by lia. rewrite <- C1. apply nth_indep. lia.
        + intros k Hk. rewrite app_length, (Hv v (or_introl eq_refl)) in Hk. unfold append. cbn [cell].
          assert (B : (count r <= length done)%nat) by (rewrite C1; apply filter_is_no_longer).
          destruct (Nat.ltb_spec k (count r)) as [L | L]; [lia |].
          destruct (Nat.ltb_spec k (count r + lanes)) as [M | M]; [lia |]. apply C3. lia. }
    intros Hv. apply (Go vectors [] {| cell := before; count := 0 |}); trivial.
    intros k Hk. simpl in Hk. lia.
  Qed.

  (* Those that are open are copied, each once and in order, and nothing is touched that is more than a vector beyond the
     column. *)
  Theorem partition_copies_the_open : forall is_open behind before xs, is_open zero = false ->
    let r := copied is_open behind before (one_by_one xs) in
    count r = length (filter is_open xs) /\
    (forall k, (k < count r)%nat -> cell r k = nth k (filter is_open xs) zero) /\
    forall k, (length xs + lanes <= k + 1)%nat -> cell r k = before k.
  Proof.
    intros is_open behind before xs Hz r. destruct (one_by_one_is xs) as ((zeros & E & Hzeros) & Hv).
    destruct (copied_is is_open behind before (one_by_one xs) Hv) as (C1 & C2 & C3). fold r in C1, C2, C3.
    assert (F : filter is_open (concat (one_by_one xs)) = filter is_open xs).
    { rewrite E, filter_app. replace (filter is_open (repeat zero zeros)) with (@nil A); [apply app_nil_r |].
      clear - Hz. induction zeros as [| n IH]; simpl; [reflexivity | now rewrite Hz]. }
    rewrite F in C1, C2. split; [assumption | split; [assumption |]].
    intros k Hk. apply C3. rewrite E, app_length, repeat_length. lia.
  Qed.

  (* ---- Blocks *)

  Variable block : nat.
  Hypothesis Hblock : (1 <= block)%nat.

  (* for (begin = block; begin < size; begin += block) *)
  Fixpoint blocks_from (fuel begin : nat) (xs : list A) : list (list A) :=
    match fuel with
    | O => []
    | S fuel =>
        if (begin <? length xs)%nat then firstn block (skipn begin xs) :: blocks_from fuel (begin + block) xs else []
    end.
  Definition in_blocks (xs : list A) : list (list A) := firstn block xs :: blocks_from (length xs) block xs.

  Lemma blocks_from_is : forall xs fuel begin, (length xs <= begin + fuel)%nat ->
    concat (blocks_from fuel begin xs) = skipn begin xs /\
    (length (blocks_from fuel begin xs) * block <= length xs - begin + (block - 1))%nat /\
    (forall b, In b (blocks_from fuel begin xs) -> (length b <= block)%nat).
  Proof.
    intros xs. induction fuel as [| fuel IH]; intros begin Hf.
    - simpl. rewrite skipn_all2 by lia. repeat split; [lia | intros b []].
    - cbn [blocks_from]. destruct (Nat.ltb_spec begin (length xs)) as [L | L].
      + destruct (IH (begin + block)%nat ltac:(lia)) as (C & N & B). split; [| split].
        * cbn [concat]. rewrite C, <- skipn_more. apply firstn_skipn.
        * cbn [length]. destruct (le_lt_dec (length xs) (begin + block)) as [M | M].
          -- destruct fuel; simpl; [lia |]. destruct (Nat.ltb_spec (begin + block) (length xs)); [lia |]. simpl. lia.
          -- lia.
        * intros b [<- | I]; [rewrite firstn_length; lia | now apply B].
      + simpl. rewrite skipn_all2 by lia. repeat split; [lia | intros b []].
  Qed.

  Lemma in_blocks_is : forall xs, concat (in_blocks xs) = xs /\
    (forall b, In b (in_blocks xs) -> (length b <= Nat.min block (length xs))%nat) /\
    (xs <> [] -> (length (in_blocks xs) <= (length xs + block - 1) / block)%nat).
  Proof.
    intros xs. destruct (blocks_from_is xs (length xs) block ltac:(lia)) as (C & N & B). unfold in_blocks.
    assert (Cat : firstn block xs ++ concat (blocks_from (length xs) block xs) = xs) by (rewrite C; apply firstn_skipn).
    split; [exact Cat | split].
    - assert (All : forall b, In b (firstn block xs :: blocks_from (length xs) block xs) -> (length b <= length xs)%nat).
      { intros b I. assert (Len := f_equal (@length A) Cat).
        change (length (concat (firstn block xs :: blocks_from (length xs) block xs)) = length xs) in Len.
        apply in_split in I. destruct I as (l1 & l2 & E). rewrite E, concat_app, app_length in Len. cbn [concat] in Len.
        rewrite app_length in Len. lia. }
      intros b I. assert (Q := All b I). destruct I as [<- | I]; [rewrite firstn_length; lia |].
      assert (R := B b I). lia.
    - intros Hne. assert (P : (1 <= length xs)%nat) by (destruct xs; [contradiction | simpl; lia]).
      cbn [length]. apply Nat.div_le_lower_bound; [lia |]. rewrite Nat.mul_comm. cbn [Nat.mul].
      destruct (le_lt_dec (length xs) block) as [M | M]; [| lia].
      assert (Z : blocks_from (length xs) block xs = []).
      { destruct (length xs) eqn:E; [lia |]. simpl. rewrite E. now destruct (Nat.ltb_spec block (S n)); [lia |]. }
      rewrite Z. simpl. lia.
  Qed.

  (* ---- Groups of blocks *)

  (* `Groups::add`: the groups before the last one, and the last one. *)
  Definition add_block {B} (groups : list (list B) * list B) (b : B) : list (list B) * list B :=
    let (whole, group) := groups in
    if (Z.of_nat (length group) =? group_blocks)%Z then (whole ++ [group], [b]) else (whole, group ++ [b]).
  Definition in_groups {B} (blocks : list B) : list (list B) :=
    match blocks with
    | [] => []
    | first :: others => let (whole, group) := fold_left add_block others ([], [first]) in whole ++ [group]
    end.

  Lemma add_blocks_is : forall B (others : list B) whole group,
    (forall g, In g whole -> Z.of_nat (length g) = group_blocks) -> (1 <= Z.of_nat (length group) <= group_blocks)%Z ->
    let (whole', group') := fold_left add_block others (whole, group) in
    concat whole' ++ group' = (concat whole ++ group) ++ others /\
    (forall g, In g whole' -> Z.of_nat (length g) = group_blocks) /\ (1 <= Z.of_nat (length group') <= group_blocks)%Z.
  Proof.
    intros B. induction others as [| b others IH]; intros whole group Hw Hg; cbn [fold_left].
    - rewrite app_nil_r. repeat split; trivial; lia.
    - assert (E : add_block (whole, group) b =
        if (Z.of_nat (length group) =? group_blocks)%Z then (whole ++ [group], [b]) else (whole, group ++ [b])) by reflexivity.
      rewrite E. destruct (Z.eqb_spec (Z.of_nat (length group)) group_blocks) as [Full | More].
      + specialize (IH (whole ++ [group]) [b]). destruct fold_left as (whole', group').
        destruct IH as (C & H); [| simpl; lia |].
        * intros g I. apply in_app_or in I. destruct I as [I | [<- | []]]; [now apply Hw | assumption].
        * split; [| exact H]. rewrite C, concat_app. cbn [concat]. now rewrite app_nil_r, <- app_assoc.
      + specialize (IH whole (group ++ [b]) Hw). destruct fold_left as (whole', group').
        destruct IH as (C & H); [rewrite app_length; simpl; lia |].
        split; [| exact H]. now rewrite C, !app_assoc, <- app_assoc.
  Qed.

  Lemma in_groups_is : forall B (blocks : list B), concat (in_groups blocks) = blocks /\
    (forall g, In g (in_groups blocks) -> (Z.of_nat (length g) <= Z.min group_blocks (Z.of_nat (length blocks)))%Z) /\
    (Z.of_nat (length (in_groups blocks)) <= (Z.of_nat (length blocks) + group_blocks - 1) / group_blocks)%Z.
  Proof.
    intros B [| first others]; [repeat split; [intros g [] | reflexivity || discriminate] |]. unfold in_groups.
    assert (H := add_blocks_is B others [] [first]). destruct fold_left as (whole, group).
    destruct H as (C & Hw & Hg); [intros g [] | simpl; lia |]. cbn [concat app] in C.
    assert (Cat : concat (whole ++ [group]) = first :: others).
    { rewrite concat_app. cbn [concat]. now rewrite app_nil_r, C. }
    split; [assumption | split].
    - intros g I. apply Z.min_glb.
      + apply in_app_or in I. destruct I as [I | [<- | []]]; [rewrite (Hw g I); lia | lia].
      + rewrite <- Cat. apply in_split in I. destruct I as (l1 & l2 & E). rewrite E, concat_app, app_length. cbn [concat].
        rewrite app_length. lia.
    - rewrite <- Cat, concat_app, !app_length. cbn [concat length]. rewrite app_nil_r.
      assert (L : (Z.of_nat (length (concat whole)) = Z.of_nat (length whole) * group_blocks)%Z).
      { clear - Hw. induction whole as [| g whole IH]; [reflexivity |]. cbn [concat length]. rewrite app_length.
        assert (G := Hw g (or_introl eq_refl)). assert (W := IH (fun g' I => Hw g' (or_intror I))). lia. }
      apply Z.div_le_lower_bound; lia.
  Qed.

  (* ---- Lanes *)

  (* Of groups of blocks of vectors. *)
  Definition lane_of (f : A -> R) (groups : list (list (list (list A)))) (j : nat) : list (list (list R)) :=
    map (map (map (fun v => f (nth j v zero)))) groups.
  Definition lanes_of (f : A -> R) (groups : list (list (list (list A)))) : list (list (list (list R))) :=
    map (lane_of f groups) (seq 0 lanes).

  Lemma lanes_hold : forall (f : A -> R) vectors, (forall v, In v vectors -> length v = lanes) ->
    Permutation (concat (map (fun j => map (fun v => f (nth j v zero)) vectors) (seq 0 lanes))) (map f (concat vectors)).
  Proof.
    intros f. induction vectors as [| v vs IH]; intros Hv.
    - simpl. clear. induction (seq 0 lanes) as [| j js IH]; simpl; [constructor | exact IH].
    - cbn [concat map]. rewrite map_app.
      assert (Split : forall js, Permutation
        (concat (map (fun j => f (nth j v zero) :: map (fun w => f (nth j w zero)) vs) js))
        (map (fun j => f (nth j v zero)) js ++ concat (map (fun j => map (fun w => f (nth j w zero)) vs) js))).
      { induction js as [| j js IHj]; simpl; [constructor |]. apply perm_skip.
        rewrite IHj, !app_assoc. apply Permutation_app_tail, Permutation_app_comm. }
      rewrite (Split (seq 0 lanes)). apply Permutation_app; [| apply IH; intros w I; apply Hv; now right].
      assert (E : map (fun j => nth j v zero) (seq 0 lanes) = v).
      { rewrite <- (Hv v (or_introl eq_refl)). clear. induction v as [| x v IH]; [reflexivity |].
        cbn [length seq map nth]. f_equal. rewrite <- seq_shift, map_map. exact IH. }
      replace (map f v) with (map f (map (fun j => nth j v zero) (seq 0 lanes))) by now rewrite E.
      rewrite map_map. apply Permutation_refl.
  Qed.

  Variable vectors : list A -> list (list A).
  Hypothesis Hvectors : forall xs, are_vectors_of xs (vectors xs).

  Lemma blocks_hold : forall (f : A -> R) xs, f zero = 0 ->
    holds (flat (lanes_of f (in_groups (map vectors (in_blocks xs))))) (map f xs).
  Proof.
    intros f xs Fz. destruct (in_blocks_is xs) as (Cat & _).
    assert (Flat : flat (lanes_of f (in_groups (map vectors (in_blocks xs)))) =
      concat (map (fun j => map (fun v => f (nth j v zero)) (concat (map vectors (in_blocks xs)))) (seq 0 lanes))).
    { unfold flat, lanes_of. induction (seq 0 lanes) as [| j js IH]; [reflexivity |].
      cbn [map concat]. rewrite !concat_app, IH. f_equal. unfold lane_of.
      rewrite <- !concat_map. now rewrite (proj1 (in_groups_is _ _)). }
    assert (All : forall v, In v (concat (map vectors (in_blocks xs))) -> length v = lanes).
    { intros v I. apply in_concat in I. destruct I as (vs & I & J). apply in_map_iff in I. destruct I as (b & <- & I).
      now apply (proj2 (Hvectors b)). }
    assert (Zeros : forall bs, exists zeros,
      Permutation (concat (concat (map vectors bs))) (concat bs ++ repeat zero zeros)).
    { induction bs as [| b bs (zeros & P)]; [exists 0%nat; constructor |].
      destruct (Hvectors b) as ((z & E & _) & _). exists (z + zeros)%nat.
      cbn [map concat]. rewrite concat_app, E, repeat_app, P, <- !app_assoc. apply Permutation_app_head.
      rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm. }
    destruct (Zeros (in_blocks xs)) as (zeros & P). exists zeros.
    rewrite Flat, (lanes_hold f _ All), (Permutation_map f P), Cat, map_app.
    replace (map f (repeat zero zeros)) with (repeat 0 zeros); [apply Permutation_refl |].
    clear - Fz. induction zeros as [| n IH]; simpl; [reflexivity | now rewrite Fz, IH].
  Qed.

  Lemma vectors_are_few : forall xs, (length (vectors xs) <= length xs / lanes + 1)%nat.
  Proof.
    intros xs. destruct (Hvectors xs) as ((zeros & E & Hz) & Hv).
    assert (L : (length (vectors xs) * lanes = length xs + zeros)%nat).
    { rewrite <- (repeat_length zero zeros), <- app_length, <- E. clear - Hv.
      induction (vectors xs) as [| v vs IH]; [reflexivity |]. cbn [length concat Nat.mul]. rewrite app_length.
      rewrite (Hv v (or_introl eq_refl)), IH; [reflexivity |]. intros w I. apply Hv. now right. }
    assert (D := Nat.div_mod (length xs) lanes ltac:(lia)). assert (M := Nat.mod_upper_bound (length xs) lanes ltac:(lia)).
    nia.
  Qed.

  (* `sum_in_blocks`: one of the two sums of a pass that adds f of each element. *)
  Definition pass_sum (f : A -> R) (xs : list A) : sum :=
    let per_vector := (Nat.min block (length xs) / lanes + 1)%nat in
    let blocks := Z.of_nat ((length xs + block - 1) / block) in
    let k := (per_vector + Z.to_nat (Z.min blocks group_blocks) + lanes)%nat in
    let m := Z.to_nat ((blocks + group_blocks - 1) / group_blocks) in
    let s := renormalised (run (all_lanes (lanes_of f (in_groups (map vectors (in_blocks xs)))))) in
    {| value := s; error := RN (computed_error (INR k) (INR m) * high s) |}.

  Lemma pass_is_summed : forall f xs, (Z.of_nat block = block_vectors * Z.of_nat lanes)%Z -> (lanes <= 16)%nat ->
    (Z.of_nat (length xs) <= 2 ^ 31)%Z -> f zero = 0 -> (forall x, In x xs -> double (f x) /\ 0 <= f x) ->
    exists addends, summed_with (additions_max (Z.of_nat (length xs))) 1 (pass_sum f xs) addends /\
      holds addends (map f xs).
  Proof.
    intros f xs Eb L16 Hn Fz Hf. destruct (in_blocks_is xs) as (Cat & Each & Number).
    assert (Held := blocks_hold f xs Fz). unfold pass_sum. cbv zeta.
    destruct (in_groups_is _ (map vectors (in_blocks xs))) as (Cat' & Each' & Number').
    set (groups := in_groups (map vectors (in_blocks xs))) in *. set (ls := lanes_of f groups) in *.
    exists (flat ls). split; [| exact Held]. rewrite map_length in Each', Number'.
    set (p := (Nat.min block (length xs) / lanes + 1)%nat).
    set (blocks := Z.of_nat ((length xs + block - 1) / block)) in *.
    set (b := Z.to_nat (Z.min blocks group_blocks)). set (m := Z.to_nat ((blocks + group_blocks - 1) / group_blocks)).
    assert (Ad : forall x, In x (flat ls) -> double x /\ 0 <= x).
    { intros x I. destruct Held as (zeros & P). apply (Permutation_in _ P) in I. apply in_app_or in I.
      destruct I as [I | I].
      - apply in_map_iff in I. destruct I as (y & <- & I). now apply Hf.
      - apply repeat_spec in I. subst x. split; [apply double_0 | lra]. }
    assert (Len : length ls = lanes) by (unfold ls, lanes_of; now rewrite map_length, seq_length).
    (* the lists are as long as `pass_sum` says, but for the one block where there is nothing *)
    set (b' := Nat.max 1 b). set (m' := Nat.max 1 m).
    assert (Pb : (0 <= blocks)%Z) by (unfold blocks; lia).
    assert (Some_blocks : xs <> [] -> (Z.of_nat (length (in_blocks xs)) <= blocks /\ 1 <= blocks)%Z).
    { intros N. assert (Q := Number N). unfold in_blocks in Q |- *. cbn [length] in *. unfold blocks. lia. }
    assert (No_blocks : xs = [] -> length (in_blocks xs) = 1%nat) by now intros ->.
    assert (Arranged : arranged p b' m' ls).
    { intros lane I. unfold ls, lanes_of in I. apply in_map_iff in I. destruct I as (j & <- & _).
      unfold lane_of. rewrite map_length. split.
      - destruct xs as [| x xs]; [rewrite No_blocks in Number' by reflexivity; change ((Z.of_nat 1 + 128 - 1) / 128)%Z with 1%Z in
          Number'; lia |].
        destruct (Some_blocks ltac:(discriminate)) as (Q & _).
        assert (M := Z.div_le_mono (Z.of_nat (length (in_blocks (x :: xs))) + group_blocks - 1) (blocks + group_blocks - 1) group_blocks
          ltac:(lia) ltac:(lia)). lia.
      - intros bs J. apply in_map_iff in J. destruct J as (g & <- & J). rewrite map_length. split.
        + specialize (Each' g J). destruct xs as [| x xs]; [rewrite No_blocks in Each' by reflexivity; lia |].
          destruct (Some_blocks ltac:(discriminate)) as (Q & _). lia.
        + intros ys K. apply in_map_iff in K. destruct K as (vs & <- & K). rewrite map_length.
          assert (K' : In vs (map vectors (in_blocks xs))) by (rewrite <- Cat'; apply in_concat; now exists g).
          apply in_map_iff in K'. destruct K' as (block' & <- & K').
          apply Nat.le_trans with (1 := vectors_are_few block'). unfold p. apply Nat.add_le_mono_r, Nat.div_le_mono; [lia |].
          now apply Each. }
    (* where there is nothing the sum is 0, and so is its error, whatever it is multiplied with *)
    assert (Same : RN (computed_error (INR (p + b + lanes)) (INR m) * high (renormalised (run (all_lanes ls)))) =
      RN (computed_error (INR (p + b' + length ls)) (INR m') * high (renormalised (run (all_lanes ls))))).
    { rewrite Len. destruct xs as [| x xs].
      - assert (A0 : addends addend (all_lanes ls)) by now apply addends_of_lanes.
        assert (S0 : sum_of (all_lanes ls) = 0).
        { rewrite sum_of_lanes. destruct Held as (zeros & P). rewrite (total_permutation _ _ P). simpl.
          clear. induction zeros as [| n IH]; simpl; lra. }
        assert (D0 : depth (all_lanes ls) <= deepest).
        { destruct (all_lanes_cost ls 1 1 0 15) as (D & _); try lra.
          - assert (Q := arranged_is_sized _ _ _ _ Arranged). unfold p, b', b, m', m, blocks in Q. cbn [length] in Q.
            rewrite Nat.min_0_r, !Nat.div_0_l in Q by lia. rewrite Nat.div_small in Q by lia. simpl in Q.
            intros lane I. destruct (Q lane I) as (Q1 & Q2). split; [lra |].
            intros bs J. destruct (Q2 bs J) as (Q3 & Q4). split; [lra |]. intros ys K. now apply Q4.
          - rewrite Len. replace (15 + 1) with (INR 16) by (simpl; lra). now apply le_INR.
          - unfold deepest. lra. }
        destruct (small_parts _ A0 D0) as (B1 & B2 & B3 & Fh & Flo & _). rewrite S0, Rmult_0_r in B2, B3.
        apply Rabs_le_inv in B2. apply Rabs_le_inv in B3.
        assert (H0 : high (run (all_lanes ls)) = 0) by lra. assert (L0 : low (run (all_lanes ls)) = 0) by lra.
        unfold renormalised. cbn [high]. rewrite H0, L0, Rplus_0_r, (round_id 0 double_0). now rewrite !Rmult_0_r.
      - destruct (Some_blocks ltac:(discriminate)) as (_ & Q).
        assert (M : (1 <= (blocks + group_blocks - 1) / group_blocks)%Z) by (apply Z.div_le_lower_bound; lia).
        unfold b', m'. rewrite !Nat.max_r by (unfold b, m; lia). reflexivity. }
    rewrite Same.
    (* the bounds *)
    assert (Zp : (Z.of_nat p <= Z.min 1024 (Z.of_nat (length xs)) + 1)%Z).
    { unfold p. rewrite Nat2Z.inj_add, Nat2Z.inj_div, Nat2Z.inj_min. change (Z.of_nat 1) with 1%Z.
      assert (Q1 : (Z.min (Z.of_nat block) (Z.of_nat (length xs)) / Z.of_nat lanes <= 1024)%Z).
      { apply Z.div_le_upper_bound; lia. }
      assert (Q2 : (Z.min (Z.of_nat block) (Z.of_nat (length xs)) / Z.of_nat lanes <= Z.of_nat (length xs))%Z).
      { apply Z.div_le_upper_bound; nia. }
      lia. }
    assert (Zb : (blocks <= Z.of_nat (length xs) / 1024 + 1)%Z).
    { unfold blocks. rewrite Nat2Z.inj_div, Nat2Z.inj_sub, Nat2Z.inj_add by lia. change (Z.of_nat 1) with 1%Z.
      assert (Q := Z.div_mod (Z.of_nat (length xs)) 1024 ltac:(lia)).
      assert (R := Z.mod_pos_bound (Z.of_nat (length xs)) 1024 ltac:(lia)).
      apply Z.lt_succ_r. apply Z.div_lt_upper_bound; [lia |].
      set (q := (Z.of_nat (length xs) / 1024)%Z) in *. assert (Pq : (0 <= q)%Z) by (apply Z.div_pos; lia). nia. }
    assert (Bq : (0 <= Z.of_nat (length xs) / 1024 <= 2097152)%Z).
    { split; [apply Z.div_pos; lia | exact (Z.div_le_mono _ _ 1024 ltac:(lia) Hn)]. }
    assert (Zm : (Z.of_nat m' <= blocks / 128 + 1)%Z).
    { assert (Q : ((blocks + 128 - 1) / 128 <= blocks / 128 + 1)%Z).
      { rewrite <- (Z.div_add blocks 1 128) by lia. apply Z.div_le_mono; lia. }
      assert (Q' : (0 <= blocks / 128)%Z) by (apply Z.div_pos; lia). unfold m', m. lia. }
    assert (Bm : (0 <= blocks / 128 <= 16385)%Z).
    { split; [apply Z.div_pos; lia |]. apply Z.div_le_upper_bound; lia. }
    assert (Small : (blocks / 128 <= blocks)%Z) by (apply Z.div_le_upper_bound; lia).
    apply with_lanes; trivial.
    - lia.
    - unfold b', b. lia.
    - lia.
    - rewrite Len. assert (Bk : INR (p + b' + lanes) <= 1169).
      { rewrite INR_IZR_INZ. apply IZR_le. unfold b', b. lia. }
      assert (Bm' : INR m' <= 16386) by (rewrite INR_IZR_INZ; apply IZR_le; lia).
      assert (P1 := pos_INR (p + b' + lanes)). assert (P2 := pos_INR m').
      change (2^46) with 70368744177664.
      assert (Q1 : INR (p + b' + lanes) * INR (p + b' + lanes) <= 1169 * 1169) by (apply Rmult_le_compat; lra).
      assert (Q2 : 2 * INR m' * (INR m' + INR (p + b' + lanes)) <= 2 * 16386 * (16386 + 1169)) by (apply
        Rmult_le_compat; lra).
      lra.
    - assert (Q := Z.div_mod (Z.of_nat (length xs)) 1024 ltac:(lia)).
      assert (Q' := Z.mod_pos_bound (Z.of_nat (length xs)) 1024 ltac:(lia)).
      rewrite Len. unfold additions_max, b', b. lia.
  Qed.
End Vectors.

(* ---- A line over what is cut down *)

(* `decide`, of `partition`: where a claimant stands between two ratios; nothing where it is open. *)
Definition place_between (lower upper : R) (c : claimant) : option place :=
  if Req_EM_T (share_at lower c) (share_at upper c) then Some (Fixed (share_at lower c))
  else if Req_EM_T (share_at lower c) (RN (weight c * lower)) then
    if Req_EM_T (share_at upper c) (RN (weight c * upper)) then Some Moving else None
  else None.

(* `add_line`. *)
Definition place_at (ratio : R) (c : claimant) : place :=
  if Rlt_dec (min_share c) (RN (weight c * ratio)) then
    if Rlt_dec (RN (weight c * ratio)) (max_share c) then Moving else Fixed (share_at ratio c)
  else Fixed (share_at ratio c).

Definition is_open (lower upper : R) (c : claimant) : bool :=
  match place_between lower upper c with Some _ => false | None => true end.

Lemma place_between_is_decided : forall lower upper c s, place_between lower upper c = Some s -> decided c lower upper s.
Proof.
  intros lower upper c s. unfold place_between, decided. destruct Req_EM_T as [E | N]; [intros [= <-]; now left |].
  destruct Req_EM_T as [E1 |]; [| discriminate]. destruct Req_EM_T as [E2 |]; [| discriminate].
  intros [= <-]. right. now repeat split.
Qed.

Lemma place_at_is_placed : forall ratio c, placed c ratio (place_at ratio c).
Proof.
  intros ratio c. unfold placed, place_at, share_at. cbv zeta.
  destruct Rlt_dec as [A | A]; [destruct Rlt_dec as [B | B] |]; [left | right | right];
    (split; [lra | reflexivity]).
Qed.

(* After one cut after the other, each of what the last one left open; then the line of a ratio. *)
Definition decided_between (lower upper : R) (cs : list claimant) : list standing :=
  flat_map (fun c => match place_between lower upper c with
                     | Some s => [{| of := c; at_place := s; cut := Some (lower, upper) |}]
                     | None => []
                     end) cs.

Fixpoint standings (cuts : list (R * R)) (ratio : R) (cs : list claimant) : list standing :=
  match cuts with
  | [] => map (fun c => {| of := c; at_place := place_at ratio c; cut := None |}) cs
  | (lower, upper) :: cuts =>
      decided_between lower upper cs ++ standings cuts ratio (filter (is_open lower upper) cs)
  end.

(* What a claimant adds to the one sum of a line and to the other. *)
Definition adds_bound (s : place) (c : claimant) : R := match s with Fixed b => b | Moving => 0 end.
Definition adds_weight (s : place) (c : claimant) : R := match s with Fixed _ => 0 | Moving => weight c end.

Section Line.
  Variable lanes block : nat.
  Hypothesis Hlanes : (1 <= lanes <= 16)%nat.
  Hypothesis Hblock : (Z.of_nat block = block_vectors * Z.of_nat lanes)%Z.
  Variable adds : place -> claimant -> R.

  Definition cut_sum (lower upper : R) (cs : list claimant) : sum :=
    pass_sum claimant padding lanes block (one_by_one claimant padding lanes)
      (fun c => match place_between lower upper c with Some s => adds s c | None => 0 end) cs.

  Definition last_sum (ratio : R) (cs : list claimant) : sum :=
    pass_sum claimant padding lanes block (for_each_vector claimant padding lanes) (fun c => adds (place_at ratio c) c) cs.

  (* `without_decided` cut by cut, and `find_line`. *)
  Fixpoint line_after (before : sum) (cuts : list (R * R)) (ratio : R) (cs : list claimant) : sum :=
    match cuts with
    | [] => plus_sums before (last_sum ratio cs)
    | (lower, upper) :: cuts =>
        line_after (plus_sums before (cut_sum lower upper cs)) cuts ratio (filter (is_open lower upper) cs)
    end.

  Definition line_sum (cuts : list (R * R)) (ratio : R) (cs : list claimant) : sum :=
    match cuts with
    | [] => last_sum ratio cs
    | _ => line_after {| value := {| high := 0; low := 0 |}; error := 0 |} cuts ratio cs
    end.
End Line.

Lemma place_of_padding : forall lower upper, place_between lower upper padding = Some (Fixed 0) /\
  place_at lower padding = Fixed 0.
Proof.
  intros lower upper.
  assert (S : forall x, share_at x padding = 0).
  { intros x. unfold share_at, padding. cbn [weight min_share max_share]. rewrite Rmult_0_l, (round_id 0 double_0).
    apply clamp_id. lra. }
  unfold place_between, place_at. rewrite !S. cbn [padding weight min_share max_share].
  rewrite !Rmult_0_l, (round_id 0 double_0).
  destruct Req_EM_T; [| contradiction]. destruct Rlt_dec; [lra |]. now split.
Qed.

Lemma share_at_is_double : forall x c, is_claimant c -> double (share_at x c) /\ 0 <= share_at x c.
Proof.
  intros x c (_ & _ & Fl & Fm & Hlm). unfold share_at.
  destruct (clamp_cases (RN (weight c * x)) (min_share c) (max_share c) ltac:(lra)) as [(Q & ->) | [(Q & ->) | (Q & ->)]];
    (split; [assumption || apply double_round | lra]).
Qed.

Lemma additions_grow : forall a b n s xs, summed_with a n s xs -> (a <= b)%Z -> summed_with b n s xs.
Proof.
  intros a b n s xs H L. induction H as [| lanes p c m Hl Hp Hn Hg Hm k Hk Ha s0 | n s xs t ys H IH H' IH'].
  - apply with_none.
  - apply with_lanes; trivial. fold k. lia.
  - now apply with_plus.
Qed.

Lemma additions_max_grows : forall m n, (0 <= m <= n)%Z -> (additions_max m <= additions_max n)%Z.
Proof.
  intros m n H. unfold additions_max. assert (D := Z.div_le_mono m n 1024 ltac:(lia) ltac:(lia)). lia.
Qed.

Lemma held_sums : forall xs ys xs' ys', holds xs ys -> holds xs' ys' -> holds (xs ++ xs') (ys ++ ys').
Proof.
  intros xs ys xs' ys' (n & P) (n' & P'). exists (n + n')%nat. rewrite P, P', repeat_app, <- !app_assoc.
  apply Permutation_app_head. rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
Qed.

(* Whatever the cuts and the ratio: the sums of the line, as the passes add them up, hold what each claimant adds once,
   as it was placed or decided, with no more additions than `additions_max` says; and it is placed or decided once. *)
Theorem line_leaves_no_claimant_out : forall lanes block cuts ratio cs adds, (1 <= lanes <= 16)%nat ->
  (Z.of_nat block = block_vectors * Z.of_nat lanes)%Z -> (Z.of_nat (length cs) <= 2 ^ sum_in_blocks_bits)%Z ->
  (forall c, In c cs -> is_claimant c) -> adds = adds_bound \/ adds = adds_weight ->
  let found := standings cuts ratio cs in
  Permutation (map of found) cs /\
  (forall e, In e found ->
     match cut e with
     | None => placed (of e) ratio (at_place e)
     | Some (lower, upper) => In (lower, upper) cuts /\ decided (of e) lower upper (at_place e)
     end) /\
  exists n addends, (n <= length cuts + 2)%nat /\
    summed_with (additions_max (Z.of_nat (length cs))) n (line_sum lanes block adds cuts ratio cs) addends /\
    holds addends (map (fun e => adds (at_place e) (of e)) found).
Proof.
  intros lanes block cuts ratio cs adds Hl Hb Hlen Hc Hadds found.
  split; [| split].
  - unfold found. clear. revert cs. induction cuts as [| (lower, upper) cuts IH]; intros cs; cbn [standings].
    + rewrite map_map. cbn [of]. rewrite map_id. apply Permutation_refl.
    + rewrite map_app, IH. clear. induction cs as [| c cs IH]; [constructor |].
      unfold decided_between, is_open in *. cbn [flat_map filter]. destruct (place_between lower upper c) as [s |].
      * cbn [map app of]. now apply perm_skip.
      * cbn [app map]. rewrite <- Permutation_middle. now apply perm_skip.
  - assert (Go : forall cuts' cs, (forall cut, In cut cuts' -> In cut cuts) -> forall e, In e (standings cuts' ratio cs) ->
      match cut e with
      | None => placed (of e) ratio (at_place e)
      | Some (lower, upper) => In (lower, upper) cuts /\ decided (of e) lower upper (at_place e)
      end).
    { induction cuts' as [| (lower, upper) cuts' IH]; intros cs' Hsub e I; cbn [standings] in I.
      - apply in_map_iff in I. destruct I as (c & <- & _). cbn [cut of at_place]. apply place_at_is_placed.
      - apply in_app_or in I. destruct I as [I | I].
        + apply in_flat_map in I. destruct I as (c & _ & I).
          destruct (place_between lower upper c) as [s |] eqn:E; [| destruct I]. destruct I as [<- | []].
          cbn [cut of at_place]. split; [apply Hsub; now left | now apply place_between_is_decided].
        + apply (IH (filter (is_open lower upper) cs')); [intros k K; apply Hsub; now right | assumption]. }
    now apply Go.
  - assert (Zero : forall lower upper,
      match place_between lower upper padding with Some s => adds s padding | None => 0 end = 0 /\
      adds (place_at lower padding) padding = 0).
    { intros lower upper. destruct (place_of_padding lower upper) as (-> & ->). destruct Hadds as [-> | ->]; now split. }
    assert (Good : forall c s, is_claimant c -> (exists x, s = Fixed (share_at x c)) \/ s = Moving ->
      double (adds s c) /\ 0 <= adds s c).
    { intros c s Hcc [(x & ->) | ->]; destruct Hadds as [-> | ->]; cbn [adds_bound adds_weight].
      - now apply share_at_is_double.
      - split; [apply double_0 | lra].
      - split; [apply double_0 | lra].
      - destruct Hcc as (F & P & _). now split. }
    assert (Last : forall cs', (forall c, In c cs' -> is_claimant c) -> (Z.of_nat (length cs') <= 2 ^ 31)%Z ->
      exists xs, summed_with (additions_max (Z.of_nat (length cs'))) 1 (last_sum lanes block adds ratio cs') xs /\
        holds xs (map (fun c => adds (place_at ratio c) c) cs')).
    { intros cs' Hc' Hlen'. apply pass_is_summed; trivial; try lia.
      - intros ys. apply for_each_vector_is. lia.
      - apply (Zero ratio 0).
      - intros c I. apply Good; [now apply Hc' |]. unfold place_at. destruct Rlt_dec; [destruct Rlt_dec |]; eauto. }
    assert (Cut : forall lower upper cs', (forall c, In c cs' -> is_claimant c) -> (Z.of_nat (length cs') <= 2 ^ 31)%Z ->
      exists xs, summed_with (additions_max (Z.of_nat (length cs'))) 1 (cut_sum lanes block adds lower upper cs') xs /\
        holds xs (map (fun e => adds (at_place e) (of e)) (decided_between lower upper cs'))).
    { intros lower upper cs' Hc' Hlen'.
      destruct (pass_is_summed claimant padding lanes ltac:(lia) block ltac:(lia) (one_by_one claimant padding lanes)
        (fun ys => one_by_one_is claimant padding lanes ltac:(lia) ys)
        (fun c => match place_between lower upper c with Some s => adds s c | None => 0 end) cs' Hb ltac:(lia) Hlen'
        (proj1 (Zero lower upper))) as (xs & Su & H).
      - intros c I. assert (F0 : double 0 /\ 0 <= 0) by (split; [apply double_0 | lra]).
        destruct (place_between lower upper c) as [s |] eqn:E; [| exact F0]. apply Good; [now apply Hc' |].
        unfold place_between in E. destruct Req_EM_T; [injection E as <-; eauto |].
        destruct Req_EM_T; [| discriminate]. destruct Req_EM_T; [injection E as <-; now right | discriminate].
      - exists xs. split; [exact Su |]. destruct H as (zeros & P).
        (* those that are open add 0 *)
        assert (Q : exists more, Permutation
          (map (fun c => match place_between lower upper c with Some s => adds s c | None => 0 end) cs')
          (map (fun e => adds (at_place e) (of e)) (decided_between lower upper cs') ++ repeat 0 more)).
        { clear. induction cs' as [| c cs' (more & Q)]; [exists 0%nat; constructor |].
          unfold decided_between in *. cbn [flat_map map]. destruct (place_between lower upper c) as [s |].
          - exists more. cbn [app map of at_place]. now apply perm_skip.
          - exists (S more). cbn [app repeat]. rewrite <- Permutation_middle. now apply perm_skip. }
        destruct Q as (more & Q). exists (more + zeros)%nat. now rewrite P, Q, repeat_app, <- app_assoc. }
    assert (Grow : forall n s xs (cs' : list claimant), summed_with (additions_max (Z.of_nat (length cs'))) n s xs ->
      (length cs' <= length cs)%nat -> summed_with (additions_max (Z.of_nat (length cs))) n s xs).
    { intros n s xs cs' Su L. apply additions_grow with (1 := Su), additions_max_grows. lia. }
    assert (Go : forall cuts' cs' before n xs done, (length cs' <= length cs)%nat -> (forall c, In c cs' ->
      is_claimant c) ->
      summed_with (additions_max (Z.of_nat (length cs))) n before xs -> holds xs done ->
      exists ys, summed_with (additions_max (Z.of_nat (length cs))) (S (length cuts' + n))
          (line_after lanes block adds before cuts' ratio cs') ys /\
        holds ys (done ++ map (fun e => adds (at_place e) (of e)) (standings cuts' ratio cs'))).
    { induction cuts' as [| (lower, upper) cuts' IH]; intros cs' before n xs done L Hc' Su H; cbn [line_after standings].
      - destruct (Last cs' Hc' ltac:(lia)) as (ys & Su' & H'). exists (xs ++ ys).
        split; [apply with_plus; [assumption | now apply Grow with cs'] |].
        apply held_sums; [assumption |]. rewrite map_map. exact H'.
      - destruct (Cut lower upper cs' Hc' ltac:(lia)) as (ys & Su' & H').
        assert (Less : (length (filter (is_open lower upper) cs') <= length cs')%nat) by apply filter_is_no_longer.
        destruct (IH (filter (is_open lower upper) cs') (plus_sums before (cut_sum lanes block adds lower upper cs')) (S n)
          (xs ++ ys) (done ++ map (fun e => adds (at_place e) (of e)) (decided_between lower upper cs'))) as (zs & S2 & H2).
        + lia.
        + intros c I. apply filter_In in I. now apply Hc'.
        + apply with_plus; [assumption | now apply Grow with cs'].
        + now apply held_sums.
        + exists zs. split; [now replace (S (length ((lower, upper) :: cuts') + n)) with (S (length cuts' + S n)) by
            (simpl; lia) |]. now rewrite map_app, app_assoc. }
    unfold line_sum, found. destruct cuts as [| k cuts].
    + destruct (Last cs Hc Hlen) as (xs & Su & H). exists 1%nat, xs. split; [lia | split; [assumption |]].
      cbn [standings]. rewrite map_map. exact H.
    + destruct (Go (k :: cuts) cs {| value := {| high := 0; low := 0 |}; error := 0 |} 1%nat [] []) as (xs & Su & H);
      trivial.
      * apply with_none.
      * exists 0%nat. constructor.
      * exists (S (length (k :: cuts) + 1)), xs. split; [lia |]. now split.
Qed.

(* ---- Side by side: vector i holds claimant i of each problem *)

(* What `weave` leaves in a column: in cell i * lanes + k, claimant i of problem k, or zero. *)
Definition woven (A : Type) (zero : A) (lanes size : nat) (problems : list (list A)) : list A :=
  map (fun at_ => nth (at_ / lanes) (nth (at_ mod lanes) problems []) zero) (seq 0 (size * lanes)).

Lemma nth_of_vectors : forall (A : Type) (zero : A) lanes vectors, (forall v, In v vectors -> length v = lanes) ->
  forall i k, (k < lanes)%nat -> nth k (nth i vectors []) zero = nth (i * lanes + k) (concat vectors) zero.
Proof.
  intros A zero lanes. induction vectors as [| v vs IH]; intros Hv i k Hk.
  - replace (nth i (@nil (list A)) []) with (@nil A) by now destruct i. cbn [concat].
    now rewrite !nth_overflow by (simpl; lia).
  - assert (L := Hv v (or_introl eq_refl)). cbn [concat]. destruct i as [| i]; cbn [nth Nat.mul Nat.add].
    + now rewrite app_nth1 by lia.
    + rewrite app_nth2 by lia. rewrite IH; [| intros w I; apply Hv; now right | assumption]. f_equal. lia.
Qed.

Lemma lane_of_woven : forall (A : Type) (zero : A) lanes size problems k, (k < lanes)%nat ->
  (length (nth k problems []) <= size)%nat ->
  map (fun v => nth k v zero) (for_each_vector A zero lanes (woven A zero lanes size problems)) =
  nth k problems [] ++ repeat zero (size - length (nth k problems [])).
Proof.
  intros A zero lanes size problems k Hk Hs. set (column := woven A zero lanes size problems).
  destruct (for_each_vector_is A zero lanes ltac:(lia) column) as ((zeros & E & Hz) & Hv).
  set (vectors := for_each_vector A zero lanes column) in *.
  assert (Len : length column = (size * lanes)%nat) by (unfold column, woven; now rewrite map_length, seq_length).
  assert (Total : (length vectors * lanes = size * lanes + zeros)%nat).
  { rewrite <- Len, <- (repeat_length zero zeros), <- app_length, <- E. clear - Hv.
    induction vectors as [| v vs IH]; [reflexivity |]. cbn [length concat Nat.mul]. rewrite app_length.
    rewrite (Hv v (or_introl eq_refl)), IH; [reflexivity |]. intros w I. apply Hv. now right. }
  assert (Number : length vectors = size) by nia. assert (zeros = 0)%nat by nia. subst zeros.
  cbn [repeat] in E. rewrite app_nil_r in E.
  apply (nth_ext _ _ zero zero); [rewrite map_length, app_length, repeat_length; lia |].
  rewrite map_length, Number. intros i Hi.
  assert (Left : nth i (map (fun v => nth k v zero) vectors) zero = nth k (nth i vectors []) zero).
  { rewrite (nth_indep _ zero (nth k [] zero)) by (rewrite map_length; lia).
    now rewrite (map_nth (fun v => nth k v zero)). }
  rewrite Left, (nth_of_vectors A zero lanes vectors Hv i k Hk), E. unfold column, woven.
  rewrite (nth_indep _ zero (nth (0 / lanes) (nth (0 mod lanes) problems []) zero))
    by (rewrite map_length, seq_length; nia).
  rewrite (map_nth (fun at_ => nth (at_ / lanes) (nth (at_ mod lanes) problems []) zero)), seq_nth by nia.
  cbn [Nat.add]. rewrite Nat.div_add_l, Nat.div_small, Nat.add_0_r by lia.
  rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia.
  destruct (le_lt_dec (length (nth k problems [])) i) as [M | M].
  - rewrite app_nth2, (nth_overflow (nth k problems [])) by assumption. now rewrite nth_repeat.
  - now rewrite app_nth1.
Qed.

(* Side by side, each lane's sum holds what each claimant of its problem adds, once. *)
Theorem lane_leaves_no_claimant_out : forall lanes size problems k f, (k < lanes)%nat -> (size <= 64)%nat ->
  let problem := nth k problems [] in (length problem <= size)%nat ->
  f padding = 0 -> (forall c, In c problem -> double (f c) /\ 0 <= f c) ->
  let vectors := for_each_vector claimant padding lanes (woven claimant padding lanes size problems) in
  let s := renormalised (run (block (map (fun v => f (nth k v padding)) vectors))) in
  exists addends,
    summed 1 {| value := s; error := RN (computed_error (INR size) (INR 1) * high s) |} addends /\
    holds addends (map f problem).
Proof.
  intros lanes size problems k f Hk H64 problem Hs Fz Hf vectors s.
  assert (E : map (fun v => f (nth k v padding)) vectors = map f (problem ++ repeat padding (size - length problem))).
  { assert (W := lane_of_woven claimant padding lanes size problems k Hk Hs). fold problem vectors in W.
    now rewrite <- W, map_map. }
  set (xs := map (fun v => f (nth k v padding)) vectors) in *.
  assert (Len : length xs = size) by (rewrite E, map_length, app_length, repeat_length; lia).
  exists xs. rewrite <- Len. split.
  - apply summed_alone.
    + intros x I. rewrite E in I. apply in_map_iff in I. destruct I as (c & <- & I). apply in_app_or in I.
      destruct I as [I | I]; [now apply Hf |]. apply repeat_spec in I. subst c. rewrite Fz.
      split; [apply double_0 | lra].
    + rewrite Len. assert (B : INR size <= 64) by (replace 64 with (INR 64) by (simpl; lra); now apply le_INR).
      assert (P := pos_INR size). change (INR 1) with 1. change (2^46) with 70368744177664.
      assert (Q : INR size * INR size <= 64 * 64) by (apply Rmult_le_compat; lra). lra.
  - exists (size - length problem)%nat. rewrite E, map_app.
    replace (map f (repeat padding (size - length problem))) with (repeat 0 (size - length problem));
      [apply Permutation_refl |].
    clear - Fz. induction (size - length problem)%nat as [| n IH]; simpl; [reflexivity | now rewrite Fz, IH].
Qed.
