// Kubernetes quantities, read exactly: "500m", "1Gi", "2e3", 4.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "fairshare/exact/rational.h"
#include "formats/text/fields.h"
#include "formats/text/json.h"

namespace fairshare::formats {

// A number, then one of n u m k M G T P E, of Ki Mi Gi Ti Pi Ei, of e and E with a whole power, or
// nothing. The number may have a sign, and may lack digits before or after its point.
//
//     "500m" -> 1/2      "1Gi" -> 1073741824      ".5" -> 1/2      "1E" -> 10^18      "1E2" -> 100
//
// FS006 for anything else; FS007 if its exact value has too many digits. Kubernetes limits
// quantities to 2^63 - 1 and to nine digits after the point; larger and longer ones are read as
// well.
std::variant<exact::Rational, Complaint> read_quantity(std::string_view text);

// The quantity in a JSON number or string; FS002 for anything else.
std::variant<exact::Rational, Complaint> read_quantity(const json::Value& value);

// The quantity times `scale`, rounded up to a whole unit, as Kubernetes' own Value and MilliValue
// do. FS011 if it is negative, FS008 if it is 2^63 or more.
std::variant<std::int64_t, Complaint> whole_units(const exact::Rational& quantity,
                                                  std::int64_t scale);

}  // namespace fairshare::formats
