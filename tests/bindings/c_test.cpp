// The C functions: they answer as the C++ does, and refuse with a message what would fail its
// assertions. tests/bindings/c_test.py has the vectors, the symbols and a program in C.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <random>
#include <regex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bindings/c/fairshare.h"
#include "fairshare/reference/solve.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

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

TEST(CVersion, IsThreeNumbers) {
  EXPECT_TRUE(std::regex_match(fairshare_version(), std::regex(R"(\d+\.\d+\.\d+)")))
      << fairshare_version();
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
  EXPECT_EQ(result.ratio, 0);
  EXPECT_EQ(result.excess, 0) << "of the call before";
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
  EXPECT_EQ(solve(100, weight, shares, result), FAIRSHARE_OK);
  EXPECT_STREQ(fairshare_error(), "total is negative")
      << "a call that succeeds keeps the last error";
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
    EXPECT_EQ(results[k].excess, result.excess);
    EXPECT_EQ(results[k].unclaimed, result.unclaimed);
    for (std::size_t i = begin[k]; i < begin[k + 1]; ++i) EXPECT_EQ(shares[i], alone[i - begin[k]]);
  }
  const std::array<std::size_t, 2> descending = {3, 0};
  EXPECT_EQ(fairshare_solve_batch(1, total.data(), descending.data(), nullptr, nullptr, nullptr,
                                  shares.data(), results.data()),
            FAIRSHARE_BAD_INPUT);
  const std::array<std::size_t, 2> from_one = {1, 2};
  EXPECT_EQ(fairshare_solve_batch(1, total.data(), from_one.data(), weights.data(), nullptr,
                                  nullptr, shares.data(), results.data()),
            FAIRSHARE_BAD_INPUT);
  EXPECT_STREQ(fairshare_error(), "begin[0]: not ascending from 0");
  const std::array<std::size_t, 3> back = {0, 3, 2};
  EXPECT_EQ(fairshare_solve_batch(2, total.data(), back.data(), weights.data(), nullptr, nullptr,
                                  shares.data(), results.data()),
            FAIRSHARE_BAD_INPUT);
  EXPECT_STREQ(fairshare_error(), "begin[2]: not ascending from 0");
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

// The text of a call on a record, and its status. Each call sets the pointer, whatever it was.
template <class Call>
std::string said(fairshare_status expected, const Call& call) {
  char another;
  char* text = &another;
  EXPECT_EQ(call(&text), expected) << fairshare_error();
  if (text == &another) return "the pointer was not set";
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
  EXPECT_EQ(
      said(FAIRSHARE_OK,
           [](char** text) {
             return fairshare_units("webster", thirds.data(), thirds.size(), text);
           }),
      R"({"outcome":"allocation","ratio":"7/2","shares":["4","3","3"],"tied":["0","1","2"]})");
  for (const char* other : {"jefferson", static_cast<const char*>(nullptr)}) {
    const auto refused = said(FAIRSHARE_BAD_INPUT, [&](char** text) {
      return fairshare_units(other, thirds.data(), thirds.size(), text);
    });
    const std::string why =
        fmt::format("unknown method {}; known: hamilton, webster, dhondt, adams",
                    other == nullptr ? "NULL" : other);
    EXPECT_NE(refused.find(R"("code":"FS011")"), std::string::npos) << refused;
    EXPECT_NE(refused.find(why), std::string::npos) << refused;
    EXPECT_EQ(fairshare_error(), why);
  }
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
  // a and c get 1 and 3, and a's one child 2.
  constexpr std::string_view tree =
      R"({"total":4,"tree":[{"name":"a","children":[{"name":"b"}]},{"name":"c"}],"shares":[1,2,3]})";
  const std::string both = said(FAIRSHARE_OK, [&](char** text) {
    return fairshare_judge_text(tree.data(), tree.size(), nullptr, "exact", text);
  });
  EXPECT_NE(both.find("error[FS204]"), std::string::npos) << both;
  EXPECT_NE(both.find("error[FS101]"), std::string::npos) << both;
}

