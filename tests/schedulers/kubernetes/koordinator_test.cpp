// What Koordinator computes, by hand and from runs of its function.
#include "fairshare/schedulers/kubernetes/koordinator.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/schedulers/common/base_rule.h"

namespace fairshare::schedulers::koordinator {
namespace {

using exact::Rational;
using List = std::vector<Quota>;
using Whole = std::vector<std::int64_t>;

constexpr std::int64_t int_max = std::numeric_limits<std::int64_t>::max();

Quota quota(std::int64_t weight, std::int64_t min, std::int64_t request, std::string name = "") {
  Quota result;
  result.shared_weight = weight;
  result.min = min;
  result.request = request;
  result.name = std::move(name);
  return result;
}

Whole shares(Release release, std::int64_t total, const List& quotas) {
  const auto answer = compute(release, total, quotas);
  const auto* result = std::get_if<Shares<std::int64_t>>(&answer);
  return result ? result->shares : Whole{};
}

TEST(Koordinator, PaysTheMinimumFirst) {
  const List quotas = {quota(1, 50, 1000), quota(1, 0, 1000), quota(1, 0, 1000)};
  EXPECT_EQ(shares(Release::since_2876, 100, quotas), (Whole{67, 17, 16}));
  EXPECT_EQ(shares(Release::until_2876, 100, quotas), (Whole{67, 17, 17}));
}

TEST(Koordinator, GivesEqualQuotasTwoAndNothing) {
  const List quotas = {quota(4, 0, 2), quota(1, 0, 2), quota(1, 0, 2)};
  EXPECT_EQ(shares(Release::since_2876, 4, quotas), (Whole{2, 2, 0}));
}

TEST(Koordinator, GivesTheOddUnitToTheLeastName) {
  EXPECT_EQ(shares(Release::since_2876, 1, {quota(1, 0, 1, "b"), quota(1, 0, 1, "a")}),
            (Whole{0, 1}));
  EXPECT_EQ(shares(Release::since_2876, 1, {quota(1, 0, 1), quota(1, 0, 1)}), (Whole{1, 0}));
}

TEST(Koordinator, RoundedHalvesUpBefore2876) {
  EXPECT_EQ(shares(Release::until_2876, 1, {quota(1, 0, 1), quota(1, 0, 1)}), (Whole{1, 1}));
  EXPECT_EQ(shares(Release::until_2876, 1, {quota(1, 0, 3), quota(1, 0, 1), quota(1, 0, 1)}),
            (Whole{0, 0, 0}));
}

TEST(Koordinator, NeverScalesMinimums) {
  const List quotas = {quota(1, 8, 20), quota(1, 8, 20)};
  EXPECT_EQ(shares(Release::since_2876, 10, quotas), (Whole{8, 8}));
  EXPECT_EQ(solve_by_base_rule(fair_problem(10, quotas).problem),
            Solution<Rational>(Overcommitted<Rational>{6}));
}

TEST(Koordinator, SharesNothingWhereTheSumOfWeightsWraps) {
  const List quotas = {quota(int_max, 0, 100), quota(int_max, 0, 100)};
  const auto answer = compute(Release::since_2876, 100, quotas);
  EXPECT_EQ(std::get<Shares<std::int64_t>>(answer),
            (Shares<std::int64_t>{{0, 0}, Fault::overflow, 0}));
  EXPECT_EQ(shares(Release::since_2876, 100, {quota(0, 0, 100), quota(0, 0, 100)}), (Whole{0, 0}));
  EXPECT_EQ(shares(Release::since_2876, 9, {quota(1, 0, 9), quota(-1, 0, 9)}), (Whole{0, 0}));
  EXPECT_EQ(shares(Release::since_2876, 4, {quota(3, 0, 9), quota(-1, 0, 9)}), (Whole{6, 0}))
      << "3/2 of 4 to the first, and the second has no part";
}

TEST(Koordinator, PanicsWhereAQuotientIsTooLarge) {
  const List quotas = {quota(int_max, 0, int_max), quota(-(int_max - 1), 0, int_max)};
  const auto answer = compute(Release::since_2876, int_max, quotas);
  EXPECT_EQ(std::get<Refusal>(answer).message, "runtime error: integer overflow");
}

TEST(Koordinator, HoldsTheRequestToTheMaximum) {
  Quota held = quota(1, 0, 90);
  held.max = 10;
  EXPECT_EQ(shares(Release::since_2876, 100, {held, quota(1, 0, 200)}), (Whole{10, 90}));
}

TEST(Koordinator, LendsWhatIsNotAskedForUnlessToldNotTo) {
  Quota idle = quota(1, 40, 5);
  EXPECT_EQ(shares(Release::since_2876, 100, {idle, quota(1, 0, 200)}), (Whole{5, 95}));
  EXPECT_EQ(fair_problem(100, List{idle}).problem.claimants[0],
            (Claimant<Rational>{1, 5, Rational(5)}));
  idle.lends = false;
  EXPECT_EQ(shares(Release::since_2876, 100, {idle, quota(1, 0, 200)}), (Whole{40, 60}));
  EXPECT_EQ(fair_problem(100, List{idle}).problem.claimants[0],
            (Claimant<Rational>{1, 40, Rational(40)}));
  idle.request = 50;
  EXPECT_EQ(fair_problem(100, List{idle}).problem.claimants[0],
            (Claimant<Rational>{1, 40, Rational(50)}));
}

TEST(KoordinatorLevel, IsOfQuotasThatLendUnlessToldNotTo) {
  const auto answers = [](Release release, bool lends) {
    const Claim idle{.min_share = std::int64_t{40}, .demand = std::int64_t{5}, .lends = lends};
    return level_model(release).compute({.total = std::int64_t{100}, .claims = {idle, {}}}).answers;
  };
  using Answers = std::vector<std::vector<Held>>;
  for (const Release release : {Release::until_2876, Release::since_2876}) {
    EXPECT_EQ(answers(release, true), (Answers{{std::int64_t{5}, std::int64_t{95}}}));
    EXPECT_EQ(answers(release, false), (Answers{{std::int64_t{40}, std::int64_t{60}}}));
  }
}

TEST(KoordinatorLevel, SaysWhereItPanicsOrWraps) {
  const auto result = [](std::int64_t total, std::int64_t weight) {
    return level_model(Release::since_2876)
        .compute({.total = total, .claims = {{.weight = int_max}, {.weight = weight}}});
  };
  EXPECT_EQ(result(int_max, -(int_max - 1)).outcome, "error");
  EXPECT_EQ(result(int_max, -(int_max - 1)).message, "runtime error: integer overflow");
  EXPECT_EQ(result(100, int_max).outcome, "overflow");
}

// 3, 1 and 1 of the 5 that minimum and guarantee leave; the first gives 1 back, to the second.
TEST(KoordinatorLevel, TakesEachFieldForItsSetting) {
  const auto shares = [](std::int64_t total, std::vector<Claim> claims) {
    const auto model = level_model(Release::since_2876);
    return model.compute({.total = total, .claims = std::move(claims)}).answers.front();
  };
  EXPECT_EQ(shares(10, {{.weight = std::int64_t{3}, .max_share = std::int64_t{2}},
                        {.min_share = std::int64_t{1}},
                        {.guarantee = std::int64_t{4}}}),
            held(Whole{2, 3, 5}));
  EXPECT_EQ(shares(4, {{.guarantee = std::int64_t{9}}, {}}), held(Whole{9, 0}))
      << "without a demand it wants its guarantee";
}

TEST(Koordinator, RaisesTheMinimumToTheGuarantee) {
  Quota guaranteed = quota(1, 10, 100);
  guaranteed.guarantee = 60;
  EXPECT_EQ(shares(Release::since_2876, 100, {guaranteed, quota(1, 0, 100)}), (Whole{80, 20}));
}

TEST(Koordinator, ScalesMinimumsToTheTotalWhereToldTo) {
  using Parts = std::vector<exact::Rational>;
  EXPECT_EQ(scaled_minimums(25000, Parts{30000, 20000}), (Parts{15000, 10000}));
  EXPECT_EQ(scaled_minimums(50, Parts{30, 20}), (Parts{30, 20})) << "they fit";
  EXPECT_EQ(scaled_minimums(1, Parts{{1, 2}, {1, 2}}), (Parts{{1, 2}, {1, 2}})) << "just so";
  EXPECT_EQ(scaled_minimums(10, Parts{7, 7, 7}), (Parts{3, 3, 3})) << "cut to whole units";
  EXPECT_EQ(scaled_minimums(0, Parts{7, 7}), (Parts{0, 0}));
  EXPECT_EQ(scaled_minimums(-5, Parts{7, 3}), (Parts{0, 0}));
  EXPECT_EQ(scaled_minimums(49, Parts{2, 96}), (Parts{1, 48})) << "98/98, though 2/98 is inexact";
}

// The weights add up to 2^64 + 3, which is 3: two thirds of 2^63 to the first two, which get one
// more each, since what is left wraps, too.
TEST(Koordinator, HandsOutUnitsToAllWhereTheSumOfWeightsWrapsToAFew) {
  const List quotas = {quota(int_max, 0, int_max), quota(int_max, 0, int_max),
                       quota(5, 0, int_max)};
  const auto answer = compute(Release::since_2876, 2, quotas);
  const std::int64_t two_thirds = int_max / 3 * 2;
  EXPECT_EQ(std::get<Shares<std::int64_t>>(answer),
            (Shares<std::int64_t>{{two_thirds + 1, two_thirds + 1, 4}, Fault::overflow, 0}));
}

TEST(KoordinatorLevel, GivesTheOddUnitToTheLeastName) {
  const Level level{.total = std::int64_t{1}, .claims = {{.name = "b"}, {.name = "a"}}};
  EXPECT_EQ(level_model(Release::since_2876).compute(level).answers.front(), held(Whole{0, 1}));
}

// 25 of 50: 15 and 10, and the second is guaranteed 25 all the same.
TEST(KoordinatorLevel, ScalesMinimumsBeforeAGuaranteeRaisesThem) {
  Level level{.total = std::int64_t{25},
              .claims = {{.min_share = std::int64_t{30}},
                         {.min_share = std::int64_t{20}, .guarantee = std::int64_t{25}}}};
  for (const Release release : {Release::until_2876, Release::since_2876}) {
    level.scales_minimums = false;
    EXPECT_EQ(level_model(release).compute(level).answers.front(), held(Whole{30, 25}));
    level.scales_minimums = true;
    EXPECT_EQ(level_model(release).compute(level).answers.front(), held(Whole{15, 25}));
    const auto made = level_model(release).state(level);
    EXPECT_EQ(std::get<Statement>(made).solution, Solution<Rational>(Overcommitted<Rational>{15}));
  }
}

// Among weights of 1 and 2 two units are 2/3 and 4/3: 1 each. Were the first one, of a weight of 1
// and no request, among them, it would be 2/4 and 4/4.
TEST(Koordinator, CountsNoWeightOfAQuotaThatAsksForNoMoreThanItsMinimum) {
  EXPECT_EQ(shares(Release::since_2876, 2, {quota(1, 0, 0), quota(1, 0, 1), quota(2, 0, 2)}),
            (Whole{0, 1, 1}));
  EXPECT_EQ(shares(Release::until_2876, 1, {quota(1, 0, 2), quota(1, 0, 0)}), (Whole{1, 0}));
}

// 3/5, 9/5 and 3/5 are rounded to 1, 2 and 1, of which the second gives 1 back; the third has all
// it asked for, so that 1 is the first one's.
TEST(Koordinator, CountsNoWeightOfAQuotaThatHasJustWhatItAskedFor) {
  EXPECT_EQ(shares(Release::until_2876, 3, {quota(1, 0, 3), quota(3, 0, 1), quota(1, 0, 1)}),
            (Whole{2, 1, 1}));
}

TEST(KoordinatorLevel, HandsOutAllSince2876Only) {
  EXPECT_TRUE(level_model(Release::since_2876).hands_out_all);
  EXPECT_FALSE(level_model(Release::until_2876).hands_out_all);
  for (const Release release : {Release::until_2876, Release::since_2876}) {
    EXPECT_EQ(level_model(release).reports, Reports::units_apportioned);
  }
}

}  // namespace
}  // namespace fairshare::schedulers::koordinator
