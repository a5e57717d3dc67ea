// Output: results on standard output, diagnostics and progress on standard error.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/text/input_error.h"

namespace fairshare::formats {
enum class Judgement;
}

namespace fairshare::cli {

// Results and diagnostics of some lines, in order, for a console to print when it is their turn.
class Transcript {
 public:
  // With colours, if verdicts have any.
  explicit Transcript(bool is_coloured) : is_coloured_(is_coloured) {}

  // As those of Console.
  void print(std::string_view text);
  // The first word in the verdict's colour, if standard output is a terminal with colours.
  void print_verdict(std::string_view text, formats::Judgement judgement);
  void complain(const formats::InputError& error);
  void warn(std::string_view sentence);

  // A position in the transcript; `cut` removes everything after one.
  struct Place {
    std::size_t result_bytes;
    std::size_t diagnostics;
  };
  Place place() const { return {results_.size(), diagnostics_.size()}; }
  void cut(const Place& place);

 private:
  friend class Console;
  struct Diagnostic {
    std::size_t place;  // after so many bytes of the results
    std::string text;
  };
  bool is_coloured_;
  std::string results_;
  std::vector<Diagnostic> diagnostics_;
};

// A failed write (a full disk) is reported once on standard error; from then on `failed` is true
// and nothing more is written. If the reader has closed the pipe, as `head` does, nothing is
// reported.
class Console {
 public:
  Console();  // looks at both streams and the environment; a closed pipe is no signal from now on

  void print(std::string_view text);
  void print(const Transcript& transcript);
  Transcript empty_transcript() const { return Transcript(is_coloured_); }
  void flush();
  bool failed() const { return failed_; }
  // 141 if the pipe is closed, the shell's status for a program ended by SIGPIPE; else `status`.
  int status_of(int status) const { return is_closed_ ? 141 : status; }

  void complain(const formats::InputError& error);  // "error[FS010] file:3: ..."
  void warn(std::string_view sentence);             // "warning: ..."
  void refuse_usage(std::string_view sentence);     // "fairshare: ...", and where to find help
  void find_help_in(std::string command) { help_ = std::move(command); }

  // A bar if the number of bytes is known, else a count. Shown only if standard error is a
  // terminal, at most ten times a second, and erased before anything else is written there.
  void show_progress(std::string_view name, std::uintmax_t bytes_done,
                     std::optional<std::uintmax_t> bytes_all, std::size_t records);
  void end_progress();

 private:
  void say(std::string_view text);
  void fail(int reason);

  bool failed_ = false;
  bool is_closed_ = false;
  bool is_coloured_ = false;
  bool output_is_terminal_ = false;
  bool errors_are_terminal_ = false;
  bool bar_is_drawn_ = false;
  std::chrono::steady_clock::time_point drawn_at_;
  std::string help_ = "fairshare --help";
};

}  // namespace fairshare::cli
