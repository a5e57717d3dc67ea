// Numbers as text: as JSON in answers; for people rounded, or with what they count.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fairshare/exact/rational.h"

namespace fairshare::formats {

// The shortest double that is read back as the same: 0.1, 1e+300; "NaN", "Infinity" and "-Infinity"
// as strings.
std::string number_text(double number);
std::string number_text(std::int64_t number);
std::string number_text(const exact::Rational& number);  // "\"40/3\"", a string

// With at most `digits` significant digits, behind a ~ if that is not the number itself: "1",
// "~1.09", "~1.19e-7".
std::string rounded_text(const exact::Rational& number, int digits);

// "1 claimant", "2 claimants".
std::string counted(std::uint64_t number, std::string_view noun);

}  // namespace fairshare::formats