TEST(CRecords, AreRefusedWithAnErrorInJson) {
  const auto ask = [](std::string_view record) {
    return said(FAIRSHARE_BAD_INPUT,
                [&](char** text) { return fairshare_exact(record.data(), record.size(), text); });
  };
  EXPECT_NE(ask("{").find(R"("code":"FS001")"), std::string::npos);
  EXPECT_NE(ask("").find(R"("code")"), std::string::npos);
  EXPECT_EQ(ask(R"({"id":7,"total":1,"claimants":[{"wieght":1}]})"),
            R"({"id":7,"error":{"code":"FS003","file":"record","line":1,"claimant":"0",)"
            R"("field":"claimants[0].wieght","message":"a claimant has no field \"wieght\"; )"
            R"(its fields: name, weight, min_share, max_share, demand"}})");
  EXPECT_STREQ(fairshare_error(),
               "record:1: claimant 0, claimants[0].wieght: a claimant has no field \"wieght\"; "
               "its fields: name, weight, min_share, max_share, demand");
  EXPECT_NE(said(FAIRSHARE_BAD_INPUT,
                 [](char** text) {
                   return fairshare_compute("yarn-9", thirds.data(), thirds.size(), text);
                 })
                .find("FS014"),
            std::string::npos);
  EXPECT_TRUE(std::string_view(fairshare_error()).find("yarn-9") != std::string::npos);
  EXPECT_NE(said(FAIRSHARE_BAD_INPUT,
                 [](char** text) {
                   return fairshare_judge(thirds.data(), thirds.size(), nullptr, "up", text);
                 })
                .find(R"("code":"FS011","message":"unknown rounding up")"),
            std::string::npos);
  EXPECT_STREQ(fairshare_error(), "unknown rounding up");
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

// Problems one behind the other, each with shares.
struct Laid {
  std::vector<double> total = {};
  std::vector<std::size_t> begin = {0};
  std::vector<double> weight = {}, min_share = {}, max_share = {}, shares = {};

  fairshare_status check_one(std::size_t k, const char* rounding,
                             fairshare_violation& found) const {
    const std::size_t at = begin[k];
    return fairshare_check(total[k], begin[k + 1] - at, weight.data() + at, min_share.data() + at,
                           max_share.data() + at, shares.data() + at, rounding, &found);
  }

  fairshare_status check(const char* rounding, std::vector<fairshare_violation>& found) const {
    found.resize(total.size());
    return fairshare_check_batch(total.size(), total.data(), begin.data(), weight.data(),
                                 min_share.data(), max_share.data(), shares.data(), rounding,
                                 found.data());
  }

