// Answers to snapshots, as JSON and for people.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <vector>

#include "formats/records/answers.h"
#include "formats/text/json.h"
#include "formats/text/printable.h"
#include "preemption/snapshot.h"

namespace fairshare::preemption {
namespace {

// Without quotes, for people.
std::string shown(double value) {
  if (std::isnan(value)) return "NaN";
  return fmt::format("{}", value);
}

// "key":[...], with what `one` returns for each value.
template <class Values, class One>
std::string list(std::string_view key, const Values& values, One one) {
  std::string result = fmt::format("\"{}\":[", key);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) result += ',';
    result += one(values[i]);
  }
  return result + ']';
}

// Hadoop.

bool is_due_to_min_share(const hadoop::Starved& starved) {
  return starved.due_to_min_share >= starved.due_to_fair_share;
}

std::string fault_of(const hadoop::Answer& answer) {
  switch (answer.fault) {
    case hadoop::Fault::none:
      return "";
    case hadoop::Fault::overflow:
      return "overflow";
    case hadoop::Fault::null_pointer:
      return "null pointer";
  }
  return "";
}

// The readings of the snapshot itself: those of its claimants come last.
std::vector<hadoop::ClockReading> last_readings(const hadoop::Snapshot& snapshot,
                                                const hadoop::Answer& answer) {
  std::size_t observed = 0;
  for (const hadoop::Observation& update : snapshot.history) {
    observed += update.claimants.size();
  }
  std::vector<hadoop::ClockReading> last;
  for (std::size_t i = observed; i < answer.readings.size(); ++i) {
    last.push_back(answer.readings[i]);
  }
  return last;
}

std::string json_of(const hadoop::Snapshot& snapshot, const hadoop::Answer& answer) {
  const auto name = [&](std::size_t claimant) {
    return formats::json::quoted(snapshot.claimants[claimant].name);
  };
  const auto starved = [&](const hadoop::Starved& one) {
    return fmt::format(R"({{"claimant":{},"reason":"{}","reclaim":{},"due_to_min_share":{},)"
                       R"("due_to_fair_share":{}}})",
                       name(one.claimant), is_due_to_min_share(one) ? "min_share" : "fair_share",
                       one.reclaim, one.due_to_min_share, one.due_to_fair_share);
  };
  const auto step = [&](const hadoop::Step& one) {
    const hadoop::Task& task = snapshot.tasks[one.task];
    return fmt::format(R"({{"task":{},"claimant":{},"size":{},"action":"{}","at":{}}})",
                       formats::json::quoted(task.name), name(task.claimant), task.size,
                       one.action == hadoop::Action::warn ? "warn" : "kill", one.at);
  };
  const auto below = [&](const hadoop::BelowFairShare& one) {
    return fmt::format(R"({{"claimant":{},"usage":{},"fair_share":{}}})", name(one.claimant),
                       one.usage_after,
                       formats::number_text(snapshot.claimants[one.claimant].fair_share));
  };
  const auto clock = [&](const hadoop::ClockReading& one) {
    return fmt::format(R"({{"claimant":{},"since_min_share":{},"since_fair_share":{}}})",
                       name(one.claimant), one.since_min_share, one.since_fair_share);
  };
  const auto event = [&](const hadoop::ClockReading& one) {
    return fmt::format(R"({{"at":{},"claimant":{},"since_min_share":{},"since_fair_share":{}}})",
                       one.at, name(one.claimant), one.since_min_share, one.since_fair_share);
  };
  std::string result = list("starved", answer.starved, starved);
  result += fmt::format(",\"reclaim\":{},", answer.reclaim);
  result +=
      list("victims", answer.steps, step) + "," + list("below_fair_share", answer.below, below);
  const auto last = last_readings(snapshot, answer);
  if (!answer.readings.empty()) result += "," + list("clocks", last, clock);
  const bool has_event_log = snapshot.rule == hadoop::Rule::mr1;
  if (has_event_log) result += "," + list("events", answer.readings, event);
  if (answer.is_below_utilization) result += ",\"below_utilization\":true";
  const std::string fault = fault_of(answer);
  if (!fault.empty()) result += ",\"fault\":" + formats::json::quoted(fault);
  return result;
}

