#include "formats/hadoop/yarn_trees.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/schedulers/registry.h"
#include "formats/hadoop/trees.h"
#include "formats/text/json.h"
#include "formats/text/json_writer.h"
#include "formats/verdict/division.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {
namespace {

using schedulers::yarn::Release;

json::Value value_of(const std::string& text) {
  auto parsed = json::parse(text);
  if (const auto* error = std::get_if<InputError>(&parsed)) ADD_FAILURE() << describe(*error);
  return std::get<json::Value>(std::move(parsed));
}

std::string shown(const InputError& error) {
  return error.code + " " + error.claimant + " " + error.field;
}

// The members of the answer, or the code, the claimant and the field of the error.
std::string answer(const json::Value& record, const TreeOptions& question = {},
                   Release release = Release::v3) {
  std::string text;
  json::Writer writer(text);
  writer.begin_object();
  const auto error = answer_yarn_tree(record, release, question, writer);
  writer.end_object();
  if (!error) return text.substr(1, text.size() - 2);
  EXPECT_EQ(text, "{}");
  return shown(*error);
}

std::string answer(const std::string& record, const TreeOptions& question = {},
                   Release release = Release::v3) {
  return answer(value_of(record), question, release);
}

constexpr TreeOptions fair = {.fair = true};
constexpr TreeOptions details = {.details = true};
constexpr TreeOptions steady = {.steady = true};

TEST(YarnTrees, AnswersEveryPathWithEveryResource) {
  EXPECT_EQ(answer(R"({"total":{"memory":100,"vcores":10},"tree":{"name":"root","policy":"drf",
                 "children":[{"name":"prod","weight":2,"max_share":{"memory":60},"children":[{}]},
                             {"name":"dev"}]}})"),
            R"("outcome":"shares","shares":{"/":{"memory":100,"vcores":10},)"
            R"("/prod":{"memory":60,"vcores":7},"/prod/0":{"memory":60,"vcores":0},)"
            R"("/dev":{"memory":40,"vcores":3}})");
}

TEST(YarnTrees, TellsMemoryAndVcoresFirstAndOtherResourcesByTheirNames) {
  EXPECT_EQ(answer(R"({"total":{"gpu":2,"vcores":4,"fpga":3,"memory":1},"tree":[]})"),
            R"("outcome":"shares","shares":{"/":{"memory":1,"vcores":4,"fpga":3,"gpu":2}})");
}

TEST(YarnTrees, ReadsAListAsTheChildrenOfARootWithoutAName) {
  EXPECT_EQ(answer(R"({"total":10,"tree":[{},{"name":"b"},{}]})"),
            R"("outcome":"shares","shares":{"/":10,"/0":4,"/b":4,"/2":4})");
}

TEST(YarnTrees, ReadsAPlainTreeAsRecordsHaveIt) {
  EXPECT_EQ(answer(R"({"id":"t","scheduler":"yarn-3","comment":"c","total":90,"tree":[
                     {"name":"prod","weight":2,"children":[{"name":"etl","max_share":null},
                        {"name":"web","weight":3,"demand":7}]},
                     {"name":"dev","min_share":5}]})"),
            R"("outcome":"shares","shares":{"/":90,"/prod":60,"/prod/etl":15,"/prod/web":45,)"
            R"("/dev":30})");
}

TEST(YarnTrees, KeepsIntegersAsTheyAre) {
  EXPECT_EQ(answer(R"({"total":9223372036854775807,"tree":[{"min_share":9007199254740993,
                       "max_share":9007199254740993,"weight":0},{"name":"b","weight":0}]})"),
            R"("outcome":"shares","shares":{"/":9223372036854775807,"/0":9007199254740993,)"
            R"("/b":0})");
}

TEST(YarnTrees, PassesOverReportedSharesWhereItComputesThem) {
  EXPECT_EQ(answer(R"({"total":3,"tree":[{}],"shares":{"/0":"NaN","/other":{"gpu":1}}})"),
            R"("outcome":"shares","shares":{"/":3,"/0":3})");
}

TEST(YarnTrees, DividesAmongApplications) {
  const std::string tree =
      R"("tree":[{"name":"q","applications":[{"name":"a","demand":1023,"start_time":9},
         {"name":"b","demand":7,"priority":2,"start_time":4},{"name":"c","runnable":false}]}]})";
  EXPECT_EQ(answer(R"({"total":30,)" + tree),
            R"("outcome":"shares","shares":{"/":30,"/q":30,"/q/a":10,"/q/b":20,"/q/c":0})");
  // 10 to 3 times 2
  EXPECT_EQ(answer(R"({"total":32,"size_based_weight":true,)" + tree),
            R"("outcome":"shares","shares":{"/":32,"/q":32,"/q/a":20,"/q/b":12,"/q/c":0})");
  EXPECT_EQ(answer(R"({"total":30,"tree":[{"policy":"fifo","applications":[
                       {"start_time":9},{"start_time":4}]}]})"),
            R"("outcome":"shares","shares":{"/":30,"/0":30,"/0/0":0,"/0/1":30})");
}

