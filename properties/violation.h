// find_violation itself, over any exact Number: fairness.h runs it on rationals, the prover on
// terms. It solves nothing: it computes which ratios each claimant's share allows. Coq has the same
// steps, and proves them for every n: properties/proofs/coq/Violation.v.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>
#include <span>

#include "fairshare/exact/assert.h"
#include "fairshare/model/problem.h"
#include "fairshare/properties/fairness.h"

namespace fairshare::properties::generic {

// The most that any R gives a claimant; null if that is unlimited.
template <class Number>
const Number* end_of(const Claimant<Number>& claimant) {
  if (claimant.weight == 0) return &claimant.min_share;
  return claimant.max_share ? &*claimant.max_share : nullptr;
}

// As fairness.h says. Asserted of every interval that is given.
template <class Number>
bool is_interval(const IntervalOf<Number>& given) {
  return given.low < given.high || (given.low == given.high && !given.low_open && !given.high_open);
}

template <class Number>
bool reaches_down_to(const Number& number, const IntervalOf<Number>& reported) {
  return reported.low < number || (reported.low == number && !reported.low_open);
}

template <class Number>
bool reaches_up_to(const Number& number, const IntervalOf<Number>& reported) {
  return reported.high > number || (reported.high == number && !reported.high_open);
}

template <class Number>
bool ends_before(const IntervalOf<Number>& one, const IntervalOf<Number>& other) {
  return one.high < other.low || (one.high == other.low && (one.high_open || other.low_open));
}

// What one claimant requires of R: at least `ratio`, or at most; strictly more, or less, if it is
// open.
template <class Number>
struct Bound {
  Number ratio;
  bool open;
  std::size_t claimant;
};

template <class Number>
Number sum_at(const Number& ratio, const Problem<Number>& problem) {
  Number sum = 0;
  for (const auto& claimant : problem.claimants) {
    const Number* end = end_of(claimant);
    const Number proportional = claimant.weight * ratio;
    const Number& at_least = std::max(claimant.min_share, proportional);
    sum += end ? std::min(at_least, *end) : at_least;
  }
  return sum;
}

template <class Number>
Number sum_of_ends(const Problem<Number>& problem) {
  Number sum = 0;
  for (const auto& claimant : problem.claimants) {
    const Number* end = end_of(claimant);
    FAIRSHARE_ASSERT(claimant.weight, end != nullptr);
    sum += *end;
  }
  return sum;
}

// The total against the sums at all ratios from `need` to `allowance`. If one of these is open, so
// is the sum: the claimant that requires it is proportional there, and its share changes with R.
// Without an allowance no claimant limits R from above, so each of them reaches its maximum.
template <class Number>
std::optional<ViolationOf<Number>> find_wrong_total(const std::optional<Bound<Number>>& need,
                                                    const std::optional<Bound<Number>>& allowance,
                                                    const Problem<Number>& problem,
                                                    const IntervalOf<Number>& total) {
  const IntervalOf<Number> totals{
      sum_at(need ? need->ratio : Number(0), problem),
      allowance ? sum_at(allowance->ratio, problem) : sum_of_ends(problem), need && need->open,
      allowance && allowance->open};
  if (ends_before(totals, total) || ends_before(total, totals)) return WrongTotalOf<Number>{totals};
  return std::nullopt;
}

template <class Number>
std::optional<ViolationOf<Number>> find_violation(const Problem<Number>& problem,
                                                  std::span<const IntervalOf<Number>> reported,
                                                  const IntervalOf<Number>& total) {
  FAIRSHARE_ASSERT(problem.total, !find_defect(problem));
  assert(reported.size() == problem.claimants.size());
  std::optional<Bound<Number>> need;       // the highest of all
  std::optional<Bound<Number>> allowance;  // the lowest of all
  for (std::size_t i = 0; i < reported.size(); ++i) {
    const auto& [low, high, low_open, high_open] = reported[i];
    FAIRSHARE_ASSERT(problem.total, is_interval(reported[i]));
    const auto& claimant = problem.claimants[i];
    const Number* end = end_of(claimant);
    if (!reaches_up_to(claimant.min_share, reported[i])) return BelowMin{i};
    if (end && !reaches_down_to(*end, reported[i])) return AboveMax{i};

    // From here on a claimant that requires anything has a weight: at weight 0 its minimum is its
    // maximum.
    if (!reaches_down_to(claimant.min_share, reported[i])) {  // above its minimum
      const Bound<Number> own{low / claimant.weight, low_open, i};
      const bool same = need && own.ratio == need->ratio;
      if (!need || own.ratio > need->ratio || (same && own.open && !need->open)) need = own;
    }
    if (!end || !reaches_up_to(*end, reported[i])) {  // below its maximum
      const Bound<Number> own{high / claimant.weight, high_open, i};
      const bool same = allowance && own.ratio == allowance->ratio;
      if (!allowance || own.ratio < allowance->ratio || (same && own.open && !allowance->open)) {
        allowance = own;
      }
    }
  }
  if (need && allowance) {
    const bool met = need->ratio == allowance->ratio && !need->open && !allowance->open;
    if (need->ratio >= allowance->ratio && !met) {
      return UnequalOf<Number>{need->claimant, allowance->claimant, need->ratio, allowance->ratio};
    }
  }
  return find_wrong_total(need, allowance, problem, total);
}

}  // namespace fairshare::properties::generic
