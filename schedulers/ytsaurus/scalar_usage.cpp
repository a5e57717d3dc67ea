#include "fairshare/schedulers/ytsaurus/scalar_usage.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace fairshare::schedulers::ytsaurus::scalar {
namespace {

constexpr Resource resources[] = {Resource::user_slots, Resource::cpu, Resource::gpu,
                                  Resource::memory, Resource::network};

double of(const Amounts& amounts, Resource resource) {
  return amounts[static_cast<std::size_t>(resource)];
}

template <class Combine>
Amounts combine(const Amounts& left, const Amounts& right, Combine each) {
  Amounts result{};
  for (std::size_t i = 0; i < resource_count; ++i) result[i] = each(left[i], right[i]);
  return result;
}

Amounts add(const Amounts& left, const Amounts& right) {
  return combine(left, right, std::plus<>());
}

Amounts subtract(const Amounts& left, const Amounts& right) {
  return combine(left, right, std::minus<>());
}

Amounts smaller(const Amounts& left, const Amounts& right) {
  return combine(left, right, [](double a, double b) { return std::min(a, b); });
}

bool dominates(const Amounts& left, const Amounts& right) {
  return std::equal(left.begin(), left.end(), right.begin(), std::greater_equal<>());
}

// Zero remains zero, even times infinity.
Amounts multiply(const Amounts& amounts, double factor) {
  Amounts result{};
  for (const Resource resource : resources) {
    const double amount = of(amounts, resource);
    if (amount == 0) continue;
    const double product = amount * factor;
    result[static_cast<std::size_t>(resource)] =
        resource == Resource::cpu ? product : std::round(product);
  }
  return result;
}

double min_ratio(const Amounts& amounts, const Amounts& totals) {
  double ratio = no_limit;
  for (const Resource resource : resources) {
    if (of(totals, resource) > 0) {
      ratio = std::min(ratio, of(amounts, resource) / of(totals, resource));
    }
  }
  return ratio;
}

struct Dominant {
  Resource resource = Resource::cpu;
  double ratio = 0;
};

// The first resource with the largest ratio; cpu if no ratio is above 0.
Dominant dominant_of(const Amounts& amounts, const Amounts& totals) {
  Dominant dominant;
  for (const Resource resource : resources) {
    if (!(of(totals, resource) > 0)) continue;
    const double ratio = of(amounts, resource) / of(totals, resource);
    if (ratio > dominant.ratio) dominant = {resource, ratio};
  }
  return dominant;
}

// What an operation could use of `limit` if it got all of it.
Amounts possible_usage(const Element& operation, const Amounts& limit) {
  const Amounts& usage = operation.usage;
  const Amounts& demand = operation.demand;
  if (!dominates(limit, usage)) return multiply(usage, min_ratio(limit, usage));
  const Amounts needed = subtract(demand, usage);
  if (needed == Amounts{}) return usage;
  const double ratio = min_ratio(subtract(limit, usage), needed);
  return smaller(demand, add(usage, multiply(needed, ratio)));
}

// The elements in an order in which each subtree is contiguous, from `position` to `end` of its
// top.
struct Preorder {
  std::vector<std::size_t> order;
  std::vector<std::size_t> position;
  std::vector<std::size_t> end;
};

Preorder preorder_of(const Tree& tree, std::span<const std::vector<std::size_t>> children) {
  const std::size_t count = tree.elements.size();
  Preorder result{{}, std::vector<std::size_t>(count), std::vector<std::size_t>(count)};
  std::vector<std::size_t> open = {0};
  while (!open.empty()) {
    const std::size_t element = open.back();
    open.pop_back();
    result.position[element] = result.order.size();
    result.order.push_back(element);
    open.insert(open.end(), children[element].rbegin(), children[element].rend());
  }
  for (std::size_t i = count; i-- > 0;) {
    const auto& below = children[i];
    result.end[i] = below.empty() ? result.position[i] + 1 : result.end[below.back()];
  }
  return result;
}

// What all elements below `top` could use of `limit`: the children of a pool take in turn what they
// can of what those before them left. A pool's limit and use are tracked while its subtree is
// walked.
class Greedy {
 public:
  Greedy(const Tree& tree, const Preorder& preorder)
      : tree_(tree),
        preorder_(preorder),
        limit_(tree.elements.size()),
        used_(tree.elements.size()) {}

  Amounts possible_usage_below(std::size_t top, const Amounts& limit) {
    open(top, limit);
    for (std::size_t at = preorder_.position[top] + 1; at < preorder_.end[top]; ++at) {
      const std::size_t element = preorder_.order[at];
      open(element, limit_[*tree_.elements[element].parent]);
      close_those_that_end(top, element, at + 1);
    }
    return used_[top];
  }

 private:
  void open(std::size_t element, const Amounts& limit) {
    limit_[element] = limit;
    const Element& opened = tree_.elements[element];
    used_[element] = opened.is_operation ? possible_usage(opened, limit) : Amounts{};
  }

