#include "fairshare/reference/divider/breakpoint_tree.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <utility>

#include "fairshare/reference/exact_product.h"
#include "fairshare/reference/exact_sum.h"

namespace fairshare::reference {
namespace {

constexpr std::size_t leaf_filling = BreakpointTree::leaf_max * 2 / 3;
constexpr std::size_t node_filling = BreakpointTree::node_max * 2 / 3;
constexpr std::uint64_t highest = std::numeric_limits<std::uint64_t>::max();

// With the significand in [2^52, 2^53), also for subnormal numbers.
Binary normalised(double number) {
  const Binary binary = to_binary(number);
  const int shift = std::countl_zero(binary.significand) - 11;
  return {binary.significand << shift, binary.exponent - shift};
}

BreakpointKey key_at(const BreakpointTree::Node& node, std::size_t slot) {
  return {{node.high[slot], node.low[slot]}, node.number[slot]};
}

// The last child whose low key is not above `key`; the first child counts as having no low key.
template <class IsNotAbove>
std::size_t find_slot(IsNotAbove is_not_above) {
  static_assert(BreakpointTree::node_max == 32);
  std::size_t slot = 0;
  for (std::size_t step = 16; step > 0; step /= 2) slot += is_not_above(slot + step) ? step : 0;
  return slot;
}

std::size_t find_child(const BreakpointTree::Node& node, const BreakpointKey& key) {
  const std::uint64_t high = key.ratio.high;
  const std::size_t slot = find_slot([&](std::size_t k) { return node.high[k] <= high; });
  if (slot == 0 || node.high[slot] != high || key_at(node, slot) <= key) return slot;
  return find_slot([&](std::size_t k) { return key_at(node, k) <= key; });
}

void prefetch_bytes(const void* begin, std::size_t size) {
  for (std::size_t offset = 0; offset < size; offset += 64) {
    __builtin_prefetch(static_cast<const char*>(begin) + offset);
  }
}

// Prefetches what find_child and then its caller read, if no keys are equal.
void prefetch_search(const BreakpointTree::Node& node) {
  prefetch_bytes(&node.high, sizeof(node.high));
  prefetch_bytes(&node.child, sizeof(node.child));
}

void set_child(BreakpointTree::Node& node, std::size_t slot, std::uint32_t child,
               const BreakpointKey& low, const BreakpointTree::Cut& cut) {
  node.high[slot] = low.ratio.high;
  node.low[slot] = low.ratio.low;
  node.number[slot] = low.number;
  node.child[slot] = child;
  node.cut[slot] = cut;
}

BreakpointTree::Node empty_node() {
  BreakpointTree::Node node;
  node.parent = BreakpointTree::none;
  node.count = 0;
  node.high.fill(highest);
  node.low.fill(highest);
  node.number.fill(BreakpointTree::none);
  node.child.fill(BreakpointTree::none);
  node.cut.fill({0, 1});
  return node;
}

}  // namespace

// A quotient of significands in [1, 2), with 106 bits after the point, the rest cut off. Different
// quotients of 53-bit significands differ by at least 1 / (2^53 * 2^53), so they still differ after
// the cut. The exponent, from -2098 to 2097, comes before it. (Proved: ratio_key_keeps_order.)
RatioKey ratio_key(double bound, double weight) {
  assert(bound > 0 && weight > 0);
  Binary above = normalised(bound);
  const Binary below = normalised(weight);
  if (above.significand < below.significand) above = {above.significand * 2, above.exponent - 1};
  const uint128 first = static_cast<uint128>(above.significand) << 53;
  const auto first_digit = static_cast<std::uint64_t>(first / below.significand);
  const auto rest =
      static_cast<std::uint64_t>(first - static_cast<uint128>(first_digit) * below.significand);
  const uint128 second = static_cast<uint128>(rest) << 53;
  const auto second_digit = static_cast<std::uint64_t>(second / below.significand);
  const auto exponent = static_cast<std::uint64_t>(above.exponent - below.exponent + 4096);
  const std::uint64_t fraction = first_digit - (std::uint64_t{1} << 53);
  return {exponent << 51 | fraction >> 2, fraction << 62 | second_digit << 9};
}

BreakpointTree::BreakpointTree(std::vector<Row> rows) : rows_(std::move(rows)) {
  build();
}

BreakpointKey BreakpointTree::key(std::uint32_t number) const {
  const Row& row = rows_[number / 2];
  return {ratio_key(row.bound(number % 2 == 1), row.weight), number};
}

std::array<std::uint32_t, 2> BreakpointTree::find_leaves(
    const std::array<BreakpointKey, 2>& keys) const {
  std::array<std::uint32_t, 2> children = {root_, root_};
  for (int level = height_; level > 0; --level) {
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const Node& node = nodes_[children[k]];
      children[k] = node.child[find_child(node, keys[k])];
      if (level > 1) prefetch_search(nodes_[children[k]]);
      if (level == 1) prefetch(children[k]);
    }
  }
  return children;
}

