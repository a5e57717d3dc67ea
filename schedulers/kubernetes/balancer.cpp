#include "fairshare/schedulers/kubernetes/balancer.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>
#include <utility>

#include "fairshare/schedulers/kubernetes/quotients.h"

namespace fairshare::schedulers::balancer {
namespace {

using exact::Rational;

constexpr quotients::Method dhondt{.step = 1, .needs_a_quotient = true};

std::vector<std::size_t> order_of_names(std::span<const Target> targets) {
  std::vector<std::size_t> order(targets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return targets[i].name; });
  return order;
}

bool is_refused(std::int32_t replicas, std::span<const Target> targets) {
  return replicas < 0 || std::ranges::any_of(targets, [](const Target& target) {
           return target.min < 0 || target.max.value_or(0) < 0;
         });
}

// -number as in Go, where -2^31 remains -2^31.
std::int32_t negated(std::int32_t number) {
  return static_cast<std::int32_t>(0U - static_cast<std::uint32_t>(number));
}

}  // namespace

std::variant<Placement, Refusal> compute(std::int32_t replicas, std::span<const Target> targets) {
  if (is_refused(replicas, targets)) return Refusal{"should be greater than or equal to 0"};
  Placement placement;
  std::int32_t rest = replicas;
  for (const Target& target : targets) {
    const bool wraps = __builtin_sub_overflow(rest, target.min, &rest);
    if (wraps) placement.shares.fault = Fault::overflow;
  }
  if (rest < 0) placement.missing = negated(std::exchange(rest, 0));
  const std::vector<std::size_t> order = order_of_names(targets);
  std::vector<quotients::Party> parties;
  for (const std::size_t i : order) {
    parties.push_back({.weight = targets[i].proportion,
                       .seats = targets[i].min,
                       .seats_max = targets[i].max.value_or(unlimited)});
  }
  const auto seated = quotients::hand_out(rest, parties, dhondt);
  assert(seated);  // each replica has a quotient above 0, and no divisor wraps
  placement.beyond = seated->rest;
  placement.shares.shares.resize(targets.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    placement.shares.shares[order[k]] = seated->seats[k];
  }
  return placement;
}

FairProblem fair_problem(std::int32_t replicas, std::span<const Target> targets) {
  FairProblem fair;
  fair.problem.total = Rational(replicas);
  for (const Target& target : targets) {
    std::optional<Rational> most;
    if (target.max || replicas > unlimited)
      most = std::max(target.max.value_or(unlimited), target.min);
    fair.problem.claimants.push_back({Rational(target.proportion), Rational(target.min), most});
  }
  fair.notes.resize(targets.size());
  return fair;
}

namespace {

std::int32_t narrow(const Held& number) {
  return static_cast<std::int32_t>(std::get<std::int64_t>(number));
}

std::vector<Target> targets_of(const Level& level) {
  std::vector<Target> targets;
  for (const Claim& claim : level.claims) {
    Target target{.proportion = static_cast<std::int32_t>(whole_or(claim.weight, 1)),
                  .min = static_cast<std::int32_t>(whole_or(claim.min_share, 0)),
                  .name = claim.name};
    if (claim.max_share) target.max = narrow(*claim.max_share);
    targets.push_back(std::move(target));
  }
  return targets;
}

ModelResult result_of(const Level& level) {
  const auto computed = compute(narrow(level.total), targets_of(level));
  if (const auto* refusal = std::get_if<Refusal>(&computed)) {
    return {.outcome = "error", .message = refusal->message};
  }
  const auto& [shares, missing, beyond] = std::get<Placement>(computed);
  const std::vector<std::int64_t> replicas(shares.shares.begin(), shares.shares.end());
  ModelResult result{.outcome = outcome_of(shares.fault), .answers = {held(replicas)}};
  if (missing != 0) result.details.push_back({"missing", Held(std::int64_t{missing})});
  if (beyond != 0) result.details.push_back({"overflow", Held(std::int64_t{beyond})});
  return result;
}

}  // namespace

LevelModel level_model() {
  return {.total = Type::int32,
          .numbers = {{"weight", &Claim::weight, Type::int32},
                      {"min_share", &Claim::min_share, Type::int32},
                      {"max_share", &Claim::max_share, Type::int32}},
          .reports = Reports::units_dhondt,
          .hands_out_all = true,
          .compute = result_of,
          .state = [](const Level& level) {
            return stated_in_units(fair_problem(narrow(level.total), targets_of(level)), false,
                                   Units::dhondt);
          }};
}

}  // namespace fairshare::schedulers::balancer
