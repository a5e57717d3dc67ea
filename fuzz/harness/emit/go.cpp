// A table test of Go, for a file that ends in _test.go.
#include <fmt/format.h>

#include "fuzz/harness/emit/languages.h"
#include "fuzz/harness/emit/source_text.h"

namespace fairshare::harness {
namespace {

constexpr std::string_view beginning = R"go(package scheduler // the package of your scheduler

import (
	"reflect"
	"testing"
	"time"
)

// Your scheduler: one share for each claimant, in their order$as_text.
func divide(total $amount, claimants []claimant) []$share {
	panic("put your scheduler here")
}

type claimant struct {
	name     string
	weight   $weight
	minShare $amount
	maxShare *$amount // nil: no maximum
	demand   *$amount // nil: unknown; it limits both bounds
}

type passing struct {
	low, high $share
}

func limit(number $amount) *$amount { return &number }

func TestFairShares(t *testing.T) {
	for _, c := range []struct {
		name      string
		total     $amount
		claimants []claimant
		passing   []passing // one a claimant$sum_field
		times     int // it is asked; the answers must be the same
	}{
)go";

constexpr std::string_view end = R"go(	} {
		t.Run(c.name, func(t *testing.T) {
			answered := make(chan [][]$share, 1)
			go func() {
				var answers [][]$share
				for k := 0; k < c.times; k++ {
					answers = append(answers, divide(c.total, c.claimants))
				}
				answered <- answers
			}()
			var answers [][]$share
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
				}$sum_check
			}
		})
	}
}
)go";

constexpr std::string_view sum_field = R"go(
		sum       passing   // of all shares)go";

constexpr std::string_view sum_check = R"go(
				sum := $share(0)
				for _, share := range shares {
					sum += share
				}
				if !t.Failed() && (sum < c.sum.low || sum > c.sum.high) {
					t.Errorf("the shares add up to %v, fair is %v to %v", sum, c.sum.low, c.sum.high)
				})go";

constexpr TypeNames types{"int64", "float64", "string"};

std::string limit(const std::optional<exact::Rational>& value, NumberType type) {
  return value ? fmt::format("limit({})", number_source(*value, type)) : "nil";
}

std::string row_source(const EmittedTest& test, bool has_sums) {
  std::string claimants, passing;
  SumLimits sum;
  for (const ExpectedShare& share : test.shares) {
    const fuzz::Entry& asked = share.asked;
    claimants += fmt::format("\t\t\t\t{{{}, {}, {}, {}, {}}},\n", quoted_source(asked.name),
                             number_source(asked.weight, test.types.weight),
                             number_source(asked.min_share, test.types.amount),
                             limit(asked.max_share, test.types.amount),
                             limit(asked.demand, test.types.amount));
    passing +=
        fmt::format("\t\t\t\t{{{}, {}}}, // fair: {}\n", number_source(share.low, test.types.share),
                    number_source(share.high, test.types.share), exact::to_text(share.fair));
    sum.low += share.low;
    sum.high += share.high;
  }
  sum = test.sum.value_or(sum);
  const std::string sums = has_sums ? fmt::format("\t\t\tsum:   passing{{{}, {}}},\n",
                                                  exact::to_text(sum.low), exact::to_text(sum.high))
                                    : "";
  return fmt::format(
      "{}\t\t{{\n\t\t\tname:  {},\n\t\t\ttotal: {},\n\t\t\tclaimants: []claimant{{\n{}\t\t\t}},\n"
      "\t\t\tpassing: []passing{{\n{}\t\t\t}},\n{}\t\t\ttimes: {},\n\t\t}},\n",
      comment_source("\t\t// ", test.comment), quoted_source(test.name),
      number_source(test.total, test.types.amount), claimants, passing, sums, test.times);
}

}  // namespace

std::string go_tests(const Outcome& outcome, const Saved& saved) {
  const auto made = tests_of(outcome, saved);
  const auto tests = only_tests(made);
  std::string text = comment_source("// ", heading_of(outcome)) + "\n";
  if (tests.empty()) return text + "package scheduler\n" + untested_source("// ", made);
  const NumberTypes& used = tests.front().types;
  const bool has_sums = limits_sums(tests);
  const std::string field(has_sums ? sum_field : "");
  const std::string check(has_sums ? sum_check : "");
  const auto typed = [&](std::string_view source) {
    return filled(std::string(source), {{"$as_text", format_of(used.share)},
                                        {"$sum_field", field},
                                        {"$sum_check", check},
                                        {"$weight", types.of(used.weight)},
                                        {"$amount", types.of(used.amount)},
                                        {"$share", types.of(used.share)}});
  };
  text += typed(beginning);
  for (const EmittedTest& test : tests) text += row_source(test, has_sums);
  return text + typed(end) + untested_source("// ", made);
}

}  // namespace fairshare::harness
