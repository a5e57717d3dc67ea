// Karmada: AllocateWebsterSeats, by which the scheduler divides replicas among clusters since
// October 2025 (release 1.16), as it stood in August 2026.
//
//     share_i = has_i + round(weight_i * R)     Webster's method, in doubles; the base rule
//
// Unit: a replica. The weights are those of StaticWeight, of which nothing runs beforehand; or how
// many replicas the clusters can take, of DynamicWeight and Aggregated. When such a workload grows,
// what a cluster has stays and only what is new is divided; when it shrinks, all of it is divided
// anew by what the clusters had, so these are weights then.
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
  std::int64_t weight = 1;  // the API takes 1 and more
  std::int32_t has = 0;     // from 0 on
  std::string name = "";    // decides ties between clusters that were given as many; else as listed

  friend bool operator==(const Cluster&, const Cluster&) = default;
};

// Of ties between clusters that were given as many replicas, the last name wins, and not the first:
// where the FNV-1a hash of the workload's UID is odd.
bool takes_the_last_name(std::string_view uid);

// What the release returns, bit for bit, in the order of the clusters. Nothing where it would take
// more than 2^20 steps besides those that are known beforehand: no weight is positive, or a cluster
// is given 2^30 replicas, at which 2 * replicas + 1 wraps. Fault::overflow where the sum of the
// weights wraps. Nothing is divided where that sum is 0.
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

// What a level of it looks like: the minimum is what a cluster has, the key the workload's UID.
// Shares are judged as whole units by Webster's method.
LevelModel level_model();

}  // namespace fairshare::schedulers::karmada
