// Divisor methods as releases run them, in doubles: units are handed out one by one, each to the
// claimant with the highest quotient of its weight and a divisor that grows with what it has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fairshare::schedulers::quotients {

struct Party {
  std::int64_t weight = 0;
  std::int32_t seats = 0;  // what it has already, at least 0
  std::optional<std::int32_t> seats_max = std::nullopt;

  friend bool operator==(const Party&, const Party&) = default;
};

struct Method {
  std::int32_t step = 1;  // the divisor is step * seats + 1 in int32: 1 for D'Hondt, 2 for Webster
  bool prefers_fewer_seats = false;  // among equal quotients; else, or then, the first in the list
  bool needs_a_quotient = false;     // a quotient of 0 or less gets nothing
};

struct Seated {
  std::vector<std::int32_t> seats;  // including what they had
  std::int32_t rest = 0;            // units that no party could take

  friend bool operator==(const Seated&, const Seated&) = default;
};

// At most this many units, plus one for each party, are handed out one by one.
inline constexpr std::int32_t steps_max = 1 << 20U;

// The result of handing out the units one by one. Quotients of positive weights only fall as seats
// are added, so most units are given at once, by bisection, to parties with a quotient above some
// level. Nothing if more than `steps_max` units, plus one for each party, would be left after that:
// a divisor wraps, at 2^30 seats with the step 2, or no weight is positive.
//
//     step 1: 3, {1}, {2}                -> 1, 2
//     step 2: 4, {1}, {3}                -> 1, 3
//     step 2: 1, {2^53}, {2^53 + 1}      -> 1, 0: the same double, so the first of them
//
// Asserts that no party has less than 0 seats.
std::optional<Seated> hand_out(std::int32_t units, std::span<const Party> parties,
                               const Method& method);

}  // namespace fairshare::schedulers::quotients
