#include "fairshare/properties/axioms.h"

#include <cassert>

namespace fairshare::properties {
namespace {

using exact::Rational;

bool is_below_max(const Claimant<Rational>& claimant, const Rational& share) {
  if (claimant.weight == 0) return share < claimant.min_share;
  return !claimant.max_share || share < *claimant.max_share;
}

bool is_above_max(const Claimant<Rational>& claimant, const Rational& share) {
  if (claimant.weight == 0) return share > claimant.min_share;
  return claimant.max_share && share > *claimant.max_share;
}

}  // namespace

bool obeys_axioms(const Problem<Rational>& problem, std::span<const Rational> shares) {
  assert(!find_defect(problem));
  assert(shares.size() == problem.claimants.size());
  const auto& claimants = problem.claimants;

  Rational sum = 0;
  for (const Rational& share : shares) sum += share;
  if (sum != problem.total) return false;

  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i] < claimants[i].min_share || is_above_max(claimants[i], shares[i])) return false;
  }
  for (std::size_t richer = 0; richer < shares.size(); ++richer) {
    for (std::size_t poorer = 0; poorer < shares.size(); ++poorer) {
      const bool holds_more_per_weight =
          shares[richer] * claimants[poorer].weight > shares[poorer] * claimants[richer].weight;
      const bool could_give = shares[richer] > claimants[richer].min_share;
      const bool could_take = is_below_max(claimants[poorer], shares[poorer]);
      if (holds_more_per_weight && could_give && could_take) return false;
    }
  }
  return true;
}

}  // namespace fairshare::properties
