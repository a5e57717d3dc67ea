// exact/rational.h: numbers from text and from doubles, and back.
#include "fairshare/exact/rational.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>
#include <string>

#include "tests/rounded.h"

namespace fairshare::exact {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();

TextNumber read(const std::string& text) {
  return std::get<TextNumber>(parse_number(text));
}

TextError error_in(const std::string& text) {
  return std::get<TextError>(parse_number(text));
}

Rational power_of_two(int exponent) {
  const Integer power = Integer(1) << static_cast<unsigned>(std::abs(exponent));
  return exponent < 0 ? Rational(Integer(1), power) : Rational(power);
}

void expect_number(const std::string& text, const Rational& value, const Rational& last_digit) {
  const TextNumber number = read(text);
  EXPECT_EQ(number.value, value) << text;
  EXPECT_EQ(number.last_digit, last_digit) << text;
}

TEST(IntegerDeathTest, AssertsThatItFitsAType) {
  const Integer number = 5'000'000'000;
  EXPECT_EQ(static_cast<std::int64_t>(number), 5'000'000'000);
  EXPECT_DEATH(static_cast<void>(static_cast<std::int32_t>(number)), "in_range");
  EXPECT_DEATH(static_cast<void>(static_cast<std::uint32_t>(number)), "in_range");
}

TEST(ParseNumber, TakesTextAsWhatItSays) {
  expect_number("0.1", Rational(1, 10), Rational(1, 10));
  expect_number("-2/6", Rational(-1, 3), 0);
  expect_number("1e3", 1000, 1000);
  expect_number("0e3", 0, 1000);
  expect_number("0E-7", 0, Rational(1, 10'000'000));
  expect_number("0.0e3", 0, 100);
  const Integer most = pow(Integer(10), 19'999);
  expect_number("0e999999999", 0, most);
  expect_number("0e-999999999", 0, Rational(1, most));
  expect_number("33.33", Rational(3333, 100), Rational(1, 100));
  expect_number("120", 120, 1);
  expect_number("-12", -12, 1);
  expect_number("0.10", Rational(1, 10), Rational(1, 100));
}

TEST(ParseNumber, ReadsEveryFormOfANumber) {
  expect_number("0", 0, 1);
  expect_number("-0", 0, 1);
  expect_number("-0.0", 0, Rational(1, 10));
  expect_number("1E3", 1000, 1000);
  expect_number("1e+3", 1000, 1000);
  expect_number("1e-3", Rational(1, 1000), Rational(1, 1000));
  expect_number("1e003", 1000, 1000);
  expect_number("1.5e1", 15, 1);
  expect_number("1.25e1", Rational(25, 2), Rational(1, 10));
  expect_number("-1.50e-2", Rational(-3, 200), Rational(1, 10000));
  expect_number("0.08", Rational(2, 25), Rational(1, 100));  // no octal number
  expect_number("0.010", Rational(1, 100), Rational(1, 1000));
  expect_number("0/5", 0, 0);
  expect_number("-0/5", 0, 0);
  expect_number("40/3", Rational(40, 3), 0);
  expect_number("999999999999999999", Rational(Integer("999999999999999999")), 1);
  expect_number("9999999999999999999", Rational(Integer("9999999999999999999")), 1);
  expect_number("-0.9999999999999999999",
                Rational(-Integer("9999999999999999999"), Integer("10000000000000000000")),
                Rational(Integer(1), Integer("10000000000000000000")));
  expect_number("123456789012345678901234567890/10",
                Rational(Integer("12345678901234567890123456789")), 0);
}

TEST(ParseNumber, RefusesWhatIsNoNumber) {
  for (const char* text :
       {"",      "abc", "1.",    "01",    "+1",    "0x10", "1/2/3", "NaN",  "Infinity",
        "1.5/2", " 1",  "1/-2",  "1 ",    "-",     "--1",  ".5",    "-.5",  "1e",
        "1e+",   "1e-", "1e1.5", "1e 5",  "1/",    "/2",   "1//2",  "01/2", "1/02",
        "00",    "-01", "1,5",   "1_000", "1e5/2", "e5",   "1.e5",  "1f",   "inf",
        "nan",   "-/2", "1/2e3", "1..2",  "1.2.3", "1/+2", "-+1",   "1e--5"}) {
    EXPECT_EQ(error_in(text), TextError::malformed) << '"' << text << '"';
  }
  EXPECT_EQ(error_in(std::string("1\0", 2)), TextError::malformed);
  EXPECT_EQ(error_in("\xD9\xA1"), TextError::malformed);  // an Arabic digit one
}

TEST(ParseNumber, RefusesAZeroBelowTheLine) {
  EXPECT_EQ(error_in("1/0"), TextError::zero_denominator);
  EXPECT_EQ(error_in("0/0"), TextError::zero_denominator);
  EXPECT_EQ(error_in("-5/0"), TextError::zero_denominator);
}

TEST(ParseNumber, StopsAtTheMostDigitsAboveTheLine) {
  EXPECT_EQ(read("1e400").value, Rational(pow(Integer(10), 400)));
  const std::string most = std::to_string(digits_max - 1);
  EXPECT_EQ(read("1e" + most).value,
            Rational(pow(Integer(10), static_cast<unsigned>(digits_max - 1))));
  EXPECT_EQ(error_in("1e" + std::to_string(digits_max)), TextError::too_long);
  EXPECT_EQ(error_in("1e999999999"), TextError::too_long);
  EXPECT_EQ(error_in("-1e99999999999999999999999999"), TextError::too_long);

  const std::string nines(digits_max, '9');
  EXPECT_EQ(read(nines).value, Rational(Integer(nines)));
  EXPECT_EQ(read("-" + nines).value, -Rational(Integer(nines)));
  EXPECT_EQ(error_in(nines + "9"), TextError::too_long);
  EXPECT_EQ(read(nines + "/1").value, Rational(Integer(nines)));
  EXPECT_EQ(error_in(nines + "9/1"), TextError::too_long);
}

TEST(ParseNumber, CountsNoZerosBeforeTheFirstDigit) {
  const Rational most(pow(Integer(10), static_cast<unsigned>(digits_max - 1)));
  EXPECT_EQ(read("0.01e" + std::to_string(digits_max + 1)).value, most);
  EXPECT_EQ(error_in("0.01e" + std::to_string(digits_max + 2)), TextError::too_long);
}

TEST(ParseNumber, StopsAtTheMostDigitsBelowTheLine) {
  const std::string least = std::to_string(digits_max - 1);
  EXPECT_EQ(1 / read("1e-" + least).value,
            Rational(pow(Integer(10), static_cast<unsigned>(digits_max - 1))));
  EXPECT_EQ(error_in("1e-" + std::to_string(digits_max)), TextError::too_long);
  EXPECT_EQ(error_in("1e-999999999999999999999999999"), TextError::too_long);
  const std::string nines(digits_max, '9');
  EXPECT_EQ(1 / read("1/" + nines).value, Rational(Integer(nines)));
  EXPECT_EQ(error_in("1/" + nines + "9"), TextError::too_long);
}

TEST(ToText, IsReadBackToTheSameValue) {
  EXPECT_EQ(to_text(Rational(40, 3)), "40/3");
  EXPECT_EQ(to_text(Rational(-6, 4)), "-3/2");
  EXPECT_EQ(to_text(Rational(10, 5)), "2");
  EXPECT_EQ(to_text(Rational(0)), "0");
  for (const char* text :
       {"9223372036854775807", "9223372036854775808", "18446744073709551615",
        "18446744073709551616", "-9223372036854775808", "-9223372036854775809"}) {
    EXPECT_EQ(to_text(read(text).value), text) << "beside what a word holds";
  }
  for (const char* text : {"0.1", "-2/6", "1e400", "1e-400", "123456789/987654321", "-7"}) {
    const Rational value = read(text).value;
    EXPECT_EQ(read(to_text(value)).value, value) << text;
  }
}

TEST(FindPlaces, CountsTheDigitsAfterThePoint) {
  EXPECT_EQ(find_places(12), 0U);
  EXPECT_EQ(find_places(Rational(-1, 8)), 3U);
  EXPECT_EQ(find_places(Rational(7, 500)), 3U);
  EXPECT_EQ(find_places(Rational(1, 3)), std::nullopt);
  EXPECT_EQ(find_places(Rational(1, 14)), std::nullopt);
  EXPECT_EQ(find_places(from_double(0x1p-1074)), 1074U);
  EXPECT_EQ(find_places(Rational(1, pow(Integer(10), 40))), 40U);
  EXPECT_EQ(find_places(Rational(1, 3 * pow(Integer(10), 40))), std::nullopt);
}

TEST(ToDecimal, RoundsHalfAwayFromZero) {
  EXPECT_EQ(to_decimal(Rational(40, 3), 2), "13.33");
  EXPECT_EQ(to_decimal(Rational(-1, 2), 0), "-1");
  EXPECT_EQ(to_decimal(Rational(1, 8), 2), "0.13");
  EXPECT_EQ(to_decimal(Rational(-1, 8), 2), "-0.13");
  EXPECT_EQ(to_decimal(Rational(1, 2), 0), "1");
  EXPECT_EQ(to_decimal(Rational(3, 2), 0), "2");
  EXPECT_EQ(to_decimal(Rational(2, 3), 0), "1");
}

TEST(ToDecimal, KeepsZerosAndHasNoNegativeZero) {
  EXPECT_EQ(to_decimal(Rational(0), 0), "0");
  EXPECT_EQ(to_decimal(Rational(0), 2), "0.00");
  EXPECT_EQ(to_decimal(Rational(-1, 1000), 2), "0.00");
  EXPECT_EQ(to_decimal(Rational(1, 300), 4), "0.0033");
  EXPECT_EQ(to_decimal(Rational(999, 1000), 2), "1.00");
  EXPECT_EQ(to_decimal(Rational(-120), 1), "-120.0");
}

TEST(ToDecimal, RoundsLongNumbersAsShortOnes) {
  const Rational far(pow(Integer(10), 30));
  const std::string far_but_last = "1" + std::string(29, '0');
  for (const Rational& part :
       {Rational(0), Rational(1, 8), Rational(1, 3), Rational(1, 2), Rational(999, 1000)}) {
    for (const unsigned places : {0U, 1U, 2U, 3U, 40U}) {
      const std::string expected = far_but_last + to_decimal(part, places);
      EXPECT_EQ(to_decimal(far + part, places), expected);
      EXPECT_EQ(to_decimal(-far - part, places), "-" + expected);
    }
  }
}

TEST(ToDecimal, IsWithinHalfAUnitOfTheLastPlaceWhereverWordsEnd) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (const Rational& number : {Rational(most), Rational(most, 2), Rational(most, most - 1),
                                 Rational(1, most), Rational(2, most), Rational(most - 1, most),
                                 Rational(1, std::int64_t{1} << 62U), Rational(2, 3)}) {
    for (unsigned places = 0; places <= 60; ++places) {
      const TextNumber shown = read(to_decimal(number, places));
      EXPECT_LE(2 * abs(shown.value - number), shown.last_digit) << number << " " << places;
      EXPECT_EQ(shown.last_digit, Rational(Integer(1), pow(Integer(10), places)));
    }
  }
}

TEST(FromDouble, LosesNothing) {
  EXPECT_EQ(from_double(0.5), Rational(1, 2));
  EXPECT_EQ(from_double(-0.0), 0);
  EXPECT_EQ(from_double(5e-324), power_of_two(-1074));
  EXPECT_EQ(from_double(largest), power_of_two(1024) - power_of_two(971));
  EXPECT_EQ(from_double(0.1), Rational(Integer("3602879701896397"), Integer("36028797018963968")));
  EXPECT_NE(from_double(0.1), Rational(1, 10));
  EXPECT_EQ(from_double(-2.5), Rational(-5, 2));
}

TEST(ToDouble, RoundsToNearestTiesToEven) {
  EXPECT_EQ(to_double(Rational(1, 3)), 0x1.5555555555555p-2);
  EXPECT_EQ(to_double(Rational(-1, 3)), -0x1.5555555555555p-2);
  EXPECT_EQ(to_double(Rational(1, 10)), 0.1);
  const Rational tiny = power_of_two(-5000);
  const Rational half_even = 1 + power_of_two(-53);  // between 1 and the next
  EXPECT_EQ(to_double(half_even), 1);
  EXPECT_EQ(to_double(half_even + tiny), 1 + 0x1p-52);
  EXPECT_EQ(to_double(half_even - tiny), 1);
  const Rational half_odd = 1 + 3 * power_of_two(-53);  // between the next and the one after
  EXPECT_EQ(to_double(half_odd), 1 + 0x1p-51);
  EXPECT_EQ(to_double(half_odd - tiny), 1 + 0x1p-52);
  const Rational below_one =
      1 - power_of_two(-54);  // below a power of two the steps are half as long
  EXPECT_EQ(to_double(below_one), 1);
  EXPECT_EQ(to_double(below_one - tiny), 1 - 0x1p-53);
}

TEST(ToDouble, RoundsSubnormalsOnce) {
  EXPECT_EQ(to_double(power_of_two(-1074)), 5e-324);
  EXPECT_EQ(to_double(power_of_two(-1075)), 0);
  EXPECT_EQ(to_double(power_of_two(-1075) + power_of_two(-9000)), 5e-324);
  EXPECT_EQ(to_double(3 * power_of_two(-1075)), 1e-323);
  EXPECT_EQ(to_double(power_of_two(-3000)), 0);
  // Halfway between the largest subnormal number and the smallest normal one.
  EXPECT_EQ(to_double(power_of_two(-1022) - power_of_two(-1075)), 0x1p-1022);
  // Rounded to 53 bits first, this would become a midpoint and go up.
  EXPECT_EQ(to_double(5 * power_of_two(-1075) - power_of_two(-1200)), 1e-323);
}

TEST(ToDouble, BecomesInfinityFromHalfAStepBeyondTheLargest) {
  const Rational first = power_of_two(1024) - power_of_two(970);
  EXPECT_EQ(to_double(first), infinity);
  EXPECT_EQ(to_double(-first), -infinity);
  EXPECT_EQ(to_double(first - power_of_two(-3000)), largest);
  EXPECT_EQ(to_double(power_of_two(1024)), infinity);
  EXPECT_EQ(to_double(read("1e400").value), infinity);
  EXPECT_EQ(to_double(read("1e-400").value), 0);
  EXPECT_EQ(to_double(read("1e" + std::to_string(digits_max - 1)).value), infinity);
}

TEST(ToDouble, IsTheDoubleThatItCameFrom) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 20'000; ++k) {
    const double number = std::bit_cast<double>(random());
    if (!std::isfinite(number)) continue;
    EXPECT_EQ(to_double(from_double(number)), number);
  }
}

