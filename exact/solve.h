// The exact solver: the definition in rationals, by a sweep over the sorted breakpoints.
//
// Obviously right rather than fast. It shares only the vocabulary of model/ with reference/.
#pragma once

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/model/tree.h"

namespace fairshare::exact {

// The fair division of the problem; always exactly one of the three outcomes.
//
//     {100, {{1}, {2, 0, 30}, {3, 60}}}    -> Allocation: ratio 40/3, shares 40/3, 80/3, 60
//     {10, {{1, 8}, {1, 8}}}               -> Overcommitted: excess 6
//     {10, {{1, 0, 3}, {0, 4}}}            -> Surplus: unclaimed 3; at weight 0 a minimum is all
//     {0, {}}                              -> Allocation: ratio 0, no shares
//     {5, {{1, 5, 9}, {1, 0, 0}}}          -> Allocation: ratio 0, the least that gives 5 and 0
//
// Asserts `!find_defect(problem)`. n log n comparisons and n additions: of integers of 128 bits if
// the problem has short units (exact/whole.h), otherwise of rationals, whose sizes grow with the
// common denominator of the input.
Solution<Rational> solve(const Problem<Rational>& problem);

// All ratios that give the shares of `allocation`, which must be solve's answer to `problem`.
//
//     {100, {{1}, {2, 0, 30}, {3, 60}}}    -> 40/3 to 40/3: a claimant is proportional
//     {5, {{1, 5, 9}, {1, 0, 0}}}          -> 0 to 5: from 5 on the first claimant would get more
//     {3, {{1, 0, 3}}}                     -> 3 and everything above it
RatioInterval<Rational> find_ratios(const Problem<Rational>& problem,
                                    const Allocation<Rational>& allocation);

// The fair division of a tree, top-down.
TreeSolution<Rational> solve(const Tree<Rational>& tree);

// The same problem in exact numbers: lossless, since every finite double is a rational. Asserts
// that every number is finite.
Claimant<Rational> widen(const Claimant<double>& claimant);
Problem<Rational> widen(const Problem<double>& problem);
Tree<Rational> widen(const Tree<double>& tree);

}  // namespace fairshare::exact
