// A whole campaign: what is told of an adapter that has more than one defect.
#include "fuzz/harness/campaign.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <set>
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

TEST(Campaign, TellsFiveKindsOfOneCodeAndCountsTheOthers) {
  const Outcome outcome = outcome_of("refuses-in-six-ways", 200);
  std::set<std::string> told;
  for (const Found& found : outcome.found) told.insert(found.failure.cause.fault);
  EXPECT_EQ(outcome.found.size(), 5U);
  EXPECT_EQ(told.size(), 5U);
  ASSERT_FALSE(outcome.more.empty());
  EXPECT_EQ(outcome.more[0].code, "FS505");
  EXPECT_EQ(outcome.more[0].fault, "refused in way two");
  EXPECT_EQ(told.count("refused in way two"), 0U);
}

// What an adapter that divides fairly does besides: a line of shell, to which $0 is a file. The
// lines of the file.
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
  EXPECT_EQ(lines_written({.cases = 96, .jobs = 3}, "echo started >>\"$0\"; exec ").size(), 3U);
  EXPECT_EQ(lines_written({.cases = 96}, "echo started >>\"$0\"; exec ").size(), 1U);
}

// Once for its verdict, and then three times, those of the numbers 0, 16 and 32.
TEST(Campaign, AsksEachSixteenthProblemThreeTimes) {
  const Plan plan{.requested = {.families = {fuzz::Family::ordinary}},
                  .cases = 33,
                  .deadline = Milliseconds(20'000)};
  std::map<std::string, int> times;
  for (const std::string& line : lines_written(plan, "tee \"$0\" | ")) {
    const std::size_t problem = line.find("\"problem\":");
    if (problem != std::string::npos) ++times[line.substr(problem)];
  }
  std::map<int, int> problems;
  for (const auto& [problem, asked] : times) ++problems[asked];
  EXPECT_EQ(problems[4], 3);
  EXPECT_EQ(problems.rbegin()->first, 4);
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
  const auto result = replay(plan, {right, record, right}, "old.ndjson");
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
  EXPECT_EQ(found.record,
            R"({"id":"FS101","comment":"replayed from old.ndjson:2","total":1,"claimants":[)"
            R"({"name":"x","weight":1,"min_share":0},{"name":"y","weight":1,"min_share":0}],)"
            R"("shares":["5/8","5/8"]})");
}

TEST(Campaign, OfRecordsFromBeforeTakesFromThemWhatTheUserDoesNotSay) {
  Plan plan{.command = {"python3", "-SEB", "tests/adapters/misbehaving.py", "behaves"}};
  const auto settings_of = [&](const std::string& terms) {
    const std::string record = "{" + terms + R"("within":2,"total":1,"claimants":[{}]})";
    return std::get<Outcome>(replay(plan, {record}, "old.ndjson")).settings;
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
  const auto result = replay(plan, {R"({"total":1,"claimants":[{}]})"}, "old.ndjson");
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
  const auto result = replay(plan, {R"({"total":1,"claimants":[{}]})"}, "old.ndjson");
  const auto& outcome = std::get<Outcome>(result);
  ASSERT_EQ(outcome.found.size(), 1U);
  EXPECT_EQ(outcome.found[0].failure.code, "FS504");
  EXPECT_EQ(outcome.found[0].failure.message, "the same problem gets 1 and then 0");
}

TEST(Campaign, OfRecordsFromBeforeCountsThoseThatWereSkipped) {
  const Plan plan{.command = {"python3", "-SEB", "tests/adapters/misbehaving.py", "skips"}};
  const std::string record = R"({"total":1,"claimants":[{}]})";
  const auto result = replay(plan, {record, record}, "old.ndjson");
  const auto& outcome = std::get<Outcome>(result);
  EXPECT_EQ(outcome.cases, 2U);
  EXPECT_EQ(outcome.skipped, 2U);
  EXPECT_EQ(judged(outcome), 0U);
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
  EXPECT_NE(report_json(outcome, {}).find(R"("interrupted":true,"planned_cases":10000,"families")"),
            std::string::npos);
  outcome.planned_cases.reset();
  outcome.planned_seconds = Seconds(60);
  EXPECT_NE(report_text(outcome, {}).find(": interrupted: 31 cases in 0.0 of 60.0 s, seed 0"),
            std::string::npos)
      << report_text(outcome, {});
  EXPECT_NE(report_junit(outcome, {}).find("interrupted after 31 cases and 0.0 of 60.0 s"),
            std::string::npos);
  EXPECT_NE(
      report_json(outcome, {}).find(R"("interrupted":true,"planned_seconds":60.000,"families")"),
      std::string::npos);
  outcome.is_interrupted = false;
  outcome.planned_cases = 10'000;
  EXPECT_NE(report_text(outcome, {}).find(": 31 cases in 0.0 s, seed 0"), std::string::npos);
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

Suspect suspect(const std::string& code, const std::string& fault, const exact::Rational& deviation,
                const exact::Rational& weight = 1, const exact::Rational& total = 1) {
  return {.failure = {code, "words", "text\n", {fault, deviation}},
          .challenge = {.total = total, .entries = {{"a", weight}}},
          .is_confirmed = true};
}

// Without time only what was not confirmed is asked again; the adapter divides that fairly.
Findings found_at_once(const std::vector<Suspect>& suspects) {
  auto session = Session::start({"python3", "-SEB", "tests/adapters/misbehaving.py", "behaves"},
                                [] { return false; });
  const auto settings = std::get<FuzzSettings>(agree({}, {.name = "mine"}));
  Examiner examiner(std::get<Session>(std::move(session)), settings, Milliseconds(20'000),
                    Milliseconds(20'000));
  Suspects kept;
  for (const Suspect& one : suspects) kept.emplace(sort_of(one), one);
  EXPECT_EQ(kept.size(), suspects.size());
  return findings_of(kept, examiner, {.settings = settings, .found_in = "mine 1.2 by seed 42"});
}

std::string told(const std::vector<Found>& found) {
  std::string text;
  for (const Found& one : found) {
    text += one.failure.code + " " + deviation_text(one.failure.cause) + "; ";
  }
  return text;
}

const exact::Rational heavy(exact::Integer(1) << 60U);

TEST(Findings, BeginWithWhatHasNoSharesThenComeTheLargestDeviations) {
  Suspect relation = suspect("FS012", "not the minimums", 0);
  relation.failure.cause.deviation = std::nullopt;
  const Findings findings = found_at_once(
      {relation, suspect("FS101", "too much", {1, 4}), suspect("FS101", "too much", {1, 2}, heavy),
       suspect("FS103", "above its maximum", {2, 5}), suspect("FS505", "no", 0)});
  EXPECT_EQ(told(findings.found),
            "FS505 0 of the total; FS101 0.5 of the total; FS103 0.4 of the total; "
            "FS101 0.25 of the total; FS012 ; ");
  EXPECT_TRUE(findings.more.empty());
  EXPECT_TRUE(findings.unrepeated.empty());
}

TEST(Findings, AreOneWhereCodeFaultAndScaleAreTheSameAndBothAreMoreThanSlight) {
  Suspect gross = suspect("FS101", "too much", {1, 3}, 7);
  gross.failures = 10;
  gross.after = Seconds(3);
  Suspect whole = suspect("FS101", "too much", 1, 3);
  whole.failures = 5;
  whole.after = Seconds(2);
  whole.case_number = 1234;
  whole.family = fuzz::Family::zeros;
  Suspect slight = suspect("FS101", "too much", {1, 100}, 9);
  Suspect little = suspect("FS101", "too little", {1, 4}, 5);
  const Findings findings = found_at_once({gross, whole, slight, little});
  EXPECT_EQ(told(findings.found),
            "FS101 1 of the total; FS101 0.25 of the total; FS101 0.01 of the total; ");
  const Found& both = findings.found.front();
  EXPECT_EQ(both.challenge.entries[0].weight, 3) << "the simpler one stays";
  EXPECT_EQ(both.failures, 15U);
  EXPECT_EQ(both.after, Seconds(2));
  const std::string comment =
      R"-("comment":"found in mine 1.2 by seed 42, case 1234 (zeros)","total":1,)-";
  const std::string rest = R"("claimants":[{"name":"a","weight":3,"min_share":0}]})";
  const std::string id = id_of("FS101", R"({"id":"FS101",)" + comment + rest);
  EXPECT_EQ(both.record, R"({"id":")" + id + "\"," + comment + rest);
}

TEST(Findings, OfOneProblemAreOneWhateverTheFault) {
  const Findings findings =
      found_at_once({suspect("FS101", "too much", {1, 3}), suspect("FS101", "too little", {1, 2}),
                     suspect("FS103", "above its maximum", {1, 5})});
  EXPECT_EQ(told(findings.found), "FS101 0.5 of the total; FS103 0.2 of the total; ");
}

TEST(Findings, AreToldOfEachKindOnceBeforeASecondOfAKind) {
  Suspect third = suspect("FS101", "f1", {7, 10}, 1, heavy);
  third.failures = 3;
  Suspect fourth = suspect("FS101", "f1", {6, 10}, heavy, heavy);
  fourth.failures = 4;
  const Findings findings =
      found_at_once({suspect("FS101", "f1", {9, 10}), suspect("FS101", "f1", {8, 10}, heavy), third,
                     fourth, suspect("FS101", "f2", {1, 2}, 2), suspect("FS101", "f3", {1, 3}, 3),
                     suspect("FS101", "f4", {1, 4}, 4), suspect("FS103", "f1", {1, 5})});
  std::string faults;
  for (const Found& one : findings.found) faults += one.failure.cause.fault + " ";
  EXPECT_EQ(faults, "f1 f1 f2 f3 f4 f1 ") << "the last of another code";
  ASSERT_EQ(findings.more.size(), 1U);
  EXPECT_EQ(findings.more[0].code, "FS101");
  EXPECT_EQ(findings.more[0].fault, "f1");
  EXPECT_EQ(findings.more[0].failures, 7U);
}

TEST(Findings, OfWhatWasSeenOnceTellThatApartUnlessItWasSeenTwiceElsewhere) {
  Suspect once = suspect("FS101", "too much", {1, 3}, 5);
  once.is_confirmed = false;
  Suspect simpler = suspect("FS103", "above its maximum", {1, 4});
  simpler.is_confirmed = false;
  Suspect confirmed = suspect("FS103", "above its maximum", {1, 5}, 8);
  confirmed.family = fuzz::Family::ties;
  const Findings findings = found_at_once({once, simpler, confirmed});
  EXPECT_EQ(told(findings.unrepeated), "FS101 0.33 of the total; ");
  EXPECT_EQ(told(findings.found), "FS103 0.2 of the total; ");
}

// It gives too much to three of weight 1, and to two of weight 5 or of a huge one; it skips others.
constexpr const char* picky = R"(
import json, sys
for line in sys.stdin:
  ask = json.loads(line)
  if ask['cmd'] == 'hello': print(json.dumps({'name': 'picky'}), flush=True)
  if ask['cmd'] != 'run': continue
  said = {'seq': ask['seq'], 'skipped': 'another'}
  weights = [one['weight'] for one in ask['problem']['claimants'] if len(one) == 3]
  if ask['problem']['total'] == 3 and weights in ([1, 1, 1], [5, 5], [2**60, 2**60]):
    said = {'seq': ask['seq'], 'shares': [f'4/{len(weights)}'] * len(weights)}
  print(json.dumps(said), flush=True)
)";

fuzz::Challenge three_for(std::size_t size, const exact::Rational& weight) {
  fuzz::Challenge made{.total = 3};
  for (std::size_t i = 0; i < size; ++i) made.entries.push_back({fuzz::name_at(i), weight});
  return made;
}

TEST(Findings, ThatCannotBeShrunkGiveWayToOnesOfFewerClaimantsAndNoLargerNumbers) {
  auto session = Session::start({"python3", "-SEc", picky}, [] { return false; });
  const auto settings = std::get<FuzzSettings>(agree({}, {.name = "picky"}));
  Examiner examiner(std::get<Session>(std::move(session)), settings, Milliseconds(20'000),
                    Milliseconds(20'000));
  Suspect three = suspect("FS101", "too much", {1, 3});
  three.challenge = three_for(3, 1);
  std::size_t asked = 0;
  const auto smaller = [&](std::uint64_t number, const fuzz::ChallengeOptions& options) {
    EXPECT_EQ(options.size_max, asked++ < 64 ? 2U : 1U);
    return number < 40 ? three_for(2, heavy) : number == 40 ? three_for(2, 5) : three_for(3, 1);
  };
  const Findings findings =
      findings_of({{sort_of(three), three}}, examiner,
                  {.settings = settings, .smaller = smaller, .patience = Seconds(60)});
  ASSERT_EQ(findings.found.size(), 1U);
  const Found& found = findings.found.front();
  EXPECT_EQ(found.challenge, three_for(2, 5));
  EXPECT_EQ(found.claimants_before, 3U);
  EXPECT_TRUE(found.is_minimal);
  EXPECT_EQ(asked, 64U + 4096U) << "two batches, and all for one claimant in place of two";
}

// Saved files are named by it, so it is the same in every version: FNV-1a of 32 bits.
TEST(Findings, HaveTheSameNameInEveryVersion) {
  EXPECT_EQ(id_of("FS204", R"({"total":1})"), "FS204-7ab2ae20");
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
                       "  seen after 0.0 s and once; case 0 (ordinary), 0 claimants\n"
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
