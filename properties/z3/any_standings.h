// properties/standings.h with any guess, of numbers without end: what it proves is right whatever
// doubles suggest.
//
// Integers of 128 bits are such numbers as long as no sum or product of them is longer than it may
// be, which narrow.cpp asserts of its input, and of its constants when it is compiled.
#pragma once

#include <optional>
#include <vector>

#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/properties/standings.h"

namespace fairshare::prover {

// What a guess may say: see find_least_ratio in properties/standings.h.
template <class Number, class Choices>
std::vector<properties::narrow::Standing> any_standings(const Problem<Number>& problem,
                                                        Choices& choices) {
  using properties::narrow::Standing;
  std::vector<Standing> standings;
  for (const auto& claimant : problem.claimants) {
    standings.push_back(Standing::at_min);
    if (choices.choose()) continue;
    choices.only_if_less(Number(0), claimant.weight);
    const bool is_at_max = claimant.max_share && choices.choose();
    standings.back() = is_at_max ? Standing::at_max : Standing::proportional;
  }
  return standings;
}

// What is divided at a ratio that narrow.h has found.
template <class Number>
Allocation<Number> divided_at(const properties::narrow::generic::Ratio<Number>& ratio,
                              const Problem<Number>& problem) {
  Allocation<Number> allocation{ratio.numerator / ratio.denominator, {}};
  for (const auto& claimant : problem.claimants) {
    const Number product = properties::narrow::generic::share_at(claimant, ratio);
    allocation.shares.push_back(product / ratio.denominator);
  }
  return allocation;
}

// The fair division, or nothing where the guess is wrong. A guess that tries more than one way
// returns one of these answers.
template <class Number, class Choices>
std::optional<Allocation<Number>> divide_by_standings(const Problem<Number>& problem,
                                                      Choices& choices) {
  const auto guess = [&](const Number&, const auto& attempt) {
    return attempt(any_standings(problem, choices));
  };
  const auto ratio = properties::narrow::generic::find_least_ratio<Number>(problem, guess);
  if (!ratio) return std::nullopt;
  return divided_at(*ratio, problem);
}

}  // namespace fairshare::prover
