// The doubles and exact sums on which the search of search.h runs, and the rounding of what it
// finds.
#include "fairshare/reference/exact_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

#include "fairshare/reference/exact_fraction.h"
#include "fairshare/reference/exact_product.h"
#include "fairshare/reference/exact_sum.h"
#include "fairshare/reference/rounding.h"
#include "fairshare/reference/search.h"

namespace fairshare::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double nearest(const ExactSum& sum) {
  assert(sum.sign() > 0);
  return nearest_product(1, divide(sum.magnitude(), one()));
}

// a * b < c * d for doubles >= 0, exactly: also if the products are not doubles.
bool is_product_less(double a, double b, double c, double d) {
  const auto length = [](uint128 n) {
    const auto high = static_cast<std::uint64_t>(n >> 64);
    const auto low = static_cast<std::uint64_t>(n);
    return static_cast<int>(high != 0 ? 64 + std::bit_width(high) : std::bit_width(low));
  };
  const Binary xa = to_binary(a), xb = to_binary(b), xc = to_binary(c), xd = to_binary(d);
  const uint128 left = static_cast<uint128>(xa.significand) * xb.significand;
  const uint128 right = static_cast<uint128>(xc.significand) * xd.significand;
  if (left == 0 || right == 0) return left == 0 && right != 0;
  const int left_length = length(left);
  const int right_length = length(right);
  const int left_end = left_length + xa.exponent + xb.exponent;
  const int right_end = right_length + xc.exponent + xd.exponent;
  if (left_end != right_end) return left_end < right_end;
  return left << (128 - left_length) < right << (128 - right_length);
}

// Doubles in their order, as integers: -0.0 and 0.0 side by side, infinity at the end.
std::uint64_t order_of(double number) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(number);
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

// What the search needs for doubles; search.h says what each function promises.
class Doubles {
 public:
  using Number = double;
  using Sum = ExactSum;
  using Columns = reference::Columns;
  using Breakpoint = reference::Breakpoint;
  using Iterator = std::vector<Breakpoint>::iterator;

  explicit Doubles(const Columns& columns) : columns_(columns) {}

  const Columns& columns() const { return columns_; }
  double bound(const Breakpoint& breakpoint) const {
    const auto& bounds = breakpoint.is_max ? columns_.max_share : columns_.min_share;
    return bounds[breakpoint.claimant];
  }
  double weight(const Breakpoint& breakpoint) const { return columns_.weight[breakpoint.claimant]; }

  struct Ratio {
    Wide numerator;
    Wide denominator;
  };
  static Ratio ratio(const ExactSum& s, const ExactSum& t) {
    assert(s.sign() > 0);
    assert(t.sign() > 0);
    return {s.magnitude(), t.magnitude()};
  }
  static bool exceeds(const Ratio& ratio, double number) {
    return compare_products(ratio.numerator, {1, 0}, ratio.denominator, to_binary(number)) > 0;
  }

  static bool has_end(double max_share) { return max_share < infinity; }
  static bool is_less(const ExactSum& s, double a, const ExactSum& t, double b) {
    return compare_products(s.magnitude(), to_binary(a), t.magnitude(), to_binary(b)) < 0;
  }

  // Rounding keeps order.
  static double key(double bound, double weight) { return bound / weight; }

  static void before_cut(Iterator, Iterator, const generic::Line<Sum>&) {}

  // Every second pivot is halfway between the least and the greatest, counted in doubles, so there
  // are 128 at most. The others are the median of a few, and usually halve the number.
  static std::optional<std::uint64_t> find_pivot(Iterator begin, Iterator end, std::uint32_t cuts) {
    assert(cuts <= 128);
    const auto is_lower = [](const Breakpoint& a, const Breakpoint& b) {
      return a.ratio < b.ratio;
    };
    const auto [least, greatest] = std::minmax_element(begin, end, is_lower);
    const std::uint64_t low = order_of(least->ratio);
    const std::uint64_t high = order_of(greatest->ratio);
    if (low == high) return std::nullopt;
    const std::uint64_t halfway = low + (high - low) / 2;
    return cuts % 2 == 0 ? std::min(middle_of_some(begin, end), high - 1) : halfway;
  }
  static bool is_up_to(const Breakpoint& breakpoint, std::uint64_t pivot) {
    return order_of(breakpoint.ratio) <= pivot;
  }

  // Quotients that round to different doubles are ordered as these are.
  bool precedes(const Breakpoint& a, const Breakpoint& b) const {
    if (a.ratio != b.ratio) return a.ratio < b.ratio;
    return is_product_less(bound(a), weight(b), bound(b), weight(a));
  }

