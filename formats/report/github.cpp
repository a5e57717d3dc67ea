#include "formats/report/github.h"

#include <fmt/format.h>

#include <cstddef>

#include "formats/report/text.h"
#include "formats/text/printable.h"

namespace fairshare::formats {
namespace {

// GitHub cuts titles at 255 characters and messages at 64 KiB, which would be a long line in a log.
constexpr std::size_t title_bytes_max = 200;
constexpr std::size_t message_bytes_max = 4000;

// Every byte in `special`, and %, as %0A. Printable text has no line break of its own.
std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char byte : text) {
    const bool is_escaped = byte == '%' || special.find(byte) != std::string_view::npos;
    if (is_escaped) {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
    } else {
      result += byte;
    }
  }
  return result;
}

// "::error file=a.ndjson,line=3,title=FS204 a::message". An empty file, "-" and line 0 are left
// out; a line without its file means nothing.
std::string command(std::string_view severity, std::string_view file, std::size_t line,
                    std::string_view title, std::string_view message) {
  std::string properties;
  if (!file.empty() && file != "-") {
    properties = fmt::format("file={},", github_property(file));
    if (line > 0) properties += fmt::format("line={},", line);
  }
  return fmt::format("::{} {}title={}::{}\n", severity, properties,
                     github_property(abridged(title, title_bytes_max)),
                     github_message(abridged(message, message_bytes_max)));
}

}  // namespace

std::string github_message(std::string_view text) {
  return escaped(printable(as_utf8(text)), "");
}

std::string github_property(std::string_view text) {
  return escaped(printable(as_utf8(text)), ":,");
}

std::string github_verdicts(std::span<const Verdict> verdicts) {
  std::string text;
  for (const Verdict& verdict : verdicts) {
    const Case& division = verdict.division;
    const std::string name = full_title_of(division);
    if (verdict.judgement == Judgement::overcommitted) {
      text += command("notice", division.file, division.line, "overcommitted " + name,
                      fmt::format("{}: the minimums exceed the total by {}", name,
                                  exact::brief_with_decimal(*verdict.excess)));
    } else if (verdict.judgement == Judgement::unfair) {
      const Finding& first = verdict.findings.front();
      text += command("error", division.file, division.line, first.code + " " + name,
                      fmt::format("{}: {}", name, message_of(verdict, first, exact::Digits::few)));
    }
  }
  return text;
}

std::string github_error(const RecordError& error) {
  const InputError& what = error.error;
  return command("error", what.file, what.line, what.code, describe(what));
}

std::string github_warning(std::string_view file, std::string_view sentence) {
  return command("warning", file, 0, "fairshare", sentence);
}

std::string github_counts(std::string_view sentence) {
  return command("notice", "", 0, "fairshare", sentence);
}

}  // namespace fairshare::formats