TEST(YarnTrees, TakesAQueueWithoutApplicationsForInactiveIfTheyAreListed) {
  const std::string record =
      R"({"total":9,"tree":[{"name":"a"},{"name":"b","min_share":5,"applications":[]},
         {"name":"c","active":false},{"name":"d","children":[{"active":false}]}]})";
  const std::string shares =
      R"("outcome":"shares","shares":{"/":9,"/a":9,"/b":0,"/c":0,"/d":0,"/d/0":0})";
  EXPECT_EQ(answer(record), shares);
  EXPECT_EQ(answer(record, steady),
            R"("outcome":"shares","shares":{"/":9,"/a":2,"/b":5,"/c":2,"/d":2,"/d/0":2})");
}

TEST(YarnTrees, TakesAParentWithoutChildrenForInactive) {
  const std::string record = R"({"total":10,"tree":[{"children":[]},{}]})";
  for (const Release release : {Release::v2_7, Release::v3_0, Release::v3}) {
    EXPECT_EQ(answer(record, {}, release),
              R"("outcome":"shares","shares":{"/":10,"/0":0,"/1":10})");
  }
  EXPECT_EQ(answer(record, steady), R"("outcome":"shares","shares":{"/":10,"/0":5,"/1":5})");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"children":[],"active":true}]})"),
            "FS003 /0 tree[0].active");
}

TEST(YarnTrees, HoldsVcoresInAnInt) {
  EXPECT_EQ(answer(R"({"total":{"memory":1,"vcores":2147483647},
                       "tree":{"policy":"drf","children":[{}]}})"),
            R"("outcome":"shares","shares":{"/":{"memory":1,"vcores":2147483647},)"
            R"("/0":{"memory":1,"vcores":2147483647}})");
  EXPECT_EQ(answer(R"({"total":{"memory":1,"vcores":2147483648},"tree":[]})"), "FS008  total");
  EXPECT_EQ(answer(R"({"total":{"memory":1,"vcores":1},
                       "tree":[{"min_share":{"vcores":-2147483649}}]})"),
            "FS008 /0 tree[0].min_share");
  EXPECT_EQ(answer(R"({"total":{"memory":2147483648,"gpu":2147483648},"tree":[]})"),
            R"("outcome":"shares","shares":{"/":{"memory":2147483648,"gpu":2147483648}})");
}

TEST(YarnTrees, HasAnIntForTheVcoresThatAMaximumDoesNotTell) {
  const std::string before =
      R"({"total":{"memory":10,"vcores":10},"tree":{"policy":"drf","children":[
         {"max_share":{"memory":3,"vcores":3}},)";
  EXPECT_EQ(answer(before + R"({"max_share":{"memory":7}}]}})", {}, Release::v3_0),
            R"("outcome":"shares","shares":{"/":{"memory":10,"vcores":10},)"
            R"("/0":{"memory":3,"vcores":3},"/1":{"memory":7,"vcores":7}})");
  // Without any, it is a long, and the sum wraps: H10.
  EXPECT_EQ(answer(before + "{}]}}", {}, Release::v3_0),
            R"("outcome":"overflow","at":"/","resource":"memory","shares":{)"
            R"("/":{"memory":10,"vcores":10},"/0":{"memory":1,"vcores":1},)"
            R"("/1":{"memory":1,"vcores":1}})");
}

TEST(YarnTrees, DividesTheVcoresThatARecordDoesNotTellOf) {
  const std::string children = R"("children":[{"weight":4.35},{"weight":2147483648,"max_share":)";
  EXPECT_EQ(answer(R"({"total":1,"tree":{"policy":"drf",)" + children + "0}]}}", {}, Release::v2_7),
            R"("outcome":"hang","at":"/","resource":"vcores")");
  EXPECT_EQ(
      answer(R"({"total":{"memory":1},"tree":{"policy":"drf",)" + children + R"({"memory":0}}]}})",
             {}, Release::v2_7),
      R"("outcome":"hang","at":"/","resource":"vcores")");
  EXPECT_EQ(
      answer(R"({"total":1,"tree":{"policy":"fair",)" + children + "0}]}}", {}, Release::v2_7),
      R"("outcome":"shares","shares":{"/":1,"/0":1,"/1":0})");
}

TEST(YarnTrees, LeavesApplicationsOutOfSteadyShares) {
  EXPECT_EQ(answer(R"({"total":9,"tree":[{"applications":[{}]}]})", steady),
            R"("outcome":"shares","shares":{"/":9,"/0":9})");
}

