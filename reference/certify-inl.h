// From any ratio to a right answer, or to none. All of this code must be right.
//
// The ratio places the claimants on a line, which is summed with compensation. Then the line's own
// ratio is checked: does it leave each claimant where the line has it? If so, the shares are
// written, and those in doubt are noted. If not, that ratio places the claimants next.
#if defined(FAIRSHARE_REFERENCE_CERTIFY) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHARE_REFERENCE_CERTIFY
#undef FAIRSHARE_REFERENCE_CERTIFY
#else
#define FAIRSHARE_REFERENCE_CERTIFY
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "fairshare/reference/certify_passes-inl.h"
#include "fairshare/reference/error_bounds.h"
#include "fairshare/reference/pairs-inl.h"
#include "fairshare/reference/settle.h"

HWY_BEFORE_NAMESPACE();
namespace fairshare::reference::HWY_NAMESPACE {

constexpr std::uint32_t lines_max = 12;  // how many lines are tried in pairs of doubles

// ---- What is open

// The line of a slice on which its claimants stand at a ratio.
struct KnownLine {
  double ratio;
  Lines<Lane> line;
};

HWY_INLINE KnownLine know_line(const Slice& slice, double ratio) {
  return {ratio, line_at(slice, ratio)};
}

// The sum of all shares at its ratio, in plain doubles.
HWY_INLINE double sum_on(const KnownLine& known) {
  const auto& [fixed, weight] = known.line;
  return hn::GetLane(fixed.high) + hn::GetLane(weight.high) * known.ratio;
}

// line.fixed + line.weight * R + shares of the slice = total, for every R inside `within` and at
// least 2^-45 R away from its ends.
struct Open {
  Slice slice;
  Lines<Lane> line;  // of all other claimants
  Belief within;
  bool is_all;
  const KnownLine* known;  // of all claimants; null if none is known
  Belief neighbours;       // the breakpoints next to the guess, if it has found any
};

inline Open all_open(const Slice& columns) {
  const Lane zero = all<Lane>(0);
  const Sums<Lane> none{zero, zero, zero};
  return {columns, {none, none}, {}, true, nullptr, {}};
}

// What is open without the claimants whose place is the same on all of [low, high], which may be
// any two numbers; the others are copied to `rest`. No ratio counts as inside if an end is NaN, or
// if the ends are so close that rounding hides how a share moves between them.
inline Open without_decided(const Open& open, double low, double high, Residue& rest) {
  const Lines<Lane> line = plus(open.line, partition(open.slice, low, high, rest));
  const bool shows_moves = low * (1 + 0x1p-44) < high;
  const Belief between{low <= open.within.low ? open.within.low : low,
                       high >= open.within.high ? open.within.high : high};
  return {rest.slice(), line, shows_moves ? between : Belief{1, 0}, false, nullptr, {}};
}

HWY_INLINE bool is_inside(double ratio, const Belief& within) {
  return ratio > within.low * (1 + 0x1p-45) && ratio < within.high * (1 - 0x1p-45);
}

// ---- The line

// A line whose ratio leaves each claimant where the line has it, or on which no claimant moves.
//
// Memory that was just stored number by number is slow to load as a vector: at 16 claimants, copies
// of this would take an eighth of the time. So it is filled in place, in inlined functions.
struct Found {
  double placed_at;
  Sums<Lane> rest;  // of the total
  Sums<Lane> weight;
  Estimates<Lane> ratio;  // if a claimant moves
  bool has_ratio;
  bool has_near;
  bool is_written;  // whether the shares are
};

HWY_INLINE Estimate estimate_of(const Estimates<Lane>& ratio) {
  return {hn::GetLane(ratio.high), hn::GetLane(ratio.low), hn::GetLane(ratio.error)};
}

// Whether this line is the right one; false if doubles cannot tell. If no claimant was cut away, it
// writes the shares in the same pass. (If nothing can be cut, many claimants are near a bound, and
// all shares would be written twice.)
HWY_INLINE bool check_line(const Open& open, const Output& output, Attempt& attempt, Found& found) {
  const Estimate ratio = estimate_of(found.ratio);
  const bool is_usual = ordinary.has(ratio.high) && ordinary.has(hn::GetLane(found.weight.high)) &&
                        ordinary_total.has(hn::GetLane(found.rest.high)) &&
                        ratio.error <= ratio_error_max;
  if (!is_inside(ratio.high, open.within) || !is_usual) return false;
  ++attempt.passes;
  const bool writes = open.slice.size <= direct_max && open.is_all;
  const Placement placement = writes ? check_and_write(open.slice, found.placed_at, ratio, output)
                                     : check_placement(open.slice, found.placed_at, ratio);
  found.has_near = placement.near_shares > 0;
  found.is_written = writes && placement.holds && !found.has_near;
  if (!found.is_written) output.doubts.count = 0;
  if (!placement.holds) return false;
  const NearShares<Lane> near{all<Lane>(placement.near_shares), all<Lane>(placement.near_moving)};
  found.ratio.error = add_near(near, found.weight.high, found.ratio);
  if (hn::GetLane(found.ratio.error) <= ratio_error_max) return true;
  attempt.belief = {ratio.high * (1 - 0x1p-45), ratio.high * (1 + 0x1p-45)};
  return false;
}

// The line of all claimants, with those of the slice placed by `ratio`.
HWY_INLINE Lines<Lane> line_of(const Open& open, double ratio, Attempt& attempt) {
  if (HWY_UNLIKELY(open.known != nullptr && open.known->ratio == ratio)) return open.known->line;
  ++attempt.passes;
  Lines<Lane> line = line_at(open.slice, ratio);
  if (!open.is_all) line = plus(open.line, line);
  return line;
}

// A ratio just beyond the next breakpoint above or below `ratio`, at which that breakpoint's
// claimant moves.
inline double beyond(const Open& open, double ratio, bool is_above, bool is_guess,
                     Attempt& attempt) {
  const bool is_known = is_guess && open.neighbours.high != Belief{}.high;
  if (!is_known) ++attempt.passes;
  if (is_above) {
    return (is_known ? open.neighbours.high : breakpoint_above(open.slice, ratio)) * (1 + 0x1p-50);
  }
  return (is_known ? open.neighbours.low : breakpoint_below(open.slice, ratio)) * (1 - 0x1p-50);
}

// Goes from a nearby ratio, line by line, to the ratio that leaves each claimant on its line. False
// if there is none, or if doubles cannot tell.
HWY_INLINE bool find_line(double total, const Open& open, double ratio, const Output& output,
                          Attempt& attempt, Found& found) {
  double low = attempt.belief.low, high = attempt.belief.high;
  for (std::uint32_t tried = 0; tried < lines_max; ++tried) {
    // Outside, the line is not that of all claimants.
    if (!(ratio >= open.within.low && ratio <= open.within.high)) return false;
    const Lines<Lane> line = line_of(open, ratio, attempt);
    found.placed_at = ratio;
    found.rest = rest_of(all<Lane>(total), line.fixed);
    found.weight = line.weight;
    found.has_ratio = hn::GetLane(line.weight.high) > 0;
    found.has_near = found.is_written = false;
    double next = 0;
    if (found.has_ratio) {
      found.ratio = ratio_of(found.rest, found.weight);
      if (check_line(open, output, attempt, found)) return true;
      next = hn::GetLane(found.ratio.high);
    } else {
      const double rest = hn::GetLane(found.rest.high);
      if (!(std::abs(rest) > 2 * hn::GetLane(found.rest.error))) return true;
      next = rest > 0 ? high : low;
    }
    (next > ratio ? low : high) = ratio;
    if (!(next > low && next < high)) {
      next = beyond(open, ratio, low == ratio, tried == 0, attempt);
    }
    if (!(next > low && next < high)) return false;
    ratio = next;
  }
  return false;
}

// ---- The result

// Whether the low part of a sum of up to `most` is exact, too, whatever the additions: all addends
// are multiples of the last bit of the least of them, and 53 bits hold their sums.
HWY_INLINE bool is_exact(double most, double least_addend, std::size_t claimants) {
  const double unit = 0x1p-48 * static_cast<double>(additions_max(claimants));
  return unit * most <= least_addend;
}

// The line's sums, if they are exact.
inline std::optional<Fraction> find_fraction(double total, const Slice& columns,
                                             const Found& found) {
  const double weight = hn::GetLane(found.weight.high);
  const Least least =
      least_addends(columns, found.has_ratio ? hn::GetLane(found.ratio.high) : found.placed_at);
  const bool are_exact =
      is_exact(total, least.fixed, columns.size) && is_exact(weight, least.weight, columns.size);
  // If a product underflowed, nothing tells whether its claimant left its min share.
  const bool is_placed = !found.has_near && least.product >= 0x1p-900;
  if (!are_exact || !is_placed) return std::nullopt;
  return Fraction{{hn::GetLane(found.rest.high), hn::GetLane(found.rest.low), 0},
                  {weight, hn::GetLane(found.weight.low), 0}};
}

// All claimants are at bounds. If these add up to the total, writes every share and returns the
// least ratio that leaves the claimants there. Nothing if doubles cannot tell.
inline std::optional<double> settle_flat(double total, const Slice& columns, const Found& found,
                                         double* shares) {
  const auto fraction = find_fraction(total, columns, found);
  if (!fraction || fraction->rest.high != 0) return std::nullopt;
  const double below = breakpoint_below(columns, found.placed_at);
  const double above = breakpoint_above(columns, found.placed_at);
  if (!(below < above)) return std::nullopt;
  write_rounded(columns, found.placed_at, shares);
  return below;
}

HWY_INLINE std::optional<double> find_rounded(const Estimates<Lane>& ratio) {
  const double nearest = hn::GetLane(rounded(ratio));
  if (nearest != nearest) return std::nullopt;
  return nearest;
}

// Settles the problem of `columns`, of which `open` is open, from a nearby ratio. If the ratio is
// not near enough, or nothing is certain, `attempt.settled` stays empty, and only the belief
// changes.
HWY_INLINE void certify(double total, const Slice& columns, const Open& open, double ratio,
                        const Output& output, Attempt& attempt) {
  Found found;
  if (!find_line(total, open, ratio, output, attempt, found)) return;
  if (!found.has_ratio) {
    attempt.passes += 4;
    attempt.belief = {found.placed_at, found.placed_at};
    const auto least = settle_flat(total, columns, found, output.shares);
    if (least) attempt.settled = {*least, std::nullopt};
    return;
  }
  const Estimate estimate = estimate_of(found.ratio);
  attempt.belief = {estimate.high * (1 - 0x1p-45), estimate.high * (1 + 0x1p-45)};
  if (!found.is_written) {
    ++attempt.passes;
    write(columns, estimate, output);
  }
  Settled& settled = attempt.settled.emplace();
  settled.ratio = find_rounded(found.ratio);
  if (output.doubts.count > 0 || !settled.ratio) {
    ++attempt.passes;
    settled.fraction = find_fraction(total, columns, found);
  }
}

// ---- No ratio

// A difference above 0, rounded to nearest; nothing if that is in doubt. A difference that is not
// exact is rounded by dividing it by 1.
HWY_INLINE std::optional<double> find_amount(const Sums<Lane>& difference, bool has_no_error) {
  const double high = hn::GetLane(difference.high);
  if (!ordinary_total.has(high)) return std::nullopt;
  if (has_no_error) return high;
  const Sums<Lane> one{all<Lane>(1), all<Lane>(0), all<Lane>(0)};
  const Estimates<Lane> amount = ratio_of(difference, one);
  if (!(hn::GetLane(amount.error) <= ratio_error_max)) return std::nullopt;
  return find_rounded(amount);
}

// Nothing if there is a ratio, or if doubles cannot tell.
inline std::optional<NoRatio> find_no_ratio(double total, const Slice& columns) {
  const Ends ends = ends_of(columns);
  const auto has_exact_rest = [&](const Sums<Lane>& sum) {
    const double most = std::max(total, hn::GetLane(sum.high));
    return is_exact(most, std::min(total, ends.addend), columns.size);
  };
  const Sums<Lane> missing = negated(rest_of(all<Lane>(total), ends.least));
  const auto excess = find_amount(missing, has_exact_rest(ends.least));
  if (excess) return Overcommitted<double>{*excess};
  const Sums<Lane> rest = rest_of(all<Lane>(total), ends.most);
  const auto unclaimed = find_amount(rest, has_exact_rest(ends.most));
  if (unclaimed) return Surplus<double>{*unclaimed};
  return std::nullopt;
}

}  // namespace fairshare::reference::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
