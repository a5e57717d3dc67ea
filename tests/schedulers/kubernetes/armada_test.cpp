// What Armada computes, by hand and from runs of its function.
#include "fairshare/schedulers/kubernetes/armada.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "fairshare/exact/solve.h"

namespace fairshare::schedulers::armada {
namespace {

using exact::Rational;
using List = std::vector<Queue>;
using Parts = std::vector<double>;

Parts shares(const List& queues) {
  return compute(queues).shares.shares;
}

TEST(Armada, HandsOnWhatIsLeft) {
  EXPECT_EQ(shares({{1, 1, ""}, {1, 0.25, ""}}), (Parts{0.75, 0.25}));
}

TEST(Armada, StopsWhereAHundredthIsLeft) {
  EXPECT_EQ(shares({{1, 1, ""}, {1, 0.495, ""}}), (Parts{0.5, 0.495}));
  EXPECT_EQ(shares({{1, 0, ""}, {99, 1, ""}}), (Parts{0, 0.99})) << "just a hundredth";
}

TEST(Armada, StopsAfterTenRounds) {
  List queues;
  for (int power = 24; power > 0; power -= 2) queues.push_back({std::pow(10, power), 0.01, ""});
  queues.push_back({1, 1, ""});
  const Parts found = shares(queues);
  EXPECT_EQ(found.back(), 9.009000090090001e-07);
  const auto solution = exact::solve(fair_problem(queues).problem);
  EXPECT_GT(std::get<Allocation<Rational>>(solution).shares.back(), Rational(87, 100));
}

TEST(Armada, SharesNothingWithoutWeights) {
  EXPECT_EQ(shares({{0, 1, ""}, {0, 1, ""}}), (Parts{0, 0}));
  EXPECT_EQ(shares({}), (Parts{}));
}

TEST(Armada, TellsWhatAnEndlessDemandWouldGet) {
  const Division division = compute(List{{1, 1, ""}, {1, 0.25, ""}});
  EXPECT_EQ(division.by_weight, (Parts{0.5, 0.5}));
  EXPECT_EQ(division.if_unbounded, (Parts{0.75, 0.5}));
}

TEST(Armada, AddsInTheOrderOfNames) {
  // 2^53 + 1 + 1 is 2^53 if the ones come last, one by one.
  const List last = {{0x1p53, 1, "a"}, {1, 1, "b"}, {1, 1, "c"}};
  const List first = {{0x1p53, 1, "c"}, {1, 1, "a"}, {1, 1, "b"}};
  EXPECT_EQ(shares(last)[0], 1);
  EXPECT_LT(shares(first)[0], 1);
}

TEST(Armada, TakesEachFieldOfALevelForItsSetting) {
  Level level{.total = 1.0,
              .claims = {{.name = "a", .weight = 2.0, .max_share = 0.25, .demand = 0.5},
                         {.name = "b", .max_share = 0.75, .demand = 0.125},
                         {.name = "c"}}};
  const ModelResult result = level_model().compute(level);
  EXPECT_EQ(result.answers, (std::vector<std::vector<Held>>{{0.25, 0.125, 0.625}}));
  EXPECT_EQ(result.resolution, exact::from_double(rest_max));
  ASSERT_EQ(result.details.size(), 2U);
  EXPECT_EQ(result.details[0].name, "by_weight");
  EXPECT_EQ(std::get<std::vector<Held>>(result.details[0].value), held(Parts{0.5, 0.25, 0.25}));
  EXPECT_EQ(result.details[1].name, "if_unbounded");
  // In the second round a would be one of weights 2 and 1 and share 1/8, b one of 1 and 1 and share
  // 1/4; c gets the 3/8.
  EXPECT_EQ(std::get<std::vector<Held>>(result.details[1].value),
            held(Parts{0.5 + 2.0 / 3 * 0.125, 0.375, 0.625}));
}

// Weights and demands below 0 leave an infinite rest, of which weight 0 gets 0 times infinity.
TEST(Armada, TellsWhereAShareIsNoNumber) {
  const List queues = {
      {2e8, 1, ""}, {-1e8, -1.7e308, ""}, {-1e8, -1.7e308, ""}, {1e-300, 1, ""}, {0, 1, ""}};
  const Division division = compute(queues);
  EXPECT_EQ(division.shares.fault, Fault::nan);
  EXPECT_TRUE(std::isnan(division.shares.shares[4]));
  EXPECT_EQ(compute(List{{1, 1, ""}}).shares.fault, Fault::none);
  Level level{.total = 1.0};
  for (const Queue& queue : queues) {
    level.claims.push_back({.weight = queue.weight, .demand = queue.demand});
  }
  EXPECT_EQ(level_model().compute(level).outcome, "nan");
}

// a lacks its quarter in the first round, b a sixteenth in the second, and c has the rest. In the
// second round a would be one of weights 2, 1 and 1, but had just what it would get of the quarter;
// in the third it would be one of 2 and 1, and nothing is taken off for it any more.
TEST(Armada, TakesOffWhatADemandCutInTheLastRoundOnly) {
  const Division division = compute(List{{2, 0.25, "a"}, {1, 0.3125, "b"}, {1, 1, "c"}});
  EXPECT_EQ(division.shares.shares, (Parts{0.25, 0.3125, 0.4375}));
  EXPECT_EQ(division.if_unbounded, (Parts{0.5 + 2.0 / 3 * 0.0625, 0.375, 0.4375}));
}

TEST(Armada, HasNoMinimums) {
  EXPECT_FALSE(level_model().has_minimums);
  EXPECT_EQ(level_model().total_must_be, 1);
}

}  // namespace
}  // namespace fairshare::schedulers::armada
