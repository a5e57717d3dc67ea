#include "formats/ytsaurus/orchid_growth.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "tests/contents.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

const Resources none = {};
const Resources cpu = {"cpu"};
const Resources memory = {"memory"};
const Resources both = {"cpu", "memory"};

struct Two {
  std::string cpu = "0";
  std::string memory = "0";
};

std::string text_of(const Two& two) {
  return fmt::format(R"({{"cpu":{},"memory":{}}})", two.cpu, two.memory);
}

// An element: its share, all of it above its guarantees unless stated, and what it wants.
struct Shown {
  Two share;
  Two demand;
  Two usage = {};
  Two limits = {"1", "1"};
  std::string more = {};
  std::optional<Two> above = std::nullopt;
};

std::string element(const std::string& under, const Shown& shown) {
  return fmt::format(R"({{{},"weight":1,"limits_share":{},"demand_share":{},"usage_share":{},)"
                     R"("detailed_fair_share":{{"total":{},"weight_proportional":{}}}{}}})",
                     under, text_of(shown.limits), text_of(shown.demand), text_of(shown.usage),
                     text_of(shown.share), text_of(shown.above.value_or(shown.share)), shown.more);
}

std::string pool_of(const Shown& shown) {
  return element(R"("parent":"<Root>")", shown);
}

std::string operation_of(const Shown& shown) {
  return element(R"("pool":"a")", shown);
}

struct Grown {
  OrchidGrowth root;
  OrchidGrowth pool;
  std::vector<OrchidGrowth> operations;
  std::vector<std::string> errors;
};

// A pool "a" with operations in the root.
Grown grow(const std::string& pool, const std::vector<std::string>& operations) {
  std::string text = R"({"pools":{"<Root>":{},"a":)" + pool + R"(},"operations":{)";
  for (std::size_t i = 0; i < operations.size(); ++i) {
    text += fmt::format("{}\"op{}\":{}", i == 0 ? "" : ",", i, operations[i]);
  }
  const auto parsed = json::parse(text + "}}");
  const auto& value = std::get<json::Value>(parsed);
  std::vector<InputError> errors;
  const OrchidTree tree = read_orchid_tree(value, errors);
  EXPECT_TRUE(errors.empty()) << describe(errors[0]);
  auto growth = find_growth(tree, errors);
  Grown grown{growth.at(0), growth.at(1), {growth.begin() + 2, growth.end()}, {}};
  for (const InputError& error : errors) grown.errors.push_back(error.code + " " + describe(error));
  return grown;
}

OrchidGrowth grow_operation(const Shown& shown) {
  const Grown grown = grow(pool_of({{"0", "0"}, {"0", "0"}}), {operation_of(shown)});
  EXPECT_TRUE(grown.errors.empty());
  return grown.operations.at(0);
}

// The pool's share is the sum of its operations'.
OrchidGrowth grow_pool(const Two& share, const std::vector<Shown>& operations,
                       const std::string& more = "", const Two& limits = {"1", "1"}) {
  std::vector<std::string> texts;
  for (const Shown& operation : operations) texts.push_back(operation_of(operation));
  const Shown shown{share, {"2", "2"}, {}, limits, more};
  const Grown grown = grow(pool_of(shown), texts);
  EXPECT_TRUE(grown.errors.empty());
  return grown.pool;
}

TEST(OrchidGrowth, TheDominantShareIsTheLargestPartAboveTheGuarantees) {
  Shown shown{{"0.5", "0.25"}, {"1", "1"}};
  EXPECT_EQ(grow_operation(shown).dominant, "cpu");
  EXPECT_EQ(grow_operation(shown).part.value, Rational(1, 2));
  shown.above = Two{"0.125", "0.25"};
  EXPECT_EQ(grow_operation(shown).dominant, "memory");
  EXPECT_EQ(grow_operation(shown).part.value, Rational(1, 4));
}

TEST(OrchidGrowth, BeyondItsUsageAnOperationRisesInAllThatItWants) {
  const OrchidGrowth growth = grow_operation({{"0.5", "0.25"}, {"1", "0.25"}, {"0.25", "0.125"}});
  EXPECT_EQ(growth.wanted, cpu);
  EXPECT_EQ(growth.rising, cpu);
  EXPECT_TRUE(growth.takes_more);
  EXPECT_FALSE(growth.may_jump);
}

