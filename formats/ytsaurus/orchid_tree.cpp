#include "formats/ytsaurus/orchid_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "formats/text/fields.h"

namespace fairshare::formats {
namespace {

// Fields that elements of one era have and those of the other lack. Names that both have (weight,
// fair_share_ratio, min_share_ratio, usage_ratio, demand_ratio) tell nothing.
constexpr std::array<std::string_view, 5> only_scalar = {
    "recursive_min_share_ratio", "adjusted_min_share_ratio", "guaranteed_resources_ratio",
    "max_possible_usage_ratio", "best_allocation_ratio"};
constexpr std::array<std::string_view, 10> only_vector = {"detailed_fair_share",
                                                          "detailed_dominant_fair_share",
                                                          "strong_guarantee_share",
                                                          "limits_share",
                                                          "demand_share",
                                                          "usage_share",
                                                          "promised_fair_share",
                                                          "estimated_guarantee_share",
                                                          "proposed_integral_share",
                                                          "best_allocation_share"};

// What the functions below share.
struct Context {
  std::vector<InputError>& errors;
  OrchidTree tree = {};
  std::map<std::string_view, std::size_t> pools = {};  // by name
  std::set<std::string_view> operations = {};
};

void report(Context& context, const OrchidElement& element, std::string field, std::string code,
            std::string message) {
  InputError error{std::move(code), std::move(message)};
  error.claimant = element.name;
  error.field = std::move(field);
  context.errors.push_back(std::move(error));
}

// The maps are at the top, or in "fair_share_info".
const json::Value& info_of(const json::Value& orchid) {
  const json::Value* info = json::find(orchid, "fair_share_info");
  return info == nullptr ? orchid : *info;
}

// Empty if it is absent or not text; readers of an element report that.
std::string_view text_of(const json::Value& fields, std::string_view key) {
  const json::Value* value = json::find(fields, key);
  const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(&value->is);
  return text == nullptr ? std::string_view() : *text;
}

double number_of(const json::Value& fields, std::string_view key, double otherwise) {
  const json::Value* value = json::find(fields, key);
  const auto* number = value == nullptr ? nullptr : std::get_if<json::Number>(&value->is);
  return number == nullptr ? otherwise : std::strtod(number->text.c_str(), nullptr);
}

// A disabled operation takes no part. In the scalar era its ratios are as they were initialised: it
// could use everything, and demands nothing. No other operation can use more than it demands.
bool is_disabled(const json::Value& fields) {
  return number_of(fields, "demand_ratio", 1) == 0 &&
         number_of(fields, "fair_share_ratio", 1) == 0 &&
         number_of(fields, "max_possible_usage_ratio", 0) > 0;
}

OrchidElement element_of(const std::string& name, bool is_operation, const json::Value& fields) {
  OrchidElement element{name, is_operation, &fields};
  if (is_operation) return element;
  const std::string_view integral = text_of(fields, "integral_guarantee_type");
  element.is_fifo = text_of(fields, "mode") == "fifo";
  element.is_integral = !integral.empty() && integral != "none";
  return element;
}

void add_elements(Context& context, const json::Value& info, std::string_view map,
                  bool is_operation) {
  const json::Value* value = json::find(info, map);
  if (value == nullptr && is_operation) return;
  const auto* members = value == nullptr ? nullptr : std::get_if<json::Object>(&value->is);
  if (members == nullptr) {
    OrchidElement no_element;
    report(context, no_element, std::string(map), "FS002",
           is_operation ? "an object of fields by operation is expected"
                        : "an object of fields by pool is expected");
    return;
  }
  for (const auto& [name, fields] : *members) {
    if (is_operation && is_disabled(fields)) continue;
    OrchidElement element = element_of(name, is_operation, fields);
    if (std::holds_alternative<json::Object>(fields.is)) {
      context.tree.elements.push_back(std::move(element));
    } else {
      report(context, element, std::string(map), "FS002", "an object of fields is expected");
    }
  }
}

// The text of "parent" or "pool"; nothing if there is none or it is null.
std::optional<std::string_view> find_parent(Context& context, const OrchidElement& element) {
  const std::string field = element.is_operation ? "pool" : "parent";
  const json::Value* value = json::find(*element.fields, field);
  if (value == nullptr || std::holds_alternative<json::Null>(value->is)) return std::nullopt;
  if (const auto* text = std::get_if<std::string>(&value->is)) return *text;
  report(context, element, field, "FS002", "a name is expected");
  return std::nullopt;
}

void link(Context& context, std::size_t index) {
  OrchidElement& element = context.tree.elements[index];
  const std::string field = element.is_operation ? "pool" : "parent";
  const auto name = find_parent(context, element);
  if (!name) {
    if (element.is_operation) report(context, element, field, "FS401", "an operation needs a pool");
    return;
  }
  const auto found = context.pools.find(*name);
  if (found != context.pools.end()) {
    element.parent = found->second;
    context.tree.elements[found->second].children.push_back(index);
    return;
  }
  const bool is_operation = context.operations.contains(*name);
  report(context, element, field, "FS401",
         fmt::format("{} is {}", json::quoted(abridged(*name)),
                     is_operation ? "an operation, which has no children" : "not a pool"));
}

// Pools that are not reached from the root are on or below a cycle.
void order_pools(Context& context) {
  std::vector<std::size_t>& order = context.tree.pools;
  auto& elements = context.tree.elements;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i].is_operation || elements[i].parent) continue;
    if (!order.empty()) {
      report(context, elements[i], "parent", "FS401",
             fmt::format("neither it nor {} has a parent: a tree has one root",
                         json::quoted(abridged(elements[order[0]].name))));
      return;
    }
    order.push_back(i);
  }
  if (order.empty()) {
    OrchidElement no_element;
    return report(context, no_element, "pools", "FS401", "no root: every pool has a parent");
  }
  std::vector<bool> is_reached(elements.size());
  is_reached[order[0]] = true;
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (const std::size_t child : elements[order[k]].children) {
      if (!elements[child].is_operation) order.push_back(child);
      is_reached[child] = true;
    }
  }
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (is_reached[i]) continue;
    return report(context, elements[i], "parent", "FS401",
                  "it is not below the root: its ancestors form a cycle");
  }
}

