// exact/units.h: whole units by four methods, on examples.
#include "fairshare/exact/units.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace fairshare::exact {
namespace {

using Shares = std::vector<Rational>;

Problem<Rational> of_weights(const Rational& total, const std::vector<Rational>& weights) {
  Problem<Rational> problem{total, {}};
  for (const Rational& weight : weights) problem.claimants.push_back({weight, 0, {}});
  return problem;
}

Allocation<Rational> divided(const Problem<Rational>& problem, Units units) {
  return std::get<Allocation<Rational>>(solve_units(problem, units));
}

constexpr std::array all_units = {Units::hamilton, Units::webster, Units::dhondt, Units::adams};

TEST(Units, OfThreeEqualClaimantsTheFirstGetsTheTenthUnitAndAllAreTied) {
  const Problem<Rational> problem = of_weights(10, {1, 1, 1});
  for (const Units units : all_units) {
    const auto allocation = divided(problem, units);
    EXPECT_EQ(allocation.shares, (Shares{4, 3, 3})) << name_of(units);
    EXPECT_EQ(find_tied(problem, allocation, units), (std::vector<std::size_t>{0, 1, 2}));
  }
}

// Balinski and Young's example of five methods.
TEST(Units, EachMethodDividesThirtySixSeatsInItsOwnWay) {
  const Problem<Rational> problem = of_weights(36, {27744, 25178, 19947, 14614, 9225, 3292});
  EXPECT_EQ(divided(problem, Units::hamilton).shares, (Shares{10, 9, 7, 5, 4, 1}));
  EXPECT_EQ(divided(problem, Units::webster).shares, (Shares{10, 9, 8, 5, 3, 1}));
  EXPECT_EQ(divided(problem, Units::dhondt).shares, (Shares{11, 9, 7, 5, 3, 1}));
  EXPECT_EQ(divided(problem, Units::adams).shares, (Shares{10, 9, 7, 5, 3, 2}));
}

TEST(Units, TheRatioIsTheLeastThatGivesThem) {
  const Problem<Rational> problem = of_weights(7, {1, 2, 6});
  EXPECT_EQ(divided(problem, Units::hamilton).ratio, Rational(7, 9));
  EXPECT_EQ(divided(problem, Units::dhondt).ratio, 1);
  EXPECT_EQ(divided(of_weights(0, {1, 1}), Units::dhondt).ratio, 0);
}

// With a total of 11 the last claimant gets less than with 10.
TEST(Units, HamiltonTakesAUnitAwayWhereThereIsMoreToDivide) {
  EXPECT_EQ(divided(of_weights(10, {6, 6, 2}), Units::hamilton).shares, (Shares{4, 4, 2}));
  EXPECT_EQ(divided(of_weights(11, {6, 6, 2}), Units::hamilton).shares, (Shares{5, 5, 1}));
  EXPECT_EQ(divided(of_weights(10, {6, 6, 2}), Units::webster).shares, (Shares{5, 4, 1}));
  EXPECT_EQ(divided(of_weights(11, {6, 6, 2}), Units::webster).shares, (Shares{5, 5, 1}));
}

TEST(Units, MinimumsAndMaximumsHoldWhateverIsDue) {
  const Problem<Rational> problem{10, {{1, 4, {}}, {5, 0, 3}, {1}, {0, 1, {}}}};
  for (const Units units : all_units) {
    EXPECT_EQ(divided(problem, units).shares, (Shares{4, 3, 2, 1})) << name_of(units);
  }
}

TEST(Units, AdamsGivesEachClaimantAUnitBeforeAnyGetsTwo) {
  EXPECT_EQ(divided(of_weights(4, {1000, 1, 1}), Units::adams).shares, (Shares{2, 1, 1}));
  const Problem<Rational> few = of_weights(2, {1, 1000, 1});
  const auto allocation = divided(few, Units::adams);
  EXPECT_EQ(allocation.ratio, 0);
  EXPECT_EQ(allocation.shares, (Shares{1, 1, 0}));
  EXPECT_EQ(find_tied(few, allocation, Units::adams), (std::vector<std::size_t>{0, 1, 2}));
}

TEST(Units, AClaimantWithoutAWeightKeepsItsMinimum) {
  const Problem<Rational> problem{5, {{0, 2, 9}, {0}, {1}}};
  for (const Units units : all_units) {
    EXPECT_EQ(divided(problem, units).shares, (Shares{2, 0, 3})) << name_of(units);
  }
}

TEST(Units, BoundsDecideWhetherThereIsAnAllocation) {
  for (const Units units : all_units) {
    EXPECT_EQ(solve_units({3, {{1, 0, 1}, {1, 0, 1}}}, units),
              Solution<Rational>(Surplus<Rational>{1}));
    EXPECT_EQ(solve_units({3, {{1, 2, {}}, {1, 2, {}}}}, units),
              Solution<Rational>(Overcommitted<Rational>{1}));
    EXPECT_EQ(divided({0, {}}, units).shares, Shares{});
  }
}

TEST(Units, TakesNumbersOfAnySize) {
  const Rational huge(pow(Integer(10), 400));
  for (const Units units : all_units) {
    EXPECT_EQ(divided(of_weights(huge + 1, {huge, huge}), units).shares,
              (Shares{(huge / 2) + 1, huge / 2}));
  }
}

TEST(Units, ATieOfRemaindersHasThoseThatWentUpAndThoseThatDidNot) {
  const Problem<Rational> problem = of_weights(3, {1, 2, 1, 2});
  const auto allocation = divided(problem, Units::hamilton);  // 1/2, 1, 1/2, 1
  EXPECT_EQ(allocation.shares, (Shares{1, 1, 0, 1}));
  EXPECT_EQ(find_tied(problem, allocation, Units::hamilton), (std::vector<std::size_t>{0, 2}));
}

TEST(Units, ThereIsNoTieWhereAllThatAreEquallyDueGetTheirUnit) {
  const Problem<Rational> problem = of_weights(4, {1, 1, 2});
  for (const Units units : all_units) {
    EXPECT_TRUE(find_tied(problem, divided(problem, units), units).empty()) << name_of(units);
  }
}

TEST(Units, TheTotalMustBeWholeAndForDivisorsTheBoundsToo) {
  const Problem<Rational> halves{2, {{1}, {1, Rational(1, 2), {}}, {1, 0, Rational(3, 2)}}};
  EXPECT_EQ(find_not_whole(halves, Units::hamilton), std::nullopt);
  EXPECT_EQ(find_not_whole(halves, Units::webster), (NotWhole{NotWhole::Field::min_share, 1}));
  Problem<Rational> problem = halves;
  problem.claimants[1].min_share = 0;
  EXPECT_EQ(find_not_whole(problem, Units::adams), (NotWhole{NotWhole::Field::max_share, 2}));
  problem.claimants[0] = {1, Rational(1, 2), Rational(3, 2)};
  EXPECT_EQ(find_not_whole(problem, Units::adams), (NotWhole{NotWhole::Field::min_share, 0}));
  problem.total = Rational(1, 2);
  EXPECT_EQ(find_not_whole(problem, Units::hamilton), (NotWhole{NotWhole::Field::total}));
}

TEST(Units, EachNameFindsItsMethodAndNoOtherNameDoes) {
  for (const Units units : all_units) EXPECT_EQ(find_units(name_of(units)), units);
  EXPECT_EQ(name_of(Units::hamilton), "hamilton");
  EXPECT_EQ(name_of(Units::webster), "webster");
  EXPECT_EQ(name_of(Units::dhondt), "dhondt");
  EXPECT_EQ(name_of(Units::adams), "adams");
  EXPECT_EQ(find_units("jefferson"), std::nullopt);
}

}  // namespace
}  // namespace fairshare::exact
