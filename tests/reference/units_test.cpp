// reference/units.h: the units, ratio and ties of exact/units.h, on hostile integers.
#include "fairshare/reference/units.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <variant>
#include <vector>

#include "fairshare/exact/units.h"

namespace fairshare::reference {
namespace {

using exact::Rational;

struct Whole {
  std::int64_t total = 0;
  std::vector<std::int64_t> weight = {}, min_share = {}, max_share = {};

  UnitColumns columns() const { return {weight, min_share, max_share}; }
};

Problem<Rational> exact_problem(const Whole& whole) {
  Problem<Rational> problem{whole.total, {}};
  for (std::size_t i = 0; i < whole.weight.size(); ++i) {
    problem.claimants.push_back({whole.weight[i], whole.min_share[i], {}});
    if (whole.max_share[i] != no_maximum) problem.claimants[i].max_share = whole.max_share[i];
  }
  return problem;
}

// Compares everything with exact numbers; returns whether there is an allocation.
bool compare(const Whole& whole, Units method, UnitWorkspace& workspace) {
  std::vector<std::int64_t> shares(whole.weight.size());
  const auto outcome = solve_units(whole.total, whole.columns(), method, shares, workspace);
  const auto problem = exact_problem(whole);
  const auto expected = exact::solve_units(problem, method);
  EXPECT_EQ(outcome.index(), expected.index());
  const auto* ratio = std::get_if<UnitRatio>(&outcome);
  const auto* allocation = std::get_if<Allocation<Rational>>(&expected);
  if (ratio == nullptr || allocation == nullptr) return false;
  EXPECT_EQ(Rational(ratio->numerator, ratio->denominator), allocation->ratio);
  EXPECT_EQ(ratio->is_tied, !exact::find_tied(problem, *allocation, method).empty());
  for (std::size_t i = 0; i < shares.size(); ++i) {
    EXPECT_EQ(Rational(shares[i]), allocation->shares[i]) << i;
  }
  return true;
}

constexpr std::array methods = {Units::hamilton, Units::webster, Units::dhondt, Units::adams};

// Up to 2^bits - 1.
std::int64_t drawn(std::mt19937_64& random, int bits) {
  return static_cast<std::int64_t>(random() & ((std::uint64_t{1} << bits) - 1));
}

Whole drawn_problem(std::mt19937_64& random, std::size_t size, int bits) {
  Whole whole;
  std::int64_t least = 0;
  for (std::size_t i = 0; i < size; ++i) {
    whole.weight.push_back(drawn(random, static_cast<int>(random() % 54)));
    const bool has_min = random() % 3 == 0;
    whole.min_share.push_back(has_min ? drawn(random, bits / 2) : 0);
    whole.max_share.push_back(random() % 2 == 0 ? no_maximum
                                                : whole.min_share[i] + drawn(random, bits - 1));
    least += whole.min_share[i];
  }
  whole.total = random() % 16 == 0 ? drawn(random, bits) : least + drawn(random, bits - 1);
  return whole;
}

TEST(ReferenceUnits, AreThoseOfTheExactSolver) {
  std::mt19937_64 random(1);
  UnitWorkspace workspace;
  int divided = 0;
  for (int round = 0; round < 3000; ++round) {
    const int bits = 3 + static_cast<int>(random() % 50);
    const Whole whole = drawn_problem(random, random() % 20, bits);
    if (whole.total > units_max) continue;
    for (const Units method : methods) divided += compare(whole, method, workspace) ? 1 : 0;
    ASSERT_FALSE(testing::Test::HasFailure()) << "round " << round;
  }
  EXPECT_GT(divided, 3000);
}

// Since many claimants get units, most ratios are tied.
TEST(ReferenceUnits, OfSmallWeightsHaveTheSameTies) {
  std::mt19937_64 random(2);
  UnitWorkspace workspace;
  for (int round = 0; round < 2000; ++round) {
    Whole whole{.total = drawn(random, 6)};
    for (std::size_t i = 0; i < 2 + random() % 12; ++i) {
      whole.weight.push_back(drawn(random, 2));
      whole.min_share.push_back(drawn(random, 1));
      whole.max_share.push_back(random() % 2 == 0 ? no_maximum : 1 + drawn(random, 3));
    }
    for (const Units method : methods) compare(whole, method, workspace);
    ASSERT_FALSE(testing::Test::HasFailure()) << "round " << round;
  }
}

TEST(ReferenceUnits, OfThousandsAreThoseOfTheExactSolver) {
  std::mt19937_64 random(3);
  UnitWorkspace workspace;
  for (const int bits : {14, 40}) {
    const Whole whole = drawn_problem(random, 3000, bits);
    for (const Units method : methods) compare(whole, method, workspace);
  }
}

TEST(ReferenceUnits, AtTheEndsOfTheirRangeAreExact) {
  UnitWorkspace workspace;
  const std::int64_t most = units_max;
  for (const Units method : methods) {
    EXPECT_TRUE(compare({most, {most, most, 1}, {0, 0, 0}, {no_maximum, no_maximum, most}}, method,
                        workspace));
    EXPECT_TRUE(
        compare({most, {1, most - 1}, {0, 0}, {no_maximum, no_maximum}}, method, workspace));
    EXPECT_TRUE(compare({most, {1, 1}, {most, 0}, {most, most}}, method, workspace));
    EXPECT_TRUE(compare({3, {most, 1}, {0, 0}, {no_maximum, no_maximum}}, method, workspace));
    EXPECT_TRUE(compare({most, {1}, {0}, {no_maximum}}, method, workspace));
    EXPECT_TRUE(compare({0, {1}, {0}, {no_maximum}}, method, workspace));
    EXPECT_TRUE(compare({}, method, workspace));
  }
}

// 2^30 / (2^30 + 1) and 1 - 2^-30 have the same nearest double, but are not equal.
TEST(ReferenceUnits, OfARatioBeyondABoundOfTheSameNearestDoubleAreExact) {
  const std::int64_t large = std::int64_t{1} << 30;
  const Whole of_a_minimum{large, {1, large}, {0, large - 1}, {no_maximum, no_maximum}};
  const Whole of_a_maximum{2 * large - 1, {large + 1, large}, {0, 0}, {no_maximum, large - 1}};
  const Whole of_equal_bounds{
      2 * large - 1, {large + 1, large}, {0, large - 1}, {no_maximum, large - 1}};
  UnitWorkspace workspace;
  for (const Units method : methods) {
    EXPECT_TRUE(compare(of_equal_bounds, method, workspace));
    EXPECT_TRUE(compare(of_a_minimum, method, workspace));
    EXPECT_TRUE(compare(of_a_maximum, method, workspace));
  }
}

// There are two units too many, and only the light claimant is between its bounds: a secant by its
// weight only would free the heavy one, and leave about 2^52 units to move one at a time.
TEST(ReferenceUnits, AreFoundWhereTheHeavyClaimantIsAtItsMaximum) {
  UnitWorkspace workspace;
  const Whole whole{units_max, {2, 8115413840274805}, {1, 0}, {units_max / 4, units_max - 1}};
  for (const Units method : methods) EXPECT_TRUE(compare(whole, method, workspace));
}

TEST(ReferenceUnits, KnowASurplusAndMinimumsThatExceedTheTotal) {
  UnitWorkspace workspace;
  std::array<std::int64_t, 2> shares{};
  const Whole rich{9, {1, 1}, {0, 0}, {3, 4}};
  const auto surplus = solve_units(rich.total, rich.columns(), Units::webster, shares, workspace);
  EXPECT_EQ(std::get<Surplus<double>>(surplus).unclaimed, 2);
  const Whole poor{9, {1, 1}, {5, 6}, {no_maximum, no_maximum}};
  const auto over = solve_units(poor.total, poor.columns(), Units::adams, shares, workspace);
  EXPECT_EQ(std::get<Overcommitted<double>>(over).excess, 2);
}

#ifndef NDEBUG
TEST(ReferenceUnitsDeathTest, AssertsTheRangeOfEachNumber) {
  UnitWorkspace workspace;
  const auto units_of = [&](const Whole& whole, Units method = Units::webster) {
    std::vector<std::int64_t> shares(whole.weight.size());
    static_cast<void>(solve_units(whole.total, whole.columns(), method, shares, workspace));
  };
  EXPECT_DEATH(units_of({-1, {1}, {0}, {9}}), "total >= 0");
  EXPECT_DEATH(units_of({units_max + 1, {1}, {0}, {no_maximum}}), "total <= units_max");
  EXPECT_DEATH(units_of({1, {-1}, {0}, {9}}), "weight >= 0");
  EXPECT_DEATH(units_of({1, {units_max + 1}, {0}, {9}}), "weight <= units_max");
  EXPECT_DEATH(units_of({1, {1}, {-1}, {9}}), "least >= 0");
  EXPECT_DEATH(units_of({1, {1}, {units_max + 1}, {no_maximum}}), "least <= units_max");
  EXPECT_DEATH(units_of({1, {1}, {2}, {1}}), "most >= least");
  EXPECT_DEATH(units_of({1, {1}, {0}, {units_max + 1}}), "most <= units_max");
  EXPECT_DEATH(units_of({1, {1}, {0}, {}}), "max_share.size");
  const std::vector<std::int64_t> many(1025, units_max);
  EXPECT_DEATH(units_of({1, many, std::vector<std::int64_t>(1025), many}, Units::hamilton),
               "max.*- weights");
}

TEST(ReferenceUnitsDeathTest, AssertsThatSharesOverlapNoColumn) {
  UnitWorkspace workspace;
  std::vector<std::int64_t> column{1, 1, 1};
  const std::vector<std::int64_t> zero{0, 0}, nine{9, 9};
  const std::span<std::int64_t> all(column);
  const auto first = all.first(2), shares = all.subspan(1);
  const auto divide = [&](const UnitColumns& columns) {
    static_cast<void>(solve_units(3, columns, Units::webster, shares, workspace));
  };
  EXPECT_DEATH(divide({first, zero, nine}), "overlap");
  EXPECT_DEATH(divide({nine, first, nine}), "overlap");
  EXPECT_DEATH(divide({nine, zero, first}), "overlap");
}
#endif

}  // namespace
}  // namespace fairshare::reference
