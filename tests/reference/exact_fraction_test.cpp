// reference/exact_fraction.h against exact::to_double. Whole problems are in settle_test.cpp.
#include "fairshare/reference/exact_fraction.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>

#include "fairshare/exact/rational.h"

namespace fairshare::reference {
namespace {

using exact::Rational;

constexpr double infinity = std::numeric_limits<double>::infinity();

// high + low, where high is the nearest double.
Sum sum_of(double a, double b) {
  const double high = a + b;
  const double of_b = high - a;
  return {high, (a - (high - of_b)) + (b - of_b), 0};
}

Rational value(const Sum& sum) {
  return exact::from_double(sum.high) + exact::from_double(sum.low);
}

struct Bounds {
  double least = 0;
  double most = infinity;
};

// The share of one claimant, of which `written` is in doubt.
double share_of(const Fraction& fraction, double weight, double written, Bounds bounds = {}) {
  Doubts doubts;
  doubts.note(0, 1);
  std::array<double, 1> share = {written};
  round_from_fraction({1, fraction},
                      {std::array{weight}, std::array{bounds.least}, std::array{bounds.most}},
                      doubts, share);
  return share[0];
}

double ratio_of(const Fraction& fraction) {
  return round_from_fraction({std::nullopt, fraction}, {}, {}, {});
}

double up(double number) {
  return std::nextafter(number, infinity);
}

double down(double number) {
  return std::nextafter(number, 0);
}

TEST(ExactFraction, TakesTiesToEvenFromEitherSide) {
  const Sum one{1, 0, 0};
  const Sum above_one = sum_of(1, 0x1p-53);
  const Sum below_two = sum_of(2, -0x1p-53);
  for (const double written : {1.0, up(1)}) {
    EXPECT_EQ(share_of({above_one, one}, 1, written), 1) << written;
  }
  for (const double written : {down(2), 2.0}) {
    EXPECT_EQ(share_of({below_two, one}, 1, written), 2) << written;
  }
  EXPECT_EQ(ratio_of({above_one, one}), 1);
  EXPECT_EQ(ratio_of({below_two, one}), 2);
}

TEST(ExactFraction, TellsAMidpointFromWhatIsBesideIt) {
  const Sum one{1, 0, 0};
  for (const double written : {1.0, up(1)}) {
    EXPECT_EQ(share_of({sum_of(1, 0x1.00000001p-53), one}, 1, written), up(1)) << written;
    EXPECT_EQ(share_of({sum_of(1, 0x1.fffffffep-54), one}, 1, written), 1) << written;
  }
}

TEST(ExactFraction, KeepsAShareWithinItsBounds) {
  const Sum one{1, 0, 0};
  const Sum tie = sum_of(1, 0x1p-53);
  EXPECT_EQ(share_of({tie, one}, 1, up(1), {up(1), 2}), up(1));
  EXPECT_EQ(share_of({sum_of(1, 0x1.8p-53), one}, 1, 1, {0, 1}), 1);
  EXPECT_EQ(share_of({one, one}, 1, 2, {2, 3}), 2);
  EXPECT_EQ(share_of({one, one}, 1, 0.5, {0.25, 0.5}), 0.5);
}

TEST(ExactFraction, LeavesWhatIsNotInDoubt) {
  Doubts doubts;
  doubts.note(1, 0b101);
  const std::array<double, 4> weight = {1, 1, 1, 1}, least = {}, most = {2, 2, 2, 2};
  std::array<double, 4> shares = {7, up(1), 7, down(1)};
  EXPECT_EQ(round_from_fraction({5, Fraction{{1, 0, 0}, {1, 0, 0}}}, {weight, least, most}, doubts,
                                shares),
            5);
  EXPECT_EQ(shares, (std::array<double, 4>{7, 1, 7, 1}));
}

TEST(ExactFraction, LooksAtAllSharesWhereMoreAreInDoubtThanAreNoted) {
  Doubts doubts;
  for (std::size_t k = 0; k <= Doubts::vectors_max; ++k) doubts.note(0, 1);
  const std::array<double, 3> weight = {1, 0, 1}, least = {}, most = {2, 0, 2};
  std::array<double, 3> shares = {up(1), 0, down(1)};
  round_from_fraction({1, Fraction{{1, 0, 0}, {1, 0, 0}}}, {weight, least, most}, doubts, shares);
  EXPECT_EQ(shares, (std::array<double, 3>{1, 0, 1}));
}

// Sums of up to 95 bits of either sign of the low half, and shares within two units of the last
// place.
TEST(ExactFraction, IsTheNearestDoubleForSumsOfEveryLength) {
  std::mt19937_64 random(3);
  const auto double_of = [&random](int exponent) {
    return std::ldexp(1 + static_cast<double>(random() >> 12) * 0x1p-52, exponent);
  };
  const auto any_sum = [&] {
    const double high = double_of(static_cast<int>(random() % 60) - 30);
    const auto kept = static_cast<int>(random() % 42);  // bits of the low half
    const double unit = std::ldexp(1, std::ilogb(high) - 52 - kept);
    const double low = unit * static_cast<double>(random() % (std::uint64_t{1} << kept)) / 2;
    return sum_of(high, random() % 2 == 0 ? low : -low);
  };
  for (int round = 0; round < 20'000; ++round) {
    const Fraction fraction{any_sum(), any_sum()};
    const Rational ratio = value(fraction.rest) / value(fraction.weight);
    const double weight = double_of(static_cast<int>(random() % 20) - 10);
    const double expected = exact::to_double(exact::from_double(weight) * ratio);
    ASSERT_EQ(ratio_of(fraction), exact::to_double(ratio)) << round;
    for (const double written : {down(expected), expected, up(expected), up(up(expected))}) {
      ASSERT_EQ(share_of(fraction, weight, written), expected) << round << ", from " << written;
    }
  }
}

}  // namespace
}  // namespace fairshare::reference
