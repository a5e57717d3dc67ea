// Integers that wrap on purpose are added through __builtin_add_overflow or converted to a narrower
// type, which C++20 defines as Java does. A long that becomes a double is rounded to nearest.
// weight * R is never rounded: a float has 24 bits, and R 26.
#include "fairshare/schedulers/hadoop/yarn.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/schedulers/hadoop/search.h"

namespace fairshare::schedulers::yarn {
namespace {

using exact::Rational;

constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t long_max = std::numeric_limits<std::int64_t>::max();

bool fixes_shares(Release release) {
  return release != Release::v2_2 && release != Release::v2_5;
}

bool is_within_range(Release release, std::int64_t amount) {
  return amount <= amount_max(release) && amount >= -amount_max(release) - 1;
}

// ---- Java's arithmetic. `left_range` becomes true if the result is not the sum.

std::int64_t int_cast(std::int64_t number) {
  return static_cast<std::int32_t>(number);
}

std::int64_t add_ints(std::int64_t a, std::int64_t b, bool& left_range) {
  const std::int64_t sum = int_cast(a + b);
  left_range = left_range || sum != a + b;
  return sum;
}

std::int64_t add_longs(std::int64_t a, std::int64_t b, bool& left_range) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) left_range = true;
  return sum;
}

std::int64_t subtract_longs(std::int64_t a, std::int64_t b, bool& left_range) {
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(a, b, &difference)) left_range = true;
  return difference;
}

// ComputeFairShares.safeAdd of yarn-3: the largest long, even if the sum is too low.
std::int64_t add_safely(std::int64_t a, std::int64_t b, bool& left_range) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  left_range = true;
  return long_max;
}

// yarn-2.7 and yarn-3.0: (int) min(a + b, 2^31 - 1), added as longs. In yarn-3.0 amounts are longs
// themselves, so that this addition can wrap, and the cast then takes its lower half.
std::int64_t add_clipped(std::int64_t a, std::int64_t b, bool& wrapped, bool& clipped) {
  const std::int64_t sum = add_longs(a, b, wrapped);
  clipped = clipped || sum > int_max;
  return int_cast(std::min(sum, int_max));
}

// (int) or (long) of a double: rounded towards 0, clamped to the range, 0 for NaN.
template <class Int>
std::int64_t truncated(double number) {
  using Range = std::numeric_limits<Int>;
  constexpr double beyond = -static_cast<double>(Range::min());  // the power of two above max()
  if (std::isnan(number)) return 0;
  if (number >= beyond) return Range::max();
  if (number <= -beyond) return Range::min();
  return static_cast<Int>(number);
}

// ---- The release's steps, in its order.

struct Fixed {
  std::int64_t share;
  std::string reason;
};

// getFairShareIfFixed (YARN-1458): nothing if the share depends on R. A weight of NaN does not
// count as 0.
std::optional<Fixed> find_fixed(Release release, const Schedulable& schedulable, Kind kind) {
  if (!fixes_shares(release)) return std::nullopt;
  if (schedulable.max_share <= 0) return Fixed{0, "fixed: maximum 0"};
  if (kind == Kind::instantaneous && !schedulable.is_active)
    return Fixed{0, "inactive: no running application"};
  if (schedulable.weight <= 0) {
    return Fixed{std::max<std::int64_t>(schedulable.min_share, 0), "fixed: weight 0"};
  }
  return std::nullopt;
}

std::int64_t share_at(Release release, double ratio, const Schedulable& schedulable) {
  const double share = hadoop::share_at(ratio, static_cast<double>(schedulable.weight),
                                        static_cast<double>(schedulable.min_share),
                                        static_cast<double>(schedulable.max_share));
  return release == Release::v3 ? truncated<std::int64_t>(share) : truncated<std::int32_t>(share);
}

std::int64_t sum_of_shares(Release release, double ratio, std::span<const Schedulable> free,
                           bool& left_range) {
  std::int64_t sum = 0;
  for (const Schedulable& schedulable : free) {
    const std::int64_t share = share_at(release, ratio, schedulable);
    if (release != Release::v3) {
      sum = add_ints(sum, share, left_range);
      continue;
    }
    sum = add_safely(sum, share, left_range);
    if (sum == long_max) break;
  }
  return sum;
}

