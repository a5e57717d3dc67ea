#include "fairshare/properties/z3/definition.h"

#include <utility>
#include <variant>

namespace fairshare::prover {
namespace {

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

}  // namespace

std::string name_of(const std::string& quantity, std::size_t claimant) {
  return quantity + " " + std::to_string(claimant);
}

std::vector<Symbolic> any_numbers(const std::string& quantity, std::size_t n, Path& path) {
  std::vector<Symbolic> numbers;
  for (std::size_t i = 0; i < n; ++i) numbers.push_back(path.number(name_of(quantity, i)));
  return numbers;
}

Claimant<Symbolic> any_claimant(const std::string& which, bool has_max, Path& path) {
  Claimant<Symbolic> claimant{
      path.non_negative("weight " + which), path.non_negative("min_share " + which), {}};
  if (has_max) {
    claimant.max_share = path.non_negative("max_share " + which);
    path.assume(path.at_most(claimant.min_share, *claimant.max_share));
  }
  return claimant;
}

Problem<Symbolic> any_problem(std::size_t n, std::size_t pattern, Path& path) {
  Problem<Symbolic> problem{path.non_negative("total"), {}};
  for (std::size_t i = 0; i < n; ++i) {
    problem.claimants.push_back(any_claimant(std::to_string(i), (pattern >> i) % 2 == 1, path));
  }
  return problem;
}

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

void prove_least_solution(const Solution<Symbolic>& solution, const Problem<Symbolic>& problem,
                          Path& path) {
  prove_solution(solution, problem, path);
  const auto* allocation = std::get_if<Allocation<Symbolic>>(&solution);
  if (allocation == nullptr) return;
  const Symbolic ratio = path.non_negative("any ratio");
  const z3::expr gives = are_given(problem, {ratio}, allocation->shares, path);
  path.prove("no lower ratio gives the shares",
             z3::implies(gives, path.at_most(allocation->ratio, ratio)));
}

Exploration explore_patterns(std::string title, const Patterns& patterns, const Limits& limits,
                             const Run& run) {
  Exploration sum;
  sum.name = std::move(title);
  sum.n = patterns.n;
  sum.patterns = 0;
  const std::size_t end = std::size_t{1} << patterns.n;
  for (std::size_t k = patterns.first; k < end && !sum.refuted; k += patterns.step) {
    const Exploration one = explore([&](Path& path) { run(k, path); }, limits);
    ++sum.patterns;
    sum.paths += one.paths;
    sum.queries += one.queries;
    sum.unknown += one.unknown;
    sum.refuted = one.refuted;
    sum.seconds += one.seconds;
  }
  return sum;
}

}  // namespace fairshare::prover
