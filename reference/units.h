// Whole units, fast: integers in, integers out, and each of them exact.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <variant>
#include <vector>

#include "fairshare/model/solution.h"
#include "fairshare/model/units.h"
#include "fairshare/reference/solve.h"

namespace fairshare::reference {

inline constexpr std::int64_t units_max = std::int64_t{1} << 53U;  // of any number
inline constexpr std::int64_t no_maximum = std::numeric_limits<std::int64_t>::max();

struct UnitColumns {  // equally long, one entry per claimant
  std::span<const std::int64_t> weight;
  std::span<const std::int64_t> min_share;
  std::span<const std::int64_t> max_share;  // or no_maximum
};

// The ratio of exact::solve_units: numerator / denominator, not in lowest terms.
struct UnitRatio {
  std::int64_t numerator;
  std::int64_t denominator;
  bool is_tied;  // other claimants are equally due for the last units
};
using UnitOutcome = std::variant<UnitRatio, Overcommitted<double>, Surplus<double>>;

// One unit, or one bound, with its price. Internal to the workspace.
struct PricedUnit {
  std::int64_t numerator;
  std::int64_t weight;
  std::size_t claimant;
};

// Scratch memory, to be reused; it grows to the largest problem solved so far. Do not share it
// between threads.
struct UnitWorkspace {
  Workspace workspace = {};
  std::vector<double> weight = {}, min_share = {}, max_share = {}, shares = {};
  std::vector<PricedUnit> heap = {};
};

// The total in whole units, as exact::solve_units hands them out: the same units, ratio and ties.
// The excess and the unclaimed rest are the nearest doubles.
//
//     36 by 27744, 25178, 19947, 14614, 9225, 3292; webster    -> 10, 9, 8, 5, 3, 1
//
// If the outcome is a ratio, writes the units to `shares`, which must be as long as the columns and
// must not overlap them (asserted); otherwise the contents of `shares` are unspecified. Asserts
// numbers from 0 to units_max, no maximum below its minimum, and for hamilton that the weights add
// up to less than 2^63. Takes O(n), plus O(log n) for each unit that must still be moved once the
// units due at one ratio are known: rarely more than a few times the square root of n, and none for
// hamilton.
UnitOutcome solve_units(std::int64_t total, const UnitColumns& columns, Units method,
                        std::span<std::int64_t> shares, UnitWorkspace& workspace);

}  // namespace fairshare::reference
