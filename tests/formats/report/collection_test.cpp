// What a report that is written at the end keeps.
#include "formats/report/collection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using namespace tests;

// Two claimants, of which the first has so much more than half of 100.
Verdict off_by(int units) {
  return judge(
      reported({100, {{1}, {1}}}, {std::to_string(50 + units), std::to_string(50 - units)}));
}

std::vector<std::size_t> items_of(const Collection& collection) {
  std::vector<std::size_t> items;
  for (const auto& [rank, kept] : collection.divisions()) {
    items.push_back(rank.position.line);
  }
  return items;
}

void add(Collection& collection, const Verdict& verdict, std::size_t item) {
  collection.add(std::vector{verdict}, {1, item});
}

TEST(Collection, HasTheWorstFirst) {
  Collection collection;
  add(collection, judge(fair_case()), 1);
  add(collection, off_by(5), 2);
  add(collection, judge(reported({10, {{1, 8}, {1, 8}}}, {"8", "8"})), 3);
  add(collection, off_by(20), 4);
  add(collection, off_by(5), 5);
  add(collection, judge(fair_case()), 6);
  EXPECT_EQ(items_of(collection), (std::vector<std::size_t>{4, 2, 5, 3, 1, 6}));
  EXPECT_EQ(collection.divisions_left_out(), 0U);
  EXPECT_EQ(collection.codes().at("FS204"), 3U);
  Collection over;
  add(over, judge(overcommitted_case()), 1);
  EXPECT_EQ(over.codes().at("FS012"), 1U) << "by the first of its findings";
  EXPECT_EQ(over.codes().size(), 1U);
}

TEST(Collection, HasEveryDivisionOfARecordInTheirOrder) {
  Case first = fair_case();
  first.path = "/first";
  Collection collection;
  collection.add(std::vector{judge(first), judge(fair_case()), off_by(5)}, {1, 1});
  ASSERT_EQ(collection.divisions().size(), 3U);
  EXPECT_EQ(collection.divisions().begin()->second.verdict.judgement, Judgement::unfair);
  EXPECT_EQ(std::next(collection.divisions().begin())->second.verdict.division.path, "/first");
}

TEST(Collection, MeasuresTheDistanceAsAPartOfTheTotal) {
  Collection collection;
  add(collection, off_by(5), 1);
  add(collection, judge(reported({4, {{1}, {1}}}, {"3", "1"})), 2);
  add(collection, judge(reported({0, {{1}, {1}}}, {"1", "0"})), 3);
  EXPECT_EQ(items_of(collection), (std::vector<std::size_t>{3, 2, 1}));
}

TEST(Collection, KeepsTheWorstThousandAndCountsTheOthers) {
  Collection collection;
  for (std::size_t item = 1; item <= 1500; ++item) {
    add(collection, item % 2 == 0 ? off_by(static_cast<int>(item % 40) + 1) : judge(fair_case()),
        item);
  }
  EXPECT_EQ(collection.divisions().size(), 1000U);
  EXPECT_EQ(collection.divisions_left_out(), 500U);
  const auto is_unfair = [](const auto& entry) {
    return entry.second.verdict.judgement == Judgement::unfair;
  };
  EXPECT_EQ(std::ranges::count_if(collection.divisions(), is_unfair), 750);
  EXPECT_EQ(collection.codes().at("FS204"), 750U);
}

TEST(Collection, KeepsNoMoreClaimantsThanItMayAndOneDivisionInAnyCase) {
  Problem<Rational> problem{Rational(3), {}};
  problem.claimants.resize(Collection::claimants_max + 1);
  std::vector<std::string> shares(problem.claimants.size(), "0");
  shares.front() = "3";
  const Verdict large = judge(reported(problem, shares));
  Collection collection;
  add(collection, large, 1);
  EXPECT_EQ(items_of(collection), std::vector<std::size_t>{1});
  add(collection, judge(fair_case()), 2);
  EXPECT_EQ(items_of(collection), std::vector<std::size_t>{1}) << "what is less bad has no room";
  add(collection, judge(reported({1, {{1}, {1}, {1}}}, {"10", "0", "0"})), 3);
  EXPECT_EQ(items_of(collection), std::vector<std::size_t>{3}) << "what is worse takes its room";
  EXPECT_EQ(collection.divisions_left_out(), 2U);
}

TEST(Collection, CountsALongNumberAsSeveralClaimants) {
  const Rational huge = exact::pow(exact::Integer(10), 1'000'000);
  Case one = reported({huge, {{1}, {1}}}, {"0", "0"});
  one.reported[1].value = one.reported[1].interval.low = one.reported[1].interval.high = huge;
  const Verdict long_one = judge(std::move(one));
  Collection collection;
  for (std::size_t item = 1; item <= 5; ++item) add(collection, long_one, item);
  EXPECT_EQ(collection.divisions().size(), 1U);
  EXPECT_EQ(collection.divisions_left_out(), 4U);
}

