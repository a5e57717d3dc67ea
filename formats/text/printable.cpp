#include "formats/text/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "formats/text/json.h"

namespace fairshare::formats {
namespace {

// Where a command of GitHub's runner would begin at the beginning of a line: after blanks, of which
// Unicode has many.
std::size_t beginning_of(std::string_view text) {
  const auto found =
      std::ranges::find_if(text, [](char byte) { return byte != ' ' && (byte & '\x80') == 0; });
  return static_cast<std::size_t>(found - text.begin());
}

// "##[" anywhere, "::" at the beginning.
bool begins_command(std::string_view text, std::size_t at, std::size_t beginning) {
  const std::string_view rest = text.substr(at);
  return rest.starts_with("##[") || (at == beginning && rest.starts_with("::"));
}

// The length of the UTF-8 character at `at` that must not reach a terminal as it is; 0 for others.
std::size_t unprintable_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t k) {
    return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0U;
  };
  if (byte(0) < 0x20 || byte(0) == 0x7F) return 1;
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) <= 0x9F) return 2;  // U+0080 to U+009F
  const bool separators_and_marks =                                     // U+2028 to U+202E
      byte(0) == 0xE2 && byte(1) == 0x80 && byte(2) >= 0xA8 && byte(2) <= 0xAE;
  const bool isolates =  // U+2066 to U+2069
      byte(0) == 0xE2 && byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9;
  return separators_and_marks || isolates ? 3 : 0;
}

unsigned code_point(std::string_view character) {
  if (character.size() == 1) return static_cast<unsigned char>(character[0]);
  unsigned result =
      static_cast<unsigned char>(character[0]) & (character.size() == 2 ? 0x1FU : 0x0FU);
  for (const char byte : character.substr(1)) {
    result = (result << 6U) | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text) {
  const std::size_t beginning = beginning_of(text);
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length =
        begins_command(text, at, beginning) ? 1 : unprintable_length(text, at);
    if (length == 0) {
      result += text[at++];
      continue;
    }
    const std::string_view character = text.substr(at, length);
    if (character == "\n") {
      result += "\\n";
    } else {
      result += fmt::format("\\u{:04x}", code_point(character));
    }
    at += length;
  }
  return result;
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view harmless =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,@+";
  if (!text.empty() && text.find_first_not_of(harmless) == std::string_view::npos) {
    return std::string(text);
  }
  std::string quoted = "'";
  for (const char byte : text) quoted += byte == '\'' ? std::string("'\\''") : std::string(1, byte);
  return quoted + "'";
}

std::string as_utf8(std::string_view text) {
  std::string result(text);
  if (!json::is_utf8(text)) std::erase_if(result, [](char byte) { return (byte & '\x80') != 0; });
  return result;
}

}  // namespace fairshare::formats
