// What Karmada computes, by hand from its source.
#include "fairshare/schedulers/kubernetes/karmada.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "fairshare/model/solution.h"

namespace fairshare::schedulers::karmada {
namespace {

using exact::Rational;
using List = std::vector<Cluster>;
using Counts = std::vector<std::int32_t>;

Counts shares(std::int32_t total, const List& clusters, const std::string& uid = "") {
  const auto computed = compute(total, clusters, uid);
  return computed ? computed->shares : Counts{};
}

TEST(Karmada, DividesByWebstersMethod) {
  EXPECT_EQ(shares(9, {{.weight = 1}, {.weight = 2}}), (Counts{3, 6}));
  EXPECT_EQ(shares(9, {{.weight = 1}, {.weight = 3}}), (Counts{2, 7}));
  EXPECT_EQ(shares(10, {{.weight = 6}, {.weight = 6}, {.weight = 2}}), (Counts{4, 4, 2}));
}

TEST(Karmada, DividesOnlyWhatIsNew) {
  EXPECT_EQ(shares(10, {{.weight = 1, .has = 2}, {.weight = 1}}), (Counts{6, 4}));
  EXPECT_EQ(shares(3, {{.weight = 1, .has = 2}, {.weight = 1, .has = 4}}), (Counts{2, 4}));
}

// FNV-1a of "a" is e40c292c, of "b" e70c2de5.
TEST(Karmada, BreaksTiesByNameAsTheUidSays) {
  EXPECT_FALSE(takes_the_last_name(""));
  EXPECT_FALSE(takes_the_last_name("a"));
  EXPECT_TRUE(takes_the_last_name("b"));
  const List two = {{.name = "x"}, {.name = "y"}};
  EXPECT_EQ(shares(3, two, "a"), (Counts{2, 1}));
  EXPECT_EQ(shares(3, two, "b"), (Counts{1, 2}));
  // 3 of 1, 3 is a tie of 1/1 and 3/3: the one with fewer goes first, whatever the names.
  EXPECT_EQ(shares(2, {{.weight = 3, .name = "a"}, {.weight = 1, .name = "b"}}), (Counts{1, 1}));
}

TEST(Karmada, TakesWeightsAsDoubles) {
  const std::int64_t large = std::int64_t{1} << 53U;
  EXPECT_EQ(shares(1, {{.weight = large, .name = "a"}, {.weight = large + 1, .name = "b"}}),
            (Counts{1, 0}));
}

TEST(Karmada, DividesNothingWhereTheWeightsAddUpToZero) {
  EXPECT_EQ(shares(5, {{.weight = 0}, {.weight = 0}}), (Counts{0, 0}));
  EXPECT_EQ(shares(3, {{.weight = -1}, {.weight = 0}}), (Counts{0, 3})) << "0 is more than -1";
  const std::int64_t quarter = std::int64_t{1} << 62U;
  const auto computed = compute(5, List(4, Cluster{.weight = quarter}), "");
  ASSERT_TRUE(computed.has_value());
  EXPECT_EQ(computed->shares, Counts(4, 0));
  EXPECT_EQ(computed->fault, Fault::overflow);
}

TEST(Karmada, IsGivenUpWhereADivisorWraps) {
  const std::int32_t largest = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(compute(largest, List{{}}, ""), std::nullopt);
  EXPECT_EQ(shares(1 << 30U, {{}}), Counts{1 << 30U});
}

TEST(Karmada, BreaksTiesOfALevelByItsKeyAndGivesUpWhereItHasNoEnd) {
  Level level{.total = std::int64_t{3}, .claims = {{.name = "x"}, {.name = "y"}}};
  for (const auto& [key, first] : {std::pair("a", 2), std::pair("b", 1)}) {
    level.key = key;
    EXPECT_EQ(level_model().compute(level).answers,
              (std::vector<std::vector<Held>>{
                  {Held(std::int64_t{first}), Held(std::int64_t{3 - first})}}));
  }
  level.total = std::int64_t{std::numeric_limits<std::int32_t>::max()};
  level.claims = {{}};
  EXPECT_EQ(level_model().compute(level).outcome, "unfinished");
  EXPECT_EQ(level_model().compute(level).message, "no end after 1048576 steps");
}

TEST(Karmada, SaysOfALevelThatTheSumOfItsWeightsWraps) {
  const Claim half{.weight = std::int64_t{1} << 62U};
  const Level level{.total = std::int64_t{5}, .claims = {half, half}};
  EXPECT_EQ(level_model().compute(level).outcome, "overflow");
}

TEST(Karmada, HasABaseRuleInWholeUnits) {
  Level level{.total = std::int64_t{10}};
  level.claims = {{.weight = std::int64_t{3}, .min_share = std::int64_t{2}}, {}};
  const auto made = level_model().state(level);
  const auto& statement = std::get<Statement>(made);
  EXPECT_EQ(std::get<Allocation<Rational>>(statement.solution).shares,
            (std::vector<Rational>{8, 2}));
  EXPECT_EQ(level_model().compute(level).answers.front(), held(std::vector<std::int64_t>{8, 2}));
  level.claims[0].weight = std::int64_t{1};
  level.total = std::int64_t{11};
  const auto tied = level_model().state(level);
  EXPECT_EQ(std::get<Allocation<Rational>>(std::get<Statement>(tied).solution).shares,
            (std::vector<Rational>{7, 4}));
}

TEST(Karmada, TakesOffTheTotalWhatAllHaveAndNoMore) {
  // 9 without 4, 2 and 1 is 2; by weight 5 and 1, that is 2 and 0 for the first and the last.
  EXPECT_EQ(shares(9, {{.weight = 5, .has = 4}, {.weight = 0, .has = 2}, {.weight = 1, .has = 1}}),
            (Counts{6, 2, 1}));
  EXPECT_EQ(shares(-3, {{.weight = 1, .has = 2}}), Counts{2});
}

}  // namespace
}  // namespace fairshare::schedulers::karmada
