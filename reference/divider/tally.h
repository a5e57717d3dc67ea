// What the breakpoints in a tree add up to, and where the sum of shares reaches the total.
//
// f(R), the sum of all shares, is I(R) + W(R) * R. For every leaf and node of the tree a Line holds
// what its breakpoints add to (I, W). The front is the place between two breakpoints at which f
// reaches the total. It is kept from one question to the next: most changes move it by a step or
// two, and if it is far off, it is found again from the root. All sums are exact.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fairshare/reference/divider/breakpoint_tree.h"
#include "fairshare/reference/divider/grid.h"
#include "fairshare/reference/exact_sum.h"

namespace fairshare::reference {

// It is a template over the tree as well: the prover runs it on terms, in a tree of terms.
template <class Grid, class Tree = BreakpointTree>
class Tally {
 public:
  using Sum = typename Grid::Sum;
  using Line = typename Grid::Line;
  using Step = typename Grid::Step;
  using Row = typename Tree::Row;
  using Cut = typename Tree::Cut;
  using Key = typename Tree::Key;
  using Number = decltype(Cut::bound);

  // Asserts that the grid holds the total and all rows of the tree.
  Tally(const Grid& grid, const Number& total, const Tree& tree) : grid_(grid) {
    add_total(total);
    for (const Row& row : tree.rows()) add_claimant(row);
    leaf_lines_.reserve(tree.leaves().size());
    for (const auto& leaf : tree.leaves()) leaf_lines_.push_back(line_of(tree, leaf));
    node_lines_.resize(tree.nodes().size());
    add_up(tree, tree.height(), tree.root());
  }

  const Grid& grid() const { return grid_; }

  void add_total(const Number& total) {
    grid_.add_share(left_, total);
    grid_.add_share(unclaimed_, total);
  }
  void subtract_total(const Number& total) {
    grid_.subtract_share(left_, total);
    grid_.subtract_share(unclaimed_, total);
  }

  // Everything about a claimant except its breakpoints.
  void add_claimant(const Row& row) {
    grid_.subtract_share(left_, row.min_share);
    if (begins_at_zero(row)) grid_.add_weight(weight_at_zero_, row.weight);
    if (most(row) < grid_.ceiling()) {
      grid_.subtract_share(unclaimed_, most(row));
    } else {
      ++insatiable_;
    }
  }
  void subtract_claimant(const Row& row) {
    grid_.add_share(left_, row.min_share);
    if (begins_at_zero(row)) grid_.subtract_weight(weight_at_zero_, row.weight);
    if (most(row) < grid_.ceiling()) {
      grid_.add_share(unclaimed_, most(row));
    } else {
      --insatiable_;
    }
  }

  // Starts loading what add_breakpoint needs into the cache, without waiting for it.
  void prefetch(std::uint32_t leaf) const { __builtin_prefetch(&leaf_lines_[leaf]); }

  // Call this after a breakpoint of this claimant has been put into the leaf.
  void add_breakpoint(const Tree& tree, std::uint32_t leaf, const Row& row, bool is_max) {
    const Step step = grid_.step(row.bound(is_max), row.weight, is_max);
    leaf_lines_[leaf].add(step);
    for (auto node = tree.leaves()[leaf].parent; node != Tree::none;) {
      node_lines_[node].add(step);
      node = tree.nodes()[node].parent;
    }
    if (is_before_front(tree, leaf)) front_.passed.add(step);
  }
  // Call this after it has been taken out.
  void subtract_breakpoint(const Tree& tree, std::uint32_t leaf, const Row& row, bool is_max) {
    const Step step = grid_.step(row.bound(is_max), row.weight, is_max);
    leaf_lines_[leaf].subtract(step);
    for (auto node = tree.leaves()[leaf].parent; node != Tree::none;) {
      node_lines_[node].subtract(step);
      node = tree.nodes()[node].parent;
    }
    if (is_before_front(tree, leaf)) front_.passed.subtract(step);
  }

