// Each operation tries in words first (short_fraction.h), then with Boost's numbers. What fits into
// words is always held in them, so a short number never equals a long one.
#include "fairshare/exact/rational.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
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
  if (is_long()) {
    beyond->number = other.beyond->number;
  } else {
    beyond = new Long{other.beyond->number};
  }
  memory::check();
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

// The number as one of Boost's, to compute with. Each thread has one place for a number in words,
// so at most one operand may be in words.
template <class Words>
const Held<Words>& held(const Stored<Words>& number) {
  return number.is_long() ? number.beyond->number : backend::view_of(number.words);
}

// a = a operation b: in_words(a, b) if both are in words, else change(a, b), which assigns to a.
template <class Words, class InWords, class Change>
void operate(Stored<Words>& a, const Stored<Words>& b, InWords in_words, Change change) {
  if (!a.is_long() && !b.is_long()) {
    const auto result = in_words(a.words, b.words);
    const std::optional<Words> fitting = find_short(result);
    if (!fitting) return a.hold(backend::long_of(result));
    a.words = *fitting;
    return;
  }
  if (!a.is_long()) a.beyond = new typename Stored<Words>::Long{backend::view_of(a.words)};
  change(a.beyond->number, held(b));
  if (const auto fitting = backend::find_short(a.beyond->number)) a = Stored(*fitting);
  memory::check();
}

template <class Float>
Float nearest_to(const Stored<ShortFraction>& number) {
  if (!number.is_long()) return nearest<Float>(number.words);
  const Float result = nearest_to_long<Float>(number.beyond->number);
  memory::check();
  return result;
}

template <class Change>
void operate(Stored<std::int64_t>& a, const Stored<std::int64_t>& b, Change change) {
  const auto in_words = [change](int128 x, int128 y) {
    change(x, y);
    return x;
  };
  operate(a, b, in_words, change);
}

// These work on int128 too.
constexpr auto add = [](auto& a, const auto& b) { a += b; };
constexpr auto subtract = [](auto& a, const auto& b) { a -= b; };
constexpr auto multiply = [](auto& a, const auto& b) { a *= b; };
constexpr auto divide = [](auto& a, const auto& b) { a /= b; };
constexpr auto take_rest = [](auto& a, const auto& b) { a %= b; };

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
  operate(stored_, other.stored_, add);
  return *this;
}

Integer& Integer::operator-=(const Integer& other) {
  operate(stored_, other.stored_, subtract);
  return *this;
}

Integer& Integer::operator*=(const Integer& other) {
  operate(stored_, other.stored_, multiply);
  return *this;
}

Integer& Integer::operator/=(const Integer& other) {
  assert(other != 0);
  operate(stored_, other.stored_, divide);
  return *this;
}

Integer& Integer::operator%=(const Integer& other) {
  assert(other != 0);
  operate(stored_, other.stored_, take_rest);
  return *this;
}

Integer& Integer::operator<<=(std::size_t bits) {
  if (!stored_.is_long() && bits < 64) return *this *= Integer(std::uint64_t{1} << bits);
  stored_.hold(HeldInteger(held(stored_) << bits));
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
  return held(stored_).compare(held(other.stored_));
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
    stored_.hold(HeldRational(held(above), held(below)));
  } else {
    stored_.words = reduced(above.words, below.words);
  }
}

void Rational::set_long(const Integer& number) {
  stored_.hold(HeldRational(number.stored_.beyond->number));
}

Rational& Rational::operator+=(const Rational& other) {
  operate(stored_, other.stored_, sum, add);
  return *this;
}

Rational& Rational::operator-=(const Rational& other) {
  operate(stored_, other.stored_, difference, subtract);
  return *this;
}

Rational& Rational::operator*=(const Rational& other) {
  operate(stored_, other.stored_, product, multiply);
  return *this;
}

Rational& Rational::operator/=(const Rational& other) {
  assert(other != 0);
  operate(stored_, other.stored_, quotient, divide);
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
  const int order = held(stored_).compare(held(other.stored_));
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
  result.stored_.hold(gcd(held(x), held(y)));
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
