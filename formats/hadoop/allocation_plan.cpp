#include "formats/hadoop/allocation_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

#include "fairshare/exact/brief.h"
#include "fairshare/schedulers/common/fair_problem.h"
#include "fairshare/schedulers/hadoop/mr1.h"
#include "fairshare/schedulers/hadoop/yarn.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
namespace mr1 = schedulers::mr1;
namespace yarn = schedulers::yarn;

constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();

const PlannedBounds& bounds_of(const PlannedQueue& queue, std::string_view resource) {
  static const PlannedBounds none;
  const auto found = queue.bounds.find(resource);
  return found == queue.bounds.end() ? none : found->second;
}

std::optional<Rational> cluster_amount(const AllocationPlan& plan, std::string_view resource) {
  const auto found = plan.cluster.find(resource);
  if (found == plan.cluster.end()) return std::nullopt;
  return Rational(found->second);
}

bool is_max_0(const PlannedBounds& bounds) {
  return (bounds.max && *bounds.max <= 0) || (bounds.part && *bounds.part <= 0);
}

// The minimum that is honoured, as the release has it: see yarn.h and mr1.h.
Rational honoured_min(const AllocationPlan& plan, const PlannedQueue& queue,
                      std::string_view resource) {
  const PlannedBounds& bounds = bounds_of(queue, resource);
  const Rational min = std::max(bounds.min, Rational(0));
  if (plan.by == PlannedBy::yarn_3) return min;
  if (is_max_0(bounds)) return 0;
  const bool is_fixed = plan.by == PlannedBy::yarn_2_7 && queue.weight <= 0;
  return is_fixed || !bounds.max ? min : std::min(min, *bounds.max);
}

// The maximum that counts, in units.
std::optional<Rational> honoured_max(const AllocationPlan& plan, const PlannedQueue& queue,
                                     std::string_view resource) {
  const PlannedBounds& bounds = bounds_of(queue, resource);
  if (plan.by == PlannedBy::yarn_3 && bounds.max) return std::max(*bounds.max, bounds.min);
  return bounds.max;
}

std::vector<std::vector<std::size_t>> children_of(const AllocationPlan& plan) {
  std::vector<std::vector<std::size_t>> children(plan.queues.size());
  for (std::size_t i = 0; i < plan.queues.size(); ++i) {
    if (plan.queues[i].parent) children[*plan.queues[i].parent].push_back(i);
  }
  return children;
}

InputError warning(const AllocationPlan& plan, const PlannedQueue& queue, std::string code,
                   std::string message, std::string field) {
  return {.code = std::move(code),
          .message = std::move(message),
          .file = plan.file,
          .line = queue.line,
          .claimant = queue.name,
          .field = std::move(field)};
}

std::string units(const Rational& amount, std::string_view resource) {
  return fmt::format("{} {}", exact::brief(amount), resource);
}

// FS604.

void find_inverted(const AllocationPlan& plan, const PlannedQueue& queue,
                   std::vector<InputError>& found) {
  for (const auto& [resource, bounds] : queue.bounds) {
    if (!bounds.max || bounds.min <= 0 || *bounds.max >= bounds.min) continue;
    const bool is_min = honoured_min(plan, queue, resource) == bounds.min;
    found.push_back(warning(
        plan, queue, "FS604",
        fmt::format(
            "the maximum, {}, is below the minimum, {}, and {} uses the {}; correct one of them",
            units(*bounds.max, resource), units(bounds.min, resource), name_of(plan.by),
            is_min ? "minimum" : "maximum"),
        max_element(plan.by, resource)));
  }
}

// FS602.

struct Limit {
  Rational amount;
  std::string whose;  // "its maximum"
};

// The least of what limits a queue and the queues in it, apart from shares.
std::optional<Limit> find_limit(const AllocationPlan& plan, std::size_t index,
                                const std::string& resource) {
  std::optional<Limit> least;
  const auto take = [&](const std::optional<Rational>& amount, std::string whose) {
    if (amount && (!least || *amount < least->amount)) least = {*amount, std::move(whose)};
  };
  for (std::optional<std::size_t> at = index; at; at = plan.queues[*at].parent) {
    const PlannedQueue& queue = plan.queues[*at];
    take(honoured_max(plan, queue, resource),
         at == index ? "its maximum" : fmt::format("the maximum of {}", queue.name));
  }
  take(cluster_amount(plan, resource), "the cluster has");
  return least;
}

