// Piecewise-linear functions: each operation on plots small enough to be drawn by hand.
#include "fairshare/schedulers/ytsaurus/piecewise_linear.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace fairshare::schedulers::piecewise {
namespace {

using Point = std::pair<double, double>;

Function<double> through(const std::vector<Point>& points) {
  Plot<double> plot;
  for (const auto& [argument, value] : points) plot.to(argument, value);
  return plot.finish();
}

std::vector<Point> points_of(const Function<double>& function) {
  std::vector<Point> points{{function.left(), function.segments.front().left_value}};
  for (const auto& segment : function.segments) {
    points.emplace_back(segment.right, segment.right_value);
  }
  return points;
}

Vector both(double first, double second) {
  Vector result;
  result[0] = first;
  result[1] = second;
  return result;
}

// Flat, a jump from 0 to 1, then a slope.
Function<double> with_jump() {
  return through({{0, 0}, {1, 0}, {1, 1}, {2, 2}});
}

TEST(Vector, IsTakenComponentByComponent) {
  const Vector a{{1, 9, 3, 7, 5}};
  const Vector b{{8, 2, 6, 4, 5}};
  EXPECT_EQ(a + b, (Vector{{9, 11, 9, 11, 10}}));
  EXPECT_EQ(a - b, (Vector{{-7, 7, -3, 3, 0}}));
  EXPECT_EQ(a * 2, (Vector{{2, 18, 6, 14, 10}}));
  EXPECT_EQ(min(a, b), (Vector{{1, 2, 3, 4, 5}}));
  EXPECT_EQ(max(a, b), (Vector{{8, 9, 6, 7, 5}}));
  EXPECT_EQ(vector_of(4), (Vector{{4, 4, 4, 4, 4}}));
  EXPECT_EQ(largest(a), 9);
  EXPECT_EQ(largest({{-5, -4, -3, -2, -1}}), -1);
  EXPECT_TRUE(dominates(a, a));
  for (std::size_t i = 0; i < dimensions; ++i) {
    Vector less = a;
    less[i] -= 1;
    EXPECT_TRUE(dominates(a, less)) << i;
    EXPECT_FALSE(dominates(less, a)) << i;
    less[i] = std::nan("");
    EXPECT_FALSE(dominates(a, less)) << i;
  }
}

TEST(PiecewiseLinear, TakesTheLowerEndAtAJump) {
  EXPECT_EQ(value_at(with_jump(), 1), 0);
  EXPECT_EQ(right_limit_at(with_jump(), 1), 1);
  EXPECT_EQ(value_at(with_jump(), 1.5), 1.5);
  EXPECT_EQ(right_limit_at(with_jump(), 1.5), 1.5);
}

TEST(PiecewiseLinear, IsExactAtBothEndsOfASegment) {
  const Function<double> tenth = linear(0.1, 0.3, 0.7, 0.9000000000000001);
  EXPECT_EQ(value_at(tenth, 0.1), 0.3);
  EXPECT_EQ(value_at(tenth, 0.7), 0.9000000000000001);
  const Function<double> slope = linear(0, 0.1, 1, 0.7);
  const double rise = 0.7 - 0.1;
  EXPECT_EQ(value_at(slope, 0.49), 0.1 + rise * 0.49) << "from the nearer end";
  EXPECT_EQ(value_at(slope, 0.51), 0.7 - rise * (1 - 0.51));
  ASSERT_NE(value_at(slope, 0.51), 0.1 + rise * 0.51);
}

TEST(PiecewiseLinear, TakesTheNearestEndOutsideOfItsArguments) {
  EXPECT_EQ(value_at(with_jump(), -1), 0);
  EXPECT_EQ(value_at(with_jump(), 3), 2);
}

TEST(Plot, MergesPointsJumpsAndFlatPieces) {
  EXPECT_EQ(
      through({{0, 0}, {0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 3}, {2, 3}, {3, 4}}).segments.size(),
      3U);
  EXPECT_EQ(through({{0, 0}, {1, 1}, {2, 2}}).segments.size(), 2U) << "slopes stay apart";
}

TEST(PiecewiseLinear, ScalesShiftsAndExtendsItsArguments) {
  EXPECT_EQ(points_of(scale_argument(with_jump(), 2)),
            (std::vector<Point>{{0, 0}, {0.5, 0}, {0.5, 1}, {1, 2}}));
  EXPECT_EQ(points_of(shift_argument(with_jump(), 3)),
            (std::vector<Point>{{3, 0}, {4, 0}, {4, 1}, {5, 2}}));
  EXPECT_EQ(points_of(extend_right(with_jump(), 5)),
            (std::vector<Point>{{0, 0}, {1, 0}, {1, 1}, {2, 2}, {5, 2}}));
  EXPECT_EQ(points_of(extend_right(with_jump(), 1.5)), points_of(with_jump()));
}

TEST(PiecewiseLinear, LosesAJumpAtItsRightEndOnly) {
  EXPECT_EQ(points_of(trim_right(through({{0, 0}, {1, 1}, {1, 2}}))),
            (std::vector<Point>{{0, 0}, {1, 1}}));
  EXPECT_EQ(points_of(trim_right(with_jump())), points_of(with_jump()));
  EXPECT_EQ(points_of(trim_right(through({{1, 1}, {1, 2}}))), (std::vector<Point>{{1, 1}, {1, 1}}));
}

TEST(PiecewiseLinear, AddsUpWhereAllAreDefined) {
  const std::array<Function<double>, 2> functions = {with_jump(), linear(0.5, 10.0, 1.5, 12.0)};
  EXPECT_EQ(points_of(sum<double>(functions)),
            (std::vector<Point>{{0.5, 10}, {1, 11}, {1, 12}, {1.5, 13.5}}));
}

TEST(PiecewiseLinear, AddsUpTheJumpsOfAllOfThem) {
  const std::array<Function<double>, 3> functions = {with_jump(), linear(0, 0.0, 2, 4.0),
                                                     with_jump()};
  EXPECT_EQ(points_of(sum<double>(functions)),
            (std::vector<Point>{{0, 0}, {1, 2}, {1, 4}, {2, 8}}));
}

TEST(PiecewiseLinear, AddsUpInTheOrderOfTheFunctions) {
  // (0.1 + 0.2) + 0.3 and 0.1 + (0.2 + 0.3) are different doubles.
  std::vector<Function<double>> functions;
  for (const double value : {0.1, 0.2, 0.3}) functions.push_back(linear(0, value, 1, value));
  EXPECT_EQ(value_at(sum<double>(functions), 0.5), (0.1 + 0.2) + 0.3);
  EXPECT_NE(value_at(sum<double>(functions), 0.5), 0.1 + (0.2 + 0.3));
}

TEST(PiecewiseLinear, ComposesAtTheBreakpointsOfBoth) {
  const Function<double> twice = linear(0, 0.0, 1, 2.0);
  EXPECT_EQ(points_of(compose(with_jump(), twice)),
            (std::vector<Point>{{0, 0}, {0.5, 0}, {0.5, 1}, {1, 2}}));
}

TEST(PiecewiseLinear, ComposesJumpsOfTheInnerFunction) {
  const Function<double> jump = through({{0, 0}, {1, 0.5}, {1, 1.5}, {2, 2}});
  EXPECT_EQ(points_of(compose(with_jump(), jump)),
            (std::vector<Point>{{0, 0}, {1, 0}, {1, 1.5}, {2, 2}}));
  EXPECT_EQ(points_of(compose(linear(0, 0.0, 2, 2.0), through({{0, 0}, {1, 0.5}, {1, 1.5}}))),
            (std::vector<Point>{{0, 0}, {1, 0.5}}))
      << "no argument reaches the upper end of the last jump";
}

TEST(PiecewiseLinear, ComposesWithAConstantThatStandsOnAJump) {
  const Function<double> flat = linear(0, 1.0, 1, 1.0);
  EXPECT_EQ(points_of(compose(with_jump(), flat)), (std::vector<Point>{{0, 0}, {1, 0}}));
}

TEST(PiecewiseLinear, ComposesAtTheUpperEndOfAJumpOnceTheInnerFunctionRises) {
  EXPECT_EQ(points_of(compose(with_jump(), through({{0, 1}, {1, 1}, {2, 2}}))),
            (std::vector<Point>{{0, 0}, {1, 0}, {1, 1}, {2, 2}}));
}

TEST(PiecewiseLinear, FindsWhereTwoCross) {
  const std::array<Function<double>, 2> functions = {linear(0, 0.0, 1, 1.0),
                                                     linear(0, 0.5, 1, 0.75)};
  const auto least = points_of(pointwise_min(functions));
  ASSERT_EQ(least.size(), 3U);
  EXPECT_EQ(least[0], Point(0, 0));
  EXPECT_NEAR(least[1].first, 2.0 / 3, 1e-15);
  EXPECT_NEAR(least[1].second, 2.0 / 3, 1e-15);
  EXPECT_EQ(least[2], Point(1, 0.75));
}

TEST(PiecewiseLinear, TakesTheLeastOfBothLimitsAtAJump) {
  const std::array<Function<double>, 2> functions = {with_jump(), linear(0, 0.5, 2, 0.5)};
  EXPECT_EQ(points_of(pointwise_min(functions)),
            (std::vector<Point>{{0, 0}, {1, 0}, {1, 0.5}, {2, 0.5}}));
}

// 0 up to 1, where the first jumps; then 0.5, until the last, which falls from 0.75, is below it.
TEST(PiecewiseLinear, TakesTheLeastOfThreeWhereAllAreDefined) {
  const std::array<Function<double>, 3> functions = {with_jump(), linear(0, 0.5, 2, 0.5),
                                                     linear(0.5, 0.75, 1.75, 0.25)};
  const auto least = points_of(pointwise_min(functions));
  ASSERT_EQ(least.size(), 5U);
  EXPECT_EQ(least[0], Point(0.5, 0));
  EXPECT_EQ(least[1], Point(1, 0));
  EXPECT_EQ(least[2], Point(1, 0.5));
  EXPECT_NEAR(least[3].first, 1.125, 1e-15);
  EXPECT_NEAR(least[3].second, 0.5, 1e-15);
  EXPECT_EQ(least[4], Point(1.75, 0.25));
}

TEST(PiecewiseLinear, InvertsBetweenTheValuesThatAreAskedFor) {
  EXPECT_EQ(points_of(inverse(with_jump(), 0.5, 1.5)),
            (std::vector<Point>{{0.5, 1}, {1, 1}, {1.5, 1.5}}));
}

TEST(PiecewiseLinear, InvertsToTheLargestArgument) {
  const Function<double> function = through({{0, 0}, {1, 0}, {2, 1}});
  const Function<double> inverted = inverse(function, 0, 1);
  EXPECT_EQ(value_at(inverted, 0), 1);
  EXPECT_EQ(value_at(inverted, 0.5), 1.5);
  EXPECT_EQ(value_at(inverted, 1), 2);
}

TEST(PiecewiseLinear, InvertsAJumpToAFlatPieceAndAFlatPieceToAJump) {
  EXPECT_EQ(points_of(inverse(with_jump(), 0, 2)), (std::vector<Point>{{0, 1}, {1, 1}, {2, 2}}));
  // Flat at 1 from 1 to 2: at 1 the inverse is left-continuous, after it 2 is reached.
  EXPECT_EQ(points_of(inverse(through({{0, 0}, {1, 1}, {2, 1}, {3, 2}}), 0, 2)),
            (std::vector<Point>{{0, 0}, {1, 1}, {1, 2}, {2, 3}}));
}

TEST(PiecewiseLinear, InvertsAConstantToItsRightEnd) {
  EXPECT_EQ(points_of(inverse(linear(0, 4.0, 2, 4.0), 4, 4)), (std::vector<Point>{{4, 2}, {4, 2}}));
}

TEST(PiecewiseLinear, TellsTheComponentsOfAVectorApart) {
  Plot<Vector> plot;
  plot.to(0, both(0, 0));
  plot.to(1, both(0, 1));
  plot.to(2, both(0, 3));
  const Function<Vector> function = plot.finish();
  EXPECT_EQ(points_of(component(function, 0)), (std::vector<Point>{{0, 0}, {2, 0}}));
  EXPECT_EQ(points_of(component(function, 1)), (std::vector<Point>{{0, 0}, {1, 1}, {2, 3}}));
}

TEST(PiecewiseLinear, CompressesWhatIsStraightWithinTheTolerance) {
  Plot<Vector> plot;
  plot.to(0, both(0, 0));
  plot.to(0.25, both(0.25, 0.5));
  plot.to(0.5, both(0.5, 1 + 1e-16));
  plot.to(1, both(1, 2));
  EXPECT_EQ(compress(plot.finish(), 1e-15).segments.size(), 1U);

  Plot<Vector> bent;
  bent.to(0, both(0, 0));
  bent.to(0.5, both(0.5, 1 + 1e-13));
  bent.to(1, both(1, 2));
  EXPECT_EQ(compress(bent.finish(), 1e-15).segments.size(), 2U) << "one component bends";
}

TEST(PiecewiseLinear, KeepsABendToEitherSideAndTheLastPiece) {
  Plot<Vector> hollow;
  hollow.to(0, both(0, 0));
  hollow.to(0.5, both(0.5, 1 - 1e-13));
  hollow.to(1, both(1, 2));
  EXPECT_EQ(compress(hollow.finish(), 1e-15).segments.size(), 2U);

  Plot<Vector> plot;
  plot.to(0, both(0, 0));
  plot.to(0.25, both(0.25, 0.5));
  plot.to(0.5, both(0.5, 1));
  plot.to(1, both(1, 1.5));
  EXPECT_EQ(points_of(component(compress(plot.finish(), 1e-15), 1)),
            (std::vector<Point>{{0, 0}, {0.5, 1}, {1, 1.5}}));
}

// With a tolerance of 1/8: the third point may be merged with the second, but then the straight
// line to the last one would pass it at 3/16.
TEST(PiecewiseLinear, KeepsToTheToleranceOfEveryPointThatItPasses) {
  for (const double third : {2 + 0.1875, 2 - 0.1875}) {
    Plot<Vector> plot;
    for (const Point& point : {Point(0, 0), Point(1, 1), Point(2, third), Point(3, 3)}) {
      plot.to(point.first, both(0, point.second));
    }
    EXPECT_EQ(points_of(component(compress(plot.finish(), 0.125), 1)),
              (std::vector<Point>{{0, 0}, {2, third}, {3, 3}}));
  }
}

TEST(PiecewiseLinear, CompressesWhatIsStraightBehindABend) {
  Plot<Vector> plot;
  for (const Point& point : {Point(0, 0), Point(1, 0), Point(2, 1), Point(3, 2)}) {
    plot.to(point.first, both(0, point.second));
  }
  EXPECT_EQ(points_of(component(compress(plot.finish(), 1e-15), 1)),
            (std::vector<Point>{{0, 0}, {1, 0}, {3, 2}}));
}

TEST(PiecewiseLinear, KeepsJumpsWhenItCompresses) {
  Plot<Vector> plot;
  plot.to(0, both(0, 0));
  plot.to(1, both(1, 0));
  plot.to(1, both(1, 1));
  plot.to(2, both(2, 1));
  const Function<Vector> function = plot.finish();
  EXPECT_EQ(compress(function, 1e-15).segments.size(), function.segments.size());
}

TEST(PiecewiseLinear, NeverFallsBetweenAnyTwoDoubles) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> part(0, 1);
  for (int round = 0; round < 2000; ++round) {
    const double left = part(random);
    const double right = left + part(random) * 1e-3;
    const double low = part(random);
    const Function<double> function = linear(left, low, right, low + part(random) * 1e-12);
    double argument = left + (right - left) * part(random);
    for (int step = 0; step < 20 && argument < right; ++step) {
      const double next = std::nextafter(argument, 2);
      ASSERT_LE(value_at(function, argument), value_at(function, next));
      argument = next;
    }
  }
}

