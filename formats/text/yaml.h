// The part of YAML that corresponds to JSON, which is all that Kubernetes writes: anchors, aliases,
// tags and keys that are not scalars are refused (FS003).
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "formats/text/input_error.h"
#include "formats/text/json.h"

namespace fairshare::formats {

// The documents of a YAML text (separated by "---"), without empty ones. The column of a mark
// counts characters.
//
// A plain scalar is null (nothing, "~", "null"), true or false, a number if JSON would read it as
// one, or else a string: "500m", "yes", "0x10", ".5" are strings. Errors: FS001 malformed or not
// UTF-8; FS003 what JSON does not have; FS004 a key twice; FS005 nested deeper than
// json::depth_max.
std::variant<std::vector<json::Value>, InputError> read_yaml(std::string_view text);

// JSON or YAML, by the first character: JSON begins with a bracket or a brace, and YAML, as people
// and programs write it, does not.
std::variant<std::vector<json::Value>, InputError> read_json_or_yaml(std::string_view text);

}  // namespace fairshare::formats
