// Which totals a challenge can have: a move that changes bounds may have to move the total too.
#pragma once

#include <vector>

#include "fuzz/challenge.h"

namespace fairshare::fuzz {

// The bounds on the total by the entries together; in a tree, by those at its top.
struct TotalEnds {
  Rational minimums = 0;
  Rational most = 0;  // means nothing if there is no end
  bool has_end = true;
};

TotalEnds ends_of(const std::vector<Entry>& entries);

// True if every division in it has a fair allocation.
bool is_feasible(const Challenge& challenge);

// The challenge with the possible total that is nearest to the wanted one. In a tree, only the top
// decides what is possible.
Challenge with_total(Challenge challenge, const Rational& wanted);

// If the total of `first` is possible, the challenge with a possible total; else unchanged.
Challenge adapted(Challenge challenge, const Challenge& first);

}  // namespace fairshare::fuzz
