// Documents with their lines: JSON or YAML, as one tree of values and a tree of marks beside it.
//
// Whoever reads such a document asks the values, and where something is wrong with one of them, its
// path for the line. YAML is read as far as it says the same as JSON, which is all that Kubernetes
// writes: anchors, aliases, tags and keys that are no scalars are refused (FS003), not guessed at.
#pragma once

#include <cstddef>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/text/input_error.h"
#include "formats/text/json.h"

namespace fairshare::formats {

// Where a value begins, and those within it: members and entries in the order of the value's.
struct Mark {
  std::size_t line = 0;  // from 1
  std::vector<Mark> within = {};
};

struct Marked {
  json::Value value;
  Mark mark;
};

// The line of the value at `field`, a path as `path(place)` in fields.h writes it
// ("items[2].spec.weight"); of the last value above it that is there, where it is not.
std::size_t line_of(const Marked& document, std::string_view field);

// The one document of a JSON text. Errors as in json.h.
std::variant<Marked, InputError> read_marked_json(std::string_view text);

// The documents of a YAML text ("---" between them), without those that say nothing.
//
// A plain scalar is null (nothing, "~", "null"), true or false, a number where JSON would read it
// as one, or else a string: "500m", "yes", "0x10", ".5" are strings. Errors: FS001 malformed or not
// UTF-8; FS003 what JSON does not have; FS004 a key twice; FS005 nested deeper than
// json::depth_max.
std::variant<std::vector<Marked>, InputError> read_marked_yaml(std::string_view text);

// Either, by its first character: JSON begins with a bracket or a brace, and YAML, as people and
// programs write it, does not.
std::variant<std::vector<Marked>, InputError> read_marked(std::string_view text);

}  // namespace fairshare::formats
