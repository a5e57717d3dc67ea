package main

import (
	"fmt"

	"fairshare"
)

func main() {
	problem := fairshare.Problem{Total: 100, Weight: []float64{1, 2, 3}, MinShare: []float64{0, 0, 60}}
	answer, err := fairshare.Solve(problem)
	fmt.Println(answer.Shares, err)
}
