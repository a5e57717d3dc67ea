// What the Balancer's proportional policy computes, by hand from its source.
#include "fairshare/schedulers/kubernetes/balancer.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "fairshare/model/solution.h"

namespace fairshare::schedulers::balancer {
namespace {

using exact::Rational;
using List = std::vector<Target>;
using Counts = std::vector<std::int32_t>;

constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max();

Placement place(std::int32_t replicas, const List& targets) {
  const auto computed = compute(replicas, targets);
  EXPECT_TRUE(std::holds_alternative<Placement>(computed));
  const auto* placement = std::get_if<Placement>(&computed);
  return placement != nullptr ? *placement : Placement{};
}

Counts shares(std::int32_t replicas, const List& targets) {
  return place(replicas, targets).shares.shares;
}

TEST(Balancer, DividesByDHondtsMethod) {
  EXPECT_EQ(shares(4, {{.proportion = 1}, {.proportion = 3}}), (Counts{1, 3}));
  EXPECT_EQ(shares(20, {{60}, {8}, {8}, {8}, {8}, {8}}), (Counts{15, 1, 1, 1, 1, 1}));
}

TEST(Balancer, CountsMinimumsAndEndsAtMaximums) {
  EXPECT_EQ(shares(9, {{.proportion = 1, .min = 4}, {.proportion = 3}}), (Counts{4, 5}));
  EXPECT_EQ(shares(9, {{.proportion = 9, .max = 2}, {.proportion = 1}}), (Counts{2, 7}));
}

TEST(Balancer, BreaksTiesByName) {
  EXPECT_EQ(shares(1, {{.name = "b"}, {.name = "a"}}), (Counts{0, 1}));
  EXPECT_EQ(shares(1, {{.proportion = 2, .min = 1, .name = "a"}, {.proportion = 2, .name = "b"}}),
            (Counts{1, 0}));
}

TEST(Balancer, PlacesMinimumsThoughTheyExceedTheReplicas) {
  const Placement placement = place(3, {{.min = 2}, {.min = 2}});
  EXPECT_EQ(placement.shares.shares, (Counts{2, 2}));
  EXPECT_EQ(placement.missing, 1);
  EXPECT_EQ(shares(9, {{.min = 5, .max = 2}, {}}), (Counts{5, 4})) << "the minimum wins";
}

TEST(Balancer, TellsWhatNoTargetCouldTake) {
  const Placement placement = place(9, {{.max = 2}, {.proportion = 0}, {.proportion = -1}});
  EXPECT_EQ(placement.shares.shares, (Counts{2, 0, 0}));
  EXPECT_EQ(placement.beyond, 7);
  EXPECT_EQ(place(largest, {{}}).shares.shares, Counts{unlimited});
}

TEST(Balancer, WrapsLikeGo) {
  const Placement placement = place(0, {{.min = largest}, {.min = largest}, {}});
  EXPECT_EQ(placement.shares.shares, (Counts{largest, largest, 2})) << "-2^32 + 2 is 2";
  EXPECT_EQ(placement.missing, 0);
  EXPECT_EQ(placement.shares.fault, Fault::overflow);
  EXPECT_EQ(place(0, {{.min = largest}, {.min = 1}}).missing,
            std::numeric_limits<std::int32_t>::min());
}

TEST(Balancer, RefusesWhatTheApiServerRefuses) {
  EXPECT_TRUE(std::holds_alternative<Refusal>(compute(-1, List{{}})));
  EXPECT_TRUE(std::holds_alternative<Refusal>(compute(1, List{{.min = -1}})));
  EXPECT_TRUE(std::holds_alternative<Refusal>(compute(1, List{{.max = -1}})));
}

TEST(Balancer, TellsWhatIsMissingAndWhatIsOver) {
  Level level{.total = std::int64_t{9}};
  level.claims = {{.max_share = std::int64_t{2}}, {.max_share = std::int64_t{3}}};
  const ModelResult over = level_model().compute(level);
  EXPECT_EQ(over.answers, (std::vector<std::vector<Held>>{{std::int64_t{2}, std::int64_t{3}}}));
  ASSERT_EQ(over.details.size(), 1U);
  EXPECT_EQ(over.details[0].name, "overflow");
  EXPECT_EQ(std::get<Held>(over.details[0].value), Held(std::int64_t{4}));
  level.claims = {{.min_share = std::int64_t{7}}, {.min_share = std::int64_t{5}}};
  const ModelResult missing = level_model().compute(level);
  ASSERT_EQ(missing.details.size(), 1U);
  EXPECT_EQ(missing.details[0].name, "missing");
  EXPECT_EQ(std::get<Held>(missing.details[0].value), Held(std::int64_t{3}));
  level.claims = {{.name = "b"}, {.name = "a"}};
  EXPECT_EQ(level_model().compute(level).answers,
            (std::vector<std::vector<Held>>{{std::int64_t{4}, std::int64_t{5}}}));
  EXPECT_TRUE(level_model().compute(level).details.empty());
  level.claims[0].min_share = level.claims[1].min_share = std::int64_t{largest};
  EXPECT_EQ(level_model().compute(level).outcome, "overflow");
  level.total = std::int64_t{0};
  level.claims[1].min_share = std::int64_t{1};
  const ModelResult wrapped = level_model().compute(level);
  ASSERT_EQ(wrapped.details.size(), 1U);
  EXPECT_EQ(std::get<Held>(wrapped.details[0].value),
            Held(std::int64_t{std::numeric_limits<std::int32_t>::min()}));
  level.claims[0].min_share = std::int64_t{-1};
  EXPECT_EQ(level_model().compute(level).outcome, "error");
  EXPECT_EQ(level_model().compute(level).message, "should be greater than or equal to 0");
}

TEST(Balancer, HasAFloorRuleInWholeUnits) {
  const FairProblem fair = fair_problem(9, List{{.proportion = 2, .min = 4, .max = 3}, {}});
  const Problem<Rational> expected{9, {{2, 4, Rational(4)}, {1, 0, std::nullopt}}};
  EXPECT_EQ(fair.problem, expected);
  EXPECT_EQ(fair_problem(largest, List{{}}).problem.claimants.at(0).max_share, Rational(unlimited));
  EXPECT_EQ(fair_problem(unlimited, List{{}}).problem.claimants.at(0).max_share, std::nullopt);
  EXPECT_EQ(level_model().total, Type::int32);
  EXPECT_EQ(level_model().reports, Reports::units_dhondt);
  Level level{.total = std::int64_t{9}};
  level.claims = {{.min_share = std::int64_t{4}}, {.weight = std::int64_t{3}}};
  const auto made = level_model().state(level);
  EXPECT_EQ(std::get<Allocation<Rational>>(std::get<Statement>(made).solution).shares,
            (std::vector<Rational>{4, 5}));
}

}  // namespace
}  // namespace fairshare::schedulers::balancer
