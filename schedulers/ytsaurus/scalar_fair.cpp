#include "fairshare/schedulers/ytsaurus/scalar_fair.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "fairshare/exact/brief.h"
#include "fairshare/exact/solve.h"
#include "fairshare/schedulers/ytsaurus/scalar_usage.h"

namespace fairshare::schedulers::ytsaurus::scalar {
namespace {

using exact::from_double;
using exact::Rational;

bool is_amount(double number) {
  return std::isfinite(number) && number >= 0;
}

// The first number of an element that the exact rule cannot use.
std::optional<std::string> find_unfit(const Element& element, const Usage& usage,
                                      bool has_cluster) {
  const auto is_limit = [](double number) { return number >= 0; };  // infinity is a limit, too
  if (!is_amount(element.weight)) return "weight";
  if (!is_amount(element.min_share_ratio)) return "min_share_ratio";
  if (!is_amount(element.max_share_ratio)) return "max_share_ratio";
  if (!is_amount(usage.min_share_resources_ratio)) return "min_share_resources_ratio";
  if (!is_limit(element.resource_limit_ratio)) return "resource_limit_ratio";
  if (element.is_operation && !has_cluster) {
    if (!is_amount(element.demand_ratio)) return "demand_ratio";
    if (!is_amount(element.best_allocation_ratio)) return "best_allocation_ratio";
  }
  if (has_cluster && !is_amount(usage.max_possible_usage_ratio)) return "max_possible_usage_ratio";
  if (has_cluster && !is_amount(usage.best_allocation_ratio)) return "best_allocation_ratio";
  return std::nullopt;
}

struct ExactElement {
  Rational weight;  // 0 if it is at most the precision
  Rational usable;  // the effective maximum: what it can use and be allocated
  Rational min = 0;
  Rational guaranteed = 0;
};

Rational weight_that_counts(double weight) {
  return weight > computation_precision ? from_double(weight) : Rational(0);
}

// What the functions below share.
struct Context {
  Era era;
  const Tree& tree;
  std::vector<std::vector<std::size_t>> children;
  std::vector<Usage> usage;
  std::vector<ExactElement> elements = {};
  FairTree result = {};
};

// The effective maximums from the bottom up.
void set_maximums(Context& context) {
  const std::size_t count = context.tree.elements.size();
  std::vector<Rational> most(count);
  std::vector<Rational> best(count);
  context.elements.resize(count);
  for (std::size_t i = count; i-- > 0;) {
    const Element& element = context.tree.elements[i];
    ExactElement& exact = context.elements[i];
    exact.weight = weight_that_counts(element.weight);
    if (context.tree.cluster) {
      exact.usable = from_double(std::min(context.usage[i].max_possible_usage_ratio,
                                          context.usage[i].best_allocation_ratio));
      continue;
    }
    if (element.is_operation) {
      most[i] = from_double(element.demand_ratio);
      best[i] = from_double(element.best_allocation_ratio);
    }
    for (const std::size_t child : context.children[i]) {
      most[i] += most[child];
      best[i] = std::max(best[i], best[child]);
    }
    most[i] = std::min(most[i], from_double(element.max_share_ratio));
    if (std::isfinite(element.resource_limit_ratio)) {
      most[i] = std::min(most[i], from_double(element.resource_limit_ratio));
    }
    exact.usable = std::min({Rational(1), most[i], best[i]});
  }
}

// The same steps in doubles, in scalar.cpp, have the comments.
void normalise_minimums_2019(Context& context, std::size_t pool) {
  const Rational precision = from_double(comparison_precision);
  const Rational available = context.elements[pool].min;
  Rational of_pools = 0;
  Rational of_operations = 0;
  for (const std::size_t child : context.children[pool]) {
    const Element& element = context.tree.elements[child];
    Rational& min = context.elements[child].min;
    min = std::max<Rational>(available * from_double(element.min_share_ratio),
                             from_double(context.usage[child].min_share_resources_ratio));
    (element.is_operation ? of_operations : of_pools) += min;
  }
  const bool pools_fit = of_pools <= available + precision;
  if (pools_fit && of_pools + of_operations <= available + precision) return;
  for (const std::size_t child : context.children[pool]) {
    Rational& min = context.elements[child].min;
    if (!context.tree.elements[child].is_operation) {
      if (!pools_fit) min *= available / of_pools;
    } else {
      min *= pools_fit ? Rational((available - of_pools + precision) / of_operations) : Rational(0);
    }
  }
}

void normalise_minimums_2018(Context& context, std::size_t pool) {
  const Rational precision = from_double(comparison_precision);
  Rational sum_of_relative = 0;
  for (const std::size_t child : context.children[pool]) {
    sum_of_relative += from_double(context.tree.elements[child].min_share_ratio);
  }
  const Rational factor = sum_of_relative > 1 + precision ? Rational(1 / sum_of_relative) : 1;
  Rational sum = 0;
  for (const std::size_t child : context.children[pool]) {
    const Rational relative = from_double(context.tree.elements[child].min_share_ratio);
    Rational& min = context.elements[child].min;
    min = std::max<Rational>(context.elements[pool].min * relative * factor,
                             from_double(context.usage[child].min_share_resources_ratio));
    sum += min;
  }
  const Rational& guaranteed = context.elements[pool].guaranteed;
  if (sum <= guaranteed + precision) return;
  for (const std::size_t child : context.children[pool]) {
    context.elements[child].min *= guaranteed / sum;
  }
}

struct Filled {
  std::vector<Rational> shares;
  Rational sum;
};

// Water filling; if the sums do not fit, all claimants at their minimum or all at their maximum.
Filled fill(const Problem<Rational>& problem) {
  const auto solution = exact::solve(problem);
  if (const auto* allocation = std::get_if<Allocation<Rational>>(&solution)) {
    return {allocation->shares, problem.total};
  }
  const bool is_surplus = std::holds_alternative<Surplus<Rational>>(solution);
  Filled filled{{}, 0};
  for (const auto& claimant : problem.claimants) {
    const bool takes_more = is_surplus && claimant.weight > 0;
    filled.shares.push_back(takes_more ? *claimant.max_share : claimant.min_share);
    filled.sum += filled.shares.back();
  }
  return filled;
}

// Only 2018 needs this. There are no maximums, so there is only a surplus if all weights are 0.
void set_guaranteed(Context& context, std::size_t pool) {
  Problem<Rational> problem{context.elements[pool].guaranteed, {}};
  for (const std::size_t child : context.children[pool]) {
    const ExactElement& element = context.elements[child];
    problem.claimants.push_back({element.weight, element.min, std::nullopt});
  }
  Filled filled = fill(problem);
  for (std::size_t k = 0; k < filled.shares.size(); ++k) {
    context.elements[context.children[pool][k]].guaranteed = std::move(filled.shares[k]);
  }
}

std::string describe_sums(const Rational& sum, const Rational& total, bool is_scaled) {
  return std::string("the ") + (sum < total ? "maximums" : "minimums") + " add up to " +
         exact::brief(sum) + " of " + exact::brief(total) +
         (is_scaled ? "; all shares are scaled to match it" : "");
}

void update_fair_share(Context& context, std::size_t pool) {
  const auto& children = context.children[pool];
  const Rational precision = from_double(computation_precision);
  if (context.era == Era::v2019) {
    normalise_minimums_2019(context, pool);
  } else {
    normalise_minimums_2018(context, pool);
    set_guaranteed(context, pool);
  }
  auto& shares = context.result.shares;
  Problem<Rational> problem{shares[pool], {}};
  for (const std::size_t child : children) {
    const ExactElement& element = context.elements[child];
    problem.claimants.push_back(
        {element.weight, std::min(element.min, element.usable), element.usable});
  }
  const Filled filled = fill(problem);
  const Rational total = problem.total;
  Rational factor = 1;
  const bool is_off = filled.sum > precision && abs(total - filled.sum) > precision;
  if (context.era == Era::v2019 && is_off && (pool != 0 || filled.sum > total)) {
    factor = total / filled.sum;
  }
  if (filled.sum != total) {
    context.result.notes[pool] = describe_sums(filled.sum, total, factor != 1);
  }
  for (std::size_t k = 0; k < children.size(); ++k) {
    shares[children[k]] = filled.shares[k] * factor;
  }
  const bool shrinks = context.era == Era::v2019 && pool == 0 &&
                       filled.sum * factor < 1 - from_double(comparison_precision);
  if (shrinks) shares[pool] = filled.sum * factor;
}

// The order is the release's own.
void update_fifo(Context& context, std::size_t pool, const ComputedTree& computed) {
  std::vector<std::size_t> order(context.children[pool].size());
  for (const std::size_t child : context.children[pool]) {
    order[computed.elements[child].fifo_index.value_or(0)] = child;
  }
  Rational rest = context.result.shares[pool];
  for (const std::size_t child : order) {
    context.result.shares[child] = std::min(rest, context.elements[child].usable);
    rest -= context.result.shares[child];
  }
}

// If the maximums do not reach the total, their sum is what can be divided. If the minimums exceed
// it, they are scaled, if the release does that.
void settle(Era era, Division& division) {
  auto& problem = division.problem;
  const auto solution = exact::solve(problem);
  if (const auto* surplus = std::get_if<Surplus<Rational>>(&solution)) {
    problem.total -= surplus->unclaimed;
    division.has_given_total = false;
    division.notes.push_back("Together they can use at most " + exact::brief(problem.total) + "; " +
                             exact::brief(surplus->unclaimed) + " stays unclaimed.");
    return;
  }
  const auto* over = std::get_if<Overcommitted<Rational>>(&solution);
  if (over == nullptr) return;
  if (era == Era::v2018 && over->excess > division.resolution) return;
  const Rational factor = problem.total / (problem.total + over->excess);
  for (auto& claimant : problem.claimants) claimant.min_share *= factor;
  division.notes.push_back("The minimums exceed the total by " + exact::brief(over->excess) +
                           " and are scaled down to it, as the release does.");
}

Division divide_by_weight(Era era, const std::vector<Claim>& claims, const Rational& total) {
  Division division{.problem = {total, {}}, .child_notes = {}, .notes = {}, .resolution = 0};
  double min_weight = 1;
  Rational weight_sum = 0;
  for (const Claim& claim : claims) {
    if (claim.weight > computation_precision) min_weight = std::min(min_weight, claim.weight);
    const Rational min = from_double(std::min(claim.min_share, claim.max_share));
    const Rational weight = weight_that_counts(claim.weight);
    std::optional<Rational> max;
    if (std::isfinite(claim.max_share)) max = from_double(claim.max_share);
    division.problem.claimants.push_back({weight, min, max});
    division.child_notes.push_back(claim.min_share > claim.max_share
                                       ? "its minimum is cut to what it can use"
                                   : weight == 0 ? "weight 0: keeps its minimum"
                                                 : "");
    weight_sum += weight;
  }
  division.resolution = from_double(computation_precision) *
                        (weight_sum / from_double(min_weight) + claims.size() + 4);
  settle(era, division);
  return division;
}

Division divide_in_turn(const std::vector<Claim>& claims, const Rational& total) {
  Division division{.problem = {total, {}},
                    .child_notes = std::vector<std::string>(claims.size()),
                    .notes = {},
                    .resolution = 0};
  division.problem.claimants.resize(claims.size());
  division.resolution = from_double(computation_precision) * (claims.size() + 4);
  std::vector<std::size_t> order(claims.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return claims[i].place.value_or(i); });
  Rational rest = total;
  for (const std::size_t i : order) {
    auto& claimant = division.problem.claimants[i];
    std::optional<Rational> max;
    if (std::isfinite(claims[i].max_share)) max = from_double(claims[i].max_share);
    const bool fits = max && *max <= rest;
    const Rational share = fits ? *max : rest;
    if (fits || rest == 0) {
      claimant = {0, share, share};
      division.child_notes[i] = fits ? "in turn: all it can use" : "in turn: nothing is left";
    } else {
      claimant = {1, 0, max};
      division.child_notes[i] = "in turn: the rest";
    }
    rest -= share;
  }
  settle(Era::v2019, division);
  return division;
}

}  // namespace

