// From a record's JSON to the model's tree, and from what it computes back to JSON or to cases.
#include "formats/ytsaurus/vector_trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "exact/solve.h"
#include "formats/records/answers.h"
#include "formats/records/record_cases.h"
#include "formats/text/fields.h"
#include "schedulers/ytsaurus/vector.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
namespace model = schedulers::ytsaurus_vector;
using model::Element;
using model::Mode;
using model::resource_names;

struct Draft {
  std::optional<InputError>& error;
  model::Tree tree = {};
  std::vector<std::string> paths = {};  // "/", "/A", "/A/op": one an element
  std::size_t path_bytes = 0;
  std::vector<std::size_t> resources = {};  // that the total names
};

// Amounts.

std::optional<std::size_t> find_resource(std::string_view name) {
  const auto found = std::ranges::find(resource_names, name == "user_memory" ? "memory" : name);
  if (found == resource_names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - resource_names.begin());
}

enum class Held { amount, guarantee };

// The largest amount: the configuration of guarantees has int32 for more resources than there are
// amounts of int32.
std::int64_t most_held(std::size_t resource, Held held) {
  const auto is = [&](model::Resource one) { return resource == static_cast<std::size_t>(one); };
  const bool is_short = is(model::Resource::gpu) ||
                        (held == Held::guarantee &&
                         (is(model::Resource::user_slots) || is(model::Resource::network)));
  return is_short ? std::numeric_limits<std::int32_t>::max()
                  : std::numeric_limits<std::int64_t>::max();
}

// The amount as the release holds it; cpu is rounded to hundredths, half away from zero, by way of
// double. Nothing where it does not fit.
std::optional<std::int64_t> as_held(std::size_t resource, Held held, const Rational& amount) {
  if (resource == static_cast<std::size_t>(model::Resource::cpu)) {
    const double hundredths =
        std::round(exact::to_double(amount) * static_cast<double>(model::cpu_unit));
    if (!(hundredths < 0x1p63)) return std::nullopt;
    return static_cast<std::int64_t>(hundredths);
  }
  if (!exact::is_whole(amount) || amount > most_held(resource, held)) return std::nullopt;
  return static_cast<std::int64_t>(exact::floor(amount));
}

model::SomeAmounts read_amounts(Fields& fields, std::string_view key, Held held) {
  model::SomeAmounts amounts;
  const auto read = fields.find_amounts(key);
  if (!read) return amounts;
  for (const auto& [name, amount] : *read) {
    const auto resource = find_resource(name);
    const std::string shown = json::quoted(abridged(name));
    if (!resource) {
      fields.complain(key, "FS003",
                      fmt::format("{} is none of {}", shown, fmt::join(resource_names, ", ")));
      continue;
    }
    if (amounts[*resource]) {
      fields.complain(key, "FS004", "memory and user_memory are the same resource");
    }
    if (amount < 0) {
      fields.complain(key, "FS011", fmt::format("the amount of {} is negative", shown));
      continue;
    }
    amounts[*resource] = as_held(*resource, held, amount);
    if (!amounts[*resource]) {
      fields.complain(key, "FS008",
                      fmt::format("the amount of {} is not whole, or too large", shown));
    }
  }
  return amounts;
}

model::Amounts or_zero(const model::SomeAmounts& some) {
  model::Amounts amounts{};
  for (std::size_t r = 0; r < amounts.size(); ++r) amounts[r] = some[r].value_or(0);
  return amounts;
}

// Elements.

struct OtherField {
  std::string_view name;
  std::string_view instead;
};

constexpr std::array fields_of_2019 = {
    OtherField{"min_share_ratio", "strong_guarantee_resources"},
    OtherField{"min_share_resources", "strong_guarantee_resources"},
    OtherField{"min_share_resources_ratio", "strong_guarantee_resources"},
    OtherField{"max_share_ratio", "resource_limits"},
    OtherField{"resource_limit_ratio", "resource_limits"},
    OtherField{"demand_ratio", "demand"},
    OtherField{"usage_ratio", "usage"},
    OtherField{"best_allocation_ratio", "nothing like it here"},
    OtherField{"memory_per_job", "nothing like it here"}};

