// The base rule: by hand, and compared with its definition at the ratio that was found.
#include "fairshare/schedulers/common/base_rule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"

namespace fairshare::schedulers {
namespace {

using exact::Rational;

Solution<Rational> solved(Rational total, std::vector<Claimant<Rational>> claimants) {
  return solve_by_base_rule({std::move(total), std::move(claimants)});
}

TEST(BaseRule, PaysTheMinimumFirst) {
  const Solution<Rational> expected = Allocation<Rational>{{50, 3}, {{200, 3}, {50, 3}, {50, 3}}};
  EXPECT_EQ(solved(100, {{1, 50, {}}, {1, 0, {}}, {1, 0, {}}}), expected);
}

TEST(BaseRule, StopsAtTheMaximum) {
  const Solution<Rational> expected = Allocation<Rational>{40, {60, 40}};
  EXPECT_EQ(solved(100, {{1, 50, Rational(60)}, {1, 0, {}}}), expected);
}

TEST(BaseRule, SaysByHowMuchMinimumsExceedTheTotal) {
  EXPECT_EQ(solved(10, {{1, 8, {}}, {1, 8, {}}}), Solution<Rational>(Overcommitted<Rational>{6}));
}

TEST(BaseRule, GivesWeightZeroItsMinimumOnly) {
  EXPECT_EQ(solved(10, {{1, 2, Rational(3)}, {0, 4, {}}}),
            Solution<Rational>(Surplus<Rational>{3}));
}

// On all problems of two claimants with whole numbers up to 2: what it finds is the definition.
TEST(BaseRule, IsItsDefinitionAtTheRatioThatItFinds) {
  int allocations = 0;
  for (int code = 0; code < 3 * 3 * 3 * 3 * 3 * 3 * 3; ++code) {
    std::array<Rational, 7> digit;
    for (int i = 0, rest = code; i < 7; ++i, rest /= 3) {
      digit[static_cast<std::size_t>(i)] = rest % 3;
    }
    const Problem<Rational> problem{digit[0],
                                    {{digit[1], digit[2], Rational(digit[2] + digit[3])},
                                     {digit[4], digit[5], Rational(digit[5] + digit[6])}}};
    const auto solution = solve_by_base_rule(problem);
    const auto* found = std::get_if<Allocation<Rational>>(&solution);
    if (!found) continue;
    ++allocations;
    Rational sum = 0;
    for (std::size_t i = 0; i < 2; ++i) {
      const auto& claimant = problem.claimants[i];
      const Rational claimed = claimant.min_share + claimant.weight * found->ratio;
      EXPECT_EQ(found->shares[i], std::min(*claimant.max_share, claimed)) << code << ' ' << i;
      sum += found->shares[i];
    }
    EXPECT_EQ(sum, problem.total) << code;
  }
  EXPECT_GT(allocations, 500);
}

}  // namespace
}  // namespace fairshare::schedulers
