// Whole units by Hamilton's method, of a problem that has an allocation; solve_units chooses it.
#pragma once

#include <cstdint>
#include <span>

#include "fairshare/reference/units.h"

namespace fairshare::reference {

// Each exact share rounded down, and one unit more for the largest remainders; of equal ones for
// those that come first in the list. The ratio is that of the exact shares. `nearest` is the double
// nearest to it. Asserts that the weights add up to less than 2^63.
UnitRatio divide_by_remainders(std::int64_t total, const UnitColumns& columns, double nearest,
                               std::span<std::int64_t> shares, UnitWorkspace& workspace);

}  // namespace fairshare::reference
