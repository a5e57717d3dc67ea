package fairshare_test

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"sync"
	"testing"
	"testing/quick"

	"fairshare"
	"fairshare/fairsharetest"
)

var three = fairshare.Problem{
	Total:    100,
	Weight:   []float64{1, 2, 3},
	MinShare: []float64{0, 0, 60},
	MaxShare: []float64{math.Inf(1), 30, math.Inf(1)},
}

func TestSolveGivesTheNearestShares(t *testing.T) {
	answer, err := fairshare.Solve(three)
	if err != nil || answer.Outcome != fairshare.Allocation || answer.Shares[0] != 40.0/3 || answer.Shares[2] != 60 {
		t.Fatal(answer, err)
	}
	over, err := fairshare.Solve(fairshare.Problem{Total: 5, MinShare: []float64{4, 4}})
	if err != nil || over.Outcome != fairshare.Overcommitted || over.Excess != 3 {
		t.Fatal(over, err)
	}
	if empty, err := fairshare.Solve(fairshare.Problem{}); err != nil || empty.Outcome.String() != "allocation" {
		t.Fatal(empty, err)
	}
}

func TestOutcomeHasATextWhateverItsNumber(t *testing.T) {
	for outcome, text := range map[fairshare.Outcome]string{
		fairshare.Surplus: "surplus", 3: "Outcome(3)", -1: "Outcome(-1)",
	} {
		if outcome.String() != text {
			t.Errorf("%q, not %q", outcome.String(), text)
		}
	}
}

func TestCheckNamesThePair(t *testing.T) {
	violation, err := fairshare.Check(three, []float64{10, 30, 60}, "")
	if err != nil || violation == nil || violation.Code != "FS204" || violation.First != 1 || violation.Second != 0 {
		t.Fatal(violation, err)
	}
	if !strings.Contains(violation.Error(), "R must be") {
		t.Error(violation)
	}
}

func TestWrongInputIsAnErrorThatSaysWhere(t *testing.T) {
	for says, problem := range map[string]fairshare.Problem{
		"claimant 1: weight is negative":                   {Total: 1, Weight: []float64{1, -1}},
		"total is not a finite number":                     {Total: math.NaN(), Weight: []float64{1}},
		"MinShare has 1 numbers, but another column has 2": {Total: 1, Weight: []float64{1, 1}, MinShare: []float64{0}},
	} {
		if _, err := fairshare.Solve(problem); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, and %s was expected", err, says)
		}
		if _, err := fairshare.Exact(problem); err == nil {
			t.Errorf("Exact takes %v", problem)
		}
	}
	for _, record := range []string{"{", "", `{"total":1,"claimants":[{"wieght":1}]}`} {
		if answer, err := fairshare.Judge(record, "", ""); err == nil || !strings.Contains(answer, `"code":"FS`) {
			t.Errorf("%q: %s, %v", record, answer, err)
		}
	}
	if _, err := fairshare.Check(three, []float64{1, 2, 3}, "up"); err == nil {
		t.Error("an unknown rounding is taken")
	}
}

func TestNumbersBeyondTheBoundOnMemoryAreAnError(t *testing.T) {
	record := `{"total":1,"claimants":[`
	for k := 0; k < 4000; k++ {
		record += fmt.Sprintf(`{"weight":"1/%d"},`, 1000003+2*k)
	}
	record = strings.TrimSuffix(record, ",") + "]}"
	if answer, err := fairshare.ExactRecord(record); err == nil || !strings.Contains(err.Error(), "exact numbers of the answer take more than") {
		t.Error(answer, err)
	}
}

func TestRecordsAreAnsweredAsByTheCommand(t *testing.T) {
	record := `{"total":10,"claimants":[{},{},{}],"shares":[4,4,4]}`
	if answer, err := fairshare.Compute("yarn-2.7", record); err != nil || answer != `{"outcome":"shares","shares":[4,4,4]}` {
		t.Error(answer, err)
	}
	if verdict, err := fairshare.Judge(record, "yarn-2.7", ""); err != nil || !strings.Contains(verdict, `"verdict":"fair"`) {
		t.Error(verdict, err)
	}
}

func TestWhatSolveGivesIsFairAndNearestToTheExactAnswer(t *testing.T) {
	holds := func(problem fairsharetest.Problem) bool {
		answer, err := fairshare.Solve(problem.Problem)
		exactly, exactErr := fairshare.Exact(problem.Problem)
		if err != nil || exactErr != nil || answer.Outcome != exactly.Outcome {
			return false
		}
		for i, share := range exactly.Shares {
			if nearest, _ := share.Float64(); nearest != answer.Shares[i] {
				return false
			}
		}
		if answer.Outcome != fairshare.Allocation {
			return true
		}
		violation, err := fairshare.Check(problem.Problem, answer.Shares, "")
		return err == nil && violation == nil
	}
	if err := quick.Check(holds, &quick.Config{MaxCount: 500}); err != nil {
		t.Error(err)
	}
}

func TestAnErrorIsThatOfItsCall(t *testing.T) {
	var group sync.WaitGroup
	for worker := 0; worker < 16; worker++ {
		weight, says := []float64{1, -1}, "claimant 1"
		if worker%2 == 0 {
			weight, says = []float64{-1, 1}, "claimant 0"
		}
		group.Add(1)
		go func() {
			defer group.Done()
			for k := 0; k < 200; k++ {
				if _, err := fairshare.Solve(fairshare.Problem{Total: 1, Weight: weight}); err == nil || !strings.Contains(err.Error(), says) {
					t.Error(err)
				}
			}
		}()
	}
	group.Wait()
}

func TestExactGivesFractions(t *testing.T) {
	answer, err := fairshare.Exact(fairshare.Problem{Total: 1, Weight: []float64{1, 2}})
	if err != nil || answer.Shares[0].Cmp(big.NewRat(1, 3)) != 0 || answer.Ratio.Cmp(big.NewRat(1, 3)) != 0 {
		t.Fatal(answer, err)
	}
}

func TestUnitsAreThoseOfTheMethod(t *testing.T) {
	const seats = `{"total":36,"claimants":[{"weight":27744},{"weight":25178},{"weight":19947},{"weight":14614},{"weight":9225},{"weight":3292}]}`
	for method, shares := range map[string]string{
		"webster": `["10","9","8","5","3","1"]`, "dhondt": `["11","9","7","5","3","1"]`,
	} {
		if answer, err := fairshare.Units(method, seats); err != nil || !strings.Contains(answer, shares) {
			t.Errorf("%s: %s, %v", method, answer, err)
		}
	}
	if answer, err := fairshare.Units("jefferson", seats); err == nil {
		t.Errorf("jefferson: %s", answer)
	}
}
