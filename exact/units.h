// Whole units by each of the four methods of model/units.h, in exact numbers.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/model/units.h"

namespace fairshare::exact {

// Why a problem cannot be solved in whole units: a number that is not whole.
struct NotWhole {
  enum class Field { total, min_share, max_share };
  Field field;
  std::size_t claimant = 0;  // of a bound

  friend bool operator==(const NotWhole&, const NotWhole&) = default;
};

// The first such number. The total must be whole, and for a divisor method each bound as well.
// Hamilton accepts any bounds, and may cross one that is not whole by less than a unit.
std::optional<NotWhole> find_not_whole(const Problem<Rational>& problem, Units units);

// The total handed out in whole units. A claimant of weight 0 gets its minimum. The ratio is that
// of the exact shares for hamilton, and for a divisor method the least R that gives these units:
// the greatest signpost(share) / weight among claimants above their minimum, or 0. Among claimants
// that are equally due, the first in the list get the units; `find_tied` names them all.
//
//     {10, {{1}, {1}, {1}}}, any method     -> 4, 3, 3; tied 0, 1, 2
//     36 by 27744, 25178, 19947, 14614, 9225 and 3292 (Balinski and Young):
//         hamilton    10, 9, 7, 5, 4, 1         dhondt    11, 9, 7, 5, 3, 1
//         webster     10, 9, 8, 5, 3, 1         adams     10, 9, 7, 5, 3, 2
//     {3, {{1, 0, 1}, {1, 0, 1}}}           -> Surplus 1
//
// The outcome is that of `solve`. n log n comparisons. Asserts `!find_defect(problem)` and
// `!find_not_whole(problem, units)`.
Solution<Rational> solve_units(const Problem<Rational>& problem, Units units);

// The claimants that are equally due for the last units, if there are not enough for all of them,
// in ascending order; empty without a tie. `allocation` must be an answer of solve_units.
std::vector<std::size_t> find_tied(const Problem<Rational>& problem,
                                   const Allocation<Rational>& allocation, Units units);

}  // namespace fairshare::exact