TEST(ToDouble, LiesInTheIntervalOfTheDoubleThatItReturns) {
  std::mt19937_64 random(2);
  for (int k = 0; k < 20'000; ++k) {
    const Rational number(Integer(random() >> random() % 64),
                          Integer(1 + (random() >> random() % 64)));
    const Rational scaled = number * power_of_two(static_cast<int>(random() % 2300) - 1200);
    const double nearest = to_double(scaled);
    if (std::isinf(nearest)) {
      EXPECT_GE(scaled, power_of_two(1024) - power_of_two(970));
      continue;
    }
    const auto [low, high, low_open, high_open] = tests::rounding_interval(nearest);
    EXPECT_TRUE(low < scaled || (low == scaled && !low_open)) << scaled;
    EXPECT_TRUE(scaled < high || (scaled == high && !high_open)) << scaled;
  }
}

TEST(ToFloat, RoundsOnceAndNotByWayOfDouble) {
  EXPECT_EQ(to_float(Rational(1, 3)), 1.0F / 3.0F);
  EXPECT_EQ(to_float(Rational(-1, 10)), -0.1F);
  // As a double this is the midpoint of two floats, which would go down, to even.
  const Rational above_midpoint = 1 + power_of_two(-24) + power_of_two(-60);
  EXPECT_EQ(static_cast<float>(to_double(above_midpoint)), 1.0F);
  EXPECT_EQ(to_float(above_midpoint), 1.0F + 0x1p-23F);
  EXPECT_EQ(to_float(1 + power_of_two(-24)), 1.0F);
  EXPECT_EQ(to_float(power_of_two(-149)), 0x1p-149F);
  EXPECT_EQ(to_float(power_of_two(-150)), 0.0F);
  EXPECT_EQ(to_float(3 * power_of_two(-150)), 0x1p-148F);
  EXPECT_EQ(to_float(power_of_two(128) - power_of_two(103)),
            std::numeric_limits<float>::infinity());
  EXPECT_EQ(to_float(power_of_two(128) - power_of_two(103) - power_of_two(-400)),
            std::numeric_limits<float>::max());
}

