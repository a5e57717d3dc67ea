// Whole queue trees of YARN's FairScheduler, down to the applications (FairScheduler.update).
//
// The root's fair share is the cluster. Then, top-down, each queue's policy divides its share among
// its child queues, a leaf's among its runnable applications:
//     fair   memory alone, by ComputeFairShares; the other resources are not divided
//     drf    each resource by itself, by ComputeFairShares and with the same weights
//     fifo   the earliest application gets everything
// A child's bounds are not limited by its parent's share: minimums may hand out more than that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/schedulers/hadoop/yarn.h"

namespace fairshare::schedulers::yarn {

enum class Policy { fair, drf, fifo };

struct Queue {
  std::optional<std::size_t> parent = std::nullopt;  // absent: the root, which comes first
  float weight = 1;
  // One amount per resource, or empty: 0 for minimums, amount_max for maximums. The root's are
  // ignored.
  std::vector<std::int64_t> min_share = {};
  std::vector<std::int64_t> max_share = {};
  Policy policy = Policy::fair;
  bool is_active = true;  // of a leaf without applications in the list: whether one runs in it

  friend bool operator==(const Queue&, const Queue&) = default;
};

struct Application {
  std::size_t queue = 0;           // a leaf
  std::int64_t memory_demand = 0;  // MB, not negative
  std::int32_t priority = 1;       // a factor of its weight
  bool is_runnable = true;      // false: it waits for other applications to end, and gets nothing
  std::int64_t start_time = 0;  // ms; among equal ones the first in the list is the earliest

  friend bool operator==(const Application&, const Application&) = default;
};

struct QueueTree {
  std::vector<std::int64_t> cluster;  // one amount per resource; memory first
  std::vector<Queue> queues;          // the root first, parents before children
  std::vector<Application> applications = {};
  bool size_based_weight = false;                    // yarn.scheduler.fair.sizebasedweight
  std::optional<std::size_t> vcores = std::nullopt;  // the resource that is stored in an int

  friend bool operator==(const QueueTree&, const QueueTree&) = default;
};

// True if a QueueTree is well formed: it has memory, exactly one root, parents before children, as
// many amounts as resources, and every application in a queue without child queues. All functions
// below assert this.
bool is_tree(const QueueTree& tree);

// One entry per queue: whether an application runs in it or below it.
std::vector<bool> find_active(const QueueTree& tree);

// The weight of an application (FairScheduler.getAppWeight): its priority, with size-based weights
// times log2(1 + demand in MB). A demand of 0 then means a weight of 0: YARN-1458. The product is
// rounded to float; since YARN-6612 (2017: not in 2.8 to 2.10, but in 3.0, whose code the model
// yarn-3.0 follows here) both factors are rounded, and their product again.
//
//     demand 1023, priority 2    -> 20; without size-based weights 2
//     demand 60, priority 3      -> 17.792213439941406; before yarn-3.0 17.792211532592773
float application_weight(Release release, const Application& application, bool size_based_weight);

// The largest share of a resource that the release stores.
std::int64_t share_max(Release release, const QueueTree& tree, std::size_t resource);

// What a queue claims of a resource. Its max share is the configured one, from yarn-3.0 on raised
// to its min share (YARN-2162, 2017: not in 2.8, but in 3.0, whose code the model yarn-3.0 follows
// here).
Schedulable as_claimant(Release release, const Queue& queue, std::size_t resource, bool is_active);

struct Spot {  // what a queue has of a resource
  std::size_t queue = 0;
  std::size_t resource = 0;

  friend bool operator==(const Spot&, const Spot&) = default;
};

// One run of ComputeFairShares: what `at.queue` has of `at.resource`, among its children.
struct Division {
  Spot at;
  bool among_applications = false;
  std::vector<std::size_t> claimants;  // indices of queues, or of applications
  std::vector<Schedulable> schedulables;
};

// All divisions that have claimants, in the order of the queues. Applications have no bounds.
// Steady shares stop at the leaves.
std::vector<Division> divisions(Release release, const QueueTree& tree,
                                Kind kind = Kind::instantaneous);

template <class Number>
struct TreeShares {
  // [queue][resource], [application][resource]; no applications in steady shares.
  std::vector<std::vector<Number>> queues;
  std::vector<std::vector<Number>> applications;
  std::vector<Spot> overflows = {};  // where an integer wrapped or saturated

  friend bool operator==(const TreeShares&, const TreeShares&) = default;
};

// The update thread never returns from this division, so nothing after it is computed either. It is
// the first in the order of the queues, which is the release's order if they are listed depth
// first.
struct TreeHang {
  Spot at;

  friend bool operator==(const TreeHang&, const TreeHang&) = default;
};

// What the release computes after a fresh start: a share that it does not set is 0, whereas a
// long-running process keeps the previous one. There are no steady shares before yarn-2.7 (2.6,
// YARN-2393).
//
//     yarn-3, 10 MB, a queue with three applications    -> 4, 4, 4 of them
//     minimums 8 and 8 below a queue that has 10        -> 8 and 8
std::variant<TreeShares<std::int64_t>, TreeHang> compute_tree(Release release,
                                                              const QueueTree& tree,
                                                              Kind kind = Kind::instantaneous);

// The first division, in the order of the queues, that has no fair allocation. `claimant` of a
// defect is an index into that division's claimants.
struct NoAllocationAt {
  Spot at;
  NoAllocation reason;

  friend bool operator==(const NoAllocationAt&, const NoAllocationAt&) = default;
};

// The release's own rule in exact numbers, top-down: each queue divides its exact share.
std::variant<TreeShares<exact::Rational>, NoAllocationAt> solve_tree_exactly(
    Release release, const QueueTree& tree, Kind kind = Kind::instantaneous);

}  // namespace fairshare::schedulers::yarn
