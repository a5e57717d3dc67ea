// The cost of a call from Go: calls COLUMNS SHARES, as run.py says.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"sort"
	"time"

	"fairshare"
)

func refuse(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// nanoseconds a call: the median of seven rounds of at least 50 ms each.
func nanoseconds(call func()) float64 {
	round := func(calls int) float64 {
		start := time.Now()
		for k := 0; k < calls; k++ {
			call()
		}
		return float64(time.Since(start).Nanoseconds())
	}
	calls := 1
	for round(calls) < 50e6 {
		calls *= 2
	}
	rounds := make([]float64, 7)
	for k := range rounds {
		rounds[k] = round(calls) / float64(calls)
	}
	sort.Float64s(rounds)
	return rounds[3]
}

func main() {
	content, err := os.ReadFile(os.Args[1])
	refuse(err)
	numbers := make([]float64, len(content)/8)
	refuse(binary.Read(bytes.NewReader(content), binary.LittleEndian, numbers))
	n := (len(numbers) - 1) / 3
	problem := fairshare.Problem{Total: numbers[0], Weight: numbers[1 : 1+n], MinShare: numbers[1+n : 1+2*n], MaxShare: numbers[1+2*n:]}
	var solution fairshare.Solution
	solve := nanoseconds(func() { solution, err = fairshare.Solve(problem) })
	refuse(err)
	check := 0.0
	if n <= 16 {
		var violation *fairshare.Violation
		check = nanoseconds(func() { violation, err = fairshare.Check(problem, solution.Shares, "") })
		refuse(err)
		if violation != nil {
			refuse(violation)
		}
	}
	var shares bytes.Buffer
	refuse(binary.Write(&shares, binary.LittleEndian, solution.Shares))
	refuse(os.WriteFile(os.Args[2], shares.Bytes(), 0o644))
	fmt.Println(solve, check)
}
