#include "formats/hadoop/mr1_trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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
#include "schedulers/hadoop/mr1_pools.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
namespace mr1 = schedulers::mr1;
using mr1::TaskType;

constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t long_max = std::numeric_limits<std::int64_t>::max();

struct Node {  // the root where it has no pool
  std::optional<std::size_t> pool = std::nullopt;
  std::optional<std::size_t> job = std::nullopt;  // of the pool; absent: the pool itself
};

// A record and what has been read of it. Paths and nodes are in the order of the text.
struct Draft {
  Resources resources = {};
  mr1::PoolTree tree = {};
  Paths paths = {};
  std::vector<Node> nodes = {Node{}};
  std::vector<std::size_t> pool_nodes = {};  // the node of each pool; its jobs follow it
  ReportedShares shares = {};
  std::optional<InputError> error = std::nullopt;
};

TaskType type_of(const Draft& draft, std::size_t resource) {
  return draft.resources.names[resource] == "maps" ? TaskType::map : TaskType::reduce;
}

// Slots for maps and for reduces; nothing where the member is absent.
std::optional<mr1::Slots> find_slots(const Draft& draft, Fields& fields, std::string_view key,
                                     std::int64_t low, std::int64_t fallback) {
  const auto amounts = find_whole_amounts(fields, key, draft.resources, low, int_max, fallback);
  if (!amounts) return std::nullopt;
  mr1::Slots slots{static_cast<std::int32_t>(fallback), static_cast<std::int32_t>(fallback)};
  for (std::size_t r = 0; r < amounts->size(); ++r) {
    const auto amount = static_cast<std::int32_t>((*amounts)[r]);
    (type_of(draft, r) == TaskType::map ? slots.maps : slots.reduces) = amount;
  }
  return slots;
}

mr1::Job read_job(Draft& draft, const json::Value& value, const Place& place, std::size_t node) {
  Fields fields(value, place, draft.paths.all[node], draft.error);
  fields.take("name");
  mr1::Job job;
  job.priority = static_cast<mr1::Priority>(
      fields.choice("priority", {"VERY_HIGH", "HIGH", "NORMAL", "LOW", "VERY_LOW"}, 2));
  job.demand = find_slots(draft, fields, "demand", 0, 0).value_or(mr1::Slots{});
  job.is_runnable = fields.flag("runnable", true);
  job.start_time = fields.whole("start_time", -long_max - 1, long_max, 0);
  job.weight = fields.find_double("weight");
  if (fields.take("children") != nullptr) {
    fields.complain("children", "FS401", "a job has no children");
  }
  fields.finish("a job");
  return job;
}

void read_pool(Draft& draft, const json::Value& value, const Place& place, std::size_t node) {
  Fields fields(value, place, draft.paths.all[node], draft.error);
  fields.take("name");
  mr1::Pool pool;
  pool.weight = fields.real("weight", 1);
  pool.min_share = find_slots(draft, fields, "min_share", -int_max - 1, 0).value_or(pool.min_share);
  pool.max_share =
      find_slots(draft, fields, "max_share", -int_max - 1, int_max).value_or(pool.max_share);
  pool.mode = static_cast<mr1::Mode>(fields.choice("mode", {"fair", "fifo"}, 0));
  const json::Array& jobs = fields.list("children");
  if (!jobs.empty() && fields.has("demand")) {
    fields.complain("demand", "FS003", "what this pool demands is what its children do");
  }
  pool.further_demand = find_slots(draft, fields, "demand", 0, 0).value_or(mr1::Slots{});
  fields.finish("a pool");

  const std::size_t index = draft.tree.pools.size();
  draft.nodes.push_back({index, std::nullopt});
  draft.pool_nodes.push_back(node);
  const Place list{&place, "children"};
  const auto names = names_of(jobs, list, draft.paths.all[node], draft.error);
  for (std::size_t i = 0; i < jobs.size() && !draft.error; ++i) {
    const Place at{&list, {}, i};
    const auto job_node =
        draft.paths.add(node, names[i], draft.resources.names.size(), at, draft.error);
    if (!job_node) break;
    draft.nodes.push_back({index, i});
    pool.jobs.push_back(read_job(draft, jobs[i], at, *job_node));
  }
  draft.tree.pools.push_back(std::move(pool));
}

