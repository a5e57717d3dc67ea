#include "fuzz/shrink.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "fuzz/simplifications.h"

namespace fairshare::fuzz {
namespace {

// How long a number is to read: its digits; but a large whole number is read as 3e9, 2^31 or 2^31 -
// 1 if it can be written so.
std::size_t length_of(Kind kind, const Rational& number) {
  constexpr std::size_t short_enough = 5;
  const std::string text = number_text(kind, number);
  if (text.size() <= short_enough || !exact::is_whole(number) || number < 0) return text.size();
  const exact::Integer whole = exact::floor(number);
  if (msb(whole) > 64) return text.size();
  std::size_t length = text.size();
  const std::size_t digits = text.find_last_not_of('0') + 1;
  if (text.find('e') == std::string::npos) length = std::min(length, digits + 4);
  for (int offset = -2; offset <= 2; ++offset) {
    const exact::Integer power = whole - offset;
    if (power == exact::Integer(1) << msb(power)) {
      length = std::min(length, short_enough + static_cast<std::size_t>(std::abs(offset)));
    }
  }
  return length;
}

// How simple a challenge is, the most important first. Absent numbers cost nothing.
struct Simplicity {
  std::size_t size = 0;
  std::size_t depth = 0;  // of all nodes together
  std::size_t bounds = 0;
  std::size_t digits = 0;
  Rational sum = 0;

  void add(Kind kind, const Rational& number) {
    digits += length_of(kind, number);
    sum += number;
  }
  void add_bound(Kind kind, const std::optional<Rational>& number) {
    if (!number) return;
    ++bounds;
    add(kind, *number);
  }
};

std::size_t depth_of(const Challenge& challenge) {
  if (!challenge.is_tree) return 0;
  std::size_t sum = 1;
  std::vector<std::size_t> depths;
  for (const Entry& entry : challenge.entries) {
    depths.push_back(entry.parent ? depths[*entry.parent] + 1 : 0);
    sum += depths.back();
  }
  return sum;
}

Simplicity simplicity_of(const Challenge& challenge) {
  const auto& [weight_kind, amount_kind] = challenge.kinds;
  Simplicity simplicity{challenge.entries.size(), depth_of(challenge)};
  simplicity.add(amount_kind, challenge.total);
  for (const Entry& entry : challenge.entries) {
    if (entry.weight == 0) {
      simplicity.add(weight_kind, 2);
    } else if (entry.weight != 1) {
      simplicity.add(weight_kind, entry.weight);
    }
    if (entry.min_share != 0) simplicity.add_bound(amount_kind, entry.min_share);
    simplicity.add_bound(amount_kind, entry.max_share);
    simplicity.add_bound(amount_kind, entry.demand);
    if (entry.priority) simplicity.add_bound(Kind::int32, Rational(*entry.priority));
  }
  return simplicity;
}

std::size_t count_strange_names(const Challenge& challenge) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < challenge.entries.size(); ++i) {
    if (challenge.entries[i].name != name_at(i)) ++count;
  }
  return count;
}

// The first entries that differ decide. Both challenges have equally many.
std::optional<bool> find_order(const Challenge& a, const Challenge& b) {
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    if (stands_before(a.entries[i], b.entries[i])) return true;
    if (stands_before(b.entries[i], a.entries[i])) return false;
  }
  return std::nullopt;
}

bool is_held(const Challenge& challenge) {
  const auto& [weight, amount] = challenge.kinds;
  const auto is_amount = [kind = amount](const Rational& number) {
    return number >= 0 && holds(kind, number);
  };
  return is_amount(challenge.total) &&
         std::ranges::all_of(challenge.entries, [&, kind = weight](const Entry& entry) {
           return entry.weight >= 0 && holds(kind, entry.weight) && is_amount(entry.min_share) &&
                  is_amount(entry.max_share.value_or(0)) && is_amount(entry.demand.value_or(0));
         });
}

// Whether it may replace `first`, whatever must fail.
bool may_replace(const Challenge& candidate, const Challenge& first) {
  if (!is_simpler(candidate, first) || !is_held(candidate)) return false;
  const auto before = find_prospect(first);
  if (!before) return true;
  const auto after = find_prospect(candidate);
  return after && (before != Prospect::allocation || after == Prospect::allocation);
}

struct Search {
  Shrunk shrunk;
  const Fails& fails;
  const std::function<bool()>& may_go_on;
  const Expect& expect;
  std::unordered_set<std::string> seen = {};
  std::size_t ahead = 1;  // how many are expected to be tried in vain
  bool is_over = false;
};

