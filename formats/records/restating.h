// Levels whose problems follow from other numbers, so that `--set` changes those: with another
// total a tier of KAI, a cap of Volcano or a scaled minimum of Koordinator is another one, too.
#pragma once

#include <vector>

#include "formats/records/levels.h"
#include "formats/verdict/division.h"

namespace fairshare::formats {

// The divisions of the level, which are those of divisions_of, with `level` and `claims`. It
// takes a total that the release cannot hold as the next one below that it can, since a total may
// be a fair share of another level. Complaints:
//
//     "the minimum of a: armada has no min_share"
//     "the maximum of a: 1.5 is not a whole number from -2147483648 to 2147483647"
//     "armada divides fractions of a pool: its total must be 1"
//     "the maximum of a is below its minimum"
std::variant<std::vector<Division>, InputError> restatable_divisions_of(const LevelWorld& world);

}  // namespace fairshare::formats
