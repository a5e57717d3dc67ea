#include "fuzz/possible_totals.h"

#include <gtest/gtest.h>

#include <vector>

namespace fairshare::fuzz {
namespace {

const std::vector<Entry> entries = {{"a", 1, 1, Rational(3)}, {"b", 0, 2, Rational(5)}};

TEST(PossibleTotals, EndAtTheMaximumsAndAtTheMinimumsOfWeightZero) {
  const Ends ends = ends_of(entries);
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

TEST(PossibleTotals, HaveNoEndWhereAClaimantHasNone) {
  const Challenge challenge{.entries = {{"a", 1, 1, {}}, {"b", 1, 2, Rational(5)}}};
  EXPECT_FALSE(ends_of(challenge.entries).has_end);
  EXPECT_EQ(with_total(challenge, 100).total, 100);
}

}  // namespace
}  // namespace fairshare::fuzz