// The steady shares in units, by queue and resource.
using Known = std::map<std::pair<std::size_t, std::string_view>, Rational>;

Known known_shares(const std::vector<SteadyShares>& steady) {
  Known known;
  for (const SteadyShares& division : steady) {
    for (std::size_t i = 0; division.is_in_units && i < division.shares.size(); ++i) {
      known.emplace(std::pair(division.queues[i], std::string_view(division.resource)),
                    division.shares[i]);
    }
  }
  return known;
}

std::optional<Limit> find_share(const Known& known, std::size_t queue, std::string_view resource) {
  const auto found = known.find({queue, resource});
  if (found == known.end()) return std::nullopt;
  return Limit{found->second, "its steady share"};
}

void find_excess(const AllocationPlan& plan, std::size_t index,
                 const std::vector<std::size_t>& children, const Known& known,
                 std::vector<InputError>& found) {
  const PlannedQueue& parent = plan.queues[index];
  std::map<std::string, Rational> sums;
  for (const std::size_t child : children) {
    for (const auto& [resource, bounds] : plan.queues[child].bounds) {
      const Rational min = honoured_min(plan, plan.queues[child], resource);
      if (min > 0) sums[resource] += min;
    }
  }
  for (const auto& [resource, sum] : sums) {
    auto limit = find_limit(plan, index, resource);
    if (!limit || sum <= limit->amount) limit = find_share(known, index, resource);
    if (!limit || sum <= limit->amount) continue;
    const std::string whose = parent.name.empty() ? "pools" : "queues";
    found.push_back(warning(
        plan, parent, "FS602",
        fmt::format(
            "the minimums of its {} add up to {}, more than {}, {}; lower them, or raise it", whose,
            units(sum, resource), limit->whose, exact::brief(limit->amount)),
        min_element(plan.by, resource)));
  }
}

// FS603.

struct Death {
  std::string why;
  std::string field;
};

// 3.x gives a queue no container that exceeds its maximum, whatever its policy divides. Before, a
// maximum of 0 only meant a share of 0.
std::vector<std::string> vital_resources(PlannedBy by, const std::vector<std::string>& divided) {
  if (by == PlannedBy::yarn_3) return {"memory", "vcores"};
  std::vector<std::string> vital = divided;
  std::erase_if(vital, [](const std::string& resource) {
    return resource != "memory" && resource != "vcores" && resource != "maps" &&
           resource != "reduces";
  });
  return vital;
}

// What to do with a queue of maximum 0 that is not wanted. If the file does not configure
// root.default, it is there without a maximum.
std::string other_than_raising(const AllocationPlan& plan, const PlannedQueue& queue) {
  if (plan.by == PlannedBy::mr1) return "delete the pool";
  if (queue.name != "root.default") return "delete the queue";
  return "write maxRunningApps 0, which says that the queue is closed";
}

std::optional<Death> find_death(const AllocationPlan& plan, const PlannedQueue& queue) {
  if (!queue.parent) return std::nullopt;
  const auto& divided = plan.queues[*queue.parent].divides;
  for (const std::string& resource : vital_resources(plan.by, divided)) {
    const bool is_lifted = plan.by == PlannedBy::yarn_3 && honoured_min(plan, queue, resource) > 0;
    const PlannedBounds& bounds = bounds_of(queue, resource);
    if (!is_max_0(bounds) || is_lifted) continue;
    return Death{fmt::format("the maximum is {}, so {}; raise the maximum or {}",
                             units(bounds.max.value_or(Rational(0)), resource),
                             plan.by == PlannedBy::yarn_3 ? "no container fits into it"
                                                          : "its share is always 0",
                             other_than_raising(plan, queue)),
                 max_element(plan.by, resource)};
  }
  const bool has_min = std::ranges::any_of(divided, [&](const std::string& resource) {
    return honoured_min(plan, queue, resource) > 0;
  });
  if (queue.weight > 0 || has_min) return std::nullopt;
  return Death{
      "its weight is 0 and it has no minimum, so its share is always 0; give it a weight or a "
      "minimum, or delete it",
      "weight"};
}

