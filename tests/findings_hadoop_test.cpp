// The findings of docs/findings.md on Hadoop: the records stand there and are replayed here, on
// every release; what is fair instead is stated by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "exact/rational.h"
#include "exact/solve.h"
#include "tests/hadoop_record.h"

namespace fairshare::tests {
namespace {

using exact::Rational;

struct Finding {
  std::set<std::string> releases;
  std::vector<std::string> records;  // as lines
};

// The part of the page below "### H3 ", up to the next heading.
Finding find_finding(const std::string& number) {
  std::ifstream page("docs/findings.md");
  Finding finding;
  bool is_there = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("#")) is_there = line.starts_with("### " + number + " ");
    if (!is_there) continue;
    if (line.starts_with("{")) finding.records.push_back(line);
    constexpr std::string_view head = "- Releases: ";
    if (!line.starts_with(head)) continue;
    for (std::size_t at = head.size(); at < line.size();) {
      const std::size_t end = std::min(line.find(", ", at), line.size());
      finding.releases.insert(line.substr(at, end - at));
      at = end + 2;
    }
  }
  return finding;
}

// Asserts that amounts of this record can be held by the release.
bool can_hold(const HadoopRecord& record) {
  const std::int64_t high = amount_max(yarn_releases.at(record.scheduler));
  if (record.yarn_total > high) return false;
  for (const auto& schedulable : record.yarn) {
    if (schedulable.min_share > high || schedulable.max_share > high) return false;
  }
  return true;
}

// Replays the record on every release of its kind: the listed ones, and no others, answer so.
void expect_replayed(const Finding& finding, const std::string& line) {
  const HadoopRecord record = read_hadoop_record(line);
  EXPECT_TRUE(finding.releases.contains(record.scheduler)) << line;
  EXPECT_EQ(computed_answer(record), recorded_answer(record)) << line;
  if (record.scheduler == "mr1") return;
  for (const auto& [name, release] : yarn_releases) {
    std::string retold = line;
    retold.replace(retold.find(record.scheduler), record.scheduler.size(), name);
    const HadoopRecord other = read_hadoop_record(retold);
    const bool answers_so = can_hold(other) && computed_answer(other) == recorded_answer(other);
    EXPECT_EQ(answers_so, finding.releases.contains(name)) << retold;
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
    expect_replayed(finding, finding.records[i]);
    const auto problem = fair_problem_of(read_hadoop_record(finding.records[i])).problem;
    EXPECT_EQ(exact::solve(problem), fair[i]) << finding.records[i];
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
    EXPECT_TRUE(finding.releases.contains(name));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<schedulers::yarn::Schedulable> list = {{nan, 0, 10, true}};
    EXPECT_EQ(answer_of(compute(release, 1, list)).outcome, "hang") << name;
    list.push_back({1, 0, 10, true});
    EXPECT_EQ(answer_of(compute(release, 1, list)), (HadoopAnswer{"shares", {0, 1}})) << name;
  }
}

TEST(FindingsPage, HasSixteenFindingsOnHadoop) {
  std::ifstream page("docs/findings.md");
  int count = 0;
  for (std::string line; std::getline(page, line);) count += line.starts_with("### H") ? 1 : 0;
  EXPECT_EQ(count, 16);
}

}  // namespace
}  // namespace fairshare::tests
