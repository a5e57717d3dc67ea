#include "formats/ytsaurus/orchid_dominant.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "formats/verdict/verdict.h"
#include "tests/formats/ytsaurus/orchids.h"

namespace fairshare::formats {
namespace {

using namespace tests;
using exact::Rational;

struct Two {
  std::string cpu;
  std::string memory;
};

std::string text_of(const Two& two) {
  return fmt::format(R"({{"cpu":{},"memory":{}}})", two.cpu, two.memory);
}

// An element that has no guarantees.
std::string element(const std::string& under, const std::string& weight, const Two& share,
                    const Two& demand, const Two& limits = {"1", "1"}) {
  return fmt::format(
      R"({{{},"weight":{},"limits_share":{},"demand_share":{},"usage_share":{{}},)"
      R"("detailed_fair_share":{{"total":{},"strong_guarantee":{{}},"integral_guarantee":{{}},)"
      R"("weight_proportional":{}}}}})",
      under, weight, text_of(limits), text_of(demand), text_of(share), text_of(share));
}

std::string orchid_of(const std::string& pools, const std::string& operations,
                      const std::string& root = "") {
  return R"({"pools":{"<Root>":{)" + root + "}," + pools + R"(},"operations":{)" + operations +
         "}}";
}

const Two all = {"1", "1"};
const std::string root = R"("parent":"<Root>")";
const std::string half_the_cpu = R"("limits_share":{"cpu":0.5,"memory":1})";

// Two pools, of weights 1 and 2, with an operation in each that wants everything. The first has
// 0.25 of the cpu.
std::string two_pools(const Two& second, const std::string& of_root = half_the_cpu) {
  const Two first{"0.25", "0.125"};
  return orchid_of(
      "\"a\":" + element(root, "1", first, all) + ",\"b\":" + element(root, "2", second, all),
      "\"x\":" + element(R"("pool":"a")", "1", first, all) +
          ",\"y\":" + element(R"("pool":"b")", "1", second, all),
      of_root);
}

Case root_of(const std::string& text) {
  OrchidReading reading = read(text);
  EXPECT_EQ(told(reading), Codes{});
  return cases(std::move(reading)).at(0);
}

TEST(OrchidOfSeveralResources, DominantSharesAreDividedByWeight) {
  const Case right = root_of(two_pools({"0.25", "0.5"}));
  EXPECT_EQ(right.title, "<Root> (dominant shares)");
  EXPECT_EQ(right.rule, Rule::dominant);
  EXPECT_EQ(right.problem.total, Rational(3, 4));
  EXPECT_EQ(right.problem.claimants[0], (Claimant<Rational>{1, 0, {}}));
  EXPECT_EQ(right.problem.claimants[1], (Claimant<Rational>{2, 0, {}}));
  EXPECT_EQ(right.labels[0].field, "detailed_fair_share.weight_proportional.cpu");
  EXPECT_EQ(right.labels[1].field, "detailed_fair_share.weight_proportional.memory");
  EXPECT_EQ(right.labels[1].note, "");
  EXPECT_EQ(right.notes,
            (Codes{"Shares may be off by 1e-9, the error bound of the release's arithmetic.",
                   "Each child's dominant share is divided by weight: the largest part that it has "
                   "of any resource above its guarantees."}));
  EXPECT_EQ(judge(right).judgement, Judgement::fair);
  EXPECT_EQ(judge(root_of(two_pools({"0.25", "0.375"}))).judgement, Judgement::unfair);
}

TEST(OrchidOfSeveralResources, AWeightIsAsItIsWritten) {
  std::string text = two_pools({"0.25", "0.5"});
  const std::string weight = R"("weight":2,)";
  text.replace(text.find(weight), weight.size(), R"("weight":2.1,)");
  EXPECT_EQ(root_of(text).problem.claimants[1].weight, Rational(21, 10));
  text = two_pools({"0.25", "0.5"});
  text.replace(text.find(weight), weight.size(), "");
  EXPECT_EQ(told(read(text)), Codes{"FS002 orchid.json: claimant b, weight: the field is missing"});
  const OrchidReading reading = read(text);
  ASSERT_EQ(reading.divisions.size(), 1U);
  EXPECT_EQ(reading.divisions[0].path, "a") << "of which all is known";
}

TEST(OrchidOfSeveralResources, WhatTakesNoMoreHasAsMuchAsItCanUse) {
  const auto labelled = [](const Two& demand, const Two& limits) {
    const Two share{"0.25", "0.125"};
    const Case one =
        root_of(orchid_of("\"a\":" + element(root, "1", share, demand, limits) +
                              ",\"b\":" + element(root, "1", {"0.25", "0.5"}, all),
                          "\"x\":" + element(R"("pool":"a")", "1", share, demand) +
                              ",\"y\":" + element(R"("pool":"b")", "1", {"0.25", "0.5"}, all),
                          half_the_cpu));
    EXPECT_EQ(one.problem.claimants[0].max_share.value_or(0),
              one.labels[0].note.empty() ? 0 : Rational(1, 4));
    EXPECT_EQ(judge(one).judgement,
              one.labels[0].note.empty() ? Judgement::unfair : Judgement::fair);
    return one.labels[0].note;
  };
  EXPECT_EQ(labelled(all, all), "");
  EXPECT_EQ(labelled({"0.25", "0.125"}, all), "its demand is met");
  EXPECT_EQ(labelled(all, {"1", "0.125"}), "at a limit");
  EXPECT_EQ(labelled({"0.25", "1"}, all), "may be at a jump");
}

TEST(OrchidOfSeveralResources, ANoteLooksBelowThePool) {
  const auto note = [](const std::string& operation) {
    const Two share{"0.25", "0.125"};
    return root_of(orchid_of("\"a\":" + element(root, "1", share, all), operation, half_the_cpu))
        .labels.at(0)
        .note;
  };
  const std::string below = R"("pool":"a")";
  const Two quarter{"0.25", "0.125"};
  EXPECT_EQ(note("\"x\":" + element(below, "1", quarter, all)), "");
  EXPECT_EQ(note("\"x\":" + element(below, "1", quarter, quarter)), "its demand is met");
  EXPECT_EQ(note("\"x\":" + element(below, "1", quarter, all, quarter)), "at a limit");
  EXPECT_EQ(note(""), "may be at a jump");
}

TEST(OrchidOfSeveralResources, WhatIsAboveAnIntegralGuaranteeKeepsItsShare) {
  const Two share{"0.5", "0.125"};
  const std::string integral = R"("parent":"a","integral_guarantee_type":"burst")";
  const Case one =
      root_of(orchid_of("\"a\":" + element(root, "1", share, all) +
                            ",\"b\":" + element(root, "1", {"0.25", "0.5"}, all) +
                            ",\"c\":" + element(integral, "1", share, all),
                        "\"x\":" + element(R"("pool":"c")", "1", share, all) +
                            ",\"y\":" + element(R"("pool":"b")", "1", {"0.25", "0.5"}, all)));
  EXPECT_EQ(one.problem.claimants[0], (Claimant<Rational>{1, Rational(1, 2), Rational(1, 2)}));
  EXPECT_EQ(one.problem.claimants[1], (Claimant<Rational>{1, 0, {}}));
  EXPECT_EQ(one.labels[0].note, "above an integral guarantee");
}

TEST(OrchidOfSeveralResources, MoreThanItsLimitIsAboveTheMaximum) {
  const Case one =
      root_of(orchid_of("\"a\":" + element(root, "1", {"0.25", "0.125"}, all, {"1", "0.0625"}),
                        "\"x\":" + element(R"("pool":"a")", "1", {"0.25", "0.125"}, all)));
  EXPECT_EQ(one.problem.claimants[0].max_share, Rational(3, 16));
  EXPECT_EQ(judge(one).judgement, Judgement::unfair);
}

TEST(OrchidOfSeveralResources, TheRootsChildrenHaveAllOfAResourceThatTheyWant) {
  const Case one = root_of(two_pools({"0.25", "0.5"}, ""));
  EXPECT_EQ(one.problem.total, Rational(9, 8));
  EXPECT_EQ(one.notes.back(), "Its children have 0.375 of memory less than they could have.");
  EXPECT_EQ(judge(one).judgement, Judgement::unfair);
  const Case more =
      root_of(two_pools({"0.25", "0.5"}, R"("limits_share":{"cpu":0.25,"memory":1})"));
  EXPECT_EQ(more.problem.total, Rational(1, 2));
  EXPECT_EQ(more.notes.back(), "Its children have 0.25 of cpu more than there is for them.");
  EXPECT_EQ(judge(more).judgement, Judgement::unfair);
}

// The pool "a", whose operations x and y have half of its cpu each.
Case pool_of(const Two& share, const Two& wanted_by_y = all) {
  const std::string pool = R"("pool":"a")";
  OrchidReading reading =
      read(orchid_of("\"a\":" + element(root, "1", share, all),
                     "\"x\":" + element(pool, "1", {"0.25", "0.125"}, all) +
                         ",\"y\":" + element(pool, "1", {"0.25", "0.125"}, wanted_by_y)));
  return cases(std::move(reading)).at(1);
}

TEST(OrchidOfSeveralResources, APoolsChildrenHaveWhatItHas) {
  EXPECT_EQ(judge(pool_of({"0.5", "0.25"})).judgement, Judgement::fair);
  EXPECT_EQ(pool_of({"0.5", "0.25"}).problem.total, Rational(1, 2));
  const Case less = pool_of({"0.5", "0.375"});
  EXPECT_EQ(less.problem.total, Rational(5, 8));
  EXPECT_EQ(less.notes.back(), "Its children have 0.125 of memory less than they could have.");
  EXPECT_EQ(judge(less).judgement, Judgement::unfair);
  const Case more = pool_of({"0.375", "0.25"});
  EXPECT_EQ(more.problem.total, Rational(3, 8));
  EXPECT_EQ(more.notes.back(), "Its children have 0.125 of cpu more than there is for them.");
  EXPECT_EQ(judge(more).judgement, Judgement::unfair);
  EXPECT_EQ(pool_of({"0.5000000005", "0.25"}).problem.total, Rational(1, 2))
      << "within the precision";
  EXPECT_EQ(pool_of({"0.49999999899999997", "0.25"}).problem.total, Rational(1, 2))
      << "within the precision, as doubles add up";
}

TEST(OrchidOfSeveralResources, APoolThatHasNothingOfAnyResourceIsFair) {
  std::string text = two_pools({"0", "0"}, "");
  for (const std::string nothing = R"({"cpu":0,"memory":0})";
       text.find(nothing) != std::string::npos;) {
    text.replace(text.find(nothing), nothing.size(), "{}");
  }
  const auto made = cases(read(text));
  ASSERT_EQ(made.size(), 3U);
  EXPECT_EQ(made[2].title, "b (dominant shares)");
  EXPECT_EQ(judge(made[2]).judgement, Judgement::fair);
}

TEST(OrchidOfSeveralResources, AtAJumpAPoolsChildrenMayLeaveSome) {
  const Case jumping = pool_of({"0.5", "0.375"}, {"0.25", "1"});
  EXPECT_EQ(jumping.problem.total, Rational(1, 2));
  EXPECT_EQ(judge(jumping).judgement, Judgement::fair);
  EXPECT_EQ(pool_of({"0.375", "0.25"}, {"0.25", "1"}).problem.total, Rational(3, 8))
      << "but have no more";
}

// The fifo pool "a" of all of the cpu, whose operations have a quarter of it at their turns.
Case turns_of(const std::vector<std::pair<int, Two>>& operations, const Two& share = {"0.5", "0"}) {
  std::string texts;
  for (const auto& [turn, has] : operations) {
    const std::string under = fmt::format(R"("pool":"a","fifo_index":{})", turn);
    texts += fmt::format("{}\"op{}\":{}", texts.empty() ? "" : ",", turn,
                         element(under, "1", has, {"0.25", "0"}));
  }
  OrchidReading reading = read(
      orchid_of("\"a\":" + element(root + R"(,"mode":"fifo")", "1", share, {"1", "0"}), texts));
  EXPECT_EQ(told(reading), Codes{});
  return cases(std::move(reading)).at(1);
}

TEST(OrchidOfSeveralResources, AFifoPoolServesItsOperationsInTurn) {
  const Two full{"0.25", "0"};
  const Two half{"0.125", "0"};
  const Two nothing{"0", "0"};
  const Case right = turns_of({{2, nothing}, {1, half}, {0, full}}, {"0.375", "0"});
  EXPECT_EQ(right.title, "a (turns)");
  EXPECT_EQ(right.rule, Rule::fifo);
  EXPECT_EQ(right.problem.claimants[0], (Claimant<Rational>{1, 0, 0}));
  EXPECT_EQ(right.problem.claimants[1], (Claimant<Rational>{1, 0, {}}));
  EXPECT_EQ(right.problem.claimants[2], (Claimant<Rational>{1, Rational(1, 4), Rational(1, 4)}));
  EXPECT_EQ(right.labels[0].note, "after one that is halfway");
  EXPECT_EQ(right.labels[1].note, "halfway");
  EXPECT_EQ(right.labels[2].note, "its demand is met");
  EXPECT_EQ(judge(right).judgement, Judgement::fair);
  EXPECT_EQ(judge(turns_of({{0, half}, {1, half}}, {"0.25", "0"})).judgement, Judgement::unfair)
      << "the first wants more";
  EXPECT_EQ(judge(turns_of({{0, half}, {1, full}}, {"0.375", "0"})).judgement, Judgement::unfair);
  EXPECT_EQ(judge(turns_of({{0, nothing}, {1, half}}, half)).judgement, Judgement::fair)
      << "the first may be a gang that was cut off";
  EXPECT_EQ(judge(turns_of({{0, full}, {1, half}}, {"0.3125", "0"})).judgement, Judgement::unfair)
      << "together they have more than their pool";
}

TEST(OrchidOfSeveralResources, ADisabledOperationHasNoTurn) {
  const Two half{"0.125", "0"};
  const auto orchid = [&](const std::string& disabled, const Two& demand) {
    return read(
        orchid_of("\"a\":" + element(root + R"(,"mode":"fifo")", "1", half, {"0.25", "0"}),
                  "\"x\":" + element(R"("pool":"a","fifo_index":0)", "1", half, {"0.25", "0"}) +
                      ",\"y\":" + element(R"("pool":"a")" + disabled, "1", {"0", "0"}, demand)));
  };
  OrchidReading reading = orchid(R"(,"is_gang":true)", {"0", "0"});
  EXPECT_EQ(told(reading), Codes{});
  EXPECT_EQ(reading.warnings, Codes{});
  const auto made = cases(std::move(reading));
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[1].title, "a (turns)");
  EXPECT_EQ(judge(made[1]).judgement, Judgement::fair);
  EXPECT_EQ(orchid("", {"0.25", "0"}).warnings.size(), 1U) << "it wants a turn";
}

TEST(OrchidOfSeveralResources, WithoutOperationsNothingIsJudged) {
  std::string text = two_pools({"0.25", "0.5"});
  text = text.substr(0, text.find(R"(,"operations")")) + "}";
  const OrchidReading reading = read(text);
  EXPECT_EQ(told(reading), Codes{});
  EXPECT_TRUE(reading.divisions.empty());
  ASSERT_EQ(reading.warnings.size(), 2U);
  EXPECT_EQ(reading.warnings[1],
            "<Root>: its children use 2 resources (cpu, memory); such a pool is judged only if the "
            "Orchid has \"operations\".");
}

TEST(OrchidOfSeveralResources, AnElementThatIsWrongLeavesOutItsPool) {
  std::string text = two_pools({"0.25", "0.5"});
  const std::string usage = R"("usage_share")";
  text.replace(text.rfind(usage), usage.size(), R"("usage")");
  const OrchidReading reading = read(text);
  EXPECT_EQ(told(reading), Codes{"FS002 orchid.json: claimant y, usage_share: an object of shares "
                                 "by resource is needed"});
  ASSERT_EQ(reading.divisions.size(), 2U);
  EXPECT_EQ(reading.divisions[0].path, "<Root>");
  EXPECT_EQ(reading.divisions[0].labels[1].note, "may be at a jump");
  EXPECT_EQ(reading.divisions[1].path, "a");
}

}  // namespace
}  // namespace fairshare::formats
