// A ratio is found in plain doubles by Newton's method, which on a sum of clamped lines ends after
// a few steps; then the line that it stands on is summed with compensation, and its ratio checked:
// does it leave each claimant where that line has it?
//
// Many claimants are first cut down: a sample says between which two ratios the answer lies, and
// one pass over all of them leaves only those open whose breakpoints lie between these.
#include "reference/settle.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "reference/settle.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <optional>

#include "reference/passes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fairshare::reference::HWY_NAMESPACE {

constexpr std::uint32_t steps_max = 48;  // of Newton's method in doubles
constexpr std::uint32_t lines_max = 12;  // tried in pairs of doubles
constexpr std::uint32_t cuts_max = 12;   // that leave fewer open, or fail to
constexpr double open_max = 1 / 8.0;     // of a sample; more had better not be copied

// What is open: fixed + weight * R + shares of the slice = total.
struct Open {
  Slice slice;
  Line line;  // of everyone else
  bool is_all;
};

// `total` of what is open, in plain doubles.
double left_of(double total, const Open& open) {
  return (total - open.line.fixed.high) - open.line.fixed.low;
}

// Halfway between two doubles >= 0, counted in doubles.
double middle(double low, double high) {
  const auto a = std::bit_cast<std::uint64_t>(low);
  const auto b = std::bit_cast<std::uint64_t>(high);
  return std::bit_cast<double>(a + (b - a) / 2);
}

// What is missing to `left` at a ratio, in plain doubles.
struct Point {
  double ratio;
  double rest;
};

// Newton left the points between which the answer lies: by the chord, or halfway.
double step_inside(const Point& low, const Point& high, bool by_chord) {
  const double chord = low.ratio + (high.ratio - low.ratio) * (low.rest / (low.rest - high.rest));
  const bool is_inside = chord > low.ratio && chord < high.ratio;
  return by_chord && is_inside ? chord : middle(low.ratio, high.ratio);
}

// The ratio at which slice + weight * R comes to `left`, roughly: to within `precision`, or to
// where rounding hides the rest. The bound of `between` where there is none inside.
double find_ratio(const Slice& slice, double left, double weight, Belief between, double start,
                  double precision, std::uint32_t& passes) {
  Point low{between.low, 0}, high{between.high, 0};  // a rest of 0: not known yet
  double ratio = start > low.ratio && start < high.ratio ? start : middle(low.ratio, high.ratio);
  std::uint32_t strides = 0;  // far ones in a row: weights of many magnitudes, one step a magnitude
  for (std::uint32_t step = 0; step < steps_max; ++step) {
    ++passes;
    const Evaluation here = evaluate(slice, ratio);
    const double slope = here.weight + weight;
    const double rest = left - (here.shares + weight * ratio);
    const bool is_noise = std::abs(rest) <= 0x1p-46 * (here.shares + std::abs(left));
    if (is_noise && slope == 0) return ratio;
    (rest > 0 ? low : high) = {ratio, rest};
    double next = ratio + rest / slope;
    if (slope == 0) {
      ++passes;
      next = rest > 0 ? breakpoint_above(slice, ratio) * (1 + 0x1p-50)
                      : breakpoint_below(slice, ratio) * (1 - 0x1p-50);
      if (rest > 0 && next >= high.ratio && high.rest == 0) return between.high;
      if (rest < 0 && next <= low.ratio && low.rest == 0) return between.low;
    }
    const bool is_inside = next > low.ratio && next < high.ratio;
    if (is_noise) return is_inside ? next : ratio;
    if (is_inside && std::abs(next - ratio) <= precision * ratio) return next;
    if (!is_inside && rest > 0 && high.rest == 0) return between.high;
    if (!is_inside && rest <= 0 && low.rest == 0) {
      ++passes;
      low.rest = left - (evaluate(slice, low.ratio).shares + weight * low.ratio);
      if (low.rest <= 0) return between.low;
    }
    const bool is_bracketed = low.rest != 0 && high.rest != 0;
    const double stride = next / ratio;
    const bool is_far = is_inside && (stride > 16 || stride < 1 / 16.0);
    strides = is_far ? strides + 1 : 0;
    if (!is_inside || (is_bracketed && ((step >= 8 && step % 2 == 0) || strides > 1))) {
      next = step_inside(low, high, strides == 0 && step % 4 < 2);
    } else if (strides > 1) {
      const int magnitudes = std::ilogb(next) - std::ilogb(ratio);  // the stride may be inf or 0
      const double far = std::ldexp(ratio, magnitudes * (1 << std::min(strides, 8U)));
      if (far > low.ratio && far < high.ratio) next = far;
    }
    if (!(next > low.ratio && next < high.ratio)) return ratio;
    ratio = next;
  }
  return ratio;
}

