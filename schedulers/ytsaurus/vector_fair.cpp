// The rule of the vector HDRF in exact numbers, for trees of one resource: the base rule, which
// pays guarantees first. First, bottom-up, what each element can take; then what integral pools get
// of their guarantees; then, top-down, the shares.
#include <algorithm>
#include <cassert>
#include <optional>
#include <span>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/schedulers/ytsaurus/amounts.h"
#include "fairshare/schedulers/ytsaurus/integral.h"
#include "fairshare/schedulers/ytsaurus/vector.h"

namespace fairshare::schedulers::ytsaurus_vector {

using exact::Rational;

namespace {

struct ExactTree {
  const Tree& tree;
  std::size_t resource;
  Children children;

  // The amount as a part of the total; amounts are not negative here.
  Rational part(std::int64_t amount) const {
    const std::int64_t total = tree.total[resource];
    return total <= 0 || amount <= 0 ? Rational(0) : Rational(amount) / total;
  }
  Rational limit(std::size_t i) const {
    const std::int64_t amount = tree.elements[i].limits[resource].value_or(infinite(resource));
    return part(std::min(amount, tree.total[resource]));
  }
};

// The only resource with a total above 0; cpu if there is none; nothing if there are several.
std::optional<std::size_t> only_resource(const Tree& tree) {
  std::optional<std::size_t> only;
  for (std::size_t r = 0; r < resource_count; ++r) {
    if (tree.total[r] == 0) continue;
    if (only) return std::nullopt;
    only = r;
  }
  return only.value_or(cpu);
}

// Scales the children's guarantees so that they are within the parent's: the pools' first.
void fit_exactly(const Tree& tree, const std::vector<std::size_t>& children, const Rational& most,
                 std::vector<Rational>& guarantees) {
  Rational of_pools = 0;
  Rational of_operations = 0;
  for (const std::size_t child : children) {
    (tree.elements[child].is_operation ? of_operations : of_pools) += guarantees[child];
  }
  const bool pools_fit = of_pools <= most;
  if (pools_fit && of_pools + of_operations <= most) return;
  const Rational pools_by = pools_fit ? Rational(1) : most / of_pools;
  const Rational operations_by = pools_fit ? (most - of_pools) / of_operations : Rational(0);
  for (const std::size_t child : children) {
    guarantees[child] *= tree.elements[child].is_operation ? operations_by : pools_by;
  }
}

Rational burst_of(const ExactTree& exact, const IntegralPool& pool) {
  return exact.part(exact.tree.elements[pool.element].burst_guarantee[exact.resource]);
}

// The factor by which strong and burst guarantees are scaled.
Rational guarantee_factor(const ExactTree& exact, const IntegralPools& pools, Rational sum) {
  for (const IntegralPool& pool : pools.burst) sum += burst_of(exact, pool);
  return sum > 1 ? Rational(1 / sum) : Rational(1);
}

struct ExactGuarantees {
  std::vector<Rational> strong;  // one per element
  Rational factor;               // for strong guarantees and bursts
};

ExactGuarantees exact_guarantees(const ExactTree& exact, const Guarantees& amounts,
                                 const IntegralPools& pools) {
  const Tree& tree = exact.tree;
  std::vector<Rational> guarantees(tree.elements.size());
  for (std::size_t i = 1; i < guarantees.size(); ++i) {
    guarantees[i] = std::min(exact.part(amounts.of[i][exact.resource]), exact.limit(i));
    // The children of a fifo pool have none; the release would stop at one.
    if (tree.elements[*tree.elements[i].parent].mode == Mode::fifo) guarantees[i] = 0;
  }
  for (const std::size_t child : exact.children.front()) guarantees.front() += guarantees[child];
  const Rational factor = guarantee_factor(exact, pools, guarantees.front());
  guarantees.front() = std::min<Rational>(guarantees.front() * factor, exact.limit(0));
  for (std::size_t i = 0; i < guarantees.size(); ++i) {
    fit_exactly(tree, exact.children[i], guarantees[i], guarantees);
  }
  return {std::move(guarantees), factor};
}

// Bottom-up: what each element can take, and thus how much of its guarantee counts.
std::vector<FairBounds> exact_bounds(const ExactTree& exact,
                                     const std::vector<Rational>& guarantees) {
  const Tree& tree = exact.tree;
  std::vector<FairBounds> bounds(tree.elements.size());
  for (std::size_t i = tree.elements.size(); i-- > 0;) {
    const Element& element = tree.elements[i];
    Rational claimed = 0;
    if (element.is_operation) claimed = exact.part(element.demand[exact.resource]);
    for (const std::size_t child : exact.children[i]) {
      const bool takes_more = element.mode == Mode::fifo || tree.elements[child].weight > 0;
      claimed += takes_more ? bounds[child].most : bounds[child].guarantee;
    }
    bounds[i].most = std::min(claimed, exact.limit(i));
    bounds[i].guarantee = std::min(guarantees[i], bounds[i].most);
  }
  return bounds;
}

// Integral guarantees.

struct ExactIntegral {
  const ExactTree& exact;
  const IntegralPools& pools;
  ExactGuarantees guarantees;
  std::vector<FairBounds> bounds;  // with strong guarantees only
  std::vector<Rational> shares;    // one per element; above integral pools, their sum

