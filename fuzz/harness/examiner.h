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

// A failure, and the shares of the answer if it had any.
struct Witness {
  Failure failure;
  std::optional<Shares> shares = std::nullopt;
};

// Whether the property with this code compares answers to different problems: FS205 to FS208. The
// referee judges a single answer; find_inconstancy judges whether the answer stays the same.
bool is_relation(std::string_view code);

// How many hangs do not count as failures.
struct Doubts {
  // Answers that came too late at first, but in time when asked again.
  std::uint64_t late = 0;
  // Problems that were not asked again, since hangs had used up their part of the time.
  std::uint64_t unheard = 0;
};

// How long to wait for an answer that will probably not come. Brief: a tenth of a second, or 20
// times as long as the slowest answer took, if that is more. Whole: the whole deadline.
enum class Wait { brief, whole };

class Examiner {
 public:
  // After each start of the adapter, its first answer may take `first_deadline`, every other one
  // `deadline`.
  Examiner(Session session, FuzzSettings settings, Milliseconds deadline,
           Milliseconds first_deadline);

  // Why the adapter cannot be run any more, if so. From then on nothing is asked.
  const std::optional<std::string>& broken() const { return broken_; }

  const Doubts& doubts() const { return doubts_; }

  // From now on nothing more is asked once `is_over` returns true.
  void stop_when(IsOver is_over) { session_.stop_when(std::move(is_over)); }

  // Whether it failed on any of the records that it was asked last.
  bool has_failed() const { return session_.has_failed(); }

  // One reply for each challenge, in their order; fewer if it is over or the adapter cannot be
  // restarted.
  //
  // A challenge that is not answered in time is asked again, alone and with the whole deadline. It
  // fails if it is not answered then either, or if it is over before. Once the adapter has hung so,
  // an answer at first gets a brief time only. Once it has hung three times, at most a tenth of the
  // time that has passed is spent on asking again; what is not asked again is unheard.
  std::vector<Reply> ask(std::span<const fuzz::Challenge> challenges);

  // How that reply fails, if it does: FS501 to FS503 as the session says, FS505 if it refuses a
  // problem that has a fair allocation, or what the referee finds. A challenge that is skipped or
  // unheard does not fail.
  std::optional<Failure> judge(const fuzz::Challenge& challenge, const Reply& reply) const;

  // Asks again whether the challenge fails as it was seen to with its `first` reply. Returns how it
  // fails then, or FS504 if it does not: the same problem gets two answers. Returns `seen` itself
  // if it is over, and for FS501 and FS504, which have been asked again already.
  Witness confirm(const fuzz::Challenge& challenge, Witness seen, const Reply& first);

  // Asks `times` more times whether the answer stays the same as the first: FS504 if it does not.
  // An answer and a refusal, a crash or nonsense are two answers; an answer and a hang are not.
  std::optional<Witness> find_inconstancy(const fuzz::Challenge& challenge, const Reply& first,
                                          std::size_t times);

  // How the answer and the answers to problems made from this one break the property, if they do.
  // Trees and problems that cannot be asked break none.
  std::optional<Witness> find_breach(const fuzz::Challenge& challenge,
                                     const properties::Property& property, std::uint64_t choice);

  // A failure of the challenge with that code, if there is one, found in the way that suits the
  // code. `wait` is for FS501: if it is brief, the adapter may just be slow.
  std::optional<Witness> find_failure(const fuzz::Challenge& challenge, std::string_view code,
                                      Wait wait = Wait::brief);

  // Gives the adapter `patience` to end by itself.
  void stop(Milliseconds patience) { session_.stop(patience); }

 private:
  std::vector<Reply> put(std::span<const std::string> records, Milliseconds patience);
  Reply ask_again(const std::string& record, Reply hang);
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
  Clock::duration asking_again_ = {};  // time spent on it
  bool is_inconstant_ = false;
};

}  // namespace fairshare::harness