// Clusters of sixteen claimants, one somewhere in each of equally long stretches. The same for
// every run, without rhythm.
Slice take_sample(const Slice& slice, Residue& sample) {
  constexpr std::size_t cluster = 16;
  const std::size_t clusters = sample_size(slice.size) / cluster;
  const std::size_t stretch = slice.size / clusters;
  std::uint64_t random = 0x9e3779b97f4a7c15;
  for (std::size_t k = 0; k < clusters; ++k) {
    random = random * 6364136223846793005 + 1442695040888963407;
    const std::size_t begin = k * stretch + (random >> 33) % (stretch - cluster + 1);
    std::copy_n(slice.weight + begin, cluster, sample.weight + k * cluster);
    std::copy_n(slice.min_share + begin, cluster, sample.min_share + k * cluster);
    std::copy_n(slice.max_share + begin, cluster, sample.max_share + k * cluster);
  }
  sample.size = clusters * cluster;
  return sample.slice();
}

// What is guessed from: what is open, how much of the total is left to it, and a sample of it.
struct Basis {
  const Open& open;
  double left;
  const Slice& sample;
  Belief believed;
  double spread;  // standard deviations of the sample's sum to either side
};

// A ratio at which the sum of what is open is known, in plain doubles.
struct Anchor {
  double ratio;
  double shares;
};

// What a sample says of where the ratio lies.
struct Guess {
  double ratio;
  Belief between;
};

Guess guess(const Basis& basis, const std::optional<Anchor>& anchor, std::uint32_t& passes) {
  constexpr double precision = 0x1p-12;
  const auto& [open, left, sample, believed, spread] = basis;
  const double part = static_cast<double>(sample.size) / static_cast<double>(open.slice.size);
  const double weight = open.line.weight.high * part;
  double target = left * part;
  if (anchor) {
    ++passes;
    target = evaluate(sample, anchor->ratio).shares + weight * anchor->ratio +
             (left - anchor->shares) * part;
  }
  const bool is_near = anchor && anchor->ratio > 0;
  const double start = is_near ? anchor->ratio : left / (sum_of_weights(sample) / part + weight);
  const double ratio = find_ratio(sample, target, weight, believed, start, precision, passes);
  passes += 2;
  const double deviation_of_sum = deviation(sample, ratio, anchor ? anchor->ratio : -1) *
                                  std::sqrt(static_cast<double>(sample.size));
  const double off = spread * deviation_of_sum + 0x1p-30 * target;
  const double low = find_ratio(sample, target - off, weight, {believed.low, ratio},
                                ratio * (1 - 0x1p-20), precision, passes);
  const double high = find_ratio(sample, target + off, weight, {ratio, believed.high},
                                 ratio * (1 + 0x1p-20), precision, passes);
  // Far enough from each other for partition() to tell which move between them.
  return {ratio, {std::min(low, ratio * (1 - 0x1p-30)), std::max(high, ratio * (1 + 0x1p-30))}};
}

// How much of the sample has a breakpoint between the two ratios.
double part_open(const Slice& sample, const Guess& guessed, std::uint32_t& passes) {
  ++passes;
  return count_open(sample, guessed.between.low, guessed.between.high) /
         static_cast<double>(sample.size);
}

// Where the sample knows only that the answer lies somewhere around a flat stretch of the sum: the
// next breakpoints to either side of that, within which there are few of all.
std::optional<Guess> guess_flat(const Slice& sample, const Guess& guessed) {
  const double ratio = middle(guessed.between.low, guessed.between.high);
  if (evaluate(sample, ratio).weight > 0) return std::nullopt;
  const Belief between{breakpoint_below(sample, ratio), breakpoint_above(sample, ratio)};
  const bool is_stretch = between.low > guessed.between.low &&
                          between.high < guessed.between.high &&
                          between.high > between.low * (1 + 0x1p-20);
  if (!is_stretch) return std::nullopt;
  return Guess{ratio, between};
}

