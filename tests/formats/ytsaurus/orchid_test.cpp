// Runs in the repository's root.
#include "formats/ytsaurus/orchid.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
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

std::string contents(const std::string& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  EXPECT_FALSE(text.str().empty()) << file;
  return text.str();
}

OrchidReading read(const std::string& text, const OrchidOptions& options = {}) {
  return read_orchid({"orchid.json", text}, options);
}

std::vector<Case> cases(OrchidReading reading, const Tolerance& tolerance = {}) {
  auto made = cases_of(std::move(reading.divisions), tolerance, {});
  if (const auto* error = std::get_if<InputError>(&made)) {
    ADD_FAILURE() << describe(*error);
    return {};
  }
  return std::get<std::vector<Case>>(std::move(made));
}

// "<Root>" with fields of a kind, a pool "a" in it, and what else is said.
std::string scalar_pool(const std::string& share, const std::string& more = "",
                        const std::string& parent = "<Root>") {
  const std::string above = parent.empty() ? "" : "\"parent\":\"" + parent + "\",";
  return "{" + above + R"("weight":1,"recursive_min_share_ratio":0,"max_possible_usage_ratio":1,)" +
         R"("best_allocation_ratio":1,"fair_share_ratio":)" + share + more + "}";
}

std::string orchid(const std::string& pools, const std::string& operations = "") {
  return R"({"pools":{"<Root>":)" + scalar_pool("1", "", "") + pools + R"(},"operations":{)" +
         operations + "}}";
}

std::vector<std::string> codes(const OrchidReading& reading) {
  std::vector<std::string> result;
  for (const InputError& error : reading.errors) {
    EXPECT_EQ(error.file, "orchid.json");
    result.push_back(error.code + " " + error.claimant + " " + error.field);
  }
  return result;
}

using Codes = std::vector<std::string>;

TEST(Orchid, OnePoolOfTheExampleIsUnfairAndNoneOfTheMended) {
  const OrchidReading reading = read(contents("examples/ytsaurus/orchid.json"));
  EXPECT_EQ(codes(reading), Codes{});
  EXPECT_EQ(reading.warnings, Codes{});
  std::vector<std::string> unfair;
  const auto made = cases(reading);
  for (const Case& one : made) {
    if (judge(one).judgement != Judgement::fair) unfair.push_back(one.title);
  }
  ASSERT_EQ(made.size(), 8U);
  EXPECT_EQ(made.front().title, "<Root>");
  EXPECT_EQ(unfair, Codes{"analytics"});

  const auto mended = cases(read(contents("examples/ytsaurus/orchid-mended.json")));
  EXPECT_EQ(mended.size(), 8U);
  for (const Case& one : mended) {
    const Verdict verdict = judge(one);
    EXPECT_EQ(verdict.judgement, Judgement::fair) << one.title << "\n" << verdict_text(verdict);
  }
}

TEST(Orchid, ReadsWhatAPoolsChildrenClaim) {
  const std::string child =
      R"({"parent":"<Root>","weight":3,"recursive_min_share_ratio":0.25,)"
      R"("max_possible_usage_ratio":0.75,"best_allocation_ratio":0.5,"fair_share_ratio":0.5})";
  const OrchidReading reading = read(orchid(",\"a\":" + child + ",\"b\":" + scalar_pool("0.5")));
  EXPECT_EQ(codes(reading), Codes{});
  const auto made = cases(reading);
  ASSERT_EQ(made.size(), 1U);
  const auto& problem = made[0].problem;
  EXPECT_EQ(problem.total, 1);
  EXPECT_EQ(problem.claimants[0], (Claimant<Rational>{3, Rational(1, 4), Rational(1, 2)}));
  EXPECT_EQ(made[0].reported[0].text, "0.5");
  EXPECT_EQ(made[0].labels[0].field, "fair_share_ratio");
  EXPECT_EQ(judge(made[0]).judgement, Judgement::fair);
}

