// The quotient of two exact sums, and its multiples, rounded to the nearest double.
//
// A filter in double-double arithmetic settles nearly every product; what it cannot settle is
// compared in integers. docs/numerics.md derives the filter's error bound.
#pragma once

#include <optional>

#include "fairshare/reference/exact_sum.h"

namespace fairshare::reference {

// numerator / denominator > 0, once exactly and once approximately:
// (high + low) * 2^exponent, with a relative error below 2^-101.
struct Quotient {
  Wide numerator;
  Wide denominator;
  double high;  // in (1/2, 2)
  double low;   // at most half a unit in the last place of high
  int exponent;
  double scale_1;  // scale_1 * scale_2 = 2^exponent, each a power of two;
  double scale_2;  // infinite beyond the range of doubles: only integers can answer then
};

// Asserts that both are positive.
Quotient divide(const Wide& numerator, const Wide& denominator);

// clamp(factor * quotient, min_share, max_share), the product rounded to nearest, ties to even.
// `factor` > 0 and finite; min_share <= max_share, which may be infinite. Clamping after rounding
// is right, since rounding is monotone and the bounds are doubles.
double clamped_product(double factor, const Quotient& quotient, double min_share, double max_share);

// factor * quotient rounded to nearest, ties to even, in integers only; subnormals and infinity
// included.
double nearest_product(double factor, const Quotient& quotient);

}  // namespace fairshare::reference
