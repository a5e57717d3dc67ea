// The findings of docs/findings.md on Hadoop: the records stand there and are replayed here, on
// every release; what is fair instead is stated by hand.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/exact/solve.h"
#include "tests/hadoop_answer.h"
#include "tests/whole/findings_page.h"
#include "tests/whole/findings_trees.h"

namespace fairshare::tests {
namespace {

const std::string surplus_of_one = R"({"outcome":"surplus","unclaimed":"1"})";

std::string overcommitted(const std::string& excess) {
  return R"({"outcome":"overcommitted","excess":")" + excess + R"("})";
}

TEST(FindingH1, EqualClaimantsTickOverTogetherInYarn) {
  expect_finding("H1", {allocation("1/2", R"("1/2","1/2")")});
}

TEST(FindingH2, TwentyFiveHalvingsAreTooFew) {
  expect_finding("H2", {allocation("33554433", R"("33554433")"), allocation("1/3", R"("1")")});
}

TEST(FindingH3, AShareOfNothingIsNotNothing) {
  expect_finding("H3", {allocation("0", R"("0")"), allocation("0", R"("0")")});
}

TEST(FindingH4, MinimumsArePaidThoughTheyExceedTheTotal) {
  expect_finding("H4", {overcommitted("1"), overcommitted("1")});
}

TEST(FindingH5, WeightZeroIsPaidItsMinimumBeyondItsMaximumSinceYarn2_7) {
  // By the release's own rule, which fixes it; as yarn-2.5 states it, its maximum wins.
  expect_finding("H5", {allocation("0", R"("2")")});
  const std::vector<schedulers::yarn::Schedulable> list = {{0, 2, 1, true}};
  EXPECT_EQ(exact::solve(fair_problem(schedulers::yarn::Release::v2_5, 2, list).problem),
            (Solution<exact::Rational>(Allocation<exact::Rational>{0, {1}})))
      << "the total is at most the sum of maximums";
}

TEST(FindingH6, WeightsOfZeroMakeYarn2_2SearchForever) {
  expect_finding("H6", {surplus_of_one});
  const std::vector<schedulers::yarn::Schedulable> negative = {{-1, 0, 10, true}};
  EXPECT_EQ(answer_of(compute(schedulers::yarn::Release::v2_2, 1, negative)).outcome, "hang");
  const std::vector<schedulers::mr1::Schedulable> in_mr1 = {{-1, 0, 10}};
  EXPECT_EQ(answer_of(schedulers::mr1::compute(1, in_mr1)).outcome, "hang");
}

TEST(FindingH7, WeightsOfZeroMakeNanInMr1) {
  expect_finding("H7", {surplus_of_one});
}

TEST(FindingH8, SumOfMaximumsWrapsInYarn2_2) {
  expect_finding("H8", {allocation("1", R"("1","1")")});
}

TEST(FindingH9, SumOfSharesWrapsUntilYarn3_0) {
  expect_finding("H9", {allocation("1073741825/2", R"("1073741825/2","1073741825/2")"),
                        allocation("1/2147483648", R"("1/2","1/2")")});
}

TEST(FindingH10, AMaximumBeforeNoneTakesTheTotalAwayInYarn3_0) {
  expect_finding("H10", {allocation("1", R"("1","1")")});
  // In the other order nothing is lost.
  const std::vector<schedulers::yarn::Schedulable> turned = {{}, {1, 0, 1, true}};
  EXPECT_EQ(answer_of(compute(schedulers::yarn::Release::v3_0, 2, turned)),
            (HadoopAnswer{"shares", {1, 1}}));
}

TEST(FindingH11, NoShareIsAbove2147483647InYarn3_0) {
  expect_finding("H11", {allocation("2147483648", R"("2147483648")")});
}

TEST(FindingH12, AMaximumThatIsNoDoubleIsNeverReachedInYarn3) {
  expect_finding("H12", {allocation("9007199254740993", R"("9007199254740993")")});
}

TEST(FindingH13, AShareIsBelowItsMinimumInYarn3) {
  expect_finding("H13", {overcommitted("9007199254740993")});
}

TEST(FindingH14, AShareIsAboveItsMaximumInYarn3) {
  expect_finding("H14", {allocation("9007199254740995", R"("9007199254740995")")});
}

TEST(FindingH15, WeightZeroLosesItsMinimumWhereSumsWrapInYarn2_2) {
  expect_finding("H15", {allocation("0", R"("1073741824","0")")});
}

TEST(FindingH16, AWeightThatIsNoNumberMakesYarnSearchForever) {
  const Finding finding = find_finding("H16");
  EXPECT_EQ(finding.records.size(), 0U);
  for (const auto& [name, release] : yarn_releases) {
    EXPECT_TRUE(finding.release_names().contains(name));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<schedulers::yarn::Schedulable> list = {{nan, 0, 10, true}};
    EXPECT_EQ(answer_of(compute(release, 1, list)).outcome, "hang") << name;
    list.push_back({1, 0, 10, true});
    EXPECT_EQ(answer_of(compute(release, 1, list)), (HadoopAnswer{"shares", {0, 1}})) << name;
  }
}

TEST(FindingH17, AnApplicationThatDemandsNothingMakesYarn2_2SearchForever) {
  expect_finding("H17", {R"({"outcome":"surplus","at":"/q","unclaimed":"1"})"});
}

TEST(FindingH18, ChildrenHaveMoreThanTheirQueue) {
  expect_finding("H18", {R"({"outcome":"overcommitted","at":"/a","excess":"1"})"});
}

TEST(FindingH19, MinimumsOfAResourceThatIsNotDividedAreHandedOutUntilYarn2_7) {
  expect_finding("H19",
                 {R"({"outcome":"overcommitted","at":"/a","resource":"vcores","excess":"1"})"});
}

TEST(FindingH20, APoolThatDemandsTooMuchGetsLessThanNothingInMr1) {
  expect_finding(
      "H20", {R"({"outcome":"allocation","shares":{"/":"1","/a":"1","/a/j":"1/2","/a/k":"1/2"}})"});
}

TEST(FindingH21, TheShareOfAPoolOfWeightZeroIsNoNumberInMr1) {
  expect_finding("H21", {R"({"outcome":"surplus","at":"/","unclaimed":"1"})"});
}

TEST(FindingH22, ANegativeWeightMakesMr1SearchForever) {
  expect_finding("H22", {"FS011"});  // it is no weight
  EXPECT_EQ(solved(R"({"total":1,"tree":[{"name":"a","weight":-1,"demand":1}]})", "mr1"),
            R"({"outcome":"hang","at":"/"})");
}

}  // namespace
}  // namespace fairshare::tests
