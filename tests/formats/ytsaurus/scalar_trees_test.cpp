#include "formats/ytsaurus/scalar_trees.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "formats/verdict/division.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using schedulers::ytsaurus::scalar::Era;

json::Value parsed(const std::string& text) {
  auto value = json::parse(text);
  if (auto* error = std::get_if<InputError>(&value)) {
    ADD_FAILURE() << describe(*error) << "\n" << text;
    return {};
  }
  return std::get<json::Value>(std::move(value));
}

std::string answer(const std::string& record, Era era = Era::v2019, TreeOptions question = {}) {
  std::string text;
  json::Writer writer(text);
  const auto error = answer_ytsaurus_scalar(parsed(record), era, question, writer);
  if (!error) return text;
  EXPECT_EQ(text, "");
  return error->code + " " + error->field + " (" + error->claimant + "): " + error->message;
}

// A record of the root with these children.
std::string tree(const std::string& children, const std::string& more = "") {
  return R"({"id":"a","scheduler":"ytsaurus-2019","tree":{"name":"root","children":[)" + children +
         "]}" + more + "}";
}

const std::string halves = R"({"name":"A","children":[{"name":"op","demand_ratio":2}]},)"
                           R"({"name":"B","demand_ratio":"1/2"})";

// The middle of the last bracket, [1/2 - 2^-52, 1/2]. At the root nothing scales it up.
const std::string computed_halves =
    R"({"/":1,"/A":0.4999999999999999,"/A/op":0.4999999999999999,"/B":0.4999999999999999})";

TEST(YtsaurusTrees, AnswersWithTheShareOfEveryPath) {
  EXPECT_EQ(answer(tree(halves)), R"("outcome":"shares","shares":)" + computed_halves);
}

TEST(YtsaurusTrees, DetailsAreEverythingThatTheReleaseComputes) {
  EXPECT_EQ(answer(tree(R"({"name":"op","demand_ratio":0.25})"), Era::v2018, {.details = true}),
            R"("outcome":"shares","shares":{"/":1,"/op":0.25},"details":{)"
            R"("/":{"fair_share_ratio":1,"recursive_min_share_ratio":1,)"
            R"("adjusted_min_share_ratio":1,"guaranteed_resources_ratio":1,)"
            R"("max_possible_usage_ratio":0.25,"best_allocation_ratio":1,"demand_ratio":0.25,)"
            R"("usage_ratio":0,"satisfaction_ratio":-1,"status":"below_min_share"},)"
            R"("/op":{"fair_share_ratio":0.25,"recursive_min_share_ratio":0,)"
            R"("adjusted_min_share_ratio":0,"guaranteed_resources_ratio":1,)"
            R"("max_possible_usage_ratio":0.25,"best_allocation_ratio":1,"demand_ratio":0.25,)"
            R"("usage_ratio":0,"satisfaction_ratio":0,"status":"below_fair_share"}},"alerts":0)");
}

