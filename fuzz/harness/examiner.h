// The examiner: puts challenges to one adapter, and says how it fails.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/challenge.h"
#include "fuzz/harness/referee.h"
#include "fuzz/harness/session.h"
#include "fuzz/harness/settings.h"
#include "properties/properties.h"

namespace fairshare::harness {

// A failure, and the shares that were answered, where any were.
struct Witness {
  Failure failure;
  std::optional<Shares> shares = std::nullopt;
};

// True of properties that compare answers to different problems, FS205 to FS208. What one answer
// must be, the referee says, and whether it stays the same, find_inconstancy.
bool is_relation(const properties::Property& property);

class Examiner {
 public:
  Examiner(Session session, FuzzSettings settings, Milliseconds deadline)
      : session_(std::move(session)), settings_(std::move(settings)), deadline_(deadline) {}

  const FuzzSettings& settings() const { return settings_; }

  // Why the adapter runs no more, if so; then every answer is "nothing".
  const std::optional<std::string>& broken() const { return broken_; }

  // One reply a challenge, in their order; empty where the adapter cannot be started again.
  std::vector<Reply> ask(std::span<const fuzz::Challenge> challenges);

  // How that reply fails, if it does: FS501 to FS503 as the session says, FS505 for a refusal, and
  // what the referee finds. A skipped challenge does not fail.
  std::optional<Failure> judge(const fuzz::Challenge& challenge, const Reply& reply) const;

  // Asks again and again whether the answer stays the same: FS504 where it does not.
  std::optional<Witness> find_inconstancy(const fuzz::Challenge& challenge, std::size_t times);

  // What does not hold between the answer and those to problems made from this one. Trees, and
  // problems that cannot be asked, have none.
  std::optional<Witness> find_breach(const fuzz::Challenge& challenge,
                                     const properties::Property& property, std::uint64_t choice);

  // Whether the challenge fails with that code, in whichever way it can.
  std::optional<Witness> find_failure(const fuzz::Challenge& challenge, std::string_view code);

  // From now on every answer has its whole deadline again. Once the adapter has hung, the next ones
  // have less: a tenth of a second, or 20 times what its slowest answer took.
  void be_patient() { has_hung_ = false; }

  void stop() { session_.stop(); }

 private:
  std::optional<Reply> ask(const fuzz::Challenge& challenge);
  std::optional<properties::Reply> divide(const Problem<exact::Rational>& problem);
  Milliseconds short_patience() const;

  Session session_;
  FuzzSettings settings_;
  Milliseconds deadline_;
  std::optional<std::string> broken_;
  bool has_hung_ = false;
  bool is_inconstant_ = false;
};

}  // namespace fairshare::harness
