// Single problems put to Z3: the definition's examples, every outcome, and sizes.
#include "fairshare/properties/z3/instances.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/z3/terms.h"

namespace fairshare::prover {
namespace {

const Problem<Rational> example{100, {{1}, {2, 0, 30}, {3, 60}}};
const std::vector<Rational> example_shares{Rational(40, 3), Rational(80, 3), 60};

bool is_yes(const Decision& decision) {
  const auto* answer = std::get_if<bool>(&decision);
  return answer && *answer;
}

// Unknown is neither.
bool is_no(const Decision& decision) {
  const auto* answer = std::get_if<bool>(&decision);
  return answer && !*answer;
}

Solution<Rational> solved(const Problem<Rational>& problem) {
  const auto outcome = prover::solve(problem);
  if (const auto* unknown = std::get_if<Unknown>(&outcome)) {
    ADD_FAILURE() << "unknown: " << unknown->reason;
    return Surplus<Rational>{-1};
  }
  return std::get<Solution<Rational>>(outcome);
}

// A large problem with an allocation: a third of the claimants at each bound or none. Always the
// same numbers, up to 10 bits.
Problem<Rational> problem_of_size(std::size_t size) {
  Problem<Rational> problem{0, {}};
  std::uint32_t state = 1;
  const auto next = [&state](std::uint32_t end) {
    state = state * 1664525U + 1013904223U;
    return (state >> 8U) % end;
  };
  for (std::size_t i = 0; i < size; ++i) {
    Claimant<Rational> claimant{next(20), next(500), {}};
    if (next(3) > 0) claimant.max_share = claimant.min_share + next(1000);
    problem.total += claimant.min_share + next(400);
    problem.claimants.push_back(claimant);
  }
  return problem;
}

std::vector<Rational> exact_shares(const Problem<Rational>& problem) {
  return std::get<Allocation<Rational>>(exact::solve(problem)).shares;
}

TEST(AreFair, SaysYesToTheFairSharesAndNoToAllOthers) {
  EXPECT_TRUE(is_yes(are_fair(example, example_shares)));
  std::vector<Rational> shares = example_shares;
  shares[0] += Rational(1, 1'000'000'000);
  EXPECT_TRUE(is_no(are_fair(example, shares)));
  shares[1] -= Rational(1, 1'000'000'000);  // the sum is the total again
  EXPECT_TRUE(is_no(are_fair(example, shares)));
}

TEST(AreFair, SaysNoOutOfBoundsAndAtWeightZeroAboveTheMinimum) {
  EXPECT_TRUE(is_no(are_fair({10, {{1, 0, 4}, {1}}}, std::vector<Rational>{5, 5})));
  EXPECT_TRUE(is_no(are_fair({10, {{1, 6}, {1}}}, std::vector<Rational>{5, 5})));
  EXPECT_TRUE(is_no(are_fair({10, {{0, 4}, {1}}}, std::vector<Rational>{5, 5})));
  EXPECT_TRUE(is_yes(are_fair({10, {{0, 4}, {1}}}, std::vector<Rational>{4, 6})));
}

TEST(AreFair, SaysNoWhereThereAreNoFairShares) {
  EXPECT_TRUE(is_no(are_fair({10, {{1, 8}, {1, 8}}}, std::vector<Rational>{8, 8})));
  EXPECT_TRUE(is_no(are_fair({10, {{1, 0, 3}, {0, 4}}}, std::vector<Rational>{3, 4})));
}

TEST(AreFair, WithoutClaimantsOnlyWhereThereIsNothingToDivide) {
  EXPECT_TRUE(is_yes(are_fair({0, {}}, {})));
  EXPECT_TRUE(is_no(are_fair({1, {}}, {})));
}

TEST(NothingElseIsFair, HoldsOfTheFairSharesAndNotOfOthers) {
  EXPECT_TRUE(is_yes(nothing_else_is_fair(example, example_shares)));
  EXPECT_TRUE(is_no(nothing_else_is_fair(example, std::vector<Rational>{20, 20, 60})));
}

TEST(NothingElseIsFair, HoldsOfAnySharesWhereNothingIsFair) {
  EXPECT_TRUE(is_yes(nothing_else_is_fair({10, {{1, 8}, {1, 8}}}, std::vector<Rational>{5, 5})));
}

TEST(Solve, FindsEachOutcomeOfTheDefinition) {
  EXPECT_EQ(solved(example), exact::solve(example));
  EXPECT_EQ(solved({10, {{1, 8}, {1, 8}}}), Solution<Rational>(Overcommitted<Rational>{6}));
  EXPECT_EQ(solved({10, {{1, 0, 3}, {0, 4}}}), Solution<Rational>(Surplus<Rational>{3}));
  EXPECT_EQ(solved({0, {}}), Solution<Rational>(Allocation<Rational>{0, {}}));
  EXPECT_EQ(solved({1, {}}), Solution<Rational>(Surplus<Rational>{1}));
}

TEST(Solve, GivesTheLeastOfManyRatios) {
  const Solution<Rational> all_at_a_bound = solved({5, {{1, 5, 9}, {1, 0, 0}}});
  EXPECT_EQ(all_at_a_bound, Solution<Rational>(Allocation<Rational>{0, {5, 0}}));
  const Solution<Rational> at_the_maximum = solved({3, {{1, 0, 3}}});
  EXPECT_EQ(at_the_maximum, Solution<Rational>(Allocation<Rational>{3, {3}}));
}

TEST(Solve, TakesNumbersOfAnyLength) {
  const Rational tiny = exact::from_double(5e-324);
  const Rational huge = exact::from_double(1e300);
  const Problem<Rational> problem{huge + tiny, {{tiny, tiny}, {huge, 0, huge}, {tiny, 0, 1}}};
  EXPECT_EQ(solved(problem), exact::solve(problem));
}

TEST(Solve, AgreesWithTheSweepOnFifty) {
  const Problem<Rational> problem = problem_of_size(50);
  EXPECT_EQ(solved(problem), exact::solve(problem));
}

TEST(Solve, IsUnknownWhereThereIsNoTime) {
  const auto outcome = solve(problem_of_size(2000), {.time = std::chrono::milliseconds(1)});
  EXPECT_TRUE(std::holds_alternative<Unknown>(outcome));
}

TEST(NothingElseIsFair, IsUnknownWhereThereIsNoTime) {
  const Problem<Rational> problem = problem_of_size(2000);
  const Limits limits{.time = std::chrono::milliseconds(1)};
  const Decision others = nothing_else_is_fair(problem, exact_shares(problem), limits);
  EXPECT_TRUE(std::holds_alternative<Unknown>(others));
  EXPECT_TRUE(std::holds_alternative<Unknown>(are_fair(problem, exact_shares(problem), limits)));
}

TEST(AreFair, ChecksTwoThousand) {
  const Problem<Rational> problem = problem_of_size(2000);
  std::vector<Rational> shares = exact_shares(problem);
  EXPECT_TRUE(is_yes(are_fair(problem, shares)));
  shares[1234] += Rational(1, 1'000'000'000);
  EXPECT_TRUE(is_no(are_fair(problem, shares)));
}

TEST(NothingElseIsFair, HoldsOfTwoThousand) {
  const Problem<Rational> problem = problem_of_size(2000);
  EXPECT_TRUE(is_yes(nothing_else_is_fair(problem, exact_shares(problem))));
}

// For a claimant without a defect; it would not hold if the maximum could be below the minimum.
TEST(IsShareAt, SaysTheSameAsTheClampByCases) {
  z3::context context;
  const ClaimantTerms claimant{unknown_number(context, "weight"), unknown_number(context, "min"),
                               context.bool_const("has_max"), unknown_number(context, "max")};
  const auto& [weight, min_share, has_max, max_share] = claimant;
  const z3::expr product = unknown_number(context, "product");
  const z3::expr share = unknown_number(context, "share");
  const z3::expr clamped = z3::ite(product < min_share, min_share,
                                   z3::ite(has_max && product > max_share, max_share, product));
  Query query{"they differ", Engine::simple, z3::expr_vector(context)};
  query.assertions.push_back(is_share_at(claimant, product, share) != (share == clamped));
  EXPECT_TRUE(std::holds_alternative<Model>(ask(query, {})));
  query.assertions.push_back(z3::implies(has_max, max_share >= min_share));
  EXPECT_TRUE(std::holds_alternative<NoModel>(ask(query, {})));
}

TEST(FairnessQuery, IsReadByOthersAsSmtLib) {
  z3::context context;
  const std::string text = smt_lib(fairness_query(context, example, example_shares));
  EXPECT_NE(text.find("(set-logic QF_LRA)"), std::string::npos);
  EXPECT_NE(text.find("(declare-fun R () Real)"), std::string::npos);
  EXPECT_NE(text.find("(/ 40.0 3.0)"), std::string::npos);
}

TEST(Number, IsReadAsZ3WritesIt) {
  EXPECT_EQ(find_number("6.0"), Rational(6));
  EXPECT_EQ(find_number("0.0"), Rational(0));
  EXPECT_EQ(find_number("(- 2.0)"), Rational(-2));
  EXPECT_EQ(find_number("(/ 40.0 3.0)"), Rational(40, 3));
  EXPECT_EQ(find_number("(- (/ 1.0 3.0))"), Rational(-1, 3));
  EXPECT_EQ(find_number("(/ (- 1.0) 3.0)"), std::nullopt);
  EXPECT_EQ(find_number("true"), std::nullopt);
  EXPECT_EQ(find_number("(root-obj (+ (^ x 2) (- 2)) 1)"), std::nullopt);
  EXPECT_EQ(find_number(""), std::nullopt);
  EXPECT_EQ(find_number("("), std::nullopt);
  EXPECT_EQ(find_number("(- 2.0"), std::nullopt);
  EXPECT_EQ(find_number("(- x)"), std::nullopt);
  EXPECT_EQ(find_number("(- )"), std::nullopt);
  EXPECT_EQ(find_number("(/ 40.0)"), std::nullopt);
  EXPECT_EQ(find_number("(/ 40.0 x)"), std::nullopt);
  EXPECT_EQ(find_number("(/ 40.0 0.0)"), std::nullopt);
  EXPECT_EQ(find_number("(/ 1.0 0.0)"), std::nullopt);
}

TEST(Number, ComesBackFromZ3AsItWent) {
  for (const Rational& number :
       {Rational(0), Rational(-7), Rational(1, 3), exact::from_double(5e-324)}) {
    z3::context context;
    Query query{"a number", Engine::simple, z3::expr_vector(context)};
    query.assertions.push_back(unknown_number(context, "x") == numeral(context, number));
    const Answer answer = ask(query, {});
    ASSERT_TRUE(std::holds_alternative<Model>(answer));
    EXPECT_EQ(find_value(std::get<Model>(answer), "x"), number);
    EXPECT_EQ(find_value(std::get<Model>(answer), "y"), std::nullopt);
  }
}

}  // namespace
}  // namespace fairshare::prover
