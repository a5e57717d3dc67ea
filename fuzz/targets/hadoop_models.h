// Hadoop's models return from anything, and keep what their headers promise. For sane input, of
// which nothing is negative, and no sum exceeds the type:
//
//     yarn:  fair - 1 < share <= fair + (n - 1) + step,  sum shares >= T,  some R gives all shares
//     mr1:   |share - fair| <= resolution
//     a hang  <=>  the fair problem has a surplus (weights of 0, before yarn-2.7)
//
// For libFuzzer and for tests/whole/random_hadoop_test.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/schedulers/hadoop/mr1.h"
#include "fairshare/schedulers/hadoop/yarn.h"
#include "fuzz/choices.h"
#include "fuzz/targets/require.h"

namespace fairshare::fuzz::hadoop {

using exact::Rational;
using schedulers::Fault;
using schedulers::Shares;
using schedulers::yarn::Release;
namespace mr1 = schedulers::mr1;
namespace yarn = schedulers::yarn;

inline constexpr std::array releases = {Release::v2_2, Release::v2_5, Release::v2_7, Release::v3_0,
                                        Release::v3};

// The model's input, with weights in C's hexadecimal, since they may be NaN.
inline std::string text_of(double total, const std::vector<yarn::Schedulable>& list) {
  std::string text = "total " + std::to_string(total);
  for (const auto& [weight, min_share, max_share, is_active] : list) {
    std::array<char, 64> digits = {};
    std::snprintf(digits.data(), digits.size(), "%a", static_cast<double>(weight));
    text += "; weight " + std::string(digits.data()) + " min " + std::to_string(min_share) +
            " max " + std::to_string(max_share) + (is_active ? "" : " inactive");
  }
  return text;
}

// ---- Anything

inline std::int64_t any_amount(Choices& choices, std::int64_t high) {
  const std::int64_t low = -high - 1;
  switch (choices.below(5)) {
    case 0:
      return choices.between(-3, 12);
    case 1:
      return choices.one_of(std::array{low, low + 1, high / 2, high / 2 + 1, high - 1, high});
    case 2: {  // near the ends of an int, a float and a double
      const std::int64_t power = std::int64_t{1} << choices.below(63);
      return std::clamp(power + choices.between(-2, 2), low, high);
    }
    case 3: {  // of any size
      const auto size = static_cast<std::int64_t>(choices.bits() >> (1 + choices.below(62)));
      return std::clamp(choices.one_in(4) ? -size : size, low, high);
    }
    default:
      return high;
  }
}

template <class Float, class Bits>
Float any_weight(Choices& choices) {
  using Limits = std::numeric_limits<Float>;
  constexpr std::array<Float, 7> ends = {Float(0),
                                         -Float(0),
                                         Limits::infinity(),
                                         -Limits::infinity(),
                                         Limits::quiet_NaN(),
                                         Limits::denorm_min(),
                                         Limits::max() / 2};
  switch (choices.below(4)) {
    case 0:
      return choices.one_of(ends);
    case 1:
      return std::bit_cast<Float>(static_cast<Bits>(choices.bits()));
    case 2:
      return static_cast<Float>(std::ldexp(choices.between(-2, 9), choices.between(-1080, 1030)));
    default:
      return static_cast<Float>(choices.between(-1, 8));
  }
}

// What came of it.
enum class Outcome { shares, fault, hang };

template <class Number>
Outcome outcome_of(const Shares<Number>* result) {
  if (result == nullptr) return Outcome::hang;
  return result->fault == Fault::none ? Outcome::shares : Outcome::fault;
}

inline Outcome check_any_yarn(Choices& choices, Release release) {
  const std::int64_t high = yarn::amount_max(release);
  std::vector<yarn::Schedulable> list(choices.below(7));
  for (auto& one : list) {
    one.weight = any_weight<float, std::uint32_t>(choices);
    one.min_share = any_amount(choices, high);
    one.max_share = any_amount(choices, high);
    one.is_active = !choices.one_in(8);
  }
  const std::int64_t total = any_amount(choices, high);
  const auto kind = choices.one_in(4) ? yarn::Kind::steady : yarn::Kind::instantaneous;
  const auto computed = yarn::compute(release, total, list, kind);
  const auto require = [&](bool holds, const char* what) {
    if (!holds) fuzz::require(false, what, text_of(static_cast<double>(total), list));
  };
  const bool is_finite =
      std::ranges::all_of(list, [](const auto& one) { return std::isfinite(one.weight); });
  if (is_finite) {
    const auto fair = yarn::fair_problem(release, total, list, kind);
    require(fair.notes.size() == list.size(), "every claimant has a note");
  }
  const auto resolution = yarn::resolution(computed, release, list, kind);
  const auto* result = std::get_if<Shares<std::int64_t>>(&computed);
  require(result != nullptr || !resolution, "a hang has no resolution");
  require(result != nullptr || !list.empty(), "without claimants there is no hang");
  if (result == nullptr) return Outcome::hang;
  require(result->shares.size() == list.size() && result->ratio_step >= 0, "each has its share");
  const bool has_fixed = release != Release::v2_2 && release != Release::v2_5;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::int64_t share = result->shares[i];
    require(has_fixed ? share >= 0 : share <= std::max<std::int64_t>(list[i].max_share, 0),
            "the bound that this release minds holds");
  }
  return outcome_of(result);
}

