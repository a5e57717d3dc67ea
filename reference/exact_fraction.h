// Rounds what is in doubt, from a fraction that pairs of doubles hold exactly. Nearly always that
// is a share or a ratio on a midpoint between two doubles.
//
// It computes in integers, as rounding.h does, but in three words instead of 35, and only for what
// is in doubt. It begins with what was written, which is at most three units in the last place off.
// With 16 claimants of which one or a few move, a solution takes half as many instructions as with
// exact_search.h.
#pragma once

#include <span>

#include "fairshare/reference/settle.h"
#include "fairshare/reference/solve.h"

namespace fairshare::reference {

// The ratio rounded to nearest. Also rounds the shares in `doubts` to nearest, and asserts that
// they are near that. Asserts that there is a fraction. It must be the one of find_fraction, whose
// sums are multiples of some power of two, below 2^95 times that power.
double round_from_fraction(const Settled& settled, const Columns& columns, const Doubts& doubts,
                           std::span<double> shares);

}  // namespace fairshare::reference
