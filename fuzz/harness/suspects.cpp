#include "fuzz/harness/suspects.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

#include "fuzz/shrink.h"

namespace fairshare::harness {
namespace {

using exact::Rational;
using fuzz::Challenge;

constexpr std::size_t of_a_kind_max = 4;
constexpr std::size_t restarting_max = 2;

Rational power_of_two(unsigned exponent) {
  return Rational(exact::Integer(1) << exponent);
}

int scale_of_number(const Rational& number) {
  static const std::array<Rational, 3> ends = {power_of_two(20), power_of_two(48),
                                               power_of_two(100)};
  static const Rational smallest = 1 / power_of_two(100);
  if (number > 0 && number < smallest) return 3;
  return static_cast<int>(std::ranges::upper_bound(ends, number) - ends.begin());
}

// The worst comes first.
auto rank_of(const Suspect& suspect) {
  const auto& deviation = suspect.failure.cause.deviation;
  return std::tuple(!has_no_shares(suspect.failure.code), !deviation.has_value(),
                    -deviation.value_or(Rational(0)));
}

// The first of each scale, then the second of each, and so on; within a scale the simplest first.
std::vector<Suspect> in_turns(std::vector<Suspect> of_a_kind) {
  std::ranges::stable_sort(of_a_kind, [](const Suspect& a, const Suspect& b) {
    return fuzz::is_simpler(a.challenge, b.challenge);
  });
  std::map<Scale, std::size_t> seen;
  std::vector<std::pair<std::size_t, Suspect>> turns;
  for (Suspect& suspect : of_a_kind) {
    const std::size_t turn = seen[scale_of(suspect.challenge)]++;
    turns.emplace_back(turn, std::move(suspect));
  }
  std::ranges::stable_sort(turns, {}, [](const auto& turn) { return turn.first; });
  std::vector<Suspect> ordered;
  for (auto& [turn, suspect] : turns) ordered.push_back(std::move(suspect));
  const bool restarts = is_restart(ordered.front().failure.code);
  while (ordered.size() > (restarts ? restarting_max : of_a_kind_max)) {
    ordered.front().failures += ordered.back().failures;
    ordered.pop_back();
  }
  return ordered;
}

}  // namespace

Scale scale_of(const Challenge& challenge) {
  Scale scale{0, scale_of_number(challenge.total)};
  for (const fuzz::Entry& entry : challenge.entries) {
    scale.weight = std::max(scale.weight, scale_of_number(entry.weight));
    for (const auto& amount : {std::optional(entry.min_share), entry.max_share, entry.demand}) {
      if (amount) scale.amount = std::max(scale.amount, scale_of_number(*amount));
    }
  }
  return scale;
}

bool has_no_shares(const std::string& code) {
  return is_restart(code) || code == "FS505";
}

bool is_restart(const std::string& code) {
  return code == "FS501" || code == "FS502" || code == "FS503";
}

Kind kind_of(const Failure& failure) {
  const bool is_said = !failure.cause.fault.empty() || !is_restart(failure.code);
  // A hang says nothing more than that it hangs.
  if (is_said || failure.code == "FS501") return kind_of(failure.code, failure.cause);
  return kind_of(failure.code, cause_of(failure.message));
}

Sort sort_of(const Suspect& suspect) {
  const bool has_family = !has_no_shares(suspect.failure.code);
  return {kind_of(suspect.failure), has_family ? suspect.family : fuzz::Family::ordinary,
          scale_of(suspect.challenge)};
}

bool is_better(const Suspect& suspect, const Suspect& kept) {
  if (suspect.is_confirmed != kept.is_confirmed) return suspect.is_confirmed;
  if (fuzz::is_simpler(suspect.challenge, kept.challenge)) return true;
  return !fuzz::is_simpler(kept.challenge, suspect.challenge) &&
         suspect.case_number < kept.case_number;
}

std::vector<Suspect> in_order(const Suspects& suspects) {
  std::map<Kind, std::vector<Suspect>> kinds;
  for (const auto& [sort, suspect] : suspects) kinds[sort.kind].push_back(suspect);
  std::vector<std::vector<Suspect>> lists;
  for (auto& [kind, of_a_kind] : kinds) lists.push_back(std::move(of_a_kind));
  const auto worst_of = [](const std::vector<Suspect>& list) {
    return rank_of(*std::ranges::min_element(list, {}, rank_of));
  };
  std::ranges::stable_sort(lists, {}, worst_of);
  for (auto& list : lists) list = in_turns(std::move(list));
  std::vector<Suspect> ordered;
  for (std::size_t turn = 0; turn < of_a_kind_max; ++turn) {
    for (auto& list : lists) {
      if (turn < list.size()) ordered.push_back(std::move(list[turn]));
    }
  }
  return ordered;
}

}  // namespace fairshare::harness
