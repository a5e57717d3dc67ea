// properties/standings.h with any guess, on unbounded numbers: what it proves is right, whatever
// doubles suggest.
//
// Integers of 128 bits act as unbounded numbers as long as no sum or product of them has too many
// bits. narrow.cpp asserts that for its input, and at compile time for its constants.
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

// The allocation at a ratio that narrow.h has found.
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

// The fair allocation, or nothing if the guess is wrong. A guess that tries several standings
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
