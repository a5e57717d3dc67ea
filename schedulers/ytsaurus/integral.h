// The pools of YTsaurus's vector HDRF that have integral guarantees, and what they have accumulated
// when an update begins (UpdateCumulativeAttributes, UpdateAccumulatedResourceVolume).
#pragma once

#include <cstddef>
#include <vector>

#include "fairshare/schedulers/ytsaurus/amounts.h"
#include "fairshare/schedulers/ytsaurus/vector.h"

namespace fairshare::schedulers::ytsaurus_vector {

// Amounts are compared by their largest fraction of the total, over all resources.
struct IntegralPool {
  std::size_t element = 0;
  double burst_ratio = 0;
  double flow_ratio = 0;
  // The fraction of the cluster that its volume pays for during the smooth period: the volume of
  // the resource that would run out first, divided by the period. 0 for an empty cluster.
  double volume_ratio = 0;
};

struct IntegralPools {
  std::vector<IntegralPool> burst = {};    // in the order of the list
  std::vector<IntegralPool> relaxed = {};  // likewise
  // One per element: its own flow plus those of all elements below it.
  std::vector<double> total_flow_ratio = {};
  // Strong guarantees of the root's children, and the flows (the bursts) of all pools, in amounts.
  bool flows_exceed_total = false;
  bool bursts_exceed_total = false;
};

// The volume plus the flow since the last update, limited to the flow of the saturation period; a
// volume that is already larger is unchanged. As the release holds it: a volume of cpu is in
// hundredths of a cpu for a second.
//     a flow of 0.1, a volume of 30, 60 seconds later   -> 36 seconds of the cluster, 0.6 of it
//     a flow of 0.1, a volume of 8637, 60 seconds later -> 8640, what a day accumulates
IntegralPools determine_integral_pools(const Tree& tree, const Children& children,
                                       const Guarantees& guarantees);

}  // namespace fairshare::schedulers::ytsaurus_vector
