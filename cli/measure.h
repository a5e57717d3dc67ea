// --rounding, --units, --within and --relative: by what measure shares are judged.
#pragma once

#include <string>
#include <variant>

#include "formats/verdict/tolerance.h"

namespace fairshare::cli {

// As the user wrote them; empty where they did not.
struct Measure {
  std::string rounding = {};  // a name of formats::Rounding
  std::string units = {};     // a name of Units; then nothing else
  std::string within = {};    // units, as a number in a record
  std::string relative = {};  // of the total
};

// Or a sentence that says what is wrong.
std::variant<formats::Tolerance, std::string> read_measure(const Measure& measure);

}  // namespace fairshare::cli
