// YDB's compute scheduler: DistributeFairShare, which divides the CPUs of a node, a database or a
// pool among its children. As of ydb-platform/ydb 092b81ff,
// ydb/core/kqp/runtime/scheduler/tree/snapshot.cpp, with FillDemand (pull request 53785).
//
//     share_i(R) = min(actual_i, weight_i * R)           if the CPUs are at most all actual_i
//     share_i(R) = min(most_i, actual_i + weight_i * R)  if they are more
//
// In whole CPUs: parts are cut down to units, and the units left over go to the largest fractions;
// among equal ones, to the first in the order of names. Products and quotients are doubles.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "fairshare/schedulers/common/computed.h"
#include "fairshare/schedulers/common/fair_problem.h"
#include "fairshare/schedulers/common/level.h"
#include "fairshare/schedulers/common/refusal.h"

namespace fairshare::schedulers::ydb {

struct Pool {
  double weight = 1;
  std::int64_t actual_demand = 0;  // CPUs that its tasks wanted; counts up to max_demand
  std::int64_t max_demand = 0;     // CPUs that its tasks can use, capped by its limit
  std::string name = "";           // children are in the order of names; equal names as listed

  friend bool operator==(const Pool&, const Pool&) = default;
};

// What the release computes, bit for bit, in the order of the pools. Refuses a weight that is not
// above 0, as YDB does, and numbers below 0, which it cannot hold. Overflow if it hands out more
// than there is, so that the unsigned rest wraps.
//
//     10, {6, 10, 10}, {6, 10, 10}, {2, 10, 10}      -> 4, 4, 2
//     11, the same                                   -> 5, 5, 1: more CPUs, and the last gets less
//     12, {1, 3, 9}, {2, 3, 4}                       -> 8, 4: 3 each, then 5, and 1 up to its most
//     10, {1e308, 20, 20} x 2                        -> 20, 20: the weights add up to infinity
std::variant<Shares<std::int64_t>, Refusal> compute(std::int64_t total,
                                                    std::span<const Pool> pools);

// Its own rule, exactly and in parts of CPUs, by the base rule (schedulers/common/base_rule.h).
// Every number must be finite (asserted); negative ones are a defect of the problem.
FairProblem fair_problem(std::int64_t total, std::span<const Pool> pools);

// Describes its levels. A claimant without a demand wants the total; without a maximum it can use
// the total.
LevelModel level_model();

}  // namespace fairshare::schedulers::ydb