void find_dead(const AllocationPlan& plan, std::vector<InputError>& found) {
  struct Grave {
    std::size_t queue;
    Death death;
    std::size_t inside = 0;
  };
  std::vector<Grave> graves;
  std::vector<std::optional<std::size_t>> grave_of(plan.queues.size());
  for (std::size_t i = 0; i < plan.queues.size(); ++i) {
    const PlannedQueue& queue = plan.queues[i];
    if (queue.parent && grave_of[*queue.parent]) {
      grave_of[i] = grave_of[*queue.parent];
      ++graves[*grave_of[i]].inside;
    } else if (auto death = find_death(plan, queue)) {
      grave_of[i] = graves.size();
      graves.push_back({i, *std::move(death)});
    }
  }
  for (Grave& grave : graves) {
    if (grave.inside > 0) {
      grave.death.why += fmt::format(
          " (with the {} in it)",
          grave.inside == 1 ? std::string("queue") : fmt::format("{} queues", grave.inside));
    }
    found.push_back(warning(plan, plan.queues[grave.queue], "FS603", std::move(grave.death.why),
                            std::move(grave.death.field)));
  }
}

// Steady shares.

using Shares = std::variant<std::vector<Rational>, std::string>;  // or why there are none

Shares yarn_shares(const AllocationPlan& plan, const SteadyShares& division,
                   const Rational& total) {
  const auto release = plan.by == PlannedBy::yarn_3 ? yarn::Release::v3 : yarn::Release::v2_7;
  const Rational most(yarn::amount_max(release));
  const auto held = [&](const Rational& amount) {
    return static_cast<std::int64_t>(exact::floor(std::min(amount, most)));
  };
  std::vector<yarn::Schedulable> queues;
  for (const std::size_t index : division.queues) {
    const PlannedQueue& queue = plan.queues[index];
    const auto max = honoured_max(plan, queue, division.resource);
    queues.push_back({.weight = exact::to_float(queue.weight),
                      .min_share = held(bounds_of(queue, division.resource).min),
                      .max_share = held(max.value_or(most))});
  }
  const std::int64_t share_max =
      division.resource == "vcores" ? yarn::vcores_max : yarn::amount_max(release);
  const auto computed = yarn::compute(release, held(total), queues, yarn::Kind::steady, share_max);
  const auto* shares = std::get_if<schedulers::Shares<std::int64_t>>(&computed);
  if (shares == nullptr) return fmt::format("{} never finishes computing them", name_of(plan.by));
  return std::vector<Rational>(shares->shares.begin(), shares->shares.end());
}

Shares fair_shares(const Problem<Rational>& problem) {
  auto shares = schedulers::find_fair_shares(problem);
  if (auto* found = std::get_if<std::vector<Rational>>(&shares)) return std::move(*found);
  const auto& none = std::get<schedulers::NoAllocation>(shares);
  return std::holds_alternative<Overcommitted<Rational>>(none)
             ? "the minimums exceed what is available"
             : "no division hands out the whole total";
}

Shares mr1_shares(const AllocationPlan& plan, const SteadyShares& division, const Rational& total) {
  std::vector<mr1::Schedulable> pools;
  for (const std::size_t index : division.queues) {
    const PlannedQueue& pool = plan.queues[index];
    const PlannedBounds& bounds = bounds_of(pool, division.resource);
    const Rational max = bounds.max.value_or(Rational(int_max));
    pools.push_back({exact::to_double(pool.weight),
                     static_cast<std::int32_t>(exact::floor(bounds.min)),
                     static_cast<std::int32_t>(exact::floor(max))});
  }
  for (const mr1::Schedulable& pool : pools) {
    if (pool.weight < 0 || pool.min_share < 0 || pool.demand < 0) return "a number is negative";
  }
  return fair_shares(mr1::fair_problem(exact::to_double(total), pools).problem);
}

