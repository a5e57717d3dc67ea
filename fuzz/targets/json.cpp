// libFuzzer: JSON is read to the end or refused with a place, whatever the bytes are.
//
//     read(written(v)) == v          parse(text) is read(text) without an error
//     parse(quoted(bytes)) is a string, which is `bytes` if these are UTF-8
//     a value begins after the one before it, with the character that it must begin with
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "formats/text/json.h"
#include "fuzz/targets/oracle.h"

namespace {

namespace json = fairshare::formats::json;
using fairshare::fuzz::require;

std::string written(const json::Value& value);

std::string written(const json::Array& array) {
  std::string text = "[";
  for (const json::Value& value : array) text += written(value) + ",";
  if (text.size() > 1) text.pop_back();
  return text + "]";
}

std::string written(const json::Object& object) {
  std::string text = "{";
  for (const auto& [key, value] : object) text += json::quoted(key) + ":" + written(value) + ",";
  if (text.size() > 1) text.pop_back();
  return text + "}";
}

std::string written(const json::Value& value) {
  return std::visit(
      [](const auto& is) -> std::string {
        using Kind = std::decay_t<decltype(is)>;
        if constexpr (std::is_same_v<Kind, json::Null>) {
          return "null";
        } else if constexpr (std::is_same_v<Kind, bool>) {
          return is ? "true" : "false";
        } else if constexpr (std::is_same_v<Kind, json::Number>) {
          return is.text;
        } else if constexpr (std::is_same_v<Kind, std::string>) {
          return json::quoted(is);
        } else {
          return written(is);
        }
      },
      value.is);
}

// Every member of every object is found by its key.
void check_find(const json::Value& value, std::string_view text) {
  if (const auto* array = std::get_if<json::Array>(&value.is)) {
    for (const json::Value& each : *array) check_find(each, text);
  }
  if (const auto* object = std::get_if<json::Object>(&value.is)) {
    for (const json::Member& member : *object) {
      require(json::find(value, member.key) == &member.value, "find finds each member", text);
      check_find(member.value, text);
    }
  }
}

// The characters with which a value can begin; a member begins with its key.
std::string_view beginnings(const json::Value& value) {
  constexpr std::array<std::string_view, 6> of = {"n", "tf", "-0123456789", "\"", "[", "{"};
  return of[value.is.index()];
}

// Marks go forward through the text. `end` is after the last beginning.
void check_marks(const json::Value& value, bool is_member, std::string_view text,
                 const std::vector<std::size_t>& lines, std::size_t& end) {
  const bool has_line = value.mark.line > 0 && value.mark.line <= lines.size();
  require(has_line && value.mark.column > 0, "a mark has line and column", text);
  const std::size_t at = lines[value.mark.line - 1] + value.mark.column - 1;
  require(end <= at && at < text.size(), "values begin one behind the other", text);
  const std::string_view expected = is_member ? "\"" : beginnings(value);
  require(expected.find(text[at]) != std::string_view::npos, "a mark is where it begins", text);
  end = at + 1;
  if (const auto* array = std::get_if<json::Array>(&value.is)) {
    for (const json::Value& each : *array) check_marks(each, false, text, lines, end);
  }
  if (const auto* object = std::get_if<json::Object>(&value.is)) {
    for (const json::Member& member : *object) check_marks(member.value, true, text, lines, end);
  }
}

std::vector<std::size_t> beginnings_of_lines(std::string_view text) {
  std::vector<std::size_t> lines = {0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') lines.push_back(i + 1);
  }
  return lines;
}

void check_quoted(std::string_view text) {
  const auto parsed = json::parse(json::quoted(text));
  const auto* value = std::get_if<json::Value>(&parsed);
  const auto* string = value != nullptr ? std::get_if<std::string>(&value->is) : nullptr;
  require(string != nullptr, "quoted bytes are a string", text);
  const bool was_replaced = string->find("\xEF\xBF\xBD") != std::string::npos;
  require(*string == text || was_replaced, "a quoted string says the same", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_quoted(text);
  const json::Reading reading = json::read(text);
  const std::string once = written(reading.value);
  const json::Reading again = json::read(once);
  // What could be read despite an error may have a duplicate key, but nothing else is wrong with
  // it.
  const bool has_key_twice = reading.error && again.error && again.error->code == "FS004";
  require(written(again.value) == once && (!again.error || has_key_twice), "read(written(v)) == v",
          text);
  if (!has_key_twice) check_find(reading.value, text);

  const auto parsed = json::parse(text);
  if (const auto* value = std::get_if<json::Value>(&parsed)) {
    require(!reading.error && written(*value) == once, "parse is read without an error", text);
    std::size_t end = 0;
    check_marks(*value, false, text, beginnings_of_lines(text), end);
    return 0;
  }
  require(reading.error.has_value(), "what parse refuses has an error", text);
  const auto& error = std::get<fairshare::formats::InputError>(parsed);
  require(fairshare::fuzz::is_whole(error) && error.line > 0, "an error has code and line", text);
  return 0;
}
