// Preemption in Hadoop's fair schedulers: from a snapshot of a cluster, which claimants are
// starved, what each may reclaim, and which tasks are warned and killed for them, in order.
//
//     reclaim = max(min(min_share, demand) - usage, min(fair_share, demand) - usage, 0)
//
// Every rule starts from this. They differ in clocks (how long a claimant must have been starved),
// in which claimants may lose tasks, and in when they stop. docs/preemption.md compares them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairshare::preemption::hadoop {

enum class Rule {
  article,   // the formula above and nothing else: no clocks
  mr1,       // Hadoop 0.21, 0.22, 1.x: FairScheduler.preemptTasksIfNecessary, one type of task
  yarn_2_2,  // 2.0 to 2.4: FairScheduler.preemptResources, on memory
  yarn_2_5,  // 2.5: victims by queue, application, container (YARN-596), utilization gate
  yarn_2_7,  // 2.6 to 2.7: thresholds and timeouts of each queue (YARN-2394, YARN-2395)
};

// "article", "mr1", "yarn-2.2", "yarn-2.5", "yarn-2.7".
std::optional<Rule> find_rule(std::string_view name);
std::string_view name_of(Rule rule);

// The largest amount that the rule holds: 2^31 - 1 slots or MB; for the article 2^53.
std::int64_t amount_max(Rule rule);

// Times are milliseconds from 0 to this, so that adding one to another cannot overflow.
inline constexpr std::int64_t time_max = std::numeric_limits<std::int64_t>::max() / 4;

// The releases' value for an absent timeout: Long.MAX_VALUE.
inline constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

struct App {  // an application within a queue; only yarn-2.5 and yarn-2.7 use these
  std::string name = {};
  std::int64_t start_time = 0;
  float weight = 1;

  friend bool operator==(const App&, const App&) = default;
};

struct Claimant {  // a pool, or a queue
  std::string name = {};
  // The parent queue, which comes before it; yarn-2.5 and yarn-2.7 only.
  std::optional<std::size_t> parent = std::nullopt;
  std::int64_t usage = 0;  // running tasks, or memory; ignored for a queue with children
  std::int64_t demand = 0;
  std::int64_t min_share = 0;
  double fair_share = 0;  // mr1: any double, NaN too; else a whole number
  float weight = 1;       // yarn-2.5 and yarn-2.7: decides which queue is furthest over its share
  // When it last was not starved; absent: its clocks start with the first observation of it.
  std::optional<std::int64_t> last_at_min_share = std::nullopt;
  std::optional<std::int64_t> last_at_fair_share = std::nullopt;
  // Absent: as its parent (yarn-2.7), or as the snapshot says.
  std::optional<std::int64_t> min_share_timeout = std::nullopt;
  std::optional<std::int64_t> fair_share_timeout = std::nullopt;  // yarn-2.7 only
  std::optional<float> fair_share_threshold = std::nullopt;       // yarn-2.7 only
  std::vector<App> apps = {{}};

  friend bool operator==(const Claimant&, const Claimant&) = default;
};

struct Task {  // a running task, or a container
  std::string name = {};
  std::size_t claimant = 0;   // one without children
  std::size_t app = 0;        // of that claimant
  std::int64_t priority = 0;  // as a number: a smaller one is a higher priority; mr1 has none
  std::int64_t start = 0;     // when it started, or its id: a larger one is newer
  std::int64_t size = 1;      // memory; a slot
  std::optional<std::int64_t> warned_at = std::nullopt;
  // False: it was warned but then not needed. The releases drop it from their list, but keep the
  // warning.
  bool is_on_warned_list = true;

  friend bool operator==(const Task&, const Task&) = default;
};

struct Observed {
  std::size_t claimant = 0;
  std::int64_t usage = 0;
  std::int64_t demand = 0;
  std::int64_t min_share = 0;
  double fair_share = 0;

