; name: shares-never-fall-as-the-total-grows
; statement: If the total grows, no share falls.
; n: every n
; lifts: R belongs to the lesser total, Q to the greater. If R <= Q the lemma says it of each
;   share. If Q < R then the sum at Q is at most that at R, so the totals are equal, and by
;   shares-are-unique so is each share.
; induction: Consequences.v:total_monotone
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

(declare-const total_R Real)
(declare-const total_Q Real)

; expect: sat  vacuity: a share that rises with the total
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= R 1) (= Q 2)))
(assert (< (s R) (s Q)))
(assert (< total_R total_Q))
(check-sat)
(pop 1)

; expect: unsat  lemma: no share falls from R to Q >= R
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (<= 0 R) (<= R Q)))
(assert (not (<= (s R) (s Q))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: if Q < R, the totals are equal
(push 1)
(assert (<= total_R total_Q))
(assert (=> (<= Q R) (<= total_Q total_R)))  ; sum-is-monotone
(assert (< Q R))
(assert (not (= total_R total_Q)))
(check-sat)
(pop 1)

; expect: unsat  conclusion: a share cannot fall: it does not if R <= Q, and is the same if Q < R
(push 1)
(declare-const share_R Real)
(declare-const share_Q Real)
(assert (<= total_R total_Q))
(assert (=> (<= Q R) (<= total_Q total_R)))
(assert (=> (<= R Q) (<= share_R share_Q)))
(assert (=> (= total_R total_Q) (= share_R share_Q)))  ; shares-are-unique
(assert (not (<= share_R share_Q)))
(check-sat)
(pop 1)

; expect: sat  control: if sums could fall, the totals need not be equal
(push 1)
(assert (<= total_R total_Q))
(assert (< Q R))
(assert (not (= total_R total_Q)))
(check-sat)
(pop 1)

; expect: sat  control: a lesser total
(push 1)
(declare-const share_R Real)
(declare-const share_Q Real)
(assert (=> (<= Q R) (<= total_Q total_R)))
(assert (=> (<= R Q) (<= share_R share_Q)))
(assert (=> (= total_R total_Q) (= share_R share_Q)))
(assert (not (<= share_R share_Q)))
(check-sat)
(pop 1)
