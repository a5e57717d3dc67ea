// The passes over columns of claimants, in vectors; compiled once for every instruction set.
//
// Included by settle.cpp and side_by_side.cpp, again for each of Highway's targets
// (hwy/foreach_target.h), hence the guard that toggles. Each pass is a body that takes the vectors
// of the columns one by one, and gives 0 for the lanes beyond the end: a weight, a min share and a
// max share of 0 add nothing. What sums lane by lane serves columns with a problem in every lane,
// too.
#if defined(FAIRSHARE_REFERENCE_PASSES) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHARE_REFERENCE_PASSES
#undef FAIRSHARE_REFERENCE_PASSES
#else
#define FAIRSHARE_REFERENCE_PASSES
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "reference/error_bounds.h"

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

// The first `count` lanes, which are fewer than a vector has; 0 in the others.
HWY_INLINE V load_some(const double* from, std::size_t count) {
#if HWY_MEM_OPS_MIGHT_FAULT
  HWY_ALIGN std::array<double, lanes_max> padded = {};
  std::copy_n(from, count, padded.begin());
  return hn::Load(tag, padded.data());
#else
  return hn::MaskedLoad(hn::FirstN(tag, count), tag, from);
#endif
}

HWY_INLINE void store_some(V vector, std::size_t count, double* to) {
  HWY_ALIGN std::array<double, lanes_max> lanes;
  hn::Store(vector, tag, lanes.data());
  std::copy_n(lanes.begin(), count, to);
}

HWY_INLINE Vectors load(const Slice& slice, std::size_t at) {
  return {hn::LoadU(tag, slice.weight + at), hn::LoadU(tag, slice.min_share + at),
          hn::LoadU(tag, slice.max_share + at)};
}

// The last claimants, fewer than a vector.
HWY_INLINE Vectors load_last(const Slice& slice, std::size_t at) {
  const std::size_t count = slice.size - at;
  return {load_some(slice.weight + at, count), load_some(slice.min_share + at, count),
          load_some(slice.max_share + at, count)};
}

// even(vectors), odd(vectors), even(vectors), ...: two bodies, so that each may have sums of its
// own and need not wait for the other.
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

// weight * ratio - product, where `product` is the rounded product: exact, barring underflow.
HWY_INLINE V product_rest(V weight, V ratio, V product) {
#if HWY_NATIVE_FMA && !defined(FAIRSHARE_WITHOUT_FMA)  // tests/avx512/ says why
  return hn::MulSub(weight, ratio, product);
#else
  // Dekker's product of halves of 26 bits, as there is no fused one. A factor above 2^996 gives a
  // NaN, which settles nothing.
  const V splitter = hn::Set(tag, 0x1p27 + 1);
  const V weight_scaled = hn::Mul(weight, splitter);
  const V weight_high = hn::Sub(weight_scaled, hn::Sub(weight_scaled, weight));
  const V weight_low = hn::Sub(weight, weight_high);
  const V ratio_scaled = hn::Mul(ratio, splitter);
  const V ratio_high = hn::Sub(ratio_scaled, hn::Sub(ratio_scaled, ratio));
  const V ratio_low = hn::Sub(ratio, ratio_high);
  V rest = hn::Sub(hn::Mul(weight_high, ratio_high), product);
  rest = hn::Add(rest, hn::Mul(weight_high, ratio_low));
  rest = hn::Add(rest, hn::Mul(weight_low, ratio_high));
  return hn::Add(rest, hn::Mul(weight_low, ratio_low));
#endif
}

// high + low, of which high is most.
struct Pair {
  V high;
  V low;
};

// weight * ratio, whose high part is the rounded product of weight and ratio.high; barring
// underflow it is off by less than product_error.
HWY_INLINE Pair product_of(V weight, Pair ratio) {
  const V product = hn::Mul(weight, ratio.high);
  return {product, hn::MulAdd(weight, ratio.low, product_rest(weight, ratio.high, product))};
}

