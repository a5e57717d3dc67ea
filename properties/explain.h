// A violation in words: the pair (or the claimant, or the total), in exact fractions.
#pragma once

#include <span>
#include <string>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/properties/fairness.h"

namespace fairshare::properties {

// A number that is longer than this as "p/q" is shown as a decimal with a "~" in front.
inline constexpr std::size_t brief_length_max = 32;

enum class Digits {
  all,    // "p/q", however long
  brief,  // as `brief` does
};

// A number for people: "10", "40/3"; where that is too long, 17 significant digits, which is enough
// to tell any two doubles apart: "~0.10000000000000001", "~1.7976931348623157e+308".
std::string brief(const Rational& number);

// The same, and a fraction with its decimal: "40/3 (13.33)", "1/300 (0.0033)", "10".
std::string brief_with_decimal(const Rational& number);

// How a claimant is shown. Names are taken as they are: to print to a terminal, escape them
// first.
struct Label {
  std::string name;
  std::string reported;   // its share as it was written
  std::string note = {};  // why its bounds are as they are; mostly empty
  // What it has before anything is divided, which is its minimum by the base rule. Problem and
  // intervals are of what is above that; shown are both together, but for ratios and what is held
  // per weight.
  Rational paid = 0;
};

// Why the reported shares are unfair, as one sentence without a line break:
//
//     y is above its minimum and holds 15 per weight; x is below its maximum and holds 10.
//     z holds 3, which is below its minimum 5.
//     The ratios that all shares allow, >= 4 and < 5, give totals from 12 to less than 15; the
//     total is 10: over by 2.
std::string argue(const Problem<Rational>& problem, std::span<const Interval> reported,
                  const Violation& violation, std::span<const Label> labels, Digits digits);

// The table and the argument below the headline, several lines, each indented by two spaces:
//
//     claimant  weight  min  max  reported  fair          R must be
//     x              1    0    -        10  40/3 (13.33)  = 10       <- poorer
//     y              2    0   30        30  80/3 (26.67)  >= 15      <- richer
//     y is above its minimum and holds 15 per weight; x is below its maximum and holds 10.
//
// `head` is the first column's ("claimant", "queue"). Of more than 12 claimants only those that
// matter are shown, and how many are not. `fair` are the fair shares, one a claimant; a problem
// without a fair allocation has none, and without them the column is left out. Where the shares are
// not exact, a last line says for which numbers one of them stands. `argument`: what is said
// instead of what `argue` says; empty: that.
std::string explain(const Problem<Rational>& problem, std::span<const Interval> reported,
                    const Violation& violation, std::span<const Label> labels,
                    std::span<const Rational> fair, const std::string& head = "claimant",
                    const std::string& argument = "");

}  // namespace fairshare::properties
