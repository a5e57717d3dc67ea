// Emitted by `fairshare fuzz` for mine 1.2, seed 7: 2 failures.
// A share passes if it is from low to high: all that the tolerance allows around the fair
// share, which is the fraction next to it.

package scheduler // the package of your scheduler

import (
	"reflect"
	"testing"
	"time"
)

// Your scheduler: one share for each claimant, in their order.
func divide(total float64, claimants []claimant) []float64 {
	panic("put your scheduler here")
}

type claimant struct {
	name     string
	weight   float64
	minShare float64
	maxShare *float64 // nil: no maximum
	demand   *float64 // nil: unknown; it limits both bounds
}

type passing struct {
	low, high float64
}

func limit(number float64) *float64 { return &number }

func TestFairShares(t *testing.T) {
	for _, c := range []struct {
		name      string
		total     float64
		claimants []claimant
		passing   []passing // one a claimant
		times     int // it is asked; the answers must be the same
	}{
		// FS204: c is above its minimum and holds 7 per weight.
		// The pair: a (poorer) and c (richer).
		// Judged by: numbers double.
		// About FS204: docs/codes/FS204.md, or `fairshare explain FS204`.
		// To repeat: fairshare fuzz --replay found/FS204-1a2b.ndjson -- ./mine
		// Record: {"id":"FS204-1a2b","numbers":"double","total":10,"claimants":[{"name":"a","min_share":1},{"name":"b","weight":2,"max_share":4.5},{"name":"c"}],"shares":[1,2,7]}
		{
			name:  "FS204_1a2b",
			total: 10.0,
			claimants: []claimant{
				{"a", 1.0, 1.0, nil, nil},
				{"b", 2.0, 0.0, limit(4.5), nil},
				{"c", 1.0, 0.0, nil, nil},
			},
			passing: []passing{
				{2.75, 2.75}, // fair: 11/4
				{4.5, 4.5}, // fair: 9/2
				{2.75, 2.75}, // fair: 11/4
			},
			times: 1,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			answered := make(chan [][]float64, 1)
			go func() {
				var answers [][]float64
				for k := 0; k < c.times; k++ {
					answers = append(answers, divide(c.total, c.claimants))
				}
				answered <- answers
			}()
			var answers [][]float64
			select {
			case answers = <-answered:
			case <-time.After(10 * time.Second):
				t.Fatal("no answer within 10 s")
			}
			for _, shares := range answers {
				if !reflect.DeepEqual(shares, answers[0]) {
					t.Fatalf("the same problem gets %v and then %v", answers[0], shares)
				}
				if len(shares) != len(c.claimants) {
					t.Fatalf("%d shares for %d claimants", len(shares), len(c.claimants))
				}
				for i, one := range c.passing {
					if !(one.low <= shares[i] && shares[i] <= one.high) {
						t.Errorf("%s gets %v, fair is %v to %v", c.claimants[i].name, shares[i], one.low, one.high)
					}
				}
			}
		})
	}
}

// FS101: the shares add up to 3, the total is 4.
// Judged by: numbers double.
// About FS101: docs/codes/FS101.md, or `fairshare explain FS101`.
// To repeat: fairshare fuzz --replay found/FS101-3c4d.ndjson -- ./mine
// Record: {"id":"FS101-3c4d","numbers":"double","total":4,"tree":[],"shares":[]}
// No test: it is a tree, and the function divides among claimants.
