// Roughly where the ratio is, and which claimants may move there. All of this code may be wrong
// without harm: whatever it returns, certify() answers right or not at all.
//
// A ratio is found in plain doubles by Newton's method, which on a sum of clamped lines ends after
// a few steps. Many claimants are first cut down: a sample says between which two ratios the answer
// is, and one pass over all claimants leaves open only those with a breakpoint between these. For
// few claimants there is another method (guess_few-inl.h).
#if defined(FAIRSHARE_REFERENCE_GUESS) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHARE_REFERENCE_GUESS
#undef FAIRSHARE_REFERENCE_GUESS
#else
#define FAIRSHARE_REFERENCE_GUESS
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "fairshare/reference/certify-inl.h"
#include "fairshare/reference/error_bounds.h"
#include "fairshare/reference/guess_passes-inl.h"
#include "fairshare/reference/settle.h"

HWY_BEFORE_NAMESPACE();
namespace fairshare::reference::HWY_NAMESPACE {

constexpr std::uint32_t steps_max = 48;  // of Newton's method in doubles
constexpr std::uint32_t cuts_max = 12;   // whether or not they leave fewer open
constexpr double open_max = 1 / 8.0;     // of a sample; copying more is not worthwhile

// What is left of `total` for the open claimants, in plain doubles.
inline double left_of(double total, const Open& open) {
  return (total - hn::GetLane(open.line.fixed.high)) - hn::GetLane(open.line.fixed.low);
}

inline double slope_of(const Open& open) {
  return hn::GetLane(open.line.weight.high);
}

// Halfway between two doubles >= 0, by the number of doubles between them.
inline double middle(double low, double high) {
  const auto a = std::bit_cast<std::uint64_t>(low);
  const auto b = std::bit_cast<std::uint64_t>(high);
  return std::bit_cast<double>(a + (b - a) / 2);
}

// What the sum at a ratio lacks to reach `left`, in plain doubles.
struct Point {
  double ratio;
  double rest;
};

// Where the chord of two points reaches the target.
inline double chord(const Point& a, const Point& b) {
  return a.ratio + (b.ratio - a.ratio) * (a.rest / (a.rest - b.rest));
}

// The same if ratios are counted by the doubles below them, nearly as their logarithms are; 0 if
// that is no ratio. Where weights have many magnitudes, a step of Newton's method crosses only one.
inline double chord_of_magnitudes(const Point& a, const Point& b) {
  const auto from = static_cast<double>(std::bit_cast<std::int64_t>(a.ratio));
  const auto to = static_cast<double>(std::bit_cast<std::int64_t>(b.ratio));
  const double count = from + (to - from) * (a.rest / (a.rest - b.rest));
  const bool is_ratio = count > 0 && count < 0x1p+63;
  return is_ratio ? std::bit_cast<double>(static_cast<std::int64_t>(count)) : 0;
}

inline bool are_far_apart(double low, double high) {
  return low > 0 && high > 16 * low;
}

// For when Newton's step leaves the points between which the answer is: the next ratio by the
// chord, or halfway.
inline double step_inside(const Point& low, const Point& high, bool by_chord) {
  const bool is_far = are_far_apart(low.ratio, high.ratio);
  const double next = is_far ? chord_of_magnitudes(low, high) : chord(low, high);
  const bool is_inside = next > low.ratio && next < high.ratio;
  return by_chord && is_inside ? next : middle(low.ratio, high.ratio);
}

// The ratio at which slice + weight * R reaches `left`, roughly: to within `precision`, or until
// rounding hides the rest. An end of `between` if no ratio inside does.
inline double find_ratio(const Slice& slice, double left, double weight, Belief between,
                         double start, double precision, std::uint32_t& passes) {
  Point low{between.low, 0}, high{between.high, 0};  // a rest of 0 means: not known yet
  double ratio = start > low.ratio && start < high.ratio ? start : middle(low.ratio, high.ratio);
  Point before{0, 0};  // that of the step before
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
    const bool is_far = are_far_apart(std::min(ratio, next), std::max(ratio, next));
    if (!is_inside || (is_bracketed && step >= 8 && step % 2 == 0)) {
      next = step_inside(low, high, step % 4 < 2);
    } else if (is_far && before.rest != 0) {
      const double far = chord_of_magnitudes(before, {ratio, rest});
      if (far > low.ratio && far < high.ratio) next = far;
    }
    before = {ratio, rest};
    if (!(next > low.ratio && next < high.ratio)) return ratio;
    ratio = next;
  }
  return ratio;
}

