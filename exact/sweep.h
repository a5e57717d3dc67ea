// The sweep itself, over any exact Number: exact::solve runs it on whole numbers and on rationals,
// the prover on terms.
//
// f(R), the sum of all shares at the ratio R, is made of straight pieces, fixed + slope * R. The
// sweep walks along them from R = 0 upwards, from breakpoint to breakpoint, until f reaches the
// total:
//
//     at first all are fixed:                    fixed = sum of minimums; slope = 0
//     at min_share / weight one is proportional: fixed -= min_share;      slope += weight
//     at max_share / weight it is fixed again:   fixed += max_share;      slope -= weight
//
// The code does not store `fixed` but what it leaves of the total.
//
// A step adds one claimant's numbers to the two sums, and compares. Only the sums carry over from
// step to step, so no number grows beyond the common denominators of the bounds and of the weights.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "fairshare/exact/assert.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"

namespace fairshare::exact::generic {

template <class Number>
struct Breakpoint {
  Number ratio;
  Number fixed_change;
  Number slope_change;
};

template <class Number>
Number sum_of_minimums(const Problem<Number>& problem) {
  Number sum = 0;
  for (const auto& claimant : problem.claimants) sum += claimant.min_share;
  return sum;
}

// Nothing if it has no limit: a claimant with a weight and without a max_share.
template <class Number>
std::optional<Number> find_most_that_can_be_claimed(const Problem<Number>& problem) {
  Number sum = 0;
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

template <class Number>
std::vector<Breakpoint<Number>> sorted_breakpoints(const Problem<Number>& problem) {
  std::vector<Breakpoint<Number>> breakpoints;
  breakpoints.reserve(2 * problem.claimants.size());
  for (const auto& claimant : problem.claimants) {
    if (claimant.weight == 0) continue;
    const auto& [weight, min_share, max_share] = claimant;
    breakpoints.push_back({min_share / weight, -min_share, weight});
    if (max_share) breakpoints.push_back({*max_share / weight, *max_share, -weight});
  }
  std::ranges::sort(breakpoints, {}, &Breakpoint<Number>::ratio);
  return breakpoints;
}

// The least ratio at which the shares add up to the total, which must be from f(0) to the greatest
// value of f.
template <class Number>
Number least_ratio(const Problem<Number>& problem, const Number& minimums) {
  if (minimums == problem.total) return 0;
  Number left = problem.total - minimums;  // for the proportional claimants
  Number slope = 0;
  for (const auto& breakpoint : sorted_breakpoints(problem)) {
    if (slope * breakpoint.ratio >= left) break;
    left -= breakpoint.fixed_change;
    slope += breakpoint.slope_change;
  }
  FAIRSHARE_ASSERT(slope, slope > 0);
  return left / slope;
}

template <class Number>
Number share_at(const Claimant<Number>& claimant, const Number& ratio) {
  Number proportional = claimant.weight * ratio;
  if (claimant.weight == 0 || proportional < claimant.min_share) return claimant.min_share;
  if (claimant.max_share && proportional > *claimant.max_share) return *claimant.max_share;
  return proportional;
}

// See exact/solve.h.
template <class Number>
Solution<Number> solve(const Problem<Number>& problem) {
  FAIRSHARE_ASSERT(problem.total, !find_defect(problem));
  const Number minimums = sum_of_minimums(problem);
  if (minimums > problem.total) return Overcommitted<Number>{minimums - problem.total};
  const auto most = find_most_that_can_be_claimed(problem);
  if (most && *most < problem.total) return Surplus<Number>{problem.total - *most};

  Allocation<Number> allocation{least_ratio(problem, minimums), {}};
  allocation.shares.reserve(problem.claimants.size());
  for (const auto& claimant : problem.claimants) {
    allocation.shares.push_back(share_at(claimant, allocation.ratio));
  }
  return allocation;
}

// See exact/solve.h.
template <class Number>
RatioInterval<Number> find_ratios(const Problem<Number>& problem,
                                  const Allocation<Number>& allocation) {
  assert(allocation.shares.size() == problem.claimants.size());
  RatioInterval<Number> ratios{allocation.ratio, std::nullopt};
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    const auto& claimant = problem.claimants[i];
    const Number& share = allocation.shares[i];
    const bool at_its_end = claimant.weight == 0 || claimant.max_share == share;
    if (at_its_end) continue;  // no higher ratio gives it more
    const Number highest = share / claimant.weight;
    if (!ratios.high || highest < *ratios.high) ratios.high = highest;
  }
  return ratios;
}

}  // namespace fairshare::exact::generic
