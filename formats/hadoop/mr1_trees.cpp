#include "formats/hadoop/mr1_trees.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/hadoop/mr1_pools.h"
#include "formats/hadoop/mr1_allocations.h"
#include "formats/hadoop/trees.h"
#include "formats/records/records.h"
#include "formats/text/fields.h"
#include "formats/verdict/model_comparison.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
namespace mr1 = schedulers::mr1;
using mr1::TaskType;

constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t long_max = std::numeric_limits<std::int64_t>::max();

struct Node {  // the root if it has no pool
  std::optional<std::size_t> pool = std::nullopt;
  std::optional<std::size_t> job = std::nullopt;  // of the pool; absent: the pool itself
};

// A record, and what has been read from it.
struct ParsedPoolTree {
  const PoolAllocations* allocations = nullptr;  // null: there is no file
  Outline outline = {.model = "mr1"};
  mr1::PoolTree tree = {};
  std::vector<Node> nodes = {Node{}};
  std::vector<std::size_t> pool_nodes = {};  // the node of each pool; its jobs follow it
};

TaskType type_of(const ParsedPoolTree& parsed, std::size_t resource) {
  return parsed.outline.resources.names[resource] == "maps" ? TaskType::map : TaskType::reduce;
}

// Slots for maps and for reduces; nothing if the member is absent.
std::optional<mr1::Slots> find_slots(const ParsedPoolTree& parsed, Fields& fields,
                                     std::string_view key, std::int64_t low,
                                     std::int64_t fallback) {
  const auto amounts =
      find_whole_amounts(fields, key, parsed.outline.resources, low, int_max, fallback);
  if (!amounts) return std::nullopt;
  mr1::Slots slots{static_cast<std::int32_t>(fallback), static_cast<std::int32_t>(fallback)};
  for (std::size_t r = 0; r < amounts->size(); ++r) {
    const auto amount = static_cast<std::int32_t>((*amounts)[r]);
    (type_of(parsed, r) == TaskType::map ? slots.maps : slots.reduces) = amount;
  }
  return slots;
}

mr1::Job read_job(ParsedPoolTree& parsed, const json::Value& value, const Place& place,
                  std::size_t node) {
  Fields fields(value, place, parsed.outline.paths[node], parsed.outline.error);
  fields.take("name");
  mr1::Job job;
  job.priority = static_cast<mr1::Priority>(
      fields.choice("priority", {"VERY_HIGH", "HIGH", "NORMAL", "LOW", "VERY_LOW"}, 2));
  job.demand = find_slots(parsed, fields, "demand", 0, 0).value_or(mr1::Slots{});
  job.is_runnable = fields.flag("runnable", true);
  job.start_time = fields.whole("start_time", -long_max - 1, long_max, 0);
  job.weight = fields.find_double("weight");
  if (fields.has("children")) fields.complain("children", "FS401", "a job has no children");
  fields.finish("a job");
  return job;
}

// A pool that a record says nothing about, as the file configures it.
mr1::Pool configured_pool(const ParsedPoolTree& parsed, std::string_view name) {
  mr1::Pool pool;
  if (parsed.allocations == nullptr) return pool;
  pool.mode = parsed.allocations->default_mode;
  const auto entry = parsed.allocations->pools.find(name);
  if (entry == parsed.allocations->pools.end()) return pool;
  const ConfiguredPool& found = entry->second;
  pool.weight = found.weight.value_or(pool.weight);
  pool.min_share = {found.min_maps.value_or(0), found.min_reduces.value_or(0)};
  pool.max_share = {found.max_maps.value_or(pool.max_share.maps),
                    found.max_reduces.value_or(pool.max_share.reduces)};
  pool.mode = found.mode.value_or(pool.mode);
  return pool;
}

