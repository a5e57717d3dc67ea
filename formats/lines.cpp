// Lines of a stream. Whatever is left of the buffer after a line moves to its front before more is
// read.
#include "formats/lines.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace fairshare::formats {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{64} << 10;

// As long as this without an end, a line is too long even if what follows is the rest of its
// "\r\n".
constexpr std::size_t buffer_bytes_max = line_bytes_max + 2;

// What has arrived, at least one byte, without waiting for more: whoever sends one record through a
// pipe wants its answer before sending the next. 0 at the end, -1 on failure.
ssize_t read_some(int descriptor, char* buffer, std::size_t size) {
  while (true) {
    const ssize_t count = ::read(descriptor, buffer, size);
    if (count >= 0 || errno != EINTR) return count;
  }
}

}  // namespace

std::variant<Line, LineTooLong, EndOfLines, ReadFailure> LineReader::next() {
  bool skipping = false;
  std::size_t searched = begin_;
  while (true) {
    const auto* found = static_cast<const char*>(
        searched < end_ ? std::memchr(&buffer_[searched], '\n', end_ - searched) : nullptr);
    if (found != nullptr) {
      const auto end = static_cast<std::size_t>(found - buffer_.data());
      std::string_view text(&buffer_[begin_], end - begin_);
      if (text.ends_with('\r')) text.remove_suffix(1);
      begin_ = end + 1;
      ++number_;
      if (skipping || text.size() > line_bytes_max) return LineTooLong{number_};
      return Line{text, number_};
    }

    if (end_ - begin_ >= buffer_bytes_max) skipping = true;
    if (skipping) begin_ = end_;
    if (begin_ > 0) std::memmove(buffer_.data(), &buffer_[begin_], end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    searched = end_;
    if (end_ == buffer_.size()) {
      buffer_.resize(std::clamp(2 * buffer_.size(), chunk_bytes, buffer_bytes_max));
    }

    const ssize_t count = read_some(fileno(file_), &buffer_[end_], buffer_.size() - end_);
    if (count < 0) return ReadFailure{std::generic_category().message(errno)};
    end_ += static_cast<std::size_t>(count);
    if (count > 0) continue;
    if (end_ == 0 && !skipping) return EndOfLines{};
    const std::string_view text(buffer_.data(), end_);
    begin_ = end_;
    ++number_;
    if (skipping || text.size() > line_bytes_max) return LineTooLong{number_};
    return Line{text, number_};
  }
}

}  // namespace fairshare::formats
