; name: split-proof
; statement: A claimant that splits up into two, with its weight, min share and max share
;   divided between them in whatever way, gets no more than before.
; n: 2
; lifts: Two claimants are a counterexample: one splits up, keeps its min share in one part,
;   and gains in the other.
; induction: none
; claim: refuted

(set-logic QF_NRA)

; A claimant: weight w, min share l, and max share u where `bounded` says that it has one.
(define-fun is-claimant ((w Real) (l Real) (bounded Bool) (u Real)) Bool
  (and (>= w 0) (>= l 0) (=> bounded (<= l u))))

; share(R) = clamp(w * R, l, u), which at w = 0 is l.
(define-fun share ((R Real) (w Real) (l Real) (bounded Bool) (u Real)) Real
  (ite (< (* w R) l) l (ite (and bounded (> (* w R) u)) u (* w R))))

; The two parts, of weight 1 each; the whole has the sum of what they have.
(declare-const l1 Real)
(declare-const l2 Real)
(declare-const bounded Bool)
(declare-const u1 Real)
(declare-const u2 Real)

; Another claimant: weight 2, min share k, max share m where it is `capped`.
(declare-const k Real)
(declare-const capped Bool)
(declare-const m Real)

(declare-const R Real)  ; of the division with the whole
(declare-const Q Real)  ; of that with the parts
(declare-const total Real)
(define-fun whole () Real (share R 2 (+ l1 l2) bounded (+ u1 u2)))
(define-fun parts () Real (+ (share Q 1 l1 bounded u1) (share Q 1 l2 bounded u2)))
(define-fun are-fair () Bool
  (and (is-claimant 1 l1 bounded u1) (is-claimant 1 l2 bounded u2) (is-claimant 2 k capped m)
       (>= R 0) (= (+ whole (share R 2 k capped m)) total)
       (>= Q 0) (= (+ parts (share Q 2 k capped m)) total)))

; expect: sat  vacuity: parts without a min share that get something, and no more than the whole
(push 1)
(assert are-fair)
(assert (= (+ l1 l2) 0))
(assert (< 0 parts whole))
(check-sat)
(pop 1)

; expect: sat  conclusion: parts that get more than the whole
(push 1)
(assert are-fair)
(assert (not (<= parts whole)))
(check-sat)
(pop 1)

; expect: unsat  control: without a min share there are none
(push 1)
(assert are-fair)
(assert (= (+ l1 l2) 0))
(assert (not (<= parts whole)))
(check-sat)
(pop 1)