void read_pool(ParsedPoolTree& parsed, const json::Value& value, const Place& place,
               std::size_t node) {
  Fields fields(value, place, parsed.outline.paths[node], parsed.outline.error);
  fields.take("name");
  mr1::Pool pool = configured_pool(parsed, std::string_view(parsed.outline.paths[node]).substr(1));
  pool.weight = fields.real("weight", pool.weight);
  pool.min_share =
      find_slots(parsed, fields, "min_share", -int_max - 1, 0).value_or(pool.min_share);
  pool.max_share =
      find_slots(parsed, fields, "max_share", -int_max - 1, int_max).value_or(pool.max_share);
  pool.mode = static_cast<mr1::Mode>(
      fields.choice("mode", {"fair", "fifo"}, static_cast<std::size_t>(pool.mode)));
  const json::Array& jobs = fields.list("children");
  if (!jobs.empty() && fields.has("demand")) {
    fields.complain("demand", "FS003",
                    "a pool with children takes its demand from them; leave it out");
  }
  pool.further_demand = find_slots(parsed, fields, "demand", 0, 0).value_or(mr1::Slots{});
  fields.finish("a pool");

  const std::size_t index = parsed.tree.pools.size();
  parsed.nodes.push_back({index, std::nullopt});
  parsed.pool_nodes.push_back(node);
  read_nodes(parsed.outline, jobs, {&place, "children"}, node,
             [&](const json::Value& job, const Place& at, std::size_t job_node) {
               parsed.nodes.push_back({index, pool.jobs.size()});
               pool.jobs.push_back(read_job(parsed, job, at, job_node));
             });
  parsed.tree.pools.push_back(std::move(pool));
}

void read_pools(ParsedPoolTree& parsed, const json::Array& pools, const Place& place) {
  read_nodes(parsed.outline, pools, place, 0,
             [&](const json::Value& pool, const Place& at, std::size_t node) {
               read_pool(parsed, pool, at, node);
             });
}

void read_tree(ParsedPoolTree& parsed, Fields& record) {
  const json::Value* tree = record.take("tree");
  if (tree == nullptr) return record.complain("tree", "FS002", "the tree is missing");
  const Place place{&record.place(), "tree"};
  if (const auto* pools = std::get_if<json::Array>(&tree->is)) {
    return read_pools(parsed, *pools, place);
  }
  Fields root(*tree, place, "/", parsed.outline.error);
  root.take("name");
  const json::Array& pools = root.list("children");
  root.finish("the root");
  if (!parsed.outline.error) read_pools(parsed, pools, {&place, "children"});
}

void read_booster(ParsedPoolTree& parsed, Fields& record) {
  const auto now = record.find_whole("now", -long_max - 1, long_max);
  const json::Value* value = record.take("new_job_weight_booster");
  if (value == nullptr || std::holds_alternative<json::Null>(value->is)) return;
  if (!now) record.complain("now", "FS002", "the time is missing; the booster needs it");
  const Place place{&record.place(), "new_job_weight_booster"};
  Fields fields(*value, place, "", parsed.outline.error);
  mr1::NewJobWeightBooster booster{.now = now.value_or(0)};
  booster.factor = fields.real32("factor", booster.factor);
  booster.duration = fields.whole("duration", -long_max - 1, long_max, booster.duration);
  fields.finish("the booster");
  parsed.tree.adjust_weight = booster;
}

void read_total(ParsedPoolTree& parsed, Fields& record) {
  parsed.outline.resources = read_resources(record, {"maps", "reduces"});
  if (parsed.outline.resources.names.empty()) {
    record.complain("total", "FS002", "the total has neither maps nor reduces");
  }
  for (const std::string& name : parsed.outline.resources.names) {
    if (name == "maps" || name == "reduces") continue;
    return record.complain("total", "FS003",
                           fmt::format("mr1 divides slots for maps and reduces, not {}",
                                       json::quoted(abridged(name))));
  }
  if (parsed.outline.error) return;
  parsed.tree.cluster = find_slots(parsed, record, "total", -int_max - 1, 0).value_or(mr1::Slots{});
}

ParsedPoolTree parse(const json::Value& record, const TreeOptions& options, bool wants_shares) {
  ParsedPoolTree parsed{.allocations = options.pools};
  const Place root;
  Fields fields(record, root, "", parsed.outline.error);
  fields.take("id");
  fields.take("scheduler");
  read_total(parsed, fields);
  parsed.tree.size_based_weight = fields.flag("size_based_weight", false);
  read_booster(parsed, fields);
  if (!parsed.outline.error) read_tree(parsed, fields);
  if (wants_shares && !parsed.outline.error) read_shares(parsed.outline, fields);
  fields.take("shares");
  fields.finish("a record of mr1", record_ignored);
  return parsed;
}

