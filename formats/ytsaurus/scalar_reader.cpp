#include "formats/ytsaurus/scalar_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "formats/records/tree_options.h"
#include "formats/ytsaurus/elements.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using schedulers::ytsaurus::scalar::Element;
using schedulers::ytsaurus::scalar::Era;
using schedulers::ytsaurus::scalar::Mode;
using schedulers::ytsaurus::scalar::Resource;
using schedulers::ytsaurus::scalar::SortParameter;
using AmountsByResource = schedulers::ytsaurus::scalar::Amounts;

// What the functions below share.
struct Context {
  Era era;
  bool has_cluster = false;
  std::optional<InputError>& error;
  YtsaurusTree result = {};
  std::size_t path_bytes = 0;
};

struct Renamed {
  std::string_view name;
  std::string_view instead;  // this era's replacement; empty: none
};

// Fields of the vector era, since 2020.
constexpr std::array fields_of_2023 = {Renamed{"strong_guarantee_resources", "min_share_resources"},
                                       Renamed{"effective_strong_guarantee_resources", ""},
                                       Renamed{"integral_guarantees", ""},
                                       Renamed{"strong_guarantee_share", "min_share_ratio"},
                                       Renamed{"demand_share", "demand_ratio"},
                                       Renamed{"usage_share", "usage_ratio"},
                                       Renamed{"limits_share", "resource_limit_ratio"},
                                       Renamed{"best_allocation_share", "best_allocation_ratio"},
                                       Renamed{"detailed_fair_share", ""},
                                       Renamed{"promised_fair_share", ""},
                                       Renamed{"estimated_guarantee_share", ""},
                                       Renamed{"proposed_integral_share", ""}};

constexpr std::array fields_of_ratios = {
    Renamed{"demand_ratio", "demand"}, Renamed{"usage_ratio", "usage"},
    Renamed{"best_allocation_ratio", "memory_per_job"},
    Renamed{"min_share_resources_ratio", "min_share_resources"},
    Renamed{"resource_limit_ratio", "resource_limits"}};

constexpr std::array fields_of_operations = {
    "demand_ratio",   "usage_ratio", "best_allocation_ratio", "demand", "usage",
    "memory_per_job", "start_time",  "pending_job_count"};

void refuse_other_eras(const Context& context, Fields& fields) {
  for (const auto& [name, instead] : fields_of_2023) {
    if (!fields.has(name)) continue;
    fields.complain(
        name, "FS003",
        fmt::format("{} is a field of ytsaurus-2023; {} has {}", name, name_of(context.era),
                    instead.empty() ? "no such field" : fmt::format("{} in its place", instead)));
  }
}

// A tree has either ratios or, if the record has total_resource_limits, amounts.
void refuse_other_form(const Context& context, Fields& fields) {
  for (const auto& [of_ratios, of_amounts] : fields_of_ratios) {
    const std::string_view wrong = context.has_cluster ? of_ratios : of_amounts;
    const std::string_view right = context.has_cluster ? of_amounts : of_ratios;
    if (!fields.has(wrong)) continue;
    fields.complain(wrong, "FS003",
                    fmt::format("{} total_resource_limits, use {} in place of {}",
                                context.has_cluster ? "with" : "without", right, wrong));
  }
}

double not_negative(Fields& fields, std::string_view key, double fallback) {
  const double number = fields.real(key, fallback);
  if (number < 0) fields.complain(key, "FS011", "the number is negative");
  return number;
}

std::string_view why_unfit(std::size_t resource, const Rational& amount) {
  const bool is_cpu = resource == static_cast<std::size_t>(Resource::cpu);
  return is_cpu || exact::is_whole(amount) ? "" : "is not whole";
}

// Resources that are not named keep what `amounts` has for them.
void read_doubles(Fields& fields, std::string_view key, AmountsByResource& amounts) {
  const AmountsRead read = read_amounts(fields, key, why_unfit);
  for (std::size_t r = 0; r < read.size(); ++r) {
    if (read[r]) amounts[r] = exact::to_double(*read[r]);
  }
}

std::vector<SortParameter> read_sort_parameters(Fields& fields,
                                                std::vector<SortParameter> fallback) {
  if (!fields.has("fifo_sort_parameters")) return fallback;
  constexpr std::array<std::string_view, 3> names = {"weight", "start_time", "pending_job_count"};
  std::vector<SortParameter> parameters;
  for (const json::Value& entry : fields.list("fifo_sort_parameters")) {
    const auto* text = std::get_if<std::string>(&entry.is);
    const auto found = text == nullptr ? names.end() : std::ranges::find(names, *text);
    if (found == names.end()) {
      fields.complain("fifo_sort_parameters", "FS002",
                      "a list of \"weight\", \"start_time\" and \"pending_job_count\" is expected");
      return fallback;
    }
    parameters.push_back(static_cast<SortParameter>(found - names.begin()));
  }
  return parameters;
}

void read_pool(Fields& fields, Element& element) {
  for (const char* const field : fields_of_operations) {
    if (!fields.has(field)) continue;
    fields.complain(
        "children", "FS401",
        fmt::format("{} makes this an operation, and operations have no children", field));
  }
  element.mode = static_cast<Mode>(fields.choice("mode", {"fair_share", "fifo"}, 0));
  element.fifo_sort_parameters = read_sort_parameters(fields, element.fifo_sort_parameters);
  element.fair_share_starvation_tolerance_limit =
      not_negative(fields, "fair_share_starvation_tolerance_limit",
                   element.fair_share_starvation_tolerance_limit);
}

