// The findings of docs/findings.md on TiKV's Placement Driver: the records stand there and are
// replayed here; what is fair instead is stated by hand.
#include <gtest/gtest.h>

#include <string>

#include "tests/whole/findings_trees.h"

namespace fairshare::tests {
namespace {

TEST(FindingPD1, FillRatesAddUpToMoreThanTheLimit) {
  const std::string half = allocation("1/2", R"("50","50","0")");
  expect_finding("PD1", {half, half});
}

TEST(FindingPD2, AnIdleGroupRemovesAllLowerLimits) {
  expect_finding("PD2", {allocation("1/2", R"("50","50","0","0")")});
}

TEST(FindingPD3, ARoundingErrorRemovesAllLowerLimits) {
  expect_finding("PD3", {allocation("3/17", R"("21/17","30/17","0")")});
}

TEST(FindingPD4, AFillRateOf0ChangesTheOtherRates) {
  expect_finding("PD4", {allocation("1/5", R"("20","0","10")")});
}

TEST(FindingPD5, ALowerPriorityGetsWhatABurstLimitCutsOff) {
  expect_finding("PD5", {allocation("7/9", R"("20","80","0")")});
}

}  // namespace
}  // namespace fairshare::tests