TEST(Orchid, AnAdjustedMinimumWillDoWhereThereIsNoOther) {
  const std::string child =
      R"({"parent":"<Root>","weight":1,"adjusted_min_share_ratio":0.25,)"
      R"("max_possible_usage_ratio":1,"best_allocation_ratio":1,"fair_share_ratio":1})";
  const OrchidReading reading = read(orchid(",\"a\":" + child));
  ASSERT_EQ(reading.divisions.size(), 1U);
  EXPECT_EQ(reading.divisions[0].problem.claimants[0].min_share, Rational(1, 4));
}

TEST(Orchid, TheInfoMayStandInItsPlaceInTheTree) {
  const OrchidReading reading =
      read(R"({"fair_share_info":)" + orchid(",\"a\":" + scalar_pool("1")) + "}");
  EXPECT_EQ(codes(reading), Codes{});
  EXPECT_EQ(reading.divisions.size(), 1U);
}

TEST(Orchid, SharesMayBeOffByTheResolution) {
  const auto judged = [](const std::string& first, const Tolerance& tolerance) {
    const auto made = cases(
        read(orchid(",\"a\":" + scalar_pool(first) + ",\"b\":" + scalar_pool("0.5"))), tolerance);
    EXPECT_EQ(made.size(), 1U);
    return judge(made.at(0)).judgement;
  };
  EXPECT_EQ(judged("0.4999999999999998", {}), Judgement::fair);
  EXPECT_EQ(judged("0.49999999999", {}), Judgement::unfair);
  EXPECT_EQ(judged("0.49999999999", {.within = Rational(1, 1'000'000)}), Judgement::fair);
  EXPECT_EQ(judged("0.49999999999", {.relative = Rational(1, 1'000'000)}), Judgement::fair);
  EXPECT_EQ(judged("0.52", {.rounding = Rounding::written}), Judgement::unfair);
  EXPECT_EQ(judged("0.500", {.rounding = Rounding::written}), Judgement::fair);
}

std::string operation(const std::string& pool, const std::string& share,
                      const std::string& more = "") {
  return R"({"pool":")" + pool + R"(","weight":1,"adjusted_min_share_ratio":0,)" +
         R"("max_possible_usage_ratio":0.75,"best_allocation_ratio":1,"fair_share_ratio":)" +
         share + more + "}";
}

TEST(Orchid, AFifoPoolIsJudgedByTheIndices) {
  const auto text = [](const std::string& first, const std::string& second) {
    return orchid(",\"a\":" + scalar_pool("1", R"(,"mode":"fifo")"),
                  "\"x\":" + operation("a", first, R"(,"fifo_index":1)") +
                      ",\"y\":" + operation("a", second, R"(,"fifo_index":0)"));
  };
  const auto right = cases(read(text("0.25", "0.75")));
  ASSERT_EQ(right.size(), 2U);
  EXPECT_EQ(right[1].rule, Rule::fifo);
  EXPECT_EQ(judge(right[1]).judgement, Judgement::fair);
  ASSERT_TRUE(right[1].comparison);
  EXPECT_TRUE(right[1].comparison->matches);
  const auto wrong = cases(read(text("0.75", "0.25")));
  ASSERT_EQ(wrong.size(), 2U);
  EXPECT_EQ(judge(wrong[1]).judgement, Judgement::unfair);
  ASSERT_TRUE(wrong[1].comparison);
  EXPECT_EQ(*wrong[1].comparison->shares, (Codes{"0.25", "0.75"}));
}

