// reference/exact_sum.h against exact numbers.
#include "fairshare/reference/exact_sum.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string_view>

#include "fairshare/exact/rational.h"
#include "tests/wide.h"

namespace fairshare::reference {
namespace {

using exact::Integer;
using exact::Rational;
using tests::value;
using tests::wide_of;

constexpr double largest = std::numeric_limits<double>::max();

Rational value_of(const ExactSum& sum) {
  return Rational(sum.sign()) * value(sum.magnitude());
}

// Finite and >= 0; every exponent is equally likely.
double any_double(std::mt19937_64& random) {
  const double number = std::abs(std::bit_cast<double>(random()));
  return std::isfinite(number) ? number : largest;
}

Integer any_integer(std::mt19937_64& random, unsigned bits_max) {
  Integer number = 0;
  for (unsigned bits = 0; bits < bits_max; bits += 64) number = (number << 64U) + Integer(random());
  return number >> (random() % bits_max);
}

TEST(ToBinary, ReturnsTheStoredNumber) {
  const auto same = [](double number, Binary expected) {
    const Binary binary = to_binary(number);
    return binary.significand == expected.significand && binary.exponent == expected.exponent;
  };
  constexpr std::uint64_t hidden_bit = std::uint64_t{1} << 52;
  EXPECT_TRUE(same(1.0, {hidden_bit, -52}));
  EXPECT_TRUE(same(5e-324, {1, -1074}));
  EXPECT_TRUE(same(0.0, {0, -1074}));
  EXPECT_TRUE(same(-0.0, {0, -1074}));
  EXPECT_TRUE(same(0x1p-1022, {hidden_bit, -1074}));
  EXPECT_TRUE(same(0x1p-1022 - 5e-324, {hidden_bit - 1, -1074}));
  EXPECT_TRUE(same(largest, {2 * hidden_bit - 1, 971}));
}

TEST(ToBinary, LosesNothing) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 10'000; ++k) {
    const double number = any_double(random);
    EXPECT_EQ(value(to_binary(number)), exact::from_double(number));
  }
}

TEST(ExactSum, IsZeroAtFirst) {
  EXPECT_EQ(ExactSum{}.sign(), 0);
  EXPECT_EQ(value_of(ExactSum{}), 0);
  EXPECT_EQ(value(one()), 1);
}

TEST(ExactSum, KeepsTheSmallestBesideTheLargest) {
  ExactSum sum;
  sum.add(largest);
  sum.add(5e-324);
  EXPECT_EQ(value_of(sum), exact::from_double(largest) + exact::from_double(5e-324));
  sum.subtract(largest);
  EXPECT_EQ(value_of(sum), exact::from_double(5e-324));
  sum.subtract(5e-324);
  EXPECT_EQ(sum.sign(), 0);
  EXPECT_EQ(value_of(sum), 0);
}

TEST(ExactSum, GoesBelowZeroAndBack) {
  ExactSum sum;
  sum.subtract(5e-324);
  EXPECT_EQ(sum.sign(), -1);
  EXPECT_EQ(value_of(sum), -exact::from_double(5e-324));
  sum.subtract(largest);
  EXPECT_EQ(value_of(sum), -exact::from_double(5e-324) - exact::from_double(largest));
  sum.add(largest);
  sum.add(1);
  EXPECT_EQ(sum.sign(), 1);
  EXPECT_EQ(value_of(sum), 1 - exact::from_double(5e-324));
}

TEST(ExactSum, OfNumbersOfEveryExponentIsTheirSum) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 200; ++round) {
    ExactSum sum;
    Rational expected = 0;
    for (int k = 0; k < 50; ++k) {
      const double number = any_double(random);
      if (random() % 2 == 0) {
        sum.add(number);
        expected += exact::from_double(number);
      } else {
        sum.subtract(number);
        expected -= exact::from_double(number);
      }
    }
    ASSERT_EQ(value_of(sum), expected);
  }
}

TEST(ExactSum, OfExactSumsIsTheirSum) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 200; ++round) {
    ExactSum sums[2];
    Rational expected[2];
    for (int k = 0; k < 20; ++k) {
      const double number = any_double(random);
      sums[k % 2].subtract(number);
      expected[k % 2] -= exact::from_double(number);
    }
    ExactSum sum = sums[0];
    sum.add(sums[1]);
    ASSERT_EQ(value_of(sum), expected[0] + expected[1]);
    ExactSum difference = sums[0];
    difference.subtract(sums[1]);
    ASSERT_EQ(value_of(difference), expected[0] - expected[1]);
    difference.subtract(difference);
    ASSERT_EQ(difference.sign(), 0);
  }
}

TEST(ExactSum, CarriesThroughEveryDigit) {
  // 2^1023 - 2^-1074: a borrow from the top to the bottom, and back.
  ExactSum sum;
  sum.add(0x1p1023);
  sum.subtract(5e-324);
  EXPECT_EQ(value_of(sum), exact::from_double(0x1p1023) - exact::from_double(5e-324));
  sum.add(5e-324);
  EXPECT_EQ(value_of(sum), exact::from_double(0x1p1023));
}

