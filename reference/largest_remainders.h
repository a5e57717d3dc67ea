// Whole units by Hamilton's method, for a problem that has an allocation; solve_units calls it.
#pragma once

#include <cstdint>
#include <span>

#include "fairshare/reference/units.h"

namespace fairshare::reference {

// Rounds each exact share down, and gives one more unit to the largest remainders; among equal
// ones, to the first in the list. The ratio is that of the exact shares, and `nearest` is the
// double nearest to it. Asserts that the weights add up to less than 2^63.
UnitRatio divide_by_remainders(std::int64_t total, const UnitColumns& columns, double nearest,
                               std::span<std::int64_t> shares, UnitWorkspace& workspace);

}  // namespace fairshare::reference
