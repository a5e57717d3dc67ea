// Records of vector HDRF trees: what is read, what is refused, what is answered and judged.
#include "formats/ytsaurus/vector_trees.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "formats/report/text.h"
#include "formats/verdict/division.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

// A record of 1000 cpu with this root; `more` are further members.
json::Value record(const std::string& tree, const std::string& more = "") {
  const std::string text = R"({"id":"a","scheduler":"ytsaurus-2023",)" + more +
                           R"("total_resource_limits":{"cpu":1000},"tree":)" + tree + "}";
  json::Reading reading = json::read(text);
  EXPECT_FALSE(reading.error.has_value()) << text;
  return std::move(reading.value);
}

// Guarantees of 0.6 and 0.2; both want everything.
const std::string example =
    R"({"name":"root","children":[
        {"name":"A","strong_guarantee_resources":{"cpu":600},
         "children":[{"name":"op","demand":{"cpu":10000}}]},
        {"name":"B","strong_guarantee_resources":{"cpu":200},
         "children":[{"name":"op","demand":{"cpu":10000}}]}]})";

// A root with these children.
std::string root_of(const std::string& children) {
  return R"({"name":"root","children":[)" + children + "]}";
}

std::string answer(const json::Value& value, const TreeOptions& question = {}) {
  std::string text;
  json::Writer writer(text);
  const auto error = answer_ytsaurus_vector(value, question, writer);
  if (!error) return text;
  EXPECT_EQ(text, "");
  return error->code + " " + error->field + ": " + error->message;
}

// Code, field and message; for an answer, its first key.
std::string refused(const std::string& tree, const std::string& more = "") {
  const std::string text = answer(record(tree, more));
  return text.starts_with("FS") ? text : text.substr(0, text.find(':'));
}

// The same for a pool with these fields.
std::string of_pool(const std::string& fields) {
  return refused(root_of(R"({"name":"A",)" + fields + "}"));
}

std::variant<std::vector<Case>, InputError> try_cases(const json::Value& value,
                                                      const Tolerance& tolerance) {
  auto made = divisions_of_ytsaurus_vector(value);
  if (auto* error = std::get_if<InputError>(&made)) return std::move(*error);
  return cases_of(std::get<std::vector<Division>>(std::move(made)), tolerance, {});
}

std::vector<Case> cases(const json::Value& value, const Tolerance& tolerance = {}) {
  auto made = try_cases(value, tolerance);
  if (auto* error = std::get_if<InputError>(&made)) {
    ADD_FAILURE() << error->code << ": " << error->message;
    return {};
  }
  return std::get<std::vector<Case>>(std::move(made));
}

std::string refused_cases(const json::Value& value, const Tolerance& tolerance = {}) {
  const auto made = try_cases(value, tolerance);
  const auto* error = std::get_if<InputError>(&made);
  return error != nullptr ? error->code + " " + error->field + ": " + error->message : "none";
}

using Texts = std::vector<std::string>;

const std::string fields_of_an_operation =
    "; its fields: name, weight, strong_guarantee_resources, resource_limits, demand, usage, "
    "is_gang";

TEST(YtsaurusVectorTrees, AnswersWithTheSharesOfEveryPath) {
  EXPECT_EQ(answer(record(example)),
            R"("outcome":"shares","shares":{"/":1,"/A":0.7,"/A/op":0.7,"/B":0.3,"/B/op":0.3})");
}

TEST(YtsaurusVectorTrees, AnswersWithItsOwnRuleInFractions) {
  EXPECT_EQ(answer(record(example), {.fair = true}),
            R"("outcome":"allocation","shares":)"
            R"({"/":"1","/A":"7/10","/A/op":"7/10","/B":"3/10","/B/op":"3/10"})");
}

TEST(YtsaurusVectorTrees, AddsEveryComputedFieldOnRequest) {
  const std::string text =
      answer(record(root_of(R"({"name":"op","demand":{"cpu":250}})")), {.details = true});
  EXPECT_NE(text.find(R"("/op":{"demand_share":{"cpu":0.25},"dominant_resource":"cpu",)"
                      R"("estimated_guarantee_share":{"cpu":0},"fair_share":{"cpu":0.25},)"
                      R"("fair_share_ratio":0.25,"integral_guarantee":{"cpu":0},)"
                      R"("limits_share":{"cpu":1},"promised_fair_share":{"cpu":1},)"
                      R"("strong_guarantee":{"cpu":0},"strong_guarantee_share":{"cpu":0},)"
                      R"("weight_proportional":{"cpu":0.25}})"),
            std::string::npos)
      << text;
  EXPECT_TRUE(text.ends_with(R"(,"errors":0,"warnings":0)")) << text;
}