std::string text_of(const hadoop::Snapshot& snapshot, const hadoop::Answer& answer) {
  const auto name = [&](std::size_t claimant) {
    return formats::printable(snapshot.claimants[claimant].name);
  };
  std::string text;
  if (answer.is_below_utilization) {
    text += "  nothing is preempted: the cluster's utilization is below the threshold\n";
  }
  for (const hadoop::Starved& one : answer.starved) {
    const hadoop::Claimant& claimant = snapshot.claimants[one.claimant];
    const bool is_unbounded = claimant.demand == hadoop::amount_max(snapshot.rule);
    text += fmt::format(
        "  {} is starved of its {} and reclaims {}: it uses {} and wants {}; min share {}, fair "
        "share {}\n",
        name(one.claimant), is_due_to_min_share(one) ? "min share" : "fair share", one.reclaim,
        claimant.usage, is_unbounded ? "all it can get" : fmt::format("{}", claimant.demand),
        claimant.min_share, shown(claimant.fair_share));
  }
  if (answer.starved.empty() && !answer.is_below_utilization) text += "  no claimant is starved\n";
  if (!answer.starved.empty())
    text += fmt::format("  {} to be reclaimed in total\n", answer.reclaim);
  for (const hadoop::Step& one : answer.steps) {
    const hadoop::Task& task = snapshot.tasks[one.task];
    text += fmt::format("  at {}: {} {} of {} (size {})\n", one.at,
                        one.action == hadoop::Action::warn ? "warn" : "kill",
                        formats::printable(task.name), name(task.claimant), task.size);
  }
  for (const hadoop::BelowFairShare& one : answer.below) {
    text += fmt::format("  {} is left with {}, below its fair share {}\n", name(one.claimant),
                        one.usage_after, shown(snapshot.claimants[one.claimant].fair_share));
  }
  if (answer.fault == hadoop::Fault::overflow) {
    text += "  the sum of what is reclaimed overflows\n";
  }
  if (answer.fault == hadoop::Fault::null_pointer) {
    text +=
        "  here the release fails with a NullPointerException, and again at every later check\n";
  }
  return text;
}

// YTsaurus.

std::string json_of(const pool_tree::Snapshot& snapshot, const pool_tree::Answer& answer) {
  const auto name = [&](std::size_t element) {
    return formats::json::quoted(snapshot.elements[element].name);
  };
  const auto starved = [&](const pool_tree::Starved& one) {
    return fmt::format(R"({{"claimant":{},"reason":"{}","reclaim":{}}})", name(one.element),
                       pool_tree::name_of(answer.states[one.element].status),
                       formats::number_text(one.reclaim));
  };
  const auto victim = [&](std::size_t job) {
    const pool_tree::Job& one = snapshot.jobs[job];
    return fmt::format(R"({{"task":{},"claimant":{},"size":{},"action":"kill","at":{}}})",
                       formats::json::quoted(one.name), name(one.operation),
                       formats::number_text(one.usage), snapshot.now);
  };
  const auto below = [&](const pool_tree::BelowFairShare& one) {
    return fmt::format(R"({{"claimant":{},"usage":{},"fair_share":{}}})", name(one.element),
                       formats::number_text(one.usage_after),
                       formats::number_text(snapshot.elements[one.element].fair_share));
  };
  const auto element = [&](std::size_t i) {
    const pool_tree::State& state = answer.states[i];
    const std::string since =
        state.below_fair_share_since ? fmt::format("{}", *state.below_fair_share_since) : "null";
    return fmt::format(
        R"({{"claimant":{},"status":"{}","starving":{},"below_fair_share_since":{},)"
        R"("satisfaction_ratio":{},"tolerance":{},"min_share_preemption_timeout":{},)"
        R"("fair_share_preemption_timeout":{},"fair_share_ratio":{},"usage_ratio":{}}})",
        name(i), pool_tree::name_of(state.status), state.is_starving, since,
        state.subtree_satisfaction == std::numeric_limits<double>::max()
            ? "null"
            : formats::number_text(state.subtree_satisfaction),
        formats::number_text(state.tolerance), state.min_share_timeout, state.fair_share_timeout,
        formats::number_text(snapshot.elements[i].fair_share),
        formats::number_text(snapshot.elements[i].usage));
  };
  const auto job = [&](std::size_t i) {
    return fmt::format(R"({{"task":{},"class":"{}"}})",
                       formats::json::quoted(snapshot.jobs[i].name),
                       pool_tree::name_of(answer.jobs[i]));
  };
  const auto indices = [](std::size_t count) {
    std::vector<std::size_t> all(count);
    for (std::size_t i = 0; i < count; ++i) all[i] = i;
    return all;
  };
  return list("starved", answer.starved, starved) +
         ",\"reclaim\":" + formats::number_text(answer.reclaim) + "," +
         list("victims", answer.victims, victim) + "," +
         list("below_fair_share", answer.below, below) + "," +
         list("claimants", indices(answer.states.size()), element) + "," +
         list("tasks", indices(answer.jobs.size()), job) +
         (answer.is_aggressive ? ",\"aggressive\":true" : "");
}

