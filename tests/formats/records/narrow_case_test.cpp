// What becomes an integer, in which units, and what does not. plain_answers_test.cpp tests that its
// verdicts are those of the full way.
#include "formats/records/narrow_case.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "formats/records/plain_answers.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using properties::uint128;

// The record on the line in integers; nothing if there are none. Keeps no view into the line.
std::optional<NarrowCase> find_narrow(const std::string& line, std::optional<Rounding> rounding) {
  PlainRecord record;
  EXPECT_TRUE(read_plain_record(line, record)) << line;
  NarrowCase narrow_case;
  if (!narrow(record, {.rounding = rounding}, narrow_case)) return std::nullopt;
  return narrow_case;
}

bool is_narrow(const std::string& line, std::optional<Rounding> rounding = std::nullopt) {
  return find_narrow(line, rounding).has_value();
}

NarrowCase narrowed(const std::string& line, std::optional<Rounding> rounding = std::nullopt) {
  auto found = find_narrow(line, rounding);
  EXPECT_TRUE(found) << line;
  return found.value_or(NarrowCase{});
}

bool is_found_fair(const std::string& line) {
  PlainReader reader;
  return read_plain(line, "", reader) && find_fair_verdict(reader, "f", 1, {});
}

// The amount that a number of units stands for.
Rational in_ones(uint128 units, const NarrowCase& narrow_case) {
  return share_of(narrow_case, {0, units}, {.numerator = 0, .denominator = 1});
}

// One claimant, of a total of 10.
std::string with_slack(const std::string& share, const std::string& slack) {
  return fmt::format(R"({{"total":10,"claimants":[{{}}],"shares":[{}],{}}})", share, slack);
}

// "[1/2, 3/2)"
std::string interval(const properties::narrow::Reported& share, const NarrowCase& narrow_case) {
  const auto text = [&](uint128 units) {
    return exact::to_text(in_ones(units, narrow_case) / share.denominator);
  };
  return fmt::format("{}{}, {}{}", share.low_open ? '(' : '[', text(share.low), text(share.high),
                     share.high_open ? ')' : ']');
}

// What a share stands for, in a record of one claimant.
std::string interval(const std::string& share, std::optional<Rounding> rounding,
                     std::string_view numbers = "exact") {
  const std::string total = rounding == Rounding::apportioned ? share : "1";
  const NarrowCase narrow_case =
      narrowed(fmt::format(R"({{"numbers":"{}","total":{},"claimants":[{{}}],"shares":[{}]}})",
                           numbers, total, share),
               rounding);
  if (narrow_case.reported.size() != 1) return "none";
  return interval(narrow_case.reported.front(), narrow_case);
}

// One claimant with these fields, of a total of 1.
std::string claiming(const std::string& fields, std::string_view numbers = "exact") {
  return fmt::format(R"({{"numbers":"{}","total":1,"claimants":[{{{}}}]}})", numbers, fields);
}

std::string reporting(const std::string& share, std::string_view numbers = "exact") {
  return fmt::format(R"({{"numbers":"{}","total":1,"claimants":[{{}}],"shares":[{}]}})", numbers,
                     share);
}

// Units.

TEST(NarrowCase, HasOneUnitForAmountsAndAnotherForWeights) {
  const NarrowCase narrow_case =
      narrowed(R"({"total":10.5,"claimants":[{"weight":0.25},{"weight":3,"min_share":0.75}]})");
  EXPECT_EQ(narrow_case.amount.twos, -2) << "of 0.75";
  EXPECT_EQ(narrow_case.amount.fives, -2);
  EXPECT_EQ(narrow_case.weight.twos, -2) << "of 0.25";
  EXPECT_EQ(narrow_case.weight.fives, -2);
  EXPECT_EQ(narrow_case.problem.total, 1050U);
  ASSERT_EQ(narrow_case.problem.claimants.size(), 2U);
  EXPECT_EQ(narrow_case.problem.claimants[0].weight, 25U);
  EXPECT_EQ(narrow_case.problem.claimants[1].weight, 300U);
  EXPECT_EQ(narrow_case.problem.claimants[1].min_share, 75U);
}

