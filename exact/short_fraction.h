// Fractions of 64-bit words, which most numbers here are: 12, 33.33, and every double from 2^-10 to
// 2^63. A Rational computes with these while numerator and denominator fit, without memory of its
// own and without GMP (ADR 42).
//
// Every ShortFraction here is in lowest terms, its numerator is above -2^63, so that it can be
// negated, and its denominator is at least 1. The result of an operation on two of them may be
// longer, but always fits into 128 bits: a WideFraction.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "fairshare/exact/rational.h"

namespace fairshare::exact {

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

inline constexpr std::int64_t short_max = std::numeric_limits<std::int64_t>::max();

// In lowest terms, with a denominator of at least 1.
struct WideFraction {
  int128 numerator;
  int128 denominator;
};

inline bool is_short(int128 number) {
  return -short_max <= number && number <= short_max;
}

// Nothing if it does not fit into a word.
inline std::optional<std::int64_t> find_short(int128 number) {
  if (!is_short(number)) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

inline std::optional<ShortFraction> find_short(const WideFraction& a) {
  const auto numerator = find_short(a.numerator), denominator = find_short(a.denominator);
  if (!numerator || !denominator) return std::nullopt;
  return ShortFraction{*numerator, *denominator};
}

inline std::uint64_t magnitude(std::int64_t number) {
  return number < 0 ? -static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
}

// The greatest common divisor of two numbers that are not both 0, and not -2^63. This is Stein's
// algorithm without a branch on which number is smaller. std::gcd of libstdc++ 12 has that branch,
// and no processor predicts it.
inline std::int64_t short_gcd(std::int64_t a, std::int64_t b) {
  std::uint64_t x = magnitude(a);
  std::uint64_t y = magnitude(b);
  if (x == 0 || y == 0) return static_cast<std::int64_t>(x + y);
  const int common_zeros = std::countr_zero(x | y);
  x >>= std::countr_zero(x);
  y >>= std::countr_zero(y);
  if (x == 1 || y == 1) x = y = 1;  // of a power of two, as denominators of doubles are
  while (x != y) {                  // both odd
    const int zeros = std::countr_zero(x - y);
    const std::uint64_t gap = x < y ? y - x : x - y;
    y = x < y ? x : y;
    x = gap >> zeros;
  }
  return static_cast<std::int64_t>(x << common_zeros);
}

// In lowest terms; for any numbers above -2^63 and a denominator other than 0.
inline ShortFraction reduced(std::int64_t numerator, std::int64_t denominator) {
  const std::int64_t common = short_gcd(numerator, denominator);
  const std::int64_t divisor = denominator < 0 ? -common : common;
  return {numerator / divisor, denominator / divisor};
}

inline ShortFraction negative(const ShortFraction& a) {
  return {-a.numerator, a.denominator};
}

// Knuth, The Art of Computer Programming, volume 2, section 4.5.1: the only common divisors of the
// sum's numerator and denominator are those of the two denominators.
inline WideFraction sum(const ShortFraction& a, const ShortFraction& b) {
  const std::int64_t common =
      a.denominator == b.denominator ? a.denominator : short_gcd(a.denominator, b.denominator);
  const std::int64_t rest = b.denominator / common;
  const int128 numerator = static_cast<int128>(a.numerator) * rest +
                           static_cast<int128>(b.numerator) * (a.denominator / common);
  if (common == 1) return {numerator, static_cast<int128>(a.denominator) * rest};
  const std::int64_t left = short_gcd(static_cast<std::int64_t>(numerator % common), common);
  return {numerator / left, static_cast<int128>(a.denominator / left) * rest};
}

inline WideFraction product(const ShortFraction& a, const ShortFraction& b) {
  const std::int64_t down = short_gcd(a.numerator, b.denominator);
  const std::int64_t up = short_gcd(b.numerator, a.denominator);
  return {static_cast<int128>(a.numerator / down) * (b.numerator / up),
          static_cast<int128>(a.denominator / up) * (b.denominator / down)};
}

inline WideFraction difference(const ShortFraction& a, const ShortFraction& b) {
  return sum(a, negative(b));
}

// For a number other than 0.
inline ShortFraction inverse(const ShortFraction& a) {
  return a.numerator < 0 ? ShortFraction{-a.denominator, -a.numerator}
                         : ShortFraction{a.denominator, a.numerator};
}

inline WideFraction quotient(const ShortFraction& a, const ShortFraction& b) {
  return product(a, inverse(b));
}

// Below 0, 0 or above it, as a is below, equal to or above b.
inline int compare(const ShortFraction& a, const ShortFraction& b) {
  const int128 left = static_cast<int128>(a.numerator) * b.denominator;
  const int128 right = static_cast<int128>(b.numerator) * a.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

// (quotient + fraction) * 2^exponent rounded once, to nearest, ties to even, subnormal numbers and
// infinity included. The fraction is at least 0 and below 1, and is 0 unless is_inexact. The
// quotient has at least two bits more than a Float.
template <class Float>
Float rounded(std::uint64_t quotient, bool is_inexact, long exponent) {
  constexpr int precision = std::numeric_limits<Float>::digits;
  constexpr long unit_min = std::numeric_limits<Float>::min_exponent - precision;
  const long dropped =
      std::max(static_cast<long>(std::bit_width(quotient)) - precision, unit_min - exponent);
  if (dropped > 64) return 0;  // less than half of the least number
  const uint128 all = quotient;
  auto significand = static_cast<std::uint64_t>(all >> dropped);
  const uint128 rest = all - (static_cast<uint128>(significand) << dropped);
  const uint128 half = static_cast<uint128>(1) << (dropped - 1);
  if (rest > half || (rest == half && (is_inexact || significand % 2 == 1))) ++significand;
  // Larger than every finite exponent; its exact value does not matter, since ldexp returns
  // infinity.
  constexpr long beyond = 100'000;
  return std::ldexp(static_cast<Float>(significand),
                    static_cast<int>(std::min(exponent + dropped, beyond)));
}

// By how many bits to shift a numerator to the left, so that `rounded` accepts the quotient.
template <class Float>
long shift_for(std::size_t numerator_bits, std::size_t denominator_bits) {
  return std::numeric_limits<Float>::digits + 2 + static_cast<long>(denominator_bits) -
         static_cast<long>(numerator_bits);
}

// The nearest Float, rounded as above.
template <class Float>
Float nearest(const ShortFraction& a) {
  if (a.numerator == 0) return 0;
  const bool is_held = std::bit_width(magnitude(a.numerator)) <= std::numeric_limits<Float>::digits;
  if (is_held && std::has_single_bit(magnitude(a.denominator))) {
    return static_cast<Float>(a.numerator) / static_cast<Float>(a.denominator);  // exact
  }
  const uint128 n = magnitude(a.numerator), d = magnitude(a.denominator);
  const long shift = shift_for<Float>(std::bit_width(magnitude(a.numerator)),
                                      std::bit_width(magnitude(a.denominator)));
  const uint128 scaled_n = shift > 0 ? n << shift : n;
  const uint128 scaled_d = shift < 0 ? d << -shift : d;
  const uint128 quotient = scaled_n / scaled_d;
  const Float result =
      rounded<Float>(static_cast<std::uint64_t>(quotient), quotient * scaled_d != scaled_n, -shift);
  return a.numerator < 0 ? -result : result;
}

// The exact value of a finite number.
inline std::optional<ShortFraction> find_short_fraction(double number) {
  constexpr int precision = std::numeric_limits<double>::digits;
  int exponent = 0;
  auto significand =
      static_cast<std::int64_t>(std::ldexp(std::frexp(number, &exponent), precision));
  if (significand == 0) return ShortFraction{0, 1};
  const int zeros = std::countr_zero(magnitude(significand));
  significand >>= zeros;
  const int unit = exponent - precision + zeros;
  if (unit < -62 || exponent > 63) return std::nullopt;
  if (unit < 0) return ShortFraction{significand, std::int64_t{1} << -unit};
  return ShortFraction{significand * (std::int64_t{1} << unit), 1};
}

}  // namespace fairshare::exact
