// exact/short_fraction.h: fractions of words, compared with the same by Integers.
#include "fairshare/exact/short_fraction.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "fairshare/exact/rational.h"
#include "tests/rounded.h"

namespace fairshare::exact {

void PrintTo(const ShortFraction& number, std::ostream* out) {
  *out << number.numerator << "/" << number.denominator;
}

namespace {

constexpr std::int64_t two_62 = std::int64_t{1} << 62;

// Numbers where words end, common divisors, and any others.
std::vector<ShortFraction> fractions() {
  std::vector<ShortFraction> result;
  const std::array<std::int64_t, 14> numbers = {
      0,          1,      2,          3,          10,        100,           6,
      4294967291, two_62, two_62 - 1, two_62 + 1, short_max, short_max - 1, 1'000'000'007};
  for (const std::int64_t above : numbers) {
    for (const std::int64_t below : numbers) {
      if (below == 0) continue;
      result.push_back(reduced(above, below));
      result.push_back(reduced(-above, below));
    }
  }
  std::mt19937_64 random(1);
  const auto number = [&random] {
    return static_cast<std::int64_t>(random() >> (1 + random() % 63));
  };
  for (int k = 0; k < 100; ++k) result.push_back(reduced(number() - number(), 1 + number() / 2));
  return result;
}

Integer integer(int128 number) {
  constexpr int half = 64;
  const auto high = static_cast<std::int64_t>(number >> half);
  return (Integer(high) << half) + static_cast<std::uint64_t>(number);
}

// Whether above/below, in lowest terms, has words for both.
bool fits(const Integer& above, const Integer& below) {
  const Integer common = gcd(above, below);
  const Integer numerator = above / common, denominator = below / common;
  const auto in_a_word = [](const Integer& n) { return n <= short_max && n >= -short_max; };
  return in_a_word(numerator) && in_a_word(denominator);
}

// `above` and `below` are computed without a division: the numerators over the product of the
// denominators.
void expect_right(const WideFraction& result, const Integer& above, const Integer& below,
                  const ShortFraction& a, const ShortFraction& b) {
  const std::string operands = testing::PrintToString(a) + " and " + testing::PrintToString(b);
  const Integer numerator = integer(result.numerator), denominator = integer(result.denominator);
  EXPECT_GE(denominator, 1) << operands;
  EXPECT_EQ(gcd(numerator, denominator), 1) << operands;
  EXPECT_EQ(numerator * below, above * denominator) << operands;
  const std::optional<ShortFraction> fitting = find_short(result);
  ASSERT_EQ(fitting.has_value(), fits(above, below)) << operands;
  if (!fitting) return;
  EXPECT_EQ(fitting->numerator, numerator) << operands;
  EXPECT_EQ(fitting->denominator, denominator) << operands;
}

TEST(ShortGcd, IsThatOfTheStandardLibrary) {
  std::vector<std::int64_t> numbers = {0, 1, 2, 3, 12, 18, 1024, two_62, two_62 + 1, short_max};
  std::mt19937_64 random(2);
  for (int k = 0; k < 200; ++k) {
    const auto number = static_cast<std::int64_t>(random() >> (1 + random() % 63));
    numbers.push_back(number >> random() % 8 << random() % 8 & short_max);
  }
  for (const std::int64_t a : numbers) {
    for (const std::int64_t b : numbers) {
      if (a == 0 && b == 0) continue;
      EXPECT_EQ(short_gcd(a, b), std::gcd(a, b)) << a << " " << b;
      EXPECT_EQ(short_gcd(-a, b), std::gcd(a, b)) << a << " " << b;
    }
  }
}

TEST(ShortFraction, IsReducedWithTheSignAbove) {
  EXPECT_EQ(reduced(6, 4), (ShortFraction{3, 2}));
  EXPECT_EQ(reduced(-6, 4), (ShortFraction{-3, 2}));
  EXPECT_EQ(reduced(6, -4), (ShortFraction{-3, 2}));
  EXPECT_EQ(reduced(-6, -4), (ShortFraction{3, 2}));
  EXPECT_EQ(reduced(0, -7), (ShortFraction{0, 1}));
  EXPECT_EQ(reduced(short_max, -short_max), (ShortFraction{-1, 1}));
  EXPECT_EQ(reduced(1, -short_max), (ShortFraction{-1, short_max}));
}

TEST(ShortFraction, IsAsLongAsWordsLessTheirLeastNumber) {
  EXPECT_TRUE(is_short(short_max));
  EXPECT_TRUE(is_short(-short_max));
  EXPECT_FALSE(is_short(static_cast<int128>(short_max) + 1));
  EXPECT_FALSE(is_short(-static_cast<int128>(short_max) - 1));
}

TEST(ShortFraction, IsComputedExactlyInLowestTerms) {
  const std::vector<ShortFraction> all = fractions();
  for (const ShortFraction& a : all) {
    for (const ShortFraction& b : all) {
      const Integer an = a.numerator, ad = a.denominator, bn = b.numerator, bd = b.denominator;
      expect_right(sum(a, b), an * bd + bn * ad, ad * bd, a, b);
      expect_right(difference(a, b), an * bd - bn * ad, ad * bd, a, b);
      expect_right(product(a, b), an * bn, ad * bd, a, b);
      if (b.numerator != 0) expect_right(quotient(a, b), an * bd, ad * bn, a, b);
      const int order = an * bd < bn * ad ? -1 : an * bd > bn * ad ? 1 : 0;
      EXPECT_EQ(compare(a, b), order)
          << testing::PrintToString(a) << " and " << testing::PrintToString(b);
    }
  }
}

TEST(ShortFraction, HoldsTheDoublesWhoseNumeratorAndDenominatorFit) {
  EXPECT_EQ(find_short_fraction(-0.0), (ShortFraction{0, 1}));
  EXPECT_EQ(find_short_fraction(-0.75), (ShortFraction{-3, 4}));
  EXPECT_EQ(find_short_fraction(0x1p-62), (ShortFraction{1, two_62}));
  EXPECT_EQ(find_short_fraction(0x1p-63), std::nullopt);
  EXPECT_EQ(find_short_fraction(0x1p-10), (ShortFraction{1, 1024}));
  EXPECT_EQ(find_short_fraction(0x1.fffffffffffffp-11), std::nullopt);
  EXPECT_EQ(find_short_fraction(0x1.fffffffffffffp62), (ShortFraction{short_max - 1023, 1}));
  EXPECT_EQ(find_short_fraction(0x1p63), std::nullopt);
  EXPECT_EQ(find_short_fraction(-0x1p63), std::nullopt);
}

TEST(ShortFraction, IsRoundedToTheNearestDoubleAndFloat) {
  const auto expect_nearest = [](const ShortFraction& number) {
    EXPECT_EQ(nearest<double>(negative(number)), -nearest<double>(number));
    EXPECT_EQ(nearest<float>(negative(number)), -nearest<float>(number));
    const Rational exact{Integer(number.numerator), Integer(number.denominator)};
    const auto [low, high, low_open, high_open] = tests::rounding_interval(nearest<double>(number));
    EXPECT_TRUE(low < exact || (low == exact && !low_open)) << testing::PrintToString(number);
    EXPECT_TRUE(exact < high || (exact == high && !high_open)) << testing::PrintToString(number);
    const float single = nearest<float>(number);
    const Rational distance = abs(exact - from_double(single));
    for (const float other : {std::nextafter(single, 1e30F), std::nextafter(single, -1e30F)}) {
      const Rational others = abs(exact - from_double(other));
      EXPECT_TRUE(distance < others ||
                  (distance == others && std::bit_cast<std::uint32_t>(single) % 2 == 0))
          << testing::PrintToString(number);
    }
  };
  for (const ShortFraction& number : fractions()) {
    if (number.numerator > 0) expect_nearest(number);
  }
  for (const std::int64_t beside :
       {-3, -2, -1, 0, 1, 2, 3}) {  // midpoints, and what is beside them
    for (const int bits : {24, 25, 53, 54, 60}) {
      const std::int64_t power = std::int64_t{1} << bits;
      for (const std::int64_t below : {std::int64_t{1}, std::int64_t{4}, power, std::int64_t{3}}) {
        expect_nearest(reduced(power + beside, below));
        expect_nearest(reduced(3 * (power + beside), below));
        expect_nearest(reduced(below, power + beside));
      }
    }
  }
  EXPECT_EQ(nearest<double>({0, 1}), 0);
  EXPECT_EQ(nearest<double>({1, 3}), 0x1.5555555555555p-2);
  EXPECT_EQ(nearest<double>({-1, short_max}), -0x1p-63);
  EXPECT_EQ(nearest<double>({short_max, 1}), 0x1p63);
}

}  // namespace
}  // namespace fairshare::exact
