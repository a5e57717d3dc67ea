// All theorems, as claimed. lemmas_test.cpp: what is false, vacuous or uncontrolled is not proved.
#include "fairshare/properties/z3/theorems.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <set>
#include <string>
#include <variant>

#include "fairshare/exact/solve.h"

namespace fairshare::prover {
namespace {

using exact::Rational;

// With Z3's usual seed the page of theorems is compared with what `fairshare prove` prints.
TEST(Theorems, AreAllAsClaimedWithAnotherSeed) {
  for (const Theorem& theorem : all_theorems()) {
    const Verdict verdict = prove(theorem, {.seed = 7});
    EXPECT_TRUE(is_as_claimed(theorem, verdict))
        << theorem.name << " is " << name_of(verdict.status) << ": " << verdict.details;
  }
}

TEST(Theorems, AreAtLeastThirtyThatAreProvedForEveryN) {
  const auto is_for_every_n = [](const Theorem& theorem) {
    return theorem.n == "every n" && theorem.claim == Claim::proved;
  };
  EXPECT_GE(std::ranges::count_if(all_theorems(), is_for_every_n), 30);
}

TEST(Theorems, HaveNamesOfTheirOwnAndAStatement) {
  std::set<std::string> names;
  for (const Theorem& theorem : all_theorems()) {
    EXPECT_TRUE(names.insert(theorem.name).second) << theorem.name << " is listed more than once";
    EXPECT_TRUE(theorem.statement.ends_with('.')) << theorem.name;
    EXPECT_FALSE(theorem.n.empty()) << theorem.name;
    EXPECT_FALSE(theorem.tool.empty()) << theorem.name;
  }
}

TEST(Theorems, OfAFileThatCannotBeReadAreUnknown) {
  const Theorem theorem = theorem_of(LemmaFile{"broken.smt2", "(assert"});
  EXPECT_EQ(theorem.name, "broken.smt2");
  EXPECT_EQ(theorem.statement, "(unreadable)");
  const Verdict verdict = prove(theorem, {});
  EXPECT_EQ(verdict.status, Status::unknown);
  EXPECT_TRUE(verdict.details.starts_with("broken.smt2:")) << verdict.details;
}

// The verdict on a lemma that a change has made false.
Verdict verdict_with(const std::string& piece, const std::string& other) {
  std::string text = R"(; name: false
; statement: Every number is positive.
; n: every n
; lifts: It is one step.
; induction: none
; claim: proved

(set-logic QF_LRA)
(declare-const x Real)

; expect: sat  vacuity: a number above 0
(push 1)
(assert (> x 0))
(check-sat)
(pop 1)

; expect: unsat  lemma: a number is positive
(push 1)
(assert (<= x 0))
(check-sat)
(pop 1)

; expect: sat  control: a number below 0
(push 1)
(assert (< x 0))
(check-sat)
(pop 1)
)";
  text.replace(text.find(piece), piece.size(), other);
  return prove(theorem_of(LemmaFile{"false.smt2", text}), {});
}

TEST(Theorems, TellTheFirstQueryWhoseAnswerIsNotTheExpectedOne) {
  const Verdict verdict = verdict_with("", "");
  EXPECT_EQ(verdict.status, Status::refuted);
  EXPECT_EQ(verdict.details, "lemma, a number is positive: has a model");
  EXPECT_EQ(verdict_with(": a number is positive", "").details, "lemma: has a model");
  EXPECT_EQ(verdict_with("(> x 0)", "(> x x)").details, "vacuity, a number above 0: has no model");
  EXPECT_TRUE(verdict_with("(> x 0)", "(> y 0)")
                  .details.starts_with("vacuity, a number above 0: Z3 does not know ("));
}

TEST(Theorems, AreUnknownWithoutTime) {
  std::size_t unknown = 0;
  for (const Theorem& theorem : all_theorems()) {
    const Verdict verdict = prove(theorem, {.time = std::chrono::milliseconds(1)});
    const bool is_opposite = theorem.claim == Claim::proved ? verdict.status == Status::refuted
                                                            : verdict.status == Status::proved;
    EXPECT_FALSE(is_opposite) << theorem.name << ": " << verdict.details;
    if (verdict.status == Status::unknown) ++unknown;
  }
  EXPECT_GT(unknown, 0U);
}

TEST(Theorems, AreAsClaimedInOneOfThreeStatesOnly) {
  Theorem theorem = all_theorems().front();
  theorem.claim = Claim::proved;
  EXPECT_TRUE(is_as_claimed(theorem, {Status::proved}));
  EXPECT_FALSE(is_as_claimed(theorem, {Status::refuted}));
  EXPECT_FALSE(is_as_claimed(theorem, {Status::unknown}));
  theorem.claim = Claim::refuted;
  EXPECT_FALSE(is_as_claimed(theorem, {Status::proved}));
  EXPECT_TRUE(is_as_claimed(theorem, {Status::refuted}));
  EXPECT_FALSE(is_as_claimed(theorem, {Status::unknown}));
}

TEST(Theorems, NameEveryStatus) {
  EXPECT_EQ(name_of(Status::proved), "proved");
  EXPECT_EQ(name_of(Status::refuted), "refuted");
  EXPECT_EQ(name_of(Status::unknown), "unknown");
}

Allocation<Rational> divided(const Problem<Rational>& problem) {
  return std::get<Allocation<Rational>>(exact::solve(problem));
}

// A counterexample to each refuted theorem, by code that does not use Z3.
TEST(Theorems, ThatAreRefutedFailOnTheExactSolver) {
  const Problem<Rational> at_bounds{5, {{1, 5, 9}, {2, 0, 0}}};  // ratio-unique
  const auto [low, high] = exact::find_ratios(at_bounds, divided(at_bounds));
  EXPECT_TRUE(high && *high > low);

  const Allocation<Rational> whole = divided({10, {{2, 4}, {2}}});  // split-proof
  const Allocation<Rational> parts = divided({10, {{1, 4}, {1}, {2}}});
  EXPECT_EQ(whole.shares[0], 5);
  EXPECT_EQ(parts.shares[0] + parts.shares[1], 6);

  // sharing-incentive-without-small-min-shares
  EXPECT_EQ(divided({10, {{1}, {1, 8}}}).shares[0], 2);
}

}  // namespace
}  // namespace fairshare::prover
