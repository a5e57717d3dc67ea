// Lines of a stream, one at a time, in bounded memory.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <variant>

namespace fairshare::formats {

// The longest line that is read: 64 MiB. A longer one is reported as soon as more has arrived, and
// skipped to its end, if it has one.
inline constexpr std::size_t line_bytes_max = std::size_t{64} << 20;

struct Line {
  std::string_view text;  // without its end ("\n" or "\r\n"); valid until the next call
  std::size_t number;     // from 1
};
struct LineTooLong {
  std::size_t number;
};
struct EndOfLines {};
struct ReadFailure {
  std::string reason;  // the system's words
};

// Reads as much as has arrived, from the descriptor of `file`; nothing may have been read from
// `file` before. EndOfLines and a ReadFailure are final.
class LineReader {
 public:
  explicit LineReader(std::FILE* file) : file_(file) {}
  std::variant<Line, LineTooLong, EndOfLines, ReadFailure> next();

  // True if `next` will not wait for input: a whole line has arrived, or too much of one, or the
  // end.
  bool is_ready();
  // The same, after waiting for input for at most that long.
  bool is_ready_within(std::chrono::milliseconds time);

 private:
  void search();
  bool is_full() const;
  void read_more();
  Line take_line();

  std::FILE* file_;
  std::string buffer_;
  std::size_t number_ = 0;
  std::size_t begin_ = 0;
  std::size_t searched_ = 0;  // no line ends before this; below end_: one ends here
  std::size_t end_ = 0;
  bool is_skipping_ = false;  // what begins here is the rest of a line that was too long
  bool is_over_ = false;
  int failure_ = 0;  // the system's number for why it is over
};

}  // namespace fairshare::formats
