#include "fairshare/exact/rational.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <new>
#include <ostream>
#include <utility>

#include "fairshare/exact/memory.h"
#include "fairshare/exact/rational_backend.h"

namespace fairshare::exact {
namespace {

// What the bytes of an Integer and of a Rational hold.
using backend::HeldInteger;
using backend::HeldRational;
static_assert(sizeof(HeldInteger) == sizeof(Integer) && alignof(HeldInteger) <= alignof(Integer));
static_assert(sizeof(HeldRational) == sizeof(Rational) &&
              alignof(HeldRational) <= alignof(Rational));

HeldInteger& held(Integer& number) {
  return *std::launder(reinterpret_cast<HeldInteger*>(&number));
}

const HeldInteger& held(const Integer& number) {
  return *std::launder(reinterpret_cast<const HeldInteger*>(&number));
}

HeldRational& held(Rational& number) {
  return *std::launder(reinterpret_cast<HeldRational*>(&number));
}

const HeldRational& held(const Rational& number) {
  return *std::launder(reinterpret_cast<const HeldRational*>(&number));
}

Integer integer(HeldInteger number) {
  memory::check();
  Integer result;
  held(result) = std::move(number);
  return result;
}

// What a constructor puts into its bytes. Its destructor does not run where it throws.
template <class Held, class... From>
void hold(std::byte* bytes, From&&... from) {
  Held* const number = new (bytes) Held(std::forward<From>(from)...);
  try {
    memory::check();
  } catch (const std::bad_alloc&) {
    std::destroy_at(number);
    throw;
  }
}

bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

// Cuts the leading run of digits off `text`.
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

constexpr std::size_t digits_of_int64 = 18;  // all numbers of so many digits fit

// No more than digits_of_int64.
std::int64_t to_int64(std::string_view digits) {
  std::int64_t value = 0;
  for (const char c : digits) value = 10 * value + (c - '0');
  return value;
}

// Digits to a number. GMP reads a leading zero as octal, so these go first.
Integer to_integer(std::string_view digits) {
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.size() > digits_of_int64) return Integer(std::string(digits));
  return to_int64(digits);
}

// The exponent is no more than digits_of_int64.
std::int64_t small_power_of_ten(std::size_t exponent) {
  std::int64_t power = 1;
  for (std::size_t k = 0; k < exponent; ++k) power *= 10;
  return power;
}

Integer power_of_ten(std::size_t exponent) {
  if (exponent <= digits_of_int64) return small_power_of_ten(exponent);
  return pow(Integer(10), static_cast<unsigned>(exponent));
}

// Exponents saturate far above digits_max: how far no longer matters there.
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
  if (exponent <= 0 && std::max(digits.size(), places) <= digits_of_int64) {
    const std::int64_t integer = to_int64(digits);
    const std::int64_t scale = small_power_of_ten(places);
    return TextNumber{Rational(negative ? -integer : integer, scale), Rational(1, scale)};
  }
  const Integer scale = power_of_ten(places);
  const Integer integer = to_integer(digits);
  Rational last_digit = exponent < 0 ? Rational(Integer(1), scale) : Rational(scale);
  Rational value = exponent < 0 ? Rational(integer, scale) : Rational(integer * scale);
  if (negative) value = -value;
  return TextNumber{std::move(value), std::move(last_digit)};
}

// x = n/d > 0 rounded to `precision` significant bits, but to no finer unit than 2^unit_min, ties
// to even: x ~ significand * 2^unit, significand <= 2^precision.
struct Rounded {
  std::int64_t significand;
  int unit;
};

Rounded round_to_bits(const HeldInteger& n, const HeldInteger& d, int precision, int unit_min) {
  const auto bits = [](const HeldInteger& i) { return static_cast<long>(msb(i)); };
  long exponent = bits(n) - bits(d);  // 2^exponent <= x, or one too many
  const bool too_many = exponent >= 0 ? n < (d << static_cast<unsigned long>(exponent))
                                      : (n << static_cast<unsigned long>(-exponent)) < d;
  if (too_many) --exponent;

  const long unit = std::max(exponent - (precision - 1), static_cast<long>(unit_min));
  const HeldInteger scaled_n = unit < 0 ? n << static_cast<unsigned long>(-unit) : n;
  const HeldInteger scaled_d = unit > 0 ? d << static_cast<unsigned long>(unit) : d;
  HeldInteger significand, rest;
  divide_qr(scaled_n, scaled_d, significand, rest);
  const HeldInteger twice = rest << 1UL;
  if (twice > scaled_d || (twice == scaled_d && bit_test(significand, 0))) ++significand;

  // Beyond every finite exponent one is as good as another: ldexp makes each of them infinity.
  constexpr long beyond = 100'000;
  return {static_cast<std::int64_t>(significand), static_cast<int>(std::min(unit, beyond))};
}

