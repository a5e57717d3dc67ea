// The adversary's problems for RapidCheck: generated from a seed, simplified by the shrinker's own
// moves, and printed as records.
#pragma once

#include <gtest/gtest.h>
// RapidCheck's header needs the one above it.
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <utility>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/exact/solve.h"
#include "fairshare/model/problem.h"
#include "fuzz/adversary.h"
#include "fuzz/challenge.h"
#include "fuzz/choices.h"
#include "fuzz/shrink.h"
#include "tests/problems.h"

namespace fairshare {

// RapidCheck prints what it found with this.
inline void showValue(const Problem<double>& problem, std::ostream& stream) {
  stream << tests::to_record(problem, "found");
}

}  // namespace fairshare

namespace fairshare::tests {

inline rc::Gen<std::uint64_t> any_bits() {
  return rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()));
}

inline Problem<double> to_doubles(const fuzz::Challenge& challenge) {
  Problem<double> problem{exact::to_double(challenge.total), {}};
  for (const auto& [weight, min_share, max_share] : fuzz::problem_of(challenge).claimants) {
    Claimant<double> claimant{exact::to_double(weight), exact::to_double(min_share), {}};
    if (max_share) claimant.max_share = exact::to_double(*max_share);
    problem.claimants.push_back(claimant);
  }
  return problem;
}

// Problems with a half left out, a quarter, and so on down to single claimants.
inline std::vector<Problem<double>> with_a_run_less(const Problem<double>& problem) {
  std::vector<Problem<double>> smaller;
  const std::size_t size = problem.claimants.size();
  for (std::size_t length = size / 2; length >= 1; length /= 2) {
    for (std::size_t first = 0; first < size; first += length) {
      smaller.push_back(problem);
      auto& claimants = smaller.back().claimants;
      const auto begin = claimants.begin() + static_cast<std::ptrdiff_t>(first);
      const auto end = std::min(claimants.end(), begin + static_cast<std::ptrdiff_t>(length));
      claimants.erase(begin, end);
    }
  }
  return smaller;
}

// RapidCheck needs the whole list at once, so with many claimants only some are left out at first.
inline std::vector<Problem<double>> simpler_problems(const Problem<double>& problem) {
  constexpr std::size_t few = 12;
  if (problem.claimants.size() > few) return with_a_run_less(problem);
  const fuzz::Kinds doubles{fuzz::Kind::float64, fuzz::Kind::float64};
  const fuzz::Challenge challenge = fuzz::challenge_of(exact::widen(problem), doubles);
  std::vector<Problem<double>> simpler;
  for (const auto& candidate : fuzz::simplifications(challenge)) {
    simpler.push_back(to_doubles(candidate));
  }
  return simpler;
}

// Problems with at most `most` claimants.
inline rc::Gen<Problem<double>> problems(std::size_t most) {
  auto any = rc::gen::map(any_bits(), [most](std::uint64_t seed) {
    fuzz::Choices choices(seed);
    const fuzz::Family family = fuzz::families[choices.below(fuzz::families.size())];
    return fuzz::adversarial_problem(family, choices, most);
  });
  // clang 14 cannot pass the function itself.
  return rc::gen::shrink(std::move(any), [](const Problem<double>& problem) {
    return rc::seq::fromContainer(simpler_problems(problem));
  });
}

}  // namespace fairshare::tests
