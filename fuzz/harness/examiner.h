// The examiner: puts challenges to one adapter, and says how it fails.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fairshare/properties/properties.h"
#include "fuzz/challenge.h"
#include "fuzz/harness/referee.h"
#include "fuzz/harness/session.h"
#include "fuzz/harness/settings.h"

namespace fairshare::harness {

// A failure, and the shares that were answered, where any were.
struct Witness {
  Failure failure;
  std::optional<Shares> shares = std::nullopt;
};

// Of a property: whether it compares answers to different problems, FS205 to FS208. What one answer
// must be, the referee says, and whether it stays the same, find_inconstancy.
bool is_relation(std::string_view code);

// Hangs that are no failures.
struct Doubts {
  std::uint64_t late =
      0;  // answers that did not come in time, but did when they were asked for again
  std::uint64_t unheard =
      0;  // problems that were not asked again: hangs had had their share of the time
};

// How long an answer may take that is likely not to come: a tenth of a second, or 20 times what the
// slowest one took; or the whole deadline.
enum class Wait { brief, whole };

class Examiner {
 public:
  // After each start of the adapter its first answer has `first_deadline`, every other one
  // `deadline`.
  Examiner(Session session, FuzzSettings settings, Milliseconds deadline,
           Milliseconds first_deadline);

  const FuzzSettings& settings() const { return settings_; }

  // Why the adapter runs no more, if so; then every answer is "nothing".
  const std::optional<std::string>& broken() const { return broken_; }

  const Doubts& doubts() const { return doubts_; }

  // From now on it waits for no answer where it is over.
  void stop_when(IsOver is_over) { session_.stop_when(std::move(is_over)); }

  // Whether it failed on some of what it was asked last.
  bool has_failed() const { return session_.has_failed(); }

  // One reply a challenge, in their order; fewer where it is over or the adapter cannot be started
  // again.
  //
  // What is not answered in time is asked again, alone and with the whole deadline: it is a failure
  // only where that is not answered either. Once the adapter has hung so, an answer has a brief
  // time at first; and once it has hung three times, a tenth of the time that has passed is for
  // asking again. What remains is unheard.
  std::vector<Reply> ask(std::span<const fuzz::Challenge> challenges);

  // How that reply fails, if it does: FS501 to FS503 as the session says, FS505 for a refusal of
  // what can be divided, and what the referee finds. A challenge that is skipped or unheard does
  // not fail.
  std::optional<Failure> judge(const fuzz::Challenge& challenge, const Reply& reply) const;

  // Asks again whether the challenge fails as it was seen to, with its first reply. As it fails
  // then; where it does not, FS504: the same problem gets two answers. `seen` itself where it is
  // over, and of FS501 and FS504, for which it has been asked again.
  Witness confirm(const fuzz::Challenge& challenge, Witness seen, const Reply& first);

  // Asks `times` more whether the answer stays the same as the first: FS504 where it does not. An
  // answer and a refusal, a crash or nonsense are two answers, an answer and a hang are not.
  std::optional<Witness> find_inconstancy(const fuzz::Challenge& challenge, const Reply& first,
                                          std::size_t times);

  // What does not hold between the answer and those to problems made from this one. Trees, and
  // problems that cannot be asked, have none.
  std::optional<Witness> find_breach(const fuzz::Challenge& challenge,
                                     const properties::Property& property, std::uint64_t choice);

  // Whether the challenge fails with that code, in whichever way it can. `wait` is for FS501: where
  // it is brief, the adapter may only be slow.
  std::optional<Witness> find_failure(const fuzz::Challenge& challenge, std::string_view code,
                                      Wait wait = Wait::brief);

  // Gives it so long to end by itself.
  void stop(Milliseconds patience) { session_.stop(patience); }

 private:
  std::vector<Reply> put(std::span<const std::string> records, Milliseconds patience);
  Reply ask_again(const std::string& record);
  std::optional<Reply> ask(const fuzz::Challenge& challenge, Milliseconds patience);
  std::optional<Witness> find_inconstancy(const fuzz::Challenge& challenge);
  std::optional<properties::Reply> divide(const Problem<exact::Rational>& problem);
  bool may_ask_again() const;
  Milliseconds brief() const;
  Milliseconds usual() const;

  using Clock = std::chrono::steady_clock;

  Session session_;
  FuzzSettings settings_;
  Milliseconds deadline_;
  std::optional<std::string> broken_ = std::nullopt;
  Doubts doubts_ = {};
  std::uint64_t hangs_ = 0;  // with the whole deadline
  Clock::time_point begin_ = Clock::now();
  Clock::duration asking_again_ = {};  // time
  bool is_inconstant_ = false;
};

}  // namespace fairshare::harness