TEST(Floor, GoesDownAndCeilGoesUpOnBothSidesOfZero) {
  EXPECT_EQ(floor(Rational(7, 2)), 3);
  EXPECT_EQ(ceil(Rational(7, 2)), 4);
  EXPECT_EQ(floor(Rational(-7, 2)), -4);
  EXPECT_EQ(ceil(Rational(-7, 2)), -3);
  EXPECT_EQ(floor(Rational(-1, 1000)), -1);
  EXPECT_EQ(ceil(Rational(-1, 1000)), 0);
  for (const int whole : {-3, 0, 3}) {
    EXPECT_EQ(floor(Rational(whole)), whole);
    EXPECT_EQ(ceil(Rational(whole)), whole);
  }
}

TEST(IsWhole, LooksAtTheValueAndNotAtHowItIsWritten) {
  EXPECT_TRUE(is_whole(Rational(6, 3)));
  EXPECT_TRUE(is_whole(Rational(0)));
  EXPECT_TRUE(is_whole(read("1e400").value));
  EXPECT_FALSE(is_whole(Rational(1, 2)));
  EXPECT_FALSE(is_whole(read("1e-400").value));
}

// Compared with numerators over a common denominator, which uses no short cut for whole numbers.
// The numbers are in words, just fit into them, or are longer.
TEST(Rational, AddsSubtractsMultipliesAndDividesWholeNumbersAsFractions) {
  const Integer large = pow(Integer(10), 30), word = (Integer(1) << 62U) + 1;
  const std::vector<Rational> numbers = {0,
                                         1,
                                         -1,
                                         7,
                                         Rational(3, 7),
                                         Rational(-5, 2),
                                         large,
                                         -Rational(large),
                                         Rational(large, 7),
                                         word,
                                         -Rational(word),
                                         Rational(word, 3),
                                         Rational(-5, word - 2)};
  for (const Rational& a : numbers) {
    for (const Rational& b : numbers) {
      const Integer below = denominator(a) * denominator(b);
      const Integer left = numerator(a) * denominator(b);
      const Integer right = numerator(b) * denominator(a);
      EXPECT_EQ(a + b, Rational(left + right, below)) << a << " + " << b;
      EXPECT_EQ(a - b, Rational(left - right, below)) << a << " - " << b;
      EXPECT_EQ(a * b, Rational(numerator(a) * numerator(b), below)) << a << " * " << b;
      if (b == 0) continue;
      EXPECT_EQ(a / b, Rational(left, right)) << a << " / " << b;
    }
  }
}

