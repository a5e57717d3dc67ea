// Preemption in Hadoop's schedulers: clocks, claims, and the order of victims.
#include "preemption/hadoop.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace fairshare::preemption::hadoop {
namespace {

constexpr std::int64_t long_ago = 0;

Claimant claimant(const std::string& name, std::int64_t usage, double fair_share) {
  Claimant made{.name = name};
  made.usage = usage;
  made.demand = 100;
  made.fair_share = fair_share;
  return made;
}

Task task(std::size_t claimant, std::int64_t start, std::int64_t priority = 0,
          std::int64_t size = 1) {
  return {.name = "t" + std::to_string(start),
          .claimant = claimant,
          .priority = priority,
          .start = start,
          .size = size};
}

// `a` uses nothing, and has long been below its fair share; `b` runs tasks of size 1 that started
// at 1, 2, 3, ...
Snapshot starving(Rule rule, double fair_share_a, double fair_share_b, std::int64_t tasks_of_b) {
  Snapshot snapshot{.rule = rule, .now = 100'000, .fair_share_timeout = 30'000};
  snapshot.memory = {1, 1};
  snapshot.claimants = {claimant("a", 0, fair_share_a), claimant("b", tasks_of_b, fair_share_b)};
  snapshot.claimants[0].last_at_fair_share = long_ago;
  for (std::int64_t start = 1; start <= tasks_of_b; ++start) {
    snapshot.tasks.push_back(task(1, start));
  }
  return snapshot;
}

// "t3 warn 100000, t3 kill 120000"
std::string schedule(const Snapshot& snapshot) {
  std::string text;
  for (const Step& step : compute(snapshot).steps) {
    text += (text.empty() ? "" : ", ") + snapshot.tasks[step.task].name +
            (step.action == Action::warn ? " warn " : " kill ") + std::to_string(step.at);
  }
  return text;
}

std::string victims(const Snapshot& snapshot) {
  std::string text;
  for (const std::size_t victim : compute(snapshot).victims) {
    text += (text.empty() ? "" : " ") + snapshot.tasks[victim].name;
  }
  return text;
}

std::int64_t reclaim_of_a(const Snapshot& snapshot) {
  const Answer answer = compute(snapshot);
  return answer.starved.empty() ? 0 : answer.starved.front().reclaim;
}

TEST(Preemption, FindsEveryRuleByItsNameAndNoOther) {
  for (const char* name : {"article", "mr1", "yarn-2.2", "yarn-2.5", "yarn-2.7"}) {
    const auto rule = find_rule(name);
    ASSERT_TRUE(rule) << name;
    EXPECT_EQ(name_of(*rule), name);
  }
  EXPECT_FALSE(find_rule("yarn-3"));
  EXPECT_FALSE(find_rule(""));
}

TEST(PreemptionClaims, AreTheLargerOfWhatIsLackingOfMinimumAndFairShare) {
  Snapshot snapshot{.rule = Rule::article};
  snapshot.claimants = {claimant("a", 2, 5)};
  snapshot.claimants[0].min_share = 9;
  EXPECT_EQ(compute(snapshot).starved, (std::vector<Starved>{{0, 7, 3, 7}}));
  snapshot.claimants[0].demand = 4;  // caps both
  EXPECT_EQ(compute(snapshot).starved, (std::vector<Starved>{{0, 2, 2, 2}}));
  snapshot.claimants[0].demand = 2;
  EXPECT_TRUE(compute(snapshot).starved.empty());
}

TEST(PreemptionClaims, OfTheArticleAddUp) {
  Snapshot snapshot{.rule = Rule::article};
  snapshot.claimants = {claimant("a", 2, 5), claimant("b", 9, 5), claimant("c", 4, 5)};
  EXPECT_EQ(compute(snapshot).reclaim, 4);
}

TEST(PreemptionClaims, OfTheArticleEndAtTheLargestInteger) {
  Snapshot snapshot{.rule = Rule::article};
  const std::int64_t most = amount_max(Rule::article);  // 2^53
  Claimant poor = claimant("a", 0, static_cast<double>(most));
  poor.demand = most;
  snapshot.claimants.assign(1023, poor);
  EXPECT_EQ(compute(snapshot).reclaim, 1023 * most);
  snapshot.claimants.push_back(poor);  // 2^63
  EXPECT_EQ(compute(snapshot).reclaim, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(compute(snapshot).fault, Fault::none);
}

TEST(PreemptionClaims, AreMetByTheSizesOfTasks) {
  for (const Rule rule : {Rule::article, Rule::yarn_2_2, Rule::yarn_2_5}) {
    Snapshot snapshot = starving(rule, 3, 0, 4);
    snapshot.claimants[1].usage = 8;
    for (Task& task : snapshot.tasks) task.size = 2;
    EXPECT_EQ(victims(snapshot), "t4 t3");
    if (rule == Rule::article) continue;
    for (Task& task : snapshot.tasks) task.warned_at = 90'000;
    EXPECT_EQ(victims(snapshot), "t4 t3") << "one check warned them, in this order";
    snapshot.tasks[1].priority = 1;
    EXPECT_EQ(victims(snapshot), "t2 t4");
    snapshot.tasks[0].warned_at = 89'999;
    EXPECT_EQ(victims(snapshot), "t1 t2");
  }
}

TEST(PreemptionClaims, AreMetByTheFirstInTheListOfTasksThatAreAlike) {
  for (const Rule rule : {Rule::article, Rule::mr1, Rule::yarn_2_2, Rule::yarn_2_5}) {
    Snapshot snapshot = starving(rule, 2, 1, 3);
    for (Task& task : snapshot.tasks) task.start = 7;
    EXPECT_EQ(victims(snapshot), "t1 t2") << name_of(rule);
  }
}

TEST(PreemptionClaims, LeaveNoUsageBelowZero) {
  Snapshot snapshot = starving(Rule::article, 2, 1, 2);
  snapshot.tasks[1].size = 5;
  EXPECT_EQ(compute(snapshot).below, (std::vector<BelowFairShare>{{1, 0}}));
}

TEST(PreemptionByArticle, TakesTheLargestPriorityNumberFirstThenTheNewest) {
  Snapshot snapshot{.rule = Rule::article, .now = 100, .check_interval = 500};
  snapshot.claimants = {claimant("a", 0, 4), claimant("b", 5, 1)};
  snapshot.tasks = {task(1, 1, 1), task(1, 2, 3), task(1, 3, 2), task(1, 4, 3), task(1, 5, 1)};
  EXPECT_EQ(victims(snapshot), "t4 t2 t3 t5");
}

TEST(PreemptionByArticle, KnowsTimesUpToTheLatest) {
  Snapshot snapshot = starving(Rule::article, 1, 1, 2);
  snapshot.now = time_max;
  snapshot.tasks[1].warned_at = time_max;
  EXPECT_EQ(schedule(snapshot), "t2 kill " + std::to_string(time_max + 15'000));
}

TEST(PreemptionByArticle, SparesAClaimantAtItsFairShare) {
  Snapshot snapshot{.rule = Rule::article};
  snapshot.claimants = {claimant("a", 0, 2), claimant("b", 3, 3), claimant("c", 2, 1)};
  snapshot.tasks = {task(1, 1, 9), task(1, 2, 9), task(1, 3, 9), task(2, 4), task(2, 5)};
  EXPECT_EQ(victims(snapshot), "t5 t4");
}

TEST(PreemptionByArticle, WarnsAndKillsAtTheFirstCheckAfterTheWait) {
  Snapshot snapshot = starving(Rule::article, 1, 1, 2);
  snapshot.wait_before_kill = 1'200;
  snapshot.check_interval = 500;
  EXPECT_EQ(schedule(snapshot), "t2 warn 100000, t2 kill 101500");
  snapshot.tasks[1].warned_at = 98'800;  // exactly the wait ago
  EXPECT_EQ(schedule(snapshot), "t2 kill 100000");
  snapshot.tasks[1].warned_at = 98'801;
  EXPECT_EQ(schedule(snapshot), "t2 kill 100500");
  snapshot.tasks[1].warned_at.reset();
  snapshot.wait_before_kill = 0;
  EXPECT_EQ(schedule(snapshot), "t2 warn 100000, t2 kill 100500") << "at the next check";
}

TEST(PreemptionByMr1, ClaimsOnlyAfterMoreThanItsTimeout) {
  Snapshot snapshot = starving(Rule::mr1, 2, 2, 4);
  snapshot.claimants[0].last_at_fair_share = 70'000;
  EXPECT_EQ(reclaim_of_a(snapshot), 0);  // 30000 is not more than 30000
  snapshot.claimants[0].last_at_fair_share = 69'999;
  EXPECT_EQ(reclaim_of_a(snapshot), 2);
  EXPECT_EQ(schedule(snapshot), "t4 kill 100000, t3 kill 100000");
}

TEST(PreemptionByMr1, ClocksOfMinimumAndFairShareAreApart) {
  Snapshot snapshot = starving(Rule::mr1, 4, 0, 4);
  snapshot.claimants[0].min_share = 2;
  snapshot.claimants[0].last_at_min_share = long_ago;
  snapshot.claimants[0].last_at_fair_share = 90'000;
  EXPECT_EQ(reclaim_of_a(snapshot), 0) << "without a timeout no claimant is starved of its minimum";
  snapshot.min_share_timeout = 50'000;
  EXPECT_EQ(compute(snapshot).starved, (std::vector<Starved>{{0, 2, 0, 2}}));
  snapshot.claimants[0].min_share_timeout = 100'000;
  EXPECT_EQ(reclaim_of_a(snapshot), 0);
  snapshot.claimants[0].last_at_fair_share = long_ago;
  EXPECT_EQ(compute(snapshot).starved, (std::vector<Starved>{{0, 0, 4, 4}}));
}

TEST(PreemptionByMr1, SetsTheClockOfTheMinimumWheneverItIsReached) {
  Snapshot snapshot = starving(Rule::mr1, 0, 0, 0);
  snapshot.min_share_timeout = 30'000;
  snapshot.claimants[0].min_share = 1;
  snapshot.claimants[0].last_at_min_share = long_ago;
  EXPECT_EQ(reclaim_of_a(snapshot), 1);
  snapshot.history = {{90'000, {{0, 1, 100, 1, 0}}}};  // it had its task then
  EXPECT_EQ(reclaim_of_a(snapshot), 0);
  EXPECT_EQ(compute(snapshot).readings.at(1).since_min_share, 10'000);
  snapshot.history = {{90'000, {{0, 0, 0, 1, 0}}}};  // it wanted none then
  EXPECT_EQ(reclaim_of_a(snapshot), 0);
}

TEST(PreemptionByMr1, TakesHalfOfTheFairShareDownToAWholeTask) {
  Snapshot snapshot = starving(Rule::mr1, 3.98, 0, 4);
  snapshot.claimants[0].usage = 1;  // floor(1.99) = 1: not below half
  EXPECT_EQ(reclaim_of_a(snapshot), 0);
  snapshot.claimants[0].fair_share = 4;  // half is 2
  EXPECT_EQ(reclaim_of_a(snapshot), 3);
  snapshot.claimants[0].demand = 1;  // no claimant is starved of what it does not want
  EXPECT_EQ(reclaim_of_a(snapshot), 0);
}

TEST(PreemptionByMr1, ClaimsUpToTheWholeFairShareWithoutItsFraction) {
  EXPECT_EQ(reclaim_of_a(starving(Rule::mr1, 3.98, 0, 4)), 3);
}

TEST(PreemptionByMr1, StartsClocksWithTheFirstObservation) {
  Snapshot snapshot = starving(Rule::mr1, 2, 2, 4);
  snapshot.claimants[0].last_at_fair_share.reset();
  EXPECT_EQ(reclaim_of_a(snapshot), 0) << "it is seen for the first time";
  snapshot.history = {{60'000, {{0, 0, 100, 0, 2}}}};
  EXPECT_EQ(reclaim_of_a(snapshot), 2);
  snapshot.history = {{10'000, {{0, 0, 100, 0, 2}}}, {80'000, {{0, 1, 100, 0, 2}}}};
  EXPECT_EQ(reclaim_of_a(snapshot), 0) << "at 80000 it had half of its fair share";
}

TEST(PreemptionByMr1, ReadsBothClocksOfEveryPoolAtEveryUpdate) {
  Snapshot snapshot = starving(Rule::mr1, 2, 2, 4);
  snapshot.claimants[0].min_share = 1;
  snapshot.claimants[0].last_at_min_share = 40'000;
  snapshot.history = {{50'000, {{0, 0, 100, 1, 2}}}};
  EXPECT_EQ(compute(snapshot).readings,
            (std::vector<ClockReading>{
                {50'000, 0, 10'000, 50'000}, {100'000, 0, 60'000, 100'000}, {100'000, 1, 0, 0}}));
}

TEST(PreemptionByMr1, WhoIsAtItsShareNowIsNotStarvedWhateverItsClockSays) {
  Snapshot snapshot = starving(Rule::mr1, 4, 2, 4);
  snapshot.claimants[0].usage = 2;
  EXPECT_EQ(reclaim_of_a(snapshot), 0);
}

TEST(PreemptionByMr1, NeitherTakesNorGivesWhereTheFairShareIsNaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(reclaim_of_a(starving(Rule::mr1, nan, 1, 3)), 0);
  EXPECT_EQ(victims(starving(Rule::mr1, 2, nan, 3)), "");
}

TEST(PreemptionByMr1, TakesTheNewestOfAllPoolsAsLongAsTheyAreAboveTheirShares) {
  Snapshot snapshot = starving(Rule::mr1, 3, 2, 4);
  snapshot.claimants.push_back(claimant("c", 2, 1));
  snapshot.tasks.push_back(task(2, 10));
  snapshot.tasks.push_back(task(2, 9));
  // c has 2, and its fair share is 1: it only loses its newest task.
  EXPECT_EQ(victims(snapshot), "t10 t4 t3");
  EXPECT_TRUE(compute(snapshot).below.empty()) << "each is left with its fair share";
}

TEST(PreemptionByMr1, TruncatesAClaimThatNoIntHolds) {
  Snapshot snapshot = starving(Rule::mr1, 1e300, 0, 1);
  snapshot.claimants[0].demand = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(reclaim_of_a(snapshot), std::numeric_limits<std::int32_t>::max());
}

TEST(PreemptionByYarn22, TakesHalfOfTheFairShareDownToAWholeUnit) {
  Snapshot snapshot = starving(Rule::yarn_2_2, 5, 0, 5);
  snapshot.claimants[0].usage = 2;  // (int) 2.5
  EXPECT_EQ(reclaim_of_a(snapshot), 0);
  snapshot.claimants[0].usage = 1;
  EXPECT_EQ(reclaim_of_a(snapshot), 4);
}

TEST(PreemptionByYarn22, KillsAtTheFirstCheckMoreThanTheWaitAfterTheWarning) {
  Snapshot snapshot = starving(Rule::yarn_2_2, 2, 1, 2);
  snapshot.claimants[0].demand = 1;
  EXPECT_EQ(schedule(snapshot), "t2 warn 100000, t2 kill 120000") << "not at 115000: 15 s < 15 s";
  snapshot.tasks[1].warned_at = 85'000;
  EXPECT_EQ(schedule(snapshot), "t2 kill 105000");
  snapshot.tasks[1].warned_at = 84'999;
  EXPECT_EQ(schedule(snapshot), "t2 kill 100000");
}

TEST(PreemptionByYarn22, ComesBackFirstToWhomItHasWarned) {
  Snapshot snapshot = starving(Rule::yarn_2_2, 3, 1, 5);
  snapshot.tasks[0].warned_at = 90'000;
  snapshot.tasks[1].warned_at = 80'000;
  snapshot.tasks[4].priority = -1;
  // t2 was warned before t1; then comes the newest task with the largest priority number.
  EXPECT_EQ(schedule(snapshot), "t2 kill 100000, t1 kill 110000, t4 warn 100000, t4 kill 120000");
  snapshot.claimants[0].fair_share = 9;
  EXPECT_EQ(victims(snapshot), "t2 t1 t4 t3 t5") << "each of them once";
}

TEST(PreemptionByYarn22, DoesNotComeBackFirstToWhomItHasWarnedForNothing) {
  Snapshot snapshot = starving(Rule::yarn_2_2, 3, 1, 5);
  snapshot.tasks[0].warned_at = 80'000;
  snapshot.tasks[0].is_on_warned_list = false;
  EXPECT_EQ(victims(snapshot), "t5 t4 t3");
}

TEST(PreemptionByYarn22, StopsAtAQueueOnceKillsHaveBroughtItDown) {
  Snapshot snapshot = starving(Rule::yarn_2_2, 3, 2, 3);
  snapshot.tasks[0].warned_at = 10'000;  // killed now: b is left with 2 of 2
  EXPECT_EQ(victims(snapshot), "t1");
  snapshot.tasks[0].warned_at = 90'000;  // still running: b is brought down by none
  EXPECT_EQ(victims(snapshot), "t1 t3 t2");
  snapshot.tasks[0].warned_at.reset();
  snapshot.tasks[2].warned_at = 10'000;  // killed now, though it is on no list
  snapshot.tasks[2].is_on_warned_list = false;
  EXPECT_EQ(victims(snapshot), "t3");
}

TEST(PreemptionByYarn22, SetsTheClockOfTheFairShareWheneverTheDemandIsMet) {
  Snapshot snapshot = starving(Rule::yarn_2_2, 5, 0, 5);
  snapshot.history = {{90'000, {{0, 0, 100, 0, 5}}}};
  EXPECT_EQ(reclaim_of_a(snapshot), 5);
  snapshot.history = {{90'000, {{0, 1, 1, 0, 5}}}};  // it wanted 1 then, and used it
  EXPECT_EQ(reclaim_of_a(snapshot), 0);
  EXPECT_EQ(compute(snapshot).readings.at(1).since_fair_share, 10'000);
}

Snapshot tree(Rule rule) {
  Snapshot snapshot = starving(rule, 2, 1, 0);
  snapshot.claimants = {claimant("p", 0, 4), claimant("q", 0, 2), claimant("p.a", 0, 2),
                        claimant("p.b", 4, 2), claimant("q.c", 2, 2)};
  for (std::size_t i = 2; i < 5; ++i) snapshot.claimants[i].parent = i < 4 ? 0 : 1;
  snapshot.claimants[2].last_at_fair_share = long_ago;
  snapshot.tasks = {task(3, 1), task(3, 2), task(3, 3), task(3, 4), task(4, 5), task(4, 6)};
  return snapshot;
}

TEST(PreemptionByYarn25, GoesDownToTheQueueThatIsMostOverItsShare) {
  // p uses 4 per weight, q 2; of p's queues b uses 4. After two b is at its share.
  EXPECT_EQ(victims(tree(Rule::yarn_2_5)), "t4 t3");
  Snapshot snapshot = tree(Rule::yarn_2_5);
  snapshot.claimants[1].usage = 9;
  EXPECT_EQ(victims(snapshot), "t4 t3") << "q uses what its children do";
}

TEST(PreemptionByYarn25, ComparesUsagePerWeight) {
  Snapshot snapshot = tree(Rule::yarn_2_5);
  snapshot.claimants[0].weight = 4;  // p uses 1 per weight: q comes first, whose c is not above
  EXPECT_EQ(victims(snapshot), "");
}

// Only if nothing else distinguishes the queues, the last by name or in the list is taken.
TEST(PreemptionByYarn25, TakesTheQueueThatUsesMorePerWeightWhereverItStands) {
  Snapshot snapshot = starving(Rule::yarn_2_5, 2, 1, 4);
  snapshot.claimants.push_back(claimant("aa", 4, 1));
  snapshot.claimants[2].weight = 0.5;
  for (std::int64_t start = 5; start <= 8; ++start) snapshot.tasks.push_back(task(2, start));
  EXPECT_EQ(victims(snapshot), "t8 t7") << "8 and 6 per weight, beside 4";
  snapshot.claimants[2].min_share = 5;
  EXPECT_EQ(victims(snapshot), "t4 t3") << "aa is below its minimum";
}

TEST(PreemptionByYarn25, SparesQueuesBelowTheirMinimum) {
  Snapshot snapshot = tree(Rule::yarn_2_5);
  snapshot.claimants[0].min_share = 5;  // p is needy: q comes first, whose c is not above
  EXPECT_EQ(victims(snapshot), "");
  snapshot.claimants[0].demand = 4;  // which it uses; after one victim it is needy
  EXPECT_EQ(victims(snapshot), "t4");
}

// Both use 4 and are above their fair shares; c, the last by name, has the larger minimum.
TEST(PreemptionByYarn25, TakesOfQueuesBelowTheirMinimumsTheOneThatIsNearestToIt) {
  Snapshot snapshot = starving(Rule::yarn_2_5, 2, 1, 4);
  snapshot.claimants[0].demand = 1;
  snapshot.claimants[0].min_share = 1;
  snapshot.claimants.push_back(claimant("c", 4, 1));
  for (std::int64_t start = 5; start <= 8; ++start) snapshot.tasks.push_back(task(2, start));
  EXPECT_EQ(victims(snapshot), "t8") << "the last by name";
  snapshot.claimants[1].min_share = 5;
  snapshot.claimants[2].min_share = 8;
  EXPECT_EQ(victims(snapshot), "t4");
}

TEST(PreemptionByYarn25, ChoosesTheApplicationThenItsContainer) {
  Snapshot snapshot = tree(Rule::yarn_2_5);
  snapshot.claimants[3].apps = {{"x", 1, 1}, {"y", 2, 1}};
  snapshot.tasks[2].app = 1;        // y has t3
  snapshot.tasks[3].priority = -1;  // x has t1, t2, t4
  EXPECT_EQ(victims(snapshot), "t2 t1");
  snapshot.tasks[3].app = 1;  // two each: y started later; then x has more
  EXPECT_EQ(victims(snapshot), "t3 t2");
}

TEST(PreemptionByYarn25, ChoosesTheLastNameOfThoseThatAreAlike) {
  Snapshot snapshot = starving(Rule::yarn_2_5, 0, 0, 0);
  snapshot.claimants = {claimant("a", 0, 2), claimant("c", 1, 0), claimant("d", 1, 0),
                        claimant("b", 1, 0)};
  snapshot.claimants[0].last_at_fair_share = long_ago;
  snapshot.tasks = {task(1, 1), task(2, 2), task(3, 3)};
  EXPECT_EQ(victims(snapshot), "t2 t1");
  snapshot.tasks = {task(1, 1), task(1, 2), task(1, 3)};
  snapshot.claimants[1].usage = 3;
  snapshot.claimants[1].apps = {{"y", 0, 1}, {"z", 0, 1}, {"x", 0, 1}};
  for (std::size_t i = 0; i < 3; ++i) snapshot.tasks[i].app = i;
  EXPECT_EQ(victims(snapshot), "t2 t1");
}

TEST(PreemptionByYarn25, ChoosesTheApplicationThatUsesMostInFewContainersToo) {
  Snapshot snapshot = starving(Rule::yarn_2_5, 2, 0, 3);
  snapshot.claimants[0].demand = 1;
  snapshot.claimants[1].usage = 5;
  snapshot.claimants[1].apps = {{"x", 0, 1}, {"y", 0, 1}};
  snapshot.tasks[0].size = 3;  // all that x has
  snapshot.tasks[1].app = snapshot.tasks[2].app = 1;
  EXPECT_EQ(victims(snapshot), "t1");
  snapshot.claimants[1].apps[0].weight = 4;
  EXPECT_EQ(victims(snapshot), "t3") << "x uses 3/4 per weight, y 2";
  snapshot.claimants[1].apps = {{"x", 1, 0}, {"y", 2, 0}};
  EXPECT_EQ(victims(snapshot), "t3") << "both use infinitely much, and y started later";
}

TEST(PreemptionByYarn25, ChoosesTheApplicationThatStartedLast) {
  Snapshot snapshot = starving(Rule::yarn_2_5, 2, 0, 2);
  snapshot.claimants[0].demand = 1;
  snapshot.claimants[1].apps = {{"x", 2, 1}, {"y", 1, 1}};
  snapshot.tasks[1].app = 1;  // each has one: x has t1, y has t2
  EXPECT_EQ(victims(snapshot), "t1");
  snapshot.claimants[1].apps = {{"x", 1, 1}, {"y", 2, 1}};
  EXPECT_EQ(victims(snapshot), "t2");
  snapshot.claimants[1].apps = {{"x", 1, 1}, {"x", 1, 1}};  // alike in all: the first
  EXPECT_EQ(victims(snapshot), "t1");
}

TEST(PreemptionByYarn25, FindsNothingInAQueueWithoutApplications) {
  Snapshot snapshot = starving(Rule::yarn_2_5, 2, 0, 2);
  snapshot.claimants[0].demand = 1;
  snapshot.tasks.clear();
  snapshot.claimants[1].apps.clear();
  EXPECT_EQ(reclaim_of_a(snapshot), 1);
  EXPECT_EQ(victims(snapshot), "");
}

// b uses 5, and its share is 2. The task that was warned for nothing counts as gone, and is never
// warned again.
TEST(PreemptionByYarn25, CountsWhatItWarnedForNothingAsGoneToo) {
  Snapshot snapshot = starving(Rule::yarn_2_5, 3, 2, 5);
  snapshot.tasks[0].warned_at = 80'000;
  snapshot.tasks[0].is_on_warned_list = false;
  EXPECT_EQ(victims(snapshot), "t5 t4");
}

TEST(PreemptionByYarn25, CountsWhatItWarnedAsGone) {
  Snapshot snapshot = tree(Rule::yarn_2_5);
  snapshot.claimants[2].fair_share = 9;
  EXPECT_EQ(victims(snapshot), "t4 t3") << "b is never brought below its share of 2";
}

TEST(PreemptionByYarn25, StaysOutOfAClusterThatIsNotUsedEnough) {
  Snapshot snapshot = starving(Rule::yarn_2_5, 2, 1, 2);
  snapshot.claimants[0].demand = 1;
  snapshot.memory = {8, 10};  // 0.8 in float32 is not more than 0.8
  EXPECT_TRUE(compute(snapshot).is_below_utilization);
  EXPECT_EQ(reclaim_of_a(snapshot), 0);
  snapshot.memory = {9, 10};
  EXPECT_EQ(reclaim_of_a(snapshot), 1);
  snapshot.memory = {1, 10};
  snapshot.vcores = {9, 10};
  EXPECT_EQ(reclaim_of_a(snapshot), 1) << "the larger of memory and vcores counts";
  snapshot.memory = {9, 10};
  snapshot.vcores = {1, 10};
  EXPECT_EQ(reclaim_of_a(snapshot), 1) << "whichever it is";
  snapshot.vcores = {0, 0};
  EXPECT_TRUE(compute(snapshot).is_below_utilization) << "0 / 0 is NaN";
  snapshot.memory = {0, 0};
  snapshot.vcores = {9, 10};
  EXPECT_TRUE(compute(snapshot).is_below_utilization);
}

TEST(PreemptionByYarn27, HasThresholdsOfItsOwnButClaimsTheWholeFairShare) {
  Snapshot snapshot = starving(Rule::yarn_2_7, 10, 0, 10);
  snapshot.claimants[0].usage = 5;
  EXPECT_EQ(reclaim_of_a(snapshot), 0);
  snapshot.claimants[0].fair_share_threshold = 0.6F;
  EXPECT_EQ(reclaim_of_a(snapshot), 5);
}

TEST(PreemptionByYarn27, HasClocksOfLeavesAlone) {
  Snapshot snapshot = tree(Rule::yarn_2_7);
  snapshot.claimants[0].last_at_fair_share = long_ago;
  snapshot.claimants[1].last_at_fair_share = long_ago;
  const Answer answer = compute(snapshot);
  EXPECT_EQ(answer.starved, (std::vector<Starved>{{2, 0, 2, 2}}));
  ASSERT_EQ(answer.readings.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(answer.readings[k].claimant, k + 2);
}

TEST(PreemptionByYarn27, InheritsTimeoutsAndThresholds) {
  Snapshot snapshot = tree(Rule::yarn_2_7);
  snapshot.claimants[0].fair_share_timeout = 200'000;
  EXPECT_EQ(reclaim_of_a(snapshot), 0);
  snapshot.claimants[2].fair_share_timeout = 99'999;
  EXPECT_EQ(reclaim_of_a(snapshot), 2);
  snapshot.claimants[2].usage = 1;
  EXPECT_EQ(reclaim_of_a(snapshot), 0);
  snapshot.claimants[0].fair_share_threshold = 1;
  EXPECT_EQ(reclaim_of_a(snapshot), 1);
  snapshot.rule = Rule::yarn_2_5;  // no inheritance before YARN-2395
  snapshot.claimants[2].fair_share_timeout.reset();
  snapshot.claimants[2].usage = 0;
  EXPECT_EQ(reclaim_of_a(snapshot), 2);
}

TEST(PreemptionByYarn27, InheritsTheTimeoutOfTheMinimumUnlessItHasItsOwn) {
  Snapshot snapshot = tree(Rule::yarn_2_7);
  snapshot.fair_share_timeout = never;
  snapshot.min_share_timeout = 200'000;
  snapshot.claimants[2].min_share = 1;
  snapshot.claimants[2].last_at_min_share = long_ago;
  EXPECT_EQ(reclaim_of_a(snapshot), 0);
  snapshot.claimants[0].min_share_timeout = 99'999;
  EXPECT_EQ(reclaim_of_a(snapshot), 1);
  snapshot.claimants[2].min_share_timeout = 100'000;
  EXPECT_EQ(reclaim_of_a(snapshot), 0);
}

TEST(PreemptionByYarn27, GivesUpWhereAnApplicationHasNothingLeft) {
  Snapshot snapshot = starving(Rule::yarn_2_7, 3, 1, 1);
  snapshot.claimants[1].usage = 5;  // of which 4 are in no container that is known
  EXPECT_EQ(victims(snapshot), "t1");
}

TEST(PreemptionClaims, NameThoseThatAreLeftBelowTheirSharesInTheirOwnOrder) {
  Snapshot snapshot{.rule = Rule::article};
  snapshot.claimants = {claimant("a", 0, 6), claimant("b", 3, 2), claimant("c", 4, 3)};
  for (std::int64_t start = 1; start <= 7; ++start) {
    snapshot.tasks.push_back(task(start <= 3 ? 1 : 2, start));
  }
  EXPECT_EQ(victims(snapshot), "t7 t6 t5 t4 t3 t2") << "c loses first";
  EXPECT_EQ(compute(snapshot).below, (std::vector<BelowFairShare>{{1, 1}, {2, 0}}));
}

TEST(PreemptionClaims, NameTheQueueAboveThatIsLeftBelowItsShareToo) {
  Snapshot snapshot = starving(Rule::yarn_2_7, 4, 2, 0);
  snapshot.claimants[1].usage = 9;  // not its own: that is what its queues use
  snapshot.claimants.push_back(claimant("b.x", 5, 0));
  snapshot.claimants.push_back(claimant("b.y", 1, 1));
  for (std::size_t i : {2U, 3U}) snapshot.claimants[i].parent = 1;
  snapshot.tasks = {task(2, 1, 0, 5)};
  EXPECT_EQ(victims(snapshot), "t1");
  EXPECT_EQ(compute(snapshot).below, (std::vector<BelowFairShare>{{1, 1}}));
  snapshot.claimants[1].fair_share = 1;
  EXPECT_TRUE(compute(snapshot).below.empty());
}

// Besides a and b there is c, which runs t9 and has exactly its fair share.
Snapshot with_one_at_its_share(Rule rule) {
  Snapshot snapshot = starving(rule, 4, 1, 3);
  snapshot.claimants.push_back(claimant("c", 1, 1));
  snapshot.tasks.push_back(task(2, 9));
  return snapshot;
}

// c makes the check fail after t1 was killed.
TEST(PreemptionByYarn22, FailsAtAWarnedTaskOfAQueueThatIsNoLongerAboveItsShareAndNotBefore) {
  Snapshot snapshot = with_one_at_its_share(Rule::yarn_2_2);
  snapshot.tasks[0].warned_at = 80'000;
  snapshot.tasks[3].warned_at = 85'000;
  snapshot.tasks[1].warned_at = 90'000;
  EXPECT_EQ(schedule(snapshot), "t1 kill 100000");
  EXPECT_EQ(compute(snapshot).fault, Fault::null_pointer);
  snapshot.claimants[0].demand = 1;
  EXPECT_EQ(schedule(snapshot), "t1 kill 100000") << "which is enough";
  EXPECT_EQ(compute(snapshot).fault, Fault::none);
}

// p.b's three tasks that were warned leave p with 1, so q comes first, though it uses 2 of p's 4.
TEST(PreemptionByYarn25, CountsWhatItWarnedAsGoneFromTheQueuesAboveToo) {
  Snapshot snapshot = tree(Rule::yarn_2_5);
  snapshot.claimants[4].fair_share = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    snapshot.tasks[i].warned_at = 80'000;
    snapshot.tasks[i].is_on_warned_list = false;
  }
  EXPECT_EQ(victims(snapshot), "t6");
}

// 2 (2^31 - 1) is -2 as an int.
TEST(PreemptionClaims, ThatAddUpToLessThanNothingTakeNothing) {
  const std::int64_t most = amount_max(Rule::mr1);
  for (const Rule rule : {Rule::mr1, Rule::yarn_2_2, Rule::yarn_2_5, Rule::yarn_2_7}) {
    SCOPED_TRACE(name_of(rule));
    Snapshot snapshot = starving(rule, static_cast<double>(most), 1, 3);
    snapshot.claimants[0].demand = most;
    snapshot.claimants.push_back(snapshot.claimants[0]);
    EXPECT_EQ(compute(snapshot).reclaim, -2);
    EXPECT_EQ(compute(snapshot).fault, Fault::overflow);
    EXPECT_EQ(victims(snapshot), "");
    snapshot.tasks[0].warned_at = 90'000;
    EXPECT_EQ(victims(snapshot), "");
  }
}

// 2 (2^31 - 1) + 5 is 3 as an int: the third number does not undo that the sum has wrapped.
TEST(PreemptionClaims, ThatHaveWrappedAreAFaultWhateverIsAddedToThem) {
  const std::int64_t most = amount_max(Rule::mr1);
  for (const Rule rule : {Rule::mr1, Rule::yarn_2_2, Rule::yarn_2_5, Rule::yarn_2_7}) {
    SCOPED_TRACE(name_of(rule));
    Snapshot snapshot = with_one_at_its_share(rule);
    snapshot.claimants[0].fair_share = static_cast<double>(most);
    snapshot.claimants[0].demand = most;
    snapshot.claimants.push_back(snapshot.claimants[0]);
    snapshot.claimants.push_back(snapshot.claimants[0]);
    snapshot.claimants.back().demand = 5;
    EXPECT_EQ(compute(snapshot).reclaim, 3);
    EXPECT_EQ(compute(snapshot).fault, Fault::overflow);
    if (rule != Rule::yarn_2_2) continue;
    snapshot.tasks[3].warned_at = 85'000;
    EXPECT_EQ(compute(snapshot).fault, Fault::null_pointer) << "which ends the check";
  }
}

// c ends yarn-2.2's check with an exception.
TEST(PreemptionByYarn25, ComesBackToWhomItHasWarnedThoughItsQueueIsNoLongerAboveItsShare) {
  Snapshot snapshot = with_one_at_its_share(Rule::yarn_2_5);
  snapshot.tasks[0].warned_at = 90'000;
  snapshot.tasks[3].warned_at = 84'999;
  EXPECT_EQ(schedule(snapshot), "t9 kill 100000, t1 kill 110000, t3 warn 100000, t3 kill 120000");
  EXPECT_EQ(compute(snapshot).fault, Fault::none);
}

// 2^24 + 1 is 2^24 as a float32: a tie, which the last name decides.
TEST(PreemptionByYarn25, ComparesUsagePerWeightAsFloats) {
  Snapshot snapshot = starving(Rule::yarn_2_5, 2, 1, 0);
  snapshot.claimants[0].demand = 1;
  snapshot.claimants[1].usage = (1 << 24) + 1;
  snapshot.claimants.push_back(claimant("c", 1 << 24, 1));
  snapshot.tasks = {task(1, 1), task(2, 2)};
  EXPECT_EQ(victims(snapshot), "t2");
  snapshot.claimants[1].usage = (1 << 24) + 2;
  EXPECT_EQ(victims(snapshot), "t1");
}

// What p's queues use is -2 as an int, which is below p's minimum of 0.
TEST(PreemptionByYarn25, AddsWhatQueuesUseAsIntsThatWrap) {
  const std::int64_t most = amount_max(Rule::yarn_2_5);
  Snapshot snapshot = starving(Rule::yarn_2_5, 2, 0, 0);
  snapshot.claimants.resize(1);
  snapshot.claimants[0].demand = 1;
  for (const char* name : {"p", "q"}) snapshot.claimants.push_back(claimant(name, 2, 1));
  for (const char* name : {"p.x", "p.y"}) {
    snapshot.claimants.push_back(claimant(name, most, 1));
    snapshot.claimants.back().parent = 1;
  }
  snapshot.tasks = {task(2, 1), task(3, 2), task(4, 3)};
  EXPECT_EQ(victims(snapshot), "t1");
  snapshot.claimants[4].usage = 1;  // 2^31 wraps as well
  EXPECT_EQ(victims(snapshot), "t1");
  snapshot.claimants[4].usage = 0;
  EXPECT_EQ(victims(snapshot), "t2");
}

}  // namespace
}  // namespace fairshare::preemption::hadoop
