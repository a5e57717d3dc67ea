// What Volcano's proportion computes, by hand and from runs of its loop.
#include "schedulers/kubernetes/volcano.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

#include "exact/solve.h"

namespace fairshare::schedulers::volcano {
namespace {

using exact::Rational;
using List = std::vector<Queue>;
using Amounts = std::vector<double>;

constexpr std::optional<double> none = std::nullopt;
constexpr std::uint64_t enough = 1'000'000;

std::vector<Resource> one(double total, const List& queues) {
  return {{.total = total, .queues = queues}};
}

Run run_of(Release release, const std::vector<Resource>& resources, std::uint64_t rounds_max) {
  return std::get<Run>(compute(release, resources, rounds_max));
}

Run run(double total, const List& queues) {
  return run_of(Release::since_2553, one(total, queues), enough);
}

Answers answers_of(Release release, const std::vector<Resource>& resources) {
  return find_answers(release, resources, run_of(release, resources, enough));
}

Answers answers_of(double total, const List& queues) {
  return answers_of(Release::since_2553, one(total, queues));
}

Amounts shares(double total, const List& queues) {
  return run(total, queues).result.shares;
}

TEST(Volcano, DividesByWeightUpToTheRequest) {
  EXPECT_EQ(shares(90, {{1, 0, none, 1000}, {2, 0, none, 1000}}), (Amounts{30, 60}));
  EXPECT_EQ(shares(90, {{1, 0, none, 1000}, {2, 0, none, 20}}), (Amounts{70, 20}));
}

TEST(Volcano, DoesNotTakeAGuaranteeFromTheOthers) {
  const List queues = {{1, 50, 0, 1000}, {1, 0, 0, 1000}, {1, 0, 0, 1000}};
  EXPECT_EQ(shares(100, queues), (Amounts{50, 33.33333333333333, 33.33333333333333}));
  EXPECT_EQ(exact::solve(fair_problem(one(100, queues).front()).problem),
            Solution<Rational>(Allocation<Rational>{25, {50, 25, 25}}));
}

TEST(Volcano, KeepsAGuaranteeThatNoJobAsksFor) {
  EXPECT_EQ(shares(8, {{4, 0, none, 4}, {4, 0, none, 3}, {2, 5, none, 0}}), (Amounts{3, 3, 5}));
}

TEST(Volcano, LeavesATenthOfAUnit) {
  const Amounts found = shares(3, {{3, 0, none, 2}, {4, 0, none, 1}, {4, 0, none, 3}});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_DOUBLE_EQ(found[0], 9.0 / 11);
  EXPECT_EQ(found[1], 1);
  EXPECT_DOUBLE_EQ(found[2], 12.0 / 11);
}

TEST(Volcano, GivesNothingWhereTheSumOfWeightsWraps) {
  const auto found =
      run(1000, {{std::numeric_limits<std::int32_t>::max(), 0, none, 900}, {1, 0, none, 900}});
  EXPECT_EQ(found.result, (Shares<double>{{0, 0}, Fault::overflow, 0}));
}

TEST(Volcano, HoldsQueuesToWhatOtherGuaranteesLeave) {
  const List queues = {{1, 30, none, 0}, {1, 20, 90, 0}, {1, 0, 10, 0}};
  EXPECT_EQ(real_capabilities(one(100, queues).front()), (Amounts{80, 70, 10}));
  EXPECT_EQ(real_capabilities(one(40, queues).front()), (Amounts{30, 20, 0}));
}

TEST(Volcano, EndsAfterAFewRoundsSince2553) {
  const auto found = run(6000, {{10'000'000, 0, 1000, 2000}, {1, 0, 6000, 4000}});
  EXPECT_EQ(found.result.shares, (Amounts{1000, 4000}));
  EXPECT_EQ(found.rounds, 3U);
}

TEST(Volcano, TookAsManyRoundsAsWeightsAreApartBefore2553) {
  const auto rounds = [](std::int32_t weight) {
    const List queues = {{weight, 0, 1000, 2000}, {1, 0, 6000, 4000}};
    return run_of(Release::until_2553, one(6000, queues), enough).rounds;
  };
  EXPECT_EQ(rounds(10), 18U);
  EXPECT_EQ(rounds(100), 163U);
  EXPECT_EQ(rounds(1000), 1611U);
  EXPECT_EQ(rounds(10000), 16095U);
}

TEST(Volcano, IsStoppedAfterAsManyRoundsAsOneLikes) {
  const List queues = {{10'000'000, 0, 1000, 2000}, {1, 0, 6000, 4000}};
  const auto found = run_of(Release::until_2553, one(6000, queues), 7);
  EXPECT_EQ(found.rounds, 7U);
  EXPECT_FALSE(found.has_ended);
}

TEST(Volcano, PanickedBefore2553WhereGuaranteesTakeTooMuch) {
  const List queues = {{1, 50, none, 1000}, {1, 0, none, 1000}, {1, 0, none, 1000}};
  const Refusal refusal{"resource is not sufficient to do operation"};
  EXPECT_EQ(std::get<Refusal>(compute(Release::until_2553, one(100, queues))), refusal);
  EXPECT_EQ(std::get<Refusal>(compute(Release::until_2553, one(49, queues))), refusal);
}

TEST(Volcano, AnswersDependOnTheOrderOfTheQueues) {
  const List queues = {{4, 0, none, 16}, {3, 0, none, 8}, {3, 0, none, 13}};
  const Answers answers = answers_of(27, queues);
  EXPECT_TRUE(answers.is_complete);
  EXPECT_EQ(std::ranges::count(answers.shares, shares(27, queues)), 1);
  ASSERT_GT(answers.shares.size(), 1U);
  EXPECT_GT(answers.shares.back()[0] - answers.shares.front()[0], 0.05);
}

TEST(Volcano, AnswersAreOneWhereSumsAreExact) {
  const Answers answers = answers_of(90, List{{1, 0, none, 1000}, {2, 0, none, 20}});
  EXPECT_EQ(answers.shares, (std::vector<Amounts>{{70, 20}}));
  EXPECT_TRUE(answers.is_complete);
}

TEST(Volcano, MayHaveMoreAnswersWhereManyLoseSomething) {
  List queues = {{2000, 0, none, 1000}};
  for (std::int32_t i = 1; i <= 40; ++i) queues.push_back({-i, -1000, none, 1000});
  const Answers answers = answers_of(100, queues);
  EXPECT_FALSE(answers.is_complete);
  EXPECT_EQ(std::ranges::count(answers.shares, shares(100, queues)), 1);
}

}  // namespace
}  // namespace fairshare::schedulers::volcano
