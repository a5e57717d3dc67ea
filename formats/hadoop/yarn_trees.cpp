#include "formats/hadoop/yarn_trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "exact/rational.h"
#include "formats/hadoop/flat_records.h"
#include "formats/hadoop/trees.h"
#include "formats/records/answers.h"
#include "formats/records/record_cases.h"
#include "formats/records/records.h"
#include "formats/text/fields.h"
#include "schedulers/hadoop/yarn_tree.h"
#include "schedulers/registry.h"

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

// A record and what has been read of it. Paths and nodes are in the order of the text.
struct Draft {
  Release release = Release::v3;
  yarn::Kind kind = yarn::Kind::instantaneous;
  Resources resources = {};
  yarn::QueueTree tree = {};
  Paths paths = {};
  std::vector<Node> nodes = {};
  std::vector<std::size_t> queue_nodes = {};  // the node of each queue, and of each application
  std::vector<std::size_t> application_nodes = {};
  ReportedShares shares = {};
  std::optional<InputError> error = std::nullopt;
};

bool has_resource_types(Release release) {
  return release == Release::v3_0 || release == Release::v3;
}

void read_application(Draft& draft, const json::Value& value, const Place& place, std::size_t queue,
                      std::size_t node) {
  constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();
  constexpr std::int64_t long_max = std::numeric_limits<std::int64_t>::max();
  Fields fields(value, place, draft.paths.all[node], draft.error);
  fields.take("name");
  yarn::Application application{.queue = queue};
  const auto demand =
      find_whole_amounts(fields, "demand", draft.resources, 0, yarn::amount_max(draft.release), 0);
  if (demand) application.memory_demand = demand->front();
  application.priority =
      static_cast<std::int32_t>(fields.whole("priority", -int_max - 1, int_max, 1));
  application.is_runnable = fields.flag("runnable", true);
  application.start_time = fields.whole("start_time", -long_max - 1, long_max, 0);
  fields.finish("an application");
  draft.nodes.push_back({true, draft.tree.applications.size()});
  draft.application_nodes.push_back(node);
  draft.tree.applications.push_back(application);
}

void read_applications(Draft& draft, const json::Array& list, const Place& place,
                       std::size_t queue) {
  const std::size_t parent = draft.queue_nodes[queue];
  const auto names = names_of(list, place, draft.paths.all[parent], draft.error);
  for (std::size_t i = 0; i < list.size() && !draft.error; ++i) {
    const Place at{&place, {}, i};
    const auto node =
        draft.paths.add(parent, names[i], draft.resources.names.size(), at, draft.error);
    if (node) read_application(draft, list[i], at, queue, *node);
  }
}

void read_queue(Draft& draft, const json::Value& value, const Place& place,
                std::optional<std::size_t> parent, std::size_t node);

// As deep as JSON may be nested, and no deeper.
void read_queues(Draft& draft, const json::Array& list, const Place& place, std::size_t parent) {
  const Policy policy = draft.tree.queues[parent].policy;
  const std::size_t parent_node = draft.queue_nodes[parent];
  if (policy == Policy::fifo && !list.empty() && !draft.error) {
    draft.error = error_at(place, draft.paths.all[parent_node],
                           {"FS402", "fifo is for applications, not for queues, in every release"});
  }
  const auto names = names_of(list, place, draft.paths.all[parent_node], draft.error);
  for (std::size_t i = 0; i < list.size() && !draft.error; ++i) {
    const Place at{&place, {}, i};
    const auto node =
        draft.paths.add(parent_node, names[i], draft.resources.names.size(), at, draft.error);
    if (node) read_queue(draft, list[i], at, parent, *node);
  }
}

void check_policy(const Draft& draft, Fields& fields, std::optional<std::size_t> parent,
                  Policy policy) {
  if (!parent || policy != Policy::drf || !has_resource_types(draft.release)) return;
  if (draft.tree.queues[*parent].policy != Policy::fair) return;
  fields.complain("policy", "FS402",
                  fmt::format("{} takes no drf below a queue that is fair: of other resources than "
                              "memory there is nothing to divide",
                              schedulers::name_of(draft.release)));
}

