#include "formats/hadoop/fair_scheduler_xml.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <variant>

#include "formats/hadoop/allocation_elements.h"
#include "formats/text/json.h"
#include "formats/text/words.h"

namespace fairshare::formats {
namespace {

// What the functions below share: where remarks go, and what is needed to name a place.
struct Context {
  std::string file;
  YarnRelease release;
  LineNumbers lines;
  AllocationsReading result;
  std::map<std::string, std::size_t, std::less<>> indices;  // of queues, by name
};

std::string_view name_of(YarnRelease release) {
  return release == YarnRelease::v3 ? "YARN 3.3" : "YARN 2.7";
}

// An element, and the queue that it is in; empty: <allocations>.
struct Place {
  pugi::xml_node at;
  std::string queue = {};
  std::string field = {};
};

InputError located(const Context& context, InputError error, Place place) {
  error.file = context.file;
  error.line = context.lines.of(place.at);
  error.claimant = std::move(place.queue);
  error.field = std::move(place.field);
  return error;
}

void remark(Context& context, Remark::Kind kind, InputError error, Place place) {
  context.result.remarks.push_back({kind, located(context, std::move(error), std::move(place))});
}

std::string refusal(YarnRelease release, std::string_view why) {
  return fmt::format("{}: {} does not load such a file and keeps its old configuration", why,
                     name_of(release));
}

void refuse(Context& context, std::string_view why, Place place) {
  remark(context, Remark::Kind::refused, {"FS019", refusal(context.release, why)},
         std::move(place));
}

void report(Context& context, InputError error, Place place) {
  context.result.errors.push_back(located(context, std::move(error), std::move(place)));
}

// For <allocations>. Within a queue, YARN accepts every ending of the word "queue": <ue name="a"/>.
bool is_queue(std::string_view element) {
  return element == "queue" || element == "pool";
}
bool is_queue_in_queue(std::string_view element) {
  return std::string_view("queue").ends_with(element) || element == "pool";
}

std::string text_of(const pugi::xml_node& element) {
  return std::string(trimmed(find_first_text(element).value_or("")));
}

// Elements of a queue, each with valid content.

std::optional<ConfiguredResources> read_resources(Context& context, const Place& place) {
  const std::string text = text_of(place.at);
  auto parsed = parse_resources(text, context.release);
  if (auto* wrong = std::get_if<InputError>(&parsed)) {
    report(context, std::move(*wrong), place);
    return std::nullopt;
  }
  auto resources = std::get<ConfiguredResources>(std::move(parsed));
  if (!resources.read_as.empty()) {
    remark(context, Remark::Kind::changed,
           {"FS020", fmt::format("{} reads \"{}\" as \"{}\"", name_of(context.release),
                                 abridged(text), abridged(resources.read_as))},
           place);
  }
  return resources;
}

bool has_fraction(const ConfiguredResources& resources) {
  const auto is_fraction = [](const ResourceAmount& amount) {
    return std::holds_alternative<ClusterFraction>(amount);
  };
  return (resources.others && is_fraction(*resources.others)) ||
         std::any_of(resources.named.begin(), resources.named.end(),
                     [&](const auto& named) { return is_fraction(named.second); });
}

void read_min(Context& context, const Place& place, ConfiguredQueue& queue) {
  queue.min = read_resources(context, place);
  if (!queue.min) {
    queue.is_known = false;
  } else if (has_fraction(*queue.min)) {
    // YARN stores only the absolute part of minResources, and a percentage has none.
    queue.min = std::nullopt;
    remark(context, Remark::Kind::changed,
           {"FS020", fmt::format("\"{}\" is a percentage, which YARN reads and then ignores; its "
                                 "min share is 0",
                                 abridged(text_of(place.at)))},
           place);
  }
}

void read_weight(Context& context, const Place& place, ConfiguredQueue& queue) {
  auto weight = parse_weight(text_of(place.at));
  if (auto* wrong = std::get_if<InputError>(&weight)) {
    report(context, std::move(*wrong), place);
    queue.is_known = false;
    return;
  }
  queue.weight = std::get<exact::Rational>(std::move(weight));
  if (queue.weight < 0) {
    remark(context, Remark::Kind::changed, {"FS020", "a weight below 0, which YARN reads as 0"},
           place);
  }
}

std::optional<YarnPolicy> read_policy(Context& context, const Place& place) {
  const std::string text = text_of(place.at);
  const auto policy = find_policy(text);
  if (!policy) {
    report(context,
           {"FS002", fmt::format("unknown policy \"{}\"; known: fair, drf, fifo", abridged(text))},
           place);
  }
  return policy;
}

void read_value(Context& context, const AllocationElement& element, const Place& place,
                ConfiguredQueue& queue) {
  if (element.name == "weight") {
    read_weight(context, place, queue);
  } else if (element.name == "minResources") {
    read_min(context, place, queue);
  } else if (element.name == "maxResources" || element.name == "maxChildResources") {
    auto resources = read_resources(context, place);
    if (!resources) queue.is_known = false;
    (element.name == "maxResources" ? queue.max : queue.max_child) = std::move(resources);
  } else if (element.holds == Holds::policy) {
    if (const auto policy = read_policy(context, place)) queue.policy = policy;
  }
}

// The names under which YARN keeps an element; a later one replaces it.
using Seen = std::map<std::string_view, std::size_t>;

void note_repeated(Context& context, const AllocationElement& element, Place place, Seen& seen) {
  const std::string_view key = element.same_as.empty() ? element.name : element.same_as;
  const std::size_t line = context.lines.of(place.at);
  const auto [first, is_new] = seen.emplace(key, line);
  if (is_new) return;
  remark(context, Remark::Kind::ignored,
         {"FS004", fmt::format("duplicate <{}>; YARN uses the last and ignores the one on line {}",
                               element.name, std::exchange(first->second, line))},
         std::move(place));
}

// One element of a queue that is not itself a queue.
void read_field(Context& context, const pugi::xml_node& field, ConfiguredQueue& queue, Seen& seen) {
  const Place place{field, queue.name, field.name()};
  const auto* element = find_queue_element(field.name(), context.release);
  if (element == nullptr) {
    remark(context, Remark::Kind::ignored,
           {"FS003", fmt::format("unknown element <{}> in a queue, which {} ignores", field.name(),
                                 name_of(context.release))},
           place);
    return;
  }
  note_repeated(context, *element, place, seen);
  if (const auto fault = find_fault(field, element->holds, context.release)) {
    return refuse(context, *fault, place);
  }
  read_value(context, *element, place, queue);
}

// Refuses what a parent must not have: in 3.x <maxAMShare> and <reservation>, in 2.7 the type
// "parent" together with queues or a reservation.
void check_parent(Context& context, const pugi::xml_node& queue, const std::string& name,
                  bool has_queues, const Seen& seen) {
  const bool has_type = std::string_view(queue.attribute("type").value()) == "parent";
  if (context.release == YarnRelease::v2_7) {
    if (has_type && (has_queues || seen.contains("reservation"))) {
      refuse(context, "the type \"parent\" in a queue with queues or a <reservation> in it",
             {queue, name, "type"});
    }
    return;
  }
  if (!has_type && !has_queues) return;
  for (const char* const element : {"reservation", "maxAMShare"}) {
    if (!seen.contains(element)) continue;
    refuse(context, fmt::format("<{}> in a queue that is a parent", element),
           {queue.child(element), name, element});
    return;
  }
}

// FairSchedulerUtilities.trimQueueName, which knows more white space than String.trim: U+0085,
// U+00A0, U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000.
std::string_view without_white_space(std::string_view name) {
  constexpr std::array<std::string_view, 25> spaces = {" ",
                                                       "\t",
                                                       "\n",
                                                       "\v",
                                                       "\f",
                                                       "\r",
                                                       "\xc2\x85",
                                                       "\xc2\xa0",
                                                       "\xe1\x9a\x80",
                                                       "\xe2\x80\x80",
                                                       "\xe2\x80\x81",
                                                       "\xe2\x80\x82",
                                                       "\xe2\x80\x83",
                                                       "\xe2\x80\x84",
                                                       "\xe2\x80\x85",
                                                       "\xe2\x80\x86",
                                                       "\xe2\x80\x87",
                                                       "\xe2\x80\x88",
                                                       "\xe2\x80\x89",
                                                       "\xe2\x80\x8a",
                                                       "\xe2\x80\xa8",
                                                       "\xe2\x80\xa9",
                                                       "\xe2\x80\xaf",
                                                       "\xe2\x81\x9f",
                                                       "\xe3\x80\x80"};
  bool is_trimmed = false;
  while (!is_trimmed) {
    is_trimmed = true;
    for (const std::string_view space : spaces) {
      if (name.starts_with(space)) {
        name.remove_prefix(space.size());
        is_trimmed = false;
      } else if (name.ends_with(space)) {
        name.remove_suffix(space.size());
        is_trimmed = false;
      }
    }
  }
  return name;
}

// The name, or nothing if YARN does not accept it.
std::optional<std::string> read_name(Context& context, const pugi::xml_node& element,
                                     const std::string& parent) {
  const bool is_3 = context.release == YarnRelease::v3;
  const std::string_view written = element.attribute("name").value();
  const std::string name(is_3 ? without_white_space(written) : written);
  if (name.find('.') != std::string::npos) {
    refuse(context, fmt::format("queue name \"{}\" contains a dot", abridged(name)),
           {element, parent, "name"});
    return std::nullopt;
  }
  if (!name.empty()) return name;
  if (is_3) {
    refuse(context, "the queue has no name", {element, parent, "name"});
  } else {
    report(context, {"FS002", "the queue has no name"}, {element, parent, "name"});
  }
  return std::nullopt;
}

// The queue of that name: a new one, or one that another element has already configured.
std::size_t index_of_queue(Context& context, const std::string& name, const pugi::xml_node& at) {
  auto& queues = context.result.allocations->queues;
  const auto [found, is_new] = context.indices.emplace(name, queues.size());
  if (is_new) {
    queues.push_back({name, context.lines.of(at)});
  } else if (queues[found->second].line == 0) {
    queues[found->second].line = context.lines.of(at);
  } else {
    remark(context, Remark::Kind::changed,
           {"FS020",
            "this queue is configured twice; YARN merges both and uses the last of each element"},
           {at, name, "name"});
  }
  return found->second;
}

void read_attributes(Context& context, const pugi::xml_node& queue, const std::string& name) {
  for (const pugi::xml_attribute& attribute : queue.attributes()) {
    const std::string_view key = attribute.name();
    const std::string_view value = attribute.value();
    if (key == "name" || (key == "type" && value == "parent")) continue;
    remark(context, Remark::Kind::ignored,
           {"FS003", fmt::format("unknown attribute {}=\"{}\", which {} ignores", key,
                                 abridged(value), name_of(context.release))},
           {queue, name, fmt::format("@{}", key)});
  }
}

// The queue of an element, and those in it. Recurses as deep as the elements are nested, which is
// at most xml_depth_max.
void read_queue(Context& context, const pugi::xml_node& element, const std::string& name) {
  const std::size_t index = index_of_queue(context, name, element);
  read_attributes(context, element, name);
  Seen seen;
  bool has_queues = false;
  for (const pugi::xml_node& child : element.children()) {
    if (child.type() != pugi::node_element) continue;
    if (!is_queue_in_queue(child.name())) {
      read_field(context, child, context.result.allocations->queues[index], seen);
      continue;
    }
    has_queues = true;
    const auto child_name = read_name(context, child, name);
    if (child_name) read_queue(context, child, fmt::format("{}.{}", name, *child_name));
  }
  check_parent(context, element, name, has_queues, seen);
  ConfiguredQueue& queue = context.result.allocations->queues[index];
  queue.is_parent = queue.is_parent || has_queues || seen.contains("reservation") ||
                    std::string_view(element.attribute("type").value()) == "parent";
}

// YARN takes <queue name="Root"> for the top. But it keeps everything in it under names that begin
// with "Root", makes queues with names that begin with "root.Root", and finds no configuration for
// these.
void forget_configuration(Context& context, const pugi::xml_node& element) {
  for (ConfiguredQueue& queue : context.result.allocations->queues) {
    queue = {.name = std::move(queue.name), .line = queue.line, .is_parent = queue.is_parent};
  }
  const std::string_view written = element.attribute("name").value();
  remark(context, Remark::Kind::changed,
         {"FS020", fmt::format("YARN accepts only \"root\" as the root's name; it creates a queue "
                               "root.{} instead and ignores everything that is configured in it",
                               written)},
         {element, "root", "name"});
}

// Reads the outermost queues: either children of root, or root itself and no other.
void read_outermost(Context& context, const pugi::xml_node& top) {
  index_of_queue(context, "root", {});
  std::size_t count = 0;
  for (const pugi::xml_node& child : top.children()) {
    if (child.type() == pugi::node_element && is_queue(child.name())) ++count;
  }
  for (const pugi::xml_node& child : top.children()) {
    if (child.type() != pugi::node_element || !is_queue(child.name())) continue;
    const std::string_view written = child.attribute("name").value();
    const bool is_root = lower(written) == "root";
    if (is_root && count > 1) {
      refuse(context, "root is configured, so every other queue must be inside it",
             {child, "root", "name"});
      return;
    }
    const auto name = read_name(context, child, "root");
    if (!name) continue;
    read_queue(context, child, is_root && written == "root" ? "root" : "root." + *name);
    if (is_root && written != "root") forget_configuration(context, child);
  }
}

void read_user(Context& context, const pugi::xml_node& user) {
  for (const pugi::xml_node& field : user.children()) {
    if (field.type() != pugi::node_element) continue;
    const Place place{field, "", field.name()};
    if (std::string_view(field.name()) != "maxRunningApps") {
      remark(context, Remark::Kind::ignored,
             {"FS003", fmt::format("unknown element <{}> in <user>, which {} ignores", field.name(),
                                   name_of(context.release))},
             place);
    } else if (const auto fault = find_fault(field, Holds::integer, context.release)) {
      refuse(context, *fault, place);
    }
  }
}

bool is_fifo(std::string_view text) {
  return text.size() == 4 && find_policy(text) == YarnPolicy::fifo;
}

// What the release checks in the element: 3.x checks only the last number of each name, and the old
// name of a timeout only if the new one is absent.
Holds looked_at(const pugi::xml_node& child, const AllocationElement& element,
                YarnRelease release) {
  const bool is_late = element.holds != Holds::policy && element.holds != Holds::anything;
  const bool is_old = element.name == "fairSharePreemptionTimeout";
  const char* const new_name = "defaultFairSharePreemptionTimeout";
  if (release == YarnRelease::v2_7) {
    return is_old && child.previous_sibling(new_name) ? Holds::anything : element.holds;
  }
  const bool is_replaced =
      child.next_sibling(child.name()) || (is_old && child.parent().child(new_name));
  return is_late && is_replaced ? Holds::text : element.holds;
}

// Queues are read by another function, and the placement policy last, as in YARN.
void read_default(Context& context, const pugi::xml_node& child, const AllocationElement& element) {
  Allocations& allocations = *context.result.allocations;
  const Place place{child, "", child.name()};
  const Holds holds = looked_at(child, element, context.release);
  if (const auto fault = find_fault(child, holds, context.release)) {
    return refuse(context, *fault, place);
  }
  if (holds != element.holds) return;
  if (element.name == "user") return read_user(context, child);
  if (element.holds == Holds::resources) {
    allocations.default_max = read_resources(context, place);
  } else if (element.holds == Holds::policy) {
    if (context.release == YarnRelease::v3 && is_fifo(text_of(child))) {
      return refuse(context, "fifo cannot be the default policy", place);
    }
    if (const auto policy = read_policy(context, place)) allocations.default_policy = *policy;
  }
}

void read_defaults(Context& context, const pugi::xml_node& top) {
  Seen seen;
  for (const pugi::xml_node& child : top.children()) {
    if (child.type() != pugi::node_element || is_queue(child.name())) continue;
    const Place place{child, "", child.name()};
    const auto* element = find_top_element(child.name(), context.release);
    if (element == nullptr) {
      remark(context, Remark::Kind::ignored,
             {"FS003", fmt::format("unknown element <{}> in <allocations>, which {} ignores",
                                   child.name(), name_of(context.release))},
             place);
      continue;
    }
    if (element->name != "user") note_repeated(context, *element, place, seen);
    read_default(context, child, *element);
  }
}

void read_placement(Context& context, const pugi::xml_node& top) {
  pugi::xml_node policy;
  for (const pugi::xml_node& child : top.children("queuePlacementPolicy")) policy = child;
  if (!policy) return;
  const auto fault = find_placement_fault(policy, context.release);
  if (!fault) return;
  const std::string why = fmt::format("the queue placement policy cannot be used: {}", fault->why);
  const Place place{fault->at, "", "queuePlacementPolicy"};
  // 3.0 to 3.2 have the rules of 2.7, and this does not affect shares.
  if (find_placement_fault(policy, YarnRelease::v2_7)) return refuse(context, why, place);
  remark(context, Remark::Kind::changed,
         {"FS020", fmt::format("{}: {} does not load such a file and keeps its old configuration; "
                               "releases before it do load it",
                               why, name_of(context.release))},
         place);
}

// YARN-11330, in 3.3.5.
void note_document_type(Context& context, const pugi::xml_document& document) {
  if (context.release == YarnRelease::v2_7) return;
  for (const pugi::xml_node& node : document.children()) {
    if (node.type() != pugi::node_doctype) continue;
    remark(context, Remark::Kind::changed,
           {"FS020",
            "a document type: YARN 3.3.5 and later do not load such a file and keep their "
            "old configuration; releases before them do load it"},
           {node});
  }
}

// Which queues YARN makes.

// 3.x: under fair no drf, under fifo nothing.
bool allows(YarnPolicy parent, YarnPolicy child) {
  return parent == YarnPolicy::drf || (parent == YarnPolicy::fair && child != YarnPolicy::drf);
}

std::string why_not_created(const ConfiguredQueue& queue, YarnPolicy policy, YarnPolicy above,
                            const ConfiguredQueue& parent, YarnRelease release) {
  if (parent.name == "root.default") return "YARN creates no queues below root.default";
  if (!parent.not_created.empty()) return "YARN does not create its parent";
  if (release == YarnRelease::v2_7) return "";
  if (!allows(above, policy)) {
    return fmt::format("YARN creates no queue of policy {} below one of policy {}", name_of(policy),
                       name_of(above));
  }
  if (queue.is_parent && policy == YarnPolicy::fifo) {
    return "YARN creates no parent of policy fifo";
  }
  return "";
}

void tell_which_are_created(Context& context) {
  Allocations& allocations = *context.result.allocations;
  const auto policy_of = [&](const ConfiguredQueue& queue) {
    return queue.policy.value_or(allocations.default_policy);
  };
  const auto find = [&](std::string_view name) -> ConfiguredQueue* {
    const auto found = context.indices.find(name);
    return found == context.indices.end() ? nullptr : &allocations.queues[found->second];
  };
  // The root and root.default exist before the file is read. If their policies are incompatible,
  // the root keeps the one that it has.
  const ConfiguredQueue& fallback = *find("root.default");
  YarnPolicy of_root = policy_of(allocations.queues.front());
  if (!allows(of_root, policy_of(fallback))) of_root = YarnPolicy::fair;
  for (ConfiguredQueue& queue : allocations.queues) {
    if (queue.name == "root" || &queue == &fallback) continue;
    const ConfiguredQueue* parent = find(queue.name.substr(0, queue.name.rfind('.')));
    // Below <queue name="Root"> a parent may lack an element.
    if (parent == nullptr) continue;
    const YarnPolicy above = parent->name == "root" ? of_root : policy_of(*parent);
    queue.not_created = why_not_created(queue, policy_of(queue), above, *parent, context.release);
  }
}

// A queue with queues in it does not become fifo, but keeps the policy with which it was created:
// fair for the root, the default for others. In 3.x no such queue other than the root is created at
// all.
void keep_policies_of_parents(Context& context) {
  Allocations& allocations = *context.result.allocations;
  for (ConfiguredQueue& queue : allocations.queues) {
    const bool is_root = queue.name == "root";
    const bool is_made = context.release == YarnRelease::v2_7 && queue.name != "root.default";
    const YarnPolicy policy = queue.policy.value_or(allocations.default_policy);
    if (!is_root && !(queue.is_parent && is_made)) continue;
    if (policy != YarnPolicy::fifo) continue;
    const bool is_written = queue.policy.has_value();
    const bool is_fair = is_root || allocations.default_policy == YarnPolicy::fifo;
    queue.policy = is_fair ? YarnPolicy::fair : allocations.default_policy;
    if (!is_written) continue;
    context.result.remarks.push_back(
        {Remark::Kind::changed,
         {.code = "FS020",
          .message =
              fmt::format("fifo is for applications only: a queue with queues in it stays {}",
                          name_of(*queue.policy)),
          .file = context.file,
          .line = queue.line,
          .claimant = queue.name,
          .field = "schedulingPolicy"}});
  }
}

}  // namespace

bool is_refused(const AllocationsReading& reading) {
  return std::ranges::find(reading.remarks, Remark::Kind::refused, &Remark::kind) !=
         reading.remarks.end();
}

std::vector<std::string> sentences_of(std::span<const Remark> remarks) {
  std::map<std::string_view, std::size_t> unknown;
  for (const Remark& remark : remarks) {
    if (remark.what.code == "FS003") ++unknown[remark.what.field];
  }
  std::vector<std::string> sentences;
  for (const Remark& remark : remarks) {
    if (remark.kind == Remark::Kind::refused) continue;
    std::string more;
    if (remark.what.code == "FS003") {
      const std::size_t count = std::exchange(unknown[remark.what.field], 0);
      if (count == 0) continue;
      if (count > 1) more = fmt::format(" (and {} more of this name)", count - 1);
    }
    sentences.push_back(fmt::format("{}{}.", describe(remark.what), more));
  }
  return sentences;
}

AllocationsReading read_fair_scheduler_xml(const NamedText& xml, YarnRelease release) {
  Context context{xml.name, release, LineNumbers(xml.text), {}, {}};
  pugi::xml_document document;
  if (auto wrong = load_xml(xml.text, context.lines, document)) {
    wrong->file = xml.name;
    const bool is_ours = wrong->code == "FS005" || !json::is_utf8(xml.text);
    if (!is_ours) wrong->message = refusal(release, wrong->message);
    if (is_ours) return {std::nullopt, {}, {std::move(*wrong)}};
    return {std::nullopt, {{Remark::Kind::refused, std::move(*wrong)}}, {}};
  }
  const pugi::xml_node top = document.document_element();
  if (std::string_view(top.name()) != "allocations") {
    refuse(context, fmt::format("the root element is <{}>, not <allocations>", top.name()),
           {top, "", "allocations"});
    return std::move(context.result);
  }
  context.result.allocations.emplace();
  note_document_type(context, document);
  read_defaults(context, top);
  read_outermost(context, top);
  // YARN has the queue root.default whether or not it is configured.
  auto& queues = context.result.allocations->queues;
  if (context.indices.emplace("root.default", queues.size()).second) {
    queues.push_back({"root.default"});
  }
  read_placement(context, top);
  tell_which_are_created(context);
  keep_policies_of_parents(context);
  return std::move(context.result);
}

}  // namespace fairshare::formats
