// The findings of docs/findings.md on planners of replicas: the records stand there and are
// replayed here, on every release; what is fair instead is stated by hand.
#include <gtest/gtest.h>

#include <string>

#include "tests/whole/findings_trees.h"

namespace fairshare::tests {
namespace {

std::string nine_times(const std::string& share) {
  std::string shares;
  for (int i = 0; i < 9; ++i) shares += (i > 0 ? ",\"" : "\"") + share + "\"";
  return allocation(share, shares);
}

const std::string almost_all =
    allocation("2/4611686018427387905",
               R"("2/4611686018427387905","9223372036854775808/4611686018427387905")");

TEST(FindingKF1, EqualClustersGetTwoReplicasOrNone) {
  expect_finding("KF1", {nine_times("10/9"), nine_times("10/9")});
}

TEST(FindingKF2, OneReplicaMoreTakesTheLastOneFromFourClusters) {
  expect_finding("KF2", {nine_times("1"), nine_times("10/9"), nine_times("1"), nine_times("10/9")});
}

TEST(FindingKF3, TheSumOfWeightsWrapsAndNothingIsPlaced) {
  const std::string fair = allocation("5/9223372036854775807", R"("5","5")");
  expect_finding("KF3", {fair, fair});
}

TEST(FindingKF4, TheGuideDescribesAnotherRule) {
  expect_finding("KF4", {allocation("4/3", R"("16/3","20/3")")});
}

TEST(FindingKF5, AProductWrapsAndTheHeaviestClusterGetsNothing) {
  expect_finding("KF5", {almost_all});
}

TEST(FindingKF6, AProductWrapsAndItNeverReturns) {
  expect_finding("KF6", {almost_all});
}

TEST(FindingKF7, WhatAMinimumCannotPlaceIsPlacedTwice) {
  expect_finding("KF7", {R"({"outcome":"surplus","unclaimed":"1"})"});
}

TEST(FindingBA1, NotTheDivisionThatItsApiDescribes) {
  expect_finding("BA1", {allocation("1/4", R"("15","1","1","1","1","1")")});
}

TEST(FindingBA2, TheSumOfMinimumsWrapsAndMoreIsPlaced) {
  expect_finding("BA2", {R"({"outcome":"overcommitted","excess":"4294967294"})"});
}

// The ratios are the least that give these units, by Webster's signposts.
TEST(FindingKM1, WeightsBeyondTwoToThe53AreAlike) {
  expect_finding("KM1", {allocation("1/18014398509481986", R"("0","1")")});
}

TEST(FindingKM2, TheSumOfWeightsWrapsToNothingAndNothingIsPlaced) {
  expect_finding("KM2", {allocation("1/9223372036854775808", R"("1","1","1","1")")});
}

}  // namespace
}  // namespace fairshare::tests
