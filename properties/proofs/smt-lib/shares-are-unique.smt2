; name: shares-are-unique
; statement: Two ratios that give the same total give every claimant the same share.
; n: every n
; lifts: Of two ratios one is the lesser, R. Invariant: the sum at R is at most that at Q, and
;   if they are equal then every share so far is the same. base: no claimants. The lemma and
;   the induction step add one claimant. The conclusion: both sums are the total.
; induction: Uniqueness.v:shares_unique
; claim: proved

(set-logic QF_NRA)

; A claimant: weight w, min share l, and max share u where `bounded` says that it has one.
(define-fun is-claimant ((w Real) (l Real) (bounded Bool) (u Real)) Bool
  (and (>= w 0) (>= l 0) (=> bounded (<= l u))))

; share(R) = clamp(w * R, l, u), which at w = 0 is l.
(define-fun share ((R Real) (w Real) (l Real) (bounded Bool) (u Real)) Real
  (ite (< (* w R) l) l (ite (and bounded (> (* w R) u)) u (* w R))))

(declare-const w Real)
(declare-const l Real)
(declare-const bounded Bool)
(declare-const u Real)
(define-fun s ((R Real)) Real (share R w l bounded u))
(declare-const R Real)
(declare-const Q Real)

(declare-const sum_R Real)
(declare-const sum_Q Real)
(declare-const all_same Bool)  ; every share so far is the same at R and at Q
(define-fun invariant ((a Real) (b Real) (same Bool)) Bool (and (<= a b) (=> (= a b) same)))

; expect: sat  vacuity: two different ratios with the same total
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 R) (< R Q)))
(assert (= (s R) (s Q) 10))
(assert (invariant (s R) (s Q) true))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (= sum_R 0))
(assert (= sum_Q 0))
(assert all_same)
(assert (not (invariant sum_R sum_Q all_same)))
(check-sat)
(pop 1)

; expect: unsat  lemma: no share falls
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 R) (<= R Q)))
(assert (not (<= (s R) (s Q))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more, whose share does not fall
(push 1)
(declare-const share_R Real)
(declare-const share_Q Real)
(assert (invariant sum_R sum_Q all_same))
(assert (<= share_R share_Q))
(assert (not (invariant (+ sum_R share_R) (+ sum_Q share_Q)
                        (and all_same (= share_R share_Q)))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: both add up to the total
(push 1)
(declare-const total Real)
(assert (invariant sum_R sum_Q all_same))
(assert (= sum_R total))
(assert (= sum_Q total))
(assert (not all_same))
(check-sat)
(pop 1)

; expect: sat  control: with a negative weight and a min share below 0 there are other shares
(push 1)
(declare-const v Real)
(declare-const k Real)
(define-fun t ((R Real)) Real (share R v k false 0))
(assert (is-claimant w l bounded u))
(assert (= v (- 1)))
(assert (and (<= 0 R) (<= R Q)))
(assert (= (+ (s R) (t R)) (+ (s Q) (t Q))))
(assert (not (= (s R) (s Q))))
(check-sat)
(pop 1)

; expect: sat  control: likewise where a max share is below the min share
(push 1)
(declare-const v Real)
(declare-const k Real)
(declare-const m Real)
(define-fun t ((R Real)) Real (share R v k true m))
(assert (is-claimant w l bounded u))
(assert (and (>= v 0) (>= k 0)))
(assert (and (<= 0 R) (<= R Q)))
(assert (= (+ (s R) (t R)) (+ (s Q) (t Q))))
(assert (not (= (s R) (s Q))))
(check-sat)
(pop 1)
