// reference/exact_search.h: the way in integers, whatever doubles believed before.
// exhaustive_solve_test.cpp and random_solve_test.cpp test that it is right without them.
#include "fairshare/reference/exact_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/model/solution.h"
#include "tests/divisions.h"

namespace fairshare::reference {
namespace {

// Shares that are not written stay at -1.
Solution<double> solve_with(const Division& division, const Attempt& attempt,
                            const Doubts& doubts) {
  std::vector<double> shares(division.weight.size(), -1);
  std::vector<Breakpoint> breakpoints;
  const Outcome outcome =
      solve_exactly(division.total, division.columns(), attempt, doubts, shares, breakpoints);
  if (const auto* over = std::get_if<Overcommitted<double>>(&outcome)) return *over;
  if (const auto* surplus = std::get_if<Surplus<double>>(&outcome)) return *surplus;
  return Allocation<double>{std::get<Ratio>(outcome).ratio, std::move(shares)};
}

Solution<double> solve_with(const Division& division, Belief belief) {
  return solve_with(division, {std::nullopt, std::nullopt, belief, 0, 0}, {});
}

double ratio_of(const Solution<double>& solution) {
  return std::get<Allocation<double>>(solution).ratio;
}

const std::vector<double>& shares_of(const Solution<double>& solution) {
  return std::get<Allocation<double>>(solution).shares;
}

// Beliefs that end at the ratio, or somewhere near it, on either side.
Belief any_belief(double ratio, std::mt19937_64& random) {
  const auto around = [&] {
    const double off = std::ldexp(1, -static_cast<int>(random() % 55));
    const double factor = random() % 2 == 0 ? 1 + off : 1 - off / 2;
    return random() % 4 == 0 ? ratio : ratio * factor;
  };
  const double one = around();
  const double other = random() % 4 == 0 ? one : around() * (random() % 2 == 0 ? 1 : 2);
  return {std::min(one, other), std::max(one, other)};
}

TEST(ExactSearch, AnswersTheSameWhateverIsBelieved) {
  std::mt19937_64 random(1);
  for (const Kind kind : kinds) {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
      const Division division = divide(kind, 1 + seed % 12, seed);
      const Solution<double> expected = solve_with(division, Belief{});
      const auto* allocation = std::get_if<Allocation<double>>(&expected);
      if (allocation == nullptr || allocation->ratio == 0) continue;
      for (int k = 0; k < 20; ++k) {
        const Belief belief = any_belief(ratio_of(expected), random);
        ASSERT_TRUE(solve_with(division, belief) == expected)
            << "kind " << static_cast<int>(kind) << ", seed " << seed << ", believed from "
            << belief.low << " to " << belief.high;
      }
    }
  }
}

// In whole numbers sums often meet the total on a flat stretch, or at a breakpoint.
TEST(ExactSearch, AnswersTheSameWhateverIsBelievedOfSmallIntegers) {
  std::mt19937_64 random(2);
  const auto below = [&random](unsigned n) { return static_cast<double>(random() % n); };
  for (int round = 0; round < 20'000; ++round) {
    Division division{below(12), {}, {}, {}};
    const std::uint64_t claimants = 1 + random() % 4;
    for (std::uint64_t i = 0; i < claimants; ++i) {
      const double min_share = below(4);
      add(division, below(4), min_share, random() % 4 == 0 ? infinity : min_share + below(4));
    }
    const Solution<double> expected = solve_with(division, Belief{});
    for (int k = 0; k < 10; ++k) {
      const double low = 0.25 + 0.25 * below(16);
      const Belief belief{low, low + 0.25 * below(8)};
      ASSERT_TRUE(solve_with(division, belief) == expected)
          << "round " << round << ", believed from " << belief.low << " to " << belief.high;
    }
  }
}

// The leading 106 bits are those of a midpoint; what is below them tells that it is passed, or not
// reached.
TEST(ExactSearch, RoundsARatioWhoseLeadingBitsAreThoseOfAMidpoint) {
  for (const double off : {0x1p-60, 0x1p-55, 0.0, -0x1p-60}) {
    Division division{0x1p53, {1}, {0}, {infinity}};
    for (const double fixed : {0x1p52 - 1, 0.5 - 0x1p-54, 0x1p-54 - off}) {
      add(division, 0, fixed, fixed);
    }
    EXPECT_EQ(ratio_of(solve_with(division, Belief{})), off > 0 ? 0x1p52 + 1 : 0x1p52) << off;
  }
}

Attempt settled_but_for_the_ratio(double ratio) {
  return {Settled{}, std::nullopt, {ratio * (1 - 0x1p-40), ratio * (1 + 0x1p-40)}, 0, 0};
}

TEST(ExactSearch, WritesTheSharesInDoubtAndNoOthers) {
  const Division division = divide(Kind::uniform, 300, 3);
  const Solution<double> expected = solve_with(division, Belief{});
  const Attempt attempt = settled_but_for_the_ratio(ratio_of(expected));
  Doubts doubts;
  const std::array<std::uint8_t, 3> lanes = {0b1, 0b110, 0b101};
  for (std::size_t k = 0; k < Doubts::vectors_max; ++k) doubts.note(4 * k + 1, lanes[k % 3]);
  const Solution<double> found = solve_with(division, attempt, doubts);
  EXPECT_EQ(ratio_of(found), ratio_of(expected));
  for (std::size_t i = 0; i < shares_of(found).size(); ++i) {
    const std::size_t k = i / 4;
    const bool is_noted =
        k < Doubts::vectors_max && i % 4 >= 1 && (lanes[k % 3] >> (i % 4 - 1) & 1) == 1;
    EXPECT_EQ(shares_of(found)[i], is_noted ? shares_of(expected)[i] : -1) << i;
  }
}

TEST(ExactSearch, WritesAllSharesWhereMoreAreInDoubtThanAreNoted) {
  const Division division = divide(Kind::uniform, 300, 4);
  const Solution<double> expected = solve_with(division, Belief{});
  Doubts doubts;
  for (std::size_t k = 0; k <= Doubts::vectors_max; ++k) doubts.note(4 * k, 1);
  EXPECT_TRUE(solve_with(division, settled_but_for_the_ratio(ratio_of(expected)), doubts) ==
              expected);
}

}  // namespace
}  // namespace fairshare::reference
