#include "formats/hadoop/mr1_trees.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "formats/hadoop/mr1_allocations.h"
#include "formats/text/json.h"
#include "formats/text/json_writer.h"
#include "formats/verdict/division.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {
namespace {

json::Value value_of(const std::string& text) {
  auto parsed = json::parse(text);
  if (const auto* error = std::get_if<InputError>(&parsed)) ADD_FAILURE() << describe(*error);
  return std::get<json::Value>(std::move(parsed));
}

std::string shown(const InputError& error) {
  return error.code + " " + error.claimant + " " + error.field;
}

// The members of the answer, or the code, the claimant and the field of the error.
std::string answer(const std::string& record, const TreeOptions& question = {}) {
  std::string text;
  json::Writer writer(text);
  writer.begin_object();
  const auto error = answer_mr1_tree(value_of(record), question, writer);
  writer.end_object();
  if (!error) return text.substr(1, text.size() - 2);
  EXPECT_EQ(text, "{}");
  return shown(*error);
}

constexpr TreeOptions fair = {.fair = true};
constexpr TreeOptions details = {.details = true};

TEST(Mr1Trees, PassesOverReportedSharesWhereItComputesThem) {
  EXPECT_EQ(answer(R"({"total":3,"tree":[{"weight":0,"demand":5}],"shares":{"/0":"NaN"}})"),
            R"("outcome":"nan","shares":{"/":3,"/0":"NaN"})");
}

TEST(Mr1Trees, SaysWhyItRefusesARecord) {
  const auto why = [](const std::string& record) {
    std::string text;
    json::Writer writer(text);
    return answer_mr1_tree(value_of(record), {}, writer).value().message;
  };
  EXPECT_EQ(why(R"({"total":1,"tree":[{"children":[{"children":[]}]}]})"), "a job has no children");
  EXPECT_EQ(why(R"({"total":1,"tree":[{"demand":1,"children":[{}]}]})"),
            "a pool with children takes its demand from them; leave it out");
  EXPECT_EQ(why(R"({"total":1})"), "the tree is missing");
  EXPECT_EQ(why(R"({"total":{},"tree":[]})"), "the total has neither maps nor reduces");
  EXPECT_EQ(why(R"({"total":{"memory":1},"tree":[]})"),
            "mr1 divides slots for maps and reduces, not \"memory\"");
  EXPECT_EQ(why(R"({"total":1,"tree":[],"new_job_weight_booster":{}})"),
            "the time is missing; the booster needs it");
}

TEST(Mr1Trees, AnswersEveryPathWithMapsAndReduces) {
  EXPECT_EQ(answer(R"({"total":{"maps":40,"reduces":20},"tree":{"name":"root","children":[
      {"name":"prod","weight":3,"children":[{"name":"a","priority":"HIGH","demand":{"maps":100}},
                                            {"name":"b","demand":{"maps":100,"reduces":2}}]},
      {"name":"adhoc","demand":{"maps":100,"reduces":7}}]}})"),
            R"("outcome":"shares","shares":{"/":{"maps":40,"reduces":20},)"
            R"("/prod":{"maps":30,"reduces":2},"/prod/a":{"maps":20,"reduces":0},)"
            R"("/prod/b":{"maps":10,"reduces":2},"/adhoc":{"maps":10,"reduces":7}})");
}

PoolAllocations configured() {
  return {.pools = {
              {"a",
               {.weight = 3, .min_reduces = 4, .max_maps = 5, .mode = schedulers::mr1::Mode::fifo}},
              {"gone", {}}}};
}

