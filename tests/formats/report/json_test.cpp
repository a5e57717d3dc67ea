// What programs read of verdicts and of errors.
#include "formats/report/json.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "formats/text/json.h"
#include "tests/formats/report/json_without.h"
#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using namespace tests;

std::string line_of(const Case& one) {
  return verdicts_json(std::vector{judge(one)});
}

const json::Value& member(const json::Value& value, std::string_view key) {
  static const json::Value none;
  const json::Value* found = json::find(value, key);
  EXPECT_NE(found, nullptr) << key;
  return found != nullptr ? *found : none;
}

TEST(VerdictJson, OfAFairCaseHasDistanceAndRatio) {
  EXPECT_EQ(without_details(line_of(fair_case())),
            R"({"id":"x","verdict":"fair","findings":[],"distance":"0","ratio":"40/3"})");
}

TEST(VerdictJson, OfAnUnfairCaseHasItsFindings) {
  EXPECT_EQ(
      without({"divisions"}, line_of(unfair_case())),
      R"({"id":"x","verdict":"unfair","findings":[{"code":"FS204","claimant":"a","with":"b",)"
      R"("message":"b is above its minimum and holds 15 per weight; a is below its maximum and )"
      R"(holds 10.","numbers":{"ratio_at_most":{"exact":"10","decimal":10},)"
      R"("ratio_at_least":{"exact":"15","decimal":15}}}],"distance":"10/3","ratio":"40/3"})");
}

TEST(VerdictJson, OfWhatIsOvercommittedHasNeitherRatioNorDistance) {
  const Case over = reported({10, {{1, 8}, {1, 8}}}, {"8", "5"});
  EXPECT_EQ(
      without({"divisions"}, line_of(over)),
      R"({"id":"x","verdict":"unfair","findings":[{"code":"FS012",)"
      R"("message":"the minimums exceed the total by 6",)"
      R"("numbers":{"excess":{"exact":"6","decimal":6}}},)"
      R"({"code":"FS102","claimant":"b","message":"b holds 5, which is below its minimum 8.",)"
      R"("numbers":{"reported":{"exact":"5","decimal":5},)"
      R"("min_share":{"exact":"8","decimal":8}}}]})");
  const std::string minimums = line_of(reported({10, {{1, 8}, {1, 8}}}, {"8", "8"}));
  EXPECT_EQ(without({"divisions"}, minimums),
            R"({"id":"x","verdict":"overcommitted","findings":[]})");
  EXPECT_NE(minimums.find(R"("total":"10","excess":"6","claimants")"), std::string::npos);
}

TEST(VerdictJson, OfASurplusSaysWhatIsUnclaimed) {
  const std::string fair = line_of(reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"3", "4"}));
  EXPECT_NE(fair.find(R"("ratio":"4","distance":"0","unclaimed":"3","claimants")"),
            std::string::npos);
  EXPECT_EQ(without({"divisions"}, line_of(reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"3", "1"}))),
            R"({"id":"x","verdict":"unfair","findings":[{"code":"FS013","claimant":"b",)"
            R"("message":"b holds 1 and can have 4; that leaves 3 of the total unclaimed.",)"
            R"("numbers":{"reported":{"exact":"1","decimal":1},)"
            R"("could_have":{"exact":"4","decimal":4},)"
            R"("unclaimed":{"exact":"3","decimal":3}}}],"distance":"3","ratio":"4"})");
}

TEST(VerdictJson, SaysWhereItStoodAndOfADumpWhichQueue) {
  Case one = fair_case();
  one.file = "f";
  one.line = 7;
  EXPECT_TRUE(line_of(one).starts_with(R"({"id":"x","file":"f","line":7,"verdict":"fair",)"));
  one.line = 1;
  EXPECT_TRUE(line_of(one).starts_with(R"({"id":"x","file":"f","line":1,"verdict":"fair",)"));
  one.line = 0;
  EXPECT_TRUE(line_of(one).starts_with(R"({"id":"x","file":"f","verdict":"fair",)"));
  one.file = "-";
  EXPECT_TRUE(line_of(one).starts_with(R"({"id":"x","file":"-","verdict":"fair",)"));
  one.file = "f";
  one.line = 7;
  one.id = "";
  one.title = "root";
  one.is_of_document = true;
  one.resource = "memory";
  EXPECT_TRUE(line_of(one).starts_with(
      R"({"file":"f","line":7,"queue":"root","resource":"memory","verdict":"fair",)"))
      << line_of(one);
}

