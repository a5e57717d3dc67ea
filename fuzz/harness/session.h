// A session: an adapter that is asked, and started again whenever it crashes, hangs or talks
// nonsense.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
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

// As a failure tells how long it waited: "9000 ms", "9999 ms", "10 s", "10500 ms".
std::string to_text(Milliseconds time);

// Whether to wait no longer: the time is over, or the user has had enough. Asked at least every 50
// ms.
using IsOver = std::function<bool()>;

// It did not answer in a time that was short, and has not been asked again.
struct Unheard {};

// A failure: the adapter gave no answer, and why: FS501, FS502 or FS503.
using Reply = std::variant<Shares, Skipped, Refused, Failure, Unheard>;

// FS501.
bool is_hang(const Reply& reply);

class Session {
 public:
  // Starts the command and hears its hello, for which it has 30 seconds: a virtual machine or an
  // interpreter may start slowly. A sentence where it cannot be started or says no hello, or where
  // `is_over` says so before.
  static std::variant<Session, std::string> start(std::vector<std::string> command, IsOver is_over);

  const Hello& hello() const { return hello_; }

  // To be called before the first question. After each start the adapter is first asked `record`,
  // and has `patience` for its answer, whatever that is: a virtual machine computes its first
  // answer slowly. Where it fails on that, its first answer to any other question has `patience`,
  // and what it answers well takes the place of `record`. Once it has let `patience` pass, it has
  // no more of it.
  void warm_up_with(std::string record, Milliseconds patience);

  // From now on.
  void stop_when(IsOver is_over) { is_over_ = std::move(is_over); }
  bool is_over() const { return is_over_(); }

  // One reply a record, in their order. They are sent together, as many ahead of the answers as it
  // answers in a quarter of a second, at most 32; each has `patience`, and `patience_after` once
  // one of them has hung. Where the adapter fails on one it is started again for the others.
  //
  // Fewer replies where it is over; what was sent ahead is then heard, and dropped, by the next
  // call. A sentence where the adapter cannot be started again.
  std::variant<std::vector<Reply>, std::string> ask(std::span<const std::string> records,
                                                    Milliseconds patience,
                                                    Milliseconds patience_after);

  // Whether the adapter failed on a record of the last call of `ask`, or of the one that is going
  // on.
  bool has_failed() const { return has_failed_; }

  // The longest that an answer has taken so far, failures and first answers apart.
  Milliseconds slowest() const { return slowest_; }

  // Says stop, and waits as long. Where it still owes an answer it is killed.
  void stop(Milliseconds patience);

 private:
  enum class State {
    down,  // to be started again
    cold,  // it has not answered anything since its start
    warm,
  };

  Session(std::vector<std::string> command, Adapter adapter, Hello hello, IsOver is_over)
      : command_(std::move(command)),
        adapter_(std::move(adapter)),
        hello_(std::move(hello)),
        is_over_(std::move(is_over)) {}

  void send(std::string_view record);
  std::optional<Reply> hear(Milliseconds patience);
  std::optional<std::string> restart();
  void warm_up();
  bool is_ready() const;
  std::optional<std::string> get_ready(Milliseconds patience);
  void ask_until_failure(std::span<const std::string> records, Milliseconds patience,
                         std::vector<Reply>& replies);
  std::size_t ahead() const;

  std::vector<std::string> command_;
  Adapter adapter_;
  Hello hello_;
  IsOver is_over_;
  State state_ = State::cold;
  bool has_failed_ = false;
  std::optional<std::string> warm_up_ = std::nullopt;
  Milliseconds first_patience_{0};
  Milliseconds missed_{0};     // the first patience that passed in vain; 0 once it has answered
  std::uint64_t sent_ = 0;     // questions; the next has this number
  std::uint64_t heard_ = 0;    // of these; the next answer is to this one
  std::size_t bytes_max_ = 0;  // of an answer to any question that has been sent
  Milliseconds slowest_{0};
  std::optional<std::chrono::microseconds> usual_ = std::nullopt;  // time of an answer
};

}  // namespace fairshare::harness
