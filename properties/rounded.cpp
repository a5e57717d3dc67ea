// Each end of the common ratios is kept exactly, and as an estimate in extended precision. The
// estimate decides if it is far enough from the number with which it is compared.
#include "fairshare/properties/rounded.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

namespace fairshare::properties {
namespace {

using exact::Integer;
using exact::Rational;

constexpr double infinity = std::numeric_limits<double>::infinity();
// If long double is more than a double, an estimate has three rounding errors and does not overflow
// or underflow. It decides if the relative difference is larger than this.
using Wide = std::numeric_limits<long double>;
constexpr bool has_estimates = Wide::digits >= 64 && Wide::max_exponent >= 4096;
constexpr long double margin = 8 * Wide::epsilon();

// An exact sum of doubles >= 0: one whole number for each exponent.
class WholeSum {
 public:
  void add(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    const std::uint64_t field = (bits >> 52) & 0x7ff;  // without the sign, which -0 has
    const std::uint64_t significand = (bits & (hidden_bit - 1)) | (field > 0 ? hidden_bit : 0);
    Count& count = counts_[std::max<std::uint64_t>(field, 1)];
    // 32 bits at a time, so that billions of additions fit.
    count.low += significand & 0xffff'ffff;
    count.high += significand >> 32;
  }

  Rational value() const {
    Integer units = 0;  // of 2^-1075: a double with exponent field e is a multiple of 2^(e - 1075)
    std::size_t unit = counts_.size();
    for (std::size_t field = counts_.size(); field-- > 0;) {
      const auto [low, high] = counts_[field];
      if (low == 0 && high == 0) continue;
      units = (units << static_cast<unsigned>(unit - field)) + low + (Integer(high) << 32U);
      unit = field;
    }
    return Rational(units << static_cast<unsigned>(unit % counts_.size()), Integer(1) << 1075U);
  }

 private:
  static constexpr std::uint64_t hidden_bit = std::uint64_t{1} << 52;

  struct Count {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
  };
  std::array<Count, 2047> counts_ = {};
};

bool is_even(double number) {
  return (std::bit_cast<std::uint64_t>(number) & 1) == 0;
}

// The middle between the number and the next larger double: what is below it rounds to the number,
// or lower. As if there were doubles beyond the largest.
Rational middle_above(double number) {
  const double next = std::nextafter(number, infinity);
  if (next < infinity) return (exact::from_double(number) + exact::from_double(next)) / 2;
  const Rational largest = exact::from_double(number);
  return largest + (largest - exact::from_double(std::nextafter(number, 0))) / 2;
}

// Exact if there are estimates.
long double estimate_of_middle(double below, double above) {
  if (above < infinity) return (static_cast<long double>(below) + above) / 2;
  return std::ldexp(1.0L, 1024) - std::ldexp(1.0L, 970);
}

// One end of the range of ratios that all doubles of the answer allow.
struct End {
  bool is_there = false;
  bool is_closed = false;
  Rational ratio = 0;
  long double near = 0;  // the ratio, rounded
  // The claimant whose share sets this end; nothing: the reported ratio does.
  std::optional<std::size_t> claimant = std::nullopt;
};

// What the double `number` = weight * R says of R: `middle / weight` is an end of the range. It
// replaces `end` if it allows less.
void tighten(End& end, bool is_low, double number, double weight,
             std::optional<std::size_t> claimant) {
  const double below = is_low ? std::nextafter(number, 0) : number;
  const double above = is_low ? number : std::nextafter(number, infinity);
  const long double near = estimate_of_middle(below, above) / weight;
  if (has_estimates && end.is_there &&
      (is_low ? near < end.near * (1 - margin) : near > end.near * (1 + margin))) {
    return;
  }
  const Rational ratio = middle_above(below) / exact::from_double(weight);
  const bool is_closed = is_even(number);
  const bool is_same = end.is_there && ratio == end.ratio;
  if (end.is_there && !is_same && (ratio > end.ratio) != is_low) return;
  if (is_same && (is_closed || !end.is_closed)) return;
  end = {true, is_closed, ratio, near, claimant};
}

// Whether weight * R is above a bound > 0.
bool exceeds(double weight, const End& end, double bound) {
  const long double product = weight * end.near;
  if (has_estimates && product < bound * (1 - margin)) return false;
  if (has_estimates && product > bound * (1 + margin)) return true;
  return exact::from_double(weight) * end.ratio > exact::from_double(bound);
}

// The claimants' shares at an end.
struct SumAt {
  WholeSum fixed = {};
  WholeSum weights = {};  // of those that are proportional just below the end, or at it
  bool rises = false;     // just below the end

