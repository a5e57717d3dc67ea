// Bugs of a production scheduler that Z3 finds by itself: inputs on which the int era of YARN's
// ComputeFairShares (int_rule.h) goes wrong. Also proofs of what cannot go wrong there.
//
// A model that Z3 finds is an input for a description of the release. It counts only if the
// release's own model in schedulers/ goes wrong on it too: tests/properties/z3/found_bugs_test.cpp
// replays every one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/properties/z3/int_rule.h"
#include "fairshare/properties/z3/query.h"
#include "fairshare/properties/z3/theorems.h"

namespace fairshare::prover {

// An input in the scheduler's own terms.
struct IntClaimant {
  float weight;
  std::int32_t min_share;
  std::int32_t max_share;  // 2^31 - 1: none

  friend bool operator==(const IntClaimant&, const IntClaimant&) = default;
};

struct IntProblem {
  std::int32_t total;
  std::vector<IntClaimant> claimants;

  friend bool operator==(const IntProblem&, const IntProblem&) = default;
};

// "total 10: weight 0.5, min share 0, max share 5; weight 1, min share 0"
std::string to_text(const IntProblem& problem);

// What a release does with an input that was found, of n claimants.
enum class Symptom {
  none,                 // there is no such input
  never_ends,           // it doubles R forever
  gives_nothing,        // every share is 0, though the total is not
  gives_half,           // at most half of the total, although all of it can be claimed
  gives_n_less_1_more,  // exactly n - 1 units more than the total
  gives_n_more,         // n units more than the total, or even more
};

// A claim about every input that satisfies `assumed`: that `bug` does not hold.
struct BugSearch {
  using Formula = z3::expr (*)(const IntInput&);

  std::string name;
  std::string statement;   // the claim
  std::vector<int> sizes;  // the numbers of claimants for which it is asked
  Formula assumed;
  Formula bug;
  Symptom symptom = Symptom::none;         // none: the claim is true; else it is refuted
  std::vector<std::string> releases = {};  // those with that symptom: "yarn-2.2", ...
  // The control of a true claim: with these weaker assumptions, or with more claimants, the claim
  // is false.
  Formula assumed_of_control = nullptr;
  int more_claimants_in_control = 0;
};

// All searches, those with refuted claims first. Names are unique.
std::vector<BugSearch> all_bug_searches();

enum class Question {
  bug,          // an input with the bug
  assumptions,  // any input: without one the claim would be empty
  control,      // an input with the bug under the weaker assumptions; only for true claims
};

struct Found {
  IntProblem problem;
  Model model;
};

struct NotFound {};

using Finding = std::variant<Found, NotFound, Unknown>;

// Asks Z3 about n claimants, or for a control about as many more as it has. Never throws: an
// exception of Z3's becomes Unknown.
//
//     doubling-ends, bug, 2                  -> Found: two maximums of 2^31 - 1, say
//     doubling-of-one-claimant-ends, bug, 1  -> NotFound
Finding look_for(const BugSearch& search, Question question, int n, const Limits& limits);

// True if every release of the search shows its symptom on the problem. This folder knows no
// schedulers; the caller does.
using BugReplay = std::function<bool(const BugSearch& search, const IntProblem& problem)>;

// The searches as theorems, in their order. A claim is refuted only by an input for each n that
// also passes the replay. It is proved only if the assumptions can be met and the control fails.
std::vector<Theorem> theorems_of_found_bugs(const BugReplay& replay);

}  // namespace fairshare::prover