void read_pools(Draft& draft, const json::Array& pools, const Place& place) {
  const auto names = names_of(pools, place, "/", draft.error);
  for (std::size_t i = 0; i < pools.size() && !draft.error; ++i) {
    const Place at{&place, {}, i};
    const auto node = draft.paths.add(0, names[i], draft.resources.names.size(), at, draft.error);
    if (node) read_pool(draft, pools[i], at, *node);
  }
}

void read_tree(Draft& draft, Fields& record) {
  const json::Value* tree = record.take("tree");
  if (tree == nullptr) return record.complain("tree", "FS002", "the tree is missing");
  const Place place{&record.place(), "tree"};
  if (const auto* pools = std::get_if<json::Array>(&tree->is)) {
    return read_pools(draft, *pools, place);
  }
  Fields root(*tree, place, "/", draft.error);
  root.take("name");
  const json::Array& pools = root.list("children");
  root.finish("the root");
  if (!draft.error) read_pools(draft, pools, {&place, "children"});
}

void read_booster(Draft& draft, Fields& record) {
  const auto now = record.find_whole("now", -long_max - 1, long_max);
  const json::Value* value = record.take("new_job_weight_booster");
  if (value == nullptr || std::holds_alternative<json::Null>(value->is)) return;
  if (!now) record.complain("now", "FS002", "the time is missing, and the booster asks for it");
  const Place place{&record.place(), "new_job_weight_booster"};
  Fields fields(*value, place, "", draft.error);
  mr1::NewJobWeightBooster booster{.now = now.value_or(0)};
  booster.factor = exact::to_float(
      exact::from_double(fields.real("factor", static_cast<double>(booster.factor))));
  booster.duration = fields.whole("duration", -long_max - 1, long_max, booster.duration);
  fields.finish("the booster");
  draft.tree.adjust_weight = booster;
}

void read_total(Draft& draft, Fields& record) {
  draft.resources = read_resources(record, {"maps", "reduces"});
  if (draft.resources.names.empty()) {
    record.complain("total", "FS002", "the total has neither maps nor reduces");
  }
  for (const std::string& name : draft.resources.names) {
    if (name == "maps" || name == "reduces") continue;
    return record.complain("total", "FS003",
                           fmt::format("mr1 knows slots for maps and reduces, but no {}",
                                       json::quoted(abridged(name))));
  }
  if (draft.error) return;
  draft.tree.cluster = find_slots(draft, record, "total", -int_max - 1, 0).value_or(mr1::Slots{});
}

Draft read_draft(const json::Value& record, const TreeQuestion& question) {
  Draft draft;
  const Place root;
  Fields fields(record, root, "", draft.error);
  fields.take("id");
  fields.take("scheduler");
  if (question.steady) {
    fields.complain("scheduler", "FS003", "mr1 has no steady shares; they came with YARN");
  }
  read_total(draft, fields);
  draft.tree.size_based_weight = fields.flag("size_based_weight", false);
  read_booster(draft, fields);
  if (!draft.error) read_tree(draft, fields);
  if (!draft.error) {
    draft.shares = read_reported_shares(fields, draft.paths, draft.resources, draft.error);
  }
  fields.finish("a record of mr1", record_ignored);
  return draft;
}

// Answers.

std::size_t node_of(const Draft& draft, const mr1::PoolDivider& pool) {
  return pool ? draft.pool_nodes[*pool] : 0;
}

std::string place_of(const Draft& draft, const mr1::PoolDivider& at, std::size_t resource) {
  return place_json(draft.paths, draft.resources, node_of(draft, at), resource);
}

// By resource.
template <class Number>
using AllShares = std::vector<mr1::PoolShares<Number>>;

template <class Number>
AmountText text_of(const Draft& draft, const AllShares<Number>& shares) {
  return [&](std::size_t node, std::size_t resource) {
    const auto& [pool, job] = draft.nodes[node];
    if (!pool) return number_text(Number(draft.tree.cluster.of(type_of(draft, resource))));
    const auto& [pools, jobs, has_nan] = shares[resource];
    return number_text(job ? jobs[*pool][*job] : pools[*pool]);
  };
}

template <class Number>
std::string shares_json(const Draft& draft, const AllShares<Number>& shares) {
  return by_path_json(draft.paths, [&](std::size_t node) {
    return amounts_json(draft.resources, node, text_of(draft, shares));
  });
}

