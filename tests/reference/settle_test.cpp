// reference/settle.h: the way in doubles, on every instruction set that this processor has,
// compared with the way in integers. Small problems by the million are in campaign.cpp.
#include "fairshare/reference/settle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/reference/exact_search.h"
#include "fairshare/reference/instruction_set.h"
#include "fairshare/reference/solve.h"
#include "tests/divisions.h"
#include "tests/rounded.h"

namespace fairshare::reference {
namespace {

// The total, except for about 2^-42 of it, in a thousand large shares and two thousand small ones:
// the low part of the sum grows until it has no room for the last bits of the small ones.
Division crowd(std::mt19937_64& random) {
  Division division{1, {}, {}, {}};
  uint128 left = uint128{1} << 120;
  const auto fix = [&](std::uint64_t significand, int unit) {
    left -= static_cast<uint128>(significand) << (120 + unit);
    const double share = std::ldexp(static_cast<double>(significand), unit);
    add(division, 0, share, share);
  };
  for (int k = 0; k < 1000; ++k) fix(random() >> 11, -63);
  for (int k = 0; k < 1900; ++k) fix(random() >> 11, -107);
  const uint128 most = left - (uint128{1} << 78);
  fix(static_cast<std::uint64_t>(most >> 67), -53);
  fix(static_cast<std::uint64_t>((left - (uint128{1} << 78)) >> 30), -90);
  for (int k = 0; k < 8; ++k) {
    add(division, 1 + static_cast<double>(random() >> 12) * 0x1p-52, 0, infinity);
  }
  return division;
}

// The division with up to three more claimants, whose weight times the ratio is beyond all doubles:
// they are at their max share, and for some that is the only possible share.
Division with_overflow(Division division, std::mt19937_64& random) {
  for (std::size_t i = 0; i < division.weight.size(); ++i) {
    division.weight[i] *= 0x1p-500;
    division.min_share[i] *= 0x1p+200;
    division.max_share[i] *= 0x1p+200;
  }
  division.total *= 0x1p+200;
  for (std::uint64_t more = 1 + random() % 3; more > 0; --more) {
    const double most =
        std::ldexp(1 + static_cast<double>(random() % 16), static_cast<int>(random() % 200) - 50);
    const double least = random() % 2 == 0 ? most / 2 : std::nextafter(most, 0);
    add(division, std::ldexp(1, 530 + static_cast<int>(random() % 300)), least, most);
    division.total += most;
  }
  return division;
}

struct Answer {
  double ratio = -1;
  std::vector<double> shares = {};
  std::optional<NoRatio> no_ratio = std::nullopt;  // instead of both

