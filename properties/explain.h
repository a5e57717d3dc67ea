// Describes a violation in words: the pair, the claimant, or the total.
#pragma once

#include <span>
#include <string>

#include "fairshare/exact/brief.h"
#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/properties/fairness.h"

namespace fairshare::properties {

// How a claimant is shown. Names are printed unchanged: escape them first if they go to a terminal.
struct Label {
  std::string name;
  std::string reported;   // its share as it was written
  std::string note = {};  // why its bounds are as they are; mostly empty
  // What it has before anything is divided: its minimum, under the base rule. The problem and the
  // intervals cover only what is above that. The table shows both together, except for ratios and
  // for what is held per weight.
  Rational paid = 0;
};

// Why the reported shares are unfair, as one sentence without a line break:
//
//     y is above its minimum and holds 15 per weight; x is below its maximum and holds 10.
//     z holds 3, which is below its minimum 5.
//     The ratios that all shares allow, >= 4 and < 5, give totals from 12 to less than 15; the
//     total is 10: over by 2.
std::string argue(const Problem<Rational>& problem, std::span<const Interval> reported,
                  const Violation& violation, std::span<const Label> labels, exact::Digits digits);

// The table and the argument below the headline, several lines, each indented by two spaces:
//
//     claimant  weight  min  max  reported  fair          R must be
//     x              1    0    -        10  40/3 (13.33)  = 10       <- poorer
//     y              2    0   30        30  80/3 (26.67)  >= 15      <- richer
//     y is above its minimum and holds 15 per weight; x is below its maximum and holds 10.
//
// `head` is the heading of the first column ("claimant", "queue"). With more than 12 claimants,
// only those that matter are shown, and the number of the others. `fair` holds the fair shares, one
// per claimant; if it is empty, as for a problem without a fair allocation, the column is left out.
// If the shares are not exact, a last line says which numbers one of them stands for. `argument`
// replaces the sentence of `argue` and that line, unless it is empty.
std::string explain(const Problem<Rational>& problem, std::span<const Interval> reported,
                    const Violation& violation, std::span<const Label> labels,
                    std::span<const Rational> fair, const std::string& head = "claimant",
                    const std::string& argument = "");

}  // namespace fairshare::properties
