// Properties of both solvers over the adversary's problems. RapidCheck simplifies a problem that
// fails as long as it still fails, and prints the final record.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/exact/sweep.h"
#include "fairshare/exact/whole.h"
#include "fairshare/properties/axioms.h"
#include "fairshare/properties/distance.h"
#include "fairshare/properties/fairness.h"
#include "fairshare/reference/solve.h"
#include "tests/rapidcheck_problems.h"
#include "tests/rounded.h"

namespace fairshare::tests {
namespace {

using exact::Rational;
using properties::Interval;

constexpr std::size_t size_max = 40;
constexpr std::size_t size_max_of_many = 300;

// Mostly small, since the exact solver is slow; one in 20 may have 300 claimants.
rc::Gen<Problem<double>> any_problem() {
  return rc::gen::weightedOneOf<Problem<double>>(
      {{19, problems(size_max)}, {1, problems(size_max_of_many)}});
}

std::optional<Allocation<Rational>> divide(const Problem<Rational>& problem) {
  Solution<Rational> solution = exact::solve(problem);
  auto* allocation = std::get_if<Allocation<Rational>>(&solution);
  if (!allocation) return std::nullopt;
  return std::move(*allocation);
}

std::vector<Interval> rounding_intervals(const std::vector<double>& shares) {
  std::vector<Interval> intervals;
  for (const double share : shares) intervals.push_back(rounding_interval(share));
  return intervals;
}

bool is_fair(const Problem<Rational>& problem, const std::vector<Interval>& reported) {
  return !properties::find_violation(problem, std::span<const Interval>(reported));
}

RC_GTEST_PROP(RandomSolve, TheReferenceIsTheExactSolutionRoundedOnce, ()) {
  const Problem<double> problem = *any_problem();
  const Solution<Rational> solution = exact::solve(exact::widen(problem));
  RC_TAG(solution.index());
  RC_ASSERT(reference::solve(problem) == rounded(solution));
}

RC_GTEST_PROP(RandomSolve, WholeNumbersGiveTheSolutionOfRationals, ()) {
  const Problem<Rational> problem = exact::widen(*any_problem());
  RC_TAG(exact::find_whole(problem).has_value());
  RC_ASSERT(exact::solve(problem) == exact::generic::solve(problem));
}

RC_GTEST_PROP(RandomSolve, TheExactSharesAreFairByBothWaysOfAsking, ()) {
  const Problem<Rational> problem = exact::widen(*problems(size_max));
  const auto allocation = divide(problem);
  if (!allocation) return;
  RC_ASSERT(!properties::find_violation(problem, allocation->shares));
  RC_ASSERT(properties::obeys_axioms(problem, allocation->shares));
}

RC_GTEST_PROP(RandomSolve, TheExactSharesOfManyAreFair, ()) {
  const Problem<Rational> problem = exact::widen(*problems(size_max_of_many));
  const auto allocation = divide(problem);
  if (!allocation) return;
  RC_ASSERT(!properties::find_violation(problem, allocation->shares));
}

RC_GTEST_PROP(RandomSolve, EveryRatioInTheIntervalGivesTheShares, ()) {
  const Problem<Rational> problem = exact::widen(*problems(size_max));
  const auto allocation = divide(problem);
  if (!allocation) return;
  const auto [low, high] = exact::find_ratios(problem, *allocation);
  const auto gives_them = [&](const Rational& ratio) {
    for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
      const auto& [weight, min_share, max_share] = problem.claimants[i];
      Rational share = std::max(min_share, Rational(weight * ratio));
      if (max_share) share = std::min(share, *max_share);
      if (weight == 0) share = min_share;
      if (share != allocation->shares[i]) return false;
    }
    return true;
  };
  const Rational top = high.value_or(low * 2 + 1);
  RC_ASSERT(low == allocation->ratio);
  RC_ASSERT(gives_them(low));
  RC_ASSERT(gives_them((low + top) / 2));
  RC_ASSERT(gives_them(top));
  RC_ASSERT(low == 0 || !gives_them(low - low / Rational(exact::Integer(1) << 200U)));
  RC_ASSERT(!high || !gives_them(top + (top == 0 ? Rational(1) : Rational(top / 1000))));
}

RC_GTEST_PROP(RandomSolve, PermutingTheClaimantsPermutesTheShares, ()) {
  const Problem<double> problem = *any_problem();
  std::vector<std::size_t> order(problem.claimants.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::uint64_t turn = *any_bits();
  std::reverse(order.begin(), order.end());
  if (!order.empty()) {
    const auto middle = static_cast<std::ptrdiff_t>(turn % order.size());
    std::rotate(order.begin(), order.begin() + middle, order.end());
  }
  Problem<double> permuted{problem.total, {}};
  for (const std::size_t i : order) permuted.claimants.push_back(problem.claimants[i]);

  Solution<double> expected = reference::solve(problem);
  if (auto* allocation = std::get_if<Allocation<double>>(&expected)) {
    const std::vector<double> shares = allocation->shares;
    for (std::size_t k = 0; k < order.size(); ++k) allocation->shares[k] = shares[order[k]];
  }
  RC_ASSERT(reference::solve(permuted) == expected);
}

RC_GTEST_PROP(RandomSolve, RoundedSharesAreFairAsTheRealsThatRoundToThem, ()) {
  const Problem<double> problem = *problems(size_max);
  const Solution<double> solution = reference::solve(problem);
  const auto* allocation = std::get_if<Allocation<double>>(&solution);
  if (!allocation) return;
  RC_ASSERT(is_fair(exact::widen(problem), rounding_intervals(allocation->shares)));
}

RC_GTEST_PROP(RandomSolve, AShareMovedByOneUnitInTheLastPlaceIsUnfair, ()) {
  const Problem<double> problem = *problems(size_max);
  const Solution<double> solution = reference::solve(problem);
  const auto* allocation = std::get_if<Allocation<double>>(&solution);
  if (!allocation || allocation->shares.empty()) return;
  const std::uint64_t choice = *any_bits();
  const auto& shares = allocation->shares;
  const std::size_t moved = choice / 2 % shares.size();
  const bool is_up = choice % 2 == 0 || shares[moved] == 0;
  const double to = std::nextafter(shares[moved], is_up ? std::numeric_limits<double>::max() : 0.0);
  if (to == shares[moved]) return;  // the largest double

  std::vector<double> reported = shares;
  reported[moved] = to;
  const Problem<Rational> wide = exact::widen(problem);
  RC_ASSERT(!is_fair(wide, rounding_intervals(reported)));

  // The same in exact shares: one unit in the last place of the double, taken from the exact share.
  std::vector<Rational> shifted = divide(wide).value().shares;
  const std::vector<Rational> fair = shifted;
  const Rational step = exact::from_double(to) - exact::from_double(shares[moved]);
  shifted[moved] += step;
  RC_ASSERT(properties::find_violation(wide, shifted).has_value());
  RC_ASSERT(properties::distance_from_fair(shifted, fair) == Rational(abs(step)));
}

RC_GTEST_PROP(RandomSolve, WhatOneGivesToAnotherIsUnfair, ()) {
  const Problem<Rational> problem = exact::widen(*problems(6));
  const auto allocation = divide(problem);
  if (!allocation || allocation->shares.size() < 2) return;
  const std::uint64_t choice = *any_bits();
  std::vector<Rational> shares = allocation->shares;
  const std::size_t from = choice % shares.size();
  const std::size_t to = (from + 1) % shares.size();
  const Rational gift = shares[from] / (1 + choice / 64 % 100);
  if (gift == 0) return;
  shares[from] -= gift;
  shares[to] += gift;
  RC_ASSERT(properties::find_violation(problem, shares).has_value());
  RC_ASSERT(!properties::obeys_axioms(problem, shares));
}

}  // namespace
}  // namespace fairshare::tests
