// The breakpoints of many claimants in exact order, found, put in and taken out in O(log n).
//
// A B+-tree. The numbers within a leaf have no order; only the leaves are ordered. So putting in or
// taking out a breakpoint costs a few cache lines. Leaves and nodes are never joined: if leaves
// have become too empty (`is_sparse`), the tree is rebuilt.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace fairshare::reference {

// The place of bound / weight among all such quotients: for finite doubles > 0, keys are ordered as
// the exact quotients are, and equal if those are. Neither overflows nor underflows.
struct RatioKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend auto operator<=>(const RatioKey&, const RatioKey&) = default;
};
RatioKey ratio_key(double bound, double weight);

// Equal ratios are ordered by the breakpoints' numbers, so that no two keys are equal.
struct BreakpointKey {
  RatioKey ratio;
  std::uint32_t number = 0;

  friend auto operator<=>(const BreakpointKey&, const BreakpointKey&) = default;
};

class BreakpointTree {
 public:
  using Key = BreakpointKey;
  static constexpr std::size_t leaf_max = 56;  // a leaf is four cache lines
  static constexpr std::size_t node_max = 32;

  // A claimant, and the leaves that hold its breakpoints: it begins to be proportional at min_share
  // / weight, and stops at max_share / weight. Their numbers are twice the claimant's index, and
  // one more than that.
  struct alignas(32) Row {  // never spans two cache lines
    double weight;
    double min_share;
    double max_share;  // +infinity for none
    std::array<std::uint32_t, 2> leaf = {};

    bool is_fixed() const { return weight == 0 || min_share == max_share; }
    // A beginning at R = 0 is not a breakpoint, and neither is an end that is never reached.
    bool has_breakpoint(bool is_max) const {
      if (is_fixed()) return false;
      return is_max ? max_share < std::numeric_limits<double>::infinity() : min_share > 0;
    }
    double bound(bool is_max) const { return is_max ? max_share : min_share; }
  };

  // No breakpoint before a cut has a ratio above bound / weight, none after it has one below.
  struct Cut {
    double bound;
    double weight;
  };

  struct alignas(64) Leaf {
    BreakpointKey low;  // no breakpoint in it has a key below this
    std::uint32_t parent;
    std::uint32_t count;
    std::array<std::uint32_t, leaf_max> number;  // in any order
  };

  // Child k has the keys from low k to before low k + 1. From `count` on, all are the highest key.
  struct alignas(64) Node {
    std::uint32_t parent;
    std::uint32_t count;
    std::array<std::uint64_t, node_max> high;
    std::array<std::uint64_t, node_max> low;
    std::array<std::uint32_t, node_max> number;
    std::array<std::uint32_t, node_max> child;
    std::array<Cut, node_max> cut;  // at low k; the first child of all has none
  };

  // A leaf (level 0) or a node has given its upper half to a fresh one. If `from` is `none`, there
  // is a fresh root above the old one.
  struct Split {
    int level;
    std::uint32_t from;
    std::uint32_t fresh;
  };
  static constexpr std::uint32_t none = 0xffff'ffff;

  // Fills in the rows' leaves.
  explicit BreakpointTree(std::vector<Row> rows);

  // Leaves, nodes and rows are referred to by their indices. If `height` is 1, the root's children
  // are leaves; it is never less.
  const std::vector<Row>& rows() const { return rows_; }
  const std::vector<Leaf>& leaves() const { return leaves_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  std::uint32_t root() const { return root_; }
  int height() const { return height_; }

  BreakpointKey key(std::uint32_t number) const;

  // The leaves in which the keys belong. Finding both at the same time is faster than one after the
  // other, since their memory accesses overlap.
  std::array<std::uint32_t, 2> find_leaves(const std::array<BreakpointKey, 2>& keys) const;

  // Starts loading the leaf into the cache, without waiting for it.
  void prefetch(std::uint32_t leaf) const;

  // The claimant's breakpoints must be out of the tree.
  void set_row(std::size_t claimant, const Row& row) { rows_[claimant] = row; }
  void add_row(const Row& row) { rows_.push_back(row); }
  void remove_last_row() { rows_.pop_back(); }

  bool is_full(std::uint32_t leaf) const { return leaves_[leaf].count == leaf_max; }

  // Makes room in a full leaf. Returns what has been split, the highest level first.
  const std::vector<Split>& split(std::uint32_t leaf);

  // `leaf` is the one in which the breakpoint's key belongs, and not full.
  void put_in(std::uint32_t leaf, std::uint32_t number);

  // Returns the leaf in which it was.
  std::uint32_t take_out(std::uint32_t number);

  // Whether the leaves are less than a quarter full, on average, and more than a few.
  bool is_sparse() const { return leaves_.size() > 16 + 4 * size_ / leaf_max; }
  void build();

  std::size_t bytes() const;

 private:
  std::vector<BreakpointKey> sorted_keys() const;
  void build_leaves(const std::vector<BreakpointKey>& keys);
  void build_level(std::size_t begin, std::size_t end);
  Cut cut_at(std::uint32_t number) const;
  std::uint32_t& parent_of(int level, std::uint32_t child);
  void grow_root();
  std::uint32_t make_room(int level, std::uint32_t child);
  void split_node(int level, std::uint32_t node);
  void put_child_after(std::uint32_t node, std::uint32_t child, std::uint32_t fresh,
                       const BreakpointKey& low, const Cut& cut);

  std::vector<Row> rows_;
  std::vector<Leaf> leaves_;
  std::vector<Node> nodes_;
  std::uint32_t root_ = 0;
  int height_ = 1;
  std::size_t size_ = 0;  // breakpoints
  std::vector<Split> splits_;
};

}  // namespace fairshare::reference