  friend bool operator==(const Observed&, const Observed&) = default;
};

struct Observation {  // one update of the scheduler, before the snapshot
  std::int64_t at = 0;
  std::vector<Observed> claimants = {};

  friend bool operator==(const Observation&, const Observation&) = default;
};

struct Utilization {
  std::int64_t used = 0;
  std::int64_t total = 0;

  friend bool operator==(const Utilization&, const Utilization&) = default;
};

struct Snapshot {
  Rule rule = Rule::article;
  std::int64_t now = 0;
  std::int64_t wait_before_kill = 15'000;  // the releases' default
  std::int64_t check_interval = 5'000;     // how often preemption is considered; > 0
  std::int64_t min_share_timeout = never;
  std::int64_t fair_share_timeout = never;
  float fair_share_threshold = 0.5F;
  // Of the whole cluster; yarn-2.5 and yarn-2.7 preempt only where it is used enough.
  Utilization memory = {};
  std::optional<Utilization> vcores = std::nullopt;
  float utilization_threshold = 0.8F;
  std::vector<Claimant> claimants = {};
  std::vector<Task> tasks = {};
  std::vector<Observation> history = {};  // in the order of time

  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

// What MR1 writes to its event log for each pool at each update.
struct ClockReading {
  std::int64_t at = 0;
  std::size_t claimant = 0;
  std::int64_t since_min_share = 0;   // at - the last time at its minimum
  std::int64_t since_fair_share = 0;  // at - the last time at the threshold of its fair share

  friend bool operator==(const ClockReading&, const ClockReading&) = default;
};

struct Starved {
  std::size_t claimant = 0;
  std::int64_t due_to_min_share = 0;  // 0 if its clock has not passed the timeout
  std::int64_t due_to_fair_share = 0;
  std::int64_t reclaim = 0;  // the larger of the two, > 0

  friend bool operator==(const Starved&, const Starved&) = default;
};

enum class Action { warn, kill };

// If `at` is after the snapshot, this happens at that check if nothing else changes.
struct Step {
  std::size_t task = 0;
  Action action = Action::warn;
  std::int64_t at = 0;
};

enum class Fault {
  none,
  overflow,      // the sum of what is reclaimed wrapped
  null_pointer,  // yarn-2.2: a NullPointerException ended the check, after the steps given
};

struct BelowFairShare {  // a claimant whose loss leaves it below its fair share
  std::size_t claimant = 0;
  std::int64_t usage_after = 0;

  friend bool operator==(const BelowFairShare&, const BelowFairShare&) = default;
};

struct Answer {
  std::vector<ClockReading> readings;  // of every observation, the snapshot last; article: none
  std::vector<Starved> starved;        // in the order of the claimants
  std::int64_t reclaim = 0;            // their sum, as the release holds it
  bool is_below_utilization =
      false;  // utilization is below the threshold: nothing is checked or preempted
  std::vector<std::size_t> victims;   // tasks, in the order in which they are chosen
  std::vector<Step> steps;            // the same tasks in that order, each warned, then killed
  std::vector<BelowFairShare> below;  // in the order of the claimants
  Fault fault = Fault::none;
};

// The snapshot itself is the last observation: every release updates its clocks just before it
// checks. So a claimant at its share now is not starved, whatever its clock showed.
//
//     article: b uses 3 of fair share 2 in tasks of 1, a has 1 of 2 and wants 2
//         -> a reclaims 1; b's newest task of the largest priority number is warned, killed at 15 s
//     mr1: b runs 3 tasks, fair share 2.5  -> loses one and is left with 2, below its fair share
//
// Asserts that times are from 0 to time_max and clocks not after now, that amounts are from 0 to
// amount_max, that tasks belong to claimants without children, that parents come before their
// children, that check_interval is positive, and that history is in the order of time.
Answer compute(const Snapshot& snapshot);

}  // namespace fairshare::preemption::hadoop
