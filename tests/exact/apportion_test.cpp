// exact/apportion.h: whole units, and what they keep.
#include "fairshare/exact/apportion.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fuzz/adversary.h"
#include "tests/problems.h"

namespace fairshare::exact {
namespace {

using Units = std::optional<std::vector<Integer>>;

Units units_of(const std::vector<Rational>& shares) {
  return apportion(shares);
}

Rational sum_of(const std::vector<Rational>& shares) {
  Rational sum = 0;
  for (const Rational& share : shares) sum += share;
  return sum;
}

TEST(Apportion, GivesTheMissingUnitsToTheLargestRemainders) {
  EXPECT_EQ(units_of({Rational(40, 3), Rational(80, 3), 60}), (Units{{13, 27, 60}}));
  EXPECT_EQ(units_of({Rational(1, 4), Rational(5, 4), Rational(3, 2)}), (Units{{0, 1, 2}}));
  EXPECT_EQ(units_of({Rational(7, 10), Rational(8, 10), Rational(5, 10)}), (Units{{1, 1, 0}}));
}

TEST(Apportion, GivesOfEqualRemaindersToTheFirst) {
  EXPECT_EQ(units_of({Rational(10, 3), Rational(10, 3), Rational(10, 3)}), (Units{{4, 3, 3}}));
  EXPECT_EQ(units_of({Rational(1, 2), Rational(1, 2)}), (Units{{1, 0}}));
  EXPECT_EQ(
      units_of({Rational(1, 4), Rational(11, 2), Rational(1, 4), Rational(1, 2), Rational(1, 2)}),
      (Units{{0, 6, 0, 1, 0}}));
}

TEST(Apportion, IsImpossibleWhereTheSumIsNotWhole) {
  EXPECT_EQ(units_of({Rational(1, 3), Rational(1, 3)}), std::nullopt);
  EXPECT_EQ(units_of({Rational(1, 1000000)}), std::nullopt);
}

TEST(Apportion, LeavesWholeSharesAsTheyAre) {
  EXPECT_EQ(units_of({3, 0, 7}), (Units{{3, 0, 7}}));
  EXPECT_EQ(units_of({}), (Units{std::vector<Integer>{}}));
  EXPECT_EQ(units_of({5, Rational(99, 100), Rational(1, 100), 0}), (Units{{5, 1, 0, 0}}));
}

TEST(Apportion, TakesSharesOfAnySize) {
  const Integer huge = pow(Integer(10), 400);
  EXPECT_EQ(units_of({Rational(huge) + Rational(1, 3), Rational(2, 3)}), (Units{{huge, 1}}));
}

TEST(Apportion, KeepsTheSumStaysWithinAUnitAndInsideWholeBounds) {
  int divided = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    // Bounds and totals of this family are whole, except for half of the totals.
    const Problem<Rational> problem = widen(tests::problem_from(fuzz::Family::ties, seed, 12));
    const Solution<Rational> solution = solve(problem);
    const auto* allocation = std::get_if<Allocation<Rational>>(&solution);
    if (!allocation) continue;
    const Units units = units_of(allocation->shares);
    ASSERT_EQ(units.has_value(), is_whole(sum_of(allocation->shares)));
    if (!units) continue;
    ++divided;
    Rational sum = 0;
    for (std::size_t i = 0; i < units->size(); ++i) {
      const Rational unit((*units)[i]);
      const auto& claimant = problem.claimants[i];
      sum += unit;
      EXPECT_LT(abs(unit - allocation->shares[i]), 1);
      EXPECT_GE(unit, claimant.min_share);
      EXPECT_LE(unit, claimant.max_share.value_or(unit));
    }
    EXPECT_EQ(sum, problem.total);
  }
  EXPECT_GT(divided, 200);
}

// So many that a sort which is not stable would mix them up.
TEST(Apportion, GivesTheFirstOfManyEqualRemaindersTheUnits) {
  const auto units = units_of(std::vector<Rational>(1000, Rational(1, 2)));
  ASSERT_TRUE(units);
  for (std::size_t i = 0; i < units->size(); ++i) EXPECT_EQ((*units)[i], i < 500 ? 1 : 0) << i;
}

TEST(Apportion, MayCrossABoundThatIsNotWhole) {
  // Two of them have to share one unit, and each may hold a half at most.
  EXPECT_EQ(units_of({Rational(1, 2), Rational(1, 2), 1}), (Units{{1, 0, 1}}));
}

#ifndef NDEBUG
TEST(ApportionDeathTest, AssertsThatNoShareIsNegative) {
  EXPECT_DEATH(units_of({Rational(-1, 2), Rational(1, 2)}), "share >= 0");
}
#endif

}  // namespace
}  // namespace fairshare::exact
