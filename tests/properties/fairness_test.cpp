// properties/fairness.h, axioms.h and distance.h. That the verdict is right is checked against the
// exact solver: the fair shares are unique, so reported shares are fair exactly when the fair ones
// lie in all of their intervals.
#include "fairshare/properties/fairness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/axioms.h"
#include "fairshare/properties/distance.h"
#include "tests/rounded.h"

namespace fairshare::properties {
namespace {

using Shares = std::vector<Rational>;
using Intervals = std::vector<Interval>;

std::optional<Rational> at_most(int number) {
  return Rational(number);
}

// By name, since a list in braces may be of either kind.
std::optional<Violation> judge(const Problem<Rational>& problem, const Shares& shares) {
  return find_violation(problem, std::span<const Rational>(shares));
}
std::optional<Violation> judge_intervals(const Problem<Rational>& problem,
                                         const Intervals& reported) {
  return find_violation(problem, std::span<const Interval>(reported));
}

template <class Kind>
Kind found(const std::optional<Violation>& violation) {
  return std::get<Kind>(violation.value());
}

bool contains(const Interval& interval, const Rational& number) {
  const auto& [low, high, low_open, high_open] = interval;
  return (low < number || (low == number && !low_open)) &&
         (number < high || (number == high && !high_open));
}

const Problem<Rational> documented{100, {{1, 0, {}}, {2, 0, at_most(30)}, {3, 60, {}}}};

TEST(FindViolation, NamesTheDocumentedPair) {
  const auto pair = found<Unequal>(judge(documented, {10, 30, 60}));
  EXPECT_EQ(pair.richer, 1U);
  EXPECT_EQ(pair.poorer, 0U);
  EXPECT_EQ(pair.richer_needs, 15);
  EXPECT_EQ(pair.poorer_allows, 10);
}

TEST(FindViolation, IsSilentAboutTheFairShares) {
  EXPECT_FALSE(judge(documented, {Rational(40, 3), Rational(80, 3), 60}));
  EXPECT_FALSE(judge({0, {}}, {}));
  EXPECT_FALSE(judge({5, {{1, 5, at_most(9)}, {1, 0, at_most(0)}}}, {5, 0}));
  EXPECT_FALSE(judge({10, {{0, 4, at_most(9)}, {2, 0, {}}}}, {4, 6}));
}

TEST(FindViolation, SaysWhichTotalsTheDocumentedIntervalsAllow) {
  const Problem<Rational> problem{10, {{}, {}, {}}};
  const Interval four{4, 5, false, true};
  const auto wrong = found<WrongTotal>(judge_intervals(problem, {four, four, four}));
  EXPECT_EQ(wrong.totals.low, 12);
  EXPECT_EQ(wrong.totals.high, 15);
  EXPECT_FALSE(wrong.totals.low_open);
  EXPECT_TRUE(wrong.totals.high_open);
}

TEST(FindViolation, NamesAClaimantBelowItsMinimumOrAboveItsMaximum) {
  const Problem<Rational> problem{10, {{1, 1, {}}, {1, 5, {}}, {1, 0, at_most(3)}}};
  EXPECT_EQ(found<BelowMin>(judge(problem, {3, 4, 3})).claimant, 1U);
  EXPECT_EQ(found<AboveMax>(judge(problem, {1, 5, 4})).claimant, 2U);
  EXPECT_EQ(found<BelowMin>(judge(problem, {Rational(1, 2), 6, Rational(7, 2)})).claimant, 0U);
}

TEST(FindViolation, TakesTheMinimumAsTheMaximumAtWeightZero) {
  const Problem<Rational> problem{10, {{1, 0, {}}, {0, 4, at_most(9)}}};
  EXPECT_EQ(found<AboveMax>(judge(problem, {5, 5})).claimant, 1U);
  EXPECT_EQ(found<BelowMin>(judge(problem, {7, 3})).claimant, 1U);
  EXPECT_FALSE(judge(problem, {6, 4}));
  EXPECT_EQ(found<AboveMax>(judge_intervals(problem, {{0, 10}, {4, 5, true, false}})).claimant, 1U);
  EXPECT_FALSE(judge_intervals(problem, {{0, 10}, {4, 5}}));
}

TEST(FindViolation, TakesAnOpenEndAtABoundAsOutside) {
  const Problem<Rational> problem{10, {{1, 0, {}}, {1, 3, at_most(4)}}};
  EXPECT_EQ(found<BelowMin>(judge_intervals(problem, {{0, 10}, {2, 3, false, true}})).claimant, 1U);
  EXPECT_EQ(found<AboveMax>(judge_intervals(problem, {{0, 10}, {4, 5, true, false}})).claimant, 1U);
  EXPECT_FALSE(judge_intervals(problem, {{0, 10}, {4, 5}}));
}

TEST(FindViolation, TakesIntervalsThatMeetAtAnOpenEndAsApart) {
  // Both could be at R = 2, except that one has to hold more than 2, or the other less.
  const Problem<Rational> problem{4, {{}, {}}};
  EXPECT_FALSE(judge_intervals(problem, {{2, 3}, {1, 2}}));
  for (const bool low_open : {false, true}) {
    for (const bool high_open : {false, true}) {
      if (!low_open && !high_open) continue;
      const auto pair = found<Unequal>(
          judge_intervals(problem, {{1, 2, false, high_open}, {2, 3, low_open, false}}));
      EXPECT_EQ(pair.richer, 1U);
      EXPECT_EQ(pair.poorer, 0U);
      EXPECT_EQ(pair.richer_needs, 2);
      EXPECT_EQ(pair.poorer_allows, 2);
    }
  }
}

TEST(FindViolation, PrefersTheOpenOneOfEqualEnds) {
  const Problem<Rational> problem{6, {{}, {}, {}}};
  const Interval two{2, 2};
  const auto richer = found<Unequal>(judge_intervals(problem, {two, {2, 3}, {2, 3, true, false}}));
  EXPECT_EQ(richer.richer, 2U);
  const auto poorer = found<Unequal>(judge_intervals(problem, {two, {1, 2}, {1, 2, false, true}}));
  EXPECT_EQ(poorer.poorer, 2U);
}

TEST(FindViolation, NamesBoundsBeforePairsAndPairsBeforeTheTotal) {
  const Problem<Rational> problem{100, {{}, {}, {1, 5, {}}}};
  EXPECT_TRUE(std::holds_alternative<BelowMin>(*judge(problem, {1, 2, 4})));
  EXPECT_TRUE(std::holds_alternative<Unequal>(*judge(problem, {1, 2, 5})));
  EXPECT_TRUE(std::holds_alternative<WrongTotal>(*judge(problem, {6, 6, 6})));
}

TEST(FindViolation, SaysTheTotalOfExactShares) {
  const auto wrong = found<WrongTotal>(judge({7, {{}, {}}}, {3, 3}));
  EXPECT_EQ(wrong.totals.low, 6);
  EXPECT_EQ(wrong.totals.high, 6);
  EXPECT_FALSE(wrong.totals.low_open || wrong.totals.high_open);
}

TEST(FindViolation, FindsTheTotalOfAnImpossibleProblemWrong) {
  EXPECT_EQ(found<WrongTotal>(judge({10, {{1, 8, {}}, {1, 8, {}}}}, {8, 8})).totals.low, 16);
  EXPECT_EQ(found<WrongTotal>(judge({10, {{1, 0, at_most(3)}, {0, 4, {}}}}, {3, 4})).totals.high,
            7);
  EXPECT_EQ(found<WrongTotal>(judge({1, {}}, {})).totals.high, 0);
}

TEST(FindViolation, AllowsAnyRatioWhereAllIntervalsAreWide) {
  const Problem<Rational> problem{9, {{1, 1, at_most(4)}, {2, 2, at_most(6)}}};
  EXPECT_FALSE(judge_intervals(problem, {{0, 100}, {0, 100}}));
  for (const int total : {2, 11}) {
    Problem<Rational> wrong = problem;
    wrong.total = total;
    const auto& totals = found<WrongTotal>(judge_intervals(wrong, {{0, 100}, {0, 100}})).totals;
    EXPECT_EQ(totals.low, 3);
    EXPECT_EQ(totals.high, 10);
  }
}

TEST(FindViolation, TakesIntervalsBelowZero) {
  EXPECT_FALSE(judge_intervals({0, {{1, 0, {}}}}, {{Rational(-1, 2), Rational(1, 2)}}));
  EXPECT_EQ(found<BelowMin>(judge_intervals({1, {{1, 0, {}}}}, {{-2, -1}})).claimant, 0U);
  EXPECT_EQ(found<BelowMin>(judge_intervals({1, {{1, 0, {}}}}, {{-2, 0, false, true}})).claimant,
            0U);
}

TEST(FindViolation, JudgesExactSharesAsIntervalsOfOneNumber) {
  const Interval interval = exactly(Rational(7, 3));
  EXPECT_EQ(interval.low, Rational(7, 3));
  EXPECT_EQ(interval.high, Rational(7, 3));
  EXPECT_FALSE(interval.low_open || interval.high_open);
}

TEST(FindViolation, FindsOneUnitInTheLastPlace) {
  const Problem<Rational> problem{1, {{}, {}, {}}};
  const double third = 0x1.5555555555555p-2;
  const Interval right = tests::rounding_interval(third);
  const Interval wrong = tests::rounding_interval(std::nextafter(third, 1.0));
  EXPECT_FALSE(judge_intervals(problem, {right, right, right}));
  const auto pair = found<Unequal>(judge_intervals(problem, {right, wrong, right}));
  EXPECT_EQ(pair.richer, 1U);
  EXPECT_TRUE(std::holds_alternative<WrongTotal>(*judge_intervals(problem, {wrong, wrong, wrong})));
}

// What a violation claims, word by word. Ratios are tried on a grid that holds every number at
// which anything can change, and points between: bounds are multiples of 1/2 and weights at most 3.
class Claims {
 public:
  Claims(const Problem<Rational>& problem, const Intervals& reported)
      : problem_(problem), reported_(reported) {}

