// Go's arithmetic, as its documentation describes it: math.Min, math.Max, int64(x), integers that
// wrap.
#include "fairshare/schedulers/common/go_arithmetic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace fairshare::schedulers::go {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

TEST(GoArithmetic, InfinityWinsOverNanAndNanOverAllElse) {
  for (const double other : {0.0, -1.0, infinity, -infinity, nan}) {
    EXPECT_EQ(min(-infinity, other), -infinity) << other;
    EXPECT_EQ(min(other, -infinity), -infinity) << other;
    EXPECT_EQ(max(infinity, other), infinity) << other;
    EXPECT_EQ(max(other, infinity), infinity) << other;
  }
  for (const double other : {0.0, -1.0, nan}) {
    EXPECT_TRUE(std::isnan(min(nan, other))) << other;
    EXPECT_TRUE(std::isnan(min(other, nan))) << other;
    EXPECT_TRUE(std::isnan(max(nan, other))) << other;
    EXPECT_TRUE(std::isnan(max(other, nan))) << other;
  }
  EXPECT_TRUE(std::isnan(min(infinity, nan)));
  EXPECT_TRUE(std::isnan(max(-infinity, nan)));
}

TEST(GoArithmetic, AnyNumberIsBelowInfinity) {
  EXPECT_EQ(min(1.0, infinity), 1);
  EXPECT_EQ(min(infinity, 1.0), 1);
  EXPECT_EQ(max(1.0, -infinity), 1);
}

TEST(GoArithmetic, NegativeZeroIsTheSmaller) {
  EXPECT_TRUE(std::signbit(min(0.0, -0.0)));
  EXPECT_TRUE(std::signbit(min(-0.0, 0.0)));
  EXPECT_FALSE(std::signbit(max(0.0, -0.0)));
  EXPECT_FALSE(std::signbit(max(-0.0, 0.0)));
}

TEST(GoArithmetic, TakesTheSmallerAndTheLarger) {
  EXPECT_EQ(min(1, 2), 1);
  EXPECT_EQ(min(2, 1), 1);
  EXPECT_EQ(min(infinity, 1), 1);
  EXPECT_EQ(max(1, 2), 2);
  EXPECT_EQ(max(2, 1), 2);
  EXPECT_EQ(max(-infinity, 1), 1);
}

TEST(GoArithmetic, WhatIsNoInt64BecomesTheLeast) {
  EXPECT_EQ(to_int64(1.9), 1);
  EXPECT_EQ(to_int64(-1.9), -1);
  EXPECT_EQ(to_int64(-0x1p63), least);
  EXPECT_EQ(to_int64(0x1.fffffffffffffp62), most - 1023);
  for (const double number : {0x1p63, -0x1.0000000000001p63, infinity, -infinity, nan}) {
    EXPECT_EQ(to_int64(number), least) << number;
  }
}

TEST(GoArithmetic, IntegersWrapAndThatIsTold) {
  bool has_wrapped = false;
  EXPECT_EQ(add(1, 2, has_wrapped), 3);
  EXPECT_EQ(subtract(1, 2, has_wrapped), -1);
  EXPECT_FALSE(has_wrapped);
  EXPECT_EQ(add(most, 1, has_wrapped), least);
  EXPECT_TRUE(has_wrapped);
  has_wrapped = false;
  EXPECT_EQ(subtract(least, 1, has_wrapped), most);
  EXPECT_TRUE(has_wrapped);
  EXPECT_EQ(add(0, 0, has_wrapped), 0);
  EXPECT_TRUE(has_wrapped);
}

}  // namespace
}  // namespace fairshare::schedulers::go
