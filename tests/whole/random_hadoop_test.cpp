// The models of Hadoop with random and adversarial input: they always return; if the input is sane,
// what the headers say about the answers holds, by the exact solver.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/exact/solve.h"
#include "fairshare/schedulers/hadoop/mr1.h"
#include "fairshare/schedulers/hadoop/yarn.h"

namespace fairshare::schedulers {
namespace {

using exact::Rational;
using yarn::Release;

constexpr std::array releases = {Release::v2_2, Release::v2_5, Release::v2_7, Release::v3_0,
                                 Release::v3};

// The same numbers on every machine: of <random>, only the engine is that portable.
struct Dice {
  std::mt19937_64 engine;

  std::uint64_t below(std::uint64_t end) { return engine() % end; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
  }
  template <class T, std::size_t n>
  T pick(const std::array<T, n>& of) {
    return of[below(n)];
  }
};

// ---- Any input

std::int64_t any_amount(Dice& dice, std::int64_t high) {
  const std::int64_t low = -high - 1;
  switch (dice.below(5)) {
    case 0:
      return dice.between(-3, 10);
    case 1:
      return dice.pick(std::array{low, low + 1, high / 2, high / 2 + 1, high - 1, high});
    case 2:  // around what a double, and an int, can hold
      return std::clamp((std::int64_t{1} << dice.below(63)) + dice.between(-2, 2), low, high);
    case 3:
      return low / 2 + dice.between(0, high);
    default:
      return high;
  }
}

float any_weight(Dice& dice) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  switch (dice.below(4)) {
    case 0:
      return dice.pick(std::array{0.0F, -0.0F, 1.0F, -1.0F, infinity, -infinity,
                                  std::numeric_limits<float>::quiet_NaN(), 0x1p-149F, 0x1p127F});
    case 1:
      return std::bit_cast<float>(static_cast<std::uint32_t>(dice.engine()));
    case 2:
      return std::ldexp(1.0F, static_cast<int>(dice.between(-149, 127)));
    default:
      return static_cast<float>(dice.between(0, 8));
  }
}

std::vector<yarn::Schedulable> any_yarn(Dice& dice, Release release) {
  const std::int64_t high = amount_max(release);
  std::vector<yarn::Schedulable> list(dice.below(7));
  for (auto& schedulable : list) {
    schedulable = {any_weight(dice), any_amount(dice, high), any_amount(dice, high),
                   !dice.one_in(8)};
  }
  return list;
}

bool has_finite_weights(const auto& list) {
  return std::ranges::all_of(list, [](const auto& one) { return std::isfinite(one.weight); });
}

TEST(RandomHadoop, YarnReturnsFromAnything) {
  Dice dice{std::mt19937_64(1)};
  std::array<int, 3> seen = {};  // shares, overflow, hang
  for (int round = 0; round < 10'000; ++round) {
    for (const Release release : releases) {
      const auto list = any_yarn(dice, release);
      const std::int64_t total = any_amount(dice, amount_max(release));
      const auto kind = dice.one_in(4) ? yarn::Kind::steady : yarn::Kind::instantaneous;
      const auto computed = yarn::compute(release, total, list, kind);
      const auto resolution = yarn::resolution(computed, release, list, kind);
      if (has_finite_weights(list)) {
        EXPECT_EQ(yarn::fair_problem(release, total, list, kind).notes.size(), list.size());
      }
      const auto* result = std::get_if<Shares<std::int64_t>>(&computed);
      if (!result) {
        ++seen[2];
        EXPECT_EQ(resolution, std::nullopt);
        EXPECT_FALSE(list.empty());
        continue;
      }
      ++seen[result->fault == Fault::overflow ? 1 : 0];
      ASSERT_EQ(result->shares.size(), list.size());
      EXPECT_GE(result->ratio_step, 0);
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (release == Release::v2_2 || release == Release::v2_5) {
          EXPECT_LE(result->shares[i], std::max<std::int64_t>(list[i].max_share, 0));
        } else {
          EXPECT_GE(result->shares[i], 0) << "what is not fixed has a weight above 0";
        }
      }
    }
  }
  for (const int count : seen) EXPECT_GT(count, 1000);
}

