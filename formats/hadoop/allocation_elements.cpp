#include "formats/hadoop/allocation_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "formats/hadoop/resources.h"
#include "formats/hadoop/xml_document.h"
#include "formats/text/input_error.h"
#include "formats/text/words.h"

namespace fairshare::formats {
namespace {

constexpr std::array top_elements = std::to_array<AllocationElement>({
    {"queueMaxResourcesDefault", Holds::resources, true},
    {"userMaxAppsDefault", Holds::integer},
    {"queueMaxAppsDefault", Holds::integer},
    {"queueMaxAMShareDefault", Holds::number},
    {"defaultFairSharePreemptionTimeout", Holds::long_},
    {"fairSharePreemptionTimeout", Holds::long_},
    {"defaultFairSharePreemptionThreshold", Holds::number},
    {"defaultMinSharePreemptionTimeout", Holds::long_},
    {"defaultQueueSchedulingPolicy", Holds::policy},
    {"defaultQueueSchedulingMode", Holds::policy, false, "defaultQueueSchedulingPolicy"},
    {"queuePlacementPolicy", Holds::anything},
    {"user", Holds::anything},
    {"reservation-planner", Holds::text},
    {"reservation-agent", Holds::text},
    {"reservation-policy", Holds::text},
});

constexpr std::array queue_elements = std::to_array<AllocationElement>({
    {"weight", Holds::number},
    {"minResources", Holds::resources},
    {"maxResources", Holds::resources},
    {"maxChildResources", Holds::resources, true},
    {"maxContainerAllocation", Holds::resources, true},
    {"maxRunningApps", Holds::integer},
    {"maxAMShare", Holds::number},
    {"minSharePreemptionTimeout", Holds::long_},
    {"fairSharePreemptionTimeout", Holds::long_},
    {"fairSharePreemptionThreshold", Holds::number},
    {"schedulingPolicy", Holds::policy},
    {"schedulingMode", Holds::policy, false, "schedulingPolicy"},
    {"aclSubmitApps", Holds::text},
    {"aclAdministerApps", Holds::text},
    {"aclAdministerReservations", Holds::text, true},
    {"aclListReservations", Holds::text, true},
    {"aclSubmitReservations", Holds::text, true},
    {"allowPreemptionFrom", Holds::text, true},
    {"reservation", Holds::anything},
});

const AllocationElement* find_element(std::span<const AllocationElement> elements,
                                      std::string_view name, YarnRelease release) {
  const auto found = std::ranges::find(elements, name, &AllocationElement::name);
  if (found == elements.end()) return nullptr;
  return found->since_3 && release == YarnRelease::v2_7 ? nullptr : &*found;
}

std::vector<std::string_view> names_of(std::span<const AllocationElement> elements) {
  std::vector<std::string_view> names;
  for (const AllocationElement& element : elements) names.push_back(element.name);
  return names;
}

std::string shown(std::string_view text) {
  return fmt::format("\"{}\"", abridged(text));
}

// Queue placement.

// Whether a rule always places an application, so that no rule after it is tried.
enum class Ends { always, never, where_it_creates };

struct PlacementRule {
  std::string_view name;
  Ends in_2_7;
  Ends in_3;
};
constexpr std::array placement_rules = std::to_array<PlacementRule>({
    {"user", Ends::where_it_creates, Ends::where_it_creates},
    {"primaryGroup", Ends::where_it_creates, Ends::where_it_creates},
    {"secondaryGroupExistingQueue", Ends::never, Ends::never},
    {"specified", Ends::never, Ends::never},
    {"nestedUserQueue", Ends::never, Ends::where_it_creates},
    {"default", Ends::always, Ends::where_it_creates},
    {"reject", Ends::always, Ends::always},
});

bool is_rule(const pugi::xml_node& node) {
  return node.type() == pugi::node_element && lower(node.name()) == "rule";
}

// Boolean.parseBoolean; a rule creates queues unless it says otherwise.
bool creates(const pugi::xml_node& rule) {
  const pugi::xml_attribute create = rule.attribute("create");
  return !create || lower(create.value()) == "true";
}

using Ending = std::variant<bool, PlacementFault>;

// Whether the rule ends the list, by itself.
Ending ending_of(const pugi::xml_node& element, YarnRelease release) {
  const std::string_view name = element.attribute("name").value();
  if (name.empty()) return PlacementFault{element, "it has a rule without a name"};
  const auto rule = std::ranges::find(placement_rules, name, &PlacementRule::name);
  if (rule == placement_rules.end()) {
    return PlacementFault{element, fmt::format("unknown rule {}", shown(name))};
  }
  const Ends ends = release == YarnRelease::v3 ? rule->in_3 : rule->in_2_7;
  return ends == Ends::always || (ends == Ends::where_it_creates && creates(element));
}

// The rule inside a rule, which places the parent. If there are several, 3.x takes the last, 2.7
// the first.
pugi::xml_node parent_rule_of(const pugi::xml_node& element, YarnRelease release) {
  pugi::xml_node parent;
  for (const pugi::xml_node& child : element.children()) {
    if (is_rule(child) && (release == YarnRelease::v3 || !parent)) parent = child;
  }
  return parent;
}

// The same with the rule in it.
Ending ending_with_parent(const pugi::xml_node& element, YarnRelease release) {
  const Ending own = ending_of(element, release);
  if (std::holds_alternative<PlacementFault>(own)) return own;
  const bool is_nested = std::string_view(element.attribute("name").value()) == "nestedUserQueue";
  const bool is_3 = release == YarnRelease::v3;
  if (!is_nested && !is_3) return own;
  const pugi::xml_node parent = parent_rule_of(element, release);
  if (!parent) {
    if (!is_nested) return own;
    return PlacementFault{element, "a nestedUserQueue contains no rule"};
  }
  const std::string_view name = parent.attribute("name").value();
  if (is_3 && (name == "reject" || name == "nestedUserQueue")) {
    return PlacementFault{parent, fmt::format("{} cannot be inside another rule", shown(name))};
  }
  const Ending of_parent = ending_of(parent, release);
  if (std::holds_alternative<PlacementFault>(of_parent)) return of_parent;
  return std::get<bool>(own) && std::get<bool>(of_parent);
}

}  // namespace

const AllocationElement* find_top_element(std::string_view name, YarnRelease release) {
  return find_element(top_elements, name, release);
}

const AllocationElement* find_queue_element(std::string_view name, YarnRelease release) {
  return find_element(queue_elements, name, release);
}

std::vector<std::string_view> top_element_names() {
  return names_of(top_elements);
}

std::vector<std::string_view> queue_element_names() {
  return names_of(queue_elements);
}

std::optional<std::string> find_fault(const pugi::xml_node& element, Holds holds,
                                      YarnRelease release) {
  if (holds == Holds::anything) return std::nullopt;
  const auto whole = find_first_text(element);
  if (!whole) return element.first_child() ? "it does not begin with text" : "it is empty";
  const std::string_view text = trimmed(*whole);
  switch (holds) {
    case Holds::integer:
      if (is_java_integer(text, std::numeric_limits<std::int32_t>::max())) break;
      return fmt::format("{} is not an integer of 32 bits", shown(text));
    case Holds::long_:
      if (is_java_integer(text, std::numeric_limits<std::int64_t>::max())) break;
      return fmt::format("{} is not an integer of 64 bits", shown(text));
    case Holds::number:
      if (is_java_double(text)) break;
      return fmt::format("{} is not a number", shown(text));
    case Holds::resources: {
      const auto resources = parse_resources(text, release);
      const auto* wrong = std::get_if<InputError>(&resources);
      if (wrong == nullptr || wrong->code == "FS007") break;
      return wrong->message;
    }
    case Holds::policy:
      // A name with a dot may be a class of the ResourceManager.
      if (find_policy(text) || text.find('.') != std::string_view::npos) break;
      return fmt::format("unknown policy {}; known: fair, drf, fifo", shown(text));
    case Holds::anything:
    case Holds::text:
      break;
  }
  return std::nullopt;
}

std::optional<PlacementFault> find_placement_fault(const pugi::xml_node& policy,
                                                   YarnRelease release) {
  const bool is_3 = release == YarnRelease::v3;
  if (is_3 && !policy.first_child()) return PlacementFault{policy, "it is empty"};
  std::vector<std::pair<pugi::xml_node, bool>> rules;
  for (const pugi::xml_node& child : policy.children()) {
    if (child.type() != pugi::node_element || (is_3 && !is_rule(child))) continue;
    Ending ending = ending_with_parent(child, release);
    if (auto* fault = std::get_if<PlacementFault>(&ending)) return std::move(*fault);
    rules.emplace_back(child, std::get<bool>(ending));
  }
  if (rules.empty()) {
    if (is_3) return std::nullopt;
    return PlacementFault{policy, "it has no rule"};
  }
  for (std::size_t i = 0; i + 1 < rules.size(); ++i) {
    if (rules[i].second) {
      return PlacementFault{rules[i].first, "the rules after this one can never be reached"};
    }
  }
  if (rules.back().second) return std::nullopt;
  return PlacementFault{rules.back().first, "an application can get past its last rule"};
}

}  // namespace fairshare::formats