TEST(LargestWhere, FindsTheLastDoubleAtWhichItHolds) {
  EXPECT_EQ(largest_where(0, 1, [](double x) { return x <= 1.0 / 3; }), 1.0 / 3);
  EXPECT_EQ(largest_where(0, 1, [](double x) { return x <= 0; }), 0.0);
  EXPECT_EQ(largest_where(0, 1, [](double) { return true; }), 1.0);
  EXPECT_EQ(largest_where(-1, 1, [](double x) { return x < -0.25; }), std::nextafter(-0.25, -1));
  EXPECT_EQ(largest_where(0, 1, [](double x) { return x < 1e-310; }), std::nextafter(1e-310, 0));
}

TEST(LargestWhere, FindsNothingWhereItNeverHolds) {
  EXPECT_EQ(largest_where(0, 1, [](double) { return false; }), std::nullopt);
  EXPECT_EQ(largest_where(1, 0, [](double) { return true; }), std::nullopt);
  EXPECT_EQ(largest_where(std::nan(""), 1, [](double) { return true; }), std::nullopt);
}

TEST(LargestWhere, AsksAFewDozenTimes) {
  int asked = 0;
  largest_where(-std::numeric_limits<double>::max(), std::numeric_limits<double>::max(),
                [&](double x) { return ++asked > 0 && x < 0.3; });
  EXPECT_LE(asked, 66);
}

}  // namespace
}  // namespace fairshare::schedulers::piecewise
