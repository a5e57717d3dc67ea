#include "bench/answers.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <variant>
#include <vector>

#include "bench/two_sum.h"
#include "exact/rational.h"
#include "exact/solve.h"
#include "model/problem.h"

namespace fairshare::bench {
namespace {

using exact::Integer;
using exact::Rational;

constexpr double infinity = std::numeric_limits<double>::infinity();

// A sum of normal doubles > 0 and zeros without error: one whole number for each exponent.
class WholeSum {
 public:
  void add(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    const std::uint64_t significand = (bits & (hidden_bit - 1)) | (number > 0 ? hidden_bit : 0);
    Count& count = counts_[bits >> 52];
    // 32 bits at a time, so that billions of additions fit.
    count.low += significand & 0xffff'ffff;
    count.high += significand >> 32;
  }

  Rational value() const {
    Integer units = 0;  // of 2^-1075: a double with exponent field e is a multiple of 2^(e - 1075)
    for (std::size_t field = counts_.size(); field-- > 0;) {
      units = units * 2 + counts_[field].low + (Integer(counts_[field].high) << 32);
    }
    return Rational(units, Integer(1) << 1075);
  }

 private:
  static constexpr std::uint64_t hidden_bit = std::uint64_t{1} << 52;

  struct Count {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
  };
  std::array<Count, 2048> counts_ = {};
};

// The problem with all claimants whose piece is certain between two ratios added up.
struct Reduced {
  Problem<Rational> problem;
  Rational weight;  // of those that are certainly proportional
};

// fma rounds once, so its sign is that of the exact difference.
double excess(double weight, double ratio, double bound) {
  return std::fma(weight, ratio, -bound);
}

Reduced reduce(const Input& input, double lower, double upper) {
  WholeSum fixed, weights;
  std::map<std::array<double, 3>, std::uint64_t> undecided;  // how many of each kind
  for (std::size_t i = 0; i < input.weight.size(); ++i) {
    const double weight = input.weight[i];
    const double min_share = input.min_share[i];
    const double max_share = input.max_share[i];
    if (min_share == max_share || excess(weight, upper, min_share) <= 0) {
      fixed.add(min_share);
    } else if (excess(weight, lower, max_share) >= 0) {
      fixed.add(max_share);
    } else if (excess(weight, lower, min_share) >= 0 && excess(weight, upper, max_share) <= 0) {
      weights.add(weight);
    } else {
      ++undecided[{weight, min_share, max_share}];
    }
  }
  Reduced reduced{{.total = exact::from_double(input.total) - fixed.value()}, weights.value()};
  auto& claimants = reduced.problem.claimants;
  if (reduced.weight > 0) claimants.push_back({.weight = reduced.weight});
  // So many of a kind are together as one with so many times the weight and the bounds.
  for (const auto& [kind, count] : undecided) {
    const Rational times(count);
    Claimant<Rational> together{exact::from_double(kind[0]) * times,
                                exact::from_double(kind[1]) * times};
    if (kind[2] < infinity) together.max_share = exact::from_double(kind[2]) * times;
    claimants.push_back(together);
  }
  return reduced;
}

// The exact ratio, if it rounds to `ratio`.
std::optional<Rational> exact_ratio(const Input& input, double ratio) {
  const double lower = std::nextafter(ratio, 0);
  const double upper = std::nextafter(ratio, infinity);
  const Reduced reduced = reduce(input, lower, upper);
  if (find_defect(reduced.problem)) return std::nullopt;
  const auto solution = exact::solve(reduced.problem);
  const auto* allocation = std::get_if<Allocation<Rational>>(&solution);
  if (allocation == nullptr || exact::to_double(allocation->ratio) != ratio) return std::nullopt;
  return allocation->ratio;
}

// Whether `share` is the double nearest to weight * ratio, clamped. In extended precision first:
// two roundings of 2^-64 and one quotient so rounded are together below 2^-61. Where that much
// would change the double, and where long double is a double, the rational decides.
bool is_nearest(double share, double weight, const Rational& ratio, long double near_ratio,
                double min_share, double max_share) {
  const auto clamped = [&](double product) {
    return std::min(std::max(product, min_share), max_share);
  };
  constexpr bool is_extended = std::numeric_limits<long double>::digits >= 64;
  const long double product = weight * near_ratio;
  const double least = clamped(static_cast<double>(product * (1 - 0x1p-61L)));
  const double most = clamped(static_cast<double>(product * (1 + 0x1p-61L)));
  if (is_extended && least == most) return share == least;
  return share == clamped(exact::to_double(exact::from_double(weight) * ratio));
}

std::optional<std::string> find_error_in_many(const Input& input, double ratio,
                                              std::span<const double> shares) {
  const std::optional<Rational> certain = exact_ratio(input, ratio);
  if (!certain) return "the ratio is not the double nearest to the exact one";
  const Rational rest = *certain - exact::from_double(ratio);
  const long double near_ratio = static_cast<long double>(ratio) + exact::to_double(rest);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (!is_nearest(shares[i], input.weight[i], *certain, near_ratio, input.min_share[i],
                    input.max_share[i])) {
      return "share " + std::to_string(i) + " is not the double nearest to the exact one";
    }
  }
  return std::nullopt;
}

std::optional<std::string> find_error_in_few(const Input& input, double ratio,
                                             std::span<const double> shares) {
  const auto solution = exact::solve(exact::widen(to_problem(input)));
  const auto* allocation = std::get_if<Allocation<Rational>>(&solution);
  if (allocation == nullptr) return "there is no exact allocation";
  if (exact::to_double(allocation->ratio) != ratio) {
    return "the ratio is not the double nearest to the exact one";
  }
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (exact::to_double(allocation->shares[i]) != shares[i]) {
      return "share " + std::to_string(i) + " is not the double nearest to the exact one";
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_error(const Input& input, double ratio,
                                      std::span<const double> shares) {
  return shares.size() <= 1000 ? find_error_in_few(input, ratio, shares)
                               : find_error_in_many(input, ratio, shares);
}

std::optional<std::string> find_error(const Input& input, std::span<const double> shares,
                                      std::span<const double> expected, Tolerance tolerance) {
  TwoSum sum;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    sum.add(shares[i]);
    if (!(shares[i] >= input.min_share[i] && shares[i] <= input.max_share[i])) {
      return "share " + std::to_string(i) + " is beyond its bounds";
    }
    if (!(std::abs(shares[i] - expected[i]) <= tolerance.share * expected[i])) {
      return "share " + std::to_string(i) + " is too far from the exact one";
    }
  }
  if (!(std::abs(sum.value() - input.total) <= tolerance.sum * input.total)) {
    return "the shares do not add up to the total";
  }
  return std::nullopt;
}

}  // namespace fairshare::bench