// a + b and what rounding took from it, exactly (Knuth's TwoSum).
HWY_INLINE Pair two_sum(V a, V b) {
  const V sum = hn::Add(a, b);
  const V of_b = hn::Sub(sum, a);
  return {sum, hn::Add(hn::Sub(a, hn::Sub(sum, of_b)), hn::Sub(b, of_b))};
}

// ---- The sum of shares, in plain doubles

struct Evaluation {
  double shares;  // sum of all shares
  double weight;  // of those that are proportional: the slope
};

struct EvaluationByLane {
  V shares;
  V weight;
};

HWY_INLINE EvaluationByLane evaluate_by_lane(const Slice& slice, V ratio) {
  V shares_1 = hn::Zero(tag), weight_1 = shares_1, shares_2 = shares_1, weight_2 = shares_1;
  const auto add = [ratio](const Vectors& item, V& shares, V& weight) HWY_ATTR {
    const V product = hn::Mul(item.weight, ratio);
    shares = hn::Add(shares, clamp(product, item));
    weight = hn::Add(weight, hn::IfThenElseZero(is_between(product, item), item.weight));
  };
  for_each_vector(
      slice, [&](const Vectors& item) HWY_ATTR { add(item, shares_1, weight_1); },
      [&](const Vectors& item) HWY_ATTR { add(item, shares_2, weight_2); });
  return {hn::Add(shares_1, shares_2), hn::Add(weight_1, weight_2)};
}

inline Evaluation evaluate(const Slice& slice, double ratio) {
  const EvaluationByLane sums = evaluate_by_lane(slice, hn::Set(tag, ratio));
  return {sum_of_lanes(sums.shares), sum_of_lanes(sums.weight)};
}

HWY_INLINE V weights_by_lane(const Slice& slice) {
  V sum_1 = hn::Zero(tag), sum_2 = sum_1;
  for_each_vector(
      slice, [&](const Vectors& item) HWY_ATTR { sum_1 = hn::Add(sum_1, item.weight); },
      [&](const Vectors& item) HWY_ATTR { sum_2 = hn::Add(sum_2, item.weight); });
  return hn::Add(sum_1, sum_2);
}

inline double sum_of_weights(const Slice& slice) {
  return sum_of_lanes(weights_by_lane(slice));
}

// What everyone has at the ratio 0; one column is all that is read.
inline double sum_of_min_shares(const Slice& slice) {
  V sum_1 = hn::Zero(tag), sum_2 = sum_1;
  for_each_vector(
      slice, [&](const Vectors& item) HWY_ATTR { sum_1 = hn::Add(sum_1, item.min_share); },
      [&](const Vectors& item) HWY_ATTR { sum_2 = hn::Add(sum_2, item.min_share); });
  return sum_of_lanes(hn::Add(sum_1, sum_2));
}

// The standard deviation of one share at `ratio`; beyond what it is at `known`, where that is not
// negative.
inline double deviation(const Slice& slice, double ratio, double known) {
  const V r = hn::Set(tag, ratio);
  const V r_known = hn::Set(tag, known);
  const Mask is_known = hn::Ge(r_known, hn::Zero(tag));
  V sum = hn::Zero(tag), squares = sum;
  const auto add = [&](const Vectors& item) HWY_ATTR {
    const V share = clamp(hn::Mul(item.weight, r), item);
    const V share_known = clamp(hn::Mul(item.weight, r_known), item);
    const V off = hn::Sub(share, hn::IfThenElseZero(is_known, share_known));
    sum = hn::Add(sum, off);
    squares = hn::MulAdd(off, off, squares);
  };
  for_each_vector(slice, add, add);
  const double count = static_cast<double>(slice.size);
  const double mean = sum_of_lanes(sum) / count;
  return std::sqrt(std::max(0.0, sum_of_lanes(squares) / count - mean * mean));
}