TEST(YarnTrees, SaysWhereTheReleaseHangsAndWhereIntegersWrap) {
  EXPECT_EQ(answer(R"({"total":{"memory":10,"vcores":5},"tree":[{"children":[{"weight":0}]}]})", {},
                   Release::v2_2),
            R"("outcome":"hang","at":"/0","resource":"memory")");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"weight":0}]})", {}, Release::v2_5),
            R"("outcome":"hang","at":"/")");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"applications":[{}]},{"children":[{"weight":0}]}]})", {},
                   Release::v2_2),
            R"("outcome":"hang","at":"/1")")
      << "the second queue, which is the fourth node";
  EXPECT_EQ(answer(R"({"total":100,"tree":[{"max_share":1073741824},{"max_share":1073741824}]})",
                   {}, Release::v2_2),
            R"("outcome":"overflow","at":"/","shares":{"/":100,"/0":0,"/1":0})");
}

TEST(YarnTrees, TellsWeightsBoundsAndActivityInDetails) {
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"weight":0.1,"min_share":3,"max_share":2,"applications":[
                 {"priority":2}]}]})",
                   details),
            R"("outcome":"shares","shares":{"/":10,"/0":3,"/0/0":3},"details":{)"
            R"("/":{"weight":1,"active":true,"min_share":0,"max_share":9223372036854775807,)"
            R"("fair_share":10},)"
            R"("/0":{"weight":0.10000000149011612,"active":true,"min_share":3,"max_share":3,)"
            R"("fair_share":3},"/0/0":{"weight":2,"runnable":true,"fair_share":3}})");
}

TEST(YarnTrees, AnswersItsOwnRuleInExactNumbers) {
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"children":[{},{"max_share":1}]},{},{}]})", fair),
            R"("outcome":"allocation","shares":{"/":"10","/0":"10/3","/0/0":"7/3","/0/1":"1",)"
            R"("/1":"10/3","/2":"10/3"})");
  EXPECT_EQ(answer(R"({"total":{"memory":10},"tree":[{"min_share":{"memory":13}}]})", fair),
            R"("outcome":"overcommitted","at":"/","resource":"memory","excess":"3")");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"children":[{"weight":0}]}]})", fair, Release::v2_2),
            R"("outcome":"surplus","at":"/0","unclaimed":"10")");
}

TEST(YarnTrees, HasNoFairAnswerToWhatIsNoProblem) {
  EXPECT_EQ(answer(R"({"total":10,"tree":[{},{"weight":-1}]})", fair, Release::v2_2),
            "FS011 /1 tree");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"children":[{"weight":1e39}]}]})", fair),
            "FS011 /0/0 tree");
  EXPECT_EQ(answer(R"({"total":-1,"tree":[{}]})", fair), "FS011 / tree");
  // The release has an answer to each of them: the sum of 1 and 2^63 - 1 stays at the latter.
  EXPECT_EQ(answer(R"({"total":10,"tree":[{},{"weight":1e39}]})"),
            R"("outcome":"overflow","at":"/","shares":{"/":10,"/0":0,"/1":9223372036854775807})");
}

TEST(YarnTrees, RefusesWhatIsNoTree) {
  EXPECT_EQ(answer(R"({"total":10})"), "FS002  tree");
  EXPECT_EQ(answer(R"({"total":10,"tree":7})"), "FS002 / tree");
  EXPECT_EQ(answer(R"({"total":10,"tree":[7]})"), "FS002 /0 tree[0]");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"children":{}}]})"), "FS002 /0 tree[0].children");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"name":"a","children":[{}],"applications":[]}]})"),
            "FS401 /a tree[0].applications");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"name":"a","applications":[{"children":[]}]}]})"),
            "FS003 /a/0 tree[0].applications[0].children");
}

TEST(YarnTrees, RefusesNamesThatMakeNoPath) {
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"name":"a"},{"name":"b"},{"name":"a"}]})"),
            "FS004 /a tree[2].name");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"children":[{"name":"1"},{}]}]})"),
            "FS004 /0/1 tree[0].children[1].name");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"name":"q","applications":[{"name":"x"},
                       {"name":"x"}]}]})"),
            "FS004 /q/x tree[0].applications[1].name");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"name":"a/b"}]})"), "FS002 /0 tree[0].name");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"name":""}]})"), "FS002 /0 tree[0].name");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"name":1}]})"), "FS002 /0 tree[0].name");
  // Cousins may have one name.
  EXPECT_EQ(answer(R"({"total":4,"tree":[{"name":"a","children":[{"name":"a"}]}]})"),
            R"("outcome":"shares","shares":{"/":4,"/a":4,"/a/a":4})");
}

