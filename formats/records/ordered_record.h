// Records for `verify --ordering`, which may lack a total.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "formats/records/records.h"

namespace fairshare::formats {

// The record on one line, divided by the definition, whichever scheduler it names. Without a total,
// the total is the sum of its shares (for a tree, of those at the top), or 0 if that is negative.
std::variant<Record, RecordError> read_ordered_record(std::string_view line,
                                                      const std::string& file,
                                                      std::size_t line_number);

}  // namespace fairshare::formats
