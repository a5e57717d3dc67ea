// First in doubles, which settle nearly everything (settle.h); the rest in integers
// (exact_search.h).
#include "fairshare/reference/solve.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include "fairshare/reference/column_checks.h"
#include "fairshare/reference/exact_search.h"
#include "fairshare/reference/floating_point.h"
#include "fairshare/reference/settle.h"
#include "fairshare/reference/side_by_side.h"

namespace fairshare::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// With so few claimants no pass leaves anything to be copied.
bool needs_room(std::size_t claimants) {
  return claimants > direct_max;
}

// Three columns of `size` doubles that begin at `memory`, which moves past them.
Residue columns_in(double*& memory, std::size_t size) {
  double* const begin = memory;
  memory += 3 * size;
  return {begin, begin + size, begin + 2 * size, 0};
}

Scratch scratch_in(Workspace& workspace) {
  double* memory = workspace.open.get();
  const std::size_t size = workspace.open_size + residue_padding;
  const std::size_t of_sample = sample_size(workspace.open_size) + residue_padding;
  return {columns_in(memory, size), columns_in(memory, size), columns_in(memory, of_sample)};
}

Slice slice_of(const Columns& columns) {
  return {columns.weight.data(), columns.min_share.data(), columns.max_share.data(),
          columns.weight.size()};
}

bool is_sound(double weight, double min_share, double max_share) {
  return weight >= 0 && weight < infinity && min_share >= 0 && min_share < infinity &&
         max_share >= min_share;
}

std::size_t size_of(const Batch& batch, std::size_t k) {
  assert(batch.begin[k] <= batch.begin[k + 1]);
  assert(batch.begin[k + 1] <= batch.columns.weight.size());
  return batch.begin[k + 1] - batch.begin[k];
}

Columns part(const Batch& batch, std::size_t k) {
  const std::size_t begin = batch.begin[k], size = size_of(batch, k);
  return {batch.columns.weight.subspan(begin, size), batch.columns.min_share.subspan(begin, size),
          batch.columns.max_share.subspan(begin, size)};
}

// `executor`: null for this thread alone.
Outcome solve_on(const Executor* executor, double total, const Columns& columns,
                 std::span<double> shares, Workspace& workspace) {
  const DefaultMode mode;
  assert(are_equally_long(columns));
  assert(shares.size() == columns.weight.size());
  assert(shares.size() <= claimants_max);
  assert(!find_defect(total, columns));
  assert(!overlaps_any(shares, columns));

  Scratch scratch;
  if (needs_room(shares.size())) {
    workspace.reserve(shares.size());
    scratch = scratch_in(workspace);
  }
  Doubts doubts;
  Slice slice = slice_of(columns);
  slice.executor = executor;
  const Attempt attempt = settle(total, slice, shares.data(), scratch, doubts);
  if (attempt.settled && attempt.settled->ratio && doubts.count == 0) {
    return Ratio{*attempt.settled->ratio};
  }
  if (attempt.no_ratio) {
    return std::visit([](const auto& outcome) -> Outcome { return outcome; }, *attempt.no_ratio);
  }
  return solve_exactly(total, columns, attempt, doubts, shares, workspace.breakpoints);
}

// Solves problems of the batch side by side; calls solve_one(k) for those that this does not
// settle.
template <class SolveOne>
void solve_together(const Batch& batch, std::span<const std::size_t> problems,
                    std::span<double> shares, std::span<Outcome> outcomes, SolveOne solve_one) {
  std::array<Small, side_by_side_max> small;
  std::array<std::optional<double>, side_by_side_max> ratios;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const std::size_t k = problems[i];
    const Columns columns = part(batch, k);
    assert(!find_defect(batch.total[k], columns));
    small[i] = {batch.total[k], slice_of(columns), shares.data() + batch.begin[k]};
  }
  settle_side_by_side(std::span(small).first(problems.size()),
                      std::span(ratios).first(problems.size()));
  for (std::size_t i = 0; i < problems.size(); ++i) {
    if (ratios[i]) {
      outcomes[problems[i]] = Ratio{*ratios[i]};
    } else {
      solve_one(problems[i]);
    }
  }
}

}  // namespace

