#include "preemption/victims.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace fairshare::preemption::hadoop {
namespace {

// The sum of the chosen sizes can exceed an int only when it is already enough.
constexpr bool is_enough(std::int64_t still_to_reclaim) {
  return still_to_reclaim <= 0;
}

// The first check, from this one on, that is not before `time`.
std::int64_t check_at_or_after(const Snapshot& snapshot, std::int64_t time) {
  if (time <= snapshot.now) return snapshot.now;
  const std::int64_t interval = snapshot.check_interval;
  const std::int64_t checks = (time - snapshot.now - 1) / interval + 1;
  return snapshot.now + checks * interval;
}

// Warns a task, unless it was warned before, and kills it when it has waited. In the releases it
// must wait longer than wait_before_kill, in the article just as long. True if it is killed at
// once.
bool warn_or_kill(const Snapshot& snapshot, std::size_t task, Victims& victims) {
  const std::optional<std::int64_t> warned_at = snapshot.tasks[task].warned_at;
  const std::int64_t waits_until = warned_at.value_or(snapshot.now) + snapshot.wait_before_kill;
  const std::int64_t killed_at =
      check_at_or_after(snapshot, waits_until + (snapshot.rule == Rule::article ? 0 : 1));
  victims.tasks.push_back(task);
  if (!warned_at) victims.steps.push_back({task, Action::warn, snapshot.now});
  // A task that is warned now is looked at again at the next check, even if there is no wait.
  const std::int64_t next_check = snapshot.now + snapshot.check_interval;
  victims.steps.push_back(
      {task, Action::kill, warned_at ? killed_at : std::max(killed_at, next_check)});
  return warned_at && killed_at == snapshot.now;
}

bool is_over_fair_share(const Snapshot& snapshot, std::size_t claimant, std::int64_t usage) {
  return static_cast<double>(usage) > snapshot.claimants[claimant].fair_share;
}

// The tasks of claimants above their fair share, in the order of the list.
std::vector<std::size_t> tasks_over_fair_share(const Snapshot& snapshot) {
  std::vector<std::size_t> tasks;
  for (std::size_t i = 0; i < snapshot.tasks.size(); ++i) {
    const std::size_t claimant = snapshot.tasks[i].claimant;
    if (is_over_fair_share(snapshot, claimant, snapshot.claimants[claimant].usage)) {
      tasks.push_back(i);
    }
  }
  return tasks;
}

// Largest priority number first, then newest first; equals stay in the order of the list.
void sort_by_priority(const Snapshot& snapshot, std::vector<std::size_t>& tasks) {
  std::ranges::stable_sort(tasks, [&](std::size_t left, std::size_t right) {
    const Task& a = snapshot.tasks[left];
    const Task& b = snapshot.tasks[right];
    return a.priority != b.priority ? a.priority > b.priority : a.start > b.start;
  });
}

std::vector<std::int64_t> usages(const Snapshot& snapshot) {
  std::vector<std::int64_t> usage;
  usage.reserve(snapshot.claimants.size());
  for (const Claimant& claimant : snapshot.claimants) usage.push_back(claimant.usage);
  return usage;
}

// The releases' list of warned containers, in the order of their warnings. Those of one check are
// in the order in which it chose them, as far as a snapshot shows that.
std::vector<std::size_t> warned_list(const Snapshot& snapshot) {
  std::vector<std::size_t> warned;
  for (std::size_t i = 0; i < snapshot.tasks.size(); ++i) {
    const Task& task = snapshot.tasks[i];
    if (task.warned_at && task.is_on_warned_list) warned.push_back(i);
  }
  sort_by_priority(snapshot, warned);
  std::ranges::stable_sort(warned, {},
                           [&](std::size_t task) { return *snapshot.tasks[task].warned_at; });
  return warned;
}

// One round of yarn-2.5 and yarn-2.7: the tree of queues, and what they use during the round. Sums
// are of ints, and wrap.
struct Round {
  const Snapshot& snapshot;
  std::vector<std::vector<std::size_t>> children;  // of each claimant
  std::vector<std::size_t> top;                    // claimants without a parent
  std::vector<std::int64_t> usage;                 // of each claimant, less what was warned
  std::vector<std::vector<std::int64_t>> app_usage;
  // The rank of each name in their order. Names may be long, with long common beginnings.
  std::vector<std::size_t> name_rank;
  std::vector<std::vector<std::size_t>> app_name_rank;
  // Of each application: its containers that were never warned, the next victim last.
  std::vector<std::vector<std::vector<std::size_t>>> containers;
};

std::int64_t wrapped(std::int64_t number) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(number));
}

void use(Round& round, std::size_t claimant, std::int64_t amount) {
  std::optional<std::size_t> at = claimant;
  while (at) {
    round.usage[*at] = wrapped(round.usage[*at] + amount);
    at = round.snapshot.claimants[*at].parent;
  }
}

