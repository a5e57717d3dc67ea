// Verdicts as data. Their texts are tested in tests/formats/report/.
#include "formats/verdict/verdict.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using namespace tests;

TEST(Verdict, IsFairWithTheRatioWhereTheSharesAreFair) {
  const Verdict verdict = judge(fair_case());
  EXPECT_EQ(verdict.judgement, Judgement::fair);
  EXPECT_TRUE(verdict.findings.empty());
  EXPECT_EQ(verdict.claimants, 3U);
  ASSERT_TRUE(verdict.fair);
  EXPECT_EQ(verdict.fair->ratio, Rational(40, 3));
  EXPECT_EQ(verdict.fair->shares, (std::vector<Rational>{Rational(40, 3), Rational(80, 3), 60}));
  EXPECT_EQ(verdict.distance, Rational(0));
}

TEST(Verdict, OfAFairCaseHasTheDistanceThatRoundingMade) {
  const Verdict unfair =
      judge(reported({10, {{1}, {1}, {1}}}, {"3.3", "3.3", "3.4"}, Rounding::written));
  EXPECT_EQ(unfair.judgement, Judgement::unfair);
  const Verdict fair =
      judge(reported({10, {{1}, {1}, {1}}}, {"3.3", "3.3", "3.3"}, Rounding::written));
  EXPECT_EQ(fair.judgement, Judgement::fair);
  EXPECT_EQ(fair.distance, Rational(1) / 30);
}

TEST(Verdict, NamesThePoorerAndTheRicher) {
  const Verdict verdict = judge(unfair_case());
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_EQ(verdict.findings[0].code, "FS204");
  EXPECT_EQ(verdict.findings[0].claimant, "a");
  EXPECT_EQ(verdict.findings[0].with, "b");
  const auto& violation = std::get<properties::Violation>(verdict.findings[0].reason);
  const auto& pair = std::get<properties::Unequal>(violation);
  EXPECT_EQ(pair.poorer_allows, 10);
  EXPECT_EQ(pair.richer_needs, 15);
  EXPECT_EQ(verdict.distance, Rational(10) / 3);
  EXPECT_EQ(verdict.fair->ratio, Rational(40) / 3);
}

TEST(Verdict, KeepsWhatWasJudged) {
  const Verdict verdict = judge(unfair_case());
  EXPECT_EQ(verdict.division.title, "x");
  ASSERT_EQ(verdict.division.reported.size(), 3U);
  EXPECT_EQ(verdict.division.reported[1].text, "30");
  ASSERT_EQ(verdict.intervals.size(), 3U);
  EXPECT_EQ(verdict.intervals[1].low, 30);
}

TEST(Verdict, FindsASingleUnitInTheLastPlace) {
  const std::string large = "100000000000000000000000000000";
  const std::string larger = "100000000000000000000000000001";
  const Rational two_larges = 2 * std::get<exact::TextNumber>(exact::parse_number(large)).value;
  EXPECT_EQ(judge(reported({two_larges, {{1}, {1}}}, {large, large})).judgement, Judgement::fair);
  EXPECT_EQ(judge(reported({two_larges, {{1}, {1}}}, {large, larger})).judgement,
            Judgement::unfair);
}

TEST(Verdict, HasACodeForEachBound) {
  const Verdict below = judge(reported({10, {{1, 5}, {1}}}, {"3", "7"}));
  EXPECT_EQ(below.findings.at(0).code, "FS102");
  EXPECT_EQ(below.findings.at(0).claimant, "a");
  const Verdict above = judge(reported({10, {{1}, {1, 0, 5}}}, {"3", "7"}));
  EXPECT_EQ(above.findings.at(0).code, "FS103");
  EXPECT_EQ(above.findings.at(0).claimant, "b");
}

TEST(Verdict, HasACodeForATotalThatNoRatioGives) {
  const Verdict verdict = judge(reported({10, {{1}, {1}, {1}}}, {"4", "4", "4"}, Rounding::down));
  EXPECT_EQ(verdict.findings.at(0).code, "FS101");
  EXPECT_EQ(verdict.findings.at(0).claimant, "");
}

