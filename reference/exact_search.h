// The same division in integers, for what doubles cannot settle.
//
// Always right, but slower: by an order of magnitude for a handful of claimants, by less for many,
// since only those breakpoints are looked at that doubles could not decide.
#pragma once

#include <span>
#include <vector>

#include "fairshare/reference/settle.h"
#include "fairshare/reference/solve.h"

namespace fairshare::reference {

// Returns the outcome and the ratio as `solve` promises them. Writes every share of which `attempt`
// was not certain: those in `doubts`, or all if it settled nothing. The attempt's belief saves time
// if it is right and costs some if it is wrong, but never changes the answer.
Outcome solve_exactly(double total, const Columns& columns, const Attempt& attempt,
                      const Doubts& doubts, std::span<double> shares,
                      std::vector<Breakpoint>& breakpoints);

}  // namespace fairshare::reference
