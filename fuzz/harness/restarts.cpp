#include "fuzz/harness/restarts.h"

#include <algorithm>
#include <bit>

namespace fairshare::harness {

std::size_t Restarts::size_of(std::size_t claimants) {
  if (claimants < 2) return claimants;
  return std::min<std::size_t>(sizes - 1, std::bit_width(claimants - 1) + 1);
}

void Restarts::add(fuzz::Family family, std::size_t claimants, bool was_restart) {
  for (Count* count : {&all_, &counts_[static_cast<std::size_t>(family)][size_of(claimants)]}) {
    ++count->asked;
    count->restarts += was_restart ? 1 : 0;
  }
}

bool Restarts::passes_over(fuzz::Family family, std::size_t claimants,
                           std::chrono::duration<double> elapsed) const {
  if (spent_.count() <= std::max(2.0, elapsed.count() / 4)) return false;
  const Count& count = counts_[static_cast<std::size_t>(family)][size_of(claimants)];
  // At least one count has a rate that is not above that of all, so something is still asked.
  return count.restarts * all_.asked > all_.restarts * count.asked;
}

}  // namespace fairshare::harness
