// f(R), the sum of all shares at the ratio R, is made of straight pieces. The sweep walks along
// them from R = 0 upwards, from breakpoint to breakpoint, until f reaches the total:
//
//     f(0) = sum of minimums;   slope = sum of the weights that are proportional
//     at min_share / weight a claimant begins to be proportional: slope += weight
//     at max_share / weight it ends:                              slope -= weight
#include "exact/solve.h"

#include <algorithm>
#include <cassert>

namespace fairshare::exact {
namespace {

struct Breakpoint {
  Rational ratio;
  Rational slope_change;
};

Rational sum_of_minimums(const Problem<Rational>& problem) {
  Rational sum = 0;
  for (const auto& claimant : problem.claimants) sum += claimant.min_share;
  return sum;
}

// Nothing where there is no end: a claimant with a weight and without a max_share.
std::optional<Rational> find_most_that_can_be_claimed(const Problem<Rational>& problem) {
  Rational sum = 0;
  for (const auto& claimant : problem.claimants) {
    if (claimant.weight == 0) {
      sum += claimant.min_share;
    } else if (claimant.max_share) {
      sum += *claimant.max_share;
    } else {
      return std::nullopt;
    }
  }
  return sum;
}

std::vector<Breakpoint> sorted_breakpoints(const Problem<Rational>& problem) {
  std::vector<Breakpoint> breakpoints;
  for (const auto& claimant : problem.claimants) {
    if (claimant.weight == 0) continue;
    breakpoints.push_back({claimant.min_share / claimant.weight, claimant.weight});
    if (claimant.max_share) {
      breakpoints.push_back({*claimant.max_share / claimant.weight, -claimant.weight});
    }
  }
  std::ranges::sort(breakpoints, {}, &Breakpoint::ratio);
  return breakpoints;
}

// The least ratio at which the shares add up to the total, which lies between f(0) and f's end.
Rational least_ratio(const Problem<Rational>& problem, const Rational& minimums) {
  Rational ratio = 0;
  Rational sum = minimums;
  Rational slope = 0;
  if (sum == problem.total) return ratio;
  for (const Breakpoint& breakpoint : sorted_breakpoints(problem)) {
    const Rational sum_there = sum + slope * (breakpoint.ratio - ratio);
    if (sum_there >= problem.total) break;
    ratio = breakpoint.ratio;
    sum = sum_there;
    slope += breakpoint.slope_change;
  }
  return ratio + (problem.total - sum) / slope;
}

Rational share_at(const Claimant<Rational>& claimant, const Rational& ratio) {
  const Rational proportional = claimant.weight * ratio;
  if (claimant.weight == 0 || proportional < claimant.min_share) return claimant.min_share;
  if (claimant.max_share && proportional > *claimant.max_share) return *claimant.max_share;
  return proportional;
}

}  // namespace

Solution<Rational> solve(const Problem<Rational>& problem) {
  assert(!find_defect(problem));
  const Rational minimums = sum_of_minimums(problem);
  if (minimums > problem.total) return Overcommitted<Rational>{minimums - problem.total};
  const auto most = find_most_that_can_be_claimed(problem);
  if (most && *most < problem.total) return Surplus<Rational>{problem.total - *most};

  Allocation<Rational> allocation{least_ratio(problem, minimums), {}};
  allocation.shares.reserve(problem.claimants.size());
  for (const auto& claimant : problem.claimants) {
    allocation.shares.push_back(share_at(claimant, allocation.ratio));
  }
  return allocation;
}

RatioInterval<Rational> find_ratios(const Problem<Rational>& problem,
                                    const Allocation<Rational>& allocation) {
  assert(allocation.shares.size() == problem.claimants.size());
  RatioInterval<Rational> ratios{allocation.ratio, std::nullopt};
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    const auto& claimant = problem.claimants[i];
    const Rational& share = allocation.shares[i];
    const bool at_its_end = claimant.weight == 0 || claimant.max_share == share;
    if (at_its_end) continue;  // no higher ratio gives it more
    const Rational highest = share / claimant.weight;
    if (!ratios.high || highest < *ratios.high) ratios.high = highest;
  }
  return ratios;
}

TreeSolution<Rational> solve(const Tree<Rational>& tree) {
  return solve_tree(tree, [](const Problem<Rational>& problem) { return solve(problem); });
}

Claimant<Rational> widen(const Claimant<double>& claimant) {
  Claimant<Rational> wide{from_double(claimant.weight), from_double(claimant.min_share), {}};
  if (claimant.max_share) wide.max_share = from_double(*claimant.max_share);
  return wide;
}

Problem<Rational> widen(const Problem<double>& problem) {
  Problem<Rational> wide{from_double(problem.total), {}};
  for (const auto& claimant : problem.claimants) wide.claimants.push_back(widen(claimant));
  return wide;
}

Tree<Rational> widen(const Tree<double>& tree) {
  Tree<Rational> wide{from_double(tree.total), {}};
  for (const auto& node : tree.nodes) wide.nodes.push_back({widen(node.claimant), node.parent});
  return wide;
}

}  // namespace fairshare::exact
