// reference/divider/divider.h: few claimants, many, and the change from one to the other.
// tree_divider_test.cpp has the hard cases of many; random_divider_test.cpp the adversary's
// problems.
#include "fairshare/reference/divider/divider.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "fuzz/targets/answer_of_divider.h"

namespace fairshare::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using fuzz::answer_of;

Problem<double> problem_of(const Divider& divider) {
  Problem<double> problem{divider.total(), {}};
  for (std::size_t i = 0; i < divider.size(); ++i) {
    problem.claimants.push_back(divider.claimant(i));
  }
  return problem;
}

Claimant<double> claimant_of(std::size_t index) {
  const auto number = static_cast<double>(index % 7);
  if (index % 3 == 0) return {1 + number, number, std::nullopt};
  return {1 + number, number, 2 + 3 * number};
}

TEST(Divider, AnswersAfterEachChange) {
  Divider divider({100, {{1, 0, {}}, {2, 0, 30}, {3, 60, {}}}});
  EXPECT_EQ(answer_of(divider), solve(Problem<double>{100, {{1, 0, {}}, {2, 0, 30}, {3, 60, {}}}}));
  divider.set_weight(0, 2);
  EXPECT_EQ(answer_of(divider), solve(Problem<double>{100, {{2, 0, {}}, {2, 0, 30}, {3, 60, {}}}}));
  divider.set_min_share(2, 30);
  EXPECT_EQ(answer_of(divider), solve(Problem<double>{100, {{2, 0, {}}, {2, 0, 30}, {3, 30, {}}}}));
  divider.set_max_share(1, 10);
  EXPECT_EQ(answer_of(divider), solve(Problem<double>{100, {{2, 0, {}}, {2, 0, 10}, {3, 30, {}}}}));
  divider.set_max_share(1, std::nullopt);
  divider.set_total(70);
  EXPECT_EQ(answer_of(divider), solve(Problem<double>{70, {{2, 0, {}}, {2, 0, {}}, {3, 30, {}}}}));
  divider.set(0, {5, 6, 7});
  EXPECT_EQ(divider.claimant(0), (Claimant<double>{5, 6, 7}));
  EXPECT_EQ(answer_of(divider), solve(Problem<double>{70, {{5, 6, 7}, {2, 0, {}}, {3, 30, {}}}}));
}

TEST(Divider, AnswersForTheShareAfterEachChangeThoughTheOutcomeIsNotAskedFor) {
  for (const std::size_t size : {std::size_t{4}, std::size_t{400}}) {
    Divider divider({2.0 * double(size), std::vector<Claimant<double>>(size, {1, 0, 6})});
    EXPECT_EQ(divider.find_share(0), 2);
    divider.set_total(3 * double(size));
    EXPECT_EQ(divider.find_share(0), 3);
    EXPECT_EQ(answer_of(divider), solve(problem_of(divider)));
    divider.set_total(9 * double(size));
    EXPECT_EQ(divider.find_share(0), std::nullopt) << "a surplus";
    divider.set_max_share(0, std::nullopt);
    EXPECT_EQ(divider.find_share(0), 3 * double(size) + 6);
  }
}

TEST(Divider, HasSharesOnlyWhereTheOutcomeIsARatio) {
  Divider divider({1, {{1, 2, {}}}});
  EXPECT_EQ(answer_of(divider), Solution<double>(Overcommitted<double>{1}));
  EXPECT_EQ(divider.find_share(0), std::nullopt);
  divider.set(0, {1, 0, 0.25});
  EXPECT_EQ(answer_of(divider), Solution<double>(Surplus<double>{0.75}));
  EXPECT_EQ(divider.find_share(0), std::nullopt);
}

TEST(Divider, AnswersANewTotalWhateverTheOutcomeWas) {
  for (const std::size_t size : {std::size_t{4}, std::size_t{400}}) {
    Divider divider({0, std::vector<Claimant<double>>(size, {1, 1, 6})});
    constexpr std::array<double, 5> totals = {0.25, 0.5, 3, 9, 10};  // of each claimant
    for (const double before : totals) {
      for (const double total : totals) {
        divider.set_total(before * double(size));
        answer_of(divider);
        divider.set_total(total * double(size));
        EXPECT_EQ(answer_of(divider), solve(problem_of(divider))) << before << ", " << total;
      }
    }
  }
}

TEST(Divider, GrowsToManyClaimantsAndShrinksAgain) {
  Divider divider(50, {});
  for (std::size_t i = 0; i < 1000; ++i) {
    divider.add(claimant_of(i));
    divider.set_total(50 + static_cast<double>(4 * i));
    ASSERT_EQ(answer_of(divider), solve(problem_of(divider))) << divider.size();
  }
  while (divider.size() > 0) {
    const Claimant<double> last = divider.claimant(divider.size() - 1);
    const std::size_t index = divider.size() / 2;
    const bool is_last = index + 1 == divider.size();
    divider.remove(index);
    if (!is_last) {
      ASSERT_EQ(divider.claimant(index), last) << "the last one takes the free index";
    }
    ASSERT_EQ(answer_of(divider), solve(problem_of(divider))) << divider.size();
  }
}

TEST(Divider, TakesColumnsOfFewAndOfMany) {
  for (const std::size_t size : {std::size_t{3}, std::size_t{350}, std::size_t{351}}) {
    const std::vector<double> weight(size, 2), min_share(size, 1), max_share(size, infinity);
    Divider divider(1000, {weight, min_share, max_share});
    EXPECT_EQ(divider.size(), size);
    EXPECT_EQ(divider.total(), 1000);
    EXPECT_EQ(divider.claimant(2), (Claimant<double>{2, 1, std::nullopt}));
    EXPECT_EQ(answer_of(divider), solve(problem_of(divider)));
    Divider other(std::move(divider));
    EXPECT_EQ(answer_of(other), solve(problem_of(other)));
    EXPECT_GT(other.bytes(), 24 * size);
  }
}

TEST(Divider, AssertsThatNoDefectComesIn) {
  Divider divider({10, {{1, 0, 5}, {1, 0, {}}}});
  EXPECT_DEATH(divider.set_min_share(0, 6), "find_defect");
  EXPECT_DEATH(divider.set_weight(0, -1), "find_defect");
  EXPECT_DEATH(divider.set_weight(1, std::nan("")), "find_defect");
  EXPECT_DEATH(divider.set_total(infinity), "find_defect");
  EXPECT_DEATH(divider.set_weight(2, 1), "index < size");
  EXPECT_DEATH(divider.remove(2), "index < size");
  EXPECT_DEATH(Divider({10, {{-1, 0, {}}}}), "find_defect");
}

}  // namespace
}  // namespace fairshare::reference
