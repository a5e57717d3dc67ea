// The divisions of a record of the definition.
#pragma once

#include <vector>

#include "formats/records/records.h"
#include "formats/verdict/division.h"

namespace fairshare::formats {

// The default rounding of shares: to the reporter's type, or else as written.
Rounding usual_rounding(Numbers numbers);

// One division per node with children, the top first; its total is the share reported for the
// parent, and stands for the same reals. A record that is not a tree has one division. If the
// record has no shares, neither do the divisions, and the total of each is the record's.
std::vector<Division> divisions_of(Record record);

}  // namespace fairshare::formats
