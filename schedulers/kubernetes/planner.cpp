#include "fairshare/schedulers/kubernetes/planner.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <utility>

#include "fairshare/schedulers/common/go_arithmetic.h"

namespace fairshare::schedulers::planner {
namespace {

using exact::Rational;
using Counts = std::vector<std::int64_t>;

// What is handed out, and to which clusters.
struct Work {
  std::int64_t rest = 0;
  std::vector<std::size_t> order = {};  // of those that take part
  Counts shares = {};                   // one per cluster, even if it does not take part
  Counts beyond = {};
  bool wrapped = false;
  bool is_ordered = true;
  bool has_ended = true;
};

Work begin(std::int64_t total, std::span<const Cluster> clusters, std::vector<std::size_t> order,
           std::string_view key) {
  std::vector<std::uint32_t> hashes;
  for (const Cluster& cluster : clusters) hashes.push_back(hash_of(cluster.name, key));
  const auto rank = [&](std::size_t i) { return std::pair(clusters[i].weight, hashes[i]); };
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return clusters[a].weight != clusters[b].weight ? clusters[a].weight > clusters[b].weight
                                                    : hashes[a] < hashes[b];
  });
  const bool has_equal = std::ranges::adjacent_find(order, {}, rank) != order.end();
  return {.rest = total,
          .order = std::move(order),
          .shares = Counts(clusters.size()),
          .beyond = Counts(clusters.size()),
          .is_ordered = !has_equal};
}

std::vector<std::size_t> all_of(std::span<const Cluster> clusters) {
  std::vector<std::size_t> order(clusters.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

std::int64_t multiply(std::int64_t a, std::int64_t b, bool& wrapped) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) wrapped = true;
  return product;
}

void pay_minimums(Release release, std::span<const Cluster> clusters, Work& work) {
  for (const std::size_t i : work.order) {
    const Cluster& cluster = clusters[i];
    std::int64_t paid = std::min(cluster.min, work.rest);
    if (cluster.capacity && *cluster.capacity < paid) {
      if (release == Release::kubeadmiral) {
        work.beyond[i] = go::subtract(paid, *cluster.capacity, work.wrapped);
      }
      paid = *cluster.capacity;
    }
    work.rest = go::subtract(work.rest, paid, work.wrapped);
    work.shares[i] = paid;
  }
}

// KubeFed: what runs beyond the minimum stays; it is deducted from what the rounds will give.
Counts keep_current(std::span<const Cluster> clusters, Work& work) {
  Counts kept(clusters.size());
  for (const std::size_t i : work.order) {
    const Cluster& cluster = clusters[i];
    if (!cluster.current || *cluster.current <= work.shares[i]) continue;
    std::int64_t target = std::min(*cluster.current, cluster.max.value_or(*cluster.current));
    target = std::min(target, cluster.capacity.value_or(target));
    const std::int64_t more = go::subtract(target, work.shares[i], work.wrapped);
    kept[i] = std::max(std::min(more, work.rest), std::int64_t{0});
    work.rest = go::subtract(work.rest, kept[i], work.wrapped);
    work.shares[i] = go::add(work.shares[i], kept[i], work.wrapped);
  }
  return kept;
}

// Cuts a cluster's new share to what it can have; true if that was less.
bool cut(Release release, const Cluster& cluster, std::int64_t& share, std::int64_t& beyond,
         bool& wrapped) {
  bool is_full = false;
  if (cluster.max && share > *cluster.max) {
    share = *cluster.max;
    is_full = true;
  }
  if (cluster.capacity && share > *cluster.capacity) {
    const std::int64_t excess = go::subtract(share, *cluster.capacity, wrapped);
    beyond = release == Release::kubeadmiral ? go::add(beyond, excess, wrapped) : excess;
    share = *cluster.capacity;
    is_full = true;
  }
  return is_full;
}