TEST(Orchid, TellsWhatTheReleaseComputesForAPool) {
  const auto made = [](const OrchidOptions& options) {
    return read(orchid(",\"a\":" + scalar_pool("0.4999999999999999") +
                       ",\"b\":" + scalar_pool("0.5")),
                options)
        .divisions;
  };
  const auto of_2019 = made({});
  ASSERT_EQ(of_2019.size(), 1U);
  ASSERT_TRUE(of_2019[0].comparison);
  EXPECT_EQ(of_2019[0].comparison->scheduler, "ytsaurus-2019");
  EXPECT_EQ(*of_2019[0].comparison->shares, (Codes{"0.4999999999999999", "0.4999999999999999"}));
  EXPECT_FALSE(of_2019[0].comparison->matches);
  EXPECT_EQ(of_2019[0].comparison->resolution, of_2019[0].precision);
  const auto of_2018 = made({.era = schedulers::ytsaurus::scalar::Era::v2018});
  ASSERT_EQ(of_2018.size(), 1U);
  EXPECT_EQ(of_2018[0].comparison->scheduler, "ytsaurus-2018");
}

TEST(Orchid, AListOfPoolsThatIsNoTreeHasNoDivisions) {
  const std::string a = scalar_pool("1");
  const auto expect = [](const std::string& text, const Codes& expected) {
    const OrchidReading reading = read(text);
    EXPECT_EQ(codes(reading), expected) << text;
    EXPECT_TRUE(reading.divisions.empty());
  };
  expect(R"({"operations":{}})", {"FS002  pools"});
  expect(R"({"pools":{"<Root>":)" + scalar_pool("1", "", "") + R"(},"operations":7})",
         {"FS002  operations"});
  expect(R"({"pools":{}})", {"FS401  pools"});
  expect(R"({"pools":{"a":{"weight":1}}})", {"FS002  pools"});
  expect(R"({"pools":{"a":7}})", {"FS002 a pools"});
  expect(R"({"pools":{"a":{"parent":7}}})", {"FS002 a parent"});
  expect(orchid(",\"a\":" + scalar_pool("1", "", "b")), {"FS401 a parent"});
  expect(orchid(",\"a\":" + scalar_pool("1", "", "x"), "\"x\":" + operation("<Root>", "1")),
         {"FS401 a parent"});
  expect(orchid(",\"a\":" + scalar_pool("1", "", "b") + ",\"b\":" + scalar_pool("1", "", "a")),
         {"FS401 a parent"});
  expect(orchid(",\"a\":" + scalar_pool("1", "", "a")), {"FS401 a parent"});
  expect(orchid(",\"a\":" + scalar_pool("1", "", "")), {"FS401 a parent"});
  expect(orchid("", R"("x":{"weight":1})"), {"FS401 x pool"});
  expect(orchid(",\"a\":" + scalar_pool("1", R"(,"mode":"fifo")") +
                ",\"b\":" + scalar_pool("1", "", "a")),
         {"FS402 b parent"});
  expect(orchid(",\"a\":" + scalar_pool("1", R"(,"limits_share":{})")), {"FS003 a limits_share"});
}

TEST(Orchid, AClaimNeedsAllItsNumbers) {
  const auto child = [](const std::string& part, const std::string& instead) {
    std::string pool = scalar_pool("1");
    pool.replace(pool.find(part), part.size(), instead);
    return codes(read(orchid(",\"a\":" + pool)));
  };
  EXPECT_EQ(child("\"weight\":1", "\"weight\":-1"), Codes{"FS011 a weight"});
  EXPECT_EQ(child("\"weight\":1,", ""), Codes{"FS002 a weight"});
  EXPECT_EQ(child("\"best_allocation_ratio\":1", "\"best_allocation_ratio\":-1"),
            Codes{"FS011 a best_allocation_ratio"});
  EXPECT_EQ(child(",\"fair_share_ratio\":1", ""), Codes{"FS002 a fair_share_ratio"});
  EXPECT_EQ(child("\"parent\":\"<Root>\"", "\"parent\":null"), Codes{"FS401 a parent"});
  // In a fifo pool it needs its turn as well.
  EXPECT_EQ(codes(read(orchid(",\"a\":" + scalar_pool("1", R"(,"mode":"fifo")"),
                              R"("x":{"pool":"a","weight":1,"max_possible_usage_ratio":1,)"
                              R"("best_allocation_ratio":1,"fair_share_ratio":1})"))),
            Codes{"FS002 x fifo_index"});
  EXPECT_EQ(codes(read(orchid(",\"a\":" + scalar_pool("1", R"(,"mode":7)") +
                              ",\"b\":" + scalar_pool("1", "", "a")))),
            Codes{"FS002 a mode"});
}

