// Bugs of a production scheduler that Z3 finds by itself: inputs on which the int era of YARN's
// ComputeFairShares (int_rule.h) goes wrong, and what cannot go wrong there.
//
// A model is an input of a description of the release. It is believed only once the release's own
// model in schedulers/ goes wrong on it too: tests/properties/z3/found_bugs_test.cpp replays every
// one.
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
  never_ends,           // it doubles R for ever
  gives_nothing,        // every share is 0, though the total is not
  gives_half,           // no more than half of the total, all of which can be claimed
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
  // Of a true claim: less than `assumed`, or the same for more claimants, so that it is false.
  Formula assumed_of_control = nullptr;
  int more_claimants_in_control = 0;
};

// Those that are refuted first. Names are unique.
std::vector<BugSearch> all_bug_searches();

enum class Question {
  bug,          // an input with the bug
  assumptions,  // any input: without one the claim would be empty
  control,      // an input with the bug where less is assumed; only of claims that are true
};

struct Found {
  IntProblem problem;
  Model model;
};

struct NotFound {};

using Finding = std::variant<Found, NotFound, Unknown>;

// Asks Z3 about n claimants, or as many more as the control has. Never throws: what Z3 throws is
// Unknown.
//
//     doubling-ends, bug, 2                  -> Found: two maximums of 2^31 - 1, say
//     doubling-of-one-claimant-ends, bug, 1  -> NotFound
Finding look_for(const BugSearch& search, Question question, int n, const Limits& limits);

// True where every release of the search shows its symptom on the problem. This folder knows no
// scheduler: the caller knows them.
using BugReplay = std::function<bool(const BugSearch& search, const IntProblem& problem)>;

// The searches as theorems, in their order. Refuted only by an input for each n which also passes
// the replay; proved only where the assumptions can be met and the control fails.
std::vector<Theorem> theorems_of_found_bugs(const BugReplay& replay);

}  // namespace fairshare::prover
