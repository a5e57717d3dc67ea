// The fast solver: doubles in; every share and the ratio is the double nearest to the exact one.
//
// Not "within a tolerance": the cross-check against exact/ is `==`. It shares the vocabulary with
// exact/ and nothing else. docs/numerics.md says how it works and why the rounding is right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/model/tree.h"

namespace fairshare::reference {

// The fair division of the problem.
//   - The outcome is the exact one, decided in integers: {1e308, {{1, 1e308}, {1, 5e-324}}} is
//     Overcommitted, by 5e-324.
//   - Every share, the ratio, the excess and the unclaimed rest are rounded once, to nearest, ties
//     to even, as if computed without error before. A share may be subnormal; the ratio may round
//     to 0 ({5e-324, {{1e300}}}) or to infinity ({1e300, {{1e-300}}}), and the excess to infinity.
//   - The ratio is the least R >= 0 that gives the shares, as in exact/solve.h.
//   - Deterministic: permuting the claimants permutes the shares, bit for bit.
//   - -0.0 counts as 0: where a bound is -0.0, a share of 0 may have either sign.
//
// Rounded shares need not add up to the total in any arithmetic: {1, {{1}, {1}, {1}}} gives three
// times 0x1.5555555555555p-2.
//
// The thread's floating-point mode does not matter: for the time of a call it is to nearest, with
// subnormals and without traps. Compiled with -ffast-math, the library would not be IEEE 754; it
// refuses to compile.
//
// Asserts `!find_defect(problem)`. Linear in n, with a bounded number of passes over the claimants
// whatever their numbers are: docs/numerics.md.
Solution<double> solve(const Problem<double>& problem);

// The same for a problem that comes from outside: its defect, or the solution.
std::variant<Solution<double>, Defect> try_solve(const Problem<double>& problem);

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

// Grows with the largest problem that it has seen, and can be used again. Not to be shared between
// threads. 32 bytes a claimant, and 48 more where there are thousands; only what a problem needs of
// them is ever touched.
struct Workspace {
  std::vector<Breakpoint> breakpoints = {};
  std::unique_ptr<double[]> open = nullptr;  // columns of those that a pass over all leaves open
  std::size_t open_size = 0;                 // of how many claimants

  // Room for problems of as many claimants, so that none of them allocates.
  void reserve(std::size_t claimants);
};

struct Ratio {
  double ratio;
};
using Outcome = std::variant<Ratio, Overcommitted<double>, Surplus<double>>;

// As above. Where the outcome is a ratio, the shares are written to `shares`, which is as long as
// the columns and overlaps none of them; else what is there afterwards means nothing, as some may
// have been written before the outcome was known. Allocates nothing where `workspace` was reserved
// for as many claimants. Asserts all that, and fewer than 2^32 claimants. No global state: any
// number of threads may solve at once, each with a workspace of its own.
Outcome solve(double total, const Columns& columns, std::span<double> shares, Workspace& workspace);

// What model/problem.h calls a defect, in columns: the first that is there. NaN for a maximum is
// `max_share_is_finite`.
std::optional<Defect> find_defect(double total, const Columns& columns);

// The defect, with `shares` as they were; else what `solve` returns.
std::variant<Outcome, Defect> try_solve(double total, const Columns& columns,
                                        std::span<double> shares, Workspace& workspace);

// Many problems, one behind the other: problem k divides total[k] among the claimants from begin[k]
// to begin[k + 1].
struct Batch {
  std::span<const double> total;
  std::span<const std::size_t> begin;  // one more than there are problems, ascending
  Columns columns;                     // of all problems
};

// Each problem as `solve` answers it: its shares in `shares`, which is as long as the columns and
// overlaps none of them, and
// its outcome in `outcomes`, which is as long as `total`.
void solve_batch(const Batch& batch, std::span<double> shares, std::span<Outcome> outcomes,
                 Workspace& workspace);

}  // namespace fairshare::reference
