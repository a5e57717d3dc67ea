// reference/side_by_side.h: small problems in the lanes of a vector, on every instruction set that
// this processor has, compared with the way in integers. campaign.cpp tests millions of them.
#include "fairshare/reference/side_by_side.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/reference/exact_search.h"
#include "fairshare/reference/instruction_set.h"
#include "tests/divisions.h"

namespace fairshare::reference {
namespace {

// The result of one division; nothing if it is left to another way.
struct Settlement {
  std::optional<double> ratio;
  std::vector<double> shares;
};

std::vector<Settlement> settle_all(const std::vector<Division>& divisions) {
  std::vector<Settlement> settlements;
  for (std::size_t begin = 0; begin < divisions.size(); begin += side_by_side()) {
    const std::size_t end = std::min(begin + side_by_side(), divisions.size());
    std::vector<Small> small;
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t size = divisions[k].weight.size();
      settlements.push_back({std::nullopt, std::vector<double>(size, -1)});
    }
    for (std::size_t k = begin; k < end; ++k) {
      small.push_back({divisions[k].total, divisions[k].slice(), settlements[k].shares.data()});
    }
    std::vector<std::optional<double>> ratios(small.size());
    settle_side_by_side(small, ratios);
    for (std::size_t k = begin; k < end; ++k) settlements[k].ratio = ratios[k - begin];
  }
  return settlements;
}

class SideBySide : public testing::Test {
 protected:
  void TearDown() override { use_instruction_set(""); }

  // How many are settled on the instruction set that settles the fewest. Each of them must be what
  // integers say, and the shares of the others must be left alone.
  static std::size_t count_settled(const std::vector<Division>& divisions) {
    std::size_t least = divisions.size();
    for (const std::string& name : instruction_sets()) {
      EXPECT_TRUE(use_instruction_set(name));
      const std::vector<Settlement> settlements = settle_all(divisions);
      std::size_t settled = 0;
      for (std::size_t k = 0; k < divisions.size(); ++k) {
        if (settlements[k].ratio) ++settled;
        expect_right(divisions[k], settlements[k], name + ", division " + std::to_string(k));
      }
      least = std::min(least, settled);
    }
    return least;
  }

 private:
  static void expect_right(const Division& division, const Settlement& settlement,
                           const std::string& where) {
    if (!settlement.ratio) {
      const auto is_untouched = [](double share) { return share == -1; };
      EXPECT_TRUE(std::ranges::all_of(settlement.shares, is_untouched)) << where;
      return;
    }
    std::vector<double> expected(division.weight.size());
    std::vector<Breakpoint> breakpoints;
    const Outcome outcome =
        solve_exactly(division.total, division.columns(), {}, {}, expected, breakpoints);
    const auto* ratio = std::get_if<Ratio>(&outcome);
    ASSERT_TRUE(ratio != nullptr) << where;
    EXPECT_EQ(*settlement.ratio, ratio->ratio) << where;
    EXPECT_EQ(settlement.shares, expected) << where;
  }
};

TEST_F(SideBySide, HasAsManyLanesAsTheInstructionSet) {
  for (const std::string& name : instruction_sets()) {
    ASSERT_TRUE(use_instruction_set(name));
    const std::size_t lanes = name == "AVX3" ? 8 : name == "AVX2" ? 4 : name == "SSE4" ? 2 : 1;
    EXPECT_EQ(side_by_side(), lanes) << name;
  }
}

TEST_F(SideBySide, SettlesOrdinaryProblemsOfEveryLengthBesideEachOther) {
  for (const Kind kind : {Kind::uniform, Kind::ties, Kind::heavy}) {
    std::vector<Division> divisions;
    for (std::size_t round = 0; round < 4; ++round) {
      // Neighbours differ in length, so that some lanes end early.
      for (std::size_t k = 0; k < small_max; ++k) {
        divisions.push_back(divide(kind, 1 + k * 37 % small_max, 64 * round + k));
      }
    }
    EXPECT_GE(count_settled(divisions), 240U) << static_cast<int>(kind);
  }
}

TEST_F(SideBySide, IsRightOrSilentOnEveryKindOfDivision) {
  std::vector<Division> divisions;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    for (const Kind kind : kinds) divisions.push_back(divide(kind, 1 + seed % 20, seed));
  }
  EXPECT_GE(count_settled(divisions), divisions.size() / 2);
}