  Rational room_of(std::size_t at) const {
    return exact.limit(at) - guarantees.strong[at] - shares[at];
  }

  // What the limits of the pool and of all pools above it leave. The root's guarantee may exceed
  // its limits, since relaxed pools get the unused part of strong guarantees. Nothing below a fifo
  // pool has a guarantee.
  Rational room(std::size_t pool) const {
    Rational room = 1;
    std::size_t at = pool;
    while (const auto parent = exact.tree.elements[at].parent) {
      if (exact.tree.elements[*parent].mode == Mode::fifo) return 0;
      room = std::min(room, room_of(at));
      at = *parent;
    }
    return room;
  }

  void add(std::size_t pool, const Rational& share) {
    shares[0] += share;
    for (std::size_t at = pool; at != 0; at = *exact.tree.elements[at].parent) shares[at] += share;
  }

  // What the pool can take beyond its strong guarantee.
  Rational most_beyond(std::size_t pool) const {
    return std::max<Rational>(bounds[pool].most - guarantees.strong[pool], 0);
  }
};

Rational volume_part(const IntegralPool& pool) {
  return exact::from_double(pool.volume_ratio);
}

void give_burst_shares(ExactIntegral& integral) {
  for (const IntegralPool& pool : integral.pools.burst) {
    const Rational burst = burst_of(integral.exact, pool) * integral.guarantees.factor;
    const Rational paid = std::min(burst, volume_part(pool));
    const Rational wanted = std::min({paid, integral.room(pool.element), integral.room_of(0)});
    integral.add(pool.element, std::min(wanted, integral.most_beyond(pool.element)));
  }
}

// What is left by the strong and burst guarantees that the root's children use.
Rational left_for_relaxed(const ExactIntegral& integral) {
  const Tree& tree = integral.exact.tree;
  std::vector<Rational> demand(tree.elements.size());
  for (std::size_t i = tree.elements.size(); i-- > 1;) {
    const Element& element = tree.elements[i];
    if (element.is_operation) {
      demand[i] = integral.exact.part(element.demand[integral.exact.resource]);
    }
    demand[*element.parent] += demand[i];
  }
  Rational left = integral.exact.limit(0);
  for (const std::size_t child : integral.exact.children.front()) {
    const Rational guarantee = integral.guarantees.strong[child] + integral.shares[child];
    left -= std::min(guarantee, demand[child]);
  }
  return std::max<Rational>(left, 0);
}

// Relaxed pools divide what is left in proportion to what their volumes pay; none gets more than
// that, or than the multiple of its flow.
Problem<Rational> relaxed_problem(const ExactIntegral& integral) {
  const ExactTree& exact = integral.exact;
  const Rational multiplier =
      exact::from_double(exact.tree.integral_terms.relaxed_share_multiplier);
  Problem<Rational> problem{left_for_relaxed(integral), {}};
  for (const IntegralPool& pool : integral.pools.relaxed) {
    const Rational flow =
        exact.part(exact.tree.elements[pool.element].resource_flow[exact.resource]);
    const Rational volume = volume_part(pool);
    const Rational paid = std::min<Rational>(volume, flow * multiplier);
    problem.claimants.push_back({volume, 0, std::min(paid, integral.most_beyond(pool.element))});
  }
  return problem;
}

void give_relaxed_shares(ExactIntegral& integral) {
  const Problem<Rational> problem = relaxed_problem(integral);
  const auto solution = exact::solve(problem);
  const auto* allocation = std::get_if<Allocation<Rational>>(&solution);
  for (std::size_t k = 0; k < problem.claimants.size(); ++k) {
    const std::size_t pool = integral.pools.relaxed[k].element;
    // Minimums are 0, so if it is not an allocation, it is a surplus.
    const Rational share =
        allocation != nullptr ? allocation->shares[k] : *problem.claimants[k].max_share;
    integral.add(pool, std::min(share, integral.room(pool)));
  }
}

// The strong and the integral guarantee of each element.
std::vector<Rational> all_guarantees(const ExactTree& exact) {
  const Guarantees amounts = determine_guarantees(exact.tree, exact.children);
  const IntegralPools pools = determine_integral_pools(exact.tree, exact.children, amounts);
  ExactGuarantees guarantees = exact_guarantees(exact, amounts, pools);
  if (pools.burst.empty() && pools.relaxed.empty()) return std::move(guarantees.strong);
  std::vector<FairBounds> bounds = exact_bounds(exact, guarantees.strong);
  std::vector<Rational> shares(bounds.size());
  ExactIntegral integral{exact, pools, std::move(guarantees), std::move(bounds), std::move(shares)};
  give_burst_shares(integral);
  give_relaxed_shares(integral);
  std::vector<Rational> all = std::move(integral.guarantees.strong);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] += integral.shares[i];
  return all;
}

}  // namespace

