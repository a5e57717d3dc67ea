// Exact numbers from text and to text, by the grammar of JSON's numbers.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <ostream>
#include <utility>

#include "fairshare/exact/rational.h"
#include "fairshare/exact/short_fraction.h"

namespace fairshare::exact {
namespace {

bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

// Removes the leading digits from `text`, and returns them.
std::string_view take_digits(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length])) ++length;
  const std::string_view digits = text.substr(0, length);
  text.remove_prefix(length);
  return digits;
}

// JSON's integers: "0", or digits that do not begin with 0.
bool is_integer(std::string_view digits) {
  return !digits.empty() && (digits.size() == 1 || digits[0] != '0');
}

bool take(std::string_view& text, char wanted) {
  if (text.empty() || text[0] != wanted) return false;
  text.remove_prefix(1);
  return true;
}

constexpr std::size_t digits_of_int64 = 18;  // all numbers with so many digits fit

// For at most digits_of_int64 digits.
std::int64_t to_int64(std::string_view digits) {
  std::int64_t value = 0;
  for (const char c : digits) value = 10 * value + (c - '0');
  return value;
}

// Digits to a number. Leading zeros are removed first, since GMP reads them as octal.
Integer to_integer(std::string_view digits) {
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.size() > digits_of_int64) return Integer(std::string(digits));
  return to_int64(digits);
}

Integer power_of_ten(std::size_t exponent) {
  return pow(Integer(10), static_cast<unsigned>(exponent));
}

// Exponents saturate far above digits_max, where their size no longer matters.
long long to_exponent(std::string_view digits) {
  constexpr long long enough = 1'000'000'000'000;
  long long exponent = 0;
  for (const char c : digits) exponent = std::min(enough, exponent * 10 + (c - '0'));
  return exponent;
}

std::variant<TextNumber, TextError> fraction(bool negative, std::string_view numerator,
                                             std::string_view denominator) {
  if (!is_integer(numerator) || !is_integer(denominator)) return TextError::malformed;
  if (std::max(numerator.size(), denominator.size()) > digits_max) return TextError::too_long;
  const Integer divisor = to_integer(denominator);
  if (divisor == 0) return TextError::zero_denominator;
  Rational value(to_integer(numerator), divisor);
  if (negative) value = -value;
  return TextNumber{std::move(value), Rational(0)};
}

// No exponent makes a zero too long: a greater exponent counts as this one.
constexpr long long exponent_of_zero_max = digits_max - 1;

// digits * 10^exponent.
std::variant<TextNumber, TextError> decimal(bool negative, const std::string& digits,
                                            long long exponent) {
  const std::size_t leading_zeros = std::min(digits.find_first_not_of('0'), digits.size());
  const long long length = static_cast<long long>(digits.size() - leading_zeros);
  const long long numerator_digits = length + std::max(exponent, 0LL);
  const long long denominator_digits = 1 + std::max(-exponent, 0LL);
  if (std::max(numerator_digits, denominator_digits) > static_cast<long long>(digits_max))
    return TextError::too_long;
  const auto places = static_cast<std::size_t>(std::abs(exponent));
  const Integer scale = power_of_ten(places);
  const Integer integer = to_integer(digits);
  Rational last_digit = exponent < 0 ? Rational(Integer(1), scale) : Rational(scale);
  Rational value = exponent < 0 ? Rational(integer, scale) : Rational(integer * scale);
  if (negative) value = -value;
  return TextNumber{std::move(value), std::move(last_digit)};
}

std::string text_of(const ShortFraction& number) {
  std::array<char, 2 * 20 + 1> text;
  char* const last = text.data() + text.size();
  char* end = std::to_chars(text.data(), last, number.numerator).ptr;
  if (number.denominator != 1) {
    *end++ = '/';
    end = std::to_chars(end, last, number.denominator).ptr;
  }
  return {text.data(), end};
}

