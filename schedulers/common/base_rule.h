// The base rule: the minimum is paid first, and only what is left is divided by weight.
//
//     share_i(R) = min(max_share_i, min_share_i + weight_i * R)
//
// It is the floor rule of exact/solve.h, shifted by the minimums.
#pragma once

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"

namespace fairshare::schedulers {

// The problem of what is left once the minimums are paid: minimums 0, maximums less the minimums,
// and the total less their sum, which is negative if they exceed it. Its fair shares by the floor
// rule are the base rule's fair shares less the minimums, at the same ratios.
//
//     {100, {{1, 50}, {1, 0, 30}}}    -> {50, {{1, 0}, {1, 0, 30}}}
Problem<exact::Rational> without_minimums(const Problem<exact::Rational>& problem);

// The fair division of the problem by the base rule. Asserts `!find_defect(problem)`.
//
//     {100, {{1, 50}, {1}, {1}}}     -> ratio 50/3, shares 200/3, 50/3, 50/3
//     {100, {{1, 50, 60}, {1}}}      -> ratio 40, shares 60, 40
//     {10, {{1, 8}, {1, 8}}}         -> Overcommitted: excess 6
//     {10, {{1, 2, 3}, {0, 4}}}      -> Surplus: unclaimed 3; at weight 0 a minimum is all
Solution<exact::Rational> solve_by_base_rule(const Problem<exact::Rational>& problem);

}  // namespace fairshare::schedulers
