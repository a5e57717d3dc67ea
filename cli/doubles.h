// The step from what a record says to the doubles that `solve --numbers double` computes with.
#pragma once

#include <string>
#include <variant>

#include "fairshare/model/tree.h"
#include "formats/records/records.h"
#include "formats/text/input_error.h"

namespace fairshare::cli {

// Each number as the double nearest to it. FS008 where one overflows, or is not 0 and becomes 0:
// then the doubles would be another problem altogether.
std::variant<Tree<double>, formats::InputError> to_doubles(const formats::Record& record,
                                                           const std::string& file);

}  // namespace fairshare::cli
