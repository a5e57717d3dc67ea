; name: leading-106-bits-of-a-number
; statement: The two integers of 53 bits that the filter of rounding makes are the 106 bits of
;   an exact number from its highest 1 on.
; n: any number of words; beyond its three highest it is not read
; lifts: nothing: a bit for every bit of `leading_bits` in reference/rounding.cpp. Of the zeros
;   before the highest 1 of a word it is asked what counts them.
; induction: none
; claim: proved

(set-logic QF_BV)

(define-fun zero () (_ BitVec 64) #x0000000000000000)
(define-fun bits-of-a-word () (_ BitVec 64) #x0000000000000040)
(define-fun first-bit-is-1 ((x (_ BitVec 64))) Bool (bvuge x #x8000000000000000))

(declare-const word-0 (_ BitVec 64))  ; the highest, which is not 0; then those below it, or zeros
(declare-const word-1 (_ BitVec 64))
(declare-const word-2 (_ BitVec 64))
(declare-const zeros (_ BitVec 64))   ; std::countl_zero(word(0))
(define-fun zeros-are-counted () Bool
  (and (bvult zeros bits-of-a-word) (first-bit-is-1 (bvshl word-0 zeros))
       (= (bvlshr (bvshl word-0 zeros) zeros) word-0)))

(define-fun shifted ((x (_ BitVec 64)) (next (_ BitVec 64))) (_ BitVec 64)
  (ite (= zeros zero) x (bvor (bvshl x zeros) (bvlshr next (bvsub bits-of-a-word zeros)))))
(define-fun shifted-0 () (_ BitVec 64) (shifted word-0 word-1))
(define-fun shifted-1 () (_ BitVec 64) (shifted word-1 word-2))
(define-fun first () (_ BitVec 64) (bvlshr shifted-0 #x000000000000000b))
(define-fun low-bits () (_ BitVec 64) (bvshl (bvand shifted-0 #x00000000000007ff) #x000000000000002a))
(define-fun second () (_ BitVec 64) (bvor low-bits (bvlshr shifted-1 #x0000000000000016)))

; All three words, from the highest 1 on.
(define-fun together () (_ BitVec 192) (bvshl (concat word-0 word-1 word-2) (concat zero zero zeros)))

; expect: sat  vacuity: bits of three words
(push 1)
(assert zeros-are-counted)
(assert (and (distinct (bvand shifted-0 #x00000000000007ff) zero) (bvugt zeros #x0000000000000016)))
(assert (distinct (bvand second #x0000000000000001) zero))
(check-sat)
(pop 1)

; expect: unsat  lemma: the first integer is the first 53 bits, of which the highest is 1
(push 1)
(assert zeros-are-counted)
(assert (not (and (= first (concat #b00000000000 ((_ extract 191 139) together)))
                  (= ((_ extract 191 191) together) #b1))))
(check-sat)
(pop 1)

; expect: unsat  lemma: the second is the next 53
(push 1)
(assert zeros-are-counted)
(assert (not (= second (concat #b00000000000 ((_ extract 138 86) together)))))
(check-sat)
(pop 1)

; expect: sat  control: without the third word the second one may be another
(push 1)
(assert zeros-are-counted)
(assert (= word-2 #xffffffffffffffff))
(assert (not (= (bvor low-bits (bvlshr (bvshl word-1 zeros) #x0000000000000016)) second)))
(check-sat)
(pop 1)
