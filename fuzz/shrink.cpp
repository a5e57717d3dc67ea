#include "fuzz/shrink.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "fuzz/simplifications.h"

namespace fairshare::fuzz {
namespace {

// How simple a challenge is, the most important first; what is left out costs nothing.
struct Simplicity {
  std::size_t size = 0;
  std::size_t depth = 0;  // of all nodes together
  std::size_t bounds = 0;
  std::size_t digits = 0;
  Rational sum = 0;

  void add(Kind kind, const Rational& number) {
    digits += number_text(kind, number).size();
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
  }
  return simplicity;
}

bool stands_before(const Entry& a, const Entry& b) {
  return std::tie(a.weight, a.min_share, a.max_share, a.demand) <
         std::tie(b.weight, b.min_share, b.max_share, b.demand);
}

std::size_t count_strange_names(const Challenge& challenge) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < challenge.entries.size(); ++i) {
    if (challenge.entries[i].name != name_at(i)) ++count;
  }
  return count;
}

// The first entries that differ decide.
std::optional<bool> find_order(const Challenge& a, const Challenge& b) {
  for (std::size_t i = 0; i < a.entries.size() && i < b.entries.size(); ++i) {
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

// Whether it may take the place of `first`, whatever the property.
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
  std::unordered_set<std::string> seen = {};
  bool is_over = false;
};

// True where the candidate took the place of the challenge.
bool attempt(Search& search, Challenge candidate) {
  if (!may_replace(candidate, search.shrunk.challenge)) return false;
  if (!search.seen.insert(record_of(candidate)).second) return false;
  search.is_over = !search.may_go_on();
  if (search.is_over) return false;
  ++search.shrunk.tried;
  if (!search.fails(candidate)) return false;
  ++search.shrunk.steps;
  search.shrunk.challenge = std::move(candidate);
  return true;
}

// True where something helped. In the end every move of the kind was tried on the same challenge,
// and none helped.
bool exhaust(Search& search, const MoveKind& kind) {
  bool has_helped = false;
  Moves moves = kind.moves_of(search.shrunk.challenge);
  std::size_t at = 0;
  std::size_t in_vain = 0;
  while (in_vain < moves.size() && !search.is_over) {
    if (attempt(search, moves[at](search.shrunk.challenge))) {
      has_helped = true;
      moves = kind.moves_of(search.shrunk.challenge);
      if (kind.begins_again || at >= moves.size()) at = 0;
      in_vain = 0;
    } else {
      ++in_vain;
      at = (at + 1) % moves.size();
    }
  }
  return has_helped;
}

}  // namespace

Shrunk shrink(Challenge challenge, const Fails& fails, const std::function<bool()>& may_go_on) {
  Search search{{std::move(challenge)}, fails, may_go_on};
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