std::int64_t sum_of_fixed(Release release, std::span<const std::int64_t> fixed, bool& left_range) {
  std::int64_t sum = 0;
  for (const std::int64_t share : fixed) {
    sum = release == Release::v3 ? add_safely(sum, share, left_range)
                                 : add_clipped(sum, share, left_range, left_range);
  }
  return sum;
}

std::int64_t sum_of_maximums(Release release, std::span<const Schedulable> free, bool& wrapped) {
  std::int64_t sum = 0;
  bool is_unbounded = false;  // not a fault, see the header
  for (const Schedulable& schedulable : free) {
    if (release == Release::v3) {
      sum = add_safely(schedulable.max_share, sum, is_unbounded);
    } else if (fixes_shares(release)) {
      sum = add_clipped(schedulable.max_share, sum, wrapped, is_unbounded);
    } else if (schedulable.max_share == int_max) {
      sum = int_max;
    } else {
      sum = add_ints(sum, schedulable.max_share, wrapped);
      continue;  // a sum of exactly 2^31 - 1 does not end the loop
    }
    if (sum == (release == Release::v3 ? long_max : int_max)) break;
  }
  return sum;
}

// What is divided among those that are not fixed.
std::int64_t find_target(Release release, std::int64_t total, std::span<const Schedulable> free,
                         std::span<const std::int64_t> fixed, bool& left_range) {
  const std::int64_t maximums = sum_of_maximums(release, free, left_range);
  if (!fixes_shares(release)) return std::min(maximums, total);
  const std::int64_t taken = sum_of_fixed(release, fixed, left_range);
  const std::int64_t rest = release == Release::v2_7 ? add_ints(total, -taken, left_range)
                                                     : subtract_longs(total, taken, left_range);
  return std::min(maximums, std::max<std::int64_t>(rest, 0));
}

}  // namespace

bool has_resource_types(Release release) {
  return release == Release::v3_0 || release == Release::v3;
}

std::int64_t amount_max(Release release) {
  return has_resource_types(release) ? long_max : int_max;
}

Computed<std::int64_t> compute(Release release, std::int64_t total,
                               std::span<const Schedulable> schedulables, Kind kind,
                               std::int64_t share_max) {
  assert(is_within_range(release, total));
  Shares<std::int64_t> result{std::vector<std::int64_t>(schedulables.size()), Fault::none, 0};
  std::vector<Schedulable> free;
  std::vector<std::size_t> index_of_free;
  std::vector<std::int64_t> fixed;
  for (std::size_t i = 0; i < schedulables.size(); ++i) {
    assert(is_within_range(release, schedulables[i].min_share));
    assert(is_within_range(release, schedulables[i].max_share));
    if (const auto found = find_fixed(release, schedulables[i], kind)) {
      result.shares[i] = std::min(found->share, share_max);
      fixed.push_back(found->share);
    } else {
      free.push_back(schedulables[i]);
      index_of_free.push_back(i);
    }
  }

  bool left_range = false;
  const std::int64_t target = find_target(release, total, free, fixed, left_range);
  if (!free.empty()) {
    const auto used = [&](double ratio) { return sum_of_shares(release, ratio, free, left_range); };
    const auto found = hadoop::search(used, target, release != Release::v2_2);
    if (!found) return Hang{};
    for (std::size_t k = 0; k < free.size(); ++k) {
      result.shares[index_of_free[k]] =
          std::min(share_at(release, found->ratio, free[k]), share_max);
    }
    result.ratio_step = hadoop::ratio_step(*found);
  }
  if (left_range) result.fault = Fault::overflow;
  return result;
}

FairProblem fair_problem(Release release, std::int64_t total,
                         std::span<const Schedulable> schedulables, Kind kind) {
  FairProblem fair;
  std::optional<Rational> most = Rational(0);  // that fixed shares and maximums claim, if bounded
  for (const Schedulable& schedulable : schedulables) {
    if (auto fixed = find_fixed(release, schedulable, kind)) {
      const Rational share(fixed->share);
      fair.problem.claimants.push_back({Rational(0), share, share});
      fair.notes.push_back(std::move(fixed->reason));
      if (most) *most += share;
      continue;
    }
    Claimant<Rational> claimant{exact::from_double(static_cast<double>(schedulable.weight)),
                                Rational(std::min(schedulable.min_share, schedulable.max_share)),
                                std::nullopt};
    if (schedulable.max_share == amount_max(release)) {
      most = std::nullopt;
    } else {
      claimant.max_share = Rational(schedulable.max_share);
      if (most) *most += *claimant.max_share;
    }
    fair.problem.claimants.push_back(std::move(claimant));
    fair.notes.emplace_back();
  }
  fair.problem.total = most ? std::min(*most, Rational(total)) : Rational(total);
  return fair;
}

