#include "preemption/ytsaurus.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace fairshare::preemption::pool_tree {
namespace {

using schedulers::ytsaurus::scalar::comparison_precision;
using schedulers::ytsaurus::scalar::computation_precision;

void assert_sense(const Snapshot& snapshot) {
  assert(std::isfinite(snapshot.total) && snapshot.total > 0 && snapshot.now >= 0);
  for (std::size_t i = 0; i < snapshot.elements.size(); ++i) {
    const Element& element = snapshot.elements[i];
    assert(!element.parent ||
           (*element.parent < i && !snapshot.elements[*element.parent].is_operation));
  }
  for (const Job& job : snapshot.jobs) {
    assert(std::isfinite(job.usage) && job.operation < snapshot.elements.size());
    assert(snapshot.elements[job.operation].is_operation);
  }
  for (std::size_t i = 1; i < snapshot.history.size(); ++i) {
    assert(snapshot.history[i - 1].at <= snapshot.history[i].at);
  }
}

// The effective settings of an element, and what it allows its children.
struct Effective {
  double tolerance;
  std::int64_t min_share_timeout;
  std::int64_t fair_share_timeout;
  double tolerance_limit;
  std::int64_t min_share_timeout_limit;
  std::int64_t fair_share_timeout_limit;
};

Effective below(const Effective& parent, const Settings& own) {
  return {std::min(own.tolerance.value_or(parent.tolerance), parent.tolerance_limit),
          std::max(own.min_share_timeout.value_or(parent.min_share_timeout),
                   parent.min_share_timeout_limit),
          std::max(own.fair_share_timeout.value_or(parent.fair_share_timeout),
                   parent.fair_share_timeout_limit),
          std::min(own.tolerance_limit.value_or(parent.tolerance_limit), parent.tolerance_limit),
          std::max(own.min_share_timeout_limit.value_or(0), parent.min_share_timeout_limit),
          std::max(own.fair_share_timeout_limit.value_or(0), parent.fair_share_timeout_limit)};
}

void settle(const Snapshot& snapshot, std::vector<State>& states) {
  const Settings& tree = snapshot.settings;
  const Effective root{tree.tolerance.value_or(1),
                       tree.min_share_timeout.value_or(0),
                       tree.fair_share_timeout.value_or(0),
                       tree.tolerance_limit.value_or(1),
                       tree.min_share_timeout_limit.value_or(0),
                       tree.fair_share_timeout_limit.value_or(0)};
  std::vector<Effective> all;
  all.reserve(snapshot.elements.size());
  for (std::size_t i = 0; i < snapshot.elements.size(); ++i) {
    const Element& element = snapshot.elements[i];
    all.push_back(below(element.parent ? all[*element.parent] : root, element.settings));
    states[i].tolerance = all[i].tolerance;
    states[i].min_share_timeout = all[i].min_share_timeout;
    states[i].fair_share_timeout = all[i].fair_share_timeout;
  }
}

Status status_of(const Observed& seen, double effective_tolerance) {
  const bool has_all_it_wants = seen.demand < seen.fair_share + comparison_precision;
  const double tolerance = has_all_it_wants ? 1 : effective_tolerance;
  if (seen.usage > seen.fair_share * tolerance - comparison_precision) return Status::normal;
  return seen.usage < seen.min_share ? Status::below_min_share : Status::below_fair_share;
}

// CheckForStarvation. One clock serves both timeouts.
void observe(const Observed& seen, std::int64_t at, State& state) {
  state.status = status_of(seen, state.tolerance);
  if (state.status == Status::normal) {
    state.below_fair_share_since.reset();
    state.is_starving = false;
    return;
  }
  if (!state.below_fair_share_since) {
    state.below_fair_share_since = at;
    return;
  }
  const std::int64_t timeout =
      state.status == Status::below_min_share ? state.min_share_timeout : state.fair_share_timeout;
  if (*state.below_fair_share_since < at - timeout) state.is_starving = true;
}

void run_clocks(const Snapshot& snapshot, std::vector<State>& states) {
  for (const Observation& observation : snapshot.history) {
    for (const Observed& seen : observation.elements) {
      observe(seen, observation.at, states[seen.element]);
    }
  }
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Element& element = snapshot.elements[i];
    observe({i, element.usage, element.demand, element.fair_share, element.min_share}, snapshot.now,
            states[i]);
  }
}

double local_satisfaction(const Snapshot& snapshot, const Element& element) {
  const bool is_in_fifo = element.parent && snapshot.elements[*element.parent].is_fifo;
  if (element.fair_share < computation_precision || is_in_fifo) {
    return std::numeric_limits<double>::max();
  }
  if (element.min_share > computation_precision && element.usage < element.min_share) {
    return element.usage / element.min_share - 1;
  }
  return element.usage / element.fair_share;
}

