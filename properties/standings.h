// The proof behind each result of narrow.h, over any numbers that add, subtract and compare
// exactly: narrow.cpp runs it on 128-bit integers, the prover on terms.
//
// A guess says for each claimant whether it is at its minimum, at its maximum, or proportional to
// its weight. The ratio is then a quotient of sums, and products show whether each claimant really
// is there. Nothing in the guess is trusted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "fairshare/properties/wide.h"

namespace fairshare::properties::narrow {

enum class Standing : std::uint8_t { at_min, proportional, at_max };

namespace generic {

// numerator / denominator, not in lowest terms.
template <class Number>
struct Ratio {
  Number numerator;    // the total less the shares that do not grow at this ratio
  Number denominator;  // the weights that share it; > 0
};

// The exact product: for 128-bit integers a Wide, for unbounded numbers their own type.
inline Wide times(const uint128& a, const uint128& b) {
  return product(a, b);
}
inline Wide times(const Wide& a, std::uint64_t factor) {
  return product(a, factor);
}
template <class Number>
Number times(const Number& a, const Number& b) {
  return a * b;
}

// The ratio at which the shares add up to the total, provided each claimant is where `standings`
// says.
template <class Number, class Problem>
std::optional<Ratio<Number>> ratio_of(const Problem& problem, std::span<const Standing> standings) {
  Number weights = 0;
  Number clamped = 0;
  for (std::size_t i = 0; i < standings.size(); ++i) {
    const auto& claimant = problem.claimants[i];
    if (standings[i] == Standing::proportional) weights += claimant.weight;
    if (standings[i] == Standing::at_min) clamped += claimant.min_share;
    if (standings[i] == Standing::at_max) clamped += *claimant.max_share;
  }
  if (weights == 0 || clamped > problem.total) return std::nullopt;
  return Ratio<Number>{problem.total - clamped, weights};
}

// Whether each claimant is there at the ratio, and whether any lower ratio would give some claimant
// less, so that this is the least ratio. At its breakpoint a claimant may be counted on either
// side.
template <class Number, class Problem>
bool proves(const Problem& problem, std::span<const Standing> standings,
            const Ratio<Number>& ratio) {
  bool is_least = ratio.numerator == 0;
  for (std::size_t i = 0; i < standings.size(); ++i) {
    const auto& [weight, min_share, max_share] = problem.claimants[i];
    if (weight == 0) continue;
    const auto share = times(weight, ratio.numerator);
    const auto least = times(min_share, ratio.denominator);
    if (standings[i] == Standing::at_min ? share > least : share < least) return false;
    if (!max_share) {
      is_least = is_least || share > least;
      continue;
    }
    const auto most = times(*max_share, ratio.denominator);
    if (standings[i] == Standing::at_max ? share < most : share > most) return false;
    is_least = is_least || (share > least && share <= most);
  }
  return is_least;
}

// See narrow.h. `guess` receives a function that returns the right ratio for the standings it is
// given, or nothing if these do not hold. `guess` returns one of that function's results, or
// nothing. It must put each claimant of weight 0 at its minimum, and never a claimant without a
// maximum at its maximum.
template <class Number, class Problem, class Guess>
std::optional<Ratio<Number>> find_least_ratio(const Problem& problem, const Guess& guess) {
  Number minimums = 0;
  for (const auto& claimant : problem.claimants) minimums += claimant.min_share;
  if (minimums > problem.total) return std::nullopt;
  if (minimums == problem.total) return Ratio<Number>{0, 1};
  return guess(minimums, [&](std::span<const Standing> standings) {
    auto found = ratio_of<Number>(problem, standings);
    if (found && !proves(problem, standings, *found)) found.reset();
    return found;
  });
}

// The sum of all maximums, and of minimums at weight 0; nothing if a claimant has no limit.
template <class Number, class Problem>
std::optional<Number> find_most_that_can_be_claimed(const Problem& problem) {
  Number most = 0;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    if (weight != 0 && !max_share) return std::nullopt;
    most += weight == 0 ? min_share : *max_share;
  }
  return most;
}

// The claimant's share at the ratio, times ratio.denominator.
template <class Number, class Claimant>
auto share_at(const Claimant& claimant, const Ratio<Number>& ratio) {
  const auto least = times(claimant.min_share, ratio.denominator);
  const auto share = times(claimant.weight, ratio.numerator);
  if (claimant.weight == 0 || share <= least) return least;
  if (!claimant.max_share) return share;
  return std::min(share, times(*claimant.max_share, ratio.denominator));
}

// Whether the share, from share_at, lies in the interval from reported.low to reported.high, each
// to be divided by reported.denominator.
template <class Reported, class Product, class Number>
bool contains(const Reported& reported, const Product& share, const Ratio<Number>& ratio) {
  const auto scaled = times(share, reported.denominator);
  const auto low = times(reported.low, ratio.denominator);
  const auto high = times(reported.high, ratio.denominator);
  return (reported.low_open ? low < scaled : low <= scaled) &&
         (reported.high_open ? scaled < high : scaled <= high);
}

}  // namespace generic
}  // namespace fairshare::properties::narrow