// Numbers that fill the digits as fast as possible, up to and beyond the number of additions after
// which carries must be made. FAIRSHARE_EXHAUSTIVE=full goes on to where a digit would have
// overflowed without them.
TEST(ExactSum, CarriesInTimeHoweverManyAreAdded) {
  const char* range = std::getenv("FAIRSHARE_EXHAUSTIVE");
  const bool is_full = range != nullptr && std::string_view(range) == "full";
  const std::uint64_t rounds = ((std::uint64_t{is_full ? 3U : 1U} << 29) + 9) / 2;
  const double high = 0x1.fffffffffffffp+982;  // each ends at the top of a digit
  const double low = 0x1.fffffffffffffp-20;
  ExactSum sum;
  for (std::uint64_t k = 0; k < rounds; ++k) {
    sum.add(high);
    sum.subtract(low);
  }
  EXPECT_EQ(value_of(sum), Rational(rounds) * (exact::from_double(high) - exact::from_double(low)));
}

TEST(ExactSum, HoldsManyOfTheLargest) {
  ExactSum sum;
  sum.add(largest);
  Rational expected = exact::from_double(largest);
  for (int doublings = 0; doublings < 32; ++doublings) {
    sum.add(sum);
    expected *= 2;
  }
  EXPECT_EQ(value_of(sum), expected);
}

int sign_of(const Rational& number) {
  return number < 0 ? -1 : (number > 0 ? 1 : 0);
}

int sign_of(int number) {
  return number < 0 ? -1 : (number > 0 ? 1 : 0);
}

void expect_compared(const Wide& a, Binary x, const Wide& b, Binary y) {
  const int expected = sign_of(value(a) * value(x) - value(b) * value(y));
  EXPECT_EQ(sign_of(compare_products(a, x, b, y)), expected);
  EXPECT_EQ(sign_of(compare_products(b, y, a, x)), -expected);
}

TEST(CompareProducts, IsExactForNumbersOfEverySize) {
  std::mt19937_64 random(4);
  for (int k = 0; k < 5'000; ++k) {
    expect_compared(wide_of(any_integer(random, 2140)), to_binary(any_double(random)),
                    wide_of(any_integer(random, 2140)), to_binary(any_double(random)));
  }
}

TEST(CompareProducts, TellsEqualProductsFromThoseOneUnitBeside) {
  std::mt19937_64 random(5);
  for (int k = 0; k < 5'000; ++k) {
    // common * x * y * 2^shift, once as a * x and once as b * y.
    const Integer common = 1 + any_integer(random, 1000);
    const std::uint64_t x = 1 + (random() >> (10 + random() % 54));  // up to 54 bits
    const std::uint64_t y = 1 + (random() >> (10 + random() % 54));
    const auto shift = static_cast<unsigned>(random() % 1000);
    const Integer a = (common * Integer(y)) << shift;
    const Integer b = common * Integer(x);
    const int exponent = static_cast<int>(random() % 1900) - 1000;
    const Binary of_a{x, exponent - static_cast<int>(shift)};
    const Binary of_b{y, exponent};
    EXPECT_EQ(compare_products(wide_of(a), of_a, wide_of(b), of_b), 0);
    EXPECT_GT(compare_products(wide_of(a + 1), of_a, wide_of(b), of_b), 0);
    EXPECT_LT(compare_products(wide_of(a), of_a, wide_of(b + 1), of_b), 0);
    EXPECT_LT(compare_products(wide_of(a - 1), of_a, wide_of(b), of_b), 0);
  }
}

TEST(CompareProducts, ComparesTheLowestBitOfTheLongestIntegers) {
  const Integer longest = (Integer(1) << 2140U) - 1;
  const Binary widest{(std::uint64_t{1} << 54) - 1, 970};
  const Binary lowest{(std::uint64_t{1} << 54) - 1, -1075};
  EXPECT_EQ(compare_products(wide_of(longest), widest, wide_of(longest), widest), 0);
  EXPECT_LT(compare_products(wide_of(longest - 1), widest, wide_of(longest), widest), 0);
  EXPECT_GT(compare_products(wide_of(longest), widest, wide_of(longest), lowest), 0);
  EXPECT_LT(compare_products(wide_of(1), lowest, wide_of(longest), widest), 0);
  // 2^2139 * 2^-1074 = 1 * 2^1065.
  const Wide power = wide_of(Integer(1) << 2139U);
  EXPECT_EQ(compare_products(power, {1, -1074}, wide_of(1), {1, 1065}), 0);
  EXPECT_GT(compare_products(wide_of((Integer(1) << 2139U) + 1), {1, -1074}, wide_of(1), {1, 1065}),
            0);
}

TEST(CompareProducts, TakesZeros) {
  const Wide zero;
  const Binary nothing{0, -1074};
  const Binary something{1, -1074};
  EXPECT_EQ(compare_products(zero, something, zero, something), 0);
  EXPECT_EQ(compare_products(one(), nothing, zero, something), 0);
  EXPECT_LT(compare_products(zero, {1, 971}, one(), something), 0);
  EXPECT_GT(compare_products(one(), something, one(), nothing), 0);
}

#ifndef NDEBUG
TEST(ExactSumDeathTest, AssertsThatItIsGivenFiniteNumbersFromZeroUpwards) {
  EXPECT_DEATH(to_binary(-1), "number >= 0");
  EXPECT_DEATH(to_binary(std::numeric_limits<double>::infinity()), "isfinite");
}
#endif

TEST(ExactSum, CarriesWhatIsDoubledAgainAndAgain) {
  ExactSum debts;
  ExactSum assets;
  debts.subtract(1.5);
  assets.add(1.5);
  for (unsigned power = 0; power < 200; ++power) {
    ASSERT_EQ(value_of(assets), Rational(3, 2) * Rational(Integer(1) << power)) << power;
    ASSERT_EQ(value_of(debts), -value_of(assets)) << power;
    debts.add(ExactSum(debts));
    assets.add(ExactSum(assets));
  }
}

}  // namespace
}  // namespace fairshare::reference
