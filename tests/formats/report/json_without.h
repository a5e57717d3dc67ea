// JSON without some of its members, so that a test can compare the rest of a line.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/text/json.h"
#include "formats/text/json_writer.h"

namespace fairshare::tests {

using Keys = std::vector<std::string_view>;

inline void write_without(const formats::json::Value& value, const Keys& keys,
                          formats::json::Writer& writer) {
  using namespace formats::json;
  if (const auto* object = std::get_if<Object>(&value.is)) {
    writer.begin_object();
    for (const Member& member : *object) {
      if (std::ranges::find(keys, member.key) != keys.end()) continue;
      writer.key(member.key);
      write_without(member.value, keys, writer);
    }
    writer.end_object();
  } else if (const auto* array = std::get_if<Array>(&value.is)) {
    writer.begin_array();
    for (const Value& entry : *array) write_without(entry, keys, writer);
    writer.end_array();
  } else if (const auto* text = std::get_if<std::string>(&value.is)) {
    writer.string(*text);
  } else if (const auto* number = std::get_if<Number>(&value.is)) {
    writer.number(number->text);
  } else if (const auto* flag = std::get_if<bool>(&value.is)) {
    writer.boolean(*flag);
  } else {
    writer.null();
  }
}

// `text` without the members of these names, at any depth.
inline std::string without(const Keys& keys, const std::string& text) {
  const auto parsed = formats::json::parse(text);
  const auto* value = std::get_if<formats::json::Value>(&parsed);
  if (value == nullptr) {
    ADD_FAILURE() << "no JSON: " << text;
    return text;
  }
  std::string result;
  formats::json::Writer writer(result);
  write_without(*value, keys, writer);
  return result;
}

// The line of a verdict without its divisions, the numbers of its findings and its place.
inline std::string without_details(const std::string& text) {
  return without({"divisions", "numbers", "file", "line"}, text);
}

}  // namespace fairshare::tests
