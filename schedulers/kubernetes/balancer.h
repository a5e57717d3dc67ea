// The Balancer of kubernetes/autoscaler: distributeByProportions, its proportional policy, since
// February 2023.
//
//     share_i = clamp(floor(proportion_i * R), min_i, max_i)     D'Hondt's method, in doubles
//
// Unit: a replica. Minimums are placed first, and count: the floor rule. Then the replicas go, one
// by one, to the target with the highest proportion / (replicas + 1); among equal ones, to the
// first by name.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "fairshare/schedulers/common/computed.h"
#include "fairshare/schedulers/common/fair_problem.h"
#include "fairshare/schedulers/common/level.h"
#include "fairshare/schedulers/common/refusal.h"

namespace fairshare::schedulers::balancer {

// The maximum of a target without one.
inline constexpr std::int32_t unlimited = 1000000000;

struct Target {
  std::int32_t proportion = 1;  // the release uses 0 if none is configured
  std::int32_t min = 0;
  std::optional<std::int32_t> max = std::nullopt;
  std::string name = "";  // decides ties; equal names count in the order of the list

  friend bool operator==(const Target&, const Target&) = default;
};

struct Placement {
  Shares<std::int32_t> shares;
  std::int32_t missing = 0;  // by how much the minimums exceed the replicas
  std::int32_t beyond = 0;   // replicas that no target could take

  friend bool operator==(const Placement&, const Placement&) = default;
};

// What the release returns, bit for bit, in the order of the targets, if every pod has started; for
// pods that have not, it would hand out more as substitutes. Negative replicas, minimums and
// maximums are refused, as by the API server. Fault::overflow if the sum of the minimums wraps.
//
//     9, {1, 4}, {3}               -> 4, 5: the minimum counts
//     4, {1}, {3}                  -> 1, 3
//     3, {1, 2}, {1, 2}            -> 2, 2; 1 is missing
//     9, {1, 0, 2}, {0}            -> 2, 0; 7 are beyond
std::variant<Placement, Refusal> compute(std::int32_t replicas, std::span<const Target> targets);

// Its own rule, exactly: the floor rule. A maximum below the minimum is raised to it. An absent
// maximum is `unlimited`, which only matters if there are more replicas than that. A negative
// proportion is a defect of the problem.
FairProblem fair_problem(std::int32_t replicas, std::span<const Target> targets);

// Describes its levels. Shares are judged as whole units by D'Hondt's method.
LevelModel level_model();

}  // namespace fairshare::schedulers::balancer
