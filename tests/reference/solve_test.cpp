// reference/solve.h: what the header promises. The cross-check against the exact solver on
// generated problems is in random_solve_test.cpp and campaign.cpp.
#include "fairshare/reference/solve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/reference/instruction_set.h"
#include "fuzz/adversary.h"
#include "tests/columns.h"
#include "tests/problems.h"
#include "tests/rounded.h"

namespace {

std::size_t allocations = 0;

}  // namespace

// Every allocation in this program is counted, including those of std::stable_sort (nothrow): if
// delete is replaced, each new must be, too. If they were inlined, g++ would report new and free as
// a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace fairshare::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

using tests::OwnedColumns;

using Answer = Solution<double>;

// By name, since a list in braces may be a tree as well.
Answer answer_to(const Problem<double>& problem) {
  return solve(problem);
}

Allocation<double> divide(const Problem<double>& problem) {
  return std::get<Allocation<double>>(solve(problem));
}

Answer expected_for(const Problem<double>& problem) {
  return tests::rounded(exact::solve(exact::widen(problem)));
}

TEST(ReferenceSolve, RoundsEachShareOfTheDocumentedExampleOnce) {
  const Problem<double> problem{100, {{1, 0, {}}, {2, 0, 30}, {3, 60, {}}}};
  EXPECT_EQ(answer_to(problem),
            Answer(Allocation<double>{0x1.aaaaaaaaaaaabp+3,
                                      {0x1.aaaaaaaaaaaabp+3, 0x1.aaaaaaaaaaaabp+4, 60}}));
}

TEST(ReferenceSolve, DecidesTheOutcomeInIntegers) {
  EXPECT_EQ(answer_to({1e308, {{1, 1e308, {}}, {1, 5e-324, {}}}}),
            Answer(Overcommitted<double>{5e-324}));
  EXPECT_EQ(answer_to({1e308, {{1, 0, 1e308}, {0, 5e-324, 1}}}),
            Answer(Allocation<double>{1e308, {1e308, 5e-324}}));
  EXPECT_EQ(answer_to({1, {{1, 0, 1 - 0x1p-53}}}), Answer(Surplus<double>{0x1p-53}));
}

TEST(ReferenceSolve, RoundsTheExcessAndTheUnclaimedRestToo) {
  EXPECT_EQ(answer_to({0, {{1, largest, {}}, {1, largest, {}}}}),
            Answer(Overcommitted<double>{infinity}));
  EXPECT_EQ(answer_to({1, {{1, 2, {}}, {0, 0x1p-53, {}}}}), Answer(Overcommitted<double>{1}));
  EXPECT_EQ(answer_to({1, {{1, 2, {}}, {0, 0x1p-53, {}}, {0, smallest, {}}}}),
            Answer(Overcommitted<double>{1 + 0x1p-52}));
  EXPECT_EQ(answer_to({largest, {{1, 0, smallest}}}), Answer(Surplus<double>{largest}));
}

TEST(ReferenceSolve, HasRatiosThatRoundToZeroAndToInfinity) {
  EXPECT_EQ(answer_to({5e-324, {{1e300, 0, {}}}}), Answer(Allocation<double>{0, {5e-324}}));
  EXPECT_EQ(answer_to({1e300, {{1e-300, 0, {}}}}), Answer(Allocation<double>{infinity, {1e300}}));
  EXPECT_EQ(answer_to({1e300, {{5e-324, 0, {}}, {5e-324, 0, {}}}}),
            Answer(Allocation<double>{infinity, {5e299, 5e299}}));
}

TEST(ReferenceSolve, RoundsTheRatioBesideTheLargestDoubleAsIeeeDoes) {
  // (2^54 - 1) * 2^970 is the midpoint of the largest double and 2^1024; a step less is below it.
  EXPECT_EQ(divide({0x1p954, {{0x1p-70, 0, {}}, {0, 0x1p900, {}}}}).ratio, infinity);
  EXPECT_EQ(divide({0x1p954, {{0x1p-70, 0, {}}, {0, 0x1p900, {}}, {0, smallest, {}}}}).ratio,
            largest);
}

