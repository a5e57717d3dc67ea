// What the reference solver must return, from what the exact one did: each number rounded once.
#pragma once

#include <cmath>
#include <limits>
#include <variant>
#include <vector>

#include "exact/rational.h"
#include "model/solution.h"
#include "properties/fairness.h"

namespace fairshare::tests {

// Comparing with `==` is comparing bit for bit, but that 0 and -0 are the same number: neither
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

// Every real that rounds to the double, ties to even: to its midpoints on either side, and
// including them where its last bit is 0. Asserts nothing; `number` is finite and >= 0.
inline properties::Interval rounding_interval(double number) {
  const exact::Rational value = exact::from_double(number);
  const double above = std::nextafter(number, std::numeric_limits<double>::infinity());
  const double below = std::nextafter(number, -1.0);
  // Beyond the largest double the next one would be 2^1024.
  const exact::Rational step_above = std::isinf(above)
                                         ? exact::Rational(value - exact::from_double(below))
                                         : exact::Rational(exact::from_double(above) - value);
  const exact::Rational step_below = value - exact::from_double(below);
  int exponent = 0;
  const double significand = std::ldexp(std::frexp(number, &exponent), 53);
  // Of a subnormal number the last bit stands for 2^-1074.
  const double in_units = exponent < -1021 ? std::ldexp(number, 1074) : significand;
  const bool is_odd = std::fmod(in_units, 2) != 0;
  return {value - step_below / 2, value + step_above / 2, is_odd, is_odd};
}

}  // namespace fairshare::tests
