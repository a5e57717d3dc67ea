// Whole units of every small problem: the solver and the checker, compared with all possible
// allocations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/exact/units.h"
#include "fairshare/properties/units.h"

namespace fairshare {
namespace {

using exact::Rational;
using Shares = std::vector<Rational>;

// All ways to hand out `total` units within the bounds, those first in which the first claimants
// have more.
void add_allocations(const Problem<Rational>& problem, const Rational& left, Shares& so_far,
                     std::vector<Shares>& all) {
  const std::size_t i = so_far.size();
  if (i == problem.claimants.size()) {
    if (left == 0) all.push_back(so_far);
    return;
  }
  const auto& claimant = problem.claimants[i];
  const Rational most = claimant.max_share ? std::min(*claimant.max_share, left) : left;
  const Rational end = claimant.weight == 0 ? claimant.min_share : most;
  for (Rational share = end; share >= claimant.min_share; share -= 1) {
    so_far.push_back(share);
    add_allocations(problem, left - share, so_far, all);
    so_far.pop_back();
  }
}

// Whether the method may round `number` to `units`: at a signpost, which is half way for webster,
// it may go either way.
bool rounds_to(const Rational& number, const Rational& units, Units method) {
  switch (method) {
    case Units::dhondt:
      return units <= number && number <= units + 1;
    case Units::webster:
      return abs(number - units) <= Rational(1, 2);
    case Units::adams:
      return units - 1 <= number && number <= units;
    case Units::hamilton:
      return false;
  }
  return false;
}

constexpr int units_max = 8;

// The units that the method may give a claimant at a ratio: bit k is set if it may give k.
unsigned units_at(const Claimant<Rational>& claimant, const Rational& ratio, Units method) {
  const Rational number = claimant.weight * ratio;
  unsigned allowed = 0;
  for (Rational k = std::max(Rational(0), Rational(floor(number) - 1)); k <= number + 1; k += 1) {
    if (claimant.weight != 0 && !rounds_to(number, k, method)) continue;
    const Rational at_least =
        claimant.weight == 0 ? claimant.min_share : std::max(k, claimant.min_share);
    const Rational share = claimant.max_share ? std::min(at_least, *claimant.max_share) : at_least;
    for (unsigned units = 0; units <= units_max; ++units) {
      if (share == units) allowed |= 1U << units;
    }
  }
  return allowed;
}

// For each ratio at which the rounding of some claimant changes, what each claimant may get.
std::vector<std::vector<unsigned>> units_at_all_ratios(const Problem<Rational>& problem,
                                                       Units method) {
  Shares ratios{0};
  for (const auto& claimant : problem.claimants) {
    if (claimant.weight == 0) continue;
    for (int halves = 0; halves <= 2 * units_max; ++halves) {
      ratios.push_back(Rational(halves, 2) / claimant.weight);
    }
  }
  std::ranges::sort(ratios);
  ratios.erase(std::ranges::unique(ratios).begin(), ratios.end());
  std::vector<std::vector<unsigned>> all;
  for (const Rational& ratio : ratios) {
    auto& allowed = all.emplace_back();
    for (const auto& claimant : problem.claimants)
      allowed.push_back(units_at(claimant, ratio, method));
  }
  return all;
}

// By the definition: one ratio gives every share.
bool is_given_by_a_ratio(const std::vector<std::vector<unsigned>>& at_all_ratios,
                         const Shares& units) {
  return std::ranges::any_of(at_all_ratios, [&](const std::vector<unsigned>& allowed) {
    for (std::size_t i = 0; i < units.size(); ++i) {
      if ((allowed[i] >> static_cast<unsigned>(exact::to_double(units[i])) & 1U) == 0) return false;
    }
    return true;
  });
}

Rational squares(const Shares& units, const Shares& shares) {
  Rational sum = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Rational off = units[i] - shares[i];
    sum += off * off;
  }
  return sum;
}

// Hamilton's units are those with the least sum of squared differences.
std::vector<Shares> nearest(const std::vector<Shares>& all, const Shares& shares) {
  std::vector<Shares> found;
  std::optional<Rational> least;
  for (const Shares& units : all) {
    const Rational own = squares(units, shares);
    if (least && own > *least) continue;
    if (!least || own < *least) found.clear();
    least = own;
    found.push_back(units);
  }
  return found;
}

std::vector<std::size_t> where_they_differ(const std::vector<Shares>& fair) {
  std::vector<std::size_t> differing;
  for (std::size_t i = 0; i < fair.front().size(); ++i) {
    if (std::ranges::any_of(fair, [&](const Shares& other) { return other[i] != fair[0][i]; })) {
      differing.push_back(i);
    }
  }
  return differing;
}

// Fewer kinds of claimants if there are more claimants.
std::vector<Claimant<Rational>> all_claimants(std::size_t size) {
  if (size == 4) return {{1}, {1, 1, {}}, {3}, {3, 0, 2}};
  std::vector<Claimant<Rational>> claimants;
  for (const Rational& weight : {Rational(0), Rational(1), Rational(5, 2)}) {
    claimants.push_back({weight, 0, {}});
    claimants.push_back({weight, 1, {}});
    claimants.push_back({weight, 0, 2});
    if (size < 3) claimants.push_back({weight, 2, 2});
  }
  return claimants;
}

struct Counts {
  int divided = 0, tied = 0, unfair = 0;
};

void try_problem(const Problem<Rational>& problem, Counts& counts) {
  const Solution<Rational> exactly = exact::solve(problem);
  std::vector<Shares> all;
  Shares so_far;
  add_allocations(problem, problem.total, so_far, all);
  ASSERT_EQ(std::holds_alternative<Allocation<Rational>>(exactly), !all.empty());
  for (const Units method : {Units::hamilton, Units::webster, Units::dhondt, Units::adams}) {
    const auto solution = exact::solve_units(problem, method);
    ASSERT_EQ(solution.index(), exactly.index());
    if (all.empty()) continue;
    ++counts.divided;
    const Shares& shares = std::get<Allocation<Rational>>(exactly).shares;
    std::vector<Shares> fair;
    std::vector<std::vector<unsigned>> at_all_ratios;
    if (method == Units::hamilton) {
      fair = nearest(all, shares);
    } else {
      at_all_ratios = units_at_all_ratios(problem, method);
    }
    for (const Shares& units : all) {
      if (method != Units::hamilton && is_given_by_a_ratio(at_all_ratios, units)) {
        fair.push_back(units);
      }
      const auto violation = method == Units::hamilton
                                 ? properties::find_remainder_violation(problem, units, shares)
                                 : properties::find_unit_violation(problem, units, method);
      const bool is_fair = std::ranges::find(fair, units) != fair.end();
      ASSERT_EQ(!violation, is_fair);
      counts.unfair += is_fair ? 0 : 1;
    }
    ASSERT_FALSE(fair.empty());
    const auto& allocation = std::get<Allocation<Rational>>(solution);
    ASSERT_EQ(allocation.shares, fair.front());  // in which the first of the list have the units
    const auto tied = exact::find_tied(problem, allocation, method);
    ASSERT_EQ(tied, where_they_differ(fair));
    counts.tied += tied.empty() ? 0 : 1;
  }
}

void try_all(std::size_t size, int total, Problem<Rational>& problem, Counts& counts) {
  if (problem.claimants.size() == size) return try_problem(problem, counts);
  for (const auto& claimant : all_claimants(size)) {
    problem.claimants.push_back(claimant);
    try_all(size, total, problem, counts);
    problem.claimants.pop_back();
  }
}

class ExhaustiveUnits : public testing::TestWithParam<std::size_t> {};

TEST_P(ExhaustiveUnits, AreTheFairOnesThatThereAreAndTheCheckerKnowsThem) {
  Counts counts;
  for (int total = 0; total <= units_max; ++total) {
    Problem<Rational> problem{total, {}};
    try_all(GetParam(), total, problem, counts);
  }
  EXPECT_GT(counts.divided, 0);
  if (GetParam() > 1) {
    EXPECT_GT(counts.tied, 0);
    EXPECT_GT(counts.unfair, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Claimants, ExhaustiveUnits, testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace fairshare
