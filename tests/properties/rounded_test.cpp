#include "fairshare/properties/rounded.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fuzz/adversary.h"
#include "tests/problems.h"
#include "tests/rounded.h"

namespace fairshare::properties {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// "", "outcome", "amount", "share 2 too large", "ratio too small"
std::string flaw(const Problem<double>& problem, const Solution<double>& answer) {
  const auto found = check_rounded(problem, answer);
  if (!found) return "";
  if (std::holds_alternative<OtherOutcome>(*found)) return "outcome";
  if (std::holds_alternative<OtherAmount>(*found)) return "amount";
  const auto& [claimant, is_too_large] = std::get<NotNearest>(*found);
  return (claimant ? "share " + std::to_string(*claimant) : "ratio") +
         (is_too_large ? " too large" : " too small");
}

Solution<double> right_answer(const Problem<double>& problem) {
  return tests::rounded(exact::solve(exact::widen(problem)));
}

double after(double number) {
  return std::nextafter(number, infinity);
}

double before(double number) {
  return std::nextafter(number, -1);
}

TEST(CheckRounded, AcceptsThirdsToTheLastBitAndNothingElse) {
  const Problem<double> problem{1, {{1}, {1}, {1}}};
  const double third = 1.0 / 3;
  EXPECT_EQ(flaw(problem, Allocation<double>{third, {third, third, third}}), "");
  EXPECT_EQ(flaw(problem, Allocation<double>{third, {third, third, after(third)}}),
            "share 2 too large");
  EXPECT_EQ(flaw(problem, Allocation<double>{third, {before(third), third, third}}),
            "share 0 too small");
  EXPECT_EQ(flaw(problem, Allocation<double>{before(third), {third, third, third}}),
            "ratio too small");
}

TEST(CheckRounded, TakesTheEvenNumberOfTwoThatAreAsNear) {
  // 1, and 2^53 + 1, which is half-way between two doubles.
  const Problem<double> odd{0x1p53 + 2, {{1, 0, 1}, {1}}};
  EXPECT_EQ(flaw(odd, Allocation<double>{0x1p53, {1, 0x1p53}}), "");
  EXPECT_EQ(flaw(odd, Allocation<double>{0x1p53, {1, 0x1p53 + 2}}), "share 1 too large");
  EXPECT_EQ(flaw(odd, Allocation<double>{0x1p53 + 2, {1, 0x1p53}}), "ratio too large");
}

TEST(CheckRounded, WantsTheLeastRatioWhereManyGiveTheShares) {
  const Problem<double> problem{3, {{1, 0, 1}, {1, 2}}};  // from 1 to 2
  EXPECT_EQ(flaw(problem, Allocation<double>{1, {1, 2}}), "");
  EXPECT_EQ(flaw(problem, Allocation<double>{after(1), {1, 2}}), "ratio too large");
  EXPECT_EQ(flaw(problem, Allocation<double>{before(1), {1, 2}}), "ratio too small");
  EXPECT_EQ(flaw({0, {{1}}}, Allocation<double>{0, {0}}), "");
  EXPECT_EQ(flaw({0, {{1}}}, Allocation<double>{5e-324, {0}}), "ratio too large");
  EXPECT_EQ(flaw({0, {{0}}}, Allocation<double>{0, {0}}), "");
  EXPECT_EQ(flaw({0, {{0}}}, Allocation<double>{1, {0}}), "ratio too large") << "of no weight";
}

TEST(CheckRounded, NamesTheFirstOfThoseThatAllowAsLittle) {
  const Problem<double> problem{10, {{1}, {1}}};
  for (const double large : {6.0, after(6)}) {  // an even number and an odd one
    EXPECT_EQ(flaw(problem, Allocation<double>{large, {large, large}}), "ratio too large");
    EXPECT_EQ(flaw(problem, Allocation<double>{5, {large, large}}), "share 0 too large");
  }
  for (const double small : {4.0, after(4)}) {
    EXPECT_EQ(flaw(problem, Allocation<double>{small, {small, small}}), "ratio too small");
    EXPECT_EQ(flaw(problem, Allocation<double>{5, {small, small}}), "share 0 too small");
  }
}

TEST(CheckRounded, KnowsRatiosBeyondTheDoubles) {
  EXPECT_EQ(flaw({5e-324, {{1e300}}}, Allocation<double>{0, {5e-324}}), "");
  EXPECT_EQ(flaw({1e300, {{1e-300}}}, Allocation<double>{infinity, {1e300}}), "");
  const double largest = std::numeric_limits<double>::max();
  EXPECT_EQ(flaw({1e300, {{1e-300}}}, Allocation<double>{largest, {1e300}}), "ratio too small");
  const Problem<double> bounded{0x1.8p1014, {{0x1p-10, 0, 0x1.8p1014}}};  // at 1.5 * 2^1024
  EXPECT_EQ(flaw(bounded, Allocation<double>{infinity, {0x1.8p1014}}), "");
  EXPECT_EQ(flaw(bounded, Allocation<double>{largest, {0x1.8p1014}}), "ratio too small");
  EXPECT_EQ(flaw({1, {{1}}}, Allocation<double>{infinity, {1}}), "ratio too large");
  EXPECT_EQ(flaw({1, {{1}}}, Allocation<double>{std::nan(""), {1}}), "ratio too small");
  EXPECT_EQ(flaw({1, {{1}}}, Allocation<double>{1, {std::nan("")}}), "share 0 too small");
  EXPECT_EQ(flaw({0, {{0}}}, Allocation<double>{-1, {0}}), "ratio too small");
  EXPECT_EQ(flaw({largest, {{1}}}, Allocation<double>{largest, {largest}}), "");
  EXPECT_EQ(flaw({largest, {{1}}}, Allocation<double>{largest, {infinity}}), "share 0 too large");
  EXPECT_EQ(flaw({largest, {{1}}}, Allocation<double>{infinity, {largest}}), "ratio too large");
}

TEST(CheckRounded, NamesTheFirstOfSharesThatAreAsFarOff) {
  const Problem<double> problem{1, {{1}, {1}}};
  const double more = after(0.5);
  const double less = before(0.5);
  for (const double share : {more, after(more)}) {
    EXPECT_EQ(flaw(problem, Allocation<double>{0.5, {share, share}}), "share 0 too large");
  }
  for (const double share : {less, before(less)}) {
    EXPECT_EQ(flaw(problem, Allocation<double>{0.5, {share, share}}), "share 0 too small");
  }
}

TEST(CheckRounded, HoldsSharesToTheirBounds) {
  const Problem<double> problem{4, {{1, 1, 2}, {0, 1}, {1}}};
  EXPECT_EQ(flaw(problem, Allocation<double>{1, {1, 1, 2}}), "share 2 too large");
  EXPECT_EQ(flaw(problem, Allocation<double>{1.5, {1.5, 1, 1.5}}), "");
  EXPECT_EQ(flaw(problem, Allocation<double>{1.5, {1.5, after(1), 1.5}}), "share 1 too large");
  EXPECT_EQ(flaw(problem, Allocation<double>{1.5, {1.5, before(1), 1.5}}), "share 1 too small");
  EXPECT_EQ(flaw(problem, Allocation<double>{1.5, {after(2), 1, 1.5}}), "share 0 too large");
}

TEST(CheckRounded, TellsTheOutcomesAndTheirAmounts) {
  EXPECT_EQ(flaw({1, {{1, 2}}}, Overcommitted<double>{1}), "");
  EXPECT_EQ(flaw({1, {{1, 2}}}, Overcommitted<double>{after(1)}), "amount");
  EXPECT_EQ(flaw({1, {{1, 2}}}, Surplus<double>{1}), "outcome");
  EXPECT_EQ(flaw({1, {{1, 2}}}, Allocation<double>{2, {2}}), "outcome");
  EXPECT_EQ(flaw({3, {{1, 0, 2}, {0}}}, Surplus<double>{1}), "");
  EXPECT_EQ(flaw({3, {{1, 0, 2}, {0}}}, Surplus<double>{2}), "amount");
  EXPECT_EQ(flaw({3, {{1, 0, 2}, {0}}}, Allocation<double>{2, {2, 0}}), "outcome");
  EXPECT_EQ(flaw({2, {{1, 0, 2}}}, Surplus<double>{0}), "outcome");
  EXPECT_EQ(flaw({2, {{1}}}, Overcommitted<double>{0}), "outcome");
  EXPECT_EQ(flaw({1e308, {{1, 1e308}, {1, 5e-324}}}, Overcommitted<double>{5e-324}), "");
  EXPECT_EQ(flaw({0, {}}, Allocation<double>{0, {}}), "");
}

// Two claimants in units of the least double, so that half of one's share is not a double; all
// answers of up to three units.
TEST(CheckRounded, AcceptsOneOfAllSmallAnswers) {
  constexpr double unit = 5e-324;
  const std::vector<Claimant<double>> claimants = {
      {0}, {2}, {1, 0, unit}, {2, 0, 3 * unit}, {2, 3 * unit}};
  std::uint64_t accepted = 0;
  for (const Claimant<double>& first : claimants) {
    for (const Claimant<double>& second : claimants) {
      for (const double total : {unit, 3 * unit}) {
        const Problem<double> problem{total, {first, second}};
        const Solution<double> right = right_answer(problem);
        for (int code = 0; code < 64; ++code) {
          const Allocation<double> answer{unit * (code / 16),
                                          {unit * (code / 4 % 4), unit * (code % 4)}};
          const bool is_right = right == Solution<double>(answer);
          ASSERT_EQ(flaw(problem, answer).empty(), is_right)
              << tests::to_record(problem, "") << code;
          accepted += is_right ? 1 : 0;
        }
      }
    }
  }
  EXPECT_EQ(accepted, 35U);
}

// Every double of an answer, one after the other, a unit in the last place up and down.
TEST(CheckRounded, AcceptsWhatTheExactSolverGivesAndRefusesItsNeighbours) {
  std::uint64_t refused = 0;
  for (const fuzz::Family family : fuzz::families) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const Problem<double> problem = tests::problem_from(family, seed, 12);
      const Solution<double> right = right_answer(problem);
      ASSERT_EQ(flaw(problem, right), "") << tests::to_record(problem, "right");
      const auto* allocation = std::get_if<Allocation<double>>(&right);
      if (allocation == nullptr) continue;
      for (std::size_t i = 0; i <= allocation->shares.size(); ++i) {
        for (const bool is_up : {false, true}) {
          Allocation<double> wrong = *allocation;
          double& number = i == 0 ? wrong.ratio : wrong.shares[i - 1];
          number = is_up ? after(number) : before(number);
          if (number == infinity && i == 0) continue;  // it was infinite before
          ASSERT_NE(flaw(problem, wrong), "") << tests::to_record(problem, "wrong") << i << is_up;
          ++refused;
        }
      }
    }
  }
  EXPECT_GT(refused, 5000U);
}

}  // namespace
}  // namespace fairshare::properties
