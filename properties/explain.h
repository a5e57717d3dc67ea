// A violation in words: the pair (or the claimant, or the total), in exact fractions.
#pragma once

#include <span>
#include <string>

#include "exact/rational.h"
#include "model/problem.h"
#include "properties/fairness.h"

namespace fairshare::properties {

// How a claimant is shown.
struct Label {
  std::string name;
  std::string reported;  // its share as it was written
  std::string note;      // why its bounds are as they are; mostly empty
};

// The table and the argument below the headline, several lines, each indented by two spaces:
//
//     queue    weight   min   max   reported       fair          R must be
//     root.x        1     0     -         10       40/3 (13.33)  = 10      <- poorer
//     root.y        2     0    30         30       80/3 (26.67)  >= 15     <- richer
//     root.y is above its minimum and holds 15 per weight; root.x is below its maximum and holds 10.
//
// Of more than 12 claimants only those that matter are shown, and how many are not. The column `fair`
// comes from the exact solver; a problem without a fair allocation has none, and the column is left out.
std::string explain(const Problem<Rational>& problem, std::span<const Interval> reported,
                    const Violation& violation, std::span<const Label> labels);

}  // namespace fairshare::properties
