// A process at the end of three pipes. Everything is done by `exchange`: it waits until one of the
// pipes can move something and moves it, so that neither side ever waits for the other in a circle.
//
// Pipes and not sockets, since some programs open /dev/stdin by name. The process is not reaped
// before its group has been killed: until then no other process can get its number.
#include "fuzz/harness/adapter.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/text/lines.h"

extern char** environ;  // POSIX has no header for it

namespace fairshare::harness {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

namespace {

// An open file, closed with its owner.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  int number() const { return number_; }  // -1 where it is closed, which `poll` passes over
  bool is_open() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

}  // namespace

struct Process {
  pid_t pid = 0;
  Descriptor input = {};   // we write to it
  Descriptor output = {};  // we read from it, and from the next
  Descriptor errors = {};

  std::string queue = {};  // what is to be written, from `written` on
  std::size_t written = 0;

  std::string arrived = {};  // what has been read, from `begin` on; no newline before `searched`
  std::size_t begin = 0;
  std::size_t searched = 0;
  bool is_skipping = false;  // the rest of a line that was too long

  std::string complaints = {};
  std::optional<std::string> how = std::nullopt;  // it ended
};

namespace {

constexpr std::size_t chunk_bytes = std::size_t{64} << 10;
constexpr std::size_t complaints_bytes_max = std::size_t{4} << 10;

// So often we look whether a process has ended while something that it started keeps its output
// open; nothing else would tell.
constexpr milliseconds look_after{50};

// Between the end of a process's output and the end of the process: how often we look, and how
// long.
constexpr milliseconds look_closely_after{2};
constexpr milliseconds ending_max{1000};

// More than a pipe holds, unless the system's administrator wants it otherwise.
constexpr std::size_t pipe_bytes_max = std::size_t{1} << 20;

constexpr milliseconds patience_max = std::chrono::hours(24);  // so that deadlines do not overflow

// Starting.

struct Pipe {
  Descriptor read;
  Descriptor write;
};

// Above the three standard streams: where one of ours is closed, `pipe2` would give its number, and
// what this program prints would go to an adapter.
bool lift(Descriptor& descriptor) {
  if (descriptor.number() > STDERR_FILENO) return true;
  descriptor = Descriptor(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  return descriptor.is_open();
}

// Closed in every child but ours, from the first moment: another thread may be starting one.
bool open_pipe(Pipe& pipe) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  pipe = {Descriptor(ends[0]), Descriptor(ends[1])};
  return lift(pipe.read) && lift(pipe.write);
}

bool never_wait(const Descriptor& descriptor) {
  return ::fcntl(descriptor.number(), F_SETFL, O_NONBLOCK) == 0;
}

std::string words_of(int error) {
  return std::generic_category().message(error);
}

void replace_handler(int signal, void (*from)(int), void (*to)(int)) {
  struct sigaction action {};
  if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == from) {
    std::signal(signal, to);
  }
}

// Where SIGCHLD is ignored, and that is inherited, processes end without a trace.
void set_signals() {
  static const bool once = [] {
    replace_handler(SIGPIPE, SIG_DFL, SIG_IGN);
    replace_handler(SIGCHLD, SIG_IGN, SIG_DFL);
    return true;
  }();
  static_cast<void>(once);
}

// 0, or the error. The system tells an error of the child's `exec` as well.
int spawn(pid_t& pid, const std::vector<std::string>& command, const Pipe& input,
          const Pipe& output, const Pipe& errors) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input.read.number(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output.write.number(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, errors.write.number(), STDERR_FILENO);

  // It gets signals as anybody expects them, whatever this thread does with them.
  sigset_t none;
  sigset_t pipe_only;
  ::sigemptyset(&none);
  ::sigemptyset(&pipe_only);
  ::sigaddset(&pipe_only, SIGPIPE);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &pipe_only);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  constexpr int flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  ::posix_spawnattr_setflags(&attributes, static_cast<short>(flags));

