#include "properties/z3/execution.h"

#include <cassert>
#include <string>
#include <utility>

#include "exact/sweep.h"
#include "properties/violation.h"

namespace fairshare::prover {
namespace {

using properties::IntervalOf;

std::string name(const char* quantity, std::size_t claimant) {
  return quantity + (" " + std::to_string(claimant));
}

// Claimant i has a maximum where bit i of the pattern is set.
Problem<Symbolic> any_problem(std::size_t n, std::size_t pattern, Path& path) {
  Problem<Symbolic> problem{path.non_negative("total"), {}};
  for (std::size_t i = 0; i < n; ++i) {
    Claimant<Symbolic> claimant{
        path.non_negative(name("weight", i)), path.non_negative(name("min_share", i)), {}};
    if ((pattern >> i) % 2 == 1) {
      claimant.max_share = path.non_negative(name("max_share", i));
      path.assume(path.at_most(claimant.min_share, *claimant.max_share));
    }
    problem.claimants.push_back(claimant);
  }
  return problem;
}

// numerator / denominator, for a positive denominator.
struct Fraction {
  Symbolic numerator;
  Symbolic denominator = 1;
};

// share = clamp(weight * ratio, min_share, max_share), multiplied out.
z3::expr is_given(const Claimant<Symbolic>& claimant, const Fraction& ratio, const Symbolic& share,
                  Path& path) {
  const Symbolic proportional = claimant.weight * ratio.numerator;
  const auto bound = [&](const Symbolic& number) { return number * ratio.denominator; };
  const auto& [weight, min_share, max_share] = claimant;
  const z3::expr at_min = path.less(proportional, bound(min_share)) && path.equal(share, min_share);
  const z3::expr between =
      path.at_most(bound(min_share), proportional) && path.equal(bound(share), proportional);
  if (!max_share) return at_min || between;
  const z3::expr at_max =
      path.less(bound(*max_share), proportional) && path.equal(share, *max_share);
  return at_min || (between && path.at_most(proportional, bound(*max_share))) || at_max;
}

z3::expr are_given(const Problem<Symbolic>& problem, const Fraction& ratio,
                   std::span<const Symbolic> shares, Path& path) {
  z3::expr all = path.truth(true);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    all = all && is_given(problem.claimants[i], ratio, shares[i], path);
  }
  return all;
}

Symbolic sum_of(std::span<const Symbolic> numbers) {
  Symbolic sum = 0;
  for (const Symbolic& number : numbers) sum += number;
  return sum;
}

void prove_overcommitted(const Overcommitted<Symbolic>& outcome, const Problem<Symbolic>& problem,
                         Path& path) {
  Symbolic minimums = 0;
  for (const auto& claimant : problem.claimants) minimums += claimant.min_share;
  path.prove("the minimums exceed the total", path.less(problem.total, minimums));
  path.prove("by the excess", path.equal(outcome.excess, minimums - problem.total));
}

void prove_surplus(const Surplus<Symbolic>& outcome, const Problem<Symbolic>& problem, Path& path) {
  Symbolic most = 0;
  for (const auto& claimant : problem.claimants) {
    if (claimant.weight == 0) {
      most += claimant.min_share;
    } else if (claimant.max_share) {
      most += *claimant.max_share;
    } else {
      path.refute("no claimant can claim without limit");
    }
  }
  path.prove("the total exceeds what can be claimed", path.less(most, problem.total));
  path.prove("by what is unclaimed", path.equal(outcome.unclaimed, problem.total - most));
}

void prove_allocation(const Allocation<Symbolic>& outcome, const Problem<Symbolic>& problem,
                      Path& path) {
  path.prove("there is a share a claimant",
             path.truth(outcome.shares.size() == problem.claimants.size()));
  path.prove("the ratio is not negative", path.at_most(0, outcome.ratio));
  for (std::size_t i = 0; i < outcome.shares.size(); ++i) {
    path.prove("the ratio gives each share",
               is_given(problem.claimants[i], {outcome.ratio}, outcome.shares[i], path));
  }
  path.prove("the shares add up to the total", path.equal(sum_of(outcome.shares), problem.total));
}

void prove_solution(const Solution<Symbolic>& solution, const Problem<Symbolic>& problem,
                    Path& path) {
  if (const auto* overcommitted = std::get_if<Overcommitted<Symbolic>>(&solution)) {
    prove_overcommitted(*overcommitted, problem, path);
  } else if (const auto* surplus = std::get_if<Surplus<Symbolic>>(&solution)) {
    prove_surplus(*surplus, problem, path);
  } else {
    prove_allocation(std::get<Allocation<Symbolic>>(solution), problem, path);
  }
}

void prove_ratios(const RatioInterval<Symbolic>& ratios, const Allocation<Symbolic>& allocation,
                  const Problem<Symbolic>& problem, Path& path) {
  const Symbolic ratio = path.non_negative("any ratio");
  const z3::expr gives = are_given(problem, {ratio}, allocation.shares, path);
  z3::expr is_inside = path.at_most(ratios.low, ratio);
  if (ratios.high) is_inside = is_inside && path.at_most(ratio, *ratios.high);
  path.prove("each of the ratios gives the shares", z3::implies(is_inside, gives));
  path.prove("no other ratio gives the shares", z3::implies(gives, is_inside));
}

// Some R >= 0 gives the shares: if any does, so does 0, or the level of one that is above its
// minimum. So this may be proved where "there is an R" has no quantifier-free form.
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

// What is reported of exact shares, held against the problem.
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

using Run = std::function<void(std::size_t pattern, Path& path)>;

// One exploration a pattern, added up, until one is refuted.
Exploration explore_patterns(std::string title, std::size_t n, std::size_t patterns,
                             const Limits& limits, const Run& run) {
  Exploration sum;
  sum.name = std::move(title);
  sum.n = n;
  sum.patterns = patterns;
  for (std::size_t pattern = 0; pattern < patterns && !sum.refuted; ++pattern) {
    const Exploration one = explore([&](Path& path) { run(pattern, path); }, limits);
    sum.paths += one.paths;
    sum.queries += one.queries;
    sum.unknown += one.unknown;
    sum.refuted = one.refuted;
    sum.seconds += one.seconds;
  }
  return sum;
}

std::vector<Symbolic> any_shares(std::size_t n, Path& path) {
  std::vector<Symbolic> shares;
  for (std::size_t i = 0; i < n; ++i) shares.push_back(path.number(name("share", i)));
  return shares;
}

}  // namespace

