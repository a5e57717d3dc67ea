#include "fairshare/schedulers/hadoop/yarn_tree.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"

namespace fairshare::schedulers::yarn {
namespace {

using exact::Rational;
using Amounts = std::vector<std::int64_t>;

constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();
constexpr Release every_release[] = {Release::v2_2, Release::v2_5, Release::v2_7, Release::v3_0,
                                     Release::v3};

TreeShares<std::int64_t> shares_of(Release release, const QueueTree& tree,
                                   Kind kind = Kind::instantaneous) {
  const auto computed = compute_tree(release, tree, kind);
  const auto* shares = std::get_if<TreeShares<std::int64_t>>(&computed);
  EXPECT_NE(shares, nullptr) << "it hangs";
  return shares != nullptr ? *shares : TreeShares<std::int64_t>{};
}

// What each queue has of the first resource.
Amounts memory_of(const TreeShares<std::int64_t>& shares) {
  Amounts memory;
  for (const Amounts& queue : shares.queues) memory.push_back(queue[0]);
  return memory;
}

Amounts memory_of_applications(const TreeShares<std::int64_t>& shares) {
  Amounts memory;
  for (const Amounts& application : shares.applications) memory.push_back(application[0]);
  return memory;
}

Queue below(std::size_t parent, float weight = 1) {
  return {.parent = parent, .weight = weight};
}

TEST(YarnTree, DividesTopDownAndLeavesTheClusterToTheRoot) {
  // 120 as 2 to 1 is 80 and 40; the 80 as 3 to 1 is 60 and 20.
  const QueueTree tree{{120}, {{}, below(0, 2), below(1, 3), below(1, 1), below(0, 1)}};
  for (const Release release : every_release) {
    EXPECT_EQ(memory_of(shares_of(release, tree)), (Amounts{120, 80, 60, 20, 40}));
  }
}

TEST(YarnTree, DividesWhatTheParentWasGivenRatherThanWhatIsFair) {
  // Ties: 10 among three is 4, 4, 4, and each 4 among three is 2, 2, 2.
  QueueTree tree{{10}, {{}, below(0), below(0), below(0), below(1), below(1), below(1)}};
  EXPECT_EQ(memory_of(shares_of(Release::v3, tree)), (Amounts{10, 4, 4, 4, 2, 2, 2}));
}

TEST(YarnTree, TakesNoBoundsOfTheRoot) {
  QueueTree tree{{100}, {{}, below(0)}};
  tree.queues[0].max_share = {7};
  EXPECT_EQ(memory_of(shares_of(Release::v3, tree)), (Amounts{100, 100}));
}

TEST(YarnTree, DoesNotCutMinimumsToTheParentsShare) {
  QueueTree tree{{100}, {{}, below(0), below(0), below(2), below(2)}};
  tree.queues[2].max_share = {10};
  tree.queues[3].min_share = {8};
  tree.queues[4].min_share = {9};
  for (const Release release : every_release) {
    EXPECT_EQ(memory_of(shares_of(release, tree)), (Amounts{100, 90, 10, 8, 9}));
  }
}

TEST(YarnTree, DividesMemoryAloneUnderFair) {
  const QueueTree tree{{100, 10}, {{}, below(0), below(0)}};
  const auto shares = shares_of(Release::v3, tree);
  EXPECT_EQ(shares.queues, (std::vector<Amounts>{{100, 10}, {50, 0}, {50, 0}}));
}

TEST(YarnTree, DividesEachResourceByTheSameWeightsUnderDrf) {
  QueueTree tree{{100, 10, 4}, {{}, below(0, 3), below(0, 1)}};
  tree.queues[0].policy = Policy::drf;
  tree.queues[1].max_share = {60, int_max, int_max};
  const auto shares = shares_of(Release::v3, tree);
  // vcores: R = 2.5 gives 7 and 2, one short; the first R that reaches 10 gives 8 and 2 at 8/3.
  EXPECT_EQ(shares.queues, (std::vector<Amounts>{{100, 10, 4}, {60, 8, 3}, {40, 2, 1}}));
}

TEST(YarnTree, GivesNothingOfOtherResourcesToDrfBelowFairButItsMinimums) {
  QueueTree tree{{100, 10}, {{}, below(0), below(1), below(1)}};
  tree.queues[1].policy = Policy::drf;
  tree.queues[2].min_share = {0, 3};
  const auto shares = shares_of(Release::v2_7, tree);
  EXPECT_EQ(shares.queues, (std::vector<Amounts>{{100, 10}, {100, 0}, {50, 3}, {50, 0}}));
}

TEST(YarnTree, LetsTheMaximumWinIn2AndLiftsItIn3) {
  QueueTree tree{{100}, {{}, below(0), below(0)}};
  tree.queues[2].min_share = {30};
  tree.queues[2].max_share = {20};
  for (const Release release : {Release::v2_2, Release::v2_5, Release::v2_7}) {
    EXPECT_EQ(memory_of(shares_of(release, tree)), (Amounts{100, 80, 20}));
  }
  for (const Release release : {Release::v3_0, Release::v3}) {
    EXPECT_EQ(memory_of(shares_of(release, tree)), (Amounts{100, 70, 30}));
  }
}

TEST(YarnTree, ForgetsInactiveQueuesSince26EvenTheirMinimums) {
  QueueTree tree{{100}, {{}, below(0), below(0), below(1), below(1)}};
  tree.queues[3].is_active = false;
  tree.queues[4].is_active = false;
  tree.queues[1].min_share = {5};
  for (const Release release : {Release::v2_2, Release::v2_5}) {
    EXPECT_EQ(memory_of(shares_of(release, tree)), (Amounts{100, 50, 50, 25, 25}));
  }
  for (const Release release : {Release::v2_7, Release::v3_0, Release::v3}) {
    EXPECT_EQ(memory_of(shares_of(release, tree)), (Amounts{100, 0, 100, 0, 0}));
    EXPECT_EQ(memory_of(shares_of(release, tree, Kind::steady)), (Amounts{100, 50, 50, 25, 25}));
  }
}

TEST(YarnTree, FindsActiveWhatHasARunnableApplicationAnywhereBelow) {
  QueueTree tree{{1}, {{}, below(0), below(1), below(1), below(0), below(0)}};
  tree.queues[2].is_active = false;
  tree.queues[5].is_active = false;
  tree.applications = {{.queue = 3}, {.queue = 3, .is_runnable = false}, {.queue = 4}};
  tree.applications[2].is_runnable = false;
  EXPECT_EQ(find_active(tree), (std::vector<bool>{true, true, false, true, false, false}));
  tree.applications[0].is_runnable = false;
  EXPECT_EQ(find_active(tree), (std::vector<bool>(6, false)));
  // A leaf without listed applications says itself whether it is active; a parent does not.
  tree.applications.clear();
  tree.queues[1].is_active = false;
  EXPECT_EQ(find_active(tree), (std::vector<bool>{true, true, false, true, true, false}));
}

TEST(YarnTree, DividesALeafAmongItsRunnableApplications) {
  QueueTree tree{{100}, {{}, below(0), below(0)}};
  tree.applications = {{.queue = 1, .priority = 3}, {.queue = 2}, {.queue = 1}};
  tree.applications.push_back({.queue = 1, .is_runnable = false});
  tree.applications.push_back({.queue = 1, .priority = 1});
  const auto shares = shares_of(Release::v3, tree);
  EXPECT_EQ(memory_of(shares), (Amounts{100, 50, 50}));
  EXPECT_EQ(memory_of_applications(shares), (Amounts{30, 50, 10, 0, 10}));
}

TEST(YarnTree, GivesAllOfAFifoQueueToTheFirstOfItsQueues) {
  QueueTree tree{{100}, {{}, below(0), below(0)}};
  tree.queues[0].policy = Policy::fifo;
  EXPECT_EQ(memory_of(shares_of(Release::v2_7, tree)), (Amounts{100, 100, 0}));
  EXPECT_EQ(memory_of(shares_of(Release::v2_7, tree, Kind::steady)), (Amounts{100, 0, 0}));
  tree.queues[0].policy = Policy::fair;
  tree.queues[1].policy = Policy::fifo;  // and nothing in it
  EXPECT_EQ(memory_of(shares_of(Release::v2_7, tree)), (Amounts{100, 50, 50}));
}

TEST(YarnTree, WeighsApplicationsByPriorityAndBySize) {
  for (const Release release : every_release) {
    EXPECT_EQ(application_weight(release, {.memory_demand = 1023}, false), 1.0F);
    EXPECT_EQ(application_weight(release, {.memory_demand = 1023, .priority = 2}, true), 20.0F);
    EXPECT_EQ(application_weight(release, {.memory_demand = 0, .priority = 2}, true), 0.0F);
  }
}

TEST(YarnTree, RoundsTheWeightOfAnApplicationAsTheReleaseDoes) {
  // log2(1 + 5) = 2.5849625007... times 5: rounded to float and then multiplied, or the other way
  // round, which are neighbouring floats.
  const Application application{.memory_demand = 5, .priority = 5};
  const double size = 2.584962500721156;
  EXPECT_EQ(application_weight(Release::v2_7, application, true), static_cast<float>(size * 5));
  for (const Release release : {Release::v3_0, Release::v3}) {  // YARN-6612
    EXPECT_EQ(application_weight(release, application, true), static_cast<float>(size) * 5.0F);
  }
  EXPECT_NE(static_cast<float>(size * 5), static_cast<float>(size) * 5.0F);
}

TEST(YarnTree, HangsOnOneApplicationThatDemandsNothingWhereSizeMakesItsWeight) {
  QueueTree tree{{100}, {{}, below(0), below(0)}, {{.queue = 2}}, true};
  for (const Release release : {Release::v2_2, Release::v2_5}) {
    EXPECT_EQ(std::get<TreeHang>(compute_tree(release, tree)), TreeHang({{2, 0}}));
  }
  // Since YARN-1458 such an application is fixed at its minimum, 0.
  tree.queues[1].is_active = false;
  EXPECT_EQ(memory_of(shares_of(Release::v2_7, tree)), (Amounts{100, 0, 100}));
  EXPECT_EQ(memory_of_applications(shares_of(Release::v2_7, tree)), Amounts{0});
}

TEST(YarnTree, TellsTheFirstHangInTheOrderOfTheQueues) {
  QueueTree tree{{100, 10}, {{}, below(0), below(1, 0), below(0), below(3, 0)}};
  tree.queues[1].policy = Policy::drf;
  EXPECT_EQ(std::get<TreeHang>(compute_tree(Release::v2_2, tree)), TreeHang({{1, 0}}));
  tree.queues[2].min_share = {100, 0};  // of memory it has all by its minimum
  EXPECT_EQ(std::get<TreeHang>(compute_tree(Release::v2_2, tree)), TreeHang({{3, 0}}));
  tree.queues[0].policy = Policy::drf;  // now there are vcores to divide in the first
  EXPECT_EQ(std::get<TreeHang>(compute_tree(Release::v2_2, tree)), TreeHang({{1, 1}}));
}

TEST(YarnTree, TellsWhereIntegersWrapAndGoesOn) {
  QueueTree tree{{100}, {{}, below(0), below(1), below(1), below(0)}};
  tree.queues[2].max_share = {int_max / 2 + 1};
  tree.queues[3].max_share = {int_max / 2 + 1};
  const auto shares = shares_of(Release::v2_2, tree);
  EXPECT_EQ(memory_of(shares), (Amounts{100, 50, 0, 0, 50}));  // YARN-2534
  EXPECT_EQ(shares.overflows, (std::vector<Spot>{{1, 0}}));
  EXPECT_EQ(memory_of(shares_of(Release::v2_7, tree)), (Amounts{100, 50, 25, 25, 50}));
}

TEST(YarnTree, StoresVcoresInAnInt) {
  QueueTree tree{{int_max, int_max}, {{}, below(0), below(1)}};
  tree.queues[0].policy = Policy::drf;
  tree.queues[1].policy = Policy::drf;
  const auto above = std::int64_t{int_max} + 1;  // R = 2^31
  EXPECT_EQ(shares_of(Release::v3, tree).queues[1], (Amounts{above, above}));
  tree.vcores = 1;
  const auto shares = shares_of(Release::v3, tree);
  EXPECT_EQ(shares.queues[1], (Amounts{above, int_max}));
  EXPECT_EQ(shares.queues[2], (Amounts{above, int_max})) << "of what is stored of its parent";
  EXPECT_EQ(shares.overflows, std::vector<Spot>{}) << "as where the share is cast to an int";
}

TEST(YarnTree, GivesAllOfAFifoQueueToTheEarliestApplication) {
  QueueTree tree{{100, 10}, {{}, below(0), below(0)}};
  tree.queues[0].policy = Policy::drf;
  tree.queues[1].policy = Policy::fifo;
  tree.applications = {{.queue = 1, .start_time = 7},
                       {.queue = 1, .is_runnable = false, .start_time = 1},
                       {.queue = 1, .start_time = 5},
                       {.queue = 1, .priority = 9, .start_time = 5},
                       {.queue = 2}};
  const auto shares = shares_of(Release::v3, tree);
  EXPECT_EQ(shares.applications, (std::vector<Amounts>{{0, 0}, {0, 0}, {50, 5}, {0, 0}, {50, 0}}));
}

TEST(YarnTree, HasNoSteadySharesOfApplications) {
  const QueueTree tree{{100}, {{}, below(0)}, {{.queue = 1}}};
  const auto shares = shares_of(Release::v3, tree, Kind::steady);
  EXPECT_EQ(memory_of(shares), (Amounts{100, 100}));
  EXPECT_TRUE(shares.applications.empty());
}

TEST(YarnTree, ListsTheDivisionsThatAreMadeByWeights) {
  QueueTree tree{{100, 10}, {{}, below(0), below(0), below(0), below(0)}};
  tree.queues[0].policy = Policy::drf;
  tree.queues[2].policy = Policy::fifo;
  tree.applications = {{.queue = 1}, {.queue = 2}, {.queue = 4, .is_runnable = false}};
  const auto all = divisions(Release::v3, tree);
  ASSERT_EQ(all.size(), 3U);  // memory and vcores of the root, memory of the first leaf
  EXPECT_EQ(all[0].at, (Spot{0, 0}));
  EXPECT_EQ(all[1].at, (Spot{0, 1}));
  EXPECT_EQ(all[1].claimants, (std::vector<std::size_t>{1, 2, 3, 4}));
  EXPECT_EQ(all[2].at, (Spot{1, 0}));
  EXPECT_TRUE(all[2].among_applications);
  EXPECT_EQ(all[2].schedulables, std::vector<Schedulable>{Schedulable{}});
  EXPECT_EQ(divisions(Release::v3, tree, Kind::steady).size(), 2U);
}

TEST(YarnTree, RefusesWhatIsNotATree) {
  EXPECT_TRUE(is_tree({{1}, {{}, below(0), below(1)}}));
  EXPECT_FALSE(is_tree({{}, {{}}}));
  EXPECT_FALSE(is_tree({{1}, {}}));
  EXPECT_FALSE(is_tree({{1}, {below(0)}}));
  EXPECT_FALSE(is_tree({{1}, {{}, {}}}));
  EXPECT_FALSE(is_tree({{1}, {{}, below(1)}}));
  EXPECT_FALSE(is_tree({{1}, {{}, below(2), below(0)}}));
  EXPECT_FALSE(is_tree({{1}, {{.min_share = {1, 2}}}}));
  EXPECT_FALSE(is_tree({{1}, {{.max_share = {1, 2}}}}));
  EXPECT_FALSE(is_tree({{1}, {{}, below(0)}, {{.queue = 0}}}));
  EXPECT_FALSE(is_tree({{1}, {{}}, {{.queue = 1}}}));
  EXPECT_FALSE(is_tree({{1}, {{}}, {{.memory_demand = -1}}}));
}

std::vector<Rational> exact_memory(const TreeShares<Rational>& shares) {
  std::vector<Rational> memory;
  for (const auto& queue : shares.queues) memory.push_back(queue[0]);
  return memory;
}

TEST(YarnTree, DividesExactSharesExactly) {
  QueueTree tree{{10}, {{}, below(0), below(0), below(0), below(1), below(1)}};
  tree.applications = {{.queue = 4, .priority = 2}, {.queue = 4}};
  tree.queues[5].policy = Policy::fifo;
  tree.applications.push_back({.queue = 5});
  const auto solved = solve_tree_exactly(Release::v3, tree);
  const auto& shares = std::get<TreeShares<Rational>>(solved);
  const Rational third(10, 3);
  EXPECT_EQ(exact_memory(shares),
            (std::vector<Rational>{10, third, third, third, third / 2, third / 2}));
  EXPECT_EQ(shares.applications,
            (std::vector<std::vector<Rational>>{{third / 3}, {third / 6}, {third / 2}}));
}

TEST(YarnTree, CountsInactiveQueuesInExactSteadySharesAlone) {
  QueueTree tree{{120, 7}, {{}, below(0, 2), below(0), below(1), below(1, 3)}};
  tree.queues[3].is_active = false;
  tree.applications = {{.queue = 2}};
  const auto now = solve_tree_exactly(Release::v2_7, tree);
  EXPECT_EQ(exact_memory(std::get<TreeShares<Rational>>(now)),
            (std::vector<Rational>{120, 80, 40, 0, 80}));
  const auto steady = solve_tree_exactly(Release::v2_7, tree, Kind::steady);
  EXPECT_EQ(exact_memory(std::get<TreeShares<Rational>>(steady)),
            (std::vector<Rational>{120, 80, 40, 20, 60}));
  EXPECT_TRUE(std::get<TreeShares<Rational>>(steady).applications.empty());
  EXPECT_EQ(std::get<TreeShares<Rational>>(steady).queues[0][1], 7) << "the root has the cluster";
}

TEST(YarnTree, DividesNoMoreExactlyThanCanBeClaimed) {
  QueueTree tree{{10}, {{}, below(0), below(0), below(1)}};
  tree.queues[3].max_share = {2};
  const auto solved = solve_tree_exactly(Release::v3, tree);
  EXPECT_EQ(exact_memory(std::get<TreeShares<Rational>>(solved)),
            (std::vector<Rational>{10, 5, 5, 2}));
}

TEST(YarnTree, SaysWhereNothingIsFair) {
  QueueTree tree{{10, 9}, {{}, below(0), below(1), below(1)}};
  tree.queues[2].min_share = {8, 0};
  tree.queues[3].min_share = {8, 0};
  EXPECT_EQ(std::get<NoAllocationAt>(solve_tree_exactly(Release::v3, tree)),
            (NoAllocationAt{{1, 0}, Overcommitted<Rational>{6}}));
  tree.queues[3] = below(1, -1);
  EXPECT_EQ(std::get<NoAllocationAt>(solve_tree_exactly(Release::v2_2, tree)),
            (NoAllocationAt{{1, 0}, Defect{Rule::weight_is_not_negative, 1}}));
  tree.queues[3] = below(1, std::numeric_limits<float>::infinity());
  EXPECT_EQ(std::get<NoAllocationAt>(solve_tree_exactly(Release::v3, tree)),
            (NoAllocationAt{{1, 0}, Defect{Rule::weight_is_finite, 1}}));
  tree.queues[0].policy = tree.queues[1].policy = Policy::drf;
  tree.queues[2].min_share = {0, 8};
  tree.queues[3] = below(1);
  tree.queues[3].min_share = {0, 4};
  EXPECT_EQ(std::get<NoAllocationAt>(solve_tree_exactly(Release::v3, tree)),
            (NoAllocationAt{{1, 1}, Overcommitted<Rational>{3}}))
      << "of the second resource";
  tree.queues = {{}, below(0, 0)};
  EXPECT_EQ(std::get<NoAllocationAt>(solve_tree_exactly(Release::v2_2, tree)),
            (NoAllocationAt{{0, 0}, Surplus<Rational>{10}}));
}

std::vector<Schedulable> small_claimants() {
  std::vector<Schedulable> all;
  for (const float weight : {0.0F, 1.0F, 2.0F}) {
    for (const std::int64_t min_share : {0, 3}) {
      for (const std::int64_t max_share : {std::int64_t{0}, std::int64_t{5}, int_max}) {
        for (const bool is_active : {true, false}) {
          all.push_back({weight, min_share, max_share, is_active});
        }
      }
    }
  }
  return all;
}

// In a tree, totals need not be integers, and the rule for those is derived from the one for
// integers: for integers the two must agree.
TEST(YarnTree, DividesAWholeTotalExactlyAsTheKernelStatesIt) {
  const auto claimants = small_claimants();
  for (const Release release : every_release) {
    for (const std::int64_t total : {0, 4, 7}) {
      for (const Schedulable& one : claimants) {
        for (const Schedulable& other : claimants) {
          const std::vector both = {one, other};
          QueueTree tree{{total}, {{}}};
          for (Schedulable claimant : both) {
            if (claimant.max_share == int_max) claimant.max_share = amount_max(release);
            tree.queues.push_back({0,
                                   claimant.weight,
                                   {claimant.min_share},
                                   {claimant.max_share},
                                   Policy::fair,
                                   claimant.is_active});
          }
          const auto division = divisions(release, tree).front();
          const auto fair = fair_problem(release, total, division.schedulables);
          const auto flat = exact::solve(fair.problem);
          const auto solved = solve_tree_exactly(release, tree);
          if (const auto* allocation = std::get_if<Allocation<Rational>>(&flat)) {
            const auto& shares = std::get<TreeShares<Rational>>(solved);
            ASSERT_EQ(exact_memory(shares),
                      (std::vector<Rational>{Rational(total), allocation->shares[0],
                                             allocation->shares[1]}));
          } else {
            ASSERT_TRUE(std::holds_alternative<NoAllocationAt>(solved));
          }
        }
      }
    }
  }
}

TEST(YarnTree, DividesATreeAHundredThousandDeep) {
  QueueTree tree{{1000}, {{}}};
  for (std::size_t i = 0; i < 100'000; ++i) tree.queues.push_back(below(i));
  EXPECT_EQ(memory_of(shares_of(Release::v3, tree)).back(), 1000);
}

}  // namespace
}  // namespace fairshare::schedulers::yarn
