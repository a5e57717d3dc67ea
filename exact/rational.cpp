// Each operation tries in words first (short_fraction.h), then with Boost's numbers. What fits into
// words is always held in them, so a short number never equals a long one.
#include "fairshare/exact/rational.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "fairshare/exact/memory.h"
#include "fairshare/exact/rational_backend.h"
#include "fairshare/exact/short_fraction.h"

namespace fairshare::exact {
namespace {

using backend::HeldInteger;
using backend::HeldRational;

// Boost's number for these words.
template <class Words>
using Held = std::conditional_t<std::is_same_v<Words, std::int64_t>, HeldInteger, HeldRational>;

template <class Float>
Float nearest_to_long(const HeldRational& number) {
  const HeldInteger n = abs(numerator(number)), d = denominator(number);
  const long shift = shift_for<Float>(msb(n) + 1, msb(d) + 1);
  HeldInteger quotient, rest;
  divide_qr(shift > 0 ? HeldInteger(n << shift) : n, shift < 0 ? HeldInteger(d << -shift) : d,
            quotient, rest);
  const Float result = rounded<Float>(static_cast<std::uint64_t>(quotient), rest != 0, -shift);
  return number < 0 ? -result : result;
}

}  // namespace

namespace detail {

// The memory is counted, and kept for the next number.
template <class Words>
struct Stored<Words>::Long {
  Held<Words> number;