TEST(Rational, MayBeBothOperands) {
  const Integer large = pow(Integer(10), 30);
  for (const Rational& number : {Rational(-3, 7), Rational(large, 7), Rational(-7, large)}) {
    Rational changed = number;
    const Rational& same = changed;
    changed += same;
    EXPECT_EQ(changed, number * 2);
    changed *= same;
    EXPECT_EQ(changed, number * number * 4);
    changed /= same;
    EXPECT_EQ(changed, 1);
    changed = number;
    changed -= same;
    EXPECT_EQ(changed, 0);
  }
}

TEST(Rational, IsAssignedWhateverItHeld) {
  const Integer large = pow(Integer(10), 30);
  const std::vector<Rational> numbers = {Rational(-3, 7), Rational(large, 7), Rational(-7, large)};
  for (const Rational& before : numbers) {
    for (const Rational& number : numbers) {
      Rational changed = before;
      changed = number;
      EXPECT_EQ(changed, number) << "instead of " << before;
    }
  }
}

TEST(Rational, IsComparedWithAnInteger) {
  EXPECT_LT(Rational(1, 2), 1);
  EXPECT_GT(Rational(1, 2), 0);
  EXPECT_GT(Rational(7, 2), 3);
  EXPECT_LT(Rational(-7, 2), -3);
  EXPECT_NE(Rational(1, 2), 1);
  EXPECT_EQ(Rational(6, 2), 3);
  const Rational large(pow(Integer(10), 30), Integer(7));
  EXPECT_GT(large, std::numeric_limits<std::int64_t>::max());
  EXPECT_LT(-large, std::numeric_limits<std::int64_t>::min());
}

