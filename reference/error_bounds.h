// What the passes over the columns exchange: sums and ratios as pairs of doubles, each with a bound
// on its error.
//
// No error is an estimate: every `error` is a proven bound (docs/numerics.md). Code that meets a
// case that it cannot settle says so, and leaves the case to the integers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "fairshare/reference/floating_point.h"

namespace fairshare::reference {

struct Executor;

// Columns as the passes read them: `size` claimants.
struct Slice {
  const double* weight;
  const double* min_share;
  const double* max_share;
  std::size_t size;
  const Executor* executor = nullptr;  // whose threads share each pass; null: one thread
};

// A part of the slice, for one thread.
inline Slice part(const Slice& slice, std::size_t begin, std::size_t size) {
  return {slice.weight + begin, slice.min_share + begin, slice.max_share + begin, size};
}

// Copies of some claimants, in columns with room for one vector more than is ever copied.
struct Residue {
  double* weight;
  double* min_share;
  double* max_share;
  std::size_t size;

  Slice slice() const { return {weight, min_share, max_share, size}; }
};

// high + low, at most `error` from the exact sum. |low| is at most a few units in the last place of
// high.
struct Sum {
  double high = 0;
  double low = 0;
  double error = 0;
};

// The error of adding two of them, relative to the sum of their magnitudes.
constexpr double plus_error = 0x1p-104;

// The error of a compensated sum of numbers >= 0, relative to the sum. It consists of `groups`
// partial sums, each of at most `additions` additions.
inline double compensated_error(std::size_t additions, std::size_t groups) {
  const auto k = static_cast<double>(static_cast<std::int64_t>(additions));  // faster if signed
  const auto m = static_cast<double>(static_cast<std::int64_t>(groups));
  return 0x1p-106 * (k * k + 2 * m * (m + k) + 32 * k + 64);
}

// More additions than any of its partial sums takes, with any instruction set.
constexpr std::size_t additions_max(std::size_t claimants) {
  return std::min<std::size_t>(claimants, 4096) + claimants / 1024 + 64;
}

// (high + low)(1 + e), |e| <= error.
struct Estimate {
  double high;
  double low;
  double error;
};

// The error of dividing two sums, in addition to 1.01 times their errors.
constexpr double quotient_error = 0x1p-99;

// A quarter of the error that could round a number across a bound that it does not reach. No ratio
// with a larger error is used.
constexpr double ratio_error_max = 0x1p-56;

// The bounds on errors hold within these ranges: nothing that matters underflows.
struct Range {
  double least;
  double most;

  bool has(double number) const { return number >= least && number <= most; }
};
constexpr Range ordinary{0x1p-960, 0x1p+960};
constexpr Range ordinary_total{0x1p-700, 0x1p+900};  // also for what is left of it to divide

// The relative error of a weight times a ratio that is a pair of doubles.
constexpr double product_error = 0x1p-99;

// A share whose relative distance to a bound is less than this may be on either side of it. One
// that is clear_of_tolerance times as far away is not, even if the near ones change the estimate.
inline double near_tolerance(double ratio_error) {
  return ratio_error + product_error;
}
constexpr double clear_of_tolerance = 0x1p12;

struct Placement {
  bool holds;          // every claimant is where the line that gave the ratio has it
  double near_shares;  // sum of the shares that are so near a bound that they may be on either side
  double near_moving;  // of these, those that are proportional on that line
};

// The least addends above 0 of a line; infinity if there are none.
struct Least {
  double fixed;
  double weight;
  double product;  // of weight and ratio, for claimants whose share depends on the ratio
};

// The claimants whose written shares may have to be rounded the other way, grouped by vectors.
struct Doubts {
  struct Lanes {
    std::size_t begin;
    std::uint8_t lanes;  // bit k: claimant begin + k
  };
  static constexpr std::size_t vectors_max = 64;

  std::array<Lanes, vectors_max> vector;
  std::size_t count = 0;  // above vectors_max: there were more than are noted

  void note(std::size_t begin, std::uint8_t lanes) {
    if (count < vectors_max) vector[count] = {begin, lanes};
    if (count <= vectors_max) ++count;
  }

  // Adds those of a part that begins with claimant `begin`.
  void add(const Doubts& other, std::size_t begin) {
    for (std::size_t k = 0; k < std::min(other.count, vectors_max); ++k) {
      note(begin + other.vector[k].begin, other.vector[k].lanes);
    }
    if (other.count > vectors_max) count = vectors_max + 1;
  }
};

// Calls look(i) for every claimant that is noted; for all `claimants` if there were more than that.
template <class Look>
void for_each_doubt(const Doubts& doubts, std::size_t claimants, Look look) {
  if (doubts.count > Doubts::vectors_max) {
    for (std::size_t i = 0; i < claimants; ++i) look(i);
    return;
  }
  for (std::size_t k = 0; k < doubts.count; ++k) {
    for (unsigned lanes = doubts.vector[k].lanes; lanes != 0; lanes &= lanes - 1) {
      look(doubts.vector[k].begin + static_cast<std::size_t>(std::countr_zero(lanes)));
    }
  }
}

}  // namespace fairshare::reference
