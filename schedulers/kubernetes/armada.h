// Armada: updateFairShares, which divides a pool among queues, as of August 2026.
//
//     share_i(R) = min(weight_i * R, demand_i)     in doubles; the floor rule without minimums
//
// Unit: the pool, so the total is 1. An approximation: what queues leave is redistributed by weight
// until at most 1 % of the pool is left, or ten times.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fairshare/schedulers/common/computed.h"
#include "fairshare/schedulers/common/fair_problem.h"
#include "fairshare/schedulers/common/level.h"

namespace fairshare::schedulers::armada {

// How much of the pool the release may leave undivided, if ten rounds are enough.
inline constexpr double rest_max = 0.01;

struct Queue {
  double weight = 1;      // 1 / priority factor
  double demand = 1;      // its constrained demand as a fraction of the pool
  std::string name = "";  // sums are taken in the order of names; equal names as listed

  friend bool operator==(const Queue&, const Queue&) = default;
};

struct Division {
  Shares<double> shares;             // demandCappedAdjustedFairShare: what a queue should have
  std::vector<double> by_weight;     // fairShare: weight / sum of weights
  std::vector<double> if_unbounded;  // uncappedAdjustedFairShare: with unlimited demand

  friend bool operator==(const Division&, const Division&) = default;
};

// What the release returns, bit for bit, in the order of the queues. Accepts any doubles.
//
//     {1, 1}, {1, 1/4}            -> 3/4, 1/4: what the second leaves is redistributed
//     {1, 1}, {1, 0.495}          -> 0.5, 0.495: 0.005 is left, though the first wants it
//     {0, 1} x 2                  -> 0, 0
Division compute(std::span<const Queue> queues);

// Its own rule, exactly: a total of 1, weights as they are, no minimums, maximum = demand. Every
// number must be finite (asserted); negative ones are a defect of the problem.
FairProblem fair_problem(std::span<const Queue> queues);

// Describes its levels: the total is the pool, and no claimant has a minimum. Details, in this
// order: by_weight and if_unbounded.
LevelModel level_model();

}  // namespace fairshare::schedulers::armada
