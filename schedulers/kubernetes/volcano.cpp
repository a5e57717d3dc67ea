// Computes in doubles, with the same operations in the same order as the release.
#include "fairshare/schedulers/kubernetes/volcano.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "fairshare/schedulers/common/go_arithmetic.h"

namespace fairshare::schedulers::volcano {
namespace {

using exact::Rational;

// How far other orders are searched.
constexpr std::size_t answers_max = 16384;
constexpr std::size_t numbers_max = std::size_t{1} << 21U;   // in all states, or answers, together
constexpr std::uint64_t work_max = std::uint64_t{1} << 23U;  // numbers looked at; about 0.2 s
// How many states a round begins with.
constexpr std::size_t states_max = 4096;
constexpr std::size_t states_of_some_max = 256;  // if not all orders were tried

// Resource.LessEqual, for one resource.
bool is_no_more(double a, double b) {
  return a < b || std::abs(a - b) < unit_min;
}

// ExceededPart: by how much a is more than b.
double beyond(double a, double b) {
  return a > b ? a - b : 0;
}

// What is divided, and among how many queues. Lists of a number for each queue and resource begin
// with the queues of the first resource.
struct Cluster {
  Release release;
  std::span<const Resource> resources;
  std::size_t queues = 0;
};

Cluster cluster_of(Release release, std::span<const Resource> resources) {
  return {release, resources, resources.front().queues.size()};
}

std::size_t numbers_in(const Cluster& cluster) {
  return cluster.queues * cluster.resources.size();
}

// The state between two rounds.
struct State {
  std::vector<double> rests = {};  // one per resource
  std::vector<double> deserved = {};
  std::vector<bool> is_met = {};

  friend bool operator<(const State& a, const State& b) {
    return std::tie(a.rests, a.deserved, a.is_met) < std::tie(b.rests, b.deserved, b.is_met);
  }
};

State first_state(const Cluster& cluster) {
  State state{{}, std::vector<double>(numbers_in(cluster)), std::vector<bool>(cluster.queues)};
  for (const Resource& resource : cluster.resources) state.rests.push_back(resource.total);
  return state;
}

// All queues' guarantees, one row per queue.
std::vector<double> rows_of_guarantees(const Cluster& cluster) {
  std::vector<double> rows;
  rows.reserve(numbers_in(cluster));
  for (std::size_t i = 0; i < cluster.queues; ++i) {
    for (const Resource& resource : cluster.resources) {
      rows.push_back(resource.queues[i].guarantee.value_or(0));
    }
  }
  return rows;
}

std::vector<double> idle_guarantees(const Cluster& cluster) {
  std::vector<double> guarantees;
  for (const Resource& resource : cluster.resources) guarantees.push_back(resource.idle_guarantees);
  return guarantees;
}

// The sum of the rows in the order of the list.
std::vector<double> sum_in_list_order(std::vector<double> start, std::span<const double> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) start[i % start.size()] += rows[i];
  return start;
}

// realCapability of a queue, if all guarantees add up to this sum.
double real_capability(const Resource& resource, std::size_t queue, double guarantees) {
  const auto& [weight, guarantee, capability, request] = resource.queues[queue];
  const double real = beyond(resource.total, guarantees) + guarantee.value_or(0);
  const bool has_one = capability && (*capability > 0 || is_scalar(resource));
  return has_one ? std::min(real, *capability) : real;
}

// The same as the release computes it: a scalar that the guarantees use up has no entry, and if the
// queue has no guarantee of it either, nothing bounds it.
double real_capability_as_computed(const Resource& resource, std::size_t queue, double guarantees) {
  const bool is_used_up = is_scalar(resource) && resource.total <= guarantees;
  if (is_used_up && !resource.queues[queue].guarantee) {
    return std::numeric_limits<double>::infinity();
  }
  return real_capability(resource, queue, guarantees);
}

// The same until 2553: a capability that names no scalar bounds none of them, not even by what
// guarantees leave. One that names a scalar has 0 of each that it does not name.
double old_real_capability(const Cluster& cluster, std::size_t resource, std::size_t queue,
                           double guarantees) {
  const Resource& own = cluster.resources[resource];
  const double real = own.total - guarantees + own.queues[queue].guarantee.value_or(0);
  const auto& capability = own.queues[queue].capability;
  if (!is_scalar(own)) return capability && *capability > 0 ? std::min(real, *capability) : real;
  const auto says_something = [&](const Resource& of) {
    return of.queues[queue].capability.has_value();
  };
  if (!std::ranges::any_of(cluster.resources, says_something)) return real;
  const bool says_a_scalar = std::ranges::any_of(
      cluster.resources, [&](const Resource& of) { return is_scalar(of) && says_something(of); });
  if (!says_a_scalar) return std::numeric_limits<double>::infinity();
  return std::min(real, capability.value_or(0));
}

// The real capability of every queue and resource.
std::vector<double> capabilities_of(const Cluster& cluster, std::span<const double> guarantees) {
  std::vector<double> capabilities;
  capabilities.reserve(numbers_in(cluster));
  for (std::size_t r = 0; r < cluster.resources.size(); ++r) {
    for (std::size_t i = 0; i < cluster.queues; ++i) {
      capabilities.push_back(
          cluster.release == Release::until_2553
              ? old_real_capability(cluster, r, i, guarantees[r])
              : real_capability_as_computed(cluster.resources[r], i, guarantees[r]));
    }
  }
  return capabilities;
}

// The int32 sum wraps; Go's conversion of the result is exact.
std::int32_t sum_of_weights(const Cluster& cluster, const State& state, bool& has_wrapped) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < cluster.queues; ++i) {
    if (state.is_met[i]) continue;
    if (__builtin_add_overflow(sum, cluster.resources.front().queues[i].weight, &sum)) {
      has_wrapped = true;
    }
  }
  return sum;
}

