; name: bisection-keeps-its-bracket
; statement: Each halving of [low, high] keeps f(high) >= total, and f(low) < total or low =
;   0; it halves the bracket, and the least ratio that reaches the total stays inside.
; n: every n
; lifts: f is any sum of shares that never falls, of however many claimants (sum-is-monotone;
;   a sum of truncated shares never falls either). Doubling 1 until f reaches the total gives
;   the first bracket; the induction is over the halvings.
; induction: Rules.v:bisection_invariant, Rules.v:bisection_closes_in
; claim: proved

(set-logic QF_UFLRA)

; The sum of shares; that it never falls is used only where it is written.
(declare-fun f (Real) Real)
(declare-const total Real)
(declare-const low Real)
(declare-const high Real)
(define-fun brackets ((low Real) (high Real)) Bool
  (and (<= 0 low) (< low high) (>= (f high) total) (or (= low 0) (< (f low) total))))
(define-fun middle () Real (/ (+ low high) 2))
(define-fun new-low () Real (ite (< (f middle) total) middle low))
(define-fun new-high () Real (ite (< (f middle) total) high middle))
(declare-const least Real)  ; the least ratio at which f reaches the total

; expect: sat  vacuity: a bracket whose middle is too low
(push 1)
(assert (brackets low high))
(assert (> low 0))
(assert (< (f middle) total))
(check-sat)
(pop 1)

; expect: sat  vacuity: a bracket whose middle is high enough
(push 1)
(assert (brackets low high))
(assert (> low 0))
(assert (>= (f middle) total))
(check-sat)
(pop 1)

; expect: unsat  base: [0, the first power of two that reaches the total]
(push 1)
(assert (= low 0))
(assert (>= high 1))
(assert (>= (f high) total))
(assert (not (brackets low high)))
(check-sat)
(pop 1)

; expect: unsat  induction step: one halving
(push 1)
(assert (brackets low high))
(assert (not (brackets new-low new-high)))
(check-sat)
(pop 1)

; expect: unsat  lemma: the bracket is half as long
(push 1)
(assert (brackets low high))
(assert (not (= (* 2 (- new-high new-low)) (- high low))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: the least ratio that reaches the total is inside
(push 1)
(assert (brackets low high))
(assert (>= least 0))
(assert (>= (f least) total))
(assert (=> (< high least) (< (f high) total)))         ; it is the least
(assert (=> (<= least low) (<= (f least) (f low))))     ; f never falls
(assert (not (and (<= low least) (<= least high))))
(check-sat)
(pop 1)

; expect: sat  control: a sum that may fall
(push 1)
(assert (brackets low high))
(assert (>= least 0))
(assert (>= (f least) total))
(assert (=> (< high least) (< (f high) total)))
(assert (not (and (<= low least) (<= least high))))
(check-sat)
(pop 1)

; expect: sat  control: keeping the other half
(push 1)
(assert (brackets low high))
(assert (not (brackets (ite (< (f middle) total) low middle)
                       (ite (< (f middle) total) middle high))))
(check-sat)
(pop 1)
