; name: no-claimant-envies-up-to-weights
; statement: No claimant would get more from what another holds per unit of weight, as far as its
;   own max share lets it use that, unless the other is held up by its min share.
; n: every n
; lifts: It speaks of any two claimants of a division; R is the same for all.
; induction: none
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

; Another claimant: weight v, min share k, max share m where it is `capped`.
(declare-const v Real)
(declare-const k Real)
(declare-const capped Bool)
(declare-const m Real)

(declare-const R Real)
(define-fun own () Real (share R w l bounded u))
(define-fun other () Real (share R v k capped m))
(declare-const level Real)  ; what the other holds per unit of weight
(define-fun usable () Real (ite (and bounded (< u (* w level))) u (* w level)))

; expect: sat  vacuity: one at its max share, the other proportional
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (and (= R 2) (= v 1) (= w 3)))
(assert (= (* v level) other))
(assert (<= k (* v R)))
(assert (and bounded (< own (* w level))))
(check-sat)
(pop 1)

; expect: unsat  lemma: who is not held up by its min share holds at most R per unit of weight
(push 1)
(assert (is-claimant v k capped m))
(assert (>= R 0))
(assert (> v 0))
(assert (= (* v level) other))
(assert (<= k (* v R)))
(assert (not (<= level R)))
(check-sat)
(pop 1)

; expect: unsat  lemma: at most R per unit of weight is no more than the own share
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert (<= level R))
(assert (not (<= usable own)))
(check-sat)
(pop 1)

; expect: sat  control: another that is held up by its min share
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (and (= R 2) (= v 1) (= w 1)))
(assert (= (* v level) other))
(assert (not (<= usable own)))
(check-sat)
(pop 1)
