// What integral pools have accumulated when an update begins.
#include "fairshare/schedulers/ytsaurus/integral.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

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
  tree = tree_of(2, 1, 0);
  tree.integral_terms.since_last_update = 60;
  tree.integral_terms.saturation_period = 0.004;
  EXPECT_EQ(pools_of(tree).burst.at(0).volume_ratio, 0) << "it has room for 0.4 hundredths";
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

// A quarter of 9 is 2 of memory, which an hour fills to 800 seconds of all of it; of the cpu there
// are 900.
TEST(YtsaurusIntegral, FillsUpToTheFlowInWholeAmounts) {
  Tree tree = tree_of(1000, 250, 0);
  tree.total[memory] = 9;
  tree.integral_terms.since_last_update = 1'000'000;
  tree.integral_terms.saturation_period = 3600;
  EXPECT_DOUBLE_EQ(pools_of(tree).burst.at(0).volume_ratio, 800.0 / 60);
}

TEST(YtsaurusIntegral, SumsBurstsFromTheBottomUp) {
  Tree tree = tree_of(1000, 0, 0, IntegralType::none);
  tree.elements.push_back({.parent = 1, .integral_type = IntegralType::burst});
  tree.elements[2].burst_guarantee[cpu] = 1000 * cpu_unit;
  EXPECT_FALSE(pools_of(tree).bursts_exceed_total);
  tree.elements[2].burst_guarantee[cpu] = 1001 * cpu_unit;
  EXPECT_TRUE(pools_of(tree).bursts_exceed_total);
  EXPECT_FALSE(pools_of(tree).flows_exceed_total);
}

}  // namespace
}  // namespace fairshare::schedulers::ytsaurus_vector
