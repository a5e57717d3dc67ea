#include "fairshare/schedulers/common/level.h"

#include <numeric>
#include <utility>

#include "fairshare/exact/solve.h"
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

}  // namespace fairshare::schedulers
