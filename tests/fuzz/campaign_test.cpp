// A whole campaign: what is reported about an adapter with more than one defect.
#include "fuzz/harness/campaign.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "fuzz/harness/findings.h"
#include "fuzz/harness/report.h"

namespace fairshare::harness {
namespace {

Outcome outcome_of(const std::string& mode, std::uint64_t cases) {
  const Plan plan{.command = {"python3", "-SEB", "tests/adapters/misbehaving.py", mode},
                  .cases = cases};
  auto result = run(plan, nullptr);
  EXPECT_TRUE(std::holds_alternative<Outcome>(result));
  return std::get<Outcome>(std::move(result));
}

OldRecord at(std::size_t line, std::string text) {
  return {std::move(text), "old.ndjson", line};
}

TEST(Campaign, TellsTwoDefectsOfOneCodeTheLargestFirst) {
  Outcome outcome = outcome_of("two-defects", 800);
  std::erase_if(outcome.found, [](const Found& found) { return found.failure.code != "FS101"; });
  ASSERT_EQ(outcome.found.size(), 2U);
  for (const Found& found : outcome.found) {
    EXPECT_EQ(found.failure.cause.fault, "too much");
    EXPECT_TRUE(found.is_minimal);
    const std::string case_text = std::to_string(found.case_number);
    const std::string family(fuzz::name_of(found.family));
    EXPECT_NE(found.record.find("found in two-defects 1 by seed 1, case " + case_text + " (" +
                                family + ")"),
              std::string::npos)
        << found.record;
    EXPECT_NE(family, "ordinary");
    EXPECT_GT(found.case_number, 0U);
    EXPECT_GE(found.claimants_before, found.challenge.entries.size());
    EXPECT_GT(found.failures, 1U);
    EXPECT_GT(found.after.count(), 0);
  }
  EXPECT_EQ(deviation_text(outcome.found[0].failure.cause), "0.25 of the total");
  EXPECT_EQ(outcome.found[0].challenge.entries.size(), 2U);
  EXPECT_EQ(deviation_text(outcome.found[1].failure.cause), "1e-15 of the total");
  EXPECT_EQ(outcome.found[1].challenge.entries.size(), 1U);
  EXPECT_NE(outcome.found[0].record.find(R"("shares":["5/8","5/8"])"), std::string::npos);
  EXPECT_EQ(outcome.hello.name, "two-defects");
  EXPECT_EQ(outcome.planned_cases, 800U);
  EXPECT_EQ(outcome.planned_seconds, std::nullopt);
  EXPECT_EQ(outcome.cases, 800U);
  for (const Tally& tally : outcome.of_families) EXPECT_EQ(tally.cases, 50U);

  const std::string text = report_text(outcome, {});
  EXPECT_NE(text.find("too much, by 0.25 of the total"), std::string::npos) << text;
  EXPECT_NE(text.find("2 kinds of failure"), std::string::npos) << text;
  const std::string json = report_json(outcome, {});
  EXPECT_NE(json.find(R"("cause":"too much","deviation":0.25,"claimants":2)"), std::string::npos)
      << json;
}

// Runs an adapter that divides fairly and also does this: a line of shell, with a file as $0.
// Returns the lines of the file.
std::vector<std::string> lines_written(Plan plan, const std::string& script) {
  const std::string file = testing::TempDir() + "/fairshare_written_" + std::to_string(::getpid());
  const std::string adapter = "python3 -SEB tests/adapters/misbehaving.py behaves";
  plan.command = {"sh", "-c", script + adapter, file};
  EXPECT_TRUE(std::holds_alternative<Outcome>(run(plan, nullptr)));
  std::vector<std::string> lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::remove(file.c_str());
  return lines;
}

TEST(Campaign, StartsAsManyAdaptersAsThereAreJobs) {
  EXPECT_EQ(
      lines_written({.command = {}, .cases = 96, .jobs = 3}, "echo started >>\"$0\"; exec ").size(),
      3U);
  EXPECT_EQ(lines_written({.command = {}, .cases = 96}, "echo started >>\"$0\"; exec ").size(), 1U);
}

// Each answer of either comes after 1.5 s. The hangs count, since there is no time to ask again.
TEST(Campaign, GivesEachAdapterTheSameTimeForAnAnswer) {
  const Plan plan{.command = {"python3", "-SEB", "tests/adapters/misbehaving.py", "slow"},
                  .time = Seconds(3),
                  .jobs = 2,
                  .deadline = Milliseconds(500)};
  const auto outcome = std::get<Outcome>(run(plan, nullptr));
  std::uint64_t failures = 0;
  for (const Tally& tally : outcome.of_families) failures += tally.failures;
  EXPECT_EQ(outcome.cases, 2U);
  EXPECT_EQ(failures, 2U);
}

// Once for the verdict; the numbers 0, 16 and 32 then twice more.
TEST(Campaign, AsksEachSixteenthProblemThreeTimes) {
  const Plan plan{.command = {},
                  .requested = {.families = {fuzz::Family::ordinary}},
                  .cases = 33,
                  .deadline = Milliseconds(20'000)};
  std::map<std::string, int> times;
  for (const std::string& line : lines_written(plan, "tee \"$0\" | ")) {
    const std::size_t problem = line.find("\"problem\":");
    if (problem != std::string::npos) ++times[line.substr(problem)];
  }
  std::map<int, int> problems;
  for (const auto& [problem, asked] : times) ++problems[asked];
  EXPECT_EQ(problems[3], 3);
  EXPECT_EQ(problems.rbegin()->first, 3);
}

TEST(Campaign, EndsWithTheFirstFailureIfThatIsAskedFor) {
  const Plan plan{.command = {"python3", "-SEB", "tests/adapters/misbehaving.py", "no-maximums"},
                  .until_first = true};
  const auto outcome = std::get<Outcome>(run(plan, nullptr));
  EXPECT_EQ(outcome.cases, 32U) << "a batch";
  EXPECT_FALSE(outcome.found.empty());
  EXPECT_EQ(outcome.planned_seconds, Seconds(60));
  EXPECT_LT(outcome.seconds, Seconds(50));
}

// Each problem costs a start of 0.3 s, and there are 32 in a batch.
TEST(Campaign, HasTimeToAskAgainWhereTheFirstBatchTakesItAll) {
  const std::string script = R"(sleep 0.3; read -r hello; echo '{"name":"slow"}'
read -r line; seq=${line#*'"seq":'}; echo "{\"seq\":${seq%%,*},\"skipped\":\"\"}"
read -r line; exit 7)";
  const Plan plan{
      .command = {"sh", "-c", script}, .time = Seconds(3), .deadline = Milliseconds(50)};
  const auto outcome = std::get<Outcome>(run(plan, nullptr));
  EXPECT_LE(outcome.cases, 7U) << "the last third of the time is not for the batch";
  EXPECT_FALSE(outcome.found.empty());
}

// Asking again, which takes a second each, uses up the time.
TEST(Campaign, HasFoundAHangWhenTheTimeIsOver) {
  const std::string script = R"(sleep 0.5; read -r hello; echo '{"name":"slow"}'
read -r line; seq=${line#*'"seq":'}; echo "{\"seq\":${seq%%,*},\"skipped\":\"\"}"
exec sleep 100)";
  const Plan plan{
      .command = {"sh", "-c", script}, .time = Seconds(6), .deadline = Milliseconds(500)};
  const auto outcome = std::get<Outcome>(run(plan, nullptr));
  ASSERT_FALSE(outcome.found.empty());
  EXPECT_EQ(outcome.found.front().failure.code, "FS501");
}

// Its answer is due only after the end of the time.
TEST(Campaign, HasFoundAHangThatOutlastsTheTime) {
  const std::string script = R"(read -r hello; echo '{"name":"slow"}'
read -r line; seq=${line#*'"seq":'}; echo "{\"seq\":${seq%%,*},\"skipped\":\"\"}"
exec sleep 100)";
  const Plan plan{
      .command = {"sh", "-c", script}, .time = Seconds(1), .deadline = Milliseconds(2000)};
  const auto outcome = std::get<Outcome>(run(plan, nullptr));
  ASSERT_FALSE(outcome.found.empty());
  EXPECT_EQ(outcome.found.front().failure.message, "no answer within 2000 ms");
  EXPECT_LT(outcome.seconds, Seconds(10));
}

TEST(Campaign, SaysThatItEndedEarlyWhereAlmostAllHang) {
  Plan plan{.command = {"sh", "-c", R"(read -r hello; echo '{"name":"mute"}'; exec sleep 100)"},
            .time = Seconds(60),
            .deadline = Milliseconds(1),
            .first_deadline = Milliseconds(1)};
  const auto outcome = std::get<Outcome>(run(plan, nullptr));
  EXPECT_TRUE(outcome.is_hopeless);
  EXPECT_NE(report_text(outcome, {}).find("it ended early: nine of ten problems make the adapter"),
            std::string::npos);
}

TEST(Campaign, TellsHowLongItWasToTake) {
  Plan plan{.command = {"python3", "-SEB", "tests/adapters/misbehaving.py", "behaves"},
            .time = Seconds(50),
            .cases = 1};
  EXPECT_EQ(std::get<Outcome>(run(plan, nullptr)).planned_seconds, Seconds(50));
}

TEST(Campaign, OfRecordsFromBeforeTellsWhichFail) {
  const Plan plan{.command = {"python3", "-SEB", "tests/adapters/misbehaving.py", "two-defects"}};
  const std::string record = R"({"total":1,"claimants":[{"name":"x"},{"name":"y"}]})";
  const std::string right = R"({"total":1,"claimants":[{"min_share":0.1},{"min_share":0.2}]})";
  const auto result = replay(plan, {at(1, right), at(4, record), at(5, right)}, "old.ndjson");
  const auto& outcome = std::get<Outcome>(result);
  EXPECT_EQ(outcome.replayed, "old.ndjson");
  EXPECT_EQ(outcome.cases, 3U);
  EXPECT_EQ(outcome.planned_cases, 3U);
  EXPECT_EQ(outcome.hello.name, "two-defects");
  ASSERT_EQ(outcome.found.size(), 1U);
  const Found& found = outcome.found.front();
  EXPECT_EQ(found.failure.code, "FS101");
  EXPECT_EQ(found.case_number, 1U);
  EXPECT_EQ(found.claimants_before, 2U);
  EXPECT_EQ(found.challenge.entries.size(), 2U);
  EXPECT_EQ(
      found.record,
      R"({"id":"FS101-91f02623","comment":"replayed from old.ndjson:4","total":1,"claimants":[)"
      R"({"name":"x","weight":1,"min_share":0},{"name":"y","weight":1,"min_share":0}],)"
      R"("shares":["5/8","5/8"]})");
}

TEST(Campaign, OfRecordsFromBeforeTakesFromThemWhatTheUserDoesNotSay) {
  Plan plan{.command = {"python3", "-SEB", "tests/adapters/misbehaving.py", "behaves"}};
  const auto settings_of = [&](const std::string& terms) {
    const std::string record = "{" + terms + R"("within":2,"total":1,"claimants":[{}]})";
    return std::get<Outcome>(replay(plan, {at(1, record)}, "old.ndjson")).settings;
  };
  using formats::Numbers;
  const std::string terms = R"("numbers":"double","answers":"int64",)";
  const FuzzSettings said = settings_of(terms);
  EXPECT_EQ(said.numbers, Numbers::to_double);
  EXPECT_EQ(said.answers, Numbers::to_int64);
  EXPECT_EQ(said.tolerance.within, 2);
  EXPECT_TRUE(said.challenges.infeasible);
  const FuzzSettings own = settings_of(R"("scheduler":"yarn-3",)");
  EXPECT_EQ(own.scheduler, "yarn-3");
  EXPECT_EQ(own.tolerance.within, 2);
  plan.requested = {.scheduler = "fair",
                    .numbers = Numbers::to_float,
                    .answers = Numbers::exact,
                    .tolerance = {.within = 3}};
  const FuzzSettings asked = settings_of(terms);
  EXPECT_EQ(asked.numbers, Numbers::to_float);
  EXPECT_EQ(asked.answers, Numbers::exact);
  EXPECT_EQ(asked.tolerance.within, 3);
  EXPECT_EQ(settings_of(R"("scheduler":"yarn-3",)").scheduler, "fair");
}

TEST(Campaign, OfRecordsFromBeforeTellsWhatCameLate) {
  const std::string file =
      testing::TempDir() + "/fairshare_late_replay_" + std::to_string(getpid());
  // It gives all to one claimant. The first question of each start is to warm it up; on the second
  // it hangs once.
  const std::string script = R"(read -r hello; echo '{"name":"late"}'; n=0
while read -r line; do
  n=$((n + 1)); seq=${line#*'"seq":'}; total=${line#*'"total":'}
  if [ $n = 2 ] && [ ! -e "$0" ]; then : >"$0"; exec sleep 100; fi
  echo "{\"seq\":${seq%%,*},\"shares\":[${total%%,*}]}"
done)";
  const Plan plan{.command = {"sh", "-c", script, file}, .deadline = Milliseconds(500)};
  const auto result = replay(plan, {at(1, R"({"total":1,"claimants":[{}]})")}, "old.ndjson");
  const auto& outcome = std::get<Outcome>(result);
  EXPECT_TRUE(outcome.found.empty());
  EXPECT_EQ(outcome.doubts.late, 1U);
  EXPECT_EQ(outcome.doubts.unheard, 0U);
  std::remove(file.c_str());
}

// The first question is to warm it up; the 66th is the last of 64 that are asked to compare.
TEST(Campaign, OfRecordsFromBeforeAsksEachSixtyFourTimes) {
  const std::string script = R"(read -r hello; echo '{"name":"mine"}'; n=0
while read -r line; do
  n=$((n + 1)); seq=${line#*'"seq":'}; total=${line#*'"total":'}; total=${total%%,*}
  if [ $n = 66 ]; then total=0; fi
  echo "{\"seq\":${seq%%,*},\"shares\":[$total]}"
done)";
  const Plan plan{.command = {"sh", "-c", script}, .deadline = Milliseconds(20'000)};
  const auto result = replay(plan, {at(1, R"({"total":1,"claimants":[{}]})")}, "old.ndjson");
  const auto& outcome = std::get<Outcome>(result);
  ASSERT_EQ(outcome.found.size(), 1U);
  EXPECT_EQ(outcome.found[0].failure.code, "FS504");
  EXPECT_EQ(outcome.found[0].failure.message, "the same problem gets 1 and then 0");
}

TEST(Campaign, OfRecordsFromBeforeCountsThoseThatWereSkipped) {
  const Plan plan{.command = {"python3", "-SEB", "tests/adapters/misbehaving.py", "skips"}};
  const std::string record = R"({"total":1,"claimants":[{}]})";
  const auto result = replay(plan, {at(1, record), at(2, record)}, "old.ndjson");
  const auto& outcome = std::get<Outcome>(result);
  EXPECT_EQ(outcome.cases, 2U);
  EXPECT_EQ(outcome.skipped, 2U);
  EXPECT_EQ(judged(outcome), 0U);
}

TEST(Campaign, OfRecordsFromBeforeNamesTheLinesThatAreNoRecordsAndAsksTheOthers) {
  const Plan plan{.command = {"python3", "-SEB", "tests/adapters/misbehaving.py", "two-defects"}};
  const std::string record = R"({"id":"own","total":1,"claimants":[{"name":"x"},{"name":"y"}]})";
  const auto result = replay(
      plan,
      {at(1, record), at(3, R"({"total":-1,"claimants":[{}]})"), at(4, "garbage"), at(5, record)},
      "old.ndjson");
  const auto& outcome = std::get<Outcome>(result);
  ASSERT_EQ(outcome.unread.size(), 2U);
  EXPECT_EQ(outcome.unread[0].file, "old.ndjson");
  EXPECT_EQ(outcome.unread[0].line, 3U);
  EXPECT_EQ(outcome.unread[1].line, 4U);
  EXPECT_EQ(outcome.cases, 2U);
  ASSERT_EQ(outcome.found.size(), 2U);
  EXPECT_EQ(outcome.found[1].id, "own");
  EXPECT_EQ(outcome.found[1].place, "old.ndjson:5");
}

TEST(Campaign, OfRecordsFromBeforeAsksNoneWhoseNumbersTheAdapterDoesNotTake) {
  const Plan plan{.command = {"python3", "-SEB", "tests/adapters/misbehaving.py", "behaves"},
                  .requested = {.numbers = formats::Numbers::to_int64}};
  const auto result = replay(plan, {at(2, R"({"total":1.5,"claimants":[{}]})")}, "old.ndjson");
  const auto& outcome = std::get<Outcome>(result);
  ASSERT_EQ(outcome.unread.size(), 1U);
  EXPECT_EQ(describe(outcome.unread[0]),
            "old.ndjson:2: total: 1.5 is not a number that int64 can hold; these are the numbers "
            "that the adapter takes");
  EXPECT_EQ(outcome.cases, 0U);
}

TEST(Campaign, OfRecordsFromBeforeSkipsTreesUnlessTheAdapterDividesThem) {
  const std::string tree = R"({"total":1,"tree":{"children":[{"name":"x"}]}})";
  Plan plan{.command = {"python3", "-SEB", "tests/adapters/misbehaving.py", "behaves"}};
  const auto skipped = std::get<Outcome>(replay(plan, {at(1, tree)}, "old.ndjson"));
  EXPECT_EQ(skipped.cases, 1U);
  EXPECT_EQ(skipped.skipped, 1U);
  plan.requested.trees = true;
  EXPECT_EQ(std::get<Outcome>(replay(plan, {at(1, tree)}, "old.ndjson")).skipped, 0U);
}

TEST(Campaign, OfRecordsFromBeforeAsksNothingOnceItIsInterrupted) {
  const Plan plan{.command = {"false"}, .is_interrupted = [] { return true; }};
  const auto result = replay(plan, {at(1, "{}"), at(2, "{}")}, "old.ndjson");
  ASSERT_TRUE(std::holds_alternative<Outcome>(result));
  const auto& outcome = std::get<Outcome>(result);
  EXPECT_TRUE(outcome.is_interrupted);
  EXPECT_EQ(outcome.cases, 0U);
  EXPECT_EQ(report_text(outcome, {}),
            "interrupted: 0 problems of 2 of old.ndjson asked again in 0.0 s: nothing judged\n");
}

TEST(Report, TellsHowFarItCameAndWhatItPassedOver) {
  Outcome outcome;
  outcome.is_interrupted = true;
  outcome.cases = 31;
  outcome.planned_cases = 10'000;
  outcome.passed_over = 555;
  const std::string text = report_text(outcome, {});
  EXPECT_NE(text.find("\n555 problems like those that hang or crash most were skipped"),
            std::string::npos)
      << text;
  EXPECT_NE(report_junit(outcome, {}).find("interrupted after 31 of 10,000 cases and 0.0 s"),
            std::string::npos);
  EXPECT_NE(report_json(outcome, {})
                .find(R"("interrupted":true,"ended_early":false,"planned_cases":10000,"families")"),
            std::string::npos);
  outcome.planned_cases.reset();
  outcome.planned_seconds = Seconds(60);
  EXPECT_NE(report_text(outcome, {}).find(": interrupted: 31 cases in 0.0 of 60.0 s, seed 0"),
            std::string::npos)
      << report_text(outcome, {});
  EXPECT_NE(report_junit(outcome, {}).find("interrupted after 31 cases and 0.0 of 60.0 s"),
            std::string::npos);
  EXPECT_NE(
      report_json(outcome, {})
          .find(R"("interrupted":true,"ended_early":false,"planned_seconds":60.000,"families")"),
      std::string::npos);
  outcome.is_interrupted = false;
  outcome.planned_cases = 10'000;
  EXPECT_NE(report_text(outcome, {}).find(": 31 cases in 0.0 s, seed 0"), std::string::npos);
}

// Its fifth line is the second of three answers to a problem that it had divided fairly before.
TEST(Campaign, CountsAFailureBesideAFairAnswerAmongThoseOfItsFamily) {
  const std::string changes_fifth_line = R"(sed -u '5s/"shares": \["[^"]*"/"shares": ["77"/')";
  const Plan plan{
      .command = {"sh", "-c",
                  "python3 -SEB tests/adapters/misbehaving.py behaves | " + changes_fifth_line},
      .requested = {.families = {fuzz::Family::ordinary}},
      .cases = 1};
  const auto outcome = std::get<Outcome>(run(plan, nullptr));
  ASSERT_EQ(outcome.found.size(), 1U);
  EXPECT_EQ(outcome.found.front().failure.code, "FS504");
  EXPECT_EQ(outcome.of_families.front().failures, 1U);
}

TEST(Campaign, TellsBothAnswersToOneProblem) {
  std::string told;
  const Outcome outcome = outcome_of("moody", 64);
  for (const Found& found : outcome.found) told += found.failure.message + "\n";
  for (const Found& found : outcome.unrepeated) told += found.failure.message + "\n";
  for (const char* answer : {R"(the error "busy")", R"("skipped")"}) {
    EXPECT_NE(told.find(answer), std::string::npos) << told;
  }
}

TEST(Report, WhatDidNotComeAgainIsToldButIsNoFailure) {
  Outcome outcome;
  outcome.cases = 3;
  Found hang;
  hang.failure = {"FS501", "no answer within 2000 ms", ""};
  hang.record = R"({"total":0})";
  outcome.unrepeated.push_back(hang);
  outcome.more.push_back({"FS204", "the richer at its maximum", 7});
  const std::string text = report_text(outcome, {});
  EXPECT_TRUE(
      text.starts_with("FS204, not shown in full: the richer at its maximum; seen 7 times\n"
                       "not reproduced, so not a failure: FS501 no answer within 2000 ms\n"
                       "  seen once, after 0.0 s; case 0 (ordinary), 0 claimants\n"
                       "  {\"total\":0}\n"))
      << text;
  EXPECT_TRUE(text.ends_with(": 1 kind of failure\n")) << text;
  EXPECT_NE(report_junit(outcome, {}).find("failures=\"0\""), std::string::npos);

  outcome.unrepeated.push_back(hang);
  outcome.more.push_back({"FS101", "too much", 1});
  const std::string json = report_json(outcome, {});
  EXPECT_NE(
      json.find(R"("more":[{"code":"FS204","cause":"the richer at its maximum","failures":7},)"
                R"({"code":"FS101","cause":"too much","failures":1}],"unrepeated":[{)"),
      std::string::npos)
      << json;
  EXPECT_NE(json.find(R"("record":{"total":0}},{"code":"FS501")"), std::string::npos) << json;
}

}  // namespace
}  // namespace fairshare::harness