// Whether shares at this ratio scatter by their minimums above all, so that the sum of these tells
// most of what a sample cannot know.
bool scatters_by_minimums(const Slice& sample, double ratio) {
  return 4 * deviation(sample, ratio, 0) < deviation(sample, ratio, -1);
}

// Instead of a first guess, of everyone, that would leave many open: one around a flat stretch, or
// from the sum at one ratio, which becomes the anchor. To know that is cheaper than to copy so
// many.
Guess guess_again(const Basis& basis, const Guess& first, std::optional<Anchor>& anchor,
                  Attempt& attempt) {
  assert(basis.open.is_all);
  const Slice& everyone = basis.open.slice;
  attempt.sample_passes += 5;
  if (const auto flat = guess_flat(basis.sample, first)) return *flat;
  Guess now = first;
  if (scatters_by_minimums(basis.sample, first.ratio)) {
    ++attempt.passes;
    anchor = {0, sum_of_min_shares(everyone)};
    now = guess(basis, anchor, attempt.sample_passes);
    if (part_open(basis.sample, now, attempt.sample_passes) <= open_max) return now;
  }
  ++attempt.passes;
  anchor = {now.ratio, evaluate(everyone, now.ratio).shares};
  return guess(basis, anchor, attempt.sample_passes);
}

// Copies those that are open into one residue after the other, as long as there are many of them.
// Returns a ratio near the answer; 0 where it knows none.
double cut_down(double total, Scratch& scratch, Open& open, Attempt& attempt) {
  std::optional<Anchor> anchor;
  double spread = 4;
  double ratio = 0;
  Residue* rest = &scratch.residue_1;
  for (std::uint32_t cut = 0; cut < cuts_max && open.slice.size > direct_max; ++cut) {
    Belief& belief = attempt.belief;
    const double left = left_of(total, open);
    const Slice sample = take_sample(open.slice, scratch.sample);
    const Basis basis{open, left, sample, belief, spread};
    Guess now = guess(basis, anchor, attempt.sample_passes);
    if (!anchor && part_open(sample, now, attempt.sample_passes) > open_max) {
      now = guess_again(basis, now, anchor, attempt);
      // Many breakpoints at one ratio: no cut will part them.
      const bool is_hopeless =
          anchor && part_open(sample, now, attempt.sample_passes) > 2 * open_max;
      if (is_hopeless) return now.ratio;
    }
    ratio = now.ratio;
    const auto [low, high] = now.between;
    const Line decided = partition(open.slice, low, high, *rest);
    const Open remaining{rest->slice(), plus(open.line, decided), false};
    const double still_left = left_of(total, remaining);
    const double slope = remaining.line.weight.high;
    const double at_low = evaluate(remaining.slice, low).shares + slope * low;
    const double at_high = evaluate(remaining.slice, high).shares + slope * high;
    attempt.passes += 3;
    if (at_low > still_left || at_high < still_left) {
      const bool is_below = at_low > still_left;
      (is_below ? belief.high : belief.low) = is_below ? low : high;
      anchor = {is_below ? low : high, (is_below ? at_low : at_high) + (left - still_left)};
      spread *= 2;
      continue;
    }
    belief = {std::max(belief.low, low), std::min(belief.high, high)};
    anchor = {low, at_low};
    const bool is_progress = remaining.slice.size < open.slice.size / 2;
    open = remaining;
    if (!is_progress) break;
    rest = rest == &scratch.residue_1 ? &scratch.residue_2 : &scratch.residue_1;
  }
  return ratio;
}

// rest / weight in pairs, with its error; `rest` is the total without the fixed shares.
HWY_INLINE Estimate ratio_of(const Sum& rest, const Sum& weight) {
  const double estimate = rest.high / weight.high;
  const double product = estimate * weight.high;
  const double lost = hn::GetLane(
      product_rest(hn::Set(tag, weight.high), hn::Set(tag, estimate), hn::Set(tag, product)));
  const double product_low = std::fma(estimate, weight.low, lost);
  const double correction = ((rest.high - product) + (rest.low - product_low)) / weight.high;
  const double high = estimate + correction;
  return {high, correction - (high - estimate),
          1.01 * (rest.error / std::abs(rest.high) + weight.error / weight.high) + 0x1p-99};
}

