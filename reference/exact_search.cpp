// With exact sums no search needs care. f(R), the sum of all shares, is I(R) + W(R) * R: I adds up
// the bounds of those that stand at one, W the weights of those that are proportional. Walking R
// upwards,
//
//     at min_share / weight:  I -= min_share, W += weight     a claimant begins to be proportional
//     at max_share / weight:  I += max_share, W -= weight     and ends
//
// The search cuts the breakpoints that are left in two, adds up those in the lower part, and asks
// in integers whether f is below the total at the last of them. If so, it keeps the lower part for
// good and goes on in the upper one, else the other way round. At the end R = (total - I) / W, a
// quotient of two integers.
#include "reference/exact_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

#include "reference/exact_product.h"
#include "reference/exact_sum.h"
#include "reference/rounding.h"

namespace fairshare::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double nearest(const ExactSum& sum) {
  assert(sum.sign() > 0);
  return nearest_product(1, divide(sum.magnitude(), one()));
}

// a * b < c * d for doubles >= 0, exactly: also where the products are no doubles.
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

// The sum of all shares as the line I + W * R.
struct ExactLine {
  ExactSum fixed;   // I
  ExactSum weight;  // W
};

// total - I.
ExactSum left_of(double total, const ExactLine& line) {
  ExactSum left;
  left.add(total);
  left.subtract(line.fixed);
  return left;
}

// Doubles in their order, as integers: -0.0 and 0.0 side by side, infinity at the end.
std::uint64_t order_of(double number) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(number);
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

class Search {
 public:
  using Iterator = std::vector<Breakpoint>::iterator;

  Search(double total, const Columns& columns, std::vector<Breakpoint>& breakpoints)
      : total_(total), columns_(columns), breakpoints_(breakpoints) {
    breakpoints_.clear();
  }

  // A claimant as it stands at R = 0, and where it will change. A maximum above the total is never
  // reached.
  void add(std::size_t i, ExactLine& line) {
    const double weight = columns_.weight[i];
    const double min_share = columns_.min_share[i];
    const double max_share = columns_.max_share[i];
    line.fixed.add(min_share);
    if (weight == 0 || min_share == max_share) return;
    const auto claimant = static_cast<std::uint32_t>(i);
    if (min_share == 0) {
      line.weight.add(weight);
    } else {
      breakpoints_.push_back({min_share / weight, claimant, false});
    }
    if (max_share <= total_) breakpoints_.push_back({max_share / weight, claimant, true});
  }

  // From the line on which the sum of shares stands at R = 0 to the one on which it reaches the
  // total first. It is below the total at R = 0, and reaches it.
  void find_line(ExactLine& line) {
    auto begin = breakpoints_.begin();
    auto end = breakpoints_.end();
    narrow(begin, end, line);
    if (begin == end) return;
    // All that are left have the same rounded ratio; what rounding took off may tell them apart.
    if (!std::all_of(begin, end, [&](const Breakpoint& b) { return is_ordinary(b); })) {
      narrow_in_integers(begin, end, line);
      return;
    }
    for (auto breakpoint = begin; breakpoint != end; ++breakpoint) {
      breakpoint->ratio = std::fma(-breakpoint->ratio, weight(*breakpoint), bound(*breakpoint)) /
                          weight(*breakpoint);
    }
    narrow(begin, end, line);
    if (begin != end) cut(begin, end, end, line);  // equal ratios
  }

 private:
  double bound(const Breakpoint& breakpoint) const {
    const auto& bounds = breakpoint.is_max ? columns_.max_share : columns_.min_share;
    return bounds[breakpoint.claimant];
  }
  double weight(const Breakpoint& breakpoint) const { return columns_.weight[breakpoint.claimant]; }

  // Nothing of it underflows, so that ratios which differ also differ once what rounding took off
  // is rounded itself.
  bool is_ordinary(const Breakpoint& breakpoint) const {
    const auto is_within = [](double number) { return number >= 0x1p-900 && number <= 0x1p+900; };
    return is_within(breakpoint.ratio) && is_within(bound(breakpoint)) &&
           is_within(weight(breakpoint));
  }

  // Rounding keeps order, so quotients that round to different doubles are ordered as these are.
  bool precedes(const Breakpoint& a, const Breakpoint& b) const {
    if (a.ratio != b.ratio) return a.ratio < b.ratio;
    return is_product_less(bound(a), weight(b), bound(b), weight(a));
  }

