#include "fairshare/properties/ordering.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

#include "fairshare/properties/violation.h"

namespace fairshare::properties {
namespace {

// What the claimant requires of R, once find_violation has found that its share is within its
// bounds. If the share is above its minimum, R is at least its share per weight; if it is below its
// maximum, R is at most that.
void narrow(RatioRange& range, const Claimant<Rational>& claimant, const Interval& reported) {
  const Rational* end = generic::end_of(claimant);
  if (!generic::reaches_down_to(claimant.min_share, reported)) {
    Rational need = reported.low / claimant.weight;
    if (need == range.low) range.low_open = range.low_open || reported.low_open;
    if (need > range.low) {
      range.low = std::move(need);
      range.low_open = reported.low_open;
    }
  }
  if (end && generic::reaches_up_to(*end, reported)) return;
  Rational allowance = reported.high / claimant.weight;
  if (range.high == allowance) range.high_open = range.high_open || reported.high_open;
  if (!range.high || allowance < *range.high) {
    range.high = std::move(allowance);
    range.high_open = reported.high_open;
  }
}

}  // namespace

std::variant<RatioRange, Violation> find_ratio_range(const Problem<Rational>& problem,
                                                     std::span<const Interval> reported) {
  auto violation = find_violation(problem, reported);
  if (violation && !std::holds_alternative<WrongTotal>(*violation)) return *std::move(violation);
  RatioRange range;
  for (std::size_t i = 0; i < reported.size(); ++i) {
    narrow(range, problem.claimants[i], reported[i]);
  }
  return range;
}

std::optional<RatioRange> find_ratio_range(const Claimant<Rational>& claimant,
                                           const Interval& reported) {
  assert(!fairshare::detail::find_broken_rule(claimant));
  assert(generic::is_interval(reported));
  const Rational* end = generic::end_of(claimant);
  if (!generic::reaches_up_to(claimant.min_share, reported)) return std::nullopt;
  if (end != nullptr && !generic::reaches_down_to(*end, reported)) return std::nullopt;
  RatioRange range;
  narrow(range, claimant, reported);
  return range;
}

}  // namespace fairshare::properties
