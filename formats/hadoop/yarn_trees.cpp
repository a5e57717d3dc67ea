#include "formats/hadoop/yarn_trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "fairshare/exact/brief.h"
#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/hadoop/yarn_tree.h"
#include "fairshare/schedulers/registry.h"
#include "formats/hadoop/trees.h"
#include "formats/records/records.h"
#include "formats/text/fields.h"
#include "formats/verdict/model_comparison.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
namespace yarn = schedulers::yarn;
using yarn::Policy;
using yarn::Release;

// More types of resource than any cluster has; each of them costs a division in every queue.
constexpr std::size_t resources_max = 64;

struct Node {
  bool is_application = false;
  std::size_t index = 0;  // in the model's list of queues, or of applications
};

// A record, and what has been read from it.
struct ParsedQueueTree {
  Release release = Release::v3;
  yarn::Kind kind = yarn::Kind::instantaneous;
  Outline outline = {.model = "the release"};
  yarn::QueueTree tree = {};
  std::vector<Node> nodes = {};
  std::vector<std::size_t> queue_nodes = {};  // the node of each queue, and of each application
  std::vector<std::size_t> application_nodes = {};
};

// Every cluster has vcores. If a record does not name them, drf divides 0 of them: they are the
// last resource of the model, but not in the answer.
bool tells_of(const ParsedQueueTree& parsed, std::size_t resource) {
  return resource < parsed.outline.resources.names.size();
}

// The amounts of every resource of the model, or nothing if the member is absent.
std::optional<std::vector<std::int64_t>> find_amounts(const ParsedQueueTree& parsed, Fields& fields,
                                                      std::string_view key, std::int64_t low,
                                                      std::int64_t fallback) {
  const std::int64_t high = yarn::amount_max(parsed.release);
  auto amounts = find_whole_amounts(fields, key, parsed.outline.resources, low, high, fallback);
  if (!amounts) return std::nullopt;
  const std::size_t vcores = *parsed.tree.vcores;
  if (!tells_of(parsed, vcores)) amounts->push_back(fallback);
  const std::int64_t amount = (*amounts)[vcores];
  const bool is_int = amount >= -yarn::vcores_max - 1 && amount <= yarn::vcores_max;
  if (!is_int && amount != fallback) {
    fields.complain(key, "FS008",
                    fmt::format("vcores {} is not a whole number from {} to {}, as every release "
                                "holds them in an int",
                                amount, -yarn::vcores_max - 1, yarn::vcores_max));
  }
  return amounts;
}

void read_application(ParsedQueueTree& parsed, const json::Value& value, const Place& place,
                      std::size_t queue, std::size_t node) {
  constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();
  constexpr std::int64_t long_max = std::numeric_limits<std::int64_t>::max();
  Fields fields(value, place, parsed.outline.paths[node], parsed.outline.error);
  fields.take("name");
  yarn::Application application{.queue = queue};
  const auto demand = find_amounts(parsed, fields, "demand", 0, 0);
  if (demand) application.memory_demand = demand->front();
  application.priority =
      static_cast<std::int32_t>(fields.whole("priority", -int_max - 1, int_max, 1));
  application.is_runnable = fields.flag("runnable", true);
  application.start_time = fields.whole("start_time", -long_max - 1, long_max, 0);
  fields.finish("an application");
  parsed.nodes.push_back({true, parsed.tree.applications.size()});
  parsed.application_nodes.push_back(node);
  parsed.tree.applications.push_back(application);
}

void read_queue(ParsedQueueTree& parsed, const json::Value& value, const Place& place,
                std::optional<std::size_t> parent, std::size_t node);

// As deep as JSON may be nested, and no deeper.
void read_queues(ParsedQueueTree& parsed, const json::Array& list, const Place& place,
                 std::size_t parent) {
  Outline& outline = parsed.outline;
  const std::size_t parent_node = parsed.queue_nodes[parent];
  if (parsed.tree.queues[parent].policy == Policy::fifo && !list.empty() && !outline.error) {
    outline.error =
        error_at(place, outline.paths[parent_node],
                 {"FS402", "every release allows fifo for applications only, not for queues"});
  }
  read_nodes(outline, list, place, parent_node,
             [&](const json::Value& value, const Place& at, std::size_t node) {
               read_queue(parsed, value, at, parent, node);
             });
}

void check_policy(const ParsedQueueTree& parsed, Fields& fields, std::optional<std::size_t> parent,
                  Policy policy) {
  if (!parent || policy != Policy::drf || !yarn::has_resource_types(parsed.release)) return;
  if (parsed.tree.queues[*parent].policy != Policy::fair) return;
  fields.complain("policy", "FS402",
                  fmt::format("{} refuses drf below a fair queue, which divides memory only",
                              schedulers::name_of(parsed.release)));
}

