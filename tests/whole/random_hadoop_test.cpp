// The models of Hadoop with random and adversarial input, by what their fuzz target requires, which
// ends the process where it does not hold.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <utility>

#include "fuzz/choices.h"
#include "fuzz/targets/hadoop_models.h"

namespace fairshare::fuzz::hadoop {
namespace {

TEST(RandomHadoop, YarnReturnsFromAnything) {
  Choices choices(1);
  std::array<int, 3> seen = {};
  for (int round = 0; round < 10'000; ++round) {
    for (const Release release : releases) {
      ++seen[static_cast<std::size_t>(check_any_yarn(choices, release))];
    }
  }
  for (const int count : seen) EXPECT_GT(count, 1000) << "shares, overflows, hangs";
}

TEST(RandomHadoop, Mr1ReturnsFromAnything) {
  Choices choices(2);
  std::array<int, 3> seen = {};
  for (int round = 0; round < 20'000; ++round) {
    ++seen[static_cast<std::size_t>(check_mr1(choices, false).first)];
  }
  for (const int count : seen) EXPECT_GT(count, 1000) << "shares, no numbers, hangs";
}

TEST(RandomHadoop, YarnIsAsNearToFairAsItsResolutionSays) {
  Choices choices(3);
  std::array<int, 3> seen = {};
  for (int round = 0; round < 3'000; ++round) {
    for (const Release release : releases) ++seen[check_sane_yarn(choices, release)];
  }
  for (const int count : seen) EXPECT_GT(count, 100) << "allocations, overcommitted, surpluses";
}

TEST(RandomHadoop, Mr1IsAsNearToFairAsItsResolutionSays) {
  Choices choices(4);
  int judged = 0;
  for (int round = 0; round < 10'000; ++round) judged += check_mr1(choices, true).second;
  EXPECT_GT(judged, 3000);
}

}  // namespace
}  // namespace fairshare::fuzz::hadoop