void Workspace::reserve(std::size_t claimants) {
  breakpoints.reserve(2 * claimants);
  if (!needs_room(claimants) || (open && claimants <= open_size)) return;
  open = std::make_unique_for_overwrite<double[]>(6 * (claimants + residue_padding) +
                                                  3 * (sample_size(claimants) + residue_padding));
  open_size = claimants;
}

std::optional<Defect> find_defect(double total, const Columns& columns) {
  const DefaultMode mode;
  assert(are_equally_long(columns));
  if (!std::isfinite(total)) return Defect{Rule::total_is_finite};
  if (total < 0) return Defect{Rule::total_is_not_negative};
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    const Claimant<double> claimant{columns.weight[i], columns.min_share[i], columns.max_share[i]};
    if (is_sound(claimant.weight, claimant.min_share, *claimant.max_share)) continue;
    return Defect{*detail::find_broken_rule(claimant), i};
  }
  return std::nullopt;
}

Outcome solve(double total, const Columns& columns, std::span<double> shares,
              Workspace& workspace) {
  return solve_on(nullptr, total, columns, shares, workspace);
}

Outcome solve(double total, const Columns& columns, std::span<double> shares, Workspace& workspace,
              const Executor& executor) {
  const bool is_shared = shares.size() >= shared_min;
  return solve_on(is_shared ? &executor : nullptr, total, columns, shares, workspace);
}

std::variant<Outcome, Defect> try_solve(double total, const Columns& columns,
                                        std::span<double> shares, Workspace& workspace) {
  if (const auto defect = find_defect(total, columns)) return *defect;
  return solve(total, columns, shares, workspace);
}

void solve_batch(const Batch& batch, std::span<double> shares, std::span<Outcome> outcomes,
                 Workspace& workspace) {
  const DefaultMode mode;
  assert(batch.begin.size() == batch.total.size() + 1);
  assert(outcomes.size() == batch.total.size());
  assert(are_equally_long(batch.columns));
  assert(shares.size() == batch.columns.weight.size());
  assert(!overlaps_any(shares, batch.columns));

  const auto solve_one = [&](std::size_t k) {
    outcomes[k] = solve(batch.total[k], part(batch, k),
                        shares.subspan(batch.begin[k], size_of(batch, k)), workspace);
  };
  // Small problems wait until as many are there as fit side by side.
  const std::size_t together = side_by_side();
  std::array<std::size_t, side_by_side_max> waiting;
  std::size_t count = 0;
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const std::size_t size = size_of(batch, k);
    if (together == 1 || size == 0 || size > small_max) {
      solve_one(k);
      continue;
    }
    waiting[count++] = k;
    if (count < together) continue;
    solve_together(batch, std::span(waiting).first(count), shares, outcomes, solve_one);
    count = 0;
  }
  for (const std::size_t k : std::span(waiting).first(count)) solve_one(k);
}

Solution<double> solve(const Problem<double>& problem) {
  const DefaultMode mode;
  assert(!find_defect(problem));
  const std::size_t n = problem.claimants.size();
  std::vector<double> columns;
  columns.reserve(3 * n);
  for (const auto& claimant : problem.claimants) columns.push_back(claimant.weight);
  for (const auto& claimant : problem.claimants) columns.push_back(claimant.min_share);
  for (const auto& claimant : problem.claimants) {
    columns.push_back(claimant.max_share.value_or(infinity));
  }
  const std::span<const double> all(columns);
  std::vector<double> shares(n);
  Workspace workspace;
  const Outcome outcome =
      solve(problem.total, {all.first(n), all.subspan(n, n), all.last(n)}, shares, workspace);
  if (const auto* over = std::get_if<Overcommitted<double>>(&outcome)) return *over;
  if (const auto* surplus = std::get_if<Surplus<double>>(&outcome)) return *surplus;
  return Allocation<double>{std::get<Ratio>(outcome).ratio, std::move(shares)};
}

std::variant<Solution<double>, Defect> try_solve(const Problem<double>& problem) {
  const DefaultMode mode;
  if (const auto defect = find_defect(problem)) return *defect;
  return solve(problem);
}

TreeSolution<double> solve(const Tree<double>& tree) {
  const DefaultMode mode;
  return solve_tree(tree, [](const Problem<double>& problem) { return solve(problem); });
}

}  // namespace fairshare::reference
