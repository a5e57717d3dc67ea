// Claimants in whole units, by family: what the adversary puts to schedulers that count.
#pragma once

#include <cstddef>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fuzz/adversary.h"
#include "fuzz/choices.h"

namespace fairshare::fuzz {

// The largest numbers that may come, whole and at least 2^28.
struct Ends {
  Rational weight;
  Rational amount;
};

// As many as `size`, with whole weights and bounds within the ends, and without a defect. `many` is
// no family of its own here (asserted).
std::vector<Claimant<Rational>> whole_claimants(Family family, Choices& choices, std::size_t size,
                                                const Ends& ends);

// 2^24, 2^31, 2^53 or the like, but no more than `end`; or a few units beside it.
Rational about_a_power(Choices& choices, const Rational& end);

}  // namespace fairshare::fuzz
