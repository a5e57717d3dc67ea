; name: wide-products-carry-one-word
; statement: Where a number is multiplied word by word, a word's product and what was carried
;   fit 128 bits, and what is carried on fits 64.
; n: any number of words
; lifts: base: nothing is carried at first. The induction step is one word more, as the loop of
;   reference/exact_product.h does it, over the reals in place of the whole numbers.
; induction: none
; claim: proved

(set-logic QF_NRA)

; 2^64 and 2^128.
(define-fun two-64 () Real 18446744073709551616.0)
(define-fun two-128 () Real 340282366920938463463374607431768211456.0)
(define-fun is-word ((x Real)) Bool (and (<= 0.0 x) (<= x (- two-64 1.0))))

(declare-const word Real)
(declare-const factor Real)
(declare-const carried Real)
(define-fun sum () Real (+ (* word factor) carried))

; expect: sat  vacuity: the largest of all
(push 1)
(assert (and (is-word word) (is-word factor) (is-word carried)))
(assert (and (= word (- two-64 1.0)) (= factor word) (= carried word)))
(check-sat)
(pop 1)

; expect: unsat  induction step: one word more
(push 1)
(assert (and (is-word word) (is-word factor) (is-word carried)))
(assert (not (< sum two-128)))
(check-sat)
(pop 1)

; expect: unsat  conclusion: what is carried on, sum >> 64, is a word
(push 1)
(declare-const next Real)
(assert (and (is-word word) (is-word factor) (is-word carried)))
(assert (and (<= (* next two-64) sum) (<= 0.0 next)))
(assert (not (<= next (- two-64 1.0))))
(check-sat)
(pop 1)

; expect: sat  control: twice a word carried does not fit
(push 1)
(assert (and (= word (- two-64 1.0)) (= factor (- two-64 1.0)) (= carried (* 2.0 two-64))))
(assert (not (< sum two-128)))
(check-sat)
(pop 1)
