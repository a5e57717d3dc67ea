// Whole units: exact shares rounded so that their sum stays the total (Hamilton's largest
// remainders).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fairshare/exact/rational.h"

namespace fairshare::exact {

// Each share rounded down or up to a whole unit, so that the units add up to the sum of the shares.
// First every share is rounded down; the missing units then go, one each, to the shares with the
// largest fractional parts. Among equal ones, the first in the list come first.
//
// Possible exactly when the shares add up to a whole number, and then
//   - every result is less than one unit away from its share, so a whole share is unchanged;
//   - it keeps every bound that is whole: a whole min_share <= share is <= floor(share), and
//     likewise for a max_share. A bound that is not whole may be crossed, by less than one unit.
//
//     40/3, 80/3, 60    -> 13, 27, 60          10/3, 10/3, 10/3    -> 4, 3, 3
//     1/2, 1/2          -> 1, 0                1/3, 1/3            -> nothing: they add up to 2/3
//
// Asserts that no share is negative.
std::optional<std::vector<Integer>> apportion(std::span<const Rational> shares);

}  // namespace fairshare::exact