constexpr std::array<std::string_view, 7> integral_fields = {
    "integral_guarantees",       "integral_guarantee_type", "guarantee_type",
    "burst_guarantee_resources", "resource_flow",           "accumulated_resource_volume",
    "proposed_integral_share"};

void refuse_others(Fields& fields) {
  for (const auto& [name, instead] : fields_of_2019) {
    if (!fields.has(name)) continue;
    fields.complain(name, "FS003",
                    fmt::format("{} is a field of ytsaurus-2018 and ytsaurus-2019; ytsaurus-2023 "
                                "has {}",
                                name, instead));
  }
  for (const std::string_view name : integral_fields) {
    if (!fields.has(name)) continue;
    fields.complain(name, "FS003", "integral guarantees are not modelled");
  }
}

void read_operation(Fields& fields, Element& element) {
  element.is_operation = true;
  element.demand = or_zero(read_amounts(fields, "demand", Held::amount));
  element.usage = or_zero(read_amounts(fields, "usage", Held::amount));
  element.is_gang = fields.flag("is_gang", false);
  if (fields.has("children")) fields.complain("children", "FS401", "an operation has no children");
}

void read_pool(Fields& fields, Element& element) {
  element.mode =
      fields.choice("mode", {"fair_share", "fifo"}, 0) == 1 ? Mode::fifo : Mode::fair_share;
  element.truncates_gangs = fields.flag("enable_fair_share_truncation_in_fifo_pool", false);
}

void check_place(Fields& fields, const Draft& draft, const Element& element) {
  if (!element.parent) {
    if (element.is_operation) fields.complain("", "FS401", "the root is a pool, no operation");
    return;
  }
  if (element.name.empty() || element.name.find('/') != std::string::npos) {
    fields.complain("name", "FS002", "a name is expected here that has no \"/\" in it");
  }
  if (!element.is_operation && draft.tree.elements[*element.parent].mode == Mode::fifo) {
    fields.complain("", "FS402", "a fifo pool has operations only, no pools");
  }
}

std::string name_of(const json::Value& node) {
  const json::Value* name = json::find(node, "name");
  const auto* text = name != nullptr ? std::get_if<std::string>(&name->is) : nullptr;
  return text != nullptr ? *text : "";
}

void check_siblings(const json::Array& children, const Place& list, Draft& draft) {
  std::vector<std::string> names;
  for (const json::Value& child : children) names.push_back(name_of(child));
  const std::vector<std::string_view> all(names.begin(), names.end());
  const auto repeated = json::find_repeated(all);
  if (!repeated || draft.error || all[*repeated].empty()) return;
  draft.error = error_at({&list, {}, *repeated}, names[*repeated],
                         {"FS004", "a node before it has the same name"});
}

// The path of the next element; an error where there are too many elements, or too long ones.
void add_path(const Place& place, std::optional<std::size_t> parent, const std::string& name,
              Draft& draft) {
  const std::string above = parent && *parent != 0 ? draft.paths[*parent] : "";
  draft.path_bytes += above.size() + 1 + name.size();
  const bool fits = draft.paths.size() < model::elements_max && draft.path_bytes <= path_bytes_max;
  if (!fits && !draft.error) {
    draft.error = error_at(place, name,
                           {"FS005", fmt::format("the tree has more than {} elements, or their "
                                                 "paths are longer than {} bytes",
                                                 model::elements_max, path_bytes_max)});
  }
  draft.paths.push_back(above + "/" + name);
}

