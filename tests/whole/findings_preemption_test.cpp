// The findings about preemption, each with its smallest snapshot: docs/preemption.md.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>

#include "formats/text/input_error.h"
#include "preemption/snapshot.h"

namespace fairshare::preemption {
namespace {

template <class Kind>
Kind read(std::string_view scheduler, std::string_view text) {
  const auto result = read_snapshot(text, "f", 1, scheduler);
  if (const auto* error = std::get_if<formats::RecordError>(&result)) {
    ADD_FAILURE() << error->error.code << " " << formats::describe(error->error);
    return {};
  }
  return std::get<Kind>(std::get<Snapshot>(result).is);
}

// "b: 1" for each claimant that is brought below its fair share.
std::string below(std::string_view scheduler, std::string_view text) {
  const auto snapshot = read<hadoop::Snapshot>(scheduler, text);
  std::string result;
  for (const auto& one : compute(snapshot).below) {
    result += snapshot.claimants[one.claimant].name + ": " + std::to_string(one.usage_after);
  }
  return result;
}

// "t1 kill 9, t2 warn 9"
std::string steps(std::string_view scheduler, std::string_view text) {
  const auto snapshot = read<hadoop::Snapshot>(scheduler, text);
  std::string result;
  for (const auto& step : compute(snapshot).steps) {
    result += (result.empty() ? "" : ", ") + snapshot.tasks[step.task].name +
              (step.action == hadoop::Action::warn ? " warn " : " kill ") + std::to_string(step.at);
  }
  return result;
}

hadoop::Answer answer(std::string_view scheduler, std::string_view text) {
  return compute(read<hadoop::Snapshot>(scheduler, text));
}

TEST(FindingP1, Mr1LeavesAPoolBelowAFairShareThatIsNoWholeNumber) {
  constexpr std::string_view facts = R"({"now":9,"fair_share_timeout":0,"claimants":[
    {"name":"a","fair_share":2.5,"last_at_fair_share":0},{"name":"b","fair_share":2.5}],
    "tasks":[{"claimant":"b"},{"claimant":"b"},{"claimant":"b"}]})";
  EXPECT_EQ(below("mr1", facts), "b: 2");
  // Three slots; each pool is entitled to 1.5.
  constexpr std::string_view smallest = R"({"now":9,"total":3,"min_share_timeout":0,"claimants":[
    {"name":"a","min_share":1,"last_at_min_share":0},{"name":"b"}],
    "tasks":[{"claimant":"b"},{"claimant":"b"}]})";
  EXPECT_EQ(below("mr1", smallest), "b: 1");
}

TEST(FindingP2, Mr1NeverFindsASmallPoolStarvedOfItsFairShare) {
  const auto with_fair_share = [](const std::string& fair_share) {
    return answer("mr1",
                  R"({"now":9,"fair_share_timeout":0,"claimants":[{"name":"a","fair_share":)" +
                      fair_share + R"(,"last_at_fair_share":0}]})")
        .reclaim;
  };
  EXPECT_EQ(with_fair_share("1.99"), 0);  // it runs nothing at all
  EXPECT_EQ(with_fair_share("2"), 2);
}

TEST(FindingP3, NothingStopsTheArticleAtAFairShare) {
  // Three units, one of them free; a is entitled to two, b to one.
  constexpr std::string_view smallest = R"({"now":9,"claimants":[{"name":"a","fair_share":2},
    {"name":"b","fair_share":1}],"tasks":[{"claimant":"b"},{"claimant":"b"}]})";
  EXPECT_EQ(below("article", smallest), "b: 0");
}

TEST(FindingP4, Yarn22WarnsAQueueDownToNothingSinceWarningsLeaveItsUsageAsItWas) {
  constexpr std::string_view smallest = R"({"now":9,"fair_share_timeout":0,"claimants":[
    {"name":"a","fair_share":2,"last_at_fair_share":0},{"name":"b","fair_share":1}],
    "tasks":[{"claimant":"b"},{"claimant":"b"}]})";
  EXPECT_EQ(below("yarn-2.2", smallest), "b: 0");
  EXPECT_EQ(below("mr1", R"({"now":9,"fair_share_timeout":0,"claimants":[
    {"name":"a","fair_share":2,"last_at_fair_share":0},{"name":"b","fair_share":1}],
    "tasks":[{"claimant":"b"},{"claimant":"b"}]})"),
            "");
}

TEST(FindingP5, WholeContainersTakeMoreThanWhatIsAboveTheFairShare) {
  constexpr std::string_view smallest = R"({"now":9,"total":2,"min_share_timeout":0,"claimants":[
    {"name":"a","min_share":1,"fair_share":1,"last_at_min_share":0},{"name":"b","fair_share":1}],
    "tasks":[{"claimant":"b","size":2}]})";
  for (const char* scheduler : {"yarn-2.2", "yarn-2.5", "yarn-2.7"}) {
    EXPECT_EQ(below(scheduler, smallest), "b: 0") << scheduler;
  }
}

