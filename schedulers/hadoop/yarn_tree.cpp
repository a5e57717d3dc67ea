#include "fairshare/schedulers/hadoop/yarn_tree.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <utility>

#include "fairshare/schedulers/common/fair_problem.h"

namespace fairshare::schedulers::yarn {
namespace {

using exact::Rational;

constexpr std::size_t memory = 0;

// The elements among which a queue divides.
struct Children {
  bool are_applications = false;
  std::vector<std::size_t> indices = {};
};

std::vector<Children> children_of(const QueueTree& tree, Kind kind) {
  std::vector<Children> children(tree.queues.size());
  for (std::size_t i = 1; i < tree.queues.size(); ++i) {
    children[*tree.queues[i].parent].indices.push_back(i);
  }
  if (kind == Kind::steady) return children;
  for (std::size_t i = 0; i < tree.applications.size(); ++i) {
    if (!tree.applications[i].is_runnable) continue;
    Children& in_queue = children[tree.applications[i].queue];
    in_queue.are_applications = true;
    in_queue.indices.push_back(i);
  }
  return children;
}

// How many resources, from the first on, a queue's policy divides by ComputeFairShares.
std::size_t resources_divided(const QueueTree& tree, Policy policy) {
  return policy == Policy::drf ? tree.cluster.size() : policy == Policy::fair ? memory + 1 : 0;
}

// The earliest child of a fifo queue. Start times of queues are all 0 (FSQueue.getStartTime).
std::size_t earliest_of(const QueueTree& tree, const Children& children) {
  if (!children.are_applications) return children.indices.front();
  return *std::ranges::min_element(children.indices, {},
                                   [&](std::size_t i) { return tree.applications[i].start_time; });
}

// The tree and what is derived from it, once.
struct Context {
  Release release;
  const QueueTree& tree;
  std::vector<Children> children;
  std::vector<bool> active;
};

Context context_of(Release release, const QueueTree& tree, Kind kind) {
  assert(is_tree(tree));
  return {release, tree, children_of(tree, kind), find_active(tree)};
}

Division division_at(const Context& context, Spot at) {
  const auto& [release, tree, children, active] = context;
  const Children& among = children[at.queue];
  Division division{at, among.are_applications, among.indices, {}};
  division.schedulables.reserve(among.indices.size());
  for (const std::size_t i : among.indices) {
    if (among.are_applications) {
      const float weight =
          application_weight(release, tree.applications[i], tree.size_based_weight);
      division.schedulables.push_back({weight, 0, amount_max(release), true});
    } else {
      division.schedulables.push_back(as_claimant(release, tree.queues[i], at.resource, active[i]));
    }
  }
  return division;
}

// The shares before anything is divided: the root has the cluster.
template <class Number>
TreeShares<Number> fresh_shares(const QueueTree& tree, Kind kind) {
  const std::vector<Number> nothing(tree.cluster.size(), Number(0));
  TreeShares<Number> shares;
  shares.queues.assign(tree.queues.size(), nothing);
  shares.queues.front().assign(tree.cluster.begin(), tree.cluster.end());
  if (kind == Kind::instantaneous) shares.applications.assign(tree.applications.size(), nothing);
  return shares;
}

template <class Number>
auto& shares_of_children(TreeShares<Number>& shares, bool are_applications) {
  return are_applications ? shares.applications : shares.queues;
}

// FifoPolicy.computeShares; its computeSteadyShares does nothing.
template <class Number>
void give_to_earliest(const Context& context, std::size_t queue, Kind kind,
                      TreeShares<Number>& shares) {
  const Children& children = context.children[queue];
  if (kind == Kind::steady || children.indices.empty()) return;
  const std::size_t earliest = earliest_of(context.tree, children);
  shares_of_children(shares, children.are_applications)[earliest] = shares.queues[queue];
}

// Top-down: `divide(division, total)` gives the shares of one division, or nothing, which ends
// everything.
template <class Number, class Divide>
std::optional<TreeShares<Number>> descend(const Context& context, Kind kind, Divide divide) {
  TreeShares<Number> shares = fresh_shares<Number>(context.tree, kind);
  for (std::size_t queue = 0; queue < context.tree.queues.size(); ++queue) {
    const Policy policy = context.tree.queues[queue].policy;
    if (policy == Policy::fifo) give_to_earliest(context, queue, kind, shares);
    if (context.children[queue].indices.empty()) continue;
    for (std::size_t r = 0; r < resources_divided(context.tree, policy); ++r) {
      const Division division = division_at(context, {queue, r});
      const auto divided = divide(division, shares.queues[queue][r]);
      if (!divided) return std::nullopt;
      auto& to = shares_of_children(shares, division.among_applications);
      for (std::size_t k = 0; k < divided->size(); ++k) {
        to[division.claimants[k]][r] = (*divided)[k];
      }
    }
  }
  return shares;
}

// The release's rule for a total that is not an integer. The rule divides the total or what can be
// claimed, whichever is less; so the fair problem of the largest total has what can be claimed.
std::variant<FairProblem, Defect> problem_of(Release release, const Division& division,
                                             const Rational& total, Kind kind) {
  for (std::size_t k = 0; k < division.schedulables.size(); ++k) {
    if (!std::isfinite(division.schedulables[k].weight)) return Defect{Rule::weight_is_finite, k};
  }
  FairProblem fair = fair_problem(release, amount_max(release), division.schedulables, kind);
  fair.problem.total = std::min(fair.problem.total, total);
  if (const auto defect = find_defect(fair.problem)) return *defect;
  return fair;
}

}  // namespace

bool is_tree(const QueueTree& tree) {
  const std::size_t resources = tree.cluster.size();
  if (resources == 0 || tree.queues.empty()) return false;
  const auto fits = [&](const auto& amounts) {
    return amounts.empty() || amounts.size() == resources;
  };
  std::vector<bool> is_parent(tree.queues.size());
  for (std::size_t i = 0; i < tree.queues.size(); ++i) {
    const auto& [parent, weight, min_share, max_share, policy, is_active] = tree.queues[i];
    if (parent.has_value() != (i > 0) || !fits(min_share) || !fits(max_share)) return false;
    if (!parent) continue;
    if (*parent >= i) return false;
    is_parent[*parent] = true;
  }
  return std::ranges::all_of(tree.applications, [&](const Application& application) {
    return application.queue < is_parent.size() && !is_parent[application.queue] &&
           application.memory_demand >= 0;
  });
}

std::vector<bool> find_active(const QueueTree& tree) {
  assert(is_tree(tree));
  // If the contents of a queue are known, its own flag does not count.
  std::vector<bool> is_listed(tree.queues.size());
  std::vector<bool> active(tree.queues.size());
  for (const Application& application : tree.applications) {
    is_listed[application.queue] = true;
    if (application.is_runnable) active[application.queue] = true;
  }
  for (std::size_t i = tree.queues.size(); i-- > 0;) {
    const Queue& queue = tree.queues[i];
    if (!is_listed[i]) active[i] = queue.is_active;
    if (!queue.parent) continue;
    is_listed[*queue.parent] = true;
    if (active[i]) active[*queue.parent] = true;
  }
  return active;
}

float application_weight(Release release, const Application& application, bool size_based_weight) {
  const auto demand = static_cast<double>(application.memory_demand);
  const double size = size_based_weight ? std::log1p(demand) / std::numbers::ln2 : 1.0;
  if (has_resource_types(release)) {
    return static_cast<float>(size) * static_cast<float>(application.priority);
  }
  return static_cast<float>(size * application.priority);
}

std::int64_t share_max(Release release, const QueueTree& tree, std::size_t resource) {
  return tree.vcores == resource ? vcores_max : amount_max(release);
}

Schedulable as_claimant(Release release, const Queue& queue, std::size_t resource, bool is_active) {
  Schedulable schedulable{queue.weight, 0, amount_max(release), is_active};
  if (!queue.min_share.empty()) schedulable.min_share = queue.min_share[resource];
  if (!queue.max_share.empty()) schedulable.max_share = queue.max_share[resource];
  if (has_resource_types(release)) {
    schedulable.max_share = std::max(schedulable.max_share, schedulable.min_share);
  }
  return schedulable;
}

std::vector<Division> divisions(Release release, const QueueTree& tree, Kind kind) {
  const Context context = context_of(release, tree, kind);
  std::vector<Division> result;
  for (std::size_t queue = 0; queue < tree.queues.size(); ++queue) {
    if (context.children[queue].indices.empty()) continue;
    for (std::size_t r = 0; r < resources_divided(tree, tree.queues[queue].policy); ++r) {
      result.push_back(division_at(context, {queue, r}));
    }
  }
  return result;
}

std::variant<TreeShares<std::int64_t>, TreeHang> compute_tree(Release release,
                                                              const QueueTree& tree, Kind kind) {
  const Context context = context_of(release, tree, kind);
  std::vector<Spot> overflows;
  TreeHang hang;
  const auto divide = [&](const Division& division,
                          std::int64_t total) -> std::optional<std::vector<std::int64_t>> {
    auto computed = compute(release, total, division.schedulables, kind,
                            share_max(release, tree, division.at.resource));
    hang.at = division.at;
    auto* shares = std::get_if<Shares<std::int64_t>>(&computed);
    if (shares == nullptr) return std::nullopt;
    if (shares->fault == Fault::overflow) overflows.push_back(division.at);
    return std::move(shares->shares);
  };
  auto shares = descend<std::int64_t>(context, kind, divide);
  if (!shares) return hang;
  shares->overflows = std::move(overflows);
  return *std::move(shares);
}

std::variant<TreeShares<Rational>, NoAllocationAt> solve_tree_exactly(Release release,
                                                                      const QueueTree& tree,
                                                                      Kind kind) {
  const Context context = context_of(release, tree, kind);
  NoAllocationAt none;
  const auto divide = [&](const Division& division,
                          const Rational& total) -> std::optional<std::vector<Rational>> {
    none.at = division.at;
    const auto fair = problem_of(release, division, total, kind);
    if (const auto* defect = std::get_if<Defect>(&fair)) {
      none.reason = *defect;
      return std::nullopt;
    }
    auto shares = find_fair_shares(std::get<FairProblem>(fair).problem);
    if (auto* found = std::get_if<std::vector<Rational>>(&shares)) return std::move(*found);
    none.reason = std::get<NoAllocation>(std::move(shares));
    return std::nullopt;
  };
  auto shares = descend<Rational>(context, kind, divide);
  if (!shares) return none;
  return *std::move(shares);
}

}  // namespace fairshare::schedulers::yarn
