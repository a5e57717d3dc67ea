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

struct UnitColumns {  // equally long, one entry a claimant
  std::span<const std::int64_t> weight;
  std::span<const std::int64_t> min_share;
  std::span<const std::int64_t> max_share;  // or no_maximum
};

// The ratio of exact::solve_units: numerator / denominator, not in lowest terms.
struct UnitRatio {
  std::int64_t numerator;
  std::int64_t denominator;
  bool is_tied;  // others are equally due for the last units
};
using UnitOutcome = std::variant<UnitRatio, Overcommitted<double>, Surplus<double>>;

// One unit, or one bound, with its price; the workspace's own.
struct PricedUnit {
  std::int64_t numerator;
  std::int64_t weight;
  std::size_t claimant;
};

// Grows with the largest problem that it has seen. Not to be shared between threads.
struct UnitWorkspace {
  Workspace workspace = {};
  std::vector<double> weight = {}, min_share = {}, max_share = {}, shares = {};
  std::vector<PricedUnit> heap = {};
};

// The total in whole units, as exact::solve_units hands them out: the same units, ratio and ties.
// Excess and unclaimed rest are the nearest doubles.
//
//     36 by 27744, 25178, 19947, 14614, 9225, 3292; webster    -> 10, 9, 8, 5, 3, 1
//
// Where the outcome is a ratio, the units are written to `shares`, which is as long as the columns;
// else what is there means nothing. Asserts numbers from 0 to units_max, no maximum below its
// minimum, and for hamilton that the weights add up to less than 2^63. Linear in n, and log n for
// each unit that is still to be moved once the units due at one ratio are known: seldom more than a
// few times the root of n; for hamilton none.
UnitOutcome solve_units(std::int64_t total, const UnitColumns& columns, Units method,
                        std::span<std::int64_t> shares, UnitWorkspace& workspace);

}  // namespace fairshare::reference
