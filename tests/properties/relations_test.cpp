// properties/relations.h: what can be said about shares of which only an interval is known, and how
// the properties choose among the problems to ask.
#include "fairshare/properties/relations.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace fairshare::properties {
namespace {

using exact::Rational;

TEST(Relations, AreBrokenOnlyWhereNoChoiceFulfilsThem) {
  const Interval low = {3, 4, false, true};  // [3, 4)
  const Interval high = {4, 5, false, true};
  EXPECT_TRUE(can_be_at_most(low, high));
  EXPECT_FALSE(can_be_at_most(high, low));
  EXPECT_TRUE(can_be_at_most(high, {3, 4}));
  EXPECT_FALSE(can_be_equal(low, high));
  EXPECT_TRUE(can_be_equal({3, 4}, high));
  EXPECT_FALSE(can_be_equal({3, 4}, {4, 5, true, false}));
  EXPECT_TRUE(can_be_equal({3, 4, true, true}, {3, 5, false, true}));
  EXPECT_TRUE(can_be_equal({4, 4}, {3, 5, true, true}));
  EXPECT_FALSE(can_be_equal({3, 3}, {3, 5, true, true}));
}

TEST(Relations, SumsAndHullsKeepTheirEnds) {
  const Interval half_open = {1, 2, false, true};
  const Interval other = {3, 5, true, false};
  EXPECT_EQ(text_of(sum_of(half_open, other)), "(4, 7)");
  EXPECT_EQ(text_of(sum_of(other, half_open)), "(4, 7)");
  EXPECT_EQ(text_of(times(half_open, Rational(1, 3))), "[1/3, 2/3)");
  EXPECT_EQ(text_of(hull_of(half_open, other)), "[1, 5]");
  EXPECT_EQ(text_of(hull_of(other, half_open)), "[1, 5]");
  EXPECT_EQ(text_of(hull_of({1, 2, true, true}, {1, 2})), "[1, 2]");
  EXPECT_EQ(text_of(hull_of({1, 2}, {1, 2, true, true})), "[1, 2]");
  EXPECT_EQ(text_of(hull_of({1, 2, true, true}, {1, 2, true, true})), "(1, 2)");
}

TEST(Relations, BoundsMayLeaveOneNumberOfAShare) {
  const auto within = [](const Claimant<Rational>& claimant, const Interval& share) {
    const auto part = within_bounds(claimant, share);
    return part ? text_of(*part) : "nothing";
  };
  EXPECT_EQ(within({1, 0, 5}, {5, 6, false, true}), "5");
  EXPECT_EQ(within({1, 0, 5}, {5, 6, true, true}), "nothing");
  EXPECT_EQ(within({1, 6}, {5, 6, false, true}), "nothing");
  EXPECT_EQ(within({1, 2, 7}, {1, 9, true, true}), "[2, 7]");
  EXPECT_EQ(within({0, 2, 7}, {1, 9, true, true}), "2");
  EXPECT_EQ(within({1}, {-1, 1, true, true}), "[0, 1)");
}

TEST(Relations, EndsMoveOutwardsToDoubles) {
  const auto around = [](const Interval& interval) { return text_of(doubles_around(interval)); };
  EXPECT_EQ(around({3, 4, true, true}), "[3, 4]");
  EXPECT_EQ(around({Rational(40, 3), Rational(40, 3)}), "40/3");
  const Interval thirds = {Rational(1, 3), Rational(2, 3)};
  const Interval moved = doubles_around(thirds);
  EXPECT_EQ(moved.low, exact::from_double(0x1.5555555555555p-2));   // below 1/3
  EXPECT_EQ(moved.high, exact::from_double(0x1.5555555555556p-1));  // above 2/3
  const Rational huge = Rational(exact::Integer(1) << 1100U);
  const Interval beyond = doubles_around({huge, huge * 2});
  EXPECT_EQ(beyond.low, exact::from_double(std::numeric_limits<double>::max()));
  EXPECT_EQ(beyond.high, huge * 2);
}

TEST(Choice, SmallNumbersMakeEveryCombinationOfDecisions) {
  std::set<std::vector<std::size_t>> combinations;
  for (std::uint64_t number = 0; number < 30; ++number) {
    Choice choice(number);
    std::vector<std::size_t> decisions;
    for (const std::size_t end : {2U, 3U, 5U}) decisions.push_back(choice.below(end));
    combinations.insert(decisions);
  }
  EXPECT_EQ(combinations.size(), 30U);
}

// A permutation of 40 claimants takes more than 64 bits; the last decisions are made nevertheless.
TEST(Choice, GoesOnBeyondItsBits) {
  Choice choice(0);
  std::set<std::size_t> decisions;
  for (int k = 0; k < 200; ++k) {
    const std::size_t decision = choice.below(40);
    EXPECT_LT(decision, 40U);
    decisions.insert(decision);
  }
  EXPECT_GT(decisions.size(), 30U);
}

}  // namespace
}  // namespace fairshare::properties
