; name: sum-is-monotone
; statement: The sum of all shares never falls as R grows.
; n: every n
; lifts: base: no claimants, no sum. The lemma says that no share falls, and the induction
;   step that one claimant more keeps the order of the two sums.
; induction: Uniqueness.v:sum_monotone
; claim: proved

(set-logic QF_NRA)

; A claimant: weight w, min share l, and max share u where `bounded` says that it has one.
(define-fun is-claimant ((w Real) (l Real) (bounded Bool) (u Real)) Bool
  (and (>= w 0) (>= l 0) (=> bounded (<= l u))))

; share(R) = clamp(w * R, l, u), which at w = 0 is l.
(define-fun share ((R Real) (w Real) (l Real) (bounded Bool) (u Real)) Real
  (ite (< (* w R) l) l (ite (and bounded (> (* w R) u)) u (* w R))))

(declare-const w Real)
(declare-const l Real)
(declare-const bounded Bool)
(declare-const u Real)
(define-fun s ((R Real)) Real (share R w l bounded u))
(declare-const R Real)
(declare-const Q Real)

; The sums of the claimants before, at R and at Q.
(declare-const sum_R Real)
(declare-const sum_Q Real)

; expect: sat  vacuity: the sum can indeed rise
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 R) (< R Q)))
(assert (< (s R) (s Q)))
(assert (<= sum_R sum_Q))
(check-sat)
(pop 1)

; expect: unsat  base: the empty sums
(push 1)
(assert (= sum_R 0))
(assert (= sum_Q 0))
(assert (not (<= sum_R sum_Q)))
(check-sat)
(pop 1)

; expect: unsat  lemma: no share falls
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 R) (<= R Q)))
(assert (not (<= (s R) (s Q))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(declare-const share_R Real)
(declare-const share_Q Real)
(assert (<= sum_R sum_Q))
(assert (<= share_R share_Q))
(assert (not (<= (+ sum_R share_R) (+ sum_Q share_Q))))
(check-sat)
(pop 1)

; expect: sat  control: a negative weight, where a min share below 0 lets it be felt
(push 1)
(assert (=> bounded (<= l u)))
(assert (and (<= 0 R) (<= R Q)))
(assert (not (<= (s R) (s Q))))
(check-sat)
(pop 1)

; expect: sat  control: a max share below the min share
(push 1)
(assert (and (>= w 0) (>= l 0)))
(assert (and (<= 0 R) (<= R Q)))
(assert (not (<= (s R) (s Q))))
(check-sat)
(pop 1)
