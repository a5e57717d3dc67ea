#include "formats/hadoop/mr1_allocations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <span>
#include <utility>
#include <variant>

#include "formats/hadoop/allocation_elements.h"
#include "formats/hadoop/resources.h"
#include "formats/hadoop/xml_document.h"
#include "formats/text/json.h"

namespace fairshare::formats {
namespace {

namespace mr1 = schedulers::mr1;

enum class PoolElement { other, min_maps, min_reduces, max_maps, max_reduces, weight, mode };

struct KnownElement {
  std::string_view name;
  Holds holds;
  PoolElement is = PoolElement::other;
  bool is_only_mr1 = false;
};

constexpr std::array pool_elements = std::to_array<KnownElement>({
    {"minMaps", Holds::integer, PoolElement::min_maps, true},
    {"minReduces", Holds::integer, PoolElement::min_reduces, true},
    {"maxMaps", Holds::integer, PoolElement::max_maps, true},
    {"maxReduces", Holds::integer, PoolElement::max_reduces, true},
    {"maxRunningJobs", Holds::integer, PoolElement::other, true},
    {"weight", Holds::number, PoolElement::weight},
    {"minSharePreemptionTimeout", Holds::long_},
    {"schedulingMode", Holds::text, PoolElement::mode},
});

constexpr std::array top_elements = std::to_array<KnownElement>({
    {"pool", Holds::anything},
    {"user", Holds::anything},
    {"userMaxJobsDefault", Holds::integer, PoolElement::other, true},
    {"poolMaxJobsDefault", Holds::integer, PoolElement::other, true},
    {"fairSharePreemptionTimeout", Holds::long_},
    {"defaultMinSharePreemptionTimeout", Holds::long_},
    {"defaultPoolSchedulingMode", Holds::text, PoolElement::mode, true},
});

constexpr std::array user_elements = std::to_array<KnownElement>({
    {"maxRunningJobs", Holds::integer, PoolElement::other, true},
});

const KnownElement* find_element(std::span<const KnownElement> elements, std::string_view name) {
  const auto found = std::ranges::find(elements, name, &KnownElement::name);
  return found == elements.end() ? nullptr : &*found;
}

// Signs of which of the two schedulers knows the elements of `parent`.
struct Signs {
  bool of_mr1 = false;
  bool of_yarn = false;
};

void look_for_signs(const pugi::xml_node& parent, std::span<const KnownElement> elements,
                    Signs& signs) {
  const bool is_top = elements.data() == top_elements.data();
  for (const pugi::xml_node& child : parent.children()) {
    if (child.type() != pugi::node_element) continue;
    const std::string_view name = child.name();
    const auto* known = find_element(elements, name);
    if (known != nullptr) {
      signs.of_mr1 = signs.of_mr1 || known->is_only_mr1;
    } else {
      const auto* of_yarn = is_top ? find_top_element(name, YarnRelease::v3)
                                   : find_queue_element(name, YarnRelease::v3);
      signs.of_yarn = signs.of_yarn || of_yarn != nullptr || name == "queue" || name == "pool";
    }
    if (is_top && name == "pool") look_for_signs(child, pool_elements, signs);
    if (is_top && name == "user") look_for_signs(child, user_elements, signs);
  }
}

struct Context {
  std::string file;
  LineNumbers lines;
  PoolsReading result = {};
};

struct Place {
  pugi::xml_node at;
  std::string pool = {};
  std::string field = {};
};

InputError located(const Context& context, InputError error, const Place& place) {
  error.file = context.file;
  error.line = context.lines.of(place.at);
  error.claimant = place.pool;
  error.field = place.field;
  return error;
}

void remark(Context& context, Remark::Kind kind, InputError error, const Place& place) {
  context.result.remarks.push_back({kind, located(context, std::move(error), place)});
}

std::string refusal(std::string_view why) {
  return fmt::format("{}: MR1 does not load such a file and keeps its old configuration", why);
}

void refuse(Context& context, std::string_view why, const Place& place) {
  remark(context, Remark::Kind::refused, {"FS019", refusal(why)}, place);
}

std::string text_of(const pugi::xml_node& element) {
  return std::string(trimmed(find_first_text(element).value_or("")));
}

// The element's number; it must be valid.
std::int32_t integer_of(const pugi::xml_node& element) {
  const std::string text = text_of(element);
  const std::size_t begin = text.starts_with('+') ? 1 : 0;
  std::int32_t number = 0;
  std::from_chars(text.data() + begin, text.data() + text.size(), number);
  return number;
}

std::optional<mr1::Mode> find_mode(std::string_view text) {
  const auto policy = text.size() == 4 ? find_policy(text) : std::nullopt;
  if (policy == YarnPolicy::fair) return mr1::Mode::fair;
  if (policy == YarnPolicy::fifo) return mr1::Mode::fifo;
  return std::nullopt;
}

std::optional<mr1::Mode> read_mode(Context& context, const Place& place) {
  const std::string text = text_of(place.at);
  const auto mode = find_mode(text);
  if (!mode) {
    refuse(context, fmt::format("unknown mode \"{}\"; known: fair, fifo", abridged(text)), place);
  }
  return mode;
}

void read_weight(Context& context, const Place& place, ConfiguredPool& pool) {
  auto weight = parse_pool_weight(text_of(place.at));
  if (auto* wrong = std::get_if<InputError>(&weight)) {
    context.result.errors.push_back(located(context, std::move(*wrong), place));
  } else {
    pool.weight = std::get<double>(weight);
  }
}

void read_value(Context& context, PoolElement element, const Place& place, ConfiguredPool& pool) {
  switch (element) {
    case PoolElement::min_maps:
      pool.min_maps = integer_of(place.at);
      break;
    case PoolElement::min_reduces:
      pool.min_reduces = integer_of(place.at);
      break;
    case PoolElement::max_maps:
      pool.max_maps = integer_of(place.at);
      break;
    case PoolElement::max_reduces:
      pool.max_reduces = integer_of(place.at);
      break;
    case PoolElement::weight:
      read_weight(context, place, pool);
      break;
    case PoolElement::mode:
      if (const auto mode = read_mode(context, place)) pool.mode = mode;
      break;
    case PoolElement::other:
      break;
  }
}

// The lines of elements that MR1 keeps by name; the last one counts.
using Seen = std::map<std::string_view, std::size_t>;

// The element, if the file can be loaded with it: it is known, and its content is valid.
const KnownElement* find_readable(Context& context, std::span<const KnownElement> elements,
                                  std::string_view where, const Place& place, Seen& seen) {
  const auto* element = find_element(elements, place.at.name());
  if (element == nullptr) {
    remark(context, Remark::Kind::ignored,
           {"FS003",
            fmt::format("unknown element <{}> in {}, which MR1 ignores", place.at.name(), where)},
           place);
    return nullptr;
  }
  if (element->holds == Holds::anything) return element;
  const std::size_t line = context.lines.of(place.at);
  const auto [first, is_new] = seen.emplace(element->name, line);
  if (!is_new) {
    remark(context, Remark::Kind::ignored,
           {"FS004", fmt::format("duplicate <{}>; MR1 uses the last and ignores the one on line {}",
                                 element->name, std::exchange(first->second, line))},
           place);
  }
  if (const auto fault = find_fault(place.at, element->holds, YarnRelease::v2_7)) {
    refuse(context, *fault, place);
    return nullptr;
  }
  return element;
}

// The pool of that name: a new one, or one that another element has already configured.
ConfiguredPool& pool_of(Context& context, const pugi::xml_node& element, const std::string& name) {
  const Place place{element, name, "name"};
  if (name.empty()) {
    remark(context, Remark::Kind::changed,
           {"FS020", "the pool has no name, so no job gets into it"}, place);
  }
  const auto [pool, is_new] = context.result.allocations->pools.emplace(
      name, ConfiguredPool{.line = context.lines.of(element)});
  if (!is_new) {
    remark(context, Remark::Kind::changed,
           {"FS020",
            "this pool is configured twice; MR1 merges both and uses the last of each element"},
           place);
  }
  return pool->second;
}

void read_pool(Context& context, const pugi::xml_node& element) {
  const std::string name = element.attribute("name").value();
  ConfiguredPool& pool = pool_of(context, element, name);
  for (const pugi::xml_attribute& attribute : element.attributes()) {
    if (std::string_view(attribute.name()) == "name") continue;
    remark(context, Remark::Kind::ignored,
           {"FS003", fmt::format("unknown attribute {}=\"{}\", which MR1 ignores", attribute.name(),
                                 abridged(attribute.value()))},
           {element, name, fmt::format("@{}", attribute.name())});
  }
  Seen seen;
  for (const pugi::xml_node& field : element.children()) {
    if (field.type() != pugi::node_element) continue;
    const Place place{field, name, field.name()};
    const auto* known = find_readable(context, pool_elements, "a pool", place, seen);
    if (known != nullptr) read_value(context, known->is, place, pool);
  }
}

void read_user(Context& context, const pugi::xml_node& element) {
  Seen seen;
  for (const pugi::xml_node& field : element.children()) {
    if (field.type() != pugi::node_element) continue;
    find_readable(context, user_elements, "<user>", {field, "", field.name()}, seen);
  }
}

void read_top(Context& context, const pugi::xml_node& top) {
  Seen seen;
  for (const pugi::xml_node& child : top.children()) {
    if (child.type() != pugi::node_element) continue;
    const Place place{child, "", child.name()};
    const auto* known = find_readable(context, top_elements, "<allocations>", place, seen);
    if (known == nullptr) continue;
    if (known->name == "pool") read_pool(context, child);
    if (known->name == "user") read_user(context, child);
    if (known->is != PoolElement::mode) continue;
    if (const auto mode = read_mode(context, place)) {
      context.result.allocations->default_mode = *mode;
    }
  }
}

}  // namespace

bool is_mr1_allocations(const NamedText& xml) {
  pugi::xml_document document;
  if (load_xml(xml.text, LineNumbers(xml.text), document)) return false;
  Signs signs;
  look_for_signs(document.document_element(), top_elements, signs);
  return signs.of_mr1 && !signs.of_yarn;
}

PoolsReading read_mr1_allocations(const NamedText& xml) {
  Context context{xml.name, LineNumbers(xml.text)};
  pugi::xml_document document;
  if (auto wrong = load_xml(xml.text, context.lines, document)) {
    wrong->file = xml.name;
    const bool is_ours = wrong->code == "FS005" || !json::is_utf8(xml.text);
    if (is_ours) return {std::nullopt, {}, {std::move(*wrong)}};
    wrong->message = refusal(wrong->message);
    return {std::nullopt, {{Remark::Kind::refused, std::move(*wrong)}}, {}};
  }
  const pugi::xml_node top = document.document_element();
  if (std::string_view(top.name()) != "allocations") {
    refuse(context, fmt::format("the root element is <{}>, not <allocations>", top.name()),
           {top, "", "allocations"});
    return std::move(context.result);
  }
  context.result.allocations.emplace();
  read_top(context, top);
  return std::move(context.result);
}

}  // namespace fairshare::formats