void find_integral_below(OrchidTree& tree) {
  for (std::size_t k = tree.pools.size(); k-- > 1;) {
    const OrchidElement& pool = tree.elements[tree.pools[k]];
    if (!pool.is_integral && !pool.has_integral_below) continue;
    tree.elements[*pool.parent].has_integral_below = true;
  }
}

template <std::size_t count>
std::optional<std::string_view> find_field(const OrchidElement& element,
                                           const std::array<std::string_view, count>& names) {
  for (const std::string_view name : names) {
    if (json::find(*element.fields, name) != nullptr) return name;
  }
  return std::nullopt;
}

// The kind is that of the first element that has fields of one kind.
void find_kind(Context& context) {
  std::optional<std::string_view> decisive;
  for (const OrchidElement& element : context.tree.elements) {
    const auto scalar = find_field(element, only_scalar);
    const auto vector = find_field(element, only_vector);
    if (!scalar && !vector) continue;
    if (!decisive) {
      decisive = scalar ? *scalar : *vector;
      context.tree.kind = scalar ? OrchidKind::scalar : OrchidKind::vector;
    }
    const auto& wrong = context.tree.kind == OrchidKind::scalar ? vector : scalar;
    if (!wrong) continue;
    const bool is_new = context.tree.kind == OrchidKind::scalar;
    return report(context, element, std::string(*wrong), "FS003",
                  fmt::format("{} is a field of {}, but {} of {}", *wrong,
                              is_new ? "ytsaurus-2023" : "ytsaurus-2019", *decisive,
                              is_new ? "ytsaurus-2019" : "ytsaurus-2023"));
  }
  if (decisive) return;
  OrchidElement no_element;
  report(context, no_element, "pools", "FS002",
         "no pool has max_possible_usage_ratio (until 2020) or detailed_fair_share (later)");
}

void check_fifo(Context& context) {
  for (const OrchidElement& element : context.tree.elements) {
    if (element.is_operation || !element.parent) continue;
    const OrchidElement& parent = context.tree.elements[*element.parent];
    if (!parent.is_fifo) continue;
    report(context, element, "parent", "FS402",
           fmt::format("{} is a fifo pool, which can contain only operations",
                       json::quoted(abridged(parent.name))));
  }
}

// The HTTP interface since v4 answers with the value in an object of its own: {"value":{...}}.
const json::Value& unwrapped(const json::Value& document) {
  const auto* members = std::get_if<json::Object>(&document.is);
  const bool is_wrapped =
      members != nullptr && members->size() == 1 && members->front().key == "value";
  return is_wrapped ? members->front().value : document;
}

// The map of trees in a dump of the whole scheduler.
const json::Value& by_tree(const json::Value& document) {
  const json::Value* trees = json::find(document, "scheduling_info_per_pool_tree");
  return trees == nullptr ? document : *trees;
}

}  // namespace

std::vector<OrchidOfTree> trees_of(const json::Value& document) {
  const json::Value& orchid = by_tree(unwrapped(document));
  const auto* members = std::get_if<json::Object>(&orchid.is);
  const auto is_tree = [](const json::Member& member) {
    return json::find(info_of(member.value), "pools") != nullptr;
  };
  const bool are_trees = members != nullptr && !members->empty() && &info_of(orchid) == &orchid &&
                         std::ranges::all_of(*members, is_tree);
  if (!are_trees) return {{"", &orchid}};
  std::vector<OrchidOfTree> trees;
  for (const auto& [name, tree] : *members) trees.push_back({name, &tree});
  return trees;
}

OrchidTree read_orchid_tree(const json::Value& orchid, std::vector<InputError>& errors) {
  Context context{errors};
  const json::Value& info = info_of(orchid);
  add_elements(context, info, "pools", false);
  add_elements(context, info, "operations", true);
  context.tree.shows_operations = json::find(info, "operations") != nullptr;
  auto& elements = context.tree.elements;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i].is_operation) {
      context.operations.insert(elements[i].name);
    } else {
      context.pools[elements[i].name] = i;
    }
  }
  for (std::size_t i = 0; i < elements.size(); ++i) link(context, i);
  if (errors.empty()) order_pools(context);
  if (errors.empty()) find_integral_below(context.tree);
  if (errors.empty()) find_kind(context);
  if (errors.empty()) check_fifo(context);
  return std::move(context.tree);
}

}  // namespace fairshare::formats
