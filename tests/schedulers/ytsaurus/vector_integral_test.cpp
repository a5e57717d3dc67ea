// Integral guarantees on trees small enough to be worked out by hand.
#include "fairshare/schedulers/ytsaurus/vector.h"

#include <gtest/gtest.h>

#include "tests/schedulers/ytsaurus/vector_cluster.h"

namespace fairshare::schedulers::ytsaurus_vector {
namespace {

using exact::Rational;

TEST(YtsaurusVectorIntegral, PaysABurstPoolItsBurstGuaranteeFirst) {
  Cluster cluster;
  const auto a = cluster.burst_pool(500, 3600);
  const auto b = cluster.greedy_pool("B");
  EXPECT_NEAR(cluster.ratio(a), 0.75, precision);
  EXPECT_NEAR(cluster.ratio(b), 0.25, precision);
  EXPECT_EQ(cluster.fair(a), Rational(3, 4));
  const Shares shares = cluster.computed();
  EXPECT_NEAR(shares.elements[a].integral_guarantee[cpu], 0.5, precision);
  EXPECT_NEAR(shares.elements[a].weight_proportional[cpu], 0.25, precision);
  EXPECT_NEAR(shares.elements[0].integral_guarantee[cpu], 0.5, precision);
}

TEST(YtsaurusVectorIntegral, PaysNoMoreThanTheVolume) {
  Cluster cluster;
  const auto a = cluster.burst_pool(500, 15);  // 0.25 of the cluster for the smooth minute
  cluster.greedy_pool("B");
  EXPECT_NEAR(cluster.ratio(a), 0.625, precision);
  EXPECT_EQ(cluster.fair(a), Rational(5, 8));
}

TEST(YtsaurusVectorIntegral, PaysWhatIsAboveTheStrongGuarantee) {
  Cluster cluster;
  const auto a = cluster.burst_pool(500, 3600, 200);
  cluster.tree.elements[a + 1].demand[cpu] = Cluster::thousandths(300);
  cluster.greedy_pool("B");
  const ElementShares shares = cluster.computed().elements[a];
  EXPECT_NEAR(shares.strong_guarantee[cpu], 0.2, precision);
  EXPECT_NEAR(shares.integral_guarantee[cpu], 0.1, precision) << "its operation takes no more";
  EXPECT_EQ(cluster.fair(a), Rational(3, 10));
}

TEST(YtsaurusVectorIntegral, GivesARelaxedPoolAMultipleOfItsFlow) {
  Cluster cluster;
  const auto a = cluster.integral_pool(IntegralType::relaxed, 100, 3600);
  const auto b = cluster.greedy_pool("B", 1, 600);
  EXPECT_NEAR(cluster.computed().elements[a].integral_guarantee[cpu], 0.3, precision);
  EXPECT_NEAR(cluster.ratio(a), 0.35, precision);
  EXPECT_NEAR(cluster.ratio(b), 0.65, precision);
  EXPECT_EQ(cluster.fair(a), Rational(7, 20));
  cluster.tree.integral_terms.relaxed_share_multiplier = 1;
  EXPECT_NEAR(cluster.ratio(a), 0.25, precision);
  EXPECT_EQ(cluster.fair(a), Rational(1, 4));
}

TEST(YtsaurusVectorIntegral, DividesWhatIsLeftAmongRelaxedPoolsByTheirVolumes) {
  Cluster cluster;
  const auto a = cluster.integral_pool(IntegralType::relaxed, 900, 45);
  const auto b = cluster.integral_pool(IntegralType::relaxed, 900, 15);
  cluster.greedy_pool("C", 1, 500);
  cluster.burst_pool(100, 3600);
  const Shares shares = cluster.computed();
  EXPECT_NEAR(shares.elements[a].integral_guarantee[cpu], 0.3, precision);
  EXPECT_NEAR(shares.elements[b].integral_guarantee[cpu], 0.1, precision);
  EXPECT_EQ(cluster.fair(a), Rational(3, 10));
  EXPECT_EQ(cluster.fair(b), Rational(1, 10));
}

TEST(YtsaurusVectorIntegral, GivesRelaxedPoolsAStrongGuaranteeThatIsNotUsed) {
  Cluster cluster;
  const auto a = cluster.integral_pool(IntegralType::relaxed, 900, 3600);
  const auto b = cluster.pool("B", 1, 800);
  cluster.operation(b, 300);
  EXPECT_NEAR(cluster.computed().elements[a].integral_guarantee[cpu], 0.7, precision);
  EXPECT_EQ(cluster.fair(a), Rational(7, 10));
}

TEST(YtsaurusVectorIntegral, KeepsToTheLimitsAbove) {
  Cluster cluster;  // a parent of 0.55 whose strong guarantee of 0.5 leaves 0.05
  const auto parent = cluster.pool("parent", 1, 500);
  cluster.tree.elements[parent].limits[cpu] = Cluster::thousandths(550);
  const auto first = cluster.burst_pool(100, 3600);
  const auto second = cluster.burst_pool(100, 3600);
  cluster.tree.elements[first].parent = parent;
  cluster.tree.elements[second].parent = parent;
  const Shares shares = cluster.computed();
  EXPECT_NEAR(shares.elements[first].integral_guarantee[cpu], 0.05, precision);
  EXPECT_NEAR(shares.elements[second].integral_guarantee[cpu], 0, precision);
  EXPECT_NEAR(shares.elements[parent].proposed_integral_share[cpu], 0.05, precision);
  EXPECT_EQ(cluster.fair(first), Rational(3, 10));
  EXPECT_EQ(cluster.fair(second), Rational(1, 4));
}

TEST(YtsaurusVectorIntegral, ScalesBurstsWithStrongGuarantees) {
  Cluster cluster;
  const auto a = cluster.burst_pool(900, 3600);
  const auto b = cluster.greedy_pool("B", 1, 600);
  EXPECT_NEAR(cluster.ratio(a), 0.6, precision);
  EXPECT_NEAR(cluster.ratio(b), 0.4, precision);
  EXPECT_EQ(cluster.computed().errors, 1) << "of the bursts; there is no flow";
  EXPECT_EQ(cluster.fair(a), Rational(3, 5));
}

TEST(YtsaurusVectorIntegral, PromisesFlows) {
  Cluster cluster;
  const auto a = cluster.integral_pool(IntegralType::relaxed, 300, 0);
  const auto b = cluster.greedy_pool("B", 1, 500);
  const Shares shares = cluster.computed();
  EXPECT_NEAR(shares.elements[a].promised_fair_share[cpu], 0.4, precision);
  EXPECT_NEAR(shares.elements[b].promised_fair_share[cpu], 0.6, precision);
  EXPECT_NEAR(shares.elements[a].estimated_guarantee_share[cpu], 0.3, precision);
  EXPECT_NEAR(shares.elements[b].estimated_guarantee_share[cpu], 0.2, precision)
      << "what the flow leaves of the 0.5 that are guaranteed to all";
  EXPECT_EQ(shares.elements[a].integral_guarantee[cpu], 0) << "there is no volume";
}

TEST(YtsaurusVectorIntegral, HasNoExactFormForNestedIntegralPools) {
  Cluster cluster;
  const auto upper = cluster.pool("upper");
  cluster.tree.elements[upper].integral_type = IntegralType::burst;
  cluster.tree.elements[upper].burst_guarantee[cpu] = Cluster::thousandths(500);
  cluster.tree.elements[upper].volume = 3600;
  const auto lower = cluster.burst_pool(300, 3600);
  EXPECT_TRUE(fair_shares(cluster.tree).has_value());
  cluster.tree.elements[lower].parent = upper;
  EXPECT_FALSE(fair_shares(cluster.tree).has_value());
  const Shares shares = cluster.computed();
  EXPECT_NEAR(shares.elements[upper].integral_guarantee[cpu], 0.5, precision);
  EXPECT_EQ(shares.elements[lower].integral_guarantee[cpu], 0)
      << "its functions are those of before";
}

// 1 - 0.3 - 0.6 - 0.1 is less than 0 in doubles.
TEST(YtsaurusVectorIntegral, StopsWhereRoundingLeavesLessThanNothingForRelaxedPools) {
  Cluster cluster;
  cluster.greedy_pool("A", 1, 300);
  cluster.greedy_pool("B", 1, 600);
  cluster.greedy_pool("C", 1, 100);
  const auto relaxed = cluster.integral_pool(IntegralType::relaxed, 100, 3600);
  EXPECT_EQ(cluster.crash(), "0: strong and burst guarantees leave something for relaxed pools");
  cluster.tree.elements[relaxed].volume = 0;
  EXPECT_EQ(cluster.crash(), "none") << "of nothing nothing is left to be wanted";
}

TEST(YtsaurusVectorIntegral, StopsAtAPoolBelowWhichNoGuaranteeIsLowEnough) {
  Cluster cluster;
  const auto a = cluster.pool("A", 1, -100);
  cluster.pool("B", 1, {}, a);
  EXPECT_EQ(cluster.crash(), "1: no guarantees are within the parent's");
}

// A burst pool of 0.2, which bursts by 0.5. Its gang has 0.55 of what it wants, and loses it; the
// 0.3 that is left is the 0.2 and 0.1 of the burst.
TEST(YtsaurusVectorIntegral, TakesWhatAGangLosesOffTheLastParts) {
  Cluster cluster;
  const auto a = cluster.burst_pool(500, 3600, 200);
  cluster.tree.elements[a].mode = Mode::fifo;
  cluster.tree.elements[a].truncates_gangs = true;
  cluster.tree.elements[a + 1].is_gang = true;
  const auto whole = cluster.operation(a, 300, 2);
  const auto b = cluster.greedy_pool("B");
  const Shares shares = cluster.computed();
  EXPECT_NEAR(shares.elements[whole].fair_share_ratio, 0.3, precision);
  EXPECT_EQ(shares.elements[a + 1].fair_share_ratio, 0);
  EXPECT_NEAR(shares.elements[b].fair_share_ratio, 0.15, precision);
  EXPECT_NEAR(shares.elements[a].strong_guarantee[cpu], 0.2, precision);
  EXPECT_NEAR(shares.elements[a].integral_guarantee[cpu], 0.1, precision);
  EXPECT_NEAR(shares.elements[a].weight_proportional[cpu], 0, precision);
}

// Each would get 0.5, and the parent has room for 0.2.
TEST(YtsaurusVectorIntegral, KeepsRelaxedPoolsToTheLimitsAbove) {
  Cluster cluster;
  const auto parent = cluster.pool("parent");
  cluster.tree.elements[parent].limits[cpu] = Cluster::thousandths(200);
  const auto first = cluster.integral_pool(IntegralType::relaxed, 900, 3600);
  const auto second = cluster.integral_pool(IntegralType::relaxed, 900, 3600);
  cluster.tree.elements[first].parent = parent;
  cluster.tree.elements[second].parent = parent;
  cluster.greedy_pool("C");
  const Shares shares = cluster.computed();
  EXPECT_NEAR(shares.elements[first].integral_guarantee[cpu], 0.2, precision);
  EXPECT_NEAR(shares.elements[second].integral_guarantee[cpu], 0, precision);
  EXPECT_EQ(cluster.fair(first), Rational(1, 5));
  EXPECT_EQ(cluster.fair(second), 0);
}

TEST(YtsaurusVectorIntegral, KeepsToTheLimitOfTheRootInItsRule) {
  Cluster burst;
  burst.tree.elements[0].limits[cpu] = Cluster::thousandths(500);
  const auto first = burst.burst_pool(400, 3600);
  const auto second = burst.burst_pool(400, 3600);
  EXPECT_EQ(burst.fair(first), Rational(2, 5));
  EXPECT_EQ(burst.fair(second), Rational(1, 10));
  Cluster relaxed;
  relaxed.tree.elements[0].limits[cpu] = Cluster::thousandths(500);
  const auto a = relaxed.integral_pool(IntegralType::relaxed, 900, 3600);
  const auto b = relaxed.greedy_pool("B", 1, 200);
  EXPECT_EQ(relaxed.fair(a), Rational(3, 10));
  EXPECT_EQ(relaxed.fair(b), Rational(1, 5));
}

// Below a pool in a fifo pool, a burst is not guaranteed either.
TEST(YtsaurusVectorIntegral, PaysNothingBelowWhatStandsInTurns) {
  Cluster cluster;
  cluster.tree.elements[0].mode = Mode::fifo;
  const auto turn = cluster.pool("turn");
  const auto a = cluster.burst_pool(500, 3600);
  const auto b = cluster.greedy_pool("B");
  cluster.tree.elements[a].parent = turn;
  cluster.tree.elements[b].parent = turn;
  EXPECT_EQ(cluster.fair(a), Rational(1, 2));
  EXPECT_EQ(cluster.fair(b), Rational(1, 2));
}

}  // namespace
}  // namespace fairshare::schedulers::ytsaurus_vector