template <class Named>
std::vector<std::size_t> ranks_of_names(const std::vector<Named>& all) {
  std::vector<std::size_t> order(all.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::string_view(all[i].name); });
  std::vector<std::size_t> ranks(all.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool is_same = k > 0 && all[order[k]].name == all[order[k - 1]].name;
    ranks[order[k]] = is_same ? ranks[order[k - 1]] : k;
  }
  return ranks;
}

Round begin_round(const Snapshot& snapshot) {
  const std::size_t count = snapshot.claimants.size();
  Round round{snapshot,
              std::vector<std::vector<std::size_t>>(count),
              {},
              std::vector<std::int64_t>(count),
              std::vector<std::vector<std::int64_t>>(count),
              ranks_of_names(snapshot.claimants),
              {},
              std::vector<std::vector<std::vector<std::size_t>>>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    const Claimant& claimant = snapshot.claimants[i];
    (claimant.parent ? round.children[*claimant.parent] : round.top).push_back(i);
    round.app_usage[i].resize(claimant.apps.size());
    round.app_name_rank.push_back(ranks_of_names(claimant.apps));
    round.containers[i].resize(claimant.apps.size());
  }
  // Children come after their parents, so each sum is complete before it is passed on.
  for (std::size_t i = count; i-- > 0;) {
    const Claimant& claimant = snapshot.claimants[i];
    if (round.children[i].empty()) round.usage[i] = claimant.usage;
    if (!claimant.parent) continue;
    round.usage[*claimant.parent] = wrapped(round.usage[*claimant.parent] + round.usage[i]);
  }
  std::vector<std::size_t> order(snapshot.tasks.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  sort_by_priority(snapshot, order);
  for (std::size_t k = order.size(); k-- > 0;) {
    const Task& task = snapshot.tasks[order[k]];
    std::int64_t& used = round.app_usage[task.claimant][task.app];
    if (!task.warned_at) {
      round.containers[task.claimant][task.app].push_back(order[k]);
      used = wrapped(used + task.size);
    }
  }
  return round;
}

// What warned containers hold no longer counts, whether they are killed or needed, or not.
void discount_warned(Round& round, const std::vector<std::int64_t>& warned) {
  for (std::size_t i = 0; i < warned.size(); ++i) {
    if (warned[i] > 0) use(round, i, -warned[i]);
  }
}

// What FairShareComparator looks at.
struct Compared {
  std::int64_t usage;
  std::int64_t min_share;  // at most the demand
  float weight;
  std::int64_t start_time;
  std::size_t name_rank;
};

// Java's (int) Math.signum(a - b): NaN becomes 0, a tie.
int sign(double difference) {
  return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

// int / float, in float32; x / 0 is infinite, 0 / 0 is NaN.
double usage_to_weight(const Compared& one) {
  return static_cast<double>(static_cast<float>(one.usage) / one.weight);
}

// FairShareComparator.compare: positive if `a` is further over its share.
int compare(const Compared& a, const Compared& b) {
  const bool a_is_needy = a.usage < a.min_share;
  const bool b_is_needy = b.usage < b.min_share;
  if (a_is_needy != b_is_needy) return a_is_needy ? -1 : 1;
  const auto to_min_share = [](const Compared& one) {
    const std::int64_t share = std::max<std::int64_t>(one.min_share, 1);
    return static_cast<double>(one.usage) / static_cast<double>(share);
  };
  const int by_ratio = a_is_needy ? sign(to_min_share(a) - to_min_share(b))
                                  : sign(usage_to_weight(a) - usage_to_weight(b));
  if (by_ratio != 0) return by_ratio;
  if (a.start_time != b.start_time) return a.start_time > b.start_time ? 1 : -1;
  return a.name_rank < b.name_rank ? -1 : a.name_rank > b.name_rank ? 1 : 0;
}

Compared queue(const Round& round, std::size_t claimant) {
  const Claimant& one = round.snapshot.claimants[claimant];
  return {round.usage[claimant], std::min(one.min_share, one.demand), one.weight, 0,
          round.name_rank[claimant]};
}

std::size_t most_over_share(const Round& round, const std::vector<std::size_t>& queues) {
  std::size_t most = queues.front();
  for (const std::size_t one : queues) {
    if (compare(queue(round, one), queue(round, most)) > 0) most = one;
  }
  return most;
}

std::size_t app_most_over_share(const Round& round, std::size_t claimant) {
  const std::vector<App>& apps = round.snapshot.claimants[claimant].apps;
  const auto compared = [&](std::size_t i) {
    return Compared{round.app_usage[claimant][i], 0, apps[i].weight, apps[i].start_time,
                    round.app_name_rank[claimant][i]};
  };
  std::size_t most = 0;
  for (std::size_t i = 1; i < apps.size(); ++i) {
    if (compare(compared(i), compared(most)) > 0) most = i;
  }
  return most;
}

// The container that root.preemptContainer() finds; it no longer counts as used.
std::optional<std::size_t> preempt_container(Round& round) {
  if (round.top.empty()) return std::nullopt;
  std::size_t at = most_over_share(round, round.top);
  while (!round.children[at].empty()) at = most_over_share(round, round.children[at]);
  if (!is_over_fair_share(round.snapshot, at, round.usage[at])) return std::nullopt;
  if (round.snapshot.claimants[at].apps.empty()) return std::nullopt;
  const std::size_t app = app_most_over_share(round, at);
  std::vector<std::size_t>& containers = round.containers[at][app];
  if (containers.empty()) return std::nullopt;
  const std::size_t task = containers.back();
  containers.pop_back();
  const std::int64_t size = round.snapshot.tasks[task].size;
  round.app_usage[at][app] = wrapped(round.app_usage[at][app] - size);
  use(round, at, -size);
  return task;
}

}  // namespace

Victims choose_by_article(const Snapshot& snapshot, std::int64_t reclaim) {
  Victims victims;
  std::vector<std::size_t> candidates = tasks_over_fair_share(snapshot);
  sort_by_priority(snapshot, candidates);
  for (const std::size_t task : candidates) {
    if (is_enough(reclaim)) break;
    warn_or_kill(snapshot, task, victims);
    reclaim -= snapshot.tasks[task].size;
  }
  return victims;
}

Victims choose_by_mr1(const Snapshot& snapshot, std::int64_t reclaim) {
  Victims victims;
  std::vector<std::size_t> candidates = tasks_over_fair_share(snapshot);
  std::ranges::stable_sort(candidates, [&](std::size_t left, std::size_t right) {
    return snapshot.tasks[left].start > snapshot.tasks[right].start;
  });
  std::vector<std::int64_t> left = usages(snapshot);
  for (const std::size_t task : candidates) {
    if (is_enough(reclaim)) break;
    const std::size_t pool = snapshot.tasks[task].claimant;
    if (!is_over_fair_share(snapshot, pool, left[pool])) continue;
    victims.tasks.push_back(task);
    victims.steps.push_back({task, Action::kill, snapshot.now});
    --left[pool];
    --reclaim;
  }
  return victims;
}

Victims choose_by_yarn_2_2(const Snapshot& snapshot, std::int64_t reclaim) {
  Victims victims;
  if (is_enough(reclaim)) return victims;
  std::vector<std::size_t> candidates = tasks_over_fair_share(snapshot);
  sort_by_priority(snapshot, candidates);
  std::vector<std::int64_t> usage = usages(snapshot);
  std::vector<bool> was_chosen(snapshot.tasks.size());
  for (const std::size_t task : warned_list(snapshot)) {
    if (is_enough(reclaim)) break;
    const std::size_t queue = snapshot.tasks[task].claimant;
    if (!is_over_fair_share(snapshot, queue, snapshot.claimants[queue].usage)) {
      // The release did not look up the application, since its queue is no candidate.
      victims.fault = Fault::null_pointer;
      return victims;
    }
    const std::int64_t size = snapshot.tasks[task].size;
    if (warn_or_kill(snapshot, task, victims)) usage[queue] -= size;
    was_chosen[task] = true;
    reclaim -= size;
  }
  for (const std::size_t task : candidates) {
    if (is_enough(reclaim)) break;
    const std::size_t queue = snapshot.tasks[task].claimant;
    if (was_chosen[task] || !is_over_fair_share(snapshot, queue, usage[queue])) continue;
    const std::int64_t size = snapshot.tasks[task].size;
    if (warn_or_kill(snapshot, task, victims)) usage[queue] -= size;
    reclaim -= size;
  }
  return victims;
}

Victims choose_by_yarn_2_5(const Snapshot& snapshot, std::int64_t reclaim) {
  Victims victims;
  if (is_enough(reclaim)) return victims;
  for (const std::size_t task : warned_list(snapshot)) {
    if (is_enough(reclaim)) break;
    warn_or_kill(snapshot, task, victims);
    reclaim -= snapshot.tasks[task].size;
  }
  if (is_enough(reclaim)) return victims;
  Round round = begin_round(snapshot);
  std::vector<std::int64_t> warned(snapshot.claimants.size());
  for (const Task& task : snapshot.tasks) {
    if (task.warned_at) warned[task.claimant] += task.size;
  }
  discount_warned(round, warned);
  while (!is_enough(reclaim)) {
    const std::optional<std::size_t> task = preempt_container(round);
    if (!task) break;
    warn_or_kill(snapshot, *task, victims);
    reclaim -= snapshot.tasks[*task].size;
  }
  return victims;
}

}  // namespace fairshare::preemption::hadoop
