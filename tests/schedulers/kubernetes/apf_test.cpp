// What the API server computes, by hand and from runs of its function.
#include "fairshare/schedulers/kubernetes/apf.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"

namespace fairshare::schedulers::apf {
namespace {

using exact::Rational;
using List = std::vector<Level>;

std::vector<double> shares(std::int64_t total, const List& levels) {
  const auto answer = compute(total, levels);
  const auto* division = std::get_if<Division>(&answer);
  return division ? division->shares : std::vector<double>{};
}

std::string message(std::int64_t total, const List& levels) {
  const auto answer = compute(total, levels);
  const auto* refusal = std::get_if<Refusal>(&answer);
  return refusal ? refusal->message : "";
}

TEST(Apf, CountsTheLowerBoundTowardsTheShare) {
  EXPECT_EQ(shares(100, {{60, 50, 1000}, {60, 0, 1000}, {60, 0, 1000}}),
            (std::vector<double>{50, 25, 25}));
}

TEST(Apf, TellsTheRatio) {
  const auto answer = compute(30, List{{10, 0, 100}, {20, 0, 100}});
  EXPECT_EQ(std::get<Division>(answer), (Division{{10, 20}, 1}));
}

TEST(Apf, GivesTheBoundsWhereTheyLeaveNoChoice) {
  const auto division = [](const List& levels) { return std::get<Division>(compute(7, levels)); };
  EXPECT_EQ(division({{5, 3, 9}, {5, 4, 9}}), (Division{{3, 4}, 0.6})) << "the lowest ratio";
  EXPECT_EQ(division({{5, 0, 3}, {5, 0, 4}}), (Division{{3, 4}, 0.8})) << "the highest";
  EXPECT_EQ(shares(0, {{5, 0, 3}}), (std::vector<double>{0}));
  EXPECT_EQ(shares(0, {}), (std::vector<double>{}));
}

TEST(Apf, RaisesTargetsToAThousandth) {
  EXPECT_EQ(shares(4, {{0, 0, 9}, {0.001, 0, 9}}), (std::vector<double>{2, 2}));
  EXPECT_EQ(shares(4, {{0.0005, 0, 9}, {0.001, 0, 9}}), (std::vector<double>{2, 2}));
}

TEST(Apf, RefusesBoundsThatConflict) {
  EXPECT_EQ(message(9, {{1, -0.5, 3}}),
            "lower bound 0 is -0.5 but negative lower bounds are not allowed");
  EXPECT_EQ(message(100, {{10, 50, 1000}, {60, 0, 1000}}),
            "target 0 is 10, which is below its lower bound of 50");
  EXPECT_EQ(message(9, {{9, 0, 9}, {9, 2, 1e21}, {9, 2, 1.5}}),
            "upper bound 2 is 1.5 but should not be less than the lower bound 2");
}

TEST(Apf, RefusesWhatDoesNotFit) {
  EXPECT_EQ(message(-1, {}), "negative sums are not supported");
  EXPECT_EQ(message(1, {{1e22, 0.25, 1e22}, {2, 1, 2}}),
            "lower bounds sum to 1.25, which is higher than the required sum of 1");
  EXPECT_EQ(message(10, {{1, 0, 0.00005}}),
            "upper bounds sum to 5e-05, which is lower than the required sum of 10");
  EXPECT_EQ(message(10, {{1, 0, 0.00025}}),
            "upper bounds sum to 0.00025, which is lower than the required sum of 10");
}

TEST(Apf, TakesLessThanATenMillionthOfASeatForNothing) {
  const auto share = [](double lower, double upper) { return shares(1, {{2, lower, upper}}); };
  for (const double near_one : {0.99999995, 1.00000005}) {
    EXPECT_EQ(share(near_one, 3), std::vector<double>{near_one});
    EXPECT_EQ(share(0, near_one), std::vector<double>{near_one});
  }
  EXPECT_EQ(share(0.9999998, 3), std::vector<double>{1});
  EXPECT_EQ(share(0, 1.0000002), std::vector<double>{1});
  EXPECT_EQ(message(1, {{2, 1.0000002, 3}}),
            "lower bounds sum to 1.0000002, which is higher than the required sum of 1");
  EXPECT_EQ(message(1, {{2, 0, 0.9999998}}),
            "upper bounds sum to 0.9999998, which is lower than the required sum of 1");
}

TEST(Apf, WritesLargeNumbersAsGoDoes) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(message(9, {{1, -infinity, 3}}),
            "lower bound 0 is -Inf but negative lower bounds are not allowed");
  EXPECT_EQ(message(9, {{1, infinity, infinity}}),
            "target 0 is 1, which is below its lower bound of +Inf");
  EXPECT_EQ(
      message(1, {{0x1p62, 0x1p60, 0x1p62}}),
      "lower bounds sum to 1.152921504606847e+18, which is higher than the required sum of 1");
  EXPECT_EQ(message(1, {{1e6, 1e6, 1e6}}),
            "lower bounds sum to 1e+06, which is higher than the required sum of 1");
  EXPECT_EQ(message(9999999, {{1234567.5, 0, 1234567.5}}),
            "upper bounds sum to 1.2345675e+06, which is lower than the required sum of 9999999");
  EXPECT_EQ(message(1, {{999999.5, 999999.5, 1e6}}),
            "lower bounds sum to 999999.5, which is higher than the required sum of 1");
  EXPECT_EQ(message(1, {{1e21, 1e21, 1e21}}),
            "lower bounds sum to 1e+21, which is higher than the required sum of 1");
}

TEST(Apf, RefusesWhatIsPossibleWhereTargetsAreFarApart) {
  const List levels = {{30617293902398, 0, 0.01}, {0, 0, 1}};
  EXPECT_EQ(message(1, levels),
            "impossible: ran out of bounds to consider in bound-constrained problem");
  const auto solution = exact::solve(fair_problem(1, levels).problem);
  EXPECT_TRUE(std::holds_alternative<Allocation<Rational>>(solution));
}

TEST(Apf, LosesDigitsWhereTargetsAreFarApart) {
  EXPECT_EQ(shares(927996, {{0, 0, 1000000}, {566803, 0, 0.01}, {1000000, 0, 0.01}}),
            (std::vector<double>{927995.8278896303, 0.01, 0.01}));
}

TEST(Apf, RoundsEachShareByItself) {
  const auto thirds = shares(10, {{1, 0, 9}, {1, 0, 9}, {1, 0, 9}});
  EXPECT_EQ(whole_seats(thirds[0]) * 3, 9);
  EXPECT_EQ(whole_seats(2.5) + whole_seats(2.5), 6);
  EXPECT_EQ(whole_seats(-2.5), -3);
}

TEST(Apf, LetsTheUpperBoundWinInItsFairProblem) {
  const auto problem = fair_problem(9, List{{9, 5, 2}}).problem;
  EXPECT_EQ(problem.claimants[0], (Claimant<Rational>{9, 2, Rational(2)}));
}

TEST(Apf, EndsAtABoundWhereRoundingReachesTheTotalThere) {
  const auto computed =
      compute(1, std::vector<Level>{{0.5, 0.35, 1}, {0.5, 0.05, 0.55}, {0.3, 0.3, 0.33}});
  EXPECT_EQ(std::get<Division>(computed), (Division{{0.35, 0.35, 0.3}, 0.7}));
}

TEST(Apf, TakesEachFieldOfALevelForItsSetting) {
  schedulers::Level level{.total = std::int64_t{7},
                          .claims = {{.weight = 2.0, .min_share = 1.0, .max_share = 3.0},
                                     {.weight = 1.0, .max_share = 5.0, .demand = 2.5},
                                     {}}};
  const ModelResult result = level_model().compute(level);
  EXPECT_EQ(result.answers, (std::vector<std::vector<Held>>{{3.0, 2.0, 2.0}}));
  EXPECT_TRUE(result.are_all);
  EXPECT_EQ(result.resolution, Rational(7, 1'000'000'000));
  ASSERT_EQ(result.details.size(), 2U);
  EXPECT_EQ(result.details[0].name, "ratio");
  EXPECT_EQ(std::get<Held>(result.details[0].value), Held(2.0));
  EXPECT_EQ(result.details[1].name, "seats");
  EXPECT_EQ(std::get<std::vector<Held>>(result.details[1].value),
            held(std::vector<std::int64_t>{3, 2, 2}));
  level.total = std::int64_t{9};
  EXPECT_EQ(level_model().compute(level).answers, (std::vector<std::vector<Held>>{{3.0, 2.5, 3.5}}))
      << "without an upper bound the total";
  level.claims[0].min_share = -1.0;
  EXPECT_EQ(level_model().compute(level).outcome, "error");
  EXPECT_EQ(level_model().compute(level).message,
            "lower bound 0 is -1 but negative lower bounds are not allowed");
  level.claims = {{.weight = 10.0, .min_share = 10.0}};
  EXPECT_EQ(level_model().compute(level).message,
            "lower bounds sum to 10, which is higher than the required sum of 9")
      << "without an upper bound no less than the lower one";
}

// Go's sort keeps the order of equal bounds up to 12 of them. The upper bounds are all at ratio 1.
TEST(Apf, MayDifferAboveSixLevelsWhereEqualBoundsAreNotAddedExactly) {
  List levels;
  for (const double target : {0.1, 0.2, 0.3, 0.4, 0.5, 0.6}) levels.push_back({target, 0, target});
  EXPECT_FALSE(may_differ(levels));
  levels.push_back({0.7, 0, 9});
  EXPECT_TRUE(may_differ(levels));
  List whole;
  for (const double target : {1, 2, 3, 4, 5, 6, 7}) whole.push_back({target, 0, target});
  EXPECT_FALSE(may_differ(whole)) << "whole numbers are added exactly";
  List alike(7, apf::Level{0.1, 0, 1});
  EXPECT_FALSE(may_differ(alike)) << "bounds by one target are alike in any order";
  schedulers::Level level{.total = std::int64_t{2}};
  for (const double target : {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}) {
    level.claims.push_back({.weight = target, .max_share = target});
  }
  EXPECT_FALSE(level_model().compute(level).are_all);
  level.claims.pop_back();
  EXPECT_TRUE(level_model().compute(level).are_all);
}

TEST(Apf, RefusesTheFirstConflictOfTheFirstLevelThatHasOne) {
  EXPECT_EQ(message(9, {{-2, -1, -3}}),
            "lower bound 0 is -1 but negative lower bounds are not allowed");
  EXPECT_EQ(message(9, {{1, 5, 3}}), "target 0 is 1, which is below its lower bound of 5");
  EXPECT_EQ(message(1, {{5, 0, 9}, {2, 4, 9}, {3, 7, 6}}),
            "target 1 is 2, which is below its lower bound of 4")
      << "before what the bounds add up to";
  EXPECT_EQ(message(9, {{20, 12.5, 20}}),
            "lower bounds sum to 12.5, which is higher than the required sum of 9");
}

TEST(Apf, RaisesTargetsInItsFairProblemToo) {
  EXPECT_EQ(
      fair_problem(9, List{{0, 0, 4}, {2, 1, 7}}).problem,
      (Problem<Rational>{9, {{exact::from_double(0.001), 0, Rational(4)}, {2, 1, Rational(7)}}}));
}

}  // namespace
}  // namespace fairshare::schedulers::apf
