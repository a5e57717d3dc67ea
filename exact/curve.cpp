#include "fairshare/exact/curve.h"

#include <algorithm>
#include <cassert>

#include "fairshare/exact/sweep.h"

namespace fairshare::exact {
namespace {

using generic::share_at;

// How fast the claimant's share grows from the ratio up to its next breakpoint.
Rational slope_at(const Claimant<Rational>& claimant, const Rational& ratio) {
  const Rational share = claimant.weight * ratio;
  const bool is_proportional =
      claimant.min_share <= share && (!claimant.max_share || share < *claimant.max_share);
  return is_proportional ? claimant.weight : Rational(0);
}

}  // namespace

Curve curve_of(const Problem<Rational>& problem) {
  assert(!find_defect(problem));
  Curve curve{{0, generic::sum_of_minimums(problem), 0}};
  for (const auto& breakpoint : generic::sorted_breakpoints(problem)) {
    const Rational& ratio = breakpoint.ratio;
    const Rational& slope_change = breakpoint.slope_change;
    const Piece& last = curve.back();
    if (ratio == last.ratio) {
      curve.back().slope += slope_change;
    } else {
      curve.push_back(
          {ratio, last.sum + last.slope * (ratio - last.ratio), last.slope + slope_change});
    }
  }
  return curve;
}

Rational share_if(const Curve& curve, const Problem<Rational>& problem, std::size_t claimant,
                  const Claimant<Rational>& changed) {
  assert(claimant < problem.claimants.size());
  assert(!fairshare::detail::find_broken_rule(changed));
  const auto& unchanged = problem.claimants[claimant];
  const auto sum_at = [&](const Piece& piece) {
    return Rational(piece.sum - share_at(unchanged, piece.ratio) + share_at(changed, piece.ratio));
  };
  // The last piece that begins below the total, or else the first.
  const auto end = std::ranges::partition_point(
      curve, [&](const Piece& piece) { return sum_at(piece) < problem.total; });
  const Piece& piece = end == curve.begin() ? *end : *(end - 1);
  const Rational slope_of_others = piece.slope - slope_at(unchanged, piece.ratio);
  Rational ratio = piece.ratio;
  Rational missing = problem.total - sum_at(piece);
  // The changed claimant may have breakpoints of its own on that piece.
  const auto go_to = [&](const Rational& bound) {
    const Rational there = bound / changed.weight;
    if (there <= ratio) return;
    const Rational rise =
        slope_of_others * (there - ratio) + share_at(changed, there) - share_at(changed, ratio);
    if (rise >= missing) return;
    missing -= rise;
    ratio = there;
  };
  if (changed.weight != 0) {
    go_to(changed.min_share);
    if (changed.max_share) go_to(*changed.max_share);
  }
  const Rational slope = slope_of_others + slope_at(changed, ratio);
  if (missing > 0 && slope != 0) ratio += missing / slope;
  return share_at(changed, ratio);
}

}  // namespace fairshare::exact
