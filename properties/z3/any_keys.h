// reference/search.h with any keys: exact numbers, and a free choice wherever the fast solver
// rounds. What holds for every choice holds for the keys in doubles.
//
// A search learns two things from keys: which breakpoints are up to a pivot, and whether all keys
// are equal. So here a pivot is any one that separates the breakpoints by their quotients. The
// first keys may be equal at any time, as if doubles could not tell the remaining ones apart. The
// next digits are equal only if the quotients are.
//
// A search may also be run only to its first cut. What a cut leaves is the beginning of the search
// of a smaller problem, see what_is_left. If no cut changes the answer, induction over the number
// of breakpoints proves the whole search.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/assert.h"
#include "fairshare/exact/rational.h"
#include "fairshare/exact/sweep.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/properties/z3/symbolic.h"
#include "fairshare/reference/search.h"

namespace fairshare::prover {

// The choices of a run on terms; later runs make each of them the other way.
class FreeChoices {
 public:
  explicit FreeChoices(Path& path) : path_(path) {}

  bool choose() { return path_.choose(); }
  // The last choice was free only if a < b.
  void only_if_less(const Symbolic& a, const Symbolic& b) { path_.only_if(path_.less(a, b)); }
  // The last choices were free only if the number at `chosen` is not the greatest, and is the first
  // of those equal to it.
  void only_if_parts(const std::vector<Symbolic>& numbers, std::size_t chosen);
  bool are_equal(const std::vector<Symbolic>& numbers);
  void only_if_equal(const std::vector<Symbolic>& numbers);

 private:
  z3::expr all_equal(const std::vector<Symbolic>& numbers);

  Path& path_;
};

// The recorded choices of a refutation, repeated by a run on rationals.
class RecordedChoices {
 public:
  explicit RecordedChoices(std::vector<bool> choices) : choices_(std::move(choices)) {}

  bool choose();
  void only_if_less([[maybe_unused]] const exact::Rational& a,
                    [[maybe_unused]] const exact::Rational& b) {
    assert(a < b);
  }
  void only_if_parts(const std::vector<exact::Rational>& numbers, std::size_t chosen);
  bool are_equal(const std::vector<exact::Rational>& numbers);
  void only_if_equal([[maybe_unused]] const std::vector<exact::Rational>& numbers) {
    assert(are_equal(numbers));
  }

 private:
  std::vector<bool> choices_;
  std::size_t next_ = 0;
};

// A max_share, which may be absent.
template <class Number>
class Limit {
 public:
  Limit(const std::optional<Number>& number) : number_(number) {}

  bool is_there() const { return number_.has_value(); }
  operator const Number&() const { return *number_; }
  friend bool operator==(const Number& number, const Limit& limit) {
    return limit.number_ && number == *limit.number_;
  }
  friend bool operator<=(const Limit& limit, const Number& number) {
    return limit.number_ && *limit.number_ <= number;
  }

 private:
  std::optional<Number> number_;
};

template <class Number>
struct SumOf {
  Number value = 0;

  void add(const Number& number) { value = value + number; }
  void subtract(const Number& number) { value = value - number; }
  void add(const SumOf& sum) { value = value + sum.value; }
  void subtract(const SumOf& sum) { value = value - sum.value; }
  const Number& sign() const { return value; }
};

// The state of a search after a cut: its breakpoints in three parts, and the line below those that
// are left.
template <class Number, class Breakpoint>
struct CutOf {
  std::vector<Breakpoint> passed;
  std::vector<Breakpoint> left;
  std::vector<Breakpoint> dropped;
  reference::generic::Line<SumOf<Number>> line;
};

// The state of a search between two ratios before its first cut: its breakpoints and its line, and
// the problem that it believes these belong to.
template <class Number, class Breakpoint>
struct BeliefsOf {
  Problem<Number> problem;
  std::vector<Breakpoint> breakpoints;
  reference::generic::Line<SumOf<Number>> line;
};

// See reference/search.h.
template <class N, class Choices>
class AnyKeys {
 public:
  using Number = N;
  using Sum = SumOf<Number>;
  struct Columns {
    std::vector<Number> weight = {};
    std::vector<Number> min_share = {};
    std::vector<Limit<Number>> max_share = {};
  };
  struct Breakpoint {
    Number ratio;
    std::uint32_t claimant;
    bool is_max;
  };
  using Iterator = typename std::vector<Breakpoint>::iterator;

  // What to do after the first cut that leaves breakpoints, or before the very first cut; the
  // functions must not return. With neither, the whole search is run. A search up to a cut believes
  // nothing.
  using Cut = CutOf<Number, Breakpoint>;
  using Beliefs = BeliefsOf<Number, Breakpoint>;
  struct Stop {
    std::function<void(const Cut&)> after_cut = {};
    bool in_any_order = false;  // reorder the breakpoints; else as they are added
    std::function<void(const Beliefs&)> before_cuts = {};
  };

