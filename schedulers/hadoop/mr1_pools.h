// MR1's pools and jobs (Hadoop 0.21, 0.22 and 1.x, contrib/fairscheduler): how it applies the
// computation of mr1.h.
//
// Map slots and reduce slots are two independent problems. In each the pools divide the cluster's
// slots, and then a fair pool's jobs divide its share, the unrounded double. Demand bounds every
// claimant: a job by what it can run, a pool by the sum of that, at most by its maximum. Jobs have
// no minimum; those of a fifo pool have no share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/schedulers/hadoop/mr1.h"

namespace fairshare::schedulers::mr1 {

enum class TaskType : std::size_t { map, reduce };

struct Slots {
  std::int32_t maps = 0;
  std::int32_t reduces = 0;

  std::int32_t of(TaskType type) const { return type == TaskType::map ? maps : reduces; }
  friend bool operator==(const Slots&, const Slots&) = default;
};

enum class Priority { very_high, high, normal, low, very_low };

struct Job {
  Priority priority = Priority::normal;
  Slots demand = {};
  bool is_runnable = true;  // false: it demands nothing (JobSchedulable.updateDemand)
  std::int64_t start_time = 0;
  // The weight that the site's own adjuster returns for it; absent: no adjuster.
  std::optional<double> weight = std::nullopt;

  friend bool operator==(const Job&, const Job&) = default;
};

enum class Mode { fair, fifo };

struct Pool {
  double weight = 1;
  Slots min_share = {};  // minMaps, minReduces
  Slots max_share = {std::numeric_limits<std::int32_t>::max(),
                     std::numeric_limits<std::int32_t>::max()};
  Mode mode = Mode::fair;
  std::vector<Job> jobs = {};
  Slots further_demand = {};  // of jobs that are not listed

  friend bool operator==(const Pool&, const Pool&) = default;
};

// mapred.fairscheduler.weightadjuster: returns the weight to use instead of `weight`.
using WeightAdjuster = std::function<double(const Job&, TaskType, double weight)>;

// NewJobWeightBooster: `factor` times the weight while now - start_time is below `duration`. Times
// are in milliseconds; their difference wraps.
struct NewJobWeightBooster {
  std::int64_t now = 0;
  float factor = 3;                 // mapred.newjobweightbooster.factor
  std::int64_t duration = 300'000;  // mapred.newjobweightbooster.duration

  double operator()(const Job& job, TaskType type, double weight) const;
};

struct PoolTree {
  Slots cluster = {};
  std::vector<Pool> pools = {};
  bool size_based_weight = false;  // mapred.fairscheduler.sizebasedweight
  WeightAdjuster adjust_weight = {};
};

// FairScheduler.getJobWeight: 1 for a job that is not runnable; else by priority 4, 2, 1, 1/2 or
// 1/4, with size-based weights times log2(1 + demand), then adjusted.
//
//     HIGH, 15 maps, size-based                     -> 8
//     the same, not yet five minutes old, boosted   -> 24
double job_weight(const PoolTree& tree, const Job& job, TaskType type);

// 0 for a job that is not runnable.
std::int32_t job_demand(const Job& job, TaskType type);

// min(sum of its jobs' demands, its maximum). The sum is an int and wraps: two jobs that demand
// 2^31 - 1 each make a pool that demands -2.
std::int32_t pool_demand(const Pool& pool, TaskType type);

// What divides: a pool, or (absent) the cluster.
using PoolDivider = std::optional<std::size_t>;

// One run of SchedulingAlgorithms.computeFairShares: the pools, or the jobs of a fair pool, in
// their order.
struct PoolDivision {
  PoolDivider at;
  std::vector<Schedulable> schedulables;
};

// All divisions for one type of task that have claimants, that of the pools first.
std::vector<PoolDivision> divisions(const PoolTree& tree, TaskType type);

template <class Number>
struct PoolShares {
  std::vector<Number> pools;
  std::vector<std::vector<Number>> jobs;  // [pool][job]; 0 in fifo pools
  bool has_nan = false;                   // a share is NaN

  friend bool operator==(const PoolShares&, const PoolShares&) = default;
};

struct PoolHang {  // this division never returns, and nothing after it is computed
  PoolDivider at;

  friend bool operator==(const PoolHang&, const PoolHang&) = default;
};

// What the release computes for one type of task.
//
//     10 slots, pools of weight 1 and 3 that demand 100 each    -> 2.5, 7.5 (and 7e-8 more)
//     a pool of weight 0 alone                                  -> NaN, which its jobs divide as 0
std::variant<PoolShares<double>, PoolHang> compute_pools(const PoolTree& tree, TaskType type);

// The first division without a fair allocation.
struct PoolNoAllocationAt {
  PoolDivider at;
  NoAllocation reason;

  friend bool operator==(const PoolNoAllocationAt&, const PoolNoAllocationAt&) = default;
};

// The same rule in exact numbers: jobs divide their pool's exact share, and demands add up without
// wrapping. Job weights are doubles all the same.
std::variant<PoolShares<exact::Rational>, PoolNoAllocationAt> solve_pools_exactly(
    const PoolTree& tree, TaskType type);

}  // namespace fairshare::schedulers::mr1