// The queue's own fields; `index` is where its children and applications are put.
void read_queue(Draft& draft, const json::Value& value, const Place& place,
                std::optional<std::size_t> parent, std::size_t node) {
  const std::int64_t high = yarn::amount_max(draft.release);
  const auto find_bound = [&](Fields& fields, std::string_view key, std::int64_t fallback) {
    return find_whole_amounts(fields, key, draft.resources, -high - 1, high, fallback)
        .value_or(std::vector<std::int64_t>{});
  };
  Fields fields(value, place, draft.paths.all[node], draft.error);
  fields.take("name");
  yarn::Queue queue{.parent = parent};
  queue.weight = fields.real32("weight", 1);
  queue.min_share = find_bound(fields, "min_share", 0);
  queue.max_share = find_bound(fields, "max_share", high);
  queue.policy = static_cast<Policy>(fields.choice("policy", {"fair", "drf", "fifo"}, 0));
  check_policy(draft, fields, parent, queue.policy);
  // Since YARN-736 the demand of a queue has no influence on shares.
  find_whole_amounts(fields, "demand", draft.resources, 0, high, 0);
  const json::Array& children = fields.list("children");
  const bool lists_applications = fields.has("applications");
  const json::Array& applications = fields.list("applications");
  if (!children.empty() && lists_applications) {
    fields.complain("applications", "FS401", "a queue with children has no applications");
  }
  if (fields.has("active") && (!children.empty() || lists_applications)) {
    fields.complain("active", "FS003",
                    "whether this queue is active follows from what is in it; only a leaf without "
                    "\"applications\" is told");
  }
  queue.is_active = fields.flag("active", !lists_applications);
  fields.finish("a queue");

  const std::size_t index = draft.tree.queues.size();
  draft.nodes.push_back({false, index});
  draft.queue_nodes.push_back(node);
  draft.tree.queues.push_back(std::move(queue));
  if (!children.empty()) read_queues(draft, children, {&place, "children"}, index);
  read_applications(draft, applications, {&place, "applications"}, index);
}

void check_resources(const Draft& draft, Fields& record) {
  const auto& names = draft.resources.names;
  if (names.empty() || names.front() != "memory") {
    record.complain("total", "FS002", "the total has no memory");
  }
  if (names.size() > resources_max) {
    record.complain("total", "FS005",
                    fmt::format("there are more than {} types of resources", resources_max));
  }
  if (has_resource_types(draft.release)) return;
  for (const std::string& name : names) {
    if (name == "memory" || name == "vcores") continue;
    return record.complain(
        "total", "FS003",
        fmt::format("{} knows memory and vcores, but no {}", schedulers::name_of(draft.release),
                    json::quoted(abridged(name))));
  }
}

void read_total(Draft& draft, Fields& record) {
  draft.resources = read_resources(record, {"memory", "vcores"});
  check_resources(draft, record);
  if (draft.error) return;
  const std::int64_t high = yarn::amount_max(draft.release);
  if (auto cluster = find_whole_amounts(record, "total", draft.resources, -high - 1, high, 0)) {
    draft.tree.cluster = std::move(*cluster);
  }
}

void read_tree(Draft& draft, Fields& record) {
  const json::Value* tree = record.take("tree");
  if (tree == nullptr) return record.complain("tree", "FS002", "the tree is missing");
  const Place place{&record.place(), "tree"};
  if (const auto* children = std::get_if<json::Array>(&tree->is)) {
    draft.nodes.emplace_back();
    draft.queue_nodes.push_back(0);
    draft.tree.queues.emplace_back();
    read_queues(draft, *children, place, 0);
  } else {
    read_queue(draft, *tree, place, std::nullopt, 0);
  }
}

Draft read_draft(const json::Value& record, Release release, const TreeQuestion& question) {
  Draft draft{.release = release};
  const Place root;
  Fields fields(record, root, "", draft.error);
  fields.take("id");
  fields.take("scheduler");
  if (question.steady) draft.kind = yarn::Kind::steady;
  if (question.steady && (release == Release::v2_2 || release == Release::v2_5)) {
    fields.complain("scheduler", "FS003",
                    fmt::format("{} has no steady shares; they came with 2.6 (YARN-2393)",
                                schedulers::name_of(release)));
  }
  read_total(draft, fields);
  draft.tree.size_based_weight = fields.flag("size_based_weight", false);
  if (!draft.error) read_tree(draft, fields);
  if (!draft.error) {
    draft.shares = read_reported_shares(fields, draft.paths, draft.resources, draft.error);
  }
  fields.finish(fmt::format("a record of {}", schedulers::name_of(release)), record_ignored);
  return draft;
}

// Answers.

template <class Number>
AmountText text_of(const Draft& draft, const yarn::TreeShares<Number>& shares) {
  return [&](std::size_t node, std::size_t resource) {
    const auto& [is_application, index] = draft.nodes[node];
    return number_text((is_application ? shares.applications : shares.queues)[index][resource]);
  };
}

// Steady shares are those of queues alone.
bool has_share(const Draft& draft, std::size_t node) {
  return draft.kind == yarn::Kind::instantaneous || !draft.nodes[node].is_application;
}

