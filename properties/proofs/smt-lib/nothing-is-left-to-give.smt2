; name: nothing-is-left-to-give
; statement: No shares that add up to the same total or less give every claimant at least as much
;   and one of them more (Pareto).
; n: every n
; lifts: base: no claimants. Induction step, one claimant more: the sum of the other shares is
;   at least that of the fair ones, and if the sums are equal then all shares are the same.
; induction: Consequences.v:pareto
; claim: proved

(set-logic QF_LRA)

(declare-const fair Real)       ; the sum of fair shares so far
(declare-const other Real)      ; the sum of the others
(declare-const all_same Bool)   ; they are the same one by one
(declare-const fair_share Real)
(declare-const other_share Real)
(define-fun dominates ((fair Real) (other Real) (same Bool)) Bool
  (and (<= fair other) (=> (= fair other) same)))

; expect: sat  vacuity: every claimant gets as much
(push 1)
(assert (dominates fair other all_same))
(assert (<= other fair))
(assert (= fair 10))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (and (= fair other 0) all_same))
(assert (not (dominates fair other all_same)))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(assert (dominates fair other all_same))
(assert (<= fair_share other_share))
(assert (not (dominates (+ fair fair_share) (+ other other_share)
                        (and all_same (= fair_share other_share)))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: within the total it is the same division
(push 1)
(declare-const total Real)
(assert (dominates fair other all_same))
(assert (= fair total))
(assert (<= other total))
(assert (not all_same))
(check-sat)
(pop 1)

; expect: sat  control: beyond the total
(push 1)
(declare-const total Real)
(assert (dominates fair other all_same))
(assert (= fair total))
(assert (not all_same))
(check-sat)
(pop 1)

; expect: sat  control: where a claimant gets less
(push 1)
(assert (dominates fair other all_same))
(assert (not (dominates (+ fair fair_share) (+ other other_share)
                        (and all_same (= fair_share other_share)))))
(check-sat)
(pop 1)
