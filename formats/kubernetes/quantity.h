// Kubernetes quantities: "500m", "1Gi", "2e3", 4, exactly as written.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "fairshare/exact/rational.h"
#include "formats/text/fields.h"
#include "formats/text/json.h"

namespace fairshare::formats {

// A number, then one of n u m k M G T P E, of Ki Mi Gi Ti Pi Ei, of e and E with a whole power, or
// nothing. The number may have a sign, and no digit before or none behind its point.
//
//     "500m" -> 1/2      "1Gi" -> 1073741824      ".5" -> 1/2      "1E" -> 10^18      "1E2" -> 100
//
// FS006 for anything else; FS007 where its exact value has too many digits. A quantity of
// Kubernetes ends at 2^63 - 1 and at nine digits behind the point; these are read beyond that.
std::variant<exact::Rational, Complaint> read_quantity(std::string_view text);

// Of a JSON number or string; FS002 for anything else.
std::variant<exact::Rational, Complaint> read_quantity(const json::Value& value);

// The quantity times `scale`, rounded up to a whole unit, as Kubernetes' own Value and MilliValue
// do. FS011 where it is negative, FS008 where it is 2^63 or more.
std::variant<std::int64_t, Complaint> whole_units(const exact::Rational& quantity,
                                                  std::int64_t scale);

}  // namespace fairshare::formats
