#include "fairshare/schedulers/common/level.h"

#include <numeric>
#include <utility>

#include "fairshare/exact/solve.h"
#include "fairshare/exact/units.h"
#include "fairshare/schedulers/common/base_rule.h"

namespace fairshare::schedulers {

std::int64_t whole_or(const std::optional<Held>& number, std::int64_t fallback) {
  return number ? std::get<std::int64_t>(*number) : fallback;
}

double real_or(const std::optional<Held>& number, double fallback) {
  return number ? std::get<double>(*number) : fallback;
}

std::variant<Statement, Defect> stated(FairProblem fair, bool is_base) {
  if (const auto defect = find_defect(fair.problem)) return *defect;
  Solution<exact::Rational> solution =
      is_base ? solve_by_base_rule(fair.problem) : exact::solve(fair.problem);
  std::vector<std::size_t> all(fair.problem.claimants.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return Statement{.parts = {{"", std::move(fair.problem), std::move(all)}},
                   .notes = std::move(fair.notes),
                   .solution = std::move(solution)};
}

std::variant<Statement, Defect> stated_in_units(FairProblem fair, bool is_base, Units units) {
  auto made = stated(std::move(fair), is_base);
  auto* statement = std::get_if<Statement>(&made);
  if (statement == nullptr) return made;
  auto* exactly = std::get_if<Allocation<exact::Rational>>(&statement->solution);
  if (exactly == nullptr) return made;
  const Problem<exact::Rational>& problem = statement->parts.front().problem;
  auto solution = exact::solve_units(is_base ? without_minimums(problem) : problem, units);
  *exactly = std::get<Allocation<exact::Rational>>(std::move(solution));
  for (std::size_t i = 0; i < exactly->shares.size() && is_base; ++i) {
    exactly->shares[i] += problem.claimants[i].min_share;
  }
  return made;
}

}  // namespace fairshare::schedulers
