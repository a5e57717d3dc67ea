// Two forks: first the guard, then the child, which tells the guard its number before it becomes
// the command. So whenever this process is killed, the guard knows the child, or no child was
// started.
//
// PR_SET_PDEATHSIG is not enough: its signal is sent when the thread that forked ends, it is lost
// if a program changes its user, and it does not reach the child's own children.
//
// These are pipes, not sockets, since some programs open /dev/stdin by name. The child is not
// reaped before its group has been killed: until then no other process can get its number.
#include "fuzz/harness/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

namespace fairshare::harness {
namespace {

struct Pipe {
  Descriptor read = {};
  Descriptor write = {};
};

struct Pipes {
  Pipe input = {};
  Pipe output = {};
  Pipe errors = {};
  Pipe life = {};    // the guard reads the child's number from it, then nothing until its end
  Pipe report = {};  // to it the child writes why it could not become the command
};

// Moves it above the three standard streams. If one of ours is closed, `pipe2` may return its
// number, and what this program prints would go to an adapter.
bool lift(Descriptor& descriptor) {
  if (descriptor.number() > STDERR_FILENO) return true;
  descriptor = Descriptor(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  return descriptor.is_open();
}

// Close-on-exec from the first moment, so that no other child keeps it: another thread may be
// starting one.
bool open_pipe(Pipe& pipe) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  pipe = {Descriptor(ends[0]), Descriptor(ends[1])};
  return lift(pipe.read) && lift(pipe.write);
}

bool never_wait(const Descriptor& descriptor) {
  return ::fcntl(descriptor.number(), F_SETFL, O_NONBLOCK) == 0;
}

bool open_pipes(Pipes& pipes) {
  return open_pipe(pipes.input) && open_pipe(pipes.output) && open_pipe(pipes.errors) &&
         open_pipe(pipes.life) && open_pipe(pipes.report) && never_wait(pipes.input.write) &&
         never_wait(pipes.output.read) && never_wait(pipes.errors.read);
}

void replace_handler(int signal, void (*from)(int), void (*to)(int)) {
  struct sigaction action {};
  if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == from) {
    std::signal(signal, to);
  }
}

// If SIGCHLD is ignored, which can be inherited, processes end without a trace.
void set_signals() {
  static const bool once = [] {
    replace_handler(SIGPIPE, SIG_DFL, SIG_IGN);
    replace_handler(SIGCHLD, SIG_IGN, SIG_DFL);
    return true;
  }();
  static_cast<void>(once);
}

// The following runs in a fork of one of many threads: no allocation and no lock until the exec.

void kill_group(pid_t leader) {
  ::kill(-leader, SIGKILL);
  ::kill(leader, SIGKILL);  // in case it has moved to another group
}

// Closes the files of this process that the guard would keep open: other adapters' pipes, our
// output.
void close_all_but(int kept) {
  const auto number = static_cast<unsigned>(kept);
  if (::close_range(0, number - 1, 0) == 0 && ::close_range(number + 1, ~0U, 0) == 0) return;
  constexpr int files_max = 1 << 16;  // if the system does not know that call
  for (int file = 0; file < files_max; ++file) {
    if (file != kept) ::close(file);
  }
}

// It has its own session, so that whatever ends ours, with all its processes, does not end the
// guard first. All signals stay blocked.
[[noreturn]] void guard(const Pipes& pipes) {
  ::setsid();
  ::prctl(PR_SET_NAME, "fairshare-guard");
  const int life = pipes.life.read.number();
  close_all_but(life);
  pid_t child = 0;
  if (::read(life, &child, sizeof child) == sizeof child) {
    char nothing = 0;
    while (::read(life, &nothing, 1) > 0) {
    }
    kill_group(child);
  }
  ::_exit(0);
}

bool connect(const Pipes& pipes) {
  return ::dup2(pipes.input.read.number(), STDIN_FILENO) >= 0 &&
         ::dup2(pipes.output.write.number(), STDOUT_FILENO) >= 0 &&
         ::dup2(pipes.errors.write.number(), STDERR_FILENO) >= 0;
}

// It gets the usual signal handling, whatever the thread that forked has set.
[[noreturn]] void become(char* const* arguments, const Pipes& pipes) {
  const pid_t pid = ::getpid();
  ::setpgid(0, 0);
  if (::write(pipes.life.write.number(), &pid, sizeof pid) == sizeof pid && connect(pipes)) {
    sigset_t none;
    ::sigemptyset(&none);
    std::signal(SIGPIPE, SIG_DFL);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execvp(arguments[0], arguments);
  }
  const int error = errno;
  static_cast<void>(::write(pipes.report.write.number(), &error, sizeof error));
  ::_exit(127);
}

// The following runs in this process again.

pid_t wait_for(pid_t pid) {
  pid_t waited = 0;
  do {
    waited = ::waitpid(pid, nullptr, 0);
  } while (waited < 0 && errno == EINTR);
  return waited;
}

void end_guard(pid_t pid) {
  ::kill(pid, SIGKILL);
  wait_for(pid);
}

struct Forked {
  pid_t guard = -1;
  pid_t child = -1;
};

// Both begin with all signals blocked. An error is in errno.
Forked fork_both(char* const* arguments, const Pipes& pipes) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  Forked forked;
  forked.guard = ::fork();
  if (forked.guard == 0) guard(pipes);
  if (forked.guard > 0) forked.child = ::fork();
  if (forked.child == 0) become(arguments, pipes);
  const int error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return forked;
}

