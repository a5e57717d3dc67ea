// Package fairshare divides a total by weights, minimums and maximums, exactly, and checks whether a scheduler did.
//
// It calls the C library by cgo, linked as an archive: pkg-config must find fairshare-c-static. Any number of goroutines may call it at once. Wrong
// input is an error that names the place; no function panics.
package fairshare

// #cgo pkg-config: fairshare-c-static
// #include <stdlib.h>
// #include <fairshare.h>
import "C"

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"runtime"
	"unsafe"
)

// Problem is a total, and columns with one number per claimant. A nil column means all weights 1, all minimums 0, or no
// maximums; math.Inf(1) is no maximum.
type Problem struct {
	Total                      float64
	Weight, MinShare, MaxShare []float64
}

// Outcome of a division.
type Outcome int

const (
	Allocation    Outcome = iota // one ratio gives every share, and they add up to the total
	Overcommitted                // the minimums exceed the total
	Surplus                      // every claimant is at its maximum, and some of the total is left
)

// String returns the outcome's name, or "Outcome(7)" for any other number.
func (o Outcome) String() string {
	names := [...]string{"allocation", "overcommitted", "surplus"}
	if o < 0 || int(o) >= len(names) {
		return fmt.Sprintf("Outcome(%d)", int(o))
	}
	return names[o]
}

// Solution has the shares; without an allocation these are the minimums (Overcommitted) or the maximums (Surplus).
type Solution struct {
	Outcome                  Outcome
	Shares                   []float64
	Ratio, Excess, Unclaimed float64 // each 0 unless the outcome has it
}

// Violation is why shares are not fair. First and Second are claimants, or -1; in a pair First holds too much.
type Violation struct {
	Code          string // "FS204"; docs/codes has a page on each
	First, Second int
	Text          string // the table and the reason, as the command prints them
}

func (v *Violation) Error() string { return v.Text }

// call runs one C function on one thread, since each thread has its own error message.
func call(function func() C.fairshare_status) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if function() == C.FAIRSHARE_OK {
		return nil
	}
	return fmt.Errorf("fairshare: %s", C.GoString(C.fairshare_error()))
}

func column(numbers []float64) *C.double {
	if len(numbers) == 0 {
		return nil
	}
	return (*C.double)(unsafe.Pointer(&numbers[0]))
}

// size is the number of claimants; all columns that are not nil must have as many numbers.
func (p Problem) size(shares []float64) (int, error) {
	n := -1
	for _, of := range []struct {
		name    string
		numbers []float64
	}{{"Weight", p.Weight}, {"MinShare", p.MinShare}, {"MaxShare", p.MaxShare}, {"shares", shares}} {
		if of.numbers == nil {
			continue
		}
		if n >= 0 && len(of.numbers) != n {
			return 0, fmt.Errorf("fairshare: %s has %d numbers, but another column has %d", of.name, len(of.numbers), n)
		}
		n = len(of.numbers)
	}
	if n < 0 {
		return 0, nil
	}
	return n, nil
}

// Solve divides; every number of the answer is the float64 nearest to the exact one.
func Solve(p Problem) (Solution, error) {
	n, err := p.size(nil)
	if err != nil {
		return Solution{}, err
	}
	shares := make([]float64, n)
	var result C.fairshare_result
	err = call(func() C.fairshare_status {
		return C.fairshare_solve(C.double(p.Total), C.size_t(n), column(p.Weight), column(p.MinShare), column(p.MaxShare),
			column(shares), &result)
	})
	if err != nil {
		return Solution{}, err
	}
	return Solution{Outcome(result.outcome), shares, float64(result.ratio), float64(result.excess), float64(result.unclaimed)}, nil
}

// Check returns nil if the shares are fair. The rounding says what a share stands for: "double", also if it is
// empty, "float", "exact", "written", "nearest", "down", "apportioned", or a method of Units.
func Check(p Problem, shares []float64, rounding string) (*Violation, error) {
	n, err := p.size(shares)
	if err != nil {
		return nil, err
	}
	if rounding == "" {
		rounding = "double"
	}
	name := C.CString(rounding)
	defer C.free(unsafe.Pointer(name))
	var found C.fairshare_violation
	err = call(func() C.fairshare_status {
		return C.fairshare_check(C.double(p.Total), C.size_t(n), column(p.Weight), column(p.MinShare), column(p.MaxShare),
			column(shares), name, &found)
	})
	if err != nil || found.is_fair != 0 {
		return nil, err
	}
	defer C.fairshare_free(found.text)
	index := func(i C.size_t) int {
		if uint64(i) >= uint64(n) {
			return -1
		}
		return int(i)
	}
	return &Violation{C.GoString(&found.code[0]), index(found.first), index(found.second), C.GoString(found.text)}, nil
}

