// Any curve of shares as a tally knows it, and what must be true of the front on it.
#pragma once

#include <cstddef>

#include "fairshare/properties/z3/any_front.h"
#include "fairshare/properties/z3/symbolic.h"

namespace fairshare::prover {

// Any n breakpoints in order, of which those whose bit is set in the pattern are maximums. Then the
// total changes, and up to `moves` of them move. Before and after, the sum of shares never falls,
// and it reaches a total above 0.
CurveChange<Symbolic> any_curve_change(std::size_t n, std::size_t pattern, std::size_t moves,
                                       Path& path);

// Proves that the front is at the least ratio at which the sum of shares is the total. The curve is
// a line between one breakpoint and the next. At the front that line reaches the total, and it
// rises there.
void prove_front(const FrontRatio<Symbolic>& front, const Curve<Symbolic>& curve, Path& path);

}  // namespace fairshare::prover
