#include "fairshare/exact/curve.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <variant>

#include "fairshare/exact/solve.h"
#include "fairshare/model/solution.h"

namespace fairshare::exact {
namespace {

using Exact = Problem<Rational>;
using ExactClaimant = Claimant<Rational>;

Rational share_if(const Exact& problem, std::size_t i, const ExactClaimant& changed) {
  return share_if(curve_of(problem), problem, i, changed);
}

TEST(Curve, HasAPieceFromEachBreakpointOn) {
  const Curve curve = curve_of({100, {{1}, {2, 0, 30}, {3, 60}}});
  ASSERT_EQ(curve.size(), 3U);
  EXPECT_EQ(curve[0].ratio, 0);
  EXPECT_EQ(curve[0].sum, 60);
  EXPECT_EQ(curve[0].slope, 3);
  EXPECT_EQ(curve[1].ratio, 15) << "the second claimant ends";
  EXPECT_EQ(curve[1].sum, 105);
  EXPECT_EQ(curve[1].slope, 1);
  EXPECT_EQ(curve[2].ratio, 20) << "the third begins";
  EXPECT_EQ(curve[2].slope, 4);
}

TEST(Curve, OfNoClaimantsIsFlat) {
  const Curve curve = curve_of({5, {}});
  ASSERT_EQ(curve.size(), 1U);
  EXPECT_EQ(curve[0].sum, 0);
  EXPECT_EQ(curve[0].slope, 0);
}

TEST(ShareIf, IsTheFairShareOfTheChangedClaimant) {
  const Exact problem{90, {{1}, {2, 0, 30}}};
  EXPECT_EQ(share_if(problem, 1, {2}), 60) << "without its maximum";
  EXPECT_EQ(share_if(problem, 1, {2, 0, 40}), 40);
  EXPECT_EQ(share_if(problem, 0, {2}), 60) << "the other stays at its maximum";
  EXPECT_EQ(share_if(problem, 0, {0, 7}), 7);
}

TEST(ShareIf, IsAnEndWhereTheTotalIsOutOfReach) {
  const Exact surplus{10, {{1, 0, 3}, {1, 0, 4}}};
  EXPECT_EQ(share_if(surplus, 0, {1, 0, 5}), 5);
  EXPECT_EQ(share_if(surplus, 0, {1}), 6) << "what the other leaves";
  EXPECT_EQ(share_if(surplus, 0, {0, 2, 3}), 2);
  const Exact over{10, {{1, 8}, {1, 8}}};
  EXPECT_EQ(share_if(over, 0, {5, 3}), 3);
}

// The oracle: the changed problem, solved.
TEST(ShareIf, AgreesWithTheSweepOverTheChangedProblem) {
  std::mt19937 random(3);
  const auto some = [&](unsigned end) { return Rational(random() % end, 1 + random() % 3); };
  const auto claimant = [&]() -> ExactClaimant {
    const Rational min_share = random() % 2 == 0 ? Rational(0) : some(10);
    std::optional<Rational> max_share;
    if (random() % 2 == 0) max_share = min_share + some(10);
    return {some(4), min_share, max_share};
  };
  int allocations = 0;
  for (int round = 0; round < 20'000; ++round) {
    Exact problem{some(40), {}};
    for (std::uint64_t n = 1 + random() % 5; n > 0; --n) problem.claimants.push_back(claimant());
    const std::size_t i = random() % problem.claimants.size();
    const ExactClaimant changed = claimant();
    const Rational share = share_if(problem, i, changed);
    problem.claimants[i] = changed;
    const auto solution = solve(problem);
    if (const auto* allocation = std::get_if<Allocation<Rational>>(&solution)) {
      ++allocations;
      ASSERT_EQ(share, allocation->shares[i]) << round;
    } else if (std::holds_alternative<Surplus<Rational>>(solution)) {
      ASSERT_EQ(share, changed.weight == 0 ? changed.min_share : *changed.max_share) << round;
    } else {
      ASSERT_EQ(share, changed.min_share) << round;
    }
  }
  EXPECT_GT(allocations, 5'000);
}

#ifndef NDEBUG
TEST(ShareIfDeathTest, AssertsThatThereIsSuchAClaimantAndThatItCanBeOne) {
  const Exact problem{90, {{1}, {2, 0, 30}}};
  EXPECT_DEATH(static_cast<void>(share_if(problem, 2, {1})), "claimant < ");
  EXPECT_DEATH(static_cast<void>(share_if(problem, 0, {-1})), "find_broken_rule");
  EXPECT_DEATH(static_cast<void>(share_if(problem, 0, {1, 5, 3})), "find_broken_rule");
}
#endif

}  // namespace
}  // namespace fairshare::exact
