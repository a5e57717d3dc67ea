// What the shrinker tries: every way to make a challenge simpler by one step, by what its numbers
// mean rather than by how they are written.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "fuzz/challenge.h"

namespace fairshare::fuzz {

// From the challenge that it was made for to another one.
using Move = std::function<Challenge(const Challenge&)>;
using Moves = std::vector<Move>;

// The moves of one kind, those that help most first. They may give what is not simpler, what has no
// fair allocation any more, or what was given before: the caller checks.
struct MoveKind {
  Moves (*moves_of)(const Challenge&);
  // True where what comes first in the list should be tried again after a success; else the search
  // goes on where it is.
  bool begins_again;
};

// Claimants, trees, bounds, equals, numbers, order: in the order in which they are to be tried.
std::span<const MoveKind> all_move_kinds();

}  // namespace fairshare::fuzz
