// The search for a ratio that all of Hadoop's fair schedulers share, from MR1 to YARN 3.
//
//     R = 1, doubled until used(R) >= T; then 25 halvings of [0, R]; the upper end is the answer
//
// used(R) is the sum of all shares at R, in the arithmetic of the release. It need not be monotone:
// an integer sum wraps, and 0 * infinity is NaN.
#pragma once

#include <cmath>
#include <optional>

namespace fairshare::schedulers::hadoop {

// COMPUTE_FAIR_SHARES_ITERATIONS in every release.
inline constexpr int halvings = 25;

struct Found {
  double ratio;      // the upper end of the last bracket: the shares are those at this ratio
  double ratio_max;  // the power of two at which doubling ended; it may be infinity
};

// Java's Math.max and Math.min: NaN where either is NaN, and -0.0 is below 0.0.
inline double java_max(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::nan("");
  if (a == b) return std::signbit(a) ? b : a;
  return a < b ? b : a;
}

inline double java_min(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::nan("");
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

// A share as every release computes it, before YARN casts it to an integer: the maximum wins over
// the minimum.
inline double share_at(double ratio, double weight, double min_share, double max_share) {
  return java_min(java_max(weight * ratio, min_share), max_share);
}

// Where the release's search ends; nothing if it never ends.
//
// The doubling loop has no limit, but it sees only 1025 different ratios: 1, 2, 4, ..., 2^1023, and
// infinity, which doubling does not change. `used` depends only on the ratio. So a loop that
// reaches infinity and continues never ends, and one that ends does so within these 1025. This also
// holds for sums that wrap and for NaN shares (a comparison with NaN is false, which ends the
// loop). Hence at most 1025 + 25 calls of `used`.
//
// `stops_early`: the release stops at a midpoint where used(R) equals T (since YARN-1923).
template <class Number, class Used>
std::optional<Found> search(const Used& used, Number target, bool stops_early) {
  double ratio_max = 1;
  while (used(ratio_max) < target) {
    if (std::isinf(ratio_max)) return std::nullopt;
    ratio_max *= 2;
  }
  double low = 0;
  double high = ratio_max;
  for (int i = 0; i < halvings; ++i) {
    // Exact: both are multiples of ratio_max * 2^-25. Infinity stays infinity.
    const double middle = (low + high) / 2;
    const Number sum = used(middle);
    if (sum < target) {
      low = middle;
    } else {
      high = middle;
      if (stops_early && sum == target) break;
    }
  }
  return Found{high, ratio_max};
}

// How finely that search tells ratios apart.
inline double ratio_step(const Found& found) {
  return std::ldexp(found.ratio_max, -halvings);
}

}  // namespace fairshare::schedulers::hadoop