// A max share that names any resource holds its vcores in an int, even if it does not name vcores.
std::vector<std::int64_t> read_max_share(const ParsedQueueTree& parsed, Fields& fields) {
  const std::int64_t high = yarn::amount_max(parsed.release);
  auto amounts = find_amounts(parsed, fields, "max_share", -high - 1, high);
  if (!amounts) return {};
  std::int64_t& vcores = (*amounts)[*parsed.tree.vcores];
  vcores = std::min(vcores, yarn::vcores_max);
  return *std::move(amounts);
}

// The queue's own fields; `index` is where its children and applications are put.
void read_queue(ParsedQueueTree& parsed, const json::Value& value, const Place& place,
                std::optional<std::size_t> parent, std::size_t node) {
  Fields fields(value, place, parsed.outline.paths[node], parsed.outline.error);
  fields.take("name");
  yarn::Queue queue{.parent = parent};
  queue.weight = fields.real32("weight", 1);
  const std::int64_t low = -yarn::amount_max(parsed.release) - 1;
  if (auto amounts = find_amounts(parsed, fields, "min_share", low, 0)) {
    queue.min_share = *std::move(amounts);
  }
  queue.max_share = read_max_share(parsed, fields);
  queue.policy = static_cast<Policy>(fields.choice("policy", {"fair", "drf", "fifo"}, 0));
  check_policy(parsed, fields, parent, queue.policy);
  // Since YARN-736 the demand of a queue has no influence on shares.
  find_amounts(parsed, fields, "demand", 0, 0);
  const bool lists_children = fields.has("children");
  const json::Array& children = fields.list("children");
  const bool lists_applications = fields.has("applications");
  const json::Array& applications = fields.list("applications");
  if (!children.empty() && lists_applications) {
    fields.complain("applications", "FS401", "a queue with children has no applications");
  }
  if (fields.has("active") && (lists_children || lists_applications)) {
    fields.complain("active", "FS003",
                    "whether this queue is active follows from its contents; set this only for a "
                    "leaf without \"applications\"");
  }
  // A parent without children has no runnable application.
  queue.is_active = fields.flag("active", !lists_children && !lists_applications);
  fields.finish("a queue");

  const std::size_t index = parsed.tree.queues.size();
  parsed.nodes.push_back({false, index});
  parsed.queue_nodes.push_back(node);
  parsed.tree.queues.push_back(std::move(queue));
  if (!children.empty()) read_queues(parsed, children, {&place, "children"}, index);
  read_nodes(parsed.outline, applications, {&place, "applications"}, node,
             [&](const json::Value& application, const Place& at, std::size_t application_node) {
               read_application(parsed, application, at, index, application_node);
             });
}

void check_resources(const ParsedQueueTree& parsed, Fields& record) {
  const auto& names = parsed.outline.resources.names;
  if (names.empty() || names.front() != "memory") {
    record.complain("total", "FS002", "the total has no memory");
  }
  if (names.size() > resources_max) {
    record.complain("total", "FS005",
                    fmt::format("more than {} types of resources", resources_max));
  }
  if (yarn::has_resource_types(parsed.release)) return;
  for (const std::string& name : names) {
    if (name == "memory" || name == "vcores") continue;
    return record.complain(
        "total", "FS003",
        fmt::format("{} divides memory and vcores, not {}", schedulers::name_of(parsed.release),
                    json::quoted(abridged(name))));
  }
}

void read_total(ParsedQueueTree& parsed, Fields& record) {
  parsed.outline.resources = read_resources(record, {"memory", "vcores"});
  check_resources(parsed, record);
  if (parsed.outline.error) return;
  const auto& names = parsed.outline.resources.names;
  parsed.tree.vcores = static_cast<std::size_t>(std::ranges::find(names, "vcores") - names.begin());
  const std::int64_t low = -yarn::amount_max(parsed.release) - 1;
  if (auto cluster = find_amounts(parsed, record, "total", low, 0)) {
    parsed.tree.cluster = *std::move(cluster);
  }
}

void read_tree(ParsedQueueTree& parsed, Fields& record) {
  const json::Value* tree = record.take("tree");
  if (tree == nullptr) return record.complain("tree", "FS002", "the tree is missing");
  const Place place{&record.place(), "tree"};
  if (const auto* children = std::get_if<json::Array>(&tree->is)) {
    parsed.nodes.emplace_back();
    parsed.queue_nodes.push_back(0);
    parsed.tree.queues.emplace_back();
    read_queues(parsed, *children, place, 0);
  } else {
    read_queue(parsed, *tree, place, std::nullopt, 0);
  }
}

