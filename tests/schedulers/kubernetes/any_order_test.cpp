// Sums in any order, compared with all orders, one by one.
#include "fairshare/schedulers/kubernetes/any_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>
#include <vector>

namespace fairshare::schedulers {
namespace {

std::vector<double> sums_one_by_one(double start, std::vector<double> parts) {
  std::ranges::sort(parts);
  std::set<double> sums;
  do {
    sums.insert(std::accumulate(parts.begin(), parts.end(), start));
  } while (std::ranges::next_permutation(parts).found);
  return {sums.begin(), sums.end()};
}

TEST(AnyOrder, HasTheSumsOfAllOrders) {
  std::uint64_t random = 7;
  int several = 0;
  for (int i = 0; i < 200; ++i) {
    std::vector<double> parts;
    for (int k = 0; k < 1 + i % 6; ++k) {
      random = random * 6364136223846793005U + 1442695040888963407U;
      parts.push_back(1.0 / static_cast<double>(1 + (random >> 33U) % 9));
    }
    const Sums found = sums_in_any_order(0, parts);
    EXPECT_EQ(found.values, sums_one_by_one(0, parts));
    EXPECT_TRUE(found.is_complete);
    several += found.values.size() > 1;
  }
  EXPECT_GT(several, 50);
}

TEST(AnyOrder, HasOneSumWhereNothingIsRounded) {
  std::vector<double> parts(100);
  std::iota(parts.begin(), parts.end(), 0.125);
  const Sums found = sums_in_any_order(-0.5, parts);
  EXPECT_EQ(found.values, (std::vector<double>{4962}));
  EXPECT_TRUE(found.is_complete);
}

TEST(AnyOrder, SaysWhereItLookedAtSomeOrdersOnly) {
  std::vector<double> parts;
  for (int i = 1; i <= 40; ++i) parts.push_back(1.0 / i);
  const Sums found = sums_in_any_order(0, parts);
  EXPECT_FALSE(found.is_complete);
  EXPECT_GT(found.values.size(), 1U);
}

// What is added while a large part is in the sum is rounded; these are different parts in each
// order.
TEST(AnyOrder, SaysWhereThereAreMoreSumsThanAreKept) {
  std::vector<double> parts = {0x1p60, -0x1p60, 0x1p40 / 3, -0x1p40 / 7};
  for (const double part : {3.0, 5.0, 7.0, 11.0, 13.0, 17.0}) parts.push_back(1000 / part);
  const Sums found = sums_in_any_order(0, parts);
  EXPECT_FALSE(found.is_complete);
  EXPECT_EQ(found.values.size(), 1024U);
}

// All columns of a row are added in the same order, so only some pairs of sums are possible.
std::vector<std::vector<double>> pairs_one_by_one(const std::vector<double>& rows) {
  std::set<std::vector<double>> sums;
  std::vector<std::size_t> order(rows.size() / 2);
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    std::vector<double> sum(2);
    for (const std::size_t i : order) {
      for (std::size_t k = 0; k < 2; ++k) sum[k] += rows[2 * i + k];
    }
    sums.insert(sum);
  } while (std::ranges::next_permutation(order).found);
  return {sums.begin(), sums.end()};
}

TEST(AnyOrder, AddsRowsInOneOrder) {
  const std::vector<double> rows = {1.0 / 3, 1.0 / 6, 1.0 / 2, 1.0 / 2, 1.0 / 6, 1.0 / 3};
  const RowSums found = row_sums_in_any_order(std::vector<double>(2), rows);
  EXPECT_EQ(found.values, pairs_one_by_one(rows));
  EXPECT_TRUE(found.is_complete);
  const std::size_t of_each =
      sums_in_any_order(0, std::vector<double>{1.0 / 3, 1.0 / 2, 1.0 / 6}).values.size();
  EXPECT_LT(found.values.size(), of_each * of_each);
}

TEST(AnyOrder, AddsRowsThatAddNothingToOneColumn) {
  const std::vector<double> rows = {1e16, 1e16, 1, 0, 1, 1, 0, 1};
  const RowSums found = row_sums_in_any_order(std::vector<double>(2), rows);
  EXPECT_EQ(found.values, pairs_one_by_one(rows));
  EXPECT_GT(found.values.size(), 1U);
}

TEST(AnyOrder, KeepsColumnsThatDoNotRoundApart) {
  const std::vector<double> rows = {1, 1.0 / 3, 2, 1.0 / 2, 4, 1.0 / 6};
  const RowSums found = row_sums_in_any_order(std::vector<double>{0.5, 0}, rows);
  ASSERT_EQ(found.values.size(), 2U);
  for (const std::vector<double>& sum : found.values) EXPECT_EQ(sum.front(), 7.5);
}

TEST(AnyOrder, TriesFewerOrdersOfMoreRows) {
  std::vector<double> rows;
  for (int i = 1; i <= 40'000; ++i) rows.push_back(1.0 / i);
  const RowSums found = row_sums_in_any_order(std::vector<double>(2), rows);
  EXPECT_FALSE(found.is_complete);
  EXPECT_GT(found.values.size(), 10U);
  EXPECT_LT(found.additions, 3'000'000U);
}

TEST(AnyOrder, AddsInfinities) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(sums_in_any_order(infinity, std::vector<double>{1, 2}).values,
            (std::vector<double>{infinity}));
  EXPECT_EQ(sums_in_any_order(0, std::vector<double>{1, infinity}).values,
            (std::vector<double>{infinity}));
}

TEST(AnyOrder, NeedsNoParts) {
  EXPECT_EQ(sums_in_any_order(3, {}).values, (std::vector<double>{3}));
}

TEST(AnyOrder, AddsAnswersBehindThoseThatAreThere) {
  ModelResult result{.answers = {{Held(2.0)}}};
  add_answers(result, {.shares = {{1}, {2}, {3}}, .is_complete = true});
  EXPECT_EQ(result.answers, (std::vector<std::vector<Held>>{{2.0}, {1.0}, {3.0}}));
  EXPECT_TRUE(result.are_all);
  add_answers(result, {.shares = {{4}}, .is_complete = false});
  EXPECT_EQ(result.answers.size(), 4U);
  EXPECT_FALSE(result.are_all);
}

TEST(AnyOrder, TellsWhichPartsAreAddedExactly) {
  EXPECT_TRUE(add_exactly({}));
  EXPECT_TRUE(add_exactly(std::vector<double>{3, -5, 0.25, 0}));
  EXPECT_TRUE(add_exactly(std::vector<double>{0x1p52, 1}));
  EXPECT_FALSE(add_exactly(std::vector<double>{0x1p53, 1})) << "2^53 + 1 is no double";
  EXPECT_FALSE(add_exactly(std::vector<double>{0x1p50, 0.0625}))
      << "2^50 + 2^-4 is no double either";
  EXPECT_FALSE(add_exactly(std::vector<double>{0.1, 0.7}));
}

}  // namespace
}  // namespace fairshare::schedulers