// Exact parts of the cluster, if no bound is in units.
Shares parts(const AllocationPlan& plan, const SteadyShares& division, const Rational& total) {
  Problem<Rational> problem{total, {}};
  std::optional<Rational> most = Rational(0);
  for (const std::size_t index : division.queues) {
    const PlannedQueue& queue = plan.queues[index];
    const PlannedBounds& bounds = bounds_of(queue, division.resource);
    const bool has_max = bounds.max && *bounds.max > 0;
    if (has_max || honoured_min(plan, queue, division.resource) > 0) {
      return fmt::format(
          "{} has bounds in units: say what the cluster has with --cluster "
          "{}=AMOUNT",
          queue.name, division.resource);
    }
    Claimant<Rational> claimant{std::max(queue.weight, Rational(0)), 0, bounds.part};
    if (is_max_0(bounds) || queue.weight <= 0) claimant.max_share = Rational(0);
    if (most && claimant.max_share) {
      *most += *claimant.max_share;
    } else {
      most = std::nullopt;
    }
    problem.claimants.push_back(std::move(claimant));
  }
  if (most) problem.total = std::min(problem.total, *most);
  return fair_shares(problem);
}

Shares shares_of(const AllocationPlan& plan, const SteadyShares& division, const Rational& total) {
  if (!division.is_in_units) return parts(plan, division, total);
  if (plan.by == PlannedBy::mr1) return mr1_shares(plan, division, total);
  return yarn_shares(plan, division, total);
}

}  // namespace

std::vector<InputError> find_impossible(const AllocationPlan& plan) {
  std::vector<InputError> found;
  const auto children = children_of(plan);
  const auto steady = find_steady_shares(plan);
  const Known known = known_shares(steady);
  for (std::size_t i = 0; i < plan.queues.size(); ++i) {
    find_inverted(plan, plan.queues[i], found);
    find_excess(plan, i, children[i], known, found);
  }
  find_dead(plan, found);
  return found;
}

std::vector<SteadyShares> find_steady_shares(const AllocationPlan& plan) {
  std::vector<SteadyShares> steady;
  const auto children = children_of(plan);
  // Each queue's share of each resource that its parent divides, if that is known.
  std::vector<std::map<std::string, Rational>> totals(plan.queues.size());
  for (const std::string& resource : plan.queues.front().divides) {
    totals.front()[resource] = cluster_amount(plan, resource).value_or(Rational(1));
  }
  for (std::size_t i = 0; i < plan.queues.size(); ++i) {
    if (children[i].empty()) continue;
    for (const std::string& resource : plan.queues[i].divides) {
      const auto total = totals[i].find(resource);
      if (total == totals[i].end()) continue;
      SteadyShares division{.parent = i,
                            .resource = resource,
                            .is_in_units = plan.cluster.contains(resource),
                            .queues = children[i]};
      Shares shares = shares_of(plan, division, total->second);
      if (auto* why = std::get_if<std::string>(&shares)) {
        division.unknown = std::move(*why);
      } else {
        division.shares = std::get<std::vector<Rational>>(std::move(shares));
        for (std::size_t k = 0; k < children[i].size(); ++k) {
          totals[children[i][k]][resource] = division.shares[k];
        }
      }
      steady.push_back(std::move(division));
    }
  }
  return steady;
}

std::string_view name_of(PlannedBy by) {
  switch (by) {
    case PlannedBy::yarn_2_7:
      return "YARN 2.7";
    case PlannedBy::yarn_3:
      return "YARN 3.3";
    case PlannedBy::mr1:
      return "MR1";
  }
  return "";
}

std::string min_element(PlannedBy by, std::string_view resource) {
  if (by != PlannedBy::mr1) return "minResources";
  return resource == "maps" ? "minMaps" : "minReduces";
}

std::string max_element(PlannedBy by, std::string_view resource) {
  if (by != PlannedBy::mr1) return "maxResources";
  return resource == "maps" ? "maxMaps" : "maxReduces";
}

}  // namespace fairshare::formats