std::variant<FairTree, InvalidNumber> fair(Era era, const Tree& tree) {
  Context context{era, tree, children_of(tree), {}};
  const std::size_t count = tree.elements.size();
  context.usage = usage_of(tree, context.children);
  for (std::size_t i = 0; i < count; ++i) {
    auto unfit = find_unfit(tree.elements[i], context.usage[i], tree.cluster.has_value());
    if (unfit) return InvalidNumber{i, *std::move(unfit)};
  }
  if (count == 0) return FairTree{};
  set_maximums(context);
  const ComputedTree computed = compute(era, tree);
  context.result = {std::vector<Rational>(count), std::vector<std::string>(count)};
  context.result.shares[0] = 1;
  context.elements[0].min = 1;
  context.elements[0].guaranteed = 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (tree.elements[i].is_operation) continue;
    if (tree.elements[i].mode == Mode::fifo) {
      update_fifo(context, i, computed);
    } else {
      update_fair_share(context, i);
    }
  }
  return std::move(context.result);
}

std::optional<Division> divide(Era era, Mode mode, const std::vector<Claim>& claims,
                               const Rational& total) {
  const bool is_problem = std::ranges::all_of(claims, [](const Claim& claim) {
    return is_amount(claim.weight) && is_amount(claim.min_share) && claim.max_share >= 0;
  });
  if (!is_problem || total < 0) return std::nullopt;
  return mode == Mode::fifo ? divide_in_turn(claims, total) : divide_by_weight(era, claims, total);
}

std::vector<Claim> claims_of(const Tree& tree, const ComputedTree& computed,
                             const std::vector<std::size_t>& children) {
  std::vector<Claim> claims;
  for (const std::size_t child : children) {
    const Computed& known = computed.elements[child];
    claims.push_back({tree.elements[child].weight, known.recursive_min_share_ratio,
                      std::min(known.max_possible_usage_ratio, known.best_allocation_ratio),
                      known.fifo_index});
  }
  return claims;
}

}  // namespace fairshare::schedulers::ytsaurus::scalar