  static void* operator new(std::size_t bytes) { return memory::allocate(bytes); }
  static void operator delete(void* place, std::size_t bytes) { memory::release(place, bytes); }
};

template <class Words>
template <class Number>
void Stored<Words>::hold(Number number) {
  if (const std::optional<Words> fitting = backend::find_short(number)) {
    *this = Stored(*fitting);
  } else if (is_long()) {
    beyond->number.swap(number);
  } else {
    beyond = new Long{std::move(number)};
  }
  memory::check();
}

template <class Words>
Stored<Words>& Stored<Words>::assign(const Stored& other) {
  if (!other.is_long()) return *this = Stored(other.words);
  hold(other.beyond->number);
  return *this;
}

template <class Words>
void Stored<Words>::release() {
  delete beyond;
}

template struct Stored<std::int64_t>;
template struct Stored<ShortFraction>;

}  // namespace detail

namespace {

using detail::Stored;

// The number as one of Boost's, to compute with.
template <class Words>
struct Operand {
  explicit Operand(const Stored<Words>& of) {
    if (!of.is_long()) made = backend::long_of(of.words);
    number = made ? &*made : &of.beyond->number;
  }
  std::optional<Held<Words>> made;
  const Held<Words>* number;
};

// a = a operation b, in words if both numbers and the result fit.
template <class Words, class InWords, class Operation>
void operate(Stored<Words>& a, const Stored<Words>& b, InWords in_words, Operation operation) {
  if (!a.is_long() && !b.is_long()) {
    if (const std::optional<Words> result = in_words(a.words, b.words)) {
      a.words = *result;
      return;
    }
  }
  a.hold(Held<Words>(operation(*Operand(a).number, *Operand(b).number)));
}

template <class Float>
Float nearest_to(const Stored<ShortFraction>& number) {
  if (!number.is_long()) return nearest<Float>(number.words);
  const Float result = nearest_to_long<Float>(number.beyond->number);
  memory::check();
  return result;
}

template <class Operation>
void operate(Stored<std::int64_t>& a, const Stored<std::int64_t>& b, Operation operation) {
  const auto in_words = [operation](int128 x, int128 y) { return find_word(operation(x, y)); };
  operate(a, b, in_words, operation);
}

}  // namespace

Integer::Integer(const std::string& digits) : Integer() {
  assert(digits.find_first_not_of("0123456789") == std::string::npos);
  assert(!digits.empty() && (digits.size() == 1 || digits[0] != '0'));
  stored_.hold(HeldInteger(digits));
}

void Integer::set_long(bool is_negative, std::uint64_t magnitude) {
  stored_.hold(is_negative ? -HeldInteger(magnitude) : HeldInteger(magnitude));
}

Integer& Integer::operator+=(const Integer& other) {
  operate(stored_, other.stored_, std::plus());
  return *this;
}

Integer& Integer::operator-=(const Integer& other) {
  operate(stored_, other.stored_, std::minus());
  return *this;
}

Integer& Integer::operator*=(const Integer& other) {
  operate(stored_, other.stored_, std::multiplies());
  return *this;
}

Integer& Integer::operator/=(const Integer& other) {
  assert(other != 0);
  operate(stored_, other.stored_, std::divides());
  return *this;
}

Integer& Integer::operator%=(const Integer& other) {
  assert(other != 0);
  operate(stored_, other.stored_, std::modulus());
  return *this;
}

Integer& Integer::operator<<=(std::size_t bits) {
  if (!stored_.is_long() && bits < 64) return *this *= Integer(std::uint64_t{1} << bits);
  stored_.hold(HeldInteger(*Operand(stored_).number << bits));
  return *this;
}

Integer& Integer::operator>>=(std::size_t bits) {
  assert(*this >= 0);
  if (stored_.is_long()) {
    stored_.hold(HeldInteger(stored_.beyond->number >> bits));
  } else {
    stored_.words = bits < 64 ? stored_.words >> bits : 0;
  }
  return *this;
}

int Integer::compare(const Integer& other) const {
  if (!stored_.is_long() && !other.stored_.is_long()) {
    return stored_.words < other.stored_.words ? -1 : stored_.words > other.stored_.words ? 1 : 0;
  }
  return Operand(stored_).number->compare(*Operand(other.stored_).number);
}

std::int64_t Integer::to_int64() const {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  assert(!stored_.is_long() || stored_.beyond->number == least);
  return stored_.is_long() ? least : stored_.words;
}

std::uint64_t Integer::to_uint64() const {
  assert(*this >= 0 && *this <= std::numeric_limits<std::uint64_t>::max());
  return stored_.is_long() ? static_cast<std::uint64_t>(stored_.beyond->number)
                           : static_cast<std::uint64_t>(stored_.words);
}

std::string Integer::str() const {
  if (!stored_.is_long()) return std::to_string(stored_.words);
  std::string text = backend::text_of(stored_.beyond->number);
  memory::check();
  return text;
}

Rational::Rational(const Integer& numerator, const Integer& denominator) {
  assert(denominator != 0);
  const auto &above = numerator.stored_, &below = denominator.stored_;
  if (above.is_long() || below.is_long()) {
    stored_.hold(HeldRational(*Operand(above).number, *Operand(below).number));
  } else {
    stored_.words = reduced(above.words, below.words);
  }
}

void Rational::set_long(const Integer& number) {
  stored_.hold(HeldRational(number.stored_.beyond->number));
}

Rational& Rational::operator+=(const Rational& other) {
  operate(stored_, other.stored_, sum, std::plus());
  return *this;
}

Rational& Rational::operator-=(const Rational& other) {
  operate(stored_, other.stored_, difference, std::minus());
  return *this;
}

Rational& Rational::operator*=(const Rational& other) {
  operate(stored_, other.stored_, product, std::multiplies());
  return *this;
}

Rational& Rational::operator/=(const Rational& other) {
  assert(other != 0);
  operate(stored_, other.stored_, quotient, std::divides());
  return *this;
}

Rational& Rational::negate() {
  if (stored_.is_long()) {
    stored_.beyond->number.backend().negate();
  } else {
    stored_.words = negative(stored_.words);
  }
  return *this;
}

bool Rational::is_equal(const Rational& other) const {
  if (stored_.is_long() != other.stored_.is_long()) return false;
  return stored_.is_long() ? stored_.beyond->number == other.stored_.beyond->number
                           : stored_.words == other.stored_.words;
}

int Rational::compare(const Rational& other) const {
  if (!stored_.is_long() && !other.stored_.is_long()) {
    return exact::compare(stored_.words, other.stored_.words);
  }
  const int order = Operand(stored_).number->compare(*Operand(other.stored_).number);
  memory::check();  // the products of numerators and denominators took memory
  return order;
}

int Rational::compare(std::int64_t other) const {
  return stored_.is_long() ? stored_.beyond->number.compare(other)
                           : exact::compare(stored_.words, {other, 1});
}

Integer numerator(const Rational& number) {
  if (!number.stored_.is_long()) return number.stored_.words.numerator;
  Integer result;
  result.stored_.hold(numerator(number.stored_.beyond->number));
  return result;
}

Integer denominator(const Rational& number) {
  if (!number.stored_.is_long()) return number.stored_.words.denominator;
  Integer result;
  result.stored_.hold(denominator(number.stored_.beyond->number));
  return result;
}

std::optional<ShortFraction> find_short_fraction(const Rational& number) {
  if (number.stored_.is_long()) return std::nullopt;
  return number.stored_.words;
}

// By repeated squaring, from the exponent's highest bit on.
Integer pow(const Integer& base, unsigned exponent) {
  Integer power = 1;
  for (int bit = static_cast<int>(std::bit_width(exponent)) - 1; bit >= 0; --bit) {
    power *= power;
    if ((exponent >> bit & 1U) != 0) power *= base;
  }
  return power;
}

Integer gcd(const Integer& a, const Integer& b) {
  const auto &x = a.stored_, &y = b.stored_;
  if (!x.is_long() && !y.is_long()) return short_gcd(x.words, y.words);
  Integer result;
  result.stored_.hold(gcd(*Operand(x).number, *Operand(y).number));
  return result;
}

std::size_t msb(const Integer& number) {
  assert(number > 0);
  if (number.stored_.is_long()) return msb(number.stored_.beyond->number);
  return static_cast<std::size_t>(std::bit_width(magnitude(number.stored_.words)) - 1);
}

Rational from_double(double number) {
  assert(std::isfinite(number));
  Rational result;
  if (const std::optional<ShortFraction> fitting = find_short_fraction(number)) {
    result.stored_.words = *fitting;
  } else {
    result.stored_.hold(HeldRational(number));
  }
  return result;
}

double to_double(const Rational& number) {
  return nearest_to<double>(number.stored_);
}

float to_float(const Rational& number) {
  return nearest_to<float>(number.stored_);
}

Integer floor(const Rational& number) {
  const Integer above = numerator(number), below = denominator(number);
  const Integer towards_zero = above / below;
  return above % below < 0 ? towards_zero - 1 : towards_zero;
}

Integer ceil(const Rational& number) {
  return -floor(-number);
}

bool is_whole(const Rational& number) {
  return denominator(number) == 1;
}

void memory::serve_gmp() {
  backend::serve_memory();
}

}  // namespace fairshare::exact