TEST(Orchid, APoolTwiceIsFS004) {
  const OrchidReading reading =
      read(orchid(",\"a\":" + scalar_pool("1") + ",\"a\":" + scalar_pool("1")));
  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_EQ(reading.errors[0].code, "FS004");
}

TEST(Orchid, AnErrorInAnElementLeavesOutItsParentOnly) {
  const OrchidReading reading =
      read(orchid(",\"a\":" + scalar_pool("1"), R"("x":{"pool":"a","weight":1})"));
  EXPECT_EQ(codes(reading), (Codes{"FS002 x max_possible_usage_ratio"}));
  ASSERT_EQ(reading.divisions.size(), 1U);
  EXPECT_EQ(reading.divisions[0].path, "<Root>");
  const std::string good = R"("pool":"a","max_possible_usage_ratio":1,"best_allocation_ratio":1,)"
                           R"("adjusted_min_share_ratio":0,"fair_share_ratio":0.5)";
  const std::string of_first = "\"x\":{" + good + R"(},"y":{"weight":1,)" + good + "}";
  const OrchidReading first = read(orchid(",\"a\":" + scalar_pool("1"), of_first));
  EXPECT_EQ(codes(first), (Codes{"FS002 x weight"}));
  EXPECT_EQ(first.divisions.size(), 1U) << "not that of a";

  const auto share_error = [](const std::string& share) {
    return codes(read(orchid(",\"a\":" + scalar_pool(share))));
  };
  EXPECT_EQ(share_error("-1"), Codes{"FS011 a fair_share_ratio"});
  EXPECT_EQ(share_error("1e999"), Codes{"FS008 a fair_share_ratio"});
  EXPECT_EQ(share_error("\"1/3\""), Codes{});
  EXPECT_EQ(share_error("null"), Codes{"FS002 a fair_share_ratio"});
}

TEST(Orchid, AFractionIsADoubleOnlyWhereItIsOne) {
  const OrchidReading reading = read(orchid(",\"a\":" + scalar_pool("\"1/3\"")));
  const auto usual = cases_of(reading.divisions, {}, {});
  const auto* error = std::get_if<InputError>(&usual);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->code + " " + error->claimant + " " + error->field, "FS015 a fair_share_ratio");
  EXPECT_EQ(cases(reading, {.rounding = Rounding::exact}).size(), 1U);
}

// Since 2020: guarantees first, and what is left by weight.
std::string vector_pool(const std::string& weight, const std::string& strong,
                        const std::string& proportional, const std::string& total,
                        const std::string& more = "") {
  return R"({"parent":"<Root>","weight":)" + weight +
         R"(,"limits_share":{"cpu":1},"demand_share":{"cpu":0.75},"detailed_fair_share":{)"
         R"("strong_guarantee":{"cpu":)" +
         strong +
         R"(},"integral_guarantee":{"cpu":0},)"
         R"("weight_proportional":{"cpu":)" +
         proportional + R"(},"total":{"cpu":)" + total + "}}" + more + "}";
}

std::string vector_orchid(const std::string& pools) {
  return R"({"pools":{"<Root>":{"detailed_fair_share":{"total":{"cpu":1}}})" + pools +
         R"(},"operations":{}})";
}

