// reference/divider/tree_divider.h: what the header promises. Every answer is compared with `solve`
// on the same problem; random_divider_test.cpp does that for the adversary's problems.
#include "fairshare/reference/divider/tree_divider.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/reference/divider/breakpoint_tree.h"
#include "fuzz/targets/answer_of_divider.h"
#include "tests/whole/exhaustive.h"

namespace fairshare::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

using fuzz::answer_of;

Problem<double> problem_of(const TreeDivider& divider) {
  Problem<double> problem{divider.total(), {}};
  for (std::size_t i = 0; i < divider.size(); ++i) {
    problem.claimants.push_back(divider.claimant(i));
  }
  return problem;
}

testing::AssertionResult answers_as_solve_does(TreeDivider& divider) {
  if (answer_of(divider) == solve(problem_of(divider))) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "after a change among " << divider.size() << " claimants";
}

void set_weight(TreeDivider& divider, std::size_t index, double weight) {
  Claimant<double> claimant = divider.claimant(index);
  claimant.weight = weight;
  divider.set(index, claimant);
}

void set_min_share(TreeDivider& divider, std::size_t index, double min_share) {
  Claimant<double> claimant = divider.claimant(index);
  claimant.min_share = min_share;
  divider.set(index, claimant);
}

void set_max_share(TreeDivider& divider, std::size_t index, std::optional<double> max_share) {
  Claimant<double> claimant = divider.claimant(index);
  claimant.max_share = max_share;
  divider.set(index, claimant);
}

Solution<double> ratio_and_shares(double ratio, std::vector<double> shares) {
  return Allocation<double>{ratio, std::move(shares)};
}

TEST(TreeDivider, AnswersAfterEachChange) {
  TreeDivider divider({100, {{1, 0, {}}, {2, 0, 30}, {3, 60, {}}}});
  EXPECT_EQ(answer_of(divider), ratio_and_shares(0x1.aaaaaaaaaaaabp+3,
                                                 {0x1.aaaaaaaaaaaabp+3, 0x1.aaaaaaaaaaaabp+4, 60}));
  set_weight(divider, 0, 2);
  EXPECT_EQ(answer_of(divider), ratio_and_shares(10, {20, 20, 60}));
  set_min_share(divider, 2, 30);
  EXPECT_EQ(answer_of(divider),
            ratio_and_shares(0x1.c924924924925p+3,
                             {0x1.c924924924925p+4, 0x1.c924924924925p+4, 0x1.56db6db6db6dbp+5}));
  set_max_share(divider, 1, 10);
  EXPECT_EQ(answer_of(divider), ratio_and_shares(18, {36, 10, 54}));
  set_max_share(divider, 1, std::nullopt);
  divider.set_total(70);
  EXPECT_EQ(answer_of(divider), ratio_and_shares(10, {20, 20, 30}));
}

TEST(TreeDivider, GoesFromOneOutcomeToAnother) {
  TreeDivider divider({10, {{1, 2, 6}, {1, 3, 6}}});
  EXPECT_EQ(answer_of(divider), ratio_and_shares(5, {5, 5}));
  divider.set_total(4);
  EXPECT_EQ(answer_of(divider), Solution<double>(Overcommitted<double>{1}));
  EXPECT_EQ(divider.find_share(0), std::nullopt);
  divider.set_total(13);
  EXPECT_EQ(answer_of(divider), Solution<double>(Surplus<double>{1}));
  set_max_share(divider, 0, infinity);
  EXPECT_EQ(answer_of(divider), ratio_and_shares(7, {7, 6}));
  divider.set_total(5);
  EXPECT_EQ(answer_of(divider), ratio_and_shares(0, {2, 3}));
}

TEST(TreeDivider, MovesBothBoundsInOneStep) {
  TreeDivider divider({12, {{1, 0, 5}, {1, 0, {}}}});
  divider.set(0, {1, 8, 9});
  EXPECT_EQ(answer_of(divider), ratio_and_shares(4, {8, 4}));
  divider.set(0, {3, 1, 2});
  EXPECT_EQ(answer_of(divider), ratio_and_shares(10, {2, 10}));
}

TEST(TreeDivider, AddsAndRemovesClaimants) {
  TreeDivider divider(Problem<double>{6, {}});
  EXPECT_EQ(answer_of(divider), Solution<double>(Surplus<double>{6}));
  divider.add({1, 0, {}});
  divider.add({2, 0, {}});
  divider.add({3, 0, {}});
  EXPECT_EQ(answer_of(divider), ratio_and_shares(1, {1, 2, 3}));
  divider.remove(0);
  EXPECT_EQ(answer_of(divider),
            ratio_and_shares(0x1.3333333333333p+0, {0x1.ccccccccccccdp+1, 0x1.3333333333333p+1}));
  divider.remove(1);
  divider.remove(0);
  EXPECT_EQ(divider.size(), 0U);
  EXPECT_EQ(answer_of(divider), Solution<double>(Surplus<double>{6}));
}

