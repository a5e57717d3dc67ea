// The model computes whole trees from a configuration. So this makes a tree in which the pool and
// its children should have what the Orchid shows about them, and checks in the answer that they do.
#include "formats/ytsaurus/orchid_model.h"

#include <algorithm>
#include <cstddef>

namespace fairshare::formats {
namespace {

namespace scalar = schedulers::ytsaurus::scalar;
using scalar::Claim;
using scalar::Element;

// An only child with all of the cluster as its minimum: it has what it can use, which is `share`,
// and its children's minimums may add up to 1.
Element only_pool(double share) {
  return {.parent = 0, .min_share_ratio = 1, .max_share_ratio = share};
}

// A minimum that is a part of 1 is itself.
Element operation_of(const Claim& claim, std::size_t place, std::size_t parent) {
  return {.parent = parent,
          .is_operation = true,
          .weight = claim.weight,
          .min_share_ratio = claim.min_share,
          .start_time = static_cast<double>(claim.place.value_or(place)),
          .demand_ratio = claim.max_share,
          .best_allocation_ratio = claim.max_share};
}

// An operation that could use the whole cluster, so that the pool can use its share. With weight 0
// and the last turn, it takes nothing from its siblings.
Element idle_operation(std::size_t parent) {
  return {.parent = parent,
          .is_operation = true,
          .weight = 0,
          .start_time = scalar::no_limit,
          .demand_ratio = 1};
}

scalar::Tree tree_of(const OrchidPool& pool) {
  scalar::Tree tree;
  tree.elements.emplace_back();
  if (!pool.is_root) tree.elements.push_back(only_pool(pool.share));
  const std::size_t parent = tree.elements.size() - 1;
  tree.elements[parent].mode = pool.mode;
  tree.elements[parent].fifo_sort_parameters = {scalar::SortParameter::start_time};
  for (std::size_t i = 0; i < pool.children.size(); ++i) {
    tree.elements.push_back(operation_of(pool.children[i], i, parent));
  }
  tree.elements.push_back(idle_operation(parent));
  return tree;
}

// Fifo pools have no minimums.
bool is_as_shown(const scalar::Computed& computed, const Claim& claim, scalar::Mode mode) {
  const double most = std::min(computed.max_possible_usage_ratio, computed.best_allocation_ratio);
  const bool has_min =
      mode == scalar::Mode::fifo || computed.recursive_min_share_ratio == claim.min_share;
  return has_min && most == claim.max_share;
}

}  // namespace

std::optional<schedulers::ModelResult> compute_pool(scalar::Era era, const OrchidPool& pool) {
  const scalar::Tree tree = tree_of(pool);
  const scalar::ComputedTree computed = scalar::compute(era, tree);
  const std::size_t first = pool.is_root ? 1 : 2;
  const bool has_share = pool.is_root || computed.elements[1].fair_share_ratio == pool.share;
  if (!has_share) return std::nullopt;
  std::vector<double> shares;
  for (std::size_t i = 0; i < pool.children.size(); ++i) {
    const scalar::Computed& child = computed.elements[first + i];
    if (!is_as_shown(child, pool.children[i], pool.mode)) return std::nullopt;
    shares.push_back(child.fair_share_ratio);
  }
  return schedulers::ModelResult{.answers = {schedulers::held(shares)}};
}

}  // namespace fairshare::formats
