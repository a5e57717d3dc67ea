// After one step, the search in integers is the search of another problem, whose shares reach the
// total at the same ratios. So the least of these ratios is the same, and induction over the steps
// proves the whole search.
#pragma once

#include "fairshare/model/problem.h"
#include "fairshare/properties/z3/any_keys.h"
#include "fairshare/properties/z3/symbolic.h"

namespace fairshare::prover {

using SymbolicKeys = AnyKeys<Symbolic, FreeChoices>;

// For a cut by the search of `problem`, proves that the search continues as the search of
// what_is_left begins, and that at any ratio R >= 0 the shares of both problems reach the total, or
// neither do.
void prove_cut(const SymbolicKeys::Cut& cut, const Problem<Symbolic>& problem, FreeChoices& choices,
               Path& path);

// For what the search of `problem` between two ratios believes, proves that it begins as the search
// of the believed problem, and that this problem gives the same shares at any ratio from low to
// high.
void prove_beliefs(const SymbolicKeys::Beliefs& beliefs, const Problem<Symbolic>& problem,
                   const Symbolic& low, const Symbolic& high, FreeChoices& choices, Path& path);

}  // namespace fairshare::prover
