// What KAI computes, by hand and from runs of its function.
#include "fairshare/schedulers/kubernetes/kai.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace fairshare::schedulers::kai {
namespace {

using exact::Rational;
using List = std::vector<Queue>;
using All = std::vector<std::vector<double>>;

Queue queue(double weight, double deserved, double request, int priority = 0,
            std::string name = "") {
  Queue result;
  result.over_quota_weight = weight;
  result.deserved = deserved;
  result.request = request;
  result.priority = priority;
  result.name = std::move(name);
  return result;
}

All shares(double total, const List& queues) {
  return find_answers(total, queues).shares;
}

TEST(Kai, PaysTheQuotaFirst) {
  const List queues = {queue(1, 50, 100), queue(1, 0, 100)};
  EXPECT_EQ(shares(100, queues), (All{{75, 25}}));
  EXPECT_EQ(solve_fair(100, queues), Solution<Rational>(Allocation<Rational>{25, {75, 25}}));
}

TEST(Kai, GivesMoreThanWasAskedFor) {
  EXPECT_EQ(shares(1, {queue(2, 0, 1), queue(3, 0, 0.75)}), (All{{0, 1}}));
}

TEST(Kai, HasTwoAnswersToOneInput) {
  const Answers answers =
      find_answers(3, List{queue(2, 0, 1.75), queue(3, 0, 1.5), queue(1, 0, 3)});
  EXPECT_EQ(answers.shares, (All{{1, 1.5, 0.5}, {1.5, 1.5, 0}}));
  EXPECT_TRUE(answers.is_complete);
}

TEST(Kai, AnswersInTheOrderOfTheListWhereNoOtherIsAskedFor) {
  const List queues = {queue(2, 0, 1.75), queue(3, 0, 1.5), queue(1, 0, 3)};
  const Answers listed = find_answers(3, queues, 0, Orders::listed);
  EXPECT_FALSE(listed.is_complete);
  ASSERT_EQ(listed.shares.size(), 1U);
  const All all = shares(3, queues);
  EXPECT_NE(std::ranges::find(all, listed.shares.front()), all.end());
}

TEST(Kai, MayBeOffByTheRoundingOfSumsUnlessTheyAreExact) {
  EXPECT_EQ(precision(1, List{queue(1, 0, 1), queue(1, 0, 1)}), 0);
  const Rational off = precision(7.08772, List{queue(1, 2.714337782006021, 7.08772)});
  EXPECT_GT(off, exact::from_double(7.087720000000001 - 7.08772));
  EXPECT_EQ(off, 4 * exact::from_double(0x1p-53 * 7.08772));
  EXPECT_LT(off, exact::from_double(1e-14));
  EXPECT_GT(precision(3e18, List{queue(1, 0, 3e18), queue(6, 0, 3e18)}), 64);
  EXPECT_EQ(precision(0x1p60, List{queue(1, 0x1p60, 0x1p60), queue(1, 0x1p60, 0x1p60)}), 2304)
      << "9 times 2^61, over 2^53: by the square of the queues and one more";
}

TEST(Kai, CutsAWholeUnit) {
  EXPECT_EQ(shares(7.5, {queue(3, 0, 2), queue(4, 0, 9), queue(1, 0, 8)}), (All{{2, 5.5, 0}}));
}

TEST(Kai, NeverScalesQuotas) {
  const List queues = {queue(1, 8, 20), queue(1, 8, 20)};
  EXPECT_EQ(shares(10, queues), (All{{8, 8}}));
  EXPECT_EQ(solve_fair(10, queues), Solution<Rational>(Overcommitted<Rational>{6}));
}

TEST(Kai, ServesTheHighestPriorityFirst) {
  const List queues = {queue(1, 1, 1, 2), queue(2, 1, 3, 1), queue(1, 0, 2, 1)};
  EXPECT_EQ(shares(5, queues), (All{{1, 3, 1}}));
  EXPECT_EQ(solve_fair(5, queues), Solution<Rational>(Allocation<Rational>{1, {1, 3, 1}}));
}

TEST(Kai, GivesWhatItCutsFromAHighPriorityToALowOne) {
  const List queues = {queue(1, 0, 1, 1), queue(1, 0, 1, 1), queue(1, 0, 1)};
  EXPECT_EQ(shares(1, queues), (All{{0, 0, 1}}));
  EXPECT_EQ(solve_fair(1, queues),
            Solution<Rational>(Allocation<Rational>{{1, 2}, {{1, 2}, {1, 2}, 0}}));
}

TEST(Kai, GivesTheOddUnitToTheOldestThenToTheLeastName) {
  List queues = {queue(1, 0, 1, 0, "b"), queue(1, 0, 1, 0, "a")};
  EXPECT_EQ(shares(1, queues), (All{{0, 1}}));
  queues[1].created = 5;
  EXPECT_EQ(shares(1, queues), (All{{1, 0}}));
}

// First 15/16 are cut from a, b has its 1, and c 2 of 45/16; then a has its 1 of 9/8, and c 3 of
// 27/8. In the third round c would have the half that is left, which is cut; as a unit it gets it,
// and a, which has all it wants, does not.
TEST(Kai, ForgetsWhatItCutFromAQueueThatThenHasAll) {
  EXPECT_EQ(shares(7.5, {queue(1, 0, 1), queue(4, 0, 1), queue(3, 0, 9)}), (All{{1, 1, 5.5}}));
}

TEST(Kai, GivesTheOddUnitOfALevelToTheLeastName) {
  const Level level{.total = 1.0, .claims = {{.name = "b"}, {.name = "a"}}};
  EXPECT_EQ(level_model().compute(level).answers, (std::vector<std::vector<Held>>{{0.0, 1.0}}));
}

TEST(Kai, TakesAQuotaWithoutAnEndForTheTotal) {
  EXPECT_EQ(shares(10, {queue(1, unlimited, 20), queue(1, 0, 20)}), (All{{10, 0}}));
}

TEST(Kai, HoldsTheRequestToTheLimit) {
  Queue held = queue(1, 5, 20);
  held.max_allowed = 3;
  EXPECT_EQ(shares(10, {held, queue(1, 0, 20)}), (All{{3, 7}}));
  EXPECT_EQ(fair_problem(10, List{held}).problem.claimants[0],
            (Claimant<Rational>{1, 3, Rational(3)}));
}

TEST(Kai, CountsPastUsageAgainstAQueue) {
  List queues = {queue(1, 0, 10), queue(1, 0, 10)};
  queues[0].usage = 1;
  EXPECT_EQ(find_answers(8, queues, 0).shares, (All{{4, 4}}));
  EXPECT_EQ(find_answers(8, queues, 1).shares, (All{{0, 8}}));
  EXPECT_EQ(find_answers(8, queues, 2).shares, (All{{0, 8}})) << "no part is below 0";
  // The parts are 1/2 + 1/2 - 1/4 and 1/2 + 1/2: three quarters and a whole.
  queues[0].usage = 0.25;
  EXPECT_EQ(find_answers(7, queues, 1).shares, (All{{3, 4}}));
  queues.push_back(queue(2, 1, 1));  // which has its quota, and no part
  EXPECT_EQ(find_answers(8, queues, 1).shares, (All{{3, 4, 1}}));
}

// In doubles, a sixth of the sum of the parts is a little more than a sixth: more than the total is
// handed out, and the order might decide which queue gets none.
TEST(Kai, TriesEveryOrderWhereRoundingHandsOutTooMuch) {
  const double sixth = 1.0 / 6;
  const double asked = sixth / (sixth + sixth + sixth + sixth + sixth + sixth);
  const Answers answers = find_answers(1, List(6, queue(1, 0, asked)));
  EXPECT_EQ(answers.shares, All{std::vector<double>(6, asked)});
  EXPECT_TRUE(answers.is_complete);
}

TEST(Kai, SaysWhereThoseOrdersAreTooMany) {
  double sum = 0;
  for (int i = 0; i < 10; ++i) sum += 0.1;
  const Answers answers = find_answers(1, List(10, queue(1, 0, 0.1 / sum)));
  EXPECT_EQ(answers.shares, All{std::vector<double>(10, 0.1 / sum)});
  EXPECT_FALSE(answers.is_complete);
}

TEST(Kai, LeavesWhatNoQueueCanClaim) {
  EXPECT_EQ(solve_fair(10, List{queue(1, 0, 4), queue(0, 0, 5)}),
            Solution<Rational>(Surplus<Rational>{6}));
}

// 2^52 + 3 less 1.5 is rounded up, and what is then given rounds the share up once more.
TEST(Kai, MayRoundAShareBeyondWhatWasAskedFor) {
  EXPECT_EQ(shares(0x1p54, {queue(1, 1.5, 0x1p52 + 3), queue(1, 0, 0x1p60)}),
            (All{{0x1p52 + 4, 0x1p54 - 0x1p52 - 4}}));
}

// 2^-56 is lost when added to 1, but not to 0: that decides whether the last is served before
// nothing is left.
TEST(Kai, GivesNothingWhereAnOrderHasUsedUpAll) {
  const List queues = {queue(1, 0, 0.5), queue(1, 0, 0.5), queue(0x1p-54, 0, 0x1p-56)};
  EXPECT_EQ(shares(1, queues), (All{{0.5, 0.5, 0}, {0.5, 0.5, 0x1p-56}}));
}

TEST(Kai, SaysWhereQuotasAddUpInMoreOrdersThanItTries) {
  List queues;
  std::vector<double> quotas;
  for (int i = 1; i <= 64; ++i) {
    quotas.push_back((1 - 1.0 / (300 + i)) / 64);
    queues.push_back(queue(1, quotas.back(), quotas.back()));
  }
  const Answers answers = find_answers(1, queues);
  EXPECT_EQ(answers.shares, All{quotas});
  EXPECT_FALSE(answers.is_complete);
}

// Every order leaves a different rest after the first priority, and several for each of these after
// the second; the last queue gets that rest.
TEST(Kai, GoesOnWithAThousandStatesAtMost) {
  List queues;
  double rest = 1;
  for (int i = 1; i <= 64; ++i) {
    queues.push_back(queue(1, 0, (1 - 1.0 / (300 + i)) / 64, 2));
    rest -= queues.back().request;
  }
  for (int k = 0; k < 5; ++k) {
    const double weight = k < 2 ? 1 : 2;
    queues.push_back(queue(weight, 0, rest * weight / 8 * (1 - 1.0 / (50 + 3 * k)), 1));
  }
  queues.push_back(queue(1, 0, 1));
  const Answers answers = find_answers(1, queues);
  EXPECT_EQ(answers.shares.size(), 1024U);
  EXPECT_FALSE(answers.is_complete);
}

TEST(Kai, LooksForNoEndOfAnswersOfManyQueues) {
  List queues;
  for (int i = 1; i <= 800; ++i) {
    queues.push_back(queue(i % 4 == 0 ? 0.1 : i % 4, i % 3 * 1.25, i * 7 % 41 / 4.0));
  }
  const Answers answers = find_answers(1600, queues);
  EXPECT_FALSE(answers.is_complete);
  ASSERT_FALSE(answers.shares.empty());
  double sum = 0;
  for (const double share : answers.shares.front()) sum += share;
  EXPECT_NEAR(sum, 1600, 1e-9);
}

Level level(double total, std::vector<Claim> claims) {
  return {.total = total, .claims = std::move(claims)};
}

// a has its quota of 1 and, of the 9 that are left, 3 up to its limit; b 2 of 2.25, then all.
TEST(KaiLevel, TakesEachFieldForItsSetting) {
  const auto answers = [](const Level& of) { return level_model().compute(of).answers; };
  EXPECT_EQ(answers(level(10, {{.weight = 3.0, .min_share = 1.0, .max_share = 4.0, .demand = 9.0},
                               {.demand = 20.0}})),
            (std::vector<std::vector<Held>>{{4.0, 6.0}}));
  EXPECT_EQ(answers(level(1, {{.name = "a", .created = std::int64_t{5}},
                              {.name = "b", .created = std::int64_t{3}}})),
            (std::vector<std::vector<Held>>{{0.0, 1.0}}))
      << "the oldest";
  Level used = level(8, {{.usage = 1.0}, {}});
  EXPECT_EQ(answers(used), (std::vector<std::vector<Held>>{{4.0, 4.0}}));
  used.k_value = 1.0;
  EXPECT_EQ(answers(used), (std::vector<std::vector<Held>>{{0.0, 8.0}}));
}

TEST(KaiLevel, MayHaveMoreAnswersAsListed) {
  const Level two = level(8, {{}, {}});
  EXPECT_TRUE(level_model().compute(two).are_all);
  EXPECT_FALSE(level_model().compute_as_listed(two).are_all);
  EXPECT_EQ(level_model().precision(two), 0);
  EXPECT_EQ(level_model().precision(level(0.1, {{.demand = 0.7}})),
            exact::from_double(0.1) * 4 / (exact::Integer(1) << 53U));
}

TEST(KaiLevel, HasAPartOfEachPriority) {
  const Level tiers = level(10, {{.weight = 2.0, .demand = 3.0},
                                 {.min_share = 1.0, .demand = 7.0, .priority = std::int64_t{7}},
                                 {.weight = 1.0, .priority = std::int64_t{-1}}});
  EXPECT_EQ(level_model().compute(tiers).answers,
            (std::vector<std::vector<Held>>{{3.0, 7.0, 0.0}}));
  const auto made = level_model().state(tiers);
  const auto& statement = std::get<Statement>(made);
  EXPECT_EQ(statement.solution,
            Solution<Rational>(Allocation<Rational>{Rational(3, 2), {3, 7, 0}}));
  ASSERT_EQ(statement.parts.size(), 3U);
  EXPECT_EQ(statement.parts[0].label, "priority 7");
  EXPECT_EQ(statement.parts[0].claimants, (std::vector<std::size_t>{1}));
  EXPECT_EQ(statement.parts[0].problem, (Problem<Rational>{7, {{1, 1, Rational(7)}}}));
  EXPECT_EQ(statement.parts[1].label, "priority 0");
  EXPECT_EQ(statement.parts[1].problem, (Problem<Rational>{3, {{2, 0, Rational(3)}}}));
  EXPECT_EQ(statement.parts[2].label, "priority -1");
  EXPECT_EQ(statement.parts[2].problem.total, 0);
  const auto alone = level_model().state(level(10, {{}, {}}));
  const auto& parts = std::get<Statement>(alone).parts;
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].label, "");
  EXPECT_EQ(parts[0].problem.total, 10);
}

TEST(KaiLevel, WantsItsQuotaWithoutADemandWhereThatIsMoreThanTheTotal) {
  EXPECT_EQ(level_model().compute(level(4, {{.min_share = 9.0}})).answers,
            (std::vector<std::vector<Held>>{{9.0}}));
}

}  // namespace
}  // namespace fairshare::schedulers::kai
