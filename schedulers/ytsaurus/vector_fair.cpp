// The rule of the vector HDRF in exact numbers, for trees of one resource: the base rule, which
// pays guarantees first. Bottom-up what each element can take, then top-down its share.
#include <algorithm>
#include <cassert>
#include <optional>
#include <span>
#include <vector>

#include "exact/solve.h"
#include "schedulers/ytsaurus/amounts.h"
#include "schedulers/ytsaurus/vector.h"

namespace fairshare::schedulers::ytsaurus_vector {

using exact::Rational;

namespace {

struct ExactTree {
  const Tree& tree;
  std::size_t resource;
  Children children;

  // A part of the total; nothing is negative here.
  Rational part(std::int64_t amount) const {
    const std::int64_t total = tree.total[resource];
    return total <= 0 || amount <= 0 ? Rational(0) : Rational(amount) / total;
  }
  Rational limit(std::size_t i) const {
    const std::int64_t amount = tree.elements[i].limits[resource].value_or(infinite(resource));
    return part(std::min(amount, tree.total[resource]));
  }
};

// The one resource of which there is any; the cpu where there is none; nothing where there are
// several.
std::optional<std::size_t> only_resource(const Tree& tree) {
  std::optional<std::size_t> only;
  for (std::size_t r = 0; r < resource_count; ++r) {
    if (tree.total[r] == 0) continue;
    if (only) return std::nullopt;
    only = r;
  }
  return only.value_or(cpu);
}

// The children's guarantees scaled so that they are within the parent's: the pools' first.
void fit_exactly(const Tree& tree, const std::vector<std::size_t>& children, const Rational& most,
                 std::vector<Rational>& guarantees) {
  Rational of_pools = 0;
  Rational of_operations = 0;
  for (const std::size_t child : children) {
    (tree.elements[child].is_operation ? of_operations : of_pools) += guarantees[child];
  }
  const bool pools_fit = of_pools <= most;
  if (pools_fit && of_pools + of_operations <= most) return;
  const Rational pools_by = pools_fit ? Rational(1) : most / of_pools;
  const Rational operations_by = pools_fit ? (most - of_pools) / of_operations : Rational(0);
  for (const std::size_t child : children) {
    guarantees[child] *= tree.elements[child].is_operation ? operations_by : pools_by;
  }
}

std::vector<Rational> exact_guarantees(const ExactTree& exact) {
  const Tree& tree = exact.tree;
  const Guarantees amounts = determine_guarantees(tree, exact.children);
  std::vector<Rational> guarantees(tree.elements.size());
  for (std::size_t i = 1; i < guarantees.size(); ++i) {
    guarantees[i] = std::min(exact.part(amounts.of[i][exact.resource]), exact.limit(i));
    // What stands in turns has none; the release would stop at one.
    if (tree.elements[*tree.elements[i].parent].mode == Mode::fifo) guarantees[i] = 0;
  }
  for (const std::size_t child : exact.children.front()) guarantees.front() += guarantees[child];
  guarantees.front() = std::min(guarantees.front(), exact.limit(0));
  for (std::size_t i = 0; i < guarantees.size(); ++i) {
    fit_exactly(tree, exact.children[i], guarantees[i], guarantees);
  }
  return guarantees;
}

// Bottom-up: what each element can take, and hence what of its guarantee counts.
std::vector<FairBounds> exact_bounds(const ExactTree& exact) {
  const Tree& tree = exact.tree;
  const std::vector<Rational> guarantees = exact_guarantees(exact);
  std::vector<FairBounds> bounds(tree.elements.size());
  for (std::size_t i = tree.elements.size(); i-- > 0;) {
    const Element& element = tree.elements[i];
    Rational claimed = 0;
    if (element.is_operation) claimed = exact.part(element.demand[exact.resource]);
    for (const std::size_t child : exact.children[i]) {
      const bool takes_more = element.mode == Mode::fifo || tree.elements[child].weight > 0;
      claimed += takes_more ? bounds[child].most : bounds[child].guarantee;
    }
    bounds[i].most = std::min(claimed, exact.limit(i));
    bounds[i].guarantee = std::min(guarantees[i], bounds[i].most);
  }
  return bounds;
}

}  // namespace

Problem<Rational> problem_above_guarantees(const Tree& tree, const FairTree& fair,
                                           std::span<const std::size_t> children,
                                           const Rational& share) {
  Problem<Rational> problem{share, {}};
  for (const std::size_t child : children) {
    const FairBounds& bounds = fair.bounds[child];
    problem.total -= bounds.guarantee;
    problem.claimants.push_back({exact::from_double(tree.elements[child].weight), 0,
                                 Rational(bounds.most - bounds.guarantee)});
  }
  return problem;
}

std::vector<Rational> fifo_shares(const Tree& tree, const FairTree& fair,
                                  std::span<const std::size_t> children, const Rational& share) {
  std::vector<std::size_t> turns(children.size());
  for (std::size_t k = 0; k < turns.size(); ++k) turns[k] = k;
  std::ranges::stable_sort(turns, [&](std::size_t a, std::size_t b) {
    return tree.elements[children[a]].weight > tree.elements[children[b]].weight;
  });
  std::vector<Rational> shares(children.size());
  Rational rest = share;
  for (const std::size_t turn : turns) {
    shares[turn] = std::min(rest, fair.bounds[children[turn]].most);
    rest -= shares[turn];
  }
  return shares;
}

std::optional<FairTree> fair_shares(const Tree& tree) {
  assert(is_tree(tree));
  const auto resource = only_resource(tree);
  if (!resource) return std::nullopt;
  FairTree fair{static_cast<Resource>(*resource), {}, std::vector<Rational>(tree.elements.size())};
  if (tree.elements.empty()) return fair;
  const ExactTree exact{tree, *resource, children_of(tree)};
  fair.bounds = exact_bounds(exact);
  fair.shares.front() = fair.bounds.front().most;
  for (std::size_t i = 0; i < tree.elements.size(); ++i) {
    const auto& children = exact.children[i];
    if (children.empty()) continue;
    if (tree.elements[i].mode == Mode::fifo) {
      const auto shares = fifo_shares(tree, fair, children, fair.shares[i]);
      for (std::size_t k = 0; k < shares.size(); ++k) fair.shares[children[k]] = shares[k];
      continue;
    }
    const auto problem = problem_above_guarantees(tree, fair, children, fair.shares[i]);
    // A pool's share is at least its children's guarantees and at most what they can take.
    const auto solution = exact::solve(problem);
    const auto& allocation = std::get<Allocation<Rational>>(solution);
    for (std::size_t k = 0; k < children.size(); ++k) {
      const std::size_t child = children[k];
      fair.shares[child] = fair.bounds[child].guarantee + allocation.shares[k];
    }
  }
  return fair;
}

}  // namespace fairshare::schedulers::ytsaurus_vector