TEST(YtsaurusVectorTrees, TellsTheTurnsOfAFifoPool) {
  const std::string text = answer(record(R"({"name":"root","mode":"fifo","children":[
                        {"name":"x","demand":{"cpu":700}},
                        {"name":"y","weight":2,"demand":{"cpu":700}}]})"),
                                  {.details = true});
  EXPECT_NE(text.find(R"("fifo_index":1)"), std::string::npos);
  EXPECT_LT(text.find(R"("fifo_index":1)"), text.find(R"("fifo_index":0)")) << "x is second";
}

TEST(YtsaurusVectorTrees, SaysWhereTheReleaseStops) {
  EXPECT_EQ(answer(record(root_of(R"({"name":"x","weight":0,"demand":{"cpu":1}})"))),
            R"("outcome":"error","at":"/x","message":"the release stops here because an )"
            R"(assertion fails: segment bounds are in order")");
}

TEST(YtsaurusVectorTrees, WritesAnInvalidNumberAsText) {
  const std::string fifo = answer(record(R"({"name":"root","mode":"fifo","children":[
                                             {"name":"x","weight":0,"demand":{"cpu":500}}]})"),
                                  {.details = true});
  EXPECT_NE(fifo.find(R"("promised_fair_share":{"cpu":"NaN"})"), std::string::npos) << fifo;
}

TEST(YtsaurusVectorTrees, RoundsCpuToHundredths) {
  const std::string text = answer(record(root_of(R"({"name":"x","demand":{"cpu":"1/3"}})")));
  EXPECT_NE(text.find(R"("/x":0.00033)"), std::string::npos) << text;
}

TEST(YtsaurusVectorTrees, RefusesFieldsOfAnotherEraByName) {
  const std::vector<std::pair<std::string, std::string>> fields = {
      {"min_share_ratio", "strong_guarantee_resources"},
      {"min_share_resources", "strong_guarantee_resources"},
      {"min_share_resources_ratio", "strong_guarantee_resources"},
      {"max_share_ratio", "resource_limits"},
      {"resource_limit_ratio", "resource_limits"},
      {"demand_ratio", "demand"},
      {"usage_ratio", "usage"},
      {"best_allocation_ratio", "no such field"},
      {"memory_per_job", "no such field"}};
  for (const auto& [name, instead] : fields) {
    EXPECT_EQ(of_pool("\"" + name + "\":1"), "FS003 tree.children[0]." + name + ": " + name +
                                                 " is a field of ytsaurus-2018 and "
                                                 "ytsaurus-2019; ytsaurus-2023 has " +
                                                 instead);
  }
}

TEST(YtsaurusVectorTrees, RefusesFieldsOfTheConfigurationAndTheOrchidByName) {
  const std::vector<std::pair<std::string, std::string>> fields = {
      {"integral_guarantees", "integral_type, resource_flow and burst"},
      {"guarantee_type", "integral_type"},
      {"burst_guarantee_resources", "burst"},
      {"accumulated_resource_volume", "volume, in seconds of the whole cluster"},
      {"proposed_integral_share", "no such field; it is computed"}};
  for (const auto& [name, instead] : fields) {
    EXPECT_EQ(of_pool("\"" + name + "\":1"), "FS003 tree.children[0]." + name + ": " + name +
                                                 " is not a field of a record; it has " + instead);
  }
}

// A burst pool that is paid 0.5 of the cluster, under these names, and a greedy one.
std::string integral_example(const std::string& type, const std::string& flow,
                             const std::string& burst, const std::string& volume) {
  return root_of(R"({"name":"A",")" + type + R"(":"burst",")" + flow + R"(":{"cpu":100},")" +
                 burst + R"(":{"cpu":500},")" + volume +
                 R"(":24,"children":[{"name":"op","demand":{"cpu":10000}}]},
                 {"name":"B","children":[{"name":"op","demand":{"cpu":10000}}]})");
}
const std::string burst_example =
    integral_example("integral_type", "resource_flow", "burst", "volume");

TEST(YtsaurusVectorTrees, ReadsIntegralGuarantees) {
  const std::string shares = R"("shares":{"/":1,"/A":0.75,"/A/op":0.75,"/B":0.25,"/B/op":0.25})";
  EXPECT_EQ(answer(record(burst_example, R"("elapsed_seconds":60,)")),
            R"("outcome":"shares",)" + shares);
  EXPECT_NE(answer(record(burst_example)).find(R"("/A":0.7,)"), std::string::npos)
      << "24 seconds pay 0.4";
  const std::string text =
      answer(record(burst_example, R"("elapsed_seconds":60,)"), {.details = true});
  EXPECT_NE(text.find(R"("integral_guarantee":{"cpu":0.5})"), std::string::npos) << text;
}

