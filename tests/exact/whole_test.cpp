// exact/whole.h: which problems are made whole, and that the sweep never overflows on one that is.
#include "fairshare/exact/whole.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>

#include "fairshare/exact/solve.h"
#include "fairshare/exact/sweep.h"

namespace fairshare::exact {
namespace {

const Rational third(1, 3);
const Rational large(std::int64_t{1} << 62);

Problem<Rational> equal_claimants(std::size_t count, const Rational& weight, const Rational& most) {
  Problem<Rational> problem{most, {}};
  for (std::size_t i = 0; i < count; ++i) {
    problem.claimants.push_back({weight - Rational(i), 0, most - Rational(i)});
  }
  return problem;
}

TEST(Whole, GivesTheDocumentedProblem) {
  const auto whole =
      find_whole({Rational(3333, 100), {{Rational(1, 2), 0, {}}, {2, 0, Rational(30)}}});
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->amounts, 100);
  EXPECT_EQ(whole->weights, 2);
  EXPECT_EQ(whole->problem,
            (Problem<Quotient>{3333, {{1, 0, {}}, {4, 0, std::optional<Quotient>(3000)}}}));
}

TEST(Whole, HasUnitsThatDivideEveryNumber) {
  const auto whole = find_whole(
      {Rational(1, 4), {{third, Rational(1, 6), Rational(1, 10)}, {Rational(5, 6), 0, {}}}});
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->amounts, 60);
  EXPECT_EQ(whole->weights, 6);
}

TEST(Whole, RefusesNumbersAndUnitsThatAreTooLong) {
  EXPECT_FALSE(find_whole({large * 4, {{1, 0, {}}}}));
  EXPECT_FALSE(find_whole({1, {{1, 1 / (large * 4), {}}}}));
  EXPECT_FALSE(find_whole({1, {{1 / large, 0, {}}, {third, 0, {}}}}));
  EXPECT_TRUE(find_whole({1, {{1 / large, third, {}}}}));  // each kind has a unit of its own
}

TEST(Whole, ComparesQuotientsThatAreNotInLowestTerms) {
  EXPECT_EQ(Quotient(2, 6), Quotient(1, 3));
  EXPECT_LT(Quotient(2, 6), Quotient(3, 8));
  EXPECT_GT(Quotient(0), Quotient(-1, 5));
}

// With seven claimants a product has up to 127 bits; with eight there is no whole problem.
TEST(Whole, GivesTheSharesOfTheSweepOnRationalsUpToTheLongestNumbers) {
  for (const std::size_t count : {1U, 2U, 7U, 8U, 20U, 40U}) {
    Problem<Rational> problem = equal_claimants(count, large, large * Rational(1, 2));
    EXPECT_EQ(find_whole(problem).has_value(), count <= 7) << count;
    for (int step = 1; step < 8; ++step) {
      problem.total = large * Rational(step * static_cast<int>(count), 16);
      EXPECT_EQ(solve(problem), generic::solve(problem)) << count << " claimants, step " << step;
    }
  }
}

TEST(Whole, CountsTheSumOfWeightsForEachBoundAsWell) {
  Problem<Rational> problem{large * Rational(3, 2), {{large, large / 2, {}}}};
  for (int i = 0; i < 19; ++i) problem.claimants.push_back({large, 0, {}});
  EXPECT_FALSE(find_whole(problem));
  EXPECT_EQ(solve(problem), generic::solve(problem));
}

TEST(Whole, ConvertsNumbersOfMoreThan125BitsBack) {
  const Rational tiny = 1 / large;
  const Problem<Rational> overcommitted{tiny, {{1, large, {}}, {1, large, {}}, {1, large, {}}}};
  const Problem<Rational> surplus{large + large / 2,
                                  {{1, tiny, Rational(large / 4)}, {1, 0, Rational(large / 4)}}};
  for (const auto& problem : {overcommitted, surplus}) {
    ASSERT_TRUE(find_whole(problem));
    EXPECT_EQ(solve(problem), generic::solve(problem));
  }
}

TEST(Whole, ConvertsEveryOutcomeBack) {
  for (const Problem<Rational>& problem : {
           Problem<Rational>{third, {{1, Rational(1, 2), {}}}},
           Problem<Rational>{third, {{Rational(2, 7), 0, Rational(1, 4)}, {0, 0, {}}}},
           Problem<Rational>{Rational(7, 2), {{third, 0, {}}, {1, Rational(9, 4), Rational(5, 2)}}},
           Problem<Rational>{large, {{third, 0, {}}, {Rational(1, 1000), large / 3, {}}}},
           Problem<Rational>{0, {}},
       }) {
    ASSERT_TRUE(find_whole(problem));
    EXPECT_EQ(solve(problem), generic::solve(problem));
  }
}

}  // namespace
}  // namespace fairshare::exact
