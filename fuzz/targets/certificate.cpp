// libFuzzer: what the exact solver answers is its own proof.
//
//     shares_i == clamp(w_i R, l_i, u_i) at both ends of find_ratios, and sum shares == T
//     sum shares(R) < T below the interval, > T above it; its low end is the ratio
//     excess == sum l - T > 0,     unclaimed == T - sum of what can be claimed > 0
//
// None of these sums is the solver's own, and both judges find the shares fair.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/axioms.h"
#include "fairshare/properties/fairness.h"
#include "fuzz/targets/problems.h"
#include "fuzz/targets/require.h"

namespace {

using namespace fairshare;
using exact::Rational;
using fuzz::require;

Rational share_at(const Claimant<Rational>& claimant, const Rational& ratio) {
  const Rational share = std::max(Rational(claimant.weight * ratio), claimant.min_share);
  return claimant.max_share ? std::min(share, *claimant.max_share) : share;
}

std::vector<Rational> shares_at(const Problem<Rational>& problem, const Rational& ratio) {
  std::vector<Rational> shares;
  for (const auto& claimant : problem.claimants) shares.push_back(share_at(claimant, ratio));
  return shares;
}

Rational sum(const std::vector<Rational>& numbers) {
  Rational sum = 0;
  for (const Rational& number : numbers) sum += number;
  return sum;
}

// The most that can be claimed; nothing if there is no limit.
std::optional<Rational> most(const Problem<Rational>& problem) {
  Rational sum = 0;
  for (const auto& claimant : problem.claimants) {
    if (claimant.weight == 0) {
      sum += claimant.min_share;
    } else if (claimant.max_share) {
      sum += *claimant.max_share;
    } else {
      return std::nullopt;
    }
  }
  return sum;
}

void check(const Problem<Rational>& problem, const Allocation<Rational>& allocation) {
  const auto& [ratio, shares] = allocation;
  const auto [low, high] = exact::find_ratios(problem, allocation);
  require(ratio >= 0 && low == ratio, "the ratio is the least that gives the shares", problem);
  require(sum(shares) == problem.total, "the shares add up to the total", problem);
  require(shares_at(problem, low) == shares, "the ratio gives the shares", problem);
  require(!high || (low <= *high && shares_at(problem, *high) == shares),
          "the highest ratio gives the shares", problem);

  // Just outside the interval: an interval that is too small shows only there.
  const Rational little(exact::Integer(1), exact::Integer(1) << 4096U);
  require(low == 0 || sum(shares_at(problem, low * (1 - little))) < problem.total,
          "a lesser ratio gives less", problem);
  require(!high || sum(shares_at(problem, *high + little)) > problem.total,
          "a greater ratio gives more", problem);
  require(high || shares_at(problem, (low + 1) / little) == shares,
          "where there is no highest ratio, a huge one gives the shares", problem);
  require(!properties::find_violation(problem, shares), "no violation is found", problem);
  require(properties::obeys_axioms(problem, shares), "the axioms are obeyed", problem);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Problem<Rational> problem = exact::widen(fuzz::problem_from({data, size}, 12));
  const Rational least = sum(shares_at(problem, 0));
  const std::optional<Rational> greatest = most(problem);
  const Solution<Rational> solution = exact::solve(problem);
  if (const auto* over = std::get_if<Overcommitted<Rational>>(&solution)) {
    require(over->excess == least - problem.total && over->excess > 0,
            "the excess is what the minimums are above the total", problem);
  } else if (const auto* surplus = std::get_if<Surplus<Rational>>(&solution)) {
    require(greatest && surplus->unclaimed == problem.total - *greatest && surplus->unclaimed > 0,
            "what is unclaimed is what the total is above all that can be claimed", problem);
  } else {
    require(least <= problem.total && (!greatest || problem.total <= *greatest),
            "the total lies between what must and what can be claimed", problem);
    check(problem, std::get<Allocation<Rational>>(solution));
  }
  return 0;
}
