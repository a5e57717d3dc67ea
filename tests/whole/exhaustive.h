// All small problems: weights, minimums and maximums in {0, 1, 2, 3}, and no maximum.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

namespace fairshare::tests {

// The exhaustive tests reduce their ranges, and say how, unless FAIRSHARE_EXHAUSTIVE=full is set.
inline bool is_full_range() {
  const char* range = std::getenv("FAIRSHARE_EXHAUSTIVE");
  return range != nullptr && std::string_view(range) == "full";
}

struct SmallClaimant {
  int weight;
  int min_share;
  std::optional<int> max_share;
};

inline std::vector<SmallClaimant> small_claimants(int largest) {
  std::vector<SmallClaimant> claimants;
  for (int weight = 0; weight <= largest; ++weight) {
    for (int min_share = 0; min_share <= largest; ++min_share) {
      claimants.push_back({weight, min_share, std::nullopt});
      for (int max_share = min_share; max_share <= largest; ++max_share) {
        claimants.push_back({weight, min_share, max_share});
      }
    }
  }
  return claimants;
}

// Calls `visit` with `size` indices below `count`, in every possible way; without order, each
// choice once.
template <class Visit>
void for_each_choice(std::size_t count, std::size_t size, bool is_ordered, Visit visit) {
  std::vector<std::size_t> choice(size, 0);
  for (;;) {
    visit(choice);
    std::size_t last = size;
    while (last > 0 && choice[last - 1] + 1 == count) --last;
    if (last == 0) return;
    const std::size_t next = choice[last - 1] + 1;
    choice[last - 1] = next;
    for (std::size_t k = last; k < size; ++k) choice[k] = is_ordered ? 0 : next;
  }
}

}  // namespace fairshare::tests