TEST(YtsaurusTrees, TheLargestDoubleIsNull) {
  const std::string text =
      answer(tree(R"({"name":"A","children":[]})"), Era::v2019, {.details = true});
  EXPECT_NE(text.find(R"("/A":{"fair_share_ratio":0,)"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("satisfaction_ratio":null,"status":"normal"})"), std::string::npos)
      << text;
}

TEST(YtsaurusTrees, FairIsTheRuleInExactNumbers) {
  const std::string three = R"({"name":"a","demand_ratio":1},{"name":"b","demand_ratio":1},)"
                            R"({"name":"c","demand_ratio":1})";
  EXPECT_EQ(answer(tree(three), Era::v2019, {.fair = true}),
            R"("outcome":"allocation","shares":{"/":"1","/a":"1/3","/b":"1/3","/c":"1/3"})");
  const std::string idle = tree(R"({"name":"a","demand_ratio":0.25})");
  EXPECT_EQ(answer(idle, Era::v2018, {.fair = true, .details = true}),
            R"("outcome":"allocation","shares":{"/":"1","/a":"1/4"},)"
            R"("notes":{"/":"the maximums add up to 0.25 of 1"})");
}

TEST(YtsaurusTrees, AFifoPoolHasAnOrder) {
  const std::string record =
      R"({"tree":{"name":"r","mode":"fifo","fifo_sort_parameters":["pending_job_count"],)"
      R"("children":[{"name":"a","demand_ratio":1,"pending_job_count":2,"start_time":1.5},)"
      R"({"name":"b","demand_ratio":0.5,"pending_job_count":1}]}})";
  EXPECT_EQ(answer(record), R"("outcome":"shares","shares":{"/":1,"/a":0.5,"/b":0.5})");
  const std::string details = answer(record, Era::v2019, {.details = true});
  EXPECT_NE(details.find(R"("status":"below_fair_share","fifo_index":0}},)"), std::string::npos)
      << details;
  EXPECT_EQ(answer(R"({"tree":{"name":"r","mode":"fifo","children":[{"name":"a","demand_ratio":1},)"
                   R"({"name":"b","demand_ratio":0.75,"start_time":-1}]}})"),
            R"("outcome":"shares","shares":{"/":1,"/a":0.25,"/b":0.75})")
      << "before all times";
}

TEST(YtsaurusTrees, WithAClusterAmountsAreRead) {
  const std::string record = tree(
      R"({"name":"a","demand":{"cpu":5,"user_memory":20},"memory_per_job":30,"max_share_ratio":1},)"
      R"({"name":"b","demand":{"cpu":10.5},"usage":{"cpu":2},"resource_limits":{"cpu":4}})",
      R"(,"total_resource_limits":{"cpu":20,"memory":100},"node_types":[{"memory":50,"count":2}])");
  EXPECT_EQ(answer(record), R"("outcome":"shares","shares":{"/":0.45,"/a":0.25,"/b":0.2})");
  const std::string details = answer(record, Era::v2019, {.details = true});
  EXPECT_NE(details.find(R"("dominant_resource":"cpu"}})"), std::string::npos) << details;
}

TEST(YtsaurusTrees, EveryErrorHasItsCodeAndPlace) {
  const auto expect = [](const std::string& record, const std::string& error) {
    EXPECT_EQ(answer(record), error);
  };
  const auto of_child = [&](const std::string& child, const std::string& code,
                            const std::string& error) {
    expect(tree(child), code + " tree.children[0]" + error);
  };
  expect("[]", "FS002  (): an object is expected here, not a list");
  expect(R"({"id":"a"})", "FS002 tree (): the field is missing");
  expect(R"({"tree":7})", "FS002 tree (): an object is expected here, not a number");
  of_child("7", "FS002", " (): an object is expected here, not a number");
  const std::string no_name = "): a name without a slash is expected";
  of_child(R"({"demand_ratio":1})", "FS002", ".name (" + no_name);
  of_child(R"({"name":"a/b","demand_ratio":1})", "FS002", ".name (a/b" + no_name);
  of_child(R"({"name":"","demand_ratio":1})", "FS002", ".name (" + no_name);
  of_child(R"({"name":"a"})", "FS002",
           " (a): an operation needs demand_ratio; a pool needs \"children\", which may be empty");
  of_child(R"({"name":"a","children":[],"mode":"lifo"})", "FS002",
           R"(.mode (a): "fair_share" or "fifo" is expected here)");
  for (const std::string parameters : {R"(["size"])", R"(["weight",7])"}) {
    of_child(R"({"name":"a","children":[],"fifo_sort_parameters":)" + parameters + "}", "FS002",
             ".fifo_sort_parameters (a): a list of \"weight\", \"start_time\" and "
             "\"pending_job_count\" is expected");
  }
  of_child(R"({"name":"a","demand_ratio":1,"wieght":2})", "FS003",
           R"(.wieght (a): an element of a pool tree has no field "wieght"; its fields: name, )"
           "children, weight, min_share_ratio, max_share_ratio, fair_share_starvation_tolerance, "
           "min_share_resources_ratio, resource_limit_ratio, start_time, pending_job_count, "
           "demand_ratio, usage_ratio, best_allocation_ratio");
  expect(tree("", R"(,"wieght":2)"),
         R"(FS003 wieght (): a record of ytsaurus-2019 has no field "wieght")");
  expect(tree("", R"(,"node_types":[])"),
         "FS003 node_types (): node_types need total_resource_limits");
  expect(
      tree("", R"(,"total_resource_limits":{},"node_types":[{"memory":1},{"cores":1}])"),
      R"(FS003 node_types[1].cores (): a type of nodes has no field "cores"; its fields: memory, count)");
  expect(tree(halves + "," + halves), R"(FS004 tree.children (root): duplicate name "A")");
  of_child(R"({"name":"a","demand_ratio":1e999})", "FS008",
           ".demand_ratio (a): the number exceeds the largest double");
  for (const std::string field :
       {"weight", "min_share_ratio", "max_share_ratio", "fair_share_starvation_tolerance",
        "min_share_resources_ratio", "resource_limit_ratio", "demand_ratio", "usage_ratio",
        "best_allocation_ratio", "pending_job_count"}) {
    const std::string more = field == "demand_ratio" ? "" : R"("demand_ratio":1,)";
    of_child(R"({"name":"a",)" + more + "\"" + field + "\":-1}", "FS011",
             "." + field + " (a): the number is negative");
  }
  of_child(R"({"name":"a","children":[],"fair_share_starvation_tolerance_limit":-1})", "FS011",
           ".fair_share_starvation_tolerance_limit (a): the number is negative");
  for (const std::string field : {"demand_ratio", "usage_ratio", "best_allocation_ratio",
                                  "start_time", "pending_job_count"}) {
    of_child(
        R"({"name":"a","children":[],")" + field + "\":1}", "FS401",
        ".children (a): " + field + " makes this an operation, and operations have no children");
  }
  for (const std::string field : {"demand", "usage", "memory_per_job"}) {
    expect(
        tree(R"({"name":"a","children":[],")" + field + "\":1}", R"(,"total_resource_limits":{})"),
        "FS401 tree.children[0].children (a): " + field +
            " makes this an operation, and operations have no children");
  }
  expect(R"({"tree":{"name":"r","mode":"fifo","children":[{"name":"a","children":[]}]}})",
         R"(FS402 tree.children (r): the pool "a" is in a fifo pool, which can contain only )"
         "operations");
}

