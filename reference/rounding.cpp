#include "fairshare/reference/rounding.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>

namespace fairshare::reference {
namespace {

// Doubles from 0 to infinity have the same order as their bits read as integers.
constexpr auto infinity = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity());

// The leading 106 bits of an integer: (high + low) * 2^exponent, high in [1, 2]. The rest is cut
// off, so the relative error is below 2^-105.
struct Leading {
  double high;
  double low;
  int exponent;
};

Leading leading_bits(const Wide& wide) {
  std::size_t top = wide.end;
  while (top > 0 && wide.word[top - 1] == 0) --top;
  assert(top > 0);
  const auto word = [&](std::size_t below) { return below < top ? wide.word[top - 1 - below] : 0; };

  const int zeros = std::countl_zero(word(0));
  const auto shifted = [&](std::size_t k) {
    return zeros == 0 ? word(k) : word(k) << zeros | word(k + 1) >> (64 - zeros);
  };
  const std::uint64_t first = shifted(0) >> 11;                                // 53 bits
  const std::uint64_t second = (shifted(0) & 0x7ff) << 42 | shifted(1) >> 22;  // the next 53
  const double high = std::ldexp(static_cast<double>(first), -52);
  const double low = std::ldexp(static_cast<double>(second), -105);
  const double sum = high + low;
  return {sum, low - (sum - high), static_cast<int>(64 * top) - zeros - 1 - 1074};
}

// factor * quotient against a number: negative, zero or positive.
int compare(Binary factor, const Quotient& quotient, Binary number) {
  return compare_products(quotient.numerator, factor, quotient.denominator, number);
}

constexpr std::uint64_t steps_max = 3;

// The bits of factor * quotient as a double, to within `steps_max` of the nearest: cut off below
// the least normal number, infinity beyond the largest double.
std::uint64_t estimate_product(Binary factor, const Quotient& quotient) {
  constexpr std::uint64_t hidden_bit = std::uint64_t{1} << 52;
  const Binary product = to_binary(static_cast<double>(factor.significand) * quotient.high);
  const int exponent = product.exponent + factor.exponent + quotient.exponent;
  if (exponent > 971) return infinity;
  if (exponent < -1074 - 52) return 0;
  if (exponent < -1074) return product.significand >> (-1074 - exponent);
  return static_cast<std::uint64_t>(exponent + 1075) << 52 | (product.significand & ~hidden_bit);
}

// factor * quotient by the filter; nothing if it cannot tell, or if the result might be subnormal
// or beyond the largest double.
std::optional<double> find_product(double product, double scaled_factor, const Quotient& quotient) {
  constexpr double filter_least = 0x1p-900;  // above it the error of the product is a double too
  constexpr double filter_most = 0x1p+1000;
  if (!(product >= filter_least && product <= filter_most)) return std::nullopt;
  const double rest =
      std::fma(scaled_factor, quotient.low, std::fma(scaled_factor, quotient.high, -product));
  const double error_max = product * 0x1p-98;
  const double rounded = product + (rest - error_max);
  if (rounded != product + (rest + error_max)) return std::nullopt;
  return rounded;
}

}  // namespace

Quotient divide(const Wide& numerator, const Wide& denominator) {
  const Leading n = leading_bits(numerator);
  const Leading d = leading_bits(denominator);
  const double estimate = n.high / d.high;
  const double product = estimate * d.high;
  const double product_low = std::fma(estimate, d.low, std::fma(estimate, d.high, -product));
  const double correction = ((n.high - product) + (n.low - product_low)) / d.high;
  const double high = estimate + correction;
  const double low = correction - (high - estimate);
  const int exponent = n.exponent - d.exponent;
  return {numerator,
          denominator,
          high,
          low,
          exponent,
          std::ldexp(1.0, exponent / 2),
          std::ldexp(1.0, exponent - exponent / 2)};
}

double nearest_product(double factor, const Quotient& quotient) {
  const Binary exact_factor = to_binary(factor);
  const auto against_midpoint_above = [&](std::uint64_t number) {
    return compare(exact_factor, quotient, midpoint_above(std::bit_cast<double>(number)));
  };
  const std::uint64_t estimate = estimate_product(exact_factor, quotient);
  std::uint64_t nearest = estimate;
  for (; nearest > 0; --nearest) {
    const int side = against_midpoint_above(nearest - 1);
    if (side > 0 || (side == 0 && nearest % 2 == 0)) break;
  }
  for (; nearest < infinity; ++nearest) {
    const int side = against_midpoint_above(nearest);
    if (side < 0 || (side == 0 && nearest % 2 == 0)) break;
  }
  assert(nearest + steps_max >= estimate && nearest <= estimate + steps_max);
  return std::bit_cast<double>(nearest);
}

double clamped_product(double factor, const Quotient& quotient, double min_share,
                       double max_share) {
  const double scaled_factor = factor * quotient.scale_1 * quotient.scale_2;
  const double product = scaled_factor * quotient.high;  // may be infinite, or subnormal
  if (const auto settled = find_product(product, scaled_factor, quotient)) {
    return std::clamp(*settled, min_share, max_share);
  }
  return std::clamp(nearest_product(factor, quotient), min_share, max_share);
}

}  // namespace fairshare::reference