// Why that is enough. Let f(R) be the exact sum of the exact shares, used(R) that of the truncated
// ones, n how many are not fixed, and [L, H] the last bracket: used(L) < T <= used(H), or L = 0.
//   - f(H) >= used(H) >= T, so H is not below the fair ratio, and before truncation no share at H
//     is below the fair one: share > fair share - 1.
//   - If the fair ratio is L or above, a share at H is at most weight * (H - L) above the fair one.
//   - If it is below L, then at L all together are above their fair shares by f(L) - T, and the n
//     parts of less than a unit that are cut off add up to f(L) - used(L) >= f(L) - T + 1: above by
//     less than n - 1. Bounds are whole, so nothing is cut off from a share at a bound, and a share
//     that has left its minimum since the fair ratio rose by what is cut off from it, or more. With
//     equal weights the k that are proportional at both ratios rise equally, by a rise with
//     k * rise < k: below 1, and those that have reached their maximum rise less.
//   - If the release stopped early, used(H) = T, and a share is above the fair one by what others
//     are below theirs, less than n - 1; with equal weights by the same argument at H.
std::optional<Rational> resolution(const Computed<std::int64_t>& computed, Release release,
                                   std::span<const Schedulable> schedulables, Kind kind) {
  const auto* result = std::get_if<Shares<std::int64_t>>(&computed);
  if (!result || !std::isfinite(result->ratio_step)) return std::nullopt;

  double weight_max = 0;
  bool are_all_fixed = true;
  for (const Schedulable& schedulable : schedulables) {
    if (find_fixed(release, schedulable, kind)) continue;
    if (!std::isfinite(schedulable.weight)) return std::nullopt;
    weight_max = std::max(weight_max, static_cast<double>(schedulable.weight));
    are_all_fixed = false;
  }
  if (are_all_fixed) return Rational(0);
  return 1 + exact::from_double(weight_max) * exact::from_double(result->ratio_step);
}

ModelResult model_result(Release release, std::int64_t total,
                         std::span<const Schedulable> schedulables, Kind kind,
                         std::int64_t share_max) {
  const auto computed = compute(release, total, schedulables, kind, share_max);
  return result_of(computed, resolution(computed, release, schedulables, kind));
}

namespace {

std::vector<Schedulable> schedulables_of(Release release, const Level& level) {
  std::vector<Schedulable> schedulables;
  for (const Claim& claim : level.claims) {
    schedulables.push_back({.weight = static_cast<float>(real_or(claim.weight, 1)),
                            .min_share = whole_or(claim.min_share, 0),
                            .max_share = whole_or(claim.max_share, amount_max(release)),
                            .is_active = claim.is_active});
  }
  return schedulables;
}

Kind kind_of(const Level& level) {
  return level.is_steady ? Kind::steady : Kind::instantaneous;
}

// A weight may have become infinite as a float; then there is no fair problem.
std::variant<Statement, Defect> state_of(Release release, const Level& level) {
  const auto schedulables = schedulables_of(release, level);
  for (std::size_t i = 0; i < schedulables.size(); ++i) {
    if (!std::isfinite(schedulables[i].weight)) return Defect{Rule::weight_is_finite, i};
  }
  return stated(
      fair_problem(release, std::get<std::int64_t>(level.total), schedulables, kind_of(level)),
      false);
}

}  // namespace

LevelModel level_model(Release release) {
  const bool is_int = amount_max(release) == std::numeric_limits<std::int32_t>::max();
  const Type amount = is_int ? Type::int32 : Type::int64;
  return {.total = amount,
          .numbers = {{"weight", &Claim::weight, Type::float32},
                      {"min_share", &Claim::min_share, amount},
                      {"max_share", &Claim::max_share, amount},
                      {"demand", &Claim::demand, Type::unread}},
          .flags = {{"active", &Claim::is_active}},
          .reports = Reports::units_cut_down,
          .compute =
              [release](const Level& level) {
                return model_result(release, std::get<std::int64_t>(level.total),
                                    schedulables_of(release, level), kind_of(level));
              },
          .state = [release](const Level& level) { return state_of(release, level); }};
}

}  // namespace fairshare::schedulers::yarn
