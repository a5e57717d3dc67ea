// The reals for which a reported number stands: by hand, and compared with the rounding itself.
#include "formats/verdict/tolerance.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <variant>

#include "formats/text/json.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using properties::Interval;

std::string shown(const std::optional<Interval>& interval) {
  if (!interval) return "none";
  return (interval->low_open ? "(" : "[") + exact::to_text(interval->low) + ", " +
         exact::to_text(interval->high) + (interval->high_open ? ")" : "]");
}

std::string found(const Rational& value, const Rational& last_digit, Rounding rounding,
                  const Rational& slack = 0) {
  return shown(find_interval(value, last_digit, rounding, slack));
}

Rational power_of_two(int exponent) {
  Rational result = 1;
  for (int i = 0; i < std::abs(exponent); ++i) result *= 2;
  return exponent < 0 ? Rational(1) / result : result;
}

TEST(FindInterval, ExactStandsForItself) {
  EXPECT_EQ(found(Rational(1, 3), 0, Rounding::exact), "[1/3, 1/3]");
  EXPECT_EQ(found(33, 1, Rounding::exact), "[33, 33]");
}

TEST(FindInterval, WrittenStandsForHalfAUnitOfItsLastDigit) {
  // 33.325 and 33.335.
  EXPECT_EQ(found(Rational(3333, 100), Rational(1, 100), Rounding::written), "[1333/40, 6667/200]");
  EXPECT_EQ(found(33, 1, Rounding::written), "[65/2, 67/2]");
  EXPECT_EQ(found(1000, 1000, Rounding::written), "[500, 1500]");
  EXPECT_EQ(found(Rational(100, 3), 0, Rounding::written), "[100/3, 100/3]");
}

TEST(FindInterval, NearestAndDownStandForWholeUnits) {
  EXPECT_EQ(found(13, 1, Rounding::nearest), "[25/2, 27/2]");
  EXPECT_EQ(found(0, 1, Rounding::nearest), "[-1/2, 1/2]");
  EXPECT_EQ(found(13, 1, Rounding::down), "[13, 14)");
  EXPECT_EQ(found(Rational(27, 2), Rational(1, 10), Rounding::nearest), "none");
  EXPECT_EQ(found(Rational(27, 2), Rational(1, 10), Rounding::down), "none");
}

TEST(FindInterval, ApportionedStandsForLessThanAUnitEitherWay) {
  EXPECT_EQ(found(13, 1, Rounding::apportioned), "(12, 14)");
  EXPECT_EQ(found(Rational(27, 2), Rational(1, 10), Rounding::apportioned), "none");
}

TEST(FindInterval, SlackWidensAndKeepsTheEnds) {
  EXPECT_EQ(found(13, 1, Rounding::down, Rational(1, 2)), "[25/2, 29/2)");
  EXPECT_EQ(found(13, 1, Rounding::exact, 2), "[11, 15]");
  EXPECT_EQ(found(Rational(1, 3), 0, Rounding::to_double, 2), "none");
}

TEST(FindInterval, ADoubleStandsForHalfTheWayToItsNeighbours) {
  const auto end = [](int exponent) { return exact::to_text(power_of_two(exponent)); };
  EXPECT_EQ(found(0, 1, Rounding::to_double), "[-" + end(-1075) + ", " + end(-1075) + "]");
  // A power of two: the gap below is half of the gap above.
  EXPECT_EQ(found(1, 1, Rounding::to_double),
            shown(Interval{1 - power_of_two(-54), 1 + power_of_two(-53)}));
  // The next one is odd, so that both ties go to its neighbours.
  const Rational odd = 1 + power_of_two(-52);
  EXPECT_EQ(found(odd, 1, Rounding::to_double),
            shown(Interval{odd - power_of_two(-53), odd + power_of_two(-53), true, true}));
  EXPECT_EQ(found(-odd, 1, Rounding::to_double),
            shown(Interval{-odd - power_of_two(-53), -odd + power_of_two(-53), true, true}));
  const Rational least = power_of_two(-1074);
  EXPECT_EQ(found(least, 1, Rounding::to_double),
            shown(Interval{least / 2, least * 3 / 2, true, true}));
}

