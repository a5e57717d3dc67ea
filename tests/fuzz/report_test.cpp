// Every word and number of a report, for outcomes that have one of each thing to report.
#include "fuzz/harness/report.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "fuzz/harness/findings.h"

namespace fairshare::harness {
namespace {

using exact::Rational;
using fuzz::Family;

Found found_one() {
  return {.failure = {"FS101",
                      "the shares add up to 12",
                      "error[FS101] 12 of 10\n",
                      {"too much", Rational(1, 5)}},
          .challenge = {.total = 10, .entries = {{"a"}, {"b"}}},
          .id = "FS101-1a2b",
          .record = R"({"total":10})",
          .place = "old.ndjson:4",
          .family = Family::ties,
          .case_number = 1'532,
          .claimants_before = 9,
          .failures = 1'200,
          .after = Seconds(0.44),
          .steps = 61,
          .is_minimal = true};
}

Found hang() {
  return {
      .failure = {"FS501", "no answer within 2000 ms", "error[FS501] no answer\n", {"no answer"}},
      .challenge = {.total = 0, .entries = {{"a"}}},
      .id = "FS501-3c4d",
      .record = R"({"total":0})",
      .case_number = 7,
      .claimants_before = 1,
      .after = Seconds(1.25),
      .steps = 1};
}

Outcome outcome() {
  Outcome made;
  made.hello.name = "mine";
  made.hello.version = "1.2";
  made.seed = 42;
  made.cases = 1'031'532;
  made.skipped = 1'002;
  made.seconds = Seconds(60.06);
  made.of_families[static_cast<std::size_t>(Family::ties)] = {1'031'500, 1'200};
  made.of_families[static_cast<std::size_t>(Family::ordinary)] = {32, 0};
  made.found = {hang(), found_one()};
  return made;
}

// Without the line of each family, which is laid out in columns.
std::string text_of(const Outcome& made, const Saved& saved = {}) {
  const std::string text = report_text(made, saved);
  const std::size_t begin = text.find("family ");
  const std::size_t last = text.rfind("\nties ");
  const std::size_t end = last == std::string::npos ? text.find('\n', begin) : last;
  return text.substr(0, begin) + text.substr(text.find('\n', end + 1) + 1);
}

TEST(Report, TellsOfEachFailureWhereItCameFromAndWhatBecameOfIt) {
  EXPECT_EQ(text_of(outcome(), {.files = {"a.ndjson", "b c.ndjson"}, .adapter = "-- ./mine"}),
            "error[FS501] no answer\n"
            "  seen once, after 1.2 s; case 7 (ordinary), 1 claimant; shrunk in 1 step to 1, "
            "not yet minimal: time ran out\n"
            "  {\"total\":0}\n"
            "  saved as a.ndjson; to repeat: fairshare fuzz --replay a.ndjson -- ./mine\n"
            "\n"
            "error[FS101] 12 of 10\n"
            "  too much, by 0.2 of the total\n"
            "  seen 1,200 times, first after 0.4 s; case 1,532 (ties), 9 claimants; shrunk in 61 "
            "steps to 2, 1-minimal\n"
            "  {\"total\":10}\n"
            "  saved as b c.ndjson; to repeat: fairshare fuzz --replay 'b c.ndjson' -- ./mine\n"
            "\n"
            "mine 1.2: 1,031,532 cases (1,002 skipped) in 60.1 s, seed 42: 2 kinds of failure\n");
}

TEST(Report, HasALineForEachFamilyThatWasAsked) {
  const std::string text = report_text(outcome(), {});
  EXPECT_NE(text.find("family                   cases  failures\n"
                      "ordinary                    32         0\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\nties                 1,031,500     1,200\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("overflow"), std::string::npos) << text;
}

TEST(Report, TellsWhatWasLateOrUnheardOrPassedOver) {
  Outcome made = outcome();
  made.found.clear();
  made.doubts = {1, 1};
  made.passed_over = 1;
  EXPECT_EQ(
      text_of(made),
      "1 problem like those that hang or crash most were skipped\n"
      "1 answer came late, but in time when asked again\n"
      "1 problem got no answer within a shortened deadline and was not asked again: hangs had "
      "used their share of the time\n"
      "mine 1.2: 1,031,532 cases (1,002 skipped) in 60.1 s, seed 42: nothing found\n");
  made.doubts.unheard = made.cases - made.skipped;
  EXPECT_TRUE(text_of(made).ends_with(": nothing judged\n")) << text_of(made);
  made.doubts = {2, 3};
  made.passed_over = 0;
  EXPECT_EQ(text_of(made),
            "2 answers came late, but in time when asked again\n"
            "3 problems got no answer within a shortened deadline and were not asked again: hangs "
            "had used their share of the time\n"
            "mine 1.2: 1,031,532 cases (1,002 skipped) in 60.1 s, seed 42: nothing found\n");
}

TEST(Report, SaysThatItWasInterruptedAndHowFarItCame) {
  Outcome made = outcome();
  made.found.clear();
  made.skipped = 0;
  made.hello.version = "";
  made.cases = 1;
  made.planned_cases = 2'000;
  made.planned_seconds = Seconds(90);
  EXPECT_TRUE(text_of(made).ends_with("mine: 1 case in 60.1 s, seed 42: nothing found\n"));
  made.is_interrupted = true;
  EXPECT_TRUE(text_of(made).ends_with(
      "mine: interrupted: 1 of 2,000 cases in 60.1 of 90.0 s, seed 42: nothing found so far\n"))
      << text_of(made);
  EXPECT_NE(report_junit(made, {}).find("interrupted after 1 of 2,000 cases and 60.1 of 90.0 s"),
            std::string::npos);
  made.skipped = 1;
  EXPECT_TRUE(text_of(made).ends_with(": nothing judged\n")) << text_of(made);
}

TEST(Report, OfAReplayNamesTheProblemsOfItsFile) {
  Outcome made = outcome();
  made.replayed = "old.ndjson";
  made.cases = 3;
  made.skipped = 0;
  made.found = {found_one()};
  EXPECT_EQ(report_text(made, {}),
            "error[FS101] 12 of 10\n"
            "  too much, by 0.2 of the total\n"
            "  replayed from old.ndjson:4, 9 claimants\n"
            "  {\"total\":10}\n"
            "\n"
            "mine 1.2: 3 problems of old.ndjson asked again in 60.1 s: 1 failed\n");
  made.found.clear();
  made.cases = 1;
  made.doubts.late = 1;
  EXPECT_EQ(report_text(made, {}),
            "1 answer came late, but in time when asked again\n"
            "mine 1.2: 1 problem of old.ndjson asked again in 60.1 s: none failed\n");
  made.skipped = 1;
  EXPECT_TRUE(report_text(made, {}).ends_with(
      "mine 1.2: 1 problem of old.ndjson asked again (1 skipped) in 60.1 s: nothing judged\n"));
}

TEST(Report, OfAnInterruptedReplaySaysHowFarItCame) {
  Outcome made;
  made.replayed = "old.ndjson";
  made.cases = 1;
  made.planned_cases = 3;
  made.is_interrupted = true;
  EXPECT_EQ(report_text(made, {}),
            "interrupted: 1 problem of 3 of old.ndjson asked again in 0.0 s: none failed\n");
}

TEST(Report, InJsonHasNeitherACauseThatIsNotKnownNorANumberBeyondTheDoubles) {
  Outcome made;
  made.found = {found_one()};
  made.found[0].failure.cause = {"", Rational(exact::Integer(1) << 1024U)};
  EXPECT_NE(report_json(made, {}).find(R"(add up to 12","claimants":2,)"), std::string::npos)
      << report_json(made, {});
}

TEST(Report, InJUnitTellsBesideWhatIsUnfinishedWhatCameLate) {
  Outcome made;
  made.doubts = {1, 0};
  EXPECT_NE(report_junit(made, {}).find("\"nothing was judged\">nothing was judged&#10;"
                                        "1 answer came late, but in time when asked again"),
            std::string::npos)
      << report_junit(made, {});
  made.is_interrupted = true;
  EXPECT_NE(report_junit(made, {}).find("\"interrupted after 0 cases and 0.0 s\">"),
            std::string::npos);
}

TEST(Report, InJsonHasEachNumber) {
  Outcome made = outcome();
  made.settings.scheduler = "yarn-3";
  made.doubts = {3, 4};
  made.passed_over = 5;
  made.planned_cases = 6;
  made.planned_seconds = Seconds(7.5);
  EXPECT_EQ(
      report_json(made, {.files = {"a", "b"}}),
      R"({"name":"mine","version":"1.2","scheduler":"yarn-3","seed":42,"cases":1031532,)"
      R"("skipped":1002,"late":3,"unheard":4,"seconds":60.060,"interrupted":false,)"
      R"("ended_early":false,"planned_cases":6,"planned_seconds":7.500,"families":{"ordinary":{"cases":32,)"
      R"("failures":0},"ties":{"cases":1031500,"failures":1200}},"passed_over":5,)"
      R"("found":[{"code":"FS501","message":"no answer within 2000 ms","cause":"no answer",)"
      R"("claimants":1,"minimal":false,"family":"ordinary","case":7,"failures":1,"seconds":1.250,)"
      R"("steps":1,"file":"a","record":{"total":0}},{"code":"FS101","message":)"
      R"("the shares add up to 12","cause":"too much","deviation":0.2,"claimants":2,)"
      R"("minimal":true,"family":"ties","case":1532,"failures":1200,"seconds":0.440,"steps":61,)"
      R"("file":"b","record":{"total":10}}],"more":[],"unrepeated":[]})"
      "\n");
  made.replayed = "old.ndjson";
  made.is_interrupted = true;
  const std::string json = report_json(made, {});
  EXPECT_NE(json.find(R"("scheduler":"yarn-3","replayed":"old.ndjson","cases":)"),
            std::string::npos)
      << json;
  EXPECT_NE(json.find(R"("interrupted":true)"), std::string::npos) << json;
}

TEST(Report, InJUnitCountsFamiliesFailuresAndWhatDidNotComeAgain) {
  Outcome made = outcome();
  made.unrepeated = {hang()};
  const std::string junit = report_junit(made, {});
  EXPECT_NE(junit.find("fairshare fuzz, seed 42"), std::string::npos) << junit;
  EXPECT_NE(junit.find(R"( tests="4" failures="2" time="60.060")"), std::string::npos) << junit;
  EXPECT_NE(junit.find(R"(name="ordinary"/>)"), std::string::npos) << junit;
  EXPECT_EQ(junit.find(R"(name="ties")"), std::string::npos) << "a failure is in that family";
  EXPECT_NE(junit.find("FS501 not reproduced: no answer within 2000 ms"), std::string::npos);
  EXPECT_NE(junit.find("<testcase classname=\"mine 1.2\" name=\"FS101-1a2b\">\n"
                       "      <failure type=\"FS101\" message=\"the shares add up to 12\">"
                       "error[FS101] 12 of 10&#10;"
                       "  too much, by 0.2 of the total&#10;"
                       "  seen 1,200 times, first after 0.4 s; case 1,532 (ties), 9 claimants;"),
            std::string::npos)
      << junit;
  made.replayed = "old.ndjson";
  made.skipped = made.cases;
  const std::string unjudged = report_junit(made, {});
  EXPECT_NE(unjudged.find("fairshare fuzz --replay old.ndjson"), std::string::npos) << unjudged;
  EXPECT_NE(unjudged.find(R"( tests="5" failures="3" )"), std::string::npos) << unjudged;
  EXPECT_NE(unjudged.find("name=\"the whole run\">\n"
                          "      <failure type=\"unfinished\" message=\"nothing was judged\">"),
            std::string::npos)
      << unjudged;
}

}  // namespace
}  // namespace fairshare::harness
