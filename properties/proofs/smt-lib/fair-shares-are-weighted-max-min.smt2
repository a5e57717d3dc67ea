; name: fair-shares-are-weighted-max-min
; statement: Any other division of the same total within the bounds that gives a claimant more
;   gives another less that held at most as much per unit of weight.
; n: every n
; lifts: Of two divisions with the same sum one cannot only gain: base and induction step. So
;   besides the winner there is a loser. The winner was below its end, so it held at least R
;   per unit of weight; the loser was above its min share, so it held at most R.
; induction: Consequences.v:weighted_max_min
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
(define-fun x () Real (share R w l bounded u))  ; of the winner
(define-fun y () Real (share R v k capped m))   ; of the loser
(declare-const x2 Real)                         ; in the other division
(declare-const y2 Real)
(declare-const gain Real)        ; sum of the other division so far, less the fair sum
(declare-const some_gain Bool)
(declare-const some_loss Bool)
(define-fun counted ((gain Real) (some_gain Bool) (some_loss Bool)) Bool
  (=> (not some_loss) (and (>= gain 0) (=> some_gain (> gain 0)))))

; expect: sat  vacuity: one wins what the other loses
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (= R 2))
(assert (and (is-within x2 w l bounded u) (is-within y2 v k capped m)))
(assert (and (> x2 x) (< y2 y)))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (and (= gain 0) (not some_gain) (not some_loss)))
(assert (not (counted gain some_gain some_loss)))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(declare-const change Real)
(assert (counted gain some_gain some_loss))
(assert (not (counted (+ gain change) (or some_gain (> change 0)) (or some_loss (< change 0)))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: with the same total a winner means a loser
(push 1)
(assert (counted gain some_gain some_loss))
(assert (= gain 0))
(assert some_gain)
(assert (not some_loss))
(check-sat)
(pop 1)

; expect: unsat  lemma: the winner was below its end
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-within x2 w l bounded u))
(assert (> x2 x))
(assert (not (is-below-end x w l bounded u)))
(check-sat)
(pop 1)

; expect: unsat  lemma: the loser was above its min share
(push 1)
(assert (is-claimant v k capped m))
(assert (is-within y2 v k capped m))
(assert (< y2 y))
(assert (not (> y k)))
(check-sat)
(pop 1)

; expect: unsat  lemma: who was below its end held at least R per unit of weight
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert (is-below-end x w l bounded u))
(assert (not (and (> w 0) (>= x (* w R)))))
(check-sat)
(pop 1)

; expect: unsat  lemma: who was above its min share held at most R per unit of weight
(push 1)
(assert (is-claimant v k capped m))
(assert (>= R 0))
(assert (> y k))
(assert (not (and (> v 0) (<= y (* v R)))))
(check-sat)
(pop 1)

; expect: sat  control: a winner beyond its end
(push 1)
(assert (is-claimant w l bounded u))
(assert (= R 2))
(assert (> x2 x))
(assert (not (and (> w 0) (>= x (* w R)))))
(check-sat)
(pop 1)

; expect: sat  control: another total needs no loser
(push 1)
(assert (counted gain some_gain some_loss))
(assert some_gain)
(assert (not some_loss))
(check-sat)
(pop 1)
