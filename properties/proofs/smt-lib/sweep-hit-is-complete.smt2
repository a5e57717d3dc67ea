; name: sweep-hit-is-complete
; statement: If the sum is below the total at one breakpoint and not below it at the next,
;   then the slope in between is positive, and R = r + (total - sum) / slope lies between the
;   two and gives the total; if the sum never reaches the total at a breakpoint, only a
;   positive slope beyond the last one can, and then it does.
; n: every n
; lifts: The sum between two breakpoints is a line, whatever the number of claimants
;   (sweep-step-is-sound). So three numbers say all: the sum at the first breakpoint, the
;   slope, and the length of the segment.
; induction: Sweep.v:sweep_complete
; claim: proved

(set-logic QF_NRA)

(declare-const r Real)
(declare-const next Real)
(declare-const sum Real)    ; at r
(declare-const slope Real)  ; from r on
(declare-const total Real)
(declare-const R Real)      ; r + (total - sum) / slope
(define-fun line ((x Real)) Real (+ sum (* slope (- x r))))

; expect: sat  vacuity: a hit inside the segment
(push 1)
(assert (and (<= 0 r) (< r R) (< R next)))
(assert (< sum total))
(assert (< total (line next)))
(assert (= (line R) total))
(check-sat)
(pop 1)

; expect: unsat  lemma: the slope is positive, and nothing is divided by 0
(push 1)
(assert (and (<= 0 r) (<= r next)))
(assert (< sum total))
(assert (<= total (line next)))
(assert (not (> slope 0)))
(check-sat)
(pop 1)

; expect: unsat  conclusion: R is inside the segment and gives the total
(push 1)
(assert (and (<= 0 r) (<= r next)))
(assert (< sum total))
(assert (<= total (line next)))
(assert (= (* slope (- R r)) (- total sum)))
(assert (not (and (< r R) (<= R next) (= (line R) total))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: no lesser ratio of the segment gives it, so R is the least
(push 1)
(declare-const other Real)
(assert (and (<= 0 r) (<= r other) (< other R)))
(assert (< sum total))
(assert (= (* slope (- R r)) (- total sum)))
(assert (= (line other) total))
(check-sat)
(pop 1)

; expect: unsat  conclusion: beyond the last breakpoint
(push 1)
(assert (<= 0 r))
(assert (< sum total))
(assert (> slope 0))
(assert (= (* slope (- R r)) (- total sum)))
(assert (not (and (< r R) (= (line R) total))))
(check-sat)
(pop 1)

; expect: sat  control: where the next sum is below the total, R is no ratio of this segment
(push 1)
(assert (and (<= 0 r) (<= r next)))
(assert (< sum total))
(assert (= (* slope (- R r)) (- total sum)))
(assert (not (and (< r R) (<= R next))))
(check-sat)
(pop 1)

; expect: sat  control: a slope of 0 beyond the last breakpoint reaches nothing
(push 1)
(assert (<= 0 r))
(assert (< sum total))
(assert (= slope 0))
(assert (not (= (line R) total)))
(check-sat)
(pop 1)
