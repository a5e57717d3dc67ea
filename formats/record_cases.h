// The step from a record with shares to the cases that `verify` judges.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exact/rational.h"
#include "formats/case.h"
#include "formats/input_error.h"
#include "formats/records.h"

namespace fairshare::formats {

struct Leniency {
  std::optional<Rounding> rounding = std::nullopt;  // absent: by the record's `numbers`
  exact::Rational within = 0;                       // units
  exact::Rational relative = 0;                     // of the total that is divided
};

// One case for each divider, the top first; its total is what was reported for the parent, and
// stands for the same reals as that share. A record that is no tree has one case. FS104 without
// shares; FS015 where a share cannot have been rounded so.
//
// Without a rounding: a record of doubles or floats is judged by what rounds to them, any other by
// what was written. With `to_double`, a decimal is first converted to the double that it means.
std::variant<std::vector<Case>, InputError> cases_of(const Record& record, const std::string& file,
                                                     const Leniency& leniency);

}  // namespace fairshare::formats
