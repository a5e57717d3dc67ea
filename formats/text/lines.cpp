// Lines of a stream. What is left in the buffer after a line is moved to its front before more is
// read.
#include "formats/text/lines.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace fairshare::formats {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{64} << 10;

// A line of this length without an end is too long, even if the rest of its "\r\n" follows.
constexpr std::size_t buffer_bytes_max = line_bytes_max + 2;

// What has arrived, at least one byte, without waiting for more: a caller that sends one record
// through a pipe wants its answer before sending the next. 0 at the end, -1 on failure.
ssize_t read_some(int descriptor, char* buffer, std::size_t size) {
  while (true) {
    const ssize_t count = ::read(descriptor, buffer, size);
    if (count >= 0 || errno != EINTR) return count;
  }
}

}  // namespace

void LineReader::search() {
  if (searched_ == end_) return;
  const auto* found =
      static_cast<const char*>(std::memchr(&buffer_[searched_], '\n', end_ - searched_));
  searched_ = found != nullptr ? static_cast<std::size_t>(found - buffer_.data()) : end_;
}

// The buffer has as much as a line may have, and no end of the line.
bool LineReader::is_full() const {
  return !is_skipping_ && searched_ == end_ && end_ - begin_ >= buffer_bytes_max;
}

bool LineReader::is_ready() {
  search();
  if (is_skipping_ && searched_ < end_) {
    begin_ = ++searched_;
    is_skipping_ = false;
    search();
  }
  return searched_ < end_ || is_full() || is_over_;
}

void LineReader::read_more() {
  if (is_skipping_) begin_ = end_;
  if (begin_ > 0) std::memmove(buffer_.data(), &buffer_[begin_], end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  searched_ = end_;
  if (end_ == buffer_.size()) {
    buffer_.resize(std::clamp(2 * buffer_.size(), chunk_bytes, buffer_bytes_max));
  }
  const ssize_t count = read_some(fileno(file_), &buffer_[end_], buffer_.size() - end_);
  if (count < 0) failure_ = errno;
  if (count > 0) end_ += static_cast<std::size_t>(count);
  is_over_ = count <= 0;
}

bool LineReader::is_ready_within(std::chrono::milliseconds time) {
  if (is_ready()) return true;
  pollfd input{fileno(file_), POLLIN, 0};
  if (::poll(&input, 1, static_cast<int>(time.count())) <= 0) return false;
  read_more();
  return is_ready();
}

Line LineReader::take_line() {
  const bool is_whole = searched_ < end_;
  std::string_view text(buffer_.data() + begin_, searched_ - begin_);
  if (is_whole && text.ends_with('\r')) text.remove_suffix(1);
  begin_ = searched_ + (is_whole ? 1 : 0);
  searched_ = begin_;
  return {text, ++number_};
}

std::variant<Line, LineTooLong, EndOfLines, ReadFailure> LineReader::next() {
  while (!is_ready()) read_more();
  if (is_full()) {
    is_skipping_ = true;
    return LineTooLong{++number_};
  }
  const bool is_end = searched_ == end_;
  if (is_end && failure_ != 0) return ReadFailure{std::generic_category().message(failure_)};
  if (is_end && (begin_ == end_ || is_skipping_)) return EndOfLines{};
  const Line line = take_line();
  if (line.text.size() > line_bytes_max) return LineTooLong{line.number};
  return line;
}

}  // namespace fairshare::formats
