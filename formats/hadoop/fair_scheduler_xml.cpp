#include "formats/hadoop/fair_scheduler_xml.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "formats/text/json.h"

namespace fairshare::formats {
namespace {

constexpr std::array top_elements_ignored{"userMaxAppsDefault",
                                          "queueMaxAppsDefault",
                                          "queueMaxAMShareDefault",
                                          "defaultFairSharePreemptionTimeout",
                                          "fairSharePreemptionTimeout",
                                          "defaultFairSharePreemptionThreshold",
                                          "defaultMinSharePreemptionTimeout",
                                          "queuePlacementPolicy",
                                          "user",
                                          "reservation-planner",
                                          "reservation-agent",
                                          "reservation-policy"};
constexpr std::array queue_elements_ignored{"maxChildResources",
                                            "maxContainerAllocation",
                                            "maxRunningApps",
                                            "maxAMShare",
                                            "minSharePreemptionTimeout",
                                            "fairSharePreemptionTimeout",
                                            "fairSharePreemptionThreshold",
                                            "allowPreemptionFrom",
                                            "reservation",
                                            "aclSubmitApps",
                                            "aclAdministerApps",
                                            "aclAdministerReservations",
                                            "aclListReservations",
                                            "aclSubmitReservations"};

template <std::size_t n>
bool contains(const std::array<const char*, n>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_queue(std::string_view element) {
  return element == "queue" || element == "pool";
}

// Where the lines begin, to turn pugixml's offsets into line numbers.
class LineNumbers {
 public:
  explicit LineNumbers(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') ends_.push_back(i);
    }
  }
  std::size_t at(std::size_t offset) const {
    const auto end = std::lower_bound(ends_.begin(), ends_.end(), offset);
    return static_cast<std::size_t>(end - ends_.begin()) + 1;
  }
  std::size_t of(const pugi::xml_node& node) const {
    const std::ptrdiff_t offset = node.offset_debug();
    return offset < 0 ? 0 : at(static_cast<std::size_t>(offset));
  }

 private:
  std::vector<std::size_t> ends_;
};

// What the functions below share: where errors go, and what they need to name a place.
struct Context {
  std::string file;
  YarnRelease release;
  LineNumbers lines;
  AllocationsReading result;
  bool knows_default_max = true;  // false: it is malformed
};

void report(Context& context, InputError error, const pugi::xml_node& at, const std::string& queue,
            std::string field) {
  error.file = context.file;
  error.line = context.lines.of(at);
  error.claimant = queue;
  error.field = std::move(field);
  context.result.errors.push_back(std::move(error));
}

// All text directly inside an element, comments cut out.
std::string text_of(const pugi::xml_node& element) {
  std::string text;
  for (const pugi::xml_node& child : element.children()) {
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
      text += child.value();
  }
  return std::string(trimmed(text));
}

std::optional<ConfiguredResources> read_resources(Context& context, const pugi::xml_node& element,
                                                  const std::string& queue) {
  auto resources = parse_resources(text_of(element), context.release);
  if (auto* wrong = std::get_if<InputError>(&resources)) {
    report(context, std::move(*wrong), element, queue, element.name());
    return std::nullopt;
  }
  return std::get<ConfiguredResources>(std::move(resources));
}

bool has_fraction(const ConfiguredResources& resources) {
  const auto is_fraction = [](const ResourceAmount& amount) {
    return std::holds_alternative<ClusterFraction>(amount);
  };
  return (resources.others && is_fraction(*resources.others)) ||
         std::any_of(resources.named.begin(), resources.named.end(),
                     [&](const auto& named) { return is_fraction(named.second); });
}

void read_min(Context& context, const pugi::xml_node& element, ConfiguredQueue& queue) {
  queue.min = read_resources(context, element, queue.name);
  if (!queue.min) {
    queue.is_known = false;
  } else if (has_fraction(*queue.min)) {
    // YARN stores only the absolute part of minResources, and a percentage has none.
    queue.min = std::nullopt;
    context.result.warnings.push_back(
        fmt::format("{}: minResources \"{}\" is a percentage, which YARN reads and then ignores; "
                    "its min share is 0.",
                    queue.name, text_of(element)));
  }
}

std::optional<YarnPolicy> read_policy(Context& context, const pugi::xml_node& element,
                                      const std::string& queue) {
  const std::string text = text_of(element);
  const auto policy = find_policy(text);
  if (!policy) {
    report(context, {"FS002", fmt::format("unknown policy \"{}\"; known: fair, drf, fifo", text)},
           element, queue, element.name());
  }
  return policy;
}

void read_weight(Context& context, const pugi::xml_node& element, ConfiguredQueue& queue) {
  auto weight = parse_weight(text_of(element));
  if (auto* wrong = std::get_if<InputError>(&weight)) {
    report(context, std::move(*wrong), element, queue.name, element.name());
    queue.is_known = false;
  } else {
    queue.weight = std::get<exact::Rational>(std::move(weight));
  }
}

// One element of a queue that is not itself a queue.
void read_field(Context& context, const pugi::xml_node& element, ConfiguredQueue& queue) {
  const std::string_view name = element.name();
  if (name == "weight") {
    read_weight(context, element, queue);
  } else if (name == "minResources") {
    read_min(context, element, queue);
  } else if (name == "maxResources") {
    queue.max = read_resources(context, element, queue.name);
    if (!queue.max) queue.is_known = false;
  } else if (name == "schedulingPolicy" || name == "schedulingMode") {
    if (const auto policy = read_policy(context, element, queue.name)) queue.policy = policy;
  } else if (!contains(queue_elements_ignored, name)) {
    report(context, {"FS003", fmt::format("unknown element <{}> in a queue", name)}, element,
           queue.name, element.name());
  }
}

void read_fields(Context& context, const pugi::xml_node& element, ConfiguredQueue& queue) {
  std::set<std::string_view> seen;
  bool has_max = false;
  for (const pugi::xml_node& field : element.children()) {
    if (field.type() != pugi::node_element || is_queue(field.name())) continue;
    const std::string_view name = field.name();
    has_max = has_max || name == "maxResources";
    if (!seen.insert(name).second && !contains(queue_elements_ignored, name)) {
      report(context, {"FS004", fmt::format("duplicate <{}>; YARN takes the last", name)}, field,
             queue.name, field.name());
    }
    read_field(context, field, queue);
  }
  if (!has_max && !context.knows_default_max) queue.is_known = false;
}

// The name, or nothing where an error says why it is invalid.
std::optional<std::string> read_name(Context& context, const pugi::xml_node& element,
                                     const std::string& parent) {
  const std::string name(trimmed(element.attribute("name").value()));
  if (name.empty()) {
    report(context, {"FS002", "the queue has no name"}, element, parent, "name");
    return std::nullopt;
  }
  if (name.find('.') != std::string::npos) {
    report(context, {"FS002", fmt::format("queue name \"{}\" contains a dot", name)}, element,
           parent, "name");
    return std::nullopt;
  }
  return name;
}

std::size_t add_queue(Allocations& allocations, std::string name, std::size_t line) {
  allocations.queues.push_back({std::move(name), line});
  return allocations.queues.size() - 1;
}

// The queues inside `element`, which is `parent` or <allocations>. Recurses as deep as the elements
// are nested, which is at most xml_depth_max.
void read_queues(Context& context, const pugi::xml_node& element, const std::string& parent) {
  std::map<std::string, std::size_t> indices;
  for (const pugi::xml_node& child : element.children()) {
    if (child.type() != pugi::node_element || !is_queue(child.name())) continue;
    const auto name = read_name(context, child, parent);
    if (!name) continue;
    const std::string path = parent + "." + *name;
    Allocations& allocations = *context.result.allocations;
    if (const auto first = indices.find(*name); first != indices.end()) {
      report(context, {"FS004", "this queue is configured twice"}, child, path, "name");
      allocations.queues[first->second].is_known = false;
      continue;
    }
    const std::size_t index = add_queue(allocations, path, context.lines.of(child));
    indices.emplace(*name, index);
    read_fields(context, child, allocations.queues[index]);
    read_queues(context, child, path);
  }
}

bool is_root(std::string_view name) {
  const auto same = [](char a, char b) { return a == b || a == b - 'a' + 'A'; };
  constexpr std::string_view root = "root";
  return std::equal(name.begin(), name.end(), root.begin(), root.end(), same);
}

// The outermost queues: either children of root, or root itself and nothing beside it.
void read_outermost(Context& context, const pugi::xml_node& top) {
  Allocations& allocations = *context.result.allocations;
  const std::size_t root = add_queue(allocations, "root", 0);
  pugi::xml_node root_element;
  std::size_t count = 0;
  for (const pugi::xml_node& child : top.children()) {
    if (child.type() != pugi::node_element || !is_queue(child.name())) continue;
    ++count;
    if (!root_element && is_root(trimmed(child.attribute("name").value()))) root_element = child;
  }
  if (!root_element) return read_queues(context, top, "root");
  if (count > 1) {
    report(context, {"FS002", "root is configured, so no other queue can be next to it"},
           root_element, "root", "name");
  }
  allocations.queues[root].line = context.lines.of(root_element);
  read_fields(context, root_element, allocations.queues[root]);
  read_queues(context, root_element, "root");
}

void read_defaults(Context& context, const pugi::xml_node& top) {
  Allocations& allocations = *context.result.allocations;
  for (const pugi::xml_node& child : top.children()) {
    if (child.type() != pugi::node_element || is_queue(child.name())) continue;
    const std::string_view name = child.name();
    if (name == "queueMaxResourcesDefault") {
      allocations.default_max = read_resources(context, child, "");
      context.knows_default_max = allocations.default_max.has_value();
    } else if (name == "defaultQueueSchedulingPolicy" || name == "defaultQueueSchedulingMode") {
      if (const auto policy = read_policy(context, child, "")) {
        allocations.default_policy = *policy;
      }
    } else if (!contains(top_elements_ignored, name)) {
      report(context, {"FS003", fmt::format("unknown element <{}> in <allocations>", name)}, child,
             "", child.name());
    }
  }
}

// YARN has the queue root.default whether or not it is configured.
void add_default_queue(Context& context) {
  auto& queues = context.result.allocations->queues;
  for (const ConfiguredQueue& queue : queues) {
    if (queue.name == "root.default") return;
  }
  queues.push_back({"root.default"});
  queues.back().is_known = context.knows_default_max;
}

// The first element, in the order of the text, that is nested too deep or has an attribute twice,
// which pugixml lets pass. Walks without recursion.
struct Flaw {
  pugi::xml_node at;
  bool is_too_deep;
};

bool repeats_an_attribute(const pugi::xml_node& element) {
  std::set<std::string_view> names;
  for (const pugi::xml_attribute& attribute : element.attributes()) {
    if (!names.insert(attribute.name()).second) return true;
  }
  return false;
}

std::optional<Flaw> find_flaw(const pugi::xml_document& document) {
  std::size_t depth = 1;
  pugi::xml_node node = document.first_child();
  while (node) {
    if (depth > xml_depth_max) return Flaw{node, true};
    if (repeats_an_attribute(node)) return Flaw{node, false};
    if (node.first_child()) {
      node = node.first_child();
      ++depth;
      continue;
    }
    while (node && !node.next_sibling()) {
      node = node.parent();
      --depth;
      if (node == document) return std::nullopt;
    }
    node = node.next_sibling();
  }
  return std::nullopt;
}

InputError malformed(std::string message, std::size_t line) {
  InputError error{"FS001", std::move(message)};
  error.line = line;
  return error;
}

// What keeps the text from being XML at all. pugixml checks neither UTF-8 nor that there is nothing
// after a NUL, and takes several outermost elements.
std::optional<InputError> load(std::string_view text, const LineNumbers& lines,
                               pugi::xml_document& document) {
  if (trimmed(text).empty()) return malformed("the file is empty", 0);
  if (!json::is_utf8(text)) {
    return malformed("the file is not UTF-8", 0);
  }
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return malformed("the file has a NUL character", lines.at(nul));
  }
  const auto parsed =
      document.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!parsed) {
    return malformed(
        fmt::format("malformed XML: {}", parsed.description()),
        lines.at(static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0))));
  }
  if (const auto flaw = find_flaw(document)) {
    if (!flaw->is_too_deep) return malformed("duplicate attribute", lines.of(flaw->at));
    InputError error{"FS005", fmt::format("nested deeper than {} elements", xml_depth_max)};
    error.line = lines.of(flaw->at);
    return error;
  }
  std::size_t outermost = 0;
  for (const pugi::xml_node& child : document.children()) {
    if (child.type() != pugi::node_element) continue;
    if (++outermost > 1) return malformed("a second outermost element", lines.of(child));
  }
  return std::nullopt;
}

}  // namespace

AllocationsReading read_fair_scheduler_xml(const NamedText& xml, YarnRelease release) {
  Context context{xml.name, release, LineNumbers(xml.text), {}};
  pugi::xml_document document;
  if (auto wrong = load(xml.text, context.lines, document)) {
    wrong->file = xml.name;
    return {std::nullopt, {std::move(*wrong)}, {}};
  }
  const pugi::xml_node top = document.document_element();
  if (std::string_view(top.name()) != "allocations") {
    report(context,
           {"FS002", fmt::format("the outermost element is <{}>, not <allocations>", top.name())},
           top, "", "allocations");
    return std::move(context.result);
  }
  context.result.allocations.emplace();
  read_defaults(context, top);
  read_outermost(context, top);
  add_default_queue(context);
  return std::move(context.result);
}

}  // namespace fairshare::formats