TEST(NarrowCase, HasNoUnitAboveOne) {
  const NarrowCase narrow_case =
      narrowed(R"({"total":1e3,"claimants":[{"weight":40,"max_share":2000}]})");
  EXPECT_EQ(narrow_case.amount.twos, 0);
  EXPECT_EQ(narrow_case.amount.fives, 0);
  EXPECT_EQ(narrow_case.problem.total, 1000U);
  EXPECT_EQ(narrow_case.problem.claimants.at(0).weight, 40U);
  EXPECT_EQ(narrow_case.problem.claimants.at(0).max_share, 2000U);
}

TEST(NarrowCase, TellsSharesAndRatiosInTheRecordsOwnUnits) {
  NarrowCase narrow_case = narrowed(R"({"total":10.5,"claimants":[{"weight":0.25},{"weight":3}]})");
  const auto ratio =
      properties::narrow::find_least_ratio(narrow_case.problem, narrow_case.workspace);
  ASSERT_TRUE(ratio);
  EXPECT_EQ(ratio_of(narrow_case, *ratio), Rational(42, 13));
  const auto share = [&](std::size_t i) {
    return properties::narrow::share_at(narrow_case.problem.claimants[i], *ratio);
  };
  EXPECT_EQ(share_of(narrow_case, share(0), *ratio), Rational(21, 26));
  EXPECT_EQ(share_of(narrow_case, share(1), *ratio), Rational(126, 13));
  // Beyond 128 bits: 2^128 / 3 tenths.
  EXPECT_EQ(share_of(narrow_case, {1, 0}, {.numerator = 0, .denominator = 3}),
            Rational(exact::Integer(1) << 128U) / 30);
}

TEST(NarrowCase, ForgetsTheOneBefore) {
  NarrowCase narrow_case = narrowed(R"({"total":0.5,"claimants":[{},{}],"shares":[0,0.5]})");
  const std::string line = R"({"total":3,"claimants":[{}]})";
  PlainRecord record;
  ASSERT_TRUE(read_plain_record(line, record));
  ASSERT_TRUE(narrow(record, {}, narrow_case));
  EXPECT_EQ(narrow_case.amount.twos, 0);
  EXPECT_EQ(narrow_case.problem.total, 3U);
  EXPECT_EQ(narrow_case.problem.claimants.size(), 1U);
  EXPECT_TRUE(narrow_case.reported.empty());
}

TEST(NarrowCase, CapsBoundsByTheDemand) {
  const auto bounds = [](const std::string& fields) {
    const NarrowCase narrow_case = narrowed(claiming(fields));
    const auto& claimant = narrow_case.problem.claimants.at(0);
    const std::string text = exact::to_text(in_ones(claimant.min_share, narrow_case));
    if (!claimant.max_share) return text;
    return text + " to " + exact::to_text(in_ones(*claimant.max_share, narrow_case));
  };
  EXPECT_EQ(bounds(R"("min_share":2)"), "2");
  EXPECT_EQ(bounds(R"("min_share":2,"max_share":9,"demand":4)"), "2 to 4");
  EXPECT_EQ(bounds(R"("min_share":2,"max_share":9,"demand":1)"), "1 to 1");
  EXPECT_EQ(bounds(R"("min_share":2,"max_share":9,"demand":10)"), "2 to 9");
  EXPECT_EQ(bounds(R"("demand":4)"), "0 to 4");
}

// What a share stands for.

TEST(NarrowCase, ReadsAShareAsTheRecordOrTheCommandLineSays) {
  EXPECT_EQ(interval("1.5", std::nullopt), "[29/20, 31/20]") << "as written";
  EXPECT_EQ(interval("\"3/2\"", std::nullopt), "[3/2, 3/2]") << "it has no last digit";
  EXPECT_EQ(interval("1.5", Rounding::exact), "[3/2, 3/2]");
  EXPECT_EQ(interval("7", Rounding::nearest), "[13/2, 15/2]");
  EXPECT_EQ(interval("7", Rounding::down), "[7, 8)");
  EXPECT_EQ(interval("7", Rounding::apportioned), "(6, 8)");
  EXPECT_TRUE(is_narrow(R"({"total":7,"rounding":"apportioned","claimants":[{}],"shares":[7]})"));
  EXPECT_FALSE(is_narrow(R"({"total":7,"rounding":"apportioned","claimants":[{}],"shares":[6]})"));
  EXPECT_TRUE(is_narrow(R"({"total":7,"rounding":"apportioned","claimants":[{}],"shares":[6]})",
                        Rounding::down));
}

