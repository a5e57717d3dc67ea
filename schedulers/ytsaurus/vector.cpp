// The steps of TFairShareUpdateExecutor::Run, each a pass over the list of elements:
//
//     guarantees in amounts (inferred)     down      demand, usage, shares of the total     up
//     guarantees adjusted to the parent's  down      functions                              up
//     suggestions and fair shares          down      truncation of gangs                    up
//
// Three functions of an element matter. Its share by fit factor says what its children (or usage
// and demand) make of a fit factor, its fit factor by suggestion how large that may be, and the two
// together are its share by suggestion.
#include "schedulers/ytsaurus/vector.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "schedulers/ytsaurus/amounts.h"

namespace fairshare::schedulers::ytsaurus_vector {
namespace {

using piecewise::Function;

// RatioComputationPrecision, also "SmallEpsilon": what a sum of shares may be off by, and what a
// weight must exceed to count as the smallest.
constexpr double computation_precision = 1e-9;
// RatioComparisonPrecision, also "Epsilon": what a gang may miss of its demand.
constexpr double comparison_precision = 1e-4;
// How far a pool's share may be from its children's, as a part of these, before a warning is due.
constexpr double prediction_precision = 1e-4;
// CompressFunctionEpsilon.
constexpr double compression_tolerance = 1e-15;

// The update.

struct Functions {
  Function<double> fit_factor_by_suggestion;
  Function<Vector> share_by_suggestion;
};

// The demand and usage of each element, of pools the sums of their children's.
struct Loads {
  std::vector<Amounts> demand;
  std::vector<Amounts> usage;
};

struct Update {
  const Tree& tree;
  Children children;
  Children turns = {};  // the same, but of fifo pools the heaviest first
  Guarantees guarantees = {};
  Loads loads = {};
  Shares shares = {};
  std::vector<Functions> functions = {};
  std::vector<double> suggestions = {};
  std::optional<Crash> crash = std::nullopt;

  const Element& element(std::size_t i) const { return tree.elements[i]; }

