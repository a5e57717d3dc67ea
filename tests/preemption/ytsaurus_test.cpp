// Preemption in YTsaurus's pool tree: statuses, starvation, and the jobs that may go.
#include "preemption/ytsaurus.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace fairshare::preemption::pool_tree {
namespace {

Element element(const std::string& name, double usage, double fair_share) {
  Element made{.name = name};
  made.usage = usage;
  made.demand = 1;
  made.fair_share = fair_share;
  return made;
}

Element operation(const std::string& name, std::size_t pool, double usage, double fair_share) {
  Element made = element(name, usage, fair_share);
  made.parent = pool;
  made.is_operation = true;
  return made;
}

// `a` has starved for a minute; `b`'s operation runs ten jobs of 0.1, and its share is 0.5.
Snapshot starving() {
  Snapshot snapshot{.now = 100'000, .max_unpreemptable_job_count = 0};
  snapshot.elements = {element("a", 0, 0.5), element("b", 1, 0.5), operation("op", 1, 1, 0.5)};
  snapshot.elements[0].below_fair_share_since = 40'000;
  for (std::int64_t start = 1; start <= 10; ++start) {
    snapshot.jobs.push_back({"j" + std::to_string(start), 2, start, 0.1});
  }
  return snapshot;
}

// The same with another pool between `b` and its operation, which has all that `b` has.
Snapshot with_pool_between(Snapshot snapshot) {
  Element between = snapshot.elements[1];
  between.name = "between";
  between.parent = 1;
  snapshot.elements.insert(snapshot.elements.begin() + 2, between);
  snapshot.elements[2].usage = 1;
  snapshot.elements[3].parent = 2;
  for (Job& job : snapshot.jobs) job.operation = 3;
  return snapshot;
}

Status status(double usage, double demand, double fair_share, double min_share) {
  Snapshot snapshot;
  snapshot.elements = {element("a", usage, fair_share)};
  snapshot.elements[0].demand = demand;
  snapshot.elements[0].min_share = min_share;
  return compute(snapshot).states[0].status;
}

TEST(YtsaurusPreemption, ToleratesAFifthOfTheFairShare) {
  EXPECT_EQ(status(0.4, 1, 0.5, 0), Status::normal);
  EXPECT_EQ(status(0.39, 1, 0.5, 0), Status::below_fair_share);
  EXPECT_EQ(status(0.39, 1, 0.5, 0.39), Status::below_fair_share);
  EXPECT_EQ(status(0.39, 1, 0.5, 0.4), Status::below_min_share);
}

TEST(YtsaurusPreemption, ToleratesNothingWhereAPoolIsEntitledToAllItWants) {
  EXPECT_EQ(status(0.4, 0.5, 0.5, 0), Status::below_fair_share);
  EXPECT_EQ(status(0.5, 0.5, 0.5, 0), Status::normal);
  // 2^-26 is within the precision of comparisons.
  EXPECT_EQ(status(0.5 - 0x1p-27, 0.5, 0.5, 0), Status::normal);
  EXPECT_EQ(status(0.5 - 0x1p-25, 0.5, 0.5, 0), Status::below_fair_share);
  EXPECT_EQ(status(0.45, 0.5 + 0x1p-20, 0.5, 0), Status::normal) << "it wants more";
}

TEST(YtsaurusPreemption, StarvesAfterMoreThanTheTimeoutOfItsStatus) {
  Snapshot snapshot = starving();
  snapshot.elements[0].below_fair_share_since = 70'000;
  EXPECT_FALSE(compute(snapshot).states[0].is_starving);
  snapshot.elements[0].below_fair_share_since = 69'999;
  EXPECT_TRUE(compute(snapshot).states[0].is_starving);
  snapshot.elements[0].min_share = 0.5;
  snapshot.elements[0].below_fair_share_since = 84'999;
  EXPECT_TRUE(compute(snapshot).states[0].is_starving);
  snapshot.elements[0].below_fair_share_since = 85'000;
  EXPECT_FALSE(compute(snapshot).states[0].is_starving);
}

TEST(YtsaurusPreemption, StartsItsClockWithTheFirstObservationBelow) {
  Snapshot snapshot = starving();
  snapshot.elements[0].below_fair_share_since.reset();
  const State first = compute(snapshot).states[0];
  EXPECT_EQ(first.below_fair_share_since, 100'000);
  EXPECT_FALSE(first.is_starving);
  snapshot.history = {{60'000, {{0, 0, 1, 0.5, 0}}}};
  EXPECT_TRUE(compute(snapshot).states[0].is_starving);
  snapshot.history.push_back({90'000, {{0, 0.5, 1, 0.5, 0}}});  // normal in between
  EXPECT_FALSE(compute(snapshot).states[0].is_starving);
  EXPECT_EQ(compute(snapshot).states[0].below_fair_share_since, 100'000);
}

TEST(YtsaurusPreemption, BoundsSettingsByThoseOfTheParents) {
  Snapshot snapshot;
  snapshot.elements = {element("p", 0, 0.5), operation("op", 0, 0, 0.5)};
  Settings& pool = snapshot.elements[0].settings;
  Settings& own = snapshot.elements[1].settings;
  own = {0.9, 1'000, 1'000, {}, {}, {}};
  const auto state = [&] { return compute(snapshot).states[1]; };
  EXPECT_EQ(state().tolerance, 0.8) << "the tree's limit";
  EXPECT_EQ(state().min_share_timeout, 15'000);
  EXPECT_EQ(state().fair_share_timeout, 30'000);
  pool.tolerance_limit = 0.9;
  pool.min_share_timeout_limit = 1'000;
  pool.fair_share_timeout_limit = 1'000;
  EXPECT_EQ(state().tolerance, 0.8) << "no pool lifts what is above it";
  EXPECT_EQ(state().min_share_timeout, 15'000);
  EXPECT_EQ(state().fair_share_timeout, 30'000);
  pool.tolerance_limit = 0.6;
  pool.fair_share_timeout_limit = 50'000;
  EXPECT_EQ(state().tolerance, 0.6);
  EXPECT_EQ(state().fair_share_timeout, 50'000);
  pool.min_share_timeout_limit = 40'000;
  EXPECT_EQ(state().min_share_timeout, 40'000);
  pool.min_share_timeout_limit.reset();
  own = {};
  pool.tolerance = 0.5;
  pool.min_share_timeout = 20'000;
  EXPECT_EQ(state().tolerance, 0.5) << "inherited";
  EXPECT_EQ(state().min_share_timeout, 20'000);
  pool.fair_share_timeout_limit.reset();
  pool.fair_share_timeout = 45'000;
  EXPECT_EQ(state().fair_share_timeout, 45'000);
}

TEST(YtsaurusPreemption, SatisfactionIsNegativeBelowTheMinimum) {
  Snapshot snapshot;
  snapshot.elements = {element("p", 0.3, 0.5), operation("x", 0, 0.2, 0.4),
                       operation("y", 0, 0.1, 0)};
  snapshot.elements[1].min_share = 0.4;
  const auto states = compute(snapshot).states;
  EXPECT_EQ(states[1].satisfaction, -0.5);
  EXPECT_EQ(states[2].satisfaction, std::numeric_limits<double>::max());
  snapshot.elements[2].fair_share = 0x1p-60;  // as good as none
  EXPECT_EQ(compute(snapshot).states[2].satisfaction, std::numeric_limits<double>::max());
  EXPECT_EQ(states[0].satisfaction, 0.6);
  EXPECT_EQ(states[0].subtree_satisfaction, -0.5);
  snapshot.elements[1].usage = 0.4;  // its minimum; its fair share is 0.4 too
  EXPECT_EQ(compute(snapshot).states[1].satisfaction, 1);
  snapshot.elements[1].usage = 0;
  snapshot.elements[1].min_share = 0x1p-60;  // as good as none
  EXPECT_EQ(compute(snapshot).states[1].satisfaction, 0);
}

TEST(YtsaurusPreemption, SortsJobsIntoThreeClassesByAge) {
  // 150 jobs of 1 of 100, fair share 1, thresholds 0.5 and 1: as in YTsaurus's own test.
  Snapshot snapshot{.total = 100};
  snapshot.elements = {element("p", 1.5, 1), operation("op", 0, 1.5, 1)};
  for (std::int64_t start = 0; start < 150; ++start) {
    snapshot.jobs.push_back({std::to_string(start), 1, start, 1});
  }
  snapshot.aggressive_preemption_satisfaction_threshold = 0.5;
  const std::vector<JobClass> classes = compute(snapshot).jobs;
  for (std::size_t i = 0; i < 150; ++i) {
    EXPECT_EQ(classes[i], i < 50    ? JobClass::not_preemptable
                          : i < 100 ? JobClass::aggressively_preemptable
                                    : JobClass::preemptable)
        << i;
  }
}

TEST(YtsaurusPreemption, TakesTheNewestJobsBeyondTheFairShare) {
  const Snapshot snapshot = starving();
  const Answer answer = compute(snapshot);
  EXPECT_EQ(answer.starved, (std::vector<Starved>{{0, 0.5}}));
  EXPECT_EQ(answer.candidates, (std::vector<std::size_t>{9, 8, 7, 6, 5}));
  EXPECT_EQ(answer.victims, answer.candidates);
  EXPECT_TRUE(answer.below.empty());
}

TEST(YtsaurusPreemption, TakesUsagesOfJobsAsPartsOfTheTotal) {
  Snapshot snapshot = starving();
  snapshot.total = 2;
  for (Job& job : snapshot.jobs) job.usage = 0.2;
  const Answer answer = compute(snapshot);
  EXPECT_EQ(answer.victims, (std::vector<std::size_t>{9, 8, 7, 6, 5}));
  EXPECT_TRUE(answer.below.empty());
}

TEST(YtsaurusPreemption, Of2018TakesFromAnOperationThatHasJustItsFairShare) {
  Snapshot snapshot = starving();
  snapshot.era = Era::v2018;
  snapshot.elements[2].usage = 0.5;  // as if half of the jobs were unknown
  EXPECT_EQ(compute(snapshot).candidates.size(), 5U);
  snapshot.elements[2].usage = 0.5 - 0x1p-20;
  EXPECT_TRUE(compute(snapshot).candidates.empty());
}

TEST(YtsaurusPreemption, StopsWhereExactlyEnoughIsFreed) {
  Snapshot snapshot = starving();
  snapshot.elements[0].fair_share = 0.25;
  snapshot.jobs.resize(8);
  for (Job& job : snapshot.jobs) job.usage = 0.125;
  const Answer answer = compute(snapshot);
  EXPECT_EQ(answer.reclaim, 0.25);
  EXPECT_EQ(answer.candidates, (std::vector<std::size_t>{7, 6, 5, 4}));  // the older half stays
  EXPECT_EQ(answer.victims, (std::vector<std::size_t>{7, 6}));
}

TEST(YtsaurusPreemption, SparesOperationsOfFewJobs) {
  Snapshot snapshot = starving();
  snapshot.max_unpreemptable_job_count = 10;
  EXPECT_TRUE(compute(snapshot).candidates.empty());
  snapshot.max_unpreemptable_job_count = 9;
  EXPECT_EQ(compute(snapshot).candidates.size(), 5U);
  snapshot.max_unpreemptable_job_count = 10;
  snapshot.elements.push_back(operation("other", 1, 0, 0));
  snapshot.jobs.push_back({"j11", 3, 11, 0});
  EXPECT_TRUE(compute(snapshot).candidates.empty()) << "each operation counts its own jobs";
}

TEST(YtsaurusPreemption, SparesWhatIsBelowAPoolThatHasJustItsFairShare) {
  Snapshot snapshot = starving();
  snapshot.elements[1].usage = 0.5;  // as if half of the jobs ran elsewhere
  EXPECT_TRUE(compute(snapshot).candidates.empty());
  snapshot.elements[1].usage = 0.5 + 0x1p-20;
  EXPECT_EQ(compute(snapshot).candidates.size(), 5U);
}

TEST(YtsaurusPreemption, LeavesBelowItsFairShareNoneThatHasItUpToRounding) {
  Snapshot snapshot = starving();
  snapshot.elements[2].fair_share = 0.25;
  snapshot.elements[1].fair_share = 0.5 + 0x1p-28;  // what b is left with is 0.5
  EXPECT_TRUE(compute(snapshot).below.empty());
  snapshot.elements[1].fair_share = 0.5 + 0x1p-20;
  ASSERT_EQ(compute(snapshot).below.size(), 1U);
  EXPECT_EQ(compute(snapshot).below[0].element, 1U);
}

TEST(YtsaurusPreemption, SparesWhatIsBelowAPoolThatStarves) {
  for (const Era era : {Era::v2018, Era::v2019}) {
    Snapshot snapshot = starving();
    snapshot.era = era;
    snapshot.elements[1].usage = 0.1;  // as if the operation's jobs ran elsewhere
    snapshot.elements[1].below_fair_share_since = 0;
    const Answer answer = compute(snapshot);
    EXPECT_TRUE(answer.states[1].is_starving);
    EXPECT_TRUE(answer.candidates.empty());
  }
}

// The pool below its fair share, the operation above it; neither starves.
TEST(YtsaurusPreemption, Of2018ProtectsAnUnsatisfiedPoolOnlyWhereAggressionIsForbidden) {
  Snapshot snapshot = starving();
  snapshot.era = Era::v2018;
  snapshot.elements[1].usage = 0.45;
  EXPECT_EQ(compute(snapshot).candidates.size(), 5U);
  snapshot = with_pool_between(snapshot);
  snapshot.elements[1].allows_aggressive_preemption = false;
  EXPECT_TRUE(compute(snapshot).candidates.empty()) << "the pool forbids it";
  snapshot.elements[1].usage = 1;
  EXPECT_EQ(compute(snapshot).candidates.size(), 5U) << "it is satisfied";
  snapshot.elements[1].usage = 0.75;
  EXPECT_EQ(compute(snapshot).candidates.size(), 5U) << "it has more than its share";
  snapshot.elements[1].usage = 0.5;
  EXPECT_TRUE(compute(snapshot).candidates.empty()) << "it has just its share";
}

// The root has no more than its fair share, and is checked, too.
TEST(YtsaurusPreemption, Of2018TakesNothingWhereAnOperationOrItsPoolForbidsAggression) {
  for (const std::size_t forbids : {1U, 2U}) {
    Snapshot snapshot = starving();
    snapshot.elements[forbids].allows_aggressive_preemption = false;
    EXPECT_EQ(compute(snapshot).candidates.size(), 5U);
    snapshot.era = Era::v2018;
    EXPECT_TRUE(compute(snapshot).candidates.empty());
  }
}

TEST(YtsaurusPreemption, Of2018AsksNoPoolOfAnOperationInTheRoot) {
  Snapshot snapshot = starving();
  snapshot.era = Era::v2018;
  snapshot.elements[2].parent = std::nullopt;
  snapshot.elements[1].allows_aggressive_preemption = false;
  EXPECT_EQ(compute(snapshot).candidates.size(), 5U);
}

TEST(YtsaurusPreemption, Of2018ProtectsAPoolWithAnUnsatisfiedOperationBelowIt) {
  for (const Era era : {Era::v2018, Era::v2019}) {
    Snapshot snapshot = with_pool_between(starving());
    snapshot.era = era;
    snapshot.elements[1].allows_aggressive_preemption = false;
    EXPECT_EQ(compute(snapshot).candidates.size(), 5U) << "b has more than its share";
    snapshot.elements.push_back(operation("idle", 2, 0, 0.25));
    EXPECT_EQ(compute(snapshot).candidates.size(), era == Era::v2018 ? 0U : 5U);
  }
}

TEST(YtsaurusPreemption, CountsNoOperationOfAFifoPoolAsUnsatisfied) {
  Snapshot snapshot = with_pool_between(starving());
  snapshot.era = Era::v2018;
  snapshot.elements[1].allows_aggressive_preemption = false;
  snapshot.elements.push_back(operation("idle", 2, 0, 0.25));
  snapshot.elements[2].is_fifo = true;
  const Answer answer = compute(snapshot);
  EXPECT_EQ(answer.states[4].satisfaction, std::numeric_limits<double>::max());
  EXPECT_EQ(answer.states[1].subtree_satisfaction, 2) << "its own";
  EXPECT_EQ(answer.candidates.size(), 5U);
}

// op starves with 0.3 of its 0.5; the snapshot does not say that of its pool.
TEST(YtsaurusPreemption, Of2018SparesNoOperationForStarvingItself) {
  Snapshot snapshot = starving();
  snapshot.elements[0].enables_aggressive_starvation = true;
  snapshot.elements[2].usage = 0.3;
  snapshot.elements[2].below_fair_share_since = 0;
  for (const Era era : {Era::v2018, Era::v2019}) {
    snapshot.era = era;
    EXPECT_TRUE(compute(snapshot).states[2].is_starving);
    EXPECT_EQ(compute(snapshot).states[2].may_lose_jobs, era == Era::v2018);
  }
}

TEST(YtsaurusPreemption, Of2018TakesMoreOfAnOperationOnlyWhereThatAllowsAggression) {
  Snapshot snapshot = starving();
  snapshot.era = Era::v2018;
  snapshot.elements[0].enables_aggressive_starvation = true;
  snapshot.elements[0].fair_share = 0.9;
  snapshot.elements[2].usage = 0.3;  // more than 0.2 of its fair share, less than all of it
  EXPECT_TRUE(compute(snapshot).states[2].may_lose_jobs);
  snapshot.elements[2].allows_aggressive_preemption = false;
  EXPECT_TRUE(compute(snapshot).is_aggressive);
  EXPECT_FALSE(compute(snapshot).states[2].may_lose_jobs);
}

TEST(YtsaurusPreemption, CountsWhoStarvesBelowAnotherOnlyOnce) {
  Snapshot snapshot = starving();
  snapshot.elements.push_back(operation("waiting", 0, 0, 0.5));
  snapshot.elements.back().below_fair_share_since = 0;
  const Answer answer = compute(snapshot);
  EXPECT_EQ(answer.starved, (std::vector<Starved>{{0, 0.5}, {3, 0}}));
  EXPECT_EQ(answer.reclaim, 0.5);
}

TEST(YtsaurusPreemption, IsAggressiveOnlyForWhomItIsEnabledAndAgainstWhomItIsAllowed) {
  Snapshot snapshot = starving();
  snapshot.elements[0].fair_share = 0.9;
  snapshot.elements[0].enables_aggressive_starvation = true;
  EXPECT_TRUE(compute(snapshot).is_aggressive);
  EXPECT_EQ(compute(snapshot).candidates.size(), 9U);  // 0.1 reach 0.2 of 0.5
  snapshot.elements[1].usage = 0.45;  // b protects what is below it only where it forbids it
  EXPECT_EQ(compute(snapshot).candidates.size(), 9U);
  snapshot.elements[1].allows_aggressive_preemption = false;
  EXPECT_TRUE(compute(snapshot).candidates.empty());
  snapshot.elements[1] = element("b", 1, 0.5);
  snapshot.elements[2].allows_aggressive_preemption = false;
  EXPECT_EQ(compute(snapshot).candidates.size(), 5U);
  snapshot.elements[0].below_fair_share_since.reset();
  EXPECT_FALSE(compute(snapshot).is_aggressive);
  snapshot.elements[0].usage = 0.9;
  snapshot.elements.push_back(operation("waiting", 0, 0, 0.9));
  snapshot.elements.back().below_fair_share_since = 0;
  EXPECT_FALSE(compute(snapshot).is_aggressive) << "operations do not count";
  snapshot.elements.back().is_operation = false;
  EXPECT_TRUE(compute(snapshot).is_aggressive) << "enabled by the pool above";
  snapshot.elements[0].enables_aggressive_starvation = false;
  EXPECT_FALSE(compute(snapshot).is_aggressive);
}

TEST(YtsaurusPreemption, WaitsForNothingWhereNoTimeoutIsSet) {
  Snapshot snapshot = starving();
  snapshot.settings = {};
  const State state = compute(snapshot).states[0];
  EXPECT_EQ(state.min_share_timeout, 0);
  EXPECT_EQ(state.fair_share_timeout, 0);
  EXPECT_EQ(state.tolerance, 1) << "the default";
  snapshot.elements[0].settings.tolerance = 0.9375;
  EXPECT_EQ(compute(snapshot).states[0].tolerance, 0.9375) << "no limit by default";
}

TEST(YtsaurusPreemption, TakesTheTreesOwnSettingsAtTheTopAndItsLimitsForAll) {
  Snapshot snapshot;
  snapshot.settings = {0.5, 1'000, 2'000, 0.9, 500, 700};
  snapshot.elements = {element("p", 0, 0.5), operation("op", 0, 0, 0.5)};
  snapshot.elements[1].settings = {0.95, 1, 2, {}, {}, {}};
  const auto states = compute(snapshot).states;
  EXPECT_EQ(states[0].tolerance, 0.5);
  EXPECT_EQ(states[0].min_share_timeout, 1'000);
  EXPECT_EQ(states[0].fair_share_timeout, 2'000);
  EXPECT_EQ(states[1].tolerance, 0.9);
  EXPECT_EQ(states[1].min_share_timeout, 500);
  EXPECT_EQ(states[1].fair_share_timeout, 700);
}

TEST(YtsaurusPreemption, BoundsSettingsByThoseOfAPoolFarAbove) {
  Snapshot snapshot;
  snapshot.elements = {element("p", 0, 0.5), element("q", 0, 0.5), operation("op", 1, 0, 0.5)};
  snapshot.elements[0].settings = {{}, {}, {}, 0.6, 20'000, 40'000};
  snapshot.elements[1].parent = 0;
  snapshot.elements[1].settings = {{}, {}, {}, 0.7, 10'000, 35'000};  // lifts nothing
  snapshot.elements[2].settings = {0.9, 1, 2, {}, {}, {}};
  const State state = compute(snapshot).states[2];
  EXPECT_EQ(state.tolerance, 0.6);
  EXPECT_EQ(state.min_share_timeout, 20'000);
  EXPECT_EQ(state.fair_share_timeout, 40'000);
}

TEST(YtsaurusPreemption, LetsAnElementStarveOnThatDidUntilItsStatusIsNormal) {
  Snapshot snapshot = starving();
  snapshot.elements[0].below_fair_share_since.reset();
  snapshot.elements[0].is_starving = true;
  EXPECT_TRUE(compute(snapshot).states[0].is_starving) << "though its clock begins only now";
  snapshot.elements[0].usage = 0.5;
  EXPECT_FALSE(compute(snapshot).states[0].is_starving);
}

// g is b's pool, and op b's operation.
TEST(YtsaurusPreemption, LooksAtAllPoolsAboveAnOperation) {
  Snapshot snapshot = starving();
  snapshot.elements = {element("a", 0, 0.5), element("g", 1, 0.5), element("b", 1, 0.5),
                       operation("op", 2, 1, 0.5)};
  snapshot.elements[0].below_fair_share_since = 40'000;
  snapshot.elements[2].parent = 1;
  for (Job& job : snapshot.jobs) job.operation = 3;
  EXPECT_EQ(compute(snapshot).candidates.size(), 5U);
  snapshot.elements[1].fair_share = snapshot.elements[2].fair_share = 0.75;
  using Left = std::vector<BelowFairShare>;
  const Left below = compute(snapshot).below;
  ASSERT_EQ(below.size(), 2U) << "g and b, of which 0.5 are left";
  EXPECT_EQ(below[0].element, 1U);
  EXPECT_EQ(below[1].element, 2U);
  snapshot.elements[1].usage = 0.25;
  snapshot.elements[1].below_fair_share_since = 0;
  EXPECT_TRUE(compute(snapshot).candidates.empty()) << "g starves";
}

TEST(YtsaurusPreemption, PassesOnWhatIsFoundThroughAPoolThatIsSatisfied) {
  Snapshot snapshot = starving();
  snapshot.elements.push_back(element("c", 0.5, 0.5));
  snapshot.elements.back().parent = 0;
  snapshot.elements.push_back(operation("waiting", 3, 0.125, 0.5));
  snapshot.elements.back().below_fair_share_since = 0;
  EXPECT_EQ(compute(snapshot).starved, (std::vector<Starved>{{0, 0.5}, {4, 0}})) << "below a";
  snapshot.elements[0].usage = 0.5;
  EXPECT_EQ(compute(snapshot).starved, (std::vector<Starved>{{4, 0.375}}));
  EXPECT_EQ(compute(snapshot).states[0].subtree_satisfaction, 0.25);
  EXPECT_FALSE(compute(snapshot).is_aggressive);
  snapshot.elements[0].enables_aggressive_starvation = true;
  snapshot.elements.back().is_operation = false;
  EXPECT_TRUE(compute(snapshot).is_aggressive);
}

TEST(YtsaurusPreemption, TakesItsThresholdsFromTheSnapshot) {
  Snapshot snapshot = starving();
  snapshot.preemption_satisfaction_threshold = 0.5;  // of 0.5: what two and a half jobs use
  EXPECT_EQ(compute(snapshot).candidates.size(), 7U);
  snapshot.elements[1].usage = 0.25;
  EXPECT_TRUE(compute(snapshot).candidates.empty()) << "b has just half of its fair share";
  snapshot.elements[1].usage = 0.25 + 0x1p-20;
  EXPECT_EQ(compute(snapshot).candidates.size(), 7U);
  snapshot.elements[0].enables_aggressive_starvation = true;
  snapshot.aggressive_preemption_satisfaction_threshold = 0.25;  // one and a quarter
  EXPECT_EQ(compute(snapshot).candidates.size(), 8U);
  snapshot.elements[1].usage = 0.125 + 0x1p-20;
  EXPECT_EQ(compute(snapshot).candidates.size(), 8U);
  snapshot.elements[1].usage = 0.125;
  EXPECT_TRUE(compute(snapshot).candidates.empty()) << "b has just a quarter of it";
}

}  // namespace
}  // namespace fairshare::preemption::pool_tree