// How many have a breakpoint between two ratios, roughly.
inline double count_open(const Slice& slice, double low, double high) {
  const V low_ratio = hn::Set(tag, low);
  const V high_ratio = hn::Set(tag, high);
  const V one = hn::Set(tag, 1);
  V count = hn::Zero(tag);
  const auto look = [&](const Vectors& item) HWY_ATTR {
    const V least = hn::Mul(item.weight, low_ratio);
    const V most = hn::Mul(item.weight, high_ratio);
    const Mask has_min = hn::And(hn::Le(least, item.min_share), hn::Ge(most, item.min_share));
    const Mask has_max = hn::And(hn::Le(least, item.max_share), hn::Ge(most, item.max_share));
    const Mask may_move = hn::Lt(item.min_share, item.max_share);
    count = hn::Add(count, hn::IfThenElseZero(hn::And(may_move, hn::Or(has_min, has_max)), one));
  };
  for_each_vector(slice, look, look);
  return sum_of_lanes(count);
}

// ---- Compensated sums

// A sum in vectors, with what rounding took from it beside (Ogita, Rump, Oishi 2005).
struct Compensated {
  V high;
  V low;

  HWY_INLINE void add(V addend) {
    const Pair sum = two_sum(high, addend);
    high = sum.high;
    low = hn::Add(low, sum.low);
  }
  HWY_INLINE void add(const Compensated& other) {
    add(other.high);
    low = hn::Add(low, other.low);
  }
};

HWY_INLINE Sum total_of(const Compensated& sums) {
  HWY_ALIGN std::array<double, lanes_max> high, low;
  hn::Store(sums.high, tag, high.data());
  hn::Store(sums.low, tag, low.data());
  double total = high[0], rest = low[0];
  for (std::size_t k = 1; k < hn::Lanes(tag); ++k) {
    const double sum = total + high[k];
    const double of_lane = sum - total;
    rest += ((total - (sum - of_lane)) + (high[k] - of_lane)) + low[k];
    total = sum;
  }
  const double rounded = total + rest;
  return {rounded, rest - (rounded - total), 0};
}

// A line: the sum of shares while no claimant reaches a breakpoint.
struct CompensatedLine {
  Compensated fixed, weight;

  HWY_INLINE void add(V addend, V slope) {
    fixed.add(addend);
    weight.add(slope);
  }
  HWY_INLINE void add(const CompensatedLine& other) {
    fixed.add(other.fixed);
    weight.add(other.weight);
  }
};

HWY_INLINE CompensatedLine zero_line() {
  const V zero = hn::Zero(tag);
  return {{zero, zero}, {zero, zero}};
}

constexpr std::size_t block_vectors = 1024;  // that a sum takes before it is put away

// Runs a pass in blocks, so that the error of a sum grows with a block's length and the number of
// blocks and not with the length of the whole: pass(slice, sums) adds to the sums.
template <class Pass>
HWY_INLINE Line sum_in_blocks(const Slice& slice, Pass pass) {
  const std::size_t block = block_vectors * hn::Lanes(tag);
  CompensatedLine whole = zero_line();
  pass(part(slice, 0, std::min(block, slice.size)), whole);
  for (std::size_t begin = block; begin < slice.size; begin += block) {
    CompensatedLine sums = zero_line();
    pass(part(slice, begin, std::min(block, slice.size - begin)), sums);
    whole.add(sums);
  }
  const std::size_t per_vector = std::min(block, slice.size) / hn::Lanes(tag) + 1;
  const double error =
      compensated_error(per_vector + hn::Lanes(tag), (slice.size + block - 1) / block);
  Line line{total_of(whole.fixed), total_of(whole.weight)};
  line.fixed.error = error * line.fixed.high;
  line.weight.error = error * line.weight.high;
  return line;
}

// Everyone as `ratio` places them: at a bound, or proportional.
HWY_INLINE void add_line(const Slice& slice, V ratio, CompensatedLine& sums) {
  const auto add = [&](const Vectors& item) HWY_ATTR {
    const V product = hn::Mul(item.weight, ratio);
    const Mask is_free = is_between(product, item);
    sums.add(hn::IfThenZeroElse(is_free, clamp(product, item)),
             hn::IfThenElseZero(is_free, item.weight));
  };
  for_each_vector(slice, add, add);
}

