// The line in question is mostly the last one that begins at the margin; indented lines below it
// are frames. After it, some runtimes write more lines at the margin: notes, goroutines, their
// version.
#include "fuzz/harness/last_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "formats/text/printable.h"

namespace fairshare::harness {
namespace {

constexpr std::size_t headline_bytes_max = 200;
constexpr std::size_t frame_bytes_max = 100;

using Lines = std::vector<std::string_view>;

constexpr std::string_view blanks = " \t\r";

bool is_indented(std::string_view line) {
  return line.starts_with(' ') || line.starts_with('\t');
}

std::string_view trimmed(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  return line.substr(0, line.find_last_not_of(blanks) + 1);
}

// The lines that are not blank.
Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!trimmed(line).empty()) lines.push_back(line);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return lines;
}

template <std::size_t count>
bool begins_with_any(std::string_view line, const std::array<std::string_view, count>& beginnings) {
  return std::ranges::any_of(beginnings, [&](auto one) { return line.starts_with(one); });
}

// These lines say what went wrong, whatever is written after them.
constexpr std::array<std::string_view, 4> headlines = {
    "panic: ", "fatal error: ", "SUMMARY: ", "Fatal Python error: "};

// These lines do not say what went wrong.
constexpr std::array<std::string_view, 5> asides = {"note: ", "stack backtrace:", "exit status ",
                                                    "Node.js v", "make: "};

// The index of the line that says what went wrong; that of the last line if none is at the margin.
std::size_t find_headline(const Lines& lines) {
  const auto find_last = [&](const auto& is_it) {
    const auto found = std::find_if(lines.rbegin(), lines.rend(), is_it);
    return static_cast<std::size_t>(lines.rend() - found);  // from 1; 0 if no line matches
  };
  std::size_t found = find_last([](auto line) { return begins_with_any(line, headlines); });
  if (found == 0) {
    found =
        find_last([](auto line) { return !is_indented(line) && !begins_with_any(line, asides); });
  }
  return found == 0 ? lines.size() - 1 : found - 1;
}

// The platforms' own code.
constexpr std::array<std::string_view, 14> platforms = {
    "java.",   "javax.", "java.base/", "jdk.",     "sun.",   "kotlin.",  "scala.",
    "System.", "node:",  "internal/",  "runtime.", "panic(", "testing.", "reflect."};

// "at Mine.divide(Mine.java:4)", "main.divide(...)": the first frame in the user's own code, or
// else the first frame.
std::optional<std::string_view> find_frame(const Lines& lines, std::size_t headline) {
  const bool is_go = begins_with_any(lines[headline], headlines);
  std::optional<std::string_view> first;
  bool is_in_list = !is_go;
  for (std::size_t i = headline + 1; i < lines.size(); ++i) {
    if (is_go && lines[i].starts_with("goroutine ")) {
      if (first) break;
      is_in_list = true;
      continue;
    }
    const std::string_view line = trimmed(lines[i]);
    const bool is_frame =
        is_go ? !is_indented(lines[i]) : is_indented(lines[i]) && line.starts_with("at ");
    if (!is_in_list || !is_frame) continue;
    std::string_view place = line;
    if (!is_go) place.remove_prefix(3);
    if (!begins_with_any(place, platforms)) return line;
    if (!first) first = line;
  }
  return first;
}

std::string shortened(std::string_view text, std::size_t bytes_max) {
  text = trimmed(text);
  if (text.size() <= bytes_max) return formats::printable(text);
  std::size_t end = bytes_max - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
  return formats::printable(text.substr(0, end)) + "...";
}

}  // namespace

std::string last_words(std::string_view complaints) {
  const Lines lines = lines_of(complaints);
  if (lines.empty()) return "";
  const std::size_t headline = find_headline(lines);
  std::string words = shortened(lines[headline], headline_bytes_max);
  // Rust writes the message below the place.
  if (headline > 0 && lines[headline - 1].find("panicked at ") != std::string_view::npos) {
    words = shortened(lines[headline - 1], frame_bytes_max) + " " + words;
  }
  if (const auto frame = find_frame(lines, headline)) {
    words += fmt::format(", {}", shortened(*frame, frame_bytes_max));
  } else if (headline + 1 < lines.size() && trimmed(lines[headline + 1]).starts_with("what():")) {
    words += fmt::format(", {}", shortened(lines[headline + 1], headline_bytes_max));
  }
  return words;
}

}  // namespace fairshare::harness