TEST(YarnTrees, RefusesPoliciesWhereTheReleaseTakesNone) {
  EXPECT_EQ(answer(R"({"total":1,"tree":[{"name":"a","policy":"fifo","children":[{}]}]})"),
            "FS402 /a tree[0].children");
  EXPECT_EQ(answer(R"({"total":1,"tree":{"policy":"fifo","children":[{}]}})"),
            "FS402 / tree.children");
  EXPECT_EQ(answer(R"({"total":1,"tree":[{"name":"a","policy":"drf"}]})"),
            "FS402 /a tree[0].policy");
  EXPECT_EQ(answer(R"({"total":1,"tree":[{"name":"a","policy":"drf"}]})", {}, Release::v2_7),
            R"("outcome":"shares","shares":{"/":1,"/a":1})");
  EXPECT_EQ(answer(R"({"total":1,"tree":[{"name":"a","policy":"FAIR"}]})"),
            "FS002 /a tree[0].policy");
}

TEST(YarnTrees, RefusesFieldsOfAnotherKindOrRelease) {
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"wieght":2}]})"), "FS003 /0 tree[0].wieght");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"applications":[{"weight":2}]}]})"),
            "FS003 /0/0 tree[0].applications[0].weight");
  EXPECT_EQ(answer(R"({"total":10,"tree":[],"claimants":[]})"), "FS003  claimants");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"active":true,"children":[{}]}]})"),
            "FS003 /0 tree[0].active");
  EXPECT_EQ(answer(R"({"total":10,"tree":[{"active":true,"applications":[]}]})"),
            "FS003 /0 tree[0].active");
  EXPECT_EQ(answer(R"({"total":{"memory":1,"gpu":2},"tree":[]})", {}, Release::v2_7),
            "FS003  total");
  EXPECT_EQ(answer(R"({"total":{"memory":1},"tree":[{"min_share":{"gpu":1}}]})"),
            "FS003 /0 tree[0].min_share");
  EXPECT_EQ(answer(R"({"total":10,"tree":[]})", steady, Release::v2_2), "FS003  scheduler");
  EXPECT_EQ(answer(R"({"total":10,"tree":[]})", steady, Release::v2_5), "FS003  scheduler");
}

TEST(YarnTrees, RefusesNumbersThatTheReleaseCannotHold) {
  EXPECT_EQ(answer(R"({"tree":[]})"), "FS002  total");
  EXPECT_EQ(answer(R"({"total":null,"tree":[]})"), "FS002  total");
  EXPECT_EQ(answer(R"({"total":{"vcores":1},"tree":[]})"), "FS002  total");
  EXPECT_EQ(answer(R"({"total":2147483648,"tree":[]})", {}, Release::v2_7), "FS008  total");
  EXPECT_EQ(answer(R"({"total":2147483648,"tree":[]})"),
            R"("outcome":"shares","shares":{"/":2147483648})");
  EXPECT_EQ(answer(R"({"total":9223372036854775808,"tree":[]})"), "FS008  total");
  EXPECT_EQ(answer(R"({"total":1,"tree":[{"min_share":0.5}]})"), "FS008 /0 tree[0].min_share");
  EXPECT_EQ(answer(R"({"total":{"memory":1},"tree":[{"min_share":1}]})"),
            "FS002 /0 tree[0].min_share");
  EXPECT_EQ(answer(R"({"total":1,"tree":[{"min_share":{"memory":1}}]})"),
            "FS002 /0 tree[0].min_share");
  EXPECT_EQ(answer(R"({"total":{"memory":1},"tree":[{"min_share":{"memory":0.5}}]})"),
            "FS008 /0 tree[0].min_share");
  EXPECT_EQ(answer(R"({"total":{"memory":1},"tree":[{"min_share":{"memory":1e19}}]})"),
            "FS008 /0 tree[0].min_share");
  EXPECT_EQ(answer(R"({"total":{"memory":1,"vcores":1},
                       "tree":[{"min_share":{"memory":9223372036854775807,"vcores":2147483647}}]})")
                .substr(0, 18),
            R"("outcome":"shares")");
  EXPECT_EQ(answer(R"({"total":{"memory":1,"vcores":1},"tree":[{"min_share":
                       {"memory":-9223372036854775808,"vcores":-2147483648}}]})")
                .substr(0, 18),
            R"("outcome":"shares")");
  EXPECT_EQ(answer(R"({"total":{"memory":1},"tree":[{"min_share":{"memory":-1e19}}]})"),
            "FS008 /0 tree[0].min_share");
  EXPECT_EQ(answer(R"({"total":{"memory":1},"tree":[{"min_share":null}]})"),
            R"("outcome":"shares","shares":{"/":{"memory":1},"/0":{"memory":1}})");
  EXPECT_EQ(answer(R"({"total":{},"tree":[]})"), "FS002  total");
  std::string resources = R"({"total":{"memory":1)";
  for (int i = 1; i < 64; ++i) resources += R"(,"r)" + std::to_string(i) + R"(":1)";
  EXPECT_EQ(answer(resources + R"(},"tree":[7]})"), "FS002 /0 tree[0]");
  EXPECT_EQ(answer(resources + R"(,"r64":1},"tree":[]})"), "FS005  total");
  EXPECT_EQ(answer(R"({"total":{"memory":1},"tree":[{"min_share":{"memory":"x"}}]})"),
            "FS006 /0 tree[0].min_share.memory");
  EXPECT_EQ(answer(R"({"total":1,"tree":[{"weight":1e400}]})"), "FS008 /0 tree[0].weight");
  EXPECT_EQ(answer(R"({"total":1,"tree":[{"weight":"Infinity"}]})"), "FS011 /0 tree[0].weight");
  EXPECT_EQ(answer(R"({"total":1,"tree":[{"applications":[{"demand":-1}]}]})"),
            "FS008 /0/0 tree[0].applications[0].demand");
}

