// Package fairsharetest makes problems for testing/quick and for native fuzzing.
package fairsharetest

import (
	"math"
	"math/rand"
	"reflect"

	"fairshare"
)

// Problem has a fair allocation and no weight of 0. testing/quick generates it; FromBytes makes it from the bytes of
// `go test -fuzz`.
type Problem struct{ fairshare.Problem }

// Generate implements quick.Generator.
func (Problem) Generate(random *rand.Rand, size int) reflect.Value {
	bytes := make([]byte, 2+3*random.Intn(size%12+1))
	random.Read(bytes)
	return reflect.ValueOf(FromBytes(bytes))
}

// FromBytes makes a problem from any bytes: every three give a claimant with small whole numbers, so that ties and equal
// bounds are frequent. The total is between the sums of the minimums and of the maximums.
func FromBytes(bytes []byte) Problem {
	at := func(i int) float64 {
		if i < len(bytes) {
			return float64(bytes[i])
		}
		return 0
	}
	var p fairshare.Problem
	least, most := 0.0, 0.0
	for i := 2; i+2 < len(bytes) && i < 2+3*64; i += 3 {
		weight, low := 1+math.Mod(at(i), 5), math.Mod(at(i+1), 8)
		high := low + at(i+2)
		if at(i+2) >= 200 {
			high = math.Inf(1)
		}
		p.Weight = append(p.Weight, weight)
		p.MinShare = append(p.MinShare, low)
		p.MaxShare = append(p.MaxShare, high)
		least, most = least+low, most+high
	}
	p.Total = math.Min(least+256*at(0)/16+at(1), most)
	return Problem{p}
}
