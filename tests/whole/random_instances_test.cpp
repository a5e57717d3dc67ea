// Three opinions about the adversary's problems: the exact sweep, the fast solver, and Z3, which
// only knows the definition. RapidCheck simplifies a problem that fails.
//
// More of them: RC_PARAMS="max_success=100000".
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/fairness.h"
#include "fairshare/properties/z3/instances.h"
#include "fairshare/reference/solve.h"
#include "tests/rapidcheck_problems.h"
#include "tests/rounded.h"

namespace fairshare::tests {
namespace {

using exact::Rational;

constexpr std::size_t size_max = 12;
constexpr std::size_t size_max_of_many = 50;

// Mostly few, since Z3 solves few fast; one in 20 may have 50 claimants.
rc::Gen<Problem<double>> any_problem() {
  return rc::gen::weightedOneOf<Problem<double>>(
      {{19, problems(size_max)}, {1, problems(size_max_of_many)}});
}

std::optional<std::vector<Rational>> find_shares(const Problem<Rational>& problem) {
  Solution<Rational> solution = exact::solve(problem);
  auto* allocation = std::get_if<Allocation<Rational>>(&solution);
  if (!allocation) return std::nullopt;
  return std::move(allocation->shares);
}

bool is(const prover::Decision& decision, bool expected) {
  const auto* answer = std::get_if<bool>(&decision);
  return answer && *answer == expected;
}

RC_GTEST_PROP(RandomInstances, ThreeSolversAgree, ()) {
  const Problem<double> problem = *any_problem();
  const Solution<Rational> solution = exact::solve(exact::widen(problem));
  RC_TAG(solution.index());
  const auto by_z3 = prover::solve(exact::widen(problem));
  RC_ASSERT(std::holds_alternative<Solution<Rational>>(by_z3));
  RC_ASSERT(std::get<Solution<Rational>>(by_z3) == solution);
  RC_ASSERT(reference::solve(problem) == rounded(solution));
}

RC_GTEST_PROP(RandomInstances, TheSharesAreFairAndNothingElseIs, ()) {
  const Problem<Rational> problem = exact::widen(*problems(size_max_of_many));
  const auto shares = find_shares(problem);
  if (!shares) return;
  RC_ASSERT(is(prover::are_fair(problem, *shares), true));
  RC_ASSERT(is(prover::nothing_else_is_fair(problem, *shares), true));
}

RC_GTEST_PROP(RandomInstances, AShareThatIsMovedIsUnfairForZ3AsForTheChecker, ()) {
  const Problem<Rational> problem = exact::widen(*problems(size_max_of_many));
  auto shares = find_shares(problem);
  if (!shares || shares->empty()) return;
  const std::uint64_t choice = *any_bits();
  const std::size_t from = choice % shares->size();
  const std::size_t to = (from + 1) % shares->size();
  const Rational moved = (*shares)[from] / (1 + choice / 64 % 1'000'000'000);
  (*shares)[from] -= moved;
  if (choice % 3 > 0) (*shares)[to] += moved;  // else the sum is wrong as well
  const bool is_fair = !properties::find_violation(problem, *shares).has_value();
  RC_ASSERT(is_fair == (moved == 0 || (from == to && choice % 3 > 0)));
  RC_ASSERT(is(prover::are_fair(problem, *shares), is_fair));
}

}  // namespace
}  // namespace fairshare::tests
