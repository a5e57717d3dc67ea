#include "formats/answer_line.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>

namespace fairshare::formats {
namespace {

constexpr std::string_view thirds = R"({"id":"a","total":10,"claimants":[{},{},{}]})";
constexpr std::string_view of_yarn =
    R"({"id":"a","scheduler":"yarn-2.7","total":10,"claimants":[{},{},{}]})";

// The answer, or the id and the code of the error.
std::string told(std::string_view line, const Asking& asking) {
  const auto answer = answer_line(line, "f", 1, asking);
  if (const auto* error = std::get_if<RecordError>(&answer)) {
    return error->id + " " + error->error.code;
  }
  return std::get<std::string>(answer);
}

TEST(AnswerLine, SaysWhatIsFairUnlessASchedulerIsAsked) {
  const std::string fair =
      R"({"id":"a","outcome":"allocation","ratio":"10/3","shares":["10/3","10/3","10/3"]})";
  EXPECT_EQ(told(thirds, {}), fair);
  EXPECT_EQ(told(of_yarn, {}), fair);
  EXPECT_EQ(told(thirds, {.scheduler = "yarn-2.7", .fair = true}), fair);
  EXPECT_EQ(told(thirds, {.scheduler = "yarn-2.7"}),
            R"({"id":"a","outcome":"shares","shares":[4,4,4]})");
}

TEST(AnswerLine, SaysOfASchedulerWhatItIsAskedFor) {
  const std::string idle = R"({"total":10,"claimants":[{"active":false},{}]})";
  EXPECT_EQ(told(idle, {.scheduler = "yarn-3"}), R"({"outcome":"shares","shares":[0,10]})");
  EXPECT_EQ(told(idle, {.scheduler = "yarn-3", .steady = true}),
            R"({"outcome":"shares","shares":[5,5]})");
  const std::string tree = R"({"total":10,"tree":[{"name":"a"}]})";
  const std::string shares = R"({"outcome":"shares","shares":{"/":10,"/a":10})";
  EXPECT_EQ(told(tree, {.scheduler = "yarn-3"}), shares + "}");
  EXPECT_TRUE(told(tree, {.scheduler = "yarn-3", .details = true})
                  .starts_with(shares + R"(,"details":{"/":{"weight":1,)"));
}

TEST(AnswerLine, ApportionsByTheDefinitionAlone) {
  EXPECT_EQ(told(thirds, {.apportion = true}),
            R"({"id":"a","outcome":"allocation","ratio":"10/3","shares":["4","3","3"]})");
  EXPECT_EQ(told(of_yarn, {.apportion = true}), "\"a\" FS018");
  const auto refused = answer_line(of_yarn, "f", 7, {.units = Units::webster});
  EXPECT_EQ(std::get<RecordError>(refused).error.code, "FS018");
  EXPECT_EQ(std::get<RecordError>(refused).error.field, "scheduler");
  EXPECT_EQ(std::get<RecordError>(refused).error.message,
            "whole units are for the definition only, not for records of yarn-2.7");
  EXPECT_EQ(std::get<RecordError>(refused).error.file, "f");
  EXPECT_EQ(std::get<RecordError>(refused).error.line, 7U);
}

TEST(AnswerLine, KeepsTheIdOfARecordThatIsRefused) {
  EXPECT_EQ(told(thirds, {.scheduler = "yarn-9"}), "\"a\" FS014");
  EXPECT_EQ(told("{", {}), " FS001");
}

}  // namespace
}  // namespace fairshare::formats
