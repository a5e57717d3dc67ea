#include "fairshare/reference/divider/grid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <cmath>

namespace fairshare::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Sums are below 2^253 units in magnitude, so that a difference of two fits.
constexpr int sum_bits = 253;

// Wide holds sums in units of 2^-1074 up to this one: 840 + 254 + 1074 < 34 * 64.
constexpr int unit_min = -1074;
constexpr int unit_max = 840;

int lowest_bit(const Binary& binary) {
  return binary.exponent + std::countr_zero(binary.significand);
}
int end_bit(const Binary& binary) {
  return binary.exponent + static_cast<int>(std::bit_width(binary.significand));
}

// From the lowest bit of some numbers to above the highest.
struct Range {
  int lowest = INT_MAX;
  int end = INT_MIN;

  void cover_lowest(double number) {
    if (number == 0 || number == infinity) return;
    lowest = std::min(lowest, lowest_bit(to_binary(number)));
  }
  void cover(double number) {
    if (number == 0) return;
    cover_lowest(number);
    end = std::max(end, end_bit(to_binary(number)));
  }
};

// The unit that leaves as much room below the range as above it.
std::optional<int> find_unit(const Range& range, int bits) {
  if (range.end == INT_MIN) return std::clamp(range.lowest, unit_min, 0);
  const int spare = bits - std::max(range.end - range.lowest, 0);
  if (spare < 0) return std::nullopt;
  return std::clamp(range.lowest - spare / 2, unit_min, unit_max);
}

bool is_on_grid(double number, int unit, int bits) {
  if (number == 0) return true;
  const Binary binary = to_binary(number);
  return lowest_bit(binary) >= unit && end_bit(binary) <= unit + bits;
}

std::array<std::uint64_t, 4> words_of(const Fixed& sum) {
  return {static_cast<std::uint64_t>(sum.low), static_cast<std::uint64_t>(sum.low >> 64),
          static_cast<std::uint64_t>(sum.high), static_cast<std::uint64_t>(sum.high >> 64)};
}

// significand * 2^exponent, with the significand in [2^63, 2^64): less than one unit of it is cut
// off.
Binary leading(const Fixed& sum) {
  const std::array<std::uint64_t, 4> words = words_of(sum);
  std::size_t top = 3;
  while (top > 0 && words[top] == 0) --top;
  const int zeros = std::countl_zero(words[top]);
  const std::uint64_t below = top > 0 && zeros > 0 ? words[top - 1] >> (64 - zeros) : 0;
  return {words[top] << zeros | below, static_cast<int>(64 * top) - zeros};
}

}  // namespace

std::optional<FixedGrid> FixedGrid::find(double total, std::span<const BreakpointTree::Row> rows) {
  FixedGrid grid;
  grid.claimants_max_ = 2 * rows.size() + 16;
  // A claimant occurs in a sum at most twice: with its minimum and with its maximum.
  grid.bits_ = sum_bits - 1 - static_cast<int>(std::bit_width(grid.claimants_max_ + 1));
  Range shares;
  Range weights;
  shares.cover(total);
  for (const BreakpointTree::Row& row : rows) {
    shares.cover(row.min_share);
    shares.cover_lowest(row.max_share);
    if (!row.is_fixed()) weights.cover(row.weight);
  }
  const auto share_unit = find_unit(shares, grid.bits_);
  const auto weight_unit = find_unit(weights, grid.bits_);
  if (!share_unit || !weight_unit) return std::nullopt;
  grid.share_unit_ = *share_unit;
  grid.weight_unit_ = *weight_unit;
  grid.ceiling_ = std::ldexp(1.0, *share_unit + grid.bits_);
  return grid;
}

bool FixedGrid::holds_total(double total) const {
  return is_on_grid(total, share_unit_, bits_);
}

bool FixedGrid::holds(const BreakpointTree::Row& row) const {
  if (!is_on_grid(row.min_share, share_unit_, bits_)) return false;
  if (row.max_share < ceiling_ && !is_on_grid(row.max_share, share_unit_, bits_)) return false;
  return row.is_fixed() || is_on_grid(row.weight, weight_unit_, bits_);
}

