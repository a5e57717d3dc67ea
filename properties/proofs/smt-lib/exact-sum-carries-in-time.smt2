; name: exact-sum-carries-in-time
; statement: No digit of ExactSum leaves 64 bits: not in 2^29 additions after a carry, each of
;   less than 2^33, not while it carries, and not where two sums are added.
; n: any number of additions
; lifts: base: after a carry. The induction step is one addition more, before the 2^29th makes
;   it carry; the conclusions are about each digit of a carry, which has what the digit below
;   it hands on, and about the first additions after two sums were joined.
; induction: none
; claim: proved

(set-logic QF_LIA)

; 2^31, 2^32, 2^33, 2^63, and ExactSum::waiting_max, 2^29.
(define-fun two-31 () Int 2147483648)
(define-fun two-32 () Int 4294967296)
(define-fun two-33 () Int 8589934592)
(define-fun two-63 () Int 9223372036854775808)
(define-fun waiting-max () Int 536870912)

(define-fun fits ((x Int)) Bool (and (<= (- two-63) x) (< x two-63)))
(define-fun is-carried ((x Int)) Bool (and (<= (- two-31) x) (< x two-32)))
; What `waiting` additions leave of a digit.
(define-fun bound ((waiting Int)) Int (+ two-32 (* waiting two-33)))
(define-fun is-bounded ((x Int) (waiting Int)) Bool (and (<= (- (bound waiting)) x) (<= x (bound waiting))))

(declare-const digit Int)
(declare-const waiting Int)
(declare-const addend Int)     ; of one addition, to this digit
(declare-const handed-on Int)  ; by the digit below
(declare-const quotient Int)   ; what this digit hands on: digit >> 32, after the one below
(declare-const rest Int)       ; and what it keeps
(define-fun is-divided () Bool (and (= (+ digit handed-on) (+ (* two-32 quotient) rest)) (<= 0 rest) (< rest two-32)))

; expect: sat  vacuity: the 2^29th addition, to a digit that is at its bound
(push 1)
(assert (= waiting (- waiting-max 1)))
(assert (is-bounded digit waiting))
(assert (= digit (bound waiting)))
(assert (< (- two-33) addend two-33))
(check-sat)
(pop 1)

; expect: unsat  base: after a carry, the digit that keeps the sign included
(push 1)
(assert (is-carried digit))
(assert (not (is-bounded digit 0)))
(check-sat)
(pop 1)

; expect: unsat  induction step: one addition more
(push 1)
(assert (and (<= 0 waiting) (< waiting waiting-max)))
(assert (is-bounded digit waiting))
(assert (< (- two-33) addend two-33))
(assert (not (and (fits (+ digit addend)) (is-bounded (+ digit addend) (+ waiting 1)))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: a digit fits with what it is handed on, and hands on no more
(push 1)
(assert (and (<= 0 waiting) (<= waiting waiting-max)))
(assert (is-bounded digit waiting))
(assert (and (<= (- two-31) handed-on) (<= handed-on two-31)))
(assert is-divided)
(assert (not (and (fits (+ digit handed-on)) (<= (- two-31) quotient) (<= quotient two-31) (is-carried rest))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: the digit behind the last one, which was 0, needs no other
(push 1)
(assert (and (<= 0 waiting) (<= waiting waiting-max)))
(assert (is-bounded digit waiting))
(assert (and (<= (- two-31) handed-on) (<= handed-on two-31)))
(assert is-divided)
(assert (not (and (<= (- two-31) quotient) (< quotient two-31))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: of two sums that are joined, as after one addition
(push 1)
(declare-const other Int)
(assert (and (is-carried digit) (is-carried other)))
(assert (not (and (is-bounded (+ digit other) 1) (is-bounded (- digit other) 1))))
(check-sat)
(pop 1)

; expect: sat  control: without a carry for 2^30 additions it overflows
(push 1)
(assert (and (<= 0 waiting) (< waiting (* 2 waiting-max))))
(assert (is-bounded digit waiting))
(assert (< (- two-33) addend two-33))
(assert (not (fits (+ digit addend))))
(check-sat)
(pop 1)
