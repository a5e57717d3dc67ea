// reference/divider/tally.h in any tree of any few breakpoints: exact numbers, and a free choice of
// where one leaf ends and the next begins, of the number of leaves, of the height of the tree, and
// of where a leaf is split.
//
// This is not the divider's own tree: whether that keeps its promises is not proved here.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "fairshare/exact/assert.h"
#include "fairshare/exact/sweep.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/properties/z3/any_keys.h"
#include "fairshare/reference/divider/tally.h"

namespace fairshare::prover {

// What reference/divider/grid.h promises, on unbounded numbers. An absent maximum is the ceiling.
template <class Number>
struct AnyGrid {
  using Sum = SumOf<Number>;
  struct Line {
    Sum fixed = {};
    Sum weight = {};

    void add(const Line& other) {
      fixed.add(other.fixed);
      weight.add(other.weight);
    }
    void subtract(const Line& other) {
      fixed.subtract(other.fixed);
      weight.subtract(other.weight);
    }
  };
  using Step = Line;

  Number above_totals;

  const Number& ceiling() const { return above_totals; }
  static Step step(const Number& bound, const Number& weight, bool is_max) {
    Step step;
    if (is_max) {
      step.fixed.add(bound);
      step.weight.subtract(weight);
    } else {
      step.fixed.subtract(bound);
      step.weight.add(weight);
    }
    return step;
  }
  static void add_share(Sum& sum, const Number& share) { sum.add(share); }
  static void subtract_share(Sum& sum, const Number& share) { sum.subtract(share); }
  static void add_weight(Sum& sum, const Number& weight) { sum.add(weight); }
  static void subtract_weight(Sum& sum, const Number& weight) { sum.subtract(weight); }
  bool is_less(const Sum& weights, const Number& bound, const Sum& left,
               const Number& weight) const {
    FAIRSHARE_ASSERT(above_totals, weights.value >= 0);
    FAIRSHARE_ASSERT(above_totals, left.value >= 0);
    return weights.value * bound < left.value * weight;
  }
  static const Number& share_magnitude(const Sum& sum) { return sum.value; }
  static const Number& weight_magnitude(const Sum& sum) { return sum.value; }
};

// A claimant, and its breakpoints.
template <class Number>
struct ClaimantRow {
  Number weight;
  Number min_share;
  Number max_share;
  bool has_max;

  bool is_fixed() const { return weight == 0 || (has_max && min_share == max_share); }
  bool has_breakpoint(bool is_max) const {
    if (is_fixed()) return false;
    return is_max ? has_max : min_share > 0;
  }
  const Number& bound(bool is_max) const { return is_max ? max_share : min_share; }
};

// What the tally uses of reference/divider/breakpoint_tree.h.
template <class N, class R = ClaimantRow<N>>
class AnyTree {
 public:
  using Number = N;
  using Row = R;
  static constexpr std::uint32_t none = 0xffff'ffff;
  static constexpr std::size_t leaf_max = 8;
  static constexpr std::size_t node_max = 8;

  struct Key {
    Number ratio = 0;
    std::uint32_t number = 0;

    friend bool operator<(const Key& a, const Key& b) {
      return a.ratio < b.ratio || (a.ratio == b.ratio && a.number < b.number);
    }
  };
  struct Cut {
    Number bound = 0;
    Number weight = 1;
  };
  struct Leaf {
    Key low = {};
    std::uint32_t parent = none;
    std::uint32_t count = 0;
    std::array<std::uint32_t, leaf_max> number = {};
  };
  struct Node {
    std::uint32_t parent = none;
    std::uint32_t count = 0;
    std::array<std::uint32_t, node_max> child = {};
    std::array<Cut, node_max> cut = {};
  };
  struct Split {
    int level;
    std::uint32_t from;
    std::uint32_t fresh;
  };

