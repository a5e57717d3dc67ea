// Compares prices of units, which are fractions, and counts the units that are due at a ratio,
// without error.
#pragma once

#include <cassert>
#include <cmath>
#include <cstdint>

#include "fairshare/reference/exact_product.h"
#include "fairshare/reference/units.h"

namespace fairshare::reference {

// Numerators are below 2^55 and weights at most 2^53.
inline int compare_prices(const PricedUnit& one, const PricedUnit& other) {
  const auto left = static_cast<uint128>(one.numerator) * static_cast<std::uint64_t>(other.weight);
  const auto right = static_cast<uint128>(other.numerator) * static_cast<std::uint64_t>(one.weight);
  return left < right ? -1 : left > right ? 1 : 0;
}

// A ratio as mantissa * 2^exponent.
struct Ratio53 {
  std::uint64_t mantissa;
  int exponent;
};

inline Ratio53 split(double ratio) {
  assert(ratio >= 0 && ratio <= 0x1p+54);
  int exponent = 0;
  const double fraction = std::frexp(ratio, &exponent);
  return {static_cast<std::uint64_t>(std::ldexp(fraction, 53)), exponent - 53};
}

// floor(weight * ratio + halves / 2). Twice the product is below 2^107 * 2^exponent, and the
// exponent at most 2.
inline uint128 due_at(std::int64_t weight, const Ratio53& ratio, int halves) {
  const uint128 twice = 2 * (static_cast<uint128>(weight) * ratio.mantissa);
  const auto half = static_cast<uint128>(halves);
  if (ratio.exponent >= 0) return ((twice << static_cast<unsigned>(ratio.exponent)) + half) / 2;
  const auto shift = static_cast<unsigned>(-ratio.exponent);
  if (shift > 120) return half / 2;  // what is left of the product is below 1
  return (twice + (half << shift)) >> (shift + 1);
}

}  // namespace fairshare::reference