// If the cluster is the least double, 1 cpu is a larger multiple of it than a double can hold.
const std::string boundless =
    tree(R"({"name":"a","demand":{"cpu":1},"min_share_resources":{"cpu":1}})",
         R"(,"total_resource_limits":{"cpu":5e-324},"shares":{"/":1,"/a":1})");

TEST(YtsaurusTrees, HasNoExactAnswerToInvalidNumbers) {
  const std::string error = answer(boundless, Era::v2019, {.fair = true});
  EXPECT_EQ(error,
            "FS011 min_share_resources_ratio (/a): min_share_resources_ratio is negative or "
            "not finite, so there is no exact answer");
}

TEST(YtsaurusTrees, AFieldOfAnotherEraSaysWhoseItIs) {
  using Fields = std::vector<std::pair<std::string, std::string>>;
  for (const auto& [name, instead] : Fields{{"strong_guarantee_resources", "min_share_resources"},
                                            {"strong_guarantee_share", "min_share_ratio"},
                                            {"demand_share", "demand_ratio"},
                                            {"usage_share", "usage_ratio"},
                                            {"limits_share", "resource_limit_ratio"},
                                            {"best_allocation_share", "best_allocation_ratio"}}) {
    EXPECT_EQ(answer(tree(R"({"name":"a","children":[],")" + name + "\":{}}")),
              "FS003 tree.children[0]." + name + " (a): " + name +
                  " is a field of ytsaurus-2023; ytsaurus-2019 has " + instead + " in its place");
  }
  for (const std::string name :
       {"effective_strong_guarantee_resources", "integral_guarantees", "detailed_fair_share",
        "promised_fair_share", "estimated_guarantee_share", "proposed_integral_share"}) {
    EXPECT_EQ(answer(tree(R"({"name":"a","children":[],")" + name + "\":{}}"), Era::v2018),
              "FS003 tree.children[0]." + name + " (a): " + name +
                  " is a field of ytsaurus-2023; ytsaurus-2018 has no such field");
  }
}

TEST(YtsaurusTrees, AFieldOfTheOtherFormSaysWhatIsMeant) {
  using Fields = std::vector<std::pair<std::string, std::string>>;
  for (const auto& [of_ratios, of_amounts] :
       Fields{{"demand_ratio", "demand"},
              {"usage_ratio", "usage"},
              {"best_allocation_ratio", "memory_per_job"},
              {"min_share_resources_ratio", "min_share_resources"},
              {"resource_limit_ratio", "resource_limits"}}) {
    EXPECT_EQ(answer(tree(R"({"name":"a",")" + of_amounts + "\":{}}")),
              "FS003 tree.children[0]." + of_amounts + " (a): without total_resource_limits, use " +
                  of_ratios + " in place of " + of_amounts);
    EXPECT_EQ(
        answer(tree(R"({"name":"a",")" + of_ratios + "\":1}", R"(,"total_resource_limits":{})")),
        "FS003 tree.children[0]." + of_ratios + " (a): with total_resource_limits, use " +
            of_amounts + " in place of " + of_ratios);
  }
}

