// The fast solver: doubles in; every share and the ratio is the double nearest to the exact one.
//
// Not "within a tolerance": the cross-check against exact/ is `==`. It shares the vocabulary with
// exact/ and nothing else. docs/numerics.md says how it works and why the rounding is right.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "model/problem.h"
#include "model/solution.h"
#include "model/tree.h"

namespace fairshare::reference {

// The fair division of the problem.
//   - The outcome is the exact one, decided in integers: {1e308, {{1, 1e308}, {1, 5e-324}}} is
//     Overcommitted, by 5e-324.
//   - Every share, the ratio, the excess and the unclaimed rest are rounded once, to nearest, ties
//     to even, as if computed without error before. A share may be subnormal; the ratio may round
//     to 0 ({5e-324, {{1e300}}}) or to infinity ({1e300, {{1e-300}}}), and the excess to infinity.
//   - The ratio is the least R >= 0 that gives the shares, as in exact/solve.h.
//   - Deterministic: permuting the claimants permutes the shares, bit for bit.
//
// Rounded shares need not add up to the total in any arithmetic: {1, {{1}, {1}, {1}}} gives three
// times 0x1.5555555555555p-2.
//
// Asserts `!find_defect(problem)`. Fewer than log2(2n) + 2 evaluations of the sum of shares, each
// on half as many breakpoints as the one before: about linear in n, n log n at worst.
Solution<double> solve(const Problem<double>& problem);

// A tree, top-down: each node divides its own rounded share. docs/numerics.md says what that costs.
TreeSolution<double> solve(const Tree<double>& tree);

// The same over columns, without allocating.
struct Columns {  // equally long, one entry a claimant
  std::span<const double> weight;
  std::span<const double> min_share;
  std::span<const double> max_share;  // +infinity for none
};

// Where one claimant begins or ceases to be proportional; the workspace's own.
struct Breakpoint {
  double ratio;  // of the bound to the weight, rounded to nearest; ties are settled exactly
  std::uint32_t claimant;
  bool is_max;
};

// Grows to two breakpoints a claimant, and can be used again. Not to be shared between threads.
struct Workspace {
  std::vector<Breakpoint> breakpoints;

  void reserve(std::size_t claimants) { breakpoints.reserve(2 * claimants); }
};

struct Ratio {
  double ratio;
};
using Outcome = std::variant<Ratio, Overcommitted<double>, Surplus<double>>;

// As above. Where the outcome is a ratio, the shares are written to `shares`, which is as long as
// the columns; else they are left alone. Allocates nothing where `workspace` was reserved for as
// many claimants. Asserts the same, and fewer than 2^32 claimants.
Outcome solve(double total, const Columns& columns, std::span<double> shares, Workspace& workspace);

}  // namespace fairshare::reference
