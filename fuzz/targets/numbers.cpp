// libFuzzer: numbers are read with the value that they have, and nothing else is read as a number.
//
//     text is a number  <=>  JSON's grammar, or p/q, says so (written here a second time)
//     parse(to_text(x)) == x          |to_decimal(x, k) - x| <= 1/2 * 10^-k
//     to_double(x) == strtod(text), to_float(x) == strtof(text); no double, no float is nearer
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <variant>

#include "fairshare/exact/rational.h"
#include "fuzz/targets/require.h"
#include "fuzz/targets/rounded.h"

namespace {

using namespace fairshare;
using exact::Rational;
using fuzz::require;

std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t count = 0;
  while (at + count < text.size() && text[at + count] >= '0' && text[at + count] <= '9') ++count;
  return count;
}

// The end of the integer without a leading zero that begins at `at`; `at` if there is none.
std::size_t end_of_integer(std::string_view text, std::size_t at) {
  const std::size_t count = digits_at(text, at);
  return at + (count > 1 && text[at] == '0' ? 0 : count);
}

enum class Grammar { none, decimal, fraction };

Grammar grammar_of(std::string_view text) {
  const std::size_t begin = text.starts_with('-') ? 1 : 0;
  std::size_t at = end_of_integer(text, begin);
  if (at == begin) return Grammar::none;
  if (text.substr(at).starts_with('/')) {
    const std::size_t end = end_of_integer(text, at + 1);
    return end > at + 1 && end == text.size() ? Grammar::fraction : Grammar::none;
  }
  if (text.substr(at).starts_with('.')) {
    const std::size_t places = digits_at(text, at + 1);
    if (places == 0) return Grammar::none;
    at += 1 + places;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const std::size_t power = digits_at(text, at);
    if (power == 0) return Grammar::none;
    at += power;
  }
  return at == text.size() ? Grammar::decimal : Grammar::none;
}

template <class Float>
void check_nearest(Float nearest, const Rational& value, std::string_view text) {
  const Rational magnitude = abs(value);
  nearest = std::abs(nearest);
  if (std::isinf(nearest)) {
    const auto end = fuzz::rounding_interval(std::numeric_limits<Float>::max());
    require(magnitude >= end.high, "only what is beyond the largest becomes infinite", text);
    return;
  }
  const auto [low, high, low_open, high_open] = fuzz::rounding_interval(nearest);
  require(low_open ? low < magnitude : low <= magnitude, "no lesser number is nearer", text);
  require(high_open ? magnitude < high : magnitude <= high, "no greater number is nearer", text);
}

void check_value(const Rational& value, std::string_view text) {
  const auto again = exact::parse_number(exact::to_text(value));
  require(std::holds_alternative<exact::TextNumber>(again) &&
              std::get<exact::TextNumber>(again).value == value &&
              std::get<exact::TextNumber>(again).last_digit <= 1,
          "parse(to_text(x)) == x", text);
  const Rational low(exact::floor(value));
  const Rational high(exact::ceil(value));
  require(low <= value && value < low + 1 && high - 1 < value && value <= high,
          "floor and ceil are beside the number", text);
  require(exact::is_whole(value) == (low == high), "a whole number is its floor", text);
  check_nearest(exact::to_double(value), value, text);
  check_nearest(exact::to_float(value), value, text);
  const auto places = static_cast<unsigned>(text.size() % 40);
  const std::string digits = exact::to_decimal(value, places);
  const auto decimal = exact::parse_number(digits);
  // With its decimal places it may be too long to be read, although the number itself was not.
  if (digits.size() > exact::digits_max) return;
  require(std::holds_alternative<exact::TextNumber>(decimal), "a decimal is a number", text);
  const auto& shown = std::get<exact::TextNumber>(decimal);
  require(abs(Rational(shown.value - value)) <= shown.last_digit / 2,
          "a decimal is off by half of its last digit at most", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Grammar grammar = grammar_of(text);
  const auto parsed = exact::parse_number(text);
  if (const auto* error = std::get_if<exact::TextError>(&parsed)) {
    require((*error == exact::TextError::malformed) == (grammar == Grammar::none),
            "what is malformed is no number", text);
    return 0;
  }
  require(grammar != Grammar::none, "only a number is read as one", text);
  const auto& number = std::get<exact::TextNumber>(parsed);
  check_value(number.value, text);
  if (grammar == Grammar::fraction) {
    require(number.last_digit == 0, "a fraction was not rounded", text);
    return 0;
  }
  require(exact::is_whole(number.value / number.last_digit), "the last digit is a unit", text);
  require(exact::to_double(number.value) == std::strtod(text.c_str(), nullptr),
          "a decimal becomes the double that C reads", text);
  require(exact::to_float(number.value) == std::strtof(text.c_str(), nullptr),
          "a decimal becomes the float that C reads", text);
  return 0;
}
