// From a record's JSON to the model's tree, and from what it computes to JSON or to divisions.
#include "formats/ytsaurus/vector_trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "fairshare/schedulers/common/model_result.h"
#include "fairshare/schedulers/ytsaurus/vector.h"
#include "formats/text/fields.h"
#include "formats/text/number_text.h"
#include "formats/verdict/model_comparison.h"
#include "formats/ytsaurus/elements.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
namespace model = schedulers::ytsaurus_vector;
using model::Element;
using model::Mode;

struct ParsedTree {
  std::optional<InputError>& error;
  model::Tree tree = {};
  std::vector<std::string> paths = {};  // "/", "/A", "/A/op": one per element
  std::size_t path_bytes = 0;
  std::vector<std::size_t> resources = {};  // that the total names
};

// Amounts.

enum class AmountOf { use, guarantee };

// The largest amount: the configuration of guarantees has int32 for more resources than there are
// amounts of int32.
std::int64_t most_held(std::size_t resource, AmountOf what) {
  const auto is = [&](model::Resource one) { return resource == static_cast<std::size_t>(one); };
  const bool is_short = is(model::Resource::gpu) ||
                        (what == AmountOf::guarantee &&
                         (is(model::Resource::user_slots) || is(model::Resource::network)));
  return is_short ? std::numeric_limits<std::int32_t>::max()
                  : std::numeric_limits<std::int64_t>::max();
}

// The amount as the release holds it; cpu is rounded to hundredths, half away from zero, by way of
// double. Nothing if it does not fit.
std::optional<std::int64_t> as_held(std::size_t resource, AmountOf what, const Rational& amount) {
  if (resource == static_cast<std::size_t>(model::Resource::cpu)) {
    const double hundredths =
        std::round(exact::to_double(amount) * static_cast<double>(model::cpu_unit));
    if (!(hundredths < 0x1p63)) return std::nullopt;
    return static_cast<std::int64_t>(hundredths);
  }
  if (!exact::is_whole(amount) || amount > most_held(resource, what)) return std::nullopt;
  return static_cast<std::int64_t>(exact::floor(amount));
}