// One round; true if it changed anything. Full clusters leave the order.
bool hand_out(Release release, std::span<const Cluster> clusters, Work& work, Counts& kept) {
  std::int64_t weights = 0;
  for (const std::size_t i : work.order) {
    weights = go::add(weights, clusters[i].weight, work.wrapped);
  }
  if (weights <= 0) return false;
  const std::int64_t all = work.rest;
  std::vector<std::size_t> next;
  bool is_modified = false;
  for (const std::size_t i : work.order) {
    const std::int64_t product = multiply(all, clusters[i].weight, work.wrapped);
    const std::int64_t raised = go::add(product, weights - 1, work.wrapped);
    std::int64_t more = std::min(raised / weights, work.rest);
    // A negative part, from a product that wrapped, is kept as well.
    const std::int64_t had = release == Release::kubefed ? std::min(more, kept[i]) : 0;
    kept[i] = go::subtract(kept[i], had, work.wrapped);
    more = go::subtract(more, had, work.wrapped);
    std::int64_t share = go::add(work.shares[i], more, work.wrapped);
    if (!cut(release, clusters[i], share, work.beyond[i], work.wrapped)) next.push_back(i);
    const std::int64_t taken = go::subtract(share, work.shares[i], work.wrapped);
    work.rest = go::subtract(work.rest, taken, work.wrapped);
    is_modified = is_modified || had > 0 || share > work.shares[i];
    work.shares[i] = share;
  }
  work.order = std::move(next);
  return is_modified;
}

void hand_out_all(Release release, std::span<const Cluster> clusters, Work& work, Counts kept) {
  std::int64_t steps = 0;
  for (bool goes_on = true; goes_on && work.rest > 0;) {
    steps += static_cast<std::int64_t>(work.order.size());
    if (steps > steps_max) {
      work.has_ended = false;
      return;
    }
    goes_on = hand_out(release, clusters, work, kept);
  }
}

// Of what is beyond capacities, keeps no more than what could not be placed elsewhere.
void trim(Work& work) {
  for (std::int64_t& beyond : work.beyond) {
    beyond = std::max(std::min(beyond, work.rest), std::int64_t{0});
  }
}

Work plan(Release release, std::int64_t total, std::span<const Cluster> clusters,
          const Options& options) {
  Work work = begin(total, clusters, all_of(clusters), options.key);
  pay_minimums(release, clusters, work);
  Counts kept(clusters.size());
  if (release == Release::kubefed && !options.rebalances) kept = keep_current(clusters, work);
  hand_out_all(release, clusters, work, std::move(kept));
  if (!options.rebalances) trim(work);
  return work;
}

std::int64_t sum_of(const Counts& counts, bool& wrapped) {
  std::int64_t sum = 0;
  for (const std::int64_t count : counts) sum = go::add(sum, count, wrapped);
  return sum;
}

// KubeAdmiral: what runs, plus the difference to the plan, divided among the clusters that must
// change in that direction, in proportion to how far each is from its planned share.
void move_least(std::span<const Cluster> clusters, const Options& options, Work& work) {
  Counts current;
  for (const Cluster& cluster : clusters) {
    const std::int64_t count = cluster.current.value_or(0);
    current.push_back(std::min(count, cluster.capacity.value_or(count)));
  }
  const std::int64_t running = sum_of(current, work.wrapped);
  const std::int64_t wanted = sum_of(work.shares, work.wrapped);
  const bool grows = running < wanted;
  std::vector<Cluster> movers(clusters.begin(), clusters.end());
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < movers.size(); ++i) {
    const bool is_below = work.shares[i] > current[i];
    const bool moves = grows ? is_below : work.shares[i] < current[i];
    const std::int64_t target = work.shares[i];
    Cluster& mover = movers[i];
    mover.min = 0;
    mover.capacity.reset();
    if (!moves) continue;
    order.push_back(i);
    mover.weight = grows ? go::subtract(target, current[i], work.wrapped)
                         : go::subtract(current[i], target, work.wrapped);
    if (!grows) mover.max = current[i];
    if (grows && mover.max) mover.max = go::subtract(*mover.max, current[i], work.wrapped);
  }
  const std::int64_t difference = grows ? go::subtract(wanted, running, work.wrapped)
                                        : go::subtract(running, wanted, work.wrapped);
  Work moved = begin(difference, movers, std::move(order), options.key);
  pay_minimums(Release::kubeadmiral, movers, moved);
  hand_out_all(Release::kubeadmiral, movers, moved, Counts(movers.size()));
  for (std::size_t i = 0; i < current.size(); ++i) {
    current[i] = grows ? go::add(current[i], moved.shares[i], work.wrapped)
                       : go::subtract(current[i], moved.shares[i], work.wrapped);
  }
  work.shares = std::move(current);
  work.wrapped = work.wrapped || moved.wrapped;
  work.is_ordered = work.is_ordered && moved.is_ordered;
  work.has_ended = moved.has_ended;
}

}  // namespace

