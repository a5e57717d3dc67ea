// Sums of doubles without error, and integers wide enough to hold them.
//
// Every finite double is a whole multiple of 2^-1074 below 2^2098 such units, so the sum of up to
// 2^40 of them is an integer of fewer than 2140 bits: a fixed array, no heap. The sum is kept in
// 32-bit digits that sit in 64-bit integers, so that carries can wait (Radford Neal, Fast exact
// summation using small and large superaccumulators, 2015).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "fairshare/reference/floating_point.h"

namespace fairshare::reference {

// significand * 2^exponent, exactly.
struct Binary {
  std::uint64_t significand;  // below 2^53 for a double; some midpoints have a bit more
  int exponent;
};

// A finite double >= 0 as it is stored: to_binary(1.0) is {2^52, -52}, to_binary(5e-324) is {1,
// -1074}.
inline Binary to_binary(double number) {
  assert(std::isfinite(number));
  assert(number >= 0);
  constexpr std::uint64_t hidden_bit = std::uint64_t{1} << 52;
  const auto bits = std::bit_cast<std::uint64_t>(std::abs(number));  // -0.0 is 0.0
  const int exponent_field = static_cast<int>(bits >> 52);
  const std::uint64_t fraction = bits & (hidden_bit - 1);
  if (exponent_field == 0) return {fraction, -1074};
  return {fraction | hidden_bit, exponent_field - 1075};
}

// The midpoint between a double and the next above it.
inline Binary midpoint_above(double number) {
  const Binary binary = to_binary(number);
  return {2 * binary.significand + 1, binary.exponent - 1};
}

// An integer >= 0 in units of 2^-1074, least significant word first. All words outside [begin, end)
// are 0, which saves the time to look at them.
struct Wide {
  static constexpr std::size_t words = 34;
  std::array<std::uint64_t, words> word = {};
  std::size_t begin = 0;
  std::size_t end = words;
};

// 1.0 as such an integer: 2^1074.
Wide one();

// Compares a * x with b * y exactly: negative, zero or positive if the first is less, equal or
// greater.
int compare_products(const Wide& a, Binary x, const Wide& b, Binary y);

class ExactSum {
 public:
  // Adds, or subtracts, a finite double >= 0. Exact.
  void add(double number) { put(number, +1); }
  void subtract(double number) { put(number, -1); }

  void add(const ExactSum& other);
  void subtract(const ExactSum& other);

  int sign() const;        // -1, 0 or +1
  Wide magnitude() const;  // |sum|

 private:
  static constexpr std::size_t digits = 2 * Wide::words;
  static constexpr std::int64_t waiting_max = std::int64_t{1} << 29;  // 2^29 * 2^33 < 2^63

  void put(double number, std::int64_t sign) {
    const Binary binary = to_binary(number);
    const auto position = static_cast<unsigned>(binary.exponent + 1074);
    const unsigned shift = position % 32;
    const std::uint64_t low = (binary.significand & 0xffff'ffff) << shift;
    const std::uint64_t high = (binary.significand >> 32) << shift;
    const std::size_t first = position / 32;
    first_ = std::min(first_, first);
    last_ = std::max(last_, first + 2);
    std::int64_t* const digit = &digit_[first];
    digit[0] += sign * static_cast<std::int64_t>(low & 0xffff'ffff);
    digit[1] += sign * static_cast<std::int64_t>((low >> 32) + (high & 0xffff'ffff));
    digit[2] += sign * static_cast<std::int64_t>(high >> 32);
    if (++waiting_ == waiting_max) carry();
  }

  // Brings every digit below digit_[last_] into [0, 2^32), and digit_[last_], which has the sign,
  // below 2^31.
  void carry();

  std::array<std::int64_t, digits> digit_ = {};  // sum = digit_[k] * 2^(32 k - 1074), added up
  std::size_t first_ = digits - 1;               // all digits before it are 0,
  std::size_t last_ = 0;                         // and all after this one
  std::int64_t waiting_ = 0;                     // additions since the last carry
};

}  // namespace fairshare::reference
