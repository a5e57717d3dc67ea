#include "schedulers/common/fair_problem.h"

#include <utility>

#include "exact/solve.h"

namespace fairshare::schedulers {

using exact::Rational;

std::variant<std::vector<Rational>, Misfit> find_fair_shares(const Problem<Rational>& problem) {
  if (const auto defect = find_defect(problem)) return Misfit{*defect};
  auto solution = exact::solve(problem);
  if (auto* over = std::get_if<Overcommitted<Rational>>(&solution)) return Misfit{std::move(*over)};
  if (auto* surplus = std::get_if<Surplus<Rational>>(&solution)) return Misfit{std::move(*surplus)};
  return std::get<Allocation<Rational>>(std::move(solution)).shares;
}

}  // namespace fairshare::schedulers