template <class Number>
std::string shares_json(const Draft& draft, const yarn::TreeShares<Number>& shares) {
  return by_path_json(draft.paths, [&](std::size_t node) {
    if (!has_share(draft, node)) return std::string();
    return amounts_json(draft.resources, node, text_of(draft, shares));
  });
}

std::string place_of(const Draft& draft, const yarn::Spot& spot) {
  return place_json(draft.paths, draft.resources, draft.queue_nodes[spot.queue], spot.resource);
}

// What the release holds of a node besides its share.
std::string details_of(const Draft& draft, const yarn::TreeShares<std::int64_t>& shares,
                       const std::vector<bool>& active, std::size_t node) {
  const auto& [is_application, index] = draft.nodes[node];
  if (!has_share(draft, node)) return "";
  const std::string share = amounts_json(draft.resources, node, text_of(draft, shares));
  if (is_application) {
    const auto& application = draft.tree.applications[index];
    const float weight =
        yarn::application_weight(draft.release, application, draft.tree.size_based_weight);
    return fmt::format(R"({{"weight":{},"runnable":{},"fair_share":{}}})",
                       number_text(static_cast<double>(weight)), application.is_runnable, share);
  }
  const bool is_active = active[index];
  const yarn::Queue& queue = draft.tree.queues[index];
  const auto claimant = [&](std::size_t resource) {
    return yarn::as_claimant(draft.release, queue, resource, is_active);
  };
  const auto min_share = [&](std::size_t, std::size_t r) {
    return number_text(claimant(r).min_share);
  };
  const auto max_share = [&](std::size_t, std::size_t r) {
    return number_text(claimant(r).max_share);
  };
  return fmt::format(R"({{"weight":{},"active":{},"min_share":{},"max_share":{},"fair_share":{}}})",
                     number_text(static_cast<double>(queue.weight)), is_active,
                     amounts_json(draft.resources, node, min_share),
                     amounts_json(draft.resources, node, max_share), share);
}

std::string emulated_answer(const Draft& draft, const TreeQuestion& question) {
  const auto computed = yarn::compute_tree(draft.release, draft.tree, draft.kind);
  if (const auto* hang = std::get_if<yarn::TreeHang>(&computed)) {
    return "\"outcome\":\"hang\"" + place_of(draft, hang->at);
  }
  const auto& shares = std::get<yarn::TreeShares<std::int64_t>>(computed);
  std::string answer = shares.overflows.empty()
                           ? "\"outcome\":\"shares\""
                           : "\"outcome\":\"overflow\"" + place_of(draft, shares.overflows.front());
  answer += ",\"shares\":" + shares_json(draft, shares);
  if (!question.details) return answer;
  const auto active = yarn::find_active(draft.tree);
  return answer + ",\"details\":" + by_path_json(draft.paths, [&](std::size_t node) {
           return details_of(draft, shares, active, node);
         });
}

// Nothing is fair where the numbers make no problem: whose they are, and why.
InputError no_problem(const Draft& draft, const yarn::Division& division, const Defect& defect) {
  std::size_t node = draft.queue_nodes[division.at.queue];
  if (defect.claimant) {
    const std::size_t i = division.claimants[*defect.claimant];
    node = division.among_applications ? draft.application_nodes[i] : draft.queue_nodes[i];
  }
  return error_at(
      {nullptr, "tree"}, draft.paths.all[node],
      {"FS011", fmt::format("nothing is fair here, whatever the release computes: {} "
                            "({})",
                            describe(defect.rule), draft.resources.names[division.at.resource])});
}

TreeAnswer fair_answer(const Draft& draft) {
  const auto solved = yarn::solve_tree_exactly(draft.release, draft.tree, draft.kind);
  if (const auto* shares = std::get_if<yarn::TreeShares<Rational>>(&solved)) {
    return "\"outcome\":\"allocation\",\"shares\":" + shares_json(draft, *shares);
  }
  const auto& [at, reason] = std::get<yarn::Unfair>(solved);
  if (const auto* over = std::get_if<Overcommitted<Rational>>(&reason)) {
    return overcommitted_json(over->excess, place_of(draft, at));
  }
  if (const auto* surplus = std::get_if<Surplus<Rational>>(&reason)) {
    return surplus_json(surplus->unclaimed, place_of(draft, at));
  }
  for (const auto& division : yarn::divisions(draft.release, draft.tree, draft.kind)) {
    if (division.at == at) return no_problem(draft, division, std::get<Defect>(reason));
  }
  return std::string();
}

// Cases.

