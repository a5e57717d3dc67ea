// Checks whether an answer is right, before anything is timed.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "bench/families.h"

namespace fairshare::bench {

// What is wrong with the reference solver's answer, as properties::check_rounded decides it;
// nothing if the ratio and every share are the doubles nearest to the exact ones.
std::optional<std::string> find_error(const Input& input, double ratio,
                                      std::span<const double> shares);

// How far off a peer's answer may be, relatively.
struct Tolerance {
  double sum;    // of all shares, from the total
  double share;  // each share from the reference solver's
};

// What is wrong with a peer's answer: a share beyond its bounds, or further off than allowed.
std::optional<std::string> find_error(const Input& input, std::span<const double> shares,
                                      std::span<const double> expected, Tolerance tolerance);

}  // namespace fairshare::bench