model::SomeAmounts read_held(Fields& fields, std::string_view key, AmountOf what) {
  const AmountsRead read = read_amounts(fields, key, [&](std::size_t r, const Rational& amount) {
    return as_held(r, what, amount) ? "" : "is not whole, or too large";
  });
  model::SomeAmounts amounts;
  for (std::size_t r = 0; r < read.size(); ++r) {
    if (read[r]) amounts[r] = as_held(r, what, *read[r]);
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
    OtherField{"best_allocation_ratio", "no such field"},
    OtherField{"memory_per_job", "no such field"}};

// Fields of the configuration or the Orchid for which a record has others.
constexpr std::array other_integral_fields = {
    OtherField{"integral_guarantees", "integral_type, resource_flow and burst"},
    OtherField{"guarantee_type", "integral_type"}, OtherField{"burst_guarantee_resources", "burst"},
    OtherField{"accumulated_resource_volume", "volume, in seconds of the whole cluster"},
    OtherField{"proposed_integral_share", "no such field; it is computed"}};

void refuse_others(Fields& fields) {
  for (const auto& [name, instead] : fields_of_2019) {
    if (!fields.has(name)) continue;
    fields.complain(name, "FS003",
                    fmt::format("{} is a field of ytsaurus-2018 and ytsaurus-2019; ytsaurus-2023 "
                                "has {}",
                                name, instead));
  }
  for (const auto& [name, instead] : other_integral_fields) {
    if (!fields.has(name)) continue;
    fields.complain(name, "FS003",
                    fmt::format("{} is not a field of a record; it has {}", name, instead));
  }
}

// Integral guarantees.

// The name that is present, of a field with two names: the record's and the Orchid's.
std::string_view name_there(Fields& fields, std::string_view name, std::string_view in_orchid) {
  if (!fields.has(in_orchid)) return name;
  if (fields.has(name)) {
    fields.complain(in_orchid, "FS004",
                    fmt::format("{} and {} are the same field", name, in_orchid));
  }
  return in_orchid;
}

// From `least` to the longest duration that the release holds, 2^64 microseconds.
double read_seconds(Fields& fields, std::string_view key, double least, double fallback) {
  constexpr double most = 0x1p64 / 1e6;
  const double seconds = fields.real(key, fallback);
  if (seconds < 0) {
    fields.complain(key, "FS011", "the number of seconds is negative");
  } else if (seconds < least || seconds > most) {
    fields.complain(key, "FS008",
                    fmt::format("the number of seconds is not from {:g} to {:g}", least, most));
  } else {
    return seconds;
  }
  return fallback;
}

void read_integral(Fields& fields, Element& element) {
  const auto type = name_there(fields, "integral_type", "integral_guarantee_type");
  const auto flow = name_there(fields, "resource_flow", "specified_resource_flow");
  const auto burst = name_there(fields, "burst", "specified_burst_guarantee_resources");
  const auto volume = name_there(fields, "volume", "accumulated_resource_ratio_volume");
  for (const std::string_view key : {flow, burst, volume}) {
    if (fields.has(key) && !fields.has(type)) {
      fields.complain(key, "FS002", "the integral_type is missing: burst, relaxed or none");
    }
  }
  element.integral_type =
      static_cast<model::IntegralType>(fields.choice(type, {"none", "burst", "relaxed"}, 0));
  element.resource_flow = or_zero(read_held(fields, flow, AmountOf::guarantee));
  element.burst_guarantee = or_zero(read_held(fields, burst, AmountOf::guarantee));
  element.volume = read_seconds(fields, volume, 0, 0);
  const bool is_relaxed = element.integral_type == model::IntegralType::relaxed;
  if (is_relaxed && element.burst_guarantee != model::Amounts{}) {
    fields.complain(burst, "FS402", "a relaxed pool has no burst guarantee");
  }
}

model::IntegralTerms read_integral_terms(Fields& record) {
  model::IntegralTerms terms;
  terms.since_last_update = read_seconds(record, "elapsed_seconds", 0, terms.since_last_update);
  terms.saturation_period =
      read_seconds(record, "volume_saturation_seconds", 0, terms.saturation_period);
  terms.smooth_period = read_seconds(record, "smooth_seconds", 1e-6, terms.smooth_period);
  const double multiplier = record.real("relaxed_multiplier", terms.relaxed_share_multiplier);
  if (multiplier >= 1 && multiplier <= 10) {
    terms.relaxed_share_multiplier = multiplier;
  } else {
    record.complain("relaxed_multiplier", "FS008", "the multiplier is not from 1 to 10");
  }
  return terms;
}

// Elements as a whole.

void read_operation(Fields& fields, Element& element) {
  element.is_operation = true;
  element.demand = or_zero(read_held(fields, "demand", AmountOf::use));
  element.usage = or_zero(read_held(fields, "usage", AmountOf::use));
  element.is_gang = fields.flag("is_gang", false);
  if (fields.has("children")) fields.complain("children", "FS401", "an operation has no children");
}

void read_pool(Fields& fields, Element& element) {
  element.mode =
      fields.choice("mode", {"fair_share", "fifo"}, 0) == 1 ? Mode::fifo : Mode::fair_share;
  element.truncates_gangs = fields.flag("enable_fair_share_truncation_in_fifo_pool", false);
  if (element.parent) read_integral(fields, element);
}

void check_place(Fields& fields, const ParsedTree& parsed, const Element& element) {
  if (!element.parent) {
    if (element.is_operation) fields.complain("", "FS401", "the root is a pool, not an operation");
    return;
  }
  if (element.name.empty() || element.name.find('/') != std::string::npos) {
    fields.complain("name", "FS002", "a name without \"/\" is expected here");
  }
  if (!element.is_operation && parsed.tree.elements[*element.parent].mode == Mode::fifo) {
    fields.complain("", "FS402", "a fifo pool can contain only operations, not pools");
  }
}

void check_siblings(const json::Array& children, const Place& list, ParsedTree& parsed) {
  std::vector<std::string> names;
  for (const json::Value& child : children) names.push_back(find_name(child));
  const std::vector<std::string_view> all(names.begin(), names.end());
  const auto repeated = json::find_repeated(all);
  if (!repeated || parsed.error || all[*repeated].empty()) return;
  parsed.error = error_at({&list, {}, *repeated}, names[*repeated],
                          {"FS004", "duplicate name: an earlier node has it"});
}

// Adds the path of the next element; an error if there are too many elements, or too long paths.
void add_path(const Place& place, std::optional<std::size_t> parent, const std::string& name,
              ParsedTree& parsed) {
  std::string path = path_below(parsed.paths, parent, name);
  parsed.path_bytes += path.size();
  const bool fits =
      parsed.paths.size() < model::elements_max && parsed.path_bytes <= path_bytes_max;
  if (!fits && !parsed.error) {
    parsed.error = error_at(place, name,
                            {"FS005", fmt::format("the tree has more than {} elements, or their "
                                                  "paths are longer than {} bytes",
                                                  model::elements_max, path_bytes_max)});
  }
  parsed.paths.push_back(std::move(path));
}

// Reads a node and everything below it. Recurses no deeper than JSON may be nested.
void read_element(const json::Value& value, const Place& place, std::optional<std::size_t> parent,
                  ParsedTree& parsed) {
  const std::size_t at = parsed.tree.elements.size();
  Element element{.name = parent ? find_name(value) : "", .parent = parent};
  add_path(place, parent, element.name, parsed);
  Fields fields(value, place, parsed.paths[at], parsed.error);
  fields.find_text("name");
  refuse_others(fields);
  element.weight = fields.real("weight", 1);
  if (element.weight < 0) fields.complain("weight", "FS011", "the weight is negative");
  element.strong_guarantee = read_held(fields, "strong_guarantee_resources", AmountOf::guarantee);
  element.limits = read_held(fields, "resource_limits", AmountOf::use);
  const bool is_operation = fields.has("demand") || fields.has("usage") || fields.has("is_gang");
  is_operation ? read_operation(fields, element) : read_pool(fields, element);
  check_place(fields, parsed, element);
  parsed.tree.elements.push_back(std::move(element));

  static const json::Array none;
  const json::Array& children = is_operation ? none : fields.list("children");
  fields.finish(is_operation ? "an operation" : parent ? "a pool" : "the root");
  const Place list{&place, "children"};
  check_siblings(children, list, parsed);
  for (std::size_t k = 0; k < children.size() && !parsed.error; ++k) {
    read_element(children[k], {&list, {}, k}, at, parsed);
  }
}

void read_tree(Fields& record, ParsedTree& parsed) {
  if (!record.has("total_resource_limits")) {
    record.complain("total_resource_limits", "FS002", "the total_resource_limits are missing");
  }
  const auto total = read_held(record, "total_resource_limits", AmountOf::use);
  parsed.tree.total = or_zero(total);
  parsed.tree.integral_terms = read_integral_terms(record);
  for (std::size_t r = 0; r < total.size(); ++r) {
    if (total[r]) parsed.resources.push_back(r);
  }
  const json::Value* tree = record.take("tree");
  if (tree == nullptr) return record.complain("tree", "FS002", "the tree is missing");
  if (parsed.error) return;
  read_element(*tree, {&record.place(), "tree"}, std::nullopt, parsed);
  if (!parsed.error && model::is_too_large(parsed.tree)) {
    record.complain(
        "tree", "FS005",
        fmt::format("the depths of the operations add up to more than {}", model::depth_sum_max));
  }
}

// Answers.

void write_vector(const ParsedTree& parsed, const model::Vector& vector, json::Writer& answer) {
  answer.begin_object();
  for (const std::size_t r : parsed.resources) {
    answer.key(resource_names[r]).number(number_text(vector[r]));
  }
  answer.end_object();
}

void write_details(const ParsedTree& parsed, const model::ElementShares& shares,
                   json::Writer& answer) {
  const auto add = [&](std::string_view key, const model::Vector& vector) {
    write_vector(parsed, vector, answer.key(key));
  };
  answer.begin_object();
  add("demand_share", shares.demand_share);
  const auto dominant = static_cast<std::size_t>(shares.dominant_resource);
  answer.key("dominant_resource").string(resource_names[dominant]);
  add("estimated_guarantee_share", shares.estimated_guarantee_share);
  add("fair_share", shares.fair_share);
  answer.key("fair_share_ratio").number(number_text(shares.fair_share_ratio));
  if (shares.fifo_index) {
    answer.key("fifo_index").number(static_cast<std::int64_t>(*shares.fifo_index));
  }
  add("integral_guarantee", shares.integral_guarantee);
  add("limits_share", shares.limits_share);
  add("promised_fair_share", shares.promised_fair_share);
  add("strong_guarantee", shares.strong_guarantee);
  add("strong_guarantee_share", shares.strong_guarantee_share);
  add("weight_proportional", shares.weight_proportional);
  answer.end_object();
}

void write_computed(const ParsedTree& parsed, bool with_details, json::Writer& answer) {
  const model::Outcome outcome = model::compute(parsed.tree);
  if (const auto* crash = std::get_if<model::Crash>(&outcome)) {
    answer.key("outcome").string("error");
    answer.key("at").string(parsed.paths[crash->element]);
    answer.key("message").string("the release stops here because an assertion fails: " +
                                 crash->assertion);
    return;
  }
  const auto& computed = std::get<model::Shares>(outcome);
  answer.key("outcome").string("shares");
  answer.key("shares");
  write_by_path(answer, parsed.paths, [&](std::size_t i) {
    answer.number(number_text(computed.elements[i].fair_share_ratio));
  });
  if (!with_details) return;
  answer.key("details");
  write_by_path(answer, parsed.paths,
                [&](std::size_t i) { write_details(parsed, computed.elements[i], answer); });
  answer.key("errors").number(std::int64_t{computed.errors});
  answer.key("warnings").number(std::int64_t{computed.warnings});
}

// Why the rule has no exact form, if it has none.
std::string_view unstated_case(const ParsedTree& parsed) {
  return model::has_nested_integral_pools(parsed.tree) ? "an integral pool below another"
                                                       : "more than one resource";
}

InputError no_exact_form(const ParsedTree& parsed, std::string message) {
  const bool is_nested = model::has_nested_integral_pools(parsed.tree);
  return {.code = "FS018",
          .message = std::move(message),
          .field = is_nested ? "tree" : "total_resource_limits"};
}

std::optional<InputError> write_fair(const ParsedTree& parsed, json::Writer& answer) {
  const auto fair = model::fair_shares(parsed.tree);
  if (!fair) {
    return no_exact_form(parsed, fmt::format("this scheduler's rule has no exact form for {}",
                                             unstated_case(parsed)));
  }
  answer.key("outcome").string("allocation");
  answer.key("shares");
  write_by_path(answer, parsed.paths,
                [&](std::size_t i) { answer.string(exact::to_text(fair->shares[i])); });
  return std::nullopt;
}

// Divisions.

using ReportedShares = std::map<std::size_t, WrittenNumber>;  // by element

// FS105 for an unknown path, FS011 for a negative share; empty if there are none.
ReportedShares read_shares(Fields& record, const ParsedTree& parsed) {
  ReportedShares shares;
  const json::Value* value = record.take("shares");
  const auto* members = value != nullptr ? std::get_if<json::Object>(&value->is) : nullptr;
  if (members == nullptr) {
    if (value != nullptr) {
      record.complain("shares", wrong_kind("an object of shares by path", *value));
    }
    return shares;
  }
  std::unordered_map<std::string_view, std::size_t> elements;
  for (std::size_t i = 0; i < parsed.paths.size(); ++i) elements.emplace(parsed.paths[i], i);
  for (const auto& [path, share] : *members) {
    const auto found = elements.find(path);
    auto read = read_number(share);
    auto* written = std::get_if<WrittenNumber>(&read);
    const std::string shown = json::quoted(abridged(path));
    if (found == elements.end()) {
      record.complain("shares", "FS105", fmt::format("no node has this path: {}", shown));
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
  const ParsedTree& parsed;
  const ReportedShares& reported;
  std::optional<model::FairTree> fair;
  model::Outcome computed;
  std::vector<std::vector<std::size_t>> children;

  const model::Shares* shares() const { return std::get_if<model::Shares>(&computed); }
  // Only if there are shares.
  double ratio(std::size_t element) const { return shares()->elements[element].fair_share_ratio; }
};

// What the release computes for these elements.
schedulers::ModelResult result_for(const Judged& judged, const std::vector<std::size_t>& elements) {
  if (const auto* crash = std::get_if<model::Crash>(&judged.computed)) {
    return {.outcome = "error",
            .message = fmt::format("its assertion fails at {}: {}",
                                   judged.parsed.paths[crash->element], crash->assertion)};
  }
  std::vector<double> ratios;
  for (const std::size_t element : elements) ratios.push_back(judged.ratio(element));
  return {.answers = {schedulers::held(ratios)}, .resolution = vector_precision()};
}

// A division among these elements, with their reported shares; FS104 if one is missing. Nothing is
// divided yet.
std::variant<Division, InputError> division_among(const Judged& judged,
                                                  const std::vector<std::size_t>& elements) {
  Division division{.names = {"guarantee", "what it can use", ""},
                    .usual = Rounding::to_double,
                    .following = Following::bounds_and_total};
  const Place all{nullptr, "shares"};
  for (const std::size_t element : elements) {
    const std::string& path = judged.parsed.paths[element];
    const auto found = judged.reported.find(element);
    if (found == judged.reported.end()) {
      return error_at({&all, path}, path, {"FS104", "no share is reported for it"});
    }
    division.shares.push_back(found->second);
    division.labels.push_back(
        {.name = element == 0 ? path : judged.parsed.tree.elements[element].name,
         .field = formats::path({&all, path}),
         .path = path,
         .node = element});
  }
  division.comparison =
      compare_with_model("ytsaurus-2023", result_for(judged, elements), division.shares);
  return division;
}

// A claimant with only one possible share: both its bounds are this share.
Claimant<Rational> pinned(const Rational& share) {
  return {0, share, share};
}

void divide_as_computed(const Judged& judged, const std::vector<std::size_t>& children,
                        Division& division) {
  division.rule = Rule::computed;
  division.label = "emulation only";
  division.notes.push_back(
      fmt::format("this scheduler's rule has no exact form for {}: judged by what the release "
                  "computes",
                  unstated_case(judged.parsed)));
  division.problem.total = 0;
  for (const std::size_t child : children) {
    const Rational ratio = exact::from_double(judged.ratio(child));
    division.problem.claimants.push_back(pinned(ratio));
    division.problem.total += ratio;
  }
}

void divide_in_turn(const Judged& judged, const std::vector<std::size_t>& children,
                    const Rational& share, Division& division) {
  division.rule = Rule::fifo;
  division.label = "fifo";
  division.notes.push_back("children are served one after the other, the heaviest first");
  division.problem.total = share;
  for (const Rational& one : fifo_shares(judged.parsed.tree, *judged.fair, children, share)) {
    division.problem.claimants.push_back(pinned(one));
  }
}

void divide_above_guarantees(const Judged& judged, const std::vector<std::size_t>& children,
                             const Rational& share, Division& division) {
  division.rule = Rule::base;
  division.label = "base rule";
  division.problem = problem_above_guarantees(judged.parsed.tree, *judged.fair, children, share);
  const bool pays_all = division.problem.total >= -vector_precision();
  if (pays_all) {
    division.notes.push_back(
        "the base rule: guarantees are paid first, and what is left is divided by weight");
    for (std::size_t k = 0; k < children.size(); ++k) {
      division.labels[k].paid = judged.fair->bounds[children[k]].guarantee;
    }
    return;
  }
  division.notes.push_back(
      "the base rule: guarantees are paid first, and they exceed the pool's share");
  division.problem.total = share;
  for (std::size_t k = 0; k < children.size(); ++k) {
    division.problem.claimants[k].min_share = judged.fair->bounds[children[k]].guarantee;
    division.problem.claimants[k].max_share = judged.fair->bounds[children[k]].most;
  }
}

// The release's sums are only exact to its precision. A total that is off what can be claimed by
// less than that is moved there, and stands for everything as near.
void loosen_total(Division& division) {
  Rational least = 0;
  Rational most = 0;
  for (const auto& claimant : division.problem.claimants) {
    least += claimant.min_share;
    most += claimant.weight > 0 ? *claimant.max_share : claimant.min_share;
  }
  const Rational written = division.problem.total;
  const Rational nearest = std::clamp(written, least, most);
  if (abs(nearest - written) <= vector_precision()) division.problem.total = nearest;
  division.total = properties::Interval{written - vector_precision(), written + vector_precision()};
}

std::variant<Division, InputError> division_of_pool(const Judged& judged, std::size_t pool) {
  const auto& children = judged.children[pool];
  auto made = division_among(judged, children);
  auto* division = std::get_if<Division>(&made);
  if (division == nullptr) return made;
  if (!judged.fair) {
    divide_as_computed(judged, children, *division);
  } else {
    // A pool that is not the root is a child of one before it, so its share is reported.
    const Rational share =
        pool == 0 ? judged.fair->shares.front() : double_meant(judged.reported.at(pool));
    if (judged.parsed.tree.elements[pool].mode == Mode::fifo) {
      divide_in_turn(judged, children, share, *division);
    } else {
      divide_above_guarantees(judged, children, share, *division);
    }
  }
  if (pool != 0) division->path = judged.parsed.paths[pool];
  division->node = pool;
  loosen_total(*division);
  return made;
}

// The root's own share, which no pool divides.
std::variant<Division, InputError> division_of_root(const Judged& judged) {
  auto made = division_among(judged, {0});
  auto* division = std::get_if<Division>(&made);
  if (division == nullptr) return made;
  const Rational share =
      judged.fair ? judged.fair->shares.front() : exact::from_double(judged.ratio(0));
  division->label = "the root's share";
  division->rule = judged.fair ? Rule::floor : Rule::computed;
  division->problem = {share, {pinned(share)}};
  return made;
}

}  // namespace

std::optional<InputError> answer_ytsaurus_vector(const json::Value& record,
                                                 const TreeOptions& options, json::Writer& answer) {
  std::optional<InputError> error;
  ParsedTree parsed{error};
  const Place place;
  Fields fields(record, place, "", error);
  read_tree(fields, parsed);
  fields.take("shares");
  fields.finish("a record of a ytsaurus-2023 tree", tree_record_ignored);
  if (error) return error;
  if (options.fair) return write_fair(parsed, answer);
  write_computed(parsed, options.details, answer);
  return std::nullopt;
}

std::variant<std::vector<Division>, InputError> divisions_of_ytsaurus_vector(
    const json::Value& record) {
  std::optional<InputError> error;
  ParsedTree parsed{error};
  const Place place;
  Fields fields(record, place, "", error);
  read_tree(fields, parsed);
  const ReportedShares reported = read_shares(fields, parsed);
  fields.finish("a record of a ytsaurus-2023 tree", tree_record_ignored);
  if (error) return *std::move(error);

  const Judged judged{parsed, reported, model::fair_shares(parsed.tree),
                      model::compute(parsed.tree), model::children_of(parsed.tree)};
  if (!judged.fair && judged.shares() == nullptr) {
    return no_exact_form(parsed, fmt::format("there is {}, and the release stops at this input",
                                             unstated_case(parsed)));
  }
  std::vector<Division> divisions;
  const bool has_root = reported.contains(0) || judged.children.front().empty();
  if (has_root) {
    auto division = division_of_root(judged);
    if (auto* missing = std::get_if<InputError>(&division)) return std::move(*missing);
    divisions.push_back(std::get<Division>(std::move(division)));
  }
  for (std::size_t pool = 0; pool < judged.children.size(); ++pool) {
    if (judged.children[pool].empty()) continue;
    auto division = division_of_pool(judged, pool);
    if (auto* missing = std::get_if<InputError>(&division)) return std::move(*missing);
    divisions.push_back(std::get<Division>(std::move(division)));
  }
  return divisions;
}

}  // namespace fairshare::formats
