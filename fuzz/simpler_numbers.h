// Moves that make the numbers of a challenge simpler: fewer digits, fewer bits, nearer to 1, less
// of each; alone, those that are equal together, and all at once.
#pragma once

#include "fuzz/simplifications.h"

namespace fairshare::fuzz {

Moves simpler_numbers_of(const Challenge& challenge);

}  // namespace fairshare::fuzz
