// Kubernetes API Priority and Fairness (API server): computeConcurrencyAllocation, which divides
// the server's seats among its priority levels, as it stood in July 2026.
//
//     seats_i(R) = max(lower_i, min(upper_i, target_i * R))     in doubles; the floor rule
//
// Unit: seats, requests that are served at a time. Bounds that conflict are refused. One sweep over
// the sorted bounds finds R, with running sums of targets, to which targets are added and from
// which they are subtracted: where they are far apart (from about 10^9 on) their digits cancel.
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

// What the API server knows of a priority level that is not exempt.
struct Demand {
  std::int64_t min_seats = 0;       // that it never lends
  std::int64_t nominal_seats = 0;   // its part of the server's, by its nominal concurrency shares
  std::int64_t max_seats = 0;       // with all that it may borrow
  std::int64_t high_watermark = 0;  // the most seats that were asked for of late
  double smoothed = 0;              // the smoothed demand of seats
};

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

// How the API server makes the one of the other (updateBorrowingLocked): the lower bound is
// max(min_seats, min(nominal_seats, high_watermark)), the upper max_seats, and the target the
// smoothed demand, but no less than the lower bound.
Level level_of(const Demand& demand);

// What the release returns, bit for bit, or its error. Takes any doubles.
//
//     100, {60, 50, 1000}, {60, 0, 1000} x 2    -> 50, 25, 25 at ratio 5/12
//     100, {10, 50, 1000}                       -> "target 0 is 10, which is below its lower ..."
//     10, {1, 0, 3}                             -> "upper bounds sum to 3, which is lower than ..."
//     1, {3.06e13, 0, 0.01}, {0, 0, 1}          -> "impossible: ran out of bounds ..."
//
// Equal bounds are taken in the order of the levels. The release sorts them by an algorithm that
// keeps that order only up to 6 levels, and it lists its levels in the order of a Go map, which is
// another one each time: sums of the same numbers may differ in their last digits.
std::variant<Division, Refusal> compute(std::int64_t total, std::span<const Level> levels);

// True where the release can have other answers to levels in this order: there are more than 6 of
// them, two bounds by different targets are equal, and the targets are not added exactly.
bool may_differ(std::span<const Level> levels);

// How far from fair a share may be by the rounding of the sweep: a billionth of the total. It may
// be more where targets are far apart (above), but that is a fault of the sweep.
exact::Rational resolution(std::int64_t total);

// What the API server makes of a share: whole seats, halves away from zero. What is lost or won by
// that is not made up for: the seats of n levels may miss the total by up to n / 2.
std::int64_t whole_seats(double share);

// Its own rule, exactly: weight = target (0.001, the double, where it is less), and the bounds; the
// upper one wins where they conflict. It is stated also for what the release refuses. Every number
// must be finite (asserted).
FairProblem fair_problem(std::int64_t total, std::span<const Level> levels);

// What a level of it looks like. A claimant without a demand wants the total, or its lower bound
// where that is more. In the order of its details: the ratio, and the seats to which the API server
// rounds.
LevelModel level_model();

}  // namespace fairshare::schedulers::apf
