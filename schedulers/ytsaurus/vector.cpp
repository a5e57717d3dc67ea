// The steps of TFairShareUpdateExecutor::Run, each a pass over the list of elements:
//
//     guarantees in amounts (inferred)     down      demand, usage, shares of the total     up
//     guarantees adjusted to the parent's  down      integral guarantees     burst, then relaxed
//     functions                            up        suggestions and fair shares            down
//     truncation of gangs                  up
#include "fairshare/schedulers/ytsaurus/vector.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "fairshare/schedulers/ytsaurus/amounts.h"
#include "fairshare/schedulers/ytsaurus/integral.h"
#include "fairshare/schedulers/ytsaurus/vector_update.h"

namespace fairshare::schedulers::ytsaurus_vector {
namespace {

// RatioComparisonPrecision, also "Epsilon": what a gang may miss of its demand.
constexpr double comparison_precision = 1e-4;
// How far a pool's share may be from the sum of its children's, relative to that, without a
// warning.
constexpr double prediction_precision = 1e-4;
Loads sum_loads(const Tree& tree) {
  const std::size_t count = tree.elements.size();
  Loads loads{std::vector<Amounts>(count), std::vector<Amounts>(count)};
  for (std::size_t i = count; i-- > 0;) {
    const Element& element = tree.elements[i];
    if (element.is_operation) {
      loads.demand[i] = element.demand;
      loads.usage[i] = element.usage;
    }
    if (!element.parent) continue;
    add_to(loads.demand[*element.parent], loads.demand[i]);
    add_to(loads.usage[*element.parent], loads.usage[i]);
  }
  return loads;
}

Vector limits_share(const Tree& tree, std::size_t i) {
  Amounts limits{};
  for (std::size_t r = 0; r < resource_count; ++r) {
    limits[r] = std::min(tree.elements[i].limits[r].value_or(infinite(r)), tree.total[r]);
  }
  return share_of(limits, tree.total);
}

// UpdateCumulativeAttributes.
void update_attributes(Update& update) {
  const Tree& tree = update.tree;
  const Loads& loads = update.loads;
  for (std::size_t i = 0; i < tree.elements.size(); ++i) {
    ElementShares& shares = update.shares.elements[i];
    shares.limits_share = limits_share(tree, i);
    update.verify(dominates(piecewise::vector_of(1), shares.limits_share), i,
                  "limits are within 1");
    update.verify(dominates(shares.limits_share, Vector{}), i, "limits are not negative");
    shares.strong_guarantee_share =
        min(share_of(update.guarantees.of[i], tree.total), shares.limits_share);
    const bool is_idle = loads.usage[i] == Amounts{};
    shares.dominant_resource =
        dominant_resource(is_idle ? loads.demand[i] : loads.usage[i], tree.total);
    shares.demand_share = share_of(loads.demand[i], tree.total);
    const Vector usage_share = share_of(loads.usage[i], tree.total);
    update.verify(dominates(shares.demand_share, usage_share), i, "the demand covers the usage");
    if (update.element(i).is_operation) {
      update.verify(dominates(usage_share, Vector{}), i, "functions do not fall");
    }
  }
  Vector root_guarantee;
  for (const std::size_t child : update.children.front()) {
    root_guarantee = root_guarantee + update.shares.elements[child].strong_guarantee_share;
  }
  update.shares.elements.front().strong_guarantee_share = root_guarantee;
}

// PrepareFifoPool: the heaviest first. The release's sort is not stable: if there are many, equal
// weights may get any order; here they keep theirs.
void order_fifo_pools(Update& update) {
  update.turns = update.children;
  for (std::size_t i = 0; i < update.tree.elements.size(); ++i) {
    if (update.element(i).mode != Mode::fifo) continue;
    auto& children = update.turns[i];
    const bool all_operations = std::ranges::all_of(
        children, [&](std::size_t child) { return update.element(child).is_operation; });
    update.verify(all_operations, i, "children of a fifo pool are operations");
    std::ranges::stable_sort(children, [&](std::size_t a, std::size_t b) {
      return update.element(a).weight > update.element(b).weight;
    });
    for (std::size_t turn = 0; turn < children.size(); ++turn) {
      update.shares.elements[children[turn]].fifo_index = turn;
    }
  }
}

// ValidateAndAdjustSpecifiedGuarantees, at the root: errors if the amounts exceed the total; then
// the sum of the shares and the burst guarantees are scaled by one factor.
void adjust_root(Update& update) {
  IntegralPools& integral = update.integral;
  if (integral.flows_exceed_total) ++update.shares.errors;
  if (!integral.bursts_exceed_total) return;
  ++update.shares.errors;
  Vector& share = update.shares.elements.front().strong_guarantee_share;
  const auto factor = piecewise::largest_where(0, 1, [&](double by) {
    Vector sum = share * by;
    for (const IntegralPool& pool : integral.burst) {
      sum = sum + piecewise::vector_of(pool.burst_ratio) * by;
    }
    return dominates(piecewise::vector_of(1), sum);
  });
  if (!update.verify(factor.has_value(), 0, "no guarantees are within the total")) return;
  share = share * *factor;
  for (IntegralPool& pool : integral.burst) pool.burst_ratio *= *factor;
}

// Scales the guarantees of the children (only of the operations among them, if asked) by one
// factor, so that their sum is within the parent's. It is found by bisection: the result of a
// division might be above that.
void scale_guarantees(Update& update, std::size_t parent, bool only_operations) {
  auto& elements = update.shares.elements;
  const auto scaled = [&](std::size_t child, double factor) {
    const bool keeps = only_operations && !update.element(child).is_operation;
    const Vector& share = elements[child].strong_guarantee_share;
    return keeps ? share : share * factor;
  };
  const auto fits = [&](double factor) {
    Vector sum;
    for (const std::size_t child : update.children[parent]) sum = sum + scaled(child, factor);
    return dominates(elements[parent].strong_guarantee_share, sum);
  };
  const auto factor = piecewise::largest_where(0, 1, fits);
  if (!update.verify(factor.has_value(), parent, "no guarantees are within the parent's")) return;
  for (const std::size_t child : update.children[parent]) {
    elements[child].strong_guarantee_share = scaled(child, *factor);
  }
}

void fit_guarantees(Update& update, std::size_t parent) {
  auto& elements = update.shares.elements;
  Vector of_pools;
  Vector of_all;
  for (const std::size_t child : update.children[parent]) {
    of_all = of_all + elements[child].strong_guarantee_share;
    if (!update.element(child).is_operation) {
      of_pools = of_pools + elements[child].strong_guarantee_share;
    }
  }
  if (!dominates(elements[parent].strong_guarantee_share, of_pools)) {
    for (const std::size_t child : update.children[parent]) {
      if (update.element(child).is_operation) elements[child].strong_guarantee_share = {};
    }
    scale_guarantees(update, parent, false);
  } else if (!dominates(elements[parent].strong_guarantee_share, of_all)) {
    scale_guarantees(update, parent, true);
  }
}

// Divides the parent's share among its children: guarantees and flows in order, as far as it goes,
// the rest by weight. Sums are in the order of the list, not of the turns.
void promise(Update& update, std::size_t parent, std::span<const std::size_t> children,
             Vector ElementShares::*member) {
  auto& elements = update.shares.elements;
  double weight_sum = 0;
  Vector rest = elements[parent].*member;
  for (const std::size_t child : children) {
    weight_sum += update.element(child).weight;
    const Vector flow = piecewise::vector_of(update.integral.total_flow_ratio[child]);
    elements[child].*member = min(elements[child].strong_guarantee_share + flow, rest);
    rest = rest - elements[child].*member;
  }
  for (const std::size_t child : children) {
    for (std::size_t r = 0; r < resource_count; ++r) {
      (elements[child].*member)[r] += rest[r] * update.element(child).weight / weight_sum;
    }
  }
}

// AdjustStrongGuarantees.
void adjust_guarantees(Update& update) {
  auto& elements = update.shares.elements;
  adjust_root(update);
  elements.front().promised_fair_share = share_of(update.tree.total, update.tree.total);
  for (std::size_t parent = 0; parent < elements.size(); ++parent) {
    if (update.element(parent).is_operation) continue;
    fit_guarantees(update, parent);
    if (parent == 0) {
      elements.front().estimated_guarantee_share = elements.front().strong_guarantee_share;
    }
    promise(update, parent, update.children[parent], &ElementShares::promised_fair_share);
    promise(update, parent, update.children[parent], &ElementShares::estimated_guarantee_share);
  }
}

// Fair shares.

void set_fair_share(ElementShares& shares, const Vector& total, const Vector& guarantee) {
  shares.fair_share = total;
  shares.strong_guarantee = min(total, guarantee);
  shares.integral_guarantee = min(total - shares.strong_guarantee, shares.proposed_integral_share);
  shares.weight_proportional = total - shares.strong_guarantee - shares.integral_guarantee;
}

std::vector<double> suggestions_at(const Update& update, std::size_t pool, double fit_factor) {
  const auto& children = update.turns[pool];
  std::vector<double> result;
  result.reserve(children.size());
  if (update.element(pool).mode == Mode::fifo) {
    const double satisfied = std::floor(fit_factor);
    for (std::size_t turn = 0; turn < children.size(); ++turn) {
      const auto place = static_cast<double>(turn);
      result.push_back(place < satisfied ? 1.0 : place == satisfied ? fit_factor - satisfied : 0.0);
    }
    return result;
  }
  const double least = least_weight(update, children);
  for (const std::size_t child : children) {
    result.push_back(std::min(1.0, fit_factor * (update.element(child).weight / least)));
  }
  return result;
}

Vector suggested_sum(const Update& update, std::size_t pool,
                     const std::vector<double>& suggestions) {
  Vector sum;
  for (std::size_t k = 0; k < suggestions.size(); ++k) {
    const auto& functions = update.functions[update.turns[pool][k]];
    sum = sum + value_at(functions.share_by_suggestion, suggestions[k]);
  }
  return sum;
}

bool is_near(const Vector& a, const Vector& b, double precision) {
  for (std::size_t r = 0; r < resource_count; ++r) {
    if (!(std::abs(a[r] - b[r]) <= precision)) return false;
  }
  return true;
}

// Suggestions for the children with which their shares add up to no more than the pool's.
void suggest(Update& update, std::size_t pool, const Vector& share) {
  const Vector ceiling = share + piecewise::vector_of(computation_precision);
  const auto fits = [&](double fit_factor) {
    return dominates(ceiling,
                     suggested_sum(update, pool, suggestions_at(update, pool, fit_factor)));
  };
  double fit_factor =
      value_at(update.functions[pool].fit_factor_by_suggestion, update.suggestions[pool]);
  if (!fits(fit_factor)) {
    const auto smaller = piecewise::largest_where(0, fit_factor, fits);
    if (!update.verify(smaller.has_value(), pool, "some fit factor is within the share")) return;
    fit_factor = *smaller;
  }
  const auto suggestions = suggestions_at(update, pool, fit_factor);
  for (std::size_t k = 0; k < suggestions.size(); ++k) {
    update.suggestions[update.turns[pool][k]] = suggestions[k];
  }
  const Vector used = suggested_sum(update, pool, suggestions);
  const bool is_within = dominates(ceiling, used);
  if (!is_within || !is_near(used, share, prediction_precision * largest(used))) {
    ++update.shares.warnings;
  }
  update.verify(is_within, pool, "the children's shares are within the pool's");
}

// ComputeAndSetFairShare.
void compute_fair_shares(Update& update) {
  update.suggestions[0] = 1;
  for (std::size_t i = 0; i < update.tree.elements.size() && !update.crash; ++i) {
    ElementShares& shares = update.shares.elements[i];
    const Vector share = value_at(update.functions[i].share_by_suggestion, update.suggestions[i]);
    if (!update.children[i].empty()) suggest(update, i, share);
    set_fair_share(shares, share, shares.strong_guarantee_share);
    const Vector ceiling = shares.demand_share + piecewise::vector_of(computation_precision);
    const bool is_empty_pool = !update.element(i).is_operation && update.children[i].empty();
    if (!is_empty_pool && !dominates(ceiling, share)) ++update.shares.warnings;
  }
}

// TruncateFairShareInFifoPools: what an unsatisfied gang loses is also taken from all pools above
// it, and given to no other pool.
void truncate_gangs(Update& update) {
  auto& elements = update.shares.elements;
  std::vector<Vector> truncated(elements.size());
  for (std::size_t i = elements.size(); i-- > 0;) {
    const Element& pool = update.element(i);
    for (const std::size_t child : update.turns[i]) {
      truncated[i] = truncated[i] + truncated[child];
      const Vector share = elements[child].fair_share;
      const Vector reached = share + piecewise::vector_of(comparison_precision);
      const bool loses = pool.mode == Mode::fifo && pool.truncates_gangs &&
                         update.element(child).is_gang && share != Vector{} &&
                         !dominates(reached, elements[child].demand_share);
      if (!loses) continue;
      truncated[i] = truncated[i] + share;
      set_fair_share(elements[child], Vector{}, elements[child].strong_guarantee_share);
    }
    if (truncated[i] == Vector{}) continue;
    const Vector rest = max(elements[i].fair_share - truncated[i], Vector{});
    set_fair_share(elements[i], rest, elements[i].strong_guarantee_share);
  }
}

// UpdateRootFairShare.
void sum_up_root(Update& update) {
  Vector total;
  Vector guarantee;
  for (const std::size_t child : update.children.front()) {
    guarantee = guarantee + update.shares.elements[child].strong_guarantee;
    total = total + update.shares.elements[child].fair_share;
  }
  set_fair_share(update.shares.elements.front(), total, guarantee);
}

// The list as a tree.

}  // namespace

bool is_tree(const Tree& tree) {
  for (std::size_t i = 0; i < tree.elements.size(); ++i) {
    const auto& parent = tree.elements[i].parent;
    if (parent.has_value() != (i > 0)) return false;
    if (parent && (*parent >= i || tree.elements[*parent].is_operation)) return false;
  }
  return true;
}

std::vector<std::vector<std::size_t>> children_of(const Tree& tree) {
  Children children(tree.elements.size());
  for (std::size_t i = 1; i < tree.elements.size(); ++i) {
    children[*tree.elements[i].parent].push_back(i);
  }
  return children;
}

bool is_too_large(const Tree& tree) {
  if (tree.elements.size() > elements_max) return true;
  std::vector<std::size_t> depths(tree.elements.size());
  std::size_t sum = 0;
  for (std::size_t i = 1; i < tree.elements.size(); ++i) {
    depths[i] = depths[*tree.elements[i].parent] + 1;
    if (tree.elements[i].is_operation) sum += depths[i];
  }
  return sum > depth_sum_max;
}

Outcome compute(const Tree& tree) {
  assert(is_tree(tree));
  assert(!is_too_large(tree));
  if (tree.elements.empty()) return Shares{};
  const std::size_t count = tree.elements.size();
  Update update{tree, children_of(tree)};
  update.guarantees = determine_guarantees(tree, update.children);
  update.integral = determine_integral_pools(tree, update.children, update.guarantees);
  update.loads = sum_loads(tree);
  update.shares.elements.resize(count);
  update.shares.warnings = update.guarantees.warnings;
  update.functions.resize(count);
  update.has_functions.resize(count);
  update.suggestions.resize(count);

  update_attributes(update);
  if (!update.crash) adjust_guarantees(update);
  if (!update.crash) order_fifo_pools(update);
  if (!update.crash) give_integral_shares(update);
  if (!update.crash) prepare_functions(update, 0);
  if (!update.crash) compute_fair_shares(update);
  if (update.crash) return *update.crash;
  truncate_gangs(update);
  sum_up_root(update);
  for (ElementShares& shares : update.shares.elements) {
    shares.fair_share_ratio = largest(shares.fair_share);
  }
  return std::move(update.shares);
}

}  // namespace fairshare::schedulers::ytsaurus_vector
