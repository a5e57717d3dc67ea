#include "fairshare/properties/distance.h"

#include <algorithm>
#include <cassert>

namespace fairshare::properties {

exact::Rational distance_from_fair(std::span<const exact::Rational> shares,
                                   std::span<const exact::Rational> fair) {
  assert(shares.size() == fair.size());
  exact::Rational distance = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    distance = std::max(distance, exact::Rational(abs(shares[i] - fair[i])));
  }
  return distance;
}

}  // namespace fairshare::properties
