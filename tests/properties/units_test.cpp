// properties/units.h: the examples. tests/whole/exhaustive_units_test.cpp has all small problems.
#include "fairshare/properties/units.h"

#include <gtest/gtest.h>

#include <array>
#include <variant>

namespace fairshare::properties {
namespace {

using Units = fairshare::Units;

TEST(UnitViolation, IsThePairOfTheHighestLastAndTheLowestNextPrice) {
  const Problem<Rational> problem{4, {{1}, {3}}};
  const auto found = find_unit_violation(problem, std::array<Rational, 2>{2, 2}, Units::webster);
  ASSERT_TRUE(found);
  const auto& pair = std::get<Unequal>(*found);
  EXPECT_EQ(pair.richer, 0U);
  EXPECT_EQ(pair.poorer, 1U);
  EXPECT_EQ(pair.richer_needs, Rational(3, 2));
  EXPECT_EQ(pair.poorer_allows, Rational(5, 6));
  EXPECT_FALSE(find_unit_violation(problem, std::array<Rational, 2>{1, 3}, Units::webster));
}

TEST(UnitViolation, OfRemaindersComparesWithTheExactShares) {
  const Problem<Rational> problem{3, {{5}, {4}, {1}}};  // 3/2, 6/5 and 3/10
  const std::array<Rational, 3> shares{Rational(3, 2), Rational(6, 5), Rational(3, 10)};
  EXPECT_FALSE(find_remainder_violation(problem, std::array<Rational, 3>{2, 1, 0}, shares));
  const auto found = find_remainder_violation(problem, std::array<Rational, 3>{1, 1, 1}, shares);
  ASSERT_TRUE(found);
  const auto& pair = std::get<Unequal>(*found);
  EXPECT_EQ(pair.richer, 2U);
  EXPECT_EQ(pair.poorer, 0U);
  EXPECT_EQ(pair.richer_needs, Rational(7, 10));
  EXPECT_EQ(pair.poorer_allows, Rational(1, 2));
}

TEST(UnitViolation, IsFirstAClaimantOutOfItsBounds) {
  const Problem<Rational> problem{4, {{1}, {1, 0, 1}, {1, 2, {}}}};
  const auto below = find_unit_violation(problem, std::array<Rational, 3>{2, 1, 1}, Units::adams);
  EXPECT_EQ(std::get<BelowMin>(*below).claimant, 2U);
  const auto above = find_unit_violation(problem, std::array<Rational, 3>{0, 2, 2}, Units::adams);
  EXPECT_EQ(std::get<AboveMax>(*above).claimant, 1U);
}

TEST(UnitViolation, OfAClaimantWithoutAWeightIsAnyUnitAboveItsMinimum) {
  const Problem<Rational> problem{3, {{0, 1, 5}, {1}}};
  const auto found = find_unit_violation(problem, std::array<Rational, 2>{2, 1}, Units::dhondt);
  EXPECT_EQ(std::get<AboveMax>(*found).claimant, 0U);
  EXPECT_FALSE(find_unit_violation(problem, std::array<Rational, 2>{1, 2}, Units::dhondt));
}

// Both may have at most a half, but one of them must take the unit.
TEST(UnitViolation, OfRemaindersMayCrossABoundThatIsNotWhole) {
  const Problem<Rational> problem{1, {{1, 0, Rational(1, 2)}, {1, 0, Rational(1, 2)}}};
  const std::array<Rational, 2> shares{Rational(1, 2), Rational(1, 2)};
  EXPECT_FALSE(find_remainder_violation(problem, std::array<Rational, 2>{0, 1}, shares));
}

TEST(UnitViolation, LeavesAClaimantTheUnitsThatAreInItsMinimumWhole) {
  const Problem<Rational> problem{3, {{1, Rational(3, 2), {}}, {1}}};
  EXPECT_FALSE(find_unit_violation(problem, std::array<Rational, 2>{1, 2}, Units::webster));
  const auto below = find_unit_violation(problem, std::array<Rational, 2>{0, 3}, Units::webster);
  EXPECT_EQ(std::get<BelowMin>(*below).claimant, 0U);
}

}  // namespace
}  // namespace fairshare::properties
