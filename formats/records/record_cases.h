// The step from a record with shares to the cases that `verify` judges.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exact/rational.h"
#include "formats/records/records.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/verdict/case.h"

namespace fairshare::formats {

// "a" for the id "\"a\"", which is JSON; where a record has none, its place: "records.ndjson:3".
std::string title_of(const std::string& id, const std::string& file, std::size_t line);

// How shares were rounded of which nobody says it: to the reporter's type, or else as written.
Rounding usual_rounding(Numbers numbers);

// What a written share stands for, widened by `slack` either way; a message without a place where
// it cannot have been rounded so (FS015), or where no double holds it (FS008).
std::variant<Reported, Complaint> find_reported(const WrittenNumber& written, Rounding rounding,
                                                const exact::Rational& slack);

// FS104: there is nothing to judge. Without file and line.
InputError no_shares_reported();

// One case for each divider, the top first; its total is what was reported for the parent, and
// stands for the same reals as that share. A record that is no tree has one case. FS104 without
// shares; FS015 where a share cannot have been rounded so.
//
// What `leniency` leaves open, the record may say. Without a rounding: a record of doubles or
// floats is judged by what rounds to them, any other by what was written. With `to_double`, a
// decimal is first converted to the double that it means.
std::variant<std::vector<Case>, InputError> cases_of(const Record& record, const std::string& file,
                                                     const Leniency& leniency);

}  // namespace fairshare::formats