  void pass(const Breakpoint& breakpoint, ExactLine& line) const {
    if (breakpoint.is_max) {
      line.fixed.add(bound(breakpoint));
      line.weight.subtract(weight(breakpoint));
    } else {
      line.fixed.subtract(bound(breakpoint));
      line.weight.add(weight(breakpoint));
    }
  }

  // Whether line(bound / weight) < total: W * bound < (total - I) * weight. Breakpoints equal to
  // this one may be on either side of the cut: at their own ratio they add nothing to the line.
  bool is_below_total(const Breakpoint& breakpoint, const ExactLine& line) const {
    const ExactSum left = left_of(total_, line);
    if (left.sign() <= 0) return false;
    return compare_products(line.weight.magnitude(), to_binary(bound(breakpoint)), left.magnitude(),
                            to_binary(weight(breakpoint))) < 0;
  }

  // Decides on which side of the last breakpoint before `middle` the answer lies, all before being
  // lower than all behind: what is left is one part or the other, without that breakpoint.
  void cut(Iterator& begin, Iterator& end, Iterator middle, ExactLine& line) const {
    ExactLine beyond = line;
    auto last = begin;
    for (auto breakpoint = begin; breakpoint != middle; ++breakpoint) {
      pass(*breakpoint, beyond);
      if (precedes(*last, *breakpoint)) last = breakpoint;
    }
    if (is_below_total(*last, beyond)) {
      line = beyond;
      begin = middle;
    } else {
      std::iter_swap(last, middle - 1);
      end = middle - 1;
    }
  }

  // Until all that are left have the same ratio as a double. Every second cut is halfway between
  // the least and the greatest, counted in doubles, so there are 128 at most; the others are at a
  // middle one of some, and halve the number as a rule.
  void narrow(Iterator& begin, Iterator& end, ExactLine& line) const {
    const auto is_lower = [](const Breakpoint& a, const Breakpoint& b) {
      return a.ratio < b.ratio;
    };
    for (std::uint32_t cuts = 0; begin != end; ++cuts) {
      assert(cuts <= 128);
      const auto [least, greatest] = std::minmax_element(begin, end, is_lower);
      const std::uint64_t low = order_of(least->ratio);
      const std::uint64_t high = order_of(greatest->ratio);
      if (low == high) return;
      const std::uint64_t halfway = low + (high - low) / 2;
      const std::uint64_t pivot =
          cuts % 2 == 0 ? std::min(middle_of_some(begin, end), high - 1) : halfway;
      const auto middle = std::partition(
          begin, end, [&](const Breakpoint& b) { return order_of(b.ratio) <= pivot; });
      cut(begin, end, middle, line);
    }
  }

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

  // Where doubles cannot tell ratios apart, at the ends of their range.
  void narrow_in_integers(Iterator& begin, Iterator& end, ExactLine& line) const {
    const auto is_before = [&](const Breakpoint& a, const Breakpoint& b) { return precedes(a, b); };
    while (begin != end) {
      const auto median = begin + (end - begin) / 2;
      std::nth_element(begin, median, end, is_before);
      cut(begin, end, median + 1, line);
    }
  }

  double total_;
  const Columns& columns_;
  std::vector<Breakpoint>& breakpoints_;
};

ExactSum sum_of_minimums(const Columns& columns) {
  ExactSum sum;
  for (const double min_share : columns.min_share) sum.add(min_share);
  return sum;
}

// Nothing where there is no end: a claimant with a weight and without a max_share.
std::optional<ExactSum> find_most_that_can_be_claimed(const Columns& columns) {
  ExactSum sum;
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    const double most = columns.weight[i] == 0 ? columns.min_share[i] : columns.max_share[i];
    if (most == infinity) return std::nullopt;
    sum.add(most);
  }
  return sum;
}