// Around the limits of a word: held in place, or as GMP's numbers.
TEST(Rational, EqualsTheSameNumberHoweverItCameAbout) {
  const Integer far = pow(Integer(10), 30);
  for (const std::int64_t end :
       {std::numeric_limits<std::int64_t>::max(), -std::numeric_limits<std::int64_t>::max(),
        std::int64_t{1} << 62U, std::int64_t{1}}) {
    for (const int beside : {-2, -1, 0, 1, 2}) {
      const Integer direct = Integer(end) + beside;
      const Integer around = (direct + far) - far;
      EXPECT_EQ(around, direct);
      EXPECT_EQ(around.str(), direct.str());
      EXPECT_EQ(Rational(around), Rational(direct));
      EXPECT_EQ(Rational(direct) * far / far, Rational(direct));
      EXPECT_EQ(Rational(far, direct == 0 ? Integer(1) : direct) / far * direct,
                direct == 0 ? 0 : 1);
      EXPECT_LT(Rational(around), Rational(direct) + Rational(1, 2));
    }
  }
}

TEST(Integer, DividesTowardsZeroAndShifts) {
  EXPECT_EQ(Integer(-7) / 2, -3);
  EXPECT_EQ(Integer(-7) % 2, -1);
  EXPECT_EQ(Integer(7) % -2, 1);
  EXPECT_EQ(Integer(5) << 66U, Integer("368934881474191032320"));
  EXPECT_EQ(Integer("368934881474191032323") >> 66U, 5);
  EXPECT_EQ(Integer(1) << 63U, Integer("9223372036854775808"));
  EXPECT_EQ(Integer(-3) << 64U, -Integer("55340232221128654848"));
  EXPECT_EQ(Integer(5) >> 2U, 1);
  for (const std::size_t bits : {63U, 64U, 66U, 128U}) EXPECT_EQ(Integer(5) >> bits, 0) << bits;
  EXPECT_EQ(gcd(Integer(-12), Integer(18)), 6);
  EXPECT_EQ(msb(Integer(1)), 0U);
  EXPECT_EQ(msb((Integer(1) << 70U) - 1), 69U);
}

