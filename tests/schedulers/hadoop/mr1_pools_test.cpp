#include "fairshare/schedulers/hadoop/mr1_pools.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

namespace fairshare::schedulers::mr1 {
namespace {

using exact::Rational;

constexpr std::int32_t int_max = std::numeric_limits<std::int32_t>::max();

PoolShares<double> shares_of(const PoolTree& tree, TaskType type = TaskType::map) {
  const auto computed = compute_pools(tree, type);
  const auto* shares = std::get_if<PoolShares<double>>(&computed);
  EXPECT_NE(shares, nullptr) << "it hangs";
  return shares != nullptr ? *shares : PoolShares<double>{};
}

PoolShares<Rational> exact_shares_of(const PoolTree& tree) {
  return std::get<PoolShares<Rational>>(solve_pools_exactly(tree, TaskType::map));
}

Pool pool_of_jobs(std::vector<Job> jobs) {
  return {.jobs = std::move(jobs)};
}

TEST(Mr1Pools, WeighsJobsByPriority) {
  const PoolTree tree;
  const auto weight = [&](Priority priority) {
    return job_weight(tree, {.priority = priority, .demand = {5, 5}}, TaskType::map);
  };
  EXPECT_EQ(weight(Priority::very_high), 4);
  EXPECT_EQ(weight(Priority::high), 2);
  EXPECT_EQ(weight(Priority::normal), 1);
  EXPECT_EQ(weight(Priority::low), 0.5);
  EXPECT_EQ(weight(Priority::very_low), 0.25);
}

TEST(Mr1Pools, WeighsJobsBySizeForEachTypeOfTask) {
  const PoolTree tree{.size_based_weight = true};
  const Job job{.priority = Priority::high, .demand = {15, 3}};
  EXPECT_EQ(job_weight(tree, job, TaskType::map), 8);
  EXPECT_EQ(job_weight(tree, job, TaskType::reduce), 4);
  EXPECT_EQ(job_weight(tree, Job{}, TaskType::map), 0);
  const Job adjusted{.demand = {15, 3}, .weight = 5};
  EXPECT_EQ(job_weight(tree, adjusted, TaskType::map), 5) << "the site's own";
}

TEST(Mr1Pools, WeighsAJobThatIsNotRunnableOneWhateverElseItIs) {
  PoolTree tree{.size_based_weight = true};
  tree.adjust_weight = [](const Job&, TaskType, double) { return 17.0; };
  const Job job{Priority::very_high, {15, 3}, false, 0, 5};
  EXPECT_EQ(job_weight(tree, job, TaskType::map), 1);
  EXPECT_EQ(job_demand(job, TaskType::map), 0);
}

TEST(Mr1Pools, AsksTheAdjusterLast) {
  PoolTree tree{.size_based_weight = true};
  tree.adjust_weight = [](const Job& job, TaskType type, double weight) {
    return weight * 10 + static_cast<double>(job.start_time) + (type == TaskType::reduce ? 1 : 0);
  };
  const Job job{.priority = Priority::high, .demand = {15, 3}, .start_time = 3};
  EXPECT_EQ(job_weight(tree, job, TaskType::map), 83);
  EXPECT_EQ(job_weight(tree, job, TaskType::reduce), 44);
}

TEST(Mr1Pools, BoostsNewJobsUntilTheyAreFiveMinutesOld) {
  NewJobWeightBooster booster{.now = 1'000'000};
  const auto boosted = [&](std::int64_t start) {
    return booster(Job{.start_time = start}, TaskType::map, 2);
  };
  EXPECT_EQ(boosted(1'000'000), 6);
  EXPECT_EQ(boosted(700'001), 6);
  EXPECT_EQ(boosted(700'000), 2);  // 300000 ms old: no longer below the duration
  EXPECT_EQ(boosted(1'000'001), 6);
  booster.factor = 0.5F;
  booster.duration = 300'001;
  EXPECT_EQ(boosted(700'000), 1);
}

TEST(Mr1Pools, WrapsTheAgeOfAJobAsALongDoes) {
  constexpr std::int64_t long_max = std::numeric_limits<std::int64_t>::max();
  const NewJobWeightBooster booster{.now = long_max};
  // long_max - (-2) wraps to the smallest but one: below every duration.
  EXPECT_EQ(booster(Job{.start_time = -2}, TaskType::map, 1), 3);
}

TEST(Mr1Pools, CutsThePoolsDemandToItsMaximum) {
  Pool pool = pool_of_jobs({{.demand = {5, 1}}, {.demand = {7, 2}}, {.demand = {9, 0}}});
  pool.jobs[2].is_runnable = false;
  EXPECT_EQ(pool_demand(pool, TaskType::map), 12);
  EXPECT_EQ(pool_demand(pool, TaskType::reduce), 3);
  pool.max_share = {10, 10};
  EXPECT_EQ(pool_demand(pool, TaskType::map), 10);
  EXPECT_EQ(pool_demand(pool, TaskType::reduce), 3);
  pool.further_demand = {0, 6};
  EXPECT_EQ(pool_demand(pool, TaskType::reduce), 9);
}

TEST(Mr1Pools, CutsTheDemandOfAPoolWithoutJobsToo) {
  const Pool pool{.max_share = {4, 10}, .further_demand = {6, 6}};
  EXPECT_EQ(pool_demand(pool, TaskType::map), 4);
  EXPECT_EQ(pool_demand(pool, TaskType::reduce), 6);
  EXPECT_EQ(shares_of({{10, 10}, {pool}}).pools, (std::vector<double>{4}));
  EXPECT_EQ(exact_shares_of({{10, 10}, {pool}}).pools, (std::vector<Rational>{4}));
}

TEST(Mr1Pools, AddsDemandsAsIntsThatWrap) {
  PoolTree tree{{10, 10}, {pool_of_jobs({{.demand = {int_max, 0}}, {.demand = {int_max, 0}}})}};
  EXPECT_EQ(pool_demand(tree.pools[0], TaskType::map), -2);
  EXPECT_EQ(shares_of(tree).pools, (std::vector<double>{-2}));
  EXPECT_EQ(exact_shares_of(tree).pools, (std::vector<Rational>{10}));
}

TEST(Mr1Pools, DividesThePoolsThenEachPoolsJobs) {
  // 40 as 3 to 1 is 30 and 10; the 30 as 2 to 1 is 20 and 10, and the 10 as 1 to 4 is 2 and 8.
  // R = 10 in each is a double that the halving reaches: 16 * 5 / 8.
  PoolTree tree{
      {40, 0},
      {pool_of_jobs({{.priority = Priority::high, .demand = {100, 0}}, {.demand = {100, 0}}}),
       pool_of_jobs(
           {{.demand = {100, 0}}, {.priority = Priority::very_high, .demand = {100, 0}}})}};
  tree.pools[0].weight = 3;
  const auto shares = shares_of(tree);
  EXPECT_EQ(shares.pools, (std::vector<double>{30, 10}));
  EXPECT_EQ(shares.jobs, (std::vector<std::vector<double>>{{20, 10}, {2, 8}}));
  EXPECT_FALSE(shares.has_nan);
}

TEST(Mr1Pools, DividesThePoolsDoubleAmongItsJobs) {
  // The pools get 10/3, as 3.3333333730697632 (recorded); a single job asks for no more than that.
  PoolTree tree{{10, 0}, {}};
  for (int i = 0; i < 3; ++i) tree.pools.push_back(pool_of_jobs({{.demand = {100, 0}}}));
  const auto shares = shares_of(tree);
  EXPECT_EQ(shares.pools, (std::vector<double>(3, 3.3333333730697632)));
  // R <= 4 in 25 halvings: a multiple of 2^-23, as the pool's share is one of 2^-21.
  EXPECT_EQ(shares.jobs, (std::vector<std::vector<double>>(3, {3.3333333730697632})));
}

TEST(Mr1Pools, KnowsMapsAndReducesAsTwoProblems) {
  PoolTree tree{{8, 4}, {pool_of_jobs({{.demand = {2, 9}}}), pool_of_jobs({{.demand = {9, 1}}})}};
  tree.pools[0].min_share = {0, 4};
  EXPECT_EQ(shares_of(tree, TaskType::map).pools, (std::vector<double>{2, 6}));
  const auto reduces = shares_of(tree, TaskType::reduce);
  EXPECT_EQ(reduces.pools[0], 4);
  EXPECT_GT(reduces.pools[1], 0);  // the ratio is never 0
  EXPECT_LT(reduces.pools[1], 1e-6);
}

TEST(Mr1Pools, GivesJobsOfAFifoPoolNoShare) {
  PoolTree tree{{8, 0}, {pool_of_jobs({{.demand = {5, 0}}, {.demand = {5, 0}}})}};
  tree.pools[0].mode = Mode::fifo;
  EXPECT_EQ(shares_of(tree).pools, (std::vector<double>{8}));
  EXPECT_EQ(shares_of(tree).jobs, (std::vector<std::vector<double>>{{0, 0}}));
  EXPECT_EQ(exact_shares_of(tree).jobs, (std::vector<std::vector<Rational>>{{0, 0}}));
  EXPECT_EQ(divisions(tree, TaskType::map).size(), 1U);
}

TEST(Mr1Pools, TellsThatAShareIsNoNumber) {
  PoolTree tree{{10, 10}, {pool_of_jobs({{.demand = {100, 0}}})}};
  tree.pools[0].weight = 0;
  const auto shares = shares_of(tree);
  EXPECT_TRUE(shares.has_nan);
  EXPECT_TRUE(std::isnan(shares.pools[0]));
  // Nothing is below a total of NaN, so the ratio is the least: 2^-25.
  EXPECT_EQ(shares.jobs[0], (std::vector<double>{std::ldexp(1.0, -25)}));
  EXPECT_FALSE(shares_of(tree, TaskType::reduce).has_nan);
}

TEST(Mr1Pools, HangsWhereAWeightIsNegative) {
  PoolTree tree{{10, 10}, {pool_of_jobs({{.demand = {100, 0}, .weight = -1}})}};
  EXPECT_EQ(std::get<PoolHang>(compute_pools(tree, TaskType::map)), PoolHang{0});
  tree.pools[0].weight = -1;
  EXPECT_EQ(std::get<PoolHang>(compute_pools(tree, TaskType::map)), PoolHang{});
}

TEST(Mr1Pools, DividesExactly) {
  PoolTree tree{{10, 0},
                {pool_of_jobs({{.demand = {100, 0}}, {.demand = {1, 0}}}),
                 pool_of_jobs({{.demand = {100, 0}}}), pool_of_jobs({{.demand = {100, 0}}})}};
  const auto shares = exact_shares_of(tree);
  EXPECT_EQ(shares.pools, (std::vector<Rational>(3, Rational(10, 3))));
  EXPECT_EQ(shares.jobs[0], (std::vector<Rational>{Rational(7, 3), Rational(1)}));
}

TEST(Mr1Pools, SaysWhereNothingIsFair) {
  PoolTree tree{{10, 0}, {pool_of_jobs({{.demand = {9, 0}}}), pool_of_jobs({{.demand = {9, 0}}})}};
  tree.pools[0].min_share = {8, 0};
  tree.pools[1].min_share = {20, 0};  // 9 is all it demands
  EXPECT_EQ(std::get<PoolNoAllocationAt>(solve_pools_exactly(tree, TaskType::map)),
            (PoolNoAllocationAt{std::nullopt, Overcommitted<Rational>{7}}));
  tree.pools[1].min_share = {};
  tree.pools[1].jobs[0].weight = std::numeric_limits<double>::infinity();
  EXPECT_EQ(std::get<PoolNoAllocationAt>(solve_pools_exactly(tree, TaskType::map)),
            (PoolNoAllocationAt{1, Defect{Rule::weight_is_finite, 0}}));
  tree.pools[1].jobs.insert(tree.pools[1].jobs.begin(), Job{});
  EXPECT_EQ(std::get<PoolNoAllocationAt>(solve_pools_exactly(tree, TaskType::map)),
            (PoolNoAllocationAt{1, Defect{Rule::weight_is_finite, 1}}));
  tree.pools[1].jobs.erase(tree.pools[1].jobs.begin());
  tree.pools[1].jobs[0].weight = 0;
  EXPECT_EQ(std::get<PoolNoAllocationAt>(solve_pools_exactly(tree, TaskType::map)),
            (PoolNoAllocationAt{1, Surplus<Rational>{2}}));
}

TEST(Mr1Pools, DividesNothingWithoutPools) {
  EXPECT_TRUE(shares_of(PoolTree{{10, 10}, {}}).pools.empty());
  EXPECT_TRUE(divisions(PoolTree{{10, 10}, {}}, TaskType::map).empty());
  const PoolTree tree{{10, 10}, {Pool{}}};
  EXPECT_EQ(shares_of(tree).pools, (std::vector<double>{0}));
  EXPECT_EQ(divisions(tree, TaskType::map).size(), 1U);
}

}  // namespace
}  // namespace fairshare::schedulers::mr1
