; name: sum-is-continuous
; statement: From R to Q >= R the sum of all shares rises by at most W * (Q - R), where W is
;   the sum of the weights; hence it is continuous in R.
; n: every n
; lifts: base: nothing rises by nothing. The lemma bounds what one share rises by its weight
;   times Q - R, and the induction step adds a claimant to both sides.
; induction: Uniqueness.v:sum_lipschitz
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

; Of the claimants before: how far their sum rises, and the sum of their weights.
(declare-const rise Real)
(declare-const W Real)

; expect: sat  vacuity: the bound can be attained
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 R) (< R Q)))
(assert (> w 0))
(assert (= (- (s Q) (s R)) (* w (- Q R))))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (= rise 0))
(assert (= W 0))
(assert (not (<= rise (* W (- Q R)))))
(check-sat)
(pop 1)

; expect: unsat  lemma: one share rises by at most w * (Q - R)
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 R) (<= R Q)))
(assert (not (<= (- (s Q) (s R)) (* w (- Q R)))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(declare-const rise_of_one Real)
(assert (<= rise (* W (- Q R))))
(assert (<= rise_of_one (* w (- Q R))))
(assert (not (<= (+ rise rise_of_one) (* (+ W w) (- Q R)))))
(check-sat)
(pop 1)

; expect: sat  control: a smaller factor than the weight
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 R) (<= R Q)))
(assert (not (<= (- (s Q) (s R)) (* (- w 1) (- Q R)))))
(check-sat)
(pop 1)

; expect: sat  control: a negative weight
(push 1)
(assert (and (>= l 0) (=> bounded (<= l u))))
(assert (and (<= 0 R) (<= R Q)))
(assert (not (<= (- (s Q) (s R)) (* w (- Q R)))))
(check-sat)
(pop 1)