TEST(ReferenceSolve, HasSubnormalSharesRoundedToEven) {
  // 1.5 units of 2^-1074 each, and 0.5.
  EXPECT_EQ(divide({3 * smallest, {{1, 0, {}}, {1, 0, {}}}}).shares,
            (std::vector<double>{2 * smallest, 2 * smallest}));
  EXPECT_EQ(divide({smallest, {{1, 0, {}}, {1, 0, {}}}}).shares, (std::vector<double>{0, 0}));
  EXPECT_EQ(divide({2 * smallest, {{3, 0, {}}, {1, 0, {}}}}).shares,
            (std::vector<double>{2 * smallest, 0}));
}

TEST(ReferenceSolve, GivesRoundedSharesThatNeedNotAddUp) {
  const double third = 0x1.5555555555555p-2;
  EXPECT_EQ(answer_to({1, {{1, 0, {}}, {1, 0, {}}, {1, 0, {}}}}),
            Answer(Allocation<double>{third, {third, third, third}}));
}

TEST(ReferenceSolve, GivesTheLeastRatio) {
  EXPECT_EQ(answer_to({0, {}}), Answer(Allocation<double>{0, {}}));
  EXPECT_EQ(answer_to({5, {{1, 5, 9}, {1, 0, 0}}}), Answer(Allocation<double>{0, {5, 0}}));
  EXPECT_EQ(answer_to({3, {{1, 0, 3}}}), Answer(Allocation<double>{3, {3}}));
  EXPECT_EQ(answer_to({6, {{1, 0, 2}, {1, 4, {}}}}), Answer(Allocation<double>{2, {2, 4}}));
}

TEST(ReferenceSolve, GivesAtWeightZeroTheMinimum) {
  EXPECT_EQ(answer_to({10, {{0, 4, 9}, {2, 0, {}}}}), Answer(Allocation<double>{3, {4, 6}}));
  EXPECT_EQ(answer_to({10, {{0, 4, 9}, {2, 0, 5}}}), Answer(Surplus<double>{1}));
  EXPECT_EQ(answer_to({5, {}}), Answer(Surplus<double>{5}));
}

TEST(ReferenceSolve, TellsApartQuotientsThatRoundToTheSameDouble) {
  // The second is full a little above 1 + 2^-53, the first at 1 + 2^-52. The last takes what makes
  // the total a double, so that what is left for the others may be between.
  const Claimant<double> first{1, 0, 1 + 0x1p-52};
  const Claimant<double> second{1 - 0x1p-52, 0, 1 - 0x1p-53};
  ASSERT_EQ(*first.max_share / first.weight, *second.max_share / second.weight);
  for (const double total : {2.5 - 0x1p-51, 2.5, 2.5 + 0x1p-51, 2.5 + 0x1p-50}) {
    for (const double taken : {0x0p-53, 0x1p-53, 0x2p-53, 0x3p-53}) {
      Problem<double> problem{total, {first, second, {0.5, 0, {}}, {0, taken, {}}}};
      EXPECT_EQ(answer_to(problem), expected_for(problem)) << tests::to_record(problem, "first");
      std::swap(problem.claimants[0], problem.claimants[1]);
      EXPECT_EQ(answer_to(problem), expected_for(problem)) << tests::to_record(problem, "second");
    }
  }
}

TEST(ReferenceSolve, TellsApartQuotientsThatAreNoDoubles) {
  // Every quotient of a bound and a weight is infinite, or 0, as a double.
  const Problem<double> huge{3e300, {{1e-300, 1e299, 1e300}, {2e-300, 0, 1e300}, {1e-300, 0, {}}}};
  EXPECT_EQ(answer_to(huge), expected_for(huge));
  const Problem<double> tiny{7e-320, {{1e300, 1e-320, 2e-320}, {2e300, 0, 3e-320}, {1e300, 0, {}}}};
  EXPECT_EQ(answer_to(tiny), expected_for(tiny));
}

