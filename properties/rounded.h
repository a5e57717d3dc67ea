// Checks whether an answer in doubles is correctly rounded, without solving anything.
//
// The exact fair shares are unique, so exactly one answer in doubles is right: every share and the
// ratio is the double nearest to the exact one, ties to even. Each of these doubles allows an
// interval of ratios; the answer is right if the least ratio that gives the total lies in all of
// them. Two exact sums, one at each end of the intervals' intersection, decide that.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <variant>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"

namespace fairshare::properties {

// A problem as columns, one entry per claimant; +infinity for no max_share.
struct DoubleColumns {
  double total;
  std::span<const double> weight;
  std::span<const double> min_share;
  std::span<const double> max_share;
};

// What is wrong with an answer.
struct OtherOutcome {};  // one of problem and answer has an allocation, the other has none
struct OtherAmount {     // the excess of the minimums, or what is unclaimed, is another
  exact::Rational exact;
};
struct NotNearest {                     // a double that is not the nearest
  std::optional<std::size_t> claimant;  // whose share; nothing: the ratio
  bool is_too_large;
};
using RoundedFlaw = std::variant<OtherOutcome, OtherAmount, NotNearest>;

// One thing that is wrong with the answer; nothing if the answer is, bit for bit, what
// reference/solve.h promises.
//
//     {1, {{1}, {1}, {1}}}: 1/3 each, as 0x1.5555555555555p-2    -> nothing
//     the last of them 0x1.5555555555556p-2                      -> NotNearest{2, too large}
//     {5e-324, {{1e300}}}: ratio 0, share 5e-324                 -> nothing: 5e-624 rounds to 0
//     {1, {{1, 2}}}: any allocation                              -> OtherOutcome
//
// Asserts `!find_defect(problem)` and one share per claimant. O(n), in two passes. Rationals are
// used only for claimants whose bounds or shares are within 2^-60 of an end of the ratios.
std::optional<RoundedFlaw> check_rounded(const Problem<double>& problem,
                                         const Solution<double>& answer);

// The same for an allocation in columns, which must have no defect.
std::optional<RoundedFlaw> check_rounded(const DoubleColumns& problem, double ratio,
                                         std::span<const double> shares);

}  // namespace fairshare::properties
