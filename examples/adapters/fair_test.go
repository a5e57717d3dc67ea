// A fuzz test to copy into your package: Go's own fuzzer, which follows the coverage of your code, and the rule itself.
// Change the lines between the two marks.
//
//	go test -fuzz=FuzzShares -fuzztime=60s
package main

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"strings"
	"testing"
)

// >>> Change this: how to call your scheduler, and by how much a share may be off.
var slack = new(big.Rat)

func sharesUnderTest(total *big.Rat, claimants []row) []*big.Rat {
	return divide(total, claimants)
}

// <<< Leave the rest unchanged, except the type row if your package has one of that name.

// The bytes are whole numbers: weight, minimum, and the maximum as one more than it exceeds the minimum by; 0: none.
func claimantsOf(data []byte) (result []row) {
	number := func() int64 {
		value, length := binary.Uvarint(data)
		if length <= 0 {
			data = nil // cut off, or beyond 64 bits
		} else {
			data = data[length:]
		}
		return int64(value % (1 << 40))
	}
	for len(data) > 0 && len(result) < 20 {
		one := row{weight: big.NewRat(number(), 1), low: big.NewRat(number(), 1)}
		if room := number(); room > 0 {
			one.high = new(big.Rat).Add(one.low, big.NewRat(room-1, 1))
		}
		result = append(result, one)
	}
	return result
}

// Whether all minimums can be kept, and the whole total claimed.
func isFeasible(total *big.Rat, claimants []row) bool {
	least, most, isBounded := new(big.Rat), new(big.Rat), true
	for _, one := range claimants {
		least.Add(least, one.low)
		switch {
		case one.weight.Sign() == 0:
			most.Add(most, one.low)
		case one.high == nil:
			isBounded = false
		default:
			most.Add(most, one.high)
		}
	}
	return least.Cmp(total) <= 0 && (!isBounded || most.Cmp(total) >= 0)
}

func isAbove(a, b *big.Rat) bool { return a.Cmp(new(big.Rat).Add(b, slack)) > 0 }

// The rule: each share is within its bounds, all of them are the total, and a claimant that holds more per weight than
// another is at its minimum, or the other is at its maximum.
func breach(total *big.Rat, claimants []row, shares []*big.Rat) string {
	if len(shares) != len(claimants) {
		return fmt.Sprintf("%d shares for %d claimants", len(shares), len(claimants))
	}
	sum := new(big.Rat)
	for i, one := range claimants {
		sum.Add(sum, shares[i])
		if isAbove(one.low, shares[i]) || one.high != nil && isAbove(shares[i], one.high) {
			return fmt.Sprintf("claimant %d is outside its bounds", i)
		}
		for j, other := range claimants {
			isLess := new(big.Rat).Mul(shares[j], one.weight).Cmp(new(big.Rat).Mul(shares[i], other.weight)) < 0
			canGrow := other.weight.Sign() > 0 && (other.high == nil || isAbove(other.high, shares[j]))
			if isLess && canGrow && isAbove(shares[i], one.low) {
				return fmt.Sprintf("claimant %d holds more per weight than %d", i, j)
			}
		}
	}
	if isAbove(sum, total) || isAbove(total, sum) {
		return "the shares add up to " + sum.RatString()
	}
	return ""
}

// For `fairshare verify`.
func record(total *big.Rat, claimants []row, shares []*big.Rat) string {
	var rows, answers []string
	for _, one := range claimants {
		text := fmt.Sprintf(`{"weight":%s,"min_share":%s`, one.weight.RatString(), one.low.RatString())
		if one.high != nil {
			text += `,"max_share":` + one.high.RatString()
		}
		rows = append(rows, text+"}")
	}
	for _, share := range shares {
		answers = append(answers, `"`+share.RatString()+`"`)
	}
	return fmt.Sprintf(`{"total":%s,"claimants":[%s],"shares":[%s]}`, total.RatString(), strings.Join(rows, ","),
		strings.Join(answers, ","))
}

func FuzzShares(f *testing.F) {
	f.Add(uint32(100), []byte{1, 0, 0, 2, 0, 31, 3, 60, 0})
	f.Add(uint32(0), []byte{})
	f.Fuzz(func(t *testing.T, number uint32, data []byte) {
		total, claimants := big.NewRat(int64(number), 1), claimantsOf(data)
		if !isFeasible(total, claimants) {
			t.Skip()
		}
		shares := sharesUnderTest(total, claimants)
		if found := breach(total, claimants, shares); found != "" {
			t.Fatalf("%s, in\n%s", found, record(total, claimants, shares))
		}
	})
}
