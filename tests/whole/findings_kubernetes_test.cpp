// The findings of docs/findings.md on APF, Koordinator, Volcano, KAI and Armada: the records stand
// there and are replayed here, on every release; what is fair instead is stated by hand.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/inputs.h"
#include "formats/verdict/verdict.h"
#include "tests/formats/kubernetes/dumps.h"
#include "tests/whole/findings_page.h"
#include "tests/whole/findings_trees.h"

namespace fairshare::tests {
namespace {

// What `verify` says if the answer's shares are reported.
formats::Judgement judgement_of(const FindingRecord& record) {
  const std::size_t begin = record.answer.find("\"shares\":");
  const std::size_t end = record.answer.find(']', begin) + 1;
  const std::string line = record.line.substr(0, record.line.size() - 1) + "," +
                           record.answer.substr(begin, end - begin) + "}";
  const auto read = formats::read_any_record(line, "findings", 1, "");
  const auto cases =
      formats::cases_of(std::get<formats::SchedulerRecord>(read), "findings", {}, {});
  return formats::judge(std::get<std::vector<formats::Case>>(cases).front()).judgement;
}

constexpr std::string_view overcommitted_by_one = R"({"outcome":"overcommitted","excess":"1"})";

TEST(FindingAP1, WhatIsPossibleIsRefused) {
  // The shares are the double 0.01 and the rest, which is not 99/100.
  const Finding finding = expect_replayed("AP1");
  const std::string& line = finding.records.front().line;
  EXPECT_TRUE(solved(line, "apf", {.fair = true}).starts_with(R"({"outcome":"allocation")"));
}

TEST(FindingAP2, SeatsDoNotAddUp) {
  expect_finding("AP2", {allocation("5/2", R"("5/2","5/2")")});
}

TEST(FindingAP3, FarApartTargetsLoseDigits) {
  const Finding finding = expect_replayed("AP3");
  EXPECT_EQ(judgement_of(finding.records.front()), formats::Judgement::unfair);
}

// The dump of docs/findings/AP5: the exempt level uses 100 of 630 seats.
Dump exempt_beside_two() {
  return {contents("docs/findings/AP5/levels.yaml"), contents("docs/findings/AP5/metrics.txt")};
}

TEST(FindingAP4, AnExemptLevelShowsAnothersTarget) {
  Dump dump = exempt_beside_two();
  const std::string target = "apiserver_flowcontrol_target_seats{priority_level=";
  EXPECT_NE(dump.metrics.find(target + "\"workload-low\"} 60\n"), std::string::npos);
  const Texts told = verdicts(dump);
  dump.metrics = replaced(dump.metrics, target + "\"exempt\"} 60\n", "");
  EXPECT_EQ(verdicts(dump), told) << "whatever it shows, it is not used";
}

TEST(FindingAP5, TheSeatsOfExemptLevelsAreDividedOnceMore) {
  Dump dump = exempt_beside_two();
  EXPECT_EQ(verdicts(dump), (Texts{"priority levels, seats: fair, as computed"}));
  EXPECT_EQ(value(level(dump).level.total), 630);
  const std::string current = "apiserver_flowcontrol_current_limit_seats{priority_level=";
  dump.metrics =
      replaced(dump.metrics, current + "\"catch-all\"} 210", current + "\"catch-all\"} 177");
  dump.metrics =
      replaced(dump.metrics, current + "\"workload-low\"} 420", current + "\"workload-low\"} 353");
  EXPECT_EQ(verdicts(dump), (Texts{"priority levels, seats: FS101"})) << "the rest is less";
}

TEST(FindingKO1, EqualQuotasGetTwoAndNothing) {
  expect_finding("KO1", {allocation("1", R"("1","1","1")")});
}

TEST(FindingKO2, RoundingHandsOutTooMuchOrNothing) {
  expect_finding("KO2",
                 {allocation("1/2", R"("1/2","1/2")"), allocation("1/3", R"("1/3","1/3","1/3")")});
}

TEST(FindingKO3, TheSumOfWeightsWrapsAndNothingIsShared) {
  expect_finding("KO3", {allocation("50/9223372036854775807", R"("50","50")")});
}

TEST(FindingKO4, AQuotientExceeds64BitsAndItPanics) {
  expect_finding("KO4", {allocation("3/18446744073709551617",
                                    R"("21/18446744073709551617",)"
                                    R"("27670116110564327415/18446744073709551617",)"
                                    R"("27670116110564327415/18446744073709551617")"),
                         "FS011"});
}

TEST(FindingKO5, MinimumsArePaidThoughTheyExceedTheTotal) {
  expect_finding("KO5", {std::string(overcommitted_by_one)});
}

TEST(FindingKO6, TheSumOfWeightsWrapsAndEveryQuotaGetsTheTotal) {
  expect_finding("KO6", {allocation("1/27670116110564327421", R"("1/3","1/3","1/3")")});
  // An odd number of them gets the total each, an even number nothing.
  const std::string claimant = R"({"weight":9223372036854775807})";
  std::string claimants = claimant;
  for (int n = 2; n <= 6; ++n) {
    claimants += "," + claimant;
    const std::string answer = solved(
        R"({"scheduler":"koordinator","total":1,"claimants":[)" + claimants + "]}", "koordinator");
    EXPECT_EQ(answer.find("\"shares\":[1,1") != std::string::npos, n % 2 == 1) << answer;
  }
}

TEST(FindingKO7, TheSumOfWeightsWrapsAndQuotasGetLessThanNothing) {
  const std::string fair =
      allocation("2/18446744073709551617", R"("13835058055282163712/18446744073709551617",)"
                                           R"("13835058055282163712/18446744073709551617",)"
                                           R"("9223372036854775810/18446744073709551617")");
  expect_finding("KO7", {fair, fair});
}

TEST(FindingKO8, ATotalThatIsNoDoubleBecomesNegative) {
  expect_finding("KO8", {allocation("9223372036854775296", R"("9223372036854775296")")});
}

TEST(FindingVO1, AGuaranteeIsNotTakenFromTheOthers) {
  expect_finding("VO1", {allocation("1/2", R"("1","1/2","1/2")")});
}

TEST(FindingVO2, AGuaranteeIsKeptEvenWhereNoJobAsksForIt) {
  expect_finding("VO2", {allocation("3/8", R"("3/2","3/2","5")")});
}

TEST(FindingVO3, ATenthOfAUnitIsNothing) {
  expect_finding("VO3", {allocation("2/7", R"("6/7","1","8/7")")});
}

TEST(FindingVO4, TheSumOfWeightsWrapsAndNoQueueDeservesAnything) {
  expect_finding("VO4", {allocation("100", R"("900","100")")});
}

TEST(FindingVO5, TheAnswerDependsOnTheOrderOfAMap) {
  expect_finding("VO5", {allocation("19/7", R"("76/7","8","57/7")")});
}

TEST(FindingVO6, AsManyRoundsAsWeightsAreApart) {
  const Finding finding = expect_finding("VO6", {R"({"outcome":"surplus","unclaimed":"1000"})"});
  const std::string& line = finding.records.front().line;
  EXPECT_NE(solved(line, "volcano").find("\"rounds\":3"), std::string::npos);
}

TEST(FindingVO7, AGuaranteeMakesItPanic) {
  expect_finding("VO7", {allocation("1/2", R"("1","1/2","1/2")")});
}

TEST(FindingVO8, ARaisedGuaranteeGoesOnGettingAFullPart) {
  expect_finding("VO8", {allocation("1", R"("1","0","1")")});
}

TEST(FindingVO9, AllResourcesAreDividedInOneLoop) {
  expect_finding("VO9",
                 {R"({"resources":{"cpu":{"outcome":"allocation","ratio":"1","shares":["1","0"]},)"
                  R"("memory":{"outcome":"allocation","ratio":"1","shares":["0","1"]}}})"});
  const std::string thousands =
      R"({"scheduler":"volcano","total":{"cpu":1000,"memory":1000},"claimants":[)"
      R"({"demand":{"cpu":900,"memory":0}},{"demand":{"cpu":100,"memory":2000}}]})";
  EXPECT_NE(solved(thousands, "volcano").find(R"([{"cpu":899.90234375,)"), std::string::npos);
}

TEST(FindingVO10, GuaranteesThatUseUpAScalarLiftItsCapabilities) {
  expect_finding("VO10", {R"({"resources":{"nvidia.com/gpu":{"outcome":"allocation","ratio":"0",)"
                          R"("shares":["1","0"]}}})"});
}

TEST(FindingKA1, AShareIsAboveItsRequest) {
  expect_finding("KA1", {allocation("1/2", R"("1/2","1/2")"),
                         allocation("9847981263653219/2251799813685248",
                                    R"("7980063287726603/1125899906842624")")});
}

TEST(FindingKA2, TheAnswerDependsOnTheOrderOfAMap) {
  expect_finding("KA2", {allocation("32425917317067571/72057594037927936",
                                    R"("39631676720860365/72057594037927936",)"
                                    R"("104483511354995507/72057594037927936")"),
                         allocation("1/2", R"("1","3/2","1/2")")});
}

TEST(FindingKA3, WhoIsOwedAUnitGetsNone) {
  expect_finding("KA3", {allocation("11/10", R"("2","22/5","11/10")")});
}

TEST(FindingKA4, QuotasArePaidThoughTheyExceedTheTotal) {
  expect_finding("KA4", {std::string(overcommitted_by_one)});
}

TEST(FindingKA5, WhatAHighPriorityIsCutGoesToALowOne) {
  expect_finding("KA5", {allocation("1/2", R"("1/2","1/2","0")")});
}

TEST(FindingAR1, ALightQueueStarves) {
  const Finding finding = expect_replayed("AR1");
  EXPECT_EQ(judgement_of(finding.records.front()), formats::Judgement::unfair);
}

TEST(FindingAR2, AHundredthOfThePoolIsNothing) {
  const Finding finding = expect_replayed("AR2");
  EXPECT_EQ(judgement_of(finding.records.front()), formats::Judgement::fair)
      << "to within its resolution";
}

TEST(FindingAR3, WhatAnEndlessDemandWouldGetExceedsThePool) {
  expect_finding("AR3", {allocation("3/4", R"("0","1/4","3/4")")});
}

}  // namespace
}  // namespace fairshare::tests
