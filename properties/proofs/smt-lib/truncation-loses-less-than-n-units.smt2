; name: truncation-loses-less-than-n-units
; statement: Truncating all shares at the exact R, of one claimant at least, loses less than n
;   units in all: the truncated shares add up to at most the total, and to at least total - (n - 1)
;   where the total is whole.
; n: every n
; lifts: base: one claimant. The lemma says that a share loses at least 0 and less than 1
;   unit, the induction step adds a claimant, and the conclusion uses that the loss is whole
;   where the total is.
; induction: Rules.v:rounding_down_loses_less_than_n
; claim: proved

(set-logic QF_LIRA)

(declare-const share_R Real)
(declare-const units Int)   ; the share, truncated
(define-fun is-truncated () Bool
  (and (<= (to_real units) share_R) (< share_R (+ (to_real units) 1.0))))
(declare-const loss Real)   ; of the n claimants before
(declare-const n Int)
(define-fun is-small ((loss Real) (n Int)) Bool (and (<= 0.0 loss) (< loss (to_real n))))

; expect: sat  vacuity: a share that is not whole
(push 1)
(assert (>= share_R 0.0))
(assert is-truncated)
(assert (< (to_real units) share_R))
(check-sat)
(pop 1)

; expect: sat  vacuity: a loss of n - 1 units can be
(push 1)
(assert (= n 5))
(assert (is-small loss n))
(assert (= loss (to_real (- n 1))))
(check-sat)
(pop 1)

; expect: unsat  base: one claimant
(push 1)
(assert (= n 1))
(assert is-truncated)
(assert (= loss (- share_R (to_real units))))
(assert (not (is-small loss n)))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(assert (>= n 1))
(assert (is-small loss n))
(assert is-truncated)
(assert (not (is-small (+ loss (- share_R (to_real units))) (+ n 1))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: at most n - 1 units of a whole total
(push 1)
(declare-const total Int)
(declare-const sum_of_units Int)
(assert (>= n 1))
(assert (is-small loss n))
(assert (= loss (- (to_real total) (to_real sum_of_units))))
(assert (not (and (<= sum_of_units total) (<= (- total (- n 1)) sum_of_units))))
(check-sat)
(pop 1)

; expect: sat  control: rounding to nearest can give more than the total
(push 1)
(assert (<= (- (to_real units) 0.5) share_R))
(assert (<= share_R (+ (to_real units) 0.5)))
(assert (= n 1))
(assert (= loss (- share_R (to_real units))))
(assert (not (is-small loss n)))
(check-sat)
(pop 1)

; expect: sat  control: a whole unit of loss from one claimant
(push 1)
(assert (= n 1))
(assert (and (<= (to_real units) share_R) (<= share_R (+ (to_real units) 1.0))))
(assert (= loss (- share_R (to_real units))))
(assert (not (is-small loss n)))
(check-sat)
(pop 1)
