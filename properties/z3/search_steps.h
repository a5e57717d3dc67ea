// What one step of the search in integers leaves is the search of another problem, whose shares
// reach the total at the same ratios. So the least of these ratios is the same, and induction over
// the steps proves the whole search.
#pragma once

#include "fairshare/model/problem.h"
#include "fairshare/properties/z3/any_keys.h"
#include "fairshare/properties/z3/symbolic.h"

namespace fairshare::prover {

using SymbolicKeys = AnyKeys<Symbolic, FreeChoices>;

// Of a cut that the search of `problem` has made: that it goes on as that of what_is_left begins,
// and at any ratio R >= 0 the shares of either reach the total, or neither do.
void prove_cut(const SymbolicKeys::Cut& cut, const Problem<Symbolic>& problem, FreeChoices& choices,
               Path& path);

// Of what the search of `problem` between two ratios believes: that it begins as that of the
// believed problem, which gives the same shares at any ratio from low to high.
void prove_beliefs(const SymbolicKeys::Beliefs& beliefs, const Problem<Symbolic>& problem,
                   const Symbolic& low, const Symbolic& high, FreeChoices& choices, Path& path);

}  // namespace fairshare::prover
