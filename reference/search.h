// The search in integers, over any exact numbers: exact_search.cpp runs it on doubles and their
// exact sums, the prover on terms.
//
// With exact sums a search needs no care. f(R), the sum of all shares, is I(R) + W(R) * R: I is the
// sum of the bounds of claimants at a bound, W that of the weights of the proportional ones. As R
// rises,
//
//     at min_share / weight:  I -= min_share, W += weight     a claimant begins to be proportional
//     at max_share / weight:  I += max_share, W -= weight     and ends
//
// The search cuts the remaining breakpoints in two, adds up the lower part, and tests in integers
// whether f is below the total at the last breakpoint of that part. If so, the whole lower part is
// passed, and the search continues in the upper one; else it continues in the lower part. At the
// end R = (total - I) / W, a quotient of two integers.
//
// Where to cut only matters for speed. So everything that is rounded is behind Numbers. It must
// only promise the following; the answer is then right, whatever else it does:
//
//     Number, Sum, Columns, Breakpoint
//         A Sum begins at 0 and can add and subtract a Number or a Sum; sign() compares with 0 as
//         the sum does. Columns have weight, min_share and max_share by index; a max_share may be
//         absent. A Breakpoint is {ratio, claimant, is_max}, its ratio a key.
//     columns(), bound(breakpoint), weight(breakpoint)
//     has_end(max_share)            whether it is there
//     is_less(s, a, t, b)           s * a < t * b, exactly, for sums that are not negative
//     Ratio, ratio(s, t)            s / t, for sums above 0
//     exceeds(ratio, number)        exactly
//     key(bound, weight)            of the quotient: a key that keeps order, and may tie
//     before_cut(begin, end, line)  is told what is left, and the line below that; for a prover
//     find_pivot(begin, end, cuts)  nothing only where all keys are equal; else a pivot with a key
//                                   on either side
//     is_up_to(breakpoint, pivot)   by its key
//     precedes(a, b)                whether its quotient is less, exactly
//     has_next_digits(begin, end)   of breakpoints whose keys are equal: whether next_digits keeps
//                                   order, and ties only where the quotients are equal
//     next_digits(breakpoint)       its next key
//     is_below(weight, ratio, bound), is_above(weight, ratio, bound)
//                                   whether weight * ratio is; may say no where it is, never yes
//                                   where it is not
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "fairshare/model/solution.h"

namespace fairshare::reference::generic {

// The sum of all shares as the line I + W * R.
template <class Sum>
struct Line {
  Sum fixed;   // I
  Sum weight;  // W
};

// The minimums add up to the total, so the ratio is 0.
struct AtMinimums {};

template <class Numbers>
using Finding = std::variant<typename Numbers::Ratio, AtMinimums,
                             Overcommitted<typename Numbers::Sum>, Surplus<typename Numbers::Sum>>;

template <class Number, class Sum>
Sum left_of(const Number& total, const Line<Sum>& line) {
  Sum left;
  left.add(total);
  left.subtract(line.fixed);
  return left;
}

template <class Numbers>
class Search {
 public:
  using Number = typename Numbers::Number;
  using Line = generic::Line<typename Numbers::Sum>;
  using Breakpoint = typename Numbers::Breakpoint;
  using Iterator = typename std::vector<Breakpoint>::iterator;

  Search(const Number& total, Numbers& numbers, std::vector<Breakpoint>& breakpoints)
      : total_(total), numbers_(numbers), breakpoints_(breakpoints) {
    breakpoints_.clear();
  }

  // Adds a claimant as it is at R = 0, and its breakpoints. A maximum above the total is never
  // reached.
  void add(std::size_t i, Line& line) {
    const auto& weight = numbers_.columns().weight[i];
    const auto& min_share = numbers_.columns().min_share[i];
    const auto& max_share = numbers_.columns().max_share[i];
    line.fixed.add(min_share);
    if (weight == 0 || min_share == max_share) return;
    const auto claimant = static_cast<std::uint32_t>(i);
    if (min_share == 0) {
      line.weight.add(weight);
    } else {
      breakpoints_.push_back({numbers_.key(min_share, weight), claimant, false});
    }
    if (max_share <= total_) {
      breakpoints_.push_back({numbers_.key(max_share, weight), claimant, true});
    }
  }

  // Goes from the line at R = 0 to the line on which the sum of shares first reaches the total. The
  // sum must be below the total at R = 0, and must reach it.
  void find_line(Line& line) {
    auto begin = breakpoints_.begin();
    auto end = breakpoints_.end();
    narrow(begin, end, line);
    if (begin == end) return;
    // All remaining ones have the same key; the next digits may tell them apart.
    if (!numbers_.has_next_digits(begin, end)) {
      narrow_in_integers(begin, end, line);
      return;
    }
    for (auto breakpoint = begin; breakpoint != end; ++breakpoint) {
      breakpoint->ratio = numbers_.next_digits(*breakpoint);
    }
    narrow(begin, end, line);
    if (begin != end) cut(begin, end, end, line);  // equal ratios
  }

 private:
  void pass(const Breakpoint& breakpoint, Line& line) const {
    if (breakpoint.is_max) {
      line.fixed.add(numbers_.bound(breakpoint));
      line.weight.subtract(numbers_.weight(breakpoint));
    } else {
      line.fixed.subtract(numbers_.bound(breakpoint));
      line.weight.add(numbers_.weight(breakpoint));
    }
  }

