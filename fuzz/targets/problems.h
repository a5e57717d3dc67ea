// Makes a problem of a fuzzer's bytes.
//
// The first byte chooses a family of the adversary, or raw numbers, which no family would make: any
// bits, and the neighbours of other numbers of the same problem. The other bytes make the
// decisions.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "fairshare/model/problem.h"
#include "fuzz/adversary.h"
#include "fuzz/choices.h"

namespace fairshare::fuzz {

namespace detail {

constexpr double largest = std::numeric_limits<double>::max();

inline double any_double(Choices& choices, const std::vector<double>& earlier) {
  switch (choices.below(5)) {
    case 0: {
      const double number = std::abs(std::bit_cast<double>(choices.bits()));
      return std::isfinite(number) ? number : largest;
    }
    case 1:
      return static_cast<double>(choices.below(256));
    case 2: {
      const auto significand = static_cast<double>(1 + choices.below(256));
      return std::ldexp(significand, choices.between(-1074, 1015));
    }
    default: {
      if (earlier.empty()) return 1;
      const double number = earlier[choices.below(earlier.size())];
      const int where = choices.between(-1, 1);
      if (where == 0) return number;
      return std::clamp(std::nextafter(number, where * largest), 0.0, largest);
    }
  }
}

// Near one of the two totals at which the outcome changes, between them, or anywhere.
inline double any_total(Choices& choices, const Problem<double>& problem,
                        const std::vector<double>& numbers) {
  const std::uint64_t kind = choices.below(4);
  const double ratio = any_double(choices, numbers);
  if (kind == 0) return ratio;
  double total = 0;
  for (const Claimant<double>& one : problem.claimants) {
    const double at_ratio = std::max(one.weight * (kind == 1 ? ratio : 0), one.min_share);
    const double max_share = one.max_share.value_or(kind == 2 ? one.min_share : largest);
    total = std::min(total + (kind == 2 ? max_share : std::min(at_ratio, max_share)), largest);
  }
  const int where = choices.between(-1, 1);
  if (where == 0) return total;
  return std::clamp(std::nextafter(total, where * largest), 0.0, largest);
}

inline Problem<double> raw_problem(Choices& choices, std::size_t size_max) {
  Problem<double> problem;
  std::vector<double> numbers;
  const auto next = [&] { return numbers.emplace_back(any_double(choices, numbers)); };
  const std::size_t count = choices.below(size_max + 1);
  for (std::size_t i = 0; i < count; ++i) {
    Claimant<double> claimant;
    claimant.weight = next();
    if (!choices.one_in(3)) claimant.min_share = next();
    if (!choices.one_in(3)) claimant.max_share = std::max(next(), claimant.min_share);
    problem.claimants.push_back(claimant);
  }
  problem.total = any_total(choices, problem, numbers);
  return problem;
}

}  // namespace detail

// Never has a defect. It has at most `size_max` claimants, or at most 3 if `size_max` is less.
// Without bytes, it is the empty problem.
inline Problem<double> problem_from(std::span<const std::uint8_t> bytes, std::size_t size_max) {
  if (bytes.empty()) return {};
  const std::size_t kind = bytes[0] % (families.size() + 1);
  Choices choices(bytes.subspan(1));
  if (kind == families.size()) return detail::raw_problem(choices, size_max);
  return adversarial_problem(families[kind], choices, size_max);
}

}  // namespace fairshare::fuzz
