// Converts a record to the doubles that `solve --numbers double` computes with.
#pragma once

#include <string>
#include <variant>

#include "fairshare/model/tree.h"
#include "formats/records/records.h"
#include "formats/text/input_error.h"

namespace fairshare::cli {

// Each number becomes the nearest double. FS008 if one overflows, or is not 0 but becomes 0: the
// doubles would then be a different problem.
std::variant<Tree<double>, formats::InputError> to_doubles(const formats::Record& record,
                                                           const std::string& file);

}  // namespace fairshare::cli
