// Computes in doubles, with the same operations in the same order as the release.
#include "fairshare/schedulers/tikv/pd.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "fairshare/schedulers/common/base_rule.h"
#include "fairshare/schedulers/common/go_arithmetic.h"

namespace fairshare::schedulers::tikv_pd {
namespace {

using exact::Rational;

constexpr std::size_t permuted_max = 6;   // most groups of which all orders are tried: 720
constexpr std::size_t inserted_max = 12;  // up to this, Go's sort is an insertion sort

double fill_rate_of(const Group& group) {
  return static_cast<double>(group.fill_rate);
}

// A group's demand: within its fill rate, and above it.
struct Demand {
  double basic = 0;
  double burst = 0;
};

Demand demand_of(const Group& group) {
  if (!group.has_tracker) return {};
  const double sampled = std::max(0.0, group.demand);
  const double fill_rate = fill_rate_of(group);
  const auto burst_limit = static_cast<double>(group.burst_limit);
  const bool may_burst = burst_limit < 0 || burst_limit > fill_rate;
  return {std::min(sampled, fill_rate), may_burst ? std::max(0.0, sampled - fill_rate) : 0};
}

// Indices of the groups of one priority. Tiers begin with the highest priority.
using Tier = std::vector<std::size_t>;
using Tiers = std::map<int, Tier, std::greater<>>;

Tiers tiers_of(std::span<const Group> groups) {
  Tiers tiers;
  for (std::size_t i = 0; i < groups.size(); ++i) tiers[groups[i].priority].push_back(i);
  return tiers;
}

// calculateDemandInfo: skips groups without a tracker.
struct Sums {
  double basic = 0;
  double burst = 0;
  double fill_rates = 0;
};

Sums sums_of(std::span<const Group> groups, const Tier& tier) {
  Sums sums;
  for (const std::size_t i : tier) {
    if (!groups[i].has_tracker) continue;
    const Demand demand = demand_of(groups[i]);
    sums.basic += demand.basic;
    sums.burst += demand.burst;
    sums.fill_rates += fill_rate_of(groups[i]);
  }
  return sums;
}

// By the demand per fill rate, as Go sorts up to 12 groups. For a fill rate of 0 that is NaN, which
// is neither before nor after anything, so no other group can pass it.
Tier by_demand_per_rate(std::span<const Group> groups, Tier tier) {
  const auto key = [&](std::size_t i) {
    return demand_of(groups[i]).basic / fill_rate_of(groups[i]);
  };
  for (std::size_t end = 1; end < tier.size(); ++end) {
    for (std::size_t k = end; k > 0 && key(tier[k]) < key(tier[k - 1]); --k) {
      std::swap(tier[k], tier[k - 1]);
    }
  }
  return tier;
}

// allocateBasicRUDemand: the fill rates of groups without a tracker are subtracted from the sum,
// although they are not in it.
void divide_basic(std::span<const Group> groups, const Tier& tier, Sums sums, Division& division) {
  for (const std::size_t i : by_demand_per_rate(groups, tier)) {
    const double fill_rate = fill_rate_of(groups[i]);
    const double part = division.rest * fill_rate / sums.fill_rates;
    const double share = go::min(demand_of(groups[i]).basic, part);
    division.shares.shares[i] = share;
    division.fill_rates[i] = share;
    division.burst_limits[i] = go::to_int64(share);
    division.rest -= share;
    sums.fill_rates -= fill_rate;
  }
}

// allocateBurstRUDemand: what a burst limit cuts off stays in the rest.
void divide_burst(std::span<const Group> groups, const Tier& tier, const Sums& sums,
                  Division& division) {
  division.rest -= sums.basic;
  const double capacity = division.rest;
  for (const std::size_t i : tier) {
    const double fill_rate = fill_rate_of(groups[i]);
    const Demand demand = demand_of(groups[i]);
    double burst_limit = fill_rate + capacity * demand.burst / sums.burst;
    if (groups[i].burst_limit > 0) {
      burst_limit = std::min(burst_limit, static_cast<double>(groups[i].burst_limit));
    }
    const double above = go::max(0, burst_limit - fill_rate);
    division.shares.shares[i] = demand.basic + above;
    division.burst_limits[i] = go::to_int64(burst_limit);
    division.rest -= above;
  }
}

// Grants every demand.
void grant_all(std::span<const Group> groups, const Tier& tier, const Sums& sums,
               Division& division) {
  for (const std::size_t i : tier) {
    const Demand demand = demand_of(groups[i]);
    division.shares.shares[i] = demand.basic + demand.burst;
    division.burst_limits[i] = groups[i].burst_limit >= 0 ? unlimited : go::to_int64(division.rest);
  }
  division.rest -= sums.basic + sums.burst;
}

// setZeroFillRateForAllGroups
void hold_back_all(std::span<const Group> groups, const Tier& tier, Division& division) {
  for (const std::size_t i : tier) {
    if (!groups[i].has_tracker || groups[i].demand <= 0) continue;
    division.fill_rates[i] = 0;
    division.burst_limits[i] = 0;
  }
}

void divide_tier(std::span<const Group> groups, const Tier& tier, Division& division) {
  if (division.rest == 0) return hold_back_all(groups, tier, division);
  const Sums sums = sums_of(groups, tier);
  const double demanded = sums.basic + sums.burst;
  if (demanded == 0) return;
  // Written so that, as in Go, a rest of NaN is passed on down to the last tier.
  if (!(demanded >= division.rest)) return grant_all(groups, tier, sums, division);
  if (sums.basic >= division.rest) return divide_basic(groups, tier, sums, division);
  divide_burst(groups, tier, sums, division);
}

// The state before anything is divided: what setting a service limit does.
Division first_division(double limit, std::span<const Group> groups) {
  Division division;
  division.rest = limit;
  for (const Group& group : groups) {
    const Demand demand = demand_of(group);
    division.shares.shares.push_back(limit > 0 ? 0 : demand.basic + demand.burst);
    division.fill_rates.push_back(-1);
    division.burst_limits.push_back(limit > 0 && group.burst_limit < 0 ? go::to_int64(limit)
                                                                       : unlimited);
  }
  return division;
}

bool is_accepted(const Group& group) {
  return group.fill_rate >= 0 && group.priority >= 0 && group.priority <= priority_max;
}

}  // namespace

std::variant<Division, Refusal> compute(double limit, std::span<const Group> groups) {
  if (!std::ranges::all_of(groups, is_accepted)) {
    return Refusal{"invalid group settings, please check the fill rates and priorities"};
  }
  Division division = first_division(limit, groups);
  if (limit <= 0) return division;
  for (const auto& [priority, tier] : tiers_of(groups)) divide_tier(groups, tier, division);
  for (double& share : division.shares.shares) {
    if (!std::isnan(share)) continue;
    share = std::numeric_limits<double>::quiet_NaN();  // 0/0 has a sign, which is not reported
    division.shares.fault = Fault::nan;
  }
  return division;
}

namespace {

Rational all_demands(std::span<const Group> groups) {
  Rational sum = 0;
  for (const Group& group : groups) {
    const Demand demand = demand_of(group);
    sum += exact::from_double(demand.basic) + exact::from_double(demand.burst);
  }
  return sum;
}

// The base rule's problem for the groups of a priority for which `rest` is left; its total is what
// they can claim of that.
Problem<Rational> problem_of(const Rational& rest, std::span<const Group> groups,
                             const Tier& tier) {
  Rational basic = 0;
  Rational burst = 0;
  for (const std::size_t i : tier) {
    const Demand demand = demand_of(groups[i]);
    basic += exact::from_double(demand.basic);
    burst += exact::from_double(demand.burst);
  }
  const bool is_scarce = basic >= rest;
  const bool is_ample = basic + burst < rest;
  Problem<Rational> problem;
  Rational most = 0;
  for (const std::size_t i : tier) {
    const Demand demand = demand_of(groups[i]);
    const Rational fill_rate = exact::from_double(fill_rate_of(groups[i]));
    const Rational within = exact::from_double(demand.basic);
    Rational above = exact::from_double(demand.burst);
    if (!is_scarce && !is_ample && demand.burst > 0 && groups[i].burst_limit > 0) {
      const auto burst_limit = static_cast<double>(groups[i].burst_limit);
      above = std::min(above, exact::from_double(burst_limit) - fill_rate);
    }
    Claimant<Rational> claimant{fill_rate, Rational(0), within};
    if (!is_scarce) claimant = {exact::from_double(demand.burst), within, within + above};
    most += *claimant.max_share;
    problem.claimants.push_back(std::move(claimant));
  }
  problem.total = std::min(rest, most);
  return problem;
}

}  // namespace

std::variant<Statement, Defect> state(double limit, std::span<const Group> groups) {
  Statement statement;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].fill_rate < 0) return Defect{Rule::weight_is_not_negative, i};
    statement.notes.emplace_back(groups[i].has_tracker ? "" : "inactive: no tracker");
  }
  Rational rest = limit > 0 ? exact::from_double(limit) : all_demands(groups);

  Allocation<Rational> fair{Rational(0), std::vector<Rational>(groups.size())};
  const Tiers tiers = tiers_of(groups);
  for (const auto& [priority, tier] : tiers) {
    Part part{.label = tiers.size() < 2 ? "" : "priority " + std::to_string(priority),
              .problem = problem_of(rest, groups, tier),
              .claimants = tier};
    const auto of_tier = std::get<Allocation<Rational>>(solve_by_base_rule(part.problem));
    for (std::size_t k = 0; k < tier.size(); ++k) fair.shares[tier[k]] = of_tier.shares[k];
    if (part.problem.total > 0) fair.ratio = of_tier.ratio;
    rest -= part.problem.total;
    statement.parts.push_back(std::move(part));
  }
  statement.solution = std::move(fair);
  if (statement.parts.empty()) statement.parts.push_back({});
  if (rest == 0) return statement;
  // What cannot be claimed is shown at the lowest priority.
  statement.parts.back().problem.total += rest;
  statement.solution = Surplus<Rational>{std::move(rest)};
  return statement;
}

