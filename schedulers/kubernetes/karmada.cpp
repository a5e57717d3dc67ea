#include "fairshare/schedulers/kubernetes/karmada.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include "fairshare/schedulers/common/go_arithmetic.h"
#include "fairshare/schedulers/kubernetes/quotients.h"

namespace fairshare::schedulers::karmada {
namespace {

using exact::Rational;

constexpr quotients::Method webster{.step = 2, .prefers_fewer_seats = true};

std::vector<std::size_t> order_of(std::span<const Cluster> clusters, std::string_view uid) {
  std::vector<std::size_t> order(clusters.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const bool is_last_first = takes_the_last_name(uid);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return is_last_first ? clusters[a].name > clusters[b].name
                         : clusters[a].name < clusters[b].name;
  });
  return order;
}

// The total less what the clusters have; 0 if they have more.
std::int32_t new_replicas(std::int32_t total, std::span<const Cluster> clusters) {
  std::int64_t rest = total;
  for (const Cluster& cluster : clusters) rest = std::max<std::int64_t>(rest - cluster.has, 0);
  return static_cast<std::int32_t>(
      std::min<std::int64_t>(rest, std::numeric_limits<std::int32_t>::max()));
}

}  // namespace

bool takes_the_last_name(std::string_view uid) {
  if (uid.empty()) return false;
  std::uint32_t hash = 2166136261U;
  for (const char c : uid) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash % 2 == 1;
}

std::optional<Shares<std::int32_t>> compute(std::int32_t total, std::span<const Cluster> clusters,
                                            std::string_view uid) {
  Shares<std::int32_t> result;
  std::int64_t weights = 0;
  bool wrapped = false;
  for (const Cluster& cluster : clusters) {
    weights = go::add(weights, cluster.weight, wrapped);
    result.shares.push_back(cluster.has);
  }
  if (wrapped) result.fault = Fault::overflow;
  if (weights == 0) return result;
  const std::vector<std::size_t> order = order_of(clusters, uid);
  std::vector<quotients::Party> parties;
  for (const std::size_t i : order) parties.push_back({.weight = clusters[i].weight});
  const auto seated = quotients::hand_out(new_replicas(total, clusters), parties, webster);
  if (!seated) return std::nullopt;
  for (std::size_t k = 0; k < order.size(); ++k) result.shares[order[k]] += seated->seats[k];
  return result;
}

FairProblem fair_problem(std::int32_t total, std::span<const Cluster> clusters) {
  FairProblem fair;
  fair.problem.total = Rational(total);
  for (const Cluster& cluster : clusters) {
    fair.problem.claimants.push_back(
        {Rational(cluster.weight), Rational(cluster.has), std::nullopt});
  }
  fair.notes.resize(clusters.size());
  return fair;
}

namespace {

std::int32_t total_of(const Level& level) {
  return static_cast<std::int32_t>(std::get<std::int64_t>(level.total));
}

std::vector<Cluster> clusters_of(const Level& level) {
  std::vector<Cluster> clusters;
  for (const Claim& claim : level.claims) {
    clusters.push_back({.weight = whole_or(claim.weight, 1),
                        .has = static_cast<std::int32_t>(whole_or(claim.min_share, 0)),
                        .name = claim.name});
  }
  return clusters;
}

ModelResult result_of(const Level& level) {
  const auto shares = compute(total_of(level), clusters_of(level), level.key);
  if (!shares) {
    return {.outcome = "unfinished",
            .message = "no end after " + std::to_string(quotients::steps_max) + " steps"};
  }
  const std::vector<std::int64_t> replicas(shares->shares.begin(), shares->shares.end());
  return {.outcome = outcome_of(shares->fault), .answers = {held(replicas)}};
}

}  // namespace

LevelModel level_model() {
  return {.total = Type::int32,
          .numbers = {{"weight", &Claim::weight, Type::int64},
                      {"min_share", &Claim::min_share, Type::int32}},
          .has_key = true,
          .is_base = true,
          .reports = Reports::units_webster,
          .hands_out_all = true,
          .compute = result_of,
          .state = [](const Level& level) {
            return stated_in_units(fair_problem(total_of(level), clusters_of(level)), true,
                                   Units::webster);
          }};
}

}  // namespace fairshare::schedulers::karmada