inline Line line_at(const Slice& slice, double ratio) {
  const V r = hn::Set(tag, ratio);
  return sum_in_blocks(
      slice, [r](const Slice& block, CompensatedLine& sums) HWY_ATTR { add_line(block, r, sums); });
}

// ---- One pass that decides nearly everyone

#if HWY_TARGET == HWY_AVX2
// For each set of lanes of a vector of four, the places of their halves; then whatever is left.
alignas(32) constexpr std::array<std::array<std::uint32_t, 8>, 16> places_of_lanes = {{
    {0, 1, 2, 3, 4, 5, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7},
    {2, 3, 0, 1, 4, 5, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7},
    {4, 5, 0, 1, 2, 3, 6, 7},
    {0, 1, 4, 5, 2, 3, 6, 7},
    {2, 3, 4, 5, 0, 1, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7},
    {6, 7, 0, 1, 2, 3, 4, 5},
    {0, 1, 6, 7, 2, 3, 4, 5},
    {2, 3, 6, 7, 0, 1, 4, 5},
    {0, 1, 2, 3, 6, 7, 4, 5},
    {4, 5, 6, 7, 0, 1, 2, 3},
    {0, 1, 4, 5, 6, 7, 2, 3},
    {2, 3, 4, 5, 6, 7, 0, 1},
    {0, 1, 2, 3, 4, 5, 6, 7},
}};
#endif

// The lanes whose bits are set, together at the front.
HWY_INLINE V front(V vector, std::uint8_t lanes) {
#if HWY_TARGET == HWY_AVX2
  // Highway's own takes its table from the stack, to which g++ 12 copies it every time.
  const auto* const places = reinterpret_cast<const __m256i*>(places_of_lanes[lanes].data());
  return V{_mm256_castsi256_pd(
      _mm256_permutevar8x32_epi32(_mm256_castpd_si256(vector.raw), _mm256_load_si256(places)))};
#elif HWY_TARGET == HWY_AVX3
  return V{_mm512_maskz_compress_pd(lanes, vector.raw)};
#else
  const std::array<std::uint8_t, 8> bits{lanes};
  return hn::Compress(vector, hn::LoadMaskBits(tag, bits.data()));
#endif
}

// Whole vectors, of which the next one overwrites what is not open: masked stores are slow.
HWY_INLINE void append(const Vectors& item, std::uint8_t lanes, Residue& rest) {
  hn::StoreU(front(item.weight, lanes), tag, rest.weight + rest.size);
  hn::StoreU(front(item.min_share, lanes), tag, rest.min_share + rest.size);
  hn::StoreU(front(item.max_share, lanes), tag, rest.max_share + rest.size);
  rest.size += static_cast<std::size_t>(std::popcount(lanes));
}

HWY_INLINE std::uint8_t bits_of(Mask mask) {
  std::array<std::uint8_t, 8> bits;
  hn::StoreMaskBits(tag, mask, bits.data());
  return bits[0];
}

// Where everyone stands between two ratios, as vectors of what it adds to the line.
struct Decision {
  V fixed;
  V weight;
  Mask is_open;
};

HWY_INLINE Decision decide(const Vectors& item, V low, V high) {
  const V least = hn::Mul(item.weight, low);
  const V most = hn::Mul(item.weight, high);
  const V share = clamp(least, item);
  const V share_at_high = clamp(most, item);
  const Mask is_fixed = hn::Eq(share, share_at_high);
  const Mask is_inside = hn::And(hn::Eq(share, least), hn::Eq(share_at_high, most));
  return {hn::IfThenElseZero(is_fixed, share),
          hn::IfThenElseZero(hn::AndNot(is_fixed, is_inside), item.weight),
          hn::Not(hn::Or(is_fixed, is_inside))};
}