TEST(YtsaurusTrees, AmountsHaveTheirErrors) {
  const auto error_of = [](const std::string& amounts) {
    const std::string text = answer(tree("", R"(,"total_resource_limits":)" + amounts));
    return text.starts_with("FS") ? text : "none";
  };
  EXPECT_EQ(error_of(R"({"disk":1})"),
            "FS003 total_resource_limits (): \"disk\" is not one of user_slots, cpu, gpu, memory, "
            "network");
  EXPECT_EQ(error_of(R"({"memory":1,"user_memory":1})"),
            "FS004 total_resource_limits (): memory and user_memory are the same resource");
  EXPECT_EQ(error_of(R"({"memory":1.5})"),
            "FS008 total_resource_limits (): the amount of \"memory\" is not whole");
  EXPECT_EQ(error_of(R"({"cpu":-1})"),
            "FS011 total_resource_limits (): the amount of \"cpu\" is negative");
  EXPECT_EQ(error_of(R"({"cpu":1.5})"), "none");
}

TEST(YtsaurusTrees, DeepTreesAreRead) {
  std::string record;
  for (int depth = 0; depth < 120; ++depth) record += R"({"name":"p","children":[)";
  record += R"({"name":"op","demand_ratio":0.5})";
  for (int depth = 0; depth < 120; ++depth) record += "]}";
  const std::string text = answer(R"({"tree":)" + record + "}", Era::v2019, {.fair = true});
  EXPECT_EQ(text.substr(0, 50), R"("outcome":"allocation","shares":{"/":"1/2","/p":"1)");
}

// Every path repeats the names above it.
TEST(YtsaurusTrees, PathsThatAreTooLongTogetherAreRefused) {
  std::string operations;
  for (int i = 0; i < 300; ++i) {
    operations +=
        (i > 0 ? "," : "") + (R"({"demand_ratio":1,"name":")" + std::to_string(i) + "\"}");
  }
  const std::string name(std::size_t{1} << 20, 'n');
  const std::string record = tree(R"({"name":")" + name + R"(","children":[)" + operations + "]}");
  EXPECT_EQ(answer(record).substr(0, 5), "FS005");
}

std::variant<std::vector<Case>, InputError> try_cases(const std::string& record,
                                                      const Tolerance& tolerance) {
  auto made = divisions_of_ytsaurus_scalar(parsed(record), Era::v2019);
  if (auto* error = std::get_if<InputError>(&made)) return std::move(*error);
  return cases_of(std::get<std::vector<Division>>(std::move(made)), tolerance, {});
}

std::vector<Case> cases(const std::string& record, const Tolerance& tolerance = {}) {
  auto made = try_cases(record, tolerance);
  if (const auto* error = std::get_if<InputError>(&made)) {
    ADD_FAILURE() << describe(*error);
    return {};
  }
  return std::get<std::vector<Case>>(std::move(made));
}

std::string case_error(const std::string& record, const Tolerance& tolerance = {}) {
  const auto made = try_cases(record, tolerance);
  const auto* error = std::get_if<InputError>(&made);
  return error == nullptr ? "" : error->code + " (" + error->claimant + "): " + error->message;
}

TEST(YtsaurusTrees, EveryPoolWithChildrenIsACase) {
  const auto made = cases(tree(halves, R"(,"shares":{"/":1,"/A":0.5,"/A/op":0.5,"/B":0.5})"));
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[0].title, "");
  EXPECT_EQ(made[0].names.min_share, "min_share_ratio");
  EXPECT_EQ(made[0].names.max_share, "what it can use");
  EXPECT_EQ(made[0].problem.total, 1);
  EXPECT_EQ(made[0].problem.claimants[1].max_share, Rational(1, 2));
  EXPECT_EQ(made[0].labels[1].name, "B");
  EXPECT_EQ(made[0].labels[1].field, "shares");
  EXPECT_EQ(made[1].title, "/A");
  EXPECT_EQ(made[1].problem.total, Rational(1, 2));
  ASSERT_TRUE(made[1].total);
  EXPECT_LT(made[1].total->low, Rational(1, 2));
  for (const Case& one : made) {
    EXPECT_EQ(judge(one).judgement, Judgement::fair);
    ASSERT_TRUE(one.comparison);
    EXPECT_FALSE(one.comparison->matches);  // fairer than the release
    EXPECT_EQ(one.comparison->scheduler, "ytsaurus-2019");
    EXPECT_EQ(one.comparison->shares->front(), "0.4999999999999999");
  }
}

