#include "properties/fairness.h"

#include <algorithm>
#include <cassert>

namespace fairshare::properties {
namespace {

// The most that any R gives a claimant; nothing where there is no end.
std::optional<Rational> end_of(const Claimant<Rational>& claimant) {
  return claimant.weight == 0 ? claimant.min_share : claimant.max_share;
}

bool reaches_down_to(const Rational& number, const Interval& reported) {
  return reported.low < number || (reported.low == number && !reported.low_open);
}

bool reaches_up_to(const Rational& number, const Interval& reported) {
  return reported.high > number || (reported.high == number && !reported.high_open);
}

bool ends_before(const Interval& one, const Interval& other) {
  return one.high < other.low || (one.high == other.low && (one.high_open || other.low_open));
}

// What one claimant asks of R: at least `ratio`, or at most; more, or less, where it is open.
struct Bound {
  Rational ratio;
  bool open;
  std::size_t claimant;
};

Rational sum_at(const Rational& ratio, const Problem<Rational>& problem) {
  Rational sum = 0;
  for (const auto& claimant : problem.claimants) {
    const auto end = end_of(claimant);
    const Rational at_least = std::max(claimant.min_share, Rational(claimant.weight * ratio));
    sum += end ? std::min(at_least, *end) : at_least;
  }
  return sum;
}

Rational sum_of_ends(const Problem<Rational>& problem) {
  Rational sum = 0;
  for (const auto& claimant : problem.claimants) sum += *end_of(claimant);
  return sum;
}

// The total against the sums of all ratios from `need` to `allowance`. Where one of these is open,
// so is the sum: whoever asks for it is proportional there, and its share changes with R. Without
// an allowance no claimant minds how high R is, so each of them reaches its end.
std::optional<Violation> find_wrong_total(const std::optional<Bound>& need,
                                          const std::optional<Bound>& allowance,
                                          const Problem<Rational>& problem, const Interval& total) {
  const Interval totals{sum_at(need ? need->ratio : Rational(0), problem),
                        allowance ? sum_at(allowance->ratio, problem) : sum_of_ends(problem),
                        need && need->open, allowance && allowance->open};
  if (ends_before(totals, total) || ends_before(total, totals)) return WrongTotal{totals};
  return std::nullopt;
}

}  // namespace

Interval exactly(const Rational& share) {
  return {share, share};
}

std::optional<Violation> find_violation(const Problem<Rational>& problem,
                                        std::span<const Interval> reported, const Interval& total) {
  assert(!find_defect(problem));
  assert(reported.size() == problem.claimants.size());
  std::optional<Bound> need;       // the highest of all
  std::optional<Bound> allowance;  // the lowest of all
  for (std::size_t i = 0; i < reported.size(); ++i) {
    const auto& [low, high, low_open, high_open] = reported[i];
    assert(low < high || (low == high && !low_open && !high_open));
    const auto& claimant = problem.claimants[i];
    const auto end = end_of(claimant);
    if (!reaches_up_to(claimant.min_share, reported[i])) return BelowMin{i};
    if (end && !reaches_down_to(*end, reported[i])) return AboveMax{i};

    // From here on a claimant that asks anything has a weight: without one, its minimum is its end.
    if (!reaches_down_to(claimant.min_share, reported[i])) {  // above its minimum
      const Bound own{low / claimant.weight, low_open, i};
      const bool same = need && own.ratio == need->ratio;
      if (!need || own.ratio > need->ratio || (same && own.open && !need->open)) need = own;
    }
    if (!end || !reaches_up_to(*end, reported[i])) {  // below its maximum
      const Bound own{high / claimant.weight, high_open, i};
      const bool same = allowance && own.ratio == allowance->ratio;
      if (!allowance || own.ratio < allowance->ratio || (same && own.open && !allowance->open)) {
        allowance = own;
      }
    }
  }
  if (need && allowance) {
    const bool met = need->ratio == allowance->ratio && !need->open && !allowance->open;
    if (need->ratio >= allowance->ratio && !met) {
      return Unequal{need->claimant, allowance->claimant, need->ratio, allowance->ratio};
    }
  }
  return find_wrong_total(need, allowance, problem, total);
}

std::optional<Violation> find_violation(const Problem<Rational>& problem,
                                        std::span<const Interval> reported) {
  return find_violation(problem, reported, exactly(problem.total));
}

std::optional<Violation> find_violation(const Problem<Rational>& problem,
                                        std::span<const Rational> shares) {
  std::vector<Interval> reported;
  for (const Rational& share : shares) reported.push_back(exactly(share));
  return find_violation(problem, reported);
}

}  // namespace fairshare::properties