TEST(TreeDivider, BecomesAnother) {
  TreeDivider divider({1, {{1, 0, {}}}});
  divider = TreeDivider({6, {{1, 0, {}}, {2, 0, {}}}});
  EXPECT_EQ(answer_of(divider), ratio_and_shares(2, {2, 4}));
}

TEST(TreeDivider, TakesColumnsToo) {
  const std::vector<double> weight = {1, 1};
  const std::vector<double> min_share = {0, 3};
  const std::vector<double> max_share = {infinity, 4};
  TreeDivider divider(9, {weight, min_share, max_share});
  EXPECT_EQ(answer_of(divider), ratio_and_shares(5, {5, 4}));
  TreeDivider moved = std::move(divider);
  EXPECT_EQ(moved.claimant(0), (Claimant<double>{1, 0, std::nullopt}));
  EXPECT_EQ(moved.claimant(1), (Claimant<double>{1, 3, 4}));
}

TEST(TreeDivider, GivesTheLeastRatioOfAFlatStretch) {
  // The first is full from R = 1 on; the second begins at R = 4.
  TreeDivider divider({9, {{1, 0, 1}, {2, 8, {}}}});
  EXPECT_EQ(answer_of(divider), ratio_and_shares(1, {1, 8}));
  divider.set_total(std::nextafter(9, 10));
  EXPECT_TRUE(answers_as_solve_does(divider));
  divider.set_total(std::nextafter(9, 8));
  EXPECT_TRUE(answers_as_solve_does(divider));
  divider.set_total(9);
  EXPECT_EQ(answer_of(divider), ratio_and_shares(1, {1, 8}));
}

TEST(TreeDivider, AssertsThatNoDefectComesIn) {
  TreeDivider divider({12, {{1, 0, 5}, {1, 0, {}}}});
  EXPECT_DEATH(set_min_share(divider, 0, 6), "has_no_defect");
  EXPECT_DEATH(set_weight(divider, 0, -1), "has_no_defect");
  EXPECT_DEATH(set_weight(divider, 1, std::nan("")), "has_no_defect");
  EXPECT_DEATH(divider.set_total(infinity), "isfinite");
  EXPECT_DEATH(divider.set_total(-1), "total >= 0");
  EXPECT_DEATH(divider.remove(2), "size");
  EXPECT_DEATH(TreeDivider({1, {{1, 2, 1}}}), "has_no_defect");
}

TEST(TreeDivider, TakesNegativeZerosAsZeros) {
  TreeDivider divider({2, {{-0.0, 1, {}}, {1, -0.0, {}}, {1, -0.0, -0.0}}});
  EXPECT_EQ(answer_of(divider), ratio_and_shares(1, {1, 1, 0}));
  divider.set_total(-0.0);
  set_min_share(divider, 0, -0.0);
  EXPECT_EQ(answer_of(divider), ratio_and_shares(0, {0, 0, 0}));
}

TEST(TreeDivider, FollowsANumberThroughTheWholeRangeOfDoubles) {
  TreeDivider divider({10, {{1, 0, 5}, {2, 1, 8}, {0.5, 0, {}}}});
  for (int exponent = -1074; exponent < 1024; ++exponent) {
    const double number = std::ldexp(1.0, exponent);
    set_weight(divider, 0, number);
    ASSERT_TRUE(answers_as_solve_does(divider)) << "weight 2^" << exponent;
    set_max_share(divider, 1, std::max(number, 1.0));
    ASSERT_TRUE(answers_as_solve_does(divider)) << "max share 2^" << exponent;
    divider.set(2, {0.5, number, {}});
    ASSERT_TRUE(answers_as_solve_does(divider)) << "min share 2^" << exponent;
    divider.set_total(number);
    ASSERT_TRUE(answers_as_solve_does(divider)) << "total 2^" << exponent;
    divider.set_total(10);
  }
}

TEST(TreeDivider, TakesTheLargestDoubleForAMaximumThatIsNeverReached) {
  TreeDivider divider({10, {{1, 0, largest}, {1, 0, largest}, {smallest, 0, largest}}});
  EXPECT_TRUE(answers_as_solve_does(divider));
  divider.set_total(largest);
  EXPECT_TRUE(answers_as_solve_does(divider));
  set_max_share(divider, 0, 3);
  EXPECT_TRUE(answers_as_solve_does(divider));
}

