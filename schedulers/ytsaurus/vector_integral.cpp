// How much of its integral guarantee each pool gets: burst pools one after the other, then the
// relaxed pools together.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "fairshare/schedulers/ytsaurus/integral.h"
#include "fairshare/schedulers/ytsaurus/piecewise_linear.h"
#include "fairshare/schedulers/ytsaurus/vector.h"
#include "fairshare/schedulers/ytsaurus/vector_update.h"

namespace fairshare::schedulers::ytsaurus_vector {
namespace {

// GetHierarchicalAvailableLimitsShare: what the limits of the pool and of all pools above it leave
// beyond their guarantees. The root's do not count.
Vector room_within_limits(Update& update, std::size_t pool) {
  Vector room = piecewise::vector_of(1);
  std::size_t at = pool;
  while (const auto parent = update.element(at).parent) {
    const ElementShares& shares = update.shares.elements[at];
    room = min(room, shares.limits_share - guarantee_share(shares));
    update.verify(dominates(room, Vector{}), at, "guarantees are within the limits");
    at = *parent;
  }
  return room;
}

// AdjustProposedIntegralShare: if rounding takes the share above the limits, it is moved below
// them.
Vector adjust(Update& update, std::size_t at, const Vector& proposed) {
  const ElementShares& shares = update.shares.elements[at];
  const Vector& limits = shares.limits_share;
  const Vector& strong = shares.strong_guarantee_share;
  if (dominates(limits, strong + proposed)) return proposed;
  const Vector ceiling = limits + piecewise::vector_of(computation_precision);
  update.verify(dominates(ceiling, strong + proposed), at,
                "an integral share is within the limits");
  update.verify(dominates(limits, strong), at, "a strong guarantee is within the limits");
  constexpr int steps_max = 32;
  Vector adjusted = limits - strong;
  for (std::size_t r = 0; r < resource_count; ++r) {
    for (int step = 0; step < steps_max && limits[r] < strong[r] + adjusted[r]; ++step) {
      adjusted[r] = std::nextafter(adjusted[r], 0.0);
    }
  }
  return adjusted;
}

// IncreaseHierarchicalIntegralShare. The root may get more than there is: an unused strong
// guarantee also counts for relaxed pools.
void add_integral_share(Update& update, std::size_t pool, const Vector& share) {
  for (std::optional<std::size_t> at = pool; at; at = update.element(*at).parent) {
    Vector& proposed = update.shares.elements[*at].proposed_integral_share;
    proposed = *at == 0 ? proposed + share : adjust(update, *at, proposed + share);
  }
}

// What the pool takes of a suggestion, beyond its strong guarantee.
Vector beyond_strong(const Update& update, std::size_t pool, double suggestion) {
  const Vector share = value_at(update.functions[pool].share_by_suggestion, suggestion);
  return max(share - update.shares.elements[pool].strong_guarantee_share, Vector{});
}

void give_burst_share(Update& update, const IntegralPool& pool) {
  const std::size_t i = pool.element;
  const double ratio = std::min(pool.burst_ratio, pool.volume_ratio);
  const Vector wanted = min(piecewise::vector_of(ratio), room_within_limits(update, i));
  update.verify(dominates(wanted, Vector{}), i, "an integral share is not negative");
  Vector& proposed = update.shares.elements[i].proposed_integral_share;
  proposed = adjust(update, i, wanted);
  if (!update.crash) prepare_functions(update, i);
  proposed = {};
  if (update.crash) return;
  add_integral_share(update, i, beyond_strong(update, i, 0));
  update.has_functions[i] = false;
}

// What strong and burst guarantees leave. Negative if rounding, or guarantees above the total, take
// more than there is.
Vector left_for_relaxed(const Update& update) {
  Vector left = piecewise::vector_of(1);
  for (const std::size_t child : update.children.front()) {
    const ElementShares& shares = update.shares.elements[child];
    left = left - min(guarantee_share(shares), shares.demand_share);
  }
  return left;
}

// A relaxed pool's functions are made with limits from its volume and its flow.
void prepare_relaxed(Update& update, const IntegralPool& pool) {
  ElementShares& shares = update.shares.elements[pool.element];
  const Vector by_volume = piecewise::vector_of(pool.volume_ratio);
  const Vector by_flow =
      piecewise::vector_of(pool.flow_ratio) * update.tree.integral_terms.relaxed_share_multiplier;
  const Vector limits = shares.limits_share;
  shares.limits_share = min(limits, min(by_volume, by_flow) + shares.strong_guarantee_share);
  prepare_functions(update, pool.element);
  shares.limits_share = limits;
}

void give_relaxed_shares(Update& update) {
  std::vector<IntegralPool> pools = update.integral.relaxed;
  std::erase_if(pools, [](const IntegralPool& pool) { return pool.volume_ratio == 0; });
  if (pools.empty()) return;
  const Vector left = left_for_relaxed(update);
  for (const IntegralPool& pool : pools) {
    prepare_relaxed(update, pool);
    if (update.crash) return;
  }
  const double least =
      std::ranges::min_element(pools, {}, &IntegralPool::volume_ratio)->volume_ratio;
  const auto taken = [&](const IntegralPool& pool, double fit_factor) {
    const double suggestion = std::min(1.0, fit_factor * (pool.volume_ratio / least));
    return beyond_strong(update, pool.element, suggestion);
  };
  const auto fit_factor = piecewise::largest_where(0, 1, [&](double factor) {
    Vector sum;
    for (const IntegralPool& pool : pools) sum = sum + taken(pool, factor);
    return dominates(left, sum);
  });
  if (!update.verify(fit_factor.has_value(), 0,
                     "strong and burst guarantees leave something for relaxed pools")) {
    return;
  }
  for (const IntegralPool& pool : pools) {
    const Vector share = taken(pool, *fit_factor);
    const Vector limited = min(share, room_within_limits(update, pool.element));
    update.verify(dominates(limited, Vector{}), pool.element, "an integral share is not negative");
    add_integral_share(update, pool.element, limited);
    update.has_functions[pool.element] = false;
  }
}

}  // namespace

void give_integral_shares(Update& update) {
  for (const IntegralPool& pool : update.integral.burst) {
    if (!update.crash) give_burst_share(update, pool);
  }
  if (!update.crash) give_relaxed_shares(update);
}

}  // namespace fairshare::schedulers::ytsaurus_vector
