// reference/rounding.h against exact::to_double: every rounding, and the filter before it.
#include "fairshare/reference/rounding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "fairshare/exact/rational.h"
#include "tests/wide.h"

namespace fairshare::reference {
namespace {

using exact::Integer;
using exact::Rational;
using tests::value;
using tests::wide_of;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

Rational power_of_two(int exponent) {
  const Integer power = Integer(1) << static_cast<unsigned>(std::abs(exponent));
  return exponent < 0 ? Rational(Integer(1), power) : Rational(power);
}

// An integer with exactly so many bits.
Integer random_bits(std::mt19937_64& random, unsigned bits) {
  const Integer leading = Integer(1) << (bits - 1);
  Integer number = 0;
  for (unsigned k = 0; k < bits; k += 64) number = (number << 64U) + Integer(random());
  return leading + number % leading;
}

// factor * numerator / denominator by integers, by the filter and by the exact room.
void expect_rounded(double factor, const Integer& numerator, const Integer& denominator) {
  const Quotient quotient = divide(wide_of(numerator), wide_of(denominator));
  const double expected =
      exact::to_double(exact::from_double(factor) * Rational(numerator, denominator));
  EXPECT_EQ(nearest_product(factor, quotient), expected)
      << factor << " * " << numerator << " / " << denominator;
  EXPECT_EQ(clamped_product(factor, quotient, 0, infinity), expected)
      << factor << " * " << numerator << " / " << denominator;
}

void expect_rounded(double factor, const Rational& quotient) {
  expect_rounded(factor, numerator(quotient), denominator(quotient));
}

TEST(Rounding, TakesTiesToEven) {
  expect_rounded(1, 1 + power_of_two(-53));
  expect_rounded(1, 1 + 3 * power_of_two(-53));
  expect_rounded(1, 1 - power_of_two(-54));
  expect_rounded(3, (1 + power_of_two(-53)) / 3);
  const Quotient tie = divide(wide_of((Integer(1) << 53U) + 1), wide_of(Integer(1) << 53U));
  EXPECT_EQ(nearest_product(1, tie), 1);
  EXPECT_EQ(clamped_product(1, tie, 0, 2), 1);
  const Quotient odd_tie = divide(wide_of((Integer(1) << 53U) + 3), wide_of(Integer(1) << 53U));
  EXPECT_EQ(nearest_product(1, odd_tie), 1 + 0x1p-51);
  EXPECT_EQ(clamped_product(1, odd_tie, 0, 2), 1 + 0x1p-51);
}

TEST(Rounding, TellsTheMidpointFromItsNeighboursHoweverNear) {
  for (const int nearness :
       {54, 60, 90, 97, 98, 99, 100, 101, 103, 105, 106, 107, 110, 200, 1000}) {
    for (const int odd : {1, 3, 5}) {
      const Rational midpoint = 1 + odd * power_of_two(-53);
      expect_rounded(1, midpoint + power_of_two(-nearness));
      expect_rounded(1, midpoint - power_of_two(-nearness));
      expect_rounded(0x1.8p-3, (midpoint + power_of_two(-nearness)) / 3);
      expect_rounded(0x1.8p-3, (midpoint - power_of_two(-nearness)) / 3);
    }
  }
}

TEST(Rounding, GoesDownToTheSmallestDoubleAndToZero) {
  for (const int multiple : {1, 2, 3, 5, 7, 1000001}) {
    const Rational quotient = multiple * power_of_two(-1075);
    expect_rounded(1, quotient);
    expect_rounded(1, quotient + power_of_two(-2000));
    expect_rounded(1, quotient - power_of_two(-2000));
    expect_rounded(smallest, quotient * power_of_two(1000));
    expect_rounded(smallest, multiple * power_of_two(-1));
  }
  expect_rounded(1, power_of_two(-1022) - power_of_two(-1075));
  expect_rounded(1, power_of_two(-1022) - power_of_two(-1076));
  expect_rounded(1, power_of_two(-1022));
  expect_rounded(1e-300, power_of_two(-2000));
}

TEST(Rounding, GoesUpToTheLargestDoubleAndToInfinity) {
  const Rational first = power_of_two(1024) - power_of_two(970);  // the tie, which is infinity
  for (const Rational& quotient :
       {first, Rational(first - power_of_two(-900)), Rational(first + power_of_two(-900)),
        power_of_two(1024), Rational(power_of_two(1024) - power_of_two(971)), power_of_two(1060)}) {
    expect_rounded(1, quotient);
    expect_rounded(largest, quotient / exact::from_double(largest));
    expect_rounded(smallest, quotient * 1024);
    expect_rounded(0x1p900, quotient / exact::from_double(0x1p900));
  }
  EXPECT_EQ(nearest_product(1, divide(wide_of((Integer(1) << 54U) - 1), wide_of(1))), 0x1p54);
}

TEST(Rounding, KeepsPowersOfTwoAndEveryDouble) {
  for (int exponent = -1074; exponent <= 1023; ++exponent) {
    expect_rounded(std::ldexp(1.0, exponent), Rational(1));
    expect_rounded(1, power_of_two(exponent));
  }
  std::mt19937_64 random(1);
  for (int k = 0; k < 3'000; ++k) {
    const double number = std::abs(std::bit_cast<double>(random()));
    if (!std::isfinite(number) || number == 0) continue;
    expect_rounded(number, Rational(1));
    expect_rounded(1, exact::from_double(number));
  }
}

double any_factor(std::mt19937_64& random) {
  const double number = std::abs(std::bit_cast<double>(random()));
  return std::isfinite(number) && number > 0 ? number : 1;
}

TEST(Rounding, IsRightForQuotientsOfEverySize) {
  std::mt19937_64 random(2);
  for (int k = 0; k < 10'000; ++k) {
    const Integer numerator = random_bits(random, 1 + static_cast<unsigned>(random() % 2139));
    const Integer denominator = random_bits(random, 1 + static_cast<unsigned>(random() % 2139));
    expect_rounded(any_factor(random), numerator, denominator);
  }
}

// The numerator nearest to midpoint * 2^shift * denominator / factor, or one beside it: so the
// product is as near to the midpoint as the shift makes it.
TEST(Rounding, IsRightBesideMidpointsForEveryQuotient) {
  std::mt19937_64 random(3);
  for (int k = 0; k < 20'000; ++k) {
    const Integer denominator = random_bits(random, 1 + static_cast<unsigned>(random() % 1000));
    const std::uint64_t midpoint = (random() >> 10) | (std::uint64_t{1} << 53) | 1;  // 54 bits
    const double factor = std::ldexp(static_cast<double>((random() >> 11) | 1), -10);
    const auto shift = static_cast<unsigned>(random() % 120);
    const Integer target = (Integer(midpoint) * denominator) << (shift + 60);
    const Integer nearest =
        exact::floor(Rational(target) / exact::from_double(factor)) + Integer(random() % 3) - 1;
    expect_rounded(factor, std::max(nearest, Integer(1)), denominator << (shift + 60));
  }
}

TEST(Rounding, IsRightAtMidpointsExactly) {
  std::mt19937_64 random(4);
  for (int k = 0; k < 5'000; ++k) {
    const std::uint64_t midpoint = (random() >> 10) | (std::uint64_t{1} << 53) | 1;
    const std::uint64_t significand = (random() >> (11 + random() % 50)) | 1;
    const Integer common = random_bits(random, 1 + static_cast<unsigned>(random() % 900));
    expect_rounded(static_cast<double>(significand), Integer(midpoint) * common,
                   (Integer(significand) * common) << static_cast<unsigned>(random() % 100));
  }
}

Rational absolute(const Rational& number) {
  return number < 0 ? Rational(-number) : number;
}

void expect_promised(const Integer& numerator, const Integer& denominator) {
  const Quotient quotient = divide(wide_of(numerator), wide_of(denominator));
  EXPECT_EQ(tests::units(quotient.numerator), numerator);
  EXPECT_EQ(tests::units(quotient.denominator), denominator);
  const Rational exact_quotient(numerator, denominator);
  const Rational approximate =
      (exact::from_double(quotient.high) + exact::from_double(quotient.low)) *
      power_of_two(quotient.exponent);
  EXPECT_LT(absolute(approximate - exact_quotient), exact_quotient * power_of_two(-101))
      << numerator << " / " << denominator;
  EXPECT_EQ(quotient.high + quotient.low, quotient.high);
}

TEST(Divide, IsAsNearAsThePromise) {
  std::mt19937_64 random(5);
  for (int k = 0; k < 20'000; ++k) {
    expect_promised(random_bits(random, 1 + static_cast<unsigned>(random() % 2139)),
                    random_bits(random, 1 + static_cast<unsigned>(random() % 2139)));
  }
  // Runs of ones and single bits, for which rounding errors are largest.
  for (unsigned bits = 1; bits < 400; ++bits) {
    const Integer ones = (Integer(1) << bits) - 1;
    const Integer lone = (Integer(1) << bits) + 1;
    const Integer other = random_bits(random, 110);
    expect_promised(ones, lone);
    expect_promised(lone, ones);
    expect_promised(ones, 1);
    expect_promised(1, lone);
    expect_promised(other, ones);
    expect_promised(lone, other);
  }
}

TEST(ClampedProduct, IsTheClampedNearestProduct) {
  std::mt19937_64 random(6);
  for (int k = 0; k < 20'000; ++k) {
    const Quotient quotient =
        divide(wide_of(random_bits(random, 1000 + static_cast<unsigned>(random() % 200))),
               wide_of(random_bits(random, 1000 + static_cast<unsigned>(random() % 200))));
    const double factor = std::ldexp(1 + std::ldexp(static_cast<double>(random() >> 11), -53),
                                     static_cast<int>(random() % 200) - 100);
    const double nearest = nearest_product(factor, quotient);
    const double below = std::nextafter(nearest, 0.0);
    const double above = std::nextafter(nearest, infinity);
    EXPECT_EQ(clamped_product(factor, quotient, 0, infinity), nearest);
    EXPECT_EQ(clamped_product(factor, quotient, nearest, nearest), nearest);
    EXPECT_EQ(clamped_product(factor, quotient, 0, below), below);
    EXPECT_EQ(clamped_product(factor, quotient, above, infinity), above);
    EXPECT_EQ(clamped_product(factor, quotient, below, above), nearest);
  }
}

TEST(ClampedProduct, ClampsWhatIsNoNormalDouble) {
  const Quotient huge = divide(wide_of(Integer(1) << 2130U), wide_of(1));
  EXPECT_EQ(clamped_product(1, huge, 0, infinity), infinity);
  EXPECT_EQ(clamped_product(1, huge, 0, 7), 7);
  EXPECT_EQ(clamped_product(smallest, huge, 0, largest), largest);
  const Quotient tiny = divide(wide_of(1), wide_of(Integer(1) << 2130U));
  EXPECT_EQ(clamped_product(1, tiny, 0, infinity), 0);
  EXPECT_EQ(clamped_product(1, tiny, smallest, infinity), smallest);
  EXPECT_EQ(clamped_product(largest, tiny, 0, 1), 0);
}

#ifndef NDEBUG
TEST(DivideDeathTest, AssertsThatBothArePositive) {
  EXPECT_DEATH(divide(Wide{}, one()), "top > 0");
  EXPECT_DEATH(divide(one(), Wide{}), "top > 0");
}
#endif

}  // namespace
}  // namespace fairshare::reference
