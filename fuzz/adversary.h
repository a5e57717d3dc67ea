// The adversary: problems made to break solvers, by family. RapidCheck, libFuzzer, plain loops and
// the black-box harness all take their problems from here.
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
  shared_breakpoints,  // many bounds with the same or nearly the same quotient, often not a double
                       // (4/3); the total at one of these breakpoints, or above it by less than
                       // doubles can tell
  zeros,               // weights, minimums, maximums and totals of 0 and -0
  extremes,            // exponents over the whole range of doubles
  subnormals,          // small multiples of 2^-1074
  just_over,           // the total is the sum of minimums, or one unit in the last place off
  just_under,          // the same with the most that can be claimed
  cancelling,          // huge fixed bounds, and a rest of a few units in their last place
  all_clamped,         // the total lands on a flat stretch, on its end, or just beside it
  one_free,            // all claimants but one are at a bound
  geometric,           // weights and bounds in geometric progression
  midpoints,           // a share is the midpoint of two doubles, or as near to one as possible
  overflow,            // numbers and sums around 2^24, 2^31, 2^32, 2^53, 2^63, 2^64 and 2^1024
  deep_trees,          // trees: chains, bushes, and both at once; flat if no trees are asked for
  many,                // any of them with the most claimants
};

inline constexpr std::array families = {
    Family::ordinary,   Family::ties,        Family::shared_breakpoints, Family::zeros,
    Family::extremes,   Family::subnormals,  Family::just_over,          Family::just_under,
    Family::cancelling, Family::all_clamped, Family::one_free,           Family::geometric,
    Family::midpoints,  Family::overflow,    Family::deep_trees,         Family::many,
};

std::string_view name_of(Family family);
std::optional<Family> find_family(std::string_view name);

// A problem in doubles, never with a defect. It has at most `size_max` claimants, or at most 3 if
// `size_max` is less. Half of the problems have at most 6; those of `many` have at least half of
// `size_max`.
Problem<double> adversarial_problem(Family family, Choices& choices, std::size_t size_max);

// What challenges a scheduler takes, besides the kinds of their numbers.
struct ChallengeOptions {
  Kinds kinds = {};
  std::size_t size_max = 40;
  bool trees = false;       // all challenges of `deep_trees` are trees, no others
  bool demands = true;      // some claimants have a demand
  bool infeasible = false;  // some challenges have no fair allocation; if false, all have one
  bool crossed = false;     // some maximums are below their minimums, which is a defect
  bool priorities = false;  // some challenges have claimants of several priorities
  bool weights_are_targets = false;   // weights and demands >= minimums; for flat ones
  bool are_pools = false;             // the total is 1, and there are no minimums; for flat ones
  bool weights_are_positive = false;  // is_asked in harness/referee.h rejects weights of 0
};

// A challenge that meets the options. Its kinds hold every number exactly, and it never has a
// defect unless `crossed`. Its size is as in adversarial_problem, and occasionally 0, except for
// pools.
//
// Whole kinds get whole numbers in all families: mostly small ones, and in `overflow` and
// `extremes` those around the ends of types. Floating kinds get doubles of the family, whole
// numbers, or decimals of a few digits. Fractions get mostly the last two, and never a number that
// only "p/q" can write, so that all numbers of a record are JSON numbers.
Challenge adversarial_challenge(Family family, Choices& choices, const ChallengeOptions& options);

}  // namespace fairshare::fuzz
