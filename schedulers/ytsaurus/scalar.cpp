#include "fairshare/schedulers/ytsaurus/scalar.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <span>
#include <utility>

#include "fairshare/schedulers/ytsaurus/scalar_usage.h"

namespace fairshare::schedulers::ytsaurus::scalar {
namespace {

constexpr double largest = std::numeric_limits<double>::max();

// What the functions below share: the inputs, and what is known so far.
struct Context {
  Era era;
  const Tree& tree;
  std::span<const Usage> usage;
  ComputedTree result = {};

  const Element& element(std::size_t i) const { return tree.elements[i]; }
  Computed& computed(std::size_t i) { return result.elements[i]; }
};

// A child as the fitting sees it.
struct Fitted {
  double weight;
  double min;
  double usable;       // max_possible_usage_ratio
  double allocatable;  // best_allocation_ratio
};

double share_at(double ratio, const Fitted& child, double min_weight) {
  const double proportional = std::max(ratio * child.weight / min_weight, child.min);
  return std::min(std::min(proportional, child.usable), child.allocatable);
}

double sum_at(double ratio, std::span<const Fitted> children, double min_weight) {
  double sum = 0;
  for (const Fitted& child : children) sum += share_at(ratio, child, min_weight);
  return sum;
}

// 1 if even that gives no more than the total; else the middle of the last bracket. Each of the 52
// steps halves it, whatever the numbers are, so this ends.
double fitting_ratio(double total, std::span<const Fitted> children, double min_weight) {
  if (sum_at(1, children, min_weight) <= total) return 1;
  double low = 0;
  double high = 1;
  while (high - low > computation_precision) {
    const double middle = (low + high) / 2;
    if (sum_at(middle, children, min_weight) < total) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return (low + high) / 2;
}

struct Fit {
  std::vector<double> shares;
  double rescaling = 1;  // 2019: the factor that brings their sum to the total
};

Fit fit(double total, std::span<const Fitted> children, double min_weight) {
  const double ratio = fitting_ratio(total, children, min_weight);
  Fit result;
  for (const Fitted& child : children) {
    result.shares.push_back(share_at(ratio, child, min_weight));
  }
  const double sum = sum_at(ratio, children, min_weight);
  if (sum > computation_precision && std::abs(total - sum) > computation_precision) {
    result.rescaling = total / sum;
  }
  return result;
}

double min_weight_of(const Context& context, const std::vector<std::size_t>& children) {
  double min_weight = 1;
  for (const std::size_t child : children) {
    const double weight = context.element(child).weight;
    if (weight > computation_precision) min_weight = std::min(min_weight, weight);
  }
  return min_weight;
}

// The sum of the children's minimums, of one kind of them or of all.
template <class Wanted>
double sum_of_minimums(Context& context, const std::vector<std::size_t>& children, Wanted wanted) {
  double sum = 0;
  for (const std::size_t child : children) {
    if (wanted(context.element(child))) sum += context.computed(child).recursive_min_share_ratio;
  }
  return sum;
}

// Nested minimums are parts of the parent's. Pools come first; operations get what is left.
void normalise_minimums_2019(Context& context, std::size_t pool,
                             const std::vector<std::size_t>& children) {
  const double available = context.computed(pool).recursive_min_share_ratio;
  for (const std::size_t child : children) {
    const double relative = context.element(child).min_share_ratio;
    const double absolute = context.usage[child].min_share_resources_ratio;
    context.computed(child).recursive_min_share_ratio = std::max(available * relative, absolute);
    if (available == 0 && relative > 0) ++context.result.alerts;
    if (available == 0 && absolute > 0) ++context.result.alerts;
  }
  const auto is_operation = [](const Element& element) { return element.is_operation; };
  const double of_pools = sum_of_minimums(context, children, std::not_fn(is_operation));
  const double of_operations = sum_of_minimums(context, children, is_operation);
  const bool pools_fit = !(of_pools > available + comparison_precision);
  if (pools_fit && !(of_pools + of_operations > available + comparison_precision)) return;
  if (!pools_fit) ++context.result.alerts;
  const double pool_factor = pools_fit ? 1 : available / of_pools;
  const double operation_factor =
      pools_fit ? (available - of_pools + comparison_precision) / of_operations : 0;
  for (const std::size_t child : children) {
    double& min = context.computed(child).recursive_min_share_ratio;
    if (!is_operation(context.element(child))) {
      min *= pool_factor;
    } else {
      min = pools_fit ? min * operation_factor : 0;
    }
  }
}

// The documentation's rule: relative minimums whose sum exceeds 1 are scaled to 1. Then the
// absolute ones are added, and all of them are scaled to what the pool is guaranteed.
void normalise_minimums_2018(Context& context, std::size_t pool,
                             const std::vector<std::size_t>& children) {
  const Computed parent = context.computed(pool);
  double sum_of_relative = 0;
  for (const std::size_t child : children) {
    const double relative = context.element(child).min_share_ratio;
    sum_of_relative += relative;
    context.computed(child).recursive_min_share_ratio = parent.recursive_min_share_ratio * relative;
  }
  const auto scale = [&](double factor) {
    ++context.result.alerts;
    for (const std::size_t child : children) {
      context.computed(child).recursive_min_share_ratio *= factor;
    }
  };
  if (sum_of_relative > 1 + comparison_precision) scale(1 / sum_of_relative);
  for (const std::size_t child : children) {
    double& min = context.computed(child).recursive_min_share_ratio;
    min = std::max(min, context.usage[child].min_share_resources_ratio);
  }
  const double sum = sum_of_minimums(context, children, [](const Element&) { return true; });
  if (sum > parent.guaranteed_resources_ratio + comparison_precision) {
    scale(parent.guaranteed_resources_ratio / sum);
  }
}

void set_fair_shares(Context& context, std::size_t pool, const std::vector<std::size_t>& children,
                     const Fit& fit) {
  double rescaling = context.era == Era::v2019 ? fit.rescaling : 1;
  if (pool == 0) rescaling = std::min(rescaling, 1.0);
  double sum = 0;
  for (std::size_t k = 0; k < children.size(); ++k) {
    const double share = fit.shares[k] * rescaling;
    context.computed(children[k]).fair_share_ratio = share;
    sum += share;
  }
  const bool shrinks = context.era == Era::v2019 && pool == 0 && sum < 1 - comparison_precision;
  if (shrinks) context.computed(pool).fair_share_ratio = sum;
}

void update_fair_share(Context& context, std::size_t pool,
                       const std::vector<std::size_t>& children) {
  if (context.era == Era::v2019) {
    normalise_minimums_2019(context, pool, children);
  } else {
    normalise_minimums_2018(context, pool, children);
  }
  const double min_weight = min_weight_of(context, children);
  std::vector<Fitted> bounded;
  std::vector<Fitted> unbounded;
  for (const std::size_t child : children) {
    const Usage& usage = context.usage[child];
    Computed& computed = context.computed(child);
    const double min = computed.recursive_min_share_ratio;
    const double weight = context.element(child).weight;
    bounded.push_back({weight, min, usage.max_possible_usage_ratio, usage.best_allocation_ratio});
    unbounded.push_back({weight, min, no_limit, no_limit});
    computed.adjusted_min_share_ratio =
        std::min(std::min(min, usage.max_possible_usage_ratio), usage.best_allocation_ratio);
  }
  const Computed parent = context.computed(pool);
  const Fit guaranteed = fit(parent.guaranteed_resources_ratio, unbounded, min_weight);
  const double rescaling = context.era == Era::v2019 ? guaranteed.rescaling : 1;
  for (std::size_t k = 0; k < children.size(); ++k) {
    context.computed(children[k]).guaranteed_resources_ratio = guaranteed.shares[k] * rescaling;
  }
  set_fair_shares(context, pool, children, fit(parent.fair_share_ratio, bounded, min_weight));
}

// NaN has no place in an order; it goes last.
double sort_key(double number) {
  return std::isnan(number) ? no_limit : number;
}

bool goes_before(const std::vector<SortParameter>& parameters, const Element& left,
                 const Element& right) {
  for (const SortParameter parameter : parameters) {
    const auto key = [&](const Element& element) {
      if (parameter == SortParameter::weight) return sort_key(-element.weight);
      if (parameter == SortParameter::start_time) return sort_key(element.start_time);
      return sort_key(element.pending_job_count);
    };
    if (key(left) != key(right)) return key(left) < key(right);
  }
  return false;
}

// One after the other, the children take what they can use. None of them has a minimum.
void update_fifo(Context& context, std::size_t pool, std::vector<std::size_t> children) {
  const auto& parameters = context.element(pool).fifo_sort_parameters;
  std::ranges::stable_sort(children, [&](std::size_t left, std::size_t right) {
    return goes_before(parameters, context.element(left), context.element(right));
  });
  double rest = context.computed(pool).fair_share_ratio;
  for (std::size_t k = 0; k < children.size(); ++k) {
    Computed& child = context.computed(children[k]);
    const Usage& usage = context.usage[children[k]];
    child.fifo_index = k;
    child.fair_share_ratio =
        std::min(std::min(rest, usage.max_possible_usage_ratio), usage.best_allocation_ratio);
    rest -= child.fair_share_ratio;
  }
}

// Starvation is switched off in fifo pools.
double satisfaction_of(const Computed& element) {
  if (element.fair_share_ratio < computation_precision || element.fifo_index) return largest;
  const double min = element.adjusted_min_share_ratio;
  if (min > computation_precision && element.usage_ratio < min)
    return element.usage_ratio / min - 1;
  return element.usage_ratio / element.fair_share_ratio;
}

Status status_of(const Computed& element, double configured_tolerance) {
  const bool has_all_it_wants =
      element.demand_ratio < element.fair_share_ratio + comparison_precision;
  const double tolerance = has_all_it_wants ? 1 : configured_tolerance;
  if (element.usage_ratio > element.fair_share_ratio * tolerance - comparison_precision) {
    return Status::normal;
  }
  return element.usage_ratio < element.adjusted_min_share_ratio ? Status::below_min_share
                                                                : Status::below_fair_share;
}

void set_satisfaction(Context& context) {
  std::vector<double> limit(context.tree.elements.size(), 1);  // for all below
  for (std::size_t i = 0; i < limit.size(); ++i) {
    const Element& element = context.element(i);
    const double above = element.parent ? limit[*element.parent] : 1;
    limit[i] = std::min(element.fair_share_starvation_tolerance_limit, above);
    Computed& computed = context.computed(i);
    computed.satisfaction_ratio = satisfaction_of(computed);
    computed.status = status_of(computed, std::min(element.fair_share_starvation_tolerance, above));
  }
}

}  // namespace

std::vector<std::vector<std::size_t>> children_of(const Tree& tree) {
  std::vector<std::vector<std::size_t>> children(tree.elements.size());
  for (std::size_t i = 0; i < tree.elements.size(); ++i) {
    const auto& parent = tree.elements[i].parent;
    assert(parent.has_value() == (i != 0));
    if (!parent) continue;
    assert(*parent < i && !tree.elements[*parent].is_operation);
    children[*parent].push_back(i);
  }
  return children;
}

ComputedTree compute(Era era, const Tree& tree) {
  const auto children = children_of(tree);
  const std::vector<Usage> usage = usage_of(tree, children);
  Context context{era, tree, usage};
  context.result.elements.resize(tree.elements.size());
  for (std::size_t i = 0; i < usage.size(); ++i) {
    Computed& computed = context.computed(i);
    computed.max_possible_usage_ratio = usage[i].max_possible_usage_ratio;
    computed.best_allocation_ratio = usage[i].best_allocation_ratio;
    computed.demand_ratio = usage[i].demand_ratio;
    computed.usage_ratio = usage[i].usage_ratio;
    computed.dominant_resource = usage[i].dominant_resource;
  }
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (i == 0) {
      Computed& root = context.computed(i);
      root.fair_share_ratio = 1;
      root.recursive_min_share_ratio = 1;
      root.adjusted_min_share_ratio = 1;
      root.guaranteed_resources_ratio = 1;
    }
    if (context.element(i).is_operation) continue;
    if (context.element(i).mode == Mode::fifo) {
      update_fifo(context, i, children[i]);
    } else {
      update_fair_share(context, i, children[i]);
    }
  }
  set_satisfaction(context);
  return std::move(context.result);
}

}  // namespace fairshare::schedulers::ytsaurus::scalar
