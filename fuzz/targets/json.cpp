// libFuzzer: JSON is read to the end or refused with a place, whatever the bytes are.
//
//     read(written(v)) == v          parse(text) is read(text) without an error
//     parse(quoted(bytes)) is a string, which is `bytes` where these are UTF-8
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

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
  // What could be read all the same may have a key twice, and only that is wrong with it then.
  const bool has_key_twice = reading.error && again.error && again.error->code == "FS004";
  require(written(again.value) == once && (!again.error || has_key_twice), "read(written(v)) == v",
          text);
  if (!has_key_twice) check_find(reading.value, text);

  const auto parsed = json::parse(text);
  if (const auto* value = std::get_if<json::Value>(&parsed)) {
    require(!reading.error && written(*value) == once, "parse is read without an error", text);
    return 0;
  }
  require(reading.error.has_value(), "what parse refuses has an error", text);
  const auto& error = std::get<fairshare::formats::InputError>(parsed);
  require(fairshare::fuzz::is_whole(error) && error.line > 0, "an error has code and line", text);
  return 0;
}
