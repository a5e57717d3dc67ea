// properties/z3/any_standings.h: narrow.h's own steps are right whatever is guessed, and without
// one of them they are refuted; what refutes them is replayed on rationals.
#include "fairshare/properties/z3/any_standings.h"

#include <gtest/gtest.h>

#include <optional>
#include <span>
#include <variant>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/z3/execution.h"

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

// The same faulty code, of the rationals and with the guess that refutes it, answers wrongly.
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

}  // namespace
}  // namespace fairshare::prover