  void close_those_that_end(std::size_t top, std::size_t element, std::size_t end) {
    while (element != top && preorder_.end[element] == end) {
      const std::size_t parent = *tree_.elements[element].parent;
      limit_[parent] = subtract(limit_[parent], used_[element]);
      used_[parent] = add(used_[parent], used_[element]);
      element = parent;
    }
  }

  const Tree& tree_;
  const Preorder& preorder_;
  std::vector<Amounts> limit_;
  std::vector<Amounts> used_;
};

// How much of the dominant resource jobs of this size could fill, as a ratio. Only memory comes in
// pieces.
double best_allocation(const Cluster& cluster, const Element& operation, Resource dominant) {
  const double total = of(cluster.total, dominant);
  if (total == 0 || dominant != Resource::memory) return 1;
  const double per_job = operation.memory_per_job;
  if (!(per_job > 0) || cluster.node_types.empty()) return 1;
  double allocated = 0;
  for (const NodeType& type : cluster.node_types) {
    allocated += std::floor(type.memory / per_job) * per_job * type.count;
  }
  return allocated / total;
}

// Amounts of an element and of all below it.
struct Totals {
  Amounts demand = {};
  Amounts usage = {};
  Amounts max_possible = {};
};

Totals totals_of(const Cluster& cluster, const Element& element,
                 const std::vector<std::size_t>& children, std::span<const Totals> below) {
  const Amounts limits =
      smaller(element.resource_limits, multiply(cluster.total, element.max_share_ratio));
  if (element.is_operation) {
    return {element.demand, element.usage, smaller(limits, element.demand)};
  }
  Totals totals;
  for (const std::size_t child : children) {
    totals.demand = add(totals.demand, below[child].demand);
    totals.usage = add(totals.usage, below[child].usage);
    totals.max_possible = add(totals.max_possible, below[child].max_possible);
  }
  totals.max_possible = smaller(totals.max_possible, limits);
  return totals;
}

double largest_best_allocation(const std::vector<std::size_t>& children,
                               std::span<const Usage> below) {
  double best = 0;
  for (const std::size_t child : children) {
    best = std::max(best, below[child].best_allocation_ratio);
  }
  return best;
}

std::vector<Usage> usage_in_amounts(const Tree& tree,
                                    std::span<const std::vector<std::size_t>> children) {
  const Cluster& cluster = *tree.cluster;
  const Preorder preorder = preorder_of(tree, children);
  Greedy greedy(tree, preorder);
  std::vector<Totals> totals(tree.elements.size());
  std::vector<Usage> result(tree.elements.size());
  for (std::size_t i = tree.elements.size(); i-- > 0;) {
    const Element& element = tree.elements[i];
    totals[i] = totals_of(cluster, element, children[i], totals);
    const Amounts& usage = totals[i].usage;
    const Amounts& decisive = usage == Amounts{} ? totals[i].demand : usage;
    const Resource dominant = dominant_of(decisive, cluster.total).resource;
    const double total = of(cluster.total, dominant);
    const Amounts possible =
        greedy.possible_usage_below(i, smaller(cluster.total, totals[i].max_possible));
    result[i].dominant_resource = dominant;
    result[i].demand_ratio = total == 0 ? 1 : of(totals[i].demand, dominant) / total;
    result[i].usage_ratio = total == 0 ? 0 : of(usage, dominant) / total;
    result[i].max_possible_usage_ratio =
        std::min(dominant_of(possible, cluster.total).ratio, element.max_share_ratio);
    result[i].best_allocation_ratio = element.is_operation
                                          ? best_allocation(cluster, element, dominant)
                                          : largest_best_allocation(children[i], result);
    result[i].min_share_resources_ratio =
        dominant_of(element.min_share_resources, cluster.total).ratio;
  }
  return result;
}

std::vector<Usage> usage_in_ratios(const Tree& tree,
                                   std::span<const std::vector<std::size_t>> children) {
  std::vector<Usage> result(tree.elements.size());
  std::vector<double> most(tree.elements.size());
  for (std::size_t i = tree.elements.size(); i-- > 0;) {
    const Element& element = tree.elements[i];
    Usage& usage = result[i];
    if (element.is_operation) {
      usage = {element.demand_ratio, element.usage_ratio, 0, element.best_allocation_ratio};
      most[i] = element.demand_ratio;
    } else {
      for (const std::size_t child : children[i]) {
        usage.demand_ratio += result[child].demand_ratio;
        usage.usage_ratio += result[child].usage_ratio;
        most[i] += most[child];
      }
      usage.best_allocation_ratio = largest_best_allocation(children[i], result);
    }
    most[i] = std::min({most[i], element.resource_limit_ratio, element.max_share_ratio});
    usage.max_possible_usage_ratio = std::min({1.0, most[i], element.max_share_ratio});
    usage.min_share_resources_ratio = element.min_share_resources_ratio;
  }
  return result;
}

}  // namespace

std::vector<Usage> usage_of(const Tree& tree, std::span<const std::vector<std::size_t>> children) {
  return tree.cluster ? usage_in_amounts(tree, children) : usage_in_ratios(tree, children);
}

}  // namespace fairshare::schedulers::ytsaurus::scalar
