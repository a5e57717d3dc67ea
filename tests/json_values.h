// JSON in tests: what is not there, or of another kind, is thrown, and so fails the test.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "fairshare/exact/rational.h"
#include "formats/text/json.h"

namespace fairshare::tests {

namespace json = formats::json;
using json::Value;

inline Value read(const std::string& text) {
  auto reading = json::read(text);
  if (reading.error) throw std::runtime_error("malformed: " + text);
  return std::move(reading.value);
}

inline bool has_member(const Value& value, std::string_view key) {
  return json::find(value, key) != nullptr;
}

inline const Value& at(const Value& value, std::string_view key) {
  const Value* found = json::find(value, key);
  if (found == nullptr) throw std::runtime_error("no " + std::string(key));
  return *found;
}

inline const json::Object& members_at(const Value& value, std::string_view key) {
  return std::get<json::Object>(at(value, key).is);
}

inline const json::Array& list_at(const Value& value, std::string_view key) {
  return std::get<json::Array>(at(value, key).is);
}

// Of a string, or of a number as it is written; "" if there is no such member.
inline std::string text_at(const Value& value, std::string_view key) {
  const Value* found = json::find(value, key);
  if (found == nullptr) return "";
  const auto* number = std::get_if<json::Number>(&found->is);
  return number != nullptr ? number->text : std::get<std::string>(found->is);
}

inline double double_of(const Value& value) {
  return std::strtod(std::get<json::Number>(value.is).text.c_str(), nullptr);
}

inline exact::Rational rational_of(const std::string& text) {
  return std::get<exact::TextNumber>(exact::parse_number(text)).value;
}

// The same integer, or the same double, of which 0 and -0 are two.
inline bool is_same_number(const Value& a, const Value& b) {
  const std::string& text = std::get<json::Number>(a.is).text;
  const std::string& other = std::get<json::Number>(b.is).text;
  const bool are_whole = (text + other).find_first_of(".eE") == std::string::npos;
  return text == other || (!are_whole && std::bit_cast<std::int64_t>(double_of(a)) ==
                                             std::bit_cast<std::int64_t>(double_of(b)));
}

// Whether everything that is expected is there, and the same.
inline bool has(const Value& computed, const Value& expected) {
  if (computed.is.index() != expected.is.index()) return false;
  if (const auto* members = std::get_if<json::Object>(&expected.is)) {
    return std::ranges::all_of(*members, [&](const json::Member& member) {
      const Value* found = json::find(computed, member.key);
      return found != nullptr && has(*found, member.value);
    });
  }
  if (const auto* list = std::get_if<json::Array>(&expected.is)) {
    return std::ranges::equal(std::get<json::Array>(computed.is), *list, has);
  }
  if (std::holds_alternative<json::Number>(expected.is)) return is_same_number(computed, expected);
  if (const auto* flag = std::get_if<bool>(&expected.is)) {
    return std::get<bool>(computed.is) == *flag;
  }
  const auto* text = std::get_if<std::string>(&expected.is);
  return text == nullptr || std::get<std::string>(computed.is) == *text;  // null is null
}

inline bool is_same(const Value& a, const Value& b) {
  return has(a, b) && has(b, a);
}

// Those of the object's members.
inline Value picked(const Value& value, std::initializer_list<std::string_view> keys) {
  json::Object members;
  for (const std::string_view key : keys) {
    const Value* found = json::find(value, key);
    if (found != nullptr) members.push_back({std::string(key), *found});
  }
  return {std::move(members)};
}

}  // namespace fairshare::tests
