#include "fairshare/properties/z3/execution.h"

#include <string>

#include "fairshare/exact/sweep.h"
#include "fairshare/properties/violation.h"
#include "fairshare/properties/z3/any_standings.h"
#include "fairshare/properties/z3/any_tree.h"
#include "fairshare/properties/z3/curves.h"
#include "fairshare/properties/z3/definition.h"
#include "fairshare/properties/z3/search_steps.h"

namespace fairshare::prover {
namespace {

using properties::IntervalOf;

void prove_ratios(const RatioInterval<Symbolic>& ratios, const Allocation<Symbolic>& allocation,
                  const Problem<Symbolic>& problem, Path& path) {
  const Symbolic ratio = path.non_negative("any ratio");
  const z3::expr gives = are_given(problem, {ratio}, allocation.shares, path);
  z3::expr is_inside = path.at_most(ratios.low, ratio);
  if (ratios.high) is_inside = is_inside && path.at_most(ratio, *ratios.high);
  path.prove("each of the ratios gives the shares", z3::implies(is_inside, gives));
  path.prove("no other ratio gives the shares", z3::implies(gives, is_inside));
}

// Some R >= 0 gives the shares. If any does, so does 0, or the level of a claimant above its
// minimum. So the statement can be proved without the quantifier of "there is an R".
z3::expr some_ratio_gives(const Problem<Symbolic>& problem, std::span<const Symbolic> shares,
                          Path& path) {
  z3::expr some = are_given(problem, {0}, shares, path);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto& claimant = problem.claimants[i];
    const z3::expr is_level = path.less(0, claimant.weight) && path.at_most(0, shares[i]);
    some = some || (is_level && are_given(problem, {shares[i], claimant.weight}, shares, path));
  }
  return some;
}

z3::expr is_below_end(const Claimant<Symbolic>& claimant, const Symbolic& share, Path& path) {
  const z3::expr below_min = path.less(share, claimant.min_share);
  const z3::expr below_max =
      claimant.max_share ? path.less(share, *claimant.max_share) : path.truth(true);
  return z3::ite(path.equal(claimant.weight, 0), below_min, below_max);
}

z3::expr is_above_end(const Claimant<Symbolic>& claimant, const Symbolic& share, Path& path) {
  const z3::expr above_min = path.less(claimant.min_share, share);
  const z3::expr above_max =
      claimant.max_share ? path.less(*claimant.max_share, share) : path.truth(false);
  return z3::ite(path.equal(claimant.weight, 0), above_min, above_max);
}

// A report of exact shares, checked against the problem.
struct Report {
  const Problem<Symbolic>& problem;
  std::span<const Symbolic> shares;
  Path& path;

  void are_within_bounds(std::size_t until) const {
    for (std::size_t i = 0; i < until; ++i) {
      const auto& claimant = problem.claimants[i];
      path.prove(
          "no claimant before it is out of its bounds",
          path.at_most(claimant.min_share, shares[i]) && !is_above_end(claimant, shares[i], path));
    }
  }

  void operator()(const properties::BelowMin& found) const {
    are_within_bounds(found.claimant);
    path.prove("the named claimant is below its minimum",
               path.less(shares[found.claimant], problem.claimants[found.claimant].min_share));
  }

  void operator()(const properties::AboveMax& found) const {
    are_within_bounds(found.claimant);
    path.prove("the named claimant is above its maximum",
               is_above_end(problem.claimants[found.claimant], shares[found.claimant], path));
  }

  void operator()(const properties::UnequalOf<Symbolic>& found) const {
    are_within_bounds(shares.size());
    const auto& richer = problem.claimants[found.richer];
    const auto& poorer = problem.claimants[found.poorer];
    const Symbolic& more = shares[found.richer];
    const Symbolic& less = shares[found.poorer];
    path.prove("the richer is above its minimum", path.less(richer.min_share, more));
    path.prove("the poorer is below its maximum", is_below_end(poorer, less, path));
    path.prove("the richer holds more per weight",
               path.less(less * richer.weight, more * poorer.weight));
    path.prove("the levels are as reported",
               path.equal(found.richer_needs * richer.weight, more) &&
                   path.equal(found.poorer_allows * poorer.weight, less) &&
                   path.less(found.poorer_allows, found.richer_needs));
  }