// A claimant at the same place on the whole of [low, high] goes into the line, the others are
// copied to `rest`, whose columns have room for a vector more than the slice; `rest.size` says how
// many. What rounding of products might hide is decided rightly for every ratio that is further
// from low and high than a few units in their last place.
inline Line partition(const Slice& slice, double low, double high, Residue& rest) {
  const V low_ratio = hn::Set(tag, low);
  const V high_ratio = hn::Set(tag, high);
  const std::size_t lanes = hn::Lanes(tag);
  Residue open{rest.weight, rest.min_share, rest.max_share, 0};
  const auto take = [&](const Slice& block, CompensatedLine& sums) HWY_ATTR {
    CompensatedLine line = sums;  // neither of which a store to a column can be taken to change
    Residue copies = open;
    std::size_t i = 0;
    for (; i + lanes <= block.size; i += lanes) {
      const Vectors item = load(block, i);
      const Decision decision = decide(item, low_ratio, high_ratio);
      line.add(decision.fixed, decision.weight);
      append(item, bits_of(decision.is_open), copies);
    }
    if (i < block.size) {
      const Vectors item = load_last(block, i);
      const Decision decision = decide(item, low_ratio, high_ratio);
      line.add(decision.fixed, decision.weight);
      append(item, bits_of(decision.is_open), copies);
    }
    sums = line;
    open = copies;
  };
  const Line line = sum_in_blocks(slice, take);
  rest.size = open.size;
  return line;
}

// ---- Does a ratio keep every claimant where the line has it?

// The claimants so near to a bound that they may be on either side of it, and whether one is on the
// wrong side of its bound, or too near to tell.
struct Near {
  V shares;
  V moving;  // of these, those proportional on the line
  Mask is_wrong;
};

// `rounded` meets a bound in the lanes of `is_close`, and is `off` from the share in all.
HWY_INLINE void look_closely(const Vectors& item, V rounded, V off, Mask is_close, Mask is_moving,
                             V tolerance, Near& near) {
  const V distance = hn::Abs(off);
  const V unclear = hn::Mul(rounded, tolerance);
  const Mask is_near = hn::And(is_close, hn::Le(distance, unclear));
  const Mask is_clear =
      hn::And(is_close, hn::Gt(distance, hn::Mul(unclear, hn::Set(tag, clear_of_tolerance))));
  const Mask is_above = hn::Gt(off, hn::Zero(tag));
  const Mask is_beyond = hn::Or(hn::And(hn::Eq(rounded, item.max_share), is_above),
                                hn::AndNot(is_above, hn::Eq(rounded, item.min_share)));
  const Mask is_right = hn::And(is_clear, hn::Xor(is_beyond, is_moving));
  near.is_wrong = hn::Or(near.is_wrong, hn::AndNot(hn::Or(is_near, is_right), is_close));
  const V near_shares = hn::IfThenElseZero(is_near, rounded);
  near.shares = hn::Add(near.shares, near_shares);
  near.moving = hn::Add(near.moving, hn::IfThenElseZero(is_moving, near_shares));
}

HWY_INLINE Near nothing_near() {
  const V zero = hn::Zero(tag);
  return {zero, zero, hn::Lt(zero, zero)};
}

// `product`: of the weights and the ratio that the line of `placed_at` gives.
HWY_INLINE void check(const Vectors& item, Pair product, V placed_at, V tolerance, Near& near) {
  const V rounded = hn::Add(product.high, product.low);
  const V placing = hn::Mul(item.weight, placed_at);
  const Mask is_moving = is_between(placing, item);
  const V placed = hn::IfThenElse(is_moving, rounded, clamp(placing, item));
  near.is_wrong = hn::Or(near.is_wrong, hn::Ne(placed, clamp(rounded, item)));
  // What overflows, or cannot be split, leaves no number, of which clamp makes some bound.
  near.is_wrong = hn::Or(near.is_wrong, hn::IsNaN(rounded));
  // A share that rounds to a bound may be on either side of it.
  const Mask is_close =
      hn::And(hn::Or(hn::Eq(rounded, item.min_share), hn::Eq(rounded, item.max_share)),
              hn::Lt(item.min_share, item.max_share));
  if (HWY_UNLIKELY(!hn::AllFalse(tag, is_close))) {
    const V off = hn::Add(hn::Sub(product.high, rounded), product.low);
    look_closely(item, rounded, off, is_close, is_moving, tolerance, near);
  }
}