void BreakpointTree::prefetch(std::uint32_t leaf) const {
  prefetch_bytes(&leaves_[leaf], sizeof(Leaf));
}

void BreakpointTree::put_in(std::uint32_t leaf, std::uint32_t number) {
  assert(!is_full(leaf));
  Leaf& into = leaves_[leaf];
  into.number[into.count++] = number;
  rows_[number / 2].leaf[number % 2] = leaf;
  ++size_;
}

std::uint32_t BreakpointTree::take_out(std::uint32_t number) {
  const std::uint32_t leaf = rows_[number / 2].leaf[number % 2];
  Leaf& from = leaves_[leaf];
  const auto end = from.number.begin() + from.count;
  const auto place = std::find(from.number.begin(), end, number);
  assert(place != end);
  *place = *(end - 1);
  --from.count;
  --size_;
  return leaf;
}

const std::vector<BreakpointTree::Split>& BreakpointTree::split(std::uint32_t leaf) {
  assert(is_full(leaf));
  splits_.clear();
  const std::uint32_t parent = make_room(0, leaf);
  std::array<BreakpointKey, leaf_max> keys;
  std::ranges::transform(leaves_[leaf].number, keys.begin(),
                         [&](std::uint32_t number) { return key(number); });
  std::ranges::sort(keys);

  constexpr std::size_t kept = leaf_max / 2;
  const auto fresh = static_cast<std::uint32_t>(leaves_.size());
  leaves_.push_back({keys[kept], parent, leaf_max - kept, {}});
  leaves_[leaf].count = kept;
  for (std::size_t k = 0; k < leaf_max; ++k) {
    const std::uint32_t number = keys[k].number;
    if (k < kept) {
      leaves_[leaf].number[k] = number;
    } else {
      leaves_[fresh].number[k - kept] = number;
      rows_[number / 2].leaf[number % 2] = fresh;
    }
  }
  put_child_after(parent, leaf, fresh, keys[kept], cut_at(keys[kept].number));
  splits_.push_back({0, leaf, fresh});
  return splits_;
}

BreakpointTree::Cut BreakpointTree::cut_at(std::uint32_t number) const {
  const Row& row = rows_[number / 2];
  return {row.bound(number % 2 == 1), row.weight};
}

std::uint32_t& BreakpointTree::parent_of(int level, std::uint32_t child) {
  return level == 0 ? leaves_[child].parent : nodes_[child].parent;
}

// Makes sure that the child has a parent that is not full, and returns it.
std::uint32_t BreakpointTree::make_room(int level, std::uint32_t child) {
  if (level == height_) grow_root();
  if (nodes_[parent_of(level, child)].count == node_max) {
    split_node(level + 1, parent_of(level, child));
  }
  return parent_of(level, child);
}

void BreakpointTree::grow_root() {
  const auto fresh = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(empty_node());
  const Node& old = nodes_[root_];
  set_child(nodes_[fresh], 0, root_, key_at(old, 0), old.cut[0]);
  nodes_[fresh].count = 1;
  nodes_[root_].parent = fresh;
  root_ = fresh;
  ++height_;
  splits_.push_back({height_, none, fresh});
}