template <class Float>
Float to_float_of(const Rational& number) {
  if (number == 0) return 0;
  constexpr int precision = std::numeric_limits<Float>::digits;
  constexpr int unit_min = std::numeric_limits<Float>::min_exponent - precision;
  const Rounded rounded =
      round_to_bits(abs(numerator(held(number))), denominator(held(number)), precision, unit_min);
  memory::check();
  const Float result = std::ldexp(static_cast<Float>(rounded.significand), rounded.unit);
  return number < 0 ? -result : result;
}

}  // namespace

Integer::Integer() {
  new (held_) HeldInteger();
}

Integer::Integer(const std::string& digits) {
  assert(is_integer(digits) && std::all_of(digits.begin(), digits.end(), is_digit));
  hold<HeldInteger>(held_, digits);
}

Integer::Integer(const Integer& other) {
  hold<HeldInteger>(held_, held(other));
}

Integer::Integer(Integer&& other) noexcept {
  new (held_) HeldInteger(std::move(held(other)));
}

Integer& Integer::operator=(const Integer& other) {
  held(*this) = held(other);
  memory::check();
  return *this;
}

Integer& Integer::operator=(Integer&& other) noexcept {
  held(*this) = std::move(held(other));
  return *this;
}

Integer::~Integer() {
  std::destroy_at(&held(*this));
}

void Integer::set(std::int64_t number) {
  held(*this) = number;
}

void Integer::set(std::uint64_t number) {
  held(*this) = number;
}

Integer& Integer::operator+=(const Integer& other) {
  held(*this) += held(other);
  memory::check();
  return *this;
}

Integer& Integer::operator-=(const Integer& other) {
  held(*this) -= held(other);
  memory::check();
  return *this;
}

Integer& Integer::operator*=(const Integer& other) {
  held(*this) *= held(other);
  memory::check();
  return *this;
}

Integer& Integer::operator/=(const Integer& other) {
  assert(other != 0);
  held(*this) /= held(other);
  memory::check();
  return *this;
}

Integer& Integer::operator%=(const Integer& other) {
  assert(other != 0);
  held(*this) %= held(other);
  memory::check();
  return *this;
}

Integer& Integer::operator<<=(std::size_t bits) {
  held(*this) <<= bits;
  memory::check();
  return *this;
}

Integer& Integer::operator>>=(std::size_t bits) {
  assert(*this >= 0);
  held(*this) >>= bits;
  memory::check();
  return *this;
}

int Integer::compare(const Integer& other) const {
  return held(*this).compare(held(other));
}

std::int64_t Integer::to_int64() const {
  assert(std::numeric_limits<std::int64_t>::min() <= held(*this) &&
         held(*this) <= std::numeric_limits<std::int64_t>::max());
  return static_cast<std::int64_t>(held(*this));
}

std::uint64_t Integer::to_uint64() const {
  assert(0 <= held(*this) && held(*this) <= std::numeric_limits<std::uint64_t>::max());
  return static_cast<std::uint64_t>(held(*this));
}

std::string Integer::str() const {
  std::string text;
  backend::append_digits(text, held(*this));
  memory::check();
  return text;
}

Rational::Rational() {
  new (held_) HeldRational();
}

Rational::Rational(const Integer& number) {
  hold<HeldRational>(held_, held(number));
}

Rational::Rational(const Integer& numerator, const Integer& denominator) {
  assert(denominator != 0);
  hold<HeldRational>(held_, held(numerator), held(denominator));
}

Rational::Rational(const Rational& other) {
  hold<HeldRational>(held_, held(other));
}

Rational::Rational(Rational&& other) noexcept {
  new (held_) HeldRational(std::move(held(other)));
}

Rational& Rational::operator=(const Rational& other) {
  held(*this) = held(other);
  memory::check();
  return *this;
}

Rational& Rational::operator=(Rational&& other) noexcept {
  held(*this) = std::move(held(other));
  return *this;
}

