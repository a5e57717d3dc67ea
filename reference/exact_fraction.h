// What is in doubt, rounded from a fraction that pairs of doubles hold exactly: nearly always a
// share or a ratio on a midpoint between two doubles.
//
// In integers, as by rounding.h, but of three words instead of 35, only where there is a doubt, and
// from what is written there, which is off by three units in the last place at most. At 16
// claimants, where one or a few move, a solution takes half the instructions that it takes by
// exact_search.h.
#pragma once

#include <span>

#include "fairshare/reference/settle.h"
#include "fairshare/reference/solve.h"

namespace fairshare::reference {

// The ratio rounded to nearest. Rounds the shares in `doubts` to nearest, too, and asserts that
// they are near. Asserts that there is a fraction; it must be that of find_fraction, whose sums are
// whole multiples, below 2^95, of some power of two.
double round_from_fraction(const Settled& settled, const Columns& columns, const Doubts& doubts,
                           std::span<double> shares);

}  // namespace fairshare::reference
