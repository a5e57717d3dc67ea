// Dividers that answer the questions of the named properties.
#pragma once

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/properties.h"

namespace fairshare::tests {

inline properties::Reply exact_reply(std::vector<exact::Rational> shares) {
  properties::Reply reply;
  for (const auto& share : shares) reply.shares.push_back(properties::exactly(share));
  return reply;
}

// The exact solver.
inline std::optional<properties::Reply> divide_fairly(const Problem<exact::Rational>& problem) {
  Solution<exact::Rational> solution = exact::solve(problem);
  if (std::holds_alternative<Overcommitted<exact::Rational>>(solution)) {
    return properties::Reply{properties::Outcome::overcommitted, {}};
  }
  if (std::holds_alternative<Surplus<exact::Rational>>(solution)) {
    return properties::Reply{properties::Outcome::surplus, {}};
  }
  return exact_reply(std::move(std::get<Allocation<exact::Rational>>(solution).shares));
}

// The same, but with the last question remembered, since properties ask about the first problem
// again and again. Not for `determinism`.
inline properties::Divide remembered(properties::Divide divide) {
  struct Memory {
    Problem<exact::Rational> problem;
    std::optional<properties::Reply> reply;
  };
  std::optional<Memory> memory;
  return [divide = std::move(divide), memory](const Problem<exact::Rational>& problem) mutable {
    if (!memory) memory = Memory{problem, divide(problem)};
    return problem == memory->problem ? memory->reply : divide(problem);
  };
}

}  // namespace fairshare::tests