  void add(const Laid& one) {
    const auto append = [](auto& to, const auto& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    append(total, one.total);
    begin.push_back(begin.back() + one.weight.size());
    append(weight, one.weight);
    append(min_share, one.min_share);
    append(max_share, one.max_share);
    append(shares, one.shares);
  }
};

// A problem and its fair shares, or its bounds; in every second problem a share is off, or all are
// cut to whole numbers.
Laid random_problem(std::mt19937& random) {
  const std::array<double, 10> values = {-0.0, 0, 1, 2, 3, 10, 0.1, 5e-324, 1e-300, 1e300};
  const auto below = [&](std::size_t n) { return std::size_t{random()} % n; };
  const bool is_whole = below(2) == 0;
  const auto number = [&] {
    return is_whole ? static_cast<double>(below(20)) : values.at(below(values.size()));
  };
  Laid one;
  one.total = {is_whole ? static_cast<double>(below(60)) : number()};
  const std::size_t n = below(20) == 0 ? 70 : below(6);
  for (std::size_t i = 0; i < n; ++i) {
    one.weight.push_back(number());
    one.min_share.push_back(below(2) == 0 ? -0.0 : number());
    one.max_share.push_back(below(2) == 0 ? none : std::max(one.min_share.back(), number()));
  }
  one.begin.push_back(n);
  one.shares.resize(n);
  fairshare_result result{};
  EXPECT_EQ(fairshare_solve(one.total[0], n, one.weight.data(), one.min_share.data(),
                            one.max_share.data(), one.shares.data(), &result),
            FAIRSHARE_OK);
  if (n == 0) return one;
  const std::size_t defect = below(6);
  double& share = one.shares[below(n)];
  if (defect == 0) share = std::nextafter(share, none);
  if (defect == 1) share += 1;
  for (double& each : one.shares) {
    if (defect == 2) each = std::floor(each);
  }
  return one;
}

// What fairshare_judge says about the problem as a record, whose numbers have all digits.
std::string judged(const Laid& one, const char* rounding) {
  const auto list = [&](const auto& entry_of) {
    std::string text;
    for (std::size_t i = 0; i < one.weight.size(); ++i) text += (i > 0 ? "," : "") + entry_of(i);
    return "[" + text + "]";
  };
  const auto claimant = [&](std::size_t i) {
    const bool has_max = one.max_share[i] < none;
    return fmt::format(R"({{"weight":{},"min_share":{}{}}})", one.weight[i], one.min_share[i],
                       has_max ? fmt::format(R"(,"max_share":{})", one.max_share[i]) : "");
  };
  const std::string record = fmt::format(
      R"({{"numbers":"double","total":{},"claimants":{},"shares":{}}})", one.total[0],
      list(claimant), list([&](std::size_t i) { return fmt::format("{}", one.shares[i]); }));
  char* verdict = nullptr;
  EXPECT_EQ(fairshare_judge(record.data(), record.size(), nullptr, rounding, &verdict),
            FAIRSHARE_OK)
      << record;
  const std::string text = verdict == nullptr ? "" : verdict;
  fairshare_free(verdict);
  return text;
}

TEST(CCheckBatch, SaysOfEachProblemWhatIsSaidOfItAlone) {
  std::mt19937 random(23);
  for (const char* rounding : std::initializer_list<const char*>{
           nullptr, "double", "float", "exact", "written", "nearest", "down", "apportioned"}) {
    Laid all;
    std::vector<fairshare_violation> alone, found;
    std::array<std::size_t, 2> told{};
    while (all.total.size() < 400) {
      const Laid one = random_problem(random);
      fairshare_violation violation{};
      const fairshare_status status = one.check_one(0, rounding, violation);
      const std::string why = fairshare_error();
      fairshare_free(violation.text);
      ASSERT_EQ(one.check(rounding, found), status) << fairshare_error();
      if (status != FAIRSHARE_OK) {
        ASSERT_EQ(fairshare_error(), "problem 0: " + why);
        continue;
      }
      const std::string findings = violation.is_fair == 1
                                       ? R"("findings":[])"
                                       : fmt::format(R"("findings":[{{"code":"{}")",
                                                     static_cast<const char*>(violation.code));
      EXPECT_NE(judged(one, rounding).find(findings), std::string::npos) << judged(one, rounding);
      all.add(one);
      alone.push_back(violation);
      ++told.at(static_cast<std::size_t>(violation.is_fair));
    }
    ASSERT_EQ(all.check(rounding, found), FAIRSHARE_OK) << fairshare_error();
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_EQ(found[k].is_fair, alone[k].is_fair) << k;
      EXPECT_STREQ(found[k].code, alone[k].code) << k;
      EXPECT_EQ(found[k].first, alone[k].first) << k;
      EXPECT_EQ(found[k].second, alone[k].second) << k;
      EXPECT_EQ(found[k].text, nullptr) << k;
    }
    EXPECT_GT(std::min(told[0], told[1]), 20U)
        << "fair ones and unfair ones: " << (rounding == nullptr ? "" : rounding);
  }
}

