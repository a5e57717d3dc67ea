#include "fairshare/properties/narrow.h"

#include <algorithm>
#include <cassert>

namespace fairshare::properties::narrow {
namespace {

// The sum of shares in doubles may be off by a few units in the last place for each claimant. If it
// is at least this part of the total, it may be the total, and the integers decide.
constexpr double nearly_all = 1 - 0x1p-34;

// After so many tries with integers, the problem is left to others.
constexpr int attempts_max = 8;

// 128 bits hold a sum of amounts, and also a sum of weights. An amount times a sum of weights has
// at most 192 bits, so 256 bits hold it times a reported denominator, too. A ratio's numerator is
// an amount.
constexpr int sum_bits = 16;  // how many more a sum has than its numbers
static_assert(claimants_max == std::size_t{1} << sum_bits);
static_assert(amount_bits_max + sum_bits <= 128 && weight_bits_max + sum_bits <= 128);
static_assert(amount_bits_max + weight_bits_max + sum_bits <= 192);

bool fits(const Problem& problem) {
  const auto is_amount = [](uint128 number) { return bits_of(number) <= amount_bits_max; };
  return is_amount(problem.total) &&
         std::ranges::all_of(problem.claimants, [&](const Claimant& claimant) {
           return bits_of(claimant.weight) <= weight_bits_max && is_amount(claimant.min_share) &&
                  (!claimant.max_share ||
                   (is_amount(*claimant.max_share) && claimant.min_share <= *claimant.max_share));
         });
}

void sort_breakpoints(const Problem& problem, Workspace& workspace) {
  auto& breakpoints = workspace.breakpoints;
  breakpoints.clear();
  for (std::uint32_t i = 0; i < problem.claimants.size(); ++i) {
    const Claimant& claimant = problem.claimants[i];
    if (claimant.weight == 0) continue;
    const auto weight = static_cast<double>(claimant.weight);
    breakpoints.push_back({static_cast<double>(claimant.min_share) / weight, i, false});
    if (claimant.max_share) {
      breakpoints.push_back({static_cast<double>(*claimant.max_share) / weight, i, true});
    }
  }
  // At equal ratios, a claimant begins to be proportional before it ceases to be.
  std::ranges::sort(breakpoints, [](const Breakpoint& a, const Breakpoint& b) {
    return a.ratio < b.ratio || (a.ratio == b.ratio && a.is_max < b.is_max);
  });
}

double slope_change(const Breakpoint& breakpoint, const Problem& problem) {
  const auto weight = static_cast<double>(problem.claimants[breakpoint.claimant].weight);
  return breakpoint.is_max ? -weight : weight;
}

// The answer of `attempt` for one of the standings that doubles suggest.
template <class Attempt>
std::optional<Ratio> guess(const Problem& problem, const uint128& minimums, Workspace& workspace,
                           const Attempt& attempt) {
  sort_breakpoints(problem, workspace);
  workspace.standings.assign(problem.claimants.size(), Standing::at_min);
  const auto total = static_cast<double>(problem.total);
  double ratio = 0;
  double sum = static_cast<double>(minimums);
  double slope = 0;
  int attempts = 0;
  for (const Breakpoint& breakpoint : workspace.breakpoints) {
    const double sum_there = sum + slope * (breakpoint.ratio - ratio);
    if (sum_there >= total * nearly_all) {
      if (++attempts > attempts_max) return std::nullopt;
      if (const auto found = attempt(workspace.standings)) return found;
    }
    ratio = breakpoint.ratio;
    sum = sum_there;
    slope += slope_change(breakpoint, problem);
    workspace.standings[breakpoint.claimant] =
        breakpoint.is_max ? Standing::at_max : Standing::proportional;
  }
  return attempt(workspace.standings);
}

// If it is at both of its bounds, most ratios are above them.
Standing standing_of(const Claimant& claimant, const Reported& reported) {
  if (claimant.weight == 0) return Standing::at_min;
  if (claimant.max_share && reported.high >= *claimant.max_share) return Standing::at_max;
  return reported.low <= claimant.min_share ? Standing::at_min : Standing::proportional;
}

}  // namespace

std::optional<Ratio> find_least_ratio(const Problem& problem, Workspace& workspace) {
  assert(!problem.claimants.empty() && problem.claimants.size() <= claimants_max);
  assert(fits(problem));
  return generic::find_least_ratio<uint128>(problem,
                                            [&](const uint128& minimums, const auto& attempt) {
                                              return guess(problem, minimums, workspace, attempt);
                                            });
}

std::optional<Ratio> find_least_ratio(const Problem& problem, std::span<const Reported> reported,
                                      Workspace& workspace) {
  assert(!problem.claimants.empty() && problem.claimants.size() <= claimants_max);
  assert(fits(problem) && reported.size() == problem.claimants.size());
  return generic::find_least_ratio<uint128>(problem, [&](const uint128& minimums,
                                                         const auto& attempt) {
    workspace.standings.resize(reported.size());
    std::ranges::transform(problem.claimants, reported, workspace.standings.begin(), standing_of);
    const auto found = attempt(workspace.standings);
    return found ? found : guess(problem, minimums, workspace, attempt);
  });
}

std::optional<uint128> find_most_that_can_be_claimed(const Problem& problem) {
  return generic::find_most_that_can_be_claimed<uint128>(problem);
}

Wide share_at(const Claimant& claimant, const Ratio& ratio) {
  return generic::share_at(claimant, ratio);
}

bool contains(const Reported& reported, const Wide& share, const Ratio& ratio) {
  return generic::contains(reported, share, ratio);
}

}  // namespace fairshare::properties::narrow
