// The solver's and the checker's own C++, executed on unknowns: every path, for n claimants.
//
// All inputs are unknown reals without a defect (weight 0 and minimums above the total included),
// once for each pattern of absent and present maximums. At the end of each path the answer is held
// against the definition, which is stated here anew. An assertion that fails on a path, or a
// divisor that can be 0, is a refutation as well.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "exact/rational.h"
#include "model/problem.h"
#include "model/solution.h"
#include "properties/fairness.h"
#include "properties/z3/query.h"
#include "properties/z3/symbolic.h"

namespace fairshare::prover {

using SymbolicSolver = std::function<Solution<Symbolic>(const Problem<Symbolic>&)>;
using SymbolicRatios =
    std::function<RatioInterval<Symbolic>(const Problem<Symbolic>&, const Allocation<Symbolic>&)>;
using SymbolicChecker = std::function<std::optional<properties::ViolationOf<Symbolic>>(
    const Problem<Symbolic>&, std::span<const properties::IntervalOf<Symbolic>>,
    const properties::IntervalOf<Symbolic>& total)>;

// That the solver's outcome is the right one of the three, by the right amount; that a ratio R >= 0
// gives each of the shares and these add up to the total.
Exploration explore_solver(std::size_t n, const Limits& limits, const SymbolicSolver& solver);

// The same of exact::solve, and that the ratios of exact::find_ratios, no more and no fewer, give
// its shares; so that solve's own is the least.
Exploration explore_ratios(std::size_t n, const Limits& limits, const SymbolicSolver& solver,
                           const SymbolicRatios& ratios);

// That the checker, on exact shares of any sign, finds nothing exactly where some ratio R >= 0
// gives the shares and they add up to the total; and that what it finds is as it says.
Exploration explore_checker(std::size_t n, const Limits& limits, const SymbolicChecker& checker);

// exact::solve, exact::find_ratios and properties::find_violation as they are: a proof
// where each of them is_proof(). n = 2 takes seconds, n = 3 minutes.
std::vector<Exploration> explore_all(std::size_t n, const Limits& limits);

// The input in a refutation, to run the code on it.
struct Counterexample {
  Problem<exact::Rational> problem;
  std::vector<exact::Rational> shares;  // of the checker
};
Counterexample counterexample(const Refutation& refutation);

}  // namespace fairshare::prover
