// How far shares are from the fair ones.
#pragma once

#include <span>

#include "fairshare/exact/rational.h"

namespace fairshare::properties {

// The largest |share - fair share| over all claimants; 0 without claimants. Well defined, since the
// fair shares are unique. Asserts that both lists have the same length.
//
//     reported 10, 30, 60 and fair 40/3, 80/3, 60    -> 10/3
exact::Rational distance_from_fair(std::span<const exact::Rational> shares,
                                   std::span<const exact::Rational> fair);

}  // namespace fairshare::properties
