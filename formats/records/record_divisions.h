// The divisions of a record of the definition.
#pragma once

#include <variant>
#include <vector>

#include "formats/records/records.h"
#include "formats/text/input_error.h"
#include "formats/verdict/division.h"

namespace fairshare::formats {

// How shares were rounded where nothing is said: to the reporter's type, or else as written.
Rounding usual_rounding(Numbers numbers);

// One division for each divider, the top first; its total is what was reported for the parent, and
// stands for the same reals as that share. A record that is no tree has one. Of a record without
// shares the divisions have none, and the total of each is the record's.
std::vector<Division> divisions_of(Record record);

}  // namespace fairshare::formats
