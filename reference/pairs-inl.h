// Sums and ratios in pairs of doubles, in every lane of any vector type; compiled once for every
// instruction set. A single problem is the one lane of a `Lane`.
//
// Every bound is derived in docs/numerics.md.
#if defined(FAIRSHARE_REFERENCE_PAIRS) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHARE_REFERENCE_PAIRS
#undef FAIRSHARE_REFERENCE_PAIRS
#else
#define FAIRSHARE_REFERENCE_PAIRS
#endif

#include <hwy/highway.h>

#include <limits>

#include "fairshare/reference/error_bounds.h"

HWY_BEFORE_NAMESPACE();
namespace fairshare::reference::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Lane = hn::Vec<hn::CappedTag<double, 1>>;

// The number in every lane.
template <class W>
HWY_INLINE W all(double number) {
  return hn::Set(hn::DFromV<W>(), number);
}

// high + low; high is nearly all of it.
template <class W>
struct Pair {
  W high;
  W low;
};

// a + b and what rounding took from it, exactly (Knuth's TwoSum).
template <class W>
HWY_INLINE Pair<W> two_sum(W a, W b) {
  const W sum = hn::Add(a, b);
  const W of_b = hn::Sub(sum, a);
  return {sum, hn::Add(hn::Sub(a, hn::Sub(sum, of_b)), hn::Sub(b, of_b))};
}

// weight * ratio - product, where `product` is the rounded product: exact, barring underflow.
template <class W>
HWY_INLINE W product_rest(W weight, W ratio, W product) {
#if HWY_NATIVE_FMA && !defined(FAIRSHARE_WITHOUT_FMA)  // tests/avx512/ says why
  return hn::MulSub(weight, ratio, product);
#else
  // Dekker's product of halves of 26 bits, since there is no fused one. A factor above 2^996 gives
  // NaN, which settles nothing.
  const W splitter = all<W>(0x1p27 + 1);
  const W weight_scaled = hn::Mul(weight, splitter);
  const W weight_high = hn::Sub(weight_scaled, hn::Sub(weight_scaled, weight));
  const W weight_low = hn::Sub(weight, weight_high);
  const W ratio_scaled = hn::Mul(ratio, splitter);
  const W ratio_high = hn::Sub(ratio_scaled, hn::Sub(ratio_scaled, ratio));
  const W ratio_low = hn::Sub(ratio, ratio_high);
  W rest = hn::Sub(hn::Mul(weight_high, ratio_high), product);
  rest = hn::Add(rest, hn::Mul(weight_high, ratio_low));
  rest = hn::Add(rest, hn::Mul(weight_low, ratio_high));
  return hn::Add(rest, hn::Mul(weight_low, ratio_low));
#endif
}

// weight * ratio, whose high part is the rounded product of weight and ratio.high; barring
// underflow it is off by less than product_error.
template <class W>
HWY_INLINE Pair<W> product_of(W weight, const Pair<W>& ratio) {
  const W product = hn::Mul(weight, ratio.high);
  return {product, hn::MulAdd(weight, ratio.low, product_rest(weight, ratio.high, product))};
}

// A Sum in every lane.
template <class W>
struct Sums {
  W high;
  W low;
  W error;
};

// A sum of numbers >= 0 with a relative error of at most `error`.
template <class W>
HWY_INLINE Sums<W> normalised(const Pair<W>& sum, double error) {
  const W high = hn::Add(sum.high, sum.low);
  return {high, hn::Sub(sum.low, hn::Sub(high, sum.high)), hn::Mul(high, all<W>(error))};
}

template <class W>
HWY_INLINE Sums<W> negated(const Sums<W>& sum) {
  return {hn::Neg(sum.high), hn::Neg(sum.low), sum.error};
}

