// An input error as one line of text.
#include "formats/text/input_error.h"

#include <fmt/format.h>

namespace fairshare::formats {
namespace {

// Names may contain anything. A line feed would break the line in two, and a terminal would obey an
// escape sequence. Some terminals obey C1 controls, which are C2 80 to C2 9F in UTF-8. In the log
// of a job, GitHub's runner obeys "##[".
std::string on_one_line(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const auto next = static_cast<unsigned char>(at + 1 < text.size() ? text[at + 1] : 0);
    if (byte < 0x20 || byte == 0x7F || text.substr(at).starts_with("##[")) {
      result += fmt::format("\\u{:04x}", byte);
    } else if (byte == 0xC2 && 0x80 <= next && next <= 0x9F) {
      result += fmt::format("\\u{:04x}", next);
      ++at;
    } else {
      result += text[at];
    }
  }
  return result;
}

}  // namespace

std::string abridged(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return std::string(text);
  std::size_t end = bytes_max - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;  // does not cut within a character
  return std::string(text.substr(0, end)) + "...";
}

std::string describe(const InputError& error) {
  std::string place = error.file;
  if (error.line > 0) place += fmt::format("{}{}", place.empty() ? "line " : ":", error.line);
  if (!place.empty()) place += ": ";

  std::string subject = error.claimant.empty() ? "" : "claimant " + error.claimant;
  if (!error.field.empty()) subject += (subject.empty() ? "" : ", ") + error.field;
  if (!subject.empty()) subject += ": ";
  return on_one_line(place + subject + error.message);
}

}  // namespace fairshare::formats
