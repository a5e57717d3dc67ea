package fairshare_test

import (
	"fmt"
	"math"

	"fairshare"
)

func Example() {
	problem := fairshare.Problem{
		Total:    100,
		Weight:   []float64{1, 2, 3},
		MinShare: []float64{0, 0, 60},
		MaxShare: []float64{math.Inf(1), 30, math.Inf(1)},
	}
	answer, err := fairshare.Solve(problem)
	fmt.Println(answer.Shares, err)
	violation, err := fairshare.Check(problem, []float64{10, 30, 60}, "exact")
	fmt.Println(violation.Code, violation.First, violation.Second, err)
	// Output:
	// [13.333333333333334 26.666666666666668 60] <nil>
	// FS204 1 0 <nil>
}
