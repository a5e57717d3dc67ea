// The vector HDRF of YTsaurus on trees small enough to be worked out by hand.
#include "fairshare/schedulers/ytsaurus/vector.h"

#include <gtest/gtest.h>

#include <limits>
#include <variant>
#include <vector>

#include "fairshare/schedulers/ytsaurus/amounts.h"
#include "tests/schedulers/ytsaurus/vector_cluster.h"

namespace fairshare::schedulers::ytsaurus_vector {
namespace {

using exact::Rational;

constexpr std::size_t gpu = 2;
constexpr std::size_t memory = 3;

TEST(YtsaurusVector, AddsWhatIsProportionalToTheGuarantees) {
  Cluster cluster;  // the documentation's first example, which says 0.6 and 0.4
  const auto a = cluster.greedy_pool("A", 1, 600);
  const auto b = cluster.greedy_pool("B", 1, 200);
  EXPECT_NEAR(cluster.ratio(a), 0.7, precision);
  EXPECT_NEAR(cluster.ratio(b), 0.3, precision);
  EXPECT_EQ(cluster.fair(a), Rational(7, 10));
  EXPECT_EQ(cluster.fair(b), Rational(3, 10));
}

TEST(YtsaurusVector, DividesTheRestByWeight) {
  Cluster cluster;
  const auto a = cluster.greedy_pool("A", 3, 600);
  const auto b = cluster.greedy_pool("B", 1, 200);
  EXPECT_NEAR(cluster.ratio(a), 0.75, precision);
  EXPECT_NEAR(cluster.ratio(b), 0.25, precision);
  EXPECT_EQ(cluster.fair(a), Rational(3, 4));
}

TEST(YtsaurusVector, DividesTheThirdExampleIntoFifteenths) {
  Cluster cluster;  // the documentation says 0.6, 0.2, 0.2
  const auto a = cluster.greedy_pool("A", 1, 600);
  const auto b = cluster.greedy_pool("B", 1, 200);
  const auto c = cluster.greedy_pool("C");
  EXPECT_NEAR(cluster.ratio(a), 2.0 / 3, precision);
  EXPECT_NEAR(cluster.ratio(b), 4.0 / 15, precision);
  EXPECT_NEAR(cluster.ratio(c), 1.0 / 15, precision);
  EXPECT_EQ(cluster.fair(a), Rational(2, 3));
  EXPECT_EQ(cluster.fair(b), Rational(4, 15));
  EXPECT_EQ(cluster.fair(c), Rational(1, 15));
}

TEST(YtsaurusVector, SplitsAShareIntoGuaranteeAndRest) {
  Cluster cluster;
  const auto a = cluster.greedy_pool("A", 3, 600);
  cluster.greedy_pool("B", 1, 200);
  const ElementShares shares = cluster.computed().elements[a];
  EXPECT_EQ(shares.strong_guarantee[cpu], 0.6);
  EXPECT_EQ(shares.integral_guarantee[cpu], 0);
  EXPECT_NEAR(shares.weight_proportional[cpu], 0.15, precision);
  EXPECT_NEAR(shares.promised_fair_share[cpu], 0.75, precision);
  EXPECT_NEAR(shares.estimated_guarantee_share[cpu], 0.6, precision);
  EXPECT_EQ(shares.demand_share[cpu], 10);
  EXPECT_EQ(shares.limits_share[cpu], 1);
  const ElementShares root = cluster.computed().elements[0];
  EXPECT_EQ(root.promised_fair_share[cpu], 1);
  EXPECT_EQ(root.promised_fair_share[gpu], 0) << "the cluster has no gpu";
}

TEST(YtsaurusVector, GivesTheRootWhatItsChildrenTake) {
  Cluster cluster;
  const auto a = cluster.pool("A");
  cluster.operation(a, 100);
  const auto b = cluster.pool("B");
  cluster.operation(b, 250);
  EXPECT_EQ(cluster.ratio(a), 0.1);
  EXPECT_EQ(cluster.ratio(b), 0.25);
  EXPECT_EQ(cluster.ratio(0), 0.35);
  EXPECT_EQ(cluster.fair(0), Rational(7, 20));
}

TEST(YtsaurusVector, ScalesGuaranteesOverTheTotalAndReportsBothChecks) {
  Cluster cluster;
  const auto a = cluster.greedy_pool("A", 1, 900);
  const auto b = cluster.greedy_pool("B", 1, 600);
  EXPECT_NEAR(cluster.ratio(a), 0.6, precision);
  EXPECT_NEAR(cluster.ratio(b), 0.4, precision);
  EXPECT_EQ(cluster.computed().errors, 2);
  EXPECT_EQ(cluster.computed().warnings, 0);
  EXPECT_EQ(cluster.fair(a), Rational(3, 5));
}

TEST(YtsaurusVector, HandsOnAGuaranteeThatNoPoolWants) {
  Cluster cluster;  // guarantees 0.6 and 0.4 after scaling, of which A wants but 0.1
  const auto a = cluster.pool("A", 1, 900);
  cluster.operation(a, 100);
  const auto b = cluster.greedy_pool("B", 1, 600);
  const auto c = cluster.greedy_pool("C");
  EXPECT_NEAR(cluster.ratio(a), 0.1, precision);
  EXPECT_NEAR(cluster.ratio(b), 0.65, precision);
  EXPECT_NEAR(cluster.ratio(c), 0.25, precision);
  EXPECT_EQ(cluster.fair(b), Rational(13, 20));
  const ElementShares root = cluster.computed().elements[0];
  EXPECT_NEAR(root.strong_guarantee[cpu], 0.5, precision) << "0.1 of A's and all of B's";
  EXPECT_NEAR(root.weight_proportional[cpu], 0.5, precision);
}

TEST(YtsaurusVector, GivesAnEmptyPoolNothingWhateverItsGuarantee) {
  Cluster cluster;
  const auto a = cluster.pool("A", 1, 500);
  const auto b = cluster.greedy_pool("B");
  EXPECT_EQ(cluster.ratio(a), 0);
  EXPECT_EQ(cluster.ratio(b), 1);
  EXPECT_EQ(cluster.fair(b), Rational(1));
}

TEST(YtsaurusVector, GivesNothingToARootAlone) {
  Cluster cluster;
  EXPECT_EQ(cluster.ratio(0), 0);
  EXPECT_EQ(cluster.fair(0), Rational(0));
  EXPECT_TRUE(std::get<Shares>(compute(Tree{})).elements.empty());
}

TEST(YtsaurusVector, KeepsLimitsOfPoolsAndOfOperations) {
  Cluster cluster;
  const auto a = cluster.greedy_pool("A");
  cluster.tree.elements[a].limits[cpu] = Cluster::thousandths(100);
  const auto b = cluster.pool("B");
  const auto limited = cluster.operation(b, 10'000);
  cluster.tree.elements[limited].limits[cpu] = Cluster::thousandths(300);
  EXPECT_EQ(cluster.ratio(a), 0.1);
  EXPECT_NEAR(cluster.ratio(limited), 0.3, precision);
  EXPECT_NEAR(cluster.ratio(0), 0.4, precision);
  EXPECT_EQ(cluster.fair(0), Rational(2, 5));
}

TEST(YtsaurusVector, CapsAGuaranteeByTheLimits) {
  Cluster cluster;
  const auto a = cluster.greedy_pool("A", 1, 600);
  cluster.tree.elements[a].limits[cpu] = Cluster::thousandths(200);
  cluster.greedy_pool("B");
  EXPECT_EQ(cluster.computed().elements[a].strong_guarantee_share[cpu], 0.2);
  EXPECT_NEAR(cluster.ratio(a), 0.2, precision);
}

// 0.2 and 0.6 are guaranteed, and the rest goes to B and C equally.
TEST(YtsaurusVector, CountsAGuaranteeAboveItsLimitAsTheLimitBesideOthers) {
  Cluster cluster;
  const auto a = cluster.greedy_pool("A", 1, 600);
  cluster.tree.elements[a].limits[cpu] = Cluster::thousandths(200);
  const auto b = cluster.greedy_pool("B", 1, 600);
  const auto c = cluster.greedy_pool("C");
  EXPECT_NEAR(cluster.ratio(b), 0.7, precision);
  EXPECT_NEAR(cluster.ratio(c), 0.1, precision);
  EXPECT_EQ(cluster.fair(a), Rational(1, 5));
  EXPECT_EQ(cluster.fair(b), Rational(7, 10));
  EXPECT_EQ(cluster.fair(c), Rational(1, 10));
}

TEST(YtsaurusVector, ScalesChildrenToTheirParentsGuaranteeWithAWarning) {
  Cluster cluster;  // A has 0.4 for guarantees of 0.6 and 0.2
  const auto a = cluster.pool("A", 1, 400);
  const auto x = cluster.pool("X", 1, 600, a);
  cluster.operation(x, 10'000);
  const auto y = cluster.pool("Y", 1, 200, a);
  cluster.operation(y, 10'000);
  cluster.greedy_pool("B", 1, 600);
  EXPECT_NEAR(cluster.ratio(x), 0.3, precision);
  EXPECT_NEAR(cluster.ratio(y), 0.1, precision);
  EXPECT_EQ(cluster.computed().warnings, 1);
  EXPECT_EQ(cluster.computed().errors, 0);
  EXPECT_EQ(cluster.fair(x), Rational(3, 10));
}

TEST(YtsaurusVector, IgnoresAGuaranteeBelowAParentWithoutOne) {
  Cluster cluster;
  const auto a = cluster.pool("A");
  const auto x = cluster.pool("X", 1, 400, a);
  cluster.operation(x, 10'000);
  const auto y = cluster.pool("Y", 1, {}, a);
  cluster.operation(y, 10'000);
  cluster.greedy_pool("B");
  EXPECT_NEAR(cluster.ratio(x), 0.25, precision);
  EXPECT_NEAR(cluster.ratio(y), 0.25, precision);
  EXPECT_EQ(cluster.computed().warnings, 1);
  EXPECT_EQ(cluster.fair(x), Rational(1, 4));
}

TEST(YtsaurusVector, ScalesOperationsBeforePools) {
  Cluster cluster;  // A's 0.5: 0.4 for the pool X, so that 0.3 and 0.1 of operations share 0.1
  const auto a = cluster.pool("A", 1, 500);
  const auto x = cluster.pool("X", 1, 400, a);
  cluster.operation(x, 400);
  const auto first = cluster.operation(a, 10'000);
  cluster.tree.elements[first].strong_guarantee[cpu] = Cluster::thousandths(300);
  const auto second = cluster.operation(a, 10'000);
  cluster.tree.elements[second].strong_guarantee[cpu] = Cluster::thousandths(100);
  cluster.greedy_pool("B", 1, 500);
  EXPECT_NEAR(cluster.ratio(x), 0.4, precision);
  EXPECT_NEAR(cluster.ratio(first), 0.075, precision);
  EXPECT_NEAR(cluster.ratio(second), 0.025, precision);
  EXPECT_EQ(cluster.fair(first), Rational(3, 40));
}

TEST(YtsaurusVector, LeavesOperationsNoGuaranteeWherePoolsWantItAll) {
  Cluster cluster;  // A has 0.4 for pools of 0.6 and 0.2
  const auto a = cluster.pool("A", 1, 400);
  const auto x = cluster.pool("X", 1, 600, a);
  cluster.operation(x, 10'000);
  const auto y = cluster.pool("Y", 1, 200, a);
  cluster.operation(y, 10'000);
  const auto operation = cluster.operation(a, 10'000);
  cluster.tree.elements[operation].strong_guarantee[cpu] = Cluster::thousandths(200);
  cluster.greedy_pool("B", 1, 600);
  EXPECT_NEAR(cluster.ratio(x), 0.3, precision);
  EXPECT_NEAR(cluster.ratio(y), 0.1, precision);
  EXPECT_NEAR(cluster.ratio(operation), 0, precision);
  EXPECT_EQ(cluster.fair(x), Rational(3, 10));
  EXPECT_EQ(cluster.fair(operation), 0);
}

TEST(YtsaurusVector, StopsAtAWeightOfZero) {
  Cluster all;
  all.greedy_pool("A", 0);
  all.greedy_pool("B", 0);
  EXPECT_EQ(all.crash(), "1: segment bounds are in order");
  Cluster one;
  one.greedy_pool("A", 0);
  one.greedy_pool("B", 1);
  EXPECT_EQ(one.crash(), "1: segment bounds are in order");
}

TEST(YtsaurusVector, StopsWhereNoWeightIsAboveItsPrecision) {
  Cluster tiny;
  tiny.greedy_pool("A", 1e-9);
  tiny.greedy_pool("B", 1e-10);
  EXPECT_EQ(tiny.crash(), "1: segment bounds are in order");
  Cluster one;  // beside a weight that counts, a tiny one is just a tiny one
  const auto a = one.greedy_pool("A", 1e-10);
  one.greedy_pool("B", 1);
  EXPECT_NEAR(one.ratio(a), 1e-10, 1e-15);
}

TEST(YtsaurusVector, StopsWhereTheUsageExceedsTheDemandOrIsNegative) {
  Cluster cluster;
  const auto a = cluster.pool("A");
  const auto operation = cluster.operation(a, 100);
  cluster.tree.elements[operation].usage[cpu] = Cluster::thousandths(101);
  EXPECT_EQ(cluster.crash(), "0: the demand covers the usage");
  cluster.tree.elements[operation].usage[cpu] = Cluster::thousandths(-1);
  EXPECT_EQ(cluster.crash(), "2: functions do not fall");
  cluster.tree.elements[a].limits[cpu] = Cluster::thousandths(-1);
  EXPECT_EQ(cluster.crash(), "1: limits are not negative");
}

TEST(YtsaurusVector, ServesAFifoPoolByWeightThenByPlace) {
  Cluster cluster;
  const auto a = cluster.pool("A");
  cluster.tree.elements[a].mode = Mode::fifo;
  const auto light = cluster.operation(a, 700, 1);
  const auto heavy = cluster.operation(a, 600, 5);
  const auto last = cluster.operation(a, 300, 1);
  const Shares shares = cluster.computed();
  EXPECT_NEAR(shares.elements[heavy].fair_share_ratio, 0.6, precision);
  EXPECT_NEAR(shares.elements[light].fair_share_ratio, 0.4, precision);
  EXPECT_NEAR(shares.elements[last].fair_share_ratio, 0, precision);
  EXPECT_EQ(shares.elements[heavy].fifo_index, 0U);
  EXPECT_EQ(shares.elements[light].fifo_index, 1U);
  EXPECT_EQ(shares.elements[last].fifo_index, 2U);
  EXPECT_EQ(shares.elements[a].fifo_index, std::nullopt);
  EXPECT_EQ(cluster.fair(light), Rational(2, 5));
}

TEST(YtsaurusVector, KeepsTheOrderOfManyEqualWeights) {
  Cluster cluster;
  cluster.tree.elements.front().mode = Mode::fifo;
  for (int i = 0; i < 60; ++i) cluster.operation(0, 30);
  const Shares shares = cluster.computed();
  for (std::size_t i = 1; i <= 60; ++i) EXPECT_EQ(shares.elements[i].fifo_index, i - 1);
  EXPECT_NEAR(shares.elements[33].fair_share_ratio, 0.03, precision);
  EXPECT_NEAR(shares.elements[34].fair_share_ratio, 0.01, precision) << "33 times 0.03 is 0.99";
  EXPECT_EQ(shares.elements[35].fair_share_ratio, 0);
}

TEST(YtsaurusVector, TakesWeightsOfZeroInAFifoPool) {
  Cluster cluster;
  const auto a = cluster.pool("A");
  cluster.tree.elements[a].mode = Mode::fifo;
  const auto first = cluster.operation(a, 700, 0);
  const auto second = cluster.operation(a, 700, 0);
  EXPECT_NEAR(cluster.ratio(first), 0.7, precision);
  EXPECT_NEAR(cluster.ratio(second), 0.3, precision);
  EXPECT_EQ(cluster.fair(a), 1);
}

TEST(YtsaurusVector, IsOfATreeWhereParentsComeFirst) {
  Cluster cluster;
  const auto a = cluster.pool("A");
  EXPECT_TRUE(is_tree(cluster.tree));
  cluster.tree.elements[a].parent = a;
  EXPECT_FALSE(is_tree(cluster.tree));
  cluster.tree.elements[a].parent = std::nullopt;
  EXPECT_FALSE(is_tree(cluster.tree)) << "there is one root";
  cluster.tree.elements[a].parent = 0;
  const auto operation = cluster.operation(a, 1);
  const auto below = cluster.operation(a, 1);
  EXPECT_TRUE(is_tree(cluster.tree));
  cluster.tree.elements[below].parent = operation;
  EXPECT_FALSE(is_tree(cluster.tree)) << "an operation has no children";
}

TEST(YtsaurusVector, StopsAtAPoolOrAGuaranteeInAFifoPool) {
  Cluster pool;
  const auto a = pool.greedy_pool("A");
  pool.tree.elements.front().mode = Mode::fifo;
  EXPECT_EQ(pool.crash(), "0: children of a fifo pool are operations");
  Cluster guarantee;
  const auto b = guarantee.pool("B", 1, 500);
  guarantee.tree.elements[b].mode = Mode::fifo;
  const auto operation = guarantee.operation(b, 700);
  guarantee.tree.elements[operation].strong_guarantee[cpu] = Cluster::thousandths(300);
  EXPECT_EQ(guarantee.crash(), "2: an operation of a fifo pool has no guarantee");
  EXPECT_EQ(pool.fair(a), Rational(1)) << "the rule goes on where the release does not";
}

TEST(YtsaurusVector, CountsWeightsAboveABillionth) {
  Cluster cluster;
  const auto a = cluster.greedy_pool("A", 2e-9);
  const auto b = cluster.greedy_pool("B", 6e-9);
  EXPECT_NEAR(cluster.ratio(a), 0.25, precision);
  EXPECT_NEAR(cluster.ratio(b), 0.75, precision);
  cluster.tree.elements[a].weight = cluster.tree.elements[b].weight = 1e-9;
  EXPECT_EQ(cluster.crash(), "1: segment bounds are in order") << "none of them counts";
}

TEST(YtsaurusVector, LosesWhatItTruncatesFromAGang) {
  Cluster cluster;
  const auto a = cluster.pool("A");
  cluster.tree.elements[a].mode = Mode::fifo;
  cluster.tree.elements[a].truncates_gangs = true;
  const auto whole = cluster.operation(a, 300, 2);
  const auto gang = cluster.operation(a, 400, 1);
  cluster.tree.elements[gang].is_gang = true;
  const auto b = cluster.greedy_pool("B");
  EXPECT_NEAR(cluster.ratio(whole), 0.3, precision);
  EXPECT_EQ(cluster.ratio(gang), 0) << "0.2 of the 0.4 that it wants is nothing to a gang";
  EXPECT_NEAR(cluster.ratio(a), 0.3, precision);
  EXPECT_NEAR(cluster.ratio(b), 0.5, precision) << "no pool gets what the gang lost";
  EXPECT_NEAR(cluster.ratio(0), 0.8, precision);
  EXPECT_EQ(cluster.fair(gang), Rational(1, 5)) << "it is no part of the rule";
  std::int64_t& wanted = cluster.tree.elements[gang].demand[cpu];
  wanted = Cluster::thousandths(200) + cpu_unit / 20;
  EXPECT_NEAR(cluster.ratio(gang), 0.2, precision) << "less than a ten-thousandth may be missing";
  wanted = Cluster::thousandths(200) + cpu_unit / 5;
  EXPECT_EQ(cluster.ratio(gang), 0);
  wanted = Cluster::thousandths(200) + 9;  // of 100,000
  EXPECT_NEAR(cluster.ratio(gang), 0.2, precision);
  wanted = Cluster::thousandths(200) + 11;
  EXPECT_EQ(cluster.ratio(gang), 0);
  wanted = Cluster::thousandths(400);
  cluster.tree.elements[a].truncates_gangs = false;
  EXPECT_NEAR(cluster.ratio(gang), 0.2, precision);
  cluster.tree.elements[a].mode = Mode::fair_share;
  EXPECT_NEAR(cluster.ratio(gang), 0.2, precision);
  cluster.tree.elements[a].truncates_gangs = true;
  EXPECT_NEAR(cluster.ratio(gang), 0.2, precision) << "only of a fifo pool";
}

TEST(YtsaurusVector, LosesWhatAGangLosesAllTheWayUp) {
  Cluster cluster;
  const auto top = cluster.pool("top");
  const auto queue = cluster.pool("queue", 1, {}, top);
  cluster.tree.elements[queue].mode = Mode::fifo;
  cluster.tree.elements[queue].truncates_gangs = true;
  cluster.operation(queue, 250, 2);
  const auto gang = cluster.operation(queue, 2000, 1);
  cluster.tree.elements[gang].is_gang = true;
  // The first operation has a quarter of 1, and the rest is too little for the gang.
  EXPECT_EQ(cluster.ratio(gang), 0);
  EXPECT_NEAR(cluster.ratio(queue), 0.25, precision);
  EXPECT_NEAR(cluster.ratio(top), 0.25, precision);
  EXPECT_NEAR(cluster.ratio(0), 0.25, precision);
}

TEST(YtsaurusVector, PutsOperationsBesidePools) {
  Cluster cluster;
  const auto a = cluster.greedy_pool("A", 1, 500);
  const auto operation = cluster.operation(0, 10'000, 4);
  EXPECT_NEAR(cluster.ratio(a), 0.6, precision);
  EXPECT_NEAR(cluster.ratio(operation), 0.4, precision);
}

// Two resources.

Cluster two_resources() {
  Cluster cluster;
  cluster.tree.total[memory] = 1000;
  return cluster;
}

TEST(YtsaurusVector, InfersMissingGuaranteesFromTheCpu) {
  Cluster cluster = two_resources();
  const auto a = cluster.pool("A", 1, 400);
  const auto b = cluster.pool("B", 1, 100);
  cluster.tree.elements[b].strong_guarantee[memory] = 900;
  const Shares shares = cluster.computed();
  // 400 inferred and 900 given are 1300 of memory, scaled to 1000 by one factor for all resources.
  EXPECT_NEAR(shares.elements[a].strong_guarantee_share[memory], 0.4 / 1.3, precision);
  EXPECT_NEAR(shares.elements[a].strong_guarantee_share[cpu], 0.4 / 1.3, precision);
  EXPECT_EQ(shares.errors, 2);
}

TEST(YtsaurusVector, InfersNoMoreBelowTheRootThanIsLeft) {
  Cluster cluster = two_resources();
  const auto a = cluster.pool("A", 1, 500);  // and 500 of memory
  const auto x = cluster.pool("X", 1, 100, a);
  cluster.tree.elements[x].strong_guarantee[memory] = 400;
  const auto y = cluster.pool("Y", 1, 400, a);  // would be 400 of memory, and 100 are left
  EXPECT_NEAR(cluster.computed().elements[y].strong_guarantee_share[memory], 0.1, precision);
}

// 57 % of 10 is 5.7, which is cut; X has explicitly more than all of A's, so nothing is left for Y.
TEST(YtsaurusVector, InfersWholeAmountsAndNothingBelow0) {
  Cluster cluster = two_resources();
  const auto a = cluster.pool("A", 1, 570);
  const auto x = cluster.pool("X", 1, 100, a);
  const auto y = cluster.pool("Y", 1, 400, a);
  cluster.tree.total[memory] = 10;
  cluster.tree.elements[x].strong_guarantee[memory] = 7;
  const Guarantees guarantees = determine_guarantees(cluster.tree, children_of(cluster.tree));
  EXPECT_EQ(guarantees.of[a][memory], 5);
  EXPECT_EQ(guarantees.of[y][memory], 0);
}

TEST(YtsaurusVector, InfersTheLeastIntegerWhereTheAmountIsBeyondTheRange) {
  // 4 times the cpu of the root is 4 * 2^62 of its memory, which is cast as x86 casts it.
  Tree tree{.total = {}, .elements = {{}, {.parent = 0}}};
  tree.total[cpu] = Cluster::thousandths(1000);
  tree.total[memory] = std::int64_t{1} << 62;
  tree.elements[1].strong_guarantee[cpu] = Cluster::thousandths(4000);
  const Guarantees guarantees = determine_guarantees(tree, children_of(tree));
  EXPECT_EQ(guarantees.of[1][memory], std::numeric_limits<std::int64_t>::min());
  tree.elements[1].strong_guarantee[cpu] = Cluster::thousandths(500);
  EXPECT_EQ(determine_guarantees(tree, children_of(tree)).of[1][memory], std::int64_t{1} << 61);
}

TEST(YtsaurusVector, AddsGpusInThirtyTwoBits) {
  Cluster cluster;
  cluster.tree.total[gpu] = 100;
  for (int i = 0; i < 2; ++i) {
    const auto operation = cluster.operation(0, 1);
    cluster.tree.elements[operation].demand[gpu] = std::int64_t{1} << 30;
  }
  // The root wants 2^31, which is -2^31: less than is used.
  EXPECT_EQ(cluster.crash(), "0: the demand covers the usage");
}

TEST(YtsaurusVector, OfEqualPartsTheFirstResourceIsDominant) {
  Amounts total{};
  total[cpu] = 1000;
  total[memory] = 10;
  Amounts half{};
  half[cpu] = 500;
  half[memory] = 5;
  EXPECT_EQ(dominant_resource(half, total), Resource::cpu);
  EXPECT_EQ(dominant_resource(Amounts{}, total), Resource::cpu) << "and of nothing";
  half[memory] = 6;
  EXPECT_EQ(dominant_resource(half, total), Resource::memory);
}

TEST(YtsaurusVector, TakesTheDominantResourceOfTheUsageElseOfTheDemand) {
  Cluster cluster = two_resources();
  const auto operation = cluster.operation(0, 500);
  cluster.tree.elements[operation].demand[memory] = 900;
  EXPECT_EQ(cluster.computed().elements[operation].dominant_resource, Resource::memory);
  cluster.tree.elements[operation].usage[cpu] = Cluster::thousandths(300);
  cluster.tree.elements[operation].usage[memory] = 100;
  EXPECT_EQ(cluster.computed().elements[operation].dominant_resource, Resource::cpu);
}

// Until its usage is met, an operation gets every resource evenly: when A has 0.5 of the cpu, it
// has all of the 0.2 of memory that it uses.
TEST(YtsaurusVector, HandsOutEvenlyWhatIsInUse) {
  Cluster cluster = two_resources();
  const auto a = cluster.operation(0, 800);
  cluster.tree.elements[a].demand[memory] = 200;
  cluster.tree.elements[a].usage = cluster.tree.elements[a].demand;
  const auto b = cluster.operation(0, 800);
  const Shares shares = cluster.computed();
  EXPECT_NEAR(shares.elements[a].fair_share[cpu], 0.5, precision);
  EXPECT_NEAR(shares.elements[a].fair_share[memory], 0.2, precision);
  EXPECT_NEAR(shares.elements[b].fair_share[cpu], 0.5, precision);
}

TEST(YtsaurusVector, DividesTheDominantResources) {
  // One wants cpu and memory 1 : 3, the other 3 : 1. Evenly raised until cpu is used up at f, with
  // demands far above: shares (f / 3, f) and (f, f / 3), so 4/3 f = 1.
  Cluster cluster = two_resources();
  const auto a = cluster.operation(0, 1000);
  cluster.tree.elements[a].demand[memory] = 3000;
  const auto b = cluster.operation(0, 3000);
  cluster.tree.elements[b].demand[memory] = 1000;
  const Shares shares = cluster.computed();
  EXPECT_NEAR(shares.elements[a].fair_share[cpu], 0.25, precision);
  EXPECT_NEAR(shares.elements[a].fair_share[memory], 0.75, precision);
  EXPECT_NEAR(shares.elements[b].fair_share_ratio, 0.75, precision);
  EXPECT_EQ(shares.elements[a].dominant_resource, Resource::memory);
  EXPECT_EQ(shares.elements[b].dominant_resource, Resource::cpu);
  EXPECT_EQ(fair_shares(cluster.tree), std::nullopt) << "no exact rule for two resources";
}

TEST(YtsaurusVector, HandsOutNothingBeyondAJump) {
  // Once A has its 0.5 of cpu it could have 0.3 of memory in place of 0.1; but that is a jump at
  // the very suggestion 0.5 where the cpu is used up, and the lower end of a jump counts.
  Cluster cluster = two_resources();
  const auto a = cluster.operation(0, 500);
  cluster.tree.elements[a].demand[memory] = 300;
  cluster.tree.elements[a].usage[cpu] = Cluster::thousandths(500);
  cluster.tree.elements[a].usage[memory] = 100;
  const auto b = cluster.operation(0, 1000);
  const Shares shares = cluster.computed();
  EXPECT_NEAR(shares.elements[a].fair_share[cpu], 0.5, precision);
  EXPECT_NEAR(shares.elements[a].fair_share[memory], 0.1, precision);
  EXPECT_NEAR(shares.elements[b].fair_share[cpu], 0.5, precision);
}

TEST(YtsaurusVector, KeepsAKinkOfAHundredMillionth) {
  // Two alike, with 1e-8 of the cpu in use, and no memory. At the suggestion 1/2 the part of the
  // way from usage to demand is (1/2 - 1e-8) / (1 - 1e-8), and that is also the memory.
  Cluster cluster = two_resources();
  cluster.tree.total[cpu] = 1'000'000'000;
  cluster.tree.total[memory] = 1'000'000'000;
  for (int i = 0; i < 2; ++i) {
    Element element{.parent = 0, .is_operation = true};
    element.demand = cluster.tree.total;
    element.usage[cpu] = 10;
    cluster.tree.elements.push_back(element);
  }
  const Vector share = cluster.computed().elements[1].fair_share;
  EXPECT_NEAR(share[cpu], 0.5, precision);
  EXPECT_NEAR(share[memory], 0.5 - 5e-9, precision);
}

TEST(YtsaurusVector, CountsNothingOfAResourceThatThereIsNot) {
  Cluster cluster;
  const auto a = cluster.operation(0, 500);
  cluster.tree.elements[a].demand[gpu] = 7;
  const ElementShares shares = cluster.computed().elements[a];
  EXPECT_EQ(shares.demand_share[gpu], 0);
  EXPECT_EQ(shares.limits_share[gpu], 0);
  EXPECT_EQ(shares.fair_share_ratio, 0.5);
}

TEST(YtsaurusVector, TakesCpuForDominantWhereThereIsNothing) {
  Cluster cluster;
  cluster.pool("A");
  EXPECT_EQ(cluster.computed().elements[1].dominant_resource, Resource::cpu);
}

TEST(YtsaurusVector, LimitsMemoryToAQuarterOfTheLargestAmount) {
  Cluster cluster;  // TJobResources::Infinite is the largest amount / 4, and not infinite
  cluster.tree.total[cpu] = 0;
  cluster.tree.total[memory] = std::numeric_limits<std::int64_t>::max();
  const auto a = cluster.operation(0, 0);
  cluster.tree.elements[a].demand[memory] = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(cluster.ratio(a), 0.25);
}

TEST(YtsaurusVector, SaysWhatIsTooLarge) {
  Cluster wide;
  for (std::size_t i = 1; i < elements_max; ++i) wide.operation(0, 1);
  EXPECT_FALSE(is_too_large(wide.tree));
  wide.operation(0, 1);
  EXPECT_TRUE(is_too_large(wide.tree));
  Cluster deep;
  std::size_t at = 0;
  for (int depth = 1; depth < 500; ++depth) at = deep.pool("p", 1, {}, at);
  for (int i = 0; i < 200; ++i) deep.operation(at, 1);
  EXPECT_FALSE(is_too_large(deep.tree)) << "200 operations at the depth of 500";
  deep.operation(0, 1);
  EXPECT_TRUE(is_too_large(deep.tree));
}

// The rule in exact numbers.

TEST(YtsaurusVectorRule, StatesAPoolAsAFloorProblemAboveTheGuarantees) {
  Cluster cluster;
  const auto a = cluster.greedy_pool("A", 3, 600);
  const auto b = cluster.pool("B", 1, 200);
  cluster.operation(b, 250);
  const auto fair = fair_shares(cluster.tree);
  ASSERT_TRUE(fair.has_value());
  const std::vector<std::size_t> children = {a, b};
  const auto problem = problem_above_guarantees(cluster.tree, *fair, children, 1);
  EXPECT_EQ(problem.total, Rational(1, 5));
  EXPECT_EQ(problem.claimants[0], (Claimant<Rational>{3, 0, Rational(2, 5)}));
  EXPECT_EQ(problem.claimants[1], (Claimant<Rational>{1, 0, Rational(1, 20)}));
  EXPECT_EQ(fair->shares[b], Rational(1, 4));
}

TEST(YtsaurusVectorRule, LeavesWeightZeroAtItsGuarantee) {
  Cluster cluster;
  const auto a = cluster.greedy_pool("A", 0, 100);
  const auto b = cluster.pool("B");
  cluster.operation(b, 500);
  EXPECT_EQ(cluster.fair(a), Rational(1, 10));
  EXPECT_EQ(cluster.fair(b), Rational(1, 2));
  EXPECT_EQ(cluster.fair(0), Rational(3, 5));
}

TEST(YtsaurusVectorRule, IsOfTheOnlyResourceOfWhichThereIsAny) {
  Cluster cluster;
  cluster.tree.total[cpu] = 0;
  const auto operation = cluster.operation(0, 10);
  EXPECT_EQ(fair_shares(cluster.tree)->resource, Resource::cpu) << "where the cluster has nothing";
  cluster.tree.total[memory] = 1000;
  cluster.tree.elements[operation].demand[memory] = 250;
  const auto fair = fair_shares(cluster.tree);
  ASSERT_TRUE(fair.has_value());
  EXPECT_EQ(fair->resource, Resource::memory);
  EXPECT_EQ(fair->shares[operation], Rational(1, 4));
  cluster.tree.total[gpu] = 1;
  EXPECT_FALSE(fair_shares(cluster.tree).has_value());
}

TEST(YtsaurusVectorRule, KnowsIntegralPoolsFarBelowAnother) {
  Cluster cluster;
  const auto upper = cluster.pool("upper");
  const auto middle = cluster.pool("middle", 1, {}, upper);
  const auto lower = cluster.pool("lower", 1, {}, middle);
  const auto beside = cluster.pool("beside", 1, {}, upper);
  const auto integral = [&](std::size_t pool, IntegralType type) {
    cluster.tree.elements[pool].integral_type = type;
    return has_nested_integral_pools(cluster.tree);
  };
  EXPECT_FALSE(integral(lower, IntegralType::relaxed));
  EXPECT_FALSE(integral(beside, IntegralType::burst));
  EXPECT_TRUE(integral(upper, IntegralType::burst));
  EXPECT_TRUE(integral(beside, IntegralType::none)) << "lower is still below upper";
  EXPECT_FALSE(integral(lower, IntegralType::none));
}

TEST(YtsaurusVectorRule, CountsANegativeGuaranteeAsNone) {
  Cluster cluster;
  const auto a = cluster.greedy_pool("A", 1, -100);
  cluster.greedy_pool("B");
  EXPECT_EQ(cluster.fair(a), Rational(1, 2));
}

TEST(YtsaurusVectorRule, ScalesGuaranteesToTheLimitOfTheRoot) {
  Cluster cluster;
  cluster.tree.elements[0].limits[cpu] = Cluster::thousandths(500);
  const auto a = cluster.greedy_pool("A", 1, 600);
  const auto b = cluster.greedy_pool("B", 1, 400);
  EXPECT_EQ(cluster.fair(a), Rational(3, 10));
  EXPECT_EQ(cluster.fair(b), Rational(1, 5));
  EXPECT_EQ(cluster.fair(0), Rational(1, 2));
}

// A has no guarantee that its children could divide, since it is in a fifo pool.
TEST(YtsaurusVectorRule, GuaranteesNothingToWhatStandsInTurns) {
  Cluster cluster;
  cluster.tree.elements[0].mode = Mode::fifo;
  const auto a = cluster.pool("A", 1, 300);
  const auto x = cluster.pool("X", 1, 200, a);
  cluster.operation(x, 10'000);
  const auto y = cluster.pool("Y", 1, {}, a);
  cluster.operation(y, 10'000);
  EXPECT_EQ(cluster.fair(x), Rational(1, 2));
  EXPECT_EQ(cluster.fair(y), Rational(1, 2));
  EXPECT_EQ(fair_shares(cluster.tree)->bounds[a].guarantee, 0);
}

}  // namespace
}  // namespace fairshare::schedulers::ytsaurus_vector