TEST(YarnTrees, SaysWhyItRefusesARecord) {
  const auto why = [](const std::string& record, const TreeOptions& question = {},
                      Release release = Release::v3) {
    std::string text;
    json::Writer writer(text);
    return answer_yarn_tree(value_of(record), release, question, writer).value().message;
  };
  const auto of_node = [&](const std::string& node) {
    return why(R"({"total":{"memory":1,"vcores":1},"tree":[)" + node + "]}");
  };
  EXPECT_EQ(of_node(R"({"policy":"fifo","children":[{}]})"),
            "every release allows fifo for applications only, not for queues");
  EXPECT_EQ(of_node(R"({"policy":"drf"})"),
            "yarn-3 refuses drf below a fair queue, which divides memory only");
  EXPECT_EQ(of_node(R"({"children":[{}],"applications":[]})"),
            "a queue with children has no applications");
  EXPECT_EQ(of_node(R"({"active":true,"children":[]})"),
            "whether this queue is active follows from its contents; set this only for a leaf "
            "without \"applications\"");
  EXPECT_EQ(of_node(R"({"min_share":{"vcores":2147483648}})"),
            "vcores 2147483648 is not a whole number from -2147483648 to 2147483647, as every "
            "release holds them in an int");
  EXPECT_EQ(of_node(R"({"min_share":{"memory":0.5}})"),
            "memory 0.5 is not a whole number from -9223372036854775808 to 9223372036854775807");
  EXPECT_EQ(of_node(R"({"min_share":{"gpu":1}})"), "the total has no \"gpu\"");
  EXPECT_EQ(of_node(R"({"name":"a/b"})"),
            "the name must not be empty or contain a slash: paths are made of names");
  EXPECT_EQ(of_node(R"({"name":"a"},{"name":"a"})"), "duplicate name: an earlier node has it");
  EXPECT_EQ(why(R"({"total":1})"), "the tree is missing");
  EXPECT_EQ(why(R"({"tree":[]})"), "the total is missing");
  EXPECT_EQ(why(R"({"total":{"vcores":1},"tree":[]})"), "the total has no memory");
  EXPECT_EQ(why(R"({"total":{"memory":1,"gpu":2},"tree":[]})", {}, Release::v2_7),
            "yarn-2.7 divides memory and vcores, not \"gpu\"");
  EXPECT_EQ(why(R"({"total":1,"tree":[]})", steady, Release::v2_5),
            "yarn-2.5 has no steady shares; they came with 2.6 (YARN-2393)");
  EXPECT_EQ(why(R"({"total":{"memory":-1},"tree":[{}]})", fair),
            "no fair allocation exists here, whatever the release computes: total is negative "
            "(memory)");
}

TEST(YarnTrees, RefusesTheFirstOfSeveralMistakes) {
  EXPECT_EQ(answer(R"({"total":1,"tree":[{"name":7},{"name":8}]})"), "FS002 /0 tree[0].name");
  EXPECT_EQ(answer(R"({"total":1,"tree":[{"weight":"x","policy":"fifo","children":[{}]}]})"),
            "FS006 /0 tree[0].weight");
}

TEST(YarnTrees, LeavesApplicationsOutOfSteadyDetails) {
  const std::string text = answer(R"({"total":4,"tree":[{"name":"q","applications":[{}]}]})",
                                  {.details = true, .steady = true});
  EXPECT_NE(text.find(R"("/q":{"weight":1)"), std::string::npos) << text;
  EXPECT_EQ(text.find("/q/0"), std::string::npos) << text;
}

TEST(YarnTrees, RefusesATreeWhoseAnswerWouldBeTooLong) {
  std::string resources = R"({"total":{"memory":1)";
  for (int i = 0; i < 64; ++i) resources += ",\"r" + std::to_string(i) + "\":1";
  EXPECT_EQ(answer(resources + R"(},"tree":[]})"), "FS005  total");

  // 1 MiB of name above 300 children.
  std::string list = "{}";
  for (int i = 0; i < 300; ++i) list += ",{}";
  const std::string name(std::size_t{1} << 20, 'n');
  EXPECT_EQ(answer(R"({"total":1,"tree":[{"name":")" + name + R"(","children":[)" + list + "]}]}")
                .substr(0, 5),
            "FS005");
}

