; name: hadoop-never-under-allocates
; statement: Where the doubling of R has ended and no integer has wrapped, the truncated
;   shares at the upper end of the last bracket add up to at least the total, after however
;   many halvings, and also where a release stops early.
; n: every n
; lifts: used(R) is the sum of the truncated shares at R, of however many claimants; nothing
;   else is known of it. The doubling goes on while used(R) is below the total, so base is
;   where it ends; the induction is over the halvings, of which each is one induction step.
;   The conclusion is for a release that stops where used(middle) is the total.
; induction: Rules.v:hadoop_never_under_allocates
; claim: proved

(set-logic ALL)

(declare-fun used (Real) Int)  ; the sum of the truncated shares at a ratio
(declare-const T Int)          ; the total
(declare-const low Real)
(declare-const high Real)
(define-fun middle () Real (/ (+ low high) 2.0))
(define-fun new-high () Real (ite (< (used middle) T) high middle))
(define-fun doubling-ends-at ((R Real)) Bool (not (< (used R) T)))

; expect: sat  vacuity: a halving that moves the upper end
(push 1)
(assert (< low high))
(assert (< (used low) T))
(assert (<= T (used middle)))
(assert (< (used middle) (used high)))
(check-sat)
(pop 1)

; expect: unsat  base: the ratio at which the doubling ends is the upper end
(push 1)
(assert (doubling-ends-at high))
(assert (not (>= (used high) T)))
(check-sat)
(pop 1)

; expect: unsat  induction step: one halving
(push 1)
(assert (>= (used high) T))
(assert (not (>= (used new-high) T)))
(check-sat)
(pop 1)

; expect: unsat  conclusion: a release that stops at a middle with used = T takes that middle
(push 1)
(assert (>= (used high) T))
(assert (not (>= (used (ite (= (used middle) T) middle high)) T)))
(check-sat)
(pop 1)

; expect: sat  control: the lower end under-allocates
(push 1)
(assert (< low high))
(assert (>= (used high) T))
(assert (< (used low) T))
(assert (not (>= (used (ite (< (used middle) T) middle low)) T)))
(check-sat)
(pop 1)

; expect: sat  control: so does the upper end of a doubling that was cut short
(push 1)
(assert (< low high))
(assert (not (>= (used new-high) T)))
(check-sat)
(pop 1)