Exploration explore_solver(std::size_t n, const Limits& limits, const SymbolicSolver& solver) {
  const Run run = [&](std::size_t pattern, Path& path) {
    const Problem<Symbolic> problem = any_problem(n, pattern, path);
    prove_solution(solver(problem), problem, path);
  };
  return explore_patterns("exact::solve", n, std::size_t{1} << n, limits, run);
}

Exploration explore_ratios(std::size_t n, const Limits& limits, const SymbolicSolver& solver,
                           const SymbolicRatios& ratios) {
  const Run run = [&](std::size_t pattern, Path& path) {
    const Problem<Symbolic> problem = any_problem(n, pattern, path);
    const auto solution = solver(problem);
    prove_solution(solution, problem, path);
    if (const auto* allocation = std::get_if<Allocation<Symbolic>>(&solution)) {
      prove_ratios(ratios(problem, *allocation), *allocation, problem, path);
    }
  };
  return explore_patterns("exact::find_ratios", n, std::size_t{1} << n, limits, run);
}

Exploration explore_checker(std::size_t n, const Limits& limits, const SymbolicChecker& checker) {
  const Run run = [&](std::size_t pattern, Path& path) {
    const Problem<Symbolic> problem = any_problem(n, pattern, path);
    const std::vector<Symbolic> shares = any_shares(n, path);
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
  return explore_patterns("properties::find_violation", n, std::size_t{1} << n, limits, run);
}

std::vector<Exploration> explore_all(std::size_t n, const Limits& limits) {
  const SymbolicSolver solver = exact::generic::solve<Symbolic>;
  const SymbolicRatios ratios = exact::generic::find_ratios<Symbolic>;
  const SymbolicChecker checker = properties::generic::find_violation<Symbolic>;
  return {explore_solver(n, limits, solver), explore_ratios(n, limits, solver, ratios),
          explore_checker(n, limits, checker)};
}

Counterexample counterexample(const Refutation& refutation) {
  Counterexample found;
  for (const auto& [name, value] : refutation.values) {
    if (name == "total") found.problem.total = value;
    if (name.starts_with("weight ")) found.problem.claimants.push_back({value, 0, {}});
    if (name.starts_with("min_share ")) found.problem.claimants.back().min_share = value;
    if (name.starts_with("max_share ")) found.problem.claimants.back().max_share = value;
    if (name.starts_with("share ")) found.shares.push_back(value);
  }
  return found;
}

}  // namespace fairshare::prover
