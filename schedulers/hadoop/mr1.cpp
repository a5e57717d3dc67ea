// Computes in doubles, with the same additions in the order of the list as the release.
#include "fairshare/schedulers/hadoop/mr1.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <variant>

#include "fairshare/schedulers/hadoop/search.h"

namespace fairshare::schedulers::mr1 {
namespace {

using exact::Rational;

double share_at(double ratio, const Schedulable& schedulable) {
  return hadoop::share_at(ratio, schedulable.weight, schedulable.min_share, schedulable.demand);
}

double sum_of_shares(double ratio, std::span<const Schedulable> schedulables) {
  double sum = 0;
  for (const Schedulable& schedulable : schedulables) sum += share_at(ratio, schedulable);
  return sum;
}

double sum_of_demands(std::span<const Schedulable> schedulables) {
  double sum = 0;
  for (const Schedulable& schedulable : schedulables) sum += schedulable.demand;
  return sum;
}

// The next double above the bound: it says as much, and is short.
Rational rounded_up(const Rational& bound) {
  const double nearest = exact::to_double(bound);
  if (!std::isfinite(nearest)) return bound;
  const double above = std::nextafter(nearest, std::numeric_limits<double>::infinity());
  return std::isfinite(above) ? exact::from_double(above) : bound;
}

}  // namespace

Computed<double> compute(double total, std::span<const Schedulable> schedulables) {
  const double target = hadoop::java_min(sum_of_demands(schedulables), total);
  const auto used = [&](double ratio) { return sum_of_shares(ratio, schedulables); };
  const auto found = hadoop::search(used, target, false);
  if (!found) return Hang{};

  Shares<double> result{{}, Fault::none, hadoop::ratio_step(*found)};
  result.shares.reserve(schedulables.size());
  for (const Schedulable& schedulable : schedulables) {
    result.shares.push_back(share_at(found->ratio, schedulable));
    if (std::isnan(result.shares.back())) result.fault = Fault::nan;
  }
  return result;
}

FairProblem fair_problem(double total, std::span<const Schedulable> schedulables) {
  FairProblem fair;
  Rational demands = 0;
  for (const Schedulable& schedulable : schedulables) {
    const std::int32_t min_share = std::min(schedulable.min_share, schedulable.demand);
    fair.problem.claimants.push_back({exact::from_double(schedulable.weight), Rational(min_share),
                                      Rational(schedulable.demand)});
    demands += schedulable.demand;
  }
  assert(!std::isnan(total));
  const bool is_unbounded = std::isinf(total) && total > 0;
  fair.problem.total = is_unbounded ? demands : std::min(demands, exact::from_double(total));
  fair.notes.resize(schedulables.size());
  return fair;
}

// Why that is enough, for numbers that are not negative. Let f(R) be the exact sum of the exact
// shares at R, u = 2^-53, and [L, H] the last bracket, so that used(L) < T <= used(H) or L = 0.
//   - A product rounds once (below 2^-1022 by at most 2^-1075), a sum of n numbers n - 1 times. So
//     used differs from f by at most n * (u * f + 2^-1075), and T likewise from the exact one.
//   - If the fair ratio is within [L, H], a share at H is at most weight * (H - L) above the
//     fair one.
//   - If it is above H, f(H) is below T by no more than what used(H) was rounded up; a share never
//     falls as R grows, so none is below the fair one by more than all of them together are.
//   - If it is below L, f(L) is above T by no more than used(L) was rounded down, and the shares at
//     H add weight * (H - L) to that.
//   - The sum of the shares represents T: it is at least T, apart from the same rounding.
std::optional<Rational> resolution(const Computed<double>& computed,
                                   std::span<const Schedulable> schedulables) {
  const auto* result = std::get_if<Shares<double>>(&computed);
  if (!result || !std::isfinite(result->ratio_step)) return std::nullopt;
  assert(result->shares.size() == schedulables.size());

  double weight_max = 0;
  Rational sum = 0;
  for (std::size_t i = 0; i < schedulables.size(); ++i) {
    if (!std::isfinite(schedulables[i].weight) || !std::isfinite(result->shares[i])) {
      return std::nullopt;
    }
    weight_max = std::max(weight_max, schedulables[i].weight);
    sum += exact::from_double(std::abs(result->shares[i]));
  }
  const Rational rounding = exact::from_double(0x1p-52) * sum + exact::from_double(0x1p-1074);
  return rounded_up(exact::from_double(weight_max) * exact::from_double(result->ratio_step) +
                    Rational(schedulables.size() + 1) * rounding);
}

ModelResult model_result(double total, std::span<const Schedulable> schedulables) {
  const auto computed = compute(total, schedulables);
  return result_of(computed, resolution(computed, schedulables));
}

namespace {

std::vector<Schedulable> schedulables_of(const Level& level) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  std::vector<Schedulable> schedulables;
  for (const Claim& claim : level.claims) {
    const std::int64_t demand =
        std::min(whole_or(claim.demand, most), whole_or(claim.max_share, most));
    schedulables.push_back({.weight = real_or(claim.weight, 1),
                            .min_share = static_cast<std::int32_t>(whole_or(claim.min_share, 0)),
                            .demand = static_cast<std::int32_t>(demand)});
  }
  return schedulables;
}

}  // namespace

LevelModel level_model() {
  return {.total = Type::float64,
          .numbers = {{"weight", &Claim::weight, Type::float64},
                      {"min_share", &Claim::min_share, Type::int32},
                      {"demand", &Claim::demand, Type::int32},
                      {"max_share", &Claim::max_share, Type::int32}},
          .reports = Reports::doubles,
          .compute =
              [](const Level& level) {
                return model_result(std::get<double>(level.total), schedulables_of(level));
              },
          .state =
              [](const Level& level) {
                return stated(fair_problem(std::get<double>(level.total), schedulables_of(level)),
                              false);
              }};
}

}  // namespace fairshare::schedulers::mr1
