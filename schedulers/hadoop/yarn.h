// YARN's ComputeFairShares, of five generations of releases.
//
//     share_i(R) = min(max(weight_i * R, min_i), max_i) in doubles, then cast to an integer
//     R = 1, doubled until used(R) >= T; then 25 halvings of [0, R]; the shares are those of the
//     upper end, so their sum reaches T, and usually exceeds it by a few units
//
// | release  | which           | integers        | fixed claimants | stops early |
// |----------|-----------------|-----------------|-----------------|-------------|
// | yarn-2.2 | 2.1 to 2.4      | int, wraps      | -               | no          |
// | yarn-2.5 | 2.5             | int, wraps      | -               | yes         |
// | yarn-2.7 | 2.6 to 2.7.3    | int, wraps      | yes             | yes         |
// | yarn-3.0 | 2.8, 3.0        | long, see below | yes             | yes         |
// | yarn-3   | since YARN-9173 | long, saturates | yes             | yes         |
//
// T is the smaller of the total and the sum of maximums. Since 2.6 (YARN-1458) claimants whose
// share does not depend on R are fixed: their shares are subtracted from the total, and T is the
// smaller of what is left (at least 0) and the sum of the others' maximums. yarn-3.0 holds amounts
// as longs, but casts shares to int, adds them as ints that wrap, and clips the sum of maximums and
// that of fixed shares to an int. YARN-8833 and YARN-9173 ended it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/common/computed.h"
#include "fairshare/schedulers/common/fair_problem.h"
#include "fairshare/schedulers/common/level.h"
#include "fairshare/schedulers/common/model_result.h"

namespace fairshare::schedulers::yarn {

enum class Release { v2_2, v2_5, v2_7, v3_0, v3 };

// The largest amount that the release holds: 2^31 - 1, or 2^63 - 1 from yarn-3.0 on. An absent
// maximum means the same.
std::int64_t amount_max(Release release);

// From yarn-3.0 on: YARN-3926.
bool has_resource_types(Release release);

// The largest number of vcores: every release stores them in an int.
inline constexpr std::int64_t vcores_max = std::numeric_limits<std::int32_t>::max();

struct Schedulable {  // a queue, or an application
  float weight = 1;   // as configured: negative, NaN and infinite are accepted
  std::int64_t min_share = 0;
  // Where there is no maximum, amount_max(release): before yarn-3.0 this default is out of range.
  std::int64_t max_share = std::numeric_limits<std::int64_t>::max();
  bool is_active = true;  // false: a queue in which no application runs

  friend bool operator==(const Schedulable&, const Schedulable&) = default;
};

enum class Kind {
  instantaneous,  // inactive queues are fixed at 0 (from 2.6 on)
  steady,         // all queues take part
};

// What the release returns, bit for bit. Asserts that every amount is within what the release
// holds: from -amount_max - 1 to amount_max.
//
//     v2_7, 10, {1} x 3                 -> 4, 4, 4
//     v2_2, 10, {0, 0, 100} x 2         -> Hang (YARN-1458)
//     v2_7, 10, {0, 8, 5}, {1, 0, 100}  -> 8, 2: a share fixed by weight 0 ignores its maximum
//     v3, 2^53 + 1, {1, 0, 2^53 + 1}    -> Hang: a long becomes a double on the way
//
// Fault::overflow means that an addition of shares (or their subtraction from the total) wrapped or
// saturated, or that an addition of maximums wrapped. A sum of maximums that saturates is not a
// fault: it means "unbounded". (In yarn-3.0 a total may still be higher; what is above 2^31 - 1 is
// then left unclaimed.)
//
// A share above `share_max` is stored as `share_max` (Resource.setResourceValue), which is not a
// fault either:
//
//     v3, 2^31 - 1, {1}, share_max vcores_max  -> 2^31 - 1; without it 2^31
Computed<std::int64_t> compute(Release release, std::int64_t total,
                               std::span<const Schedulable> schedulables,
                               Kind kind = Kind::instantaneous,
                               std::int64_t share_max = std::numeric_limits<std::int64_t>::max());

// Its own rule, exactly, in the numbers that the release holds: the maximum wins over the minimum,
// and the total is at most what can be claimed by the maximums.
//   - A maximum of amount_max is left out. No share exceeds the total, and so amount_max, unless
//     minimums do too, so this bound never applies: the outcome and the shares are the same.
//   - A fixed claimant (from yarn-2.7 on) has weight 0, its share as minimum and maximum, and the
//     reason as a note, the first that applies of: "fixed: maximum 0" (or below) at 0; "inactive"
//     at 0, even with a minimum; "fixed: weight 0" (or below) at max(min, 0), whatever its maximum.
//   - Minimums and fixed shares are never reduced: if they exceed the total, the problem is
//     overcommitted, and so is the cluster.
//
// The weights of claimants that are not fixed must be finite (asserted). Negative numbers of
// theirs, and a negative total, are a defect of the problem; the release treats such a total as 0.
FairProblem fair_problem(Release release, std::int64_t total,
                         std::span<const Schedulable> schedulables,
                         Kind kind = Kind::instantaneous);

// How far a share may be from the fair one because of the release's resolution: one unit, since
// shares are truncated, plus ratio_step times the largest weight of a claimant that is not fixed. 0
// if all are fixed. Nothing if `computed`, which must be compute's answer, is a hang, or if that
// step or a weight is infinite or NaN.
//
//     v2_7, 10, {1} x 3    -> 1 + 2^-23: R was doubled up to 4
//
// If there is no fault and no negative number, amounts are at most 2^53 (yarn-3.0: 2^31 - 1), and
// the fair problem's outcome is an allocation, then with n claimants that are not fixed and step =
// ratio_step * weight:
//
//     fair share - 1 < share <= fair share + n - 1 + step
//     |share - fair share| < this resolution, where their weights are equal
//
// A share can be n - 1 units too high for another reason than resolution: the release takes the
// first R at which the truncated shares reach T, and what truncation took from many claimants then
// goes to the few with more weight. Beyond 2^53 bounds are rounded to doubles.
std::optional<exact::Rational> resolution(const Computed<std::int64_t>& computed, Release release,
                                          std::span<const Schedulable> schedulables,
                                          Kind kind = Kind::instantaneous);

// `compute` with its resolution.
ModelResult model_result(Release release, std::int64_t total,
                         std::span<const Schedulable> schedulables, Kind kind = Kind::instantaneous,
                         std::int64_t share_max = std::numeric_limits<std::int64_t>::max());

// Describes its levels. A demand may be given; since YARN-736 it has no effect.
LevelModel level_model(Release release);

}  // namespace fairshare::schedulers::yarn