TEST(NarrowCase, WidensSharesByTheSlackOfTheRecordOrOfTheCommandLine) {
  const auto widened = [](const std::string& share, const std::string& slack,
                          const Tolerance& tolerance = {}) {
    PlainRecord record;
    const std::string line = with_slack(share, slack);
    EXPECT_TRUE(read_plain_record(line, record)) << line;
    NarrowCase narrow_case;
    EXPECT_TRUE(narrow(record, tolerance, narrow_case)) << line;
    return interval(narrow_case.reported.front(), narrow_case);
  };
  EXPECT_EQ(widened("7.5", "\"within\":2"), "[109/20, 191/20]") << "as written, and by 2";
  EXPECT_EQ(widened("7.5", "\"relative\":0.2"), "[109/20, 191/20]") << "a fifth of 10";
  EXPECT_EQ(widened("7.5", "\"relative\":0.2,\"within\":\"3/1\""), "[49/20, 251/20]");
  EXPECT_EQ(widened("7.5", "\"within\":2", {.within = 1}), "[129/20, 171/20]");
  EXPECT_EQ(widened("7.5", "\"relative\":0.2", {.relative = Rational(3, 20)}), "[119/20, 181/20]");
  EXPECT_EQ(widened("10", "\"rounding\":\"apportioned\",\"within\":1"), "(8, 12)");
  EXPECT_EQ(widened("10", "\"rounding\":\"apportioned\",\"within\":9"), "(0, 20)");
  EXPECT_EQ(widened("10", "\"rounding\":\"apportioned\",\"within\":10"), "[0, 21)");
}

TEST(NarrowCase, LetsNoShareStandForLessThanNothing) {
  EXPECT_EQ(interval("0", Rounding::nearest), "[0, 1/2]");
  EXPECT_EQ(interval("0", Rounding::apportioned), "[0, 1)");
  EXPECT_EQ(interval("1", Rounding::apportioned), "(0, 2)");
}

TEST(NarrowCase, HasAGapHalfAsWideBelowAPowerOfTwo) {
  EXPECT_EQ(interval("1", std::nullopt, "double"),
            "[18014398509481983/18014398509481984, 9007199254740993/9007199254740992]");
  EXPECT_EQ(interval("3", std::nullopt, "double"),
            "[13510798882111487/4503599627370496, 13510798882111489/4503599627370496]");
  EXPECT_EQ(interval("9007199254740991", std::nullopt, "double"),
            "(18014398509481981/2, 18014398509481983/2)")
      << "its significand is odd";
  EXPECT_EQ(interval("1", std::nullopt, "float32"), "[33554431/33554432, 16777217/16777216]");
  EXPECT_EQ(interval("0", std::nullopt, "double"), "[0, 0]");
}

TEST(NarrowCase, IsNotFairBeyondTheGapBelowAPowerOfTwo) {
  const std::string line =
      R"({"numbers":"double","total":5.111111111111111,"claimants":[{"weight":9},{"weight":37}],)"
      R"("shares":[1.0,4.111111111111111]})";
  EXPECT_TRUE(is_narrow(line));
  EXPECT_FALSE(is_found_fair(line));
}

// What is refused.

TEST(NarrowCase, IsNoRecordWithoutClaimantsOrWithTooMany) {
  const auto of_claimants = [](std::size_t count) {
    std::string line = R"({"total":1,"claimants":[)";
    for (std::size_t i = 0; i < count; ++i) line += i == 0 ? "{}" : ",{}";
    return line + "]}";
  };
  EXPECT_FALSE(is_narrow(of_claimants(0)));
  EXPECT_TRUE(is_narrow(of_claimants(1)));
  EXPECT_TRUE(is_narrow(of_claimants(properties::narrow::claimants_max)));
  EXPECT_FALSE(is_narrow(of_claimants(properties::narrow::claimants_max + 1)));
}

// 5^30 has 70 bits and 5^20 has 47; amounts may have 104, and weights 70.
TEST(NarrowCase, HasNoNumberOfTooManyBits) {
  EXPECT_TRUE(is_narrow(claiming(R"("min_share":1e-30,"max_share":8)")));
  EXPECT_FALSE(is_narrow(claiming(R"("min_share":1e-30,"max_share":16)"))) << "2^4 * 2^30 * 5^30";
  EXPECT_FALSE(is_narrow(claiming(R"("demand":1e-32)"))) << "the total has too many";
  EXPECT_FALSE(is_narrow(claiming(R"("demand":1e32,"min_share":1e-1)")));
  EXPECT_TRUE(is_narrow(R"({"total":1,"claimants":[{"weight":4},{"weight":1e-20}]})"));
  EXPECT_FALSE(is_narrow(R"({"total":1,"claimants":[{"weight":8},{"weight":1e-20}]})"));
  EXPECT_FALSE(is_narrow(R"({"total":1,"claimants":[{},{"weight":1e-45}]})"));
}