TEST(ReferenceSolve, TakesNegativeZerosAsZeros) {
  const Problem<double> negative{-0.0, {{1, -0.0, {}}, {-0.0, -0.0, -0.0}, {1, -0.0, -0.0}}};
  EXPECT_EQ(answer_to(negative), Answer(Allocation<double>{0, {0, 0, 0}}));
  const Problem<double> mixed{2, {{-0.0, 1, {}}, {1, -0.0, {}}, {1, -0.0, -0.0}}};
  EXPECT_EQ(answer_to(mixed), Answer(Allocation<double>{1, {1, 1, 0}}));
  const Problem<double> surplus{1, {{-0.0, -0.0, 5}}};
  EXPECT_EQ(answer_to(surplus), Answer(Surplus<double>{1}));
}

TEST(ReferenceSolve, DividesAMillionEqually) {
  const Problem<double> problem{1e6, std::vector<Claimant<double>>(1'000'000, {3, 0, 2})};
  const auto allocation = divide(problem);
  EXPECT_EQ(allocation.ratio, 0x1.5555555555555p-2);
  EXPECT_TRUE(std::ranges::all_of(allocation.shares, [](double share) { return share == 1; }));
}

TEST(ReferenceSolve, DividesManyWithDifferentBreakpointsInAnyOrder) {
  // Claimant i holds at most i: at R = 1000.5 those up to 1000 are full, the others hold R.
  constexpr int count = 2000;
  Problem<double> problem{1000 * 1001 / 2.0 + 1000 * 1000.5, {}};
  for (int i = 1; i <= count; ++i) problem.claimants.push_back({1, 0, i});
  std::ranges::shuffle(problem.claimants, std::mt19937_64(7));
  const auto allocation = divide(problem);
  EXPECT_EQ(allocation.ratio, 1000.5);
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(allocation.shares[i], std::min(1000.5, *problem.claimants[i].max_share));
  }
}

TEST(ReferenceSolve, PermutesTheSharesAsTheClaimantsArePermuted) {
  std::mt19937_64 random(8);
  for (const fuzz::Family family : fuzz::families) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const Problem<double> problem = tests::problem_from(family, seed, 20);
      std::vector<std::size_t> order(problem.claimants.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::ranges::shuffle(order, random);
      Problem<double> permuted{problem.total, {}};
      for (const std::size_t i : order) permuted.claimants.push_back(problem.claimants[i]);

      Answer expected = solve(problem);
      if (auto* allocation = std::get_if<Allocation<double>>(&expected)) {
        const std::vector<double> shares = allocation->shares;
        for (std::size_t k = 0; k < order.size(); ++k) allocation->shares[k] = shares[order[k]];
      }
      EXPECT_EQ(answer_to(permuted), expected) << tests::to_record(problem, fuzz::name_of(family));
    }
  }
}

// Both forms of `solve`, in one workspace that is never cleared.
TEST(ReferenceSolveColumns, GivesWhatTheProblemGives) {
  Workspace workspace;
  for (const fuzz::Family family : fuzz::families) {
    for (std::uint64_t seed = 100; seed < 150; ++seed) {
      const Problem<double> problem = tests::problem_from(family, seed, 20);
      const OwnedColumns columns(problem);
      std::vector<double> shares(problem.claimants.size(), -1);
      const Outcome outcome = solve(problem.total, columns.view(), shares, workspace);
      const Answer expected = solve(problem);
      if (const auto* ratio = std::get_if<Ratio>(&outcome)) {
        EXPECT_EQ(Answer(Allocation<double>{ratio->ratio, shares}), expected);
      } else if (const auto* over = std::get_if<Overcommitted<double>>(&outcome)) {
        EXPECT_EQ(Answer(*over), expected);
      } else {
        EXPECT_EQ(Answer(std::get<Surplus<double>>(outcome)), expected);
      }
    }
  }
}