TEST(RandomHadoop, Mr1ReturnsFromAnything) {
  Dice dice{std::mt19937_64(2)};
  std::array<int, 3> seen = {};  // shares, nan, hang
  for (int round = 0; round < 20'000; ++round) {
    std::vector<mr1::Schedulable> list(dice.below(7));
    for (auto& schedulable : list) {
      constexpr std::int64_t high = std::numeric_limits<std::int32_t>::max();
      const double weight = dice.one_in(2) ? std::bit_cast<double>(dice.engine())
                                           : static_cast<double>(any_weight(dice));
      schedulable = {weight, static_cast<std::int32_t>(any_amount(dice, high)),
                     static_cast<std::int32_t>(any_amount(dice, high))};
    }
    const double total = dice.one_in(2) ? std::bit_cast<double>(dice.engine())
                                        : static_cast<double>(dice.between(-10, 1'000'000));
    const auto computed = mr1::compute(total, list);
    const auto resolution = mr1::resolution(computed, list);
    if (has_finite_weights(list) && std::isfinite(total)) {
      EXPECT_EQ(mr1::fair_problem(total, list).notes.size(), list.size());
    }
    const auto* result = std::get_if<Shares<double>>(&computed);
    if (!result) {
      ++seen[2];
      EXPECT_EQ(resolution, std::nullopt);
      continue;
    }
    ++seen[result->fault == Fault::nan ? 1 : 0];
    ASSERT_EQ(result->shares.size(), list.size());
    bool has_nan = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
      has_nan = has_nan || std::isnan(result->shares[i]);
      if (!std::isnan(result->shares[i])) {
        EXPECT_LE(result->shares[i], list[i].demand);
      }
    }
    EXPECT_EQ(has_nan, result->fault == Fault::nan);
  }
  for (const int count : seen) EXPECT_GT(count, 1000);
}

// ---- Sane input to YARN: no sum can leave an int, or in yarn-3 a long or what a double holds

struct Sane {
  Release release;
  std::int64_t total;
  std::vector<yarn::Schedulable> list;
  bool has_equal_weights;
};

// In yarn-3.0 a sum of maximums wraps if a claimant without one follows one that has one; there the
// largest int means none.
std::int64_t sane_unbounded(Release release) {
  return release == Release::v3 ? amount_max(release) : amount_max(Release::v2_2);
}

Sane sane_yarn(Dice& dice, Release release) {
  const std::int64_t scale = dice.pick(
      std::array{std::int64_t{4}, std::int64_t{100}, std::int64_t{1} << 20, std::int64_t{1} << 27});
  const std::int64_t amount = release == Release::v3 ? scale * scale / 16 : scale;
  Sane sane{release, dice.between(0, amount), std::vector<yarn::Schedulable>(1 + dice.below(7)),
            dice.one_in(3)};
  const bool is_wide = dice.one_in(3);  // then weights of any size, and a maximum for each
  const auto equal_weight = static_cast<float>(1 + dice.below(9)) / 4;
  for (auto& one : sane.list) {
    one.weight = static_cast<float>(1 + dice.below(1000)) / 64;
    if (is_wide) one.weight = std::ldexp(one.weight, static_cast<int>(dice.between(-60, 60)));
    if (sane.has_equal_weights) one.weight = equal_weight;
    if (dice.one_in(8)) one.weight = 0;
    if (dice.one_in(2)) one.min_share = dice.between(0, amount / 6);
    const bool is_unbounded = !is_wide && dice.one_in(3);
    one.max_share = is_unbounded ? sane_unbounded(release) : dice.between(0, amount);
    one.is_active = !dice.one_in(8);
  }
  return sane;
}

// What follows is about those that are not fixed, by their own description in the header.
bool is_fixed(const Sane& sane, const yarn::Schedulable& one) {
  if (sane.release == Release::v2_2 || sane.release == Release::v2_5) return false;
  return one.max_share <= 0 || !one.is_active || one.weight <= 0;
}

// Some ratio truncates to every share at once. weight * R is exact, so these are the reals.
void expect_one_ratio(const Sane& sane, const std::vector<std::int64_t>& shares) {
  Rational low = 0;               // R is at least this
  std::optional<Rational> below;  // and below this
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto& one = sane.list[i];
    if (is_fixed(sane, one)) continue;
    const std::int64_t min_share = std::min(one.min_share, one.max_share);
    EXPECT_GE(shares[i], min_share);
    EXPECT_LE(shares[i], one.max_share);
    if (one.weight <= 0) {
      EXPECT_EQ(shares[i], min_share);
      continue;
    }
    const Rational weight = exact::from_double(static_cast<double>(one.weight));
    if (shares[i] > min_share) low = std::max(low, Rational(Rational(shares[i]) / weight));
    if (shares[i] < one.max_share) {
      const Rational end = Rational(shares[i] + 1) / weight;
      below = below ? std::min(*below, end) : end;
    }
  }
  if (below) {
    EXPECT_LT(low, *below);
  }
}

