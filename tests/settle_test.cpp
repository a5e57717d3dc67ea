// reference/settle.h: the way in doubles, on every instruction set that this processor has, against
// the way in integers. Small problems by the million are in campaign.cpp.
#include "reference/settle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "exact/solve.h"
#include "reference/exact_search.h"
#include "reference/solve.h"
#include "tests/rounded.h"

namespace fairshare::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Division {
  double total;
  std::vector<double> weight, min_share, max_share;

  Columns columns() const { return {weight, min_share, max_share}; }
  Slice slice() const { return {weight.data(), min_share.data(), max_share.data(), weight.size()}; }
};

// Ways to draw a claimant, after the families of the benchmarks.
enum class Kind { uniform, ties, heavy, geometric, all_clamped, few_free, cancelling, zeros };
constexpr Kind kinds[] = {Kind::uniform,     Kind::ties,     Kind::heavy,      Kind::geometric,
                          Kind::all_clamped, Kind::few_free, Kind::cancelling, Kind::zeros};

Claimant<double> draw(Kind kind, std::mt19937_64& random) {
  const auto unit = [&] { return std::ldexp(static_cast<double>(random() >> 11), -53); };
  const auto below = [&](unsigned n) { return static_cast<double>(random() % n); };
  switch (kind) {
    case Kind::uniform: {
      const double min_share = unit() / 2;
      return {unit() + 0.001, min_share, min_share + unit()};
    }
    case Kind::ties: {
      const double min_share = 4 * below(4);
      return {3 * (1 + below(4)), min_share, min_share + 4 * below(7)};
    }
    case Kind::heavy:
      return {std::pow(unit() + 1e-18, -1 / 1.1), unit() / 5, 2 + 8 * unit()};
    case Kind::geometric:
      return {std::ldexp(1 + unit(), -10 * static_cast<int>(random() % 80)), 0, 1};
    case Kind::all_clamped: {
      const double weight = unit() + 0.1;
      if (random() % 2 == 0) return {weight, 0, weight * unit()};
      return {weight, weight * (2 + unit()), 5};
    }
    case Kind::few_free: {
      const double share = unit();
      if (random() % 500 == 0) return {unit() + 0.1, 0, 3};
      return {unit() + 0.1, share, share};
    }
    case Kind::cancelling:
      return {1, random() % 500 == 0 ? 0.5 : 3 - unit() / 100, infinity};
    case Kind::zeros:
      return {below(2), below(2), 1 + below(2)};
  }
  return {};
}

// Divisions in which some stand at a bound and some do not, as a rule.
Division divide(Kind kind, std::size_t claimants, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Division division{0, {}, {}, {}};
  for (std::size_t i = 0; i < claimants; ++i) {
    const Claimant<double> claimant = draw(kind, random);
    division.weight.push_back(claimant.weight);
    division.min_share.push_back(claimant.min_share);
    division.max_share.push_back(claimant.max_share.value_or(infinity));
  }
  const double ratio = kind == Kind::geometric     ? 0x1.4p+399
                       : kind == Kind::cancelling  ? 2.9999
                       : kind == Kind::all_clamped ? 1.5
                       : kind == Kind::ties        ? 4.0 / 3
                                                   : 0.75;
  for (std::size_t i = 0; i < claimants; ++i) {
    division.total +=
        std::clamp(division.weight[i] * ratio, division.min_share[i], division.max_share[i]);
  }
  return division;
}

struct Answer {
  double ratio = -1;  // no ratio: another outcome
  std::vector<double> shares = {};

  friend bool operator==(const Answer&, const Answer&) = default;
};

Answer answer_of(const Outcome& outcome, std::vector<double> shares) {
  if (const auto* ratio = std::get_if<Ratio>(&outcome)) return {ratio->ratio, std::move(shares)};
  return {};
}

Answer solve_now(const Division& division, Workspace& workspace) {
  std::vector<double> shares(division.weight.size());
  const Outcome outcome = solve(division.total, division.columns(), shares, workspace);
  return answer_of(outcome, std::move(shares));
}

Answer solve_in_integers(const Division& division, Workspace& workspace) {
  std::vector<double> shares(division.weight.size());
  const Outcome outcome =
      solve_exactly(division.total, division.columns(), {}, {}, shares, workspace.breakpoints);
  return answer_of(outcome, std::move(shares));
}

class Settle : public testing::Test {
 protected:
  void TearDown() override { use_instruction_set(""); }

  // Every kind in every size, on every instruction set.
  static void compare(const std::vector<std::size_t>& sizes, std::uint64_t seeds) {
    Workspace workspace;
    for (const Kind kind : kinds) {
      for (const std::size_t size : sizes) {
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
          const Division division = divide(kind, size, seed);
          const Answer expected = solve_in_integers(division, workspace);
          for (const std::string& name : instruction_sets()) {
            ASSERT_TRUE(use_instruction_set(name));
            ASSERT_TRUE(solve_now(division, workspace) == expected)
                << name << ", kind " << static_cast<int>(kind) << ", " << size
                << " claimants, seed " << seed;
          }
        }
      }
    }
  }
};

TEST_F(Settle, KnowsTheInstructionSetsOfThisProcessor) {
  const std::vector<std::string> names = instruction_sets();
  ASSERT_FALSE(names.empty());
  for (const std::string& name : names) EXPECT_TRUE(use_instruction_set(name)) << name;
  EXPECT_FALSE(use_instruction_set("PDP-11"));
}

