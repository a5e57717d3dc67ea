// The output of `kubectl get ... -o json` or `-o yaml`: objects, each with its place and line.
//
// One object, a List, a list of objects, or several documents of YAML, each any of these.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"

namespace fairshare::formats {

struct KubernetesObject {
  std::string group;  // "scheduling.volcano.sh", without the version
  std::string kind;   // "Queue"
  std::string name;
  std::string space;                      // its namespace; empty if it has none
  const json::Value* value = nullptr;     // within `documents`
  const json::Value* document = nullptr;  // likewise
  std::string path = {};                  // its path within the document: "items[3]", or empty
  std::string within = {};  // its path within the object that it is a part of: "spec.overrides[0]"
};

struct KubernetesObjects {
  std::vector<json::Value> documents;
  std::vector<KubernetesObject> objects;
};

// True if a file begins like such a dump, in JSON or YAML, and not like a record.
bool looks_like_kubernetes(std::string_view beginning);

// Errors have their line, but not yet their file: those of JSON and YAML, FS002 for an object
// without apiVersion, kind or metadata.name, FS004 for a second one of the same group, kind, name
// and namespace.
std::variant<KubernetesObjects, InputError> read_kubernetes_objects(std::string_view text);

// What Kubernetes holds counts, weights and percentages in, unless a field says otherwise.
inline constexpr std::int64_t int32_max = std::numeric_limits<std::int32_t>::max();
inline constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();

// By resource: "cpu", "memory", "nvidia.com/gpu".
using ResourceList = std::map<std::string, exact::Rational, std::less<>>;

// One object's fields, by path. Errors about them have the object's line and name.
class ObjectFields {
 public:
  using Path = std::initializer_list<std::string_view>;

  // Both must outlive this. Errors are added to the list, with `file`.
  ObjectFields(const KubernetesObject& object, const std::string& file,
               std::vector<InputError>& errors)
      : object_(object), file_(file), errors_(errors) {}

  // Null if a field of the path is missing or null. An error, once, if one before the last is
  // neither an object nor null.
  const json::Value* find(Path path) const;

  // A list of strings; an error if it is wrong. Empty if there is none.
  std::vector<std::string> texts(Path path);
  // Each returns nothing, or the fallback, if there is no such field. If the field is wrong, it
  // does so too and adds an error.
  std::string text(Path path, std::string fallback);
  std::optional<exact::Rational> find_number(Path path);
  // FS008 if it is not whole, or not within [low, high].
  std::optional<exact::Rational> find_whole(Path path, std::int64_t low, std::int64_t high);
  bool flag(Path path, bool fallback);
  // Empty, and FS002, if it is missing or empty.
  std::string needed_text(Path path);
  // FS002 if it is missing, FS011 if it is negative, FS008 if it is no int32.
  std::optional<WrittenNumber> needed_count(Path path);
  // The elements of a list, or the members of an object by their keys, with the name of this
  // object: complaints about their fields have the whole path. Empty if there is none.
  std::vector<KubernetesObject> elements(Path path);
  std::map<std::string, KubernetesObject, std::less<>> members(Path path);
  // An object of quantities by resource. Empty if there is none.
  ResourceList resources(Path path);
  // The same if the field is a string that contains such an object, as in annotations. Nothing if
  // there is none, or if it is empty or "null".
  std::optional<ResourceList> find_resources_in_text(Path path);

  void complain(Path path, Complaint complaint);

  const std::string& name() const { return object_.name; }

 private:
  void complain_at(const std::string& field, Complaint complaint) const;
  KubernetesObject part(const json::Value& value, const std::string& field) const;
  ResourceList read_resources(const json::Value& value, const std::string& field);

  const KubernetesObject& object_;
  const std::string& file_;
  std::vector<InputError>& errors_;
};

}  // namespace fairshare::formats