TEST(NarrowCase, HasSharesOfTwoBitsLessSinceTheirEndsAreSums) {
  EXPECT_TRUE(is_narrow(R"({"total":1e-30,"claimants":[{}],"shares":[2]})", Rounding::exact));
  EXPECT_FALSE(is_narrow(R"({"total":1e-30,"claimants":[{}],"shares":[4]})", Rounding::exact));
  for (const char* slack : {"within", "relative"}) {
    EXPECT_TRUE(is_narrow(with_slack("1", fmt::format("\"{}\":2e-30", slack)))) << slack;
    EXPECT_FALSE(is_narrow(with_slack("1", fmt::format("\"{}\":1e-31", slack)))) << slack;
  }
}

TEST(NarrowCase, HasSlackThatIsADecimalOfFewBits) {
  const std::string line = with_slack("1", "\"relative\":0.5");
  const auto with = [&](const Rational& relative, const std::string& total) {
    PlainRecord record;
    const std::string of_total = R"({"total":)" + total + R"(,"claimants":[{}],"shares":[1]})";
    EXPECT_TRUE(read_plain_record(of_total, record));
    NarrowCase narrow_case;
    return narrow(record, {.relative = relative}, narrow_case);
  };
  EXPECT_TRUE(is_narrow(line));
  EXPECT_TRUE(with(Rational(1, 2), "4294967295"));
  EXPECT_TRUE(with(4294967297, "4294967295")) << "2^64 - 1";
  EXPECT_FALSE(with(4294967297, "4294967297")) << "2^64 and more";
  EXPECT_FALSE(with(Rational(1, 3), "1"));
  EXPECT_FALSE(with(Rational(exact::pow(2, 64)), "1"));
  EXPECT_TRUE(with(Rational(1) / exact::pow(2, 100), "1"));
  EXPECT_FALSE(with(Rational(1) / exact::pow(2, 101), "1"));
  EXPECT_FALSE(is_narrow(with_slack("\"1/3\"", "\"within\":1"))) << "ends have its denominator";
  EXPECT_TRUE(is_narrow(with_slack("\"1/3\"", "\"within\":0")));
}

TEST(NarrowCase, HasNumbersThatFitTheRecordsType) {
  EXPECT_TRUE(is_narrow(claiming(R"("weight":2147483647)", "int32")));
  EXPECT_FALSE(is_narrow(claiming(R"("weight":2147483648)", "int32")));
  EXPECT_TRUE(is_narrow(claiming(R"("weight":2147483648)", "int64")));
  EXPECT_FALSE(is_narrow(claiming(R"("weight":1.0)", "int64"))) << "left to the other reader";
  EXPECT_FALSE(is_narrow(claiming(R"("max_share":1e39)", "float32")));
  EXPECT_FALSE(is_narrow(claiming(R"("max_share":1e309)", "double")));
  EXPECT_FALSE(is_narrow(claiming(R"("weight":5e-324)", "double"))) << "it is subnormal";
  EXPECT_FALSE(is_narrow(claiming(R"("weight":"1/3")"))) << "it would need a unit of its own";
  EXPECT_FALSE(is_narrow(R"({"total":"1/3","claimants":[{}]})"));
  EXPECT_FALSE(is_narrow(reporting("\"1/3\"", "double")));
  EXPECT_TRUE(is_narrow(reporting("\"1/3\"")));
}

TEST(NarrowCase, HasSharesThatCanHaveBeenRoundedSo) {
  for (const Rounding rounding : {Rounding::nearest, Rounding::down, Rounding::apportioned}) {
    EXPECT_TRUE(is_narrow(reporting("1"), rounding)) << name_of(rounding);
    EXPECT_FALSE(is_narrow(reporting("1.5"), rounding)) << name_of(rounding);
    EXPECT_FALSE(is_narrow(reporting("\"1/2\""), rounding)) << name_of(rounding);
  }
  EXPECT_TRUE(is_narrow(reporting("0.1"), Rounding::to_double)) << "the double that it means";
  EXPECT_FALSE(is_narrow(reporting("\"1/3\""), Rounding::to_double));
  EXPECT_FALSE(is_narrow(reporting("0.5"), Rounding::to_float)) << "left to the other reader";
  EXPECT_TRUE(is_narrow(reporting("0.5", "float32"), Rounding::to_float));
  EXPECT_FALSE(is_narrow(reporting("0.1", "float32"), Rounding::to_double))
      << "the double of the float, not of the text";
  EXPECT_FALSE(is_narrow(reporting("1"), Rounding::cut)) << "no record says it";
}