  void operator()(const properties::WrongTotalOf<Symbolic>& found) const {
    const Symbolic sum = sum_of(shares);
    path.prove("all but the total is fair", some_ratio_gives(problem, shares, path));
    path.prove("the shares do not add up to the total", !path.equal(sum, problem.total));
    path.prove("the totals reported are their sum",
               path.truth(!found.totals.low_open && !found.totals.high_open) &&
                   path.equal(found.totals.low, sum) && path.equal(found.totals.high, sum));
  }
};

// Any claimant of a problem, or its total, changes; the claimant may get or lose its maximum.
Change any_change(std::size_t n, std::size_t pattern, Path& path) {
  Change change{any_problem(n, pattern, path), {}, {}, path.number("ceiling")};
  change.after = change.before;
  std::size_t index = 0;
  while (index < n && !path.choose()) ++index;
  if (index < n) {
    change.claimant = index;
    change.after.claimants[index] =
        any_claimant(std::to_string(index) + " changed", path.choose(), path);
  } else {
    change.after.total = path.non_negative("changed total");
  }
  for (const auto& problem : {change.before, change.after}) {
    path.assume(path.less(problem.total, change.ceiling));
    for (const auto& claimant : problem.claimants) {
      if (claimant.max_share) path.assume(path.less(*claimant.max_share, change.ceiling));
    }
  }
  return change;
}

}  // namespace

Exploration explore_solver(const Patterns& patterns, const Limits& limits,
                           const SymbolicSolver& solver) {
  const Run run = [&](std::size_t pattern, Path& path) {
    const Problem<Symbolic> problem = any_problem(patterns.n, pattern, path);
    prove_solution(solver(problem), problem, path);
  };
  return explore_patterns("exact::solve", patterns, limits, run);
}

Exploration explore_ratios(const Patterns& patterns, const Limits& limits,
                           const SymbolicSolver& solver, const SymbolicRatios& ratios) {
  const Run run = [&](std::size_t pattern, Path& path) {
    const Problem<Symbolic> problem = any_problem(patterns.n, pattern, path);
    const auto solution = solver(problem);
    prove_solution(solution, problem, path);
    if (const auto* allocation = std::get_if<Allocation<Symbolic>>(&solution)) {
      prove_ratios(ratios(problem, *allocation), *allocation, problem, path);
    }
  };
  return explore_patterns("exact::find_ratios", patterns, limits, run);
}

Exploration explore_checker(const Patterns& patterns, const Limits& limits,
                            const SymbolicChecker& checker) {
  const Run run = [&](std::size_t pattern, Path& path) {
    const Problem<Symbolic> problem = any_problem(patterns.n, pattern, path);
    const std::vector<Symbolic> shares = any_numbers("share", patterns.n, path);
    std::vector<IntervalOf<Symbolic>> reported;
    for (const Symbolic& share : shares) reported.push_back({share, share});

    const auto violation = checker(problem, reported, {problem.total, problem.total});
    const z3::expr adds_up = path.equal(sum_of(shares), problem.total);
    if (!violation) {
      path.prove("where nothing is found the shares add up to the total", adds_up);
      path.prove("where nothing is found one ratio gives all shares",
                 some_ratio_gives(problem, shares, path));
      return;
    }
    std::visit(Report{problem, shares, path}, *violation);
    const Symbolic ratio = path.non_negative("any ratio");
    path.prove("where something is found no ratio gives shares that add up to the total",
               !(adds_up && are_given(problem, {ratio}, shares, path)));
  };
  return explore_patterns("properties::find_violation", patterns, limits, run);
}

Exploration explore_search(const Patterns& patterns, const Limits& limits,
                           const SymbolicSearch& search) {
  const Run run = [&](std::size_t pattern, Path& path) {
    const Problem<Symbolic> problem = any_problem(patterns.n, pattern, path);
    FreeChoices choices(path);
    prove_least_solution(search(problem, choices), problem, path);
  };
  return explore_patterns("reference::find_outcome", patterns, limits, run);
}

Exploration explore_cut(const Patterns& patterns, const Limits& limits, Order order,
                        const SymbolicSearchToCut& search) {
  const bool in_any_order = order == Order::any;
  const Run run = [&](std::size_t pattern, Path& path) {
    const Problem<Symbolic> problem = any_problem(patterns.n, pattern, path);
    FreeChoices choices(path);
    const auto after_cut = [&](const SymbolicKeys::Cut& cut) {
      prove_cut(cut, problem, choices, path);
      path.end();
    };
    prove_least_solution(search(problem, choices, {after_cut, in_any_order}), problem, path);
  };
  return explore_patterns(in_any_order ? "reference::cut_in_any_order" : "reference::cut", patterns,
                          limits, run);
}

