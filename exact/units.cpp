// Each unit has a price: the ratio from which on it is due. Units are handed out in the order of
// their prices. At the ratio of the exact shares, each claimant's due units are within one unit of
// its share, so no more than n units have to move.
#include "fairshare/exact/units.h"

#include <algorithm>
#include <cassert>
#include <queue>
#include <tuple>
#include <utility>

#include "fairshare/exact/apportion.h"
#include "fairshare/exact/solve.h"
#include "fairshare/exact/sweep.h"

namespace fairshare::exact {
namespace {

// The most units a claimant can get; its bounds are whole here. Nothing: no limit.
std::optional<Rational> most_of(const Claimant<Rational>& claimant) {
  return claimant.weight == 0 ? claimant.min_share : claimant.max_share;
}

bool can_give(const Claimant<Rational>& claimant, const Rational& units) {
  return units > claimant.min_share;
}

bool can_take(const Claimant<Rational>& claimant, const Rational& units) {
  const auto most = most_of(claimant);
  return !most || units < *most;
}

// The ratio from which on the k-th unit is due. Asserts a weight above 0; without one, no unit
// moves.
Rational price_of(const Claimant<Rational>& claimant, const Rational& k, Units method) {
  assert(claimant.weight > 0);
  return (k - Rational(halves_below(method), 2)) / claimant.weight;
}

struct Priced {
  Rational price;
  std::size_t claimant;
};

// If prices are equal, the unit of the claimant that is first in the list is due first.
bool is_due_before(const Priced& one, const Priced& other) {
  return std::tie(one.price, one.claimant) < std::tie(other.price, other.claimant);
}

// The units that are due at `ratio`, including those with that price.
std::vector<Rational> units_at(const Problem<Rational>& problem, const Rational& ratio,
                               Units method) {
  std::vector<Rational> units;
  for (const Claimant<Rational>& claimant : problem.claimants) {
    const Rational due =
        floor(Rational(claimant.weight * ratio + Rational(halves_below(method), 2)));
    const auto most = most_of(claimant);
    const Rational& above_least = std::max(claimant.min_share, due);
    units.push_back(most ? std::min(above_least, *most) : above_least);
  }
  return units;
}

// Hands out `missing` more units, one at a time, to the claimant whose next unit is due first.
void hand_out(const Problem<Rational>& problem, Units method, Rational missing,
              std::vector<Rational>& units) {
  const auto later = [](const Priced& one, const Priced& other) {
    return is_due_before(other, one);
  };
  std::priority_queue<Priced, std::vector<Priced>, decltype(later)> next(later);
  const auto offer = [&](std::size_t i) {
    const auto& claimant = problem.claimants[i];
    if (can_take(claimant, units[i])) next.push({price_of(claimant, units[i] + 1, method), i});
  };
  for (std::size_t i = 0; i < units.size(); ++i) offer(i);
  for (; missing > 0; missing -= 1) {
    const std::size_t first = next.top().claimant;
    next.pop();
    units[first] += 1;
    offer(first);
  }
}

// Takes back `excess` units, one at a time, from the claimant whose last unit is due last.
void take_back(const Problem<Rational>& problem, Units method, Rational excess,
               std::vector<Rational>& units) {
  std::priority_queue<Priced, std::vector<Priced>, decltype(&is_due_before)> last(is_due_before);
  const auto offer = [&](std::size_t i) {
    const auto& claimant = problem.claimants[i];
    if (can_give(claimant, units[i])) last.push({price_of(claimant, units[i], method), i});
  };
  for (std::size_t i = 0; i < units.size(); ++i) offer(i);
  for (; excess > 0; excess -= 1) {
    const std::size_t latest = last.top().claimant;
    last.pop();
    units[latest] -= 1;
    offer(latest);
  }
}

// The least ratio at which these units are due.
Rational ratio_of(const Problem<Rational>& problem, const std::vector<Rational>& units,
                  Units method) {
  Rational ratio = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const auto& claimant = problem.claimants[i];
    if (can_give(claimant, units[i])) {
      ratio = std::max(ratio, price_of(claimant, units[i], method));
    }
  }
  return ratio;
}

Allocation<Rational> by_divisor(const Problem<Rational>& problem, const Rational& ratio,
                                Units method) {
  std::vector<Rational> units = units_at(problem, ratio, method);
  Rational missing = problem.total;
  for (const Rational& share : units) missing -= share;
  if (missing > 0) hand_out(problem, method, missing, units);
  if (missing < 0) take_back(problem, method, -missing, units);
  Rational least_ratio = ratio_of(problem, units, method);
  return {std::move(least_ratio), std::move(units)};
}

std::vector<std::size_t> find_tied_remainders(const Problem<Rational>& problem,
                                              const Allocation<Rational>& allocation) {
  std::vector<Rational> fractions;
  std::optional<Rational> least_up, most_down;
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    const Rational share = generic::share_at(problem.claimants[i], allocation.ratio);
    fractions.push_back(share - Rational(floor(share)));
    if (fractions[i] == 0) continue;
    auto& extreme = allocation.shares[i] > share ? least_up : most_down;
    const bool is_up = &extreme == &least_up;
    if (!extreme || (is_up ? fractions[i] < *extreme : fractions[i] > *extreme)) {
      extreme = fractions[i];
    }
  }
  std::vector<std::size_t> tied;
  if (!least_up || least_up != most_down) return tied;
  for (std::size_t i = 0; i < fractions.size(); ++i) {
    if (fractions[i] == *least_up) tied.push_back(i);
  }
  return tied;
}