TEST(OrchidGrowth, BelowItsUsageAnOperationRisesEvenly) {
  const OrchidGrowth growth = grow_operation({{"0.25", "0.125"}, {"1", "1"}, {"0.5", "0.125"}});
  EXPECT_EQ(growth.wanted, both);
  EXPECT_EQ(growth.rising, cpu);
  EXPECT_FALSE(growth.may_jump);
  const OrchidGrowth even = grow_operation({{"0.25", "0.25"}, {"1", "1"}, {"0.5", "0.375"}});
  EXPECT_EQ(even.rising, both);
  const OrchidGrowth used_up = grow_operation({{"0.25", "0.25"}, {"1", "1"}, {"0.5", "0.25"}});
  EXPECT_EQ(used_up.rising, cpu);
}

TEST(OrchidGrowth, WithItsDemandMetAnElementTakesNoMore) {
  const OrchidGrowth growth = grow_operation({{"0.5", "0.25"}, {"0.5", "0.25"}});
  EXPECT_EQ(growth.wanted, none);
  EXPECT_FALSE(growth.takes_more);
  EXPECT_FALSE(growth.may_jump);
  EXPECT_FALSE(grow_operation({{"0.5", "0.25"}, {"0.5000000005", "0.25"}}).takes_more)
      << "within the precision";
}

TEST(OrchidGrowth, WhereItsDominantShareStandsStillAnElementMayJump) {
  const OrchidGrowth growth = grow_operation({{"0.5", "0.25"}, {"0.5", "1"}});
  EXPECT_TRUE(growth.takes_more);
  EXPECT_EQ(growth.rising, memory);
  EXPECT_TRUE(growth.may_jump);
}

TEST(OrchidGrowth, AtALimitOfWhatItWantsNoMoreOfAnElementMayJump) {
  const Shown at_jump{{"0.5", "0.25"}, {"0.5", "1"}, {}, {"0.5", "1"}};
  EXPECT_TRUE(grow_operation(at_jump).takes_more);
  EXPECT_TRUE(grow_operation(at_jump).may_jump);
  const Shown at_limit{{"0.5", "0.25"}, {"0.5", "1"}, {}, {"1", "0.25"}};
  EXPECT_FALSE(grow_operation(at_limit).may_jump) << "it cannot";
  const Shown of_memory{{"0", "0.25"}, {"0", "1"}};
  const Shown blocked{{"0", "0"}, {"1", "0"}, {}, {"0", "1"}};
  const OrchidGrowth pool = grow_pool({"0.5", "0.25"}, {of_memory, blocked}, "", {"0.5", "1"});
  EXPECT_FALSE(pool.takes_more);
  EXPECT_TRUE(pool.may_jump) << "it may not rise in what is at the limit";
}

TEST(OrchidGrowth, AtALimitAnElementTakesNoMore) {
  const Two demand{"1", "1"};
  EXPECT_TRUE(grow_operation({{"0.5", "0.25"}, demand}).takes_more);
  EXPECT_FALSE(grow_operation({{"0.5", "0.25"}, demand, {}, {"1", "0.25"}}).takes_more);
  EXPECT_FALSE(grow_operation({{"0.5", "0"}, demand, {}, {"1", "0"}}).takes_more)
      << "none of what it wants";
  EXPECT_TRUE(grow_operation({{"0.5", "0"}, {"1", "0"}, {}, {"1", "0"}}).takes_more)
      << "none of what it does not want";
  EXPECT_TRUE(grow_operation({{"0.5", "0.25"}, {"1", "0.25"}, {}, {"1", "0.25"}}).takes_more)
      << "that of which it wants no more";
}

TEST(OrchidGrowth, WhatIsBeyondLimitsOrDemandIsTold) {
  EXPECT_EQ(grow_operation({{"0.5", "0.25"}, {"1", "1"}}).surplus, 0);
  EXPECT_EQ(grow_operation({{"0.5", "0.25"}, {"0.25", "1"}}).surplus, Rational(1, 4));
  EXPECT_EQ(grow_operation({{"0.5", "0.25"}, {"1", "1"}, {}, {"1", "0.125"}}).surplus,
            Rational(1, 8));
}

