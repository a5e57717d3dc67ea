// Clocks and claims: which claimants are starved, and what each may reclaim.
#include "preemption/hadoop.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include "preemption/victims.h"

namespace fairshare::preemption::hadoop {
namespace {

constexpr std::array<std::pair<std::string_view, Rule>, 5> rules = {{{"article", Rule::article},
                                                                     {"mr1", Rule::mr1},
                                                                     {"yarn-2.2", Rule::yarn_2_2},
                                                                     {"yarn-2.5", Rule::yarn_2_5},
                                                                     {"yarn-2.7", Rule::yarn_2_7}}};

bool is_time(std::int64_t time) {
  return 0 <= time && time <= time_max;
}

void assert_sense(const Snapshot& snapshot) {
  assert(is_time(snapshot.now) && is_time(snapshot.wait_before_kill));
  assert(0 < snapshot.check_interval && snapshot.check_interval <= time_max);
  std::vector<bool> has_children(snapshot.claimants.size());
  for (std::size_t i = 0; i < snapshot.claimants.size(); ++i) {
    const Claimant& claimant = snapshot.claimants[i];
    const std::int64_t most = amount_max(snapshot.rule);
    assert(0 <= claimant.usage && claimant.usage <= most);
    assert(0 <= claimant.demand && claimant.demand <= most);
    assert(0 <= claimant.min_share && claimant.min_share <= most);
    assert(snapshot.rule == Rule::mr1 ||
           (0 <= claimant.fair_share && claimant.fair_share <= static_cast<double>(most)));
    assert(!claimant.last_at_min_share || *claimant.last_at_min_share <= snapshot.now);
    assert(!claimant.last_at_fair_share || *claimant.last_at_fair_share <= snapshot.now);
    assert(!claimant.parent || *claimant.parent < i);
    if (claimant.parent) has_children[*claimant.parent] = true;
  }
  for (const Task& task : snapshot.tasks) {
    assert(task.claimant < snapshot.claimants.size() && !has_children[task.claimant]);
    assert(task.app < snapshot.claimants[task.claimant].apps.size());
    assert(0 <= task.size && task.size <= amount_max(snapshot.rule));
    assert(!task.warned_at || (is_time(*task.warned_at) && *task.warned_at <= snapshot.now));
  }
  for (std::size_t i = 0; i < snapshot.history.size(); ++i) {
    assert(is_time(snapshot.history[i].at) && snapshot.history[i].at <= snapshot.now);
    assert(i == 0 || snapshot.history[i - 1].at <= snapshot.history[i].at);
  }
}

// Java's cast of a double to int: NaN becomes 0, and a number that is too large becomes the largest
// int.
std::int64_t to_int(double number) {
  constexpr double low = std::numeric_limits<std::int32_t>::min();
  constexpr double high = std::numeric_limits<std::int32_t>::max();
  if (std::isnan(number)) return 0;
  return static_cast<std::int64_t>(std::clamp(number, low, high));
}

// Java's Math.min: NaN wins.
double min_of(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
  return std::min(a, b);
}

std::vector<bool> find_parents(const Snapshot& snapshot) {
  std::vector<bool> has_children(snapshot.claimants.size());
  for (const Claimant& claimant : snapshot.claimants) {
    if (claimant.parent) has_children[*claimant.parent] = true;
  }
  return has_children;
}

// One claimant's settings: its own, or those that it inherits.
struct Settings {
  std::int64_t min_share_timeout;
  std::int64_t fair_share_timeout;
  double fair_share_threshold;  // a float32, widened
};

std::vector<Settings> settings_of(const Snapshot& snapshot) {
  std::vector<Settings> all;
  all.reserve(snapshot.claimants.size());
  const Settings defaults{snapshot.min_share_timeout, snapshot.fair_share_timeout,
                          static_cast<double>(snapshot.fair_share_threshold)};
  for (const Claimant& claimant : snapshot.claimants) {
    const bool inherits = snapshot.rule == Rule::yarn_2_7 && claimant.parent;
    Settings own = inherits ? all[*claimant.parent] : defaults;
    if (claimant.min_share_timeout) own.min_share_timeout = *claimant.min_share_timeout;
    if (claimant.fair_share_timeout) own.fair_share_timeout = *claimant.fair_share_timeout;
    if (claimant.fair_share_threshold) own.fair_share_threshold = *claimant.fair_share_threshold;
    all.push_back(own);
  }
  return all;
}

Observation last_observation(const Snapshot& snapshot) {
  const std::vector<bool> has_children = find_parents(snapshot);
  Observation last{snapshot.now, {}};
  for (std::size_t i = 0; i < snapshot.claimants.size(); ++i) {
    const Claimant& claimant = snapshot.claimants[i];
    if (has_children[i]) continue;  // only leaf queues have clocks
    last.claimants.push_back(
        {i, claimant.usage, claimant.demand, claimant.min_share, claimant.fair_share});
  }
  return last;
}

bool is_below_min_share(const Observed& seen) {
  return seen.usage < std::min(seen.min_share, seen.demand);
}

// MR1 rounds down after taking the minimum, YARN before.
bool is_below_threshold(Rule rule, const Observed& seen, double threshold) {
  if (rule == Rule::mr1) {
    const double desired = min_of(seen.fair_share / 2, static_cast<double>(seen.demand));
    return seen.usage < to_int(std::floor(desired));
  }
  return seen.usage < std::min(to_int(seen.fair_share * threshold), seen.demand);
}

struct Clocks {
  std::optional<std::int64_t> at_min_share;
  std::optional<std::int64_t> at_fair_share;
};

void observe(const Snapshot& snapshot, const Observation& observation,
             const std::vector<Settings>& settings, std::vector<Clocks>& clocks,
             std::vector<ClockReading>& readings) {
  for (const Observed& seen : observation.claimants) {
    Clocks& own = clocks[seen.claimant];
    const double threshold = settings[seen.claimant].fair_share_threshold;
    if (!own.at_min_share || !is_below_min_share(seen)) own.at_min_share = observation.at;
    if (!own.at_fair_share || !is_below_threshold(snapshot.rule, seen, threshold)) {
      own.at_fair_share = observation.at;
    }
    readings.push_back({observation.at, seen.claimant, observation.at - *own.at_min_share,
                        observation.at - *own.at_fair_share});
  }
}

std::vector<ClockReading> run_clocks(const Snapshot& snapshot,
                                     const std::vector<Settings>& settings) {
  std::vector<Clocks> clocks;
  clocks.reserve(snapshot.claimants.size());
  for (const Claimant& claimant : snapshot.claimants) {
    clocks.push_back({claimant.last_at_min_share, claimant.last_at_fair_share});
  }
  std::vector<ClockReading> readings;
  for (const Observation& observation : snapshot.history) {
    observe(snapshot, observation, settings, clocks, readings);
  }
  observe(snapshot, last_observation(snapshot), settings, clocks, readings);
  return readings;
}

// What the claimant lacks to reach its minimum; below, its whole fair share.
std::int64_t lacks_of_min_share(const Claimant& claimant) {
  return std::max<std::int64_t>(0, std::min(claimant.min_share, claimant.demand) - claimant.usage);
}

std::int64_t lacks_of_fair_share(Rule rule, const Claimant& claimant) {
  std::int64_t target = 0;
  if (rule == Rule::mr1) {
    target = to_int(min_of(claimant.fair_share, static_cast<double>(claimant.demand)));
  } else {
    target = std::min(static_cast<std::int64_t>(claimant.fair_share), claimant.demand);
  }
  return std::max<std::int64_t>(0, target - claimant.usage);
}

std::vector<Starved> find_starved(const Snapshot& snapshot, const std::vector<Settings>& settings,
                                  const std::vector<ClockReading>& readings) {
  std::vector<Starved> starved;
  const auto add = [&](std::size_t i, bool may_min, bool may_fair) {
    const Claimant& claimant = snapshot.claimants[i];
    Starved one{i, may_min ? lacks_of_min_share(claimant) : 0,
                may_fair ? lacks_of_fair_share(snapshot.rule, claimant) : 0, 0};
    one.reclaim = std::max(one.due_to_min_share, one.due_to_fair_share);
    if (one.reclaim > 0) starved.push_back(one);
  };
  if (snapshot.rule == Rule::article) {
    for (std::size_t i = 0; i < snapshot.claimants.size(); ++i) add(i, true, true);
    return starved;
  }
  const std::size_t leaves = last_observation(snapshot).claimants.size();
  for (std::size_t k = readings.size() - leaves; k < readings.size(); ++k) {
    const ClockReading& reading = readings[k];
    add(reading.claimant, reading.since_min_share > settings[reading.claimant].min_share_timeout,
        reading.since_fair_share > settings[reading.claimant].fair_share_timeout);
  }
  return starved;
}

// The releases add ints, which wrap. The article does not mention overflow; here its sum stops at
// 2^63 - 1.
std::int64_t add_up(Rule rule, const std::vector<Starved>& starved, Fault& fault) {
  std::int64_t sum = 0;
  for (const Starved& one : starved) {
    if (rule == Rule::article) {
      if (__builtin_add_overflow(sum, one.reclaim, &sum)) return never;
      continue;
    }
    const std::int64_t wide = sum + one.reclaim;
    sum = static_cast<std::int32_t>(static_cast<std::uint32_t>(wide));  // wraps on purpose
    if (sum != wide) fault = Fault::overflow;
  }
  return sum;
}

// int / int, in float32, as in shouldAttemptPreemption: 0 / 0 is NaN, which does not allow
// preemption.
float part_of(const Utilization& utilization) {
  return static_cast<float>(utilization.used) / static_cast<float>(utilization.total);
}

bool is_below_utilization(const Snapshot& snapshot) {
  if (snapshot.rule != Rule::yarn_2_5 && snapshot.rule != Rule::yarn_2_7) return false;
  const float memory = part_of(snapshot.memory);
  const float vcores = snapshot.vcores ? part_of(*snapshot.vcores) : memory;
  if (std::isnan(memory) || std::isnan(vcores)) return true;
  return !(snapshot.utilization_threshold < std::max(memory, vcores));
}

Victims choose(const Snapshot& snapshot, std::int64_t reclaim) {
  switch (snapshot.rule) {
    case Rule::article:
      return choose_by_article(snapshot, reclaim);
    case Rule::mr1:
      return choose_by_mr1(snapshot, reclaim);
    case Rule::yarn_2_2:
      return choose_by_yarn_2_2(snapshot, reclaim);
    case Rule::yarn_2_5:
    case Rule::yarn_2_7:
      return choose_by_yarn_2_5(snapshot, reclaim);
  }
  return {};
}

// The usage may not include all listed tasks; it then stops at 0. A queue with children uses and
// loses what they do.
std::vector<BelowFairShare> find_below(const Snapshot& snapshot,
                                       const std::vector<std::size_t>& victims) {
  std::vector<std::int64_t> usage;
  std::vector<bool> loses(snapshot.claimants.size());
  const std::vector<bool> has_children = find_parents(snapshot);
  for (std::size_t i = 0; i < snapshot.claimants.size(); ++i) {
    usage.push_back(has_children[i] ? 0 : snapshot.claimants[i].usage);
  }
  for (const std::size_t victim : victims) {
    const Task& task = snapshot.tasks[victim];
    usage[task.claimant] = std::max<std::int64_t>(0, usage[task.claimant] - task.size);
    loses[task.claimant] = true;
  }
  for (std::size_t i = usage.size(); i-- > 0;) {
    const auto& parent = snapshot.claimants[i].parent;
    if (!parent) continue;
    usage[*parent] += usage[i];
    if (loses[i]) loses[*parent] = true;
  }
  std::vector<BelowFairShare> below;
  for (std::size_t i = 0; i < usage.size(); ++i) {
    const bool is_below = static_cast<double>(usage[i]) < snapshot.claimants[i].fair_share;
    if (loses[i] && is_below) below.push_back({i, usage[i]});
  }
  return below;
}

}  // namespace

std::optional<Rule> find_rule(std::string_view name) {
  for (const auto& [known, rule] : rules) {
    if (known == name) return rule;
  }
  return std::nullopt;
}

std::string_view name_of(Rule rule) {
  for (const auto& [name, known] : rules) {
    if (known == rule) return name;
  }
  return "";
}

std::int64_t amount_max(Rule rule) {
  return rule == Rule::article ? std::int64_t{1} << 53 : std::numeric_limits<std::int32_t>::max();
}

Answer compute(const Snapshot& snapshot) {
  assert_sense(snapshot);
  Answer answer;
  const std::vector<Settings> settings = settings_of(snapshot);
  if (snapshot.rule != Rule::article) answer.readings = run_clocks(snapshot, settings);
  answer.is_below_utilization = is_below_utilization(snapshot);
  if (answer.is_below_utilization) return answer;
  answer.starved = find_starved(snapshot, settings, answer.readings);
  answer.reclaim = add_up(snapshot.rule, answer.starved, answer.fault);
  Victims victims = choose(snapshot, answer.reclaim);
  answer.victims = std::move(victims.tasks);
  answer.steps = std::move(victims.steps);
  if (victims.fault != Fault::none) answer.fault = victims.fault;
  answer.below = find_below(snapshot, answer.victims);
  return answer;
}

}  // namespace fairshare::preemption::hadoop