template <class W>
HWY_INLINE Sums<W> plus(const Sums<W>& a, const Sums<W>& b) {
  const Pair<W> sum = two_sum(a.high, b.high);
  const W low = hn::Add(sum.low, hn::Add(a.low, b.low));
  const W high = hn::Add(sum.high, low);
  const W rounding = hn::Mul(all<W>(plus_error), hn::Add(hn::Abs(a.high), hn::Abs(b.high)));
  return {high, hn::Sub(low, hn::Sub(high, sum.high)),
          hn::Add(hn::Add(a.error, b.error), rounding)};
}

// total - fixed.
template <class W>
HWY_INLINE Sums<W> rest_of(W total, const Sums<W>& fixed) {
  const W zero = all<W>(0);
  return plus(Sums<W>{total, zero, zero}, negated(fixed));
}

// The sum of shares while no claimant reaches a breakpoint: fixed + weight * R, in every lane. It
// takes fewer additions than its error bounds allow for.
template <class W>
struct Lines {
  Sums<W> fixed;
  Sums<W> weight;
};

template <class W>
HWY_INLINE Lines<W> plus(const Lines<W>& a, const Lines<W>& b) {
  return {plus(a.fixed, b.fixed), plus(a.weight, b.weight)};
}

// An Estimate in every lane.
template <class W>
struct Estimates {
  W high;
  W low;
  W error;
};

// rest / weight.
template <class W>
HWY_INLINE Estimates<W> ratio_of(const Sums<W>& rest, const Sums<W>& weight) {
  const W estimate = hn::Div(rest.high, weight.high);
  const W product = hn::Mul(estimate, weight.high);
  const W product_low =
      hn::MulAdd(estimate, weight.low, product_rest(weight.high, estimate, product));
  const W off = hn::Add(hn::Sub(rest.high, product), hn::Sub(rest.low, product_low));
  const W correction = hn::Div(off, weight.high);
  const W high = hn::Add(estimate, correction);
  const W relative =
      hn::Add(hn::Div(rest.error, hn::Abs(rest.high)), hn::Div(weight.error, weight.high));
  return {high, hn::Sub(correction, hn::Sub(high, estimate)),
          hn::MulAdd(relative, all<W>(1.01), all<W>(quotient_error))};
}

// The sums of shares that may be on either side of a bound, as in Placement.
template <class W>
struct NearShares {
  W all;
  W moving;
};

// The ratio's error, plus that due to claimants that may be on either side of their bound. Infinity
// if no other claimants move, or if these are so many that others might not be clear of their
// bounds.
template <class W>
HWY_INLINE W add_near(const NearShares<W>& near, W weight, const Estimates<W>& ratio) {
  const hn::DFromV<W> d;
  const auto is_any = hn::Gt(near.all, hn::Zero(d));
  if (HWY_LIKELY(hn::AllFalse(d, is_any))) return ratio.error;
  const W tolerance = hn::Add(ratio.error, all<W>(product_error));
  const W moving = hn::Mul(hn::Mul(weight, ratio.high), all<W>(1 - 0x1p-20));
  const W certain = hn::Sub(moving, near.moving);
  const W part = hn::Mul(hn::Div(near.all, certain), all<W>(4));
  const W error = hn::MulAdd(part, tolerance, ratio.error);
  const W error_max = hn::Mul(tolerance, all<W>(clear_of_tolerance / 2));
  const auto is_few = hn::And(hn::Gt(certain, hn::Zero(d)), hn::Le(error, error_max));
  return hn::IfThenElse(is_any, hn::IfThenElse(is_few, error, hn::Inf(d)), ratio.error);
}

// The ratio rounded to nearest; NaN if that is in doubt.
template <class W>
HWY_INLINE W rounded(const Estimates<W>& ratio) {
  const W error = hn::Mul(ratio.high, hn::Add(ratio.error, all<W>(product_error)));
  const W above = hn::Add(ratio.high, hn::Add(ratio.low, error));
  const W below = hn::Add(ratio.high, hn::Sub(ratio.low, error));
  return hn::IfThenElse(hn::Eq(above, below), above,
                        all<W>(std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace fairshare::reference::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