  // False, and the first one is kept, where the release's assertion fails.
  bool verify(bool holds, std::size_t at, std::string_view assertion) {
    if (!holds && !crash) crash = Crash{at, std::string(assertion)};
    return holds;
  }
};

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

// PrepareFifoPool: the heaviest first. The release's sort is not stable, and gives equal weights
// any order where there are many; here they keep theirs.
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

// ValidateAndAdjustSpecifiedGuarantees, at the root: errors where the amounts exceed the total, and
// then one factor on the sum of the shares.
void adjust_root(Update& update) {
  Amounts sum{};
  for (const std::size_t child : update.children.front()) {
    add_to(sum, update.guarantees.of[child]);
  }
  if (covers(update.tree.total, sum)) return;
  update.shares.errors += 2;  // with flows, and with bursts: without these it is the same check
  Vector& share = update.shares.elements.front().strong_guarantee_share;
  const auto factor = piecewise::largest_where(
      0, 1, [&](double by) { return dominates(piecewise::vector_of(1), share * by); });
  if (update.verify(factor.has_value(), 0, "no guarantees are within the total")) {
    share = share * *factor;
  }
}

// One factor on the guarantees of the children (of the operations among them only), so that their
// sum is within the parent's. It is found by bisection: a division might end above.
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

// The parent's share among its children: guarantees in their order as far as it goes, the rest by
// weight. Sums in the order of the list, not of the turns.
void promise(Update& update, std::size_t parent, std::span<const std::size_t> children,
             Vector ElementShares::*member) {
  auto& elements = update.shares.elements;
  double weight_sum = 0;
  Vector rest = elements[parent].*member;
  for (const std::size_t child : children) {
    weight_sum += update.element(child).weight;
    elements[child].*member = min(elements[child].strong_guarantee_share, rest);
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

// Functions.

// Up to the fit factor 1 every resource is handed out evenly until its usage is met; from 1 to 2
// the rest of the demand, all resources in proportion.
Function<Vector> operation_by_fit_factor(const Vector& usage, const Vector& demand) {
  piecewise::Plot<Vector> plot;
  plot.to(0, Vector{});
  const double largest_usage = largest(usage);
  if (largest_usage == 0) {
    plot.to(1, Vector{});
  } else {
    std::array<double, resource_count> sorted = usage.of;
    std::ranges::sort(sorted);
    double last = 0;
    for (const double part : sorted) {
      const double fit_factor = part / largest_usage;
      if (!(fit_factor > last)) continue;
      plot.to(fit_factor, min(piecewise::vector_of(part), usage));
      last = fit_factor;
    }
  }
  plot.to(2, demand);
  return plot.finish();
}

double least_weight(const Update& update, std::span<const std::size_t> children) {
  double least = std::numeric_limits<double>::max();
  for (const std::size_t child : children) {
    const double weight = update.element(child).weight;
    if (weight > computation_precision) least = std::min(least, weight);
  }
  return least;
}

// The sum of the children's shares, each suggested the fit factor times its weight.
std::optional<Function<Vector>> pool_by_fit_factor(Update& update, std::size_t pool) {
  const auto& children = update.children[pool];
  const double least = least_weight(update, children);
  const bool some_weigh = std::ranges::any_of(children, [&](std::size_t child) {
    return update.element(child).weight > computation_precision;
  });
  std::vector<Function<Vector>> parts;
  parts.reserve(children.size());
  for (const std::size_t child : children) {
    const double ratio = update.element(child).weight / least;
    // At a ratio of 0 the bounds become 0/0 and 1/0. Where no weight exceeds the precision, the
    // least one counts as the largest double, all bounds on the right come out infinite, and values
    // there as NaN.
    if (!update.verify(ratio > 0 && some_weigh, child, "segment bounds are in order")) {
      return std::nullopt;
    }
    const auto scaled = scale_argument(update.functions[child].share_by_suggestion, ratio);
    parts.push_back(extend_right(scaled, 1));
  }
  return piecewise::sum<Vector>(parts);
}

// One child after the other: fit factor 2.5 is all for the first two and the suggestion 0.5 for the
// third. The release adds up whole functions; as only one of them rises at a time, it is the same
// to put the pieces side by side.
std::optional<Function<Vector>> fifo_by_fit_factor(Update& update, std::size_t pool) {
  piecewise::Plot<Vector> plot;
  Vector before;
  double start = 0;
  for (const std::size_t child : update.turns[pool]) {
    const Function<Vector>& function = update.functions[child].share_by_suggestion;
    const bool starts_empty = function.segments.front().left_value == Vector{} &&
                              function.segments.front().left < function.segments.front().right;
    if (!update.verify(starts_empty, child, "an operation of a fifo pool has no guarantee")) {
      return std::nullopt;
    }
    for (const auto& segment : function.segments) {
      plot.to(segment.left + start, before + segment.left_value);
      plot.to(segment.right + start, before + segment.right_value);
    }
    before = before + function.segments.back().right_value;
    start += 1;
  }
  return plot.finish();
}

std::optional<Function<Vector>> by_fit_factor(Update& update, std::size_t i, const Vector& usage) {
  const Element& element = update.element(i);
  if (element.is_operation) {
    return operation_by_fit_factor(usage, update.shares.elements[i].demand_share);
  }
  if (update.children[i].empty()) return piecewise::linear(0, Vector{}, 1, Vector{});
  return element.mode == Mode::fifo ? fifo_by_fit_factor(update, i) : pool_by_fit_factor(update, i);
}

// How large the fit factor may be for a suggestion: in every resource the share must stay within
// guarantee + suggestion, and within the limits.
std::optional<Function<double>> fit_factor_by_suggestion(Update& update, std::size_t i,
                                                         const Function<Vector>& function) {
  const ElementShares& shares = update.shares.elements[i];
  std::vector<Function<double>> parts;
  for (std::size_t r = 0; r < resource_count; ++r) {
    const auto part = piecewise::component(function, r);
    const double least = part.segments.front().left_value;
    const double most = part.segments.back().right_value;
    // Not precisely within: see YT-13864.
    const bool is_within = least < shares.limits_share[r] + computation_precision;
    if (!update.verify(is_within, i, "what is taken without a suggestion is within the limits")) {
      return std::nullopt;
    }
    const double limit = std::min(std::max(shares.limits_share[r], least), most);
    const double guarantee = std::min(std::max(shares.strong_guarantee_share[r], least), limit);
    const auto inverted = piecewise::inverse(part, guarantee, limit);
    const auto shifted = shift_argument(inverted, -guarantee);
    parts.push_back(trim_right(extend_right(shifted, 1)));
  }
  return piecewise::pointwise_min(parts);
}

void prepare_functions(Update& update) {
  for (std::size_t i = update.tree.elements.size(); i-- > 0;) {
    const Vector usage = share_of(update.loads.usage[i], update.tree.total);
    const auto by_factor = by_fit_factor(update, i, usage);
    if (!by_factor) return;
    auto factor = fit_factor_by_suggestion(update, i, *by_factor);
    if (!factor) return;
    const auto composed = compose(*by_factor, *factor);
    update.functions[i] = {std::move(*factor),
                           piecewise::compress(composed, compression_tolerance)};
  }
}

// Fair shares.

void set_fair_share(ElementShares& shares, const Vector& total, const Vector& guarantee) {
  shares.fair_share = total;
  shares.strong_guarantee = min(total, guarantee);
  shares.integral_guarantee = min(total - shares.strong_guarantee, Vector{});
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

// Suggestions for the children, such that their shares add up to no more than the pool's.
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

// TruncateFairShareInFifoPools: what an unsatisfied gang loses is taken from all above it as well,
// and given to no other pool.
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
  update.loads = sum_loads(tree);
  update.shares.elements.resize(count);
  update.shares.warnings = update.guarantees.warnings;
  update.functions.resize(count);
  update.suggestions.resize(count);

  update_attributes(update);
  if (!update.crash) adjust_guarantees(update);
  if (!update.crash) order_fifo_pools(update);
  if (!update.crash) prepare_functions(update);
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
