// Small problems side by side: one in each lane of a vector, all in step.
//
// A small problem alone leaves most of a processor idle: each of its passes waits for the sum
// across the lanes that the pass before ended in. Here no sum crosses lanes. What is settled is
// settled by the same bounds as in settle.h (docs/numerics.md); the rest is for that and for the
// integers.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "fairshare/reference/error_bounds.h"

namespace fairshare::reference {

// Problems with more claimants fill vectors of their own.
constexpr std::size_t small_max = 64;

// More are never taken at once, whatever the instruction set.
constexpr std::size_t side_by_side_max = 8;

struct Small {
  double total;
  Slice claimants;  // from 1 to small_max
  double* shares;
};

// How many the processor's vectors hold, or those of the instruction set in use: 8, 4, 2, or 1.
std::size_t side_by_side();

// For each of at most side_by_side() problems its ratio, with every share written, all rounded to
// nearest; nothing where that takes another way. `ratios` is as long. Bounded: 12 evaluations, 4
// lines and checks and one pass to write, each as long as the longest of the problems.
void settle_side_by_side(std::span<const Small> problems, std::span<std::optional<double>> ratios);

}  // namespace fairshare::reference
