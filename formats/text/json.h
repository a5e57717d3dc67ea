// Strict JSON as a tree of values that keeps the text of every number, and the place where each
// value begins.
//
// Numbers stay text ("0.1" becomes 1/10 without a double in between), duplicate keys are errors,
// nesting is limited, and nothing may follow the document. Input must be UTF-8. ADR 23 says why
// RapidJSON reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/text/input_error.h"

namespace fairshare::formats::json {

// The deepest nesting of arrays and objects that is accepted; deeper is FS005.
inline constexpr std::size_t depth_max = 256;

struct Value;
struct Member;
struct Null {};
struct Number {
  std::string text;  // as written: "0.10", "1e400"; its grammar is JSON's, checked
};
using Array = std::vector<Value>;
using Object = std::vector<Member>;  // in the order of the text; no key twice

// Where a value begins: its line, and its byte in that line, both from 1. A member of an object
// begins with its key.
struct Mark {
  std::uint32_t line = 0;  // 0 if a program made the value
  std::uint32_t column = 0;
};

struct Value {
  std::variant<Null, bool, Number, std::string, Array, Object> is;
  Mark mark = {};
};

struct Member {
  std::string key;
  Value value;
};

// Null if the value is not an object or has no such key.
const Value* find(const Value& value, std::string_view key);

// One step from a value to one within it: a key of an object or an index of an array.
using Step = std::variant<std::string, std::size_t>;

// What could be read of a text, and what is wrong with the rest.
//
//     [1, 2]              -> that array, no error
//     {"a":[1,NaN],"b":2} -> FS011 in field "a[1]", path {"a", 1}; value {"a":[1,null],"b":2}
//     {"a":1,"b":}        -> FS001 in field "b", path {"b"}; value {"a":1,"b":null}
//     {"a":1,"b":[2,      -> FS001, no path; value {"a":1,"b":[2]}, as far as it goes
struct Reading {
  Value value;                           // after an error: what could still be read
  std::optional<InputError> error = {};  // the first
  std::vector<Step> path = {};           // to where the error is; error->field in parts
};

// The document. Errors are
//   FS001  malformed, not UTF-8, empty, or more text after the document
//   FS004  a key twice in one object
//   FS005  nested deeper than depth_max (told without the path), or longer than 4 GiB
//   FS006  a number as JSON does not write it: 01, 1., 1/2
//   FS011  NaN, Infinity and the like
// `line` of an error counts from 1 within `text`, and its message ends with the byte in that line,
// from 1; `file` and `claimant` are left empty. Of several errors the first is reported, unless the
// text is not UTF-8, or is well formed but ends too early: these come first. Does not recurse.
Reading read(std::string_view text);

// The document, or why it is invalid: `read` without partial results.
std::variant<Value, InputError> parse(std::string_view text);

// True for "NaN", "inf" and "Infinity", in capitals or not, with a sign or without.
bool is_not_finite(std::string_view text);

bool is_utf8(std::string_view text);

// The index of the first entry that equals an earlier one. O(n log n) for any entries.
std::optional<std::size_t> find_repeated(std::span<const std::string_view> entries);

// `text` as a JSON string, quotes included: control characters escaped, bytes that are not UTF-8
// replaced by U+FFFD, the rest unchanged.
std::string quoted(std::string_view text);
void append_quoted(std::string_view text, std::string& result);

}  // namespace fairshare::formats::json
