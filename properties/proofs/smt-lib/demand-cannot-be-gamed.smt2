; name: demand-cannot-be-gamed
; statement: A claimant whose bounds are both capped by its demand, and which reports another
;   demand, gets no more that it can use (at most its true demand) than with the true one
;   (strategy-proof in demand).
; n: every n
; lifts: R belongs to the true report, Q to the other one. If Q <= R, the lemma says that what
;   it can use at Q is no more than its share at R. If R < Q no other share falls, so the own
;   one cannot rise at the same total.
; induction: Consequences.v:strategy_proof_in_demand
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

(declare-const demand Real)  ; the true one
(declare-const report Real)  ; the other one
(define-fun lesser ((x Real) (y Real)) Real (ite (< x y) x y))
; A demand d caps both bounds, so that there always is a max share.
(define-fun share-for ((d Real) (R Real)) Real
  (share R w (lesser l d) true (ite bounded (lesser u d) d)))

; Of all others: the sum of their shares at R and at Q. By sum-is-monotone it never falls.
(declare-const others_R Real)
(declare-const others_Q Real)
(define-fun others-never-fall () Bool
  (and (=> (<= R Q) (<= others_R others_Q)) (=> (<= Q R) (<= others_Q others_R))))

; expect: sat  vacuity: a demand that is overstated
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= R 2) (= Q 1) (< 0 demand report)))
(assert others-never-fall)
(assert (= (+ others_R (share-for demand R)) (+ others_Q (share-for report Q))))
(assert (< 0 (share-for report Q) demand))
(check-sat)
(pop 1)

; expect: unsat  lemma: at a ratio that is no greater no report gives more that can be used
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 Q) (<= Q R) (<= 0 demand) (<= 0 report)))
(assert (not (<= (lesser (share-for report Q) demand) (share-for demand R))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: at the same total
(push 1)
(declare-const honest Real)
(declare-const other Real)
(declare-const total Real)
(assert (=> (<= Q R) (<= (lesser other demand) honest)))  ; the lemma
(assert others-never-fall)
(assert (= (+ others_R honest) total))
(assert (= (+ others_Q other) total))
(assert (not (<= (lesser other demand) honest)))
(check-sat)
(pop 1)

; expect: sat  control: more than it can use it may well get
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= Q 1) (= R 2) (<= 0 demand) (<= 0 report)))
(assert (not (<= (share-for report Q) (share-for demand R))))
(check-sat)
(pop 1)

; expect: sat  control: at another total
(push 1)
(declare-const honest Real)
(declare-const other Real)
(assert (=> (<= Q R) (<= (lesser other demand) honest)))
(assert others-never-fall)
(assert (not (<= (lesser other demand) honest)))
(check-sat)
(pop 1)
