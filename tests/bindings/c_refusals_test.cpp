// What the C functions refuse, with which message, and which claimants a violation names.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "bindings/c/fairshare.h"
#include "fairshare/schedulers/registry.h"

namespace fairshare {
namespace {

constexpr double none = std::numeric_limits<double>::infinity();
const std::vector<double> weight = {1, 2, 3};
const std::vector<double> min_share = {0, 0, 60};
const std::vector<double> max_share = {none, 30, none};

// The total is bad, too: no number is read before it is known that there are too many.
TEST(CSolve, RefusesMoreThanTwoToThe31Claimants) {
  const std::size_t too_many = (std::size_t{1} << 31U) + 1;
  const double bad = -1;
  const std::string refused = "there are more than 2^31 claimants";
  double number = 1;
  fairshare_result result{};
  fairshare_violation violation{};
  const auto solve_so_many = [&](std::size_t n) {
    EXPECT_EQ(fairshare_solve(bad, n, &number, &number, &number, &number, &result),
              FAIRSHARE_BAD_INPUT);
    return std::string(fairshare_error());
  };
  const auto check_so_many = [&](std::size_t n) {
    EXPECT_EQ(fairshare_check(bad, n, &number, &number, &number, &number, nullptr, &violation),
              FAIRSHARE_BAD_INPUT);
    return std::string(fairshare_error());
  };
  EXPECT_EQ(solve_so_many(too_many), refused);
  EXPECT_EQ(solve_so_many(too_many - 1), "shares overlaps a column");
  EXPECT_EQ(check_so_many(too_many), refused);
  EXPECT_EQ(check_so_many(too_many - 1), "total is negative");
  const std::array<std::size_t, 3> begin = {0, 1, too_many + 1};
  EXPECT_EQ(
      fairshare_solve_batch(2, &bad, begin.data(), &number, &number, &number, &number, &result),
      FAIRSHARE_BAD_INPUT);
  EXPECT_EQ(fairshare_error(), "problem 1: " + refused);
  const std::array<std::size_t, 2> most = {0, too_many - 1};
  EXPECT_EQ(
      fairshare_solve_batch(1, &bad, most.data(), &number, &number, &number, &number, &result),
      FAIRSHARE_BAD_INPUT);
  EXPECT_STREQ(fairshare_error(), "shares overlaps a column");
}

TEST(CCheck, RefusesSharesThatAreNull) {
  fairshare_violation violation{};
  EXPECT_EQ(fairshare_check(1, 1, nullptr, nullptr, nullptr, nullptr, nullptr, &violation),
            FAIRSHARE_BAD_INPUT);
  EXPECT_STREQ(fairshare_error(), "shares is NULL");
  const double total = 0;
  const std::array<std::size_t, 2> begin = {0, 1}, empty = {0, 0};
  EXPECT_EQ(fairshare_check_batch(1, &total, begin.data(), nullptr, nullptr, nullptr, nullptr,
                                  nullptr, &violation),
            FAIRSHARE_BAD_INPUT);
  EXPECT_STREQ(fairshare_error(), "shares is NULL");
  EXPECT_EQ(fairshare_check_batch(1, &total, empty.data(), nullptr, nullptr, nullptr, nullptr,
                                  nullptr, &violation),
            FAIRSHARE_OK);
}

TEST(CSolve, RefusesSharesOverAnyColumnButNotBesideThem) {
  const std::vector<double> numbers = {1, 1, 2, 2, 3, 3};
  const double* const column = numbers.data() + 2;
  const auto refused = [&](std::size_t at, const double* w, const double* lo, const double* hi) {
    std::vector<double> copy = numbers;
    const auto moved = [&](const double* from) {
      return from == nullptr ? nullptr : copy.data() + (from - numbers.data());
    };
    fairshare_result result{};
    return fairshare_solve(4, 2, moved(w), moved(lo), moved(hi), copy.data() + at, &result) !=
           FAIRSHARE_OK;
  };
  for (const std::size_t at : {1U, 2U, 3U}) {
    EXPECT_TRUE(refused(at, column, nullptr, nullptr)) << at;
    EXPECT_TRUE(refused(at, nullptr, column, nullptr)) << at;
    EXPECT_TRUE(refused(at, nullptr, nullptr, column)) << at;
  }
  for (const std::size_t at : {0U, 4U}) EXPECT_FALSE(refused(at, column, nullptr, column)) << at;
}

TEST(CSolve, LeavesZeroInFieldsThatItsOutcomeDoesNotHave) {
  const auto solved = [](double total, double lowest, double highest) {
    fairshare_result result{FAIRSHARE_SURPLUS, 7, 8, 9};
    double share = 0;
    EXPECT_EQ(fairshare_solve(total, 1, nullptr, &lowest, &highest, &share, &result), FAIRSHARE_OK);
    return std::vector<double>{static_cast<double>(result.outcome), result.ratio, result.excess,
                               result.unclaimed};
  };
  EXPECT_EQ(solved(4, 0, 5), (std::vector<double>{FAIRSHARE_ALLOCATION, 4, 0, 0}));
  EXPECT_EQ(solved(4, 5, 5), (std::vector<double>{FAIRSHARE_OVERCOMMITTED, 0, 1, 0}));
  EXPECT_EQ(solved(4, 0, 2), (std::vector<double>{FAIRSHARE_SURPLUS, 0, 0, 2}));
}

TEST(CCheck, NamesOneClaimantOrNoneWhereThereIsNoPair) {
  const auto found = [](const std::vector<double>& shares) {
    fairshare_violation violation{};
    EXPECT_EQ(fairshare_check(100, 3, weight.data(), min_share.data(), max_share.data(),
                              shares.data(), "exact", &violation),
              FAIRSHARE_OK);
    fairshare_free(violation.text);
    return violation;
  };
  const fairshare_violation above = found({10, 31, 59});
  EXPECT_STREQ(above.code, "FS103");
  EXPECT_EQ(above.first, 1U);
  EXPECT_EQ(above.second, SIZE_MAX);
  const fairshare_violation sum = found({15, 30, 60});
  EXPECT_STREQ(sum.code, "FS101");
  EXPECT_EQ(sum.first, SIZE_MAX);
  EXPECT_EQ(sum.second, SIZE_MAX);
}

TEST(CCheck, SaysNothingOfFairShares) {
  const std::vector<double> fair = {10, 30, 60};
  const std::vector<double> alike = {2, 6, 12};
  for (const char* rounding : {"double", "exact", "nearest"}) {
    fairshare_violation violation{0, "FS999", 1, 2, nullptr};
    EXPECT_EQ(
        fairshare_check(100, 3, alike.data(), nullptr, nullptr, fair.data(), rounding, &violation),
        FAIRSHARE_OK);
    EXPECT_EQ(violation.is_fair, 1);
    EXPECT_STREQ(violation.code, "");
    EXPECT_EQ(violation.first, SIZE_MAX);
    EXPECT_EQ(violation.second, SIZE_MAX);
    EXPECT_EQ(violation.text, nullptr);
  }
}

TEST(CCheck, RefusesWithASentence) {
  const std::vector<double> fair = {15, 30, 60};
  const auto refused = [](const std::vector<double>& weights, const std::vector<double>& shares,
                          const char* rounding) {
    fairshare_violation violation{1, "FS999", 1, 2, nullptr};
    EXPECT_EQ(fairshare_check(100, 3, weights.data(), nullptr, nullptr, shares.data(), rounding,
                              &violation),
              FAIRSHARE_BAD_INPUT);
    EXPECT_EQ(violation.is_fair, 0);
    EXPECT_STREQ(violation.code, "");
    EXPECT_EQ(violation.first, SIZE_MAX);
    return std::string(fairshare_error());
  };
  EXPECT_EQ(refused({1, 1, -1}, fair, nullptr), "claimant 2: weight is negative");
  EXPECT_EQ(refused(weight, {1, none, 1}, nullptr), "claimant 1: its share is not a finite number");
  EXPECT_EQ(refused(weight, fair, "up"), "unknown rounding up");
}

// The second is overcommitted by 1, in the third 5 are left: 3 and, of weight 0, 2 are taken.
TEST(CSolveBatch, WritesTheBoundsOfEachProblemWithoutARatio) {
  const std::vector<double> total = {6, 4, 10};
  const std::vector<std::size_t> begin = {0, 2, 3, 5};
  const std::vector<double> weights = {1, 2, 1, 1, 0};
  const std::vector<double> least = {0, 0, 5, 0, 2};
  const std::vector<double> most = {none, none, 7, 3, 9};
  std::vector<double> shares(5);
  std::vector<fairshare_result> results(3);
  ASSERT_EQ(fairshare_solve_batch(3, total.data(), begin.data(), weights.data(), least.data(),
                                  most.data(), shares.data(), results.data()),
            FAIRSHARE_OK);
  EXPECT_EQ(shares, (std::vector<double>{2, 4, 5, 3, 2}));
  EXPECT_EQ(results[0].outcome, FAIRSHARE_ALLOCATION);
  EXPECT_EQ(results[0].ratio, 2);
  EXPECT_EQ(results[1].outcome, FAIRSHARE_OVERCOMMITTED);
  EXPECT_EQ(results[1].excess, 1);
  EXPECT_EQ(results[2].outcome, FAIRSHARE_SURPLUS);
  EXPECT_EQ(results[2].unclaimed, 5);
}

TEST(CCheck, RefusesTheFirstOfSeveralMistakes) {
  const auto refused = [](double total, const std::vector<double>& weights, double share) {
    const std::vector<double> shares = {1, share, share};
    fairshare_violation violation{};
    EXPECT_EQ(fairshare_check(total, 3, weights.data(), nullptr, nullptr, shares.data(), "up",
                              &violation),
              FAIRSHARE_BAD_INPUT);
    return std::string(fairshare_error());
  };
  EXPECT_EQ(refused(-1, {1, -1, -1}, none), "total is negative");
  EXPECT_EQ(refused(1, {1, -1, -1}, none), "claimant 1: weight is negative");
  EXPECT_EQ(refused(1, weight, none), "claimant 1: its share is not a finite number");
  EXPECT_EQ(refused(1, weight, 0), "unknown rounding up");
}

TEST(CRecords, AreRefusedInJsonForPeopleAsWell) {
  const auto refused = [](const std::string& record, const char* rounding) {
    char* text = nullptr;
    EXPECT_EQ(fairshare_judge_text(record.data(), record.size(), nullptr, rounding, &text),
              FAIRSHARE_BAD_INPUT);
    const std::string copy = text == nullptr ? "" : text;
    fairshare_free(text);
    return copy;
  };
  EXPECT_EQ(refused(R"({"total":1,"claimants":[{}],"shares":[1]})", "up"),
            R"({"error":{"code":"FS011","message":"unknown rounding up"}})");
  EXPECT_TRUE(
      refused("{", nullptr).starts_with(R"({"error":{"code":"FS001","file":"record","line":1,)"))
      << refused("{", nullptr);
}

TEST(CRecords, ListEverySchedulerOnALineOfItsOwn) {
  char* list = nullptr;
  ASSERT_EQ(fairshare_schedulers(&list), FAIRSHARE_OK);
  std::istringstream lines{std::string(list)};
  fairshare_free(list);
  std::string line;
  for (const schedulers::Scheduler& scheduler : schedulers::all_schedulers()) {
    ASSERT_TRUE(std::getline(lines, line)) << scheduler.name;
    EXPECT_TRUE(line.starts_with("{\"name\":\"" + std::string(scheduler.name) + "\",")) << line;
    EXPECT_TRUE(line.ends_with('}')) << line;
  }
  EXPECT_FALSE(std::getline(lines, line)) << line;
}

}  // namespace
}  // namespace fairshare
