; name: ratios-of-the-same-shares-are-an-interval
; statement: The ratios at or above R that give the same shares as R are those with w * Q <=
;   share for every claimant that has a weight and is not at its max share; and any ratio
;   between two that give the total gives it too.
; n: every n
; lifts: The first two lemmas say, both ways, which Q leave one share as it is; all claimants
;   together ask for Q at or below the least share / w. The last conclusion: sums never fall,
;   so a sum between two equal ones is equal.
; induction: Consequences.v:ratios_of_the_same_shares, Consequences.v:ratios_have_no_gap
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

(define-fun is-at-its-end () Bool (or (= w 0) (and bounded (= (s R) u))))

; expect: sat  vacuity: a ratio above R that changes nothing
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= R 1) (= Q 2) (> w 0)))
(assert (and (not is-at-its-end) (<= (* w Q) (s R))))
(check-sat)
(pop 1)

; expect: unsat  lemma: such a ratio leaves the share as it is
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 R) (<= R Q)))
(assert (or is-at-its-end (<= (* w Q) (s R))))
(assert (not (= (s Q) (s R))))
(check-sat)
(pop 1)

; expect: unsat  lemma: and every ratio that does is such a ratio
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 R) (<= R Q)))
(assert (= (s Q) (s R)))
(assert (not (or is-at-its-end (<= (* w Q) (s R)))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: what is between two ratios that give the total gives it too
(push 1)
(declare-const sum_low Real)
(declare-const sum_between Real)
(declare-const sum_high Real)
(declare-const total Real)
(assert (<= sum_low sum_between))  ; sum-is-monotone
(assert (<= sum_between sum_high))
(assert (= sum_low sum_high total))
(assert (not (= sum_between total)))
(check-sat)
(pop 1)

; expect: sat  control: a ratio above share / w
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= R 1) (= Q 2)))
(assert (not (= (s Q) (s R))))
(check-sat)
(pop 1)