TEST(Mr1Trees, GivesAPoolWhatTheFileSaysWhereTheRecordSaysNothing) {
  const PoolAllocations allocations = configured();
  const TreeOptions options{.fair = true, .pools = &allocations};
  EXPECT_EQ(answer(R"({"total":{"maps":8,"reduces":6},"tree":[
      {"name":"a","children":[{"name":"j","demand":{"maps":9,"reduces":9}}]},
      {"name":"b","weight":7,"demand":{"maps":9,"reduces":9}}]})",
                   options),
            R"("outcome":"allocation","shares":{"/":{"maps":"8","reduces":"6"},)"
            R"("/a":{"maps":"12/5","reduces":"4"},"/a/j":{"maps":"0","reduces":"0"},)"
            R"("/b":{"maps":"28/5","reduces":"2"}},"passed_over":["gone"])");
  EXPECT_EQ(answer(R"({"total":{"maps":8,"reduces":6},"tree":[
      {"name":"a","weight":1,"min_share":{},"max_share":{},"mode":"fair",
       "demand":{"maps":9,"reduces":9}},
      {"name":"gone","demand":{"maps":9,"reduces":9}}]})",
                   options),
            R"("outcome":"allocation","shares":{"/":{"maps":"8","reduces":"6"},)"
            R"("/a":{"maps":"4","reduces":"3"},"/gone":{"maps":"4","reduces":"3"}})");
}

TEST(Mr1Trees, GivesAPoolNoMinimumOfTheTypeForWhichTheFileHasNone) {
  const PoolAllocations allocations{.pools = {{"a", {.min_maps = 1}}, {"b", {.min_reduces = 1}}}};
  EXPECT_EQ(answer(R"({"total":{"maps":1,"reduces":1},"tree":[
      {"name":"a","demand":{"maps":9,"reduces":9}},
      {"name":"b","demand":{"maps":9,"reduces":9}}]})",
                   {.fair = true, .pools = &allocations}),
            R"("outcome":"allocation","shares":{"/":{"maps":"1","reduces":"1"},)"
            R"("/a":{"maps":"1","reduces":"0"},"/b":{"maps":"0","reduces":"1"}})");
}

TEST(Mr1Trees, GivesAPoolTheModeThatTheFileHasForAll) {
  using schedulers::mr1::Mode;
  const PoolAllocations allocations{.pools = {{"a", {.weight = 1}}, {"c", {.mode = Mode::fair}}},
                                    .default_mode = Mode::fifo};
  EXPECT_EQ(answer(R"({"total":9,"tree":[{"name":"a","children":[{"demand":3}]},
      {"name":"b","children":[{"demand":3}]},{"name":"c","children":[{"demand":3}]}]})",
                   {.fair = true, .pools = &allocations}),
            R"("outcome":"allocation","shares":{"/":"9","/a":"3","/a/0":"0","/b":"3","/b/0":"0",)"
            R"("/c":"3","/c/0":"3"})");
}

TEST(Mr1Trees, NotesPoolsThatOnlyTheFileHas) {
  const PoolAllocations allocations = configured();
  const auto made = divisions_of_mr1_tree(
      value_of(R"({"total":8,"tree":[{"name":"a","demand":9}],"shares":{"/a":5}})"),
      {.pools = &allocations});
  const auto* divisions = std::get_if<std::vector<Division>>(&made);
  ASSERT_NE(divisions, nullptr);
  EXPECT_EQ(divisions->at(0).notes,
            (std::vector<std::string>{
                "The allocations file has pools that the record does not have: gone."}));
}

TEST(Mr1Trees, ReadsMereNumbersAsMapSlots) {
  EXPECT_EQ(answer(R"({"id":"a","scheduler":"mr1","total":10,"tree":[
      {"demand":100},{"name":"p","demand":100},{"demand":100}]})"),
            R"("outcome":"shares","shares":{"/":10,"/0":3.333333373069763,)"
            R"("/p":3.333333373069763,"/2":3.333333373069763})");
}

TEST(Mr1Trees, CutsPoolsToTheirMaximumsAndJobsToTheirDemands) {
  EXPECT_EQ(answer(R"({"total":40,"tree":[
      {"name":"p","max_share":6,"children":[{"demand":2},{"demand":8},{"demand":8,
       "runnable":false}]},
      {"name":"q","min_share":30,"children":[{"demand":3}]}]})"),
            R"("outcome":"shares","shares":{"/":40,"/p":6,"/p/0":2,"/p/1":4,"/p/2":0,)"
            R"("/q":3,"/q/0":3})");
}

