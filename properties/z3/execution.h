// Executes the C++ of the solvers and the checker itself on unknowns, along every path, for n
// claimants.
//
// Inputs are unknown reals that form a problem without a defect (weight 0 and minimums above the
// total included), once for each pattern of absent and present maximums. At the end of each path
// the answer is compared with the definition, which is restated here. An assertion that fails on a
// path, or a divisor that can be 0, is a refutation as well.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/properties/fairness.h"
#include "fairshare/properties/z3/any_front.h"
#include "fairshare/properties/z3/any_keys.h"
#include "fairshare/properties/z3/definition.h"
#include "fairshare/properties/z3/query.h"
#include "fairshare/properties/z3/search_steps.h"
#include "fairshare/properties/z3/symbolic.h"

namespace fairshare::prover {

using SymbolicSolver = std::function<Solution<Symbolic>(const Problem<Symbolic>&)>;
using SymbolicRatios =
    std::function<RatioInterval<Symbolic>(const Problem<Symbolic>&, const Allocation<Symbolic>&)>;
using SymbolicChecker = std::function<std::optional<properties::ViolationOf<Symbolic>>(
    const Problem<Symbolic>&, std::span<const properties::IntervalOf<Symbolic>>,
    const properties::IntervalOf<Symbolic>& total)>;

// Each function below explores all paths of some code. This one proves that the solver's outcome is
// the right one of the three, with the right amount, that a ratio R >= 0 gives all shares, and that
// these add up to the total.
Exploration explore_solver(const Patterns& patterns, const Limits& limits,
                           const SymbolicSolver& solver);

// The same for exact::solve, and that exactly the ratios of exact::find_ratios give its shares, so
// that solve's own is the least.
Exploration explore_ratios(const Patterns& patterns, const Limits& limits,
                           const SymbolicSolver& solver, const SymbolicRatios& ratios);

// Proves that the checker, on exact shares of any sign, finds nothing exactly if some ratio R >= 0
// gives the shares and they add up to the total; and that what it finds is true.
Exploration explore_checker(const Patterns& patterns, const Limits& limits,
                            const SymbolicChecker& checker);

// The same as for a solver, for the search in integers (reference/search.h) with any choices; and
// that its ratio is the least.
using SymbolicSearch =
    std::function<Solution<Symbolic>(const Problem<Symbolic>&, FreeChoices& choices)>;
Exploration explore_search(const Patterns& patterns, const Limits& limits,
                           const SymbolicSearch& search);

// The same for find_outcome, but only up to its first cut. For a path without an answer by then, it
// proves that the search continues just as the search of what_is_left begins. The shares of that
// problem reach the total at exactly the ratios at which those of the whole problem do, so the
// least ratio is the same. Proved for a pattern and for all patterns with fewer of its maximums,
// this proves the whole search, by induction over the breakpoints that are left. If the breakpoints
// are only in the order in which they are added, one more fact is needed: a cut depends on the
// order only in which of several equal ratios it takes.
using SymbolicSearchToCut = std::function<Solution<Symbolic>(
    const Problem<Symbolic>&, FreeChoices& choices, const SymbolicKeys::Stop& stop)>;
enum class Order { as_added, any };
Exploration explore_cut(const Patterns& patterns, const Limits& limits, Order order,
                        const SymbolicSearchToCut& search);

// The same as for the search, for a search between any two ratios that are believed, if it finds an
// answer. It may also be run in two steps: up to the first cut, where what it believes about
// claimants is compared with the problem (prove_beliefs); and, believing nothing, until after the
// first cut. As above, this proves the whole search: an answer counts only above `low` and up to
// `high`, and between these what is believed gives the same shares.
using SymbolicSearchBetween = std::function<std::optional<Allocation<Symbolic>>(
    const Problem<Symbolic>&, const Symbolic& low, const Symbolic& high, FreeChoices& choices,
    const SymbolicKeys::Stop& stop)>;
enum class Until { beliefs, first_cut, answer };
Exploration explore_search_between(const Patterns& patterns, const Limits& limits, Until until,
                                   const SymbolicSearchBetween& search);

// The same for any other code that makes choices, and that may return nothing.
using SymbolicDivider = std::function<std::optional<Allocation<Symbolic>>(const Problem<Symbolic>&,
                                                                          FreeChoices& choices)>;
Exploration explore_divider(const Patterns& patterns, const Limits& limits,
                            const SymbolicDivider& divider);

// The same for a divider, which must find its front again after a change: of the total, or of
// everything about one claimant. `divide_twice` returns both solutions.
struct Change {
  Problem<Symbolic> before;
  Problem<Symbolic> after;
  std::optional<std::size_t> claimant;  // the one that changes; nothing: the total changes
  Symbolic ceiling;                     // above all totals and maximums
};
using SymbolicChanger =
    std::function<std::array<Solution<Symbolic>, 2>(const Change&, FreeChoices& choices)>;
Exploration explore_change(const Patterns& patterns, const Limits& limits,
                           const SymbolicChanger& divide_twice);

// Proves that a divider's tally finds its front among any breakpoints: the least ratio at which the
// sum of shares reaches the total. It also finds it again after the total has changed and up to
// `moves` of the breakpoints, at most 2, have moved, which may have split leaves. n is the number
// of breakpoints, and the pattern says which are maximums.
using SymbolicFronts = std::function<std::array<FrontRatio<Symbolic>, 2>(
    const CurveChange<Symbolic>&, FreeChoices& choices)>;
Exploration explore_front(const Patterns& patterns, const Limits& limits, std::size_t moves,
                          const SymbolicFronts& fronts);

// Code of this project, unchanged. An exploration of it is a proof if is_proof() says so.
struct Code {
  std::string name;   // "exact::solve"
  std::size_t n_max;  // up to this n it takes minutes; beyond, longer
  std::function<Exploration(const Patterns&, const Limits&)> explore;
};

// exact::solve, exact::find_ratios, properties::find_violation; both searches in integers, whole
// and step by step; narrow::find_least_ratio with narrow::share_at; the tally of a Divider, and its
// front alone.
std::vector<Code> all_codes();

// The input of a refutation, and the choices, so that the code can be run on it.
struct Counterexample {
  Problem<exact::Rational> problem = {};
  std::vector<exact::Rational> shares = {};    // for the checker
  std::vector<exact::Rational> believed = {};  // for a search between two ratios: these
  exact::Rational any_ratio = {};              // for a claim about any ratio: that ratio
  std::vector<bool> choices = {};              // those of the code
  Problem<exact::Rational> changed = {};       // for a change: the problem after it,
  std::optional<std::size_t> claimant = {};    // which claimant that is,
  exact::Rational ceiling = {};                // and the number above all others
};
Counterexample counterexample(const Refutation& refutation);

}  // namespace fairshare::prover
