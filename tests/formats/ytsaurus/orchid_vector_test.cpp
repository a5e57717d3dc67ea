// Since 2020: shares by resource, and the base rule.
#include "formats/ytsaurus/orchid.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "formats/verdict/verdict.h"
#include "tests/formats/ytsaurus/orchids.h"

namespace fairshare::formats {
namespace {

using namespace tests;
using exact::Rational;

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
  EXPECT_EQ(right.notes,
            (Codes{"Shares may be off by 1e-9, the error bound of the release's arithmetic.",
                   "Guarantees of 0.5 are paid first; only the rest is divided by weight (the base "
                   "rule)."}));
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
  EXPECT_FALSE(made[0].total) << "the root's is 1";
  const auto less = read(text("0.125")).divisions;
  ASSERT_EQ(less.size(), 2U);
  EXPECT_EQ(less[1].problem.total, 0) << "guarantees are more than there is";
  const auto more = read(text("0.875")).divisions;
  ASSERT_EQ(more.size(), 2U);
  EXPECT_EQ(more[1].problem.total, Rational(1, 2)) << "what b can use above its guarantee";
  EXPECT_FALSE(more[1].total) << "which is not what a reports";
}

TEST(Orchid, AClaimOfTheVectorEraIsWhatLimitsAndDemandLeaveAboveTheGuarantee) {
  const auto claimant = [](const std::string& part, const std::string& instead) {
    std::string pool = vector_pool("1", "0.5", "0.25", "0.75");
    EXPECT_NE(pool.find(part), std::string::npos) << part;
    pool.replace(pool.find(part), part.size(), instead);
    const OrchidReading reading =
        read(vector_orchid(",\"a\":" + pool + ",\"b\":" + vector_pool("1", "0", "0.25", "0.25")));
    EXPECT_EQ(told(reading), Codes{});
    const auto& problem = reading.divisions.at(0).problem;
    EXPECT_EQ(problem.claimants.at(0).min_share, 0);
    return std::pair(problem.total, *problem.claimants.at(0).max_share);
  };
  using Expected = std::pair<Rational, Rational>;
  const Rational half(1, 2);
  const Rational quarter(1, 4);
  EXPECT_EQ(claimant("0.75", "0.75"), (Expected{half, quarter}));
  EXPECT_EQ(claimant(R"("limits_share":{"cpu":1})", R"("limits_share":{"cpu":0.625})"),
            (Expected{half, Rational(1, 8)}));
  EXPECT_EQ(claimant(R"("limits_share":{"cpu":1})", R"("limits_share":{"gpu":1})"),
            (Expected{half, 0}));
  EXPECT_EQ(claimant(R"("demand_share":{"cpu":0.75})", R"("demand_share":{"cpu":0.5})"),
            (Expected{half, 0}));
  EXPECT_EQ(claimant(R"("demand_share":{"cpu":0.75})", R"("demand_share":{"cpu":0.25})"),
            (Expected{half, 0}));
  EXPECT_EQ(claimant(R"("strong_guarantee":{"cpu":0.5})", R"("strong_guarantee":{})"),
            (Expected{1, Rational(3, 4)}));
  EXPECT_EQ(claimant(R"("integral_guarantee":{"cpu":0})", R"("integral_guarantee":{"cpu":0.125})"),
            (Expected{Rational(3, 8), Rational(1, 8)}));
}

TEST(Orchid, APoolOfTheVectorEraCannotUseWhatLimitsBelowItForbid) {
  const auto text = [](const std::string& limit) {
    std::string pools = vector_orchid(",\"a\":" + vector_pool("1", "0", "0.25", "0.25") +
                                      ",\"b\":" + vector_pool("1", "0", "0.75", "0.75"));
    const std::string operations =
        R"({"op":{"pool":"a","weight":1,"limits_share":{"cpu":)" + limit +
        R"(},"demand_share":{"cpu":0.5},"detailed_fair_share":{"strong_guarantee":{"cpu":0},)"
        R"("integral_guarantee":{"cpu":0},"weight_proportional":{"cpu":0.25},)"
        R"("total":{"cpu":0.25}}}})";
    return pools.replace(pools.rfind("{}"), 2, operations);
  };
  const auto judged = [&](const std::string& limit) {
    const OrchidReading reading = read(text(limit));
    EXPECT_EQ(told(reading), Codes{});
    return cases(reading).at(0);
  };
  const Case limited = judged("0");
  EXPECT_EQ(limited.problem.claimants.at(0).max_share, Rational(1, 4)) << "another asks for 1/4";
  EXPECT_EQ(limited.problem.claimants.at(1).max_share, Rational(3, 4));
  EXPECT_EQ(judge(limited).judgement, Judgement::fair);
  const Case free = judged("1");
  EXPECT_EQ(free.problem.claimants.at(0).max_share, Rational(3, 4));
  EXPECT_EQ(judge(free).judgement, Judgement::unfair);
}

// A burst pool has 0.75: 0.25 from its strong guarantee, and so much from its integral one.
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
  EXPECT_EQ(right[0].notes,
            Codes{"What a pool has from its integral guarantee: its share above the strong "
                  "guarantee, as far as its volume pays for it."});
  EXPECT_EQ(right[0].problem.claimants[0], (Claimant<Rational>{0, Rational(1, 4), Rational(1, 4)}));
  EXPECT_EQ(judge(right[0]).judgement, Judgement::fair);
  EXPECT_EQ(judge(right[1]).judgement, Judgement::fair);
  const auto wrong = judged("0.5", burst_fields);
  EXPECT_EQ(judge(wrong.at(0)).judgement, Judgement::unfair);
  EXPECT_EQ(judged("0.25", "").size(), 1U) << "nothing is said of it";
  EXPECT_EQ(
      judged("0.25", R"(,"integral_guarantee_type":"none","proposed_integral_share":{})").size(),
      1U);
  EXPECT_EQ(judged("0.25", R"(,"integral_guarantee_type":null,"mode":null)").size(), 1U);
}

