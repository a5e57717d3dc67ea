// What YARN's releases compute, from the table of executed edge cases, the public issues, and by
// hand.
#include "fairshare/schedulers/hadoop/yarn.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/exact/solve.h"
#include "tests/hadoop_answer.h"

namespace fairshare::schedulers::yarn {
namespace {

using exact::Rational;
using List = std::vector<Schedulable>;
using Numbers = std::vector<std::int64_t>;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t int_min = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t long_max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t long_min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t no_double = (std::int64_t{1} << 53) + 1;  // no double, the least

const std::vector<Release> all = {Release::v2_2, Release::v2_5, Release::v2_7, Release::v3_0,
                                  Release::v3};
const std::vector<Release> until_2_5 = {Release::v2_2, Release::v2_5};
const std::vector<Release> since_2_7 = {Release::v2_7, Release::v3_0, Release::v3};
const std::vector<Release> until_3_0 = {Release::v2_2, Release::v2_5, Release::v2_7, Release::v3_0};

tests::HadoopAnswer answer(Release release, std::int64_t total, List list,
                           Kind kind = Kind::instantaneous) {
  return tests::answer_of(compute(release, total, list, kind));
}

tests::HadoopAnswer shares(Numbers numbers) {
  return {"shares", std::move(numbers)};
}
tests::HadoopAnswer overflow(Numbers numbers) {
  return {"overflow", std::move(numbers)};
}
const tests::HadoopAnswer hang{"hang", {}};

// So many claimants of weight 1 without a maximum.
List equals(Release release, std::size_t count) {
  return List(count, {1, 0, amount_max(release)});
}

std::string name(Release release) {
  for (const auto& [text, value] : tests::yarn_releases) {
    if (value == release) return text;
  }
  return "";
}

TEST(YarnCompute, LetsAllTickOverAtOnce) {
  for (const Release release : all) {
    SCOPED_TRACE(name(release));
    EXPECT_EQ(answer(release, 10, equals(release, 3)), shares({4, 4, 4}));
    EXPECT_EQ(answer(release, 1, equals(release, 3)), shares({1, 1, 1}));
    EXPECT_EQ(answer(release, 9, equals(release, 3)), shares({3, 3, 3}));
  }
}

TEST(YarnCompute, DividesByWeightWithinTheBounds) {
  for (const Release release : all) {
    SCOPED_TRACE(name(release));
    // 100 - 60 is left for weights 1 and 2. Truncated shares come to 40 from R = 13.5 on.
    EXPECT_EQ(answer(release, 100, {{1, 0, 100}, {2, 0, 30}, {3, 60, 100}}), shares({13, 27, 60}));
  }
}

TEST(YarnCompute, StopsWhereTheSumIsTheTotalSince2_5) {  // YARN-1923
  // It shows only where a sum wraps: T is 2^30 + 2^30 as an int, which is -2^31, and used(1/2) is
  // the same. Without the stop every sum on the way is T or more, and R goes down to 2^-25.
  const std::int64_t half = std::int64_t{1} << 30;
  const List list(2, {0x1p31F, 0, half});
  EXPECT_EQ(answer(Release::v2_2, 3, list), overflow({64, 64}));
  EXPECT_EQ(answer(Release::v2_5, 3, list), overflow({half, half}));
}

TEST(YarnCompute, NeverReturnedWhereAllWeightsAreZeroBefore2_6) {  // YARN-1458
  for (const Release release : until_2_5) {
    SCOPED_TRACE(name(release));
    EXPECT_EQ(answer(release, 10, {{0, 0, 100}, {0, 0, 100}}), hang);
    EXPECT_EQ(answer(release, 10, {{0, 0, 100}, {1, 0, 5}}), hang);
    EXPECT_EQ(answer(release, 10, {{0, 0, 100}, {1, 0, 100}}), shares({0, 10}));
    EXPECT_EQ(answer(release, 10, {{-1, 0, 100}}), hang);
  }
  for (const Release release : since_2_7) {
    SCOPED_TRACE(name(release));
    EXPECT_EQ(answer(release, 10, {{0, 0, 100}, {0, 0, 100}}), shares({0, 0}));
    EXPECT_EQ(answer(release, 10, {{0, 0, 100}, {1, 0, 5}}), shares({0, 5}));
    EXPECT_EQ(answer(release, 10, {{0, 0, 100}, {1, 0, 100}}), shares({0, 10}));
    EXPECT_EQ(answer(release, 10, {{-1, 0, 100}}), shares({0}));
    EXPECT_EQ(answer(release, 10, {{-infinity, 4, 100}, {1, 0, 100}}), shares({4, 6}));
  }
}

TEST(YarnCompute, FixesWeightZeroAtItsMinimumWhateverItsMaximum) {
  const List list = {{0, 8, 5}, {1, 0, 100}};
  for (const Release release : until_2_5) EXPECT_EQ(answer(release, 10, list), shares({5, 5}));
  for (const Release release : since_2_7) EXPECT_EQ(answer(release, 10, list), shares({8, 2}));
  for (const Release release : all) {
    EXPECT_EQ(answer(release, 10, {{1, 8, 5}, {1, 0, 100}}), shares({5, 5})) << name(release);
  }
}

TEST(YarnCompute, FixesInTheOrderOfMaximumActivityAndWeight) {
  for (const Release release : since_2_7) {
    SCOPED_TRACE(name(release));
    EXPECT_EQ(answer(release, 10, {{0, 5, 0}, {1, 0, 100}}), shares({0, 10}));
    EXPECT_EQ(answer(release, 10, {{0, 5, -1}, {1, 0, 100}}), shares({0, 10}));
    EXPECT_EQ(answer(release, 10, {{1, 5, 100, false}, {1, 0, 100}}), shares({0, 10}));
    EXPECT_EQ(answer(release, 10, {{0, 5, 100, false}, {1, 0, 100}}), shares({0, 10}));
    EXPECT_EQ(answer(release, 10, {{0, -5, 100}, {1, 0, 100}}), shares({0, 10}));
  }
  for (const Release release : until_2_5) {
    EXPECT_EQ(answer(release, 10, {{1, 5, 100, false}, {1, 0, 100}}), shares({5, 5}));
  }
}

TEST(YarnCompute, CountsInactiveQueuesInSteadyShares) {
  const List list = {{1, 0, 100, false}, {1, 0, 100, true}, {0, 2, 100, false}};
  for (const Release release : since_2_7) {
    EXPECT_EQ(answer(release, 10, list, Kind::steady), shares({4, 4, 2})) << name(release);
    EXPECT_EQ(answer(release, 10, list, Kind::instantaneous), shares({0, 10, 0}));
  }
}

TEST(YarnCompute, NeverScalesMinimums) {
  for (const Release release : all) {
    SCOPED_TRACE(name(release));
    EXPECT_EQ(answer(release, 10, {{1, 8, 100}, {1, 8, 100}, {1, 0, 100}}), shares({8, 8, 0}));
    EXPECT_EQ(answer(release, 0, {{1, 0, 100}, {1, 3, 100}}), shares({0, 3}));
    EXPECT_EQ(answer(release, -7, {{1, 0, 100}, {1, 3, 100}}), shares({0, 3}));
    EXPECT_EQ(answer(release, 10, {}), shares({}));
  }
}

TEST(YarnCompute, TakesWeightsThatAreNoNumbers) {
  for (const Release release : all) {
    SCOPED_TRACE(name(release));
    EXPECT_EQ(answer(release, 100, {{infinity, 0, 100}, {1, 0, 100}}), shares({100, 0}));
    EXPECT_EQ(answer(release, 100, {{nan, 0, 100}, {1, 0, 100}}), shares({0, 100}));
    // NaN is not at most 0, so it is not fixed, and no claimant can take what it leaves.
    EXPECT_EQ(answer(release, 100, {{nan, 7, 100}}), hang);
  }
}

TEST(YarnCompute, StoresNoShareAboveTheLargest) {
  const auto stored = [](std::int64_t share_max, const List& list) {
    const auto computed = compute(Release::v3, int_max, list, Kind::instantaneous, share_max);
    return std::get<Shares<std::int64_t>>(computed).shares;
  };
  EXPECT_EQ(stored(long_max, {{1, 0, long_max}}), (Numbers{int_max + 1}));
  EXPECT_EQ(stored(int_max, {{1, 0, long_max}}), (Numbers{int_max}));
  EXPECT_EQ(stored(7, {{0, 8, 5}, {1, 0, 3}}), (Numbers{7, 3})) << "nor one that is fixed";
}

TEST(YarnCompute, GivesLargeWeightsAUnitOfNothing) {
  for (const Release release : all) {
    // The ratio is never below 2^-25.
    EXPECT_EQ(answer(release, 0, {{0x1p25F, 0, 100}}), shares({1})) << name(release);
    EXPECT_EQ(answer(release, 0, {{0x1p24F, 0, 100}}), shares({0})) << name(release);
  }
}

TEST(YarnCompute, NeverReturnedFromLargeWeightsUntil3_0) {
  for (const Release release : until_3_0) {
    SCOPED_TRACE(name(release));
    // At R = 1 the sum is 2^31 - 1 + 2^31 - 1, which is -2 as an int, and so for every higher R.
    EXPECT_EQ(answer(release, 10, {{0x1p31F, 0, int_max}, {0x1p31F, 0, int_max}}), hang);
  }
  const List list = {{0x1p31F, 0, long_max}, {0x1p31F, 0, long_max}};
  EXPECT_EQ(answer(Release::v3, 10, list), shares({64, 64}));
}

TEST(YarnCompute, WrappedTheSumOfMaximumsBefore2_6) {  // YARN-2534
  const List list(2, {1, 0, std::int64_t{1} << 30});
  for (const Release release : until_2_5) {
    EXPECT_EQ(answer(release, 100, list), overflow({0, 0})) << name(release);
  }
  for (const Release release : since_2_7) {
    EXPECT_EQ(answer(release, 100, list), shares({50, 50})) << name(release);
  }
  // A claimant without a maximum ends that sum; what follows does not count.
  const List unbounded_first = {{1, 0, int_max}, {1, 0, 1 << 30}, {1, 0, 1 << 30}};
  EXPECT_EQ(answer(Release::v2_2, 9, unbounded_first), shares({3, 3, 3}));
}

TEST(YarnCompute, NeverReturnedFromMoreThanAPebibyteUntil3_0) {  // YARN-7560, YARN-8833
  const std::int64_t total = (std::int64_t{1} << 30) + 1;
  for (const Release release : until_3_0) {
    EXPECT_EQ(answer(release, total, {{1, 0, int_max}, {1, 0, int_max}}), hang) << name(release);
  }
  // 25 halvings of [0, 2^30]: multiples of 32, the least that is not below 2^29 + 1/2.
  EXPECT_EQ(answer(Release::v3, total, {{1, 0, long_max}, {1, 0, long_max}}),
            shares({536870944, 536870944}));
  EXPECT_EQ(answer(Release::v2_7, total - 1, {{1, 0, int_max}, {1, 0, int_max}}),
            shares({1 << 29, 1 << 29}));
}

TEST(YarnCompute, HoldsSharesAtTheEndOfAnIntIn3_0) {
  EXPECT_EQ(answer(Release::v3_0, no_double, {{1, 0, no_double}}), shares({int_max}));
  EXPECT_EQ(answer(Release::v3_0, long_max - 1, {{1, 0, long_max - 1}}), shares({int_max}));
  // A fixed share is not cast.
  EXPECT_EQ(answer(Release::v3_0, long_max, {{0, no_double, long_max}, {1, 0, 5}}),
            overflow({no_double, 5}));
  // Nor is the sum of fixed shares safe: 1 + (2^63 - 1) wraps, and its lower half is 0.
  EXPECT_EQ(answer(Release::v3_0, 100, {{0, 1, 5}, {0, long_max, long_max}, {1, 0, 5}}),
            overflow({1, long_max, 5}));
}

TEST(YarnCompute, WrapsTheSumOfMaximumsIn3_0) {
  // 5 + (2^63 - 1) is -2^63 + 4 as a long; of that the lower half is taken, 4.
  EXPECT_EQ(answer(Release::v3_0, 100, {{1, 0, 5}, {1, 0, long_max}}), overflow({2, 2}));
  EXPECT_EQ(answer(Release::v3_0, 100, {{1, 0, 5}, {1, 0, long_max}, {1, 0, long_max}}),
            overflow({1, 1, 1}));
  EXPECT_EQ(answer(Release::v3_0, 100, {{1, 0, long_max}, {1, 0, 5}}), shares({95, 5}));
  EXPECT_EQ(answer(Release::v3_0, 100, {{1, 0, 5}, {1, 0, int_max}}), shares({5, 95}));
  EXPECT_EQ(answer(Release::v3, 100, {{1, 0, 5}, {1, 0, long_max}}), shares({5, 95}));
}

TEST(YarnCompute, RoundsLongsToDoublesIn3) {
  EXPECT_EQ(answer(Release::v3, no_double, {{1, 0, no_double}}), hang);
  EXPECT_EQ(answer(Release::v3, no_double - 1, {{1, 0, no_double - 1}}), shares({no_double - 1}));
  EXPECT_EQ(answer(Release::v3, 0, {{1, no_double, long_max}}), shares({no_double - 1}));
  EXPECT_EQ(answer(Release::v3, long_max - 1, {{1, 0, long_max - 1}}), shares({long_max}));
}

TEST(YarnCompute, HoldsSumsAtTheEndOfALongIn3) {
  EXPECT_EQ(answer(Release::v3, 10, {{1, long_max, long_max}, {1, long_max, long_max}}),
            shares({long_max, long_max}))
      << "the first share alone ends the sum, without an addition that leaves the range";
  EXPECT_EQ(answer(Release::v3, 10, {{1, long_max / 2 + 1, long_max}, {1, long_max, long_max}}),
            overflow({long_max / 2 + 1, long_max}));
  EXPECT_EQ(answer(Release::v3, 10, {{0, 1, 5}, {0, long_max, long_max}, {1, 0, 5}}),
            overflow({1, long_max, 0}));
}

TEST(YarnCompute, DoublesTheRatioUpToInfinityWhereSumsWrap) {
  // At every finite R the minimum and the maximum add up to 2^31, which is -2^31 as an int. At
  // infinity, weight 0 gives NaN, so its share is 0, and the sum 2^30.
  const std::int64_t half = std::int64_t{1} << 30;
  const List list = {{0, half, int_max}, {0x1p30F, 0, half}};
  for (const Release release : until_2_5) {
    EXPECT_EQ(answer(release, half, list), overflow({0, half})) << name(release);
    const auto computed = compute(release, half, list);
    EXPECT_EQ(resolution(computed, release, list), std::nullopt);
  }
  EXPECT_EQ(answer(Release::v2_7, half, list), shares({half, 32}));
}

TEST(YarnCompute, TakesTheEndsOfTheIntegers) {
  for (const Release release : all) {
    SCOPED_TRACE(name(release));
    const std::int64_t high = amount_max(release);
    const std::int64_t low = -high - 1;
    EXPECT_EQ(answer(release, 10, {{1, low, high}, {1, 0, 4}}).shares.size(), 2U);
    EXPECT_NE(answer(release, low, {{1, low, low}, {nan, high, low}, {0, low, high}}).outcome, "");
    EXPECT_NE(answer(release, high, {{infinity, high, high}, {1, high, high}}).outcome, "");
  }
  // What is left of the lowest total by a fixed unit wraps.
  EXPECT_EQ(answer(Release::v2_7, int_min, {{0, 1, 5}, {1, 0, 5}}), overflow({1, 5}));
  EXPECT_EQ(answer(Release::v3_0, long_min, {{0, 1, 5}, {1, 0, 5}}), overflow({1, 5}));
  EXPECT_EQ(answer(Release::v3, long_min, {{0, 1, 5}, {1, 0, 5}}), overflow({1, 5}));
}

TEST(YarnFairProblem, TakesTheTotalAndTheMaximums) {
  for (const Release release : all) {
    const FairProblem fair = fair_problem(release, 100, List{{2, 8, 5}, {0.5F, 1, 7}});
    const std::vector<Claimant<Rational>> claimants = {{2, 5, Rational(5)},
                                                       {Rational(1, 2), 1, Rational(7)}};
    EXPECT_EQ(fair.problem.claimants, claimants) << name(release);
    EXPECT_EQ(fair.problem.total, 12);
    EXPECT_EQ(fair.notes, std::vector<std::string>(2));
  }
}

TEST(YarnFairProblem, StatesTheSumOfMaximumsExactlyWhereTheReleaseWraps) {
  const FairProblem fair = fair_problem(Release::v2_2, 100, List(2, {1, 0, 1 << 30}));
  EXPECT_EQ(fair.problem.total, 100);
}

TEST(YarnFairProblem, LeavesOutAMaximumThatMeansNone) {
  for (const Release release : all) {
    SCOPED_TRACE(name(release));
    const std::int64_t high = amount_max(release);
    const FairProblem fair = fair_problem(release, high, List{{1, 0, high}, {1, 0, high - 1}});
    EXPECT_EQ(fair.problem.claimants[0].max_share, std::nullopt);
    EXPECT_EQ(fair.problem.claimants[1].max_share, Rational(high - 1));
    EXPECT_EQ(fair.problem.total, high);
    // With the bound the solution is the same.
    Problem<Rational> bounded = fair.problem;
    bounded.claimants[0].max_share = Rational(high);
    EXPECT_EQ(exact::solve(bounded), exact::solve(fair.problem));
  }
}

TEST(YarnFairProblem, NotesWhatIsFixed) {
  const List list = {{1, 5, 0},     {1, 5, 9, false}, {0, 8, 5},
                     {-1, -3, 100}, {1, 0, 4},        {nan, 0, -1}};
  for (const Release release : since_2_7) {
    SCOPED_TRACE(name(release));
    const FairProblem fair = fair_problem(release, 100, list);
    const std::vector<std::string> notes = {"fixed: maximum 0",
                                            "inactive: no running application",
                                            "fixed: weight 0",
                                            "fixed: weight 0",
                                            "",
                                            "fixed: maximum 0"};
    EXPECT_EQ(fair.notes, notes);
    EXPECT_EQ(fair.problem.claimants[1], (Claimant<Rational>{0, 0, Rational(0)}));
    EXPECT_EQ(fair.problem.claimants[2], (Claimant<Rational>{0, 8, Rational(8)}));
    EXPECT_EQ(fair.problem.claimants[3], (Claimant<Rational>{0, 0, Rational(0)}));
    EXPECT_EQ(fair.problem.total, 12);
    EXPECT_EQ(find_defect(fair.problem), std::nullopt);
    EXPECT_EQ(fair_problem(release, 100, list, Kind::steady).notes[1], "");
  }
}

TEST(YarnFairProblem, IsOvercommittedByWhatIsFixedBeyondTheTotal) {
  const List list = {{0, 8, 100}, {1, 4, 100}};
  for (const Release release : since_2_7) {
    EXPECT_EQ(exact::solve(fair_problem(release, 10, list).problem),
              (Solution<Rational>(Overcommitted<Rational>{2})));
  }
}

TEST(YarnFairProblem, KeepsANegativeTotalAsADefect) {
  for (const Release release : all) {
    EXPECT_EQ(find_defect(fair_problem(release, -1, List{{1, 0, 5}}).problem),
              (Defect{Rule::total_is_not_negative}));
  }
}

TEST(YarnResolution, IsAUnitAndTheStepOfTheRatio) {
  for (const Release release : all) {
    SCOPED_TRACE(name(release));
    const List equal = equals(release, 3);
    EXPECT_EQ(resolution(compute(release, 10, equal), release, equal),
              1 + exact::from_double(0x1p-23));
    const List heavy = {{0x1p25F, 0, 100}, {1, 0, 100}};
    EXPECT_EQ(resolution(compute(release, 0, heavy), release, heavy), Rational(2));
  }
}

TEST(YarnResolution, DoesNotCountWhatIsFixed) {
  const List list = {{0x1p31F, 0, 0}, {infinity, 0, 9, false}, {1, 0, 9}};
  for (const Release release : since_2_7) {
    EXPECT_EQ(resolution(compute(release, 1, list), release, list),
              1 + exact::from_double(0x1p-25));
    const List fixed = {{0, 3, 9}};
    EXPECT_EQ(resolution(compute(release, 10, fixed), release, fixed), Rational(0));
  }
}

TEST(YarnResolution, IsAbsentWithoutAnEndOrANumber) {
  const List endless = {{0, 0, 100}};
  EXPECT_EQ(resolution(compute(Release::v2_2, 10, endless), Release::v2_2, endless), std::nullopt);
  const List unweighed = {{infinity, 0, 100}};
  EXPECT_EQ(resolution(compute(Release::v3, 10, unweighed), Release::v3, unweighed), std::nullopt);
}

// At the ratio 4, which the doubling finds: 1 of its maximum, 3/4 * 4, 7, and 2 * 4. The last is
// inactive, and only has the 5 of its minimum in steady shares.
TEST(YarnLevel, TakesEachFieldForItsSetting) {
  Level level{.total = std::int64_t{19},
              .claims = {{.max_share = std::int64_t{1}},
                         {.weight = 0.75},
                         {.min_share = std::int64_t{7}},
                         {.weight = 2.0},
                         {.min_share = std::int64_t{5}, .is_active = false}}};
  for (const Release release : since_2_7) {
    SCOPED_TRACE(name(release));
    const LevelModel model = level_model(release);
    for (const std::int64_t of_the_inactive : {0, 5}) {
      level.is_steady = of_the_inactive > 0;
      level.total = 19 + of_the_inactive;
      EXPECT_EQ(model.compute(level).answers.front(), held(Numbers{1, 3, 7, 8, of_the_inactive}));
      const auto made = model.state(level);
      EXPECT_EQ(std::get<Allocation<Rational>>(std::get<Statement>(made).solution).shares,
                (std::vector<Rational>{1, 3, 7, 8, of_the_inactive}));
    }
  }
}

TEST(YarnLevel, HasNoFairProblemWhereAWeightIsInfiniteInItsFloat) {
  const Level level{.total = std::int64_t{9}, .claims = {{}, {.weight = 1e39}}};
  EXPECT_EQ(std::get<Defect>(level_model(Release::v3).state(level)),
            (Defect{Rule::weight_is_finite, 1}));
}

TEST(YarnCompute, TakesTheLargestIntForASumThatFits) {
  EXPECT_EQ(answer(Release::v2_7, int_max, {{0, int_max - 1, int_max}, {0, 1, int_max}}),
            shares({int_max - 1, 1}));
}

// 2^31 - 6, 5 and 7 are 2^31 - 1 and 7, which wraps to less than 0: every ratio reaches that, and
// 25 halvings leave nothing.
TEST(YarnCompute, AddsToASumOfMaximumsThatHappensToBeTheLargestIntBefore2_6) {
  for (const Release release : until_2_5) {
    EXPECT_EQ(answer(release, 10, {{1, 0, int_max - 5}, {1, 0, 5}, {1, 0, 7}}), overflow({0, 0, 0}))
        << name(release);
  }
}

// Three quarters of 2^32 are fixed, of which the largest share is stored; a quarter is left.
TEST(YarnCompute, TakesAllOfAFixedShareOffTheTotal) {
  const std::int64_t quarter = std::int64_t{1} << 30;
  const List list = {{0, 3 * quarter, long_max}, {1, 0, long_max}};
  EXPECT_EQ(
      tests::answer_of(compute(Release::v3, 4 * quarter, list, Kind::instantaneous, vcores_max)),
      shares({vcores_max, quarter}));
}

}  // namespace
}  // namespace fairshare::schedulers::yarn