// ---- Sane

struct Sane {
  Release release;
  std::int64_t total;
  std::vector<yarn::Schedulable> list;
  bool has_equal_weights;
};

// So small that no sum of seven exceeds an int, or in yarn-3 the whole numbers of a double.
inline Sane sane_yarn(Choices& choices, Release release) {
  const int bits = choices.between(2, release == Release::v3 ? 50 : 27);
  const std::uint64_t amounts = (std::uint64_t{1} << bits) + 1;
  Sane sane{release, static_cast<std::int64_t>(choices.below(amounts)), {}, choices.one_in(3)};
  const auto equal_weight = static_cast<float>(choices.between(1, 9)) / 4;
  const bool is_wide = choices.one_in(3);  // then all have maximums, so that sums stay finite
  sane.list.resize(1 + choices.below(7));
  for (auto& one : sane.list) {
    one.weight = static_cast<float>(choices.between(1, 1000)) / 64;
    if (is_wide) one.weight = std::ldexp(one.weight, choices.between(-60, 60));
    if (sane.has_equal_weights) one.weight = equal_weight;
    if (choices.one_in(8)) one.weight = 0;
    if (choices.one_in(2)) one.min_share = static_cast<std::int64_t>(choices.below(amounts) / 8);
    one.max_share = static_cast<std::int64_t>(choices.below(amounts));
    one.is_active = !choices.one_in(8);
    // In yarn-3.0 the largest int means "no maximum" and does not make a sum of maximums wrap.
    const auto unbounded = release == Release::v3 ? release : Release::v2_2;
    if (!is_wide && choices.one_in(3)) one.max_share = yarn::amount_max(unbounded);
  }
  return sane;
}

inline bool is_fixed(const Sane& sane, const yarn::Schedulable& one) {
  if (sane.release == Release::v2_2 || sane.release == Release::v2_5) return false;
  return one.max_share <= 0 || !one.is_active || one.weight <= 0;
}

// Whether these are truncated shares of one R. Amounts are below 2^53 and weights have few bits, so
// the products are exact.
inline bool have_a_ratio(const Sane& sane, const std::vector<std::int64_t>& shares) {
  Rational low = 0;
  std::optional<Rational> below;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto& one = sane.list[i];
    if (is_fixed(sane, one)) continue;
    const std::int64_t min_share = std::min(one.min_share, one.max_share);
    if (shares[i] < min_share || shares[i] > one.max_share) return false;
    if (one.weight <= 0 && shares[i] != min_share) return false;
    if (one.weight <= 0) continue;
    const Rational weight = exact::from_double(static_cast<double>(one.weight));
    if (shares[i] > min_share) low = std::max(low, Rational(Rational(shares[i]) / weight));
    if (shares[i] == one.max_share) continue;
    const Rational end = Rational(shares[i] + 1) / weight;
    below = below ? std::min(*below, end) : end;
  }
  return !below || low < *below;
}

inline bool are_near(const Sane& sane, const Shares<std::int64_t>& result,
                     const std::vector<Rational>& fair, const Rational& resolution) {
  const auto free = std::ranges::count_if(
      sane.list, [&](const yarn::Schedulable& one) { return !is_fixed(sane, one); });
  const bool is_even =
      sane.has_equal_weights && std::ranges::none_of(sane.list, [&](const auto& one) {
        return one.weight <= 0 && !is_fixed(sane, one);
      });
  for (std::size_t i = 0; i < fair.size(); ++i) {
    const Rational share(result.shares[i]);
    const Rational step = exact::from_double(static_cast<double>(sane.list[i].weight)) *
                          exact::from_double(result.ratio_step);
    if (is_fixed(sane, sane.list[i])) {
      if (share != fair[i]) return false;
      continue;
    }
    if (share <= fair[i] - 1 || share > fair[i] + (free - 1) + step) return false;
    if (is_even && abs(Rational(share - fair[i])) >= resolution) return false;
  }
  return true;
}

