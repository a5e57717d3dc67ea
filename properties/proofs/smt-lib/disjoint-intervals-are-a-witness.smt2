; name: disjoint-intervals-are-a-witness
; statement: Where the ratios that two reported intervals allow do not meet (one needs more
;   than the other allows, or as much and one of the ends is open), no R gives shares in both
;   intervals: two claimants prove that a report is unfair.
; n: every n
; lifts: The witness is a pair. Whatever the other claimants are, an R that gives all shares
;   gives these two.
; induction: Intervals.v:two_intervals_suffice
; claim: proved

(set-logic QF_NRA)

; A claimant: weight w, min share l, and max share u where `bounded` says that it has one.
(define-fun is-claimant ((w Real) (l Real) (bounded Bool) (u Real)) Bool
  (and (>= w 0) (>= l 0) (=> bounded (<= l u))))

; share(R) = clamp(w * R, l, u), which at w = 0 is l.
(define-fun share ((R Real) (w Real) (l Real) (bounded Bool) (u Real)) Real
  (ite (< (* w R) l) l (ite (and bounded (> (* w R) u)) u (* w R))))

; What a claimant can claim at most: u, but l at w = 0. Without either there is no end.
(define-fun has-end ((w Real) (bounded Bool)) Bool (or (= w 0) bounded))
(define-fun end ((w Real) (l Real) (u Real)) Real (ite (= w 0) l u))

; What a reported share stands for: from low to high, an open end not included.
(define-fun is-in ((x Real) (low Real) (low_open Bool) (high Real) (high_open Bool)) Bool
  (and (ite low_open (< low x) (<= low x)) (ite high_open (< x high) (<= x high))))
(define-fun reaches-down-to ((x Real) (low Real) (low_open Bool)) Bool
  (or (< low x) (and (= low x) (not low_open))))
(define-fun reaches-up-to ((x Real) (high Real) (high_open Bool)) Bool
  (or (> high x) (and (= high x) (not high_open))))

(declare-const w Real)
(declare-const l Real)
(declare-const bounded Bool)
(declare-const u Real)
(define-fun s ((R Real)) Real (share R w l bounded u))
(declare-const low Real)
(declare-const low_open Bool)
(declare-const high Real)
(declare-const high_open Bool)

(declare-const R Real)
(declare-const need Real)       ; low / w of the one: above its min share
(declare-const need_open Bool)
(declare-const allowance Real)  ; high / v of the other: below its end
(declare-const allowance_open Bool)
(define-fun is-above-min () Bool (not (reaches-down-to l low low_open)))
(define-fun is-below-end () Bool
  (not (and (has-end w bounded) (reaches-up-to (end w l u) high high_open))))

; expect: sat  vacuity: an interval with a need and an allowance, and an R that meets both
(push 1)
(assert (is-claimant w l bounded u))
(assert (= R 2))
(assert (and is-above-min is-below-end))
(assert (and (= (* w need) low) (= (* w allowance) high)))
(assert (is-in (s R) low low_open high high_open))
(assert low_open)
(check-sat)
(pop 1)

; expect: unsat  lemma: above its min share the R must be at least low / w, more if the end is open
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert is-above-min)
(assert (= (* w need) low))
(assert (is-in (s R) low low_open high high_open))
(assert (not (ite low_open (< need R) (<= need R))))
(check-sat)
(pop 1)

; expect: unsat  lemma: below its end the R must be at most high / w, below it if the end is open
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert is-below-end)
(assert (= (* w allowance) high))
(assert (is-in (s R) low low_open high high_open))
(assert (not (ite high_open (> allowance R) (>= allowance R))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: where the two do not meet there is no R
(push 1)
(assert (ite need_open (< need R) (<= need R)))
(assert (ite allowance_open (< R allowance) (<= R allowance)))
(assert (or (> need allowance) (and (= need allowance) (or need_open allowance_open))))
(check-sat)
(pop 1)

; expect: sat  control: an interval that reaches its min share needs no R
(push 1)
(assert (is-claimant w l bounded u))
(assert (= R 2))
(assert (= (* w need) low))
(assert (is-in (s R) low low_open high high_open))
(assert (not (<= need R)))
(check-sat)
(pop 1)

; expect: sat  control: two closed ends that touch are no witness
(push 1)
(assert (<= need R))
(assert (<= R allowance))
(assert (>= need allowance))
(check-sat)
(pop 1)
