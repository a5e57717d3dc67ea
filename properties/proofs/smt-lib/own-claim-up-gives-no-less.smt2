; name: own-claim-up-gives-no-less
; statement: A claimant that raises its own weight, its min share or its max share (or drops it),
;   the total and all others being as before, gets no less.
; n: every n
; lifts: R belongs to the division before, Q to that after. The lemma: if R <= Q, the own
;   share at Q by the new claim is no less than that at R by the old one. The conclusion: else
;   Q < R, no other share rises, so if the own one fell, the sum would be less than the total.
; induction: Consequences.v:asking_for_more_gives_no_less
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

; The same claimant with another claim.
(declare-const w2 Real)
(declare-const l2 Real)
(declare-const bounded2 Bool)
(declare-const u2 Real)
(define-fun s2 ((R Real)) Real (share R w2 l2 bounded2 u2))

; Of all others: the sum of their shares at R and at Q. By sum-is-monotone it never falls.
(declare-const others_R Real)
(declare-const others_Q Real)
(define-fun others-never-fall () Bool
  (and (=> (<= R Q) (<= others_R others_Q)) (=> (<= Q R) (<= others_Q others_R))))

(define-fun claims-no-less () Bool
  (and (<= w w2) (<= l l2) (=> bounded2 (and bounded (<= u u2)))))

; expect: sat  vacuity: a weight that is raised
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant w2 l2 bounded2 u2))
(assert claims-no-less)
(assert (and (= R 2) (= Q 1) (< w w2)))
(assert others-never-fall)
(assert (= (+ others_R (s R)) (+ others_Q (s2 Q))))
(check-sat)
(pop 1)

; expect: unsat  lemma: at a ratio that is no less the raised claim gets no less
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant w2 l2 bounded2 u2))
(assert claims-no-less)
(assert (and (<= 0 R) (<= R Q)))
(assert (not (<= (s R) (s2 Q))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: at the same total
(push 1)
(declare-const before Real)
(declare-const after Real)
(declare-const total Real)
(assert (=> (<= R Q) (<= before after)))  ; the lemma
(assert others-never-fall)
(assert (= (+ others_R before) total))
(assert (= (+ others_Q after) total))
(assert (not (<= before after)))
(check-sat)
(pop 1)

; expect: sat  control: at another total
(push 1)
(declare-const before Real)
(declare-const after Real)
(assert (=> (<= R Q) (<= before after)))
(assert others-never-fall)
(assert (not (<= before after)))
(check-sat)
(pop 1)

; expect: sat  control: a raised weight with a lowered max share
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant w2 l2 bounded2 u2))
(assert (and (<= w w2) (<= l l2)))
(assert (and (= R 1) (= Q 2)))
(assert (not (<= (s R) (s2 Q))))
(check-sat)
(pop 1)