Exploration explore_search_between(const Patterns& patterns, const Limits& limits, Until until,
                                   const SymbolicSearchBetween& search) {
  const Run run = [&](std::size_t pattern, Path& path) {
    const Problem<Symbolic> problem = any_problem(patterns.n, pattern, path);
    const Symbolic low = path.non_negative("low");
    const Symbolic high = path.non_negative("high");
    FreeChoices choices(path);
    SymbolicKeys::Stop stop;
    if (until == Until::first_cut) {
      stop.after_cut = [&](const SymbolicKeys::Cut& cut) {
        prove_cut(cut, problem, choices, path);
        path.end();
      };
    }
    if (until == Until::beliefs) {
      stop.before_cuts = [&](const SymbolicKeys::Beliefs& beliefs) {
        prove_beliefs(beliefs, problem, low, high, choices, path);
        path.end();
      };
    }
    if (const auto allocation = search(problem, low, high, choices, stop)) {
      prove_least_solution(*allocation, problem, path);
    }
  };
  constexpr std::array<const char*, 3> names = {"reference::beliefs", "reference::cut_between",
                                                "reference::find_ratio_within"};
  return explore_patterns(names[static_cast<std::size_t>(until)], patterns, limits, run);
}

Exploration explore_divider(const Patterns& patterns, const Limits& limits,
                            const SymbolicDivider& divider) {
  const Run run = [&](std::size_t pattern, Path& path) {
    const Problem<Symbolic> problem = any_problem(patterns.n, pattern, path);
    FreeChoices choices(path);
    if (const auto allocation = divider(problem, choices)) {
      prove_least_solution(*allocation, problem, path);
    }
  };
  return explore_patterns("narrow::find_least_ratio", patterns, limits, run);
}

Exploration explore_change(const Patterns& patterns, const Limits& limits,
                           const SymbolicChanger& divide_twice) {
  const Run run = [&](std::size_t pattern, Path& path) {
    const Change change = any_change(patterns.n, pattern, path);
    FreeChoices choices(path);
    const auto solutions = divide_twice(change, choices);
    prove_least_solution(solutions[0], change.before, path);
    prove_least_solution(solutions[1], change.after, path);
  };
  return explore_patterns("reference::Tally", patterns, limits, run);
}

Exploration explore_front(const Patterns& patterns, const Limits& limits, std::size_t moves,
                          const SymbolicFronts& fronts) {
  const Run run = [&](std::size_t pattern, Path& path) {
    const CurveChange<Symbolic> change = any_curve_change(patterns.n, pattern, moves, path);
    FreeChoices choices(path);
    const auto found = fronts(change, choices);
    prove_front(found[0], change.before, path);
    prove_front(found[1], change.after, path);
  };
  constexpr std::array<const char*, 3> names = {"reference::front_of_total", "reference::front",
                                                "reference::front_of_two"};
  return explore_patterns(names.at(moves), patterns, limits, run);
}

