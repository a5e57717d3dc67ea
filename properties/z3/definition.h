// The definition restated for terms, and all the problems to which it applies.
#pragma once

#include <z3++.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/properties/z3/query.h"
#include "fairshare/properties/z3/symbolic.h"

namespace fairshare::prover {

// "share 2"
std::string name_of(const std::string& quantity, std::size_t claimant);

// n unknowns: "share 0", "share 1", ...
std::vector<Symbolic> any_numbers(const std::string& quantity, std::size_t n, Path& path);

// Selects some of the 2^n ways in which n claimants can have maximums: number `first`, and every
// `step`-th after it.
struct Patterns {
  std::size_t n;
  std::size_t first = 0;
  std::size_t step = 1;
};

// Any problem without a defect, of unknown reals. Claimant i has a maximum if bit i of the pattern
// is set.
Problem<Symbolic> any_problem(std::size_t n, std::size_t pattern, Path& path);

// Any claimant without a defect: its unknowns are "weight WHICH" and so on.
Claimant<Symbolic> any_claimant(const std::string& which, bool has_max, Path& path);

// numerator / denominator, for a positive denominator.
struct Fraction {
  Symbolic numerator;
  Symbolic denominator = 1;
};

// share = clamp(weight * ratio, min_share, max_share), without a division; for one claimant and for
// all.
z3::expr is_given(const Claimant<Symbolic>& claimant, const Fraction& ratio, const Symbolic& share,
                  Path& path);
z3::expr are_given(const Problem<Symbolic>& problem, const Fraction& ratio,
                   std::span<const Symbolic> shares, Path& path);

Symbolic sum_of(std::span<const Symbolic> numbers);

// Proves that the outcome is the right one of the three, with the right amount; for an allocation,
// that its ratio R >= 0 gives all shares, and that these add up to the total.
void prove_solution(const Solution<Symbolic>& solution, const Problem<Symbolic>& problem,
                    Path& path);

// The same; for an allocation also that no lower ratio gives its shares.
void prove_least_solution(const Solution<Symbolic>& solution, const Problem<Symbolic>& problem,
                          Path& path);

// The sum of one exploration for each of the patterns; it ends at the first refutation.
using Run = std::function<void(std::size_t pattern, Path& path)>;
Exploration explore_patterns(std::string title, const Patterns& patterns, const Limits& limits,
                             const Run& run);

}  // namespace fairshare::prover
