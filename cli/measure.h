// --rounding, --units, --within and --relative: how shares are judged.
#pragma once

#include <string>
#include <variant>

#include "formats/verdict/tolerance.h"

namespace fairshare::cli {

// As the user gave them; empty if not given.
struct Measure {
  std::string rounding = {};  // a name of formats::Rounding
  std::string units = {};     // a name of Units; then nothing else
  std::string within = {};    // units, as a number in a record
  std::string relative = {};  // of the total
};

// The tolerance, or a sentence that says what is wrong.
std::variant<formats::Tolerance, std::string> read_measure(const Measure& measure);

}  // namespace fairshare::cli
