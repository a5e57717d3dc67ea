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
#include <utility>

#include "fairshare/exact/memory.h"
#include "fairshare/exact/rational_backend.h"
#include "fairshare/exact/short_fraction.h"

namespace fairshare::exact {
namespace {

using backend::HeldInteger;
using backend::HeldRational;

// Memory that is counted, and kept for the next number.
template <class Held>
struct Kept {
  Held number;

  static void* operator new(std::size_t bytes) { return memory::allocate(bytes); }
  static void operator delete(void* place, std::size_t bytes) { memory::release(place, bytes); }
};

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

struct Integer::Long : Kept<HeldInteger> {};
struct Rational::Long : Kept<HeldRational> {};

// A number as Boost's, to compute with.
struct Integer::Operand {
  explicit Operand(const Integer& of) {
    if (of.long_ == nullptr) made = of.short_;
    number = made ? &*made : &of.long_->number;
  }
  std::optional<HeldInteger> made;
  const HeldInteger* number;
};

struct Rational::Operand {
  explicit Operand(const Rational& of) {
    if (of.long_ == nullptr) made = backend::long_of(of.short_);
    number = made ? &*made : &of.long_->number;
  }
  std::optional<HeldRational> made;
  const HeldRational* number;
};

template <class Held>
void Integer::hold(Held number) {
  if (const std::optional<std::int64_t> fitting = backend::find_short(number)) {
    *this = Integer(*fitting);
  } else if (long_ == nullptr) {
    long_ = new Long{{std::move(number)}};
  } else {
    long_->number.swap(number);
  }
  memory::check();
}

void Integer::release() {
  delete long_;
}

Integer::Integer(const std::string& digits) : Integer() {
  assert(digits.find_first_not_of("0123456789") == std::string::npos);
  assert(!digits.empty() && (digits.size() == 1 || digits[0] != '0'));
  hold(HeldInteger(digits));
}

Integer& Integer::assign(const Integer& other) {
  if (other.long_ == nullptr) return *this = Integer(other.short_);
  hold(other.long_->number);
  return *this;
}

void Integer::set_long(bool is_negative, std::uint64_t magnitude) {
  hold(is_negative ? -HeldInteger(magnitude) : HeldInteger(magnitude));
}

// In words, if both numbers and the result fit.
template <class Operation>
Integer& Integer::operate(Operation operation, const Integer& other) {
  if (long_ == nullptr && other.long_ == nullptr) {
    const int128 result = operation(static_cast<int128>(short_), static_cast<int128>(other.short_));
    if (is_short(result)) {
      short_ = static_cast<std::int64_t>(result);
      return *this;
    }
  }
  hold(HeldInteger(operation(*Operand(*this).number, *Operand(other).number)));
  return *this;
}

Integer& Integer::operator+=(const Integer& other) {
  return operate(std::plus(), other);
}

Integer& Integer::operator-=(const Integer& other) {
  return operate(std::minus(), other);
}

Integer& Integer::operator*=(const Integer& other) {
  return operate(std::multiplies(), other);
}

Integer& Integer::operator/=(const Integer& other) {
  assert(other != 0);
  return operate(std::divides(), other);
}

Integer& Integer::operator%=(const Integer& other) {
  assert(other != 0);
  return operate(std::modulus(), other);
}

Integer& Integer::operator<<=(std::size_t bits) {
  if (long_ == nullptr && bits < 64) return *this *= Integer(std::uint64_t{1} << bits);
  hold(HeldInteger(*Operand(*this).number << bits));
  return *this;
}

Integer& Integer::operator>>=(std::size_t bits) {
  assert(*this >= 0);
  if (long_ == nullptr) {
    short_ = bits < 64 ? short_ >> bits : 0;
  } else {
    hold(HeldInteger(long_->number >> bits));
  }
  return *this;
}

int Integer::compare(const Integer& other) const {
  if (long_ == nullptr && other.long_ == nullptr) {
    return short_ < other.short_ ? -1 : short_ > other.short_ ? 1 : 0;
  }
  return Operand(*this).number->compare(*Operand(other).number);
}

std::int64_t Integer::to_int64() const {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  assert(long_ == nullptr || long_->number == least);
  return long_ == nullptr ? short_ : least;
}

std::uint64_t Integer::to_uint64() const {
  assert(*this >= 0 && *this <= std::numeric_limits<std::uint64_t>::max());
  return long_ == nullptr ? static_cast<std::uint64_t>(short_)
                          : static_cast<std::uint64_t>(long_->number);
}

std::string Integer::str() const {
  if (long_ == nullptr) return std::to_string(short_);
  std::string text = backend::text_of(long_->number);
  memory::check();
  return text;
}

template <class Held>
void Rational::hold(Held number) {
  if (const std::optional<ShortFraction> fitting = backend::find_short(number)) {
    *this = Rational(*fitting);
  } else if (long_ == nullptr) {
    long_ = new Long{{std::move(number)}};
  } else {
    long_->number.swap(number);
  }
  memory::check();
}

void Rational::release() {
  delete long_;
}

Rational::Rational(const Integer& numerator, const Integer& denominator) : Rational() {
  assert(denominator != 0);
  if (numerator.long_ == nullptr && denominator.long_ == nullptr) {
    short_ = reduced(numerator.short_, denominator.short_);
  } else {
    hold(HeldRational(*Integer::Operand(numerator).number, *Integer::Operand(denominator).number));
  }
}

Rational& Rational::assign(const Rational& other) {
  if (other.long_ == nullptr) return *this = Rational(other.short_);
  hold(other.long_->number);
  return *this;
}

void Rational::assign(const Integer& other) {
  hold(HeldRational(other.long_->number));
}

// In words, if both numbers and the result fit.
template <class InWords, class Operation>
Rational& Rational::operate(InWords in_words, Operation operation, const Rational& other) {
  if (long_ == nullptr && other.long_ == nullptr) {
    if (const std::optional<ShortFraction> result = in_words(short_, other.short_)) {
      short_ = *result;
      return *this;
    }
  }
  hold(HeldRational(operation(*Operand(*this).number, *Operand(other).number)));
  return *this;
}

Rational& Rational::operator+=(const Rational& other) {
  return operate(sum, std::plus(), other);
}

Rational& Rational::operator-=(const Rational& other) {
  return operate(difference, std::minus(), other);
}

Rational& Rational::operator*=(const Rational& other) {
  return operate(product, std::multiplies(), other);
}

Rational& Rational::operator/=(const Rational& other) {
  assert(other != 0);
  return operate(quotient, std::divides(), other);
}

Rational& Rational::negate() {
  if (long_ == nullptr) {
    short_ = negative(short_);
  } else {
    long_->number.backend().negate();
  }
  return *this;
}

bool Rational::is_equal(const Rational& other) const {
  if (long_ == nullptr || other.long_ == nullptr) {
    return long_ == other.long_ && short_ == other.short_;
  }
  return long_->number == other.long_->number;
}

int Rational::compare(const Rational& other) const {
  if (long_ == nullptr && other.long_ == nullptr) return exact::compare(short_, other.short_);
  const int order = Operand(*this).number->compare(*Operand(other).number);
  memory::check();  // the products of numerators and denominators took memory
  return order;
}

int Rational::compare(std::int64_t other) const {
  return long_ == nullptr ? exact::compare(short_, {other, 1}) : long_->number.compare(other);
}

Integer numerator(const Rational& number) {
  if (number.long_ == nullptr) return number.short_.numerator;
  Integer result;
  result.hold(numerator(number.long_->number));
  return result;
}

Integer denominator(const Rational& number) {
  if (number.long_ == nullptr) return number.short_.denominator;
  Integer result;
  result.hold(denominator(number.long_->number));
  return result;
}

// By squares: the exponent's bits from the first one on.
Integer pow(const Integer& base, unsigned exponent) {
  Integer power = 1;
  for (int bit = static_cast<int>(std::bit_width(exponent)) - 1; bit >= 0; --bit) {
    power *= power;
    if ((exponent >> bit & 1U) != 0) power *= base;
  }
  return power;
}

Integer gcd(const Integer& a, const Integer& b) {
  if (a.long_ == nullptr && b.long_ == nullptr) return short_gcd(a.short_, b.short_);
  Integer result;
  result.hold(gcd(*Integer::Operand(a).number, *Integer::Operand(b).number));
  return result;
}

std::size_t msb(const Integer& number) {
  assert(number > 0);
  if (number.long_ != nullptr) return msb(number.long_->number);
  return static_cast<std::size_t>(std::bit_width(magnitude(number.short_)) - 1);
}

Rational from_double(double number) {
  assert(std::isfinite(number));
  if (const auto fitting = find_short_fraction(number)) return Rational(*fitting);
  Rational result;
  result.hold(HeldRational(number));
  return result;
}

double to_double(const Rational& number) {
  if (number.long_ == nullptr) return nearest<double>(number.short_);
  const double result = nearest_to_long<double>(number.long_->number);
  memory::check();
  return result;
}

float to_float(const Rational& number) {
  if (number.long_ == nullptr) return nearest<float>(number.short_);
  const float result = nearest_to_long<float>(number.long_->number);
  memory::check();
  return result;
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