TEST(OrchidGrowth, AGangThatWantsMoreMayJump) {
  const std::string gang = R"(,"is_gang":true)";
  EXPECT_TRUE(grow_operation({{"0", "0"}, {"1", "1"}, {}, {"1", "1"}, gang}).may_jump);
  EXPECT_FALSE(grow_operation({{"1", "1"}, {"1", "1"}, {}, {"1", "1"}, gang}).may_jump);
}

TEST(OrchidGrowth, AVanillaOperationThatHasNothingMayCountAsAGang) {
  const auto grown = [](const Two& share, const std::string& type, const std::string& pool = "") {
    const std::string more = R"(,"is_gang":false,"type":")" + type + "\"";
    const Shown shown{share, {"1", "1"}, {}, {"1", "1"}, more};
    return grow(pool_of({share, {"1", "1"}, {}, {"1", "1"}, pool}), {operation_of(shown)});
  };
  EXPECT_TRUE(grown({"0", "0"}, "vanilla").operations[0].may_jump);
  EXPECT_FALSE(grown({"0", "0"}, "map").operations[0].may_jump);
  EXPECT_FALSE(grown({"0.5", "0.5"}, "vanilla").operations[0].may_jump);
  EXPECT_FALSE(grown({"1", "1"}, "vanilla").operations[0].may_jump);
  const Grown in_turn = grown({"0", "0"}, "vanilla", R"(,"mode":"fifo")");
  EXPECT_FALSE(in_turn.operations[0].may_jump);
  EXPECT_TRUE(in_turn.pool.may_jump);
}

TEST(OrchidGrowth, APoolRisesWithTheChildrenThatCanTakeMore) {
  const Shown of_cpu{{"0.25", "0"}, {"1", "0"}};
  const Shown of_memory{{"0", "0.125"}, {"0", "1"}};
  const Shown satisfied{{"0.25", "0.125"}, {"0.25", "0.125"}};
  const OrchidGrowth all = grow_pool({"0.5", "0.25"}, {of_cpu, of_memory, satisfied});
  EXPECT_EQ(all.wanted, both);
  EXPECT_EQ(all.rising, both);
  EXPECT_TRUE(all.takes_more);
  EXPECT_FALSE(all.may_jump);
  const OrchidGrowth one = grow_pool({"0.5", "0.125"}, {of_memory, satisfied, satisfied});
  EXPECT_EQ(one.rising, memory);
  EXPECT_TRUE(one.may_jump) << "it has most of the cpu, which stands still";
  EXPECT_FALSE(grow_pool({"0.5", "0.25"}, {satisfied, satisfied}).takes_more);
  EXPECT_FALSE(grow_pool({"0.5", "0.25"}, {of_cpu}, "", {"0.5", "1"}).takes_more);
}

TEST(OrchidGrowth, WhatAChildAtALimitWantsMayStopItsPool) {
  const Shown takes_memory_first{{"0", "0"}, {"1", "1"}, {"0", "1"}, {"0", "1"}};
  const Shown of_cpu{{"0", "0"}, {"1", "0"}};
  const OrchidGrowth growth = grow_pool({"0", "0"}, {takes_memory_first, of_cpu}, "", {"1", "0"});
  EXPECT_EQ(growth.wanted, both);
  EXPECT_FALSE(growth.takes_more);
  const std::string fifo = R"(,"mode":"fifo")";
  EXPECT_EQ(grow_pool({"0", "0"}, {takes_memory_first}, fifo).wanted, both);
  const OrchidGrowth none_can = grow_pool({"0", "0"}, {takes_memory_first});
  EXPECT_EQ(none_can.wanted, both);
  EXPECT_FALSE(none_can.takes_more);
}

