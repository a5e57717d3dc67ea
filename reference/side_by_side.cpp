// The problems' columns are woven together: vector i has claimant i of every problem, and the
// passes over columns do the rest, by the arithmetic of a single problem in every lane. A lane that
// is finished waits for the others.
#include "fairshare/reference/side_by_side.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fairshare/reference/side_by_side.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include "fairshare/reference/certify_passes-inl.h"
#include "fairshare/reference/guess_passes-inl.h"
#include "fairshare/reference/instruction_set.h"
#include "fairshare/reference/pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fairshare::reference::HWY_NAMESPACE {

constexpr int steps_max = 12;  // of Newton's method in doubles
constexpr int lines_max = 4;   // tried in pairs of doubles

// Columns with a problem in every lane. A lane without a claimant i has zeros there.
struct Woven {
  HWY_ALIGN std::array<double, small_max * lanes_max> weight, min_share, max_share, shares;
  std::size_t claimants = 0;  // of the largest problem

  Slice slice() const {
    return {weight.data(), min_share.data(), max_share.data(), claimants * hn::Lanes(tag)};
  }
};

// Weaves one column of each problem. Transposing vectors is no faster than moving numbers one by
// one.
template <class Column>
HWY_INLINE void weave(std::span<const Small> problems, std::size_t claimants, Column column,
                      double* to) {
  const std::size_t lanes = hn::Lanes(tag);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::size_t size = lane < problems.size() ? problems[lane].claimants.size : 0;
    for (std::size_t i = 0; i < size; ++i) to[i * lanes + lane] = column(problems[lane])[i];
    for (std::size_t i = size; i < claimants; ++i) to[i * lanes + lane] = 0;
  }
}

void weave(std::span<const Small> problems, Woven& woven) {
  for (const Small& one : problems) {
    woven.claimants = std::max(woven.claimants, one.claimants.size);
  }
  const auto weight = [](const Small& one) { return one.claimants.weight; };
  const auto min_share = [](const Small& one) { return one.claimants.min_share; };
  const auto max_share = [](const Small& one) { return one.claimants.max_share; };
  weave(problems, woven.claimants, weight, woven.weight.data());
  weave(problems, woven.claimants, min_share, woven.min_share.data());
  weave(problems, woven.claimants, max_share, woven.max_share.data());
}

HWY_INLINE Mask is_in(Range range, V number) {
  return hn::And(hn::Ge(number, hn::Set(tag, range.least)),
                 hn::Le(number, hn::Set(tag, range.most)));
}

// ---- The guess

// Newton's method in the lanes of `is_open`: ratios near the answers.
HWY_INLINE V find_ratios(const Slice& slice, V total, V start, Mask is_open, V precision) {
  V ratio = start, low = hn::Zero(tag), high = hn::Inf(tag);
  for (int step = 0; step < steps_max && !hn::AllFalse(tag, is_open); ++step) {
    const EvaluationByLane here = evaluate_by_lane(slice, ratio);
    const V rest = hn::Sub(total, here.shares);
    const Mask is_below = hn::Gt(rest, hn::Zero(tag));
    low = hn::IfThenElse(is_below, ratio, low);
    high = hn::IfThenElse(is_below, high, ratio);
    const V newton = hn::Add(ratio, hn::Div(rest, here.weight));
    const Mask is_inside = hn::And(hn::Gt(newton, low), hn::Lt(newton, high));
    const V noise = hn::Mul(hn::Set(tag, 0x1p-46), hn::Add(here.shares, total));
    const Mask is_near =
        hn::And(is_inside, hn::Le(hn::Abs(hn::Sub(newton, ratio)), hn::Mul(precision, ratio)));
    const Mask is_last = hn::Or(hn::Le(hn::Abs(rest), noise), is_near);
    const V halfway =
        hn::IfThenElse(hn::Lt(high, hn::Inf(tag)), hn::Mul(hn::Add(low, high), hn::Set(tag, 0.5)),
                       hn::Mul(ratio, hn::Set(tag, 4)));
    const V otherwise = hn::IfThenElse(is_last, ratio, halfway);
    ratio = hn::IfThenElse(is_open, hn::IfThenElse(is_inside, newton, otherwise), ratio);
    is_open = hn::AndNot(is_last, is_open);
  }
  return ratio;
}

// ---- The certificate