TEST(Orchid, OneResourceOfTheVectorEraIsJudgedByTheBaseRule) {
  const auto judged = [](const std::string& first, const std::string& second) {
    const OrchidReading reading =
        read(vector_orchid(",\"a\":" + vector_pool("1", "0.5", first, "0.5") +
                           ",\"b\":" + vector_pool("1", "0", second, "0.5")));
    EXPECT_EQ(codes(reading), Codes{});
    EXPECT_EQ(reading.divisions.size(), 1U);
    return cases(reading).at(0);
  };
  const Case right = judged("0.25", "0.25");
  EXPECT_EQ(right.resource, "cpu");
  EXPECT_EQ(right.rule, Rule::base);
  EXPECT_FALSE(right.comparison);
  EXPECT_EQ(right.problem.total, Rational(1, 2));
  EXPECT_EQ(right.problem.claimants[0], (Claimant<Rational>{1, 0, Rational(1, 4)}));
  EXPECT_EQ(right.problem.claimants[1], (Claimant<Rational>{1, 0, Rational(3, 4)}));
  EXPECT_EQ(judge(right).judgement, Judgement::fair);
  EXPECT_EQ(judge(judged("0", "0.5")).judgement, Judgement::unfair);  // the floor rule's answer
}

TEST(Orchid, APoolOfTheVectorEraDividesWhatGuaranteesLeave) {
  const auto text = [](const std::string& total) {
    std::string pools = vector_orchid(",\"a\":" + vector_pool("1", "0", "0.5", total) +
                                      ",\"b\":" + vector_pool("1", "0.25", "0.25", "0.5"));
    const std::string parent = R"("b":{"parent":"<Root>")";
    return pools.replace(pools.find(parent), parent.size(), R"("b":{"parent":"a")");
  };
  const auto made = cases(read(text("0.5")));
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[1].title, "a");
  EXPECT_EQ(made[1].problem.total, Rational(1, 4));
  ASSERT_TRUE(made[1].total);
  EXPECT_LT(made[1].total->low, Rational(1, 4));
  EXPECT_GT(made[1].total->high, Rational(1, 4));
  EXPECT_EQ(codes(read(text("\"1/3\""))), Codes{"FS015 a detailed_fair_share.total.cpu"});
}

// Of 0.75 a burst pool has 0.25 from its strong guarantee, and so much from its integral one.
std::string burst_orchid(const std::string& integral, const std::string& more) {
  const std::string pool =
      R"({"parent":"<Root>","weight":1,"limits_share":{"cpu":1},"demand_share":{"cpu":2},)"
      R"("detailed_fair_share":{"strong_guarantee":{"cpu":0.25},"integral_guarantee":{"cpu":)" +
      integral + R"(},"weight_proportional":{"cpu":0.25},"total":{"cpu":0.75}})" + more + "}";
  return vector_orchid(",\"a\":" + pool + ",\"b\":" + vector_pool("1", "0", "0.25", "0.25"));
}

const std::string burst_fields =
    R"(,"integral_guarantee_type":"burst","proposed_integral_share":{"cpu":0.25},)"
    R"("specified_burst_ratio":0.25,"specified_resource_flow_ratio":0.1,)"
    R"("accumulated_resource_ratio_volume":30)";

TEST(Orchid, WhatAPoolHasFromItsIntegralGuaranteeIsJudged) {
  const auto judged = [](const std::string& integral, const std::string& more) {
    const OrchidReading reading = read(burst_orchid(integral, more));
    EXPECT_EQ(codes(reading), Codes{});
    return cases(reading);
  };
  const auto right = judged("0.25", burst_fields);
  ASSERT_EQ(right.size(), 2U);
  EXPECT_EQ(right[0].title, "<Root> (integral guarantees)");
  EXPECT_EQ(right[0].labels.size(), 1U) << "b has none";
  EXPECT_EQ(right[0].problem.claimants[0], (Claimant<Rational>{0, Rational(1, 4), Rational(1, 4)}));
  EXPECT_EQ(judge(right[0]).judgement, Judgement::fair);
  EXPECT_EQ(judge(right[1]).judgement, Judgement::fair);
  const auto wrong = judged("0.5", burst_fields);
  EXPECT_EQ(judge(wrong.at(0)).judgement, Judgement::unfair);
  EXPECT_EQ(judged("0.25", "").size(), 1U) << "nothing is said of it";
  EXPECT_EQ(
      judged("0.25", R"(,"integral_guarantee_type":"none","proposed_integral_share":{})").size(),
      1U);
}

