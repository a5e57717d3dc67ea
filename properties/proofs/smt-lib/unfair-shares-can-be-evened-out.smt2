; name: unfair-shares-can-be-evened-out
; statement: Where a richer and a poorer claimant break the pair axiom, some amount can pass
;   from the one to the other within their bounds, the total as it was, and the poorer then
;   still holds at most as much per unit of weight: so shares that are max-min are fair, and
;   those of least cost too.
; n: every n
; lifts: It speaks of the pair that axioms-give-a-ratio leaves as the only reason, within the
;   bounds, why shares are not fair. Any amount up to the three positive bounds of the first
;   lemma will do. The other claimants keep their shares.
; induction: none
; claim: proved

(set-logic QF_NRA)

; A claimant: weight w, min share l, and max share u where `bounded` says that it has one.
(define-fun is-claimant ((w Real) (l Real) (bounded Bool) (u Real)) Bool
  (and (>= w 0) (>= l 0) (=> bounded (<= l u))))

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

(declare-const x Real)       ; what the richer holds
(declare-const y Real)       ; what the poorer holds
(declare-const amount Real)  ; what passes from the one to the other
(define-fun are-within () Bool (and (is-within x w l bounded u) (is-within y v k capped m)))
(define-fun is-unfair () Bool
  (and (> x l) (is-below-end y v k capped m) (> (* x v) (* y w))))
(define-fun is-small () Bool
  (and (> amount 0) (<= amount (- x l)) (=> capped (<= amount (- m y)))
       (<= (* amount (+ w v)) (- (* x v) (* y w)))))

; expect: sat  vacuity: an amount that can pass
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (and (= w 1) (= v 1)))
(assert are-within)
(assert is-unfair)
(assert is-small)
(check-sat)
(pop 1)

; expect: unsat  lemma: all that the amount must not exceed is above 0
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert are-within)
(assert is-unfair)
(assert (not (and (> w 0) (> v 0) (> (- x l) 0) (=> capped (> (- m y) 0))
                  (> (- (* x v) (* y w)) 0))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: both stay within their bounds
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (and (> w 0) (> v 0)))
(assert are-within)
(assert is-small)
(assert (not (and (is-within (- x amount) w l bounded u)
                  (is-within (+ y amount) v k capped m))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: the total stays
(push 1)
(assert (not (= (+ (- x amount) (+ y amount)) (+ x y))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: the poorer holds no more per unit of weight than the richer
(push 1)
(assert (and (> w 0) (> v 0)))
(assert (<= (* amount (+ w v)) (- (* x v) (* y w))))
(assert (not (<= (* (+ y amount) w) (* (- x amount) v))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: the sum of share * share / weight falls; multiplied by both weights
(push 1)
(declare-const level Real)  ; x v - y w, which is what the two differ by
(assert (and (> w 0) (> v 0)))
(assert (= level (- (* x v) (* y w))))
(assert (and (> amount 0) (<= (* amount (+ w v)) level)))
(assert (not (< (- (* amount amount (+ w v)) (* 2 amount level)) 0)))
(check-sat)
(pop 1)

; expect: unsat  lemma: by which it changes
(push 1)
(assert (not (= (- (+ (* (- x amount) (- x amount) v) (* (+ y amount) (+ y amount) w))
                   (+ (* x x v) (* y y w)))
                (- (* amount amount (+ w v)) (* 2 amount (- (* x v) (* y w)))))))
(check-sat)
(pop 1)

; expect: sat  control: a richer at its min share has nothing to give
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (and (= w 1) (= v 1)))
(assert are-within)
(assert (and (is-below-end y v k capped m) (> (* x v) (* y w))))
(assert (not (> (- x l) 0)))
(check-sat)
(pop 1)

; expect: sat  control: too large an amount only turns the two round
(push 1)
(assert (and (= w 1) (= v 1)))
(assert (and (> amount 0) (> (* x v) (* y w))))
(assert (not (<= (* (+ y amount) w) (* (- x amount) v))))
(check-sat)
(pop 1)