std::vector<Code> all_codes() {
  const SymbolicSolver solver = exact::generic::solve<Symbolic>;
  const SymbolicRatios ratios = exact::generic::find_ratios<Symbolic>;
  const SymbolicChecker checker = properties::generic::find_violation<Symbolic>;
  const SymbolicSearchToCut to_cut = [](const auto& problem, FreeChoices& choices,
                                        const SymbolicKeys::Stop& stop) {
    SymbolicKeys numbers(problem, choices, stop);
    return solve_by_search(problem, numbers);
  };
  const SymbolicSearch search = [=](const auto& problem, FreeChoices& choices) {
    return to_cut(problem, choices, {});
  };
  const SymbolicSearchBetween between = [](const auto& problem, const Symbolic& low,
                                           const Symbolic& high, FreeChoices& choices,
                                           const SymbolicKeys::Stop& stop) {
    SymbolicKeys numbers(problem, choices, stop);
    return search_between(low, high, problem, numbers);
  };
  const SymbolicChanger changer = [](const Change& change, FreeChoices& choices) {
    TallyDivider<Symbolic> divider(change.before, AnyGrid<Symbolic>{change.ceiling}, choices);
    return divide_twice(divider, change.after, change.claimant);
  };
  const SymbolicFronts front = [](const CurveChange<Symbolic>& change, FreeChoices& choices) {
    using Grid = AnyGrid<Symbolic>;
    using Tally = reference::Tally<Grid, FreeTree<Symbolic>>;
    return fronts<Tally>(change, Grid{change.ceiling}, choices);
  };
  return {{"exact::solve", 3,
           [=](const Patterns& patterns, const Limits& limits) {
             return explore_solver(patterns, limits, solver);
           }},
          {"exact::find_ratios", 3,
           [=](const Patterns& patterns, const Limits& limits) {
             return explore_ratios(patterns, limits, solver, ratios);
           }},
          {"properties::find_violation", 3,
           [=](const Patterns& patterns, const Limits& limits) {
             return explore_checker(patterns, limits, checker);
           }},
          {"reference::find_outcome", 2,
           [=](const Patterns& patterns, const Limits& limits) {
             return explore_search(patterns, limits, search);
           }},
          {"reference::cut", 2,
           [=](const Patterns& patterns, const Limits& limits) {
             return explore_cut(patterns, limits, Order::as_added, to_cut);
           }},
          {"reference::cut_in_any_order", 2,
           [=](const Patterns& patterns, const Limits& limits) {
             return explore_cut(patterns, limits, Order::any, to_cut);
           }},
          {"reference::find_ratio_within", 2,
           [=](const Patterns& patterns, const Limits& limits) {
             return explore_search_between(patterns, limits, Until::answer, between);
           }},
          {"reference::beliefs", 2,
           [=](const Patterns& patterns, const Limits& limits) {
             return explore_search_between(patterns, limits, Until::beliefs, between);
           }},
          {"reference::cut_between", 2,
           [=](const Patterns& patterns, const Limits& limits) {
             return explore_search_between(patterns, limits, Until::first_cut, between);
           }},
          {"narrow::find_least_ratio", 3,
           [=](const Patterns& patterns, const Limits& limits) {
             return explore_divider(patterns, limits, divide_by_standings<Symbolic, FreeChoices>);
           }},
          {"reference::Tally", 1,
           [=](const Patterns& patterns, const Limits& limits) {
             return explore_change(patterns, limits, changer);
           }},
          {"reference::front_of_total", 3,
           [=](const Patterns& patterns, const Limits& limits) {
             return explore_front(patterns, limits, 0, front);
           }},
          {"reference::front", 2,
           [=](const Patterns& patterns, const Limits& limits) {
             return explore_front(patterns, limits, 1, front);
           }},
          {"reference::front_of_two", 2, [=](const Patterns& patterns, const Limits& limits) {
             return explore_front(patterns, limits, 2, front);
           }}};
}

Counterexample counterexample(const Refutation& refutation) {
  Counterexample found;
  std::optional<Claimant<exact::Rational>> changed;
  std::optional<exact::Rational> changed_total;
  for (const auto& [name, value] : refutation.values) {
    if (name == "total") found.problem.total = value;
    if (name == "low" || name == "high") found.believed.push_back(value);
    if (name == "any ratio") found.any_ratio = value;
    if (name == "ceiling") found.ceiling = value;
    if (name == "changed total") changed_total = value;
    if (name.starts_with("share ")) found.shares.push_back(value);
    if (name.starts_with("weight ") && name.ends_with(" changed")) {
      found.claimant = std::stoul(name.substr(std::string("weight ").size()));
      changed = Claimant<exact::Rational>{value, 0, {}};
    } else if (name.starts_with("weight ")) {
      found.problem.claimants.push_back({value, 0, {}});
    }
    if (name.starts_with("min_share ")) {
      (changed ? *changed : found.problem.claimants.back()).min_share = value;
    }
    if (name.starts_with("max_share ")) {
      (changed ? *changed : found.problem.claimants.back()).max_share = value;
    }
  }
  found.changed = found.problem;
  std::size_t choices_of_the_change = 0;  // which claimant: one for each up to it; its maximum
  if (changed) {
    found.changed.claimants.at(*found.claimant) = *changed;
    choices_of_the_change = *found.claimant + 2;
  } else if (changed_total) {
    found.changed.total = *changed_total;
    choices_of_the_change = found.problem.claimants.size();
  }
  found.choices.assign(
      refutation.choices.begin() + static_cast<std::ptrdiff_t>(choices_of_the_change),
      refutation.choices.end());
  return found;
}

}  // namespace fairshare::prover
