#include "fairshare/schedulers/common/fair_problem.h"

#include <utility>

#include "fairshare/exact/solve.h"

namespace fairshare::schedulers {

using exact::Rational;

std::variant<std::vector<Rational>, NoAllocation> find_fair_shares(
    const Problem<Rational>& problem) {
  if (const auto defect = find_defect(problem)) return NoAllocation{*defect};
  auto solution = exact::solve(problem);
  if (auto* over = std::get_if<Overcommitted<Rational>>(&solution))
    return NoAllocation{std::move(*over)};
  if (auto* surplus = std::get_if<Surplus<Rational>>(&solution))
    return NoAllocation{std::move(*surplus)};
  return std::get<Allocation<Rational>>(std::move(solution)).shares;
}

}  // namespace fairshare::schedulers
