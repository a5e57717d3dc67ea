#include <algorithm>
#include <limits>

#include "bench/pass.h"
#include "bench/peers.h"
#include "bench/two_sum.h"

namespace fairshare::bench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void collect_breakpoints(const reference::Columns& columns,
                         std::vector<SweepBreakpoint>& breakpoints) {
  breakpoints.clear();
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    const double weight = columns.weight[i];
    const auto claimant = static_cast<std::uint32_t>(i);
    breakpoints.push_back({columns.min_share[i] / weight, claimant, false});
    const double end = columns.max_share[i] / weight;
    if (end < infinity) breakpoints.push_back({end, claimant, true});
  }
}

// The weights of the claimants that are proportional just above `ratio`, by the same quotients.
TwoSum weight_above(double ratio, const reference::Columns& columns) {
  TwoSum sum;
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    const double weight = columns.weight[i];
    const bool is_proportional =
        columns.min_share[i] / weight <= ratio && columns.max_share[i] / weight > ratio;
    if (is_proportional) sum.add(weight);
  }
  return sum;
}

// The sum of weights, and how far it fell since it was last added up.
class WeightSum {
 public:
  double value() const { return sum_.value(); }
  double times(double ratio) const { return sum_.high * ratio + sum_.low * ratio; }

  void add(double weight) {
    sum_.add(weight);
    greatest_ = std::max(greatest_, value());
  }

  // A pair keeps about 106 bits of the greatest value; 2^-30 of it still has 53 good bits after
  // millions of additions.
  bool is_worn() const { return value() < 0x1p-30 * greatest_; }

  void renew(double ratio, const reference::Columns& columns) {
    sum_ = weight_above(ratio, columns);
    greatest_ = value();
  }

 private:
  TwoSum sum_;
  double greatest_ = 0;
};

// The ratio at which the line fixed + weight * R reaches the total.
double find_ratio(double total, const reference::Columns& columns,
                  std::span<const SweepBreakpoint> breakpoints) {
  TwoSum fixed;
  for (const double min_share : columns.min_share) fixed.add(min_share);
  WeightSum weight;
  double previous = 0;
  for (const SweepBreakpoint& breakpoint : breakpoints) {
    const double ratio = breakpoint.ratio;
    if (weight.is_worn() && ratio > previous) weight.renew(previous, columns);
    const double sum = fixed.high + (fixed.low + weight.times(ratio));
    if (sum >= total) break;
    const std::size_t i = breakpoint.claimant;
    fixed.add(breakpoint.is_max ? columns.max_share[i] : -columns.min_share[i]);
    weight.add(breakpoint.is_max ? -columns.weight[i] : columns.weight[i]);
    previous = ratio;
  }
  if (weight.is_worn()) weight.renew(previous, columns);
  const double left = (total - fixed.high) - fixed.low;
  return weight.value() > 0 ? std::max(left / weight.value(), previous) : previous;
}

}  // namespace

void sort_sweep(double total, const reference::Columns& columns, std::span<double> shares,
                PeerWorkspace& workspace) {
  auto& breakpoints = workspace.breakpoints;
  collect_breakpoints(columns, breakpoints);
  std::sort(breakpoints.begin(), breakpoints.end(),
            [](const SweepBreakpoint& a, const SweepBreakpoint& b) { return a.ratio < b.ratio; });
  write_clamped(find_ratio(total, columns, breakpoints), columns, shares);
}

}  // namespace fairshare::bench