TEST(FindingP6, Yarn22FailsOnAWarnedContainerWhoseQueueHasComeDown) {
  constexpr std::string_view smallest = R"({"now":9,"min_share_timeout":0,"claimants":[
    {"name":"a","min_share":1,"fair_share":1,"last_at_min_share":0},{"name":"b","fair_share":1}],
    "tasks":[{"claimant":"b","warned_at":8}]})";
  EXPECT_EQ(answer("yarn-2.2", smallest).fault, hadoop::Fault::null_pointer);
  EXPECT_EQ(steps("yarn-2.2", smallest), "");
}

TEST(FindingP7, Yarn25KillsAWarnedContainerWhoseQueueHasComeDown) {
  constexpr std::string_view smallest = R"({"now":20000,"total":1,"min_share_timeout":0,
    "claimants":[{"name":"a","min_share":1,"fair_share":1,"last_at_min_share":0},
    {"name":"b","fair_share":1}],"tasks":[{"name":"t","claimant":"b","warned_at":0}]})";
  for (const char* scheduler : {"yarn-2.5", "yarn-2.7"}) {
    EXPECT_EQ(steps(scheduler, smallest), "t kill 20000") << scheduler;
    EXPECT_EQ(below(scheduler, smallest), "b: 0") << scheduler;
  }
}

TEST(FindingP8, Yarn22RemembersAWarningThatItHasDropped) {
  constexpr std::string_view smallest = R"({"now":90000,"min_share_timeout":0,"claimants":[
    {"name":"a","min_share":1,"fair_share":1,"last_at_min_share":0},{"name":"b","fair_share":1}],
    "tasks":[{"name":"t1","claimant":"b","start":1},
    {"name":"t2","claimant":"b","start":2,"warned_at":0,"on_warned_list":false}]})";
  EXPECT_EQ(steps("yarn-2.2", smallest), "t2 kill 90000");  // at once, a minute and a half later
}

TEST(FindingP9, Yarn25NeverTakesAContainerWhoseWarningItHasDroppedAndCountsItAsGone) {
  constexpr std::string_view smallest = R"({"now":90000,"total":2,"min_share_timeout":0,
    "claimants":[{"name":"a","min_share":1,"fair_share":1,"last_at_min_share":0},
    {"name":"b","fair_share":1}],"tasks":[{"name":"t1","claimant":"b","start":1},
    {"name":"t2","claimant":"b","start":2,"warned_at":0,"on_warned_list":false}]})";
  for (const char* scheduler : {"yarn-2.5", "yarn-2.7"}) {
    EXPECT_EQ(answer(scheduler, smallest).reclaim, 1) << scheduler;
    EXPECT_EQ(steps(scheduler, smallest), "") << scheduler;  // though b uses 2 of 1
  }
}

TEST(FindingP10, Yarn25GivesUpAtTheFirstQueueThatIsNotAboveItsFairShare) {
  // x uses 4 per weight, b 2: x is looked at, is at its share, and so no claimant loses anything.
  constexpr std::string_view smallest = R"({"now":9,"total":3,"min_share_timeout":0,"claimants":[
    {"name":"a","min_share":1,"fair_share":1,"last_at_min_share":0},{"name":"b","fair_share":1},
    {"name":"x","weight":0.25,"min_share":1,"fair_share":1,"usage":1}],
    "tasks":[{"claimant":"b"},{"claimant":"b"}]})";
  for (const char* scheduler : {"yarn-2.5", "yarn-2.7"}) {
    EXPECT_EQ(answer(scheduler, smallest).reclaim, 1) << scheduler;
    EXPECT_EQ(steps(scheduler, smallest), "") << scheduler;
  }
  EXPECT_EQ(answer("yarn-2.2", R"({"now":9,"total":3,"min_share_timeout":0,"claimants":[
    {"name":"a","min_share":1,"fair_share":1,"last_at_min_share":0},{"name":"b","fair_share":1},
    {"name":"x","weight":0.25,"min_share":1,"fair_share":1,"usage":1}],
    "tasks":[{"claimant":"b"},{"claimant":"b"}]})")
                .victims.size(),
            1U);
}

TEST(FindingP11, AContainerIsKilledOneCheckLaterThanItsWait) {
  EXPECT_EQ(steps("article", R"({"now":0,"wait_before_kill":15000,"check_interval":5000,
    "claimants":[{"name":"a","fair_share":1},{"name":"b","fair_share":1}],
    "tasks":[{"name":"t","claimant":"b"},{"claimant":"b"}]})"),
            "t warn 0, t kill 15000");
  constexpr std::string_view smallest = R"({"now":1,"total":2,"min_share_timeout":0,"claimants":[
    {"name":"a","min_share":1,"fair_share":1,"last_at_min_share":0},{"name":"b","fair_share":1}],
    "tasks":[{"name":"t","claimant":"b"},{"claimant":"b"}]})";
  for (const char* scheduler : {"yarn-2.2", "yarn-2.5", "yarn-2.7"}) {
    EXPECT_EQ(steps(scheduler, smallest), "t warn 1, t kill 20001") << scheduler;
  }
}

