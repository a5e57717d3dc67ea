#include "fuzz/possible_totals.h"

#include <gtest/gtest.h>

#include <vector>

namespace fairshare::fuzz {
namespace {

const std::vector<Entry> entries = {{"a", 1, 1, Rational(3)}, {"b", 0, 2, Rational(5)}};

TEST(PossibleTotals, EndAtTheMaximumsAndAtTheMinimumsOfWeightZero) {
  const TotalEnds ends = ends_of(entries);
  EXPECT_TRUE(ends.has_end);
  EXPECT_EQ(ends.minimums, 3);
  EXPECT_EQ(ends.most, 5);
}

TEST(PossibleTotals, AreTheNearestToTheWantedOne) {
  const Challenge challenge{.entries = entries};
  EXPECT_EQ(with_total(challenge, 100).total, 5);
  EXPECT_EQ(with_total(challenge, 4).total, 4);
  EXPECT_EQ(with_total(challenge, 1).total, 3);
}

TEST(PossibleTotals, AreTheMinimumsAloneWhereMaximumsAreBelowThem) {
  const Challenge crossed{.entries = {{"a", 1, 5, Rational(3)}}};
  EXPECT_EQ(with_total(crossed, 100).total, 5);
  EXPECT_EQ(with_total(crossed, 1).total, 5);
}

TEST(PossibleTotals, HaveNoEndWhereAClaimantHasNone) {
  const Challenge challenge{.entries = {{"a", 1, 1, {}}, {"b", 1, 2, Rational(5)}}};
  EXPECT_FALSE(ends_of(challenge.entries).has_end);
  EXPECT_EQ(with_total(challenge, 100).total, 100);
  EXPECT_EQ(with_total(challenge, 1).total, 3);
  EXPECT_TRUE(ends_of({{"a", 0, 1}}).has_end) << "at weight 0 the minimum is all";
}

TEST(PossibleTotals, AreThoseOfTheNodesAtTheTopWithinTheirDemands) {
  const TotalEnds ends = ends_of({{"a", 1, 4, Rational(9), Rational(2)}, {"b", 1, 7, {}, {}, 0}});
  EXPECT_TRUE(ends.has_end);
  EXPECT_EQ(ends.minimums, 2);
  EXPECT_EQ(ends.most, 2);
}

TEST(PossibleTotals, AreKeptOnlyWhereTheFirstChallengeHasOne) {
  Challenge first{.entries = entries};
  Challenge smaller{.total = 9, .entries = {{"a", 1, 1, Rational(3)}}};
  first.total = 4;
  EXPECT_EQ(adapted(smaller, first).total, 3);
  first.total = 6;  // a surplus
  EXPECT_EQ(adapted(smaller, first).total, 9);
  smaller.kinds.amount = Kind::int32;
  EXPECT_EQ(with_total(smaller, Rational(5, 2)).total, 3) << "as the kind holds it";
}

}  // namespace
}  // namespace fairshare::fuzz
