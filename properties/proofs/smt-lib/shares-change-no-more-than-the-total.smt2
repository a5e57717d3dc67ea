; name: shares-change-no-more-than-the-total
; statement: If the total grows by some amount, no share grows by more than that, and all
;   together grow by that much.
; n: every n
; lifts: By shares-never-fall-as-the-total-grows every share grows by at least 0. base: no
;   claimants. The induction step adds one: all growths so far are at most their sum.
; induction: Consequences.v:shares_change_no_more_than_the_total
; claim: proved

(set-logic QF_LRA)

(declare-const growth Real)  ; of one claimant
(declare-const sum Real)     ; of the growths so far
(declare-const most Real)    ; the largest of them
(define-fun covers ((sum Real) (most Real)) Bool (and (<= 0 most) (<= most sum)))
(define-fun greater ((x Real) (y Real)) Real (ite (< x y) y x))

; expect: sat  vacuity: two that grow
(push 1)
(assert (covers sum most))
(assert (and (> growth 0) (> most 0)))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (= sum most 0))
(assert (not (covers sum most)))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(assert (covers sum most))
(assert (>= growth 0))
(assert (not (covers (+ sum growth) (greater most growth))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: all growths add up to that of the total
(push 1)
(declare-const total_before Real)
(declare-const total_after Real)
(assert (covers sum most))
(assert (= sum (- total_after total_before)))
(assert (<= growth most))
(assert (not (<= growth (- total_after total_before))))
(check-sat)
(pop 1)

; expect: sat  control: if a share could fall, another could grow by more
(push 1)
(assert (covers sum most))
(assert (not (covers (+ sum growth) (greater most growth))))
(check-sat)
(pop 1)
