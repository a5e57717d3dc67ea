// Checks whether whole units are fair, by each method of model/units.h. It solves nothing.
//
// Each unit has a price. For a divisor method it is the ratio from which the unit is due,
// signpost(k) / weight; for Hamilton it is the amount by which k exceeds the exact share. Units are
// fair exactly when they add up to the total, keep the bounds, and no unit belongs elsewhere: the
// last unit of a claimant above its minimum never has a higher price than the next unit of a
// claimant below its maximum. For divisor methods, Coq proves that such a pair exists whenever
// units that add up within their bounds are unfair: properties/proofs/coq/Units.v.
#pragma once

#include <optional>
#include <span>

#include "fairshare/model/problem.h"
#include "fairshare/model/units.h"
#include "fairshare/properties/fairness.h"

namespace fairshare::properties {

// The first reason why the units are unfair, whatever they add up to: a claimant out of its bounds
// (in the claimants' order), else the pair with the highest last and the lowest next price; nothing
// if there is no such pair.
//
//     {4, {{1}, {3}}}, webster, 2 and 2    -> Unequal{richer 0, poorer 1, needs 3/2, allows 5/6}
//     the same, 1 and 3                    -> nothing: 1/2 and 5/6 are at most 3/2 and 7/6
//
// Asserts a divisor method, a problem without a defect, and a number for each claimant. O(n), n
// exact divisions.
std::optional<Violation> find_unit_violation(const Problem<Rational>& problem,
                                             std::span<const Rational> units, Units method);

// The same for Hamilton, with the exact shares of the problem. A bound that is not whole may be
// crossed by less than one unit.
std::optional<Violation> find_remainder_violation(const Problem<Rational>& problem,
                                                  std::span<const Rational> units,
                                                  std::span<const Rational> shares);

}  // namespace fairshare::properties