// Adds to the estimate's error what those add who may be on either side of their bound. False where
// they are all that moves, or so many that those that are clear of theirs might not be.
HWY_INLINE bool add_near(const Placement& placement, double weight, Estimate& estimate) {
  if (placement.near_shares > 0) {
    const double certain = weight * estimate.high * (1 - 0x1p-20) - placement.near_moving;
    if (!(certain > 0)) return false;
    const double tolerance = near_tolerance(estimate.error);
    estimate.error += 4 * (placement.near_shares / certain) * tolerance;
    if (!(estimate.error <= tolerance * (clear_of_tolerance / 2))) return false;
  }
  return estimate.error <= ratio_error_max;
}

// The line that leaves each claimant where it has it, or on which no claimant moves.
//
// What was just stored number by number is slow to load as a vector: at 16 claimants an eighth of
// the time would go into copies of this. So it is filled in place, in functions that are inlined.
struct Found {
  double placed_at;
  Sum rest;  // of the total
  Sum weight;
  Estimate ratio;  // where a claimant moves
  bool has_ratio;
  bool has_near;
  bool is_written;  // the shares
};

// Whether the line is the one; false where doubles cannot tell. Shares are written in passing where
// no claimant was cut away. (Where nothing can be cut, many are near, and all would be written
// twice.)
HWY_INLINE bool check_line(const Open& open, const Output& output, Attempt& attempt, Found& found) {
  const Belief& believed = attempt.belief;
  Estimate& ratio = found.ratio;
  const bool is_inside =
      ratio.high > believed.low * (1 + 0x1p-45) && ratio.high < believed.high * (1 - 0x1p-45);
  const bool is_usual = ordinary.has(ratio.high) && ordinary.has(found.weight.high) &&
                        ordinary_total.has(found.rest.high) && ratio.error <= ratio_error_max;
  if (!is_inside || !is_usual) return false;
  ++attempt.passes;
  const bool writes = open.slice.size <= direct_max && open.is_all;
  const Placement placement = writes ? check_and_write(open.slice, found.placed_at, ratio, output)
                                     : check_placement(open.slice, found.placed_at, ratio);
  found.has_near = placement.near_shares > 0;
  found.is_written = writes && placement.holds && !found.has_near;
  if (!found.is_written) output.doubts.count = 0;
  if (!placement.holds) return false;
  if (add_near(placement, found.weight.high, ratio)) return true;
  attempt.belief = {ratio.high * (1 - 0x1p-45), ratio.high * (1 + 0x1p-45)};
  return false;
}

// From a ratio nearby, line by line, to the one that leaves each claimant on its line. False where
// there is none, or doubles cannot tell.
HWY_INLINE bool find_line(double total, const Open& open, double ratio, const Output& output,
                          Attempt& attempt, Found& found) {
  double low = attempt.belief.low, high = attempt.belief.high;
  for (std::uint32_t tried = 0; tried < lines_max; ++tried) {
    ++attempt.passes;
    Line line = line_at(open.slice, ratio);
    if (!open.is_all) line = plus(open.line, line);
    found.placed_at = ratio;
    found.rest = plus(Sum{total, 0, 0}, Sum{-line.fixed.high, -line.fixed.low, line.fixed.error});
    found.weight = line.weight;
    found.has_ratio = line.weight.high > 0;
    found.has_near = found.is_written = false;
    double next = 0;
    if (found.has_ratio) {
      found.ratio = ratio_of(found.rest, found.weight);
      if (check_line(open, output, attempt, found)) return true;
      next = found.ratio.high;
    } else {
      if (!(std::abs(found.rest.high) > 2 * found.rest.error)) return true;
      next = found.rest.high > 0 ? high : low;
    }
    (next > ratio ? low : high) = ratio;
    if (!(next > low && next < high)) {
      ++attempt.passes;
      next = low == ratio ? breakpoint_above(open.slice, ratio) * (1 + 0x1p-50)
                          : breakpoint_below(open.slice, ratio) * (1 - 0x1p-50);
    }
    if (!(next > low && next < high)) return false;
    ratio = next;
  }
  return false;
}

HWY_INLINE std::optional<double> rounded(const Estimate& ratio) {
  const double error = ratio.high * (ratio.error + product_error);
  const double above = ratio.high + (ratio.low + error);
  if (above != ratio.high + (ratio.low - error)) return std::nullopt;
  return above;
}

