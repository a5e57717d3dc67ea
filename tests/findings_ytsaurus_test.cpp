// Where the scalar releases of YTsaurus deviate from fair division or from their documentation,
// each with its smallest tree. The list is in docs/findings-ytsaurus-draft.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <variant>
#include <vector>

#include "exact/rational.h"
#include "exact/solve.h"
#include "schedulers/ytsaurus_fair.h"
#include "schedulers/ytsaurus_scalar.h"
#include "ytsaurus_scalar_trees.h"

namespace fairshare::schedulers::ytsaurus::scalar {
namespace {

using exact::Rational;
using tests::PoolTree;
using tests::share;
using tests::shares;
using Doubles = std::vector<double>;

// What the bisection and the sums of a few children may be off.
constexpr double rounding = 0x1p-50;

// What is fair among the children of `pool`, given what the release gives the pool.
Solution<Rational> fair_among(Era era, const Tree& tree, std::size_t pool) {
  const ComputedTree computed = compute(era, tree);
  const auto claims = claims_of(tree, computed, children_of(tree)[pool]);
  Problem<Rational> problem{exact::from_double(computed.elements[pool].fair_share_ratio), {}};
  for (const Claim& claim : claims) {
    problem.claimants.push_back({exact::from_double(claim.weight),
                                 exact::from_double(std::min(claim.min_share, claim.max_share)),
                                 exact::from_double(claim.max_share)});
  }
  return exact::solve(problem);
}

// A pool whose operations can use a quarter each: one demands no more, the other cannot be placed.
PoolTree half_used_pool() {
  PoolTree trees;
  trees.pool(0, {.min_share_ratio = 1});
  trees.operation(1, {.demand_ratio = 0.25});
  trees.operation(1, {.demand_ratio = 0.75, .best_allocation_ratio = 0.25});
  return trees;
}

TEST(FindingY1, BelowTheRootEverybodyIsScaledPastItsMaximumIn2019) {
  const PoolTree trees = half_used_pool();
  EXPECT_TRUE(std::holds_alternative<Surplus<Rational>>(fair_among(Era::v2019, trees.tree, 1)));
  EXPECT_EQ(shares(compute(Era::v2019, trees.tree), {1, 2, 3}), (Doubles{1, 0.5, 0.5}));
}

TEST(FindingY2, APoolGetsMoreThanItsChildrenCanUseTogether) {
  const PoolTree trees = half_used_pool();
  const ComputedTree computed = compute(Era::v2018, trees.tree);
  EXPECT_EQ(shares(computed, {1, 2, 3}), (Doubles{1, 0.25, 0.25}));
  // The sum of the demands, and the largest best allocation: each is more than 1/4 + 1/4.
  EXPECT_EQ(computed.elements[1].max_possible_usage_ratio, 1);
  EXPECT_EQ(computed.elements[1].best_allocation_ratio, 1);
}

// A pool with a minimum of 1/2 that may have 1/4, and in it a minimum of all that.
PoolTree limited_pool() {
  PoolTree trees;
  trees.pool(0, {.min_share_ratio = 0.5, .max_share_ratio = 0.25});
  trees.busy_pool(1, {.min_share_ratio = 0.5});
  trees.busy_pool(1, {.min_share_ratio = 0.5});
  return trees;
}

TEST(FindingY3, ChildrenHaveMoreThanTheirPoolIn2018) {
  const PoolTree trees = limited_pool();
  EXPECT_EQ(shares(compute(Era::v2018, trees.tree), {1, 2, 4}), (Doubles{0.25, 0.25, 0.25}));
  EXPECT_TRUE(
      std::holds_alternative<Overcommitted<Rational>>(fair_among(Era::v2018, trees.tree, 1)));
}

TEST(FindingY4, MinimumsAreNotHonouredIn2019WhereThePoolIsLimited) {
  const PoolTree trees = limited_pool();
  const ComputedTree computed = compute(Era::v2019, trees.tree);
  EXPECT_NEAR(share(computed, 2), 0.125, rounding);
  EXPECT_EQ(computed.elements[2].adjusted_min_share_ratio, 0.25);  // and still reports this
  EXPECT_EQ(computed.alerts, 0U);
}

TEST(FindingY5, OperationsMinimumsMayExceedTheRestSoThatAPoolsIsNotHonouredIn2019) {
  PoolTree trees;
  trees.busy_pool(0, {.min_share_ratio = 0.5});
  trees.operation(0, {.min_share_ratio = 0.625, .demand_ratio = 10});
  const ComputedTree computed = compute(Era::v2019, trees.tree);
  EXPECT_EQ(computed.elements[3].recursive_min_share_ratio, 0.5 + comparison_precision);
  EXPECT_LT(share(computed, 1), 0.5 - comparison_precision / 3);
  EXPECT_EQ(computed.alerts, 0U);
}

TEST(FindingY6, PoolsGoBeforeOperationsIn2019WhereTheDocumentationScalesAll) {
  PoolTree trees;
  trees.busy_pool(0, {.min_share_ratio = 0.75});
  trees.operation(0, {.min_share_ratio = 0.75, .demand_ratio = 10});
  const Doubles old = shares(compute(Era::v2018, trees.tree), {1, 3});
  EXPECT_NEAR(old[0], 0.5, rounding);
  EXPECT_NEAR(old[1], 0.5, rounding);
  const Doubles later = shares(compute(Era::v2019, trees.tree), {1, 3});
  EXPECT_NEAR(later[0], 0.75, comparison_precision);
  EXPECT_NEAR(later[1], 0.25, comparison_precision);
}

TEST(FindingY7, AMinimumInAPoolWithoutOneIsIgnored) {
  PoolTree trees;
  trees.pool(0);
  trees.busy_pool(1, {.min_share_ratio = 0.75});
  trees.busy_pool(1);
  EXPECT_NEAR(share(compute(Era::v2018, trees.tree), 2), 0.5, rounding);
  EXPECT_EQ(compute(Era::v2018, trees.tree).alerts, 0U);
  EXPECT_NEAR(share(compute(Era::v2019, trees.tree), 2), 0.5, rounding);
  EXPECT_EQ(compute(Era::v2019, trees.tree).alerts, 1U);
}

TEST(FindingY8, AnAbsoluteMinimumInAPoolWithoutOneIsIgnoredIn2019) {
  PoolTree trees;
  trees.pool(0);
  trees.busy_pool(1, {.min_share_resources_ratio = 0.75});
  trees.busy_pool(1);
  EXPECT_NEAR(share(compute(Era::v2018, trees.tree), 2), 0.75, rounding);
  EXPECT_NEAR(share(compute(Era::v2019, trees.tree), 2), 0.5, rounding);
}

TEST(FindingY9, AMinimumThatNobodyUsesStillShrinksTheOthers) {
  PoolTree trees;
  trees.pool(0, {.min_share_ratio = 1});  // empty
  trees.busy_pool(0, {.min_share_ratio = 1});
  trees.busy_pool(0);
  for (const Era era : {Era::v2018, Era::v2019}) {
    const ComputedTree computed = compute(era, trees.tree);
    EXPECT_EQ(computed.elements[2].recursive_min_share_ratio, 0.5);
    EXPECT_NEAR(share(computed, 2), 0.5, rounding);  // of 1 that it was promised
    EXPECT_NEAR(share(computed, 4), 0.5, rounding);
  }
}

// Weights from within the range that the configuration takes: 2^-26 to 2^26.
TEST(FindingY10, FarApartWeightsLoseAQuarterOfTheCluster) {
  PoolTree trees;
  trees.operation(0, {.weight = 1.5e-8, .demand_ratio = 10});
  trees.operation(0, {.weight = 6.7e7, .demand_ratio = 10});
  trees.operation(0, {.weight = 6.7e7, .demand_ratio = 0.25});
  for (const Era era : {Era::v2018, Era::v2019}) {
    const ComputedTree computed = compute(era, trees.tree);
    EXPECT_EQ(share(computed, 3), 0.25);
    EXPECT_LT(share(computed, 2), 0.5);  // 0.75 is fair: x is a multiple of 2^-53
  }
  EXPECT_LT(share(compute(Era::v2019, trees.tree), 0), 0.75);
  const auto exact = fair(Era::v2019, trees.tree);
  ASSERT_TRUE(std::holds_alternative<FairTree>(exact));
  EXPECT_GT(std::get<FairTree>(exact).shares[2], exact::from_double(0.7499999));
}

TEST(FindingY11, TheRootOf2018HasAllWhateverItsChildrenHave) {
  PoolTree trees;
  trees.operation(0, {.demand_ratio = 0.25});
  EXPECT_EQ(shares(compute(Era::v2018, trees.tree), {0, 1}), (Doubles{1, 0.25}));
  EXPECT_EQ(shares(compute(Era::v2019, trees.tree), {0, 1}), (Doubles{0.25, 0.25}));
}

TEST(FindingY12, TheDocumentedFormulaGivesAMinimumThatCannotBeUsed) {
  PoolTree trees;
  trees.operation(0, {.min_share_ratio = 0.75, .demand_ratio = 0.25});
  trees.operation(0);
  // max(l, min(u, x * w)) would be 3/4 and 1/4; the releases compute min(max(x * w, l), u).
  for (const Era era : {Era::v2018, Era::v2019}) {
    EXPECT_NEAR(share(compute(era, trees.tree), 1), 0.25, rounding);
    EXPECT_NEAR(share(compute(era, trees.tree), 2), 0.75, rounding);
  }
}

TEST(FindingY13, AWeightOfZeroWithAMinimumGetsTheWholePoolIn2019) {
  PoolTree trees;
  trees.pool(0, {.min_share_ratio = 1});
  trees.operation(1, {.weight = 0, .min_share_ratio = 0.25, .demand_ratio = 10});
  EXPECT_EQ(share(compute(Era::v2018, trees.tree), 2), 0.25);
  EXPECT_EQ(share(compute(Era::v2019, trees.tree), 2), 1);
}

// One operation wants memory, the other cpu; whichever is asked first leaves nothing to the other.
TEST(FindingY14, WhatAPoolCanUseDependsOnTheOrderOfItsChildren) {
  const auto usable = [](const Element& first, const Element& second) {
    PoolTree trees;
    trees.tree.cluster = Cluster{{0, 10, 0, 100, 0}, {}};
    trees.pool(0, {.resource_limits = {no_limit, 5, no_limit, 90, no_limit}});
    trees.operation(1, first);
    trees.operation(1, second);
    return compute(Era::v2019, trees.tree).elements[1].max_possible_usage_ratio;
  };
  const Element wants_memory{.demand = {0, 1, 0, 90, 0}};
  const Element wants_cpu{.demand = {0, 5, 0, 1, 0}};
  EXPECT_EQ(usable(wants_memory, wants_cpu), 0.9);
  EXPECT_EQ(usable(wants_cpu, wants_memory), 0.5);
}

TEST(FindingY15, AStarvingOperationOfAFifoPoolIsThoughtToBeSatisfied) {
  PoolTree trees;
  trees.tree.elements[0].mode = Mode::fifo;
  trees.operation(0, {.demand_ratio = 1});
  const Computed computed = compute(Era::v2019, trees.tree).elements[1];
  EXPECT_EQ(computed.fair_share_ratio, 1);
  EXPECT_EQ(computed.status, Status::below_fair_share);
  EXPECT_EQ(computed.satisfaction_ratio, std::numeric_limits<double>::max());
}

}  // namespace
}  // namespace fairshare::schedulers::ytsaurus::scalar
