// Which totals a challenge can have: a move that changes bounds may have to move the total too.
#pragma once

#include <vector>

#include "fuzz/challenge.h"

namespace fairshare::fuzz {

// What the entries say together; of a tree those at its top.
struct Ends {
  Rational minimums = 0;
  Rational most = 0;  // 0 where there is no end
  bool has_end = true;
};

Ends ends_of(const std::vector<Entry>& entries);

// True where it has a fair allocation at every divider.
bool is_feasible(const Challenge& challenge);

// The challenge with a total as near to the wanted one as can be divided; where there are trees, at
// the top.
Challenge with_total(Challenge challenge, const Rational& wanted);

// Where the total of the first can be divided, one that can be.
Challenge adapted(Challenge challenge, const Challenge& first);

}  // namespace fairshare::fuzz
