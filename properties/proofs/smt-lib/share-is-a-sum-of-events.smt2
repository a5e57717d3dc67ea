; name: share-is-a-sum-of-events
; statement: A share is l + w * pos(R - l / w) - w * pos(R - u / w), with pos(x) = max(x, 0)
;   and no last term without a max share; so the sum of all shares is the sum of min shares
;   and of one event a breakpoint, in whatever order these are added.
; n: every n
; lifts: The lemma says it of one claimant; base and induction step add up claimants and
;   events. Addition does not mind the order.
; induction: Sweep.v:share_events, Sweep.v:sum_of_events
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
(declare-const begin Real)   ; l / w
(declare-const finish Real)  ; u / w
(define-fun pos ((x Real)) Real (ite (> x 0) x 0))
(define-fun begins () Real (ite (= w 0) 0 (* w (pos (- R begin)))))
(define-fun ends () Real (ite (or (= w 0) (not bounded)) 0 (* w (pos (- R finish)))))
(define-fun are-breakpoints () Bool (and (= (* w begin) l) (=> bounded (= (* w finish) u))))
; Of the claimants before.
(declare-const sum Real)
(declare-const mins Real)
(declare-const events Real)

; expect: sat  vacuity: between the two breakpoints
(push 1)
(assert (is-claimant w l bounded u))
(assert (> w 0))
(assert are-breakpoints)
(assert bounded)
(assert (< 0 begin R finish))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (= sum mins events 0))
(assert (not (= sum (+ mins events))))
(check-sat)
(pop 1)

; expect: unsat  lemma: one share, with a weight
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert (> w 0))
(assert are-breakpoints)
(assert (not (= (s R) (- (+ l begins) ends))))
(check-sat)
(pop 1)

; expect: unsat  lemma: one share, without a weight
(push 1)
(assert (is-claimant w l bounded u))
(assert (>= R 0))
(assert (= w 0))
(assert (not (= (s R) (- (+ l begins) ends))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(declare-const share_R Real)
(declare-const event Real)
(assert (= sum (+ mins events)))
(assert (= share_R (+ l event)))
(assert (not (= (+ sum share_R) (+ (+ mins l) (+ events event)))))
(check-sat)
(pop 1)

; expect: sat  control: a max share below the min share
(push 1)
(assert (and (> w 0) (>= l 0)))
(assert (>= R 0))
(assert are-breakpoints)
(assert (not (= (s R) (- (+ l begins) ends))))
(check-sat)
(pop 1)
