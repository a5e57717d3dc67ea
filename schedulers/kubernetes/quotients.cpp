#include "fairshare/schedulers/kubernetes/quotients.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <queue>

namespace fairshare::schedulers::quotients {
namespace {

constexpr std::int32_t int32_max = std::numeric_limits<std::int32_t>::max();

double quotient_of(std::int64_t weight, std::int32_t seats, std::int32_t step) {
  const auto divisor =
      static_cast<std::uint32_t>(step) * static_cast<std::uint32_t>(seats) + std::uint32_t{1};
  return static_cast<double>(weight) / static_cast<double>(static_cast<std::int32_t>(divisor));
}

// How many seats the party takes while its quotient is above the level (at least 0) and the divisor
// does not wrap.
std::int32_t seats_above(const Party& party, std::int32_t step, double level) {
  if (party.weight <= 0) return 0;
  const std::int32_t end = std::min(party.seats_max.value_or(int32_max), (int32_max - 1) / step);
  if (end <= party.seats) return 0;
  std::int32_t low = 0;
  std::int32_t high = end - party.seats;
  while (low < high) {
    const std::int32_t middle = low + (high - low) / 2;
    if (quotient_of(party.weight, party.seats + middle, step) > level) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

std::int64_t all_above(std::span<const Party> parties, std::int32_t step, double level) {
  std::int64_t sum = 0;
  for (const Party& party : parties) sum += seats_above(party, step, level);
  return sum;
}

// A level above which there are no more seats than units, and nearly as many if possible.
double find_level(std::int64_t units, std::span<const Party> parties, std::int32_t step) {
  constexpr std::int64_t near = 1 << 16U;
  if (all_above(parties, step, 0) <= units) return 0;
  std::uint64_t low = 0;  // doubles >= 0 have the same order as their bits
  auto high = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity());
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    const std::int64_t seats = all_above(parties, step, std::bit_cast<double>(middle));
    if (seats > units) {
      low = middle;
    } else {
      high = middle;
      if (units - seats <= near) break;
    }
  }
  return std::bit_cast<double>(high);
}

struct Next {
  double quotient;
  std::int32_t seats;
  std::size_t party;
};

struct Later {
  bool prefers_fewer_seats;

  bool operator()(const Next& a, const Next& b) const {
    if (a.quotient != b.quotient) return a.quotient < b.quotient;
    if (prefers_fewer_seats && a.seats != b.seats) return a.seats > b.seats;
    return a.party > b.party;
  }
};

// The parties that can take a seat; the one that takes the next is on top.
using Queue = std::priority_queue<Next, std::vector<Next>, Later>;

void add(Queue& queue, std::span<const Party> parties, std::size_t i, std::int32_t seats,
         const Method& method) {
  const Party& party = parties[i];
  if (party.seats_max && seats >= *party.seats_max) return;
  const double quotient = quotient_of(party.weight, seats, method.step);
  if (method.needs_a_quotient && !(quotient > 0)) return;
  queue.push({quotient, seats, i});
}

}  // namespace

std::optional<Seated> hand_out(std::int32_t units, std::span<const Party> parties,
                               const Method& method) {
  Seated seated{.seats = {}, .rest = std::max(units, 0)};
  const double level = find_level(seated.rest, parties, method.step);
  for (const Party& party : parties) {
    assert(party.seats >= 0);
    const std::int32_t more = seats_above(party, method.step, level);
    seated.seats.push_back(party.seats + more);
    seated.rest -= more;
  }
  Queue queue(Later{method.prefers_fewer_seats});
  for (std::size_t i = 0; i < parties.size(); ++i) add(queue, parties, i, seated.seats[i], method);
  const std::size_t end = parties.size() + steps_max;
  for (std::size_t steps = 0; seated.rest > 0 && !queue.empty(); ++steps) {
    if (steps == end) return std::nullopt;
    const std::size_t next = queue.top().party;
    queue.pop();
    --seated.rest;
    add(queue, parties, next, ++seated.seats[next], method);
  }
  return seated;
}

}  // namespace fairshare::schedulers::quotients
