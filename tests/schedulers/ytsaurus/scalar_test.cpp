#include "fairshare/schedulers/ytsaurus/scalar.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/ytsaurus_scalar_trees.h"

namespace fairshare::schedulers::ytsaurus::scalar {
namespace {

using tests::PoolTree;
using tests::share;
using tests::shares;

using Doubles = std::vector<double>;

constexpr double largest = std::numeric_limits<double>::max();

// How far the bisection and the sums of a few children may be off.
constexpr double rounding = 0x1p-50;

void expect_near(const std::vector<double>& computed, const std::vector<double>& expected) {
  ASSERT_EQ(computed.size(), expected.size());
  for (std::size_t i = 0; i < computed.size(); ++i) EXPECT_NEAR(computed[i], expected[i], rounding);
}

// The three examples of the YTsaurus documentation, in both eras.
TEST(YtsaurusScalar, GivesTheDocumentationsExamples) {
  for (const Era era : {Era::v2018, Era::v2019}) {
    PoolTree equal;
    const auto a = equal.busy_pool(0, {.min_share_ratio = 0.6});
    const auto b = equal.busy_pool(0, {.min_share_ratio = 0.2});
    expect_near(shares(compute(era, equal.tree), {a, b}), {0.6, 0.4});

    PoolTree weighted = equal;
    weighted.tree.elements[a].weight = 3;
    EXPECT_EQ(shares(compute(era, weighted.tree), {a, b}),
              (Doubles{0.7499999999999997, 0.2499999999999999}));

    PoolTree three = equal;
    const auto c = three.busy_pool(0);
    expect_near(shares(compute(era, three.tree), {a, b, c}), {0.6, 0.2, 0.2});
  }
}

TEST(YtsaurusScalar, AnIdleClusterLeavesTheRootWithItsChildrensSumIn2019Only) {
  PoolTree trees;
  const auto a = trees.operation(0, {.demand_ratio = 0.25});
  const auto b = trees.operation(0, {.demand_ratio = 0.125});
  EXPECT_EQ(shares(compute(Era::v2018, trees.tree), {0, a, b}), (Doubles{1, 0.25, 0.125}));
  EXPECT_EQ(shares(compute(Era::v2019, trees.tree), {0, a, b}), (Doubles{0.375, 0.25, 0.125}));
}

TEST(YtsaurusScalar, ScalesMinimumsThatExceedOneWithAnAlert) {
  PoolTree trees;
  const auto a = trees.busy_pool(0, {.min_share_ratio = 0.9});
  const auto b = trees.busy_pool(0, {.min_share_ratio = 0.6});
  for (const Era era : {Era::v2018, Era::v2019}) {
    const ComputedTree computed = compute(era, trees.tree);
    expect_near(shares(computed, {a, b}), {0.6, 0.4});
    EXPECT_EQ(computed.alerts, 1U);
  }
}

TEST(YtsaurusScalar, AMinimumThatIsNotUsedIsNotReturnedToTheOtherMinimums) {
  PoolTree trees;
  const auto a = trees.pool(0, {.min_share_ratio = 0.9});
  trees.operation(a, {.demand_ratio = 0.1});
  const auto b = trees.busy_pool(0, {.min_share_ratio = 0.6});
  const auto c = trees.busy_pool(0);
  for (const Era era : {Era::v2018, Era::v2019}) {
    const ComputedTree computed = compute(era, trees.tree);
    expect_near(shares(computed, {a, b, c}), {0.1, 0.45, 0.45});
    EXPECT_EQ(computed.elements[a].adjusted_min_share_ratio, 0.1);
    EXPECT_NEAR(computed.elements[b].adjusted_min_share_ratio, 0.4, rounding);
  }
}

TEST(YtsaurusScalar, WeightsOfZeroGetNothing) {
  PoolTree trees;
  const auto a = trees.operation(0, {.weight = 0, .demand_ratio = 1});
  const auto b = trees.operation(0, {.weight = 0, .demand_ratio = 1});
  EXPECT_EQ(shares(compute(Era::v2018, trees.tree), {0, a, b}), (Doubles{1, 0, 0}));
  EXPECT_EQ(shares(compute(Era::v2019, trees.tree), {0, a, b}), (Doubles{0, 0, 0}));
}

TEST(YtsaurusScalar, BelowTheRootSharesAreRescaledPastTheirMaximumsIn2019) {
  PoolTree trees;
  const auto pool = trees.pool(0, {.min_share_ratio = 1});
  const auto a = trees.operation(pool, {.weight = 0, .min_share_ratio = 0.1, .demand_ratio = 1});
  const auto b = trees.operation(pool, {.weight = 0, .min_share_ratio = 0.3, .demand_ratio = 0.4});
  EXPECT_EQ(shares(compute(Era::v2018, trees.tree), {pool, a, b}), (Doubles{1, 0.1, 0.3}));
  expect_near(shares(compute(Era::v2019, trees.tree), {pool, a, b}), {1, 0.25, 0.75});
}

TEST(YtsaurusScalar, AMinimumBelowAParentWithoutOneHasNoEffect) {
  PoolTree trees;
  const auto pool = trees.pool(0);
  const auto a = trees.busy_pool(pool, {.min_share_ratio = 0.9});
  const auto b = trees.busy_pool(pool);
  for (const Era era : {Era::v2018, Era::v2019}) {
    const ComputedTree computed = compute(era, trees.tree);
    expect_near(shares(computed, {a, b}), {0.5, 0.5});
    EXPECT_EQ(computed.alerts, era == Era::v2018 ? 0U : 1U);
  }
}

TEST(YtsaurusScalar, AnAbsoluteMinimumBelowAParentWithoutOneIsHonouredIn2018Only) {
  PoolTree trees;
  const auto pool = trees.pool(0);
  const auto a = trees.busy_pool(pool, {.min_share_resources_ratio = 0.4});
  const auto b = trees.busy_pool(pool);
  trees.busy_pool(0);
  const ComputedTree old = compute(Era::v2018, trees.tree);
  expect_near(shares(old, {pool, a, b}), {0.5, 0.4, 0.1});
  const ComputedTree later = compute(Era::v2019, trees.tree);
  expect_near(shares(later, {pool, a, b}), {0.5, 0.25, 0.25});
  EXPECT_EQ(later.alerts, 2U);
}

TEST(YtsaurusScalar, OperationsMinimumsAreScaledSilently) {
  PoolTree trees;
  const auto pool = trees.pool(0, {.min_share_ratio = 0.5});
  const auto a = trees.operation(pool, {.min_share_ratio = 0.8, .demand_ratio = 1});
  const auto b = trees.operation(pool, {.min_share_ratio = 0.8, .demand_ratio = 1});
  trees.busy_pool(0, {.min_share_ratio = 0.5});
  for (const Era era : {Era::v2018, Era::v2019}) {
    expect_near(shares(compute(era, trees.tree), {pool, a, b}), {0.5, 0.25, 0.25});
  }
  EXPECT_EQ(compute(Era::v2019, trees.tree).alerts, 0U);
}

TEST(YtsaurusScalar, MinimumsThatExceedThePoolsShareStayIn2018AndAreScaledIn2019) {
  PoolTree trees;
  const auto pool = trees.pool(0, {.min_share_ratio = 0.5, .max_share_ratio = 0.25});
  const auto a = trees.busy_pool(pool, {.min_share_ratio = 0.5});
  const auto b = trees.busy_pool(pool, {.min_share_ratio = 0.5});
  EXPECT_EQ(shares(compute(Era::v2018, trees.tree), {pool, a, b}), (Doubles{0.25, 0.25, 0.25}));
  expect_near(shares(compute(Era::v2019, trees.tree), {pool, a, b}), {0.25, 0.125, 0.125});
}

TEST(YtsaurusScalar, AnEmptyPoolWithAMinimumLeavesAllToTheOthers) {
  PoolTree trees;
  const auto empty = trees.pool(0, {.min_share_ratio = 0.5});
  const auto busy = trees.busy_pool(0);
  expect_near(shares(compute(Era::v2019, trees.tree), {empty, busy}), {0, 1});
}

TEST(YtsaurusScalar, ATreeOfTheRootAloneHasOneIn2018AndZeroIn2019) {
  const PoolTree trees;
  EXPECT_EQ(share(compute(Era::v2018, trees.tree), 0), 1);
  EXPECT_EQ(share(compute(Era::v2019, trees.tree), 0), 0);
}

TEST(YtsaurusScalar, AMaximumOfAChildIsOneOfItsParent) {
  PoolTree trees;
  const auto pool = trees.pool(0);
  const auto a = trees.busy_pool(pool, {.max_share_ratio = 0.1});
  const auto b = trees.pool(pool);
  trees.operation(b, {.demand_ratio = 0.4});
  expect_near(shares(compute(Era::v2019, trees.tree), {0, pool, a, b}), {0.5, 0.5, 0.1, 0.4});
}

TEST(YtsaurusScalar, TheSmallestWeightCountsAsOneAtMost) {
  PoolTree trees;
  const auto a = trees.operation(0, {.weight = 8, .demand_ratio = 10});
  const auto b = trees.operation(0, {.weight = 4, .demand_ratio = 10});
  expect_near(shares(compute(Era::v2019, trees.tree), {a, b}), {2.0 / 3, 1.0 / 3});
}

// By weight first, the heavy before the light, then by time. None has a minimum or a guarantee.
TEST(YtsaurusScalar, AFifoPoolServesOneAfterTheOther) {
  PoolTree trees;
  trees.tree.elements[0].mode = Mode::fifo;
  const auto late = trees.operation(0, {.start_time = 2, .demand_ratio = 0.5});
  const auto early = trees.operation(
      0, {.min_share_ratio = 0.5, .start_time = 1, .demand_ratio = 0.25, .usage_ratio = 0.125});
  const auto heavy = trees.operation(0, {.weight = 2, .start_time = 3, .demand_ratio = 0.5});
  for (const Era era : {Era::v2018, Era::v2019}) {
    const ComputedTree computed = compute(era, trees.tree);
    EXPECT_EQ(shares(computed, {heavy, early, late}), (Doubles{0.5, 0.25, 0.25}));
    EXPECT_EQ(computed.elements[heavy].fifo_index, 0U);
    EXPECT_EQ(computed.elements[early].fifo_index, 1U);
    EXPECT_EQ(computed.elements[late].fifo_index, 2U);
    EXPECT_EQ(computed.elements[early].adjusted_min_share_ratio, 0);
    EXPECT_EQ(computed.elements[early].guaranteed_resources_ratio, 0);
    EXPECT_EQ(computed.elements[early].satisfaction_ratio, largest);
  }
}

TEST(YtsaurusScalar, AFifoPoolSortsByWhatItIsToldTo) {
  PoolTree trees;
  trees.tree.elements[0].mode = Mode::fifo;
  trees.tree.elements[0].fifo_sort_parameters = {SortParameter::pending_job_count};
  const auto a = trees.operation(0, {.weight = 9, .pending_job_count = 7, .demand_ratio = 1});
  const auto b = trees.operation(0, {.pending_job_count = 3, .demand_ratio = 1});
  const auto c = trees.operation(0, {.pending_job_count = 3, .demand_ratio = 1});
  EXPECT_EQ(shares(compute(Era::v2019, trees.tree), {a, b, c}), (Doubles{0, 1, 0}));
}

// min 0.5 and fair share 1 in each: usage 0.25, 0.5 to 0.8, above 0.8.
TEST(YtsaurusScalar, StatusSaysWhatAnElementIsBelow) {
  const auto status_at = [](double usage, double tolerance) {
    PoolTree trees;
    const auto pool =
        trees.pool(0, {.min_share_ratio = 0.5, .fair_share_starvation_tolerance = tolerance});
    trees.operation(pool, {.demand_ratio = 2, .usage_ratio = usage});
    return compute(Era::v2019, trees.tree).elements[pool];
  };
  EXPECT_EQ(status_at(0.25, 0.8).status, Status::below_min_share);
  EXPECT_EQ(status_at(0.25, 0.8).satisfaction_ratio, -0.5);
  EXPECT_EQ(status_at(0.5, 0.8).status, Status::below_fair_share);
  EXPECT_EQ(status_at(0.5, 0.8).satisfaction_ratio, 0.5) << "it has its minimum";
  EXPECT_EQ(status_at(0.75, 0.8).status, Status::below_fair_share);
  EXPECT_EQ(status_at(0.75, 0.8).satisfaction_ratio, 0.75);
  EXPECT_EQ(status_at(0.75, 0.5).status, Status::normal);
  EXPECT_EQ(status_at(0.81, 0.8).status, Status::normal);
}

TEST(YtsaurusScalar, WhoDemandsNoMoreThanItsShareIsMeasuredByAllOfIt) {
  PoolTree trees;
  const auto small = trees.operation(0, {.demand_ratio = 0.5, .usage_ratio = 0.45});
  const auto large = trees.operation(0, {.demand_ratio = 2, .usage_ratio = 0.45});
  const ComputedTree computed = compute(Era::v2019, trees.tree);
  EXPECT_EQ(computed.elements[small].status, Status::below_fair_share);  // 0.45 of 0.5 demanded
  EXPECT_EQ(computed.elements[large].status, Status::normal);            // 0.45 of 0.8 * 0.5
}

TEST(YtsaurusScalar, AToleranceIsLimitedFromAbove) {
  PoolTree trees;
  const auto pool = trees.pool(0, {.fair_share_starvation_tolerance_limit = 0.25});
  const auto operation = trees.operation(pool, {.demand_ratio = 2, .usage_ratio = 0.5});
  EXPECT_EQ(compute(Era::v2019, trees.tree).elements[operation].status, Status::normal);
  EXPECT_EQ(compute(Era::v2019, trees.tree).elements[pool].status, Status::below_fair_share);
}

TEST(YtsaurusScalar, AToleranceIsLimitedFromFarAbove) {
  PoolTree trees;
  const auto top = trees.pool(0, {.fair_share_starvation_tolerance_limit = 0.25});
  const auto pool = trees.pool(top, {});
  const auto operation = trees.operation(pool, {.demand_ratio = 2, .usage_ratio = 0.5});
  EXPECT_EQ(compute(Era::v2019, trees.tree).elements[operation].status, Status::normal);
  EXPECT_EQ(compute(Era::v2019, trees.tree).elements[pool].status, Status::normal);
  EXPECT_EQ(compute(Era::v2019, trees.tree).elements[top].status, Status::below_fair_share);
}

TEST(YtsaurusScalar, GuaranteesKnowNoMaximums) {
  PoolTree trees;
  const auto a = trees.pool(0, {.min_share_ratio = 0.75});
  const auto b = trees.busy_pool(0);
  const ComputedTree computed = compute(Era::v2019, trees.tree);
  EXPECT_EQ(share(computed, a), 0);
  EXPECT_EQ(computed.elements[a].guaranteed_resources_ratio, 0.75);
  EXPECT_NEAR(computed.elements[b].guaranteed_resources_ratio, 0.25, rounding);
}

// user_slots, cpu, gpu, memory, network
Tree two_of_a_cluster(const Element& first, const Element& second) {
  PoolTree trees;
  trees.tree.cluster = Cluster{{100, 50, 0, 1000, 0}, {}};
  trees.operation(0, first);
  trees.operation(0, second);
  return trees.tree;
}

TEST(YtsaurusScalar, TheDominantResourceIsThatOfTheUsageElseOfTheDemand) {
  const Tree tree = two_of_a_cluster({.demand = {10, 20, 0, 100, 0}, .usage = {10, 1, 0, 50, 0}},
                                     {.demand = {10, 20, 0, 100, 0}});
  const ComputedTree computed = compute(Era::v2019, tree);
  EXPECT_EQ(computed.elements[1].dominant_resource, Resource::user_slots);
  EXPECT_EQ(computed.elements[1].usage_ratio, 0.1);
  EXPECT_EQ(computed.elements[1].demand_ratio, 0.1);
  EXPECT_EQ(computed.elements[2].dominant_resource, Resource::cpu);
  EXPECT_EQ(computed.elements[2].demand_ratio, 0.4);
  EXPECT_EQ(computed.elements[2].usage_ratio, 0);
}

TEST(YtsaurusScalar, OfEqualRatiosTheFirstResourceIsDominant) {
  const Tree tree = two_of_a_cluster({.demand = {10, 5, 0, 100, 0}}, {.demand = {0, 5, 0, 100, 0}});
  const ComputedTree computed = compute(Era::v2019, tree);
  EXPECT_EQ(computed.elements[1].dominant_resource, Resource::user_slots);
  EXPECT_EQ(computed.elements[2].dominant_resource, Resource::cpu);
}

TEST(YtsaurusScalar, AmountsAreWholeButForCpu) {
  // 0.024 of 100 slots are 2.4, of which 2 can be used; of 50 cpu they are 1.2.
  const Tree tree = two_of_a_cluster({.max_share_ratio = 0.024, .demand = {100, 0, 0, 0, 0}},
                                     {.max_share_ratio = 0.024, .demand = {0, 50, 0, 0, 0}});
  const ComputedTree computed = compute(Era::v2019, tree);
  EXPECT_EQ(computed.elements[1].max_possible_usage_ratio, 0.02);
  EXPECT_EQ(computed.elements[2].max_possible_usage_ratio, 0.024);
  // 2.6 is rounded to 3, but 0.026 is the most all the same.
  const Tree more = two_of_a_cluster({.max_share_ratio = 0.026, .demand = {100, 0, 0, 0, 0}}, {});
  EXPECT_EQ(compute(Era::v2019, more).elements[1].max_possible_usage_ratio, 0.026);
}

TEST(YtsaurusScalar, WhoHasAllThatItWantsCanUseNoMore) {
  const Tree tree = two_of_a_cluster({.demand = {10, 0, 0, 0, 0}, .usage = {10, 0, 0, 0, 0}}, {});
  EXPECT_EQ(compute(Era::v2019, tree).elements[1].max_possible_usage_ratio, 0.1);
}

TEST(YtsaurusScalar, WhoDemandsOnlyWhatTheClusterHasNotIsSeenByItsCpu) {
  const Tree tree = two_of_a_cluster({.demand = {0, 0, 8, 0, 0}}, {.demand = {1, 1, 1, 1, 1}});
  const ComputedTree computed = compute(Era::v2019, tree);
  EXPECT_EQ(computed.elements[1].dominant_resource, Resource::cpu);
  EXPECT_EQ(computed.elements[1].demand_ratio, 0);
  EXPECT_EQ(computed.elements[1].max_possible_usage_ratio, 0);
}

TEST(YtsaurusScalar, WhereTheClusterHasNoCpuEitherTheDemandRatioIsOne) {
  PoolTree trees;
  trees.tree.cluster = Cluster{};
  const auto operation = trees.operation(0, {.demand = {1, 1, 1, 1, 1}, .usage = {1, 0, 0, 0, 0}});
  const Computed computed = compute(Era::v2019, trees.tree).elements[operation];
  EXPECT_EQ(computed.demand_ratio, 1);
  EXPECT_EQ(computed.usage_ratio, 0);
  EXPECT_EQ(computed.best_allocation_ratio, 1);
}

// A pool that may use 30 cpu and 600 memory: the first child takes what it can, 20 and 200; of what
// is left the second can have half of what it demands, 10 and 150.
TEST(YtsaurusScalar, WhatAPoolCouldUseIsTakenByItsChildrenInTurn) {
  PoolTree trees;
  trees.tree.cluster = Cluster{{100, 50, 0, 1000, 0}, {}};
  const auto pool = trees.pool(0, {.resource_limits = {no_limit, 30, no_limit, 600, no_limit}});
  trees.operation(pool, {.demand = {4, 20, 0, 200, 0}});
  trees.operation(pool, {.demand = {4, 20, 0, 300, 0}});
  const ComputedTree computed = compute(Era::v2019, trees.tree);
  EXPECT_EQ(computed.elements[pool].max_possible_usage_ratio, 0.6);  // cpu: 30 of 50
  EXPECT_EQ(computed.elements[pool].demand_ratio, 0.8);
}

TEST(YtsaurusScalar, UsageBeyondALimitShrinksToIt) {
  PoolTree trees;
  trees.tree.cluster = Cluster{{100, 50, 0, 1000, 0}, {}};
  const auto operation = trees.operation(
      0, {.max_share_ratio = 0.2, .demand = {40, 40, 0, 800, 0}, .usage = {40, 20, 0, 400, 0}});
  const Computed computed = compute(Era::v2019, trees.tree).elements[operation];
  EXPECT_EQ(computed.usage_ratio, 0.4);
  EXPECT_EQ(computed.max_possible_usage_ratio, 0.2);  // 20 slots are half of the usage
}

// Nodes of 100 and of 64 hold 3 and 2 jobs of 30: 10 * 90 + 5 * 60 of 1320.
TEST(YtsaurusScalar, BestAllocationIsWhatWholeJobsFill) {
  PoolTree trees;
  trees.tree.cluster = Cluster{{100, 50, 0, 1320, 0}, {{100, 10}, {64, 5}}};
  const auto by_memory = trees.operation(0, {.demand = {1, 1, 0, 900, 0}, .memory_per_job = 30});
  const auto by_cpu = trees.operation(0, {.demand = {1, 50, 0, 9, 0}, .memory_per_job = 30});
  const auto too_large = trees.operation(0, {.demand = {1, 1, 0, 900, 0}, .memory_per_job = 101});
  const ComputedTree computed = compute(Era::v2019, trees.tree);
  EXPECT_EQ(computed.elements[by_memory].best_allocation_ratio, 1200.0 / 1320);
  EXPECT_EQ(computed.elements[by_cpu].best_allocation_ratio, 1);
  EXPECT_EQ(computed.elements[too_large].best_allocation_ratio, 0);
  EXPECT_EQ(share(computed, too_large), 0);
}

TEST(YtsaurusScalar, AMinimumInAmountsIsItsLargestRatio) {
  PoolTree trees;
  trees.tree.cluster = Cluster{{100, 50, 0, 1000, 0}, {}};
  const auto pool = trees.pool(0, {.min_share_resources = {0, 10, 5, 300, 0}});
  trees.operation(pool, {.demand = {100, 50, 0, 1000, 0}});
  EXPECT_EQ(compute(Era::v2019, trees.tree).elements[pool].recursive_min_share_ratio, 0.3);
}

TEST(YtsaurusScalar, DepthCostsNoStack) {
  for (const bool has_cluster : {false, true}) {
    PoolTree trees;
    if (has_cluster) trees.tree.cluster = Cluster{{1, 1, 1, 1, 1}, {}};
    std::size_t bottom = 0;
    for (int depth = 0; depth < 3000; ++depth) bottom = trees.pool(bottom, {.min_share_ratio = 1});
    trees.operation(bottom, {.demand_ratio = 0.5, .demand = {0.5, 0.5, 0, 0, 0}});
    EXPECT_EQ(share(compute(Era::v2019, trees.tree), bottom), 0.5);
  }
}

// Relative minimums are scaled to 1; then all, with the absolute one, to what is guaranteed.
TEST(YtsaurusScalar, ScalesRelativeMinimumsAndThenAllWithAnAlertEachIn2018) {
  PoolTree trees;
  const auto a = trees.busy_pool(0, {.min_share_ratio = 1});
  const auto b = trees.busy_pool(0, {.min_share_ratio = 1});
  const auto c = trees.busy_pool(0, {.min_share_resources_ratio = 1});
  const ComputedTree computed = compute(Era::v2018, trees.tree);
  EXPECT_EQ(computed.alerts, 2U);
  EXPECT_EQ(computed.elements[a].recursive_min_share_ratio, 0.25);
  EXPECT_EQ(computed.elements[b].recursive_min_share_ratio, 0.25);
  EXPECT_EQ(computed.elements[c].recursive_min_share_ratio, 0.5);
}

TEST(YtsaurusScalar, AnyResourceMayBeDominant) {
  const Amounts total = {100, 50, 8, 1000, 20};
  for (std::size_t dominant = 0; dominant < resource_count; ++dominant) {
    PoolTree trees;
    trees.tree.cluster = Cluster{total, {}};
    Element element;
    for (std::size_t r = 0; r < resource_count; ++r) {
      element.demand[r] = total[r] * (r == dominant ? 0.75 : 0.25);
      element.usage[r] = total[r] * (r == dominant ? 0.5 : 0.25);
    }
    const auto operation = trees.operation(0, element);
    const Computed computed = compute(Era::v2019, trees.tree).elements[operation];
    EXPECT_EQ(computed.dominant_resource, static_cast<Resource>(dominant));
    EXPECT_EQ(computed.demand_ratio, 0.75) << dominant;
    EXPECT_EQ(computed.usage_ratio, 0.5) << dominant;
    EXPECT_EQ(computed.max_possible_usage_ratio, 0.75) << dominant;
  }
}

// The precision of comparisons is 2^-26.
TEST(YtsaurusScalar, MinimumsThatExceedTheTotalByLessThanThePrecisionStay) {
  constexpr double more = 0.5 + 0x1p-28;
  for (const Era era : {Era::v2018, Era::v2019}) {
    PoolTree relative;
    relative.busy_pool(0, {.min_share_ratio = 0.5});
    const auto pool = relative.busy_pool(0, {.min_share_ratio = more});
    EXPECT_EQ(compute(era, relative.tree).elements[pool].recursive_min_share_ratio, more);
    EXPECT_EQ(compute(era, relative.tree).alerts, 0U);
    PoolTree beside;
    beside.busy_pool(0, {.min_share_resources_ratio = 0.5});
    const auto operation = beside.operation(0, {.min_share_ratio = more, .demand_ratio = 1});
    EXPECT_EQ(compute(era, beside.tree).elements[operation].recursive_min_share_ratio, more);
    EXPECT_EQ(compute(era, beside.tree).alerts, 0U);
  }
}

// Two minimums of 0.4, if 0.5 and the precision are left: half of that each.
TEST(YtsaurusScalar, WhatThePrecisionLeavesIsTheOperationsIn2019) {
  PoolTree trees;
  trees.busy_pool(0, {.min_share_ratio = 0.5});
  const auto a = trees.operation(0, {.min_share_ratio = 0.4, .demand_ratio = 1});
  const auto b = trees.operation(0, {.min_share_ratio = 0.4, .demand_ratio = 1});
  const ComputedTree computed = compute(Era::v2019, trees.tree);
  EXPECT_NEAR(computed.elements[a].recursive_min_share_ratio, 0.25 + 0x1p-27, rounding);
  EXPECT_NEAR(computed.elements[b].recursive_min_share_ratio, 0.25 + 0x1p-27, rounding);
}

TEST(YtsaurusScalar, TheRootShrinksByMoreThanThePrecisionOnly) {
  PoolTree trees;
  const auto operation = trees.operation(0, {.demand_ratio = 1 - 0x1p-28});
  EXPECT_EQ(shares(compute(Era::v2019, trees.tree), {0, operation}), (Doubles{1, 1 - 0x1p-28}));
  trees.tree.elements[operation].demand_ratio = 1 - 0x1p-24;
  EXPECT_EQ(share(compute(Era::v2019, trees.tree), 0), 1 - 0x1p-24);
}

TEST(YtsaurusScalar, GuaranteesOfWeightsOfZeroAreRescaledIn2019Only) {
  PoolTree trees;
  const auto a = trees.operation(0, {.weight = 0, .min_share_ratio = 0.1, .demand_ratio = 1});
  const auto b = trees.operation(0, {.weight = 0, .min_share_ratio = 0.3, .demand_ratio = 1});
  const ComputedTree old = compute(Era::v2018, trees.tree);
  expect_near(
      {old.elements[a].guaranteed_resources_ratio, old.elements[b].guaranteed_resources_ratio},
      {0.1, 0.3});
  const ComputedTree later = compute(Era::v2019, trees.tree);
  expect_near(
      {later.elements[a].guaranteed_resources_ratio, later.elements[b].guaranteed_resources_ratio},
      {0.25, 0.75});
}

TEST(YtsaurusScalar, AFifoPoolServesAWeightThatIsNoNumberLast) {
  PoolTree trees;
  trees.tree.elements[0].mode = Mode::fifo;
  const auto none = trees.operation(0, {.weight = std::nan(""), .demand_ratio = 1});
  const auto some = trees.operation(0, {.weight = 0, .demand_ratio = 0.75});
  EXPECT_EQ(shares(compute(Era::v2019, trees.tree), {none, some}), (Doubles{0.25, 0.75}));
}

// A weight of 2^-53 is within the precision, so 1 is the smallest weight that counts.
TEST(YtsaurusScalar, AWeightWithinThePrecisionIsNotTheSmallest) {
  PoolTree trees;
  trees.operation(0, {.weight = 0x1p-53, .demand_ratio = 10});
  const auto a = trees.operation(0, {.weight = 1, .demand_ratio = 10});
  const auto b = trees.operation(0, {.weight = 3, .demand_ratio = 10});
  expect_near(shares(compute(Era::v2019, trees.tree), {a, b}), {0.25, 0.75});
}

TEST(YtsaurusScalar, SatisfactionTakesSharesAndMinimumsWithinThePrecisionForNothing) {
  PoolTree trees;
  const auto share = trees.operation(0, {.demand_ratio = 0x1p-53, .usage_ratio = 0x1p-54});
  const auto min = trees.operation(0, {.min_share_ratio = 0x1p-53, .demand_ratio = 1});
  const ComputedTree computed = compute(Era::v2019, trees.tree);
  EXPECT_EQ(computed.elements[share].satisfaction_ratio, largest);
  EXPECT_EQ(computed.elements[min].satisfaction_ratio, 0) << "not 0 of its minimum, which is -1";
}

TEST(YtsaurusScalar, AnOperationShortOfItsToleranceByLessThanThePrecisionIsNormal) {
  const auto status_at = [](double usage) {
    PoolTree trees;
    const auto operation = trees.operation(0, {.demand_ratio = 2, .usage_ratio = usage});
    trees.operation(0, {.demand_ratio = 2});
    return compute(Era::v2019, trees.tree).elements[operation].status;
  };
  EXPECT_EQ(status_at(0.4 - 0x1p-28), Status::normal) << "0.8 of 0.5 is 0.4";
  EXPECT_EQ(status_at(0.4 - 0x1p-25), Status::below_fair_share);
}

// 26 % of 10 slots is 2.6, which counts as 3 of 10, more than the 13 of 50 cpu.
TEST(YtsaurusScalar, PartsOfWhatIsNeededAreRoundedToTheNearest) {
  PoolTree trees;
  trees.tree.cluster = Cluster{{10, 50, 0, 1000, 0}, {}};
  const auto operation =
      trees.operation(0, {.resource_limits = {no_limit, 13, no_limit, no_limit, no_limit},
                          .demand = {10, 50, 0, 0, 0}});
  EXPECT_EQ(compute(Era::v2019, trees.tree).elements[operation].max_possible_usage_ratio, 0.3);
}

// 20 of the 40 slots in use are half of all that is in use.
TEST(YtsaurusScalar, UsageBeyondOneLimitShrinksInEveryResource) {
  PoolTree trees;
  trees.tree.cluster = Cluster{{100, 50, 0, 1000, 0}, {}};
  const auto operation =
      trees.operation(0, {.resource_limits = {20, no_limit, no_limit, no_limit, no_limit},
                          .demand = {40, 40, 0, 800, 0},
                          .usage = {40, 20, 0, 400, 0}});
  EXPECT_EQ(compute(Era::v2019, trees.tree).elements[operation].max_possible_usage_ratio, 0.2);
}

TEST(YtsaurusScalar, WithoutNodesMemoryIsGivenInAnyAmount) {
  PoolTree trees;
  trees.tree.cluster = Cluster{{100, 50, 0, 1000, 0}, {}};
  const auto operation = trees.operation(0, {.demand = {1, 1, 0, 900, 0}, .memory_per_job = 30});
  EXPECT_EQ(compute(Era::v2019, trees.tree).elements[operation].best_allocation_ratio, 1);
}

TEST(YtsaurusScalar, NothingCanUseMoreThanThereIs) {
  PoolTree trees;
  const auto operation = trees.operation(0, {.max_share_ratio = 3, .demand_ratio = 10});
  EXPECT_EQ(compute(Era::v2019, trees.tree).elements[operation].max_possible_usage_ratio, 1);
}

}  // namespace
}  // namespace fairshare::schedulers::ytsaurus::scalar