TEST(Mr1Trees, GivesJobsOfAFifoPoolNoShare) {
  EXPECT_EQ(answer(R"({"total":8,"tree":[{"mode":"fifo","children":[{"demand":5}]}]})"),
            R"("outcome":"shares","shares":{"/":8,"/0":5,"/0/0":0})");
}

TEST(Mr1Trees, WeighsJobsBySizePriorityAgeAndOverride) {
  const std::string record =
      R"({"total":{"maps":40,"reduces":4},"size_based_weight":true,"now":400000,
          "new_job_weight_booster":{},"tree":[{"name":"p","children":[
          {"name":"new","priority":"HIGH","demand":{"maps":15,"reduces":1},"start_time":100001},
          {"name":"old","priority":"LOW","demand":{"maps":15,"reduces":0},"start_time":100000},
          {"name":"set","priority":"LOW","demand":{"maps":15},"weight":0.1},
          {"name":"off","priority":"LOW","demand":{"maps":15},"runnable":false}]}]})";
  const std::string answered = answer(record, details);
  const auto contains = [&](const std::string& part) {
    return answered.find(part) != std::string::npos;
  };
  EXPECT_TRUE(contains(R"("/p/new":{"weight":{"maps":24,"reduces":6},"demand":{"maps":15,)"))
      << answered;
  EXPECT_TRUE(contains(R"("/p/old":{"weight":{"maps":2,"reduces":0},)")) << answered;
  EXPECT_TRUE(contains(R"("/p/set":{"weight":{"maps":0.1,"reduces":0.1},)")) << answered;
  EXPECT_TRUE(contains(R"("/p/off":{"weight":{"maps":1,"reduces":1},"demand":{"maps":0,)"))
      << answered;
  EXPECT_TRUE(contains(R"("/p":{"weight":1,"min_share":{"maps":0,"reduces":0},)"
                       R"("demand":{"maps":45,"reduces":1},"fair_share":{"maps":40,)"))
      << answered;
}

TEST(Mr1Trees, SaysWhereAShareIsNoNumberAndWhereMr1Hangs) {
  EXPECT_EQ(answer(R"({"total":{"maps":10,"reduces":1},"tree":[{"weight":0,
                       "demand":{"maps":100}}]})"),
            R"("outcome":"nan","shares":{"/":{"maps":10,"reduces":1},)"
            R"("/0":{"maps":"NaN","reduces":0}})");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"demand":100,"weight":-1}]})"),
            R"("outcome":"hang","at":"/")");
  EXPECT_EQ(answer(R"({"total":{"reduces":10},"tree":[{"name":"p","children":[
                       {"demand":{"reduces":20},"weight":-1}]}]})"),
            R"("outcome":"hang","at":"/p","resource":"reduces")");
}

TEST(Mr1Trees, AnswersItsOwnRuleInExactNumbers) {
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"children":[{"demand":1},{"demand":9}]},{"demand":9},
                       {"demand":9}]})",
                   fair),
            R"("outcome":"allocation","shares":{"/":"10","/0":"10/3","/0/0":"1","/0/1":"7/3",)"
            R"("/1":"10/3","/2":"10/3"})");
  EXPECT_EQ(answer(R"({"total":{"maps":9,"reduces":10},"tree":[
                       {"min_share":{"reduces":8},"demand":{"reduces":9}},
                       {"min_share":{"reduces":8},"demand":{"reduces":9}}]})",
                   fair),
            R"("outcome":"overcommitted","at":"/","resource":"reduces","excess":"6")");
  EXPECT_EQ(answer(R"({"total":9,"tree":[{"weight":0,"demand":7}]})", fair),
            R"("outcome":"surplus","at":"/","unclaimed":"7")");
  EXPECT_EQ(answer(R"({"total":9,"tree":[{"children":[{},{"demand":7,"weight":-1}]}]})", fair),
            "FS011 /0/1 tree");
  EXPECT_EQ(answer(R"({"total":9,"tree":[{},{"weight":-1}]})", fair), "FS011 /1 tree");
}

