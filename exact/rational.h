// Exact numbers. The only header that knows Boost.Multiprecision and GMP.
//
// A double is a rational, so double -> Rational loses nothing. Text is read as what it says: "0.1"
// is 1/10 and never the double next to it. Rational -> double rounds once, to nearest, ties to
// even.
#pragma once

#include <boost/multiprecision/gmp.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

// A rational beside a whole number, compared without a second rational. Boost means to do so, but
// its own functions take what is not const only.
namespace boost::multiprecision::backends {

inline bool eval_eq(const gmp_rational& a, long b) {
  return a.compare(b) == 0;
}
inline bool eval_lt(const gmp_rational& a, long b) {
  return a.compare(b) < 0;
}
inline bool eval_gt(const gmp_rational& a, long b) {
  return a.compare(b) > 0;
}

}  // namespace boost::multiprecision::backends

namespace fairshare::exact {

using Integer =
    boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational,
                                               boost::multiprecision::et_off>;

// The most decimal digits that the numerator or the denominator of a number in text may have.
// "1e400" has 401; "1e999999999" would need 400 MB and is refused as TextError::too_long, at once.
inline constexpr std::size_t digits_max = 20'000;

enum class TextError {
  malformed,         // "", "abc", "1.", "01", "+1", "0x10", "1/2/3", "NaN", "Infinity", "1.5/2"
  zero_denominator,  // "1/0"
  too_long,          // more than digits_max digits above or below the line
};

struct TextNumber {
  Rational value;
  Rational last_digit;  // the unit of the last written digit: "33.33" 1/100, "1e3" 1000, "120" 1;
                        // 0 for "p/q", which was not rounded
};

// The value of a number as JSON writes it ("-12", "0.10", "1e400"), or of "p/q" with integers p and
// q.
//
//     "0.1"  -> 1/10, last digit 1/10         "-2/6" -> -1/3, last digit 0
//     "1e3"  -> 1000, last digit 1000         "0e999999999" -> 0, last digit 1
//     "1/0"  -> zero_denominator              " 1", "1/-2" -> malformed
std::variant<TextNumber, TextError> parse_number(std::string_view text);

// "p/q" in lowest terms, "p" where q is 1. parse_number reads it back to the same value.
std::string to_text(const Rational& number);

// `places` digits behind the point, rounded half away from zero: to_decimal(40/3, 2) is "13.33",
// to_decimal(-1/2, 0) is "-1", to_decimal(1/8, 2) is "0.13".
std::string to_decimal(const Rational& number, unsigned places);

// The same number. Asserts that it is finite.
Rational from_double(double number);

// The nearest double, ties to even; subnormals included. Beyond the largest double by half a unit
// in the last place or more: infinity, as IEEE 754 rounds. to_double(1/3) is 0x1.5555555555555p-2,
// to_double(2^-1075) is 0, to_double(2^1024 - 2^970) is infinity, to_double(10^400) is infinity.
double to_double(const Rational& number);

// The nearest float, likewise: rounded once, not by way of double.
float to_float(const Rational& number);

// The greatest integer that is not above the number, and the least that is not below it.
Integer floor(const Rational& number);
Integer ceil(const Rational& number);

bool is_whole(const Rational& number);

}  // namespace fairshare::exact
