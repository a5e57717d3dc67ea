; name: scale-does-not-matter
; statement: Multiplying all weights by the same positive number changes no share; multiplying
;   the total and all bounds by it multiplies every share by it.
; n: every n
; lifts: The lemmas say it of one share, at R divided or multiplied by the number. The
;   induction step adds shares up, so that the total scales as they do; by shares-are-unique
;   nothing else is fair.
; induction: Consequences.v:weights_are_relative, Consequences.v:unit_does_not_matter
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
(declare-const c Real)
(declare-const sum Real)
(declare-const scaled_sum Real)

; expect: sat  vacuity: twice the weight
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= c 2) (= R 4) (= (* Q c) R)))
(assert (< l (s R)))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (= sum scaled_sum 0))
(assert (not (= scaled_sum (* c sum))))
(check-sat)
(pop 1)

; expect: unsat  lemma: c times the weight, at R / c
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (>= R 0) (> c 0)))
(assert (= (* Q c) R))
(assert (not (= (share Q (* c w) l bounded u) (s R))))
(check-sat)
(pop 1)

; expect: unsat  lemma: c times the bounds, at c * R
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (>= R 0) (> c 0)))
(assert (not (= (share (* c R) w (* c l) bounded (* c u)) (* c (s R)))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(declare-const one Real)
(declare-const scaled_one Real)
(assert (= scaled_sum (* c sum)))
(assert (= scaled_one (* c one)))
(assert (not (= (+ scaled_sum scaled_one) (* c (+ sum one)))))
(check-sat)
(pop 1)

; expect: sat  control: scaled weights at the old ratio
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= R 2) (= c 3)))
(assert (not (= (share R (* c w) l bounded u) (s R))))
(check-sat)
(pop 1)

; expect: sat  control: a negative number
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= R 2) (= c (- 3))))
(assert (not (= (share (* c R) w (* c l) bounded (* c u)) (* c (s R)))))
(check-sat)
(pop 1)
