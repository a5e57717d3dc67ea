#include "fuzz/harness/emit/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "formats/text/number_text.h"
#include "formats/text/printable.h"

namespace fairshare::harness {

using exact::Rational;

namespace {

// Writes U+FEFF, which Go refuses inside a file, and marks that change the writing direction, about
// which compilers warn, as "\ufeff" and "\u202e". Every language reads these in a string.
std::string without_marks(std::string_view text) {
  std::string safe;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view mark = text.substr(at, 3);
    const bool is_mark = mark == "\ufeff" || ("\u202a" <= mark && mark <= "\u202e") ||
                         ("\u2066" <= mark && mark <= "\u2069");
    if (!is_mark) {
      safe += text[at++];
      continue;
    }
    unsigned code = static_cast<unsigned char>(mark[0]) & 0x0FU;
    for (const char byte : mark.substr(1))
      code = code << 6U | (static_cast<unsigned>(byte) & 0x3FU);
    safe += fmt::format("\\u{:04x}", code);
    at += mark.size();
  }
  return safe;
}

}  // namespace

std::string quoted_source(std::string_view text) {
  std::string quoted = "\"";
  for (const char byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    if (byte == '"' || byte == '\\') quoted += '\\';
    quoted += code < 0x20 || code == 0x7f ? fmt::format("\\{:03o}", code) : std::string(1, byte);
  }
  return without_marks(quoted) + "\"";
}

std::string number_source(const Rational& number, NumberType type) {
  if (type == NumberType::whole) return exact::to_text(number);
  if (type == NumberType::text) return quoted_source(exact::to_text(number));
  const std::string text = formats::number_text(exact::to_double(number));
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

namespace {

// Java reads \u000a even in a comment, if its backslash is the last of an odd number.
void blunt_escapes(std::string& text) {
  std::size_t backslashes = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++backslashes;
      continue;
    }
    if (text[at] == 'u' && backslashes % 2 == 1) text.insert(at++, "\\");
    backslashes = 0;
  }
}

}  // namespace

std::string comment_source(std::string_view mark, const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    std::string safe = without_marks(formats::printable(formats::as_utf8(line)));
    blunt_escapes(safe);
    text += fmt::format("{}{}{}\n", mark, safe, safe.ends_with('\\') ? " ." : "");
  }
  return text;
}

std::string filled(std::string text,
                   std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
  for (const auto& [key, value] : values) {
    for (std::size_t at = 0; (at = text.find(key, at)) != std::string::npos; at += value.size()) {
      text.replace(at, key.size(), value);
    }
  }
  return text;
}

std::string_view format_of(NumberType shares) {
  return shares == NumberType::text ? ", in lowest terms: \"40/3\", \"13\"" : "";
}

std::vector<std::string> heading_of(const Outcome& outcome) {
  const std::string name = name_of(outcome.hello);
  const std::string how = outcome.replayed ? fmt::format("of {}", *outcome.replayed)
                                           : fmt::format("seed {}", outcome.seed);
  return {fmt::format("Emitted by `fairshare fuzz` for {}, {}: {}.", name, how,
                      formats::counted(outcome.found.size(), "failure")),
          "A share passes if it is from low to high: all that the tolerance allows around the fair",
          "share, which is the fraction next to it."};
}

std::vector<EmittedTest> only_tests(const std::vector<std::variant<EmittedTest, NoTest>>& made) {
  std::vector<EmittedTest> tests;
  for (const auto& one : made) {
    if (const auto* test = std::get_if<EmittedTest>(&one)) tests.push_back(*test);
  }
  return tests;
}

bool limits_sums(const std::vector<EmittedTest>& tests) {
  return std::ranges::any_of(tests, [](const EmittedTest& test) { return test.sum.has_value(); });
}

std::string untested_source(std::string_view mark,
                            const std::vector<std::variant<EmittedTest, NoTest>>& made) {
  std::string text;
  for (const auto& one : made) {
    if (const auto* none = std::get_if<NoTest>(&one)) {
      text += "\n" + comment_source(mark, none->comment);
    }
  }
  return text;
}

}  // namespace fairshare::harness