TEST(FindInterval, TheLargestDoubleEndsBeforeInfinity) {
  const Rational largest = power_of_two(1024) - power_of_two(971);
  const Rational end = power_of_two(1024) - power_of_two(970);
  EXPECT_EQ(found(largest, 1, Rounding::to_double),
            shown(Interval{largest - power_of_two(970), end, true, true}));
  EXPECT_EQ(found(-largest, 1, Rounding::to_double),
            shown(Interval{-end, -largest + power_of_two(970), true, true}));
  EXPECT_EQ(found(power_of_two(1024), 1, Rounding::to_double), "none");
  EXPECT_EQ(found(power_of_two(128), 1, Rounding::to_float), "none");
}

TEST(FindInterval, OnlyADoubleIsADouble) {
  EXPECT_EQ(found(Rational(1, 10), 1, Rounding::to_double), "none");
  EXPECT_EQ(found(power_of_two(-1075), 1, Rounding::to_double), "none");
  EXPECT_EQ(found(1 + power_of_two(-52), 1, Rounding::to_float), "none");
  EXPECT_EQ(found(1, 1, Rounding::to_float),
            shown(Interval{1 - power_of_two(-25), 1 + power_of_two(-24)}));
}

// The ends of the interval, and numbers just inside and outside of them, rounded anew.
template <class Float, class Round>
void expect_rounds_back(Float number, Rounding rounding, Round round) {
  SCOPED_TRACE(number);
  const auto interval = find_interval(exact::from_double(number), 0, rounding, 0);
  ASSERT_TRUE(interval);
  const Rational hair = (interval->high - interval->low) / 1'000'000;
  EXPECT_EQ(round(interval->low) == number, !interval->low_open);
  EXPECT_EQ(round(interval->high) == number, !interval->high_open);
  EXPECT_EQ(round(interval->low + hair), number);
  EXPECT_EQ(round(interval->high - hair), number);
  EXPECT_NE(round(interval->low - hair), number);
  EXPECT_NE(round(interval->high + hair), number);
}

TEST(FindInterval, AgreesWithTheRoundingOfDoubles) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 2000; ++round) {
    const auto number = std::bit_cast<double>(random());
    if (std::isfinite(number)) expect_rounds_back(number, Rounding::to_double, exact::to_double);
  }
  using Limits = std::numeric_limits<double>;
  for (const double number : {0.0, Limits::denorm_min(), 2 * Limits::denorm_min(), Limits::min(),
                              std::nextafter(Limits::min(), 0.0), Limits::max(), 1.0, 0x1p1023}) {
    expect_rounds_back(number, Rounding::to_double, exact::to_double);
    expect_rounds_back(-number, Rounding::to_double, exact::to_double);
    expect_rounds_back(std::nextafter(number, -1.0), Rounding::to_double, exact::to_double);
  }
}

TEST(FindInterval, AgreesWithTheRoundingOfFloats) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::isfinite(number)) expect_rounds_back(number, Rounding::to_float, exact::to_float);
  }
  using Limits = std::numeric_limits<float>;
  for (const float number : {0.0F, Limits::denorm_min(), Limits::min(), Limits::max(), 1.0F}) {
    expect_rounds_back(number, Rounding::to_float, exact::to_float);
    expect_rounds_back(-number, Rounding::to_float, exact::to_float);
  }
}

TEST(FindInterval, ACutDoubleStandsForLessThanAUnitEitherWay) {
  EXPECT_EQ(found(Rational(5, 2), 1, Rounding::cut), "(3/2, 7/2)");
  EXPECT_EQ(found(Rational(1, 3), 0, Rounding::cut), "none");
}

