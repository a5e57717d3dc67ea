// KubeFed and KubeAdmiral: Plan, which divides the replicas of a workload among clusters. KubeFed's
// planner.go as it stood from August 2020 to the end of the project, KubeAdmiral's, which came of
// it, as it stands since November 2023.
//
//     share_i(R) = min(max_i, capacity_i, min_i + weight_i * R)     in int64; the base rule
//
// Unit: a replica. Minimums are handed out first while there is something left, then the rest in
// rounds: in the order of weights, the largest first, each cluster takes its part of what the round
// began with, rounded up, until nothing is left. A cluster that is full is not in the next round.
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
  std::int64_t weight = 1;  // both take 0 where none is configured
  std::int64_t min = 0;
  std::optional<std::int64_t> max = std::nullopt;
  std::optional<std::int64_t> capacity = std::nullopt;  // how many can run there, as it estimates
  std::optional<std::int64_t> current = std::nullopt;   // how many run there now; mostly 0 if none
  std::string name = "";

  friend bool operator==(const Cluster&, const Cluster&) = default;
};

struct Options {
  // KubeFed: spec.rebalance. KubeAdmiral: the opposite of avoidDisruption. False: what runs stays
  // where it is, as far as it can.
  bool rebalances = false;
  std::string key = "";  // "namespace/name" of the workload, of which hashes are made
};

struct Plan {
  Shares<std::int64_t> shares;
  // What a cluster would have beyond its capacity; the caller adds it to the share, in case that
  // the estimate is wrong.
  std::vector<std::int64_t> beyond;
  // False: clusters of the same weight have the same hash, and the releases take them in any order.
  bool is_ordered = true;

  friend bool operator==(const Plan&, const Plan&) = default;
};

// An input is given up after so many steps: rounds times the clusters in them.
inline constexpr std::int64_t steps_max = std::int64_t{1} << 24U;
struct Unfinished {
  friend bool operator==(const Unfinished&, const Unfinished&) = default;
};

// What the release returns, bit for bit, in the order of the clusters; or that it was given up,
// which takes more than 5,000 clusters, a negative number or one that wraps. Takes any integers.
// Fault::overflow where a number wrapped. Of equal weights the cluster with the smaller FNV-1 hash
// of name and key comes first, of equal hashes as listed. Without KubeAdmiral's limitedCapacity,
// and with its keepUnschedulableReplicas switched off.
//
//     10, {1} x 9                          -> 2, 2, 2, 2, 2, 0, 0, 0, 0, in the order of the hashes
//     10, {2}, {1, 0, 3}, {3}              -> 4, 1, 5
//     9, {1, 4}, {2, 4}                    -> 4, 5: one is left, which the larger weight takes
//     3, {1, 2} x 2                        -> 2, 1: minimums as long as there is something left
//     10, {0, 1}, {0, 1}                   -> 1, 1: 8 are not handed out
//     10, {1}, {1, 0, -, 2}                -> 8, 2; beyond 0, 3
std::variant<Plan, Unfinished> compute(Release release, std::int64_t total,
                                       std::span<const Cluster> clusters, const Options& options);

// FNV-1 of 32 bits, as both releases take it of a cluster's name and the key.
std::uint32_t hash_of(std::string_view name, std::string_view key);

// Its own rule, exactly; a problem of the base rule (schedulers/common/base_rule.h). The maximum is
// also no more than the capacity, and wins over the minimum. What runs now does not count: the
// preferences say nothing of it. Negative numbers are a defect of the problem.
FairProblem fair_problem(std::int64_t total, std::span<const Cluster> clusters);

// What a level of it looks like: the demand is the capacity. Its shares are judged as whole units
// that add up, each less than one away from its exact share: parts are rounded up, and no method
// that rounds parts of a total to whole units may do less.
LevelModel level_model(Release release);

}  // namespace fairshare::schedulers::planner
