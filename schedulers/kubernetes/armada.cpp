// Computes in doubles, with the same operations in the same order as the release.
#include "fairshare/schedulers/kubernetes/armada.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace fairshare::schedulers::armada {
namespace {

using exact::Rational;

constexpr int rounds_max = 10;

struct Progress {
  double share = 0;
  double if_unbounded = 0;
  double spare = 0;  // what was cut off at its demand in the last round
  bool is_satisfied = false;
};

std::vector<std::size_t> order_of_names(std::span<const Queue> queues) {
  std::vector<std::size_t> order(queues.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return queues[i].name; });
  return order;
}

double sum_of_unsatisfied(std::span<const Queue> queues, std::span<const std::size_t> order,
                          std::span<const Progress> progress) {
  double sum = 0;
  for (const std::size_t i : order) {
    if (!progress[i].is_satisfied) sum += queues[i].weight;
  }
  return sum;
}

// Cuts the shares to the demands, and returns what that leaves.
double cut(std::span<const Queue> queues, std::span<const std::size_t> order,
           std::span<Progress> progress) {
  double rest = 0;
  for (const std::size_t i : order) {
    Progress& queue = progress[i];
    const double spare = queue.share - queues[i].demand;
    queue.spare = spare > 0 ? spare : 0;
    if (!(spare > 0)) continue;
    queue.share = queues[i].demand;
    queue.is_satisfied = true;
    rest += spare;
  }
  return rest;
}

std::vector<Progress> run(std::span<const Queue> queues, std::span<const std::size_t> order) {
  std::vector<Progress> progress(queues.size());
  double rest = 1;
  for (int round = 0; round < rounds_max && rest > rest_max; ++round) {
    const double weights = sum_of_unsatisfied(queues, order, progress);
    for (std::size_t i = 0; i < queues.size(); ++i) {
      // The weights if this queue were still among them, with an unlimited demand.
      const double with_itself = progress[i].is_satisfied ? weights + queues[i].weight : weights;
      progress[i].if_unbounded += (queues[i].weight / with_itself) * (rest - progress[i].spare);
    }
    if (weights <= 0) break;
    for (std::size_t i = 0; i < queues.size(); ++i) {
      if (!progress[i].is_satisfied) progress[i].share += (queues[i].weight / weights) * rest;
    }
    rest = cut(queues, order, progress);
  }
  return progress;
}

}  // namespace

Division compute(std::span<const Queue> queues) {
  double weights = 0;
  for (const Queue& queue : queues) weights += queue.weight;
  const std::vector<Progress> progress = run(queues, order_of_names(queues));
  Division division;
  for (std::size_t i = 0; i < queues.size(); ++i) {
    division.shares.shares.push_back(progress[i].share);
    division.by_weight.push_back(queues[i].weight / weights);
    division.if_unbounded.push_back(progress[i].if_unbounded);
    if (std::isnan(progress[i].share)) division.shares.fault = Fault::nan;
  }
  return division;
}

FairProblem fair_problem(std::span<const Queue> queues) {
  FairProblem fair;
  fair.problem.total = 1;
  for (const Queue& queue : queues) {
    fair.problem.claimants.push_back(
        {exact::from_double(queue.weight), Rational(0), exact::from_double(queue.demand)});
  }
  fair.notes.resize(queues.size());
  return fair;
}

namespace {

std::vector<Queue> queues_of(const Level& level) {
  std::vector<Queue> queues;
  for (const Claim& claim : level.claims) {
    queues.push_back({.weight = real_or(claim.weight, 1),
                      .demand = std::min(real_or(claim.max_share, 1), real_or(claim.demand, 1)),
                      .name = claim.name});
  }
  return queues;
}

ModelResult result_of(const Level& level) {
  const Division division = compute(queues_of(level));
  return {.outcome = outcome_of(division.shares.fault),
          .answers = {held(division.shares.shares)},
          .resolution = exact::from_double(rest_max),
          .details = {{"by_weight", held(division.by_weight)},
                      {"if_unbounded", held(division.if_unbounded)}}};
}

}  // namespace

LevelModel level_model() {
  return {
      .total = Type::float64,
      .numbers = {{"weight", &Claim::weight, Type::float64},
                  {"max_share", &Claim::max_share, Type::float64},
                  {"demand", &Claim::demand, Type::float64},
                  {"min_share", &Claim::min_share, Type::float64}},
      .total_must_be = 1,
      .has_minimums = false,
      .reports = Reports::doubles,
      .sums_within_resolution = true,
      .compute = result_of,
      .state = [](const Level& level) { return stated(fair_problem(queues_of(level)), false); }};
}

}  // namespace fairshare::schedulers::armada