TEST(VerdictJson, HasTheNumbersOfEachKindOfFinding) {
  const auto numbers = [](const Case& one) {
    const std::string line = line_of(one);
    const std::size_t at = line.find(R"("numbers":)") + 10;
    return line.substr(at, line.find("}}", at) + 2 - at);
  };
  EXPECT_EQ(numbers(reported({10, {{1, 5}, {1}}}, {"3", "7"})),
            R"({"reported":{"exact":"3","decimal":3},"min_share":{"exact":"5","decimal":5}})");
  EXPECT_EQ(numbers(reported({10, {{1}, {1, 0, 5}}}, {"3", "7"})),
            R"({"reported":{"exact":"7","decimal":7},"max_share":{"exact":"5","decimal":5}})");
  EXPECT_EQ(numbers(reported({10, {{1}, {0, 4}}}, {"5", "5"})),
            R"({"reported":{"exact":"5","decimal":5},"max_share":{"exact":"4","decimal":4}})")
      << "without weight the minimum is all";
  EXPECT_EQ(numbers(reported({10, {{1}, {1}}}, {"4", "4"})),
            R"({"total":{"exact":"10","decimal":10},"totals_low":{"exact":"8","decimal":8},)"
            R"("totals_high":{"exact":"8","decimal":8}})");
  EXPECT_EQ(numbers(reported({10, {{1}}}, {"4"}, Rounding::down)),
            R"({"total":{"exact":"10","decimal":10},"totals_low":{"exact":"4","decimal":4},)"
            R"("totals_high":{"exact":"5","decimal":5}})");
  Case wrong = reported({10, {{1}, {1}, {1}}}, {"4", "4", "3"}, Rounding::apportioned);
  wrong.adds_up = true;
  EXPECT_EQ(numbers(wrong),
            R"({"sum":{"exact":"11","decimal":11},"total":{"exact":"10","decimal":10}})");
}

TEST(VerdictJson, TellsOfEachDivisionHowEveryClaimantStands) {
  Case one = reported({100, {{1}, {2, 0, 30}, {3, 60}}}, {"13.3", "26.7", "60"}, Rounding::written);
  one.path = "/p";
  one.notes = {"a note"};
  one.labels[1].note = "inactive";
  one.labels[1].demand = Rational(40);
  const std::string line = line_of(one);
  EXPECT_TRUE(line.ends_with(
      R"("divisions":[{"path":"/p","verdict":"fair","rule":"floor","total":"100","ratio":"40/3",)"
      R"("distance":"1/30","notes":["a note"],"claimants":[)"
      R"({"name":"a","weight":"1","min_share":"0","reported":"13.3","reported_low":"53/4",)"
      R"("reported_high":"267/20","fair":"40/3","fair_decimal":13.333333333333334,)"
      R"("standing":"proportional","why":"proportional: 1/3 (0.33) of the 40 that is left",)"
      R"("change":"at twice its weight it would get 20","ratio_low":"53/4",)"
      R"("ratio_high":"267/20"},)"
      R"({"name":"b","weight":"2","min_share":"0","max_share":"30","demand":"40","reported":"26.7",)"
      R"("reported_low":"533/20","reported_high":"107/4","fair":"80/3",)"
      R"("fair_decimal":26.666666666666668,"standing":"proportional",)"
      R"("why":"proportional: 2/3 (0.67) of the 40 that is left",)"
      R"("change":"at twice its weight it would get 30","ratio_low":"533/40",)"
      R"("ratio_high":"107/8","note":"inactive"},)"
      R"({"name":"c","weight":"3","min_share":"60","reported":"60","reported_low":"119/2",)"
      R"("reported_high":"121/2","fair":"60","fair_decimal":60,"standing":"at_min",)"
      R"j("why":"at its minimum 60 (min_share)","change":"at this ratio its weight alone gives 40: )j"
      R"j(gets more only at a weight above 4.5",)j"
      R"("ratio_low":"0","ratio_high":"121/6"}]}]})"))
      << line;
}