TEST(YtsaurusVectorTrees, ReadsTheOrchidsNamesOfIntegralGuarantees) {
  const std::string named =
      integral_example("integral_guarantee_type", "specified_resource_flow",
                       "specified_burst_guarantee_resources", "accumulated_resource_ratio_volume");
  EXPECT_EQ(answer(record(named)), answer(record(burst_example)));
  EXPECT_EQ(refused(root_of(R"({"name":"A","integral_type":"burst","volume":1,
                               "accumulated_resource_ratio_volume":1})")),
            "FS004 tree.children[0].accumulated_resource_ratio_volume: volume and "
            "accumulated_resource_ratio_volume are the same field");
}

TEST(YtsaurusVectorTrees, ReadsTheTermsOfIntegralGuarantees) {
  const auto share = [](const std::string& terms) {
    const std::string text = answer(record(burst_example, R"("elapsed_seconds":60,)" + terms));
    return text.substr(text.find(R"("/A":)"), 9);
  };
  EXPECT_EQ(share(R"("smooth_seconds":120,)"), R"("/A":0.62)") << "30 seconds pay 0.25";
  EXPECT_EQ(share(R"("volume_saturation_seconds":270,)"), R"("/A":0.72)") << "27 seconds are all";
  const std::string relaxed =
      root_of(R"({"name":"A","integral_type":"relaxed","resource_flow":{"cpu":100},"volume":3600,
                  "children":[{"name":"op","demand":{"cpu":10000}}]},
                 {"name":"B","children":[{"name":"op","demand":{"cpu":10000}}]})");
  EXPECT_NE(answer(record(relaxed)).find(R"("/A":0.65,)"), std::string::npos);
  EXPECT_NE(answer(record(relaxed, R"("relaxed_multiplier":5,)")).find(R"("/A":0.75,)"),
            std::string::npos);
}

TEST(YtsaurusVectorTrees, RefusesWrongIntegralGuarantees) {
  for (const std::string field : {"resource_flow", "burst", "volume"}) {
    EXPECT_EQ(of_pool("\"" + field + "\":" + (field == "volume" ? "1" : R"({"cpu":1})")),
              "FS002 tree.children[0]." + field +
                  ": the integral_type is missing: burst, relaxed or none");
  }
  EXPECT_EQ(of_pool(R"("integral_type":"none","resource_flow":{"cpu":1})"), R"("outcome")");
  EXPECT_EQ(
      of_pool(R"("integral_type":"eager")"),
      "FS002 tree.children[0].integral_type: \"none\", \"burst\" or \"relaxed\" is expected here");
  EXPECT_EQ(of_pool(R"("integral_type":"burst","volume":-1)"),
            "FS011 tree.children[0].volume: the number of seconds is negative");
  EXPECT_EQ(of_pool(R"("integral_type":"burst","volume":1e300)"),
            "FS008 tree.children[0].volume: the number of seconds is not from 0 to 1.84467e+13");
  EXPECT_EQ(
      of_pool(R"("integral_type":"burst","burst":{"disk":1})"),
      "FS003 tree.children[0].burst: \"disk\" is not one of user_slots, cpu, gpu, memory, network");
  EXPECT_EQ(of_pool(R"("integral_type":"relaxed","burst":{"cpu":1})"),
            "FS402 tree.children[0].burst: a relaxed pool has no burst guarantee");
  EXPECT_EQ(of_pool(R"("integral_type":"relaxed","burst":{"cpu":0})"), R"("outcome")");
  EXPECT_EQ(refused(R"({"name":"root","integral_type":"burst"})"),
            "FS003 tree.integral_type: the root has no field \"integral_type\"; its fields: name, "
            "weight, strong_guarantee_resources, resource_limits, mode, "
            "enable_fair_share_truncation_in_fifo_pool, children");
  EXPECT_EQ(refused(root_of(R"({"name":"op","demand":{"cpu":1},"volume":1})")),
            "FS003 tree.children[0].volume: an operation has no field \"volume\"" +
                fields_of_an_operation);
  EXPECT_EQ(refused(example, R"("elapsed_seconds":-1,)"),
            "FS011 elapsed_seconds: the number of seconds is negative");
  EXPECT_EQ(refused(example, R"("smooth_seconds":0,)"),
            "FS008 smooth_seconds: the number of seconds is not from 1e-06 to 1.84467e+13");
  EXPECT_EQ(refused(example, R"("relaxed_multiplier":11,)"),
            "FS008 relaxed_multiplier: the multiplier is not from 1 to 10");
  EXPECT_EQ(refused(root_of(R"({"name":"op","usage":{"cpu":1},"volume":1})")),
            "FS003 tree.children[0].volume: an operation has no field \"volume\"" +
                fields_of_an_operation)
      << "what uses something is an operation";
  EXPECT_EQ(refused(root_of(R"({"name":"op","is_gang":true,"volume":1})")),
            "FS003 tree.children[0].volume: an operation has no field \"volume\"" +
                fields_of_an_operation);
  EXPECT_EQ(refused(example, R"("relaxed_multiplier":0.9,)"),
            "FS008 relaxed_multiplier: the multiplier is not from 1 to 10");
  EXPECT_EQ(refused(example, R"("elapsed_seconds":0,)"), R"("outcome")");
  EXPECT_EQ(refused(example, R"("volume_saturation_seconds":0,)"), R"("outcome")");
  EXPECT_EQ(refused(example, R"("smooth_seconds":1e-6,)"), R"("outcome")");
  EXPECT_EQ(refused(example, R"("relaxed_multiplier":1,)"), R"("outcome")");
  EXPECT_EQ(refused(example, R"("relaxed_multiplier":10,)"), R"("outcome")");
}

