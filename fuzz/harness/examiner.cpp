#include "fuzz/harness/examiner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fairshare::harness {
namespace {

using exact::Rational;
using fuzz::Challenge;

// What is tried before a failure that comes and goes is taken to be none.
constexpr std::size_t times_max = 16;
// Of what a property may choose.
constexpr std::uint64_t choices_max = 8;

bool are_same(const Shares& a, const Shares& b) {
  return std::ranges::equal(a.shares, b.shares, {}, &formats::WrittenNumber::value,
                            &formats::WrittenNumber::value);
}

std::string shares_text(const Shares& shares) {
  std::string text;
  for (const auto& share : shares.shares) text += (text.empty() ? "" : ", ") + share.text;
  return text;
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
  if (breach.other) {
    const Challenge other = challenge_of(*breach.other, settings.challenges.kinds);
    text += fmt::format("  where the other problem is {}\n", record_to_send(settings, other));
  }
  return {std::string(property.code), fmt::format("{}: {}", property.name, breach.message),
          std::move(text)};
}

}  // namespace

bool is_relation(const properties::Property& property) {
  return property.code >= "FS205" && property.code <= "FS208";
}

Milliseconds Examiner::short_patience() const {
  return std::min(deadline_, std::max(20 * session_.slowest(), Milliseconds(100)));
}

std::vector<Reply> Examiner::ask(std::span<const Challenge> challenges) {
  if (broken_) return {};
  std::vector<std::string> records;
  records.reserve(challenges.size());
  for (const Challenge& challenge : challenges)
    records.push_back(record_to_send(settings_, challenge));
  auto replies = session_.ask(records, has_hung_ ? short_patience() : deadline_, short_patience());
  if (auto* reason = std::get_if<std::string>(&replies)) {
    broken_ = std::move(*reason);
    return {};
  }
  return std::get<std::vector<Reply>>(std::move(replies));
}

std::optional<Reply> Examiner::ask(const Challenge& challenge) {
  auto replies = ask(std::span(&challenge, 1));
  if (replies.empty()) return std::nullopt;
  if (const auto* failure = std::get_if<Failure>(&replies.front())) {
    has_hung_ = has_hung_ || failure->code == "FS501";
  }
  return std::move(replies.front());
}

std::optional<Failure> Examiner::judge(const Challenge& challenge, const Reply& reply) const {
  if (const auto* failure = std::get_if<Failure>(&reply)) return *failure;
  if (const auto* refused = std::get_if<Refused>(&reply)) {
    const std::string message =
        "the adapter refuses the problem: " + formats::abridged(refused->message);
    return Failure{"FS505", message, fmt::format("error[FS505] {}\n", message)};
  }
  if (const auto* shares = std::get_if<Shares>(&reply)) {
    return harness::find_failure(settings_, challenge, *shares);
  }
  return std::nullopt;
}

std::optional<Witness> Examiner::find_inconstancy(const Challenge& challenge, std::size_t times) {
  const std::vector<Reply> replies = ask(std::vector<Challenge>(times, challenge));
  const Shares* first = nullptr;
  for (const Reply& reply : replies) {
    const auto* shares = std::get_if<Shares>(&reply);
    if (shares == nullptr) continue;
    if (first == nullptr) first = shares;
    if (are_same(*first, *shares)) continue;
    is_inconstant_ = true;
    const std::string message = fmt::format("the same problem gets {} and then {}",
                                            shares_text(*first), shares_text(*shares));
    return Witness{{"FS504", message, fmt::format("error[FS504] {}\n", message)}, *shares};
  }
  return std::nullopt;
}

std::optional<properties::Reply> Examiner::divide(const Problem<Rational>& problem) {
  const Challenge challenge = challenge_of(problem, settings_.challenges.kinds);
  const auto prospect = find_prospect(challenge);
  if (!prospect || !is_held(challenge)) return std::nullopt;
  if (*prospect != fuzz::Prospect::allocation && !settings_.challenges.infeasible)
    return std::nullopt;
  const auto reply = ask(challenge);
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
  const Problem<Rational> problem = problem_of(challenge);
  // A property that compares many answers asks for the first of them once.
  std::optional<properties::Reply> own = divide(problem);
  if (!own) return std::nullopt;
  const auto breach = property.find_breach(problem, choice, [&](const Problem<Rational>& asked) {
    return asked == problem ? own : divide(asked);
  });
  if (!breach) return std::nullopt;
  // An adapter that answers now this, now that, breaks any property; that has a code of its own.
  if (auto inconstancy = find_inconstancy(challenge, times_max)) return inconstancy;
  return Witness{failure_of(property, *breach, settings_)};
}

std::optional<Witness> Examiner::find_failure(const Challenge& challenge, std::string_view code) {
  if (code == "FS504") return find_inconstancy(challenge, times_max);
  for (std::size_t time = 0; time < (is_inconstant_ ? times_max : 1); ++time) {
    auto reply = ask(challenge);
    if (!reply) return std::nullopt;
    auto failure = judge(challenge, *reply);
    if (!failure || failure->code != code) continue;
    Witness witness{std::move(*failure)};
    if (auto* shares = std::get_if<Shares>(&*reply)) witness.shares = std::move(*shares);
    return witness;
  }
  for (const properties::Property& property : properties::all_properties()) {
    if (property.code != code || !is_relation(property)) continue;
    for (std::uint64_t choice = 0; choice < choices_max; ++choice) {
      auto witness = find_breach(challenge, property, choice);
      if (witness && witness->failure.code == code) return witness;
    }
  }
  return std::nullopt;
}

}  // namespace fairshare::harness
