// Who loses its tasks: the choice of victims in each of Hadoop's releases.
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

// Each takes what is to be reclaimed in all, which may be zero or less: then no claimant loses
// anything.

// Tasks of claimants above their fair share, largest priority number first, then newest first,
// until enough is found. Nothing stops it at a claimant's fair share. Killed at the first check at
// which wait_before_kill has passed.
Victims choose_by_article(const Snapshot& snapshot, std::int64_t reclaim);

// Tasks of pools above their fair share, newest first, each as long as its pool has more tasks left
// than its fair share; killed at once.
Victims choose_by_mr1(const Snapshot& snapshot, std::int64_t reclaim);

// First what was warned before, in the order of the warnings; then containers of queues above their
// fair share, largest priority number first, then newest first. A queue's usage does not fall when
// a container is warned, only when it is killed. A container warned before, whose queue is not
// above its fair share any more, is a NullPointerException.
Victims choose_by_yarn_2_2(const Snapshot& snapshot, std::int64_t reclaim);

// yarn-2.5 and yarn-2.7. First what was warned before; then, one container after the other, down
// from the root: the queue that is most over its share, its application likewise, of that the
// container of the largest priority number, then the newest, that was never warned. What is warned
// no longer counts as used. All ends as soon as the queue so found is not above its fair share, or
// its application has nothing left.
Victims choose_by_yarn_2_5(const Snapshot& snapshot, std::int64_t reclaim);

}  // namespace fairshare::preemption::hadoop
