#include "bench/batch.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "bench/answers.h"
#include "bench/families.h"
#include "bench/timing.h"
#include "fairshare/reference/solve.h"

namespace fairshare::bench {
namespace {

constexpr std::size_t claimants_together = std::size_t{1} << 22;
constexpr std::size_t checked_exactly = 4096;

void append(std::vector<double>& column, const std::vector<double>& part) {
  column.insert(column.end(), part.begin(), part.end());
}

void append_problem(Batched& batched, std::size_t index) {
  const Input input = make_input(Family::uniform, batched.claimants, index);
  Input& all = batched.all.inputs.front();
  batched.total.push_back(input.total);
  append(all.weight, input.weight);
  append(all.min_share, input.min_share);
  append(all.max_share, input.max_share);
  batched.begin.push_back(all.weight.size());
}

void solve(Batched& batched) {
  const reference::Batch batch{batched.total, batched.begin, batched.all.inputs.front().columns()};
  reference::solve_batch(batch, batched.shares, batched.outcomes, batched.workspace);
}

// What is wrong with the answer to one problem; `shares` and `outcome` are that problem's.
std::optional<std::string> find_error(const Input& input, const reference::Outcome& outcome,
                                      std::span<const double> shares, bool is_exact,
                                      reference::Workspace& workspace) {
  const auto* ratio = std::get_if<reference::Ratio>(&outcome);
  if (ratio == nullptr) return "no allocation, though there is one";
  if (is_exact) return find_error(input, ratio->ratio, shares);
  std::vector<double> expected(shares.size());
  const auto one = reference::solve(input.total, input.columns(), expected, workspace);
  const auto* expected_ratio = std::get_if<reference::Ratio>(&one);
  if (expected_ratio == nullptr || expected_ratio->ratio != ratio->ratio ||
      !std::ranges::equal(expected, shares)) {
    return "not what reference::solve gives";
  }
  return std::nullopt;
}

std::optional<std::string> find_error(const Batched& batched) {
  const std::size_t claimants = batched.claimants;
  const std::span<const double> shares = batched.shares;
  reference::Workspace workspace;
  workspace.reserve(claimants);
  for (std::size_t index = 0; index < batched.outcomes.size(); ++index) {
    const Input input = make_input(Family::uniform, claimants, index);
    const auto error =
        find_error(input, batched.outcomes[index], shares.subspan(index * claimants, claimants),
                   index < checked_exactly, workspace);
    if (error) return "problem " + std::to_string(index) + ": " + *error;
  }
  return std::nullopt;
}

}  // namespace

Batched make_batched(std::size_t claimants) {
  const std::size_t count = claimants_together / claimants;
  Batched batched{
      .claimants = claimants,
      .total = {},
      .begin = {0},
      .all = {.family = families().front(), .claimants = count * claimants, .inputs = {Input{}}},
      .shares = std::vector<double>(count * claimants),
      .outcomes = std::vector<reference::Outcome>(count),
      .workspace = {},
      .error = std::nullopt,
  };
  for (std::size_t index = 0; index < count; ++index) append_problem(batched, index);
  batched.workspace.reserve(claimants);
  solve(batched);
  batched.error = find_error(batched);
  return batched;
}

void time_batch(benchmark::State& state, Batched& batched) {
  assert(!batched.error);
  time_calls(state, batched.all, batched.shares, [&](std::size_t) { solve(batched); });
  const auto count = static_cast<std::int64_t>(batched.outcomes.size());
  state.SetItemsProcessed(count * state.iterations());
}

}  // namespace fairshare::bench
