; name: more-claimed-gives-more
; statement: At the same R a claimant with at least the weight, min share and max share of
;   another has at least its share; claimants that are equal have equal shares (symmetry).
; n: every n
; lifts: It speaks of any two claimants of a division; R is the same for all.
; induction: Consequences.v:order_preserving, Consequences.v:symmetric
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
(define-fun claims-no-less () Bool
  (and (<= w v) (<= l k) (=> capped (and bounded (<= u m)))))

; expect: sat  vacuity: more is claimed, and more is given
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (= R 2))
(assert claims-no-less)
(assert (< (share R w l bounded u) (share R v k capped m)))
(check-sat)
(pop 1)

; expect: unsat  lemma: who claims no less gets no less
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (>= R 0))
(assert claims-no-less)
(assert (not (<= (share R w l bounded u) (share R v k capped m))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: equal claimants get equal shares
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (>= R 0))
(assert (and (= w v) (= l k) (= bounded capped) (=> bounded (= u m))))
(assert (not (= (share R w l bounded u) (share R v k capped m))))
(check-sat)
(pop 1)

; expect: sat  control: more weight alone does not do
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (= R 2))
(assert (<= w v))
(assert (not (<= (share R w l bounded u) (share R v k capped m))))
(check-sat)
(pop 1)

; expect: sat  control: equal weights and min shares alone do not make equal shares
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (= R 2))
(assert (and (= w v) (= l k)))
(assert (not (= (share R w l bounded u) (share R v k capped m))))
(check-sat)
(pop 1)