// The pools of the file that the record does not have.
std::vector<std::string> passed_over(const ParsedPoolTree& parsed) {
  std::vector<std::string> names;
  if (parsed.allocations == nullptr) return names;
  std::set<std::string_view> paths;
  for (const std::size_t node : parsed.pool_nodes) paths.insert(parsed.outline.paths[node]);
  for (const auto& [name, pool] : parsed.allocations->pools) {
    if (!paths.contains("/" + name)) names.push_back(name);
  }
  return names;
}

// Answers.

Cell cell_of(const ParsedPoolTree& parsed, const mr1::PoolDivider& at, std::size_t resource) {
  return {at ? parsed.pool_nodes[*at] : 0, resource};
}

// Numbers by resource.
template <class Number>
using AllShares = std::vector<mr1::PoolShares<Number>>;

template <class Number>
void write_share(json::Writer& answer, const ParsedPoolTree& parsed,
                 const AllShares<Number>& shares, std::size_t node) {
  write_amounts(answer, parsed.outline.resources, [&](std::size_t r) {
    const auto& [pool, job] = parsed.nodes[node];
    if (!pool) return Number(parsed.tree.cluster.of(type_of(parsed, r)));
    return job ? shares[r].jobs[*pool][*job] : shares[r].pools[*pool];
  });
}

template <class Number>
void write_shares(json::Writer& answer, const ParsedPoolTree& parsed,
                  const AllShares<Number>& shares) {
  answer.key("shares").begin_object();
  for (std::size_t node = 0; node < parsed.nodes.size(); ++node) {
    answer.key(parsed.outline.paths[node]);
    write_share(answer, parsed, shares, node);
  }
  answer.end_object();
}

void write_pool(json::Writer& answer, const ParsedPoolTree& parsed, const mr1::Pool& pool) {
  const auto& resources = parsed.outline.resources;
  answer.key("weight").number(number_text(pool.weight));
  write_amounts(answer.key("min_share"), resources, [&](std::size_t r) -> std::int64_t {
    return pool.min_share.of(type_of(parsed, r));
  });
  write_amounts(answer.key("demand"), resources, [&](std::size_t r) -> std::int64_t {
    return mr1::pool_demand(pool, type_of(parsed, r));
  });
}

void write_job(json::Writer& answer, const ParsedPoolTree& parsed, const mr1::Job& job) {
  const auto& resources = parsed.outline.resources;
  write_amounts(answer.key("weight"), resources, [&](std::size_t r) {
    return mr1::job_weight(parsed.tree, job, type_of(parsed, r));
  });
  write_amounts(answer.key("demand"), resources, [&](std::size_t r) -> std::int64_t {
    return mr1::job_demand(job, type_of(parsed, r));
  });
}

// What MR1 holds of each node, its share last.
void write_details(json::Writer& answer, const ParsedPoolTree& parsed,
                   const AllShares<double>& shares) {
  answer.key("details").begin_object();
  for (std::size_t node = 0; node < parsed.nodes.size(); ++node) {
    const auto& [pool, job] = parsed.nodes[node];
    answer.key(parsed.outline.paths[node]).begin_object();
    if (job) {
      write_job(answer, parsed, parsed.tree.pools[*pool].jobs[*job]);
    } else if (pool) {
      write_pool(answer, parsed, parsed.tree.pools[*pool]);
    }
    answer.key("fair_share");
    write_share(answer, parsed, shares, node);
    answer.end_object();
  }
  answer.end_object();
}

void write_computed(json::Writer& answer, const ParsedPoolTree& parsed,
                    const TreeOptions& options) {
  AllShares<double> shares;
  bool has_nan = false;
  for (std::size_t r = 0; r < parsed.outline.resources.names.size(); ++r) {
    auto computed = mr1::compute_pools(parsed.tree, type_of(parsed, r));
    if (const auto* hang = std::get_if<mr1::PoolHang>(&computed)) {
      answer.key("outcome").string("hang");
      return write_place(answer, parsed.outline, cell_of(parsed, hang->at, r));
    }
    shares.push_back(std::get<mr1::PoolShares<double>>(std::move(computed)));
    has_nan = has_nan || shares.back().has_nan;
  }
  answer.key("outcome").string(has_nan ? "nan" : "shares");
  write_shares(answer, parsed, shares);
  if (options.details) write_details(answer, parsed, shares);
}

