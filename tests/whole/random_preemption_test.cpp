// What holds for preemption of every snapshot: random ones, small enough for all ties and corner
// cases.
//
// No claimant should be brought below its fair share. No release keeps to that (docs/preemption.md,
// the findings); what each does keep to is asserted here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "preemption/hadoop.h"
#include "preemption/ytsaurus.h"

namespace fairshare::preemption {
namespace {

constexpr std::uint64_t snapshots = 5'000;  // of each rule

struct Dice {
  std::mt19937_64 bits;

  std::int64_t from(std::int64_t low, std::int64_t high) {
    const auto sides = static_cast<std::uint64_t>(high - low + 1);
    return low + static_cast<std::int64_t>(bits() % sides);
  }
  bool one_in(std::int64_t sides) { return from(1, sides) == 1; }
};

}  // namespace
}  // namespace fairshare::preemption

namespace fairshare::preemption::hadoop {
namespace {

struct Kind {  // of random snapshots
  std::int64_t size_max = 3;
  bool has_warnings = true;
};

bool has_tree(Rule rule) {
  return rule == Rule::yarn_2_5 || rule == Rule::yarn_2_7;
}

std::vector<std::size_t> add_claimants(Dice& dice, Snapshot& snapshot) {
  const std::int64_t count = dice.from(1, 6);
  std::vector<bool> has_children(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    Claimant one{.name = std::string(1, static_cast<char>('a' + i))};
    if (has_tree(snapshot.rule) && i > 0 && dice.one_in(2)) {
      one.parent = static_cast<std::size_t>(dice.from(0, i - 1));
      has_children[*one.parent] = true;
    }
    one.demand = dice.from(0, 12);
    one.min_share = dice.from(0, 4);
    one.fair_share = static_cast<double>(dice.from(0, 6));
    if (snapshot.rule == Rule::mr1) one.fair_share += static_cast<double>(dice.from(0, 3)) / 4;
    one.weight = static_cast<float>(dice.from(0, 3));
    if (!dice.one_in(3)) one.last_at_min_share = dice.from(0, snapshot.now);
    if (!dice.one_in(3)) one.last_at_fair_share = dice.from(0, snapshot.now);
    if (dice.one_in(2)) one.apps.push_back({"x", dice.from(0, 2), 2});
    snapshot.claimants.push_back(one);
  }
  std::vector<std::size_t> leaves;
  for (std::size_t i = 0; i < has_children.size(); ++i) {
    if (!has_children[i]) leaves.push_back(i);
  }
  return leaves;
}

Snapshot random_snapshot(Rule rule, const Kind& kind, std::uint64_t seed) {
  Dice dice{std::mt19937_64(seed)};
  Snapshot snapshot{.rule = rule, .now = 1'000};
  snapshot.wait_before_kill = dice.from(0, 300);
  snapshot.check_interval = dice.from(1, 100);
  snapshot.min_share_timeout = dice.from(0, 500);
  snapshot.fair_share_timeout = dice.from(0, 500);
  snapshot.memory = {dice.from(7, 10), 10};
  const std::vector<std::size_t> leaves = add_claimants(dice, snapshot);
  const std::int64_t tasks = dice.from(0, 14);
  for (std::int64_t i = 0; i < tasks; ++i) {
    Task task{.name = std::to_string(i)};
    task.claimant = leaves[static_cast<std::size_t>(dice.from(1, 1 << 20)) % leaves.size()];
    Claimant& claimant = snapshot.claimants[task.claimant];
    task.app = static_cast<std::size_t>(dice.from(1, 1 << 20)) % claimant.apps.size();
    task.priority = dice.from(0, 2);
    task.start = dice.from(0, 4);
    if (rule != Rule::mr1) task.size = dice.from(1, kind.size_max);
    if (kind.has_warnings && dice.one_in(4)) task.warned_at = dice.from(500, 1'000);
    task.is_on_warned_list = !dice.one_in(4);
    claimant.usage += task.size;
    snapshot.tasks.push_back(task);
  }
  return snapshot;
}

std::map<std::size_t, std::int64_t> usage_after(const Snapshot& snapshot, const Answer& answer) {
  std::map<std::size_t, std::int64_t> after;  // of those that lose
  for (const std::size_t victim : answer.victims) {
    const Task& task = snapshot.tasks[victim];
    after.try_emplace(task.claimant, snapshot.claimants[task.claimant].usage);
    after[task.claimant] -= task.size;
  }
  return after;
}

std::int64_t largest_victim(const Snapshot& snapshot, const Answer& answer, std::size_t claimant) {
  std::int64_t largest = 0;
  for (const std::size_t victim : answer.victims) {
    const Task& task = snapshot.tasks[victim];
    if (task.claimant == claimant) largest = std::max(largest, task.size);
  }
  return largest;
}

// Only leaves: no release looks at the fair share of a queue above them.
std::vector<BelowFairShare> leaves_below(const Snapshot& snapshot, const Answer& answer) {
  std::vector<BelowFairShare> below = answer.below;
  for (const Claimant& claimant : snapshot.claimants) {
    if (!claimant.parent) continue;
    std::erase_if(below,
                  [&](const BelowFairShare& one) { return one.claimant == *claimant.parent; });
  }
  return below;
}

class RandomPreemption : public testing::TestWithParam<Rule> {};

std::string test_name(const testing::TestParamInfo<Rule>& info) {
  std::string name(name_of(info.param));
  std::erase_if(name, [](char c) { return c == '-' || c == '.'; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(Of, RandomPreemption,
                         testing::Values(Rule::article, Rule::mr1, Rule::yarn_2_2, Rule::yarn_2_5,
                                         Rule::yarn_2_7),
                         test_name);

TEST_P(RandomPreemption, TakesNoMoreTasksThanAreNeeded) {
  std::size_t with_victims = 0;
  for (std::uint64_t seed = 0; seed < snapshots; ++seed) {
    const Snapshot snapshot = random_snapshot(GetParam(), {}, seed);
    const Answer answer = compute(snapshot);
    const std::set<std::size_t> distinct(answer.victims.begin(), answer.victims.end());
    ASSERT_EQ(distinct.size(), answer.victims.size()) << seed;
    if (answer.victims.empty()) continue;
    ++with_victims;
    std::int64_t before_the_last = 0;
    for (std::size_t i = 0; i + 1 < answer.victims.size(); ++i) {
      before_the_last += snapshot.tasks[answer.victims[i]].size;
    }
    ASSERT_LT(before_the_last, answer.reclaim) << seed;
  }
  EXPECT_GT(with_victims, snapshots / 50) << "too few to say anything";
}

TEST_P(RandomPreemption, ReclaimsNoMoreThanBringsAnybodyToItsShare) {
  for (std::uint64_t seed = 0; seed < snapshots; ++seed) {
    const Snapshot snapshot = random_snapshot(GetParam(), {}, seed);
    const Answer answer = compute(snapshot);
    std::int64_t sum = 0;
    for (const Starved& one : answer.starved) {
      const Claimant& claimant = snapshot.claimants[one.claimant];
      const auto fair_share = static_cast<std::int64_t>(claimant.fair_share);
      const std::int64_t share = std::max(claimant.min_share, fair_share);
      ASSERT_GT(one.reclaim, 0) << seed;
      ASSERT_EQ(one.reclaim, std::max(one.due_to_min_share, one.due_to_fair_share)) << seed;
      ASSERT_LE(claimant.usage + one.reclaim, std::min(share, claimant.demand)) << seed;
      sum += one.reclaim;
    }
    ASSERT_EQ(answer.reclaim, sum) << seed;
  }
}

TEST_P(RandomPreemption, TakesOnlyFromThoseAboveTheirFairShareUnlessItWarnedBefore) {
  for (std::uint64_t seed = 0; seed < snapshots; ++seed) {
    const Snapshot snapshot = random_snapshot(GetParam(), {}, seed);
    for (const std::size_t victim : compute(snapshot).victims) {
      const Task& task = snapshot.tasks[victim];
      const Claimant& claimant = snapshot.claimants[task.claimant];
      const bool was_warned = has_tree(GetParam()) && task.warned_at;
      ASSERT_TRUE(was_warned || static_cast<double>(claimant.usage) > claimant.fair_share) << seed;
    }
  }
}

TEST_P(RandomPreemption, WarnsNowAndKillsAfterTheWait) {
  for (std::uint64_t seed = 0; seed < snapshots; ++seed) {
    const Snapshot snapshot = random_snapshot(GetParam(), {}, seed);
    const Answer answer = compute(snapshot);
    std::size_t kills = 0;
    for (const Step& step : answer.steps) {
      const std::int64_t warned_at = snapshot.tasks[step.task].warned_at.value_or(snapshot.now);
      if (step.action == Action::warn) {
        ASSERT_EQ(step.at, snapshot.now) << seed;
        ASSERT_FALSE(snapshot.tasks[step.task].warned_at) << seed;
        continue;
      }
      ASSERT_EQ(step.task, answer.victims[kills++]) << seed;
      if (GetParam() == Rule::mr1) {
        ASSERT_EQ(step.at, snapshot.now) << seed;
        continue;
      }
      ASSERT_EQ((step.at - snapshot.now) % snapshot.check_interval, 0) << seed;
      ASSERT_GE(step.at, warned_at + snapshot.wait_before_kill) << seed;
      const std::int64_t longest = snapshot.wait_before_kill + snapshot.check_interval;
      ASSERT_LE(step.at, std::max(snapshot.now, warned_at + longest)) << seed;
    }
    ASSERT_EQ(kills, answer.victims.size()) << seed;
  }
}

TEST_P(RandomPreemption, SaysWhoIsBroughtBelowItsFairShare) {
  for (std::uint64_t seed = 0; seed < snapshots; ++seed) {
    const Snapshot snapshot = random_snapshot(GetParam(), {}, seed);
    const Answer answer = compute(snapshot);
    std::vector<BelowFairShare> below;
    for (const auto& [claimant, after] : usage_after(snapshot, answer)) {
      if (static_cast<double>(after) < snapshot.claimants[claimant].fair_share) {
        below.push_back({claimant, after});
      }
    }
    ASSERT_EQ(leaves_below(snapshot, answer), below) << seed;
  }
}

// Never below a fair share: what is left of it.

TEST(RandomPreemptionByMr1, BringsNoPoolAWholeTaskBelowItsFairShare) {
  for (std::uint64_t seed = 0; seed < snapshots; ++seed) {
    const Snapshot snapshot = random_snapshot(Rule::mr1, {}, seed);
    for (const auto& [claimant, after] : usage_after(snapshot, compute(snapshot))) {
      ASSERT_GT(static_cast<double>(after), snapshot.claimants[claimant].fair_share - 1) << seed;
    }
  }
}

TEST(RandomPreemptionByYarn25, BringsNoQueueAWholeContainerBelowItsFairShare) {
  for (const Rule rule : {Rule::yarn_2_5, Rule::yarn_2_7}) {
    for (std::uint64_t seed = 0; seed < snapshots; ++seed) {
      const Snapshot snapshot = random_snapshot(rule, {3, false}, seed);
      const Answer answer = compute(snapshot);
      for (const auto& [claimant, after] : usage_after(snapshot, answer)) {
        const auto fair_share = static_cast<std::int64_t>(snapshot.claimants[claimant].fair_share);
        ASSERT_GT(after, fair_share - largest_victim(snapshot, answer, claimant)) << seed;
      }
    }
  }
}

TEST(RandomPreemptionByYarn25, BringsNoQueueBelowItsFairShareInContainersOfOne) {
  for (const Rule rule : {Rule::yarn_2_5, Rule::yarn_2_7}) {
    for (std::uint64_t seed = 0; seed < snapshots; ++seed) {
      const Snapshot snapshot = random_snapshot(rule, {1, false}, seed);
      ASSERT_TRUE(leaves_below(snapshot, compute(snapshot)).empty()) << seed;
    }
  }
}

TEST(RandomPreemptionByArticle, SparesTheFairShareOfAQueueThatHasAsMuchAboveItAsIsReclaimed) {
  for (const Rule rule : {Rule::article, Rule::yarn_2_2}) {
    for (std::uint64_t seed = 0; seed < snapshots; ++seed) {
      const Snapshot snapshot = random_snapshot(rule, {}, seed);
      const Answer answer = compute(snapshot);
      for (const auto& [claimant, after] : usage_after(snapshot, answer)) {
        const Claimant& one = snapshot.claimants[claimant];
        const auto fair_share = static_cast<std::int64_t>(one.fair_share);
        if (one.usage - fair_share < answer.reclaim) continue;
        ASSERT_GT(after, fair_share - largest_victim(snapshot, answer, claimant)) << seed;
      }
    }
  }
}

}  // namespace
}  // namespace fairshare::preemption::hadoop

namespace fairshare::preemption::pool_tree {
namespace {

// Amounts are 64ths, so that sums are exact.
Snapshot random_snapshot(Era era, std::uint64_t seed) {
  Dice dice{std::mt19937_64(seed)};
  Snapshot snapshot{.era = era, .now = 1'000};
  const auto part = [&](std::int64_t most) { return static_cast<double>(dice.from(0, most)) / 64; };
  snapshot.settings = {0.8, 100, 200, 0.8, 100, 200};
  snapshot.max_unpreemptable_job_count = dice.from(0, 3);
  const std::int64_t pools = dice.from(1, 4);
  const std::int64_t operations = dice.from(1, 5);
  for (std::int64_t i = 0; i < pools + operations; ++i) {
    Element one{.name = std::to_string(i)};
    one.is_operation = i >= pools;
    const std::int64_t last_pool = std::min(i, pools) - 1;
    if (last_pool >= 0 && (one.is_operation || dice.one_in(2))) {
      one.parent = static_cast<std::size_t>(dice.from(0, last_pool));
    }
    one.demand = part(64);
    one.fair_share = part(32);
    one.min_share = part(16);
    if (dice.one_in(2)) one.below_fair_share_since = dice.from(0, 1'000);
    one.enables_aggressive_starvation = !one.is_operation && dice.one_in(4);
    one.allows_aggressive_preemption = !dice.one_in(4);
    snapshot.elements.push_back(one);
  }
  const std::int64_t jobs = dice.from(0, 20);
  for (std::int64_t i = 0; i < jobs; ++i) {
    Job job{.name = std::to_string(i)};
    job.operation = static_cast<std::size_t>(dice.from(pools, pools + operations - 1));
    job.start = dice.from(0, 9);
    job.usage = part(8);
    snapshot.jobs.push_back(job);
    std::optional<std::size_t> at = job.operation;
    for (; at; at = snapshot.elements[*at].parent) snapshot.elements[*at].usage += job.usage;
  }
  return snapshot;
}

TEST(RandomYtsaurusPreemption, LeavesEveryOperationItsFairShareOrAFifthWhereItIsAggressive) {
  std::size_t with_victims = 0;
  std::size_t aggressive = 0;
  for (const Era era : {Era::v2018, Era::v2019}) {
    for (std::uint64_t seed = 0; seed < snapshots; ++seed) {
      const Snapshot snapshot = random_snapshot(era, seed);
      const Answer answer = compute(snapshot);
      std::map<std::size_t, double> after;
      for (const std::size_t job : answer.victims) {
        const std::size_t operation = snapshot.jobs[job].operation;
        after.try_emplace(operation, snapshot.elements[operation].usage);
        after[operation] -= snapshot.jobs[job].usage;
      }
      with_victims += after.empty() ? 0U : 1U;
      for (const auto& [operation, left] : after) {
        const Element& element = snapshot.elements[operation];
        const bool may_take_more = answer.is_aggressive && element.allows_aggressive_preemption;
        aggressive += may_take_more ? 1U : 0U;
        ASSERT_GE(left, element.fair_share * (may_take_more ? 0.2 : 1.0)) << seed;
      }
    }
  }
  EXPECT_GT(with_victims, snapshots / 20);
  EXPECT_GT(aggressive, snapshots / 50);
}

TEST(RandomYtsaurusPreemption, ReclaimsNothingForWhatStarvesBelowWhatStarves) {
  std::size_t below_one = 0;
  std::size_t further_below = 0;
  for (std::uint64_t seed = 0; seed < snapshots; ++seed) {
    const Snapshot snapshot = random_snapshot(Era::v2019, seed);
    const Answer answer = compute(snapshot);
    for (const Starved& one : answer.starved) {
      const Element& element = snapshot.elements[one.element];
      std::size_t distance = 1;
      std::optional<std::size_t> at = element.parent;
      while (at && !answer.states[*at].is_starving) {
        at = snapshot.elements[*at].parent;
        ++distance;
      }
      if (at) ++(distance == 1 ? below_one : further_below);
      const double lacks = std::max(0.0, element.fair_share - element.usage);
      ASSERT_EQ(one.reclaim, at ? 0 : lacks) << seed;
    }
  }
  EXPECT_GT(below_one, snapshots / 200);
  EXPECT_GT(further_below, snapshots / 2000);
}

TEST(RandomYtsaurusPreemption, OfA2019ReleaseSparesEverythingBelowWhoStarves) {
  for (std::uint64_t seed = 0; seed < snapshots; ++seed) {
    const Snapshot snapshot = random_snapshot(Era::v2019, seed);
    const Answer answer = compute(snapshot);
    for (const std::size_t job : answer.candidates) {
      std::optional<std::size_t> at = snapshot.jobs[job].operation;
      for (; at; at = snapshot.elements[*at].parent) {
        ASSERT_FALSE(answer.states[*at].is_starving) << seed;
      }
    }
  }
}

}  // namespace
}  // namespace fairshare::preemption::pool_tree