TEST(OrchidGrowth, APoolThatRisesBelowAGuaranteeMayJump) {
  const Shown of_memory{{"0", "0.125"}, {"0", "1"}};
  const auto may_jump = [&](const std::string& guarantees) {
    const Shown shown{{"0.25", "0.125"}, {"2", "2"}, {}, {"1", "1"}, guarantees, Two{}};
    return grow(pool_of(shown), {operation_of(of_memory)}).pool.may_jump;
  };
  EXPECT_TRUE(may_jump(R"(,"strong_guarantee_share":{"cpu":0.25,"memory":0.25})"));
  EXPECT_TRUE(may_jump(R"(,"strong_guarantee_share":{"cpu":0.25,"memory":0.125},)"
                       R"("proposed_integral_share":{"memory":0.125})"));
  EXPECT_FALSE(may_jump(R"(,"strong_guarantee_share":{"cpu":0.5,"memory":0.125})"));
  EXPECT_FALSE(may_jump(R"(,"strong_guarantee_share":{"cpu":0.5,"memory":0.25})"))
      << "nothing has stopped it";
  EXPECT_FALSE(may_jump(""));
}

TEST(OrchidGrowth, APoolMayJumpWithAnythingBelowIt) {
  const Shown of_cpu{{"0.25", "0"}, {"1", "0"}};
  const Shown at_jump{{"0.25", "0"}, {"0.25", "1"}};
  const OrchidGrowth growth = grow_pool({"0.5", "0"}, {of_cpu, at_jump});
  EXPECT_EQ(growth.rising, cpu) << "what jumps is not counted on";
  EXPECT_TRUE(growth.may_jump);
  EXPECT_TRUE(grow_pool({"0.5", "0"}, {of_cpu, at_jump}, "", {"0.5", "1"}).may_jump)
      << "even at a limit";
}

TEST(OrchidGrowth, AFifoPoolRisesInWhatAllOfItsWaitingOperationsWant) {
  const std::string fifo = R"(,"mode":"fifo")";
  const Shown halfway{{"0.25", "0.125"}, {"1", "0.5"}};
  const Shown of_cpu{{"0", "0"}, {"1", "0"}};
  const OrchidGrowth growth = grow_pool({"0.25", "0.125"}, {halfway, of_cpu}, fifo);
  EXPECT_EQ(growth.wanted, both);
  EXPECT_EQ(growth.rising, cpu);
  EXPECT_FALSE(growth.may_jump);
  EXPECT_EQ(grow_pool({"0.25", "0.125"}, {halfway, of_cpu}).rising, both);
}

TEST(OrchidGrowth, AFifoPoolWithNoOperationHalfwayMayHaveLostAGang) {
  const std::string fifo = R"(,"mode":"fifo")";
  const Shown satisfied{{"0.25", "0.125"}, {"0.25", "0.125"}};
  const Shown waiting{{"0", "0"}, {"1", "1"}};
  EXPECT_TRUE(grow_pool({"0.25", "0.125"}, {satisfied, waiting}, fifo).may_jump);
  EXPECT_FALSE(grow_pool({"0.25", "0.125"}, {satisfied, waiting}).may_jump);
  EXPECT_FALSE(grow_pool({"0.25", "0.125"}, {satisfied}, fifo).may_jump);
}

TEST(OrchidGrowth, AFifoPoolMayHaveLostAGangBeforeOneThatHasSome) {
  const std::string fifo = R"(,"mode":"fifo")";
  const auto may_jump = [&](const std::string& waits, const std::string& halfway) {
    const Shown waiting{{"0", "0"}, {"1", "1"}, {}, {"0.5", "0.5"}, waits};
    const Shown served{{"0.25", "0.125"}, {"1", "0.5"}, {}, {"1", "1"}, halfway};
    return grow_pool({"0.25", "0.125"}, {waiting, served}, fifo).may_jump;
  };
  const std::string first = R"(,"fifo_index":0)";
  const std::string second = R"(,"fifo_index":1)";
  const Shown idle{{}, {}, {}, {"1", "1"}, first};
  const Shown served{{"0.25", "0.125"}, {"1", "0.5"}, {}, {"1", "1"}, second};
  EXPECT_FALSE(grow_pool({"0.25", "0.125"}, {idle, served}, fifo).may_jump) << "it wants nothing";
  EXPECT_TRUE(may_jump(first, second));
  EXPECT_FALSE(may_jump(second, first));
  EXPECT_FALSE(may_jump("", ""));
}

TEST(OrchidGrowth, APoolWithoutChildrenMayJumpUnlessItsDemandIsMet) {
  EXPECT_TRUE(grow(pool_of({{"0.5", "0.5"}, {"1", "0.5"}}), {}).pool.may_jump);
  EXPECT_FALSE(grow(pool_of({{"0.5", "0.5"}, {"0.5", "0.5"}}), {}).pool.may_jump);
}