TEST(Verdict, FindsThatTheSharesMustAddUpAndDoNot) {
  Case one = reported({10, {{1}, {1}, {1}}}, {"4", "3", "3"}, Rounding::apportioned);
  one.adds_up = true;
  EXPECT_EQ(judge(one).judgement, Judgement::fair);
  one = reported({10, {{1}, {1}, {1}}}, {"4", "4", "3"}, Rounding::apportioned);
  EXPECT_EQ(judge(one).judgement, Judgement::fair) << "nothing says that they must";
  one.adds_up = true;
  const Verdict verdict = judge(one);
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  EXPECT_EQ(verdict.findings.at(0).code, "FS101");
  EXPECT_EQ(std::get<WrongSum>(verdict.findings.at(0).reason).sum, 11);
  EXPECT_EQ(std::get<WrongSum>(verdict.findings.at(0).reason).total, 10);
  one.labels[1].paid = 5;
  const Verdict with_paid = judge(one);
  EXPECT_EQ(std::get<WrongSum>(with_paid.findings.at(0).reason).sum, 16) << "with what was paid";
  EXPECT_EQ(std::get<WrongSum>(with_paid.findings.at(0).reason).total, 15);
}

Case in_units(Problem<Rational> problem, const std::vector<std::string>& shares, Units units) {
  const auto rounding = find_rounding(name_of(units));
  Case one = reported(std::move(problem), shares, *rounding);
  one.units = units;
  one.adds_up = true;
  return one;
}

TEST(Verdict, OfWholeUnitsIsFairWhereNoUnitIsDueToAnotherClaimant) {
  const Problem<Rational> problem{4, {{1}, {3}}};
  for (const Units units : {Units::hamilton, Units::webster, Units::dhondt, Units::adams}) {
    EXPECT_EQ(judge(in_units(problem, {"1", "3"}, units)).judgement, Judgement::fair);
    const Verdict verdict = judge(in_units(problem, {"2", "2"}, units));
    EXPECT_EQ(verdict.judgement, Judgement::unfair);
    EXPECT_EQ(verdict.findings.at(0).code, "FS204");
    EXPECT_EQ(verdict.findings.at(0).claimant, "b");
    EXPECT_EQ(verdict.findings.at(0).with, "a");
    EXPECT_EQ(verdict.fair->shares, (std::vector<Rational>{1, 3}));
    EXPECT_EQ(verdict.distance, Rational(1));
  }
  EXPECT_EQ(judge(in_units(problem, {"1", "3"}, Units::webster)).intervals.at(0).low,
            Rational(1, 2))
      << "a share within its bounds keeps what it stands for";
  EXPECT_EQ(judge(in_units(problem, {"2", "2"}, Units::webster)).intervals.at(0).low,
            Rational(3, 2))
      << "also where a unit is due to another";
}

// Quotas 5/2 and 1/2, where only a method can tell: 2 + 1/2 each.
TEST(Verdict, OfWholeUnitsDependsOnTheMethod) {
  const Problem<Rational> problem{3, {{5}, {1}}};
  const auto judged = [&](const std::vector<std::string>& shares, Units units) {
    return judge(in_units(problem, shares, units)).judgement;
  };
  EXPECT_EQ(judged({"3", "0"}, Units::dhondt), Judgement::fair);
  EXPECT_EQ(judged({"2", "1"}, Units::dhondt), Judgement::unfair);
  EXPECT_EQ(judged({"2", "1"}, Units::adams), Judgement::fair);
  EXPECT_EQ(judged({"3", "0"}, Units::adams), Judgement::unfair);
  for (const Units either : {Units::webster, Units::hamilton}) {
    EXPECT_EQ(judged({"3", "0"}, either), Judgement::fair) << "a tie";
    EXPECT_EQ(judged({"2", "1"}, either), Judgement::fair) << "a tie";
  }
}

