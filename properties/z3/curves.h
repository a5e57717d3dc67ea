// Any curve of shares as a tally knows it, and what the front on it must be.
#pragma once

#include <cstddef>

#include "fairshare/properties/z3/any_front.h"
#include "fairshare/properties/z3/symbolic.h"

namespace fairshare::prover {

// Any n breakpoints, in order, of which those are maximums whose bit is set in the pattern; then
// another total, and up to `moves` of them elsewhere. Before and after, the sum of shares never
// falls, and reaches a total above 0.
CurveChange<Symbolic> any_curve_change(std::size_t n, std::size_t pattern, std::size_t moves,
                                       Path& path);

// That the front is at the least ratio at which the sum of shares is the total. The curve is a line
// between one breakpoint and the next: at the front that reaches the total, and it rises there.
void prove_front(const FrontRatio<Symbolic>& front, const Curve<Symbolic>& curve, Path& path);

}  // namespace fairshare::prover
