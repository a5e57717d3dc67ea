#include "formats/text/number_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "fairshare/exact/brief.h"

namespace fairshare::formats {
namespace {

TEST(NumberText, OfADoubleIsTheShortestThatIsReadBackAsTheSame) {
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(1e300), "1e+300");
  EXPECT_EQ(number_text(40.0 / 3), "13.333333333333334");
  EXPECT_EQ(number_text(60.0), "60");
}

TEST(NumberText, OfADoubleThatIsNotFiniteIsAString) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(number_text(infinity), "\"Infinity\"");
  EXPECT_EQ(number_text(-infinity), "\"-Infinity\"");
  EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN()), "\"NaN\"");
}

TEST(NumberText, OfAnIntegerHasEveryDigit) {
  EXPECT_EQ(number_text(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(number_text(std::int64_t{0}), "0");
}

TEST(NumberText, OfAnExactNumberIsAString) {
  EXPECT_EQ(number_text(exact::Rational(40, 3)), "\"40/3\"");
  EXPECT_EQ(number_text(exact::Rational(60)), "\"60\"");
}

TEST(RoundedText, HasAtMostSoManyDigits) {
  EXPECT_EQ(rounded_text(1, 3), "1");
  EXPECT_EQ(rounded_text(exact::Rational(109375, 100000), 3), "~1.09");
  EXPECT_EQ(rounded_text(exact::Rational(1, 1000000000), 2), "1e-9");
  EXPECT_EQ(rounded_text(exact::Rational(1, 8388608), 3), "~1.19e-7");
  EXPECT_EQ(rounded_text(exact::Rational(1, 3), 1), "~0.3");
  EXPECT_EQ(rounded_text(exact::from_double(1e51), 3), "~1e+51");
}

TEST(RoundedText, OfWhatIsBeyondDoublesIsNotInfinite) {
  const exact::Rational huge = exact::from_double(1e300) * exact::from_double(1e300);
  EXPECT_EQ(rounded_text(huge, 3), exact::brief(huge));
}

TEST(Counted, HasAnSUnlessThereIsOne) {
  EXPECT_EQ(counted(0, "share"), "0 shares");
  EXPECT_EQ(counted(1, "share"), "1 share");
  EXPECT_EQ(counted(2, "share"), "2 shares");
}

}  // namespace
}  // namespace fairshare::formats
