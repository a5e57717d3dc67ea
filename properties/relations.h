// The building blocks of the named properties: relations between intervals of shares, choices
// derived from one number, and the comparison of two answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fairshare/properties/properties.h"

namespace fairshare::properties {

// Whether some x of `a` and some y of `b` are equal, or have x <= y.
bool can_be_equal(const Interval& a, const Interval& b);
bool can_be_at_most(const Interval& a, const Interval& b);

bool is_one_number(const Interval& interval);

// All x + y; all x * factor, which is above 0; all that lies in either interval or between them.
Interval sum_of(const Interval& a, const Interval& b);
Interval times(const Interval& interval, const Rational& factor);
Interval hull_of(const Interval& a, const Interval& b);

// The part of a share that is within the claimant's bounds (at weight 0 its minimum alone); nothing
// if no part is. [5, 6) of a claimant with max 5 is 5.
std::optional<Interval> within_bounds(const Claimant<Rational>& claimant, const Interval& share);

// The interval with its ends moved outwards to doubles, which more dividers can hold, and closed.
// One number stays as it is, and so does an end beyond the largest double.
Interval doubles_around(const Interval& interval);

// "40/3", "[33, 34)"
std::string text_of(const Interval& interval);

// The outcome, which sums alone decide.
Outcome outcome_of(const Problem<Rational>& problem);

// Decisions derived from one number, in mixed radix: while the product of all ends is small, the
// numbers from 0 on give every combination of decisions. Beyond 2^64 the decisions are random.
class Choice {
 public:
  explicit Choice(std::uint64_t number) : left_(number), seed_(number) {}

  // From 0 to end - 1; `end` is above 0.
  std::size_t below(std::size_t end);

 private:
  std::uint64_t left_;
  std::uint64_t room_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t seed_;
};

// The answer of `divide`, if any. Asserts that the problem has no defect, and that the answer has a
// share for each claimant if it is an allocation, and no shares otherwise.
std::optional<Reply> ask(const Divide& divide, const Problem<Rational>& problem);

// A problem made from the first one, and how: "with every weight times 2".
struct Remade {
  Problem<Rational> problem;
  std::string how;
};

// What a claimant of the remade problem must get: `claimant` is its index in the first problem, or
// that of a claimant that is part of it.
struct Due {
  std::size_t claimant;
  Interval share;
};

// What is wrong if the answer to the remade problem has another outcome, or if a share cannot be
// due. `dues` has one entry per claimant of the remade problem; it is used only if the outcome is
// an allocation.
std::optional<Breach> find_difference(std::string_view property, const Remade& remade,
                                      Outcome outcome, const std::vector<Due>& dues,
                                      const Reply& reply);

}  // namespace fairshare::properties
