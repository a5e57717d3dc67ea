// KAI Scheduler (Run:ai): SetResourcesShare, which divides one resource among the children of a
// queue, from 0.9 to 0.17 (August 2026).
//
//     share_i(R) = min(requestable_i, deserved_i + weight_i * R)     in doubles; the base rule
//
// Strict priorities: what is above the deserved quotas goes to the highest tier until it has all it
// requests. The request is limited by the maximum, and wins over the deserved quota. Units: GPUs,
// milli-CPUs, bytes; requests may be for fractions of a GPU, but a share that does not satisfy its
// queue is truncated to whole units, and the units left over go, one each, to the queues that lost
// most, whatever they request. Queues are in Go maps, whose iteration order differs each time: sums
// of the same weights differ in their last digits, and truncated shares then differ by one.
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
  double usage = 0;          // recent usage, as a fraction of the cluster
  std::int64_t created = 0;  // a time: of queues that lost equally, the oldest comes first,
  std::string name = "";     // then the least name (its UID), then the first in the list

  friend bool operator==(const Queue&, const Queue&) = default;
};

// Every answer that the release can give, for any iteration order of its Go maps. `k_value` is the
// weight of past usage against a queue; 0 turns that off. Every number must be finite (asserted).
// With many queues not all orders are tried, and after some tenths of a second only one: see
// Answers.
//
//     1, {2, 0, -1, 1}, {3, 0, -1, 0.75}                        -> 0, 1: more than was asked for
//     3, {2, 0, -1, 1.75}, {3, 0, -1, 1.5}, {1, 0, -1, 3}       -> 1, 1.5, 0.5 or 1.5, 1.5, 0
//     10, {1, 8, -1, 20} x 2                                    -> 8, 8: quotas are not scaled
//     1, {1, 0, -1, 1, priority 1} x 2, {1, 0, -1, 1}           -> 0, 0, 1: what is cut from the
//                                                                  high tier goes to the low one
Answers find_answers(double total, std::span<const Queue> queues, double k_value = 0,
                     Orders orders = Orders::all);

// How far rounding in the release's doubles may move a share: it adds and subtracts n numbers in
// each of at most n rounds, and once more before and after them, none of which exceeds the total or
// the sum of the quotas. Each is off by at most 2^-53 of itself. 0 if these are at most 2^53 and,
// with the requests, are added exactly, as whole units are.
//
//     1, {1, 0, -1, 1} x 3                                -> 0
//     7.08772, {1, 2.714337782006021, -1, 7.08772}        -> 4 * 2^-53 * 7.08772
exact::Rational precision(double total, std::span<const Queue> queues);

// Its own rule, exactly, for queues of one priority (asserted), without usage: a problem of the
// base rule (schedulers/common/base_rule.h). Maximum = min(request, max_allowed); minimum =
// deserved, but no more than the maximum. Every number must be finite (asserted); negative ones,
// other than `unlimited`, are a defect of the problem.
FairProblem fair_problem(double total, std::span<const Queue> queues);

// The fair division, tier by tier. The ratio is that of the lowest tier that gets a part of what is
// above the quotas; tiers above it have all they request, tiers below it their quotas. Asserts that
// the numbers make a problem, as above.
Solution<exact::Rational> solve_fair(double total, std::span<const Queue> queues);

// Describes its levels. A claimant without a demand wants the total, or its quota if that is more.
// The fair shares depend on weights alone, not on usage.
LevelModel level_model();

}  // namespace fairshare::schedulers::kai