// A node and all below it. Never deeper than JSON nests.
void read_element(const json::Value& value, const Place& place, std::optional<std::size_t> parent,
                  Draft& draft) {
  const std::size_t at = draft.tree.elements.size();
  Element element{.name = parent ? name_of(value) : "", .parent = parent};
  add_path(place, parent, element.name, draft);
  Fields fields(value, place, draft.paths[at], draft.error);
  fields.find_text("name");
  refuse_others(fields);
  element.weight = fields.real("weight", 1);
  if (element.weight < 0) fields.complain("weight", "FS011", "the weight is negative");
  element.strong_guarantee = read_amounts(fields, "strong_guarantee_resources", Held::guarantee);
  element.limits = read_amounts(fields, "resource_limits", Held::amount);
  const bool is_operation = fields.has("demand") || fields.has("usage") || fields.has("is_gang");
  is_operation ? read_operation(fields, element) : read_pool(fields, element);
  check_place(fields, draft, element);
  draft.tree.elements.push_back(std::move(element));

  const json::Array& children = fields.list("children");
  fields.finish(is_operation ? "an operation" : "a pool");
  const Place list{&place, "children"};
  check_siblings(children, list, draft);
  for (std::size_t k = 0; k < children.size() && !draft.error; ++k) {
    read_element(children[k], {&list, {}, k}, at, draft);
  }
}

void read_tree(Fields& record, Draft& draft) {
  if (!record.has("total_resource_limits")) {
    record.complain("total_resource_limits", "FS002", "the total_resource_limits are missing");
  }
  const auto total = read_amounts(record, "total_resource_limits", Held::amount);
  draft.tree.total = or_zero(total);
  for (std::size_t r = 0; r < total.size(); ++r) {
    if (total[r]) draft.resources.push_back(r);
  }
  const json::Value* tree = record.take("tree");
  if (tree == nullptr) return record.complain("tree", "FS002", "the tree is missing");
  if (draft.error) return;
  read_element(*tree, {&record.place(), "tree"}, std::nullopt, draft);
  if (!draft.error && model::is_too_large(draft.tree)) {
    record.complain(
        "tree", "FS005",
        fmt::format("the depths of the operations add up to more than {}", model::depth_sum_max));
  }
}

// Answers.

// {"/":...,"/A":...}, of each element what `text` makes of its index.
template <class Text>
std::string by_path(const std::vector<std::string>& paths, const Text& text) {
  std::string result = "{";
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (i > 0) result += ',';
    result += json::quoted(paths[i]) + ':' + text(i);
  }
  return result + '}';
}

std::string vector_json(const Draft& draft, const model::Vector& vector) {
  std::string result = "{";
  for (const std::size_t r : draft.resources) {
    fmt::format_to(std::back_inserter(result), "{}\"{}\":{}", result.size() > 1 ? "," : "",
                   resource_names[r], number_text(vector[r]));
  }
  return result + '}';
}

std::string element_json(const Draft& draft, const model::ElementShares& shares) {
  const auto vector = [&](const model::Vector& one) { return vector_json(draft, one); };
  std::string result = "{";
  const auto add = [&](std::string_view key, const std::string& value) {
    fmt::format_to(std::back_inserter(result), R"({}"{}":{})", result.size() > 1 ? "," : "", key,
                   value);
  };
  add("demand_share", vector(shares.demand_share));
  const auto dominant = static_cast<std::size_t>(shares.dominant_resource);
  add("dominant_resource", json::quoted(resource_names[dominant]));
  add("estimated_guarantee_share", vector(shares.estimated_guarantee_share));
  add("fair_share", vector(shares.fair_share));
  add("fair_share_ratio", number_text(shares.fair_share_ratio));
  if (shares.fifo_index) add("fifo_index", fmt::format("{}", *shares.fifo_index));
  add("integral_guarantee", vector(shares.integral_guarantee));
  add("limits_share", vector(shares.limits_share));
  add("promised_fair_share", vector(shares.promised_fair_share));
  add("strong_guarantee", vector(shares.strong_guarantee));
  add("strong_guarantee_share", vector(shares.strong_guarantee_share));
  add("weight_proportional", vector(shares.weight_proportional));
  return result + '}';
}

