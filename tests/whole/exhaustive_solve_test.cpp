// All problems with up to three claimants whose weights, minimums and maximums are in {0, 1, 2, 3}
// (or without a maximum), and totals from 0 to 10: the two solvers agree bit for bit, their answers
// are fair by both checks, and find_ratios gives all ratios that give the shares.
//
// Unless FAIRSHARE_EXHAUSTIVE=full is set, three claimants are in one order only, and totals are
// whole. With it, they are in every order, and totals may have a half.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/axioms.h"
#include "fairshare/properties/fairness.h"
#include "fairshare/reference/solve.h"
#include "tests/problems.h"
#include "tests/rounded.h"
#include "tests/whole/exhaustive.h"

namespace fairshare::tests {
namespace {

using exact::Rational;

constexpr int total_max = 10;

struct Totals {  // both included
  int low = 0;
  int high = total_max;
};

struct Count {
  int allocations = 0;
  int overcommitted = 0;
  int surplus = 0;
};

std::vector<Rational> shares_at(const Problem<Rational>& problem, const Rational& ratio) {
  std::vector<Rational> shares;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    Rational share = std::max(min_share, Rational(weight * ratio));
    if (max_share) share = std::min(share, *max_share);
    shares.push_back(weight == 0 ? min_share : share);
  }
  return shares;
}

bool is_exactly_the_ratios(const Problem<Rational>& problem,
                           const Allocation<Rational>& allocation) {
  // Two ratios at which something happens differ by 1/6 at least.
  const Rational step(1, 100);
  const RatioInterval<Rational> ratios = exact::find_ratios(problem, allocation);
  if (ratios.low != allocation.ratio || ratios.low < 0) return false;
  const auto gives_them = [&](const Rational& ratio) {
    return shares_at(problem, ratio) == allocation.shares;
  };
  if (!gives_them(ratios.low)) return false;
  if (ratios.low >= step && gives_them(ratios.low - step)) return false;
  if (!ratios.high) return gives_them(ratios.low + 1) && gives_them(ratios.low + 1'000'000);
  return ratios.low <= *ratios.high && gives_them(*ratios.high) &&
         gives_them((ratios.low + *ratios.high) / 2) && !gives_them(*ratios.high + step) &&
         !gives_them(*ratios.high + 1'000'000);
}

// The outcome by its definition, the shares by the axioms.
bool is_right(const Problem<Rational>& problem, const Solution<Rational>& solution) {
  Rational minimums = 0;
  Rational most = 0;
  bool has_end = true;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    minimums += min_share;
    if (weight == 0) {
      most += min_share;
    } else if (max_share) {
      most += *max_share;
    } else {
      has_end = false;
    }
  }
  if (minimums > problem.total) {
    return solution == Solution<Rational>(Overcommitted<Rational>{minimums - problem.total});
  }
  if (has_end && most < problem.total) {
    return solution == Solution<Rational>(Surplus<Rational>{problem.total - most});
  }
  const auto* allocation = std::get_if<Allocation<Rational>>(&solution);
  return allocation != nullptr && properties::obeys_axioms(problem, allocation->shares) &&
         !properties::find_violation(problem, allocation->shares) &&
         is_exactly_the_ratios(problem, *allocation);
}

Problem<double> problem_of(const std::vector<SmallClaimant>& claimants,
                           const std::vector<std::size_t>& choice, int halves) {
  Problem<double> problem{halves / 2.0, {}};
  for (const std::size_t index : choice) {
    const auto& [weight, min_share, max_share] = claimants[index];
    problem.claimants.push_back({static_cast<double>(weight), static_cast<double>(min_share), {}});
    if (max_share) problem.claimants.back().max_share = *max_share;
  }
  return problem;
}

Count solve_all(std::size_t size, const Totals& totals = {}) {
  const bool is_full = is_full_range() || size < 3;
  // With halves, each range of totals but the last ends half a unit below the next one.
  const int halves_end = 2 * totals.high + (is_full && totals.high < total_max ? 1 : 0);
  const std::vector<SmallClaimant> claimants = small_claimants(3);
  Count count;
  for_each_choice(claimants.size(), size, is_full, [&](const auto& choice) {
    for (int halves = 2 * totals.low; halves <= halves_end; halves += is_full ? 1 : 2) {
      const Problem<double> problem = problem_of(claimants, choice, halves);
      const Problem<Rational> wide = exact::widen(problem);
      const Solution<Rational> solution = exact::solve(wide);
      if (!is_right(wide, solution)) ADD_FAILURE() << to_record(problem, "exact");
      if (reference::solve(problem) != rounded(solution)) {
        ADD_FAILURE() << to_record(problem, "reference");
      }
      count.allocations += std::holds_alternative<Allocation<Rational>>(solution);
      count.overcommitted += std::holds_alternative<Overcommitted<Rational>>(solution);
      count.surplus += std::holds_alternative<Surplus<Rational>>(solution);
    }
  });
  return count;
}

TEST(ExhaustiveSolve, IsRightWithoutClaimants) {
  const Count count = solve_all(0);
  EXPECT_EQ(count.allocations, 1);
  EXPECT_EQ(count.surplus, 20);
}

TEST(ExhaustiveSolve, IsRightForOneClaimant) {
  const Count count = solve_all(1);
  EXPECT_EQ(count.allocations + count.overcommitted + count.surplus, 56 * 21);
}

TEST(ExhaustiveSolve, IsRightForTwoClaimants) {
  const Count count = solve_all(2);
  EXPECT_EQ(count.allocations + count.overcommitted + count.surplus, 56 * 56 * 21);
  EXPECT_GT(count.overcommitted, 1000);
  EXPECT_GT(count.surplus, 1000);
}

// In four parts, so that they can run at the same time.
void solve_three(const Totals& totals) {
  const Count count = solve_all(3, totals);
  const int wholes = totals.high - totals.low + 1;
  const int halves = 2 * wholes - (totals.high == total_max ? 1 : 0);
  const int problems = is_full_range() ? 56 * 56 * 56 * halves : 58 * 57 * 56 / 6 * wholes;
  EXPECT_EQ(count.allocations + count.overcommitted + count.surplus, problems);
  EXPECT_GT(count.allocations, 10'000);
}

TEST(ExhaustiveSolve, IsRightForThreeClaimantsAndTotalsUpToTwo) {
  solve_three({0, 2});
}

TEST(ExhaustiveSolve, IsRightForThreeClaimantsAndTotalsUpToFive) {
  solve_three({3, 5});
}

TEST(ExhaustiveSolve, IsRightForThreeClaimantsAndTotalsUpToEight) {
  solve_three({6, 8});
}

TEST(ExhaustiveSolve, IsRightForThreeClaimantsAndTotalsUpToTen) {
  solve_three({9, 10});
}

}  // namespace
}  // namespace fairshare::tests
