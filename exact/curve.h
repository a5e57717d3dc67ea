// f(R), the sum of all shares at the ratio R, kept as a whole curve: it answers what a claimant
// would get if it alone were changed, without another sweep.
#pragma once

#include <cstddef>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"

namespace fairshare::exact {

// A straight piece of f, from its ratio to that of the next piece.
struct Piece {
  Rational ratio;  // where it begins
  Rational sum;    // f there
  Rational slope;  // the weights that are proportional on it
};

// The pieces of f from R = 0 on, by ratio; the last has no end. Never empty; a piece may be a
// point.
using Curve = std::vector<Piece>;

// Asserts `!find_defect(problem)`. n log n comparisons.
Curve curve_of(const Problem<Rational>& problem);

// The claimant's fair share if it were `changed` and nothing else. If the total then exceeds what
// can be claimed, the most that it can have; if the minimums then exceed the total, its minimum.
//
//     {100, {{1}, {2, 0, 30}, {3, 60}}}, claimant 1 without a maximum       -> 80/3, as with it
//     {90, {{1}, {2, 0, 30}}}, claimant 1 without a maximum                 -> 60
//     the same, claimant 0 with weight 2                                    -> 60: 30 stays 30
//
// `curve` must be that of `problem`. Asserts that the problem has such a claimant, and that
// `changed` breaks no rule. log n steps.
Rational share_if(const Curve& curve, const Problem<Rational>& problem, std::size_t claimant,
                  const Claimant<Rational>& changed);

}  // namespace fairshare::exact
