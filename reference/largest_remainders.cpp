// The exact ratio lies between the neighbours of the double that is nearest to it. Claimants that
// reach no bound in between are settled. The few bounds that may be reached there are crossed in
// their order, until the ratio is no greater than that of the next one.
#include "fairshare/reference/largest_remainders.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>

#include "fairshare/reference/unit_prices.h"

namespace fairshare::reference {
namespace {

// What is left for the claimants that are between their bounds, and the sum of their weights: the
// ratio is units / weight.
struct Rest {
  std::int64_t units;
  std::int64_t weight;
};

Rest settle_at(double nearest, std::int64_t total, const UnitColumns& columns,
               std::vector<PricedUnit>& bounds) {
  const Ratio53 low = split(std::nextafter(nearest, 0.0));
  const Ratio53 high = split(std::nextafter(nearest, std::numeric_limits<double>::infinity()));
  Rest rest{total, 0};
  bounds.clear();
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    const std::int64_t weight = columns.weight[i];
    const std::int64_t least = columns.min_share[i];
    const std::int64_t most = columns.max_share[i];
    const uint128 at_low = due_at(weight, low, 0);
    const uint128 at_high = due_at(weight, high, 0);
    const bool is_endless = most == no_maximum;
    if (weight == 0 || least == most || at_high < static_cast<uint128>(least)) {
      rest.units -= least;
    } else if (!is_endless && at_low >= static_cast<uint128>(most)) {
      rest.units -= most;
    } else {
      const bool is_free = at_low >= static_cast<uint128>(least);
      (is_free ? rest.weight : rest.units) += is_free ? weight : -least;
      if (!is_free) bounds.push_back({least, weight, i});
      if (!is_endless && at_high >= static_cast<uint128>(most)) bounds.push_back({most, weight, i});
    }
  }
  return rest;
}

// Crosses the bounds up to the ratio at which the rest is divided.
void cross(const UnitColumns& columns, std::vector<PricedUnit>& bounds, Rest& rest) {
  std::ranges::sort(bounds, [](const PricedUnit& one, const PricedUnit& other) {
    return compare_prices(one, other) < 0;
  });
  for (const PricedUnit& bound : bounds) {
    const auto at_bound =
        static_cast<uint128>(bound.numerator) * static_cast<std::uint64_t>(rest.weight);
    if (at_bound >= static_cast<uint128>(rest.units) * static_cast<std::uint64_t>(bound.weight)) {
      return;
    }
    const bool is_min = bound.numerator == columns.min_share[bound.claimant];
    rest.units += is_min ? bound.numerator : -bound.numerator;
    rest.weight += is_min ? bound.weight : -bound.weight;
  }
}

// Writes the exact shares, rounded down, and the remainders above 0; returns the units left over.
std::int64_t round_down(std::int64_t total, const UnitColumns& columns, const Rest& rest,
                        std::span<std::int64_t> shares, std::vector<PricedUnit>& remainders) {
  remainders.clear();
  const auto divisor = static_cast<std::uint64_t>(rest.weight);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const uint128 product =
        static_cast<uint128>(columns.weight[i]) * static_cast<std::uint64_t>(rest.units);
    const uint128 share = product / divisor;
    if (columns.weight[i] == 0 || share < static_cast<uint128>(columns.min_share[i])) {
      shares[i] = columns.min_share[i];
    } else if (share >= static_cast<uint128>(columns.max_share[i])) {
      shares[i] = columns.max_share[i];
    } else {
      shares[i] = static_cast<std::int64_t>(share);
      const auto remainder = static_cast<std::int64_t>(product - share * divisor);
      if (remainder > 0) remainders.push_back({remainder, 1, i});
    }
    total -= shares[i];
  }
  return total;
}

bool is_larger(const PricedUnit& one, const PricedUnit& other) {
  if (one.numerator != other.numerator) return one.numerator > other.numerator;
  return one.claimant < other.claimant;
}

// Gives one unit to each of the largest remainders; true if another one is as large as the last.
bool hand_out(std::int64_t missing, std::span<std::int64_t> shares,
              std::vector<PricedUnit>& remainders) {
  if (missing == 0) return false;
  assert(missing > 0 && missing < static_cast<std::int64_t>(remainders.size()));
  const auto end = remainders.begin() + missing;
  std::ranges::nth_element(remainders, end - 1, is_larger);
  for (auto one = remainders.begin(); one != end; ++one) ++shares[one->claimant];
  const std::int64_t last = (end - 1)->numerator;
  return std::any_of(end, remainders.end(),
                     [&](const PricedUnit& one) { return one.numerator == last; });
}

}  // namespace

UnitRatio divide_by_remainders(std::int64_t total, const UnitColumns& columns, double nearest,
                               std::span<std::int64_t> shares, UnitWorkspace& workspace) {
  [[maybe_unused]] std::int64_t weights = 0;
  for (const std::int64_t weight : columns.weight) {
    assert(weight <= std::numeric_limits<std::int64_t>::max() - weights);
    weights += weight;
  }
  Rest rest = settle_at(nearest, total, columns, workspace.heap);
  cross(columns, workspace.heap, rest);
  if (rest.weight == 0) rest = {0, 1};  // each claimant has its minimum
  const std::int64_t missing = round_down(total, columns, rest, shares, workspace.heap);
  const bool is_tied = hand_out(missing, shares, workspace.heap);
  return {rest.units, rest.weight, is_tied};
}

}  // namespace fairshare::reference
