; name: exact-sum-takes-doubles-apart
; statement: The three digits that ExactSum::put adds are below 2^32 each and together the
;   significand times 2^shift, for every significand of 53 bits and every shift below 32. No
;   bit is lost.
; n: one addition
; lifts: nothing: a bit for every bit of reference/exact_sum.h, in words of 64 bits; their sum
;   in 128.
; induction: none
; claim: proved

(set-logic QF_BV)

(declare-const significand (_ BitVec 64))
(declare-const shift (_ BitVec 64))
(define-fun is-significand () Bool (bvult significand #x0020000000000000))
(define-fun is-shift () Bool (bvult shift #x0000000000000020))
(define-fun half ((x (_ BitVec 64))) (_ BitVec 64) (bvand x #x00000000ffffffff))
(define-fun top ((x (_ BitVec 64))) (_ BitVec 64) (bvlshr x #x0000000000000020))
(define-fun wide ((x (_ BitVec 64))) (_ BitVec 128) (concat #x0000000000000000 x))
(define-fun low () (_ BitVec 64) (bvshl (half significand) shift))
(define-fun high () (_ BitVec 64) (bvshl (top significand) shift))
(define-fun digit-0 () (_ BitVec 64) (half low))
(define-fun digit-1 () (_ BitVec 64) (bvadd (top low) (half high)))
(define-fun digit-2 () (_ BitVec 64) (top high))
(define-fun at-1 () (_ BitVec 128) (bvshl (wide digit-1) (wide #x0000000000000020)))
(define-fun at-2 () (_ BitVec 128) (bvshl (wide digit-2) (wide #x0000000000000040)))
(define-fun together () (_ BitVec 128) (bvadd (wide digit-0) at-1 at-2))
(define-fun is-small ((digit (_ BitVec 64))) Bool (bvult digit #x0000000100000000))

; expect: sat  vacuity: all three digits above 0
(push 1)
(assert (and is-significand is-shift))
(assert (and (distinct digit-0 #x0000000000000000) (distinct digit-1 #x0000000000000000)))
(assert (distinct digit-2 #x0000000000000000))
(check-sat)
(pop 1)

; expect: unsat  lemma: together they are the number
(push 1)
(assert (and is-significand is-shift))
(assert (not (= together (bvshl (wide significand) (wide shift)))))
(check-sat)
(pop 1)

; expect: unsat  lemma: each is below 2^32
(push 1)
(assert (and is-significand is-shift))
(assert (not (and (is-small digit-0) (is-small digit-1) (is-small digit-2))))
(check-sat)
(pop 1)

; expect: sat  control: the middle one need not be below 2^31
(push 1)
(assert (and is-significand is-shift))
(assert (not (bvult digit-1 #x0000000080000000)))
(check-sat)
(pop 1)

; expect: sat  control: a shift of 44 loses bits
(push 1)
(assert (and is-significand (= shift #x000000000000002c)))
(assert (not (= together (bvshl (wide significand) (wide shift)))))
(check-sat)
(pop 1)
