// The adversary: problems made to break solvers, by family. One source for RapidCheck and for plain
// loops: the same family, seed and size give the same problem, whatever the machine or the
// compiler.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>

#include "model/problem.h"

namespace fairshare::tests {

enum class Family {
  ordinary,            // what people configure, with full significands
  ties,                // small integers
  shared_breakpoints,  // many bounds with the same quotient, often no double (4/3), or nearly the
                       // same
  zeros,               // weights, minimums, maximums and totals of 0 and -0
  extremes,            // exponents over the whole range of doubles
  subnormals,          // small multiples of 2^-1074
  tight_minimums,      // the total is the sum of minimums, or one unit in the last place beside it
  tight_maximums,      // the same with the most that can be claimed
  cancelling,          // huge fixed bounds, and a rest of a few units in their last place
  all_clamped,         // the total lands on a flat stretch, on its end, or just beside it
  one_free,            // everybody but one is at a bound
  geometric,           // weights and bounds in geometric progression
  midpoints,           // a share is the midpoint of two doubles, or as near to it as can be
  many,                // any of them with the most claimants
};

inline constexpr std::array families = {
    Family::ordinary,   Family::ties,        Family::shared_breakpoints, Family::zeros,
    Family::extremes,   Family::subnormals,  Family::tight_minimums,     Family::tight_maximums,
    Family::cancelling, Family::all_clamped, Family::one_free,           Family::geometric,
    Family::midpoints,  Family::many,
};

const char* name_of(Family family);

// Never with a defect. It has at most `size_max` claimants, or 3 where that is less: half of the
// problems have at most 6, `many` at least half of `size_max`.
Problem<double> adversarial_problem(Family family, std::uint64_t seed, std::size_t size_max);

// One JSON line that `fairshare solve` reads; 17 digits, so that it is the same problem.
std::string to_record(const Problem<double>& problem, const std::string& id);

}  // namespace fairshare::tests

namespace fairshare {

// RapidCheck prints what it found with this.
void showValue(const Problem<double>& problem, std::ostream& stream);

}  // namespace fairshare