TEST(YtsaurusVectorTrees, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(refused(root_of(R"({"name":"A","wieght":1})")),
            "FS003 tree.children[0].wieght: a pool has no field \"wieght\"; its fields: name, "
            "weight, strong_guarantee_resources, resource_limits, mode, "
            "enable_fair_share_truncation_in_fifo_pool, integral_type, resource_flow, burst, "
            "volume, children");
  EXPECT_EQ(refused(example, R"("claimants":[],)"),
            "FS003 claimants: a record of a ytsaurus-2023 tree has no field \"claimants\"");
  EXPECT_EQ(
      refused(root_of(R"({"name":"op","demand":{"cpu":1},"mode":"fifo"})")),
      "FS003 tree.children[0].mode: an operation has no field \"mode\"" + fields_of_an_operation);
}

TEST(YtsaurusVectorTrees, RefusesMissingAndWrongParts) {
  const auto read = [](const std::string& text) {
    return answer(std::move(json::read(text).value));
  };
  EXPECT_EQ(read(R"({"tree":{}})"),
            "FS002 total_resource_limits: the total_resource_limits are missing");
  EXPECT_EQ(read(R"({"total_resource_limits":{"cpu":1}})"), "FS002 tree: the tree is missing");
  EXPECT_EQ(read(R"([])"), "FS002 : an object is expected here, not a list");
  const std::string no_name = "FS002 tree.children[0].name: a name without \"/\" is expected here";
  EXPECT_EQ(refused(root_of(R"({"demand":{"cpu":1}})")), no_name);
  EXPECT_EQ(refused(root_of(R"({"name":"a/b"})")), no_name);
  EXPECT_EQ(refused(root_of(R"({"name":""},{"name":""})")), no_name);
  EXPECT_EQ(refused(root_of("7")),
            "FS002 tree.children[0]: an object is expected here, not a number");
}

TEST(YtsaurusVectorTrees, RefusesNumbersThatDoNotFit) {
  EXPECT_EQ(of_pool(R"("weight":-1)"), "FS011 tree.children[0].weight: the weight is negative");
  const auto of_demand = [](const std::string& amounts) {
    return refused(root_of(R"({"name":"op","demand":{)" + amounts + "}}"));
  };
  const std::string demand = "FS008 tree.children[0].demand: the amount of ";
  EXPECT_EQ(of_demand(R"("cpu":-1)"),
            "FS011 tree.children[0].demand: the amount of \"cpu\" is negative");
  EXPECT_EQ(of_demand(R"("memory":1.5)"), demand + "\"memory\" is not whole, or too large");
  EXPECT_EQ(of_demand(R"("cpu":1e17)"), demand + "\"cpu\" is not whole, or too large");
  EXPECT_EQ(of_demand(R"("cpu":92233720368547758)"), demand + "\"cpu\" is not whole, or too large")
      << "2^63 hundredths";
  EXPECT_EQ(of_demand(R"("gpu":2147483647)"), R"("outcome")");
  EXPECT_EQ(of_demand(R"("gpu":2147483648)"), demand + "\"gpu\" is not whole, or too large");
  EXPECT_EQ(of_demand(R"("user_slots":2147483648)"), R"("outcome")")
      << "an amount of slots is an int64";
  EXPECT_EQ(of_pool(R"("strong_guarantee_resources":{"network":2147483648})"),
            "FS008 tree.children[0].strong_guarantee_resources: the amount of \"network\" is not "
            "whole, or too large")
      << "a guarantee of network is an int32";
  EXPECT_EQ(of_pool(R"("resource_limits":{"network":2147483648})"), R"("outcome")")
      << "a limit is not";
  EXPECT_EQ(of_pool(R"("integral_type":"relaxed","resource_flow":{"user_slots":2147483648})"),
            "FS008 tree.children[0].resource_flow: the amount of \"user_slots\" is not whole, or "
            "too large");
  const std::string large =
      R"({"total_resource_limits":{"user_slots":2147483648},"tree":{"name":"root"}})";
  EXPECT_EQ(answer(json::read(large).value), R"("outcome":"shares","shares":{"/":0})");
  EXPECT_EQ(of_demand(R"("memory":1,"user_memory":1)"),
            "FS004 tree.children[0].demand: memory and user_memory are the same resource");
}

