// Small pool trees for the tests of YTsaurus's scalar schedulers.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "fairshare/schedulers/ytsaurus/scalar.h"

namespace fairshare::tests {

// A tree in the making. The root is there from the start and is element 0.
struct PoolTree {
  schedulers::ytsaurus::scalar::Tree tree = {{{}}, {}};

  // The index of the new element.
  std::size_t pool(std::size_t parent, schedulers::ytsaurus::scalar::Element element = {}) {
    element.parent = parent;
    tree.elements.push_back(std::move(element));
    return tree.elements.size() - 1;
  }

  // A demand of 10 clusters unless something else is said.
  std::size_t operation(std::size_t parent,
                        schedulers::ytsaurus::scalar::Element element = {.demand_ratio = 10}) {
    element.is_operation = true;
    return pool(parent, std::move(element));
  }

  // A pool with one operation that demands 10 clusters.
  std::size_t busy_pool(std::size_t parent, schedulers::ytsaurus::scalar::Element element = {}) {
    const std::size_t made = pool(parent, std::move(element));
    operation(made);
    return made;
  }
};

inline double share(const schedulers::ytsaurus::scalar::ComputedTree& computed,
                    std::size_t element) {
  return computed.elements[element].fair_share_ratio;
}

inline std::vector<double> shares(const schedulers::ytsaurus::scalar::ComputedTree& computed,
                                  const std::vector<std::size_t>& elements) {
  std::vector<double> result;
  for (const std::size_t element : elements) result.push_back(share(computed, element));
  return result;
}

}  // namespace fairshare::tests