std::string text_of(const pool_tree::Snapshot& snapshot, const pool_tree::Answer& answer) {
  const auto name = [&](std::size_t element) {
    return formats::printable(snapshot.elements[element].name);
  };
  std::string text;
  for (const pool_tree::Starved& one : answer.starved) {
    const pool_tree::Element& element = snapshot.elements[one.element];
    const bool is_below_min =
        answer.states[one.element].status == pool_tree::Status::below_min_share;
    text += fmt::format("  {} is starved below its {} share and reclaims {}: it uses {} of {}\n",
                        name(one.element), is_below_min ? "min" : "fair", shown(one.reclaim),
                        shown(element.usage), shown(element.fair_share));
  }
  if (answer.starved.empty()) text += "  no pool or operation is starved\n";
  if (answer.is_aggressive) text += "  jobs are preempted aggressively\n";
  for (const std::size_t victim : answer.victims) {
    const pool_tree::Job& job = snapshot.jobs[victim];
    text += fmt::format("  at {}: kill {} of {} (usage {})\n", snapshot.now,
                        formats::printable(job.name), name(job.operation), shown(job.usage));
  }
  for (const pool_tree::BelowFairShare& one : answer.below) {
    text += fmt::format("  {} is left with {}, below its fair share {}\n", name(one.element),
                        shown(one.usage_after), shown(snapshot.elements[one.element].fair_share));
  }
  return text;
}

// A text without the quotes that it has in JSON.
std::string title(const Snapshot& snapshot) {
  std::string_view id = snapshot.id;
  if (id.size() >= 2 && id.front() == '"') id = id.substr(1, id.size() - 2);
  return id.empty() ? snapshot.scheduler : formats::printable(id) + ": " + snapshot.scheduler;
}

}  // namespace

std::string preemption_json(const Snapshot& snapshot) {
  std::string result = snapshot.id.empty() ? "{" : "{\"id\":" + snapshot.id + ",";
  if (const auto* hadoop = std::get_if<hadoop::Snapshot>(&snapshot.is)) {
    result += json_of(*hadoop, hadoop::compute(*hadoop));
  } else if (const auto* pools = std::get_if<pool_tree::Snapshot>(&snapshot.is)) {
    result += json_of(*pools, pool_tree::compute(*pools));
  } else {
    result += "\"outcome\":\"hang\"";
  }
  return result + "}";
}

std::string preemption_text(const Snapshot& snapshot) {
  if (const auto* hadoop = std::get_if<hadoop::Snapshot>(&snapshot.is)) {
    return fmt::format("{} at {}\n", title(snapshot), hadoop->now) +
           text_of(*hadoop, hadoop::compute(*hadoop));
  }
  if (const auto* pools = std::get_if<pool_tree::Snapshot>(&snapshot.is)) {
    return fmt::format("{} at {}\n", title(snapshot), pools->now) +
           text_of(*pools, pool_tree::compute(*pools));
  }
  return fmt::format("{}\n  the release never returns from computing the fair shares\n",
                     title(snapshot));
}

}  // namespace fairshare::preemption