// The numbers change beyond what doubles could add up, and come back.
TEST(TreeDivider, ForgetsNothingAndKeepsNothing) {
  std::mt19937_64 random(11);
  Problem<double> problem{500, {}};
  for (int i = 0; i < 60; ++i) {
    problem.claimants.push_back({1 + i % 7 * 0.1, i % 5 * 1.0, 10.0 + i % 11});
  }
  TreeDivider divider(problem);
  const auto before = answer_of(divider);
  for (int change = 0; change < 20'000; ++change) {
    const double weight = std::ldexp(1.0 + static_cast<double>(random() % 1000),
                                     static_cast<int>(random() % 120) - 60);
    set_weight(divider, random() % 60, weight);
  }
  EXPECT_TRUE(answers_as_solve_does(divider));
  for (std::size_t i = 0; i < 60; ++i) divider.set(i, problem.claimants[i]);
  EXPECT_EQ(answer_of(divider), before);
}

// All breakpoints, and for some totals R, are 4/3, which is not a double.
TEST(TreeDivider, DividesThousandsOfEqualBreakpoints) {
  constexpr std::size_t count = 3000;
  TreeDivider divider({count, std::vector<Claimant<double>>(count, {3, 0, 4})});
  std::mt19937_64 random(12);
  for (int change = 0; change < 200; ++change) {
    const double scale = static_cast<double>(1 + random() % 4);
    divider.set(random() % count, {3 * scale, random() % 2 == 0 ? 0 : 4 * scale, 4 * scale + 1});
    const double most = 4 * static_cast<double>(count) + static_cast<double>(random() % 40) - 20;
    divider.set_total(change % 3 == 0 ? count : most);
    ASSERT_TRUE(answers_as_solve_does(divider)) << "change " << change;
  }
}