TEST(VerdictJson, CountsAsAtItsMinimumWhatWouldHaveJustThatByItsWeight) {
  const std::string line = line_of(reported({6, {{1, 2}, {2, 0, 4}}}, {"2", "4"}));
  EXPECT_NE(line.find(R"("fair":"2","fair_decimal":2,"standing":"at_min")"), std::string::npos)
      << line;
  EXPECT_NE(line.find(R"("fair":"4","fair_decimal":4,"standing":"at_max")"), std::string::npos)
      << line;
}

TEST(VerdictJson, CountsWhatIsPaidFirst) {
  Case one = reported({80, {{1}, {1}}}, {"30", "50"});
  one.rule = Rule::base;
  one.labels[0].paid = 20;
  one.reported[0].text = "50";
  const std::string line = line_of(one);
  EXPECT_NE(line.find(R"("rule":"base","total":"100")"), std::string::npos) << line;
  EXPECT_NE(line.find(R"({"name":"a","weight":"1","min_share":"20","paid_first":"20",)"
                      R"("reported":"50","reported_low":"50","reported_high":"50","fair":"60",)"
                      R"("fair_decimal":60,"standing":"proportional",)"),
            std::string::npos)
      << line;
}

TEST(VerdictJson, HasADemandAsItWasGiven) {
  Case one = reported({80, {{1}, {1}}}, {"40", "40"});
  one.labels[0].paid = 20;
  one.labels[0].demand = 90;
  EXPECT_NE(line_of(one).find(R"("min_share":"20","demand":"90","paid_first":"20")"),
            std::string::npos)
      << line_of(one);
}

TEST(VerdictJson, HasWhatAShareStandsForWithoutTheResolution) {
  Case one = reported({10, {{1}, {1}}}, {"5", "9"});
  one.comparison = ModelComparison{.scheduler = "s", .resolution = Rational(1), .matches = true};
  one.comparison->shares = std::vector<std::string>{"5", "9"};
  one.is_beyond_resolution = true;
  const std::string line = line_of(one);
  EXPECT_NE(line.find(R"("reported":"9","reported_low":"9","reported_high":"9","fair":"5")"),
            std::string::npos)
      << line;
  EXPECT_NE(line.find(R"("ratio_low":"9","ratio_high":"9")"), std::string::npos) << line;
}

TEST(VerdictJson, CountsWhatIsPaidFirstInFindings) {
  const auto line_with_paid = [](const Problem<Rational>& problem, const std::string& share) {
    Case one = reported(problem, {share, "30"});
    one.labels[0].paid = 20;
    return line_of(one);
  };
  const std::string below = line_with_paid({80, {{1, 10}, {1}}}, "5");
  EXPECT_NE(below.find(R"("numbers":{"reported":{"exact":"25","decimal":25},)"
                       R"("min_share":{"exact":"30","decimal":30}})"),
            std::string::npos)
      << below;
  const std::string sum = line_with_paid({80, {{1, 0, 70}, {1}}}, "30");
  EXPECT_NE(sum.find(R"("numbers":{"total":{"exact":"100","decimal":100},)"
                     R"("totals_low":{"exact":"80","decimal":80},)"
                     R"("totals_high":{"exact":"80","decimal":80}})"),
            std::string::npos)
      << sum;
  EXPECT_NE(sum.find(R"("min_share":"20","max_share":"90","paid_first":"20","reported":"30",)"
                     R"("reported_low":"50","reported_high":"50","fair":"60")"),
            std::string::npos)
      << sum;
}

TEST(VerdictJson, CountsWhatIsPaidFirstInAShareThatCouldBeMore) {
  Case one = reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"2", "4"});
  one.labels[0].paid = 5;
  EXPECT_NE(line_of(one).find(R"("numbers":{"reported":{"exact":"7","decimal":7},)"
                              R"("could_have":{"exact":"8","decimal":8},)"
                              R"("unclaimed":{"exact":"3","decimal":3}})"),
            std::string::npos)
      << line_of(one);
}