// The share, and what it stands for; or the code.
std::string reported(const std::string& text, Rounding rounding, const Rational& slack = 0) {
  const auto number = std::get<exact::TextNumber>(exact::parse_number(text));
  const auto result = find_reported({text, number.value, number.last_digit}, rounding, slack);
  if (const auto* complaint = std::get_if<Complaint>(&result)) return complaint->code;
  const auto& share = std::get<Reported>(result);
  EXPECT_EQ(share.text, text);
  return exact::to_text(share.value) + " " + shown(share.interval);
}

TEST(FindReported, StandsForTheIntervalOfItsRounding) {
  EXPECT_EQ(reported("13.5", Rounding::exact), "27/2 [27/2, 27/2]");
  EXPECT_EQ(reported("13.5", Rounding::written), "27/2 [269/20, 271/20]");
  EXPECT_EQ(reported("13", Rounding::down, 1), "13 [12, 15)");
}

TEST(FindReported, ADecimalIsFirstTheDoubleThatItMeans) {
  const Rational tenth = exact::from_double(0.1);
  EXPECT_EQ(reported("0.1", Rounding::to_double),
            exact::to_text(tenth) + " " + found(tenth, 0, Rounding::to_double));
  EXPECT_EQ(reported("0.1", Rounding::cut),
            exact::to_text(tenth) + " " + found(tenth, 0, Rounding::cut));
  EXPECT_EQ(reported("0.1", Rounding::exact), "1/10 [1/10, 1/10]");
}

TEST(FindReported, CannotHaveBeenRoundedSo) {
  EXPECT_EQ(reported("13.5", Rounding::nearest), "FS015");
  EXPECT_EQ(reported("1/3", Rounding::to_double), "FS015");
  EXPECT_EQ(reported("0.1", Rounding::to_float), "FS015");
  EXPECT_EQ(reported("1e400", Rounding::to_double), "FS008") << "no double holds it";
  EXPECT_EQ(reported("1e400", Rounding::exact).substr(0, 2), "10");
}

TEST(FindRounding, KnowsTheNamesThatOptionsAndRecordsUse) {
  for (const auto* name :
       {"exact", "written", "double", "float", "nearest", "down", "apportioned"}) {
    const auto rounding = find_rounding(name);
    ASSERT_TRUE(rounding) << name;
    EXPECT_EQ(name_of(*rounding), name);
  }
  EXPECT_EQ(name_of(Rounding::cut), "cut");
  EXPECT_EQ(find_rounding("cut"), std::nullopt) << "a scheduler's own way";
  EXPECT_EQ(find_rounding("up"), std::nullopt);
  EXPECT_EQ(find_rounding(""), std::nullopt);
}

TEST(SlackOf, IsUnitsAndAPartOfTheTotal) {
  EXPECT_EQ(slack_of({.within = Rational(1, 2), .relative = Rational(1, 3)}, 6), Rational(5, 2));
  EXPECT_EQ(slack_of({.relative = Rational(1, 3)}, 6), 2);
  EXPECT_EQ(slack_of({}, 6), 0);
}

TEST(Combined, SaysWhatTheFirstSaysAndElseWhatTheSecondDoes) {
  const Tolerance both = combined({Rounding::exact, std::nullopt, 0}, {Rounding::down, 2, 3});
  EXPECT_EQ(both.rounding, Rounding::exact);
  EXPECT_EQ(both.within, Rational(2));
  EXPECT_EQ(both.relative, Rational(0));
  EXPECT_EQ(combined({std::nullopt, 5, 7}, {std::nullopt, 2, 3}).within, Rational(5));
  EXPECT_EQ(combined({}, {std::nullopt, 2, 3}).relative, Rational(3));
}

std::variant<Tolerance, InputError> stated(const std::string& record) {
  return read_tolerance(std::get<json::Value>(json::parse(record)));
}