  friend bool operator==(const Answer&, const Answer&) = default;
};

Answer answer_of(const Outcome& outcome, std::vector<double> shares) {
  if (const auto* ratio = std::get_if<Ratio>(&outcome)) return {ratio->ratio, std::move(shares)};
  if (const auto* over = std::get_if<Overcommitted<double>>(&outcome)) return {.no_ratio = *over};
  return {.no_ratio = std::get<Surplus<double>>(outcome)};
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

  // One division, on every instruction set.
  static void compare(const Division& division) {
    Workspace workspace;
    const Answer expected = solve_in_integers(division, workspace);
    for (const std::string& name : instruction_sets()) {
      ASSERT_TRUE(use_instruction_set(name));
      ASSERT_TRUE(solve_now(division, workspace) == expected)
          << name << ", " << division.weight.size() << " claimants, the first share is "
          << (expected.shares.empty() ? 0 : expected.shares[0]);
    }
  }
};

TEST_F(Settle, KnowsTheInstructionSetsOfThisProcessor) {
  const std::vector<std::string> names = instruction_sets();
  ASSERT_FALSE(names.empty());
  for (const std::string& name : names) EXPECT_TRUE(use_instruction_set(name)) << name;
  EXPECT_FALSE(use_instruction_set("PDP-11"));
}

TEST_F(Settle, IsOnTheBestInstructionSetAgainWhereNoneIsNamed) {
  ASSERT_TRUE(use_instruction_set(instruction_sets().front()));
  const std::size_t best = chosen_set;
  ASSERT_TRUE(use_instruction_set(instruction_sets().back()));
  EXPECT_TRUE(use_instruction_set(""));
  EXPECT_EQ(chosen_set, best);
}

TEST_F(Settle, IsOnAvx2ForFewClaimantsUnlessASetIsNamed) {
  ASSERT_TRUE(use_instruction_set(""));
  const std::vector<std::string> names = instruction_sets();
  const bool has_both = names.size() > 1 && names[0] == "AVX3" && names[1] == "AVX2";
  EXPECT_EQ(chosen_set_for_few, chosen_set + (has_both ? 1 : 0));
  for (const std::string& name : names) {
    ASSERT_TRUE(use_instruction_set(name));
    EXPECT_EQ(chosen_set_for_few, chosen_set) << name;
  }
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

// More than two groups of blocks on AVX-512, and several on narrower vectors.
TEST_F(Settle, AddsUpEveryGroupOfBlocks) {
  constexpr std::size_t size = 2'400'000;
  Division division{0, std::vector<double>(size), std::vector<double>(size),
                    std::vector<double>(size, infinity)};
  Answer expected{3, std::vector<double>(size)};
  for (std::size_t i = 0; i < size; ++i) {
    division.weight[i] = static_cast<double>(1 + i % 7);
    expected.shares[i] = 3 * division.weight[i];
    division.total += expected.shares[i];
  }
  Workspace workspace;
  for (const std::string& name : instruction_sets()) {
    ASSERT_TRUE(use_instruction_set(name));
    EXPECT_TRUE(solve_now(division, workspace) == expected) << name;
  }
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

// The purpose of the fast way: it leaves no ordinary problems, or almost none, to the integers.
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

// The least total that the claimants get, or the most that they can get, in plain doubles.
double end_of(const Division& division, bool is_most) {
  double sum = 0;
  for (std::size_t i = 0; i < division.weight.size(); ++i) {
    const bool has_more = is_most && division.weight[i] > 0;
    sum += has_more ? division.max_share[i] : division.min_share[i];
  }
  return sum;
}

Attempt settle_alone(const Division& division) {
  const std::size_t size = division.weight.size();
  Workspace workspace;
  workspace.reserve(size);
  std::vector<double> shares(size);
  std::vector<std::vector<double>> column(9, std::vector<double>(size + residue_padding));
  const auto residue = [&](std::size_t k) {
    return Residue{column[k].data(), column[k + 1].data(), column[k + 2].data(), 0};
  };
  Scratch scratch{residue(0), residue(3), residue(6)};
  Doubts doubts;
  return settle(division.total, division.slice(), shares.data(), scratch, doubts);
}

// A total off an end of what claimants can have, by anything from much to a unit in its last place.
TEST_F(Settle, IsTheNearestAmountWhereNoRatioFits) {
  std::mt19937_64 random(24);
  for (const Kind kind : kinds) {
    for (const std::size_t size : {1U, 2U, 3U, 7U, 8U, 30U, 100U, 1030U, 3400U}) {
      for (int round = 0; round < 40; ++round) {
        Division division = divide(kind, size, random());
        const double end = end_of(division, round % 2 == 0);
        if (!(end < infinity)) continue;
        const double off = std::ldexp(1, -static_cast<int>(random() % 54));
        division.total =
            random() % 4 == 0 ? end : end * (random() % 2 == 0 ? 1 + off : 1 - off / 2);
        if (random() % 4 == 0 && round % 2 == 0) division.total = 2 * division.total + 1;
        compare(division);
      }
    }
  }
}

TEST_F(Settle, LeavesNoOrdinarySurplusToTheIntegersNorMinimumsThatExceedTheTotal) {
  for (const std::string& name : instruction_sets()) {
    ASSERT_TRUE(use_instruction_set(name));
    for (const Kind kind : {Kind::uniform, Kind::heavy, Kind::all_clamped, Kind::few_free}) {
      for (const std::size_t size : {3U, 8U, 20U, 200U, 4000U}) {
        Division division = divide(kind, size, size);
        division.total = 1.001 * end_of(division, true);
        const Attempt rich = settle_alone(division);
        ASSERT_TRUE(rich.no_ratio && std::holds_alternative<Surplus<double>>(*rich.no_ratio))
            << name << ", kind " << static_cast<int>(kind) << ", " << size;
        EXPECT_FALSE(rich.settled);
        division.min_share = division.max_share;
        division.total = 0.999 * end_of(division, false);
        const Attempt poor = settle_alone(division);
        ASSERT_TRUE(poor.no_ratio && std::holds_alternative<Overcommitted<double>>(*poor.no_ratio))
            << name << ", kind " << static_cast<int>(kind) << ", " << size;
        EXPECT_FALSE(poor.settled);
      }
    }
  }
}

TEST_F(Settle, FindsNoAmountThatIsInDoubt) {
  const auto find_no_ratio = [](const Division& division) {
    return settle_alone(division).no_ratio;
  };
  const NoRatio one = Surplus<double>{1}, quarter = Surplus<double>{0.25};
  EXPECT_EQ(find_no_ratio({3, {1, 2}, {0, 0}, {1, 1}}), one);
  EXPECT_EQ(find_no_ratio({1, {1, 2}, {1, 1}, {2, 2}}), NoRatio{Overcommitted<double>{1}});
  // Without a weight, the minimum is all that can be claimed.
  EXPECT_EQ(find_no_ratio({1, {1, 0}, {0, 0.25}, {0.5, infinity}}), quarter);
  // 1 + 2^-53 is a midpoint, and rounds to the even double; 2^-110 less is too near to it.
  EXPECT_EQ(find_no_ratio({2, {1, 1}, {0, 0}, {1 - 0x1p-53, 0}}), one);
  EXPECT_EQ(find_no_ratio({2, {1, 1}, {0, 0}, {1 - 0x1p-53, 0x1p-110}}), std::nullopt);
  EXPECT_EQ(find_no_ratio({1, {1, 1}, {0, 0}, {1 - 0x1p-53, 0x1p-90}}), std::nullopt);
  // The minimums add up to a midpoint, which no addition rounds, and a total below their last bit
  // is subtracted.
  const Division midpoint{0x1p-110, {1, 1}, {1 + 0x1p-52, 0x1p-41 + 0x1p-53}, {2, 2}};
  EXPECT_EQ(find_no_ratio(midpoint), std::nullopt);
  compare(midpoint);
  // Totals that fit, claims without an end, and numbers that are not ordinary.
  EXPECT_EQ(find_no_ratio({1, {1, 1}, {0, 0}, {0.5, 0.5}}), std::nullopt);
  EXPECT_EQ(find_no_ratio({3, {1, 2}, {0, 0}, {1, infinity}}), std::nullopt);
  EXPECT_EQ(find_no_ratio({0, {1, 2}, {1, 1}, {1, 1}}), std::nullopt);
}

TEST_F(Settle, ReadsTheColumnsThreeTimesWhereManyBreakpointsLieAtTheRatio) {
  const Division division = divide(Kind::ties, 20'001, 3);
  for (const std::string& name : instruction_sets()) {
    ASSERT_TRUE(use_instruction_set(name));
    const Attempt attempt = settle_alone(division);
    EXPECT_TRUE(attempt.settled) << name;
    EXPECT_EQ(attempt.passes, 3U) << name;
  }
}

// A guess, the line that it finds, and a check; one more pass if a share is at a midpoint.
TEST_F(Settle, FindsTheLineOfFewClaimantsAtOnce) {
  for (const std::string& name : instruction_sets()) {
    ASSERT_TRUE(use_instruction_set(name));
    const auto passes = [](const Division& division) { return settle_alone(division).passes; };
    for (const Kind kind : {Kind::uniform, Kind::heavy}) {
      for (std::size_t size = 4; size <= 12; ++size) {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
          const std::uint32_t taken = passes(divide(kind, size, seed));
          EXPECT_TRUE(taken == 3 || taken == 4)
              << name << ", kind " << static_cast<int>(kind) << ", " << size << " claimants, seed "
              << seed << ": " << taken;
        }
      }
    }
    EXPECT_EQ(passes({30, {1, 2}, {0, 0}, {infinity, infinity}}), 3U) << name;
    EXPECT_EQ(passes({30, {1, 2, 0}, {7, 1, 1}, {infinity, infinity, 2}}), 3U) << name;
  }
}

// A step of Newton's method crosses one magnitude of the weights; of these problems have up to 96.
TEST_F(Settle, CrossesManyMagnitudesInFewPasses) {
  for (const std::string& name : instruction_sets()) {
    ASSERT_TRUE(use_instruction_set(name));
    std::uint32_t passes = 0;
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
      passes += settle_alone(divide(Kind::geometric, 200, seed)).passes;
    }
    EXPECT_LE(passes, 500 * 16) << name;
  }
}

// The first step leads below 0. A chord from 0 that counted doubles would end near 0, too.
TEST_F(Settle, ReturnsFromBelowZeroInFewPasses) {
  Division division{120, {}, {}, {}};
  const auto add = [&](std::size_t claimants, double weight, double min_share, double max_share) {
    division.weight.insert(division.weight.end(), claimants, weight);
    division.min_share.insert(division.min_share.end(), claimants, min_share);
    division.max_share.insert(division.max_share.end(), claimants, max_share);
  };
  add(10, 1, 0, 5);
  add(10, 0.001, 10, infinity);
  add(1, 0.1, 0, infinity);
  for (const std::string& name : instruction_sets()) {
    ASSERT_TRUE(use_instruction_set(name));
    const Attempt attempt = settle_alone(division);
    EXPECT_TRUE(attempt.settled) << name;
    EXPECT_LE(attempt.passes, 7U) << name;
  }
}

// From R = 1 to 4 no share changes. A total next to that stretch takes one more line.
TEST_F(Settle, FindsTheLineOfFewClaimantsBesideAFlatStretch) {
  for (const std::string& name : instruction_sets()) {
    ASSERT_TRUE(use_instruction_set(name));
    for (const double total : {std::nextafter(5.0, 0), std::nextafter(5.0, 6)}) {
      const Attempt attempt = settle_alone({total, {1, 1, 1}, {0, 4, 0}, {1, infinity, 0}});
      ASSERT_TRUE(attempt.settled) << name;
      EXPECT_NEAR(*attempt.settled->ratio, total < 5 ? 1 : 4, 1e-9) << name;
      EXPECT_EQ(attempt.passes, 4U) << name;
    }
  }
}

TEST_F(Settle, SettlesNothingThatIsUnusual) {
  const auto is_settled = [](const Division& division) {
    return settle_alone(division).settled.has_value();
  };
  EXPECT_TRUE(is_settled({1, {1, 2}, {0, 0}, {1, 1}}));
  EXPECT_FALSE(is_settled({0, {1, 2}, {0, 0}, {1, 1}}));
  EXPECT_FALSE(is_settled({3, {1, 2}, {0, 0}, {1, 1}}));       // a surplus
  EXPECT_FALSE(is_settled({1, {1, 2}, {1, 1}, {2, 2}}));       // overcommitted
  EXPECT_FALSE(is_settled({1e-300, {1, 2}, {0, 0}, {1, 1}}));  // products may underflow
  EXPECT_FALSE(is_settled({1e300, {1, 2}, {0, 0}, {1e300, 1e300}}));
}

// Room for what is cut away of a few claimants.
struct Room {
  explicit Room(std::size_t claimants)
      : column(6, std::vector<double>(claimants + residue_padding)) {
    scratch.residue_1 = {column[0].data(), column[1].data(), column[2].data(), 0};
    scratch.residue_2 = {column[3].data(), column[4].data(), column[5].data(), 0};
  }

  std::vector<std::vector<double>> column;
  Scratch scratch = {};
};

// Breakpoints on either side of the ratio at all distances.
Division with_breakpoints_beside(Division division, std::mt19937_64& random) {
  division.total = 0;
  for (std::size_t i = 0; i < division.weight.size(); ++i) {
    const double share = division.weight[i] * 0.75;
    const double off = std::ldexp(share, -1 - static_cast<int>(random() % 50));
    if (random() % 2 == 0) division.min_share[i] = random() % 2 == 0 ? share - off : share + off;
    division.max_share[i] = std::max(2 * share, division.min_share[i]);
    division.total += std::clamp(share, division.min_share[i], division.max_share[i]);
  }
  return division;
}

// Any guess: a ratio that is right, or nearly, or not at all.
double any_guess(double ratio, std::mt19937_64& random) {
  constexpr std::array odd = {
      0.0, -1.0, 5e-324, 0x1p+1000, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()};
  switch (random() % 8) {
    case 0:
      return odd[random() % odd.size()];
    case 1:
      return ratio;
    case 2:
      return ratio * std::ldexp(1, static_cast<int>(random() % 200) - 100);
    default:
      return ratio * (1 + std::ldexp(random() % 2 == 0 ? 1 : -1, -static_cast<int>(random() % 60)));
  }
}

// The guess may be anything, but the answer may not: with cuts that leave the ratio outside, or
// next to their ends, with infinity and NaN, everything that is settled is right.
TEST_F(Settle, IsTheNearestDoubleFromAnyGuessOrSettlesNothing) {
  std::mt19937_64 random(34);
  std::size_t settled = 0, cut = 0;
  for (int round = 0; round < 6000; ++round) {
    const Kind kind = kinds[random() % std::size(kinds)];
    Division division = shuffled(divide(kind, 1 + random() % 20, random()), 3, random);
    if (round % 2 == 0) division = with_breakpoints_beside(division, random);
    Workspace workspace;
    const Answer expected = solve_in_integers(division, workspace);
    const double ratio = expected.ratio >= 0 ? expected.ratio : 1;
    const double guess = any_guess(ratio, random);
    std::vector<Belief> cuts(random() % 2 == 0 ? 0 : random() % 3);
    for (Belief& one : cuts) {
      one = {any_guess(ratio, random), any_guess(ratio, random)};
      if (one.low > one.high && random() % 4 != 0) std::swap(one.low, one.high);
    }
    for (const std::string& name : instruction_sets()) {
      ASSERT_TRUE(use_instruction_set(name));
      const std::size_t size = division.weight.size();
      Room room(size);
      std::vector<double> shares(size);
      Doubts doubts;
      const Attempt attempt = settle_from(guess, cuts, division.total, division.slice(),
                                          shares.data(), room.scratch, doubts);
      const std::string where = name + ", round " + std::to_string(round);
      if (attempt.settled) ++settled;
      if (attempt.settled && !cuts.empty()) ++cut;
      if (attempt.settled && attempt.settled->ratio && doubts.count == 0) {
        ASSERT_TRUE((Answer{*attempt.settled->ratio, shares} == expected)) << where;
        continue;
      }
      const Outcome outcome = solve_exactly(division.total, division.columns(), attempt, doubts,
                                            shares, workspace.breakpoints);
      ASSERT_TRUE(answer_of(outcome, shares) == expected) << where;
    }
  }
  EXPECT_GE(settled, 6000U);
  EXPECT_GE(cut, 300U);
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

// No two doubles have a quotient nearer to a midpoint, unless it is one.
TEST_F(Settle, RoundsASharePlacedBesideAMidpoint) {
  std::mt19937_64 random(21);
  int divisions = 0;
  for (int round = 0; round < 3000; ++round) {
    const Ring ring = any_ring(random);
    std::int64_t offset = any_offset(random, 12);
    const std::uint64_t weight = weight_at_midpoint(ring, ring.weights, offset);
    if (weight == 0) continue;
    Division division{static_cast<double>(ring.rest), {}, {}, {}};
    add(division, static_cast<double>(weight), 0, infinity);
    add(division, static_cast<double>(ring.weights - weight), 0, infinity);
    compare(shuffled(division, random() % 18, random));
    ++divisions;
  }
  EXPECT_GE(divisions, 1000);
}

TEST_F(Settle, RoundsARatioPlacedBesideAMidpoint) {
  std::mt19937_64 random(22);
  for (int round = 0; round < 3000; ++round) {
    // An odd number of 54 bits, times weights of 80, cut to 106 bits.
    const std::uint64_t middle = (std::uint64_t{1} << 53) | (random() >> 11) | 1;
    const std::uint64_t large = (std::uint64_t{1} << 51) | (random() >> 14);  // in units of 2^28
    const std::uint64_t small = (random() >> 36) | 1;
    const uint128 rest = static_cast<uint128>(middle) * large +
                         (static_cast<uint128>(middle) * small >> 28) + random() % 3;
    const auto total = static_cast<std::uint64_t>(rest >> 53) + 1;
    const auto fixed =
        static_cast<double>(static_cast<std::uint64_t>((static_cast<uint128>(total) << 53) - rest));
    Division division{std::ldexp(static_cast<double>(total), 53), {}, {}, {}};
    add(division, std::ldexp(static_cast<double>(large), 28), 0, infinity);
    add(division, static_cast<double>(small), 0, infinity);
    add(division, 0, fixed, fixed);
    compare(shuffled(division, random() % 18, random));
  }
}

// The first is so near its max that it may be at it. What it then leaves is almost nothing for it,
// but takes the second, which is clear of its own max, up to that, and shows in what the third
// gets.
TEST_F(Settle, LetsThoseNearABoundMoveNoClaimantPastOne) {
  std::mt19937_64 random(31);
  int divisions = 0;
  for (int round = 0; round < 3000; ++round) {
    const Ring ring = any_ring(random);
    const auto gap = static_cast<std::int64_t>(random() >> (38 + random() % 8));
    const std::uint64_t weight = ring.weight_for(1, -gap);
    if (weight < ring.weights / 8 || (ring.rest + (std::uint64_t{1} << 39)) >> 53 != 0) continue;
    const uint128 whole = ring.whole_below(weight, 1, -gap);
    if (whole >> 53 != 0) continue;
    const auto first = static_cast<double>(ring.rest);
    const double second = std::ldexp(static_cast<double>(whole), -15);
    const double excess = std::ldexp(1, -47 + static_cast<int>(random() % 6));
    Division division{0x1p53, {}, {}, {}};
    add(division, static_cast<double>(ring.weights), 0, first);
    add(division, std::ldexp(static_cast<double>(weight), -15), 0, second);
    add(division, std::ldexp(static_cast<double>(ring.weights), -60), 0, infinity);
    for (const double fixed : {0x1p53 - 0x1p38 - first, 0x1p38 - second - 0x1p-7,
                               0x1p-7 - std::ldexp(first, -60) - excess}) {
      add(division, 0, fixed, fixed);
    }
    if (*std::min_element(division.min_share.begin(), division.min_share.end()) < 0) continue;
    compare(shuffled(division, random() % 10, random));
    ++divisions;
  }
  EXPECT_GE(divisions, 500);
}

TEST_F(Settle, TellsWhoIsBesideABoundWhereAMidpointDependsOnIt) {
  std::mt19937_64 random(23);
  int divisions = 0;
  for (unsigned round = 0; round < 6000; ++round) {
    const Division division = beside_bound_and_midpoint(round % 3 == 0 ? 0U : round % 8, random);
    if (division.weight.empty()) continue;
    compare(shuffled(division, random() % 10, random));
    ++divisions;
  }
  EXPECT_GE(divisions, 1500);
}

TEST_F(Settle, KnowsWhatASumOfDoublesCannotHold) {
  std::mt19937_64 random(24);
  for (int round = 0; round < 3000; ++round) {
    const int rungs = static_cast<int>(1 + random() % 60);
    compare(shuffled(ladder(rungs, round % 2 == 0 ? 4 : 40, random), random() % 10, random));
  }
  for (int round = 0; round < 20; ++round) compare(crowd(random));
}

// The least addend decides on which side of a midpoint a share is. It would be lost if it came
// while the low part of the sum is in use: one of two parts of 1 has been added, the other not yet.
TEST_F(Settle, LosesNoAddendThatDecidesAMidpoint) {
  std::mt19937_64 random(25);
  for (int round = 0; round < 4000; ++round) {
    const double least = std::ldexp(1, -56 - static_cast<int>(random() % 60));
    const double part = 0.5 + static_cast<double>(random() >> 12) * 0x1p-53;
    // Three quarters of an odd number below 2^54 / 3 are half a unit from two doubles.
    const double odd = 0x1p52 + static_cast<double>((random() % (std::uint64_t{1} << 49)) | 1);
    const bool is_fixed = round % 2 == 0;
    const double others = round % 4 < 2 ? least : 0;
    if (is_fixed) {
      Division division{odd + (0x1p52 + 1), {3, 1}, {0, 0}, {infinity, infinity}};
      for (const double share : {0x1p52, part, 1 - part, others}) add(division, 1, share, share);
      compare(shuffled(division, random() % 20, random));
    } else {
      Division division{odd, {0x1.8p51}, {0}, {infinity}};
      for (const double weight : {0x1p50 - 1, part, 1 - part, others}) {
        add(division, weight, 0, infinity);
      }
      division.weight[0] = 0x1.8p51;
      compare(shuffled(division, random() % 20, random));
    }
  }
}

TEST_F(Settle, NotesEveryShareInDoubt) {
  std::mt19937_64 random(26);
  for (const std::size_t pairs : {1U, 2U, 4U, 8U, 16U, 32U, 64U, 128U, 256U, 512U}) {
    for (std::size_t others = 0; others < 9; ++others) {
      Division division{(0x1p53 - 2) * static_cast<double>(pairs), {}, {}, {}};
      for (std::size_t k = 0; k < pairs; ++k) {
        add(division, 1, 0, infinity);
        add(division, 3, 0, infinity);
      }
      compare(shuffled(division, others, random));
    }
  }
}

TEST_F(Settle, TellsAFlatStretchFromOneThatIsOffByABit) {
  std::mt19937_64 random(27);
  for (int round = 0; round < 3000; ++round) {
    const double off =
        std::ldexp(static_cast<double>(random() % 3) - 1.0, -54 - static_cast<int>(random() % 51));
    const double part = 0x1p-53 + off;
    const double weight = 1 + static_cast<double>(random() % 5);
    // From R = 1 to 4 no share changes. The last two take all but 1 + off or so, if they can.
    Division division{2 + 4 * weight,
                      {1, weight, 1, 1},
                      {0, 4 * weight, 1 - 0x1p-53, part},
                      {1, infinity, 1 - 0x1p-53, part}};
    if (round % 2 == 0) add(division, 0x1p-40, 0, 0x1p-41);
    if (round % 3 == 0)
      add(division, std::ldexp(1, -1074 + static_cast<int>(random() % 50)), 0, infinity);
    compare(shuffled(division, random() % 12, random));
  }
}

// One ends where the other begins, give or take a unit in the last place.
TEST_F(Settle, TellsAFlatStretchFromTwoWhoMoveWithinAUnitInTheLastPlace) {
  std::mt19937_64 random(28);
  for (int round = 0; round < 20'000; ++round) {
    const double ratio = 1 + static_cast<double>(random() >> 12) * 0x1p-52;
    const double weight = 1 + static_cast<double>(random() % 1000);
    const double other = 1 + static_cast<double>(random() % 1000);
    const double most = std::nextafter(weight * ratio, random() % 2 == 0 ? 0 : infinity);
    const double least = std::nextafter(other * ratio, random() % 2 == 0 ? 0 : infinity);
    const double total = most + least;
    if (total - most != least || total - least != most) continue;
    compare({total, {weight, other}, {0, least}, {most, infinity}});
  }
}

TEST_F(Settle, RoundsSharesWhoseProductsUnderflow) {
  constexpr double smallest = std::numeric_limits<double>::denorm_min();
  // A little more than two and a half units, which would go to the even one.
  const Division division{
      3.5, {1, smallest, 1}, {0, 0, 1 - 0x1p-53}, {infinity, infinity, 1 - 0x1p-53}};
  for (const std::string& name : instruction_sets()) {
    ASSERT_TRUE(use_instruction_set(name));
    Workspace workspace;
    EXPECT_EQ(solve_now(division, workspace).shares[1], 3 * smallest) << name;
  }
  std::mt19937_64 random(29);
  for (int round = 0; round < 3000; ++round) {
    Division other{3.5, {1, 1}, {0, 1 - 0x1p-53}, {infinity, 1 - 0x1p-53}};
    for (int k = 0; k < 6; ++k) {
      const double weight = std::ldexp(1 + static_cast<double>(random() % 16),
                                       -1074 + static_cast<int>(random() % 200));
      const double bound = std::ldexp(static_cast<double>(random() % 100), -1075);
      add(other, weight, random() % 2 == 0 ? bound : 0, random() % 2 == 0 ? 2 * bound : infinity);
      if (other.max_share.back() < other.min_share.back()) other.max_share.back() = infinity;
    }
    compare(shuffled(other, random() % 5, random));
  }
}

TEST_F(Settle, KnowsWhereProductsOverflow) {
  compare({4.094023999587082e+129,
           {1.9449085819427318e+279, 1.0000009536743164},
           {113, 0},
           {std::nextafter(113, infinity), infinity}});
  std::mt19937_64 random(32);
  for (int round = 0; round < 300; ++round) {
    const std::size_t size = round % 100 == 0 ? direct_max + 500 : 1 + random() % 12;
    const Division division = with_overflow(divide(Kind::uniform, size, 32), random);
    compare(shuffled(division, random() % 10, random));
  }
}

// A sample has decided that the claimant of weight 2^996 or more is at its maximum, so no check
// sees its product, which overflows, or is too large to split. The sums are exact.
TEST_F(Settle, WritesAMaximumWhoseProductOverflowsAmongThousands) {
  constexpr double largest = std::numeric_limits<double>::max();
  std::mt19937_64 random(33);
  for (const double weight : {0x1p+995, 0x1p+996, 0x1p+1015, largest}) {
    for (const double ratio : {0x1p-10, 1.0, 1000.0}) {
      const std::size_t others = direct_max + 1000;
      const double size = static_cast<double>(others);
      Division division{size * ratio, std::vector<double>(others, 1),
                        std::vector<double>(others, 0), std::vector<double>(others, infinity)};
      add(division, weight, 0, ratio / 8);
      compare(division);
      add(division, weight, ratio / 8, size * ratio / 2);
      compare(shuffled(division, random() % others, random));
    }
  }
}

// Breakpoints on either side of the ratio at all distances, of many and of the last.
TEST_F(Settle, IsTheNearestDoubleWhereThoseWhoAreLeftOpenStandLast) {
  std::mt19937_64 random(30);
  for (std::size_t more = 1; more <= 9; ++more) {
    Division division = divide(Kind::uniform, direct_max + 4096 + more, more);
    division.total = 0;
    for (std::size_t i = 0; i < division.weight.size(); ++i) {
      const double share = division.weight[i] * 0.75;
      if (i + 9 >= division.weight.size() || i % 16 == 0) {
        const double off = std::ldexp(share, -3 - static_cast<int>(random() % 50));
        division.min_share[i] = random() % 2 == 0 ? share - off : share / 2;
        division.max_share[i] = random() % 2 == 0 ? share + off : 2 * share;
      }
      division.total += std::clamp(share, division.min_share[i], division.max_share[i]);
    }
    compare(division);
  }
}

// Newton's next step goes to a ratio so much larger that no double holds the factor.
TEST_F(Settle, IsTheNearestDoubleForNumbersOfAnyMagnitude) {
  std::mt19937_64 random(31);
  const auto any = [&random](int least, int most) {
    const auto span = static_cast<unsigned>(most - least);
    return std::ldexp(1 + static_cast<double>(random() % 16) / 16,
                      least + static_cast<int>(random() % span));
  };
  for (int round = 0; round < 3000; ++round) {
    Division division{0, {}, {}, {}};
    const auto claimants = round % 300 == 0 ? direct_max + random() % 3000 : 2 + random() % 20;
    for (std::size_t i = 0; i < claimants; ++i) {
      const double most = any(-900, 700);
      const std::array<double, 4> others = {most, std::nextafter(most, 0), most * any(-200, -1), 0};
      const double least = others[random() % others.size()];
      add(division, any(-900, 900), least, random() % 8 == 0 ? infinity : most);
    }
    const double ratio = any(-1000, 1000);
    for (std::size_t i = 0; i < claimants; ++i) {
      division.total += std::clamp(std::min(division.weight[i] * ratio, 0x1p800),
                                   division.min_share[i], division.max_share[i]);
    }
    compare(division);
  }
}

// Half of many claimants are full long before the others begin: a sample cannot tell in which half
// the ratio leaves a claimant free, or whether it is in the stretch between them.
TEST_F(Settle, IsTheNearestDoubleAroundAFlatStretchOfManyClaimants) {
  std::mt19937_64 random(33);
  for (const double off : {0.0, 0x1p-20, -0x1p-20, 1.0, -1.0, 600.0, -300.0}) {
    Division division{off, {}, {}, {}};
    for (std::size_t i = 0; i < 2 * direct_max; ++i) {
      const double weight = 1 + static_cast<double>(random() % 32) / 8;
      const double level = static_cast<double>(random() % 16) / 32;
      const double bound = weight * ((i % 2 == 0 ? 1 : 8) + level);
      add(division, weight, i % 2 == 0 ? 0 : bound, i % 2 == 0 ? bound : infinity);
      division.total += bound;  // Exact: multiples of 2^-20.
    }
    compare(division);
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
