// What a solver in doubles must return: each number of the exact solution, rounded once. Also the
// interval for which a rounded number stands.
#pragma once

#include <cassert>
#include <cmath>
#include <limits>
#include <type_traits>
#include <variant>

#include "fairshare/exact/rational.h"
#include "fairshare/model/solution.h"
#include "fairshare/properties/fairness.h"

namespace fairshare::fuzz {

// Comparing with `==` compares bit for bit, except that 0 and -0 are the same number: neither
// solver returns NaN.
inline Solution<double> rounded(const Solution<exact::Rational>& solution) {
  if (const auto* over = std::get_if<Overcommitted<exact::Rational>>(&solution)) {
    return Overcommitted<double>{exact::to_double(over->excess)};
  }
  if (const auto* surplus = std::get_if<Surplus<exact::Rational>>(&solution)) {
    return Surplus<double>{exact::to_double(surplus->unclaimed)};
  }
  const auto& exact_one = std::get<Allocation<exact::Rational>>(solution);
  Allocation<double> allocation{exact::to_double(exact_one.ratio), {}};
  for (const auto& share : exact_one.shares) allocation.shares.push_back(exact::to_double(share));
  return allocation;
}

// Every real number that rounds to the number, with ties to even: up to the midpoints on both
// sides, including them if the number's last bit is 0. Asserts that `number`, a double or a float,
// is finite and not negative.
//
//     1.0    -> [1 - 2^-54, 1 + 2^-53]          5e-324    -> (2^-1075, 3 * 2^-1075)
template <class Float>
properties::Interval rounding_interval(Float number) {
  static_assert(std::is_same_v<Float, double> || std::is_same_v<Float, float>);
  using Limits = std::numeric_limits<Float>;
  assert(std::isfinite(number) && number >= 0);
  // A float is a double as well, and the double next to it in floats is exact, too.
  const auto exactly = [](Float of) { return exact::from_double(static_cast<double>(of)); };
  const exact::Rational value = exactly(number);
  const Float above = std::nextafter(number, Limits::infinity());
  const Float below = std::nextafter(number, Float{-1});
  const exact::Rational step_below = value - exactly(below);
  // Beyond the largest number the next one would be a power of two, as far away as the one below.
  const exact::Rational step_above =
      std::isinf(above) ? step_below : exact::Rational(exactly(above) - value);
  // In units of its last place; for subnormal numbers that is the smallest subnormal.
  int exponent = 0;
  const Float significand = std::ldexp(std::frexp(number, &exponent), Limits::digits);
  const Float in_units = exponent < Limits::min_exponent
                             ? std::ldexp(number, Limits::digits - Limits::min_exponent)
                             : significand;
  const bool is_odd = std::fmod(in_units, Float{2}) != 0;
  return {value - step_below / 2, value + step_above / 2, is_odd, is_odd};
}

}  // namespace fairshare::fuzz