TEST(Verdict, OfWholeUnitsNamesThoseThatAreTied) {
  const Verdict tied = judge(in_units({10, {{1}, {1}, {1}}}, {"3", "4", "3"}, Units::webster));
  EXPECT_EQ(tied.judgement, Judgement::fair);
  EXPECT_EQ(tied.division.notes, std::vector<std::string>{"tied for the last units: a, b, c"});
  const Verdict decided = judge(in_units({4, {{1}, {3}}}, {"1", "3"}, Units::webster));
  EXPECT_TRUE(decided.division.notes.empty());
  const Verdict unfair = judge(in_units({10, {{1}, {1}, {1}}}, {"2", "4", "4"}, Units::webster));
  EXPECT_EQ(unfair.judgement, Judgement::unfair);
  EXPECT_EQ(unfair.division.notes, tied.division.notes) << "whatever was reported";
  Problem<Rational> many{19, {}};
  many.claimants.assign(10, {1});
  const Verdict others =
      judge(in_units(many, {"1", "2", "2", "2", "2", "2", "2", "2", "2", "2"}, Units::dhondt));
  EXPECT_EQ(others.division.notes.at(0),
            "tied for the last units: a, b, c, d, e, f, g, h and 2 more");
  const Verdict eight = judge(in_units({9, std::vector(8, Claimant<Rational>{1})},
                                       {"2", "1", "1", "1", "1", "1", "1", "1"}, Units::webster));
  EXPECT_EQ(eight.division.notes.at(0), "tied for the last units: a, b, c, d, e, f, g, h");
}

TEST(Verdict, OfWholeUnitsAsksForTheSum) {
  const Verdict verdict = judge(in_units({10, {{1}, {1}, {1}}}, {"3", "3", "3"}, Units::dhondt));
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  EXPECT_EQ(verdict.findings.at(0).code, "FS101");
  EXPECT_EQ(std::get<WrongSum>(verdict.findings.at(0).reason).sum, 9);
}

// One unit less than a minimum is not a share that was rounded down from it.
TEST(Verdict, OfWholeUnitsKeepsBoundsToTheUnit) {
  for (const Units units : {Units::hamilton, Units::webster, Units::dhondt, Units::adams}) {
    const Verdict below = judge(in_units({9, {{1, 5, {}}, {1}}}, {"4", "5"}, units));
    EXPECT_EQ(below.findings.at(0).code, "FS102");
    EXPECT_EQ(below.intervals.at(0).high, units == Units::hamilton ? 5 : 4);
    const Verdict above = judge(in_units({9, {{1, 0, 3}, {1}}}, {"4", "5"}, units));
    EXPECT_EQ(above.findings.at(0).code, "FS103");
  }
}

TEST(Verdict, OfWholeUnitsKnowsASurplusAndMinimumsThatExceedTheTotal) {
  for (const Units units : {Units::hamilton, Units::webster, Units::dhondt, Units::adams}) {
    const Problem<Rational> rich{9, {{1, 0, 3}, {1, 0, 4}}};
    EXPECT_EQ(judge(in_units(rich, {"3", "4"}, units)).judgement, Judgement::fair);
    const Verdict less = judge(in_units(rich, {"3", "3"}, units));
    ASSERT_EQ(less.findings.size(), 1U);
    EXPECT_EQ(less.findings[0].code, "FS013");
    const Problem<Rational> poor{9, {{1, 5, {}}, {1, 6, {}}}};
    EXPECT_EQ(judge(in_units(poor, {"5", "6"}, units)).judgement, Judgement::overcommitted);
    EXPECT_EQ(judge(in_units(poor, {"5", "4"}, units)).findings.at(0).code, "FS012");
  }
}