  void follow(const Tree& tree, const std::vector<typename Tree::Split>& splits) {
    leaf_lines_.resize(tree.leaves().size());
    node_lines_.resize(tree.nodes().size());
    // The lowest first, since a node adds up what is below it.
    for (auto split = splits.rbegin(); split != splits.rend(); ++split) {
      const auto [level, from, fresh] = *split;
      if (level == 0) {
        leaf_lines_[fresh] = line_of(tree, tree.leaves()[fresh]);
        leaf_lines_[from].subtract(leaf_lines_[fresh]);
        if (from == front_.leaf) front_.leaf = Tree::none;
      } else {
        node_lines_[fresh] = line_below(tree, level, fresh);
        if (from != Tree::none) node_lines_[from].subtract(node_lines_[fresh]);
      }
    }
  }

  // The total - the sum of minimums.
  const Sum& left() const { return left_; }

  // The total - the most that can be claimed; null if that most is above every total of the grid.
  const Sum* find_unclaimed() const { return insatiable_ == 0 ? &unclaimed_ : nullptr; }

  // Brings the front to where the sum of shares reaches the total first. Asserts that `left` is
  // above 0, and what is unclaimed is not.
  void settle(const Tree& tree) {
    if (front_.leaf == Tree::none || !settle_in_leaf(tree)) {
      find_front(tree);
      [[maybe_unused]] const bool is_settled = settle_in_leaf(tree);
      assert(is_settled);
    }
    rest_ = remainder_after(front_.passed);
    assert(rest_.left.sign() > 0);
    assert(rest_.weight.sign() > 0);
  }

  // The ratio at the front: rounded to nearest, if a few leading bits can tell; and exactly.
  std::optional<double> find_rounded_ratio() const {
    return grid_.find_rounded_quotient(rest_.left, rest_.weight);
  }
  auto numerator() const { return grid_.share_magnitude(rest_.left); }
  auto denominator() const { return grid_.weight_magnitude(rest_.weight); }

  std::size_t bytes() const {
    return (leaf_lines_.capacity() + node_lines_.capacity()) * sizeof(Line);
  }

 private:
  struct Stop {
    Number bound;
    Number weight;
    bool is_max;
  };

  struct Front {
    std::uint32_t leaf = Tree::none;
    Key begin = {};           // the leaf's
    std::optional<Cut> low;   // before the leaf
    std::optional<Cut> high;  // after it
    bool is_read = false;
    std::vector<Stop> stops;  // the breakpoints of the leaf in order, once they have been read
    std::size_t next = 0;     // the stops before this one are passed
    Line passed = {};         // those, and all breakpoints before the leaf
  };

  // Total - I and W, where the sum of shares is I + W * R.
  struct Remainder {
    Sum left;
    Sum weight;
  };

  static bool begins_at_zero(const Row& row) { return !row.is_fixed() && row.min_share == 0; }
  static Number most(const Row& row) { return row.weight == 0 ? row.min_share : row.max_share; }

  Line line_of(const Tree& tree, const typename Tree::Leaf& leaf) const {
    Line line;
    for (std::size_t k = 0; k < leaf.count; ++k) {
      const Row& row = tree.rows()[leaf.number[k] / 2];
      const bool is_max = leaf.number[k] % 2 == 1;
      line.add(grid_.step(row.bound(is_max), row.weight, is_max));
    }
    return line;
  }

  const Line& line_at(int level, std::uint32_t child) const {
    return level == 0 ? leaf_lines_[child] : node_lines_[child];
  }

  Line line_below(const Tree& tree, int level, std::uint32_t index) const {
    const auto& node = tree.nodes()[index];
    Line line;
    for (std::size_t k = 0; k < node.count; ++k) line.add(line_at(level - 1, node.child[k]));
    return line;
  }

  void add_up(const Tree& tree, int level, std::uint32_t index) {
    const auto& node = tree.nodes()[index];
    for (std::size_t k = 0; k < node.count && level > 1; ++k) {
      add_up(tree, level - 1, node.child[k]);
    }
    node_lines_[index] = line_below(tree, level, index);
  }

  // Also, after a change in the front's own leaf, moves the front back to the leaf's beginning.
  bool is_before_front(const Tree& tree, std::uint32_t leaf) {
    if (front_.leaf == Tree::none) return false;
    if (leaf != front_.leaf) return tree.leaves()[leaf].low < front_.begin;
    while (front_.next > 0) unpass(front_.stops[--front_.next]);
    front_.is_read = false;
    return false;
  }