  // Whether line(bound / weight) < total: W * bound < (total - I) * weight. Breakpoints equal to
  // this one may be on either side of the cut: at their own ratio they add nothing to the line.
  bool is_below_total(const Breakpoint& breakpoint, const Line& line) const {
    const auto left = left_of(total_, line);
    if (left.sign() <= 0) return false;
    return numbers_.is_less(line.weight, numbers_.bound(breakpoint), left,
                            numbers_.weight(breakpoint));
  }

  // Decides on which side of the last breakpoint before `middle` the answer is; all before `middle`
  // must be lower than all after it. What is left is one of the two parts, without that breakpoint.
  void cut(Iterator& begin, Iterator& end, Iterator middle, Line& line) const {
    Line beyond = line;
    auto last = begin;
    for (auto breakpoint = begin; breakpoint != middle; ++breakpoint) {
      pass(*breakpoint, beyond);
      if (numbers_.precedes(*last, *breakpoint)) last = breakpoint;
    }
    if (is_below_total(*last, beyond)) {
      line = beyond;
      begin = middle;
    } else {
      std::iter_swap(last, middle - 1);
      end = middle - 1;
    }
  }

  // Cuts until all remaining breakpoints have the same key.
  void narrow(Iterator& begin, Iterator& end, Line& line) const {
    for (std::uint32_t cuts = 0; begin != end; ++cuts) {
      numbers_.before_cut(begin, end, line);
      const auto pivot = numbers_.find_pivot(begin, end, cuts);
      if (!pivot) return;
      const auto middle = std::partition(
          begin, end, [&](const Breakpoint& b) { return numbers_.is_up_to(b, *pivot); });
      assert(begin != middle && middle != end);
      cut(begin, end, middle, line);
    }
  }

  // The same if keys cannot tell ratios apart.
  void narrow_in_integers(Iterator& begin, Iterator& end, Line& line) const {
    const auto is_before = [&](const Breakpoint& a, const Breakpoint& b) {
      return numbers_.precedes(a, b);
    };
    while (begin != end) {
      numbers_.before_cut(begin, end, line);
      const auto median = begin + (end - begin) / 2;
      std::nth_element(begin, median, end, is_before);
      cut(begin, end, median + 1, line);
    }
  }

  const Number total_;
  Numbers& numbers_;
  std::vector<Breakpoint>& breakpoints_;
};

// The sum of minimums less the total.
template <class Numbers>
typename Numbers::Sum excess_of(const typename Numbers::Number& total, const Numbers& numbers) {
  typename Numbers::Sum sum;
  for (const auto& min_share : numbers.columns().min_share) sum.add(min_share);
  sum.subtract(total);
  return sum;
}

// Nothing if there is no limit: a claimant has a weight and no max_share.
template <class Numbers>
std::optional<typename Numbers::Sum> find_most_that_can_be_claimed(const Numbers& numbers) {
  const auto& columns = numbers.columns();
  typename Numbers::Sum sum;
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    if (columns.weight[i] == 0) {
      sum.add(columns.min_share[i]);
    } else if (numbers.has_end(columns.max_share[i])) {
      sum.add(columns.max_share[i]);
    } else {
      return std::nullopt;
    }
  }
  return sum;
}

// The ratio, if it is above `low` and at most `high`, and a claimant is proportional there. On
// [low, high] the line of the claimants that do not move is the sum of their shares. Elsewhere it
// need not be, but never falls; so an answer outside does not count.
template <class Numbers>
std::optional<typename Numbers::Ratio> find_ratio_within(
    const typename Numbers::Number& total, const typename Numbers::Number& low,
    const typename Numbers::Number& high, Numbers& numbers,
    std::vector<typename Numbers::Breakpoint>& breakpoints) {
  Search<Numbers> search(total, numbers, breakpoints);
  Line<typename Numbers::Sum> line;
  const auto& columns = numbers.columns();
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    const auto& weight = columns.weight[i];
    const auto& min_share = columns.min_share[i];
    const auto& max_share = columns.max_share[i];
    if (numbers.is_below(weight, high, min_share) || min_share == max_share || weight == 0) {
      line.fixed.add(min_share);
    } else if (numbers.is_above(weight, low, max_share)) {
      line.fixed.add(max_share);
    } else if (numbers.is_above(weight, low, min_share) &&
               numbers.is_below(weight, high, max_share)) {
      line.weight.add(weight);
    } else {
      search.add(i, line);
    }
  }
  search.find_line(line);
  const auto left = left_of(total, line);
  if (left.sign() <= 0 || line.weight.sign() <= 0) return std::nullopt;
  const auto ratio = numbers.ratio(left, line.weight);
  if (!numbers.exceeds(ratio, low) || numbers.exceeds(ratio, high)) return std::nullopt;
  return ratio;
}

// The outcome of any problem; if there is an allocation, the least ratio.
template <class Numbers>
Finding<Numbers> find_outcome(const typename Numbers::Number& total, Numbers& numbers,
                              std::vector<typename Numbers::Breakpoint>& breakpoints) {
  using Sum = typename Numbers::Sum;
  const Sum excess = excess_of(total, numbers);
  if (excess.sign() > 0) return Overcommitted<Sum>{excess};
  if (excess.sign() == 0) return AtMinimums{};
  if (const auto most = find_most_that_can_be_claimed(numbers)) {
    Sum unclaimed;
    unclaimed.add(total);
    unclaimed.subtract(*most);
    if (unclaimed.sign() > 0) return Surplus<Sum>{unclaimed};
  }
  Search<Numbers> search(total, numbers, breakpoints);
  Line<Sum> line;
  for (std::size_t i = 0; i < numbers.columns().weight.size(); ++i) search.add(i, line);
  search.find_line(line);
  return numbers.ratio(left_of(total, line), line.weight);
}

}  // namespace fairshare::reference::generic
