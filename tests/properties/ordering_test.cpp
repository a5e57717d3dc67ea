#include "fairshare/properties/ordering.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fairshare/exact/solve.h"

namespace fairshare::properties {
namespace {

using Shares = std::vector<Rational>;

std::string text_of(const RatioRange& range) {
  const auto& [low, high, low_open, high_open] = range;
  std::string text = (low_open ? "more than " : "") + exact::to_text(low);
  if (!high) return text + " on";
  return text + " to " + (high_open ? "less than " : "") + exact::to_text(*high);
}

// "10 to 12", "more than 7 on", or which violation it is.
std::string range(const Problem<Rational>& problem, const std::vector<Interval>& reported) {
  const auto found = find_ratio_range(problem, reported);
  if (const auto* violation = std::get_if<Violation>(&found)) {
    if (std::holds_alternative<BelowMin>(*violation)) return "below min";
    if (std::holds_alternative<AboveMax>(*violation)) return "above max";
    const auto* pair = std::get_if<Unequal>(violation);
    if (pair == nullptr) return "wrong total";
    return std::to_string(pair->richer) + " richer than " + std::to_string(pair->poorer);
  }
  return text_of(std::get<RatioRange>(found));
}

std::string range(const Problem<Rational>& problem, const Shares& shares) {
  std::vector<Interval> reported;
  for (const Rational& share : shares) reported.push_back(exactly(share));
  return range(problem, reported);
}

// An ordering never reads the totals.
const Problem<Rational> two{999, {{1, 0, std::nullopt}, {2, 0, 30}}};

TEST(Ordering, FindsTheRatiosThatGiveTheShares) {
  EXPECT_EQ(range(two, Shares{10, 20}), "10 to 10");
  EXPECT_EQ(range(two, Shares{20, 30}), "20 to 20");
  EXPECT_EQ(range({0, {{1, 0, 5}, {1, 0, 7}}}, Shares{5, 7}), "7 on");
  EXPECT_EQ(range({0, {{1, 5, 9}, {1, 0, 0}}}, Shares{5, 0}), "0 to 5");
  EXPECT_EQ(range({0, {}}, Shares{}), "0 on");
  EXPECT_EQ(range({0, {{0, 4, std::nullopt}}}, Shares{4}), "0 on")
      << "at weight 0 any ratio will do";
}

TEST(Ordering, KnowsWhichEndsAreNotIncluded) {
  EXPECT_EQ(range(two, std::vector<Interval>{{10, 11, false, true}, {20, 24, true, false}}),
            "more than 10 to less than 11");
  EXPECT_EQ(range(two, std::vector<Interval>{{10, 12, false, false}, {20, 24, true, true}}),
            "more than 10 to less than 12");
}

TEST(Ordering, NamesWhoIsOutOfItsBoundsAndWhoIsRicherThanWhom) {
  EXPECT_EQ(range(two, Shares{20, 10}), "0 richer than 1");
  EXPECT_EQ(range(two, Shares{10, 30}), "1 richer than 0");
  EXPECT_EQ(range(two, Shares{10, 31}), "above max");
  EXPECT_EQ(range({0, {{1, 3, 9}}}, Shares{2}), "below min");
  EXPECT_EQ(range({0, {{0, 4, std::nullopt}}}, Shares{5}), "above max");
}

TEST(Ordering, IsWhatTheExactSolverFindsOfEverySharesThatItGives) {
  for (const int total : {0, 1, 7, 12, 30}) {
    const Problem<Rational> problem{
        total, {{1, 0, std::nullopt}, {2, 0, 4}, {3, 0, 9}, {0, 0, std::nullopt}}};
    const auto solution = exact::solve(problem);
    const auto* fair = std::get_if<Allocation<Rational>>(&solution);
    ASSERT_NE(fair, nullptr);
    const auto expected = exact::find_ratios(problem, *fair);
    Problem<Rational> other = problem;
    other.total = 1000;
    EXPECT_EQ(range(other, fair->shares),
              exact::to_text(expected.low) +
                  (expected.high ? " to " + exact::to_text(*expected.high) : " on"));
  }
}

TEST(Ordering, LeavesOutAnEndThatAnyoneLeavesOut) {
  const Problem<Rational> alike{0, {{1, 0, std::nullopt}, {1, 0, std::nullopt}}};
  const Interval closed{4, 5};
  const Interval open{4, 5, true, true};
  EXPECT_EQ(range(alike, std::vector<Interval>{closed, open}), "more than 4 to less than 5");
  EXPECT_EQ(range(alike, std::vector<Interval>{open, closed}), "more than 4 to less than 5");
  EXPECT_EQ(range(alike, std::vector<Interval>{closed, closed}), "4 to 5");
}

// "10 to 12", "more than 7 on", or "none".
std::string range(const Claimant<Rational>& claimant, const Interval& reported) {
  const auto found = find_ratio_range(claimant, reported);
  return found ? text_of(*found) : "none";
}

TEST(Ordering, FindsTheRatiosOfOneClaimant) {
  EXPECT_EQ(range({2, 0, 30}, exactly(20)), "10 to 10");
  EXPECT_EQ(range({2, 0, 30}, {20, 24, true, false}), "more than 10 to 12");
  EXPECT_EQ(range({2, 0, 30}, {20, 30, false, false}), "10 on");
  EXPECT_EQ(range({2, 10, 30}, {10, 20, false, true}), "0 to less than 10");
  EXPECT_EQ(range({0, 4, std::nullopt}, exactly(4)), "0 on");
}

TEST(Ordering, FindsNoRatioForAClaimantOutOfItsBounds) {
  EXPECT_EQ(range({2, 10, 30}, exactly(9)), "none");
  EXPECT_EQ(range({2, 10, 30}, {9, 10, false, true}), "none");
  EXPECT_EQ(range({2, 10, 30}, {30, 31, true, false}), "none");
  EXPECT_EQ(range({0, 4, std::nullopt}, exactly(5)), "none");
}

TEST(Ordering, TakesTheHighestNeedAndTheLowestAllowanceOfAll) {
  EXPECT_EQ(range({0, {{1, 0, 7}, {1, 0, 5}}}, Shares{7, 5}), "7 on");
  EXPECT_EQ(range({0, {{1, 5, 9}, {1, 7, 9}}}, Shares{5, 7}), "0 to 5");
  EXPECT_EQ(range({0, {{1, 7, 9}, {1, 5, 9}}}, Shares{7, 5}), "0 to 5");
}

#ifndef NDEBUG
TEST(FindRatioRangeDeathTest, AssertsThatItIsGivenAnInterval) {
  const Claimant<Rational> claimant;
  EXPECT_DEATH(static_cast<void>(find_ratio_range(claimant, {2, 1})), "is_interval");
  EXPECT_DEATH(static_cast<void>(find_ratio_range(claimant, {1, 1, true, false})), "is_interval");
}
#endif

}  // namespace
}  // namespace fairshare::properties
