// libFuzzer: the reference solver gives the exact solver's answers, with each number rounded once.
//
//     reference(p) == round(exact(p))     bit for bit, for every problem of finite doubles
//
// The exact solver gives the same in whole numbers and in rationals. The reference solver gives
// the same for the claimants in reverse order, and for both again and again as one batch, over
// columns, in a workspace that was used before.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/exact/sweep.h"
#include "fairshare/reference/solve.h"
#include "fuzz/targets/problems.h"
#include "fuzz/targets/require.h"
#include "fuzz/targets/rounded.h"

namespace {

using namespace fairshare;
using fuzz::require;

Solution<double> solution_of(const reference::Outcome& outcome, std::span<const double> shares) {
  if (const auto* over = std::get_if<Overcommitted<double>>(&outcome)) return *over;
  if (const auto* surplus = std::get_if<Surplus<double>>(&outcome)) return *surplus;
  const double ratio = std::get<reference::Ratio>(outcome).ratio;
  return Allocation<double>{ratio, {shares.begin(), shares.end()}};
}

// The solutions of the problems, which are one after the other in the same columns.
std::vector<Solution<double>> solve_batch(const std::vector<Problem<double>>& problems) {
  static reference::Workspace workspace;  // shared with earlier inputs, which must not matter
  std::vector<double> totals, weights, min_shares, max_shares;
  std::vector<std::size_t> begin{0};
  for (const Problem<double>& problem : problems) {
    totals.push_back(problem.total);
    for (const Claimant<double>& one : problem.claimants) {
      weights.push_back(one.weight);
      min_shares.push_back(one.min_share);
      max_shares.push_back(one.max_share.value_or(std::numeric_limits<double>::infinity()));
    }
    begin.push_back(weights.size());
  }
  std::vector<double> shares(weights.size());
  std::vector<reference::Outcome> outcomes(problems.size());
  reference::solve_batch({totals, begin, {weights, min_shares, max_shares}}, shares, outcomes,
                         workspace);
  std::vector<Solution<double>> solutions;
  for (std::size_t k = 0; k < problems.size(); ++k) {
    const std::size_t size = begin[k + 1] - begin[k];
    solutions.push_back(solution_of(outcomes[k], std::span(shares).subspan(begin[k], size)));
  }
  return solutions;
}

Solution<double> reversed(Solution<double> solution) {
  if (auto* allocation = std::get_if<Allocation<double>>(&solution)) {
    std::ranges::reverse(allocation->shares);
  }
  return solution;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Problem<double> problem = fuzz::problem_from({data, size}, 24);
  const Problem<exact::Rational> wide = exact::widen(problem);
  const Solution<exact::Rational> exactly = exact::solve(wide);
  require(exactly == exact::generic::solve(wide), "whole numbers give the same as rationals",
          problem);
  const Solution<double> expected = fuzz::rounded(exactly);
  require(reference::solve(problem) == expected, "reference(p) == round(exact(p))", problem);
  Problem<double> backwards = problem;
  std::ranges::reverse(backwards.claimants);
  require(reversed(reference::solve(backwards)) == expected, "the reverse order gives the same",
          problem);
  // More problems than any vector has lanes, plus some left over.
  std::vector<Problem<double>> problems;
  for (std::size_t k = 0; k < 9; ++k) problems.push_back(k % 2 == 0 ? problem : backwards);
  const std::vector<Solution<double>> solutions = solve_batch(problems);
  for (std::size_t k = 0; k < problems.size(); ++k) {
    require((k % 2 == 0 ? solutions[k] : reversed(solutions[k])) == expected,
            "a batch gives the same answers", problem);
  }
  return 0;
}
