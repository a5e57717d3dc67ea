// Numbers as people write them: 33.33 and not 3333/100.
#pragma once

#include <cstddef>
#include <string>

#include "fairshare/exact/rational.h"

namespace fairshare::exact {

// The most characters of a whole number, and of a fraction: a longer one is harder to read than its
// decimal.
inline constexpr std::size_t brief_length_max = 32;
inline constexpr std::size_t fraction_length_max = 18;

// A number for people: "10", "33.33", or what no decimal equals, "40/3". What takes more than 17
// digits, or more characters than these, begins with "~" and is rounded: a double to the shortest
// decimal that is read as it, "~0.1", "~1.7976931348623157e+308"; others to 17 digits.
std::string brief(const Rational& number);

// The same, and a fraction with its decimal: "40/3 (13.33)", "1/300 (0.0033)", "10", "33.33".
std::string brief_with_decimal(const Rational& number);

enum class Digits {
  all,  // as `brief`, but exact, however long: "33.33", "40/3",
        // "3602879701896397/36028797018963968"
  few,  // as `brief_with_decimal`
};
std::string readable(const Rational& number, Digits digits);

}  // namespace fairshare::exact