TEST(ReferenceSolveColumns, AnswersWithEveryOutcome) {
  Workspace workspace;
  const OwnedColumns columns(Problem<double>{0, {{1, 3, 4}, {1, 3, 4}}});
  std::vector<double> shares(2);
  EXPECT_TRUE(
      std::holds_alternative<Overcommitted<double>>(solve(5, columns.view(), shares, workspace)));
  EXPECT_TRUE(std::holds_alternative<Surplus<double>>(solve(9, columns.view(), shares, workspace)));
  EXPECT_TRUE(std::holds_alternative<Ratio>(solve(7, columns.view(), shares, workspace)));
  EXPECT_EQ(shares, (std::vector<double>{3.5, 3.5}));
}

TEST(ReferenceSolveColumns, MeansByInfinityThatThereIsNoMaximum) {
  Workspace workspace;
  const std::vector<double> weight{1, 1}, min_share{0, 0}, max_share{infinity, 3};
  std::vector<double> shares(2);
  const Outcome outcome = solve(largest, {weight, min_share, max_share}, shares, workspace);
  EXPECT_EQ(std::get<Ratio>(outcome).ratio, largest);
  EXPECT_EQ(shares, (std::vector<double>{largest, 3}));
}

TEST(ReferenceSolveColumns, AllocatesNothingInAReservedWorkspace) {
  constexpr std::size_t size_max = 40;
  Workspace workspace;
  workspace.reserve(size_max);
  for (const fuzz::Family family : fuzz::families) {
    for (std::uint64_t seed = 200; seed < 220; ++seed) {
      const Problem<double> problem = tests::problem_from(family, seed, size_max);
      const OwnedColumns columns(problem);
      std::vector<double> shares(problem.claimants.size());
      const std::size_t before = allocations;
      static_cast<void>(solve(problem.total, columns.view(), shares, workspace));
      EXPECT_EQ(allocations, before) << tests::to_record(problem, fuzz::name_of(family));
    }
  }
  EXPECT_GT(allocations, 0U);  // they are counted indeed
}

// With this many, a pass leaves some open and copies them.
TEST(ReferenceSolveColumns, AllocatesNothingForThousandsInAReservedWorkspace) {
  Workspace workspace;
  workspace.reserve(4000);
  for (const std::size_t size : {4000U, 3500U, 4000U}) {
    std::vector<double> weight(size, 1), min_share(size, 0), max_share, shares(size);
    for (std::size_t i = 0; i < size; ++i) max_share.push_back(static_cast<double>(i));
    const std::size_t before = allocations;
    const double total = static_cast<double>(size) * 1000;
    const auto outcome = solve(total, {weight, min_share, max_share}, shares, workspace);
    EXPECT_EQ(allocations, before) << size;
    EXPECT_TRUE(std::holds_alternative<Ratio>(outcome));
    workspace.reserve(size);
    EXPECT_EQ(allocations, before) << "it is large enough";
  }
}

TEST(ReferenceSolveColumns, GrowsAWorkspaceOnceAndUsesItAgain) {
  Workspace workspace;
  const OwnedColumns columns(Problem<double>{0, {{1, 1, 5}, {2, 2, 3}, {3, 1, 9}}});
  std::vector<double> shares(3);
  static_cast<void>(solve(8, columns.view(), shares, workspace));
  const std::vector<double> first = shares;
  const std::size_t before = allocations;
  static_cast<void>(solve(8, columns.view(), shares, workspace));
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(shares, first);
}

TEST(ReferenceSolveColumns, ReservesAWorkspaceAnewThatWasMovedFrom) {
  constexpr std::size_t size = 4000;
  Workspace workspace;
  workspace.reserve(size);
  const Workspace moved = std::move(workspace);
  const std::vector<double> weight(size, 1), min_share(size, 0), max_share(size, 3);
  std::vector<double> shares(size);
  const auto outcome = solve(2.0 * size, {weight, min_share, max_share}, shares, workspace);
  EXPECT_EQ(std::get<Ratio>(outcome).ratio, 2);
  EXPECT_EQ(shares, std::vector<double>(size, 2));
}