TEST(VerdictJson, KeepsNamesAsTheyAre) {
  Case one = unfair_case();
  one.labels[0].name = "a\nfair      b";
  const auto parsed = json::parse(line_of(one));
  const auto& findings =
      std::get<json::Array>(member(std::get<json::Value>(parsed), "findings").is);
  EXPECT_EQ(std::get<std::string>(member(findings.at(0), "claimant").is), "a\nfair      b");
}

TEST(VerdictsJson, KeepsAllFindingsTheLargestDistanceAndTheRatioOfTheTop) {
  const Verdict fair = judge(reported({2, {{1}, {1}}}, {"1", "1"}));
  const std::string line =
      verdicts_json(std::vector{fair, judge(unfair_case()), judge(overcommitted_case())});
  EXPECT_EQ(
      without_details(line),
      R"({"id":"x","verdict":"unfair","findings":[{"code":"FS204","claimant":"a","with":"b",)"
      R"("message":"b is above its minimum and holds 15 per weight; a is below its maximum and )"
      R"(holds 10."},{"code":"FS012","message":"the minimums exceed the total by 6"},)"
      R"({"code":"FS102","claimant":"a","message":"a holds 5, which is below its minimum 8."},)"
      R"({"code":"FS102","claimant":"b","message":"b holds 5, which is below its minimum 8."}],)"
      R"("distance":"10/3","ratio":"1"})");
  const std::string other_way = verdicts_json(std::vector{judge(unfair_case()), fair});
  EXPECT_NE(without_details(other_way).find(R"("distance":"10/3")"), std::string::npos);
  EXPECT_TRUE(other_way.starts_with(R"({"id":"x","verdict":"unfair",)")) << "of all the worst";
  const auto parsed = json::parse(line);
  const auto& divisions =
      std::get<json::Array>(member(std::get<json::Value>(parsed), "divisions").is);
  ASSERT_EQ(divisions.size(), 3U);
  EXPECT_EQ(std::get<std::string>(member(divisions[0], "verdict").is), "fair");
  EXPECT_EQ(std::get<std::string>(member(divisions[1], "verdict").is), "unfair");
  EXPECT_EQ(std::get<std::string>(member(divisions[2], "verdict").is), "unfair");
}

TEST(VerdictsJson, NamesTheDivisionOfAFindingWhereThereAreSeveral) {
  Case other = overcommitted_case();
  other.path = "/p";
  other.label = "priority 50";
  const std::string place = R"({"code":"FS012","path":"/p","label":"priority 50","message":)";
  const std::vector<Verdict> several = {judge(fair_case()), judge(other)};
  EXPECT_NE(verdicts_json(several).find(place), std::string::npos) << verdicts_json(several);
  EXPECT_NE(line_of(other).find(R"({"code":"FS012","message":)"), std::string::npos);
}

TEST(VerdictsJson, IsAsComputedWhereEveryDivisionIs) {
  Case other = computed_by_a_release(10, 1);
  other.comparison->matches = false;
  const Verdict computed = judge(computed_by_a_release(10, Rational(2, 3)));
  EXPECT_EQ(without_details(verdicts_json(std::vector{computed})),
            R"({"id":"x","verdict":"fair","findings":[],"distance":"2/3","ratio":"10/3",)"
            R"("scheduler":"yarn-9","resolution":"2/3","as_computed":true})");
  EXPECT_EQ(without_details(verdicts_json(std::vector{computed, judge(other)})),
            R"({"id":"x","verdict":"fair","findings":[],"distance":"2/3","ratio":"10/3",)"
            R"("scheduler":"yarn-9","resolution":"1","as_computed":false})");
  EXPECT_EQ(without_details(verdicts_json(std::vector{judge(other), computed})),
            R"({"id":"x","verdict":"fair","findings":[],"distance":"2/3","ratio":"10/3",)"
            R"("scheduler":"yarn-9","resolution":"1","as_computed":false})")
      << "the largest, wherever it stands";
}

