// All theorems, as claimed; and that what is false, vacuous, uncontrolled or unconfirmed is not
// proved.
#include "properties/z3/theorems.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "exact/solve.h"
#include "properties/z3/argument.h"
#include "properties/z3/worlds.h"

namespace fairshare::prover {
namespace {

TEST(Theorems, AreAllAsClaimed) {
  for (const Theorem& theorem : all_theorems()) {
    const Verdict verdict = prove(theorem, {});
    EXPECT_TRUE(is_as_claimed(theorem, verdict))
        << theorem.name << " is " << name_of(verdict.status) << ": " << verdict.details;
  }
}

TEST(Theorems, AreThirtyAndSixteenOfThemForEveryN) {
  const std::vector<Theorem> theorems = all_theorems();
  const auto is_for_every_n = [](const Theorem& theorem) {
    return theorem.n == "every n" && theorem.claim == Claim::proved;
  };
  EXPECT_GE(theorems.size(), 30U);
  EXPECT_GE(std::ranges::count_if(theorems, is_for_every_n), 16);
}

TEST(Theorems, HaveNamesOfTheirOwnAndAStatement) {
  std::set<std::string> names;
  for (const Theorem& theorem : all_theorems()) {
    EXPECT_TRUE(names.insert(theorem.name).second) << theorem.name << " stands there twice";
    EXPECT_TRUE(theorem.statement.ends_with('.')) << theorem.name;
    EXPECT_FALSE(theorem.n.empty()) << theorem.name;
    EXPECT_FALSE(theorem.tool.empty()) << theorem.name;
  }
}

TEST(Theorems, AreTheSameWithAnotherSeed) {
  for (auto* family : {theorems_of_sameness, theorems_of_change, theorems_of_comparison}) {
    for (const FixedTheorem& theorem : family()) {
      const Verdict verdict = decide(theorem, {.seed = 7});
      const bool is_claimed_true = theorem.claim == Claim::proved;
      EXPECT_EQ(verdict.status, is_claimed_true ? Status::proved : Status::refuted)
          << theorem.name << ": " << verdict.details;
    }
  }
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

// "Equal claimants get equal shares", with whatever is to be wrong with it.
struct Flawed {
  bool is_vacuous = false;
  bool is_uncontrolled = false;
  bool is_false = false;
  bool has_false_lemma = false;
};

FixedTheorem flawed_theorem(const Flawed& flawed, Replay replay = {}) {
  const auto argument = [flawed](z3::context& context, std::size_t n) {
    const World world = divided_world(context, "before", n);
    const z3::expr claim = world.shares[0] == world.shares[1];
    const z3::expr same = has_same_bounds(world.claimants[0], world.claimants[1]);
    const z3::expr same_product = world.products[0] == world.products[1];
    const std::vector<int> equal_weights(n, 1);
    const auto equal = joined({is_fair(world), {same, same_product}});
    const auto heavier = joined({is_fair(world), {same}, has_weights(world, weights_up_to(n))});
    Argument made{
        Engine::simple, {equal, claim}, has_weights(world, equal_weights), {heavier, claim}, {}};
    if (flawed.is_vacuous) made.theorem.hypotheses.push_back(world.total < 0);
    if (flawed.is_uncontrolled) made.control.hypotheses = equal;
    if (flawed.is_false) {
      made.theorem.hypotheses = heavier;
      made.example = {};
    }
    if (flawed.has_false_lemma) made.lemmas.push_back({is_fair(world), claim});
    return made;
  };
  return {"flawed",         "Equal claimants get equal shares.", 2, 3, argument, Claim::proved,
          std::move(replay)};
}

bool has_unequal_shares(const Model& model, std::size_t n) {
  const auto problem = find_problem(model, "before", n);
  if (!problem) return false;
  const Solution<Rational> solution = exact::solve(*problem);
  const auto* allocation = std::get_if<Allocation<Rational>>(&solution);
  return allocation && allocation->shares[0] != allocation->shares[1];
}

TEST(Theorems, NameEveryStatus) {
  EXPECT_EQ(name_of(Status::proved), "proved");
  EXPECT_EQ(name_of(Status::refuted), "refuted");
  EXPECT_EQ(name_of(Status::unknown), "unknown");
}

// A model is replayed only where it says everything about its problem, in rational numbers.
TEST(World, HasAProblemWhereEveryNumberIsThere) {
  const Model whole{{{"a.total", "6.0"},
                     {"a.weight_1", "1.0"},
                     {"a.min_1", "0.0"},
                     {"a.has_max_1", "true"},
                     {"a.max_1", "(/ 40.0 3.0)"}}};
  const auto problem = find_problem(whole, "a", 1);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->total, Rational(6));
  EXPECT_EQ(problem->claimants[0].max_share, Rational(40, 3));
  EXPECT_FALSE(find_problem(whole, "b", 1));
  EXPECT_FALSE(find_problem(whole, "a", 2));
  for (std::size_t i = 0; i < whole.values.size(); ++i) {
    Model part = whole;
    part.values.erase(part.values.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(find_problem(part, "a", 1)) << whole.values[i].first;
  }
  Model irrational = whole;
  irrational.values[0].second = "(root-obj (+ (^ x 2) (- 2)) 1)";
  EXPECT_FALSE(find_problem(irrational, "a", 1));
}

TEST(FixedTheorem, IsProvedWhereNothingIsWrong) {
  EXPECT_EQ(decide(flawed_theorem({}), {}).status, Status::proved);
}

TEST(FixedTheorem, IsUnknownWhereItsHypothesesContradictEachOther) {
  const Verdict verdict = decide(flawed_theorem({.is_vacuous = true}), {});
  EXPECT_EQ(verdict.status, Status::unknown);
  EXPECT_EQ(verdict.details, "flawed, n = 2, hypotheses: nothing meets them");
}

TEST(FixedTheorem, IsUnknownWhereItsControlDoesNotFail) {
  const Verdict verdict = decide(flawed_theorem({.is_uncontrolled = true}), {});
  EXPECT_EQ(verdict.status, Status::unknown);
  EXPECT_EQ(verdict.details, "flawed, n = 2, control: the claim holds without the hypothesis");
}

TEST(FixedTheorem, IsUnknownWhereALemmaIsWrong) {
  const Verdict verdict = decide(flawed_theorem({.has_false_lemma = true}), {});
  EXPECT_EQ(verdict.status, Status::unknown);
  EXPECT_TRUE(verdict.details.starts_with("flawed, n = 2, lemma: it is wrong: before."))
      << verdict.details;
}

TEST(FixedTheorem, IsRefutedWhereTheReplayConfirmsTheCounterexample) {
  const Verdict verdict = decide(flawed_theorem({.is_false = true}, has_unequal_shares), {});
  EXPECT_EQ(verdict.status, Status::refuted);
  EXPECT_TRUE(verdict.details.starts_with("n = 2: before.")) << verdict.details;
}

TEST(FixedTheorem, IsUnknownWhereTheReplayDeniesTheCounterexampleOrThereIsNone) {
  const auto denies = [](const Model&, std::size_t) { return false; };
  EXPECT_EQ(decide(flawed_theorem({.is_false = true}, denies), {}).status, Status::unknown);
  EXPECT_EQ(decide(flawed_theorem({.is_false = true}), {}).status, Status::unknown);
}

TEST(FixedTheorem, IsNotAsClaimedWhereARefutationIsClaimedOfWhatIsTrue) {
  FixedTheorem theorem = flawed_theorem({.is_uncontrolled = true}, has_unequal_shares);
  theorem.claim = Claim::refuted;  // its control must hold, then
  const Theorem entry = listed(theorem);
  const Verdict verdict = prove(entry, {});
  EXPECT_EQ(verdict.status, Status::proved) << verdict.details;
  EXPECT_FALSE(is_as_claimed(entry, verdict));
}

TEST(FixedTheorem, IsUnknownForNoNAtAll) {
  FixedTheorem theorem = flawed_theorem({});
  theorem.n_min = 4;
  EXPECT_EQ(decide(theorem, {}).status, Status::unknown);
}

TEST(FixedTheorem, IsListedWithTheSizesForWhichItHolds) {
  FixedTheorem theorem = flawed_theorem({});
  EXPECT_EQ(listed(theorem).n, "2 to 3");
  theorem.n_max = 2;
  EXPECT_EQ(listed(theorem).n, "2");
}

}  // namespace
}  // namespace fairshare::prover