std::size_t node_of(const Draft& draft, const yarn::Division& division, std::size_t k) {
  const std::size_t index = division.claimants[k];
  return division.among_applications ? draft.application_nodes[index] : draft.queue_nodes[index];
}

bool is_reported(const Draft& draft, const yarn::Division& division) {
  for (std::size_t k = 0; k < division.claimants.size(); ++k) {
    if (draft.shares.contains({node_of(draft, division, k), division.at.resource})) return true;
  }
  return false;
}

// What is divided, as it is reported: a whole number that the release can hold.
std::variant<std::int64_t, InputError> reported_total(const Draft& draft, const yarn::Spot& at) {
  const std::size_t node = draft.queue_nodes[at.queue];
  const std::int64_t cluster = draft.tree.cluster[at.resource];
  const bool is_root = node == 0;
  if (is_root && !draft.shares.contains({node, at.resource})) return cluster;
  auto read = reported_share(draft.shares, draft.paths, node, at.resource, Rounding::down);
  if (auto* error = std::get_if<InputError>(&read)) return std::move(*error);
  const Rational& value = std::get<Reported>(read).value;
  const std::int64_t high = yarn::amount_max(draft.release);
  Complaint complaint;
  if (is_root && value != cluster) {
    complaint = {"FS101", fmt::format("the root has {}, but the cluster {}",
                                      abridged(exact::to_text(value)), cluster)};
  } else if (value < -high - 1 || value > high) {
    complaint = {"FS008",
                 fmt::format("{} is no amount that {} holds", abridged(exact::to_text(value)),
                             schedulers::name_of(draft.release))};
  } else {
    return static_cast<std::int64_t>(exact::floor(value));
  }
  const Place all{nullptr, "shares"};
  return error_at({&all, draft.paths.all[node]}, draft.paths.all[node], std::move(complaint));
}

// The first weight that is not finite, which only the release has an answer to.
std::optional<Defect> find_infinite(const yarn::Division& division) {
  for (std::size_t k = 0; k < division.schedulables.size(); ++k) {
    if (!std::isfinite(division.schedulables[k].weight)) return Defect{Rule::weight_is_finite, k};
  }
  return std::nullopt;
}

std::variant<Case, InputError> case_of(const Draft& draft, const yarn::Division& division) {
  const auto total = reported_total(draft, division.at);
  if (const auto* error = std::get_if<InputError>(&total)) return *error;
  if (const auto defect = find_infinite(division)) return no_problem(draft, division, *defect);
  const std::int64_t amount = std::get<std::int64_t>(total);
  auto [problem, notes] =
      yarn::fair_problem(draft.release, amount, division.schedulables, draft.kind);
  if (const auto defect = find_defect(problem)) return no_problem(draft, division, *defect);

  const std::size_t resource = division.at.resource;
  Case result{.id = {},
              .title = draft.paths.all[draft.queue_nodes[division.at.queue]],
              .resource = draft.resources.is_plain ? "" : draft.resources.names[resource],
              .problem = std::move(problem),
              .parties = {},
              .reported = {}};
  for (std::size_t k = 0; k < division.claimants.size(); ++k) {
    const std::size_t node = node_of(draft, division, k);
    auto share = reported_share(draft.shares, draft.paths, node, resource, Rounding::down);
    if (auto* error = std::get_if<InputError>(&share)) return std::move(*error);
    result.parties.push_back({draft.paths.all[node], notes[k]});
    result.reported.push_back(std::get<Reported>(std::move(share)));
  }
  result.emulated =
      emulated_yarn(draft.release, amount, division.schedulables, draft.kind, result.reported);
  return result;
}

}  // namespace

TreeAnswer answer_yarn_tree(const json::Value& record, Release release,
                            const TreeQuestion& question) {
  const Draft draft = read_draft(record, release, question);
  if (draft.error) return *draft.error;
  if (question.fair) return fair_answer(draft);
  return emulated_answer(draft, question);
}

std::variant<std::vector<Case>, InputError> cases_of_yarn_tree(const json::Value& record,
                                                               Release release,
                                                               const TreeQuestion& question) {
  const Draft draft = read_draft(record, release, question);
  if (draft.error) return *draft.error;
  if (draft.shares.empty()) return no_shares_reported();
  std::vector<Case> cases;
  for (const auto& division : yarn::divisions(release, draft.tree, draft.kind)) {
    if (division.among_applications && !is_reported(draft, division)) continue;
    auto made = case_of(draft, division);
    if (auto* error = std::get_if<InputError>(&made)) return std::move(*error);
    cases.push_back(std::get<Case>(std::move(made)));
  }
  if (cases.empty()) return nothing_to_judge();
  return cases;
}

}  // namespace fairshare::formats
