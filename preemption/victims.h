// Which tasks are preempted: the choice of victims in each of Hadoop's releases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "preemption/hadoop.h"

namespace fairshare::preemption::hadoop {

struct Victims {
  std::vector<std::size_t> tasks;  // in the order in which they are chosen
  std::vector<Step> steps;
  Fault fault = Fault::none;
};

// Each takes the total to be reclaimed; if that is zero or less, no claimant loses anything.

// Tasks of claimants above their fair share, largest priority number first, then newest first,
// until enough is found. Nothing stops it at a claimant's fair share. Killed at the first check at
// which wait_before_kill has passed.
Victims choose_by_article(const Snapshot& snapshot, std::int64_t reclaim);

// Tasks of pools above their fair share, newest first, each as long as its pool has more tasks left
// than its fair share; killed at once.
Victims choose_by_mr1(const Snapshot& snapshot, std::int64_t reclaim);

// First the containers warned before, in the order of the warnings; then containers of queues above
// their fair share, largest priority number first, then newest first. A queue's usage does not fall
// when a container is warned, only when it is killed. A container warned before whose queue is no
// longer above its fair share causes a NullPointerException.
Victims choose_by_yarn_2_2(const Snapshot& snapshot, std::int64_t reclaim);

// yarn-2.5 and yarn-2.7. First the containers warned before; then one container after another, from
// the root down: the queue furthest over its share, in it the application furthest over its share,
// and of its containers that were never warned the one with the largest priority number, then the
// newest. Warned containers no longer count as used. The search ends as soon as the queue found is
// not above its fair share, or its application has no container left.
Victims choose_by_yarn_2_5(const Snapshot& snapshot, std::int64_t reclaim);

}  // namespace fairshare::preemption::hadoop