NodeDivision by_nodes(const ParsedPoolTree& parsed, const mr1::PoolDivider& at,
                      std::size_t resource) {
  NodeDivision result{cell_of(parsed, at, resource), parsed.pool_nodes};
  if (!at) return result;
  result.claimants.clear();
  for (std::size_t i = 0; i < parsed.tree.pools[*at].jobs.size(); ++i) {
    result.claimants.push_back(parsed.pool_nodes[*at] + 1 + i);
  }
  return result;
}

std::optional<InputError> write_fair(json::Writer& answer, const ParsedPoolTree& parsed) {
  AllShares<Rational> shares;
  for (std::size_t r = 0; r < parsed.outline.resources.names.size(); ++r) {
    auto solved = mr1::solve_pools_exactly(parsed.tree, type_of(parsed, r));
    if (const auto* none = std::get_if<mr1::PoolNoAllocationAt>(&solved)) {
      return write_no_allocation(answer, parsed.outline, by_nodes(parsed, none->at, r),
                                 none->reason);
    }
    shares.push_back(std::get<mr1::PoolShares<Rational>>(std::move(solved)));
  }
  answer.key("outcome").string("allocation");
  write_shares(answer, parsed, shares);
  return std::nullopt;
}

// "passed_over":["adhoc"], if there are such pools.
void write_passed_over(json::Writer& answer, const ParsedPoolTree& parsed) {
  const std::vector<std::string> names = passed_over(parsed);
  if (names.empty()) return;
  answer.key("passed_over").begin_array();
  for (const std::string& name : names) answer.string(name);
  answer.end_array();
}

// Divisions.

std::variant<Division, InputError> read_division(const ParsedPoolTree& parsed,
                                                 const mr1::PoolDivision& division,
                                                 const NodeDivision& nodes) {
  const Outline& outline = parsed.outline;
  const Rational slots(parsed.tree.cluster.of(type_of(parsed, nodes.at.resource)));
  const auto read = reported_total(outline, nodes.at, slots, Rounding::to_double);
  if (const auto* error = std::get_if<InputError>(&read)) return *error;
  if (const auto infinite = find_infinite(division.schedulables)) {
    return no_problem(outline, nodes, *infinite);
  }
  const auto& total = std::get<Rational>(read);
  const double amount = exact::to_double(total);
  auto made = division_of(outline, nodes, mr1::fair_problem(amount, division.schedulables),
                          Rounding::to_double);
  auto* result = std::get_if<Division>(&made);
  if (result == nullptr) return made;
  result->following = Following::bounds;
  // If less is demanded than there is, the sum of demands is divided, and that is exact.
  if (division.at && result->problem.total == total) {
    result->reported_total = outline.shares.at(nodes.at);
  }
  result->comparison =
      compare_with_model("mr1", mr1::model_result(amount, division.schedulables), result->shares);
  return made;
}

}  // namespace

std::optional<InputError> answer_mr1_tree(const json::Value& record, const TreeOptions& options,
                                          json::Writer& answer) {
  const ParsedPoolTree parsed = parse(record, options, false);
  if (parsed.outline.error) return parsed.outline.error;
  std::optional<InputError> error;
  if (options.fair) {
    error = write_fair(answer, parsed);
  } else {
    write_computed(answer, parsed, options);
  }
  if (!error) write_passed_over(answer, parsed);
  return error;
}

std::variant<std::vector<Division>, InputError> divisions_of_mr1_tree(const json::Value& record,
                                                                      const TreeOptions& options) {
  const ParsedPoolTree parsed = parse(record, options, true);
  if (parsed.outline.error) return *parsed.outline.error;
  if (parsed.outline.shares.empty()) return no_shares_reported();
  std::vector<Division> divisions;
  for (std::size_t r = 0; r < parsed.outline.resources.names.size(); ++r) {
    for (const auto& division : mr1::divisions(parsed.tree, type_of(parsed, r))) {
      const NodeDivision nodes = by_nodes(parsed, division.at, r);
      if (division.at && !is_reported(parsed.outline, nodes)) continue;
      auto made = read_division(parsed, division, nodes);
      if (auto* error = std::get_if<InputError>(&made)) return std::move(*error);
      divisions.push_back(std::get<Division>(std::move(made)));
    }
  }
  if (divisions.empty()) return nothing_to_judge();
  if (const auto names = passed_over(parsed); !names.empty()) {
    divisions.front().notes.push_back(
        fmt::format("The allocations file has pools that the record does not have: {}.",
                    fmt::join(names, ", ")));
  }
  return divisions;
}

}  // namespace fairshare::formats
