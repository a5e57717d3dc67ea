// Asks Z3 about one problem and its shares: a third opinion, from the conditions alone.
//
// Nothing here sweeps, sorts or clamps. Z3 is told what fair shares are (some R >= 0 gives each
// share, and their sum is the total). It finds them, or finds that there are no others. Checking is
// quick up to n = 2000, solving up to about n = 50.
#pragma once

#include <span>
#include <variant>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/properties/z3/query.h"

namespace fairshare::prover {

using exact::Rational;

// Each function asserts `!find_defect(problem)`, and one share per claimant if it takes shares.
using Decision = std::variant<bool, Unknown>;

// True if some R >= 0 gives every one of these shares, and they add up to the total.
//
//     {100, {{1}, {2, 0, 30}, {3, 60}}}, shares 40/3, 80/3, 60    -> true
//     the same, shares 40/3 + 1/10^9, 80/3, 60                    -> false
Decision are_fair(const Problem<Rational>& problem, std::span<const Rational> shares,
                  const Limits& limits = {});

// True if no shares other than these are fair. If the problem has fair shares, these must be the
// fair ones; if it has none, any shares will do.
//
// If the shares are fair, Z3 is also told, at their own R, that a claimant's share never falls as R
// grows: the theorem `sum-is-monotone`, for each claimant. Without that n = 500 takes too long.
Decision nothing_else_is_fair(const Problem<Rational>& problem, std::span<const Rational> shares,
                              const Limits& limits = {});

// The solution, if exactly one of the three outcomes has a model and Z3 confirms that the ratio
// gives the shares and no lesser one does; otherwise Unknown.
std::variant<Solution<Rational>, Unknown> solve(const Problem<Rational>& problem,
                                                const Limits& limits = {});

// The queries of these functions, for SMT-LIB files and for measurements.
//
// The first is the query of are_fair, with the constant "R". In the second the shares are constants
// "share_1", ... without given values.
Query fairness_query(z3::context& context, const Problem<Rational>& problem,
                     std::span<const Rational> shares);
Query solution_query(z3::context& context, const Problem<Rational>& problem);

}  // namespace fairshare::prover
