// The sweep of exact/sweep.h in whole numbers or on rationals, and down a tree.
#include "fairshare/exact/solve.h"

#include "fairshare/exact/sweep.h"
#include "fairshare/exact/whole.h"

namespace fairshare::exact {
namespace {

// For a number from 0 on.
Integer integer_of(int128 number) {
  if (const auto word = find_short(number)) return *word;
  constexpr int bits = 62;
  const int128 high = number >> bits;
  return (integer_of(high) << bits) + static_cast<std::int64_t>(number - (high << bits));
}

Rational amount_of(const WholeProblem& whole, const Quotient& amount) {
  assert(amount.divisor == 1);
  return {integer_of(amount.dividend), whole.amounts};
}

Allocation<Rational> allocation_of(const WholeProblem& whole, const Problem<Rational>& problem,
                                   const Allocation<Quotient>& found) {
  const auto& [dividend, divisor] = found.ratio;
  Allocation<Rational> allocation{
      {integer_of(dividend) * whole.weights, integer_of(divisor) * whole.amounts}, {}};
  allocation.shares.reserve(found.shares.size());
  for (std::size_t i = 0; i < found.shares.size(); ++i) {
    const bool is_whole = found.shares[i].divisor == 1;  // as both bounds are
    allocation.shares.push_back(is_whole ? amount_of(whole, found.shares[i])
                                         : problem.claimants[i].weight * allocation.ratio);
  }
  return allocation;
}

}  // namespace

Solution<Rational> solve(const Problem<Rational>& problem) {
  assert(!find_defect(problem));
  const auto whole = find_whole(problem);
  if (!whole) return generic::solve(problem);
  const auto solution = generic::solve(whole->problem);
  if (const auto* overcommitted = std::get_if<Overcommitted<Quotient>>(&solution)) {
    return Overcommitted<Rational>{amount_of(*whole, overcommitted->excess)};
  }
  if (const auto* surplus = std::get_if<Surplus<Quotient>>(&solution)) {
    return Surplus<Rational>{amount_of(*whole, surplus->unclaimed)};
  }
  return allocation_of(*whole, problem, std::get<Allocation<Quotient>>(solution));
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
