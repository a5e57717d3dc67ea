// A pass that threads share: each takes one stretch of the claimants.
//
// The result of a pass is combined from those of the stretches, in their order. Sums with an error
// bound are combined from the same blocks in the same order as on one thread
// (certify_passes-inl.h), so that the same bound holds.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>

#include "fairshare/reference/error_bounds.h"
#include "fairshare/reference/executor.h"
#include "fairshare/reference/floating_point.h"

namespace fairshare::reference {

constexpr std::size_t stretches_max = 16;

// The length of every stretch except the last is a multiple of this, so that it has whole blocks
// and vectors of every instruction set.
constexpr std::size_t stretch_unit = 8192;

// A part of the claimants, which may be empty.
struct Stretch {
  std::size_t begin;
  std::size_t size;
};

inline std::size_t stretches_of(const Slice& slice) {
  assert(slice.executor != nullptr);
  return std::clamp<std::size_t>(slice.executor->threads, 1, stretches_max);
}

inline Stretch stretch_at(const Slice& slice, std::size_t k) {
  const std::size_t count = stretches_of(slice);
  const std::size_t units = (slice.size + stretch_unit - 1) / stretch_unit;
  const auto begin = [&](std::size_t index) {
    return std::min(slice.size, units * index / count * stretch_unit);
  };
  return {begin(k), begin(k + 1) - begin(k)};
}

// Calls work(k, stretch) for each stretch, on the slice's threads.
template <class Work>
void for_each_stretch(const Slice& slice, const Work& work) {
  const std::size_t count = stretches_of(slice);
  std::array<std::atomic_flag, stretches_max> taken = {};
  const auto take = [&](std::size_t k) {
    if (k >= count || taken[k].test_and_set()) return;
    const DefaultMode mode;
    work(k, stretch_at(slice, k));
  };
  if (slice.executor->run) slice.executor->run(take);
  for (std::size_t k = 0; k < count; ++k) take(k);
}

// Returns pass(slice). If threads share the slice, combines the Results of its stretches by
// merge(a, b).
template <class Result, class Pass, class Merge>
Result merged(const Slice& slice, const Pass& pass, const Merge& merge) {
  if (slice.executor == nullptr) return pass(slice);
  std::array<Result, stretches_max> results;
  for_each_stretch(slice, [&](std::size_t k, const Stretch& stretch) {
    results[k] = pass(part(slice, stretch.begin, stretch.size));
  });
  for (std::size_t k = 1; k < stretches_of(slice); ++k) results[0] = merge(results[0], results[k]);
  return results[0];
}

}  // namespace fairshare::reference