FixedGrid::Step FixedGrid::step(double bound, double weight, bool is_max) const {
  Fixed share;
  if (bound < ceiling_) {
    share = to_units(bound, share_unit_);
  } else {
    share.low = bits_ < 128 ? uint128{1} << bits_ : 0;
    share.high = bits_ < 128 ? 0 : uint128{1} << (bits_ - 128);
  }
  Step step;
  if (is_max) {
    step.fixed = share;
    step.weight.subtract(to_units(weight, weight_unit_));
  } else {
    step.fixed.subtract(share);
    step.weight = to_units(weight, weight_unit_);
  }
  return step;
}

bool FixedGrid::is_less(const Sum& weights, double bound, const Sum& left, double weight) const {
  const Binary x = to_binary(bound);
  const Binary y = to_binary(weight);
  return compare(multiply(words_of(weights), x.significand), weight_unit_ + x.exponent,
                 multiply(words_of(left), y.significand), share_unit_ + y.exponent) < 0;
}

// The quotient of the leading bits is in (2^62, 2^64), and within four units of the exact one: both
// are off by at most q / 2^63 < 2, and cutting it off adds less than 1. With 64 bits it is within
// eight, so its lowest 11 bits tell how a double is rounded unless they are near the middle.
// (Proved: rounded_quotient_is_nearest in properties/proofs/floating_point/Quotients.v.)
std::optional<double> FixedGrid::find_rounded_quotient(const Sum& left, const Sum& weights) const {
  const Binary above = leading(left);
  const Binary below = leading(weights);
  int exponent = above.exponent - below.exponent + share_unit_ - weight_unit_ - 63;
  auto quotient = static_cast<std::uint64_t>((static_cast<uint128>(above.significand) << 63) /
                                             below.significand);
  if (quotient >> 63 == 0) {
    quotient *= 2;
    --exponent;
  }
  constexpr std::uint64_t middle = 1U << 10;
  const std::uint64_t rest = quotient & (2 * middle - 1);
  if (middle - 8 <= rest && rest <= middle + 8) return std::nullopt;
  if (exponent < -1000 || exponent > 900) return std::nullopt;
  const std::uint64_t rounded = (quotient >> 11) + (rest > middle ? 1 : 0);
  const auto scale = std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 11 + 1023) << 52);
  return static_cast<double>(rounded) * scale;  // Exact: a power of two, and the result is normal.
}

Fixed FixedGrid::to_units(double number, int unit) {
  const Binary binary = to_binary(number);
  const int shift = binary.exponent - unit;
  Fixed units;
  if (shift < 0) {
    units.low = shift > -64 ? binary.significand >> -shift : 0;  // only zeros are cut off
  } else if (shift < 128) {
    units.low = static_cast<uint128>(binary.significand) << shift;
    units.high = shift == 0 ? 0 : static_cast<uint128>(binary.significand) >> (128 - shift);
  } else {
    units.high = static_cast<uint128>(binary.significand) << (shift - 128);
  }
  return units;
}

Wide FixedGrid::to_wide(Fixed sum, int unit) {
  if (sum.sign() < 0) {
    Fixed magnitude;
    magnitude.subtract(sum);
    sum = magnitude;
  }
  Wide wide;
  const auto position = static_cast<std::size_t>(unit - unit_min);
  const std::size_t first = position / 64;
  const std::size_t shift = position % 64;
  const std::array<std::uint64_t, 4> words = words_of(sum);
  for (std::size_t k = 0; k < words.size(); ++k) {
    wide.word[first + k] |= words[k] << shift;
    if (shift > 0 && first + k + 1 < Wide::words) {
      wide.word[first + k + 1] = words[k] >> (64 - shift);
    }
  }
  return wide;
}

void WideLine::add(const WideStep& step) {
  if (step.is_max) {
    fixed.add(step.bound);
    weight.subtract(step.weight);
  } else {
    fixed.subtract(step.bound);
    weight.add(step.weight);
  }
}

void WideLine::subtract(const WideStep& step) {
  if (step.is_max) {
    fixed.subtract(step.bound);
    weight.add(step.weight);
  } else {
    fixed.add(step.bound);
    weight.subtract(step.weight);
  }
}

void WideLine::add(const WideLine& other) {
  fixed.add(other.fixed);
  weight.add(other.weight);
}

void WideLine::subtract(const WideLine& other) {
  fixed.subtract(other.fixed);
  weight.subtract(other.weight);
}

bool WideGrid::is_less(const Sum& weights, double bound, const Sum& left, double weight) const {
  return compare_products(weights.magnitude(), to_binary(bound), left.magnitude(),
                          to_binary(weight)) < 0;
}

}  // namespace fairshare::reference