// text is the answer of a function on records. An error has the code and the place.
func text(record string, function func(line *C.char, size C.size_t, handed **C.char) C.fairshare_status) (string, error) {
	line, release := named(record)
	defer release()
	var handed *C.char
	err := call(func() C.fairshare_status { return function(line, C.size_t(len(record)), &handed) })
	if handed == nil {
		return "", err
	}
	defer C.fairshare_free(handed)
	return C.GoString(handed), err
}

// named is a C text, nil if it is empty; release frees it.
func named(name string) (given *C.char, release func()) {
	if name == "" {
		return nil, func() {}
	}
	given = C.CString(name)
	return given, func() { C.free(unsafe.Pointer(given)) }
}

// Judge returns what `fairshare verify --format json` prints for a record with shares. The scheduler and the rounding
// override those of the record, unless they are empty.
func Judge(record, scheduler, rounding string) (string, error) {
	whose, releaseName := named(scheduler)
	defer releaseName()
	how, releaseRounding := named(rounding)
	defer releaseRounding()
	return text(record, func(line *C.char, size C.size_t, handed **C.char) C.fairshare_status {
		return C.fairshare_judge(line, size, whose, how, handed)
	})
}

// Compute returns what the scheduler computes for a record, bit for bit.
func Compute(scheduler, record string) (string, error) {
	whose, releaseName := named(scheduler)
	defer releaseName()
	return text(record, func(line *C.char, size C.size_t, handed **C.char) C.fairshare_status {
		return C.fairshare_compute(whose, line, size, handed)
	})
}

// ExactRecord returns what `fairshare solve` prints for a record: fractions.
func ExactRecord(record string) (string, error) {
	return text(record, func(line *C.char, size C.size_t, handed **C.char) C.fairshare_status {
		return C.fairshare_exact(line, size, handed)
	})
}

// Apportion returns what `fairshare solve --apportion` prints for a record: whole units that add up to the total.
func Apportion(record string) (string, error) {
	return text(record, func(line *C.char, size C.size_t, handed **C.char) C.fairshare_status {
		return C.fairshare_apportion(line, size, handed)
	})
}

// Units returns what `fairshare solve --units METHOD` prints for a record: whole units by "hamilton", "webster", "dhondt" or
// "adams", naming ties.
func Units(method, record string) (string, error) {
	way, free := named(method)
	defer free()
	return text(record, func(line *C.char, size C.size_t, handed **C.char) C.fairshare_status {
		return C.fairshare_units(way, line, size, handed)
	})
}

// ExactSolution is a solution in fractions; numbers that the outcome does not have are nil.
type ExactSolution struct {
	Outcome                  Outcome
	Shares                   []*big.Rat // of an allocation
	Ratio, Excess, Unclaimed *big.Rat
}

type exactClaimant struct {
	Weight   *big.Rat `json:"weight"`
	MinShare *big.Rat `json:"min_share,omitempty"`
	MaxShare *big.Rat `json:"max_share,omitempty"`
}

// Exact divides the numbers exactly: a float64 is the fraction that it equals.
func Exact(p Problem) (ExactSolution, error) {
	n, err := p.size(nil)
	if err != nil {
		return ExactSolution{}, err
	}
	at := func(numbers []float64, i int, otherwise float64) (*big.Rat, error) {
		if numbers != nil {
			otherwise = numbers[i]
		}
		if number := new(big.Rat).SetFloat64(otherwise); number != nil {
			return number, nil
		}
		return nil, fmt.Errorf("fairshare: claimant %d: %v is not a finite number", i, otherwise)
	}
	claimants := make([]exactClaimant, n)
	for i := range claimants {
		if claimants[i].Weight, err = at(p.Weight, i, 1); err != nil {
			return ExactSolution{}, err
		}
		if claimants[i].MinShare, err = at(p.MinShare, i, 0); err != nil {
			return ExactSolution{}, err
		}
		if p.MaxShare == nil || math.IsInf(p.MaxShare[i], 1) {
			continue
		}
		if claimants[i].MaxShare, err = at(p.MaxShare, i, 0); err != nil {
			return ExactSolution{}, err
		}
	}
	total := new(big.Rat).SetFloat64(p.Total)
	if total == nil {
		return ExactSolution{}, errors.New("fairshare: total is not a finite number")
	}
	record, err := json.Marshal(map[string]any{"total": total, "claimants": claimants})
	if err != nil {
		return ExactSolution{}, err
	}
	answer, err := ExactRecord(string(record))
	if err != nil {
		return ExactSolution{}, err
	}
	var told struct {
		Outcome                  string
		Shares                   []*big.Rat
		Ratio, Excess, Unclaimed *big.Rat
	}
	if err := json.Unmarshal([]byte(answer), &told); err != nil {
		return ExactSolution{}, err
	}
	outcome := map[string]Outcome{"allocation": Allocation, "overcommitted": Overcommitted, "surplus": Surplus}[told.Outcome]
	return ExactSolution{outcome, told.Shares, told.Ratio, told.Excess, told.Unclaimed}, nil
}