ParsedQueueTree parse(const json::Value& record, Release release, const TreeOptions& options,
                      bool wants_shares) {
  ParsedQueueTree parsed{.release = release};
  const Place root;
  Fields fields(record, root, "", parsed.outline.error);
  fields.take("id");
  fields.take("scheduler");
  if (options.steady) parsed.kind = yarn::Kind::steady;
  if (options.steady && (release == Release::v2_2 || release == Release::v2_5)) {
    fields.complain("scheduler", "FS003",
                    fmt::format("{} has no steady shares; they came with 2.6 (YARN-2393)",
                                schedulers::name_of(release)));
  }
  read_total(parsed, fields);
  parsed.tree.size_based_weight = fields.flag("size_based_weight", false);
  if (!parsed.outline.error) read_tree(parsed, fields);
  if (wants_shares && !parsed.outline.error) read_shares(parsed.outline, fields);
  fields.take("shares");
  fields.finish(fmt::format("a record of {}", schedulers::name_of(release)), record_ignored);
  return parsed;
}

// Answers.

// Only queues have steady shares.
bool has_share(const ParsedQueueTree& parsed, std::size_t node) {
  return parsed.kind == yarn::Kind::instantaneous || !parsed.nodes[node].is_application;
}

template <class Number>
void write_share(json::Writer& answer, const ParsedQueueTree& parsed,
                 const yarn::TreeShares<Number>& shares, std::size_t node) {
  const auto& [is_application, index] = parsed.nodes[node];
  const auto& amounts = (is_application ? shares.applications : shares.queues)[index];
  write_amounts(answer, parsed.outline.resources, [&](std::size_t r) { return amounts[r]; });
}

template <class Number>
void write_shares(json::Writer& answer, const ParsedQueueTree& parsed,
                  const yarn::TreeShares<Number>& shares) {
  answer.key("shares").begin_object();
  for (std::size_t node = 0; node < parsed.nodes.size(); ++node) {
    if (!has_share(parsed, node)) continue;
    answer.key(parsed.outline.paths[node]);
    write_share(answer, parsed, shares, node);
  }
  answer.end_object();
}

void write_application(json::Writer& answer, const ParsedQueueTree& parsed,
                       const yarn::Application& application) {
  const float weight =
      yarn::application_weight(parsed.release, application, parsed.tree.size_based_weight);
  answer.key("weight").number(number_text(static_cast<double>(weight)));
  answer.key("runnable").boolean(application.is_runnable);
}

void write_queue(json::Writer& answer, const ParsedQueueTree& parsed, const yarn::Queue& queue,
                 bool is_active) {
  const auto& resources = parsed.outline.resources;
  const auto claimant = [&](std::size_t resource) {
    return yarn::as_claimant(parsed.release, queue, resource, is_active);
  };
  answer.key("weight").number(number_text(static_cast<double>(queue.weight)));
  answer.key("active").boolean(is_active);
  write_amounts(answer.key("min_share"), resources,
                [&](std::size_t r) { return claimant(r).min_share; });
  write_amounts(answer.key("max_share"), resources,
                [&](std::size_t r) { return claimant(r).max_share; });
}

// What the release holds about each node, its share last.
void write_details(json::Writer& answer, const ParsedQueueTree& parsed,
                   const yarn::TreeShares<std::int64_t>& shares) {
  const auto active = yarn::find_active(parsed.tree);
  answer.key("details").begin_object();
  for (std::size_t node = 0; node < parsed.nodes.size(); ++node) {
    if (!has_share(parsed, node)) continue;
    const auto& [is_application, index] = parsed.nodes[node];
    answer.key(parsed.outline.paths[node]).begin_object();
    if (is_application) {
      write_application(answer, parsed, parsed.tree.applications[index]);
    } else {
      write_queue(answer, parsed, parsed.tree.queues[index], active[index]);
    }
    answer.key("fair_share");
    write_share(answer, parsed, shares, node);
    answer.end_object();
  }
  answer.end_object();
}

// What a queue has, by its node.
Cell cell_of(const ParsedQueueTree& parsed, const yarn::Spot& spot) {
  return {parsed.queue_nodes[spot.queue], spot.resource};
}

// The place where a division hangs or wraps. Vcores are named even if the record has no names.
void write_spot(json::Writer& answer, const ParsedQueueTree& parsed, const yarn::Spot& spot) {
  if (tells_of(parsed, spot.resource)) {
    return write_place(answer, parsed.outline, cell_of(parsed, spot));
  }
  answer.key("at").string(parsed.outline.paths[parsed.queue_nodes[spot.queue]]);
  answer.key("resource").string("vcores");
}

void write_computed(json::Writer& answer, const ParsedQueueTree& parsed,
                    const TreeOptions& options) {
  const auto computed = yarn::compute_tree(parsed.release, parsed.tree, parsed.kind);
  if (const auto* hang = std::get_if<yarn::TreeHang>(&computed)) {
    answer.key("outcome").string("hang");
    return write_spot(answer, parsed, hang->at);
  }
  const auto& shares = std::get<yarn::TreeShares<std::int64_t>>(computed);
  answer.key("outcome").string(shares.overflows.empty() ? "shares" : "overflow");
  if (!shares.overflows.empty()) {
    write_spot(answer, parsed, shares.overflows.front());
  }
  write_shares(answer, parsed, shares);
  if (options.details) write_details(answer, parsed, shares);
}

