// Karmada: AllocateWebsterSeats, with which the scheduler has divided replicas among clusters since
// October 2025 (release 1.16), as of August 2026.
//
//     share_i = has_i + round(weight_i * R)     Webster's method, in doubles; the base rule
//
// Unit: a replica. With StaticWeight the weights are the configured ones, and no cluster has
// replicas beforehand. With DynamicWeight and Aggregated, the weights are how many replicas the
// clusters can take. If such a workload grows, each cluster keeps what it has, and only the new
// replicas are divided. If it shrinks, all replicas are divided again, and the weights are what the
// clusters had.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fairshare/schedulers/common/computed.h"
#include "fairshare/schedulers/common/fair_problem.h"
#include "fairshare/schedulers/common/level.h"

namespace fairshare::schedulers::karmada {

struct Cluster {
  std::int64_t weight = 1;  // the API accepts 1 and more
  std::int32_t has = 0;     // at least 0
  std::string name = "";    // decides ties of clusters given equally many; else as listed

  friend bool operator==(const Cluster&, const Cluster&) = default;
};

// True if the last name, not the first, wins a tie between clusters that were given equally many
// replicas: if the FNV-1a hash of the workload's UID is odd.
bool takes_the_last_name(std::string_view uid);

// What the release returns, bit for bit, in the order of the clusters. Nothing if it would take
// more than 2^20 steps besides those whose result is known beforehand: if no weight is positive, or
// if a cluster is given 2^30 replicas, at which 2 * replicas + 1 wraps. Fault::overflow if the sum
// of the weights wraps. If that sum is 0, no replicas are handed out.
//
//     4, {1}, {3}                              -> 1, 3
//     10, {1, 2}, {1}                          -> 6, 4: the 8 that are new are divided
//     3, {1} x 2, "a" and "b"                  -> 2, 1; 1, 2 where the last name wins
//     1, {2^53}, {2^53 + 1}, "a" and "b"       -> 1, 0: the same double
std::optional<Shares<std::int32_t>> compute(std::int32_t total, std::span<const Cluster> clusters,
                                            std::string_view uid);

// Its own rule, exactly; a problem of the base rule (schedulers/common/base_rule.h). Negative
// numbers are a defect of the problem.
FairProblem fair_problem(std::int32_t total, std::span<const Cluster> clusters);

// Describes its levels: the minimum is what a cluster has, the key is the workload's UID. Shares
// are judged as whole units by Webster's method.
LevelModel level_model();

}  // namespace fairshare::schedulers::karmada
