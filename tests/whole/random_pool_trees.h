// Random pool trees of YTsaurus since 2020, each made only from the state of its generator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "fairshare/schedulers/ytsaurus/vector.h"

namespace fairshare::tests {

using namespace schedulers::ytsaurus_vector;

inline constexpr std::size_t cpu = 1;

using Random = std::mt19937_64;

inline std::int64_t pick(Random& random, std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution(low, high)(random);
}

inline bool one_in(Random& random, int n) {
  return pick(random, 1, n) == 1;
}

// A tree whose shape is random: pools to a depth of 4, operations below pools.
inline Tree random_shape(Random& random) {
  Tree tree;
  tree.elements.push_back({});
  std::vector<std::size_t> depths = {0};
  const auto count = static_cast<std::size_t>(pick(random, 1, 40));
  while (tree.elements.size() < count) {
    const auto last = static_cast<std::int64_t>(tree.elements.size()) - 1;
    const auto parent = static_cast<std::size_t>(pick(random, 0, last));
    if (tree.elements[parent].is_operation) continue;
    const bool is_operation = depths[parent] == 4 || one_in(random, 2);
    tree.elements.push_back({.parent = parent, .is_operation = is_operation});
    depths.push_back(depths[parent] + 1);
  }
  // Pools that hold operations only may be fifo.
  std::vector<bool> has_pool(tree.elements.size());
  for (const Element& element : tree.elements) {
    if (element.parent && !element.is_operation) has_pool[*element.parent] = true;
  }
  for (std::size_t i = 0; i < tree.elements.size(); ++i) {
    const bool is_fifo = !tree.elements[i].is_operation && !has_pool[i] && one_in(random, 4);
    if (is_fifo) tree.elements[i].mode = Mode::fifo;
  }
  return tree;
}

inline Tree sane_tree(Random& random) {
  Tree tree = random_shape(random);
  const std::int64_t total = pick(random, 1, 1'000'000) * cpu_unit;
  tree.total[cpu] = total;
  for (Element& element : tree.elements) {
    element.weight = static_cast<double>(pick(random, 1, 10'000)) / 100;
    const bool is_in_turn = element.parent && tree.elements[*element.parent].mode == Mode::fifo;
    if (!is_in_turn && one_in(random, 3)) {
      element.strong_guarantee[cpu] = pick(random, 0, total / 2);
    }
    if (element.parent && one_in(random, 4)) element.limits[cpu] = pick(random, 0, total);
    if (!element.is_operation) continue;
    element.demand[cpu] = pick(random, 0, 2 * total);
    if (one_in(random, 2)) element.usage[cpu] = pick(random, 0, element.demand[cpu]);
  }
  return tree;
}

// The sane tree in which pools, none of them below another, have integral guarantees.
inline Tree sane_tree_of_integral_pools(Random& random) {
  Tree tree = sane_tree(random);
  const std::int64_t total = tree.total[cpu];
  tree.integral_terms = {
      .since_last_update = static_cast<double>(pick(random, 0, 120)),
      .saturation_period = static_cast<double>(pick(random, 1, 1000)),
      .smooth_period = static_cast<double>(pick(random, 1, 100)),
      .relaxed_share_multiplier = static_cast<double>(pick(random, 10, 100)) / 10};
  for (Element& element : tree.elements) {
    if (!element.parent || element.is_operation || one_in(random, 3)) continue;
    element.integral_type = one_in(random, 2) ? IntegralType::burst : IntegralType::relaxed;
    if (has_nested_integral_pools(tree)) {
      element.integral_type = IntegralType::none;
      continue;
    }
    element.resource_flow[cpu] = pick(random, 0, total / 3);
    if (element.integral_type == IntegralType::burst) {
      element.burst_guarantee[cpu] = pick(random, 0, total / 3);
    }
    if (!one_in(random, 4)) element.volume = static_cast<double>(pick(random, 1, 10'000)) / 100;
  }
  return tree;
}

// The sane tree with other resources in addition to cpu: the rule then has no exact form, but it
// keeps bounds.
inline Tree sane_tree_of_all_resources(Random& random) {
  Tree tree = sane_tree(random);
  for (std::size_t r = 0; r < resource_count; ++r) {
    if (r == cpu) continue;
    const std::int64_t total = one_in(random, 4) ? 0 : pick(random, 1, 1'000'000);
    tree.total[r] = total;
    for (Element& element : tree.elements) {
      if (element.parent && one_in(random, 6)) element.limits[r] = pick(random, 0, total);
      if (!element.is_operation) continue;
      element.demand[r] = one_in(random, 4) ? 0 : pick(random, 0, 2 * total);
      if (one_in(random, 2)) element.usage[r] = pick(random, 0, element.demand[r]);
    }
  }
  return tree;
}

}  // namespace fairshare::tests