  void pass(const Stop& stop) {
    front_.passed.add(grid_.step(stop.bound, stop.weight, stop.is_max));
  }
  void unpass(const Stop& stop) {
    front_.passed.subtract(grid_.step(stop.bound, stop.weight, stop.is_max));
  }

  Remainder remainder_after(const Line& passed) const {
    Remainder rest{left_, weight_at_zero_};
    rest.left.subtract(passed.fixed);
    rest.weight.add(passed.weight);
    return rest;
  }

  // Whether f < total at R = bound / weight, for a place after all passed breakpoints and before
  // all others. Breakpoints at the same ratio may be on either side: they add nothing there.
  template <class Place>
  bool is_below_total(const Line& passed, const Place& place) const {
    const Remainder rest = remainder_after(passed);
    return rest.left.sign() > 0 && grid_.is_less(rest.weight, place.bound, rest.left, place.weight);
  }

  // Moves the front within its leaf; false if it belongs in another one.
  bool settle_in_leaf(const Tree& tree) {
    if (!front_.is_read) read_stops(tree);
    const auto& stops = front_.stops;
    std::size_t& next = front_.next;
    while (next < stops.size() && is_below_total(front_.passed, stops[next])) pass(stops[next++]);
    while (next > 0 && !is_below_total(front_.passed, stops[next - 1])) unpass(stops[--next]);
    const auto is_below = [&](const Cut& cut) { return is_below_total(front_.passed, cut); };
    if (next == stops.size() && front_.high && is_below(*front_.high)) return false;
    return next > 0 || !front_.low || is_below(*front_.low);
  }

  void read_stops(const Tree& tree) {
    const auto& leaf = tree.leaves()[front_.leaf];
    for (std::size_t k = 0; k < leaf.count; ++k) {
      __builtin_prefetch(&tree.rows()[leaf.number[k] / 2]);
    }
    std::array<Key, Tree::leaf_max> keys;
    const auto end = std::transform(leaf.number.begin(), leaf.number.begin() + leaf.count,
                                    keys.begin(), [&](auto number) { return tree.key(number); });
    std::sort(keys.begin(), end);
    front_.stops.clear();
    for (auto key = keys.begin(); key != end; ++key) {
      const Row& row = tree.rows()[key->number / 2];
      const bool is_max = key->number % 2 == 1;
      front_.stops.push_back({row.bound(is_max), row.weight, is_max});
    }
    front_.is_read = true;
  }

  // Moves the front to the last leaf at whose beginning f is below the total.
  void find_front(const Tree& tree) {
    front_.low.reset();
    front_.high.reset();
    front_.next = 0;
    front_.is_read = false;
    front_.passed = {};
    front_.leaf = tree.root();
    for (int level = tree.height(); level > 0; --level) {
      const auto& node = tree.nodes()[front_.leaf];
      const std::size_t slot = find_child(node, level);
      if (slot > 0) front_.low = node.cut[slot];
      if (slot + 1 < node.count) front_.high = node.cut[slot + 1];
      front_.leaf = node.child[slot];
    }
    front_.begin = tree.leaves()[front_.leaf].low;
  }

  // The last child at whose beginning f is below the total; passes those before it.
  std::size_t find_child(const typename Tree::Node& node, int level) {
    std::array<Line, Tree::node_max> before;
    before[0] = front_.passed;
    for (std::size_t k = 1; k < node.count; ++k) {
      before[k] = before[k - 1];
      before[k].add(line_at(level - 1, node.child[k - 1]));
    }
    std::size_t slot = 0;
    for (std::size_t end = node.count; end - slot > 1;) {
      const std::size_t middle = slot + (end - slot) / 2;
      if (is_below_total(before[middle], node.cut[middle])) {
        slot = middle;
      } else {
        end = middle;
      }
    }
    front_.passed = before[slot];
    return slot;
  }

  Grid grid_;
  Sum left_ = {};
  Sum unclaimed_ = {};
  Sum weight_at_zero_ = {};     // of claimants that are proportional from R = 0 on
  std::size_t insatiable_ = 0;  // claimants that can claim more than any total of the grid
  std::vector<Line> leaf_lines_;
  std::vector<Line> node_lines_;
  Front front_;
  Remainder rest_ = {};  // at the front, when it was settled
};

}  // namespace fairshare::reference
