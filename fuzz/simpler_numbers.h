// Moves that make the numbers of a challenge simpler: fewer digits, fewer bits, nearer to 1, less
// of each, the ends of types and their neighbours; alone, those that are equal together, one at the
// cost of another, and all at once.
#pragma once

#include "fuzz/simplifications.h"

namespace fairshare::fuzz {

Moves simpler_numbers_of(const Challenge& challenge);

}  // namespace fairshare::fuzz
