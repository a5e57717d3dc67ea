// First roughly, then exactly. A few secant steps from the ratio of the exact shares give a ratio
// at which nearly the right number of units is due; any ratio would do. What is due there is found
// in integers, so it is fair for its own sum. Units that are missing, or too many, then move one at
// a time, in the order of their prices.
#include "fairshare/reference/units.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>

#include "fairshare/reference/column_checks.h"
#include "fairshare/reference/floating_point.h"
#include "fairshare/reference/largest_remainders.h"
#include "fairshare/reference/unit_prices.h"

namespace fairshare::reference {
namespace {

// A problem of units that has an allocation.
struct Seats {
  std::int64_t total;
  const UnitColumns& columns;
  int halves;  // the k-th signpost is k - halves / 2
  std::span<std::int64_t> shares;

  // No share exceeds the total.
  std::int64_t most(std::size_t i) const {
    return columns.weight[i] == 0 ? columns.min_share[i] : std::min(columns.max_share[i], total);
  }
  bool can_give(std::size_t i) const { return shares[i] > columns.min_share[i]; }
  bool can_take(std::size_t i) const { return shares[i] < most(i); }
  PricedUnit unit(std::size_t i, std::int64_t k) const {
    return {2 * k - halves, columns.weight[i], i};
  }
};

// If prices are equal, the unit of the claimant that is first in the list is due first.
bool is_due_before(const PricedUnit& one, const PricedUnit& other) {
  const int order = compare_prices(one, other);
  return order < 0 || (order == 0 && one.claimant < other.claimant);
}

bool is_due_after(const PricedUnit& one, const PricedUnit& other) {
  return is_due_before(other, one);
}

// Gives each claimant the units that are due; returns what is then missing from the total, negative
// if it is exceeded.
__extension__ typedef __int128 int128;
int128 give_what_is_due(double at, const Seats& seats) {
  const Ratio53 ratio = split(at);
  int128 missing = seats.total;
  for (std::size_t i = 0; i < seats.shares.size(); ++i) {
    const uint128 due = due_at(seats.columns.weight[i], ratio, seats.halves);
    const auto most = static_cast<uint128>(seats.most(i));
    seats.shares[i] =
        std::max(seats.columns.min_share[i], static_cast<std::int64_t>(std::min(due, most)));
    missing -= seats.shares[i];
  }
  return missing;
}

// The sum of the weights of the claimants that can both give and take a unit.
double weight_between_bounds(const Seats& seats) {
  double weight = 0;
  for (std::size_t i = 0; i < seats.shares.size(); ++i) {
    const bool is_free = seats.can_give(i) && seats.can_take(i);
    if (is_free) weight += static_cast<double>(seats.columns.weight[i]);
  }
  return weight;
}

// Approaches the total from the ratio of the exact shares; returns the units by which the sum is
// still off.
int128 approach(double ratio, const Seats& seats) {
  constexpr int steps_max = 3;
  int128 missing = give_what_is_due(ratio, seats);
  for (int step = 0; step < steps_max; ++step) {
    const auto size = missing < 0 ? -missing : missing;
    if (size * 8 <= static_cast<int128>(seats.shares.size())) break;
    const double weight = weight_between_bounds(seats);
    const double next = ratio + static_cast<double>(missing) / weight;
    if (!(next >= 0 && next <= 0x1p+54)) break;  // also if no weight is left
    const int128 missing_next = give_what_is_due(next, seats);
    const auto size_next = missing_next < 0 ? -missing_next : missing_next;
    if (size_next >= size) return give_what_is_due(ratio, seats);  // a claimant has left a bound
    ratio = next;
    missing = missing_next;
  }
  return missing;
}

void hand_out(int128 missing, const Seats& seats, std::vector<PricedUnit>& heap) {
  heap.clear();
  for (std::size_t i = 0; i < seats.shares.size(); ++i) {
    if (seats.can_take(i)) heap.push_back(seats.unit(i, seats.shares[i] + 1));
  }
  std::ranges::make_heap(heap, is_due_after);
  for (; missing > 0; --missing) {
    std::ranges::pop_heap(heap, is_due_after);
    const std::size_t first = heap.back().claimant;
    heap.pop_back();
    ++seats.shares[first];
    if (!seats.can_take(first)) continue;
    heap.push_back(seats.unit(first, seats.shares[first] + 1));
    std::ranges::push_heap(heap, is_due_after);
  }
}

void take_back(int128 excess, const Seats& seats, std::vector<PricedUnit>& heap) {
  heap.clear();
  for (std::size_t i = 0; i < seats.shares.size(); ++i) {
    if (seats.can_give(i)) heap.push_back(seats.unit(i, seats.shares[i]));
  }
  std::ranges::make_heap(heap, is_due_before);
  for (; excess > 0; --excess) {
    std::ranges::pop_heap(heap, is_due_before);
    const std::size_t last = heap.back().claimant;
    heap.pop_back();
    --seats.shares[last];
    if (!seats.can_give(last)) continue;
    heap.push_back(seats.unit(last, seats.shares[last]));
    std::ranges::push_heap(heap, is_due_before);
  }
}

UnitRatio ratio_of_last(const Seats& seats) {
  PricedUnit last{0, 1, 0};
  bool has_given = false;
  for (std::size_t i = 0; i < seats.shares.size(); ++i) {
    if (!seats.can_give(i)) continue;
    const PricedUnit own = seats.unit(i, seats.shares[i]);
    if (!has_given || compare_prices(own, last) > 0) last = own;
    has_given = true;
  }
  UnitRatio ratio{last.numerator, has_given ? 2 * last.weight : 1, false};
  for (std::size_t i = 0; i < seats.shares.size() && has_given; ++i) {
    if (!seats.can_take(i)) continue;
    ratio.is_tied |= compare_prices(seats.unit(i, seats.shares[i] + 1), last) == 0;
  }
  return ratio;
}

// The columns as doubles, which hold such integers exactly.
Columns to_doubles(const UnitColumns& columns, UnitWorkspace& workspace) {
  const std::size_t size = columns.weight.size();
  for (auto* column :
       {&workspace.weight, &workspace.min_share, &workspace.max_share, &workspace.shares}) {
    column->resize(size);
  }
  for (std::size_t i = 0; i < size; ++i) {
    const auto [weight, least, most] =
        std::array{columns.weight[i], columns.min_share[i], columns.max_share[i]};
    assert(weight >= 0 && weight <= units_max && least >= 0 && least <= units_max);
    assert(most >= least && (most <= units_max || most == no_maximum));
    workspace.weight[i] = static_cast<double>(weight);
    workspace.min_share[i] = static_cast<double>(least);
    workspace.max_share[i] =
        most == no_maximum ? std::numeric_limits<double>::infinity() : static_cast<double>(most);
  }
  return {workspace.weight, workspace.min_share, workspace.max_share};
}

}  // namespace

UnitOutcome solve_units(std::int64_t total, const UnitColumns& columns, Units method,
                        std::span<std::int64_t> shares, UnitWorkspace& workspace) {
  const DefaultMode mode;
  assert(total >= 0 && total <= units_max);
  assert(columns.weight.size() == columns.min_share.size());
  assert(columns.weight.size() == columns.max_share.size());
  assert(columns.weight.size() == shares.size());
  assert(!overlaps_any(shares, columns));
  const Columns doubles = to_doubles(columns, workspace);
  const Outcome exactly =
      solve(static_cast<double>(total), doubles, workspace.shares, workspace.workspace);
  if (const auto* over = std::get_if<Overcommitted<double>>(&exactly)) return *over;
  if (const auto* surplus = std::get_if<Surplus<double>>(&exactly)) return *surplus;
  const double ratio = std::get<Ratio>(exactly).ratio;
  if (method == Units::hamilton) {
    return divide_by_remainders(total, columns, ratio, shares, workspace);
  }
  const Seats seats{total, columns, halves_below(method), shares};
  const int128 missing = approach(ratio, seats);
  if (missing > 0) hand_out(missing, seats, workspace.heap);
  if (missing < 0) take_back(-missing, seats, workspace.heap);
  return ratio_of_last(seats);
}

}  // namespace fairshare::reference