// The index of the fair solution.
inline std::size_t check_sane_yarn(Choices& choices, Release release) {
  const Sane sane = sane_yarn(choices, release);
  const auto require = [&](bool holds, const char* what) {
    if (!holds) fuzz::require(false, what, text_of(static_cast<double>(sane.total), sane.list));
  };
  const auto problem = yarn::fair_problem(release, sane.total, sane.list).problem;
  require(!find_defect(problem), "sane input is a problem");
  const Solution<Rational> solution = exact::solve(problem);
  const auto computed = yarn::compute(release, sane.total, sane.list);
  const auto* result = std::get_if<Shares<std::int64_t>>(&computed);
  require((result == nullptr) == std::holds_alternative<Surplus<Rational>>(solution),
          "a hang is a surplus");
  require(result != nullptr || release == Release::v2_2 || release == Release::v2_5,
          "since yarn-2.7 there is no hang");
  if (result == nullptr) return solution.index();
  require(result->fault == Fault::none, "there is no fault");
  require(have_a_ratio(sane, result->shares), "one ratio gives all shares");
  Rational sum = 0;
  for (const std::int64_t share : result->shares) sum += share;
  require(sum >= problem.total, "the shares reach the total");
  if (const auto* fair = std::get_if<Allocation<Rational>>(&solution)) {
    const auto resolution = yarn::resolution(computed, release, sane.list);
    require(resolution.has_value(), "shares have a resolution");
    require(are_near(sane, *result, fair->shares, *resolution),
            "the shares are as near as the header says");
  }
  return solution.index();
}

inline std::vector<mr1::Schedulable> any_mr1(Choices& choices, bool is_sane) {
  std::vector<mr1::Schedulable> list(choices.one_in(20) ? choices.below(200) : choices.below(9));
  const bool is_small = choices.one_in(2);
  for (auto& one : list) {
    one.weight = any_weight<double, std::uint64_t>(choices);
    one.min_share = static_cast<std::int32_t>(any_amount(choices, 0x7fffffff));
    one.demand = static_cast<std::int32_t>(any_amount(choices, 0x7fffffff));
    if (!is_sane) continue;
    one.weight = std::isfinite(one.weight) ? std::abs(one.weight) : 1;
    one.min_share = is_small ? choices.between(0, 20) : std::max(one.min_share, 0);
    one.demand = is_small ? choices.between(0, 50) : std::max(one.demand, 0);
  }
  return list;
}

inline double any_mr1_total(Choices& choices, bool is_sane,
                            const std::vector<mr1::Schedulable>& list) {
  std::int64_t demands = 0;
  for (const auto& one : list) demands += std::max(one.demand, 0);
  double total = any_weight<double, std::uint64_t>(choices);
  if (choices.one_in(2)) total = static_cast<double>(any_amount(choices, 0x7fffffff));
  if (choices.one_in(2)) total = choices.fraction() * static_cast<double>(demands);
  return !is_sane ? total : std::isfinite(total) ? std::abs(total) : 1;
}

// What came of it, and whether the shares could be judged by fair ones.
inline std::pair<Outcome, bool> check_mr1(Choices& choices, bool is_sane) {
  const std::vector<mr1::Schedulable> list = any_mr1(choices, is_sane);
  const double total = any_mr1_total(choices, is_sane, list);
  std::vector<yarn::Schedulable> shown;
  for (const auto& [weight, min_share, demand] : list) {
    shown.push_back({static_cast<float>(weight), min_share, demand, true});
  }
  const auto require = [&](bool holds, const char* what) {
    if (!holds) fuzz::require(false, what, text_of(total, shown));
  };
  const auto computed = mr1::compute(total, list);
  const auto resolution = mr1::resolution(computed, list);
  const auto* result = std::get_if<Shares<double>>(&computed);
  require(result != nullptr || (!resolution && !is_sane), "only weights below 0 make a hang");
  if (result == nullptr) return {Outcome::hang, false};
  require(result->shares.size() == list.size(), "each has its share");
  bool has_nan = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    has_nan = has_nan || std::isnan(result->shares[i]);
    require(!(result->shares[i] > list[i].demand), "no share is above its demand");
  }
  require(has_nan == (result->fault == Fault::nan), "what is no number is said");
  if (!is_sane) return {outcome_of(result), false};
  const auto problem = mr1::fair_problem(total, list).problem;
  require(!find_defect(problem), "sane input is a problem");
  const Solution<Rational> solution = exact::solve(problem);
  require(!std::holds_alternative<Surplus<Rational>>(solution) || has_nan,
          "a surplus is no number");
  const auto* fair = std::get_if<Allocation<Rational>>(&solution);
  for (std::size_t i = 0; fair != nullptr && resolution && i < list.size(); ++i) {
    const Rational distance = exact::from_double(result->shares[i]) - fair->shares[i];
    require(abs(distance) <= *resolution, "|share - fair| <= resolution");
  }
  return {outcome_of(result), fair != nullptr && resolution};
}

}  // namespace fairshare::fuzz::hadoop