TEST(YarnTrees, ReadsNodesNestedAsDeepAsJsonMayBe) {
  // Each level takes a list and an object; the record is an object, too.
  std::string tree = "[]";
  for (int i = 0; i < 127; ++i) tree = R"([{"children":)" + tree + "}]";
  const std::string answered = answer(R"({"total":5,"tree":)" + tree + "}");
  EXPECT_EQ(answered.substr(answered.size() - 6), "/0\":0}");
}

// Divisions.

using Cases = std::vector<Case>;

std::variant<std::vector<Division>, InputError> divisions(const std::string& record,
                                                          Release release = Release::v3,
                                                          const TreeOptions& question = {}) {
  return divisions_of_yarn_tree(value_of(record), release, question);
}

// The case of each division, with the usual tolerance for its shares.
Cases cases(const std::string& record, Release release = Release::v3,
            const TreeOptions& question = {}) {
  const auto made = divisions(record, release, question);
  if (const auto* error = std::get_if<InputError>(&made)) {
    ADD_FAILURE() << describe(*error);
    return {};
  }
  Cases result;
  for (const Division& division : std::get<std::vector<Division>>(made)) {
    result.push_back(std::get<Case>(case_of(division, {})));
  }
  return result;
}

std::string error_of(const std::string& record, Release release = Release::v3) {
  const auto made = divisions(record, release);
  const auto* error = std::get_if<InputError>(&made);
  return error != nullptr ? shown(*error) : "divisions";
}

TEST(YarnTrees, MakesADivisionOfEachQueueAndResource) {
  const Cases list =
      cases(R"({"total":{"memory":100,"vcores":10},"tree":{"policy":"drf","children":[
      {"name":"a","weight":2,"max_share":{"memory":60},"children":[{},{"active":false}]},
      {"name":"b","applications":[{}]}]},
      "shares":{"/":{"memory":100},"/a":{"memory":60,"vcores":7},"/b":{"memory":40,"vcores":3},
                "/a/0":{"memory":50},"/a/1":{"memory":0}}})");
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0].path, "");
  EXPECT_EQ(list[0].resource, "memory");
  EXPECT_EQ(list[0].problem.total, 100);
  EXPECT_EQ(list[0].labels[1].name, "/b");
  EXPECT_EQ(list[0].labels[1].field, "shares./b");
  EXPECT_EQ(list[0].reported[0].interval.high, 61);
  EXPECT_EQ(list[0].comparison->scheduler, "yarn-3");
  EXPECT_EQ(list[0].comparison->shares, (std::vector<std::string>{"60", "40"}));
  EXPECT_TRUE(list[0].comparison->matches);
  EXPECT_EQ(list[1].resource, "vcores");
  EXPECT_TRUE(list[1].comparison->matches);
  // The parent's reported share is what is divided, by the model, too.
  EXPECT_EQ(list[2].path, "/a");
  EXPECT_EQ(list[2].problem.total, 60);
  EXPECT_EQ(list[2].labels[1].note, "inactive: no running application");
  EXPECT_FALSE(list[2].comparison->matches);
  EXPECT_EQ(list[2].comparison->shares, (std::vector<std::string>{"60", "0"}));
  EXPECT_EQ(judge(list[2]).judgement, Judgement::unfair);
}

TEST(YarnTrees, MakesDivisionsOfApplicationsOfWhichSharesAreReported) {
  const std::string record =
      R"({"total":10,"tree":[{"name":"a","applications":[{},{},{"runnable":false}]},
          {"name":"b","policy":"fifo","applications":[{}]}],"shares":{"/a":5,"/b":5)";
  EXPECT_EQ(cases(record + "}}").size(), 1U);
  const Cases list = cases(record + R"(,"/a/0":3,"/a/1":3,"/b/0":5}})");
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[1].path, "/a");
  EXPECT_EQ(list[1].problem.total, 5);
  EXPECT_TRUE(list[1].comparison->matches);
  EXPECT_EQ(error_of(record + R"(,"/a/0":3}})"), "FS104 /a/1 shares./a/1");
}

TEST(YarnTrees, TellsWhereTheReleaseHasNoAnswer) {
  const Cases made =
      cases(R"({"total":10,"tree":[{"weight":0}],"shares":{"/0":4}})", Release::v2_2);
  const ModelComparison& comparison = made.at(0).comparison.value();
  EXPECT_EQ(comparison.fault, "");  // no shares and no fault: it never returns
  EXPECT_FALSE(comparison.shares);
  EXPECT_FALSE(comparison.resolution);
  EXPECT_FALSE(comparison.matches);
}