TEST(OrchidGrowth, APoolAboveAnIntegralPoolMayJump) {
  const Shown shown{{"0.5", "0.5"}, {"0.5", "0.5"}, {}, {"1", "1"}};
  const auto grown = [&](const std::string& type) {
    Shown pool = shown;
    pool.more = R"(,"integral_guarantee_type":")" + type + "\"";
    return grow(pool_of(pool), {operation_of(shown)});
  };
  EXPECT_TRUE(grown("burst").root.may_jump);
  EXPECT_TRUE(grown("relaxed").root.may_jump);
  EXPECT_FALSE(grown("none").root.may_jump);
  EXPECT_FALSE(grown("burst").pool.may_jump);
}

TEST(OrchidGrowth, TheRootHasWhatItsChildrenHaveUpToTheCluster) {
  const auto grown = [](const std::string& most, const std::string& limits,
                        const std::string& wanted = "2") {
    const Shown shown{{most, "0.25"}, {wanted, "2"}};
    std::string text = R"({"pools":{"<Root>":{)" + limits + R"(},"a":)" + pool_of(shown) +
                       R"(},"operations":{"op":)" + operation_of(shown) + "}}";
    const auto parsed = json::parse(text);
    std::vector<InputError> errors;
    const OrchidTree tree = read_orchid_tree(std::get<json::Value>(parsed), errors);
    const auto growth = find_growth(tree, errors);
    EXPECT_TRUE(errors.empty());
    return growth.at(0);
  };
  EXPECT_EQ(grown("0.5", "").share, (Amounts{{"cpu", Rational(1, 2)}, {"memory", Rational(1, 4)}}));
  EXPECT_TRUE(grown("0.5", "").takes_more);
  EXPECT_FALSE(grown("1", "").takes_more);
  EXPECT_FALSE(grown("0.5", R"("limits_share":{"cpu":1,"memory":0.25})").takes_more);
  EXPECT_FALSE(grown("1", "", "1").takes_more) << "all the cpu, of which none wants more";
  EXPECT_TRUE(grown("0", R"("limits_share":{"cpu":0,"memory":1})", "0").takes_more);
}

TEST(OrchidGrowth, WhatIsMissingOrWrongIsTold) {
  const auto told = [](const std::string& part, const std::string& instead) {
    std::string operation = operation_of({{"0.5", "0.5"}, {"1", "1"}});
    const std::size_t at = operation.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    operation.replace(at, part.size(), instead);
    const Grown grown = grow(pool_of({{"0.5", "0.5"}, {"1", "1"}}), {operation});
    EXPECT_FALSE(grown.operations.at(0).is_known);
    EXPECT_TRUE(grown.pool.may_jump);
    return grown.errors;
  };
  using Errors = std::vector<std::string>;
  const std::string needed = ": an object of shares by resource is needed";
  for (const std::string part : {"limits_share", "demand_share", "usage_share"}) {
    EXPECT_EQ(told(part, "x" + part), Errors{"FS002 claimant op0, " + part + needed});
  }
  for (const std::string part : {"total", "weight_proportional"}) {
    EXPECT_EQ(told("\"" + part, "\"x" + part),
              Errors{"FS002 claimant op0, detailed_fair_share." + part + needed});
  }
  EXPECT_EQ(told("detailed_fair_share", "detailed_share"),
            Errors{"FS002 claimant op0, detailed_fair_share: the field is missing"});
  EXPECT_EQ(told(R"({"cpu":0.5)", R"({"cpu":-0.5)"),
            Errors{"FS011 claimant op0, detailed_fair_share.total: a share is negative"});
  EXPECT_EQ(told("\"weight\":1", "\"weight\":-1"),
            Errors{"FS011 claimant op0, weight: the number is negative"});
  EXPECT_EQ(told(R"("weight_proportional":{"cpu":0.5)", R"("weight_proportional":{"cpu":1e400)"),
            Errors{"FS008 claimant op0, detailed_fair_share.weight_proportional: a share is out of "
                   "range for a double"});
}

}  // namespace
}  // namespace fairshare::formats
