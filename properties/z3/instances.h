// One problem, and shares of it, put to Z3: a third opinion, from the conditions alone.
//
// Nothing here sweeps, sorts or clamps. Z3 is told what fair shares are (some R >= 0, each share
// that of the R, their sum the total) and finds them, or finds that there are no others. Quick for
// checking up to n = 2000; for solving up to about n = 50.
#pragma once

#include <span>
#include <variant>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/properties/z3/query.h"

namespace fairshare::prover {

using exact::Rational;

// Each asserts `!find_defect(problem)`, and one share per claimant where there are shares.
using Decision = std::variant<bool, Unknown>;

// True where some R >= 0 gives every one of these shares, and they add up to the total.
//
//     {100, {{1}, {2, 0, 30}, {3, 60}}}, shares 40/3, 80/3, 60    -> true
//     the same, shares 40/3 + 1/10^9, 80/3, 60                    -> false
Decision are_fair(const Problem<Rational>& problem, std::span<const Rational> shares,
                  const Limits& limits = {});

// True where no other shares than these are fair: of a fair problem, where these are the fair ones;
// of any shares, where the problem has no fair shares at all.
//
// Where the shares are fair, Z3 is also told that a claimant's share never falls as R grows, at
// their own R: the theorem `sum-is-monotone`, by claimants. Without that n = 500 takes too long.
Decision nothing_else_is_fair(const Problem<Rational>& problem, std::span<const Rational> shares,
                              const Limits& limits = {});

// The solution. Exactly one of the three outcomes has a model, or it is unknown; and Z3 has
// confirmed that the ratio gives the shares, and that no lesser one does.
std::variant<Solution<Rational>, Unknown> solve(const Problem<Rational>& problem,
                                                const Limits& limits = {});

// The queries behind them: for SMT-LIB files, and to measure.
//
// The first is that of are_fair, its constant "R". In the second the shares are constants
// "share_1", ... and none of them need be these.
Query fairness_query(z3::context& context, const Problem<Rational>& problem,
                     std::span<const Rational> shares);
Query solution_query(z3::context& context, const Problem<Rational>& problem);

}  // namespace fairshare::prover