// The result of a move, if it has not been tried before.
struct Candidate {
  std::size_t move = 0;
  Challenge challenge = {};
};

// The next candidates, from the move `at` on: as many as are expected to be tried. `left` counts
// the moves that remain.
std::vector<Candidate> take_next(Search& search, const Moves& moves, std::size_t& at,
                                 std::size_t& left) {
  std::vector<Candidate> next;
  for (; left > 0 && next.size() < search.ahead; --left, at = (at + 1) % moves.size()) {
    Challenge candidate = moves[at](search.shrunk.challenge);
    if (!may_replace(candidate, search.shrunk.challenge)) continue;
    if (!search.seen.insert(record_of(candidate)).second) continue;
    next.push_back({at, std::move(candidate)});
  }
  return next;
}

void expect(const Search& search, const std::vector<Candidate>& next) {
  if (next.size() < 2 || !search.expect) return;
  std::vector<Challenge> challenges;
  for (const Candidate& candidate : next) challenges.push_back(candidate.challenge);
  search.expect(challenges);
}

// The move whose result replaced the challenge, if any did. Nothing is known about the candidates
// after it, so they may be tried again.
std::optional<std::size_t> find_success(Search& search, std::vector<Candidate> next) {
  expect(search, next);
  for (std::size_t i = 0; i < next.size(); ++i) {
    search.is_over = search.is_over || !search.may_go_on();
    const bool is_tried = !search.is_over;
    if (is_tried) ++search.shrunk.tried;
    if (is_tried && !search.fails(next[i].challenge)) continue;
    for (std::size_t k = is_tried ? i + 1 : i; k < next.size(); ++k) {
      search.seen.erase(record_of(next[k].challenge));
    }
    if (!is_tried) return std::nullopt;
    ++search.shrunk.steps;
    search.shrunk.challenge = std::move(next[i].challenge);
    return next[i].move;
  }
  return std::nullopt;
}

// True if some move helped. It ends once every move of the kind has been tried on the same
// challenge and none helps any more.
bool exhaust(Search& search, const MoveKind& kind) {
  constexpr std::size_t ahead_max = 32;
  bool has_helped = false;
  Moves moves = kind.moves_of(search.shrunk.challenge);
  std::size_t at = 0;
  std::size_t left = moves.size();
  while (left > 0 && !search.is_over) {
    const auto success = find_success(search, take_next(search, moves, at, left));
    search.ahead = success ? 1 : std::min(ahead_max, search.ahead * 2);
    if (!success) continue;
    has_helped = true;
    moves = kind.moves_of(search.shrunk.challenge);
    at = kind.begins_again || *success >= moves.size() ? 0 : *success;
    left = moves.size();
  }
  return has_helped;
}

}  // namespace

Shrunk shrink(Challenge challenge, const Fails& fails, const std::function<bool()>& may_go_on,
              const Expect& expect) {
  Search search{{std::move(challenge)}, fails, may_go_on, expect};
  bool has_helped = true;
  while (has_helped && !search.is_over) {
    has_helped = false;
    for (const MoveKind& kind : all_move_kinds()) has_helped |= exhaust(search, kind);
  }
  search.shrunk.is_minimal = !search.is_over;
  return std::move(search.shrunk);
}

std::vector<Challenge> simplifications(const Challenge& challenge) {
  std::vector<Challenge> simpler;
  std::unordered_set<std::string> seen;
  for (const MoveKind& kind : all_move_kinds()) {
    for (const Move& move : kind.moves_of(challenge)) {
      Challenge candidate = move(challenge);
      if (!may_replace(candidate, challenge)) continue;
      if (seen.insert(record_of(candidate)).second) simpler.push_back(std::move(candidate));
    }
  }
  return simpler;
}

bool is_simpler(const Challenge& a, const Challenge& b) {
  const Simplicity of_a = simplicity_of(a);
  const Simplicity of_b = simplicity_of(b);
  const auto ranked = [](const Simplicity& one) {
    return std::tie(one.size, one.depth, one.bounds, one.digits, one.sum);
  };
  if (ranked(of_a) != ranked(of_b)) return ranked(of_a) < ranked(of_b);
  const auto order = find_order(a, b);
  return order ? *order : count_strange_names(a) < count_strange_names(b);
}

}  // namespace fairshare::fuzz