TEST(YtsaurusVectorTrees, RefusesWhatIsNoTree) {
  EXPECT_EQ(refused(root_of(R"({"name":"op","demand":{"cpu":1},"children":[]})")),
            "FS401 tree.children[0].children: an operation has no children");
  EXPECT_EQ(refused(R"({"name":"root","demand":{"cpu":1}})"),
            "FS401 tree: the root is a pool, not an operation");
  EXPECT_EQ(refused(root_of(R"({"name":"A"},{"name":"B"},{"name":"A"})")),
            "FS004 tree.children[2]: duplicate name: an earlier node has it");
  EXPECT_EQ(refused(R"({"name":"root","mode":"fifo","children":[{"name":"A"}]})"),
            "FS402 tree.children[0]: a fifo pool can contain only operations, not pools");
}

TEST(YtsaurusVectorTrees, RefusesMoreElementsThanItTakesOn) {
  std::string children;
  for (int i = 0; i < 10'000; ++i) {
    children += (i > 0 ? "," : "") + (R"({"name":")" + std::to_string(i) + R"("})");
  }
  EXPECT_EQ(refused(root_of(children)),
            "FS005 tree.children[9999]: the tree has more than 10000 elements, or their paths are "
            "longer than 268435456 bytes");
}

TEST(YtsaurusVectorTrees, RefusesDepthsThatAddUpToMoreThanItTakesOn) {
  // So many operations below a chain of so many pools, including the root.
  const auto deep = [](std::size_t pools, std::size_t operations) {
    std::string list;
    for (std::size_t i = 0; i < operations; ++i) {
      list +=
          (i > 0 ? "," : "") + (R"({"name":")" + std::to_string(i)) + R"(","demand":{"cpu":1}})";
    }
    std::string tree = root_of(list);
    for (std::size_t i = 1; i < pools; ++i) tree = root_of(tree);
    return tree;
  };
  EXPECT_EQ(refused(deep(100, 1001)),
            "FS005 tree: the depths of the operations add up to more than 100000");
}

TEST(YtsaurusVectorTrees, PassesOverWhatRecordingsTell) {
  EXPECT_EQ(refused(example, R"("category":"seed","expected":{"errors":0},)"), R"("outcome")");
}

// Cases.

TEST(YtsaurusVectorTrees, MakesACaseOfEveryPoolAboveItsGuarantees) {
  const auto made =
      cases(record(example, R"("shares":{"/A":0.7,"/B":0.3,"/A/op":0.7,"/B/op":0.3},)"));
  ASSERT_EQ(made.size(), 3U);
  EXPECT_EQ(made[0].title, " (base rule)");
  EXPECT_EQ(made[0].notes, Texts{"the base rule: guarantees are paid first, and what is left is "
                                 "divided by weight"});
  EXPECT_EQ(made[1].title, "/A (base rule)");
  EXPECT_EQ(made[0].rule, Rule::base);
  EXPECT_EQ(made[0].names.min_share, "guarantee");
  EXPECT_EQ(made[0].names.max_share, "what it can use");
  EXPECT_EQ(made[0].problem.total, Rational(1, 5));
  const Rational precision(1, 1'000'000'000);
  ASSERT_TRUE(made[0].total);
  EXPECT_EQ(made[0].total->low, Rational(1, 5) - precision);
  EXPECT_EQ(made[0].total->high, Rational(1, 5) + precision);
  EXPECT_EQ(made[0].problem.claimants[0], (Claimant<Rational>{1, 0, Rational(2, 5)}));
  EXPECT_EQ(made[0].labels[1].name, "B");
  EXPECT_EQ(made[0].labels[1].field, "shares./B");
  EXPECT_EQ(made[0].labels[0].paid, Rational(3, 5));
  EXPECT_EQ(made[0].reported[0].value, exact::from_double(0.7) - Rational(3, 5));
  EXPECT_EQ(made[0].reported[0].text, "0.7") << "what was written is the whole share";
  ASSERT_TRUE(made[0].comparison.has_value());
  EXPECT_TRUE(made[0].comparison->matches);
  EXPECT_EQ(*made[0].comparison->shares, (Texts{"0.7", "0.3"})) << "whole shares as well";
  EXPECT_EQ(made[0].comparison->resolution, Rational(1, 1'000'000'000));
  for (const Case& one : made) EXPECT_EQ(judge(one).judgement, Judgement::fair) << one.title;
}

// The fair shares are 2/3, 4/15 and 1/15. The parts above the guarantees have more digits than were
// written, so the rounding is that of the whole shares.
TEST(YtsaurusVectorTrees, RoundsTheSharesThatWereWrittenAndNotWhatIsLeftOfThem) {
  const json::Value value = record(root_of(R"(
      {"name":"A","strong_guarantee_resources":{"cpu":600},
       "children":[{"name":"op","demand":{"cpu":10000}}]},
      {"name":"B","strong_guarantee_resources":{"cpu":200},
       "children":[{"name":"op","demand":{"cpu":10000}}]},
      {"name":"C","children":[{"name":"op","demand":{"cpu":10000}}]})"),
                                   R"("shares":{"/A":0.67,"/B":0.27,"/C":0.07,
      "/A/op":0.67,"/B/op":0.27,"/C/op":0.07},)");
  const auto written = cases(value, {.rounding = Rounding::written});
  ASSERT_EQ(written.size(), 4U);
  EXPECT_EQ(written[0].reported[2].text, "0.07");
  EXPECT_EQ(written[0].reported[1].text, "0.27");
  EXPECT_EQ(written[0].reported[1].value, Rational(7, 100));
  EXPECT_EQ(written[0].reported[1].interval.low, Rational(65, 1000));
  EXPECT_EQ(written[0].reported[1].interval.high, Rational(75, 1000));
  for (const Case& one : written) {
    const Verdict verdict = judge(one);
    EXPECT_EQ(verdict.judgement, Judgement::fair) << verdict_text(verdict);
  }
  EXPECT_EQ(judge(cases(value)[0]).judgement, Judgement::unfair) << "as doubles they are not fair";
}

TEST(YtsaurusVectorTrees, JudgesTheDocumentedSharesUnfair) {
  const auto made =
      cases(record(example, R"("shares":{"/":1,"/A":0.6,"/B":0.4,"/A/op":0.6,"/B/op":0.4},)"));
  ASSERT_EQ(made.size(), 4U);
  EXPECT_EQ(made[0].title, " (the root's share)");
  EXPECT_EQ(judge(made[0]).judgement, Judgement::fair);
  const Verdict verdict = judge(made[1]);
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  ASSERT_FALSE(verdict.findings.empty());
  EXPECT_EQ(verdict.findings[0].code, "FS204") << verdict_text(verdict);
  EXPECT_FALSE(made[1].comparison->matches);
  EXPECT_EQ(judge(made[2]).judgement, Judgement::fair) << "A divides its 0.6 all right";
}

TEST(YtsaurusVectorTrees, JudgesByStrongAndIntegralGuarantees) {
  const auto first_pool = [](const std::string& a, const std::string& b) {
    return cases(record(burst_example, R"("elapsed_seconds":60,"shares":{"/A":)" + a +
                                           R"(,"/A/op":)" + a + R"(,"/B":)" + b + R"(,"/B/op":)" +
                                           b + "},"))
        .at(0);
  };
  const Case right = first_pool("0.75", "0.25");
  EXPECT_EQ(right.rule, Rule::base);
  EXPECT_EQ(right.labels[0].paid, Rational(1, 2));
  EXPECT_EQ(right.problem.total, Rational(1, 2));
  EXPECT_EQ(judge(right).judgement, Judgement::fair);
  EXPECT_TRUE(right.comparison->matches);
  const Case wrong = first_pool("0.5", "0.5");
  EXPECT_EQ(judge(wrong).judgement, Judgement::unfair) << "the integral guarantee is ignored";
  EXPECT_FALSE(wrong.comparison->matches);
}

TEST(YtsaurusVectorTrees, JudgesNestedIntegralPoolsByWhatIsComputed) {
  const std::string tree = root_of(R"({"name":"A","integral_type":"burst","burst":{"cpu":500},
      "volume":3600,"children":[{"name":"X","integral_type":"burst","burst":{"cpu":300},
        "volume":3600,"children":[{"name":"op","demand":{"cpu":10000}}]}]},
      {"name":"op","demand":{"cpu":10000}})");
  const auto made =
      cases(record(tree, R"("shares":{"/A":0.75,"/A/X":0.75,"/A/X/op":0.75,"/op":0.25},)"));
  EXPECT_EQ(made.at(0).rule, Rule::computed);
  EXPECT_EQ(judge(made[0]).judgement, Judgement::fair);
  EXPECT_EQ(made[0].notes, Texts{"this scheduler's rule has no exact form for an integral pool "
                                 "below another: judged by what the release computes"});
  EXPECT_EQ(answer(record(tree), {.fair = true}),
            "FS018 tree: this scheduler's rule has no exact form for an integral pool below "
            "another");
  const auto with_root =
      cases(record(tree, R"("shares":{"/":1,"/A":0.75,"/A/X":0.75,"/A/X/op":0.75,"/op":0.25},)"));
  EXPECT_EQ(with_root.at(0).title, " (the root's share)");
  EXPECT_EQ(with_root[0].rule, Rule::computed);
}

TEST(YtsaurusVectorTrees, JudgesARootThatSaysAnotherShare) {
  const auto made =
      cases(record(example, R"("shares":{"/":0.5,"/A":0.7,"/B":0.3,"/A/op":0.7,"/B/op":0.3},)"));
  EXPECT_EQ(judge(made[0]).judgement, Judgement::unfair);
}

TEST(YtsaurusVectorTrees, JudgesAPoolByWhatItReportsForItself) {
  const auto made =
      cases(record(example, R"("shares":{"/A":0.7,"/B":0.3,"/A/op":0.5,"/B/op":0.3},)"));
  EXPECT_EQ(judge(made[1]).judgement, Judgement::unfair);
  EXPECT_EQ(judge(made[1]).findings[0].code, "FS101") << "0.2 of it are missing";
}

TEST(YtsaurusVectorTrees, FindsAPoolThatHasLessThanItsChildrensGuarantees) {
  const auto made =
      cases(record(root_of(R"({"name":"A","strong_guarantee_resources":{"cpu":600},"children":[
                   {"name":"X","strong_guarantee_resources":{"cpu":600},
                    "children":[{"name":"op","demand":{"cpu":10000}}]}]},
                 {"name":"op","demand":{"cpu":10000}})"),
                   R"("shares":{"/A":0.5,"/A/X":0.5,"/A/X/op":0.5,"/op":0.5},)"));
  ASSERT_EQ(made.size(), 3U);
  EXPECT_EQ(judge(made[0]).judgement, Judgement::unfair);
  EXPECT_EQ(judge(made[1]).judgement, Judgement::unfair);
  EXPECT_EQ(judge(made[1]).findings[0].code, "FS012");
  EXPECT_EQ(made[1].labels[0].paid, 0) << "nothing is paid that is not there";
  EXPECT_EQ(made[1].notes, Texts{"the base rule: guarantees are paid first, and they exceed the "
                                 "pool's share"});
  EXPECT_EQ(made[1].problem.claimants[0].max_share, Rational(1));
  EXPECT_EQ(made[1].problem.claimants[0].min_share, Rational(3, 5));
}