  const int error =
      ::posix_spawnp(&pid, arguments[0], &actions, &attributes, arguments.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return error;
}

// Ending.

constexpr const char* unseen = "it ended; its exit status went to another waiter";

std::string ending_of(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) return fmt::format("exit status {}", info.si_status);
  return fmt::format("signal {} ({})", info.si_status, ::strsignal(info.si_status));
}

// How the process ended; nothing while it runs. It stays to be reaped.
std::optional<std::string> find_ending(const Process& process) {
  siginfo_t info{};
  const auto id = static_cast<id_t>(process.pid);
  if (::waitid(P_PID, id, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return unseen;
  if (info.si_pid == 0) return std::nullopt;
  return ending_of(info);
}

// Kills what is left of the group, and waits until the process is gone: how it ended.
std::string end(Process& process) {
  ::kill(-process.pid, SIGKILL);
  ::kill(process.pid, SIGKILL);  // where it has moved to another group
  siginfo_t info{};
  const auto id = static_cast<id_t>(std::exchange(process.pid, 0));
  int status = 0;
  do {
    status = ::waitid(P_PID, id, &info, WEXITED);
  } while (status != 0 && errno == EINTR);
  return status == 0 ? ending_of(info) : unseen;
}

// Moving bytes.

void write_queued(Process& process) {
  while (process.input.is_open() && process.written < process.queue.size()) {
    const ssize_t count = ::write(process.input.number(), &process.queue[process.written],
                                  process.queue.size() - process.written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) break;
    if (count < 0) process.input.close();
    if (count > 0) process.written += static_cast<std::size_t>(count);
  }
  const bool is_done = !process.input.is_open() || process.written == process.queue.size();
  if (is_done || process.written > process.queue.size() / 2) {
    process.queue.erase(0, is_done ? process.queue.size() : process.written);
    process.written = 0;
  }
}

// Appends what is there, at most a chunk; at its end the descriptor is closed.
void read_some(Descriptor& descriptor, std::string& into) {
  std::array<char, chunk_bytes> chunk;
  const ssize_t count = ::read(descriptor.number(), chunk.data(), chunk.size());
  if (count > 0) into.append(chunk.data(), static_cast<std::size_t>(count));
  const bool is_later = count < 0 && (errno == EINTR || errno == EAGAIN);
  if (count <= 0 && !is_later) descriptor.close();
}

// Moves what can be moved, and waits for it up to `patience`. False where nothing could.
bool exchange(Process& process, milliseconds patience) {
  const bool has_queued = process.written < process.queue.size();
  std::array<pollfd, 3> polled = {{{has_queued ? process.input.number() : -1, POLLOUT, 0},
                                   {process.output.number(), POLLIN, 0},
                                   {process.errors.number(), POLLIN, 0}}};
  const int timeout = static_cast<int>(std::max(patience, milliseconds(0)).count());
  if (::poll(polled.data(), polled.size(), timeout) <= 0) return false;
  if (polled[0].revents != 0) write_queued(process);
  if (polled[1].revents != 0) read_some(process.output, process.arrived);
  if (polled[2].revents != 0) {
    read_some(process.errors, process.complaints);
    const std::size_t size = process.complaints.size();
    process.complaints.erase(0, size - std::min(size, complaints_bytes_max));
  }
  return true;
}

// Lines.

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

// What has arrived of a line has no end yet.
std::optional<Received> keep_unfinished(Process& process) {
  process.arrived.erase(0, process.begin);
  process.begin = 0;
  process.searched = process.arrived.size();
  constexpr std::size_t bytes_max = formats::line_bytes_max + 1;  // the last may be the '\r'
  if (!process.is_skipping && process.arrived.size() <= bytes_max) return std::nullopt;
  process.arrived = {};
  process.searched = 0;
  if (std::exchange(process.is_skipping, true)) return std::nullopt;
  return TooLong{};
}

// The next line that has arrived.
std::optional<Received> take_line(Process& process) {
  while (true) {
    const std::size_t newline = process.arrived.find('\n', process.searched);
    if (newline == std::string::npos) return keep_unfinished(process);
    std::string_view text(&process.arrived[process.begin], newline - process.begin);
    if (text.ends_with('\r')) text.remove_suffix(1);
    process.begin = process.searched = newline + 1;
    if (std::exchange(process.is_skipping, false) || is_blank(text)) continue;
    if (text.size() > formats::line_bytes_max) return TooLong{};
    return Line{std::string(text)};
  }
}

// After the last line.
Received end_with_rest(Process& process) {
  if (!is_blank(process.arrived)) {
    const std::string shown = formats::json::quoted(formats::abridged(process.arrived));
    *process.how += fmt::format(", in the middle of {}", shown);
  }
  process.arrived = {};
  process.searched = 0;
  return Ended{*process.how};
}

// What an ended process has left in its pipes, though another one may fill them on and on.
void drain(Process& process) {
  const auto deadline = Clock::now() + ending_max;
  const std::size_t bytes_max = process.arrived.size() + pipe_bytes_max;
  while (exchange(process, milliseconds(0)) && Clock::now() < deadline &&
         process.arrived.size() < bytes_max) {
  }
}

// Its output is closed: it may be about to end, and to say why.
void await_end(Process& process) {
  const auto deadline = Clock::now() + ending_max;
  process.how = find_ending(process);
  while (!process.how && Clock::now() < deadline) {
    exchange(process, look_closely_after);
    process.how = find_ending(process);
  }
  drain(process);
  if (!process.how) process.how = "closed its output";
}

// Moves what can be moved within `patience`, and finds out where that was the last.
void advance(Process& process, milliseconds patience) {
  const bool has_moved = exchange(process, patience);
  if (!process.output.is_open()) return await_end(process);
  if (has_moved) return;
  process.how = find_ending(process);
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
  if (command.empty() || command[0].empty()) return "no command is given";
  set_signals();
  Pipe input;
  Pipe output;
  Pipe errors;
  const bool are_open = open_pipe(input) && open_pipe(output) && open_pipe(errors) &&
                        never_wait(input.write) && never_wait(output.read) &&
                        never_wait(errors.read);
  pid_t pid = 0;
  const int error = are_open ? spawn(pid, command, input, output, errors) : errno;
  if (error != 0) return fmt::format("{}: {}", command[0], words_of(error));
  return Adapter(std::make_unique<Process>(Process{.pid = pid,
                                                   .input = std::move(input.write),
                                                   .output = std::move(output.read),
                                                   .errors = std::move(errors.read)}));
}

Adapter::Adapter(std::unique_ptr<Process> process) : process_(std::move(process)) {}

Adapter::Adapter(Adapter&& other) noexcept = default;

Adapter& Adapter::operator=(Adapter&& other) noexcept {
  Adapter taken(std::move(other));
  std::swap(process_, taken.process_);
  return *this;
}

Adapter::~Adapter() {
  if (process_ && process_->pid != 0) end(*process_);
}

void Adapter::send(std::string_view line) {
  assert(process_);
  assert(line.find('\n') == std::string_view::npos);
  if (!process_->input.is_open()) return;
  process_->queue += line;
  process_->queue += '\n';
  write_queued(*process_);
}

Received Adapter::receive(milliseconds patience) {
  assert(process_);
  const auto deadline = deadline_after(patience);
  for (bool is_late = false;; is_late = Clock::now() >= deadline) {
    if (auto next = take_line(*process_)) return *std::move(next);
    if (process_->how) return end_with_rest(*process_);
    if (is_late) return TimedOut{};
    advance(*process_, std::min(time_until(deadline), look_after));
  }
}

const std::string& Adapter::complaints() const {
  assert(process_);
  return process_->complaints;
}

void Adapter::stop(std::string_view line, milliseconds patience) {
  assert(process_);
  if (process_->pid == 0) return;
  send(line);
  const auto deadline = deadline_after(patience);
  while (!find_ending(*process_) && Clock::now() < deadline) {
    if (process_->queue.empty()) process_->input.close();
    const auto look = process_->output.is_open() ? look_after : look_closely_after;
    exchange(*process_, std::min(time_until(deadline), look));
    process_->arrived.clear();
  }
  process_->how = end(*process_);
  process_->input.close();
  drain(*process_);
  process_->arrived = {};
  process_->begin = process_->searched = 0;
}

}  // namespace fairshare::harness
