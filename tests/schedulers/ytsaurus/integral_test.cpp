// What integral pools have accumulated when an update begins.
#include "fairshare/schedulers/ytsaurus/integral.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "fairshare/schedulers/ytsaurus/amounts.h"
#include "fairshare/schedulers/ytsaurus/vector.h"

namespace fairshare::schedulers::ytsaurus_vector {
namespace {

constexpr auto memory = static_cast<std::size_t>(Resource::memory);

// A root of so much cpu, and one pool; amounts are in cpu.
Tree tree_of(std::int64_t total, std::int64_t flow, double volume,
             IntegralType type = IntegralType::burst) {
  Tree tree;
  tree.total[cpu] = total * cpu_unit;
  tree.elements.push_back({});
  Element pool{.parent = 0, .integral_type = type, .volume = volume};
  pool.resource_flow[cpu] = flow * cpu_unit;
  tree.elements.push_back(pool);
  return tree;
}

IntegralPools pools_of(const Tree& tree) {
  const Children children = children_of(tree);
  return determine_integral_pools(tree, children, determine_guarantees(tree, children));
}

TEST(YtsaurusIntegral, AddsTheFlowSinceTheLastUpdate) {
  Tree tree = tree_of(1000, 100, 30);
  EXPECT_DOUBLE_EQ(pools_of(tree).burst.at(0).volume_ratio, 0.5) << "no time has passed";
  tree.integral_terms.since_last_update = 60;
  EXPECT_DOUBLE_EQ(pools_of(tree).burst.at(0).volume_ratio, 0.6);
  tree.integral_terms.smooth_period = 120;
  EXPECT_DOUBLE_EQ(pools_of(tree).burst.at(0).volume_ratio, 0.3);
}

TEST(YtsaurusIntegral, FillsUpToTheFlowOfTheSaturationPeriod) {
  Tree tree = tree_of(1000, 100, 8637);
  tree.integral_terms.since_last_update = 60;
  EXPECT_DOUBLE_EQ(pools_of(tree).burst.at(0).volume_ratio, 144) << "8640 seconds";
  tree.integral_terms.saturation_period = 3600;
  EXPECT_DOUBLE_EQ(pools_of(tree).burst.at(0).volume_ratio, 143.95) << "it stays as it is";
}

TEST(YtsaurusIntegral, HoldsVolumesOfCpuInHundredths) {
  EXPECT_EQ(pools_of(tree_of(1, 0, 0.004)).burst.at(0).volume_ratio, 0);
  EXPECT_DOUBLE_EQ(pools_of(tree_of(1, 0, 0.006)).burst.at(0).volume_ratio, 0.01 / 60);
  Tree tree = tree_of(1, 10, 0);
  tree.integral_terms.since_last_update = 0.004;
  EXPECT_EQ(pools_of(tree).burst.at(0).volume_ratio, 0) << "the total's, not ten times as much";
  tree = tree_of(0, 0, 0.4);
  tree.total[memory] = 1;
  EXPECT_DOUBLE_EQ(pools_of(tree).burst.at(0).volume_ratio, 0.4 / 60) << "of memory as they are";
}

TEST(YtsaurusIntegral, CountsAnAmountAsItsLargestPart) {
  Tree tree = tree_of(1000, 100, 0);
  tree.total[memory] = 1000;
  tree.elements[1].resource_flow[memory] = 200;
  tree.elements[1].burst_guarantee[memory] = 300;
  tree.integral_terms.since_last_update = 60;
  const IntegralPool pool = pools_of(tree).burst.at(0);
  EXPECT_EQ(pool.flow_ratio, 0.2);
  EXPECT_EQ(pool.burst_ratio, 0.3);
  EXPECT_DOUBLE_EQ(pool.volume_ratio, 0.2);
}

TEST(YtsaurusIntegral, SumsFlowsFromTheBottomUp) {
  Tree tree = tree_of(1000, 100, 0);
  tree.elements.push_back({.parent = 1});
  Element below{.parent = 2, .integral_type = IntegralType::relaxed};
  below.resource_flow[cpu] = 300 * cpu_unit;
  tree.elements.push_back(below);
  const IntegralPools pools = pools_of(tree);
  EXPECT_EQ(pools.total_flow_ratio[3], 0.3);
  EXPECT_EQ(pools.total_flow_ratio[2], 0.3);
  EXPECT_EQ(pools.total_flow_ratio[0], 0.4);
  EXPECT_EQ(pools.relaxed.at(0).element, 3U);
}

TEST(YtsaurusIntegral, IgnoresFlowsOfPoolsWithoutIntegralGuarantees) {
  const IntegralPools pools = pools_of(tree_of(1000, 100, 30, IntegralType::none));
  EXPECT_TRUE(pools.burst.empty());
  EXPECT_EQ(pools.total_flow_ratio[0], 0);
}

TEST(YtsaurusIntegral, FindsGuaranteesThatExceedTheTotal) {
  Tree tree = tree_of(1000, 300, 0);
  tree.elements[1].burst_guarantee[cpu] = 100 * cpu_unit;
  tree.elements[1].strong_guarantee[cpu] = 700 * cpu_unit;
  EXPECT_FALSE(pools_of(tree).flows_exceed_total);
  tree.elements[1].strong_guarantee[cpu] = 701 * cpu_unit;
  EXPECT_TRUE(pools_of(tree).flows_exceed_total);
  EXPECT_FALSE(pools_of(tree).bursts_exceed_total);
  tree.elements[1].burst_guarantee[cpu] = 300 * cpu_unit;
  EXPECT_TRUE(pools_of(tree).bursts_exceed_total);
}

TEST(YtsaurusIntegral, HasNothingOfAClusterOfNothing) {
  EXPECT_EQ(pools_of(tree_of(0, 100, 30)).burst.at(0).volume_ratio, 0);
}

// user_slots, cpu, gpu, memory, network

TEST(YtsaurusAmounts, WithoutALimitAreAQuarterOfTheLargest) {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(infinite(gpu), std::numeric_limits<std::int32_t>::max() / 4);
  EXPECT_EQ(infinite(cpu), (largest - largest % 100) / 4) << "in whole cpus";
  for (const std::size_t r : {0U, 3U, 4U}) EXPECT_EQ(infinite(r), largest / 4) << r;
}

TEST(YtsaurusAmounts, AreScaledToTheNearest) {
  EXPECT_EQ(scaled({5, 7, 9, 10, -5}, 0.5), (Amounts{3, 4, 5, 5, -3}));
  const Amounts beyond = scaled({1, 1, 1, 1, 1}, 0x1p31);
  EXPECT_EQ(beyond[gpu], std::numeric_limits<std::int32_t>::min()) << "which holds no 2^31";
  EXPECT_EQ(beyond[cpu], std::int64_t{1} << 31U);
  EXPECT_EQ(scaled({0, 1, 0, 0, 0}, 0x1p63)[cpu], std::numeric_limits<std::int64_t>::min());
}

TEST(YtsaurusAmounts, AreAddedAndComparedOneByOne) {
  Amounts sum = {1, 2, 3, 4, 5};
  add_to(sum, {10, 20, 30, 40, 50});
  EXPECT_EQ(sum, (Amounts{11, 22, 33, 44, 55}));
  EXPECT_TRUE(covers(sum, sum));
  for (std::size_t r = 0; r < resource_count; ++r) {
    Amounts more = sum;
    ++more[r];
    EXPECT_TRUE(covers(more, sum)) << r;
    EXPECT_FALSE(covers(sum, more)) << r;
  }
}

TEST(YtsaurusAmounts, ArePartsOfWhatThereIs) {
  const Amounts total = {100, 5000, 0, 1000, 8};
  const Amounts amounts = {25, 500, 7, 200, 1};
  EXPECT_EQ(as_double(cpu, 250), 2.5);
  EXPECT_EQ(as_double(gpu, 250), 250);
  EXPECT_EQ(largest_part(amounts, total), 0.25) << "of gpus there are none";
  EXPECT_EQ(share_of(amounts, total).of, (std::array<double, 5>{0.25, 0.1, 0, 0.2, 0.125}));
  EXPECT_EQ(dominant_resource(amounts, total), Resource::user_slots);
  EXPECT_EQ(dominant_resource({25, 1250, 7, 251, 2}, total), Resource::memory);
  EXPECT_EQ(dominant_resource({25, 1250, 7, 250, 3}, total), Resource::network);
  EXPECT_EQ(dominant_resource({0, 0, 7, 0, 0}, total), Resource::cpu);
}

}  // namespace
}  // namespace fairshare::schedulers::ytsaurus_vector
