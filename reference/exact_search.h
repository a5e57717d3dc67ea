// The same division in integers: what doubles cannot settle, and where they do not know.
//
// Always right, and slower: for a handful of claimants by an order of magnitude, for many by less,
// since their breakpoints are looked at only where doubles could not tell.
#pragma once

#include <span>
#include <vector>

#include "fairshare/reference/settle.h"
#include "fairshare/reference/solve.h"

namespace fairshare::reference {

// The outcome and the ratio as `solve` promises them, and every share that `attempt` has not
// written for sure: those in `doubts`, all where it settled nothing. The attempt's belief saves
// time where it is right and costs some where it is wrong, and never changes the answer.
Outcome solve_exactly(double total, const Columns& columns, const Attempt& attempt,
                      const Doubts& doubts, std::span<double> shares,
                      std::vector<Breakpoint>& breakpoints);

}  // namespace fairshare::reference