TEST(VerdictsJson, SaysWhetherItIsAsComputedWhereThatIsKnownOfAll) {
  const Verdict known = judge(computed_by_a_release(10, 0));
  Case one = computed_by_a_release(10, 0);
  one.comparison->matches = false;
  one.comparison->are_all = false;
  const Verdict unknown = judge(one);
  const auto says = [](const std::vector<Verdict>& verdicts) {
    return verdicts_json(verdicts).find("as_computed") != std::string::npos;
  };
  EXPECT_TRUE(says({known, known}));
  one.comparison->are_all = true;
  const Verdict other = judge(one);
  for (const auto& verdicts : {std::vector{known, other}, std::vector{other, known}}) {
    EXPECT_NE(verdicts_json(verdicts).find(R"("as_computed":false)"), std::string::npos);
  }
  one.comparison->matches = true;
  one.comparison->are_all = false;
  EXPECT_NE(line_of(one).find(R"("as_computed":true)"), std::string::npos)
      << "one of the answers found is it, however many there are";
  EXPECT_FALSE(says({known, unknown}));
  EXPECT_FALSE(says({unknown, known}));
}

TEST(VerdictJson, TellsWhatTheReleaseComputes) {
  Case one = computed_by_a_release(10, 1);
  EXPECT_NE(line_of(one).find(R"("to_within_resolution":true,"computed":{"shares":[4,4,4]})"),
            std::string::npos)
      << line_of(one);
  one.comparison->answers = 2;
  one.comparison->are_all = false;
  one.comparison->fault = "nan";
  EXPECT_NE(line_of(one).find(
                R"("computed":{"shares":[4,4,4],"answers":2,"complete":false,"fault":"nan"})"),
            std::string::npos)
      << line_of(one);
  one.comparison->shares.reset();
  one.comparison->fault = "not enough";
  EXPECT_NE(line_of(one).find(R"("computed":{"fault":"not enough"})"), std::string::npos)
      << line_of(one);
}

TEST(OrderingJson, HasTheRatiosInPlaceOfTheFairOne) {
  EXPECT_EQ(
      without_details(
          verdicts_json(std::vector{judge_ordering(reported({7, {{1}, {2}}}, {"10", "20"}))})),
      R"({"id":"x","verdict":"consistent","findings":[],"ratio_low":"10","ratio_high":"10"})");
  EXPECT_TRUE(
      verdicts_json(std::vector{judge_ordering(unfair_case())})
          .starts_with(R"({"id":"x","verdict":"inconsistent","findings":[{"code":"FS204",)"));
}

TEST(ErrorJson, WritesWhatIsKnownOfAnError) {
  RecordError error{"\"a\"", {"FS010", "max_share 5 is below min_share 8"}};
  EXPECT_EQ(error_json(error),
            R"({"id":"a","error":{"code":"FS010","message":"max_share 5 is below min_share 8"}})");
  error.id.clear();
  error.error.file = "f";
  error.error.line = 3;
  error.error.claimant = "prod";
  error.error.field = "max_share";
  EXPECT_EQ(error_json(error),
            R"({"error":{"code":"FS010","file":"f","line":3,"claimant":"prod","field":"max_share",)"
            R"("message":"max_share 5 is below min_share 8"}})");
}

TEST(ErrorJson, IsJsonWhateverBytesAFileNameHas) {
  RecordError error{"", {"FS009", "x"}};
  error.error.file = "a\xFF\n\"b";
  EXPECT_EQ(error_json(error),
            R"({"error":{"code":"FS009","file":"a\ufffd\u000a\"b","message":"x"}})");
}

TEST(WarningJson, HasTheFileAndTheSentence) {
  EXPECT_EQ(warning_json("f", "a \"b\"."), R"({"warning":{"file":"f","message":"a \"b\"."}})");
}