TEST(NarrowCase, HasNoMaximumBelowItsMinimum) {
  EXPECT_TRUE(is_narrow(claiming(R"("min_share":0.3,"max_share":0.30)")));
  EXPECT_FALSE(is_narrow(claiming(R"("min_share":0.3,"max_share":0.29)")));
  EXPECT_FALSE(is_narrow(claiming(R"("min_share":2,"max_share":1,"demand":0)")))
      << "whatever the demand is";
}

TEST(NarrowCase, HasApportionedSharesThatAddUp) {
  const std::string line = R"({"total":5,"claimants":[{},{}],"shares":[2,)";
  EXPECT_TRUE(is_narrow(line + "3]}", Rounding::apportioned));
  EXPECT_FALSE(is_narrow(line + "2]}", Rounding::apportioned));
  EXPECT_TRUE(is_narrow(line + "2]}", Rounding::down));
}

// Doubles.

std::optional<Problem<double>> find_doubles(const std::string& line) {
  PlainRecord record;
  EXPECT_TRUE(read_plain_record(line, record)) << line;
  Problem<double> problem{7, {{}, {}, {}}};
  if (!to_doubles(record, problem)) return std::nullopt;
  return problem;
}

TEST(NarrowCase, HasTheNearestDoubleOfEveryNumber) {
  const std::string fields = R"("weight":0.1,"min_share":0.3,"max_share":9007199254740993)";
  EXPECT_EQ(find_doubles(claiming(fields)), (Problem<double>{1, {{0.1, 0.3, 9007199254740992.0}}}));
  EXPECT_EQ(find_doubles(claiming(R"("weight":0.1)", "float32")),
            (Problem<double>{1, {{static_cast<double>(0.1F), 0, std::nullopt}}}));
  EXPECT_EQ(find_doubles(claiming(R"("min_share":3,"max_share":9,"demand":2)")),
            (Problem<double>{1, {{1, 2, 2.0}}}));
}

TEST(NarrowCase, HasTheNearestDoubleAtEveryPowerOfTen) {
  for (int power = -30; power <= 30; ++power) {
    const std::string number = fmt::format("3e{}", power);
    const auto doubles = find_doubles(claiming("\"weight\":" + number));
    ASSERT_TRUE(doubles) << number;
    EXPECT_EQ(doubles->claimants.at(0).weight, std::strtod(number.c_str(), nullptr)) << number;
  }
}

TEST(NarrowCase, HasNoDoublesOfWhatDoesNotFitItsType) {
  EXPECT_FALSE(find_doubles(claiming(R"("weight":2147483648)", "int32")));
  EXPECT_FALSE(find_doubles(claiming(R"("weight":"1/3")")));
  EXPECT_FALSE(find_doubles(R"({"total":1e309,"claimants":[{}]})"));
  EXPECT_FALSE(find_doubles(reporting("1.5", "int32"))) << "nor of shares";
  EXPECT_TRUE(find_doubles(reporting("1", "int32")));
}

TEST(NarrowCase, HasNoDoublesOfBoundsThatLookAlikeAsDoubles) {
  EXPECT_FALSE(
      find_doubles(claiming(R"("min_share":9007199254740993,"max_share":9007199254740992)")))
      << "the minimum is above";
  EXPECT_FALSE(find_doubles(claiming(R"("min_share":0.3,"max_share":0.30000000000000001)")))
      << "nor where it is below";
  EXPECT_FALSE(find_doubles(claiming(R"("min_share":30,"max_share":3)"))) << "nor out of order";
  EXPECT_TRUE(find_doubles(claiming(R"("min_share":0.3,"max_share":0.3)"))) << "digit by digit";
  EXPECT_TRUE(find_doubles(claiming(R"("min_share":0,"max_share":0.00)"))) << "0 is 0";
  EXPECT_TRUE(find_doubles(claiming(R"("max_share":0)")));
}

}  // namespace
}  // namespace fairshare::formats
