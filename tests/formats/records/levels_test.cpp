// Flat records of production schedulers: how they are read, what is answered, and what a verdict on
// them says.
#include "formats/records/levels.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "fairshare/schedulers/kubernetes/volcano.h"
#include "formats/inputs.h"
#include "formats/report/json.h"
#include "formats/report/text.h"
#include "formats/text/json.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {
namespace {

std::string record(const std::string& scheduler, const std::string& rest) {
  return R"({"scheduler":")" + scheduler + R"(",)" + rest + "}";
}

SchedulerRecord read(const std::string& line) {
  return std::get<SchedulerRecord>(read_any_record(line, "f", 7, ""));
}

// The answer without braces; for an error, its code and field.
std::string solved(const std::string& line, bool fair = false) {
  const auto answered = answer(read(line), "f", {.fair = fair});
  if (const auto* error = std::get_if<InputError>(&answered)) {
    return error->code + " " + error->field;
  }
  const std::string& text = std::get<std::string>(answered);
  return text.substr(1, text.size() - 2);
}

std::string fair(const std::string& line) {
  return solved(line, true);
}

std::string message(const std::string& line) {
  return std::get<InputError>(cases_of(read(line), "f", {}, {})).message;
}

std::vector<Verdict> verdicts_on(const std::string& line, const Tolerance& tolerance = {}) {
  const auto cases = cases_of(read(line), "f", tolerance, {});
  if (const auto* error = std::get_if<InputError>(&cases)) {
    ADD_FAILURE() << describe(*error);
    return {Verdict{}};
  }
  std::vector<Verdict> verdicts;
  for (const Case& one : std::get<std::vector<Case>>(cases)) verdicts.push_back(judge(one));
  return verdicts;
}

Verdict verdict_on(const std::string& line, const Tolerance& tolerance = {}) {
  const auto verdicts = verdicts_on(line, tolerance);
  EXPECT_EQ(verdicts.size(), 1U) << line;
  return verdicts.front();
}

std::string code_of_cases(const std::string& line) {
  const auto cases = cases_of(read(line), "f", {}, {});
  const auto* error = std::get_if<InputError>(&cases);
  return error != nullptr ? error->code + " " + error->field : "cases";
}

const std::string equal_quotas =
    R"("total":4,"claimants":[{"name":"a","weight":4,"demand":2},{"name":"b","demand":2},{"name":"c","demand":2}])";
const std::string guaranteed =
    R"("total":100,"claimants":[{"name":"a","min_share":50},{"name":"b"},{"name":"c"}])";

TEST(LevelRecord, AnswersWhatEachReleaseComputes) {
  EXPECT_EQ(solved(record("koordinator", equal_quotas)), R"("outcome":"shares","shares":[2,2,0])");
  EXPECT_EQ(solved(record("koordinator_pre2876", equal_quotas)),
            R"("outcome":"shares","shares":[2,2,2])");
  EXPECT_EQ(
      solved(record("volcano", R"("total":2,"claimants":[{"weight":3,"demand":1},{"demand":4}])")),
      R"("outcome":"shares","shares":[1,1],"rounds":2)");
  EXPECT_EQ(solved(record("kai", R"("total":3,"claimants":[{"min_share":1},{}])")),
            R"("outcome":"shares","shares":[2,1])");
  EXPECT_EQ(solved(record("armada", R"("total":1,"claimants":[{},{"demand":0.25}])")),
            R"("outcome":"shares","shares":[0.75,0.25],"by_weight":[0.5,0.5],)"
            R"("if_unbounded":[0.75,0.5])");
}

TEST(LevelRecord, AnswersWithTheRatioOfApfAndTheSeatsOfItsCaller) {
  EXPECT_EQ(solved(record("apf", R"("total":5,"claimants":[{},{}])")),
            R"("outcome":"shares","shares":[2.5,2.5],"ratio":2.5,"seats":[3,3])");
}

TEST(LevelRecord, AnswersWithWhatARefusingReleaseSays) {
  EXPECT_EQ(
      solved(record("apf", R"("total":10,"claimants":[{"max_share":3}])")),
      R"("outcome":"error","message":"upper bounds sum to 3, which is lower than the required sum of 10")");
  EXPECT_EQ(solved(record("volcano_pre2553", guaranteed)),
            R"("outcome":"error","message":"resource is not sufficient to do operation")");
}

TEST(LevelRecord, HasNoFairSharesWhereAWeightIsInfiniteInItsFloat) {
  const std::string line = R"("total":1,"claimants":[{"weight":1e39},{}],"shares":[1,0])";
  EXPECT_EQ(code_of_cases(record("yarn-3", line)), "FS011 claimants[0]");
  EXPECT_EQ(code_of_cases(record("yarn-2.2", line)), "FS011 claimants[0]");
}

TEST(LevelRecord, AnswersWithAlternativesWhereAnOrderDecides) {
  const std::string line = record(
      "kai",
      R"("total":3,"claimants":[{"weight":2,"demand":1.75},{"weight":3,"demand":1.5},{"demand":3}])");
  EXPECT_EQ(solved(line),
            R"("outcome":"shares","shares":[1,1.5,0.5],"alternatives":[[1.5,1.5,0]])");
}

TEST(LevelRecord, AnswersThatMoreMayBePossibleWhereNotEveryOrderWasTried) {
  std::string claimants;
  for (int i = 1; i <= 40; ++i) {
    claimants += (i > 1 ? R"(,{"weight":)" : R"({"weight":)") + std::to_string(i) + "." +
                 std::to_string(i) + "}";
  }
  const std::string answer =
      solved(record("kai", R"("total":1000,"claimants":[)" + claimants + "]"));
  EXPECT_NE(answer.find(R"(,"complete":false)"), std::string::npos) << answer;
}

TEST(LevelRecord, AnswersThatRoundsWereTooMany) {
  LevelWorld world = empty_level(*schedulers::find_scheduler("volcano_pre2553"));
  world.model.compute = [](const schedulers::Level& level) {
    namespace volcano = schedulers::volcano;
    const std::vector<volcano::Queue> queues = {{2'000'000'000, 0, 1000, 2000}, {1, 0, 6000, 4000}};
    const volcano::Resource cpu{.total = std::get<double>(level.total), .queues = queues};
    return volcano::model_result(volcano::Release::until_2553, {&cpu, 1}, 1000);
  };
  world.level.total = 6000.0;
  std::string text;
  json::Writer writer(text);
  answer_computed(world, writer);
  EXPECT_EQ(text, R"("outcome":"unfinished","message":"no end after 1000 rounds")");
}

std::string joint(const std::string& total, const std::string& claimants,
                  const std::string& shares = "") {
  return record("volcano", R"("total":)" + total + R"(,"claimants":[)" + claimants + "]" +
                               (shares.empty() ? "" : R"(,"shares":[)" + shares + "]"));
}

const std::string both = R"({"cpu":1,"memory":1})";
const std::string one_of_each = R"({"demand":{"memory":0}},{"demand":{"cpu":0}})";

TEST(JointRecord, AnswersByResource) {
  EXPECT_EQ(
      solved(joint(both, one_of_each)),
      R"("outcome":"shares","shares":[{"cpu":0.9375,"memory":0},{"cpu":0,"memory":0.9375}],"rounds":4)");
  EXPECT_EQ(
      fair(joint(both, one_of_each)),
      R"("resources":{"cpu":{"outcome":"allocation","ratio":"1","shares":["1","0"]},"memory":{"outcome":"allocation","ratio":"1","shares":["0","1"]}})");
}

TEST(JointRecord, KeepsEachShareAtItsClaimantAndItsResource) {
  const std::string threes = R"({"weight":3},{})";
  const std::string shares = R"({"cpu":0.75,"memory":0.75},{"cpu":0.25,"memory":0.25})";
  EXPECT_EQ(solved(joint(both, threes)),
            R"("outcome":"shares","shares":[)" + shares + R"(],"rounds":1)");
  for (const Verdict& verdict : verdicts_on(joint(both, threes, shares))) {
    EXPECT_EQ(verdict.judgement, Judgement::fair) << verdict.division.resource;
    EXPECT_EQ(verdict.division.reported.at(0).text, "0.75") << verdict.division.resource;
  }
}

TEST(JointRecord, AnswersWithAlternativesByResource) {
  EXPECT_EQ(
      solved(joint(
          R"({"cpu":27})",
          R"({"weight":4,"demand":{"cpu":16}},{"weight":3,"demand":{"cpu":8}},{"weight":3,"demand":{"cpu":13}})")),
      R"("outcome":"shares","shares":[{"cpu":10.85714285714286},{"cpu":8},{"cpu":8.142857142857142}],"alternatives":[[{"cpu":10.8},{"cpu":8},{"cpu":8.1}]],"rounds":2)");
}

TEST(JointRecord, AnswersOfOneResourceWithTheSharesOfThatOne) {
  const std::string line = joint(
      R"({"cpu":27,"memory":100})",
      R"({"weight":4,"demand":{"cpu":16,"memory":40}},{"weight":3,"demand":{"cpu":8,"memory":30}},)"
      R"({"weight":3,"demand":{"cpu":13,"memory":30}})");
  const auto value = std::get<json::Value>(json::parse(line));
  const auto read = read_levels(value, *schedulers::find_scheduler("volcano"), false, false);
  std::vector<std::string> answers;
  for (const LevelWorld& world : std::get<std::vector<LevelWorld>>(read)) {
    json::Writer writer(answers.emplace_back());
    answer_computed(world, writer);
  }
  EXPECT_EQ(answers, (std::vector<std::string>{
                         R"("outcome":"shares","shares":[10.85714285714286,8,8.142857142857142],)"
                         R"("alternatives":[[10.8,8,8.1]],"rounds":2)",
                         R"("outcome":"shares","shares":[40,30,30],"rounds":2)"}))
      << "of memory both answers are the same";
}

TEST(JointRecord, TakesWhatIsAbsentOfAResourceAsAnAbsentField) {
  const std::string said = R"({"min_share":{"cpu":0},"max_share":{"memory":1},"demand":null},{})";
  EXPECT_EQ(solved(joint(both, said)), solved(joint(both, "{},{}")));
}

TEST(JointRecord, IsRefusedWhereAnAmountIsWrong) {
  EXPECT_EQ(solved(joint("{}", "{}")), "FS002 total");
  EXPECT_EQ(solved(joint(R"({"cpu":"x"})", "{}")), "FS006 total.cpu");
  EXPECT_EQ(solved(joint(R"({"cpu":-1})", "{}")), "FS011 total.cpu");
  EXPECT_EQ(solved(joint(R"({"cpu":-0.5})", "{}")), "FS011 total.cpu");
  EXPECT_EQ(solved(joint(R"({"cpu":"1e400"})", "{}")), "FS008 total.cpu");
  EXPECT_EQ(solved(joint(both, R"({"demand":1})")), "FS002 claimants[0].demand");
  EXPECT_EQ(solved(joint(both, R"({"demand":{"gpu":1}})")), "FS003 claimants[0].demand.gpu");
  EXPECT_EQ(solved(joint(both, R"({},{"weight":{"cpu":1}})")), "FS002 claimants[1].weight");
  EXPECT_EQ(solved(record("volcano", R"("total":1,"claimants":[{"demand":{"cpu":1}}])")),
            "FS002 claimants[0].demand");
  EXPECT_EQ(solved(record("kai", R"("total":{"cpu":1},"claimants":[{}])")), "FS002 total");
}

TEST(LevelRecord, HasATotalThatIsNotNull) {
  for (const std::string scheduler : {"apf", "armada", "koordinator", "yarn-3"}) {
    EXPECT_EQ(message(record(scheduler, R"("total":null,"claimants":[{}])")),
              "a number or a string \"p/q\" is expected here, not null");
    EXPECT_EQ(solved(record(scheduler, R"("claimants":[{}])")), "FS002 total");
  }
}

TEST(JointRecord, IsToldWhyItIsRefused) {
  EXPECT_EQ(message(joint("{}", "{}")), "the total names no resource");
  EXPECT_EQ(message(joint(R"({"cpu":-1})", "{}")), "the amount is negative");
  EXPECT_EQ(message(joint(both, R"({"demand":1})")),
            "an object of numbers by resource is expected here, not a number");
  EXPECT_EQ(message(joint(both, R"({"demand":{"gpu":1}})")), "the total has no \"gpu\"");
  EXPECT_EQ(message(joint(both, "{}", R"({"cpu":1})")), "the share of this resource is missing");
  EXPECT_EQ(message(record("kai", R"("total":1,"claimants":{})")),
            "a list of claimants is expected here, not an object");
}

TEST(JointRecord, IsRefusedWhereItIsTooLarge) {
  std::string total = R"({"r":1)";
  for (std::size_t i = 1; i < resources_max; ++i) total += R"(,"r)" + std::to_string(i) + R"(":1)";
  EXPECT_EQ(solved(joint(total + "}", "{}")).substr(0, 18), R"("outcome":"shares")");
  EXPECT_EQ(solved(joint(total + R"(,"one":1})", "{}")), "FS005 total.one");
  std::string claimants = "{}";
  for (std::size_t i = 2; i < amounts_max / resources_max; ++i) claimants += ",{}";
  EXPECT_EQ(solved(joint(total + "}", claimants + R"(,{"x":1})")), "FS003 claimants[65535].x");
  claimants += ",{},{}";
  EXPECT_EQ(solved(joint(total + "}", claimants)), "FS005 claimants");
  EXPECT_EQ(message(joint(total + "}", claimants)), "more than 1048576 claimants times resources");
}

TEST(JointRecord, HasADivisionForEachResource) {
  const std::string computed = R"({"cpu":0.9375,"memory":0},{"cpu":0,"memory":0.9375})";
  const auto verdicts = verdicts_on(joint(both, one_of_each, computed));
  ASSERT_EQ(verdicts.size(), 2U);
  EXPECT_EQ(verdicts[0].division.resource, "cpu");
  EXPECT_EQ(verdicts[1].division.resource, "memory");
  for (const Verdict& verdict : verdicts) {
    EXPECT_TRUE(verdict.is_to_within_resolution);
    EXPECT_TRUE(verdict.division.comparison->matches);
  }
  EXPECT_EQ(*verdicts[1].division.comparison->shares, (std::vector<std::string>{"0", "0.9375"}));
}

TEST(JointRecord, HasTheResolutionOfEachResource) {
  // 1/10 and 2^-40 of the total: of 2^40 bytes a share may be off by one.
  const std::string total = R"({"cpu":1,"memory":1099511627776})";
  const std::string shares =
      R"({"cpu":0.75,"memory":824633720833},{"cpu":0.25,"memory":274877906943})";
  const auto verdicts = verdicts_on(joint(total, R"({"weight":3},{})", shares));
  ASSERT_EQ(verdicts.size(), 2U);
  EXPECT_EQ(verdicts[1].division.resource, "memory");
  EXPECT_LT(*verdicts[0].division.comparison->resolution, exact::Rational(1, 2));
  EXPECT_GT(*verdicts[1].division.comparison->resolution, 1);
  EXPECT_TRUE(verdicts[1].is_to_within_resolution);
  EXPECT_EQ(worst_of(verdicts), Judgement::fair);
}

TEST(JointRecord, IsAsComputedInAllResourcesOrInNone) {
  const std::string other = R"({"cpu":0.9375,"memory":0},{"cpu":0,"memory":1})";
  for (const Verdict& verdict : verdicts_on(joint(both, one_of_each, other))) {
    EXPECT_FALSE(verdict.division.comparison->matches) << verdict.division.resource;
  }
}

TEST(JointRecord, DoesNotSayOfComputedSharesThatTheyAreNotComputed) {
  const std::string other = R"({"cpu":0.9375,"memory":0},{"cpu":0,"memory":1})";
  const auto verdicts = verdicts_on(joint(both, one_of_each, other));
  ASSERT_EQ(verdicts.size(), 2U);
  EXPECT_NE(verdict_text(verdicts[0])
                .find("note: volcano computes these shares, but not all of the others;"),
            std::string::npos)
      << verdict_text(verdicts[0]);
  EXPECT_NE(verdict_text(verdicts[1]).find("not what volcano computes: that is 0, 0.9375"),
            std::string::npos)
      << verdict_text(verdicts[1]);
}

TEST(JointRecord, NeedsAShareOfEveryResource) {
  EXPECT_EQ(code_of_cases(joint(both, one_of_each)), "FS104 shares");
  EXPECT_EQ(code_of_cases(joint(both, "{}", R"({"cpu":1})")), "FS104 shares[0].memory");
  EXPECT_EQ(code_of_cases(joint(both, "{}", R"({"cpu":1,"memory":1,"gpu":1})")),
            "FS003 shares[0].gpu");
  EXPECT_EQ(code_of_cases(joint(both, "{}", R"({"cpu":1,"memory":"x"})")),
            "FS006 shares[0].memory");
  EXPECT_EQ(code_of_cases(joint(both, "{}", "1")), "FS002 shares[0]");
  EXPECT_EQ(code_of_cases(joint(both, "{},{}", R"({"cpu":1,"memory":1})")), "FS104 shares");
  EXPECT_EQ(code_of_cases(joint(both, "", R"({"cpu":1,"memory":1})")), "FS105 shares");
}

TEST(LevelRecord, AnswersFairlyByItsOwnRule) {
  EXPECT_EQ(fair(record("volcano", guaranteed)),
            R"("outcome":"allocation","ratio":"25","shares":["50","25","25"])");
  EXPECT_EQ(fair(record("koordinator", guaranteed)),
            R"("outcome":"allocation","ratio":"50/3","shares":["200/3","50/3","50/3"])");
  EXPECT_EQ(fair(record("kai", guaranteed)),
            R"("outcome":"allocation","ratio":"50/3","shares":["200/3","50/3","50/3"])");
  EXPECT_EQ(fair(record("koordinator", R"("total":1,"claimants":[{"min_share":3}])")),
            R"("outcome":"overcommitted","excess":"2")");
  EXPECT_EQ(fair(record("armada", R"("total":1,"claimants":[{"demand":0.25}])")),
            R"("outcome":"surplus","unclaimed":"3/4")");
}

TEST(LevelRecord, TakesAClaimantWithoutADemandToWantAll) {
  EXPECT_EQ(solved(record("koordinator", R"("total":7,"claimants":[{}])")),
            R"("outcome":"shares","shares":[7])");
  EXPECT_EQ(solved(record("koordinator", R"("total":1,"claimants":[{"min_share":3}])")),
            R"("outcome":"shares","shares":[3])");
  EXPECT_EQ(fair(record("apf", R"("total":7,"claimants":[{"weight":2},{"demand":1}])")),
            R"("outcome":"allocation","ratio":"3","shares":["6","1"])");
}

TEST(LevelRecord, ReadsWhatOnlyOneSchedulerHas) {
  const std::string two = R"("total":4,"claimants":[{"min_share":2,"demand":0,"lends":false},{}])";
  EXPECT_EQ(solved(record("koordinator", two)), R"("outcome":"shares","shares":[2,2])");
  EXPECT_EQ(solved(record("kai", two)), "FS003 claimants[0].lends");
  const std::string raised = R"("total":4,"claimants":[{"guarantee":3},{}])";
  EXPECT_EQ(solved(record("koordinator", raised)), R"("outcome":"shares","shares":[4,0])");
  const std::string tiers = R"("total":2,"claimants":[{},{"priority":1}])";
  EXPECT_EQ(solved(record("kai", tiers)), R"("outcome":"shares","shares":[0,2])");
  const std::string oldest = R"("total":1,"claimants":[{"created":2},{"created":1}])";
  EXPECT_EQ(solved(record("kai", oldest)), R"("outcome":"shares","shares":[0,1])");
  const std::string named = R"("total":1,"claimants":[{"name":"b"},{"name":"a"}])";
  EXPECT_EQ(solved(record("koordinator", named)), R"("outcome":"shares","shares":[0,1])");
  const std::string equal = R"("total":1,"claimants":[{"name":"x"},{"name":"y"}])";
  EXPECT_EQ(solved(record("karmada", R"("key":"a",)" + equal)),
            R"("outcome":"shares","shares":[1,0])");
  EXPECT_EQ(solved(record("karmada", R"("key":"b",)" + equal)),
            R"("outcome":"shares","shares":[0,1])")
      << "the key decides which is first";
}

TEST(LevelRecord, RefusesWhatItsSchedulerCannotHold) {
  EXPECT_EQ(solved(record("koordinator", R"("total":1.5,"claimants":[])")), "FS008 total");
  EXPECT_EQ(solved(record("volcano", R"("total":1,"claimants":[{"weight":2147483648}])")),
            "FS008 claimants[0].weight");
  EXPECT_EQ(solved(record("kai", R"("total":1e400,"claimants":[])")), "FS008 total");
  EXPECT_EQ(solved(record("armada", R"("total":2,"claimants":[])")), "FS002 total");
  EXPECT_EQ(solved(record("armada", R"("total":1,"claimants":[{"min_share":1}])")),
            "FS018 claimants[0].min_share");
  EXPECT_EQ(solved(record("kai", R"("claimants":[])")), "FS002 total");
  EXPECT_EQ(solved(record("kai", R"("total":1)")), "FS002 claimants");
  EXPECT_EQ(solved(record("kai", R"("total":1,"claimants":[{"name":"a"},{"name":"a"}])")),
            "FS004 claimants[1]");
  EXPECT_EQ(fair(record("kai", R"("total":1,"claimants":[{"weight":-1}])")), "FS011 claimants[0]");
  EXPECT_EQ(code_of_cases(record("kai", R"("total":-1,"claimants":[],"shares":[])")),
            "FS011 total");
  EXPECT_EQ(code_of_cases(record("kai", R"("total":1,"claimants":[{}])")), "FS104 shares");
  EXPECT_EQ(code_of_cases(record("koordinator", R"("total":1,"claimants":[{}],"shares":[0.5])")),
            "FS015 shares[0]");
  EXPECT_EQ(code_of_cases(record("kai", R"("claimants":[],"shares":[])")), "FS002 total");
}

TEST(LevelRecord, TellsTheFirstOfSeveralMistakes) {
  EXPECT_EQ(
      solved(record("kai", R"("total":1,"claimants":[{"name":"a"},{"name":"a","weight":"x"}])")),
      "FS006 claimants[1].weight");
  EXPECT_EQ(
      solved(record("kai", R"("total":1,"claimants":[{"name":"a","weight":"x"},{"name":"a"}])")),
      "FS006 claimants[0].weight");
}

TEST(LevelRecord, ScalesTheMinimumsOfKoordinatorWhereToldTo) {
  const std::string rest = R"("total":10,"claimants":[{"min_share":8},{"min_share":8},{}])";
  for (const char* scheduler : {"koordinator", "koordinator_pre2876"}) {
    EXPECT_EQ(solved(record(scheduler, rest)), R"("outcome":"shares","shares":[8,8,0])");
    EXPECT_EQ(solved(record(scheduler, R"("scale_minimums":true,)" + rest)),
              R"("outcome":"shares","shares":[5,5,0])");
  }
  EXPECT_EQ(fair(record("koordinator", R"("scale_minimums":true,)" + rest)),
            R"("outcome":"allocation","ratio":"0","shares":["5","5","0"])");
  EXPECT_EQ(solved(record("koordinator", R"("scale_minimums":1,)" + rest)), "FS002 scale_minimums");
  EXPECT_EQ(solved(record("kai", R"("scale_minimums":true,)" + rest)), "FS003 scale_minimums");
}

TEST(LevelRecord, CountsPastUsageInKaiAsMuchAsTheKValueSays) {
  EXPECT_EQ(solved(record("kai", R"("total":4,"claimants":[{"usage":0.5},{}])")),
            R"("outcome":"shares","shares":[2,2])");
  EXPECT_EQ(solved(record("kai", R"("total":4,"k_value":1,"claimants":[{"usage":0.5},{}])")),
            R"("outcome":"shares","shares":[1,3])");
  EXPECT_EQ(fair(record("kai", R"("total":4,"k_value":1,"claimants":[{"usage":0.5},{}])")),
            R"("outcome":"allocation","ratio":"2","shares":["2","2"])");
  EXPECT_EQ(solved(record("armada", R"("total":1,"k_value":1,"claimants":[{}])")), "FS003 k_value");
}

TEST(LevelRecord, SaysOfManyLevelsOfApfThatTheirOrderMayDecide) {
  EXPECT_EQ(solved(record("apf", R"("total":2,"claimants":[{"weight":0.1,"max_share":0.1},
                {"weight":0.2,"max_share":0.2},{"weight":0.3,"max_share":0.3},
                {"weight":0.4,"max_share":0.4},{"weight":0.5,"max_share":0.5},
                {"weight":0.6,"max_share":0.6},{"weight":0.7}])"))
                    .find(R"("complete":false)") != std::string::npos,
            true);
}

TEST(LevelVerdict, NamesThePairOfEqualQuotasWithTwoUnitsAndNone) {
  const Verdict verdict = verdict_on(record("koordinator", equal_quotas + R"(,"shares":[2,2,0])"));
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_EQ(verdict.findings[0].code, "FS204");
  EXPECT_EQ(verdict.findings[0].with, "b");
  EXPECT_EQ(verdict.findings[0].claimant, "c");
  EXPECT_TRUE(verdict.division.comparison->matches);
}

TEST(LevelVerdict, AcceptsWholeUnitsThatAreLessThanOneFromFair) {
  const std::string thirds = R"("total":4,"claimants":[{},{},{}],"shares":)";
  EXPECT_EQ(verdict_on(record("koordinator", thirds + "[2,1,1]")).judgement, Judgement::fair);
  EXPECT_EQ(verdict_on(record("koordinator_pre2876", thirds + "[1,1,1]")).judgement,
            Judgement::fair);
  const Verdict lost = verdict_on(record("koordinator", thirds + "[1,1,1]"));
  EXPECT_EQ(lost.judgement, Judgement::unfair) << "since 2876 no unit may be lost";
  EXPECT_EQ(lost.findings[0].code, "FS101");
  EXPECT_EQ(lost.findings[1].code, "FS301");
}

TEST(LevelVerdict, PaysTheMinimumsOfKarmadaFirst) {
  const std::string claims = R"("total":10,"claimants":[{"min_share":2},{}],"shares":)";
  EXPECT_EQ(verdict_on(record("karmada", claims + "[6,4]")).judgement, Judgement::fair);
  EXPECT_EQ(verdict_on(record("karmada", claims + "[5,5]")).judgement, Judgement::unfair);
}

// a's fair share of 3 is 5/2: a tie by Webster's method, and 3 by D'Hondt's.
TEST(LevelVerdict, JudgesWholeUnitsByTheMethodOfTheScheduler) {
  const auto judged = [](const std::string& scheduler, const std::string& shares) {
    const std::string claims = R"("total":3,"claimants":[{"weight":5},{}],"shares":)";
    return verdict_on(record(scheduler, claims + shares));
  };
  EXPECT_EQ(judged("karmada", "[3,0]").judgement, Judgement::fair);
  EXPECT_EQ(judged("karmada", "[2,1]").judgement, Judgement::fair);
  EXPECT_EQ(judged("balancer", "[3,0]").judgement, Judgement::fair);
  EXPECT_EQ(judged("balancer", "[2,1]").judgement, Judgement::unfair);
  EXPECT_EQ(judged("balancer", "[2,1]").division.units, Units::dhondt);
}

TEST(LevelVerdict, FlagsATotalAboveTheCapacity) {
  const Verdict verdict = verdict_on(
      record("volcano", guaranteed + R"(,"shares":[50,33.33333333333333,33.33333333333333])"));
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  EXPECT_EQ(verdict.findings[0].code, "FS101");
  EXPECT_TRUE(verdict_text(verdict).starts_with(
      "error[FS101] f:7: the shares add up to more than the total (total 100)\n"))
      << verdict_text(verdict);
  EXPECT_NE(verdict_text(verdict).find("add up to ~116.66666666666666, which is over the total by"),
            std::string::npos);
  EXPECT_TRUE(verdict.division.comparison->matches);
}

TEST(LevelVerdict, FlagsATotalAboveTheCapacityBesideAPair) {
  const Verdict verdict = verdict_on(record("volcano", guaranteed + R"(,"shares":[50,50,10])"));
  ASSERT_EQ(verdict.findings.size(), 3U);
  EXPECT_EQ(verdict.findings[0].code, "FS204");
  EXPECT_EQ(verdict.findings[1].code, "FS101");
  EXPECT_EQ(message_of(verdict, verdict.findings[1]),
            "The reported shares add up to 110, the total is 100: over by 10.");
  EXPECT_EQ(verdict.findings[2].code, "FS301");
}

TEST(LevelVerdict, FlagsASumAboveTheCapacityOfSharesThatAreEachNearEnough) {
  const Verdict verdict =
      verdict_on(record("volcano", guaranteed + R"(,"shares":[50.06,25.06,25.06])"));
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  EXPECT_EQ(verdict.findings[0].code, "FS101");
  EXPECT_EQ(
      verdict_on(record("volcano", guaranteed + R"(,"shares":[50.03,25.03,25.03])")).judgement,
      Judgement::fair);
}

TEST(LevelVerdict, FlagsAShareAboveItsRequestThoughItIsWithinAUnit) {
  const Verdict verdict = verdict_on(record(
      "kai",
      R"("total":1,"claimants":[{"weight":2,"demand":1},{"name":"b","weight":3,"demand":0.75}],"shares":[0,1])"));
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  EXPECT_EQ(verdict.findings[0].code, "FS103");
  EXPECT_EQ(verdict.findings[0].claimant, "b");
}

TEST(LevelVerdict, ShowsMinimumsOfTheBaseRuleInEveryNumber) {
  const Verdict verdict = verdict_on(record("koordinator", guaranteed + R"(,"shares":[70,15,15])"));
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  EXPECT_EQ(message_of(verdict, verdict.findings[0]),
            "a is above its minimum and holds more than 19 per weight beyond it; b is below its "
            "maximum and holds less than 16.");
  EXPECT_NE(verdict_text(verdict).find("(total 100)"), std::string::npos) << verdict_text(verdict);
  EXPECT_NE(verdict_text(verdict).find(
                "a              1   50  100        70  200/3 (66.67)  > 19 and < 21"),
            std::string::npos)
      << verdict_text(verdict);
  EXPECT_EQ(verdict.division.notes.at(0),
            "the base rule: minimums are paid first, and what is left is divided by weight");
  EXPECT_NE(verdict_text(verdict).find("= note: the base rule"), std::string::npos);
}

TEST(LevelVerdict, DoesNotExplainItsRuleWhereNoNumberIsShown) {
  const Verdict verdict = verdict_on(record("koordinator", guaranteed + R"(,"shares":[67,17,16])"));
  EXPECT_EQ(verdict.judgement, Judgement::fair);
  EXPECT_EQ(verdict.division.notes.at(0), note_of_base_rule);
  EXPECT_EQ(verdict_text(verdict).find("= note:"), std::string::npos) << verdict_text(verdict);
}

// What the first finding says about "a", which has a minimum of 2, and "b".
std::string argued(const std::string& bounds_of_a, const std::string& shares) {
  const std::string claimants = R"({"name":"a","min_share":2)" + bounds_of_a + R"(},{"name":"b"})";
  const Verdict verdict = verdict_on(
      record("kai", R"("total":9,"claimants":[)" + claimants + R"(],"shares":[)" + shares + "]"));
  const Finding& first = verdict.findings.front();
  return first.code + ": " + message_of(verdict, first);
}

TEST(LevelVerdict, ArguesAboutWholeSharesUnderTheBaseRule) {
  EXPECT_EQ(argued("", "1,8"), "FS102: a holds 1, which is below its minimum 2.");
  EXPECT_EQ(argued(R"(,"max_share":4)", "5,4"), "FS103: a holds 5, which is above its maximum 4.");
  EXPECT_EQ(argued(R"(,"weight":0)", "5,4"),
            "FS103: a holds more than 4, but at weight 0 it gets its minimum 2 and no more.");
  EXPECT_EQ(argued("", "4,3"),
            "FS101: The ratios that all shares allow, > 2 and < 3, give totals from more than 6 to "
            "less than 8; the total is 9: under by 1.");
  EXPECT_EQ(argued("", "2,3"),
            "FS204: b is above its minimum and holds more than 2 per weight; a is below its "
            "maximum and holds less than 1 beyond its minimum.");
}

TEST(LevelVerdict, JudgesWhatIsOvercommittedAndASurplus) {
  const Verdict over = verdict_on(record(
      "koordinator", R"("total":10,"claimants":[{"min_share":8},{"min_share":8}],"shares":[8,8])"));
  EXPECT_EQ(over.judgement, Judgement::overcommitted);
  const Verdict all_paid = verdict_on(record(
      "koordinator", R"("total":16,"claimants":[{"min_share":7},{"min_share":9}],"shares":[7,9])"));
  EXPECT_EQ(all_paid.judgement, Judgement::fair);
  EXPECT_EQ(all_paid.division.labels.at(1).paid, 9) << "where nothing is left, minimums are paid";
  EXPECT_NE(verdict_text(over).find("The minimums add up to 16: 8 (0), 8 (1)."), std::string::npos);
  const Verdict surplus = verdict_on(
      record("kai", R"("total":9,"claimants":[{"min_share":2,"demand":3}],"shares":[3])"));
  EXPECT_EQ(surplus.judgement, Judgement::fair);
  EXPECT_NE(verdict_text(surplus).find("; 6 unclaimed"), std::string::npos);
  const Verdict idle = verdict_on(
      record("kai", R"("total":9,"claimants":[{"min_share":2,"demand":4}],"shares":[3])"));
  EXPECT_EQ(idle.judgement, Judgement::unfair);
  EXPECT_NE(verdict_text(idle).find("0 holds 3 and can have 4."), std::string::npos);
  EXPECT_NE(verdict_text(idle).find("adds up to 4: 4 (0), which leaves 5 unclaimed."),
            std::string::npos);
}

TEST(LevelVerdict, JudgesEachPriorityOfKaiByWhatIsLeftForIt) {
  const std::string tiers =
      R"("total":3,"claimants":[{"name":"a","demand":2,"priority":2},{"name":"b","demand":3},{"name":"c","demand":3}],"shares":)";
  const auto fair_ones = verdicts_on(record("kai", tiers + "[2,1,0]"));
  ASSERT_EQ(fair_ones.size(), 2U);
  EXPECT_EQ(worst_of(fair_ones), Judgement::fair);
  ASSERT_TRUE(fair_ones[1].division.comparison->shares);
  EXPECT_EQ(*fair_ones[0].division.comparison->shares, std::vector<std::string>{"2"});
  EXPECT_EQ(*fair_ones[1].division.comparison->shares, (std::vector<std::string>{"1", "0"}))
      << "of its own claimants";
  EXPECT_EQ(fair_ones[0].division.label, "priority 2");
  EXPECT_EQ(fair_ones[0].division.labels.at(0).demand, exact::Rational(2));
  EXPECT_EQ(fair_ones[1].division.labels.at(0).demand, exact::Rational(3));
  const Verdict half = verdict_on(
      record("kai", R"("total":3,"claimants":[{"demand":1.5},{"demand":1.5}],"shares":[1.5,1.5])"));
  EXPECT_EQ(half.division.labels.at(0).demand, exact::Rational(3, 2));
  const auto unfair_ones = verdicts_on(record("kai", tiers + "[0,2,1]"));
  EXPECT_EQ(unfair_ones[0].judgement, Judgement::unfair) << "the high one goes without";
}

TEST(LevelVerdict, DoesNotSayThatAnAnswerIsImpossibleWhereMoreMayBePossible) {
  std::string claimants;
  std::string shares;
  for (int i = 1; i <= 40; ++i) {
    const std::string comma = i > 1 ? "," : "";
    claimants += comma + R"({"weight":)" + std::to_string(i) + "." + std::to_string(i) + "}";
    shares += comma + "25";
  }
  const std::string line =
      record("kai", R"("total":1000,"claimants":[)" + claimants + R"(],"shares":[)" + shares + "]");
  const Verdict verdict = verdict_on(line);
  EXPECT_FALSE(verdict.division.comparison->matches || verdict.division.comparison->are_all);
  EXPECT_EQ(verdicts_json(std::vector{verdict}).find("as_computed"), std::string::npos);
  for (const Finding& finding : verdict.findings) EXPECT_NE(finding.code, "FS301");
}

TEST(LevelVerdict, SaysHowManyAnswersThereAreWhereTheSharesMatchNone) {
  const Verdict verdict = verdict_on(record(
      "kai",
      R"("total":3,"claimants":[{"weight":2,"demand":1.75},{"weight":3,"demand":1.5},{"demand":3}],"shares":[0,0,3])"));
  ASSERT_EQ(verdict.findings.size(), 2U);
  EXPECT_EQ(verdict.findings[1].code, "FS301");
  EXPECT_EQ(message_of(verdict, verdict.findings[1]),
            "not even what kai computes: that is 1, 1.5, 0.5, or another answer");
}

TEST(LevelVerdict, SaysWhereTheReleaseFailsOrWraps) {
  const Verdict refused = verdict_on(
      record("apf", R"("total":4,"claimants":[{"weight":1,"min_share":2},{}],"shares":[1,3])"));
  ASSERT_EQ(refused.findings.size(), 2U);
  EXPECT_EQ(refused.findings[0].code, "FS102");
  EXPECT_EQ(refused.findings[1].code, "FS303");
  EXPECT_EQ(message_of(refused, refused.findings[1]),
            "apf fails: target 0 is 1, which is below its lower bound of 2");
  const Verdict wrapped = verdict_on(record(
      "koordinator",
      R"("total":9,"claimants":[{"weight":9223372036854775807},{"weight":9223372036854775807}],"shares":[0,0])"));
  ASSERT_EQ(wrapped.findings.size(), 2U);
  EXPECT_EQ(wrapped.findings[0].code, "FS101");
  EXPECT_EQ(wrapped.findings[1].code, "FS302");
}

TEST(LevelVerdict, ListensToARoundingAndASlack) {
  const std::string thirds = R"("total":4,"claimants":[{},{},{}],"shares":[2,1,1])";
  EXPECT_EQ(verdict_on(record("koordinator", thirds), {.rounding = Rounding::exact}).judgement,
            Judgement::unfair);
  EXPECT_EQ(verdict_on(record("koordinator", equal_quotas + R"(,"shares":[2,2,0])"),
                       {.within = exact::Rational(1, 10)})
                .judgement,
            Judgement::fair);
  EXPECT_EQ(verdict_on(record("apf", R"("total":4,"claimants":[{},{},{}],"shares":[1,1,1])"),
                       {.rounding = Rounding::nearest})
                .judgement,
            Judgement::fair);
}

TEST(LevelVerdict, DoesNotWidenByTheResolutionWhatIsWidenedByASlack) {
  const std::string thirds = R"("total":4,"claimants":[{},{},{}],"shares":[1.3,1.3,1.3])";
  EXPECT_EQ(verdict_on(record("apf", thirds)).judgement, Judgement::unfair);
  EXPECT_EQ(verdict_on(record("apf", thirds), {.within = exact::Rational(1, 10)}).judgement,
            Judgement::fair);
}

TEST(LevelRecord, IsToldWhyItIsRefused) {
  const auto told = [](const std::string& scheduler, const std::string& rest) {
    return message(record(scheduler, rest));
  };
  EXPECT_EQ(told("armada", R"("total":1,"claimants":[{"min_share":1}])"), "armada has no minimums");
  EXPECT_EQ(told("armada", R"("total":2,"claimants":[])"),
            "armada divides fractions of a pool: its total must be 1");
  EXPECT_EQ(told("kai", R"("claimants":[])"), "the total is missing");
  EXPECT_EQ(told("kai", R"("total":1)"), "the claimants are missing");
  EXPECT_EQ(told("kai", R"("total":1,"claimants":[{"name":"a"},{"name":"a"}])"),
            "duplicate name: an earlier claimant has it");
  EXPECT_EQ(told("kai", R"("total":1,"claimants":[{"wieght":1}])"),
            "a claimant has no field \"wieght\"; its fields: weight, min_share, max_share, demand, "
            "priority, created, usage, name");
  EXPECT_EQ(told("kai", R"("total":1,"claimants":[],"sum":1)"),
            "a record of kai has no field \"sum\"");
  EXPECT_EQ(told("koordinator", R"("total":1.5,"claimants":[])"),
            "1.5 is not a whole number from -9223372036854775808 to 9223372036854775807");
  EXPECT_EQ(told("volcano", R"("total":1,"claimants":[{"weight":2147483648}])"),
            "2147483648 is not a whole number from -2147483648 to 2147483647");
  EXPECT_EQ(told("kai", R"("total":1,"claimants":[{},{}],"shares":[1])"),
            "1 share for 2 claimants");
  EXPECT_EQ(told("kai", R"("total":1,"claimants":[{"weight":-1}],"shares":[1])"),
            "no fair allocation exists here, whatever the release computes: weight is negative");
  const auto second = cases_of(
      read(record("kai", R"("total":1,"claimants":[{},{"name":"b","weight":-1}],"shares":[1,0])")),
      "f", {}, {});
  EXPECT_EQ(std::get<InputError>(second).claimant, "b");
  EXPECT_EQ(std::get<InputError>(second).field, "claimants[1]");
  EXPECT_EQ(solved(record("armada", R"("total":1,"claimants":[{"min_share":-0.0}])")),
            R"("outcome":"shares","shares":[1],"by_weight":[1],"if_unbounded":[1])")
      << "a minimum of 0 is no minimum";
}

TEST(JointRecord, NamesTheResourceOfAShareThatCannotHaveBeenRoundedSo) {
  const std::string line =
      joint(both, "{},{}",
            R"({"cpu":1,"memory":1},{"cpu":0,"memory":0.5}],"rounding":"down",)"
            R"("comment":[1)");
  EXPECT_EQ(code_of_cases(line), "FS015 shares[1].memory");
}

TEST(LevelVerdict, TakesAPartOfAllThatTheLevelsDivideTogether) {
  // 40 are left for b and c, and a hundredth of 100 is 1.
  const std::string tiers =
      R"("total":100,"claimants":[{"name":"a","demand":60,"priority":2},{"name":"b"},{"name":"c"}],)"
      R"("rounding":"exact","relative":0.01,"shares":[60,)";
  const auto worst = [&](const std::string& shares) {
    return worst_of(verdicts_on(record("kai", tiers + shares + "]")));
  };
  EXPECT_EQ(worst("21,19"), Judgement::fair);
  EXPECT_EQ(worst("21.5,18.5"), Judgement::unfair);
}

TEST(LevelVerdict, TellsDerivedBoundsFromTheClaimantsOwn) {
  const auto are_derived = [](const std::string& claimants, const std::string& shares) {
    std::string told;
    const std::string rest = R"("total":100,"claimants":[)" + claimants + "],\"shares\":" + shares;
    for (const Verdict& verdict : verdicts_on(record("kai", rest))) {
      for (const auto& label : verdict.division.labels) told += label.is_derived ? "d" : "-";
    }
    return told;
  };
  EXPECT_EQ(are_derived(R"({"demand":60,"min_share":20},{"demand":90,"max_share":50})", "[55,45]"),
            "--");
  EXPECT_EQ(are_derived(R"({"demand":60,"min_share":70},{"demand":90,"weight":3})", "[60,40]"),
            "--")
      << "a minimum is cut to the demand";
  EXPECT_EQ(are_derived(R"({"demand":60},{})", "[50,50]"), "-d") << "it demands the total";
  EXPECT_EQ(are_derived(R"({"demand":60,"min_share":-1},{"demand":90})", "[60,40]"), "d-");
  EXPECT_EQ(are_derived(R"({"demand":60,"priority":1},{"demand":90})", "[60,40]"), "dd");
}

TEST(LevelRecord, TakesAnyNumberForADemandThatTheReleaseDoesNotRead) {
  EXPECT_EQ(solved(record("yarn-3", R"("total":1,"claimants":[{"demand":0.5}])")),
            R"("outcome":"shares","shares":[1])");
}

TEST(LevelRecord, HoldsAFloatAsJavaReadsOne) {
  // Nearer to the float above 1, but not to the double: that is half way between two floats.
  const exact::Rational number =
      1 + exact::Rational(1, 1 << 24) + exact::Rational(1, std::int64_t{1} << 60);
  EXPECT_EQ(std::get<schedulers::Held>(hold(number, schedulers::Type::float32)),
            schedulers::Held(1.0));
}

}  // namespace
}  // namespace fairshare::formats
