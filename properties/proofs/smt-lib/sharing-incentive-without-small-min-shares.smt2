; name: sharing-incentive-without-small-min-shares
; statement: Every claimant gets at least its proportional part of the total, or its max share,
;   whatever the min shares are.
; n: 2
; lifts: Two claimants are a counterexample: the min share of one eats into the part of the
;   other.
; induction: none
; claim: refuted

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

; Another claimant: weight v, min share k, max share m where it is `capped`.
(declare-const v Real)
(declare-const k Real)
(declare-const capped Bool)
(declare-const m Real)

(declare-const R Real)
(declare-const total Real)
(define-fun x () Real (share R w l bounded u))
(define-fun y () Real (share R v k capped m))
(define-fun is-fair () Bool (and (>= R 0) (= (+ x y) total)))
; The proportional part is total * w / (w + v).
(define-fun gets-its-part () Bool
  (or (>= (* x (+ w v)) (* total w)) (and bounded (= x u))))

; expect: sat  vacuity: a fair division of two
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (and (= w 1) (= v 1) (= total 10)))
(assert is-fair)
(check-sat)
(pop 1)

; expect: sat  conclusion: one that gets less than its part, and less than its max share
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (and (= w 1) (= v 1) (= total 10)))
(assert is-fair)
(assert (not gets-its-part))
(check-sat)
(pop 1)

; expect: unsat  control: without min shares there is none
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (and (= w 1) (= v 1) (= total 10)))
(assert (and (= l 0) (= k 0)))
(assert is-fair)
(assert (not gets-its-part))
(check-sat)
(pop 1)
