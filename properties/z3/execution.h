// The C++ of the solvers and the checker itself, executed on unknowns: every path, for n claimants.
//
// All inputs are unknown reals without a defect (weight 0 and minimums above the total included),
// once for each pattern of absent and present maximums. At the end of each path the answer is held
// against the definition, which is stated here anew. An assertion that fails on a path, or a
// divisor that can be 0, is a refutation as well.
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

// That the solver's outcome is the right one of the three, by the right amount; that a ratio R >= 0
// gives each of the shares and these add up to the total.
Exploration explore_solver(const Patterns& patterns, const Limits& limits,
                           const SymbolicSolver& solver);

// The same of exact::solve, and that the ratios of exact::find_ratios, no more and no fewer, give
// its shares; so that solve's own is the least.
Exploration explore_ratios(const Patterns& patterns, const Limits& limits,
                           const SymbolicSolver& solver, const SymbolicRatios& ratios);

// That the checker, on exact shares of any sign, finds nothing exactly where some ratio R >= 0
// gives the shares and they add up to the total; and that what it finds is as it says.
Exploration explore_checker(const Patterns& patterns, const Limits& limits,
                            const SymbolicChecker& checker);

// The same as of a solver, of the search in integers (reference/search.h), whatever choices it is
// given; and that its ratio is the least.
using SymbolicSearch =
    std::function<Solution<Symbolic>(const Problem<Symbolic>&, FreeChoices& choices)>;
Exploration explore_search(const Patterns& patterns, const Limits& limits,
                           const SymbolicSearch& search);

// The same of find_outcome no further than to its first cut. A path that has no answer by then is
// held against what is left: that the search goes on as that of what_is_left begins, whose shares
// reach the total at any ratio exactly where those of the problem do, so that the least ratio is
// the same. Proved of a pattern and all with fewer of its maximums, that is the whole search, by
// induction over the breakpoints that are left; where they are in the order in which they are
// added, by this besides: a cut depends on the order only in which of several equal ratios it
// takes.
using SymbolicSearchToCut = std::function<Solution<Symbolic>(
    const Problem<Symbolic>&, FreeChoices& choices, const SymbolicKeys::Stop& stop)>;
enum class Order { as_added, any };
Exploration explore_cut(const Patterns& patterns, const Limits& limits, Order order,
                        const SymbolicSearchToCut& search);

// The same as of the search, of that between any two ratios that are believed, where it finds an
// answer. It may be run in two steps as well: to the first cut, with what is then believed of
// claimants held against the problem (prove_beliefs); and from there, where nothing is believed,
// to after the first cut. As above, that is the whole search: an answer counts only above `low` and
// up to `high`, and between these what is believed gives the same shares.
using SymbolicSearchBetween = std::function<std::optional<Allocation<Symbolic>>(
    const Problem<Symbolic>&, const Symbolic& low, const Symbolic& high, FreeChoices& choices,
    const SymbolicKeys::Stop& stop)>;
enum class Until { beliefs, first_cut, answer };
Exploration explore_search_between(const Patterns& patterns, const Limits& limits, Until until,
                                   const SymbolicSearchBetween& search);

// The same of any other code that makes choices, and may divide nothing.
using SymbolicDivider = std::function<std::optional<Allocation<Symbolic>>(const Problem<Symbolic>&,
                                                                          FreeChoices& choices)>;
Exploration explore_divider(const Patterns& patterns, const Limits& limits,
                            const SymbolicDivider& divider);

// The same of a divider, that must find its front anew after a change: of the total, or of all
// about one claimant. `divide_twice` returns both solutions.
struct Change {
  Problem<Symbolic> before;
  Problem<Symbolic> after;
  std::optional<std::size_t> claimant;  // that changes; nothing: the total does
  Symbolic ceiling;                     // above all totals and maximums
};
using SymbolicChanger =
    std::function<std::array<Solution<Symbolic>, 2>(const Change&, FreeChoices& choices)>;
Exploration explore_change(const Patterns& patterns, const Limits& limits,
                           const SymbolicChanger& divide_twice);

// That the tally of a divider finds its front among any breakpoints: the least ratio at which the
// sum of shares reaches the total; and finds it again after another total, and after up to `moves`
// of the breakpoints, at most 2, have gone elsewhere, for which leaves may have been split. n is
// the number of breakpoints, and the pattern says which are maximums.
using SymbolicFronts = std::function<std::array<FrontRatio<Symbolic>, 2>(
    const CurveChange<Symbolic>&, FreeChoices& choices)>;
Exploration explore_front(const Patterns& patterns, const Limits& limits, std::size_t moves,
                          const SymbolicFronts& fronts);

// A code as it is. Each exploration is a proof where it is_proof().
struct Code {
  std::string name;   // "exact::solve"
  std::size_t n_max;  // up to which it takes minutes; beyond, more
  std::function<Exploration(const Patterns&, const Limits&)> explore;
};

// exact::solve, exact::find_ratios, properties::find_violation; both searches in integers, whole
// and step by step; narrow::find_least_ratio with narrow::share_at; the tally of a Divider, and its
// front alone.
std::vector<Code> all_codes();

// The input in a refutation, and the choices, to run the code on it.
struct Counterexample {
  Problem<exact::Rational> problem = {};
  std::vector<exact::Rational> shares = {};    // of the checker
  std::vector<exact::Rational> believed = {};  // of the search between two ratios: these
  exact::Rational any_ratio = {};              // of a claim about any ratio: this one
  std::vector<bool> choices = {};              // of the code
  Problem<exact::Rational> changed = {};       // of a change: the problem after it,
  std::optional<std::size_t> claimant = {};    // which claimant that is,
  exact::Rational ceiling = {};                // and the number above all
};
Counterexample counterexample(const Refutation& refutation);

}  // namespace fairshare::prover