// 0 once the child has become the command; else why it could not.
int find_error(Pipes& pipes) {
  pipes.report.write.close();
  int error = 0;
  ssize_t count = 0;
  do {
    count = ::read(pipes.report.read.number(), &error, sizeof error);
  } while (count < 0 && errno == EINTR);
  return count == sizeof error ? error : 0;
}

// 0, or the error.
int start(Child& child, const std::vector<std::string>& command, Pipes& pipes) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const Forked forked = fork_both(arguments.data(), pipes);
  const int error = forked.child < 0 ? errno : find_error(pipes);
  if (error != 0) {
    if (forked.guard > 0) end_guard(forked.guard);
    if (forked.child > 0) wait_for(forked.child);
    return error;
  }
  child.pid = forked.child;
  child.guard = forked.guard;
  return 0;
}

constexpr const char* unseen = "it ended, and another process collected its exit status";

std::string ending_of(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) return fmt::format("exit status {}", info.si_status);
  return fmt::format("signal {} ({})", info.si_status, ::strsignal(info.si_status));
}

}  // namespace

std::variant<Child, std::string> start_child(const std::vector<std::string>& command) {
  if (command.empty() || command[0].empty()) return "no command is given";
  set_signals();
  Child child;
  Pipes pipes;
  const int error = open_pipes(pipes) ? start(child, command, pipes) : errno;
  if (error != 0) {
    return fmt::format("{}: {}", command[0], std::generic_category().message(error));
  }
  child.life = std::move(pipes.life.write);
  child.input = std::move(pipes.input.write);
  child.output = std::move(pipes.output.read);
  child.errors = std::move(pipes.errors.read);
  return child;
}

std::optional<std::string> find_ending(const Child& child) {
  siginfo_t info{};
  const auto id = static_cast<id_t>(child.pid);
  if (::waitid(P_PID, id, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return unseen;
  if (info.si_pid == 0) return std::nullopt;
  return ending_of(info);
}

std::string end(Child& child) {
  kill_group(child.pid);
  end_guard(child.guard);  // before the child's number can become another's
  siginfo_t info{};
  const auto id = static_cast<id_t>(std::exchange(child.pid, 0));
  int status = 0;
  do {
    status = ::waitid(P_PID, id, &info, WEXITED);
  } while (status != 0 && errno == EINTR);
  return status == 0 ? ending_of(info) : unseen;
}

}  // namespace fairshare::harness
