#include "fairshare/reference/exact_fraction.h"

#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "fairshare/reference/exact_product.h"
#include "fairshare/reference/exact_sum.h"

namespace fairshare::reference {
namespace {

// number * 2^exponent, least significant word first.
struct Whole {
  std::array<std::uint64_t, 2> word;
  int exponent;
};

// high + low, exactly.
Whole whole(const Sum& sum) {
  const Binary high = to_binary(sum.high);
  const Binary low = to_binary(std::abs(sum.low));
  if (low.significand == 0) return {{high.significand, 0}, high.exponent};
  const int zeros = std::countr_zero(low.significand);  // so that its last bit is one of the sum
  const int shift = high.exponent - (low.exponent + zeros);
  assert(shift > 0);
  assert(shift < 128 - 53);
  const uint128 part = low.significand >> zeros;
  const uint128 all = static_cast<uint128>(high.significand) << shift;
  const uint128 number = sum.low < 0 ? all - part : all + part;
  return {{static_cast<std::uint64_t>(number), static_cast<std::uint64_t>(number >> 64)},
          low.exponent + zeros};
}

// numerator / denominator > 0.
struct Ratios {
  Whole numerator;
  Whole denominator;
};

// factor * ratio against a number: negative, zero or positive.
int compare(Binary factor, const Ratios& ratio, Binary number) {
  return compare(multiply(ratio.numerator.word, factor.significand),
                 ratio.numerator.exponent + factor.exponent,
                 multiply(ratio.denominator.word, number.significand),
                 ratio.denominator.exponent + number.exponent);
}

// clamp(factor * ratio, min_share, max_share) rounded to nearest, ties to even, from a double
// between the bounds that is near. Doubles have the same order as their bits read as integers.
double nearest_from(double near, double factor, const Ratios& ratio, double min_share,
                    double max_share) {
  const Binary exact_factor = to_binary(factor);
  auto number = std::bit_cast<std::uint64_t>(std::abs(near));
  const auto number_at = [](std::uint64_t bits) { return std::bit_cast<double>(bits); };
  const auto against_midpoint_above = [&](std::uint64_t bits) {
    return compare(exact_factor, ratio, midpoint_above(number_at(bits)));
  };
  [[maybe_unused]] constexpr std::uint64_t steps_max = 3;
  const std::uint64_t start = number;
  while (number_at(number) > min_share) {
    const int side = against_midpoint_above(number - 1);
    if (side > 0 || (side == 0 && number % 2 == 0)) break;
    --number;
    assert(start - number <= steps_max);
  }
  if (number != start) return number_at(number);
  while (number_at(number) < max_share) {
    const int side = against_midpoint_above(number);
    if (side < 0 || (side == 0 && number % 2 == 0)) break;
    ++number;
    assert(number - start <= steps_max);
  }
  return number_at(number);
}

}  // namespace

double round_from_fraction(const Settled& settled, const Columns& columns, const Doubts& doubts,
                           std::span<double> shares) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  assert(settled.fraction);
  const Ratios ratio{whole(settled.fraction->rest), whole(settled.fraction->weight)};
  for_each_doubt(doubts, shares.size(), [&](std::size_t i) {
    if (columns.weight[i] == 0) return;
    shares[i] = nearest_from(shares[i], columns.weight[i], ratio, columns.min_share[i],
                             columns.max_share[i]);
  });
  if (settled.ratio) return *settled.ratio;
  return nearest_from(settled.fraction->rest.high / settled.fraction->weight.high, 1, ratio, 0,
                      infinity);
}

}  // namespace fairshare::reference
