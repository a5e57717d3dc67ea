// libFuzzer: this one must fail, within seconds. It shows that a fuzzer here would find a bug, and
// prints it as a record.
//
// The solver below keeps the change at each breakpoint in a map. It forgets that the map may
// already have a change there when it adds a maximum, which is then lost. That needs a tie, which
// random numbers never have, but the adversary's do. Everything else about it is right.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/fairness.h"
#include "fuzz/targets/problems.h"
#include "fuzz/targets/require.h"

namespace {

using namespace fairshare;
using exact::Rational;

// The ratio at which the shares add up to the total, if there is one.
Rational find_ratio(const Problem<Rational>& problem) {
  std::map<Rational, Rational> changes;  // of the weight that is proportional, by ratio
  Rational sum = 0;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    sum += min_share;
    if (weight == 0) continue;
    changes[min_share / weight] += weight;
    if (max_share)
      changes.emplace(*max_share / weight, -weight);  // the planted bug: there may be one already
  }
  Rational weight = 0;
  Rational ratio = 0;
  for (const auto& [breakpoint, change] : changes) {
    const Rational reached = sum + weight * (breakpoint - ratio);
    if (weight > 0 && reached >= problem.total) break;
    sum = reached;
    ratio = breakpoint;
    weight += change;
  }
  return weight > 0 ? Rational(ratio + (problem.total - sum) / weight) : ratio;
}

std::vector<Rational> shares_at(const Problem<Rational>& problem, const Rational& ratio) {
  std::vector<Rational> shares;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    const Rational share = std::max(Rational(weight * ratio), min_share);
    shares.push_back(max_share ? std::min(share, *max_share) : share);
  }
  return shares;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Problem<double> problem = fuzz::problem_from({data, size}, 8);
  const Problem<Rational> wide = exact::widen(problem);
  const Solution<Rational> solution = exact::solve(wide);
  if (!std::holds_alternative<Allocation<Rational>>(solution)) return 0;
  const std::vector<Rational> shares = shares_at(wide, find_ratio(wide));
  fuzz::require(!properties::find_violation(wide, shares), "the canary divides fairly", problem);
  return 0;
}
