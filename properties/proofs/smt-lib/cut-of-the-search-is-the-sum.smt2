; name: cut-of-the-search-is-the-sum
; statement: After all breakpoints below R and none above it are passed, in any order, and any
;   of those at R, the line I + W * R is the sum of all shares at R; so ties at a median
;   cannot mislead the search of reference/exact_search.cpp.
; n: every n
; lifts: base: no claimants. The lemma says it of what one claimant adds to I and W: it starts
;   with I = l, passing l / w takes l from I and adds w to W, passing u / w adds u to I and
;   takes w from W. The induction step adds a claimant.
; induction: Rules.v:cut_is_the_sum
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
(declare-const begun Bool)  ; its breakpoint l / w was passed
(declare-const ended Bool)  ; its breakpoint u / w was passed
(define-fun own-I () Real (+ (- l (ite begun l 0)) (ite ended u 0)))
(define-fun own-W () Real (- (ite begun w 0) (ite ended w 0)))
; What was passed is not above R, what was not passed is not below it; multiplied by w.
(define-fun is-cut-at-R () Bool
  (and (ite begun (<= l (* w R)) (<= (* w R) l))
       (ite ended (and bounded (<= u (* w R))) (=> bounded (<= (* w R) u)))))
(declare-const sum Real)
(declare-const I Real)
(declare-const W Real)

; expect: sat  vacuity: a claimant whose breakpoint is at R, passed
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= R 2) (> w 0)))
(assert (and is-cut-at-R begun (not ended) (= l (* w R))))
(check-sat)
(pop 1)

; expect: sat  vacuity: and not passed
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= R 2) (> w 0)))
(assert (and is-cut-at-R (not begun) (not ended) (= l (* w R))))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (= sum I W 0))
(assert (not (= sum (+ I (* W R)))))
(check-sat)
(pop 1)

; expect: unsat  lemma: one share
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert is-cut-at-R)
(assert (not (= (s R) (+ own-I (* own-W R)))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(declare-const share_R Real)
(declare-const I_of_one Real)
(declare-const W_of_one Real)
(assert (= sum (+ I (* W R))))
(assert (= share_R (+ I_of_one (* W_of_one R))))
(assert (not (= (+ sum share_R) (+ (+ I I_of_one) (* (+ W W_of_one) R)))))
(check-sat)
(pop 1)

; expect: sat  control: a breakpoint above R that was passed
(push 1)
(assert (is-claimant w l bounded u))
(assert (= R 2))
(assert (and begun (not ended) (=> bounded (<= (* w R) u))))
(assert (not (= (s R) (+ own-I (* own-W R)))))
(check-sat)
(pop 1)

; expect: sat  control: a breakpoint below R that was not passed
(push 1)
(assert (is-claimant w l bounded u))
(assert (= R 2))
(assert (and (not begun) (not ended) (=> bounded (<= (* w R) u))))
(assert (not (= (s R) (+ own-I (* own-W R)))))
(check-sat)
(pop 1)