// One round, without the rests. One row for each queue that takes part: for each resource, what was
// added and what was taken away.
std::vector<double> divide(const Cluster& cluster, std::span<const double> capabilities,
                           bool is_first, std::int32_t weights, State& state) {
  const bool is_old = cluster.release == Release::until_2553;
  std::vector<double> changes;
  for (std::size_t i = 0; i < cluster.queues; ++i) {
    if (state.is_met[i]) continue;
    const double weight = static_cast<double>(cluster.resources.front().queues[i].weight) /
                          static_cast<double>(weights);
    bool has_enough = true;
    bool gains_nothing = !is_old;
    for (std::size_t r = 0; r < cluster.resources.size(); ++r) {
      const Queue& queue = cluster.resources[r].queues[i];
      const std::size_t at = r * cluster.queues + i;
      const double before = state.deserved[at];
      double deserved = before + state.rests[r] * weight;
      if (capabilities[at] < deserved) deserved = capabilities[at];
      if (queue.request < deserved) deserved = queue.request;
      // Before the first round a queue has no scalars; after it, those not below 0, even if 0.
      const bool is_new = is_first && is_scalar(cluster.resources[r]) &&
                          (deserved >= 0 || queue.guarantee.has_value());
      if (is_old) has_enough = has_enough && is_no_more(queue.request, deserved);
      deserved = go::max(deserved, queue.guarantee.value_or(0));
      if (!is_old) has_enough = has_enough && is_no_more(queue.request, deserved);
      gains_nothing = gains_nothing && !is_new && deserved == before;
      state.deserved[at] = deserved;
      changes.push_back(deserved > before ? deserved - before : 0);
      changes.push_back(deserved > before ? 0 : before - deserved);
    }
    state.is_met[i] = has_enough || gains_nothing;
  }
  return changes;
}