// 7/2 and 7/2 can be claimed: 3 and 4. If 10/3 and 10/3 can: 3 and 3, or 3 and 4.
TEST(Verdict, OfASurplusAsksThatWholeUnitsAddUpToWhatCanBeClaimed) {
  const auto verdict_on = [](const Rational& end, std::vector<std::string> shares) {
    Case one = reported({10, {{1, 0, end}, {1, 0, end}}}, shares, Rounding::apportioned);
    one.adds_up = true;
    return judge(one);
  };
  const Rational half = Rational(7) / 2;
  EXPECT_EQ(verdict_on(half, {"3", "4"}).judgement, Judgement::fair);
  const Verdict over = verdict_on(half, {"4", "4"});
  EXPECT_EQ(over.findings.at(0).code, "FS101");
  EXPECT_EQ(std::get<WrongSum>(over.findings.at(0).reason).total, 7);
  EXPECT_EQ(verdict_on(half, {"3", "3"}).findings.at(0).code, "FS101");
  const Rational third = Rational(10) / 3;
  EXPECT_EQ(verdict_on(third, {"3", "3"}).judgement, Judgement::fair);
  EXPECT_EQ(verdict_on(third, {"3", "4"}).judgement, Judgement::fair);
  EXPECT_EQ(verdict_on(third, {"4", "4"}).findings.at(0).code, "FS101");
}

TEST(Verdict, AcceptsWhatIsOffByNoMoreThanTheSchedulersResolution) {
  const Verdict verdict = judge(computed_by_a_release(10, Rational(2) / 3));
  EXPECT_EQ(verdict.judgement, Judgement::fair);
  EXPECT_TRUE(verdict.is_to_within_resolution);
  EXPECT_TRUE(verdict.findings.empty());
  const Verdict other = judge(computed_by_a_release(10, Rational(665) / 1000));
  EXPECT_EQ(other.judgement, Judgement::unfair);
  EXPECT_FALSE(other.is_to_within_resolution);
}

TEST(Verdict, LooksBeyondTheResolutionWhereTheSchedulerIsJudgedSo) {
  // Each is off by 1, and the three of them by 3.
  Case one = reported({9, {{1}, {1}, {1}}}, {"4", "4", "4"});
  one.comparison =
      ModelComparison{.scheduler = "s", .resolution = 1, .shares = {}, .matches = true};
  one.comparison->shares = std::vector<std::string>{"4", "4", "4"};
  EXPECT_EQ(judge(one).judgement, Judgement::fair);
  EXPECT_FALSE(hands_out_too_much(one));
  one.is_beyond_resolution = true;
  EXPECT_TRUE(hands_out_too_much(one));
  Case just = one;
  just.comparison->resolution = 3;
  EXPECT_FALSE(hands_out_too_much(just)) << "12 is no more than 9 and 3";
  const Verdict verdict = judge(one);
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_EQ(verdict.findings[0].code, "FS101");
  EXPECT_EQ(verdict.intervals.at(0).low, 3) << "wider by the resolution";
  EXPECT_EQ(verdict.intervals.at(0).high, 5);
}

TEST(Verdict, SaysWhatTheModelComputesWhereThatIsSomethingElse) {
  Case one = computed_by_a_release(10, 0);
  one.comparison->matches = false;
  const Verdict verdict = judge(one);
  ASSERT_EQ(verdict.findings.size(), 2U);
  EXPECT_EQ(verdict.findings[0].code, "FS101");
  EXPECT_EQ(verdict.findings[1].code, "FS301");
  one.comparison->are_all = false;
  EXPECT_EQ(judge(one).findings.size(), 1U) << "another answer may be it";
}

TEST(Verdict, SaysThatTheModelWrapsOrNeverReturns) {
  Case one = computed_by_a_release(10, 0);
  EXPECT_EQ(judge(one).findings.size(), 1U);
  one.comparison->fault = "overflow";
  EXPECT_EQ(judge(one).findings.at(1).code, "FS302");
  one.comparison->shares = std::nullopt;
  one.comparison->fault = "";
  EXPECT_EQ(judge(one).findings.at(1).code, "FS303");
}

std::vector<std::string> codes_of(const Verdict& verdict) {
  std::vector<std::string> codes;
  for (const Finding& finding : verdict.findings) {
    codes.push_back(finding.code + (finding.claimant.empty() ? "" : " " + finding.claimant));
  }
  return codes;
}

using Codes = std::vector<std::string>;

