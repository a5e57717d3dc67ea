; name: meeting-intervals-share-a-ratio
; statement: If every reported interval reaches its bounds and no two of them ask for ratios
;   that do not meet, then one R gives every claimant a share inside its interval: two
;   claimants always suffice as a witness.
; n: every n
; lifts: Invariant: the highest need so far (0 at first; of equal ones the open one) is below
;   the lowest allowance so far, or they are equal and both closed. base: need 0 and no
;   allowance. Induction step: a claimant is added whose need meets the lowest allowance, and
;   its allowance the highest need; both are those of some claimant. Conclusions: an R between
;   the highest need and the lowest allowance exists, and it gives a share inside every
;   interval.
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
(define-fun meet ((need Real) (need_open Bool) (allows Real) (allows_open Bool)) Bool
  (or (< need allows) (and (= need allows) (not need_open) (not allows_open))))
(declare-const highest Real)
(declare-const highest_open Bool)
(declare-const some_allow Bool)
(declare-const lowest Real)
(declare-const lowest_open Bool)

; expect: sat  vacuity: an interval that needs and allows
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= R 2) (> w 0)))
(assert (not (reaches-down-to l low low_open)))
(assert (and bounded (not (reaches-up-to u high high_open))))
(assert (meet (* w R) false high high_open))
(assert (meet low low_open (* w R) false))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (not some_allow))
(assert (not (=> some_allow (meet highest highest_open lowest lowest_open))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more, with or without a need and an allowance
(push 1)
(declare-const has_need Bool)
(declare-const need Real)
(declare-const need_open Bool)
(declare-const has_allowance Bool)
(declare-const allowance Real)
(declare-const allowance_open Bool)
(define-fun takes-need () Bool
  (and has_need (or (> need highest)
                    (and (= need highest) need_open (not highest_open)))))
(define-fun takes-allowance () Bool
  (and has_allowance (or (not some_allow) (< allowance lowest)
                         (and (= allowance lowest) allowance_open (not lowest_open)))))
(assert (=> some_allow (meet highest highest_open lowest lowest_open)))
(assert (=> (and has_need some_allow) (meet need need_open lowest lowest_open)))
(assert (=> has_allowance (meet highest highest_open allowance allowance_open)))
(assert (=> (and has_need has_allowance) (meet need need_open allowance allowance_open)))
(assert (not (=> (or some_allow has_allowance)
                 (meet (ite takes-need need highest) (ite takes-need need_open highest_open)
                       (ite takes-allowance allowance lowest)
                       (ite takes-allowance allowance_open lowest_open)))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: some R is between the two: the middle, or the one that both are
(push 1)
(assert (meet highest highest_open lowest lowest_open))
(assert (= (* 2 R) (+ highest lowest)))
(assert (not (and (ite highest_open (< highest R) (<= highest R))
                  (ite lowest_open (< R lowest) (<= R lowest)))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: it gives a share inside the interval
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
; The interval reaches the bounds: neither BelowMin nor AboveMax.
(assert (reaches-up-to l high high_open))
(assert (=> (has-end w bounded) (reaches-down-to (end w l u) low low_open)))
; R is not below its need, nor above its allowance; both are multiplied by w.
(assert (=> (not (reaches-down-to l low low_open))
            (and (> w 0) (ite low_open (< low (* w R)) (<= low (* w R))))))
(assert (=> (not (and (has-end w bounded) (reaches-up-to (end w l u) high high_open)))
            (and (> w 0) (ite high_open (> high (* w R)) (>= high (* w R))))))
(assert (not (is-in (s R) low low_open high high_open)))
(check-sat)
(pop 1)

; expect: sat  control: two ends that touch, of which one is open, have no R in common
(push 1)
(assert (= highest lowest))
(assert (= (* 2 R) (+ highest lowest)))
(assert (not (and (ite highest_open (< highest R) (<= highest R))
                  (ite lowest_open (< R lowest) (<= R lowest)))))
(check-sat)
(pop 1)

; expect: sat  control: an interval below the min share
(push 1)
(assert (is-claimant w l bounded u))
(assert (= R 2))
(assert (=> (has-end w bounded) (reaches-down-to (end w l u) low low_open)))
(assert (=> (not (reaches-down-to l low low_open))
            (and (> w 0) (ite low_open (< low (* w R)) (<= low (* w R))))))
(assert (=> (not (and (has-end w bounded) (reaches-up-to (end w l u) high high_open)))
            (and (> w 0) (ite high_open (> high (* w R)) (>= high (* w R))))))
(assert (not (is-in (s R) low low_open high high_open)))
(check-sat)
(pop 1)
