// properties/z3/any_keys.h: the search in integers with keys that break a promise is refuted, and
// what refutes it is replayed on rationals, choice by choice.
#include "fairshare/properties/z3/any_keys.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/exact/sweep.h"
#include "fairshare/properties/fairness.h"
#include "fairshare/properties/z3/execution.h"

namespace fairshare::prover {
namespace {

using exact::Rational;

// A broken promise of reference/search.h.
enum class Fault {
  none,
  greater_keys_are_up_to_the_pivot,
  next_digits_tie_where_ratios_differ,
  precedes_is_the_other_way_round,
  sum_at_the_total_is_less,
  above_where_it_is_not,
  below_where_it_is_not,
  breakpoint_is_lost,
};

template <class N, class Choices>
struct FaultyKeys {
  using Right = AnyKeys<N, Choices>;
  using Number = N;
  using Sum = typename Right::Sum;
  using Ratio = typename Right::Ratio;
  using Columns = typename Right::Columns;
  using Breakpoint = typename Right::Breakpoint;
  using Iterator = typename Right::Iterator;

  Right right;
  Fault fault;
  bool has_digits = false;

  const Columns& columns() const { return right.columns(); }
  const Number& bound(const Breakpoint& breakpoint) const { return right.bound(breakpoint); }
  const Number& weight(const Breakpoint& breakpoint) const { return right.weight(breakpoint); }
  static bool has_end(const Limit<Number>& max_share) { return Right::has_end(max_share); }
  Ratio ratio(const Sum& s, const Sum& t) const { return right.ratio(s, t); }
  static bool exceeds(const Ratio& ratio, const Number& number) {
    return Right::exceeds(ratio, number);
  }
  bool is_less(const Sum& s, const Number& a, const Sum& t, const Number& b) const {
    if (fault == Fault::sum_at_the_total_is_less) return !right.is_less(t, b, s, a);
    return right.is_less(s, a, t, b);
  }
  static Number key(const Number& bound, const Number& weight) { return Right::key(bound, weight); }
  bool precedes(const Breakpoint& a, const Breakpoint& b) const {
    return fault == Fault::precedes_is_the_other_way_round ? right.precedes(b, a)
                                                           : right.precedes(a, b);
  }
  void before_cut(Iterator begin, Iterator end,
                  const reference::generic::Line<SumOf<Number>>& line) {
    right.before_cut(begin, fault == Fault::breakpoint_is_lost ? end - 1 : end, line);
  }
  std::optional<Number> find_pivot(Iterator begin, Iterator end, std::uint32_t cuts) {
    if (fault == Fault::next_digits_tie_where_ratios_differ && has_digits) return std::nullopt;
    return right.find_pivot(begin, end, cuts);
  }
  bool is_up_to(const Breakpoint& breakpoint, const Number& pivot) const {
    return Right::is_up_to(breakpoint, pivot) != (fault == Fault::greater_keys_are_up_to_the_pivot);
  }
  bool has_next_digits(Iterator begin, Iterator end) {
    return has_digits = right.has_next_digits(begin, end);
  }
  static Number next_digits(const Breakpoint& breakpoint) { return breakpoint.ratio; }
  bool is_below(const Number& weight, const Number& ratio, const Number& bound) {
    const bool is_faulty = fault == Fault::below_where_it_is_not;
    return right.is_below(weight, is_faulty ? Number(0) : ratio, bound);
  }
  bool is_below(const Number& weight, const Number& ratio, const Limit<Number>& bound) {
    return right.is_below(weight, ratio, bound);
  }
  bool is_above(const Number& weight, const Number& ratio, const Number& bound) {
    const bool is_faulty = fault == Fault::above_where_it_is_not;
    return right.is_above(weight, is_faulty ? ratio + 1 : ratio, bound);
  }
  bool is_above(const Number& weight, const Number& ratio, const Limit<Number>& bound) {
    return right.is_above(weight, ratio, bound);
  }
};

template <class Number, class Choices>
Solution<Number> solve_with(Fault fault, const Problem<Number>& problem, Choices& choices,
                            const typename AnyKeys<Number, Choices>::Stop& stop = {}) {
  FaultyKeys<Number, Choices> numbers{{problem, choices, stop}, fault};
  return solve_by_search(problem, numbers);
}

template <class Number, class Choices>
std::optional<Allocation<Number>> search_with(Fault fault, const Problem<Number>& problem,
                                              const Number& low, const Number& high,
                                              Choices& choices,
                                              const typename AnyKeys<Number, Choices>::Stop& stop) {
  FaultyKeys<Number, Choices> numbers{{problem, choices, stop}, fault};
  return search_between(low, high, problem, numbers);
}

Exploration explore_with(Fault fault, std::size_t n) {
  return explore_search({n}, Limits{},
                        [fault](const Problem<Symbolic>& problem, FreeChoices& choices) {
                          return solve_with(fault, problem, choices);
                        });
}

Exploration explore_cut_with(Fault fault, Order order, std::size_t n) {
  return explore_cut({n}, Limits{}, order,
                     [fault](const Problem<Symbolic>& problem, FreeChoices& choices,
                             const SymbolicKeys::Stop& stop) {
                       return solve_with(fault, problem, choices, stop);
                     });
}

// For beliefs only up to what they leave to cut: at that point a wrong belief has not yet led to a
// wrong answer.
Exploration explore_between_with(Fault fault, Until until, std::size_t n) {
  return explore_search_between(
      {n}, Limits{}, until,
      [=](const Problem<Symbolic>& problem, const Symbolic& low, const Symbolic& high,
          FreeChoices& choices, const SymbolicKeys::Stop& stop) {
        const auto found = search_with(fault, problem, low, high, choices, stop);
        const bool counts = fault == Fault::none || until != Until::beliefs;
        return counts ? found : std::nullopt;
      });
}

// The same faulty search, on rationals and with the choices that refute it, gives a wrong answer;
// or the assertion fails that failed for the prover.
void expect_wrong(Fault fault, std::size_t n) {
  const Exploration exploration = explore_with(fault, n);
  ASSERT_TRUE(exploration.refuted) << exploration.unknown << " unknown";
  EXPECT_TRUE(exploration.refuted->exact);
  const Counterexample found = counterexample(*exploration.refuted);
  ASSERT_FALSE(find_defect(found.problem));
  RecordedChoices choices(found.choices);
  if (exploration.refuted->claim.starts_with("asserts ")) {
    EXPECT_DEATH(solve_with(fault, found.problem, choices), "Assertion .*value > 0");
    return;
  }
  const auto wrong = solve_with(fault, found.problem, choices);
  EXPECT_NE(wrong, exact::solve(found.problem)) << exploration.refuted->claim;
}

using RationalKeys = AnyKeys<Rational, RecordedChoices>;

// Thrown at the point where the prover stops.
struct StoppedAtCut {
  RationalKeys::Cut cut;
};
struct StoppedAtBeliefs {
  RationalKeys::Beliefs beliefs;
};

RationalKeys::Stop stop_at_cut(Order order) {
  return {[](const RationalKeys::Cut& cut) { throw StoppedAtCut{cut}; }, order == Order::any, {}};
}

RationalKeys::Stop stop_at_beliefs() {
  return {{}, false, [](const RationalKeys::Beliefs& beliefs) { throw StoppedAtBeliefs{beliefs}; }};
}

// The least ratio at which the shares reach the total, if there is one.
std::optional<Rational> find_least_ratio(const Problem<Rational>& problem) {
  const auto solution = exact::solve(problem);
  if (std::holds_alternative<Surplus<Rational>>(solution)) return std::nullopt;
  const auto* allocation = std::get_if<Allocation<Rational>>(&solution);
  return allocation != nullptr ? allocation->ratio : 0;
}

bool begins_with(const Problem<Rational>& problem,
                 const std::vector<RationalKeys::Breakpoint>& breakpoints,
                 const reference::generic::Line<RationalKeys::Sum>& line) {
  RecordedChoices none({});
  const auto beginning = beginning_of(problem, none);
  return beginning.breakpoints == names_of(breakpoints) &&
         beginning.line.fixed.value == line.fixed.value &&
         beginning.line.weight.value == line.weight.value && !find_defect(problem);
}

// Whether the search continues from the cut as the search of what is left, which has the same
// answer.
bool keeps_the_answer(const Problem<Rational>& problem, const RationalKeys::Cut& cut) {
  const Problem<Rational> left = what_is_left(problem, cut);
  return begins_with(left, cut.left, cut.line) &&
         find_least_ratio(left) == find_least_ratio(problem);
}

// Whether the believed problem gives the same shares, at a ratio that is believed.
bool keeps_the_shares(const Counterexample& found, const RationalKeys::Beliefs& beliefs) {
  const Rational& ratio = found.any_ratio;
  if (ratio < found.believed.at(0) || ratio > found.believed.at(1)) return true;
  const auto gives_the_same = [&](const auto& claimant, const auto& believed) {
    return exact::generic::share_at(claimant, ratio) == exact::generic::share_at(believed, ratio);
  };
  return std::ranges::equal(found.problem.claimants, beliefs.problem.claimants, gives_the_same);
}

// The same faulty search, on rationals and with the choices that refute it, loses the answer at its
// first cut, or gives another one.
void expect_wrong_cut(Fault fault, Order order, std::size_t n) {
  const Exploration exploration = explore_cut_with(fault, order, n);
  ASSERT_TRUE(exploration.refuted) << exploration.unknown << " unknown";
  const Counterexample found = counterexample(*exploration.refuted);
  ASSERT_FALSE(find_defect(found.problem));
  RecordedChoices choices(found.choices);
  if (exploration.refuted->claim.starts_with("asserts ")) {
    EXPECT_DEATH(solve_with(fault, found.problem, choices, stop_at_cut(order)),
                 "Assertion .*value >");
    return;
  }
  try {
    EXPECT_NE(solve_with(fault, found.problem, choices, stop_at_cut(order)),
              exact::solve(found.problem))
        << exploration.refuted->claim;
  } catch (const StoppedAtCut& stopped) {
    EXPECT_FALSE(keeps_the_answer(found.problem, stopped.cut)) << exploration.refuted->claim;
  }
}

// The same for the search between two ratios, as far as it was run.
void expect_wrong_between(Fault fault, Until until, std::size_t n) {
  const Exploration exploration = explore_between_with(fault, until, n);
  ASSERT_TRUE(exploration.refuted) << exploration.unknown << " unknown";
  const Counterexample found = counterexample(*exploration.refuted);
  ASSERT_EQ(found.believed.size(), 2U);
  ASSERT_FALSE(find_defect(found.problem));
  const auto& [low, high] = std::tie(found.believed[0], found.believed[1]);
  RecordedChoices choices(found.choices);
  RationalKeys::Stop stop;
  if (until == Until::beliefs) stop = stop_at_beliefs();
  if (until == Until::first_cut) stop = stop_at_cut(Order::as_added);
  try {
    const auto wrong = search_with(fault, found.problem, low, high, choices, stop);
    ASSERT_NE(until, Until::beliefs);
    ASSERT_TRUE(wrong);
    EXPECT_NE(Solution<Rational>{*wrong}, exact::solve(found.problem))
        << exploration.refuted->claim;
  } catch (const StoppedAtCut& stopped) {
    EXPECT_FALSE(keeps_the_answer(found.problem, stopped.cut)) << exploration.refuted->claim;
  } catch (const StoppedAtBeliefs& stopped) {
    const auto& [problem, breakpoints, line] = stopped.beliefs;
    EXPECT_FALSE(begins_with(problem, breakpoints, line) &&
                 keeps_the_shares(found, stopped.beliefs))
        << exploration.refuted->claim;
  }
}

TEST(AnyKeys, AreProvedWithoutFault) {
  EXPECT_TRUE(explore_with(Fault::none, 1).is_proof());
  for (const Until until : {Until::beliefs, Until::first_cut, Until::answer}) {
    EXPECT_TRUE(explore_between_with(Fault::none, until, 1).is_proof());
  }
  EXPECT_TRUE(explore_cut_with(Fault::none, Order::as_added, 1).is_proof());
  EXPECT_TRUE(explore_cut_with(Fault::none, Order::any, 1).is_proof());
}

// The breakpoints are at 1 and 4, at 3/2 and 9/2; the first is passed alone.
TEST(AnyKeys, LeaveAProblemOfTheSameAnswerAtACut) {
  const Problem<Rational> problem{10, {{1, 1, Rational(4)}, {2, 3, Rational(9)}}};
  const std::vector<bool> keys_differ_and_the_first_parts{false, true};
  RecordedChoices choices(keys_differ_and_the_first_parts);
  try {
    solve_with(Fault::none, problem, choices, stop_at_cut(Order::as_added));
    FAIL() << "the search does not stop";
  } catch (const StoppedAtCut& stopped) {
    const Problem<Rational> left{10, {{1, 0, Rational(4)}, {2, 3, Rational(9)}}};
    EXPECT_EQ(what_is_left(problem, stopped.cut), left);
    EXPECT_EQ(stopped.cut.line.fixed.value, 3);
    EXPECT_EQ(stopped.cut.line.weight.value, 1);
    EXPECT_TRUE(keeps_the_answer(problem, stopped.cut));
  }
}

TEST(FaultyKeys, AreRefutedWhereAPartitionIsTheOtherWayRound) {
  expect_wrong(Fault::greater_keys_are_up_to_the_pivot, 2);
}

TEST(FaultyKeys, AreRefutedWhereNextDigitsTieThoughRatiosDiffer) {
  expect_wrong(Fault::next_digits_tie_where_ratios_differ, 2);
}

TEST(FaultyKeys, AreRefutedWhereTheLeastIsTakenForTheLast) {
  expect_wrong(Fault::precedes_is_the_other_way_round, 2);
}

TEST(FaultyKeys, AreRefutedWhereTheSearchGoesOnAtTheTotal) {
  expect_wrong(Fault::sum_at_the_total_is_less, 2);
}

TEST(FaultyKeys, AreRefutedByTheirFirstCut) {
  for (const Order order : {Order::as_added, Order::any}) {
    expect_wrong_cut(Fault::greater_keys_are_up_to_the_pivot, order, 2);
    expect_wrong_cut(Fault::next_digits_tie_where_ratios_differ, order, 2);
    expect_wrong_cut(Fault::precedes_is_the_other_way_round, order, 2);
    expect_wrong_cut(Fault::sum_at_the_total_is_less, order, 2);
  }
}

TEST(FaultyKeys, AreRefutedByTheirFirstCutBetweenTwoRatios) {
  expect_wrong_between(Fault::greater_keys_are_up_to_the_pivot, Until::first_cut, 2);
  expect_wrong_between(Fault::next_digits_tie_where_ratios_differ, Until::first_cut, 2);
  expect_wrong_between(Fault::precedes_is_the_other_way_round, Until::first_cut, 2);
  expect_wrong_between(Fault::sum_at_the_total_is_less, Until::first_cut, 2);
}

TEST(FaultyKeys, AreRefutedWhereABreakpointIsLostBeforeTheFirstCut) {
  expect_wrong_between(Fault::breakpoint_is_lost, Until::beliefs, 1);
}

TEST(FaultyKeys, AreRefutedWhereABeliefTakesAClaimantForProportional) {
  expect_wrong_between(Fault::above_where_it_is_not, Until::answer, 2);
  expect_wrong_between(Fault::above_where_it_is_not, Until::beliefs, 2);
}

TEST(FaultyKeys, AreRefutedWhereABeliefTakesAClaimantForAtItsMinimum) {
  expect_wrong_between(Fault::below_where_it_is_not, Until::answer, 2);
  expect_wrong_between(Fault::below_where_it_is_not, Until::beliefs, 2);
}

}  // namespace
}  // namespace fairshare::prover