void BreakpointTree::split_node(int level, std::uint32_t node) {
  const std::uint32_t parent = make_room(level, node);
  constexpr std::size_t kept = node_max / 2;
  const auto fresh = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(empty_node());
  Node& from = nodes_[node];
  Node& into = nodes_[fresh];
  into.parent = parent;
  into.count = node_max - kept;
  for (std::size_t k = kept; k < node_max; ++k) {
    set_child(into, k - kept, from.child[k], key_at(from, k), from.cut[k]);
    parent_of(level - 1, from.child[k]) = fresh;
    set_child(from, k, none, {{highest, highest}, none}, {0, 1});
  }
  from.count = kept;
  put_child_after(parent, node, fresh, key_at(into, 0), into.cut[0]);
  splits_.push_back({level, node, fresh});
}

void BreakpointTree::put_child_after(std::uint32_t node, std::uint32_t child, std::uint32_t fresh,
                                     const BreakpointKey& low, const Cut& cut) {
  Node& into = nodes_[node];
  assert(into.count < node_max);
  std::size_t slot = into.count++;
  for (; into.child[slot - 1] != child; --slot) {
    set_child(into, slot, into.child[slot - 1], key_at(into, slot - 1), into.cut[slot - 1]);
  }
  set_child(into, slot, fresh, low, cut);
}

std::vector<BreakpointKey> BreakpointTree::sorted_keys() const {
  std::vector<BreakpointKey> keys;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (const bool is_max : {false, true}) {
      const auto number = static_cast<std::uint32_t>(2 * i + (is_max ? 1 : 0));
      if (rows_[i].has_breakpoint(is_max)) keys.push_back(key(number));
    }
  }
  std::ranges::sort(keys);
  return keys;
}

void BreakpointTree::build_leaves(const std::vector<BreakpointKey>& keys) {
  leaves_.clear();
  leaves_.push_back({{}, none, 0, {}});
  for (const BreakpointKey& key : keys) {
    if (leaves_.back().count == leaf_filling) leaves_.push_back({key, none, 0, {}});
    Leaf& leaf = leaves_.back();
    leaf.number[leaf.count++] = key.number;
    rows_[key.number / 2].leaf[key.number % 2] = static_cast<std::uint32_t>(leaves_.size() - 1);
  }
}

// Adds nodes above the nodes from `begin` to `end`, or above the leaves if there are none.
void BreakpointTree::build_level(std::size_t begin, std::size_t end) {
  const bool is_above_leaves = begin == end;
  const std::size_t count = is_above_leaves ? leaves_.size() : end - begin;
  for (std::size_t k = 0; k < count; ++k) {
    if (k % node_filling == 0) nodes_.push_back(empty_node());
    Node& node = nodes_.back();
    const auto child = static_cast<std::uint32_t>(begin + k);
    if (is_above_leaves) {
      const BreakpointKey low = leaves_[child].low;
      set_child(node, node.count++, child, low, k == 0 ? Cut{0, 1} : cut_at(low.number));
    } else {
      const Node& below = nodes_[child];
      set_child(node, node.count++, child, key_at(below, 0), below.cut[0]);
    }
    parent_of(is_above_leaves ? 0 : 1, child) = static_cast<std::uint32_t>(nodes_.size() - 1);
  }
}

void BreakpointTree::build() {
  const std::vector<BreakpointKey> keys = sorted_keys();
  size_ = keys.size();
  build_leaves(keys);
  nodes_.clear();
  build_level(0, 0);
  height_ = 1;
  for (std::size_t begin = 0; nodes_.size() - begin > 1; ++height_) {
    const std::size_t end = nodes_.size();
    build_level(begin, end);
    begin = end;
  }
  root_ = static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::size_t BreakpointTree::bytes() const {
  return rows_.capacity() * sizeof(Row) + leaves_.capacity() * sizeof(Leaf) +
         nodes_.capacity() * sizeof(Node);
}

}  // namespace fairshare::reference
