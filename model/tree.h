// Trees of claimants: a node's share is the total that is divided among its children.
//
// A tree is a list of nodes in which every parent comes before its children, so that one pass from
// front to back divides it top-down, without recursion at any depth.
#pragma once

#include <cassert>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"

namespace fairshare {

template <class Number>
struct Node {
  Claimant<Number> claimant = {};
  std::optional<std::size_t> parent = std::nullopt;  // absent: it claims from the tree's total

  friend bool operator==(const Node&, const Node&) = default;
};

template <class Number>
struct Tree {
  Number total = Number(0);
  std::vector<Node<Number>> nodes = {};

  friend bool operator==(const Tree&, const Tree&) = default;
};

// What divides: a node, or (absent) the tree, whose total goes to the nodes without a parent.
using DividerIndex = std::optional<std::size_t>;

template <class Number>
struct TreeAllocation {
  std::vector<Number> shares;                 // one per node
  Number ratio;                               // of the nodes without a parent
  std::vector<std::optional<Number>> ratios;  // one per node: the ratio among its children, if any

  friend bool operator==(const TreeAllocation&, const TreeAllocation&) = default;
};

// The first divider, from the top, whose children have no fair allocation.
template <class Number>
struct NoAllocationAt {
  DividerIndex at;
  std::variant<Overcommitted<Number>, Surplus<Number>> reason;

  friend bool operator==(const NoAllocationAt&, const NoAllocationAt&) = default;
};

template <class Number>
using TreeSolution = std::variant<TreeAllocation<Number>, NoAllocationAt<Number>>;

// True if every parent comes before its children.
template <class Number>
bool has_parents_first(const Tree<Number>& tree) {
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].parent && *tree.nodes[i].parent >= i) return false;
  }
  return true;
}

// The nodes without a parent, then each node's children, in the order of the list.
struct Children {
  std::vector<std::size_t> of_tree;
  std::vector<std::vector<std::size_t>> of_node;
};

template <class Number>
Children children_of(const Tree<Number>& tree) {
  assert(has_parents_first(tree));
  Children children{{}, std::vector<std::vector<std::size_t>>(tree.nodes.size())};
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const auto& parent = tree.nodes[i].parent;
    (parent ? children.of_node[*parent] : children.of_tree).push_back(i);
  }
  return children;
}

// One divider's problem: `total` among `children`.
template <class Number>
Problem<Number> problem_of(const Tree<Number>& tree, const std::vector<std::size_t>& children,
                           Number total) {
  Problem<Number> problem{std::move(total), {}};
  problem.claimants.reserve(children.size());
  for (const std::size_t child : children) problem.claimants.push_back(tree.nodes[child].claimant);
  return problem;
}

// The first rule that a node breaks as a claimant; `claimant` is the index of the node.
template <class Number>
std::optional<Defect> find_defect(const Tree<Number>& tree) {
  std::vector<std::size_t> every(tree.nodes.size());
  for (std::size_t i = 0; i < every.size(); ++i) every[i] = i;
  return find_defect(problem_of(tree, every, tree.total));
}

// Divides top-down. `solve` answers one problem with a Solution<Number>; each node's share, as
// `solve` returned it, is the total of its children's problem. A leaf's share is final.
//
// With exact numbers this is the fair division of the tree. In doubles each node divides its own
// rounded share; docs/numerics.md bounds the error.
template <class Number, class Solve>
TreeSolution<Number> solve_tree(const Tree<Number>& tree, Solve solve) {
  assert(!find_defect(tree));
  const Children children = children_of(tree);
  TreeAllocation<Number> result{std::vector<Number>(tree.nodes.size(), Number(0)), Number(0),
                                std::vector<std::optional<Number>>(tree.nodes.size())};

  const auto divide = [&](DividerIndex at, const std::vector<std::size_t>& among,
                          const Number& total) -> std::optional<NoAllocationAt<Number>> {
    Solution<Number> solution = solve(problem_of(tree, among, total));
    if (auto* over = std::get_if<Overcommitted<Number>>(&solution))
      return NoAllocationAt<Number>{at, *over};
    if (auto* surplus = std::get_if<Surplus<Number>>(&solution))
      return NoAllocationAt<Number>{at, *surplus};
    auto& allocation = std::get<Allocation<Number>>(solution);
    for (std::size_t k = 0; k < among.size(); ++k) {
      result.shares[among[k]] = std::move(allocation.shares[k]);
    }
    if (at) {
      result.ratios[*at] = std::move(allocation.ratio);
    } else {
      result.ratio = std::move(allocation.ratio);
    }
    return std::nullopt;
  };

  if (auto undivided = divide(std::nullopt, children.of_tree, tree.total)) return *undivided;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (children.of_node[i].empty()) continue;
    if (auto undivided = divide(i, children.of_node[i], result.shares[i])) return *undivided;
  }
  return result;
}

}  // namespace fairshare