// The rests after a round in which so much of each resource was added and taken away; nothing if
// the release panics.
std::optional<std::vector<double>> find_rests(const Cluster& cluster,
                                              std::span<const double> before,
                                              std::span<const double> changes) {
  std::vector<double> rests;
  for (std::size_t r = 0; r < before.size(); ++r) {
    const double added = changes[2 * r];
    const double taken = changes[2 * r + 1];
    if (cluster.release == Release::since_2553) {
      rests.push_back(beyond(before[r] + taken, added));
    } else if (is_no_more(added, before[r])) {
      rests.push_back(before[r] - added + taken);
    } else {
      return std::nullopt;
    }
  }
  return rests;
}

bool is_last(const Cluster& cluster, std::span<const double> rests, std::span<const double> before,
             bool is_first) {
  bool is_empty = true;
  bool is_same = std::ranges::equal(rests, before);
  for (std::size_t r = 0; r < rests.size(); ++r) {
    const bool is_ignored =
        cluster.release == Release::since_2553 && cluster.resources[r].name == "pods";
    is_empty = is_empty && (is_ignored || rests[r] < unit_min);
    // A scalar's total of 0 has an entry, a rest of 0 does not: they differ.
    const bool vanishes = is_first && is_scalar(cluster.resources[r]) && before[r] == 0;
    is_same = is_same && (cluster.release == Release::until_2553 || !vanishes);
  }
  return is_empty || is_same;
}

bool is_finite(const Resource& resource) {
  return std::isfinite(resource.total) && std::isfinite(resource.idle_guarantees) &&
         std::ranges::all_of(resource.queues, [](const Queue& queue) {
           return std::isfinite(queue.guarantee.value_or(0)) && std::isfinite(queue.request) &&
                  std::isfinite(queue.capability.value_or(0));
         });
}

bool are_valid(std::span<const Resource> resources) {
  return !resources.empty() && std::ranges::all_of(resources, [&](const Resource& resource) {
    return is_finite(resource) && resource.queues.size() == resources.front().queues.size();
  });
}

// Until 2553 the release subtracts all guarantees from the total, and panics if they are more.
bool has_room_for(const Cluster& cluster, std::span<const double> guarantees) {
  if (cluster.release == Release::since_2553) return true;
  for (std::size_t r = 0; r < guarantees.size(); ++r) {
    if (!is_no_more(guarantees[r], cluster.resources[r].total)) return false;
  }
  return true;
}

Refusal not_sufficient() {
  return {"resource is not sufficient to do operation"};
}

// The search for all answers.
struct Search {
  const Cluster& cluster;
  std::set<std::vector<double>> answers = {};
  bool is_complete = true;
  std::uint64_t work = 0;
};

// How many may be kept, if each has a number for every queue and resource.
std::size_t kept_max(const Cluster& cluster, std::size_t most) {
  return std::clamp<std::size_t>(numbers_max / (numbers_in(cluster) + 1), 1, most);
}

// Drops the last ones at once, so that there are never many.
template <class Set>
void drop_last(Search& search, Set& set, std::size_t most) {
  while (set.size() > kept_max(search.cluster, most)) {
    set.erase(std::prev(set.end()));
    search.is_complete = false;
  }
}

// What one round makes of a state: states for the next round, and answers.
void advance_in_any_order(Search& search, std::span<const double> capabilities, bool is_first,
                          State state, std::set<State>& open) {
  bool has_wrapped = false;
  const std::int32_t weights = sum_of_weights(search.cluster, state, has_wrapped);
  if (weights == 0) {
    search.answers.insert(std::move(state.deserved));
    return;
  }
  const std::vector<double> before = state.rests;
  const std::vector<double> changes =
      divide(search.cluster, capabilities, is_first, weights, state);
  const RowSums sums = row_sums_in_any_order(std::vector<double>(2 * before.size()), changes);
  search.is_complete = search.is_complete && sums.is_complete;
  search.work += numbers_in(search.cluster) + sums.additions;
  for (const std::vector<double>& sum : sums.values) {
    auto rests = find_rests(search.cluster, before, sum);
    if (!rests) {
      search.is_complete = false;  // the release panics
    } else if (is_last(search.cluster, *rests, before, is_first)) {
      search.answers.insert(state.deserved);
    } else {
      state.rests = *std::move(rests);
      open.insert(state);
      drop_last(search, open, search.is_complete ? states_max : states_of_some_max);
    }
  }
  drop_last(search, search.answers, answers_max);
}

