; name: what-may-be-left-out
; statement: Leaving out a max share that is no less than the total changes no share; nor does
;   leaving out a claimant of weight 0 and min share 0.
; n: every n
; lifts: Q belongs to the division without the max share. base and induction step: the others
;   get no less than 0 together, so the own share is at most the total, and the max share
;   would not have changed it. The idle claimant gets 0, so the others get the total at the
;   same R. By shares-are-unique nothing else is fair.
; induction: Consequences.v:maximum_above_total, Consequences.v:idle_claimant
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

(declare-const R Real)
(declare-const Q Real)
(declare-const total Real)
(declare-const others Real)  ; the sum of the others' shares
(define-fun without-max () Real (share Q w l false 0))

; expect: sat  vacuity: a max share above the total, and a share above the min share
(push 1)
(assert (is-claimant w l true u))
(assert (and (= Q 2) (= w 1)))
(assert (and (>= others 0) (= (+ without-max others) total)))
(assert (and (<= total u) (< l without-max)))
(check-sat)
(pop 1)

; expect: unsat  base: no others
(push 1)
(assert (= others 0))
(assert (not (>= others 0)))
(check-sat)
(pop 1)

; expect: unsat  lemma: no share is below 0
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert (not (>= (share R w l bounded u) 0)))
(check-sat)
(pop 1)

; expect: unsat  induction step: one other more
(push 1)
(declare-const one Real)
(assert (and (>= others 0) (>= one 0)))
(assert (not (>= (+ others one) 0)))
(check-sat)
(pop 1)

; expect: unsat  conclusion: with the max share Q gives the same share, so the same total
(push 1)
(assert (is-claimant w l true u))
(assert (>= Q 0))
(assert (>= others 0))
(assert (= (+ without-max others) total))
(assert (<= total u))
(assert (not (= without-max (share Q w l true u))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: the idle claimant gets 0, so the others get the total without it
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert (and (= w 0) (= l 0)))
(assert (= (+ (share R w l bounded u) others) total))
(assert (not (= others total)))
(check-sat)
(pop 1)

; expect: sat  control: a max share below the total
(push 1)
(assert (is-claimant w l true u))
(assert (and (= Q 2) (= w 1)))
(assert (and (>= others 0) (= (+ without-max others) total)))
(assert (not (= without-max (share Q w l true u))))
(check-sat)
(pop 1)

; expect: sat  control: others that get less than 0
(push 1)
(assert (is-claimant w l true u))
(assert (and (= Q 2) (= w 1)))
(assert (= (+ without-max others) total))
(assert (<= total u))
(assert (not (= without-max (share Q w l true u))))
(check-sat)
(pop 1)

; expect: sat  control: a claimant of weight 0 with a min share
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= R 2) (= w 0)))
(assert (= (+ (share R w l bounded u) others) total))
(assert (not (= others total)))
(check-sat)
(pop 1)

; expect: sat  control: a claimant with a weight
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= R 2) (= l 0)))
(assert (= (+ (share R w l bounded u) others) total))
(assert (not (= others total)))
(check-sat)
(pop 1)
