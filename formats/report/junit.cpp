#include "formats/report/junit.h"

#include <fmt/format.h>

#include "formats/report/text.h"
#include "formats/text/json.h"

namespace fairshare::formats {
namespace {

// For XML, attributes and texts alike. What is no UTF-8 loses its bytes beyond ASCII.
std::string escaped(std::string_view text) {
  const bool is_utf8 = json::is_utf8(text);
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF")) {
      at += 2;  // U+FFFE and U+FFFF are no characters of XML
    } else if (text[at] == '&') {
      result += "&amp;";
    } else if (text[at] == '<') {
      result += "&lt;";
    } else if (text[at] == '>') {
      result += "&gt;";
    } else if (text[at] == '"') {
      result += "&quot;";
    } else if (text[at] == '\n' || text[at] == '\t') {
      result += text[at] == '\n' ? "&#10;" : "&#9;";
    } else if (byte >= 0x20 && (byte < 0x80 || is_utf8)) {
      result += text[at];
    }
  }
  return result;
}

// "root: memory", or the title alone.
std::string name_of(const Case& division) {
  return division.resource.empty() ? division.title : division.title + ": " + division.resource;
}

}  // namespace

std::string junit_case(std::string_view class_name, std::string_view name,
                       const std::optional<JUnitFailure>& failure) {
  const std::string head =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\"", escaped(class_name), escaped(name));
  if (!failure) return head + "/>\n";
  return fmt::format(
      "{}>\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n", head,
      escaped(failure->type), escaped(failure->message), escaped(failure->text));
}

std::string junit_begin(std::string_view suite, std::string_view attributes) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{}\"{}>\n",
      escaped(suite), attributes);
}

std::string junit_end() {
  return "  </testsuite>\n</testsuites>\n";
}

std::string junit_verdicts(std::span<const Verdict> verdicts) {
  std::string text;
  for (const Verdict& verdict : verdicts) {
    std::optional<JUnitFailure> failure;
    if (!verdict.findings.empty()) {
      const Finding& first = verdict.findings.front();
      failure = {first.code, message_of(verdict, first), verdict_text(verdict)};
    }
    text += junit_case(verdict.division.file, name_of(verdict.division), failure);
  }
  return text;
}

std::string junit_error(const RecordError& error) {
  const InputError& what = error.error;
  const std::string place = what.line > 0 ? fmt::format("line {}", what.line) : "the file";
  return junit_case(what.file, error.id.empty() ? place : error.id,
                    JUnitFailure{what.code, what.message, describe(what) + "\n"});
}

}  // namespace fairshare::formats
