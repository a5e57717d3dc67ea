// The front of reference/divider/tally.h among a few breakpoints, whatever the claimants are.
//
// The tally knows three things about a problem: what is left of the total after the minimums, how
// the sum of shares rises from R = 0 on, and at which breakpoints that changes. Here these are any
// numbers for which the sum never falls. So there may be any number of claimants without a
// breakpoint.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <tuple>
#include <vector>

#include "fairshare/properties/z3/any_tree.h"
#include "fairshare/reference/divider/tally.h"

namespace fairshare::prover {

template <class Number>
struct FreeBreakpoint {
  Number weight;  // above 0
  Number ratio;   // above 0
  bool is_max;
};

// The sum of shares above the minimums, 0 at R = 0, until it reaches what is left of the total.
template <class Number>
struct Curve {
  Number left;
  Number weight;  // the slope from R = 0 to the first breakpoint
  std::vector<FreeBreakpoint<Number>> breakpoints;
};

// In the order of the tree.
template <class Number>
std::vector<std::size_t> order_of(const std::vector<FreeBreakpoint<Number>>& breakpoints) {
  std::vector<std::size_t> order(breakpoints.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    const auto& [one, other] = std::tie(breakpoints[a].ratio, breakpoints[b].ratio);
    return one < other || (one == other && a < b);
  });
  return order;
}

// A change of the total, and of the places of a few breakpoints, or none, at once.
template <class Number>
struct CurveChange {
  Curve<Number> before;
  Curve<Number> after;
  std::vector<std::size_t> moved;
  Number ceiling;  // above both totals
};

// A breakpoint; or the line at R = 0, as a claimant that is proportional from there on.
template <class Number>
struct FreeRow {
  Number weight;
  Number at;                   // the bound of the breakpoint
  std::optional<bool> is_max;  // of the breakpoint; absent for the line
  Number min_share = 0;
  Number max_share = 0;

  bool is_fixed() const { return is_max.has_value(); }
  bool has_breakpoint(bool max) const { return is_max == max; }
  const Number& bound(bool) const { return at; }
};

template <class Number>
using FreeTree = AnyTree<Number, FreeRow<Number>>;

template <class Number>
FreeRow<Number> row_of(const FreeBreakpoint<Number>& breakpoint) {
  return {breakpoint.weight, breakpoint.weight * breakpoint.ratio, breakpoint.is_max};
}

template <class Number>
struct FrontRatio {
  Number numerator;
  Number denominator;
};

// The ratios at the front before and after a change, by reference::Tally or a substitute. A
// breakpoint that is put into a leaf may split it.
template <class Tally, class Number, class Grid, class Choices>
std::array<FrontRatio<Number>, 2> fronts(const CurveChange<Number>& change, const Grid& grid,
                                         Choices& choices) {
  std::vector<FreeRow<Number>> rows;
  for (const auto& breakpoint : change.before.breakpoints) rows.push_back(row_of(breakpoint));
  rows.push_back({change.before.weight, 0, std::nullopt});
  FreeTree<Number> tree(rows, choices);
  Tally tally(grid, change.before.left, tree);
  tally.settle(tree);
  const FrontRatio<Number> before{tally.numerator(), tally.denominator()};

  tally.subtract_total(change.before.left);
  tally.add_total(change.after.left);
  const auto number_of = [&](std::size_t i) {
    return static_cast<std::uint32_t>(2 * i + (change.after.breakpoints[i].is_max ? 1 : 0));
  };
  for (const std::size_t i : change.moved) {
    const FreeRow<Number> old = tree.rows()[i];
    tally.subtract_breakpoint(tree, tree.take_out(number_of(i)), old, *old.is_max);
  }
  for (const std::size_t i : change.moved) {
    const FreeRow<Number> row = row_of(change.after.breakpoints[i]);
    tree.set_row(i, row);
    std::uint32_t leaf = tree.find_leaf(number_of(i));
    if (tree.leaves()[leaf].count > 1 && choices.choose()) {
      tally.follow(tree, tree.split(leaf, choices));
      leaf = tree.find_leaf(number_of(i));
    }
    tree.put_in(leaf, number_of(i));
    tally.add_breakpoint(tree, leaf, row, *row.is_max);
  }
  tally.settle(tree);
  return {before, {tally.numerator(), tally.denominator()}};
}

}  // namespace fairshare::prover
