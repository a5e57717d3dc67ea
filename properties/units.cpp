#include "fairshare/properties/units.h"

#include <cassert>

namespace fairshare::properties {
namespace {

struct Priced {
  Rational price;
  std::size_t claimant;
};

// `price(i, k)` is the price of claimant i's k-th unit. Units of claimants without a weight have no
// price.
template <class Price>
std::optional<Violation> find_violation_by(const Problem<Rational>& problem,
                                           std::span<const Rational> units, const Price& price) {
  assert(!find_defect(problem));
  assert(units.size() == problem.claimants.size());
  std::optional<Priced> last, next;  // the highest price of a unit given, the lowest of one not
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Claimant<Rational>& claimant = problem.claimants[i];
    const Rational least = floor(claimant.min_share);
    const auto end = claimant.weight == 0 ? std::optional(claimant.min_share) : claimant.max_share;
    const auto most = end ? std::optional<Rational>(ceil(*end)) : std::nullopt;
    if (units[i] < least) return BelowMin{i};
    if (most && units[i] > *most) return AboveMax{i};
    if (units[i] > least) {
      Rational own = price(i, units[i]);
      if (!last || own > last->price) last = {std::move(own), i};
    }
    if (!most || units[i] < *most) {
      Rational own = price(i, Rational(units[i] + 1));
      if (!next || own < next->price) next = {std::move(own), i};
    }
  }
  if (!last || !next || last->price <= next->price) return std::nullopt;
  return Unequal{last->claimant, next->claimant, last->price, next->price};
}

}  // namespace

std::optional<Violation> find_unit_violation(const Problem<Rational>& problem,
                                             std::span<const Rational> units, Units method) {
  const Rational below(halves_below(method), 2);
  return find_violation_by(problem, units, [&](std::size_t i, const Rational& k) {
    return Rational((k - below) / problem.claimants[i].weight);
  });
}

std::optional<Violation> find_remainder_violation(const Problem<Rational>& problem,
                                                  std::span<const Rational> units,
                                                  std::span<const Rational> shares) {
  assert(shares.size() == units.size());
  return find_violation_by(
      problem, units, [&](std::size_t i, const Rational& k) { return Rational(k - shares[i]); });
}

}  // namespace fairshare::properties
