// What MR1 computes, from the table of executed edge cases and by hand.
#include "fairshare/schedulers/hadoop/mr1.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/exact/solve.h"
#include "tests/hadoop_answer.h"

namespace fairshare::schedulers::mr1 {
namespace {

using exact::Rational;
using List = std::vector<Schedulable>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int32_t int_max = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t int_min = std::numeric_limits<std::int32_t>::min();

tests::HadoopAnswer answer(double total, const List& list) {
  return tests::answer_of(compute(total, list));
}

tests::HadoopAnswer shares(const std::vector<double>& expected) {
  tests::HadoopAnswer result{"shares", {}};
  for (const double share : expected) {
    result.shares.push_back(tests::bits_of(share));
    if (std::isnan(share)) result.outcome = "nan";
  }
  return result;
}

const tests::HadoopAnswer hang{"hang", {}};

TEST(Mr1, DividesAsFinelyAs25HalvingsDo) {
  // R is doubled up to 4, so the shares are the least multiple of 2^-23 that is not below 10/3.
  const double share = std::ceil(10.0 / 3 * 0x1p23) * 0x1p-23;
  EXPECT_EQ(answer(10, {{1, 0, 100}, {1, 0, 100}, {1, 0, 100}}), shares({share, share, share}));
  EXPECT_NEAR(share, 3.3333333730, 1e-10);
  // The same within [0, 1] for a total of 1, in steps of 2^-25.
  const double third = std::ceil(1.0 / 3 * 0x1p25) * 0x1p-25;
  EXPECT_EQ(answer(1, {{1, 0, 9}, {1, 0, 9}, {1, 0, 9}}), shares({third, third, third}));
}

TEST(Mr1, DividesByWeight) {
  EXPECT_EQ(answer(45, {{2, 0, 100}, {1, 0, 50}, {1, 0, 30}, {0.5, 0, 20}}),
            shares({20, 10, 10, 5}));
}

TEST(Mr1, GivesNoMoreThanTheDemand) {
  EXPECT_EQ(answer(10, {{1, 0, 3}, {1, 0, 4}}), shares({3, 4}));
  EXPECT_EQ(answer(infinity, {{1, 0, 3}, {1, 0, 4}}), shares({3, 4}));
  EXPECT_EQ(answer(10, {}), shares({}));
}

TEST(Mr1, TakesAFractionalTotal) {
  EXPECT_EQ(answer(2.5, {{1, 0, 9}, {1, 0, 9}}), shares({1.25, 1.25}));
}

TEST(Mr1, LetsDemandWinOverTheMinimum) {
  EXPECT_EQ(answer(10, {{0, 8, 5}, {1, 0, 100}}), shares({5, 5}));
  EXPECT_EQ(answer(10, {{1, 8, 5}, {1, 0, 100}}), shares({5, 5}));
}

TEST(Mr1, NeverScalesMinimums) {
  EXPECT_EQ(answer(10, {{1, 8, 100}, {1, 8, 100}, {1, 0, 100}}), shares({8, 8, 0x1p-25}));
}

TEST(Mr1, GivesALittleOfNothing) {
  EXPECT_EQ(answer(0, {{1, 0, 100}, {1, 3, 100}}), shares({0x1p-25, 3}));
  EXPECT_EQ(answer(-1, {{1, 0, 100}, {1, 3, 100}}), shares({0x1p-25, 3}));
  EXPECT_EQ(answer(0, {{0x1p31, 0, 100}, {0x1p31, 0, 100}}), shares({64, 64}));
  EXPECT_EQ(answer(10, {{0x1p31, 0, 100}, {0x1p31, 0, 100}}), shares({64, 64}));
}

TEST(Mr1, GivesWeightZeroNothingWhereTheOthersTakeAll) {
  EXPECT_EQ(answer(10, {{0, 0, 100}, {1, 0, 100}}), shares({0, 10}));
  EXPECT_EQ(answer(10, {{0, 2, 100}, {1, 0, 100}}), shares({2, 8}));
}

TEST(Mr1, MakesNanOfWeightZeroWhereTheOthersCannotTakeAll) {
  EXPECT_EQ(answer(10, {{0, 0, 100}, {0, 0, 100}}), shares({nan, nan}));
  EXPECT_EQ(answer(10, {{0, 0, 100}, {1, 0, 5}}), shares({nan, 5}));
  // Even a maximum below the minimum is NaN then.
  EXPECT_EQ(answer(10, {{0, 7, 0}, {0, 0, 100}}), shares({nan, nan}));
}

TEST(Mr1, TakesWeightsThatAreNoNumbers) {
  EXPECT_EQ(answer(100, {{infinity, 0, 100}, {1, 0, 100}}), shares({100, 0x1p-25}));
  EXPECT_EQ(answer(100, {{nan, 0, 100}, {1, 0, 100}}), shares({nan, 0x1p-25}));
  EXPECT_EQ(answer(nan, {{1, 0, 100}}), shares({0x1p-25}));
}

TEST(Mr1, NeverReturnsFromANegativeWeightThatIsNeeded) {
  EXPECT_EQ(answer(10, {{-1, 0, 100}}), hang);
  EXPECT_EQ(answer(10, {{-infinity, 3, 100}, {1, 0, 6}}), hang);
  EXPECT_EQ(answer(10, {{-1, 0, 100}, {1, 0, 100}}), shares({0, 10}));
  EXPECT_EQ(answer(3, {{-1, 3, 100}}), shares({3}));
}

TEST(Mr1, DoublesTheRatioUpToInfinityForTheLeastWeights) {
  // 2^-1074 * 2^1023 is far from the total; at infinity each claimant has its demand.
  EXPECT_EQ(answer(10, {{0x1p-1074, 0, 4}, {0x1p-1074, 0, 6}}), shares({4, 6}));
  const auto computed = compute(10, List{{0x1p-1074, 0, 10}});
  EXPECT_TRUE(std::isinf(std::get<Shares<double>>(computed).ratio_step));
  EXPECT_EQ(resolution(computed, List{{0x1p-1074, 0, 10}}), std::nullopt);
}

TEST(Mr1, TellsZeroFromMinusZeroAsJavaDoes) {
  // max(-0.0, 0.0) is 0.0, and 0.0 is no more than a demand of 0.
  EXPECT_EQ(answer(1, {{-0.0, 0, 5}, {1, 0, 5}}), shares({0.0, 1}));
  EXPECT_EQ(answer(1, {{-0.0, -1, 5}, {1, 0, 5}}), shares({-0.0, 1}));
}

TEST(Mr1, AddsInTheOrderOfTheList) {
  // With tiny = 2^-23, (2^30 + tiny) + tiny is 2^30 in doubles, and tiny + tiny + 2^30 is not. The
  // minimums take 2^30; whether used(R) reaches the total depends on the order.
  const double total = 0x1p30 + 0x1p-22;
  const Schedulable big{0, 1 << 30, 1 << 30};
  const Schedulable small{1, 0, 1};
  const auto first = std::get<Shares<double>>(compute(total, List{big, small, small}));
  const auto last = std::get<Shares<double>>(compute(total, List{small, small, big}));
  EXPECT_GT(first.shares[1], 0x1p-23);
  EXPECT_LT(last.shares[0], first.shares[1]);
}

TEST(Mr1, TakesTheEndsOfTheIntegers) {
  // 2^31 - 1 + R is rounded to a multiple of 2^-22 there: from R = 1 - 2^-23 on it is 2^31.
  EXPECT_EQ(answer(0x1p31, {{1, int_min, int_max}, {1, int_max, int_max}}),
            shares({1 - 0x1p-23, int_max}));
  // The sum of demands, -2^31 + 5, is all that can be used.
  EXPECT_EQ(answer(10, {{1, 0, int_min}, {1, 0, 5}}), shares({int_min, 5}));
}

TEST(Mr1FairProblem, HoldsMinimumsBelowDemandsAndTheTotalBelowTheirSum) {
  const List list = {{0.1, 8, 5}, {2, 1, 7}};
  const FairProblem fair = fair_problem(100, list);
  const std::vector<Claimant<Rational>> claimants = {{exact::from_double(0.1), 5, Rational(5)},
                                                     {2, 1, Rational(7)}};
  EXPECT_EQ(fair.problem.claimants, claimants);
  EXPECT_EQ(fair.problem.total, 12);
  EXPECT_EQ(fair_problem(2.5, list).problem.total, Rational(5, 2));
  EXPECT_EQ(fair_problem(infinity, list).problem.total, 12);
  EXPECT_EQ(fair.notes, std::vector<std::string>(2));
}

TEST(Mr1FairProblem, IsASurplusWhereMr1MakesNan) {
  const auto solution = exact::solve(fair_problem(10, List{{0, 0, 100}, {1, 0, 5}}).problem);
  EXPECT_EQ(solution, (Solution<Rational>(Surplus<Rational>{5})));
}

TEST(Mr1FairProblem, KeepsADefect) {
  const auto defect = find_defect(fair_problem(10, List{{-1, 0, 100}}).problem);
  EXPECT_EQ(defect, (Defect{Rule::weight_is_not_negative, 0}));
}

TEST(Mr1Resolution, IsTheStepOfTheRatioAndTheRoundingOfTheSums) {
  const List list = {{1, 0, 100}, {1, 0, 100}, {1, 0, 100}};
  const auto computed = compute(10, list);
  const Rational sum = 3 * exact::from_double(std::get<Shares<double>>(computed).shares[0]);
  const Rational bound = exact::from_double(0x1p-23) +
                         4 * (exact::from_double(0x1p-52) * sum + exact::from_double(0x1p-1074));
  const auto rounded_up = resolution(computed, list);
  ASSERT_TRUE(rounded_up);
  EXPECT_EQ(model_result(10, list).resolution, rounded_up);
  EXPECT_GT(*rounded_up, bound);
  EXPECT_LE(*rounded_up, bound + exact::from_double(0x1p-74));
}

TEST(Mr1Resolution, IsAbsentWhereTheAnswerIsNotANumber) {
  const List nothing = {{0, 0, 100}};
  EXPECT_EQ(resolution(compute(10, nothing), nothing), std::nullopt);
  const List endless = {{-1, 0, 100}};
  EXPECT_EQ(resolution(compute(10, endless), endless), std::nullopt);
  const Shares<double> infinite{{std::numeric_limits<double>::infinity()}, Fault::none, 1};
  EXPECT_EQ(resolution(infinite, List{{1, 0, 100}}), std::nullopt);
}

// At the ratio 4, which the doubling finds: 1 of its maximum, 3 of its demand, 7, and 2 * 4.
TEST(Mr1Level, TakesEachFieldForItsSetting) {
  const Level level{.total = 19.0,
                    .claims = {{.max_share = std::int64_t{1}, .demand = std::int64_t{9}},
                               {.max_share = std::int64_t{5}, .demand = std::int64_t{3}},
                               {.min_share = std::int64_t{7}},
                               {.weight = 2.0}}};
  const ModelResult result = level_model().compute(level);
  EXPECT_EQ(result.answers, (std::vector<std::vector<Held>>{{1.0, 3.0, 7.0, 8.0}}));
  EXPECT_TRUE(result.resolution);
  const auto made = level_model().state(level);
  EXPECT_EQ(std::get<Statement>(made).solution,
            Solution<Rational>(Allocation<Rational>{4, {1, 3, 7, 8}}));
}

}  // namespace
}  // namespace fairshare::schedulers::mr1
