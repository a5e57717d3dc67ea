// The solver and the checker on every path of three claimants: minutes, so apart from the others.
#include <gtest/gtest.h>

#include "properties/z3/execution.h"

namespace fairshare::prover {
namespace {

TEST(Execution, ProvesEveryPathOfThreeClaimants) {
  for (const Exploration& exploration : explore_all(3, Limits{})) {
    EXPECT_TRUE(exploration.is_proof()) << exploration.name;
    EXPECT_EQ(exploration.patterns, 8U);
    EXPECT_EQ(exploration.unknown, 0U);
    EXPECT_GT(exploration.paths, 1'000U);
    RecordProperty(exploration.name + " paths", static_cast<int>(exploration.paths));
  }
}

}  // namespace
}  // namespace fairshare::prover