TEST(VerdictJson, SaysWhichEndsAreOpen) {
  const auto of_a = [](const Case& one) {
    const std::string line = line_of(one);
    const std::size_t at = line.find(R"("reported_low")");
    return line.substr(at, line.find("}]", at) - at);
  };
  const std::string down = of_a(reported({10, {{1}}}, {"10"}, Rounding::down));
  EXPECT_TRUE(down.starts_with(
      R"("reported_low":"10","reported_high":"11","reported_high_open":true,"fair":"10")"))
      << down;
  EXPECT_TRUE(down.ends_with(R"("ratio_low":"10","ratio_high":"11","ratio_high_open":true)"))
      << down;
  const std::string both = of_a(reported({10, {{1}}}, {"10"}, Rounding::apportioned));
  EXPECT_TRUE(both.starts_with(R"("reported_low":"9","reported_high":"11",)"
                               R"("reported_low_open":true,"reported_high_open":true,"fair")"))
      << both;
  EXPECT_TRUE(both.ends_with(R"("ratio_low":"9","ratio_low_open":true,"ratio_high":"11",)"
                             R"("ratio_high_open":true)"))
      << both;
  const std::string at_max = of_a(reported({9, {{1, 0, 7}}}, {"7"}));
  EXPECT_TRUE(at_max.ends_with(R"("ratio_low":"7")")) << "any ratio above gives it as well";
  const std::string above = of_a(reported({7, {{1, 0, 7}}}, {"8"}));
  EXPECT_EQ(above.find("ratio_low"), std::string::npos) << "no ratio gives it: " << above;
}

TEST(VerdictJson, NamesTheMethodOfUnitsAndItsNumbers) {
  Case one = reported({4, {{3}, {1}}}, {"2", "2"});
  one.units = Units::hamilton;
  const std::string hamilton = line_of(one);
  EXPECT_NE(hamilton.find(R"("numbers":{"poorer_over":{"exact":"0","decimal":0},)"
                          R"("richer_over":{"exact":"1","decimal":1}})"),
            std::string::npos)
      << hamilton;
  EXPECT_NE(hamilton.find(R"("rule":"floor","units":"hamilton","total":"4")"), std::string::npos)
      << hamilton;
  one.units = Units::webster;
  const std::string webster = line_of(one);
  EXPECT_NE(webster.find(R"("numbers":{"ratio_at_most":{"exact":"5/6",)"), std::string::npos)
      << webster;
  EXPECT_NE(webster.find(R"("ratio_at_least":{"exact":"3/2","decimal":1.5}})"), std::string::npos)
      << webster;
}

TEST(VerdictJson, SaysThatTheReleaseHangs) {
  Case one = computed_by_a_release(10, 0);
  one.comparison->matches = false;
  one.comparison->shares.reset();
  EXPECT_NE(line_of(one).find(R"("computed":{"fault":"hang"})"), std::string::npos) << line_of(one);
}

TEST(VerdictJson, OfARecordHasItsResourceInItsDivision) {
  Case one = fair_case();
  one.label = "priority 50";
  one.resource = "memory";
  const std::string line = line_of(one);
  EXPECT_TRUE(line.starts_with(R"({"id":"x","verdict":"fair",)")) << line;
  EXPECT_NE(line.find(R"("divisions":[{"label":"priority 50","resource":"memory","verdict":)"),
            std::string::npos)
      << line;
}

TEST(VerdictJson, NamesAClaimantWithoutAName) {
  Case one = unfair_case();
  one.labels[0].name = "";
  EXPECT_NE(line_of(one).find(R"({"code":"FS204","claimant":"","with":"b",)"), std::string::npos);
  one.labels[0].name = "a";
  one.labels[1].name = "";
  EXPECT_NE(line_of(one).find(R"({"code":"FS204","claimant":"a","with":"",)"), std::string::npos);
  Case idle = reported({10, {{1, 0, 3}}}, {"2"});
  idle.labels[0].name = "";
  EXPECT_NE(line_of(idle).find(R"({"code":"FS013","claimant":"","message":)"), std::string::npos)
      << line_of(idle);
  const std::string total = line_of(reported({10, {{1}, {1}}}, {"4", "4"}));
  EXPECT_NE(total.find(R"({"code":"FS101","message":)"), std::string::npos)
      << "the total is of no claimant: " << total;
}

}  // namespace
}  // namespace fairshare::formats