TEST(Integer, HasPowersInsideAWordAndBeyond) {
  for (const int base : {-10, -3, -2, -1, 0, 1, 2, 3, 7, 10}) {
    Integer product = 1;
    for (unsigned exponent = 0; exponent <= 130; ++exponent) {
      EXPECT_EQ(pow(base, exponent), product) << base << "^" << exponent;
      product *= base;
    }
  }
  EXPECT_EQ(pow(pow(Integer(10), 20), 3), pow(Integer(10), 60));
}

// Not as -1, although the 64 bits are the same.
TEST(Integer, HoldsTheLargestUnsignedNumberAndTheLeastSignedOne) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(Integer(most).str(), "18446744073709551615");
  EXPECT_EQ(static_cast<std::uint64_t>(Integer(most)), most);
  EXPECT_EQ(static_cast<std::int64_t>(Integer(least)), least);
  EXPECT_EQ(to_text(-Rational(least)), "9223372036854775808");
  EXPECT_EQ(to_text(abs(Rational(least, 2) * 2)), "9223372036854775808");
  EXPECT_EQ(to_text(Rational(most)), "18446744073709551615");
  EXPECT_TRUE(Rational(most) == most);
  EXPECT_FALSE(Rational(-1) == most);
  EXPECT_TRUE(Rational(-1) < most);
  EXPECT_TRUE(Rational(most) + 1 > most);
}

TEST(Rational, IsPrintedAsItsText) {
  std::ostringstream out;
  out << Integer(-3) << " " << Rational(6, 4) << " " << Rational(2);
  EXPECT_EQ(out.str(), "-3 3/2 2");
}

}  // namespace
}  // namespace fairshare::exact
