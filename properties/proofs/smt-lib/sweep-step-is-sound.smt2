; name: sweep-step-is-sound
; statement: From R = a on, as long as no breakpoint is passed, the sum of all shares is
;   sum(a) + slope * (R - a), where slope adds w for each min share and takes w away for each
;   max share whose breakpoint is at or below a.
; n: every n
; lifts: base: no claimants, a line of slope 0. The lemma says it of one claimant, and the
;   induction step adds its line to that of the others.
; induction: Rules.v:cut_is_the_sum
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

; What its passed breakpoints add to the slope.
(define-fun own-slope () Real
  (- (ite (<= l (* w a)) w 0) (ite (and bounded (<= u (* w a))) w 0)))
; Of the claimants before: the sums at R and at a, and the slope.
(declare-const sum_R Real)
(declare-const sum_a Real)
(declare-const slope Real)

; expect: sat  vacuity: a segment in which the share rises
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 a) (< a R) (< R b)))
(assert no-breakpoint-inside)
(assert (> own-slope 0))
(assert bounded)
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (= sum_R 0))
(assert (= sum_a 0))
(assert (= slope 0))
(assert (not (= sum_R (+ sum_a (* slope (- R a))))))
(check-sat)
(pop 1)

; expect: unsat  lemma: one share is such a line
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 a) (<= a R) (<= R b)))
(assert no-breakpoint-inside)
(assert (not (= (s R) (+ (s a) (* own-slope (- R a))))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(declare-const share_R Real)
(declare-const share_a Real)
(declare-const slope_of_one Real)
(assert (= sum_R (+ sum_a (* slope (- R a)))))
(assert (= share_R (+ share_a (* slope_of_one (- R a)))))
(assert (not (= (+ sum_R share_R) (+ sum_a share_a (* (+ slope slope_of_one) (- R a))))))
(check-sat)
(pop 1)

; expect: sat  control: a breakpoint in between
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 a) (<= a R) (<= R b)))
(assert (not (= (s R) (+ (s a) (* own-slope (- R a))))))
(check-sat)
(pop 1)
