// Moves that make the numbers of a challenge simpler: fewer digits, fewer bits, nearer to 1,
// smaller, the ends of types and their neighbours. They change one number, equal numbers together,
// one at the cost of another, or all at once.
#pragma once

#include "fuzz/simplifications.h"

namespace fairshare::fuzz {

Moves simpler_numbers_of(const Challenge& challenge);

}  // namespace fairshare::fuzz
