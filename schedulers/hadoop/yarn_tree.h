// Whole queue trees of YARN's FairScheduler, down to the applications (FairScheduler.update).
//
// The root's fair share is the cluster. Then, top-down, each queue's policy divides its share among
// its child queues, a leaf's among its runnable applications:
//     fair   memory alone, by ComputeFairShares; the other resources are not divided
//     drf    each resource by itself, by ComputeFairShares and with the same weights
//     fifo   the earliest application gets everything
// A child's bounds are not cut to what its parent has: minimums may hand out more than that.
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
  std::optional<std::size_t> parent = std::nullopt;  // absent: the root, which stands first
  float weight = 1;
  // One amount a resource, or empty: 0, and amount_max. Those of the root do not matter.
  std::vector<std::int64_t> min_share = {};
  std::vector<std::int64_t> max_share = {};
  Policy policy = Policy::fair;
  bool is_active = true;  // of a leaf without applications here: does one run in it?

  friend bool operator==(const Queue&, const Queue&) = default;
};

struct Application {
  std::size_t queue = 0;           // a leaf
  std::int64_t memory_demand = 0;  // MB, not negative
  std::int32_t priority = 1;       // a factor of its weight
  bool is_runnable = true;         // false: it waits for others to end, and gets nothing
  std::int64_t start_time = 0;     // ms; of equal ones the first in the list is the earliest

  friend bool operator==(const Application&, const Application&) = default;
};

struct QueueTree {
  std::vector<std::int64_t> cluster;  // one amount a resource; memory first
  std::vector<Queue> queues;          // the root first, parents before children
  std::vector<Application> applications = {};
  bool size_based_weight = false;                    // yarn.scheduler.fair.sizebasedweight
  std::optional<std::size_t> vcores = std::nullopt;  // the resource that is stored in an int

  friend bool operator==(const QueueTree&, const QueueTree&) = default;
};

// True where a QueueTree is one: memory, a root and only one, parents before children, as many
// amounts as resources, every application in a queue without child queues. Asserted by all below.
bool is_tree(const QueueTree& tree);

// One a queue: an application runs in it or below it.
std::vector<bool> find_active(const QueueTree& tree);

// The weight of an application (FairScheduler.getAppWeight): its priority, with size-based weights
// times log2(1 + demand in MB). A demand of 0 then means a weight of 0: YARN-1458. The product is
// rounded to float; since YARN-6612 (2017: not in 2.8 to 2.10, but in 3.0, which that model takes
// for its own) both factors are, and their product again.
//
//     demand 1023, priority 2    -> 20; without size-based weights 2
//     demand 60, priority 3      -> 17.792213439941406; before yarn-3.0 17.792211532592773
float application_weight(Release release, const Application& application, bool size_based_weight);

// The largest share of a resource that the release stores.
std::int64_t share_max(Release release, const QueueTree& tree, std::size_t resource);

// What a queue claims of a resource. Its max share is the configured one, from yarn-3.0 on lifted
// to its min share (YARN-2162, 2017: not in 2.8, but in 3.0, which that model takes for its own).
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

// All of them that have claimants, in the order of the queues. Applications are bounded by nothing.
// Steady shares end at the leaves.
std::vector<Division> divisions(Release release, const QueueTree& tree,
                                Kind kind = Kind::instantaneous);

template <class Number>
struct TreeShares {
  // [queue][resource], [application][resource]; no applications in steady shares.
  std::vector<std::vector<Number>> queues;
  std::vector<std::vector<Number>> applications;
  std::vector<Spot> overflows = {};  // where an integer wrapped or was held at its end

  friend bool operator==(const TreeShares&, const TreeShares&) = default;
};

// The update thread never returns from this division, so nothing after it is computed either. The
// first in the order of the queues, which is the release's own where they stand depth first.
struct TreeHang {
  Spot at;

  friend bool operator==(const TreeHang&, const TreeHang&) = default;
};

// What the release computes, from a fresh start: what it does not set is 0, whereas a long-lived
// one keeps what was there before. There are no steady shares before yarn-2.7 (2.6, YARN-2393).
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
