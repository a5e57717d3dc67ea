// A process at the end of three pipes. All input and output goes through `exchange`: it waits until
// one of the pipes can move something, and moves it, so the two sides never wait for each other.
#include "fuzz/harness/adapter.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <optional>
#include <utility>

#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "fuzz/harness/child.h"

namespace fairshare::harness {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

struct Process {
  Child child = {};

  std::string queue = {};  // what is to be written, from `written` on
  std::size_t written = 0;

  std::string arrived = {};  // what has been read, from `begin` on; no newline before `searched`
  std::size_t begin = 0;
  std::size_t searched = 0;
  bool is_skipping = false;  // the rest of a line that was too long

  std::string complaints = {};
  std::optional<std::string> how = std::nullopt;  // how it ended
};

namespace {

constexpr std::size_t chunk_bytes = std::size_t{64} << 10;
constexpr std::size_t complaints_bytes_max = std::size_t{128} << 10;

// How often to check whether the process has ended. If something that it started keeps its output
// open, nothing else shows that.
constexpr milliseconds look_after{50};

// How often, and how long, to wait for a process to end after its output has ended.
constexpr milliseconds look_closely_after{2};
constexpr milliseconds ending_max{1000};

// More than a pipe holds, unless the system's administrator has changed that.
constexpr std::size_t pipe_bytes_max = std::size_t{1} << 20;

constexpr milliseconds patience_max = std::chrono::hours(24);  // so that deadlines do not overflow

// Moving bytes.

void write_queued(Process& process) {
  while (process.child.input.is_open() && process.written < process.queue.size()) {
    const ssize_t count = ::write(process.child.input.number(), &process.queue[process.written],
                                  process.queue.size() - process.written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) break;
    if (count < 0) process.child.input.close();
    if (count > 0) process.written += static_cast<std::size_t>(count);
  }
  const bool is_done = !process.child.input.is_open() || process.written == process.queue.size();
  if (is_done || process.written > process.queue.size() / 2) {
    process.queue.erase(0, is_done ? process.queue.size() : process.written);
    process.written = 0;
  }
}

// Appends what is there, at most a chunk; closes the descriptor at its end.
void read_some(Descriptor& descriptor, std::string& into) {
  std::array<char, chunk_bytes> chunk;
  const ssize_t count = ::read(descriptor.number(), chunk.data(), chunk.size());
  if (count > 0) into.append(chunk.data(), static_cast<std::size_t>(count));
  const bool is_later = count < 0 && (errno == EINTR || errno == EAGAIN);
  if (count <= 0 && !is_later) descriptor.close();
}

// Moves what can be moved, after waiting for that up to `patience`. False if nothing could be
// moved.
bool exchange(Process& process, milliseconds patience) {
  const bool has_queued = process.written < process.queue.size();
  std::array<pollfd, 3> polled = {{{has_queued ? process.child.input.number() : -1, POLLOUT, 0},
                                   {process.child.output.number(), POLLIN, 0},
                                   {process.child.errors.number(), POLLIN, 0}}};
  const int timeout = static_cast<int>(std::max(patience, milliseconds(0)).count());
  if (::poll(polled.data(), polled.size(), timeout) <= 0) return false;
  if (polled[0].revents != 0) write_queued(process);
  if (polled[1].revents != 0) read_some(process.child.output, process.arrived);
  if (polled[2].revents != 0) {
    read_some(process.child.errors, process.complaints);
    const std::size_t size = process.complaints.size();
    process.complaints.erase(0, size - std::min(size, complaints_bytes_max));
  }
  return true;
}

// Lines.

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

std::string beginning_of(std::string_view line) {
  constexpr std::size_t bytes_max = 200;
  return std::string(line.substr(0, bytes_max));
}

// For a line whose end has not arrived yet.
std::optional<Received> keep_unfinished(Process& process, std::size_t bytes_max) {
  process.arrived.erase(0, process.begin);
  process.begin = 0;
  process.searched = process.arrived.size();
  if (!process.is_skipping && process.arrived.size() <= bytes_max + 1) {  // '\r'
    return std::nullopt;
  }
  const std::string arrived = std::exchange(process.arrived, {});
  process.searched = 0;
  if (std::exchange(process.is_skipping, true)) return std::nullopt;
  return TooLong{beginning_of(arrived)};
}

// The next line that has arrived.
std::optional<Received> take_line(Process& process, std::size_t bytes_max) {
  while (true) {
    const std::size_t newline = process.arrived.find('\n', process.searched);
    if (newline == std::string::npos) return keep_unfinished(process, bytes_max);
    std::string_view text(&process.arrived[process.begin], newline - process.begin);
    if (text.ends_with('\r')) text.remove_suffix(1);
    process.begin = process.searched = newline + 1;
    if (std::exchange(process.is_skipping, false) || is_blank(text)) continue;
    if (text.size() > bytes_max) return TooLong{beginning_of(text)};
    return Line{std::string(text)};
  }
}

// What is received after the last line.
Received end_with_rest(Process& process) {
  if (!is_blank(process.arrived)) {
    const std::string shown = formats::json::quoted(formats::abridged(process.arrived));
    *process.how += fmt::format(", in the middle of {}", shown);
  }
  process.arrived = {};
  process.searched = 0;
  return Ended{*process.how};
}

// Reads what an ended process has left in its pipes. It stops at some point, since another process
// may go on filling them.
void drain(Process& process) {
  const auto deadline = Clock::now() + ending_max;
  const std::size_t bytes_max = process.arrived.size() + pipe_bytes_max;
  while (exchange(process, milliseconds(0)) && Clock::now() < deadline &&
         process.arrived.size() < bytes_max) {
  }
}

// The process's output is closed. It may be about to end, and to say why.
void await_end(Process& process) {
  const auto deadline = Clock::now() + ending_max;
  process.how = find_ending(process.child);
  while (!process.how && Clock::now() < deadline) {
    exchange(process, look_closely_after);
    process.how = find_ending(process.child);
  }
  drain(process);
  if (!process.how) process.how = "closed its output";
}

// Moves what can be moved within `patience`, and finds out if that was the last.
void advance(Process& process, milliseconds patience) {
  const bool has_moved = exchange(process, patience);
  if (!process.child.output.is_open()) return await_end(process);
  if (has_moved) return;
  process.how = find_ending(process.child);
  if (process.how) drain(process);
}

milliseconds time_until(Clock::time_point deadline) {
  return std::chrono::ceil<milliseconds>(deadline - Clock::now());
}

Clock::time_point deadline_after(milliseconds patience) {
  return Clock::now() + std::min(patience, patience_max);
}

}  // namespace

std::variant<Adapter, std::string> Adapter::start(const std::vector<std::string>& command) {
  auto child = start_child(command);
  if (auto* reason = std::get_if<std::string>(&child)) return std::move(*reason);
  return Adapter(std::make_unique<Process>(Process{.child = std::get<Child>(std::move(child))}));
}

Adapter::Adapter(std::unique_ptr<Process> process) : process_(std::move(process)) {}

Adapter::Adapter(Adapter&& other) noexcept = default;

Adapter& Adapter::operator=(Adapter&& other) noexcept {
  Adapter taken(std::move(other));
  std::swap(process_, taken.process_);
  return *this;
}

Adapter::~Adapter() {
  if (process_ && process_->child.pid != 0) end(process_->child);
}

void Adapter::send(std::string_view line) {
  assert(process_);
  assert(line.find('\n') == std::string_view::npos);
  if (!process_->child.input.is_open()) return;
  process_->queue += line;
  process_->queue += '\n';
}

Received Adapter::receive(milliseconds patience, std::size_t line_bytes_max,
                          const std::function<bool()>& is_over) {
  assert(process_);
  Process& process = *process_;
  const auto deadline = deadline_after(patience);
  for (bool is_late = false;; is_late = Clock::now() >= deadline) {
    if (auto next = take_line(process, line_bytes_max)) return *std::move(next);
    if (process.how) return end_with_rest(process);
    if (is_late) return TimedOut{beginning_of(process.arrived), process.arrived.size()};
    if (is_over()) return Interrupted{};
    advance(process, std::min(time_until(deadline), look_after));
  }
}

const std::string& Adapter::complaints() const {
  assert(process_);
  return process_->complaints;
}

void Adapter::stop(std::string_view line, milliseconds patience) {
  assert(process_);
  if (process_->child.pid == 0) return;
  send(line);
  const auto deadline = deadline_after(patience);
  while (!find_ending(process_->child) && Clock::now() < deadline) {
    if (process_->queue.empty()) process_->child.input.close();
    const auto look = process_->child.output.is_open() ? look_after : look_closely_after;
    exchange(*process_, std::min(time_until(deadline), look));
    process_->arrived.clear();
  }
  process_->how = end(process_->child);
  process_->child.input.close();
  drain(*process_);
  process_->arrived = {};
}

}  // namespace fairshare::harness
