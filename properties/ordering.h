// What can be said about shares without the total: whether some ratio R gives them.
//
// Schedulers that only order (Kueue, YuniKorn, Mesos, pools of Spark, Slurm) compute no shares:
// they serve next the claimant that holds the least per weight. Their allocations may still be
// those of a ratio. That is checked here; whether they add up to the total is not.
#pragma once

#include <optional>
#include <span>
#include <variant>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/properties/fairness.h"

namespace fairshare::properties {

// All ratios that give every claimant a share in its interval. An open end is not included.
struct RatioRange {
  Rational low = 0;
  std::optional<Rational> high = std::nullopt;  // nothing: no upper end
  bool low_open = false;
  bool high_open = false;
};

// That range, or why there is none: BelowMin, AboveMax or Unequal. `problem.total` is ignored.
//
//     {w 1}, {w 2, max 30}, shares 10 and 20    -> 10 to 10
//     {w 1}, {w 2, max 30}, shares 20 and 30    -> 20 to 20: the second is at its maximum
//     {w 1, max 5}, {w 1, max 7}, shares 5 and 7-> 7 and everything above
//     {w 1}, {w 2, max 30}, shares 20 and 10    -> Unequal: 0 is richer than 1
//
// Asserts `!find_defect(problem)` and one interval per claimant.
std::variant<RatioRange, Violation> find_ratio_range(const Problem<Rational>& problem,
                                                     std::span<const Interval> reported);

// The same for one claimant alone, without a defect (asserted); nothing if its share is out of its
// bounds.
std::optional<RatioRange> find_ratio_range(const Claimant<Rational>& claimant,
                                           const Interval& reported);

}  // namespace fairshare::properties