// The line's sums, where no addition can have rounded what they carry beside them: all addends are
// multiples of the last bit of the least of them, and that reaches 53 bits up.
std::optional<Fraction> find_fraction(double total, const Slice& columns, const Found& found) {
  const Least least = least_addends(columns, found.has_ratio ? found.ratio.high : found.placed_at);
  const double unit = 0x1p-48 * static_cast<double>(additions_max(columns.size));
  const bool is_exact = unit * total <= least.fixed && unit * found.weight.high <= least.weight;
  // Of a product that underflowed one cannot tell whether it left its min share.
  const bool is_placed = !found.has_near && least.product >= 0x1p-900;
  if (!is_exact || !is_placed) return std::nullopt;
  return Fraction{{found.rest.high, found.rest.low, 0}, {found.weight.high, found.weight.low, 0}};
}

// Where the bounds at which all claimants are add up to the total: the least ratio that leaves them
// there, and every share. Nothing where doubles cannot tell.
std::optional<double> settle_flat(double total, const Slice& columns, const Found& found,
                                  double* shares) {
  const auto fraction = find_fraction(total, columns, found);
  if (!fraction || fraction->rest.high != 0) return std::nullopt;
  const double below = breakpoint_below(columns, found.placed_at);
  const double above = breakpoint_above(columns, found.placed_at);
  if (!(below < above)) return std::nullopt;
  write_rounded(columns, found.placed_at, shares);
  return below;
}

Attempt settle(double total, const Slice& columns, double* shares, Scratch& scratch,
               Doubts& doubts) {
  Attempt attempt;
  attempt.passes = attempt.sample_passes = 0;
  if (!ordinary_total.has(total) || columns.size == 0) return attempt;
  Open open{columns, {}, true};
  double start = columns.size > direct_max ? cut_down(total, scratch, open, attempt) : 0;
  const double left = left_of(total, open);
  const double weight = open.line.weight.high;
  if (start == 0) {
    ++attempt.passes;
    start = left / (sum_of_weights(open.slice) + weight);
  }
  // Few breakpoints lie within a step that is so short; line by line those are soon passed.
  const double precision = 4 / static_cast<double>(open.slice.size + 1);
  const double ratio =
      find_ratio(open.slice, left, weight, attempt.belief, start, precision, attempt.passes);
  const Output output{shares, doubts};
  Found found;
  if (!find_line(total, open, ratio, output, attempt, found)) return attempt;
  if (!found.has_ratio) {
    attempt.passes += 4;
    attempt.belief = {found.placed_at, found.placed_at};
    const auto least = settle_flat(total, columns, found, shares);
    if (least) attempt.settled = {*least, std::nullopt};
    return attempt;
  }
  attempt.belief = {found.ratio.high * (1 - 0x1p-45), found.ratio.high * (1 + 0x1p-45)};
  if (!found.is_written) {
    ++attempt.passes;
    write(columns, found.ratio, output);
  }
  Settled& settled = attempt.settled.emplace();
  settled.ratio = rounded(found.ratio);
  if (doubts.count > 0 || !settled.ratio) {
    ++attempt.passes;
    settled.fraction = find_fraction(total, columns, found);
  }
  return attempt;
}

}  // namespace fairshare::reference::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshare::reference {
namespace {

HWY_EXPORT(settle);

}  // namespace

std::size_t sample_size(std::size_t claimants) {
  return 16 * static_cast<std::size_t>(std::sqrt(static_cast<double>(claimants)) / 2);
}

Attempt settle(double total, const Slice& columns, double* shares, Scratch& scratch,
               Doubts& doubts) {
  const Attempt attempt = HWY_DYNAMIC_DISPATCH(settle)(total, columns, shares, scratch, doubts);
  assert(attempt.passes <= passes_max);
  assert(attempt.sample_passes <= sample_passes_max);
  return attempt;
}

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  hwy::SetSupportedTargetsForTest(0);
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    names.emplace_back(hwy::TargetName(target));
  }
  return names;
}

bool use_instruction_set(const std::string& name) {
  hwy::SetSupportedTargetsForTest(0);
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if (name != hwy::TargetName(target)) continue;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return true;
  }
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return name.empty();
}

}  // namespace fairshare::reference
#endif