  // True if nothing underflows, so that different ratios still differ after the remainder of their
  // rounding is itself rounded.
  bool has_next_digits(Iterator begin, Iterator end) const {
    const auto is_within = [](double number) { return number >= 0x1p-900 && number <= 0x1p+900; };
    return std::all_of(begin, end, [&](const Breakpoint& breakpoint) {
      return is_within(breakpoint.ratio) && is_within(bound(breakpoint)) &&
             is_within(weight(breakpoint));
    });
  }
  double next_digits(const Breakpoint& breakpoint) const {
    return std::fma(-breakpoint.ratio, weight(breakpoint), bound(breakpoint)) / weight(breakpoint);
  }

  // A bound is a double, so the exact product is on the same side of it as the rounded one, unless
  // that equals the bound.
  static bool is_below(double weight, double ratio, double bound) { return weight * ratio < bound; }
  static bool is_above(double weight, double ratio, double bound) { return weight * ratio > bound; }

 private:
  static std::uint64_t middle_of_some(Iterator begin, Iterator end) {
    constexpr std::ptrdiff_t some = 31;
    std::array<std::uint64_t, some> order;
    const std::ptrdiff_t count = std::min(some, end - begin);
    for (std::ptrdiff_t k = 0; k < count; ++k) {
      order[static_cast<std::size_t>(k)] = order_of((begin + k * (end - begin) / count)->ratio);
    }
    std::nth_element(order.begin(), order.begin() + count / 2, order.begin() + count);
    return order[static_cast<std::size_t>(count / 2)];
  }

  const Columns& columns_;
};

// The least ratio, if at `ratio` each claimant is at a bound and the bounds add up to the total.
std::optional<double> find_flat_ratio(double total, const Columns& columns, double ratio) {
  ExactSum left;
  left.add(total);
  double least = 0;  // at which the last of them reaches its maximum; rounding keeps order
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    const double weight = columns.weight[i];
    const double product = weight * ratio;
    const bool is_still = weight == 0 || columns.min_share[i] == columns.max_share[i];
    if (is_still || product < columns.min_share[i]) {
      left.subtract(columns.min_share[i]);
    } else if (product > columns.max_share[i]) {
      left.subtract(columns.max_share[i]);
      least = std::max(least, columns.max_share[i] / weight);
    } else {
      return std::nullopt;
    }
  }
  if (left.sign() != 0) return std::nullopt;
  return least;
}

void write_share(std::size_t i, const Quotient& ratio, const Columns& columns,
                 std::span<double> shares) {
  const double min_share = columns.min_share[i];
  const double max_share = columns.max_share[i];
  const bool is_still = columns.weight[i] == 0 || min_share == max_share;
  shares[i] =
      is_still ? min_share : clamped_product(columns.weight[i], ratio, min_share, max_share);
}

Outcome answer(const Quotient& ratio, const Columns& columns, const Attempt& attempt,
               const Doubts& doubts, std::span<double> shares) {
  const auto write = [&](std::size_t i) { write_share(i, ratio, columns, shares); };
  if (attempt.settled) {
    for_each_doubt(doubts, shares.size(), write);
  } else {
    for (std::size_t i = 0; i < shares.size(); ++i) write(i);
  }
  return Ratio{nearest_product(1, ratio)};
}

}  // namespace

Outcome solve_exactly(double total, const Columns& columns, const Attempt& attempt,
                      const Doubts& doubts, std::span<double> shares,
                      std::vector<Breakpoint>& breakpoints) {
  const Belief& belief = attempt.belief;
  if (attempt.settled && attempt.settled->fraction) {
    return Ratio{round_from_fraction(*attempt.settled, columns, doubts, shares)};
  }
  Doubles numbers(columns);
  if (belief.low == belief.high) {
    if (const auto ratio = find_flat_ratio(total, columns, belief.low)) {
      for (std::size_t i = 0; i < shares.size(); ++i) {
        shares[i] =
            std::clamp(columns.weight[i] * belief.low, columns.min_share[i], columns.max_share[i]);
      }
      return Ratio{*ratio};
    }
  } else if (belief.low > 0) {
    if (const auto found =
            generic::find_ratio_within(total, belief.low, belief.high, numbers, breakpoints)) {
      return answer(divide(found->numerator, found->denominator), columns, attempt, doubts, shares);
    }
  }
  const auto found = generic::find_outcome(total, numbers, breakpoints);
  if (const auto* over = std::get_if<Overcommitted<ExactSum>>(&found)) {
    return Overcommitted<double>{nearest(over->excess)};
  }
  if (const auto* surplus = std::get_if<Surplus<ExactSum>>(&found)) {
    return Surplus<double>{nearest(surplus->unclaimed)};
  }
  if (std::holds_alternative<generic::AtMinimums>(found)) {
    std::ranges::copy(columns.min_share, shares.begin());
    return Ratio{0};
  }
  const auto& ratio = std::get<Doubles::Ratio>(found);
  return answer(divide(ratio.numerator, ratio.denominator), columns, attempt, doubts, shares);
}

}  // namespace fairshare::reference