  void operator()(const BelowMin& below) const {
    const auto& claimant = problem_.claimants[below.claimant];
    const Interval& interval = reported_[below.claimant];
    EXPECT_LE(interval.high, claimant.min_share);
    EXPECT_FALSE(contains(interval, claimant.min_share));
  }

  void operator()(const AboveMax& above) const {
    const auto& claimant = problem_.claimants[above.claimant];
    const Interval& interval = reported_[above.claimant];
    const Rational end = claimant.weight == 0 ? claimant.min_share : claimant.max_share.value();
    EXPECT_GE(interval.low, end);
    EXPECT_FALSE(contains(interval, end));
  }

  void operator()(const Unequal& pair) const {
    const auto& richer = problem_.claimants[pair.richer];
    const auto& poorer = problem_.claimants[pair.poorer];
    const Interval& high = reported_[pair.richer];
    const Interval& low = reported_[pair.poorer];
    EXPECT_EQ(high.low, pair.richer_needs * richer.weight);
    EXPECT_EQ(low.high, pair.poorer_allows * poorer.weight);
    EXPECT_GE(pair.richer_needs, pair.poorer_allows);
    EXPECT_TRUE(pair.richer_needs > pair.poorer_allows || high.low_open || low.high_open);
    EXPECT_GE(high.low, richer.min_share);  // above its minimum
    EXPECT_FALSE(contains(high, richer.min_share));
    if (poorer.max_share) {  // below its maximum
      EXPECT_LE(low.high, *poorer.max_share);
      EXPECT_FALSE(contains(low, *poorer.max_share));
    }
    EXPECT_FALSE(some_ratio_fits({pair.richer, pair.poorer}));
  }

