#include "fairshare/exact/brief.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

namespace fairshare::exact {
namespace {

Rational number(const std::string& text) {
  return std::get<TextNumber>(parse_number(text)).value;
}

TEST(Brief, KeepsWhatIsShort) {
  EXPECT_EQ(brief(number("40/3")), "40/3");
  EXPECT_EQ(brief(number("1/1234567890123456")), "1/1234567890123456");
  EXPECT_EQ(brief(number("1/12345678901234567")), "~8.1000000729000012e-17");
  EXPECT_EQ(brief(number("1/1234567890123456789012345678912")), "~8.1000000729000007e-31");
  EXPECT_EQ(brief(number("-7")), "-7");
  EXPECT_EQ(brief(0), "0");
  EXPECT_EQ(brief(number("12345678901234567890123456789012")), "12345678901234567890123456789012");
  EXPECT_EQ(brief(number("123456789012345678901234567890123")), "~1.2345678901234568e+32");
}

TEST(Brief, IsADecimalThatHasAtMostSeventeenDigits) {
  EXPECT_EQ(brief(number("33.330")), "33.33");
  EXPECT_EQ(brief(number("-1/8")), "-0.125");
  EXPECT_EQ(brief(number("1/1024")), "0.0009765625");
  EXPECT_EQ(brief(number("1/100000")), "0.00001");
  EXPECT_EQ(brief(number("3/2000000")), "1.5e-6");
  EXPECT_EQ(brief(number("1234567890123456.7")), "1234567890123456.7");
  EXPECT_EQ(brief(number("12345678901234567.8")), "~12345678901234568");
}

TEST(Brief, IsTheShortestDecimalThatIsReadAsADouble) {
  EXPECT_EQ(brief(from_double(0.1)), "~0.1");
  EXPECT_EQ(brief(from_double(-0.1)), "~-0.1");
  EXPECT_EQ(brief(from_double(5.276294143623982)), "~5.276294143623982");
  EXPECT_EQ(brief(from_double(0x1.fffffffffffffp+1023)), "~1.7976931348623157e+308");
  EXPECT_EQ(brief(from_double(0x1p-1074)), "~5e-324");
}

TEST(Brief, CarriesWhenRoundingGoesUpToTen) {
  EXPECT_EQ(brief(number("99999999999999999999999999999999999")), "~1e+35");
}

TEST(BriefWithDecimal, AddsADecimalToFractionsOnly) {
  EXPECT_EQ(brief_with_decimal(number("40/3")), "40/3 (13.33)");
  EXPECT_EQ(brief_with_decimal(number("-40/3")), "-40/3 (-13.33)");
  EXPECT_EQ(brief_with_decimal(number("1/30")), "1/30 (0.033)");
  EXPECT_EQ(brief_with_decimal(number("1/300")), "1/300 (0.0033)");
  EXPECT_EQ(brief_with_decimal(number("-1/300")), "-1/300 (-0.0033)");
  EXPECT_EQ(brief_with_decimal(13), "13");
  EXPECT_EQ(brief_with_decimal(number("33.33")), "33.33");
  EXPECT_EQ(brief_with_decimal(from_double(0.1)), "~0.1");
}

TEST(BriefWithDecimal, WritesAHundredThousandthWithoutAnExponent) {
  EXPECT_EQ(brief_with_decimal(number("1/90000")), "1/90000 (0.000011)");
  EXPECT_EQ(brief_with_decimal(number("1/900000")), "1/900000 (1.1e-6)");
}

TEST(Brief, WritesSeventeenDigitsBeforeThePointAndNoMoreWithoutAnExponent) {
  const Rational part = 1 / number("1000000000000001");  // too long for a fraction
  EXPECT_EQ(brief(number("12345678901234567") + part), "~12345678901234567");
  EXPECT_EQ(brief(number("12345678901234500") + part), "~12345678901234500");
  EXPECT_EQ(brief(number("123456789012345678") + part), "~1.2345678901234568e+17");
}

TEST(BriefWithDecimal, HasTwoPlacesFromATenthOn) {
  EXPECT_EQ(brief_with_decimal(number("4/9")), "4/9 (0.44)");
  EXPECT_EQ(brief_with_decimal(number("1/9")), "1/9 (0.11)");
  EXPECT_EQ(brief_with_decimal(number("1/11")), "1/11 (0.091)");
}

TEST(TextOf, IsExactHoweverLongIfAllDigitsAreWanted) {
  const Rational tenth = from_double(0.1);
  EXPECT_EQ(readable(tenth, Digits::all), "3602879701896397/36028797018963968");
  EXPECT_EQ(readable(number("33.33"), Digits::all), "33.33");
  EXPECT_EQ(readable(number("40/3"), Digits::all), "40/3");
  EXPECT_EQ(readable(number("40/3"), Digits::few), "40/3 (13.33)");
}

}  // namespace
}  // namespace fairshare::exact
