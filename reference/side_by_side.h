// Solves small problems side by side: one in each lane of a vector, all in step.
//
// A small problem alone leaves most of a processor idle: each of its passes waits for the sum
// across the lanes that the pass before ended in. Here no sum crosses lanes. The bounds that settle
// a problem are those of settle.h (docs/numerics.md); problems that they do not settle are left to
// settle.h, and to the integers.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "fairshare/reference/error_bounds.h"

namespace fairshare::reference {

// Problems with more claimants fill whole vectors by themselves.
constexpr std::size_t small_max = 64;

// The most that are taken at once, with any instruction set.
constexpr std::size_t side_by_side_max = 8;

struct Small {
  double total;
  Slice claimants;  // from 1 to small_max
  double* shares;
};

// How many problems the vectors of the instruction set in use hold: 8, 4, 2, or 1.
std::size_t side_by_side();

// Solves at most side_by_side() problems: writes each one's ratio and shares, all rounded to
// nearest, or nothing for a ratio if the problem must be solved another way. `ratios` must be as
// long as the list of problems. Bounded: 12 evaluations, 4 lines and checks, and one pass to write,
// each as long as the longest of the problems.
void settle_side_by_side(std::span<const Small> problems, std::span<std::optional<double>> ratios);

}  // namespace fairshare::reference
