// find_violation of violation.h on rationals.
#include "fairshare/properties/fairness.h"

#include <cassert>

#include "fairshare/properties/violation.h"

namespace fairshare::properties {

Interval exactly(const Rational& share) {
  return {share, share};
}

std::optional<Violation> find_violation(const Problem<Rational>& problem,
                                        std::span<const Interval> reported, const Interval& total) {
  assert(generic::is_interval(total));
  return generic::find_violation(problem, reported, total);
}

std::optional<Violation> find_violation(const Problem<Rational>& problem,
                                        std::span<const Interval> reported) {
  return find_violation(problem, reported, exactly(problem.total));
}

std::optional<Violation> find_violation(const Problem<Rational>& problem,
                                        std::span<const Rational> shares) {
  std::vector<Interval> reported;
  for (const Rational& share : shares) reported.push_back(exactly(share));
  return find_violation(problem, reported);
}

}  // namespace fairshare::properties