HWY_INLINE Near check_by_lane(const Slice& slice, V placed_at, Pair ratio, V tolerance) {
  Near near = nothing_near();
  const auto look = [&](const Vectors& item) HWY_ATTR {
    check(item, product_of(item.weight, ratio), placed_at, tolerance, near);
  };
  for_each_vector(slice, look, look);
  return near;
}

inline Placement placement_of(const Near& near) {
  return {hn::AllFalse(tag, near.is_wrong), sum_of_lanes(near.shares), sum_of_lanes(near.moving)};
}

inline Placement check_placement(const Slice& slice, double placed_at, const Estimate& ratio) {
  return placement_of(check_by_lane(slice, hn::Set(tag, placed_at),
                                    {hn::Set(tag, ratio.high), hn::Set(tag, ratio.low)},
                                    hn::Set(tag, near_tolerance(ratio.error))));
}

// The least addends above 0 of the line at a ratio, and the least product of those that can move.
// A claimant near a bound counts as fixed and as proportional, so that none is missed.
inline Least least_addends(const Slice& slice, double ratio) {
  const V low = hn::Set(tag, ratio * (1 - 0x1p-48));
  const V high = hn::Set(tag, ratio * (1 + 0x1p-48));
  const V zero = hn::Zero(tag);
  const V none = hn::Inf(tag);
  V fixed = none, weight = none, product = none;
  const auto look = [&](const Vectors& item) HWY_ATTR {
    const V least = hn::Mul(item.weight, low);
    const V most = hn::Mul(item.weight, high);
    const Mask may_be_at_min = hn::Le(least, item.min_share);
    const Mask may_be_fixed = hn::Or(may_be_at_min, hn::Ge(most, item.max_share));
    const V bound = hn::IfThenElse(may_be_at_min, item.min_share, item.max_share);
    const Mask is_addend = hn::And(may_be_fixed, hn::Gt(bound, zero));
    fixed = hn::Min(fixed, hn::IfThenElse(is_addend, bound, none));
    const Mask can_move =
        hn::And(hn::Lt(item.min_share, item.max_share), hn::Gt(item.weight, zero));
    const Mask may_move =
        hn::And(hn::And(can_move, hn::Ge(most, item.min_share)), hn::Le(least, item.max_share));
    weight = hn::Min(weight, hn::IfThenElse(may_move, item.weight, none));
    product = hn::Min(product, hn::IfThenElse(can_move, least, none));
  };
  for_each_vector(slice, look, look);
  return {hn::GetLane(hn::MinOfLanes(tag, fixed)), hn::GetLane(hn::MinOfLanes(tag, weight)),
          hn::GetLane(hn::MinOfLanes(tag, product))};
}

// ---- The breakpoints next to a ratio at which no claimant is proportional

// The greatest ratio below which a claimant at max_share would be proportional; 0 for none.
inline double breakpoint_below(const Slice& slice, double ratio) {
  const V r = hn::Set(tag, ratio);
  V greatest = hn::Zero(tag);
  const auto look = [&](const Vectors& item) HWY_ATTR {
    const Mask is_capped = hn::And(hn::Ge(hn::Mul(item.weight, r), item.max_share),
                                   hn::Lt(item.min_share, item.max_share));
    greatest =
        hn::Max(greatest, hn::IfThenElseZero(is_capped, hn::Div(item.max_share, item.weight)));
  };
  for_each_vector(slice, look, look);
  return hn::GetLane(hn::MaxOfLanes(tag, greatest));
}

// The least ratio above which a claimant at min_share would be proportional; infinity for none.
inline double breakpoint_above(const Slice& slice, double ratio) {
  const V r = hn::Set(tag, ratio);
  const V none = hn::Inf(tag);
  V least = none;
  const auto look = [&](const Vectors& item) HWY_ATTR {
    const Mask is_floored = hn::And(hn::And(hn::Le(hn::Mul(item.weight, r), item.min_share),
                                            hn::Lt(item.min_share, item.max_share)),
                                    hn::Gt(item.weight, hn::Zero(tag)));
    least = hn::Min(least, hn::IfThenElse(is_floored, hn::Div(item.min_share, item.weight), none));
  };
  for_each_vector(slice, look, look);
  return hn::GetLane(hn::MinOfLanes(tag, least));
}

