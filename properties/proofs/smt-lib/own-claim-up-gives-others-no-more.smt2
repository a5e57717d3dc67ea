; name: own-claim-up-gives-others-no-more
; statement: A claimant that raises its own claim as in own-claim-up-gives-no-less leaves no
;   other with more.
; n: every n
; lifts: The own share does not fall, so the others together do not gain. If Q <= R, no single
;   one of them gains, by monotony in R. If R < Q, none of them falls, their sum does not
;   rise, so it is the same, and by the invariant of shares-are-unique so is each.
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

; Of all others: the sum of their shares at R and at Q. By sum-is-monotone it never falls.
(declare-const others_R Real)
(declare-const others_Q Real)
(define-fun others-never-fall () Bool
  (and (=> (<= R Q) (<= others_R others_Q)) (=> (<= Q R) (<= others_Q others_R))))

(declare-const all_same Bool)  ; every other share is the same at R and at Q
(declare-const before Real)    ; the own share
(declare-const after Real)
(declare-const total Real)

; expect: sat  vacuity: the others lose what one gains
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= R 2) (= Q 1)))
(assert others-never-fall)
(assert (< before after))
(assert (= (+ others_R before) (+ others_Q after) total))
(assert (> (s R) (s Q)))
(check-sat)
(pop 1)

; expect: unsat  lemma: another one gains nothing from a lesser ratio
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 Q) (<= Q R)))
(assert (not (<= (s Q) (s R))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: either the ratio is no greater, or every other share is the same
(push 1)
(assert others-never-fall)
(assert (<= before after))
(assert (= (+ others_R before) total))
(assert (= (+ others_Q after) total))
(assert (=> (and (<= R Q) (= others_R others_Q)) all_same))  ; shares-are-unique
(assert (not (or (<= Q R) all_same)))
(check-sat)
(pop 1)

; expect: sat  control: if the own share falls, the others can gain
(push 1)
(assert others-never-fall)
(assert (= (+ others_R before) total))
(assert (= (+ others_Q after) total))
(assert (=> (and (<= R Q) (= others_R others_Q)) all_same))
(assert (not (or (<= Q R) all_same)))
(check-sat)
(pop 1)
