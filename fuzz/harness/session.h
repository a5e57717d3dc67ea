// A session: an adapter that is asked, and restarted whenever it crashes, hangs or answers
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

// A time as the message of a failure gives it: "9000 ms", "9999 ms", "10 s", "10500 ms".
std::string to_text(Milliseconds time);

// Whether to ask nothing more, because the time is over or the user interrupted the campaign.
// Called at least every 50 ms while waiting.
using IsOver = std::function<bool()>;

// The adapter did not answer within a brief time, and has not been asked again.
struct Unheard {};

// A Failure says why the adapter gave no answer: FS501, FS502 or FS503.
using Reply = std::variant<Shares, Skipped, Refused, Failure, Unheard>;

// True for FS501.
bool is_hang(const Reply& reply);

class Session {
 public:
  // Starts the command and waits up to 30 seconds for its hello: a virtual machine or an
  // interpreter may start slowly. Returns a sentence if it cannot be started, if it says no hello,
  // or if `is_interrupted` returns true before.
  static std::variant<Session, std::string> start(std::vector<std::string> command,
                                                  IsOver is_interrupted);

  const Hello& hello() const { return hello_; }

  // To be called before the first question. After each start the adapter is first asked `record`,
  // and may take `patience` for its answer, which is ignored: a virtual machine computes its first
  // answer slowly. If the adapter fails on `record`, its first answer to any other question may
  // take `patience`, and the first question that it answers well replaces `record`. Once it has let
  // `patience` pass in vain, it no longer gets that time.
  void warm_up_with(std::string record, Milliseconds patience);

  // From now on nothing more is asked once `is_over` returns true. Questions that a warm adapter
  // has been asked keep their time for an answer: a hang is a failure also at the end. Only an
  // interruption stops that.
  void stop_when(IsOver is_over) { is_over_ = std::move(is_over); }
  bool is_over() const { return is_over_(); }

  // One reply for each record, in their order. Records are sent ahead of the answers: as many as
  // the adapter answers in a quarter of a second, at most 32. Each answer may take `patience`, or
  // `patience_after` once one has hung. If the adapter fails on a record, it is restarted for the
  // others.
  //
  // There are fewer replies if it is over; the next call then reads and drops the answers to what
  // was sent ahead. Returns a sentence if the adapter cannot be restarted.
  std::variant<std::vector<Reply>, std::string> ask(std::span<const std::string> records,
                                                    Milliseconds patience,
                                                    Milliseconds patience_after);

  // Whether the adapter failed on a record of the last call of `ask`, or of the current one.
  bool has_failed() const { return has_failed_; }

  // The longest time that an answer has taken so far, except failures and first answers.
  Milliseconds slowest() const { return slowest_; }

  // Sends the stop line, and waits up to `patience` for the end of the adapter. An adapter that
  // still owes an answer is killed at once.
  void stop(Milliseconds patience);

 private:
  enum class State {
    down,  // to be restarted
    cold,  // it has not answered anything since its start
    warm,
  };

  Session(std::vector<std::string> command, Adapter adapter, Hello hello, IsOver is_interrupted)
      : command_(std::move(command)),
        adapter_(std::move(adapter)),
        hello_(std::move(hello)),
        is_interrupted_(std::move(is_interrupted)) {}

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
  IsOver is_interrupted_;
  IsOver is_over_ = is_interrupted_;
  State state_ = State::cold;
  bool has_failed_ = false;
  std::optional<std::string> warm_up_ = std::nullopt;
  Milliseconds first_patience_{0};
  Milliseconds missed_{0};     // the first_patience_ that passed in vain; 0 once it has answered
  std::uint64_t sent_ = 0;     // questions; the next has this number
  std::uint64_t heard_ = 0;    // answers; the next one is to the question with this number
  std::size_t bytes_max_ = 0;  // for an answer to any question that has been sent
  Milliseconds slowest_{0};
  std::optional<std::chrono::microseconds> usual_ = std::nullopt;  // time of an answer
};

}  // namespace fairshare::harness
