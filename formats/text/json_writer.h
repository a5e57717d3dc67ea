// Writes JSON: on one line, without spaces, with members in the order in which they are added.
//
//     std::string text;
//     json::Writer writer(text);
//     writer.begin_object();
//     writer.key("id").string("a");
//     writer.key("shares").begin_array().number("4").string("1/3").end_array();
//     writer.end_object();                    {"id":"a","shares":[4,"1/3"]}
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fairshare::formats::json {

// Appends to a text, and adds the commas. The caller must close brackets and give each value of an
// object a key.
class Writer {
 public:
  // `text` must outlive this. What it already holds is kept, and is not part of the value.
  explicit Writer(std::string& text) : text_(text) {}

  Writer& begin_object();
  Writer& end_object();
  Writer& begin_array();
  Writer& end_array();
  Writer& key(std::string_view key);

  Writer& string(std::string_view text);  // escaped as by json::quoted
  Writer& number(std::string_view json);  // a value that is JSON already: "12.5", "\"1/3\""
  Writer& number(std::int64_t number);
  Writer& boolean(bool value);
  Writer& null();

 private:
  Writer& value(std::string_view json);
  void separate();

  std::string& text_;
  bool needs_comma_ = false;
};

}  // namespace fairshare::formats::json
