// Integers of few bits, compared with the rationals: the same ratio, the same shares, the same
// verdict.
#include "fairshare/properties/narrow.h"

#include <gtest/gtest.h>

#include <random>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/fairness.h"
#include "fairshare/properties/standings.h"
#include "fairshare/properties/wide.h"

namespace fairshare::properties {
namespace {

Rational rational(uint128 number) {
  const exact::Integer high = static_cast<std::uint64_t>(number >> 64U);
  return Rational((high << 64U) + static_cast<std::uint64_t>(number));
}

Rational rational(const Wide& number) {
  return rational(number.high) * Rational(exact::Integer(1) << 128U) + rational(number.low);
}

uint128 random_number(std::mt19937_64& random, int bits_max) {
  const auto bits = static_cast<unsigned>(random() % static_cast<unsigned>(bits_max + 1));
  const uint128 number = static_cast<uint128>(random()) << 64U | random();
  return bits == 0 ? 0 : number >> (128U - bits);
}

TEST(MostThatCanBeClaimed, IsTheSumOfAllEnds) {
  using narrow::find_most_that_can_be_claimed;
  EXPECT_TRUE(find_most_that_can_be_claimed({9, {{1, 0, 3}, {0, 2, 5}}}) == uint128{5})
      << "at weight 0 the minimum";
  EXPECT_FALSE(find_most_that_can_be_claimed({9, {{1, 0, 3}, {1, 0}}}));
}

TEST(Wide, ProductsAreThoseOfIntegers) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 20'000; ++round) {
    const uint128 a = random_number(random, 128);
    const uint128 b = random_number(random, 128);
    EXPECT_EQ(rational(product(a, b)), rational(a) * rational(b));
    const uint128 c = random_number(random, 64);
    const auto factor = static_cast<std::uint64_t>(random_number(random, 64));
    EXPECT_EQ(rational(product(product(a, c), factor)), rational(a) * rational(c) * factor);
  }
}

TEST(Wide, OrdersAreThoseOfIntegers) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 20'000; ++round) {
    const Wide a{random_number(random, 3), random_number(random, 128)};
    const Wide b{random_number(random, 3), random_number(random, 128)};
    EXPECT_EQ(a < b, rational(a) < rational(b));
    EXPECT_EQ(a == b, rational(a) == rational(b));
  }
}

TEST(Wide, CountsBits) {
  EXPECT_EQ(bits_of(0), 0);
  EXPECT_EQ(bits_of(1), 1);
  EXPECT_EQ(bits_of(uint128{1} << 64U), 65);
  EXPECT_EQ(bits_of(~uint128{0}), 128);
}

Problem<Rational> widened(const narrow::Problem& problem) {
  Problem<Rational> wide{rational(problem.total), {}};
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    wide.claimants.push_back({rational(weight), rational(min_share), {}});
    if (max_share) wide.claimants.back().max_share = rational(*max_share);
  }
  return wide;
}

narrow::Problem random_problem(std::mt19937_64& random, int amount_bits, int weight_bits) {
  narrow::Problem problem{random_number(random, amount_bits), {}};
  const std::size_t count = 1 + random() % 6;
  for (std::size_t i = 0; i < count; ++i) {
    narrow::Claimant claimant{random_number(random, weight_bits), 0};
    if (random() % 2 == 0) claimant.min_share = random_number(random, amount_bits - 1);
    if (random() % 2 == 0) {
      claimant.max_share = claimant.min_share + random_number(random, amount_bits - 1);
    }
    problem.claimants.push_back(claimant);
  }
  return problem;
}

// How many of `rounds` problems had a ratio, each of which was compared.
int compare_with_exact(int amount_bits, int weight_bits, int rounds) {
  std::mt19937_64 random(static_cast<unsigned>(amount_bits));
  narrow::Workspace workspace;
  int found = 0;
  for (int round = 0; round < rounds; ++round) {
    const narrow::Problem problem = random_problem(random, amount_bits, weight_bits);
    const auto ratio = narrow::find_least_ratio(problem, workspace);
    const auto solution = exact::solve(widened(problem));
    const auto* allocation = std::get_if<Allocation<Rational>>(&solution);
    if (!ratio) continue;
    ++found;
    EXPECT_NE(allocation, nullptr);
    if (allocation == nullptr) continue;
    EXPECT_EQ(rational(ratio->numerator) / rational(ratio->denominator), allocation->ratio);
    for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
      const Wide share = narrow::share_at(problem.claimants[i], *ratio);
      EXPECT_EQ(rational(share) / rational(ratio->denominator), allocation->shares[i]);
    }
  }
  return found;
}

