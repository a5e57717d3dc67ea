#include "formats/kubernetes/objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <utility>

#include "formats/kubernetes/quantity.h"
#include "formats/text/yaml.h"

namespace fairshare::formats {
namespace {

const std::string* find_text(const json::Value& value, std::string_view key) {
  const json::Value* member = json::find(value, key);
  return member != nullptr ? std::get_if<std::string>(&member->is) : nullptr;
}

std::string joined(const std::string& path, std::string_view key) {
  return path.empty() || key.empty() ? path + std::string(key) : fmt::format("{}.{}", path, key);
}

struct Collection {
  KubernetesObjects result;
  std::set<std::tuple<std::string, std::string, std::string, std::string>> seen;
  std::optional<InputError> error;
};

void fail(Collection& collection, const json::Value& document, std::string field,
          Complaint complaint) {
  collection.error = InputError{std::move(complaint.code), std::move(complaint.message)};
  collection.error->line = line_of(document, field);
  collection.error->field = std::move(field);
}

// "scheduling.run.ai" for "scheduling.run.ai/v2"; empty for "v1".
std::string group_of(const std::string& api_version) {
  const std::size_t slash = api_version.find('/');
  return slash == std::string::npos ? "" : api_version.substr(0, slash);
}

// The API server leaves out what the list says of all its items: a QueueList has Queues.
void add_object(Collection& collection, const json::Value& document, const json::Value& value,
                const std::string& path, const json::Value* list) {
  const std::string* version = find_text(value, "apiVersion");
  const std::string* kind = find_text(value, "kind");
  const std::string* of_list = list != nullptr ? find_text(*list, "kind") : nullptr;
  std::string listed;
  if (kind == nullptr && of_list != nullptr && of_list->ends_with("List") && *of_list != "List") {
    listed = of_list->substr(0, of_list->size() - 4);
    kind = &listed;
    if (version == nullptr) version = find_text(*list, "apiVersion");
  }
  const json::Value* metadata = json::find(value, "metadata");
  const std::string* name = metadata != nullptr ? find_text(*metadata, "name") : nullptr;
  for (const auto& [member, field] : {std::pair(version, "apiVersion"), std::pair(kind, "kind"),
                                      std::pair(name, "metadata.name")}) {
    if (member != nullptr && !member->empty()) continue;
    return fail(collection, document, joined(path, field),
                {"FS002", fmt::format("a Kubernetes object needs a string {}", field)});
  }
  const std::string* space = find_text(*metadata, "namespace");
  KubernetesObject object{group_of(*version), *kind, *name, space != nullptr ? *space : "", &value,
                          &document,          path};
  if (!collection.seen.insert({object.group, object.kind, object.name, object.space}).second) {
    return fail(collection, document, joined(path, "metadata.name"),
                {"FS004", fmt::format("duplicate {}: an earlier one is named {}", object.kind,
                                      json::quoted(abridged(object.name)))});
  }
  collection.result.objects.push_back(std::move(object));
}

void add_all(Collection& collection, const json::Value& document, const json::Value& value,
             const std::string& path, const json::Value* list_of_items = nullptr) {
  if (const auto* list = std::get_if<json::Array>(&value.is)) {
    for (std::size_t i = 0; i < list->size() && !collection.error; ++i) {
      const json::Value& item = (*list)[i];
      const std::string at = fmt::format("{}[{}]", path, i);
      const bool is_list = json::find(item, "items") != nullptr;  // joined with jq -s
      is_list ? add_all(collection, document, item, at)
              : add_object(collection, document, item, at, list_of_items);
    }
    return;
  }
  if (const json::Value* items = json::find(value, "items")) {
    if (std::holds_alternative<json::Array>(items->is)) {
      return add_all(collection, document, *items, joined(path, "items"), &value);
    }
    return fail(collection, document, joined(path, "items"), wrong_kind("a list", *items));
  }
  add_object(collection, document, value, path, nullptr);
}

// What to do about a text that is no document, but two of them, or a template.
std::string_view advice(const InputError& error, std::string_view text) {
  if (!looks_like_kubernetes(text)) return "";
  if (error.message.starts_with("more text follows")) return "; join documents with jq -s . FILE";
  if (error.message == "duplicate key \"apiVersion\"") return "; put --- between two documents";
  const bool is_template = text.find("{{") != std::string_view::npos;
  return is_template ? " (a template? pass what it makes)" : "";
}

}  // namespace

bool looks_like_kubernetes(std::string_view beginning) {
  if (beginning.starts_with("\xEF\xBB\xBF")) beginning.remove_prefix(3);
  const auto skip = [&](std::string_view characters) {
    const std::size_t begin = beginning.find_first_not_of(characters);
    beginning.remove_prefix(std::min(begin, beginning.size()));
  };
  skip(" \t\r\n");
  if (beginning.starts_with("---") || beginning.starts_with('#') || beginning.starts_with('%')) {
    return true;  // YAML, not a record
  }
  const bool is_json = beginning.starts_with('{') || beginning.starts_with('[');
  skip(is_json ? "[{ \t\r\n" : "- ");
  constexpr std::array<std::string_view, 4> keys = {"apiVersion", "items", "kind", "metadata"};
  return std::ranges::any_of(keys, [&](std::string_view key) {
    std::string_view rest = beginning;
    if (is_json && !rest.starts_with('"')) return false;
    if (is_json) rest.remove_prefix(1);
    return rest.starts_with(key) && rest.substr(key.size()).starts_with(is_json ? '"' : ':');
  });
}

std::variant<KubernetesObjects, InputError> read_kubernetes_objects(std::string_view text) {
  auto read = read_json_or_yaml(text);
  if (auto* error = std::get_if<InputError>(&read)) {
    error->message += advice(*error, text);
    return std::move(*error);
  }
  Collection collection{{std::get<std::vector<json::Value>>(std::move(read)), {}}, {}, {}};
  for (const json::Value& document : collection.result.documents) {
    if (!collection.error) add_all(collection, document, document, "");
  }
  if (collection.error) return *std::move(collection.error);
  // Pointers into the documents stay valid: moving them does not move their buffer.
  return std::move(collection.result);
}

void ObjectFields::complain_at(const std::string& field, Complaint complaint) const {
  InputError error{std::move(complaint.code), std::move(complaint.message)};
  error.file = file_;
  error.line = line_of(*object_.document, joined(object_.path, field));
  error.claimant = object_.name;
  error.field = joined(object_.within, field);
  errors_.push_back(std::move(error));
}

void ObjectFields::complain(Path path, Complaint complaint) {
  complain_at(fmt::format("{}", fmt::join(path, ".")), std::move(complaint));
}

const json::Value* ObjectFields::find(Path path) const {
  const json::Value* value = object_.value;
  for (const auto* key = path.begin(); key != path.end(); ++key) {
    if (std::holds_alternative<json::Null>(value->is)) return nullptr;
    if (!std::holds_alternative<json::Object>(value->is)) {
      const std::string field = fmt::format("{}", fmt::join(path.begin(), key, "."));
      const bool is_known = !errors_.empty() && errors_.back().claimant == object_.name &&
                            errors_.back().field == joined(object_.within, field);
      if (!is_known) complain_at(field, wrong_kind("an object", *value));
      return nullptr;
    }
    value = json::find(*value, *key);
    if (value == nullptr) return nullptr;
  }
  return std::holds_alternative<json::Null>(value->is) ? nullptr : value;
}

std::string ObjectFields::text(Path path, std::string fallback) {
  const json::Value* value = find(path);
  if (value == nullptr) return fallback;
  if (const auto* text = std::get_if<std::string>(&value->is)) return *text;
  complain(path, wrong_kind("a string", *value));
  return fallback;
}

std::string ObjectFields::needed_text(Path path) {
  const std::size_t errors_before = errors_.size();
  std::string needed = text(path, "");
  if (needed.empty() && errors_.size() == errors_before) {
    complain(path, {"FS002", "the text is missing"});
  }
  return needed;
}

std::optional<exact::Rational> ObjectFields::find_number(Path path) {
  const json::Value* value = find(path);
  if (value == nullptr) return std::nullopt;
  auto read = read_number(*value);
  if (auto* number = std::get_if<WrittenNumber>(&read)) return std::move(number->value);
  complain(path, std::get<Complaint>(std::move(read)));
  return std::nullopt;
}

std::optional<exact::Rational> ObjectFields::find_whole(Path path, std::int64_t low,
                                                        std::int64_t high) {
  auto number = find_number(path);
  if (!number || (exact::is_whole(*number) && *number >= low && *number <= high)) return number;
  complain(path, not_whole(*number, low, high));
  return std::nullopt;
}

std::optional<WrittenNumber> ObjectFields::needed_count(Path path) {
  const std::size_t errors_before = errors_.size();
  const json::Value* value = find(path);
  if (value == nullptr) {
    if (errors_.size() == errors_before) complain(path, {"FS002", "the number is missing"});
    return std::nullopt;
  }
  auto read = read_number(*value);
  if (auto* complaint = std::get_if<Complaint>(&read)) {
    complain(path, std::move(*complaint));
    return std::nullopt;
  }
  auto& count = std::get<WrittenNumber>(read);
  if (count.value < 0) {
    complain(path, {"FS011", fmt::format("{} is negative", abridged(count.text))});
    return std::nullopt;
  }
  if (!exact::is_whole(count.value) || count.value > int32_max) {
    complain(path, not_whole(count.value, 0, int32_max));
    return std::nullopt;
  }
  return std::move(count);
}

bool ObjectFields::flag(Path path, bool fallback) {
  const json::Value* value = find(path);
  if (value == nullptr) return fallback;
  if (const auto* flag = std::get_if<bool>(&value->is)) return *flag;
  complain(path, wrong_kind("true or false", *value));
  return fallback;
}

KubernetesObject ObjectFields::part(const json::Value& value, const std::string& field) const {
  KubernetesObject part = object_;
  part.value = &value;
  part.path = joined(object_.path, field);
  part.within = joined(object_.within, field);
  return part;
}

std::vector<KubernetesObject> ObjectFields::elements(Path path) {
  const json::Value* value = find(path);
  if (value == nullptr) return {};
  std::vector<KubernetesObject> elements;
  const auto* list = std::get_if<json::Array>(&value->is);
  if (list == nullptr) {
    complain(path, wrong_kind("a list", *value));
    return elements;
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    elements.push_back(part((*list)[i], fmt::format("{}[{}]", fmt::join(path, "."), i)));
  }
  return elements;
}

std::vector<std::string> ObjectFields::texts(Path path) {
  std::vector<std::string> texts;
  for (const KubernetesObject& element : elements(path)) {
    const auto* text = std::get_if<std::string>(&element.value->is);
    if (text != nullptr) {
      texts.push_back(*text);
    } else {
      complain(path, wrong_kind("a list of strings", *element.value));
    }
  }
  return texts;
}

std::map<std::string, KubernetesObject, std::less<>> ObjectFields::members(Path path) {
  const json::Value* value = find(path);
  if (value == nullptr) return {};
  std::map<std::string, KubernetesObject, std::less<>> members;
  const auto* object = std::get_if<json::Object>(&value->is);
  if (object == nullptr) {
    complain(path, wrong_kind("an object", *value));
    return members;
  }
  for (const auto& [key, member] : *object) {
    members.emplace(key, part(member, fmt::format("{}.{}", fmt::join(path, "."), key)));
  }
  return members;
}

ResourceList ObjectFields::read_resources(const json::Value& value, const std::string& field) {
  ResourceList list;
  const auto* members = std::get_if<json::Object>(&value.is);
  if (members == nullptr) {
    complain_at(field, wrong_kind("an object of quantities by resource", value));
    return list;
  }
  for (const auto& [resource, member] : *members) {
    auto quantity = read_quantity(member);
    if (auto* complaint = std::get_if<Complaint>(&quantity)) {
      complain_at(joined(field, resource), std::move(*complaint));
    } else if (std::get<exact::Rational>(quantity) < 0) {
      complain_at(joined(field, resource), {"FS011", "the quantity is negative"});
    } else {
      list.emplace(resource, std::get<exact::Rational>(std::move(quantity)));
    }
  }
  return list;
}

ResourceList ObjectFields::resources(Path path) {
  const json::Value* value = find(path);
  if (value == nullptr) return {};
  return read_resources(*value, fmt::format("{}", fmt::join(path, ".")));
}

std::optional<ResourceList> ObjectFields::find_resources_in_text(Path path) {
  const std::string inner = text(path, "");
  if (inner.empty()) return std::nullopt;
  json::Reading reading = json::read(inner);
  if (reading.error) {
    reading.error->message = "its text is not JSON: " + reading.error->message;
    complain(path, {reading.error->code, reading.error->message});
    return std::nullopt;
  }
  if (std::holds_alternative<json::Null>(reading.value.is)) return std::nullopt;
  return read_resources(reading.value, fmt::format("{}", fmt::join(path, ".")));
}

}  // namespace fairshare::formats
