// The bottom-up half of YTsaurus's scalar tree: each element's demand, usage and largest possible
// usage, as ratios of the cluster. In the release: UpdateBottomUp and UpdateAttributes.
#pragma once

#include <span>
#include <vector>

#include "fairshare/schedulers/ytsaurus/scalar.h"

namespace fairshare::schedulers::ytsaurus::scalar {

struct Usage {
  double demand_ratio = 0;
  double usage_ratio = 0;
  double max_possible_usage_ratio = 0;
  double best_allocation_ratio = 0;      // of a pool: its children's largest, 0 without any
  double min_share_resources_ratio = 0;  // of what is configured in amounts: the largest ratio
  Resource dominant_resource = Resource::cpu;
};

// One per element. Without a cluster the ratios are used directly: the largest possible usage is
// the smallest of demand, limit, max_share_ratio and 1.
//
// With a cluster a product of an amount and a ratio is rounded to a whole unit, as the release
// does, except for cpu. If the cluster has none of the dominant resource, the demand ratio and the
// best allocation are 1 and the usage ratio is 0.
std::vector<Usage> usage_of(const Tree& tree, std::span<const std::vector<std::size_t>> children);

}  // namespace fairshare::schedulers::ytsaurus::scalar
