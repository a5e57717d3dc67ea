; name: fair-shares-have-the-least-cost
; statement: Where all weights are positive, the fair shares have the least sum of share *
;   share / weight of all divisions of the total within the bounds (the KKT conditions, R
;   being the multiplier).
; n: every n
; lifts: base: no claimants. The lemma bounds one cost from below by its tangent, 2 R (x -
;   share); the induction step adds up; at the same total the tangents add up to 0.
; induction: Consequences.v:least_squares
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
(declare-const x Real)     ; any other share within the bounds
(define-fun is-within () Bool (and (<= l x) (=> bounded (<= x u))))
; Of the claimants before: costs and shares of the fair division and of the other one.
(declare-const fair_cost Real)
(declare-const other_cost Real)
(declare-const fair_sum Real)
(declare-const other_sum Real)
(define-fun is-above-tangent ((fair Real) (other Real) (fair_sum Real) (other_sum Real)) Bool
  (>= other (+ fair (* 2 R (- other_sum fair_sum)))))

; expect: sat  vacuity: another share within the bounds
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= R 2) (= w 1)))
(assert is-within)
(assert (not (= x (s R))))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (= fair_cost other_cost fair_sum other_sum 0))
(assert (not (is-above-tangent fair_cost other_cost fair_sum other_sum)))
(check-sat)
(pop 1)

; expect: unsat  lemma: the share lies between w * R and any other share within the bounds
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert is-within)
(assert (not (or (and (<= (* w R) (s R)) (<= (s R) x))
                 (and (>= (* w R) (s R)) (>= (s R) x)))))
(check-sat)
(pop 1)

; expect: unsat  lemma: so x * x >= share * share + 2 w R (x - share): from above
(push 1)
(declare-const to_x Real)   ; x = share + to_x
(declare-const share_R Real)
(declare-const over Real)   ; share = w * R + over
(assert (and (>= to_x 0) (>= over 0)))
(assert (= share_R (+ (* w R) over)))
(assert (= x (+ share_R to_x)))
(assert (not (>= (* x x) (+ (* share_R share_R) (* 2 (* w R) to_x)))))
(check-sat)
(pop 1)

; expect: unsat  lemma: and from below
(push 1)
(declare-const to_x Real)   ; x = share - to_x
(declare-const share_R Real)
(declare-const under Real)  ; share = w * R - under
(assert (and (>= to_x 0) (>= under 0)))
(assert (= share_R (- (* w R) under)))
(assert (= x (- share_R to_x)))
(assert (not (>= (* x x) (- (* share_R share_R) (* 2 (* w R) to_x)))))
(check-sat)
(pop 1)

; expect: unsat  lemma: the cost is that divided by w
(push 1)
(declare-const share_R Real)
(declare-const cost Real)   ; share * share / w
(declare-const cost2 Real)  ; x * x / w
(declare-const gain Real)   ; x - share
(assert (> w 0))
(assert (>= (* w cost2) (+ (* w cost) (* 2 w R gain))))
(assert (not (>= cost2 (+ cost (* 2 R gain)))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(declare-const cost Real)
(declare-const cost2 Real)
(declare-const share_R Real)
(assert (is-above-tangent fair_cost other_cost fair_sum other_sum))
(assert (is-above-tangent cost cost2 share_R x))
(assert (not (is-above-tangent (+ fair_cost cost) (+ other_cost cost2)
                               (+ fair_sum share_R) (+ other_sum x))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: at the same total the cost is not less
(push 1)
(declare-const total Real)
(assert (is-above-tangent fair_cost other_cost fair_sum other_sum))
(assert (= fair_sum total))
(assert (= other_sum total))
(assert (not (>= other_cost fair_cost)))
(check-sat)
(pop 1)

; expect: sat  control: a share outside its bounds may cost less
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= R 2) (= w 1) (= l 3) (= x 2)))
(assert (not (>= (* x x) (+ (* (s R) (s R)) (* 2 w R (- x (s R)))))))
(check-sat)
(pop 1)

; expect: sat  control: so may a lesser total
(push 1)
(assert (= R 2))
(assert (is-above-tangent fair_cost other_cost fair_sum other_sum))
(assert (<= other_sum fair_sum))
(assert (not (>= other_cost fair_cost)))
(check-sat)
(pop 1)
