// Snapshots of YTsaurus's scalar pool tree: pools, operations, and their jobs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "fairshare/schedulers/ytsaurus/scalar.h"
#include "preemption/snapshot_fields.h"

namespace fairshare::preemption {
namespace {

namespace scalar = schedulers::ytsaurus::scalar;
using formats::json::Value;
using pool_tree::Element;
using pool_tree::Era;
using pool_tree::Job;
using pool_tree::Observation;
using pool_tree::Observed;
using pool_tree::Settings;
using PoolSnapshot = pool_tree::Snapshot;

struct ParsedSnapshot {
  PoolSnapshot snapshot;
  std::optional<formats::InputError>& error;
  Names names = {};
  std::vector<bool> is_usage_given = {};
  std::vector<bool> is_demand_given = {};
  std::vector<bool> has_fair_share = {};
  // From this tree fair shares are computed; its first element is the root.
  scalar::Tree tree = {{{}}, std::nullopt};
};

void read_own_settings(formats::Fields& fields, Settings& settings) {
  const auto replace = [](auto& setting, auto given) {
    if (given) setting = given;
  };
  replace(settings.tolerance, find_ratio(fields, "fair_share_starvation_tolerance"));
  replace(settings.min_share_timeout, find_time(fields, "min_share_preemption_timeout"));
  replace(settings.fair_share_timeout, find_time(fields, "fair_share_preemption_timeout"));
}

void read_limits(formats::Fields& fields, Settings& settings) {
  const auto replace = [](auto& setting, auto given) {
    if (given) setting = given;
  };
  replace(settings.tolerance_limit, find_ratio(fields, "fair_share_starvation_tolerance_limit"));
  replace(settings.min_share_timeout_limit,
          find_time(fields, "min_share_preemption_timeout_limit"));
  replace(settings.fair_share_timeout_limit,
          find_time(fields, "fair_share_preemption_timeout_limit"));
}

void read_tree_settings(ParsedSnapshot& parsed, formats::Fields& fields) {
  PoolSnapshot& snapshot = parsed.snapshot;
  snapshot.now = read_now(fields);
  snapshot.total = ratio(fields, "total", 1);
  if (snapshot.total == 0) {
    fields.complain("total", "FS008", "the total must be positive: ratios are fractions of it");
  }
  read_own_settings(fields, snapshot.settings);
  read_limits(fields, snapshot.settings);
  snapshot.max_unpreemptable_job_count =
      amount(fields, "max_unpreemptable_running_job_count",
             std::numeric_limits<std::int32_t>::max(), snapshot.max_unpreemptable_job_count);
  snapshot.preemption_satisfaction_threshold = ratio(fields, "preemption_satisfaction_threshold",
                                                     snapshot.preemption_satisfaction_threshold);
  snapshot.aggressive_preemption_satisfaction_threshold =
      ratio(fields, "aggressive_preemption_satisfaction_threshold",
            snapshot.aggressive_preemption_satisfaction_threshold);
}

// What its fair share is computed from, if that is not given.
scalar::Element read_bounds(formats::Fields& fields, const Element& element) {
  scalar::Element bounds;
  bounds.parent = element.parent ? *element.parent + 1 : 0;
  bounds.is_operation = element.is_operation;
  bounds.weight = ratio(fields, "weight", 1);
  bounds.min_share_ratio = ratio(fields, "min_share_ratio", 0);
  bounds.max_share_ratio = ratio(fields, "max_share_ratio", 1);
  if (element.is_operation) {
    bounds.best_allocation_ratio = ratio(fields, "best_allocation_ratio", 1);
  } else {
    const bool is_fifo = fields.choice("mode", {"fair_share", "fifo"}, 0) == 1;
    bounds.mode = is_fifo ? scalar::Mode::fifo : scalar::Mode::fair_share;
  }
  return bounds;
}

void read_element(ParsedSnapshot& parsed, formats::Fields& fields, Element& element) {
  const char* above = element.is_operation ? "pool" : "parent";
  element.parent = parsed.names.find_optional(fields, above, "earlier pool named");
  const bool is_in_operation =
      element.parent && parsed.snapshot.elements[*element.parent].is_operation;
  if (is_in_operation) fields.complain(above, "FS401", "its parent is an operation, not a pool");
  const auto usage = find_ratio(fields, "usage_ratio");
  const auto demand = find_ratio(fields, "demand_ratio");
  const auto fair_share = find_ratio(fields, "fair_share_ratio");
  element.usage = usage.value_or(0);
  element.demand = demand.value_or(1);
  element.fair_share = fair_share.value_or(0);
  element.min_share = ratio(fields, "adjusted_min_share_ratio", 0);
  parsed.is_usage_given.push_back(usage.has_value());
  parsed.is_demand_given.push_back(demand.has_value() || element.is_operation);
  parsed.has_fair_share.push_back(fair_share.has_value());
  parsed.tree.elements.push_back(read_bounds(fields, element));
  element.is_fifo = parsed.tree.elements.back().mode == scalar::Mode::fifo;
  read_own_settings(fields, element.settings);
  if (!element.is_operation) read_limits(fields, element.settings);
  element.below_fair_share_since = find_past(fields, "below_fair_share_since", parsed.snapshot.now);
  element.is_starving = fields.flag("starving", false);
  if (!element.is_operation) {
    element.enables_aggressive_starvation = fields.flag("enable_aggressive_starvation", false);
  }
  element.allows_aggressive_preemption =
      fields.flag("allow_aggressive_starvation_preemption", true);
}

void read_elements(ParsedSnapshot& parsed, formats::Fields& fields, std::string_view key,
                   bool is_operation) {
  const formats::json::Array& list = fields.list(key);
  const formats::Place at{&fields.place(), key};
  for (std::size_t i = 0; i < list.size() && !parsed.error; ++i) {
    const formats::Place place{&at, {}, i};
    Element element{.name = name_of(list[i], i), .is_operation = is_operation};
    formats::Fields own(list[i], place, element.name, parsed.error);
    own.find_text("name");
    read_element(parsed, own, element);
    parsed.names.add(list[i], place, i, parsed.error);
    own.finish(is_operation ? "an operation" : "a pool");
    parsed.snapshot.elements.push_back(std::move(element));
  }
}

void read_jobs(ParsedSnapshot& parsed, formats::Fields& fields) {
  const formats::json::Array& list = fields.list("jobs");
  const formats::Place at{&fields.place(), "jobs"};
  Names names;
  for (std::size_t i = 0; i < list.size() && !parsed.error; ++i) {
    const formats::Place place{&at, {}, i};
    Job job{names.add(list[i], place, i, parsed.error)};
    formats::Fields own(list[i], place, job.name, parsed.error);
    own.find_text("name");
    const auto operation = parsed.names.find(own, "operation", "operation named");
    job.operation = operation.value_or(0);
    if (operation && !parsed.snapshot.elements[*operation].is_operation) {
      own.complain("operation", "FS401", "this is a pool, and pools have no jobs");
    }
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
    job.start = own.whole("start", lowest, highest, 0);
    job.usage = ratio(own, "usage", 0);
    own.finish("a job");
    parsed.snapshot.jobs.push_back(std::move(job));
  }
}

// An operation uses what its jobs use; a pool uses and demands what all below it do.
void sum_up(ParsedSnapshot& parsed, formats::Fields& fields) {
  const std::size_t count = parsed.snapshot.elements.size();
  std::vector<double> used(count);
  std::vector<double> wanted(count);
  for (const Job& job : parsed.snapshot.jobs) used[job.operation] += job.usage;
  for (std::size_t i = count; i-- > 0;) {
    Element& element = parsed.snapshot.elements[i];
    const double held = element.is_operation ? used[i] / parsed.snapshot.total : used[i];
    if (!parsed.is_usage_given[i]) element.usage = held;
    if (!parsed.is_demand_given[i]) element.demand = wanted[i];
    if (!std::isfinite(element.usage) || !std::isfinite(element.demand)) {
      fields.complain("", "FS008", "the sum of usage or demand exceeds the largest double");
      return;
    }
    if (!element.parent) continue;
    used[*element.parent] += element.usage;
    wanted[*element.parent] += element.demand;
  }
}

// Either all fair shares are given, or none.
void settle_fair_shares(ParsedSnapshot& parsed, formats::Fields& fields) {
  const auto without = std::ranges::find(parsed.has_fair_share, false);
  if (without == parsed.has_fair_share.end() || parsed.error) return;
  const auto first = static_cast<std::size_t>(without - parsed.has_fair_share.begin());
  if (std::ranges::find(parsed.has_fair_share, true) != parsed.has_fair_share.end()) {
    fields.complain("", "FS002",
                    fmt::format("others have a fair_share_ratio, but {} does not",
                                formats::json::quoted(
                                    formats::abridged(parsed.snapshot.elements[first].name))));
    return;
  }
  for (std::size_t i = 0; i < parsed.snapshot.elements.size(); ++i) {
    parsed.tree.elements[i + 1].demand_ratio = parsed.snapshot.elements[i].demand;
    parsed.tree.elements[i + 1].usage_ratio = parsed.snapshot.elements[i].usage;
  }
  const scalar::ComputedTree computed = scalar::compute(parsed.snapshot.era, parsed.tree);
  for (std::size_t i = 0; i < parsed.snapshot.elements.size(); ++i) {
    Element& element = parsed.snapshot.elements[i];
    element.fair_share = computed.elements[i + 1].fair_share_ratio;
    element.min_share = computed.elements[i + 1].adjusted_min_share_ratio;
  }
}

void read_observed(ParsedSnapshot& parsed, const Value& value, const formats::Place& place,
                   bool are_operations, Observation& update) {
  formats::Fields own(value, place, name_of(value, place.index.value_or(0)), parsed.error);
  const auto element = parsed.names.find(own, "name", "pool or operation named");
  if (!element) return;
  const Element& now = parsed.snapshot.elements[*element];
  if (now.is_operation != are_operations) {
    own.complain("name", "FS401", "pools are observed in \"pools\", operations in \"operations\"");
    return;
  }
  update.elements.push_back({*element, ratio(own, "usage_ratio", now.usage),
                             ratio(own, "demand_ratio", now.demand),
                             ratio(own, "fair_share_ratio", now.fair_share),
                             ratio(own, "adjusted_min_share_ratio", now.min_share)});
  own.finish("what is observed");
}

void read_updates(ParsedSnapshot& parsed, formats::Fields& fields) {
  const formats::json::Array& list = fields.list("updates");
  const formats::Place at{&fields.place(), "updates"};
  for (std::size_t i = 0; i < list.size() && !parsed.error; ++i) {
    const formats::Place place{&at, {}, i};
    formats::Fields own(list[i], place, "", parsed.error);
    const auto time = find_past(own, "at", parsed.snapshot.now);
    if (!time) own.complain("at", "FS002", "the time of the update is missing");
    Observation update{time.value_or(0), {}};
    if (i > 0 && update.at < parsed.snapshot.history.back().at) {
      own.complain("at", "FS017", "it is earlier than the previous update");
    }
    for (const std::string_view key : {"pools", "operations"}) {
      const formats::Place seen{&place, key};
      const formats::json::Array& elements = own.list(key);
      for (std::size_t k = 0; k < elements.size() && !parsed.error; ++k) {
        read_observed(parsed, elements[k], {&seen, {}, k}, key == "operations", update);
      }
    }
    own.finish("an update");
    parsed.snapshot.history.push_back(std::move(update));
  }
}

}  // namespace

PoolSnapshot read_ytsaurus_snapshot(const Value& value, Era era,
                                    std::optional<formats::InputError>& error) {
  const formats::Place top;
  formats::Fields fields(value, top, "", error);
  ParsedSnapshot parsed{{.era = era}, error};
  read_tree_settings(parsed, fields);
  read_elements(parsed, fields, "pools", false);
  read_elements(parsed, fields, "operations", true);
  if (error) return parsed.snapshot;
  read_jobs(parsed, fields);
  if (error) return parsed.snapshot;
  sum_up(parsed, fields);
  settle_fair_shares(parsed, fields);
  read_updates(parsed, fields);
  fields.finish(era == Era::v2018 ? "a snapshot of ytsaurus-2018" : "a snapshot of ytsaurus-2019",
                {"id", "scheduler", "category", "comment"});
  return std::move(parsed.snapshot);
}

}  // namespace fairshare::preemption