TEST(Mr1Trees, RefusesWhatIsNoTree) {
  EXPECT_EQ(answer(R"({"total":10})"), "FS002  tree");
  EXPECT_EQ(answer(R"({"total":10,"tree":"p"})"), "FS002 / tree");
  EXPECT_EQ(answer(R"({"total":10,"tree":{"pools":[]}})"), "FS003 / tree.pools");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"children":[{"children":[]}]}]})"),
            "FS401 /0/0 tree[0].children[0].children");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"name":"a"},{"name":"a"}]})"), "FS004 /a tree[1].name");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"name":"a","children":[{"name":"j"},{"name":"j"}]}]})"),
            "FS004 /a/j tree[0].children[1].name");
}

TEST(Mr1Trees, RefusesFieldsOfAnotherKind) {
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"policy":"fair"}]})"), "FS003 /0 tree[0].policy");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"children":[{"min_share":1}]}]})"),
            "FS003 /0/0 tree[0].children[0].min_share");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"demand":3,"children":[{}]}]})"),
            "FS003 /0 tree[0].demand");
  EXPECT_EQ(answer(R"({"total":{"memory":10},"tree":[]})"), "FS003  total");
  EXPECT_EQ(answer(R"({"total":{},"tree":[]})"), "FS002  total");
  EXPECT_EQ(answer(R"({"total":10,"tree":[],"new_job_weight_booster":{}})"), "FS002  now");
  EXPECT_EQ(answer(R"({"total":10,"tree":[],"new_job_weight_booster":null})"),
            R"("outcome":"shares","shares":{"/":10})")
      << "null is no booster";
  EXPECT_EQ(answer(R"({"total":10,"tree":[],"now":0,"new_job_weight_booster":{"age":1}})"),
            "FS003  new_job_weight_booster.age");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"children":[{"priority":"high"}]}]})"),
            "FS002 /0/0 tree[0].children[0].priority");
}

TEST(Mr1Trees, RefusesNumbersThatMr1CannotHold) {
  EXPECT_EQ(answer(R"({"total":2147483648,"tree":[]})"), "FS008  total");
  EXPECT_EQ(answer(R"({"total":0.5,"tree":[]})"), "FS008  total");
  EXPECT_EQ(answer(R"({"total":1,"tree":[{"min_share":2147483648}]})"),
            "FS008 /0 tree[0].min_share");
  EXPECT_EQ(answer(R"({"total":1,"tree":[{"children":[{"demand":-1}]}]})"),
            "FS008 /0/0 tree[0].children[0].demand");
  EXPECT_EQ(answer(R"({"total":1,"tree":[{"weight":"NaN"}]})"), "FS011 /0 tree[0].weight");
}

// Divisions.

using Cases = std::vector<Case>;

Cases cases(const std::string& record, const Tolerance& tolerance = {}) {
  const auto made = divisions_of_mr1_tree(value_of(record), {});
  if (const auto* error = std::get_if<InputError>(&made)) {
    ADD_FAILURE() << describe(*error);
    return {};
  }
  Cases result;
  for (const Division& division : std::get<std::vector<Division>>(made)) {
    result.push_back(std::get<Case>(case_of(division, tolerance)));
  }
  return result;
}

std::string error_of(const std::string& record) {
  const auto made = divisions_of_mr1_tree(value_of(record), {});
  const auto* error = std::get_if<InputError>(&made);
  return error != nullptr ? shown(*error) : "divisions";
}