// ---- Writing

inline void write_rounded(const Slice& slice, double ratio, double* shares) {
  const V r = hn::Set(tag, ratio);
  const std::size_t lanes = hn::Lanes(tag);
  std::size_t i = 0;
  for (; i + lanes <= slice.size; i += lanes) {
    const Vectors item = load(slice, i);
    hn::StoreU(clamp(hn::Mul(item.weight, r), item), tag, shares + i);
  }
  for (; i < slice.size; ++i) {
    shares[i] = std::clamp(slice.weight[i] * ratio, slice.min_share[i], slice.max_share[i]);
  }
}

// The share rounded to nearest, but in the lanes of `is_doubtful`. `product`: of weight and ratio,
// off by `error` times itself at most.
HWY_INLINE V share_of(const Vectors& item, Pair product, V error, Mask& is_doubtful) {
  const V underflow = hn::Set(tag, 0x1p-950);  // more than that can take from a product
  const V error_max = hn::MulAdd(product.high, error, underflow);
  const V above = hn::Add(product.high, hn::Add(product.low, error_max));
  const V below = hn::Add(product.high, hn::Sub(product.low, error_max));
  const V share = clamp(above, item);
  const Mask is_certain = hn::Eq(above, below);  // which is false of what is no number
  if (HWY_UNLIKELY(!hn::AllTrue(tag, is_certain))) {
    const Mask has_weight = hn::Gt(item.weight, hn::Zero(tag));
    const Mask may_be_another = hn::Or(hn::IsNaN(below), hn::Ne(share, clamp(below, item)));
    is_doubtful = hn::And(has_weight, may_be_another);
    return hn::IfThenElse(has_weight, share, item.min_share);
  }
  is_doubtful = hn::MaskFromVec(hn::Zero(tag));
  return share;
}

// Where shares go.
struct Output {
  double* shares;
  Doubts& doubts;
};

// Writes every share whose rounding the ratio's error leaves no doubt about, and notes the others.
// look(vectors, products) on the way.
template <class Look>
HWY_INLINE void write_looking(const Slice& slice, const Estimate& ratio, const Output& output,
                              Look look) {
  const Pair r = {hn::Set(tag, ratio.high), hn::Set(tag, ratio.low)};
  const V error = hn::Set(tag, ratio.error + product_error);
  const std::size_t lanes = hn::Lanes(tag);
  Mask is_doubtful;
  const auto share = [&](const Vectors& item) HWY_ATTR {
    const Pair product = product_of(item.weight, r);
    look(item, product);
    return share_of(item, product, error, is_doubtful);
  };
  std::size_t i = 0;
  for (; i + lanes <= slice.size; i += lanes) {
    hn::StoreU(share(load(slice, i)), tag, output.shares + i);
    if (HWY_UNLIKELY(!hn::AllFalse(tag, is_doubtful))) output.doubts.note(i, lanes);
  }
  if (i < slice.size) {
    const std::size_t count = slice.size - i;
    store_some(share(load_last(slice, i)), count, output.shares + i);
    if (HWY_UNLIKELY(!hn::AllFalse(tag, is_doubtful))) output.doubts.note(i, count);
  }
}

inline void write(const Slice& slice, const Estimate& ratio, const Output& output) {
  write_looking(slice, ratio, output, [](const Vectors&, Pair) HWY_ATTR {});
}

// Both at once: the shares are those of the ratio, wherever it leaves everyone.
inline Placement check_and_write(const Slice& slice, double placed_at, const Estimate& ratio,
                                 const Output& output) {
  const V r = hn::Set(tag, placed_at);
  const V tolerance = hn::Set(tag, near_tolerance(ratio.error));
  Near near = nothing_near();
  write_looking(slice, ratio, output, [&](const Vectors& item, Pair product) HWY_ATTR {
    check(item, product, r, tolerance, near);
  });
  return placement_of(near);
}

}  // namespace fairshare::reference::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