Rational::~Rational() {
  std::destroy_at(&held(*this));
}

void Rational::set(std::int64_t number) {
  held(*this) = number;
}

void Rational::set(std::uint64_t number) {
  held(*this) = number;
}

Rational& Rational::operator+=(const Rational& other) {
  if (!backend::add_whole(held(*this), held(other))) held(*this) += held(other);
  memory::check();
  return *this;
}

Rational& Rational::operator-=(const Rational& other) {
  if (!backend::subtract_whole(held(*this), held(other))) held(*this) -= held(other);
  memory::check();
  return *this;
}

Rational& Rational::operator*=(const Rational& other) {
  if (!backend::multiply_whole(held(*this), held(other))) held(*this) *= held(other);
  memory::check();
  return *this;
}

Rational& Rational::operator/=(const Rational& other) {
  assert(other != 0);
  held(*this) /= held(other);
  memory::check();
  return *this;
}

Rational& Rational::negate() {
  held(*this).backend().negate();
  return *this;
}

bool Rational::is_equal(const Rational& other) const {
  return held(*this) == held(other);
}

int Rational::compare(const Rational& other) const {
  const int order = held(*this).compare(held(other));
  memory::check();  // the products of numerators and denominators took memory
  return order;
}

int Rational::compare(std::int64_t other) const {
  return held(*this).compare(other);
}

Integer numerator(const Rational& number) {
  return integer(numerator(held(number)));
}

Integer denominator(const Rational& number) {
  return integer(denominator(held(number)));
}

Integer pow(const Integer& base, unsigned exponent) {
  return integer(pow(held(base), exponent));
}

Integer gcd(const Integer& a, const Integer& b) {
  return integer(gcd(held(a), held(b)));
}

std::size_t msb(const Integer& number) {
  assert(number > 0);
  return msb(held(number));
}

std::ostream& operator<<(std::ostream& out, const Integer& number) {
  return out << number.str();
}

std::ostream& operator<<(std::ostream& out, const Rational& number) {
  return out << to_text(number);
}

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
  const bool is_zero = digits.find_first_not_of('0') == std::string::npos;
  if (take(text, 'e') || take(text, 'E')) {
    const bool below_one = take(text, '-');
    if (!below_one) take(text, '+');
    const std::string_view power = take_digits(text);
    if (power.empty()) return TextError::malformed;
    // The exponent of a zero says nothing, and must not make it too long.
    if (!is_zero) exponent += below_one ? -to_exponent(power) : to_exponent(power);
  }
  if (!text.empty()) return TextError::malformed;
  return decimal(negative, digits, exponent);
}

std::string to_text(const Rational& number) {
  std::string text;
  backend::append_numerator(text, held(number));
  if (is_whole(number)) return text;
  text += '/';
  backend::append_denominator(text, held(number));
  memory::check();
  return text;
}

std::string to_decimal(const Rational& number, unsigned places) {
  // The whole number of the last place's units that is nearest: (2 n 10^places + d) / 2 d.
  const HeldRational& of = held(number);
  HeldInteger units = 2 * abs(numerator(of));
  if (places > 0) units *= held(power_of_ten(places));
  units += denominator(of);
  units /= 2 * denominator(of);
  std::string text = number < 0 && units != 0 ? "-" : "";
  const std::size_t sign = text.size();
  backend::append_digits(text, units);
  const std::size_t digits = text.size() - sign;
  if (digits <= places) text.insert(sign, places + 1 - digits, '0');
  if (places > 0) text.insert(text.size() - places, 1, '.');
  memory::check();
  return text;
}

Rational from_double(double number) {
  assert(std::isfinite(number));
  Rational result;
  held(result) = HeldRational(number);
  return result;
}

double to_double(const Rational& number) {
  return to_float_of<double>(number);
}

float to_float(const Rational& number) {
  return to_float_of<float>(number);
}

Integer floor(const Rational& number) {
  HeldInteger quotient, rest;
  const HeldRational& of = held(number);
  divide_qr(numerator(of), denominator(of), quotient, rest);  // rounds towards zero
  if (rest < 0) --quotient;
  return integer(std::move(quotient));
}

Integer ceil(const Rational& number) {
  return -floor(-number);
}

bool is_whole(const Rational& number) {
  return backend::is_whole(held(number));
}

void memory::serve_gmp() {
  backend::serve_memory();
}

}  // namespace fairshare::exact
