; name: ratio-gives-the-axioms
; statement: If one R gives every share, then every share is within its bounds (at weight 0
;   the max share is the min share), and there are no two claimants of which the richer holds
;   more per unit of weight while it is above its min share and the poorer below its max
;   share.
; n: every n
; lifts: The axioms speak of each claimant and of each pair; the two lemmas prove them for any
;   claimant and any pair, however many there are.
; induction: Axioms.v:axioms_iff_fair
; claim: proved

(set-logic QF_NRA)

; A claimant: weight w, min share l, and max share u where `bounded` says that it has one.
(define-fun is-claimant ((w Real) (l Real) (bounded Bool) (u Real)) Bool
  (and (>= w 0) (>= l 0) (=> bounded (<= l u))))

; share(R) = clamp(w * R, l, u), which at w = 0 is l.
(define-fun share ((R Real) (w Real) (l Real) (bounded Bool) (u Real)) Real
  (ite (< (* w R) l) l (ite (and bounded (> (* w R) u)) u (* w R))))

; What a claimant can claim at most: u, but l at w = 0. Without either there is no end.
(define-fun has-end ((w Real) (bounded Bool)) Bool (or (= w 0) bounded))
(define-fun end ((w Real) (l Real) (u Real)) Real (ite (= w 0) l u))

(define-fun is-within ((x Real) (w Real) (l Real) (bounded Bool) (u Real)) Bool
  (and (<= l x) (=> (has-end w bounded) (<= x (end w l u)))))
(define-fun is-below-end ((x Real) (w Real) (l Real) (bounded Bool) (u Real)) Bool
  (=> (has-end w bounded) (< x (end w l u))))

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
(define-fun x () Real (share R w l bounded u))
(define-fun y () Real (share R v k capped m))

; expect: sat  vacuity: a pair that could be rich and poor
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (= R 2))
(assert (and (> x l) (is-below-end y v k capped m)))
(check-sat)
(pop 1)

; expect: unsat  lemma: every share is within its bounds
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert (not (is-within x w l bounded u)))
(check-sat)
(pop 1)

; expect: unsat  lemma: who is above its min share holds at most R per unit of weight
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert (> x l))
(assert (not (and (> w 0) (<= x (* w R)))))
(check-sat)
(pop 1)

; expect: unsat  lemma: who is below its end holds at least R per unit of weight
(push 1)
(assert (is-claimant v k capped m))
(assert (>= R 0))
(assert (is-below-end y v k capped m))
(assert (not (and (> v 0) (>= y (* v R)))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: no richer holds more per unit of weight than a poorer
(push 1)
(declare-const under Real)  ; how far the richer is at or under w * R
(declare-const over Real)   ; how far the poorer is at or over v * R
(assert (and (> w 0) (> v 0) (>= R 0)))
(assert (and (>= under 0) (>= over 0)))
(assert (> (* (- (* w R) under) v) (* (+ (* v R) over) w)))
(check-sat)
(pop 1)

; expect: sat  control: a richer that is held up by its min share
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (and (= R 2) (= w 1) (= v 1)))
(assert (is-below-end y v k capped m))
(assert (> (* x v) (* y w)))
(check-sat)
(pop 1)

; expect: sat  control: a poorer that is held down by its max share
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (= R 2))
(assert (> x l))
(assert (> (* x v) (* y w)))
(check-sat)
(pop 1)