TEST(YtsaurusTrees, WhatTheReleaseComputesMatches) {
  for (const Case& one : cases(tree(halves, ",\"shares\":" + computed_halves))) {
    ASSERT_TRUE(one.comparison);
    EXPECT_TRUE(one.comparison->matches);
    EXPECT_EQ(judge(one).judgement, Judgement::fair);  // to within the resolution
  }
}

TEST(YtsaurusTrees, AnUnfairShareIsFoundAndIsNotTheModels) {
  const auto made = cases(tree(halves, R"(,"shares":{"/":1,"/A":0.75,"/A/op":0.75,"/B":0.25})"));
  ASSERT_EQ(made.size(), 2U);
  EXPECT_FALSE(made[0].comparison->matches);
  EXPECT_EQ(judge(made[0]).judgement, Judgement::unfair);
  EXPECT_EQ(judge(made[1]).judgement, Judgement::fair);  // all of what A has is its operation's
}

TEST(YtsaurusTrees, TheRootDividesAllThereIsWhateverItReports) {
  const auto made = cases(tree(halves, R"(,"shares":{"/":0.5,"/A":0.25,"/A/op":0.25,"/B":0.25})"));
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[0].problem.total, 1);
  EXPECT_FALSE(made[0].total);
  ASSERT_EQ(made[0].notes.size(), 1U);
  EXPECT_EQ(made[0].notes[0], "The root reports 0.5 for itself; this release computes 1.");
  EXPECT_EQ(judge(made[0]).judgement, Judgement::unfair);
}

TEST(YtsaurusTrees, ARootThatReportsAnotherShareIsNotWhatTheReleaseComputes) {
  std::string shares = computed_halves;
  shares.replace(shares.find("1"), 1, "0.5");
  const std::string record = tree(halves, ",\"shares\":" + shares);
  for (const auto& made : {cases(record), cases(record, {.rounding = Rounding::written})}) {
    ASSERT_TRUE(made.at(0).comparison);
    EXPECT_FALSE(made[0].comparison->matches);
  }
}

TEST(YtsaurusTrees, SharesAreJudgedByAnotherRoundingAsTheyWereWritten) {
  const std::string record = tree(halves, R"(,"shares":{"/":1,"/A":0.6,"/A/op":0.6,"/B":0.4})");
  const auto usual = cases(record);
  ASSERT_EQ(usual.size(), 2U);
  EXPECT_EQ(usual[0].reported[0].text, "0.6");
  EXPECT_EQ(usual[0].reported[0].value, exact::from_double(0.6));
  EXPECT_EQ(judge(usual[0]).judgement, Judgement::unfair);
  const auto exact = cases(record, {.rounding = Rounding::exact});
  EXPECT_EQ(exact[0].reported[0].value, Rational(3, 5));
  EXPECT_EQ(exact[1].total->low, Rational(3, 5)) << "what A divides was rounded likewise";
  EXPECT_EQ(exact[1].total->high, Rational(3, 5));
  const auto within = cases(record, {.within = Rational(1, 10)});
  EXPECT_EQ(judge(within[0]).judgement, Judgement::fair);
}

TEST(YtsaurusTrees, AFractionIsADoubleOnlyWhereItIsOne) {
  const std::string record =
      tree(R"({"name":"a","demand_ratio":"1/3"},{"name":"b","demand_ratio":1})",
           R"(,"shares":{"/":1,"/a":"1/3","/b":"2/3"})");
  EXPECT_EQ(case_error(record).substr(0, 10), "FS015 (/a)");
  EXPECT_EQ(case_error(record, {.rounding = Rounding::exact}), "");
  EXPECT_EQ(case_error(record, {.rounding = Rounding::written}), "");
}

TEST(YtsaurusTrees, AShareBeyondTheLargestDoubleIsNoTotalOfDoubles) {
  const auto with = [](const std::string& root, const std::string& pool) {
    return tree(halves,
                R"(,"shares":{"/":)" + root + R"(,"/A":)" + pool + R"(,"/A/op":0.5,"/B":0.5})");
  };
  EXPECT_EQ(case_error(with("1", "1e999")).substr(0, 10), "FS008 (/A)");
  const auto made = cases(with("1e999", "0.5"));
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[0].notes.at(0), "The root reports 1e999 for itself; this release computes 1.");
}

