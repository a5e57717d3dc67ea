; name: hadoop-excess-is-bounded
; statement: At the upper end of the last bracket [low, high] with used(low) < T, the
;   truncated shares, of one claimant at least, exceed the total by less than n - 1 + W *
;   (high - low), where W is the sum of the weights; by n - 1 at most where no claimant gains
;   more than one unit from low to high.
; n: every n
; lifts: base: the first claimant. The lemma bounds what one truncated share gains, the
;   induction steps add a claimant, and the conclusions start from used(low) <= T - 1.
; induction: Rules.v:excess_of_rounded_shares
; claim: proved

(set-logic QF_LIRA)

; One claimant: its shares at low and at high, and both truncated.
(declare-const share_low Real)
(declare-const share_high Real)
(declare-const units_low Int)
(declare-const units_high Int)
(define-fun is-truncated ((units Int) (x Real)) Bool
  (and (<= (to_real units) x) (< x (+ (to_real units) 1.0))))
(declare-const rise Real)  ; w * (high - low)
; Of the n claimants before: what they gain in units, and W * (high - low).
(declare-const gain Int)
(declare-const rises Real)
(declare-const n Int)
(declare-const T Int)
(declare-const used_low Int)
(declare-const used_high Int)

; expect: sat  vacuity: a claimant that gains a unit from a small rise
(push 1)
(assert (and (is-truncated units_low share_low) (is-truncated units_high share_high)))
(assert (<= share_low share_high (+ share_low rise)))
(assert (< rise 0.125))
(assert (> units_high units_low))
(check-sat)
(pop 1)

; expect: sat  vacuity: the bound n - 1 can be attained
(push 1)
(assert (= n 5))
(assert (= gain n))
(assert (= used_high (+ used_low gain)))
(assert (< used_low T))
(assert (= (- used_high T) (- n 1)))
(check-sat)
(pop 1)

; expect: unsat  base: the first claimant
(push 1)
(assert (and (is-truncated units_low share_low) (is-truncated units_high share_high)))
(assert (<= share_low share_high (+ share_low rise)))
(assert (= gain (- units_high units_low)))
(assert (not (< (to_real gain) (+ 1.0 rise))))
(check-sat)
(pop 1)

; expect: unsat  lemma: a truncated share gains less than 1 + w * (high - low)
(push 1)
(assert (and (is-truncated units_low share_low) (is-truncated units_high share_high)))
(assert (<= share_low share_high (+ share_low rise)))  ; sum-is-continuous, of one
(assert (not (< (to_real (- units_high units_low)) (+ 1.0 rise))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(declare-const gain_of_one Int)
(assert (< (to_real gain) (+ (to_real n) rises)))
(assert (< (to_real gain_of_one) (+ 1.0 rise)))
(assert (not (< (to_real (+ gain gain_of_one)) (+ (to_real (+ n 1)) (+ rises rise)))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more, where none gains more than a unit
(push 1)
(declare-const gain_of_one Int)
(assert (<= gain n))
(assert (<= gain_of_one 1))
(assert (not (<= (+ gain gain_of_one) (+ n 1))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: less than n - 1 + W * (high - low)
(push 1)
(assert (< used_low T))
(assert (= used_high (+ used_low gain)))
(assert (< (to_real gain) (+ (to_real n) rises)))
(assert (not (< (to_real (- used_high T)) (+ (to_real (- n 1)) rises))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: at most n - 1
(push 1)
(assert (< used_low T))
(assert (= used_high (+ used_low gain)))
(assert (<= gain n))
(assert (not (<= (- used_high T) (- n 1))))
(check-sat)
(pop 1)

; expect: sat  control: a lower end that already reached the total
(push 1)
(assert (= used_high (+ used_low gain)))
(assert (<= gain n))
(assert (not (<= (- used_high T) (- n 1))))
(check-sat)
(pop 1)

; expect: sat  control: a bound of n - 2
(push 1)
(assert (>= n 2))
(assert (< used_low T))
(assert (= used_high (+ used_low gain)))
(assert (<= gain n))
(assert (not (<= (- used_high T) (- n 2))))
(check-sat)
(pop 1)
