#include "properties/narrow.h"

#include <algorithm>
#include <cassert>

namespace fairshare::properties::narrow {
namespace {

// The sum of shares in doubles may be off by a few units in the last place for each claimant. From
// here on it may be the total: this many times the total, and the integers decide.
constexpr double nearly_all = 1 - 0x1p-34;

// How often the integers are asked before the problem is left to others.
constexpr int attempts_max = 8;

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
  // At the same ratio a claimant begins to be proportional before it ends.
  std::ranges::sort(breakpoints, [](const Breakpoint& a, const Breakpoint& b) {
    return a.ratio < b.ratio || (a.ratio == b.ratio && a.is_max < b.is_max);
  });
}

// The ratio at which the shares add up to the total, if each claimant is where `standings` says.
std::optional<Ratio> ratio_of(const Problem& problem, std::span<const Standing> standings) {
  uint128 weights = 0;
  uint128 clamped = 0;
  for (std::size_t i = 0; i < standings.size(); ++i) {
    const Claimant& claimant = problem.claimants[i];
    if (standings[i] == Standing::proportional) weights += claimant.weight;
    if (standings[i] == Standing::at_min) clamped += claimant.min_share;
    if (standings[i] == Standing::at_max) clamped += *claimant.max_share;
  }
  if (weights == 0 || clamped > problem.total) return std::nullopt;
  return Ratio{problem.total - clamped, weights};
}

// Whether each claimant does stand there at the ratio; and whether with any less one would get
// less, so that it is the least ratio. On its breakpoint a claimant may be said to stand on either
// side.
bool proves(const Problem& problem, std::span<const Standing> standings, const Ratio& ratio) {
  bool is_least = ratio.numerator == 0;
  for (std::size_t i = 0; i < standings.size(); ++i) {
    const auto& [weight, min_share, max_share] = problem.claimants[i];
    if (weight == 0) continue;
    const Wide share = product(weight, ratio.numerator);
    const Wide least = product(min_share, ratio.denominator);
    if (standings[i] == Standing::at_min ? share > least : share < least) return false;
    if (!max_share) {
      is_least |= share > least;
      continue;
    }
    const Wide most = product(*max_share, ratio.denominator);
    if (standings[i] == Standing::at_max ? share < most : share > most) return false;
    is_least |= share > least && share <= most;
  }
  return is_least;
}

double slope_change(const Breakpoint& breakpoint, const Problem& problem) {
  const auto weight = static_cast<double>(problem.claimants[breakpoint.claimant].weight);
  return breakpoint.is_max ? -weight : weight;
}

}  // namespace

std::optional<Ratio> find_least_ratio(const Problem& problem, Workspace& workspace) {
  assert(!problem.claimants.empty() && problem.claimants.size() <= claimants_max);
  assert(fits(problem));
  uint128 minimums = 0;
  for (const Claimant& claimant : problem.claimants) minimums += claimant.min_share;
  if (minimums > problem.total) return std::nullopt;
  if (minimums == problem.total) return Ratio{0, 1};

  sort_breakpoints(problem, workspace);
  workspace.standings.assign(problem.claimants.size(), Standing::at_min);
  const auto total = static_cast<double>(problem.total);
  double ratio = 0;
  double sum = static_cast<double>(minimums);
  double slope = 0;
  int attempts = 0;
  const auto attempt = [&]() -> std::optional<Ratio> {
    const auto found = ratio_of(problem, workspace.standings);
    return found && proves(problem, workspace.standings, *found) ? found : std::nullopt;
  };
  for (const Breakpoint& breakpoint : workspace.breakpoints) {
    const double sum_there = sum + slope * (breakpoint.ratio - ratio);
    if (sum_there >= total * nearly_all) {
      if (++attempts > attempts_max) return std::nullopt;
      if (const auto found = attempt()) return found;
    }
    ratio = breakpoint.ratio;
    sum = sum_there;
    slope += slope_change(breakpoint, problem);
    workspace.standings[breakpoint.claimant] =
        breakpoint.is_max ? Standing::at_max : Standing::proportional;
  }
  return attempt();
}

std::optional<uint128> find_most_that_can_be_claimed(const Problem& problem) {
  uint128 most = 0;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    if (weight != 0 && !max_share) return std::nullopt;
    most += weight == 0 ? min_share : *max_share;
  }
  return most;
}

Wide share_at(const Claimant& claimant, const Ratio& ratio) {
  const Wide least = product(claimant.min_share, ratio.denominator);
  const Wide share = product(claimant.weight, ratio.numerator);
  if (claimant.weight == 0 || share <= least) return least;
  return claimant.max_share ? std::min(share, product(*claimant.max_share, ratio.denominator))
                            : share;
}

bool contains(const Reported& reported, const Wide& share, const Ratio& ratio) {
  const Wide scaled = product(share, reported.denominator);
  const Wide low = product(reported.low, ratio.denominator);
  const Wide high = product(reported.high, ratio.denominator);
  return (reported.low_open ? low < scaled : low <= scaled) &&
         (reported.high_open ? scaled < high : scaled <= high);
}

}  // namespace fairshare::properties::narrow
