#include "formats/report/markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "formats/report/text.h"
#include "formats/text/number_text.h"
#include "formats/text/printable.h"

namespace fairshare::formats {
namespace {

constexpr std::size_t text_bytes_max = 6000;
// For the sentences about what is left out.
constexpr std::size_t reserve = 1000;

// The text cut to the maximum length, at the end of a line.
std::string cut(std::string text) {
  if (text.size() <= text_bytes_max) return text;
  const std::string beginning = abridged(text, text_bytes_max);
  const std::size_t end = beginning.rfind('\n');
  return (end == std::string::npos ? beginning + "\n" : beginning.substr(0, end + 1)) +
         "  (cut here: this is longer than a comment can show)\n";
}

// How a kind of verdict is shown. Fair ones are folded.
struct Section {
  Severity severity;
  std::string_view one;   // the sentence if one is left out
  std::string_view many;  // the sentence if several are
};
constexpr std::array<Section, severities> sections = {{
    {Severity::unfair, "more that is not fair", "more that are not fair"},
    {Severity::not_judged, "more error", "more errors"},
    {Severity::warning, "more warning", "more warnings"},
    {Severity::overcommitted, "more that is overcommitted", "more that are overcommitted"},
    {Severity::fair, "more that is fair", "more that are fair"},
}};

std::string heading(Question question, const Tally& tally) {
  const auto& [good, bad, not_judged, overcommitted] = tally;
  const std::size_t all = good + bad + not_judged + overcommitted;
  if (all == 0) return "nothing was judged";
  switch (question) {
    case Question::shares:
      return bad > 0          ? fmt::format("{} of {} unfair", bad, counted(all, "division"))
             : not_judged > 0 ? fmt::format("{} of {} not judged", not_judged, all)
             : overcommitted > 0
                 ? fmt::format("nothing is unfair, {} of {} overcommitted", overcommitted, all)
                 : fmt::format("{} fair", counted(all, "division"));
    case Question::ordering:
      return bad > 0          ? fmt::format("{} of {} inconsistent", bad, all)
             : not_judged > 0 ? fmt::format("{} of {} not judged", not_judged, all)
                              : fmt::format("{} consistent", all);
    case Question::certificate:
      return bad > 0 ? fmt::format("{} of {} refused", bad, counted(all, "certificate"))
             : not_judged > 0
                 ? fmt::format("{} of {} not read", not_judged, all)
                 : fmt::format("{} {}", counted(all, "certificate"), all == 1 ? "holds" : "hold");
  }
  return "";
}

std::string counts(Question question, const Tally& tally) {
  const auto& [good, bad, not_judged, overcommitted] = tally;
  switch (question) {
    case Question::shares:
      return fmt::format(
          "| fair | unfair | overcommitted | not judged |\n|-:|-:|-:|-:|\n| {} | {} | {} | {} |\n",
          good, bad, overcommitted, not_judged);
    case Question::ordering:
      return fmt::format(
          "| consistent | inconsistent | not judged |\n|-:|-:|-:|\n| {} | {} | {} |\n\n"
          "Only the ordering was checked: whether some ratio R gives these shares.\n",
          good, bad, not_judged);
    case Question::certificate:
      return fmt::format("| hold | refused | not read |\n|-:|-:|-:|\n| {} | {} | {} |\n", good, bad,
                         not_judged);
  }
  return "";
}

std::string_view folded_title(Question question) {
  return question == Question::shares     ? "fair"
         : question == Question::ordering ? "consistent"
                                          : "hold";
}

// The texts of a severity, as many as there is room for. `shown` counts them.
std::string blocks(Severity severity, const Worst& worst, std::size_t room, std::size_t& shown) {
  std::string text;
  for (const auto& [rank, kept] : worst.kept) {
    if (rank.severity != severity) continue;
    const std::string block = "\n" + fenced(kept.text);
    if (text.size() + block.size() > room) break;
    text += block;
    ++shown;
  }
  return text;
}

// The lines of what is fair, in one block.
std::string fold(Question question, const Worst& worst, std::size_t count, std::size_t room,
                 std::size_t& shown) {
  if (count == 0) return "";
  const std::string open =
      fmt::format("\n<details><summary>{} {}</summary>\n\n", count, folded_title(question));
  const std::string_view close = "\n</details>\n";
  std::string lines;
  for (const auto& [rank, kept] : worst.kept) {
    if (rank.severity != Severity::fair) continue;
    const std::string longer = lines + kept.text;
    if (open.size() + fenced(longer).size() + close.size() > room) break;
    lines = longer;
    ++shown;
  }
  if (lines.empty()) return "";
  return open + fenced(lines) + std::string(close);
}

}  // namespace

std::string fenced(std::string_view text) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char byte : text) {
    run = byte == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const std::string_view end = text.ends_with('\n') ? "" : "\n";
  return fmt::format("{}text\n{}{}{}\n", fence, text, end, fence);
}

std::string markdown_verdicts(std::span<const Verdict> verdicts) {
  std::string text;
  for (const Verdict& verdict : verdicts) text += cut(as_utf8(verdict_text(verdict)));
  return text;
}

std::string markdown_error(const RecordError& error) {
  return cut(as_utf8(fmt::format("error[{}] {}\n", error.error.code, describe(error.error))));
}

std::string markdown_warning(std::string_view, std::string_view sentence) {
  return cut(fmt::format("warning: {}\n", printable(as_utf8(sentence))));
}

std::string markdown_report(Question question, const Tally& tally, const Worst& worst) {
  std::string text =
      fmt::format("### fairshare: {}\n\n{}", heading(question, tally), counts(question, tally));
  std::string missing;
  for (const auto& [severity, one, many] : sections) {
    const std::size_t all = worst.offered[static_cast<std::size_t>(severity)];
    const std::size_t room = markdown_bytes_max - reserve - text.size();
    std::size_t shown = 0;
    text += severity == Severity::fair ? fold(question, worst, all, room, shown)
                                       : blocks(severity, worst, room, shown);
    const std::size_t rest = all - shown;
    if (rest > 0)
      missing += fmt::format("{} {} {}", missing.empty() ? "" : ",", rest, rest == 1 ? one : many);
  }
  if (missing.empty()) return text;
  return text + fmt::format("\nNot shown, since a comment has room for {} characters:{}.\n",
                            markdown_bytes_max, missing);
}

}  // namespace fairshare::formats