// All rounds, if the guarantees add up to these sums.
void search_from(Search& search, std::span<const double> guarantees) {
  if (!has_room_for(search.cluster, guarantees)) {
    search.is_complete = false;
    return;
  }
  const std::vector<double> capabilities = capabilities_of(search.cluster, guarantees);
  std::set<State> open = {first_state(search.cluster)};
  for (bool is_first = true; !open.empty(); is_first = false) {
    std::set<State> next;
    for (const State& state : open) {
      if (search.work > work_max) break;
      advance_in_any_order(search, capabilities, is_first, state, next);
    }
    open = std::move(next);
    if (search.work <= work_max) continue;
    search.is_complete = false;
    return;
  }
}

}  // namespace

bool is_scalar(const Resource& resource) {
  return !resource.name.empty() && resource.name != "cpu" && resource.name != "memory";
}

std::vector<double> real_capabilities(const Resource& resource) {
  const Cluster cluster = cluster_of(Release::since_2553, {&resource, 1});
  const double guarantees =
      sum_in_list_order(idle_guarantees(cluster), rows_of_guarantees(cluster)).front();
  std::vector<double> capabilities;
  for (std::size_t i = 0; i < resource.queues.size(); ++i) {
    capabilities.push_back(real_capability(resource, i, guarantees));
  }
  return capabilities;
}

std::variant<Run, Refusal> compute(Release release, std::span<const Resource> resources,
                                   std::uint64_t rounds_max) {
  assert(are_valid(resources));
  const Cluster cluster = cluster_of(release, resources);
  const auto guarantees = sum_in_list_order(idle_guarantees(cluster), rows_of_guarantees(cluster));
  if (!has_room_for(cluster, guarantees)) return not_sufficient();
  const std::vector<double> capabilities = capabilities_of(cluster, guarantees);
  State state = first_state(cluster);
  Run run;
  bool has_wrapped = false;
  for (;;) {
    const std::int32_t weights = sum_of_weights(cluster, state, has_wrapped);
    if (weights == 0) break;
    run.has_ended = run.rounds < rounds_max;
    if (!run.has_ended) break;
    ++run.rounds;
    const auto changes = divide(cluster, capabilities, run.rounds == 1, weights, state);
    auto rests = find_rests(cluster, state.rests,
                            sum_in_list_order(std::vector<double>(2 * resources.size()), changes));
    if (!rests) return not_sufficient();
    const bool has_ended = is_last(cluster, *rests, state.rests, run.rounds == 1);
    state.rests = *std::move(rests);
    if (has_ended) break;
  }
  run.result.shares = std::move(state.deserved);
  if (has_wrapped) run.result.fault = Fault::overflow;
  return run;
}

Answers find_answers(Release release, std::span<const Resource> resources, const Run& as_listed) {
  assert(are_valid(resources));
  const Cluster cluster = cluster_of(release, resources);
  Search search{.cluster = cluster, .answers = {as_listed.result.shares}};
  // With two queues the order does not matter: a + b is b + a.
  if (cluster.queues > 2) {
    const RowSums guarantees =
        row_sums_in_any_order(idle_guarantees(cluster), rows_of_guarantees(cluster));
    search.is_complete = guarantees.is_complete;
    for (const std::vector<double>& sums : guarantees.values) search_from(search, sums);
  }
  search.answers.insert(as_listed.result.shares);
  Answers answers{.shares = {}, .is_complete = search.is_complete};
  answers.shares.assign(search.answers.begin(), search.answers.end());
  return answers;
}

exact::Rational resolution(double total) {
  return exact::from_double(unit_min) + exact::from_double(total * 0x1p-40);
}