TEST(YarnTrees, RefusesSharesThatCannotBeJudged) {
  const std::string record = R"({"total":10,"tree":[{"name":"a"},{"name":"b"}])";
  EXPECT_EQ(error_of(record + "}"), "FS104  shares");
  EXPECT_EQ(error_of(record + R"(,"shares":{}})"), "FS104  shares");
  EXPECT_EQ(error_of(record + R"(,"shares":{"/a":5}})"), "FS104 /b shares./b");
  EXPECT_EQ(error_of(R"({"total":10,"tree":[{"name":"a","children":[{"name":"x"},{"name":"y"}]},
                        {"name":"b"}],"shares":{"/a":5,"/b":5}})"),
            "FS104 /a/x shares./a/x")
      << "only applications may be left out";
  EXPECT_EQ(error_of(record + R"(,"shares":{"/a":5,"/b":5,"/c":0}})"), "FS105 /c shares./c");
  EXPECT_EQ(error_of(record + R"(,"shares":{"/c":5,"/d":5}})"), "FS105 /c shares./c")
      << "the first of two mistakes";
  EXPECT_EQ(error_of(R"({"total":{"memory":9},"tree":[{"name":"a"}],"shares":{"/a":)"
                     R"({"gpu":1,"tpu":2}}})"),
            "FS003 /a shares./a.gpu")
      << "the first of two mistakes";
  EXPECT_EQ(error_of(record + R"(,"shares":{"/":9,"/a":5,"/b":5}})"), "FS101 / shares./");
  EXPECT_EQ(error_of(record + R"(,"shares":{"/a":5,"/b":{"memory":5}}})"), "FS002 /b shares./b");
  EXPECT_EQ(error_of(record + R"(,"shares":[5,5]})"), "FS002  shares");
  EXPECT_EQ(error_of(R"({"total":10,"tree":[],"shares":{"/":10}})"), "FS104  shares");
  EXPECT_EQ(error_of(R"({"total":{"memory":10},"tree":[{}],"shares":{"/0":{"disk":10}}})"),
            "FS003 /0 shares./0.disk");
  EXPECT_EQ(error_of(R"({"total":{"memory":10},"tree":[{}],"shares":{"/0":10}})"),
            "FS002 /0 shares./0");
  EXPECT_EQ(error_of(R"({"total":{"memory":10},"tree":[{}],"shares":{"/0":{"memory":"x"}}})"),
            "FS006 /0 shares./0.memory");
  EXPECT_EQ(error_of(R"({"total":10,"tree":[{"name":"a","children":[{}]}],
                         "shares":{"/a":2147483648,"/a/0":5}})",
                     Release::v2_7),
            "FS008 /a shares./a");
  EXPECT_EQ(error_of(R"({"total":10,"tree":[{"name":"a","children":[{}]}],
                         "shares":{"/a":-1,"/a/0":5}})"),
            "FS011 /a tree");
  EXPECT_EQ(error_of(R"({"total":10,"tree":[{"name":"a","children":[{}]}],
                         "shares":{"/a":-2147483648,"/a/0":5}})",
                     Release::v2_7),
            "FS011 /a tree");
  EXPECT_EQ(error_of(R"({"total":10,"tree":[{"name":"a","children":[{}]}],
                         "shares":{"/a":2147483647,"/a/0":5}})",
                     Release::v2_7),
            "divisions");
  EXPECT_EQ(error_of(R"({"total":10,"tree":[{"name":"a","children":[{}]}],
                         "shares":{"/a":-2147483649,"/a/0":5}})",
                     Release::v2_7),
            "FS008 /a shares./a");
  EXPECT_EQ(error_of(R"({"total":10,"tree":[{"weight":1e300}],"shares":{"/0":5}})"),
            "FS011 /0 tree");
  EXPECT_EQ(error_of(R"({"total":10,"tree":[{"children":[{}]}],"shares":{"/0":0.5,"/0/0":1}})"),
            "FS015 /0 shares./0");
}

TEST(YarnTrees, SaysWhyItDoesNotJudgeShares) {
  const auto why = [](const std::string& shares) {
    return std::get<InputError>(
               divisions(R"({"total":10,"tree":[{"name":"a","children":[{}]},{"name":"b"}])" +
                             shares + "}",
                         Release::v2_7))
        .message;
  };
  EXPECT_EQ(why(R"(,"shares":{"/a":5,"/a/0":5})"), "no share is reported for it");
  EXPECT_EQ(why(R"(,"shares":{"/c":0})"), "no node has this path");
  EXPECT_EQ(why(R"(,"shares":{"/":9,"/a":5,"/b":5,"/a/0":5})"),
            "the root has 9, but the total is 10");
  EXPECT_EQ(why(R"(,"shares":{"/a":2147483648,"/b":5,"/a/0":5})"),
            "2147483648 is not an amount that yarn-2.7 can hold");
  const auto nothing = divisions(R"({"total":10,"tree":[],"shares":{"/":10}})");
  EXPECT_EQ(std::get<InputError>(nothing).message,
            "no share is reported for anything divided by weight");
}

