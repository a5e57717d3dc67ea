// The unit in which times are reported: one pass over the claimants, which every solver needs.
#pragma once

#include <span>

#include "fairshare/reference/solve.h"

namespace fairshare::bench {

// Writes clamp(weight * ratio, min_share, max_share), with the product rounded. Reads three doubles
// per claimant, and writes one by an ordinary store. Compiled for AVX-512, AVX2 and the baseline;
// the best one that the machine has is called. Peers also write their shares by it.
void write_clamped(double ratio, const reference::Columns& columns, std::span<double> shares);

// The sum of what write_clamped writes, in plain doubles; nothing is written. With a pass after it,
// this is the least that a solver does if it looks at every claimant once before it writes a share.
double sum_clamped(double ratio, const reference::Columns& columns);

}  // namespace fairshare::bench
