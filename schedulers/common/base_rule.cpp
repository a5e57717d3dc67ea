#include "fairshare/schedulers/common/base_rule.h"

#include <cassert>
#include <cstddef>
#include <variant>

#include "fairshare/exact/solve.h"

namespace fairshare::schedulers {

using exact::Rational;

Problem<Rational> without_minimums(const Problem<Rational>& problem) {
  Problem<Rational> rest{problem.total, {}};
  for (const Claimant<Rational>& claimant : problem.claimants) {
    rest.total -= claimant.min_share;
    Claimant<Rational> above{claimant.weight, Rational(0), std::nullopt};
    if (claimant.max_share) above.max_share = *claimant.max_share - claimant.min_share;
    rest.claimants.push_back(above);
  }
  return rest;
}

Solution<Rational> solve_by_base_rule(const Problem<Rational>& problem) {
  assert(!find_defect(problem));
  const Problem<Rational> rest = without_minimums(problem);
  if (rest.total < 0) return Overcommitted<Rational>{-rest.total};

  Solution<Rational> solution = exact::solve(rest);
  if (auto* allocation = std::get_if<Allocation<Rational>>(&solution)) {
    for (std::size_t i = 0; i < allocation->shares.size(); ++i) {
      allocation->shares[i] += problem.claimants[i].min_share;
    }
  }
  return solution;
}

}  // namespace fairshare::schedulers