// The ratio, where the belief is right and a claimant is proportional there. On [low, high] the
// line of those that stay is the sum of their shares; elsewhere it only never falls, so an answer
// beyond does not count.
std::optional<Quotient> find_ratio_within(double total, const Columns& columns,
                                          const Belief& belief,
                                          std::vector<Breakpoint>& breakpoints) {
  Search search(total, columns, breakpoints);
  ExactLine line;
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    const double weight = columns.weight[i];
    const double min_share = columns.min_share[i];
    const double max_share = columns.max_share[i];
    const double least = weight * belief.low;
    const double most = weight * belief.high;
    if (most < min_share || min_share == max_share || weight == 0) {
      line.fixed.add(min_share);
    } else if (least > max_share) {
      line.fixed.add(max_share);
    } else if (least > min_share && most < max_share) {
      line.weight.add(weight);
    } else {
      search.add(i, line);
    }
  }
  search.find_line(line);
  const ExactSum left = left_of(total, line);
  if (left.sign() <= 0 || line.weight.sign() <= 0) return std::nullopt;
  const Wide numerator = left.magnitude();
  const Wide denominator = line.weight.magnitude();
  const bool is_within =
      compare_products(numerator, {1, 0}, denominator, to_binary(belief.low)) > 0 &&
      compare_products(numerator, {1, 0}, denominator, to_binary(belief.high)) <= 0;
  if (!is_within) return std::nullopt;
  return divide(numerator, denominator);
}

// The least ratio where at `ratio` each claimant is at a bound and the bounds add up to the total.
std::optional<double> find_flat_ratio(double total, const Columns& columns, double ratio) {
  ExactSum left;
  left.add(total);
  double least = 0;  // where the last of them reached its maximum; rounding keeps order
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

// The outcome where there is no ratio above 0; nothing where there is one.
std::optional<Outcome> find_other_outcome(double total, const Columns& columns,
                                          std::span<double> shares) {
  ExactSum excess = sum_of_minimums(columns);
  excess.subtract(total);
  if (excess.sign() > 0) return Overcommitted<double>{nearest(excess)};
  if (excess.sign() == 0) {
    std::ranges::copy(columns.min_share, shares.begin());
    return Ratio{0};
  }
  if (const auto most = find_most_that_can_be_claimed(columns)) {
    ExactSum unclaimed;
    unclaimed.add(total);
    unclaimed.subtract(*most);
    if (unclaimed.sign() > 0) return Surplus<double>{nearest(unclaimed)};
  }
  return std::nullopt;
}

ExactSum exactly(const Sum& sum) {
  ExactSum exact;
  exact.add(sum.high);
  if (sum.low < 0) {
    exact.subtract(-sum.low);
  } else {
    exact.add(sum.low);
  }
  return exact;
}

Outcome answer(const Quotient& ratio, const Columns& columns, const Attempt& attempt,
               const Doubts& doubts, std::span<double> shares) {
  if (attempt.settled && doubts.count <= Doubts::spans_max) {
    for (std::size_t k = 0; k < doubts.count; ++k) {
      const auto [begin, size] = doubts.span[k];
      for (std::size_t i = begin; i < begin + size; ++i) write_share(i, ratio, columns, shares);
    }
  } else {
    for (std::size_t i = 0; i < shares.size(); ++i) write_share(i, ratio, columns, shares);
  }
  return Ratio{nearest_product(1, ratio)};
}

}  // namespace

Outcome solve_exactly(double total, const Columns& columns, const Attempt& attempt,
                      const Doubts& doubts, std::span<double> shares,
                      std::vector<Breakpoint>& breakpoints) {
  const Belief& belief = attempt.belief;
  if (attempt.settled && attempt.settled->fraction) {
    const Fraction& fraction = *attempt.settled->fraction;
    const Quotient ratio =
        divide(exactly(fraction.rest).magnitude(), exactly(fraction.weight).magnitude());
    return answer(ratio, columns, attempt, doubts, shares);
  }
  if (belief.low == belief.high) {
    if (const auto ratio = find_flat_ratio(total, columns, belief.low)) {
      for (std::size_t i = 0; i < shares.size(); ++i) {
        shares[i] =
            std::clamp(columns.weight[i] * belief.low, columns.min_share[i], columns.max_share[i]);
      }
      return Ratio{*ratio};
    }
  } else if (belief.low > 0) {
    if (const auto ratio = find_ratio_within(total, columns, belief, breakpoints)) {
      return answer(*ratio, columns, attempt, doubts, shares);
    }
  }
  if (const auto outcome = find_other_outcome(total, columns, shares)) return *outcome;
  Search search(total, columns, breakpoints);
  ExactLine line;
  for (std::size_t i = 0; i < shares.size(); ++i) search.add(i, line);
  search.find_line(line);
  const ExactSum left = left_of(total, line);
  assert(left.sign() > 0);
  assert(line.weight.sign() > 0);
  return answer(divide(left.magnitude(), line.weight.magnitude()), columns, attempt, doubts,
                shares);
}

}  // namespace fairshare::reference
