// How a theorem about a fixed number of claimants is put to Z3.
//
// Its hypotheses alone must have a model, else it says nothing. They and the contrary of its claim
// must have none. And the same claim on weaker hypotheses must fail, by a model: a control that the
// hypotheses matter, and that Z3 does not simply refuse everything.
#pragma once

#include <z3++.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "properties/z3/query.h"
#include "properties/z3/theorems.h"

namespace fairshare::prover {

// If all of these hold, then so does the claim.
struct Sentence {
  std::vector<z3::expr> hypotheses;
  z3::expr claim;
};

struct Argument {
  Engine engine;
  Sentence theorem;
  std::vector<z3::expr> example;  // more that the model of the hypotheses must meet: real weights
  Sentence control;  // must fail; where the claim is `refuted`, must hold: what was missing
  std::vector<Sentence> lemmas = {};  // what the theorem's own query rests on, if anything
};

// Whether the counterexample is one indeed, by code that knows nothing of Z3.
using Replay = std::function<bool(const Model& counterexample, std::size_t n)>;

struct FixedTheorem {
  std::string name;
  std::string statement;
  std::size_t n_min;
  std::size_t n_max;
  std::function<Argument(z3::context& context, std::size_t n)> argument;
  Claim claim = Claim::proved;
  Replay replay = {};
};

// Decides it for each n from n_min to n_max:
//   - proved: for every n all is as it must be;
//   - refuted: for some n the claim fails and the replay confirms it; where that is the claim, for
//     every n, and the control holds for every n;
//   - unknown: anything else, and why: a query without an answer, hypotheses that contradict each
//     other, a control that does not fail, a counterexample that nothing confirms.
Verdict decide(const FixedTheorem& theorem, const Limits& limits);

// The same as a theorem of the list.
Theorem listed(FixedTheorem theorem);

// The families of fixed theorems.
std::vector<FixedTheorem> theorems_of_sameness();    // theorems_sameness.cpp
std::vector<FixedTheorem> theorems_of_change();      // theorems_change.cpp
std::vector<FixedTheorem> theorems_of_comparison();  // theorems_comparison.cpp

}  // namespace fairshare::prover