TEST(Narrow, FindsTheLeastRatioOfSmallProblems) {
  EXPECT_GE(compare_with_exact(4, 3, 20'000), 5'000);
}

TEST(Narrow, FindsTheLeastRatioOfTheLargestNumbers) {
  EXPECT_GE(compare_with_exact(narrow::amount_bits_max, narrow::weight_bits_max, 20'000), 2'000);
}

TEST(Narrow, MissesNoRatioOfSmallProblems) {
  std::mt19937_64 random(3);
  narrow::Workspace workspace;
  for (int round = 0; round < 20'000; ++round) {
    const narrow::Problem problem = random_problem(random, 5, 3);
    const auto solution = exact::solve(widened(problem));
    EXPECT_EQ(narrow::find_least_ratio(problem, workspace).has_value(),
              std::holds_alternative<Allocation<Rational>>(solution));
  }
}

TEST(Narrow, TellsTheLeastRatioOfAFlatStretch) {
  narrow::Workspace workspace;
  // From 3 to 5 no claimant gets more: the first is at its max, the second still at its min.
  const narrow::Problem problem{8, {{1, 0, 3}, {1, 5, 9}}};
  const auto ratio = narrow::find_least_ratio(problem, workspace);
  ASSERT_TRUE(ratio);
  EXPECT_EQ(rational(ratio->numerator) / rational(ratio->denominator), 3);
}

// Breakpoints at 2^100 + k, which are equal as doubles: the ratio is between the last two, and all
// tries before those fail.
narrow::Problem with_breakpoints_alike(uint128 count) {
  constexpr uint128 large = uint128{1} << 100U;
  narrow::Problem problem{0, {{1, 0}}};
  for (uint128 k = 0; k < count; ++k) problem.claimants.push_back({1, 0, large + 2 * k});
  // At large + 2 * count - 3 only the first and the last are proportional.
  problem.total = 2 * (large + 2 * count - 3);
  for (uint128 k = 0; k + 1 < count; ++k) problem.total += large + 2 * k;
  return problem;
}

TEST(Narrow, FindsARatioAmongAFewBreakpointsThatAreAlikeAsDoubles) {
  narrow::Workspace workspace;
  for (const unsigned count : {2U, 3U, 4U, 5U, 6U, 7U}) {
    const auto ratio = narrow::find_least_ratio(with_breakpoints_alike(count), workspace);
    ASSERT_TRUE(ratio) << count;
    EXPECT_EQ(rational(ratio->numerator) / rational(ratio->denominator),
              rational((uint128{1} << 100U) + 2 * count - 3));
  }
}

TEST(Narrow, LeavesARatioAmongManySuchBreakpointsToOthers) {
  narrow::Workspace workspace;
  EXPECT_FALSE(narrow::find_least_ratio(with_breakpoints_alike(10), workspace));
}

// In doubles the sum is the total at the second claimant's minimum, and the first could have it
// all.
TEST(Narrow, LeavesNoClaimantAtAMinimumThatTheRatioIsBeyond) {
  narrow::Workspace workspace;
  constexpr uint128 minimum = uint128{1} << 40U;
  const auto ratio = narrow::find_least_ratio({2 * minimum + 1, {{1, 0}, {1, minimum}}}, workspace);
  ASSERT_TRUE(ratio);
  EXPECT_EQ(rational(ratio->numerator) / rational(ratio->denominator),
            rational(2 * minimum + 1) / 2);
}

// Of two breakpoints that are equal as doubles, the higher is passed first: a claimant then counts
// as being at a max share that it has not reached.
TEST(Narrow, LeavesBreakpointsInTheWrongOrderToOthers) {
  constexpr uint128 large = uint128{1} << 100U;
  narrow::Workspace workspace;
  const narrow::Problem problem{3 * large + 4, {{1, 0, large + 4}, {1, 0, large}, {1, 0}}};
  EXPECT_FALSE(narrow::find_least_ratio(problem, workspace));
  const narrow::Problem in_order{3 * large + 4, {{1, 0, large}, {1, 0, large + 4}, {1, 0}}};
  const auto ratio = narrow::find_least_ratio(in_order, workspace);
  ASSERT_TRUE(ratio);
  EXPECT_EQ(rational(ratio->numerator) / rational(ratio->denominator), rational(large + 2));
}

// One is at its maximum of 2, one at its minimum of 4: every ratio from 2 to 4 gives 6. Standings
// that give 4 are not accepted.
TEST(Narrow, TakesNoRatioOfAFlatStretchButTheLeast) {
  const narrow::Problem problem = {6, {{1, 0, 2}, {1, 4}}};
  using narrow::Standing;
  const auto ratio_of = [&](const std::vector<Standing>& standings) {
    return narrow::generic::find_least_ratio<uint128>(
        problem, [&](uint128, const auto& attempt) { return attempt(standings); });
  };
  EXPECT_FALSE(ratio_of({Standing::at_max, Standing::proportional}));
  const auto least = ratio_of({Standing::proportional, Standing::at_min});
  ASSERT_TRUE(least);
  EXPECT_TRUE(least->numerator == 2 && least->denominator == 1);
}

// Each claimant has its fair share, rounded down, or anything.
std::vector<narrow::Reported> reported_near(const narrow::Problem& problem,
                                            const narrow::Ratio& ratio, bool is_near,
                                            std::mt19937_64& random) {
  std::vector<narrow::Reported> reported;
  for (const auto& claimant : problem.claimants) {
    const Wide share = narrow::share_at(claimant, ratio);
    const uint128 whole = is_near ? share.low / ratio.denominator : uint128{random() % 40};
    reported.push_back(
        {.value = whole, .low = whole, .high = whole + (is_near ? 0 : random() % 3)});
  }
  return reported;
}

TEST(Narrow, FindsTheSameRatioWhateverIsReported) {
  std::mt19937_64 random(5);
  narrow::Workspace workspace;
  int without_sorting = 0;
  for (int round = 0; round < 20'000; ++round) {
    const narrow::Problem problem = random_problem(random, 5, 3);
    const auto ratio = narrow::find_least_ratio(problem, workspace);
    const bool is_near = ratio && random() % 2 == 0;
    const auto reported =
        reported_near(problem, ratio.value_or(narrow::Ratio{0, 1}), is_near, random);
    workspace.breakpoints.clear();
    const auto found = narrow::find_least_ratio(problem, reported, workspace);
    ASSERT_EQ(found.has_value(), ratio.has_value());
    if (!found) continue;
    EXPECT_TRUE(product(found->numerator, ratio->denominator) ==
                product(ratio->numerator, found->denominator));
    without_sorting += is_near && workspace.breakpoints.empty() ? 1 : 0;
  }
  EXPECT_GE(without_sorting, 1'000);
}

// A claimant whose bounds are equal may be at its maximum, as well as at its minimum.
TEST(Narrow, SortsNothingWhereSharesAreFair) {
  narrow::Workspace workspace;
  const narrow::Problem problem{100, {{1, 0}, {2, 5, 30}, {3, 60}, {1, 10, 10}, {0, 0}}};
  const auto reported = [](std::uint64_t share) { return narrow::Reported{share, share, share}; };
  const std::vector<narrow::Reported> fair = {reported(10), reported(20), reported(60),
                                              reported(10), reported(0)};
  const auto ratio = narrow::find_least_ratio(problem, fair, workspace);
  ASSERT_TRUE(ratio);
  EXPECT_TRUE(ratio->numerator == 30 && ratio->denominator == 3);
  EXPECT_TRUE(workspace.breakpoints.empty());
}

// Every verdict of find_violation on every reported interval near the fair share.
TEST(Narrow, ContainsWhatIsFairAndNothingElse) {
  std::mt19937_64 random(4);
  narrow::Workspace workspace;
  int fair = 0;
  for (int round = 0; round < 20'000; ++round) {
    const narrow::Problem problem = random_problem(random, 5, 3);
    const auto ratio = narrow::find_least_ratio(problem, workspace);
    if (!ratio) continue;
    bool is_fair = true;
    std::vector<Interval> intervals;
    for (const auto& claimant : problem.claimants) {
      const Wide share = narrow::share_at(claimant, *ratio);
      narrow::Reported reported{};
      reported.denominator = 1 + random() % 3;
      const auto near = static_cast<std::uint64_t>(static_cast<double>(share.low) *
                                                   static_cast<double>(reported.denominator) /
                                                   static_cast<double>(ratio->denominator));
      reported.low = near - std::min(near, random() % 2);
      reported.high = reported.low + random() % 3;
      reported.value = reported.low;
      const bool is_point = reported.low == reported.high;
      reported.low_open = !is_point && random() % 4 == 0;
      reported.high_open = !is_point && random() % 4 == 0;
      is_fair = is_fair && narrow::contains(reported, share, *ratio);
      const Rational below = reported.denominator;
      intervals.push_back({rational(reported.low) / below, rational(reported.high) / below,
                           reported.low_open, reported.high_open});
    }
    EXPECT_EQ(is_fair, !find_violation(widened(problem), intervals));
    fair += is_fair ? 1 : 0;
  }
  EXPECT_GE(fair, 500);
}

}  // namespace
}  // namespace fairshare::properties
