#include "formats/text/json_writer.h"

#include <fmt/format.h>

#include "formats/text/json.h"

namespace fairshare::formats::json {

void Writer::separate() {
  if (needs_comma_) text_ += ',';
  needs_comma_ = false;
}

Writer& Writer::value(std::string_view json) {
  separate();
  text_ += json;
  needs_comma_ = true;
  return *this;
}

Writer& Writer::begin_object() {
  separate();
  text_ += '{';
  return *this;
}

Writer& Writer::end_object() {
  text_ += '}';
  needs_comma_ = true;
  return *this;
}

Writer& Writer::begin_array() {
  separate();
  text_ += '[';
  return *this;
}

Writer& Writer::end_array() {
  text_ += ']';
  needs_comma_ = true;
  return *this;
}

Writer& Writer::key(std::string_view key) {
  separate();
  append_quoted(key, text_);
  text_ += ':';
  return *this;
}

Writer& Writer::string(std::string_view text) {
  separate();
  append_quoted(text, text_);
  needs_comma_ = true;
  return *this;
}

Writer& Writer::number(std::string_view json) {
  return value(json);
}

Writer& Writer::number(std::int64_t number) {
  return value(fmt::format("{}", number));
}

Writer& Writer::boolean(bool value_of) {
  return value(value_of ? "true" : "false");
}

Writer& Writer::null() {
  return value("null");
}

}  // namespace fairshare::formats::json
