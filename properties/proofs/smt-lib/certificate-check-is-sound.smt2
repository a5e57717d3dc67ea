; name: certificate-check-is-sound
; statement: If every claimant stands where the certificate says (at min: N w <= l D,
;   proportional: l D <= N w <= u D, at max: u D <= N w) and fixed * D + W * N = total * D,
;   then the shares at R = N / D add up to the total, so they are the fair ones.
; n: every n
; lifts: base: no claimants. The lemmas say that what the certificate gives a claimant is its
;   share at R; the induction step adds it to the fixed part or to W. The conclusion: the
;   shares add up to the total; by shares-are-unique nothing else is fair.
; induction: Certificate.v:certificate_sound
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

; expect: sat  vacuity: at min
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= N 1) (= D 3) is-ratio))
(assert (and (> w 0) is-at-min (not is-proportional)))
(check-sat)
(pop 1)

; expect: sat  vacuity: proportional
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= N 1) (= D 3) is-ratio))
(assert (and bounded is-proportional (not is-at-min) (not is-at-max)))
(check-sat)
(pop 1)

; expect: sat  vacuity: at max
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= N 1) (= D 3) is-ratio))
(assert (and is-at-max (not is-proportional)))
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (= sum fixed W 0))
(assert (not (= sum (+ fixed (* W R)))))
(check-sat)
(pop 1)

; expect: unsat  lemma: who stands at min has its min share
(push 1)
(assert (is-claimant w l bounded u))
(assert is-ratio)
(assert is-at-min)
(assert (not (= (s R) l)))
(check-sat)
(pop 1)

; expect: unsat  lemma: who is proportional has w * R
(push 1)
(assert (is-claimant w l bounded u))
(assert is-ratio)
(assert is-proportional)
(assert (not (= (s R) (* w R))))
(check-sat)
(pop 1)

; expect: unsat  lemma: who stands at max has its max share
(push 1)
(assert (is-claimant w l bounded u))
(assert is-ratio)
(assert is-at-max)
(assert (not (= (s R) u)))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more, at one of its bounds or proportional
(push 1)
(declare-const share_R Real)
(declare-const at_bound Bool)
(assert (= sum (+ fixed (* W R))))
(assert (=> (not at_bound) (= share_R (* w R))))
(assert (not (= (+ sum share_R) (+ fixed (ite at_bound share_R 0)
                                   (* (+ W (ite at_bound 0 w)) R)))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: the shares add up to the total
(push 1)
(declare-const total Real)
(assert is-ratio)
(assert (= sum (+ fixed (* W R))))
(assert (= (+ (* fixed D) (* W N)) (* total D)))
(assert (not (= sum total)))
(check-sat)
(pop 1)

; expect: sat  control: who is not above its min share need not be proportional
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= N 1) (= D 3) is-ratio))
(assert (=> bounded (<= (* N w) (* u D))))
(assert (not (= (s R) (* w R))))
(check-sat)
(pop 1)

; expect: sat  control: a max share below the min share
(push 1)
(assert (and (>= w 0) (>= l 0)))
(assert (and (= N 1) (= D 3) is-ratio))
(assert is-at-max)
(assert (not (= (s R) u)))
(check-sat)
(pop 1)

; expect: sat  control: a denominator below 0
(push 1)
(assert (is-claimant w l bounded u))
(assert (and (= N 1) (= D (- 3)) (= (* R D) N)))
(assert is-at-max)
(assert (not (= (s R) u)))
(check-sat)
(pop 1)
