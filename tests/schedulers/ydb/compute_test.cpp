// What YDB's compute scheduler computes, by hand.
#include "fairshare/schedulers/ydb/compute.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/common/base_rule.h"

namespace fairshare::schedulers::ydb {
namespace {

using exact::Rational;
using List = std::vector<Pool>;
using Whole = std::vector<std::int64_t>;

Shares<std::int64_t> divided(std::int64_t total, const List& pools) {
  return std::get<Shares<std::int64_t>>(compute(total, pools));
}

Whole shares(std::int64_t total, const List& pools) {
  return divided(total, pools).shares;
}

Solution<Rational> fair(std::int64_t total, const List& pools) {
  return solve_by_base_rule(fair_problem(total, pools).problem);
}

TEST(Ydb, GivesAllThatIsDemandedWhereThereIsMore) {
  EXPECT_EQ(shares(10, {{1, 3, 3}, {5, 2, 2}}), (Whole{3, 2}));
  EXPECT_EQ(fair(10, {{1, 3, 3}, {5, 2, 2}}), Solution<Rational>(Surplus<Rational>{5}));
}

TEST(Ydb, HandsOnWhatIsNotDemanded) {
  const List pools = {{1, 2, 2}, {1, 10, 10}, {2, 10, 10}};
  EXPECT_EQ(shares(11, pools), (Whole{2, 3, 6}));
  EXPECT_EQ(fair(11, pools), Solution<Rational>(Allocation<Rational>{3, {2, 3, 6}}));
}

TEST(Ydb, DividesWhatIsNotWantedNowByWeightUpToTheMost) {
  const List pools = {{1, 3, 9}, {2, 3, 4}};
  EXPECT_EQ(shares(12, pools), (Whole{8, 4}));
  EXPECT_EQ(fair(12, pools), Solution<Rational>(Allocation<Rational>{5, {8, 4}}));
}

TEST(Ydb, DividesNothingBeyondDemandsThatAreAllThereIs) {
  const List pools = {{1, 2, 9}, {3, 2, 9}};
  EXPECT_EQ(shares(4, pools), (Whole{2, 2}));
  EXPECT_EQ(fair(4, pools), Solution<Rational>(Allocation<Rational>{0, {2, 2}}));
}

TEST(Ydb, GivesWhatCuttingLeavesToTheLargestFractions) {
  EXPECT_EQ(shares(10, {{6, 10, 10}, {6, 10, 10}, {2, 10, 10}}), (Whole{4, 4, 2}));
  EXPECT_EQ(shares(11, {{6, 10, 10}, {6, 10, 10}, {2, 10, 10}}), (Whole{5, 5, 1}));
}

TEST(Ydb, BreaksTiesByName) {
  EXPECT_EQ(shares(1, {{1, 1, 1, "b"}, {1, 1, 1, "a"}}), (Whole{0, 1}));
  EXPECT_EQ(shares(1, {{1, 1, 1, "a"}, {1, 1, 1, "b"}}), (Whole{1, 0}));
  EXPECT_EQ(shares(1, {{1, 1, 1}, {1, 1, 1}}), (Whole{1, 0})) << "then as listed";
}

TEST(Ydb, GivesAWholeDemandThatIsNoMoreThanThePart) {
  EXPECT_EQ(shares(6, {{1, 3, 3}, {1, 4, 4}}), (Whole{3, 3}));
  EXPECT_EQ(shares(7, {{1, 3, 3}, {1, 4, 4}}), (Whole{3, 4}));
}

TEST(Ydb, CountsNoMoreDemandThanCanBeUsed) {
  EXPECT_EQ(shares(10, {{1, 9, 2}, {1, 9, 9}}), (Whole{2, 8}));
  EXPECT_EQ(fair(10, {{1, 9, 2}, {1, 9, 9}}), Solution<Rational>(Allocation<Rational>{8, {2, 8}}));
}

TEST(Ydb, HandsOutMoreThanThereIsWhereWeightsAddUpToInfinity) {
  const auto division = divided(10, {{1e308, 20, 20}, {1e308, 20, 20}});
  EXPECT_EQ(division.shares, (Whole{20, 20}));
  EXPECT_EQ(division.fault, Fault::overflow);
}

TEST(Ydb, EndsWithTheLargestNumbers) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(divided(most, {{1, most, most}}).fault, Fault::none);
  // As a double, the demand equals the total, so all of it is given, which is one too many.
  EXPECT_EQ(divided(most - 1, {{1, most, most}}).fault, Fault::overflow);
  EXPECT_EQ(shares(most, {{0x1p-1074, most, most}, {0x1p1023, 1, 1}})[1], 1);
}

TEST(Ydb, RefusesWhatNoPoolCanHave) {
  for (const double weight : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_TRUE(std::holds_alternative<Refusal>(compute(1, List{{weight, 1, 1}}))) << weight;
  }
  EXPECT_TRUE(std::holds_alternative<Refusal>(compute(1, List{{1, -1, 1}})));
  EXPECT_TRUE(std::holds_alternative<Refusal>(compute(1, List{{1, -2, -1}})));
  EXPECT_TRUE(std::holds_alternative<Refusal>(compute(1, List{{1, 1, -1}})));
  EXPECT_TRUE(std::holds_alternative<Refusal>(compute(-1, List{})));
}

TEST(Ydb, DividesNothingAndAmongNone) {
  EXPECT_EQ(shares(5, {}), (Whole{}));
  EXPECT_EQ(shares(0, {{1, 1, 1}}), (Whole{0}));
}

TEST(Ydb, WantsAndUsesTheTotalWhereNothingIsSaid) {
  const Level level{.total = std::int64_t{6},
                    .claims = {{.name = "a"}, {.name = "b", .demand = std::int64_t{1}}}};
  const ModelResult result = level_model().compute(level);
  EXPECT_EQ(result.outcome, "shares");
  EXPECT_EQ(result.answers, (std::vector<std::vector<Held>>{{std::int64_t{5}, std::int64_t{1}}}));
  const ModelResult refused =
      level_model().compute({.total = std::int64_t{6}, .claims = {{.weight = 0.0}}});
  EXPECT_EQ(refused.outcome, "error");
  EXPECT_EQ(refused.message, "Weight should be positive");
}

TEST(Ydb, TakesEachFieldOfALevelForItsSetting) {
  Level level{.total = std::int64_t{9},
              .claims = {{.name = "b", .weight = 2.0, .max_share = std::int64_t{4}},
                         {.name = "a", .weight = 2.0, .demand = std::int64_t{3}},
                         {.name = "c", .weight = 2.0, .demand = std::int64_t{3}}}};
  EXPECT_EQ(level_model().compute(level).answers,
            (std::vector<std::vector<Held>>{{std::int64_t{3}, std::int64_t{3}, std::int64_t{3}}}));
  level.total = std::int64_t{11};
  level.claims.pop_back();
  EXPECT_EQ(level_model().compute(level).answers,
            (std::vector<std::vector<Held>>{{std::int64_t{4}, std::int64_t{7}}}));
  level.claims = {{.name = "b"}, {.name = "a"}};
  EXPECT_EQ(level_model().compute(level).answers,
            (std::vector<std::vector<Held>>{{std::int64_t{5}, std::int64_t{6}}}));
}

}  // namespace
}  // namespace fairshare::schedulers::ydb
