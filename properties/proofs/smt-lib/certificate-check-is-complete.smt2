; name: certificate-check-is-complete
; statement: Every fair division passes the check: at its R = N / D every claimant stands at
;   min, is proportional or stands at max, with the share that goes with it, and fixed * D + W
;   * N = total * D.
; n: every n
; lifts: base: no claimants. The lemma finds the place of one claimant, the induction step is
;   that of certificate-check-is-sound, and the conclusion multiplies by D.
; induction: Certificate.v:certificate_complete
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
(declare-const N Real)  ; R = N / D
(declare-const D Real)
(define-fun is-ratio () Bool (and (> D 0) (>= N 0) (= (* R D) N)))
; Where the claimant stands, checked without a division: N * w against l * D and u * D.
(define-fun is-at-min () Bool (<= (* N w) (* l D)))
(define-fun is-proportional () Bool
  (and (<= (* l D) (* N w)) (=> bounded (<= (* N w) (* u D)))))
(define-fun is-at-max () Bool (and bounded (<= (* u D) (* N w))))
; The sum of all shares is fixed + W * R: fixed adds up the bounds of those who stand at one, W the
; weights of those who are proportional.
(declare-const sum Real)
(declare-const fixed Real)
(declare-const W Real)

; expect: sat  vacuity: a fair division
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= N 7) (= D 3) is-ratio))
(assert (< l (s R)))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (= sum fixed W 0))
(assert (not (= sum (+ fixed (* W R)))))
(check-sat)
(pop 1)

; expect: unsat  lemma: every claimant stands somewhere, with its share
(push 1)
(assert (is-claimant w l bounded u))
(assert is-ratio)
(assert (not (or (and is-at-min (= (s R) l))
                 (and is-proportional (= (s R) (* w R)))
                 (and is-at-max (= (s R) u)))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more
(push 1)
(declare-const share_R Real)
(declare-const at_bound Bool)
(assert (= sum (+ fixed (* W R))))
(assert (=> (not at_bound) (= share_R (* w R))))
(assert (not (= (+ sum share_R) (+ fixed (ite at_bound share_R 0)
                                   (* (+ W (ite at_bound 0 w)) R)))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: the sums pass the check
(push 1)
(declare-const total Real)
(assert is-ratio)
(assert (= sum (+ fixed (* W R))))
(assert (= sum total))
(assert (not (= (+ (* fixed D) (* W N)) (* total D))))
(check-sat)
(pop 1)

; expect: sat  control: without the branch at max a claimant has no branch
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= N 7) (= D 3) is-ratio))
(assert (not (or (and is-at-min (= (s R) l))
                 (and is-proportional (= (s R) (* w R))))))
(check-sat)
(pop 1)
