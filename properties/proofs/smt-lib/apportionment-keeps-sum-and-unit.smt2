; name: apportionment-keeps-sum-and-unit
; statement: Rounding all shares down and giving the missing units, one each, to the largest
;   fractional parts keeps the sum; every result is less than one unit from its share, leaves
;   whole shares alone and keeps every bound that is whole.
; n: every n
; lifts: missing is the sum of the fractional parts, and whole where the sum of shares is.
;   base and first induction step: fewer units are missing than there are shares with a
;   fraction, or none; so the largest ones are fractions above 0, and none gets two. Second
;   induction step: units given and cut off are counted. The lemmas speak of one claimant.
; induction: Rules.v:whole_units
; claim: proved

(set-logic QF_LIRA)

(declare-const share_R Real)
(declare-const down Int)  ; rounded down
(define-fun fraction () Real (- share_R (to_real down)))
(define-fun is-rounded-down () Bool (and (<= 0.0 fraction) (< fraction 1.0)))
(declare-const gets Bool)  ; one of the missing units
(define-fun units () Int (ite gets (+ down 1) down))
; Of the claimants before.
(declare-const shares Real)     ; the sum of shares
(declare-const downs Int)       ; rounded down
(declare-const fractions Real)  ; the sum of the fractional parts
(declare-const with Int)        ; how many have a fraction
(declare-const given Int)       ; units that were given
(declare-const result Int)      ; the sum of results
(define-fun are-enough ((fractions Real) (with Int)) Bool
  (and (>= fractions 0.0) (ite (> with 0) (< fractions (to_real with)) (= fractions 0.0))))

; expect: sat  vacuity: a share that is rounded up
(push 1)
(assert is-rounded-down)
(assert (> fraction 0.0))
(assert gets)
(check-sat)
(pop 1)

; expect: unsat  base: no claimants
(push 1)
(assert (and (= shares 0.0) (= fractions 0.0)))
(assert (= downs with given result 0))
(assert (not (and (are-enough fractions with) (= shares (+ (to_real downs) fractions))
                  (= result (+ downs given)))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more, rounded down
(push 1)
(assert (>= with 0))
(assert (are-enough fractions with))
(assert (= shares (+ (to_real downs) fractions)))
(assert is-rounded-down)
(assert (not (and (are-enough (+ fractions fraction) (+ with (ite (> fraction 0.0) 1 0)))
                  (= (+ shares share_R) (+ (to_real (+ downs down)) (+ fractions fraction))))))
(check-sat)
(pop 1)

; expect: unsat  induction step: one claimant more, with or without a unit
(push 1)
(assert (= result (+ downs given)))
(assert (not (= (+ result units) (+ (+ downs down) (+ given (ite gets 1 0))))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: there are fractions enough for every missing unit
(push 1)
(declare-const missing Int)
(assert (>= with 0))
(assert (are-enough fractions with))
(assert (= fractions (to_real missing)))
(assert (not (and (<= 0 missing) (<= missing with))))
(check-sat)
(pop 1)

; expect: unsat  conclusion: with all missing units given the sum is kept
(push 1)
(assert (= shares (+ (to_real downs) fractions)))
(assert (= result (+ downs given)))
(assert (= (to_real given) fractions))
(assert (not (= (to_real result) shares)))
(check-sat)
(pop 1)

; expect: unsat  lemma: less than one unit away
(push 1)
(assert is-rounded-down)
(assert (=> gets (> fraction 0.0)))
(assert (not (< (- 1.0) (- (to_real units) share_R) 1.0)))
(check-sat)
(pop 1)

; expect: unsat  lemma: a whole share stays as it is
(push 1)
(declare-const whole Int)
(assert (= share_R (to_real whole)))
(assert is-rounded-down)
(assert (=> gets (> fraction 0.0)))
(assert (not (= units whole)))
(check-sat)
(pop 1)

; expect: unsat  lemma: whole bounds are kept
(push 1)
(declare-const l Int)
(declare-const u Int)
(assert (<= (to_real l) share_R (to_real u)))
(assert is-rounded-down)
(assert (=> gets (> fraction 0.0)))
(assert (not (<= l units u)))
(check-sat)
(pop 1)

; expect: sat  control: a unit for a share without a fraction
(push 1)
(assert is-rounded-down)
(assert (not (< (- 1.0) (- (to_real units) share_R) 1.0)))
(check-sat)
(pop 1)

; expect: sat  control: a max share that is not whole may be crossed
(push 1)
(declare-const u Real)
(assert (<= share_R u))
(assert is-rounded-down)
(assert (=> gets (> fraction 0.0)))
(assert (not (<= (to_real units) u)))
(check-sat)
(pop 1)

; expect: sat  control: a sum that is not whole cannot be kept
(push 1)
(assert (= shares (+ (to_real downs) fractions)))
(assert (= result (+ downs given)))
(assert (not (= (to_real result) shares)))
(check-sat)
(pop 1)
