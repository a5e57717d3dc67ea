// Lines of a stream, one at a time, in bounded memory.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <variant>

namespace fairshare::formats {

// The longest line that is read: 64 MiB. A longer one is skipped to its end, and said.
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

// Reads as much as has arrived, from the descriptor behind `file`: nothing may have been read from
// `file` before. After EndOfLines or a ReadFailure there is no more.
class LineReader {
 public:
  explicit LineReader(std::FILE* file) : file_(file) {}
  std::variant<Line, LineTooLong, EndOfLines, ReadFailure> next();

 private:
  std::FILE* file_;
  std::string buffer_;
  std::size_t number_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace fairshare::formats