// Clusters of sixteen claimants, one at a random place in each of equally long stretches. The
// places are the same in every run.
inline Slice take_sample(const Slice& slice, Residue& sample) {
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

// The basis of a guess: what is open, what is left of the total for it, and a sample of it.
struct Basis {
  const Open& open;
  double left;
  const Slice& sample;
  Belief believed;
  double spread;  // standard deviations of the sample's sum, to each side
};

// A ratio at which the sum of what is open is known, in plain doubles.
struct Anchor {
  double ratio;
  double shares;
};

// Where the ratio is, according to a sample.
struct Guess {
  double ratio;
  Belief between;
};

inline Guess guess_from(const Basis& basis, const std::optional<Anchor>& anchor,
                        std::uint32_t& passes) {
  constexpr double precision = 0x1p-12;
  const auto& [open, left, sample, believed, spread] = basis;
  const double part = static_cast<double>(sample.size) / static_cast<double>(open.slice.size);
  const double weight = slope_of(open) * part;
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
  // Far enough apart for partition() to tell which claimants move between them.
  return {ratio, {std::min(low, ratio * (1 - 0x1p-30)), std::max(high, ratio * (1 + 0x1p-30))}};
}

// The part of the sample with a breakpoint between the two ratios.
inline double part_open(const Slice& sample, const Guess& guessed, std::uint32_t& passes) {
  ++passes;
  return count_open(sample, guessed.between.low, guessed.between.high) /
         static_cast<double>(sample.size);
}

// If the sample only tells that the answer is somewhere around a flat stretch of the sum: the next
// breakpoints on both sides of the stretch. Few claimants have breakpoints between these.
inline std::optional<Guess> guess_flat(const Slice& sample, const Guess& guessed) {
  const double ratio = middle(guessed.between.low, guessed.between.high);
  if (evaluate(sample, ratio).weight > 0) return std::nullopt;
  const Belief between{breakpoint_below(sample, ratio), breakpoint_above(sample, ratio)};
  const bool is_stretch = between.low > guessed.between.low &&
                          between.high < guessed.between.high &&
                          between.high > between.low * (1 + 0x1p-20);
  if (!is_stretch) return std::nullopt;
  return Guess{ratio, between};
}

// Whether the shares at this ratio vary mainly because of their minimums, so that the sum of the
// minimums tells most of what a sample cannot know.
inline bool scatters_by_minimums(const Slice& sample, double ratio) {
  return 4 * deviation(sample, ratio, 0) < deviation(sample, ratio, -1);
}

// Replaces a first guess, about all claimants, that would leave many of them open: by one around a
// flat stretch, or by one from the sum at one ratio, which becomes the anchor. Adding all claimants
// up is cheaper than copying so many. `known` becomes the line at that ratio.
inline Guess guess_again(const Basis& basis, const Guess& first, std::optional<Anchor>& anchor,
                         KnownLine& known, Attempt& attempt) {
  assert(basis.open.is_all);
  const Slice& claimants = basis.open.slice;
  attempt.sample_passes += 5;
  if (const auto flat = guess_flat(basis.sample, first)) return *flat;
  Guess now = first;
  if (scatters_by_minimums(basis.sample, first.ratio)) {
    ++attempt.passes;
    anchor = {0, sum_of_min_shares(claimants)};
    now = guess_from(basis, anchor, attempt.sample_passes);
    if (part_open(basis.sample, now, attempt.sample_passes) <= open_max) return now;
  }
  ++attempt.passes;
  known = know_line(claimants, now.ratio);
  anchor = {now.ratio, sum_on(known)};
  return guess_from(basis, anchor, attempt.sample_passes);
}

// Whether many of the sample have a breakpoint at the same ratio. The lines on both sides meet
// there, so either of them gives the ratio.
inline bool has_tie(const Slice& sample, const Guess& guessed, std::uint32_t& passes) {
  ++passes;
  const double tie = breakpoint_above(sample, guessed.between.low);
  const Guess around{tie, {tie * (1 - 0x1p-40), tie * (1 + 0x1p-40)}};
  return part_open(sample, around, passes) > 2 * open_max;
}

// A ratio near the answer; 0 if none is known. `is_last`: the line there is known, and a step of
// Newton's method is not worth a pass.
struct Start {
  double ratio = 0;
  bool is_last = false;
};

// Copies the open claimants from one residue to the other as long as there are many of them.
inline Start cut_down(double total, Scratch& scratch, Open& open, KnownLine& known,
                      Attempt& attempt) {
  std::optional<Anchor> anchor;
  double spread = 4;
  double ratio = 0;
  Residue* rest = &scratch.residue_1;
  for (std::uint32_t cut = 0; cut < cuts_max && open.slice.size > direct_max; ++cut) {
    Belief& belief = attempt.belief;
    const double left = left_of(total, open);
    const Slice sample = take_sample(open.slice, scratch.sample);
    const Basis basis{open, left, sample, belief, spread};
    Guess now = guess_from(basis, anchor, attempt.sample_passes);
    if (!anchor && part_open(sample, now, attempt.sample_passes) > open_max) {
      now = guess_again(basis, now, anchor, known, attempt);
      // Many breakpoints are at one ratio, which no cut can separate.
      const bool is_hopeless =
          anchor && part_open(sample, now, attempt.sample_passes) > 2 * open_max;
      if (is_hopeless && has_tie(sample, now, attempt.sample_passes)) {
        open.known = &known;
        return {known.ratio, true};
      }
      if (is_hopeless) return {now.ratio};
    }
    ratio = now.ratio;
    const auto [low, high] = now.between;
    // There is a surplus, or the minimums exceed the total, unless the sample misleads.
    if (low >= Belief{}.high * (1 - 0x1p-30) || high <= Belief{}.low) return {};
    const Open remaining = without_decided(open, low, high, *rest);
    const double still_left = left_of(total, remaining);
    const double slope = slope_of(remaining);
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
  return {ratio};
}

// Returns a ratio near the answer, if there is one. Leaves in `open` what has not been cut away,
// and may store a line in `known`.
HWY_INLINE double guess(double total, Scratch& scratch, Open& open, KnownLine& known,
                        Attempt& attempt) {
  Start start;
  if (open.slice.size > direct_max) start = cut_down(total, scratch, open, known, attempt);
  if (start.is_last) return start.ratio;
  const double left = left_of(total, open);
  const double weight = slope_of(open);
  if (start.ratio == 0) {
    ++attempt.passes;
    start.ratio = left / (sum_of_weights(open.slice) + weight);
  }
  // A step this short passes few breakpoints, and going line by line soon passes those.
  const double precision = 4 / static_cast<double>(open.slice.size + 1);
  return find_ratio(open.slice, left, weight, attempt.belief, start.ratio, precision,
                    attempt.passes);
}

}  // namespace fairshare::reference::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