TEST(FindingP12, WhatIsFreeIsReclaimedAllTheSame) {
  // Of two units b uses one without being entitled to any; the other is free, and a wants one.
  EXPECT_EQ(steps("article", R"({"now":0,"total":2,"wait_before_kill":0,"claimants":[
    {"name":"a","demand":1},{"name":"b","weight":0}],"tasks":[{"name":"t","claimant":"b"}]})"),
            "t warn 0, t kill 500");
  EXPECT_EQ(steps("mr1", R"({"now":9,"fair_share_timeout":0,"claimants":[{"name":"a","demand":1,
    "fair_share":2,"last_at_fair_share":0},{"name":"b","fair_share":0}],
    "tasks":[{"name":"t","claimant":"b"}]})"),
            "t kill 9");
}

TEST(FindingP13, TheSumOfClaimsWraps) {
  const std::string smallest = R"("now":9,"min_share_timeout":0,"claimants":[
    {"name":"a","min_share":1073741824,"fair_share":0,"last_at_min_share":0},
    {"name":"b","min_share":1073741824,"fair_share":0,"last_at_min_share":0},
    {"name":"c","fair_share":0}],"tasks":[{"claimant":"c"}]})";
  for (const std::string scheduler : {"mr1", "yarn-2.2", "yarn-2.5", "yarn-2.7"}) {
    const bool has_gate = scheduler == "yarn-2.5" || scheduler == "yarn-2.7";
    const hadoop::Answer wrapped =
        answer(scheduler, (has_gate ? R"({"total":1,"used":1,)" : "{") + smallest);
    EXPECT_EQ(wrapped.fault, hadoop::Fault::overflow) << scheduler;
    EXPECT_EQ(wrapped.reclaim, -2'147'483'648) << scheduler;
    EXPECT_TRUE(wrapped.victims.empty()) << scheduler;
  }
}

// YTsaurus.

TEST(FindingP14, YtsaurusBringsAPoolBelowItsFairShareThroughItsOperations) {
  // b uses 3/4 of its 1/2, all in x, which is entitled to 1/4; y, entitled to the rest, has none.
  constexpr std::string_view smallest = R"({"now":90000,"total":4,
    "max_unpreemptable_running_job_count":0,"pools":[
    {"name":"a","fair_share_ratio":0.5,"below_fair_share_since":0,"demand_ratio":1},
    {"name":"b","fair_share_ratio":0.5}],"operations":[
    {"name":"x","pool":"b","fair_share_ratio":0.25},
    {"name":"y","pool":"b","fair_share_ratio":0.25}],
    "jobs":[{"operation":"x","start":1,"usage":1},{"operation":"x","start":2,"usage":1},
    {"operation":"x","start":3,"usage":1}]})";
  for (const char* scheduler : {"ytsaurus-2018", "ytsaurus-2019"}) {
    const auto below = compute(read<pool_tree::Snapshot>(scheduler, smallest)).below;
    ASSERT_EQ(below.size(), 1U) << scheduler;
    EXPECT_EQ(below[0], (pool_tree::BelowFairShare{1, 0.25})) << scheduler;
  }
}

TEST(FindingP15, YtsaurusLeavesAFifthOfTheFairShareWhereStarvationIsAggressive) {
  constexpr std::string_view smallest = R"({"now":90000,"total":5,
    "max_unpreemptable_running_job_count":0,"pools":[
    {"name":"a","fair_share_ratio":1,"below_fair_share_since":0,"enable_aggressive_starvation":true,
    "demand_ratio":1},{"name":"b","fair_share_ratio":1}],
    "operations":[{"name":"x","pool":"b","fair_share_ratio":1}],
    "jobs":[{"operation":"x","start":1,"usage":1},{"operation":"x","start":2,"usage":4}]})";
  const auto below = compute(read<pool_tree::Snapshot>("ytsaurus-2019", smallest)).below;
  ASSERT_EQ(below.size(), 2U);
  EXPECT_NEAR(below[1].usage_after, 0.2, 0x1p-52) << "1 - 4/5, in doubles";
}

TEST(FindingP16, Ytsaurus2018TakesFromAPoolThatIsBelowItsFairShare) {
  constexpr std::string_view smallest = R"({"now":90000,"total":2,
    "max_unpreemptable_running_job_count":0,"pools":[
    {"name":"a","fair_share_ratio":0.5,"below_fair_share_since":0,"demand_ratio":1},
    {"name":"b","fair_share_ratio":0.5}],
    "operations":[{"name":"x","pool":"b","fair_share_ratio":0}],
    "jobs":[{"operation":"x","usage":0.5}]})";
  EXPECT_EQ(compute(read<pool_tree::Snapshot>("ytsaurus-2018", smallest)).victims.size(), 1U);
  EXPECT_EQ(compute(read<pool_tree::Snapshot>("ytsaurus-2019", smallest)).victims.size(), 0U);
}

}  // namespace
}  // namespace fairshare::preemption
