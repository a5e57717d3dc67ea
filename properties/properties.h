// Fairness by its consequences: named properties that hold for every solver and every scheduler
// that divides fairly. Each asks a divider about a problem and about others made from it, and
// reports what cannot be true of all the answers. None of them solves anything.
//
// An answered share stands for an interval of reals, so rounded answers are compared without a
// tolerance: a relation between shares is broken only if no choice of one real from each interval
// satisfies it. Hence a divider whose intervals contain the fair shares breaks no property, however
// coarsely it rounds, and one whose intervals are single numbers is compared exactly. The exception
// is determinism: the same question must get the same intervals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/properties/fairness.h"

namespace fairshare::properties {

enum class Outcome { allocation, overcommitted, surplus };

// "allocation", "overcommitted", "surplus"
std::string_view name_of(Outcome outcome);

// What a divider answers.
//
//     x = y cannot be:   [3, 4) and [4, 5)     can be: [3, 4] and [4, 5), (3, 4) and (3, 5)
//     x <= y cannot be:  [4, 5) and [3, 4)     can be: [4, 5) and [3, 4]
//
// For sums, and for shares times a number, the ends are added and multiplied; an end of a sum is
// open if that end of one of its terms is.
struct Reply {
  Outcome outcome = Outcome::allocation;
  std::vector<Interval> shares = {};  // one per claimant (asserted); empty without an allocation
};

// The divider under test. Returns nothing if it cannot answer: a number that it cannot hold, or a
// refusal. It must not cache its answers, or `determinism` tests nothing.
using Divide = std::function<std::optional<Reply>(const Problem<Rational>&)>;

// A property that does not hold, and for which claimant.
struct Breach {
  std::string_view property;                              // its name
  std::string message;                                    // one sentence, every number in full
  std::optional<std::size_t> claimant = std::nullopt;     // its index in the problem
  std::optional<Problem<Rational>> other = std::nullopt;  // made from the problem, if one was asked
};

struct Property {
  std::string_view name;      // "monotone_in_total"
  std::string_view equation;  // one line of ASCII, read as below
  std::string_view code;      // of one answer FS101, FS102, FS103, FS204; FS205 equals, FS206
                              // monotony, FS207 order and scale, FS208 consistency, FS504 two
                              // answers
  // Nothing if the property holds, does not apply to the problem, or gets no answer. `choice`
  // selects what is tried (which claimant, by how much): small values try different things, so that
  // 0, 1, 2, ... cover everything on a small problem. Asks the divider about the problem once, and
  // about at most three others (`determinism`: twice about the same). Its own work is O(n log n).
  // Asserts `!find_defect(problem)`; it never asks about a problem with a defect, but may ask about
  // one without a fair allocation.
  std::optional<Breach> (*find_breach)(const Problem<Rational>& problem, std::uint64_t choice,
                                       const Divide& divide);
};

// How to read the equations: T total; w_i, l_i, u_i weight, minimum, maximum of claimant i; x_i its
// share; e_i the most it can claim: u_i, at w_i = 0 l_i; ' marks the changed problem and its
// answer; sum over all i; outcomes in the order overcommitted < allocation < surplus.

// All of them, in the order in which fuzz/README.md lists them.
std::span<const Property> all_properties();
std::optional<Property> find_property(std::string_view name);

}  // namespace fairshare::properties
