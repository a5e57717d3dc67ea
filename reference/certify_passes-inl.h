// The passes that certify: sums with a bound on their error, the place of each claimant, and shares
// rounded to nearest. All of this code must be right.
#if defined(FAIRSHARE_REFERENCE_CERTIFY_PASSES) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHARE_REFERENCE_CERTIFY_PASSES
#undef FAIRSHARE_REFERENCE_CERTIFY_PASSES
#else
#define FAIRSHARE_REFERENCE_CERTIFY_PASSES
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "fairshare/reference/error_bounds.h"
#include "fairshare/reference/pairs-inl.h"
#include "fairshare/reference/solve.h"
#include "fairshare/reference/stretches.h"
#include "fairshare/reference/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fairshare::reference::HWY_NAMESPACE {

// ---- Compensated sums

// A sum in vectors (high), and what rounding took from it (low) (Ogita, Rump, Oishi 2005).
template <class W>
struct Compensated {
  W high;
  W low;

  HWY_INLINE void add(W addend) {
    const Pair<W> sum = two_sum(high, addend);
    high = sum.high;
    low = hn::Add(low, sum.low);
  }
  HWY_INLINE void add(const Compensated& other) {
    add(other.high);
    low = hn::Add(low, other.low);
  }
  HWY_INLINE Pair<W> sum() const { return {high, low}; }
};

// The sum of all lanes: the upper half is added to the lower one until one lane is left.
HWY_INLINE Pair<Lane> total_of(const Compensated<Lane>& sums) {
  return sums.sum();
}
#if HWY_TARGET != HWY_SCALAR  // which has no halves
template <class W>
HWY_INLINE Pair<Lane> total_of(const Compensated<W>& sums) {
  constexpr hn::Half<hn::DFromV<W>> half;
  using Halves = Compensated<hn::Vec<hn::Half<hn::DFromV<W>>>>;
  Halves lower{hn::LowerHalf(half, sums.high), hn::LowerHalf(half, sums.low)};
  lower.add(Halves{hn::UpperHalf(half, sums.high), hn::UpperHalf(half, sums.low)});
  return total_of(lower);
}
#endif

// A line while it is being added up.
struct CompensatedLine {
  Compensated<V> fixed, weight;

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

constexpr std::size_t block_vectors = 1024;  // that a sum takes before the next one begins
constexpr std::size_t group_blocks = 128;  // that a sum of blocks takes before the next one begins

// The sums of blocks, in their order: they are added up in groups, and so are the groups, so that
// no partial sum takes many additions.
struct Groups {
  CompensatedLine group;  // the last one
  CompensatedLine whole;  // the groups before it
  std::size_t blocks;