FairProblem fair_problem(const Resource& resource) {
  assert(is_finite(resource));
  const std::vector<double> capabilities = real_capabilities(resource);
  FairProblem fair;
  fair.problem.total = exact::from_double(resource.total);
  for (std::size_t i = 0; i < resource.queues.size(); ++i) {
    const Queue& queue = resource.queues[i];
    const double least = queue.guarantee.value_or(0);
    const double most = std::max(std::min(capabilities[i], queue.request), least);
    fair.problem.claimants.push_back(
        {Rational(queue.weight), exact::from_double(least), exact::from_double(most)});
  }
  fair.notes.resize(resource.queues.size());
  return fair;
}

namespace {

// More rounds than the release until 2553 needs for weights that are 10^7 times apart; they take
// some seconds. With more than a few numbers fewer rounds, so that it takes no longer.
constexpr std::uint64_t level_rounds_max = std::uint64_t{1} << 24U;
constexpr std::uint64_t level_numbers_max = std::uint64_t{1} << 28U;

std::optional<double> find_real(const std::optional<Held>& number) {
  return number ? std::optional(std::get<double>(*number)) : std::nullopt;
}

Resource resource_of(const Level& level) {
  Resource resource{.name = level.resource,
                    .total = std::get<double>(level.total),
                    .idle_guarantees = level.idle_min_shares,
                    .queues = {}};
  for (const Claim& claim : level.claims) {
    Queue queue{.weight = static_cast<std::int32_t>(whole_or(claim.weight, 1)),
                .guarantee = find_real(claim.min_share),
                .capability = find_real(claim.max_share)};
    queue.request = real_or(claim.demand, std::max(resource.total, queue.guarantee.value_or(0)));
    resource.queues.push_back(queue);
  }
  return resource;
}

ModelResult result_of_levels(Release release, std::span<const Level> levels, Orders orders) {
  std::vector<Resource> resources;
  for (const Level& level : levels) resources.push_back(resource_of(level));
  const std::uint64_t numbers = resources.front().queues.size() * resources.size() + 1;
  return model_result(release, resources, std::min(level_rounds_max, level_numbers_max / numbers),
                      orders);
}

}  // namespace

ModelResult model_result(Release release, std::span<const Resource> resources,
                         std::uint64_t rounds_max, Orders orders) {
  const auto computed = compute(release, resources, rounds_max);
  if (const auto* refusal = std::get_if<Refusal>(&computed)) {
    return {.outcome = "error", .message = refusal->message};
  }
  const auto& run = std::get<Run>(computed);
  if (!run.has_ended) {
    return {.outcome = "unfinished",
            .message = "no end after " + std::to_string(run.rounds) + " rounds"};
  }
  ModelResult result{.outcome = outcome_of(run.result.fault),
                     .answers = {held(run.result.shares)},
                     .are_all = orders == Orders::all,
                     .resolution = resolution(resources.front().total),
                     .details = {{"rounds", Held(static_cast<std::int64_t>(run.rounds))}}};
  if (orders == Orders::all) add_answers(result, find_answers(release, resources, run));
  return result;
}

LevelModel level_model(Release release) {
  return {
      .total = Type::float64,
      .numbers = {{"weight", &Claim::weight, Type::int32},
                  {"min_share", &Claim::min_share, Type::float64},
                  {"max_share", &Claim::max_share, Type::float64},
                  {"demand", &Claim::demand, Type::float64}},
      .reports = Reports::doubles,
      .sums_within_resolution = true,
      .compute =
          [release](const Level& level) {
            return result_of_levels(release, {&level, 1}, Orders::all);
          },
      .compute_as_listed =
          [release](const Level& level) {
            return result_of_levels(release, {&level, 1}, Orders::listed);
          },
      .compute_together =
          [release](std::span<const Level> levels) {
            return result_of_levels(release, levels, Orders::all);
          },
      .resolution =
          [](const Level& level) { return volcano::resolution(std::get<double>(level.total)); },
      .state = [](const Level& level) { return stated(fair_problem(resource_of(level)), false); }};
}

}  // namespace fairshare::schedulers::volcano