  void add(double weight, double min_share, double max_share, const End& end) {
    const bool is_idle = weight == 0 || min_share == max_share || end.ratio == 0;
    if (is_idle || (min_share > 0 && !exceeds(weight, end, min_share))) {
      return fixed.add(min_share);
    }
    if (max_share < infinity && exceeds(weight, end, max_share)) {
      return fixed.add(max_share);
    }
    weights.add(weight);
    rises = true;
  }

  Rational value(const End& end) const { return fixed.value() + weights.value() * end.ratio; }
};

// Is the least ratio that gives the total below the low end? And above the high one?
bool is_below(const SumAt& sum, const End& low, const Rational& total) {
  const Rational value = sum.value(low);
  return value > total || (value == total && !(low.is_closed && sum.rises));
}

bool is_above(const SumAt& sum, const End& high, const Rational& total) {
  const Rational value = sum.value(high);
  return value < total || (value == total && !high.is_closed && sum.rises);
}

struct Claimable {
  Rational least;                // all minimums
  std::optional<Rational> most;  // all maximums; nothing: no limit
};

Claimable claimable_of(const DoubleColumns& problem) {
  WholeSum least;
  WholeSum most;
  bool is_bounded = true;
  for (std::size_t i = 0; i < problem.weight.size(); ++i) {
    least.add(problem.min_share[i]);
    const double claim = problem.weight[i] > 0 ? problem.max_share[i] : problem.min_share[i];
    if (claim < infinity) {
      most.add(claim);
    } else {
      is_bounded = false;
    }
  }
  return {least.value(), is_bounded ? std::optional(most.value()) : std::nullopt};
}

struct Columns {
  std::vector<double> weight, min_share, max_share;
};

Columns columns_of(const Problem<double>& problem) {
  Columns columns;
  for (const Claimant<double>& claimant : problem.claimants) {
    columns.weight.push_back(claimant.weight);
    columns.min_share.push_back(claimant.min_share);
    columns.max_share.push_back(claimant.max_share.value_or(infinity));
  }
  return columns;
}

std::optional<RoundedFlaw> check_amount(const Rational& exact, double amount) {
  if (exact <= 0) return OtherOutcome{};
  if (exact::to_double(exact) != amount) return OtherAmount{exact};
  return std::nullopt;
}

}  // namespace

std::optional<RoundedFlaw> check_rounded(const DoubleColumns& problem, double ratio,
                                         std::span<const double> shares) {
  assert(shares.size() == problem.weight.size());
  const Rational total = exact::from_double(problem.total);
  const auto [least, most] = claimable_of(problem);
  if (least > total || (most && *most < total)) return OtherOutcome{};

  End low;
  End high;
  if (!(ratio >= 0)) return NotNearest{std::nullopt, false};
  if (ratio > 0) tighten(low, true, ratio, 1, std::nullopt);
  if (ratio < infinity) tighten(high, false, ratio, 1, std::nullopt);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double share = shares[i];
    if (!(share >= problem.min_share[i])) return NotNearest{i, false};
    const double most_of_it = problem.weight[i] > 0 ? problem.max_share[i] : problem.min_share[i];
    if (share > most_of_it || share == infinity) return NotNearest{i, true};
    if (share > problem.min_share[i]) tighten(low, true, share, problem.weight[i], i);
    if (share < most_of_it) tighten(high, false, share, problem.weight[i], i);
  }

  SumAt at_low;
  SumAt at_high;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto [weight, min_share, max_share] =
        std::tuple(problem.weight[i], problem.min_share[i], problem.max_share[i]);
    if (low.is_there) at_low.add(weight, min_share, max_share, low);
    if (high.is_there) at_high.add(weight, min_share, max_share, high);
  }
  if (low.is_there && is_below(at_low, low, total)) return NotNearest{low.claimant, true};
  if (high.is_there && is_above(at_high, high, total)) return NotNearest{high.claimant, false};
  return std::nullopt;
}

std::optional<RoundedFlaw> check_rounded(const Problem<double>& problem,
                                         const Solution<double>& answer) {
  assert(!find_defect(problem));
  const Columns own = columns_of(problem);
  const DoubleColumns columns{problem.total, own.weight, own.min_share, own.max_share};
  if (const auto* allocation = std::get_if<Allocation<double>>(&answer)) {
    return check_rounded(columns, allocation->ratio, allocation->shares);
  }
  const auto [least, most] = claimable_of(columns);
  const Rational total = exact::from_double(problem.total);
  if (const auto* over = std::get_if<Overcommitted<double>>(&answer)) {
    return check_amount(least - total, over->excess);
  }
  if (!most) return OtherOutcome{};
  return check_amount(total - *most, std::get<Surplus<double>>(answer).unclaimed);
}

}  // namespace fairshare::properties
