#include "fairshare/exact/brief.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

namespace fairshare::exact {
namespace {

constexpr long significant_digits = 17;

Rational power_of_ten(long exponent) {
  Rational power = 1;
  Rational square = 10;
  for (long rest = std::abs(exponent); rest > 0; rest /= 2) {
    if (rest % 2 == 1) power *= square;
    if (rest > 1) square *= square;
  }
  return exponent < 0 ? Rational(1 / power) : power;
}

std::string_view magnitude(std::string_view text) {
  return text.starts_with('-') ? text.substr(1) : text;
}

std::string_view without_zeros_behind(std::string_view digits) {
  return digits.substr(0, digits.find_last_not_of('0') + 1);
}

// The exponent e with 10^e <= number < 10^(e + 1), for the text of a positive number. For "40/3", e
// is how many more digits 40 has than 3, as 0.4 is not below 0.3 (else one less).
long decimal_exponent(std::string_view text) {
  const std::size_t line = std::min(text.find('/'), text.size());
  const std::string_view above = text.substr(0, line);
  const std::string_view below = line == text.size() ? "1" : text.substr(line + 1);
  const long exponent = static_cast<long>(above.size()) - static_cast<long>(below.size());
  return without_zeros_behind(above) < without_zeros_behind(below) ? exponent - 1 : exponent;
}

std::string without_trailing_zeros(std::string decimal) {
  if (decimal.find('.') == std::string::npos) return decimal;
  decimal.erase(decimal.find_last_not_of('0') + 1);
  if (decimal.back() == '.') decimal.pop_back();
  return decimal;
}

// `digits` significant digits of a positive number, in the usual notation of a double.
std::string significant(const Rational& number, long exponent, long digits) {
  assert(digits > 0);
  const long places = digits - 1 - exponent;
  if (exponent >= -5 && places >= 0) {
    return without_trailing_zeros(to_decimal(number, static_cast<unsigned>(places)));
  }
  std::string mantissa =
      to_decimal(number * power_of_ten(-exponent), static_cast<unsigned>(digits - 1));
  // 9.99... may have been rounded up to 10.
  const bool carried = mantissa.starts_with("10");
  if (carried) mantissa = "1";
  const long shown = carried ? exponent + 1 : exponent;
  return without_trailing_zeros(mantissa) + (shown < 0 ? "e-" : "e+") +
         std::to_string(std::abs(shown));
}

// How many digits stand for a positive number: as many as are needed to read it back, if that is a
// double.
long digits_of(const Rational& number) {
  const double nearest = to_double(number);
  if (!std::isfinite(nearest) || from_double(nearest) != number) return significant_digits;
  std::array<char, 32> text;
  char* const last = text.data() + text.size();
  const char* end = std::to_chars(text.data(), last, nearest, std::chars_format::scientific).ptr;
  const auto length = static_cast<long>(std::string_view(text.data(), end).find('e'));
  return length > 1 ? length - 1 : length;  // without the point
}

// The number exactly: "12", "33.33", "40/3"; nothing if that is too long. `text` is its "p/q".
std::optional<std::string> find_short(const Rational& number, const std::string& text) {
  if (text.size() > brief_length_max) return std::nullopt;
  const auto places = find_places(number);
  if (!places && text.size() > fraction_length_max) return std::nullopt;
  if (!places || *places == 0) return text;
  const long exponent = decimal_exponent(magnitude(text));
  const long digits = exponent + 1 + static_cast<long>(*places);
  if (digits > significant_digits) return std::nullopt;
  return (number < 0 ? "-" : "") + significant(abs(number), exponent, digits);
}

}  // namespace

std::string brief(const Rational& number) {
  const std::string text = to_text(number);
  if (auto exact = find_short(number, text)) return *std::move(exact);
  const Rational size = abs(number);
  return (number < 0 ? "~-" : "~") +
         significant(size, decimal_exponent(magnitude(text)), digits_of(size));
}

std::string brief_with_decimal(const Rational& number) {
  std::string text = brief(number);
  if (text.find('/') == std::string::npos) return text;
  const long exponent = decimal_exponent(magnitude(text));
  const std::string decimal =
      exponent >= -1 ? to_decimal(abs(number), 2) : significant(abs(number), exponent, 2);
  return text.append(number < 0 ? " (-" : " (").append(decimal).append(")");
}

std::string readable(const Rational& number, Digits digits) {
  if (digits == Digits::few) return brief_with_decimal(number);
  const std::string text = to_text(number);
  return find_short(number, text).value_or(text);
}

}  // namespace fairshare::exact