TEST(TreeDivider, HoldsAboutSixtyOneBytesForEachClaimantThatHasTwoBreakpoints) {
  std::vector<Claimant<double>> claimants;
  for (int i = 1; i <= 20'000; ++i) claimants.push_back({1, 1.0 * i, 2.0 * i});
  TreeDivider divider({1e8, claimants});
  EXPECT_NEAR(static_cast<double>(divider.bytes()) / 20'000, 61, 7);
}

// The tree splits its leaves, nodes and roots on the way up; on the way down it becomes sparse.
TEST(TreeDivider, GrowsFromNothingAndShrinksAgain) {
  constexpr std::size_t count = 40'000;
  std::mt19937_64 random(13);
  TreeDivider divider(Problem<double>{50'000, {}});
  for (std::size_t i = 0; i < count; ++i) {
    const double min_share = static_cast<double>(random() % 1000) / 1024;
    divider.add({1 + static_cast<double>(i), min_share, min_share + 3});
    if (i % 4000 != 17) continue;
    ASSERT_TRUE(answers_as_solve_does(divider)) << i;
  }
  ASSERT_TRUE(answers_as_solve_does(divider));
  const std::size_t bytes = divider.bytes();
  while (divider.size() > 0) {
    divider.remove(random() % divider.size());
    if (divider.size() % 4000 != 17) continue;
    ASSERT_TRUE(answers_as_solve_does(divider)) << divider.size();
  }
  EXPECT_EQ(answer_of(divider), Solution<double>(Surplus<double>{50'000}));
  EXPECT_LE(divider.bytes(), bytes);
}

// A grid of fixed width has room for the sum of so many claimants and no more.
TEST(TreeDivider, GrowsBeyondTheClaimantsThatItsGridHolds) {
  TreeDivider divider({0x1p246, {{1, 1, {}}}});
  for (int i = 0; i < 1500; ++i) divider.add({1, 0x1p245, 0x1.8p245});
  EXPECT_TRUE(answers_as_solve_does(divider));
}

// Every breakpoint moves to where the others are, and away again.
TEST(TreeDivider, StaysBalancedWhereAllCrowdAtOneEnd) {
  constexpr std::size_t count = 6000;
  std::vector<Claimant<double>> claimants;
  for (std::size_t i = 0; i < count; ++i) claimants.push_back({1, 1 + 0.25 * double(i), 1e6});
  TreeDivider divider({1e7, claimants});
  for (const double end : {1.0, 1e5, 0.5}) {
    for (std::size_t i = 0; i < count; ++i) {
      set_min_share(divider, i, end + static_cast<double>(i) * 0x1p-40);
      if (i % 1000 != 500) continue;
      ASSERT_TRUE(answers_as_solve_does(divider)) << end << " " << i;
    }
    divider.set_total(1e7 * end);
    ASSERT_TRUE(answers_as_solve_does(divider)) << end;
    divider.set_total(1e7);
  }
}

// What remains is 2^54 - 1 times the weights, which have more than 64 bits, less a little: so the
// ratio is just below a midpoint, and above it if the weights are cut to their leading bits.
TEST(TreeDivider, RoundsARatioThatLeadingBitsCannotTell) {
  Problem<double> problem{0x1p54, {}};
  for (const double weight : {1.0, 0x1p-64, 0x1p-65, 0x1p-66}) {
    problem.claimants.push_back({weight, 0, {}});
  }
  for (const double fixed : {1 - 0x1.cp-10, 0x1.cp-64, 0x1p-75}) {
    problem.claimants.push_back({1, fixed, fixed});
  }
  TreeDivider divider(problem);
  EXPECT_EQ(std::get<Allocation<double>>(answer_of(divider)).ratio, 0x1p54 - 2);
  EXPECT_TRUE(answers_as_solve_does(divider));
  divider.remove(6);  // The little: now it is the midpoint.
  EXPECT_TRUE(answers_as_solve_does(divider));
  divider.set_total(0x1p54 + 4);
  EXPECT_TRUE(answers_as_solve_does(divider));
}

// Every change of one claimant of two, from every small problem.
TEST(ExhaustiveTreeDivider, AnswersAsSolveDoesAfterEverySmallChange) {
  const int largest_number = tests::is_full_range() ? 3 : 1;
  const auto claimants = tests::small_claimants(largest_number);
  const auto claimant_at = [&](std::size_t k) {
    const auto& [weight, min_share, max_share] = claimants[k];
    return Claimant<double>{double(weight), double(min_share), max_share};
  };
  TreeDivider divider(Problem<double>{0, std::vector<Claimant<double>>(2)});
  tests::for_each_choice(claimants.size(), 3, true, [&](const std::vector<std::size_t>& choice) {
    for (int total = 0; total <= 2 * largest_number + 1; ++total) {
      divider.set_total(total);
      divider.set(0, claimant_at(choice[0]));
      divider.set(1, claimant_at(choice[1]));
      divider.outcome();
      divider.set(0, claimant_at(choice[2]));
      ASSERT_TRUE(answers_as_solve_does(divider));
    }
  });
}

TEST(RatioKey, IsOrderedAsTheExactQuotientsAre) {
  std::mt19937_64 random(14);
  const auto any_double = [&] {
    const int bits = 1 + static_cast<int>(random() % 53);
    const auto significand = static_cast<double>(1 + (random() >> (64 - bits)));
    const double number = std::ldexp(significand, static_cast<int>(random() % 2040) - 1074);
    return std::min(number, largest);
  };
  for (int k = 0; k < 20'000; ++k) {
    const double bound = any_double();
    const double weight = any_double();
    // The second quotient is anything, the same by other numbers, or next to it.
    double other_bound = random() % 3 == 0 ? any_double() : bound;
    double other_weight = random() % 3 == 0 ? any_double() : weight;
    if (random() % 2 == 0) {
      other_bound = std::min(std::nextafter(other_bound, infinity), largest);
      other_weight = std::min(std::nextafter(other_weight, infinity), largest);
    }
    const exact::Rational left = exact::from_double(bound) * exact::from_double(other_weight);
    const exact::Rational right = exact::from_double(other_bound) * exact::from_double(weight);
    const RatioKey key = ratio_key(bound, weight);
    const RatioKey other = ratio_key(other_bound, other_weight);
    ASSERT_EQ(key < other, left < right) << bound << "/" << weight;
    ASSERT_EQ(key == other, left == right) << bound << "/" << weight;
  }
}

TEST(RatioKey, TellsTheNearestQuotientsApart) {
  const double whole = 0x1p53;
  for (int k = 1; k < 100; ++k) {
    EXPECT_LT(ratio_key(whole - k, whole - k - 1), ratio_key(whole - k - 1, whole - k - 2)) << k;
  }
}

TEST(RatioKey, HasRoomForTheEndsOfTheRange) {
  EXPECT_LT(ratio_key(smallest, largest), ratio_key(2 * smallest, largest));
  EXPECT_LT(ratio_key(largest, 2 * smallest), ratio_key(largest, smallest));
  EXPECT_EQ(ratio_key(smallest, smallest), ratio_key(largest, largest));
}

}  // namespace
}  // namespace fairshare::reference