void find_satisfaction(const Snapshot& snapshot, std::vector<State>& states) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i].satisfaction = local_satisfaction(snapshot, snapshot.elements[i]);
    states[i].subtree_satisfaction = states[i].satisfaction;
  }
  for (std::size_t i = states.size(); i-- > 0;) {
    const auto& parent = snapshot.elements[i].parent;
    if (!parent) continue;
    double& above = states[*parent].subtree_satisfaction;
    above = std::min(above, states[i].subtree_satisfaction);
  }
}

// Starving operations do not count.
bool is_aggressive(const Snapshot& snapshot, const std::vector<State>& states) {
  std::vector<bool> enabled(states.size());
  bool is_any = false;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Element& element = snapshot.elements[i];
    enabled[i] =
        element.enables_aggressive_starvation || (element.parent && enabled[*element.parent]);
    is_any = is_any || (enabled[i] && !element.is_operation && states[i].is_starving);
  }
  return is_any;
}

// For each operation: the oldest jobs that together reach the first bound, then those that reach
// the next.
std::vector<JobClass> classify(const Snapshot& snapshot) {
  std::vector<std::size_t> oldest_first(snapshot.jobs.size());
  for (std::size_t i = 0; i < oldest_first.size(); ++i) oldest_first[i] = i;
  std::ranges::stable_sort(oldest_first, {}, [&](std::size_t i) { return snapshot.jobs[i].start; });
  std::vector<double> usage(snapshot.elements.size());
  std::vector<JobClass> classes(snapshot.jobs.size(), JobClass::preemptable);
  for (const std::size_t i : oldest_first) {
    const Job& job = snapshot.jobs[i];
    const double fair_share = snapshot.elements[job.operation].fair_share;
    const double ratio = usage[job.operation] / snapshot.total;
    if (ratio < fair_share * snapshot.aggressive_preemption_satisfaction_threshold) {
      classes[i] = JobClass::not_preemptable;
    } else if (ratio < fair_share * snapshot.preemption_satisfaction_threshold) {
      classes[i] = JobClass::aggressively_preemptable;
    }
    usage[job.operation] += job.usage;
  }
  return classes;
}

double threshold_of(const Snapshot& snapshot, bool is_aggressive) {
  return is_aggressive ? snapshot.aggressive_preemption_satisfaction_threshold
                       : snapshot.preemption_satisfaction_threshold;
}

// Whether an element protects its operations' jobs. `is_aggressive`: preemption is aggressive, and
// the operation allows that.
bool protects_2019(const Snapshot& snapshot, const State& state, const Element& element,
                   bool is_aggressive) {
  const bool counts = is_aggressive && element.allows_aggressive_preemption;
  return state.is_starving ||
         state.satisfaction < threshold_of(snapshot, counts) + comparison_precision;
}

// 2018: a pool that is not satisfied only protects if it forbids aggressive preemption, whether any
// preemption is aggressive or not.
bool protects_2018(const State& state, const Element& element) {
  return state.is_starving || (state.subtree_satisfaction < 1 + computation_precision &&
                               !element.allows_aggressive_preemption);
}

// Does an operation allow aggressive preemption? In 2018 its pool must allow it as well.
bool allows_aggression(const Snapshot& snapshot, const Element& operation) {
  const bool is_asked = snapshot.era == Era::v2018 && operation.parent;
  return operation.allows_aggressive_preemption &&
         (!is_asked || snapshot.elements[*operation.parent].allows_aggressive_preemption);
}

// For each element: whether it or its ancestors protect an operation below that allows aggressive
// preemption, and (2019) one that does not.
struct Protection {
  bool allowing;
  bool forbidding;
};

std::vector<Protection> find_protection(const Snapshot& snapshot, const Answer& answer) {
  std::vector<Protection> all;
  all.reserve(answer.states.size());
  for (std::size_t i = 0; i < answer.states.size(); ++i) {
    const Element& element = snapshot.elements[i];
    const State& state = answer.states[i];
    Protection own{};
    if (snapshot.era == Era::v2019) {
      own = {protects_2019(snapshot, state, element, answer.is_aggressive),
             protects_2019(snapshot, state, element, false)};
    } else if (!element.is_operation) {
      own.allowing = protects_2018(state, element);
    }
    const Protection above = element.parent ? all[*element.parent] : Protection{};
    all.push_back({own.allowing || above.allowing, own.forbidding || above.forbidding});
  }
  return all;
}

