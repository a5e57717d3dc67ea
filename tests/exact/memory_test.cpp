#include "fairshare/exact/memory.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <vector>

#include "fairshare/exact/rational.h"

namespace fairshare::exact {
namespace {

const Integer long_one = pow(Integer(3), 10'000);  // about 2 KB

TEST(MemoryBound, RefusesTheNumberThatExceedsIt) {
  const MemoryBound bound(10'000);
  std::vector<Rational> numbers;
  EXPECT_THROW(for (int k = 1; k <= 6; ++k) numbers.emplace_back(long_one * k), NumbersTooLong);
  EXPECT_GE(numbers.size(), 3U);
}

TEST(MemoryBound, RefusesEachOperationThatMakesALongNumber) {
  const Integer power = pow(Integer(2), 10'000);
  const Rational fraction(long_one, power);
  const auto is_refused = [](const auto& operation) {
    const MemoryBound bound(1000);
    try {
      operation();
    } catch (const NumbersTooLong&) {
      return true;
    }
    return false;
  };
  EXPECT_TRUE(is_refused([&] { [[maybe_unused]] const Integer copy(long_one); }));
  EXPECT_TRUE(is_refused([&] { Integer(1) = long_one; }));
  EXPECT_TRUE(is_refused([&] { Integer(1) += long_one; }));
  EXPECT_TRUE(is_refused([&] { Integer(1) -= long_one; }));
  EXPECT_TRUE(is_refused([&] { Integer(2) *= long_one; }));
  EXPECT_TRUE(is_refused([&] { Integer(1) <<= 10'000; }));
  EXPECT_TRUE(is_refused([&] { [[maybe_unused]] const Rational whole(long_one); }));
  EXPECT_TRUE(is_refused([&] { [[maybe_unused]] const Rational quotient(long_one, power); }));
  EXPECT_TRUE(is_refused([&] { [[maybe_unused]] const Rational copy(fraction); }));
  EXPECT_TRUE(is_refused([&] { Rational(1) = fraction; }));
  EXPECT_TRUE(is_refused([&] { Rational(1) += fraction; }));
  EXPECT_TRUE(is_refused([&] { Rational(1) -= fraction; }));
  EXPECT_TRUE(is_refused([&] { Rational(2) *= fraction; }));
  EXPECT_TRUE(is_refused([&] { Rational(2) /= fraction; }));
  EXPECT_TRUE(is_refused([&] { [[maybe_unused]] const Integer above = numerator(fraction); }));
  EXPECT_TRUE(is_refused([&] { [[maybe_unused]] const Integer below = denominator(fraction); }));
  EXPECT_TRUE(is_refused([&] { [[maybe_unused]] const double near = to_double(fraction); }));
  const Integer longer = pow(Integer(3), 1'000'000);
  const Rational one(longer, power), other(longer + 2, power * 3 + 1);
  EXPECT_TRUE(is_refused([&] { [[maybe_unused]] const bool is_less = one < other; }));
}

TEST(MemoryBound, GoesOnRefusingUntilItEnds) {
  {
    const MemoryBound bound(1000);
    EXPECT_THROW(Rational(long_one) * 2, NumbersTooLong);
    EXPECT_THROW(Rational(Integer(1) << 64) + 1, NumbersTooLong);
  }
  EXPECT_EQ(Rational(long_one) * 2 - long_one, Rational(long_one));
}

TEST(MemoryBound, TakesNoNoticeOfWhatWasGivenBack) {
  const MemoryBound bound(20'000);
  Integer number = long_one;
  for (int k = 0; k < 1000; ++k) number = long_one + k;
  EXPECT_EQ(number, long_one + 999);
}

TEST(MemoryBound, OfAsManyBytesAsThereCanBeBoundsNothing) {
  const MemoryBound bound(std::numeric_limits<std::size_t>::max());
  EXPECT_EQ(long_one * 2 - long_one, long_one);
}

#ifndef NDEBUG
TEST(MemoryBoundDeathTest, AssertsThatItIsNotInAnother) {
  const auto nest = [] {
    const MemoryBound outer(1000);
    const MemoryBound inner(100);
  };
  EXPECT_DEATH(nest(), "bytes_max");
}
#endif

TEST(MemoryBound, DoesNotCountShortNumbers) {
  const MemoryBound bound(0);
  std::vector<Rational> numbers;
  for (int k = 1; k <= 1000; ++k) numbers.emplace_back(1, k);
  EXPECT_EQ(numbers.back(), Rational(1, 1000));
}

TEST(MemoryBound, RefusesTheTextOfAnIntegerThatExceedsIt) {
  const Rational number = Rational(pow(Integer(2), 1'000'000));
  const MemoryBound bound(1000);
  EXPECT_THROW(to_text(number + 1), NumbersTooLong);
}

TEST(MemoryBound, LeavesANumberUsableThatExceededIt) {
  Rational number = long_one;
  {
    const MemoryBound bound(100);
    EXPECT_THROW(number *= long_one, NumbersTooLong);
  }
  number = 7;
  EXPECT_EQ(number + 1, 8);
}

TEST(MemoryBound, CountsFromTheFirstByteBeyondShortNumbersToTheLastThatItAllows) {
  const auto is_refused = [](std::size_t bytes, std::size_t bytes_max) {
    const MemoryBound bound(bytes_max);
    void* const place = memory::allocate(bytes);
    bool refused = false;
    try {
      memory::check();
    } catch (const NumbersTooLong&) {
      refused = true;
    }
    memory::release(place, bytes);
    return refused;
  };
  EXPECT_FALSE(is_refused(MemoryBound::counted_from, 0));
  EXPECT_TRUE(is_refused(MemoryBound::counted_from + 1, 0));
  EXPECT_FALSE(is_refused(1000, 1000));
  EXPECT_TRUE(is_refused(1001, 1000));
}

TEST(MemoryBound, CountsOfANumberThatGrowsWhatItGrowsBy) {
  const MemoryBound bound(1000);
  void* place = memory::allocate(600);
  place = memory::reallocate(place, 600, 1000);
  EXPECT_NO_THROW(memory::check());
  place = memory::reallocate(place, 1000, 1001);
  EXPECT_THROW(memory::check(), NumbersTooLong);
  memory::release(place, 1001);
}

TEST(MemoryBound, SaysWhatIsTooLong) {
  EXPECT_STREQ(NumbersTooLong().what(), "exact numbers are too long");
}

}  // namespace
}  // namespace fairshare::exact
