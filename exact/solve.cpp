// The sweep of exact/sweep.h on rationals, and down a tree.
#include "fairshare/exact/solve.h"

#include "fairshare/exact/sweep.h"

namespace fairshare::exact {

Solution<Rational> solve(const Problem<Rational>& problem) {
  return generic::solve(problem);
}

RatioInterval<Rational> find_ratios(const Problem<Rational>& problem,
                                    const Allocation<Rational>& allocation) {
  return generic::find_ratios(problem, allocation);
}

TreeSolution<Rational> solve(const Tree<Rational>& tree) {
  return solve_tree(tree, [](const Problem<Rational>& problem) { return solve(problem); });
}

Claimant<Rational> widen(const Claimant<double>& claimant) {
  Claimant<Rational> wide{from_double(claimant.weight), from_double(claimant.min_share), {}};
  if (claimant.max_share) wide.max_share = from_double(*claimant.max_share);
  return wide;
}

Problem<Rational> widen(const Problem<double>& problem) {
  Problem<Rational> wide{from_double(problem.total), {}};
  for (const auto& claimant : problem.claimants) wide.claimants.push_back(widen(claimant));
  return wide;
}

Tree<Rational> widen(const Tree<double>& tree) {
  Tree<Rational> wide{from_double(tree.total), {}};
  for (const auto& node : tree.nodes) wide.nodes.push_back({widen(node.claimant), node.parent});
  return wide;
}

}  // namespace fairshare::exact
