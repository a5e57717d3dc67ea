// properties/z3/execution.h: the solver and the checker on every path, and faulty ones refuted.
#include "fairshare/properties/z3/execution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/exact/sweep.h"
#include "fairshare/properties/fairness.h"
#include "fairshare/properties/violation.h"

namespace fairshare::prover {
namespace {

namespace sweep = exact::generic;
using exact::Rational;
using properties::IntervalOf;
using properties::ViolationOf;

testing::AssertionResult is_proof(const Exploration& exploration) {
  if (exploration.is_proof()) return testing::AssertionSuccess();
  auto failure = testing::AssertionFailure();
  failure << exploration.name << ": " << exploration.unknown << " unknown";
  if (!exploration.refuted) return failure;
  failure << ", refuted: " << exploration.refuted->claim;
  for (const auto& [name, value] : exploration.refuted->values) {
    failure << "; " << name << " = " << exact::to_text(value);
  }
  return failure;
}

std::vector<Exploration> explore_all(std::size_t n) {
  std::vector<Exploration> explorations;
  for (const Code& code : all_codes()) {
    if (n <= 1 || n < code.n_max) explorations.push_back(code.explore({n}, Limits{}));
  }
  return explorations;
}

TEST(Execution, ProvesEveryCodeWithoutClaimants) {
  for (const Exploration& exploration : explore_all(0)) {
    EXPECT_TRUE(is_proof(exploration));
    EXPECT_EQ(exploration.patterns, 1U);
  }
}

TEST(Execution, ProvesEveryPathOfOneClaimant) {
  for (const Exploration& exploration : explore_all(1)) {
    EXPECT_TRUE(is_proof(exploration));
    EXPECT_EQ(exploration.patterns, 2U);
    EXPECT_GE(exploration.paths, 10U);
    RecordProperty(exploration.name + " paths", static_cast<int>(exploration.paths));
  }
}

TEST(Execution, ProvesEveryPathOfTwoClaimants) {
  for (const Exploration& exploration : explore_all(2)) {
    EXPECT_TRUE(is_proof(exploration));
    EXPECT_EQ(exploration.patterns, 4U);
    EXPECT_GT(exploration.paths, 80U);
    RecordProperty(exploration.name + " paths", static_cast<int>(exploration.paths));
  }
}

TEST(Execution, IsOfThreeClaimantsWhereThatTakesMinutes) {
  std::map<std::string, std::size_t> n_max;
  for (const Code& code : all_codes()) n_max[code.name] = code.n_max;
  EXPECT_EQ(n_max, (std::map<std::string, std::size_t>{{"exact::solve", 3},
                                                       {"exact::find_ratios", 3},
                                                       {"properties::find_violation", 3},
                                                       {"narrow::find_least_ratio", 3},
                                                       {"reference::find_outcome", 2},
                                                       {"reference::cut", 2},
                                                       {"reference::cut_in_any_order", 2},
                                                       {"reference::find_ratio_within", 2},
                                                       {"reference::beliefs", 2},
                                                       {"reference::cut_between", 2},
                                                       {"reference::Tally", 1},
                                                       {"reference::front_of_total", 3},
                                                       {"reference::front", 2},
                                                       {"reference::front_of_two", 2}}));
}

TEST(Execution, TakesEveryPatternInOnePartOnly) {
  const Code code = all_codes().front();
  const Exploration whole = code.explore({2}, Limits{});
  std::size_t patterns = 0;
  std::size_t paths = 0;
  for (const std::size_t first : {0U, 1U, 2U}) {
    const Exploration part = code.explore({2, first, 3}, Limits{});
    patterns += part.patterns;
    paths += part.paths;
  }
  EXPECT_EQ(patterns, whole.patterns);
  EXPECT_EQ(paths, whole.paths);
}

// The sweep with one line changed in each bug.
enum class Bug {
  none,
  slope_keeps_who_is_at_its_maximum,
  breakpoints_are_not_sorted,
  breakpoint_at_weight_zero,
  passes_the_breakpoint_at_the_total,
  minimums_that_fit_are_overcommitted,
  weight_zero_claims_its_maximum,
  share_is_not_cut,
  fixed_is_left_behind,
};

template <class Number>
std::vector<sweep::Breakpoint<Number>> breakpoints_with(Bug bug, const Problem<Number>& problem) {
  std::vector<sweep::Breakpoint<Number>> breakpoints;
  for (const auto& claimant : problem.claimants) {
    if (bug != Bug::breakpoint_at_weight_zero && claimant.weight == 0) continue;
    const auto& [weight, min_share, max_share] = claimant;
    breakpoints.push_back({min_share / weight, -min_share, weight});
    if (!max_share || bug == Bug::slope_keeps_who_is_at_its_maximum) continue;
    breakpoints.push_back({*max_share / weight, *max_share, -weight});
  }
  if (bug != Bug::breakpoints_are_not_sorted) {
    std::ranges::sort(breakpoints, {}, &sweep::Breakpoint<Number>::ratio);
  }
  return breakpoints;
}

template <class Number>
Number ratio_with(Bug bug, const Problem<Number>& problem, const Number& minimums) {
  Number fixed = minimums;
  Number slope = 0;
  if (fixed == problem.total) return 0;
  for (const auto& breakpoint : breakpoints_with(bug, problem)) {
    const Number rise = slope * breakpoint.ratio;
    const Number left = problem.total - fixed;
    const bool passes = bug == Bug::passes_the_breakpoint_at_the_total;
    if (passes ? rise > left : rise >= left) break;
    if (bug != Bug::fixed_is_left_behind) fixed += breakpoint.fixed_change;
    slope += breakpoint.slope_change;
  }
  return (problem.total - fixed) / slope;
}

template <class Number>
std::optional<Number> most_with(Bug bug, Problem<Number> problem) {
  if (bug == Bug::weight_zero_claims_its_maximum) {
    for (auto& claimant : problem.claimants) {
      if (claimant.weight == 0 && claimant.max_share) claimant.min_share = *claimant.max_share;
    }
  }
  return sweep::find_most_that_can_be_claimed(problem);
}

template <class Number>
Solution<Number> solve_with(Bug bug, const Problem<Number>& problem) {
  const Number minimums = sweep::sum_of_minimums(problem);
  const bool is_over = bug == Bug::minimums_that_fit_are_overcommitted ? minimums >= problem.total
                                                                       : minimums > problem.total;
  if (is_over) return Overcommitted<Number>{minimums - problem.total};
  const auto most = most_with(bug, problem);
  if (most && *most < problem.total) return Surplus<Number>{problem.total - *most};

  Allocation<Number> allocation{ratio_with(bug, problem, minimums), {}};
  for (Claimant<Number> claimant : problem.claimants) {
    if (bug == Bug::share_is_not_cut) claimant.max_share = std::nullopt;
    allocation.shares.push_back(sweep::share_at(claimant, allocation.ratio));
  }
  return allocation;
}

Exploration explore_with(Bug bug, std::size_t n) {
  return explore_solver(
      {n}, Limits{}, [bug](const Problem<Symbolic>& problem) { return solve_with(bug, problem); });
}

// On the model, the same faulty code in rationals gives a wrong answer. For bugs that do not divide
// by 0.
void expect_wrong(Bug bug, std::size_t n) {
  const Exploration exploration = explore_with(bug, n);
  ASSERT_TRUE(exploration.refuted) << exploration.unknown << " unknown";
  EXPECT_FALSE(exploration.is_proof());
  EXPECT_TRUE(exploration.refuted->exact);
  const Counterexample found = counterexample(*exploration.refuted);
  ASSERT_EQ(found.problem.claimants.size(), n);
  ASSERT_FALSE(find_defect(found.problem));

  const Solution<Rational> right = exact::solve(found.problem);
  const Solution<Rational> wrong = solve_with(bug, found.problem);
  EXPECT_NE(wrong, right);
  if (const auto* allocation = std::get_if<Allocation<Rational>>(&wrong)) {
    EXPECT_TRUE(properties::find_violation(found.problem, allocation->shares));
  }
}

TEST(FaultySweep, IsProvedWithoutItsFault) {
  EXPECT_TRUE(is_proof(explore_with(Bug::none, 1)));
  EXPECT_TRUE(is_proof(explore_with(Bug::none, 2)));
}

TEST(FaultySweep, IsRefutedWhereTheSlopeNeverFalls) {
  expect_wrong(Bug::slope_keeps_who_is_at_its_maximum, 2);
}

TEST(FaultySweep, IsRefutedWhereBreakpointsAreNotSorted) {
  expect_wrong(Bug::breakpoints_are_not_sorted, 2);
}

TEST(FaultySweep, IsRefutedWhereMinimumsThatFitAreTooMuch) {
  expect_wrong(Bug::minimums_that_fit_are_overcommitted, 1);
}

TEST(FaultySweep, IsRefutedWhereASumIsLeftBehind) {
  expect_wrong(Bug::fixed_is_left_behind, 2);  // one claimant alone has no sum to leave behind
}

TEST(FaultySweep, IsRefutedWhereASharesMaximumIsForgotten) {
  expect_wrong(Bug::share_is_not_cut, 2);
}

// These end in a division by 0, which rationals refuse. A single claimant of weight 0 never gets so
// far: either it gets its minimum, or there is too little, or too much.
TEST(FaultySweep, IsRefutedWhereItDividesByAWeightOfZero) {
  const Exploration exploration = explore_with(Bug::breakpoint_at_weight_zero, 2);
  ASSERT_TRUE(exploration.refuted);
  EXPECT_EQ(exploration.refuted->claim, "no divisor is 0");
  const Counterexample found = counterexample(*exploration.refuted);
  EXPECT_EQ(std::min(found.problem.claimants.at(0).weight, found.problem.claimants.at(1).weight),
            0);
  EXPECT_DEATH(solve_with(Bug::breakpoint_at_weight_zero, found.problem), "other != 0");
}

TEST(FaultySweep, IsRefutedWhereItPassesTheBreakpointAtTheTotal) {
  const Bug bug = Bug::passes_the_breakpoint_at_the_total;
  const Exploration exploration = explore_with(bug, 1);
  ASSERT_TRUE(exploration.refuted);
  EXPECT_EQ(exploration.refuted->claim, "no divisor is 0");
  const Counterexample found = counterexample(*exploration.refuted);
  EXPECT_DEATH(solve_with(bug, found.problem), "other != 0");
  EXPECT_TRUE(std::holds_alternative<Allocation<Rational>>(exact::solve(found.problem)));
}

TEST(FaultySweep, IsRefutedWhereWeightZeroClaimsItsMaximum) {
  const Bug bug = Bug::weight_zero_claims_its_maximum;
  const Exploration exploration = explore_with(bug, 1);
  ASSERT_TRUE(exploration.refuted);
  const Counterexample found = counterexample(*exploration.refuted);
  EXPECT_DEATH(solve_with(bug, found.problem), "other != 0");
  EXPECT_TRUE(std::holds_alternative<Surplus<Rational>>(exact::solve(found.problem)));
}

TEST(FaultyRatios, AreRefutedWhereTheyEndTooSoonOrTooLate) {
  const SymbolicSolver solver = sweep::solve<Symbolic>;
  const auto without_end = [](const auto&, const auto& allocation) {
    return RatioInterval<Symbolic>{allocation.ratio, std::nullopt};
  };
  const Exploration late = explore_ratios({1}, Limits{}, solver, without_end);
  ASSERT_TRUE(late.refuted);
  EXPECT_EQ(late.refuted->claim, "each of the ratios gives the shares");

  const auto one_only = [](const auto&, const auto& allocation) {
    return RatioInterval<Symbolic>{allocation.ratio, allocation.ratio};
  };
  const Exploration soon = explore_ratios({1}, Limits{}, solver, one_only);
  ASSERT_TRUE(soon.refuted);
  EXPECT_EQ(soon.refuted->claim, "no other ratio gives the shares");
}

// The checker with one fault, and what it then finds for exact shares.
enum class Blindness { total, pairs, weight_zero, order_of_a_pair, order_of_rules };

template <class Number>
bool adds_up(std::span<const IntervalOf<Number>> shares, const Number& total) {
  Number sum = 0;
  for (const auto& share : shares) sum += share.low;
  return sum == total;
}

// The pair to report if no share is out of its bounds.
template <class Number>
std::optional<ViolationOf<Number>> find_pair(Problem<Number> problem,
                                             std::span<const IntervalOf<Number>> reported,
                                             const IntervalOf<Number>& total) {
  for (std::size_t i = 0; i < reported.size(); ++i) {
    auto& claimant = problem.claimants[i];
    const Number& share = reported[i].low;
    if (0 <= share && share < claimant.min_share) claimant.min_share = share;
    if (claimant.max_share && *claimant.max_share < share) claimant.max_share = share;
  }
  const auto found = properties::generic::find_violation(problem, reported, total);
  return found && std::holds_alternative<properties::UnequalOf<Number>>(*found) ? found
                                                                                : std::nullopt;
}

template <class Number>
std::optional<ViolationOf<Number>> find_with(Blindness blindness, Problem<Number> problem,
                                             std::span<const IntervalOf<Number>> reported,
                                             const IntervalOf<Number>& total) {
  if (blindness == Blindness::weight_zero) {
    for (std::size_t i = 0; i < reported.size(); ++i) {
      auto& claimant = problem.claimants[i];
      const Number& share = reported[i].low;
      if (claimant.weight == 0 && claimant.min_share < share) claimant.min_share = share;
      if (claimant.max_share && *claimant.max_share < share) claimant.max_share = share;
    }
  }
  if (blindness == Blindness::order_of_rules) {
    if (const auto pair = find_pair(problem, reported, total)) return pair;
  }
  const auto found = properties::generic::find_violation(problem, reported, total);
  if (!found) return std::nullopt;
  const auto* pair = std::get_if<properties::UnequalOf<Number>>(&*found);
  const bool is_total = std::holds_alternative<properties::WrongTotalOf<Number>>(*found);
  if (is_total && blindness == Blindness::total) return std::nullopt;
  if (pair && blindness == Blindness::pairs && adds_up(reported, total.low)) return std::nullopt;
  if (pair && blindness == Blindness::order_of_a_pair) {
    return properties::UnequalOf<Number>{pair->poorer, pair->richer, pair->poorer_allows,
                                         pair->richer_needs};
  }
  return found;
}

Exploration explore_with(Blindness blindness, std::size_t n) {
  return explore_checker(
      {n}, Limits{},
      [blindness](const Problem<Symbolic>& problem, std::span<const IntervalOf<Symbolic>> reported,
                  const IntervalOf<Symbolic>& total) {
        return find_with(blindness, problem, reported, total);
      });
}

// What the faulty checker says about the model, if anything, differs from what the right one says.
void expect_blind(Blindness blindness, std::size_t n) {
  const Exploration exploration = explore_with(blindness, n);
  ASSERT_TRUE(exploration.refuted) << exploration.unknown << " unknown";
  const Counterexample found = counterexample(*exploration.refuted);
  ASSERT_EQ(found.shares.size(), n);
  std::vector<properties::Interval> reported;
  for (const Rational& share : found.shares) reported.push_back(properties::exactly(share));
  const auto total = properties::exactly(found.problem.total);
  const auto wrong = find_with<Rational>(blindness, found.problem, reported, total);
  const auto right = properties::find_violation(found.problem, found.shares);
  ASSERT_TRUE(right);
  EXPECT_TRUE(!wrong || wrong->index() != right->index());
}

TEST(FaultyChecker, IsRefutedWhereItForgetsTheTotal) {
  expect_blind(Blindness::total, 1);
}

TEST(FaultyChecker, IsRefutedWhereItForgetsPairs) {
  expect_blind(Blindness::pairs, 2);
  EXPECT_EQ(explore_with(Blindness::pairs, 2).refuted->claim,
            "where nothing is found one ratio gives all shares");
}

TEST(FaultyChecker, IsRefutedWhereWeightZeroMayGetMore) {
  expect_blind(Blindness::weight_zero, 1);
}

TEST(FaultyChecker, IsRefutedWhereItNamesThePairTheWrongWayRound) {
  const Exploration exploration = explore_with(Blindness::order_of_a_pair, 2);
  ASSERT_TRUE(exploration.refuted);
  EXPECT_EQ(exploration.refuted->claim, "the richer is above its minimum");
}

TEST(FaultyChecker, IsRefutedWhereItNamesAPairThoughAShareIsOutOfItsBounds) {
  const Exploration exploration = explore_with(Blindness::order_of_rules, 2);
  ASSERT_TRUE(exploration.refuted);
  EXPECT_EQ(exploration.refuted->claim, "no claimant before it is out of its bounds");
}

}  // namespace
}  // namespace fairshare::prover
