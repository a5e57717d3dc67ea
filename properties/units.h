// When whole units are fair, by each method of model/units.h. Nothing here solves.
//
// Each unit has a price: of a divisor method the ratio from which on it is due, signpost(k) /
// weight; of Hamilton by how much k is more than the exact share. Units are fair exactly when they
// add up to the total, keep the bounds, and no unit is better placed elsewhere: no claimant above
// its minimum holds a last unit of a higher price than the next unit of a claimant below its
// maximum. Coq proves of divisor methods that such a pair is there whenever units are unfair:
// properties/proofs/coq/Units.v.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <variant>

#include "fairshare/model/problem.h"
#include "fairshare/model/units.h"
#include "fairshare/properties/fairness.h"

namespace fairshare::properties {

// One unit should go from the richer to the poorer.
struct Transfer {
  std::size_t richer;
  std::size_t poorer;
  Rational last;  // the price of the richer's last unit
  Rational next;  // the price of the poorer's next unit, which is less

  friend bool operator==(const Transfer&, const Transfer&) = default;
};
using UnitViolation = std::variant<BelowMin, AboveMax, Transfer>;

// The first thing that keeps the units from being fair, whatever they add up to: a claimant out of
// its bounds (in the claimants' order), else the pair with the highest last and the lowest next
// price; nothing where there is no such pair.
//
//     {4, {{1}, {3}}}, webster, 2 and 2    -> Transfer{0, 1, 3/2, 5/6}
//     the same, 1 and 3                    -> nothing: 1/2 and 5/6 are at most 3/2 and 7/6
//
// Asserts a divisor method, a defect-free problem and a number for each claimant. O(n), n exact
// divisions.
std::optional<UnitViolation> find_unit_violation(const Problem<Rational>& problem,
                                                 std::span<const Rational> units, Units method);

// The same for Hamilton, with the exact shares of the problem. A bound that is not whole may be
// crossed by less than one unit.
std::optional<UnitViolation> find_remainder_violation(const Problem<Rational>& problem,
                                                      std::span<const Rational> units,
                                                      std::span<const Rational> shares);

}  // namespace fairshare::properties