// Goes from nearby ratios to those that leave each claimant on the line that gave them. Returns the
// lanes of `is_open` in which they were found.
HWY_INLINE Mask find_lines(const Woven& woven, V total, V placed_at, Mask is_open,
                           Estimates<V>& found) {
  const Slice slice = woven.slice();
  const double relative_error = compensated_error(woven.claimants, 1);
  Mask is_found = hn::Lt(total, hn::Zero(tag));
  for (int tried = 0; tried < lines_max && !hn::AllFalse(tag, is_open); ++tried) {
    CompensatedLine line = zero_line();
    add_line(slice, placed_at, line);
    const Sums<V> weight = normalised(line.weight.sum(), relative_error);
    const Sums<V> rest = rest_of(total, normalised(line.fixed.sum(), relative_error));
    Estimates<V> ratio = ratio_of(rest, weight);
    const Mask is_usual =
        hn::And(is_in(ordinary_total, rest.high),
                hn::And(is_in(ordinary, weight.high), is_in(ordinary, ratio.high)));
    const V tolerance = hn::Add(ratio.error, hn::Set(tag, product_error));
    const Near near = check_by_lane(slice, placed_at, {ratio.high, ratio.low}, tolerance);
    const Mask is_precise = hn::Le(ratio.error, hn::Set(tag, ratio_error_max));
    ratio.error = add_near(NearShares<V>{near.shares, near.moving}, weight.high, ratio);
    const Mask is_certain = hn::And(is_precise, hn::Le(ratio.error, hn::Set(tag, ratio_error_max)));
    const Mask is_now = hn::And(is_open, hn::AndNot(near.is_wrong, hn::And(is_usual, is_certain)));
    found = ratio;  // a finished lane keeps its place, and gets the same result again
    is_found = hn::Or(is_found, is_now);
    // A line that cannot tell, or is right but unsure about a claimant, gets no better.
    is_open = hn::And(hn::AndNot(is_now, is_open), hn::And(is_usual, near.is_wrong));
    placed_at = hn::IfThenElse(is_open, ratio.high, placed_at);
  }
  return is_found;
}

// Writes the shares of all lanes; returns the lanes without a doubtful share.
HWY_INLINE Mask write_all(Woven& woven, const Estimates<V>& ratio) {
  const Slice slice = woven.slice();
  const V error = hn::Add(ratio.error, hn::Set(tag, product_error));
  Mask is_any_doubtful = hn::Lt(ratio.high, ratio.high);
  for (std::size_t at = 0; at < slice.size; at += hn::Lanes(tag)) {
    const Vectors item = load(slice, at);
    const Pair<V> product = product_of(item.weight, Pair<V>{ratio.high, ratio.low});
    Mask is_doubtful;
    hn::Store(share_of(item, product, error, is_doubtful), tag, woven.shares.data() + at);
    is_any_doubtful = hn::Or(is_any_doubtful, is_doubtful);
  }
  return hn::Not(is_any_doubtful);
}

void settle_side_by_side(std::span<const Small> problems, std::span<std::optional<double>> ratios) {
  const std::size_t lanes = hn::Lanes(tag);
  HWY_ALIGN std::array<double, lanes_max> total = {}, precision = {}, ratio;
  for (std::size_t k = 0; k < problems.size(); ++k) {
    total[k] = problems[k].total;
    precision[k] = 1 / (8 * static_cast<double>(problems[k].claimants.size + 1));
  }
  Woven woven;
  weave(problems, woven);
  const V totals = hn::Load(tag, total.data());
  const Mask is_open = is_in(ordinary_total, totals);
  const V start = hn::Div(totals, weights_by_lane(woven.slice()));
  const V near =
      find_ratios(woven.slice(), totals, start, is_open, hn::Load(tag, precision.data()));
  const V zero = hn::Zero(tag);
  Estimates<V> found{zero, zero, zero};
  const Mask is_found = find_lines(woven, totals, near, is_open, found);
  const Mask is_settled = hn::And(is_found, write_all(woven, found));
  hn::Store(hn::IfThenElse(is_settled, rounded(found),
                           hn::Set(tag, std::numeric_limits<double>::quiet_NaN())),
            tag, ratio.data());
  for (std::size_t k = 0; k < problems.size(); ++k) {
    ratios[k] = std::nullopt;
    if (ratio[k] != ratio[k]) continue;
    ratios[k] = ratio[k];
    const std::size_t size = problems[k].claimants.size;
    for (std::size_t i = 0; i < size; ++i) problems[k].shares[i] = woven.shares[i * lanes + k];
  }
}

std::size_t side_by_side() {
  return hn::Lanes(tag);
}

}  // namespace fairshare::reference::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshare::reference {
namespace {

FAIRSHARE_BY_INSTRUCTION_SET(settle_side_by_side);
FAIRSHARE_BY_INSTRUCTION_SET(side_by_side);

}  // namespace

std::size_t side_by_side() {
  return chosen(side_by_side_by_set)();
}

void settle_side_by_side(std::span<const Small> problems, std::span<std::optional<double>> ratios) {
  assert(problems.size() <= side_by_side());
  assert(ratios.size() == problems.size());
  assert(std::ranges::all_of(problems, [](const Small& problem) {
    return problem.claimants.size >= 1 && problem.claimants.size <= small_max;
  }));
  chosen(settle_side_by_side_by_set)(problems, ratios);
}

}  // namespace fairshare::reference
#endif
