// All code on every path, with so many claimants that it takes minutes; so these tests are
// separate.
#include <gtest/gtest.h>

#include <cstddef>

#include "fairshare/properties/z3/execution.h"

namespace fairshare::prover {
namespace {

TEST(Execution, ProvesEveryPathOfAsManyClaimantsAsTakeMinutes) {
  for (const Code& code : all_codes()) {
    const Exploration exploration = code.explore({code.n_max}, Limits{});
    EXPECT_TRUE(exploration.is_proof()) << exploration.name;
    EXPECT_EQ(exploration.patterns, std::size_t{1} << code.n_max);
    EXPECT_EQ(exploration.unknown, 0U);
    const bool ends_early = code.name == "reference::cut" || code.name == "reference::beliefs";
    EXPECT_GT(exploration.paths, ends_early ? 400U : code.n_max == 1 ? 500U : 1'000U);
    RecordProperty(exploration.name + " paths", static_cast<int>(exploration.paths));
  }
}

}  // namespace
}  // namespace fairshare::prover
