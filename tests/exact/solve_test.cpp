// exact/solve.h: what the header promises, and the corners of the definition.
#include "fairshare/exact/solve.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

#include "fairshare/model/problem.h"

namespace fairshare::exact {
namespace {

using Outcome = Solution<Rational>;

// By name, since a list in braces may be a tree as well.
Outcome outcome_of(const Problem<Rational>& problem) {
  return solve(problem);
}

Allocation<Rational> divide(const Problem<Rational>& problem) {
  return std::get<Allocation<Rational>>(solve(problem));
}

RatioInterval<Rational> ratios_of(const Problem<Rational>& problem) {
  return find_ratios(problem, divide(problem));
}

std::optional<Rational> at_most(int number) {
  return Rational(number);
}

const Problem<Rational> documented{100, {{1, 0, {}}, {2, 0, at_most(30)}, {3, 60, {}}}};

TEST(ExactSolve, GivesTheDocumentedShares) {
  EXPECT_EQ(outcome_of(documented),
            Outcome(Allocation<Rational>{Rational(40, 3), {Rational(40, 3), Rational(80, 3), 60}}));
}

TEST(ExactSolve, SaysByHowMuchTheMinimumsExceedTheTotal) {
  EXPECT_EQ(outcome_of({10, {{1, 8, {}}, {1, 8, {}}}}), Outcome(Overcommitted<Rational>{6}));
  EXPECT_EQ(outcome_of({10, {{1, 10, {}}, {0, Rational(1, 1000), {}}}}),
            Outcome(Overcommitted<Rational>{Rational(1, 1000)}));
}

TEST(ExactSolve, SaysHowMuchNoClaimantCanTake) {
  EXPECT_EQ(outcome_of({10, {{1, 0, at_most(3)}, {0, 4, {}}}}), Outcome(Surplus<Rational>{3}));
  EXPECT_EQ(outcome_of({5, {}}), Outcome(Surplus<Rational>{5}));
  EXPECT_EQ(outcome_of({5, {{0, 0, {}}}}), Outcome(Surplus<Rational>{5}));
}

TEST(ExactSolve, GivesNothingWithoutClaimants) {
  EXPECT_EQ(outcome_of({0, {}}), Outcome(Allocation<Rational>{0, {}}));
}

TEST(ExactSolve, GivesTheLeastRatio) {
  EXPECT_EQ(outcome_of({5, {{1, 5, at_most(9)}, {1, 0, at_most(0)}}}),
            Outcome(Allocation<Rational>{0, {5, 0}}));
  EXPECT_EQ(outcome_of({3, {{1, 0, at_most(3)}}}), Outcome(Allocation<Rational>{3, {3}}));
}

TEST(ExactSolve, GivesTheLowEndOfAFlatStretchInTheMiddle) {
  // From R = 2 to R = 4 nothing moves: the first is at its maximum, the second still at its
  // minimum.
  const Problem<Rational> problem{6, {{1, 0, at_most(2)}, {1, 4, {}}}};
  EXPECT_EQ(outcome_of(problem), Outcome(Allocation<Rational>{2, {2, 4}}));
  EXPECT_EQ(ratios_of(problem), (RatioInterval<Rational>{2, at_most(4)}));
}

TEST(ExactSolve, GivesAtWeightZeroTheMinimumWhateverTheRatio) {
  EXPECT_EQ(outcome_of({10, {{0, 4, at_most(9)}, {2, 0, {}}}}),
            Outcome(Allocation<Rational>{3, {4, 6}}));
  // The maximum does not count at weight 0, not even if every other claimant is full.
  EXPECT_EQ(outcome_of({10, {{0, 4, at_most(9)}, {2, 0, at_most(5)}}}),
            Outcome(Surplus<Rational>{1}));
}

TEST(ExactSolve, DividesTheExactMostThatCanBeClaimed) {
  EXPECT_EQ(outcome_of({9, {{0, 4, at_most(9)}, {2, 0, at_most(5)}}}),
            Outcome(Allocation<Rational>{Rational(5, 2), {4, 5}}));
}

TEST(ExactSolve, CountsTheMinimumTowardsTheProportionalPart) {
  EXPECT_EQ(outcome_of({12, {{1, 4, {}}, {2, 0, {}}}}), Outcome(Allocation<Rational>{4, {4, 8}}));
  EXPECT_EQ(outcome_of({15, {{1, 4, {}}, {2, 0, {}}}}), Outcome(Allocation<Rational>{5, {5, 10}}));
  EXPECT_EQ(outcome_of({9, {{1, 4, {}}, {2, 0, {}}}}),
            Outcome(Allocation<Rational>{Rational(5, 2), {4, 5}}));
}

TEST(ExactSolve, TakesClaimantsWhoseBoundsAreEqual) {
  EXPECT_EQ(outcome_of({10, {{7, 3, at_most(3)}, {1, 0, {}}}}),
            Outcome(Allocation<Rational>{7, {3, 7}}));
  EXPECT_EQ(outcome_of({3, {{7, 3, at_most(3)}}}), Outcome(Allocation<Rational>{0, {3}}));
}

TEST(ExactSolve, PassesABreakpointThatManyShare) {
  // At R = 4/3 one claimant begins, two end and one has equal bounds; 4 + 8 + 4 + 4 = 20 there.
  const Problem<Rational> problem{
      21, {{3, 4, {}}, {6, 1, at_most(8)}, {3, 0, at_most(4)}, {3, 4, at_most(4)}}};
  EXPECT_EQ(outcome_of(problem), Outcome(Allocation<Rational>{Rational(5, 3), {5, 8, 4, 4}}));
  Problem<Rational> there = problem;
  there.total = 20;
  EXPECT_EQ(outcome_of(there), Outcome(Allocation<Rational>{Rational(4, 3), {4, 8, 4, 4}}));
}

TEST(ExactSolve, DecidesTheOutcomeOfTheSmallestAndTheLargestTogether) {
  const Problem<double> problem{1e308, {{1, 1e308, {}}, {1, 5e-324, {}}}};
  EXPECT_EQ(outcome_of(widen(problem)), Outcome(Overcommitted<Rational>{from_double(5e-324)}));
}

TEST(FindRatios, IsASinglePointWhereAClaimantIsProportional) {
  EXPECT_EQ(ratios_of(documented), (RatioInterval<Rational>{Rational(40, 3), Rational(40, 3)}));
}

TEST(FindRatios, EndsWhereTheFirstWouldGetMore) {
  EXPECT_EQ(ratios_of({5, {{1, 5, at_most(9)}, {1, 0, at_most(0)}}}),
            (RatioInterval<Rational>{0, at_most(5)}));
  EXPECT_EQ(ratios_of({12, {{1, 5, {}}, {2, 7, {}}}}),
            (RatioInterval<Rational>{0, Rational(7, 2)}));
}

TEST(FindRatios, HasNoEndWhereNoClaimantCanGetMore) {
  EXPECT_EQ(ratios_of({3, {{1, 0, at_most(3)}}}), (RatioInterval<Rational>{3, std::nullopt}));
  EXPECT_EQ(ratios_of({0, {}}), (RatioInterval<Rational>{0, std::nullopt}));
  EXPECT_EQ(ratios_of({4, {{0, 4, at_most(9)}}}), (RatioInterval<Rational>{0, std::nullopt}));
  EXPECT_EQ(ratios_of({4, {{2, 4, at_most(4)}}}), (RatioInterval<Rational>{0, std::nullopt}));
}

TEST(FindRatios, IsZeroAloneWhereTheTotalIsNothing) {
  EXPECT_EQ(ratios_of({0, {{1, 0, {}}, {1, 0, at_most(3)}}}),
            (RatioInterval<Rational>{0, at_most(0)}));
}

TEST(Widen, LosesNothing) {
  constexpr double largest = std::numeric_limits<double>::max();
  const Problem<double> problem{0.1, {{5e-324, largest, {}}, {0.1, 0, 0.3}}};
  const Problem<Rational> wide = widen(problem);
  EXPECT_EQ(wide.total, from_double(0.1));
  EXPECT_EQ(wide.claimants[0].weight, from_double(5e-324));
  EXPECT_EQ(wide.claimants[0].min_share, from_double(largest));
  EXPECT_EQ(wide.claimants[0].max_share, std::nullopt);
  EXPECT_EQ(wide.claimants[1].max_share, from_double(0.3));
}

#ifndef NDEBUG
TEST(ExactSolveDeathTest, AssertsThatItIsGivenAProblem) {
  EXPECT_DEATH(outcome_of({-1, {}}), "find_defect");
}
#endif

}  // namespace
}  // namespace fairshare::exact