// All remainders by the widest vector, twice.
TEST_F(Settle, IsTheNearestDoubleForEveryLengthOfTheLastVector) {
  std::vector<std::size_t> sizes;
  for (std::size_t size = 1; size <= 35; ++size) sizes.push_back(size);
  compare(sizes, 20);
}

TEST_F(Settle, IsTheNearestDoubleWhereNoSampleIsTaken) {
  compare({100, 999, direct_max}, 3);
}

TEST_F(Settle, IsTheNearestDoubleWhereASampleLeavesFewOpen) {
  compare({direct_max + 1, 20'001}, 2);
}

TEST_F(Settle, AgreesWithTheExactSolverWhereASampleLeavesFewOpen) {
  Workspace workspace;
  for (const Kind kind : {Kind::uniform, Kind::ties, Kind::few_free}) {
    const Division division = divide(kind, direct_max + 500, 7);
    Problem<double> problem{division.total, {}};
    for (std::size_t i = 0; i < division.weight.size(); ++i) {
      problem.claimants.push_back(
          {division.weight[i], division.min_share[i], division.max_share[i]});
    }
    const auto expected = tests::rounded(exact::solve(exact::widen(problem)));
    const auto& allocation = std::get<Allocation<double>>(expected);
    EXPECT_TRUE((solve_now(division, workspace) == Answer{allocation.ratio, allocation.shares}));
  }
}

// What the fast way is for: of ordinary problems it leaves none, or next to none, to the integers.
TEST_F(Settle, LeavesNothingOfOrdinaryProblemsToTheIntegers) {
  for (const Kind kind : {Kind::uniform, Kind::ties, Kind::heavy, Kind::geometric}) {
    for (const std::string& name : instruction_sets()) {
      ASSERT_TRUE(use_instruction_set(name));
      std::size_t settled = 0;
      for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const Division division = divide(kind, 200, seed);
        std::vector<double> shares(200);
        Scratch scratch{};
        Doubts doubts;
        const Attempt attempt =
            settle(division.total, division.slice(), shares.data(), scratch, doubts);
        if (attempt.settled && attempt.settled->ratio && doubts.count == 0) ++settled;
      }
      EXPECT_GE(settled, 48U) << name << ", kind " << static_cast<int>(kind);
    }
  }
}

TEST_F(Settle, SettlesNothingThatIsUnusual) {
  const auto is_settled = [](const Division& division) {
    std::vector<double> shares(division.weight.size());
    Scratch scratch{};
    Doubts doubts;
    return settle(division.total, division.slice(), shares.data(), scratch, doubts)
        .settled.has_value();
  };
  EXPECT_TRUE(is_settled({1, {1, 2}, {0, 0}, {1, 1}}));
  EXPECT_FALSE(is_settled({0, {1, 2}, {0, 0}, {1, 1}}));
  EXPECT_FALSE(is_settled({3, {1, 2}, {0, 0}, {1, 1}}));       // a surplus
  EXPECT_FALSE(is_settled({1, {1, 2}, {1, 1}, {2, 2}}));       // overcommitted
  EXPECT_FALSE(is_settled({1e-300, {1, 2}, {0, 0}, {1, 1}}));  // products may underflow
  EXPECT_FALSE(is_settled({1e300, {1, 2}, {0, 0}, {1e300, 1e300}}));
}

TEST_F(Settle, LeavesAMidpointBetweenDoublesToTheIntegers) {
  // Three quarters of 2^53 - 2 are half a unit from two doubles: no bound on an error settles it.
  const Division division{0x1p53 - 2, {1, 3}, {0, 0}, {infinity, infinity}};
  for (const std::string& name : instruction_sets()) {
    ASSERT_TRUE(use_instruction_set(name));
    std::vector<double> shares(2);
    Scratch scratch{};
    Doubts doubts;
    EXPECT_TRUE(settle(division.total, division.slice(), shares.data(), scratch, doubts).settled);
    EXPECT_GT(doubts.count, 0U);
    Workspace workspace;
    EXPECT_TRUE(
        (solve_now(division, workspace) == Answer{0x1p51 - 0.5, {0x1p51 - 0.5, 0x1.8p52 - 2}}));
  }
}

TEST_F(Settle, ABatchIsItsProblemsOneByOne) {
  std::vector<double> total, weight, min_share, max_share;
  std::vector<std::size_t> begin{0};
  std::vector<Division> divisions;
  for (const Kind kind : kinds) {
    for (const std::size_t size : {0U, 1U, 8U, 16U, 33U}) {
      Division division = divide(kind, size, size + 1);
      if (size == 33) division.total *= 100;  // a surplus among them
      total.push_back(division.total);
      weight.insert(weight.end(), division.weight.begin(), division.weight.end());
      min_share.insert(min_share.end(), division.min_share.begin(), division.min_share.end());
      max_share.insert(max_share.end(), division.max_share.begin(), division.max_share.end());
      begin.push_back(weight.size());
      divisions.push_back(std::move(division));
    }
  }
  std::vector<double> shares(weight.size());
  std::vector<Outcome> outcomes(total.size());
  Workspace workspace;
  solve_batch({total, begin, {weight, min_share, max_share}}, shares, outcomes, workspace);
  for (std::size_t k = 0; k < divisions.size(); ++k) {
    const Answer expected = solve_now(divisions[k], workspace);
    std::vector<double> of_batch(shares.begin() + static_cast<std::ptrdiff_t>(begin[k]),
                                 shares.begin() + static_cast<std::ptrdiff_t>(begin[k + 1]));
    EXPECT_TRUE(answer_of(outcomes[k], std::move(of_batch)) == expected) << k;
  }
}

}  // namespace
}  // namespace fairshare::reference
