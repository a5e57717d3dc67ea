// MR1 (Hadoop 0.21, 0.22 and 1.x, contrib/fairscheduler): SchedulingAlgorithms.computeFairShares.
//
//     share_i(R) = min(max(weight_i * R, min_share_i), demand_i)      in doubles
//     T = min(sum of demands, total)
//     R = 1, doubled until used(R) >= T; then 25 halvings of [0, R]; the shares are those of the
//     upper end
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/common/computed.h"
#include "fairshare/schedulers/common/fair_problem.h"
#include "fairshare/schedulers/common/level.h"
#include "fairshare/schedulers/common/model_result.h"

namespace fairshare::schedulers::mr1 {

struct Schedulable {  // a pool, or a job
  double weight = 1;
  std::int32_t min_share = 0;  // slots
  std::int32_t demand = 0;     // slots; the only upper bound, and it wins over min_share

  friend bool operator==(const Schedulable&, const Schedulable&) = default;
};

// What the release returns, bit for bit: sums in the order of the list, NaN if 0 * infinity enters
// a share, Hang if doubling never reaches T. Accepts any doubles and any integers.
//
//     10, {1, 0, 100} x 3                        -> 3.3333333730697632 x 3: 25 halvings are too few
//     10, {0, 0, 100} x 2                        -> NaN, NaN: R is doubled up to infinity
//     10, {1, 8, 100}, {1, 8, 100}, {1, 0, 100}  -> 8, 8, 2.98e-8: minimums are not scaled
//     10, {-1, 0, 100}                           -> Hang: its share is 0 at every ratio
//     0, {1, 0, 100}                             -> 2.98e-8: the ratio is never 0, but 2^-25 or
//     more
Computed<double> compute(double total, std::span<const Schedulable> schedulables);

// Its own rule, exactly: weights as they are, maximum = demand, minimum = min(min_share, demand),
// total = min(sum of demands, total).
//
// Weights must be finite, and the total not NaN or -infinity (asserted); negative numbers are a
// defect of the problem.
FairProblem fair_problem(double total, std::span<const Schedulable> schedulables);

// How far a share may be from the fair one because of the release's resolution: the largest weight
// times ratio_step, plus (n + 1) * (2^-52 * sum of the shares + 2^-1074), which exceeds the
// rounding errors of n products and of two sums of n doubles; rounded up to a double.
//
// If no number is negative and the fair problem has an allocation, no share is farther from it.
// Nothing if `computed`, which must be compute's answer, is a hang, or if ratio_step, a weight or a
// share is infinite or NaN.
//
//     10, {1, 0, 100} x 3    -> 2^-23 + 4 * 2^-52 * 10.0000001: a little more than 1.19e-7
std::optional<exact::Rational> resolution(const Computed<double>& computed,
                                          std::span<const Schedulable> schedulables);

// `compute` with its resolution.
ModelResult model_result(double total, std::span<const Schedulable> schedulables);

// Describes its levels. A pool demands no more than its maximum; MR1 uses maximums for nothing
// else.
LevelModel level_model();

}  // namespace fairshare::schedulers::mr1