TEST(Orchid, AnIntegralGuaranteeIsPaidFromTheVolumeUpToTheBurstGuarantee) {
  const auto part = [](const std::string& from, const std::string& to) {
    std::string fields = burst_fields;
    fields.replace(fields.find(from), from.size(), to);
    return cases(read(burst_orchid("0.25", fields))).at(0).problem.total;
  };
  EXPECT_EQ(part("burst_ratio\":0.25", "burst_ratio\":0.125"), Rational(1, 8));
  EXPECT_EQ(part("_volume\":30", "_volume\":0"), 0);
  EXPECT_EQ(part("_share\":{\"cpu\":0.25}", "_share\":{\"cpu\":0.125}"), Rational(1, 8));
  EXPECT_EQ(part("flow_ratio\":0.1", "flow_ratio\":0"), Rational(1, 4)) << "of a burst pool";
  EXPECT_EQ(part("burst\",", "relaxed\","), Rational(1, 4));
  std::string relaxed = burst_fields;
  relaxed.replace(relaxed.find("\"burst\""), 7, "\"relaxed\"");
  relaxed.replace(relaxed.find("flow_ratio\":0.1"), 15, "flow_ratio\":0");
  EXPECT_EQ(cases(read(burst_orchid("0.25", relaxed))).at(0).problem.total, 0);
}

TEST(Orchid, AnIntegralGuaranteeAboveAnotherHasThePartsOfBoth) {
  std::string text = burst_orchid("0.25", burst_fields);
  const std::string ratio = "burst_ratio\":0.25";
  text.replace(text.find(ratio), ratio.size(), "burst_ratio\":0.125");
  const std::string last = R"("parent":"<Root>")";
  const std::size_t b = text.rfind(last);
  text.replace(b, last.size(), R"("parent":"a","integral_guarantee_type":"burst")");
  EXPECT_EQ(cases(read(text)).at(0).problem.total, Rational(1, 4));
  const std::string burst = R"("a","integral_guarantee_type":"burst")";
  text.replace(text.rfind(burst), burst.size(), R"("a")");
  EXPECT_EQ(cases(read(text)).at(0).problem.total, Rational(1, 8))
      << "no pool below it has a guarantee";
  const std::string c = vector_pool("1", "0", "0", "0", R"(,"integral_guarantee_type":"burst")");
  text.insert(text.find("},\"operations\""), ",\"c\":" + c);
  text.replace(text.rfind(last), last.size(), R"("parent":"b")");
  EXPECT_EQ(cases(read(text)).at(0).problem.total, Rational(1, 4))
      << "a pool further below has one";
}

TEST(Orchid, AWrongIntegralGuaranteeIsReported) {
  EXPECT_EQ(codes(read(burst_orchid("0.25", R"(,"integral_guarantee_type":"eager")"))),
            Codes{"FS002 a integral_guarantee_type"});
  EXPECT_EQ(codes(read(burst_orchid(
                "0.25", R"(,"integral_guarantee_type":"burst","proposed_integral_share":7)"))),
            Codes{"FS002 a proposed_integral_share"});
}

TEST(Orchid, SeveralResourcesAreNotJudged) {
  const std::string pool =
      vector_pool("1", "0", "1", "1", R"(,"strong_guarantee_share":{"gpu":1})");
  const OrchidReading reading = read(vector_orchid(",\"a\":" + pool));
  EXPECT_EQ(codes(reading), Codes{});
  EXPECT_TRUE(reading.divisions.empty());
  ASSERT_EQ(reading.warnings.size(), 1U);
  EXPECT_EQ(reading.warnings[0],
            "<Root>: its children use 2 resources (cpu, gpu), whose shares depend on each other; a "
            "pool is judged only if its children use one resource.");
}

