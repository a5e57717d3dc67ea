package example

import (
	"testing"

	"fairshare"
	"fairshare/fairsharetest"
)

// go test -fuzz FuzzDivide
func FuzzDivide(f *testing.F) {
	f.Add([]byte{0, 10, 0, 0, 255, 0, 0, 255})
	f.Fuzz(func(t *testing.T, bytes []byte) {
		problem := fairsharetest.FromBytes(bytes)
		shares := Divide(problem.Total, problem.Weight, problem.MinShare, problem.MaxShare)
		violation, err := fairshare.Check(problem.Problem, shares, "")
		if err != nil {
			t.Fatal(err)
		}
		if violation != nil {
			t.Fatal(violation)
		}
	})
}
