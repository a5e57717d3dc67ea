#include "formats/report/junit.h"

#include <fmt/format.h>

#include "formats/report/text.h"
#include "formats/text/xml_text.h"

namespace fairshare::formats {

std::string junit_case(std::string_view class_name, std::string_view name,
                       const std::optional<JUnitFailure>& failure) {
  const std::string head = fmt::format("    <testcase classname=\"{}\" name=\"{}\"",
                                       xml_escaped(class_name), xml_escaped(name));
  if (!failure) return head + "/>\n";
  return fmt::format(
      "{}>\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n", head,
      xml_escaped(failure->type), xml_escaped(failure->message), xml_escaped(failure->text));
}

std::string junit_begin(std::string_view suite, std::string_view attributes) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{}\"{}>\n",
      xml_escaped(suite), attributes);
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
      failure = {first.code, message_of(verdict, first, exact::Digits::few), verdict_text(verdict)};
    }
    text += junit_case(verdict.division.file, full_title_of(verdict.division), failure);
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