void read_operation(const Context& context, Fields& fields, Element& element) {
  element.is_operation = true;
  element.start_time = fields.real("start_time", 0);
  element.pending_job_count = not_negative(fields, "pending_job_count", 0);
  const std::string_view demand = context.has_cluster ? "demand" : "demand_ratio";
  if (!fields.has(demand)) {
    fields.complain(
        "", "FS002",
        fmt::format("an operation needs {}; a pool needs \"children\", which may be empty",
                    demand));
  }
  if (context.has_cluster) {
    read_doubles(fields, "demand", element.demand);
    read_doubles(fields, "usage", element.usage);
    element.memory_per_job = not_negative(fields, "memory_per_job", 0);
  } else {
    element.demand_ratio = not_negative(fields, "demand_ratio", 0);
    element.usage_ratio = not_negative(fields, "usage_ratio", 0);
    element.best_allocation_ratio = not_negative(fields, "best_allocation_ratio", 1);
  }
}

Element read_element(const Context& context, Fields& fields, bool is_pool) {
  Element element;
  refuse_other_eras(context, fields);
  refuse_other_form(context, fields);
  element.weight = not_negative(fields, "weight", element.weight);
  element.min_share_ratio = not_negative(fields, "min_share_ratio", element.min_share_ratio);
  element.max_share_ratio = not_negative(fields, "max_share_ratio", element.max_share_ratio);
  element.fair_share_starvation_tolerance = not_negative(fields, "fair_share_starvation_tolerance",
                                                         element.fair_share_starvation_tolerance);
  if (context.has_cluster) {
    read_doubles(fields, "min_share_resources", element.min_share_resources);
    read_doubles(fields, "resource_limits", element.resource_limits);
  } else {
    element.min_share_resources_ratio = not_negative(fields, "min_share_resources_ratio", 0);
    element.resource_limit_ratio =
        not_negative(fields, "resource_limit_ratio", element.resource_limit_ratio);
  }
  if (is_pool) {
    read_pool(fields, element);
  } else {
    read_operation(context, fields, element);
  }
  fields.finish("an element of a pool tree");
  return element;
}

void check_children(Fields& fields, const json::Array& children, const Element& pool) {
  std::vector<std::string> names;
  for (const json::Value& child : children) {
    names.push_back(find_name(child));
    const bool is_pool = json::find(child, "children") != nullptr;
    if (pool.mode == Mode::fifo && is_pool) {
      fields.complain(
          "children", "FS402",
          fmt::format("the pool {} is in a fifo pool, which can contain only operations",
                      json::quoted(abridged(names.back()))));
    }
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  if (const auto repeated = json::find_repeated(views)) {
    fields.complain("children", "FS004",
                    fmt::format("duplicate name {}", json::quoted(abridged(names[*repeated]))));
  }
}

// Recurses as deep as the JSON is nested, which is limited.
void read_node(Context& context, const json::Value& node, const Place& place,
               std::optional<std::size_t> parent) {
  Fields fields(node, place, find_name(node), context.error);
  if (context.error) return;
  const auto name = fields.find_text("name");
  const bool is_bad = name && (name->empty() || name->find('/') != std::string::npos);
  if (parent && (!name || is_bad)) {
    fields.complain("name", "FS002", "a name without a slash is expected");
  }
  const bool is_pool = fields.has("children");
  const json::Array& children = fields.list("children");
  Element element = read_element(context, fields, is_pool);
  if (is_pool) check_children(fields, children, element);
  if (context.error) return;
  YtsaurusTree& tree = context.result;
  const std::size_t index = tree.paths.size();
  std::string path = path_below(tree.paths, parent, name.value_or(""));
  context.path_bytes += path.size();
  if (context.path_bytes > path_bytes_max) return fields.complain("name", paths_too_long());
  element.parent = parent;
  tree.tree.elements.push_back(std::move(element));
  tree.names.push_back(name.value_or(""));
  tree.paths.push_back(std::move(path));
  const Place list{&place, "children"};
  for (std::size_t i = 0; i < children.size() && !context.error; ++i) {
    read_node(context, children[i], Place{&list, {}, i}, index);
  }
}

void read_cluster(Context& context, Fields& record) {
  context.has_cluster = record.has("total_resource_limits");
  if (!context.has_cluster) {
    if (record.has("node_types")) {
      record.complain("node_types", "FS003", "node_types need total_resource_limits");
    }
    return;
  }
  auto& cluster = context.result.tree.cluster.emplace();
  read_doubles(record, "total_resource_limits", cluster.total);
  const json::Array& types = record.list("node_types");
  const Place list{&record.place(), "node_types"};
  for (std::size_t i = 0; i < types.size(); ++i) {
    const Place place{&list, {}, i};
    Fields fields(types[i], place, "", context.error);
    auto& type = cluster.node_types.emplace_back();
    type.memory = not_negative(fields, "memory", 0);
    type.count = not_negative(fields, "count", 0);
    fields.finish("a type of nodes");
  }
}

}  // namespace

std::string name_of(Era era) {
  return era == Era::v2018 ? "ytsaurus-2018" : "ytsaurus-2019";
}

YtsaurusTree read_ytsaurus_scalar(const json::Value& record, Era era,
                                  std::optional<InputError>& error) {
  Context context{.era = era, .error = error};
  const Place top;
  Fields fields(record, top, "", error);
  read_cluster(context, fields);
  context.result.shares = fields.take("shares");
  const json::Value* tree = fields.take("tree");
  refuse_other_eras(context, fields);
  fields.finish(fmt::format("a record of {}", name_of(era)), tree_record_ignored);
  if (tree == nullptr) fields.complain("tree", "FS002", "the field is missing");
  if (error) return std::move(context.result);
  const Place place{&top, "tree"};
  read_node(context, *tree, place, std::nullopt);
  return std::move(context.result);
}

}  // namespace fairshare::formats