  AnyKeys(const Problem<Number>& problem, Choices& choices, Stop stop = {})
      : believed_(problem), choices_(choices), stop_(std::move(stop)) {
    for (const auto& claimant : problem.claimants) {
      columns_.weight.push_back(claimant.weight);
      columns_.min_share.push_back(claimant.min_share);
      columns_.max_share.push_back(claimant.max_share);
    }
  }

  const Columns& columns() const { return columns_; }
  const Number& bound(const Breakpoint& breakpoint) const {
    const std::size_t i = breakpoint.claimant;
    if (breakpoint.is_max) return columns_.max_share[i];
    return columns_.min_share[i];
  }
  const Number& weight(const Breakpoint& breakpoint) const {
    return columns_.weight[breakpoint.claimant];
  }

  struct Ratio {
    Number left;
    Number weight;
  };
  Ratio ratio(const Sum& s, const Sum& t) const {
    FAIRSHARE_ASSERT(believed_.total, s.value > 0);
    FAIRSHARE_ASSERT(believed_.total, t.value > 0);
    return {s.value, t.value};
  }
  static bool exceeds(const Ratio& ratio, const Number& number) {
    return ratio.weight * number < ratio.left;
  }

  static bool has_end(const Limit<Number>& max_share) { return max_share.is_there(); }
  bool is_less(const Sum& s, const Number& a, const Sum& t, const Number& b) const {
    FAIRSHARE_ASSERT(believed_.total, s.value >= 0);
    FAIRSHARE_ASSERT(believed_.total, t.value >= 0);
    return s.value * a < t.value * b;
  }

  static Number key(const Number& bound, const Number& weight) { return bound / weight; }
  bool precedes(const Breakpoint& a, const Breakpoint& b) const { return a.ratio < b.ratio; }

  void before_cut(Iterator begin, Iterator end, const reference::generic::Line<Sum>& line) {
    if (stop_.before_cuts) stop_.before_cuts({believed_, {begin, end}, line});
    if (!stop_.after_cut) return;
    if (!all_) {
      all_ = {begin, end};
      if (stop_.in_any_order) reorder(begin, end);
    }
    const auto [first, last] = *all_;
    if (begin != first || end != last) {
      stop_.after_cut({{first, begin}, {begin, end}, {end, last}, line});
    }
  }
  // In a run up to a cut, next digits that differ are not followed: they separate the breakpoints
  // just as first keys do in another run.
  std::optional<Number> find_pivot(Iterator begin, Iterator end, std::uint32_t /*cuts*/) {
    std::vector<Number> ratios;
    for (auto breakpoint = begin; breakpoint != end; ++breakpoint) {
      ratios.push_back(breakpoint->ratio);
    }
    if (has_next_digits_ && stop_.after_cut) {
      choices_.only_if_equal(ratios);
      return std::nullopt;
    }
    const bool are_keys_equal = has_next_digits_ ? choices_.are_equal(ratios) : choices_.choose();
    if (are_keys_equal) return std::nullopt;
    std::size_t chosen = 0;
    while (chosen + 1 < ratios.size() && !choices_.choose()) ++chosen;
    choices_.only_if_parts(ratios, chosen);
    return ratios[chosen];
  }
  static bool is_up_to(const Breakpoint& breakpoint, const Number& pivot) {
    return breakpoint.ratio <= pivot;
  }
  bool has_next_digits(Iterator, Iterator) { return has_next_digits_ = choices_.choose(); }
  static Number next_digits(const Breakpoint& breakpoint) { return breakpoint.ratio; }

  // These make the search believe that a claimant is at a bound at all ratios in question, or
  // proportional there. The search asks about its maximum only after it has asked about its
  // minimum.
  bool is_below(const Number& weight, const Number& ratio, const Number& min_share) {
    return is_believed_less(weight * ratio, min_share) &&
           believe(weight, {0, min_share, std::nullopt});
  }
  bool is_below(const Number& weight, const Number& ratio, const Limit<Number>& max_share) {
    return (!max_share.is_there() || is_believed_less(weight * ratio, max_share)) &&
           believe(weight, {weight, 0, std::nullopt});
  }
  bool is_above(const Number& weight, const Number& ratio, const Number& min_share) {
    return is_believed_less(min_share, weight * ratio);
  }
  bool is_above(const Number& weight, const Number& ratio, const Limit<Number>& max_share) {
    return max_share.is_there() && is_believed_less(max_share, weight * ratio) &&
           believe(weight, {0, max_share, std::nullopt});
  }

 private:
  bool is_believed_less(const Number& a, const Number& b) {
    if (stop_.after_cut || !choices_.choose()) return false;
    choices_.only_if_less(a, b);
    return true;
  }
  bool believe(const Number& weight, const Claimant<Number>& claimant) {
    believed_.claimants[static_cast<std::size_t>(&weight - columns_.weight.data())] = claimant;
    return true;
  }
  void reorder(Iterator begin, Iterator end) {
    for (; begin != end; ++begin) {
      auto next = begin;
      while (next + 1 != end && choices_.choose()) ++next;
      std::iter_swap(begin, next);
    }
  }