// As many small problems as fit side by side and one more, with large and empty ones among them.
TEST(ReferenceSolveBatch, AnswersAsSolveDoesOnEveryInstructionSet) {
  std::vector<double> total, weight, min_share, max_share;
  std::vector<std::size_t> begin{0};
  for (const std::size_t size : {3U, 1U, 64U, 0U, 65U, 2U, 7U, 5U, 4U, 3U, 9U}) {
    for (std::size_t i = 0; i < size; ++i) {
      weight.push_back(1 + static_cast<double>(i % 5));
      min_share.push_back(static_cast<double>(i % 3));
      max_share.push_back(i % 4 == 0 ? infinity : 6);
    }
    total.push_back(static_cast<double>(2 * size) + 1);
    begin.push_back(weight.size());
  }
  const Batch batch{total, begin, {weight, min_share, max_share}};
  Workspace workspace;
  for (const std::string& name : instruction_sets()) {
    ASSERT_TRUE(use_instruction_set(name));
    std::vector<double> shares(weight.size(), -1);
    std::vector<Outcome> outcomes(total.size());
    solve_batch(batch, shares, outcomes, workspace);
    for (std::size_t k = 0; k < total.size(); ++k) {
      const std::size_t size = begin[k + 1] - begin[k];
      const Columns columns{std::span(weight).subspan(begin[k], size),
                            std::span(min_share).subspan(begin[k], size),
                            std::span(max_share).subspan(begin[k], size)};
      std::vector<double> expected(size);
      const Outcome outcome = solve(total[k], columns, expected, workspace);
      ASSERT_EQ(outcomes[k].index(), outcome.index()) << name << " " << k;
      if (size == 0) continue;
      EXPECT_EQ(std::get<Ratio>(outcomes[k]).ratio, std::get<Ratio>(outcome).ratio) << name << k;
      const auto own = std::span(shares).subspan(begin[k], size);
      EXPECT_TRUE(std::ranges::equal(own, expected)) << name << " " << k;
    }
  }
  use_instruction_set("");
}

TEST(ReferenceTrySolve, ReturnsTheSolutionOrTheFirstDefect) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Problem<double> problem{3, {{1, 0, {}}, {2, 0, {}}}};
  EXPECT_EQ(std::get<Answer>(try_solve(problem)), answer_to(problem));
  EXPECT_EQ(std::get<Defect>(try_solve({nan, {}})), Defect{Rule::total_is_finite});
  EXPECT_EQ(std::get<Defect>(try_solve({1, {{1, 0, {}}, {nan, 0, {}}}})),
            (Defect{Rule::weight_is_finite, 1}));
  EXPECT_EQ(std::get<Defect>(try_solve({1, {{1, 0, infinity}}})),
            (Defect{Rule::max_share_is_finite, 0}));
}

