// A child process behind three pipes, and the guard that kills it if this process cannot.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <unistd.h>

namespace fairshare::harness {

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
  int number() const { return number_; }  // -1 if it is closed, which `poll` ignores
  bool is_open() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

struct Child {
  pid_t pid = 0;  // leads a process group of its own; not reaped before `end`, which makes it 0
  // A process that waits for the end of this one and then kills the child and its process group.
  // However this process ends, even by SIGKILL, its end closes `life`.
  pid_t guard = 0;
  Descriptor life = {};
  Descriptor input = {};   // we write to it
  Descriptor output = {};  // we read from it, and from the next
  Descriptor errors = {};
};

// Starts `command` (looked up in PATH), or says why it cannot be started, in the system's words:
// "mine.py: No such file or directory". It gets three pipes but no other child's, this process's
// environment and directory, and a process group of its own. Our ends of the pipes never block.
//
// Any thread may start a child, and may end before the child does. Whenever this process is killed,
// the child dies too, unless the guard was killed before or the child has left its process group.
std::variant<Child, std::string> start_child(const std::vector<std::string>& command);

// How the child ended ("exit status 1", "signal 11 (Segmentation fault)"); nothing while it runs.
// `end` still has to be called.
std::optional<std::string> find_ending(const Child& child);

// Kills what is left of the child's group, waits until the child is gone, and returns how it ended.
std::string end(Child& child);

}  // namespace fairshare::harness
