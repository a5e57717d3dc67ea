// KAI Scheduler (Run:ai): SetResourcesShare, which divides one resource among the children of a
// queue, as it stood in March 2026.
//
//     share_i(R) = min(requestable_i, deserved_i + weight_i * R)     in doubles; the base rule
//
// Strict priorities: what is above the deserved quotas goes to the highest tier until it has all it
// asks for. The request is held to the maximum, and wins over the deserved quota. Units: GPUs,
// milli-CPUs, bytes; requests may have parts of a GPU, but what does not satisfy a queue is cut to
// whole units, and the units left over go, one each, to those that were cut most, whatever they
// ask for. Queues are in Go maps, which are walked in another order each time: sums of the same
// weights differ in their last digits, and what is cut to whole units then differs by one.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "fairshare/exact/rational.h"
#include "fairshare/model/solution.h"
#include "fairshare/schedulers/common/fair_problem.h"
#include "fairshare/schedulers/common/level.h"
#include "fairshare/schedulers/kubernetes/any_order.h"

namespace fairshare::schedulers::kai {

inline constexpr double unlimited = -1;

struct Queue {
  double over_quota_weight = 1;
  double deserved = 0;             // its quota; `unlimited`: the total
  double max_allowed = unlimited;  // its limit
  double request = 0;
  int priority = 0;          // the highest is served first
  double usage = 0;          // of late, as a part of the cluster
  std::int64_t created = 0;  // a time: where equal parts were cut, the oldest queue comes first,
  std::string name = "";     // then the least name (its UID), then the first of the list

  friend bool operator==(const Queue&, const Queue&) = default;
};

// Every answer that the release can give, whatever the order in which Go walks its maps. `k_value`
// is how much past usage counts against a queue; 0 where that is off. Every number must be finite
// (asserted). See Answers about the many orders of many queues.
//
//     1, {2, 0, -1, 1}, {3, 0, -1, 0.75}                        -> 0, 1: more than was asked for
//     3, {2, 0, -1, 1.75}, {3, 0, -1, 1.5}, {1, 0, -1, 3}       -> 1, 1.5, 0.5 or 1.5, 1.5, 0
//     10, {1, 8, -1, 20} x 2                                    -> 8, 8: quotas are not scaled
//     1, {1, 0, -1, 1, priority 1} x 2, {1, 0, -1, 1}           -> 0, 0, 1: what is cut from the
//                                                                  high tier goes to the low one
Answers find_answers(double total, std::span<const Queue> queues, double k_value = 0,
                     Orders orders = Orders::all);

// How far a share may be from what the release means for the rounding of its doubles: it adds and
// subtracts n numbers in each of at most n rounds, and once more before and after them, none of
// which exceeds the total or what the quotas come to. Each is off by 2^-53 of itself at most. 0
// where these are no more than 2^53 and, with the requests, are added exactly, as whole units are.
//
//     1, {1, 0, -1, 1} x 3                  -> 0
//     7.08772, {1, 2.714337782006021}       -> 4 * 2^-53 * 7.08772
exact::Rational precision(double total, std::span<const Queue> queues);

// Its own rule, exactly, for queues of one priority (asserted), without usage: a problem of the
// base rule (schedulers/common/base_rule.h). Maximum = request, held to max_allowed; minimum =
// deserved, but no more than that. Every number must be finite (asserted); negative ones, other
// than `unlimited`, are a defect of the problem.
FairProblem fair_problem(double total, std::span<const Queue> queues);

// The fair division, tier by tier. The ratio is that of the lowest tier that has a part of what is
// above the quotas; those above it have all they ask for, those below their quotas. Asserts that
// the numbers make a problem, as above.
Solution<exact::Rational> solve_fair(double total, std::span<const Queue> queues);

// What a level of it looks like. A claimant without a demand wants the total, or its quota where
// that is more. What is fair goes by weights alone, whatever was used.
LevelModel level_model();

}  // namespace fairshare::schedulers::kai
