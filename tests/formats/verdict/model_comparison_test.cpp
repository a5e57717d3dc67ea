// Compares what a release computes with what was reported.
#include "formats/verdict/model_comparison.h"

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

TEST(ModelComparison, HasTheAnswerThatWasReported) {
  const ModelResult result{.answers = {{integer(2), integer(1)}, {integer(1), integer(2)}},
                           .resolution = 1};
  const ModelComparison one = compare_with_model("kai", result, written({1, 2}));
  EXPECT_EQ(one.scheduler, "kai");
  EXPECT_TRUE(one.matches);
  EXPECT_EQ(one.shares, (Texts{"1", "2"}));
  EXPECT_EQ(one.answers, 2U);
  EXPECT_EQ(one.resolution, Rational(1));
  EXPECT_EQ(one.fault, "");
}

TEST(ModelComparison, HasTheFirstAnswerWhereNoneWasReported) {
  const ModelResult result{.answers = {{0.5, 1.5}, {1.5, 0.5}}, .are_all = false};
  const ModelComparison one = compare_with_model("kai", result, written({1, 1}));
  EXPECT_FALSE(one.matches);
  EXPECT_FALSE(one.are_all);
  EXPECT_EQ(one.shares, (Texts{"0.5", "1.5"}));
  EXPECT_FALSE(compare_with_model("kai", result, {}).matches);
}

TEST(ModelComparison, MatchesInDoublesWhereIntegersRoundToWhatWasReported) {
  const std::int64_t odd = (std::int64_t{1} << 53U) + 1;
  const ModelResult result{.answers = {{integer(7)}, {integer(odd)}}};
  const ModelComparison rounded =
      compare_with_model("yarn-3", result, written({Rational(odd - 1)}));
  EXPECT_FALSE(rounded.matches);
  EXPECT_TRUE(rounded.matches_in_doubles);
  EXPECT_EQ(rounded.shares, Texts{"9007199254740993"});
  EXPECT_TRUE(compare_with_model("yarn-3", result, written({Rational(odd)})).matches_in_doubles);
  EXPECT_FALSE(
      compare_with_model("yarn-3", result, written({Rational(odd + 2)})).matches_in_doubles);
}

TEST(ModelComparison, SaysWhatWentWrongOnTheWayToTheShares) {
  const auto fault = [](std::string_view outcome) {
    return compare_with_model("s", {.outcome = outcome, .answers = {{integer(0)}}}, written({0}))
        .fault;
  };
  EXPECT_EQ(fault("shares"), "");
  EXPECT_EQ(fault("overflow"), "overflow");
  EXPECT_EQ(fault("nan"), "nan");
}

TEST(ModelComparison, HasNoSharesOfAReleaseThatNeverReturnsOrRefuses) {
  const ModelComparison hang = compare_with_model("s", {.outcome = "hang"}, written({1}));
  EXPECT_FALSE(hang.matches);
  EXPECT_EQ(hang.shares, std::nullopt);
  EXPECT_EQ(hang.fault, "");
  const ModelComparison refuses =
      compare_with_model("s", {.outcome = "error", .message = "no"}, written({1}));
  EXPECT_EQ(refuses.shares, std::nullopt);
  EXPECT_EQ(refuses.fault, "no");
}

}  // namespace
}  // namespace fairshare::formats