  Problem<Number> believed_;
  Columns columns_;
  Choices& choices_;
  Stop stop_;
  std::optional<std::pair<Iterator, Iterator>> all_ = {};
  bool has_next_digits_ = false;
};

// The problem whose search begins with what the cut leaves of the search of `problem`. It lacks the
// breakpoints that are passed or dropped, since its claimant is beyond a passed one, and below a
// dropped one, at any ratio.
//
//     {2, 10, 40}   min passed -> {2, 0, 40}    min dropped -> {0, 10, 40}
//                   max passed -> {2, 40, 40}   max dropped -> {2, 10, none}
template <class Number, class Breakpoint>
Problem<Number> what_is_left(const Problem<Number>& problem, const CutOf<Number, Breakpoint>& cut) {
  const auto contains = [](const std::vector<Breakpoint>& part, std::size_t claimant, bool is_max) {
    return std::ranges::any_of(part, [&](const Breakpoint& breakpoint) {
      return breakpoint.claimant == claimant && breakpoint.is_max == is_max;
    });
  };
  Problem<Number> left = problem;
  for (std::size_t i = 0; i < left.claimants.size(); ++i) {
    auto& claimant = left.claimants[i];
    if (contains(cut.dropped, i, true)) claimant.max_share = std::nullopt;
    if (contains(cut.dropped, i, false)) claimant.weight = 0;
    if (contains(cut.passed, i, false)) claimant.min_share = 0;
    if (contains(cut.passed, i, true)) claimant.min_share = *problem.claimants[i].max_share;
  }
  return left;
}

// The beginning of the search of a problem: its breakpoints, as {claimant, is_max} in order, and
// its line.
template <class Number>
struct Beginning {
  std::vector<std::pair<std::uint32_t, bool>> breakpoints = {};
  reference::generic::Line<SumOf<Number>> line = {};
};

template <class Breakpoint>
std::vector<std::pair<std::uint32_t, bool>> names_of(const std::vector<Breakpoint>& breakpoints) {
  std::vector<std::pair<std::uint32_t, bool>> names;
  for (const auto& breakpoint : breakpoints) {
    names.emplace_back(breakpoint.claimant, breakpoint.is_max);
  }
  std::ranges::sort(names);
  return names;
}

template <class Number, class Choices>
Beginning<Number> beginning_of(const Problem<Number>& problem, Choices& choices) {
  using Numbers = AnyKeys<Number, Choices>;
  Numbers numbers(problem, choices);
  std::vector<typename Numbers::Breakpoint> breakpoints;
  reference::generic::Search<Numbers> search(problem.total, numbers, breakpoints);
  Beginning<Number> beginning;
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) search.add(i, beginning.line);
  beginning.breakpoints = names_of(breakpoints);
  return beginning;
}

template <class Ratio, class Number>
Allocation<Number> allocation_of(const Ratio& ratio, const Problem<Number>& problem) {
  Allocation<Number> allocation{ratio.left / ratio.weight, {}};
  for (const auto& claimant : problem.claimants) {
    allocation.shares.push_back(exact::generic::share_at(claimant, allocation.ratio));
  }
  return allocation;
}

// The solution by the search, with AnyKeys or a substitute. Nothing is rounded.
template <class Numbers>
Solution<typename Numbers::Number> solve_by_search(const Problem<typename Numbers::Number>& problem,
                                                   Numbers& numbers) {
  using Number = typename Numbers::Number;
  using Sum = typename Numbers::Sum;
  std::vector<typename Numbers::Breakpoint> breakpoints;
  const auto found = reference::generic::find_outcome(problem.total, numbers, breakpoints);
  if (const auto* over = std::get_if<Overcommitted<Sum>>(&found)) {
    return Overcommitted<Number>{over->excess.value};
  }
  if (const auto* surplus = std::get_if<Surplus<Sum>>(&found)) {
    return Surplus<Number>{surplus->unclaimed.value};
  }
  if (const auto* ratio = std::get_if<typename Numbers::Ratio>(&found)) {
    return allocation_of(*ratio, problem);
  }
  Allocation<Number> allocation{0, {}};
  for (const auto& claimant : problem.claimants) allocation.shares.push_back(claimant.min_share);
  return allocation;
}

// The allocation by the search between two ratios that are believed; nothing if it finds that they
// are wrong.
template <class Numbers>
std::optional<Allocation<typename Numbers::Number>> search_between(
    const typename Numbers::Number& low, const typename Numbers::Number& high,
    const Problem<typename Numbers::Number>& problem, Numbers& numbers) {
  std::vector<typename Numbers::Breakpoint> breakpoints;
  const auto found =
      reference::generic::find_ratio_within(problem.total, low, high, numbers, breakpoints);
  if (!found) return std::nullopt;
  return allocation_of(*found, problem);
}

}  // namespace fairshare::prover