TEST(ReferenceTrySolve, LeavesTheSharesAloneWhereAColumnHasADefect) {
  Workspace workspace;
  std::vector<double> shares{7};
  const auto attempt = [&](double total, double weight, double min_share, double max_share) {
    const std::vector<double> w{weight}, l{min_share}, u{max_share};
    return try_solve(total, {w, l, u}, shares, workspace);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::pair<std::variant<Outcome, Defect>, Defect>> cases{
      {attempt(-1, 1, 0, 1), {Rule::total_is_not_negative}},
      {attempt(infinity, 1, 0, 1), {Rule::total_is_finite}},
      {attempt(1, infinity, 0, 1), {Rule::weight_is_finite, 0}},
      {attempt(1, -1, 0, infinity), {Rule::weight_is_not_negative, 0}},
      {attempt(1, 1, nan, 1), {Rule::min_share_is_finite, 0}},
      {attempt(1, 1, -1, 1), {Rule::min_share_is_not_negative, 0}},
      {attempt(1, 1, 0, nan), {Rule::max_share_is_finite, 0}},
      {attempt(1, 1, 2, 1), {Rule::max_share_is_not_below_min_share, 0}}};
  for (const auto& [answer, defect] : cases) EXPECT_EQ(std::get<Defect>(answer), defect);
  EXPECT_EQ(shares, std::vector<double>{7});
  EXPECT_EQ(std::get<Ratio>(std::get<Outcome>(attempt(5, 1, 0, infinity))).ratio, 5);
  EXPECT_EQ(shares, std::vector<double>{5});
}

TEST(ReferenceTrySolve, NamesTheFirstClaimantWhoseColumnsHaveADefect) {
  const std::vector<double> weight{1, 1, -1, -1}, zero(4), max_share{1, 1, 1, -1};
  const auto defect = find_defect(1, {weight, zero, max_share});
  EXPECT_EQ(defect, (Defect{Rule::weight_is_not_negative, 2}));
  EXPECT_EQ(find_defect(-infinity, {}), Defect{Rule::total_is_finite});
  EXPECT_EQ(find_defect(-1, {weight, zero, max_share}), Defect{Rule::total_is_not_negative});
}

#ifndef NDEBUG
TEST(ReferenceSolveDeathTest, AssertsThatSharesOverlapNoColumn) {
  Workspace workspace;
  std::vector<double> column{1, 1, 1};
  const std::vector<double> zero{0, 0}, two{2, 2};
  const std::span<double> all(column);
  const auto first = all.first(2), shares = all.subspan(1);
  EXPECT_DEATH(static_cast<void>(solve(1, {first, zero, two}, shares, workspace)), "overlap");
  EXPECT_DEATH(static_cast<void>(solve(1, {two, first, two}, shares, workspace)), "overlap");
  EXPECT_DEATH(static_cast<void>(solve(1, {two, zero, first}, shares, workspace)), "overlap");
  const std::vector<std::size_t> begin{0, 2};
  std::vector<Outcome> outcomes(1);
  const std::vector<double> total{1};
  EXPECT_DEATH(
      solve_batch({total, begin, {two, zero, all.first(2)}}, all.first(2), outcomes, workspace),
      "overlap");
}

TEST(ReferenceSolveDeathTest, AssertsThatItIsGivenAProblem) {
  EXPECT_DEATH(answer_to({-1, {}}), "find_defect");
  Workspace workspace;
  std::vector<double> shares(1);
  const std::vector<double> one{1}, two{2}, none;
  EXPECT_DEATH(static_cast<void>(solve(1, {one, two, one}, shares, workspace)), "find_defect");
  EXPECT_DEATH(static_cast<void>(solve(1, {one, none, one}, shares, workspace)), "equally_long");
}

// Before it reads them: shorter columns would be read beyond their ends.
TEST(ReferenceSolveDeathTest, AssertsThatColumnsAreEquallyLong) {
  Workspace workspace;
  std::vector<double> shares(3);
  const std::vector<double> three(3, 1), two(2, 1);
  EXPECT_DEATH(static_cast<void>(find_defect(1, {three, two, three})), "equally_long");
  EXPECT_DEATH(static_cast<void>(find_defect(1, {three, three, two})), "equally_long");
  EXPECT_DEATH(static_cast<void>(try_solve(1, {three, two, three}, shares, workspace)),
               "equally_long");

  const std::vector<double> total(1, 1);
  std::vector<Outcome> outcomes(1);
  const auto solve_to = [&](std::size_t end, const Columns& columns, std::size_t written) {
    const std::vector<std::size_t> begin{0, end};
    solve_batch({total, begin, columns}, std::span(shares).first(written), outcomes, workspace);
  };
  EXPECT_DEATH(solve_to(3, {three, two, three}, 3), "equally_long");
  EXPECT_DEATH(solve_to(3, {three, three, two}, 3), "equally_long");
  EXPECT_DEATH(solve_to(3, {three, three, three}, 2), "shares.size");
  EXPECT_DEATH(solve_to(3, {two, two, two}, 2), "begin");
}
#endif

}  // namespace
}  // namespace fairshare::reference