TEST(Mr1Trees, MakesDivisionsByTypeOfTask) {
  const std::string record = R"({"total":{"maps":10,"reduces":9},"tree":[
      {"name":"p","children":[{"demand":{"maps":100}}]},{"name":"q","demand":{"maps":100}},
      {"name":"r","mode":"fifo","children":[{"demand":{"maps":100,"reduces":2}}]}],
      "shares":{"/p":{"maps":3.3333333730697632,"reduces":0},
                "/q":{"maps":3.3333333730697632,"reduces":0},
                "/r":{"maps":3.3333333730697632,"reduces":2},"/p/0":{"maps":3.25}}})";
  const Cases list = cases(record);
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0].path, "");
  EXPECT_EQ(list[0].resource, "maps");
  EXPECT_EQ(list[0].problem.total, 10);
  EXPECT_FALSE(list[0].total);
  EXPECT_TRUE(list[0].comparison->matches);
  EXPECT_EQ(list[0].comparison->shares->front(), "3.333333373069763");  // in its fewest digits
  const Verdict verdict = judge(list[0]);
  EXPECT_EQ(verdict.distance, exact::from_double(3.3333333730697632) - exact::Rational(10, 3));

  EXPECT_EQ(list[1].path, "/p");
  EXPECT_EQ(list[1].problem.total, exact::from_double(3.3333333730697632));
  ASSERT_TRUE(list[1].total);
  EXPECT_LT(list[1].total->low, list[1].problem.total);
  EXPECT_FALSE(list[1].comparison->matches);  // 3.25 is not what the pool has
  EXPECT_EQ(judge(list[1]).judgement, Judgement::unfair);

  EXPECT_EQ(list[2].resource, "reduces");
  EXPECT_EQ(list[2].problem.total, 2);  // no more than is demanded
  const Cases less = cases(R"({"total":10,"tree":[{"name":"p","children":[{"demand":2}]}],
      "shares":{"/p":5,"/p/0":2}})");
  ASSERT_EQ(less.size(), 2U);
  EXPECT_EQ(less[1].problem.total, 2);
  EXPECT_FALSE(less[1].total) << "of demands, not of what /p has";
}

TEST(Mr1Trees, RefusesSharesThatCannotBeJudged) {
  const std::string record = R"({"total":10,"tree":[{"name":"a","demand":9},
                                 {"name":"b","children":[{"demand":9},{"demand":9}]}])";
  EXPECT_EQ(error_of(record + "}"), "FS104  shares");
  EXPECT_EQ(error_of(record + R"(,"shares":{"/a":5}})"), "FS104 /b shares./b");
  EXPECT_EQ(error_of(record + R"(,"shares":{"/b/0":0,"/b/1":0}})"), "FS104 /a shares./a");
  EXPECT_EQ(error_of(record + R"(,"shares":{"/a":5,"/b":5,"/b/0":2}})"), "FS104 /b/1 shares./b/1");
  EXPECT_EQ(error_of(record + R"(,"shares":{"/a":5,"/b":5}})"), "divisions");
  EXPECT_EQ(error_of(record + R"(,"shares":{"/":9,"/a":5,"/b":5}})"), "FS101 / shares./");
  EXPECT_EQ(error_of(record + R"(,"shares":{"/a":"NaN","/b":5}})"), "FS011 /a shares./a");
  EXPECT_EQ(error_of(record + R"(,"shares":{"/a":5,"/b":"1/3","/b/0":0,"/b/1":0}})"),
            "FS015 /b shares./b");
  EXPECT_EQ(error_of(record + R"(,"shares":{"/a":5,"/b":5,"/c":1}})"), "FS105 /c shares./c");
  EXPECT_EQ(error_of(R"({"total":10,"tree":[],"shares":{"/":10}})"), "FS104  shares");
  EXPECT_EQ(error_of(R"({"total":{"maps":10},"tree":[{"name":"a"}],"shares":{"/a":5}})"),
            "FS002 /a shares./a");
}

TEST(Mr1Trees, LetsAnIntegerInAStringStandForItself) {
  const Cases list = cases(R"({"total":15,"tree":[{"name":"a","demand":100},
                               {"name":"b","demand":100}],"shares":{"/a":"7","/b":"8"}})",
                           {.rounding = Rounding::written});
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].reported[0].interval.low, 7);
  EXPECT_EQ(list[0].reported[0].interval.high, 7);
  const Verdict verdict = judge(list[0]);
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  ASSERT_EQ(verdict.findings.size(), 2U);
  EXPECT_EQ(verdict.findings[0].code, "FS204");
  EXPECT_EQ(verdict.findings[0].claimant, "/a");
  EXPECT_EQ(verdict.findings[0].with, "/b");
}

