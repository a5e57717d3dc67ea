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
  std::string begin = {};  // the first 200 bytes of a line that it has not finished
  std::size_t bytes = 0;   // of that line that have arrived
};
struct TooLong {  // a line exceeds the maximum length; the rest of it is skipped
  std::string begin = {};
};
struct Interrupted {};
struct Ended {  // the process has ended or closed its output; from then on every call returns this
  // "exit status 1", "signal 11 (Segmentation fault)", "closed its output". What it wrote after its
  // last newline is quoted here: `exit status 1, in the middle of "{\"seq\":7,"`
  std::string how;
};
using Received = std::variant<Line, TimedOut, TooLong, Interrupted, Ended>;

struct Process;

// A running process. The last 128 KiB that it writes to standard error are kept. An adapter can be
// moved, not copied; the one that was moved from can only be assigned to. Its destructor kills the
// process and everything that the process started in its process group. The end of this program
// does the same, even an end by SIGKILL.
//
// Several threads may start and use adapters at once, but only one at a time may use the same
// adapter. The first start makes the whole program ignore SIGPIPE: otherwise a process that ends
// before it has read everything would end this one.
class Adapter {
 public:
  // As `start_child` in child.h.
  static std::variant<Adapter, std::string> start(const std::vector<std::string>& command);

  Adapter(Adapter&& other) noexcept;
  Adapter& operator=(Adapter&& other) noexcept;
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;
  ~Adapter();

  // Queues a line and never blocks; `receive` writes the queue, many lines at once, while it reads.
  // Lines to a process that has closed its input are dropped: `receive` then usually returns Ended.
  // Asserts that the line has no newline.
  void send(std::string_view line);

  // Waits up to `patience` for the next line of its output. Meanwhile it writes what is queued, so
  // that a process that reads slowly and writes much never blocks both sides. Blank lines are
  // skipped. All lines that the process wrote come before Ended. If the process has closed its
  // output, up to one more second is spent on learning how it ended.
  //
  // Returns Interrupted if no line has come yet and `is_over` returns true, which is called at
  // least every 50 ms.
  Received receive(
      std::chrono::milliseconds patience, std::size_t line_bytes_max = formats::line_bytes_max,
      const std::function<bool()>& is_over = [] { return false; });

  // The end of what it has written to standard error: what had arrived when `receive` or `stop`
  // returned, and everything after Ended.
  const std::string& complaints() const;

  // Sends `line`, closes its input, gives it `patience` to end by itself, and then kills it. Lines
  // that it writes meanwhile are dropped. `receive` then says how it ended: if it was killed, by
  // "signal 9 (Killed)".
  void stop(std::string_view line, std::chrono::milliseconds patience);

 private:
  explicit Adapter(std::unique_ptr<Process> process);

  std::unique_ptr<Process> process_;
};

}  // namespace fairshare::harness