TEST(Orchid, AnIntegralGuaranteeIsPaidFromTheVolumeUpToTheBurstGuarantee) {
  const auto part = [](const std::string& from, const std::string& to) {
    std::string fields = burst_fields;
    fields.replace(fields.find(from), from.size(), to);
    return cases(read(burst_orchid("0.25", fields))).at(0).problem.total;
  };
  const std::string from_proposed = R"("proposed_integral_share":{"cpu":0.25},)";
  const std::string burst_ratio = R"("specified_burst_ratio":0.25)";
  EXPECT_EQ(part("burst_ratio\":0.25", "burst_ratio\":0.125"), Rational(1, 8));
  EXPECT_EQ(part("_volume\":30", "_volume\":0"), 0);
  EXPECT_EQ(part("_share\":{\"cpu\":0.25}", "_share\":{\"cpu\":0.125}"), Rational(1, 8));
  EXPECT_EQ(part("flow_ratio\":0.1", "flow_ratio\":0"), Rational(1, 4)) << "of a burst pool";
  EXPECT_EQ(part("burst\",", "relaxed\","), Rational(1, 4));
  EXPECT_EQ(part("burst\"," + from_proposed + burst_ratio,
                 "relaxed\"," + from_proposed + "\"specified_burst_ratio\":0.125"),
            Rational(1, 4))
      << "of a relaxed pool";
  EXPECT_EQ(part(from_proposed + burst_ratio,
                 R"("proposed_integral_share":{"cpu":0.75},"specified_burst_ratio":0.75)"),
            Rational(1, 2))
      << "of 0.75 the strong guarantee pays 0.25";
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

TEST(Orchid, APoolOfTheVectorEraNeedsEveryPartOfItsChildren) {
  const auto without = [](const std::string& part, const std::string& instead) {
    std::string pool = vector_pool("1", "0", "1", "1");
    const std::size_t at = pool.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    pool.replace(at, part.size(), instead);
    return told(read(vector_orchid(",\"a\":" + pool))).at(0);
  };
  const std::string of_a = " orchid.json: claimant a, ";
  const std::string no_shares = ": an object of shares by resource is needed";
  for (const std::string part :
       {R"("limits_share":{"cpu":1},)", R"("demand_share":{"cpu":0.75},)",
        R"("strong_guarantee":{"cpu":0},)", R"("integral_guarantee":{"cpu":0},)"}) {
    const std::string name = part.substr(1, part.find('"', 1) - 1);
    const std::string within = name.ends_with("guarantee") ? "detailed_fair_share." : "";
    EXPECT_EQ(without(part, ""), "FS002" + of_a + within + name + no_shares);
  }
  EXPECT_EQ(without(R"("detailed_fair_share")", R"("detailed_share")"),
            "FS002" + of_a + "detailed_fair_share: the field is missing");
  EXPECT_EQ(without(R"("demand_share":{"cpu":0.75})", R"("demand_share":{"cpu":-1})"),
            "FS011" + of_a + "demand_share: a share is negative");
  EXPECT_EQ(without(R"("demand_share":{"cpu":0.75})", R"("demand_share":{"cpu":"x"})"),
            "FS006" + of_a + "demand_share.cpu: \"x\" is neither a number nor p/q");
}

TEST(Orchid, AFifoPoolOfTheVectorEraNeedsItsOperationsTurns) {
  std::string text =
      vector_orchid(",\"a\":" + vector_pool("1", "0", "1", "1", R"(,"mode":"fifo")"));
  const std::string idle = R"("operations":{})";
  text.replace(text.find(idle), idle.size(),
               R"("operations":{"x":{"pool":"a","weight":1,"detailed_fair_share":{}}})");
  const OrchidReading reading = read(text);
  EXPECT_EQ(codes(reading), Codes{});
  EXPECT_EQ(
      reading.warnings,
      Codes{"a: a fifo pool of ytsaurus-2023 is judged only if its operations have a fifo_index."});
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
  EXPECT_EQ(
      told(read(vector_orchid(",\"a\":" + pool))),
      Codes{"FS003 orchid.json: claimant a, best_allocation_ratio: best_allocation_ratio is a "
            "field of ytsaurus-2019, but detailed_fair_share of ytsaurus-2023"});
  EXPECT_EQ(told(read(orchid(",\"a\":" + scalar_pool("1", R"(,"usage_share":{})")))),
            Codes{"FS003 orchid.json: claimant a, usage_share: usage_share is a field of "
                  "ytsaurus-2023, but recursive_min_share_ratio of ytsaurus-2019"});
}

}  // namespace
}  // namespace fairshare::formats