// The shares are as near to the fair ones as schedulers/hadoop/yarn.h says about `resolution`.
void expect_near(const Sane& sane, const Shares<std::int64_t>& result,
                 const std::vector<Rational>& fair, const Rational& resolution) {
  const auto free = std::ranges::count_if(
      sane.list, [&](const yarn::Schedulable& one) { return !is_fixed(sane, one); });
  const bool is_even =
      sane.has_equal_weights && std::ranges::none_of(sane.list, [&](const auto& one) {
        return one.weight <= 0 && !is_fixed(sane, one);
      });
  for (std::size_t i = 0; i < fair.size(); ++i) {
    const Rational share(result.shares[i]);
    if (is_fixed(sane, sane.list[i])) {
      EXPECT_EQ(share, fair[i]);
      continue;
    }
    const Rational step = exact::from_double(static_cast<double>(sane.list[i].weight)) *
                          exact::from_double(result.ratio_step);
    EXPECT_GT(share, fair[i] - 1);
    EXPECT_LE(share, fair[i] + (free - 1) + step);
    if (is_even) {
      EXPECT_LT(abs(Rational(share - fair[i])), resolution);
    }
  }
}

TEST(RandomHadoop, YarnIsAsNearToFairAsItsResolutionSays) {
  Dice dice{std::mt19937_64(3)};
  std::array<int, 3> seen = {};
  for (int round = 0; round < 3'000; ++round) {
    for (const Release release : releases) {
      const Sane sane = sane_yarn(dice, release);
      const auto problem = yarn::fair_problem(release, sane.total, sane.list).problem;
      ASSERT_EQ(find_defect(problem), std::nullopt);
      const auto solution = exact::solve(problem);
      ++seen[solution.index()];
      const auto computed = yarn::compute(release, sane.total, sane.list);
      // Only before 2.6 can there be a surplus, if weights are 0; then the search has no end.
      ASSERT_EQ(std::holds_alternative<Hang>(computed),
                std::holds_alternative<Surplus<Rational>>(solution));
      if (std::holds_alternative<Hang>(computed)) {
        EXPECT_TRUE(release == Release::v2_2 || release == Release::v2_5);
        continue;
      }
      const auto& result = std::get<Shares<std::int64_t>>(computed);
      EXPECT_EQ(result.fault, Fault::none);
      expect_one_ratio(sane, result.shares);
      Rational sum = 0;
      for (const std::int64_t share : result.shares) sum += share;
      EXPECT_GE(sum, problem.total);
      if (const auto* fair = std::get_if<Allocation<Rational>>(&solution)) {
        const auto resolution = yarn::resolution(computed, release, sane.list);
        ASSERT_TRUE(resolution);
        expect_near(sane, result, fair->shares, *resolution);
      }
      ASSERT_FALSE(testing::Test::HasFailure()) << "round " << round;
    }
  }
  for (const int count : seen) EXPECT_GT(count, 100);
}

// ---- Sane input to MR1: whatever is not negative, and finite

double any_fraction(Dice& dice, int exponent_low, int exponent_high) {
  const double significand = 1 + std::ldexp(static_cast<double>(dice.engine() >> 12), -52);
  return std::ldexp(significand, static_cast<int>(dice.between(exponent_low, exponent_high)));
}

TEST(RandomHadoop, Mr1IsAsNearToFairAsItsResolutionSays) {
  Dice dice{std::mt19937_64(4)};
  int judged = 0;
  for (int round = 0; round < 10'000; ++round) {
    const bool is_wide = dice.one_in(3);
    std::vector<mr1::Schedulable> list(1 + dice.below(dice.one_in(20) ? 200 : 8));
    std::int64_t demands = 0;
    for (auto& one : list) {
      one.weight =
          dice.one_in(10) ? 0 : any_fraction(dice, is_wide ? -1080 : -4, is_wide ? 900 : 4);
      one.demand = static_cast<std::int32_t>(dice.between(0, dice.one_in(4) ? 1 << 30 : 50));
      if (dice.one_in(2)) one.min_share = static_cast<std::int32_t>(dice.between(0, 20));
      demands += one.demand;
    }
    double total = static_cast<double>(dice.between(0, demands));
    if (dice.one_in(4)) total = any_fraction(dice, -1080, 20);
    const auto computed = mr1::compute(total, list);
    const auto problem = mr1::fair_problem(total, list).problem;
    ASSERT_EQ(find_defect(problem), std::nullopt);
    const auto solution = exact::solve(problem);
    ASSERT_FALSE(std::holds_alternative<Hang>(computed));
    const auto& result = std::get<Shares<double>>(computed);
    if (std::holds_alternative<Surplus<Rational>>(solution)) {
      EXPECT_EQ(result.fault, Fault::nan);
    }
    const auto resolution = mr1::resolution(computed, list);
    const auto* fair = std::get_if<Allocation<Rational>>(&solution);
    if (!fair || !resolution) continue;
    ++judged;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Rational distance =
          abs(Rational(exact::from_double(result.shares[i]) - fair->shares[i]));
      ASSERT_LE(distance, *resolution) << "round " << round;
    }
  }
  EXPECT_GT(judged, 3000);
}

}  // namespace
}  // namespace fairshare::schedulers
