// An adapter: a user's scheduler behind a command that answers lines of JSON with lines of JSON.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/text/lines.h"

namespace fairshare::harness {

struct Line {
  std::string text;  // without its end ("\n" or "\r\n"); any bytes, perhaps not UTF-8
};
struct TimedOut {
  std::string begin = {};  // of a line that it has not finished, the first 200 bytes
  std::size_t bytes = 0;   // of that line, so far
};
struct TooLong {  // a line longer than it may be; the rest of it is passed over
  std::string begin = {};
};
struct Interrupted {};
struct Ended {  // the process has ended, or closed its output; and so it stays
  // "exit status 1", "signal 11 (Segmentation fault)", "closed its output"; what it wrote after its
  // last newline is no line, but is told: `exit status 1, in the middle of "{\"seq\":7,"`
  std::string how;
};
using Received = std::variant<Line, TimedOut, TooLong, Interrupted, Ended>;

struct Process;

// A running process. What it writes to standard error is kept, the last 128 KiB of it. Not copied;
// moved, and then the one that it was moved from can only be assigned to. Its end ends the process,
// and whatever that started and left in its process group; so does the end of this program, even by
// SIGKILL.
//
// Adapters may be started and used by several threads at once, each by one at a time. They need
// SIGPIPE to be ignored, or a process that ends before it has read everything would end this one:
// the first start does so, for the whole program.
class Adapter {
 public:
  // As `start_child` in child.h.
  static std::variant<Adapter, std::string> start(const std::vector<std::string>& command);

  Adapter(Adapter&& other) noexcept;
  Adapter& operator=(Adapter&& other) noexcept;
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;
  ~Adapter();

  // Queues a line; `receive` writes the queue, many lines at once, as it reads. Never blocks. Lines
  // to a process that has closed its input are dropped: `receive` tells, mostly by Ended. Asserts
  // that the line has no newline.
  void send(std::string_view line);

  // The next line of its output, within `patience`. Writes what is queued meanwhile, so that a
  // process that reads slowly and writes much never blocks both sides. Blank lines are passed over.
  // Lines that were written before the end come before it. Where it has closed its output, up to
  // one more second is spent on learning how it ended.
  //
  // Where nothing has come yet and `is_over` says true, it waits no longer: that is asked at least
  // every 50 ms.
  Received receive(
      std::chrono::milliseconds patience, std::size_t line_bytes_max = formats::line_bytes_max,
      const std::function<bool()>& is_over = [] { return false; });

  // The end of what it wrote to standard error, as far as it had arrived when `receive` or `stop`
  // returned; after an Ended, all of it.
  const std::string& complaints() const;

  // Sends `line`, closes its input and gives it `patience` to end by itself; then kills it. Lines
  // that it writes meanwhile are dropped; `receive` says how it ended, if killed then by "signal 9
  // (Killed)".
  void stop(std::string_view line, std::chrono::milliseconds patience);

 private:
  explicit Adapter(std::unique_ptr<Process> process);

  std::unique_ptr<Process> process_;
};

}  // namespace fairshare::harness
