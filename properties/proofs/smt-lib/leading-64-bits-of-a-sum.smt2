; name: leading-64-bits-of-a-sum
; statement: What the Divider's grid takes as the leading bits of a sum are the 64 from its
;   highest 1 on, and the exponent says where they stand. Below bit 0 they are zeros.
; n: one sum of 256 bits, above 0
; lifts: nothing: a bit for every bit of `leading` in reference/divider/grid.cpp. Of the zeros
;   before the highest 1 of a word it is asked what counts them: with so many shifted out, the
;   first bit is 1, and none before it was.
; induction: none
; claim: proved

(set-logic QF_BV)

(define-fun zero () (_ BitVec 64) #x0000000000000000)
(define-fun bits-of-a-word () (_ BitVec 64) #x0000000000000040)
(define-fun wide ((x (_ BitVec 64))) (_ BitVec 256) (concat zero zero zero x))
(define-fun first-bit-is-1 ((x (_ BitVec 64))) Bool (bvuge x #x8000000000000000))

(declare-const sum (_ BitVec 256))
(define-fun word-0 () (_ BitVec 64) ((_ extract 63 0) sum))
(define-fun word-1 () (_ BitVec 64) ((_ extract 127 64) sum))
(define-fun word-2 () (_ BitVec 64) ((_ extract 191 128) sum))
(define-fun word-3 () (_ BitVec 64) ((_ extract 255 192) sum))
(define-fun has-3 () Bool (distinct word-3 zero))
(define-fun has-2 () Bool (distinct word-2 zero))
(define-fun has-1 () Bool (distinct word-1 zero))
(define-fun top () (_ BitVec 64)
  (ite has-3 #x0000000000000003 (ite has-2 #x0000000000000002 (ite has-1 #x0000000000000001 zero))))
(define-fun word-of-top () (_ BitVec 64) (ite has-3 word-3 (ite has-2 word-2 (ite has-1 word-1 word-0))))
(define-fun word-below () (_ BitVec 64) (ite has-3 word-2 (ite has-2 word-1 word-0)))

(declare-const zeros (_ BitVec 64))  ; std::countl_zero(words[top])
(define-fun shifted () (_ BitVec 64) (bvshl word-of-top zeros))
(define-fun zeros-are-counted () Bool
  (and (bvult zeros bits-of-a-word) (first-bit-is-1 shifted) (= (bvlshr shifted zeros) word-of-top)))
(define-fun below () (_ BitVec 64)
  (ite (and (distinct top zero) (distinct zeros zero)) (bvlshr word-below (bvsub bits-of-a-word zeros)) zero))
(define-fun significand () (_ BitVec 64) (bvor shifted below))
; The exponent, 64 * top - zeros, where that is not negative, and else its opposite.
(define-fun exponent () (_ BitVec 64) (bvsub (bvmul bits-of-a-word top) zeros))
(define-fun is-whole () Bool (or (distinct top zero) (= zeros zero)))

; expect: sat  vacuity: bits of two words, of which some are cut off
(push 1)
(assert zeros-are-counted)
(assert (and (= top #x0000000000000002) (distinct below zero)))
(assert (distinct (bvshl (wide significand) (wide exponent)) sum))
(check-sat)
(pop 1)

; expect: unsat  lemma: the first of the 64 bits is 1
(push 1)
(assert zeros-are-counted)
(assert (not (first-bit-is-1 significand)))
(check-sat)
(pop 1)

; expect: unsat  lemma: the sum without the bits below is these 64
(push 1)
(assert zeros-are-counted)
(assert is-whole)
(assert (not (= (bvlshr sum (wide exponent)) (wide significand))))
(check-sat)
(pop 1)

; expect: unsat  lemma: a sum below 2^63 is these 64 shifted back, and nothing was cut off
(push 1)
(assert zeros-are-counted)
(assert (not is-whole))
(assert (not (= (bvshl sum (wide zeros)) (wide significand))))
(check-sat)
(pop 1)

; expect: sat  control: the word below, unshifted, is not what belongs there
(push 1)
(assert zeros-are-counted)
(assert is-whole)
(assert (not (= (bvlshr sum (wide exponent)) (wide (bvor shifted word-below)))))
(check-sat)
(pop 1)
