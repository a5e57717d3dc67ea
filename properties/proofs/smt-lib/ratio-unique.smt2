; name: ratio-unique
; statement: The fair shares determine R.
; n: 2
; lifts: Two claimants are a counterexample: where each is at a bound, other ratios give the
;   same shares.
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
(declare-const Q Real)
(define-fun x ((R Real)) Real (share R w l bounded u))
(define-fun y ((R Real)) Real (share R v k capped m))
(define-fun are-the-same () Bool
  (and (>= R 0) (>= Q 0) (= (x R) (x Q)) (= (y R) (y Q))))

; expect: sat  vacuity: a division in which one of the two is between its bounds
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (and (= w 1) (= v 2)))
(assert are-the-same)
(assert (and (< l (x R)) bounded (< (x R) u)))
(check-sat)
(pop 1)

; expect: sat  conclusion: two ratios that give the same shares
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (and (= w 1) (= v 2)))
(assert are-the-same)
(assert (not (= R Q)))
(check-sat)
(pop 1)

; expect: unsat  control: where one of the two is between its bounds there is none
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert are-the-same)
(assert (and (< l (x R)) (=> bounded (< (x R) u))))
(assert (not (= R Q)))
(check-sat)
(pop 1)
