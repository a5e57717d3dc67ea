; name: fewer-claimants-get-no-less
; statement: If a claimant leaves, and the total stays, no other share falls (population
;   monotone); if its share leaves with it, every other share stays (consistent).
; n: every n
; lifts: The others have total - gone of the old division, at R, and in the new one the total,
;   or total - gone, at Q. The first is no less, so shares-never-fall-as-the-total-grows
;   applies; the second is the same at the same R, so shares-are-unique applies. Both hold for
;   every n.
; induction: Consequences.v:population_monotone, Consequences.v:consistent
; claim: proved

(set-logic QF_LRA)

(declare-const R Real)
(declare-const Q Real)

(declare-const others_R Real)  ; the sum of the others' shares in the old division
(declare-const gone Real)      ; the share of the one who leaves
(declare-const total Real)
(declare-const others_Q Real)  ; their sum in the new one

; expect: sat  vacuity: a share that is set free
(push 1)
(assert (>= gone 0))
(assert (= (+ others_R gone) total))
(assert (= others_Q total))
(assert (> others_Q others_R))
(check-sat)
(pop 1)

; expect: unsat  conclusion: the others divide a total that is no less
(push 1)
(assert (>= gone 0))
(assert (= (+ others_R gone) total))
(assert (= others_Q total))
(assert (not (<= others_R others_Q)))
(check-sat)
(pop 1)

; expect: unsat  conclusion: if the share leaves with its claimant, R gives the new total too
(push 1)
(declare-const new_total Real)
(assert (= (+ others_R gone) total))
(assert (= new_total (- total gone)))
(assert (not (= others_R new_total)))
(check-sat)
(pop 1)

; expect: sat  control: a share below 0
(push 1)
(assert (= (+ others_R gone) total))
(assert (= others_Q total))
(assert (not (<= others_R others_Q)))
(check-sat)
(pop 1)
