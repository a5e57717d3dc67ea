// The fast solver: takes doubles, and returns for every share and the ratio the double nearest to
// the exact one.
//
// Not "within a tolerance": the cross-check against exact/ is `==`. It shares only the vocabulary
// of model/ with exact/. docs/numerics.md says how it works and why the rounding is right.
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
#include "fairshare/reference/executor.h"

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
// The thread's floating-point mode does not matter: during a call it is round-to-nearest, with
// subnormals and without traps, and is restored afterwards. With -ffast-math, which is not IEEE
// 754, the library does not compile.
//
// Asserts `!find_defect(problem)`. Linear in n: the number of passes over the claimants is bounded,
// except where keys that are tied may underflow; there it is n log n at worst (docs/numerics.md).
Solution<double> solve(const Problem<double>& problem);

// The same for an unchecked problem: its defect, or the solution.
std::variant<Solution<double>, Defect> try_solve(const Problem<double>& problem);

// A tree, top-down: each node divides its own rounded share; docs/numerics.md bounds the error.
TreeSolution<double> solve(const Tree<double>& tree);

// The proofs in docs/numerics.md hold for up to this many.
inline constexpr std::size_t claimants_max = std::size_t{1} << 31U;

// The same over columns, without allocating.
struct Columns {  // equally long, one entry per claimant
  std::span<const double> weight;
  std::span<const double> min_share;
  std::span<const double> max_share;  // +infinity for none
};

// Where one claimant begins or stops being proportional. Internal to the workspace.
struct Breakpoint {
  double ratio;  // of the bound to the weight, rounded to nearest; ties are settled exactly
  std::uint32_t claimant;
  bool is_max;
};

// Scratch memory for `solve`, to be reused; it grows to the largest problem solved so far. Do not
// share it between threads. Takes 32 bytes per claimant, and 48 more for problems of thousands;
// pages that no problem needs are never touched.
struct Workspace {
  std::vector<Breakpoint> breakpoints = {};
  std::unique_ptr<double[]> open = nullptr;  // columns of claimants that a pass leaves open
  std::size_t open_size = 0;                 // its room, in claimants

  // Reserves memory, so that problems of up to that many claimants do not allocate.
  void reserve(std::size_t claimants);
};

struct Ratio {
  double ratio;
};
using Outcome = std::variant<Ratio, Overcommitted<double>, Surplus<double>>;

// As above. If the outcome is a ratio, writes the shares to `shares`, which must be as long as the
// columns and must not overlap them; otherwise the contents of `shares` are unspecified. Does not
// allocate if `workspace` was reserved for that many claimants. Asserts these lengths, that nothing
// overlaps, and at most claimants_max claimants. No global state: any number of threads may solve
// at once, each with its own workspace.
Outcome solve(double total, const Columns& columns, std::span<double> shares, Workspace& workspace);

// From this many claimants on, threads share a problem.
inline constexpr std::size_t shared_min = std::size_t{1} << 17;

// The same on the caller's threads, if there are at least shared_min claimants: they share each
// pass over all claimants, but not passes over a few of them or in integers. The answer is the
// same, bit for bit. Allocates about 32 bytes per thousand claimants.
Outcome solve(double total, const Columns& columns, std::span<double> shares, Workspace& workspace,
              const Executor& executor);

// `find_defect` of model/problem.h for columns: the first defect. A maximum of NaN is
// `max_share_is_finite`. Asserts that the columns are equally long.
std::optional<Defect> find_defect(double total, const Columns& columns);

// The defect, with `shares` left unchanged; otherwise what `solve` returns.
std::variant<Outcome, Defect> try_solve(double total, const Columns& columns,
                                        std::span<double> shares, Workspace& workspace);

// Many problems, one after the other: problem k divides total[k] among the claimants from begin[k]
// up to, but not including, begin[k + 1].
struct Batch {
  std::span<const double> total;
  std::span<const std::size_t> begin;  // one more than there are problems, ascending
  Columns columns;                     // of all problems
};

// Solves each problem as `solve` does. Writes the shares to `shares`, which must be as long as the
// columns and must not overlap them, and the outcomes to `outcomes`, which must be as long as
// `total`. Asserts all this, and that no problem ends beyond the columns.
void solve_batch(const Batch& batch, std::span<double> shares, std::span<Outcome> outcomes,
                 Workspace& workspace);

}  // namespace fairshare::reference
