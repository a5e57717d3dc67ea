; name: piece-without-a-breakpoint-is-affine
; statement: Where no breakpoint is strictly between a and b, the sum of all shares at any R
;   between them lies on the chord from (a, sum(a)) to (b, sum(b)); so an R that was found in
;   doubles can be repaired exactly from two sums.
; n: every n
; lifts: base: no claimants. The lemma puts one share on its chord, and the induction step
;   adds its chord to that of the others. The conclusion solves the chord for the total.
; induction: Rules.v:affine_between_breakpoints
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
(declare-const a Real)  ; a segment [a, b] of ratios
(declare-const b Real)
; Neither of its breakpoints l / w and u / w is strictly between a and b; multiplied by w.
(define-fun no-breakpoint-inside () Bool
  (and (or (<= l (* w a)) (<= (* w b) l))
       (=> bounded (or (<= u (* w a)) (<= (* w b) u)))))

; y_R is on the chord from (a, y_a) to (b, y_b), without a division.
(define-fun on-chord ((y_R Real) (y_a Real) (y_b Real)) Bool
  (= (* (- b a) y_R) (+ (* (- b R) y_a) (* (- R a) y_b))))
(declare-const sum_R Real)
(declare-const sum_a Real)
(declare-const sum_b Real)

; expect: sat  vacuity: a piece that rises
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 a) (< a R) (< R b)))
(assert no-breakpoint-inside)
(assert (< (s a) (s R) (s b)))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (= sum_R sum_a sum_b 0))
(assert (not (on-chord sum_R sum_a sum_b)))
(check-sat)
(pop 1)

; expect: unsat  lemma: one share is constant, or proportional
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 a) (<= a R) (<= R b)))
(assert no-breakpoint-inside)
(assert (not (or (= (s R) (s a) (s b))
                 (and (= (s R) (* w R)) (= (s a) (* w a)) (= (s b) (* w b))))))
(check-sat)
(pop 1)

; expect: unsat  lemma: a constant is on its chord
(push 1)
(declare-const y Real)
(assert (not (on-chord y y y)))
(check-sat)
(pop 1)

; expect: unsat  lemma: so is what is proportional
(push 1)
(assert (not (on-chord (* w R) (* w a) (* w b))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(declare-const y_R Real)
(declare-const y_a Real)
(declare-const y_b Real)
(assert (on-chord sum_R sum_a sum_b))
(assert (on-chord y_R y_a y_b))
(assert (not (on-chord (+ sum_R y_R) (+ sum_a y_a) (+ sum_b y_b))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: the R at which the chord is at the total gives the total
(push 1)
(declare-const total Real)
(assert (< a b))
(assert (and (< sum_a sum_b) (<= sum_a total) (<= total sum_b)))
(assert (= (* (- sum_b sum_a) (- R a)) (* (- b a) (- total sum_a))))
(assert (on-chord sum_R sum_a sum_b))
(assert (not (= sum_R total)))
(check-sat)
(pop 1)

; expect: sat  control: a breakpoint in between
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= a 0) (= R 1) (= b 2)))
(assert (not (on-chord (s R) (s a) (s b))))
(check-sat)
(pop 1)
