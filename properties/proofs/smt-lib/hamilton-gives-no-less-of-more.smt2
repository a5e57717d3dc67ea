; name: hamilton-gives-no-less-of-more
; statement: By largest remainders (Hamilton), where ties go to the first in the list, no claimant
;   gets fewer units of a total that is a unit larger.
; n: 3
; lifts: Three claimants are a counterexample: weights 1, 3 and 3 have 1, 1 and 1 of 3 units, and 0,
;   2 and 2 of 4. The controls say that it is the smallest of up to three claimants: no total is
;   smaller, nor the sum of the weights; and of two claimants neither loses at these totals.
; induction: none
; claim: refuted

(set-logic QF_LIA)

; k * x, for k from 0 to 4.
(define-fun times ((k Int) (x Int)) Int
  (ite (<= k 0) 0 (ite (= k 1) x (ite (= k 2) (* 2 x) (ite (= k 3) (* 3 x) (* 4 x))))))

; Of total t, weight w among weights that add up to W: the quota t * w / W is `down` and a remainder
; r / W.
(define-fun is-quota ((t Int) (w Int) (W Int) (down Int) (r Int)) Bool
  (and (<= 0 down t) (= r (- (times t w) (times down W))) (<= 0 r) (< r W)))

; One unit more, or none; more for the larger remainder, of equal ones for the first.
(define-fun is-rounded ((down Int) (units Int)) Bool
  (or (= units down) (= units (+ down 1))))
(define-fun goes-first ((d1 Int) (r1 Int) (u1 Int) (d2 Int) (r2 Int) (u2 Int)) Bool
  (and (=> (and (= u1 d1) (= u2 (+ d2 1))) (> r2 r1))
       (=> (and (= u2 d2) (= u1 (+ d1 1))) (>= r1 r2))))

(declare-const w1 Int)
(declare-const w2 Int)
(declare-const w3 Int)
(declare-const total Int)
(define-fun weights () Int (+ w1 w2 w3))
(define-fun are-weights () Bool (and (<= 0 w1) (<= 0 w2) (<= 0 w3) (< 0 weights)))

(define-fun is-hamilton ((t Int) (d1 Int) (r1 Int) (u1 Int) (d2 Int) (r2 Int) (u2 Int) (d3 Int) (r3 Int) (u3 Int)) Bool
  (and (is-quota t w1 weights d1 r1) (is-quota t w2 weights d2 r2) (is-quota t w3 weights d3 r3)
       (is-rounded d1 u1) (is-rounded d2 u2) (is-rounded d3 u3) (= (+ u1 u2 u3) t)
       (goes-first d1 r1 u1 d2 r2 u2) (goes-first d1 r1 u1 d3 r3 u3) (goes-first d2 r2 u2 d3 r3 u3)))

; Of the total.
(declare-const d1 Int)
(declare-const d2 Int)
(declare-const d3 Int)
(declare-const r1 Int)
(declare-const r2 Int)
(declare-const r3 Int)
(declare-const u1 Int)
(declare-const u2 Int)
(declare-const u3 Int)

; Of one unit more.
(declare-const e1 Int)
(declare-const e2 Int)
(declare-const e3 Int)
(declare-const s1 Int)
(declare-const s2 Int)
(declare-const s3 Int)
(declare-const v1 Int)
(declare-const v2 Int)
(declare-const v3 Int)
(define-fun are-divided () Bool
  (and are-weights (<= 1 total 3) (is-hamilton total d1 r1 u1 d2 r2 u2 d3 r3 u3)
       (is-hamilton (+ total 1) e1 s1 v1 e2 s2 v2 e3 s3 v3)))
(define-fun no-claimant-loses () Bool (and (<= u1 v1) (<= u2 v2) (<= u3 v3)))

; expect: sat  vacuity: three claimants with weights of which none loses
(push 1)
(assert are-divided)
(assert (< 0 w1 w2 w3))
(assert no-claimant-loses)
(check-sat)
(pop 1)

; expect: sat  conclusion: weights that add up to 7, and a claimant that loses a unit of 3
(push 1)
(assert are-divided)
(assert (= weights 7))
(assert (not no-claimant-loses))
(check-sat)
(pop 1)

; expect: unsat  control: of a total below 3 no claimant loses, whatever the weights
(push 1)
(assert are-divided)
(assert (< total 3))
(assert (not no-claimant-loses))
(check-sat)
(pop 1)

; expect: unsat  control: of weights that add up to less than 7 none loses
(push 1)
(assert are-divided)
(assert (< weights 7))
(assert (not no-claimant-loses))
(check-sat)
(pop 1)

; expect: unsat  control: of weights that add up to 7, only 1, 3 and 3 have it
(push 1)
(assert are-divided)
(assert (= weights 7))
(assert (not no-claimant-loses))
(assert (not (or (and (= w1 1) (= w2 3)) (and (= w2 1) (= w1 3)) (and (= w3 1) (= w1 3)))))
(check-sat)
(pop 1)

; expect: unsat  control: of two claimants neither loses
(push 1)
(assert are-divided)
(assert (= w3 0))
(assert (not no-claimant-loses))
(check-sat)
(pop 1)
