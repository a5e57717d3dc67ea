// What the shrinker tries: every way to make a challenge simpler by one step, by the meaning of its
// numbers rather than by their text.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "fuzz/challenge.h"

namespace fairshare::fuzz {

// Turns the challenge that it was made for into another one.
using Move = std::function<Challenge(const Challenge&)>;
using Moves = std::vector<Move>;

// The moves of one kind, the most helpful first. A result may be no simpler, may have no fair
// allocation any more, or may have occurred before: the caller checks.
struct MoveKind {
  Moves (*moves_of)(const Challenge&);
  // True if the list should be tried again from its beginning after a success; else the search goes
  // on from where it is.
  bool begins_again;
};

// Claimants, trees, bounds, equals, numbers, order: in the order in which they are to be tried.
std::span<const MoveKind> all_move_kinds();

// The order in which claimants are to be sorted: by their numbers, not by their names.
bool stands_before(const Entry& a, const Entry& b);

}  // namespace fairshare::fuzz