TEST(Collection, CountsALongReportedShareThatIsAllThereIs) {
  const auto kept_of = [](const Rational& share) {
    Case one = overcommitted_case();
    one.reported[1].value = share;
    const Verdict long_one = judge(std::move(one));
    Collection collection;
    for (std::size_t item = 1; item <= 5; ++item) add(collection, long_one, item);
    return collection.divisions().size();
  };
  const Rational huge = exact::pow(exact::Integer(10), 1'000'000);
  EXPECT_EQ(kept_of(5), 5U);
  EXPECT_EQ(kept_of(huge), 3U) << "each is worth about 6490 claimants";
  EXPECT_EQ(kept_of(1 / huge), 3U) << "a long denominator is as long";
}

TEST(Collection, KeepsAsManyClaimantsAsItMay) {
  const auto of = [](std::size_t count) {
    Problem<Rational> problem{Rational(0), {}};
    problem.claimants.resize(count);
    return judge(reported(problem, std::vector<std::string>(count, "0")));
  };
  Collection collection;
  add(collection, of(Collection::claimants_max - 2), 1);
  add(collection, of(2), 2);
  EXPECT_EQ(collection.divisions_left_out(), 0U);
  add(collection, of(1), 3);
  EXPECT_EQ(collection.divisions_left_out(), 1U);
}

TEST(Collection, IsTheSameInWhicheverOrderAndOnWhicheverThreadItGrows) {
  std::mt19937 random(7);
  for (int round = 0; round < 3; ++round) {
    std::vector<std::pair<std::size_t, Verdict>> verdicts;
    for (std::size_t item = 0; item < 60; ++item) {
      Problem<Rational> problem{Rational(100), {}};
      problem.claimants.resize(2 + random() % 900);
      std::vector<std::string> shares(problem.claimants.size(), "0");
      shares.front() = std::to_string(100 - random() % 3);
      verdicts.emplace_back(item, judge(reported(std::move(problem), shares)));
    }
    Collection in_order;
    for (const auto& [item, verdict] : verdicts) add(in_order, verdict, item);
    std::ranges::shuffle(verdicts, random);
    Collection one;
    Collection other;
    for (const auto& [item, verdict] : verdicts)
      add(random() % 2 == 0 ? one : other, verdict, item);
    one.add(std::move(other));
    EXPECT_GT(in_order.divisions_left_out(), 0U);
    EXPECT_EQ(items_of(one), items_of(in_order));
    EXPECT_EQ(one.divisions_left_out(), in_order.divisions_left_out());
    EXPECT_EQ(one.codes(), in_order.codes());
  }
}

TEST(Collection, KeepsTheFirstErrorsAndWarnings) {
  Collection one;
  Collection other;
  for (std::size_t item = 1500; item > 0; --item) {
    (item % 2 == 0 ? one : other).add(RecordError{"", {"FS010", std::to_string(item)}}, {1, item});
    (item % 2 == 0 ? one : other).add_warning("f", "w");
  }
  one.add(std::move(other));
  EXPECT_EQ(one.errors().size(), Collection::errors_max);
  EXPECT_EQ(one.errors().begin()->second.error.message, "1");
  EXPECT_EQ(one.errors().rbegin()->second.error.message, "1000");
  EXPECT_EQ(one.errors_left_out(), 500U);
  EXPECT_EQ(one.warnings().size(), Collection::warnings_max);
  EXPECT_EQ(one.warnings_left_out(), 1400U);
}

TEST(Collection, CountsErrorsThatAnotherLeftOut) {
  Collection one;
  Collection other;
  const std::size_t added = Collection::errors_max + 5;
  for (std::size_t item = 1; item <= added; ++item) other.add(RecordError{"", {}}, {1, item});
  one.add(std::move(other));
  EXPECT_EQ(one.errors_left_out(), 5U);
}

TEST(Collection, LeavesOutWhatIsBetterThanWhatAnotherLeftOut) {
  Collection one;
  add(one, judge(fair_case()), 5000);
  Collection other;
  for (std::size_t item = 1; item <= Collection::divisions_max + 1; ++item) {
    add(other, off_by(5), item);
  }
  one.add(std::move(other));
  EXPECT_EQ(one.divisions().size(), Collection::divisions_max);
  EXPECT_EQ(one.divisions().rbegin()->first.position.line, Collection::divisions_max);
  EXPECT_EQ(one.divisions_left_out(), 2U);
}

TEST(Collection, CountsNoMoreTheClaimantsOfWhatAnotherMadeItLeaveOut) {
  const auto of = [](std::size_t count, const std::string& first) {
    Problem<Rational> problem{Rational(0), {}};
    problem.claimants.resize(count);
    std::vector<std::string> shares(count, "0");
    shares.front() = first;
    return judge(reported(problem, shares));
  };
  Collection other;
  add(other, of(12'000, "1"), 10);
  add(other, of(12'000, "1"), 20);
  Collection one;
  add(one, of(7'000, "0"), 5);
  one.add(std::move(other));
  EXPECT_EQ(items_of(one), std::vector<std::size_t>{10}) << "what is fair is less bad than 20";
  add(one, of(6'000, "1"), 15);
  EXPECT_EQ(items_of(one), (std::vector<std::size_t>{10, 15}));
}

}  // namespace
}  // namespace fairshare::formats
