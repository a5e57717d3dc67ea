// A solution: exactly one of three outcomes, whatever the problem.
//
//     Allocation     sum of minimums <= total <= the most that can be claimed
//     Overcommitted  the minimums alone exceed the total
//     Surplus        the total exceeds the most that can be claimed
//
// The most that a claimant can claim is its max_share, or its min_share at weight 0; without a
// max_share it has no limit.
#pragma once

#include <optional>
#include <variant>
#include <vector>

namespace fairshare {

template <class Number>
struct Allocation {
  Number ratio;                // the least R >= 0 that gives these shares
  std::vector<Number> shares;  // in the order of the claimants

  friend bool operator==(const Allocation&, const Allocation&) = default;
};

template <class Number>
struct Overcommitted {
  Number excess;  // sum of minimums - total, > 0

  friend bool operator==(const Overcommitted&, const Overcommitted&) = default;
};

template <class Number>
struct Surplus {
  Number unclaimed;  // total - the most that can be claimed, > 0

  friend bool operator==(const Surplus&, const Surplus&) = default;
};

template <class Number>
using Solution = std::variant<Allocation<Number>, Overcommitted<Number>, Surplus<Number>>;

// Every ratio that gives the same shares: from `low` to `high`, both included. Without `high`,
// every ratio from `low` up.
template <class Number>
struct RatioInterval {
  Number low;
  std::optional<Number> high;

  friend bool operator==(const RatioInterval&, const RatioInterval&) = default;
};

}  // namespace fairshare