NodeDivision by_nodes(const ParsedQueueTree& parsed, const yarn::Division& division) {
  const auto& nodes = division.among_applications ? parsed.application_nodes : parsed.queue_nodes;
  NodeDivision result{cell_of(parsed, division.at), {}};
  for (const std::size_t claimant : division.claimants) {
    result.claimants.push_back(nodes[claimant]);
  }
  return result;
}

std::optional<InputError> write_fair(json::Writer& answer, const ParsedQueueTree& parsed) {
  const auto solved = yarn::solve_tree_exactly(parsed.release, parsed.tree, parsed.kind);
  if (const auto* shares = std::get_if<yarn::TreeShares<Rational>>(&solved)) {
    answer.key("outcome").string("allocation");
    write_shares(answer, parsed, *shares);
    return std::nullopt;
  }
  const auto& [at, reason] = std::get<yarn::NoAllocationAt>(solved);
  const auto all = yarn::divisions(parsed.release, parsed.tree, parsed.kind);
  const auto division = std::ranges::find(all, at, &yarn::Division::at);
  return write_no_allocation(answer, parsed.outline, by_nodes(parsed, *division), reason);
}

// Divisions.

// What is divided, as the release holds it.
std::variant<std::int64_t, InputError> held_total(const ParsedQueueTree& parsed,
                                                  const yarn::Spot& at) {
  const Cell cell = cell_of(parsed, at);
  const auto total =
      reported_total(parsed.outline, cell, parsed.tree.cluster[at.resource], Rounding::down);
  if (const auto* error = std::get_if<InputError>(&total)) return *error;
  const auto& value = std::get<Rational>(total);
  const std::int64_t high = yarn::share_max(parsed.release, parsed.tree, at.resource);
  if (value >= -high - 1 && value <= high) return static_cast<std::int64_t>(exact::floor(value));
  return share_error(
      parsed.outline, cell.node,
      {"FS008", fmt::format("{} is not an amount that {} can hold", exact::brief(value),
                            schedulers::name_of(parsed.release))});
}

std::variant<Division, InputError> read_division(const ParsedQueueTree& parsed,
                                                 const yarn::Division& division,
                                                 const NodeDivision& nodes) {
  const auto total = held_total(parsed, division.at);
  if (const auto* error = std::get_if<InputError>(&total)) return *error;
  const auto& claimants = division.schedulables;
  if (const auto infinite = find_infinite(claimants)) {
    return no_problem(parsed.outline, nodes, *infinite);
  }
  const std::int64_t amount = std::get<std::int64_t>(total);
  auto made = division_of(parsed.outline, nodes,
                          yarn::fair_problem(parsed.release, amount, claimants, parsed.kind),
                          Rounding::down);
  if (auto* result = std::get_if<Division>(&made)) {
    result->comparison = compare_with_model(
        schedulers::name_of(parsed.release),
        yarn::model_result(parsed.release, amount, claimants, parsed.kind,
                           yarn::share_max(parsed.release, parsed.tree, division.at.resource)),
        result->shares);
  }
  return made;
}

}  // namespace

std::optional<InputError> answer_yarn_tree(const json::Value& record, Release release,
                                           const TreeOptions& options, json::Writer& answer) {
  const ParsedQueueTree parsed = parse(record, release, options, false);
  if (parsed.outline.error) return parsed.outline.error;
  if (options.fair) return write_fair(answer, parsed);
  write_computed(answer, parsed, options);
  return std::nullopt;
}

std::variant<std::vector<Division>, InputError> divisions_of_yarn_tree(const json::Value& record,
                                                                       Release release,
                                                                       const TreeOptions& options) {
  const ParsedQueueTree parsed = parse(record, release, options, true);
  if (parsed.outline.error) return *parsed.outline.error;
  if (parsed.outline.shares.empty()) return no_shares_reported();
  std::vector<Division> divisions;
  for (const auto& division : yarn::divisions(release, parsed.tree, parsed.kind)) {
    if (!tells_of(parsed, division.at.resource)) continue;
    const NodeDivision nodes = by_nodes(parsed, division);
    if (division.among_applications && !is_reported(parsed.outline, nodes)) continue;
    auto made = read_division(parsed, division, nodes);
    if (auto* error = std::get_if<InputError>(&made)) return std::move(*error);
    divisions.push_back(std::get<Division>(std::move(made)));
  }
  if (divisions.empty()) return nothing_to_judge();
  return divisions;
}

}  // namespace fairshare::formats
