// The C functions: they answer as the C++ does, and refuse with a sentence what that would assert.
// tests/bindings/c_test.py has the vectors, the symbols and a program in C.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bindings/c/fairshare.h"
#include "fairshare/reference/solve.h"

namespace fairshare {
namespace {

constexpr double none = std::numeric_limits<double>::infinity();
const std::vector<double> weight = {1, 2, 3};
const std::vector<double> min_share = {0, 0, 60};
const std::vector<double> max_share = {none, 30, none};

fairshare_status solve(double total, const std::vector<double>& weights,
                       std::vector<double>& shares, fairshare_result& result) {
  return fairshare_solve(total, weights.size(), weights.data(), min_share.data(), max_share.data(),
                         shares.data(), &result);
}

TEST(CSolve, GivesTheSharesOfTheReference) {
  std::vector<double> shares(3);
  fairshare_result result{};
  ASSERT_EQ(solve(100, weight, shares, result), FAIRSHARE_OK);
  const auto solved = reference::solve(Problem<double>{100, {{1}, {2, 0, 30}, {3, 60}}});
  const auto& fair = std::get<Allocation<double>>(solved);
  EXPECT_EQ(shares, fair.shares);
  EXPECT_EQ(result.outcome, FAIRSHARE_ALLOCATION);
  EXPECT_EQ(result.ratio, fair.ratio);
}

TEST(CSolve, GivesMinimumsOrMaximumsWhereNothingIsFair) {
  std::vector<double> shares(3);
  fairshare_result result{};
  ASSERT_EQ(solve(50, weight, shares, result), FAIRSHARE_OK);
  EXPECT_EQ(result.outcome, FAIRSHARE_OVERCOMMITTED);
  EXPECT_EQ(result.excess, 10);
  EXPECT_EQ(shares, min_share);
  const std::array<double, 2> weights = {1, 0}, least = {0, 2}, most = {3, 9};
  ASSERT_EQ(
      fairshare_solve(10, 2, weights.data(), least.data(), most.data(), shares.data(), &result),
      FAIRSHARE_OK);
  EXPECT_EQ(result.outcome, FAIRSHARE_SURPLUS);
  EXPECT_EQ(result.unclaimed, 5);
  EXPECT_EQ(shares, (std::vector<double>{3, 2, 60})) << "at weight 0 the minimum";
}

TEST(CSolve, TakesColumnsThatAreLeftOut) {
  std::vector<double> shares(4);
  fairshare_result result{};
  ASSERT_EQ(fairshare_solve(10, 4, nullptr, nullptr, nullptr, shares.data(), &result),
            FAIRSHARE_OK);
  EXPECT_EQ(shares, std::vector<double>(4, 2.5));
  ASSERT_EQ(fairshare_solve(10, 0, nullptr, nullptr, nullptr, nullptr, &result), FAIRSHARE_OK);
  EXPECT_EQ(result.outcome, FAIRSHARE_SURPLUS);
}

TEST(CSolve, RefusesWhatIsNoProblemAndLeavesTheSharesAlone) {
  std::vector<double> shares = {7, 8, 9};
  fairshare_result result{FAIRSHARE_SURPLUS, 1, 2, 3};
  EXPECT_EQ(solve(100, {1, -2, 3}, shares, result), FAIRSHARE_BAD_INPUT);
  EXPECT_STREQ(fairshare_error(), "claimant 1: weight is negative");
  EXPECT_EQ(solve(std::nan(""), weight, shares, result), FAIRSHARE_BAD_INPUT);
  EXPECT_STREQ(fairshare_error(), "total is not a finite number");
  EXPECT_EQ(shares, (std::vector<double>{7, 8, 9}));
  EXPECT_EQ(result.unclaimed, 3);
  EXPECT_EQ(fairshare_solve(1, 3, shares.data(), nullptr, nullptr, shares.data() + 2, &result),
            FAIRSHARE_BAD_INPUT);
  EXPECT_STREQ(fairshare_error(), "shares overlaps a column");
  EXPECT_EQ(fairshare_solve(1, SIZE_MAX, nullptr, nullptr, nullptr, shares.data(), &result),
            FAIRSHARE_BAD_INPUT);
}

TEST(CSolve, KeepsAnErrorForEachThread) {
  std::vector<double> shares(3);
  fairshare_result result{};
  EXPECT_EQ(solve(-1, weight, shares, result), FAIRSHARE_BAD_INPUT);
  std::thread([] { EXPECT_STREQ(fairshare_error(), ""); }).join();
  EXPECT_STREQ(fairshare_error(), "total is negative");
}

TEST(CSolveBatch, AnswersEachProblemAsAloneAndWritesNothingOfABadOne) {
  const std::array<double, 3> total = {100, 50, 1};
  const std::array<std::size_t, 4> begin = {0, 3, 6, 6};
  std::vector<double> weights, least, most;
  for (int k = 0; k < 2; ++k) {
    weights.insert(weights.end(), weight.begin(), weight.end());
    least.insert(least.end(), min_share.begin(), min_share.end());
    most.insert(most.end(), max_share.begin(), max_share.end());
  }
  std::vector<double> shares(6, -1);
  std::vector<fairshare_result> results(3);
  const auto solve_all = [&] {
    return fairshare_solve_batch(3, total.data(), begin.data(), weights.data(), least.data(),
                                 most.data(), shares.data(), results.data());
  };
  weights[4] = std::nan("");
  EXPECT_EQ(solve_all(), FAIRSHARE_BAD_INPUT);
  EXPECT_STREQ(fairshare_error(), "problem 1: claimant 1: weight is not a finite number");
  EXPECT_EQ(shares, std::vector<double>(6, -1));
  weights[4] = 2;
  ASSERT_EQ(solve_all(), FAIRSHARE_OK);
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<double> alone(3);
    fairshare_result result{};
    ASSERT_EQ(fairshare_solve(total[k], begin[k + 1] - begin[k], weight.data(), min_share.data(),
                              max_share.data(), alone.data(), &result),
              FAIRSHARE_OK);
    EXPECT_EQ(results[k].outcome, result.outcome);
    EXPECT_EQ(results[k].ratio, result.ratio);
    for (std::size_t i = begin[k]; i < begin[k + 1]; ++i) EXPECT_EQ(shares[i], alone[i - begin[k]]);
  }
  const std::array<std::size_t, 2> descending = {3, 0};
  EXPECT_EQ(fairshare_solve_batch(1, total.data(), descending.data(), nullptr, nullptr, nullptr,
                                  shares.data(), results.data()),
            FAIRSHARE_BAD_INPUT);
}

TEST(CSolveBatch, RefusesSharesOverTheColumnsOfAnotherProblem) {
  const std::array<double, 2> total = {1, 1};
  const std::array<std::size_t, 3> begin = {0, 3, 6};
  std::vector<double> numbers(9, 1);
  std::array<fairshare_result, 2> results{};
  EXPECT_EQ(fairshare_solve_batch(2, total.data(), begin.data(), numbers.data(), nullptr, nullptr,
                                  numbers.data() + 3, results.data()),
            FAIRSHARE_BAD_INPUT);
  EXPECT_STREQ(fairshare_error(), "shares overlaps a column");
  EXPECT_EQ(numbers, std::vector<double>(9, 1));
}

// The text of a call on a record, and its status.
template <class Call>
std::string said(fairshare_status expected, const Call& call) {
  char* text = nullptr;
  EXPECT_EQ(call(&text), expected) << fairshare_error();
  const std::string copy = text == nullptr ? "" : text;
  fairshare_free(text);
  return copy;
}

constexpr std::string_view thirds = R"({"total":10,"claimants":[{},{},{}],"shares":[4,4,4]})";

TEST(CRecords, AreAnsweredAsByTheCommand) {
  EXPECT_EQ(said(FAIRSHARE_OK,
                 [](char** text) { return fairshare_exact(thirds.data(), thirds.size(), text); }),
            R"({"outcome":"allocation","ratio":"10/3","shares":["10/3","10/3","10/3"]})");
  EXPECT_EQ(
      said(FAIRSHARE_OK,
           [](char** text) { return fairshare_apportion(thirds.data(), thirds.size(), text); }),
      R"({"outcome":"allocation","ratio":"10/3","shares":["4","3","3"]})");
  EXPECT_EQ(said(FAIRSHARE_OK,
                 [](char** text) {
                   return fairshare_compute("yarn-2.7", thirds.data(), thirds.size(), text);
                 }),
            R"({"outcome":"shares","shares":[4,4,4]})");
  const std::string verdict = said(FAIRSHARE_OK, [](char** text) {
    return fairshare_judge(thirds.data(), thirds.size(), nullptr, "exact", text);
  });
  EXPECT_TRUE(verdict.starts_with(R"({"file":"record","line":1,"verdict":"unfair")")) << verdict;
  EXPECT_NE(said(FAIRSHARE_OK,
                 [](char** text) {
                   return fairshare_judge(thirds.data(), thirds.size(), "yarn-2.7", nullptr, text);
                 })
                .find("\"verdict\":\"fair\""),
            std::string::npos);
}

TEST(CRecords, AreJudgedForPeopleAsWell) {
  const std::string told = said(FAIRSHARE_OK, [](char** text) {
    return fairshare_judge_text(thirds.data(), thirds.size(), nullptr, "exact", text);
  });
  EXPECT_TRUE(told.starts_with("error[FS101]")) << told;
}

TEST(CRecords, AreRefusedWithAnErrorInJson) {
  const auto ask = [](std::string_view record) {
    return said(FAIRSHARE_BAD_INPUT,
                [&](char** text) { return fairshare_exact(record.data(), record.size(), text); });
  };
  EXPECT_NE(ask("{").find(R"("code":"FS001")"), std::string::npos);
  EXPECT_NE(ask("").find(R"("code")"), std::string::npos);
  EXPECT_NE(ask(R"({"total":1,"claimants":[{"wieght":1}]})").find(R"("code":"FS003")"),
            std::string::npos);
  EXPECT_NE(said(FAIRSHARE_BAD_INPUT,
                 [](char** text) {
                   return fairshare_compute("yarn-9", thirds.data(), thirds.size(), text);
                 })
                .find("FS014"),
            std::string::npos);
  EXPECT_NE(said(FAIRSHARE_BAD_INPUT,
                 [](char** text) {
                   return fairshare_judge(thirds.data(), thirds.size(), nullptr, "up", text);
                 })
                .find("unknown rounding up"),
            std::string::npos);
}

TEST(CRecords, WithNumbersBeyondTheBoundAreNoMemory) {
  std::string record = R"({"total":1,"claimants":[)";
  for (int k = 0; k < 4000; ++k) {
    record += (k == 0 ? "" : ",") + std::string("{\"weight\":\"1/") +
              std::to_string(1'000'003 + 2 * k) + "\"}";
  }
  record += "]}";
  EXPECT_EQ(said(FAIRSHARE_NO_MEMORY,
                 [&](char** text) { return fairshare_exact(record.data(), record.size(), text); }),
            "");
  EXPECT_NE(std::string(fairshare_error()).find("take more than"), std::string::npos)
      << fairshare_error();
}

TEST(CCheck, NamesThePairOrNothing) {
  fairshare_violation violation{};
  const std::vector<double> wrong = {10, 30, 60};
  ASSERT_EQ(fairshare_check(100, 3, weight.data(), min_share.data(), max_share.data(), wrong.data(),
                            nullptr, &violation),
            FAIRSHARE_OK);
  EXPECT_EQ(violation.is_fair, 0);
  EXPECT_STREQ(violation.code, "FS204");
  EXPECT_EQ(violation.first, 1U);
  EXPECT_EQ(violation.second, 0U);
  EXPECT_NE(std::string(violation.text).find("1 is above its minimum and holds"), std::string::npos)
      << violation.text;
  fairshare_free(violation.text);
  std::vector<double> fair(3);
  fairshare_result result{};
  ASSERT_EQ(solve(100, weight, fair, result), FAIRSHARE_OK);
  ASSERT_EQ(fairshare_check(100, 3, weight.data(), min_share.data(), max_share.data(), fair.data(),
                            nullptr, &violation),
            FAIRSHARE_OK);
  EXPECT_EQ(violation.is_fair, 1);
  EXPECT_EQ(violation.text, nullptr);
  ASSERT_EQ(fairshare_check(100, 3, weight.data(), min_share.data(), max_share.data(), fair.data(),
                            "down", &violation),
            FAIRSHARE_BAD_INPUT);
  EXPECT_EQ(violation.text, nullptr);
}

}  // namespace
}  // namespace fairshare