std::string computed_json(const Draft& draft, const TreeQuestion& question) {
  const model::Outcome outcome = model::compute(draft.tree);
  if (const auto* crash = std::get_if<model::Crash>(&outcome)) {
    return fmt::format(
        R"("outcome":"error","at":{},"message":{})", json::quoted(draft.paths[crash->element]),
        json::quoted("the release stops here; its assertion does not hold: " + crash->assertion));
  }
  const auto& computed = std::get<model::Shares>(outcome);
  std::string result = "\"outcome\":\"shares\",\"shares\":";
  result += by_path(draft.paths, [&](std::size_t i) {
    return number_text(computed.elements[i].fair_share_ratio);
  });
  if (!question.details) return result;
  result += ",\"details\":" + by_path(draft.paths, [&](std::size_t i) {
              return element_json(draft, computed.elements[i]);
            });
  return result + fmt::format(R"(,"errors":{},"warnings":{})", computed.errors, computed.warnings);
}

InputError no_exact_form(std::string message) {
  return {.code = "FS018", .message = std::move(message), .field = "total_resource_limits"};
}

// Cases.

const Rational& resolution() {
  static const Rational value(1, 1'000'000'000);  // RatioComputationPrecision
  return value;
}

using ReportedShares = std::map<std::size_t, WrittenNumber>;  // by element

// FS105 for a path that there is not, FS011 for a negative share; empty where there are none.
ReportedShares read_shares(Fields& record, const Draft& draft) {
  ReportedShares shares;
  const json::Value* value = record.take("shares");
  const auto* members = value != nullptr ? std::get_if<json::Object>(&value->is) : nullptr;
  if (members == nullptr) {
    if (value != nullptr) {
      record.complain("shares", wrong_kind("an object of path to share", *value));
    }
    return shares;
  }
  std::unordered_map<std::string_view, std::size_t> elements;
  for (std::size_t i = 0; i < draft.paths.size(); ++i) elements.emplace(draft.paths[i], i);
  for (const auto& [path, share] : *members) {
    const auto found = elements.find(path);
    auto read = read_number(share);
    auto* written = std::get_if<WrittenNumber>(&read);
    const std::string shown = json::quoted(abridged(path));
    if (found == elements.end()) {
      record.complain("shares", "FS105", fmt::format("no node has the path {}", shown));
    } else if (written == nullptr) {
      record.complain("shares", std::get<Complaint>(std::move(read)));
    } else if (written->value < 0) {
      record.complain("shares", "FS011", fmt::format("the share of {} is negative", shown));
    } else {
      shares.emplace(found->second, std::move(*written));
    }
    if (record.failed()) break;
  }
  return shares;
}

struct Judged {
  const Draft& draft;
  const ReportedShares& reported;
  std::optional<model::FairTree> fair;
  model::Outcome computed;
  std::vector<std::vector<std::size_t>> children;

  const model::Shares* shares() const { return std::get_if<model::Shares>(&computed); }
};

std::variant<Reported, InputError> reported_share(const Judged& judged, std::size_t element) {
  const std::string& path = judged.draft.paths[element];
  const auto found = judged.reported.find(element);
  Complaint complaint{"FS104", "no share is reported for it"};
  if (found != judged.reported.end()) {
    auto read = find_reported(found->second, Rounding::to_double, 0);
    if (auto* reported = std::get_if<Reported>(&read)) return std::move(*reported);
    complaint = std::get<Complaint>(std::move(read));
  }
  const Place all{nullptr, "shares"};
  return error_at({&all, path}, path, std::move(complaint));
}

// A number with a part taken off, in its text as well.
Reported less(Reported share, const Rational& part) {
  if (part == 0) return share;
  share.value -= part;
  share.interval.low -= part;
  share.interval.high -= part;
  share.text = fmt::format("{}", exact::to_double(share.value));
  return share;
}

// What the release computes for the same claimants, likewise.
Emulated emulate(const Judged& judged, const std::vector<std::size_t>& claimants,
                 const std::vector<Rational>& taken_off) {
  Emulated emulated{.scheduler = "ytsaurus-2023"};
  if (judged.shares() == nullptr) return emulated;
  emulated.resolution = resolution();
  emulated.shares.emplace();
  emulated.matches = true;
  for (std::size_t k = 0; k < claimants.size(); ++k) {
    const double ratio = judged.shares()->elements[claimants[k]].fair_share_ratio;
    const Rational above = exact::from_double(ratio) - taken_off[k];
    emulated.shares->push_back(fmt::format("{}", exact::to_double(above)));
    const Rational& reported = judged.reported.at(claimants[k]).value;
    emulated.matches = emulated.matches && exact::to_double(reported) == ratio;
  }
  return emulated;
}

// Whoever has no choice: bounds that are both this share.
Claimant<Rational> pinned(const Rational& share) {
  return {0, share, share};
}

// The problem of a pool and what is taken off its numbers; its total is `share`.
struct Division {
  std::string_view rule;
  std::string note;
  Problem<Rational> problem;
  std::vector<Rational> taken_off;
};

Division divide(const Judged& judged, std::size_t pool, const Rational& share) {
  const auto& children = judged.children[pool];
  Division division{"", "", {share, {}}, std::vector<Rational>(children.size(), 0)};
  if (!judged.fair) {
    division.rule = "emulation only";
    division.note =
        "this scheduler's rule has no exact form for more than one resource: judged by what the "
        "release computes";
    division.problem.total = 0;
    for (const std::size_t child : children) {
      const double ratio = judged.shares()->elements[child].fair_share_ratio;
      division.problem.claimants.push_back(pinned(exact::from_double(ratio)));
      division.problem.total += exact::from_double(ratio);
    }
    return division;
  }
  if (judged.draft.tree.elements[pool].mode == Mode::fifo) {
    division.rule = "fifo";
    division.note = "children are served one after the other, the heaviest first";
    for (const Rational& one : fifo_shares(judged.draft.tree, *judged.fair, children, share)) {
      division.problem.claimants.push_back(pinned(one));
    }
    return division;
  }
  division.rule = "base rule";
  division.problem = problem_above_guarantees(judged.draft.tree, *judged.fair, children, share);
  const bool pays_all = division.problem.total >= -resolution();
  division.note =
      pays_all ? "the base rule: guarantees are paid first; all numbers are of what is above them"
               : "the base rule: guarantees are paid first, and they exceed the pool's share";
  for (std::size_t k = 0; k < children.size(); ++k) {
    const Rational& guarantee = judged.fair->bounds[children[k]].guarantee;
    if (pays_all) {
      division.taken_off[k] = guarantee;
      continue;
    }
    division.problem.total = share;
    division.problem.claimants[k].min_share = guarantee;
    division.problem.claimants[k].max_share = judged.fair->bounds[children[k]].most;
  }
  return division;
}

// The release's sums are good to its precision only. A total that misses what can be claimed by
// less is moved there, and stands for everything as near.
void loosen_total(Case& one) {
  Rational least = 0;
  Rational most = 0;
  for (const auto& claimant : one.problem.claimants) {
    least += claimant.min_share;
    most += claimant.weight > 0 ? *claimant.max_share : claimant.min_share;
  }
  const Rational written = one.problem.total;
  const Rational nearest = std::clamp(written, least, most);
  if (abs(nearest - written) <= resolution()) one.problem.total = nearest;
  one.total = properties::Interval{written - resolution(), written + resolution()};
}

std::variant<Case, InputError> case_of_pool(const Judged& judged, std::size_t pool) {
  Rational share = judged.fair ? judged.fair->shares.front() : Rational(0);
  if (pool != 0) {
    auto reported = reported_share(judged, pool);
    if (auto* error = std::get_if<InputError>(&reported)) return std::move(*error);
    share = std::get<Reported>(reported).value;
  }
  Division division = divide(judged, pool, share);
  Case one{
      .id = "",
      .title = fmt::format("{} ({})", pool == 0 ? "" : judged.draft.paths[pool], division.rule),
      .problem = std::move(division.problem),
      .parties = {},
      .reported = {},
      .notes = {std::move(division.note)}};
  const auto& children = judged.children[pool];
  for (std::size_t k = 0; k < children.size(); ++k) {
    auto reported = reported_share(judged, children[k]);
    if (auto* error = std::get_if<InputError>(&reported)) return std::move(*error);
    one.reported.push_back(less(std::get<Reported>(std::move(reported)), division.taken_off[k]));
    one.parties.push_back({judged.draft.tree.elements[children[k]].name});
  }
  one.emulated = emulate(judged, children, division.taken_off);
  loosen_total(one);
  return one;
}

// The root's own share, which no pool divides.
std::variant<Case, InputError> case_of_root(const Judged& judged) {
  auto reported = reported_share(judged, 0);
  if (auto* error = std::get_if<InputError>(&reported)) return std::move(*error);
  const Rational share =
      judged.fair ? judged.fair->shares.front()
                  : exact::from_double(judged.shares()->elements.front().fair_share_ratio);
  Case one{.id = "",
           .title = " (the root's share)",
           .problem = {share, {pinned(share)}},
           .parties = {{"/"}},
           .reported = {std::get<Reported>(std::move(reported))}};
  one.emulated = emulate(judged, {0}, {Rational(0)});
  return one;
}

}  // namespace

