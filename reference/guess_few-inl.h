// The guess for few claimants: the two breakpoints between which the ratio is.
//
// Newton's method waits for each of its steps, and no processor can predict how many there are.
// Here the shares at all breakpoints are added up at the same time, one breakpoint per lane, which
// takes equally long for every problem. With 2 to 8 claimants, a solution takes 0.5 to 1 times as
// long as with Newton's method (ADR 44).
#if defined(FAIRSHARE_REFERENCE_GUESS_FEW) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHARE_REFERENCE_GUESS_FEW
#undef FAIRSHARE_REFERENCE_GUESS_FEW
#else
#define FAIRSHARE_REFERENCE_GUESS_FEW
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <limits>

#include "fairshare/reference/error_bounds.h"
#include "fairshare/reference/settle.h"
#include "fairshare/reference/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fairshare::reference::HWY_NAMESPACE {

// Claimants; the work grows with their square, and eight lanes do more of it at a time.
constexpr std::size_t few_max = hn::MaxLanes(tag) >= 8 ? 16 : 12;

// Of the breakpoints that a lane has seen: the last at which all shares together are at most the
// total, and the first at which they are at least the total. On a flat stretch `first` is below
// `last`.
struct Neighbours {
  V last;   // 0 if there is none
  V first;  // infinity if there is none
};

// The total, widened by how far rounding may move a sum of shares.
struct Goal {
  V most;
  V least;
};

HWY_INLINE void narrow(V breakpoint, V sum, const Goal& goal, Neighbours& found) {
  const V none = hn::Inf(tag);
  const Mask is_one = hn::Lt(breakpoint, none);  // 0 / 0 is not
  const Mask is_at_most = hn::And(is_one, hn::Le(sum, goal.most));
  const Mask is_at_least = hn::And(is_one, hn::Ge(sum, goal.least));
  found.last = hn::Max(found.last, hn::IfThenElseZero(is_at_most, breakpoint));
  found.first = hn::Min(found.first, hn::IfThenElse(is_at_least, breakpoint, none));
}

// Looks at both breakpoints of some claimants.
HWY_INLINE void look_at(const Vectors& some, const Slice& all, const Goal& goal,
                        Neighbours& found) {
  const V starts = hn::Div(some.min_share, some.weight);
  const V stops = hn::Div(some.max_share, some.weight);
  V at_starts = hn::Zero(tag), at_stops = at_starts;
  for (std::size_t i = 0; i < all.size; ++i) {
    const Vectors one{hn::Set(tag, all.weight[i]), hn::Set(tag, all.min_share[i]),
                      hn::Set(tag, all.max_share[i])};
    at_starts = hn::Add(at_starts, clamp(hn::Mul(one.weight, starts), one));
    at_stops = hn::Add(at_stops, clamp(hn::Mul(one.weight, stops), one));
  }
  narrow(starts, at_starts, goal, found);
  narrow(stops, at_stops, goal, found);
}

HWY_INLINE Belief find_neighbours(double total, const Slice& slice) {
  const std::size_t lanes = hn::Lanes(tag);
  const Goal goal{hn::Set(tag, total * (1 + 0x1p-49)), hn::Set(tag, total * (1 - 0x1p-49))};
  Neighbours found{hn::Zero(tag), hn::Inf(tag)};
  std::size_t i = 0;
  for (; i + lanes <= slice.size; i += lanes) look_at(load(slice, i), slice, goal, found);
  if (i < slice.size) look_at(load_last(slice, i), slice, goal, found);
  const double last = hn::GetLane(hn::MaxOfLanes(tag, found.last));
  const double first = hn::GetLane(hn::MinOfLanes(tag, found.first));
  return {std::min(last, first), std::max(last, first)};
}

// A ratio between the two.
HWY_INLINE double between(const Belief& neighbours) {
  const auto [low, high] = neighbours;
  if (high < std::numeric_limits<double>::infinity()) return low + (high - low) / 2;
  return low > 0 ? 2 * low : 1;
}

}  // namespace fairshare::reference::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