bool has_nested_integral_pools(const Tree& tree) {
  std::vector<bool> is_within(tree.elements.size());  // an integral pool, or below one
  for (std::size_t i = 1; i < tree.elements.size(); ++i) {
    const bool is_integral = tree.elements[i].integral_type != IntegralType::none;
    const bool is_below = is_within[*tree.elements[i].parent];
    if (is_integral && is_below) return true;
    is_within[i] = is_integral || is_below;
  }
  return false;
}

Problem<Rational> problem_above_guarantees(const Tree& tree, const FairTree& fair,
                                           std::span<const std::size_t> children,
                                           const Rational& share) {
  Problem<Rational> problem{share, {}};
  for (const std::size_t child : children) {
    const FairBounds& bounds = fair.bounds[child];
    problem.total -= bounds.guarantee;
    problem.claimants.push_back({exact::from_double(tree.elements[child].weight), 0,
                                 Rational(bounds.most - bounds.guarantee)});
  }
  return problem;
}

std::vector<Rational> fifo_shares(const Tree& tree, const FairTree& fair,
                                  std::span<const std::size_t> children, const Rational& share) {
  std::vector<std::size_t> turns(children.size());
  for (std::size_t k = 0; k < turns.size(); ++k) turns[k] = k;
  std::ranges::stable_sort(turns, [&](std::size_t a, std::size_t b) {
    return tree.elements[children[a]].weight > tree.elements[children[b]].weight;
  });
  std::vector<Rational> shares(children.size());
  Rational rest = share;
  for (const std::size_t turn : turns) {
    shares[turn] = std::min(rest, fair.bounds[children[turn]].most);
    rest -= shares[turn];
  }
  return shares;
}

std::optional<FairTree> fair_shares(const Tree& tree) {
  assert(is_tree(tree));
  const auto resource = only_resource(tree);
  if (!resource || has_nested_integral_pools(tree)) return std::nullopt;
  FairTree fair{static_cast<Resource>(*resource), {}, std::vector<Rational>(tree.elements.size())};
  if (tree.elements.empty()) return fair;
  const ExactTree exact{tree, *resource, children_of(tree)};
  fair.bounds = exact_bounds(exact, all_guarantees(exact));
  fair.shares.front() = fair.bounds.front().most;
  for (std::size_t i = 0; i < tree.elements.size(); ++i) {
    const auto& children = exact.children[i];
    if (children.empty()) continue;
    if (tree.elements[i].mode == Mode::fifo) {
      const auto shares = fifo_shares(tree, fair, children, fair.shares[i]);
      for (std::size_t k = 0; k < shares.size(); ++k) fair.shares[children[k]] = shares[k];
      continue;
    }
    const auto problem = problem_above_guarantees(tree, fair, children, fair.shares[i]);
    // A pool's share is at least its children's guarantees and at most what they can take.
    const auto solution = exact::solve(problem);
    const auto& allocation = std::get<Allocation<Rational>>(solution);
    for (std::size_t k = 0; k < children.size(); ++k) {
      const std::size_t child = children[k];
      fair.shares[child] = fair.bounds[child].guarantee + allocation.shares[k];
    }
  }
  return fair;
}

}  // namespace fairshare::schedulers::ytsaurus_vector
