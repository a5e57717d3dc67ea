#include "cli/nearest.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "formats/text/words.h"

namespace fairshare::cli {
namespace {

constexpr std::size_t length_max = 64;  // no name is nearly that long

// The least number of letters to add, drop, replace or swap with their neighbour (the restricted
// edit distance).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> of(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t k = 0; k <= b.size(); ++k) {
      if (i == 0 || k == 0) {
        of[i][k] = i + k;
        continue;
      }
      const std::size_t replaced = of[i - 1][k - 1] + (a[i - 1] == b[k - 1] ? 0 : 1);
      of[i][k] = std::min({of[i - 1][k] + 1, of[i][k - 1] + 1, replaced});
      const bool is_swapped = i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1];
      if (is_swapped) of[i][k] = std::min(of[i][k], of[i - 2][k - 2] + 1);
    }
  }
  return of[a.size()][b.size()];
}

}  // namespace

std::optional<std::string_view> find_nearest(std::string_view word,
                                             std::span<const std::string_view> names) {
  if (word.size() > length_max) return std::nullopt;
  std::optional<std::string_view> nearest;
  std::size_t least = word.size() / 3 + 1;
  for (const std::string_view name : names) {
    const std::size_t off = distance(formats::lower(word), formats::lower(name));
    if (off >= least) continue;
    least = off;
    nearest = name;
  }
  return nearest;
}

}  // namespace fairshare::cli