// What MR1 holds of a node besides its share.
std::string details_of(const Draft& draft, const AllShares<double>& shares, std::size_t node) {
  const Node& what = draft.nodes[node];
  const auto json = [&](const AmountText& text) {
    return amounts_json(draft.resources, node, text);
  };
  const std::string share = json(text_of(draft, shares));
  if (!what.pool) return fmt::format(R"({{"fair_share":{}}})", share);
  const mr1::Pool& pool = draft.tree.pools[*what.pool];
  if (!what.job) {
    const auto min_share = json([&](std::size_t, std::size_t r) {
      return fmt::format("{}", pool.min_share.of(type_of(draft, r)));
    });
    const auto demand = json([&](std::size_t, std::size_t r) {
      return fmt::format("{}", mr1::pool_demand(pool, type_of(draft, r)));
    });
    return fmt::format(R"({{"weight":{},"min_share":{},"demand":{},"fair_share":{}}})",
                       number_text(pool.weight), min_share, demand, share);
  }
  const mr1::Job& job = pool.jobs[*what.job];
  const auto weight = json([&](std::size_t, std::size_t r) {
    return number_text(mr1::job_weight(draft.tree, job, type_of(draft, r)));
  });
  const auto demand = json([&](std::size_t, std::size_t r) {
    return fmt::format("{}", mr1::job_demand(job, type_of(draft, r)));
  });
  return fmt::format(R"({{"weight":{},"demand":{},"fair_share":{}}})", weight, demand, share);
}

std::string emulated_answer(const Draft& draft, const TreeQuestion& question) {
  AllShares<double> shares;
  bool has_nan = false;
  for (std::size_t r = 0; r < draft.resources.names.size(); ++r) {
    auto computed = mr1::compute_pools(draft.tree, type_of(draft, r));
    if (const auto* hang = std::get_if<mr1::PoolHang>(&computed)) {
      return "\"outcome\":\"hang\"" + place_of(draft, hang->at, r);
    }
    shares.push_back(std::get<mr1::PoolShares<double>>(std::move(computed)));
    has_nan = has_nan || shares.back().has_nan;
  }
  std::string answer = fmt::format(R"("outcome":"{}","shares":{})", has_nan ? "nan" : "shares",
                                   shares_json(draft, shares));
  if (!question.details) return answer;
  return answer + ",\"details\":" + by_path_json(draft.paths, [&](std::size_t node) {
           return details_of(draft, shares, node);
         });
}

// Nothing is fair where the numbers make no problem: whose they are, and why.
InputError no_problem(const Draft& draft, const mr1::PoolDivider& at, std::size_t resource,
                      const Defect& defect) {
  std::size_t node = node_of(draft, at);
  if (defect.claimant && at) node += 1 + *defect.claimant;
  if (defect.claimant && !at) node = draft.pool_nodes[*defect.claimant];
  return error_at({nullptr, "tree"}, draft.paths.all[node],
                  {"FS011", fmt::format("nothing is fair here, whatever mr1 computes: {} ({})",
                                        describe(defect.rule), draft.resources.names[resource])});
}

TreeAnswer fair_answer(const Draft& draft) {
  AllShares<Rational> shares;
  for (std::size_t r = 0; r < draft.resources.names.size(); ++r) {
    auto solved = mr1::solve_pools_exactly(draft.tree, type_of(draft, r));
    if (auto* found = std::get_if<mr1::PoolShares<Rational>>(&solved)) {
      shares.push_back(std::move(*found));
      continue;
    }
    const auto& [at, reason] = std::get<mr1::PoolUnfair>(solved);
    if (const auto* over = std::get_if<Overcommitted<Rational>>(&reason)) {
      return overcommitted_json(over->excess, place_of(draft, at, r));
    }
    if (const auto* surplus = std::get_if<Surplus<Rational>>(&reason)) {
      return surplus_json(surplus->unclaimed, place_of(draft, at, r));
    }
    return no_problem(draft, at, r, std::get<Defect>(reason));
  }
  return "\"outcome\":\"allocation\",\"shares\":" + shares_json(draft, shares);
}

// Cases.

