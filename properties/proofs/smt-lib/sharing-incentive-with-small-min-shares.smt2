; name: sharing-incentive-with-small-min-shares
; statement: If no min share is above its proportional part q * w (q is the total divided by
;   the sum of weights), every claimant gets at least that part, or its max share.
; n: every n
; lifts: If R >= q the first lemma is the claim. If R < q, no share is above its part (second
;   lemma), the sum of parts is the total (base and induction step), so no share is below its
;   part either.
; induction: Consequences.v:sharing_incentive
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
(declare-const q Real)
(declare-const parts Real)     ; sum of q * w so far
(declare-const sum Real)       ; sum of shares so far
(declare-const some_less Bool) ; some share so far is below its part
(define-fun counted ((sum Real) (parts Real) (some_less Bool)) Bool
  (and (<= sum parts) (=> some_less (< sum parts))))

; expect: sat  vacuity: a claimant that gets more than its part
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= q 2) (= R 3)))
(assert (<= l (* q w)))
(assert (> (s R) (* q w)))
(check-sat)
(pop 1)

; expect: unsat  lemma: at R >= q a share is at least its part, or the max share
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (>= q 0) (>= R q)))
(assert (not (or (>= (s R) (* q w)) (and bounded (= (s R) u)))))
(check-sat)
(pop 1)

; expect: unsat  lemma: at R < q no share is above its part
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (>= R 0) (< R q)))
(assert (<= l (* q w)))
(assert (not (<= (s R) (* q w))))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (and (= sum parts 0) (not some_less)))
(assert (not (counted sum parts some_less)))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(declare-const part Real)
(declare-const one Real)
(assert (counted sum parts some_less))
(assert (<= one part))
(assert (not (counted (+ sum one) (+ parts part) (or some_less (< one part)))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: the shares add up to the parts, so none is below its part
(push 1)
(assert (counted sum parts some_less))
(assert (= sum parts))
(assert some_less)
(check-sat)
(pop 1)

; expect: sat  control: a min share above its part
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= R 1) (= q 2)))
(assert (not (<= (s R) (* q w))))
(check-sat)
(pop 1)

; expect: sat  control: the max share may be all that it gets
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= q 2) (= R 3)))
(assert (not (>= (s R) (* q w))))
(check-sat)
(pop 1)