// 1e-10 less than 0.6 is 0.6 to the release.
TEST(YtsaurusVectorTrees, TakesWhatAPoolLacksWithinThePrecisionForNothing) {
  const auto guaranteed =
      cases(record(root_of(R"({"name":"A","strong_guarantee_resources":{"cpu":600},"children":[
                   {"name":"X","strong_guarantee_resources":{"cpu":600},
                    "children":[{"name":"op","demand":{"cpu":600}}]}]},
                 {"name":"op","demand":{"cpu":10000}})"),
                   R"("shares":{"/A":0.5999999999,"/A/X":0.5999999999,"/A/X/op":0.6,"/op":0.4},)"));
  ASSERT_EQ(guaranteed.size(), 3U);
  EXPECT_EQ(guaranteed[1].title, "/A (base rule)");
  EXPECT_EQ(guaranteed[1].labels[0].paid, Rational(3, 5));
  EXPECT_EQ(guaranteed[1].problem.total, 0);
  EXPECT_EQ(judge(guaranteed[1]).judgement, Judgement::fair);
  // At weight 0 x takes no more than its guarantee of 0, so y's 0.5 is all that can be claimed.
  const auto claimed =
      cases(record(root_of(R"({"name":"A","children":[{"name":"x","weight":0,"demand":{"cpu":500}},
                                                {"name":"y","demand":{"cpu":500}}]})"),
                   R"("shares":{"/A":0.5000000005,"/A/x":0,"/A/y":0.5},)"));
  ASSERT_EQ(claimed.size(), 2U);
  EXPECT_EQ(claimed[1].problem.total, Rational(1, 2));
  EXPECT_EQ(judge(claimed[1]).judgement, Judgement::fair);
}

