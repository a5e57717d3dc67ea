// Exact shares are fair by the definition ("some R gives them") if and only if they obey the
// axioms, and if and only if find_violation finds nothing: shown for all small claimants with all
// small shares.
//
// The definition is decided here in plain integers, by trying ratios: every breakpoint and every
// level share / weight is a multiple of 1/12, and between two such nothing begins or ends.
//
// Up to two claimants: weights, minimums and maximums in {0, 1, 2, 3} or without a maximum, shares
// in {0, 1/2, ..., 4}. Three claimants, in one order each: the same in {0, 1, 2}, with whole shares
// up to 3; FAIRSHARE_EXHAUSTIVE=full takes the wider ranges there as well, with whole shares up
// to 4.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/properties/axioms.h"
#include "fairshare/properties/fairness.h"
#include "tests/whole/exhaustive.h"

namespace fairshare::tests {
namespace {

using exact::Rational;

constexpr int parts = 12;  // of one

struct Holding {  // a claimant and what it was given, in parts
  SmallClaimant claimant;
  int share;
};

std::vector<Holding> all_holdings(int largest, int share_max, int share_step) {
  std::vector<Holding> holdings;
  for (const SmallClaimant& claimant : small_claimants(largest)) {
    for (int share = 0; share <= share_max; share += share_step)
      holdings.push_back({claimant, share});
  }
  return holdings;
}

int share_at(const SmallClaimant& claimant, int ratio) {
  const int share = std::max(claimant.weight * ratio, parts * claimant.min_share);
  if (claimant.weight == 0) return parts * claimant.min_share;
  return claimant.max_share ? std::min(share, parts * *claimant.max_share) : share;
}

bool some_ratio_gives(const std::vector<Holding>& holdings) {
  constexpr int ratio_max = 5;  // beyond every share and bound
  for (int ratio = 0; ratio <= parts * ratio_max; ++ratio) {
    if (std::ranges::all_of(holdings, [&](const Holding& holding) {
          return share_at(holding.claimant, ratio) == holding.share;
        })) {
      return true;
    }
  }
  return false;
}

Problem<Rational> problem_of(const std::vector<Holding>& holdings) {
  Problem<Rational> problem;
  for (const auto& [claimant, share] : holdings) {
    const auto& [weight, min_share, max_share] = claimant;
    problem.total += Rational(share, parts);
    problem.claimants.push_back({weight, min_share, {}});
    if (max_share) problem.claimants.back().max_share = *max_share;
  }
  return problem;
}

struct Count {
  int fair = 0;
  int unfair = 0;
};

Count judge_all(std::size_t size, const std::vector<Holding>& all) {
  Count count;
  std::vector<Holding> holdings;
  std::vector<Rational> shares;
  for_each_choice(all.size(), size, size < 3, [&](const auto& choice) {
    holdings.clear();
    shares.clear();
    for (const std::size_t index : choice) {
      holdings.push_back(all[index]);
      shares.emplace_back(all[index].share, parts);
    }
    Problem<Rational> problem = problem_of(holdings);
    const bool is_fair = some_ratio_gives(holdings);
    ++(is_fair ? count.fair : count.unfair);
    EXPECT_EQ(properties::obeys_axioms(problem, shares), is_fair);
    EXPECT_EQ(!properties::find_violation(problem, shares), is_fair);
    if (!is_fair) return;
    // Fair shares of another total are unfair.
    problem.total += Rational(1, parts);
    EXPECT_FALSE(properties::obeys_axioms(problem, shares));
    EXPECT_TRUE(properties::find_violation(problem, shares));
  });
  return count;
}

TEST(ExhaustiveFairness, IsTheSameByRatioByAxiomsAndByTheVerdictForOneClaimant) {
  const Count count = judge_all(1, all_holdings(3, 4 * parts, parts / 2));
  EXPECT_EQ(count.fair + count.unfair, 56 * 9);
  EXPECT_GT(count.fair, 100);
}

TEST(ExhaustiveFairness, IsTheSameByRatioByAxiomsAndByTheVerdictForTwoClaimants) {
  const Count count = judge_all(2, all_holdings(3, 4 * parts, parts / 2));
  EXPECT_EQ(count.fair + count.unfair, 56 * 9 * 56 * 9);
  EXPECT_GT(count.fair, 5000);
}

TEST(ExhaustiveFairness, IsTheSameByRatioByAxiomsAndByTheVerdictForThreeClaimants) {
  const bool is_full = is_full_range();
  const Count count =
      judge_all(3, is_full ? all_holdings(3, 4 * parts, parts) : all_holdings(2, 3 * parts, parts));
  const int all = is_full ? 56 * 5 : 27 * 4;
  EXPECT_EQ(count.fair + count.unfair, (all + 2) * (all + 1) / 2 * all / 3);
  EXPECT_GT(count.fair, 2000);
}

}  // namespace
}  // namespace fairshare::tests
