// Claimants in whole units, by family, for schedulers that divide whole units.
#pragma once

#include <cstddef>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fuzz/adversary.h"
#include "fuzz/choices.h"

namespace fairshare::fuzz {

// The largest numbers that may occur, whole and at least 2^28.
struct Ends {
  Rational weight;
  Rational amount;
};

// `size` claimants with whole weights and bounds up to the ends, and without a defect. Asserts that
// the family is not `many`.
std::vector<Claimant<Rational>> whole_claimants(Family family, Choices& choices, std::size_t size,
                                                const Ends& ends);

// 2^24, 2^31, 2^53 or the like, or a few units off, but no more than `end`.
Rational about_a_power(Choices& choices, const Rational& end);

}  // namespace fairshare::fuzz
