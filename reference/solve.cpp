// First in doubles, which settle nearly everything (settle.h); the rest in integers
// (exact_search.h).
#include "reference/solve.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "reference/exact_search.h"
#include "reference/settle.h"

namespace fairshare::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Up to here no pass leaves anything to be copied.
bool needs_room(std::size_t claimants) {
  return claimants > direct_max;
}

// Three columns, `size` doubles long, from `memory` on, which moves behind them.
Residue columns_in(double*& memory, std::size_t size) {
  double* const begin = memory;
  memory += 3 * size;
  return {begin, begin + size, begin + 2 * size, 0};
}

Scratch scratch_in(Workspace& workspace) {
  if (workspace.open == nullptr) return {};
  double* memory = workspace.open.get();
  const std::size_t size = workspace.open_size + residue_padding;
  const std::size_t of_sample = sample_size(workspace.open_size) + residue_padding;
  return {columns_in(memory, size), columns_in(memory, size), columns_in(memory, of_sample)};
}

[[maybe_unused]] bool is_problem(double total, const Columns& columns) {
  if (!std::isfinite(total) || total < 0) return false;
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    if (!std::isfinite(columns.weight[i]) || columns.weight[i] < 0) return false;
    if (!std::isfinite(columns.min_share[i]) || columns.min_share[i] < 0) return false;
    if (!(columns.max_share[i] >= columns.min_share[i])) return false;
  }
  return true;
}

}  // namespace

void Workspace::reserve(std::size_t claimants) {
  breakpoints.reserve(2 * claimants);
  if (!needs_room(claimants) || claimants <= open_size) return;
  open = std::make_unique_for_overwrite<double[]>(6 * (claimants + residue_padding) +
                                                  3 * (sample_size(claimants) + residue_padding));
  open_size = claimants;
}

Outcome solve(double total, const Columns& columns, std::span<double> shares,
              Workspace& workspace) {
  assert(columns.min_share.size() == columns.weight.size());
  assert(columns.max_share.size() == columns.weight.size());
  assert(shares.size() == columns.weight.size());
  assert(shares.size() < std::numeric_limits<std::uint32_t>::max());
  assert(is_problem(total, columns));

  if (needs_room(shares.size())) workspace.reserve(shares.size());
  Scratch scratch = scratch_in(workspace);
  Doubts doubts;
  const Attempt attempt = settle(
      total,
      {columns.weight.data(), columns.min_share.data(), columns.max_share.data(), shares.size()},
      shares.data(), scratch, doubts);
  if (attempt.settled && attempt.settled->ratio && doubts.count == 0) {
    return Ratio{*attempt.settled->ratio};
  }
  return solve_exactly(total, columns, attempt, doubts, shares, workspace.breakpoints);
}

void solve_batch(const Batch& batch, std::span<double> shares, std::span<Outcome> outcomes,
                 Workspace& workspace) {
  assert(batch.begin.size() == batch.total.size() + 1);
  assert(outcomes.size() == batch.total.size());
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const std::size_t begin = batch.begin[k];
    assert(begin <= batch.begin[k + 1]);
    const std::size_t size = batch.begin[k + 1] - begin;
    const Columns columns{batch.columns.weight.subspan(begin, size),
                          batch.columns.min_share.subspan(begin, size),
                          batch.columns.max_share.subspan(begin, size)};
    outcomes[k] = solve(batch.total[k], columns, shares.subspan(begin, size), workspace);
  }
}

Solution<double> solve(const Problem<double>& problem) {
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

TreeSolution<double> solve(const Tree<double>& tree) {
  return solve_tree(tree, [](const Problem<double>& problem) { return solve(problem); });
}

}  // namespace fairshare::reference