TEST(ReadTolerance, TakesWhatARecordSaysOfItself) {
  const auto read = stated(R"({"id":1,"rounding":"down","within":0.5,"relative":"1/3"})");
  const auto& tolerance = std::get<Tolerance>(read);
  EXPECT_EQ(tolerance.rounding, Rounding::down);
  EXPECT_EQ(tolerance.within, Rational(1, 2));
  EXPECT_EQ(tolerance.relative, Rational(1, 3));
  EXPECT_EQ(std::get<Tolerance>(stated("{}")).rounding, std::nullopt);
}

TEST(ReadTolerance, TellsWhatIsNoMeasure) {
  const auto told = [](const std::string& record) {
    const auto read = stated(record);
    const auto& error = std::get<InputError>(read);
    return error.code + " " + error.field;
  };
  EXPECT_EQ(told(R"({"rounding":"up"})"), "FS002 rounding");
  EXPECT_EQ(told(R"({"rounding":"cut"})"), "FS002 rounding");
  EXPECT_EQ(told(R"({"rounding":7})"), "FS002 rounding");
  EXPECT_EQ(told(R"({"within":true})"), "FS002 within");
  EXPECT_EQ(told(R"({"within":"x"})"), "FS006 within");
  EXPECT_EQ(told(R"({"within":1e999999999})"), "FS007 within");
  EXPECT_EQ(told(R"({"relative":-1})"), "FS011 relative");
}

TEST(FindInterval, WholeUnitsStandForWhatTheirMethodRounds) {
  EXPECT_EQ(found(13, 1, Rounding::hamilton), "(12, 14)");
  EXPECT_EQ(found(13, 1, Rounding::webster), "[25/2, 27/2]");
  EXPECT_EQ(found(13, 1, Rounding::dhondt), "[13, 14]");
  EXPECT_EQ(found(13, 1, Rounding::adams), "[12, 13]");
  for (const Rounding rounding :
       {Rounding::hamilton, Rounding::webster, Rounding::dhondt, Rounding::adams}) {
    EXPECT_EQ(found(Rational(27, 2), Rational(1, 10), rounding), "none") << name_of(rounding);
  }
}

TEST(FindReported, SaysWhyItCannotHaveBeenRoundedSo) {
  const auto why = [](const std::string& text, Rounding rounding) {
    const auto number = std::get<exact::TextNumber>(exact::parse_number(text));
    const auto result = find_reported({text, number.value, number.last_digit}, rounding, 0);
    return std::get<Complaint>(result).message;
  };
  for (const Rounding rounding :
       {Rounding::nearest, Rounding::down, Rounding::apportioned, Rounding::hamilton,
        Rounding::webster, Rounding::dhondt, Rounding::adams}) {
    EXPECT_EQ(why("13.5", rounding),
              "the share 13.5 is not a whole unit, so it cannot have been rounded to one")
        << name_of(rounding);
  }
  for (const Rounding rounding : {Rounding::to_double, Rounding::cut}) {
    EXPECT_EQ(why("1/3", rounding),
              "the share 1/3 is not a double, so it cannot have been rounded to one");
    EXPECT_EQ(why("1e400", rounding), "the share is out of range for a double");
  }
  EXPECT_EQ(why("0.1", Rounding::to_float),
            "the share 0.1 is not a float, so it cannot have been rounded to one");
}

TEST(ReadTolerance, SaysWhatItExpects) {
  const auto told = [](const std::string& record) {
    return std::get<InputError>(stated(record)).message;
  };
  EXPECT_EQ(
      told(R"({"rounding":"up"})"),
      R"("exact", "written", "double", "float", "nearest", "down", "apportioned", "hamilton", )"
      R"("webster", "dhondt" or "adams" is expected here)");
  EXPECT_EQ(told(R"({"within":-0.5})"), "-0.5 is negative");
}

}  // namespace
}  // namespace fairshare::formats
