// libFuzzer: the reference solver answers what the exact one does, each number rounded once.
//
//     reference(p) == round(exact(p))     bit for bit, for every problem of finite doubles
//
// and the same over columns, in a workspace that was used before, and for the claimants in reverse
// order.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

#include "exact/solve.h"
#include "fuzz/targets/problems.h"
#include "fuzz/targets/require.h"
#include "fuzz/targets/rounded.h"
#include "reference/solve.h"

namespace {

using namespace fairshare;
using fuzz::require;

Solution<double> solve_columns(const Problem<double>& problem) {
  static reference::Workspace workspace;  // of the inputs before, too: nothing of them may matter
  std::vector<double> weights;
  std::vector<double> min_shares;
  std::vector<double> max_shares;
  for (const Claimant<double>& one : problem.claimants) {
    weights.push_back(one.weight);
    min_shares.push_back(one.min_share);
    max_shares.push_back(one.max_share.value_or(std::numeric_limits<double>::infinity()));
  }
  std::vector<double> shares(weights.size());
  const auto outcome =
      reference::solve(problem.total, {weights, min_shares, max_shares}, shares, workspace);
  if (const auto* over = std::get_if<Overcommitted<double>>(&outcome)) return *over;
  if (const auto* surplus = std::get_if<Surplus<double>>(&outcome)) return *surplus;
  return Allocation<double>{std::get<reference::Ratio>(outcome).ratio, shares};
}

Solution<double> solve_reversed(Problem<double> problem) {
  std::ranges::reverse(problem.claimants);
  Solution<double> solution = reference::solve(problem);
  if (auto* allocation = std::get_if<Allocation<double>>(&solution)) {
    std::ranges::reverse(allocation->shares);
  }
  return solution;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Problem<double> problem = fuzz::problem_from({data, size}, 24);
  const Solution<double> expected = fuzz::rounded(exact::solve(exact::widen(problem)));
  require(reference::solve(problem) == expected, "reference(p) == round(exact(p))", problem);
  require(solve_columns(problem) == expected, "columns give the same answer", problem);
  require(solve_reversed(problem) == expected, "the reverse order gives the same", problem);
  return 0;
}