// Two of weight 1 divide 10, each off by up to 1: together by 1 and no more.
TEST(Verdict, SaysOnceThatMoreIsHandedOutThanTheResolutionAllows) {
  const auto judged = [](const std::string& first, const std::string& second) {
    Case one = reported({10, {{1}, {1}}}, {first, second});
    one.comparison = ModelComparison{.scheduler = "s", .resolution = 1, .shares = Codes{}};
    one.comparison->matches = one.is_beyond_resolution = true;
    return codes_of(judge(one));
  };
  EXPECT_EQ(judged("5", "6"), Codes{});
  EXPECT_EQ(judged("5", "6.01"), Codes{"FS101"});
  EXPECT_EQ(judged("7", "7"), Codes{"FS101"});
  EXPECT_EQ(judged("5", "9"), (Codes{"FS204 a", "FS101"}));
}

TEST(Verdict, IsUnfairWhereSharesAreNotTheMinimumsOfWhatIsOvercommitted) {
  const Verdict verdict = judge(overcommitted_case());
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  EXPECT_EQ(codes_of(verdict), (Codes{"FS012", "FS102 a", "FS102 b"}));
  EXPECT_EQ(std::get<Overcommitted<Rational>>(verdict.findings[0].reason).excess, 6);
  EXPECT_EQ(verdict.excess, Rational(6));
  EXPECT_FALSE(verdict.fair);
  EXPECT_FALSE(verdict.distance);
  const Problem<Rational> problem{10, {{1, 8}, {1, 8, 9}}};
  EXPECT_EQ(codes_of(judge(reported(problem, {"9", "8"}))), Codes{"FS012"})
      << "a has more than its minimum, which is no rule of its own";
  EXPECT_EQ(codes_of(judge(reported(problem, {"7", "10"}))),
            (Codes{"FS012", "FS102 a", "FS103 b"}));
  EXPECT_EQ(codes_of(judge(reported({10, {{1, 8}, {0, 8}}}, {"8", "9"}))),
            (Codes{"FS012", "FS103 b"}))
      << "at weight 0 its minimum is its maximum";
}

TEST(Verdict, IsOvercommittedWhereEachClaimantHasItsMinimum) {
  const Verdict verdict = judge(reported({10, {{1, 8}, {1, 8}}}, {"8", "8"}));
  EXPECT_EQ(verdict.judgement, Judgement::overcommitted);
  EXPECT_EQ(verdict.excess, Rational(6));
  EXPECT_TRUE(verdict.findings.empty());
  EXPECT_FALSE(verdict.fair);
  Case off = reported({10, {{1, 8}, {1, 8}}}, {"8", "8.1"});
  EXPECT_EQ(judge(off).judgement, Judgement::unfair);
  off.comparison = ModelComparison{.scheduler = "s", .resolution = Rational(1, 10)};
  EXPECT_EQ(judge(off).judgement, Judgement::unfair);
  off.is_beyond_resolution = true;
  EXPECT_EQ(judge(off).judgement, Judgement::overcommitted);
  off.comparison->resolution = std::nullopt;
  EXPECT_EQ(judge(off).judgement, Judgement::unfair) << "a release without an answer has none";
}

TEST(Verdict, IsOvercommittedWhereTheSharesAreWhatTheSchedulerComputes) {
  Case one = overcommitted_case();
  one.comparison = ModelComparison{.scheduler = "s", .shares = {}, .matches = true};
  one.comparison->shares = std::vector<std::string>{"5", "5"};
  EXPECT_EQ(judge(one).judgement, Judgement::overcommitted);
  one.comparison->fault = "overflow";
  EXPECT_EQ(codes_of(judge(one)), (Codes{"FS012", "FS102 a", "FS102 b", "FS302"}));
  one.comparison->fault = "";
  one.comparison->matches = false;
  EXPECT_EQ(codes_of(judge(one)), (Codes{"FS012", "FS102 a", "FS102 b", "FS301"}));
}

TEST(Verdict, IsFairOfASurplusWhereEachClaimantHasAllThatItCanHave) {
  const Verdict verdict = judge(reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"3", "4"}));
  EXPECT_EQ(verdict.judgement, Judgement::fair);
  EXPECT_EQ(verdict.unclaimed, Rational(3));
  ASSERT_TRUE(verdict.fair);
  EXPECT_EQ(verdict.fair->ratio, 4) << "the least";
  EXPECT_EQ(verdict.fair->shares, (std::vector<Rational>{3, 4}));
  EXPECT_EQ(verdict.distance, Rational(0));
  EXPECT_EQ(judge(reported({10, {{0, 2, 5}}}, {"2"})).judgement, Judgement::fair)
      << "at weight 0 no more than the minimum";
}

