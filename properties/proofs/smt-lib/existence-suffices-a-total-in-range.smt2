; name: existence-suffices-a-total-in-range
; statement: Where the total is at least the sum of min shares, and at most the sum of what
;   can be claimed if that has an end, some R gives the total.
; n: every n
; lifts: By the sweep over the sorted breakpoints 0 = r_0 <= r_1 <= ... <= r_m. base: at 0
;   every share is its min share, so the sum there is at most the total. Induction step: if
;   the sum at a breakpoint is at most the total, either it is so at the next one too, or the
;   total is hit between the two (sweep-step-is-sound says that the sum is a line there).
;   Conclusion: beyond the last breakpoint every claimant stands at its end or has none and
;   gets w * R; so the sum is the line ends + W * R, which either passes the total or has no
;   slope and already is the total.
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
(declare-const r Real)      ; a breakpoint, or 0
(declare-const next Real)   ; the one after it
(declare-const slope Real)  ; of the sum between the two
(declare-const sum_r Real)
(declare-const sum_next Real)
(declare-const total Real)
(declare-const ends Real)   ; the sum of the ends of all that have one
(declare-const W Real)      ; the sum of the weights of all that have none

; expect: sat  vacuity: a total between two breakpoints
(push 1)
(assert (and (= r 1) (= next 5) (= slope 2)))
(assert (= sum_next (+ sum_r (* slope (- next r)))))
(assert (< sum_r total sum_next))
(check-sat)
(pop 1)

; expect: unsat  base: at R = 0 a share is its min share
(push 1)
(assert (is-claimant w l bounded u))
(assert (not (= (s 0) l)))
(check-sat)
(pop 1)

; expect: unsat  lemma: where the sum passes the total on the way, it rises
(push 1)
(assert (and (<= 0 r) (<= r next)))
(assert (= sum_next (+ sum_r (* slope (- next r)))))
(assert (<= sum_r total))
(assert (< total sum_next))
(assert (not (> slope 0)))
(check-sat)
(pop 1)

; expect: unsat  induction step: at the next breakpoint the total is not passed, or it is hit before
(push 1)
(declare-const length Real)  ; next - r
(declare-const step Real)    ; R - r = (total - sum_r) / slope
(assert (and (>= length 0) (> slope 0)))
(assert (= sum_next (+ sum_r (* slope length))))
(assert (<= sum_r total))
(assert (= (* slope step) (- total sum_r)))
(assert (not (or (<= sum_next total)
                 (and (<= 0 step) (<= step length) (= (+ sum_r (* slope step)) total)))))
(check-sat)
(pop 1)

; expect: unsat  lemma: at or beyond all of its breakpoints a share is its end
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert (=> (> w 0) (and (>= (* w R) l) (=> bounded (>= (* w R) u)))))
(assert (not (= (s R) (ite (has-end w bounded) (end w l u) (* w R)))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: the last line hits the total, if it rises
(push 1)
(assert (>= r 0))
(assert (= sum_r (+ ends (* W r))))
(assert (<= sum_r total))
(assert (> W 0))
(assert (= (* W (- R r)) (- total sum_r)))
(assert (not (and (>= R r) (= (+ ends (* W R)) total))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: if it does not rise, the total is already there
(push 1)
(assert (= sum_r ends))
(assert (<= sum_r total))
(assert (<= total ends))
(assert (not (= sum_r total)))
(check-sat)
(pop 1)

; expect: sat  control: at weight 0 a max share above the min share is never reached
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert (=> (> w 0) (and (>= (* w R) l) (=> bounded (>= (* w R) u)))))
(assert (not (= (s R) (ite bounded u (* w R)))))
(check-sat)
(pop 1)

; expect: sat  control: a total above all ends is not hit
(push 1)
(assert (= sum_r ends))
(assert (<= sum_r total))
(assert (not (= sum_r total)))
(check-sat)
(pop 1)
