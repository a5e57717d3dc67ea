// Strict JSON as a tree of values that keeps every number as it was written.
//
// simdjson finds the structure; this room adds what a verifier needs: numbers stay text (a double
// never comes between "0.1" and 1/10), a key stands once in an object, nesting has an end, and nothing
// may follow the document. Input must be UTF-8.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "formats/input_error.h"

namespace fairshare::formats::json {

// The deepest nesting of arrays and objects that is read; deeper is FS005.
inline constexpr std::size_t depth_max = 256;

struct Value;
struct Null {};
struct Number {
  std::string text;  // as written: "0.10", "1e400"; its grammar is JSON's, checked
};
using Array = std::vector<Value>;
using Object = std::vector<std::pair<std::string, Value>>;  // in the order of the text; no key twice

struct Value {
  std::variant<Null, bool, Number, std::string, Array, Object> is;
};

// Null where the value is not an object or has no such key.
const Value* find(const Value& value, std::string_view key);

// The document, or why it is none: FS001 (malformed, not UTF-8, empty, trailing text), FS004 (a key
// twice in one object), FS005 (nested deeper than depth_max). `line` of an error counts from 1 within
// `text`; `file` is left empty. Never recurses deeper than depth_max.
std::variant<Value, InputError> parse(std::string_view text);

// `text` as a JSON string, quotes included: control characters escaped, the rest as it is.
std::string quoted(std::string_view text);

}  // namespace fairshare::formats::json