std::vector<std::size_t> claimant_nodes(const Draft& draft, const mr1::PoolDivision& division) {
  std::vector<std::size_t> nodes;
  for (std::size_t i = 0; i < division.schedulables.size(); ++i) {
    nodes.push_back(division.at ? draft.pool_nodes[*division.at] + 1 + i : draft.pool_nodes[i]);
  }
  return nodes;
}

// What is divided: the slots, or what is reported for the pool.
std::variant<Reported, InputError> reported_total(const Draft& draft, const mr1::PoolDivider& at,
                                                  std::size_t resource) {
  const std::size_t node = node_of(draft, at);
  const Rational slots(draft.tree.cluster.of(type_of(draft, resource)));
  if (!at && !draft.shares.contains({node, resource})) {
    return Reported{exact::to_text(slots), slots, properties::exactly(slots)};
  }
  auto read = reported_share(draft.shares, draft.paths, node, resource, Rounding::to_double);
  const auto* reported = std::get_if<Reported>(&read);
  if (at || reported == nullptr || reported->value == slots) return read;
  const Place all{nullptr, "shares"};
  return error_at({&all, "/"}, "/",
                  {"FS101", fmt::format("the root has {}, but the total is {}",
                                        abridged(reported->text), exact::to_text(slots))});
}

std::optional<Defect> find_infinite(const mr1::PoolDivision& division) {
  for (std::size_t i = 0; i < division.schedulables.size(); ++i) {
    if (!std::isfinite(division.schedulables[i].weight)) return Defect{Rule::weight_is_finite, i};
  }
  return std::nullopt;
}

std::variant<Case, InputError> case_of(const Draft& draft, const mr1::PoolDivision& division,
                                       const std::vector<std::size_t>& nodes,
                                       std::size_t resource) {
  auto read = reported_total(draft, division.at, resource);
  if (auto* error = std::get_if<InputError>(&read)) return std::move(*error);
  const auto& total = std::get<Reported>(read);
  if (const auto defect = find_infinite(division)) {
    return no_problem(draft, division.at, resource, *defect);
  }
  const double amount = exact::to_double(total.value);
  auto [problem, notes] = mr1::fair_problem(amount, division.schedulables);
  if (const auto defect = find_defect(problem)) {
    return no_problem(draft, division.at, resource, *defect);
  }
  Case result{.id = {},
              .title = draft.paths.all[node_of(draft, division.at)],
              .resource = draft.resources.is_plain ? "" : draft.resources.names[resource],
              .problem = std::move(problem),
              .parties = {},
              .reported = {}};
  // Where less is demanded than there is, the demands are what is divided, and they are exact.
  if (division.at && result.problem.total == total.value) result.total = total.interval;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    auto share = reported_share(draft.shares, draft.paths, nodes[i], resource, Rounding::to_double);
    if (auto* error = std::get_if<InputError>(&share)) return std::move(*error);
    result.parties.push_back({draft.paths.all[nodes[i]], notes[i]});
    result.reported.push_back(std::get<Reported>(std::move(share)));
  }
  result.emulated = emulated_mr1(amount, division.schedulables, result.reported);
  return result;
}

}  // namespace

TreeAnswer answer_mr1_tree(const json::Value& record, const TreeQuestion& question) {
  const Draft draft = read_draft(record, question);
  if (draft.error) return *draft.error;
  if (question.fair) return fair_answer(draft);
  return emulated_answer(draft, question);
}

std::variant<std::vector<Case>, InputError> cases_of_mr1_tree(const json::Value& record,
                                                              const TreeQuestion& question) {
  const Draft draft = read_draft(record, question);
  if (draft.error) return *draft.error;
  if (draft.shares.empty()) return no_shares_reported();
  std::vector<Case> cases;
  for (std::size_t r = 0; r < draft.resources.names.size(); ++r) {
    for (const auto& division : mr1::divisions(draft.tree, type_of(draft, r))) {
      const auto nodes = claimant_nodes(draft, division);
      const bool is_reported = std::ranges::any_of(nodes, [&](std::size_t node) {
        return draft.shares.contains({node, r});
      });
      if (division.at && !is_reported) continue;
      auto made = case_of(draft, division, nodes, r);
      if (auto* error = std::get_if<InputError>(&made)) return std::move(*error);
      cases.push_back(std::get<Case>(std::move(made)));
    }
  }
  if (cases.empty()) return nothing_to_judge();
  return cases;
}

}  // namespace fairshare::formats
