// A session: an adapter that is asked, and started again whenever it crashes, hangs or talks
// nonsense.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "fuzz/harness/adapter.h"
#include "fuzz/harness/protocol.h"
#include "fuzz/harness/referee.h"

namespace fairshare::harness {

using Milliseconds = std::chrono::milliseconds;

// The adapter gave no answer, and why: FS501, FS502 or FS503.
using Reply = std::variant<Shares, Skipped, Refused, Failure>;

class Session {
 public:
  // Starts the command and hears its hello, for which it has 30 seconds: a virtual machine or an
  // interpreter may start slowly. A sentence where it cannot be started or says no hello.
  static std::variant<Session, std::string> start(std::vector<std::string> command);

  const Hello& hello() const { return hello_; }

  // One reply a record, in their order. They are sent together, at most 32 ahead of the answers;
  // each has `patience`, and `patience_after` once one of them has hung. Where the adapter fails on
  // one it is started again for the others.
  //
  // A sentence where it cannot be started again.
  std::variant<std::vector<Reply>, std::string> ask(std::span<const std::string> records,
                                                    Milliseconds patience,
                                                    Milliseconds patience_after);

  // The longest that an answer has taken so far, failures apart.
  Milliseconds slowest() const { return slowest_; }

  // Says stop, and waits a second.
  void stop();

 private:
  Session(std::vector<std::string> command, Adapter adapter, Hello hello)
      : command_(std::move(command)), adapter_(std::move(adapter)), hello_(std::move(hello)) {}

  Reply hear(std::uint64_t seq, Milliseconds patience);
  std::optional<std::string> restart();

  std::vector<std::string> command_;
  Adapter adapter_;
  Hello hello_;
  std::uint64_t seq_ = 0;
  Milliseconds slowest_{0};
};

}  // namespace fairshare::harness
