// Snapshots of Hadoop's schedulers: claimants, their tasks, and what was observed before.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/hadoop/mr1.h"
#include "fairshare/schedulers/hadoop/yarn.h"
#include "preemption/snapshot_fields.h"

namespace fairshare::preemption {
namespace {

using formats::json::Value;
using hadoop::App;
using hadoop::Claimant;
using hadoop::Observation;
using hadoop::Observed;
using hadoop::Rule;
using hadoop::Task;
using schedulers::Hang;
using HadoopSnapshot = hadoop::Snapshot;

// For every victim, yarn-2.5 and yarn-2.7 look at all siblings on the way down: a thousand queues
// and a million containers take seconds.
constexpr std::size_t comparisons_max = 1'000'000'000;

// A claimant's fields that preemption does not use, but from which its fair share is computed.
struct Bounds {
  double weight = 1;
  std::int64_t max_share = 0;
  bool is_active = true;
  bool has_demand = false;
  bool has_fair_share = false;
};

struct ParsedSnapshot {
  HadoopSnapshot snapshot;
  std::optional<formats::InputError>& error;
  std::int64_t most;  // the largest amount
  Names names = {};
  std::vector<Names> apps = {};
  std::vector<Bounds> bounds = {};
  std::vector<bool> is_usage_given = {};
  std::vector<bool> has_children = {};
  std::optional<std::int64_t> used = std::nullopt;
};

bool has_tree(Rule rule) {
  return rule == Rule::yarn_2_5 || rule == Rule::yarn_2_7;
}

bool has_clocks(Rule rule) {
  return rule != Rule::article;
}

// As in the releases: from text to a double, and from that to a float32.
float to_float32(double number) {
  return exact::to_float(exact::from_double(number));
}

// Whole numbers in YARN, doubles in MR1.
std::optional<double> find_fair_share(const ParsedSnapshot& parsed, formats::Fields& fields) {
  if (parsed.snapshot.rule == Rule::mr1) return find_ratio(fields, "fair_share");
  const auto whole = find_amount(fields, "fair_share", parsed.most);
  return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

void read_settings(ParsedSnapshot& parsed, formats::Fields& fields) {
  HadoopSnapshot& snapshot = parsed.snapshot;
  constexpr std::int64_t longest =
      std::numeric_limits<std::int32_t>::max();  // ints in the releases
  snapshot.now = read_now(fields);
  if (snapshot.rule == Rule::article) snapshot.check_interval = 500;
  if (snapshot.rule != Rule::mr1) {
    snapshot.wait_before_kill =
        amount(fields, "wait_before_kill", longest, snapshot.wait_before_kill);
    snapshot.check_interval = amount(fields, "check_interval", longest, snapshot.check_interval);
    if (snapshot.check_interval == 0) {
      fields.complain("check_interval", "FS008",
                      "the interval between two checks must be positive");
      snapshot.check_interval = 1;
    }
  }
  if (has_clocks(snapshot.rule)) {
    snapshot.min_share_timeout =
        find_time(fields, "min_share_timeout").value_or(snapshot.min_share_timeout);
    snapshot.fair_share_timeout =
        find_time(fields, "fair_share_timeout").value_or(snapshot.fair_share_timeout);
  }
  if (snapshot.rule == Rule::yarn_2_7) {
    snapshot.fair_share_threshold = to_float32(ratio(fields, "fair_share_threshold", 0.5));
  }
  if (!has_tree(snapshot.rule)) return;
  snapshot.utilization_threshold = to_float32(ratio(fields, "utilization_threshold", 0.8));
  parsed.used = find_amount(fields, "used", parsed.most);
  const auto vcores_used = find_amount(fields, "vcores_used", parsed.most);
  const auto vcores_total = find_amount(fields, "vcores_total", parsed.most);
  if (vcores_used.has_value() != vcores_total.has_value()) {
    fields.complain(vcores_used ? "vcores_total" : "vcores_used", "FS002",
                    "give vcores_used and vcores_total together");
  }
  if (vcores_used && vcores_total) snapshot.vcores = {*vcores_used, *vcores_total};
}

void read_apps(ParsedSnapshot& parsed, formats::Fields& fields, Claimant& claimant) {
  parsed.apps.emplace_back();
  if (!has_tree(parsed.snapshot.rule) || !fields.has("apps")) return;
  claimant.apps.clear();
  const formats::json::Array& apps = fields.list("apps");
  const formats::Place list{&fields.place(), "apps"};
  for (std::size_t i = 0; i < apps.size(); ++i) {
    const formats::Place place{&list, {}, i};
    App app{parsed.apps.back().add(apps[i], place, i, parsed.error)};
    formats::Fields own(apps[i], place, claimant.name, parsed.error);
    own.find_text("name");
    app.start_time = find_time(own, "start").value_or(0);
    app.weight = own.real32("weight", 1);
    own.finish("an application");
    claimant.apps.push_back(std::move(app));
  }
}

// Must be called before the claimant's own name is added: no claimant is its own parent.
void read_parent(ParsedSnapshot& parsed, formats::Fields& fields, Claimant& claimant) {
  if (!has_tree(parsed.snapshot.rule)) return;
  claimant.parent = parsed.names.find_optional(fields, "parent", "earlier claimant named");
  if (claimant.parent) parsed.has_children[*claimant.parent] = true;
}

void read_clocks(ParsedSnapshot& parsed, formats::Fields& fields, Claimant& claimant) {
  const HadoopSnapshot& snapshot = parsed.snapshot;
  if (!has_clocks(snapshot.rule)) return;
  claimant.last_at_min_share = find_past(fields, "last_at_min_share", snapshot.now);
  claimant.last_at_fair_share = find_past(fields, "last_at_fair_share", snapshot.now);
  claimant.min_share_timeout = find_time(fields, "min_share_timeout");
  if (snapshot.rule != Rule::yarn_2_7) return;
  claimant.fair_share_timeout = find_time(fields, "fair_share_timeout");
  if (const auto threshold = find_ratio(fields, "fair_share_threshold")) {
    claimant.fair_share_threshold = to_float32(*threshold);
  }
}

void read_bounds(ParsedSnapshot& parsed, formats::Fields& fields, Claimant& claimant) {
  Bounds bounds;
  bounds.weight = fields.real("weight", 1);
  claimant.weight = to_float32(bounds.weight);
  claimant.min_share = amount(fields, "min_share", parsed.most, 0);
  bounds.max_share = parsed.most;
  if (parsed.snapshot.rule != Rule::mr1) {
    bounds.max_share = amount(fields, "max_share", parsed.most, parsed.most);
  }
  if (bounds.max_share < claimant.min_share) {
    fields.complain(
        "max_share", "FS010",
        fmt::format("max_share {} is below min_share {}", bounds.max_share, claimant.min_share));
  }
  const auto demand = find_amount(fields, "demand", parsed.most);
  bounds.has_demand = demand.has_value();
  claimant.demand = demand.value_or(parsed.most);
  if (parsed.snapshot.rule == Rule::yarn_2_7) bounds.is_active = fields.flag("active", true);
  const auto fair_share = find_fair_share(parsed, fields);
  bounds.has_fair_share = fair_share.has_value();
  claimant.fair_share = fair_share.value_or(0);
  parsed.bounds.push_back(bounds);
}

// A queue demands what the queues in it demand, up to its max share (FSParentQueue.updateDemand).
void pass_up_demand(ParsedSnapshot& parsed) {
  std::vector<std::int64_t> wanted(parsed.bounds.size());
  for (std::size_t i = parsed.bounds.size(); i-- > 0;) {
    Claimant& claimant = parsed.snapshot.claimants[i];
    if (parsed.has_children[i] && !parsed.bounds[i].has_demand) {
      claimant.demand = std::min(wanted[i], parsed.bounds[i].max_share);
    }
    if (!claimant.parent) continue;
    std::int64_t& above = wanted[*claimant.parent];
    above = std::min(above + claimant.demand, parsed.most);
  }
}

void read_claimants(ParsedSnapshot& parsed, formats::Fields& fields) {
  const formats::json::Array& list = fields.list("claimants");
  if (!fields.has("claimants")) fields.complain("claimants", "FS002", "the claimants are missing");
  const formats::Place at{&fields.place(), "claimants"};
  for (std::size_t i = 0; i < list.size() && !parsed.error; ++i) {
    const formats::Place place{&at, {}, i};
    Claimant claimant;
    parsed.has_children.push_back(false);
    formats::Fields own(list[i], place, name_of(list[i], i), parsed.error);
    claimant.name = own.claimant();
    own.find_text("name");
    read_parent(parsed, own, claimant);
    parsed.names.add(list[i], place, i, parsed.error);
    read_bounds(parsed, own, claimant);
    read_clocks(parsed, own, claimant);
    read_apps(parsed, own, claimant);
    const auto usage = find_amount(own, "usage", parsed.most);
    parsed.is_usage_given.push_back(usage.has_value());
    claimant.usage = usage.value_or(0);
    own.finish(fmt::format("a claimant of {}", name_of(parsed.snapshot.rule)));
    parsed.snapshot.claimants.push_back(std::move(claimant));
  }
}

std::size_t read_app(ParsedSnapshot& parsed, formats::Fields& fields, std::size_t claimant) {
  if (!has_tree(parsed.snapshot.rule)) return 0;
  const auto app =
      parsed.apps[claimant].find_optional(fields, "app", "application of its claimant named");
  if (app) return *app;
  const auto& apps = parsed.snapshot.claimants[claimant].apps;
  const bool is_unnamed = apps.size() == 1 && apps[0].name.empty();
  if (!is_unnamed) {
    fields.complain("app", "FS002",
                    "its claimant has applications: name the one that it belongs to");
  }
  return 0;
}

void read_task(ParsedSnapshot& parsed, formats::Fields& fields, Task& task) {
  const HadoopSnapshot& snapshot = parsed.snapshot;
  const auto claimant = parsed.names.find(fields, "claimant", "claimant named");
  if (!claimant) return;
  task.claimant = *claimant;
  if (parsed.has_children[*claimant]) {
    fields.complain("claimant", "FS401", "its claimant has children, so it cannot have tasks");
    return;
  }
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
  task.start = fields.whole("start", lowest, highest, 0);
  if (snapshot.rule == Rule::mr1) return;
  constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();
  task.app = read_app(parsed, fields, *claimant);
  task.priority = fields.whole("priority", -int_max - 1, int_max, 0);
  task.size = amount(fields, "size", parsed.most, 1);
  task.warned_at = find_past(fields, "warned_at", snapshot.now);
  if (snapshot.rule != Rule::article) {
    task.is_on_warned_list = fields.flag("on_warned_list", true);
  }
}

void read_tasks(ParsedSnapshot& parsed, formats::Fields& fields) {
  const formats::json::Array& list = fields.list("tasks");
  const formats::Place at{&fields.place(), "tasks"};
  Names names;
  for (std::size_t i = 0; i < list.size() && !parsed.error; ++i) {
    const formats::Place place{&at, {}, i};
    Task task{names.add(list[i], place, i, parsed.error)};
    formats::Fields own(list[i], place, task.name, parsed.error);
    own.find_text("name");
    read_task(parsed, own, task);
    own.finish(fmt::format("a task of {}", name_of(parsed.snapshot.rule)));
    parsed.snapshot.tasks.push_back(std::move(task));
  }
}

// A usage that is not given is what the tasks hold. One that is given may be more than that, but
// not less.
void sum_up_usage(ParsedSnapshot& parsed, formats::Fields& fields) {
  std::vector<exact::Integer> held(parsed.snapshot.claimants.size());
  for (const Task& task : parsed.snapshot.tasks) held[task.claimant] += task.size;
  exact::Integer used = 0;
  for (std::size_t i = 0; i < held.size(); ++i) {
    Claimant& claimant = parsed.snapshot.claimants[i];
    if (parsed.has_children[i]) continue;
    const bool fits = held[i] <= (parsed.is_usage_given[i] ? claimant.usage : parsed.most);
    if (!fits && !parsed.error) {
      const formats::Place list{&fields.place(), "claimants"};
      const formats::Place place{&list, {}, i};
      const std::string most = parsed.is_usage_given[i]
                                   ? fmt::format("its usage {}", claimant.usage)
                                   : "the release can hold";
      parsed.error = formats::error_at(
          {&place, "usage"}, claimant.name,
          {"FS017", fmt::format("its tasks hold {}, more than {}", held[i].str(), most)});
      return;
    }
    if (!parsed.is_usage_given[i]) claimant.usage = static_cast<std::int64_t>(held[i]);
    used += claimant.usage;
  }
  if (!has_tree(parsed.snapshot.rule)) return;
  if (!parsed.used && used > parsed.most) {
    fields.complain("used", "FS008", "the sum of all usage exceeds what the release can hold");
    return;
  }
  parsed.snapshot.memory.used = parsed.used ? *parsed.used : static_cast<std::int64_t>(used);
}

void read_observed(ParsedSnapshot& parsed, const Value& value, const formats::Place& place,
                   Observation& update) {
  formats::Fields own(value, place, name_of(value, place.index.value_or(0)), parsed.error);
  const auto claimant = parsed.names.find(own, "name", "claimant named");
  if (!claimant) return;
  if (parsed.has_children[*claimant]) {
    own.complain("name", "FS401", "a claimant with children has no clocks");
    return;
  }
  const Claimant& now = parsed.snapshot.claimants[*claimant];
  Observed seen{*claimant, now.usage, now.demand, now.min_share, now.fair_share};
  seen.usage = amount(own, "usage", parsed.most, seen.usage);
  seen.demand = amount(own, "demand", parsed.most, seen.demand);
  seen.min_share = amount(own, "min_share", parsed.most, seen.min_share);
  seen.fair_share = find_fair_share(parsed, own).value_or(seen.fair_share);
  own.finish("a claimant of an update");
  update.claimants.push_back(seen);
}

void read_updates(ParsedSnapshot& parsed, formats::Fields& fields) {
  if (!has_clocks(parsed.snapshot.rule)) return;
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
    const formats::Place seen{&place, "claimants"};
    const formats::json::Array& claimants = own.list("claimants");
    for (std::size_t k = 0; k < claimants.size() && !parsed.error; ++k) {
      read_observed(parsed, claimants[k], {&seen, {}, k}, update);
    }
    own.finish("an update");
    parsed.snapshot.history.push_back(std::move(update));
  }
}

// Fair shares, if they are not given.

schedulers::yarn::Release release_of(Rule rule) {
  if (rule == Rule::yarn_2_7) return schedulers::yarn::Release::v2_7;
  if (rule == Rule::yarn_2_5) return schedulers::yarn::Release::v2_5;
  return schedulers::yarn::Release::v2_2;
}

// Whether the release has an answer.
bool share_mr1(ParsedSnapshot& parsed, std::int64_t total, const std::vector<std::size_t>& among) {
  std::vector<schedulers::mr1::Schedulable> pools;
  for (const std::size_t i : among) {
    const Claimant& claimant = parsed.snapshot.claimants[i];
    pools.push_back({parsed.bounds[i].weight, static_cast<std::int32_t>(claimant.min_share),
                     static_cast<std::int32_t>(claimant.demand)});
  }
  const auto computed = schedulers::mr1::compute(static_cast<double>(total), pools);
  const auto* shares = std::get_if<schedulers::Shares<double>>(&computed);
  if (shares == nullptr) return false;
  for (std::size_t k = 0; k < among.size(); ++k) {
    parsed.snapshot.claimants[among[k]].fair_share = shares->shares[k];
  }
  return true;
}

// The article's shares are those of the 2.x code that it shows.
bool share_yarn(ParsedSnapshot& parsed, std::int64_t total, const std::vector<std::size_t>& among) {
  const schedulers::yarn::Release release = release_of(parsed.snapshot.rule);
  const std::int64_t most = schedulers::yarn::amount_max(release);
  std::vector<schedulers::yarn::Schedulable> queues;
  for (const std::size_t i : among) {
    const Claimant& claimant = parsed.snapshot.claimants[i];
    const Bounds& bounds = parsed.bounds[i];
    queues.push_back({claimant.weight, std::min(claimant.min_share, most),
                      std::min(bounds.max_share, most), bounds.is_active});
  }
  const auto computed = schedulers::yarn::compute(release, std::min(total, most), queues);
  const auto* shares = std::get_if<schedulers::Shares<std::int64_t>>(&computed);
  if (shares == nullptr) return false;
  for (std::size_t k = 0; k < among.size(); ++k) {
    const std::int64_t share = std::clamp<std::int64_t>(shares->shares[k], 0, parsed.most);
    parsed.snapshot.claimants[among[k]].fair_share = static_cast<double>(share);
  }
  return true;
}

// A queue is active if any below it is.
void pass_up_activity(ParsedSnapshot& parsed) {
  std::vector<bool> is_any(parsed.bounds.size());
  for (std::size_t i = parsed.bounds.size(); i-- > 0;) {
    if (parsed.has_children[i]) parsed.bounds[i].is_active = is_any[i];
    const auto& parent = parsed.snapshot.claimants[i].parent;
    if (parent && parsed.bounds[i].is_active) is_any[*parent] = true;
  }
}

bool compute_fair_shares(ParsedSnapshot& parsed, std::int64_t total) {
  const std::size_t count = parsed.snapshot.claimants.size();
  std::vector<std::size_t> top;
  std::vector<std::vector<std::size_t>> children(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& parent = parsed.snapshot.claimants[i].parent;
    (parent ? children[*parent] : top).push_back(i);
  }
  if (parsed.snapshot.rule == Rule::mr1) return share_mr1(parsed, total, top);
  pass_up_activity(parsed);
  if (!share_yarn(parsed, total, top)) return false;
  for (std::size_t i = 0; i < count; ++i) {
    if (children[i].empty()) continue;
    const auto share = static_cast<std::int64_t>(parsed.snapshot.claimants[i].fair_share);
    if (!share_yarn(parsed, share, children[i])) return false;
  }
  return true;
}

// Either all fair shares are given, or none. False if the release never ends.
bool settle_fair_shares(ParsedSnapshot& parsed, formats::Fields& fields) {
  const auto total = find_amount(fields, "total", parsed.most);
  if (has_tree(parsed.snapshot.rule) && !total) {
    fields.complain("total", "FS002",
                    "the total is missing; without it, the utilization of the cluster is unknown");
  }
  parsed.snapshot.memory.total = total.value_or(0);
  std::optional<std::size_t> without;
  bool is_any_given = false;
  for (std::size_t i = 0; i < parsed.bounds.size(); ++i) {
    if (parsed.bounds[i].has_fair_share) is_any_given = true;
    if (!parsed.bounds[i].has_fair_share && !without) without = i;
  }
  if (!without || parsed.error) return true;
  if (is_any_given || !total) {
    const formats::Place list{&fields.place(), "claimants"};
    const formats::Place place{&list, {}, *without};
    parsed.error = formats::error_at(
        {&place, "fair_share"}, parsed.snapshot.claimants[*without].name,
        {"FS002", is_any_given ? "other claimants have a fair share: give it for all or for none"
                               : "without a total, its fair share cannot be computed"});
    return true;
  }
  return compute_fair_shares(parsed, *total);
}

void check_size(const ParsedSnapshot& parsed, formats::Fields& fields) {
  if (!has_tree(parsed.snapshot.rule)) return;
  std::size_t beside = parsed.snapshot.claimants.size();
  for (const Claimant& claimant : parsed.snapshot.claimants) beside += claimant.apps.size();
  if (parsed.snapshot.tasks.empty() || beside <= comparisons_max / parsed.snapshot.tasks.size()) {
    return;
  }
  fields.complain("tasks", "FS005",
                  fmt::format("too many: {} tasks in {} queues and applications",
                              parsed.snapshot.tasks.size(), beside));
}

}  // namespace

std::variant<HadoopSnapshot, Hang> read_hadoop_snapshot(const Value& value, Rule rule,
                                                        std::optional<formats::InputError>& error) {
  const formats::Place top;
  formats::Fields fields(value, top, "", error);
  ParsedSnapshot parsed{{.rule = rule}, error, hadoop::amount_max(rule)};
  read_settings(parsed, fields);
  read_claimants(parsed, fields);
  if (error) return parsed.snapshot;
  pass_up_demand(parsed);
  const bool ends = settle_fair_shares(parsed, fields);
  read_tasks(parsed, fields);
  if (error) return parsed.snapshot;
  sum_up_usage(parsed, fields);
  read_updates(parsed, fields);
  check_size(parsed, fields);
  fields.finish(fmt::format("a snapshot of {}", name_of(rule)),
                {"id", "scheduler", "category", "comment"});
  if (!ends) return Hang{};
  return std::move(parsed.snapshot);
}

}  // namespace fairshare::preemption
