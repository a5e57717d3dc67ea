// What fairness is: verdicts on shares rest on this file, those on whole units on units.h. It
// solves nothing, and is short enough to check by reading.
//
// Shares are fair exactly when they add up to the total and
//   - no claimant is below its minimum or above its maximum (which at weight 0 is its minimum);
//   - there are no two claimants of which one, the *richer*, holds more per unit of weight than the
//     other, the *poorer*, while the richer is above its minimum and the poorer is below its
//     maximum.
//
// A reported share stands for an interval, since it was rounded before it was reported. Each
// claimant's interval allows an interval of ratios R. Either all of these have an R in common, or
// two of them do not, and those two claimants are the witness. If they have some R in common, the
// totals that those R give must include the problem's total. So rounded shares are judged without a
// tolerance, in one pass, by comparing exact numbers. The code is in violation.h, for any exact
// Number; here Number is Rational.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <variant>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"

namespace fairshare::properties {

using exact::Rational;

// From low to high; an open end is not included. Functions assert that low <= high, and that an
// interval of one number has no open end.
template <class Number>
struct IntervalOf {
  Number low;
  Number high;
  bool low_open = false;
  bool high_open = false;

  friend bool operator==(const IntervalOf&, const IntervalOf&) = default;
};
using Interval = IntervalOf<Rational>;

Interval exactly(const Rational& share);

// What is wrong, and with which claimants. `claimant`, `richer` and `poorer` are indices of the
// problem's claimants.
struct BelowMin {  // every number in its interval is below its min_share
  std::size_t claimant;
};
struct AboveMax {  // every number in its interval is above its max_share, at weight 0 its min_share
  std::size_t claimant;
};
template <class Number>
struct UnequalOf {  // richer_needs > poorer_allows, or they are equal and one is not included
  std::size_t richer;
  std::size_t poorer;
  Number richer_needs;   // R must be at least this (more, if its interval is open there)
  Number poorer_allows;  // R must be at most this (less, if its interval is open there)
};
template <class Number>
struct WrongTotalOf {  // the ratios that all shares allow give these totals, and not the problem's
  IntervalOf<Number> totals;
};
template <class Number>
using ViolationOf = std::variant<BelowMin, AboveMax, UnequalOf<Number>, WrongTotalOf<Number>>;

using Unequal = UnequalOf<Rational>;
using WrongTotal = WrongTotalOf<Rational>;
using Violation = ViolationOf<Rational>;

// The first reason why the reported shares are not fair: a claimant out of its bounds (in the
// claimants' order), else a pair, else the total; nothing if the fair shares lie in the intervals.
//
//     total 100, claimants {w 1}, {w 2, max 30}, {w 3, min 60}, shares exactly 10, 30, 60
//         -> Unequal{richer 1, poorer 0, needs 15, allows 10}
//     the same, shares exactly 40/3, 80/3, 60    -> nothing
//     total 10, claimants {w 1} x 3, shares 4, 4, 4, each [4, 5)
//         -> WrongTotal{[12, 15)}: any R in [4, 5) fits all three, but none gives 10
//
// Asserts `!find_defect(problem)` and one interval per claimant. O(n), n exact divisions.
std::optional<Violation> find_violation(const Problem<Rational>& problem,
                                        std::span<const Interval> reported);

// The same for a total that was rounded as well: a node of a tree divides the share that was
// reported for it. The total's interval must have a number in common with the totals that the
// shares allow; `problem.total` is ignored.
std::optional<Violation> find_violation(const Problem<Rational>& problem,
                                        std::span<const Interval> reported, const Interval& total);

// The same for exact shares and the problem's total.
std::optional<Violation> find_violation(const Problem<Rational>& problem,
                                        std::span<const Rational> shares);

}  // namespace fairshare::properties