  template <class Choices>
  AnyTree(std::vector<Row> rows, Choices& choices)
      : rows_(std::move(rows)), ratios_(2 * rows_.size()) {
    std::vector<Key> keys;
    for (std::uint32_t number = 0; number < ratios_.size(); ++number) {
      if (!has_breakpoint(number)) continue;
      find_ratio(number);
      keys.push_back(key(number));
    }
    std::sort(keys.begin(), keys.end());
    leaves_.emplace_back();  // its low is below every key
    for (const Key& key : keys) {
      if (leaves_.back().count > 0 && choices.choose()) {
        leaves_.emplace_back();
        leaves_.back().low = key;
      }
      add(leaves_.back(), key.number);
    }
    for (std::uint32_t leaf = 0; leaf < leaves_.size(); ++leaf) in_order_.push_back(leaf);
    height_ = leaves_.size() > 2 && choices.choose() ? 2 : 1;
    if (height_ == 1) {
      hang(0, leaves_.size());
    } else {
      hang(0, 2);
      hang(2, leaves_.size());
      Node root;
      root.count = 2;
      root.child = {0, 1};
      root.cut[1] = nodes_[1].cut[0];
      nodes_[0].parent = nodes_[1].parent = 2;
      nodes_.push_back(root);
    }
    root_ = static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  const std::vector<Row>& rows() const { return rows_; }
  const std::vector<Leaf>& leaves() const { return leaves_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  std::uint32_t root() const { return root_; }
  int height() const { return height_; }
  bool has_breakpoint(std::uint32_t number) const {
    return rows_[number / 2].has_breakpoint(number % 2 == 1);
  }
  Key key(std::uint32_t number) const { return {ratios_[number], number}; }

  // Returns the leaf in which it was.
  std::uint32_t take_out(std::uint32_t number) {
    for (std::uint32_t k = 0;; ++k) {
      Leaf& leaf = leaves_[k];
      const auto end = leaf.number.begin() + leaf.count;
      const auto found = std::find(leaf.number.begin(), end, number);
      if (found == end) continue;
      *found = *(end - 1);
      --leaf.count;
      return k;
    }
  }
  // The leaf in which it belongs.
  std::uint32_t find_leaf(std::uint32_t number) {
    find_ratio(number);
    std::size_t place = in_order_.size() - 1;
    while (place > 0 && key(number) < leaves_[in_order_[place]].low) --place;
    return in_order_[place];
  }
  void put_in(std::uint32_t leaf, std::uint32_t number) { add(leaves_[leaf], number); }

  // Moves the upper part of a leaf to a fresh leaf; before that it may, by choice, split the node
  // above as well. Splitting the root makes the tree higher. Returns what has been split, the
  // highest level first. The leaf must have two breakpoints or more.
  template <class Choices>
  std::vector<Split> split(std::uint32_t leaf, Choices& choices) {
    std::vector<Split> splits;
    const std::uint32_t node = leaves_[leaf].parent;
    if (nodes_[node].count > 1 && choices.choose()) {
      if (height_ == 1) splits.push_back(grow_root());
      splits.push_back(split_node(node, 1 + part(nodes_[node].count, choices)));
    }
    splits.push_back(split_leaf(leaf, 1 + part(leaves_[leaf].count, choices)));
    return splits;
  }
  void set_row(std::size_t claimant, const Row& row) { rows_[claimant] = row; }

 private:
  void find_ratio(std::uint32_t number) {
    const Row& row = rows_[number / 2];
    ratios_[number] = row.bound(number % 2 == 1) / row.weight;
  }
  // Chooses one of the places between `count` things.
  template <class Choices>
  static std::uint32_t part(std::uint32_t count, Choices& choices) {
    std::uint32_t place = 0;
    while (place + 2 < count && choices.choose()) ++place;
    return place;
  }
  Split grow_root() {
    Node root;
    root.count = 1;
    root.child[0] = root_;
    const std::uint32_t fresh = add_node(root);
    nodes_[root_].parent = fresh;
    root_ = fresh;
    height_ = 2;
    return {2, none, fresh};
  }
  Split split_node(std::uint32_t node, std::uint32_t kept) {
    Node upper;
    upper.parent = nodes_[node].parent;
    const std::uint32_t fresh = add_node(upper);
    for (std::uint32_t k = kept; k < nodes_[node].count; ++k) {
      const std::uint32_t child = nodes_[node].child[k];
      leaves_[child].parent = fresh;
      hang_after(fresh, nodes_[fresh].count, child, nodes_[node].cut[k]);
    }
    nodes_[node].count = kept;
    put_after(upper.parent, node, fresh, nodes_[fresh].cut[0]);
    return {1, node, fresh};
  }
  Split split_leaf(std::uint32_t leaf, std::uint32_t kept) {
    auto& numbers = leaves_[leaf].number;
    std::sort(numbers.begin(), numbers.begin() + leaves_[leaf].count,
              [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    Leaf upper;
    upper.low = key(numbers[kept]);
    upper.parent = leaves_[leaf].parent;
    for (std::uint32_t k = kept; k < leaves_[leaf].count; ++k) add(upper, numbers[k]);
    leaves_[leaf].count = kept;
    const auto fresh = static_cast<std::uint32_t>(leaves_.size());
    leaves_.push_back(upper);
    in_order_.insert(std::find(in_order_.begin(), in_order_.end(), leaf) + 1, fresh);
    put_after(upper.parent, leaf, fresh, {upper.low.ratio, 1});
    return {0, leaf, fresh};
  }
  std::uint32_t add_node(const Node& node) {
    nodes_.push_back(node);
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  void put_after(std::uint32_t node, std::uint32_t child, std::uint32_t fresh, const Cut& cut) {
    const auto& children = nodes_[node].child;
    const auto place = std::find(children.begin(), children.end(), child) - children.begin();
    hang_after(node, static_cast<std::size_t>(place) + 1, fresh, cut);
  }
  void hang_after(std::uint32_t node, std::size_t place, std::uint32_t child, const Cut& cut) {
    Node& into = nodes_[node];
    for (std::size_t k = into.count++; k > place; --k) {
      into.child.at(k) = into.child[k - 1];
      into.cut.at(k) = into.cut[k - 1];
    }
    into.child.at(place) = child;
    into.cut.at(place) = cut;
  }
  static void add(Leaf& leaf, std::uint32_t number) { leaf.number.at(leaf.count++) = number; }
  // Adds a node above the leaves from `begin` to before `end`.
  void hang(std::size_t begin, std::size_t end) {
    Node node;
    for (std::size_t leaf = begin; leaf < end; ++leaf) {
      leaves_[leaf].parent = static_cast<std::uint32_t>(nodes_.size());
      node.child.at(node.count) = static_cast<std::uint32_t>(leaf);
      node.cut.at(node.count) = {leaves_[leaf].low.ratio, 1};
      ++node.count;
    }
    nodes_.push_back(node);
  }

  std::vector<Row> rows_;
  std::vector<Number> ratios_;
  std::vector<Leaf> leaves_ = {};
  std::vector<std::uint32_t> in_order_ = {};  // the leaves
  std::vector<Node> nodes_ = {};
  std::uint32_t root_ = 0;
  int height_ = 1;
};

// reference/divider/tree_divider.cpp without rounding and without splits.
template <class Number, class Grid = AnyGrid<Number>>
class TallyDivider {
 public:
  using Tree = AnyTree<Number>;
  using Tally = reference::Tally<Grid, Tree>;

  // Every total and every maximum must be below the grid's ceiling.
  template <class Choices>
  TallyDivider(Problem<Number> problem, const Grid& grid, Choices& choices)
      : problem_(std::move(problem)),
        ceiling_(grid.ceiling()),
        tree_(rows(), choices),
        tally_(grid, problem_.total, tree_) {}

  Solution<Number> divide() {
    const Number& left = tally_.left().value;
    if (left < 0) return Overcommitted<Number>{-left};
    if (left == 0) return at(0);
    const auto* unclaimed = tally_.find_unclaimed();
    if (unclaimed != nullptr && unclaimed->value > 0) return Surplus<Number>{unclaimed->value};
    tally_.settle(tree_);
    const Number numerator = tally_.numerator();
    const Number denominator = tally_.denominator();
    FAIRSHARE_ASSERT(ceiling_, numerator > 0);
    FAIRSHARE_ASSERT(ceiling_, denominator > 0);
    return at(numerator / denominator);
  }

  void set_total(const Number& total) {
    tally_.subtract_total(problem_.total);
    tally_.add_total(total);
    problem_.total = total;
  }

  void set_claimant(std::size_t index, const Claimant<Number>& claimant) {
    const auto old = tree_.rows()[index];
    const auto number = static_cast<std::uint32_t>(2 * index);
    for (const std::uint32_t side : {0U, 1U}) {
      if (!old.has_breakpoint(side == 1)) continue;
      const std::uint32_t leaf = tree_.take_out(number + side);
      tally_.subtract_breakpoint(tree_, leaf, old, side == 1);
    }
    tally_.subtract_claimant(old);
    problem_.claimants[index] = claimant;
    const auto row = row_of(claimant);
    tree_.set_row(index, row);
    tally_.add_claimant(row);
    for (const std::uint32_t side : {0U, 1U}) {
      if (!row.has_breakpoint(side == 1)) continue;
      const std::uint32_t leaf = tree_.find_leaf(number + side);
      tree_.put_in(leaf, number + side);
      tally_.add_breakpoint(tree_, leaf, row, side == 1);
    }
  }

 private:
  typename Tree::Row row_of(const Claimant<Number>& claimant) const {
    return {claimant.weight, claimant.min_share, claimant.max_share.value_or(ceiling_),
            claimant.max_share.has_value()};
  }
  std::vector<typename Tree::Row> rows() const {
    std::vector<typename Tree::Row> rows;
    for (const auto& claimant : problem_.claimants) rows.push_back(row_of(claimant));
    return rows;
  }
  Allocation<Number> at(const Number& ratio) const {
    Allocation<Number> allocation{ratio, {}};
    for (const auto& claimant : problem_.claimants) {
      allocation.shares.push_back(exact::generic::share_at(claimant, ratio));
    }
    return allocation;
  }

  Problem<Number> problem_;
  Number ceiling_;
  Tree tree_;
  Tally tally_;
};

// The solutions before and after a change of the claimant, or else of the total.
template <class Divider, class Number>
std::array<Solution<Number>, 2> divide_twice(Divider& divider, const Problem<Number>& after,
                                             const std::optional<std::size_t>& claimant) {
  const Solution<Number> before = divider.divide();
  if (claimant) {
    divider.set_claimant(*claimant, after.claimants[*claimant]);
  } else {
    divider.set_total(after.total);
  }
  return {before, divider.divide()};
}

}  // namespace fairshare::prover
