// KubeFed and KubeAdmiral: Plan, which divides the replicas of a workload among clusters. KubeFed's
// planner.go is that of August 2020 to the end of the project. KubeAdmiral's, which derives from
// it, is that since November 2023.
//
//     share_i(R) = min(max_i, capacity_i, min_i + weight_i * R)     in int64; the base rule
//
// Unit: a replica. Minimums are handed out first, as long as there are replicas. The rest is handed
// out in rounds: in the order of weights, the largest first, each cluster takes its part of what
// the round began with, rounded up, until nothing is left. A full cluster does not take part in the
// next round.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/schedulers/common/computed.h"
#include "fairshare/schedulers/common/fair_problem.h"
#include "fairshare/schedulers/common/level.h"

namespace fairshare::schedulers::planner {

enum class Release { kubefed, kubeadmiral };

struct Cluster {
  std::int64_t weight = 1;  // both use 0 if none is configured
  std::int64_t min = 0;
  std::optional<std::int64_t> max = std::nullopt;
  std::optional<std::int64_t> capacity = std::nullopt;  // an estimate of how many can run there
  std::optional<std::int64_t> current = std::nullopt;   // how many run there now; mostly 0 if none
  std::string name = "";

  friend bool operator==(const Cluster&, const Cluster&) = default;
};

struct Options {
  // KubeFed: spec.rebalance. KubeAdmiral: the opposite of avoidDisruption. False: running replicas
  // stay where they are, if possible.
  bool rebalances = false;
  std::string key = "";  // "namespace/name" of the workload, which enters the hashes
};

struct Plan {
  Shares<std::int64_t> shares;
  // What each cluster would get beyond its capacity. The caller adds it to the share, in case the
  // estimate is wrong.
  std::vector<std::int64_t> beyond;
  // False: clusters of the same weight have the same hash, and the releases take them in any order.
  bool is_ordered = true;

  friend bool operator==(const Plan&, const Plan&) = default;
};

// After this many steps an input is given up; a step is one cluster in one round.
inline constexpr std::int64_t steps_max = std::int64_t{1} << 24U;
struct Unfinished {
  friend bool operator==(const Unfinished&, const Unfinished&) = default;
};

// What the release returns, bit for bit, in the order of the clusters; or that it was given up,
// which needs more than 5,000 clusters, a negative number or one that wraps. Accepts any integers.
// Fault::overflow if a number wrapped. Among equal weights, the cluster with the smaller FNV-1 hash
// of name and key comes first; among equal hashes, the first in the list. KubeAdmiral's
// limitedCapacity and keepUnschedulableReplicas are off.
//
//     10, {1} x 9                          -> 2, 2, 2, 2, 2, 0, 0, 0, 0, in the order of the hashes
//     10, {2}, {1, 0, 3}, {3}              -> 4, 1, 5
//     9, {1, 4}, {2, 4}                    -> 4, 5: the larger weight takes the one that is left
//     3, {1, 2} x 2                        -> 2, 1: minimums, until nothing is left
//     10, {0, 1}, {0, 1}                   -> 1, 1: 8 are not handed out
//     10, {1}, {1, 0, -, 2}                -> 8, 2; beyond 0, 3
std::variant<Plan, Unfinished> compute(Release release, std::int64_t total,
                                       std::span<const Cluster> clusters, const Options& options);

// The 32-bit FNV-1 hash of a cluster's name and the key, as both releases compute it.
std::uint32_t hash_of(std::string_view name, std::string_view key);

// Its own rule, exactly; a problem of the base rule (schedulers/common/base_rule.h). The maximum is
// at most the capacity, and wins over the minimum. Running replicas do not count, since the
// preferences do not mention them. Negative numbers are a defect of the problem.
FairProblem fair_problem(std::int64_t total, std::span<const Cluster> clusters);

// Describes its levels: the demand is the capacity. Its shares are judged as whole units that add
// up to the total, each less than one away from its exact share. Parts are rounded up, and no
// method that rounds parts of a total to whole units may be further off.
LevelModel level_model(Release release);

}  // namespace fairshare::schedulers::planner
