// Preemption in YTsaurus's scalar pool tree (2018-03, 2019-06): statuses, starvation, and the jobs
// that may be preempted for starved elements.
//
// Everything is a ratio of the cluster, in the dominant resource. YTsaurus decides node by node, at
// most one new job per heartbeat, and keeps no total of what is to be reclaimed. Here the cluster
// is one node with nothing free, and the amount reclaimed is what the starving elements lack of
// their fair shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fairshare/schedulers/ytsaurus/scalar.h"

namespace fairshare::preemption::pool_tree {

using schedulers::ytsaurus::scalar::Era;
using schedulers::ytsaurus::scalar::Status;

// An absent setting is that of the parent; at the top, that of the tree.
struct Settings {
  std::optional<double> tolerance = std::nullopt;  // fair_share_starvation_tolerance
  std::optional<std::int64_t> min_share_timeout = std::nullopt;
  std::optional<std::int64_t> fair_share_timeout = std::nullopt;
  // A pool's limits for all elements below it: at most this tolerance, at least these timeouts.
  std::optional<double> tolerance_limit = std::nullopt;
  std::optional<std::int64_t> min_share_timeout_limit = std::nullopt;
  std::optional<std::int64_t> fair_share_timeout_limit = std::nullopt;

  friend bool operator==(const Settings&, const Settings&) = default;
};

struct Element {  // a pool, or an operation
  std::string name = {};
  std::optional<std::size_t> parent = std::nullopt;  // a pool before it; absent: the root
  bool is_operation = false;
  bool is_fifo = false;  // of pools
  double usage = 0;
  double demand = 0;
  double fair_share = 0;
  double min_share = 0;  // adjusted_min_share_ratio
  Settings settings = {};
  std::optional<std::int64_t> below_fair_share_since = std::nullopt;
  bool is_starving = false;                    // at the last update
  bool enables_aggressive_starvation = false;  // of itself and of all below it
  bool allows_aggressive_preemption = true;

  friend bool operator==(const Element&, const Element&) = default;
};

struct Job {
  std::string name = {};
  std::size_t operation = 0;
  std::int64_t start = 0;
  double usage = 0;  // an amount; `total` is the whole cluster

  friend bool operator==(const Job&, const Job&) = default;
};

struct Observed {
  std::size_t element = 0;
  double usage = 0;
  double demand = 0;
  double fair_share = 0;
  double min_share = 0;

  friend bool operator==(const Observed&, const Observed&) = default;
};

struct Observation {
  std::int64_t at = 0;
  std::vector<Observed> elements = {};

  friend bool operator==(const Observation&, const Observation&) = default;
};

struct Snapshot {
  Era era = Era::v2019;
  std::int64_t now = 0;
  double total = 1;  // of jobs' usages
  // The tree's own settings, which apply at the root: the defaults of its configuration.
  Settings settings = {0.8, 15'000, 30'000, 0.8, 15'000, 30'000};
  std::int64_t max_unpreemptable_job_count = 10;
  double preemption_satisfaction_threshold = 1.0;
  double aggressive_preemption_satisfaction_threshold = 0.2;
  std::vector<Element> elements = {};
  std::vector<Job> jobs = {};
  std::vector<Observation> history = {};  // in the order of time

  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

enum class JobClass { preemptable, aggressively_preemptable, not_preemptable };

// "normal", "below_min_share", "below_fair_share"; "preemptable", ...
std::string_view name_of(Status status);
std::string_view name_of(JobClass job_class);

struct State {           // of one element
  double tolerance = 0;  // effective, as are the timeouts
  std::int64_t min_share_timeout = 0;
  std::int64_t fair_share_timeout = 0;
  double satisfaction = 0;          // its own; the largest double without a fair share or in fifo
  double subtree_satisfaction = 0;  // the least of it and all below: decides which is first
  Status status = Status::normal;
  std::optional<std::int64_t> below_fair_share_since = std::nullopt;
  bool is_starving = false;
  bool may_lose_jobs = false;  // operations only
};

struct Starved {
  std::size_t element = 0;
  double reclaim = 0;  // fair share - usage; 0 below another one that starves

  friend bool operator==(const Starved&, const Starved&) = default;
};

struct BelowFairShare {  // an element that losing jobs leaves below its fair share
  std::size_t element = 0;
  double usage_after = 0;

  friend bool operator==(const BelowFairShare&, const BelowFairShare&) = default;
};

struct Answer {
  std::vector<State> states;   // one per element
  std::vector<JobClass> jobs;  // one per job, whatever its operation
  bool is_aggressive = false;  // a starved pool may be aggressive
  std::vector<Starved> starved;
  double reclaim = 0;
  std::vector<std::size_t> candidates;  // jobs that may be preempted now, newest first
  std::vector<std::size_t> victims;     // the first of them, until enough is free; killed at once
  std::vector<BelowFairShare> below;    // in the order of the elements
};

// The snapshot is the last update. A status that is not normal starts the clock
// below_fair_share_since, unless it runs already. Once the clock has run for longer than the
// timeout, a later update makes the element starve. A normal status ends both.
//
//     fair share 0.5, tolerance 0.8, usage 0.4: below 0.4 - 1.49e-8 is below its fair share,
//     0.4 itself is normal
//
// An operation's jobs, oldest first: those that reach 0.2 of its fair share are not preemptable,
// those that reach the whole of it aggressively preemptable, the rest preemptable.
//
// Asserts that parents are pools that come before their children, that jobs belong to operations,
// that times are not negative and the total positive, and that history is in the order of time.
Answer compute(const Snapshot& snapshot);

}  // namespace fairshare::preemption::pool_tree