  void operator()(const WrongTotal& wrong) const {
    const auto& [low, high, low_open, high_open] = wrong.totals;
    EXPECT_FALSE(contains(wrong.totals, problem_.total));
    std::vector<std::size_t> all(reported_.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    std::optional<Rational> least;
    std::optional<Rational> most;
    Rational weights = 0;
    for (const auto& claimant : problem_.claimants) weights += claimant.weight;
    for (int step = 0; step <= steps; ++step) {
      if (!fits(all, step)) continue;
      const Rational sum = sum_at(step);
      EXPECT_TRUE(contains(wrong.totals, sum));
      if (!least || sum < *least) least = sum;
      if (!most || sum > *most) most = sum;
    }
    // A closed end is reached; an open one is not, but the next step of the ratio is near to it.
    ASSERT_TRUE(least);
    const Rational near = weights / steps_of_one;
    EXPECT_TRUE(low_open ? low < *least && *least <= low + near : *least == low);
    EXPECT_TRUE(high_open ? high - near <= *most && *most < high : *most == high);
  }

  bool some_ratio_fits(const std::vector<std::size_t>& claimants) const {
    for (int step = 0; step <= steps; ++step) {
      if (fits(claimants, step)) return true;
    }
    return false;
  }

 private:
  static constexpr int steps_of_one = 24;
  static constexpr int steps = 8 * steps_of_one;

  Rational share_at(std::size_t claimant, int step) const {
    const auto& [weight, min_share, max_share] = problem_.claimants[claimant];
    if (weight == 0) return min_share;
    const Rational share = std::max(min_share, Rational(weight * Rational(step, steps_of_one)));
    return max_share ? std::min(share, *max_share) : share;
  }
  Rational sum_at(int step) const {
    Rational sum = 0;
    for (std::size_t i = 0; i < reported_.size(); ++i) sum += share_at(i, step);
    return sum;
  }
  bool fits(const std::vector<std::size_t>& claimants, int step) const {
    return std::ranges::all_of(
        claimants, [&](std::size_t i) { return contains(reported_[i], share_at(i, step)); });
  }

  const Problem<Rational>& problem_;
  const Intervals& reported_;
};

// Whether the fair shares, which are unique, lie in all intervals.
bool is_fair(const Problem<Rational>& problem, const Intervals& reported) {
  const Solution<Rational> solution = exact::solve(problem);
  const auto* fair = std::get_if<Allocation<Rational>>(&solution);
  if (!fair) return false;
  for (std::size_t i = 0; i < reported.size(); ++i) {
    if (!contains(reported[i], fair->shares[i])) return false;
  }
  return true;
}

Rational half(std::uint64_t halves) {
  return Rational(halves, 2);
}

// Ends on halves from -1/2 to 4, each open or closed.
Interval any_interval(std::mt19937_64& random) {
  const Rational low = half(random() % 9) - half(1);
  const Rational high = low + half(random() % 4);
  if (low == high) return exactly(low);
  return {low, high, random() % 2 == 0, random() % 2 == 0};
}

// A claimant whose bounds are halves.
Claimant<Rational> any_claimant(std::mt19937_64& random) {
  Claimant<Rational> claimant{Rational(random() % 4), half(random() % 5), {}};
  if (random() % 2 == 0) claimant.max_share = claimant.min_share + half(random() % 4);
  return claimant;
}

// How often there was no violation, and how often each kind: a test that never sees one proves
// nothing.
class Tally {
 public:
  void count(const std::optional<Violation>& violation) {
    ++times_[violation ? 1 + violation->index() : 0];
  }
  int least() const { return *std::ranges::min_element(times_); }

