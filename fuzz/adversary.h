// The adversary: problems made to break solvers, by family. One source for RapidCheck, for
// libFuzzer, for plain loops and for the black-box harness.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "fairshare/model/problem.h"
#include "fuzz/challenge.h"
#include "fuzz/choices.h"

namespace fairshare::fuzz {

enum class Family {
  ordinary,            // what people configure, with full significands
  ties,                // small integers
  shared_breakpoints,  // many bounds with the same quotient, often no double (4/3), or nearly the
                       // same; the total at one of them, or above it by less than doubles tell
  zeros,               // weights, minimums, maximums and totals of 0 and -0
  extremes,            // exponents over the whole range of doubles
  subnormals,          // small multiples of 2^-1074
  just_over,           // the total is the sum of minimums, or one unit in the last place beside it
  just_under,          // the same with the most that can be claimed
  cancelling,          // huge fixed bounds, and a rest of a few units in their last place
  all_clamped,         // the total lands on a flat stretch, on its end, or just beside it
  one_free,            // all claimants but one are at a bound
  geometric,           // weights and bounds in geometric progression
  midpoints,           // a share is the midpoint of two doubles, or as near to it as can be
  overflow,            // numbers and sums around 2^24, 2^31, 2^32, 2^53, 2^63, 2^64 and 2^1024
  deep_trees,  // trees: chains, bushes, and both at once; flat where trees are not asked for
  many,        // any of them with the most claimants
};

inline constexpr std::array families = {
    Family::ordinary,   Family::ties,        Family::shared_breakpoints, Family::zeros,
    Family::extremes,   Family::subnormals,  Family::just_over,          Family::just_under,
    Family::cancelling, Family::all_clamped, Family::one_free,           Family::geometric,
    Family::midpoints,  Family::overflow,    Family::deep_trees,         Family::many,
};

std::string_view name_of(Family family);
std::optional<Family> find_family(std::string_view name);

// A problem of doubles, never with a defect. It has at most `size_max` claimants, or 3 where that
// is less: half of the problems have at most 6, `many` at least half of `size_max`.
Problem<double> adversarial_problem(Family family, Choices& choices, std::size_t size_max);

// What a scheduler takes, beyond numbers of its kinds.
struct ChallengeOptions {
  Kinds kinds = {};
  std::size_t size_max = 40;
  bool trees = false;       // all of `deep_trees` are trees; no others are
  bool demands = true;      // some claimants have a demand
  bool infeasible = false;  // some challenges have no fair allocation, else none has
  bool crossed = false;  // some maximums are below their minimums, which is a defect; else none is
  bool priorities = false;            // some have claimants of several priorities
  bool weights_are_targets = false;   // neither weights nor demands are below minimums; flat ones
  bool are_pools = false;             // the total is 1, and there are no minimums; flat ones
  bool weights_are_positive = false;  // is_asked in harness/referee.h passes over those of 0
};

// A challenge to its options, every number held exactly by its kind; never with a defect unless
// `crossed`. Its size is that of adversarial_problem, and now and then 0, but for pools.
//
// Whole kinds get whole numbers in all families: small ones mostly, and those around the ends of
// types in `overflow` and `extremes`. Floating kinds get doubles of the family, or whole numbers,
// or decimals of a few digits; fractions mostly the last two, and never a number that only "p/q"
// says, so that a record has JSON numbers throughout.
Challenge adversarial_challenge(Family family, Choices& choices, const ChallengeOptions& options);

}  // namespace fairshare::fuzz