TEST(YtsaurusVectorTrees, JudgesFifoPoolsByTheirTurns) {
  const std::string tree = R"({"name":"root","mode":"fifo","children":[
      {"name":"x","demand":{"cpu":700}},{"name":"y","weight":2,"demand":{"cpu":700}}]})";
  const auto fair = cases(record(tree, R"("shares":{"/x":0.3,"/y":0.7},)"));
  ASSERT_EQ(fair.size(), 1U);
  EXPECT_EQ(fair[0].title, " (fifo)");
  EXPECT_EQ(fair[0].notes, Texts{"children are served one after the other, the heaviest first"});
  EXPECT_EQ(fair[0].rule, Rule::fifo);
  EXPECT_EQ(judge(fair[0]).judgement, Judgement::fair);
  const auto swapped = cases(record(tree, R"("shares":{"/x":0.7,"/y":0.3},)"));
  EXPECT_EQ(judge(swapped[0]).judgement, Judgement::unfair);
}

json::Value two_resources(const std::string& shares) {
  return json::read(R"({"total_resource_limits":{"cpu":1000,"memory":1000},"tree":{"children":[
      {"name":"x","demand":{"cpu":1000,"memory":3000}},
      {"name":"y","demand":{"cpu":3000,"memory":1000}}]},"shares":)" +
                    shares + "}")
      .value;
}