 private:
  std::array<int, 1 + std::variant_size_v<Violation>> times_ = {};
};

TEST(FindViolation, IsSilentExactlyWhereTheFairSharesLieInTheIntervals) {
  std::mt19937_64 random(1);
  Tally tally;
  for (int round = 0; round < 15'000; ++round) {
    Problem<Rational> problem{half(random() % 21), {}};
    Intervals reported;
    for (std::size_t n = random() % 5; n > 0; --n) {
      problem.claimants.push_back(any_claimant(random));
      reported.push_back(any_interval(random));
    }
    const auto violation = judge_intervals(problem, reported);
    tally.count(violation);
    ASSERT_EQ(!violation, is_fair(problem, reported)) << "round " << round;
    if (violation) std::visit(Claims(problem, reported), *violation);
  }
  EXPECT_GT(tally.least(), 100);
}

// The fair shares as they are, moved or not, with an interval about each that often just touches.
TEST(FindViolation, IsRightWhereIntervalsEndAtTheFairShares) {
  std::mt19937_64 random(2);
  Tally tally;
  for (int round = 0; round < 20'000; ++round) {
    Problem<Rational> problem{half(random() % 21), {}};
    for (std::size_t n = 1 + random() % 4; n > 0; --n) {
      problem.claimants.push_back(any_claimant(random));
    }
    const Solution<Rational> solution = exact::solve(problem);
    const auto* fair = std::get_if<Allocation<Rational>>(&solution);
    if (!fair) continue;
    Intervals reported;
    for (const Rational& share : fair->shares) {
      Interval interval{share - half(random() % 2), share + half(random() % 2)};
      if (interval.low < interval.high) {
        interval.low_open = random() % 4 == 0;
        interval.high_open = random() % 4 == 0;
      }
      reported.push_back(interval);
    }
    const auto violation = judge_intervals(problem, reported);
    tally.count(violation);
    ASSERT_EQ(!violation, is_fair(problem, reported)) << "round " << round;
  }
  EXPECT_GT(tally.least(), 100);
}

TEST(ObeysAxioms, IsTrueOfFairSharesOnly) {
  EXPECT_TRUE(obeys_axioms(documented, Shares{Rational(40, 3), Rational(80, 3), 60}));
  EXPECT_FALSE(obeys_axioms(documented, Shares{10, 30, 60}));
  EXPECT_TRUE(obeys_axioms({0, {}}, Shares{}));
  EXPECT_FALSE(obeys_axioms({1, {}}, Shares{}));
}

TEST(ObeysAxioms, KnowsThatWeightZeroCannotTake) {
  // Without that, the first would be a poorer one below its maximum.
  const Problem<Rational> problem{10, {{0, 4, at_most(9)}, {2, 0, {}}}};
  EXPECT_TRUE(obeys_axioms(problem, Shares{4, 6}));
  EXPECT_FALSE(obeys_axioms(problem, Shares{5, 5}));
  EXPECT_FALSE(obeys_axioms(problem, Shares{3, 7}));
}

TEST(DistanceFromFair, IsTheLargestOfAllDifferences) {
  const Shares fair{Rational(40, 3), Rational(80, 3), 60};
  EXPECT_EQ(distance_from_fair(Shares{10, 30, 60}, fair), Rational(10, 3));
  EXPECT_EQ(distance_from_fair(Shares{10, 27, 63}, fair), Rational(10, 3));
  EXPECT_EQ(distance_from_fair(Shares{14, 24, 60}, fair), Rational(8, 3));
  EXPECT_EQ(distance_from_fair(fair, fair), 0);
  EXPECT_EQ(distance_from_fair(Shares{}, Shares{}), 0);
}

#ifndef NDEBUG
TEST(FindViolationDeathTest, AssertsThatItIsGivenAProblemAndOneIntervalAClaimant) {
  EXPECT_DEATH(judge({-1, {}}, {}), "find_defect");
  EXPECT_DEATH(judge({1, {{}}}, {}), "size");
  EXPECT_DEATH(judge_intervals({1, {{}}}, {{2, 1}}), "is_interval");
  EXPECT_DEATH(judge_intervals({1, {{}}}, {{1, 1, true, false}}), "is_interval");
  const std::vector<Interval> one{exactly(1)};
  EXPECT_DEATH(static_cast<void>(find_violation({1, {{}}}, one, {2, 1})), "is_interval");
  EXPECT_DEATH(static_cast<void>(find_violation({1, {{}}}, one, {1, 1, false, true})),
               "is_interval");
}
#endif

}  // namespace
}  // namespace fairshare::properties
