#include "fairshare/schedulers/ytsaurus/integral.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fairshare::schedulers::ytsaurus_vector {
namespace {

// A volume of cpu is a whole number in its unit, any other is a double.
double held(std::size_t resource, double volume) {
  return resource == cpu ? std::round(volume) : volume;
}

// A pool's volume of a resource, in its unit times seconds.
double volume_now(const Tree& tree, std::size_t resource, double seconds, double flow_ratio) {
  const IntegralTerms& terms = tree.integral_terms;
  const auto total = static_cast<double>(tree.total[resource]);
  const auto flow = static_cast<double>(scaled(tree.total, flow_ratio)[resource]);
  const double before = held(resource, total * seconds);
  const double passed = held(resource, total * terms.since_last_update);
  const double now = before + held(resource, passed * flow_ratio);
  const double capacity = held(resource, flow * terms.saturation_period);
  return std::min(now, std::max(before, capacity));
}

double volume_ratio(const Tree& tree, double seconds, double flow_ratio) {
  double least = std::numeric_limits<double>::max();
  bool has_resource = false;
  for (std::size_t r = 0; r < resource_count; ++r) {
    if (tree.total[r] <= 0) continue;
    const double unit = r == cpu ? static_cast<double>(cpu_unit) : 1.0;
    const double volume = volume_now(tree, r, seconds, flow_ratio) / unit;
    least = std::min(least, volume / as_double(r, tree.total[r]));
    has_resource = true;
  }
  return has_resource ? least / tree.integral_terms.smooth_period : 0;
}

}  // namespace

IntegralPools determine_integral_pools(const Tree& tree, const Children& children,
                                       const Guarantees& guarantees) {
  const std::size_t count = tree.elements.size();
  IntegralPools pools{.total_flow_ratio = std::vector<double>(count)};
  std::vector<double> total_burst_ratio(count);
  for (std::size_t i = 1; i < count; ++i) {
    const Element& element = tree.elements[i];
    if (element.is_operation || element.integral_type == IntegralType::none) continue;
    IntegralPool pool{i, largest_part(element.burst_guarantee, tree.total),
                      largest_part(element.resource_flow, tree.total)};
    pool.volume_ratio = volume_ratio(tree, element.volume, pool.flow_ratio);
    pools.total_flow_ratio[i] = pool.flow_ratio;
    total_burst_ratio[i] = pool.burst_ratio;
    (element.integral_type == IntegralType::burst ? pools.burst : pools.relaxed).push_back(pool);
  }
  for (std::size_t i = count; i-- > 0;) {
    for (const std::size_t child : children[i]) {
      pools.total_flow_ratio[i] += pools.total_flow_ratio[child];
      total_burst_ratio[i] += total_burst_ratio[child];
    }
  }
  Amounts with_flows = scaled(tree.total, pools.total_flow_ratio.front());
  Amounts with_bursts = scaled(tree.total, total_burst_ratio.front());
  for (const std::size_t child : children.front()) {
    add_to(with_flows, guarantees.of[child]);
    add_to(with_bursts, guarantees.of[child]);
  }
  pools.flows_exceed_total = !covers(tree.total, with_flows);
  pools.bursts_exceed_total = !covers(tree.total, with_bursts);
  return pools;
}

}  // namespace fairshare::schedulers::ytsaurus_vector
