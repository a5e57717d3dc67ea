// Computes in unsigned integers and doubles, with the same operations in the same order as the
// release.
#include "fairshare/schedulers/ydb/compute.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "fairshare/exact/rational.h"

namespace fairshare::schedulers::ydb {
namespace {

using exact::Rational;

struct Child {
  double weight;
  std::uint64_t actual_demand;
  std::uint64_t max_demand;
  std::uint64_t share = 0;
  std::uint64_t unsatisfied = 0;
};

struct Filling {
  std::vector<Child> children = {};  // in the order of names
  std::uint64_t rest = 0;
  bool has_wrapped = false;
};

double weights_of_unsatisfied(const std::vector<Child>& children) {
  double sum = 0;
  for (const Child& child : children) {
    if (child.unsatisfied > 0) sum += child.weight;
  }
  return sum;
}

// Gives children their whole demand if their part is no less than that. True if there is one.
bool satisfy(Filling& filling, double weights) {
  bool is_any = false;
  for (Child& child : filling.children) {
    if (child.unsatisfied == 0) continue;
    const double part = child.weight * static_cast<double>(filling.rest);
    if (!(part >= static_cast<double>(child.unsatisfied) * weights)) continue;
    filling.has_wrapped = filling.has_wrapped || child.unsatisfied > filling.rest;
    child.share += child.unsatisfied;
    filling.rest -= child.unsatisfied;
    child.unsatisfied = 0;
    is_any = true;
  }
  return is_any;
}

// static_cast<ui64>, at most `most`. A part is below the demand, so it can be converted.
std::uint64_t cut_down(double part, std::uint64_t most) {
  return part < 0x1p64 ? std::min(static_cast<std::uint64_t>(part), most) : most;
}

// Splits the rest by largest remainders.
void split(Filling& filling, double weights) {
  struct Remainder {
    double fraction;
    Child* child;
  };
  std::vector<Remainder> remainders;
  std::uint64_t given = 0;
  for (Child& child : filling.children) {
    if (child.unsatisfied == 0) continue;
    const double part = child.weight * static_cast<double>(filling.rest) / weights;
    const std::uint64_t share = cut_down(part, filling.rest - given);
    child.share += share;
    child.unsatisfied -= share;
    given += share;
    remainders.push_back({part - static_cast<double>(share), &child});
  }
  filling.rest -= given;
  std::ranges::stable_sort(remainders, std::ranges::greater(), &Remainder::fraction);
  for (const Remainder& remainder : remainders) {
    if (filling.rest == 0) break;
    if (remainder.child->unsatisfied == 0) continue;
    ++remainder.child->share;
    --remainder.child->unsatisfied;
    --filling.rest;
  }
}

// FillDemand: every round but the last satisfies a child.
void fill_demand(Filling& filling) {
  bool goes_on = true;
  while (goes_on && filling.rest > 0) {
    const double weights = weights_of_unsatisfied(filling.children);
    if (weights <= 0) break;
    goes_on = satisfy(filling, weights);
    if (!goes_on) split(filling, weights);
  }
}

std::vector<std::size_t> order_of_names(std::span<const Pool> pools) {
  std::vector<std::size_t> order(pools.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return pools[i].name; });
  return order;
}

std::int64_t actual_demand_of(const Pool& pool) {
  return std::min(pool.actual_demand, pool.max_demand);
}

bool is_accepted(const Pool& pool) {
  return pool.weight > 0 && pool.actual_demand >= 0 && pool.max_demand >= 0;
}

}  // namespace

std::variant<Shares<std::int64_t>, Refusal> compute(std::int64_t total,
                                                    std::span<const Pool> pools) {
  if (total < 0 || !std::ranges::all_of(pools, is_accepted)) {
    return Refusal{"Weight should be positive"};
  }
  Filling filling{.rest = static_cast<std::uint64_t>(total)};
  const std::vector<std::size_t> order = order_of_names(pools);
  for (const std::size_t i : order) {
    const auto actual = static_cast<std::uint64_t>(actual_demand_of(pools[i]));
    const auto most = static_cast<std::uint64_t>(pools[i].max_demand);
    filling.children.push_back({pools[i].weight, actual, most, 0, actual});
  }
  fill_demand(filling);
  for (Child& child : filling.children) child.unsatisfied = child.max_demand - child.share;
  fill_demand(filling);

  Shares<std::int64_t> shares{.shares = std::vector<std::int64_t>(pools.size())};
  for (std::size_t k = 0; k < order.size(); ++k) {
    shares.shares[order[k]] = static_cast<std::int64_t>(filling.children[k].share);
  }
  if (filling.has_wrapped) shares.fault = Fault::overflow;
  return shares;
}

FairProblem fair_problem(std::int64_t total, std::span<const Pool> pools) {
  Rational demanded = 0;
  for (const Pool& pool : pools) demanded += actual_demand_of(pool);
  const bool is_scarce = demanded > total;
  FairProblem fair;
  fair.problem.total = total;
  for (const Pool& pool : pools) {
    const Rational actual = actual_demand_of(pool);
    fair.problem.claimants.push_back({exact::from_double(pool.weight),
                                      is_scarce ? Rational(0) : actual,
                                      is_scarce ? actual : Rational(pool.max_demand)});
  }
  fair.notes.resize(pools.size());
  return fair;
}

namespace {

std::vector<Pool> pools_of(const Level& level) {
  const auto total = std::get<std::int64_t>(level.total);
  std::vector<Pool> pools;
  for (const Claim& claim : level.claims) {
    pools.push_back({.weight = real_or(claim.weight, 1),
                     .actual_demand = whole_or(claim.demand, total),
                     .max_demand = whole_or(claim.max_share, total),
                     .name = claim.name});
  }
  return pools;
}

ModelResult result_of(const Level& level) {
  const auto computed = compute(std::get<std::int64_t>(level.total), pools_of(level));
  if (const auto* refusal = std::get_if<Refusal>(&computed)) {
    return {.outcome = "error", .message = refusal->message};
  }
  const auto& shares = std::get<Shares<std::int64_t>>(computed);
  return {.outcome = outcome_of(shares.fault), .answers = {held(shares.shares)}};
}

}  // namespace

LevelModel level_model() {
  return {.total = Type::int64,
          .numbers = {{"weight", &Claim::weight, Type::float64},
                      {"max_share", &Claim::max_share, Type::int64},
                      {"demand", &Claim::demand, Type::int64},
                      {"min_share", &Claim::min_share, Type::float64}},
          .has_minimums = false,
          .is_base = true,
          .reports = Reports::units_apportioned,
          .hands_out_all = true,
          .weights_are_positive = true,
          .compute = result_of,
          .state = [](const Level& level) {
            return stated(fair_problem(std::get<std::int64_t>(level.total), pools_of(level)), true);
          }};
}

}  // namespace fairshare::schedulers::ydb