// |n/d| in units of the last decimal place, rounded to nearest: (2 |n| 10^places + d) / 2 d.
// Nothing if that takes more than 128 bits, or its result more than 64.
std::optional<std::uint64_t> find_units(const ShortFraction& number, unsigned places) {
  constexpr uint128 most = uint128{1} << 127U;  // leaves room for d
  uint128 units = 2 * uint128{magnitude(number.numerator)};
  for (; places > 0; --places) {
    if (units > most / 10) return std::nullopt;
    units *= 10;
  }
  const auto divisor = static_cast<std::uint64_t>(number.denominator);
  units = (units + divisor) / (2 * divisor);
  if (units > std::numeric_limits<std::uint64_t>::max()) return std::nullopt;
  return static_cast<std::uint64_t>(units);
}

// The same for any number, as text.
std::string units_text(const Rational& number, unsigned places) {
  if (const auto words = find_short_fraction(number)) {
    if (const auto units = find_units(*words, places)) return std::to_string(*units);
  }
  const Integer twice = 2 * denominator(number);
  Integer units = 2 * numerator(abs(number)) * power_of_ten(places);
  units += denominator(number);
  units /= twice;
  return units.str();
}

// How often `factor` divides the number, from which these factors are removed.
template <typename Whole>
unsigned take_factors(Whole& number, unsigned factor) {
  unsigned count = 0;
  while (number % factor == 0) {
    number /= factor;
    ++count;
  }
  return count;
}

// The places of a fraction in lowest terms with this denominator.
template <typename Whole>
std::optional<unsigned> find_places_of(Whole denominator) {
  const unsigned twos = take_factors(denominator, 2);
  const unsigned fives = take_factors(denominator, 5);
  return denominator == 1 ? std::optional(std::max(twos, fives)) : std::nullopt;
}

}  // namespace

std::variant<TextNumber, TextError> parse_number(std::string_view text) {
  const bool negative = take(text, '-');
  const std::string_view whole = take_digits(text);
  if (take(text, '/')) {
    const std::string_view denominator = take_digits(text);
    return text.empty() ? fraction(negative, whole, denominator) : TextError::malformed;
  }
  if (!is_integer(whole)) return TextError::malformed;

  std::string digits(whole);
  long long exponent = 0;
  if (take(text, '.')) {
    const std::string_view places = take_digits(text);
    if (places.empty()) return TextError::malformed;
    digits += places;
    exponent = -static_cast<long long>(places.size());
  }
  if (take(text, 'e') || take(text, 'E')) {
    const bool below_one = take(text, '-');
    if (!below_one) take(text, '+');
    const std::string_view power = take_digits(text);
    if (power.empty()) return TextError::malformed;
    exponent += below_one ? -to_exponent(power) : to_exponent(power);
    const bool is_zero = digits.find_first_not_of('0') == std::string::npos;
    if (is_zero) exponent = std::clamp(exponent, -exponent_of_zero_max, exponent_of_zero_max);
  }
  if (!text.empty()) return TextError::malformed;
  return decimal(negative, digits, exponent);
}

std::string to_text(const Rational& number) {
  if (const auto words = find_short_fraction(number)) return text_of(*words);
  std::string text = numerator(number).str();
  if (!is_whole(number)) text += '/' + denominator(number).str();
  return text;
}

std::optional<unsigned> find_places(const Rational& number) {
  if (const auto words = find_short_fraction(number)) {
    return find_places_of(static_cast<std::uint64_t>(words->denominator));
  }
  return find_places_of(denominator(number));
}

std::string to_decimal(const Rational& number, unsigned places) {
  std::string digits = units_text(number, places);
  const std::string sign = number < 0 && digits != "0" ? "-" : "";
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  if (places > 0) digits.insert(digits.size() - places, 1, '.');
  return sign + digits;
}

std::ostream& operator<<(std::ostream& out, const Integer& number) {
  return out << number.str();
}

std::ostream& operator<<(std::ostream& out, const Rational& number) {
  return out << to_text(number);
}

}  // namespace fairshare::exact
