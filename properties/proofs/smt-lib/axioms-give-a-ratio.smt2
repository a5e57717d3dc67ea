; name: axioms-give-a-ratio
; statement: If every share is within its bounds (at weight 0 the max share is the min share),
;   and there are no two claimants of which the richer holds more per unit of weight while it
;   is above its min share and the poorer below its max share, then one R gives every share.
; n: every n
; lifts: Who is above its min share needs R >= x / w, who is below its end allows R <= x / w.
;   The pair axiom says that no need is above any allowance (two lemmas). Invariant: the
;   highest need so far, which is 0 or the need of one of them, is at most the lowest
;   allowance so far, which is that of one of them. base: need 0 and no allowance. The
;   induction step adds a claimant. The conclusion takes the highest need as R.
; induction: Axioms.v:axioms_iff_fair
; claim: proved

(set-logic QF_NRA)

; A claimant: weight w, min share l, and max share u where `bounded` says that it has one.
(define-fun is-claimant ((w Real) (l Real) (bounded Bool) (u Real)) Bool
  (and (>= w 0) (>= l 0) (=> bounded (<= l u))))

; share(R) = clamp(w * R, l, u), which at w = 0 is l.
(define-fun share ((R Real) (w Real) (l Real) (bounded Bool) (u Real)) Real
  (ite (< (* w R) l) l (ite (and bounded (> (* w R) u)) u (* w R))))

; What a claimant can claim at most: u, but l at w = 0. Without either there is no end.
(define-fun has-end ((w Real) (bounded Bool)) Bool (or (= w 0) bounded))
(define-fun end ((w Real) (l Real) (u Real)) Real (ite (= w 0) l u))

(define-fun is-within ((x Real) (w Real) (l Real) (bounded Bool) (u Real)) Bool
  (and (<= l x) (=> (has-end w bounded) (<= x (end w l u)))))
(define-fun is-below-end ((x Real) (w Real) (l Real) (bounded Bool) (u Real)) Bool
  (=> (has-end w bounded) (< x (end w l u))))

(declare-const w Real)
(declare-const l Real)
(declare-const bounded Bool)
(declare-const u Real)

; Another claimant: weight v, min share k, max share m where it is `capped`.
(declare-const v Real)
(declare-const k Real)
(declare-const capped Bool)
(declare-const m Real)

(declare-const x Real)  ; the shares of the two
(declare-const y Real)
(declare-const need Real)       ; x / w
(declare-const allowance Real)  ; y / v
; The highest need and the lowest allowance, if there is one.
(define-fun in-order ((highest Real) (some_allow Bool) (lowest Real)) Bool
  (=> some_allow (<= highest lowest)))
(declare-const highest Real)
(declare-const some_allow Bool)
(declare-const lowest Real)

; expect: sat  vacuity: a need below an allowance
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant v k capped m))
(assert (and (is-within x w l bounded u) (> x l)))
(assert (and (is-within y v k capped m) (is-below-end y v k capped m)))
(assert (not (> (* x v) (* y w))))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (= highest 0))
(assert (not some_allow))
(assert (not (in-order highest some_allow lowest)))
(check-sat)
(pop 1)

; expect: unsat  lemma: only a weight lets a share be above its min share, or below its end
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-within x w l bounded u))
(assert (or (> x l) (is-below-end x w l bounded u)))
(assert (not (> w 0)))
(check-sat)
(pop 1)

; expect: unsat  lemma: an allowance is not below 0
(push 1)
(assert (is-claimant v k capped m))
(assert (is-within y v k capped m))
(assert (> v 0))
(assert (= (* v allowance) y))
(assert (not (>= allowance 0)))
(check-sat)
(pop 1)

; expect: unsat  lemma: no need is above an allowance
(push 1)
(assert (and (> w 0) (> v 0)))
(assert (= (* w need) x))
(assert (= (* v allowance) y))
(assert (not (> (* x v) (* y w))))
(assert (not (<= need allowance)))
(check-sat)
(pop 1)

; expect: unsat  lemma: nor is it above that of the same claimant
(push 1)
(assert (> w 0))
(assert (= (* w need) x))
(assert (= (* w allowance) x))
(assert (not (<= need allowance)))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more, with or without a need and an allowance
(push 1)
(declare-const has_need Bool)
(declare-const has_allowance Bool)
(assert (in-order highest some_allow lowest))
(assert (=> (and has_need some_allow) (<= need lowest)))
(assert (=> has_allowance (<= highest allowance)))
(assert (=> (and has_need has_allowance) (<= need allowance)))
(assert (not (in-order (ite (and has_need (> need highest)) need highest)
                       (or some_allow has_allowance)
                       (ite (and has_allowance (or (not some_allow) (< allowance lowest)))
                            allowance lowest))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: an R between every need and every allowance gives every share
(push 1)
(declare-const R Real)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert (is-within x w l bounded u))
(assert (=> (> x l) (<= x (* w R))))
(assert (=> (is-below-end x w l bounded u) (>= x (* w R))))
(assert (not (= x (share R w l bounded u))))
(check-sat)
(pop 1)

; expect: sat  control: without the pair axiom a need can be above an allowance
(push 1)
(assert (and (> w 0) (> v 0)))
(assert (= (* w need) x))
(assert (= (* v allowance) y))
(assert (not (<= need allowance)))
(check-sat)
(pop 1)

; expect: sat  control: without the clause on weight 0 a share above the min share passes
(push 1)
(declare-const R Real)
(assert (is-claimant w l bounded u))
(assert (= R 2))
(assert (and (<= l x) (=> bounded (<= x u))))
(assert (=> (and (> w 0) (> x l)) (<= x (* w R))))
(assert (=> (=> bounded (< x u)) (>= x (* w R))))
(assert (not (= x (share R w l bounded u))))
(check-sat)
(pop 1)