TreeAnswer answer_ytsaurus_vector(const json::Value& record, const TreeQuestion& question) {
  std::optional<InputError> error;
  Draft draft{error};
  const Place place;
  Fields fields(record, place, "", error);
  read_tree(fields, draft);
  fields.take("shares");
  fields.finish("a record of a ytsaurus-2023 tree", tree_record_ignored);
  if (error) return std::move(*error);
  if (!question.fair) return computed_json(draft, question);
  const auto fair = model::fair_shares(draft.tree);
  if (!fair) {
    return no_exact_form("this scheduler's rule has no exact form for more than one resource");
  }
  return "\"outcome\":\"allocation\",\"shares\":" + by_path(draft.paths, [&](std::size_t i) {
           return json::quoted(exact::to_text(fair->shares[i]));
         });
}

std::variant<std::vector<Case>, InputError> cases_of_ytsaurus_vector(const json::Value& record,
                                                                     const TreeQuestion&) {
  std::optional<InputError> error;
  Draft draft{error};
  const Place place;
  Fields fields(record, place, "", error);
  read_tree(fields, draft);
  const ReportedShares reported = read_shares(fields, draft);
  fields.finish("a record of a ytsaurus-2023 tree", tree_record_ignored);
  if (error) return std::move(*error);

  const Judged judged{draft, reported, model::fair_shares(draft.tree), model::compute(draft.tree),
                      model::children_of(draft.tree)};
  if (!judged.fair && judged.shares() == nullptr) {
    return no_exact_form("there are several resources, and the release stops at this input");
  }
  std::vector<Case> cases;
  const bool has_root = reported.contains(0);
  if (has_root || judged.children.front().empty()) {
    auto one = case_of_root(judged);
    if (auto* missing = std::get_if<InputError>(&one)) return std::move(*missing);
    cases.push_back(std::get<Case>(std::move(one)));
  }
  for (std::size_t pool = 0; pool < judged.children.size(); ++pool) {
    if (judged.children[pool].empty()) continue;
    auto one = case_of_pool(judged, pool);
    if (auto* missing = std::get_if<InputError>(&one)) return std::move(*missing);
    cases.push_back(std::get<Case>(std::move(one)));
  }
  return cases;
}

}  // namespace fairshare::formats