std::uint32_t hash_of(std::string_view name, std::string_view key) {
  std::uint32_t hash = 2166136261U;
  for (const std::string_view text : {name, key}) {
    for (const char c : text) hash = (hash * 16777619U) ^ static_cast<unsigned char>(c);
  }
  return hash;
}

std::variant<Plan, Unfinished> compute(Release release, std::int64_t total,
                                       std::span<const Cluster> clusters, const Options& options) {
  Work work = plan(release, total, clusters, options);
  if (release == Release::kubeadmiral && !options.rebalances && work.has_ended) {
    move_least(clusters, options, work);
  }
  if (!work.has_ended) return Unfinished{};
  const Fault fault = work.wrapped ? Fault::overflow : Fault::none;
  return Plan{{std::move(work.shares), fault, 0}, std::move(work.beyond), work.is_ordered};
}

FairProblem fair_problem(std::int64_t total, std::span<const Cluster> clusters) {
  FairProblem fair;
  fair.problem.total = Rational(total);
  for (const Cluster& cluster : clusters) {
    auto most = cluster.capacity;
    if (cluster.max) most = std::min(*cluster.max, most.value_or(*cluster.max));
    const std::int64_t min = std::min(cluster.min, most.value_or(cluster.min));
    fair.problem.claimants.push_back(
        {Rational(cluster.weight), Rational(min),
         most ? std::optional<Rational>(Rational(*most)) : std::nullopt});
  }
  fair.notes.resize(clusters.size());
  return fair;
}

namespace {

std::optional<std::int64_t> whole(const std::optional<Held>& number) {
  if (!number) return std::nullopt;
  return std::get<std::int64_t>(*number);
}

std::vector<Cluster> clusters_of(const Level& level) {
  std::vector<Cluster> clusters;
  for (const Claim& claim : level.claims) {
    clusters.push_back({.weight = whole_or(claim.weight, 1),
                        .min = whole_or(claim.min_share, 0),
                        .max = whole(claim.max_share),
                        .capacity = whole(claim.demand),
                        .current = whole(claim.current),
                        .name = claim.name});
  }
  return clusters;
}

ModelResult result_of(Release release, const Level& level) {
  const auto computed = compute(release, std::get<std::int64_t>(level.total), clusters_of(level),
                                {.rebalances = level.rebalances, .key = level.key});
  if (std::holds_alternative<Unfinished>(computed)) {
    return {.outcome = "unfinished",
            .message = "no end after " + std::to_string(steps_max) + " steps"};
  }
  const auto& [shares, beyond, is_ordered] = std::get<Plan>(computed);
  ModelResult result{
      .outcome = outcome_of(shares.fault), .answers = {held(shares.shares)}, .are_all = is_ordered};
  const bool has_beyond =
      std::ranges::any_of(beyond, [](std::int64_t count) { return count != 0; });
  if (has_beyond) result.details.push_back({"beyond_capacity", held(beyond)});
  return result;
}

}  // namespace

LevelModel level_model(Release release) {
  return {.total = release == Release::kubefed ? Type::int32 : Type::int64,
          .numbers = {{"weight", &Claim::weight, Type::int64},
                      {"min_share", &Claim::min_share, Type::int64},
                      {"max_share", &Claim::max_share, Type::int64},
                      {"demand", &Claim::demand, Type::int64},
                      {"current", &Claim::current, Type::int64}},
          .level_flags = {{"rebalance", &Level::rebalances}},
          .has_key = true,
          .is_base = true,
          .reports = Reports::units_apportioned,
          .hands_out_all = true,
          .compute = [release](const Level& level) { return result_of(release, level); },
          .state =
              [](const Level& level) {
                return stated(fair_problem(std::get<std::int64_t>(level.total), clusters_of(level)),
                              true);
              }};
}

}  // namespace fairshare::schedulers::planner
