// What a release computes, beside what was reported of it.
#include "formats/verdict/emulation.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fairshare::formats {
namespace {

using exact::Rational;
using schedulers::Held;
using schedulers::ModelResult;
using Texts = std::vector<std::string>;

Held integer(std::int64_t number) {
  return number;
}

std::vector<WrittenNumber> written(const std::vector<Rational>& numbers) {
  std::vector<WrittenNumber> result;
  for (const Rational& number : numbers) result.push_back({exact::to_text(number), number, 0});
  return result;
}

TEST(IsReportedAs, AnIntegerIsTheSameNumber) {
  EXPECT_TRUE(is_reported_as(integer(3), 3));
  EXPECT_FALSE(is_reported_as(integer(3), Rational(31, 10)));
}

TEST(IsReportedAs, ADoubleIsWhatTheWrittenOneRoundsTo) {
  EXPECT_TRUE(is_reported_as(0.1, Rational(1, 10)));
  EXPECT_TRUE(is_reported_as(0.1, exact::from_double(0.1)));
  EXPECT_FALSE(is_reported_as(0.1, Rational(11, 100)));
}

TEST(Emulated, HasTheAnswerThatWasReported) {
  const ModelResult result{.answers = {{integer(2), integer(1)}, {integer(1), integer(2)}},
                           .resolution = 1};
  const Emulated one = emulated("kai", result, written({1, 2}));
  EXPECT_EQ(one.scheduler, "kai");
  EXPECT_TRUE(one.matches);
  EXPECT_EQ(one.shares, (Texts{"1", "2"}));
  EXPECT_EQ(one.answers, 2U);
  EXPECT_EQ(one.resolution, Rational(1));
  EXPECT_EQ(one.fault, "");
}

TEST(Emulated, HasTheFirstAnswerWhereNoneWasReported) {
  const ModelResult result{.answers = {{0.5, 1.5}, {1.5, 0.5}}, .are_all = false};
  const Emulated one = emulated("kai", result, written({1, 1}));
  EXPECT_FALSE(one.matches);
  EXPECT_FALSE(one.are_all);
  EXPECT_EQ(one.shares, (Texts{"0.5", "1.5"}));
  EXPECT_FALSE(emulated("kai", result, {}).matches);
}

TEST(Emulated, MatchesInDoublesWhereIntegersRoundToWhatWasReported) {
  const std::int64_t odd = (std::int64_t{1} << 53U) + 1;
  const ModelResult result{.answers = {{integer(7)}, {integer(odd)}}};
  const Emulated rounded = emulated("yarn-3", result, written({Rational(odd - 1)}));
  EXPECT_FALSE(rounded.matches);
  EXPECT_TRUE(rounded.matches_in_doubles);
  EXPECT_EQ(rounded.shares, Texts{"9007199254740993"});
  EXPECT_TRUE(emulated("yarn-3", result, written({Rational(odd)})).matches_in_doubles);
  EXPECT_FALSE(emulated("yarn-3", result, written({Rational(odd + 2)})).matches_in_doubles);
}

TEST(Emulated, SaysWhatWentWrongOnTheWayToTheShares) {
  const auto fault = [](std::string_view outcome) {
    return emulated("s", {.outcome = outcome, .answers = {{integer(0)}}}, written({0})).fault;
  };
  EXPECT_EQ(fault("shares"), "");
  EXPECT_EQ(fault("overflow"), "overflow");
  EXPECT_EQ(fault("nan"), "nan");
}

TEST(Emulated, HasNoSharesOfAReleaseThatNeverReturnsOrRefuses) {
  const Emulated hang = emulated("s", {.outcome = "hang"}, written({1}));
  EXPECT_FALSE(hang.matches);
  EXPECT_EQ(hang.shares, std::nullopt);
  EXPECT_EQ(hang.fault, "");
  const Emulated refuses = emulated("s", {.outcome = "error", .message = "no"}, written({1}));
  EXPECT_EQ(refuses.shares, std::nullopt);
  EXPECT_EQ(refuses.fault, "no");
}

}  // namespace
}  // namespace fairshare::formats