void find_losers(const Snapshot& snapshot, Answer& answer) {
  const std::vector<Protection> protection = find_protection(snapshot, answer);
  std::vector<std::int64_t> job_count(answer.states.size());
  for (const Job& job : snapshot.jobs) ++job_count[job.operation];
  for (std::size_t i = 0; i < answer.states.size(); ++i) {
    const Element& element = snapshot.elements[i];
    if (!element.is_operation || job_count[i] <= snapshot.max_unpreemptable_job_count) continue;
    const bool allows = allows_aggression(snapshot, element);
    // 2018: the root, which never has more than its fair share, protects operations that do not
    // allow it.
    if (snapshot.era == Era::v2018 && !allows) continue;
    if (allows ? protection[i].allowing : protection[i].forbidding) continue;
    const double bound =
        element.fair_share * threshold_of(snapshot, answer.is_aggressive && allows);
    if (snapshot.era == Era::v2018 && element.usage < bound) continue;
    answer.states[i].may_lose_jobs = true;
  }
}

void find_starved(const Snapshot& snapshot, Answer& answer) {
  std::vector<bool> is_within(answer.states.size());  // another element that starves
  for (std::size_t i = 0; i < answer.states.size(); ++i) {
    const Element& element = snapshot.elements[i];
    const auto& parent = element.parent;
    is_within[i] = parent && (is_within[*parent] || answer.states[*parent].is_starving);
    if (!answer.states[i].is_starving) continue;
    const double lacks = std::max(0.0, element.fair_share - element.usage);
    answer.starved.push_back({i, is_within[i] ? 0 : lacks});
    answer.reclaim += answer.starved.back().reclaim;
  }
}

void choose(const Snapshot& snapshot, Answer& answer) {
  for (std::size_t i = 0; i < snapshot.jobs.size(); ++i) {
    const std::size_t operation = snapshot.jobs[i].operation;
    if (!answer.states[operation].may_lose_jobs) continue;
    const bool is_aggressive =
        answer.is_aggressive && snapshot.elements[operation].allows_aggressive_preemption;
    const bool may_go = answer.jobs[i] == JobClass::preemptable ||
                        (is_aggressive && answer.jobs[i] == JobClass::aggressively_preemptable);
    if (may_go) answer.candidates.push_back(i);
  }
  std::ranges::stable_sort(answer.candidates, std::ranges::greater{},
                           [&](std::size_t job) { return snapshot.jobs[job].start; });
  double freed = 0;
  for (const std::size_t job : answer.candidates) {
    if (freed / snapshot.total >= answer.reclaim) break;
    answer.victims.push_back(job);
    freed += snapshot.jobs[job].usage;
  }
}

std::vector<BelowFairShare> find_below(const Snapshot& snapshot, const Answer& answer) {
  std::vector<double> lost(snapshot.elements.size());
  for (const std::size_t job : answer.victims) {
    lost[snapshot.jobs[job].operation] += snapshot.jobs[job].usage;
  }
  for (std::size_t i = lost.size(); i-- > 0;) {
    if (snapshot.elements[i].parent) lost[*snapshot.elements[i].parent] += lost[i];
  }
  std::vector<BelowFairShare> below;
  for (std::size_t i = 0; i < lost.size(); ++i) {
    const Element& element = snapshot.elements[i];
    const double usage_after = element.usage - lost[i] / snapshot.total;
    const bool is_below = usage_after < element.fair_share - comparison_precision;
    if (lost[i] > 0 && is_below) below.push_back({i, usage_after});
  }
  return below;
}

}  // namespace

std::string_view name_of(Status status) {
  switch (status) {
    case Status::normal:
      return "normal";
    case Status::below_min_share:
      return "below_min_share";
    case Status::below_fair_share:
      return "below_fair_share";
  }
  return "";
}

std::string_view name_of(JobClass job_class) {
  switch (job_class) {
    case JobClass::preemptable:
      return "preemptable";
    case JobClass::aggressively_preemptable:
      return "aggressively_preemptable";
    case JobClass::not_preemptable:
      return "not_preemptable";
  }
  return "";
}

Answer compute(const Snapshot& snapshot) {
  assert_sense(snapshot);
  Answer answer;
  for (const Element& element : snapshot.elements) {
    answer.states.push_back({.below_fair_share_since = element.below_fair_share_since,
                             .is_starving = element.is_starving});
  }
  settle(snapshot, answer.states);
  run_clocks(snapshot, answer.states);
  find_satisfaction(snapshot, answer.states);
  answer.jobs = classify(snapshot);
  answer.is_aggressive = is_aggressive(snapshot, answer.states);
  find_losers(snapshot, answer);
  find_starved(snapshot, answer);
  choose(snapshot, answer);
  answer.below = find_below(snapshot, answer);
  return answer;
}

}  // namespace fairshare::preemption::pool_tree
