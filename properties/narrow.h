// Fair division for problems whose numbers are all integers of few bits, as in most practical
// problems once they are in units in which every number is whole. A ratio is then a fraction of
// 128-bit integers, and judging reported shares takes only products and comparisons: no memory, no
// division.
//
// Every result is proved before it is returned: a ratio is guessed, from reported shares or in
// doubles, and kept only if the shares that it gives add up to the total in integers. For other
// problems nothing is returned; find_violation of fairness.h and exact::solve handle those.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fairshare/properties/standings.h"
#include "fairshare/properties/wide.h"

namespace fairshare::properties::narrow {

// Beyond these a product might need more than 256 bits.
inline constexpr int amount_bits_max = 104;  // of a total, a bound, or a reported share
inline constexpr int weight_bits_max = 70;
inline constexpr std::size_t claimants_max = std::size_t{1} << 16U;

struct Claimant {
  uint128 weight;
  uint128 min_share;
  std::optional<uint128> max_share = std::nullopt;  // not below min_share
};

struct Problem {
  uint128 total;
  std::vector<Claimant> claimants;
};

using Ratio = generic::Ratio<uint128>;

// A reported share and the interval that it stands for, all to be divided by `denominator`. No
// share is negative, so `low` need not be either.
struct Reported {
  uint128 value;
  uint128 low;
  uint128 high;
  std::uint64_t denominator = 1;
  bool low_open = false;
  bool high_open = false;
};

// Scratch memory for guessing, to be reused. Do not share it between threads.
struct Breakpoint {
  double ratio;
  std::uint32_t claimant;
  bool is_max;
};
struct Workspace {
  std::vector<Breakpoint> breakpoints;
  std::vector<Standing> standings;
};

// The least ratio R >= 0 at which the shares clamp(weight * R, min_share, max_share) add up to the
// total, as in exact/solve.h.
//
//     100, {{1}, {2, 0, 30}, {3, 60}}    -> 40/3, as 40/3: the weights 1 + 2 share 100 - 60
//     5, {{1, 5, 9}, {1, 0, 0}}          -> 0, as 0/1
//
// Nothing if there is none (overcommitted, surplus), and rarely even if there is one: when a
// breakpoint is so close to the ratio that doubles cannot separate them. Asserts that there are
// claimants, no more than claimants_max, and that no number has too many bits.
std::optional<Ratio> find_least_ratio(const Problem& problem, Workspace& workspace);

// The same. Shares that are nearly fair show where each claimant stands, so nothing is sorted; any
// others cost one more try. Asserts that there is one reported share per claimant.
std::optional<Ratio> find_least_ratio(const Problem& problem, std::span<const Reported> reported,
                                      Workspace& workspace);

// The sum of all maximums, and of the minimums at weight 0; nothing if a claimant has no limit.
std::optional<uint128> find_most_that_can_be_claimed(const Problem& problem);

// The claimant's share at the ratio, times ratio.denominator.
Wide share_at(const Claimant& claimant, const Ratio& ratio);

// True if the claimant's share at the ratio, from share_at, lies in the interval.
bool contains(const Reported& reported, const Wide& share, const Ratio& ratio);

}  // namespace fairshare::properties::narrow
