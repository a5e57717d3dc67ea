// Columns of claimants in vectors; compiled once for every instruction set.
//
// Included by settle.cpp and side_by_side.cpp once for each of Highway's targets
// (hwy/foreach_target.h), hence the guard that toggles, here and in all *-inl.h. Each pass is a
// body that takes the vectors of the columns one by one. The lanes beyond the end are 0: a weight,
// a min share and a max share of 0 add nothing. Code that sums lane by lane also works for columns
// with a problem in every lane.
#if defined(FAIRSHARE_REFERENCE_VECTORS) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHARE_REFERENCE_VECTORS
#undef FAIRSHARE_REFERENCE_VECTORS
#else
#define FAIRSHARE_REFERENCE_VECTORS
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "fairshare/reference/error_bounds.h"

// Follows the parameters of a lambda that is called in two places: g++ does not inline it by
// itself, and at 8 claimants the calls took an eighth of the time.
#ifndef FAIRSHARE_INLINE_LAMBDA
#define FAIRSHARE_INLINE_LAMBDA HWY_ATTR __attribute__((always_inline))
#endif

HWY_BEFORE_NAMESPACE();
namespace fairshare::reference::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<double>;
using V = hn::Vec<Tag>;
using Mask = hn::Mask<Tag>;

constexpr Tag tag;
constexpr std::size_t lanes_max = HWY_MAX_BYTES / sizeof(double);

struct Vectors {
  V weight;
  V min_share;
  V max_share;
};

// Whether masked loads and stores leave the memory of the other lanes alone. (Highway's own macro
// says that AVX2's might fault, as they do for lanes shorter than a double.)
#ifndef FAIRSHARE_MASKS_LANES
#define FAIRSHARE_MASKS_LANES (!HWY_MEM_OPS_MIGHT_FAULT || HWY_TARGET == HWY_AVX2)
#endif

// The first `count` lanes, which are fewer than a vector has; 0 in the others.
HWY_INLINE V load_some(const double* from, std::size_t count) {
#if FAIRSHARE_MASKS_LANES
  return hn::MaskedLoad(hn::FirstN(tag, count), tag, from);
#else
  HWY_ALIGN std::array<double, lanes_max> padded = {};
  std::copy_n(from, count, padded.begin());
  return hn::Load(tag, padded.data());
#endif
}

HWY_INLINE void store_some(V vector, std::size_t count, double* to) {
#if FAIRSHARE_MASKS_LANES
  hn::BlendedStore(vector, hn::FirstN(tag, count), tag, to);
#else
  HWY_ALIGN std::array<double, lanes_max> lanes;
  hn::Store(vector, tag, lanes.data());
  std::copy_n(lanes.begin(), count, to);
#endif
}

HWY_INLINE Vectors load(const Slice& slice, std::size_t at) {
  return {hn::LoadU(tag, slice.weight + at), hn::LoadU(tag, slice.min_share + at),
          hn::LoadU(tag, slice.max_share + at)};
}

// Loads the last claimants, which are fewer than a vector has lanes.
HWY_INLINE Vectors load_last(const Slice& slice, std::size_t at) {
  const std::size_t count = slice.size - at;
  return {load_some(slice.weight + at, count), load_some(slice.min_share + at, count),
          load_some(slice.max_share + at, count)};
}

// Calls even(vectors), odd(vectors), even(vectors), ... There are two bodies so that each may have
// its own sums and need not wait for the other.
template <class Even, class Odd>
HWY_INLINE void for_each_vector(const Slice& slice, Even even, Odd odd) {
  const std::size_t lanes = hn::Lanes(tag);
  std::size_t i = 0;
  for (; i + 2 * lanes <= slice.size; i += 2 * lanes) {
    even(load(slice, i));
    odd(load(slice, i + lanes));
  }
  if (i + lanes <= slice.size) {
    even(load(slice, i));
    i += lanes;
  }
  if (i < slice.size) {
    odd(load_last(slice, i));
  }
}

HWY_INLINE V clamp(V value, const Vectors& item) {
  return hn::Min(hn::Max(value, item.min_share), item.max_share);
}

HWY_INLINE Mask is_between(V value, const Vectors& item) {
  return hn::And(hn::Gt(value, item.min_share), hn::Lt(value, item.max_share));
}

HWY_INLINE double sum_of_lanes(V vector) {
  return hn::GetLane(hn::SumOfLanes(tag, vector));
}

}  // namespace fairshare::reference::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
