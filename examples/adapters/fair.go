// An adapter to copy: the fair shares in exact fractions. Change the lines between the two marks; divide stands for
// your scheduler.
//
//	go build -o fair fair.go
//	fairshare fuzz -- ./fair
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"sort"
)

// >>> Change this: your scheduler's name and terms, and how to call it.
var hello = map[string]any{"name": "fair.go", "version": "1", "rounding": "exact"}

func sharesOf(total *big.Rat, claimants []row) []string {
	shares := []string{} // never null, even without claimants
	for _, share := range divide(total, claimants) {
		shares = append(shares, share.RatString())
	}
	return shares
}

// <<< Leave the rest unchanged.

type claimant struct {
	Weight   json.Number  `json:"weight"`
	MinShare json.Number  `json:"min_share"`
	MaxShare *json.Number `json:"max_share"`
	Demand   *json.Number `json:"demand"`
}

type request struct {
	Cmd     string `json:"cmd"`
	Seq     int64  `json:"seq"`
	Problem struct {
		Total     json.Number `json:"total"`
		Claimants []claimant  `json:"claimants"`
	} `json:"problem"`
}

// A claimant in exact numbers; high is nil if there is no maximum.
type row struct{ weight, low, high *big.Rat }

func exact(number json.Number) *big.Rat {
	value, ok := new(big.Rat).SetString(number.String())
	if !ok {
		panic("no number: " + number.String())
	}
	return value
}

// The demand limits both bounds.
func (one claimant) row() row {
	result := row{weight: exact(one.Weight), low: exact(one.MinShare)}
	for _, bound := range []*json.Number{one.MaxShare, one.Demand} {
		if bound == nil {
			continue
		}
		if high := exact(*bound); result.high == nil || high.Cmp(result.high) < 0 {
			result.high = high
		}
	}
	if result.high != nil && result.high.Cmp(result.low) < 0 {
		result.low = result.high
	}
	return result
}

func (one row) share(ratio *big.Rat) *big.Rat {
	share := new(big.Rat).Mul(one.weight, ratio)
	if share.Cmp(one.low) < 0 {
		share = one.low
	}
	if one.high != nil && share.Cmp(one.high) > 0 {
		share = one.high
	}
	return share
}

func claimed(rows []row, ratio *big.Rat) *big.Rat {
	sum := new(big.Rat)
	for _, one := range rows {
		sum.Add(sum, one.share(ratio))
	}
	return sum
}

// The ratios at which a share starts or stops growing, and 0, in ascending order.
func ends(rows []row) []*big.Rat {
	result := []*big.Rat{new(big.Rat)}
	for _, one := range rows {
		if one.weight.Sign() == 0 {
			continue
		}
		result = append(result, new(big.Rat).Quo(one.low, one.weight))
		if one.high != nil {
			result = append(result, new(big.Rat).Quo(one.high, one.weight))
		}
	}
	sort.Slice(result, func(i, j int) bool { return result[i].Cmp(result[j]) < 0 })
	return result
}

func fairRatio(total *big.Rat, rows []row) *big.Rat {
	all := ends(rows)
	next := sort.Search(len(all), func(i int) bool { return claimed(rows, all[i]).Cmp(total) > 0 })
	if next == 0 {
		return all[0] // the minimums exceed the total
	}
	start := all[next-1]
	growing := new(big.Rat)
	for _, one := range rows {
		share := new(big.Rat).Mul(one.weight, start)
		if share.Cmp(one.low) >= 0 && (one.high == nil || share.Cmp(one.high) < 0) {
			growing.Add(growing, one.weight)
		}
	}
	if growing.Sign() == 0 {
		return start
	}
	missing := new(big.Rat).Sub(total, claimed(rows, start))
	return missing.Add(start, missing.Quo(missing, growing))
}

func divide(total *big.Rat, rows []row) []*big.Rat {
	ratio := fairRatio(total, rows)
	var shares []*big.Rat
	for _, one := range rows {
		shares = append(shares, one.share(ratio))
	}
	return shares
}

func answer(question request) map[string]any {
	var rows []row
	for _, one := range question.Problem.Claimants {
		rows = append(rows, one.row())
	}
	return map[string]any{"seq": question.Seq, "shares": sharesOf(exact(question.Problem.Total), rows)}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20) // a record may be long
	answers := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var question request
		if err := json.Unmarshal(lines.Bytes(), &question); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		switch question.Cmd {
		case "hello":
			answers.Encode(hello)
		case "run":
			answers.Encode(answer(question))
		case "stop":
			return
		}
	}
}
