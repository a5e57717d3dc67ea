// A number of an answer as JSON.
#pragma once

#include <cstdint>
#include <string>

#include "fairshare/exact/rational.h"

namespace fairshare::formats {

// The shortest double that is read back as the same: 0.1, 1e+300; "NaN", "Infinity" and "-Infinity"
// as strings.
std::string number_text(double number);
std::string number_text(std::int64_t number);
std::string number_text(const exact::Rational& number);  // "\"40/3\"", a string

}  // namespace fairshare::formats
