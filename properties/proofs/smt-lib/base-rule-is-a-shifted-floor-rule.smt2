; name: base-rule-is-a-shifted-floor-rule
; statement: The base rule, min(u, l + w * R) with shares that add up to T, is the floor rule
;   with min shares 0, max shares u - l and total T - (sum of l), every share shifted by l.
; n: every n
; lifts: base: no claimants. The lemma says it of one share at the same R; the induction step
;   adds it up; the conclusion moves the sum of min shares from one total to the other.
; induction: Rules.v:base_rule_is_moved
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
(declare-const R Real)
(define-fun base-share () Real
  (ite (and bounded (< u (+ l (* w R)))) u (+ l (* w R))))
(define-fun floor-share () Real (share R w 0 bounded (- u l)))
; Of the claimants before: the shares by either rule, and the min shares.
(declare-const base_sum Real)
(declare-const floor_sum Real)
(declare-const mins Real)

; expect: sat  vacuity: a share above its min share, and the shifted claimant is one
(push 1)
(assert (is-claimant w l bounded u))
(assert (is-claimant w 0 bounded (- u l)))
(assert (= R 2))
(assert bounded)
(assert (< 0 l base-share u))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (= base_sum floor_sum mins 0))
(assert (not (= base_sum (+ mins floor_sum))))
(check-sat)
(pop 1)

; expect: unsat  lemma: one share, and the shifted claimant is one
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert (not (and (= base-share (+ l floor-share)) (is-claimant w 0 bounded (- u l)))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(declare-const base_one Real)
(declare-const floor_one Real)
(assert (= base_sum (+ mins floor_sum)))
(assert (= base_one (+ l floor_one)))
(assert (not (= (+ base_sum base_one) (+ (+ mins l) (+ floor_sum floor_one)))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: R gives T by the base rule where it gives T - mins by the floor rule
(push 1)
(declare-const T Real)
(assert (= base_sum (+ mins floor_sum)))
(assert (not (= (= base_sum T) (= floor_sum (- T mins)))))
(check-sat)
(pop 1)

; expect: sat  control: the floor rule with its own min share is another rule
(push 1)
(assert (is-claimant w l bounded u))
(assert (= R 2))
(assert (not (= base-share (share R w l bounded u))))
(check-sat)
(pop 1)

; expect: sat  control: the total must be shifted as well
(push 1)
(declare-const T Real)
(assert (= base_sum (+ mins floor_sum)))
(assert (not (= (= base_sum T) (= floor_sum T))))
(check-sat)
(pop 1)