  HWY_INLINE CompensatedLine sum() const {
    if (blocks <= group_blocks) return group;
    CompensatedLine all = whole;
    all.add(group);
    return all;
  }
  HWY_INLINE void add(const CompensatedLine& block) {
    if (blocks % group_blocks == 0) {
      whole = sum();
      group = block;
    } else {
      group.add(block);
    }
    ++blocks;
  }
};

// The sum of all blocks, with its error.
HWY_INLINE Lines<Lane> lines_of(const Slice& slice, const CompensatedLine& whole) {
  const std::size_t block = block_vectors * hn::Lanes(tag);
  constexpr std::size_t claimants = std::size_t{1} << 31;  // find_fraction relies on the bound
  static_assert(claimants == claimants_max);
  static_assert(additions_max(claimants) >
                block_vectors + group_blocks + claimants / block_vectors / group_blocks + 32);
  const std::size_t per_vector = std::min(block, slice.size) / hn::Lanes(tag) + 1;
  const std::size_t blocks = (slice.size + block - 1) / block;
  const double error =
      compensated_error(per_vector + std::min(blocks, group_blocks) + hn::Lanes(tag),
                        (blocks + group_blocks - 1) / group_blocks);
  return {normalised(total_of(whole.fixed), error), normalised(total_of(whole.weight), error)};
}

HWY_INLINE void store(const CompensatedLine& line, double* to) {
  const std::size_t lanes = hn::Lanes(tag);
  hn::StoreU(line.fixed.high, tag, to);
  hn::StoreU(line.fixed.low, tag, to + lanes);
  hn::StoreU(line.weight.high, tag, to + 2 * lanes);
  hn::StoreU(line.weight.low, tag, to + 3 * lanes);
}

HWY_INLINE CompensatedLine load_line(const double* from) {
  const std::size_t lanes = hn::Lanes(tag);
  return {{hn::LoadU(tag, from), hn::LoadU(tag, from + lanes)},
          {hn::LoadU(tag, from + 2 * lanes), hn::LoadU(tag, from + 3 * lanes)}};
}

// The same if threads share the slice. The blocks' sums are kept, and then added up in their order.
template <class Pass>
Lines<Lane> sum_in_stretches(const Slice& slice, const Pass& pass) {
  const std::size_t block = block_vectors * hn::Lanes(tag);
  const std::size_t doubles = 4 * hn::Lanes(tag);  // of a block's sums
  std::vector<double> sums((slice.size + block - 1) / block * doubles);
  for_each_stretch(slice, [&](std::size_t k, const Stretch& stretch) HWY_ATTR {
    const std::size_t end = stretch.begin + stretch.size;
    for (std::size_t begin = stretch.begin; begin < end; begin += block) {
      CompensatedLine sum = zero_line();
      pass(part(slice, begin, std::min(block, end - begin)), sum, k);
      store(sum, sums.data() + begin / block * doubles);
    }
  });
  Groups groups{zero_line(), zero_line(), 0};
  for (std::size_t at = 0; at < sums.size(); at += doubles) groups.add(load_line(sums.data() + at));
  return lines_of(slice, groups.sum());
}

// Runs a pass in blocks: pass(block, sums, k) adds a block of stretch k to the sums. On one thread
// all blocks are in stretch 0.
template <class Pass>
HWY_INLINE Lines<Lane> sum_in_blocks(const Slice& slice, const Pass& pass) {
  if (HWY_UNLIKELY(slice.executor != nullptr)) return sum_in_stretches(slice, pass);
  const std::size_t block = block_vectors * hn::Lanes(tag);
  Groups groups{zero_line(), zero_line(), 1};
  pass(part(slice, 0, std::min(block, slice.size)), groups.group, 0);
  for (std::size_t begin = block; begin < slice.size; begin += block) {
    CompensatedLine sums = zero_line();
    pass(part(slice, begin, std::min(block, slice.size - begin)), sums, 0);
    groups.add(sums);
  }
  return lines_of(slice, groups.sum());
}

// Adds each claimant where `ratio` places it: at a bound, or proportional.
HWY_INLINE void add_line(const Slice& slice, V ratio, CompensatedLine& sums) {
  const auto add = [&](const Vectors& item) FAIRSHARE_INLINE_LAMBDA {
    const V product = hn::Mul(item.weight, ratio);
    const Mask is_free = is_between(product, item);
    sums.add(hn::IfThenZeroElse(is_free, clamp(product, item)),
             hn::IfThenElseZero(is_free, item.weight));
  };
  for_each_vector(slice, add, add);
}

inline Lines<Lane> line_at(const Slice& slice, double ratio) {
  const V r = hn::Set(tag, ratio);
  return sum_in_blocks(slice, [r](const Slice& block, CompensatedLine& sums, std::size_t)
                                  FAIRSHARE_INLINE_LAMBDA { add_line(block, r, sums); });
}

// The sums of the least and of the most that the claimants can get.
struct Ends {
  Sums<Lane> least;
  Sums<Lane> most;
  double addend;  // the least addend above 0 in either sum; infinity if all are 0
};

inline Ends ends_of(const Slice& slice) {
  const V zero = hn::Zero(tag);
  const V none = hn::Inf(tag);
  std::array<double, stretches_max> addends;
  addends.fill(std::numeric_limits<double>::infinity());
  const auto add_ends = [&](const Slice& block, CompensatedLine& sums,
                            std::size_t k) FAIRSHARE_INLINE_LAMBDA {
    V addend = none;
    const auto add = [&](const Vectors& item) FAIRSHARE_INLINE_LAMBDA {
      const Mask has_weight = hn::Gt(item.weight, zero);
      const V most = hn::IfThenElse(has_weight, item.max_share, item.min_share);
      sums.add(item.min_share, most);
      const V other = hn::IfThenElse(hn::Gt(most, zero), most, none);
      addend = hn::Min(addend, hn::IfThenElse(hn::Gt(item.min_share, zero), item.min_share, other));
    };
    for_each_vector(block, add, add);
    addends[k] = std::min(addends[k], hn::GetLane(hn::MinOfLanes(tag, addend)));
  };
  const auto [least, most] = sum_in_blocks(slice, add_ends);
  return {least, most, *std::ranges::min_element(addends)};
}

// ---- One pass that decides the places of nearly all claimants

#if HWY_TARGET == HWY_AVX2
// For each set of lanes of a vector of four, the indices of the lanes' halves, then those of the
// other halves.
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

// The vector with the lanes whose bits are set moved to its front.
HWY_INLINE V front(V vector, std::uint8_t lanes) {
#if HWY_TARGET == HWY_AVX2
  // Highway's own function reads its table from the stack, to which g++ 12 copies it every time.
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

// Stores whole vectors, and the next one overwrites the lanes that are not open: masked stores are
// slow.
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

// The places of claimants between two ratios: what each adds to the line, as vectors.
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

// The room to which each stretch's claimants are copied. No more vectors are stored than have been
// read, so none reaches into the next stretch's room.
inline std::array<Residue, stretches_max> residues_in(const Residue& rest, const Slice& slice) {
  std::array<Residue, stretches_max> residues = {};
  residues[0] = {rest.weight, rest.min_share, rest.max_share, 0};
  if (slice.executor == nullptr) return residues;
  for (std::size_t k = 1; k < stretches_of(slice); ++k) {
    const std::size_t begin = stretch_at(slice, k).begin;
    residues[k] = {rest.weight + begin, rest.min_share + begin, rest.max_share + begin, 0};
  }
  return residues;
}

// Moves the copies to the end of the rest, which is before them in memory.
inline void append(const Residue& copies, Residue& rest) {
  const auto move = [&](const double* from, double* to) {
    if (from != to + rest.size) std::copy_n(from, copies.size, to + rest.size);
  };
  move(copies.weight, rest.weight);
  move(copies.min_share, rest.min_share);
  move(copies.max_share, rest.max_share);
  rest.size += copies.size;
}

// A claimant with the same place on all of [low, high] is added to the line. The others are copied
// to `rest`, whose columns must have room for one vector more than the slice; `rest.size` says how
// many they are. Although products are rounded, this is right for every ratio that is more than a
// few units in the last place away from low and high.
inline Lines<Lane> partition(const Slice& slice, double low, double high, Residue& rest) {
  const V low_ratio = hn::Set(tag, low);
  const V high_ratio = hn::Set(tag, high);
  const std::size_t lanes = hn::Lanes(tag);
  std::array<Residue, stretches_max> open = residues_in(rest, slice);
  const auto take = [&](const Slice& block, CompensatedLine& sums, std::size_t k) HWY_ATTR {
    // Local copies: the compiler knows that no store to a column changes them.
    CompensatedLine line = sums;
    Residue copies = open[k];
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
    open[k] = copies;
  };
  const Lines<Lane> line = sum_in_blocks(slice, take);
  rest.size = 0;
  for (const Residue& copies : open) append(copies, rest);
  return line;
}

// ---- Does a ratio keep every claimant where the line has it?

// The claimants that are so near a bound that they may be on either side of it; and whether one is
// on the wrong side of its bound, or too near to tell.
struct Near {
  V shares;
  V moving;  // of these, those proportional on the line
  Mask is_wrong;
};

// `rounded` equals a bound in the lanes of `is_close`. The exact share is `off` above it in all
// lanes.
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

// `product` is that of the weights and the ratio of the line at `placed_at`.
HWY_INLINE void check(const Vectors& item, const Pair<V>& product, V placed_at, V tolerance,
                      Near& near) {
  const V rounded = hn::Add(product.high, product.low);
  const V placing = hn::Mul(item.weight, placed_at);
  const Mask is_moving = is_between(placing, item);
  const V placed = hn::IfThenElse(is_moving, rounded, clamp(placing, item));
  near.is_wrong = hn::Or(near.is_wrong, hn::Ne(placed, clamp(rounded, item)));
  // A product that overflows or cannot be split is NaN, which clamp turns into some bound.
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

HWY_INLINE Near check_by_lane(const Slice& slice, V placed_at, const Pair<V>& ratio, V tolerance) {
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
  const auto pass = [&](const Slice& some) HWY_ATTR {
    return placement_of(check_by_lane(some, hn::Set(tag, placed_at),
                                      {hn::Set(tag, ratio.high), hn::Set(tag, ratio.low)},
                                      hn::Set(tag, near_tolerance(ratio.error))));
  };
  return merged<Placement>(slice, pass, [](const Placement& a, const Placement& b) {
    return Placement{a.holds && b.holds, a.near_shares + b.near_shares,
                     a.near_moving + b.near_moving};
  });
}

// The least addends above 0 of the line at a ratio, and the least product of a claimant that can
// move. A claimant near a bound counts both as fixed and as proportional, so that none is missed.
inline Least least_addends(const Slice& slice, double ratio) {
  const auto pass = [ratio](const Slice& some) HWY_ATTR -> Least {
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
    for_each_vector(some, look, look);
    return {hn::GetLane(hn::MinOfLanes(tag, fixed)), hn::GetLane(hn::MinOfLanes(tag, weight)),
            hn::GetLane(hn::MinOfLanes(tag, product))};
  };
  return merged<Least>(slice, pass, [](const Least& a, const Least& b) {
    return Least{std::min(a.fixed, b.fixed), std::min(a.weight, b.weight),
                 std::min(a.product, b.product)};
  });
}

// ---- The breakpoints next to a ratio at which no claimant is proportional

// The greatest ratio below which a claimant at max_share would be proportional; 0 for none.
inline double breakpoint_below(const Slice& slice, double ratio) {
  const auto pass = [ratio](const Slice& some) HWY_ATTR {
    const V r = hn::Set(tag, ratio);
    V greatest = hn::Zero(tag);
    const auto look = [&](const Vectors& item) HWY_ATTR {
      const Mask is_capped = hn::And(hn::Ge(hn::Mul(item.weight, r), item.max_share),
                                     hn::Lt(item.min_share, item.max_share));
      greatest =
          hn::Max(greatest, hn::IfThenElseZero(is_capped, hn::Div(item.max_share, item.weight)));
    };
    for_each_vector(some, look, look);
    return hn::GetLane(hn::MaxOfLanes(tag, greatest));
  };
  return merged<double>(slice, pass, [](double a, double b) { return std::max(a, b); });
}

// The least ratio above which a claimant at min_share would be proportional; infinity for none.
inline double breakpoint_above(const Slice& slice, double ratio) {
  const auto pass = [ratio](const Slice& some) HWY_ATTR {
    const V r = hn::Set(tag, ratio);
    const V none = hn::Inf(tag);
    V least = none;
    const auto look = [&](const Vectors& item) HWY_ATTR {
      const Mask is_floored = hn::And(hn::And(hn::Le(hn::Mul(item.weight, r), item.min_share),
                                              hn::Lt(item.min_share, item.max_share)),
                                      hn::Gt(item.weight, hn::Zero(tag)));
      least =
          hn::Min(least, hn::IfThenElse(is_floored, hn::Div(item.min_share, item.weight), none));
    };
    for_each_vector(some, look, look);
    return hn::GetLane(hn::MinOfLanes(tag, least));
  };
  return merged<double>(slice, pass, [](double a, double b) { return std::min(a, b); });
}

// ---- Writing

inline void write_rounded_by_one(const Slice& slice, double ratio, double* shares) {
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

inline void write_rounded(const Slice& slice, double ratio, double* shares) {
  if (slice.executor == nullptr) return write_rounded_by_one(slice, ratio, shares);
  for_each_stretch(slice, [&](std::size_t, const Stretch& stretch) {
    write_rounded_by_one(part(slice, stretch.begin, stretch.size), ratio, shares + stretch.begin);
  });
}

// The share rounded to nearest; in the lanes of `is_doubtful` it is only near that. `product` is
// weight * ratio, with a relative error of at most `error`.
HWY_INLINE V share_of(const Vectors& item, const Pair<V>& product, V error, Mask& is_doubtful) {
  const V underflow = hn::Set(tag, 0x1p-950);  // more than that can take from a product
  const V error_max = hn::MulAdd(product.high, error, underflow);
  const V above = hn::Add(product.high, hn::Add(product.low, error_max));
  const V below = hn::Add(product.high, hn::Sub(product.low, error_max));
  const V share = clamp(above, item);
  const Mask is_certain = hn::Eq(above, below);  // false for NaN
  if (HWY_UNLIKELY(!hn::AllTrue(tag, is_certain))) {
    const Mask has_weight = hn::Gt(item.weight, hn::Zero(tag));
    // If a product overflows or cannot be split, its low half is lost; its high half is near.
    const Mask is_lost = hn::IsNaN(below);
    is_doubtful = hn::And(has_weight, hn::Or(is_lost, hn::Ne(share, clamp(below, item))));
    const V near = hn::IfThenElse(is_lost, clamp(product.high, item), share);
    return hn::IfThenElse(has_weight, near, item.min_share);
  }
  is_doubtful = hn::MaskFromVec(hn::Zero(tag));
  return share;
}

// Where the shares are written.
struct Output {
  double* shares;
  Doubts& doubts;
};

// Writes every share, and notes those whose rounding the ratio's error leaves in doubt. Calls
// look(vectors, products) on the way.
template <class Look>
HWY_INLINE void write_looking(const Slice& slice, const Estimate& ratio, const Output& output,
                              Look look) {
  const Pair<V> r = {hn::Set(tag, ratio.high), hn::Set(tag, ratio.low)};
  const V error = hn::Set(tag, ratio.error + product_error);
  const std::size_t lanes = hn::Lanes(tag);
  Mask is_doubtful;
  const auto share = [&](const Vectors& item) FAIRSHARE_INLINE_LAMBDA {
    const Pair<V> product = product_of(item.weight, r);
    look(item, product);
    return share_of(item, product, error, is_doubtful);
  };
  std::size_t i = 0;
  for (; i + lanes <= slice.size; i += lanes) {
    hn::StoreU(share(load(slice, i)), tag, output.shares + i);
    if (HWY_UNLIKELY(!hn::AllFalse(tag, is_doubtful))) output.doubts.note(i, bits_of(is_doubtful));
  }
  if (i < slice.size) {
    store_some(share(load_last(slice, i)), slice.size - i, output.shares + i);
    if (HWY_UNLIKELY(!hn::AllFalse(tag, is_doubtful))) output.doubts.note(i, bits_of(is_doubtful));
  }
}

inline void write_by_one(const Slice& slice, const Estimate& ratio, const Output& output) {
  write_looking(slice, ratio, output, [](const Vectors&, const Pair<V>&) HWY_ATTR {});
}

inline void write(const Slice& slice, const Estimate& ratio, const Output& output) {
  if (slice.executor == nullptr) return write_by_one(slice, ratio, output);
  std::array<Doubts, stretches_max> doubts;
  for_each_stretch(slice, [&](std::size_t k, const Stretch& stretch) {
    write_by_one(part(slice, stretch.begin, stretch.size), ratio,
                 {output.shares + stretch.begin, doubts[k]});
  });
  for (std::size_t k = 0; k < stretches_of(slice); ++k) {
    output.doubts.add(doubts[k], stretch_at(slice, k).begin);
  }
}

// Checks and writes in one pass. The shares are those of the ratio, wherever it places the
// claimants.
inline Placement check_and_write(const Slice& slice, double placed_at, const Estimate& ratio,
                                 const Output& output) {
  const V r = hn::Set(tag, placed_at);
  const V tolerance = hn::Set(tag, near_tolerance(ratio.error));
  Near near = nothing_near();
  write_looking(slice, ratio, output, [&](const Vectors& item, const Pair<V>& product) HWY_ATTR {
    check(item, product, r, tolerance, near);
  });
  return placement_of(near);
}

}  // namespace fairshare::reference::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
