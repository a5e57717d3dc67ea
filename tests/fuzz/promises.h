// What the tests of the families share: statements about a problem, and how often they must hold.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fuzz/adversary.h"

namespace fairshare::fuzz {

using Exact = Problem<Rational>;

inline Rational power_of_two(int exponent) {
  const Rational power(exact::Integer(1) << static_cast<unsigned>(std::abs(exponent)));
  return exponent < 0 ? Rational(1 / power) : power;
}

inline std::vector<Rational> bounds_of(const Exact& problem) {
  std::vector<Rational> bounds;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    bounds.push_back(min_share);
    if (max_share) bounds.push_back(*max_share);
  }
  return bounds;
}

inline std::vector<Rational> weights_of(const Exact& problem) {
  std::vector<Rational> weights;
  for (const auto& claimant : problem.claimants) weights.push_back(claimant.weight);
  return weights;
}

inline std::vector<Rational> numbers_of(const Exact& problem) {
  std::vector<Rational> numbers = bounds_of(problem);
  for (const Rational& weight : weights_of(problem)) numbers.push_back(weight);
  numbers.push_back(problem.total);
  return numbers;
}

// Bounds by their weights, in order.
inline std::vector<Rational> quotients_of(const Exact& problem) {
  std::vector<Rational> quotients;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    if (weight == 0) continue;
    if (min_share != 0) quotients.push_back(min_share / weight);
    if (max_share) quotients.push_back(*max_share / weight);
  }
  std::ranges::sort(quotients);
  return quotients;
}

inline Rational share_at(const Claimant<Rational>& claimant, const Rational& ratio) {
  const Rational high = claimant.max_share.value_or(claimant.min_share + claimant.weight * ratio);
  if (claimant.weight == 0) return claimant.min_share;
  return std::clamp(Rational(claimant.weight * ratio), claimant.min_share, high);
}

inline Rational sum_at(const Exact& problem, const Rational& ratio) {
  Rational sum = 0;
  for (const auto& claimant : problem.claimants) sum += share_at(claimant, ratio);
  return sum;
}

inline bool are_whole(const std::vector<Rational>& numbers) {
  return std::ranges::all_of(
      numbers, [](const Rational& number) { return exact::floor(number) == exact::ceil(number); });
}

inline bool is_beside_a_power(const Rational& number) {
  const auto above = exact::floor(number * (1 + power_of_two(-18)));
  const int exponent = above == 0 ? 0 : static_cast<int>(msb(above));
  return exponent >= 20 &&
         abs(number - power_of_two(exponent)) <= power_of_two(std::max(2, exponent - 22));
}

// Sorted weights that are each the same multiple of the one before.
inline bool are_geometric(std::vector<Rational> weights) {
  std::ranges::sort(weights);
  for (std::size_t i = 2; i < weights.size(); ++i) {
    const Rational here = weights[i] / weights[i - 1];
    const Rational before = weights[i - 1] / weights[i - 2];
    if (abs(here - before) > before / power_of_two(40)) return false;
  }
  return true;
}

struct Promise {
  Family family;
  std::string what;
  int least;  // of how many of 200 problems it must hold
  bool (*is_kept)(const Exact&);
};

template <class Make>
void expect_kept(const std::vector<Promise>& promises, const Make& make) {
  for (const auto& [family, what, least, is_kept] : promises) {
    int kept = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      kept += is_kept(make(family, seed));
    }
    EXPECT_GE(kept, least) << name_of(family) << ": " << what;
  }
}

}  // namespace fairshare::fuzz
