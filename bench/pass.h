// The unit in which times are told: one pass over the claimants, as no solver can do without.
#pragma once

#include <span>

#include "fairshare/reference/solve.h"

namespace fairshare::bench {

// Writes clamp(weight * ratio, min_share, max_share), the product rounded: reads three doubles a
// claimant, writes one by an ordinary store. Compiled for AVX-512, AVX2 and the baseline; what the
// machine has is called. Peers write their shares by it, too.
void write_clamped(double ratio, const reference::Columns& columns, std::span<double> shares);

// The sum of what write_clamped writes, in plain doubles, and nothing written. With a pass after it
// that is the least a solver does that looks at every claimant once before it writes a share.
double sum_clamped(double ratio, const reference::Columns& columns);

}  // namespace fairshare::bench
