// properties/z3/any_standings.h: narrow.h's own steps are right whatever is guessed, and refuted if
// one of them is missing; the refutation is replayed on rationals. The same for `contains`, which
// guesses nothing.
#include "fairshare/properties/z3/any_standings.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/z3/definition.h"
#include "fairshare/properties/z3/execution.h"
#include "fairshare/properties/z3/symbolic.h"

namespace fairshare::prover {
namespace {

namespace narrow = properties::narrow;
using exact::Rational;
using narrow::Standing;

enum class Fault { none, believes_the_guess, any_ratio_that_adds_up };

template <class Number>
bool adds_up(const Problem<Number>& problem, const narrow::generic::Ratio<Number>& ratio) {
  Number sum = 0;
  for (const auto& claimant : problem.claimants) sum += narrow::generic::share_at(claimant, ratio);
  return sum == problem.total * ratio.denominator;
}

template <class Number, class Choices>
std::optional<Allocation<Number>> divide_with(Fault fault, const Problem<Number>& problem,
                                              Choices& choices) {
  const auto guess = [&](const Number&, const auto& attempt) {
    const auto standings = any_standings(problem, choices);
    if (fault == Fault::none) return attempt(standings);
    auto found = narrow::generic::ratio_of<Number>(problem, standings);
    if (found && fault == Fault::any_ratio_that_adds_up && !adds_up(problem, *found)) found.reset();
    return found;
  };
  const auto ratio = narrow::generic::find_least_ratio<Number>(problem, guess);
  if (!ratio) return std::nullopt;
  return divided_at(*ratio, problem);
}

Exploration explore_with(Fault fault, std::size_t n) {
  return explore_divider({n}, Limits{},
                         [fault](const Problem<Symbolic>& problem, FreeChoices& choices) {
                           return divide_with(fault, problem, choices);
                         });
}

// The same faulty code, on rationals and with the guess that refutes it, gives a wrong answer.
void expect_wrong(Fault fault, std::size_t n) {
  const Exploration exploration = explore_with(fault, n);
  ASSERT_TRUE(exploration.refuted) << exploration.unknown << " unknown";
  const Counterexample found = counterexample(*exploration.refuted);
  ASSERT_FALSE(find_defect(found.problem));
  RecordedChoices choices(found.choices);
  const auto wrong = divide_with(fault, found.problem, choices);
  ASSERT_TRUE(wrong);
  EXPECT_NE(Solution<Rational>{*wrong}, exact::solve(found.problem)) << exploration.refuted->claim;
}

TEST(AnyStandings, AreProvedWithoutFault) {
  EXPECT_TRUE(explore_with(Fault::none, 1).is_proof());
  EXPECT_TRUE(explore_with(Fault::none, 2).is_proof());
}

TEST(FaultyStandings, AreRefutedWhereTheGuessIsBelieved) {
  expect_wrong(Fault::believes_the_guess, 2);
}

TEST(FaultyStandings, AreRefutedWhereTheRatioNeedNotBeTheLeast) {
  expect_wrong(Fault::any_ratio_that_adds_up, 2);
}

// One claimant, a ratio, and the report of its share.
template <class Number>
struct Reported {
  Number low;
  Number high;
  Number denominator;
  bool low_open;
  bool high_open;
};

template <class Number>
struct Question {
  Claimant<Number> claimant;
  narrow::generic::Ratio<Number> ratio;
  Reported<Number> reported;
};

enum class Slip { none, low_ends_are_closed, high_ends_are_closed, units_are_1, minimums_are_0 };

template <class Number>
bool contains_with(Slip slip, Question<Number> question) {
  auto& [claimant, ratio, reported] = question;
  if (slip == Slip::low_ends_are_closed) reported.low_open = false;
  if (slip == Slip::high_ends_are_closed) reported.high_open = false;
  if (slip == Slip::units_are_1) reported.denominator = 1;
  if (slip == Slip::minimums_are_0) claimant.min_share = 0;
  return narrow::generic::contains(reported, narrow::generic::share_at(claimant, ratio), ratio);
}

Question<Symbolic> any_question(bool has_max, Path& path) {
  Question<Symbolic> question{any_claimant("0", has_max, path),
                              {path.non_negative("numerator"), path.non_negative("denominator")},
                              {path.number("low"), path.number("high"), path.non_negative("unit"),
                               path.choose(), path.choose()}};
  path.assume(path.less(0, question.ratio.denominator));
  path.assume(path.less(0, question.reported.denominator));
  return question;
}

// Explores whether `contains` says if the share by the definition is between the ends.
Exploration explore_contains(Slip slip) {
  const Run run = [slip](std::size_t pattern, Path& path) {
    const Question<Symbolic> question = any_question(pattern == 1, path);
    const auto& [claimant, ratio, reported] = question;
    const bool is_said = contains_with(slip, question);
    const Symbolic share = path.number("share");
    path.assume(is_given(claimant, {ratio.numerator, ratio.denominator}, share, path));
    const Symbolic in_units = share * reported.denominator;
    const z3::expr is_above = reported.low_open ? path.less(reported.low, in_units)
                                                : path.at_most(reported.low, in_units);
    const z3::expr is_below = reported.high_open ? path.less(in_units, reported.high)
                                                 : path.at_most(in_units, reported.high);
    path.prove("it is said whether the share lies between the ends",
               (is_above && is_below) == path.truth(is_said));
  };
  return explore_patterns("narrow::contains", {1}, Limits{}, run);
}

// The question of a refutation, with open ends by the order in which they are chosen.
Question<Rational> question_of(const Refutation& refutation) {
  std::map<std::string, Rational> values(refutation.values.begin(), refutation.values.end());
  Question<Rational> question{{values["weight 0"], values["min_share 0"], {}},
                              {values["numerator"], values["denominator"]},
                              {values["low"], values["high"], values["unit"],
                               refutation.choices.at(0), refutation.choices.at(1)}};
  if (values.contains("max_share 0")) question.claimant.max_share = values["max_share 0"];
  return question;
}

TEST(Contains, IsProvedOfAnyNumbers) {
  const Exploration exploration = explore_contains(Slip::none);
  EXPECT_TRUE(exploration.is_proof()) << exploration.unknown << " unknown";
  EXPECT_EQ(exploration.patterns, 2U);
  EXPECT_GT(exploration.paths, 40U);
}

TEST(Contains, IsRefutedWithASlip) {
  for (const Slip slip : {Slip::low_ends_are_closed, Slip::high_ends_are_closed, Slip::units_are_1,
                          Slip::minimums_are_0}) {
    const Exploration exploration = explore_contains(slip);
    ASSERT_TRUE(exploration.refuted) << exploration.unknown << " unknown";
    const Question<Rational> question = question_of(*exploration.refuted);
    EXPECT_NE(contains_with(slip, question), contains_with(Slip::none, question));
  }
}

}  // namespace
}  // namespace fairshare::prover