TEST(CCheckBatch, NamesTheProblemAndTheClaimantOfBadInput) {
  const double nan = std::nan("");
  const Laid sound = {{100}, {0, 3}, weight, min_share, max_share, {20, 20, 60}};
  const auto refused = [&](const Laid& bad, const char* rounding) {
    Laid all = sound;
    all.add(sound);
    all.add(bad);
    std::vector<fairshare_violation> found;
    EXPECT_EQ(all.check(rounding, found), FAIRSHARE_BAD_INPUT);
    return std::string(fairshare_error());
  };
  Laid bad = sound;
  bad.weight[1] = -1;
  EXPECT_EQ(refused(bad, nullptr), "problem 2: claimant 1: weight is negative");
  bad = sound;
  bad.total[0] = nan;
  EXPECT_EQ(refused(bad, nullptr), "problem 2: total is not a finite number");
  bad = sound;
  bad.shares[2] = nan;
  EXPECT_EQ(refused(bad, nullptr), "problem 2: claimant 2: its share is not a finite number");
  bad.shares[2] = 2.5;
  EXPECT_NE(refused(bad, "down").find("problem 2: "), std::string::npos) << fairshare_error();
  EXPECT_NE(refused(bad, "down").find("claimant 2"), std::string::npos) << fairshare_error();
  EXPECT_EQ(refused(sound, "up"), "unknown rounding up");
  bad = sound;
  bad.begin = {3, 0};
  std::vector<fairshare_violation> found;
  EXPECT_EQ(bad.check(nullptr, found), FAIRSHARE_BAD_INPUT);
  EXPECT_STREQ(fairshare_error(), "begin[0]: not ascending from 0");
  EXPECT_EQ(Laid{}.check(nullptr, found), FAIRSHARE_OK) << "of no problems";
}

#if defined(__x86_64__)
constexpr unsigned subnormals_are_zero = 0x8040U, rounding_down = 0x2000U;

TEST(CSolve, KnowsASubnormalWeightFromZeroInEveryModeOfTheThread) {
  const std::vector<double> weights = {5e-324, 1}, most = {10, 5};
  const std::array<std::size_t, 2> begin = {0, 2};
  const double total = 20;
  std::vector<double> shares(2), of_batch(2);
  fairshare_result result{};
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | subnormals_are_zero);
  fairshare_solve(total, 2, weights.data(), nullptr, most.data(), shares.data(), &result);
  fairshare_solve_batch(1, &total, begin.data(), weights.data(), nullptr, most.data(),
                        of_batch.data(), &result);
  _mm_setcsr(before);
  EXPECT_EQ(shares, most);
  EXPECT_EQ(of_batch, most);
}

TEST(CRecords, AreReadAndComputedAlikeInEveryModeOfTheThread) {
  const std::string subnormal = R"({"numbers":"double","total":1,"claimants":[{"weight":5e-324}]})";
  const std::string three = R"({"total":10,"claimants":[{},{},{}]})";
  char* exact = nullptr;
  char* computed = nullptr;
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | subnormals_are_zero);
  EXPECT_EQ(fairshare_exact(subnormal.data(), subnormal.size(), &exact), FAIRSHARE_OK) << exact;
  _mm_setcsr(before | rounding_down);
  fairshare_compute("apf", three.data(), three.size(), &computed);
  _mm_setcsr(before);
  EXPECT_NE(std::string(computed).find("3.3333333333333335"), std::string::npos) << computed;
  fairshare_free(exact);
  fairshare_free(computed);
}

TEST(CCheckBatch, TellsSubnormalSharesApartInEveryModeOfTheThread) {
  const Laid one = {{1e-320}, {0, 2}, {1, 1}, {0, 0}, {none, none}, {1e-320, 0}};
  std::vector<fairshare_violation> found;
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | subnormals_are_zero);
  EXPECT_EQ(one.check(nullptr, found), FAIRSHARE_OK) << fairshare_error();
  fairshare_violation alone{};
  EXPECT_EQ(one.check_one(0, nullptr, alone), FAIRSHARE_OK) << fairshare_error();
  _mm_setcsr(before);
  EXPECT_EQ(found[0].is_fair, 0);
  EXPECT_EQ(alone.is_fair, 0);
  fairshare_free(alone.text);
}
#endif

}  // namespace
}  // namespace fairshare
