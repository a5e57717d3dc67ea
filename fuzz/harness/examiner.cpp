#include "fuzz/harness/examiner.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/text/printable.h"

namespace fairshare::harness {
namespace {

using exact::Rational;
using fuzz::Challenge;

// How often to try before a failure that comes and goes counts as none.
constexpr std::size_t times_max = 16;
// How many of a property's choices are tried.
constexpr std::uint64_t choices_max = 8;

std::string shares_text(const Shares& shares) {
  if (shares.shares.empty()) return "no shares";
  std::string text;
  for (const auto& share : shares.shares) text += (text.empty() ? "" : ", ") + share.text;
  return text;
}

bool are_same(const Reply& a, const Reply& b) {
  if (a.index() != b.index()) return false;
  if (const auto* failure = std::get_if<Failure>(&a)) {
    return failure->code == std::get<Failure>(b).code;
  }
  const auto* shares = std::get_if<Shares>(&a);
  return shares == nullptr ||
         std::ranges::equal(shares->shares, std::get<Shares>(b).shares, {},
                            &formats::WrittenNumber::value, &formats::WrittenNumber::value);
}

bool is_answer(const Reply& reply) {
  return !is_hang(reply) && !std::holds_alternative<Unheard>(reply);
}

std::string text_of(const Reply& reply) {
  if (const auto* shares = std::get_if<Shares>(&reply)) return shares_text(*shares);
  if (const auto* failure = std::get_if<Failure>(&reply)) {
    return fmt::format("{} ({})", failure->code, failure->message);
  }
  if (const auto* refused = std::get_if<Refused>(&reply)) {
    return "the error " + formats::json::quoted(formats::abridged(refused->message));
  }
  return "\"skipped\"";
}

Witness inconstancy(const std::string& first, const std::string& then) {
  const std::string message = fmt::format("the same problem gets {} and then {}", first, then);
  return {{"FS504", message, fmt::format("error[FS504] {}\n", message)}};
}

Witness witness_of(Failure failure, Reply reply) {
  Witness witness{std::move(failure)};
  if (auto* shares = std::get_if<Shares>(&reply)) witness.shares = std::move(*shares);
  return witness;
}

// FS504, if these are two different answers.
std::optional<Witness> find_difference(const Reply& first, const Reply& then) {
  if (!is_answer(first) || !is_answer(then) || are_same(first, then)) return std::nullopt;
  Witness witness = inconstancy(text_of(first), text_of(then));
  for (const Reply* reply : {&then, &first}) {
    if (!witness.shares && std::holds_alternative<Shares>(*reply)) {
      witness.shares = std::get<Shares>(*reply);
    }
  }
  return witness;
}

// Easy for every scheduler, but not so easy that there is nothing to divide.
Challenge easy_challenge(const FuzzSettings& settings) {
  return {.kinds = settings.challenges.kinds,
          .total = 12,
          .entries = {
              {.name = "a", .weight = 1}, {.name = "b", .weight = 2}, {.name = "c", .weight = 3}}};
}

bool is_held(const Challenge& challenge) {
  const fuzz::Kinds& kinds = challenge.kinds;
  const auto holds_amount = [&](const std::optional<Rational>& amount) {
    return !amount || fuzz::holds(kinds.amount, *amount);
  };
  return holds_amount(challenge.total) && std::ranges::all_of(challenge.entries, [&](auto& entry) {
           return fuzz::holds(kinds.weight, entry.weight) && holds_amount(entry.min_share) &&
                  holds_amount(entry.max_share);
         });
}

properties::Outcome outcome_of(fuzz::Prospect prospect) {
  switch (prospect) {
    case fuzz::Prospect::allocation:
      return properties::Outcome::allocation;
    case fuzz::Prospect::overcommitted:
      return properties::Outcome::overcommitted;
    case fuzz::Prospect::surplus:
      return properties::Outcome::surplus;
  }
  return properties::Outcome::allocation;
}

Failure failure_of(const properties::Property& property, const properties::Breach& breach,
                   const FuzzSettings& settings) {
  std::string text = fmt::format("error[{}] {} does not hold: {}\n  {}\n", property.code,
                                 property.name, property.equation, breach.message);
  std::string other;
  if (breach.other) {
    other = record_to_send(settings, challenge_of(*breach.other, settings.challenges.kinds));
    text += fmt::format("  where the other problem is {}\n", other);
  }
  return {std::string(property.code),
          fmt::format("{}: {}", property.name, breach.message),
          std::move(text),
          {},
          std::move(other)};
}

}  // namespace

bool is_relation(std::string_view code) {
  return code >= "FS205" && code <= "FS208";
}

Examiner::Examiner(Session session, FuzzSettings settings, Milliseconds deadline,
                   Milliseconds first_deadline)
    : session_(std::move(session)), settings_(std::move(settings)), deadline_(deadline) {
  session_.warm_up_with(record_to_send(settings_, easy_challenge(settings_)), first_deadline);
}

Milliseconds Examiner::brief() const {
  return std::min(deadline_, std::max(20 * session_.slowest(), Milliseconds(100)));
}

Milliseconds Examiner::usual() const {
  return hangs_ > 0 ? brief() : deadline_;
}

// Each hang costs the whole deadline and a start of the adapter.
bool Examiner::may_ask_again() const {
  constexpr std::uint64_t hangs_at_first = 3;
  constexpr int share = 10;
  return hangs_ < hangs_at_first || asking_again_ * share < Clock::now() - begin_;
}

std::vector<Reply> Examiner::put(std::span<const std::string> records, Milliseconds patience) {
  if (broken_) return {};
  auto replies = session_.ask(records, patience, brief());
  if (auto* reason = std::get_if<std::string>(&replies)) {
    broken_ = std::move(*reason);
    return {};
  }
  return std::get<std::vector<Reply>>(std::move(replies));
}

Reply Examiner::ask_again(const std::string& record, Reply hang) {
  if (!may_ask_again()) {
    ++doubts_.unheard;
    return Unheard{};
  }
  const Clock::time_point begin = Clock::now();
  auto replies = put(std::span(&record, 1), deadline_);
  asking_again_ += Clock::now() - begin;
  if (replies.empty()) return hang;  // it is over
  ++(is_hang(replies.front()) ? hangs_ : doubts_.late);
  return std::move(replies.front());
}

std::vector<Reply> Examiner::ask(std::span<const Challenge> challenges) {
  std::vector<std::string> records;
  records.reserve(challenges.size());
  for (const Challenge& challenge : challenges) {
    records.push_back(record_to_send(settings_, challenge));
  }
  std::vector<Reply> replies = put(records, usual());
  for (std::size_t i = 0; i < replies.size(); ++i) {
    if (is_hang(replies[i])) replies[i] = ask_again(records[i], std::move(replies[i]));
  }
  return replies;
}

std::optional<Reply> Examiner::ask(const Challenge& challenge, Milliseconds patience) {
  const std::string record = record_to_send(settings_, challenge);
  auto replies = put(std::span(&record, 1), patience);
  if (replies.empty()) return std::nullopt;
  if (is_hang(replies.front()) && patience == deadline_) ++hangs_;
  return std::move(replies.front());
}

std::optional<Failure> Examiner::judge(const Challenge& challenge, const Reply& reply) const {
  if (const auto* failure = std::get_if<Failure>(&reply)) return *failure;
  if (const auto* refused = std::get_if<Refused>(&reply)) {
    if (find_prospect(settings_, challenge) != fuzz::Prospect::allocation) return std::nullopt;
    const std::string message = "the adapter refuses the problem: " +
                                formats::printable(formats::abridged(refused->message));
    return Failure{"FS505", message, fmt::format("error[FS505] {}\n", message),
                   cause_of(refused->message)};
  }
  if (const auto* shares = std::get_if<Shares>(&reply)) {
    return harness::find_failure(settings_, challenge, *shares);
  }
  return std::nullopt;
}

std::optional<Witness> Examiner::find_inconstancy(const Challenge& challenge, const Reply& first,
                                                  std::size_t times) {
  // Another failure like this one would cost another start, and show nothing new.
  if (std::holds_alternative<Failure>(first)) return std::nullopt;
  for (std::size_t time = 0; time < times; ++time) {
    const auto reply = ask(challenge, usual());
    if (!reply) return std::nullopt;
    if (auto difference = find_difference(first, *reply)) {
      is_inconstant_ = true;
      return difference;
    }
  }
  return std::nullopt;
}

std::optional<Witness> Examiner::find_inconstancy(const Challenge& challenge) {
  const auto first = ask(challenge, usual());
  return first ? find_inconstancy(challenge, *first, times_max - 1) : std::nullopt;
}

Witness Examiner::confirm(const Challenge& challenge, Witness seen, const Reply& first) {
  const std::string& code = seen.failure.code;
  if (code == "FS501" || code == "FS504") return seen;
  std::optional<Witness> difference;
  for (std::size_t time = 0; time < (is_inconstant_ ? times_max : 1); ++time) {
    auto reply = ask(challenge, deadline_);
    if (!reply || is_hang(*reply)) return seen;
    auto failure = judge(challenge, *reply);
    if (failure && failure->code == code) return witness_of(std::move(*failure), std::move(*reply));
    if (!difference) difference = find_difference(first, *reply);
    is_inconstant_ = is_inconstant_ || difference;
  }
  if (auto again = find_failure(challenge, code)) return *std::move(again);
  if (difference) return *std::move(difference);
  if (session_.is_over() || broken_) return seen;
  return inconstancy(fmt::format("answers that fail with {} ({})", code, seen.failure.message),
                     "others, which do not");
}

std::optional<properties::Reply> Examiner::divide(const Problem<Rational>& problem) {
  const Challenge challenge = challenge_of(problem, settings_.challenges.kinds);
  const auto prospect = find_prospect(settings_, challenge);
  if (!is_asked(settings_, challenge) || !is_held(challenge)) return std::nullopt;
  const auto reply = ask(challenge, usual());
  const auto* shares = reply ? std::get_if<Shares>(&*reply) : nullptr;
  if (shares == nullptr) return std::nullopt;
  auto intervals = find_intervals(settings_, challenge, *shares);
  if (!intervals) return std::nullopt;
  if (*prospect != fuzz::Prospect::allocation) return properties::Reply{outcome_of(*prospect), {}};
  return properties::Reply{properties::Outcome::allocation, std::move(*intervals)};
}

std::optional<Witness> Examiner::find_breach(const Challenge& challenge,
                                             const properties::Property& property,
                                             std::uint64_t choice) {
  if (challenge.is_tree || settings_.scheduler != "fair") return std::nullopt;
  // The properties are about exact shares; they do not hold for whole units: twice as many units
  // are not twice the same shares.
  const auto rounding = settings_.tolerance.rounding;
  if (rounding && formats::find_units(*rounding)) return std::nullopt;
  const Problem<Rational> problem = problem_of(challenge);
  // A property that compares many answers asks for the first of them only once.
  std::optional<properties::Reply> own = divide(problem);
  if (!own) return std::nullopt;
  const auto breach = property.find_breach(problem, choice, [&](const Problem<Rational>& asked) {
    return asked == problem ? own : divide(asked);
  });
  if (!breach) return std::nullopt;
  // An adapter whose answers vary breaks any property; that has its own code.
  if (auto inconstancy = find_inconstancy(challenge)) return inconstancy;
  return Witness{failure_of(property, *breach, settings_)};
}

std::optional<Witness> Examiner::find_failure(const Challenge& challenge, std::string_view code,
                                              Wait wait) {
  const Milliseconds patience = wait == Wait::whole ? deadline_
                                : code == "FS501"   ? brief()
                                                    : usual();
  if (code == "FS504") return find_inconstancy(challenge);
  for (std::size_t time = 0; time < (is_inconstant_ ? times_max : 1); ++time) {
    auto reply = ask(challenge, patience);
    if (!reply) return std::nullopt;
    auto failure = judge(challenge, *reply);
    if (!failure || failure->code != code) continue;
    return witness_of(std::move(*failure), std::move(*reply));
  }
  for (const properties::Property& property : properties::all_properties()) {
    if (property.code != code || !is_relation(property.code)) continue;
    for (std::uint64_t choice = 0; choice < choices_max; ++choice) {
      auto witness = find_breach(challenge, property, choice);
      if (witness && witness->failure.code == code) return witness;
    }
  }
  return std::nullopt;
}

}  // namespace fairshare::harness