TEST(YarnTrees, LeavesTheRoundingOfSharesToTheTolerance) {
  const auto made = divisions(R"({"total":10,"tree":[{},{}],"shares":{"/0":5.5,"/1":4.5}})");
  const Division& division = std::get<std::vector<Division>>(made).front();
  const auto usual = case_of(division, {});
  EXPECT_EQ(std::get<ShareError>(usual).label.name, "/0");
  EXPECT_EQ(std::get<ShareError>(usual).complaint.code, "FS015");
  const auto written = case_of(division, {.rounding = Rounding::written});
  EXPECT_EQ(std::get<Case>(written).reported[1].interval.low, exact::Rational(445, 100));
}

TEST(YarnTrees, RefusesATotalThatTheReleaseDoesNotHoldWhateverTheRounding) {
  EXPECT_EQ(error_of(R"({"total":10,"rounding":"exact","tree":[{"children":[{}]}],
                         "shares":{"/0":9.5,"/0/0":9.5}})"),
            "FS015 /0 shares./0");
}

TEST(YarnTrees, JudgesTheSteadySharesIfAsked) {
  const std::string record =
      R"({"total":10,"tree":[{"active":false},{}],"shares":{"/0":5,"/1":5}})";
  EXPECT_FALSE(cases(record).at(0).comparison->matches);
  EXPECT_TRUE(cases(record, Release::v3, steady).at(0).comparison->matches);
}

// The recordings are flat; as trees of one level they must give the same. Records in which 3.x
// would lift a maximum are of the bare routine, and are left out.

bool may_be_queues(const json::Value& record, Release release) {
  const bool lifts = release == Release::v3_0 || release == Release::v3;
  for (const auto& claimant : std::get<json::Array>(json::find(record, "claimants")->is)) {
    const json::Value* min = json::find(claimant, "min_share");
    const json::Value* max = json::find(claimant, "max_share");
    if (!lifts || min == nullptr || max == nullptr) continue;
    const auto number = [](const json::Value& value) {
      return std::get<WrittenNumber>(read_number(value)).value;
    };
    if (number(*max) < number(*min)) return false;
  }
  return true;
}

// What a recording expects, in the form of an answer.
std::string expected_answer(const json::Value& record) {
  const auto& outcome = std::get<std::string>(json::find(record, "outcome")->is);
  const json::Value* shares = json::find(record, "shares");
  std::string text = "\"outcome\":" + json::quoted(outcome);
  if (outcome != "shares") text += R"(,"at":"/")";
  if (shares == nullptr) return text;
  text += R"(,"shares":{"/":)" + std::get<json::Number>(json::find(record, "total")->is).text;
  std::size_t index = 0;
  for (const auto& share : std::get<json::Array>(shares->is)) {
    text += ",\"/" + std::to_string(index++) + "\":" + std::get<json::Number>(share.is).text;
  }
  return text + "}";
}

TEST(YarnTrees, ComputesTheRecordingsAsTreesOfOneLevel) {
  std::ifstream file("vectors/recorded/hadoop.ndjson");
  std::size_t compared = 0;
  for (std::string line; std::getline(file, line);) {
    json::Value record = value_of(line);
    const auto scheduler =
        schedulers::find_scheduler(std::get<std::string>(json::find(record, "scheduler")->is));
    ASSERT_TRUE(scheduler) << line;
    const auto* model = std::get_if<schedulers::YarnQueues>(&scheduler->tree);
    if (model == nullptr || !may_be_queues(record, model->release)) continue;
    const std::string expected = expected_answer(record);
    json::Object asked;
    for (auto& [key, value] : std::get<json::Object>(record.is)) {
      if (key == "total") asked.push_back({key, std::move(value)});
      if (key == "claimants") asked.push_back({"tree", std::move(value)});
    }
    EXPECT_EQ(answer(json::Value{std::move(asked)}, {}, model->release), expected) << line;
    ++compared;
  }
  EXPECT_GT(compared, 600U);
}

TEST(YarnTrees, HaveAtMost64TypesOfResources) {
  const auto of = [](int types) {
    std::string total = R"({"memory":1,"vcores":1)";
    for (int i = 2; i < types; ++i) total += ",\"r" + std::to_string(i) + "\":1";
    return answer(R"({"total":)" + total + R"(},"tree":[{"x":1}]})");
  };
  EXPECT_EQ(of(64), "FS003 /0 tree[0].x");
  EXPECT_EQ(of(65), "FS005  total");
}

}  // namespace
}  // namespace fairshare::formats
