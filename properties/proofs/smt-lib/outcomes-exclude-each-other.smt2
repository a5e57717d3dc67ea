; name: outcomes-exclude-each-other
; statement: Exactly one outcome holds: overcommitted (the sum of min shares exceeds the
;   total), surplus (the total exceeds the sum of all that can be claimed), or neither, and
;   then an allocation exists.
; n: every n
; lifts: base: no claimants. The lemma says that no end is below its min share, the induction
;   step adds a claimant; so the sum of ends is not below that of min shares and the total
;   cannot be below the one and above the other.
; induction: Existence.v:one_outcome_holds, Existence.v:outcomes_exclude_each_other
; claim: proved

(set-logic QF_LRA)

; A claimant: weight w, min share l, and max share u where `bounded` says that it has one.
(define-fun is-claimant ((w Real) (l Real) (bounded Bool) (u Real)) Bool
  (and (>= w 0) (>= l 0) (=> bounded (<= l u))))

; What a claimant can claim at most: u, but l at w = 0. Without either there is no end.
(define-fun has-end ((w Real) (bounded Bool)) Bool (or (= w 0) bounded))
(define-fun end ((w Real) (l Real) (u Real)) Real (ite (= w 0) l u))

(declare-const w Real)
(declare-const l Real)
(declare-const bounded Bool)
(declare-const u Real)
(declare-const mins Real)
(declare-const ends Real)
(declare-const all_end Bool)
(declare-const total Real)
(define-fun in-order ((mins Real) (ends Real) (all_end Bool)) Bool (=> all_end (<= mins ends)))
(define-fun is-overcommitted () Bool (> mins total))
(define-fun is-surplus () Bool (and all_end (> total ends)))

; expect: sat  vacuity: an allocation
(push 1)
(assert (in-order mins ends all_end))
(assert all_end)
(assert (and (not is-overcommitted) (not is-surplus)))
(check-sat)
(pop 1)

; expect: sat  vacuity: overcommitted
(push 1)
(assert (in-order mins ends all_end))
(assert (>= total 0))
(assert is-overcommitted)
(check-sat)
(pop 1)

; expect: sat  vacuity: surplus
(push 1)
(assert (in-order mins ends all_end))
(assert (>= total 0))
(assert is-surplus)
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (= mins 0))
(assert (= ends 0))
(assert (not (in-order mins ends all_end)))
(check-sat)
(pop 1)

; expect: unsat  lemma: no end is below its min share
(push 1)
(assert (is-claimant w l bounded u))
(assert (not (in-order l (end w l u) (has-end w bounded))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(declare-const end_of_one Real)
(declare-const has_end Bool)
(assert (in-order mins ends all_end))
(assert (in-order l end_of_one has_end))
(assert (not (in-order (+ mins l) (+ ends end_of_one) (and all_end has_end))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: not both
(push 1)
(assert (in-order mins ends all_end))
(assert (and is-overcommitted is-surplus))
(check-sat)
(pop 1)

; expect: unsat  conclusion: otherwise the total is in the range in which an R exists
(push 1)
(assert (in-order mins ends all_end))
(assert (and (not is-overcommitted) (not is-surplus)))
(assert (not (and (<= mins total) (=> all_end (<= total ends)))))
(check-sat)
(pop 1)

; expect: sat  control: a max share below the min share lets both hold
(push 1)
(assert (and (> w 0) (>= l 0) bounded))
(assert (= mins l))
(assert (= ends (end w l u)))
(assert all_end)
(assert (and is-overcommitted is-surplus))
(check-sat)
(pop 1)
