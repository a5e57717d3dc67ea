#include "fairshare/exact/apportion.h"

#include <algorithm>
#include <cassert>

namespace fairshare::exact {

std::optional<std::vector<Integer>> apportion(std::span<const Rational> shares) {
  struct Remainder {
    Rational fraction;
    std::size_t claimant;
  };
  std::vector<Integer> units;
  std::vector<Remainder> remainders;
  Rational missing = 0;
  for (const Rational& share : shares) {
    assert(share >= 0);
    units.push_back(floor(share));
    remainders.push_back({share - Rational(units.back()), remainders.size()});
    missing += remainders.back().fraction;
  }
  if (!is_whole(missing)) return std::nullopt;

  // Fewer units are missing than there are shares with a fraction, since every fraction is below 1.
  // So no share gets two, and no whole share gets one.
  std::ranges::stable_sort(remainders, std::ranges::greater{}, &Remainder::fraction);
  for (std::size_t k = 0; Rational(k) < missing; ++k) {
    assert(remainders[k].fraction > 0);
    ++units[remainders[k].claimant];
  }
  return units;
}

}  // namespace fairshare::exact