std::vector<std::size_t> find_tied_prices(const Problem<Rational>& problem,
                                          const Allocation<Rational>& allocation, Units method) {
  const auto& [ratio, units] = allocation;
  std::vector<std::size_t> tied;
  bool has_given = false, has_refused = false;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const auto& claimant = problem.claimants[i];
    if (can_give(claimant, units[i]) && price_of(claimant, units[i], method) == ratio) {
      has_given = true;
      tied.push_back(i);
    } else if (can_take(claimant, units[i]) && price_of(claimant, units[i] + 1, method) == ratio) {
      has_refused = true;
      tied.push_back(i);
    }
  }
  if (!has_given || !has_refused) tied.clear();
  return tied;
}

}  // namespace

std::optional<NotWhole> find_not_whole(const Problem<Rational>& problem, Units units) {
  if (!is_whole(problem.total)) return NotWhole{NotWhole::Field::total};
  if (units == Units::hamilton) return std::nullopt;
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    const Claimant<Rational>& claimant = problem.claimants[i];
    if (!is_whole(claimant.min_share)) return NotWhole{NotWhole::Field::min_share, i};
    if (claimant.max_share && !is_whole(*claimant.max_share)) {
      return NotWhole{NotWhole::Field::max_share, i};
    }
  }
  return std::nullopt;
}

Solution<Rational> solve_units(const Problem<Rational>& problem, Units units) {
  assert(!find_not_whole(problem, units));
  Solution<Rational> solution = solve(problem);
  auto* allocation = std::get_if<Allocation<Rational>>(&solution);
  if (allocation == nullptr) return solution;
  if (units != Units::hamilton) return by_divisor(problem, allocation->ratio, units);
  const auto whole = apportion(allocation->shares);
  assert(whole);  // shares of a whole total add up to it
  for (std::size_t i = 0; i < whole->size(); ++i) allocation->shares[i] = (*whole)[i];
  return solution;
}

std::vector<std::size_t> find_tied(const Problem<Rational>& problem,
                                   const Allocation<Rational>& allocation, Units units) {
  if (units == Units::hamilton) return find_tied_remainders(problem, allocation);
  return find_tied_prices(problem, allocation, units);
}

}  // namespace fairshare::exact
