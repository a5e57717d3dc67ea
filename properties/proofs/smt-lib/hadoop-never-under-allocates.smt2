; name: hadoop-never-under-allocates
; statement: Where the doubling of R has ended and no integer has wrapped, the truncated
;   shares at the upper end of the last bracket add up to at least the total, after however
;   many halvings, and also where a release stops early.
; n: every n
; lifts: Only the sums of truncated shares at the ends of the bracket are looked at, of
;   however many claimants. base: the doubling ends when the sum is not below the total. Each
;   induction step, a halving, moves the upper end only to a middle at which that holds as
;   well.
; claim: proved

(set-logic QF_LIA)

; The sums of the truncated shares at the lower end, the middle and the upper end of a bracket.
(declare-const used_low Int)
(declare-const used_middle Int)
(declare-const used_high Int)
(declare-const T Int)  ; the total
(define-fun moves-low () Bool (< used_middle T))

; expect: sat  vacuity: a halving that moves the upper end
(push 1)
(assert (< used_low T))
(assert (<= T used_middle))
(assert (< used_middle used_high))
(check-sat)
(pop 1)

; expect: unsat  base: the doubling goes on while the sum is below the total
(push 1)
(assert (not (< used_high T)))
(assert (not (>= used_high T)))
(check-sat)
(pop 1)

; expect: unsat  induction step: one halving
(push 1)
(assert (>= used_high T))
(assert (not (>= (ite moves-low used_high used_middle) T)))
(check-sat)
(pop 1)

; expect: unsat  conclusion: a release that stops at a middle with used = T takes that middle
(push 1)
(assert (>= used_high T))
(assert (not (>= (ite (= used_middle T) used_middle used_high) T)))
(check-sat)
(pop 1)

; expect: sat  control: the lower end under-allocates
(push 1)
(assert (>= used_high T))
(assert (< used_low T))
(assert (not (>= (ite moves-low used_middle used_low) T)))
(check-sat)
(pop 1)

; expect: sat  control: so does the upper end of a doubling that was cut short
(push 1)
(assert (not (>= (ite moves-low used_high used_middle) T)))
(check-sat)
(pop 1)
