// The passes that only guess: sums in plain doubles, without a bound on their error.
#if defined(FAIRSHARE_REFERENCE_GUESS_PASSES) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHARE_REFERENCE_GUESS_PASSES
#undef FAIRSHARE_REFERENCE_GUESS_PASSES
#else
#define FAIRSHARE_REFERENCE_GUESS_PASSES
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "fairshare/reference/error_bounds.h"
#include "fairshare/reference/stretches.h"
#include "fairshare/reference/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fairshare::reference::HWY_NAMESPACE {

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
  const auto pass = [ratio](const Slice& some) HWY_ATTR -> Evaluation {
    const EvaluationByLane sums = evaluate_by_lane(some, hn::Set(tag, ratio));
    return {sum_of_lanes(sums.shares), sum_of_lanes(sums.weight)};
  };
  return merged<Evaluation>(slice, pass, [](const Evaluation& a, const Evaluation& b) {
    return Evaluation{a.shares + b.shares, a.weight + b.weight};
  });
}

HWY_INLINE V weights_by_lane(const Slice& slice) {
  V sum_1 = hn::Zero(tag), sum_2 = sum_1;
  for_each_vector(
      slice, [&](const Vectors& item) HWY_ATTR { sum_1 = hn::Add(sum_1, item.weight); },
      [&](const Vectors& item) HWY_ATTR { sum_2 = hn::Add(sum_2, item.weight); });
  return hn::Add(sum_1, sum_2);
}

inline double sum_of_weights(const Slice& slice) {
  const auto pass = [](const Slice& some) HWY_ATTR { return sum_of_lanes(weights_by_lane(some)); };
  return merged<double>(slice, pass, std::plus<>());
}

// The sum of all shares at the ratio 0, for which one column is enough.
inline double sum_of_min_shares(const Slice& slice) {
  const auto pass = [](const Slice& some) HWY_ATTR {
    V sum_1 = hn::Zero(tag), sum_2 = sum_1;
    for_each_vector(
        some, [&](const Vectors& item) HWY_ATTR { sum_1 = hn::Add(sum_1, item.min_share); },
        [&](const Vectors& item) HWY_ATTR { sum_2 = hn::Add(sum_2, item.min_share); });
    return sum_of_lanes(hn::Add(sum_1, sum_2));
  };
  return merged<double>(slice, pass, std::plus<>());
}

// The standard deviation of one share at `ratio`; if `known` is not negative, that of its
// difference from the share at `known`.
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

// Roughly how many claimants have a breakpoint between two ratios.
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

}  // namespace fairshare::reference::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
