// The whole way from a line to its verdicts, for each question.
#include "formats/judge_line.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "formats/hadoop/mr1_allocations.h"
#include "formats/report/text.h"

namespace fairshare::formats {
namespace {

std::string told(const std::variant<std::vector<Verdict>, RecordError>& judged) {
  if (const auto* error = std::get_if<RecordError>(&judged)) {
    return error->id + " " + error->error.code + " " + error->error.file + ":" +
           std::to_string(error->error.line);
  }
  std::string text;
  for (const Verdict& one : std::get<std::vector<Verdict>>(judged)) text += verdict_text(one);
  return text;
}

std::string judged(const std::string& line, const Judging& judging = {},
                   PlainReader* plain = nullptr) {
  return told(judge_line(line, "f", 7, judging, plain));
}

const std::string fair = R"({"id":"a","total":9,"claimants":[{},{"weight":2}],"shares":[3,6]})";

TEST(JudgeLine, JudgesTheSharesOfARecord) {
  EXPECT_EQ(judged(fair), "fair      a: R = 3, 2 claimants\n");
}

TEST(JudgeLine, JudgesEveryDivisionOfATreeTheTopFirst) {
  EXPECT_EQ(judged(R"({"total":9,"tree":[{"name":"p","children":[{},{}]}],"shares":[9,4.5,4.5]})"),
            "fair      f:7: R = 9, 1 claimant\nfair      f:7/p: R = 4.5, 2 claimants\n");
}

TEST(JudgeLine, JudgesARecordOfASchedulerByItsOwnRule) {
  const std::string line =
      R"({"id":"a","scheduler":"yarn-3","total":10,"claimants":[{},{},{}],"shares":[3,3,3]})";
  EXPECT_TRUE(judged(line).starts_with("fair      a: R = 10/3 (3.33), 3 claimants\n"))
      << judged(line);
  const Judging as_fair{.scheduler = "fair", .tolerance = {.rounding = Rounding::exact}};
  EXPECT_TRUE(judged(line, as_fair).starts_with("error[FS101] a: "))
      << "whatever scheduler it names";
  EXPECT_EQ(judged(fair, {.scheduler = "lottery"}), "\"a\" FS014 f:7");
  const std::string idle =
      R"({"id":"a","scheduler":"yarn-3","total":10,"claimants":[{"active":false},{}],"shares":[5,5]})";
  EXPECT_TRUE(judged(idle).starts_with("error[FS"));
  EXPECT_EQ(judged(idle, {.steady = true}),
            "fair      a: R = 5, 2 claimants, as yarn-3 computes it\n");
  PlainReader plain;
  EXPECT_EQ(judged(fair, {.steady = true}, &plain), "\"a\" FS018 f:7") << "even a plain record";
}

TEST(JudgeLine, JudgesTheOrderingWhateverTheTotalIs) {
  EXPECT_EQ(judged(R"({"id":"a","claimants":[{},{"weight":2}],"shares":[3,6]})",
                   {.question = Question::ordering, .tolerance = {.rounding = Rounding::exact}}),
            "consistent a: R = 3, 2 claimants\n");
  EXPECT_EQ(judged(R"({"id":"a","claimants":[{},{"weight":2}],"shares":[3,6]})"), "\"a\" FS002 f:7")
      << "for the shares a total is needed";
}

TEST(JudgeLine, JudgesACertificate) {
  const std::string certificate =
      R"(,"certificate":{"outcome":"allocation","ratio":3,"branches":["proportional","proportional"]}})";
  EXPECT_EQ(
      judged(fair.substr(0, fair.size() - 1) + certificate, {.question = Question::certificate}),
      "holds     a: allocation, R = 3, 2 claimants\n");
  EXPECT_EQ(judged(fair, {.question = Question::certificate}), "\"a\" FS002 f:7");
}

TEST(JudgeLine, TellsWhyThereIsNoVerdictWithTheIdOfTheRecord) {
  EXPECT_EQ(judged(R"({"id":"a","total":9,"claimants":[{}]})"), "\"a\" FS104 f:7");
  EXPECT_EQ(judged("{"), " FS001 f:7");
  EXPECT_EQ(judged(fair, {.tolerance = {.rounding = Rounding::down}}),
            "fair      a: R = 3, 2 claimants\n");
  EXPECT_EQ(judged(R"({"id":"a","total":1,"claimants":[{}],"shares":[0.5]})",
                   {.tolerance = {.rounding = Rounding::down}}),
            "\"a\" FS015 f:7");
}

TEST(JudgeLine, IsBriefWhereAllIsFairAndSaysTheSame) {
  PlainReader plain;
  const auto verdicts = judge_line(fair, "f", 7, {.is_brief = true}, &plain);
  const Verdict& one = std::get<std::vector<Verdict>>(verdicts).at(0);
  EXPECT_TRUE(one.division.labels.empty()) << "the quick way says no more than it must";
  EXPECT_EQ(told(verdicts), judged(fair));
  const auto whole = judge_line(fair, "f", 7, {}, &plain);
  EXPECT_EQ(std::get<std::vector<Verdict>>(whole).at(0).division.labels.size(), 2U);
}

TEST(JudgeLine, SaysTheSameOfPlainRecordsByEitherReader) {
  PlainReader plain;
  for (const char* line :
       {R"({"id":"a","total":9,"claimants":[{},{"weight":2}],"shares":[4,5]})",
        R"({"total":"9","claimants":[{"name":"x"},{"name":"y","weight":2}],"shares":["9/2",4.50]})",
        R"({"id":7,"total":9,"rounding":"down","claimants":[{"demand":1}],"shares":[1.5]})",
        R"({"id":"a","total":9,"claimants":[{}]})",
        R"({"id":"a","total":9,"claimants":[{"min_share":2,"max_share":1}],"shares":[1]})",
        R"({"id":"a","total":9,"numbers":"int32","claimants":[{}],"shares":[2147483648]})"}) {
    EXPECT_EQ(judged(line, {}, &plain), judged(line));
    EXPECT_EQ(judged(line, {.is_brief = true}, &plain), judged(line));
  }
}

TEST(JudgeLine, IsNotBriefForRecordsOfASchedulerOrForAnotherQuestion) {
  PlainReader plain;
  for (const Judging& judging : {Judging{.question = Question::ordering, .is_brief = true},
                                 Judging{.question = Question::certificate, .is_brief = true},
                                 Judging{.scheduler = "yarn-3", .is_brief = true}}) {
    EXPECT_EQ(judged(fair, judging, &plain), judged(fair, judging));
  }
}

TEST(JudgePart, JudgesEachDivisionOfThePart) {
  Division division{.path = "root", .resource = "memory", .problem = {9, {{1, 0, {}}, {2, 0, {}}}}};
  division.labels = {{.name = "root.a"}, {.name = "root.b", .field = "fairResources"}};
  division.shares = {{"3", 3, 1}, {"6", 6, 1}};
  DocumentPart part{.title = "root", .resource = "memory", .line = 7, .world = division};
  EXPECT_EQ(told(judge_part(part, "f", {})), "fair      root: memory, R = 3, 2 claimants\n");
  EXPECT_EQ(told(judge_part(part, "f", {.names_files = true})),
            "fair      f: root: memory, R = 3, 2 claimants\n");
  std::get<Division>(part.world).shares[1].value = exact::Rational(13, 2);
  EXPECT_EQ(told(judge_part(part, "f", {.tolerance = {.rounding = Rounding::down}})), " FS015 f:7");
}

TEST(JudgeLine, TellsTheIdOfARecordOfASchedulerThatHasNoVerdict) {
  EXPECT_EQ(judged(R"({"id":"a","scheduler":"yarn-3","total":10,"claimants":[{}]})"),
            "\"a\" FS104 f:7");
  EXPECT_EQ(judged(R"({"id":5,"scheduler":"yarn-3","total":-1,"claimants":[{}],"shares":[1]})"),
            "5 FS011 f:7");
}

TEST(JudgeLine, ReadsARecordOfMr1BesideItsAllocations) {
  PoolAllocations allocations;
  allocations.pools["a"].weight = 3;
  const std::string line = R"({"id":"t","scheduler":"mr1","total":8,"tree":[{"name":"a",)"
                           R"("demand":9},{"name":"b","demand":9}],"shares":{"/a":6,"/b":2}})";
  EXPECT_TRUE(judged(line, {.pools = &allocations}).starts_with("fair      t: R = 2, "))
      << judged(line, {.pools = &allocations});
  EXPECT_TRUE(judged(line).starts_with("error[FS204] t: ")) << judged(line);
}

TEST(JudgePart, JudgesTheOrderingWhereThatIsAsked) {
  Division division{.path = "root", .problem = {999, {{1, 0, {}}, {2, 0, {}}}}};
  division.labels = {{.name = "a"}, {.name = "b"}};
  division.shares = {{"3", 3, 0}, {"6", 6, 0}};
  const DocumentPart part{.title = "root", .world = division};
  EXPECT_EQ(told(judge_part(part, "f", {.question = Question::ordering})),
            "consistent root: R = 3, 2 claimants\n");
  EXPECT_TRUE(told(judge_part(part, "f", {})).starts_with("error[FS101] root: "));
}

}  // namespace
}  // namespace fairshare::formats
