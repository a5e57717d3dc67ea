// Is an answer right? Asked before anything is timed.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "bench/families.h"

namespace fairshare::bench {

// What is wrong with the reference solver's answer; nothing where the ratio and every share are the
// doubles nearest to the exact ones. Up to 1000 claimants they are compared with what exact::solve
// gives. Above, where that would take hours, the same is decided in whole numbers: claimants whose
// piece is the same from one unit in the last place below `ratio` to one above it are added up
// exactly, few different ones are left, and what exact::solve gives for these is the exact ratio.
std::optional<std::string> find_error(const Input& input, double ratio,
                                      std::span<const double> shares);

// How far off a peer may be, relatively.
struct Tolerance {
  double sum;    // the sum of all shares from the total
  double share;  // each share from the reference solver's
};

// What is wrong with a peer's answer: a share beyond its bounds, or further off than it may be.
std::optional<std::string> find_error(const Input& input, std::span<const double> shares,
                                      std::span<const double> expected, Tolerance tolerance);

}  // namespace fairshare::bench