TEST_F(SideBySide, IsRightOrSilentBesideBoundsAndMidpoints) {
  std::mt19937_64 random(41);
  std::vector<Division> divisions;
  for (int round = 0; round < 400; ++round) {
    const Division division = beside_bound_and_midpoint(random() % 2 == 0 ? 0 : 40, random);
    if (division.weight.empty()) continue;
    divisions.push_back(shuffled(division, random() % 5, random));
  }
  EXPECT_GE(divisions.size(), 100U);
  EXPECT_GE(count_settled(divisions), 50U);
}

// What the total leaves for those that move is far below what a sum of doubles keeps.
TEST_F(SideBySide, KnowsWhatASumOfDoublesCannotHold) {
  std::mt19937_64 random(43);
  std::vector<Division> divisions;
  for (int rungs = 1; rungs <= 24; ++rungs) {
    for (int step_bits = 1; step_bits <= 16; ++step_bits) {
      divisions.push_back(shuffled(ladder(rungs, step_bits, random), random() % 5, random));
    }
  }
  EXPECT_GE(count_settled(divisions), 50U);
}

TEST_F(SideBySide, ATieAtTheRatioIsSettled) {
  // The bound of each is its share at R = 4/3, and one of them moves.
  std::vector<Division> divisions;
  for (std::uint64_t seed = 1; seed <= 64; ++seed) {
    Division division = divide(Kind::ties, 12, seed);
    for (std::size_t i = 0; i < 6; ++i) {
      (i % 2 == 0 ? division.min_share : division.max_share)[i] = division.weight[i] * 4 / 3;
      division.min_share[i] = std::min(division.min_share[i], division.max_share[i]);
      division.max_share[i] = std::max(division.min_share[i], division.max_share[i]);
    }
    add(division, 3, 0, 100);
    division.total = 0;
    for (std::size_t i = 0; i < division.weight.size(); ++i) {
      division.total +=
          std::clamp(division.weight[i] * 4 / 3, division.min_share[i], division.max_share[i]);
    }
    divisions.push_back(division);
  }
  EXPECT_GE(count_settled(divisions), 64U);
}

TEST_F(SideBySide, AProblemThatIsNotSettledHarmsNoNeighbour) {
  const Division plain{1, {1, 2}, {0, 0}, {1, 1}};
  const std::vector<Division> odd = {
      {0, {1, 2}, {0, 0}, {1, 1}},                     // nothing to divide
      {3, {1, 2}, {0, 0}, {1, 1}},                     // a surplus
      {1, {1, 2}, {1, 1}, {2, 2}},                     // overcommitted
      {1, {0, 0}, {0, 0}, {1, 1}},                     // no weights
      {1e-300, {1, 2}, {0, 0}, {1, 1}},                // products may underflow
      {1e300, {1, 2}, {0, 0}, {1e300, 1e300}},         // and overflow
      {1, {5e-324, 5e-324}, {0, 0}, {1, 1}},           // so may the ratio
      {0x1p53 - 2, {1, 3}, {0, 0}, {0x1p60, 0x1p60}},  // a midpoint
      {2, {1, 2}, {0, 0}, {1, 1}},                     // a flat stretch
      {1, {1, 1}, {0, 0}, {infinity, infinity}},       // no maximum
  };
  for (const Division& other : odd) {
    const std::vector<Division> divisions{plain, other, plain, plain, other, plain, other, plain};
    EXPECT_GE(count_settled(divisions), 5U) << other.total;
  }
}

// One lane has a claimant less than the longest, one has a single claimant.
TEST_F(SideBySide, TakesTheLongestThatIsSmall) {
  std::vector<Division> divisions;
  for (const std::size_t size : {small_max, small_max - 1, std::size_t{1}, small_max}) {
    divisions.push_back(divide(Kind::uniform, size, size));
  }
  EXPECT_EQ(count_settled(divisions), 4U);
}

}  // namespace
}  // namespace fairshare::reference