TEST(YtsaurusVectorTrees, HasOnlyEmulationForSeveralResources) {
  EXPECT_EQ(answer(two_resources("{}"), {.fair = true}),
            "FS018 total_resource_limits: this scheduler's rule has no exact form for more than "
            "one resource");
  const auto made = cases(two_resources(R"({"/x":0.75,"/y":0.75})"));
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].title, " (emulation only)");
  EXPECT_EQ(made[0].rule, Rule::computed);
  EXPECT_EQ(judge(made[0]).judgement, Judgement::fair);
  EXPECT_EQ(judge(cases(two_resources(R"({"/x":0.5,"/y":0.75})"))[0]).judgement, Judgement::unfair);
}

TEST(YtsaurusVectorTrees, SaysThatTheReleaseStopsAndJudgesAllTheSame) {
  const auto made = cases(record(root_of(R"({"name":"x","weight":0,"demand":{"cpu":500}},
                                            {"name":"y","demand":{"cpu":500}})"),
                                 R"("shares":{"/x":0,"/y":0.5},)"));
  ASSERT_EQ(made.size(), 1U);
  EXPECT_FALSE(made[0].comparison->shares.has_value());
  EXPECT_EQ(made[0].comparison->fault, "its assertion fails at /x: segment bounds are in order");
  EXPECT_EQ(judge(made[0]).judgement, Judgement::fair);
}

TEST(YtsaurusVectorTrees, CannotJudgeSeveralResourcesWhereTheReleaseStops) {
  // Weight 0 stops it, and for two resources there is no exact form to judge by.
  json::Reading reading = json::read(R"({"total_resource_limits":{"cpu":1000,"memory":1000},
      "tree":{"name":"root","children":[{"name":"x","weight":0,"demand":{"cpu":500}},
      {"name":"y","demand":{"memory":500}}]},"shares":{"/x":0,"/y":0.5}})");
  ASSERT_FALSE(reading.error.has_value());
  EXPECT_EQ(refused_cases(reading.value),
            "FS018 total_resource_limits: there is more than one resource, and the release stops "
            "at this input");
}

TEST(YtsaurusVectorTrees, RefusesSharesThatFitNoElement) {
  const auto with = [](const std::string& shares) {
    return refused_cases(record(example, "\"shares\":" + shares + ","));
  };
  EXPECT_EQ(refused_cases(record(example)), "FS104 shares./A: no share is reported for it");
  EXPECT_EQ(with(R"({"/A":0.7,"/B":0.3,"/A/op":0.7})"),
            "FS104 shares./B/op: no share is reported for it");
  EXPECT_EQ(with(R"({"/A":0.7,"/C":0.3})"), "FS105 shares: no node has this path: \"/C\"");
  EXPECT_EQ(with(R"({"/A":-0.7})"), "FS011 shares: the share of \"/A\" is negative");
  EXPECT_EQ(with(R"([0.7])"),
            "FS002 shares: an object of shares by path is expected here, not a list");
  EXPECT_EQ(with(R"({"/A":"x"})"), "FS006 shares: \"x\" is neither a number nor p/q");
}

TEST(YtsaurusVectorTrees, TakesAFractionForADoubleOnlyWhereItIsOne) {
  const json::Value value =
      record(example, R"("shares":{"/A":"1/3","/B":0.3,"/A/op":"1/3","/B/op":0.3},)");
  EXPECT_EQ(refused_cases(value).substr(0, 15), "FS015 shares./A");
  EXPECT_EQ(refused_cases(value, {.rounding = Rounding::exact}), "none");
}

TEST(YtsaurusVectorTrees, JudgesARootWithoutChildrenByItsOwnShare) {
  EXPECT_EQ(refused_cases(record(R"({"name":"root"})")),
            "FS104 shares./: no share is reported for it");
  const auto made = cases(record(R"({"name":"root"})", R"("shares":{"/":0},)"));
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(judge(made[0]).judgement, Judgement::fair);
}

}  // namespace
}  // namespace fairshare::formats