TEST(Verdict, IsUnfairOfASurplusWhereAClaimantCouldHaveMore) {
  const Verdict verdict = judge(reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"2", "1"}));
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  EXPECT_EQ(codes_of(verdict), (Codes{"FS013 a", "FS013 b"}));
  const auto& could = std::get<CouldHaveMore>(verdict.findings[1].reason);
  EXPECT_EQ(could.claimant, 1U);
  EXPECT_EQ(could.end, 4);
  EXPECT_EQ(could.unclaimed, 3);
  EXPECT_EQ(verdict.distance, Rational(3));
  EXPECT_EQ(codes_of(judge(reported({10, {{1, 2, 3}, {1, 0, 4}}}, {"1", "5"}))),
            (Codes{"FS102 a", "FS103 b"}));
}

TEST(Verdict, TakesAShareOfASurplusForWhatItWasRoundedFrom) {
  const auto judged = [](const std::string& share) {
    return codes_of(judge(reported({10, {{1, 0, 4}}}, {share}, Rounding::down)));
  };
  EXPECT_EQ(judged("4"), Codes{});
  EXPECT_EQ(judged("3"), Codes{"FS013 a"}) << "3 stands for what is below 4";
  EXPECT_EQ(judged("5"), Codes{"FS103 a"});
  const auto apportioned = [](const std::string& share) {
    return codes_of(judge(reported({10, {{1, 0, 4}}}, {share}, Rounding::apportioned)));
  };
  EXPECT_EQ(apportioned("4"), Codes{});
  EXPECT_EQ(apportioned("3"), Codes{"FS013 a"}) << "3 stands for what is below 4";
  EXPECT_EQ(apportioned("5"), Codes{"FS103 a"}) << "5 stands for what is above 4";
}

TEST(Verdict, AcceptsASurplusThatIsOffByNoMoreThanTheSchedulersResolution) {
  Case one = reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"3", "3"});
  one.comparison = ModelComparison{.scheduler = "s", .resolution = 1, .shares = {}};
  EXPECT_TRUE(judge(one).is_to_within_resolution);
  EXPECT_EQ(judge(one).judgement, Judgement::fair);
  EXPECT_EQ(codes_of(judge(one)), Codes{});
  one.comparison->resolution = Rational(1) / 2;
  EXPECT_EQ(judge(one).judgement, Judgement::unfair);
}

TEST(Verdict, LooksBeyondTheResolutionAtASurplusAndAtMinimumsToo) {
  const auto beyond = [](const Problem<Rational>& problem, const std::vector<std::string>& shares) {
    Case one = reported(problem, shares);
    one.comparison = ModelComparison{.scheduler = "s", .resolution = 1, .are_all = false};
    one.comparison->shares = std::vector<std::string>{};
    one.is_beyond_resolution = true;
    return judge(one);
  };
  EXPECT_EQ(codes_of(beyond({10, {{1, 2, 3}, {1, 0, 4}}}, {"1", "1"})),
            (Codes{"FS013 a", "FS013 b"}))
      << "1 may be a minimum of 2";
  EXPECT_EQ(codes_of(beyond({4, {{1, 0, 1}, {1, 0, 1}, {1, 0, 1}}}, {"2", "2", "2"})),
            (Codes{"FS103 a", "FS103 b", "FS103 c"}))
      << "each may be 1, but not all";
  EXPECT_EQ(beyond({10, {{1, 8}, {1, 8}}}, {"7", "9"}).judgement, Judgement::overcommitted);
  EXPECT_EQ(codes_of(beyond({10, {{1, 8}, {1, 8, 9}}}, {"6", "10"})), (Codes{"FS012", "FS102 a"}))
      << "10 may be a maximum of 9";
}