Rational precision(double limit, std::span<const Group> groups) {
  const Rational most = limit > 0 ? exact::from_double(limit) : all_demands(groups);
  return most * (4 * (groups.size() + 4)) / (exact::Integer(1) << 53U);
}

namespace {

std::vector<Group> groups_of(const Level& level) {
  std::vector<Group> groups;
  for (const Claim& claim : level.claims) {
    groups.push_back({.fill_rate = whole_or(claim.weight, 1),
                      .burst_limit = whole_or(claim.max_share, unlimited),
                      .demand = real_or(claim.demand, std::get<double>(level.total)),
                      .priority = static_cast<int>(whole_or(claim.priority, 0)),
                      .has_tracker = claim.is_active});
  }
  return groups;
}

// More than 12 groups must be sorted, one of which has no place in their order.
bool is_sorted_otherwise(std::span<const Group> groups) {
  const Tiers tiers = tiers_of(groups);
  return std::ranges::any_of(tiers, [&](const auto& entry) {
    const Tier& tier = entry.second;
    return tier.size() > inserted_max &&
           std::ranges::any_of(tier, [&](std::size_t i) { return groups[i].fill_rate == 0; });
  });
}

// The shares if Go walks the groups in that order.
std::vector<double> shares_in_order(double limit, std::span<const Group> groups,
                                    std::span<const std::size_t> order) {
  std::vector<Group> walked;
  for (const std::size_t i : order) walked.push_back(groups[i]);
  const auto division = std::get<Division>(compute(limit, walked));
  std::vector<double> shares(groups.size());
  for (std::size_t k = 0; k < order.size(); ++k) shares[order[k]] = division.shares.shares[k];
  return shares;
}

// The different answers, that of the list's order first.
std::vector<std::vector<Held>> answers_in_any_order(double limit, std::span<const Group> groups) {
  std::vector<std::size_t> order(groups.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<std::vector<Held>> answers;
  std::set<std::vector<std::uint64_t>> seen;
  do {
    const std::vector<double> shares = shares_in_order(limit, groups, order);
    std::vector<std::uint64_t> bits;
    for (const double share : shares) bits.push_back(std::bit_cast<std::uint64_t>(share));
    if (seen.insert(std::move(bits)).second) answers.push_back(held(shares));
  } while (std::ranges::next_permutation(order).found);
  return answers;
}

ModelResult result_of(const Level& level, bool is_as_listed) {
  const double limit = std::get<double>(level.total);
  const std::vector<Group> groups = groups_of(level);
  const auto computed = compute(limit, groups);
  if (const auto* refusal = std::get_if<Refusal>(&computed)) {
    return {.outcome = "error", .message = refusal->message};
  }
  if (is_sorted_otherwise(groups)) {
    return {.outcome = "unfinished",
            .message =
                "more than 12 groups of one priority, one with a fill rate of 0: how Go "
                "sorts these is not modelled"};
  }
  const auto& division = std::get<Division>(computed);
  ModelResult result{.outcome = outcome_of(division.shares.fault),
                     .answers = {held(division.shares.shares)},
                     .are_all = !is_as_listed && groups.size() <= permuted_max,
                     .details = {{"fill_rates", held(division.fill_rates)},
                                 {"burst_limits", held(division.burst_limits)}}};
  if (result.are_all) result.answers = answers_in_any_order(limit, groups);
  return result;
}

}  // namespace

LevelModel level_model() {
  return {.total = Type::float64,
          .numbers = {{"weight", &Claim::weight, Type::int64},
                      {"max_share", &Claim::max_share, Type::int64},
                      {"demand", &Claim::demand, Type::float64},
                      {"min_share", &Claim::min_share, Type::float64},
                      {"priority", &Claim::priority, Type::int32}},
          .flags = {{"active", &Claim::is_active}},
          .has_minimums = false,
          .is_base = true,
          .reports = Reports::doubles,
          .compute = [](const Level& level) { return result_of(level, false); },
          .compute_as_listed = [](const Level& level) { return result_of(level, true); },
          .precision =
              [](const Level& level) {
                return precision(std::get<double>(level.total), groups_of(level));
              },
          .state =
              [](const Level& level) {
                return state(std::get<double>(level.total), groups_of(level));
              }};
}

}  // namespace fairshare::schedulers::tikv_pd
