; name: existence-needs-a-total-in-range
; statement: Where some R gives the total, the total is at least the sum of min shares, and at
;   most the sum of what can be claimed (max shares; at weight 0 min shares) unless a claimant
;   has a weight and no max share.
; n: every n
; lifts: base: no claimants. The lemma holds a share between its min share and its end; the
;   induction steps add a claimant to the two sums.
; induction: Existence.v:exists_iff
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

(declare-const w Real)
(declare-const l Real)
(declare-const bounded Bool)
(declare-const u Real)
(define-fun s ((R Real)) Real (share R w l bounded u))

(declare-const R Real)
; Of the claimants before: their shares, min shares and ends, and whether each has an end.
(declare-const sum Real)
(declare-const mins Real)
(declare-const ends Real)
(declare-const all_end Bool)
(define-fun in-range ((sum Real) (mins Real) (ends Real) (all_end Bool)) Bool
  (and (<= mins sum) (=> all_end (<= sum ends))))

; expect: sat  vacuity: a total strictly inside
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert (has-end w bounded))
(assert (< l (s R) (end w l u)))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (= sum 0))
(assert (= mins 0))
(assert (= ends 0))
(assert (not (in-range sum mins ends all_end)))
(check-sat)
(pop 1)

; expect: unsat  lemma: a share is between its min share and its end
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert (not (in-range (s R) l (end w l u) (has-end w bounded))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(declare-const share_R Real)
(declare-const end_of_one Real)
(declare-const has_end Bool)
(assert (in-range sum mins ends all_end))
(assert (in-range share_R l end_of_one has_end))
(assert (not (in-range (+ sum share_R) (+ mins l) (+ ends end_of_one) (and all_end has_end))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: the total is in range
(push 1)
(declare-const total Real)
(assert (in-range sum mins ends all_end))
(assert (= sum total))
(assert (not (and (<= mins total) (=> all_end (<= total ends)))))
(check-sat)
(pop 1)

; expect: sat  control: a max share below the min share
(push 1)
(assert (and (>= w 0) (>= l 0)))
(assert (>= R 0))
(assert (not (in-range (s R) l (end w l u) (has-end w bounded))))
(check-sat)
(pop 1)

; expect: sat  control: a claimant without a max share taken for one with it
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert (not (in-range (s R) l (end w l u) true)))
(check-sat)
(pop 1)
