// The findings of docs/findings.md on Hadoop: the records stand there and are replayed here, on
// every release; what is fair instead is stated by hand.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/exact/solve.h"
#include "tests/hadoop_record.h"
#include "tests/whole/findings_page.h"
#include "tests/whole/findings_trees.h"

namespace fairshare::tests {
namespace {

using exact::Rational;

// Whether the release can hold the amounts of this record.
bool can_hold(const HadoopRecord& record) {
  const std::int64_t high = amount_max(yarn_releases.at(record.scheduler));
  if (record.yarn_total > high) return false;
  for (const auto& schedulable : record.yarn) {
    if (schedulable.min_share > high || schedulable.max_share > high) return false;
  }
  return true;
}

// Replays the record on every release of its kind: the listed ones, and no others, give this
// answer.
void expect_claimants_replayed(const std::set<std::string>& releases, const std::string& line) {
  const HadoopRecord record = read_hadoop_record(line);
  EXPECT_TRUE(releases.contains(record.scheduler)) << line;
  EXPECT_EQ(computed_answer(record), recorded_answer(record)) << line;
  if (record.scheduler == "mr1") return;
  for (const auto& [name, release] : yarn_releases) {
    std::string retold = line;
    retold.replace(retold.find(record.scheduler), record.scheduler.size(), name);
    const HadoopRecord other = read_hadoop_record(retold);
    const bool answers_so = can_hold(other) && computed_answer(other) == recorded_answer(other);
    EXPECT_EQ(answers_so, releases.contains(name)) << retold;
  }
}

// All of the above for each record of a finding, and its fair solution: one for YARN's records and
// one for MR1's.
void expect_finding(const std::string& number, std::size_t records,
                    const std::vector<Solution<Rational>>& fair) {
  const Finding finding = find_finding(number);
  ASSERT_EQ(finding.records.size(), records);
  ASSERT_EQ(fair.size(), records);
  for (std::size_t i = 0; i < records; ++i) {
    const std::string& line = finding.records[i].line;
    expect_claimants_replayed(finding.release_names(), line);
    EXPECT_EQ(exact::solve(fair_problem_of(read_hadoop_record(line)).problem), fair[i]) << line;
  }
}

Solution<Rational> fair(Rational ratio, std::vector<Rational> shares) {
  return Allocation<Rational>{std::move(ratio), std::move(shares)};
}
Solution<Rational> overcommitted(Rational excess) {
  return Overcommitted<Rational>{excess};
}
Solution<Rational> surplus(Rational unclaimed) {
  return Surplus<Rational>{unclaimed};
}

const Rational no_double = (Rational(1) * (std::int64_t{1} << 53)) + 1;

TEST(FindingH1, EqualClaimantsTickOverTogetherInYarn) {
  expect_finding("H1", 1, {fair({1, 2}, {{1, 2}, {1, 2}})});
}

TEST(FindingH2, TwentyFiveHalvingsAreTooFew) {
  const Rational third(1, 3);
  expect_finding("H2", 2, {fair(33554433, {33554433}), fair(third, {1})});
}

TEST(FindingH3, AShareOfNothingIsNotNothing) {
  expect_finding("H3", 2, {fair(0, {0}), fair(0, {0})});
}

TEST(FindingH4, MinimumsArePaidThoughTheyExceedTheTotal) {
  expect_finding("H4", 2, {overcommitted(1), overcommitted(1)});
}

TEST(FindingH5, WeightZeroIsPaidItsMinimumBeyondItsMaximumSinceYarn2_7) {
  // By the release's own rule, which fixes it; as yarn-2.5 states it, its maximum wins.
  expect_finding("H5", 1, {fair(0, {2})});
  const std::vector<schedulers::yarn::Schedulable> list = {{0, 2, 1, true}};
  EXPECT_EQ(exact::solve(fair_problem(schedulers::yarn::Release::v2_5, 2, list).problem),
            fair(0, {1}))
      << "the total is at most the sum of maximums";
}

TEST(FindingH6, WeightsOfZeroMakeYarn2_2SearchForever) {
  expect_finding("H6", 1, {surplus(1)});
  const std::vector<schedulers::yarn::Schedulable> negative = {{-1, 0, 10, true}};
  EXPECT_EQ(answer_of(compute(schedulers::yarn::Release::v2_2, 1, negative)).outcome, "hang");
  const std::vector<schedulers::mr1::Schedulable> in_mr1 = {{-1, 0, 10}};
  EXPECT_EQ(answer_of(schedulers::mr1::compute(1, in_mr1)).outcome, "hang");
}

TEST(FindingH7, WeightsOfZeroMakeNanInMr1) {
  expect_finding("H7", 1, {surplus(1)});
}

TEST(FindingH8, SumOfMaximumsWrapsInYarn2_2) {
  expect_finding("H8", 1, {fair(1, {1, 1})});
}

TEST(FindingH9, SumOfSharesWrapsUntilYarn3_0) {
  const Rational half(1073741825, 2);
  expect_finding("H9", 2, {fair(half, {half, half}), fair({1, 2147483648}, {{1, 2}, {1, 2}})});
}

TEST(FindingH10, AMaximumBeforeNoneTakesTheTotalAwayInYarn3_0) {
  expect_finding("H10", 1, {fair(1, {1, 1})});
  // In the other order nothing is lost.
  const std::vector<schedulers::yarn::Schedulable> turned = {{}, {1, 0, 1, true}};
  EXPECT_EQ(answer_of(compute(schedulers::yarn::Release::v3_0, 2, turned)),
            (HadoopAnswer{"shares", {1, 1}}));
}

TEST(FindingH11, NoShareIsAbove2147483647InYarn3_0) {
  const Rational total(std::int64_t{1} << 31);
  expect_finding("H11", 1, {fair(total, {total})});
}

TEST(FindingH12, AMaximumThatIsNoDoubleIsNeverReachedInYarn3) {
  expect_finding("H12", 1, {fair(no_double, {no_double})});
}

TEST(FindingH13, AShareIsBelowItsMinimumInYarn3) {
  expect_finding("H13", 1, {overcommitted(no_double)});
}

TEST(FindingH14, AShareIsAboveItsMaximumInYarn3) {
  expect_finding("H14", 1, {fair(no_double + 2, {no_double + 2})});
}

TEST(FindingH15, WeightZeroLosesItsMinimumWhereSumsWrapInYarn2_2) {
  expect_finding("H15", 1, {fair(0, {std::int64_t{1} << 30, 0})});
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

// Trees: what the release answers stands on the page, and what is fair instead here.
void expect_tree(const std::string& number, const std::string& fair) {
  const Finding finding = expect_replayed(number);
  ASSERT_EQ(finding.records.size(), 1U);
  const std::string& line = finding.records.front().line;
  EXPECT_EQ(solved(line, scheduler_in(line), {.fair = true}), fair);
}

TEST(FindingH17, AnApplicationThatDemandsNothingMakesYarn2_2SearchForever) {
  expect_tree("H17", R"({"outcome":"surplus","at":"/q","unclaimed":"1"})");
}

TEST(FindingH18, ChildrenHaveMoreThanTheirQueue) {
  expect_tree("H18", R"({"outcome":"overcommitted","at":"/a","excess":"1"})");
}

TEST(FindingH19, MinimumsOfAResourceThatIsNotDividedAreHandedOutUntilYarn2_7) {
  expect_tree("H19", R"({"outcome":"overcommitted","at":"/a","resource":"vcores","excess":"1"})");
}

TEST(FindingH20, APoolThatDemandsTooMuchGetsLessThanNothingInMr1) {
  expect_tree("H20",
              R"({"outcome":"allocation","shares":{"/":"1","/a":"1","/a/j":"1/2","/a/k":"1/2"}})");
}

TEST(FindingH21, TheShareOfAPoolOfWeightZeroIsNoNumberInMr1) {
  expect_tree("H21", R"({"outcome":"surplus","at":"/","unclaimed":"1"})");
}

TEST(FindingH22, ANegativeWeightMakesMr1SearchForever) {
  expect_tree("H22", "FS011");  // it is no weight
  EXPECT_EQ(solved(R"({"total":1,"tree":[{"name":"a","weight":-1,"demand":1}]})", "mr1"),
            R"({"outcome":"hang","at":"/"})");
}

}  // namespace
}  // namespace fairshare::tests