TEST(Verdict, OfASurplusNamesThoseThatAreFartherOffThanTheResolution) {
  Case one = reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"2.5", "3"});
  one.comparison = ModelComparison{
      .scheduler = "s", .resolution = Rational(1, 2), .shares = Codes{}, .matches = true};
  EXPECT_EQ(codes_of(judge(one)), (Codes{"FS013 a", "FS013 b"}));
  one.is_beyond_resolution = true;
  EXPECT_EQ(codes_of(judge(one)), Codes{"FS013 b"});
  one.comparison->matches = false;
  EXPECT_EQ(codes_of(judge(one)), (Codes{"FS013 b", "FS301"})) << "and what the model says of it";
}

TEST(Verdict, IsFairWithoutClaimants) {
  EXPECT_EQ(judge(reported({0, {}}, {})).judgement, Judgement::fair);
  EXPECT_EQ(judge(reported({1, {}}, {})).judgement, Judgement::fair);
  EXPECT_EQ(judge(reported({1, {}}, {})).unclaimed, Rational(1));
}

TEST(Verdict, TakesATotalForAnyOfTheRealsForWhichItStands) {
  Case one = reported({10, {{1}, {1}, {1}}}, {"4", "4", "4"});
  EXPECT_EQ(judge(one).judgement, Judgement::unfair);
  one.total = properties::Interval{9, 12};
  EXPECT_EQ(judge(one).judgement, Judgement::fair);
  // With a total of 7 there is a surplus, with 6 there is none.
  Case all = reported({7, {{1, 0, 3}, {1, 0, 3}}}, {"2", "2"});
  EXPECT_EQ(judge(all).judgement, Judgement::unfair);
  all.total = properties::Interval{4, 8};
  EXPECT_EQ(judge(all).judgement, Judgement::fair);
}

TEST(Verdict, KeepsNamesAsTheyAre) {
  Case one = unfair_case();
  one.labels[0].name = "a\nfair      b";
  EXPECT_EQ(judge(one).findings.at(0).claimant, "a\nfair      b");
}

TEST(Ordering, HasTheRatiosThatGiveTheSharesWhateverTheTotalIs) {
  const Verdict verdict = judge_ordering(reported({7, {{1}, {2}}}, {"10", "20"}));
  EXPECT_EQ(verdict.question, Question::ordering);
  EXPECT_EQ(verdict.judgement, Judgement::fair);
  const auto& ratios = std::get<properties::RatioRange>(verdict.answer);
  EXPECT_EQ(ratios.low, 10);
  EXPECT_EQ(ratios.high, Rational(10));
}

TEST(Ordering, IsUnfairWithOneFindingWhereThereIsNoRatio) {
  const Verdict verdict = judge_ordering(unfair_case());
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(verdict.answer));
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_EQ(verdict.findings[0].code, "FS204");
  ASSERT_TRUE(verdict.fair) << "for the column of fair shares";
  EXPECT_EQ(verdict.fair->ratio, Rational(40, 3));
}

TEST(WorstOf, IsUnfairWhereOneDividerIs) {
  const Verdict fair = judge(reported({2, {{1}, {1}}}, {"1", "1"}));
  const Verdict unfair = judge(unfair_case());
  const Verdict over = judge(reported({10, {{1, 8}, {1, 8}}}, {"8", "8"}));
  EXPECT_EQ(worst_of(std::vector{fair, fair}), Judgement::fair);
  EXPECT_EQ(worst_of(std::vector{fair, over}), Judgement::overcommitted);
  EXPECT_EQ(worst_of(std::vector{over, unfair, fair}), Judgement::unfair);
}

TEST(Sums, AreOfWhatIsDividedAndOfWhatWasPaidBefore) {
  Case one = unfair_case();
  EXPECT_EQ(sum_of_reported(one), 100);
  EXPECT_EQ(paid_to_all(one.labels), 0);
  one.labels[0].paid = 5;
  one.labels[2].paid = 2;
  EXPECT_EQ(paid_to_all(one.labels), 7);
  EXPECT_EQ(sum_of_reported(one), 100);
}

}  // namespace
}  // namespace fairshare::formats
