// What TiKV's Placement Driver computes, by hand.
#include "fairshare/schedulers/tikv/pd.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/solution.h"

namespace fairshare::schedulers::tikv_pd {
namespace {

using exact::Rational;
using List = std::vector<Group>;
using Rates = std::vector<double>;
using Limits = std::vector<std::int64_t>;

Group group(std::int64_t fill_rate, double demand, int priority = 0) {
  return {.fill_rate = fill_rate, .demand = demand, .priority = priority};
}

Group limited(std::int64_t fill_rate, std::int64_t burst_limit, double demand) {
  return {fill_rate, burst_limit, demand};
}

Group untracked(std::int64_t fill_rate, int priority = 0, double demand = 0) {
  return {.fill_rate = fill_rate, .demand = demand, .priority = priority, .has_tracker = false};
}

Division divided(double limit, const List& groups) {
  return std::get<Division>(compute(limit, groups));
}

Rates shares(double limit, const List& groups) {
  return divided(limit, groups).shares.shares;
}

Statement stated(double limit, const List& groups) {
  return std::get<Statement>(state(limit, groups));
}

Solution<Rational> fair(double limit, const List& groups) {
  return stated(limit, groups).solution;
}

Solution<Rational> allocation(Rational ratio, std::vector<Rational> fair_shares) {
  return Allocation<Rational>{std::move(ratio), std::move(fair_shares)};
}

TEST(TikvPd, LeavesAllAsItIsWhereTheLimitExceedsTheDemand) {
  const Division division = divided(100, {group(10, 10), limited(20, 20, 20)});
  EXPECT_EQ(division.shares.shares, (Rates{10, 20}));
  EXPECT_EQ(division.fill_rates, (Rates{-1, -1}));
  EXPECT_EQ(division.burst_limits, (Limits{100, -1})) << "an endless burst ends at the limit";
  EXPECT_EQ(division.rest, 70);
  EXPECT_EQ(fair(100, {group(10, 10), group(20, 20)}), Solution<Rational>(Surplus<Rational>{70}));
}

TEST(TikvPd, LetsAGroupPassItsBurstLimitWhereTheLimitExceedsTheDemand) {
  const List groups = {limited(10, 20, 100), limited(10, 0, 100), group(10, 100)};
  EXPECT_EQ(shares(300, groups), (Rates{100, 10, 100}));
  EXPECT_EQ(divided(300, groups).burst_limits, (Limits{-1, -1, 300}));
  EXPECT_EQ(stated(300, groups).parts[0].problem.claimants[0].max_share, Rational(100));
}

TEST(TikvPd, LeavesAPriorityAsItIsThatDemandsNothing) {
  EXPECT_EQ(divided(100, {group(10, 10, 1), group(5, 0), group(5, -3)}).burst_limits,
            (Limits{100, 100, 100}));
  EXPECT_EQ(divided(100, {group(10, 10, 1), group(5, 1)}).burst_limits, (Limits{100, 90}));
}

TEST(TikvPd, DividesByFillRateWhereTheyDemandMoreWithinTheirRates) {
  const List groups = {group(20, 20), group(30, 30), group(50, 50)};
  const Division division = divided(50, groups);
  EXPECT_EQ(division.shares.shares, (Rates{10, 15, 25}));
  EXPECT_EQ(division.fill_rates, (Rates{10, 15, 25}));
  EXPECT_EQ(division.burst_limits, (Limits{10, 15, 25}));
  EXPECT_EQ(fair(50, groups), allocation(Rational(1, 2), {10, 15, 25}));
}

TEST(TikvPd, HandsOnWhatIsNotDemanded) {
  const List groups = {group(100, 40), group(100, 80), group(100, 10)};
  EXPECT_EQ(shares(100, groups), (Rates{40, 50, 10}));
  EXPECT_EQ(fair(100, groups), allocation(Rational(1, 2), {40, 50, 10}));
}

TEST(TikvPd, DividesWhatIsAboveTheRatesByTheDemandAboveThem) {
  const List groups = {group(20, 35), group(30, 40)};
  const Division division = divided(60, groups);
  EXPECT_EQ(division.shares.shares, (Rates{26, 34}));
  EXPECT_EQ(division.fill_rates, (Rates{-1, -1}));
  EXPECT_EQ(division.burst_limits, (Limits{26, 34}));
  EXPECT_EQ(fair(60, groups), allocation(Rational(2, 5), {26, 34}));
}

TEST(TikvPd, ServesTheHighestPriorityFirst) {
  const List groups = {group(10, 10, 1), group(60, 60, 5), group(30, 30, 3)};
  EXPECT_EQ(shares(80, groups), (Rates{0, 60, 20}));
  EXPECT_EQ(divided(80, groups).fill_rates, (Rates{0, -1, 20}));
  const Statement statement = stated(80, groups);
  EXPECT_EQ(statement.solution, allocation(Rational(2, 3), {0, 60, 20}));
  ASSERT_EQ(statement.parts.size(), 3U);
  EXPECT_EQ(statement.parts[0].label, "priority 5");
  EXPECT_EQ(statement.parts[1].problem.total, 20);
  EXPECT_EQ(statement.parts[2].claimants, (std::vector<std::size_t>{0}));
}

TEST(TikvPd, HoldsBackAllThatDemandWhereNothingIsLeft) {
  const Division division =
      divided(10, {group(10, 10, 1), group(5, 5), group(5, 0), untracked(5), group(5, -3)});
  EXPECT_EQ(division.fill_rates, (Rates{10, 0, -1, -1, -1}));
  EXPECT_EQ(division.burst_limits, (Limits{10, 0, 10, 10, 10}));
}

TEST(TikvPd, TakesNoNoticeOfWhatAGroupWithoutATrackerDemands) {
  const List groups = {group(10, 30), untracked(10, 0, 30)};
  EXPECT_EQ(shares(50, groups), (Rates{30, 0}));
  EXPECT_EQ(fair(50, groups), Solution<Rational>(Surplus<Rational>{20}));
  EXPECT_EQ(divided(10, {group(10, 10, 1), untracked(5, 0, 5)}).fill_rates, (Rates{10, -1}));
}

TEST(TikvPd, KeepsBurstLimitsWhereTheLimitIsJustWhatAllDemand) {
  const List groups = {limited(10, 20, 100), group(10, 100)};
  EXPECT_EQ(shares(200, groups), (Rates{20, 100}));
  EXPECT_EQ(fair(200, groups), Solution<Rational>(Surplus<Rational>{80}));
}

TEST(TikvPd, LetsNoneBurstWhoseBurstLimitIsWithinItsRate) {
  const List groups = {limited(20, 20, 25), limited(30, 35, 50)};
  EXPECT_EQ(shares(70, groups), (Rates{20, 35})) << "15 are left";
  EXPECT_EQ(divided(70, groups).rest, 15);
  const List none = {limited(20, 0, 25), group(30, 60)};
  EXPECT_EQ(shares(70, none), (Rates{20, 50}));
  EXPECT_EQ(divided(70, none).burst_limits, (Limits{20, 50}));
}

TEST(TikvPd, LosesWhatABurstLimitCutsOff) {
  const List groups = {limited(10, 20, 100), group(10, 100)};
  EXPECT_EQ(shares(100, groups), (Rates{20, 50}));
  EXPECT_EQ(fair(100, groups), allocation(Rational(7, 9), {20, 80}));
}

TEST(TikvPd, TakesIdleRatesFromASumThatLacksThem) {
  const List groups = {group(100, 100), group(100, 100), untracked(50)};
  const double part = 100.0 * 100 / 150;
  EXPECT_EQ(shares(100, groups), (Rates{part, (100 - part) * 100 / 50, 0}));
  EXPECT_EQ(fair(100, groups), allocation(Rational(1, 2), {50, 50, 0}));
  EXPECT_EQ(stated(100, groups).notes[2], "inactive: no tracker");
}

TEST(TikvPd, GivesLessThanNothingWhereIdleRatesExceedTheSum) {
  const Division division = divided(100, {group(100, 100), group(100, 100), untracked(250)});
  EXPECT_EQ(division.shares.shares, (Rates{-200, -200, 0}));
  EXPECT_EQ(division.rest, 500);
}

TEST(TikvPd, GivesNoNumberWhereTheSumOfRatesIsUsedUp) {
  const Division division =
      divided(100, {group(100, 100, 1), group(100, 100, 1), untracked(100, 1), group(7, 9)});
  EXPECT_EQ(division.shares.fault, Fault::nan);
  EXPECT_EQ(division.shares.shares[0], 100);
  EXPECT_TRUE(std::isnan(division.shares.shares[1]));
  EXPECT_EQ(division.burst_limits[1], std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(division.shares.shares[3], 9) << "a rest that is no number holds nothing back";
}

TEST(TikvPd, GivesNoNumberWhereTheDemandsAddUpToInfinity) {
  const Division division =
      divided(1e308, {group(1, 1.5e308, 1), group(1, 1.5e308, 1), group(5, 7)});
  EXPECT_EQ(division.shares.fault, Fault::nan);
  EXPECT_TRUE(std::isnan(division.shares.shares[0]));
  EXPECT_TRUE(std::isnan(division.rest));
  EXPECT_EQ(division.shares.shares[2], 7);
}

TEST(TikvPd, SortsAFillRateOf0Nowhere) {
  // 0/0 is neither before nor after anything: the last stays after it, although it demands least.
  EXPECT_EQ(shares(30, {group(100, 100), group(0, 9), group(100, 10)}), (Rates{15, 0, 10}));
  EXPECT_EQ(shares(30, {group(100, 100), group(100, 10), group(0, 9)})[0], 20);
}

TEST(TikvPd, TakesALimitOf0ForNone) {
  const List groups = {group(10, 30), limited(10, 10, 30)};
  for (const double limit : {0.0, -5.0}) {
    EXPECT_EQ(shares(limit, groups), (Rates{30, 10}));
    EXPECT_EQ(divided(limit, groups).burst_limits, (Limits{-1, -1}));
    EXPECT_EQ(fair(limit, groups), allocation(Rational(1), {30, 10}));
  }
}

TEST(TikvPd, RefusesWhatNoGroupCanHave) {
  EXPECT_TRUE(std::holds_alternative<Refusal>(compute(1, List{group(-1, 0)})));
  EXPECT_TRUE(std::holds_alternative<Refusal>(compute(1, List{group(1, 0, 17)})));
  EXPECT_TRUE(std::holds_alternative<Refusal>(compute(1, List{group(1, 0, -1)})));
  EXPECT_TRUE(std::holds_alternative<Division>(compute(1, List{group(1, 0, 16)})));
  EXPECT_EQ(std::get<Defect>(state(1, List{group(1, 0), group(-1, 0)})),
            (Defect{Rule::weight_is_not_negative, 1}));
  EXPECT_TRUE(std::holds_alternative<Defect>(state(1, List{group(-1, 0)})));
}

TEST(TikvPd, TakesNothingOffAGroupThatDoesNotBurstForABurstLimitBelowItsFillRate) {
  const Statement statement = stated(30, {limited(10, 3, 5), group(10, 40)});
  EXPECT_EQ(statement.parts.at(0).problem.claimants,
            (std::vector<Claimant<Rational>>{{0, 5, Rational(5)}, {30, 10, Rational(40)}}));
  // 15 are left, all of them for the second.
  const Division division = divided(30, {limited(10, 3, 5), group(10, 40)});
  EXPECT_EQ(division.shares.shares, (Rates{5, 25}));
  EXPECT_EQ(division.burst_limits, (Limits{3, 25}));
  EXPECT_EQ(division.rest, 0);
}

TEST(TikvPd, RaisesOnlyMissingBurstLimitsWhereNothingIsDemanded) {
  EXPECT_EQ(divided(100, {limited(10, 20, 0), group(10, 0)}).burst_limits,
            (Limits{unlimited, 100}));
  EXPECT_EQ(divided(100, {limited(10, 0, 0), group(10, 0)}).burst_limits, (Limits{unlimited, 100}));
}

TEST(TikvPd, IsOffByNoMoreThanItsRounding) {
  // The rest falls below 0, so the lowest priority gets less than nothing.
  const List groups = {group(7, 7, 1), group(10, 10, 1), group(5, 5)};
  const Rates found = shares(3, groups);
  const std::vector<Rational> exactly = {Rational(21, 17), Rational(30, 17), 0};
  EXPECT_EQ(fair(3, groups), allocation(Rational(3, 17), exactly));
  EXPECT_LT(found[2], 0);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_LE(abs(exact::from_double(found[i]) - exactly[i]), precision(3, groups));
  }
  EXPECT_EQ(precision(3, groups),
            Rational(exact::Integer(3 * 4 * (3 + 4)), exact::Integer(1) << 53U));
  EXPECT_EQ(precision(0, groups), Rational(exact::Integer(22 * 28), exact::Integer(1) << 53U))
      << "of all demands";
  const Level level{.total = 3.0, .claims = std::vector<Claim>(3)};
  EXPECT_EQ(level_model().precision(level), precision(3, groups));
}

TEST(TikvPd, DividesAmongNone) {
  EXPECT_EQ(shares(5, {}), (Rates{}));
  EXPECT_EQ(fair(5, {}), Solution<Rational>(Surplus<Rational>{5}));
  EXPECT_EQ(stated(0, {}).parts.size(), 1U) << "a part to judge, whatever is divided";
}

// ---- The level

Level level(double limit, std::vector<Claim> claims) {
  return {.total = limit, .claims = std::move(claims)};
}

Claim claim(std::int64_t fill_rate, double demand) {
  return {.weight = fill_rate, .demand = demand};
}

TEST(TikvPd, AnswersForEveryOrderOfAMap) {
  Claim idle = claim(50, 0);
  idle.is_active = false;
  const ModelResult result =
      level_model().compute(level(100, {claim(100, 100), claim(100, 100), idle}));
  const double first = 100.0 * 100 / 150;  // of the two the one that comes first gets more
  const double second = (100 - first) * 100 / 50;
  EXPECT_GT(first, second);
  EXPECT_EQ(result.answers,
            (std::vector<std::vector<Held>>{{first, second, 0.0}, {second, first, 0.0}}));
  EXPECT_TRUE(result.are_all);
}

TEST(TikvPd, AnswersInTheOrderOfTheListForMoreThanSix) {
  std::vector<Claim> claims(7, claim(1, 1));
  EXPECT_FALSE(level_model().compute(level(3, claims)).are_all);
  claims.pop_back();
  EXPECT_TRUE(level_model().compute(level(3, claims)).are_all);
  EXPECT_FALSE(level_model().compute_as_listed(level(3, claims)).are_all);
}

TEST(TikvPd, DoesNotSayHowGoSortsThirteenOfWhichOneHasNoPlace) {
  std::vector<Claim> claims(12, claim(1, 1));
  claims[3].weight = std::int64_t{0};
  EXPECT_EQ(level_model().compute(level(3, claims)).outcome, "shares");
  claims.push_back(claim(1, 1));
  const ModelResult result = level_model().compute(level(3, claims));
  EXPECT_EQ(result.outcome, "unfinished");
  EXPECT_EQ(result.message,
            "more than 12 groups of one priority, one with a fill rate of 0: how Go sorts these is "
            "not modelled");
  EXPECT_TRUE(result.answers.empty());
}

TEST(TikvPd, TakesEachFieldOfALevelForItsSetting) {
  Claim first = claim(10, 100);
  first.max_share = std::int64_t{20};
  first.priority = std::int64_t{2};
  Claim idle = claim(7, 7);
  idle.is_active = false;
  const ModelResult result =
      level_model().compute_as_listed(level(50, {first, claim(5, 100), idle}));
  EXPECT_EQ(result.answers, (std::vector<std::vector<Held>>{{20.0, 30.0, 0.0}}));
  ASSERT_EQ(result.details.size(), 2U);
  EXPECT_EQ(result.details[0].name, "fill_rates");
  EXPECT_EQ(std::get<std::vector<Held>>(result.details[0].value), held(Rates{-1, -1, -1}));
  EXPECT_EQ(result.details[1].name, "burst_limits");
  EXPECT_EQ(std::get<std::vector<Held>>(result.details[1].value), held(Limits{20, 30, 7}));
  first.priority = std::int64_t{17};
  const ModelResult refused = level_model().compute(level(50, {first}));
  EXPECT_EQ(refused.outcome, "error");
  EXPECT_EQ(refused.message, "invalid group settings, please check the fill rates and priorities");
}

TEST(TikvPd, WantsTheLimitWithoutADemand) {
  const ModelResult result = level_model().compute(level(30, {{.weight = std::int64_t{10}}}));
  EXPECT_EQ(result.answers.front().front(), Held(30.0));
}

TEST(TikvPd, DividesByFillRateWhereTheyDemandJustTheLimitWithinTheirRates) {
  const List groups = {group(20, 35), group(30, 40)};
  EXPECT_EQ(divided(50, groups).fill_rates, (Rates{20, 30}));
  EXPECT_EQ(fair(50, groups), allocation(Rational(1), {20, 30}));
  EXPECT_EQ(stated(50, groups).parts.at(0).label, "") << "there is one priority";
}

TEST(TikvPd, LeavesWhatCannotBeClaimedToTheLowestPriority) {
  const Statement statement = stated(100, {group(20, 20), group(10, 10, 1)});
  EXPECT_EQ(statement.solution, Solution<Rational>(Surplus<Rational>{70}));
  ASSERT_EQ(statement.parts.size(), 2U);
  EXPECT_EQ(statement.parts[0].problem.total, 10);
  EXPECT_EQ(statement.parts[1].label, "priority 0");
  EXPECT_EQ(statement.parts[1].problem.total, 90);
}

TEST(TikvPd, SortsThirteenOfTwoPriorities) {
  std::vector<Claim> claims(13, claim(1, 1));
  claims[3].weight = std::int64_t{0};
  claims[5].priority = std::int64_t{1};
  EXPECT_EQ(level_model().compute(level(3, claims)).outcome, "shares");
}

// 3 by 6 and 1 above the rates: 3 * 6 / 7, which is not 3 * (6 / 7) in doubles.
TEST(TikvPd, MultipliesBeforeItDivides) {
  const double burst = 3.0 * 6 / 7;
  ASSERT_NE(20 + burst, 20 + 3 * (6.0 / 7));
  EXPECT_EQ(shares(43, {group(20, 26), group(20, 21)})[0], 20 + (20 + burst - 20));
}

}  // namespace
}  // namespace fairshare::schedulers::tikv_pd