TEST(YtsaurusTrees, AFifoPoolIsJudgedByItsOrder) {
  const auto fifo = [](const std::string& shares) {
    return R"({"tree":{"name":"r","mode":"fifo","children":[{"name":"a","demand_ratio":0.75},)"
           R"({"name":"b","demand_ratio":0.75}]},"shares":{"/":1,)" +
           shares + "}}";
  };
  const auto right = cases(fifo(R"("/a":0.75,"/b":0.25)"));
  ASSERT_EQ(right.size(), 1U);
  EXPECT_EQ(right[0].rule, Rule::fifo);
  EXPECT_EQ(right[0].labels[1].note, "in turn: the rest");
  EXPECT_EQ(judge(right[0]).judgement, Judgement::fair);
  const auto wrong = cases(fifo(R"("/a":0.25,"/b":0.75)"));
  ASSERT_EQ(wrong.size(), 1U);
  EXPECT_EQ(judge(wrong[0]).judgement, Judgement::unfair);
}

TEST(YtsaurusTrees, SharesHaveTheirErrors) {
  const auto with = [](const std::string& shares) {
    return tree(R"({"name":"a","demand_ratio":1})", R"(,"shares":)" + shares);
  };
  EXPECT_EQ(case_error(tree("")),
            "FS104 (): the record reports no shares, so there is nothing to judge; add "
            "\"shares\", or solve it");
  EXPECT_EQ(case_error(with("[1]")),
            "FS002 (): an object of shares by path is expected here, not a list");
  EXPECT_EQ(case_error(with(R"({"/":1})")), "FS104 (/a): no share is reported");
  EXPECT_EQ(case_error(with(R"({"/":1,"/a":1,"/b":0})")), "FS105 (/b): the tree has no such path");
  EXPECT_EQ(case_error(with(R"({"/":1,"/a":true})")),
            "FS002 (/a): a number or a string \"p/q\" is expected here, not true or false");
  EXPECT_EQ(case_error(with(R"({"/":1,"/a":"x"})")),
            "FS006 (/a): \"x\" is neither a number nor p/q");
  EXPECT_EQ(case_error(with(R"({"/":1,"/a":-1})")), "FS011 (/a): the share is negative");
  EXPECT_EQ(case_error(with(R"({"/":1,"/a":1e999})")).substr(0, 10), "FS008 (/a)");
  EXPECT_EQ(case_error(with(R"({"/":1,"/a":"1/3"})")).substr(0, 10), "FS015 (/a)");
  EXPECT_EQ(case_error(with(R"({"/":1,"/a":1})")), "");
  EXPECT_EQ(case_error(boundless), "FS011 (/): its children's minimums exceed the largest double");
}

// 0.5 of 1 is less than the configured 0.8 of it, and not less than 0.25.
TEST(YtsaurusTrees, ATolerancesLimitIsRead) {
  const auto status = [](const std::string& limit) {
    const std::string details =
        answer(tree(R"({"name":"A",)" + limit +
                    R"("children":[{"name":"op","demand_ratio":2,"usage_ratio":0.5}]})"),
               Era::v2019, {.details = true});
    const std::size_t at = details.find(R"("status":)", details.find(R"("/A/op":{)"));
    return details.substr(at, details.find('}', at) - at);
  };
  EXPECT_EQ(status(""), R"("status":"below_fair_share")");
  EXPECT_EQ(status(R"("fair_share_starvation_tolerance_limit":0.25,)"), R"("status":"normal")");
}

// The children can use 1/4 each of the pool's 1, whatever it reports.
TEST(YtsaurusTrees, ATotalThatCannotBeUsedIsNotTheReportedOne) {
  const auto made = divisions_of_ytsaurus_scalar(
      parsed(tree(R"({"name":"P","min_share_ratio":1,"children":[{"name":"a","demand_ratio":0.25},)"
                  R"({"name":"b","demand_ratio":0.75,"best_allocation_ratio":0.25}]})",
                  R"(,"shares":{"/":1,"/P":1,"/P/a":0.25,"/P/b":0.25})")),
      Era::v2018);
  const auto& divisions = std::get<std::vector<Division>>(made);
  ASSERT_EQ(divisions.size(), 2U);
  EXPECT_EQ(divisions[1].problem.total, Rational(1, 2));
  EXPECT_FALSE(divisions[1].reported_total);
}

}  // namespace
}  // namespace fairshare::formats
