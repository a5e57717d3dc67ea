// Kubernetes API Priority and Fairness (API server): computeConcurrencyAllocation, which divides
// the server's seats among its priority levels, as of July 2026.
//
//     seats_i(R) = max(lower_i, min(upper_i, target_i * R))     in doubles; the floor rule
//
// Unit: seats, the number of requests served at a time. Conflicting bounds are refused. One sweep
// over the sorted bounds finds R, with running sums to which targets are added and from which they
// are subtracted: if targets differ by a factor of about 10^9 or more, their digits cancel.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/common/fair_problem.h"
#include "fairshare/schedulers/common/level.h"
#include "fairshare/schedulers/common/refusal.h"

namespace fairshare::schedulers::apf {

// A priority level as the solver takes it.
struct Level {
  double target = 0;  // its weight; below 0.001 it counts as that
  double lower_bound = 0;
  double upper_bound = 0;

  friend bool operator==(const Level&, const Level&) = default;
};

struct Division {
  std::vector<double> shares;  // in the order of the levels
  double ratio = 0;            // fairProp

  friend bool operator==(const Division&, const Division&) = default;
};

// What the release returns, bit for bit, or its error. Accepts any doubles.
//
//     100, {60, 50, 1000}, {60, 0, 1000} x 2    -> 50, 25, 25 at ratio 5/12
//     100, {10, 50, 1000}                       -> "target 0 is 10, which is below its lower ..."
//     10, {1, 0, 3}                             -> "upper bounds sum to 3, which is lower than ..."
//     1, {3.06e13, 0, 0.01}, {0, 0, 1}          -> "impossible: ran out of bounds ..."
//
// Equal bounds are taken in the order of the levels. The release's sort keeps that order only up to
// 6 levels, and it lists its levels in the order of a Go map, which differs each time: sums of the
// same numbers may differ in their last digits.
std::variant<Division, Refusal> compute(std::int64_t total, std::span<const Level> levels);

// True if the release can give other answers for levels in this order: there are more than 6 of
// them, two bounds divided by different targets are equal, and the targets do not add up exactly.
bool may_differ(std::span<const Level> levels);

// How far a share may be from fair because of rounding in the sweep: a billionth of the total. It
// may be more if targets are far apart (see above), but that is a fault of the sweep.
exact::Rational resolution(std::int64_t total);

// A share as the API server rounds it: to whole seats, halves away from zero. The rounding is not
// balanced: the seats of n levels may differ from the total by up to n / 2.
std::int64_t whole_seats(double share);

// Its own rule, exactly: weight = target (at least 0.001, the double), and the bounds; the upper
// one wins if they conflict. It is defined for input that the release refuses as well. Every number
// must be finite (asserted).
FairProblem fair_problem(std::int64_t total, std::span<const Level> levels);

// Describes its levels. A claimant without a demand wants the total, or its lower bound if that is
// more. Details, in this order: the ratio, and the seats to which the API server rounds.
LevelModel level_model();

}  // namespace fairshare::schedulers::apf
