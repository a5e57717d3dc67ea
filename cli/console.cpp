#include "cli/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "formats/text/printable.h"
#include "formats/verdict/verdict.h"

namespace fairshare::cli {
namespace {

constexpr auto between_drawings = std::chrono::milliseconds(100);
constexpr std::size_t bar_columns = 30;
constexpr std::string_view erase_line = "\r\x1b[K";

// https://no-color.org: set and not empty means no colour.
bool wants_colour() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return (no_color == nullptr || *no_color == '\0') && term != nullptr &&
         std::string_view(term) != "dumb";
}

std::string_view colour_of(formats::Judgement judgement) {
  switch (judgement) {
    case formats::Judgement::fair:
      return "\x1b[32m";
    case formats::Judgement::unfair:
      return "\x1b[31m";
    case formats::Judgement::overcommitted:
      return "\x1b[33m";
  }
  return "";
}

std::string bar(std::uintmax_t done, std::uintmax_t all) {
  const double part = all == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(all);
  const double filled = std::clamp(part, 0.0, 1.0);
  const auto marks = static_cast<std::size_t>(filled * static_cast<double>(bar_columns));
  return fmt::format("[{:<{}}] {:3.0f} %", std::string(marks, '#'), bar_columns, filled * 100);
}

}  // namespace

void Transcript::print(std::string_view text) {
  results_ += text;
}

void Transcript::print_verdict(std::string_view text, formats::Judgement judgement) {
  if (!is_coloured_) return print(text);
  const std::size_t word_end = std::min(text.find(' '), text.size());
  print(fmt::format("{}{}\x1b[0m{}", colour_of(judgement), text.substr(0, word_end),
                    text.substr(word_end)));
}

void Transcript::complain(const formats::InputError& error) {
  diagnostics_.push_back(
      {results_.size(), fmt::format("error[{}] {}\n", error.code, formats::describe(error))});
}

void Transcript::warn(std::string_view sentence) {
  diagnostics_.push_back(
      {results_.size(), fmt::format("warning: {}\n", formats::printable(sentence))});
}

void Transcript::cut(const Place& place) {
  results_.resize(place.result_bytes);
  diagnostics_.resize(place.diagnostics);
}

Console::Console()
    : output_is_terminal_(isatty(STDOUT_FILENO) == 1),
      errors_are_terminal_(isatty(STDERR_FILENO) == 1),
      drawn_at_(std::chrono::steady_clock::now()) {
  std::signal(SIGPIPE, SIG_IGN);
  is_coloured_ = output_is_terminal_ && wants_colour();
}

void Console::print(std::string_view text) {
  if (failed_) return;
  if (output_is_terminal_) end_progress();
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail(errno);
}

void Console::print(const Transcript& transcript) {
  const std::string_view results = transcript.results_;
  std::size_t printed = 0;
  for (const auto& [place, text] : transcript.diagnostics_) {
    if (place > printed) print(results.substr(printed, place - printed));
    printed = place;
    // What was printed before must appear before, wherever both streams go.
    flush();
    say(text);
  }
  if (printed < results.size()) print(results.substr(printed));
}

void Console::flush() {
  if (!failed_ && std::fflush(stdout) != 0) fail(errno);
}

void Console::complain(const formats::InputError& error) {
  Transcript transcript = empty_transcript();
  transcript.complain(error);
  print(transcript);
}

void Console::warn(std::string_view sentence) {
  Transcript transcript = empty_transcript();
  transcript.warn(sentence);
  print(transcript);
}

void Console::refuse_usage(std::string_view sentence) {
  say(fmt::format("fairshare: {} (see {})\n", formats::printable(sentence), help_));
}

void Console::show_progress(std::string_view name, std::uintmax_t bytes_done,
                            std::optional<std::uintmax_t> bytes_all, std::size_t records) {
  if (!errors_are_terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - drawn_at_ < between_drawings) return;
  drawn_at_ = now;
  bar_is_drawn_ = true;
  const std::string state =
      bytes_all ? bar(bytes_done, *bytes_all) : fmt::format("{} records", records);
  fmt::print(stderr, "{}{} {}", erase_line, formats::printable(name), state);
  std::fflush(stderr);
}

void Console::end_progress() {
  if (!bar_is_drawn_) return;
  bar_is_drawn_ = false;
  std::fwrite(erase_line.data(), 1, erase_line.size(), stderr);
}

// A diagnostic that cannot be written is not an error: there is nowhere else to report that.
void Console::say(std::string_view text) {
  end_progress();
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void Console::fail(int reason) {
  failed_ = true;
  is_closed_ = reason == EPIPE;
  if (is_closed_) return;
  const formats::InputError error{.code = "FS009",
                                  .message = fmt::format("cannot write: {}", std::strerror(reason)),
                                  .file = "standard output"};
  say(fmt::format("error[{}] {}\n", error.code, formats::describe(error)));
}

}  // namespace fairshare::cli
