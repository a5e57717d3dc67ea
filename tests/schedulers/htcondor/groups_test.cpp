// What HTCondor's negotiator computes, by hand.
#include "fairshare/schedulers/htcondor/groups.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/solution.h"

namespace fairshare::schedulers::htcondor {
namespace {

using exact::Rational;
using List = std::vector<Group>;
using Slots = std::vector<double>;
using Exact = std::vector<Rational>;

// With a static quota.
Group group(std::string name, double requested, double quota, bool accepts_surplus = true) {
  return {std::move(name), requested, quota, 0, accepts_surplus};
}

Group dynamic(std::string name, double requested, double quota, bool accepts_surplus = true) {
  return {std::move(name), requested, std::nullopt, quota, accepts_surplus};
}

Slots shares(double total, const List& groups) {
  return std::get<Division>(compute(total, groups)).shares;
}

Slots quotas(double total, const List& groups) {
  return std::get<Division>(compute(total, groups)).quotas;
}

Statement stated(double total, const List& groups) {
  return std::get<Statement>(state(total, groups));
}

Exact fair(double total, const List& groups) {
  return std::get<Allocation<Rational>>(stated(total, groups).solution).shares;
}

TEST(Htcondor, HoldsAGroupToItsQuota) {
  const List groups = {dynamic("a", 8, 0.5, false), dynamic("b", 2, 0.5, false)};
  EXPECT_EQ(shares(10, groups), (Slots{5, 2}));
  EXPECT_EQ(fair(10, groups), (Exact{5, 2}));
  const Problem<Rational> problem{7, {{0, 5, Rational(5)}, {0, 2, Rational(2)}}};
  EXPECT_EQ(stated(10, groups).parts.at(0).problem, problem) << "it can claim no more than that";
}

TEST(Htcondor, GivesWhatIsOverToThoseThatAcceptIt) {
  EXPECT_EQ(shares(10, {dynamic("a", 8, 0.5), dynamic("b", 2, 0.5)}), (Slots{8, 2}));
  EXPECT_EQ(shares(10, {dynamic("a", 8, 0.5, false), dynamic("b", 9, 0.25)}), (Slots{5, 5}));
}

TEST(Htcondor, DividesWhatIsOverByQuota) {
  const List groups = {group("a", 9, 3), group("b", 9, 1), group("c", 1, 4)};
  EXPECT_EQ(shares(12, groups), (Slots{8.25, 2.75, 1}));
  EXPECT_EQ(fair(12, groups), (Exact{Rational(33, 4), Rational(11, 4), 1}));
  EXPECT_EQ(shares(12, {group("a", 4, 3), group("b", 9, 1), group("c", 1, 4)}), (Slots{4, 7, 1}));
}

TEST(Htcondor, ServesThoseWithoutAQuotaLastAndAlike) {
  const List groups = {group("a", 4, 3), group("b", 9, 0), group("c", 9, 0)};
  EXPECT_EQ(shares(6, groups), (Slots{4, 1, 1}));
  EXPECT_EQ(fair(6, groups), (Exact{4, 1, 1}));
  const Statement statement = stated(6, {groups[2], groups[0], groups[1]});
  ASSERT_EQ(statement.parts.size(), 2U);
  EXPECT_EQ(statement.parts[1].claimants, (std::vector<std::size_t>{0, 2})) << "as listed";
  EXPECT_EQ(statement.parts[1].label, "at the root, without a quota");
  EXPECT_EQ(statement.parts[0].label, "at the root");
  const Problem<Rational> with_quota{4, {{3, 3, Rational(4)}}};
  const Problem<Rational> without{2, {{1, 0, Rational(9)}, {1, 0, Rational(9)}}};
  EXPECT_EQ(statement.parts[0].problem, with_quota);
  EXPECT_EQ(statement.parts[1].problem, without);
  const auto ratio_of = [](double total, const List& all) {
    return std::get<Allocation<Rational>>(stated(total, all).solution).ratio;
  };
  EXPECT_EQ(ratio_of(6, groups), 1) << "4 = 3 + 1, at 1/3";
  EXPECT_EQ(ratio_of(11, {group("a", 9, 3), groups[1], groups[2]}), 2)
      << "9 = 3 + 6, and 1 = 0 + 1";
}

TEST(Htcondor, AssignsStaticQuotasBeforeDynamicOnes) {
  const List groups = {group("a", 0, 6), dynamic("b", 0, 0.5), dynamic("c", 0, 0.25)};
  EXPECT_EQ(quotas(10, groups), (Slots{6, 2, 1}));
  EXPECT_EQ(quotas(3, groups), (Slots{3, 0, 0}));
  EXPECT_EQ(quotas(10, {dynamic("a", 0, 1), dynamic("b", 0, 1)}), (Slots{5, 5})) << "scaled";
  EXPECT_EQ(quotas(10, {group("a", 0, 15), group("b", 0, 5)}), (Slots{7.5, 2.5})) << "scaled";
}

TEST(Htcondor, LetsAGroupShareWithItsChildren) {
  const List groups = {group("a", 9, 5), group("a.b", 9, 4), group("c", 0, 5)};
  EXPECT_EQ(quotas(10, groups), (Slots{1, 4, 5}));
  EXPECT_EQ(shares(10, groups), (Slots{2, 8, 0}));
  EXPECT_EQ(fair(10, groups), (Exact{2, 8, 0}));
  const Statement statement = stated(10, groups);
  ASSERT_EQ(statement.parts.size(), 2U);
  EXPECT_EQ(statement.parts[0].label, "at the root");
  EXPECT_EQ(statement.parts[0].claimants, std::vector<std::size_t>{2});
  EXPECT_EQ(statement.parts[1].label, "at a");
  EXPECT_EQ(statement.parts[1].claimants, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(std::get<Allocation<Rational>>(statement.solution).ratio, 1) << "2 = 1 + 1, 8 = 4 + 4";
}

TEST(Htcondor, KeepsASubtreesSurplusInItWhereItIsRequested) {
  // b's 4 go to a, which has 1 itself, before c may have them.
  const List groups = {group("a", 9, 5), group("a.b", 0, 4), group("c", 9, 5)};
  EXPECT_EQ(shares(10, groups), (Slots{5, 0, 5}));
  const List closed = {group("a", 9, 5, false), group("a.b", 0, 4), group("c", 9, 2)};
  EXPECT_EQ(shares(10, closed), (Slots{5, 0, 5})) << "a's own, though it accepts no others'";
  const Problem<Rational> within_a{5, {{1, 1, Rational(9)}, {4, 0, Rational(0)}}};
  EXPECT_EQ(stated(10, closed).parts.at(1).problem, within_a);
}

TEST(Htcondor, GivesASubtreeOfWhatIsOverOnlyWhatItStillLacks) {
  // In p, b has its 6 and a's 4, and lacks 1; q lacks 10. c leaves 8: 1 for b, 7 for q.
  const List groups = {group("p", 0, 10), dynamic("p.a", 0, 0.4), dynamic("p.b", 11, 0.6),
                       group("q", 15, 5), group("c", 2, 10)};
  EXPECT_EQ(shares(25, groups), (Slots{0, 0, 11, 12, 2}));
  EXPECT_EQ(fair(25, groups), (Exact{0, 0, 11, 12, 2}));
}

TEST(Htcondor, TakesWhatIsRequestedOutsideAllGroupsForTheRoot) {
  const List groups = {dynamic("a", 9, 0.5), {.name = "<none>", .requested = 2}};
  EXPECT_EQ(shares(10, groups), (Slots{8, 2}));
  EXPECT_EQ(quotas(10, groups), (Slots{5, 5}));
  EXPECT_EQ(fair(10, groups), (Exact{8, 2}));
}

TEST(Htcondor, ListsTheRootAmongThoseThatCompeteAtIt) {
  const List groups = {dynamic("a", 9, 0.5), {.name = "<none>", .requested = 2}};
  const Statement statement = stated(10, groups);
  ASSERT_EQ(statement.parts.size(), 1U);
  EXPECT_EQ(statement.parts[0].claimants, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(statement.parts[0].problem,
            (Problem<Rational>{10, {{5, 5, Rational(9)}, {5, 2, Rational(2)}}}));
}

// x has its 4 and accepts no more, so p, which wants nothing itself, does not compete.
TEST(Htcondor, GivesASubtreeNothingForChildrenThatDoNotAcceptIt) {
  const List groups = {group("p", 0, 4), group("p.x", 9, 4, false), group("q", 9, 2)};
  EXPECT_EQ(shares(10, groups), (Slots{0, 4, 6}));
  EXPECT_EQ(fair(10, groups), (Exact{0, 4, 6}));
}

TEST(Htcondor, TakesGroupsWithoutANameForDifferentOnes) {
  EXPECT_EQ(shares(10, {group("", 2, 2), group("", 3, 3)}), (Slots{2, 3}));
  EXPECT_EQ(fair(10, {group("", 2, 2), group("", 3, 3)}), (Exact{2, 3}));
}

TEST(Htcondor, IgnoresAGroupWithoutAParentAndOneOfANameBefore) {
  const List groups = {group("a", 2, 2), group("b.c", 2, 2), group("A", 3, 3)};
  EXPECT_EQ(shares(10, groups), (Slots{2, 0, 0}));
  EXPECT_EQ(stated(10, groups).notes, (std::vector<std::string>{"", "ignored", "ignored"}));
  EXPECT_EQ(fair(10, groups), (Exact{2, 0, 0}));
}

TEST(Htcondor, GivesAllToAGroupWhoseQuotaIsARoundingError) {
  const List groups = {group("a", 10, 1), group("a.b", 0, 49), group("a.c", 10, 0)};
  EXPECT_EQ(quotas(1, groups)[0], 0x1p-53) << "1 - 49 * (1 / 49)";
  EXPECT_EQ(shares(1, groups), (Slots{1, 0, 0}));
  EXPECT_EQ(fair(1, groups), (Exact{Rational(1, 2), 0, Rational(1, 2)}));
}

TEST(Htcondor, IsOffByNoMoreThanItsRounding) {
  const List groups = {group("a", 9, 3), group("b", 9, 2), group("c", 0, 5), group("d", 9, 1)};
  const Slots found = shares(10, groups);
  const Exact exactly = fair(10, groups);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_LE(abs(exact::from_double(found[i]) - exactly[i]), precision(10, groups));
  }
  EXPECT_EQ(precision(10, groups),
            Rational(exact::Integer(10 * 8 * 4 * 4 * (4 + 1)), exact::Integer(1) << 53U));
  const Level level{.total = 10.0, .claims = std::vector<Claim>(4)};
  EXPECT_EQ(level_model().precision(level), precision(10, groups));
}

TEST(Htcondor, RefusesWhatNoPoolCanHave) {
  for (const Group& bad : {group("a", -1, 1), group("a", 1, -1), dynamic("a", 1, -0.5)}) {
    EXPECT_TRUE(std::holds_alternative<Refusal>(compute(1, List{bad})));
  }
  const Group fine = group("f", 1, 1);
  const auto defect = [](double total, const List& groups) {
    return std::get<Defect>(state(total, groups));
  };
  EXPECT_EQ(defect(1, {fine, group("a", -1, 1)}),
            (Defect{Rule::max_share_is_not_below_min_share, 1}));
  EXPECT_EQ(defect(1, {fine, group("a", 1, -1)}), (Defect{Rule::min_share_is_not_negative, 1}));
  EXPECT_EQ(defect(1, {fine, dynamic("a", 1, -1)}), (Defect{Rule::weight_is_not_negative, 1}));
  EXPECT_EQ(defect(-1, {}), (Defect{Rule::total_is_not_negative}));
  EXPECT_EQ(fair(0, {group("a", 1, 1)}), Exact{0}) << "nothing is a total";
}

TEST(Htcondor, DividesNothingAndAmongNone) {
  EXPECT_EQ(shares(5, {}), (Slots{}));
  EXPECT_EQ(shares(0, {group("a", 1, 1)}), (Slots{0}));
  EXPECT_EQ(shares(-1, {group("a", 1, 1)}), (Slots{0}));
}

TEST(Htcondor, HasAQuotaOf0AndRequestsTheTotalWhereNothingIsSaid) {
  const Level level{.total = 6.0,
                    .claims = {{.name = "a"}, {.name = "b", .accepts_surplus = true}}};
  const ModelResult result = level_model().compute(level);
  EXPECT_EQ(result.answers, (std::vector<std::vector<Held>>{{0.0, 6.0}}));
}

TEST(Htcondor, TakesEachFieldOfALevelForItsSetting) {
  Level level{.total = 10.0,
              .claims = {{.name = "a", .min_share = 4.0, .demand = 1.0},
                         {.name = "a.b", .weight = 0.5, .demand = 1.5},
                         {.name = "c", .weight = 0.25, .accepts_surplus = true}}};
  const ModelResult result = level_model().compute(level);
  EXPECT_EQ(result.answers, (std::vector<std::vector<Held>>{{1.0, 1.5, 7.5}}));
  ASSERT_EQ(result.details.size(), 1U);
  EXPECT_EQ(result.details[0].name, "quotas");
  EXPECT_EQ(std::get<std::vector<Held>>(result.details[0].value), held(Slots{2, 2, 1.5}));
  level.claims[0].demand = -1.0;
  EXPECT_EQ(level_model().compute(level).outcome, "error");
  EXPECT_EQ(level_model().compute(level).message, "a quota or a request is below 0");
}

// c's 4, then b's own 2, then a's own 4; or all that b and c leave for a.
TEST(Htcondor, HandsSurplusUpAndDownTwoLevels) {
  const auto groups = [](double a, double b, double c) {
    return List{group("a", a, 10), group("a.b", b, 6), group("a.b.c", c, 4)};
  };
  EXPECT_EQ(quotas(10, groups(0, 0, 0)), (Slots{4, 2, 4}));
  EXPECT_EQ(shares(10, groups(9, 0, 1)), (Slots{9, 0, 1}));
  EXPECT_EQ(fair(10, groups(9, 0, 1)), (Exact{9, 0, 1}));
  EXPECT_EQ(shares(10, groups(0, 0, 9)), (Slots{0, 0, 9}));
  EXPECT_EQ(fair(10, groups(0, 0, 9)), (Exact{0, 0, 9}));
}

TEST(Htcondor, TakesAllLettersOfANameInAnyCase) {
  EXPECT_EQ(shares(10, {group("az", 2, 2), group("AZ", 3, 3)}), (Slots{2, 0}));
  EXPECT_EQ(quotas(10, {group("Zone.A", 3, 3), group("zonE", 4, 4)}), (Slots{3, 1}));
}

TEST(Htcondor, HasAPartOfEachGroupThatIsIgnored) {
  const Statement statement = stated(10, {group("b.c", 2, 2), group("a", 2, 2), group("A", 3, 3)});
  ASSERT_EQ(statement.parts.size(), 3U);
  EXPECT_EQ(statement.parts[0].label, "at the root");
  EXPECT_EQ(statement.parts[0].claimants, std::vector<std::size_t>{1});
  const Problem<Rational> nothing{0, {{0, 0, Rational(0)}}};
  for (const std::size_t k : {1U, 2U}) {
    EXPECT_EQ(statement.parts[k].label, "ignored");
    EXPECT_EQ(statement.parts[k].claimants, std::vector<std::size_t>{k == 1 ? 0U : 2U});
    EXPECT_EQ(statement.parts[k].problem, nothing);
  }
  EXPECT_EQ(stated(10, {group("a", 2, 2)}).parts.at(0).label, "") << "the only one";
  EXPECT_EQ(stated(10, {}).parts.size(), 1U) << "a part to judge, whatever is divided";
}

}  // namespace
}  // namespace fairshare::schedulers::htcondor