TEST(Orchid, APoolOfTheVectorEraNeedsEveryPartOfItsChildren) {
  const auto without = [](const std::string& part, const std::string& instead) {
    std::string pool = vector_pool("1", "0", "1", "1");
    const std::size_t at = pool.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    pool.replace(at, part.size(), instead);
    return codes(read(vector_orchid(",\"a\":" + pool)));
  };
  EXPECT_EQ(without(R"("limits_share":{"cpu":1},)", ""), Codes{"FS002 a limits_share"});
  EXPECT_EQ(without(R"("strong_guarantee":{"cpu":0},)", ""),
            Codes{"FS002 a detailed_fair_share.strong_guarantee"});
  EXPECT_EQ(without(R"("detailed_fair_share")", R"("detailed_share")"),
            Codes{"FS002 a detailed_fair_share"});
  EXPECT_EQ(without(R"("demand_share":{"cpu":0.75})", R"("demand_share":{"cpu":-1})"),
            Codes{"FS011 a demand_share"});
  EXPECT_EQ(without(R"("demand_share":{"cpu":0.75})", R"("demand_share":{"cpu":"x"})"),
            Codes{"FS006 a demand_share.cpu"});
}

TEST(Orchid, FifoPoolsOfTheVectorEraAreNotJudged) {
  std::string text =
      vector_orchid(",\"a\":" + vector_pool("1", "0", "1", "1", R"(,"mode":"fifo")"));
  const std::string idle = R"("operations":{})";
  text.replace(text.find(idle), idle.size(),
               R"("operations":{"x":{"pool":"a","weight":1,"detailed_fair_share":{}}})");
  const OrchidReading reading = read(text);
  EXPECT_EQ(codes(reading), Codes{});
  EXPECT_EQ(reading.warnings, Codes{"a: fifo pools of ytsaurus-2023 are not judged."});
  EXPECT_EQ(reading.divisions.size(), 1U) << "the root is judged all the same";
}

TEST(Orchid, APoolWithoutClaimsIsNotJudged) {
  std::string pool = vector_pool("1", "0", "0", "0");
  for (const std::string part : {R"({"cpu":1})", R"({"cpu":0.75})"}) {
    pool.replace(pool.find(part), part.size(), "{}");
  }
  const OrchidReading reading = read(vector_orchid(",\"a\":" + pool));
  EXPECT_EQ(reading.warnings,
            Codes{"<Root>: none of its children claims anything, so there is nothing to judge."});
  EXPECT_TRUE(reading.divisions.empty());
}

TEST(Orchid, OldFieldsBesideNewOnesAreFS003) {
  const std::string pool = vector_pool("1", "0", "1", "1", R"(,"best_allocation_ratio":1)");
  EXPECT_EQ(codes(read(vector_orchid(",\"a\":" + pool))), Codes{"FS003 a best_allocation_ratio"});
}

TEST(Orchid, IsKnownByItsFirstKey) {
  EXPECT_TRUE(looks_like_orchid(R"({"pools":{)"));
  EXPECT_TRUE(looks_like_orchid("\n{ \"operations\" : {"));
  EXPECT_TRUE(looks_like_orchid(R"({"fair_share_info":{"pools")"));
  EXPECT_FALSE(looks_like_orchid(R"({"scheduler":{)"));
  EXPECT_FALSE(looks_like_orchid(R"({"pools":[)"));
  EXPECT_FALSE(looks_like_orchid(R"({"poolside":{)"));
  EXPECT_FALSE(looks_like_orchid(R"({"pools" 7)"));
  EXPECT_FALSE(looks_like_orchid("{"));
  EXPECT_FALSE(looks_like_orchid(""));
}

}  // namespace
}  // namespace fairshare::formats