TEST(Mr1Trees, LeavesTheRoundingOfSharesToTheTolerance) {
  const auto made = divisions_of_mr1_tree(value_of(R"({"total":10,"tree":[{"name":"a","demand":9},
      {"name":"b","demand":9}],"shares":{"/a":"1/3","/b":5}})"),
                                          {});
  const Division& division = std::get<std::vector<Division>>(made).front();
  const auto usual = case_of(division, {});
  EXPECT_EQ(std::get<ShareError>(usual).label.name, "/a");
  EXPECT_EQ(std::get<ShareError>(usual).complaint.code, "FS015");
  const auto written = case_of(division, {.rounding = Rounding::written});
  EXPECT_EQ(std::get<Case>(written).reported[0].value, exact::Rational(1, 3));
}

// A pool's share is what its jobs divide, so both stand for the same reals.
TEST(Mr1Trees, LetsATotalStandForWhatItsShareStandsFor) {
  const Cases list = cases(R"({"total":10,"tree":[{"name":"p","children":[{"demand":9}]},
                               {"name":"q","demand":9}],
                               "shares":{"/p":5.0,"/q":5.0,"/p/0":5.0}})",
                           {.rounding = Rounding::written, .within = exact::Rational(1)});
  ASSERT_EQ(list.size(), 2U);
  ASSERT_TRUE(list[1].total);
  EXPECT_EQ(list[1].total->low, exact::Rational(395, 100));  // 5.0 - 0.05 - 1
  EXPECT_EQ(list[1].total->low, list[0].reported[0].interval.low);
  EXPECT_EQ(list[1].total->high, list[0].reported[0].interval.high);
}

TEST(Mr1Trees, HasNoFairCaseWhereTheInputIsNoProblem) {
  // A weight times an infinite factor is infinite; a pool cannot divide less than nothing.
  EXPECT_EQ(error_of(R"({"total":10,"now":1,"new_job_weight_booster":{"factor":10},"tree":[
                {"name":"p","children":[{"demand":9,"weight":1},{"demand":9}]}],
                "shares":{"/p":10,"/p/0":5,"/p/1":5}})"),
            "divisions");
  EXPECT_EQ(error_of(R"({"total":10,"now":1,"new_job_weight_booster":{"factor":1e300},"tree":[
                {"name":"p","children":[{"demand":9}]}],"shares":{"/p":9,"/p/0":9}})"),
            "FS011 /p/0 tree");
  EXPECT_EQ(error_of(R"({"total":10,"tree":[{"name":"p","children":[{"demand":9}]}],
                "shares":{"/p":-1,"/p/0":9}})"),
            "FS011 /p tree");
}

TEST(Mr1Trees, WeighEveryPriority) {
  EXPECT_EQ(answer(R"({"total":31,"tree":[{"children":[
      {"priority":"VERY_HIGH","demand":100},{"priority":"HIGH","demand":100},
      {"priority":"NORMAL","demand":100},{"priority":"LOW","demand":100},
      {"priority":"VERY_LOW","demand":100}]}]})",
                   fair),
            R"("outcome":"allocation","shares":{"/":"31","/0":"31","/0/0":"16","/0/1":"8",)"
            R"("/0/2":"4","/0/3":"2","/0/4":"1"})");
}

TEST(Mr1Trees, SayWhatKnowsAFieldByItsName) {
  const auto why = [](const std::string& record) {
    std::string text;
    json::Writer writer(text);
    return answer_mr1_tree(value_of(record), {}, writer).value().message;
  };
  EXPECT_EQ(why(R"({"total":1,"tree":[{"runnable":true}]})"),
            "a pool has no field \"runnable\"; its fields: name, weight, min_share, max_share, "
            "mode, children, demand");
  EXPECT_EQ(why(R"({"total":1,"tree":[{"children":[{"mode":"fair"}]}]})"),
            "a job has no field \"mode\"; its fields: name, priority, demand, runnable, "
            "start_time, weight");
  EXPECT_EQ(why(R"({"total":1,"tree":[],"claimants":[]})"),
            "a record of mr1 has no field \"claimants\"");
}

}  // namespace
}  // namespace fairshare::formats
